"""What ORION says in words: settings, headline figures, spread of latencies, failures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import Load, Metric
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import Said, say
from arraywise.domain.units import KIB
from arraywise.importers.orion.content import Figure, LatencyUnit
from arraywise.importers.orion.wording import (
    COMMAND,
    COMMANDLINE,
    COMMANDLINE_END,
    HEADLINE_BEGUN,
    HEADLINES,
    LABELS,
    LATENCY_BEGUN,
    LATENCY_LINE,
    LATENCY_STATISTICS,
    LUN,
    NO_CACHE,
    OPTION,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.importers.text import Places

_BYTES = {"B": 1, "KB": KIB, "MB": KIB**2, "GB": KIB**3}
_SETTINGS_WITHIN = 50_000
"""Characters from the start of a run's text; its settings take about one thousand."""
_LONGEST_COMMAND = 2000
_OPTIONS = {
    "run": "run_type",
    "testname": "test_name",
    "num_disks": "num_disks",
    "write": "write_percent",
    "duration": "duration_per_point_s",
    "simulate": "simulated_array",
    "type": "large_io_pattern",
    "matrix": "matrix",
}
"""Options of the command line that count where the settings themselves are not printed."""


class Stretch(NamedTuple):
    """A part of a text with the means to say where in the file it is."""

    text: str
    start: int
    stop: int
    places: Places

    @property
    def beginning(self) -> Stretch:
        """The part in which settings and failures stand."""
        return self._replace(stop=min(self.stop, self.start + _SETTINGS_WITHIN))

    def problem(self, severity: Severity, said: Said, offset: int) -> Problem:
        """Make a problem that points at an offset."""
        return Problem(severity, said, self.places.line(offset))


def read_attributes(stretch: Stretch) -> dict[str, str]:
    """Collect the settings that the run's own report prints, filled up from the command line."""
    text, start, stop, _ = stretch = stretch.beginning
    found: dict[str, str] = {}
    for name, pattern in LABELS:
        match = pattern.search(text, start, stop)
        if match:
            found[name] = " ".join(match.group(1).split())
    for name in ("small_io_bytes", "large_io_bytes"):
        if name in found:
            found[name] = str(_bytes(found[name]))
    if found.get("cache_size", "").lower() in NO_CACHE:
        del found["cache_size"]
    luns = LUN.findall(text, start, stop)
    if luns:
        found["luns"] = ", ".join(name for name, _ in luns)
        found["lun_bytes"] = ", ".join(size for _, size in luns)
    return _from_command(stretch) | found


def _bytes(printed: str) -> int:
    number = re.match(r"\d+", printed)
    unit = printed[number.end() :].strip().upper() if number else ""
    return int(number.group()) * _BYTES[unit] if number else 0


def _from_command(stretch: Stretch) -> dict[str, str]:
    options = _command_options(stretch)
    if not options:
        return {}
    found = {"commandline": " ".join(options.split())}
    for match in OPTION.finditer(options):
        name = _OPTIONS.get(match.group("name").lower())
        if name and match.group("value"):
            found[name] = match.group("value")
    return found


def _command_options(stretch: Stretch) -> str | None:
    """Find the options: as the summary repeats them, or as they were typed at a prompt."""
    text, start, stop, _ = stretch
    repeated = COMMANDLINE.search(text, start, stop)
    if repeated:
        end = COMMANDLINE_END.search(text, repeated.end(), stop)
        return text[repeated.end() : end.start() if end else stop][:_LONGEST_COMMAND].strip()
    typed = COMMAND.search(text, start, stop)
    return re.split(r"\bORION\b", typed.group("options"))[0].strip() if typed else None


def read_figures(stretch: Stretch) -> tuple[list[Figure], list[Problem]]:
    """Read headline figures and latency lines wherever they stand; pastes lose line breaks."""
    figures: list[Figure] = []
    problems: list[Problem] = []
    read: set[int] = set()
    for pattern, metric, group in HEADLINES:
        for match in pattern.finditer(*stretch[:3]):
            read.add(match.start())
            figures.append(_headline(stretch, match, metric, group))
            problems += _cut_load(stretch, match)
    for match in LATENCY_LINE.finditer(*stretch[:3]):
        read.add(match.start())
        figures += _latency_line(stretch, match)
        problems += _cut_load(stretch, match)
    for begun in (HEADLINE_BEGUN, LATENCY_BEGUN):
        for match in begun.finditer(*stretch[:3]):
            if match.start() not in read:
                problems.append(_unreadable(stretch, match))
    figures.sort(key=lambda figure: (figure.line, figure.column))
    return figures, problems


def _headline(stretch: Stretch, match: re.Match[str], metric: Metric, group: str) -> Figure:
    at = match.start("value")
    unit = match.groupdict().get("unit")
    return Figure(
        metric, "mean", float(match.group("value")), _load(match), group,
        stretch.places.line(at), stretch.places.column(at), _unit(unit),
    )  # fmt: skip


def _latency_line(stretch: Stretch, match: re.Match[str]) -> Iterator[Figure]:
    group = f"{match.group('size')}_{match.group('op')}".lower()
    for position, statistic in enumerate(LATENCY_STATISTICS):
        number = 3 + 2 * position
        at = match.start(number)
        yield Figure(
            Metric.LATENCY, statistic, float(match.group(number)), _load(match), group,
            stretch.places.line(at), stretch.places.column(at), _unit(match.group(number + 1)),
        )  # fmt: skip


def _load(match: re.Match[str]) -> Load:
    return Load(small_ios=int(match.group("small")), large_ios=int(match.group("large")))


def _unit(printed: str | None) -> LatencyUnit | None:
    if not printed:
        return None
    return LatencyUnit.MS if printed.lower().startswith("m") else LatencyUnit.US


def _cut_load(stretch: Stretch, match: re.Match[str]) -> Iterator[Problem]:
    """Warn where the text ends in the digits of the load: they may have been cut."""
    if match.end() == len(stretch.text) and match.group("large") != "0":
        said = say(
            "The file ends right after Large={large}: if it was cut there, the number is longer.",
            large=match.group("large"),
        )
        yield stretch.problem(Severity.WARNING, said, match.start("large"))


def _unreadable(stretch: Stretch, match: re.Match[str]) -> Problem:
    line = stretch.text[match.start() : match.start() + 80].split("\n")[0]
    said = say('A result line is cut or damaged and was not read: "{line}".', line=line)
    return stretch.problem(Severity.WARNING, said, match.start())


_FAILURES = (
    (
        r"Error in input parameters",
        "ORION refused its parameters and measured nothing; start it with -run and a test name.",
    ),
    (
        r"Failure in opening \.lun file[ \t]+(?P<detail>\S{1,200})",
        "ORION could not open its list of devices, {detail}, and measured nothing.",
    ),
    (
        r"Failed to allocate shared global region",
        "ORION got no large memory pages and measured nothing; start it with -hugenotneeded.",
    ),
    (
        r"error while loading shared libraries:[ \t]*(?P<detail>[^\s:]{1,200})",
        "ORION did not start: the library {detail} was not found.",
    ),
    (
        r"(?P<detail>\b(?:orion|storax|rwbase)_[a-z_]{1,40}:?[^\n]{0,60}\bfailed)",
        'ORION stopped with an error: "{detail}".',
    ),
    (
        r"\bTest aborting\b",
        "ORION aborted the test.",
    ),
    (
        r"^ERROR:[ \t]*\n?(?P<detail>[^\n]{0,120})",
        'ORION stopped with an error: "{detail}".',
    ),
    (
        r"ORION\s+runs\s+IO\s+performance\s+tests|Mandatory\s+parameters:",
        "This is ORION's help text: nothing was measured.",
    ),
)
_FAILURE_PATTERNS = tuple((re.compile(p, re.MULTILINE), said) for p, said in _FAILURES)


def read_failure(stretch: Stretch) -> Problem | None:
    """Say why the run did not start, None where nothing tells of a failure."""
    stretch = stretch.beginning
    for pattern, template in _FAILURE_PATTERNS:
        match = pattern.search(*stretch[:3])
        if match:
            detail = match.groupdict().get("detail") or ""
            said = say(template, detail=detail.strip())
            return stretch.problem(Severity.ERROR, said, match.start())
    return None

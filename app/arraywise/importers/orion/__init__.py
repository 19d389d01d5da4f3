"""Importer of ORION: what its files hold (`content`, `tables`) and what one test is (`runs`)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from arraywise.domain.evidence import (
    MAX_LARGE_MBPS,
    MAX_SMALL_IOPS,
    MIN_SMALL_LATENCY,
    Load,
    Metric,
)
from arraywise.domain.messages import Message, Problem, Severity, message
from arraywise.importers.kit.readings import parse_size_bytes
from arraywise.importers.kit.text import (
    TextPositions,
    cache_ignoring_digits,
    decode,
    lines_between,
    strip_terminal_escapes,
)
from arraywise.importers.orion.content import (
    _NUMBER,
    AT,
    GAP,
    MATRIX_CORNER,
    TRADEOFF,
    LatencyUnit,
    OrionFileContent,
    OrionValue,
    RunText,
    compile_multiline,
    folder_and_stem,
    group_files_of_runs,
    lower_keeping_offsets,
    parent_folder,
)
from arraywise.importers.orion.runs import TOOL, read_files_of_run
from arraywise.importers.orion.tables import parse_histograms, parse_matrices

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source
    from arraywise.importers.orion.content import Matrix


_UNIT: Final = r"(?P<unit>usecs?|us|\u00b5s|\u03bcs|msecs?|ms)?"
_SPREAD: Final = r"(\d{1,15}(?:\.\d{1,12})?)\s*(us|ms)"


VERSION: Final = compile_multiline(
    r"(?:orion(?<=\borion)|rion(?<=\brion))(?::\s*oracle\s+io\s+numbers\s*-{1,3})?"
    r"\s+version\s+(?P<token>\S{1,80})"
)
VERSION_NUMBER: Final = re.compile(r"\d{1,3}\.\d{1,3}(?:\.\d{1,3}){0,4}")
RUN_ID: Final = re.compile(
    r"(?<!\S)(?P<id>\S{1,120}_(?P<date>(?:19|20)\d{6})_(?P<time>[0-2]\d[0-5]\d))(?!\S)"
)
_CENTURIES: Final = ("_20", "_19")
"""One of them is in every id."""
COMMAND: Final = compile_multiline(r"^.{0,200}\borion\S{0,60}[ \t]+(?P<options>-[a-z].{0,400})")
OPTION: Final = re.compile(
    r"(?<!\S)-(?P<name>[a-z_A-Z]{1,30})(?:[ \t]+(?P<value>[^\s-]\S{0,200}))?"
)
ANNOUNCEMENT: Final = compile_multiline(
    r"test\s+will\s+take\s+approximately|these\s+options\s+enable\s+these\s+settings"
    r"|total\s+data\s+points\s*:|calibration\s+will\s+take\s+approximately"
    r"|maps\s+to\s+this\s+test"
)
HEADLINES: Final = (
    (
        compile_multiline(rf"maximum\s+large{GAP}mbps{GAP}={GAP}{_NUMBER}{AT}"),
        Metric.THROUGHPUT,
        MAX_LARGE_MBPS,
    ),
    (
        compile_multiline(rf"maximum\s+small{GAP}iops{GAP}={GAP}{_NUMBER}{AT}"),
        Metric.IOPS,
        MAX_SMALL_IOPS,
    ),
    (
        compile_multiline(rf"minimum\s+small{GAP}latency{GAP}={GAP}{_NUMBER}{GAP}{_UNIT}{AT}"),
        Metric.LATENCY,
        MIN_SMALL_LATENCY,
    ),
)
HEADLINE_BEGUN: Final = compile_multiline(
    rf"(?:maximum\s+(?:large{GAP}mbps|small{GAP}iops)|minimum\s+small{GAP}latency){GAP}="
)
LATENCY_LINE: Final = compile_multiline(
    rf"(?P<size>small|large)\s+(?P<op>read|write)\s+latency{GAP}:\s*avg\s*=\s*{_SPREAD}\s*,"
    rf"\s*min\s*=\s*{_SPREAD}\s*,\s*max\s*=\s*{_SPREAD}\s*,\s*std\s+dev\s*=\s*{_SPREAD}{AT}"
)
LATENCY_BEGUN: Final = compile_multiline(
    rf"(?:small|large)(?:(?<=\bsmall)|(?<=\blarge))\s+(?:read|write)\s+latency{GAP}:"
)
LATENCY_STATISTICS: Final = ("mean", "min", "max", "stddev")
LABELS: Final = (
    (
        "test_name",
        "test:",
        compile_multiline(
            r"test:(?<=\btest:)(?<!this\stest:)[ \t]*(\S[^\n]{0,200}?)"
            r"(?=\s+small\s+io\s+size:|[ \t]*$)"
        ),
    ),
    (
        "small_io_bytes",
        "size:",
        compile_multiline(r"small(?<=\bsmall)\s+io\s+size:\s*(\d{1,9}\s*[kmg]?b)"),
    ),
    (
        "large_io_bytes",
        "size:",
        compile_multiline(r"large(?<=\blarge)\s+io\s+size:\s*(\d{1,9}\s*[kmg]?b)"),
    ),
    (
        "io_types",
        "types:",
        compile_multiline(
            r"io(?<=\bio)\s+types:\s*((?:small|large)\s+\w{3,20}\s+\w{3,20}"
            r"(?:\s*,\s*(?:small|large)\s+\w{3,20}\s+\w{3,20})?)"
        ),
    ),
    (
        "stream_pattern",
        "pattern:",
        compile_multiline(
            r"sequential(?<=\bsequential)\s+stream\s+pattern:[ \t]*(\S[^\n]{0,200})"
        ),
    ),
    (
        "simulated_array",
        "simulated",
        compile_multiline(r"simulated(?<=\bsimulated)\s+array\s+type:\s*(\S{1,40})"),
    ),
    (
        "stripe_depth",
        "stripe",
        compile_multiline(r"stripe(?<=\bstripe)\s+depth:[ \t]*(\S[^\n]{0,60})"),
    ),
    ("write_percent", "write", compile_multiline(r"write(?<=\bwrite)s?:\s*(\d{1,3})\s*%")),
    (
        "cache_size",
        "cache",
        compile_multiline(
            r"cache(?<=\bcache)\s+size:[ \t]*(\S[^\n]{0,60}?)(?=\s+duration\s+for\b|[ \t]*$)"
        ),
    ),
    (
        "duration_per_point_s",
        "duration",
        compile_multiline(
            r"duration(?<=\bduration)\s+for\s+each\s+data\s+point:\s*(\d{1,7})\s*sec"
        ),
    ),
    (
        "small_columns",
        "columns:",
        compile_multiline(r"small(?<=\bsmall)\s+columns:[ \t,]*(\d[\d, \t]{0,2000})"),
    ),
    (
        "large_columns",
        "columns:",
        compile_multiline(r"large(?<=\blarge)\s+columns:[ \t,]*(\d[\d, \t]{0,2000})"),
    ),
    (
        "total_data_points",
        "points:",
        compile_multiline(r"total(?<=\btotal)\s+data\s+points:\s*(\d{1,7})"),
    ),
    ("luns_found", "found", compile_multiline(r"(\d(?<!\S\d)\d{0,4})\s+files?\s+found")),
)
"""Settings, each with a word that must be there and the pattern within a few lines of the text."""
COMMANDLINE: Final = compile_multiline(r"command(?<=\bcommand)\s?line:\s*(?=-)")
COMMANDLINE_END: Final = compile_multiline(r"this\s+maps|these\s+options|\btest:|\n\s*\n|\Z")
LUN: Final = re.compile(
    r"Name:(?<=\bName:)[ \t]*(?P<name>\S[^\n]{0,300}?)[ \t]+Size:[ \t]*(?P<size>\d{1,20})"
)
NO_CACHE: Final = ("not entered", "not specified")
TRACE: Final = compile_multiline(r"^[ \t]*ran[ \t]+\((?:small|large)\)[ \t]*:")
_OF_TRACES: Final = ("(small)", "(large)")


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


class TextSpan(NamedTuple):
    """A part of a text with the positions of its lines in the file."""

    text: str
    start: int
    stop: int
    positions: TextPositions
    lower_text: str
    """The whole text in small letters: words are found in it far sooner than patterns."""

    @property
    def beginning(self) -> TextSpan:
        """Return the part in which settings and failures stand."""
        return self._replace(stop=min(self.stop, self.start + _SETTINGS_WITHIN))

    def problem(self, severity: Severity, sentence: Message, offset: int) -> Problem:
        """Build a problem that points at an offset."""
        return Problem(severity, sentence, self.positions.line(offset))


def parse_attributes(span: TextSpan) -> dict[str, str]:
    """Parse the settings that the run's report prints, completed from the command line."""
    text, start, stop, _, small = span.beginning
    figures = HEADLINE_BEGUN.search(small, start, stop)
    return dict(_parse_settings(text[start : figures.start() if figures else stop]))


@lru_cache(maxsize=64)  # runs of a lab repeat the same settings
def _parse_settings(text: str) -> Mapping[str, str]:
    """Return the settings in what stands above the figures of a run."""
    small = lower_keeping_offsets(text)
    result: dict[str, str] = {}
    for name, word, pattern in LABELS:
        match = pattern.search(small) if word in small else None
        if match:
            result[name] = " ".join(text[match.start(1) : match.end(1)].split())
    for name in ("small_io_bytes", "large_io_bytes"):
        if name in result:
            result[name] = f"{parse_size_bytes(result[name]) or 0:.0f}"
    if result.get("cache_size", "").lower() in NO_CACHE:
        del result["cache_size"]
    luns = LUN.findall(text)
    if luns:
        result["luns"] = ", ".join(name for name, _ in luns)
        result["lun_bytes"] = ", ".join(size for _, size in luns)
    return _parse_command_attributes(text, small) | result


def _parse_command_attributes(text: str, lower_text: str) -> dict[str, str]:
    options = _find_command_options(text, lower_text)
    if not options:
        return {}
    result = {"commandline": " ".join(options.split())}
    for match in OPTION.finditer(options):
        name = _OPTIONS.get(match.group("name").lower())
        if name and match.group("value"):
            result[name] = match.group("value")
    return result


def _find_command_options(text: str, lower_text: str) -> str | None:
    """Find the options: as the summary repeats them, or as they were typed at a prompt."""
    repeated = COMMANDLINE.search(lower_text)
    if repeated:
        end = COMMANDLINE_END.search(lower_text, repeated.end())
        return text[repeated.end() : end.start() if end else None][:_LONGEST_COMMAND].strip()
    typed = COMMAND.search(lower_text)
    if typed is None:
        return None
    first, last = typed.span("options")
    return re.split(r"\bORION\b", text[first:last])[0].strip()


def parse_figures(span: TextSpan) -> tuple[list[OrionValue], list[Problem]]:
    """Parse headline figures and latency lines wherever they are; pastes lose line breaks."""
    _, start, stop, _, small = span
    figures: list[OrionValue] = []
    problems: list[Problem] = []
    for begun in HEADLINE_BEGUN.finditer(small, start, stop):
        for pattern, metric, group in HEADLINES:
            if match := pattern.match(small, begun.start(), stop):
                figures.append(_build_headline(span, match, metric, group))
                problems += _warn_of_load_cut_off_at_end(span, match)
                break
        else:
            problems.append(_unreadable_line_problem(span, begun))
    for begun in LATENCY_BEGUN.finditer(small, start, stop):
        if match := LATENCY_LINE.match(small, begun.start(), stop):
            figures += _build_latency_values(span, match)
            problems += _warn_of_load_cut_off_at_end(span, match)
        else:
            problems.append(_unreadable_line_problem(span, begun))
    figures.sort(key=lambda figure: (figure.line, figure.column))
    return figures, problems


def _build_headline(
    span: TextSpan, match: re.Match[str], metric: Metric, group: str
) -> OrionValue:
    unit = match.groupdict().get("unit")
    return OrionValue(
        metric, "mean", float(match["value"]), _build_load(match["small"], match["large"]), group,
        *span.positions.line_and_column(match.start("value")), _latency_unit(unit),
    )  # fmt: skip


def _build_latency_values(span: TextSpan, match: re.Match[str]) -> Iterator[OrionValue]:
    group = f"{match['size']}_{match['op']}"
    load = _build_load(match["small"], match["large"])
    for number, statistic in zip((3, 5, 7, 9), LATENCY_STATISTICS, strict=True):
        yield OrionValue(
            Metric.LATENCY, statistic, float(match[number]), load, group,
            *span.positions.line_and_column(match.start(number)), _latency_unit(match[number + 1]),
        )  # fmt: skip


@lru_cache(maxsize=1_000)
def _build_load(small: str, large: str) -> Load:
    return Load(small_ios=int(small), large_ios=int(large))


def _latency_unit(printed: str | None) -> LatencyUnit | None:
    if not printed:
        return None
    return LatencyUnit.MS if printed.startswith("m") else LatencyUnit.US


def _warn_of_load_cut_off_at_end(span: TextSpan, match: re.Match[str]) -> Iterator[Problem]:
    """Warn where the text ends in the digits of the load: they may have been cut."""
    if match.end() == len(span.text) and match.group("large") != "0":
        sentence = message(
            "The file ends at Large={large}: the number may be cut.", large=match.group("large")
        )
        yield span.problem(Severity.WARNING, sentence, match.start("large"))


def _unreadable_line_problem(span: TextSpan, match: re.Match[str]) -> Problem:
    line = span.text[match.start() : match.start() + 80].split("\n")[0]
    sentence = message('Result line cut or damaged; not read: "{line}".', line=line)
    return span.problem(Severity.WARNING, sentence, match.start())


_HELP_TEXT = "This is ORION's help text: nothing was measured."
_FAILURES = (
    (
        "parameters",
        r"Error in input parameters",
        "ORION rejected its parameters. Start it with -run and a test name.",
    ),
    (
        "failure",
        r"Failure in opening \.lun file[ \t]+(?P<detail>\S{1,200})",
        "ORION could not open its device list, {detail}.",
    ),
    (
        "allocate",
        r"Failed to allocate shared global region",
        "ORION got no huge pages. Start it with -hugenotneeded.",
    ),
    (
        "libraries",
        r"error while loading shared libraries:[ \t]*(?P<detail>[^\s:]{1,200})",
        "ORION did not start: the library {detail} was not found.",
    ),
    (
        "failed",
        r"(?P<detail>\b(?:orion|storax|rwbase)_[a-z_]{1,40}:?[^\n]{0,60}\bfailed)",
        'ORION stopped with an error: "{detail}".',
    ),
    ("aborting", r"\bTest aborting\b", "ORION aborted the test."),
    (
        "error",
        r"^ERROR:[ \t]*\n?(?P<detail>[^\n]{0,120})",
        'ORION stopped with an error: "{detail}".',
    ),
    ("runs", r"ORION\s+runs\s+IO\s+performance\s+tests", _HELP_TEXT),
    ("mandatory", r"Mandatory\s+parameters:", _HELP_TEXT),
)
_FAILURE_PATTERNS = tuple((word, re.compile(p, re.MULTILINE), told) for word, p, told in _FAILURES)
"""Why a run did not start, each with a word that must be there."""


def find_failure(span: TextSpan) -> Problem | None:
    """Return the error why the run did not start; None where nothing reports a failure."""
    span = span.beginning
    for word, pattern, template in _FAILURE_PATTERNS:
        match = pattern.search(*span[:3]) if word in span.lower_text else None
        if match:
            detail = match.groupdict().get("detail") or ""
            sentence = message(template, detail=detail.strip())
            return span.problem(Severity.ERROR, sentence, match.start())
    return None


_LIMIT_BYTES = 8 * 1024 * 1024
"""Even a histogram of every point of a large matrix stays well below."""


def parse_orion_file(source: Source) -> OrionFileContent:
    """Parse one file on its own."""
    decoded = decode(source.data, _LIMIT_BYTES)
    text = strip_terminal_escapes(decoded.text)
    small = lower_keeping_offsets(text)
    segments = _split_into_runs(text, small, source.name)
    is_trace = any(word in small for word in _OF_TRACES) and bool(TRACE.search(small))
    is_trace = is_trace and not any(s.has_results for s in segments)
    return OrionFileContent(source, decoded.encoding, tuple(segments), is_trace, decoded.problems)


def _split_into_runs(text: str, lower_text: str, file_name: str) -> list[RunText]:
    places = TextPositions(text)
    segments: list[RunText] = []
    for start, stop in _run_ranges(lower_text):
        segment = _parse_run_text(TextSpan(text, start, stop, places, lower_text), file_name)
        if not (segment.is_empty and segments):
            segments += _split_stacked_tables(segment)
    if TRADEOFF.search(file_name):
        return [replace(segment, matrices=()) for segment in segments]
    return segments


def _split_stacked_tables(segment: RunText) -> list[RunText]:
    """Split tables that were written one after another: the n-th of a kind is of the n-th run."""
    parts: list[list[Matrix]] = []
    for matrix in segment.matrices:
        kinds = [part for part in parts if all(m.metric is not matrix.metric for m in part)]
        if kinds:
            kinds[0].append(matrix)
        else:
            parts.append([matrix])
    if len(parts) < 2 or segment.figures:
        return [segment]
    return [replace(segment, matrices=tuple(part), line=part[0].line) for part in parts]


def _run_ranges(lower_text: str) -> Iterator[tuple[int, int]]:
    """Yield start and stop of each run in a text: runs begin at a command or version."""
    starts: list[int] = []
    after = 0
    for version in VERSION.finditer(lower_text):
        commands = list(COMMAND.finditer(lower_text, after, version.start()))
        line_start = lower_text.rfind("\n", 0, version.start()) + 1
        here = line_start if line_start >= after else version.start()  # line breaks may be lost
        starts.append(commands[-1].start() if commands else here)
        after = version.end()
    if not starts:
        starts = [0]
    elif not any(pattern.search(lower_text, 0, starts[0]) for pattern, _, _ in HEADLINES):
        starts[0] = 0
    elif starts[0]:
        starts.insert(0, 0)
    yield from zip(starts, [*starts[1:], len(lower_text)], strict=True)


def _parse_run_text(span: TextSpan, file_name: str) -> RunText:
    text, start, stop, places, small = span
    version = VERSION.search(small, start, stop) if "version" in small else None
    number = VERSION_NUMBER.search(version["token"]) if version else None
    has_id = any(century in text for century in _CENTURIES)
    after = version.end() if version else start
    run_id = RUN_ID.search(text, after, stop) if has_id else None
    has_histograms = "histogram" in small
    figures, problems = parse_figures(span)
    return RunText(
        version=number.group() if number else None,
        run_id=run_id.group("id") if run_id else None,
        attributes=tuple(parse_attributes(span).items()),
        figures=tuple(figures),
        histograms=tuple(
            parse_histograms(text, small, start, stop, places) if has_histograms else ()
        ),
        matrices=tuple(_parse_matrices(span, file_name)),
        problems=tuple(problems),
        failure=find_failure(span),
        is_started=bool(ANNOUNCEMENT.search(small, start, stop)),
        line=places.line(version.start() if version else start),
    )


def _parse_matrices(span: TextSpan, file_name: str) -> Iterator[Matrix]:
    text, start, stop, places, small = span
    if "large/small" not in small:
        return
    end = text.find("\n", start, stop)
    first = text[start : stop if end < 0 else end]
    numbered = [(places.line(start), first), *lines_between(text, start, stop, places)]
    if any(MATRIX_CORNER.match(line) for _, line in numbered):
        ends = stop < len(text) or text.endswith("\n")
        yield from parse_matrices(numbered, file_name, has_line_end=ends)


_LOOK_AT_BYTES = 1024 * 1024
_MARKS = tuple(
    (word, re.compile(pattern, re.MULTILINE))
    for word, pattern in (
        ("rion", r"\bo?rion(?::\s*oracle\s+io\s+numbers|\s+version\s+\d)"),
        ("large/small", r'^[ \t"]*large/small"?[ \t]*(?:[,;\t]|$)'),
        ("histogram", r"\blatency\s+histogram\s*@\s*small\s*="),
        ("maximum", r"\bmaximum\s+(?:large[\s*]+mbps|small[\s*]+iops)[\s*]*=[\s*]*\d"),
        ("minimum", r"\bminimum\s+small\s+latency[\s*]*=[\s*]*\d"),
        ("(small)", r"^[ \t]*ran[ \t]+\(small\)[ \t]*:"),
        ("(large)", r"^[ \t]*ran[ \t]+\(large\)[ \t]*:"),
        ("orion -help", r"\bfor\s+help,\s+run:\s+orion\s+-help"),
        ("orion_parse_args", r"\borion_parse_args\b"),
        ("orion: error", r"\borion: error while loading shared libraries"),
    )
)
"""In small letters: a word, and what must be around it. Looking for the word is far quicker."""
_AROUND = 200
"""Characters behind a word in which the rest of its mark stands."""


class OrionImporter:
    """Reads summaries, consoles, matrices and histograms, joined into the runs they are of."""

    tool = TOOL

    def recognises(self, source: Source) -> bool:
        """Search for ORION's own wording anywhere in the beginning of the file."""
        return _has_orion_wording(source.data[:_LOOK_AT_BYTES])

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Group summary, matrices, histograms and console of one run.

        Most files of a folder of summaries have no other of their name, and none states a run's
        id: these need not be parsed to be grouped.
        """
        names = Counter(folder_and_stem(source) for source in sources)
        telling = {parent_folder(s.name) for s in sources if _may_have_run_id(s)}
        alone = {
            id(s)
            for s in sources
            if names[folder_and_stem(s)] == 1 and parent_folder(s.name) not in telling
        }
        sets = group_files_of_runs(
            [_parse_once(source) for source in sources if id(source) not in alone]
        )
        groups = [[parsed.source for parsed in files] for files in sets]
        groups += [[source] for source in sources if id(source) in alone]
        order = {id(source): position for position, source in enumerate(sources)}
        return sorted(groups, key=lambda group: order[id(group[0])])

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read the files of one run."""
        return read_files_of_run([_parse_once(source) for source in group])


def _may_have_run_id(source: Source) -> bool:
    """Return whether a file may state the id of its run; one with zeros may be of any encoding."""
    data = source.data[:_LIMIT_BYTES]
    return b"\0" in data or any(century.encode() in data for century in _CENTURIES)


@cache_ignoring_digits
def _has_orion_wording(head: bytes) -> bool:
    text = decode(head).text.lower()
    return any(_has_pattern_near_word(text, word, mark) for word, mark in _MARKS)


def _has_pattern_near_word(text: str, word: str, pattern: re.Pattern[str]) -> bool:
    """Return whether a pattern matches in the lines around its word."""
    at = text.find(word)
    while at >= 0:
        start = text.rfind("\n", 0, at) + 1
        stop = text.find("\n", at + _AROUND)
        stop = len(text) if stop < 0 else min(stop, at + 2 * _AROUND)
        if pattern.search(text, max(start, at - _AROUND), stop):
            return True
        at = text.find(word, max(at + 1, stop - _AROUND))
    return False


def _parse_once(source: Source) -> OrionFileContent:
    """Parse a file once, for grouping and for reading."""
    cached = source.group_findings.get(TOOL)
    if not isinstance(cached, OrionFileContent):
        cached = source.group_findings[TOOL] = parse_orion_file(source)
    return cached

"""The summary of a finished run as ORION writes it, read in one pass.

Thousands of files of a lab are such: settings, a blank line, and nothing but result lines to the
end. What deviates in any way is left to `segments`, which gives the same for these, more slowly.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING
from weakref import WeakSet

from arraywise.domain.evidence import Load, Metric
from arraywise.importers.orion.content import Figure, LatencyUnit, Likeness, Plain
from arraywise.importers.orion.wording import HEADLINES, LATENCY_STATISTICS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from arraywise.importers.orion.content import Segment

_RESULTS_BEGIN = "\n\nM"
_LONGEST = 20_000
"""Characters of settings, and of results; both have about one thousand."""
_NUMBER = r"(\d{1,15}(?:\.\d{1,12})?)"
_AT = r"@ Small=(\d{1,9}) and Large=(\d{1,9})\n"
_SPREAD = ", ".join(f"{word}={_NUMBER} (us|ms)" for word in ("avg", "min", "max", "std dev"))
_VALUE = re.compile(rf"(?<=[Sygnxv]=){_NUMBER}(?![\d.])")
"""A number behind MBPS, IOPS, Latency, avg, min, max or std dev; those of a load stay."""
_RESULT = re.compile(
    rf"\n|(M(?:aximum Large MBPS|aximum Small IOPS|inimum Small Latency))={_NUMBER}"
    rf"(?: (usecs?|us|msecs?|ms))? {_AT}|(Small|Large) (Read|Write) Latency: {_SPREAD} {_AT}"
)
_WORD, _PRINTED, _UNIT, _SMALL_IOS, _LARGE_IOS = range(1, 6)
_SIZE, _OPERATION, _SPREAD_FROM, _AT_FROM = 6, 7, 8, 16
_UNIT_OF = {"u": LatencyUnit.US, "m": LatencyUnit.MS}
_HEADLINE_OF = {
    word: (metric, group)
    for word, (_, metric, group) in zip(
        ("Maximum Large MBPS", "Maximum Small IOPS", "Minimum Small Latency"),
        HEADLINES,
        strict=True,
    )
}


def plain_summary(text: str, settings_of: Callable[[str], Segment | None]) -> Plain | None:
    """Read a text that is a summary without any damage; None for any other.

    Args:
        text: The whole text of a file.
        settings_of: Understands the part above the results; None where it is more than settings.
    """
    for kind, form in [*_forms.items()]:
        known = form.fullmatch(text)
        if known:
            return _plain(kind, known.groups())
    above = text.find(_RESULTS_BEGIN, 0, _LONGEST) + 2
    if above < 2 or len(text) > 2 * _LONGEST:
        return None
    pieces = _VALUE.split(text[above:])
    likeness = _likeness(text[:above], "0".join(pieces[::2]), settings_of)
    if likeness is None or len(pieces) // 2 != len(likeness.segment.figures):
        return None
    _remember(likeness, text[:above], pieces[::2])
    return _plain(likeness, pieces[1::2])


def _plain(likeness: Likeness, numbers: Sequence[str]) -> Plain:
    widths = tuple(map(len, numbers))
    return Plain(likeness, tuple(map(float, numbers)), _columns(likeness, widths))


_once: WeakSet[Likeness] = WeakSet()
"""Those that were met once; they are forgotten when nobody else knows them any more."""
_forms: dict[Likeness, re.Pattern[str]] = {}
_MOST_FORMS = 16
"""Labs have a kind for each way of starting ORION."""


def _remember(likeness: Likeness, above: str, between: Sequence[str]) -> None:
    """Compile what the third of a kind is known by at a glance; it pays from a few files on."""
    if likeness not in _once:
        _once.add(likeness)
        return
    if len(_forms) >= _MOST_FORMS:
        _forms.clear()
    _once.discard(likeness)
    _forms[likeness] = re.compile(re.escape(above) + _NUMBER.join(map(re.escape, between)))


@lru_cache(maxsize=200)
def _likeness(
    above: str, results: str, settings_of: Callable[[str], Segment | None]
) -> Likeness | None:
    """Read a summary all of whose numbers are zero."""
    figures = _figures(above + results, len(above))
    settings = settings_of(above) if figures else None
    return Likeness(replace(settings, figures=figures)) if settings else None


@lru_cache(maxsize=1_000)
def _columns(likeness: Likeness, widths: tuple[int, ...]) -> tuple[int, ...]:
    """Find the places in their lines of numbers that have more digits than one."""
    columns: list[int] = []
    line = shift = 0
    for figure, width in zip(likeness.segment.figures, widths, strict=True):
        if figure.line != line:
            line, shift = figure.line, 0
        columns.append(figure.column + shift)
        shift += width - 1
    return tuple(columns)


def _figures(text: str, above: int) -> tuple[Figure, ...]:
    """Read the result lines below the settings; nothing where one is of another kind."""
    figures: list[Figure] = []
    line, at = text.count("\n", 0, above) + 1, above
    for match in _RESULT.finditer(text, above):
        if match.start() != at:
            return ()
        if match[_WORD]:
            metric, group = _HEADLINE_OF[match[_WORD]]
            unit = _UNIT_OF[match[_UNIT][0]] if match[_UNIT] else None
            if unit and metric is not Metric.LATENCY:
                return ()
            load = Load(None, int(match[_SMALL_IOS]), int(match[_LARGE_IOS]))
            column = match.start(_PRINTED) - at + 1
            value = float(match[_PRINTED])
            figures.append(Figure(metric, "mean", value, load, group, line, column, unit))
        elif match[_SIZE]:
            figures += _spread(match, line, at)
        line, at = line + 1, match.end()
    return tuple(figures) if at == len(text) else ()


def _spread(match: re.Match[str], line: int, start: int) -> Iterator[Figure]:
    group = f"{match[_SIZE]}_{match[_OPERATION]}".lower()
    load = Load(None, int(match[_AT_FROM]), int(match[_AT_FROM + 1]))
    for position, statistic in enumerate(LATENCY_STATISTICS, _SPREAD_FROM // 2):
        number = 2 * position
        column = match.start(number) - start + 1
        value, unit = float(match[number]), _UNIT_OF[match[number + 1][0]]
        yield Figure(Metric.LATENCY, statistic, value, load, group, line, column, unit)

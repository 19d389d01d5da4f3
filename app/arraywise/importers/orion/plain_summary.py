"""The summary of a finished run as ORION writes it, read in one pass.

Thousands of files of a lab are such: settings, a blank line, and nothing but result lines to the
end. What deviates in any way is left to `segments`, which gives the same for these, more slowly.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from arraywise.domain.evidence import Load, Metric
from arraywise.importers.orion.content import Figure, LatencyUnit, Segment
from arraywise.importers.orion.wording import HEADLINES, LATENCY_STATISTICS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_RESULTS_BEGIN = "\n\nM"
_LONGEST_SETTINGS = 20_000
_NUMBER = r"(\d{1,15}(?:\.\d{1,12})?)"
_AT = r"@ Small=(\d{1,9}) and Large=(\d{1,9})\n"
_SPREAD = ", ".join(f"{word}={_NUMBER} (us|ms)" for word in ("avg", "min", "max", "std dev"))
_RESULT = re.compile(
    rf"\n|(M(?:aximum Large MBPS|aximum Small IOPS|inimum Small Latency))={_NUMBER}"
    rf"(?: (usecs?|us|msecs?|ms))? {_AT}|(Small|Large) (Read|Write) Latency: {_SPREAD} {_AT}"
)
_WORD, _VALUE, _UNIT, _SMALL_IOS, _LARGE_IOS = range(1, 6)
_SIZE, _OPERATION, _SPREAD_FROM, _AT_FROM = 6, 7, 8, 16
_figure: Callable[[tuple[Any, ...]], Figure] = partial(tuple.__new__, Figure)
"""As its own name, in half the time."""
_UNIT_OF = {"u": LatencyUnit.US, "m": LatencyUnit.MS}
_HEADLINE_OF = {
    word: (metric, group)
    for word, (_, metric, group) in zip(
        ("Maximum Large MBPS", "Maximum Small IOPS", "Minimum Small Latency"),
        HEADLINES,
        strict=True,
    )
}


def plain_summary(
    text: str, settings_of: Callable[[str], Segment | None]
) -> tuple[Segment, Segment] | None:
    """Read a text that is a summary without any damage; None for any other.

    Args:
        text: The whole text of a file.
        settings_of: Understands the part above the results; None where it is more than settings.

    Returns:
        The whole, and what `settings_of` gave for its part.
    """
    above = text.find(_RESULTS_BEGIN, 0, _LONGEST_SETTINGS) + 2
    if above < 2 or text[-1] != "\n":
        return None
    figures = _figures(text, above)
    if not figures:
        return None
    settings = settings_of(text[:above])
    if settings is None:
        return None
    whole = Segment(
        settings.version, settings.run_id, settings.attributes, figures, settings.histograms,
        settings.matrices, settings.problems, settings.failure, settings.started, settings.line,
    )  # fmt: skip
    return whole, settings


@lru_cache(maxsize=16)
def _lines_in(settings: str) -> int:
    return settings.count("\n")


def _figures(text: str, above: int) -> tuple[Figure, ...]:
    """Read the result lines below the settings; nothing where one is of another kind."""
    figures: list[Figure] = []
    line, at = _lines_in(text[:above]) + 1, above
    for match in _RESULT.finditer(text, above):
        if match.start() != at:
            return ()
        if match[_WORD]:
            metric, group = _HEADLINE_OF[match[_WORD]]
            unit = _UNIT_OF[match[_UNIT][0]] if match[_UNIT] else None
            if unit and metric is not Metric.LATENCY:
                return ()
            load = Load(None, int(match[_SMALL_IOS]), int(match[_LARGE_IOS]))
            column = match.start(_VALUE) - at + 1
            value = float(match[_VALUE])
            figures.append(_figure((metric, "mean", value, load, group, line, column, unit)))
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
        yield _figure((Metric.LATENCY, statistic, value, load, group, line, column, unit))

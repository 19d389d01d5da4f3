"""The measured load levels, as values, with what counted of their runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.report.workbook.grid import Kind, Live, absolute

if TYPE_CHECKING:
    from arraywise.domain.decision import LoadLevel
    from arraywise.domain.facts import OptionFacts
    from arraywise.domain.said import Said
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.grid import Book, Text, Value

_TITLES = (
    say("Option"),
    say("Remark"),
    say("Window that counts"),
    say("Users"),
    say("Runs"),
    say("Rate low, 1/s"),
    say("Rate, 1/s"),
    say("Rate high, 1/s"),
    say("Response low, ms"),
    say("Response, ms"),
    say("Response high, ms"),
    say("Host CPU"),
    say("Limit by host CPU, 1/s"),
)
_RATE, _RESPONSE, _BUSY = 6, 9, 11


@dataclass(frozen=True, slots=True)
class LevelCells:
    """The levels of one option: cells of rate and response time, and what they come from."""

    figures: tuple[tuple[str, str, LoadLevel], ...]


def write_levels(book: Book, content: ReportContent, footer: Text) -> dict[int, LevelCells]:
    """Write the measured load levels, as values; return the cells of each option."""
    grid = book.sheet(
        say("Performance"),
        say("Measured load levels"),
        say("Values: means over the runs, 95 % t-intervals."),
    )
    grid.head(3, _TITLES, text_columns=3)
    row, cells = 4, {}
    for option in content.answer.options:
        facts, found = content.facts_of(option.option), []
        for level in option.levels:
            grid.put(row, 0, option.option.name)
            grid.put(row, 1, _remark(level), Kind.NOTE)
            grid.put(row, 2, "; ".join(map(book.say, _window(facts, level.users))), Kind.NOTE)
            for column, (value, form) in enumerate(_figures(level), start=3):
                grid.put(row, column, value, Kind.PLAIN, form)
            grid.put(row, _BUSY + 1, _limit(row, level), Kind.COMPUTED, "0.0")
            found.append((grid.ref(row, _RATE), grid.ref(row, _RESPONSE), level))
            row += 1
        if found:
            cells[option.option.id] = LevelCells(tuple(found))
    grid.widths(26, 36, 30, *[13] * 10)
    grid.finish(footer, (4, 1))
    return cells


def _limit(row: int, level: LoadLevel) -> Live:
    """Return the rate that all of the host's processors would carry (MODEL P4)."""
    rate, busy = absolute(row, _RATE), absolute(row, _BUSY)
    most = level.host_limit_tps
    return Live(f'=IF(N({busy})>0,{rate}/{busy},"")', "" if most is None else most)


def _window(facts: OptionFacts | None, users: int) -> list[Said]:
    """Say which seconds of the runs count, where somebody set that."""
    runs = facts.load_runs if facts else ()
    windows = dict.fromkeys(run.window_s for run in runs if run.users == users)
    told = []
    for window in windows:
        if window is not None:
            start, end = window
            last = say("the end") if end is None else say("{seconds:g} s", seconds=end)
            told.append(say("{start:g} s to {end}", start=start, end=last))
    return told


def _remark(level: LoadLevel) -> Text:
    if level.host_bound:
        return say("not the storage: not comparable")
    return say("past the highest rate: not used") if level.past_knee else ""


def _figures(level: LoadLevel) -> tuple[tuple[Value, str], ...]:
    rate, seconds = level.rate_tps, level.response_s
    in_ms = (None if s is None else s * 1000 for s in (seconds.low, seconds.point, seconds.high))
    return (
        (level.users, "0"),
        (level.runs, "0"),
        *((value, "0.000") for value in (rate.low, rate.point, rate.high)),
        *((value, "0.00") for value in in_ms),
        (level.host_busy, "0%"),
    )

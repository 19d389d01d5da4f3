"""Readings and means of estimates as inputs; means, sums and ease factors by formulas."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from arraywise.domain.estimate import say_estimate
from arraywise.domain.provisioning import times_by_step
from arraywise.domain.said import say
from arraywise.report.workbook.grid import Kind, Live, absolute

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from arraywise.domain.provisioning import ProvisioningTime
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.grid import Book, Grid, Text

_FIRST_READING = 3


def write_provisioning(book: Book, content: ReportContent, footer: Text) -> dict[int, str]:
    """Write the sheet; return the cell of each option's time in seconds, by its id."""
    note = say("Readings in seconds; the time of an option is the sum of its steps' means.")
    grid = book.sheet(say("Provisioning"), say("Time to provide storage"), note)
    steps = {f.option.id: times_by_step(f.provisioning) for f in content.facts.options}
    most = max((len(s) for by_step in steps.values() for s in by_step.values()), default=1)
    judged = any(t.estimate for f in content.facts.options for t in f.provisioning)
    titles = (
        say("Option"),
        say("Step"),
        say("Mean, s"),
        *(say("Reading {number}, s", number=i + 1) for i in range(most)),
        *((say("Estimates, s"),) if judged else ()),
    )
    grid.head(3, titles, text_columns=2)
    row, means = 4, {}
    for facts in content.facts.options:
        start = row
        for step, times in steps[facts.option.id].items():
            grid.put(row, 0, facts.option.name)
            grid.put(row, 1, step)
            _write_readings(grid, row, [time.seconds for time in times], most)
            if any(time.estimate for time in times):
                grid.put(row, _FIRST_READING + most, _written(book, times))
            row += 1
        if row > start:
            means[facts.option.id] = f"{absolute(start, 2)}:{absolute(row - 1, 2)}"
    sums = _write_sums(grid, row + 1, content, means)
    if judged:
        _write_intervals(grid, row + 2, content, means)
    grid.widths(26, 36, 12, *[12] * most, *((30,) if judged else ()))
    grid.finish(footer, (4, 2))
    return sums


def _write_readings(grid: Grid, row: int, seconds: Sequence[float], most: int) -> None:
    for offset in range(most):
        value = seconds[offset] if offset < len(seconds) else None
        grid.put(row, _FIRST_READING + offset, value, Kind.INPUT, "0.0")
    area = f"{absolute(row, _FIRST_READING)}:{absolute(row, _FIRST_READING + most - 1)}"
    grid.put(row, 2, Live(f"=AVERAGE({area})", fmean(seconds)), Kind.COMPUTED, "0.00")


def _write_sums(
    grid: Grid, row: int, content: ReportContent, means: dict[int, str]
) -> dict[int, str]:
    grid.put(row, 0, say("All steps"), Kind.SECTION)
    grid.head(
        row + 1,
        (
            say("Option"),
            "",
            say("Time, s"),
            say("Time, min"),
            say("Ease factor"),
            say("Inverse"),
        ),
        text_columns=2,
    )
    first, last = row + 2, row + 1 + len(means)
    times = f"{absolute(first, 2)}:{absolute(last, 2)}"
    cells = {}
    options = [o for o in content.answer.options if o.option.id in means]
    for at, option in enumerate(options, start=first):
        point = option.provisioning_s.point or 0.0
        grid.put(at, 0, option.option.name)
        total = Live(f"=SUM({means[option.option.id]})", point)
        cells[option.option.id] = grid.put(at, 2, total, Kind.RESULT, "0.00")
        grid.put(at, 3, Live(f"={absolute(at, 2)}/60", point / 60), Kind.COMPUTED, "0.00")
        quickest = f"SMALL({times},COUNTIF({times},0)+1)"
        ease = Live(
            f'=IF({absolute(at, 2)}>0,{absolute(at, 2)}/{quickest},"")',
            "" if option.ease_factor is None else option.ease_factor,
        )
        grid.put(at, 4, ease, Kind.COMPUTED, "0.00")
        inverse = Live(
            f'=IF(ISNUMBER({absolute(at, 4)}),1/{absolute(at, 4)},"")',
            1.0 / option.ease_factor if option.ease_factor else "",
        )
        grid.put(at, 5, inverse, Kind.COMPUTED, "0.00")
    return cells


def _write_intervals(grid: Grid, row: int, content: ReportContent, timed: Container[int]) -> None:
    """Write the 95 % intervals beside the sums: of draws, which no formula repeats."""
    grid.head(row, (*[""] * 6, say("95 % low, min"), say("95 % high, min")), text_columns=6)
    options = [o for o in content.answer.options if o.option.id in timed]
    for at, option in enumerate(options, start=row + 1):
        interval = option.provisioning_s
        for column, end in ((6, interval.low), (7, interval.high)):
            grid.put(at, column, None if end is None else end / 60, Kind.COMPUTED, "0.00")


def _written(book: Book, times: Sequence[ProvisioningTime]) -> str:
    """Write the estimates whose means stand among the readings."""
    judged = (time.estimate for time in times if time.estimate is not None)
    return "; ".join(book.say(say_estimate(estimate)) for estimate in judged)

"""What would change the recommendation: by formulas where these reach, else as values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.break_evens import shown_ms, shown_visits
from arraywise.domain.said import say
from arraywise.domain.sureness import rounded_inwards
from arraywise.report.workbook.codes import YES, code
from arraywise.report.workbook.criteria import LABELS
from arraywise.report.workbook.grid import Kind, Live, money

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from arraywise.domain.decision import Answer, Stretch
    from arraywise.domain.said import Said
    from arraywise.domain.sureness import NearestTie
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.grid import Book, Grid, Text, Value
    from arraywise.report.workbook.option_scores import Sources
    from arraywise.report.workbook.scoring import ScoreCells

_NOTE = say(
    "Right-aligned bold figures are formulas; blocks marked (values) were worked out by the app."
)
_LIVE = (
    say("Option"),
    say("Highest load, visits/month"),
    say("Price at which it draws level"),
    say("Against today's price"),
    say("Price of a point more"),
    say("Nearest tie: distance of the weights"),
)


def write_break_evens(
    book: Book,
    content: ReportContent,
    sources: Sources,
    scores: Mapping[int, ScoreCells],
    footer: Text,
) -> None:
    """Write the sheet."""
    grid = book.sheet(say("Break-evens"), say("What would change the recommendation"), _NOTE)
    row = _write_live(grid, 3, content, sources, scores)
    row = _write_stretches(grid, row, content)
    row = _write_ranges(grid, row, content.answer)
    row = _write_ties(grid, row, content.answer, content.nearest_ties)
    _write_bars(grid, row, content)
    grid.widths(40, 24, 24, 20, 22, 22, 18)
    grid.finish(footer, (4, 1))


def _write_live(
    grid: Grid,
    row: int,
    content: ReportContent,
    sources: Sources,
    scores: Mapping[int, ScoreCells],
) -> int:
    currency = content.answer.currency
    grid.head(row, _LIVE, lines=3)
    for at, option in enumerate(content.answer.options, start=row + 1):
        cells, response = scores[option.option.id], sources.response[option.option.id]
        grid.put(at, 0, option.option.name, Kind.STRONG)
        visits = option.capacity_visits_per_month
        _refer(grid, (at, 1), response.visits, visits, "#,##0")
        level, price = cells.column.values["break_even"], cells.column.values["price"]
        _refer(grid, (at, 2), cells.ref("break_even"), level, money(currency))
        both = f"AND(ISNUMBER({cells.ref('break_even')}),N({cells.ref('price')})>0)"
        change: float | str = ""
        if isinstance(level, int | float) and isinstance(price, int | float) and price:
            change = level / price - 1
        share = f'=IF({both},{cells.ref("break_even")}/{cells.ref("price")}-1,"")'
        grid.put(at, 3, Live(share, change), Kind.RESULT, "+0.0%;-0.0%")
        per_point, distance = cells.column.values["per_point"], cells.column.values["distance"]
        _refer(grid, (at, 4), cells.ref("per_point"), per_point, money(currency, 2))
        _refer(grid, (at, 5), cells.ref("distance"), distance, "0.0000")
    return row + len(content.answer.options) + 2


def _refer(
    grid: Grid, place: tuple[int, int], cell: str, value: float | str | None, form: str
) -> None:
    live = Live(f'=IF({cell}="","",{cell})', "" if value is None else value)
    grid.put(*place, live, Kind.RESULT, form)


def _write_stretches(grid: Grid, row: int, content: ReportContent) -> int:
    """Write who is recommended as load and target change, all else as it is."""
    if content.map is None:
        return row
    cuts = content.map.cuts
    blocks: tuple[tuple[Said, tuple[Stretch, ...], Callable[[float], float], str], ...] = (
        (say("Visits per month"), cuts.visits_per_month, shown_visits, "#,##0"),
        (say("Target response time, ms"), cuts.response_time_s, shown_ms, "0.0##"),
    )
    for title, stretches, shown, form in blocks:
        grid.put(row, 0, say("Recommended over: {what} (values)", what=title), Kind.SECTION)
        grid.head(
            row + 1,
            (say("Recommended"), say("From"), say("To"), say("One more test could change it")),
        )
        row += 2
        for stretch in stretches:
            name: Text = say("none passes")
            if stretch.winner is not None:
                name = content.answer.options[stretch.winner].option.name
            grid.put(row, 0, name)
            grid.put(row, 1, shown(stretch.start), Kind.PLAIN, form)
            grid.put(row, 2, shown(stretch.end), Kind.PLAIN, form)
            grid.put(row, 3, code(YES) if stretch.undecided else "", Kind.PLAIN)
            row += 1
        row += 1
    return row


def _write_ranges(grid: Grid, row: int, answer: Answer) -> int:
    if not answer.weight_ranges:
        return row
    grid.put(row, 0, say("Weights that leave it as it is (values)"), Kind.SECTION)
    grid.head(row + 1, (say("Criterion"), say("From"), say("To"), say("Today")))
    weights = dict(answer.weights)
    for at, (criterion, low, high) in enumerate(answer.weight_ranges, start=row + 2):
        grid.put(at, 0, LABELS[criterion][0])
        least, most = rounded_inwards(low, high, weights[criterion])
        for column, value in enumerate((least / 100, most / 100, weights[criterion]), start=1):
            grid.put(at, column, value, Kind.PLAIN, "0.0##%")
    return row + len(answer.weight_ranges) + 3


def _write_ties(grid: Grid, row: int, answer: Answer, ties: Sequence[NearestTie]) -> int:
    """Write the nearest ties as the app found them, also where the formula does not reach."""
    if not ties:
        return row
    criteria = [setting.criterion for setting in answer.settings]
    grid.put(row, 0, say("Nearest weights at which a rival ties (values)"), Kind.SECTION)
    grid.head(row + 1, (say("Rival"), say("Distance"), *(LABELS[c][0] for c in criteria)))
    for at, tie in enumerate(ties, start=row + 2):
        grid.put(at, 0, tie.rival)
        distance: Value = say("no weights") if tie.distance is None else tie.distance
        grid.put(at, 1, distance, Kind.PLAIN, "0.0000")
        weights = dict(tie.weights or ())
        for column, criterion in enumerate(criteria, start=2):
            grid.put(at, column, weights.get(criterion), Kind.PLAIN, "0.0%")
    return row + len(ties) + 3


def _write_bars(grid: Grid, row: int, content: ReportContent) -> None:
    if not content.lead_bars:
        return
    grid.put(row, 0, say("How each input moves the lead (values)"), Kind.SECTION)
    titles = (
        say("Input"),
        say("Low end"),
        say("High end"),
        say("Lead there, points"),
        say("and there, points"),
        say("Another is first from"),
    )
    grid.head(row + 1, titles, text_columns=3)
    for at, bar in enumerate(content.lead_bars, start=row + 2):
        for column, said in enumerate((bar.what, bar.low, bar.high)):
            grid.put(at, column, said)
        grid.put(at, 3, bar.lead_at_low, Kind.PLAIN, "+0.0;-0.0;0.0")
        grid.put(at, 4, bar.lead_at_high, Kind.PLAIN, "+0.0;-0.0;0.0")
        grid.put(at, 5, bar.flip or "", Kind.PLAIN)

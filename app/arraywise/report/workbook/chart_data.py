"""What the charts draw, by formulas over the other sheets, so that they follow every input."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.decision import PASSES
from arraywise.domain.price_words import PRESENT_MAINTENANCE
from arraywise.domain.pricing import ZERO
from arraywise.domain.said import say
from arraywise.report.workbook.codes import OPEN
from arraywise.report.workbook.criteria import LABELS
from arraywise.report.workbook.grid import Kind, Live, absolute, cell_text, money

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.options import Option
    from arraywise.report.content import PricedSheet, ReportContent
    from arraywise.report.workbook.grid import Book, Grid, Text
    from arraywise.report.workbook.levels import LevelCells
    from arraywise.report.workbook.option_scores import Sources
    from arraywise.report.workbook.price_totals import PriceCells
    from arraywise.report.workbook.scoring import ScoreCells

NAME = say("Chart data")
NOT_DRAWN = "#N/A"
_LONGEST_NAME = 40
MAINTENANCE, DISCOUNTS = "Maintenance, 36 months", "Discounts on the whole"
OTHER = "Without a category"
_OURS = {
    MAINTENANCE: say("Maintenance, 36 months"),
    DISCOUNTS: say("Discounts on the whole"),
    OTHER: say("Without a category"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One series of a chart: references to its name, its x or categories, and its y."""

    name: str
    x: str
    y: str
    option: Option | None = None


@dataclass(frozen=True, slots=True)
class ChartData:
    """The series of all charts."""

    levels: tuple[Line, ...] = ()
    target: Line | None = None
    demand: Line | None = None
    prices: tuple[Line, ...] = ()
    parts: tuple[Line, ...] = ()
    options: tuple[Line, ...] = ()
    """Price against score apart from price."""
    frontier: Line | None = None
    discounts: str = ""
    """Name of the series of `prices` that stands below nothing, if there is one."""


class DataSheet:
    """The sheet while it is written, block below block."""

    def __init__(self, book: Book, content: ReportContent) -> None:
        note = say("Formulas over the other sheets; #N/A: not drawn.")
        self.grid: Grid = book.sheet(NAME, say("What the charts draw"), note)
        self.content = content
        self.row = 3

    def head(self, title: Text, names: Sequence[Text]) -> int:
        """Begin a block and return its first row."""
        self.grid.put(self.row, 0, title, Kind.SECTION)
        self.grid.head(self.row + 1, names)
        return self.row + 2

    def column(self, column: int, first: int, last: int) -> str:
        """Return a column of the present block."""
        return f"={self.grid.area((first, column), (last, column))}"

    def name(self, row: int, column: int) -> str:
        """Return the reference to a name."""
        return f"={self.grid.ref(row, column)}"


def write_chart_data(
    book: Book,
    content: ReportContent,
    sources: Sources,
    scores: Mapping[int, ScoreCells],
    levels: Mapping[int, LevelCells],
    footer: Text,
) -> ChartData:
    """Write the sheet and return the series."""
    sheet = DataSheet(book, content)
    drawn = _write_levels(sheet, levels)
    target, demand = _write_lines(sheet) if drawn else (None, None)
    parts = _write_parts(sheet, scores) if scores else ()
    prices = _write_prices(sheet, sources.prices) if sources.prices else ()
    options, frontier = _write_plane(sheet, sources, scores) if sources.prices else ((), None)
    sheet.grid.widths(34, *[22] * 12)
    sheet.grid.finish(footer, (3, 1))
    off = any(cells.block.discounts for cells in sources.prices.values())
    below = prices[-1].name if prices and off else ""
    return ChartData(drawn, target, demand, prices, parts, options, frontier, below)


def _write_levels(sheet: DataSheet, levels: Mapping[int, LevelCells]) -> tuple[Line, ...]:
    grid, lines = sheet.grid, []
    title = say("Measured levels up to the highest rate; those past it stand on Performance")
    row = sheet.head(title, (say("Option"), say("Rate, 1/s"), say("Response time, s")))
    for option in sheet.content.answer.options:
        cells, first = levels.get(option.option.id), row
        if cells is None:
            continue
        for rate, milliseconds, level in cells.figures:
            if level.past_knee:
                continue
            point = level.response_s.point or 0.0
            grid.put(row, 0, short(option.option.name))
            grid.put(row, 1, Live(f"={rate}", level.rate_tps.point or 0.0), Kind.COMPUTED, "0.0")
            grid.put(row, 2, Live(f"={milliseconds}/1000", point), Kind.COMPUTED, "0.0000")
            row += 1
        if row == first:
            continue
        areas = (sheet.column(1, first, row - 1), sheet.column(2, first, row - 1))
        lines.append(Line(sheet.name(first, 0), *areas, option.option))
    sheet.row = row + 1
    return tuple(lines)


def _write_lines(sheet: DataSheet) -> tuple[Line, Line]:
    """Write target and demand as lines across the chart."""
    grid, answer = sheet.grid, sheet.content.answer
    levels = (level for o in answer.options for level in o.levels)
    rates = [level.rate_tps.point or 0.0 for level in levels if not level.past_knee]
    first_level = 5
    area = f"{absolute(first_level, 1)}:{absolute(sheet.row - 2, 1)}"
    row = sheet.head(
        say("Target and demand"), (say("Line"), say("Rate, 1/s"), say("Response time, s"))
    )
    demand, target = answer.demand_tps, answer.requirement.response_time_s
    reach = max(*rates, demand) if rates else demand
    points = (
        (say("Target"), Live("=0", 0.0), Live("=Target_s", target)),
        (say("Target"), Live(f"=MAX({area},Demand_tps)", reach), Live("=Target_s", target)),
        (say("Demand"), Live("=Demand_tps", demand), Live("=0", 0.0)),
        (say("Demand"), Live("=Demand_tps", demand), Live("=2*Target_s", 2 * target)),
    )
    for at, (name, x, y) in enumerate(points, start=row):
        grid.put(at, 0, name)
        grid.put(at, 1, x, Kind.COMPUTED, "0.0")
        grid.put(at, 2, y, Kind.COMPUTED, "0.0000")
    sheet.row = row + len(points) + 1
    lines = [
        Line(sheet.name(at, 0), sheet.column(1, at, at + 1), sheet.column(2, at, at + 1))
        for at in (row, row + 2)
    ]
    return lines[0], lines[1]


def _write_parts(sheet: DataSheet, scores: Mapping[int, ScoreCells]) -> tuple[Line, ...]:
    """Write what each criterion contributes to the score; nothing where an option fails."""
    grid, answer = sheet.grid, sheet.content.answer
    criteria = [setting.criterion for setting in answer.settings]
    titles = (say("Contributions, points"), *(LABELS[c][0] for c in criteria))
    row = sheet.head(say("Score"), titles)
    last = row + len(answer.options) - 1
    for at, option in enumerate(answer.options, start=row):
        cells, passes = scores[option.option.id], option.status in PASSES
        name = grid.put(at, len(criteria) + 1, short(option.option.name), Kind.NOTE)
        grid.put(at, 0, _labelled(grid.book, option, cells, name), Kind.TEXT)
        for column, criterion in enumerate(criteria, start=1):
            key = f"part_{criterion.name}"
            value = cells.column.value(key) if passes else 0.0
            live = Live(f"=IF({cells.ref('passes')}=1,{cells.ref(key)},0)", value)
            grid.put(at, column, live, Kind.COMPUTED, "0.00")
    sheet.row = last + 2
    names = sheet.column(0, row, last)
    return tuple(
        Line(sheet.name(row - 1, column), names, sheet.column(column, row, last))
        for column in range(1, len(criteria) + 1)
    )


def short(name: str) -> str:
    """Return a name that a legend has room for."""
    plain = cell_text(name)
    return plain if len(plain) <= _LONGEST_NAME else f"{plain[: _LONGEST_NAME - 1]}…"


def _labelled(book: Book, option: OptionAnswer, cells: ScoreCells, cell: str) -> Live:
    """Return the option's name, with its status where it does not pass."""
    name, status = short(option.option.name), cells.ref("status")
    value = name if option.status in PASSES else f"{name}: {book.result(option.status.value)}"
    return Live(f'={cell}&IF({cells.ref("passes")}=1,"",": "&{status})', value)


def _write_prices(sheet: DataSheet, prices: Mapping[int, PriceCells]) -> tuple[Line, ...]:
    grid, currency = sheet.grid, sheet.content.answer.currency
    options = [o for o in sheet.content.answer.options if o.option.id in prices]
    known = [prices[o.option.id].block for o in options]
    groups = list(dict.fromkeys(name for block in known for name, _ in block.categories))
    other = any(not p.line.category for block in known for p in block.sheet.lines)
    off = any(block.discounts for block in known)
    names = [*groups, *[OTHER] * other, MAINTENANCE, *[DISCOUNTS] * off]
    is_discounted = sheet.content.answer.discount_rate is not None
    ours = _OURS | ({MAINTENANCE: PRESENT_MAINTENANCE} if is_discounted else {})
    titles: list[Text] = [ours.get(name, short(name)) for name in names]
    row = sheet.head(
        say("Price by group"), (say("36 months, {currency}", currency=currency), *titles)
    )
    last = row + len(options) - 1
    for at, option in enumerate(options, start=row):
        cells = prices[option.option.id]
        grid.put(at, 0, short(option.option.name))
        for column, (formula, value) in enumerate(_shares(cells, names), start=1):
            complete = f'AND(ISNUMBER({cells.rate}),{cells.block.unrounded}<>"{OPEN}")'
            live = Live(f"=IF({complete},({formula})*{cells.rate},0)", value)
            grid.put(at, column, live, Kind.COMPUTED, money(currency))
    sheet.row = last + 2
    options_area = sheet.column(0, row, last)
    return tuple(
        Line(sheet.name(row - 1, column), options_area, sheet.column(column, row, last))
        for column in range(1, len(names) + 1)
    )


def _shares(cells: PriceCells, names: Sequence[str]) -> list[tuple[str, float]]:
    """Return the formula of each group in the sheet's currency, and its value in the study's."""
    block, sheet = cells.block, cells.block.sheet
    rate = cells.rate_value
    own = dict(block.categories)
    listed = "+".join(f"N({cell})" for cell in own.values()) or "0"
    upkeep = float(sum((p.maintenance for p in sheet.lines), ZERO))
    off = -float(sum((d.purchase + d.maintenance for d in sheet.discounts), ZERO))
    special = {
        OTHER: (f"{block.purchase}-({listed})", _purchase(sheet, "") * rate),
        MAINTENANCE: (block.maintenance, upkeep * rate),
        DISCOUNTS: (block.discounts or "0", off * rate),
    }
    groups = {name: (f"N({cell})", _purchase(sheet, name) * rate) for name, cell in own.items()}
    return [(special | groups).get(name, ("0", 0.0)) for name in names]


def _purchase(sheet: PricedSheet, category: str) -> float:
    return float(sum((p.purchase for p in sheet.lines if p.line.category == category), ZERO))


def _write_plane(
    sheet: DataSheet, sources: Sources, scores: Mapping[int, ScoreCells]
) -> tuple[tuple[Line, ...], Line]:
    grid, currency = sheet.grid, sources.answer.currency
    options = [o for o in sources.answer.options if o.option.id in sources.prices]
    row = sheet.head(
        say("Price and score"),
        (
            say("Option"),
            say("Price, {currency}", currency=currency),
            say("Score apart from price"),
            say("Price, efficient ones"),
        ),
    )
    lines, last = [], row + len(options) - 1
    for at, option in enumerate(options, start=row):
        cells = scores[option.option.id]
        price, shown = option.price, option.status in PASSES and option.price is not None
        total = float(price.total) if price is not None else 0.0
        grid.put(at, 0, short(option.option.name))
        known = f"AND({cells.ref('passes')}=1,ISNUMBER({cells.ref('price')}))"
        x = Live(f"=IF({known},{cells.ref('price')},NA())", total if shown else NOT_DRAWN)
        grid.put(at, 1, x, Kind.COMPUTED, money(currency))
        apart = cells.column.value("apart")
        y = Live(f"=IF({known},{cells.ref('apart')},NA())", apart if shown else NOT_DRAWN)
        grid.put(at, 2, y, Kind.COMPUTED, "0.00")
        best = Live(
            f'=IF({cells.ref("efficient")}=1,{cells.ref("price")},"")',
            total if option.on_frontier else "",
        )
        grid.put(at, 3, best, Kind.COMPUTED, money(currency))
        lines.append(
            Line(
                sheet.name(at, 0), sheet.column(1, at, at), sheet.column(2, at, at), option.option
            )
        )
    sheet.row = last + 2
    return tuple(lines), _write_frontier(sheet, options, scores, (row, last))


def _write_frontier(
    sheet: DataSheet,
    options: Sequence[OptionAnswer],
    scores: Mapping[int, ScoreCells],
    rows: tuple[int, int],
) -> Line:
    """Write the efficient options by price; the last one stands for those that there are not."""
    grid, currency = sheet.grid, sheet.content.answer.currency
    prices, apart = (f"{absolute(rows[0], c)}:{absolute(rows[1], c)}" for c in (3, 2))
    row = sheet.head(
        say("Frontier"),
        ("", say("Price, {currency}", currency=currency), say("Score apart from price")),
    )
    found = sorted(
        (float(o.price.total), scores[o.option.id].column.value("apart"))
        for o in options
        if o.on_frontier and o.price is not None
    )
    last = row + len(options) - 1
    for number, at in enumerate(range(row, last + 1), start=1):
        grid.put(at, 0, say("Frontier"))
        place = f"SMALL({prices},MIN({number},COUNT({prices})))"
        price, merit = found[min(number, len(found)) - 1] if found else (NOT_DRAWN, NOT_DRAWN)
        x = Live(f"=IF(COUNT({prices})>0,{place},NA())", price)
        grid.put(at, 1, x, Kind.COMPUTED, money(currency))
        # The first of two at one price: both are as good then.
        y = Live(f"=INDEX({apart},MATCH({absolute(at, 1)},{prices},0))", merit)
        grid.put(at, 2, y, Kind.COMPUTED, "0.00")
    sheet.row = last + 2
    return Line(sheet.name(row, 0), sheet.column(1, row, last), sheet.column(2, row, last))

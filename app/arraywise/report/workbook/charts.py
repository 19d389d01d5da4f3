"""Charts of the workbook that follow its cells."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from arraywise.domain.cells import FormulaText
from arraywise.domain.messages import message
from arraywise.present.labels import PRESENT_MAINTENANCE, named_price
from arraywise.report.workbook.cells import OPEN, CellRole, absolute, cell_text, money
from arraywise.report.workbook.criteria import label_of
from arraywise.shipped import option_looks, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from xlsxwriter.chart import Chart

    from arraywise.domain.options import Option
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.cells import SheetWriter, Text, WorkbookWriter
    from arraywise.report.workbook.curves import CurveAreas, LevelCells
    from arraywise.report.workbook.prices import PriceCells
    from arraywise.report.workbook.score_steps import SourceCells
    from arraywise.report.workbook.scoring_sheet import ScoreCells, ScoreCellsByOption

_SIZE = {"width": 640, "height": 400}
_PLACES = ((3, 0), (3, 10), (24, 0), (24, 10))
_MARKERS = {
    "circle": "circle",
    "square": "square",
    "triangle-up": "triangle",
    "diamond": "diamond",
    "pentagon": "star",
    "triangle-down": "x",
    "star": "plus",
    "cross": "long_dash",
}
_DASHES = {
    "solid": "solid",
    "8 3": "dash",
    "8 3 2 3": "dash_dot",
    "4 3": "square_dot",
    "2 2": "round_dot",
    "10 4": "long_dash",
    "6 2 2 2": "long_dash_dot_dot",
}
_LEGEND: dict[str, object] = {"position": "bottom", "font": {"size": 9}}
_SCATTER = {"type": "scatter", "subtype": "straight"}
_FILLED = {"circle", "square", "triangle", "diamond"}


class Charts:
    """Draws one chart after the other onto the sheet."""

    def __init__(self, book: WorkbookWriter, grid: SheetWriter, content: ReportContent) -> None:
        self._book = book
        self._grid = grid
        self._content = content
        self._ink: dict[str, str] = tokens()["themes"]["light"]["colours"]
        self._options = option_looks("light")
        self._places: Iterator[tuple[int, int]] = iter(_PLACES)

    def place(self, chart: Chart, told: Text) -> None:
        """Put a chart into the next free place, with words for who does not see it."""
        chart.set_size(_SIZE)
        chart.set_chartarea({"border": {"color": self._ink["border"]}})
        row, column = next(self._places)
        options = {"description": self._book.localise(told), "object_position": 2}
        self._grid.worksheet.insert_chart(row, column, chart, options)

    def _new(self, kind: dict[str, str], title: Text) -> Chart:
        chart: Chart = self._book.workbook.add_chart(kind)
        chart.set_title(
            {
                "name": self._book.localise(title),
                "name_font": {"size": 12, "color": self._ink["text"]},
            }
        )
        chart.set_legend(_LEGEND)
        return chart

    def _axis(self, name: Text, form: str, **more: object) -> dict[str, object]:
        grey = {"color": self._ink["border"]}
        return {
            "name": self._book.localise(name),
            "name_font": {"size": 9, "bold": False, "color": self._ink["text2"]},
            "num_font": {"size": 9, "color": self._ink["text2"]},
            "num_format": self._book.of_locale(form),
            "line": grey,
            "major_gridlines": {"visible": True, "line": {"color": self._ink["hair"]}},
            **more,
        }

    def _look(self, line: ChartLine) -> dict[str, str]:
        return self._options[line.position % len(self._options)]

    def _marker(self, look: dict[str, str], size: int) -> dict[str, Any]:
        kind = _MARKERS[look["marker"]]
        fill = {"color": look["line"]} if kind in _FILLED else {"none": True}
        return {"type": kind, "size": size, "fill": fill, "border": {"color": look["line"]}}

    def response(
        self,
        levels: Sequence[ChartLine],
        rules: tuple[ChartLine, ChartLine],
        areas: Mapping[int, CurveAreas],
    ) -> Chart:
        """Build the chart of levels and curves, with target and demand as lines across."""
        chart = self._new(_SCATTER, message("Response time against load"))
        drawn = [line for line in levels if line.option_id in areas]
        for line in drawn:  # the middle of the band as it was computed from the levels
            look, cells = self._look(line), areas[line.option_id]
            pen = {"color": look["line"], "width": 1.75, "dash_type": _DASHES[look["dash"]]}
            curve = replace(line, x=f"={cells.rates}", y=f"={cells.middle}")
            chart.add_series(_series(curve, line=pen, marker={"type": "none"}))
        self._add_markers(chart, levels, 7)
        for rule, ink, dash in zip(
            rules, ("fail", "text2"), ("dash", "long_dash_dot"), strict=True
        ):
            pen = {"color": self._ink[ink], "width": 1.5, "dash_type": dash}
            chart.add_series(_series(rule, line=pen, marker={"type": "none"}))
        chart.set_legend(_LEGEND | {"delete_series": list(range(len(drawn)))})
        chart.set_x_axis(self._axis(message("Transactions per second"), "0", min=0))
        chart.set_y_axis(self._axis(message("Response time, s"), "0.00", min=0))
        return chart

    def _add_markers(self, chart: Chart, lines: Sequence[ChartLine], size: int) -> None:
        for line in lines:
            marker = self._marker(self._look(line), size)
            chart.add_series(_series(line, marker=marker, line={"none": True}))

    def stacked(
        self, lines: Sequence[ChartLine], title: Text, unit: Text, *, from_zero: bool = True
    ) -> Chart:
        """Build a chart of stacked bars, a part for each line."""
        chart = self._new({"type": "bar", "subtype": "stacked"}, title)
        for number, line in enumerate(lines):
            fill = {"color": self._shade(number, len(lines))}
            border = {"color": self._ink["page"], "width": 0.75}
            chart.add_series(_series(line, fill=fill, border=border, gap=60))
        # XlsxWriter calls the horizontal axis x, also where bars lie.
        # Bars begin at nothing; where discounts stand below it the axis holds it anyway.
        chart.set_x_axis(self._axis(unit, "#,##0", **({"min": 0} if from_zero else {})))
        chart.set_y_axis(
            self._axis("", "General", reverse=True, label_position="low", crossing="max")
        )
        return chart

    def _shade(self, number: int, count: int) -> str:
        """Return a shade between the accent and the page: distinguished in grey print too."""
        share = 0.85 * number / max(1, count - 1)
        dark, light = self._ink["accent"], self._ink["page"]
        parts = (
            round(int(dark[i : i + 2], 16) * (1 - share) + int(light[i : i + 2], 16) * share)
            for i in (1, 3, 5)
        )
        return "#" + "".join(f"{part:02X}" for part in parts)

    def plane(self, options: Sequence[ChartLine], frontier: ChartLine) -> Chart:
        """Build the chart of price against score, with the frontier."""
        chart = self._new(_SCATTER, message("Price against score"))
        pen = {"color": self._ink["border_strong"], "width": 1.5, "dash_type": "dash"}
        chart.add_series(_series(frontier, line=pen, marker={"type": "none"}))
        self._add_markers(chart, options, 9)
        answer = self._content.answer
        price = named_price(answer.discount_rate, answer.currency)
        chart.set_x_axis(self._axis(price, "#,##0"))
        chart.set_y_axis(self._axis(message("Score apart from price, points"), "0"))
        return chart


def _series(drawn: ChartLine, /, **look: object) -> dict[str, object]:
    return {"name": drawn.name, "categories": drawn.x, "values": drawn.y, **look}


def start_charts(book: WorkbookWriter) -> SheetWriter:
    """Start the sheet, so that it is near the front."""
    note = message("Charts show the cells of Chart data and Curves.")
    grid = book.sheet(message("Charts"), message("Charts"), note)
    grid.put(2, 0, "", CellRole.TEXT)
    return grid


NAME = message("Chart data")
_LONGEST_NAME = 40
MAINTENANCE, DISCOUNTS = "Maintenance, 36 months", "Discounts on the whole"
OTHER = "Without a category"
_OURS = {
    MAINTENANCE: message("Maintenance, 36 months"),
    DISCOUNTS: message("Discounts on the whole"),
    OTHER: message("Without a category"),
}


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One series of a chart: references to its name, its x or categories, and its y."""

    name: str
    x: str
    y: str
    option_id: int = -1
    position: int = 0
    """Of the option, which gives its look."""


class DataSheet:
    """The sheet while it is written, block below block."""

    def __init__(self, book: WorkbookWriter, content: ReportContent) -> None:
        note = message("Formulas over the other sheets; #N/A: not drawn.")
        self.grid: SheetWriter = book.sheet(NAME, message("Chart contents"), note)
        self.content = content
        self.row = 3

    def head(self, title: Text, names: Sequence[Text]) -> int:
        """Begin a block and return its first row."""
        self.grid.put(self.row, 0, title, CellRole.SECTION)
        self.grid.head(self.row + 1, names)
        return self.row + 2

    def _column(self, column: int, first: int, last: int) -> str:
        return f"={self.grid.area((first, column), (last, column))}"

    def line(self, first: int, last: int, option: Option | None = None) -> ChartLine:
        """Return the series of some rows: name, x and y side by side."""
        name, x, y = (self._column(column, first, last) for column in range(3))
        name = f"={self.grid.ref(first, 0)}"
        return ChartLine(name, x, y, *((option.id, option.position) if option else ()))

    def stack(self, first: int, last: int, count: int) -> list[ChartLine]:
        """Return a series for each of so many columns, named by their heads, over the names."""
        names = self._column(0, first, last)
        return [
            ChartLine(f"={self.grid.ref(first - 1, at)}", names, self._column(at, first, last))
            for at in range(1, count + 1)
        ]


def write_charts(
    grid: SheetWriter,
    content: ReportContent,
    sources: SourceCells,
    scores: ScoreCellsByOption,
    levels: Mapping[int, Sequence[LevelCells]],
    areas: Mapping[int, CurveAreas],
) -> None:
    """Write what charts show onto a sheet of its own, and draw them on theirs."""
    answer, charts = content.answer, Charts(grid.book, grid, content)
    sheet = DataSheet(grid.book, content)
    if drawn := _write_levels(sheet, levels):
        chart = charts.response(drawn, _write_lines(sheet), areas)
        charts.place(chart, message("Response time against load"))
    if scores and (parts := _write_parts(sheet, scores)):
        chart = charts.stacked(parts, message("Score by criterion"), message("Points"))
        charts.place(chart, message("Scores"))
    if sources.prices:
        prices, title = (
            _write_prices(sheet, sources.prices),
            named_price(answer.discount_rate, answer.currency),
        )
        off = any(cells.block.discounts for cells in sources.prices.values())
        charts.place(charts.stacked(prices, title, answer.currency, from_zero=not off), title)
        chart = charts.plane(*_write_plane(sheet, sources, scores))
        charts.place(chart, message("Price against score, with the frontier"))
    sheet.grid.widths(34, *[22] * 12)
    sheet.grid.finish((3, 1))
    grid.finish()


def _write_levels(sheet: DataSheet, levels: Mapping[int, Sequence[LevelCells]]) -> list[ChartLine]:
    grid, lines = sheet.grid, []
    title = message("Measured levels up to the highest rate; others are on Performance")
    row = sheet.head(title, (message("Option"), message("Rate, 1/s"), message("Response time, s")))
    for option in sheet.content.answer.options:
        first = row
        for rate, milliseconds, level in levels.get(option.option.id, ()):
            if level.past_knee:
                continue
            grid.put(row, 0, short(option.option.name))
            grid.put(row, 1, FormulaText(f"={rate}"), form="0.0")
            grid.put(row, 2, FormulaText(f"={milliseconds}/1000"), form="0.0000")
            row += 1
        if row > first:
            lines.append(sheet.line(first, row - 1, option.option))
    sheet.row = row + 1
    return lines


def _write_lines(sheet: DataSheet) -> tuple[ChartLine, ChartLine]:
    """Write target and demand as lines across the chart."""
    grid, answer = sheet.grid, sheet.content.answer
    area = f"{absolute(5, 1)}:{absolute(sheet.row - 2, 1)}"  # of the levels, from row 5 on
    titles = (message("Line"), message("Rate, 1/s"), message("Response time, s"))
    row = sheet.head(message("Target and demand"), titles)
    at_target = "0" if math.isinf(answer.requirement.target_s) else "Target_s"
    points = (
        (message("Target"), FormulaText("=0"), FormulaText(f"={at_target}")),
        (
            message("Target"),
            FormulaText(f"=MAX({area},Demand_tps)"),
            FormulaText(f"={at_target}"),
        ),
        (message("Demand"), FormulaText("=Demand_tps"), FormulaText("=0")),
        (
            message("Demand"),
            FormulaText("=Demand_tps"),
            FormulaText(f"=2*{at_target}"),
        ),
    )
    for at, (name, x, y) in enumerate(points, start=row):
        grid.put(at, 0, name)
        grid.put(at, 1, x, form="0.0")
        grid.put(at, 2, y, form="0.0000")
    sheet.row = row + len(points) + 1
    return sheet.line(row, row + 1), sheet.line(row + 2, row + 3)


def _write_parts(sheet: DataSheet, scores: ScoreCellsByOption) -> list[ChartLine]:
    """Write what each criterion contributes to the score; nothing where an option fails."""
    grid, answer = sheet.grid, sheet.content.answer
    criteria = [setting.criterion for setting in answer.settings]
    titles = (message("Contributions, points"), *(label_of(c)[0] for c in criteria))
    row = sheet.head(message("Score"), titles)
    last = row + len(answer.options) - 1
    for at, option in enumerate(answer.options, start=row):
        cells = scores[option.option.id]
        name = grid.put(at, len(criteria) + 1, short(option.option.name), CellRole.NOTE)
        grid.put(at, 0, _labelled(cells, name), CellRole.TEXT)
        for column, criterion in enumerate(criteria, start=1):
            key = f"part_{criterion.name}"
            live = FormulaText(f"=IF({cells.ref('passes')}=1,{cells.ref(key)},0)")
            grid.put(at, column, live, form="0.00")
    sheet.row = last + 2
    return sheet.stack(row, last, len(criteria))


def short(name: str) -> str:
    """Return a name that a legend has room for."""
    plain = cell_text(name)
    return plain if len(plain) <= _LONGEST_NAME else f"{plain[: _LONGEST_NAME - 1]}…"


def _labelled(cells: ScoreCells, name: str) -> FormulaText:
    """Return the option's name, with its status where it does not pass."""
    return FormulaText(f'={name}&IF({cells.ref("passes")}=1,"",": "&{cells.ref("status")})')


def _write_prices(sheet: DataSheet, prices: Mapping[int, PriceCells]) -> list[ChartLine]:
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
        message("Price by group"), (message("36 months, {currency}", currency=currency), *titles)
    )
    last = row + len(options) - 1
    for at, option in enumerate(options, start=row):
        cells = prices[option.option.id]
        grid.put(at, 0, short(option.option.name))
        for column, formula in enumerate(_shares(cells, names), start=1):
            complete = f'AND(ISNUMBER({cells.rate}),{cells.block.unrounded}<>"{OPEN}")'
            live = FormulaText(f"=IF({complete},({formula})*{cells.rate},0)")
            grid.put(at, column, live, form=money(currency))
    sheet.row = last + 2
    return sheet.stack(row, last, len(names))


def _shares(cells: PriceCells, names: Sequence[str]) -> list[str]:
    """Return the formula of each group, in the sheet's currency."""
    block = cells.block
    groups = {name: f"N({cell})" for name, cell in block.categories}
    listed = "+".join(groups.values()) or "0"
    special = {
        OTHER: f"{block.purchase}-({listed})",
        MAINTENANCE: block.maintenance,
        DISCOUNTS: block.discounts or "0",
    }
    return [(special | groups).get(name, "0") for name in names]


def _write_plane(
    sheet: DataSheet, sources: SourceCells, scores: ScoreCellsByOption
) -> tuple[list[ChartLine], ChartLine]:
    grid, currency = sheet.grid, sources.answer.currency
    options = [o for o in sources.answer.options if o.option.id in sources.prices]
    row = sheet.head(
        message("Price and score"),
        (
            message("Option"),
            message("Price, {currency}", currency=currency),
            message("Score apart from price"),
            message("Price, efficient ones"),
        ),
    )
    lines, last = [], row + len(options) - 1
    for at, option in enumerate(options, start=row):
        cells = scores[option.option.id]
        grid.put(at, 0, short(option.option.name))
        known = f"AND({cells.ref('passes')}=1,ISNUMBER({cells.ref('price')}))"
        x = FormulaText(f"=IF({known},{cells.ref('price')},NA())")
        grid.put(at, 1, x, form=money(currency))
        y = FormulaText(f"=IF({known},{cells.ref('apart')},NA())")
        grid.put(at, 2, y, form="0.00")
        formula = f'=IF({cells.ref("efficient")}=1,{cells.ref("price")},"")'
        best = FormulaText(formula)
        grid.put(at, 3, best, form=money(currency))
        lines.append(sheet.line(at, at, option.option))
    sheet.row = last + 2
    return lines, _write_frontier(sheet, (row, last))


def _write_frontier(sheet: DataSheet, rows: tuple[int, int]) -> ChartLine:
    """Write the efficient options by price; the last one stands for those that there are not."""
    grid, currency = sheet.grid, sheet.content.answer.currency
    prices, apart = (f"{absolute(rows[0], c)}:{absolute(rows[1], c)}" for c in (3, 2))
    row = sheet.head(
        message("Frontier"),
        ("", message("Price, {currency}", currency=currency), message("Score apart from price")),
    )
    last = row + rows[1] - rows[0]
    for number, at in enumerate(range(row, last + 1), start=1):
        grid.put(at, 0, message("Frontier"))
        place = f"SMALL({prices},MIN({number},COUNT({prices})))"
        x = FormulaText(f"=IF(COUNT({prices})>0,{place},NA())")
        grid.put(at, 1, x, form=money(currency))
        # The first of two at one price: both are as good then.
        y = FormulaText(f"=INDEX({apart},MATCH({absolute(at, 1)},{prices},0))")
        grid.put(at, 2, y, form="0.00")
    sheet.row = last + 2
    return sheet.line(row, last)

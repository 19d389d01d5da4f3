"""The workbook's own charts: they draw cells, so they follow every input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arraywise.domain.price_words import named_price
from arraywise.domain.said import say
from arraywise.report.workbook.grid import Kind
from arraywise.shipped import option_looks, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xlsxwriter.chart import Chart

    from arraywise.domain.options import Option
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.chart_data import ChartData, Line
    from arraywise.report.workbook.curves import CurveAreas
    from arraywise.report.workbook.grid import Book, Grid, Text

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
_FILLED = {"circle", "square", "triangle", "diamond"}


class Charts:
    """Draws one chart after the other onto the sheet."""

    def __init__(self, book: Book, grid: Grid, content: ReportContent) -> None:
        self._book = book
        self._grid = grid
        self._content = content
        self._ink: dict[str, str] = tokens()["themes"]["light"]["colours"]
        self._options = option_looks("light")
        self._places: Iterator[tuple[int, int]] = iter(_PLACES)

    def draw(self, data: ChartData, areas: Mapping[int, CurveAreas], footer: Text) -> None:
        """Draw what there is to draw."""
        if data.levels and data.target and data.demand:
            self._place(self._response(data, areas), say("Response time against load"))
        if data.parts:
            self._place(
                self._stacked(data.parts, say("Score by criterion"), say("Points")), say("Scores")
            )
        if data.prices:
            answer = self._content.answer
            title = named_price(answer.discount_rate, answer.currency)
            self._place(self._stacked(data.prices, title, answer.currency, data.discounts), title)
        if data.options and data.frontier:
            self._place(self._plane(data), say("Price against score, with the frontier"))
        self._grid.finish(footer)

    def _place(self, chart: Chart, told: Text) -> None:
        chart.set_size(_SIZE)
        chart.set_chartarea({"border": {"color": self._ink["border"]}})
        row, column = next(self._places)
        options = {"description": self._book.say(told), "object_position": 2}
        self._grid.worksheet.insert_chart(row, column, chart, options)

    def _new(self, kind: dict[str, str], title: Text) -> Chart:
        chart: Chart = self._book.workbook.add_chart(kind)
        chart.set_title(
            {"name": self._book.say(title), "name_font": {"size": 12, "color": self._ink["text"]}}
        )
        chart.set_legend({"position": "bottom", "font": {"size": 9}})
        return chart

    def _axis(self, name: Text, form: str, **more: object) -> dict[str, object]:
        grey = {"color": self._ink["border"]}
        return {
            "name": self._book.say(name),
            "name_font": {"size": 9, "bold": False, "color": self._ink["text2"]},
            "num_font": {"size": 9, "color": self._ink["text2"]},
            "num_format": self._book.of_locale(form),
            "line": grey,
            "major_gridlines": {"visible": True, "line": {"color": self._ink["hair"]}},
            **more,
        }

    def _look(self, option: Option) -> dict[str, str]:
        return self._options[option.position % len(self._options)]

    def _marker(self, look: dict[str, str], size: int) -> dict[str, Any]:
        kind = _MARKERS[look["marker"]]
        fill = {"color": look["line"]} if kind in _FILLED else {"none": True}
        return {"type": kind, "size": size, "fill": fill, "border": {"color": look["line"]}}

    def _response(self, data: ChartData, areas: Mapping[int, CurveAreas]) -> Chart:
        chart = self._new(
            {"type": "scatter", "subtype": "straight"}, say("Response time against load")
        )
        drawn = [line for line in data.levels if line.option and line.option.id in areas]
        for line in drawn:
            self._curve(chart, line, areas)
        for line in data.levels:
            if line.option is not None:
                marker = self._marker(self._look(line.option), 7)
                chart.add_series(_series(line, marker=marker, line={"none": True}))
        for rule, ink, dash in (
            (data.target, "fail", "dash"),
            (data.demand, "text2", "long_dash_dot"),
        ):
            if rule is not None:
                pen = {"color": self._ink[ink], "width": 1.5, "dash_type": dash}
                chart.add_series(_series(rule, line=pen, marker={"type": "none"}))
        hidden = list(range(len(drawn)))
        legend = {"position": "bottom", "font": {"size": 9}, "delete_series": hidden}
        chart.set_legend(legend)
        chart.set_x_axis(self._axis(say("Transactions per second"), "0", min=0))
        chart.set_y_axis(self._axis(say("Response time, s"), "0.00", min=0))
        return chart

    def _curve(self, chart: Chart, line: Line, areas: Mapping[int, CurveAreas]) -> None:
        """Draw the middle of the band as it was worked out from the levels."""
        if line.option is None:
            return
        look, cells = self._look(line.option), areas[line.option.id]
        pen = {"color": look["line"], "width": 1.75, "dash_type": _DASHES[look["dash"]]}
        chart.add_series(
            {
                "name": line.name,
                "categories": f"={cells.rates}",
                "values": f"={cells.middle}",
                "line": pen,
                "marker": {"type": "none"},
            }
        )

    def _stacked(self, lines: tuple[Line, ...], title: Text, unit: Text, less: str = "") -> Chart:
        chart = self._new({"type": "bar", "subtype": "stacked"}, title)
        for number, line in enumerate(lines):
            fill = {"color": self._shade(number, len(lines))}
            border = {"color": self._ink["page"], "width": 0.75}
            chart.add_series(_series(line, fill=fill, border=border, gap=60))
        # XlsxWriter calls the horizontal axis x, also where bars lie.
        # Bars begin at nothing; where discounts stand below it the axis holds it anyway.
        least = {} if any(line.name == less for line in lines) else {"min": 0}
        chart.set_x_axis(self._axis(unit, "#,##0", **least))
        chart.set_y_axis(
            self._axis("", "General", reverse=True, label_position="low", crossing="max")
        )
        return chart

    def _shade(self, number: int, count: int) -> str:
        """Return a shade between the accent and the page: told apart in grey print too."""
        share = 0.85 * number / max(1, count - 1)
        dark, light = self._ink["accent"], self._ink["page"]
        parts = (
            round(int(dark[i : i + 2], 16) * (1 - share) + int(light[i : i + 2], 16) * share)
            for i in (1, 3, 5)
        )
        return "#" + "".join(f"{part:02X}" for part in parts)

    def _plane(self, data: ChartData) -> Chart:
        chart = self._new({"type": "scatter", "subtype": "straight"}, say("Price against score"))
        if data.frontier is not None:
            pen = {"color": self._ink["border_strong"], "width": 1.5, "dash_type": "dash"}
            chart.add_series(_series(data.frontier, line=pen, marker={"type": "none"}))
        for line in data.options:
            if line.option is not None:
                marker = self._marker(self._look(line.option), 9)
                chart.add_series(_series(line, marker=marker, line={"none": True}))
        answer = self._content.answer
        price = named_price(answer.discount_rate, answer.currency)
        chart.set_x_axis(self._axis(price, "#,##0"))
        chart.set_y_axis(self._axis(say("Score apart from price, points"), "0"))
        return chart


def _series(drawn: Line, /, **look: object) -> dict[str, object]:
    return {"name": drawn.name, "categories": drawn.x, "values": drawn.y, **look}


def start_charts(book: Book) -> Grid:
    """Start the sheet, so that it stands near the front."""
    grid = book.sheet(
        say("Charts"), say("Charts"), say("They draw the cells of Chart data and Curves.")
    )
    grid.put(2, 0, "", Kind.TEXT)
    return grid

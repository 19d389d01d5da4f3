"""Names in a chart: beside their lines while they have room there, else in a list below it."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from reportlab.graphics.shapes import Group, String

from arraywise.domain.options import Architecture, Option
from arraywise.present.language import wording
from arraywise.report.charts.plot import MOST_NAMED, TYPE, PaperPlot, width_of
from arraywise.report.pdf.layout import PageLayout
from arraywise.report.pdf.style import colour, look

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reportlab.graphics.shapes import Drawing

LAYOUT = PageLayout(wording("en"), 480.0, frozenset(), colour("accent"))


def drawn(count: int) -> Drawing:
    """Draw as many lines that all end near the same point."""
    plot = PaperPlot(LAYOUT, (0.0, 100.0), (0.0, 300.0), 240.0)
    plot.axes("tx/s", "Response time, ms")
    plot.demand(2.0, "Demand 2 tx/s")
    for i in range(count):
        shown = look(Option(i, f"Variant {i}", Architecture.NAS, i, None))
        plot.line([(0.0, 10.0 + i), (90.0, 280.0 + i)], shown)
        plot.name(f"Variant {i} of the storage", (90.0, 280.0 + i), shown)
    return plot.finish()


def texts(node: Drawing | Group, up: float = 0.0) -> Iterator[tuple[str, float, float]]:
    for each in node.contents:
        if isinstance(each, String):
            yield each.text, each.x, each.y + up
        elif isinstance(each, Group):
            yield from texts(each, up + each.transform[5])


@pytest.mark.parametrize("count", [3, MOST_NAMED, MOST_NAMED + 1, 12])
def test_every_name_is_written_and_none_over_another(count: int) -> None:
    named = [each for each in texts(drawn(count)) if each[0].startswith("Variant")]
    assert len(named) == count
    for (text, x, y), (_, other_x, other_y) in combinations(named, 2):
        wide = width_of(text, strong=True)
        assert abs(x - other_x) >= wide or abs(y - other_y) >= TYPE - 1


def test_a_list_makes_the_drawing_higher() -> None:
    assert drawn(12).height > drawn(3).height


def test_a_low_demand_is_not_written_over_the_title_of_the_axis() -> None:
    result = {text: x for text, x, _ in texts(drawn(3))}
    assert result["Demand 2 tx/s"] >= width_of("Response time, ms")

"""Names in a chart: beside their lines while they have room there, else in a list below it."""

from __future__ import annotations

from itertools import combinations

import pytest

from arraywise.present.charts.plot import MOST_NAMED, Plot, PlotFrame, legend_height
from arraywise.present.charts.scene import Scene, Text
from arraywise.present.language import wording
from arraywise.report.charts.scene_painting import TYPE, paper_medium, width_of
from arraywise.report.pdf.layout import PageLayout
from arraywise.report.pdf.style import colour

LAYOUT = PageLayout(wording("en"), 480.0, frozenset(), colour("accent"))


def drawn(count: int) -> Scene:
    """Draw as many lines that all end near the same point."""
    medium = paper_medium(LAYOUT)
    names = [f"Variant {i} of the storage" for i in range(count)]
    height = 240.0 + legend_height(names, LAYOUT.width, medium)
    plot = Plot(medium, PlotFrame(LAYOUT.width, height), (0.0, 100.0), (0.0, 300.0), names)
    plot.axes("tx/s", "Response time, ms")
    plot.demand(2.0, "Demand 2 tx/s")
    for i, name in enumerate(names):
        plot.line([(0.0, 10.0 + i), (90.0, 280.0 + i)], i)
        plot.name(name, (90.0, 280.0 + i), i)
    return plot.scene()


def texts(scene: Scene) -> list[tuple[str, float, float]]:
    return [(item.text, *item.at) for item in scene.items if isinstance(item, Text)]


@pytest.mark.parametrize("count", [3, MOST_NAMED, MOST_NAMED + 1, 12])
def test_every_name_is_written_and_none_over_another(count: int) -> None:
    named = [each for each in texts(drawn(count)) if each[0].startswith("Variant")]
    assert len(named) == count
    for (text, x, y), (_, other_x, other_y) in combinations(named, 2):
        wide = width_of(text, bold=True)
        assert abs(x - other_x) >= wide or abs(y - other_y) >= TYPE - 1


def test_a_list_makes_the_drawing_higher() -> None:
    assert drawn(12).height > drawn(3).height


def test_a_low_demand_is_not_written_over_the_title_of_the_axis() -> None:
    result = {text: x for text, x, _ in texts(drawn(3))}
    assert result["Demand 2 tx/s"] >= width_of("Response time, ms")

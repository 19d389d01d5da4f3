"""Names in charts stand where they cover nothing: no point, no line, no other words."""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRectF

from arraywise.domain.options import Architecture, Option
from arraywise.gui.charts.host_plot import LabelSpace, find_name_position
from arraywise.gui.charts.plots import CurvePlot, PlottedCurve, Point
from arraywise.store.reading.samples import Track
from tests.gui.elided import build_layout

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pytestqt.qtbot import QtBot


def option(number: int, name: str) -> Option:
    return Option(number, name, Architecture.NAS, number, shared_storage=True)


def curve(number: int, name: str, places: Sequence[tuple[float, float]]) -> PlottedCurve:
    points = tuple(Point(x, y, None, None, counts=True, message="") for x, y in places)
    return PlottedCurve(option(number, name), points)


def test_a_name_at_the_end_of_a_curve_covers_no_point_of_another(qtbot: QtBot) -> None:
    plot = CurvePlot("Latency")
    qtbot.addWidget(plot)
    plot.resize(600, 300)
    plot.show()
    long = curve(1, "Long", [(x, 4.0 + x / 100) for x in range(0, 100, 4)])
    short = curve(0, "Short", [(x, x / 8) for x in range(0, 37, 4)])
    plot.show_curves([short, long])
    build_layout()
    names = {each.curve.option.name: each for each in plot._labels._labels}
    covered = names["Short"].name.mapRectToScene(names["Short"].name.boundingRect())
    assert not [point for point in long.points if covered.contains(plot.scene_position(point))]
    assert names["Short"].name.pos().x() > long.points[-1].x, "led to, beside the longest curve"
    alone = plot._labels._labels[:1]
    plot.show_curves([short])
    build_layout()
    assert alone != plot._labels._labels
    assert plot._labels._labels[0].name.pos().x() < 40, "at the end of its own curve"


@pytest.mark.parametrize(
    ("values", "is_below"),
    [
        (lambda at: 60.0 + at, False),
        (lambda at: 12.0 if at % 2 else 20.0, True),
        (lambda at: 60.0 if at > 50 else 6.0 + at % 2 * 6.0, False),
    ],
)
def test_the_name_of_a_line_is_where_no_other_line_runs(
    values: Callable[[int], float], *, is_below: bool
) -> None:
    times = array("d", range(100))
    own = Track(times, *(array("d", [10.0] * 100) for _ in range(3)))
    other = Track(times, *(array("d", map(values, range(100))) for _ in range(3)))
    room = LabelSpace(QRectF(0.0, 0.0, 100.0, 100.0), 15.0, 5.0)
    place = find_name_position(6.0, room, 0, [own, other])
    assert (place.value, place.below) == (10.0, is_below)
    assert place.count_crossings(other, room) == 0


def test_a_note_stands_below_its_name_and_names_keep_room_for_it(qtbot: QtBot) -> None:
    plot = CurvePlot("Latency")
    qtbot.addWidget(plot)
    plot.resize(600, 300)
    plot.show()
    curves = [
        replace(curve(number, name, [(50.0, 5.0 + number / 10)]), note="20 % fewer <writes>")
        for number, name in enumerate(("One", "Two"))
    ]
    plot.show_curves([*curves, curve(2, "Wide", [(90.0, 9.0)])])
    build_layout()
    names = {each.curve.option.name: each.name for each in plot._labels._labels}
    assert names["One"].toPlainText() == "One\n20 % fewer <writes>"
    one, two = (names[n].mapRectToScene(names[n].boundingRect()) for n in ("One", "Two"))
    assert not one.intersects(two.adjusted(0, 6, 0, -6)), "both lines have room"

"""Labels on the lines of the map: today's values give way to what changes there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arraywise.domain.decision import DecisionMap, InputRange, MapCuts
from arraywise.present.charts.axes import Axis, Box
from arraywise.present.charts.decision_map import MapGrid, MapLayout, MapPlanner, MapSizes
from tests.gui.example_answer import example_answer

VISITS = Axis(15e6, 120e6, 60, 660, logarithmic=True)
TARGETS = Axis(0.04, 0.4, 10, 310)
AREA = Box(60, 10, 660, 310)
SIZES = MapSizes(lambda t: 6.0 * len(t), lambda t: 7.0 * len(t), 18, 20, (62, 36))


def planned(
    cuts: MapCuts | None, drawn: DecisionMap | None = None, visits: Axis = VISITS
) -> MapLayout:
    planner = MapPlanner(example_answer(), visits, TARGETS, SIZES, str)
    return planner.build_layout(cuts, None if drawn is None else MapGrid.from_map(drawn))


def cut(low: float, at: float, high: float) -> tuple[InputRange, ...]:
    return InputRange(low, at, 2, undecided=False), InputRange(at, high, 0, undecided=False)


@pytest.mark.parametrize(
    ("visits", "target", "ends"),
    [
        (40e6, 0.12, ("left", "low")),
        (15.5e6, 0.12, ("right", "low")),
        (40e6, 0.045, ("left", "high")),
    ],
)
def test_a_value_of_today_hides_nothing_that_changes_on_its_line(
    visits: float, target: float, ends: tuple[str, str]
) -> None:
    plan = planned(MapCuts(cut(15e6, visits, 120e6), cut(0.04, target, 0.4)))
    target_chip, visits_chip = (label.box for label in plan.values)
    side = "left" if target_chip.left < 360 else "right"
    height = "low" if visits_chip.bottom < 160 else "high"
    assert (side, height) == ends
    for label in plan.changes:
        assert label.mark is not None
        assert label.mark[0] == pytest.approx(VISITS.to_position(visits)) or label.mark[
            1
        ] == pytest.approx(TARGETS.to_position(target))
        assert label.box.is_inside(AREA)
        assert not any(label.box.overlaps(chip) for chip in (target_chip, visits_chip))
    assert len(plan.changes) == 2
    assert target_chip.is_inside(AREA)
    assert visits_chip.is_inside(AREA)


def test_a_closer_look_past_the_requirement_names_nothing_on_its_line() -> None:
    closer = replace(VISITS, low=60e6)
    cuts = MapCuts(cut(15e6, 80e6, 120e6), cut(0.04, 0.1, 0.4))
    plan = planned(cuts, visits=closer)
    assert [label.text for label in plan.values] == ["200 ms"]
    assert len(plan.changes) == 1


def a_map(columns: int) -> DecisionMap:
    """Return a map whose second option wins a strip of so many of a hundred columns."""
    row = (0,) * 50 + (1,) * columns + (0,) * (50 - columns)
    return DecisionMap(
        visits_per_month=tuple(1e6 * 1.05**i for i in range(100)),
        response_time_s=tuple(0.05 + 0.005 * i for i in range(60)),
        winners=(row,) * 60,
        undecided=((False,) * 100,) * 60,
    )


@pytest.mark.parametrize(("columns", "form"), [(30, 0), (11, 1), (5, 2)])
def test_a_narrow_region_keeps_a_shorter_name_or_its_marker(columns: int, form: int) -> None:
    name = example_answer().options[1].option.name
    forms = (name, name.split()[0], "")
    plan = planned(None, a_map(columns))
    shown = {region.winner: (region, box) for region, box in plan.names}
    region, box = shown[1]
    assert region.text == forms[form]
    assert box.is_inside(Box(60 + 300, 10, 60 + 300 + 6.0 * columns, 310))

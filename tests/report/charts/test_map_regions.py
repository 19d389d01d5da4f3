from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from arraywise.domain.decision import DecisionMap
from arraywise.domain.requirement import STRONGEST_FIRST, Basis
from arraywise.present.charts import decision_map
from arraywise.present.charts.axes import Box
from arraywise.present.charts.decision_map import (
    NOBODY,
    OPEN,
    MapGrid,
    RegionName,
    legend_contents,
    place_region_names,
    trace_map,
)

SIDE = st.integers(1, 7)


def a_map(winners: list[list[int]], undecided: list[list[bool]]) -> DecisionMap:
    columns, rows = len(winners[0]), len(winners)
    return DecisionMap(
        tuple(1e6 * (i + 1) for i in range(columns)),
        tuple(0.1 * (i + 1) for i in range(rows)),
        tuple(map(tuple, winners)),
        tuple(map(tuple, undecided)),
    )


@st.composite
def maps(draw: st.DrawFn) -> DecisionMap:
    columns, rows = draw(SIDE), draw(SIDE)
    winners = st.lists(st.integers(-1, 2), min_size=columns, max_size=columns)
    flags = st.lists(st.booleans(), min_size=columns, max_size=columns)
    return a_map(
        draw(st.lists(winners, min_size=rows, max_size=rows)),
        draw(st.lists(flags, min_size=rows, max_size=rows)),
    )


def is_inside(outlines: tuple[tuple[decision_map.Node, ...], ...], x: float, y: float) -> bool:
    """By the even-odd rule, along a line to the right."""
    crossed = 0
    for outline in outlines:
        for (x0, y0), (x1, y1) in pairwise(outline):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
                crossed += 1
    return crossed % 2 == 1


@given(maps())
def test_every_cell_lies_in_the_region_of_its_answer_alone(drawn: DecisionMap) -> None:
    stored, decision_map._TOLERANCE = decision_map._TOLERANCE, 0.0
    try:
        regions, _ = trace_map(drawn)
    finally:
        decision_map._TOLERANCE = stored
    for row, (winners, flags) in enumerate(zip(drawn.winners, drawn.undecided, strict=True)):
        for column, kind in enumerate(zip(winners, flags, strict=True)):
            holding = [
                (region.winner, region.undecided)
                for region in regions
                if is_inside(region.outlines, column + 0.5, row + 0.5)
            ]
            assert holding == [kind]


@given(maps())
def test_straightened_outlines_stay_closed(drawn: DecisionMap) -> None:
    regions, arcs = trace_map(drawn)
    assert all(outline[0] == outline[-1] for region in regions for outline in region.outlines)
    assert all(len(arc.sides) == 2 and not arc.is_frame for arc in arcs)


def test_a_slanting_border_becomes_a_line() -> None:
    side = 40
    winners = [[int(column > row) for column in range(side)] for row in range(side)]
    _, arcs = trace_map(a_map(winners, [[False] * side] * side))
    (border,) = arcs
    assert len(border.nodes) <= 3


def test_a_name_stands_in_its_region_off_what_is_drawn() -> None:
    winners = [[0] * 10 + [1] * 10 for _ in range(20)]
    drawn = a_map(winners, [[False] * 20 for _ in range(20)])
    grid, area, taken = MapGrid.from_map(drawn), Box(0, 0, 200, 100), Box(0, 0, 100, 60)
    wanted = [RegionName(0, "FC SAN", 40, 10), RegionName(1, "NAS", 150, 10)]
    ((name, box),) = place_region_names(grid, wanted, [taken], area)
    assert name.text == "FC SAN"
    assert box.is_inside(Box(0, 60, 100, 100))


def test_what_a_test_could_change_is_not_called_passed_by_none() -> None:
    drawn = a_map([[NOBODY] * 20] * 20, [[column < 14 for column in range(20)]] * 20)
    grid = MapGrid.from_map(drawn)
    wanted = [RegionName(NOBODY, "None passes", 40, 10), RegionName(OPEN, "Undetermined", 40, 10)]
    result = dict(place_region_names(grid, wanted, [], Box(0, 0, 200, 100)))
    assert result[wanted[0]].left >= 140
    assert result[wanted[1]].right <= 140
    narrow = [RegionName(NOBODY, "None passes", 90, 10)]
    assert list(place_region_names(grid, narrow, [], Box(0, 0, 200, 100))) == []


def test_one_winner_on_two_bases_is_two_regions_and_a_single_run_looks_measured() -> None:
    places = [STRONGEST_FIRST.index(basis) for basis in (Basis.MEASURED, Basis.MEASURED_ONCE)]
    other = STRONGEST_FIRST.index(Basis.IO)
    drawn = replace(
        a_map([[0] * 30] * 10, [[False] * 30] * 10),
        bases=tuple(tuple([places[0]] * 10 + [places[1]] * 10 + [other] * 10) for _ in range(10)),
    )
    regions, arcs = trace_map(drawn)
    assert {region.basis for region in regions} == {Basis.MEASURED, Basis.IO}
    assert [arc.separates_winners for arc in arcs] == [False]
    assert legend_contents(drawn) == (frozenset({Basis.MEASURED, Basis.IO}), False, False)


def test_a_place_that_is_not_shown_tells_no_basis() -> None:
    drawn = replace(a_map([[NOBODY] * 10] * 10, [[True] * 10] * 10), bases=((4,) * 10,) * 10)
    assert legend_contents(drawn) == (frozenset(), True, False)

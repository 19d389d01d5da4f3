"""The decision map: outlines of its regions, ticks, and the positions of labels and names.

Window and PDF only paint this layout. Borders are traced between the grid's cells and
cut into arcs where three regions meet. Each arc is straightened once, so that the regions on its
two sides still share it and nothing gapes.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from arraywise.domain.decision import find_break_evens, nearest_break_evens, round_load
from arraywise.domain.messages import message, rounded_milliseconds
from arraywise.domain.options import shorten_names_to_first_word
from arraywise.domain.requirement import STRONGEST_FIRST, Basis, Goal, target_or_previous_s
from arraywise.domain.units import MILLISECOND
from arraywise.present.charts.axes import (
    MOST_LOG_TICKS,
    MOST_TICKS,
    Box,
    ChartLabel,
    place_labels,
    truncate,
)
from arraywise.present.figures import load_unit_and_visits_per_unit
from arraywise.present.numbers import MILLION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from arraywise.domain.decision import Answer, BreakEven, DecisionMap, MapCuts
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Requirement
    from arraywise.present.charts.axes import XY, Axis, Tick

    Flags = NDArray[np.bool_]
    Render = Callable[[Message | str], str]
    """Renders our own words in a language, and text from outside as the medium shows it."""

Node = tuple[int, int]
"""A corner of grid cells: column and row, counted from the lower left."""
Kind = tuple[int, bool, Basis]
"""Winner's position (-1: none passes), whether a further test could change it, and the basis
whose texture is shown."""
_OUTSIDE: Kind = (-2, False, Basis.MEASURED)
_PLAIN = frozenset({Basis.MEASURED, Basis.MEASURED_ONCE})
_TOLERANCE = 1.1
"""Cells by which a straightened border may leave the traced one."""
_TEXTURES = np.array([0 if basis in _PLAIN else i for i, basis in enumerate(STRONGEST_FIRST)])
NOBODY, OPEN = -1, -2
"""Winner where no option passes; and where, besides, a further test could change that."""
_SHORT_NAME = 18
"""Letters of a name on a break-even's label."""
_MOST_NAME_CELLS = 100
"""Columns and rows that suffice to find space for a name."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A border between two regions, from one junction to the next."""

    nodes: tuple[Node, ...]
    sides: frozenset[Kind]

    @property
    def is_frame(self) -> bool:
        """Whether it lies on the map's frame."""
        return _OUTSIDE in self.sides

    @property
    def separates_winners(self) -> bool:
        """Whether the winning option differs on its two sides."""
        return len({kind[0] for kind in self.sides}) > 1


@dataclass(frozen=True, slots=True)
class Region:
    """A region of the map with one answer; its outlines are filled by the even-odd rule."""

    winner: int
    undecided: bool
    basis: Basis
    """Of the winner's pass: its texture. Measured once looks as measured does."""
    outlines: tuple[tuple[Node, ...], ...]


def trace_map(drawn: DecisionMap) -> tuple[tuple[Region, ...], tuple[Arc, ...]]:
    """Return the regions of a map and the borders between them, in cells of its grid."""
    cells = _encode_cells(drawn)
    arcs = [
        Arc(_simplify_border(arc.nodes), arc.sides)
        for arc in _EdgeNetwork(_kind_edges(cells)).arcs()
    ]
    regions = (
        Region(*kind, _join_outlines(arc for arc in arcs if kind in arc.sides))
        for kind in map(_decode_cell_kind, np.unique(cells).tolist())
    )
    return tuple(regions), tuple(arc for arc in arcs if not arc.is_frame)


def legend_contents(drawn: DecisionMap) -> tuple[frozenset[Basis], bool, bool]:
    """Return what a legend has to explain: bases of winners, undecided areas, none passes."""
    kinds = [_decode_cell_kind(cell) for cell in np.unique(_encode_cells(drawn)).tolist()]
    return (
        frozenset(basis for winner, undecided, basis in kinds if winner >= 0 and not undecided),
        any(undecided for _, undecided, _ in kinds),
        any(winner == NOBODY and not undecided for winner, undecided, _ in kinds),
    )


def _encode_cells(drawn: DecisionMap) -> NDArray[np.int_]:
    """Return each cell's kind as a number; the basis counts only for a winner beyond doubt."""
    winners, undecided = np.array(drawn.winners), np.array(drawn.undecided)
    bases = np.zeros(winners.shape, dtype=int)
    if drawn.bases:
        shows_basis = (winners >= 0) & ~undecided
        bases = np.where(shows_basis, _TEXTURES[np.array(drawn.bases)], 0)
    return np.asarray((winners * 2 + undecided) * len(STRONGEST_FIRST) + bases)


def _encode_cell_kind(kind: Kind) -> int:
    winner, undecided, basis = kind
    return (winner * 2 + undecided) * len(STRONGEST_FIRST) + STRONGEST_FIRST.index(basis)


def _decode_cell_kind(cell: int) -> Kind:
    winner_and_flag, basis = divmod(cell, len(STRONGEST_FIRST))
    return winner_and_flag // 2, bool(winner_and_flag % 2), STRONGEST_FIRST[basis]


def _kind_edges(inner: NDArray[np.int_]) -> dict[frozenset[Node], frozenset[Kind]]:
    """Return all edges between cells of two kinds, with both kinds."""
    cells = np.pad(inner, 1, constant_values=_encode_cell_kind(_OUTSIDE))
    edges: dict[frozenset[Node], frozenset[Kind]] = {}
    # A cell differs from the one before it in its row (an upright edge) or in its column.
    for before, after, (right, up) in (
        (cells[1:-1, :-1], cells[1:-1, 1:], (0, 1)),
        (cells[:-1, 1:-1], cells[1:, 1:-1], (1, 0)),
    ):
        for row, column in np.argwhere(before != after).tolist():
            edge = frozenset(((column, row), (column + right, row + up)))
            kinds = int(before[row, column]), int(after[row, column])
            edges[edge] = frozenset(map(_decode_cell_kind, kinds))
    return edges


class _EdgeNetwork:
    """The network of edges between kinds, walked along once."""

    def __init__(self, edges: dict[frozenset[Node], frozenset[Kind]]) -> None:
        self._edges = edges
        self._unwalked = set(edges)
        self._neighbours: dict[Node, list[Node]] = defaultdict(list)
        for start, end in map(sorted, edges):
            self._neighbours[start].append(end)
            self._neighbours[end].append(start)
        self._corners = {node for node in self._neighbours if self._is_corner(node)}

    def arcs(self) -> Iterator[Arc]:
        """Join edges into arcs that end where more than two edges meet, or close."""
        for start in (*sorted(self._corners), *sorted(self._neighbours)):
            for first in sorted(self._neighbours[start]):
                if frozenset((start, first)) in self._unwalked:
                    yield self._walk_arc(start, first)

    def _is_corner(self, node: Node) -> bool:
        """Return whether an arc must end here: regions meet, or the map's frame turns."""
        ends = self._neighbours[node]
        if len(ends) != 2:
            return True
        one, other = ends
        turns = one[0] != other[0] and one[1] != other[1]
        return turns and _OUTSIDE in self._edges[frozenset((node, one))]

    def _walk_arc(self, start: Node, first: Node) -> Arc:
        nodes = [start, first]
        self._unwalked.discard(frozenset(nodes))
        while nodes[-1] not in self._corners and nodes[-1] != start:
            here = nodes[-1]
            onward = next(
                n for n in self._neighbours[here] if frozenset((here, n)) in self._unwalked
            )
            self._unwalked.discard(frozenset((here, onward)))
            nodes.append(onward)
        return Arc(tuple(nodes), self._edges[frozenset((start, first))])


def _simplify_border(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Return a simplified border within a tolerance (Douglas and Peucker, 1973)."""
    if nodes[0] == nodes[-1]:  # a closed border: cut it in two
        middle = max(range(len(nodes)), key=lambda i: _euclidean_distance(nodes[0], nodes[i]))
        return (
            *_simplify_open_line(nodes[: middle + 1])[:-1],
            *_simplify_open_line(nodes[middle:]),
        )
    return _simplify_open_line(nodes)


def _simplify_open_line(nodes: Sequence[Node]) -> tuple[Node, ...]:
    kept, spans = {0, len(nodes) - 1}, [(0, len(nodes) - 1)]
    while spans:
        start, end = spans.pop()
        between = range(start + 1, end)
        farthest = max(
            between,
            key=lambda i: _distance_from_line(nodes[i], nodes[start], nodes[end]),
            default=start,
        )
        if (
            farthest != start
            and _distance_from_line(nodes[farthest], nodes[start], nodes[end]) > _TOLERANCE
        ):
            kept.add(farthest)
            spans += [(start, farthest), (farthest, end)]
    return tuple(nodes[i] for i in sorted(kept))


def _euclidean_distance(one: Node, other: Node) -> float:
    return math.hypot(one[0] - other[0], one[1] - other[1])


def _distance_from_line(node: Node, start: Node, end: Node) -> float:
    """Return the distance of a node from the line through two others, in cells."""
    length = _euclidean_distance(start, end)
    across = (end[0] - start[0]) * (node[1] - start[1])
    along = (end[1] - start[1]) * (node[0] - start[0])
    return abs(across - along) / length if length else _euclidean_distance(start, node)


def _join_outlines(arcs: Iterable[Arc]) -> tuple[tuple[Node, ...], ...]:
    """Join arcs end to end into closed outlines; any way of joining fills the same area."""
    open_arcs = [arc.nodes for arc in arcs]
    outlines = []
    while open_arcs:
        outline = open_arcs.pop()
        while outline[0] != outline[-1]:
            index = next(
                i for i, nodes in enumerate(open_arcs) if outline[-1] in (nodes[0], nodes[-1])
            )
            nodes = open_arcs.pop(index)
            outline += nodes[1:] if nodes[0] == outline[-1] else nodes[-2::-1]
        outlines.append(outline)
    return tuple(outlines)


@dataclass(frozen=True, slots=True)
class RegionName:
    """A name to be placed in the region of a winner; sizes in points."""

    winner: int
    text: str
    width: float
    height: float


PlacedNames = tuple[tuple[RegionName, Box], ...]


@dataclass(frozen=True, slots=True)
class MapGrid:
    """A map's grid, thinned to what the placing of names needs."""

    winners: NDArray[np.int64]
    undecided: Flags
    present: tuple[int, ...]
    """All winners of the whole map, the lowest first."""

    @classmethod
    def from_map(cls, drawn: DecisionMap) -> MapGrid:
        """Build the thinned grid of a map."""
        winners, undecided = np.array(drawn.winners), np.array(drawn.undecided)
        stride = max(1, max(winners.shape) // _MOST_NAME_CELLS)
        present = tuple(np.unique(winners).tolist())
        return cls(winners[::stride, ::stride], undecided[::stride, ::stride], present)


def place_region_names(
    grid: MapGrid, names: Sequence[RegionName], occupied: Sequence[Box], area: Box
) -> Iterator[tuple[RegionName, Box]]:
    """Yield each name with the box where its region leaves most space, off hatches if possible.

    Of several names of a region the first that fits is placed. One that fits nowhere is left
    out: the ranking beside the map names every option.
    """
    winners, undecided = grid.winners, grid.undecided
    free = _mask_uncovered_cells(occupied, area, winners.shape)
    placed: set[int] = set()
    for name in names:
        if name.winner in placed:
            continue
        region = (winners == (NOBODY if name.winner == OPEN else name.winner)) & free
        candidates = {OPEN: (region & undecided,), NOBODY: (region & ~undecided,)}
        for cells in candidates.get(name.winner, (region & ~undecided, region)):
            box = _find_roomiest_box(cells, name, area)
            if box is not None:
                free &= _mask_uncovered_cells([box], area, winners.shape)
                placed.add(name.winner)
                yield name, box
                break


def _mask_uncovered_cells(occupied: Sequence[Box], area: Box, shape: tuple[int, ...]) -> Flags:
    """Return a mask of the grid cells that no box covers."""
    free = np.ones(shape, dtype=bool)
    rows, columns = shape
    for box in occupied:
        left, right = (
            _cell_index(x, area.left, area.right, columns) for x in (box.left, box.right)
        )
        low, high = (_cell_index(y, area.bottom, area.top, rows) for y in (box.bottom, box.top))
        free[low : high + 1, left : right + 1] = False
    return free


def _cell_index(position: float, start: float, stop: float, cells: int) -> int:
    return min(max(int((position - start) / (stop - start) * cells), 0), cells - 1)


def _find_roomiest_box(region: Flags, name: RegionName, area: Box) -> Box | None:
    """Return the box of a name where the widest margin around it fits within its region."""
    rows, columns = region.shape
    cell_width, cell_height = (area.right - area.left) / columns, (area.top - area.bottom) / rows
    sums = np.zeros((rows + 1, columns + 1), dtype=np.int64)
    sums[1:, 1:] = region.cumsum(axis=0).cumsum(axis=1)
    best = None
    low, high = 0.0, area.right - area.left
    while high - low > 1.0:
        margin = 0.0 if best is None and low == 0.0 else (low + high) / 2
        columns_needed = int((name.width + margin) / cell_width) + 1
        rows_needed = int((name.height + margin) / cell_height) + 1
        result = _find_middle_fitting_corner(sums, columns_needed, rows_needed)
        if result is not None:
            best, low = (
                (result[0] + columns_needed / 2, result[1] + rows_needed / 2),
                max(margin, 0.01),
            )
        elif margin == 0.0:
            return None
        else:
            high = margin
    if best is None:
        return None
    x, y = area.left + best[0] * cell_width, area.bottom + best[1] * cell_height
    half_x, half_y = name.width / 2, name.height / 2
    return Box(x - half_x, y - half_y, x + half_x, y + half_y)


def _find_middle_fitting_corner(
    sums: NDArray[np.int64], width: int, height: int
) -> tuple[int, int] | None:
    """Return the lower left cell of the middle one of the rectangles that fit in the region."""
    if width >= sums.shape[1] or height >= sums.shape[0]:
        return None
    filled = (
        sums[height:, width:]
        - sums[:-height, width:]
        - sums[height:, :-width]
        + sums[:-height, :-width]
    )
    corners = np.flatnonzero(filled == width * height)
    if not len(corners):
        return None
    row, column = divmod(int(corners[len(corners) // 2]), filled.shape[1])
    return column, row


def target_axis_title(requirement: Requirement) -> Message:
    """Return the title of the target's axis."""
    if requirement.goal is Goal.STORAGE_LATENCY:
        return message(
            "Target latency of an I/O, ms ({statistic})", statistic=requirement.statistic
        )
    return message("Target response time, ms ({statistic})", statistic=requirement.statistic)


def load_axis_title(requirement: Requirement) -> Message:
    """Return the title of the load's axis, in the unit that the load is stated in."""
    unit, _ = load_unit_and_visits_per_unit(requirement)
    if unit is None:
        return message("Visits per month, millions (logarithmic)")
    return message("Load, {unit} (logarithmic)", unit=unit)


def describe_load_on_map(requirement: Requirement, visits: float) -> Message:
    """Return the label of a load on the map, in the unit of its axis."""
    unit, visits_for_one = load_unit_and_visits_per_unit(requirement)
    if unit is None:
        return message("{millions:,.1f} M", millions=visits / MILLION)
    return message("{load:,.10g}", load=round_load(visits / visits_for_one))


def describe_target_on_map(seconds: float) -> Message:
    """Return the label of a target response time on the map."""
    return message("{ms:,.10g} ms", ms=rounded_milliseconds(seconds))


def region_name_and_short_name(answer: Answer, winner: int) -> tuple[Message | str, ...]:
    """Return the name of a region, and a shorter one where there is one."""
    if winner < 0:
        return (message("Not shown") if winner == OPEN else message("None passes"),)
    names = [o.option.name for o in answer.options]
    return names[winner], shorten_names_to_first_word(names)[winner]


@dataclass(frozen=True, slots=True)
class MapSizes:
    """Text measures of a medium for the layout of the map, in its own unit."""

    text_width: Callable[[str], float]
    """Returns the width of a text on a label."""
    bold_text_width: Callable[[str], float]
    """The same in bold, for values and names."""
    label_height: float
    """Height of a label."""
    marker_width: float
    """Width before a name for the option's marker."""
    tick_spacing: XY
    """Least distance between ticks of visits and of targets."""


@dataclass(frozen=True, slots=True)
class MapLabel:
    """A text in its box; that of a break-even belongs to a mark."""

    text: str
    box: Box
    mark: XY | None = None


@dataclass(frozen=True, slots=True)
class MapLayout:
    """The layout of a map; y counts upwards."""

    visits_ticks: tuple[Tick, ...]
    target_ticks: tuple[Tick, ...]
    requirement_point: XY
    """The requirement."""
    values: tuple[MapLabel, ...]
    """Labels of the current target and visits on their lines."""
    changes: tuple[MapLabel, ...]
    """Labels of break-evens along both lines, the nearest first."""
    names: PlacedNames


class MapPlanner:
    """Lays out the map on the plane between two axes."""

    def __init__(
        self, answer: Answer, visits: Axis, targets: Axis, sizes: MapSizes, render: Render
    ) -> None:
        self._answer, self._visits, self._targets = answer, visits, targets
        self._sizes, self._render = sizes, render
        requirement = answer.requirement
        self._requirement_point = (
            visits.to_position(float(max(1, requirement.visits_per_month))),
            targets.to_position(target_or_previous_s(requirement)),
        )
        self._has_target = requirement.goal is not Goal.NONE
        self._is_visible = (
            visits.holds(requirement.visits_per_month),
            targets.holds(target_or_previous_s(requirement)),
        )
        self._area = Box(visits.start, targets.start, visits.end, targets.end)
        self._occupied: list[Box] = []

    def build_layout(
        self, cuts: MapCuts | None, grid: MapGrid | None, names: PlacedNames | None = None
    ) -> MapLayout:
        """Return the layout of the map.

        Args:
            cuts: through the requirement, whose break-evens are labelled.
            grid: of the map whose regions get names; None while it is computed.
            names: placed before, to be kept; None to place them.
        """
        marks = self._find_break_even_marks(cuts) if cuts is not None else []
        values = tuple(self._label_current_values([point for point, _ in marks]))
        self._occupied += [label.box for label in values]
        if all(self._is_visible):
            self._occupied.append(
                _square_around(self._requirement_point, self._sizes.label_height * 0.6)
            )
        changes = tuple(self._label_break_evens(marks))
        self._occupied += [label.box for label in changes]
        area, sizes = self._area, self._sizes
        across = int((area.right - area.left) / sizes.tick_spacing[0])
        up = int((area.top - area.bottom) / sizes.tick_spacing[1])
        return MapLayout(
            self._visits.ticks(
                min(MOST_LOG_TICKS, across),
                load_unit_and_visits_per_unit(self._answer.requirement)[1],
            ),
            self._targets.ticks(max(1, min(MOST_TICKS, up)), MILLISECOND)
            if self._has_target
            else (),
            self._requirement_point,
            values,
            changes,
            names or (tuple(self._place_names(grid)) if grid is not None else ()),
        )

    def _find_break_even_marks(self, cuts: MapCuts) -> list[tuple[XY, str]]:
        """Return points and texts of the break-evens along both lines, the nearest first."""
        requirement, (x, y), result = self._answer.requirement, self._requirement_point, []
        current = float(requirement.visits_per_month)
        for change in nearest_break_evens(find_break_evens(cuts.visits_per_month), current):
            if self._is_visible[1] and self._visits.holds(change.value):
                text = self._describe_break_even(
                    change, describe_load_on_map(requirement, change.value)
                )
                point = (self._visits.to_position(change.value), y)
                result.append((_log_distance(change.value, current), point, text))
        current = target_or_previous_s(requirement)
        for change in nearest_break_evens(find_break_evens(cuts.response_time_s), current):
            if self._is_visible[0] and self._targets.holds(change.value):
                text = self._describe_break_even(change, describe_target_on_map(change.value))
                point = (x, self._targets.to_position(change.value))
                result.append((_log_distance(change.value, current), point, text))
        return [(point, text) for _, point, text in sorted(result, key=lambda each: each[0])]

    @cached_property
    def _short_option_names(self) -> list[str]:
        """The options' names, shortened for labels."""
        names = [self._render(o.option.name) for o in self._answer.options]
        return [truncate(name, _SHORT_NAME) for name in shorten_names_to_first_word(names)]

    def _describe_break_even(self, change: BreakEven, value: Message) -> str:
        """Return the text of a break-even: two options or one option's limit, and the value."""
        names = [
            self._short_option_names[index]
            for index in (change.before, change.after)
            if index is not None
        ]
        if len(names) == 2:
            return f"{names[0]} = {names[1]} {self._render(value)}"
        limit = self._render(message("Limit of {option}:", option=names[0])) if names else ""
        return f"{limit} {self._render(value)}".strip()

    def _label_current_values(self, marks: Sequence[XY]) -> Iterator[MapLabel]:
        """Yield labels of the current target and load, at an end of their lines without marks."""
        requirement, area, (x, y) = self._answer.requirement, self._area, self._requirement_point
        line = self._sizes.label_height
        for text, is_on, is_level in (
            (
                describe_target_on_map(target_or_previous_s(requirement)),
                self._is_visible[1] and self._has_target,
                True,
            ),
            (
                describe_load_on_map(requirement, requirement.visits_per_month),
                self._is_visible[0],
                False,
            ),
        ):
            if not is_on:
                continue
            rendered = self._render(text)
            width, height = self._sizes.bold_text_width(rendered) + line * 0.66, line * 1.08
            corners = (
                ((area.left + 2, y - height / 2), (area.right - 2 - width, y - height / 2))
                if is_level
                else ((x - width / 2, area.bottom + 2), (x - width / 2, area.top - 2 - height))
            )
            boxes = [
                Box(left, low, left + width, low + height)
                for left, low in self._clamp_corners(corners, width)
            ]
            rings = [
                _square_around(mark, line * 0.33) for mark in (self._requirement_point, *marks)
            ]
            uncovered = (box for box in boxes if not any(box.overlaps(ring) for ring in rings))
            yield MapLabel(rendered, next(uncovered, boxes[0]))

    def _clamp_corners(self, corners: Iterable[XY], width: float) -> Iterator[XY]:
        """Yield corners, moved so that a box of a width lies within the plane."""
        for left, low in corners:
            yield max(self._area.left, min(left, self._area.right - width)), low

    def _label_break_evens(self, marks: Sequence[tuple[XY, str]]) -> Iterator[MapLabel]:
        area, line = self._area, self._sizes.label_height
        labels = [
            ChartLabel(*point, self._sizes.text_width(text) + line * 0.66, line)
            for point, text in marks
        ]
        rings = [_square_around(point, line * 0.33) for point, _ in marks]
        lines = self._boxes_along_crosshair(1.0)
        inside = Box(area.left + 2, area.bottom + 2, area.right - 2, area.top - 2)
        positions = place_labels(labels, [*self._occupied, *rings, *lines], inside)
        self._occupied += rings
        for (mark, text), point in zip(marks, positions, strict=True):
            yield MapLabel(text, point.box, mark)

    def _place_names(self, grid: MapGrid) -> Iterator[tuple[RegionName, Box]]:
        """Place each region's name off all other labels, a shorter one where it is narrow."""
        winners = grid.present
        open_regions = (OPEN,) if NOBODY in winners else ()
        wanted = []
        for winner in (*winners, *open_regions):
            marker = 0.0 if winner < 0 else self._sizes.marker_width
            for text in region_name_and_short_name(self._answer, winner):
                rendered = truncate(self._render(text))
                width = self._sizes.bold_text_width(rendered) + marker
                wanted.append(RegionName(winner, rendered, width, self._sizes.label_height * 0.92))
            if winner >= 0:  # its marker alone
                wanted.append(RegionName(winner, "", marker, self._sizes.label_height * 0.92))
        return place_region_names(
            grid, wanted, [*self._occupied, *self._boxes_along_crosshair(2.0)], self._area
        )

    def _boxes_along_crosshair(self, reach: float) -> list[Box]:
        """Return the boxes that the two lines through the requirement cover."""
        (x, y), area = self._requirement_point, self._area
        return [
            Box(x - reach, area.bottom, x + reach, area.top),
            Box(area.left, y - reach, area.right, y + reach),
        ]


def _square_around(point: XY, reach: float) -> Box:
    x, y = point
    return Box(x - reach, y - reach, x + reach, y + reach)


def _log_distance(value: float, current: float) -> float:
    """Return how far a value is from the current one, as the logarithm of their ratio."""
    return abs(math.log(value / current)) if current else 0.0

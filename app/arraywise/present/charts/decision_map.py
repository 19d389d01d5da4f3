"""The decision map: outlines of its regions, ticks, and where labels and names stand.

Window and PDF lay it out here and only paint it. Borders are traced between the grid's cells and
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

from arraywise.domain.decision import break_evens, nearest, shown_load
from arraywise.domain.messages import message, shown_ms
from arraywise.domain.options import short_names
from arraywise.domain.requirement import STRONGEST_FIRST, Basis, Goal, target_of
from arraywise.domain.units import MILLISECOND
from arraywise.present.charts.axes import (
    MOST_LOG_TICKS,
    MOST_TICKS,
    Box,
    ChartLabel,
    cut,
    find_places,
)
from arraywise.present.figures import load_unit
from arraywise.present.numbers import MILLION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from arraywise.domain.decision import Answer, BreakEven, DecisionMap, MapCuts
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Requirement
    from arraywise.present.charts.axes import Axis, Place, Tick

    Flags = NDArray[np.bool_]
    Write = Callable[[Message | str], str]
    """Renders our own words in a language, and text from outside as the medium shows it."""

Node = tuple[int, int]
"""A corner between cells: column and row, counted from the lower left."""
Kind = tuple[int, bool, Basis]
"""Winner's position (-1: none passes), whether a further test could change it, and by which
texture the winner's basis is shown."""
_OUTSIDE: Kind = (-2, False, Basis.MEASURED)
_PLAIN = frozenset({Basis.MEASURED, Basis.MEASURED_ONCE})
_TOLERANCE = 1.1
"""Cells by which a straightened border may leave the traced one."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A border between two regions, from one corner to the next."""

    nodes: tuple[Node, ...]
    sides: frozenset[Kind]

    @property
    def is_frame(self) -> bool:
        """Whether it is a part of the map's frame."""
        return _OUTSIDE in self.sides

    @property
    def parts_winners(self) -> bool:
        """Whether the option that wins differs on its two sides."""
        return len({kind[0] for kind in self.sides}) > 1


@dataclass(frozen=True, slots=True)
class Region:
    """All places with one answer; the outlines are filled by the even-odd rule."""

    winner: int
    undecided: bool
    basis: Basis
    """Of the winner's pass: its texture. Measured once looks as measured does."""
    outlines: tuple[tuple[Node, ...], ...]


def trace_map(drawn: DecisionMap) -> tuple[tuple[Region, ...], tuple[Arc, ...]]:
    """Return the regions of a map and the borders between them, in cells of its grid."""
    cells = _kinds(drawn)
    arcs = [Arc(_straight(arc.nodes), arc.sides) for arc in _Borders(_edges(cells)).arcs()]
    regions = (
        Region(*kind, _outlines(arc for arc in arcs if kind in arc.sides))
        for kind in map(_kind, np.unique(cells).tolist())
    )
    return tuple(regions), tuple(arc for arc in arcs if not arc.is_frame)


def textures(drawn: DecisionMap) -> tuple[frozenset[Basis], bool, bool]:
    """Return what a key has to explain: bases of the winners, what is not shown, none passes."""
    kinds = [_kind(cell) for cell in np.unique(_kinds(drawn)).tolist()]
    return (
        frozenset(basis for winner, undecided, basis in kinds if winner >= 0 and not undecided),
        any(undecided for _, undecided, _ in kinds),
        any(winner == NOBODY and not undecided for winner, undecided, _ in kinds),
    )


def _kinds(drawn: DecisionMap) -> NDArray[np.int_]:
    """Return each cell's kind as a number; a basis is told only where a winner is not in doubt."""
    winners, undecided = np.array(drawn.winners), np.array(drawn.undecided)
    bases = np.zeros(winners.shape, dtype=int)
    if drawn.bases:
        is_told = (winners >= 0) & ~undecided
        bases = np.where(is_told, _TEXTURE_OF[np.array(drawn.bases)], 0)
    return np.asarray((winners * 2 + undecided) * len(STRONGEST_FIRST) + bases)


_TEXTURE_OF = np.array([0 if basis in _PLAIN else i for i, basis in enumerate(STRONGEST_FIRST)])


def _number(kind: Kind) -> int:
    winner, undecided, basis = kind
    return (winner * 2 + undecided) * len(STRONGEST_FIRST) + STRONGEST_FIRST.index(basis)


def _kind(cell: int) -> Kind:
    place, basis = divmod(cell, len(STRONGEST_FIRST))
    return place // 2, bool(place % 2), STRONGEST_FIRST[basis]


def _edges(inner: NDArray[np.int_]) -> dict[frozenset[Node], frozenset[Kind]]:
    """Return every side of a cell that parts two kinds, with both."""
    cells = np.pad(inner, 1, constant_values=_number(_OUTSIDE))
    edges: dict[frozenset[Node], frozenset[Kind]] = {}
    # A cell differs from the one before it in its row (an upright edge) or in its column.
    for before, after, (right, up) in (
        (cells[1:-1, :-1], cells[1:-1, 1:], (0, 1)),
        (cells[:-1, 1:-1], cells[1:, 1:-1], (1, 0)),
    ):
        for row, column in np.argwhere(before != after).tolist():
            ends = frozenset(((column, row), (column + right, row + up)))
            both = int(before[row, column]), int(after[row, column])
            edges[ends] = frozenset(map(_kind, both))
    return edges


class _Borders:
    """The edges between kinds as a net that is walked along once."""

    def __init__(self, edges: dict[frozenset[Node], frozenset[Kind]]) -> None:
        self._edges = edges
        self._left = set(edges)
        self._ways: dict[Node, list[Node]] = defaultdict(list)
        for start, end in map(sorted, edges):
            self._ways[start].append(end)
            self._ways[end].append(start)
        self._corners = {node for node in self._ways if self._is_corner(node)}

    def arcs(self) -> Iterator[Arc]:
        """Join edges into arcs that end where more than two edges meet, or close."""
        for start in (*sorted(self._corners), *sorted(self._ways)):
            for first in sorted(self._ways[start]):
                if frozenset((start, first)) in self._left:
                    yield self._walk(start, first)

    def _is_corner(self, node: Node) -> bool:
        """Return whether an arc must end here: regions meet, or the map's frame turns."""
        ends = self._ways[node]
        if len(ends) != 2:
            return True
        one, other = ends
        turns = one[0] != other[0] and one[1] != other[1]
        return turns and _OUTSIDE in self._edges[frozenset((node, one))]

    def _walk(self, start: Node, first: Node) -> Arc:
        nodes = [start, first]
        self._left.discard(frozenset(nodes))
        while nodes[-1] not in self._corners and nodes[-1] != start:
            here = nodes[-1]
            onward = next(n for n in self._ways[here] if frozenset((here, n)) in self._left)
            self._left.discard(frozenset((here, onward)))
            nodes.append(onward)
        return Arc(tuple(nodes), self._edges[frozenset((start, first))])


def _straight(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Leave out the nodes that a straight line passes closely (Douglas and Peucker, 1973)."""
    if nodes[0] == nodes[-1]:  # a closed border: cut it in two
        middle = max(range(len(nodes)), key=lambda i: _apart(nodes[0], nodes[i]))
        return (*_thinned(nodes[: middle + 1])[:-1], *_thinned(nodes[middle:]))
    return _thinned(nodes)


def _thinned(nodes: Sequence[Node]) -> tuple[Node, ...]:
    stored, spans = {0, len(nodes) - 1}, [(0, len(nodes) - 1)]
    while spans:
        start, end = spans.pop()
        between = range(start + 1, end)
        far = max(between, key=lambda i: _off(nodes[i], nodes[start], nodes[end]), default=start)
        if far != start and _off(nodes[far], nodes[start], nodes[end]) > _TOLERANCE:
            stored.add(far)
            spans += [(start, far), (far, end)]
    return tuple(nodes[i] for i in sorted(stored))


def _apart(one: Node, other: Node) -> float:
    return math.hypot(one[0] - other[0], one[1] - other[1])


def _off(node: Node, start: Node, end: Node) -> float:
    """Return the distance of a node from the line through two others, in cells."""
    length = _apart(start, end)
    across = (end[0] - start[0]) * (node[1] - start[1])
    along = (end[1] - start[1]) * (node[0] - start[0])
    return abs(across - along) / length if length else _apart(start, node)


def _outlines(arcs: Iterable[Arc]) -> tuple[tuple[Node, ...], ...]:
    """Join arcs end to end into closed outlines; any way of joining fills the same places."""
    left = [arc.nodes for arc in arcs]
    outlines = []
    while left:
        outline = left.pop()
        while outline[0] != outline[-1]:
            at = next(i for i, nodes in enumerate(left) if outline[-1] in (nodes[0], nodes[-1]))
            nodes = left.pop(at)
            outline += nodes[1:] if nodes[0] == outline[-1] else nodes[-2::-1]
        outlines.append(outline)
    return tuple(outlines)


NOBODY, OPEN = -1, -2
"""Who wins where no option passes; and the part of that region which a test could change."""


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
    """A map as fine as names need it, computed once for as long as it is seen."""

    winners: NDArray[np.int64]
    undecided: Flags
    present: tuple[int, ...]
    """All winners of the whole map, the lowest first."""

    @classmethod
    def of(cls, drawn: DecisionMap) -> MapGrid:
        """Take what names need from a map."""
        winners, undecided = np.array(drawn.winners), np.array(drawn.undecided)
        coarse = max(1, max(winners.shape) // _FINEST)
        present = tuple(np.unique(winners).tolist())
        return cls(winners[::coarse, ::coarse], undecided[::coarse, ::coarse], present)


def place_names(
    grid: MapGrid, names: Sequence[RegionName], taken: Sequence[Box], area: Box
) -> Iterator[tuple[RegionName, Box]]:
    """Place each name where its region leaves most room, off the hatch where it can.

    Of several names of a region the first that fits is placed. One that fits nowhere is left
    out: the ranking beside the map names every option.
    """
    winners, undecided = grid.winners, grid.undecided
    free = _free_of(taken, area, winners.shape)
    placed: set[int] = set()
    for name in names:
        if name.winner in placed:
            continue
        region = (winners == (NOBODY if name.winner == OPEN else name.winner)) & free
        wheres = {OPEN: (region & undecided,), NOBODY: (region & ~undecided,)}
        for where in wheres.get(name.winner, (region & ~undecided, region)):
            box = _widest_place(where, name, area)
            if box is not None:
                free &= _free_of([box], area, winners.shape)
                placed.add(name.winner)
                yield name, box
                break


def _free_of(taken: Sequence[Box], area: Box, shape: tuple[int, ...]) -> Flags:
    """Return which cells of the grid no box covers."""
    free = np.ones(shape, dtype=bool)
    rows, columns = shape
    for box in taken:
        left, right = (_cell(x, area.left, area.right, columns) for x in (box.left, box.right))
        low, high = (_cell(y, area.bottom, area.top, rows) for y in (box.bottom, box.top))
        free[low : high + 1, left : right + 1] = False
    return free


def _cell(at: float, start: float, stop: float, cells: int) -> int:
    return min(max(int((at - start) / (stop - start) * cells), 0), cells - 1)


def _widest_place(region: Flags, name: RegionName, area: Box) -> Box | None:
    """Return where the largest frame around a name lies within a region."""
    rows, columns = region.shape
    cell_wide, cell_high = (area.right - area.left) / columns, (area.top - area.bottom) / rows
    sums = np.zeros((rows + 1, columns + 1), dtype=np.int64)
    sums[1:, 1:] = region.cumsum(axis=0).cumsum(axis=1)
    best = None
    low, high = 0.0, area.right - area.left
    while high - low > 1.0:
        room = 0.0 if best is None and low == 0.0 else (low + high) / 2
        wide = int((name.width + room) / cell_wide) + 1
        tall = int((name.height + room) / cell_high) + 1
        result = _lowest_left(sums, wide, tall)
        if result is not None:
            best, low = (result[0] + wide / 2, result[1] + tall / 2), max(room, 0.01)
        elif room == 0.0:
            return None
        else:
            high = room
    if best is None:
        return None
    x, y = area.left + best[0] * cell_wide, area.bottom + best[1] * cell_high
    half_x, half_y = name.width / 2, name.height / 2
    return Box(x - half_x, y - half_y, x + half_x, y + half_y)


def _lowest_left(sums: NDArray[np.int64], wide: int, tall: int) -> tuple[int, int] | None:
    """Return the corner of a rectangle of a size that lies wholly within the region."""
    if wide >= sums.shape[1] or tall >= sums.shape[0]:
        return None
    filled = sums[tall:, wide:] - sums[:-tall, wide:] - sums[tall:, :-wide] + sums[:-tall, :-wide]
    rows, columns = np.nonzero(filled == wide * tall)
    if not len(rows):
        return None
    middle = len(rows) // 2
    return int(columns[middle]), int(rows[middle])


_SHORT_NAME = 18
"""Letters of a name on a break-even's label."""
_FINEST = 100
"""Columns and rows that are enough to find room for a name."""


def target_title(asked: Requirement) -> Message:
    """Name the axis of the target."""
    if asked.goal is Goal.STORAGE_LATENCY:
        return message("Target latency of an I/O, ms ({statistic})", statistic=asked.statistic)
    return message("Target response time, ms ({statistic})", statistic=asked.statistic)


def load_title(asked: Requirement) -> Message:
    """Name the axis of the load by the unit that it is stated in."""
    unit, _ = load_unit(asked)
    if unit is None:
        return message("Visits per month, millions (logarithmic)")
    return message("Load, {unit} (logarithmic)", unit=unit)


def load_label(asked: Requirement, visits: float) -> Message:
    """Write a load on the map, in the unit of its axis."""
    unit, visits_for_one = load_unit(asked)
    if unit is None:
        return message("{millions:,.1f} M", millions=visits / MILLION)
    return message("{load:,.10g}", load=shown_load(visits / visits_for_one))


def target_label(seconds: float) -> Message:
    """Write a target response time on the map."""
    return message("{ms:,.10g} ms", ms=shown_ms(seconds))


def region_names(answer: Answer, winner: int) -> tuple[Message | str, ...]:
    """Return what a region is called, and a shorter name where that finds no room."""
    if winner < 0:
        return (message("Not shown") if winner == OPEN else message("None passes"),)
    names = [o.option.name for o in answer.options]
    return names[winner], short_names(names)[winner]


@dataclass(frozen=True, slots=True)
class MapSizes:
    """What a medium gives the layout of the map; lengths in its own unit."""

    width: Callable[[str], float]
    """Font size of a text on a label."""
    strong_width: Callable[[str], float]
    """The same in bold, for values and names."""
    line: float
    """Height of a label."""
    marker: float
    """Room before a name for the option's marker."""
    room: Place
    """Between ticks of visits and of targets."""


@dataclass(frozen=True, slots=True)
class MapLabel:
    """A text in its box; a break-even has a mark that the box belongs to."""

    text: str
    box: Box
    mark: Place | None = None


@dataclass(frozen=True, slots=True)
class MapLayout:
    """Where everything is on a map; places are counted upwards."""

    visits_ticks: tuple[Tick, ...]
    target_ticks: tuple[Tick, ...]
    here: Place
    """The requirement."""
    values: tuple[MapLabel, ...]
    """Today's target and visits on their lines."""
    changes: tuple[MapLabel, ...]
    """What changes along both lines, the nearest first."""
    names: PlacedNames


class MapPlanner:
    """Lays a map out on the plane between two axes."""

    def __init__(
        self, answer: Answer, visits: Axis, targets: Axis, sizes: MapSizes, words: Write
    ) -> None:
        self._answer, self._visits, self._targets = answer, visits, targets
        self._sizes, self._words = sizes, words
        asked = answer.requirement
        self._here = (
            visits.place(float(max(1, asked.visits_per_month))),
            targets.place(target_of(asked)),
        )
        self._has_target = asked.goal is not Goal.NONE
        self._is_on = visits.holds(asked.visits_per_month), targets.holds(target_of(asked))
        self._area = Box(visits.start, targets.start, visits.end, targets.end)
        self._deducted: list[Box] = []

    def build_layout(
        self, cuts: MapCuts | None, grid: MapGrid | None, names: PlacedNames | None = None
    ) -> MapLayout:
        """Return where everything lies.

        Args:
            cuts: through the requirement, whose changes are named.
            grid: of the map whose regions are named; None while it is computed.
            names: of the regions, where they keep their places; None to find the best ones.
        """
        marks = self._marks(cuts) if cuts is not None else []
        values = tuple(self._values([place for place, _ in marks]))
        self._deducted += [label.box for label in values]
        if all(self._is_on):
            self._deducted.append(_around(self._here, self._sizes.line * 0.6))
        changes = tuple(self._changes(marks))
        self._deducted += [label.box for label in changes]
        area, sizes = self._area, self._sizes
        across = int((area.right - area.left) / sizes.room[0])
        up = int((area.top - area.bottom) / sizes.room[1])
        return MapLayout(
            self._visits.ticks(
                min(MOST_LOG_TICKS, across), load_unit(self._answer.requirement)[1]
            ),
            self._targets.ticks(max(1, min(MOST_TICKS, up)), MILLISECOND)
            if self._has_target
            else (),
            self._here,
            values,
            changes,
            names or (tuple(self._names(grid)) if grid is not None else ()),
        )

    def _marks(self, cuts: MapCuts) -> list[tuple[Place, str]]:
        """Return where the answer changes along both lines, the nearest first."""
        asked, (x, y), result = self._answer.requirement, self._here, []
        today = float(asked.visits_per_month)
        for change in nearest(break_evens(cuts.visits_per_month), today):
            if self._is_on[1] and self._visits.holds(change.value):
                text = self._change_text(change, load_label(asked, change.value))
                place = (self._visits.place(change.value), y)
                result.append((_ratio(change.value, today), place, text))
        today = target_of(asked)
        for change in nearest(break_evens(cuts.response_time_s), today):
            if self._is_on[0] and self._targets.holds(change.value):
                text = self._change_text(change, target_label(change.value))
                place = (x, self._targets.place(change.value))
                result.append((_ratio(change.value, today), place, text))
        return [(place, text) for _, place, text in sorted(result, key=lambda each: each[0])]

    @cached_property
    def _short(self) -> list[str]:
        """The options' names, as short as a label needs them."""
        names = [self._words(o.option.name) for o in self._answer.options]
        return [cut(name, _SHORT_NAME) for name in short_names(names)]

    def _change_text(self, change: BreakEven, value: Message) -> str:
        """Return which two options are level, or whose limit it is, and at what value."""
        known = [self._short[at] for at in (change.before, change.after) if at is not None]
        if len(known) == 2:
            return f"{known[0]} = {known[1]} {self._words(value)}"
        limit = self._words(message("Limit of {option}:", option=known[0])) if known else ""
        return f"{limit} {self._words(value)}".strip()

    def _values(self, marks: Sequence[Place]) -> Iterator[MapLabel]:
        """Yield today's values, at that end of their lines where nothing changes."""
        asked, area, (x, y) = self._answer.requirement, self._area, self._here
        line = self._sizes.line
        for text, is_on, is_level in (
            (target_label(target_of(asked)), self._is_on[1] and self._has_target, True),
            (load_label(asked, asked.visits_per_month), self._is_on[0], False),
        ):
            if not is_on:
                continue
            written = self._words(text)
            wide, high = self._sizes.strong_width(written) + line * 0.66, line * 1.08
            corners = (
                ((area.left + 2, y - high / 2), (area.right - 2 - wide, y - high / 2))
                if is_level
                else ((x - wide / 2, area.bottom + 2), (x - wide / 2, area.top - 2 - high))
            )
            boxes = [
                Box(left, low, left + wide, low + high)
                for left, low in self._stored(corners, wide)
            ]
            rings = [_around(mark, line * 0.33) for mark in (self._here, *marks)]
            clear = (box for box in boxes if not any(box.touches(ring) for ring in rings))
            yield MapLabel(written, next(clear, boxes[0]))

    def _stored(self, corners: Iterable[Place], wide: float) -> Iterator[Place]:
        """Yield corners from which a box lies within the plane from side to side."""
        for left, low in corners:
            yield max(self._area.left, min(left, self._area.right - wide)), low

    def _changes(self, marks: Sequence[tuple[Place, str]]) -> Iterator[MapLabel]:
        area, line = self._area, self._sizes.line
        labels = [
            ChartLabel(*place, self._sizes.width(text) + line * 0.66, line)
            for place, text in marks
        ]
        rings = [_around(place, line * 0.33) for place, _ in marks]
        lines = self._lines(1.0)
        inside = Box(area.left + 2, area.bottom + 2, area.right - 2, area.top - 2)
        places = find_places(labels, [*self._deducted, *rings, *lines], inside)
        self._deducted += rings
        for (mark, text), place in zip(marks, places, strict=True):
            yield MapLabel(text, place.box, mark)

    def _names(self, grid: MapGrid) -> Iterator[tuple[RegionName, Box]]:
        """Place each region's name where nothing hides it, a shorter one where it is narrow."""
        winners = grid.present
        ground = (OPEN,) if NOBODY in winners else ()
        wanted = []
        for winner in (*winners, *ground):
            marker = 0.0 if winner < 0 else self._sizes.marker
            for text in region_names(self._answer, winner):
                written = cut(self._words(text))
                wide = self._sizes.strong_width(written) + marker
                wanted.append(RegionName(winner, written, wide, self._sizes.line * 0.92))
            if winner >= 0:  # its marker alone
                wanted.append(RegionName(winner, "", marker, self._sizes.line * 0.92))
        return place_names(grid, wanted, [*self._deducted, *self._lines(2.0)], self._area)

    def _lines(self, reach: float) -> list[Box]:
        """Return what the lines through the requirement cover."""
        (x, y), area = self._here, self._area
        return [
            Box(x - reach, area.bottom, x + reach, area.top),
            Box(area.left, y - reach, area.right, y + reach),
        ]


def _around(place: Place, reach: float) -> Box:
    x, y = place
    return Box(x - reach, y - reach, x + reach, y + reach)


def _ratio(value: float, today: float) -> float:
    """Return how far a value is from today's, as a ratio's logarithm."""
    return abs(math.log(value / today)) if today else 0.0

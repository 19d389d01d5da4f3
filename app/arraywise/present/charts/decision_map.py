"""Map outlines, hatches, room for names (today twice).

Borders are traced between the grid's cells and cut into arcs where three regions meet. Each arc is
straightened once, so that the regions on its two sides still share it and nothing gapes.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arraywise.present.charts.label_placement import Box

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from arraywise.domain.decision import DecisionMap

Node = tuple[int, int]
"""A corner between cells: column and row, counted from the lower left."""
Kind = tuple[int, bool]
"""Winner's position (-1: none passes), and whether a further test could change it."""
_OUTSIDE: Kind = (-2, False)
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
        return len({winner for winner, _ in self.sides}) > 1


@dataclass(frozen=True, slots=True)
class Region:
    """All places with one answer; the outlines are filled by the even-odd rule."""

    winner: int
    undecided: bool
    outlines: tuple[tuple[Node, ...], ...]


def trace_map(drawn: DecisionMap) -> tuple[tuple[Region, ...], tuple[Arc, ...]]:
    """Return the regions of a map and the borders between them, in cells of its grid."""
    winners, undecided = np.array(drawn.winners), np.array(drawn.undecided)
    cells = winners * 2 + undecided
    arcs = [Arc(_straight(arc.nodes), arc.sides) for arc in _Borders(_edges(cells)).arcs()]
    regions = (
        Region(*kind, _outlines(arc for arc in arcs if kind in arc.sides))
        for kind in map(_kind, np.unique(cells).tolist())
    )
    return tuple(regions), tuple(arc for arc in arcs if not arc.is_frame)


def _kind(cell: int) -> Kind:
    return cell // 2, bool(cell % 2)


def _edges(inner: NDArray[np.int_]) -> dict[frozenset[Node], frozenset[Kind]]:
    """Return every side of a cell that parts two kinds, with both."""
    cells = np.pad(inner, 1, constant_values=2 * _OUTSIDE[0])
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
        """Say whether an arc must end here: regions meet, or the map's frame turns."""
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
    kept, spans = {0, len(nodes) - 1}, [(0, len(nodes) - 1)]
    while spans:
        start, end = spans.pop()
        between = range(start + 1, end)
        far = max(between, key=lambda i: _off(nodes[i], nodes[start], nodes[end]), default=start)
        if far != start and _off(nodes[far], nodes[start], nodes[end]) > _TOLERANCE:
            kept.add(far)
            spans += [(start, far), (far, end)]
    return tuple(nodes[i] for i in sorted(kept))


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


if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from arraywise.domain.decision import DecisionMap

    Flags = NDArray[np.bool_]

NOBODY, OPEN = -1, -2
"""Who wins where no option passes; and the part of that region which a test could change."""


@dataclass(frozen=True, slots=True)
class RegionName:
    """A name that wants to stand in the region of a winner; sizes in points."""

    winner: int
    text: str
    width: float
    height: float


def place_names(
    drawn: DecisionMap, names: Sequence[RegionName], taken: Sequence[Box], area: Box
) -> Iterator[tuple[RegionName, Box]]:
    """Place each name where its region leaves most room, off the hatch where it can.

    A name that fits nowhere is left out: the ranking beside the map names every option.
    """
    winners, undecided = np.array(drawn.winners), np.array(drawn.undecided)
    free = _free_of(taken, area, winners.shape)
    for name in names:
        region = (winners == (NOBODY if name.winner == OPEN else name.winner)) & free
        wheres = {OPEN: (region & undecided,), NOBODY: (region & ~undecided,)}
        for where in wheres.get(name.winner, (region & ~undecided, region)):
            box = _roomiest(where, name, area)
            if box is not None:
                free &= _free_of([box], area, winners.shape)
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


def _roomiest(region: Flags, name: RegionName, area: Box) -> Box | None:
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
        found = _lowest_left(sums, wide, tall)
        if found is not None:
            best, low = (found[0] + wide / 2, found[1] + tall / 2), max(room, 0.01)
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

"""The regions of a decision map as outlines: what the points of the grid say, in smooth lines.

Borders are traced between the grid's cells and cut into arcs where three regions meet. Each arc is
straightened once, so that the regions on its two sides still share it and nothing gapes.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.domain.decision import DecisionMap

Node = tuple[int, int]
"""A corner between cells: column and row, counted from the lower left."""
Kind = tuple[int, bool]
"""Winner's position (-1: none passes), and whether a further test could change it."""
_OUTSIDE: Kind = (-2, False)
_TOLERANCE = 0.75
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
    kinds = [
        list(zip(winners, undecided, strict=True))
        for winners, undecided in zip(drawn.winners, drawn.undecided, strict=True)
    ]
    arcs = [Arc(_straight(arc.nodes), arc.sides) for arc in _arcs(_edges(kinds))]
    found = sorted({kind for row in kinds for kind in row})
    regions = (
        Region(winner, undecided, _outlines(a for a in arcs if (winner, undecided) in a.sides))
        for winner, undecided in found
    )
    return tuple(regions), tuple(arc for arc in arcs if not arc.is_frame)


def _edges(kinds: Sequence[Sequence[Kind]]) -> dict[frozenset[Node], frozenset[Kind]]:
    """Return every side of a cell that parts two kinds, with both."""
    rows, columns = len(kinds), len(kinds[0])

    def kind(column: int, row: int) -> Kind:
        inside = 0 <= column < columns and 0 <= row < rows
        return kinds[row][column] if inside else _OUTSIDE

    edges = {}
    for row in range(rows + 1):
        for column in range(columns + 1):
            here = kind(column, row)
            for beside, end in (
                (kind(column - 1, row), (column, row + 1)),
                (kind(column, row - 1), (column + 1, row)),
            ):
                if here != beside:
                    edges[frozenset(((column, row), end))] = frozenset((here, beside))
    return edges


def _arcs(edges: dict[frozenset[Node], frozenset[Kind]]) -> list[Arc]:
    """Join edges into arcs that end where more than two edges meet, or close on themselves."""
    ways: dict[Node, list[Node]] = defaultdict(list)
    for start, end in map(tuple, edges):
        ways[start].append(end)
        ways[end].append(start)
    corners = sorted(n for n, ends in ways.items() if _is_corner(n, ends, edges))
    left, arcs = set(edges), []
    for start in (*corners, *sorted(ways)):
        for first in sorted(ways[start]):
            if frozenset((start, first)) in left:
                arcs.append(_walk(start, first, ways, set(corners), left, edges))
    return arcs


def _is_corner(
    node: Node, ends: list[Node], edges: dict[frozenset[Node], frozenset[Kind]]
) -> bool:
    """Say whether an arc must end here: regions meet, or the map's frame turns."""
    if len(ends) != 2:
        return True
    one, other = ends
    turns = one[0] != other[0] and one[1] != other[1]
    return turns and _OUTSIDE in edges[frozenset((node, one))]


def _walk(
    start: Node,
    first: Node,
    ways: dict[Node, list[Node]],
    corners: set[Node],
    left: set[frozenset[Node]],
    edges: dict[frozenset[Node], frozenset[Kind]],
) -> Arc:
    nodes = [start, first]
    sides = edges[frozenset((start, first))]
    left.discard(frozenset((start, first)))
    while nodes[-1] not in corners and nodes[-1] != start:
        onward = [n for n in ways[nodes[-1]] if frozenset((nodes[-1], n)) in left]
        left.discard(frozenset((nodes[-1], onward[0])))
        nodes.append(onward[0])
    return Arc(tuple(nodes), sides)


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
    return float((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


def _off(node: Node, start: Node, end: Node) -> float:
    """Return the distance of a node from the line through two others, in cells."""
    length = _apart(start, end) ** 0.5
    across = (end[0] - start[0]) * (node[1] - start[1])
    along = (end[1] - start[1]) * (node[0] - start[0])
    return abs(across - along) / length if length else _apart(start, node) ** 0.5


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

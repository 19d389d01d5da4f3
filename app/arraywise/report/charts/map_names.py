"""Finds where the names of a map's regions fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arraywise.report.charts.label_places import Box

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

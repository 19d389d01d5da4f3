"""How the rows of a run lie under its header: the two do not always have the same width."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.importers.dstat.columns import Heading, headings_of
from arraywise.importers.dstat.headless import are_disk_bytes, guess_groups, rebuild
from arraywise.importers.dstat.rows import NUMBER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.importers.dstat.command import Command
    from arraywise.importers.dstat.segments import Preamble

Rows = list[list[bytes]]
_LOOKED_AT = 200


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the columns stand in a row."""

    headings: tuple[Heading, ...]
    field_count: int
    """Fields of a row, after mending where it is needed."""
    ends_in_delimiter: bool = False
    time_is_split: bool = False
    rebuilt: bool = False
    """The names come from the command line, since the header is not whole."""
    guessed: bool = False
    """The groups come from the order of the names, since there is no line of groups."""

    def aligned(self, rows: Rows) -> Rows:
        """Join the two cells of a split time, so that all cells stand at their positions."""
        at = next((h.position for h in self.headings if h.is_time), None)
        if not self.time_is_split or at is None:
            return rows
        return [[*row[:at], b" ".join(row[at : at + 2]), *row[at + 2 :]] for row in rows]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Header and rows that cannot be brought together."""

    values: int
    names: int


def lay_out(preamble: Preamble, command: Command, rows: Rows, tool: str) -> Layout | Mismatch:
    """Bring header and rows together; `rows` are the first rows of the run."""
    names, groups = list(preamble.names), list(preamble.groups)
    while names and not names[-1]:
        names.pop()
    rows = (rows[1:] or rows)[:_LOOKED_AT]  # the first row of pcp-dstat is short
    guessed = not any(groups)
    if guessed:
        groups = _guessed_groups(names, rows, tool)
    width = _usual_width(rows, len(names))
    rows = [row for row in rows if len(row) == width] or rows
    ends_empty = sum(len(row) > len(names) and not row[-1] for row in rows)
    if ends_empty * 2 > len(rows):
        width -= 1
    headings = tuple(headings_of(groups, names, range(len(names))))
    if width == len(names):
        always = ends_empty == len(rows)
        return Layout(headings, width + always, always, guessed=guessed)
    if width > len(names) and tool != "pcp-dstat" and any(h.is_text for h in headings):
        return Layout(headings, len(names))  # commas in the names of processes
    return (
        _explained(names, groups, rows, width)
        or _rebuilt(names, command, width)
        or Mismatch(width, len(names))
    )


def _usual_width(rows: Rows, names: int) -> int:
    """Return the usual number of cells; lines of one cell are strays where more are named."""
    widths = Counter(len(row) for row in rows if len(row) > 1 or names == 1)
    return widths.most_common(1)[0][0] if widths else 1


def _guessed_groups(names: Sequence[str], rows: Rows, tool: str) -> list[str]:
    """Guess groups from names alone; `read` and `writ` only where they can only be bytes."""
    groups = guess_groups(names)
    for i, name in enumerate(names[:-1]):
        if (name, names[i + 1], groups[i]) == ("read", "writ", "") and tool == "dstat":
            values = [figure(row, j) for row in rows for j in (i, i + 1)]
            if are_disk_bytes([value for value in values if value is not None]):
                groups[i : i + 2] = ["dsk/total"] * 2
    return groups


def figure(row: Sequence[bytes], position: int) -> float | None:
    """Return the number in a cell; None where there is none."""
    cell = row[position] if position < len(row) else b""
    return float(cell) if NUMBER.fullmatch(cell) else None


def _explained(names: list[str], groups: list[str], rows: Rows, width: int) -> Layout | None:
    """Know the two ways in which rows are wider than their header for a reason."""
    if width == len(names) + 1 and "time" in names:
        at = names.index("time")
        if all(_is_date_and_clock(row, at) for row in rows if len(row) >= width):
            headings = headings_of(groups, names, range(len(names)))
            return Layout(tuple(headings), len(names), time_is_split=True)
    if width == len(names) + 3:
        positions = _with_seven_memory_values(names, groups, rows)
        if positions:
            return Layout(tuple(headings_of(groups, names, positions)), width)
    return None


def _is_date_and_clock(row: Sequence[bytes], at: int) -> bool:
    return NUMBER.fullmatch(row[at]) is None and b":" not in row[at] and b":" in row[at + 1]


def _with_seven_memory_values(names: list[str], groups: list[str], rows: Rows) -> list[int] | None:
    """Place the columns of dstat 0.7.2svn, which writes seven memory values under four names.

    They are total, used, free, buffers, cached, shared, reclaimable slab; used follows from the
    others, which proves the order.
    """
    groups = [*groups, *[""] * (len(names) - len(groups))]
    at = groups.index("memory usage") if "memory usage" in groups else -1
    if at < 0 or names[at : at + 4] != ["used", "free", "buff", "cach"]:
        return None
    for row in rows:
        cells = [figure(row, at + i) for i in range(7)]
        total, used, free, buffers, cached, shared, slab = (c or 0.0 for c in cells)
        if not total or used != total - free - buffers - cached - slab + shared:
            return None
    return [i if i < at else i + 1 if i < at + 4 else i + 3 for i in range(len(names))]


def _rebuilt(names: list[str], command: Command, width: int) -> Layout | None:
    made = rebuild(command.bundle) if command.program == "pcp-dstat" else None
    if made is None or len(made[1]) != width or made[1][: len(names)] != names:
        return None
    return Layout(tuple(headings_of(*made, range(width))), width, rebuilt=True)

"""From printed results to runs: double printing and the view's row are one run, not three."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.importers.io_calibrate.content import Kind, Result

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.importers.io_calibrate.content import Cell
    from arraywise.importers.io_calibrate.numbers import NumberWriting


def distinct(
    printed: Sequence[Result], rows: Sequence[Result], writing: NumberWriting
) -> list[Result]:
    """Join what belongs to one run, in the order of the text.

    From 18c on the procedure prints its figures itself and the user's block prints them again,
    rounded; the view then shows the latest run once more.
    """
    runs: list[Result] = []
    for result in printed:
        if runs and runs[-1].block == result.block and _repeats(runs[-1], result, writing):
            runs[-1] = _joined(runs[-1], result, writing)
        else:
            runs.append(result)
    seen: list[Result] = []
    for row in rows:
        if any(_same_row(row, other) for other in seen):
            continue
        match = _latest(runs, row, writing)
        seen.append(row)
        if match is None:
            runs.append(row)
        else:
            runs[match] = _joined(runs[match], row, writing)
    return sorted(runs, key=lambda run: run.offset)


def _same_row(row: Result, other: Result) -> bool:
    """Two queries show the same row; two rows of one table are two runs."""
    shared = {cell.kind for cell in row.cells} & {cell.kind for cell in other.cells}
    same = all(row.text(kind) == other.text(kind) for kind in shared)
    return same and abs(_line(row) - _line(other)) > 1 and Kind.IOPS in shared


def _line(result: Result) -> int:
    return result.cells[0].line


def _latest(runs: Sequence[Result], row: Result, writing: NumberWriting) -> int | None:
    """Find the last printed run with the row's figures."""
    for position in range(len(runs) - 1, -1, -1):
        run = runs[position]
        if not run.is_view and not run.cell(Kind.START) and _repeats(run, row, writing):
            return position
    return None


def _repeats(first: Result, second: Result, writing: NumberWriting) -> bool:
    """Compare rates exactly and latencies rounded; what only one has does not count."""
    shared = [
        (a, b) for a in first.figures if (b := second.cell(a.kind)) and a.kind is not Kind.PMBPS
    ]
    return bool(shared) and all(_is_same(a, b, writing) for a, b in shared)


def _is_same(first: Cell, second: Cell, writing: NumberWriting) -> bool:
    if first.text == second.text or (second.ends_file and first.text.startswith(second.text)):
        return True
    a, b = writing.read(first)[0], writing.read(second)[0]
    if a is None or b is None:
        return False
    if first.kind is not Kind.LATENCY:
        return a == b
    fine, coarse = sorted((a, b), key=lambda value: value == int(value))
    return a == b or (coarse == int(coarse) and abs(fine - coarse) <= 0.5)


def _joined(first: Result, second: Result, writing: NumberWriting) -> Result:
    """Keep the first place of a value, but the finer latency."""
    cells = {cell.kind: cell for cell in (*second.cells, *first.cells)}
    latencies = [cell for r in (first, second) if (cell := r.cell(Kind.LATENCY))]
    if latencies:
        cells[Kind.LATENCY] = max(latencies, key=lambda cell: _fineness(cell, writing))
    return replace(first, cells=tuple(sorted(cells.values(), key=lambda c: (c.line, c.column))))


def _fineness(cell: Cell, writing: NumberWriting) -> tuple[bool, int]:
    """Rank a latency: known before unknown, more decimals before fewer."""
    value = writing.read(cell)[0]
    if value is None or cell.ends_file:
        return False, 0
    return True, len(cell.text.rpartition(writing.decimal or ".")[2]) if value % 1 else 0


def without_figures(result: Result) -> bool:
    """Tell a row that was never measured: entered by hand so that queries run in parallel.

    Oracle's support advises to insert zeros with a single non-zero throughput.
    """
    iops = result.text(Kind.IOPS)
    return iops is not None and iops.strip("0") == ""


def spread(values: Iterable[float]) -> float:
    """Return largest over smallest, less one."""
    values = sorted(values)
    return values[-1] / values[0] - 1 if values and values[0] > 0 else 0.0

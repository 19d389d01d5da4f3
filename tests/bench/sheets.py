"""Recalculation of 10,000 formulas: how long from a changed cell to all results."""

from __future__ import annotations

import time
from statistics import median
from typing import TYPE_CHECKING

from arraywise.domain.cells import CellAddress, InputCell
from arraywise.worksheets.workbook import BookSheet, FormulaWorkbook
from tests.bench.processes import Result

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FORMULAS = 10_000
ROUNDS = 15


def typed() -> dict[CellAddress, InputCell]:
    """Return 10,000 formulas in chains with sums, over 10,000 numbers."""
    cells = {}
    for row in range(FORMULAS):
        above = f"+B{row}" if row else ""
        formula = f"=A{row + 1}*1.1+SUM(A$1:A$10){above}"
        for column, text in ((0, str(row)), (1, formula)):
            place = CellAddress("workings", row, column)
            cells[place] = InputCell(place, text)
    return cells


def seconds(work: Callable[[int], object], rounds: int = ROUNDS) -> tuple[float, float]:
    """Return wall and processor time of some work, medians over the rounds."""
    walls, cpus = [], []
    for number in range(rounds):
        wall, cpu = time.perf_counter(), time.process_time()
        work(number)
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return median(walls), median(cpus)


def measure(_folder: Path) -> list[Result]:
    """Measure an edit of one cell with all 10,000 results read, against the engine alone."""
    book = FormulaWorkbook(
        (BookSheet("workings", "Workings", feeds_model=False),), {"Demand.TPS": 1.0}
    )
    cells = typed()
    book.set_typed_cells(cells)
    book.calculate()
    first = CellAddress("workings", 0, 0)

    def edit(number: int) -> None:
        book.set_typed_cells({**cells, first: InputCell(first, str(number + 0.5))})
        book.calculate()

    def slide(number: int) -> None:
        book.set_results({"Demand.TPS": float(number)})
        book.calculate()

    bare = seconds(lambda _number: book._engine.calculate())
    results = []
    for name, work in (("edit a cell", edit), ("move a slider", slide)):
        wall, cpu = seconds(work)
        results.append(_result(f"10,000 formulas: {name} against the engine alone",
                               (wall, cpu), bare))  # fmt: skip
    return results


def _result(name: str, ours: tuple[float, float], bare: tuple[float, float]) -> Result:
    return Result(
        name=name, value=ours[0], reference=bare[0], unit="s", ratio=ours[0] / bare[0],
        cpu_ratio=ours[1] / max(bare[1], 1e-9), memory_ratio=1.0,
    )  # fmt: skip


if __name__ == "__main__":
    from pathlib import Path as _Path

    for each in measure(_Path()):
        print(f"{each.name}: {each.value * 1000:.1f} ms ({each.reference * 1000:.1f} ms)")

"""How long the documents take, against the bare libraries making files of equal content."""

from __future__ import annotations

import gc
import time
from statistics import median
from typing import TYPE_CHECKING

from tests.bench.processes import Result, worked_example

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PAIRS = 15


def measure_workbook(folder: Path) -> Result:
    """Time the workbook of the worked example against bare XlsxWriter writing the same file.

    Both write the very same bytes, which is asserted; the calls are recorded before.
    """
    from arraywise.report import workbook as workbook_xlsx
    from arraywise.store.study import open_study
    from arraywise.usecases.gather_content import build_report_content
    from arraywise.worksheets.engine import evaluate_workbook
    from tests.bench.workbook_calls import record, replay

    with open_study(worked_example(folder)) as study:
        content = build_report_content(study)
    calls, options = record(content), workbook_xlsx.OPTIONS
    assert replay(calls, options) == workbook_xlsx.build_workbook(content, evaluate_workbook)
    return _in_pairs(
        ".xlsx of the worked example, against bare XlsxWriter (limit 1.5)",
        lambda: workbook_xlsx.build_workbook(content, evaluate_workbook),
        lambda: replay(calls, options),
    )


def _in_pairs(name: str, ours: Callable[[], object], bare: Callable[[], object]) -> Result:
    """Time two pieces of work in this process, one after the other, again and again."""
    measured = [(_time(ours), _time(bare)) for _ in range(PAIRS + 1)][1:]
    return Result(
        name=name,
        value=median(a[0] for a, _ in measured),
        unit="s",
        reference=median(b[0] for _, b in measured),
        ratio=median(a[0] / b[0] for a, b in measured),
        cpu_ratio=median(a[1] / b[1] for a, b in measured),
        memory_ratio=0.0,
    )


def _time(work: Callable[[], object]) -> tuple[float, float]:
    """Time some work; as in the window, no search for garbage goes over what it is made of."""
    gc.collect()
    gc.disable()
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    spent = time.perf_counter() - wall, time.process_time() - cpu
    gc.enable()
    return spent

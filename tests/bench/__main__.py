"""`make bench`: print each figure with its ratio, and write build/bench.json.

It fails where a row is above a ceiling that was met before (`ceilings`).
"""

from __future__ import annotations

import json
import os
import sys
from compileall import compile_dir
from dataclasses import asdict
from typing import TYPE_CHECKING

from tests.bench import (
    ceilings,
    charts,
    database_reports,
    decide,
    documents,
    first_window,
    grid,
    host_samples,
    imports,
    memory,
    other_tools,
    report_pdf,
    sheets,
    slider,
    turns,
)
from tests.conftest import ROOT

if TYPE_CHECKING:
    from tests.bench.processes import Result

MEASURES = (
    host_samples.measure,
    imports.measure_orion_kept,
    imports.measure_swingbench_kept,
    imports.measure_again,
    imports.measure_mixed,
    database_reports.measure,
    first_window.measure,
    decide.measure_process,
    documents.measure_workbook,
    other_tools.measure_pandas,
)
LONG = (
    host_samples.measure_long,
    memory.measure,
    imports.measure_orion,
    imports.measure_swingbench,
    other_tools.measure_visidata,
    other_tools.measure_libreoffice,
)
"""Minutes each; asked for by `make bench LONG=1`."""


def main() -> None:
    """Measure everything and report."""
    folder = ROOT / "build" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    compile_dir(ROOT / "app", quiet=1)  # as installed; what is measured against has its bytecode
    measures = (*MEASURES, *LONG) if os.environ.get("ARRAYWISE_BENCH_LONG") else MEASURES
    results: list[Result] = []
    print(f"{'':72} {'value':>9} {'bare':>9} {'ratio':>7} {'cpu':>7} {'memory':>7}")
    for measure in measures:
        if (result := measure(folder)) is not None:
            results += _stated(result)
    for several in (
        slider.measure,
        turns.measure,
        decide.measure,
        sheets.measure,
        grid.measure,
        report_pdf.measure,
        charts.measure,
    ):
        results += _stated(*several(folder))
    target = ROOT / "build" / "bench.json"
    target.write_text(json.dumps([asdict(r) for r in results], indent=1) + "\n", "utf-8")
    broken = ceilings.broken(results)
    if broken:
        sys.exit("\n".join(f"above its ceiling: {r.name}{ceilings.state(r)}" for r in broken))


def _stated(*results: Result) -> tuple[Result, ...]:
    """Print results as soon as they are there."""
    for result in results:
        print(_row(result), flush=True)
    return results


def _row(r: Result) -> str:
    return (
        f"{r.name:72} {r.value:8.3f}{r.unit} {r.reference:8.3f}{r.unit}"
        f" {r.ratio:7.2f} {r.cpu_ratio:7.2f} {r.memory_ratio:7.2f}{ceilings.state(r)}"
    )


if __name__ == "__main__":
    main()

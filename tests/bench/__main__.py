"""`make bench`: print each figure with its ratio, and write build/bench.json."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from tests.bench import first_window, host_samples
from tests.conftest import ROOT

if TYPE_CHECKING:
    from tests.bench.processes import Result

MEASURES = (host_samples.measure, first_window.measure)


def main() -> None:
    """Measure everything and report."""
    folder = ROOT / "build" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    results = [measure(folder) for measure in MEASURES]
    print(f"{'':64} {'value':>9} {'bare':>9} {'ratio':>7} {'cpu':>7} {'memory':>7}")
    for result in results:
        print(_row(result))
    target = ROOT / "build" / "bench.json"
    target.write_text(json.dumps([asdict(r) for r in results], indent=1) + "\n", "utf-8")


def _row(r: Result) -> str:
    return (
        f"{r.name:64} {r.value:8.3f}{r.unit} {r.reference:8.3f}{r.unit}"
        f" {r.ratio:7.2f} {r.cpu_ratio:7.2f} {r.memory_ratio:7.2f}"
    )


if __name__ == "__main__":
    main()

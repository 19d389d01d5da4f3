"""How long a decision takes: in the window, on each tick of a slider, and as a process.

In-process figures are medians of processor time, held against the limit that the product sets
itself; the ratio is figure over limit, so 1 is just met. Six options at nine levels, eight
criteria (the four there are, twice), 10,000 draws.
"""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING

from tests.bench.processes import Result, compare, worked_example
from tests.pace import slowness

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LEVELS = (5, 10, 20, 30, 60, 90, 110, 127, 150)
NOISE = (0.005, 0.01)
TELL_IMPORTS = """
import sys
sys.argv[0] = "arraywise"
from arraywise.cli import run
import io, contextlib
with contextlib.redirect_stdout(io.StringIO()):
    run(sys.argv[1:])
print(*[m for m in sys.modules if not m.startswith(("arraywise", "__main__"))], sep="\\n")
"""
BARE = """
import contextlib, importlib, sys
for name in sys.argv[1:]:
    with contextlib.suppress(ImportError):
        importlib.import_module(name)
"""


def measure(_folder: Path) -> list[Result]:
    """Time the parts of a decision against their limits."""
    from arraywise.analysis.decision.problem import build_problem
    from arraywise.analysis.decision.ranking import estimate_rank_certainty
    from arraywise.domain.criteria import DEFAULT_CRITERIA
    from arraywise.domain.decision import PASSES
    from arraywise.usecases.decide_study import answer, build_decision_map, prepare
    from tests.analysis.bench import faster, make_option, make_runs, make_study

    def option(n: int) -> object:
        runs = make_runs(faster(1.0 - 0.03 * n), LEVELS, noise=NOISE, seed=n + 1)
        return make_option(n + 1, runs, str(615_000 - 30_000 * n), 95 - 12 * n)

    facts = make_study(*(option(n) for n in range(6)))  # type: ignore[arg-type]
    criteria = (*DEFAULT_CRITERIA, *(replace(c, swing=c.swing / 2) for c in DEFAULT_CRITERIA))
    prepared = prepare(facts)
    visits = iter(range(50_000_000, 60_000_000, 10_000))

    def tick(draws: int) -> None:
        asked = replace(facts.requirement, visits_per_month=next(visits))
        answer(prepared, facts, asked, criteria, draws)

    question = build_problem(prepared, facts, criteria=criteria)
    passing = [o for o in answer(prepared, facts, criteria=criteria).options if o.status in PASSES]
    return [
        _against("re-evaluation after a slider tick, 6 options x 8 criteria", 0.005, 60,
                 lambda: tick(0)),
        _against("rank acceptability in three states, 10,000 draws", 0.020, 30,
                 lambda: estimate_rank_certainty(question, passing, 10_000)),
        _against("both together", 0.025, 30, lambda: tick(10_000)),
        _against("decision map 200 x 200 x 6", 0.020, 20,
                 lambda: build_decision_map(prepared, facts, criteria=criteria)),
        _against("first fit of 6 options x 9 levels, 1,000 bootstrap samples", 1.0, 5,
                 lambda: prepare(facts)),
    ]  # fmt: skip


def _against(name: str, limit_s: float, times: int, work: Callable[[], object]) -> Result:
    work()
    walls, cpus, paces = [], [], []
    for _ in range(times):
        wall, cpu = time.perf_counter(), time.process_time()
        work()
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
        paces.append(slowness())
    paced = median(cpus) * 1e3 / max(1.0, median(paces))
    return Result(
        name=f"{name}, against its limit (at the pace of a quiet machine {paced:.1f})",
        value=median(walls) * 1e3,
        unit="m",
        reference=limit_s * 1e3,
        ratio=median(walls) / limit_s,
        cpu_ratio=median(cpus) / limit_s,
        memory_ratio=0.0,
    )


def measure_process(folder: Path) -> Result:
    """Time `decide` on the worked example against the bare imports that it needs."""
    study = worked_example(folder)
    stated = subprocess.run(
        [sys.executable, "-c", TELL_IMPORTS, "decide", str(study)],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    return compare(
        "decide on the worked example, against the bare imports it needs (limit 1.5)",
        [sys.executable, "-m", "arraywise", "decide", str(study)],
        [sys.executable, "-c", BARE, *stated.stdout.split()],
        pairs=9,
    )

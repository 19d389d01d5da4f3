"""Whole processes, timed in pairs: A B A B, medians and the ratio pair by pair.

Pairs, because a shared machine's speed drifts; the processor time is beside the wall clock.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tests.bench.ceilings import Ceiling


_WITHOUT_BYTECODE = "PYTHONDONTWRITEBYTECODE"
"""Where it is set, a program compiles its modules at every start; an installed one does not."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one process took."""

    wall_s: float
    cpu_s: float
    peak_bytes: int


@dataclass(frozen=True, slots=True)
class Result:
    """One row of the table; a ratio of 1 means as fast as the bare work."""

    name: str
    value: float
    unit: str
    reference: float
    ratio: float
    cpu_ratio: float
    memory_ratio: float
    ceiling: Ceiling | None = None
    """What it may come to."""


def cost_of(command: Sequence[str], environment: dict[str, str]) -> Cost:
    """Run a command to its end and return what it took; a failure stops the bench.

    None is a status of 1 without a word: an import that refused some of many files.
    """
    known = {name: value for name, value in os.environ.items() if name != _WITHOUT_BYTECODE}
    started = time.perf_counter()
    process = subprocess.Popen(
        command,
        env=known | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall_s = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    sentence = process.stderr.read().decode() if process.stderr else ""
    if process.stderr:
        process.stderr.close()
    if process.returncode not in {0, 1} or sentence:
        message = f"{' '.join(command)} left with {process.returncode}: {sentence}"
        raise RuntimeError(message)
    return Cost(wall_s, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def compare(
    name: str,
    command: Sequence[str],
    bare: Sequence[str],
    *,
    pairs: int,
    environment: dict[str, str] | None = None,
    before: Callable[[], None] = lambda: None,
    warm_up: bool = True,
    ceiling: Ceiling | None = None,
) -> Result:
    """Time `command` against `bare`, `before` tidies up for every run.

    Each runs again at first, to warm up, unless it takes minutes.
    """
    costs: list[tuple[Cost, Cost]] = []
    for _ in range(pairs + warm_up):
        before()
        ours = cost_of(command, environment or {})
        before()
        costs.append((ours, cost_of(bare, environment or {})))
    measured = costs[warm_up:]
    return Result(
        name=name,
        value=median(a.wall_s for a, _ in measured),
        unit="s",
        reference=median(b.wall_s for _, b in measured),
        ratio=median(a.wall_s / b.wall_s for a, b in measured),
        cpu_ratio=median(a.cpu_s / b.cpu_s for a, b in measured),
        memory_ratio=median(a.peak_bytes / b.peak_bytes for a, b in measured),
        ceiling=ceiling,
    )


def worked_example(folder: Path) -> Path:
    """Return the worked example in a folder of the bench, built where it is not there yet."""
    study = folder / "window" / "worked-example.arraywise"
    if not study.exists():
        demo = [sys.executable, "-m", "arraywise", "demo", "--out", str(study.parent)]
        subprocess.run(demo, check=True, stdout=subprocess.DEVNULL)
    return study


def in_process(module: str, *arguments: object) -> Any:
    """Run a module without a screen in a process of its own and return the JSON it prints."""
    stated = subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        check=True, stdout=subprocess.PIPE, text=True,
        env={"QT_QPA_PLATFORM": "offscreen"} | dict(os.environ),
    )  # fmt: skip
    return json.loads(stated.stdout)

"""`python -m tests.fuzz`: fire at importers, count, and keep what was found in build/fuzz."""

from __future__ import annotations

import argparse
import resource
from random import Random
from time import monotonic

from tests.conftest import ROOT
from tests.fuzz.damage import damaged
from tests.fuzz.findings import Trial
from tests.fuzz.seeds import all_seeds, seeds
from tests.fuzz.targets import INSPECT, TARGETS

FOLDER = ROOT / "build" / "fuzz"
MOST_MEMORY_BYTES = 4 * 1024**3
"""Of addresses, most of them DuckDB's and Qt's own; an importer that wants more is a finding."""


def main() -> None:
    """Fire at the targets that were named, or at all of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", nargs="*", choices=[[], *TARGETS], help="default: all")
    parser.add_argument("--inputs", type=int, default=100_000, help="of each target")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    limit_memory()
    for name in options.target or TARGETS:
        trial = Trial(name, TARGETS[name], FOLDER)
        run(trial, options.inputs, Random(f"{name} {options.seed}"))  # noqa: S311 - no secrets


def limit_memory() -> None:
    """Let the system refuse what no importer should ask for."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES))


def run(trial: Trial, inputs: int, chance: Random) -> None:
    """Fire damaged samples at one target and print a line of the account."""
    own = all_seeds() if trial.name == INSPECT else seeds(trial.name)
    start = monotonic()
    for seed in own:
        trial.run(seed)
    while trial.inputs < inputs:
        trial.run(damaged(own, chance, all_seeds()))
    report(trial, "damage", monotonic() - start)


def report(trial: Trial, engine: str, seconds: float) -> None:
    """Print and keep one line: target, engine, inputs, seconds, slowest input, findings."""
    result = "; ".join(f"{key} x{count}" for key, count in sorted(trial.found.items())) or "none"
    times = f"{seconds:.0f} s\tslowest {trial.slowest_s:.2f} s"
    line = f"{trial.name}\t{engine}\t{trial.inputs}\t{times}\t{result}"
    print(line, flush=True)
    with (FOLDER / "account.tsv").open("a", encoding="utf-8") as account:
        account.write(line + "\n")


if __name__ == "__main__":
    main()

"""`python -m tests.fuzz.guided TARGET [INPUTS]`: atheris, which keeps inputs that reach new code.

libFuzzer's own mutations take turns with ours, which know lines, numbers and markup.
"""

from __future__ import annotations

import os
import sys
from random import Random
from time import monotonic

import atheris

with atheris.instrument_imports(include=["arraywise.importers.registry", "arraywise.usecases"]):
    from tests.fuzz.__main__ import FOLDER, limit_memory, report
    from tests.fuzz.damage import KINDS
    from tests.fuzz.findings import Trial
    from tests.fuzz.seeds import all_seeds, seeds
    from tests.fuzz.targets import INSPECT, TARGETS

LONGEST = 16_384
SLOWER = 4
"""Watched code takes so many times as long."""


def main() -> None:
    """Fire at one target; libFuzzer ends the process, so that the last input reports."""
    name, inputs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    corpus = FOLDER / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(all_seeds() if name == INSPECT else seeds(name)):
        (corpus / f"seed{number}").write_bytes(seed[:LONGEST])
    trial = Trial(name, TARGETS[name], FOLDER, seconds_allowed=2.0 * SLOWER)
    start = monotonic()

    def fire(data: bytes) -> None:
        trial.run(data)
        if trial.inputs >= inputs:
            report(trial, "atheris", monotonic() - start)
            os._exit(0)

    limit_memory()
    options = [f"-max_len={LONGEST}", "-timeout=60", "-rss_limit_mb=3000", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *options, str(corpus)], fire, custom_mutator=mutated)
    atheris.Fuzz()


def mutated(data: bytes, longest: int, seed: int) -> bytes:
    """Change an input, in libFuzzer's way or in ours."""
    chance = Random(seed)  # noqa: S311 - no secrets
    if chance.randrange(2):
        return atheris.Mutate(data, longest)
    return chance.choice(KINDS)(data, chance)[:longest]


if __name__ == "__main__":
    main()

"""The bound by I/O evidence against simulated storages of known truth (MODEL E3)."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from arraywise.analysis.storage_bound import Terms, bound_storage
from arraywise.domain.workload import NO_PROFILE, with_values
from tests.analysis.storage_lab import Storage, capacity_tps, response_s, sweep

CHANCE = 1.06
"""Means of so few I/Os scatter by a few per cent."""
CPU_S = 0.001


@pytest.mark.parametrize("seed", range(16))
def test_the_bound_holds_and_no_outcome_is_wrong(seed: int) -> None:
    rng = Random(seed)  # noqa: S311 - chance, no secret
    read_s = rng.uniform(0.0002, 0.005)
    cost = rng.choice((0.3, 1.0, 2.0, 4.0))
    storage = Storage(rng.randint(2, 12), read_s, cost * read_s, rng.random() < 0.5)
    reads, writes = rng.randint(3, 12), rng.randint(1, 6)
    share = writes / (reads + writes)
    measured = max(0.0, share + rng.choice((0.0, 0.0, -0.09, 0.09, -0.2)))
    asked = {
        "reads": float(reads), "writes": float(writes), "sync_reads": float(reads),
        "log_writes": 1.0, "block_bytes": 8192.0, "cpu_s": CPU_S, "rest_s": CPU_S,
    }  # fmt: skip
    bound = bound_storage(*sweep(storage, measured, rng), with_values(NO_PROFILE, asked), Terms())
    assert bound is not None
    for load in (0.3, 0.6, 0.75, 0.9):
        rate = load * capacity_tps(storage, reads, writes)
        true = response_s(storage, rate, reads, writes, CPU_S, rng)
        at = np.array([rate])
        assert bound.low_s(at)[0] + CPU_S <= CHANCE * true, (load, storage)
        for times in (0.4, 0.9, 1 / 0.9, 2.5):
            target = np.array([times * true])
            if times > 1:
                assert not bound.fails(at, target)[0], (load, times, storage)
            else:
                assert not bound.passes(at, target)[0], (load, times, storage)


def test_most_of_what_can_be_decided_is() -> None:
    """Load up to 0.6 of the capacity, target 2.5 times the truth: shown to fit."""
    decided = 0
    for seed in range(10):
        rng = Random(100 + seed)  # noqa: S311 - chance, no secret
        storage = Storage(rng.randint(4, 12), 0.001, 0.001 * rng.choice((0.5, 1.0)), cached=False)
        asked = {
            "reads": 8.0, "writes": 2.0, "sync_reads": 8.0, "log_writes": 1.0,
            "block_bytes": 8192.0, "cpu_s": CPU_S, "rest_s": CPU_S,
        }  # fmt: skip
        profile = with_values(NO_PROFILE, asked)
        bound = bound_storage(*sweep(storage, 0.2, rng), profile, Terms())
        assert bound is not None
        rate = 0.6 * capacity_tps(storage, 8, 2)
        true = response_s(storage, rate, 8, 2, CPU_S, rng)
        decided += bool(bound.passes(np.array([rate]), np.array([2.5 * true]))[0])
    assert decided >= 9

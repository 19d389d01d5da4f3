"""The bound by I/O evidence against simulated storages of known truth (MODEL E3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from arraywise.analysis.storage_bound import JudgementTerms, bound_storage
from arraywise.domain.workload import NO_PROFILE, with_values
from tests.analysis.storage_lab import Storage, capacity_tps, response_s, sweep

if TYPE_CHECKING:
    from arraywise.domain.study import IoPoint, RunSetup

    Evidence = tuple[tuple[IoPoint, ...], tuple[RunSetup, ...]]

CHANCE = 1.06
"""Means of so few I/Os scatter by a few per cent."""
CPU_S = 0.001
MANY = "several shares of writes and sizes of blocks"
"""The usual sweep of fio: the work itself decides, whatever stands beside it."""


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
    bound = bound_storage(
        *sweep(storage, measured, rng), with_values(NO_PROFILE, asked), JudgementTerms()
    )
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


@pytest.mark.parametrize("seed", range(3))
def test_more_writes_than_the_work_has_make_no_pass_wrong(seed: int) -> None:
    """Writes cost a tenth of a read here: a mix of half writes carries the I/Os, not the reads."""
    rng, passed = Random(seed), 0  # noqa: S311 - chance, no secret
    storage = Storage(6, 0.004, 0.0004, rng.random() < 0.5)
    asked = {
        "reads": 8.0, "writes": 1.0, "sync_reads": 8.0, "log_writes": 1.0, "block_bytes": 8192.0,
        "cpu_s": CPU_S, "rest_s": CPU_S,
    }  # fmt: skip
    profile = with_values(NO_PROFILE, asked)
    bound = bound_storage(*sweep(storage, 0.6, rng), profile, JudgementTerms())
    assert bound is not None
    for load in (0.2, 0.6, 0.9):
        rate = load * capacity_tps(storage, 8, 1)
        true = response_s(storage, rate, 8, 1, CPU_S, rng)
        passes = bound.passes(np.full(2, rate), np.array([0.9, 2.5]) * true)
        assert not passes[0], load
        passed += int(passes[1])
    assert not bound.passes(np.array([1.05 * capacity_tps(storage, 8, 1)]), np.array([9.0]))[0]
    assert passed


def test_large_i_o_that_was_not_measured_makes_no_pass_wrong() -> None:
    """It takes as long here as the small writes of its bytes: the worst that E3 assumes."""
    passed = 0
    asked = {
        "reads": 8.0, "writes": 2.0, "sync_reads": 8.0, "log_writes": 1.0, "cpu_s": CPU_S,
        "rest_s": CPU_S, "block_bytes": 8192.0, "large_bytes": 0.01 * 2**20,
    }  # fmt: skip
    for seed in range(4):
        rng = Random(seed)  # noqa: S311 - chance, no secret
        storage = Storage(rng.randint(4, 12), 0.0002, 0.0002, cached=seed % 2 == 0)
        bound = bound_storage(
            *sweep(storage, 0.2, rng), with_values(NO_PROFILE, asked), JudgementTerms()
        )
        assert bound is not None
        for load in (0.2, 0.5, 0.8):
            rate = load * capacity_tps(storage, 8, 2, 0.01)
            true = response_s(storage, rate, 8, 2, CPU_S, rng, large=0.01)
            at = np.array([rate])
            assert bound.low_s(at)[0] + CPU_S <= CHANCE * true
            assert not bound.passes(at, np.array([0.9 * true]))[0]
            passed += bool(bound.passes(at, np.array([5.0 * true]))[0])
    assert passed


def test_tests_of_two_storages_decide_no_target_and_fail_no_measured_rate() -> None:
    """The quicker one's sweep passed a target that the slower one's showed to be missed."""
    asked = {"reads": 8.0, "writes": 0.0, "block_bytes": 8192.0, "log_writes": 0.0}
    slow, quick = (Storage(4, seconds, seconds, cached=False) for seconds in (0.004, 0.0002))
    rng = Random(5)  # noqa: S311 - chance, no secret
    points, setups = sweep(slow, 0.0, rng, (1, 2, 4, 8, 16, 64))
    others, more = sweep(quick, 0.0, rng)
    points += tuple(replace(p, run_id=100 + p.run_id, tool="vdbench", file="v") for p in others)
    setups += tuple(replace(s, run_id=100 + s.run_id, tool="vdbench", file="v") for s in more)
    profile = with_values(NO_PROFILE, asked)
    bound = bound_storage(points, setups, profile, JudgementTerms(storage_share=0.5))
    assert bound is not None
    at = np.array([10.0, 10.0, 0.5 * bound.capacity_tps]), np.array([0.010, 9.0, 9.0])
    assert bound.contradicts_itself(at[0][:1])[0]
    assert not (bound.passes(*at) | bound.fails(*at))[:2].any()
    assert not bound.fails(*at)[2]


@dataclass
class Tally:
    """What was decided, of what could be, and how much of it wrongly."""

    decidable: int = 0
    decided: int = 0
    passes: int = 0
    wrong_passes: int = 0
    wrong_fails: int = 0


def in_blocks(runs: Evidence, size: str) -> Evidence:
    """Return a sweep as one of blocks of another size; this storage takes as long for them."""
    points, setups = runs
    told = (dict(setup.attributes) | {"block_bytes": size} for setup in setups)
    stated = zip(setups, told, strict=True)
    return points, tuple(replace(setup, attributes=tuple(x.items())) for setup, x in stated)


@cache
def evidence(storage: Storage, kind: str, seed: int) -> Evidence:
    """Return sweeps of a tool: the very mix, reads alone and writes alone, or many more."""
    rng = Random(seed)  # noqa: S311 - chance, no secret
    shares = {"mix": (0.2,), "reads and writes": (0.0, 1.0)}.get(kind, (0.0, 0.2, 0.3, 1.0))
    runs = [sweep(storage, share, rng) for share in shares]
    if kind == MANY:
        runs += [in_blocks(sweep(storage, 0.2, rng), size) for size in ("4096", "16384")]
    points = tuple(
        replace(point, run_id=100 * at + point.run_id)
        for at, (points, _) in enumerate(runs)
        for point in points
    )
    setups = tuple(
        replace(setup, run_id=100 * at + setup.run_id)
        for at, (_, setups) in enumerate(runs)
        for setup in setups
    )
    return points, setups


@cache
def draw_lab(seed: int) -> tuple[Storage, tuple[tuple[float, float], ...]]:
    """Return a storage and its true response time by rate."""
    rng = Random(seed)  # noqa: S311 - chance, no secret
    cost = rng.choice((0.5, 1.0, 2.0))
    storage = Storage(rng.randint(4, 12), 0.001, 0.001 * cost, cached=seed % 3 == 0)
    most = capacity_tps(storage, 8, 2)
    rates = (load * most for load in (0.3, 0.6, 0.75))
    return storage, tuple((rate, response_s(storage, rate, 8, 2, CPU_S, rng)) for rate in rates)


def judge_labs(kind: str, added: float, report_tps: float | None = None) -> Tally:
    """Judge storages of known truth; of the added time nobody tells the program.

    The rest of a transaction is known up to the rate of a report, or at any.
    """
    tally = Tally()
    asked = {
        "reads": 8.0, "writes": 2.0, "sync_reads": 8.0, "log_writes": 1.0,
        "block_bytes": 8192.0, "cpu_s": CPU_S, "rest_s": CPU_S,
    }  # fmt: skip
    profile = with_values(NO_PROFILE, asked | {"transactions_per_s": report_tps})
    for seed in range(100, 108):
        storage, truths = draw_lab(seed)
        bound = bound_storage(*evidence(storage, kind, seed), profile, JudgementTerms())
        assert bound is not None
        for rate, without in truths:
            true = without * (1.0 + added)
            for times in (0.4, 0.7, 0.9, 1.1, 2.5, 5.0):
                question = np.array([rate]), np.array([times * true])
                fails = bool(bound.fails(*question)[0])
                passes = bool(bound.passes(*question)[0]) and not fails
                tally.wrong_fails += fails and times > 1
                tally.passes += passes
                tally.wrong_passes += passes and times < 1
                if times >= 2.5 or times * (1.0 + added) <= 0.7:
                    tally.decidable += 1
                    tally.decided += passes or fails
    return tally


@pytest.mark.parametrize("added", [0.0, 0.5])
@pytest.mark.parametrize("kind", ["mix", "reads and writes", MANY])
def test_nine_in_ten_of_what_can_be_decided_is_and_hardly_ever_wrongly(
    kind: str, added: float
) -> None:
    """Load up to 0.75 of capacity; with 0.5, network and application add half of the response."""
    tally = judge_labs(kind, added)
    assert tally.wrong_fails == 0
    assert tally.wrong_passes <= 0.02 * tally.passes
    assert tally.decided >= 0.9 * tally.decidable, tally


@pytest.mark.parametrize("added", [0.0, 0.5, 1.0])
def test_a_report_below_the_demand_lets_io_evidence_pass_and_never_wrongly(added: float) -> None:
    tally = judge_labs("mix", added, report_tps=1.0)
    assert (tally.wrong_passes, tally.wrong_fails) == (0, 0)
    assert tally.passes >= 20

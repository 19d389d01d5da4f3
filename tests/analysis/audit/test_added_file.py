"""An added file that makes an option worse is named, with why it decides."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from arraywise.analysis.storage_bound import Terms, bound_storage
from arraywise.domain.study import IoPoint, RunSetup
from arraywise.domain.workload import NO_PROFILE, with_values
from tests.analysis.audit.test_comparability import find
from tests.analysis.bench import DEMAND_84, TWO_QUEUES, make_option, make_runs, make_study
from tests.analysis.storage_lab import Storage, sweep

RUNS = make_runs(TWO_QUEUES, (10, 60, 90, 120), 3, (0.01, 0.02))
ASKED = {
    "reads": 7.0, "writes": 3.0, "sync_reads": 7.0, "log_writes": 1.0, "block_bytes": 8192.0,
    "cpu_s": 0.001, "rest_s": 0.001,
}  # fmt: skip
Evidence = tuple[tuple[IoPoint, ...], tuple[RunSetup, ...]]


def test_the_file_that_turns_a_pass_is_named_with_its_users() -> None:
    slow = replace(RUNS[7], run_id=9999, file="late.xml", rate_tps=60.0,
                   responses_s=(("mean", 0.5),))  # fmt: skip
    setups = [RunSetup(run.run_id, run.file, "swingbench") for run in (*RUNS, slow)]
    option = replace(make_option(1, (*RUNS, slow)), setups=tuple(setups))
    (finding,) = (f for f in find(make_study(option)) if f.check == "worse by one file")
    assert "late.xml" in str(finding.message)
    assert f"{slow.users} users" in str(finding.message)
    assert finding.evidence == ("late.xml",)


def test_a_file_that_changes_nothing_is_not_named() -> None:
    setups = tuple(RunSetup(run.run_id, run.file, "swingbench") for run in RUNS)
    option = replace(make_option(1, RUNS), setups=setups)
    tight = replace(DEMAND_84, response_time_s=0.020)
    for asked in (DEMAND_84, tight):
        found = find(make_study(option, requirement=asked))
        assert not [f for f in found if f.check == "worse by one file"]


def measured(seed: int, share: float, block: int, iops: float) -> Evidence:
    """Return a sweep of a block and a share of writes, its rates scaled to a maximum."""
    points, setups = sweep(Storage(8, 0.001, 0.001, cached=False), share, Random(seed))  # noqa: S311
    most = max(point.iops or 0.0 for point in points)
    scaled = tuple(
        replace(p, run_id=100 * seed + p.run_id, file=f"{seed}.json",
                iops=(p.iops or 0.0) * iops / most)
        for p in points
    )  # fmt: skip
    stated = tuple(
        replace(s, run_id=100 * seed + s.run_id, file=f"{seed}.json",
                attributes=tuple((dict(s.attributes) | {"block_bytes": str(block)}).items()))
        for s in setups
    )  # fmt: skip
    return scaled, stated


SWEEPS = (
    measured(1, 0.3, 8192, 33_714.0),
    measured(2, 0.3, 65536, 1_101.0),
    measured(3, 0.8, 8192, 1_500.0),
    measured(4, 0.35, 16384, 1_101.0),
    measured(5, 0.0, 8192, 40_000.0),
    measured(6, 1.0, 4096, 2_000.0),
)


@pytest.mark.parametrize("seed", range(20))
def test_no_sweep_of_other_blocks_or_mix_takes_the_place_of_the_one_that_fits(seed: int) -> None:
    """ "fio measured 1,101" stood beside 33,714 of the right mix."""
    rng = Random(seed)  # noqa: S311 - chance, no secret
    others = rng.sample(SWEEPS[1:], rng.randint(1, 5))
    order = [SWEEPS[0], *others]
    rng.shuffle(order)
    points = tuple(point for part, _ in order for point in part)
    setups = tuple(setup for _, part in order for setup in part)
    bound = bound_storage(points, setups, with_values(NO_PROFILE, ASKED), Terms())
    alone = bound_storage(*SWEEPS[0], with_values(NO_PROFILE, ASKED), Terms())
    assert bound is not None
    assert alone is not None
    assert bound.small_iops == pytest.approx(33_714.0)
    rates = np.geomspace(10.0, 3_000.0, 9)
    assert bound.limit_tps >= alone.limit_tps * (1 - 1e-9)
    assert (bound.high_s(rates) <= alone.high_s(rates) * (1 + 1e-9)).all()

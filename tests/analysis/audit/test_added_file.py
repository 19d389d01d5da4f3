"""An added file that makes an option worse is named, with why it decides."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.decision.screening import judge_load
from arraywise.analysis.prepared import prepare_study
from arraywise.analysis.storage_bound import JudgementTerms, bound_storage
from arraywise.domain.decision import outcome_of
from arraywise.domain.requirement import Outcome
from arraywise.domain.study import IoPoint, OptionFacts, RunSetup, StudyFacts
from arraywise.domain.workload import (
    NO_PROFILE,
    AddedReport,
    FoundProfile,
    SourceKind,
    with_values,
)
from tests.analysis.audit.test_comparability import find
from tests.analysis.bench import (
    DEMAND_84,
    FREE_HOST,
    TWO_QUEUES,
    make_option,
    make_runs,
    make_study,
)
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


def test_a_repetition_that_ends_a_pass_by_single_runs_is_named() -> None:
    """Catches an option whose spread is forgotten where, without the file, no level is repeated."""
    once = make_runs(TWO_QUEUES, (10, 60, 90, 120), 1, (0.01, 0.02))
    again = replace(once[2], run_id=9999, file="late.xml", rate_tps=30.0,
                    responses_s=(("mean", 2.0),))  # fmt: skip
    setups = tuple(RunSetup(r.run_id, r.file, "swingbench") for r in (*once, again))
    alone = replace(make_option(1, once), setups=setups[:-1])
    both = replace(make_option(1, (*once, again)), setups=setups)
    asked = replace(DEMAND_84, response_time_s=0.5)
    assert outcome_on(make_study(alone, requirement=asked)) is Outcome.PASS
    assert outcome_on(make_study(both, requirement=asked)) is not Outcome.PASS
    (finding,) = (
        f for f in find(make_study(both, requirement=asked)) if f.check == "worse by one file"
    )
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
    bound = bound_storage(points, setups, with_values(NO_PROFILE, ASKED), JudgementTerms())
    alone = bound_storage(*SWEEPS[0], with_values(NO_PROFILE, ASKED), JudgementTerms())
    assert bound is not None
    assert alone is not None
    assert bound.small_iops == pytest.approx(33_714.0)
    rates = np.geomspace(10.0, 3_000.0, 9)
    assert bound.limit_tps >= alone.limit_tps * (1 - 1e-9)
    assert (bound.high_s(rates) <= alone.high_s(rates) * (1 + 1e-9)).all()


def files_of(seed: int) -> list[OptionFacts]:
    """Return files, each as the facts of an option that has it alone: runs, recordings, tests."""
    rng = Random(seed)  # noqa: S311 - chance, no secret
    result = []
    for at, users in enumerate((10, 60, 90, 120)):
        slower = rng.choice((1.0, 1.0, 1.0, 1.6, 3.0))
        runs = [
            replace(run, run_id=1000 * at + n, file=f"u{users}.xml", users=users, host_use=None,
                    responses_s=(("mean", slower * dict(run.responses_s)["mean"]),))
            for n, run in enumerate(r for r in RUNS if r.users == users)
        ]  # fmt: skip
        result.append(replace(make_option(1, runs), setups=tuple(
            RunSetup(run.run_id, run.file, "swingbench") for run in runs)))  # fmt: skip
    for at in range(2):
        points, setups = measured(
            10 * seed + at, rng.choice((0.0, 0.3, 0.8)), rng.choice((8192, 65536)),
            10.0 ** rng.uniform(2.0, 5.0),
        )  # fmt: skip
        result.append(replace(make_option(1), io_points=points, setups=setups))
    monitor = replace(make_option(1), setups=(RunSetup(9_999, "dstat.csv", "dstat"),))
    rng.shuffle(result)
    place = rng.randint(1, len(result))
    return [*result[:place], monitor, *result[place:]]


def merged(files: list[OptionFacts], busy: float) -> StudyFacts:
    """Put files into one option, in the order of import; a recording is of all runs."""
    is_watched = any(setup.file == "dstat.csv" for each in files for setup in each.setups)
    use = replace(FREE_HOST, file="dstat.csv", busy_median=busy, idle_at_most_5_percent=busy)
    runs = tuple(
        replace(run, host_use=use if is_watched else None)
        for each in files
        for run in each.load_runs
    )
    option = replace(
        make_option(1, runs),
        io_points=tuple(point for each in files for point in each.io_points),
        setups=tuple(setup for each in files for setup in each.setups),
    )
    return make_study(option, profile=with_values(NO_PROFILE, ASKED))


def outcome_on(facts: StudyFacts) -> Outcome:
    question = build_problem(prepare_study(facts), facts)
    judged = judge_load(
        question.model.candidates[0], question.demand_tps, question.requirement.target_s
    )
    return outcome_of(judged.verdict)


@pytest.mark.parametrize("seed", range(12))
def test_a_report_that_asks_more_of_the_storage_is_named_where_an_option_does_worse(
    seed: int,
) -> None:
    """Catches an AWR that changes what a transaction asks, and the outcome with it, silently.

    One without writes leaves no share of writes, by which no I/O test says anything.
    """
    rng = Random(seed)  # noqa: S311 - chance, no secret
    points, setups = measured(1, rng.choice((0.0, 0.3)), 8192, 10.0 ** rng.uniform(2.5, 4.0))
    option = replace(make_option(1), io_points=points, setups=setups)
    outcomes, source = [], None
    for number in range(4):
        more = 10.0 ** rng.uniform(-1.5, 0.7)
        values = {name: value * (more if name in {"reads", "writes", "sync_reads"} else 1.0)
                  for name, value in ASKED.items()
                  if name != "writes" or rng.random() < 0.8}  # fmt: skip
        file = f"awr{number}.html"
        added = AddedReport(file, source)
        source = FoundProfile(SourceKind.REPORT, file, with_values(NO_PROFILE, values, file))
        facts = make_study(option)
        facts = replace(facts, found_profiles=(replace(source, added=added),))
        outcomes.append(outcome_on(facts))
        found = [f.evidence for f in find(facts) if f.check == "worse by one file"]
        worse = number and BEST_FIRST.index(outcomes[-1]) > BEST_FIRST.index(outcomes[-2])
        if number:
            assert found == ([(file,)] if worse else []), (number, outcomes)


BEST_FIRST = (Outcome.PASS, Outcome.NOT_SHOWN, Outcome.FAIL)


@pytest.mark.parametrize("block", range(4))
def test_no_file_harms_without_being_named(block: int) -> None:
    """Catches a file of any kind, runs, recordings or I/O tests, that harms silently."""
    harmed = 0
    for seed in range(block, 60, 4):
        rng = Random(seed)  # noqa: S311 - chance, no secret
        files, busy = files_of(seed), rng.choice((0.3, 0.99))
        for count in range(2, len(files) + 1):
            facts = merged(files[:count], busy)
            before = outcome_on(merged(files[: count - 1], busy))
            outcome = outcome_on(facts)
            named = [f.evidence for f in find(facts) if f.check == "worse by one file"]
            if BEST_FIRST.index(outcome) > BEST_FIRST.index(before):
                harmed += 1
                assert named == [(files[count - 1].setups[-1].file,)], (seed, count)
            else:
                assert not named, (seed, count, before, outcome)
    assert harmed

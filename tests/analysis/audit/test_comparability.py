"""Every check of the audit finds what was planted, and nothing in a clean study."""

from __future__ import annotations

from array import array
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np
import pytest

from arraywise.analysis.audit.audit import ALL_CHECKS, grade_options, run_audit
from arraywise.analysis.audit.run_checks import format_utc_offset
from arraywise.analysis.curves.operational_laws import (
    check_littles_law,
    describe_littles_law_mismatch,
)
from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.criteria import DEFAULT_CRITERIA, Criterion, CriterionSetting
from arraywise.domain.evidence import PublishedRemark
from arraywise.domain.messages import Severity
from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.domain.study import HostUse, IoPoint, RunSetup, StudyFacts
from tests.analysis.bench import (
    BUSY_HOST,
    FREE_HOST,
    LEVELS,
    TWO_QUEUES,
    make_option,
    make_runs,
    make_study,
    with_host,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.domain.decision import Finding
    from arraywise.domain.study import LoadRun, OptionFacts

RUNS = make_runs(TWO_QUEUES, LEVELS, noise=(0.005, 0.02))
OTHERS = make_runs(TWO_QUEUES, LEVELS, noise=(0.005, 0.02), seed=2)
OF_WHAT_IS_NOT_THERE = {"option without evidence", "price missing", "provisioning missing"}
"""No file or line can be named."""
OF_A_CRITERION = "criterion unknown"
OF_THE_PUBLICATION = "published contradiction"
"""Planted in the study, not in an option: `test_a_publication_s_remark_is_passed_on`."""
OF_THE_REQUIREMENT = "ability not stated"
"""Asked for, not planted: `test_an_ability_that_nobody_stated_is_open_and_no_failure`."""
CLEAN = make_study(make_option(1, RUNS), make_option(2, OTHERS))


def find(facts: StudyFacts) -> tuple[Finding, ...]:
    prepared = prepare_study(facts)
    return run_audit(build_problem(prepared, facts), prepared.windows)


def grades(facts: StudyFacts) -> tuple[str, ...]:
    prepared = prepare_study(facts)
    question = build_problem(prepared, facts)
    return grade_options(question, run_audit(question, prepared.windows))


def each(change: Callable[[LoadRun], LoadRun]) -> OptionFacts:
    return make_option(1, [change(run) for run in RUNS])


def at(users: int, **fields: object) -> OptionFacts:
    return each(lambda r: replace(r, **fields) if r.users == users else r)  # type: ignore[arg-type]


def keep(count: int) -> OptionFacts:
    return make_option(1, [r for i, r in enumerate(RUNS) if r.users != 90 or i % 5 < count])


def rates(warm_up: int = 0, drift: float = 0.0) -> np.ndarray:
    place = np.arange(600) / 600
    ramp = np.where(np.arange(600) < warm_up, 0.3, 1.0)
    noise = np.random.default_rng(3).normal(0, 1, 600)
    return 80 * (1 + drift * (place - 0.5)) * ramp + noise


def by_the_second(series: np.ndarray) -> OptionFacts:
    mean = float(series.mean())
    return at(90, rates_tps=array("d", series), rate_tps=mean)


def in_two_files() -> OptionFacts:
    copies = [replace(r, run_id=r.run_id + 99, file=r.file.replace("xml", "json")) for r in RUNS]
    return make_option(1, [*RUNS, *copies])


def scattered_runs(share: float) -> OptionFacts:
    """Return an option whose highest level was measured twice, so far above and below."""
    few, top = ([r for r in RUNS if r.users == users] for users in (10, 150))
    pair = zip(top, (1 - share, 1 + share), strict=False)
    return make_option(1, [*few, *(replace(r, rate_tps=k * r.rate_tps) for r, k in pair)])


def sheet(*lines: PriceLine, currency: str = "EUR") -> OptionFacts:
    return replace(make_option(1, RUNS), price_sheet=PriceSheet(currency, lines))


POINT = IoPoint(5, "calibrate.txt", "io_calibrate", None, None, iops=1e4)


def calibrated() -> OptionFacts:
    return replace(make_option(1, RUNS), io_points=(POINT, replace(POINT, iops=None)))


SWAPPING = HostUse("h", 60, 0.5, 0.0, paging_share=0.5)
ROBBED = HostUse("h", 60, 0.5, 0.0, steal_median=0.3)
SHIFTED = HostUse("h", 60, 0.5, 0.0, clock_shift_s=-7200.0, clock_is_assumed=True)
ALONE = HostUse("h", 60, 0.125, 0.0, wait_median=0.0, processors=8)
FLAT = (10, 30, 60, 90, 120, 150, 300)


def in_seconds(runs: Sequence[LoadRun], users: int) -> list[LoadRun]:
    """Return the first run of a level a response time a thousandth of the others'."""
    first = next(r for r in runs if r.users == users)
    wrong = replace(first, responses_s=(("mean", dict(first.responses_s)["mean"] / 1000),))
    return [wrong if r is first else r for r in runs]


FALLING = [
    replace(
        r,
        rate_tps=0.7 * r.rate_tps if r.users == 150 else r.rate_tps,
        responses_s=(("mean", r.users / (0.7 * r.rate_tps) - 1.0),)
        if r.users == 150
        else r.responses_s,
        host_use=replace(FREE_HOST, disk_utilisation=0.6),
    )
    for r in RUNS
]
"""The rate falls at 150 users, with the devices as busy as before."""

PLANTED = {
    "option without evidence": make_option(1),
    "host processors exhausted": make_option(1, with_host(RUNS, 120, BUSY_HOST)),
    "one processor alone": make_option(1, with_host(make_runs(TWO_QUEUES, FLAT), 300, ALONE)),
    "host processors shared": make_option(1, with_host(RUNS, 120, ROBBED)),
    "host paged memory": make_option(1, with_host(RUNS, 120, SWAPPING)),
    "Little's law broken": each(lambda r: replace(r, rate_tps=60 * r.rate_tps)),
    "price in another currency": sheet(PriceLine("", Decimal(5)), currency="USD"),
    "single run": keep(1),
    "too few repetitions": keep(3),
    "unsteady runs": by_the_second(rates(drift=0.2)),
    "warm-up in the averages": by_the_second(rates(warm_up=100)),
    "short runs": at(90, duration_s=60.0),
    "failed transactions": at(90, failed=100.0, completed=40_000.0),
    "Little's law doubtful": each(lambda r: replace(r, think_time_s=1.1)),
    "curve not convex": make_option(1, make_runs(TWO_QUEUES, LEVELS, noise=(1e-6, 1e-6))),
    "run left out": make_option(1, in_seconds(RUNS, 90)),
    "contention": make_option(1, FALLING),
    "levels out of order": at(10, responses_s=(("mean", 0.0164),)),
    "host not monitored": at(90, host_use=None),
    "clocks differ": at(90, host_use=SHIFTED),
    "processor times odd": at(90, client_use=replace(FREE_HOST, unaccounted=0.06)),
    "price missing": make_option(1, RUNS, price=None),
    "priced at nothing": sheet(PriceLine("disk", Decimal(10), Decimal(0), row=7)),
    "printed price differs": sheet(
        PriceLine("disk", Decimal(10), Decimal(4), printed_extended=Decimal(10), row=7)
    ),
    "provisioning missing": make_option(1, RUNS, minutes=None),
    "unequal top level": make_option(1, [r for r in RUNS if r.users < 150]),
    "demand below the measured loads": make_option(1, [r for r in RUNS if r.users > 90]),
    "runs scatter widely": scattered_runs(0.07),
    "runs left out": make_option(1, [*RUNS, replace(RUNS[0], complete=False)]),
    "run in two files": in_two_files(),
    "single calibration": calibrated(),
}


def bent(option: OptionFacts, factor: float) -> OptionFacts:
    """Lift the response time of one level above the curve."""
    runs = [
        replace(r, responses_s=(("mean", factor * dict(r.responses_s)["mean"]),))
        if r.users == 60
        else r
        for r in option.load_runs
    ]
    return replace(option, load_runs=tuple(runs))


PLANTED["curve not convex"] = bent(PLANTED["curve not convex"], 1.25)
PLANTED["level contaminated"] = bent(make_option(1, RUNS), 2.5)


FAIR = {
    "option without evidence": make_option(1, [r for r in RUNS if r.users == 90]),
    "host processors exhausted": make_option(
        1, with_host(RUNS, 120, replace(FREE_HOST, busy_median=0.79, idle_at_most_5_percent=0.49))
    ),
    "one processor alone": make_option(1, with_host(RUNS, 60, ALONE)),
    "host processors shared": make_option(
        1, with_host(RUNS, 120, replace(ROBBED, steal_median=0.09))
    ),
    "host paged memory": make_option(1, with_host(RUNS, 120, replace(SWAPPING, paging_share=0.1))),
    "Little's law broken": each(lambda r: replace(r, rate_tps=1.1 * r.rate_tps)),
    "price in another currency": sheet(PriceLine("", Decimal(5))),
    "single run": keep(2),
    "too few repetitions": keep(5),
    "unsteady runs": by_the_second(rates(drift=0.03)),
    "warm-up in the averages": by_the_second(rates()),
    "short runs": at(90, duration_s=600.0),
    "failed transactions": at(90, failed=40.0, completed=40_000.0),
    "Little's law doubtful": each(lambda r: replace(r, think_time_s=1.03)),
    "curve not convex": make_option(1, make_runs(TWO_QUEUES, LEVELS, noise=(1e-6, 1e-6))),
    "levels out of order": make_option(1, make_runs(TWO_QUEUES, LEVELS, noise=(0.02, 0.1))),
    "level contaminated": make_option(1, make_runs(TWO_QUEUES, LEVELS, noise=(0.02, 0.1))),
    "run left out": make_option(1, make_runs(TWO_QUEUES, LEVELS, noise=(0.02, 0.1))),
    "contention": make_option(1, [r for r in FALLING if r.users < 150]),
    "host not monitored": at(30, host_use=None),
    "clocks differ": at(90, host_use=replace(SHIFTED, clock_is_assumed=False)),
    "processor times odd": at(90, host_use=replace(FREE_HOST, unaccounted=0.05)),
    "price missing": make_option(1, RUNS, price="0"),
    "priced at nothing": sheet(PriceLine("disk", Decimal(10), Decimal("0.01"), row=7)),
    "printed price differs": sheet(
        PriceLine("disk", Decimal(10), Decimal(4), printed_extended=Decimal(40), row=7)
    ),
    "provisioning missing": make_option(1, RUNS, minutes=0.5),
    "unequal top level": make_option(1, [r for r in RUNS if r.users != 10]),
    "demand below the measured loads": make_option(1, [r for r in RUNS if r.users > 30]),
    "runs scatter widely": scattered_runs(0.02),
    "runs left out": make_option(1, RUNS[1:]),
    "run in two files": make_option(
        1, [*RUNS, *(replace(r, run_id=r.run_id + 99, file=f"again_{r.file}") for r in RUNS)]
    ),
    "single calibration": replace(
        calibrated(), io_points=(*calibrated().io_points, replace(POINT, run_id=6))
    ),
}
"""The same checks just short of what they look for, or beside it."""


@pytest.mark.parametrize("check", PLANTED)
def test_what_is_fair_is_left_alone(check: str) -> None:
    findings = find(replace(CLEAN, options=(FAIR[check], CLEAN.options[1])))
    assert check not in {finding.check for finding in findings}


def test_a_clean_study_has_no_findings() -> None:
    assert find(CLEAN) == ()
    assert grades(CLEAN) == ("A", "A")


@pytest.mark.parametrize("swing", [50.0, 0.0])
def test_a_rating_that_nobody_gave_is_told_where_it_weighs(swing: float) -> None:
    rated = CriterionSetting(Criterion.OPERABILITY, swing, 1.0, 3.0, 5.0)
    first, second = CLEAN.options
    known = replace(second, ratings=((Criterion.OPERABILITY, 4),))
    study = replace(CLEAN, criteria=(*DEFAULT_CRITERIA, rated), options=(first, known))
    result = [f for f in find(study) if f.check == OF_A_CRITERION]
    assert [f.options for f in result] == ([("option 1",)] if swing else [])


def test_a_publication_s_remark_is_passed_on() -> None:
    remark = PublishedRemark(Severity.ERROR, ("option 1",), "18 % and 11 %", "Unsure.", "a paper")
    (finding,) = find(replace(CLEAN, remarks=(remark,)))
    assert (finding.check, finding.severity) == ("editor's remark", Severity.ERROR)
    assert "18 % and 11 %" in str(finding.message)
    assert str(finding.consequence) == "Unsure."
    assert (finding.options, finding.evidence) == (("option 1",), ("a paper",))
    (result,) = find(replace(CLEAN, remarks=(replace(remark, computed=True),)))
    assert result.check == OF_THE_PUBLICATION
    assert str(result.message) == "18 % and 11 %"


@pytest.mark.parametrize("check", PLANTED)
def test_what_was_planted_is_found(check: str) -> None:
    findings = find(replace(CLEAN, options=(PLANTED[check], CLEAN.options[1])))
    result = [f for f in findings if f.check == check]
    assert result
    assert all(f.options == ("option 1",) for f in result)
    assert all(str(f.message) and str(f.consequence) for f in result)
    assert all(bool(f.evidence) == (check not in OF_WHAT_IS_NOT_THERE) for f in result)


@pytest.mark.parametrize("check", PLANTED)
def test_what_is_found_follows_the_load_that_is_dragged(check: str) -> None:
    facts = replace(CLEAN, options=(PLANTED[check], CLEAN.options[1]))
    prepared = prepare_study(facts)
    asked = facts.requirement
    for share in (1.0, 0.1, 0.7, 3.0, 1.0):
        dragged = replace(asked, visits_per_month=round(asked.visits_per_month * share))
        question = build_problem(prepared, facts, dragged)
        fresh = build_problem(replace(prepared, stored={}, known={}), facts, dragged)
        assert run_audit(question, prepared.windows) == run_audit(fresh, prepared.windows)


def test_a_run_that_broke_off_is_left_out_by_its_file() -> None:
    """The store gives no figures of it; its setup tells that it was there."""
    setups = (RunSetup(77, "broken.log", "swingbench", complete=False, left_out=True),)
    option = replace(make_option(1, RUNS), setups=setups)
    findings = find(replace(CLEAN, options=(option, CLEAN.options[1])))
    (result,) = (f for f in findings if f.check == "runs left out")
    assert result.evidence == ("broken.log",)


def test_a_drifting_response_time_is_unsteady_too() -> None:
    """MODEL P2.1: rate and response time; the rate alone may hold while the other climbs."""

    def with_responses(drift: float) -> list[Finding]:
        option = by_the_second(rates())
        responses = array("d", rates(drift=drift) / 1e3)
        runs = [
            r if r.rates_tps is None else replace(r, mean_responses_s=responses)
            for r in option.load_runs
        ]
        changed = replace(option, load_runs=tuple(runs))
        result = find(replace(CLEAN, options=(changed, CLEAN.options[1])))
        return [finding for finding in result if finding.check == "unsteady runs"]

    assert with_responses(0.01) == []
    (result,) = with_responses(0.2)
    assert "rate or response time drifts by up to 20 %" in str(result.message)


def test_every_check_names_its_source() -> None:
    assert all(check.source for check in ALL_CHECKS)


@pytest.mark.parametrize("check", ["host processors shared", "host paged memory"])
def test_what_a_monitor_saw_is_named_by_its_recording(check: str) -> None:
    findings = find(replace(CLEAN, options=(PLANTED[check], CLEAN.options[1])))
    (result,) = (f for f in findings if f.check == check)
    assert set(result.evidence) == {"h"}


@pytest.mark.parametrize(
    ("check", "grade"),
    [
        ("option without evidence", "C"),
        ("single run", "C"),
        ("too few repetitions", "B"),
        ("short runs", "B"),
        ("host not monitored", "B"),
        ("Little's law broken", "C"),
        ("price missing", "A"),
        ("unequal top level", "A"),
        ("single calibration", "A"),
    ],
)
def test_grades(check: str, grade: str) -> None:
    assert grades(replace(CLEAN, options=(PLANTED[check], CLEAN.options[1]))) == (grade, "A")


def test_a_host_at_its_limit_above_the_demand_leaves_the_grade_alone() -> None:
    far = make_option(1, with_host(RUNS, 150, BUSY_HOST))
    near = make_option(1, with_host(RUNS, 90, BUSY_HOST))
    assert grades(make_study(far)) == ("A",)
    assert grades(make_study(near)) == ("C",)


def test_findings_name_their_files() -> None:
    (result,) = find(replace(CLEAN, options=(PLANTED["too few repetitions"], CLEAN.options[1])))
    assert result.evidence == ("u90_r0.xml", "u90_r1.xml", "u90_r2.xml")


def test_serious_findings_come_first() -> None:
    order = [check.severity for check in ALL_CHECKS]
    assert order == sorted(order, key=["error", "warning", "info"].index)
    assert len({check.name for check in ALL_CHECKS}) == len(ALL_CHECKS)


@pytest.mark.parametrize(
    ("ratio", "words"),
    [
        (60.0, "per minute read as per second"),
        (1 / 60, "per second read as per minute"),
        (1000.0, "milliseconds"),
        (0.5, "Fewer users"),
        (3.0, "More users"),
    ],
)
def test_gross_mismatches_are_diagnosed(ratio: float, words: str) -> None:
    assert words in str(describe_littles_law_mismatch(ratio - 1))


def test_one_level_without_think_time_cannot_be_checked() -> None:
    runs = [replace(r, think_time_s=None) for r in RUNS if r.users == 60]
    facts = make_study(make_option(1, runs))
    (option,) = prepare_study(facts).measure_options("mean").values()
    assert check_littles_law(option.levels) == ()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(7200.0, "+02:00"), (-1300.4, "-00:21:40"), (-20700.0, "-05:45"), (-0.3, "+00:00")],
)
def test_offsets_of_clocks(seconds: float, text: str) -> None:
    assert format_utc_offset(seconds) == text

"""Whatever a lab delivers is answered: no crash, no warning, no verdict from thin air."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.decision.sensitivity import MapWindow, compute_map_cuts
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.decision import PASSES, Verdict
from arraywise.domain.requirement import Requirement
from arraywise.domain.study import LoadRun
from tests.analysis.bench import BUSY_HOST, FREE_HOST, make_option, make_study
from tests.answer_text import answer_text

if TYPE_CHECKING:
    from arraywise.domain.study import StudyFacts

sizes = st.one_of(st.floats(1e-6, 1e6), st.sampled_from([1.0, 2.0, 100.0]))
runs = st.builds(
    LoadRun,
    run_id=st.integers(1, 9),
    file=st.sampled_from(["a.xml", "b.xml", "b.json"]),
    tool=st.just("swingbench"),
    users=st.one_of(st.integers(0, 20), st.integers(1, 100_000)),
    rate_tps=st.one_of(st.just(0.0), sizes),
    responses_s=st.one_of(
        st.just(()), sizes.map(lambda s: (("mean", s),)), sizes.map(lambda s: (("p95", s),))
    ),
    duration_s=st.none() | sizes,
    complete=st.booleans() | st.just(value=True),
    completed=st.none() | st.floats(0, 1e9),
    failed=st.none() | st.floats(0, 1e9),
    think_time_s=st.none() | st.floats(0, 100),
    rates_tps=st.none() | st.lists(st.floats(0, 1e4), max_size=80),
    host_use=st.sampled_from([None, FREE_HOST, BUSY_HOST]),
)
studies = st.lists(st.lists(runs, max_size=10), min_size=1, max_size=3).map(
    lambda options: make_study(*(make_option(i, r) for i, r in enumerate(options, start=1)))
)
asked = st.builds(
    Requirement,
    response_time_s=st.one_of(st.floats(1e-6, 86_400.0), st.sampled_from([1.0, 2.0, 100.0])),
    statistic=st.sampled_from(["mean", "p95"]),
    visits_per_month=st.integers(0, 10**12),
    min_headroom=st.sampled_from([0.0, 0.2]),
)


@settings(max_examples=25, deadline=None)
@given(studies, asked)
def test_rough_runs_are_answered(facts: StudyFacts, requirement: Requirement) -> None:
    prepared = prepare_study(replace(facts, requirement=requirement))
    answer = answer_requirement(prepared, facts, requirement, draws=20)
    for option in answer.options:
        if option.verdict in PASSES:
            assert option.response_s.high is not None
            assert option.response_s.high <= requirement.response_time_s
        if option.verdict is Verdict.PASS_MEASURED:
            assert any(level.runs > 1 for level in option.levels)
        assert str(option.reason)
    assert answer_text(answer)
    assert all(str(finding.message) for finding in answer.findings)
    question = build_problem(prepared, facts, requirement)
    assert compute_map_cuts(question, MapWindow((1e3, 1e12), (1e-4, 1e3)), 20).visits_per_month


@pytest.mark.parametrize("users", [1, 100_000])
def test_one_level_of_any_size(users: int) -> None:
    level = [
        LoadRun(n, "a.xml", "swingbench", users, 10.0 + n, (("mean", 0.1),)) for n in range(3)
    ]
    facts = make_study(make_option(1, level))
    assert answer_requirement(prepare_study(facts), facts, draws=20).options[0].levels

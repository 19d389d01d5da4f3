"""Two options' response times: distinguished, tied or equivalent (MODEL P3)."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_ind

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.curves.statistics import Moments, welch_test
from arraywise.analysis.decision.certainty import adjust_by_holm, bootstrap_ratio, compare_samples
from arraywise.analysis.decision.ranking import find_doubt_reasons
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.criteria import Criterion, CriterionSetting
from arraywise.domain.decision import DoubtReason
from tests.analysis.bench import LEVELS, TWO_QUEUES, faster, make_option, make_runs, make_study

samples = st.lists(
    st.integers(1, 1000).map(lambda n: n / 100), min_size=2, max_size=8, unique=True
).map(tuple)
"""Figures of two decimals: between neighbours in binary even the reference loses its precision."""


def test_welch_s_test_of_published_moments() -> None:
    """Golden (MODEL P3): 619 / 172 / 30 against 560 / 150 / 30."""
    test = welch_test(Moments(619, 172**2, 30), Moments(560, 150**2, 30))
    assert test.t == pytest.approx(1.415991, abs=5e-7)
    assert test.degrees == pytest.approx(56.946545, abs=5e-7)
    assert test.p_value == pytest.approx(0.162225, abs=5e-7)


@given(samples, samples)
def test_samples_are_compared_as_scipy_does(
    first: tuple[float, ...], second: tuple[float, ...]
) -> None:
    expected = ttest_ind(np.log(first), np.log(second), equal_var=False).pvalue
    ratio = compare_samples(first, second)
    assert ratio.p_value == pytest.approx(expected, abs=1e-9)
    other = compare_samples(second, first)
    assert other.interval.point == pytest.approx(1 / (ratio.interval.point or 0.0))
    assert other.p_value == pytest.approx(ratio.p_value)
    assert other.equivalent == ratio.equivalent


@given(samples, st.floats(0.001, 1000.0))
def test_units_do_not_matter(first: tuple[float, ...], unit: float) -> None:
    second = tuple(1.1 * value for value in first)
    plain = compare_samples(first, second).interval
    scaled = compare_samples(
        tuple(unit * value for value in first), tuple(unit * value for value in second)
    ).interval
    assert (scaled.low, scaled.high) == pytest.approx((plain.low, plain.high))


def test_p_values_are_adjusted_for_their_number() -> None:
    """Holm's own steps: 3 x .01, then 2 x .02, then at least as much."""
    assert adjust_by_holm([0.04, 0.01, 0.02]) == pytest.approx((0.04, 0.03, 0.04))
    assert adjust_by_holm([0.5, 0.9]) == (1.0, 1.0)
    assert adjust_by_holm([]) == ()


@pytest.mark.parametrize(
    ("factor", "spread", "equivalent"),
    [(1.0, 0.01, True), (1.02, 0.01, True), (1.06, 0.01, False), (1.0, 0.2, False)],
)
def test_equivalence_must_be_shown(factor: float, spread: float, equivalent: bool) -> None:  # noqa: FBT001
    logs = spread * np.array([-1, -0.5, 0, 0.5, 1])
    first = tuple(np.exp(logs).tolist())
    second = tuple((factor * np.exp(logs)).tolist())
    assert compare_samples(first, second).equivalent is equivalent


def test_the_bootstrap_agrees_with_the_exact_interval() -> None:
    dice = np.random.default_rng(1)
    logs = dice.normal(0, 0.1, 40), dice.normal(0.1, 0.1, 40)
    low, high = bootstrap_ratio(*logs)
    test = welch_test(*(Moments(fmean(x), float(np.var(x, ddof=1)), 40) for x in logs))
    assert (low, high) == pytest.approx(np.exp(test.ends(0.95)), rel=0.02)


def study(second: float, noise: float, runs: int = 5):  # type: ignore[no-untyped-def]
    """Return two options of one price, the second one's service times divided by `second`."""
    criteria = (
        CriterionSetting(Criterion.RESPONSE_TIME, 100, 0.1, 0.05, 0.01),
        CriterionSetting(Criterion.PRICE, 1, 9e5, 6e5, 1e5),
    )
    return make_study(
        make_option(1, make_runs(TWO_QUEUES, LEVELS, runs, (0.001, noise))),
        make_option(2, make_runs(faster(second), LEVELS, runs, (0.001, noise), seed=2)),
        criteria=criteria,
    )


@pytest.mark.parametrize(
    ("second", "noise", "tied"), [(1.0, 0.02, True), (1.15, 0.02, False), (1.02, 0.08, True)]
)
def test_a_lead_by_response_times_alone_needs_them_told_apart(
    second: float,
    noise: float,
    tied: bool,  # noqa: FBT001
) -> None:
    facts = study(second, noise)
    answer = answer_requirement(prepare_study(facts), facts, draws=0)
    (compared,) = answer.comparisons
    assert compared.options == ("option 1", "option 2")
    assert compared.users == 90
    assert compared.tied is tied
    result = find_doubt_reasons(answer.options, answer.requirement.rule, answer.comparisons)
    assert (DoubtReason.TIE in result) is tied


def test_options_without_a_common_level_are_not_compared() -> None:
    facts = study(1.0, 0.02)
    first, second = facts.options
    apart = tuple(replace(run, users=run.users + 1) for run in second.load_runs)
    facts = replace(facts, options=(first, replace(second, load_runs=apart)))
    assert answer_requirement(prepare_study(facts), facts, draws=0).comparisons == ()

"""Laws of the decision over whole studies (MODEL D8), by hypothesis."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.decision.problem import total_values
from arraywise.analysis.decision.scoring import derive_price_range
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.criteria import DEFAULT_CRITERIA, Criterion, CriterionSetting
from arraywise.domain.decision import PASSES, WeightKnowledge
from arraywise.domain.requirement import Requirement
from tests.analysis.bench import DEMAND_84, LEVELS, faster, make_option, make_runs, make_study
from tests.analysis.mavt import points_of
from tests.analysis.test_answer import ANCHORED, BASE, STUDY, decide, values

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.domain.study import LoadRun, OptionFacts, StudyFacts

few = settings(max_examples=10)
"""Each example answers two whole studies."""
NOISE = (0.005, 0.01)
OPTIONS = tuple(
    make_option(i + 1, make_runs(faster(f), LEVELS, noise=NOISE, seed=i + 1), price, minutes)
    for i, (f, price, minutes) in enumerate(
        ((1.0, "615000", 95), (0.95, "528600", 25), (0.9, "430000", 20), (1.1, "990000", 200),
         (0.6, "90000", 10), (1.0, None, None))
    )
)  # fmt: skip
WHOLE = replace(
    make_study(*OPTIONS), price_range=derive_price_range([615000.0, 528600.0, 430000.0])
)
PREPARED = prepare_study(WHOLE)
Criteria = tuple[CriterionSetting, ...]
swings = st.lists(st.integers(0, 100), min_size=4, max_size=4).filter(any)
subsets = st.lists(st.sampled_from(OPTIONS), min_size=1, max_size=6, unique_by=id)


BENT = (
    CriterionSetting(Criterion.RESPONSE_TIME, 100, 0.2, 0.12, 0.06, 90.0),
    CriterionSetting(Criterion.PRICE, 80, 650_000.0, 450_000.0, 430_000.0, 61.0),
    CriterionSetting(Criterion.HEADROOM, 50, 0.0, 0.1, 0.5, 5.0),
    CriterionSetting(Criterion.PROVISIONING, 40, 7200.0, 5400.0, 900.0, 1.0),
)
"""The same criteria with anchors of their own, bent up and down."""


def weighted(values: list[int], bent: list[bool]) -> Criteria:
    """Return criteria with these swings, some with anchors of their own."""
    chosen = (
        b if is_bent else s for s, b, is_bent in zip(DEFAULT_CRITERIA, BENT, bent, strict=True)
    )
    return tuple(replace(s, swing=v) for s, v in zip(chosen, values, strict=True))


valued = st.builds(weighted, swings, st.lists(st.booleans(), min_size=4, max_size=4))


def in_currency(criteria: Criteria, factor: float) -> Criteria:
    """Return the criteria with the price in a currency of another scale."""
    return tuple(
        replace(
            s,
            limit=s.limit * factor,
            target=s.target * factor,
            aspiration=s.aspiration * factor,
        )
        if s.criterion is Criterion.PRICE and s.limit and s.target and s.aspiration
        else s
        for s in criteria
    )


def answered(study: StudyFacts, criteria: Criteria, draws: int = 0, **asked: object) -> Answer:
    requirement = replace(DEMAND_84, **asked) if asked else None  # type: ignore[arg-type]
    return answer_requirement(PREPARED, study, requirement, criteria, draws)


def values_of(answer: Answer) -> dict[int, float | None]:
    return {o.option.id: o.value.point for o in answer.options}


@few
@given(subsets, valued)
def test_options_that_come_go_or_change_places_leave_the_others(
    kept: list[OptionFacts], criteria: Criteria
) -> None:
    """V of every other option and their order stay, in whole studies."""
    everything = answered(WHOLE, criteria)
    some = answered(replace(WHOLE, options=tuple(kept)), criteria)
    before, after = values_of(everything), values_of(some)
    assert after == {id_: before[id_] for id_ in after}
    order = [o.option.id for o in sorted(everything.options, key=lambda o: o.rank or 99) if o.rank]
    left = [o.option.id for o in sorted(some.options, key=lambda o: o.rank or 99) if o.rank]
    assert left == [id_ for id_ in order if id_ in after]


@few
@given(st.sampled_from(OPTIONS), st.text(min_size=1, max_size=12), valued)
def test_names_do_not_matter(known: OptionFacts, name: str, criteria: Criteria) -> None:
    renamed = replace(known, option=replace(known.option, name=name))
    options = tuple(renamed if o is known else o for o in OPTIONS)
    result = answered(replace(WHOLE, options=options), criteria)
    assert values_of(result) == values_of(answered(WHOLE, criteria))


@few
@given(st.sampled_from(OPTIONS[:5]), st.integers(1, 99), valued)
def test_a_lower_price_never_lowers_a_value(
    known: OptionFacts, percent: int, criteria: Criteria
) -> None:
    sheet = known.price_sheet
    assert sheet is not None
    (line,) = sheet.lines
    assert line.unit_price is not None
    cheaper = replace(line, unit_price=line.unit_price * percent / 100)
    better = replace(known, price_sheet=replace(sheet, lines=(cheaper,)))
    options = tuple(better if o is known else o for o in OPTIONS)
    before = values_of(answered(WHOLE, criteria))
    after = values_of(answered(replace(WHOLE, options=options), criteria))
    for id_, value in before.items():
        if id_ != known.option.id:
            assert after[id_] == value
        elif value is not None:
            assert (after[id_] or 0.0) >= value


@few
@given(st.integers(1, 1000), valued)
def test_the_scale_of_a_currency_leaves_ranks(factor: int, criteria: Criteria) -> None:
    scaled = []
    for known in OPTIONS:
        sheet = known.price_sheet
        if sheet is not None:
            lines = tuple(
                replace(x, unit_price=(x.unit_price or Decimal(0)) * factor) for x in sheet.lines
            )
            sheet = replace(sheet, lines=lines)
        scaled.append(replace(known, price_sheet=sheet))
    assert WHOLE.price_range is not None
    ends = (WHOLE.price_range[0] * factor, WHOLE.price_range[1] * factor)
    dearer = in_currency(criteria, factor)
    result = answered(replace(WHOLE, options=tuple(scaled), price_range=ends), dearer)
    before = answered(WHOLE, criteria)
    assert [o.rank for o in result.options] == [o.rank for o in before.options]
    for ours, theirs in zip(result.options, before.options, strict=True):
        assert ours.value.point == pytest.approx(theirs.value.point)


@given(st.floats(0.02, 0.3), st.integers(10_000_000, 70_000_000), valued)
def test_values_contributions_passes_and_stable_weights(
    target_s: float, visits: int, criteria: Criteria
) -> None:
    result = answered(WHOLE, criteria, response_time_s=target_s, visits_per_month=visits)
    weights = dict(result.weights)
    for option in result.options:
        point = option.value.point
        if point is not None:
            assert -1e-9 <= point <= 100 + 1e-9
            assert sum(c.contribution or 0.0 for c in option.scores) == pytest.approx(point)
        if option.verdict in PASSES:
            assert option.response_s.high is not None
            assert option.response_s.high <= target_s
    for criterion, low, high in result.weight_ranges:
        assert low - 1e-9 <= weights[criterion] <= high + 1e-9


@pytest.mark.parametrize("unit", [1e3, 60.0, 1 / 60])
def test_units_of_time_do_not_matter(unit: float) -> None:
    """MODEL D8: ms for s and tpm for TPS, in files and in what is asked, leave all as it is."""

    def scaled(run: LoadRun) -> LoadRun:
        assert run.think_time_s is not None
        times = tuple((statistic, unit * each) for statistic, each in run.responses_s)
        rate, think = run.rate_tps / unit, unit * run.think_time_s
        return replace(run, rate_tps=rate, responses_s=times, think_time_s=think)

    options = tuple(replace(o, load_runs=tuple(map(scaled, o.load_runs))) for o in STUDY.options)
    criteria = tuple(
        replace(s, limit=unit * s.limit, target=unit * s.target, aspiration=unit * s.aspiration)  # type: ignore[operator]
        if s.criterion == Criterion.RESPONSE_TIME
        else s
        for s in ANCHORED
    )
    asked = replace(
        DEMAND_84,
        response_time_s=unit * DEMAND_84.response_time_s,
        transactions_per_visit=DEMAND_84.transactions_per_visit / unit,
    )
    result = decide(replace(STUDY, options=options, criteria=criteria, requirement=asked))
    assert result.demand_tps == pytest.approx(84.0 / unit)
    assert [(o.rank, o.verdict) for o in result.options] == [
        (o.rank, o.verdict) for o in BASE.options
    ]
    assert list(values(result).values()) == pytest.approx(list(values(BASE).values()), rel=1e-5)


@settings(max_examples=12)
@given(valued, st.integers(20, 400))
def test_rows_and_columns_of_acceptability_add_up(criteria: Criteria, draws: int) -> None:
    result = answered(WHOLE, criteria, draws)
    assume(result.certainty.is_of_a_comparison)  # else the first two are not both priced
    passing = [o for o in result.options if o.rank is not None]
    for place, knowledge in enumerate(WeightKnowledge):
        table = np.array([o.rank_shares[place].shares for o in passing])
        assert all(o.rank_shares[place].knowledge is knowledge for o in passing)
        assert table.sum(axis=0) == pytest.approx(np.ones(len(passing)))
        assert table.sum(axis=1) == pytest.approx(np.ones(len(passing)))
        for ours in passing:
            for theirs in passing:
                if ours is not theirs:
                    won = dict(ours.rank_shares[place].beats)[theirs.option.name]
                    lost = dict(theirs.rank_shares[place].beats)[ours.option.name]
                    assert won + lost == pytest.approx(1)
    assert result == answered(WHOLE, criteria, draws), "the same seed gives the same answer"


MIN_MAX = (np.array([0.55, 0.45]), np.array([0.552860, 0.931250, 0.0]))
REVERSAL = np.array([[120.0, 95, 615], [155, 25, 528.6], [400, 95, 616]])
REVERSAL_ANCHORS = ((0.4 * 1e3, 150.0, 60.0), (120.0, 60.0, 15.0), (700.0, 600.0, 450.0))
REVERSAL_WEIGHTS = np.array([0.55, 0.2, 0.25])


def min_max(rows: np.ndarray) -> np.ndarray:
    """The normalisation that turns ranks around: scales follow the options."""
    worst, best = rows.max(axis=0), rows.min(axis=0)
    return ((worst - rows) / (worst - best)) @ REVERSAL_WEIGHTS


def test_ranks_do_not_turn_round_where_min_max_does() -> None:
    """Published model golden `rank_reversal`, on which pymcdm and scikit-criteria agree."""
    assert min_max(REVERSAL[:2]) == pytest.approx(MIN_MAX[0])
    assert min_max(REVERSAL) == pytest.approx(MIN_MAX[1], abs=5e-7)

    def ours(rows: np.ndarray) -> np.ndarray:
        points = points_of(rows, REVERSAL_ANCHORS)
        return total_values(points[:, :, None], REVERSAL_WEIGHTS)[:, 0]

    assert ours(REVERSAL)[:2] == pytest.approx(ours(REVERSAL[:2]), abs=0)


def test_stale_weights_and_prices_outside_are_told() -> None:
    judged = replace(DEFAULT_CRITERIA[0], judged=(0.2, 0.06))
    result = answer_requirement(PREPARED, WHOLE, DEMAND_84, (judged, *DEFAULT_CRITERIA[1:]), 0)
    (stale,) = result.stale_weights
    assert (stale.criterion, stale.judged) == (Criterion.RESPONSE_TIME, (0.2, 0.06))
    assert stale.now == pytest.approx((0.05, 0.015))
    assert result.prices_outside == ("option 4", "option 5")
    fresh = Requirement(response_time_s=0.2, visits_per_month=DEMAND_84.visits_per_month)
    again = answer_requirement(PREPARED, WHOLE, fresh, (judged, *DEFAULT_CRITERIA[1:]), 0)
    assert again.stale_weights == ()

"""The answer as a whole: its laws (MODEL D8) and what it states (MODEL D3, D6, D9)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.decision.sensitivity import MapWindow, compute_map
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.capacity import Capacity
from arraywise.domain.criteria import Criterion, CriterionSetting
from arraywise.domain.decision import PASSES, Verdict
from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.domain.requirement import Rule
from tests.analysis.bench import (
    BUSY_HOST,
    DEMAND_84,
    LEVELS,
    TWO_QUEUES,
    make_option,
    make_runs,
    make_study,
    three_options,
    with_host,
)
from tests.answer_text import answer_text

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import OptionFacts, StudyFacts

ANCHORED = (
    CriterionSetting(Criterion.RESPONSE_TIME, 45, 0.05, 0.0375, 0.015),
    CriterionSetting(Criterion.PROVISIONING, 27, 7200, 3600, 900),
    CriterionSetting(Criterion.HEADROOM, 18, 0.0, 0.2, 0.5),
    CriterionSetting(Criterion.PRICE, 10, 700000, 600000, 450000),
)
"""Anchors that do not follow the options."""
STUDY = three_options(criteria=ANCHORED)
PREPARED = prepare_study(STUDY)


def decide(facts: StudyFacts, requirement: Requirement | None = None, draws: int = 200) -> Answer:
    return answer_requirement(prepare_study(facts), facts, requirement, draws=draws)


def by_name(answer: Answer) -> dict[str, OptionAnswer]:
    return {option.option.name: option for option in answer.options}


def values(answer: Answer) -> dict[str, float | None]:
    return {name: option.value.point for name, option in by_name(answer).items()}


BASE = answer_requirement(PREPARED, STUDY)
loads = st.integers(1_000_000, 100_000_000)
targets = st.floats(0.01, 0.5)


@settings(max_examples=20, deadline=None)
@given(loads, targets, st.lists(st.integers(0, 100), min_size=4, max_size=4).filter(any))
def test_values_lie_between_0_and_100_and_add_up(
    visits: int, target: float, swings: list[int]
) -> None:
    asked = replace(DEMAND_84, visits_per_month=visits, response_time_s=target)
    criteria = [replace(s, swing=float(w)) for s, w in zip(ANCHORED, swings, strict=True)]
    answer = answer_requirement(PREPARED, STUDY, asked, criteria, draws=50)
    assert sum(weight for _, weight in answer.weights) == pytest.approx(1)
    for option in answer.options:
        value = option.value
        if value.point is None:
            assert option.verdict in {Verdict.FAIL, Verdict.FAIL_CAPACITY}
            continue
        assert value.low is not None
        assert value.high is not None
        assert -1e-9 <= value.low <= value.point + 1e-9
        assert value.point - 1e-9 <= value.high <= 100 + 1e-9
        parts = [cell.contribution for cell in option.scores if cell.contribution is not None]
        assert sum(parts) == pytest.approx(value.point)
    shares = [o.first_share for o in answer.options if o.first_share is not None]
    assert not shares or sum(shares) == pytest.approx(1)
    passing = [o for o in answer.options if o.status in PASSES]
    assert {o.rank for o in answer.options} - {None} == set(range(1, len(passing) + 1))
    assert len(shares) == (len(passing) if len(passing) > 1 else 0), "one compares with nothing"


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.permutations(STUDY.options), st.integers(1, 3))
def test_other_options_leave_a_value_alone(order: list[OptionFacts], kept: int) -> None:
    result = values(decide(replace(STUDY, options=tuple(order[:kept]))))
    assert result == {name: values(BASE)[name] for name in result}


def test_renaming_changes_nothing_but_the_name() -> None:
    renamed = [replace(o, option=replace(o.option, name=f"x{o.option.id}")) for o in STUDY.options]
    answer = decide(replace(STUDY, options=tuple(renamed)))
    assert list(values(answer).values()) == list(values(BASE).values())
    assert [o.rank for o in answer.options] == [o.rank for o in BASE.options]


def with_price(option: OptionFacts, price: Decimal) -> OptionFacts:
    return replace(option, price_sheet=PriceSheet("EUR", (PriceLine("array", price),)))


@settings(max_examples=15, deadline=None)
@given(
    st.integers(0, 2), st.decimals("100000", "900000", places=2), st.decimals(0, 500000, places=2)
)
def test_dearer_never_ranks_higher(index: int, price: Decimal, more: Decimal) -> None:
    def rank_at(amount: Decimal) -> int:
        options = list(STUDY.options)
        options[index] = with_price(options[index], amount)
        facts = replace(STUDY, options=tuple(options))
        answer = answer_requirement(PREPARED, facts, draws=0)
        return answer.options[index].rank or 99

    assert rank_at(price) <= rank_at(price + more)


def test_currency_does_not_matter() -> None:
    """A thousandfold currency, anchors included, leaves values and ranks as they are."""
    options = tuple(
        replace(
            o,
            price_sheet=PriceSheet(
                "XXX",
                (PriceLine("", o.price_sheet.lines[0].unit_price * 1000),),  # type: ignore[union-attr,operator]
            ),
        )
        for o in STUDY.options
    )
    criteria = tuple(
        replace(s, limit=s.limit * 1000, target=s.target * 1000, aspiration=s.aspiration * 1000)  # type: ignore[operator]
        if s.criterion is Criterion.PRICE
        else s
        for s in ANCHORED
    )
    answer = decide(replace(STUDY, options=options, criteria=criteria, currency="XXX"))
    assert list(values(answer).values()) == pytest.approx(list(values(BASE).values()))


def test_same_question_same_answer() -> None:
    assert decide(STUDY, draws=10_000) == BASE


def test_recommended_is_the_first_of_those_that_pass() -> None:
    first = next(o for o in BASE.options if o.rank == 1)
    assert BASE.recommended == first.option
    passing = [o for o in BASE.options if o.status in PASSES]
    assert first.value.point == max(o.value.point or 0 for o in passing)


@pytest.mark.parametrize(
    ("change", "rule", "failing"),
    [
        ({"budget": Decimal(600000)}, "budget", {"option 1"}),
        ({"needs_shared_storage": True}, "shared storage", {"option 3"}),
        ({"min_headroom": 0.15}, "headroom", {"option 2", "option 3"}),
    ],
)
def test_screen_before_any_weight(change: dict[str, object], rule: str, failing: set[str]) -> None:
    lonely = replace(STUDY.options[2].option, shared_storage=False)
    options = (*STUDY.options[:2], replace(STUDY.options[2], option=lonely))
    asked = replace(DEMAND_84, **change)  # type: ignore[arg-type]
    answer = decide(replace(STUDY, options=options), asked)
    assert rule in [r.name for r in answer.rules]
    failed = {n for n, o in by_name(answer).items() if dict(o.rule_verdicts)[rule] not in PASSES}
    assert failed == failing
    assert all(by_name(answer)[name].rank is None for name in failing)
    fails = {n for n, o in by_name(answer).items() if o.status is Verdict.FAIL}
    assert {n for n, o in by_name(answer).items() if o.value.point is None} == fails
    assert all(len(o.rule_verdicts) == len(answer.rules) for o in answer.options)


@pytest.mark.parametrize(
    ("rule", "asked", "field", "values"),
    [
        ("shared storage", {"needs_shared_storage": True}, "shared_storage", (True, False, None)),
        ("files", {"needs_files": True}, "serves_files", (True, False, None)),
        ("restore", {"max_restore_s": 14_400.0}, "restore_s", (14_400.0, 14_401.0, None)),
        (
            "usable capacity",
            {"usable_bytes": 5e13},
            "capacity",
            (Capacity(5e13), Capacity(4.9e13), None),
        ),
    ],
)
def test_an_ability_that_nobody_stated_is_open_and_no_failure(
    rule: str, asked: dict[str, object], field: str, values: tuple[object, ...]
) -> None:
    options = tuple(
        replace(known, option=replace(known.option, **{field: value}))  # type: ignore[arg-type]
        for known, value in zip(STUDY.options, values, strict=True)
    )
    facts = replace(STUDY, options=options)
    requirement = replace(DEMAND_84, **asked)  # type: ignore[arg-type]
    answer = decide(facts, requirement)
    has, has_not, unknown = by_name(answer).values()
    assert [dict(o.rule_verdicts)[rule] for o in (has, has_not, unknown)] == [
        Verdict.PASS_MEASURED,
        Verdict.FAIL,
        Verdict.UNDETERMINED,
    ]
    assert unknown.verdict in PASSES
    assert unknown.status is Verdict.UNDETERMINED
    assert unknown.next_test is None  # a test of load would not tell
    assert answer.recommended == has.option
    (finding,) = [f for f in answer.findings if f.check == "ability not stated"]
    assert finding.options == (unknown.option.name,)
    debounce = {c.winner for c in answer.changes if str(c.what).startswith("Evidence for")}
    assert debounce <= {unknown.option.name}
    result = compute_map(
        build_problem(prepare_study(facts), facts, requirement),
        MapWindow(visits=(4e7, 6e7), targets_s=(0.05, 0.2)),
        columns=5,
        rows=5,
    )
    winners = {winner for row in result.winners for winner in row}
    assert winners == {has.option.position}


def test_options_that_only_lack_a_word_are_named_instead_of_the_nearest() -> None:
    answer = decide(STUDY, replace(DEMAND_84, max_restore_s=60.0))
    message = answer_text(answer)
    assert answer.recommended is None
    assert "comes closest" not in message
    assert "3 options (not stated)" in message, "a reason that all share is told once"


def test_the_host_s_processors_bound_the_rate() -> None:
    """MODEL P4: X_cpu,max = m / D_cpu = X / busy, of the highest level that counts."""
    half = make_option(1, with_host(make_runs(TWO_QUEUES, LEVELS), 60, BUSY_HOST))
    for option in (*BASE.options, *decide(make_study(half)).options):
        top = [level for level in option.levels if not level.past_knee][-1]
        rate, busy = top.rate_tps.point, top.host_busy
        assert (rate is None) or (busy is None) or option.host_limit_tps == rate / busy
        assert (option.host_limit_tps is None) == (busy is None)
    assert any(option.host_limit_tps for option in BASE.options)


def test_an_ability_is_asked_for_only_where_it_is_required() -> None:
    assert [rule.name for rule in BASE.rules] == ["response time"]
    assert not [f for f in BASE.findings if f.check == "ability not stated"]


def test_lowest_price_that_passes() -> None:
    answer = decide(STUDY, replace(DEMAND_84, rule=Rule.LOWEST_PRICE))
    assert [o.rank for o in answer.options] == [3, 2, 1]
    assert answer.recommended == STUDY.options[2].option
    assert "It has the lowest price of the passing options." in answer_text(answer)


def test_equal_prices_are_told_apart_by_ease() -> None:
    options = (with_price(STUDY.options[0], Decimal(1)), with_price(STUDY.options[1], Decimal(1)))
    facts = replace(STUDY, options=options)
    answer = decide(facts, replace(DEMAND_84, rule=Rule.LOWEST_PRICE))
    assert answer.recommended == STUDY.options[1].option


def test_frontier_names_no_single_winner() -> None:
    answer = decide(STUDY, replace(DEMAND_84, rule=Rule.FRONTIER))
    assert answer.recommended is None
    efficient = [o.option.name for o in answer.options if o.on_frontier]
    assert efficient
    assert all(name in answer_text(answer) for name in efficient)


def test_all_fail_names_the_nearest() -> None:
    answer = decide(STUDY, replace(DEMAND_84, visits_per_month=90_000_000))
    assert answer.recommended is None
    assert not answer.is_clear
    message = answer_text(answer)
    assert "No option passes" in message or "Not shown yet" in message
    assert all(o.first_share is None for o in answer.options)


def test_only_one_passes() -> None:
    answer = decide(STUDY, replace(DEMAND_84, visits_per_month=64_000_000))
    assert [o.rank for o in answer.options] == [1, None, None]
    assert "the only one shown to pass" in answer_text(answer)


def test_no_clear_winner_is_said() -> None:
    twins = (STUDY.options[0], replace(STUDY.options[0], option=STUDY.options[1].option))
    answer = decide(replace(STUDY, options=twins))
    assert answer.recommended == twins[0].option
    assert not answer.is_clear
    assert "option 1 or option 2:" in answer_text(answer)


def test_nothing_is_known_of_an_option_without_files() -> None:
    facts = make_study(make_option(1, price=None, minutes=None))
    (option,) = decide(facts).options
    assert option.verdict is Verdict.NO_DATA
    assert (option.capacity_tps, option.headroom, option.price, option.rank) == (None,) * 4
    assert (option.value.low, option.value.high) == pytest.approx((0, 100))
    assert option.evidence_grade == "C"


def test_no_options_no_answer() -> None:
    answer = decide(make_study())
    assert (answer.recommended, answer.options, answer.changes) == (None, (), ())


def test_missing_price_earns_nothing_and_may_be_worth_anything() -> None:
    bare = replace(STUDY.options[0], price_sheet=None)
    answer = decide(replace(STUDY, options=(bare, *STUDY.options[1:])))
    cell = answer.options[0].scores[3]
    assert (cell.contribution, cell.points.low, cell.points.high) == (None, 0, 100)
    assert answer.options[0].value.high == pytest.approx(BASE.options[0].value.high, abs=10)
    assert answer.options[0].price_per_tpm is None


def test_a_sheet_in_another_currency_is_no_price() -> None:
    foreign = replace(
        STUDY.options[0], price_sheet=PriceSheet("USD", (PriceLine("", Decimal(1)),))
    )
    answer = decide(replace(STUDY, options=(foreign,)))
    assert answer.options[0].price is None
    assert any(f.check == "price in another currency" for f in answer.findings)


def test_a_host_that_was_the_limit_makes_an_option_not_comparable() -> None:
    runs = with_host(make_runs(TWO_QUEUES, LEVELS), 90, BUSY_HOST)
    facts = make_study(make_option(1, runs), criteria=ANCHORED)
    (option,) = decide(facts).options
    assert option.verdict is Verdict.NOT_COMPARABLE
    assert option.scores[0].points.high == 100
    assert option.capacity_is_censored
    assert [level.host_bound for level in option.levels] == [u >= 90 for u in LEVELS]
    below = decide(facts, replace(DEMAND_84, visits_per_month=30_000_000))
    assert below.options[0].verdict is Verdict.PASS_MEASURED


def test_an_idle_system_meets_the_target() -> None:
    answer = decide(STUDY, replace(DEMAND_84, visits_per_month=0))
    assert answer.demand_tps == 0
    assert all(o.status in PASSES and o.headroom is None for o in answer.options)


def test_visits_follow_the_capacity() -> None:
    for option in BASE.options:
        assert option.capacity_tps is not None
        assert option.capacity_visits_per_month == pytest.approx(
            option.capacity_tps / 84 * 54_432_000, abs=1
        )
        assert option.headroom == pytest.approx(option.capacity_tps / 84 - 1)


def test_chart_points_are_those_of_the_curve() -> None:
    for option in BASE.options:
        rates = [point.rate_tps for point in option.curve]
        assert rates == sorted(rates)
        assert all(p.low_s <= p.high_s for p in option.curve)
        assert rates[-1] <= max(level.rate_tps.point or 0 for level in option.levels)

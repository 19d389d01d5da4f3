"""What a recommendation says holds of the study at hand, whatever its figures round to."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.audit.audit import run_audit
from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.criteria import Criterion, Decider
from arraywise.domain.pricing import Discount, DiscountBase, PriceLine, PriceSheet
from arraywise.domain.requirement import Rule
from arraywise.present.language import create_wording
from tests.analysis.test_answer import ANCHORED, PREPARED, STUDY
from tests.analysis.test_recommendation import ANSWER, PEOPLE, WHOLE
from tests.answer_text import answer_text

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.domain.study import StudyFacts

WORDS = create_wording("en")


def answered(study: StudyFacts = STUDY, **asked: object) -> Answer:
    requirement = replace(study.requirement, **asked)
    return answer_requirement(PREPARED, replace(study, requirement=requirement), draws=200)


def without_a_price(study: StudyFacts, name: str) -> StudyFacts:
    return replace(
        study,
        options=tuple(
            replace(o, price_sheet=None) if o.option.name == name else o for o in study.options
        ),
    )


def test_the_lowest_price_is_that_of_those_that_have_one() -> None:
    asked = replace(STUDY, requirement=replace(STUDY.requirement, rule=Rule.LOWEST_PRICE))
    assert "It has the lowest price of the passing options." in answer_text(answered(asked))
    some = answered(without_a_price(asked, "option 2"))
    assert "Without a price: option 2." in answer_text(some)


def test_efficient_are_those_that_pass_and_have_a_price() -> None:
    asked = replace(STUDY, requirement=replace(STUDY.requirement, rule=Rule.FRONTIER))
    assert "No passing option is" in answer_text(answered(asked))
    some = answered(without_a_price(asked, "option 2"))
    assert "option 2" not in answer_text(some).split("Efficient:")[1].split(".")[0]


def test_whose_weights_decide_is_not_said_where_prices_do() -> None:
    assert "highest score at the weights of Finance." in answer_text(ANSWER)
    asked = replace(ANSWER.requirement, rule=Rule.LOWEST_PRICE)
    cheapest = answer_requirement(prepare_study(WHOLE), replace(WHOLE, requirement=asked), draws=0)
    assert "weights of" not in answer_text(cheapest)


def test_least_violations_are_said_of_each_rule_that_is_broken() -> None:
    """None passes: two are too slow, and one is too dear."""
    cheap = min(o.price.total for o in answered().options if o.price is not None)
    stated = answer_text(answered(budget=cheap - Decimal("0.5"), response_time_s=0.06))
    assert "is EUR 0.5 over budget." in stated


def test_credits_beyond_the_price_leave_an_option_without_one() -> None:
    (first, *others) = STUDY.options
    credit = PriceSheet("EUR", (PriceLine("trade-in credit", Decimal(-500)),))
    study = replace(STUDY, options=(replace(first, price_sheet=credit), *others))
    answer = answered(study)
    assert answer.options[0].price is None
    result = next(f for f in answer.findings if "no 36-month price" in WORDS.localise(f.message))
    assert "exceed the price of the sheet" in WORDS.localise(result.consequence)


def test_discounts_that_are_large_together_are_found() -> None:
    (first, *others) = STUDY.options
    line = PriceLine("array", Decimal(1_000_000), discount=Decimal("0.4"))
    offer = Discount("volume", Decimal("0.4"), DiscountBase.PRICE)
    sheet = PriceSheet("EUR", (line,), (offer,))
    study = replace(STUDY, options=(replace(first, price_sheet=sheet), *others))
    findings = run_audit(build_problem(PREPARED, study), PREPARED.windows)
    assert any("more than 50 % on a list price" in WORDS.localise(f.message) for f in findings)
    alone = replace(sheet, discounts=())
    study = replace(STUDY, options=(replace(first, price_sheet=alone), *others))
    findings = run_audit(build_problem(PREPARED, study), PREPARED.windows)
    assert not any("more than 50 % on a list price" in WORDS.localise(f.message) for f in findings)


def test_weights_of_a_mean_go_stale_as_those_it_is_the_mean_of() -> None:
    ann, ben = (
        replace(
            person,
            swings=tuple(
                replace(swing, judged=(0.5, 0.1))
                if swing.criterion == Criterion.RESPONSE_TIME
                else swing
                for swing in person.swings
            ),
        )
        for person in PEOPLE
    )
    asked = replace(
        STUDY,
        criteria=tuple(ANCHORED),
        weighting=replace(WHOLE.weighting, stakeholders=(ann, ben), decider=Decider.MEAN),
    )
    answer = answer_requirement(PREPARED, asked, draws=0)
    assert [s.criterion for s in answer.stale_weights] == [Criterion.RESPONSE_TIME]


def test_no_test_is_proposed_for_a_demand_far_from_all_that_was_shown() -> None:
    near, far = (answered(visits_per_month=visits) for visits in (54_432_000, 900_000_000))
    assert "times the highest rate shown by any option" not in answer_text(near)
    stated = answer_text(far)
    assert "times the highest rate shown by any option" in stated
    assert "users would" not in stated
    assert all(option.test_next_users is None for option in far.options)

"""How sure a recommendation is: of a comparison of two priced options (MODEL E5, D7.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.decision.certainty import describe_share_ahead
from arraywise.analysis.prepared import prepare_study
from arraywise.cli.json_output import certainty_document as certainty_json
from arraywise.domain.decision import LEAST_OPEN_SHARE, PASSES, CertaintyBasis, Verdict
from arraywise.domain.evidence import PublishedRemark
from arraywise.domain.messages import Severity
from arraywise.domain.pricing import PriceSheet
from arraywise.domain.requirement import Rule
from tests.analysis.bench import (
    BUSY_HOST,
    DEMAND_84,
    LEVELS,
    faster,
    make_option,
    make_runs,
    make_study,
    three_options,
    with_host,
)
from tests.answer_text import answer_text

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.domain.study import OptionFacts, StudyFacts

NOISE = (0.005, 0.01)
RANGE = (700_000.0, 300_000.0)


def runs(factor: float, seed: int) -> tuple:  # type: ignore[type-arg]
    return make_runs(faster(factor), LEVELS, noise=NOISE, seed=seed)


FIRST = make_option(1, runs(1.3, 1), "430000", 20)
SECOND = make_option(2, runs(1.0, 2), "528600", 60)
UNTESTED = make_option(3, (), "400000", 20)
FAILING = make_option(4, make_runs(faster(0.4), LEVELS), "300000", 20)


def decided(*options: OptionFacts, **fields: object) -> Answer:
    return answered(make_study(*options, **({"price_range": RANGE} | fields)))  # type: ignore[arg-type]


def answered(facts: StudyFacts) -> Answer:
    return answer_requirement(prepare_study(facts), facts, draws=2000)


def text(answer: Answer) -> str:
    return answer_text(answer)


def has_no_share(answer: Answer) -> bool:
    return not any(
        o.first_share is not None or o.confidence is not None or o.rank_shares
        for o in answer.options
    )


def test_two_that_pass_with_prices_are_compared_by_name() -> None:
    result = decided(FIRST, SECOND)
    assert result.certainty.basis is CertaintyBasis.COMPARED
    assert str(result.certainty.message) == (
        "option 1 is ahead of option 2 99 times in a hundred."
    )
    assert result.is_clear
    assert str(result.certainty.message) in text(result)


def test_one_that_passes_beside_one_never_tested_is_not_sure() -> None:
    result = decided(FIRST, UNTESTED)
    assert result.certainty.basis is CertaintyBasis.ALONE
    assert has_no_share(result)
    assert not result.is_clear
    assert "It is the only one shown to pass" in text(result)
    assert "Not tested, or a required value is missing: option 3." in text(result)
    assert "highest score" not in text(result)
    assert certainty_json(result)["basis"] == "only one shown to pass"


def test_the_only_one_is_clear_where_all_others_fail() -> None:
    result = decided(FIRST, FAILING)
    assert result.options[1].status is Verdict.FAIL
    assert result.certainty.basis is CertaintyBasis.ALONE
    assert result.is_clear
    assert has_no_share(result)
    assert not decided(FIRST).is_clear, "with no other there is nothing to be ahead of"


def unpriced(option: OptionFacts) -> OptionFacts:
    return replace(option, price_sheet=None)


def test_without_prices_no_best_value_is_claimed() -> None:
    result = decided(unpriced(FIRST), unpriced(SECOND), price_range=None)
    assert result.certainty.basis is CertaintyBasis.UNPRICED
    assert str(result.certainty.message) == (
        "Compared by response time and load only; enter prices: option 1, option 2."
    )
    assert result.certainty.without_prices
    assert not result.is_clear
    assert has_no_share(result)
    assert "highest score" not in text(result)
    assert "Compared by response time and load only." in text(result)


@pytest.mark.parametrize("lacking", [0, 1])
def test_with_one_price_there_is_no_share_either(lacking: int) -> None:
    options = [FIRST, SECOND]
    options[lacking] = unpriced(options[lacking])
    result = decided(*options)
    assert result.certainty.basis is CertaintyBasis.UNPRICED
    assert f"enter prices: option {lacking + 1}." in str(result.certainty.message)
    assert has_no_share(result)
    assert not result.is_clear


def test_a_third_without_a_price_keeps_the_answer_from_being_clear() -> None:
    third = make_option(5, runs(0.9, 5), None, 120)
    result = decided(FIRST, SECOND, third)
    assert result.certainty.basis is CertaintyBasis.COMPARED
    assert not result.is_clear
    assert "Without a price: option 5." in text(result)


@pytest.mark.parametrize("fault", ["price", "time"])
@pytest.mark.parametrize("rule", [Rule.BEST_VALUE, Rule.LOWEST_PRICE])
def test_an_input_at_fault_in_a_rival_hides_the_certainty(fault: str, rule: Rule) -> None:
    sheet = SECOND.price_sheet
    assert sheet is not None
    bad = (
        replace(SECOND, price_sheet=replace(sheet, unparsed=1))
        if fault == "price"
        else replace(SECOND, provisioning=(), unread_times=1)
    )
    asked = replace(DEMAND_84, rule=rule)
    result = decided(FIRST, bad, requirement=asked)
    assert result.certainty.basis is CertaintyBasis.AT_FAULT
    assert "option 2" in str(result.certainty.message)
    assert has_no_share(result)
    assert not result.is_clear


def test_a_price_in_a_currency_without_a_rate_is_at_fault_too() -> None:
    foreign = PriceSheet("XXX", SECOND.price_sheet.lines if SECOND.price_sheet else ())
    result = decided(FIRST, replace(SECOND, price_sheet=foreign))
    assert result.certainty.basis is CertaintyBasis.AT_FAULT
    assert not result.is_clear


def test_a_fault_of_one_that_fails_anyway_changes_nothing() -> None:
    sheet = FAILING.price_sheet
    assert sheet is not None
    result = decided(FIRST, SECOND, replace(FAILING, price_sheet=replace(sheet, unparsed=2)))
    assert result.certainty.basis is CertaintyBasis.COMPARED


def hidden(price: str, minutes: float) -> OptionFacts:
    """An option whose host was the limit from low loads on: better storage may be behind it."""
    busy = with_host(make_runs(faster(1.2), LEVELS, seed=7), 10, BUSY_HOST)
    return make_option(6, busy, price, minutes)


def test_who_could_pass_and_lead_in_a_fifth_of_the_draws_leaves_it_open() -> None:
    result = decided(FIRST, SECOND, hidden("300000", 10))
    (rival,) = result.certainty.rivals
    assert result.options[2].status not in PASSES
    assert rival.share >= LEAST_OPEN_SHARE
    assert result.certainty.basis is CertaintyBasis.OPEN
    assert str(result.certainty.message) == "Open: option 6 could win."
    assert not result.is_clear
    assert certainty_json(result)["could_win"] == [{"option": "option 6", "share": rival.share}]


def test_who_could_lead_seldom_stands_in_the_details() -> None:
    weak = hidden("690000", 118)
    result = decided(FIRST, SECOND, weak)
    assert result.certainty.basis is CertaintyBasis.COMPARED
    assert all(rival.share < LEAST_OPEN_SHARE for rival in result.certainty.rivals)
    assert result.is_clear


def test_open_without_a_single_comparison_is_open_too() -> None:
    result = decided(FIRST, hidden("300000", 10))
    assert result.certainty.basis is CertaintyBasis.OPEN
    assert has_no_share(result), "one that passes is first in all draws, which says nothing"
    assert not result.is_clear


def test_untested_options_never_block_but_are_named() -> None:
    result = decided(FIRST, SECOND, UNTESTED)
    assert result.is_clear
    assert "Compares the 2 tested options; not tested: option 3." in text(result)


@pytest.mark.parametrize(("options", "blocks"), [(("option 2",), True), ((), True),
                                                 (("option 4",), False)])  # fmt: skip
def test_serious_findings_on_the_first_two_are_said_and_block(
    options: tuple[str, ...], *, blocks: bool
) -> None:
    remark = PublishedRemark(Severity.ERROR, options, "a", "b", "c")
    result = decided(FIRST, SECOND, FAILING, remarks=(remark,))
    assert result.is_clear is not blocks
    assert ("Serious findings on the options compared: 1." in text(result)) is blocks


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (1.0, "99 times in a hundred"),
        (0.9999, "99 times in a hundred"),
        (0.959, "95 times in a hundred"),
        (0.949, "9 times in ten"),
        (0.91, "9 times in ten"),
        (0.62, "6 times in ten"),
    ],
)
def test_never_said_as_always(share: float, said: str) -> None:
    assert said in str(describe_share_ahead("a", "b", share))


def test_the_shares_of_three_options_stay_as_they_are() -> None:
    result = answered(three_options(price_range=RANGE))
    shares = [o.first_share for o in result.options if o.rank is not None]
    assert len(shares) < 2 or sum(s or 0.0 for s in shares) == pytest.approx(1)

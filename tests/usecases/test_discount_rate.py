"""The discount rate of a study: kept, undone, refused where it is none, and a scenario's own."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.decision import FAILS, PASSES
from arraywise.domain.messages import UserError
from arraywise.domain.pricing import PLAIN_BASIS, PriceLine, PriceSheet
from arraywise.present.tables.overview import option_columns
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.history import BASE
from arraywise.store.reading.inputs import read_price_basis, read_requirement
from arraywise.usecases.compare_scenarios import add_scenario, compare_scenarios, use_scenario
from arraywise.usecases.decide_study import decide_study
from arraywise.usecases.edit_prices import set_price_basis, upsert_prices
from arraywise.usecases.edit_study import set_requirement
from arraywise.usecases.undo import redo_step, undo_state, undo_step
from tests.usecases.undoable import content

if TYPE_CHECKING:
    from arraywise.store.study import Study

EIGHT = Decimal("0.08")
CARE = PriceLine("Care", None, maintenance_per_month=Decimal(100), warranty_months=12)
SHEET = PriceSheet("EUR", (PriceLine("Array", Decimal(10_000)), CARE))


def discount(study: Study, rate: str | None) -> None:
    given = None if rate is None else Decimal(rate)
    set_price_basis(study, replace(read_price_basis(study), discount_rate=given))


def test_the_rate_is_kept_to_the_last_digit_and_off_at_first(study: Study) -> None:
    assert read_price_basis(study).discount_rate is None
    discount(study, "0.0812345678901")
    assert read_facts(study).price_basis.discount_rate == Decimal("0.0812345678901")
    discount(study, None)
    assert read_price_basis(study) == PLAIN_BASIS


def test_it_is_undone_in_one_step_and_named(study: Study) -> None:
    before = content(study)
    discount(study, "0.08")
    after = content(study)
    assert str(undo_state(study).undo) == "discount rate of prices"
    travelled = undo_step(study)
    assert travelled is not None
    assert travelled.page == "pricing"
    assert content(study) == before
    redo_step(study)
    assert content(study) == after
    assert read_price_basis(study).discount_rate == EIGHT


@pytest.mark.parametrize("rate", ["-0.01", "1.0001", "8", "NaN", "Infinity"])
def test_a_rate_that_is_none_is_refused_and_nothing_changes(study: Study, rate: str) -> None:
    discount(study, "0.08")
    before = content(study)
    with pytest.raises(UserError, match="discount rate from 0 to 100"):
        discount(study, rate)
    assert content(study) == before


def test_nothing_a_year_discounts_nothing(study: Study) -> None:
    discount(study, "0.00")
    assert read_price_basis(study).discount_rate is None


def test_a_scenario_has_its_own_and_says_so(study: Study) -> None:
    upsert_prices(study, "NAS", SHEET)
    add_scenario(study, "Discounted")
    discount(study, "0.08")
    base, own = compare_scenarios(study)
    prices = [each.answer.options[0].price for each in (base, own)]
    assert [p.total if p else None for p in prices] == [12_400, 12_054]
    assert [str(message) for message in own.differences] == ["discount rate of prices"]
    use_scenario(study, BASE)
    assert read_price_basis(study).discount_rate is None


def test_the_answer_is_given_for_the_present_value(study: Study) -> None:
    upsert_prices(study, "NAS", SHEET)
    discount(study, "0.08")
    answered = decide_study(study)
    price = answered.options[0].price
    assert price is not None
    assert price.undiscounted is not None
    assert (price.total, price.undiscounted.total) == (12_054, 12_400)
    assert answered.discount_rate == EIGHT


def test_the_recommendation_and_the_budget_say_which_prices_they_mean(study: Study) -> None:
    upsert_prices(study, "NAS", SHEET)
    discount(study, "0.0825")
    titles = [str(column.title) for column in option_columns(decide_study(study))]
    assert "36-month NPV at 8.25 %/a" in titles
    set_requirement(study, replace(read_requirement(study), budget=Decimal(12_100)))
    answered = decide_study(study)
    assert str(answered.rules[-1].message) == (
        "36-month net present value at 8.25 %/a at most EUR 12,100"
    )
    (option,) = answered.options
    assert dict(option.rule_verdicts)["budget"] in PASSES  # 12,400 are paid, 12,047 is their value
    discount(study, None)
    answered = decide_study(study)
    assert dict(answered.options[0].rule_verdicts)["budget"] in FAILS
    assert "36 months" in [str(column.title) for column in option_columns(answered)]

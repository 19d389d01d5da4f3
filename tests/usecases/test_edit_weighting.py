"""Stakeholders, the ways of giving weights, and the price range are stored and may be undone."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.decision.scoring import (
    STUDY,
    add_stakeholder,
    criteria_with_swings_of,
    remove_stakeholder,
    rescale_swings,
    set_decider,
    set_weights,
    stamp_swings_with_anchors,
)
from arraywise.domain.criteria import (
    DEFAULT_CRITERIA,
    Criterion,
    Decider,
    Method,
    Weighting,
)
from arraywise.domain.messages import UserError
from arraywise.domain.options import Architecture
from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import Study, create_study
from arraywise.usecases.decide_study import decide_study, decide_with_robustness
from arraywise.usecases.edit_criteria import (
    reset_price_range_to_prices,
    set_price_range,
    with_rank_weights,
    with_swing,
)
from arraywise.usecases.edit_options import add_option, remove_option
from arraywise.usecases.edit_prices import upsert_prices
from arraywise.usecases.edit_study import set_requirement
from arraywise.usecases.undo import undo_step
from tests.usecases.edits import set_weighting

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    with create_study(tmp_path / "s.arraywise", name="s") as built:
        yield built


def priced(study: Study, **prices: int) -> None:
    for name, price in prices.items():
        if name not in {known.option.name for known in read_facts(study).options}:
            add_option(study, name, Architecture.OTHER)
        sheet = PriceSheet("EUR", (PriceLine("array", Decimal(price)),))
        upsert_prices(study, name, sheet)


def finance() -> Weighting:
    """Finance and operations; finance decides, by an order."""
    weighting = add_stakeholder(DEFAULT_CRITERIA, Weighting(), "Finance")
    weighting = add_stakeholder(DEFAULT_CRITERIA, weighting, "Operations")
    given = with_rank_weights(DEFAULT_CRITERIA, [s.criterion for s in DEFAULT_CRITERIA])
    given = stamp_swings_with_anchors(
        given, [replace(s, limit=2.0, aspiration=1.0) for s in given]
    )
    _, weighting = set_weights(DEFAULT_CRITERIA, weighting, "Finance", given, method=Method.RANKS)
    return set_decider(weighting, Decider.STAKEHOLDER, "Finance")


def test_stakeholders_come_back_as_they_were(study: Study) -> None:
    weighting = finance()
    set_weighting(study, weighting, DEFAULT_CRITERIA)
    facts = read_facts(study)
    assert facts.weighting == weighting
    assert (facts.criteria or DEFAULT_CRITERIA) == DEFAULT_CRITERIA
    assert undo_step(study) is not None
    assert read_facts(study).weighting == Weighting()
    assert read_facts(study).criteria == ()


def test_the_studys_own_weights_keep_how_they_were_given(study: Study) -> None:
    given = with_rank_weights(DEFAULT_CRITERIA, [s.criterion for s in DEFAULT_CRITERIA])
    own, weighting = set_weights(DEFAULT_CRITERIA, Weighting(), STUDY, given, method=Method.RANKS)
    set_weighting(study, weighting, own)
    facts = read_facts(study)
    assert facts.weighting.method is Method.RANKS
    assert [round(s.swing, 3) for s in facts.criteria] == [100, 52, 28, 12]


def test_weights_of_one_owner_leave_the_others() -> None:
    weighting = finance()
    operations = criteria_with_swings_of(DEFAULT_CRITERIA, weighting, "Operations")
    assert [s.swing for s in operations] == [s.swing for s in DEFAULT_CRITERIA]
    assert [s.method for s in weighting.stakeholders] == [Method.RANKS, Method.SWINGS]
    own, changed = set_weights(DEFAULT_CRITERIA, weighting, STUDY, operations)
    assert own == DEFAULT_CRITERIA
    assert changed.stakeholders == weighting.stakeholders


def test_without_whoever_decided_the_study_decides() -> None:
    left = remove_stakeholder(finance(), "Finance")
    assert left.decider is Decider.STUDY
    assert [s.name for s in left.stakeholders] == ["Operations"]
    by_mean = set_decider(left, Decider.MEAN)
    assert remove_stakeholder(by_mean, "Operations").decider is Decider.STUDY


@pytest.mark.parametrize(
    "weighting",
    [
        Weighting(decider=Decider.MEAN),
        Weighting(decider=Decider.STAKEHOLDER, decider_name="Nobody"),
        add_stakeholder(DEFAULT_CRITERIA, Weighting(), " "),
        add_stakeholder(DEFAULT_CRITERIA, finance(), "Finance"),
        add_stakeholder(with_swing(DEFAULT_CRITERIA, Criterion.PRICE, 101), Weighting(), "A"),
        add_stakeholder([replace(s, swing=0) for s in DEFAULT_CRITERIA], Weighting(), "A"),
    ],
)
def test_senseless_weightings_are_refused(study: Study, weighting: Weighting) -> None:
    with pytest.raises(UserError):
        set_weighting(study, weighting)
    assert read_facts(study).weighting == Weighting()


def test_a_range_half_as_wide_halves_its_swing() -> None:
    before = [replace(s, limit=4.0, aspiration=0.0) for s in DEFAULT_CRITERIA]
    judged = stamp_swings_with_anchors(DEFAULT_CRITERIA, before)
    after = [replace(before[0], limit=2.0), *before[1:]]
    rescaled = rescale_swings(judged, after)
    swings = [s.swing for s in rescaled]
    assert swings == [50, *(s.swing for s in DEFAULT_CRITERIA[1:])]
    assert rescaled[0].judged == (2.0, 0.0)
    wider = rescale_swings(judged, [replace(before[0], limit=8.0), *before[1:]])
    assert wider[0].swing == 100
    assert wider[1].swing == pytest.approx(DEFAULT_CRITERIA[1].swing / 2), "the proportions hold"


def test_prices_are_valued_over_the_range_of_the_first_price(study: Study) -> None:
    priced(study, a=600_000)
    decide_study(study)
    settled = read_facts(study).price_range
    assert settled == (900_000, 300_000), "half below and above the first price"
    priced(study, b=500_000)
    first, robustness = decide_with_robustness(study)
    assert robustness.nearest_ties == ()
    assert read_facts(study).price_range == settled
    priced(study, c=2_000_000)
    second = decide_study(study)
    points = [[o.scores[1].points for o in result.options[:2]] for result in (first, second)]
    assert points[0] == points[1], "an option more changes nothing for the others"
    assert second.prices_outside == ("c",)
    remove_option(study, read_facts(study).options[0].option.id)
    assert read_facts(study).price_range == settled
    reset_price_range_to_prices(study, decide_study(study))
    assert read_facts(study).price_range == (2_500_000, 500_000)
    assert read_facts(study).price_range_confirmed
    assert undo_step(study) is not None
    assert read_facts(study).price_range == settled
    assert not read_facts(study).price_range_confirmed


@pytest.mark.parametrize("decided_before", [True, False])
def test_what_prices_are_worth_does_not_depend_on_when_it_was_decided(
    study: Study, *, decided_before: bool
) -> None:
    """MODEL D4: with another option added before or after the first decision all is the same."""
    priced(study, a=600_000, b=500_000)
    if decided_before:
        decide_study(study)
    priced(study, c=90_000)
    result = decide_study(study)
    assert read_facts(study).price_range == (900_000, 300_000)
    assert [o.scores[1].points.point for o in result.options] == [
        50.0,
        pytest.approx(200 / 3),
        100.0,
    ]
    assert result.prices_outside == ("c",)


def test_the_range_goes_with_the_only_price_and_then_stays(study: Study) -> None:
    priced(study, a=5_500)
    decide_study(study)
    priced(study, a=600_000)
    decide_study(study)
    assert read_facts(study).price_range == (900_000, 300_000), "its sheet was still growing"
    priced(study, b=500_000)
    decide_study(study)
    priced(study, a=1_000_000)
    decide_study(study)
    assert read_facts(study).price_range == (900_000, 300_000)


def test_a_proposed_range_waits_to_be_confirmed(study: Study) -> None:
    priced(study, a=600_000)
    assert decide_study(study).open_price_range == (900_000, 300_000)
    set_price_range(study, 200_000, 1_000_000)
    result = decide_study(study)
    assert result.open_price_range is None
    assert read_facts(study).price_range == (1_000_000, 200_000)
    assert undo_step(study) is not None
    asked = read_facts(study).requirement
    set_requirement(study, replace(asked, budget=Decimal(700_000)))
    assert decide_study(study).open_price_range is None, "the budget gives the range"


@pytest.mark.parametrize(("best", "limit"), [(5.0, 5.0), (9.0, 5.0), (-1.0, 5.0), (0.0, 1e400)])
def test_a_range_that_makes_no_sense_is_refused(study: Study, best: float, limit: float) -> None:
    with pytest.raises(UserError, match="must be below"):
        set_price_range(study, best, limit)
    assert read_facts(study).price_range is None


def test_a_budget_is_the_range_as_long_as_there_is_one(study: Study) -> None:
    priced(study, a=600_000, b=500_000)
    asked = read_facts(study).requirement
    set_requirement(study, replace(asked, budget=Decimal(700_000)))
    result = decide_study(study)
    price = next(s for s in result.settings if s.criterion is Criterion.PRICE)
    assert (price.limit, price.aspiration) == (700_000, 350_000)
    assert read_facts(study).price_range == (900_000, 300_000), "kept for when it is taken back"

"""Weights after anchors moved: rescaled in the way they were given, or taken as they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arraywise.analysis.decision.scoring import (
    add_stakeholder,
    find_stale_weights,
    stamp_swings_with_anchors,
)
from arraywise.domain.criteria import Criterion, CriterionSetting, Method, Weighting
from arraywise.usecases.edit_criteria import (
    confirm_all_weights,
    rescale_all_weights,
    with_rank_weights,
)

BEFORE = (
    CriterionSetting(Criterion.RESPONSE_TIME, 100.0, 0.2, 0.15, 0.06),
    CriterionSetting(Criterion.PROVISIONING, 50.0, 7200.0, 3600.0, 900.0),
    CriterionSetting(Criterion.HEADROOM, 25.0, 0.0, 0.2, 0.5),
)
NOW = (*BEFORE[:2], replace(BEFORE[2], target=0.9, aspiration=2.0))
"""The range of the headroom is four times as wide."""


def given() -> tuple[CriterionSetting, ...]:
    return stamp_swings_with_anchors(BEFORE, BEFORE)


def shown(criteria: tuple[CriterionSetting, ...]) -> tuple[CriterionSetting, ...]:
    """Return the criteria with the anchors that hold now."""
    return tuple(
        replace(now, swing=own.swing, judged=own.judged)
        for own, now in zip(criteria, NOW, strict=True)
    )


def test_swings_follow_the_ranges() -> None:
    own, weighting = rescale_all_weights(given(), Weighting(), NOW)
    assert [s.swing for s in own] == [100.0, 50.0, 100.0]
    assert weighting == Weighting()
    assert find_stale_weights(shown(own)) == ()


def test_an_order_stays_an_order() -> None:
    order = [Criterion.RESPONSE_TIME, Criterion.PROVISIONING, Criterion.HEADROOM]
    criteria = with_rank_weights(given(), order)
    own, changed = rescale_all_weights(criteria, Weighting(method=Method.RANKS), NOW)
    assert changed.method is Method.RANKS
    # By swings 100, 45, 18 x 4: headroom comes second now.
    assert [s.swing for s in own] == pytest.approx([100.0, 18.181818, 45.454545])
    assert find_stale_weights(shown(own)) == ()


@pytest.mark.parametrize("way", [rescale_all_weights, confirm_all_weights])
def test_everybodys_weights_are_brought_up_to_date(way: object) -> None:
    weighting = add_stakeholder(given(), Weighting(), "Finance")
    own, changed = way(given(), weighting, NOW)  # type: ignore[operator]
    (finance,) = changed.stakeholders
    assert [s.swing for s in finance.swings] == [s.swing for s in own]
    assert finance.swings[2].judged == (0.0, 2.0)


def test_weights_may_stay_as_they_are() -> None:
    weighting = Weighting(method=Method.RANKS)
    own, changed = confirm_all_weights(given(), weighting, NOW)
    assert [s.swing for s in own] == [100.0, 50.0, 25.0]
    assert changed == weighting
    assert find_stale_weights(shown(own)) == ()
    assert find_stale_weights(shown(given())) != ()


def test_keeping_gives_no_range_to_a_swing_that_nobody_gave() -> None:
    own, _ = confirm_all_weights(BEFORE, Weighting(), NOW)
    assert own == BEFORE

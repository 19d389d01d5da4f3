"""Ranks, the efficient frontier and doubts about the winner (MODEL D6, D7.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arraywise.analysis.decision.ranking import (
    efficient_options,
    find_doubt_reasons,
    lead_at_common_response,
)
from arraywise.domain.criteria import Criterion
from arraywise.domain.decision import DoubtReason, Interval, OptionAnswer
from arraywise.domain.requirement import Basis, Rule
from tests.analysis.mavt import COSTS, VALUES
from tests.analysis.test_answer import BASE

FC, _, NAS = range(3)


def test_published_frontier() -> None:
    """MODEL D6: without the shared-storage rule the cache alone, with it FC and NAS."""
    assert efficient_options(COSTS[1:3] + COSTS[4:], VALUES[1:3] + VALUES[4:]) == (
        False,
        False,
        True,
    )
    assert efficient_options(COSTS[:3], VALUES[:3]) == (True, False, True)
    slope = (COSTS[FC] - COSTS[NAS]) / (VALUES[FC] - VALUES[NAS])
    assert slope == pytest.approx(9.290322580645155)


def test_an_option_without_a_price_is_not_on_the_frontier() -> None:
    assert efficient_options([None, 5.0], [90.0, 10.0]) == (False, True)


def contest(share: float, lead: float, highest: float) -> tuple[OptionAnswer, OptionAnswer]:
    """Two options: the first one's share and lead, and how high its response time may lie."""
    first, second = (next(o for o in BASE.options if o.rank == rank) for rank in (1, 2))
    first = replace(
        first, first_share=share, value=Interval(None, 50 + lead, None),
        response_s=Interval(0.01, 0.02, highest), scores=first.scores,
    )  # fmt: skip
    even = [replace(c, contribution=10.0) for c in first.scores]
    better = [replace(even[0], contribution=10.0 + lead), *even[1:]]
    return replace(first, scores=tuple(better)), replace(
        second, value=Interval(None, 50.0, None), response_s=Interval(0.05, 0.06, 0.07),
        scores=tuple(even),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("share", "lead", "highest", "found"),
    [
        (0.9, 9.0, 0.03, ()),
        (0.59, 9.0, 0.03, (DoubtReason.SHARE,)),
        (0.9, 4.9, 0.03, (DoubtReason.MARGIN,)),
        (0.9, 9.0, 0.055, (DoubtReason.TIE,)),
    ],
)
def test_doubts(share: float, lead: float, highest: float, found: tuple[DoubtReason, ...]) -> None:
    assert find_doubt_reasons(contest(share, lead, highest), Rule.BEST_VALUE) == found


def test_a_tie_is_no_doubt_where_the_same_leads_as_clearly_with_both_alike() -> None:
    """With 319,000 against 628,000 and 14 points ahead a tie was called no clear winner."""
    first, second = contest(0.9, 9.0, 0.055)
    assert find_doubt_reasons((first, second), Rule.BEST_VALUE) == (DoubtReason.TIE,)
    elsewhere = (*first.scores[1:], first.scores[0])
    response = next(c for c in first.scores if c.criterion == Criterion.RESPONSE_TIME)
    equal = next(c for c in second.scores if c.criterion == Criterion.RESPONSE_TIME)
    assert response.contribution
    cells = tuple(equal if c is response else c for c in elsewhere)
    ahead = replace(first, scores=cells)
    assert lead_at_common_response(first, second) == pytest.approx(0.0)
    assert lead_at_common_response(ahead, second) == pytest.approx(9.0)
    assert find_doubt_reasons((ahead, second), Rule.BEST_VALUE) == ()
    weightless = tuple(
        replace(c, contribution=0.0) if c.criterion == Criterion.RESPONSE_TIME else c
        for c in cells
    )
    assert find_doubt_reasons((replace(first, scores=weightless), second), Rule.BEST_VALUE) == ()
    bounded = replace(first, scores=cells, basis=Basis.IO)  # P3 is of measured response times
    assert find_doubt_reasons((bounded, second), Rule.BEST_VALUE) == ()


def test_the_lowest_price_is_not_in_doubt() -> None:
    assert find_doubt_reasons(contest(0.1, 0.1, 0.03), Rule.LOWEST_PRICE) == ()


def test_nobody_first_is_no_clear_winner() -> None:
    assert find_doubt_reasons((), Rule.BEST_VALUE) == (DoubtReason.NOBODY,)
    assert find_doubt_reasons(contest(0.9, 9.0, 0.03), Rule.FRONTIER) == (DoubtReason.NOBODY,)

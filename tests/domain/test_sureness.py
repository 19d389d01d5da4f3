"""How ranges of weights are rounded for what is reported for them."""

from __future__ import annotations

from arraywise.domain.decision import round_weight_range_to_percents


def test_a_range_is_rounded_so_that_what_is_said_holds() -> None:
    assert round_weight_range_to_percents(0.35214, 0.99876, 0.45) == (35.3, 99.8)
    assert round_weight_range_to_percents(0.0, 1.0, 0.45) == (0.0, 100.0)


def test_a_narrow_range_keeps_the_decimals_that_it_needs() -> None:
    assert round_weight_range_to_percents(0.272, 0.278, 0.275) == (27.2, 27.8)
    assert round_weight_range_to_percents(0.2721, 0.2724, 0.2722) == (27.21, 27.24)

"""The load levels of an option as they are shown, each with what limited it (MODEL P4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.bottleneck import name_bottlenecks
from arraywise.analysis.level import Bottleneck
from arraywise.analysis.link_rates import ethernet_b_s, fibre_channel_b_s

if TYPE_CHECKING:
    from arraywise.analysis.known_option import MeasuredOption
    from arraywise.domain.decision import LoadLevel
    from arraywise.domain.facts import OptionFacts
    from arraywise.domain.thresholds import Thresholds


def limited_levels(
    known: OptionFacts, measured: MeasuredOption, thresholds: Thresholds
) -> tuple[LoadLevel, ...]:
    """Return the levels, each with what limited it; the path is known by the option's links."""
    payloads = ethernet_b_s(known), fibre_channel_b_s(known)
    if payloads == (None, None) and not measured.retrograde:
        return measured.shown
    limits = name_bottlenecks(
        measured.levels, thresholds, *payloads, retrograde=measured.retrograde
    )
    return tuple(
        level
        if level.bottleneck == Bottleneck.INVALID.value
        else replace(level, bottleneck=limit.value)
        for level, limit in zip(measured.shown, limits, strict=True)
    )

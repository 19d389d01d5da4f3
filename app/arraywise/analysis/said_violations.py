"""Who comes nearest where no option passes: the least violation of each rule (MODEL D3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.milliseconds import milliseconds
from arraywise.analysis.said_abilities import is_fast_enough, say_not_stated
from arraywise.domain.decision import FAILS
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.decision import Answer
    from arraywise.domain.said import Said


def say_nearest(answer: Answer) -> Iterator[Said]:
    """Name the option that comes nearest: the least violation, not a ranking (MODEL D3)."""
    if answer.options and not any(option.levels for option in answer.options):
        yield say(
            "None of them has a complete run with the response time asked for ({statistic}).",
            statistic=answer.requirement.statistic,
        )
        return
    known = [o for o in answer.options if o.headroom is not None]
    nearest = max(known, key=lambda o: o.headroom or 0.0, default=None)
    if nearest is not None and is_fast_enough(nearest):
        yield from say_not_stated(answer)
    elif nearest is not None and nearest.capacity_visits_per_month is not None:
        yield say(
            "{option} comes nearest: it is shown to meet it up to {visits:,} visits/month.",
            option=nearest.option.name,
            visits=nearest.capacity_visits_per_month,
        )


def say_violations(answer: Answer) -> Iterator[Said]:
    """Say who breaks each rule least of those that break it (MODEL D3)."""
    failing = [
        (low, option.option.name)
        for option in answer.options
        if option.verdict in FAILS and (low := option.response_s.low) is not None
    ]
    if failing:
        low, name = min(failing)
        yield say(
            "Least above the target response time is {option}: {low:,.10g} ms or more.",
            option=name,
            low=milliseconds(low),
        )
    yield from _say_nearest_price(answer)
    yield from _say_nearest_restore(answer)


def _say_nearest_price(answer: Answer) -> Iterator[Said]:
    budget = answer.requirement.budget
    if budget is None:
        return
    prices = ((o.price.total, o.option.name) for o in answer.options if o.price is not None)
    above = [(price, name) for price, name in prices if price > budget]
    if above:
        price, name = min(above)
        yield say(
            "Least above the budget is {option}: by {currency} {amount:,.12g}.",
            option=name,
            currency=answer.currency,
            amount=price - budget,
        )


def _say_nearest_restore(answer: Answer) -> Iterator[Said]:
    """Say who takes least beyond the time to restore; one of unknown time leaves it open."""
    longest = answer.requirement.max_restore_s
    times = [
        (o.option.restore_s, o.option.name)
        for o in answer.options
        if o.option.restore_s is not None
    ]
    if longest is None or len(times) < len(answer.options):
        return
    above = [(seconds, name) for seconds, name in times if seconds > longest]
    if above:
        least, name = min(above)
        yield say(
            "Least above the time to restore the service is {option}: by {hours:g} h.",
            option=name,
            hours=round((least - longest) / 3600, 6),
        )

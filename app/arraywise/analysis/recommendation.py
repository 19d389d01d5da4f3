"""The recommendation in sentences; every part is computed (MODEL D9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.milliseconds import milliseconds
from arraywise.analysis.pricing import relative_difference
from arraywise.analysis.ranking import (
    LEAST_FIRST_SHARE,
    LEAST_MARGIN,
    Doubt,
    doubts,
    find_rival,
    lead,
    price_of,
    recommend,
)
from arraywise.analysis.said_limits import say_limits
from arraywise.analysis.said_opinions import say_opinions
from arraywise.analysis.said_violations import say_nearest, say_violations
from arraywise.domain.criteria import kind_of
from arraywise.domain.decision import PASSES, merit
from arraywise.domain.price_words import percent_of
from arraywise.domain.requirement import Convention, Rule
from arraywise.domain.said import say
from arraywise.domain.sureness import CertaintyBasis, rounded_inwards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.said import Said

_PEAK = "At {visits:,} visits/month ({demand:.1f} tx/s at the peak, {traffic:g}/{time:g}) "
_SUSTAINED = "At {visits:,} visits/month ({demand:.1f} tx/s sustained) "
_DEARER = (
    "It costs {currency} {amount:,.0f} more over 36 months, {percent:.1f} % more than {rival};"
    " {rival} costs {back:.1f} % less than {option}."
)
_CHEAPER = (
    "It costs {currency} {amount:,.0f} less over 36 months, {percent:.1f} % less than {rival};"
    " {rival} costs {back:.1f} % more than {option}."
)
_MORE = "It costs {currency} {amount:,.0f} more over 36 months."
_LESS = "It costs {currency} {amount:,.0f} less over 36 months."
_DOUBTS = {
    Doubt.SHARE: (
        "There is no clear winner: it is first in fewer than 60 % of the draws.",
        "It is also first in fewer than 60 % of the draws.",
    ),
    Doubt.MARGIN: (
        "There is no clear winner: the lead is smaller than 5 points.",
        "The lead is smaller than 5 points, too.",
    ),
    Doubt.TIE: (
        "There is no clear winner: the response times of the first two cannot be told apart.",
        "Nor can the response times of the first two be told apart.",
    ),
    Doubt.PRICE: (
        "There is no clear winner: the first two cost the same and take as long to set up.",
        "The first two also cost the same and take as long to set up.",
    ),
}
"""What is said of each where it comes first, and where it comes after another one."""


def say_recommendation(answer: Answer) -> tuple[Said, ...]:
    """Say what is recommended, why, at what price, how surely, and what would settle the rest."""
    rule = answer.requirement.rule
    first, second = recommend(answer.options, rule), find_rival(answer.options)
    said = [*_say_result(answer, first, second), *_say_rules(answer)]
    if first is not None and second is not None:
        said += _say_gains(answer, first, second)
        said += _say_price(answer, first, second)
    if answer.discount_rate is not None and any(
        price.undiscounted is not None and price.undiscounted.total != price.total
        for price in (option.price for option in answer.options)
        if price is not None
    ):
        said.append(_say_discounted(answer, answer.discount_rate))
    if first is not None:
        said += _say_sureness(answer, first)
        said += say_opinions(answer, first)
    return (*said, *say_limits(answer))


def _opening(answer: Answer, rest: str, **figures: str | float | int) -> Said:
    asked = answer.requirement
    shares = {"traffic": 100 * asked.traffic_share, "time": 100 * asked.time_share}
    opening = _PEAK if asked.convention is Convention.PEAK_SIZED else _SUSTAINED
    peak = shares if asked.convention is Convention.PEAK_SIZED else {}
    return say(
        opening + rest,
        visits=asked.visits_per_month,
        demand=answer.demand_tps,
        **peak,
        **figures,
    )


def _say_result(
    answer: Answer, first: OptionAnswer | None, second: OptionAnswer | None
) -> Iterator[Said]:
    rule = answer.requirement.rule
    if not any(option.rank for option in answer.options):
        yield _say_nobody(answer)
        yield from say_nearest(answer)
        yield from say_violations(answer)
    elif rule is Rule.FRONTIER or first is None:
        yield from _say_frontier(answer)
    elif second is None:
        yield _say_only(answer, first)
    elif rule is Rule.LOWEST_PRICE:
        yield _opening(
            answer,
            "{option} is recommended: it has the lowest 36-month price of those that pass."
            if _all_passing_are_priced(answer)
            else "{option} is recommended: of those that pass and have a 36-month price, it is the"
            " cheapest.",
            option=first.option.name,
        )
    else:
        yield _opening(
            answer,
            "so far {option} is first, as prices are missing: it leads {rival} by {lead:.1f}"
            " points."
            if answer.certainty.without_prices
            else "{option} is recommended: it leads {rival} by {lead:.1f} points.",
            option=first.option.name,
            rival=second.option.name,
            lead=_not_rounded_up_to(LEAST_MARGIN, lead(first, second), 0.1),
        )


def _not_rounded_up_to(limit: float, figure: float, step: float) -> float:
    """Return a figure that is not written as a limit below which it lies."""
    return figure if figure >= limit else min(figure, limit - 0.51 * step)


def _say_nobody(answer: Answer) -> Said:
    if any(option.status in PASSES for option in answer.options):
        return _say_unpriced(answer)
    if any(option.verdict in PASSES for option in answer.options):
        return _opening(answer, "no option is shown to have all that is required.")
    return _opening(
        answer,
        "no option is shown to meet the requirement of {target:,.10g} ms.",
        target=milliseconds(answer.requirement.response_time_s),
    )


def _all_passing_are_priced(answer: Answer) -> bool:
    return all(o.price is not None for o in answer.options if o.status in PASSES)


def _say_unpriced(answer: Answer) -> Said:
    return _opening(answer, "no option that meets the requirement has a 36-month price.")


def _say_only(answer: Answer, first: OptionAnswer) -> Said:
    if sum(option.status in PASSES for option in answer.options) > 1:
        return _opening(
            answer,
            "{option} is recommended: of those that pass it alone has a 36-month price.",
            option=first.option.name,
        )
    return _opening(
        answer,
        "{option} is the only option shown to meet the requirement.",
        option=first.option.name,
    )


def _say_rules(answer: Answer) -> Iterator[Said]:
    """Say what else is required than the response time, and whether hosts are part of it."""
    asked = answer.requirement
    if answer.thresholds.as_tested:
        yield say("Systems are compared as tested, with their hosts, not the storage alone.")
    if asked.needs_shared_storage:
        yield say("Storage that several hosts can use at once is required.")
    if asked.needs_files:
        yield say("Storage that serves files (NFS, SMB) is required.")
    if asked.max_restore_s is not None:
        hours = round(asked.max_restore_s / 3600, 6)
        yield say("The service must be restored within {hours:g} h.", hours=hours)
    if asked.min_headroom > 0:
        yield say(
            "A headroom of at least {percent:.0f} % is required.", percent=100 * asked.min_headroom
        )
    if asked.budget is not None:
        yield say(
            "At most {currency} {budget:,.12g} may be spent over 36 months.",
            currency=answer.currency,
            budget=asked.budget,
        )


def _say_frontier(answer: Answer) -> Iterator[Said]:
    efficient = [option for option in answer.options if option.on_frontier]
    yield _say_efficient(answer, efficient)
    weights = [weight for _, weight in answer.weights]
    for option in sorted(efficient, key=lambda o: price_of(o) or 0.0):
        if option.price is not None:
            yield say(
                "{option}: {points:.1f} points apart from price, {currency} {price:,.0f}.",
                option=option.option.name,
                points=merit(option, weights),
                currency=answer.currency,
                price=option.price.total,
            )


def _say_efficient(answer: Answer, efficient: Sequence[OptionAnswer]) -> Said:
    if not efficient:
        return _say_unpriced(answer)
    are_priced = _all_passing_are_priced(answer)
    if len(efficient) == 1:
        return _opening(
            answer,
            "{option} alone is efficient: of those that pass, none is cheaper or worth more."
            if are_priced
            else "{option} alone is efficient: of those that pass and have a price, none is"
            " cheaper or worth more.",
            option=efficient[0].option.name,
        )
    return _opening(
        answer,
        "{count} options are efficient: of those that pass, none is both cheaper and worth more."
        if are_priced
        else "{count} options are efficient: of those that pass and have a price, none is both"
        " cheaper and worth more.",
        count=len(efficient),
    )


def _say_gains(answer: Answer, first: OptionAnswer, second: OptionAnswer) -> Iterator[Said]:
    """Say what each criterion gives to the lead, the largest first; they add up to it."""
    if answer.requirement.rule is Rule.LOWEST_PRICE:
        return
    gains = [
        (a.criterion, (a.contribution or 0.0) - (b.contribution or 0.0))
        for a, b in zip(first.cells, second.cells, strict=True)
    ]
    for criterion, points in sorted(gains, key=lambda gain: -abs(gain[1])):
        if abs(points) >= 0.05:
            yield say(kind_of(criterion).gains, points=points)


def _say_price(answer: Answer, first: OptionAnswer, second: OptionAnswer) -> Iterator[Said]:
    if first.price is None or second.price is None:
        return
    more = first.price.total - second.price.total
    if more == 0:
        yield from _say_same_price(answer, first, second)
        return
    yield _say_difference(answer.currency, (first.option.name, first.price.total),
                          (second.option.name, second.price.total))  # fmt: skip
    weights = [weight for _, weight in answer.weights]
    ours, theirs = merit(first, weights), merit(second, weights)
    if more > 0 and ours > theirs:
        yield say(
            "That is {currency} {amount:,.0f} for each point gained apart from price ({ours:.1f}"
            " against {theirs:.1f} of 100 without it).",
            currency=answer.currency,
            amount=float(more) / (ours - theirs),
            ours=ours,
            theirs=theirs,
        )


def _say_discounted(answer: Answer, discount_rate: Decimal) -> Said:
    """Say that no price of the recommendation is the sum that is paid."""
    rate = percent_of(discount_rate)
    if answer.requirement.budget is not None:
        return say(
            "All prices are net present values at {rate:.10g} %/a, not the sums that are paid; the"
            " budget is compared with them.",
            rate=rate,
        )
    return say(
        "All prices are net present values at {rate:.10g} %/a, not the sums that are paid.",
        rate=rate,
    )


def _say_difference(currency: str, ours: tuple[str, Decimal], theirs: tuple[str, Decimal]) -> Said:
    """Say which of two is dearer, with both percentages and their bases (MODEL D2)."""
    (option, price), (rival, other) = ours, theirs
    amount, more = abs(price - other), price > other
    share, back = relative_difference(price, other), relative_difference(other, price)
    if share is None or back is None:  # one costs nothing: no percentage has it as its base
        return say(_MORE if more else _LESS, currency=currency, amount=amount)
    return say(
        _DEARER if more else _CHEAPER,
        currency=currency,
        amount=amount,
        percent=100 * abs(share),
        back=100 * abs(back),
        option=option,
        rival=rival,
    )


def _say_same_price(answer: Answer, first: OptionAnswer, second: OptionAnswer) -> Iterator[Said]:
    yield say("{rival} costs the same over 36 months.", rival=second.option.name)
    ours, theirs = first.provisioning_s.point, second.provisioning_s.point
    by_price = answer.requirement.rule is Rule.LOWEST_PRICE
    if by_price and ours is not None and (theirs is None or ours < theirs):
        yield say("Between equal prices the shorter provisioning time decides.")


def _say_sureness(answer: Answer, first: OptionAnswer) -> Iterator[Said]:
    if answer.certainty.said is not None:
        alone = answer.certainty.basis is CertaintyBasis.ALONE  # which the result has said
        yield from () if alone else (answer.certainty.said,)
        yield from answer.certainty.details
    if first.first_share is not None and answer.requirement.rule is Rule.BEST_VALUE:
        yield from _say_stability(answer)
        yield say(
            "Considering measurement noise it is first of those that pass in {percent:.0f} % of"
            " {draws:,} draws ({order:.0f} % if only the order of the weights is accepted,"
            " {any:.0f} % if nothing is).",
            percent=_not_rounded_up_to(100 * LEAST_FIRST_SHARE, 100 * first.first_share, 1),
            draws=answer.draws,
            order=100 * (first.first_share_by_order or 0.0),
            any=100 * (first.first_share_any or 0.0),
        )
    found = doubts(answer.options, answer.requirement.rule, answer.comparisons)
    said = [_DOUBTS[doubt] for doubt in found if doubt in _DOUBTS]
    yield from (say(alone if i == 0 else too) for i, (alone, too) in enumerate(said))


def _say_stability(answer: Answer) -> Iterator[Said]:
    """Say how far the heaviest weight may fall or rise."""
    if not answer.weight_ranges:
        return
    heaviest = max(range(len(answer.weights)), key=lambda i: answer.weights[i][1])
    criterion, low, high = answer.weight_ranges[heaviest]
    least, most = rounded_inwards(low, high, answer.weights[heaviest][1])
    if high < 1.0:
        yield say(kind_of(criterion).stays_between, low=least, high=most)
    elif low > 0.0:
        yield say(kind_of(criterion).stays_above, low=least)

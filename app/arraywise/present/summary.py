"""Recommendation in sentences: answer, comparison, doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.curves.load_level import Bottleneck
from arraywise.analysis.decision.evidence_reasons import describe_premium
from arraywise.analysis.decision.ranking import (
    LEAST_FIRST_SHARE,
    LEAST_MARGIN,
    DoubtReason,
    doubts,
    find_rival,
    lead,
    price_of,
    recommend,
)
from arraywise.analysis.decision.screening import BY_LOAD, FURTHEST
from arraywise.analysis.pricing import relative_difference
from arraywise.analysis.usable import holds, needed_bytes, usable
from arraywise.domain.basis import Basis
from arraywise.domain.capacity import TB
from arraywise.domain.criteria import kind_of
from arraywise.domain.decision import (
    FAILS,
    PASSES,
    CertaintyBasis,
    Verdict,
    merit,
    rounded_inwards,
)
from arraywise.domain.messages import message, milliseconds
from arraywise.domain.pricing import percent_of
from arraywise.domain.requirement import Convention, Goal, LoadUnit, Rule
from arraywise.present.figures import degraded_rule, load_words, visits_as_stated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from arraywise.domain.decision import Answer, LoadLevel, Opinion, OptionAnswer
    from arraywise.domain.messages import Message

_TEST = "One more test at about {users} users would narrow down {option}."
_PLAN = (
    "One more test at about {users} users ({runs} runs) would narrow {option} down to about "
    "{low:,.10g}\u2013{high:,.10g} ms."
)
_SETTLE = (
    "One more test at about {users} users ({runs} runs) would settle {option}: to be expected are "
    "{low:,.10g}\u2013{high:,.10g} ms."
)
_REPEAT = "Repeating the runs at {users} users would give {option} an interval."
_AGAIN = "The same tests from {users} users up, {how}, could settle {option}."
_MORE_PROCESSORS = message("with more processors in the database host")
_OTHERWISE: dict[str, Message] = {
    Bottleneck.CLIENT: message("with another host to make the load"),
    Bottleneck.PAGING: message("with more memory in the database host"),
    Bottleneck.STOLEN: message("with processors that no other virtual machine takes"),
    Bottleneck.INVALID: message("with figures that agree"),
}
"""What has to be other for a level to count; for all other levels there are more processors."""
_UNCOUNTED: dict[str, str] = {
    Bottleneck.CLIENT: (
        "{option}: runs from {users} users up that were limited by the host "
        "that made the load and do not count: {runs}."
    ),
    Bottleneck.INVALID: (
        "{option}: runs from {users} users up that contradict themselves and do not count: {runs}."
    ),
}


def describe_limits(answer: Answer) -> Iterator[Message]:
    """Describe what does not count and what to test next."""
    yield from _describe_busy_hosts(answer)
    yield from _describe_far_demand(answer)
    for option in answer.options:
        bound = [level for level in option.levels if level.bottleneck in _UNCOUNTED]
        if bound:
            yield message(
                _UNCOUNTED[bound[0].bottleneck],
                option=option.option.name,
                runs=sum(level.runs for level in bound),
                users=bound[0].users,
            )
        if option.test_next_users is not None:
            yield _describe_test(answer, option, option.test_next_users)
        if option.status is Verdict.NOT_COMPARABLE:
            yield from _describe_other_setup(option)


def _describe_far_demand(answer: Answer) -> Iterator[Message]:
    """State that the demand is far from all that was tested."""
    rates = (level.rate_tps.point for option in answer.options for level in option.levels)
    most = max((rate for rate in rates if rate is not None), default=0.0)
    if most > 0 and answer.demand_tps > FURTHEST * most:
        yield message(
            "The demand is {times:.1f} times the highest rate that any option was shown to carry,"
            " {rate:.1f} tx/s: no test near those loads would settle it.",
            times=answer.demand_tps / most,
            rate=most,
        )


def _describe_other_setup(option: OptionAnswer) -> Iterator[Message]:
    """Say what would have to be other in the lab for the storage to be compared (MODEL D3)."""
    first = next((level for level in option.levels if level.host_bound), None)
    if first is not None:
        how = _OTHERWISE.get(first.bottleneck, _MORE_PROCESSORS)
        yield message(_AGAIN, users=first.users, how=how, option=option.option.name)


def _describe_busy_hosts(answer: Answer) -> Iterator[Message]:
    """Describe how many of all runs measured the database host rather than the storage."""
    total = sum(level.runs for option in answer.options for level in option.levels)
    bound = {
        option.option.name: runs
        for option in answer.options
        if (runs := sum(level.runs for level in option.levels if _is_host_bound(level)))
    }
    if bound:
        yield message(
            "{bound} of the {total} runs were limited by the database host and do not count "
            "({options}).",
            bound=sum(bound.values()),
            total=total,
            options=", ".join(bound),
        )


def _is_host_bound(level: LoadLevel) -> bool:
    return level.host_bound and level.bottleneck not in _UNCOUNTED


def describe_next_test(answer: Answer, option: OptionAnswer) -> Message | None:
    """Return which load of an option to test next; None where no test is planned."""
    users = option.test_next_users
    return None if users is None else _describe_test(answer, option, users)


def _describe_test(answer: Answer, option: OptionAnswer, users: int) -> Message:
    plan, name = option.next_test, option.option.name
    if plan is not None and plan.response_s.low is not None and plan.response_s.high is not None:
        target = answer.requirement.target_s
        decides = not plan.response_s.low <= target < plan.response_s.high
        return message(
            _SETTLE if decides else _PLAN,
            users=users,
            runs=plan.runs,
            option=name,
            low=milliseconds(plan.response_s.low),
            high=milliseconds(plan.response_s.high),
        )
    is_new = users not in {level.users for level in option.levels}
    repeated = any(level.runs > 1 for level in option.levels)
    return message(_TEST if repeated or is_new else _REPEAT, users=users, option=name)


def is_fast_enough(option: OptionAnswer) -> bool:
    """Return whether an option keeps all rules that a test of load can settle."""
    return all(verdict in PASSES for rule, verdict in option.screen if rule in BY_LOAD)


def describe_not_stated(answer: Answer) -> Iterator[Message]:
    """Name the options that only lack a word on what they can do."""
    names = [
        option.option.name
        for option in answer.options
        if option.status is Verdict.UNDETERMINED and is_fast_enough(option)
    ]
    if names:
        yield message(
            "Fast enough, but not stated to have what else is required: {options}.",
            options=", ".join(names),
        )


def describe_nearest(answer: Answer) -> Iterator[Message]:
    """Name the option that comes nearest: the least violation, not a ranking (MODEL D3)."""
    if answer.options and not any(option.levels for option in answer.options):
        yield message(
            "None of them has a complete run with the response time asked for ({statistic}).",
            statistic=answer.requirement.curve_statistic,
        )
        return
    known = [o for o in answer.options if o.headroom is not None]
    nearest = max(known, key=lambda o: o.headroom or 0.0, default=None)
    if nearest is not None and is_fast_enough(nearest):
        yield from describe_not_stated(answer)
    elif nearest is not None and nearest.capacity_visits_per_month is not None:
        yield message(
            "{option} comes nearest: it is shown to meet it up to {load}.",
            option=nearest.option.name,
            load=visits_as_stated(answer.requirement, nearest.capacity_visits_per_month),
        )


def describe_violations(answer: Answer) -> Iterator[Message]:
    """Return which option breaks each rule least of those that break it (MODEL D3)."""
    failing = [
        (low, option.option.name)
        for option in answer.options
        if option.verdict in FAILS and (low := option.response_s.low) is not None
    ]
    if failing:
        low, name = min(failing)
        yield message(
            "Least above the target response time is {option}: {low:,.10g} ms or more.",
            option=name,
            low=milliseconds(low),
        )
    yield from _describe_nearest_price(answer)
    yield from _describe_nearest_restore(answer)
    yield from _describe_nearest_capacity(answer)


def _describe_nearest_price(answer: Answer) -> Iterator[Message]:
    budget = answer.requirement.budget
    if budget is None:
        return
    prices = ((o.price.total, o.option.name) for o in answer.options if o.price is not None)
    above = [(price, name) for price, name in prices if price > budget]
    if above:
        price, name = min(above)
        yield message(
            "Least above the budget is {option}: by {currency} {amount:,.12g}.",
            option=name,
            currency=answer.currency,
            amount=price - budget,
        )


def _describe_nearest_restore(answer: Answer) -> Iterator[Message]:
    """Return which option exceeds the time to restore least; an unknown time leaves it open."""
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
        yield message(
            "Least above the time to restore the service is {option}: by {hours:g} h.",
            option=name,
            hours=round((least - longest) / 3600, 6),
        )


def _describe_nearest_capacity(answer: Answer) -> Iterator[Message]:
    """Return which option falls short of the usable capacity least."""
    asked = answer.requirement
    needed = needed_bytes(asked, asked.horizon_months)
    short = [
        (needed - held.most, option.option.name)
        for option in answer.options
        if needed is not None
        and (held := usable(option.option)) is not None
        and holds(option.option, needed) is False
    ]
    if short:
        missing, name = min(short)
        yield message(
            "Least below the usable capacity needed is {option}: by {missing:,.4g} TB.",
            option=name,
            missing=missing / TB,
        )


def describe_opinions(answer: Answer, first: OptionAnswer) -> Iterator[Message]:
    """Say whose weights decide, and which stakeholders would choose something else."""
    people = [opinion for opinion in answer.opinions if opinion.name]
    if not people or answer.requirement.rule is not Rule.BEST_VALUE:
        return  # weights decide nothing
    yield from _describe_decider(answer, len(people))
    chosen = {opinion.name: _first_of(answer, opinion) for opinion in people}
    agreeing = [name for name, choice in chosen.items() if choice == first.option.name]
    yield message(
        "{option} is first by the weights of {agreeing} of the {count} stakeholders.",
        option=first.option.name,
        agreeing=len(agreeing),
        count=len(people),
    )
    for name, choice in chosen.items():
        if choice is not None and choice != first.option.name:
            yield message("By the weights of {name} {option} is first.", name=name, option=choice)


def _describe_decider(answer: Answer, count: int) -> Iterator[Message]:
    decider = next((opinion for opinion in answer.opinions if opinion.decides), None)
    if decider is None:
        return
    if decider.is_mean:
        yield message("The mean of the weights of {count} stakeholders decides.", count=count)
    elif decider.name:
        yield message("The weights of {name} decide.", name=decider.name)
    else:
        yield message("The weights of the study decide, not those of one stakeholder.")


def _first_of(answer: Answer, opinion: Opinion) -> str | None:
    places = zip(answer.options, opinion.ranks, strict=True)
    return next((option.option.name for option, rank in places if rank == 1), None)


_PEAK = "{visits:,} visits/month ({demand:.1f} tx/s at the peak, {traffic:g}/{time:g})"
_SUSTAINED = "{visits:,} visits/month ({demand:.1f} tx/s sustained)"
_STATED = "{load} ({visits:,} visits/month)"
_OPENING = "At {load} "
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
    DoubtReason.SHARE: (
        "There is no clear winner: it is first in fewer than 60 % of the draws.",
        "It is also first in fewer than 60 % of the draws.",
    ),
    DoubtReason.MARGIN: (
        "There is no clear winner: the lead is smaller than 5 points.",
        "The lead is smaller than 5 points, too.",
    ),
    DoubtReason.TIE: (
        "There is no clear winner: the response times of the first two cannot be told apart.",
        "Nor can the response times of the first two be told apart.",
    ),
    DoubtReason.PRICE: (
        "There is no clear winner: the first two cost the same and take as long to set up.",
        "The first two also cost the same and take as long to set up.",
    ),
}
"""The text for each where it comes first, and where it comes after another one."""


_RESTS_ON = {
    Basis.MEASURED_ONCE: "{option} was measured with one run at a level around the demand.",
    Basis.IO: (
        "{option} rests on I/O evidence: the storage fits, the whole transaction was not measured."
    ),
    Basis.PUBLISHED: (
        "{option} rests on a load that a publication states; nothing was measured here."
    ),
}
"""What is stated beside the answer where it rests on less than repeated runs."""


def describe_recommendation(answer: Answer) -> tuple[Message, ...]:
    """Say what is recommended, why, at what price, how surely, and what would settle the rest."""
    rule = answer.requirement.rule
    first, second = recommend(answer.options, rule), find_rival(answer.options)
    sentence = [*_describe_result(answer, first, second), *_describe_rules(answer)]
    if first is not None and second is not None:
        sentence += _describe_gains(answer, first, second)
        sentence += _describe_price(answer, first, second)
    if answer.discount_rate is not None and any(
        price.undiscounted is not None and price.undiscounted.total != price.total
        for price in (option.price for option in answer.options)
        if price is not None
    ):
        sentence.append(_describe_discounted(answer, answer.discount_rate))
    if first is not None and first.basis in _RESTS_ON:
        sentence.append(message(_RESTS_ON[first.basis], option=first.option.name))
    sentence += [describe_premium(o.option.name, o.premium) for o in answer.options if o.premium]
    if first is not None:
        sentence += _describe_certainty(answer, first)
        sentence += describe_opinions(answer, first)
    return (*sentence, *describe_limits(answer))


def _opening(answer: Answer, rest: str, **figures: str | float | int) -> Message:
    return message(_OPENING + rest, load=_describe_load(answer), **figures)


def _describe_load(answer: Answer) -> Message:
    """Return the load as it is stated; visits come second where it is stated otherwise."""
    asked, visits = answer.requirement, answer.requirement.visits_per_month
    if asked.load is not None and asked.load_unit is not LoadUnit.VISITS:
        return message(_STATED, load=load_words(asked), visits=visits)
    if asked.convention is Convention.SUSTAINED:
        return message(_SUSTAINED, visits=visits, demand=answer.demand_tps)
    return message(
        _PEAK,
        visits=visits,
        demand=answer.demand_tps,
        traffic=100 * asked.traffic_share,
        time=100 * asked.time_share,
    )


def _describe_result(
    answer: Answer, first: OptionAnswer | None, second: OptionAnswer | None
) -> Iterator[Message]:
    rule = answer.requirement.rule
    if not any(option.rank for option in answer.options):
        yield _describe_no_winner(answer)
        yield from describe_nearest(answer)
        yield from describe_violations(answer)
    elif rule is Rule.FRONTIER or first is None:
        yield from _describe_frontier(answer)
    elif second is None:
        yield _describe_single_option(answer, first)
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


def _describe_no_winner(answer: Answer) -> Message:
    if any(option.status in PASSES for option in answer.options):
        return _describe_unpriced(answer)
    if any(option.verdict in PASSES for option in answer.options):
        return _opening(answer, "no option is shown to have all that is required.")
    if answer.requirement.goal is Goal.NONE:
        return _opening(answer, "no option is shown to carry the load.")
    return _opening(
        answer,
        "no option is shown to meet the requirement of {target:,.10g} ms.",
        target=milliseconds(answer.requirement.target_s),
    )


def _all_passing_are_priced(answer: Answer) -> bool:
    return all(o.price is not None for o in answer.options if o.status in PASSES)


def _describe_unpriced(answer: Answer) -> Message:
    return _opening(answer, "no option that meets the requirement has a 36-month price.")


def _describe_single_option(answer: Answer, first: OptionAnswer) -> Message:
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


def _describe_rules(answer: Answer) -> Iterator[Message]:
    """Describe what else is required than the response time, and whether hosts are part of it."""
    asked = answer.requirement
    if answer.thresholds.as_tested:
        yield message("Systems are compared as tested, with their hosts, not the storage alone.")
    if asked.needs_shared_storage:
        yield message("Storage that several hosts can use at once is required.")
    if asked.needs_files:
        yield message("Storage that serves files (NFS, SMB) is required.")
    if asked.max_restore_s is not None:
        hours = round(asked.max_restore_s / 3600, 6)
        yield message("The service must be restored within {hours:g} h.", hours=hours)
    needed = needed_bytes(asked, asked.horizon_months)
    if needed is not None:
        yield message(
            "Usable capacity of at least {needed:,.4g} TB is required in month {month}.",
            needed=needed / TB,
            month=asked.horizon_months,
        )
    yield from degraded_rule(asked)
    if asked.min_headroom > 0:
        yield message(
            "A headroom of at least {percent:.0f} % is required.", percent=100 * asked.min_headroom
        )
    if asked.budget is not None:
        yield message(
            "At most {currency} {budget:,.12g} may be spent over 36 months.",
            currency=answer.currency,
            budget=asked.budget,
        )


def _describe_frontier(answer: Answer) -> Iterator[Message]:
    efficient = [option for option in answer.options if option.on_frontier]
    yield _describe_efficient(answer, efficient)
    weights = [weight for _, weight in answer.weights]
    for option in sorted(efficient, key=lambda o: price_of(o) or 0.0):
        if option.price is not None:
            yield message(
                "{option}: {points:.1f} points apart from price, {currency} {price:,.0f}.",
                option=option.option.name,
                points=merit(option, weights),
                currency=answer.currency,
                price=option.price.total,
            )


def _describe_efficient(answer: Answer, efficient: Sequence[OptionAnswer]) -> Message:
    if not efficient:
        return _describe_unpriced(answer)
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


def _describe_gains(
    answer: Answer, first: OptionAnswer, second: OptionAnswer
) -> Iterator[Message]:
    """Describe what each criterion gives to the lead, the largest first; they add up to it."""
    if answer.requirement.rule is Rule.LOWEST_PRICE:
        return
    gains = [
        (a.criterion, (a.contribution or 0.0) - (b.contribution or 0.0))
        for a, b in zip(first.cells, second.cells, strict=True)
    ]
    for criterion, points in sorted(gains, key=lambda gain: -abs(gain[1])):
        if abs(points) >= 0.05:
            yield kind_of(criterion).describe_gain(points)


def _describe_price(
    answer: Answer, first: OptionAnswer, second: OptionAnswer
) -> Iterator[Message]:
    if first.price is None or second.price is None:
        return
    more = first.price.total - second.price.total
    if more == 0:
        yield from _describe_same_price(answer, first, second)
        return
    yield _describe_difference(answer.currency, (first.option.name, first.price.total),
                          (second.option.name, second.price.total))  # fmt: skip
    weights = [weight for _, weight in answer.weights]
    ours, theirs = merit(first, weights), merit(second, weights)
    if more > 0 and ours > theirs:
        yield message(
            "That is {currency} {amount:,.0f} for each point gained apart from price ({ours:.1f}"
            " against {theirs:.1f} of 100 without it).",
            currency=answer.currency,
            amount=float(more) / (ours - theirs),
            ours=ours,
            theirs=theirs,
        )


def _describe_discounted(answer: Answer, discount_rate: Decimal) -> Message:
    """State that no price of the recommendation is the sum that is paid."""
    rate = percent_of(discount_rate)
    if answer.requirement.budget is not None:
        return message(
            "All prices are net present values at {rate:.10g} %/a, not the sums that are paid; the"
            " budget is compared with them.",
            rate=rate,
        )
    return message(
        "All prices are net present values at {rate:.10g} %/a, not the sums that are paid.",
        rate=rate,
    )


def _describe_difference(
    currency: str, ours: tuple[str, Decimal], theirs: tuple[str, Decimal]
) -> Message:
    """Return which of two is dearer, with both percentages and their bases (MODEL D2)."""
    (option, price), (rival, other) = ours, theirs
    amount, more = abs(price - other), price > other
    share, back = relative_difference(price, other), relative_difference(other, price)
    if share is None or back is None:  # one costs nothing: no percentage has it as its base
        return message(_MORE if more else _LESS, currency=currency, amount=amount)
    return message(
        _DEARER if more else _CHEAPER,
        currency=currency,
        amount=amount,
        percent=100 * abs(share),
        back=100 * abs(back),
        option=option,
        rival=rival,
    )


def _describe_same_price(
    answer: Answer, first: OptionAnswer, second: OptionAnswer
) -> Iterator[Message]:
    yield message("{rival} costs the same over 36 months.", rival=second.option.name)
    ours, theirs = first.provisioning_s.point, second.provisioning_s.point
    by_price = answer.requirement.rule is Rule.LOWEST_PRICE
    if by_price and ours is not None and (theirs is None or ours < theirs):
        yield message("Between equal prices the shorter provisioning time decides.")


def _describe_certainty(answer: Answer, first: OptionAnswer) -> Iterator[Message]:
    if answer.certainty.message is not None:
        alone = answer.certainty.basis is CertaintyBasis.ALONE  # which the result has said
        yield from () if alone else (answer.certainty.message,)
        yield from answer.certainty.details
    if first.first_share is not None and answer.requirement.rule is Rule.BEST_VALUE:
        yield from _describe_stability(answer)
        yield message(
            "Considering measurement noise it is first of those that pass in {percent:.0f} % of"
            " {draws:,} draws ({order:.0f} % if only the order of the weights is accepted,"
            " {any:.0f} % if nothing is).",
            percent=_not_rounded_up_to(100 * LEAST_FIRST_SHARE, 100 * first.first_share, 1),
            draws=answer.draws,
            order=100 * (first.first_share_by_order or 0.0),
            any=100 * (first.first_share_any or 0.0),
        )
    result = doubts(answer.options, answer.requirement.rule, answer.comparisons)
    sentence = [_DOUBTS[doubt] for doubt in result if doubt in _DOUBTS]
    yield from (message(alone if i == 0 else too) for i, (alone, too) in enumerate(sentence))


def _describe_stability(answer: Answer) -> Iterator[Message]:
    """Describe how far the heaviest weight may fall or rise."""
    if not answer.weight_ranges:
        return
    heaviest = max(range(len(answer.weights)), key=lambda i: answer.weights[i][1])
    criterion, low, high = answer.weight_ranges[heaviest]
    least, most = rounded_inwards(low, high, answer.weights[heaviest][1])
    if high < 1.0:
        yield kind_of(criterion).describe_stability(least, most)
    elif low > 0.0:
        yield kind_of(criterion).describe_stability(least)

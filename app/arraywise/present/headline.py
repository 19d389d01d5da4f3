"""The answer in a title and at most three sentences, with the next step where one is open.

Overview, PDF, workbook and command line open with it: these sentences have no other home.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from arraywise.analysis.decision.certainty import describe_comparison_basis
from arraywise.analysis.decision.ranking import are_response_times_tied, find_rival
from arraywise.analysis.demand import effective_capacity, has_needed_capacity, most_needed_bytes
from arraywise.domain.capacity import TB
from arraywise.domain.decision import FAILS, PASSES, DoubtReason
from arraywise.domain.messages import rounded_milliseconds
from arraywise.domain.requirement import Basis, Goal, Outcome, Rule
from arraywise.present import answer_claims as say
from arraywise.present.figures import describe_required_load, has_growth_or_reserve
from arraywise.present.findings import describe_next_test
from arraywise.present.labels import (
    BASIS_WORDS,
    basis_or_reason_label,
    carried_load_as_multiple,
    outcome_label,
)
from arraywise.present.numbers import response_time_decimals

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.messages import Message

MOST_SENTENCES = 3
_MOST_NAMED = 2
"""Of options that do not pass, and of what one is ahead in."""

_ENTER_PRICES = say.ENTER_PRICES.build_message()
_HALF_PRICED = say.HALF_PRICED.build_message()


@dataclass(frozen=True, slots=True)
class Headline:
    """What is said first."""

    title: Message
    chosen: tuple[OptionAnswer, ...] = ()
    """Whose markers stand before the title; two where they cannot be told apart."""
    sentences: tuple[Message, ...] = ()
    next_step: Message | None = None
    """What would settle or mend it."""
    beside_title: Message | None = None
    """Of the runner-up, where another one passes ..."""
    beside: tuple[Message, ...] = ()
    """... and how it stands to the first."""
    rival: OptionAnswer | None = None

    @property
    def outcome(self) -> OptionAnswer | None:
        """The option whose outcome and basis stand beside the title."""
        return self.chosen[0] if self.chosen else None

    @property
    def lines(self) -> tuple[tuple[Message, ...], ...]:
        """All of it as text: the answer with its outcome, the runner-up, the next step."""
        title = say.TITLE_LINE.build_message(title=self.title)
        first = self.outcome
        if first is not None:
            title = say.TITLE_WITH_OUTCOME.build_message(
                title=self.title,
                outcome=outcome_label(first),
                basis=basis_or_reason_label(first),
            )
        beside = () if self.beside_title is None else (self._runner_up_title_line, *self.beside)
        step = () if self.next_step is None else (self.next_step,)
        return tuple(line for line in ((title, *self.sentences), beside, step) if line)

    @property
    def _runner_up_title_line(self) -> Message:
        return say.TITLE_LINE.build_message(title=self.beside_title or "")


def build_headline(answer: Answer) -> Headline:
    """Return what is said first of an answer."""
    passing = [o for o in answer.options if o.outcome is Outcome.PASS]
    chosen = answer.recommended_answer
    if chosen is None and not passing:
        return _build_headline_without_pass(answer)
    if chosen is None:
        return _build_headline_without_choice(answer, passing)
    if len(alike := options_tied_without_prices(answer)) > 1:
        names = _join_with_commas(_option_name_messages(alike)) or ""
        what = describe_comparison_basis(answer.requirement)
        same = say.SCORE_THE_SAME.build_message(what=what, options=names)
        return Headline(describe_shared_first_rank(alike), alike, (same,), _ENTER_PRICES)
    if len(equal := _options_equal_to_recommended(answer, chosen)) > 2:
        names = _join_with_commas(_option_name_messages(equal)) or ""
        return Headline(
            describe_shared_first_rank(equal), equal, (say.EQUAL.build_message(options=names),)
        )
    rival = find_rival(answer.options)
    sentences = [
        _describe_time_and_price(answer, chosen),
        *_describe_weak_basis_or_spare_load(answer, chosen),
    ]
    if rival is None:
        sentences += _describe_without_rival(answer, chosen, passing)
    elif answer.certainty.without_prices:
        what = describe_comparison_basis(answer.requirement)
        is_whole = all(o.price is None for o in passing)
        unpriced = say.COMPARED_BY_ONLY.build_message(what=what)
        sentences.append(unpriced if is_whole else _HALF_PRICED)
    else:
        sentences += _describe_why_first_or_doubt(answer, chosen, rival)
    is_unpriced = answer.certainty.without_prices
    is_alike = rival is not None and not is_unpriced and answer.certainty.is_tied
    return Headline(
        _describe_recommendation(answer, chosen, rival if is_alike else None),
        (chosen, rival) if rival is not None and is_alike else (chosen,),
        tuple(sentences[:MOST_SENTENCES]),
        _ENTER_PRICES if is_unpriced else None,
        None if rival is None else say.ALSO_PASSES.build_message(option=rival.option.name),
        ()
        if rival is None
        else tuple(_describe_price_difference_and_gains(answer, chosen, rival)),
        rival,
    )


def options_tied_without_prices(answer: Answer) -> tuple[OptionAnswer, ...]:
    """Return the options that share the first place where no price tells them apart."""
    chosen = answer.recommended_answer
    if chosen is None or chosen.value.point is None or not answer.certainty.without_prices:
        return ()
    first = round(chosen.value.point, 9)
    passing = (o for o in answer.options if o.status in PASSES and o.value.point is not None)
    return tuple(o for o in passing if round(o.value.point or 0.0, 9) == first)


def _options_equal_to_recommended(
    answer: Answer, chosen: OptionAnswer
) -> tuple[OptionAnswer, ...]:
    """Return the passing options with the score and the price of the recommended one."""
    if chosen.price is None or chosen.value.point is None:
        return ()
    first = round(chosen.value.point, 9), chosen.price.total
    return tuple(
        o
        for o in answer.options
        if o.status in PASSES
        and o.price is not None
        and (round(o.value.point or 0.0, 9), o.price.total) == first
    )


def describe_shared_first_rank(alike: Sequence[OptionAnswer]) -> Message:
    """Say that several options share the first place."""
    return say.PASS_ALIKE.build_message(count=len(alike))


def _describe_recommendation(
    answer: Answer, chosen: OptionAnswer, alike: OptionAnswer | None
) -> Message:
    name = chosen.option.name
    if alike is not None:
        return say.EITHER.build_message(option=name, rival=alike.option.name)
    if chosen.price is None and find_rival(answer.options) is None:
        return say.ONLY_PASS.build_message(option=name)
    if answer.certainty.without_prices:
        times = [
            (o.response_s.point, o.option.name)
            for o in answer.options
            if o.status in PASSES and o.response_s.point is not None
        ]
        is_fastest = bool(times) and min(times)[1] == name
        return (say.FASTEST if is_fastest else say.FIRST_UNPRICED).build_message(option=name)
    return say.BUY.build_message(option=name)


def _describe_time_and_price(answer: Answer, chosen: OptionAnswer) -> Message:
    """Say what it does at the load that is asked for, and what it costs."""
    is_untimed = answer.requirement.goal is Goal.NONE
    fit = say.CARRIES.build_message() if is_untimed else _describe_time_and_load(answer, chosen)
    if chosen.price is None:
        return (say.NO_TARGET if is_untimed else say.FIT).build_message(fit=fit)
    priced = say.NO_TARGET_PRICED if is_untimed else say.FIT_PRICED
    return priced.build_message(fit=fit, price=_format_amount(answer, chosen.price.total))


def _format_amount(answer: Answer, amount: Decimal) -> Message:
    """Write an amount with its currency; one that is no sum of payments says so."""
    sentence = say.MONEY if answer.discount_rate is None else say.MONEY_NPV
    return sentence.build_message(currency=answer.currency, amount=amount)


def _describe_time_and_load(answer: Answer, chosen: OptionAnswer) -> Message:
    """Say how long it takes, and at which load where that is not the stated one."""
    fit = _describe_time_against_target(answer, chosen)
    if not has_growth_or_reserve(answer.requirement):
        return fit
    return say.FIT_AT.build_message(fit=fit, required=describe_required_load(answer))


def _describe_time_against_target(answer: Answer, chosen: OptionAnswer) -> Message:
    asked, time, places = answer.requirement, chosen.response_s, response_time_decimals(answer)
    target, share = rounded_milliseconds(asked.target_s), asked.storage_share
    if asked.goal is Goal.STORAGE_LATENCY and time.high is not None:
        return say.STORAGE_ANSWERS.build_message(
            time=_rounded_ms(time.high, places), target=target
        )
    if chosen.basis is Basis.IO and time.point is not None:
        shown = _rounded_ms(time.point, places)
        if share is None:
            return say.STORAGE_TAKES.build_message(time=shown, target=target)
        allowed = rounded_milliseconds(asked.target_s * share)
        return say.STORAGE_TAKES_OF_SHARE.build_message(time=shown, share=allowed)
    if chosen.basis is not Basis.IO and time.point is not None:
        return say.ANSWERS.build_message(time=_rounded_ms(time.point, places), target=target)
    if chosen.basis is not Basis.IO and time.high is not None:
        return say.ANSWERS_AT_MOST.build_message(
            time=_rounded_ms(time.high, places), target=target
        )
    return say.KEEPS_TARGET.build_message(target=target)


def _rounded_ms(seconds: float, places: int) -> float:
    """Return milliseconds with the decimals that the table shows."""
    return round(1000 * seconds, places)


def _describe_weak_basis_or_spare_load(answer: Answer, chosen: OptionAnswer) -> Iterator[Message]:
    """Say what the outcome is on where it is on less than repeated runs; else what is spare."""
    if chosen.basis is Basis.IO:
        if answer.requirement.goal is not Goal.STORAGE_LATENCY:  # asks for no transaction
            yield say.FITS_ONLY.build_message()
    elif chosen.basis is Basis.MEASURED_ONCE and chosen.single_run_margin is not None:
        yield say.ONCE_WITH_MARGIN.build_message(margin=chosen.single_run_margin)
    elif chosen.basis is Basis.MEASURED_ONCE:
        yield say.ONCE.build_message()
    elif chosen.basis is Basis.PUBLISHED:
        yield say.PUBLISHED.build_message()
    elif chosen.basis is Basis.ESTIMATED:
        yield say.ESTIMATED.build_message()
    elif chosen.spare_share is not None and chosen.spare_share >= 0.005:
        yield _describe_spare_load(chosen.spare_share, is_least=chosen.capacity_is_censored)


def _describe_spare_load(spare: float, *, is_least: bool) -> Message:
    times = carried_load_as_multiple(spare)
    if times is not None:
        return (say.CARRIES_TIMES_LEAST if is_least else say.CARRIES_TIMES).build_message(
            times=times
        )
    more = say.CARRIES_MORE_LEAST if is_least else say.CARRIES_MORE
    return more.build_message(percent=100 * spare)


def _describe_why_first_or_doubt(
    answer: Answer, chosen: OptionAnswer, rival: OptionAnswer
) -> Iterator[Message]:
    """Say why it is first of those that pass, and what keeps it from being clear."""
    if answer.is_preliminary:
        return
    found = answer.certainty.doubts
    if DoubtReason.TIE in found:
        pair = {chosen.option.name, rival.option.name}
        is_tested = any(set(each.options) == pair for each in answer.comparisons)
        yield (say.TIMES_TIED if is_tested else say.INTERVALS_OVERLAP).build_message()
    elif DoubtReason.PRICE in found:
        is_timed = chosen.provisioning_s.point is not None
        yield (say.COST_AND_SET_UP_ALIKE if is_timed else say.COST_ALIKE).build_message()
    elif found:
        yield say.CLOSE_BEHIND.build_message(rival=rival.option.name)
    elif answer.requirement.rule is Rule.LOWEST_PRICE:
        is_of_all = not answer.certainty.unpriced
        yield (say.LOWEST_PRICE if is_of_all else say.LOWEST_KNOWN_PRICE).build_message()
    else:
        yield _describe_highest_score(answer)


def _describe_highest_score(answer: Answer) -> Message:
    decider = next((opinion for opinion in answer.opinions if opinion.decides), None)
    if decider is not None and decider.is_mean:
        return say.HIGHEST_AT_MEAN.build_message()
    if decider is not None and decider.name:
        return say.HIGHEST_OF.build_message(name=decider.name)
    return say.HIGHEST.build_message()


def _describe_without_rival(
    answer: Answer, chosen: OptionAnswer, passing: Sequence[OptionAnswer]
) -> Iterator[Message]:
    if len(passing) > 1:
        yield say.ONLY_PRICED.build_message()
        return
    others = [o for o in answer.options if o.outcome is not Outcome.PASS]
    lacks = _join_with_commas([_describe_option_with_reason(o) for o in others[:_MOST_NAMED]])
    if lacks is None:
        yield say.ONLY_SHOWN.build_message()
    elif chosen.price is None:  # the title has said so
        yield say.OTHERS.build_message(lacks=lacks)
    else:
        yield say.ONLY_SHOWN_OTHERS.build_message(lacks=lacks)


def _describe_option_with_reason(option: OptionAnswer) -> Message:
    return say.LACKS.build_message(
        option=option.option.name, reason=_short_reason_not_passing(option)
    )


def _short_reason_not_passing(option: OptionAnswer) -> Message:
    """Return in a few words why an option does not pass."""
    word = basis_or_reason_label(option)
    return say.FAILING.build_message() if word in BASIS_WORDS.values() else word


def _join_with_commas(parts: Sequence[Message]) -> Message | None:
    return (
        reduce(lambda one, other: say.ROW.build_message(one=one, other=other), parts)
        if parts
        else None
    )


def _describe_price_difference_and_gains(
    answer: Answer, chosen: OptionAnswer, rival: OptionAnswer
) -> Iterator[Message]:
    """Say what the difference in price between the first and the runner-up buys."""
    ours, theirs = _list_advantages(answer, chosen, rival), _list_advantages(answer, rival, chosen)
    if chosen.price is None or rival.price is None:
        if rival.price is None:
            yield say.HAS_NO_PRICE.build_message(option=rival.option.name)
        yield from _describe_advantages_of(chosen, ours)
        yield from _describe_advantages_of(rival, theirs)
        return
    more = chosen.price.total - rival.price.total
    dearer, cheaper = (chosen, rival) if more >= 0 else (rival, chosen)
    bought, kept = (ours, theirs) if more >= 0 else (theirs, ours)
    price = _format_amount(answer, abs(more))
    if more == 0:
        if DoubtReason.PRICE not in answer.certainty.doubts:  # which the answer has said
            yield say.COSTS_SAME.build_message(option=rival.option.name)
        yield from _describe_advantages_of(dearer, bought)
    elif bought is None:
        base = cheaper.option.name
        yield say.COSTS_MORE.build_message(option=dearer.option.name, more=price, base=base)
    else:
        yield say.BUYS.build_message(more=price, base=cheaper.option.name, gains=bought)
    yield from _describe_advantages_of(cheaper, kept)
    prices = [
        (o.price.total, o.option.name, any(o is each for each in (chosen, rival)))
        for o in answer.options
        if o.outcome is Outcome.PASS and o.price is not None
    ]
    _least, name, is_named = min(prices, key=lambda each: (each[0], not each[2]))
    if not is_named:
        yield say.PASSES_AND_CHEAPEST.build_message(option=name)


def _describe_advantages_of(option: OptionAnswer, gains: Message | None) -> Iterator[Message]:
    if gains is not None:
        yield say.HAS_GAINS.build_message(option=option.option.name, gains=gains)


_MORE_LOAD = 1.05
"""From how many times the load that the other one carries on it is named as an advantage."""


def _list_advantages(answer: Answer, option: OptionAnswer, other: OptionAnswer) -> Message | None:
    """Return in what an option is ahead of another one, as far as the evidence tells."""
    gains = [
        *_describe_shorter_time(answer, option, other),
        *_describe_larger_load(option, other),
        *_describe_shorter_set_up(option, other),
    ]
    return None if not gains else _join_with_and(gains[:_MOST_NAMED])


def _describe_shorter_time(
    answer: Answer, option: OptionAnswer, other: OptionAnswer
) -> Iterator[Message]:
    ours, theirs = option.response_s.point, other.response_s.point
    if (
        ours is None
        or theirs is None
        or are_response_times_tied(option, other, answer.comparisons)
    ):
        return
    places = response_time_decimals(answer)
    sooner = round(_rounded_ms(theirs, places) - _rounded_ms(ours, places), places)
    if sooner > 0:
        is_of_storage = Basis.IO in {option.basis, other.basis}
        less = say.LESS_STORAGE_TIME if is_of_storage else say.LESS_RESPONSE_TIME
        yield less.build_message(ms=sooner)


def _describe_larger_load(option: OptionAnswer, other: OptionAnswer) -> Iterator[Message]:
    ours, theirs = option.limit_tps, other.limit_tps
    if ours is None or theirs is None or other.capacity_is_censored:
        return
    if ours >= 2 * theirs:
        yield say.TIMES_THE_LOAD.build_message(times=ours / theirs)
    elif ours >= _MORE_LOAD * theirs:
        yield say.MORE_LOAD.build_message(percent=100 * (ours / theirs - 1))


def _describe_shorter_set_up(option: OptionAnswer, other: OptionAnswer) -> Iterator[Message]:
    ours, theirs = option.provisioning_s.point, other.provisioning_s.point
    if ours is not None and theirs is not None and ours < theirs:
        yield say.SET_UP_FASTER.build_message()


def _join_with_and(parts: Sequence[Message]) -> Message:
    """Join what is listed: commas, and before the last one "and"."""
    *before, last = parts
    head = _join_with_commas(before)
    return last if head is None else say.AND.build_message(first=head, last=last)


def _build_headline_without_choice(answer: Answer, passing: Sequence[OptionAnswer]) -> Headline:
    """Options pass, and none is named: prices are missing, or the frontier is asked for."""
    efficient = [o for o in passing if o.on_frontier]
    if answer.requirement.rule is Rule.FRONTIER and efficient:
        return Headline(
            say.EFFICIENT_COUNT.build_message(count=len(efficient))
            if len(efficient) > 1
            else say.ONLY_EFFICIENT.build_message(option=efficient[0].option.name),
            tuple(efficient[:1]),
            (
                say.NONE_CHEAPER_AND_BETTER.build_message(),
                say.EFFICIENT.build_message(
                    options=_join_with_commas(_option_name_messages(efficient)) or ""
                ),
            ),
        )
    names = _join_with_commas(_option_name_messages(passing[:_MOST_NAMED]))
    return Headline(
        say.NO_PRICE_PASSES.build_message(),
        sentences=(say.SHOWN_TO_PASS.build_message(options=names or ""),),
        next_step=_ENTER_PRICES,
    )


def _option_name_messages(options: Sequence[OptionAnswer]) -> list[Message]:
    return [say.NAME.build_message(option=each.option.name) for each in options]


def _build_headline_without_pass(answer: Answer) -> Headline:
    options = answer.options
    if not options:
        return Headline(say.NO_OPTIONS.build_message(), next_step=say.ADD_OPTIONS.build_message())
    if not answer.is_stated:
        return Headline(
            say.STATE_NEED.build_message(),
            sentences=(say.NOTHING_BEFORE.build_message(),),
            next_step=_describe_missing_requirement(answer),
        )
    if all(o.outcome is Outcome.FAIL for o in options):
        return Headline(
            say.NONE_PASSES.build_message(),
            sentences=tuple(_describe_smallest_violations(answer))[:MOST_SENTENCES],
            next_step=_describe_nearest_passing_change(answer),
        )
    failing = sum(o.outcome is Outcome.FAIL for o in options)
    premiums = [
        say.PREMIUM.build_message(
            option=o.option.name,
            other=o.premium.against,
            least=100 * (o.premium.least - 1.0),
            most=100 * (o.premium.most - 1.0),
        )
        for o in options
        if o.premium is not None
    ]
    first = say.NOTHING_JUDGED.build_message()
    if failing:
        first = say.FAILING_COUNT.build_message(failing=failing, count=len(options))
    sentences = (*premiums, first, *_describe_options_not_shown(answer))[:MOST_SENTENCES]
    return Headline(
        say.NOT_SHOWN_YET.build_message(), (), sentences, _describe_deciding_next_step(answer)
    )


def _describe_options_not_shown(answer: Answer) -> Iterator[Message]:
    """Name the options that are not shown, each with what it lacks; many alike as one."""
    open_ = [o for o in answer.options if o.outcome is Outcome.NOT_SHOWN]
    lacks = _join_with_commas([_describe_option_with_reason(o) for o in open_[:_MOST_NAMED]])
    reasons = {_short_reason_not_passing(o) for o in open_}
    if len(open_) > _MOST_NAMED and len(reasons) == 1:
        count = say.COUNT_OF_OPTIONS.build_message(count=len(open_))
        lacks = say.LACKS.build_message(option=count, reason=reasons.pop())
    if lacks is not None:
        yield say.OPEN.build_message(lacks=lacks)


def _describe_missing_requirement(answer: Answer) -> Message:
    """Ask for target and load; offer the load of a report where there is one."""
    if answer.report_tps is None:
        return say.ENTER_TARGET_AND_LOAD.build_message()
    return say.ENTER_TARGET_WITH_REPORT.build_message(rate=answer.report_tps)


def _describe_smallest_violations(answer: Answer) -> Iterator[Message]:
    """Say who violates least each rule that is broken (MODEL D3)."""
    slow = [
        (o.response_s.low, o.option.name)
        for o in answer.options
        if o.verdict in FAILS
        and o.response_s.low is not None
        and o.response_s.low > answer.requirement.target_s
    ]
    if slow and answer.requirement.goal is not Goal.NONE:
        least, name = min(slow)
        yield say.NEAREST_TIME.build_message(
            option=name,
            least=_rounded_ms(least, response_time_decimals(answer)),
            target=rounded_milliseconds(answer.requirement.target_s),
        )
    else:
        yield from _describe_smallest_load_shortfall(answer)
    budget = answer.requirement.budget
    above = [
        (o.price.total - budget, o.option.name)
        for o in answer.options
        if budget is not None and o.price is not None and o.price.total > budget
    ]
    if above:
        amount, name = min(above)
        yield say.OVER_BUDGET.build_message(option=name, currency=answer.currency, amount=amount)
    yield from _describe_smallest_restore_excess(answer)
    yield from _describe_smallest_capacity_shortfall(answer)


def _describe_smallest_capacity_shortfall(answer: Answer) -> Iterator[Message]:
    """Say who falls short of the usable capacity by least."""
    needed = most_needed_bytes(answer.requirement)
    short = [
        (needed - held.most, o.option.name)
        for o in answer.options
        if needed is not None
        and (held := effective_capacity(o.option)) is not None
        and has_needed_capacity(o.option, needed) is False
    ]
    if short:
        missing, name = min(short)
        yield say.HOLDS_LESS.build_message(option=name, missing=missing / TB)


def _describe_smallest_restore_excess(answer: Answer) -> Iterator[Message]:
    """Say who is restored too late by least; a time that nobody stated leaves it open."""
    longest = answer.requirement.max_restore_s
    times = [
        (o.option.restore_s, o.option.name)
        for o in answer.options
        if o.option.restore_s is not None
    ]
    if longest is None or not times or len(times) < len(answer.options):
        return
    least, name = min(times)
    if least > longest:
        yield say.RESTORED_LATE.build_message(
            option=name, hours=round((least - longest) / 3600, 6)
        )


def _describe_smallest_load_shortfall(answer: Answer) -> Iterator[Message]:
    room = [(o.spare_share, o.option.name) for o in answer.options if o.spare_share is not None]
    if room and max(room)[0] < 0:
        spare, name = max(room)
        yield say.NEAREST_LOAD.build_message(option=name, percent=-100 * spare)


def _describe_nearest_passing_change(answer: Answer) -> Message | None:
    """Return the nearest change of load or target at which an option passes."""
    for change in answer.changes:
        if change.winner is not None:
            return say.WOULD_PASS.build_message(
                what=change.what, to=change.to, option=change.winner
            )
    return None


def _describe_deciding_next_step(answer: Answer) -> Message | None:
    """Return the test that settles an option, or else what its reason asks for."""
    unpriced = any(o.verdict in PASSES and o.price is None for o in answer.options)
    if unpriced and answer.requirement.budget is not None:
        return _ENTER_PRICES
    tested = next((o for o in answer.options if o.test_next_users is not None), None)
    if tested is not None:
        return describe_next_test(tested)
    open_ = [
        o for o in answer.options if o.outcome is Outcome.NOT_SHOWN and o.verdict not in PASSES
    ]
    if len(open_) > 1 and len({o.reason for o in open_}) == 1:
        return say.REASON.build_message(reason=open_[0].reason)
    return next(
        (say.OPTION_REASON.build_message(option=o.option.name, reason=o.reason) for o in open_),
        None,
    )

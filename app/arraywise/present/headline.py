"""The answer in a title and at most three sentences, with the next step where one is open.

Overview, PDF, workbook and command line open with it: these sentences have no other home.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from arraywise.analysis.decision.certainty import compared_by
from arraywise.analysis.decision.ranking import are_tied, find_rival
from arraywise.analysis.demand import holds, most_needed_bytes, usable
from arraywise.domain.capacity import TB
from arraywise.domain.decision import FAILS, PASSES, DoubtReason
from arraywise.domain.messages import shown_ms
from arraywise.domain.requirement import Basis, Goal, Outcome, Rule
from arraywise.present import answer_claims as say
from arraywise.present.figures import holds_more_than_stated, required
from arraywise.present.findings import describe_next_test
from arraywise.present.labels import BASIS_WORDS, basis_word, outcome_word, times_needed
from arraywise.present.numbers import response_places

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.messages import Message

MOST_SENTENCES = 3
_MOST_NAMED = 2
"""Of options that do not pass, and of what one is ahead in."""


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
        title = say.TITLE_LINE.state(title=self.title)
        first = self.outcome
        if first is not None:
            title = say.TITLE_WITH_OUTCOME.state(
                title=self.title,
                outcome=outcome_word(first),
                basis=basis_word(first),
            )
        beside = () if self.beside_title is None else (self._beside_line, *self.beside)
        step = () if self.next_step is None else (self.next_step,)
        return tuple(line for line in ((title, *self.sentences), beside, step) if line)

    @property
    def _beside_line(self) -> Message:
        return say.TITLE_LINE.state(title=self.beside_title or "")


def build_headline(answer: Answer) -> Headline:
    """Return what is said first of an answer."""
    passing = [o for o in answer.options if o.outcome is Outcome.PASS]
    chosen = answer.chosen
    if chosen is None and not passing:
        return _nobody(answer)
    if chosen is None:
        return _not_chosen(answer, passing)
    if len(alike := alike_without_prices(answer)) > 1:
        names = _in_a_row(_names(alike)) or ""
        what = compared_by(answer.requirement)
        same = say.SCORE_THE_SAME.state(what=what, options=names)
        return Headline(alike_words(alike), alike, (same,), _ENTER_PRICES)
    if len(equal := _equal_options(answer, chosen)) > 2:
        names = _in_a_row(_names(equal)) or ""
        return Headline(alike_words(equal), equal, (say.EQUAL.state(options=names),))
    rival = find_rival(answer.options)
    sentences = [_describe_fit(answer, chosen), *_describe_basis(answer, chosen)]
    if rival is None:
        sentences += _describe_alone(answer, chosen, passing)
    elif answer.certainty.without_prices:
        what = compared_by(answer.requirement)
        is_whole = all(o.price is None for o in passing)
        unpriced = say.COMPARED_BY_ONLY.state(what=what)
        sentences.append(unpriced if is_whole else _HALF_PRICED)
    else:
        sentences += _describe_choice(answer, chosen, rival)
    is_unpriced = answer.certainty.without_prices
    is_alike = rival is not None and not is_unpriced and answer.certainty.is_tied
    return Headline(
        _title(answer, chosen, rival if is_alike else None),
        (chosen, rival) if rival is not None and is_alike else (chosen,),
        tuple(sentences[:MOST_SENTENCES]),
        _ENTER_PRICES if is_unpriced else None,
        None if rival is None else say.ALSO_PASSES.state(option=rival.option.name),
        () if rival is None else tuple(_compare(answer, chosen, rival)),
        rival,
    )


def alike_without_prices(answer: Answer) -> tuple[OptionAnswer, ...]:
    """Return the options that share the first place where no price tells them apart."""
    chosen = answer.chosen
    if chosen is None or chosen.value.point is None or not answer.certainty.without_prices:
        return ()
    first = round(chosen.value.point, 9)
    passing = (o for o in answer.options if o.status in PASSES and o.value.point is not None)
    return tuple(o for o in passing if round(o.value.point or 0.0, 9) == first)


def _equal_options(answer: Answer, chosen: OptionAnswer) -> tuple[OptionAnswer, ...]:
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


def alike_words(alike: Sequence[OptionAnswer]) -> Message:
    """Say that several options share the first place."""
    return say.PASS_ALIKE.state(count=len(alike))


_ENTER_PRICES = say.ENTER_PRICES.state()
_HALF_PRICED = say.HALF_PRICED.state()


def _title(answer: Answer, chosen: OptionAnswer, alike: OptionAnswer | None) -> Message:
    name = chosen.option.name
    if alike is not None:
        return say.EITHER.state(option=name, rival=alike.option.name)
    if chosen.price is None and find_rival(answer.options) is None:
        return say.ONLY_PASS.state(option=name)
    if answer.certainty.without_prices:
        times = [
            (o.response_s.point, o.option.name)
            for o in answer.options
            if o.status in PASSES and o.response_s.point is not None
        ]
        is_fastest = bool(times) and min(times)[1] == name
        return (say.FASTEST if is_fastest else say.FIRST_UNPRICED).state(option=name)
    return say.BUY.state(option=name)


def _describe_fit(answer: Answer, chosen: OptionAnswer) -> Message:
    """Say what it does at the load that is asked for, and what it costs."""
    is_untimed = answer.requirement.goal is Goal.NONE
    fit = say.CARRIES.state() if is_untimed else _describe_time(answer, chosen)
    if chosen.price is None:
        return (say.NO_TARGET if is_untimed else say.FIT).state(fit=fit)
    priced = say.NO_TARGET_PRICED if is_untimed else say.FIT_PRICED
    return priced.state(fit=fit, price=_money(answer, chosen.price.total))


def _money(answer: Answer, amount: Decimal) -> Message:
    """Write an amount with its currency; one that is no sum of payments says so."""
    sentence = say.MONEY if answer.discount_rate is None else say.MONEY_NPV
    return sentence.state(currency=answer.currency, amount=amount)


def _describe_time(answer: Answer, chosen: OptionAnswer) -> Message:
    """Say how long it takes, and at which load where that is not the stated one."""
    fit = _describe_time_alone(answer, chosen)
    if not holds_more_than_stated(answer.requirement):
        return fit
    return say.FIT_AT.state(fit=fit, required=required(answer))


def _describe_time_alone(answer: Answer, chosen: OptionAnswer) -> Message:
    asked, time, places = answer.requirement, chosen.response_s, response_places(answer)
    target, share = shown_ms(asked.target_s), asked.storage_share
    if asked.goal is Goal.STORAGE_LATENCY and time.high is not None:
        return say.STORAGE_ANSWERS.state(time=_shown_ms(time.high, places), target=target)
    if chosen.basis is Basis.IO and time.point is not None:
        shown = _shown_ms(time.point, places)
        if share is None:
            return say.STORAGE_TAKES.state(time=shown, target=target)
        allowed = shown_ms(asked.target_s * share)
        return say.STORAGE_TAKES_OF_SHARE.state(time=shown, share=allowed)
    if chosen.basis is not Basis.IO and time.point is not None:
        return say.ANSWERS.state(time=_shown_ms(time.point, places), target=target)
    if chosen.basis is not Basis.IO and time.high is not None:
        return say.ANSWERS_AT_MOST.state(time=_shown_ms(time.high, places), target=target)
    return say.KEEPS_TARGET.state(target=target)


def _shown_ms(seconds: float, places: int) -> float:
    """Return milliseconds with the decimals that the table shows."""
    return round(1000 * seconds, places)


def _describe_basis(answer: Answer, chosen: OptionAnswer) -> Iterator[Message]:
    """Say what the outcome is on where it is on less than repeated runs; else what is spare."""
    if chosen.basis is Basis.IO:
        if answer.requirement.goal is not Goal.STORAGE_LATENCY:  # asks for no transaction
            yield say.FITS_ONLY.state()
    elif chosen.basis is Basis.MEASURED_ONCE and chosen.margin is not None:
        yield say.ONCE_WITH_MARGIN.state(margin=chosen.margin)
    elif chosen.basis is Basis.MEASURED_ONCE:
        yield say.ONCE.state()
    elif chosen.basis is Basis.PUBLISHED:
        yield say.PUBLISHED.state()
    elif chosen.basis is Basis.ESTIMATED:
        yield say.ESTIMATED.state()
    elif chosen.spare is not None and chosen.spare >= 0.005:
        yield _describe_spare(chosen.spare, is_least=chosen.capacity_is_censored)


def _describe_spare(spare: float, *, is_least: bool) -> Message:
    times = times_needed(spare)
    if times is not None:
        return (say.CARRIES_TIMES_LEAST if is_least else say.CARRIES_TIMES).state(times=times)
    more = say.CARRIES_MORE_LEAST if is_least else say.CARRIES_MORE
    return more.state(percent=100 * spare)


def _describe_choice(
    answer: Answer, chosen: OptionAnswer, rival: OptionAnswer
) -> Iterator[Message]:
    """Say why it is first of those that pass, and what keeps it from being clear."""
    if answer.is_preliminary:
        return
    found = answer.certainty.doubts
    if DoubtReason.TIE in found:
        pair = {chosen.option.name, rival.option.name}
        is_tested = any(set(each.options) == pair for each in answer.comparisons)
        yield (say.TIMES_TIED if is_tested else say.INTERVALS_OVERLAP).state()
    elif DoubtReason.PRICE in found:
        is_timed = chosen.provisioning_s.point is not None
        yield (say.COST_AND_SET_UP_ALIKE if is_timed else say.COST_ALIKE).state()
    elif found:
        yield say.CLOSE_BEHIND.state(rival=rival.option.name)
    elif answer.requirement.rule is Rule.LOWEST_PRICE:
        is_of_all = not answer.certainty.unpriced
        yield (say.LOWEST_PRICE if is_of_all else say.LOWEST_KNOWN_PRICE).state()
    else:
        yield _describe_weights(answer)


def _describe_weights(answer: Answer) -> Message:
    decider = next((opinion for opinion in answer.opinions if opinion.decides), None)
    if decider is not None and decider.is_mean:
        return say.HIGHEST_AT_MEAN.state()
    if decider is not None and decider.name:
        return say.HIGHEST_OF.state(name=decider.name)
    return say.HIGHEST.state()


def _describe_alone(
    answer: Answer, chosen: OptionAnswer, passing: Sequence[OptionAnswer]
) -> Iterator[Message]:
    if len(passing) > 1:
        yield say.ONLY_PRICED.state()
        return
    others = [o for o in answer.options if o.outcome is not Outcome.PASS]
    lacks = _in_a_row([_lack(o) for o in others[:_MOST_NAMED]])
    if lacks is None:
        yield say.ONLY_SHOWN.state()
    elif chosen.price is None:  # the title has said so
        yield say.OTHERS.state(lacks=lacks)
    else:
        yield say.ONLY_SHOWN_OTHERS.state(lacks=lacks)


def _lack(option: OptionAnswer) -> Message:
    return say.LACKS.state(option=option.option.name, reason=_reason(option))


def _reason(option: OptionAnswer) -> Message:
    """Return in a few words why an option does not pass."""
    word = basis_word(option)
    return say.FAILING.state() if word in BASIS_WORDS.values() else word


def _in_a_row(parts: Sequence[Message]) -> Message | None:
    return reduce(lambda one, other: say.ROW.state(one=one, other=other), parts) if parts else None


def _compare(answer: Answer, chosen: OptionAnswer, rival: OptionAnswer) -> Iterator[Message]:
    """Say what the difference in price between the first and the runner-up buys."""
    ours, theirs = _gains(answer, chosen, rival), _gains(answer, rival, chosen)
    if chosen.price is None or rival.price is None:
        if rival.price is None:
            yield say.HAS_NO_PRICE.state(option=rival.option.name)
        yield from _describe_gains(chosen, ours)
        yield from _describe_gains(rival, theirs)
        return
    more = chosen.price.total - rival.price.total
    dearer, cheaper = (chosen, rival) if more >= 0 else (rival, chosen)
    bought, kept = (ours, theirs) if more >= 0 else (theirs, ours)
    price = _money(answer, abs(more))
    if more == 0:
        if DoubtReason.PRICE not in answer.certainty.doubts:  # which the answer has said
            yield say.COSTS_SAME.state(option=rival.option.name)
        yield from _describe_gains(dearer, bought)
    elif bought is None:
        base = cheaper.option.name
        yield say.COSTS_MORE.state(option=dearer.option.name, more=price, base=base)
    else:
        yield say.BUYS.state(more=price, base=cheaper.option.name, gains=bought)
    yield from _describe_gains(cheaper, kept)
    prices = [
        (o.price.total, o.option.name, any(o is each for each in (chosen, rival)))
        for o in answer.options
        if o.outcome is Outcome.PASS and o.price is not None
    ]
    _least, name, is_named = min(prices, key=lambda each: (each[0], not each[2]))
    if not is_named:
        yield say.PASSES_AND_CHEAPEST.state(option=name)


def _describe_gains(option: OptionAnswer, gains: Message | None) -> Iterator[Message]:
    if gains is not None:
        yield say.HAS_GAINS.state(option=option.option.name, gains=gains)


_MORE_LOAD = 1.05
"""From how many times the load that the other one carries on it is named as an advantage."""


def _gains(answer: Answer, option: OptionAnswer, other: OptionAnswer) -> Message | None:
    """Return in what an option is ahead of another one, as far as the evidence tells."""
    gains = [
        *_faster(answer, option, other),
        *_roomier(option, other),
        *_sooner_set_up(option, other),
    ]
    return None if not gains else _joined(gains[:_MOST_NAMED])


def _faster(answer: Answer, option: OptionAnswer, other: OptionAnswer) -> Iterator[Message]:
    ours, theirs = option.response_s.point, other.response_s.point
    if ours is None or theirs is None or are_tied(option, other, answer.comparisons):
        return
    places = response_places(answer)
    sooner = round(_shown_ms(theirs, places) - _shown_ms(ours, places), places)
    if sooner > 0:
        is_of_storage = Basis.IO in {option.basis, other.basis}
        less = say.LESS_STORAGE_TIME if is_of_storage else say.LESS_RESPONSE_TIME
        yield less.state(ms=sooner)


def _roomier(option: OptionAnswer, other: OptionAnswer) -> Iterator[Message]:
    ours, theirs = option.limit_tps, other.limit_tps
    if ours is None or theirs is None or other.capacity_is_censored:
        return
    if ours >= 2 * theirs:
        yield say.TIMES_THE_LOAD.state(times=ours / theirs)
    elif ours >= _MORE_LOAD * theirs:
        yield say.MORE_LOAD.state(percent=100 * (ours / theirs - 1))


def _sooner_set_up(option: OptionAnswer, other: OptionAnswer) -> Iterator[Message]:
    ours, theirs = option.provisioning_s.point, other.provisioning_s.point
    if ours is not None and theirs is not None and ours < theirs:
        yield say.SET_UP_FASTER.state()


def _joined(parts: Sequence[Message]) -> Message:
    """Join what is listed: commas, and before the last one "and"."""
    *before, last = parts
    head = _in_a_row(before)
    return last if head is None else say.AND.state(first=head, last=last)


def _not_chosen(answer: Answer, passing: Sequence[OptionAnswer]) -> Headline:
    """Options pass, and none is named: prices are missing, or the frontier is asked for."""
    efficient = [o for o in passing if o.on_frontier]
    if answer.requirement.rule is Rule.FRONTIER and efficient:
        return Headline(
            say.EFFICIENT_COUNT.state(count=len(efficient))
            if len(efficient) > 1
            else say.ONLY_EFFICIENT.state(option=efficient[0].option.name),
            tuple(efficient[:1]),
            (
                say.NONE_CHEAPER_AND_BETTER.state(),
                say.EFFICIENT.state(options=_in_a_row(_names(efficient)) or ""),
            ),
        )
    names = _in_a_row(_names(passing[:_MOST_NAMED]))
    return Headline(
        say.NO_PRICE_PASSES.state(),
        sentences=(say.SHOWN_TO_PASS.state(options=names or ""),),
        next_step=_ENTER_PRICES,
    )


def _names(options: Sequence[OptionAnswer]) -> list[Message]:
    return [say.NAME.state(option=each.option.name) for each in options]


def _nobody(answer: Answer) -> Headline:
    options = answer.options
    if not options:
        return Headline(say.NO_OPTIONS.state(), next_step=say.ADD_OPTIONS.state())
    if not answer.is_stated:
        return Headline(
            say.STATE_NEED.state(),
            sentences=(say.NOTHING_BEFORE.state(),),
            next_step=_ask_requirement(answer),
        )
    if all(o.outcome is Outcome.FAIL for o in options):
        return Headline(
            say.NONE_PASSES.state(),
            sentences=tuple(_describe_nearest(answer))[:MOST_SENTENCES],
            next_step=_describe_change(answer),
        )
    failing = sum(o.outcome is Outcome.FAIL for o in options)
    premiums = [
        say.PREMIUM.state(
            option=o.option.name,
            other=o.premium.against,
            least=100 * (o.premium.least - 1.0),
            most=100 * (o.premium.most - 1.0),
        )
        for o in options
        if o.premium is not None
    ]
    first = say.NOTHING_JUDGED.state()
    if failing:
        first = say.FAILING_COUNT.state(failing=failing, count=len(options))
    sentences = (*premiums, first, *_describe_open(answer))[:MOST_SENTENCES]
    return Headline(say.NOT_SHOWN_YET.state(), (), sentences, _describe_settling(answer))


def _describe_open(answer: Answer) -> Iterator[Message]:
    """Name the options that are not shown, each with what it lacks; many alike as one."""
    open_ = [o for o in answer.options if o.outcome is Outcome.NOT_SHOWN]
    lacks = _in_a_row([_lack(o) for o in open_[:_MOST_NAMED]])
    reasons = {_reason(o) for o in open_}
    if len(open_) > _MOST_NAMED and len(reasons) == 1:
        count = say.COUNT_OF_OPTIONS.state(count=len(open_))
        lacks = say.LACKS.state(option=count, reason=reasons.pop())
    if lacks is not None:
        yield say.OPEN.state(lacks=lacks)


def _ask_requirement(answer: Answer) -> Message:
    """Ask for target and load; offer the load of a report where there is one."""
    if answer.report_tps is None:
        return say.ENTER_TARGET_AND_LOAD.state()
    return say.ENTER_TARGET_WITH_REPORT.state(rate=answer.report_tps)


def _describe_nearest(answer: Answer) -> Iterator[Message]:
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
        yield say.NEAREST_TIME.state(
            option=name,
            least=_shown_ms(least, response_places(answer)),
            target=shown_ms(answer.requirement.target_s),
        )
    else:
        yield from _describe_nearest_load(answer)
    budget = answer.requirement.budget
    above = [
        (o.price.total - budget, o.option.name)
        for o in answer.options
        if budget is not None and o.price is not None and o.price.total > budget
    ]
    if above:
        amount, name = min(above)
        yield say.OVER_BUDGET.state(option=name, currency=answer.currency, amount=amount)
    yield from _describe_nearest_restore(answer)
    yield from _describe_nearest_capacity(answer)


def _describe_nearest_capacity(answer: Answer) -> Iterator[Message]:
    """Say who falls short of the usable capacity by least."""
    needed = most_needed_bytes(answer.requirement)
    short = [
        (needed - held.most, o.option.name)
        for o in answer.options
        if needed is not None
        and (held := usable(o.option)) is not None
        and holds(o.option, needed) is False
    ]
    if short:
        missing, name = min(short)
        yield say.HOLDS_LESS.state(option=name, missing=missing / TB)


def _describe_nearest_restore(answer: Answer) -> Iterator[Message]:
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
        yield say.RESTORED_LATE.state(option=name, hours=round((least - longest) / 3600, 6))


def _describe_nearest_load(answer: Answer) -> Iterator[Message]:
    room = [(o.spare, o.option.name) for o in answer.options if o.spare is not None]
    if room and max(room)[0] < 0:
        spare, name = max(room)
        yield say.NEAREST_LOAD.state(option=name, percent=-100 * spare)


def _describe_change(answer: Answer) -> Message | None:
    """Return the nearest change of load or target at which an option passes."""
    for change in answer.changes:
        if change.winner is not None:
            return say.WOULD_PASS.state(what=change.what, to=change.to, option=change.winner)
    return None


def _describe_settling(answer: Answer) -> Message | None:
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
        return say.REASON.state(reason=open_[0].reason)
    return next(
        (say.OPTION_REASON.state(option=o.option.name, reason=o.reason) for o in open_), None
    )

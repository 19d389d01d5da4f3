"""The answer in a title and at most three sentences, with the next step where one is open.

Overview, PDF, workbook and command line open with it: these sentences have no other home.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.analysis.decision.certainty import compared_by
from arraywise.analysis.decision.ranking import are_tied, find_rival
from arraywise.analysis.demand import holds, needed_bytes, usable
from arraywise.domain.capacity import TB
from arraywise.domain.decision import FAILS, PASSES, DoubtReason
from arraywise.domain.messages import message, shown_ms
from arraywise.domain.requirement import Basis, Goal, Outcome, Rule
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
        title = message("{title}.", title=self.title)
        first = self.outcome
        if first is not None:
            title = message(
                "{title}: {outcome}, {basis}.",
                title=self.title,
                outcome=outcome_word(first),
                basis=basis_word(first),
            )
        beside = () if self.beside_title is None else (self._beside_line, *self.beside)
        step = () if self.next_step is None else (self.next_step,)
        return tuple(line for line in ((title, *self.sentences), beside, step) if line)

    @property
    def _beside_line(self) -> Message:
        return message("{title}.", title=self.beside_title or "")


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
        same = message("By {what} they score the same: {options}.", what=what, options=names)
        return Headline(alike_words(alike), alike, (same,), _ENTER_PRICES)
    rival = find_rival(answer.options)
    sentences = [_describe_fit(answer, chosen), *_describe_basis(answer, chosen)]
    if rival is None:
        sentences += _describe_alone(answer, chosen, passing)
    elif answer.certainty.without_prices:
        what = compared_by(answer.requirement)
        is_whole = all(o.price is None for o in passing)
        unpriced = message("Compared by {what} only.", what=what)
        sentences.append(unpriced if is_whole else _HALF_PRICED)
    else:
        sentences += _describe_choice(answer, rival)
    is_unpriced = answer.certainty.without_prices
    is_alike = rival is not None and not is_unpriced and answer.certainty.is_tied
    return Headline(
        _title(answer, chosen, rival if is_alike else None),
        (chosen, rival) if rival is not None and is_alike else (chosen,),
        tuple(sentences[:MOST_SENTENCES]),
        _ENTER_PRICES if is_unpriced else None,
        None if rival is None else message("{option} also passes", option=rival.option.name),
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


def alike_words(alike: Sequence[OptionAnswer]) -> Message:
    """Say that several options share the first place."""
    return message("{count} options pass alike", count=len(alike))


_ENTER_PRICES = message("Enter the missing prices.")
_HALF_PRICED = message("Options without a price get no points for it.")


def _title(answer: Answer, chosen: OptionAnswer, alike: OptionAnswer | None) -> Message:
    name = chosen.option.name
    if alike is not None:
        return message("{option} or {rival}", option=name, rival=alike.option.name)
    if chosen.price is None and find_rival(answer.options) is None:
        return message("Only {option} is shown to pass", option=name)
    if answer.certainty.without_prices:
        times = [
            (o.response_s.point, o.option.name)
            for o in answer.options
            if o.status in PASSES and o.response_s.point is not None
        ]
        is_fastest = bool(times) and min(times)[1] == name
        text = "{option} is first; prices are missing"
        if is_fastest:
            text = "{option} answers fastest"
        return message(text, option=name)
    return message("Buy {option}", option=name)


def _describe_fit(answer: Answer, chosen: OptionAnswer) -> Message:
    """Say what it does at the load that is asked for, and what it costs."""
    is_untimed = answer.requirement.goal is Goal.NONE
    fit = message("It carries the load") if is_untimed else _describe_time(answer, chosen)
    if chosen.price is None:
        return message("{fit}; you set no response time." if is_untimed else "{fit}.", fit=fit)
    return message(
        "{fit} and costs {price} over 36 months; you set no response time."
        if is_untimed
        else "{fit}, and it costs {price} over 36 months.",
        fit=fit,
        price=_money(answer, chosen.price.total),
    )


def _money(answer: Answer, amount: Decimal) -> Message:
    """Write an amount with its currency; one that is no sum of payments says so."""
    text = (
        "{currency} {amount:,.0f}"
        if answer.discount_rate is None
        else "{currency} {amount:,.0f} (net present value)"
    )
    return message(text, currency=answer.currency, amount=amount)


def _describe_time(answer: Answer, chosen: OptionAnswer) -> Message:
    asked, time = answer.requirement, chosen.response_s
    text, shown = "It keeps the {target:,.10g} ms you allow", None
    if asked.goal is Goal.STORAGE_LATENCY and time.high is not None:
        text = (
            "Its storage answers an I/O in {time:,.10g} ms or less where you allow {target:,.10g}"
        )
        shown = time.high
    elif chosen.basis is Basis.IO and time.point is not None:
        text = "Its storage takes up to {time:,.10g} of the {target:,.10g} ms you allow"
        shown = time.point
    elif chosen.basis is not Basis.IO and time.point is not None:
        text = "It answers in {time:,.10g} ms where you allow {target:,.10g}"
        shown = time.point
    elif chosen.basis is not Basis.IO and time.high is not None:
        text = "It answers in {time:,.10g} ms or less where you allow {target:,.10g}"
        shown = time.high
    target = shown_ms(asked.target_s)
    if shown is None:
        fit = message(text, target=target)
    else:
        fit = message(text, time=_shown_ms(shown, response_places(answer)), target=target)
    if not holds_more_than_stated(asked):
        return fit
    return message("{fit}, at {required}", fit=fit, required=required(answer))


def _shown_ms(seconds: float, places: int) -> float:
    """Return milliseconds with the decimals that the table shows."""
    return round(1000 * seconds, places)


def _describe_basis(answer: Answer, chosen: OptionAnswer) -> Iterator[Message]:
    """Say what the outcome is on where it is on less than repeated runs; else what is spare."""
    if chosen.basis is Basis.IO:
        if answer.requirement.goal is not Goal.STORAGE_LATENCY:  # asks for no transaction
            yield message("The storage fits; the whole transaction was not measured.")
    elif chosen.basis is Basis.MEASURED_ONCE and chosen.margin is not None:
        yield message(
            "It was measured once; that run would have to be off {margin:.1f} times to change"
            " this.",
            margin=chosen.margin,
        )
    elif chosen.basis is Basis.MEASURED_ONCE:
        yield message("It was measured once.")
    elif chosen.basis is Basis.PUBLISHED:
        yield message("Published figures; nothing was measured here.")
    elif chosen.spare is not None and chosen.spare >= 0.005:
        yield _describe_spare(chosen.spare, is_least=chosen.capacity_is_censored)


def _describe_spare(spare: float, *, is_least: bool) -> Message:
    times = times_needed(spare)
    if times is not None:
        text = (
            "It carries at least {times:,.10g} times what you need."
            if is_least
            else "It carries {times:,.10g} times what you need."
        )
        return message(text, times=times)
    text = (
        "It carries at least {percent:,.0f} % more than you need."
        if is_least
        else "It carries {percent:,.0f} % more than you need."
    )
    return message(text, percent=100 * spare)


def _describe_choice(answer: Answer, rival: OptionAnswer) -> Iterator[Message]:
    """Say why it is first of those that pass, and what keeps it from being clear."""
    if answer.is_debouncing:
        return
    found = answer.certainty.doubts
    if DoubtReason.TIE in found:
        yield message("The measured response times do not differ significantly.")
    elif DoubtReason.PRICE in found:
        yield message("Both cost the same and take as long to set up.")
    elif found:
        yield message("{rival} is close behind.", rival=rival.option.name)
    elif answer.requirement.rule is Rule.LOWEST_PRICE:
        yield message("It has the lowest price of the passing options.")
    else:
        yield _describe_weights(answer)


def _describe_weights(answer: Answer) -> Message:
    decider = next((opinion for opinion in answer.opinions if opinion.decides), None)
    if decider is not None and decider.is_mean:
        return message("It has the highest score at the mean of all weights.")
    if decider is not None and decider.name:
        return message("It has the highest score at the weights of {name}.", name=decider.name)
    return message("It has the highest score at your weights.")


def _describe_alone(
    answer: Answer, chosen: OptionAnswer, passing: Sequence[OptionAnswer]
) -> Iterator[Message]:
    if len(passing) > 1:
        yield message("It is the only passing option with a price.")
        return
    others = [o for o in answer.options if o.outcome is not Outcome.PASS]
    lacks = _in_a_row([_lack(o) for o in others[:_MOST_NAMED]])
    if lacks is None:
        yield message("It is the only one shown to pass.")
    elif chosen.price is None:  # the title has said so
        yield message("The others: {lacks}.", lacks=lacks)
    else:
        yield message("It is the only one shown to pass; the others: {lacks}.", lacks=lacks)


def _lack(option: OptionAnswer) -> Message:
    return message("{option} ({reason})", option=option.option.name, reason=_reason(option))


def _reason(option: OptionAnswer) -> Message:
    """Return in a few words why an option does not pass."""
    word = basis_word(option)
    return message("fails") if word in BASIS_WORDS.values() else word


def _in_a_row(parts: Sequence[Message]) -> Message | None:
    if not parts:
        return None
    result, *rest = parts
    for part in rest:
        result = message("{one}, {other}", one=result, other=part)
    return result


def _compare(answer: Answer, chosen: OptionAnswer, rival: OptionAnswer) -> Iterator[Message]:
    """Say what the difference in price between the first and the runner-up buys."""
    ours, theirs = _gains(answer, chosen, rival), _gains(answer, rival, chosen)
    if chosen.price is None or rival.price is None:
        if rival.price is None:
            yield message("{option} has no price.", option=rival.option.name)
        yield from _describe_gains(chosen, ours)
        yield from _describe_gains(rival, theirs)
        return
    more = chosen.price.total - rival.price.total
    dearer, cheaper = (chosen, rival) if more >= 0 else (rival, chosen)
    bought, kept = (ours, theirs) if more >= 0 else (theirs, ours)
    price = _money(answer, abs(more))
    if more == 0:
        if DoubtReason.PRICE not in answer.certainty.doubts:  # which the answer has said
            yield message("{option} costs the same.", option=rival.option.name)
        yield from _describe_gains(dearer, bought)
    elif bought is None:
        text = "{option} costs {more} more than {base}."
        yield message(text, option=dearer.option.name, more=price, base=cheaper.option.name)
    else:
        text = "{more} more than {base} buys {gains}."
        yield message(text, more=price, base=cheaper.option.name, gains=bought)
    yield from _describe_gains(cheaper, kept)
    prices = [
        (o.price.total, o.option.name, any(o is each for each in (chosen, rival)))
        for o in answer.options
        if o.outcome is Outcome.PASS and o.price is not None
    ]
    _least, name, is_named = min(prices, key=lambda each: (each[0], not each[2]))
    if not is_named:
        yield message("{option} passes too and is the cheapest.", option=name)


def _describe_gains(option: OptionAnswer, gains: Message | None) -> Iterator[Message]:
    if gains is not None:
        yield message("{option} has {gains}.", option=option.option.name, gains=gains)


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
        text = (
            "{ms:,.10g} ms less storage time"
            if Basis.IO in {option.basis, other.basis}
            else "{ms:,.10g} ms less response time"
        )
        yield message(text, ms=sooner)


def _roomier(option: OptionAnswer, other: OptionAnswer) -> Iterator[Message]:
    ours, theirs = option.limit_tps, other.limit_tps
    if ours is None or theirs is None or other.capacity_is_censored:
        return
    if ours >= 2 * theirs:
        yield message("{times:.1f} times the load", times=ours / theirs)
    elif ours >= _MORE_LOAD * theirs:
        yield message("{percent:.0f} % more load", percent=100 * (ours / theirs - 1))


def _sooner_set_up(option: OptionAnswer, other: OptionAnswer) -> Iterator[Message]:
    ours, theirs = option.provisioning_s.point, other.provisioning_s.point
    if ours is not None and theirs is not None and ours < theirs:
        yield message("faster provisioning")


def _joined(parts: Sequence[Message]) -> Message:
    """Join what is listed: commas, and before the last one "and"."""
    *before, last = parts
    head = _in_a_row(before)
    return last if head is None else message("{first} and {last}", first=head, last=last)


def _not_chosen(answer: Answer, passing: Sequence[OptionAnswer]) -> Headline:
    """Options pass, and none is named: prices are missing, or the frontier is asked for."""
    efficient = [o for o in passing if o.on_frontier]
    if answer.requirement.rule is Rule.FRONTIER and efficient:
        return Headline(
            message("{count} efficient options", count=len(efficient))
            if len(efficient) > 1
            else message("Only {option} is efficient", option=efficient[0].option.name),
            tuple(efficient[:1]),
            (
                message("No passing option is both cheaper and better."),
                message("Efficient: {options}.", options=_in_a_row(_names(efficient)) or ""),
            ),
        )
    names = _in_a_row(_names(passing[:_MOST_NAMED]))
    return Headline(
        message("None that passes has a price"),
        sentences=(message("Shown to pass: {options}.", options=names or ""),),
        next_step=_ENTER_PRICES,
    )


def _names(options: Sequence[OptionAnswer]) -> list[Message]:
    return [message("{option}", option=each.option.name) for each in options]


def _nobody(answer: Answer) -> Headline:
    options = answer.options
    if not options:
        step = message("Add options and assign the result files to them.")
        return Headline(message("No options yet"), next_step=step)
    if not answer.is_stated:
        return Headline(
            message("State what you need"),
            sentences=(message("Nothing is judged before you do."),),
            next_step=_ask_requirement(answer),
        )
    if options and all(o.outcome is Outcome.FAIL for o in options):
        return Headline(
            message("No option passes"),
            sentences=tuple(_describe_nearest(answer))[:MOST_SENTENCES],
            next_step=_describe_change(answer),
        )
    failing = sum(o.outcome is Outcome.FAIL for o in options)
    open_ = [o for o in options if o.outcome is Outcome.NOT_SHOWN]
    lacks = _in_a_row([_lack(o) for o in open_[:_MOST_NAMED]])
    premiums = [
        message(
            "By published figures {option} may cost {least:.0f} to {most:.0f} % more than"
            " {other}.",
            option=o.option.name,
            other=o.premium.against,
            least=100 * (o.premium.least - 1.0),
            most=100 * (o.premium.most - 1.0),
        )
        for o in options
        if o.premium is not None
    ]
    first = (
        message("Nothing fails, nothing is shown.")
        if not failing
        else message("Failing: {failing} of {count} options.", failing=failing, count=len(options))
    )
    reasons = {_reason(o) for o in open_}
    if len(open_) > _MOST_NAMED and len(reasons) == 1:
        count = message("{count} options", count=len(open_))
        lacks = message("{option} ({reason})", option=count, reason=reasons.pop())
    open_words = [] if lacks is None else [message("Open: {lacks}.", lacks=lacks)]
    sentences = (*premiums, first, *open_words)[:MOST_SENTENCES]
    return Headline(message("Not shown yet"), (), sentences, _describe_settling(answer))


def _ask_requirement(answer: Answer) -> Message:
    """Ask for target and load; offer the load of a report where there is one."""
    if answer.report_tps is None:
        return message("Enter the target response time and the load.")
    return message(
        "Enter the target response time, and the load: that of the database report is"
        " {rate:,.1f} tx/s.",
        rate=answer.report_tps,
    )


def _describe_nearest(answer: Answer) -> Iterator[Message]:
    """Say who violates least each rule that is broken (MODEL D3)."""
    slow = [
        (o.response_s.low, o.option.name)
        for o in answer.options
        if o.verdict in FAILS and o.response_s.low is not None
    ]
    if slow and answer.requirement.goal is not Goal.NONE:
        least, name = min(slow)
        yield message(
            "{option} comes closest: {least:,.10g} ms against {target:,.10g}.",
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
        text = "{option} is {currency} {amount:,.12g} over budget."
        yield message(text, option=name, currency=answer.currency, amount=amount)
    yield from _describe_nearest_restore(answer)
    yield from _describe_nearest_capacity(answer)


def _describe_nearest_capacity(answer: Answer) -> Iterator[Message]:
    """Say who falls short of the usable capacity by least."""
    needed = needed_bytes(answer.requirement, answer.requirement.horizon_months)
    short = [
        (needed - held.most, o.option.name)
        for o in answer.options
        if needed is not None
        and (held := usable(o.option)) is not None
        and holds(o.option, needed) is False
    ]
    if short:
        missing, name = min(short)
        text = "{option} holds {missing:,.4g} TB less than you need."
        yield message(text, option=name, missing=missing / TB)


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
        text = "{option} takes {hours:g} h too long to restore."
        yield message(text, option=name, hours=round((least - longest) / 3600, 6))


def _describe_nearest_load(answer: Answer) -> Iterator[Message]:
    room = [(o.spare, o.option.name) for o in answer.options if o.spare is not None]
    if room and max(room)[0] < 0:
        spare, name = max(room)
        text = "{option} comes closest: it carries {percent:.0f} % less than you need."
        yield message(text, option=name, percent=-100 * spare)


def _describe_change(answer: Answer) -> Message | None:
    """Return the nearest change of load or target at which an option passes."""
    for change in answer.changes:
        if change.winner is not None:
            text = "{what} {to}: {option} would pass."
            return message(text, what=change.what, to=change.to, option=change.winner)
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
        return open_[0].reason
    return next(
        (message("{option}: {reason}", option=o.option.name, reason=o.reason) for o in open_), None
    )

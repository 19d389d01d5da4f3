"""The answer in a title and at most three sentences, with the next step where one is open.

The Overview opens with it; what is behind it is in `summary`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.analysis.decision.evidence_reasons import describe_premium
from arraywise.analysis.decision.ranking import DoubtReason, doubts, find_rival
from arraywise.domain.basis import Basis, Outcome
from arraywise.domain.decision import FAILS, PASSES
from arraywise.domain.messages import message, milliseconds
from arraywise.domain.requirement import Goal, Rule
from arraywise.present.figures import load_words
from arraywise.present.labels import BASIS_WORDS, basis_word
from arraywise.present.numbers import response_places
from arraywise.present.summary import describe_next_test

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.messages import Message

MOST_SENTENCES = 3
_MOST_NAMED = 2
"""Of the options that do not pass."""


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


def build_headline(answer: Answer) -> Headline:
    """Return what is said first of an answer."""
    passing = [o for o in answer.options if o.outcome is Outcome.PASS]
    chosen = next((o for o in answer.options if o.option == answer.recommended), None)
    if chosen is None and not passing:
        return _nobody(answer)
    if chosen is None:
        return _not_chosen(answer, passing)
    rival = find_rival(answer.options)
    sentences = [_describe_fit(answer, chosen), *_describe_basis(answer, chosen)]
    if rival is None:
        sentences += _describe_alone(answer, chosen, passing)
    elif answer.certainty.without_prices:
        sentences.append(_UNPRICED)
    else:
        sentences += _describe_choice(answer, rival)
    is_unpriced = answer.certainty.without_prices
    is_alike = rival is not None and not is_unpriced and bool(_ALIKE & {*_doubts(answer)})
    return Headline(
        _title(answer, chosen, rival if is_alike else None),
        (chosen, rival) if rival is not None and is_alike else (chosen,),
        tuple(sentences[:MOST_SENTENCES]),
        _ENTER_PRICES if is_unpriced else None,
        None if rival is None else message("{option} also passes", option=rival.option.name),
        () if rival is None else tuple(_compare(answer, chosen, rival)),
        rival,
    )


_ENTER_PRICES = message("Enter the prices that are missing.")
_UNPRICED = message("Response time and load only: not all that pass have a price.")
_ALIKE = frozenset({DoubtReason.TIE, DoubtReason.PRICE})


def _doubts(answer: Answer) -> tuple[DoubtReason, ...]:
    return doubts(answer.options, answer.requirement.rule, answer.comparisons)


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
        text = "{option} answers fastest" if is_fastest else "{option} is first without prices"
        return message(text, option=name)
    return message("Buy {option}", option=name)


def _describe_fit(answer: Answer, chosen: OptionAnswer) -> Message:
    """Say what it does at the load as it is stated, and what it costs."""
    if answer.requirement.goal is Goal.NONE:
        return _describe_carrying(answer, chosen)
    fit = _describe_time(answer, chosen)
    if chosen.price is None:
        return message("{fit}.", fit=fit)
    return message(
        "{fit}, and costs {currency} {price:,.0f} over 36 months.",
        fit=fit,
        currency=answer.currency,
        price=chosen.price.total,
    )


def _describe_carrying(answer: Answer, chosen: OptionAnswer) -> Message:
    load = load_words(answer.requirement)
    if chosen.price is None:
        return message("It carries {load}; no response time is required.", load=load)
    return message(
        "It carries {load} and costs {currency} {price:,.0f} over 36 months; no response time is"
        " required.",
        load=load,
        currency=answer.currency,
        price=chosen.price.total,
    )


def _describe_time(answer: Answer, chosen: OptionAnswer) -> Message:
    asked, load, time = answer.requirement, load_words(answer.requirement), chosen.response_s
    target, places = milliseconds(asked.target_s), response_places(answer)
    if asked.goal is Goal.STORAGE_LATENCY and time.high is not None:
        return message(
            "At {load} its storage answers an I/O in {time:,.10g} ms or less where you allow"
            " {target:,.10g}",
            load=load,
            time=_shown_ms(time.high, places),
            target=target,
        )
    if chosen.basis is Basis.IO and time.point is not None:
        return message(
            "At {load} its storage takes up to {time:,.10g} of the {target:,.10g} ms you allow",
            load=load,
            time=_shown_ms(time.point, places),
            target=target,
        )
    if time.point is None and time.high is not None and chosen.basis is not Basis.IO:
        return message(
            "At {load} it answers in {time:,.10g} ms or less where you allow {target:,.10g}",
            load=load,
            time=_shown_ms(time.high, places),
            target=target,
        )
    if chosen.basis is Basis.IO or time.point is None:
        return message(
            "At {load} it keeps the {target:,.10g} ms you allow", load=load, target=target
        )
    return message(
        "At {load} it answers in {time:,.10g} ms where you allow {target:,.10g}",
        load=load,
        time=_shown_ms(time.point, places),
        target=target,
    )


def _shown_ms(seconds: float, places: int) -> float:
    """Return milliseconds with the decimals that the table shows."""
    return round(1000 * seconds, places)


def _describe_basis(answer: Answer, chosen: OptionAnswer) -> Iterator[Message]:
    """Say what the outcome is on where it is on less than repeated runs; else what is spare."""
    if chosen.basis is Basis.IO:
        yield message("The storage fits; the whole transaction was not measured.")
    elif chosen.basis is Basis.MEASURED_ONCE and chosen.margin is not None:
        yield message(
            "It was measured once; that run would have to be off by a factor of {margin:.1f}"
            " before this flips.",
            margin=chosen.margin,
        )
    elif chosen.basis is Basis.MEASURED_ONCE:
        yield message("It was measured once.")
    elif chosen.basis is Basis.PUBLISHED and answer.published_conclusion is not None:
        yield message(
            "A publication states it ({citation}); nothing was measured here.",
            citation=answer.published_conclusion.citation,
        )
    elif chosen.basis is Basis.PUBLISHED:
        yield message("A publication states it; nothing was measured here.")
    elif chosen.headroom is not None and chosen.headroom >= 0.005:
        text = (
            "It carries at least {percent:.0f} % more than you need."
            if chosen.capacity_is_censored
            else "It carries {percent:.0f} % more than you need."
        )
        yield message(text, percent=100 * chosen.headroom)


def _describe_choice(answer: Answer, rival: OptionAnswer) -> Iterator[Message]:
    """Say why it is first of those that pass, and what keeps it from being clear."""
    if answer.is_debouncing:
        return
    found = _doubts(answer)
    if DoubtReason.TIE in found:
        yield message("Both answer as fast as far as the runs can tell.")
    elif DoubtReason.PRICE in found:
        yield message("Both cost the same and take as long to set up.")
    elif found:
        yield message(
            "There is no clear winner: {rival} is close behind.", rival=rival.option.name
        )
    elif answer.requirement.rule is Rule.LOWEST_PRICE:
        yield message("Of the options that pass it has the lowest price.")
    else:
        yield message("Of the options that pass it is worth the most at your weights.")


def _describe_alone(
    answer: Answer, chosen: OptionAnswer, passing: Sequence[OptionAnswer]
) -> Iterator[Message]:
    if len(passing) > 1:
        yield message("Of those that pass it alone has a price.")
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
    """Say what the runner-up costs against the first, and what the first has for it."""
    if chosen.price is not None and rival.price is not None:
        more = rival.price.total - chosen.price.total
        text = (
            "It costs {currency} {amount:,.0f} more."
            if more > 0
            else ("It costs {currency} {amount:,.0f} less." if more < 0 else "It costs the same.")
        )
        yield message(text, currency=answer.currency, amount=abs(more))
    elif rival.price is None:
        yield message("It has no price.")
    ours, theirs = chosen.response_s.point, rival.response_s.point
    if ours is None or theirs is None:
        return
    if Basis.IO in {chosen.basis, rival.basis}:
        time = _shown_ms(theirs, response_places(answer))
        yield message("Its storage takes up to {time:,.10g} ms.", time=time)
        return
    places = response_places(answer)
    name = chosen.option.name
    later = round(abs(_shown_ms(theirs, places) - _shown_ms(ours, places)), places)
    if later > 0:
        text = (
            "{option} answers {ms:,.10g} ms sooner."
            if theirs > ours
            else "{option} answers {ms:,.10g} ms later."
        )
        yield message(text, option=name, ms=later)


def _not_chosen(answer: Answer, passing: Sequence[OptionAnswer]) -> Headline:
    """Options pass, and none is named: prices are missing, or the frontier is asked for."""
    efficient = [o for o in passing if o.on_frontier]
    if answer.requirement.rule is Rule.FRONTIER and efficient:
        return Headline(
            message("{count} efficient options", count=len(efficient))
            if len(efficient) > 1
            else message("Only {option} is efficient", option=efficient[0].option.name),
            tuple(efficient[:1]),
            (message("Of those that pass, none is both cheaper and worth more."),),
        )
    names = _in_a_row([message("{option}", option=o.option.name) for o in passing[:_MOST_NAMED]])
    return Headline(
        message("None that passes has a price"),
        sentences=(message("Shown to pass: {options}.", options=names or ""),),
        next_step=_ENTER_PRICES,
    )


def _nobody(answer: Answer) -> Headline:
    options = answer.options
    if options and all(o.outcome is Outcome.FAIL for o in options):
        return Headline(
            message("No option passes"),
            sentences=tuple(_describe_nearest(answer))[:MOST_SENTENCES],
            next_step=_describe_change(answer),
        )
    failing = sum(o.outcome is Outcome.FAIL for o in options)
    open_ = [o for o in options if o.outcome is Outcome.NOT_SHOWN]
    lacks = _in_a_row([_lack(o) for o in open_[:_MOST_NAMED]])
    premiums = [describe_premium(o.option.name, o.premium) for o in options if o.premium]
    first = (
        message("Nothing fails, nothing is shown.")
        if not failing
        else message("Failing: {failing} of {count} options.", failing=failing, count=len(options))
    )
    open_words = [] if lacks is None else [message("Open: {lacks}.", lacks=lacks)]
    sentences = (*premiums, first, *open_words)[:MOST_SENTENCES]
    return Headline(message("Not shown yet"), (), sentences, _describe_settling(answer))


def _describe_nearest(answer: Answer) -> Iterator[Message]:
    """Say who comes closest to the target, and who is over the budget by least."""
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
            target=milliseconds(answer.requirement.target_s),
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
        yield message(
            "{option} is {currency} {amount:,.0f} over budget.",
            option=name,
            currency=answer.currency,
            amount=amount,
        )


def _describe_nearest_load(answer: Answer) -> Iterator[Message]:
    room = [(o.headroom, o.option.name) for o in answer.options if o.headroom is not None]
    if room and max(room)[0] < 0:
        headroom, name = max(room)
        yield message(
            "{option} comes closest: it carries {percent:.0f} % less than you need.",
            option=name,
            percent=-100 * headroom,
        )


def _describe_change(answer: Answer) -> Message | None:
    """Return the nearest change of load or target at which an option passes."""
    for change in answer.changes:
        if change.winner is not None:
            return message(
                "{what} {to}: {option} would pass.",
                what=change.what,
                to=change.to,
                option=change.winner,
            )
    return None


def _describe_settling(answer: Answer) -> Message | None:
    """Return the test that settles an option, or else what its reason asks for."""
    unpriced = any(o.verdict in PASSES and o.price is None for o in answer.options)
    if unpriced and answer.requirement.budget is not None:
        return _ENTER_PRICES
    tested = next((o for o in answer.options if o.test_next_users is not None), None)
    if tested is not None:
        return describe_next_test(answer, tested)
    return next(
        (
            message("{option}: {reason}", option=o.option.name, reason=o.reason)
            for o in answer.options
            if o.outcome is Outcome.NOT_SHOWN and o.verdict not in PASSES
        ),
        None,
    )

"""The messages of a report: what each page, chart and table says, with its condition.

A title is a finding made from figures; what is plotted stands below it in small.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from arraywise.analysis.decision.ranking import find_rival
from arraywise.domain.claims import always_holds, define_claim
from arraywise.domain.criteria import Criterion, kind_of
from arraywise.domain.decision import round_load
from arraywise.domain.messages import Message, message, rounded_milliseconds
from arraywise.domain.requirement import Goal, LoadUnit, Outcome
from arraywise.present import answer_claims as say
from arraywise.present.figures import demand_unit, describe_load_in_unit
from arraywise.present.numbers import MILLION, PERCENT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from decimal import Decimal

    from arraywise.domain.claims import Claim, Figures, Predicate
    from arraywise.domain.decision import Answer, InputRange, OptionAnswer
    from arraywise.domain.messages import Figure
    from arraywise.domain.requirement import Requirement


def _named(answer: Answer, figures: Figures, key: str = "option") -> OptionAnswer:
    return next(o for o in answer.options if o.option.name == str(figures[key]))


def _with(answer: Answer, outcome: Outcome) -> list[OptionAnswer]:
    return [o for o in answer.options if o.outcome is outcome]


def _names_in(figure: object) -> set[str]:
    """Return the names that a list of options holds."""
    if not isinstance(figure, Message):
        return {str(figure)}
    return set().union(*(_names_in(part) for _, part in figure.figures))


def _are_all_with(outcome: Outcome) -> Predicate:
    return lambda a, f: _names_in(f["options"]) == {o.option.name for o in _with(a, outcome)}


def list_names(options: Iterable[OptionAnswer]) -> Message:
    """Name options in a sentence: "A, B and C"."""
    *before, last = [say.NAME.build_message(option=each.option.name) for each in options]
    if not before:
        return last
    head = reduce(lambda one, other: say.ROW.build_message(one=one, other=other), before)
    return say.AND.build_message(first=head, last=last)


# The summary: the first against the runner-up


def _is_better(one: float | None, other: float | None, *, more: bool = False) -> bool:
    return one is not None and other is not None and (one > other if more else one < other)


_ADVANTAGES: dict[str, Callable[[OptionAnswer, OptionAnswer], bool]] = {
    "speed": lambda a, b: _is_better(a.response_s.point, b.response_s.point),
    "load": lambda a, b: (
        not b.capacity_is_censored and _is_better(a.limit_tps, b.limit_tps, more=True)
    ),
    "price": lambda a, b: (
        a.price is not None and b.price is not None and a.price.total < b.price.total
    ),
    "provisioning": lambda a, b: _is_better(a.provisioning_s.point, b.provisioning_s.point),
}
"""By the word of what an option is ahead in."""
_WORDS = {
    "speed": define_claim("speed", always_holds),
    "load": define_claim("load", always_holds),
    "price": define_claim("price", always_holds),
    "provisioning": define_claim("provisioning", always_holds),
}


def _advantages(one: OptionAnswer, other: OptionAnswer) -> list[str]:
    return [word for word, holds in _ADVANTAGES.items() if holds(one, other)]


def _is_ahead_in(key: str, other: str, words: str) -> Predicate:
    def holds(answer: Answer, figures: Figures) -> bool:
        one, rival = _named(answer, figures, key), _named(answer, figures, other)
        stated = {word for word in _ADVANTAGES if word in _templates_in(figures[words])}
        return stated == {word for word in _ADVANTAGES if _ADVANTAGES[word](one, rival)}

    return holds


def _templates_in(figure: object) -> set[str]:
    if not isinstance(figure, Message):
        return set()
    return {figure.template}.union(*(_templates_in(part) for _, part in figure.figures))


_BOTH_WIN = define_claim(
    "{option} wins on {ours}, {rival} on {theirs}",
    lambda a, f: (
        _is_ahead_in("option", "rival", "ours")(a, f)
        and _is_ahead_in("rival", "option", "theirs")(a, f)
    ),
)
_ONE_WINS = define_claim(
    "{option} wins on {ours} over {rival}", _is_ahead_in("option", "rival", "ours")
)


def describe_advantages(answer: Answer) -> Message | None:
    """State what the first and the runner-up are each ahead in; None where in nothing."""
    first, rival = answer.recommended_answer, find_rival(answer.options)
    if first is None or rival is None:
        return None
    ours, theirs = _advantages(first, rival), _advantages(rival, first)
    if not ours:
        first, rival, ours, theirs = rival, first, theirs, ours
    if not ours:
        return None
    names = {"option": first.option.name, "rival": rival.option.name}
    if not theirs:
        return _ONE_WINS.build_message(**names, ours=_list_words(ours))
    return _BOTH_WIN.build_message(**names, ours=_list_words(ours), theirs=_list_words(theirs))


def _list_words(words: Sequence[str]) -> Message:
    *before, last = [_WORDS[word].build_message() for word in words]
    if not before:
        return last
    head = reduce(lambda one, other: say.ROW.build_message(one=one, other=other), before)
    return say.AND.build_message(first=head, last=last)


# Weights


_IN_SENTENCE = {
    Criterion.RESPONSE_TIME: message("response time"),
    Criterion.PRICE: message("price"),
    Criterion.HEADROOM: message("headroom"),
    Criterion.PROVISIONING: message("provisioning"),
    Criterion.HOST_CPU: message("host CPU"),
    Criterion.USABLE: message("usable capacity"),
    Criterion.AVAILABILITY: message("availability"),
    Criterion.OPERABILITY: message("operability"),
}


def criterion_in_sentence(criterion: Criterion) -> Message:
    """Name a criterion within a sentence; one of the study's own as it is."""
    if criterion.is_of_an_io:
        return message("latency of an I/O")
    return _IN_SENTENCE.get(criterion, kind_of(criterion).short_label)


def _names_of(criterion: Criterion) -> tuple[Message, Message]:
    return kind_of(criterion).short_label, criterion_in_sentence(criterion)


def _weights_by_word(answer: Answer) -> dict[Message, float]:
    return {word: weight for criterion, weight in answer.weights for word in _names_of(criterion)}


def _weighs(answer: Answer, figures: Figures, key: str, pick: Callable[..., float]) -> bool:
    weights = _weights_by_word(answer)
    stated = figures[key]
    return isinstance(stated, Message) and weights[stated] == pick(
        weight for weight in weights.values() if weight > 0
    )


_MOST_AND_LEAST = define_claim(
    "{most} weighs most, {least} least",
    lambda a, f: _weighs(a, f, "most", max) and _weighs(a, f, "least", min),
    judges_nested=True,
)
_ALL_ALIKE = define_claim(
    "All {count} criteria weigh the same",
    lambda a, f: len({round(w, 9) for _, w in a.weights}) == 1 and f["count"] == len(a.weights),
)
_ONLY_ONE = define_claim(
    "Only one criterion weighs: {most}",
    lambda a, _f: sum(weight > 0 for _, weight in a.weights) == 1,
    judges_nested=True,
)


def describe_weights(answer: Answer) -> Message | None:
    """State which criterion weighs most and which least."""
    known = [(weight, criterion) for criterion, weight in answer.weights if weight > 0]
    if not known:
        return None
    if len(known) == 1:
        return _ONLY_ONE.build_message(most=criterion_in_sentence(known[0][1]))
    most, least = max(known, key=lambda k: k[0]), min(known, key=lambda k: k[0])
    if round(most[0], 9) == round(least[0], 9):
        return _ALL_ALIKE.build_message(count=len(known))
    return _MOST_AND_LEAST.build_message(
        most=kind_of(most[1]).short_label, least=criterion_in_sentence(least[1])
    )


# Options and screen

_ALL_PASS = define_claim("All {count} options pass", lambda a, f: (
    f["count"] == len(a.options) == len(_with(a, Outcome.PASS))
))  # fmt: skip
_SOME_PASS = define_claim(
    "{passing} of {count} options pass every requirement: {options}",
    lambda a, f: (
        f["passing"] == len(_with(a, Outcome.PASS))
        and f["count"] == len(a.options)
        and _are_all_with(Outcome.PASS)(a, f)
    ),
)
_NONE_PASSES = define_claim(
    "None of {count} options is shown to pass every requirement",
    lambda a, f: f["count"] == len(a.options) and not _with(a, Outcome.PASS),
)
_ALONE_PASSES = define_claim(
    "{option} passes every requirement",
    lambda a, f: len(a.options) == 1 and _named(a, f).outcome is Outcome.PASS,
)
_BETWEEN_PRICES = define_claim(
    "{count} options cost {currency} {least:,.0f} to {most:,.0f} over 36 months",
    lambda a, f: (
        [f["count"], f["least"], f["most"]] == [len(p := _prices(a)), min(p), max(p)]
        and f["currency"] == a.currency
    ),
)
_ONE_PRICE = define_claim(
    "{option} costs {currency} {amount:,.0f} over 36 months",
    lambda a, f: (price := _named(a, f).price) is not None and price.total == f["amount"],
)
_COUNT = define_claim("{count} options, none priced yet", lambda a, f: (
    f["count"] == len(a.options) and not _prices(a)
))  # fmt: skip
_PRICED = define_claim(
    "{count} options; {priced} of them priced, at {currency} {least:,.0f} to {most:,.0f}",
    lambda a, f: (
        [f["count"], f["priced"], f["least"], f["most"]]
        == [len(a.options), len(p := _prices(a)), min(p), max(p)]
    ),
)


def _prices(answer: Answer) -> list[Decimal]:
    return [o.price.total for o in answer.options if o.price is not None]


def describe_screen(answer: Answer) -> Message:
    """State how many options pass every requirement, and which."""
    passing, count = _with(answer, Outcome.PASS), len(answer.options)
    if not passing:
        return _NONE_PASSES.build_message(count=count)
    if count == 1:
        return _ALONE_PASSES.build_message(option=passing[0].option.name)
    if len(passing) == count:
        return _ALL_PASS.build_message(count=count)
    return _SOME_PASS.build_message(passing=len(passing), count=count, options=list_names(passing))


def describe_options(answer: Answer) -> Message:
    """State how many options there are, and between which prices."""
    prices, count = (
        [o.price.total for o in answer.options if o.price is not None],
        len(answer.options),
    )
    if not prices:
        return _COUNT.build_message(count=count)
    if count == 1:
        name = answer.options[0].option.name
        return _ONE_PRICE.build_message(option=name, currency=answer.currency, amount=prices[0])
    ends: dict[str, Figure] = {
        "currency": answer.currency,
        "least": min(prices),
        "most": max(prices),
    }
    if len(prices) == count:
        return _BETWEEN_PRICES.build_message(count=count, **ends)
    return _PRICED.build_message(count=count, priced=len(prices), **ends)


# Load curve


def _carries(answer: Answer, figures: Figures) -> bool:
    limit = _named(answer, figures).limit_tps
    return limit is not None and round_load(limit) == figures["rate"]


_STAYS_BELOW = define_claim(
    "{option} stays below {target:,.10g} ms up to {rate:,.10g} transactions a second",
    lambda a, f: (
        _carries(a, f)
        and not a.requirement.min_headroom
        and rounded_milliseconds(a.requirement.target_s) == f["target"]
    ),
)
_STAYS_BELOW_KEPT = define_claim(
    "{option} stays below {target:,.10g} ms up to {rate:,.10g} transactions a second, with"
    " {kept:g} % headroom kept",
    lambda a, f: (
        _carries(a, f)
        and abs(PERCENT * a.requirement.min_headroom - float(str(f["kept"]))) < 1e-6
        and rounded_milliseconds(a.requirement.target_s) == f["target"]
    ),
)
_CARRIES_UP_TO = define_claim(
    "{option} carries up to {rate:,.10g} transactions a second", _carries
)
_NONE_CARRIES = define_claim(
    "No option is shown to carry {rate:,.1f} transactions a second",
    lambda a, f: abs(a.demand_tps - float(str(f["rate"]))) < 0.051 and not _with(a, Outcome.PASS),
)


def describe_load_curve(answer: Answer) -> Message | None:
    """State up to which load the best option keeps the target; None where none has a curve."""
    measured = [o for o in answer.options if o.levels]
    if not measured:
        return None
    chosen = answer.recommended_answer
    first = chosen if chosen in measured else max(
        (o for o in measured if o.limit_tps), key=lambda o: o.limit_tps or 0.0, default=None
    )  # fmt: skip
    if first is None or first.limit_tps is None or not _with(answer, Outcome.PASS):
        return _NONE_CARRIES.build_message(rate=round(answer.demand_tps, 1))
    said: dict[str, str | float] = {
        "option": first.option.name,
        "rate": round_load(first.limit_tps),
    }
    asked = answer.requirement
    if asked.goal is not Goal.RESPONSE_TIME:
        return _CARRIES_UP_TO.build_message(**said)
    said["target"] = rounded_milliseconds(asked.target_s)
    if not asked.min_headroom:
        return _STAYS_BELOW.build_message(**said)
    return _STAYS_BELOW_KEPT.build_message(**said, kept=round(PERCENT * asked.min_headroom, 6))


# What would change it

NEAR = 0.25
"""Share of today's value within which a change is near."""
_NEAR_FLIPS = define_claim(
    "{count} changes of less than {percent:g} % would give another answer",
    lambda _a, f: int(str(f["count"])) > 1,
)
_NEAR_FLIP = define_claim(
    "One change of less than {percent:g} % would give another answer", always_holds
)
_NO_NEAR_FLIP = define_claim(
    "No single change of less than {percent:g} % gives another answer",
    lambda a, f: (
        not [
            c
            for c in a.changes
            if c.by is not None and abs(PERCENT * c.by) < float(str(f["percent"]))
        ]
    ),
)
_MOVES = define_claim(
    "{count} of {all} inputs change the answer within their range",
    lambda _a, f: 0 < int(str(f["count"])) <= int(str(f["all"])),
)
_MOVES_NOTHING = define_claim(
    "None of {all} inputs changes the answer within its range",
    lambda _a, f: int(str(f["all"])) > 0,
)


def describe_near_flips(distances: Sequence[float]) -> Message:
    """State how many changes near today's values give another answer."""
    count = sum(abs(by) < NEAR for by in distances)
    if not count:
        return _NO_NEAR_FLIP.build_message(percent=PERCENT * NEAR)
    if count == 1:
        return _NEAR_FLIP.build_message(percent=PERCENT * NEAR)
    return _NEAR_FLIPS.build_message(count=count, percent=PERCENT * NEAR)


def describe_tornado(flips: int, bars: int) -> Message:
    """State how many inputs change the answer while they move over their range."""
    if not flips:
        return _MOVES_NOTHING.build_message(all=bars)
    return _MOVES.build_message(count=flips, all=bars)


_KEEPS = define_claim(
    "{option} stays the answer {within}",
    lambda a, f: a.recommended is not None and a.recommended.name == f["option"],
)
_CONDITION = define_claim(
    "The load is right: {option} stays the answer {within}. Confirm it before you order.",
    lambda a, f: a.recommended is not None and a.recommended.name == f["option"],
)
_NO_WINNER = define_claim(
    "At this load and target no option is shown to pass",
    lambda a, _f: not _with(a, Outcome.PASS),
)


def _holds_today(answer: Answer, figures: Figures) -> bool:
    """Hold where the stated load lies between the ends that a sentence names."""
    load = answer.requirement.stated_load[1] * (1 - 0.01)
    high = answer.requirement.stated_load[1] * (1 + 0.01)
    low_end, high_end = (_load_in(figures.get(key)) for key in ("low", "high"))
    return (low_end is None or low_end <= high) and (high_end is None or load <= high_end)


def _load_in(figure: object) -> float | None:
    if not isinstance(figure, Message):
        return None
    said = dict(figure.figures)
    return float(str(said["load"])) if "load" in said else 1e6 * float(str(said["millions"]))


_AT_ANY_LOAD = define_claim("at any load from a third to twice of it", always_holds)
_LOAD_TO = define_claim("up to {high}", _holds_today, judges_nested=True)
_LOAD_FROM = define_claim("from {low} on", _holds_today, judges_nested=True)
_LOAD_BETWEEN = define_claim("from {low} to {high}", _holds_today, judges_nested=True)


def describe_load(asked: Requirement, visits: float) -> Message:
    """Write a load, given in visits a month, in the unit of the requirement."""
    unit, load = asked.stated_load
    exact = visits * load / asked.visits_per_month
    if unit is LoadUnit.VISITS and exact >= MILLION:
        return message("{millions:,.1f} million visits a month", millions=exact / MILLION)
    is_of_users = unit in {LoadUnit.USERS, LoadUnit.VISITS}
    return describe_load_in_unit(unit, float(round(exact)) if is_of_users else round_load(exact))


def _stretch_of_today(answer: Answer, stretches: Sequence[InputRange]) -> Message | None:
    """Return between which loads the recommended option stays the answer."""
    asked = answer.requirement
    load = float(asked.visits_per_month)
    here = next((s for s in stretches if s.start <= load <= s.end), None)
    if here is None or here.winner is None or not load:
        return None
    if answer.recommended is None or answer.options[here.winner].option != answer.recommended:
        return None
    low, high = describe_load(asked, here.start), describe_load(asked, here.end)
    is_first, is_last = here is stretches[0], here is stretches[-1]
    if is_first and is_last:
        return _AT_ANY_LOAD.build_message()
    if is_first:
        return _LOAD_TO.build_message(high=high)
    return (
        _LOAD_FROM.build_message(low=low)
        if is_last
        else _LOAD_BETWEEN.build_message(low=low, high=high)
    )


def describe_map(answer: Answer, stretches: Sequence[InputRange]) -> Message | None:
    """State between which loads the recommended option stays the answer, by the map's cut."""
    if answer.recommended is None:
        return None if _with(answer, Outcome.PASS) else _NO_WINNER.build_message()
    within = _stretch_of_today(answer, stretches)
    return within and _KEEPS.build_message(option=answer.recommended.name, within=within)


def describe_condition(answer: Answer, stretches: Sequence[InputRange]) -> Message | None:
    """State on which load the answer depends."""
    within = _stretch_of_today(answer, stretches)
    if within is None or answer.recommended is None:
        return None
    return _CONDITION.build_message(option=answer.recommended.name, within=within)


# Why this one


def _score(answer: Answer, figures: Figures, key: str, value: str) -> bool:
    point = _named(answer, figures, key).value.point
    return point is not None and abs(point - float(str(figures[value]))) <= 0.0501


_SCORES = define_claim(
    "{option} scores {points:.1f} of 100, {rival} {others:.1f}",
    lambda a, f: _score(a, f, "option", "points") and _score(a, f, "rival", "others"),
)
_SCORES_ALONE = define_claim(
    "{option} scores {points:.1f} of 100", lambda a, f: _score(a, f, "option", "points")
)


def describe_scores(answer: Answer) -> Message | None:
    """State what the first and the runner-up score."""
    first, rival = answer.recommended_answer, find_rival(answer.options)
    if first is None or first.value.point is None:
        return None
    name, points = first.option.name, round(first.value.point, 1)
    if rival is None or rival.value.point is None:
        return _SCORES_ALONE.build_message(option=name, points=points)
    return _SCORES.build_message(
        option=name,
        points=points,
        rival=rival.option.name,
        others=round(rival.value.point, 1),
    )


def _gains(one: OptionAnswer, other: OptionAnswer) -> dict[Criterion, float]:
    """Return how much more each criterion adds to the score of one than of another."""
    theirs = {cell.criterion: cell.contribution or 0.0 for cell in other.scores}
    return {
        cell.criterion: (cell.contribution or 0.0) - theirs[cell.criterion] for cell in one.scores
    }


def _is_gain(answer: Answer, figures: Figures, key: str, other: str, word: str) -> bool:
    gains = _gains(_named(answer, figures, key), _named(answer, figures, other))
    found = next(gain for c, gain in gains.items() if figures[word] in _names_of(c))
    return 0 < found == max(gains.values())


_SPEAK = define_claim(
    "{gain} favours {option}, {loss} favours {rival}",
    lambda a, f: (
        _is_gain(a, f, "option", "rival", "gain") and _is_gain(a, f, "rival", "option", "loss")
    ),
    judges_nested=True,
)
_SPEAKS = define_claim(
    "{gain} favours {option}",
    lambda a, f: _is_gain(a, f, "option", "rival", "gain"),
    judges_nested=True,
)


def describe_contributions(answer: Answer) -> Message | None:
    """State what speaks most for the first, and what for the runner-up."""
    first, rival = answer.recommended_answer, find_rival(answer.options)
    if first is None or rival is None or not first.scores:
        return describe_scores(answer)
    gains = _gains(first, rival)
    gain, loss = max(gains, key=lambda k: gains[k]), min(gains, key=lambda k: gains[k])
    names = {"option": first.option.name, "rival": rival.option.name}
    if gains[gain] <= 0:
        return None
    if gains[loss] >= 0:
        return _SPEAKS.build_message(gain=kind_of(gain).short_label, **names)
    return _SPEAK.build_message(
        gain=kind_of(gain).short_label, loss=criterion_in_sentence(loss), **names
    )


def _range_of(answer: Answer, word: object) -> tuple[float, float]:
    return next((low, high) for c, low, high in answer.weight_ranges if word in _names_of(c))


_MORE_THAN = define_claim(
    "{option} stays first until {criterion} weighs more than {percent:.10g} %.",
    lambda a, f: abs(PERCENT * _range_of(a, f["criterion"])[1] - float(str(f["percent"]))) <= 0.1,
    judges_nested=True,
)
_LESS_THAN = define_claim(
    "{option} stays first until {criterion} weighs less than {percent:.10g} %.",
    lambda a, f: abs(PERCENT * _range_of(a, f["criterion"])[0] - float(str(f["percent"]))) <= 0.1,
    judges_nested=True,
)
_ANY_WEIGHTS = define_claim(
    "{option} stays first at any weight of a single criterion.",
    lambda a, _f: all(low <= 0 and high >= 1 for _, low, high in a.weight_ranges),
)


def describe_nearest_weight(
    answer: Answer, rounded: Callable[[float, float, float], tuple[float, float]]
) -> Message | None:
    """State the weight nearest to today's at which another option leads."""
    if answer.recommended is None or not answer.weight_ranges:
        return None
    today, name = dict(answer.weights), answer.recommended.name
    ends: list[tuple[float, Claim, Criterion, float]] = []
    for criterion, low, high in answer.weight_ranges:
        least, most = rounded(low, high, today[criterion])
        if low > 0:
            ends.append((today[criterion] - low, _LESS_THAN, criterion, least))
        if high < 1:
            ends.append((high - today[criterion], _MORE_THAN, criterion, most))
    if not ends:
        return _ANY_WEIGHTS.build_message(option=name)
    _, sentence, criterion, percent = min(ends, key=lambda end: end[0])
    return sentence.build_message(
        option=name, criterion=criterion_in_sentence(criterion), percent=percent
    )


# Not shown

_COULD_PASS = define_claim(
    "{count} of {all} options are not shown to pass or to fail: {options}",
    lambda a, f: (
        f["count"] == len(_with(a, Outcome.NOT_SHOWN))
        and f["all"] == len(a.options)
        and _are_all_with(Outcome.NOT_SHOWN)(a, f)
    ),
)
_COULD_PASS_ALONE = define_claim(
    "{option} is not shown to pass or to fail",
    lambda a, f: _named(a, f).outcome is Outcome.NOT_SHOWN,
)
_ALL_JUDGED = define_claim(
    "Every option is shown to pass or to fail",
    lambda a, _f: not _with(a, Outcome.NOT_SHOWN),
)


def describe_not_shown(answer: Answer) -> Message:
    """State which options are not judged."""
    lacking = _with(answer, Outcome.NOT_SHOWN)
    if not lacking:
        return _ALL_JUDGED.build_message()
    if len(lacking) == 1:
        return _COULD_PASS_ALONE.build_message(option=lacking[0].option.name)
    return _COULD_PASS.build_message(
        count=len(lacking), all=len(answer.options), options=list_names(lacking)
    )


NO_OPTION_YET = define_claim(
    "No option can be recommended yet", lambda a, _f: not _with(a, Outcome.PASS)
)
NO_REQUIREMENT_YET = define_claim(
    "The requirement is still to be stated", lambda a, _f: not a.is_stated
)
_OUT_AND_OPEN = define_claim(
    "What is known: {failing} of {count} options fail; still open: {open}",
    lambda a, f: (
        [f["failing"], f["open"], f["count"]]
        == [len(_with(a, Outcome.FAIL)), len(_with(a, Outcome.NOT_SHOWN)), len(a.options)]
    ),
)
_ALL_OPEN = define_claim(
    "What is known: none of {count} options is out",
    lambda a, f: f["count"] == len(a.options) and not _with(a, Outcome.FAIL),
)


def describe_known(answer: Answer) -> Message:
    """State how many options are out and how many are open."""
    failing, count = len(_with(answer, Outcome.FAIL)), len(answer.options)
    if not failing:
        return _ALL_OPEN.build_message(count=count)
    return _OUT_AND_OPEN.build_message(
        failing=failing, count=count, open=len(_with(answer, Outcome.NOT_SHOWN))
    )


def is_undecided(answer: Answer) -> bool:
    """Return whether the study cannot decide yet: nothing passes, and not all is shown to fail."""
    return not _with(answer, Outcome.PASS) and (
        not answer.options or bool(_with(answer, Outcome.NOT_SHOWN))
    )


_SCENARIOS_AGREE = define_claim("All {count} scenarios give the same answer", always_holds)
_SCENARIOS_DIFFER = define_claim(
    "{count} scenarios give {answers} different answers", always_holds
)


def describe_scenarios(count: int, answers: int) -> Message:
    """State how many answers the scenarios give."""
    if answers == 1:
        return _SCENARIOS_AGREE.build_message(count=count)
    return _SCENARIOS_DIFFER.build_message(count=count, answers=answers)


_FINDINGS_TOUCH = define_claim(
    "{count} findings touch the answer",
    lambda a, f: int(str(f["count"])) <= len(a.findings),
)
_FINDING_TOUCHES = define_claim("One finding touches the answer", lambda a, _f: bool(a.findings))
_NO_FINDING = define_claim("No finding touches the answer", always_holds)
_STEPS = define_claim("{count} steps to the order", always_holds)
_ONE_STEP = define_claim("One step to the order", always_holds)


def describe_findings(answer: Answer, count: int) -> Message:
    """State how many findings touch the answer."""
    if count == 1 and answer.findings:
        return _FINDING_TOUCHES.build_message()
    return _FINDINGS_TOUCH.build_message(count=count) if count else _NO_FINDING.build_message()


def describe_steps(count: int) -> Message:
    """State how many steps there are to the order."""
    return _STEPS.build_message(count=count) if count > 1 else _ONE_STEP.build_message()


def _firsts(answer: Answer) -> list[int | None]:
    return [
        next((i for i, rank in enumerate(opinion.ranks) if rank == 1), None)
        for opinion in answer.opinions
    ]


_OPINIONS_AGREE = define_claim(
    "All {count} sets of weights put the same option first",
    lambda a, f: len(_firsts(a)) == f["count"] and len(set(_firsts(a))) == 1,
)
_OPINIONS_DIFFER = define_claim(
    "{count} sets of weights put {options} different options first",
    lambda a, f: [f["count"], f["options"]] == [len(_firsts(a)), len(set(_firsts(a)))],
)


def describe_opinions(answer: Answer) -> Message:
    """State whether all sets of weights put the same option first."""
    count, options = len(answer.opinions), len(set(_firsts(answer)))
    if options == 1:
        return _OPINIONS_AGREE.build_message(count=count)
    return _OPINIONS_DIFFER.build_message(count=count, options=options)


# The question

_RATE = define_claim("{rate} are required", lambda a, _f: a.demand_tps > 0, judges_nested=True)
_RATE_WITHIN = define_claim(
    "{rate} are required within {target:,.10g} ms",
    lambda a, f: rounded_milliseconds(a.requirement.target_s) == f["target"],
    judges_nested=True,
)


def describe_need(answer: Answer) -> Message:
    """State the rate that options are judged at, and the target."""
    rate = describe_load_in_unit(demand_unit(answer), round(answer.demand_tps, 1))
    if answer.requirement.goal is Goal.NONE:
        return _RATE.build_message(rate=rate)
    return _RATE_WITHIN.build_message(
        rate=rate, target=rounded_milliseconds(answer.requirement.target_s)
    )

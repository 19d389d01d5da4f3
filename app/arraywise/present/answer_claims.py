"""The sentences of the headline, each with the condition under which it is true of an answer.

"It" in a sentence is the recommended option.
"""

from __future__ import annotations

import math
from itertools import permutations
from typing import TYPE_CHECKING

from arraywise.analysis.curves.load_level import Bottleneck
from arraywise.analysis.decision.break_even import LOAD_LIMITS
from arraywise.analysis.decision.ranking import LEAST_FIRST_SHARE, LEAST_MARGIN, find_rival
from arraywise.analysis.demand import most_needed_bytes, usable
from arraywise.domain.capacity import TB
from arraywise.domain.claims import claim, joins_phrases
from arraywise.domain.decision import FAILS, PASSES, Verdict
from arraywise.domain.messages import Message, shown_ms
from arraywise.domain.requirement import ESTIMATED_P90, Basis, Goal, Outcome
from arraywise.present.labels import BASIS_WORDS, OUTCOME_WORDS
from arraywise.present.numbers import response_places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.domain.claims import Figures, Predicate
    from arraywise.domain.decision import Answer, OptionAnswer


def _chosen(answer: Answer) -> OptionAnswer:
    """Return the recommended option.

    Raises:
        LookupError: when none is recommended, which no sentence about "it" may be said of.
    """
    if answer.chosen is None:
        raise LookupError
    return answer.chosen


def _named(answer: Answer, figures: Figures, key: str = "option") -> OptionAnswer:
    name = str(figures[key])
    return next(o for o in answer.options if o.option.name == name)


def _passing(answer: Answer) -> list[OptionAnswer]:
    return [o for o in answer.options if o.outcome is Outcome.PASS]


def _ms_of(answer: Answer, seconds: float | None) -> float | None:
    return None if seconds is None else round(1000 * seconds, response_places(answer))


def _is_about(one: float, other: object, share: float = 1e-6) -> bool:
    stated = float(str(other))
    return one == stated or abs(one - stated) <= share * max(abs(one), 1e-12)


def _states_target(answer: Answer, figures: Figures) -> bool:
    """Hold where the target is the one stated, or the sentence names none."""
    target = figures.get("target")
    return target is None or _is_about(shown_ms(answer.requirement.target_s), target)


def _chosen_takes(end: Callable[[OptionAnswer], float | None], *bases: Basis) -> Predicate:
    """Hold where an end of the chosen option's time is the stated one, within the target."""

    def holds(answer: Answer, figures: Figures) -> bool:
        chosen = _chosen(answer)
        seconds = end(chosen)
        is_stated = seconds is not None and _ms_of(answer, seconds) == figures["time"]
        fits = seconds is not None and seconds <= answer.requirement.target_s
        return is_stated and fits and chosen.basis in bases and _states_target(answer, figures)

    return holds


def _equal(answer: Answer) -> list[OptionAnswer]:
    first = round(_chosen(answer).value.point or 0.0, 9)
    return [o for o in _passing(answer) if round(o.value.point or -1.0, 9) == first]


# Titles
BUY = claim(
    "Buy {option}",
    lambda a, f: (
        _chosen(a) is _named(a, f)
        and _chosen(a).outcome is Outcome.PASS
        and not (a.certainty.is_tied and not a.certainty.without_prices)
    ),
)
EITHER = claim(
    "{option} or {rival}",
    lambda a, f: (
        a.certainty.is_tied
        and all(_named(a, f, key).outcome is Outcome.PASS for key in ("option", "rival"))
        and len([o for o in _equal(a) if o.price is not None]) <= 2
    ),
)
ONLY_PASS = claim("Only {option} is shown to pass", lambda a, f: _passing(a) == [_named(a, f)])
FASTEST = claim(
    "{option} answers fastest",
    lambda a, f: all(
        (_named(a, f).response_s.point or 0.0) <= o.response_s.point
        for o in _passing(a)
        if o.response_s.point is not None
    ),
)
FIRST_UNPRICED = claim(
    "{option} is first; prices are missing",
    lambda a, f: _named(a, f).rank == 1 and any(o.price is None for o in _passing(a)),
)
PASS_ALIKE = claim(
    "{count} options pass alike",
    lambda a, f: (
        f["count"]
        == sum(
            round(o.value.point, 9) == round(_chosen(a).value.point or 0.0, 9)
            for o in _passing(a)
            if o.value.point is not None
        )
    ),
)
EQUAL = claim(
    "They score the same and cost the same: {options}.",
    lambda a, _f: len({o.price.total for o in _equal(a) if o.price is not None}) == 1,
)
EFFICIENT_COUNT = claim(
    "{count} efficient options",
    lambda a, f: f["count"] == sum(o.on_frontier for o in _passing(a)),
)
ONLY_EFFICIENT = claim(
    "Only {option} is efficient",
    lambda a, f: [o for o in _passing(a) if o.on_frontier] == [_named(a, f)],
)
NO_PRICE_PASSES = claim(
    "None that passes has a price",
    lambda a, _f: bool(_passing(a)) and all(o.price is None for o in _passing(a)),
)
NONE_PASSES = claim(
    "No option passes",
    lambda a, _f: bool(a.options) and all(o.outcome is Outcome.FAIL for o in a.options),
)
NO_OPTIONS = claim("No options yet", lambda a, _f: not a.options)
NOT_SHOWN_YET = claim(
    "Not shown yet",
    lambda a, _f: not _passing(a) and any(o.outcome is Outcome.NOT_SHOWN for o in a.options),
)
TITLE_LINE = claim("{title}.", joins_phrases)
TITLE_WITH_OUTCOME = claim(
    "{title}: {outcome}, {basis}.",
    lambda a, f: (
        f["outcome"] == OUTCOME_WORDS[_chosen(a).outcome] if a.chosen is not None else True
    ),
)

# What it does at the required load, and what it costs
CARRIES = claim("It carries the load", lambda a, _f: _chosen(a).outcome is Outcome.PASS)
NO_TARGET = claim(
    "{fit}; you set no response time.", lambda a, _f: a.requirement.goal is Goal.NONE
)
FIT = claim("{fit}.", joins_phrases)
FIT_AT = claim(
    "{fit}, at {required}",
    lambda a, f: (
        isinstance(f["required"], Message)
        and dict(f["required"].figures)["rate"] == round(a.demand_tps, 1)
    ),
)
"""With the load at which the time holds."""
for _required in (
    "{rate:,.10g} {unit} with growth",
    "{rate:,.10g} {unit} with growth and {reserve:g} % reserve",
    "{rate:,.10g} {unit} ({load} and {reserve:g} % reserve)",
):
    claim(
        _required,
        lambda a, f: "reserve" not in f or _is_about(100 * a.requirement.reserve, f["reserve"]),
        is_whole=True,
    )
NO_TARGET_PRICED = claim(
    "{fit} and costs {price} over 36 months; you set no response time.",
    lambda a, f: a.requirement.goal is Goal.NONE and _costs(_chosen(a), f["price"]),
)
FIT_PRICED = claim(
    "{fit}, and it costs {price} over 36 months.",
    lambda a, f: _costs(_chosen(a), f["price"]),
)
MONEY = claim(
    "{currency} {amount:,.0f}",
    lambda a, f: f["currency"] == a.currency and a.discount_rate is None,
)
MONEY_NPV = claim(
    "{currency} {amount:,.0f} (net present value)",
    lambda a, f: f["currency"] == a.currency and a.discount_rate is not None,
)
KEEPS_TARGET = claim(
    "It keeps the {target:,.10g} ms you allow",
    lambda a, f: _chosen(a).outcome is Outcome.PASS and _states_target(a, f),
)
STORAGE_ANSWERS = claim(
    "Its storage answers an I/O in {time:,.10g} ms or less where you allow {target:,.10g}",
    lambda a, f: (
        a.requirement.goal is Goal.STORAGE_LATENCY
        and _chosen_takes(lambda o: o.response_s.high, *Basis)(a, f)
    ),
)
STORAGE_TAKES = claim(
    "Its storage takes up to {time:,.10g} of the {target:,.10g} ms you allow",
    _chosen_takes(lambda o: o.response_s.point, Basis.IO),
)
STORAGE_TAKES_OF_SHARE = claim(
    "Its storage takes up to {time:,.10g} of the {share:,.10g} ms that storage may take",
    lambda a, f: (
        _chosen_takes(lambda o: o.response_s.point, Basis.IO)(a, f)
        and _is_about(
            shown_ms(a.requirement.target_s * (a.requirement.storage_share or 0.0)), f["share"]
        )
    ),
)
_TRANSACTIONS = tuple(basis for basis in Basis if basis is not Basis.IO)
ANSWERS = claim(
    "It answers in {time:,.10g} ms where you allow {target:,.10g}",
    _chosen_takes(lambda o: o.response_s.point, *_TRANSACTIONS),
)
ANSWERS_AT_MOST = claim(
    "It answers in {time:,.10g} ms or less where you allow {target:,.10g}",
    _chosen_takes(lambda o: o.response_s.high, *_TRANSACTIONS),
)


def _costs(option: OptionAnswer, price: object) -> bool:
    stated = dict(price.figures)["amount"] if isinstance(price, Message) else None
    return option.price is not None and stated == option.price.total


# On what the outcome is based, and what is spare
FITS_ONLY = claim(
    "The storage fits; the whole transaction was not measured.",
    lambda a, _f: _chosen(a).basis is Basis.IO,
)
ONCE_WITH_MARGIN = claim(
    "It was measured once; that run would have to be off {margin:.1f} times to change this.",
    lambda a, f: _chosen(a).basis is Basis.MEASURED_ONCE and _chosen(a).margin == f["margin"],
)
ONCE = claim("It was measured once.", lambda a, _f: _chosen(a).basis is Basis.MEASURED_ONCE)
PUBLISHED = claim(
    "Published figures; nothing was measured here.",
    lambda a, _f: _chosen(a).basis is Basis.PUBLISHED,
)

ESTIMATED = claim(
    "This p90 is an estimate from the transactions' deciles.",
    lambda a, _f: (
        _chosen(a).basis is Basis.ESTIMATED and a.requirement.drawn_statistic == ESTIMATED_P90
    ),
)


def _carries_times(answer: Answer, times: float) -> bool:
    """Return whether the chosen option carries so many times the demand, rounded down."""
    limit = _chosen(answer).limit_tps
    return limit is not None and 0 <= limit / answer.demand_tps - times < max(1.0, 0.1 * times)


CARRIES_TIMES_LEAST = claim(
    "It carries at least {times:,.10g} times what you need.",
    lambda a, f: _carries_times(a, float(str(f["times"]))) and _chosen(a).capacity_is_censored,
)
CARRIES_TIMES = claim(
    "It carries {times:,.10g} times what you need.",
    lambda a, f: _carries_times(a, float(str(f["times"]))),
)


def _carries_percent(answer: Answer, figures: Figures) -> bool:
    limit = _chosen(answer).limit_tps
    return limit is not None and _is_about(
        100 * (limit / answer.demand_tps - 1), figures["percent"], 1e-6
    )


CARRIES_MORE_LEAST = claim(
    "It carries at least {percent:,.0f} % more than you need.",
    lambda a, f: _carries_percent(a, f) and _chosen(a).capacity_is_censored,
)
CARRIES_MORE = claim("It carries {percent:,.0f} % more than you need.", _carries_percent)

# Why it is first of those that pass


def _rival(answer: Answer) -> OptionAnswer:
    rival = find_rival(answer.options)
    if rival is None:
        raise LookupError
    return rival


def _has_test(answer: Answer) -> bool:
    pair = {_chosen(answer).option.name, _rival(answer).option.name}
    return any(set(c.options) == pair and c.tied for c in answer.comparisons)


def _intervals_overlap(answer: Answer) -> bool:
    ours, theirs = _chosen(answer).response_s, _rival(answer).response_s
    known = ours.high is not None and theirs.high is not None
    return (
        known
        and (ours.low or 0.0) <= (theirs.high or 0.0)
        and (theirs.low or 0.0) <= (ours.high or 0.0)
    )


TIMES_TIED = claim(
    "The measured response times do not differ significantly.", lambda a, _f: _has_test(a)
)
INTERVALS_OVERLAP = claim(
    "The intervals of their response times overlap.", lambda a, _f: _intervals_overlap(a)
)


def _cost_alike(answer: Answer, _figures: Figures) -> bool:
    ours, theirs = _chosen(answer).price, _rival(answer).price
    return ours is not None and theirs is not None and ours.total == theirs.total


def _are_set_up_alike(answer: Answer) -> bool:
    ours, theirs = _chosen(answer).provisioning_s.point, _rival(answer).provisioning_s.point
    return ours is not None and ours == theirs


COST_AND_SET_UP_ALIKE = claim(
    "Both cost the same and take as long to set up.",
    lambda a, f: _cost_alike(a, f) and _are_set_up_alike(a),
)
COST_ALIKE = claim("Both cost the same.", _cost_alike)
CLOSE_BEHIND = claim(
    "{rival} is close behind.",
    lambda a, f: (
        _named(a, f, "rival") is _rival(a)
        and (
            (_chosen(a).value.point or 0.0) - (_rival(a).value.point or 0.0) < LEAST_MARGIN
            or (_chosen(a).first_share or 0.0) < LEAST_FIRST_SHARE
        )
    ),
)


def _is_cheapest(answer: Answer, *, of_all: bool) -> bool:
    prices = [o.price for o in _passing(answer)]
    ours = _chosen(answer).price
    totals = [price.total for price in prices if price is not None]
    return ours is not None and ours.total == min(totals) and (None not in prices) is of_all


LOWEST_PRICE = claim(
    "It has the lowest price of the passing options.",
    lambda a, _f: _is_cheapest(a, of_all=True),
)
LOWEST_KNOWN_PRICE = claim(
    "It has the lowest price of the passing options that have one.",
    lambda a, _f: _is_cheapest(a, of_all=False),
)


def _scores_highest(answer: Answer, _figures: Figures) -> bool:
    values = [o.value.point for o in answer.options if o.rank is not None]
    return _chosen(answer).value.point == max(v for v in values if v is not None)


HIGHEST_AT_MEAN = claim("It has the highest score at the mean of all weights.", _scores_highest)
HIGHEST_OF = claim("It has the highest score at the weights of {name}.", _scores_highest)
HIGHEST = claim("It has the highest score at your weights.", _scores_highest)

# Where no rival passes
ONLY_PRICED = claim(
    "It is the only passing option with a price.",
    lambda a, _f: [o for o in _passing(a) if o.price is not None] == [_chosen(a)],
)
ONLY_SHOWN = claim("It is the only one shown to pass.", lambda a, _f: _passing(a) == [_chosen(a)])
ONLY_SHOWN_OTHERS = claim(
    "It is the only one shown to pass; the others: {lacks}.",
    lambda a, _f: _passing(a) == [_chosen(a)],
)
OTHERS = claim("The others: {lacks}.", joins_phrases)
ROW = claim("{one}, {other}", joins_phrases)
NAME = claim("{option}", lambda a, f: _named(a, f) is not None)
AND = claim("{first} and {last}", joins_phrases)
COUNT_OF_OPTIONS = claim("{count} options", lambda a, f: int(str(f["count"])) <= len(a.options))


LACKS = claim("{option} ({reason})", joins_phrases)
"""The words of the reason are judged as said of the option."""


def _said_of(answer: Answer, figures: Figures) -> list[OptionAnswer]:
    """Return the option that words are said of, or all open ones where they are counted."""
    if isinstance(figures["option"], Message):
        return [o for o in answer.options if o.outcome is Outcome.NOT_SHOWN]
    return [_named(answer, figures)]


def _of_each(holds: Callable[[OptionAnswer], bool]) -> Predicate:
    return lambda answer, figures: all(map(holds, _said_of(answer, figures)))


def _is_beyond_tested(answer: Answer, figures: Figures) -> bool:
    """Hold where the demand lies above the slowest level of an option, or nothing was measured."""
    return all(
        not o.levels or answer.demand_tps > min(level.rate_tps.point or 0.0 for level in o.levels)
        for o in _said_of(answer, figures)
    )


def _are_limited_by(*limits: Bottleneck) -> Predicate:
    return _of_each(lambda o: any(level.bottleneck in limits for level in o.levels))


_HOST = (Bottleneck.HOST, Bottleneck.HOST_NEAR, Bottleneck.SINGLE_THREAD)
FAILING = claim("fails", _of_each(lambda o: o.status in FAILS))
claim("load not tested", _is_beyond_tested)
claim("limited by the host", _are_limited_by(*_HOST))
claim("limited by the load generator", _are_limited_by(Bottleneck.CLIENT))
claim("host memory paged", _are_limited_by(Bottleneck.PAGING))
claim("CPUs shared with others", _are_limited_by(Bottleneck.STOLEN))
claim("figures contradict each other", _are_limited_by(Bottleneck.INVALID))
claim("no complete run", _of_each(lambda o: not o.levels))
claim(
    "rate not certain",
    lambda a, f: all(
        a.demand_tps <= max(level.rate_tps.point or 0.0 for level in o.levels)
        for o in _said_of(a, f)
    ),
)
claim("one level tested", _of_each(lambda o: len(o.levels) == 1))
claim("no level repeated", _of_each(lambda o: all(level.runs == 1 for level in o.levels)))
claim("no run that counts", _of_each(lambda o: not o.levels))
claim("no price", _of_each(lambda o: o.price is None))
claim(
    "over the budget",
    lambda a, f: all(
        o.price is not None
        and a.requirement.budget is not None
        and o.price.total > a.requirement.budget
        for o in _said_of(a, f)
    ),
)
claim("cannot be shared", _of_each(lambda o: o.option.shared_storage is False))
claim(
    "target within the interval",
    lambda a, f: all(
        (o.response_s.low or 0.0) <= a.requirement.target_s <= (o.response_s.high or math.inf)
        for o in _said_of(a, f)
    ),
)
claim(
    "tested on another host",
    lambda a, f: all(
        any(x.check == "judged on another host" and o.option.name in x.options for x in a.findings)
        for o in _said_of(a, f)
    ),
)
claim(
    "below the lowest tested load",
    lambda a, f: all(
        a.demand_tps < min(level.rate_tps.point or 0.0 for level in o.levels)
        for o in _said_of(a, f)
    ),
)
claim(
    "statistic not measured",
    lambda a, f: all(not o.levels for o in _said_of(a, f)),
)
for _word in (
    *("workload unknown", "no test counts", "only users stated", "no response time stated"),
    *("too near the figure", "large I/O unknown", "too few writes tested", "too near its limit"),
    *("tests contradict each other", "only means known", "storage's share not stated"),
    *("no latency measured", "latency may be over", "storage takes too much"),
    *("known from below only", "known from above only", "headroom not shown", "not stated"),
    *("serves no files", "restored too late", "holds too little", "capacity not shown"),
    *("misses the target with a failed part", "not shown with a part failed"),
):  # of what the answer does not hold: their figures are those of the option's reason
    claim(_word, _of_each(lambda o: o.outcome is not Outcome.PASS))
for _named_word in (*BASIS_WORDS.values(), *OUTCOME_WORDS.values()):
    claim(_named_word.template, joins_phrases)

# What the difference in price buys
HAS_NO_PRICE = claim("{option} has no price.", lambda a, f: _named(a, f).price is None)


def _price_gap(answer: Answer, figures: Figures) -> bool:
    """Hold where a pair of passing options differs by the stated amount, the base the cheaper."""
    stated = dict(figures["more"].figures)["amount"]  # type: ignore[union-attr]
    base = _named(answer, figures, "base")
    dearer = [_named(answer, figures)] if "option" in figures else _passing(answer)
    return any(
        o.price is not None and base.price is not None
        and o.price.total - base.price.total == stated
        for o in dearer
    )  # fmt: skip


COSTS_SAME = claim("{option} costs the same.", _cost_alike)
COSTS_MORE = claim("{option} costs {more} more than {base}.", _price_gap)
BUYS = claim("{more} more than {base} buys {gains}.", _price_gap)
HAS_GAINS = claim("{option} has {gains}.", lambda a, f: _named(a, f).outcome is Outcome.PASS)
PASSES_AND_CHEAPEST = claim(
    "{option} passes too and is the cheapest.",
    lambda a, f: (
        _named(a, f).outcome is Outcome.PASS
        and all(
            _named(a, f).price is not None and o.price.total >= _named(a, f).price.total  # type: ignore[union-attr]
            for o in _passing(a)
            if o.price is not None
        )
    ),
)
ALSO_PASSES = claim("{option} also passes", lambda a, f: _named(a, f).outcome is Outcome.PASS)


def _pairs(answer: Answer) -> Iterator[tuple[OptionAnswer, OptionAnswer]]:
    return permutations(_passing(answer), 2)


def _is_sooner(answer: Answer, figures: Figures) -> bool:
    return any(
        ours is not None
        and theirs is not None
        and _is_about(round(theirs - ours, response_places(answer)), figures["ms"])
        for one, other in _pairs(answer)
        for ours, theirs in [
            (_ms_of(answer, one.response_s.point), _ms_of(answer, other.response_s.point))
        ]
    )


LESS_STORAGE_TIME = claim("{ms:,.10g} ms less storage time", _is_sooner)
LESS_RESPONSE_TIME = claim("{ms:,.10g} ms less response time", _is_sooner)
TIMES_THE_LOAD = claim(
    "{times:.1f} times the load",
    lambda a, f: any(
        _is_about(one.limit_tps / other.limit_tps, f["times"]) and not other.capacity_is_censored
        for one, other in _pairs(a)
        if one.limit_tps and other.limit_tps
    ),
)
MORE_LOAD = claim(
    "{percent:.0f} % more load",
    lambda a, f: any(
        _is_about(100 * (one.limit_tps / other.limit_tps - 1), f["percent"])
        and not other.capacity_is_censored
        for one, other in _pairs(a)
        if one.limit_tps and other.limit_tps
    ),
)
SET_UP_FASTER = claim(
    "faster provisioning",
    lambda a, _f: len({o.provisioning_s.point for o in _passing(a)} - {None}) > 1,
)

# Where prices are missing
ENTER_PRICES = claim(
    "Enter the missing prices.", lambda a, _f: any(o.price is None for o in a.options)
)
HALF_PRICED = claim(
    "Options without a price get no points for it.",
    lambda a, _f: any(o.price is None for o in _passing(a)),
)
COMPARED_BY_ONLY = claim(
    "Compared by {what} only.", lambda a, _f: all(o.price is None for o in _passing(a))
)
SCORE_THE_SAME = claim("By {what} they score the same: {options}.", joins_phrases)
for _what in ("response time and load", "storage latency and load", "load"):
    claim(_what, joins_phrases)
NONE_CHEAPER_AND_BETTER = claim(
    "No passing option is both cheaper and better.",
    lambda a, _f: sum(o.on_frontier for o in _passing(a)) > 0,
)
EFFICIENT = claim("Efficient: {options}.", joins_phrases)
SHOWN_TO_PASS = claim("Shown to pass: {options}.", lambda a, _f: bool(_passing(a)))

# Where nothing is required yet
STATE_NEED = claim("State what you need", lambda a, _f: not a.is_stated)
NOTHING_BEFORE = claim("Nothing is judged before you do.", lambda a, _f: not a.is_stated)
ENTER_TARGET_AND_LOAD = claim(
    "Enter the target response time and the load.", lambda a, _f: not a.is_stated
)
ENTER_TARGET_WITH_REPORT = claim(
    "Enter the target response time, and the load: that of the database report is"
    " {rate:,.1f} tx/s.",
    lambda a, f: not a.is_stated and a.report_tps == f["rate"],
)

# Where none passes
ADD_OPTIONS = claim(
    "Add options and assign the result files to them.", lambda a, _f: not a.options
)
PREMIUM = claim(
    "By published figures {option} may cost {least:.0f} to {most:.0f} % more than {other}.",
    lambda a, f: (
        (premium := _named(a, f).premium) is not None
        and _is_about(100 * (premium.least - 1), f["least"])
        and _is_about(100 * (premium.most - 1), f["most"])
    ),
)
NOTHING_JUDGED = claim(
    "No option can be judged yet.",
    lambda a, _f: all(o.outcome is Outcome.NOT_SHOWN for o in a.options),
)
FAILING_COUNT = claim(
    "Failing: {failing} of {count} options.",
    lambda a, f: (
        f["failing"] == sum(o.outcome is Outcome.FAIL for o in a.options)
        and f["count"] == len(a.options)
    ),
)
OPEN = claim(
    "Open: {lacks}.", lambda a, _f: any(o.outcome is Outcome.NOT_SHOWN for o in a.options)
)


def _misses_least(answer: Answer, figures: Figures) -> bool:
    lows = [
        o.response_s.low
        for o in answer.options
        if o.verdict in FAILS and o.response_s.low is not None
    ]
    return (
        _ms_of(answer, _named(answer, figures).response_s.low) == figures["least"]
        and figures["least"] == _ms_of(answer, min(lows))
        and min(lows) > answer.requirement.target_s
        and _states_target(answer, figures)
    )


def _is_over_budget(answer: Answer, figures: Figures) -> bool:
    price, budget = _named(answer, figures).price, answer.requirement.budget
    return price is not None and budget is not None and price.total - budget == figures["amount"]


NEAREST_TIME = claim(
    "{option} comes closest: {least:,.10g} ms against {target:,.10g}.", _misses_least
)
OVER_BUDGET = claim("{option} is {currency} {amount:,.12g} over budget.", _is_over_budget)
HOLDS_LESS = claim(
    "{option} holds {missing:,.4g} TB less than you need.",
    lambda a, f: (
        (held := usable(_named(a, f).option)) is not None
        and (needed := most_needed_bytes(a.requirement)) is not None
        and _is_about((needed - held.most) / TB, f["missing"])
    ),
)
RESTORED_LATE = claim(
    "{option} takes {hours:g} h too long to restore.",
    lambda a, f: _is_about(
        (_named(a, f).option.restore_s or 0.0) - (a.requirement.max_restore_s or 0.0),
        3600 * float(str(f["hours"])),
        1e-3,
    ),
)
NEAREST_LOAD = claim(
    "{option} comes closest: it carries {percent:.0f} % less than you need.",
    lambda a, f: (
        (limit := _named(a, f).limit_tps) is not None
        and _is_about(100 * (1 - limit / a.demand_tps), f["percent"])
        and limit == max(o.limit_tps or 0.0 for o in a.options)
    ),
)
WOULD_PASS = claim(
    "{what} {to}: {option} would pass.",
    lambda a, f: any(c.what == f["what"] and c.winner == f["option"] for c in a.changes),
)


def reason_holds(answer: Answer, option: OptionAnswer) -> bool:
    """Return whether the figures in an option's reason are the answer's, on the stated side.

    They are named alike in all reasons: `demand`, `target` and `statistic` are the requirement's;
    `high` or `most` bounds a pass from above, `low` or `least` a fail from below.
    """
    figures = dict(option.reason.figures)
    while isinstance(inner := figures.get("one"), Message):
        figures = dict(inner.figures)
    asked = answer.requirement
    stated = (
        ("demand", answer.demand_tps),
        ("target", shown_ms(asked.target_s)),
    )
    if any(key in figures and not _is_about(value, figures[key]) for key, value in stated):
        return False
    if option.reason.shows("statistic"):
        names = (asked.statistic, asked.curve_statistic)
        if figures["statistic"] not in names or str(figures["statistic"]) in str(
            figures.get("held")
        ):
            return False
    target = shown_ms(asked.target_s)
    high, low = figures.get("high", figures.get("most")), figures.get("low", figures.get("least"))
    if option.verdict in PASSES and "target" in figures and high is not None:
        return float(str(high)) <= target
    if option.verdict is Verdict.FAIL and "target" in figures and low is not None:
        return float(str(low)) >= target
    return True


OPTION_REASON = claim(
    "{option}: {reason}", lambda a, f: reason_holds(a, _named(a, f)), is_whole=True
)
REASON = claim(
    "{reason}",
    lambda a, f: any(o.reason == f["reason"] and reason_holds(a, o) for o in a.options),
    is_whole=True,
)
for _unit in (
    *("Visits per month", "Load", "Target response time", "Target latency of an I/O"),
    *("below {visits:,.0f}", "below {millions:,.1f} million", "below {target:,.10g} ms"),
    *("above {visits:,.0f}", "above {millions:,.1f} million", "above {target:,.10g} ms"),
    *(each for pair in LOAD_LIMITS.values() for each in pair),
):
    claim(_unit, joins_phrases)  # judged with the change that they are of

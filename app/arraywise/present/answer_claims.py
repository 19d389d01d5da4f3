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
from arraywise.analysis.demand import effective_capacity, most_needed_bytes
from arraywise.domain.capacity import TB
from arraywise.domain.claims import always_holds, define_claim
from arraywise.domain.decision import FAILS, PASSES, Verdict
from arraywise.domain.messages import Message, rounded_milliseconds
from arraywise.domain.requirement import ESTIMATED_P90, Basis, Goal, Outcome
from arraywise.present.labels import BASIS_WORDS, OUTCOME_WORDS
from arraywise.present.numbers import response_time_decimals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.domain.claims import Figures, Predicate
    from arraywise.domain.decision import Answer, OptionAnswer


def _recommended_option(answer: Answer) -> OptionAnswer:
    """Return the recommended option.

    Raises:
        LookupError: when none is recommended, which no sentence about "it" may be said of.
    """
    if answer.recommended_answer is None:
        raise LookupError
    return answer.recommended_answer


def _option_named_in(answer: Answer, figures: Figures, key: str = "option") -> OptionAnswer:
    name = str(figures[key])
    return next(o for o in answer.options if o.option.name == name)


def _passing_options(answer: Answer) -> list[OptionAnswer]:
    return [o for o in answer.options if o.outcome is Outcome.PASS]


def _rounded_ms(answer: Answer, seconds: float | None) -> float | None:
    return None if seconds is None else round(1000 * seconds, response_time_decimals(answer))


def _is_close_to(one: float, other: object, share: float = 1e-6) -> bool:
    stated = float(str(other))
    return one == stated or abs(one - stated) <= share * max(abs(one), 1e-12)


def _is_target_correct(answer: Answer, figures: Figures) -> bool:
    """Hold where the target is the one stated, or the sentence names none."""
    target = figures.get("target")
    return target is None or _is_close_to(
        rounded_milliseconds(answer.requirement.target_s), target
    )


def _recommended_time_equals(
    end: Callable[[OptionAnswer], float | None], *bases: Basis
) -> Predicate:
    """Hold where an end of the chosen option's time is the stated one, within the target."""

    def holds(answer: Answer, figures: Figures) -> bool:
        chosen = _recommended_option(answer)
        seconds = end(chosen)
        is_stated = seconds is not None and _rounded_ms(answer, seconds) == figures["time"]
        fits = seconds is not None and seconds <= answer.requirement.target_s
        return is_stated and fits and chosen.basis in bases and _is_target_correct(answer, figures)

    return holds


def _passing_options_with_top_score(answer: Answer) -> list[OptionAnswer]:
    first = round(_recommended_option(answer).value.point or 0.0, 9)
    return [o for o in _passing_options(answer) if round(o.value.point or -1.0, 9) == first]


# Titles
BUY = define_claim(
    "Buy {option}",
    lambda a, f: (
        _recommended_option(a) is _option_named_in(a, f)
        and _recommended_option(a).outcome is Outcome.PASS
        and not (a.certainty.is_tied and not a.certainty.without_prices)
    ),
)
EITHER = define_claim(
    "{option} or {rival}",
    lambda a, f: (
        a.certainty.is_tied
        and all(_option_named_in(a, f, key).outcome is Outcome.PASS for key in ("option", "rival"))
        and len([o for o in _passing_options_with_top_score(a) if o.price is not None]) <= 2
    ),
)
ONLY_PASS = define_claim(
    "Only {option} is shown to pass", lambda a, f: _passing_options(a) == [_option_named_in(a, f)]
)
FASTEST = define_claim(
    "{option} answers fastest",
    lambda a, f: all(
        (_option_named_in(a, f).response_s.point or 0.0) <= o.response_s.point
        for o in _passing_options(a)
        if o.response_s.point is not None
    ),
)
FIRST_UNPRICED = define_claim(
    "{option} is first; prices are missing",
    lambda a, f: (
        _option_named_in(a, f).rank == 1 and any(o.price is None for o in _passing_options(a))
    ),
)
PASS_ALIKE = define_claim(
    "{count} options pass alike",
    lambda a, f: (
        f["count"]
        == sum(
            round(o.value.point, 9) == round(_recommended_option(a).value.point or 0.0, 9)
            for o in _passing_options(a)
            if o.value.point is not None
        )
    ),
)
EQUAL = define_claim(
    "They score the same and cost the same: {options}.",
    lambda a, _f: (
        len({o.price.total for o in _passing_options_with_top_score(a) if o.price is not None})
        == 1
    ),
)
EFFICIENT_COUNT = define_claim(
    "{count} efficient options",
    lambda a, f: f["count"] == sum(o.on_frontier for o in _passing_options(a)),
)
ONLY_EFFICIENT = define_claim(
    "Only {option} is efficient",
    lambda a, f: [o for o in _passing_options(a) if o.on_frontier] == [_option_named_in(a, f)],
)
NO_PRICE_PASSES = define_claim(
    "None that passes has a price",
    lambda a, _f: bool(_passing_options(a)) and all(o.price is None for o in _passing_options(a)),
)
NONE_PASSES = define_claim(
    "No option passes",
    lambda a, _f: bool(a.options) and all(o.outcome is Outcome.FAIL for o in a.options),
)
NO_OPTIONS = define_claim("No options yet", lambda a, _f: not a.options)
NOT_SHOWN_YET = define_claim(
    "Not shown yet",
    lambda a, _f: (
        not _passing_options(a) and any(o.outcome is Outcome.NOT_SHOWN for o in a.options)
    ),
)
TITLE_LINE = define_claim("{title}.", always_holds)
TITLE_WITH_OUTCOME = define_claim(
    "{title}: {outcome}, {basis}.",
    lambda a, f: (
        f["outcome"] == OUTCOME_WORDS[_recommended_option(a).outcome]
        if a.recommended_answer is not None
        else True
    ),
)

# What it does at the required load, and what it costs
CARRIES = define_claim(
    "It carries the load", lambda a, _f: _recommended_option(a).outcome is Outcome.PASS
)
NO_TARGET = define_claim(
    "{fit}; you set no response time.", lambda a, _f: a.requirement.goal is Goal.NONE
)
FIT = define_claim("{fit}.", always_holds)
FIT_AT = define_claim(
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
    define_claim(
        _required,
        lambda a, f: "reserve" not in f or _is_close_to(100 * a.requirement.reserve, f["reserve"]),
        judges_nested=True,
    )
NO_TARGET_PRICED = define_claim(
    "{fit} and costs {price} over 36 months; you set no response time.",
    lambda a, f: (
        a.requirement.goal is Goal.NONE and _price_equals(_recommended_option(a), f["price"])
    ),
)
FIT_PRICED = define_claim(
    "{fit}, and it costs {price} over 36 months.",
    lambda a, f: _price_equals(_recommended_option(a), f["price"]),
)
MONEY = define_claim(
    "{currency} {amount:,.0f}",
    lambda a, f: f["currency"] == a.currency and a.discount_rate is None,
)
MONEY_NPV = define_claim(
    "{currency} {amount:,.0f} (net present value)",
    lambda a, f: f["currency"] == a.currency and a.discount_rate is not None,
)
KEEPS_TARGET = define_claim(
    "It keeps the {target:,.10g} ms you allow",
    lambda a, f: _recommended_option(a).outcome is Outcome.PASS and _is_target_correct(a, f),
)
STORAGE_ANSWERS = define_claim(
    "Its storage answers an I/O in {time:,.10g} ms or less where you allow {target:,.10g}",
    lambda a, f: (
        a.requirement.goal is Goal.STORAGE_LATENCY
        and _recommended_time_equals(lambda o: o.response_s.high, *Basis)(a, f)
    ),
)
STORAGE_TAKES = define_claim(
    "Its storage takes up to {time:,.10g} of the {target:,.10g} ms you allow",
    _recommended_time_equals(lambda o: o.response_s.point, Basis.IO),
)
STORAGE_TAKES_OF_SHARE = define_claim(
    "Its storage takes up to {time:,.10g} of the {share:,.10g} ms that storage may take",
    lambda a, f: (
        _recommended_time_equals(lambda o: o.response_s.point, Basis.IO)(a, f)
        and _is_close_to(
            rounded_milliseconds(a.requirement.target_s * (a.requirement.storage_share or 0.0)),
            f["share"],
        )
    ),
)
_TRANSACTIONS = tuple(basis for basis in Basis if basis is not Basis.IO)
ANSWERS = define_claim(
    "It answers in {time:,.10g} ms where you allow {target:,.10g}",
    _recommended_time_equals(lambda o: o.response_s.point, *_TRANSACTIONS),
)
ANSWERS_AT_MOST = define_claim(
    "It answers in {time:,.10g} ms or less where you allow {target:,.10g}",
    _recommended_time_equals(lambda o: o.response_s.high, *_TRANSACTIONS),
)


def _price_equals(option: OptionAnswer, price: object) -> bool:
    stated = dict(price.figures)["amount"] if isinstance(price, Message) else None
    return option.price is not None and stated == option.price.total


# On what the outcome is based, and what is spare
FITS_ONLY = define_claim(
    "The storage fits; the whole transaction was not measured.",
    lambda a, _f: _recommended_option(a).basis is Basis.IO,
)
ONCE_WITH_MARGIN = define_claim(
    "It was measured once; that run would have to be off {margin:.1f} times to change this.",
    lambda a, f: (
        _recommended_option(a).basis is Basis.MEASURED_ONCE
        and _recommended_option(a).single_run_margin == f["margin"]
    ),
)
ONCE = define_claim(
    "It was measured once.", lambda a, _f: _recommended_option(a).basis is Basis.MEASURED_ONCE
)
PUBLISHED = define_claim(
    "Published figures; nothing was measured here.",
    lambda a, _f: _recommended_option(a).basis is Basis.PUBLISHED,
)

ESTIMATED = define_claim(
    "This p90 is an estimate from the transactions' deciles.",
    lambda a, _f: (
        _recommended_option(a).basis is Basis.ESTIMATED
        and a.requirement.curve_or_estimate_statistic == ESTIMATED_P90
    ),
)


def _carries_multiple_of_demand(answer: Answer, times: float) -> bool:
    """Return whether the chosen option carries so many times the demand, rounded down."""
    limit = _recommended_option(answer).limit_tps
    return limit is not None and 0 <= limit / answer.demand_tps - times < max(1.0, 0.1 * times)


CARRIES_TIMES_LEAST = define_claim(
    "It carries at least {times:,.10g} times what you need.",
    lambda a, f: (
        _carries_multiple_of_demand(a, float(str(f["times"])))
        and _recommended_option(a).capacity_is_censored
    ),
)
CARRIES_TIMES = define_claim(
    "It carries {times:,.10g} times what you need.",
    lambda a, f: _carries_multiple_of_demand(a, float(str(f["times"]))),
)


def _carries_percent_more(answer: Answer, figures: Figures) -> bool:
    limit = _recommended_option(answer).limit_tps
    return limit is not None and _is_close_to(
        100 * (limit / answer.demand_tps - 1), figures["percent"], 1e-6
    )


CARRIES_MORE_LEAST = define_claim(
    "It carries at least {percent:,.0f} % more than you need.",
    lambda a, f: _carries_percent_more(a, f) and _recommended_option(a).capacity_is_censored,
)
CARRIES_MORE = define_claim(
    "It carries {percent:,.0f} % more than you need.", _carries_percent_more
)

# Why it is first of those that pass


def _runner_up(answer: Answer) -> OptionAnswer:
    rival = find_rival(answer.options)
    if rival is None:
        raise LookupError
    return rival


def _is_tied_by_test(answer: Answer) -> bool:
    pair = {_recommended_option(answer).option.name, _runner_up(answer).option.name}
    return any(set(c.options) == pair and c.tied for c in answer.comparisons)


def _intervals_overlap(answer: Answer) -> bool:
    ours, theirs = _recommended_option(answer).response_s, _runner_up(answer).response_s
    known = ours.high is not None and theirs.high is not None
    return (
        known
        and (ours.low or 0.0) <= (theirs.high or 0.0)
        and (theirs.low or 0.0) <= (ours.high or 0.0)
    )


TIMES_TIED = define_claim(
    "The measured response times do not differ significantly.", lambda a, _f: _is_tied_by_test(a)
)
INTERVALS_OVERLAP = define_claim(
    "The intervals of their response times overlap.", lambda a, _f: _intervals_overlap(a)
)


def _first_two_cost_the_same(answer: Answer, _figures: Figures) -> bool:
    ours, theirs = _recommended_option(answer).price, _runner_up(answer).price
    return ours is not None and theirs is not None and ours.total == theirs.total


def _first_two_provision_equally_fast(answer: Answer) -> bool:
    ours, theirs = (
        _recommended_option(answer).provisioning_s.point,
        _runner_up(answer).provisioning_s.point,
    )
    return ours is not None and ours == theirs


COST_AND_SET_UP_ALIKE = define_claim(
    "Both cost the same and take as long to set up.",
    lambda a, f: _first_two_cost_the_same(a, f) and _first_two_provision_equally_fast(a),
)
COST_ALIKE = define_claim("Both cost the same.", _first_two_cost_the_same)
CLOSE_BEHIND = define_claim(
    "{rival} is close behind.",
    lambda a, f: (
        _option_named_in(a, f, "rival") is _runner_up(a)
        and (
            (_recommended_option(a).value.point or 0.0) - (_runner_up(a).value.point or 0.0)
            < LEAST_MARGIN
            or (_recommended_option(a).first_share or 0.0) < LEAST_FIRST_SHARE
        )
    ),
)


def _is_cheapest(answer: Answer, *, of_all: bool) -> bool:
    prices = [o.price for o in _passing_options(answer)]
    ours = _recommended_option(answer).price
    totals = [price.total for price in prices if price is not None]
    return ours is not None and ours.total == min(totals) and (None not in prices) is of_all


LOWEST_PRICE = define_claim(
    "It has the lowest price of the passing options.",
    lambda a, _f: _is_cheapest(a, of_all=True),
)
LOWEST_KNOWN_PRICE = define_claim(
    "It has the lowest price of the passing options that have one.",
    lambda a, _f: _is_cheapest(a, of_all=False),
)


def _scores_highest(answer: Answer, _figures: Figures) -> bool:
    values = [o.value.point for o in answer.options if o.rank is not None]
    return _recommended_option(answer).value.point == max(v for v in values if v is not None)


HIGHEST_AT_MEAN = define_claim(
    "It has the highest score at the mean of all weights.", _scores_highest
)
HIGHEST_OF = define_claim("It has the highest score at the weights of {name}.", _scores_highest)
HIGHEST = define_claim("It has the highest score at your weights.", _scores_highest)

# Where no rival passes
ONLY_PRICED = define_claim(
    "It is the only passing option with a price.",
    lambda a, _f: (
        [o for o in _passing_options(a) if o.price is not None] == [_recommended_option(a)]
    ),
)
ONLY_SHOWN = define_claim(
    "It is the only one shown to pass.",
    lambda a, _f: _passing_options(a) == [_recommended_option(a)],
)
ONLY_SHOWN_OTHERS = define_claim(
    "It is the only one shown to pass; the others: {lacks}.",
    lambda a, _f: _passing_options(a) == [_recommended_option(a)],
)
OTHERS = define_claim("The others: {lacks}.", always_holds)
ROW = define_claim("{one}, {other}", always_holds)
NAME = define_claim("{option}", lambda a, f: _option_named_in(a, f) is not None)
AND = define_claim("{first} and {last}", always_holds)
COUNT_OF_OPTIONS = define_claim(
    "{count} options", lambda a, f: int(str(f["count"])) <= len(a.options)
)


LACKS = define_claim("{option} ({reason})", always_holds)
"""The words of the reason are judged as said of the option."""


def _options_described(answer: Answer, figures: Figures) -> list[OptionAnswer]:
    """Return the option that words are said of, or all open ones where they are counted."""
    if isinstance(figures["option"], Message):
        return [o for o in answer.options if o.outcome is Outcome.NOT_SHOWN]
    return [_option_named_in(answer, figures)]


def _holds_for_each_option(holds: Callable[[OptionAnswer], bool]) -> Predicate:
    return lambda answer, figures: all(map(holds, _options_described(answer, figures)))


def _is_demand_above_a_level(answer: Answer, figures: Figures) -> bool:
    """Hold where the demand lies above the slowest level of an option, or nothing was measured."""
    return all(
        not o.levels or answer.demand_tps > min(level.rate_tps.point or 0.0 for level in o.levels)
        for o in _options_described(answer, figures)
    )


def _have_level_limited_by(*limits: Bottleneck) -> Predicate:
    return _holds_for_each_option(lambda o: any(level.bottleneck in limits for level in o.levels))


_HOST = (Bottleneck.HOST, Bottleneck.HOST_NEAR, Bottleneck.SINGLE_THREAD)
FAILING = define_claim("fails", _holds_for_each_option(lambda o: o.status in FAILS))
define_claim("load not tested", _is_demand_above_a_level)
define_claim("limited by the host", _have_level_limited_by(*_HOST))
define_claim("limited by the load generator", _have_level_limited_by(Bottleneck.CLIENT))
define_claim("host memory paged", _have_level_limited_by(Bottleneck.PAGING))
define_claim("CPUs shared with others", _have_level_limited_by(Bottleneck.STOLEN))
define_claim("figures contradict each other", _have_level_limited_by(Bottleneck.INVALID))
define_claim("no complete run", _holds_for_each_option(lambda o: not o.levels))
define_claim(
    "rate not certain",
    lambda a, f: all(
        a.demand_tps <= max(level.rate_tps.point or 0.0 for level in o.levels)
        for o in _options_described(a, f)
    ),
)
define_claim("one level tested", _holds_for_each_option(lambda o: len(o.levels) == 1))
define_claim(
    "no level repeated",
    _holds_for_each_option(lambda o: all(level.runs == 1 for level in o.levels)),
)
define_claim("no run that counts", _holds_for_each_option(lambda o: not o.levels))
define_claim("no price", _holds_for_each_option(lambda o: o.price is None))
define_claim(
    "over the budget",
    lambda a, f: all(
        o.price is not None
        and a.requirement.budget is not None
        and o.price.total > a.requirement.budget
        for o in _options_described(a, f)
    ),
)
define_claim(
    "cannot be shared", _holds_for_each_option(lambda o: o.option.shared_storage is False)
)
define_claim(
    "target within the interval",
    lambda a, f: all(
        (o.response_s.low or 0.0) <= a.requirement.target_s <= (o.response_s.high or math.inf)
        for o in _options_described(a, f)
    ),
)
define_claim(
    "tested on another host",
    lambda a, f: all(
        any(x.check == "judged on another host" and o.option.name in x.options for x in a.findings)
        for o in _options_described(a, f)
    ),
)
define_claim(
    "below the lowest tested load",
    lambda a, f: all(
        a.demand_tps < min(level.rate_tps.point or 0.0 for level in o.levels)
        for o in _options_described(a, f)
    ),
)
define_claim(
    "statistic not measured",
    lambda a, f: all(not o.levels for o in _options_described(a, f)),
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
    define_claim(_word, _holds_for_each_option(lambda o: o.outcome is not Outcome.PASS))
for _named_word in (*BASIS_WORDS.values(), *OUTCOME_WORDS.values()):
    define_claim(_named_word.template, always_holds)

# What the difference in price buys
HAS_NO_PRICE = define_claim(
    "{option} has no price.", lambda a, f: _option_named_in(a, f).price is None
)


def _is_price_difference_correct(answer: Answer, figures: Figures) -> bool:
    """Hold where a pair of passing options differs by the stated amount, the base the cheaper."""
    stated = dict(figures["more"].figures)["amount"]  # type: ignore[union-attr]
    base = _option_named_in(answer, figures, "base")
    dearer = (
        [_option_named_in(answer, figures)] if "option" in figures else _passing_options(answer)
    )
    return any(
        o.price is not None and base.price is not None
        and o.price.total - base.price.total == stated
        for o in dearer
    )  # fmt: skip


COSTS_SAME = define_claim("{option} costs the same.", _first_two_cost_the_same)
COSTS_MORE = define_claim("{option} costs {more} more than {base}.", _is_price_difference_correct)
BUYS = define_claim("{more} more than {base} buys {gains}.", _is_price_difference_correct)
HAS_GAINS = define_claim(
    "{option} has {gains}.", lambda a, f: _option_named_in(a, f).outcome is Outcome.PASS
)
PASSES_AND_CHEAPEST = define_claim(
    "{option} passes too and is the cheapest.",
    lambda a, f: (
        _option_named_in(a, f).outcome is Outcome.PASS
        and all(
            _option_named_in(a, f).price is not None
            and o.price.total >= _option_named_in(a, f).price.total  # type: ignore[union-attr]
            for o in _passing_options(a)
            if o.price is not None
        )
    ),
)
ALSO_PASSES = define_claim(
    "{option} also passes", lambda a, f: _option_named_in(a, f).outcome is Outcome.PASS
)


def _ordered_pairs_of_passing(answer: Answer) -> Iterator[tuple[OptionAnswer, OptionAnswer]]:
    return permutations(_passing_options(answer), 2)


def _is_time_difference_correct(answer: Answer, figures: Figures) -> bool:
    return any(
        ours is not None
        and theirs is not None
        and _is_close_to(round(theirs - ours, response_time_decimals(answer)), figures["ms"])
        for one, other in _ordered_pairs_of_passing(answer)
        for ours, theirs in [
            (
                _rounded_ms(answer, one.response_s.point),
                _rounded_ms(answer, other.response_s.point),
            )
        ]
    )


LESS_STORAGE_TIME = define_claim("{ms:,.10g} ms less storage time", _is_time_difference_correct)
LESS_RESPONSE_TIME = define_claim("{ms:,.10g} ms less response time", _is_time_difference_correct)
TIMES_THE_LOAD = define_claim(
    "{times:.1f} times the load",
    lambda a, f: any(
        _is_close_to(one.limit_tps / other.limit_tps, f["times"])
        and not other.capacity_is_censored
        for one, other in _ordered_pairs_of_passing(a)
        if one.limit_tps and other.limit_tps
    ),
)
MORE_LOAD = define_claim(
    "{percent:.0f} % more load",
    lambda a, f: any(
        _is_close_to(100 * (one.limit_tps / other.limit_tps - 1), f["percent"])
        and not other.capacity_is_censored
        for one, other in _ordered_pairs_of_passing(a)
        if one.limit_tps and other.limit_tps
    ),
)
SET_UP_FASTER = define_claim(
    "faster provisioning",
    lambda a, _f: len({o.provisioning_s.point for o in _passing_options(a)} - {None}) > 1,
)

# Where prices are missing
ENTER_PRICES = define_claim(
    "Enter the missing prices.", lambda a, _f: any(o.price is None for o in a.options)
)
HALF_PRICED = define_claim(
    "Options without a price get no points for it.",
    lambda a, _f: any(o.price is None for o in _passing_options(a)),
)
COMPARED_BY_ONLY = define_claim(
    "Compared by {what} only.", lambda a, _f: all(o.price is None for o in _passing_options(a))
)
SCORE_THE_SAME = define_claim("By {what} they score the same: {options}.", always_holds)
for _what in ("response time and load", "storage latency and load", "load"):
    define_claim(_what, always_holds)
NONE_CHEAPER_AND_BETTER = define_claim(
    "No passing option is both cheaper and better.",
    lambda a, _f: sum(o.on_frontier for o in _passing_options(a)) > 0,
)
EFFICIENT = define_claim("Efficient: {options}.", always_holds)
SHOWN_TO_PASS = define_claim("Shown to pass: {options}.", lambda a, _f: bool(_passing_options(a)))

# Where nothing is required yet
STATE_NEED = define_claim("State what you need", lambda a, _f: not a.is_stated)
NOTHING_BEFORE = define_claim("Nothing is judged before you do.", lambda a, _f: not a.is_stated)
ENTER_TARGET_AND_LOAD = define_claim(
    "Enter the target response time and the load.", lambda a, _f: not a.is_stated
)
ENTER_TARGET_WITH_REPORT = define_claim(
    "Enter the target response time, and the load: that of the database report is"
    " {rate:,.1f} tx/s.",
    lambda a, f: not a.is_stated and a.report_tps == f["rate"],
)

# Where none passes
ADD_OPTIONS = define_claim(
    "Add options and assign the result files to them.", lambda a, _f: not a.options
)
PREMIUM = define_claim(
    "By published figures {option} may cost {least:.0f} to {most:.0f} % more than {other}.",
    lambda a, f: (
        (premium := _option_named_in(a, f).premium) is not None
        and _is_close_to(100 * (premium.least - 1), f["least"])
        and _is_close_to(100 * (premium.most - 1), f["most"])
    ),
)
NOTHING_JUDGED = define_claim(
    "No option can be judged yet.",
    lambda a, _f: all(o.outcome is Outcome.NOT_SHOWN for o in a.options),
)
FAILING_COUNT = define_claim(
    "Failing: {failing} of {count} options.",
    lambda a, f: (
        f["failing"] == sum(o.outcome is Outcome.FAIL for o in a.options)
        and f["count"] == len(a.options)
    ),
)
OPEN = define_claim(
    "Open: {lacks}.", lambda a, _f: any(o.outcome is Outcome.NOT_SHOWN for o in a.options)
)


def _is_nearest_time_correct(answer: Answer, figures: Figures) -> bool:
    lows = [
        o.response_s.low
        for o in answer.options
        if o.verdict in FAILS and o.response_s.low is not None
    ]
    return (
        _rounded_ms(answer, _option_named_in(answer, figures).response_s.low) == figures["least"]
        and figures["least"] == _rounded_ms(answer, min(lows))
        and min(lows) > answer.requirement.target_s
        and _is_target_correct(answer, figures)
    )


def _is_budget_excess_correct(answer: Answer, figures: Figures) -> bool:
    price, budget = _option_named_in(answer, figures).price, answer.requirement.budget
    return price is not None and budget is not None and price.total - budget == figures["amount"]


NEAREST_TIME = define_claim(
    "{option} comes closest: {least:,.10g} ms against {target:,.10g}.", _is_nearest_time_correct
)
OVER_BUDGET = define_claim(
    "{option} is {currency} {amount:,.12g} over budget.", _is_budget_excess_correct
)
HOLDS_LESS = define_claim(
    "{option} holds {missing:,.4g} TB less than you need.",
    lambda a, f: (
        (held := effective_capacity(_option_named_in(a, f).option)) is not None
        and (needed := most_needed_bytes(a.requirement)) is not None
        and _is_close_to((needed - held.most) / TB, f["missing"])
    ),
)
RESTORED_LATE = define_claim(
    "{option} takes {hours:g} h too long to restore.",
    lambda a, f: _is_close_to(
        (_option_named_in(a, f).option.restore_s or 0.0) - (a.requirement.max_restore_s or 0.0),
        3600 * float(str(f["hours"])),
        1e-3,
    ),
)
NEAREST_LOAD = define_claim(
    "{option} comes closest: it carries {percent:.0f} % less than you need.",
    lambda a, f: (
        (limit := _option_named_in(a, f).limit_tps) is not None
        and _is_close_to(100 * (1 - limit / a.demand_tps), f["percent"])
        and limit == max(o.limit_tps or 0.0 for o in a.options)
    ),
)
WOULD_PASS = define_claim(
    "{what} {to}: {option} would pass.",
    lambda a, f: any(c.what == f["what"] and c.winner == f["option"] for c in a.changes),
)


def is_reason_consistent(answer: Answer, option: OptionAnswer) -> bool:
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
        ("target", rounded_milliseconds(asked.target_s)),
    )
    if any(key in figures and not _is_close_to(value, figures[key]) for key, value in stated):
        return False
    if option.reason.mentions_figure("statistic"):
        names = (asked.statistic, asked.curve_statistic)
        if figures["statistic"] not in names or str(figures["statistic"]) in str(
            figures.get("held")
        ):
            return False
    target = rounded_milliseconds(asked.target_s)
    high, low = figures.get("high", figures.get("most")), figures.get("low", figures.get("least"))
    if option.verdict in PASSES and "target" in figures and high is not None:
        return float(str(high)) <= target
    if option.verdict is Verdict.FAIL and "target" in figures and low is not None:
        return float(str(low)) >= target
    return True


OPTION_REASON = define_claim(
    "{option}: {reason}",
    lambda a, f: is_reason_consistent(a, _option_named_in(a, f)),
    judges_nested=True,
)
REASON = define_claim(
    "{reason}",
    lambda a, f: any(o.reason == f["reason"] and is_reason_consistent(a, o) for o in a.options),
    judges_nested=True,
)
for _unit in (
    *("Visits per month", "Load", "Target response time", "Target latency of an I/O"),
    *("below {visits:,.0f}", "below {millions:,.1f} million", "below {target:,.10g} ms"),
    *("above {visits:,.0f}", "above {millions:,.1f} million", "above {target:,.10g} ms"),
    *(each for pair in LOAD_LIMITS.values() for each in pair),
):
    define_claim(_unit, always_holds)  # judged with the change that they are of

"""The sentences on what is required, each with the condition under which it is true.

They are built in `present.figures`; the conditions read the requirement by another way: growth is
counted month by month, loads are compared by the visits or transactions that they come to.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from arraywise.analysis.demand import most_needed_bytes
from arraywise.domain.claims import always_holds, define_claim
from arraywise.domain.messages import Message
from arraywise.domain.requirement import Convention, DegradedRule, Goal, LoadUnit, Rule
from arraywise.present.figures import (
    describe_break_even_load,
    describe_requirement,
    describe_study_question,
)

if TYPE_CHECKING:
    from arraywise.domain.claims import Figures, Predicate
    from arraywise.domain.decision import Answer
    from arraywise.domain.requirement import Requirement

_TB = 1e12


def list_requirement_sentences(answer: Answer) -> list[Message]:
    """Return what report and window say of the requirement and of loads at which prices cross."""
    return [
        *describe_requirement(answer),
        describe_study_question(answer),
        *(describe_break_even_load(load, answer) for load in answer.break_even_loads),
    ]


def _is_close(one: float | None, other: object, share: float = 1e-6) -> bool:
    return one is not None and math.isclose(one, float(str(other)), rel_tol=share, abs_tol=1e-9)


def _grown_load_factor(asked: Requirement) -> float:
    """Return the greatest load of the term over today's, month by month."""
    load = most = 1.0
    for _ in range(asked.horizon_months):
        load *= 1.0 + asked.growth_per_month
        most = max(most, load)
    return most


def _is_of_goal(goal: Goal) -> Predicate:
    """Hold of a stated requirement of a kind, whose target and statistic are those named."""

    def holds(answer: Answer, figures: Figures) -> bool:
        asked = answer.requirement
        return (
            answer.is_stated
            and asked.goal is goal
            and ("statistic" not in figures or figures["statistic"] == asked.statistic)
            and ("ms" not in figures or _is_close(1000 * asked.target_s, figures["ms"]))
        )

    return holds


define_claim(
    "No requirement is stated. Enter target and load; nothing is judged before.",
    lambda a, _f: not a.is_stated,
)
define_claim("Which storage, for which load and response time?", lambda a, _f: not a.is_stated)
define_claim(
    "No response time is required: load, price and the other rules decide.",
    _is_of_goal(Goal.NONE),
)
define_claim(
    "Response time ({statistic}) of at most {ms:,.10g} ms.", _is_of_goal(Goal.RESPONSE_TIME)
)
define_claim(
    "Latency of the storage ({statistic}) of at most {ms:,.10g} ms for an I/O.",
    _is_of_goal(Goal.STORAGE_LATENCY),
)


def _asks_of(goal: Goal, fewest: int, most: float = math.inf) -> Predicate:
    def holds(answer: Answer, figures: Figures) -> bool:
        count = len(answer.options)
        is_counted = "count" not in figures or figures["count"] == count
        return (
            _is_of_goal(goal)(answer, figures)
            and fewest <= count <= most
            and is_counted
            and _is_stated_load(answer, figures["load"])
        )

    return holds


_QUESTIONS = (
    (
        Goal.RESPONSE_TIME,
        "Which storage answers within {ms:,.10g} ms at {load}, and at what price?",
        "Does the one storage option answer within {ms:,.10g} ms at {load}, and at what price?",
        (
            "Which of {count} storage options answers within {ms:,.10g} ms at {load}, and at what"
            " price?"
        ),
    ),
    (
        Goal.NONE,
        "Which storage carries {load}, and at what price?",
        "Does the one storage option carry {load}, and at what price?",
        "Which of {count} storage options carries {load}, and at what price?",
    ),
    (
        Goal.STORAGE_LATENCY,
        "Which storage takes at most {ms:,.10g} ms for an I/O at {load}, and at what price?",
        (
            "Does the one storage option take at most {ms:,.10g} ms for an I/O at {load}, and at"
            " what price?"
        ),
        (
            "Which of {count} storage options takes at most {ms:,.10g} ms for an I/O at {load},"
            " and at what price?"
        ),
    ),
)
for _goal, _without, _one, _many in _QUESTIONS:
    define_claim(_without, _asks_of(_goal, 0, 0), judges_nested=True)
    define_claim(_one, _asks_of(_goal, 1, 1), judges_nested=True)
    define_claim(_many, _asks_of(_goal, 2), judges_nested=True)


_UNITS = {
    "{load:,.10g} visits a month": LoadUnit.VISITS,
    "{load:,.10g} transactions a second": LoadUnit.TPS,
    "{load:,.10g} transactions a minute": LoadUnit.TPM,
    "{load:,.10g} users": LoadUnit.USERS,
    "{load:,.10g} I/Os a second": LoadUnit.IOPS,
    "{load:,.10g} times the AWR report\N{RIGHT SINGLE QUOTATION MARK}s load": LoadUnit.AWR,
}


def _is_stated_load(answer: Answer, words: object) -> bool:
    unit, load = answer.requirement.stated_load
    return (
        isinstance(words, Message)
        and _UNITS.get(words.template) is unit
        and _is_close(load, dict(words.figures)["load"])
    )


def _is_demand(answer: Answer, words: object) -> bool:
    return (
        isinstance(words, Message)
        and _UNITS.get(words.template) in {LoadUnit.TPS, LoadUnit.IOPS}
        and dict(words.figures)["load"] == round(answer.demand_tps, 1)
    )


def _is_demand_today(answer: Answer) -> bool:
    asked = answer.requirement
    return _is_close(_grown_load_factor(asked) * (1.0 + asked.reserve), 1.0)


def _is_load_in_words(answer: Answer, figures: Figures) -> bool:
    """Hold where the load is the one stated, and the demand the one that is judged."""
    is_today = "demand" in figures or _is_demand_today(answer)
    return (
        _is_stated_load(answer, figures["load"])
        and is_today
        and ("demand" not in figures or _is_demand(answer, figures["demand"]))
    )


define_claim("Load: {load} today; {demand} are required.", _is_load_in_words, judges_nested=True)
define_claim("Load: {load}.", _is_load_in_words, judges_nested=True)
define_claim(
    "Load: {load}, which are {demand}.",
    lambda a, f: _is_load_in_words(a, f) and _is_demand_today(a),
    judges_nested=True,
)


def _is_rate_of_visits(convention: Convention) -> Predicate:
    def holds(answer: Answer, figures: Figures) -> bool:
        asked = answer.requirement
        busy, time = (float(str(figures.get(key, 100.0))) for key in ("traffic", "time"))
        seconds = 86_400 * asked.days_per_month
        average = asked.visits_per_month * asked.transactions_per_visit / seconds
        rate = average * busy / time * _grown_load_factor(asked) * (1.0 + asked.reserve)
        return (
            asked.is_in_visits
            and asked.convention is convention
            and figures["visits"] == asked.visits_per_month
            and _is_close(rate, figures["tps"])
        )

    return holds


define_claim(
    "{visits:,} visits a month, spread evenly: {tps:.1f} transactions per second.",
    _is_rate_of_visits(Convention.SUSTAINED),
)
define_claim(
    "{visits:,} visits a month: {tps:.1f} transactions per second at the peak,"
    " with {traffic:g} % of the traffic in {time:g} % of the time.",
    _is_rate_of_visits(Convention.PEAK_SIZED),
)


def _is_growth_and_reserve(answer: Answer, figures: Figures) -> bool:
    asked = answer.requirement
    return (
        _is_close(100 * asked.reserve, figures.get("reserve", 0.0))
        and figures.get("months", asked.horizon_months) == asked.horizon_months
        and ("months" in figures) is (_grown_load_factor(asked) > 1.0)
        and (
            "growth" not in figures
            or _is_growth((1.0 + asked.growth_per_month) ** 12 - 1.0, figures["growth"])
        )
    )


for _words in (
    "In that: a reserve of {reserve:g} %.",
    "In that: growth of {growth} over {months} months.",
    "In that: growth of {growth} over {months} months, and a reserve of {reserve:g} %.",
):
    define_claim(_words, _is_growth_and_reserve, judges_nested=True)


def _is_growth(by_year: float, words: object) -> bool:
    """Return whether words state a growth, which may be stated by the month or by the year."""
    months = {"{percent:,.9g} % a month": 1, "{percent:,.9g} % a year": 12}
    if not isinstance(words, Message) or words.template not in months:
        return False
    stated = 1.0 + float(str(dict(words.figures)["percent"])) / 100
    return _is_close(stated ** (12 / months[words.template]), 1.0 + by_year)


define_claim(
    "Large I/O at {rate:,.10g} MB/s or more.",
    lambda a, f: _is_close((a.requirement.min_throughput_b_s or 0.0) / 1e6, f["rate"]),
)
define_claim(
    "Usable capacity of {needed:,.4g} TB.",
    lambda a, f: _is_close((most_needed_bytes(a.requirement) or 0.0) / _TB, f["needed"]),
)


def _is_data_growth(answer: Answer, figures: Figures) -> bool:
    asked = answer.requirement
    today = asked.usable_bytes or 0.0
    then = today * (1.0 + asked.usable_growth_per_year) ** (asked.horizon_months / 12)
    return (
        _is_close(then / _TB, figures["needed"])
        and _is_close(today / _TB, figures["today"])
        and figures["months"] == asked.horizon_months
        and _is_growth(asked.usable_growth_per_year, figures["growth"])
    )


define_claim(
    "Usable capacity of {needed:,.4g} TB in month {months}: {today:,.4g} TB today,"
    " growing by {growth}.",
    _is_data_growth,
    judges_nested=True,
)
define_claim(
    "{price} of at most {currency} {amount:,.0f}.",
    lambda a, f: f["amount"] == a.requirement.budget and f["currency"] == a.currency,
)
define_claim(
    "Headroom of at least {value:g} %.",
    lambda a, f: _is_close(100 * a.requirement.min_headroom, f["value"]),
)
define_claim(
    "Service restored within {value:g} h.",
    lambda a, f: _is_close((a.requirement.max_restore_s or 0.0) / 3600, f["value"]),
)
define_claim(
    "Storage that several hosts can use at once.",
    lambda a, _f: a.requirement.needs_shared_storage,
)
define_claim("Storage that serves files (NFS, SMB).", lambda a, _f: a.requirement.needs_files)
define_claim("36-month net present value", lambda a, _f: a.discount_rate is not None)
define_claim("36-month price", lambda a, _f: a.discount_rate is None)
for _degraded, _words in (
    (
        DegradedRule.AVERAGE,
        "The target must also be met at the average load with a failed part.",
    ),
    (DegradedRule.PEAK, "The target must also be met at the peak load with a failed part."),
):
    define_claim(_words, lambda a, _f, rule=_degraded: a.requirement.degraded is rule)  # type: ignore[misc]
for _rule, _words in (
    (Rule.BEST_VALUE, "Rule: best value, the highest score among the options that pass."),
    (Rule.LOWEST_PRICE, "Rule: the lowest 36-month price among the options that pass."),
    (
        Rule.LOWEST_PRICE,
        "Rule: the lowest 36-month net present value among the options that pass.",
    ),
    (Rule.FRONTIER, "Rule: the efficient options are named, not a single winner."),
):
    define_claim(_words, lambda a, _f, rule=_rule: a.requirement.rule is rule)  # type: ignore[misc]


def _is_missing(answer: Answer, figures: Figures) -> bool:
    """Hold where no complete run or I/O test bounds the statistic from above."""
    known = {name: how.value for name, how in answer.available_statistics}
    asked = answer.requirement
    is_held = known.get(asked.statistic) in {"measured", "bounded"}
    return figures["statistic"] == asked.statistic and not is_held


define_claim("No file measures {statistic}. {held}", _is_missing)
define_claim("The files hold {held}; {bounded} from below only.", always_holds)
define_claim("The files hold {held}.", always_holds)
define_claim("{statistic}", always_holds)
define_claim("{one}, {other}", always_holds)


def _is_break_even(answer: Answer, figures: Figures) -> bool:
    """Hold where both are options with a price, and the load is one at which prices cross."""
    prices = {o.option.name: o.price for o in answer.options}
    pair = str(figures["above"]), str(figures["below"])
    return all(prices.get(name) is not None for name in pair) and any(
        (each.cheaper_above, each.cheaper_below, each.price)
        == (figures["above"], figures["below"], figures["price"])
        for each in answer.break_even_loads
    )


define_claim(
    "Above {visits:,.0f} visits a month ({rate:,.1f} tx/s) {above} is cheaper than {below}"
    " ({price:,.0f} {currency} over 36 months there).",
    _is_break_even,
    judges_nested=True,
)
define_claim(
    "Above {load} {above} is cheaper than {below} ({price:,.0f} {currency} over 36 months there).",
    _is_break_even,
    judges_nested=True,
)

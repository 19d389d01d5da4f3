"""Formats the figures of an answer: which unit, how many decimals, what for missing ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.criteria import ALL_CRITERIA, MILLISECONDS, Criterion, kind_of
from arraywise.domain.messages import message
from arraywise.domain.pricing import price_word
from arraywise.domain.requirement import Convention, Goal, LoadUnit, Rule
from arraywise.present.labels import price_short
from arraywise.present.numbers import PERCENT, places_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Figure, Message
    from arraywise.domain.requirement import Requirement
    from arraywise.present.language import Wording

CRITERION_WORDS = {kind.criterion: kind.word for kind in ALL_CRITERIA}
RULE_WORDS = {
    Rule.BEST_VALUE: message("Rule: best value, the highest score among the options that pass."),
    Rule.LOWEST_PRICE: message("Rule: the lowest 36-month price among the options that pass."),
    Rule.FRONTIER: message("Rule: the efficient options are named, not a single winner."),
}
ROUNDED = message(
    "Each figure is rounded by itself; sums and differences may be off by one in the last digit."
)
"""Note under figures that readers add and subtract."""


def anchor(words: Wording, setting: CriterionSetting, value: float | None) -> str:
    """Write an anchor of a value function in the criterion's unit."""
    kind = kind_of(setting.criterion)
    shown = None if value is None else value * kind.per_unit
    return words.number(shown, places_for([shown]) if kind.unit == MILLISECONDS else 0)


def criterion_word(criterion: Criterion, discount_rate: Decimal | None) -> Message:
    """Name a criterion; the price by its discount rate where it is a net present value."""
    if criterion is Criterion.PRICE:
        return price_short(discount_rate)
    return CRITERION_WORDS[criterion]


def unit_of(criterion: Criterion, currency: str) -> Message | str:
    """Return the unit that a criterion is written in."""
    return kind_of(criterion).unit or currency


def nothing_measured(answer: Answer) -> Message:
    """State that no option has a level, at the statistic that is asked for."""
    return message(
        "No complete run with the response time asked for ({statistic}) has been imported.",
        statistic=answer.requirement.statistic,
    )


def load(answer: Answer) -> Message:
    """Describe how the visits of a month became a transaction rate (MODEL P1)."""
    asked = answer.requirement
    if asked.convention is Convention.SUSTAINED:
        return message(
            "{visits:,} visits a month, spread evenly: {tps:.1f} transactions per second.",
            visits=asked.visits_per_month,
            tps=answer.demand_tps,
        )
    return message(
        "{visits:,} visits a month: {tps:.1f} transactions per second at the peak,"
        " with {traffic:g} % of the traffic in {time:g} % of the time.",
        visits=asked.visits_per_month,
        tps=answer.demand_tps,
        traffic=round(asked.traffic_share * PERCENT, 6),
        time=round(asked.time_share * PERCENT, 6),
    )


_STATED = {
    LoadUnit.TPS: "The load is stated as {load:,.10g} tx/s.",
    LoadUnit.TPM: "The load is stated as {load:,.10g} tx/min.",
    LoadUnit.USERS: "The load is stated as {load:,.10g} users.",
    LoadUnit.IOPS: "The load is stated as {load:,.10g} I/Os a second.",
    LoadUnit.AWR: "The load is stated as {load:,.10g} times that of the AWR report.",
}


_LOADS = {
    LoadUnit.VISITS: "{load:,.10g} visits a month",
    LoadUnit.TPS: "{load:,.10g} transactions a second",
    LoadUnit.TPM: "{load:,.10g} transactions a minute",
    LoadUnit.USERS: "{load:,.10g} users",
    LoadUnit.IOPS: "{load:,.10g} I/Os a second",
    LoadUnit.AWR: "{load:,.10g} times the AWR report\u2019s load",
}


def load_words(asked: Requirement) -> Message:
    """Return the load in the unit that it is stated in."""
    if asked.load is None or asked.load_unit is LoadUnit.VISITS:
        return message(_LOADS[LoadUnit.VISITS], load=asked.visits_per_month)
    return message(_LOADS[asked.load_unit], load=asked.load)


_ONE_LATENCY = (
    "Does the one storage option take at most {ms:,.10g} ms for an I/O at {load}, and at what"
    " price?"
)
_MANY_WITHIN = (
    "Which of {count} storage options answers within {ms:,.10g} ms at {load}, and at what price?"
)
_MANY_LATENCY = (
    "Which of {count} storage options takes at most {ms:,.10g} ms for an I/O at {load}, and at"
    " what price?"
)
_QUESTIONS: dict[Goal, tuple[str, str, str]] = {
    Goal.RESPONSE_TIME: (
        "Which storage answers within {ms:,.10g} ms at {load}, and at what price?",
        "Does the one storage option answer within {ms:,.10g} ms at {load}, and at what price?",
        _MANY_WITHIN,
    ),
    Goal.NONE: (
        "Which storage carries {load}, and at what price?",
        "Does the one storage option carry {load}, and at what price?",
        "Which of {count} storage options carries {load}, and at what price?",
    ),
    Goal.STORAGE_LATENCY: (
        "Which storage takes at most {ms:,.10g} ms for an I/O at {load}, and at what price?",
        _ONE_LATENCY,
        _MANY_LATENCY,
    ),
}
"""By what the target is set on: without an option, with one, with more."""


def question(answer: Answer) -> Message:
    """Return the question that a study answers."""
    asked, count = answer.requirement, len(answer.options)
    stated: dict[str, Figure] = {"load": load_words(asked)}
    if asked.goal is not Goal.NONE:
        stated["ms"] = asked.target_s * 1000
    if count > 1:
        stated["count"] = count
    return message(_QUESTIONS[asked.goal][min(count, 2)], **stated)


def _target(asked: Requirement) -> Message:
    """Describe what the target is set on."""
    if asked.goal is Goal.NONE:
        return message("No response time is required: load, price and the other rules decide.")
    ms = asked.target_s * 1000
    if asked.goal is Goal.STORAGE_LATENCY:
        return message("Latency of the storage of at most {ms:,.10g} ms for an I/O.", ms=ms)
    return message(
        "Response time ({statistic}) of at most {ms:,.10g} ms.", statistic=asked.statistic, ms=ms
    )


def _stated(asked: Requirement) -> Iterator[Message]:
    """Describe what the load is stated in beside visits, and what of large I/O is asked for."""
    if asked.load is not None and asked.load_unit in _STATED:
        yield message(_STATED[asked.load_unit], load=asked.load)
    if asked.min_throughput_b_s is not None:
        yield message(
            "Large I/O at {rate:,.10g} MB/s or more.", rate=asked.min_throughput_b_s / 1e6
        )


def requirements(answer: Answer) -> list[Message]:
    """Say all that is required, a sentence each."""
    asked = answer.requirement
    sentences = [_target(asked), load(answer), *_stated(asked)]
    if asked.growth_per_month or asked.reserve:
        sentences.append(
            message(
                "In that: growth of {growth:g} % a month over {months} months,"
                " and a reserve of {reserve:g} %.",
                growth=round(asked.growth_per_month * PERCENT, 6),
                months=asked.horizon_months,
                reserve=round(asked.reserve * PERCENT, 6),
            )
        )
    if asked.min_headroom > 0:
        least = round(asked.min_headroom * PERCENT, 6)
        sentences.append(message("Headroom of at least {percent:g} %.", percent=least))
    if asked.budget is not None:
        sentences.append(
            message(
                "{price} of at most {currency} {amount:,.0f}.",
                price=price_word(answer.discount_rate),
                amount=asked.budget,
                currency=answer.currency,
            )
        )
    if asked.needs_shared_storage:
        sentences.append(message("Storage that several hosts can use at once."))
    if asked.needs_files:
        sentences.append(message("Storage that serves files (NFS, SMB)."))
    if asked.max_restore_s is not None:
        hours = round(asked.max_restore_s / 3600, 6)
        sentences.append(message("Service restored within {hours:g} h.", hours=hours))
    if asked.rule is Rule.LOWEST_PRICE and answer.discount_rate is not None:
        lowest = message(
            "Rule: the lowest 36-month net present value among the options that pass."
        )
        return [*sentences, lowest]
    return [*sentences, RULE_WORDS[asked.rule]]

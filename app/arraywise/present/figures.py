"""Formats the figures of an answer: which unit, how many decimals, what for missing ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.demand import growth_factor, is_demand_in_ios, most_needed_bytes
from arraywise.domain.capacity import TB
from arraywise.domain.criteria import MILLISECONDS, Criterion, kind_of
from arraywise.domain.decision import round_load
from arraywise.domain.messages import message
from arraywise.domain.percentiles import Censoring, describe_statistic_list
from arraywise.domain.pricing import price_label
from arraywise.domain.requirement import Convention, DegradedRule, Goal, LoadUnit, Rule
from arraywise.domain.requirement_fields import REQUIREMENT_FIELDS, RequirementKind
from arraywise.domain.runway import growth_percent_as_entered
from arraywise.present.labels import short_price_title
from arraywise.present.numbers import MILLION, PERCENT, decimals_for_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from decimal import Decimal

    from arraywise.domain.criteria import CriterionKind, CriterionSetting
    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Figure, Message
    from arraywise.domain.pricing import BreakEvenLoad
    from arraywise.domain.requirement import Requirement
    from arraywise.present.language import Wording

_DEGRADED_RULES = {
    DegradedRule.AVERAGE: message(
        "The target must also be met at the average load with a failed part."
    ),
    DegradedRule.PEAK: message("The target must also be met at the peak load with a failed part."),
}
RULE_WORDS = {
    Rule.BEST_VALUE: message("Rule: best value, the highest score among the options that pass."),
    Rule.LOWEST_PRICE: message("Rule: the lowest 36-month price among the options that pass."),
    Rule.FRONTIER: message("Rule: the efficient options are named, not a single winner."),
}
NOT_STATED = message("No requirement is stated. Enter target and load; nothing is judged before.")
_ABOVE_VISITS = (
    "Above {visits:,.0f} visits a month ({rate:,.1f} tx/s) {above} is cheaper than {below}"
    " ({price:,.0f} {currency} over 36 months there)."
)
_ABOVE_LOAD = (
    "Above {load} {above} is cheaper than {below} ({price:,.0f} {currency} over 36 months there)."
)


def describe_degraded_rule(asked: Requirement) -> Iterator[Message]:
    """Say at which load the target must hold with a part failed; nothing where at none."""
    if asked.degraded in _DEGRADED_RULES:
        yield _DEGRADED_RULES[asked.degraded]


def format_anchor(words: Wording, setting: CriterionSetting, value: float | None) -> str:
    """Write an anchor of a value function in the criterion's unit."""
    kind = kind_of(setting.criterion)
    shown = None if value is None else value * kind.units_per_si
    return words.number(shown, _anchor_decimals(kind, shown))


def _anchor_decimals(kind: CriterionKind, shown: float | None) -> int:
    if kind.unit == MILLISECONDS:
        return decimals_for_values([shown])
    exact = kind.criterion.own is None or shown is None or shown == round(shown)
    return 0 if exact else min(3, len(f"{shown:.10g}".partition(".")[2]))


def criterion_title(criterion: Criterion, discount_rate: Decimal | None) -> Message:
    """Name a criterion; the price by its discount rate where it is a net present value."""
    if criterion is Criterion.PRICE:
        return short_price_title(discount_rate)
    return kind_of(criterion).label


def criterion_unit(criterion: Criterion, currency: str) -> Message | str:
    """Return the unit that a criterion is written in."""
    return kind_of(criterion).unit or currency


def is_demand_in_transactions(answer: Answer) -> bool:
    """Return whether the demand is one of transactions, not of bare I/Os."""
    return not is_demand_in_ios(answer.requirement, answer.demand_tps)


def demand_unit(answer: Answer) -> LoadUnit:
    """Return the unit of the rate that options are judged at."""
    return LoadUnit.TPS if is_demand_in_transactions(answer) else LoadUnit.IOPS


def describe_demand(answer: Answer) -> Message:
    """Write the rate that options are judged at; in I/Os where no transaction is known."""
    return describe_load_in_unit(demand_unit(answer), round(answer.demand_tps, 1))


def describe_required_load(answer: Answer) -> Message:
    """Write the load that every figure of an answer stands at, and what it contains.

    Required is the load with its growth up to the horizon and the reserve on top.
    """
    asked = answer.requirement
    unit, load = asked.stated_load
    words: dict[str, Figure] = {"rate": round(answer.demand_tps, 1)}
    words["unit"] = "tx/s" if is_demand_in_transactions(answer) else "IOPS"
    if asked.reserve:
        words["reserve"] = round(asked.reserve * PERCENT, 6)
    if asked.growth_per_month > 0 and asked.horizon_months > 0:
        text = "{rate:,.10g} {unit} with growth"
        if asked.reserve:
            text = "{rate:,.10g} {unit} with growth and {reserve:g} % reserve"
        return message(text, **words)
    is_same_unit = unit in {LoadUnit.TPS, LoadUnit.IOPS}
    words["load"] = (
        message("{load:,.10g}", load=load) if is_same_unit else describe_stated_load(asked)
    )
    return message("{rate:,.10g} {unit} ({load} and {reserve:g} % reserve)", **words)


def has_growth_or_reserve(asked: Requirement) -> bool:
    """Return whether what is required is more than the load as it is stated."""
    return asked.reserve > 0 or (asked.growth_per_month > 0 and asked.horizon_months > 0)


def describe_load_with_demand(answer: Answer) -> Message:
    """Describe the load and the rate that it means: of visits by MODEL P1, else by E2."""
    asked = answer.requirement
    if not asked.is_in_visits:
        stated, judged = describe_stated_load(asked), describe_demand(answer)
        if asked.growth_per_month or asked.reserve:
            text = "Load: {load} today; {demand} are required."
            return message(text, load=stated, demand=judged)
        if asked.stated_load[0] is demand_unit(answer):
            return message("Load: {load}.", load=stated)
        return message("Load: {load}, which are {demand}.", load=stated, demand=judged)
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


_LOADS = {
    LoadUnit.VISITS: "{load:,.10g} visits a month",
    LoadUnit.TPS: "{load:,.10g} transactions a second",
    LoadUnit.TPM: "{load:,.10g} transactions a minute",
    LoadUnit.USERS: "{load:,.10g} users",
    LoadUnit.IOPS: "{load:,.10g} I/Os a second",
    LoadUnit.AWR: "{load:,.10g} times the AWR report\u2019s load",
}


LOAD_UNITS = {
    LoadUnit.TPS: message("transactions/s"),
    LoadUnit.TPM: message("transactions a minute"),
    LoadUnit.USERS: message("users"),
    LoadUnit.IOPS: message("I/Os a second"),
    LoadUnit.AWR: message("times the load of the AWR report"),
}
"""What a load is stated in where that is not visits a month."""


def load_column_title(unit: LoadUnit) -> Message:
    """Name a column or an axis of loads in a unit."""
    if unit is LoadUnit.VISITS:
        return message("Visits per month")
    return message("Load, {unit}", unit=LOAD_UNITS[unit])


def load_unit_and_visits_per_unit(asked: Requirement) -> tuple[Message | None, float]:
    """Return the unit that the load is stated in, and visits a month for one of it.

    None for visits; these are told by the million.
    """
    unit, load = asked.stated_load
    if unit is LoadUnit.VISITS or not load > 0 or not asked.visits_per_month > 0:
        return None, MILLION
    return LOAD_UNITS[unit], asked.visits_per_month / load


def describe_stated_load(asked: Requirement) -> Message:
    """Return the load in the unit that it is stated in."""
    unit, load = asked.stated_load
    return describe_load_in_unit(unit, load)


def describe_load_in_unit(unit: LoadUnit, load: float) -> Message:
    """Write a load with its unit in words."""
    return message(_LOADS[unit], load=load)


def break_even_in_stated_unit(load: BreakEvenLoad, asked: Requirement) -> tuple[LoadUnit, float]:
    """Return the load at which two prices cross as the load is stated: of today, unit first."""
    unit, today = asked.stated_load
    return unit, round_load(today * load.visits_per_month / max(asked.visits_per_month, 1))


def describe_break_even_load(load: BreakEvenLoad, answer: Answer) -> Message:
    """Say from which load on the other of two options is the cheaper one."""
    unit, stated = break_even_in_stated_unit(load, answer.requirement)
    return message(
        _ABOVE_VISITS if unit is LoadUnit.VISITS else _ABOVE_LOAD,
        visits=load.visits_per_month,
        rate=load.rate_tps,
        load=describe_load_in_unit(unit, stated),
        above=load.cheaper_above,
        below=load.cheaper_below,
        price=load.price,
        currency=answer.currency,
    )


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


def describe_study_question(answer: Answer) -> Message:
    """Return the question that a study answers; an open one while nobody stated what is needed."""
    if not answer.is_stated:
        return message("Which storage, for which load and response time?")
    asked, count = answer.requirement, len(answer.options)
    stated: dict[str, Figure] = {"load": describe_stated_load(asked)}
    if asked.goal is not Goal.NONE:
        stated["ms"] = asked.target_s * 1000
    if count > 1:
        stated["count"] = count
    return message(_QUESTIONS[asked.goal][min(count, 2)], **stated)


def _describe_target(asked: Requirement) -> Message:
    """Describe what the target is set on."""
    if asked.goal is Goal.NONE:
        return message("No response time is required: load, price and the other rules decide.")
    text = "Response time ({statistic}) of at most {ms:,.10g} ms."
    if asked.goal is Goal.STORAGE_LATENCY:
        text = "Latency of the storage ({statistic}) of at most {ms:,.10g} ms for an I/O."
    return message(text, statistic=asked.statistic, ms=asked.target_s * 1000)


def describe_available_statistics(statistics: Iterable[tuple[str, Censoring]]) -> Message | None:
    """Say which statistics the files hold of what the target is set on; None without any."""
    known = tuple(statistics)
    below = tuple(name for name, how in known if how is Censoring.AT_LEAST)
    held = tuple(name for name, how in known if how is not Censoring.AT_LEAST)
    if not held:
        return None
    if below:
        text = "The files hold {held}; {bounded} from below only."
        return message(
            text, held=describe_statistic_list(held), bounded=describe_statistic_list(below)
        )
    return message("The files hold {held}.", held=describe_statistic_list(held))


def describe_missing_statistic(
    asked: Requirement, statistics: Iterable[tuple[str, Censoring]]
) -> Message | None:
    """Say that no file tells the statistic asked for, and what they hold instead; else None."""
    known = tuple(statistics)
    held, how = (
        describe_available_statistics(known),
        dict(known).get(asked.statistic, Censoring.AT_LEAST),
    )
    if held is None or asked.goal is Goal.NONE or how is not Censoring.AT_LEAST:
        return None
    return message("No file measures {statistic}. {held}", statistic=asked.statistic, held=held)


def _describe_throughput_and_capacity(asked: Requirement) -> Iterator[Message]:
    """Describe large I/O and usable capacity."""
    if asked.min_throughput_b_s is not None:
        yield message(
            "Large I/O at {rate:,.10g} MB/s or more.", rate=asked.min_throughput_b_s / 1e6
        )
    needed = most_needed_bytes(asked)
    if needed is not None and asked.usable_growth_per_year <= 0:
        yield message("Usable capacity of {needed:,.4g} TB.", needed=needed / TB)
    elif needed is not None and asked.usable_bytes is not None:
        yield message(
            "Usable capacity of {needed:,.4g} TB in month {months}: {today:,.4g} TB today,"
            " growing by {growth}.",
            needed=needed / TB,
            months=asked.horizon_months,
            today=asked.usable_bytes / TB,
            growth=describe_growth_rate(asked.usable_growth_per_year, by_year=True),
        )


def describe_growth_rate(growth: float, *, by_year: bool) -> Message:
    """Describe a growth as it was stated: 10 % a year is no 0.797414 % a month.

    `by_year`: whether the growth is a year's.
    """
    percent, is_of_year = growth_percent_as_entered(growth, by_year=by_year)
    if is_of_year:
        return message("{percent:,.9g} % a year", percent=percent)
    return message("{percent:,.9g} % a month", percent=percent)


def _describe_growth_and_reserve(asked: Requirement) -> Message:
    """State what the load contains beside that of today; what is 0 % is left out."""
    growth = describe_growth_rate(asked.growth_per_month, by_year=False)
    months, reserve = asked.horizon_months, round(asked.reserve * PERCENT, 6)
    if growth_factor(asked) <= 1.0:
        return message("In that: a reserve of {reserve:g} %.", reserve=reserve)
    if not reserve:
        text = "In that: growth of {growth} over {months} months."
        return message(text, growth=growth, months=months)
    return message(
        "In that: growth of {growth} over {months} months, and a reserve of {reserve:g} %.",
        growth=growth,
        months=months,
        reserve=reserve,
    )


def describe_requirement(answer: Answer) -> list[Message]:
    """Say all that is required, a sentence each; of a study that states nothing, that alone."""
    if not answer.is_stated:
        return [NOT_STATED]
    asked = answer.requirement
    missing = describe_missing_statistic(asked, answer.available_statistics)
    lacks = [] if missing is None else [missing]
    sentences = [
        _describe_target(asked),
        *lacks,
        describe_load_with_demand(answer),
        *_describe_throughput_and_capacity(asked),
        *describe_degraded_rule(asked),
    ]
    if has_growth_or_reserve(asked):
        sentences.append(_describe_growth_and_reserve(asked))
    sentences += _describe_fields_with_sentences(answer)
    if asked.rule is Rule.LOWEST_PRICE and answer.discount_rate is not None:
        lowest = message(
            "Rule: the lowest 36-month net present value among the options that pass."
        )
        return [*sentences, lowest]
    return [*sentences, RULE_WORDS[asked.rule]]


def _describe_fields_with_sentences(answer: Answer) -> Iterator[Message]:
    """Say of each field with a sentence of its own what it asks for, as the panel lists them."""
    for field in sorted(REQUIREMENT_FIELDS, key=lambda each: each.panel_position):
        value, sentence = field.value_in(answer.requirement), field.describe(answer.requirement)
        if field.kind is RequirementKind.MONEY and value is not None:
            yield message(
                "{price} of at most {currency} {amount:,.0f}.",
                price=price_label(answer.discount_rate),
                amount=value,
                currency=answer.currency,
            )
        elif sentence is not None:
            yield sentence

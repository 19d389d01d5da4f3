"""How long options last, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.decision.screening import BY_LOAD
from arraywise.analysis.demand import (
    effective_capacity,
    growth_factor,
    has_needed_capacity,
    needed_bytes,
)
from arraywise.analysis.runway import shown_runway
from arraywise.domain.capacity import TB
from arraywise.domain.claims import always_holds, define_claim
from arraywise.domain.decision import FAILS, round_load
from arraywise.domain.messages import message
from arraywise.domain.requirement import LoadUnit
from arraywise.domain.runway import MONTHS_SHOWN, GrowingDemand
from arraywise.domain.units import MONTHS_PRICED
from arraywise.present.figures import describe_growth_rate, describe_load_in_unit
from arraywise.present.numbers import MILLION, NONE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.claims import Figures, Predicate
    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.runway import LastMonth, OptionRunway, Runway
    from arraywise.present.numbers import NumberWriter

DEMAND_WORDS = {
    GrowingDemand.LOAD: message("the load"),
    GrowingDemand.DATA: message("the data"),
}
CASH_NOTE = message(
    "Paid by the end of each month, undiscounted. Month 0: one-time costs and 36-month quotes;"
    " monthly fees after the warranty. Dotted after month 36: monthly fees continue, 36-month"
    " quotes may be due again."
)

_ROUNDING = 1e-9
_MOST = 1200
"""Months beyond which nobody plans."""


def has_growth(runway: Runway | None) -> bool:
    """Return whether load or data grow, so that how long an option lasts says something."""
    return runway is not None and runway.grows


def describe_growth(asked: Requirement) -> Message:
    """State by how much load and data grow."""
    by_month = asked.growth_per_month
    by_year = 0.0 if asked.usable_bytes is None else asked.usable_growth_per_year
    return _GROWTH[_sign(by_month), _sign(by_year)].build_message(
        load=describe_growth_rate(abs(by_month), by_year=False),
        data=describe_growth_rate(abs(by_year), by_year=True),
    )


def _sign(growth: float) -> int:
    return (growth > 0) - (growth < 0)


def _grow_as_stated(load: int, data: int) -> Predicate:
    """Return the condition that load and data move to these sides of today's."""

    def holds(answer: Answer, _figures: Figures) -> bool:
        asked = answer.requirement
        rates = [(1.0 + asked.growth_per_month) ** month for month in (0, 1)]
        held = [needed_bytes(asked, month) or 0.0 for month in (0, 12)]
        return (_sign(rates[1] - rates[0]), _sign(held[1] - held[0])) == (load, data)

    return holds


_GROWTH_WORDS = {
    (0, 0): message("No growth of load or data is stated."),
    (1, 0): message("The load grows by {load}."),
    (-1, 0): message("The load shrinks by {load}; today's is required."),
    (0, 1): message("The data grows by {data}; the load stays as it is."),
    (0, -1): message("The data shrinks by {data}; the load stays as it is."),
    (1, 1): message("The load grows by {load}, the data by {data}."),
    (-1, -1): message("The load shrinks by {load}, the data by {data}; today's are required."),
    (1, -1): message("The load grows by {load}; the data shrinks by {data}."),
    (-1, 1): message("The load shrinks by {load}; the data grows by {data}."),
}
_GROWTH = {
    signs: define_claim(words.template, _grow_as_stated(*signs))
    for signs, words in _GROWTH_WORDS.items()
}
for _share in ("{percent:,.9g} % a month", "{percent:,.9g} % a year"):
    define_claim(_share, lambda _a, f: float(str(f["percent"])) >= 0)


def describe_recommended_lifetime(answer: Answer) -> Message | None:
    """State up to which month the recommended option is shown to last, where anything grows."""
    chosen, asked = answer.recommended_answer, answer.requirement
    has_data = asked.usable_bytes is not None and asked.usable_growth_per_year != 0
    if chosen is None or not (asked.growth_per_month or has_data):
        return None
    shown = shown_runway(chosen, asked, answer.demand_tps)
    return describe_option_lifetime(shown) if shown.last_month.is_shown else None


def describe_option_lifetime(each: OptionRunway) -> Message:
    """State up to which month an option carries load and data, and what outgrows it then."""
    last, name = each.last_month, each.option.name
    if last.point is None:
        return _NOT_SHOWN.build_message(option=name)
    if last.lasts_forever:
        return _NEVER.build_message(option=name)
    by = DEMAND_WORDS[each.outgrown_by or GrowingDemand.LOAD]
    if last.point < 0:
        return _TODAY.build_message(option=name, what=by)
    low, high = _differing_ends(last)
    if low is None or high is None:
        return _UNTIL.build_message(option=name, month=last.point, what=by)
    return _UNTIL_BETWEEN.build_message(
        option=name,
        month=last.point,
        low=low,
        high=high,
        what=by,
    )


def _named(answer: Answer, figures: Figures) -> OptionAnswer:
    return next(o for o in answer.options if o.option.name == figures["option"])


def _load_in(answer: Answer, month: float) -> float:
    asked = answer.requirement
    grown = (1.0 + asked.growth_per_month) ** month
    return float(answer.demand_tps / growth_factor(asked) * grown)


def _holds_in(answer: Answer, option: OptionAnswer, what: GrowingDemand, month: float) -> bool:
    """Return whether an option is shown to hold load or data of a month."""
    if what is GrowingDemand.LOAD:
        limit = option.limit_tps or 0.0
        return limit >= _load_in(answer, month) * (1.0 - _ROUNDING)
    needed = needed_bytes(answer.requirement, int(month))
    return needed is None or has_needed_capacity(option.option, needed) is True


def _what(figures: Figures) -> GrowingDemand:
    return next(each for each, words in DEMAND_WORDS.items() if words == figures["what"])


def _fails_today(answer: Answer, figures: Figures) -> bool:
    """Hold where an option is shown to fail today: it then fails at all of the term."""
    option, what = _named(answer, figures), _what(figures)
    if what is GrowingDemand.LOAD:
        return any(verdict in FAILS for rule, verdict in option.rule_verdicts if rule in BY_LOAD)
    needed = needed_bytes(answer.requirement, 0)
    return needed is not None and has_needed_capacity(option.option, needed) is False


def _lasts_until(answer: Answer, figures: Figures) -> bool:
    option, month = _named(answer, figures), float(str(figures["month"]))
    is_held = all(_holds_in(answer, option, each, month) for each in GrowingDemand)
    return is_held and not _holds_in(answer, option, _what(figures), month + 1)


_NOT_SHOWN = define_claim(
    "{option}: how long it lasts is not shown.",
    lambda a, f: not all(_holds_in(a, _named(a, f), each, 0) for each in GrowingDemand),
)
_NEVER = define_claim(
    "{option} is never outgrown at this growth.",
    lambda a, f: all(
        _holds_in(a, _named(a, f), each, month) for each in GrowingDemand for month in (0, 1200)
    ),
)
_TODAY = define_claim("{option} is outgrown today, by {what}.", _fails_today)
_UNTIL = define_claim(
    "{option} carries it to month {month:,.0f}, then {what} outgrows it.", _lasts_until
)
_UNTIL_BETWEEN = define_claim(
    "{option} carries it to month {month:,.0f} [{low:,.0f}\u2013{high:,.0f}], then {what}"
    " outgrows it.",
    lambda a, f: (
        _lasts_until(a, f)
        and float(str(f["low"])) <= float(str(f["month"])) <= float(str(f["high"]))
    ),
)
for _words in DEMAND_WORDS.values():
    define_claim(_words.template, always_holds)
_LOAD_NOT_SHOWN = define_claim(
    "{option}: its load is not shown.",
    lambda a, f: not _holds_in(a, _named(a, f), GrowingDemand.LOAD, 0),
)
_USABLE_NOT_STATED = define_claim(
    "{option}: its usable capacity is not stated.",
    lambda a, f: effective_capacity(_named(a, f).option) is None,
)
_BY_REDUCTION = define_claim(
    "{option}: whether the data fits depends on the data reduction.",
    lambda a, f: (
        (needed := needed_bytes(a.requirement, 0)) is not None
        and effective_capacity(_named(a, f).option) is not None
        and has_needed_capacity(_named(a, f).option, needed) is None
    ),
)


def _differing_ends(months: LastMonth) -> tuple[float | None, float | None]:
    """Return the ends of an interval, where both are known and differ."""
    low, high = months.low, months.high
    if low is None or high is None or high == low or high > _MOST:
        return None, None
    return max(0.0, low), high


def describe_load_to_last(answer: Answer, runway: Runway) -> Message | None:
    """State the load at the end of the months that are priced, and which options last until then.

    None where the load does not grow, or there are no options.
    """
    if not runway.options or runway.load_growth <= 0:
        return None
    months = max(MONTHS_PRICED, answer.requirement.horizon_months)
    lasting = [
        each.option.name
        for each in runway.options
        if each.last_month.point is not None and each.last_month.point >= months
    ]
    load = _describe_monthly_load(answer.requirement, runway, months)
    if not lasting:
        return _NONE_LASTS.build_message(months=months, load=load)
    return _LASTING.build_message(months=months, load=load, options=", ".join(lasting))


def _lasting_names(answer: Answer, figures: Figures) -> str:
    month = float(str(figures["months"]))
    held = (
        o.option.name
        for o in answer.options
        if all(_holds_in(answer, o, each, month) for each in GrowingDemand)
    )
    return ", ".join(held)


def _is_of_month(unit: LoadUnit) -> Predicate:
    """Return the condition that a load is that of the month that the sentence names."""

    def holds(answer: Answer, figures: Figures) -> bool:
        asked = answer.requirement
        month = float(str(figures.get("months", figures.get("month", 0))))
        load = asked.stated_load[1] * (1.0 + asked.growth_per_month) ** month
        return asked.load_unit is unit and abs(load - float(str(figures["load"]))) <= 0.01 * load

    return holds


def _are_visits_of_month(per: float) -> Predicate:
    return lambda a, f: _is_about(
        a.requirement.visits_per_month
        * (1.0 + a.requirement.growth_per_month) ** float(str(f.get("months", f.get("month", 0)))),
        per * float(str(f["visits"])),
    )


def _is_about(one: float, other: float) -> bool:
    return abs(one - other) <= 0.01 * abs(one) + 1.0


for _unit in LoadUnit:
    define_claim(describe_load_in_unit(_unit, 1.0).template, _is_of_month(_unit))
define_claim("{visits:,.0f} visits a month", _are_visits_of_month(1.0))
define_claim("{visits:,.1f} million visits a month", _are_visits_of_month(MILLION))
_NONE_LASTS = define_claim(
    "In month {months} the load is {load}; no option is shown to last until then.",
    lambda a, f: not _lasting_names(a, f),
)
_LASTING = define_claim(
    "In month {months} the load is {load}; shown to last until then: {options}.",
    lambda a, f: _lasting_names(a, f) == f["options"],
)


def monthly_loads_in_stated_unit(asked: Requirement, runway: Runway) -> tuple[float, ...]:
    """Return the load of each month in the unit that it is stated in, without the reserve."""
    unit, load = asked.stated_load
    today = runway.load_tps[0]
    if unit is LoadUnit.VISITS or today <= 0:
        return runway.visits_per_month
    return tuple(load * (rate / today) for rate in runway.load_tps)


def _describe_monthly_load(asked: Requirement, runway: Runway, month: int) -> Message:
    visits = runway.visits_per_month[month]
    if not asked.is_in_visits:
        load = monthly_loads_in_stated_unit(asked, runway)[month]
        is_of_users = asked.load_unit is LoadUnit.USERS
        return describe_load_in_unit(
            asked.load_unit, round(load) if is_of_users else round_load(load)
        )
    if visits < MILLION:
        return message("{visits:,.0f} visits a month", visits=visits)
    return message("{visits:,.1f} million visits a month", visits=visits / MILLION)


def describe_load_and_data_of_month(asked: Requirement, runway: Runway, month: int) -> Message:
    """State load and data of a month."""
    load = _describe_monthly_load(asked, runway, month)
    if asked.is_in_visits:
        load = message("{load}, {rate:,.1f} tx/s", load=load, rate=runway.load_tps[month])
    if runway.data_bytes is None:
        return message("Month {month}: {load}", month=month, load=load)
    held = runway.data_bytes[month] / TB
    return message("Month {month}: {load}, {data:,.1f} TB", month=month, load=load, data=held)


def format_outgrown_month(words: NumberWriter, months: LastMonth) -> str | Message:
    """Write the month in which an option is outgrown, with its interval, for a table."""
    outgrown = months.first_month_outgrown
    if outgrown.point is None:
        return NONE
    if months.lasts_forever:
        return message("never")
    if outgrown.point <= 0:
        return message("today")
    text = words.number(outgrown.point)
    low, high = _differing_ends(outgrown)
    if low is None or high is None:
        return text
    return f"{text} [{words.number(low)}{NONE}{words.number(high)}]"


def recommended_or_longest_lasting(answer: Answer, runway: Runway) -> OptionRunway | None:
    """Return the recommended option, or where none is the one that lasts longest."""
    if answer.recommended is not None:
        return runway.option_runway(answer.recommended)
    shown = [each for each in runway.options if each.last_month.is_shown]
    return max(shown, key=lambda each: each.last_month.point or 0.0, default=None)


def describe_runway(answer: Answer, runway: Runway) -> Iterator[Message]:
    """State the growth, and how long each option lasts, the recommended one first."""
    yield describe_growth(answer.requirement)
    first = recommended_or_longest_lasting(answer, runway)
    order = sorted(runway.options, key=lambda each: each is not first)
    yield from map(describe_option_lifetime, order)
    needed = describe_load_to_last(answer, runway)
    if needed is not None:
        yield needed


def describe_unknown_lifetimes(runway: Runway) -> Iterator[Message]:
    """Name the options of which it is not shown how long they last, and why."""
    for each in runway.options:
        if each.last_month.is_shown:
            continue
        if not each.load.last_month.is_shown:
            yield _LOAD_NOT_SHOWN.build_message(option=each.option.name)
        else:
            is_stated = effective_capacity(each.option) is not None
            said = _BY_REDUCTION if is_stated else _USABLE_NOT_STATED
            yield said.build_message(option=each.option.name)


def clamp_to_shown_months(value: float) -> int:
    """Return a month of the runway."""
    return min(MONTHS_SHOWN, max(0, round(value)))

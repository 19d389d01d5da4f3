"""How long options last, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.runway import shown_runway
from arraywise.domain.capacity import TB
from arraywise.domain.decision import shown_load
from arraywise.domain.messages import message
from arraywise.domain.requirement import LoadUnit
from arraywise.domain.runway import MONTHS_SHOWN, GrowingDemand
from arraywise.domain.units import MONTHS_PRICED
from arraywise.present.figures import describe_share, in_load_unit
from arraywise.present.numbers import MILLION, NONE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.decision import Answer
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


def is_worth_showing(runway: Runway | None) -> bool:
    """Return whether load or data grow, so that how long an option lasts says something."""
    return runway is not None and runway.grows


def describe_growth(asked: Requirement) -> Message:
    """State by how much load and data grow."""
    has_data = asked.usable_bytes is not None and asked.usable_growth_per_year != 0
    load = describe_share(asked.growth_per_month, by_year=False)
    data = describe_share(asked.usable_growth_per_year, by_year=True)
    if asked.growth_per_month and has_data:
        return message("The load grows by {load}, the data by {data}.", load=load, data=data)
    if has_data:
        return message("The data grows by {data}; the load stays as it is.", data=data)
    if asked.growth_per_month:
        return message("The load grows by {load}.", load=load)
    return message("No growth of load or data is stated.")


def describe_chosen(answer: Answer) -> Message | None:
    """State up to which month the recommended option is shown to last, where anything grows."""
    chosen, asked = answer.chosen, answer.requirement
    has_data = asked.usable_bytes is not None and asked.usable_growth_per_year != 0
    if chosen is None or not (asked.growth_per_month or has_data):
        return None
    shown = shown_runway(chosen, asked, answer.demand_tps)
    return describe_lasting(shown) if shown.last.is_shown else None


def describe_lasting(each: OptionRunway) -> Message:
    """State up to which month an option carries load and data, and what outgrows it then."""
    last, name = each.last, each.option.name
    if last.point is None:
        return message("{option}: how long it lasts is not shown.", option=name)
    if last.lasts:
        return message("{option} is never outgrown at this growth.", option=name)
    by = DEMAND_WORDS[each.outgrown_by or GrowingDemand.LOAD]
    if last.point < 0:
        return message("{option} is outgrown today, by {what}.", option=name, what=by)
    low, high = _ends(last)
    if low is None or high is None:
        text = "{option} carries it to month {month:,.0f}, then {what} outgrows it."
        return message(text, option=name, month=last.point, what=by)
    return message(
        "{option} carries it to month {month:,.0f} [{low:,.0f}\u2013{high:,.0f}], then {what}"
        " outgrows it.",
        option=name,
        month=last.point,
        low=low,
        high=high,
        what=by,
    )


def _ends(months: LastMonth) -> tuple[float | None, float | None]:
    """Return the ends of an interval, where both are known and differ."""
    low, high = months.low, months.high
    if low is None or high is None or high == low or high > _MOST:
        return None, None
    return max(0.0, low), high


_MOST = 1200
"""Months beyond which nobody plans."""


def describe_needed(answer: Answer, runway: Runway) -> Message | None:
    """State what an option must carry to last as long as prices are counted, and who does.

    None where the load does not grow, or there are no options.
    """
    if not runway.options or runway.load_growth <= 0:
        return None
    months = max(MONTHS_PRICED, answer.requirement.horizon_months)
    lasting = [
        each.option.name
        for each in runway.options
        if each.last.point is not None and each.last.point >= months
    ]
    load = _amount(answer.requirement, runway, months)
    if not lasting:
        text = "To last {months} months an option must carry {load}; shown by none."
        return message(text, months=months, load=load)
    text = "To last {months} months an option must carry {load}; shown: {options}."
    return message(text, months=months, load=load, options=", ".join(lasting))


def stated_loads(asked: Requirement, runway: Runway) -> tuple[float, ...]:
    """Return the load of each month in the unit that it is stated in, without the reserve."""
    unit, load = asked.stated_load
    today = runway.load_tps[0]
    if unit is LoadUnit.VISITS or today <= 0:
        return runway.visits_per_month
    return tuple(load * (rate / today) for rate in runway.load_tps)


def _amount(asked: Requirement, runway: Runway, month: int) -> Message:
    visits = runway.visits_per_month[month]
    if not asked.is_in_visits:
        load = stated_loads(asked, runway)[month]
        is_of_users = asked.load_unit is LoadUnit.USERS
        return in_load_unit(asked.load_unit, round(load) if is_of_users else shown_load(load))
    if visits < MILLION:
        return message("{visits:,.0f} visits a month", visits=visits)
    return message("{visits:,.1f} million visits a month", visits=visits / MILLION)


def describe_month(asked: Requirement, runway: Runway, month: int) -> Message:
    """State load and data of a month."""
    load = _amount(asked, runway, month)
    if asked.is_in_visits:
        load = message("{load}, {rate:,.1f} tx/s", load=load, rate=runway.load_tps[month])
    if runway.data_bytes is None:
        return message("Month {month}: {load}", month=month, load=load)
    held = runway.data_bytes[month] / TB
    return message("Month {month}: {load}, {data:,.1f} TB", month=month, load=load, data=held)


def write_outgrown(words: NumberWriter, months: LastMonth) -> str | Message:
    """Write the month in which an option is outgrown, with its interval, for a table."""
    outgrown = months.outgrown
    if outgrown.point is None:
        return NONE
    if months.lasts:
        return message("never")
    if outgrown.point <= 0:
        return message("today")
    text = words.number(outgrown.point)
    low, high = _ends(outgrown)
    if low is None or high is None:
        return text
    return f"{text} [{words.number(low)}{NONE}{words.number(high)}]"


def recommended_or_longest_lasting(answer: Answer, runway: Runway) -> OptionRunway | None:
    """Return the recommended option, or where none is the one that lasts longest."""
    if answer.recommended is not None:
        return runway.of(answer.recommended)
    shown = [each for each in runway.options if each.last.is_shown]
    return max(shown, key=lambda each: each.last.point or 0.0, default=None)


def describe_runway(answer: Answer, runway: Runway) -> Iterator[Message]:
    """State the growth, and how long each option lasts, the recommended one first."""
    yield describe_growth(answer.requirement)
    first = recommended_or_longest_lasting(answer, runway)
    order = sorted(runway.options, key=lambda each: each is not first)
    yield from map(describe_lasting, order)
    needed = describe_needed(answer, runway)
    if needed is not None:
        yield needed


def not_lasting(runway: Runway) -> Iterator[Message]:
    """Name the options of which it is not shown how long they last, and why."""
    for each in runway.options:
        if each.last.is_shown:
            continue
        if not each.load.last.is_shown:
            yield message("{option}: its load is not shown.", option=each.option.name)
        else:
            yield message("{option}: its usable capacity is not stated.", option=each.option.name)


def clamp_month(value: float) -> int:
    """Return a month of the runway."""
    return min(MONTHS_SHOWN, max(0, round(value)))

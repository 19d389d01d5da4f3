"""How many months each option lasts while load and data grow (MODEL F2).

The load of month h is today's, grown h times; the horizon of P1 is a month of that same curve. So
the demand of today is taken back from that of the horizon, and nothing is grown twice. An option
carries what passes the screen's rules on the load, by whatever evidence decides there.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.decision.screening import (
    capacity_at,
    has_evidence,
    meets_targets,
    meets_with_headroom,
    misses_targets,
    usable_curve,
)
from arraywise.analysis.demand import (
    MOST_TPS,
    effective_capacity,
    growth_factor,
    needed_bytes,
    visits_per_month,
)
from arraywise.analysis.price_at_demand import price_sheet_at_demand
from arraywise.analysis.pricing import cash_spent
from arraywise.domain.runway import (
    MONTHS_SHOWN,
    DemandLimit,
    DemandRunway,
    LastMonth,
    OptionRunway,
    Runway,
    monthly_growth,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal

    from arraywise.analysis.arrays import Flags, Floats
    from arraywise.analysis.decision.problem import DecisionProblem
    from arraywise.analysis.prepared import Candidate, LoadIndependentOption
    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.options import Option
    from arraywise.domain.requirement import Requirement

SAME = 1e-9
"""Of a month: a load that is met exactly at a month is met in it."""
NEVER = math.inf
NOT_KNOWN = DemandLimit(None, None)
_LOW, _HIGH = 1e-6, 1e15
"""Between these rates the highest one that passes is looked for."""
_LOOKS, _STEPS = 6, 257
_EVEN = np.linspace(0.0, 1.0, _STEPS)


def last_month(limit: float | None, today: float, growth: float) -> float | None:
    """Return the last whole month in which a demand that grows by a share stays within a limit.

    Infinite where it never leaves the limit, -1 where it is beyond it today already, None where
    the limit is not known.
    """
    if today <= 0:
        return NEVER
    if limit is None:
        return None
    if limit < today * (1 - SAME):
        return -1
    if growth <= 0 or math.isinf(limit):
        return NEVER
    months = math.log(limit / today) / math.log1p(growth) + SAME
    return math.floor(months) if math.isfinite(months) else NEVER


def find_runway(question: DecisionProblem) -> Runway:
    """Return the demand of each month, and up to which one each option holds it."""
    asked = question.requirement
    growth, today = asked.growth_per_month, _demand_before_growth(asked, question.demand_tps)
    months = range(MONTHS_SHOWN + 1)
    at_today = replace(asked, horizon_months=0)
    loads = tuple(_demand_in_month(today, growth, month) for month in months)
    return Runway(
        load_tps=loads,
        visits_per_month=tuple(visits_per_month(at_today, load) for load in loads),
        data_bytes=None
        if needed_bytes(asked, 0) is None
        else tuple(needed_bytes(asked, month) or 0.0 for month in months),
        load_growth=growth,
        data_growth=asked.usable_growth_per_year,
        options=tuple(
            OptionRunway(
                known.facts.option,
                _runway_within(shown_and_best_load_limit(candidate, asked), today, growth),
                _data_runway(candidate.option, asked),
                _cash_by_month(known, question.demand_tps),
            )
            for known, candidate in zip(question.known, question.model.candidates, strict=True)
        ),
    )


def shown_runway(option: OptionAnswer, asked: Requirement, demand_tps: float) -> OptionRunway:
    """Return how long an answered option is shown to last, without what it could at best."""
    today = _demand_before_growth(asked, demand_tps)
    load = _runway_within(DemandLimit(option.limit_tps, None), today, asked.growth_per_month)
    return OptionRunway(option.option, load, _data_runway(option.option, asked), None)


def _demand_before_growth(asked: Requirement, demand_tps: float) -> float:
    """Return the demand before it grows up to the horizon; of one that shrinks, itself."""
    return demand_tps / growth_factor(asked)


def _demand_in_month(today: float, growth: float, month: int) -> float:
    """Return the demand of a month; beyond all that a load can be it stays there."""
    try:
        return min(MOST_TPS, today * (1 + growth) ** month)
    except OverflowError:
        return MOST_TPS


def _runway_within(limit: DemandLimit, today: float, growth: float) -> DemandRunway:
    """Return up to which month a demand stays within a limit.

    What is beyond the limit today, and within it at best, is not shown.
    """
    shown, best = (last_month(end, today, growth) for end in (limit.shown, limit.best))
    is_open = shown is not None and shown < 0 and (best is None or best >= 0)
    return DemandRunway(limit, LastMonth(shown, None if is_open else shown, best))


def _data_runway(option: Option, asked: Requirement) -> DemandRunway | None:
    """Return up to which month data fit: by the least reduction, as the screen has it."""
    today = needed_bytes(asked, 0)
    if today is None:
        return None
    held = effective_capacity(option)
    limit = NOT_KNOWN if held is None else DemandLimit(held.least, held.most)
    return _runway_within(limit, today, monthly_growth(asked.usable_growth_per_year))


def shown_and_best_load_limit(candidate: Candidate, asked: Requirement) -> DemandLimit:
    """Return the highest load at which all rules on the load pass, and could pass at best.

    Shown is by the upper end of the response time. At best is every load that no rule is shown to
    fail at; None where the target is missed at none, so that no outcome of the screen is refuted.
    """
    if not has_evidence(candidate):
        return NOT_KNOWN
    target, spare = asked.target_s, 1.0 + asked.min_headroom

    def may_pass(loads: Floats) -> Flags:
        return ~misses_targets(candidate, loads * spare, np.array(target))

    shown, best = shown_load_limit(candidate, asked), highest_load_that_holds(may_pass)
    return DemandLimit(shown, None if math.isinf(best) else max(shown, best))


def shown_load_limit(candidate: Candidate, asked: Requirement) -> float:
    """Return the highest load at which all rules on the load pass; 0 where none does.

    Other evidence may carry more than the curve, so it is looked at above the curve's own end.
    """
    target, spare = asked.target_s, 1.0 + asked.min_headroom
    by_curve = (capacity_at(usable_curve(candidate), target)[0].low or 0.0) / spare

    def passes(loads: Floats) -> Flags:
        return meets_with_headroom(candidate, loads, asked.min_headroom, np.array(target))

    return highest_load_that_holds(passes, by_curve) if candidate.bounds else by_curve


_LEAST_S, _MOST_S = 1e-7, 1e5
"""Between these targets the least one that is met is looked for."""
_ROUNDS, _OFF, _EXACT = 14, 1e-6, 4e-10
_FEWEST, _TOGETHER = 18, 4096
"""How many targets are looked at together: at one rate at least, and in all."""


def least_targets(candidate: Candidate) -> tuple[Floats, Floats]:
    """Return the least target that is shown to be met at a rate, or at any above it.

    Straight lines between the rates are off by a millionth of a target; where it jumps
    there are rates close to the jump on both sides.

    Returns:
        Rates in transactions/s, ascending, and targets in seconds, never decreasing. Both are
        empty where no rate meets any target.
    """
    most = min(
        _HIGH,
        highest_load_that_holds(lambda rates: meets_targets(candidate, rates, np.array(_MOST_S))),
    )
    if most <= 0:
        return np.empty(0), np.empty(0)
    rates = np.geomspace(most * 1e-4, most, _STEPS)
    targets = _least_target_met(candidate, rates)
    left = np.arange(_STEPS - 1)
    for _ in range(_ROUNDS):
        if not left.size:
            break
        middle = (rates[left] + rates[left + 1]) / 2
        found, straight = (
            _least_target_met(candidate, middle),
            (targets[left] + targets[left + 1]) / 2,
        )
        is_off = np.isfinite(found) & (np.abs(found - straight) > _OFF * found)
        rates = np.concatenate([rates, middle[is_off]])
        order = np.argsort(rates)
        rates, targets = rates[order], np.concatenate([targets, found[is_off]])[order]
        added = np.searchsorted(rates, middle[is_off])
        left = np.unique(np.concatenate([added - 1, added]))
    known = np.isfinite(targets)
    targets = np.minimum.accumulate(targets[known][::-1])[::-1]
    return rates[known], targets


def _least_target_met(candidate: Candidate, rates: Floats) -> Floats:
    """Return the target at each rate from which all are met; infinite where none is.

    Many targets are looked at together: what evidence says at a rate is computed once for them.
    """
    at, rows = rates[:, np.newaxis], np.arange(len(rates))
    low, high = np.full(len(rates), _LEAST_S), np.full(len(rates), _MOST_S)
    is_met = meets_targets(candidate, rates, high)
    between = np.linspace(0.0, 1.0, max(_FEWEST, _TOGETHER // max(len(rates), 1)))
    while np.any(high > low * (1.0 + _EXACT)):
        targets = low[:, np.newaxis] * (high / low)[:, np.newaxis] ** between
        enough = meets_targets(candidate, at, targets[:, 1:-1])
        missed = np.count_nonzero(np.logical_or.accumulate(~enough[:, ::-1], axis=1), axis=1)
        low, high = targets[rows, missed], targets[rows, missed + 1]
    return np.where(is_met, high, math.inf)


def highest_load_that_holds(holds: Callable[[Floats], Flags], known: float = 0.0) -> float:
    """Return the highest load at which something holds that no longer does above it.

    It is known to hold up to `known`. 0 where it never does, infinite where it always does.
    """
    low, high = known * (1 + SAME) or _LOW, _HIGH
    first = low
    for _ in range(_LOOKS):
        loads = low * (high / low) ** _EVEN
        where = np.flatnonzero(holds(loads))
        if len(where) == 0:
            return known if low == first else low
        last = int(where[-1])
        if last == len(loads) - 1:
            return math.inf if high == _HIGH else high
        low, high = float(loads[last]), float(loads[last + 1])
    return low


def _cash_by_month(known: LoadIndependentOption, demand_tps: float) -> tuple[Decimal, ...] | None:
    """Return what has been paid month by month: to month 36 where fees follow the demand."""
    sheet, (basis, currency, path) = known.facts.price_sheet, known.priced_by
    if sheet is None or known.price is None:
        return None
    return cash_spent(
        price_sheet_at_demand(sheet, path, demand_tps), basis, currency, MONTHS_SHOWN
    )

"""How the value of each criterion is taken from an option: one record a criterion.

Scores, draws, map, tornado and audit walk the records. Only what is computed has a row here; the
records of ratings, of a study's own criteria and of what is stated of options follow from
`domain/criteria.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

import numpy as np

from arraywise.analysis.beside_curve import judge_where_curve_is_open, measured_rate_range
from arraywise.analysis.curves.levels import host_cpu_at, host_cpu_interval
from arraywise.analysis.curves.response_curve import capacities_tps, point_at
from arraywise.analysis.curves.statistics import UNKNOWN
from arraywise.analysis.decision.screening import (
    capacities_without_curve,
    usable_curve,
    valued_responses_s,
)
from arraywise.analysis.demand import effective_capacity
from arraywise.analysis.provisioning import estimate_interval
from arraywise.domain.criteria import (
    Criterion,
    ValueSource,
    kind_of,
    require_each_computed,
)
from arraywise.domain.decision import Interval

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.prepared import Candidate, LoadIndependentOption
    from arraywise.domain.options import Option
    from arraywise.domain.requirement import Requirement


class CandidateSet(Protocol):
    """The options that take part, and what decides how their curves are read."""

    @property
    def candidates(self) -> Sequence[Candidate]:
        """In the order of the options."""

    @property
    def requirement(self) -> Requirement:
        """What they are judged by."""

    @property
    def is_storage_alone(self) -> bool:
        """Whether no option has a curve."""


@dataclass(frozen=True, slots=True)
class OptionAtDemand:
    """An option with what was found of it at the demand that is asked for."""

    known: LoadIndependentOption
    demand_tps: float
    response_s: Interval
    capacity: Interval


@dataclass(frozen=True, slots=True)
class Attribute:
    """How a criterion's value is taken from options, in SI units or the currency.

    No part has a default, so that none is left out.
    """

    values: Callable[[CandidateSet, Floats, Floats], Floats]
    """Of all options at demands and targets, broadcasting to (options, *points); of shape
    (options,) where neither moves them. NaN where missing."""
    interval: Callable[[OptionAtDemand], Interval]
    """Of one option with its 95 % interval."""
    moves: Callable[[Candidate], bool]
    """Whether load or target move it."""
    is_missing: Callable[[Candidate], bool]
    """Whether the audit is to say that it is not known; False where another finding says so."""
    is_from_curve: bool
    """Whether it is read off the response curve, of which an end may be open."""


def attribute_source(criterion: Criterion) -> Attribute:
    """Return how a criterion's value is taken."""
    source = kind_of(criterion).value_source
    if source is ValueSource.COMPUTED:
        return _COMPUTED[criterion]
    return (
        _rating_or_entered_attribute(criterion)
        if isinstance(source, ValueSource)
        else _stated_fact_attribute(source)
    )


def attribute_intervals(
    criteria: Iterable[Criterion], option: OptionAtDemand
) -> dict[Criterion, Interval]:
    """Return an option's attributes with their 95 % intervals, in SI units or the currency."""
    return {criterion: attribute_source(criterion).interval(option) for criterion in criteria}


def _return_true(_: Candidate) -> bool:
    return True


def _return_false(_: Candidate) -> bool:
    return False


def _as_array(figures: Iterable[float | None]) -> Floats:
    """Return a figure of each option, NaN where it is missing."""
    return np.array([np.nan if figure is None else float(figure) for figure in figures])


@lru_cache(maxsize=256)
def _rating_or_entered_attribute(criterion: Criterion) -> Attribute:
    """Return how a rating is taken, or a value that was entered for the criterion."""

    def interval(option: OptionAtDemand) -> Interval:
        rating = dict(option.known.facts.ratings).get(criterion)
        if rating is None:
            return UNKNOWN
        if isinstance(rating, (int, float)):
            return Interval(rating, rating, rating)
        return estimate_interval(rating)

    return Attribute(
        values=lambda model, *_: _as_array(c.ratings.get(criterion) for c in model.candidates),
        interval=interval,
        moves=_return_false,
        is_missing=lambda candidate: criterion not in candidate.ratings,
        is_from_curve=False,
    )


@lru_cache(maxsize=256)
def _stated_fact_attribute(read: Callable[[Option], float | None]) -> Attribute:
    """Return how a fact is taken that is stated of each option."""

    def interval(option: OptionAtDemand) -> Interval:
        figure = read(option.known.facts.option)
        return Interval(figure, figure, figure)

    return Attribute(
        values=lambda model, *_: _as_array(read(c.option) for c in model.candidates),
        interval=interval,
        moves=_return_false,
        is_missing=lambda candidate: read(candidate.option) is None,
        is_from_curve=False,
    )


def _response_times_s(model: CandidateSet, rates: Floats, _: Floats) -> Floats:
    """Return response times, NaN where there is no evidence of them."""
    return _stack_by_option(
        model, rates, lambda candidate: _valued_response_s(model, candidate, rates)
    )


def _valued_response_s(model: CandidateSet, candidate: Candidate, rates: Floats) -> Floats | None:
    """Return one option's response times that it is valued by; None without evidence of them."""
    curve = usable_curve(candidate)
    if curve is None:
        return valued_responses_s(candidate, rates, alone=model.is_storage_alone)
    result, measured = point_at(curve, rates), measured_rate_range(curve)
    target = np.asarray(model.requirement.target_s)
    for bound in candidate.bounds:
        # What was not shown by runs but passes by other evidence is worth nothing yet.
        passed = (rates > curve.limit_tps) & judge_where_curve_is_open(
            measured, bound, rates, target
        )[0]
        result = np.where(passed, np.nan, result)
    return result


def _headrooms_of_options(model: CandidateSet, rates: Floats, targets: Floats) -> Floats:
    """Return headrooms, NaN where there is no evidence of the capacity."""

    def capacity(candidate: Candidate) -> Floats | None:
        curve = usable_curve(candidate)
        if curve is None:
            return capacities_without_curve(candidate, targets)
        return capacities_tps(curve, targets)[1]

    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(_stack_by_option(model, targets, capacity) / rates - 1.0)


def _stack_by_option(
    model: CandidateSet, along: Floats, of: Callable[[Candidate], Floats | None]
) -> Floats:
    """Return what was found of each option along loads or targets; NaN where nothing was."""
    result = np.full((len(model.candidates), *along.shape), np.nan)
    for row, candidate in zip(result, model.candidates, strict=True):
        found = of(candidate)
        if found is not None:
            row[...] = found
    return result


def headroom_interval(option: OptionAtDemand) -> Interval:
    """Return the headroom at the demand: expected, with what is shown as its lower end."""
    demand, capacity = option.demand_tps, option.capacity
    if capacity.point is None or demand <= 0:
        return UNKNOWN
    low, point, high = (
        None if end is None else end / demand - 1.0
        for end in (capacity.low, capacity.point, capacity.high)
    )
    return Interval(low, point, high)


def _prices_at_loads(model: CandidateSet, rates: Floats, _: Floats) -> Floats:
    """Return prices, at each load where they follow it."""
    if any(c.price_table is not None for c in model.candidates):
        return np.array([c.rounded_prices_at(rates) for c in model.candidates])
    return _as_array(c.price for c in model.candidates)


def _price_interval(option: OptionAtDemand) -> Interval:
    price = None if option.known.price is None else float(option.known.price.total)
    return Interval(price, price, price)


def _usable_interval(option: OptionAtDemand) -> Interval:
    """Return the usable capacity by the least, likely and greatest reduction."""
    held = effective_capacity(option.known.facts.option)
    return UNKNOWN if held is None else Interval(*held)


_COMPUTED = require_each_computed(
    {
        Criterion.RESPONSE_TIME: Attribute(
            values=_response_times_s,
            interval=lambda option: option.response_s,
            moves=_return_true,
            is_missing=_return_false,
            is_from_curve=True,
        ),
        Criterion.HEADROOM: Attribute(
            values=_headrooms_of_options,
            interval=headroom_interval,
            moves=_return_true,
            is_missing=_return_false,
            is_from_curve=True,
        ),
        Criterion.PRICE: Attribute(
            values=_prices_at_loads,
            interval=_price_interval,
            moves=lambda candidate: candidate.price_table is not None,
            is_missing=_return_false,
            is_from_curve=False,
        ),
        Criterion.PROVISIONING: Attribute(
            values=lambda model, *_: _as_array(c.provisioning_s for c in model.candidates),
            interval=lambda option: option.known.provisioning_s,
            moves=_return_false,
            is_missing=_return_false,
            is_from_curve=False,
        ),
        Criterion.HOST_CPU: Attribute(
            values=lambda model, rates, _: np.array(
                [host_cpu_at(c.host_cpu, rates) for c in model.candidates]
            ),
            interval=lambda option: host_cpu_interval(
                option.known.measured.host_cpu, option.demand_tps
            ),
            moves=_return_true,
            is_missing=lambda candidate: candidate.host_cpu is None,
            is_from_curve=False,
        ),
        Criterion.USABLE: Attribute(
            values=lambda model, *_: _as_array(
                held and held.likely
                for held in (effective_capacity(c.option) for c in model.candidates)
            ),
            interval=_usable_interval,
            moves=_return_false,
            is_missing=lambda candidate: candidate.option.capacity is None,
            is_from_curve=False,
        ),
    }
)

"""Where a figure of the answer comes from: formula, inputs, and the lines they were read from."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from arraywise.analysis.curves.levels import build_levels, response_time_s
from arraywise.analysis.demand import effective_capacity
from arraywise.analysis.price_at_demand import price_sheet_at_answer
from arraywise.analysis.pricing import TotalledLine, price_per_usable_tb, total_each_line
from arraywise.domain.messages import Message, message
from arraywise.domain.options import ProvisioningTime, group_times_by_step
from arraywise.domain.requirement import Goal
from arraywise.present.labels import describe_discounting

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from arraywise.domain.capacity import Capacity
    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.estimates import Estimate
    from arraywise.domain.study import LoadRun, OptionFacts, StudyFacts


TARGET_FIELDS = ("response_time_s", "statistic", "goal", "storage_latency_s")
"""Those of the requirement that say the target."""
LOAD_FIELDS = (
    *("visits_per_month", "convention", "transactions_per_visit", "days_per_month"),
    *("traffic_share", "time_share", "growth_per_month", "horizon_months", "reserve"),
    *("load", "load_unit", "think_time_s"),
)
"""Those that the demand is computed from."""


@dataclass(frozen=True, slots=True)
class TracedRun:
    """One repetition: what was read, and where."""

    value: float
    file: str
    line: int | None
    column: int | None = None  # character of the line, from 1


@dataclass(frozen=True, slots=True)
class TracedLevel:
    """One load level that a figure rests on, with its runs."""

    users: int
    rate_tps: float
    response_s: float
    rates: tuple[TracedRun, ...]
    responses: tuple[TracedRun, ...]
    host_bound: bool


@dataclass(frozen=True, slots=True)
class CurveTrace:
    """Origin of a response time or a capacity."""

    formula: tuple[str, ...]
    message: Message
    statistic: str
    levels: tuple[TracedLevel, ...]  # ascending; those around the demand or the capacity


@dataclass(frozen=True, slots=True)
class PriceTrace:
    """Origin of a 36-month price."""

    formula: tuple[str, ...]
    message: Message
    lines: tuple[TotalledLine, ...]


@dataclass(frozen=True, slots=True)
class TracedStep:
    """A step of providing storage: its mean over the repetitions that timed it."""

    name: str
    mean_s: float
    repetitions: int  # those that were read
    estimates: tuple[Estimate, ...] = ()  # those that were typed instead, in seconds


@dataclass(frozen=True, slots=True)
class TimesTrace:
    """Origin of a provisioning time."""

    formula: tuple[str, ...]
    message: Message
    steps: tuple[TracedStep, ...]


@dataclass(frozen=True, slots=True)
class UsableTrace:
    """Origin of a usable capacity and of the price of a TB of it."""

    formula: tuple[str, ...]
    message: Message
    capacity: Capacity | None
    """As it was stated."""
    per_tb: Decimal | None
    """36-month price over the TB that the least reduction gives, up to the cent."""
    price: PriceTrace


_RESPONSE = message(
    "U: chord between the levels around x; L: extended chords of the neighbouring levels. The"
    " convex curve is between them. Interval: L and U with resampled runs."
)
_STORAGE = message(
    "Latencies (L) of the I/O tests that count, at the demand x; q waits for reads, q_c for the"
    " log. Performance > I/O shows the tests."
)
_STORAGE_CAPACITY = message(
    "Highest rate x at which the I/O tests that count keep what the target leaves the storage (T),"
    " less the required headroom (h)."
)
_CAPACITY = message(
    "Highest rate x whose upper 95 % bound of the response time is within the target, less the"
    " required headroom (h). Never above the highest measured rate or where the host was the"
    " limit."
)
_PRICE = message(
    "Unit price x quantity less discounts, plus maintenance for 36 months less the warranty."
    " Unrounded; the total rounded up to the currency unit."
)
_BY_DEMAND = message(
    "Quantities follow the demand: purchases use the highest month up to the horizon, rent each"
    " of the 36 months less the warranty. Unrounded; the total rounded up to the currency unit."
)
_STATED = message("Stated as usable: neither groups nor a reserve are taken off.")
_FROM_DRIVES = message(
    "Whole groups of the drives except spares, less parity or mirrors and the reserve."
)
_TIMES = message("Sum of the steps' means over the timed repetitions.")
_ESTIMATED = message(
    "Sum of the steps' means, of timed repetitions and typed estimates (normal with a standard"
    " error, triangular with least / most likely / most). Interval: 10,000 simulated sums."
)


def trace_response(facts: StudyFacts, answer: Answer, option: OptionAnswer) -> CurveTrace:
    """Return the levels around the demand with the runs behind them (MODEL P5 step 2, E3)."""
    if answer.is_storage_alone:
        is_of_an_io = answer.requirement.goal is Goal.STORAGE_LATENCY
        formula = "L(x (V_r + V_w))" if is_of_an_io else "S(x) = q · L(x (V_r + V_w)) + q_c · L_w"
        return CurveTrace((formula,), _STORAGE, answer.requirement.curve_statistic, ())
    return CurveTrace(
        ("R(x) = √( L(x) · U(x) )",),
        _RESPONSE,
        _statistic_used_for_option(facts, answer, option),
        _trace_levels_around_rate(facts, answer, option, answer.demand_tps),
    )


def trace_capacity(facts: StudyFacts, answer: Answer, option: OptionAnswer) -> CurveTrace:
    """Return the levels around the capacity with the runs behind them (MODEL P5, E3)."""
    if answer.is_storage_alone:
        formula = ("C = max { x : S(x) ≤ T }", "L = C / (1 + h)")
        statistic = answer.requirement.curve_statistic
        return CurveTrace(formula, _STORAGE_CAPACITY, statistic, ())
    rate = option.capacity_tps if option.capacity_tps is not None else answer.demand_tps
    return CurveTrace(
        ("C₉₅ = max { x : R₉₇.₅(x) ≤ T }", "L = C₉₅ / (1 + h)"),
        _CAPACITY,
        _statistic_used_for_option(facts, answer, option),
        _trace_levels_around_rate(facts, answer, option, rate),
    )


def _statistic_used_for_option(facts: StudyFacts, answer: Answer, option: OptionAnswer) -> str:
    """Return the statistic that an option is read by: an estimate where its files hold one."""
    requirement = answer.requirement
    runs = _option_facts(facts, option).load_runs
    is_estimated = any(
        requirement.curve_or_estimate_statistic in dict(run.responses_s) for run in runs
    )
    return requirement.curve_or_estimate_statistic if is_estimated else requirement.curve_statistic


def _trace_levels_around_rate(
    facts: StudyFacts, answer: Answer, option: OptionAnswer, rate_tps: float
) -> tuple[TracedLevel, ...]:
    option_facts = _option_facts(facts, option)
    statistic = _statistic_used_for_option(facts, answer, option)
    levels = build_levels(option_facts.load_runs, statistic, facts.thresholds)
    used = [x for x in levels if not x.past_knee]
    used.sort(key=lambda level: level.rate_tps)
    after = next((i for i, x in enumerate(used) if x.rate_tps >= rate_tps), len(used) - 1)
    around = used[max(0, after - 1) : after + 1]
    described = {level.users: level for level in option.levels}
    traced = []
    for level in around:
        shown = described.get(level.users)
        response = shown.response_s.point if shown else None
        traced.append(
            TracedLevel(
                users=level.users,
                rate_tps=level.rate_tps,
                response_s=response or 0.0,
                rates=tuple(
                    TracedRun(r.rate_tps, r.file, r.rate_line, r.rate_column) for r in level.runs
                ),
                responses=tuple(
                    TracedRun(value, r.file, *_response_line_and_column(r, statistic))
                    for r in level.runs
                    if (value := response_time_s(r, statistic)) is not None
                ),
                host_bound=level.host_bound,
            )
        )
    return tuple(traced)


def _response_line_and_column(run: LoadRun, statistic: str) -> tuple[int | None, int | None]:
    """Return line and character from which a response time was read."""
    positions = {name: (line, column) for name, line, column in run.response_places}
    return positions.get(statistic, (run.response_line, None))


def trace_price(facts: StudyFacts, answer: Answer, option: OptionAnswer) -> PriceTrace:
    """Return the lines of an option's price sheet with what each amounts to (MODEL D2, F3)."""
    sheet = _option_facts(facts, option).price_sheet
    sheet_at_demand = price_sheet_at_answer(sheet, facts, answer) if sheet else None
    lines = total_each_line(sheet_at_demand, facts.price_basis) if sheet_at_demand else ()
    discount_rate = facts.price_basis.discount_rate
    if sheet_at_demand is not None and sheet_at_demand.follows_demand:
        formula = "Σ max q(0..h)·p·(1 - d) + Σ m·(1 - d_m)·Σ q(t)·δ(t), t = w + 1 .. 36"
        words = _BY_DEMAND if discount_rate is None else describe_discounting(discount_rate)
        return PriceTrace((formula,), words, lines)
    if discount_rate is None:
        return PriceTrace(("Σ q·p·(1 - d) + Σ q·m·max(0, 36 - w)·(1 - d_m)",), _PRICE, lines)
    formula = "Σ q·p·(1 - d) + Σ q·m·(1 - d_m)·Σ (1 + r)^(-t/12), t = w + 1 .. 36"
    return PriceTrace((formula,), describe_discounting(discount_rate), lines)


def trace_usable_capacity(facts: StudyFacts, answer: Answer, option: OptionAnswer) -> UsableTrace:
    """Return what an option's usable capacity and the price of its TB follow from (MODEL F1)."""
    capacity, held = option.option.capacity, effective_capacity(option.option)
    drives = capacity is not None and capacity.stated_bytes is None
    base = "B = (1 - r)·Σ ⌊(n - s)/w⌋·w·η·size" if drives else "B"
    per_tb = None
    if option.price is not None and held is not None:
        per_tb = price_per_usable_tb(option.price, held.least)
    return UsableTrace(
        (base, "U = B·reduction", "P / U"),
        _FROM_DRIVES if drives else _STATED,
        capacity,
        per_tb,
        trace_price(facts, answer, option),
    )


def trace_provisioning(facts: StudyFacts, option: OptionAnswer) -> TimesTrace:
    """Return the mean of each step over the repetitions that timed it (MODEL D1)."""
    times = group_times_by_step(_option_facts(facts, option).provisioning)
    steps = tuple(_trace_step(name, result) for name, result in times.items())
    judged = any(step.estimates for step in steps)
    return TimesTrace(("t = Σ mean(step)",), _ESTIMATED if judged else _TIMES, steps)


def _trace_step(name: str, times: Sequence[ProvisioningTime]) -> TracedStep:
    judged = tuple(time.estimate for time in times if time.estimate is not None)
    mean = fmean(time.seconds for time in times)
    return TracedStep(name, mean, len(times) - len(judged), judged)


def _option_facts(facts: StudyFacts, option: OptionAnswer) -> OptionFacts:
    return next(known for known in facts.options if known.option.id == option.option.id)

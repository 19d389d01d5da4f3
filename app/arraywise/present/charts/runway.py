"""Layout of the runway chart: lines, names and crossings, for window and document alike.

Months 0 to 60 run across; below each other load, data and cash. y counts upwards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.capacity import TB
from arraywise.domain.messages import message
from arraywise.domain.requirement import LoadUnit
from arraywise.domain.runway import (
    MONTHS_A_YEAR,
    MONTHS_SHOWN,
    GrowingDemand,
    monthly_growth,
)
from arraywise.domain.units import MONTHS_PRICED
from arraywise.present.charts.axes import Axis, rounded_outer_bounds, spread_positions_apart
from arraywise.present.figures import load_column_title
from arraywise.present.numbers import MILLION
from arraywise.present.runway import monthly_loads_in_stated_unit, recommended_or_longest_lasting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message
    from arraywise.domain.options import Option
    from arraywise.domain.runway import DemandRunway, OptionRunway, Runway
    from arraywise.present.charts.axes import XY

_MOST_MONTHS = 120
_PANE_TICKS = 4
_THOUSAND, _THOUSANDS_FROM = 1e3, 1e5
_SHARES = {3: (0.5, 0.2, 0.3), 2: (0.62, 0.38), 1: (1.0,)}
"""Of the height that the panes share, from the top."""
_LIMIT_HEADROOM = 1.25
"""Times the highest limit, up to which the load is drawn."""
_NOTE_DISTANCE, _NOTE_GAP = 8.0, 4.0


@dataclass(frozen=True, slots=True)
class RunwayFrame:
    """The area of the chart, in pixels or points."""

    left: float
    """Beginning of the months' axis ..."""
    right: float
    """... and its end; names stand to its right."""
    top: float
    """Upper edge of the top pane ..."""
    bottom: float
    """... and lower edge of the last one."""
    pane_gap: float
    """Space between panes, for the title of the lower one."""
    label_height: float
    """Height of a name."""
    last_month: int = MONTHS_SHOWN
    """The end of the axis."""


@dataclass(frozen=True, slots=True)
class PaneLine:
    """The line of one option: its limit, or the cash spent on it."""

    option: Option
    shown: float
    """The number at the end of the line, in the unit of the pane."""
    points: tuple[XY, ...]
    """Points of the solid line ..."""
    dotted: tuple[XY, ...]
    """... and of the dotted line after the months that are priced."""
    band: XY | None
    """Positions of the ends of the interval."""
    label_y: float
    """Middle of its name."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """The point where the demand reaches an option's limit."""

    option: Option
    at: XY
    month: float


@dataclass(frozen=True, slots=True)
class RunwayPane:
    """One of the panes."""

    kind: GrowingDemand | None
    """None: cash."""
    title: Message
    unit: float
    """What the axis counts, in units of its values."""
    y: Axis
    demand: tuple[XY, ...]
    """Empty for cash."""
    lines: tuple[PaneLine, ...]
    crossings: tuple[Crossing, ...]


@dataclass(frozen=True, slots=True)
class RunwayLayout:
    """The layout of the whole chart."""

    months: Axis
    panes: tuple[RunwayPane, ...]
    recommended_crossing: Crossing | None
    """Where the first option's first limit is reached, within the months shown."""

    @property
    def priced_until_x(self) -> float:
        """Position of the last month that prices cover."""
        return self.months.to_position(MONTHS_PRICED)


def build_runway_layout(answer: Answer, runway: Runway, frame: RunwayFrame) -> RunwayLayout:
    """Lay out the panes that have something to show: load always, data and cash where known."""
    months = Axis(0.0, frame.last_month, frame.left, frame.right)
    drafts = [_draft_load_pane(answer, runway)]
    if runway.data_bytes is not None:
        drafts.append(_draft_data_pane(runway))
    if any(each.cash is not None for each in runway.options):
        drafts.append(_draft_cash_pane(answer, runway))
    pane_bounds = _pane_bounds(frame, len(drafts))
    panes = tuple(
        draft.build_pane(months, bounds, frame)
        for draft, bounds in zip(drafts, pane_bounds, strict=True)
    )
    return RunwayLayout(months, panes, _recommended_crossing(answer, runway, panes))


def months_that_show(answer: Answer, runway: Runway) -> int:
    """Return the end of an axis on which the recommended option is outgrown, in whole years."""
    first = recommended_or_longest_lasting(answer, runway)
    last = None if first is None else first.last_month.first_month_outgrown.point
    if last is None or not MONTHS_SHOWN < last <= _MOST_MONTHS:
        return MONTHS_SHOWN
    return MONTHS_A_YEAR * math.ceil(last / MONTHS_A_YEAR)


def pane_count(runway: Runway) -> int:
    """Return how many panes have something to show."""
    has_cash = any(each.cash is not None for each in runway.options)
    return 1 + (runway.data_bytes is not None) + has_cash


def month_ticks(plan: RunwayLayout) -> tuple[tuple[int, float], ...]:
    """Return every twelfth month with its position."""
    months = range(0, round(plan.months.high) + 1, MONTHS_A_YEAR)
    return tuple((month, plan.months.to_position(month)) for month in months)


def pane_ticks(pane: RunwayPane) -> tuple[tuple[float, float, int], ...]:
    """Return the ticks of a pane: position, number in its unit, decimals."""
    ticks = pane.y.ticks(_PANE_TICKS, pane.unit)
    return tuple((pane.y.to_position(t.value), t.shown, t.decimals) for t in ticks)


def pane_number_decimals(pane: RunwayPane) -> int:
    """Return the decimals of the numbers at a pane's lines."""
    return 0 if pane.kind is None or pane.y.high / pane.unit >= _THOUSAND else 1


def _recommended_crossing(
    answer: Answer, runway: Runway, panes: Sequence[RunwayPane]
) -> Crossing | None:
    first = recommended_or_longest_lasting(answer, runway)
    if first is None or first.outgrown_by is None:
        return None
    return next(
        (
            crossing
            for pane in panes
            if pane.kind is first.outgrown_by
            for crossing in pane.crossings
            if crossing.option == first.option
        ),
        None,
    )


def _pane_bounds(frame: RunwayFrame, count: int) -> list[XY]:
    """Return the bottom and top of each pane."""
    total_height = frame.top - frame.bottom - frame.pane_gap * (count - 1)
    result, top = [], frame.top
    for share in _SHARES[count]:
        bottom = top - total_height * share
        result.append((bottom, top))
        top = bottom - frame.pane_gap
    return result


@dataclass(frozen=True, slots=True)
class _OptionLimit:
    option_runway: OptionRunway
    value: float
    best: float | None = None


@dataclass(frozen=True, slots=True)
class _PaneDraft:
    """The contents of a pane before its layout."""

    kind: GrowingDemand | None
    title: Message
    unit: float
    bounds: XY
    demand: tuple[float, ...]
    limits: tuple[_OptionLimit, ...]
    growth: float = 0.0
    """Growth of the demand a month."""

    def build_pane(self, months: Axis, y_bounds: XY, frame: RunwayFrame) -> RunwayPane:
        y = Axis(*self.bounds, *y_bounds)
        labels = _spread_label_positions(
            [y.to_position(limit.value) for limit in self.limits], y_bounds, frame
        )
        lines = tuple(
            self._build_line(limit, label, months, y)
            for limit, label in zip(self.limits, labels, strict=True)
        )
        demand = _clip_demand(self._demand_up_to(frame.last_month), y, months)
        crossings = tuple(
            Crossing(
                limit.option_runway.option,
                (months.to_position(month), y.to_position(limit.value)),
                month,
            )
            for limit in self.limits
            if (month := self._crossing_month(limit, frame.last_month)) is not None
        )
        return RunwayPane(self.kind, self.title, self.unit, y, demand, lines, crossings)

    def _build_line(self, limit: _OptionLimit, label: float, months: Axis, y: Axis) -> PaneLine:
        shown, cash = limit.value / self.unit, limit.option_runway.cash
        if self.kind is None and cash is not None:
            points = tuple(
                (months.to_position(month), y.to_position(float(paid)))
                for month, paid in enumerate(cash)
            )
            return PaneLine(
                limit.option_runway.option,
                shown,
                points[: MONTHS_PRICED + 1],
                points[MONTHS_PRICED:],
                None,
                label,
            )
        level = y.to_position(limit.value)
        band = None
        if limit.best is not None and limit.best > limit.value:
            band = level, y.to_position(min(limit.best, y.high))
        line = ((months.start, level), (months.end, level))
        return PaneLine(limit.option_runway.option, shown, line, (), band, label)

    def _demand_up_to(self, month: int) -> tuple[float, ...]:
        """Return the demand of each month; after those that are known it grows on."""
        if not self.demand:
            return ()
        more = range(1, month + 2 - len(self.demand))
        last, factor = self.demand[-1], 1.0 + self.growth
        return (*self.demand, *(last * factor**each for each in more))

    def _crossing_month(self, limit: _OptionLimit, last: int) -> float | None:
        if not self.demand or self.growth <= 0 or not 0 < self.demand[0] <= limit.value:
            return None
        month = math.log(limit.value / self.demand[0]) / math.log1p(self.growth)
        return month if month <= last else None


def _draft_load_pane(answer: Answer, runway: Runway) -> _PaneDraft:
    """Draft the pane of the load, in the unit that it is stated in."""
    stated = answer.requirement.stated_load[0]
    demand, today = monthly_loads_in_stated_unit(answer.requirement, runway), runway.load_tps[0]
    scale = demand[0] / today if today > 0 else 1.0
    limits = tuple(_list_limits_in_unit(runway, lambda each: each.load, scale))
    limit_values = [
        value for limit in limits for value in (limit.value, limit.best or limit.value)
    ]
    low = min([demand[0], *(limit.value for limit in limits)])
    high = min(max(demand), _LIMIT_HEADROOM * max([demand[0], *limit_values]))
    unit = 1.0
    if stated is not LoadUnit.VISITS:
        title = load_column_title(stated)
    else:
        is_large = high >= MILLION
        unit = MILLION if is_large else 1.0
        title = message("Load, million visits a month" if is_large else "Load, visits a month")
    ends = _rounded_axis_bounds(low, max(high, *limit_values, demand[0]) if limit_values else high)
    return _PaneDraft(GrowingDemand.LOAD, title, unit, ends, demand, limits, runway.load_growth)


def _draft_data_pane(runway: Runway) -> _PaneDraft:
    demand = runway.data_bytes or ()
    limits = tuple(_list_limits_in_unit(runway, lambda each: each.data, 1.0))
    limit_values = [
        value for limit in limits for value in (limit.value, limit.best or limit.value)
    ]
    high = max(
        [*limit_values, min(max(demand), _LIMIT_HEADROOM * max([demand[0], *limit_values]))]
    )
    growth = monthly_growth(runway.data_growth)
    title = message("Usable capacity, TB")
    return _PaneDraft(
        GrowingDemand.DATA, title, TB, _rounded_axis_bounds(0.0, high), demand, limits, growth
    )


def _draft_cash_pane(answer: Answer, runway: Runway) -> _PaneDraft:
    limits = tuple(
        _OptionLimit(each, float(each.cash[-1]))
        for each in runway.options
        if each.cash is not None
    )
    paid = [float(amount) for each in runway.options for amount in each.cash or ()]
    is_large = max(paid) >= _THOUSANDS_FROM
    title = message(
        "Cash spent, thousand {currency}" if is_large else "Cash spent, {currency}",
        currency=answer.currency,
    )
    unit = _THOUSAND if is_large else 1.0
    return _PaneDraft(None, title, unit, _rounded_axis_bounds(min(paid), max(paid)), (), limits)


def _list_limits_in_unit(
    runway: Runway, demand_runway_of: Callable[[OptionRunway], DemandRunway | None], scale: float
) -> Iterator[_OptionLimit]:
    for each in runway.options:
        demand_runway = demand_runway_of(each)
        if demand_runway is None or not demand_runway.limit.shown:
            continue
        best = demand_runway.limit.best
        yield _OptionLimit(
            each, demand_runway.limit.shown * scale, None if best is None else best * scale
        )


def _rounded_axis_bounds(low: float, high: float) -> XY:
    first, last = rounded_outer_bounds(low, high)
    return max(0.0, first), last


def _spread_label_positions(wanted: list[float], bounds: XY, frame: RunwayFrame) -> list[float]:
    """Return the middles of labels near the wanted positions, apart from each other."""
    bottom, top = bounds
    heights = sorted((position - bottom, index) for index, position in enumerate(wanted))
    positions = spread_positions_apart(
        [height for height, _ in heights], frame.label_height, top - bottom
    )
    result = [0.0] * len(wanted)
    for (_, index), height in zip(heights, positions, strict=True):
        result[index] = bottom + height
    return result


def _clip_demand(demand: tuple[float, ...], y: Axis, months: Axis) -> tuple[XY, ...]:
    """Return the points of the demand's line up to where it leaves the pane at the top."""
    result: list[XY] = []
    for month, value in enumerate(demand):
        if value > y.high:
            before = demand[month - 1] if month else value
            if before < y.high:
                share = (y.high - before) / (value - before)
                result.append((months.to_position(month - 1 + share), y.to_position(y.high)))
            break
        result.append((months.to_position(month), y.to_position(max(value, y.low))))
    return tuple(result)


def crossing_note_position(plan: RunwayLayout, chosen: Crossing, size: XY) -> XY:
    """Return the left edge and the vertical middle of a note on a crossing.

    Left of the crossing and above, where there is space; else right of it and below.
    """
    width, height = size
    pane = next(pane for pane in plan.panes if chosen in pane.crossings)
    inwards = height / 2 + _NOTE_GAP
    left = chosen.at[0] - _NOTE_DISTANCE - width
    if left >= plan.months.start:
        return left, pane.y.end - inwards
    right = max(plan.months.start, min(chosen.at[0] + _NOTE_DISTANCE, plan.months.end - width))
    return right, pane.y.start + inwards

"""Where the lines, names and circles of the runway chart lie, in window and document alike.

Months 0 to 60 run across; below each other load, data and cash. A frame may run down the screen
or up the paper.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.capacity import TB
from arraywise.domain.messages import message
from arraywise.domain.requirement import LoadUnit
from arraywise.domain.runway import MONTHS_SHOWN, GrowingDemand, growth_a_month
from arraywise.domain.units import MONTHS_PRICED
from arraywise.present.charts.axes import Axis, rounded_out, spread_apart
from arraywise.present.figures import load_heading
from arraywise.present.numbers import MILLION
from arraywise.present.runway import first_of, stated_loads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message
    from arraywise.domain.options import Option
    from arraywise.domain.runway import DemandRunway, OptionRunway, Runway
    from arraywise.present.charts.axes import Place

_MONTH_TICKS = 5
_PANE_TICKS = 4
_THOUSAND, _FROM_THOUSANDS = 1e3, 1e5
_SHARES = {3: (0.5, 0.2, 0.3), 2: (0.62, 0.38), 1: (1.0,)}
"""Of the height that the panes share, from the top."""
_ABOVE = 1.25
"""Times the highest limit, up to which the load is drawn."""


@dataclass(frozen=True, slots=True)
class RunwayFrame:
    """Where the chart has room, in pixels or points."""

    left: float
    """Beginning of the months' axis ..."""
    right: float
    """... and its end; names stand to its right."""
    top: float
    """Upper edge of the upper pane ..."""
    bottom: float
    """... and lower edge of the lower one: less than the top where places run up."""
    between: float
    """Room between panes, for the title of the lower one."""
    label: float
    """Height of a name."""


@dataclass(frozen=True, slots=True)
class PaneLine:
    """What one option holds, or what is spent on it."""

    option: Option
    shown: float
    """At the end of the line, in the unit of the pane."""
    points: tuple[Place, ...]
    """Of the full line ..."""
    dotted: tuple[Place, ...]
    """... and of what goes on after the months that are priced."""
    band: Place | None
    """Places of the ends of the interval."""
    label_y: float
    """Middle of its name."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where the demand reaches what an option holds."""

    option: Option
    at: Place
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
    demand: tuple[Place, ...]
    """Empty for cash."""
    lines: tuple[PaneLine, ...]
    crossings: tuple[Crossing, ...]


@dataclass(frozen=True, slots=True)
class RunwayPlan:
    """All that is drawn, with its places."""

    months: Axis
    panes: tuple[RunwayPane, ...]
    chosen: Crossing | None
    """Where the recommended option is outgrown, if it is within the months shown."""

    @property
    def priced_to(self) -> float:
        """Place of the last month that prices count."""
        return self.months.place(MONTHS_PRICED)


def plan_runway(answer: Answer, runway: Runway, frame: RunwayFrame) -> RunwayPlan:
    """Place the panes that have something to show: load always, data and cash where known."""
    months = Axis(0.0, MONTHS_SHOWN, frame.left, frame.right)
    drafts = [_load_draft(answer, runway)]
    if runway.data_bytes is not None:
        drafts.append(_data_draft(runway))
    if any(each.cash is not None for each in runway.options):
        drafts.append(_cash_draft(answer, runway))
    edges = _edges(frame, len(drafts))
    panes = tuple(
        draft.placed(months, ends, frame) for draft, ends in zip(drafts, edges, strict=True)
    )
    return RunwayPlan(months, panes, _chosen(answer, runway, panes))


def month_ticks(plan: RunwayPlan) -> tuple[tuple[int, float], ...]:
    """Return every twelfth month with its place."""
    months = range(0, MONTHS_SHOWN + 1, MONTHS_SHOWN // _MONTH_TICKS)
    return tuple((month, plan.months.place(month)) for month in months)


def pane_ticks(pane: RunwayPane) -> tuple[tuple[float, float, int], ...]:
    """Return the ticks of a pane: place, number in its unit, decimals."""
    ticks = pane.y.ticks(_PANE_TICKS, pane.unit)
    return tuple((pane.y.place(t.value), t.shown, t.places) for t in ticks)


def shown_places(pane: RunwayPane) -> int:
    """Return the decimals of what options hold."""
    return 0 if pane.kind is None or pane.y.high / pane.unit >= _THOUSAND else 1


def _chosen(answer: Answer, runway: Runway, panes: Sequence[RunwayPane]) -> Crossing | None:
    known = first_of(answer, runway)
    if known is None or known.outgrown_by is None:
        return None
    return next(
        (
            crossing
            for pane in panes
            if pane.kind is known.outgrown_by
            for crossing in pane.crossings
            if crossing.option == known.option
        ),
        None,
    )


def _edges(frame: RunwayFrame, count: int) -> list[Place]:
    """Return bottom and top of each pane."""
    down = math.copysign(1.0, frame.bottom - frame.top)
    room = abs(frame.bottom - frame.top) - frame.between * (count - 1)
    result, top = [], frame.top
    for share in _SHARES[count]:
        bottom = top + down * room * share
        result.append((bottom, top))
        top = bottom + down * frame.between
    return result


@dataclass(frozen=True, slots=True)
class _Limit:
    each: OptionRunway
    value: float
    best: float | None = None


@dataclass(frozen=True, slots=True)
class _Draft:
    """A pane before it has a place."""

    kind: GrowingDemand | None
    title: Message
    unit: float
    ends: Place
    demand: tuple[float, ...]
    limits: tuple[_Limit, ...]
    growth: float = 0.0
    """A month's."""

    def placed(self, months: Axis, ends: Place, frame: RunwayFrame) -> RunwayPane:
        y = Axis(*self.ends, *ends)
        labels = _label_places([y.place(limit.value) for limit in self.limits], ends, frame)
        lines = tuple(
            self._line(limit, label, months, y)
            for limit, label in zip(self.limits, labels, strict=True)
        )
        demand = _cut_above(self.demand, y, months)
        crossings = tuple(
            Crossing(limit.each.option, (months.place(month), y.place(limit.value)), month)
            for limit in self.limits
            if (month := self._crossing(limit)) is not None
        )
        return RunwayPane(self.kind, self.title, self.unit, y, demand, lines, crossings)

    def _line(self, limit: _Limit, label: float, months: Axis, y: Axis) -> PaneLine:
        shown, cash = limit.value / self.unit, limit.each.cash
        if self.kind is None and cash is not None:
            places = tuple(
                (months.place(month), y.place(float(paid))) for month, paid in enumerate(cash)
            )
            return PaneLine(
                limit.each.option,
                shown,
                places[: MONTHS_PRICED + 1],
                places[MONTHS_PRICED:],
                None,
                label,
            )
        level = y.place(limit.value)
        band = None
        if limit.best is not None and limit.best > limit.value:
            band = level, y.place(min(limit.best, y.high))
        across = ((months.start, level), (months.end, level))
        return PaneLine(limit.each.option, shown, across, (), band, label)

    def _crossing(self, limit: _Limit) -> float | None:
        if not self.demand or self.growth <= 0 or not 0 < self.demand[0] <= limit.value:
            return None
        month = math.log(limit.value / self.demand[0]) / math.log1p(self.growth)
        return month if month <= MONTHS_SHOWN else None


def _load_draft(answer: Answer, runway: Runway) -> _Draft:
    """Return the pane of the load, in the unit that it is stated in."""
    stated = answer.requirement.stated_load[0]
    demand, today = stated_loads(answer.requirement, runway), runway.load_tps[0]
    scale = demand[0] / today if today > 0 else 1.0
    limits = tuple(_limits(runway, lambda each: each.load, scale))
    known = [end for limit in limits for end in (limit.value, limit.best or limit.value)]
    low = min([demand[0], *(limit.value for limit in limits)])
    high = min(max(demand), _ABOVE * max([demand[0], *known]))
    unit = 1.0
    if stated is not LoadUnit.VISITS:
        title = load_heading(stated)
    else:
        is_large = high >= MILLION
        unit = MILLION if is_large else 1.0
        title = message("Load, million visits a month" if is_large else "Load, visits a month")
    ends = _ends(low, max(high, *known, demand[0]) if known else high)
    return _Draft(GrowingDemand.LOAD, title, unit, ends, demand, limits, runway.load_growth)


def _data_draft(runway: Runway) -> _Draft:
    demand = runway.data_bytes or ()
    limits = tuple(_limits(runway, lambda each: each.data, 1.0))
    known = [end for limit in limits for end in (limit.value, limit.best or limit.value)]
    high = max([*known, min(max(demand), _ABOVE * max([demand[0], *known]))])
    growth = growth_a_month(runway.data_growth)
    title = message("Usable capacity, TB")
    return _Draft(GrowingDemand.DATA, title, TB, _ends(0.0, high), demand, limits, growth)


def _cash_draft(answer: Answer, runway: Runway) -> _Draft:
    limits = tuple(
        _Limit(each, float(each.cash[-1])) for each in runway.options if each.cash is not None
    )
    paid = [float(amount) for each in runway.options for amount in each.cash or ()]
    is_large = max(paid) >= _FROM_THOUSANDS
    title = message(
        "Cash spent, thousand {currency}" if is_large else "Cash spent, {currency}",
        currency=answer.currency,
    )
    unit = _THOUSAND if is_large else 1.0
    return _Draft(None, title, unit, _ends(min(paid), max(paid)), (), limits)


def _limits(
    runway: Runway, part: Callable[[OptionRunway], DemandRunway | None], scale: float
) -> Iterator[_Limit]:
    for each in runway.options:
        known = part(each)
        if known is None or not known.limit.shown:
            continue
        best = known.limit.best
        yield _Limit(each, known.limit.shown * scale, None if best is None else best * scale)


def _ends(low: float, high: float) -> Place:
    first, last = rounded_out(low, high)
    return max(0.0, first), last


def _label_places(wanted: list[float], ends: Place, frame: RunwayFrame) -> list[float]:
    """Return the middles of names, apart from each other and within the pane."""
    bottom, top = ends
    up = math.copysign(1.0, top - bottom)
    heights = sorted((abs(place - bottom), at) for at, place in enumerate(wanted))
    places = spread_apart([high for high, _ in heights], frame.label, abs(top - bottom))
    result = [0.0] * len(wanted)
    for (_, at), high in zip(heights, places, strict=True):
        result[at] = bottom + up * high
    return result


def _cut_above(demand: tuple[float, ...], y: Axis, months: Axis) -> tuple[Place, ...]:
    """Return the demand's line up to where it leaves the pane."""
    result: list[Place] = []
    for month, value in enumerate(demand):
        if value > y.high:
            before = demand[month - 1] if month else value
            if before < y.high:
                share = (y.high - before) / (value - before)
                result.append((months.place(month - 1 + share), y.place(y.high)))
            break
        result.append((months.place(month), y.place(max(value, y.low))))
    return tuple(result)


def note_place(plan: RunwayPlan, chosen: Crossing, size: Place) -> Place:
    """Return the left and the vertical middle of a note on the chosen crossing.

    Left of its line, above the limits, where there is room; else right of it, below them.
    """
    wide, high = size
    pane = next(pane for pane in plan.panes if chosen in pane.crossings)
    down = math.copysign(high / 2 + _NOTE_GAP, pane.y.start - pane.y.end)
    left = chosen.at[0] - _BESIDE - wide
    if left >= plan.months.start:
        return left, pane.y.end + down
    right = max(plan.months.start, min(chosen.at[0] + _BESIDE, plan.months.end - wide))
    return right, pane.y.start - down


_BESIDE, _NOTE_GAP = 8.0, 4.0

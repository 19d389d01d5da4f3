"""Processors of a measured host as a scene, against the minutes of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from arraywise.domain.messages import message
from arraywise.present.charts.axes import Axis, Box
from arraywise.present.charts.scene import (
    ACCENT,
    ACCENT_TINT,
    BORDER_STRONG,
    HAIR,
    TEXT,
    TEXT2,
    Anchor,
    Ink,
    Line,
    Rectangle,
    Scene,
    Stroke,
    Text,
    line,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.present.charts.scene import Item, Medium

    Shares = tuple[tuple[float, float], ...]

_HEIGHT, _LEFT, _GAP, _BOTTOM, _TOP = 166.0, 36.0, 24.0, 36.0, 40.0
_PERCENT_TICKS = (0.0, 50.0, 100.0)
_MINUTE = 60.0
_EXHAUSTED_BAR = 3.3
_MOST_RUNS = 2
_FAIL = Ink("fail")


class MonitoredRun(Protocol):
    """What the chart draws of a run; times in seconds after its beginning, shares 0 to 1."""

    @property
    def users(self) -> int:
        """Load level, in users."""

    @property
    def rate_tps(self) -> float:
        """Transactions a second."""

    @property
    def busy(self) -> Shares:
        """Share of the processors in use, by the time."""

    @property
    def wait(self) -> Shares:
        """The same waiting on I/O; empty where it is not stated."""

    @property
    def window_s(self) -> tuple[float, float]:
        """What counts of the run."""

    @property
    def exhausted_s(self) -> tuple[tuple[float, float], ...]:
        """When at most 5 % were idle."""


def draw_host(runs: Sequence[MonitoredRun], width: float, medium: Medium) -> Scene:
    """Return processors in use and waiting against the minutes of a run, for up to two runs.

    Shaded: at most 5 % idle, with a bar above. Between the upright lines: what counts.
    """
    gap = _GAP * medium.unit
    items: list[Item] = []
    wide = (width - gap) / _MOST_RUNS
    for at, run in enumerate(runs[:_MOST_RUNS]):
        items += _draw_run(run, at * (wide + gap), wide, medium)
    return Scene(width, _HEIGHT * medium.unit, tuple(items), medium.unit)


def _draw_run(run: MonitoredRun, left: float, wide: float, medium: Medium) -> Iterator[Item]:
    unit, ends = medium.unit, (run.busy[0][0] / _MINUTE, run.busy[-1][0] / _MINUTE)
    x = Axis(*ends, left + _LEFT * unit, left + wide)
    y = Axis(0.0, 100.0, _BOTTOM * unit, (_HEIGHT - _TOP) * unit)

    def place(seconds: float) -> float:
        return x.to_position(min(max(seconds / _MINUTE, x.low), x.high))

    start, end = map(place, run.window_s)
    yield Rectangle(Box(start, y.start, end, y.end), ACCENT_TINT)
    above = y.end + 3 * unit
    for a, b in run.exhausted_s:
        yield Rectangle(Box(place(a), above, place(b), above + _EXHAUSTED_BAR * unit), _FAIL)
    yield from _draw_axes(x, y, medium)
    for shares, ink, heavy in ((run.busy, TEXT, 1.6), (run.wait, ACCENT, 1.2)):
        points = tuple((x.to_position(t / _MINUTE), y.to_position(s * 100)) for t, s in shares)
        if len(points) > 1:
            yield Line(points, Stroke(ink, heavy * unit))
    for at in (start, end):
        yield line((at, y.start), (at, y.end), ink=ACCENT, width=1.8 * unit)
    title = message("{users} users, {tps:.1f} tx/s", users=run.users, tps=run.rate_tps)
    yield Text((left, (_HEIGHT - 8) * unit), medium.render(title), bold=True)


def _draw_axes(x: Axis, y: Axis, medium: Medium) -> Iterator[Item]:
    unit = medium.unit
    for percent in _PERCENT_TICKS:
        at = y.to_position(percent)
        yield line((x.start, at), (x.end, at), ink=HAIR, width=unit)
        yield Text((x.start - 6 * unit, at), medium.number(percent), TEXT2, Anchor.END)
    for tick in x.ticks(4):
        at = x.to_position(tick.value)
        yield line((at, y.start), (at, y.start - 4 * unit), ink=BORDER_STRONG, width=unit)
        number = medium.number(tick.shown, tick.decimals)
        yield Text((at, y.start - 12 * unit), number, TEXT2, Anchor.MIDDLE)
    yield line((x.start, y.start), (x.end, y.start), ink=BORDER_STRONG, width=unit)
    title = medium.render(message("Minutes of the run"))
    yield Text((x.end, y.start - 25 * unit), title, TEXT2, Anchor.END)
    yield Text((x.start - 6 * unit, y.end + 14 * unit), "%", TEXT2, Anchor.END)

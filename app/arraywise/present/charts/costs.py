"""The 36-month prices as a scene: purchase, support, and what an offer lacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.present.charts.axes import Axis, Box, truncate
from arraywise.present.charts.scene import (
    BORDER_STRONG,
    TEXT,
    TEXT2,
    TEXT3,
    Anchor,
    Marker,
    Rectangle,
    Scene,
    Stroke,
    Text,
    option_fill,
    option_line_colour,
    option_tint,
    straight_line,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.present.charts.scene import Item, Medium

_TOP, _ROW, _BAR, _FOOT = 22.0, 34.0, 20.0, 24.0
_MARKER, _NAME, _GAP = 6.0, 20.0, 14.0
_TICKS = 5


@dataclass(frozen=True, slots=True)
class CostBar:
    """The price of one option; amounts in the unit of the axis."""

    name: str
    position: int
    purchase: float
    support: float
    missing: float
    """What the items that its offer lacks would add at least."""
    written: str
    """The price, at the end of the bar."""
    with_missing: str = ""
    """What it is with these items."""
    counts: bool = True
    """False: the option is not shown to pass."""


def draw_costs(
    bars: Sequence[CostBar], budget: tuple[float, str] | None, width: float, medium: Medium
) -> Scene:
    """Return a bar an option: solid purchase, pale support, dashed what its offer lacks.

    Args:
        bars: in the order of the ranking.
        budget: its amount, and how it is labelled.
        width: of the scene.
        medium: for which it is drawn.
    """
    unit = medium.unit
    height = (_TOP + len(bars) * _ROW + _FOOT) * unit
    names = medium.widest(truncate(bar.name) for bar in bars)
    left = names + (_NAME + _GAP) * unit
    labels = max(medium.width_of(bar.written, bold=True) for bar in bars)
    labels += max(medium.width_of(bar.with_missing) for bar in bars) + 2 * _GAP * unit
    most = max(
        [bar.purchase + bar.support + bar.missing for bar in bars] + [budget[0] if budget else 0.0]
    )
    scale = Axis(0.0, most or 1.0, left, width - labels)
    top, bottom = height - _TOP * unit, _FOOT * unit
    items: list[Item] = []
    for tick in scale.ticks(_TICKS):
        x = scale.to_position(tick.value)
        number = medium.number(tick.shown, tick.decimals)
        items.append(Text((x, bottom - 10 * unit), number, TEXT3, Anchor.MIDDLE))
    items.append(straight_line((left, bottom), (left, top), ink=BORDER_STRONG, width=unit))
    for at, bar in enumerate(bars):
        items += _draw_bar(bar, scale, top - (at + 0.5) * _ROW * unit, width, medium)
    if budget is not None:
        x = scale.to_position(budget[0])
        line = (x, bottom), (x, top + 2 * unit)
        items.append(straight_line(*line, width=1.4 * unit, dash=(4 * unit, 3 * unit)))
        half = medium.width_of(budget[1], bold=True) / 2
        at_x = min(max(x, half), width - half)
        items.append(Text((at_x, height - 8 * unit), budget[1], TEXT, Anchor.MIDDLE, bold=True))
    return Scene(width, height, tuple(items), unit)


def _draw_bar(bar: CostBar, scale: Axis, y: float, width: float, medium: Medium) -> Iterator[Item]:
    unit, half = medium.unit, _BAR * medium.unit / 2
    yield Marker((_MARKER * unit, y), bar.position, 11 * unit, hollow=not bar.counts)
    yield Text((_NAME * unit, y), truncate(bar.name))
    ends = [0.0, bar.purchase, bar.purchase + bar.support]
    edges = [scale.to_position(end) for end in ends]
    for start, end, ink in (
        (edges[0], edges[1], option_fill(bar.position)),
        (edges[1], edges[2], option_tint(bar.position)),
    ):
        if end > start:
            yield Rectangle(Box(start, y - half, end, y + half), ink)
    if bar.missing > 0:
        far = scale.to_position(ends[2] + bar.missing)
        stroke = Stroke(option_line_colour(bar.position), 1.2 * unit, (3 * unit, 2.2 * unit))
        yield Rectangle(Box(edges[2] + unit, y - half, far, y + half), None, stroke)
    right = width - (medium.width_of(bar.with_missing) + _GAP * unit if bar.with_missing else 0.0)
    figures = scale.end + _GAP * unit
    yield Text((figures, y), bar.written, bold=True)
    if bar.with_missing:
        yield Text((right + _GAP * unit, y), bar.with_missing, TEXT2)

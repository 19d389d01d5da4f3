"""The summary's pictures: two options side by side, the weights, how near another answer is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.present.charts.axes import Axis, Box
from arraywise.present.charts.scene import (
    HAIR,
    TEXT,
    TEXT2,
    TEXT3,
    Anchor,
    Ink,
    Marker,
    Rectangle,
    Role,
    Scene,
    Text,
    elide_text,
    option_fill,
    option_tint,
    straight_line,
    wrap_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.present.charts.scene import Item, Medium

_TITLE, _UNIT, _HEAD, _ROW, _FOOT = 9.0, 25.0, 42.0, 24.0, 20.0
_MARKER, _BAR_FROM, _BAR = 5.0, 17.0, 10.0
_COLUMN_GAP, _VALUE_GAP = 22.0, 8.0


@dataclass(frozen=True, slots=True)
class ComparedQuantity:
    """One quantity of two options."""

    name: str
    unit: str
    values: tuple[tuple[int, float, str], ...]
    """Position of the option, its value and how that is written."""
    limit: float | None = None
    """Drawn dashed ..."""
    note: str = ""
    """... and said below."""


def draw_quantities(quantities: Sequence[ComparedQuantity], width: float, medium: Medium) -> Scene:
    """Return pairs of bars, a column a quantity, with the limit of each as a dashed line."""
    unit = medium.unit
    rows = max(len(each.values) for each in quantities)
    height = (_HEAD + rows * _ROW + _FOOT) * unit
    column = (width - _COLUMN_GAP * unit * (len(quantities) - 1)) / len(quantities)
    items: list[Item] = []
    for at, each in enumerate(quantities):
        left = at * (column + _COLUMN_GAP * unit)
        items += _draw_quantity(each, (left, left + column), height, medium)
    return Scene(width, height, tuple(items), unit)


def _draw_quantity(
    each: ComparedQuantity, ends: tuple[float, float], height: float, medium: Medium
) -> Iterator[Item]:
    unit, (left, right) = medium.unit, ends
    name = elide_text(medium, each.name, right - left, Role.BODY, bold=True)
    yield Text((left, height - _TITLE * unit), name, role=Role.BODY, bold=True)
    below = elide_text(medium, each.unit, right - left)
    yield Text((left, height - _UNIT * unit), below, TEXT3)
    numbers = medium.widest((text for _, _, text in each.values), bold=True)
    bars_end = right - numbers - _VALUE_GAP * unit
    most = max([value for _, value, _ in each.values] + [each.limit or 0.0]) or 1.0
    scale = Axis(0.0, most, left + _BAR_FROM * unit, bars_end)
    for row, (position, value, text) in enumerate(each.values):
        y = height - (_HEAD + (row + 0.5) * _ROW) * unit
        yield Marker((left + _MARKER * unit, y), position, 10 * unit)
        half = _BAR * unit / 2
        box = Box(scale.start, y - half, scale.to_position(value), y + half)
        yield Rectangle(box, option_fill(position))
        yield Text((right, y), text, anchor=Anchor.END, bold=True)
    bottom = height - (_HEAD + len(each.values) * _ROW) * unit
    if each.limit is not None:
        x = scale.to_position(each.limit)
        line = (x, height - (_HEAD - 3) * unit), (x, bottom)
        yield straight_line(*line, width=1.2 * unit, dash=(3.4 * unit, 2.4 * unit))
    if each.note:
        note = elide_text(medium, each.note, right - left)
        yield Text((left, bottom - 8 * unit), note, TEXT3)


_WEIGHT_BAR, _WEIGHT_GAP, _WEIGHT_PAD = 30.0, 2.0, 8.0
_GREYS = (0.30, 0.22, 0.15, 0.10, 0.07)
_BELOW_LINE = 15.0


def draw_weights(weights: Sequence[tuple[str, str, float]], width: float, medium: Medium) -> Scene:
    """Return the weights as one bar; each has a name, the figure as it is written, a share."""
    unit, tall, gap = medium.unit, _WEIGHT_BAR * medium.unit, _WEIGHT_GAP * medium.unit
    pad, room = _WEIGHT_PAD * unit, width - gap * (len(weights) - 1)
    small = [
        f"{name} {figure}"
        for name, figure, share in weights
        if _label_width(name, figure, medium) > room * share - 2 * pad
    ]
    below = wrap_text(medium, ", ".join(small), width) if small else []
    low = len(below) * _BELOW_LINE * unit
    items: list[Item] = [
        Text((width, low - (at + 0.6) * _BELOW_LINE * unit), text, TEXT2, Anchor.END)
        for at, text in enumerate(below)
    ]
    left, middle = 0.0, low + tall / 2
    for at, (name, figure, share) in enumerate(weights):
        right = left + room * share
        ink = TEXT.with_opacity(_GREYS[min(at, len(_GREYS) - 1)])
        items.append(Rectangle(Box(left, low, right, low + tall), ink))
        if _label_width(name, figure, medium) <= right - left - 2 * pad:
            items.append(Text((left + pad, middle), name))
            beside = left + pad + medium.width_of(f"{name} ")
            items.append(Text((beside, middle), figure, bold=True))
        elif medium.width_of(figure, bold=True) <= right - left - 2 * unit:
            centre = (left + right) / 2, middle
            items.append(Text(centre, figure, anchor=Anchor.MIDDLE, bold=True))
        left = right + gap
    return Scene(width, low + tall, tuple(items), unit)


def _label_width(name: str, figure: str, medium: Medium) -> float:
    return medium.width_of(f"{name} ") + medium.width_of(figure, bold=True)


@dataclass(frozen=True, slots=True)
class Flip:
    """A relative change of one input at which another option is recommended."""

    by: float
    written: str
    today: int
    """Position of the option that is recommended now ..."""
    then: int | None
    """... and then; None where none is shown to pass."""


_FLIP_HEIGHT, _TRACK, _TRACK_HEIGHT = 34.0, 24.0, 8.0
_USUAL_REACH = 0.25
_UNSHOWN = Ink("none_pass")


def draw_flip(flip: Flip, width: float, today: str, medium: Medium) -> Scene:
    """Return today's value and the flip on a scale of a quarter more or less, or to the flip."""
    unit = medium.unit
    reach = max(_USUAL_REACH, abs(flip.by) * 1.15)
    pad = 4.0 * unit
    scale = Axis(-reach, reach, pad, width - pad)
    y, half = _TRACK * unit, _TRACK_HEIGHT * unit / 2
    zero, at = scale.to_position(0.0), scale.to_position(flip.by)
    far = scale.start if flip.by < 0 else scale.end
    then = _UNSHOWN if flip.then is None else option_tint(flip.then)
    items: list[Item] = [
        straight_line((scale.start, y), (scale.end, y), ink=HAIR, width=2 * unit),
        Rectangle(Box(min(at, far), y - half, max(at, far), y + half), then),
        Rectangle(Box(min(at, zero), y - half, max(at, zero), y + half), option_tint(flip.today)),
        straight_line((zero, y - 11 * unit), (zero, y + 11 * unit), width=2 * unit),
    ]
    if flip.then is None:
        items.append(straight_line((at, y - half), (at, y + half), width=2 * unit))
    else:
        items.append(Marker((at, y), flip.then, 12 * unit))
    base = 5.0 * unit
    edge = medium.number(reach * 100)
    ends = f"\N{MINUS SIGN}{edge} %", f"+{edge} %"
    taken: list[tuple[float, float]] = []

    def write(x: float, text: str, anchor: Anchor, ink: Ink, *, bold: bool = False) -> None:
        wide = medium.width_of(text, bold=bold)
        shift = {Anchor.START: 0.0, Anchor.MIDDLE: wide / 2, Anchor.END: wide}[anchor]
        low = min(max(x - shift, 0.0), width - wide)
        if all(low > high + 4 * unit or low + wide < start - 4 * unit for start, high in taken):
            taken.append((low, low + wide))
            items.append(Text((low, base), text, ink, bold=bold))

    write(at, flip.written, Anchor.MIDDLE, TEXT, bold=True)
    write(zero, today, Anchor.MIDDLE, TEXT2)
    write(scale.start, ends[0], Anchor.START, TEXT3)
    write(scale.end, ends[1], Anchor.END, TEXT3)
    return Scene(width, (_FLIP_HEIGHT + 4) * unit, tuple(items), unit)

"""The ranking as a scene: a bar an option of what each criterion adds to its value."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from arraywise.domain.decision import FAILS, Verdict
from arraywise.domain.messages import message
from arraywise.present.charts.axes import Axis, Box
from arraywise.present.charts.scene import (
    ACCENT,
    ACCENT_TINT,
    HAIR,
    TEXT,
    TEXT2,
    TEXT3,
    Anchor,
    Marker,
    Rectangle,
    Role,
    Scene,
    Spot,
    Stroke,
    Text,
    VerdictSign,
    elide_text,
    fit_text_in_box,
    option_fill,
    option_line_colour,
    straight_line,
    wrap_text,
)
from arraywise.present.figures import criterion_title
from arraywise.present.labels import VERDICT_WORDS, status_reasons

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.present.charts.scene import Item, Medium

_ROW, _BAR = 28.0, 13.0
_NOTE_LINE, _NOTE_LINES, _ABOVE_NOTE, _BELOW_NOTE = 15.0, 2, 4.0, 6.0
_MARKER, _NAME, _GAP, _VALUE = 22.0, 36.0, 14.0, 54.0
"""From the left edge to marker and name; between name and bar; room of the value."""
_NAME_SHARE = 0.38
"""Of the width, at most, that names take."""
_PALEST = 0.35
_SWATCH = 9.0
_PART_GAP = 1.6
_DASH = 4.0, 2.0
_FULL = 100.0
_EN_DASH, _NONE = "\u2013", "\u2013"

RankingKey = tuple[int, int | None]
"""A row, and the number of the criterion whose part of its bar it is."""


def options_in_chart_order(answer: Answer) -> tuple[OptionAnswer, ...]:
    """Return the options by rank, then the unranked ones, the failing last."""

    def sort_key(o: OptionAnswer) -> tuple[bool, int, bool, int]:
        return o.rank is None, o.rank or 0, o.status in FAILS, o.option.position

    return tuple(sorted(answer.options, key=sort_key))


def ranking_chart_height(options: int, unit: float, legend_lines: int = 0) -> float:
    """Return the height of the ranking of so many options, with its note and legend."""
    below = _ABOVE_NOTE + _NOTE_LINE * (_NOTE_LINES + legend_lines) + _BELOW_NOTE
    return (options * _ROW + below) * unit


def draw_ranking(
    answer: Answer, width: float, medium: Medium, inset: float = 0.0, *, has_legend: bool = False
) -> Scene:
    """Return the ranking of an answer.

    Args:
        answer: whose options are ranked.
        width: of the scene.
        medium: for which it is drawn.
        inset: from the edges, which only the ground of a row crosses.
        has_legend: whether the criteria are named below; a window says them under the mouse.
    """
    return _RankingChart(answer, width, medium, inset, has_legend=has_legend).build_scene()


class _RankingChart:
    def __init__(
        self, answer: Answer, width: float, medium: Medium, inset: float, *, has_legend: bool
    ) -> None:
        self._answer, self._medium, self._unit = answer, medium, medium.unit
        self._width, self._inset, self._rows = width, inset, options_in_chart_order(answer)
        self._legend = self._arrange_legend_lines() if has_legend else []
        self._height = ranking_chart_height(len(self._rows), self._unit, len(self._legend))
        names = (
            medium.width_of(medium.render(o.option.name), Role.BODY, bold=True) for o in self._rows
        )
        unit = self._unit
        self._name_width = min(max(names, default=60.0 * unit), width * _NAME_SHARE)
        left = inset + _NAME * unit + self._name_width + _GAP * unit
        self._x = Axis(0.0, _FULL, left, width - inset - _VALUE * unit)
        self._spots: list[Spot] = []

    def build_scene(self) -> Scene:
        items: list[Item] = []
        for index, row in enumerate(self._rows):
            top = self._height - index * _ROW * self._unit
            box = Box(0.0, top - _ROW * self._unit, self._width, top)
            self._spots.append(Spot((index, None), box, is_step=row.rank is None))
            items += self._draw_row(index, row, box)
        items += self._draw_legend_and_note()
        return Scene(self._width, self._height, tuple(items), self._unit, tuple(self._spots))

    def _draw_row(self, index: int, row: OptionAnswer, box: Box) -> Iterator[Item]:
        unit, inset, medium = self._unit, self._inset, self._medium
        middle, is_chosen = (box.bottom + box.top) / 2, self._answer.recommended == row.option
        if is_chosen:
            yield Rectangle(box, ACCENT_TINT)
        yield straight_line(
            (inset, box.bottom), (self._width - inset, box.bottom), ink=HAIR, width=unit
        )
        rank, ink = (_NONE, TEXT3) if row.rank is None else (medium.number(row.rank), ACCENT)
        yield Text((inset, middle), rank, ink, role=Role.BODY, bold=True)
        is_hollow = row.status is Verdict.NOT_COMPARABLE
        at = inset + _MARKER * unit
        yield Marker((at, middle), row.option.position, 11 * unit, is_hollow)
        name = elide_text(
            medium, medium.render(row.option.name), self._name_width, Role.BODY, bold=is_chosen
        )
        yield Text((inset + _NAME * unit, middle), name, role=Role.BODY, bold=is_chosen)
        if row.rank is not None:
            yield from self._draw_contributions(index, row, box)
        elif has_value_range(row):
            yield from self._draw_value_range(row, middle)
        else:
            yield from self._draw_reason(row, box)

    def _draw_contributions(self, index: int, row: OptionAnswer, line_box: Box) -> Iterator[Item]:
        """Yield what each criterion adds to a value, one beside the other."""
        half, unit = _BAR * self._unit / 2, self._unit
        middle = (line_box.bottom + line_box.top) / 2
        starts = accumulate((cell.contribution or 0.0 for cell in row.scores), initial=0.0)
        for at, ends in enumerate(pairwise(map(self._x.to_position, starts))):
            left, right = ends
            spot = Box(left, line_box.bottom, right, line_box.top)
            self._spots.append(Spot((index, at), spot, is_step=right - left > unit))
            if right > left:
                gap = min(_PART_GAP * unit, right - left)
                part = Box(left, middle - half, right - gap, middle + half)
                yield Rectangle(
                    part, option_fill(row.option.position, _segment_opacity(at, len(row.scores)))
                )
        yield self._value_text(self._medium.number(row.value.point, 1), middle, counts=True)

    def _draw_value_range(self, row: OptionAnswer, middle: float) -> Iterator[Item]:
        """Yield the range of the value of an option that is not decided."""
        low, high, half = row.value.low or 0.0, row.value.high or 0.0, _BAR * self._unit / 2
        left, right = self._x.to_position(low), self._x.to_position(high)
        dash = tuple(length * self._unit for length in _DASH)
        stroke = Stroke(option_line_colour(row.option.position), self._unit, dash)
        yield Rectangle(Box(left, middle - half, right, middle + half), None, stroke)
        text = f"{self._medium.number(low)}{_EN_DASH}{self._medium.number(high)}"
        yield self._value_text(text, middle, counts=False)

    def _value_text(self, text: str, middle: float, *, counts: bool) -> Text:
        at = self._width - self._inset, middle
        ink = TEXT if counts else TEXT3
        return Text(at, text, ink, Anchor.END, Role.BODY, bold=counts)

    def _draw_reason(self, row: OptionAnswer, box: Box) -> Iterator[Item]:
        """Yield why an option has no value."""
        left, unit, middle = self._x.start, self._unit, (box.bottom + box.top) / 2
        yield VerdictSign((left + 7 * unit, middle), row.status, 14 * unit)
        room = Box(left + 20 * unit, box.bottom, self._width - self._inset, box.top)
        texts = describe_unranked(row, self._answer, self._medium)
        width, measure = room.right - room.left, self._medium.width_of
        text = next((each for each in texts if measure(each) <= width), texts[-1])
        yield from fit_text_in_box(self._medium, text, room, TEXT2)

    def _draw_legend_and_note(self) -> Iterator[Item]:
        if not self._rows:
            return
        text = self._medium.render(message("Value of 100; parts in the order of the weights."))
        if any(row.rank is None and has_value_range(row) for row in self._rows):
            dashed = message("Dashed: not shown, only its range is known.")
            text += " " + self._medium.render(dashed)
        unit = self._unit
        y = self._height - (len(self._rows) * _ROW + _ABOVE_NOTE + _NOTE_LINE / 2) * unit
        for at, entries in enumerate(self._legend):
            yield from self._draw_legend_line(entries, y - at * _NOTE_LINE * unit)
        y -= len(self._legend) * _NOTE_LINE * unit
        for each in wrap_text(self._medium, text, self._width - 2 * self._inset):
            yield Text((self._inset, y), each, TEXT3)
            y -= _NOTE_LINE * unit

    def _arrange_legend_lines(self) -> list[list[tuple[int, str, float]]]:
        """Return lines of entries: number of a criterion, its name, left edge."""
        lines: list[list[tuple[int, str, float]]] = [[]]
        left, medium = self._inset, self._medium
        for at, (criterion, _) in enumerate(self._answer.weights):
            name = medium.render(criterion_title(criterion, self._answer.discount_rate))
            width = medium.width_of(name) + 3.2 * _SWATCH * self._unit
            if lines[-1] and left + width > self._width - self._inset:
                lines.append([])
                left = self._inset
            lines[-1].append((at, name, left))
            left += width
        return lines

    def _draw_legend_line(
        self, entries: Sequence[tuple[int, str, float]], y: float
    ) -> Iterator[Item]:
        side, count = _SWATCH * self._unit, len(self._answer.weights)
        for at, name, left in entries:
            box = Box(left, y - side / 2, left + side, y + side / 2)
            yield Rectangle(box, TEXT2.with_opacity(_segment_opacity(at, count)))
            yield Text((left + 1.5 * side, y), name, TEXT2)


def _segment_opacity(at: int, count: int) -> float:
    """Return how opaque a part of a bar is: the first criterion's is full."""
    return 1.0 - (1.0 - _PALEST) * at / max(count - 1, 1)


def has_value_range(row: OptionAnswer) -> bool:
    """Return whether an option that does not fail has a known range of its value."""
    value, is_out = row.value, row.status in FAILS or row.status is Verdict.NO_DATA
    return not is_out and value.low is not None and value.high is not None


def describe_unranked(row: OptionAnswer, answer: Answer, medium: Medium) -> list[str]:
    """Return texts of why an option is not ranked, the longest first."""
    word, point = medium.render(VERDICT_WORDS[row.status]), row.response_s.point
    reason = "; ".join(map(medium.render, status_reasons(row, answer.rules)))
    texts = [f"{word}: {reason}"]
    if point is not None and row.status is row.verdict:
        text = message(
            "{verdict}, {response} ms: not ranked",
            verdict=VERDICT_WORDS[row.status],
            response=medium.number(point * 1000),
        )
        texts.append(medium.render(text))
    none = message("{verdict}: not ranked", verdict=VERDICT_WORDS[row.status])
    return [*texts, medium.render(none)]

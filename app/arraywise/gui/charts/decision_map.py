"""The decision map as a widget with its cross-hair, and its legend."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arraywise.domain.decision import closest_break_even, find_break_evens
from arraywise.domain.requirement import Goal, target_or_previous_s, with_target, with_visits
from arraywise.gui.charts.painted import ARROWS, PAN_STEP, ZoomedChart, key_lines, key_zoom_factor
from arraywise.gui.charts.scene_painting import ScenePainter, WindowType, paint_scene
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.painting import smooth_painter, write
from arraywise.present.charts.axes import Axis, Box, MapRange
from arraywise.present.charts.decision_map import MapGrid
from arraywise.present.charts.map_scene import (
    MapDrawing,
    MapLegendEntry,
    build_map_layout,
    draw_legend_entry,
    draw_map_regions,
    legend_entries,
    legend_entry_width,
)
from arraywise.present.charts.scene import ACCENT, Disc, Scene, Stroke
from arraywise.present.numbers import round_dragged_target_s, round_dragged_visits
from arraywise.usecases.decide_study import build_decision_map

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent

    from arraywise.domain.decision import Answer, DecisionMap
    from arraywise.domain.options import Option
    from arraywise.domain.requirement import Requirement
    from arraywise.gui.session.session import AnswerInputs, Session
    from arraywise.present.charts.decision_map import PlacedNames
    from arraywise.present.charts.scene import Item, Medium

_STEP = 0.01
"""Share of an axis that an arrow key moves the cross-hair."""
_GRIP_DISTANCE = 8.0
"""Pixels beside a line of the cross-hair at which it is caught alone."""
_CURSOR_SHAPES = {
    (True, False): Qt.CursorShape.SizeHorCursor,
    (False, True): Qt.CursorShape.SizeVerCursor,
}
"""Of the mouse over the one or the other line of the cross-hair."""
_PRELIMINARY_OPACITY = 0.55
_FOCUS_RING = 11
_LEGEND_GAP = 12.0
"""Between entries of the legend."""


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A rendered map, with its grid for the placing of names."""

    drawn: DecisionMap
    image: QImage
    grid: MapGrid


def render_map(
    drawn: DecisionMap, positions: Sequence[int], size: tuple[int, int], ratio: float = 1.0
) -> MapPicture:
    """Render a map's regions as an image; `size` in pixels of the screen, `ratio` a page pixel."""
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(theme.look()["none_pass"])
    width, height = size[0] / ratio, size[1] / ratio
    painter = smooth_painter(image)
    items = draw_map_regions(drawn, positions, Box(0.0, 0.0, width, height), 1.0)
    ScenePainter(painter, height, WindowType()).paint(items)
    painter.end()
    return MapPicture(drawn, image, MapGrid.from_map(drawn))


@dataclass(frozen=True, slots=True)
class MapKey:
    """Everything that a map's picture depends on; not the requirement's point on it."""

    answer_inputs: AnswerInputs
    visible_range: MapRange
    size: tuple[int, int]
    look: str

    def is_same_picture(self, other: MapKey | None) -> bool:
        """Return whether both keys are of the same picture."""
        if other is None:
            return False
        own, others = self.answer_inputs, other.answer_inputs
        return (
            (self.visible_range, self.size, self.look)
            == (other.visible_range, other.size, other.look)
            and own.prepared is others.prepared
            and own.facts.options is others.facts.options
            and _map_inputs(own) == _map_inputs(others)
        )


def _map_inputs(answer_inputs: AnswerInputs) -> tuple[object, ...]:
    """Return what a map depends on beside the evidence, but not the requirement's point."""
    facts, requirement = answer_inputs.facts, answer_inputs.requirement
    requirement = requirement if requirement.load is None else replace(requirement, load=1.0)
    without_point = with_target(replace(requirement, visits_per_month=1), 1.0)
    settings = facts.weighting, facts.price_range, facts.price_basis
    return (
        *settings,
        answer_inputs.criteria,
        answer_inputs.visits,
        answer_inputs.targets_s,
        without_point,
    )


class DecisionMapView(ZoomedChart):
    """Draws the map of a session; dragging the cross-hair changes the requirement."""

    hint = QSize(620, 350)
    map_drawn = Signal(object)
    """Carries the map that is shown now."""

    def __init__(self, session: Session, scale: float = 1.0) -> None:
        super().__init__()
        self._session = session
        self._scale = scale
        """Scale of texts and marks, for projection on a wall."""
        self._key: MapKey | None = None

        self.picture: MapPicture | None = None
        self._painted_names: tuple[object, PlacedNames] | None = None
        """The names painted last, with the axes and theme they were placed for."""
        self._is_preliminary = False
        self._dragged_lines: tuple[bool, bool] | None = None
        """Whether the drag moves visits and target; None without a drag."""
        self._tried_requirement: Requirement | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("ringed", False)  # noqa: FBT003 - Qt's way; the cross-hair has a ring
        self.setMouseTracking(True)
        self.setMinimumSize(320, theme.px(216))
        self.setAccessibleName(self.tr("Decision map"))

    # What is shown

    def refresh(self) -> None:
        """Show the session's answer; request a new picture where it depends on changes."""
        answer = self._session.answer
        if answer is not None:
            self.setAccessibleDescription(self.describe_state())
            self._request_map(answer)
        self.update()

    def _request_map(self, answer: Answer) -> None:
        answer_inputs = self._session.answer_inputs
        area, ratio = self.area(), self.devicePixelRatioF()
        if answer_inputs is None or min(area.width(), area.height()) < 50 or not self.isVisible():
            return
        size = (round(area.width() * ratio), round(area.height() * ratio))
        key = MapKey(answer_inputs, self.visible_range, size, theme.look().name)
        if key.is_same_picture(self._key):
            return
        self._key, self._is_preliminary = key, True
        positions = [option.option.position for option in answer.options]
        visits, targets_s = (
            self.visible_range.visible_visits(answer_inputs.visits),
            self.visible_range.visible_y(answer_inputs.targets_s),
        )

        def work() -> MapPicture:
            inputs = (
                answer_inputs.prepared,
                answer_inputs.facts,
                answer_inputs.requirement,
                answer_inputs.criteria,
            )
            drawn = build_decision_map(*inputs, visits=visits, targets_s=targets_s)
            return render_map(drawn, positions, size, ratio)

        self._session.compute_in_background(work, self._set_picture, key=f"map {id(self)}")

    def _set_picture(self, picture: MapPicture) -> None:
        self.picture, self._is_preliminary, self._painted_names = picture, False, None
        self.map_drawn.emit(picture.drawn)
        self.update()

    def area(self) -> QRectF:
        """Return the rectangle between the axes."""
        unit = theme.text_scale() * self._scale
        inside = QRectF(self.rect()).adjusted(58 * unit, max(8, 5.6 * unit), -14, -46 * unit)
        return inside.toRect().toRectF()

    def axes(self) -> tuple[Axis, Axis] | None:
        """Return the axes of visits and target; None before the first answer."""
        answer_inputs, area = self._session.answer_inputs, self.area()
        if answer_inputs is None:
            return None
        visits, targets_s = (
            self.visible_range.visible_visits(answer_inputs.visits),
            self.visible_range.visible_y(answer_inputs.targets_s),
        )
        visits_axis = Axis(*visits, area.left(), area.right(), logarithmic=True)
        return visits_axis, Axis(*targets_s, area.bottom(), area.top())

    def position_of(self, requirement: Requirement) -> QPointF:
        """Return the position of a requirement on the widget."""
        axes = self.axes()
        if axes is None:
            return QPointF()
        x = axes[0].to_position(float(requirement.visits_per_month))
        return QPointF(x, axes[1].to_position(target_or_previous_s(requirement)))

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw map, axes, cross-hair and labels."""
        painter = smooth_painter(self)
        self._paint_picture(painter)
        fonts = WindowType(self._scale)
        paint_scene(painter, self._build_overlay(fonts.medium()), fonts)
        if self._is_preliminary:
            box, top = self.area().adjusted(0, 4, -8, 0), Qt.AlignmentFlag.AlignRight
            write(painter, box, self.tr("settling\u2026"), "text2", top, theme.font("caption"))

    def _paint_picture(self, painter: QPainter) -> None:
        """Paint the regions, which are rendered in the background."""
        axes = self.axes()
        if self.picture is None or axes is None:
            return
        loads, targets = self.picture.drawn.visits_per_month, self.picture.drawn.response_time_s
        left, right = (axes[0].to_position(float(end)) for end in (loads[0], loads[-1]))
        bottom, top = (axes[1].to_position(float(end)) for end in (targets[0], targets[-1]))
        painter.setOpacity(_PRELIMINARY_OPACITY if self._is_preliminary else 1.0)
        painter.setClipRect(self.area())
        box = QRectF(QPointF(left, top), QPointF(right, bottom))
        painter.drawImage(box, self.picture.image)  # of another part until a closer look is there
        painter.setClipping(False)
        painter.setOpacity(1.0)

    def _build_overlay(self, medium: Medium) -> Scene:
        """Build what lies over the regions; it has nothing before the first answer."""
        answer, axes, height = self._session.answer, self.axes(), float(self.height())
        if answer is None or axes is None:
            return Scene(self.width(), height, ())
        visits, targets = axes
        targets = replace(targets, start=height - targets.start, end=height - targets.end)
        plane = visits, targets
        axes_and_look = (axes, theme.look().name)
        painted = self._painted_names
        is_kept = answer.is_preliminary and painted is not None and painted[0] == axes_and_look
        names = painted[1] if painted is not None and is_kept else None
        layout = build_map_layout(
            answer, plane, medium, self._session.cuts, self._visible_grid(answer, visits), names
        )
        self._painted_names = axes_and_look, layout.names
        items: list[Item] = list(MapDrawing(answer, plane, layout, medium, self.width()).items())
        if self.hasFocus() and self._is_crosshair_visible(answer):
            radius, unit = _FOCUS_RING * medium.unit, medium.unit
            items.append(Disc(layout.requirement_point, radius, None, Stroke(ACCENT, 2 * unit)))
        return Scene(self.width(), height, tuple(items), medium.unit)

    def _is_crosshair_visible(self, answer: Answer) -> bool:
        requirement, axes = answer.requirement, self.axes()
        return (
            axes is not None
            and requirement.goal is not Goal.NONE
            and axes[0].holds(float(requirement.visits_per_month))
            and axes[1].holds(target_or_previous_s(requirement))
        )

    def _visible_grid(self, answer: Answer, visits: Axis) -> MapGrid | None:
        """Return the grid of the map whose regions are named; None while it is of another part."""
        picture = self.picture
        if picture is None or picture.grid.present[-1] >= len(answer.options):
            return None
        ends = picture.drawn.visits_per_month[0], picture.drawn.visits_per_month[-1]
        seen = visits.low, visits.high
        is_seen = all(math.isclose(a, b, rel_tol=1e-3) for a, b in zip(ends, seen, strict=True))
        return picture.grid if is_seen else None

    def event(self, event: QEvent) -> bool:
        """Refresh the map at another size, in another theme, and when it is shown."""
        is_done = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.PaletteChange}:
            self.refresh()
        return is_done

    # Hands

    def _apply_trial(self, visits: float | None, target_s: float | None) -> None:
        answer = self._session.answer
        if answer is None:
            return
        requirement = self._tried_requirement or answer.requirement
        if visits is not None:
            requirement = with_visits(requirement, max(1, round_dragged_visits(visits)))
        if target_s is not None and requirement.goal is not Goal.NONE:
            requirement = with_target(requirement, round_dragged_target_s(target_s))
        self._tried_requirement = requirement
        self._session.try_requirement(self._tried_requirement)

    def _save_trial(self) -> None:
        if self._tried_requirement is not None:
            self._session.save_requirement(self._tried_requirement)
            self._tried_requirement = None
            self.message.emit(self.describe_state())

    def _drag_to(self, point: QPointF) -> None:
        axes, answer = self.axes(), self._session.answer
        if axes is None or answer is None or self._dragged_lines is None:
            return
        visits = axes[0].value(point.x()) if self._dragged_lines[0] else None
        self._apply_trial(visits, axes[1].value(point.y()) if self._dragged_lines[1] else None)

    def _lines_to_drag(self, point: QPointF) -> tuple[bool, bool]:
        """Return which lines a drag from a point moves: the one beside it, or else both."""
        answer = self._session.answer
        if answer is None:
            return (True, True)
        cross = self.position_of(answer.requirement)
        beside_x = abs(point.x() - cross.x()) <= _GRIP_DISTANCE
        beside_y = abs(point.y() - cross.y()) <= _GRIP_DISTANCE
        return (True, True) if beside_x == beside_y else (beside_x, beside_y)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to drag the cross-hair, or to pan with Ctrl or the middle button."""
        point, left = event.position(), event.button() is Qt.MouseButton.LeftButton
        is_pull = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.button() is Qt.MouseButton.MiddleButton or is_pull:
            self._drag_position = point
        elif left and self.area().contains(point):
            self._dragged_lines = self._lines_to_drag(point)
            self._drag_to(point)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Treat a double click as two clicks; the visible range stays."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, drag the cross-hair, or describe what is under the mouse."""
        point, previous, area = event.position(), self._drag_position, self.area()
        if not previous.isNull():
            self._drag_position = point
            across, up = previous.x() - point.x(), point.y() - previous.y()
            self.show_range(self.visible_range.moved(across / area.width(), up / area.height()))
            return
        if self._dragged_lines is not None:
            self._drag_to(point)
            return
        self.setCursor(_CURSOR_SHAPES.get(self._lines_to_drag(point), Qt.CursorShape.CrossCursor))
        if area.contains(point):
            self.message.emit(self._describe_at(point))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Save the requirement that was dragged to."""
        self._drag_position = QPointF()
        if self._dragged_lines is not None:
            self._dragged_lines = None
            self._save_trial()

    def leaveEvent(self, event: QEvent) -> None:
        """Describe nothing under the mouse any more."""
        super().leaveEvent(event)
        self.message.emit(self.describe_state() if self.hasFocus() else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cross-hair by arrows; zoom, pan and reset by other keys."""
        move, answer, zoom = (
            ARROWS.get(Qt.Key(event.key())),
            self._session.answer,
            key_zoom_factor(event),
        )
        if answer is not None and zoom is not None:
            self._zoom(zoom, self.position_of(answer.requirement))
        elif event.key() == Qt.Key.Key_Home:
            self.fit()
        elif move is None or answer is None:
            super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.show_range(self.visible_range.moved(move[0] * PAN_STEP, move[1] * PAN_STEP))
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._move_crosshair(0, move[0] + move[1], answer)
        else:
            self._move_crosshair(*move, answer)

    def _move_crosshair(self, right: int, up: int, answer: Answer) -> None:
        """Move the cross-hair by a step; a zoomed range follows it over its edge."""
        requirement = self._tried_requirement or answer.requirement
        area, point = self.area(), self.position_of(requirement)
        step = QPointF(right * _STEP * area.width(), -up * _STEP * area.height())
        if not area.contains(point + step):
            self.show_range(self.visible_range.moved(right * _STEP, up * _STEP))
            point = self.position_of(requirement)
        axes, target = self.axes(), point + step
        if axes is not None:
            visits = axes[0].value(target.x()) if right else None
            self._apply_trial(visits, axes[1].value(target.y()) if up else None)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Save the requirement when an arrow key is released."""
        if event.key() in ARROWS and not event.isAutoRepeat():
            self._save_trial()
            return
        super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus ring, and describe the cross-hair's point."""
        super().focusInEvent(event)
        self.message.emit(self.describe_state())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Save the requirement that a pressed arrow key led to."""
        super().focusOutEvent(event)
        self._save_trial()

    # Words

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys of the map, with what they do."""
        return key_lines("load", "target", "pan map", "zoom", "home")

    def describe_state(self) -> str:
        """Describe the cross-hair's point, the recommended option, and the next break-even."""
        answer, cuts = self._session.answer, self._session.cuts
        if answer is None:
            return ""
        asked = answer.requirement
        visits, target = float(asked.visits_per_month), target_or_previous_s(asked)
        text = self._describe_answer(visits, target, answer.recommended)
        result = find_break_evens(cuts.visits_per_month) if cuts else ()
        change = closest_break_even(result, visits)
        if change is None:
            return text
        more = self.tr("next change at {load} ({percent} %)").format(
            load=messages.format_load(asked, change.value),
            percent=figures.percent(change.value / asked.visits_per_month - 1, 1, signed=True),
        )
        return f"{text}; {more}"

    def _describe_at(self, point: QPointF) -> str:
        axes, answer = self.axes(), self._session.answer
        if axes is None or answer is None or self.picture is None:
            return ""
        drawn, area = self.picture.drawn, self.area()
        columns, rows = len(drawn.visits_per_month) - 1, len(drawn.response_time_s) - 1
        column = round(columns * (point.x() - area.left()) / area.width())
        row = round(rows * (area.bottom() - point.y()) / area.height())
        winner = drawn.winners[min(rows, max(0, row))][min(columns, max(0, column))]
        option = None if winner < 0 else answer.options[winner].option
        return self._describe_answer(axes[0].value(point.x()), axes[1].value(point.y()), option)

    def _describe_answer(self, visits: float, target_s: float, option: Option | None) -> str:
        answer = self._session.answer
        load = "" if answer is None else messages.format_load(answer.requirement, visits)
        is_timed = answer is None or answer.requirement.goal is not Goal.NONE
        text = self.tr("Map: {load}, {target} ms: {option}")
        return (text if is_timed else self.tr("Map: {load}: {option}")).format(
            load=load,
            target=figures.milliseconds(target_s),
            option=option.name if option else self.tr("none is shown to pass"),
        )


class MapLegend(QWidget):
    """The legend of the map's textures."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: tuple[MapLegendEntry, ...] = ()
        self.setToolTip(
            self.tr(
                "Plain: measured. Dots: modelled. Level lines: I/O evidence.\nUpright lines:"
                " published. Hatched: a further test\ncould change the winner. Grey: no option"
                " passes."
            )
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.px(20))

    def show_map(self, drawn: DecisionMap) -> None:
        """Show the legend of a map."""
        parts = legend_entries(drawn)
        if parts != self._entries:
            self._entries = parts
            words = ", ".join(self.words)
            self.setAccessibleName(self.tr("Map shows: {words}").format(words=words))
            self.updateGeometry()
            self.update()

    @property
    def words(self) -> tuple[str, ...]:
        """The texts of the entries."""
        return tuple(messages.translate_message(entry.text) for entry in self._entries)

    def sizeHint(self) -> QSize:
        """Return the width of all parts."""
        medium = WindowType().medium()
        widths = (legend_entry_width(entry, medium) + _LEGEND_GAP for entry in self._entries)
        return QSize(math.ceil(sum(widths)), theme.px(20))

    def minimumSizeHint(self) -> QSize:
        """Return nothing: the legend gives way."""
        return QSize(0, theme.px(20))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the entries from the right, as many as fit."""
        items: list[Item] = []
        fonts, right = WindowType(), float(self.width())
        medium = fonts.medium()
        for entry in reversed(self._entries):
            left = right - legend_entry_width(entry, medium)
            if left < 0:
                break
            items += draw_legend_entry(entry, left, self.height() / 2, medium)
            right = left - _LEGEND_GAP
        scene = Scene(self.width(), self.height(), tuple(items), medium.unit)
        paint_scene(smooth_painter(self), scene, fonts)

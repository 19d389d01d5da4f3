"""Decision map widget, cross-hair."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arraywise.domain.decision import break_evens, next_change
from arraywise.domain.requirement import Goal, target_of, with_target, with_visits
from arraywise.gui.charts.map_painting import (
    MapKeyPart,
    MapPicture,
    MapScene,
    draw_picture,
    key_parts,
    legend_swatch,
    map_palette,
    paint_map,
)
from arraywise.gui.charts.painted import ARROWS, PAN, ZoomedChart, key_lines, zoom_of
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.painting import smooth_painter, write
from arraywise.present.charts.axes import Axis, MapRange
from arraywise.present.numbers import whole_target_s, whole_visits
from arraywise.usecases.decide_study import map_decision

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent

    from arraywise.domain.decision import Answer, DecisionMap
    from arraywise.domain.options import Option
    from arraywise.domain.requirement import Requirement
    from arraywise.gui.session.session import AnswerInputs, Session
    from arraywise.present.charts.decision_map import PlacedNames


@dataclass(frozen=True, slots=True)
class MapKey:
    """All that a map depends on; the point asked for is not part of it."""

    answer_inputs: AnswerInputs
    seen: MapRange
    size: tuple[int, int]
    look: str

    def same(self, other: MapKey | None) -> bool:
        """Return whether both are of one picture."""
        if other is None:
            return False
        mine, its = self.answer_inputs, other.answer_inputs
        return (
            (self.seen, self.size, self.look) == (other.seen, other.size, other.look)
            and mine.prepared is its.prepared
            and mine.facts.options is its.facts.options
            and _valued_by(mine) == _valued_by(its)
        )


def _valued_by(given: AnswerInputs) -> tuple[object, ...]:
    """Return what a map depends on beside the evidence; not where the requirement is on it."""
    facts, asked = given.facts, given.requirement
    asked = asked if asked.load is None else replace(asked, load=1.0)
    elsewhere = with_target(replace(asked, visits_per_month=1), 1.0)
    ways = facts.weighting, facts.price_range, facts.price_basis
    return *ways, given.criteria, given.visits, given.targets_s, elsewhere


_STEP = 0.01
"""Share of an axis that an arrow key moves the cross-hair."""
_GRIP = 8.0
"""Pixels beside a line of the cross-hair at which it is caught alone."""
_SHAPES = {
    (True, False): Qt.CursorShape.SizeHorCursor,
    (False, True): Qt.CursorShape.SizeVerCursor,
}
"""Of the mouse over the one or the other line of the cross-hair."""


class DecisionMapView(ZoomedChart):
    """Draws the map of a session; dragging the cross-hair changes the requirement."""

    hint = QSize(620, 350)
    was_drawn = Signal(object)
    """Carries the map that is seen now."""

    def __init__(self, session: Session, scale: float = 1.0) -> None:
        super().__init__()
        self._session = session
        self._scale = scale
        """Of type and marks; larger on a wall than on a desk."""
        self._key: MapKey | None = None

        self.picture: MapPicture | None = None
        self._named: tuple[object, PlacedNames] | None = None
        """Names of the picture's regions as they were painted last, and on what axes."""
        self._is_debouncing = False
        self._gripped: tuple[bool, bool] | None = None
        """Whether the hand moves visits and target; None while nothing is held."""
        self._moved: Requirement | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("ringed", False)  # noqa: FBT003 - Qt's way; the cross-hair has a ring
        self.setMouseTracking(True)
        self.setMinimumSize(320, theme.px(216))
        self.setAccessibleName(self.tr("Decision map"))

    # What is shown

    def refresh(self) -> None:
        """Show the session's answer; draw the map again where it is another one."""
        answer = self._session.answer
        if answer is not None:
            self.setAccessibleDescription(self.read_out())
            self._ask_for_map(answer)
        self.update()

    def _ask_for_map(self, answer: Answer) -> None:
        given = self._session.answer_inputs
        area, ratio = self.area(), self.devicePixelRatioF()
        if given is None or min(area.width(), area.height()) < 50 or not self.isVisible():
            return
        size = (round(area.width() * ratio), round(area.height() * ratio))
        key = MapKey(given, self.seen, size, theme.look().name)
        if key.same(self._key):
            return
        self._key, self._is_debouncing = key, True
        palette = map_palette(answer)
        visits, targets_s = self.seen.visits(given.visits), self.seen.targets(given.targets_s)

        def work() -> MapPicture:
            asked = given.prepared, given.facts, given.requirement, given.criteria
            drawn = map_decision(*asked, visits=visits, targets_s=targets_s)
            return draw_picture(drawn, size, palette, ratio)

        self._session.compute_in_background(work, self._set_picture, key=f"map {id(self)}")

    def _set_picture(self, picture: MapPicture) -> None:
        self.picture, self._is_debouncing, self._named = picture, False, None
        self.was_drawn.emit(picture.drawn)
        self.update()

    def _font(self, role: str, *, bold: bool = False) -> QFont:
        built = QFont(theme.font(role, bold=bold))
        built.setPointSizeF(built.pointSizeF() * self._scale)
        return built

    def area(self) -> QRectF:
        """Return where the plane lies, inside its axes."""
        unit = theme.text_scale() * self._scale
        inside = QRectF(self.rect()).adjusted(58 * unit, max(8, 5.6 * unit), -14, -46 * unit)
        return inside.toRect().toRectF()

    def axes(self) -> tuple[Axis, Axis] | None:
        """Return the axes of visits and target; None before the first answer."""
        given, area = self._session.answer_inputs, self.area()
        if given is None:
            return None
        visits, targets_s = self.seen.visits(given.visits), self.seen.targets(given.targets_s)
        across = Axis(*visits, area.left(), area.right(), logarithmic=True)
        return across, Axis(*targets_s, area.bottom(), area.top())

    def place_of(self, requirement: Requirement) -> QPointF:
        """Return where a requirement is on the widget."""
        axes = self.axes()
        if axes is None:
            return QPointF()
        x = axes[0].place(float(requirement.visits_per_month))
        return QPointF(x, axes[1].place(target_of(requirement)))

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw map, axes, cross-hair and labels."""
        answer, axes = self._session.answer, self.axes()
        if answer is None or axes is None:
            return
        on = (axes, theme.look().name)
        is_kept = answer.is_debouncing and self._named is not None and self._named[0] == on
        scene = MapScene(
            answer=answer,
            cuts=self._session.cuts,
            picture=self.picture,
            area=self.area(),
            visits=axes[0],
            targets=axes[1],
            scale=theme.text_scale() * self._scale,
            is_debouncing=self._is_debouncing,
            has_focus=self.hasFocus(),
            names=self._named[1] if self._named is not None and is_kept else None,
        )
        self._named = on, paint_map(smooth_painter(self), scene, self._font).names

    def event(self, event: QEvent) -> bool:
        """Draw the map at another size, in another theme, and what changed while it was hidden."""
        is_done = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.PaletteChange}:
            self.refresh()
        return is_done

    # Hands

    def _apply_trial(self, visits: float | None, target_s: float | None) -> None:
        answer = self._session.answer
        if answer is None:
            return
        asked = self._moved or answer.requirement
        if visits is not None:
            asked = with_visits(asked, max(1, whole_visits(visits)))
        if target_s is not None and asked.goal is not Goal.NONE:
            asked = with_target(asked, whole_target_s(target_s))
        self._moved = asked
        self._session.try_requirement(self._moved)

    def _save(self) -> None:
        if self._moved is not None:
            self._session.save_requirement(self._moved)
            self._moved = None
            self.message.emit(self.read_out())

    def _drag_to(self, place: QPointF) -> None:
        axes, answer = self.axes(), self._session.answer
        if axes is None or answer is None or self._gripped is None:
            return
        visits = axes[0].value(place.x()) if self._gripped[0] else None
        self._apply_trial(visits, axes[1].value(place.y()) if self._gripped[1] else None)

    def _grip(self, place: QPointF) -> tuple[bool, bool]:
        """Return which lines a drag moves: one beside the crossing, both elsewhere."""
        answer = self._session.answer
        if answer is None:
            return (True, True)
        cross = self.place_of(answer.requirement)
        beside_x = abs(place.x() - cross.x()) <= _GRIP
        beside_y = abs(place.y() - cross.y()) <= _GRIP
        return (True, True) if beside_x == beside_y else (beside_x, beside_y)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Catch the cross-hair, or take it to the mouse."""
        place, left = event.position(), event.button() is Qt.MouseButton.LeftButton
        is_pull = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.button() is Qt.MouseButton.MiddleButton or is_pull:
            self._pulled = place
        elif left and self.area().contains(place):
            self._gripped = self._grip(place)
            self._drag_to(place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take it for two clicks: what is seen stays."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the drag, or show what is under the mouse."""
        place, was, area = event.position(), self._pulled, self.area()
        if not was.isNull():
            self._pulled = place
            across, up = was.x() - place.x(), place.y() - was.y()
            self.look_at(self.seen.moved(across / area.width(), up / area.height()))
            return
        if self._gripped is not None:
            self._drag_to(place)
            return
        self.setCursor(_SHAPES.get(self._grip(place), Qt.CursorShape.CrossCursor))
        if area.contains(place):
            self.message.emit(self._describe_at(place))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go: what was dragged to is kept."""
        self._pulled = QPointF()
        if self._gripped is not None:
            self._gripped = None
            self._save()

    def leaveEvent(self, event: QEvent) -> None:
        """Show nothing more about what is under the mouse."""
        super().leaveEvent(event)
        self.message.emit(self.read_out() if self.hasFocus() else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the visits, up and down or with Shift the target; the rest looks closer."""
        move, answer, zoom = ARROWS.get(Qt.Key(event.key())), self._session.answer, zoom_of(event)
        if answer is not None and zoom is not None:
            self._zoom(zoom, self.place_of(answer.requirement))
        elif event.key() == Qt.Key.Key_Home:
            self.fit()
        elif move is None or answer is None:
            super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.look_at(self.seen.moved(move[0] * PAN, move[1] * PAN))
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._step(0, move[0] + move[1], answer)
        else:
            self._step(*move, answer)

    def _step(self, right: int, up: int, answer: Answer) -> None:
        """Move the cross-hair by a step; a closer look follows it over its edge."""
        now = self._moved or answer.requirement
        area, place = self.area(), self.place_of(now)
        way = QPointF(right * _STEP * area.width(), -up * _STEP * area.height())
        if not area.contains(place + way):
            self.look_at(self.seen.moved(right * _STEP, up * _STEP))
            place = self.place_of(now)
        axes, ahead = self.axes(), place + way
        if axes is not None:
            visits = axes[0].value(ahead.x()) if right else None
            self._apply_trial(visits, axes[1].value(ahead.y()) if up else None)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Keep where the arrows led to."""
        if event.key() in ARROWS and not event.isAutoRepeat():
            self._save()
            return
        super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring and read the place out."""
        super().focusInEvent(event)
        self.message.emit(self.read_out())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keep what an arrow that is still down led to."""
        super().focusOutEvent(event)
        self._save()

    # Words

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys of the map, with what they do."""
        return key_lines("load", "target", "pan map", "zoom", "home")

    def read_out(self) -> str:
        """Return where the cross-hair stands, who is recommended, and where that changes next."""
        answer, cuts = self._session.answer, self._session.cuts
        if answer is None:
            return ""
        asked = answer.requirement
        visits, target = float(asked.visits_per_month), target_of(asked)
        text = self._describe(visits, target, answer.recommended)
        result = break_evens(cuts.visits_per_month) if cuts else ()
        change = next_change(result, visits)
        if change is None:
            return text
        more = self.tr("next change at {load} ({percent} %)").format(
            load=messages.load_at(asked, change.value),
            percent=figures.percent(change.value / asked.visits_per_month - 1, 1, signed=True),
        )
        return f"{text}; {more}"

    def _describe_at(self, place: QPointF) -> str:
        axes, answer = self.axes(), self._session.answer
        if axes is None or answer is None or self.picture is None:
            return ""
        drawn, area = self.picture.drawn, self.area()
        columns, rows = len(drawn.visits_per_month) - 1, len(drawn.response_time_s) - 1
        column = round(columns * (place.x() - area.left()) / area.width())
        row = round(rows * (area.bottom() - place.y()) / area.height())
        winner = drawn.winners[min(rows, max(0, row))][min(columns, max(0, column))]
        option = None if winner < 0 else answer.options[winner].option
        return self._describe(axes[0].value(place.x()), axes[1].value(place.y()), option)

    def _describe(self, visits: float, target_s: float, option: Option | None) -> str:
        answer = self._session.answer
        load = "" if answer is None else messages.load_at(answer.requirement, visits)
        is_timed = answer is None or answer.requirement.goal is not Goal.NONE
        text = self.tr("Map: {load}, {target} ms: {option}")
        return (text if is_timed else self.tr("Map: {load}: {option}")).format(
            load=load,
            target=figures.milliseconds(target_s),
            option=option.name if option else self.tr("none is shown to pass"),
        )


_SWATCH = 18
_GAP = 6


class MapLegend(QWidget):
    """The textures that occur on the map, each with its word."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: tuple[MapKeyPart, ...] = ()
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
        """Explain what another map shows."""
        parts = key_parts(drawn)
        if parts != self._parts:
            self._parts = parts
            words = ", ".join(part.text for part in parts)
            self.setAccessibleName(self.tr("Map shows: {words}").format(words=words))
            self.updateGeometry()
            self.update()

    @property
    def words(self) -> tuple[str, ...]:
        """What is explained."""
        return tuple(part.text for part in self._parts)

    def sizeHint(self) -> QSize:
        """Return the width of all parts."""
        metrics = QFontMetrics(theme.font("caption"))
        wide = (metrics.horizontalAdvance(part.text) + _SWATCH + 3 * _GAP for part in self._parts)
        return QSize(sum(wide), theme.px(20))

    def minimumSizeHint(self) -> QSize:
        """Return nothing: the legend gives way."""
        return QSize(0, theme.px(20))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw from the right what fits."""
        painter = smooth_painter(self)
        painter.setFont(theme.font("caption"))
        metrics = QFontMetrics(painter.font())
        right = float(self.width())
        for part in reversed(self._parts):
            wide = metrics.horizontalAdvance(part.text) + 2
            left = right - wide - _SWATCH - _GAP
            if left < 0:
                return
            legend_swatch(painter, QRectF(left + 0.5, (self.height() - 11) / 2, _SWATCH, 11), part)
            words = QRectF(left + _SWATCH + _GAP, 0, wide, self.height())
            write(painter, words, part.text, "text2")
            right = left - 2 * _GAP

"""Map and answer alone, in larger type, for a wall: Esc leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QMargins, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.decision import PASSES, BreakEven, break_evens, next_change
from arraywise.domain.messages import shown_ms
from arraywise.gui.charts.decision_map import DecisionMapView
from arraywise.gui.shell.requirement_bar import ribbon_parts
from arraywise.gui.widgets import figures, messages, painting, theme
from arraywise.gui.widgets.controls import button, fill, flush, hairline, label, panel, restyle
from arraywise.gui.widgets.painting import RibbonSlider, Scale
from arraywise.gui.widgets.theme import IconView
from arraywise.present.labels import price_short
from arraywise.present.numbers import whole_target_s, whole_visits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QAbstractButton

    from arraywise.domain.decision import Answer, InputRange, MapCuts, OptionAnswer
    from arraywise.domain.options import Option
    from arraywise.domain.requirement import Requirement
    from arraywise.gui.session.session import Session

KEEP_KEYS, PUT_BACK_KEYS = "Ctrl+Return", "Ctrl+Backspace"
SCALE = 1.42  # of type and marks against those of the window, on a screen of this size
_SCREEN = 1280, 800
_PANEL_WIDTH, _PANEL_LEFT, _PANEL_RIGHT = 384, 16, 40
"""Of the words beside the map, with the room at their sides."""


def zoom_on(screen: QSize) -> float:
    """Return how much larger everything is shown, to be read as well on a larger screen."""
    wide, high = map(theme.px, _SCREEN)
    return max(1.0, min(screen.width() / wide, screen.height() / high))


def _enlarge(shown: QWidget, zoom: float) -> None:
    """Enlarge the type of all labels, and the room between them."""
    for each in shown.findChildren(QLabel):
        font = each.font()
        font.setPointSizeF(font.pointSizeF() * zoom)
        each.setFont(font)
        each.setIndent(round(each.indent() * zoom))
    for layout in shown.findChildren(QLayout):
        layout.setContentsMargins(layout.contentsMargins() * zoom)
        layout.setSpacing(round(layout.spacing() * zoom))


class _Marker(QWidget):
    """The marker of an option."""

    def __init__(self, size: float, room: QSize) -> None:
        super().__init__()
        self._size = size
        self._position: int | None = None
        self.setFixedSize(room)

    def show_option(self, position: int | None) -> None:
        """Draw another option's marker."""
        self._position = position
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        if self._position is not None:
            painter = QPainter(self)
            middle = QPointF(QRectF(self.rect()).center())
            painting.paint_marker(painter, middle, self._position, self._size)


class _Change(QWidget):
    """Who would be recommended instead, and from where on."""

    def __init__(self, zoom: float) -> None:
        super().__init__()
        row = fill(QHBoxLayout(self), margins=(0, 0, 0, 0), spacing=8)
        self._room, self._gap = _inner_width(zoom), round(8 * zoom)
        self._marker = _Marker(14 * zoom, QSize(18, 24) * zoom)
        self._name = label("", "presentation_body", bold=True)
        self._where = label("", "presentation_body")
        self._words = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._words.setSpacing(8)
        self._words.addWidget(self._name)
        self._words.addWidget(self._where, 1)
        row.addWidget(self._marker, 0, Qt.AlignmentFlag.AlignTop)
        fill(row, (self._words, 1))

    @property
    def text(self) -> str:
        """What is stated."""
        return f"{self._name.text()} {self._where.text()}"

    def show_change(self, winner: Option | None, where: str) -> None:
        """Say another change; the winner is None where no option passes any more."""
        self._marker.show_option(winner.position if winner else None)
        self._marker.setVisible(winner is not None)
        self._name.setText(winner.name if winner else self.tr("none is shown to pass"))
        self._where.setText(where)
        beside, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        fits = self._fits()
        self._words.setDirection(beside if fits else below)
        self._words.setSpacing(self._gap if fits else 0)
        self._name.setWordWrap(not fits)

    def _fits(self) -> bool:
        """Whether both parts stand in one line; in two where not, as neither may be cut."""
        taken = 0 if self._marker.isHidden() else self._marker.width() + self._gap
        words = (self._name, self._where)
        wide = sum(each.fontMetrics().horizontalAdvance(each.text()) for each in words)
        return taken + wide + self._gap <= self._room


def _inner_width(zoom: float) -> int:
    """Return the width that the words beside the map have."""
    return round((theme.px(_PANEL_WIDTH) - _PANEL_LEFT - _PANEL_RIGHT) * zoom)


class AnswerPanel(QFrame):
    """The recommendation with the four figures that decide, and what would change it."""

    def __init__(self, zoom: float = 1.0) -> None:
        super().__init__()
        self._zoom = zoom
        self.setProperty("ground", "page")
        self.setFixedWidth(round(theme.px(_PANEL_WIDTH) * zoom))
        column = fill(QVBoxLayout(self), margins=(_PANEL_LEFT, 8, _PANEL_RIGHT, 20), spacing=8)
        self._rule = label("", "presentation_body", "text2")
        column.addWidget(self._rule)
        row = QHBoxLayout()
        self._marker = _Marker(30 * zoom, QSize(40, 44) * zoom)
        self.name = label("", "presentation_answer", bold=True, wraps=True)
        row.addWidget(self._marker, 0)
        row.addWidget(self.name, 1)
        fill(column, row, self._build_verdict())
        self._figures: list[tuple[QLabel, QLabel, QLabel]] = []
        for _ in range(4):
            fill(column, hairline(Qt.Orientation.Horizontal), self._build_figure())
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        self._add_changes(column)
        column.addStretch(1)
        _enlarge(self, zoom)

    def _add_changes(self, column: QVBoxLayout) -> None:
        column.addSpacing(round(4 * self._zoom))
        self._changes_to = label(self.tr("Changes to"), "presentation_body", "text2")
        column.addWidget(self._changes_to)
        self.changes = (_Change(self._zoom), _Change(self._zoom))
        for change in self.changes:
            column.addWidget(change)
        hatched = self.tr("Hatched: a further test could change it. Grey: none passes.")
        note = label(hatched, "figure", "text3", wraps=True)
        column.addSpacing(round(8 * self._zoom))
        column.addWidget(note)

    def _build_verdict(self) -> QLayout:
        row = QHBoxLayout()
        self._passes = IconView("pass-measured", round(22 * self._zoom), "pass")
        self._fails = IconView("undetermined", round(22 * self._zoom), "unknown")
        self._verdict = label("", "presentation_body")
        fill(row, self._passes, self._fails, (self._verdict, 1))
        return row

    def _build_figure(self) -> QLayout:
        row = QHBoxLayout()
        parts = (
            label("", "presentation_body", "text2"),
            label("", "presentation_value", bold=True),
            label("", "presentation_body", "text3"),
        )
        fill(row, (parts[0], 1), parts[1], parts[2])
        self._figures.append(parts)
        return row

    def show_answer(self, answer: Answer, cuts: MapCuts | None) -> None:
        """Show an answer."""
        chosen = next((o for o in answer.options if o.option == answer.recommended), None)
        rule = messages.word_inside(answer.requirement.rule)
        self._rule.setText(self.tr("Buy, {rule}").format(rule=rule))
        self._rule.setVisible(chosen is not None)
        self._marker.show_option(chosen.option.position if chosen else None)
        self._marker.setVisible(chosen is not None)
        self.name.setText(chosen.option.name if chosen else messages.nobody(answer))
        good = chosen is not None and chosen.status in PASSES
        self._passes.setVisible(good)
        self._fails.setVisible(not good)
        target = figures.plain(round(answer.requirement.response_time_s * 1000, 3))
        text = self.tr("Meets {target} ms") if good else self.tr("{target} ms is not shown")
        restyle(self._verdict, tone="pass" if good else "unknown")
        self._verdict.setText(text.format(target=target))
        for shown, message in zip(self._figures, self._text_of(answer, chosen), strict=True):
            for part, words in zip(shown, message, strict=True):
                part.setText(words)
        self._show_changes(answer, cuts)

    def _text_of(
        self, answer: Answer, chosen: OptionAnswer | None
    ) -> tuple[tuple[str, str, str], ...]:
        dash = figures.EN_DASH
        price = chosen.price.total if chosen and chosen.price else None
        rows = (
            (
                self.tr("Response time"),
                figures.milliseconds(chosen.response_s.point) if chosen else "",
                "ms",
            ),
            (
                messages.translate_message(price_short(answer.discount_rate)),
                figures.number(price),
                answer.currency,
            ),
            (self.tr("Spare load"), figures.headroom(chosen) if chosen else "", "%"),
            (self.tr("First in"), _share(answer, chosen), self.tr("% of draws")),
        )
        return tuple((name, text or dash, unit if text else "") for name, text, unit in rows)

    def _show_changes(self, answer: Answer, cuts: MapCuts | None) -> None:
        """Return where the answer changes next along load and target."""
        result: list[tuple[int | None, str]] = []
        if cuts is not None and answer.recommended is not None:
            asked = answer.requirement
            visits, target = float(asked.visits_per_month), asked.response_time_s
            for change in _nearest_one(cuts.visits_per_month, visits):
                value = messages.load_at(asked, change.value)
                result.append(self._describe_change(change, visits, value))
            for change in _nearest_one(cuts.response_time_s, target):
                value = f"{figures.plain(shown_ms(change.value))} ms"
                result.append(self._describe_change(change, target, value))
        self._changes_to.setVisible(bool(result))
        for place, shown in enumerate(self.changes):
            shown.setVisible(place < len(result))
            if place < len(result):
                winner, where = result[place]
                shown.show_change(None if winner is None else answer.options[winner].option, where)

    def _describe_change(
        self, change: BreakEven, today: float, value: str
    ) -> tuple[int | None, str]:
        """Return who wins beyond a change, and from where on."""
        if change.value <= today:
            return change.before, self.tr("below {value}").format(value=value)
        return change.after, self.tr("above {value}").format(value=value)


def _share(answer: Answer, chosen: OptionAnswer | None) -> str:
    """Write how often an option is first; while that settles, the share is of a moment ago."""
    share = figures.percent(chosen.first_share) if chosen else ""
    return figures.ELLIPSIS if share and answer.is_debouncing else share


def _nearest_one(cut: Sequence[InputRange], today: float) -> tuple[BreakEven, ...]:
    result = next_change(break_evens(cut), today)
    return () if result is None else (result,)


class Presentation(QFrame):
    """What is shown on the wall."""

    left = Signal()  # the user wants back

    def __init__(self, session: Session, zoom: float = 1.0) -> None:
        super().__init__()
        self.setProperty("ground", "page")
        self._session = session
        self._moved: Requirement | None = None
        self.map = DecisionMapView(session, SCALE * zoom)
        self.answer = AnswerPanel(zoom)
        self.target_slider = RibbonSlider(self.tr("Target response time"), zoom=zoom)
        self.visits_slider = RibbonSlider(self.tr("Visits per month"), zoom=zoom)
        self._target = label("", "presentation_value", bold=True)
        self._visits = label("", "presentation_value", bold=True)
        self._statistic = label("", "presentation_body", "text2")
        column = flush(QVBoxLayout(self))
        bar = self._build_bar()
        _enlarge(bar, zoom)
        column.addWidget(bar)
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        row = QHBoxLayout()
        row.setContentsMargins(QMargins(32, 16, 0, 16) * zoom)
        fill(row, (self.map, 1), self.answer, spacing=round(8 * zoom))
        fill(column, (row, 1))
        self._build_trial(zoom)
        self._connect()
        session.begin_trials()
        self.refresh()
        self._show_trial()

    def _connect(self) -> None:
        for key in ("Esc", "F11"):
            QShortcut(QKeySequence(key), self).activated.connect(self.leave)
        for keys, act in (
            (KEEP_KEYS, self._session.save_trial),
            (PUT_BACK_KEYS, self._session.discard_trial),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(act)
        self._session.trial_changed.connect(self._show_trial)
        self.target_slider.moved_to.connect(self._drag_target)
        self.visits_slider.moved_to.connect(self._drag_visits)
        self.target_slider.settled.connect(self._save)
        self.visits_slider.settled.connect(self._save)
        self._session.changed.connect(self.refresh)  # bound to this view, so it ends with it

    def _build_bar(self) -> QWidget:
        bar = panel()
        row = fill(QHBoxLayout(bar), margins=(30, 14, 40, 14), spacing=24)
        visits = label(self.tr("Visits per month"), "presentation_body", "text2")
        parts = (
            (self._statistic, self.target_slider, self._target, 2),
            (visits, self.visits_slider, self._visits, 3),
        )
        for caption, slider, value, share in parts:
            if row.count():
                row.addWidget(hairline(Qt.Orientation.Vertical))
            column = QVBoxLayout()
            column.setSpacing(2)
            caption.setIndent(10)
            column.addWidget(caption)
            column.addWidget(slider)
            fill(row, (column, share))
            row.addWidget(value, 0, Qt.AlignmentFlag.AlignBottom)
        return bar

    def _build_trial(self, zoom: float) -> QWidget:
        """Build the note at the foot of the answer that a requirement is only tried."""
        self.trial = panel()
        self.trial.setParent(self)
        self.trial.setFixedWidth(self.answer.width())
        column = fill(
            QVBoxLayout(self.trial), margins=(_PANEL_LEFT, 6, _PANEL_RIGHT, 6), spacing=8
        )
        message = self.tr("Trial, not kept")
        column.addWidget(label(message, "presentation_body", "warn", bold=True, wraps=True))
        self.keep = button(self.tr("Keep"), self._session.save_trial, kind="primary")
        self.keep.setToolTip(
            QKeySequence(KEEP_KEYS).toString(QKeySequence.SequenceFormat.NativeText)
        )
        self.discard = button(self.tr("Put back"), self._session.discard_trial)
        self.discard.setToolTip(
            QKeySequence(PUT_BACK_KEYS).toString(QKeySequence.SequenceFormat.NativeText)
        )
        fill(column, fill(QHBoxLayout(), self.keep, self.discard, None))
        _enlarge(self.trial, zoom)
        return self.trial

    def _place_trial(self) -> None:
        """Lie over the foot of the answer, so that nothing moves when it comes or goes."""
        self.trial.adjustSize()
        over = self.answer.geometry()
        self.trial.move(over.left(), over.bottom() + 1 - self.trial.height())
        self.trial.raise_()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the trial at the foot of the answer."""
        super().resizeEvent(event)
        self._place_trial()

    def _show_trial(self) -> None:
        has_focus = self.keep.hasFocus() or self.discard.hasFocus()
        self._place_trial()
        self.trial.setVisible(self._session.trial is not None)
        if has_focus and self._session.trial is None:
            self.map.setFocus()

    def leave(self) -> None:
        """Leave, or ask first what becomes of a requirement that is tried."""
        if self._session.trial is None:
            self.left.emit()
            return
        asked = QMessageBox(self)
        asked.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        asked.setText(self.tr("Keep the requirement that was tried?"))
        asked.setInformativeText(self.tr("The study still holds the one from before."))
        keep = asked.addButton(self.tr("Keep"), QMessageBox.ButtonRole.AcceptRole)
        back = asked.addButton(self.tr("Put back"), QMessageBox.ButtonRole.DestructiveRole)
        asked.addButton(QMessageBox.StandardButton.Cancel)
        asked.setDefaultButton(back)

        def answered(pressed: QAbstractButton) -> None:
            if pressed is keep:
                self._session.save_trial()
            if pressed in {keep, back}:
                self.left.emit()

        asked.buttonClicked.connect(answered)
        asked.open()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the map as it was last seen, marked as settling, until it is drawn again."""
        super().showEvent(event)
        drawn = (m.picture for m in self.window().findChildren(DecisionMapView) if m.picture)
        self.map.picture = self.map.picture or next(drawn, None)

    def refresh(self) -> None:
        """Show the session's answer."""
        answer, answer_inputs, cuts = (
            self._session.answer,
            self._session.answer_inputs,
            self._session.cuts,
        )
        if answer is None or answer_inputs is None:
            return
        asked = answer.requirement
        self.target_slider.set_scale(Scale(*answer_inputs.targets_s))
        self.visits_slider.set_scale(Scale(*answer_inputs.visits, logarithmic=True))
        if not self.target_slider.isSliderDown():
            self.target_slider.show_value(asked.response_time_s)
        if not self.visits_slider.isSliderDown():
            self.visits_slider.show_value(float(asked.visits_per_month))
        if cuts is not None:
            self.target_slider.show_ribbon(ribbon_parts(cuts.response_time_s, answer.options))
            self.visits_slider.show_ribbon(ribbon_parts(cuts.visits_per_month, answer.options))
        self._target.setText(f"{figures.plain(round(asked.response_time_s * 1000, 3))} ms")
        millions = self.tr("{visits} million")
        self._visits.setText(millions.format(visits=figures.millions(asked.visits_per_month)))
        message = self.tr("Target response time, {statistic}")
        self._statistic.setText(message.format(statistic=messages.statistic(asked.statistic)))
        self.answer.show_answer(answer, cuts)
        self.map.refresh()

    def _drag_target(self, value: float) -> None:
        if self._session.answer is not None:
            now = self._moved or self._session.answer.requirement
            self._apply_trial(replace(now, response_time_s=whole_target_s(value)))

    def _drag_visits(self, value: float) -> None:
        if self._session.answer is not None:
            now = self._moved or self._session.answer.requirement
            self._apply_trial(replace(now, visits_per_month=max(1, whole_visits(value))))

    def _apply_trial(self, requirement: Requirement) -> None:
        self._moved = requirement
        self._session.try_requirement(requirement)

    def _save(self) -> None:
        if self._moved is not None:
            self._session.save_requirement(self._moved)
            self._moved = None

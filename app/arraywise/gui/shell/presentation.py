"""The meeting's mode: map and answer alone, in larger type; what is moved is only tried."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QMargins, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QMessageBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.requirement import (
    Goal,
    LoadUnit,
    load_label,
    target_or_previous_s,
    with_target,
    with_visits,
)
from arraywise.gui.charts.decision_map import DecisionMapView
from arraywise.gui.pages.answer_parts import FindingsPanel
from arraywise.gui.pages.base import wrap_widget_in_scroll_area
from arraywise.gui.pages.decision.runway import RunwayView
from arraywise.gui.shell.requirement_bar import show_ribbons
from arraywise.gui.shell.requirement_fields import unit_name, write_load
from arraywise.gui.widgets import figures, messages, painting, theme
from arraywise.gui.widgets.banner import SIGNS
from arraywise.gui.widgets.controls import (
    button,
    fill,
    flush,
    hairline,
    label,
    panel,
    press_focused_button,
    restyle,
)
from arraywise.gui.widgets.painting import RibbonSlider, Scale
from arraywise.gui.widgets.theme import paint_icon
from arraywise.present.charts.decision_map import target_axis_title
from arraywise.present.figures import describe_required_load, has_growth_or_reserve
from arraywise.present.findings import MOST_FIRST, first_findings
from arraywise.present.headline import build_headline
from arraywise.present.labels import (
    basis_or_reason_label,
    describe_spare,
    outcome_label,
    short_price_title,
)
from arraywise.present.numbers import (
    response_time_decimals,
    round_dragged_target_s,
    round_dragged_visits,
)
from arraywise.present.tables.overview import time_column_title
from arraywise.usecases.decide_study import analyse_sensitivity

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent, QPaintEvent, QShowEvent
    from PySide6.QtWidgets import QAbstractButton

    from arraywise.domain.decision import Answer, OptionAnswer, Robustness
    from arraywise.domain.requirement import Requirement
    from arraywise.gui.session.session import Session

SCALE = 1.42  # of type and marks against those of the window, on a screen of this size
_SCREEN = 1280, 800
_LEAST_ZOOM = 0.6
_PANEL_WIDTH, _SIDE = 440, 20
"""Of the words beside the map, with the room at their sides."""
translate = QCoreApplication.translate


def zoom_on(screen: QSize) -> float:
    """Return how much larger or smaller everything is shown, to fill the screen it is on."""
    wide, high = map(theme.px, _SCREEN)
    return max(_LEAST_ZOOM, min(screen.width() / wide, screen.height() / high))


def _scale_labels(shown: QWidget, zoom: float) -> None:
    """Enlarge the type of all labels, and the room between them."""
    for each in shown.findChildren(QLabel):
        _enlarge_label(each, zoom)
    for layout in shown.findChildren(QLayout):
        layout.setContentsMargins(layout.contentsMargins() * zoom)
        layout.setSpacing(round(layout.spacing() * zoom))


def _enlarge_label(shown: QLabel, zoom: float) -> None:
    font = shown.font()
    font.setPointSizeF(font.pointSizeF() * zoom)
    shown.setFont(font)
    shown.setIndent(round(shown.indent() * zoom))


class _Mark(QWidget):
    """The marker of an option, or an icon."""

    def __init__(self, size: float) -> None:
        super().__init__()
        self._size = size
        self._position: int | None = None
        self._icon = ("", "text")
        self.setFixedSize(round(1.3 * size), round(1.5 * size))

    def show_option(self, position: int | None) -> None:
        """Draw another option's marker."""
        self._position = position
        self.setVisible(position is not None)
        self.update()

    def show_icon(self, name: str, tone: str) -> None:
        """Draw another icon."""
        self._icon = (name, tone)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter, middle = painting.smooth_painter(self), QPointF(QRectF(self.rect()).center())
        if self._position is not None:
            painting.paint_marker(painter, middle, self._position, self._size)
        elif self._icon[0]:
            box, look = QRectF(0, 0, self._size, self._size), theme.look()
            box.moveCenter(middle)
            paint_icon(painter, box, self._icon[0], look[self._icon[1]], look["page"])


class AnswerPanel(QFrame):
    """The answer, its three figures, the runner-up, how sure that is, and the first findings."""

    def __init__(self, zoom: float = 1.0) -> None:
        super().__init__()
        self._zoom = zoom
        self._shown: tuple[Answer, Answer | None] | None = None
        self.is_of_rival = False
        """Whether the runner-up stands where the answer does."""
        self.setProperty("ground", "page")
        self._marker = _Mark(30 * zoom)
        self.name = label("", "presentation_answer", bold=True, wraps=True)
        column = fill(QVBoxLayout(self), margins=(_SIDE, 4, _SIDE, 8), spacing=6)
        row = fill(QHBoxLayout(), self._marker, (self.name, 1), spacing=8)
        self._icon = _Mark(20 * zoom)
        self._outcome = label("", "presentation_body", bold=True)
        self._basis = label("", "presentation_body", "text2", wraps=True)
        outcome = self._icon, self._outcome, (self._basis, 1)
        fill(column, row, fill(QHBoxLayout(), *outcome, spacing=6))
        self._figures = [self._build_figure() for _ in range(3)]
        for first, *others in self._figures:
            figure = fill(QHBoxLayout(), (first, 1), *others, spacing=8)
            fill(column, hairline(Qt.Orientation.Horizontal), figure)
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        fill(column, self._build_second_option(), self._build_sure(), self._build_findings(), None)
        _scale_labels(self, zoom)

    @staticmethod
    def _build_figure() -> tuple[QLabel, ...]:
        """Return the labels of a name, a note, a figure and its unit."""
        return (
            label("", "presentation_body", "text2"),
            label("", "figure", "text3"),
            label("", "presentation_value", bold=True),
            label("", "presentation_body", "text3"),
        )

    def _build_second_option(self) -> QWidget:
        """Build the place of the option that does not stand at the top."""
        self._other_marker = _Mark(14 * self._zoom)
        self.other = label("", "presentation_body", bold=True, wraps=True)
        self.compared = label("", "presentation_body", "text2", wraps=True)
        self._other = QWidget()
        row = fill(QHBoxLayout(), self._other_marker, (self.other, 1), spacing=6)
        fill(QVBoxLayout(self._other), row, self.compared, margins=(0, 6, 0, 6), spacing=2)
        return self._other

    def _build_sure(self) -> QWidget:
        self.sure = label("", "presentation_body", bold=True, wraps=True)
        self._sure, title = QWidget(), label(self.tr("How sure"), "figure", "text3")
        parts = hairline(Qt.Orientation.Horizontal), title, self.sure
        fill(QVBoxLayout(self._sure), *parts, margins=(0, 0, 0, 6), spacing=2)
        return self._sure

    def _build_findings(self) -> QWidget:
        self._findings = QWidget()
        column = fill(QVBoxLayout(self._findings), margins=(0, 0, 0, 0), spacing=4)
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        self._lines = [
            (_Mark(14 * self._zoom), label("", "figure", wraps=True)) for _ in range(MOST_FIRST)
        ]
        for sign, text in self._lines:
            row = QHBoxLayout()
            row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
            fill(column, fill(row, (text, 1), spacing=6))
        return self._findings

    def show_rival(self, *, shown: bool) -> None:
        """Let the runner-up stand where the answer does, or bring the answer back."""
        self.is_of_rival = shown
        if self._shown is not None:
            self.show_answer(*self._shown)

    def show_answer(self, answer: Answer, base: Answer | None = None) -> None:
        """Show an answer; while something is tried, with the base's figures beside."""
        self._shown = (answer, base)
        said = build_headline(answer)
        title, subject = said.title, said.outcome
        other_title, other = said.beside_title, said.rival
        if self.is_of_rival and said.rival is not None and said.beside_title is not None:
            title, subject = said.beside_title, said.rival
            other_title, other = said.title, said.outcome
        self._marker.show_option(None if subject is None else subject.option.position)
        self.name.setText(messages.translate_message(title))
        self._show_outcome(subject)
        stated = None if base is None or subject is None else _find_same_option(base, subject)
        shown = self._figure_texts(answer, subject, stated)
        for part, text in zip(chain(*self._figures), chain(*shown), strict=True):
            part.setText(text)
        self._other.setVisible(other_title is not None or bool(said.sentences))
        self._other_marker.show_option(None if other is None else other.option.position)
        self.other.setVisible(other_title is not None)
        self.other.setText("" if other_title is None else messages.translate_message(other_title))
        self.compared.setText(messages.translate_messages(said.beside or said.sentences[1:]))
        sure = answer.certainty.message
        self._sure.setVisible(sure is not None)
        settling = self.tr("settling\u2026")
        self.sure.setText(
            "" if sure is None
            else settling if answer.is_preliminary else messages.translate_message(sure)
        )  # fmt: skip
        self._show_findings(answer)

    def _show_outcome(self, subject: OptionAnswer | None) -> None:
        for each in (self._icon, self._outcome, self._basis):
            each.setVisible(subject is not None)
        if subject is not None:
            icon, tone = painting.VERDICT_ICONS[subject.status]
            self._icon.show_icon(icon, tone)
            restyle(self._outcome, tone=tone)
            self._outcome.setText(messages.translate_message(outcome_label(subject)))
            self._basis.setText(messages.translate_message(basis_or_reason_label(subject)))

    def _figure_texts(
        self, answer: Answer, subject: OptionAnswer | None, base: OptionAnswer | None
    ) -> tuple[tuple[str, str, str, str], ...]:
        """Return name, note, figure and unit of response time, load and price."""
        price = subject.price.total if subject and subject.price else None
        reserve = answer.requirement.reserve
        spare, was = _describe_spare_load(subject, reserve), _describe_spare_load(base, reserve)
        notes = [spare] if spare else []
        notes += [self.tr("base {value}").format(value=was)] if was and was != spare else []
        response, before = (
            _format_response_time(answer, subject),
            _format_response_time(answer, base),
        )
        stands_at = []
        if response and has_growth_or_reserve(answer.requirement):
            stands_at.append(messages.translate_message(describe_required_load(answer)))
        if before and before != response:
            stands_at.append(self.tr("base {value}").format(value=before))
        return (
            (
                messages.translate_message(time_column_title(answer)),
                ", ".join(stands_at),
                response or figures.EN_DASH,
                "ms" if response else "",
            ),
            (self.tr("Load it carries"), ", ".join(notes), *_format_load(answer, subject)),
            (
                messages.translate_message(short_price_title(answer.discount_rate)),
                "",
                figures.number(price) or figures.EN_DASH,
                answer.currency if price is not None else "",
            ),
        )

    def _show_findings(self, answer: Answer) -> None:
        found = first_findings(answer)
        self._findings.setVisible(bool(found))
        for place, (sign, text) in enumerate(self._lines):
            for each in (sign, text):
                each.setVisible(place < len(found))
            if place < len(found):
                sign.show_icon(*SIGNS[found[place].severity])
                text.setText(messages.translate_message(found[place].message))


def _find_same_option(answer: Answer, option: OptionAnswer) -> OptionAnswer | None:
    return next((o for o in answer.options if o.option.id == option.option.id), None)


def _format_response_time(answer: Answer, subject: OptionAnswer | None) -> str:
    if subject is None:
        return ""
    time, places = subject.response_s, response_time_decimals(answer)
    if time.point is not None:
        return figures.milliseconds(time.point, places)
    return "" if time.high is None else f"\u2264 {figures.milliseconds(time.high, places)}"


def _describe_spare_load(option: OptionAnswer | None, reserve: float) -> str:
    if option is None or not option.spare_share:
        return ""
    return messages.translate_message(describe_spare(option.spare_share, reserve))


def _format_load(answer: Answer, subject: OptionAnswer | None) -> tuple[str, str]:
    """Return the load that an option carries, with its unit."""
    value, unit = messages.format_carried_load(answer, subject) or ("", "")
    if not value:
        return figures.EN_DASH, ""
    if not unit:
        return value, translate("AnswerPanel", "M visits")
    return value, unit_name(answer.requirement.load_unit)


class Presentation(QFrame):
    """What is shown on the wall; what is moved is tried, until it is kept or put back."""

    left = Signal()  # the user wants back

    def __init__(self, session: Session, zoom: float = 1.0) -> None:
        super().__init__()
        self.setProperty("ground", "page")
        self._session, self._zoom = session, zoom
        self._moved: Requirement | None = None
        self._base: Answer | None = None
        """The answer to what the study holds, while something else is tried."""
        self.map = DecisionMapView(session, SCALE * zoom)
        self.answer, self.findings = AnswerPanel(zoom), FindingsPanel()
        self.target_slider = RibbonSlider(self.tr("Target response time"), zoom=zoom)
        self.visits_slider = RibbonSlider(self.tr("Visits per month"), zoom=zoom)
        self._target = label("", "presentation_value", bold=True)
        self._visits = label("", "presentation_value", bold=True)
        self._statistic = label("", "presentation_body", "text2")
        self._load_name = label("", "presentation_body", "text2")
        self._between = hairline(Qt.Orientation.Vertical)
        self._main, self._beside = QStackedWidget(), QStackedWidget()
        self._main.addWidget(self.map)
        self._runway: RunwayView | None = None
        for each in (wrap_widget_in_scroll_area(self.answer), self.findings):
            self._beside.addWidget(each)
        self._beside.setFixedWidth(round(theme.px(_PANEL_WIDTH) * zoom))
        self._build_layout()
        self._keys: dict[int, Callable[[], object]] = {
            Qt.Key.Key_Return: session.save_trial,
            Qt.Key.Key_Enter: session.save_trial,
            Qt.Key.Key_Escape: self.go_back,
            Qt.Key.Key_F11: self.leave,
            Qt.Key.Key_R: lambda: self.answer.show_rival(shown=not self.answer.is_of_rival),
            Qt.Key.Key_F: self.show_findings,
            Qt.Key.Key_F8: self.show_findings,
            Qt.Key.Key_M: self.show_runway,
        }
        self._connect()
        session.begin_trials()
        self.refresh()
        self._show_trial()

    def _build_layout(self) -> None:
        bar = self._build_bar()
        _scale_labels(bar, self._zoom)
        row = QHBoxLayout()
        row.setContentsMargins(QMargins(32, 16, 0, 0) * self._zoom)
        fill(row, (self._main, 1), self._beside, spacing=round(8 * self._zoom))
        keys = "   ".join(f"{keys}: {text}" for keys, text in self.key_lines())
        hint = label(keys, "caption", "text3", wraps=True)
        _enlarge_label(hint, self._zoom)
        hint.setAlignment(Qt.AlignmentFlag.AlignRight)
        hint.setContentsMargins(16, 4, 16, 6)
        flush(QVBoxLayout(self), bar, hairline(Qt.Orientation.Horizontal), (row, 1), hint)

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys, each with what it does."""
        return (
            (self.tr("Arrows"), self.tr("load")),
            (self.tr("Shift+arrows"), self.tr("target")),
            ("R", self.tr("runner-up")),
            ("F", self.tr("findings")),
            ("M", self.tr("runway")),
            (self.tr("Enter"), self.tr("keep")),
            ("Esc", self.tr("put back, then leave")),
        )

    def _connect(self) -> None:
        self._session.trial_changed.connect(self._show_trial)
        self.target_slider.moved_to.connect(
            lambda value: self._apply_trial(
                lambda now: with_target(now, round_dragged_target_s(value))
            )
        )
        self.visits_slider.moved_to.connect(
            lambda value: self._apply_trial(
                lambda now: with_visits(now, round_dragged_visits(value))
            )
        )
        for slider in (self.target_slider, self.visits_slider):
            slider.settled.connect(self._save_moved_requirement)
        self.findings.closed.connect(self.show_findings)
        self._session.changed.connect(self.refresh)  # bound to this view, so it ends with it

    def _build_bar(self) -> QWidget:
        bar = panel()
        row = fill(QHBoxLayout(bar), margins=(30, 12, 20, 12), spacing=20)
        parts = (
            (self._statistic, self.target_slider, self._target, 2),
            (self._load_name, self.visits_slider, self._visits, 3),
        )
        for caption, slider, value, share in parts:
            if row.count():
                row.addWidget(self._between)
            caption.setIndent(10)
            fill(row, (fill(QVBoxLayout(), caption, slider, spacing=2), share))
            row.addWidget(value, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self._build_trial(), 0, Qt.AlignmentFlag.AlignVCenter)
        return bar

    def _build_trial(self) -> QWidget:
        """Build what says that a requirement is only tried; its room is kept while none is."""
        self.trial = QWidget()
        policy = self.trial.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.trial.setSizePolicy(policy)
        self._base_text = label("", "figure", "text3")
        right = Qt.AlignmentFlag.AlignRight
        trying = label(self.tr("Trying"), "figure", "accent", bold=True)
        trying.setAlignment(right)
        self._base_text.setAlignment(right)
        self.keep = button(self.tr("Keep"), self._session.save_trial, kind="primary")
        self.discard = button(self.tr("Put back"), self._session.discard_trial)
        words = fill(QVBoxLayout(), trying, self._base_text, spacing=0)
        row = fill(QHBoxLayout(self.trial), words, margins=(0, 0, 0, 0), spacing=8)
        fill(row, self.keep, self.discard)
        return self.trial

    def _show_trial(self) -> None:
        tried, facts = self._session.trial, self._session.facts
        has_focus = self.keep.hasFocus() or self.discard.hasFocus()
        if facts is not None:
            own = facts.requirement
            is_timed = own.goal is not Goal.NONE
            text = self.tr("base {load}, {target} ms") if is_timed else self.tr("base {load}")
            target = figures.plain(round(target_or_previous_s(own) * 1000, 3))
            self._base_text.setText(text.format(load=self._load_text(own), target=target))
        self.trial.setVisible(tried is not None)
        if has_focus and tried is None:
            self.map.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Single keys do what a meeting asks for."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        act = self._keys.get(event.key()) if plain else None
        if act is None:
            super().keyPressEvent(event)
        elif not press_focused_button(event, self):
            act()

    def show_findings(self) -> None:
        """Show all findings in place of the answer, or bring that back."""
        opens = self._beside.currentIndex() == 0
        if opens and self._session.answer is not None:
            self.findings.show_answer(self._session.answer)
        self._beside.setCurrentIndex(int(opens))
        (self.findings if opens else self.map).setFocus()

    def show_runway(self) -> None:
        """Show how long the options last in place of the map, or bring that back."""
        if self._main.currentIndex() == 1:
            self._main.setCurrentWidget(self.map)
            self.map.setFocus()
            return
        if self._runway is None:
            self._runway = RunwayView(self._session)
            _scale_labels(self._runway, self._zoom)
            self._main.addWidget(self._runway)
        self._main.setCurrentWidget(self._runway)
        self._ask_for_runway()

    def _ask_for_runway(self) -> None:
        answer, given, view = self._session.answer, self._session.answer_inputs, self._runway
        if view is None or answer is None or given is None or not view.isVisible():
            return
        if self._session.is_moving:
            return
        view.show_month()

        asked = given.prepared, given.facts, given.requirement, given.criteria

        def work() -> Robustness:
            return analyse_sensitivity(*asked)

        def take(result: Robustness) -> None:
            if result.runway is not None:
                view.show_runway(answer, result.runway)

        self._session.compute_in_background(work, take, key="runway on the wall")

    def go_back(self) -> None:
        """Bring back what was replaced, put back what is tried, or leave."""
        if self._beside.currentIndex() == 1:
            self.show_findings()
        elif self._session.trial is not None:
            self._session.discard_trial()
        else:
            self.leave()

    def leave(self, then: Callable[[], object] = lambda: None) -> None:
        """Leave and do something, or ask first what becomes of a requirement that is tried."""
        if self._session.trial is None:
            self.left.emit()
            then()
            return
        asked = QMessageBox(self)
        asked.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        asked.setText(self.tr("Keep the requirement that was tried?"))
        asked.setInformativeText(self.tr("The study still holds the previous one."))
        keep = asked.addButton(self.tr("Keep"), QMessageBox.ButtonRole.AcceptRole)
        back = asked.addButton(self.tr("Put back"), QMessageBox.ButtonRole.DestructiveRole)
        asked.addButton(QMessageBox.StandardButton.Cancel)
        asked.setDefaultButton(back)

        def answered(pressed: QAbstractButton) -> None:
            if pressed is keep:
                self._session.save_trial()
            if pressed in {keep, back}:
                self.left.emit()
                then()

        asked.buttonClicked.connect(answered)
        asked.open()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the map as it was last seen, marked as settling, until it is drawn again."""
        super().showEvent(event)
        drawn = (m.picture for m in self.window().findChildren(DecisionMapView) if m.picture)
        self.map.picture = self.map.picture or next(drawn, None)

    def refresh(self) -> None:
        """Show the session's answer."""
        answer, given, cuts = self._session.answer, self._session.answer_inputs, self._session.cuts
        if answer is None or given is None:
            return
        asked, facts = answer.requirement, self._session.facts
        if facts is not None and asked == facts.requirement:
            self._base = answer
        targets, visits = Scale(*given.targets_s), Scale(*given.visits, logarithmic=True)
        for slider, scale, value in (
            (self.target_slider, targets, target_or_previous_s(asked)),
            (self.visits_slider, visits, float(asked.visits_per_month)),
        ):
            slider.set_scale(scale)
            if not slider.isSliderDown():
                slider.show_value(value)
        if cuts is not None:
            show_ribbons(self.target_slider, self.visits_slider, cuts, answer.options)
        self._target.setText(f"{figures.plain(round(target_or_previous_s(asked) * 1000, 3))} ms")
        self._visits.setText(self._load_text(asked))
        self._load_name.setText(messages.translate_message(load_label(asked)))
        self._statistic.setText(messages.translate_message(target_axis_title(asked)))
        for part in (self._statistic, self.target_slider, self._target, self._between):
            part.setVisible(asked.goal is not Goal.NONE)
        self.answer.show_answer(answer, None if self._base is answer else self._base)
        if self._beside.currentIndex() == 1:
            self.findings.show_answer(answer)
        self.map.refresh()
        self._ask_for_runway()

    def _load_text(self, asked: Requirement) -> str:
        """Write a load in the unit that it is stated in, as the map and the window do."""
        unit, load = asked.stated_load
        if unit is not LoadUnit.VISITS:
            return f"{write_load(load, unit)} {unit_name(unit)}"
        return self.tr("{visits} million").format(visits=figures.millions(asked.visits_per_month))

    def _apply_trial(self, change: Callable[[Requirement], Requirement]) -> None:
        if self._session.answer is not None:
            self._moved = change(self._moved or self._session.answer.requirement)
            self._session.try_requirement(self._moved)

    def _save_moved_requirement(self) -> None:
        if self._moved is not None:
            self._session.save_requirement(self._moved)
            self._moved = None

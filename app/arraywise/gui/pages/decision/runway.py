"""How long each option lasts: chart, table, growth, and the month that the window is tried at."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSignalBlocker, Qt
from PySide6.QtGui import QKeySequence, QPainter
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from arraywise.domain.runway import (
    MONTHS_SHOWN,
    growth_percent_as_entered,
    monthly_growth,
    yearly_growth,
)
from arraywise.gui.charts.painted import PictureButton
from arraywise.gui.charts.runway import RunwayChart
from arraywise.gui.pages.base import fill_grid, section_head, wrap_widget_in_scroll_area
from arraywise.gui.widgets import figures, painting, theme
from arraywise.gui.widgets.controls import (
    ENTER,
    UnitField,
    button,
    clear_layout,
    fill,
    flush,
    hairline,
    label,
    panel,
    splitter,
    with_accessible_name,
)
from arraywise.gui.widgets.messages import translate_message
from arraywise.gui.widgets.painting import SLIDER_EDGE, STEPS, RibbonPart, RibbonSlider, Scale
from arraywise.present.runway import (
    CASH_NOTE,
    DEMAND_WORDS,
    clamp_to_shown_months,
    describe_load_and_data_of_month,
    describe_load_to_last,
    describe_option_lifetime,
    describe_unknown_lifetimes,
    format_outgrown_month,
    recommended_or_longest_lasting,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent, QPaintEvent
    from PySide6.QtWidgets import QScrollArea

    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message
    from arraywise.domain.runway import LastMonth, OptionRunway, Runway
    from arraywise.gui.session.session import Session

_LEFT, _RIGHT = 744, 448  # shares of the width
_MONTHS_PER_YEAR = 12


class GrowthField(QWidget):
    """A growth in percent, a month or a year; the same growth in either unit."""

    def __init__(self, name: str, given: Callable[[float], None], *, by_year: bool) -> None:
        """Name what grows; `given` is told a typed share of the unit that is kept."""
        super().__init__()
        self._given, self._kept_by_year, self._share = given, by_year, 0.0
        self.field = UnitField(name, "%", 5)
        self.unit = with_accessible_name(QComboBox(), self.tr("{growth}, by").format(growth=name))
        self.unit.setFont(theme.font("control"))
        self.unit.setFixedHeight(theme.height("field"))
        self.unit.addItems([self.tr("a month"), self.tr("a year")])
        self.unit.setCurrentIndex(int(by_year))
        self.unit.currentIndexChanged.connect(lambda _at: self._show_in_chosen_unit())
        self.field.given.connect(self._apply_typed_growth)
        fill(QHBoxLayout(self), self.field, self.unit, None, margins=(0, 0, 0, 0), spacing=8)

    def show_stored_growth(self, share: float) -> None:
        """Show a growth of the unit that is kept, in the unit in which it was stated."""
        if share and share != self._share:
            by_year = growth_percent_as_entered(share, by_year=self._kept_by_year)[1]
            with QSignalBlocker(self.unit):
                self.unit.setCurrentIndex(int(by_year))
        self._share = share
        self._show_in_chosen_unit()

    @property
    def _is_by_year(self) -> bool:
        return self.unit.currentIndex() == 1

    def _show_in_chosen_unit(self) -> None:
        share = self._share
        if self._is_by_year is not self._kept_by_year:
            share = yearly_growth(share) if self._is_by_year else monthly_growth(share)
        self.field.show_text(figures.plain(round(100 * share, 4)))

    def _apply_typed_growth(self, text: str) -> None:
        percent = figures.parse_number(text)
        if percent is None or not -100 < percent <= 1000:
            self.field.show_fault(self.tr("A growth above -100 %, such as 2 or 1.5"))
            return
        self.field.show_fault("")
        share = percent / 100
        if self._is_by_year is not self._kept_by_year:
            share = monthly_growth(share) if self._is_by_year else yearly_growth(share)
        self._given(share)


class _MonthScale(QWidget):
    """The months under the slider."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(theme.px(16))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Write every twelfth month where the slider has it."""
        painter = QPainter(self)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.look()["text2"])
        long = self.width() - 2 * SLIDER_EDGE
        for month in range(0, MONTHS_SHOWN + 1, _MONTHS_PER_YEAR):
            x = SLIDER_EDGE + long * month / MONTHS_SHOWN
            box = QRectF(x - SLIDER_EDGE, 0, 2 * SLIDER_EDGE, self.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, figures.number(month))


class RunwayView(QWidget):
    """The Decision page's other view, beside the map."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._answer: Answer | None = None
        self._runway: Runway | None = None
        self.chart = RunwayChart()
        self._build_controls()
        sides = self._build_left(), self._build_right()
        split = splitter(Qt.Orientation.Horizontal, *sides, sizes=(_LEFT, _RIGHT))
        flush(QVBoxLayout(self), split)
        session.trial_changed.connect(self._show_trial_buttons)
        self._show_trial_buttons()

    # Building

    def _build_controls(self) -> None:
        self.load_growth = GrowthField(
            self.tr("Load grows"),
            lambda share: self._save_requirement(growth_per_month=share),
            by_year=False,
        )
        self.data_growth = GrowthField(
            self.tr("Data grow"),
            lambda share: self._save_requirement(usable_growth_per_year=share),
            by_year=True,
        )
        self.month = RibbonSlider(self.tr("Whole window at month"))
        self.month.set_scale(Scale(0.0, MONTHS_SHOWN))
        self.month.setSingleStep(-(-STEPS // MONTHS_SHOWN))
        self.month.setPageStep(STEPS * _MONTHS_PER_YEAR // MONTHS_SHOWN)
        self.month.moved_to.connect(self._try_month)
        self.chart.month_moved.connect(self._try_month)
        self.shown_month = UnitField(self.tr("Month"), "", 3)
        self.shown_month.given.connect(self._try_typed_month)
        self.today = label(self.tr("today"), "control", "text2")
        self.trying = label(self.tr("Trying"), "control", "warn", bold=True)
        self.keep = button(self.tr("Keep"), self._session.save_trial, kind="primary")
        self.keep.setToolTip(_format_key("Return"))
        self.put_back = button(self.tr("Put back"), self._session.discard_trial)
        self.put_back.setToolTip(_format_key("Esc"))

    def _build_left(self) -> QWidget:
        left = panel()
        title = self.tr("Load and data against each option's limits")
        note, picture = self.tr("bands: up to what could pass"), PictureButton(self.chart, title)
        head, _title, _note = section_head(title, note, picture)
        flush(QVBoxLayout(left), head, (self.chart, 1))
        return left

    def _build_right(self) -> QScrollArea:
        right = panel()
        self._table = fill_grid(QGridLayout(), spacing=(12, 0))
        self._notes = label("", "caption", "text2", wraps=True)
        head, _title, _grey = section_head(self.tr("How long each option lasts"))
        growths = fill_grid(
            QGridLayout(),
            *((label(f.field.accessibleName()), f) for f in (self.load_growth, self.data_growth)),
            stretch=1,
        )
        growths.setHorizontalSpacing(12)
        caption = label(self.tr("Whole window at month"))
        at = fill(QHBoxLayout(), caption, None, self.today, self.shown_month, spacing=8)
        self._trial_line = QWidget()
        trial = (self.trying, None, self.put_back, self.keep)
        fill(QHBoxLayout(self._trial_line), *trial, margins=(0, 0, 0, 0), spacing=8)
        self.lasting = label("", "body", bold=True, wraps=True)
        self.needed = label("", "body", wraps=True)
        cash = label(translate_message(CASH_NOTE), "caption", "text2", wraps=True)
        lines = [hairline(Qt.Orientation.Horizontal) for _ in range(3)]
        column = fill(
            QVBoxLayout(),
            *(self._table, self._notes, lines[0], growths, lines[1], at, self.month),
            *(_MonthScale(), self._trial_line, lines[2], self.lasting, self.needed, cash, None),
            margins=(16, 4, 16, 12),
            spacing=10,
        )
        flush(QVBoxLayout(right), head, (column, 1))
        return wrap_widget_in_scroll_area(right, keeps_width=True)

    # Showing

    def show_month(self) -> None:
        """Show the month that is asked for: what a slider may change, on every tick."""
        answer = self._session.answer
        if answer is None:
            return
        self._answer = answer
        month = answer.requirement.horizon_months
        if not self.month.isSliderDown():
            self.month.show_value(month)
        self.shown_month.show_text(figures.number(month))
        self.today.setVisible(month == 0)
        self.chart.show_month(month)

    def show_runway(self, answer: Answer, runway: Runway) -> None:
        """Show how long the options of an answer last."""
        self._answer, self._runway = answer, runway
        requirement = answer.requirement
        self.load_growth.show_stored_growth(requirement.growth_per_month)
        self.data_growth.show_stored_growth(requirement.usable_growth_per_year)
        self.data_growth.setEnabled(requirement.usable_bytes is not None)
        self.data_growth.setToolTip(
            "" if requirement.usable_bytes is not None
            else self.tr("State the usable capacity needed in the requirement first.")
        )  # fmt: skip
        self._fill_table(answer, runway)
        self._notes.setText("\n".join(map(translate_message, describe_unknown_lifetimes(runway))))
        self._notes.setVisible(bool(self._notes.text()))
        known = recommended_or_longest_lasting(answer, runway)
        self.lasting.setText(
            "" if known is None else translate_message(describe_option_lifetime(known))
        )
        needed = describe_load_to_last(answer, runway)
        self.needed.setText("" if needed is None else translate_message(needed))
        for each in (self.lasting, self.needed):
            each.setVisible(bool(each.text()))
        self.month.show_ribbon(_ribbon_parts(known))
        self.month.setEnabled(runway.grows)
        self.shown_month.setEnabled(runway.grows)
        self.chart.show_runway(answer, runway)
        self.show_month()

    def _fill_table(self, answer: Answer, runway: Runway) -> None:
        clear_layout(self._table)
        has_data = runway.data_bytes is not None
        heads = [self.tr("Option"), self.tr("Outgrown in month"), self.tr("Outgrown by")]
        heads += [self.tr("Full in month")] if has_data else []
        for column, text in enumerate(heads):
            head = label(text, "caption", "text2", bold=True)
            self._table.addWidget(head, 0, column, _column_alignment(column))
        first = recommended_or_longest_lasting(answer, runway)
        for row, each in enumerate(runway.options, 1):
            is_first = first is not None and each.option == first.option
            for column, text in enumerate(_format_row(each, has_data=has_data)):
                cell = label(text, "body", bold=is_first)
                cell.setContentsMargins(0, 6, 0, 6)
                shown = _build_marked_name(cell, each) if column == 0 else cell
                self._table.addWidget(shown, row, column, _column_alignment(column))
        self._table.setColumnStretch(0, 1)

    def _show_trial_buttons(self) -> None:
        is_open = self._session.trial is not None
        had_focus = self.keep.hasFocus() or self.put_back.hasFocus()
        self._trial_line.setVisible(is_open)
        if had_focus and not is_open:
            self.month.setFocus()

    # Hands

    def _try_month(self, value: float) -> None:
        """Try the whole window at a month; the base stays in the file."""
        answer, month = self._session.answer, clamp_to_shown_months(value)
        if not self.month.isSliderDown():
            with QSignalBlocker(self.month):
                self.month.show_value(month)
        if answer is None or self._runway is None:
            return
        if answer.requirement.horizon_months != month:
            requirement = self._session.trial or answer.requirement
            self._session.show_trial(replace(requirement, horizon_months=month))
        self.chart.message.emit(
            translate_message(
                describe_load_and_data_of_month(answer.requirement, self._runway, month)
            )
        )

    def _try_typed_month(self, text: str) -> None:
        month = figures.parse_number(text)
        if month is None or month != round(month) or not 0 <= month <= MONTHS_SHOWN:
            fault = self.tr("A whole month, 0 to {last}")
            self.shown_month.show_fault(fault.format(last=MONTHS_SHOWN))
            return
        self.shown_month.show_fault("")
        self._try_month(month)

    def _save_requirement(self, **changes: float) -> None:
        answer = self._session.answer
        if answer is not None:
            requirement = replace(answer.requirement, **changes)  # type: ignore[arg-type]
            self._session.save_requirement(requirement)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter keeps what is tried, but for a month just typed; Esc puts it back."""
        is_typing = self.shown_month.hasFocus()
        if self._session.trial is not None and event.key() in ENTER and not is_typing:
            self._session.save_trial()
        elif self._session.trial is not None and event.key() == Qt.Key.Key_Escape:
            self._session.discard_trial()
        else:
            super().keyPressEvent(event)


def _format_key(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def _column_alignment(column: int) -> Qt.AlignmentFlag:
    middle = Qt.AlignmentFlag.AlignVCenter
    is_figure = column in {1, 3}
    return middle | (Qt.AlignmentFlag.AlignRight if is_figure else Qt.AlignmentFlag.AlignLeft)


def _format_row(each: OptionRunway, *, has_data: bool) -> list[str]:
    by = each.outgrown_by
    texts = [
        each.option.name,
        _format_last_month(each.last_month),
        "" if by is None else translate_message(DEMAND_WORDS[by]),
    ]
    if has_data and each.data is not None:
        texts.append(_format_last_month(each.data.last_month))
    return texts


def _format_last_month(last: LastMonth) -> str:
    text: str | Message = format_outgrown_month(figures.WRITER, last)
    return text if isinstance(text, str) else translate_message(text)


def _build_marked_name(cell: QLabel, each: OptionRunway) -> QWidget:
    """Place the option's marker before its name."""
    holder, sign = QWidget(), QLabel()
    sign.setPixmap(painting.marker_icon(each.option.position, 1.0).pixmap(14, 14))
    fill(QHBoxLayout(holder), sign, cell, None, margins=(0, 0, 0, 0), spacing=6)
    return holder


def _ribbon_parts(known: OptionRunway | None) -> tuple[RibbonPart, ...]:
    """Draw up to which month the recommended option lasts; what follows is hatched."""
    if known is None or known.last_month.point is None:
        return ()
    last = min(MONTHS_SHOWN, max(0.0, known.last_month.first_month_outgrown.point or 0.0))
    kept = RibbonPart(last, known.option.position)
    return (
        (kept,) if last >= MONTHS_SHOWN else (kept, RibbonPart(MONTHS_SHOWN, None, hatched=True))
    )

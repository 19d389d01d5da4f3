"""What was not measured: how far each value may be wrong, its source, and who agreed to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QStyledItemDelegate,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from arraywise.analysis.decision.assumptions import find_assumptions
from arraywise.domain.assumptions import SHOWN
from arraywise.gui.session.background import BackgroundJob, Worker
from arraywise.gui.widgets import figures, painting, theme
from arraywise.gui.widgets.controls import (
    button,
    fill,
    flush,
    hairline,
    label,
    panel,
    with_accessible_name,
)
from arraywise.gui.widgets.messages import translate_message
from arraywise.present.tables.assumptions import (
    COLUMNS,
    AssumptionRow,
    assumption_rows,
    describe_pair,
    describe_register,
    describe_switch,
)
from arraywise.usecases.changes import Changes
from arraywise.usecases.review_assumptions import annotate_register, set_assumption_note

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QPersistentModelIndex
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QStyleOptionViewItem

    from arraywise.domain.assumptions import Assumption, AssumptionRegister, SwitchingValue
    from arraywise.domain.messages import Message
    from arraywise.domain.study import StudyFacts
    from arraywise.gui.session.background import JobControl, RunningTask
    from arraywise.gui.session.session import Session

_NAME, _VALUE, _SCALE, _CHANGE, _DISTANCE, _BASIS, _AGREED = range(7)
_HEADS = ("name", "value", "", "change", "distance", "kind", "agreed")
_AXIS = 0.4
"""Of the value: how far the scale reaches on each side of it."""
_WIDTHS = {_SCALE: 240, _VALUE: 130, _BASIS: 140}
_BAR = 10.0
_MARGIN = 8.0
_TINT = 90
"""Opacity of an option's colour where it would be recommended, of 255."""


class _Flip(NamedTuple):
    """From which place of the scale on another answer is given, and whose."""

    place: float
    position: int | None
    """Of the option; None where none is shown to pass."""


class _Bar(NamedTuple):
    """A row of the scale, in shares of the value: -0.4 to 0.4 are drawn."""

    low: float
    high: float
    flips: tuple[_Flip, ...]


class _ScaleDelegate(QStyledItemDelegate):
    """Draws the thinkable range, the value, and from where on the answer is another one."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw the ground of the cell, then the scale."""
        super().paint(painter, option, index)
        bar = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(bar, _Bar):
            _paint_bar(painter, QRectF(option.rect), bar)


def _paint_bar(painter: QPainter, cell: QRectF, bar: _Bar) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colours, y = theme.look(), cell.center().y()

    def x_of(place: float) -> float:
        share = (min(_AXIS, max(-_AXIS, place)) + _AXIS) / (2 * _AXIS)
        return cell.left() + _MARGIN + share * (cell.width() - 2 * _MARGIN)

    painter.setPen(QPen(colours["hair"], 1.0))
    painter.drawLine(QPointF(x_of(-_AXIS), y), QPointF(x_of(_AXIS), y))
    box = QRectF(x_of(bar.low), y - _BAR / 2, x_of(bar.high) - x_of(bar.low), _BAR)
    painter.fillRect(box, colours["hair"])
    for flip in bar.flips:
        end = bar.high if flip.place > 0 else bar.low
        left, right = sorted((x_of(flip.place), x_of(end)))
        beyond = QRectF(left, y - _BAR / 2, right - left, _BAR)
        if flip.position is None:
            painting.paint_hatch(painter, beyond, colours["text3"])
        else:
            tint = QColor(colours.option(flip.position).fill)  # a copy: all charts share it
            tint.setAlpha(_TINT)
            painter.fillRect(beyond, tint)
    painter.setPen(QPen(colours["text3"], 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)
    painter.setPen(QPen(colours["text"], 2.0))
    painter.drawLine(QPointF(x_of(0), y - _BAR), QPointF(x_of(0), y + _BAR))
    for flip in bar.flips:
        if abs(flip.place) <= _AXIS and flip.position is not None:
            painting.paint_marker(painter, QPointF(x_of(flip.place), y), flip.position)
    painter.restore()


def _build_bar(row: Assumption, positions: dict[str, int]) -> _Bar | None:
    """Return the scale of a row; None for discrete facts."""
    fact = row.fact
    if fact.span is None:
        return None
    now = float(fact.value)
    # From 0 there is no percent: the farther end of the range then lies at the end of the scale.
    unit = abs(now) or max(abs(end) for end in fact.span) / _AXIS or 1.0
    low, high = ((end - now) / unit for end in fact.span)

    def flip(switch: SwitchingValue) -> _Flip:
        winner = switch.answer.option
        place = (float(switch.value) - now) / unit
        return _Flip(place, None if winner is None else positions.get(winner))

    return _Bar(low, high, tuple(map(flip, filter(None, (row.below, row.above)))))


class AssumptionsView(QWidget):
    """The register of assumptions, computed in the background when it is looked at."""

    message = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setProperty("help_topic", "assumptions")
        self._session = session
        self._register: AssumptionRegister | None = None
        self._rows: tuple[AssumptionRow, ...] = ()
        self._searched: StudyFacts | None = None
        """The study that the register was searched for."""
        self._task: RunningTask | None = None
        self._build()
        self._show_rows()

    # Building

    def _build(self) -> None:
        body = panel()
        self.table = self._build_table()
        self.fold = button("", self._toggle_fold, kind="link")
        self.fold.setCheckable(True)
        self.details = AssumptionDetails()
        self.details.noted.connect(self._save_note)
        self.detail_line = hairline(Qt.Orientation.Horizontal)
        flush(
            QVBoxLayout(body),
            self._build_head(),
            (fill(QHBoxLayout(), (self.table, 1), margins=(12, 0, 12, 0)), 1),
            fill(QHBoxLayout(), self.fold, None, margins=(16, 4, 16, 4)),
            *(self.detail_line, self.details),
        )
        flush(QHBoxLayout(self), body)

    def _build_head(self) -> QVBoxLayout:
        self.title = label("", "section", bold=True, wraps=True)
        self.agreed = label("", "section", bold=True)
        self.caption = label(
            self.tr("Nearest first: how far a value may be wrong before the answer changes."),
            "body",
            "text2",
            wraps=True,
        )
        head = fill(QHBoxLayout(), (self.title, 1), self.agreed, margins=(0, 0, 0, 0))
        return fill(QVBoxLayout(), head, self.caption, margins=(16, 12, 16, 8), spacing=2)

    def _build_table(self) -> QTableWidget:
        table = QTableWidget(0, len(_HEADS))
        table.setAccessibleName(self.tr("Assumptions"))
        heads = [translate_message(COLUMNS[key]) if key else "" for key in _HEADS]
        heads[_SCALE] = self.tr("If it were wrong by, % of the value")
        heads[_BASIS] = self.tr("Basis and source")
        table.setHorizontalHeaderLabels(heads)
        table.setItemDelegateForColumn(_SCALE, _ScaleDelegate(table))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(theme.px(36))
        head = table.horizontalHeader()
        head.setHighlightSections(False)
        for column in (_NAME, _CHANGE):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS.items():
            table.setColumnWidth(column, theme.px(width))
        for column in (_DISTANCE, _AGREED):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        table.currentCellChanged.connect(lambda row, *_: self._show_details(row))
        table.itemChanged.connect(self._save_tick)
        return table

    # Searching

    def search_if_needed(self) -> None:
        """Search the assumptions of the present answer, unless they are shown already."""
        inputs, answer = self._session.answer_inputs, self._session.answer
        if inputs is None or answer is None or answer.is_preliminary:
            return
        prepared, facts, study = inputs.prepared, inputs.facts, self._session.study
        if facts == self._searched:
            return
        self._searched = facts

        def work(watch: JobControl) -> AssumptionRegister:
            found = find_assumptions(prepared, facts, watch.progress, watch.stopped)
            return annotate_register(study, found)

        self.title.setText(self.tr("Looking how far each assumption may be wrong\u2026"))
        title, ended = self.tr("Assumptions"), self._forget_if_stopped
        job = BackgroundJob(
            *(Worker.IMPORTING, work, self._show_register),
            title=title, key="assumptions", on_end=ended,
        )  # fmt: skip
        self._task = self._session.background.start(job)

    def _forget_if_stopped(self) -> None:
        """Search again, when the view is looked at, what the user stopped."""
        if self._task is not None and self._task.stop_requested.is_set():
            self._searched = None
            self.title.setText(self.tr("The search was stopped. Open this view again to restart."))

    def read_notes(self) -> None:
        """Read sources and agreements again: somebody typed or took back one."""
        register = self._register
        if register is not None:
            self._session.read(
                lambda study: annotate_register(study, register),
                self._show_register,
                key="notes of assumptions",
            )

    def _show_register(self, register: AssumptionRegister) -> None:
        self._register = register
        self._rows = assumption_rows(register, figures.WRITER)
        self._show_rows()

    # Showing

    def _show_rows(self) -> None:
        register = self._register
        if register is None:
            self.title.setText(self.tr("Looking how far each assumption may be wrong\u2026"))
            self.fold.hide()
            self.details.hide()
            return
        self._show_heads(register)
        chosen = max(0, self.table.currentRow())
        self.table.blockSignals(True)  # noqa: FBT003 - Qt's
        count = len(self._rows) if self.fold.isChecked() else min(SHOWN, len(self._rows))
        self.table.setRowCount(count)
        answer = self._session.answer
        options = () if answer is None else answer.options
        positions = {each.option.name: each.option.position for each in options}
        for place, row in enumerate(register.rows[:count]):
            self._fill_row(place, row, self._rows[place], positions)
        self.table.blockSignals(False)  # noqa: FBT003 - Qt's
        if count:
            self.table.setCurrentCell(min(chosen, count - 1), _NAME)
            self._show_details(self.table.currentRow())

    def _show_heads(self, register: AssumptionRegister) -> None:
        pair = register.pair
        title = (
            describe_register(register) if pair is None else describe_pair(pair, figures.WRITER)
        )
        self.title.setText(translate_message(title))
        text = self.tr("{agreed} of {count} agreed")
        self.agreed.setText(text.format(agreed=register.agreed, count=len(register.rows)))
        left = len(register.folded)
        more = self.tr("Show {count} more") if not self.fold.isChecked() else self.tr("Show fewer")
        self.fold.setText(more.format(count=left))
        self.fold.setVisible(left > 0)

    def _fill_row(
        self, place: int, row: Assumption, shown: AssumptionRow, positions: dict[str, int]
    ) -> None:
        basis = ", ".join(filter(None, (_translated(shown.kind), shown.source)))
        value = f"{_translated(shown.value)} {_translated(shown.unit)}".strip()
        texts = {
            _NAME: _translated(shown.name),
            _VALUE: value,
            _SCALE: "",
            _CHANGE: translate_message(shown.change),
            _DISTANCE: shown.distance,
            _BASIS: basis,
            _AGREED: shown.agreed,
        }
        for column, text in texts.items():
            item = QTableWidgetItem(text)
            item.setToolTip(text)
            if column in {_VALUE, _DISTANCE}:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if column == _NAME and not row.note.is_agreed:
                item.setFont(theme.font("body", bold=True))
            if column == _SCALE:
                item.setData(Qt.ItemDataRole.UserRole, _build_bar(row, positions))
            if column == _CHANGE and shown.winner in positions:
                item.setIcon(painting.marker_icon(positions[shown.winner or ""], 1.0))
            if column == _AGREED:
                is_agreed = row.note.is_agreed
                state = Qt.CheckState.Checked if is_agreed else Qt.CheckState.Unchecked
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(state)
            self.table.setItem(place, column, item)

    def _show_details(self, place: int) -> None:
        register = self._register
        is_there = register is not None and 0 <= place < len(register.rows)
        self.details.setVisible(is_there)
        if register is not None and is_there:
            self.details.show_assumption(register.rows[place], self._rows[place])

    def _toggle_fold(self) -> None:
        self._show_rows()

    # Hands

    def _save_tick(self, item: QTableWidgetItem) -> None:
        """Agree, or take an agreement back, where the box of a row was ticked."""
        if item.column() != _AGREED or self._register is None:
            return
        row = self._register.rows[item.row()]
        is_ticked = item.checkState() is Qt.CheckState.Checked
        if is_ticked is not row.note.is_agreed:
            self._set_agreed(row, is_agreed=is_ticked)

    def _set_agreed(self, row: Assumption, *, is_agreed: bool) -> None:
        name = self.details.agreed_by.text().strip() or self.tr("the client")
        changes = {"agreed_by": name if is_agreed else "", "agreed_on": ""}
        self._save_note(row.fact.key, changes)

    def _save_note(self, key: str, changes: dict[str, str]) -> None:
        self._session.write(
            lambda _watch: set_assumption_note(self._session.study, key, **changes),
            Changes.NOTES,
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Agree to the row by Space, or take that back; Enter types its source."""
        place = self.table.currentRow()
        if self._register is None or not self.table.hasFocus() or place < 0:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Space:
            row = self._register.rows[place]
            self._set_agreed(row, is_agreed=not row.note.is_agreed)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.details.source.setFocus()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Leave room for seven rows and what is typed below them."""
        return QSize(theme.px(900), theme.px(560))


class AssumptionDetails(QFrame):
    """Source, agreement and note of one assumption, typed below the table."""

    noted = Signal(str, dict)
    """The key of the assumption, and the texts that were typed."""

    def __init__(self) -> None:
        super().__init__()
        self._key = ""
        self.name = label("", "section", bold=True)
        self.change = label("", "body", "text2", wraps=True)
        self.source = self._line(self.tr("Source"))
        self.agreed_by = self._line(self.tr("Agreed by"))
        self.agreed_on = self._line(self.tr("Agreed on, YYYY-MM-DD"))
        self.note = self._line(self.tr("Note"))
        self._lines = {
            "source": self.source,
            "agreed_by": self.agreed_by,
            "agreed_on": self.agreed_on,
            "note": self.note,
        }
        grid = QGridLayout()
        for column, line in enumerate(self._lines.values()):
            grid.addWidget(label(line.accessibleName(), "caption", "text2"), 0, column)
            grid.addWidget(line, 1, column)
            grid.setColumnStretch(column, 2 if line in {self.source, self.note} else 1)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        fill(
            QVBoxLayout(self),
            *(self.name, grid, self.change),
            margins=(16, 10, 16, 12),
            spacing=6,
        )

    def _line(self, name: str) -> QLineEdit:
        line = with_accessible_name(QLineEdit(), name)
        line.setFixedHeight(theme.height("field"))
        line.editingFinished.connect(self._emit_if_modified)
        return line

    def show_assumption(self, row: Assumption, shown: AssumptionRow) -> None:
        """Show what was typed of an assumption; a line that is being typed in stays."""
        is_other = self._key != row.fact.key
        self._key = row.fact.key
        self.name.setText(_translated(shown.name))
        texts = {
            "source": row.note.source,
            "agreed_by": row.note.agreed_by,
            "agreed_on": row.note.agreed_on,
            "note": row.note.note,
        }
        for field, text in texts.items():
            line = self._lines[field]
            if is_other or not (line.hasFocus() and line.isModified()):
                line.setText(text)
                line.setModified(False)
        self.source.setPlaceholderText(row.fact.source)
        self.change.setText(self._describe(row, shown))

    def _describe(self, row: Assumption, shown: AssumptionRow) -> str:
        """Describe the range of a row, and what the answer is on both sides of it."""
        found = tuple(each for each in (row.below, row.above) if each is not None)
        sides = (describe_switch(row.fact, each, figures.WRITER) for each in found or (None,))
        text = self.tr("Thinkable: {range}. Answer: {sides}.")
        return text.format(
            range=_translated(shown.range), sides="; ".join(map(translate_message, sides))
        )

    def _emit_if_modified(self) -> None:
        changes = {f: line.text() for f, line in self._lines.items() if line.isModified()}
        for line in self._lines.values():
            line.setModified(False)
        if changes and self._key:
            self.noted.emit(self._key, changes)


def _translated(text: Message | str) -> str:
    return text if isinstance(text, str) else translate_message(text)

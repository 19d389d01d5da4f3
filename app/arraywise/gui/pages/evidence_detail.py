"""The lower half of Evidence: what was read beside the raw text, each leading to the other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from arraywise.domain.evidence import Status
from arraywise.gui import figures, theme
from arraywise.gui.fields import ElidedLabel, hairline, label, panel
from arraywise.gui.pages.evidence_settings import choices_of
from arraywise.gui.pages.evidence_values import value_columns
from arraywise.gui.pages.page import section_head
from arraywise.gui.problem_list import ProblemList
from arraywise.gui.raw_text import RawText
from arraywise.gui.sheets.find_bar import with_find_bar
from arraywise.gui.sheets.grid import Grid
from arraywise.gui.sheets.rows_model import RowsModel
from arraywise.gui.wording import counted
from arraywise.usecases.raw_lines import UNKNOWN_FORMAT

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from arraywise.gui.pages.evidence_value import ReadFile, Value


_MOST_FOR_VALUES = 0.6
"""Of the width, for the values that were read."""


class _Swatch(QWidget):
    """A small box in the colour of lines that a value was read from."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(15, 11)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.look()["hl"])
        painter.setPen(QPen(theme.look()["border"], 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


def _giving_note(text: str) -> ElidedLabel:
    """Return a note that takes two lines before the file's name is cut."""
    made = ElidedLabel("text3")
    made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    made.is_whole = True
    made.setText(text)
    return made


class EvidenceDetail(QSplitter):
    """Values at the left, raw text at the right."""

    setting_typed = Signal(object, str)
    """A setting was typed over; carries its `Value` and the text, empty for what the file says."""

    mark_chosen = Signal(object)
    """The user said how the file writes numbers; carries `,` or `.`, or None."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.read: ReadFile | None = None
        self._wanted_line: int | None = None
        self._wanted_column: int | None = None
        self.addWidget(self._make_values())
        self.addWidget(self._make_text())
        self.setStretchFactor(0, 0)
        self.setStretchFactor(1, 1)
        self.setSizes([theme.px(480), 700])
        self._values_need = 0
        self._is_chosen = False
        """Whether the user said how the two share the width."""
        self.splitterMoved.connect(self._keep_shares)

    def _make_values(self) -> QWidget:
        left = panel()
        left.setMinimumWidth(theme.px(440))
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head, _title, self.count_note = section_head(self.tr("What was read"))
        column.addWidget(head)
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        self.problems = ProblemList()
        self.problems.line_chosen.connect(self._choose_line)
        self.problems.mark_chosen.connect(self.mark_chosen)
        column.addWidget(self.problems)
        self.values = RowsModel(value_columns(self.setting_typed.emit, self._choices), self)
        self.value_grid = Grid(self.values)
        self.value_grid.setAccessibleName(self.tr("Values read from this file"))
        self.value_grid.selectionModel().currentRowChanged.connect(
            lambda now, _before: self._choose_value(now.row())
        )
        revert = QAction(self.tr("Take what the file says"), self.value_grid)
        revert.setShortcut(Qt.Key.Key_Delete)
        revert.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        revert.triggered.connect(lambda _checked=False: self.revert_selected())
        self.value_grid.addAction(revert)
        column.addWidget(with_find_bar(self.value_grid), 1)
        return left

    def _keep_shares(self) -> None:
        self._is_chosen = True

    def _make_room(self) -> None:
        """Give the values the width of their columns, as far as the text beside them bears it."""
        values, text = self.sizes()
        wanted = min(self._values_need, int((values + text) * _MOST_FOR_VALUES))
        if not self._is_chosen and wanted > values:
            self.setSizes([wanted, values + text - wanted])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self._make_room()

    def _choices(self, index: object) -> tuple[str, ...]:
        if not isinstance(index, QModelIndex):
            return ()
        return choices_of(self.read, self.values.rows[index.row()])

    def revert_selected(self) -> None:
        """Take back what was typed in the selected rows."""
        places = {i.row() for i in self.value_grid.selectionModel().selectedIndexes()}
        for value in [self.values.rows[place] for place in sorted(places)]:
            if value.is_typed:
                self.setting_typed.emit(value, "")

    def _make_text(self) -> QWidget:
        right = panel()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head, self.file_name, self.file_note = section_head("")
        self.file_note.is_whole = True
        row = head.layout()
        if isinstance(row, QHBoxLayout):
            row.addWidget(_Swatch())
            row.addWidget(_giving_note(self.tr("a value was read here")))
        column.addWidget(head)
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        self.text = RawText()
        self.text.place_chosen.connect(self._choose_by_place)
        column.addWidget(self.text, 1)
        self.no_text = label("", "control", "text2", wraps=True)
        self.no_text.setContentsMargins(16, 12, 16, 12)
        self.no_text.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(self.no_text, 1)
        self.no_text.hide()
        return right

    def want_place(self, line: int | None, column: int | None = None) -> None:
        """Choose this place as soon as the next file is shown."""
        self._wanted_line, self._wanted_column = line, column

    def show_file(self, read: ReadFile | None) -> None:
        """Show a file, or nothing; one that was shown before stays where it is."""
        is_same = _id_of(read) == _id_of(self.read) and self._wanted_line is None
        self.read = read
        values = read.values if read else ()
        here = self.value_grid.currentIndex()
        with QSignalBlocker(self.value_grid.selectionModel()):
            self.values.set_rows(values)
        conditions = {v.condition for v in values if v.condition}
        place = next(i for i, c in enumerate(self.values.columns) if c.key == "condition")
        self.value_grid.setColumnHidden(place, len(conditions) < 2)
        self.value_grid.fit_columns()
        bar = self.value_grid.verticalScrollBar().sizeHint().width()
        self._values_need = self.value_grid.needed_width() + bar + 2
        self._make_room()
        self.problems.show_problems(read.detail.problems if read else ())
        self._show_text(read)
        read_values = sum(not v.text and not v.setting for v in values)
        said = counted(read_values, self.tr("1 value"), self.tr("{count} values"))
        self.count_note.setText(said if read else "")
        if is_same:
            with QSignalBlocker(self.value_grid.selectionModel()):
                self.value_grid.choose(self.values.index(here.row(), here.column()))
        elif read is not None:
            self._choose_first(read)

    def forget_text(self) -> None:
        """Read the text anew when the file is shown again."""
        if self.read is not None:
            self.read = replace(self.read, lines=None)

    def _choose_first(self, read: ReadFile) -> None:
        """Choose the place that is wanted, else what is wrong, else the first value."""
        line, self._wanted_line = self._wanted_line, None
        column, self._wanted_column = self._wanted_column, None
        if line is None and read.detail.file.status is Status.REFUSED:
            line = next((p.line for p in read.detail.problems if p.line), None)
        if line is None:
            first = next((v for v in read.values if v.line is not None), None)
            line, column = (first.line, first.column) if first else (None, None)
        self._choose_place(line, column)

    def _show_text(self, read: ReadFile | None) -> None:
        self.file_name.setText(read.detail.file.name if read else "")
        lines = read.lines if read else None
        why = self._why_no_text(read)
        self.no_text.setText(why)
        self.no_text.setVisible(bool(why))
        self.text.setVisible(not why)
        if read is None or lines is None or why:
            self.file_note.setText("")
            self.text.show_lines(None, {})
            return
        count = counted(len(lines), self.tr("1 line"), self.tr("{count} lines"))
        self.file_note.setText(f"{read.detail.encoding.upper()}, {count}")
        marked: dict[int, list[int]] = {}
        for value in read.values:
            if value.line is not None:
                columns = marked.setdefault(value.line, [])
                columns += [] if value.column is None else [value.column]
        self.text.show_lines(lines, marked)

    def _why_no_text(self, read: ReadFile | None) -> str:
        """Say why there is no text to show; nothing where there is one."""
        if read is None:
            return ""
        file = read.detail.file
        if read.lines is None:
            gone = self.tr(
                "This file is kept outside the study, and it is not found unchanged at {path}."
            )
            return gone.format(path=file.path)
        kind = read.lines.foreign_kind if file.status is Status.REFUSED else ""
        if not kind:
            return ""
        said = self.tr("Not a text: {size} bytes.")
        if kind != UNKNOWN_FORMAT:
            said = self.tr("Not a text: {size} bytes in the format {kind}.")
        return said.format(size=figures.number(file.size_bytes), kind=kind)

    def _choose_line(self, line: int | None) -> None:
        self._choose_place(line, None)

    def _choose_place(self, line: int | None, column: int | None) -> None:
        if line is None:
            self.text.choose(None)
            return
        self.text.choose(line, column)
        self._choose_by_place(line, column)

    def _choose_value(self, row: int) -> None:
        if 0 <= row < len(self.values.rows):
            value: Value = self.values.rows[row]
            self.text.choose(value.line, value.column)

    def _choose_by_place(self, line: int, column: int | None = None) -> None:
        """Select the value that was read from a place: the nearest of its line."""
        on_line = [(i, v) for i, v in enumerate(self.values.rows) if v.line == line]
        if not on_line:
            return
        row, value = min(on_line, key=lambda pair: _distance(pair[1], column))
        figure = next(i for i, c in enumerate(self.values.columns) if c.key == "figure")
        index = self.values.index(row, figure)
        with QSignalBlocker(self.value_grid.selectionModel()):
            self.value_grid.choose(index)
        self.value_grid.scrollTo(index)
        self.value_grid.viewport().update()
        self.text.choose(line, value.column)


def _distance(value: Value, column: int | None) -> int:
    """Return how far from a character a value begins; those that begin after it come later."""
    if column is None or value.column is None:
        return 0
    after = value.column - column
    return -after if after <= 0 else after * 100


def _id_of(read: ReadFile | None) -> int | None:
    return read.detail.file.id if read is not None else None

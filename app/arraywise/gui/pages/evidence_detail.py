"""The lower half of Evidence: what was read beside the raw text, each leading to the other."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from arraywise.domain.evidence import Status
from arraywise.gui import theme
from arraywise.gui.fields import hairline, label, panel
from arraywise.gui.pages.evidence_values import ReadFile, Value, value_columns
from arraywise.gui.pages.page import section_head
from arraywise.gui.problem_list import ProblemList
from arraywise.gui.raw_text import RawText
from arraywise.gui.sheets.grid import Grid
from arraywise.gui.sheets.rows_model import RowsModel
from arraywise.gui.wording import counted


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


class EvidenceDetail(QSplitter):
    """Values at the left, raw text at the right."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self._wanted_line: int | None = None
        self.addWidget(self._make_values())
        self.addWidget(self._make_text())
        self.setStretchFactor(0, 0)
        self.setStretchFactor(1, 1)
        self.setSizes([480, 700])

    def _make_values(self) -> QWidget:
        left = panel()
        left.setMinimumWidth(440)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head, _title, self.count_note = section_head(self.tr("What was read"))
        column.addWidget(head)
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        self.problems = ProblemList()
        self.problems.line_chosen.connect(self._choose_line)
        column.addWidget(self.problems)
        self.values = RowsModel(value_columns(), self)
        self.value_grid = Grid(self.values)
        self.value_grid.setAccessibleName(self.tr("Values read from this file"))
        self.value_grid.selectionModel().currentRowChanged.connect(
            lambda now, _before: self._choose_value(now.row())
        )
        column.addWidget(self.value_grid, 1)
        return left

    def _make_text(self) -> QWidget:
        right = panel()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head, self.file_name, self.file_note = section_head("")
        row = head.layout()
        if isinstance(row, QHBoxLayout):
            row.addWidget(_Swatch())
            row.addWidget(label(self.tr("a value was read here"), "body", "text3"))
        column.addWidget(head)
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        self.text = RawText()
        self.text.line_chosen.connect(self._choose_by_line)
        column.addWidget(self.text, 1)
        self.no_text = label("", "control", "text2")
        self.no_text.setContentsMargins(16, 12, 16, 12)
        self.no_text.setWordWrap(True)
        self.no_text.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(self.no_text, 1)
        self.no_text.hide()
        return right

    def want_line(self, line: int | None) -> None:
        """Choose this line as soon as the next file is shown."""
        self._wanted_line = line

    def show_file(self, read: ReadFile | None) -> None:
        """Show a file, or nothing."""
        values = read.values if read else ()
        with QSignalBlocker(self.value_grid.selectionModel()):
            self.values.set_rows(values)
        conditions = {v.condition for v in values if v.condition}
        place = next(i for i, c in enumerate(self.values.columns) if c.key == "condition")
        self.value_grid.setColumnHidden(place, len(conditions) < 2)
        self.value_grid.fit_columns()
        self.problems.show_problems(read.detail.problems if read else ())
        self._show_text(read)
        if read is None:
            self.count_note.setText("")
            return
        read_values = sum(not v.text for v in values)
        said = counted(read_values, self.tr("1 value"), self.tr("{count} values"))
        self.count_note.setText(said)
        line, self._wanted_line = self._wanted_line, None
        if line is None and read.detail.file.status is Status.REFUSED:
            line = next((p.line for p in read.detail.problems if p.line), None)
        if line is None:
            line = next((v.line for v in values if v.line is not None), None)
        self._choose_line(line)

    def _show_text(self, read: ReadFile | None) -> None:
        self.file_name.setText(read.detail.file.name if read else "")
        lines = read.lines if read else ()
        self.no_text.setVisible(lines is None)
        self.text.setVisible(lines is not None)
        if read is None or lines is None:
            self.file_note.setText("")
            path = read.detail.file.path if read else ""
            self.no_text.setText(
                self.tr(
                    "This file is kept outside the study, and it is not found unchanged at {path}."
                ).format(path=path)
            )
            self.text.show_lines((), ())
            return
        count = counted(len(lines), self.tr("1 line"), self.tr("{count} lines"))
        self.file_note.setText(f"{read.detail.encoding.upper()}, {count}")
        marked = {v.line for v in read.values if v.line is not None}
        self.text.show_lines(lines, marked)

    def _choose_line(self, line: int | None) -> None:
        self.text.choose(line)
        if line is not None:
            self._choose_by_line(line)

    def _choose_value(self, row: int) -> None:
        if 0 <= row < len(self.values.rows):
            value: Value = self.values.rows[row]
            if value.line is not None:
                self.text.choose(value.line)

    def _choose_by_line(self, line: int) -> None:
        """Select the value that was read from a line."""
        for row, value in enumerate(self.values.rows):
            if value.line == line:
                column = next(i for i, c in enumerate(self.values.columns) if c.key == "figure")
                index = self.values.index(row, column)
                with QSignalBlocker(self.value_grid.selectionModel()):
                    self.value_grid.setCurrentIndex(index)
                self.value_grid.scrollTo(index)
                self.value_grid.viewport().update()
                return

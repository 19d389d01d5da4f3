"""Files and what was read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QSplitter, QVBoxLayout, QWidget

from arraywise.domain.database_report import DATABASE_REPORTS
from arraywise.domain.evidence import Metric, Origin, Status
from arraywise.domain.units import Unit
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.grid.sheet import with_find_bar
from arraywise.gui.pages.base import section_head
from arraywise.gui.pages.evidence.settings import (
    ReadFile,
    Value,
    clock_rows,
    describe_io_conditions,
    format_setting,
    list_choices,
    setting_rows,
)
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.banner import ProblemList
from arraywise.gui.widgets.controls import (
    ElidedLabel,
    flush,
    hairline,
    label,
    panel,
    with_accessible_name,
)
from arraywise.gui.widgets.messages import format_count
from arraywise.gui.widgets.trace_parts import RawText
from arraywise.store.reading.evidence import FileRow, list_files, read_file_detail
from arraywise.store.reading.inputs import list_options
from arraywise.store.reading.runs import read_io_setups, read_monitor_clock
from arraywise.store.reading.samples import read_statistics
from arraywise.usecases.edit_options import propose_options_for_unassigned
from arraywise.usecases.show_file import UNKNOWN_FORMAT, read_raw_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from arraywise.domain.evidence import Load, Measurement
    from arraywise.domain.messages import Problem
    from arraywise.domain.options import Option, OptionProposal
    from arraywise.domain.study import RunSetup
    from arraywise.store.reading.evidence import RunDetail
    from arraywise.store.reading.samples import SampleSet, SampleStatistics
    from arraywise.store.study import Study

translate = QCoreApplication.translate
_FEW_RUNS = 20  # of so many runs in a file at most, settings that nobody stated are shown too


def read_evidence_file(
    study: Study, file_id: int, before: ReadFile | None = None
) -> ReadFile | None:
    """Read everything that the lower half of the page shows; done in the background.

    The text of the file that was shown before is not read again.
    """
    detail = read_file_detail(study, file_id)
    if detail is None:
        return None
    clock = read_monitor_clock(study, file_id) if detail.file.sample_rows else None
    values = [] if clock is None else list(clock_rows(clock))
    for each in detail.runs:
        values += _list_run_values(each, few=len(detail.runs) <= _FEW_RUNS)
        for samples in each.sample_sets:
            values += [_sample_value(s, samples) for s in read_statistics(study, samples)]
    file, shown = detail.file, before.detail.file if before is not None else None
    is_same = shown is not None and (shown.id, shown.sha256) == (file.id, file.sha256)
    lines = before.lines if before is not None and is_same else None
    if lines is None:
        lines = read_raw_lines(study, file, detail.encoding)
    return ReadFile(detail, tuple(values), lines, clock)


def _list_run_values(detail: RunDetail, *, few: bool) -> list[Value]:
    run = detail.run
    complete = translate("Evidence", "complete")
    message = complete if run.complete else translate("Evidence", "incomplete")
    values = [Value(translate("Evidence", "Run"), message, None, "", text=run.name)]
    values += setting_rows(detail, all_of_them=few)
    values += [_measurement_value(m) for m in run.measurements]
    values += [
        Value(s.name, translate("Evidence", "{count} rows").format(count=len(s.values)),
              sum(s.values) / len(s.values) if len(s.values) else None, s.unit.value, line=s.line)
        for s in run.series
    ]  # fmt: skip
    return values


def _measurement_value(m: Measurement) -> Value:
    figure, unit = convert_to_display_unit(m.value, m.unit, m.metric)
    name = messages.display_name(m.metric)
    if m.metric is Metric.OTHER and m.group:
        name = m.group
    elif m.group:
        name = f"{name}, {m.group.replace('_', ' ')}"
    derived = m.origin is Origin.DERIVED
    place = (m.line, None if derived else m.column)
    statistic, load = messages.statistic_name(m.statistic), _describe_load(m.load)
    return Value(name, statistic, figure, unit, load, *place, derived=derived)


def _sample_value(s: SampleStatistics, samples: SampleSet) -> Value:
    name = s.series.name.replace("_", " ")
    if s.series.instance:
        name = f"{name}, {s.series.instance}"
    figure, unit = (None, s.series.unit.value)
    if s.mean is not None:
        figure, unit = convert_to_display_unit(s.mean, s.series.unit, None)
        if s.series.name.startswith("cpu_") and s.series.unit is Unit.ONE:
            figure, unit = s.mean * 100, "%"
    count = translate("Evidence", "mean of {count}").format(count=figures.number(s.rows))
    place = (samples.first_line, s.series.column_in_line)
    return Value(name, count, figure, unit, "", *place, digits=4)


def convert_to_display_unit(value: float, unit: Unit, metric: Metric | None) -> tuple[float, str]:
    """Return a value in the unit that people use for it, and that unit."""
    if unit is Unit.SECOND and (
        metric in {Metric.LATENCY, Metric.RESPONSE_TIME} or abs(value) < 1
    ):
        return value * 1000, "ms"
    if unit is Unit.BYTE_PER_SECOND:
        return value / 1e6, "MB/s"
    if unit is Unit.BYTE:
        return value / 1e6, "MB"
    return value, unit.value


def _describe_load(load: Load) -> str:
    parts = []
    if load.users is not None:
        parts.append(messages.format_users(load.users))
    if load.small_ios is not None:
        parts.append(translate("Evidence", "small {count}").format(count=load.small_ios))
    if load.large_ios is not None:
        parts.append(translate("Evidence", "large {count}").format(count=load.large_ios))
    return ", ".join(parts)


def value_columns(
    edit: Callable[[Value, str], None], choices: Callable[[object], tuple[str, ...]]
) -> tuple[Column, ...]:
    """Return the columns of the grid of values; `edit` takes settings that are typed."""
    return (
        Column("value", translate("Evidence", "Value"), _name_cell, min_width=130, max_width=188,
               stretch=True),
        Column("statistic", translate("Evidence", "Statistic"),
               lambda v: Cell(v.statistic, colour="text2", tip=v.tip), max_width=180),
        Column("condition", translate("Evidence", "Condition"),
               lambda v: Cell(v.condition, colour="text2"), max_width=120),
        Column("figure", translate("Evidence", "Read as"), _figure_cell, right=True, min_width=84,
               edit=edit, is_editable=lambda v: bool(v.setting), choices=choices),
        Column("unit", translate("Evidence", "Unit"), lambda v: Cell(v.unit, colour="text2")),
        Column("line", translate("Evidence", "Line"), _line_cell, right=True),
    )  # fmt: skip


def _name_cell(value: Value) -> Cell:
    if value.text:
        return Cell(value.text, bold=True, heading=True, tip=value.text)
    note = translate("Evidence", "derived") if value.derived else value.note
    return Cell(value.name, note=note, tip=value.tip)


def _figure_cell(value: Value) -> Cell:
    if value.text:
        return Cell()
    if value.setting:
        return Cell(value.typed, bold=value.is_typed, guess=value.is_guess, tip=value.tip)
    if value.figure is None:
        return Cell(missing=True)
    return Cell(figures.plain(value.figure, value.digits), number=value.figure)


def _line_cell(value: Value) -> Cell:
    if value.line is None:
        return Cell()
    return Cell(figures.number(value.line), number=value.line, colour="accent")


_MOST_FOR_VALUES = 0.6  # of the width, for the values that were read
_CONDITION, _FIGURE = 2, 3  # places of columns of values


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
        self.addWidget(self._build_values_panel())
        self.addWidget(self._build_text_panel())
        self.setStretchFactor(0, 0)
        self.setStretchFactor(1, 1)
        self.setSizes([theme.px(480), 700])
        self._values_need = 0
        self._is_chosen = False  # whether the user said how the two share the width
        self.splitterMoved.connect(self._mark_split_as_chosen)

    def _build_values_panel(self) -> QWidget:
        left = panel()
        left.setMinimumWidth(theme.px(440))
        head, _title, self.count_note = section_head(self.tr("What was read"))
        self.problems = ProblemList()
        self.problems.line_chosen.connect(lambda line: self._show_position(line, None))
        self.problems.mark_chosen.connect(self.mark_chosen)
        self.values = RowsModel(value_columns(self.setting_typed.emit, self._list_choices), self)
        self.value_grid = with_accessible_name(
            Grid(self.values), self.tr("Values read from this file")
        )
        self.value_grid.selectionModel().currentRowChanged.connect(
            lambda now, _before: self._show_position_of_value(now.row())
        )
        revert = QAction(self.tr("Use the file's value"), self.value_grid)
        revert.setShortcut(Qt.Key.Key_Delete)
        revert.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        revert.triggered.connect(lambda _checked=False: self.revert_selected())
        self.value_grid.addAction(revert)
        line, grid = hairline(Qt.Orientation.Horizontal), with_find_bar(self.value_grid)
        flush(QVBoxLayout(left), head, line, self.problems, (grid, 1))
        return left

    def _mark_split_as_chosen(self) -> None:
        self._is_chosen = True

    def _widen_values(self) -> None:
        """Give the values the width of their columns, as far as the text beside them bears it."""
        values, text = self.sizes()
        wanted = min(self._values_need, int((values + text) * _MOST_FOR_VALUES))
        if not self._is_chosen and wanted > values:
            self.setSizes([wanted, values + text - wanted])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self._widen_values()

    def _list_choices(self, index: object) -> tuple[str, ...]:
        if not isinstance(index, QModelIndex):
            return ()
        return list_choices(self.read, self.values.rows[index.row()])

    def revert_selected(self) -> None:
        """Take back what was typed in the selected rows."""
        places = {i.row() for i in self.value_grid.selectionModel().selectedIndexes()}
        for value in [self.values.rows[place] for place in sorted(places)]:
            if value.is_typed:
                self.setting_typed.emit(value, "")

    def _build_text_panel(self) -> QWidget:
        right, legend = panel(), ElidedLabel("text3")
        legend.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        legend.is_whole = True  # it takes two lines before the file's name is cut
        legend.setText(self.tr("a value was read here"))
        head, self.file_name, self.file_note = section_head("", "", _Swatch(), legend)
        self.file_note.is_whole = True
        self.text = RawText()
        self.text.place_chosen.connect(self._select_value_at)
        self.no_text = label("", "control", "text2", wraps=True)
        self.no_text.setContentsMargins(16, 12, 16, 12)
        self.no_text.setAlignment(Qt.AlignmentFlag.AlignTop)
        line = hairline(Qt.Orientation.Horizontal)
        flush(QVBoxLayout(right), head, line, (self.text, 1), (self.no_text, 1))
        self.no_text.hide()
        return right

    def choose_in_next_file(self, line: int | None, column: int | None = None) -> None:
        """Remember a line and a character to choose as soon as the next file is shown."""
        self._wanted_line, self._wanted_column = line, column

    def show_file(self, read: ReadFile | None) -> None:
        """Show a file, or nothing; one that was shown before stays where it is."""
        ids = {None if each is None else each.detail.file.id for each in (read, self.read)}
        is_same = len(ids) == 1 and self._wanted_line is None
        self.read = read
        values = read.values if read else ()
        here = self.value_grid.currentIndex()
        with QSignalBlocker(self.value_grid.selectionModel()):
            self.values.set_rows(values)
        conditions = {v.condition for v in values if v.condition}
        self.value_grid.setColumnHidden(_CONDITION, len(conditions) < 2)
        self.value_grid.fit_columns()
        bar = self.value_grid.verticalScrollBar().sizeHint().width()
        self._values_need = self.value_grid.needed_width() + bar + 2
        self._widen_values()
        self.problems.show_problems(read.detail.problems if read else ())
        self._show_text(read)
        read_values = sum(not v.text and not v.setting for v in values)
        message = format_count(read_values, self.tr("1 value"), self.tr("{count} values"))
        self.count_note.setText(message if read else "")
        if is_same:
            with QSignalBlocker(self.value_grid.selectionModel()):
                self.value_grid.select_cell(self.values.index(here.row(), here.column()))
        elif read is not None:
            self._show_first_position(read)

    def discard_text(self) -> None:
        """Discard the text, so that it is read again with the file."""
        if self.read is not None:
            self.read = replace(self.read, lines=None)

    def _show_first_position(self, read: ReadFile) -> None:
        """Show the requested line, else the first problem of a refused file, else a value."""
        line, self._wanted_line = self._wanted_line, None
        column, self._wanted_column = self._wanted_column, None
        if line is None and read.detail.file.status is Status.REFUSED:
            line = next((p.line for p in read.detail.problems if p.line), None)
        if line is None:
            first = next((v for v in read.values if v.line is not None), None)
            line, column = (first.line, first.column) if first else (None, None)
        self._show_position(line, column)

    def _show_text(self, read: ReadFile | None) -> None:
        self.file_name.setText(read.detail.file.name if read else "")
        lines = read.lines if read else None
        why = self._no_text_reason(read)
        self.no_text.setText(why)
        self.no_text.setVisible(bool(why))
        self.text.setVisible(not why)
        if read is None or lines is None or why:
            self.file_note.setText("")
            self.text.show_lines(None, {})
            return
        count = format_count(len(lines), self.tr("1 line"), self.tr("{count} lines"))
        self.file_note.setText(f"{read.detail.encoding.upper()}, {count}")
        marked: dict[int, list[int]] = {}
        for value in read.values:
            if value.line is not None:
                columns = marked.setdefault(value.line, [])
                columns += [] if value.column is None else [value.column]
        self.text.show_lines(lines, marked)

    def _no_text_reason(self, read: ReadFile | None) -> str:
        """Return why there is no text to show; nothing where there is one."""
        if read is None:
            return ""
        file = read.detail.file
        if read.lines is None:
            gone = self.tr("This file is not in the study and is missing or changed at {path}.")
            return gone.format(path=file.path)
        kind = read.lines.non_text_kind if file.status is Status.REFUSED else ""
        if not kind:
            return ""
        message = self.tr("Not a text: {size} bytes.")
        if kind != UNKNOWN_FORMAT:
            message = self.tr("Not text: {size} bytes, format {kind}.")
        return message.format(size=figures.number(file.size_bytes), kind=kind)

    def _show_position(self, line: int | None, column: int | None) -> None:
        self.text.choose(line, column)
        if line is not None:
            self._select_value_at(line, column)

    def _show_position_of_value(self, row: int) -> None:
        if 0 <= row < len(self.values.rows):
            value: Value = self.values.rows[row]
            self.text.choose(value.line, value.column)

    def _select_value_at(self, line: int, column: int | None = None) -> None:
        """Select the value that was read from a place: the nearest of its line."""
        rows = self.values.rows
        on_line = [row for row, value in enumerate(rows) if value.line == line]
        if not on_line:
            return
        row = min(on_line, key=lambda row: _distance(rows[row], column))
        index = self.values.index(row, _FIGURE)
        with QSignalBlocker(self.value_grid.selectionModel()):
            self.value_grid.select_cell(index)
        self.value_grid.scrollTo(index)
        self.value_grid.viewport().update()
        self.text.choose(line, rows[row].column)


def _distance(value: Value, column: int | None) -> int:
    """Return how far from a character a value begins; those that begin after it come later."""
    if column is None or value.column is None:
        return 0
    after = value.column - column
    return -after if after <= 0 else after * 100


STATUS_SIGNS = {
    Status.READ: ("pass-measured", "pass"),
    Status.READ_WITH_PROBLEMS: ("warning", "warn"),
    Status.INCOMPLETE: ("warning", "warn"),
    Status.REFUSED: ("fail", "fail"),
}
"""Icon and colour of each way that reading can end."""


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """A file of the grid."""

    file: FileRow
    position: int | None  # position of its option
    reason: Problem | None  # why it was refused
    io_runs: tuple[tuple[RunSetup, tuple[int, ...]], ...] = ()
    """Setup and numbers of outstanding small I/Os of its runs of I/O."""

    @property
    def is_guessed(self) -> bool:
        """Whether its option, or what its runs were made with, is a guess; none where refused."""
        if self.file.status is Status.REFUSED:
            return False
        return self.file.option_is_guess or bool(self.file.guessed)


@dataclass(frozen=True, slots=True)
class EvidenceList:
    """All that the upper half of the page shows."""

    rows: tuple[EvidenceRow, ...]
    options: tuple[Option, ...]
    proposals: tuple[OptionProposal, ...] = ()  # options that names of files without one speak of

    @property
    def unassigned_count(self) -> int:
        """Files that were read and lack an option; a database report needs none."""
        return sum(
            r.file.option_id is None
            and r.file.status is not Status.REFUSED
            and r.file.tool not in DATABASE_REPORTS
            for r in self.rows
        )


def read_evidence_list(study: Study) -> EvidenceList:
    """Read the files with their options, real and proposed, and the reasons of refusals."""
    options = list_options(study)
    positions = {o.id: o.position for o in options}
    files = list_files(study)
    runs = read_io_setups(study)
    rows = tuple(
        EvidenceRow(
            f,
            positions.get(f.option_id or 0),
            _refusal_reason(study, f),
            tuple(runs.get(f.id, ())),
        )
        for f in files
    )
    return EvidenceList(rows, options, propose_options_for_unassigned(files))


def _refusal_reason(study: Study, file: FileRow) -> Problem | None:
    if file.status is not Status.REFUSED:
        return None
    detail = read_file_detail(study, file.id)
    problems = detail.problems if detail else ()
    return max(problems, key=lambda p: p.severity == "error", default=None)


def describe_refusal(row: EvidenceRow) -> str:
    """Return why a file was refused, with the line."""
    if row.reason is None:
        return ""
    message = messages.translate_message(row.reason.message)
    if row.reason.line is None:
        return message
    text = translate("Evidence", "line {line}: {reason}")
    return text.format(line=figures.number(row.reason.line), reason=message)


def file_columns(
    assign: Callable[[EvidenceRow, str], None],
    names: Callable[[], tuple[str, ...]],
    set_users: Callable[[EvidenceRow, str], None],
) -> tuple[Column, ...]:
    """Return the columns; `assign` takes an option's name, `set_users` the number of users."""
    return (
        Column("file", translate("Evidence", "File"),
               lambda r: Cell(r.file.name, tip=r.file.path), min_width=150, max_width=300,
               shrinks_to=150),
        Column("tool", translate("Evidence", "Tool"), _tool_cell, max_width=150, shrinks_to=80),
        Column("run_type", translate("Evidence", "Run type"),
               lambda r: Cell(messages.run_type_name(r.file.run_type or "")), max_width=190,
               shrinks_to=90),
        Column("status", translate("Evidence", "Status"), _status_cell, max_width=180),
        Column("option", translate("Evidence", "Option"), _option_cell, min_width=110,
               max_width=220, shrinks_to=110,
               edit=assign, choices=lambda _row: names(),
               is_editable=lambda r: r.file.status is not Status.REFUSED),
        Column("condition", translate("Evidence", "Condition"), _test_condition_cell, min_width=90,
               max_width=190,
               stretch=True, edit=set_users,
               is_editable=lambda r: bool(r.file.run_count) and len(r.file.users) < 2),
        Column("rows", translate("Evidence", "Rows"), _rows_cell, right=True),
        Column("warnings", translate("Evidence", "Warn."), _warnings_cell, right=True),
        Column("sha256", "SHA-256", _hash_cell),
    )  # fmt: skip


def _tool_cell(row: EvidenceRow) -> Cell:
    return Cell(f"{messages.tool_name(row.file.tool)} {row.file.tool_version or ''}".rstrip())


def _status_cell(row: EvidenceRow) -> Cell:
    icon, colour = STATUS_SIGNS[row.file.status]
    return Cell(messages.display_name(row.file.status), icon=icon, colour=colour, bold=True,
                 tip=describe_refusal(row))  # fmt: skip


def _option_cell(row: EvidenceRow) -> Cell:
    if row.file.status is Status.REFUSED:
        message = describe_refusal(row)
        return Cell(message, colour="text2", tip=message, overflows=True)
    if row.file.option_name is None:
        if row.file.tool in DATABASE_REPORTS:
            return Cell("", note=translate("Evidence", "needs no option"))
        return Cell("", note=translate("Evidence", "choose an option"))
    guess = row.file.option_is_guess
    note = translate("Evidence", "guess") if guess else ""
    return Cell(row.file.option_name, marker=row.position, note=note, guess=guess)


_IN_CONDITION = frozenset({"users", "repetition", "degraded"})


def _test_condition_cell(row: EvidenceRow) -> Cell:
    """Return users and repetition, or the I/O conditions; guesses dotted, typed ones bold."""
    file, made = row.file, describe_io_conditions(row.io_runs)
    parts = [_format_users(file.users)] if file.users else []
    if len(file.repetitions) == 1:
        parts.append(translate("Evidence", "run {number}").format(number=file.repetitions[0]))
    parts += [format_setting("degraded", state) for state in file.degraded]
    if not parts:
        return Cell(made, tip=made)
    guess = bool(_IN_CONDITION & set(file.guessed))
    typed = bool(_IN_CONDITION & set(file.typed))
    tip = made
    if guess:
        tip = translate("Evidence", "Guessed from the file or folder name")
    elif typed:
        tip = translate("Evidence", "Typed by the user")
    return Cell(", ".join(parts), bold=typed, guess=guess, note=made, tip=tip)


def _format_users(users: tuple[int, ...]) -> str:
    if len(users) == 1:
        return messages.format_users(users[0])
    return translate("Evidence", "{low} to {high} users").format(low=users[0], high=users[-1])


def _rows_cell(row: EvidenceRow) -> Cell:
    rows = row.file.sample_rows
    return Cell(figures.number(rows), number=rows) if rows else Cell()


def _warnings_cell(row: EvidenceRow) -> Cell:
    count = row.file.warnings
    return Cell(str(count), number=count, colour="warn" if count else "text3")


def _hash_cell(row: EvidenceRow) -> Cell:
    sha = row.file.sha256
    return Cell(f"{sha[:6]}\u2026{sha[-4:]}", mono=True, colour="text3", tip=sha)

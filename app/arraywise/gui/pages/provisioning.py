"""The page of provisioning times: steps as rows, repetitions as columns, and their comparison."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout

from arraywise.domain.cells import CellAddress, column_letters
from arraywise.domain.estimates import LeastLikelyMost, MeanAndError
from arraywise.domain.messages import UserError
from arraywise.domain.options import build_provisioning_time, complete_repetition_sums
from arraywise.domain.units import SECONDS_PER_MINUTE
from arraywise.gui.charts.painted import PictureButton, ReadableChart
from arraywise.gui.grid.model import Cell, Column
from arraywise.gui.pages.base import (
    CollapsiblePair,
    EmptyState,
    InputText,
    OptionSheetPage,
    build_side_panel,
    faulty_cell,
    read_input_text,
    section_head,
)
from arraywise.gui.session.page_requests import ShowStatus
from arraywise.gui.widgets import figures, messages, painting, theme
from arraywise.gui.widgets.controls import button, fill, panel
from arraywise.usecases.changes import Changes
from arraywise.worksheets.fields import provisioning_sheet_key
from arraywise.worksheets.input_parsing import (
    convert_decimal_mark,
    drop_heading_row,
    minutes_to_seconds,
    parse_minutes,
)
from arraywise.worksheets.sheets import SheetEdit, list_step_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QWidget

    from arraywise.domain.cells import InputCell
    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.estimates import Estimate
    from arraywise.domain.options import ProvisioningTime
    from arraywise.gui.charts.painted import Table
    from arraywise.gui.session.session import Session, SheetValues


translate = QCoreApplication.translate
_LEAST_REPETITIONS = 5


@dataclass(frozen=True, slots=True)
class StepRow:
    """A row of the grid."""

    place: int
    name: str
    minutes: tuple[float | Estimate | None, ...]
    typed: tuple[tuple[int, InputText], ...] = ()  # by repetition
    is_new: bool = False

    @property
    def is_offered(self) -> bool:
        """Whether it is the empty row, which stays at the end however rows are sorted."""
        return self.is_new


class Steps:
    """The sheet of one option: its readings by step, and the cells that hold typed text."""

    def __init__(
        self, option_id: int, times: tuple[ProvisioningTime, ...], sheets: SheetValues
    ) -> None:
        self._key = provisioning_sheet_key(option_id)
        self._sheets = sheets
        self.names = list_step_names(option_id, times, sheets.cells)
        self.minutes: list[dict[int, float | Estimate]] = [{} for _ in self.names]
        """By repetition, from 1; one entry a step."""
        for time in times:
            row = self.names.index(time.step)
            self.minutes[row][time.repetition] = _time_in_minutes(time)
        self.typed = {
            (p.row, p.column): sheets.typed_text(p) or ""
            for p in sheets.cells
            if p.sheet == self._key and p.column > 0
        }

    @property
    def repetitions(self) -> int:
        """How many repetitions there are, five at least."""
        most = max((max(row, default=0) for row in self.minutes), default=0)
        return max(_LEAST_REPETITIONS, most, *(column for _, column in self.typed), 0)

    def times(self) -> tuple[ProvisioningTime, ...]:
        """Return the readings and estimates that are valid."""
        return tuple(
            build_provisioning_time(name, repetition, minutes_to_seconds(row[repetition]))
            for name, row in zip(self.names, self.minutes, strict=True)
            for repetition in sorted(row)
        )

    def rows(self) -> tuple[StepRow, ...]:
        """Return the rows, with an empty one for a new step."""
        count = self.repetitions + 1
        typed: dict[int, list[tuple[int, InputText]]] = {}
        for row, n in self.typed:
            cell = CellAddress(self._key, row, n)
            typed.setdefault(row, []).append(
                (n, read_input_text(self._sheets, cell, _describe_refused_time))
            )
        built = [
            StepRow(
                place,
                name,
                tuple(minutes.get(n) for n in range(1, count + 1)),
                tuple(typed.get(place, ())),
            )
            for place, (name, minutes) in enumerate(zip(self.names, self.minutes, strict=True))
        ]
        return (*built, StepRow(len(built), "", (None,) * count, is_new=True))

    def enter_text(self, place: int, column: int, text: str) -> None:
        """Write a typed text into a cell: column 0 is the step's name, then repetitions from 1."""
        text = text.strip()
        while place >= len(self.names):
            if not text:
                return
            self._insert_empty_step()
        if column == 0:
            if text and text not in self.names:
                self.names[place] = text
            return
        self.typed.pop((place, column), None)
        self.minutes[place].pop(column, None)
        if text.startswith("="):
            self.typed[place, column] = text
        elif text:
            try:
                self.minutes[place][column] = parse_minutes(text, self._sheets.decimal)
            except UserError:
                self.typed[place, column] = text

    def _insert_empty_step(self, place: int | None = None) -> None:
        at = len(self.names) if place is None else place
        self.names.insert(at, self._unused_step_name())
        self.minutes.insert(at, {})

    def _unused_step_name(self) -> str:
        number = len(self.names) + 1
        base = translate("Provisioning", "Step {number}")
        while base.format(number=number) in self.names:
            number += 1
        return base.format(number=number)

    def remove_step(self, place: int) -> None:
        """Remove a step."""
        if place < len(self.names):
            del self.names[place], self.minutes[place]
            self._shift_typed_rows(place, -1)

    def insert_step(self, place: int) -> None:
        """Insert a new step before another one."""
        self._shift_typed_rows(place, 1)
        self._insert_empty_step(place)

    def _shift_typed_rows(self, place: int, by: int) -> None:
        self.typed = {
            (row + by if row >= place else row, column): text
            for (row, column), text in self.typed.items()
            if not (by < 0 and row == place)
        }

    def update_formula_texts(self, cells: Mapping[CellAddress, InputCell]) -> None:
        """Take over the texts of formulas after rows came or went."""
        for row, column in self.typed:
            cell = cells.get(CellAddress(self._key, row, column))
            if cell is not None:
                self.typed[row, column] = convert_decimal_mark(
                    cell.text, cell.decimal, self._sheets.decimal
                )

    def cells(self) -> dict[CellAddress, InputCell]:
        """Return the cells that are kept as typed, and the names that hold their rows."""
        stored = dict(self.typed)
        for row, name in enumerate(self.names):
            if not self.minutes[row] or any(at == row for at, _ in self.typed):
                stored[row, 0] = name
        places = {CellAddress(self._key, *at): text for at, text in stored.items()}
        return {place: self._sheets.build_cell(place, text) for place, text in places.items()}


def _time_in_minutes(time: ProvisioningTime) -> float | Estimate:
    if time.estimate is not None:
        return time.estimate.scaled(1 / SECONDS_PER_MINUTE)
    return time.seconds / SECONDS_PER_MINUTE


def _describe_refused_time(text: str) -> str:
    """Return why a text is no time, or was none with the decimal mark that it was typed with."""
    try:
        parse_minutes(text, QLocale().decimalPoint())
    except UserError as error:
        return messages.error_text(error)
    return translate("Provisioning", "Not a valid time: enter it again")


def step_columns(
    repetitions: int, edit: Callable[[StepRow, int, str], None]
) -> tuple[Column, ...]:
    """Return the columns; the last repetition is an empty one to type into."""
    step = Column(
        "step",
        translate("Provisioning", "Step"),
        _name_cell,
        min_width=180,
        stretch=True,
        edit=lambda row, text: edit(row, 0, text),
        letter="A",
    )
    typed = tuple(_repetition_column(number, edit) for number in range(1, repetitions + 1))
    mean = Column(
        "mean", translate("Provisioning", "Mean"), _mean_cell, translate("Provisioning", "min"),
        right=True, min_width=64,
    )  # fmt: skip
    return (step, *typed, mean)


def _name_cell(row: StepRow) -> Cell:
    if row.is_new:
        return Cell(note=translate("Provisioning", "New step: type its name"))
    return Cell(row.name)


def _repetition_column(number: int, edit: Callable[[StepRow, int, str], None]) -> Column:
    def show(row: StepRow) -> Cell:
        typed = dict(row.typed).get(number)
        if typed is not None and typed.fault:
            return faulty_cell(typed.shown, typed.fault, typed.text)
        value = row.minutes[number - 1] if number <= len(row.minutes) else None
        if value is None:
            return Cell() if typed is None else Cell(typed.text, italic=True, typed=typed.text)
        if not isinstance(value, float):
            text = figures.format_estimate(value)
            return Cell(text, number=value.mean, tip=_describe_estimate(value))
        text = figures.number(value, 2)
        shown = Cell(text, number=value)
        return shown if typed is None else replace(shown, typed=typed.text, formula=True)

    return Column(
        f"r{number}",
        translate("Provisioning", "Run {number}").format(number=number),
        show,
        translate("Provisioning", "min"),
        right=True,
        min_width=56,
        tip=translate(
            "Provisioning",
            "Measured minutes, or an estimate: mean ± standard error ({0}), or least / most"
            " likely / most ({1})",
        ).format(*estimate_examples()),
        edit=lambda row, text: edit(row, number, text),
        letter=column_letters(number),
        formulas=True,
    )


def estimate_examples() -> tuple[str, str]:
    """Return an estimate in either way of typing it."""
    judged = (MeanAndError(12, 1.5), LeastLikelyMost(10, 12, 20))
    return figures.format_estimate(judged[0]), figures.format_estimate(judged[1])


def _describe_estimate(minutes: Estimate) -> str:
    """Describe what an estimate amounts to."""
    text = translate("Provisioning", "Estimate: mean {mean} min, 95 % {low} to {high} min")
    ends = (minutes.quantile(0.025), minutes.quantile(0.975))
    low, high = (figures.number(max(0.0, end), 1) for end in ends)
    return text.format(mean=figures.number(minutes.mean, 1), low=low, high=high)


def _mean_cell(row: StepRow) -> Cell:
    known = [m if isinstance(m, float) else m.mean for m in row.minutes if m is not None]
    if not known:
        return Cell(sunken=True)
    mean = fmean(known)
    return Cell(figures.number(mean, 1), number=mean, colour="text2", sunken=True)


_BLOCK, _TALL = 58, 110
"""Least and greatest height of an option's block; blocks share the room that there is."""
_LINE = 20
_APART = 9  # pixels from the middle to the dots and to the interval, where there is room for both
_DOT = 4.5
_FOOT = 40


class ProvisioningDots(ReadableChart):
    """A dot plot."""

    def __init__(self) -> None:
        super().__init__()
        self._options: tuple[OptionAnswer, ...] = ()
        self._sums: dict[int, list[float]] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_answer(
        self, answer: Answer, times: Mapping[int, tuple[ProvisioningTime, ...]]
    ) -> None:
        """Draw the times of an answer's options; a dot is the sum of one whole repetition."""
        self._options = tuple(
            sorted(answer.options, key=lambda o: o.provisioning_s.point or float("inf"))
        )
        self._sums = {id_: complete_repetition_sums(result) for id_, result in times.items()}
        said = ", ".join(
            f"{o.option.name} {figures.number(o.provisioning_s.point / 60, 1)} min"
            for o in self._options
            if o.provisioning_s.point is not None
        )
        self.setAccessibleName(self.tr("Time to provide storage: {all}").format(all=said))
        self.updateGeometry()
        self.update()

    def readable_points(self) -> list[QPointF]:
        """Return a place on each option's block."""
        return [
            QPointF(self.width() / 2, (at + 0.5) * self._block_height())
            for at in range(len(self._options))
        ]

    def table(self) -> Table:
        """Return mean, interval and repetitions, in minutes, and the ease factor."""
        most = max(map(len, self._sums.values()), default=0)
        message = (
            translate("Charts", "Option"), translate("Charts", "Minutes"),
            translate("Charts", "Low", "interval"), translate("Charts", "High"),
            translate("Charts", "Effort"),
        )  # fmt: skip
        rows: Table = [[*message, *(f"{number}." for number in range(1, most + 1))]]
        for each in self._options:
            result = each.provisioning_s
            times = (result.point, result.low, result.high)
            minutes = [None if seconds is None else seconds / 60 for seconds in times]
            sums = [seconds / 60 for seconds in self._sums.get(each.option.id, [])]
            rows.append([each.option.name, *minutes, each.ease_factor, *sums])
        return rows

    def describe_at(self, point: QPointF) -> str:
        """Return mean, interval and repetitions of the option at a place."""
        at = int(point.y() // self._block_height())
        if not 0 <= at < len(self._options):
            return ""
        option = self._options[at]
        lines, interval = (
            [f"{option.option.name}: {self._describe_mean_time(option)}"],
            option.provisioning_s,
        )
        if interval.low is not None and interval.high is not None:
            text = self.tr("95 % interval {low} to {high} min")
            low, high = (figures.number(s / 60, 1) for s in (interval.low, interval.high))
            lines.append(text.format(low=low, high=high))
        sums = self._sums.get(option.option.id, [])
        if sums:
            minutes = ", ".join(figures.number(s / 60, 1) for s in sums)
            lines.append(self.tr("Repetitions: {minutes} min").format(minutes=minutes))
        return "\n".join(lines)

    def sizeHint(self) -> QSize:
        """Return the height of the blocks and the axis."""
        return QSize(360, len(self._options) * theme.px(_BLOCK) + theme.px(_FOOT))

    def minimumSizeHint(self) -> QSize:
        """Return the same: a lower page scrolls."""
        return QSize(240, self.sizeHint().height())

    def _block_height(self) -> float:
        """Return the height of an option's block."""
        room = (self.height() - theme.px(_FOOT)) / max(1, len(self._options))
        return min(theme.px(_TALL), max(theme.px(_BLOCK), room))

    def _end_s(self) -> float:
        ends = [s for sums in self._sums.values() for s in sums]
        ends += [o.provisioning_s.high or o.provisioning_s.point or 0.0 for o in self._options]
        return max(ends, default=0.0) * 1.05

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a block an option and the axis."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        end = self._end_s()
        for place, option in enumerate(self._options):
            self._paint_block(painter, option, place * self._block_height(), end)
        if end > 0:
            self._paint_axis(painter, len(self._options) * self._block_height() + 4, end)

    def _x_at(self, seconds: float, end: float) -> float:
        return 6 + (self.width() - 12) * seconds / end

    def _paint_block(
        self, painter: QPainter, option: OptionAnswer, top: float, end: float
    ) -> None:
        look = theme.look()
        middle, right = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
        position = option.option.position
        painting.paint_marker(painter, QPointF(6, top + theme.px(10)), position, 11)
        painter.setFont(theme.font("body", bold=True))
        painter.setPen(look["text"])
        line = QRectF(17, top, self.width() - 17, theme.px(_LINE))
        painter.drawText(line, middle, option.option.name)
        painter.setFont(theme.font("body"))
        painter.setPen(look["text2"])
        painter.drawText(line, middle | right, self._describe_mean_time(option))
        if option.provisioning_s.point is not None and end > 0:
            self._paint_times(painter, option, top, end)

    def _paint_times(
        self, painter: QPainter, option: OptionAnswer, top: float, end: float
    ) -> None:
        """Draw the repetitions, below them mean and interval."""
        look, interval = theme.look(), option.provisioning_s
        colour = look.option(option.option.position).line
        y = top + (theme.px(_LINE) + self._block_height()) / 2
        apart = min(theme.px(_APART), (self._block_height() - theme.px(_BLOCK)) / 4)
        painter.setPen(QPen(look["hair"], 1))
        painter.drawLine(QPointF(0, y), QPointF(self.width(), y))
        faint = QColor(colour)
        faint.setAlphaF(0.55)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faint)
        for seconds in self._sums.get(option.option.id, ()):
            painter.drawEllipse(QPointF(self._x_at(seconds, end), y - apart), _DOT, _DOT)
        if interval.low is not None and interval.high is not None:
            ends = (self._x_at(interval.low, end), self._x_at(interval.high, end))
            painting.paint_interval(painter, ends, y + apart, colour, 5)
        painter.setPen(QPen(look["text"], 2))
        x = self._x_at(interval.point or 0.0, end)
        painter.drawLine(QPointF(x, y + apart - 8), QPointF(x, y + apart + 8))

    def _describe_mean_time(self, option: OptionAnswer) -> str:
        point = option.provisioning_s.point
        if point is None:
            return self.tr("no times yet")
        text = self.tr("{minutes} min, {factor} times the quickest")
        return text.format(
            minutes=figures.number(point / 60, 1),
            factor=figures.number(option.ease_factor, 2),
        )

    def _paint_axis(self, painter: QPainter, y: float, end: float) -> None:
        look = theme.look()
        painter.setPen(QPen(look["border_strong"], 1))
        painter.drawLine(QPointF(6, y), QPointF(self.width() - 6, y))
        painter.setFont(theme.font("caption"))
        step = _tick_interval_minutes(end / 60)
        minutes = 0.0
        while minutes * 60 <= end:
            x = self._x_at(minutes * 60, end)
            painter.setPen(QPen(look["border_strong"], 1))
            painter.drawLine(QPointF(x, y), QPointF(x, y + 4))
            painter.setPen(look["text3"])
            box = QRectF(max(0.0, x - 20), y + 5, 40, theme.px(16))
            side = Qt.AlignmentFlag.AlignHCenter if x > 20 else Qt.AlignmentFlag.AlignLeft
            painter.drawText(box, side, figures.plain(minutes))
            minutes += step
        painter.drawText(
            QRectF(0, y + theme.px(18), self.width(), theme.px(16)),
            Qt.AlignmentFlag.AlignRight,
            self.tr("minutes"),
        )


def _tick_interval_minutes(minutes: float) -> float:
    """Return a round distance of axis ticks for about six of them."""
    for step in (0.5, 1, 2, 5, 10, 20, 30, 60, 120, 240, 480, 1440):
        if minutes / step <= 7:
            return step
    return minutes / 6


_SIDE_WIDTH = 420
_ROOM_FOR_BOTH = 1000


class ProvisioningPage(OptionSheetPage):
    """Stop-watch readings and estimates."""

    key = "provisioning"
    icon = "provisioning"

    def __init__(self, session: Session) -> None:
        title, lines = self.tr("Provisioning"), self.tr("Steps and repetitions")
        super().__init__(session, title, lines, provisioning_sheet_key)
        self._shows_unreadable = False
        self.grid.paste_by_headings = self._apply_headed_block
        self.dots = ProvisioningDots()
        remove = button(self.tr("Delete steps"), self.remove_lines, kind="flat", sign="remove")
        main, side = self._build_main(), self._build_comparison_panel()
        self._next_to = CollapsiblePair(main, side, self.tr("Side by side"), _ROOM_FOR_BOTH)
        self.add_to_head(self._next_to.toggle, remove)
        self.set_body(self._next_to.body, self._build_empty())

    def _build_comparison_panel(self) -> QWidget:
        inside, title = panel(), self.tr("Time to provide storage")
        note, picture = self.tr("mean, 95 % and repetitions"), PictureButton(self.dots, title)
        head, _title, _note = section_head(title, note, picture)
        dots = fill(QVBoxLayout(), self.dots, margins=(16, 4, 16, 0))
        fill(QVBoxLayout(inside), head, (dots, 1), margins=(0, 0, 0, 12), spacing=0)
        return build_side_panel(inside)

    def _build_empty(self) -> EmptyState:
        return self.build_no_evidence_state(
            self.tr("No options to time yet"),
            self.tr(
                "Import result files and assign them to options; each option then has a sheet"
                " of steps and repetitions here."
            ),
        )

    def refresh(self, changes: Changes) -> None:
        """Show the session's times."""
        facts, answer = self._session.facts, self._session.answer
        if facts is None or answer is None or changes is Changes.NOTHING:
            return
        self.show_empty(empty=not facts.options)
        message = self.tr("minutes: five measured repetitions, or estimates such as {all}")
        self.subtitle.setText(message.format(all=", ".join(estimate_examples())))
        self.tabs.show_options(tuple(known.option for known in facts.options))
        times = {known.option.id: known.provisioning for known in facts.options}
        self.dots.show_answer(answer, times)
        if not changes.is_question_only:
            self._show_sheet()

    def _front_steps(self) -> Steps:
        """Return what the grid shows of the option in front."""
        known = self._session.option_facts(self.front.id)
        return Steps(self.front.id, known.provisioning if known else (), self._sheets)

    def _show_sheet(self) -> None:
        if self.tabs.option is None:
            return
        steps = self._front_steps()
        if len(self.model.columns) != steps.repetitions + 3:
            self.model.set_columns(step_columns(steps.repetitions + 1, self._edit))
        rows = steps.rows()
        self.model.set_rows(rows)
        self._show_unreadable_count(
            sum(bool(typed.fault) for row in rows for _, typed in row.typed)
        )
        self.grid.fit_columns()
        self.grid.ensure_current()

    def _show_unreadable_count(self, faults: int) -> None:
        """State that cells cannot be read: the time is that of the others; 0 takes it back."""
        if faults:
            message = self.tr("Cells that cannot be read: {count}").format(count=faults)
            self.banner.show_message("warn", message, self.tr("The other cells give the time."))
        elif self._shows_unreadable:
            self.banner.hide()
        self._shows_unreadable = bool(faults)

    def _edit(self, row: StepRow, column: int, text: str) -> None:
        self._enter_texts((row.place, column, text))

    def _apply_block(self, row: int, column: int, block: list[list[str]]) -> None:
        """Put typed, pasted or cleared cells in; the sheet grows down and to the right."""
        places = [each.place for each in self.model.rows[row : row + len(block)]]
        beyond = (max(places) + 1) if places else len(self.model.rows)
        places += range(beyond, beyond + len(block) - len(places))
        cells = [
            (place, at, text)
            for place, texts in zip(places, block, strict=True)
            for at, text in enumerate(texts, column)
        ]
        self._enter_texts(*cells)

    def _apply_headed_block(self, row: int, cells: list[list[str]]) -> bool:
        """Insert steps without the titles that are above them; False where there are none."""
        column = max(0, self.grid.currentIndex().column())
        steps = drop_heading_row(cells, self._sheets.decimal) if column == 0 else None
        if steps is None:
            return False
        self._apply_block(row, 0, steps)
        self.requested.emit(ShowStatus(self.tr("The row of titles was left out.")))
        return True

    def _enter_texts(self, *cells: tuple[int, int, str]) -> None:
        """Write texts into cells of the option in front, by row and column, as one action."""
        if self.tabs.option is not None:
            steps = self._front_steps()
            for place, column, text in cells:
                steps.enter_text(place, column, text)
            self._save_steps(steps, self._sheets.cells)

    def _save_steps(self, steps: Steps, others: Mapping[CellAddress, InputCell]) -> None:
        """Keep the steps in front, and what became of the cells of the other sheets."""
        before, key = self._sheets.cells, self._front_sheet_key()
        after = {p: c for p, c in others.items() if p.sheet != key} | steps.cells()
        typed = tuple(cell for place, cell in after.items() if before.get(place) != cell)
        gone = frozenset(before.keys() - after.keys())
        edit = SheetEdit(gone, typed, times={self.front.id: steps.times()})
        self._sheets.try_edit(edit, "provisioning")
        self._show_sheet()

    def remove_lines(self) -> None:
        """Delete the steps of the selected cells; formulas everywhere follow."""
        indexes = self.grid.selectionModel().selectedIndexes()
        places = sorted({self.model.rows[i.row()].place for i in indexes}, reverse=True)
        if not places:
            return
        cells = self._sheets.cells_without_rows(self._front_sheet_key(), places)
        steps = self._front_steps()
        for place in places:
            steps.remove_step(place)
        steps.update_formula_texts(cells)
        self._save_steps(steps, cells)

    def _save_inserted_lines(
        self, place: int, count: int, cells: Mapping[CellAddress, InputCell]
    ) -> None:
        steps = self._front_steps()
        for _ in range(count):
            steps.insert_step(place)
        steps.update_formula_texts(cells)
        self._save_steps(steps, cells)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow page shows either the sheet or the comparison."""
        super().resizeEvent(event)
        self._next_to.fit(self.width(), max(theme.px(_SIDE_WIDTH), int(self.width() * 0.38)))

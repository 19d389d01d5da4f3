"""Dialogs of the evidence: options as a sheet, and how runs were made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QItemSelectionModel, QSize, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout

from arraywise.analysis.demand import usable
from arraywise.domain.capacity import TB
from arraywise.domain.capacity_notation import format_capacity, parse_capacity
from arraywise.domain.degraded import DegradedState, parse_state
from arraywise.domain.evidence import Clock
from arraywise.domain.messages import UserError
from arraywise.domain.options import Architecture, kind_of_architecture
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.pages.evidence.capacity_editor import CapacityEditor
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.banner import Banner
from arraywise.gui.widgets.controls import (
    button,
    fill,
    fit_on_screen,
    flush,
    hairline,
    label,
    named,
)
from arraywise.store.reading.clocks import ClockBasis
from arraywise.store.reading.evidence import loads_of, run_ids_of
from arraywise.store.reading.inputs import OptionHoldings, list_options, option_holdings
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_evidence import (
    Setting,
    SettingOrigin,
    align_clock,
    revert_setting,
    set_clock_offset,
    set_setting,
    settings_of,
)
from arraywise.usecases.edit_options import (
    add_option,
    move_option,
    named_option,
    remove_option,
    rename_option,
    set_architecture,
    set_capacity,
    set_files,
    set_restore_time,
    set_shared_storage,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from PySide6.QtWidgets import QWidget

    from arraywise.domain.capacity import Capacity
    from arraywise.domain.evidence import Run
    from arraywise.domain.options import Option
    from arraywise.gui.session.session import Session
    from arraywise.store.reading.evidence import FileDetail, RunDetail
    from arraywise.store.reading.runs import MonitorClock
    from arraywise.store.study import Study
    from arraywise.usecases.show_file import RawLines


@dataclass(frozen=True, slots=True)
class Value:
    """One value as the grid shows it."""

    name: str
    statistic: str
    figure: float | None
    unit: str
    condition: str = ""
    line: int | None = None
    column: int | None = None  # character of the line, from 1
    derived: bool = False
    digits: int = 6
    text: str = ""  # shown in place of a figure, as the heading of what follows
    setting: str = ""
    """Name of what can be typed here: one of a run's settings, or of a monitor's clock."""
    run_id: int = 0
    typed: str = ""  # the setting as it is written
    is_typed: bool = False
    is_guess: bool = False
    note: str = ""
    tip: str = ""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file with its values and its text."""

    detail: FileDetail
    values: tuple[Value, ...]
    lines: RawLines | None  # None where the text is not to be had
    clock: MonitorClock | None = None  # of a file that a monitor wrote


translate = QCoreApplication.translate

OFFSET, ADJACENT = "clock offset", "beside run"
_MOST_RUNS = 40  # runs that are offered to are beside a recording, those begun nearest
_MINUTE_S = 60.0
_HOUR_S = 3600.0
_NAMES: dict[str, Any] = {
    "users": QT_TRANSLATE_NOOP("Evidence", "Users"),
    "repetition": QT_TRANSLATE_NOOP("Evidence", "Repetition"),
    "think_time_s": QT_TRANSLATE_NOOP("Evidence", "Think time"),
    "warm_up_s": QT_TRANSLATE_NOOP("Evidence", "Warm-up"),
    "window_end_s": QT_TRANSLATE_NOOP("Evidence", "Counts until"),
    "scale": QT_TRANSLATE_NOOP("Evidence", "Scale"),
    "warehouses": QT_TRANSLATE_NOOP("Evidence", "Warehouses"),
    "processors": QT_TRANSLATE_NOOP("Evidence", "Processors"),
    "version": QT_TRANSLATE_NOOP("Evidence", "Version"),
    "degraded": QT_TRANSLATE_NOOP("Evidence", "Degraded"),
}
_STATES: dict[DegradedState, Any] = {
    DegradedState.CONTROLLER: QT_TRANSLATE_NOOP("Evidence", "controller lost"),
    DegradedState.REBUILD: QT_TRANSLATE_NOOP("Evidence", "rebuild"),
    DegradedState.PATH: QT_TRANSLATE_NOOP("Evidence", "path lost"),
    DegradedState.OTHER: QT_TRANSLATE_NOOP("Evidence", "degraded"),
}
_ORIGINS: dict[SettingOrigin, Any] = {
    SettingOrigin.FILE: QT_TRANSLATE_NOOP("Evidence", "in the file"),
    SettingOrigin.NAME: QT_TRANSLATE_NOOP("Evidence", "guess from the name"),
    SettingOrigin.TYPED: QT_TRANSLATE_NOOP("Evidence", "typed by the user"),
    SettingOrigin.NOBODY: QT_TRANSLATE_NOOP("Evidence", "not stated"),
}
_BASES: dict[ClockBasis, Any] = {
    ClockBasis.UTC: QT_TRANSLATE_NOOP("Evidence", "both in UTC"),
    ClockBasis.WRITTEN: QT_TRANSLATE_NOOP("Evidence", "as written"),
    ClockBasis.ASSUMED: QT_TRANSLATE_NOOP("Evidence", "assumed"),
    ClockBasis.SET: QT_TRANSLATE_NOOP("Evidence", "typed by the user"),
}
_ASKED_OF_LOADS = frozenset({"users", "repetition", "think_time_s", "warm_up_s", "degraded"})
_ASKED_OF_ALL = frozenset({"repetition", "degraded"})
_COUNTS = frozenset({"users", "repetition", "warehouses", "processors"})
_SECONDS = frozenset({"think_time_s", "warm_up_s", "window_end_s"})


def setting_rows(detail: RunDetail, *, all_of_them: bool) -> list[Value]:
    """Return the settings of a run that are stated, and those that are worth being asked for."""
    asked = _asked(detail) if all_of_them else frozenset[str]()
    return [
        _setting_row(setting, detail.id)
        for setting in settings_of(detail.run)
        if setting.value is not None or setting.name in asked
    ]


def _asked(detail: RunDetail) -> frozenset[str]:
    if _has_several_loads(detail.run):
        return _ASKED_OF_LOADS - {"users"}
    if loads_of(detail.run) or any(s.name == "transaction_rate" for s in detail.run.series):
        return _ASKED_OF_LOADS
    return _ASKED_OF_ALL | ({"users"} if detail.sample_sets else set())


def _has_several_loads(run: Run) -> bool:
    return len(loads_of(run)) > 1


def _setting_row(setting: Setting, run_id: int) -> Value:
    typed = setting.origin is SettingOrigin.TYPED
    note = ""
    if typed:
        message = written(setting.name, setting.message)
        note = translate("Evidence", "file: {value}").format(value=message or figures.EN_DASH)
    return Value(
        translate("Evidence", _NAMES[setting.name]),
        translate("Evidence", _ORIGINS[setting.origin]),
        None,
        "s" if setting.name in _SECONDS else "",
        setting=setting.name,
        run_id=run_id,
        typed=written(setting.name, setting.value),
        is_typed=typed,
        is_guess=setting.origin is SettingOrigin.NAME,
        note=note,
        tip=_tip(setting),
    )


def _tip(setting: Setting) -> str:
    if setting.origin is SettingOrigin.NAME:
        return translate(
            "Evidence",
            "Guessed from the file or folder name. Confirm it, or enter another value.",
        )
    if setting.origin is SettingOrigin.TYPED:
        return translate("Evidence", "Clear the cell to use the file's value.")
    return translate("Evidence", "Enter a value; it applies to all selected files.")


def written(name: str, value: str | None) -> str:
    """Write a setting in the user's locale."""
    if value is None:
        return ""
    if name == "degraded":
        state = parse_state(value)
        return "" if state is None else translate("Evidence", _STATES[state])
    if name in _COUNTS and value.isdecimal():
        return figures.number(int(value))
    if name in _SECONDS:
        try:
            return figures.plain(float(value))
        except ValueError:
            return value
    return value


def clock_rows(clock: MonitorClock) -> Iterator[Value]:
    """Return zone, offset and run of a monitor's recording."""
    title = translate("Evidence", "Monitor's clock")
    yield Value(title, _zone(clock), None, "", text=title)
    match = clock.matches[0] if clock.matches else None
    offset_s = match.offset_s if match is not None else clock.set_offset_s
    basis = match.basis if match is not None else None
    if clock.set_offset_s is not None:
        basis, offset_s = ClockBasis.SET, clock.set_offset_s
    yield Value(
        translate("Evidence", "Ahead of the runs by"),
        translate("Evidence", _BASES[basis]) if basis is not None else "",
        None, "min",
        setting=OFFSET,
        typed="" if offset_s is None else figures.plain(offset_s / _MINUTE_S),
        is_typed=clock.set_offset_s is not None,
        is_guess=basis is ClockBasis.ASSUMED,
        tip=translate(
            "Evidence",
            "Minutes in addition to the files' time zones. Empty: automatic.",
        ),
    )  # fmt: skip
    yield _beside_row(clock, basis)


def _beside_row(clock: MonitorClock, basis: ClockBasis | None) -> Value:
    files = [match.run_file or "" for match in clock.matches]
    if len(files) == 1:
        typed = _base(files[0])
    elif files:
        typed = translate("Evidence", "{count} runs").format(count=len(files))
    else:
        typed = translate("Evidence", "no run")
    return Value(
        translate("Evidence", "Recorded beside"), "", None, "",
        setting=ADJACENT, typed=typed, is_guess=basis is ClockBasis.ASSUMED,
        is_typed=basis is ClockBasis.SET and bool(files),
        note="" if clock.runs else translate("Evidence", "no run of its option has a time"),
        tip="\n".join(files) or translate("Evidence", "Choose the run it was recorded with."),
    )  # fmt: skip


def _base(name: str) -> str:
    return name.rpartition("/")[2]


def _zone(clock: MonitorClock) -> str:
    if clock.clock is Clock.EPOCH:
        return translate("Evidence", "UTC")
    if clock.utc_offset_s is None:
        return translate("Evidence", "local time, zone unknown")
    hours, minutes = divmod(abs(round(clock.utc_offset_s / _MINUTE_S)), 60)
    sign = "+" if clock.utc_offset_s >= 0 else figures.MINUS
    return f"UTC{sign}{hours:02}:{minutes:02}"


def choices_of(read: ReadFile | None, value: Value) -> tuple[str, ...]:
    """Return the runs that a recording may belong to, or the states that storage may be in."""
    if value.setting == "degraded":
        return tuple(translate("Evidence", word) for word in _STATES.values())
    if value.setting != ADJACENT or read is None or read.clock is None:
        return ()
    return tuple(_base(run.file) for run in read.clock.runs[:_MOST_RUNS])


def take(
    session: Session, read: ReadFile, value: Value, text: str, file_ids: Sequence[int]
) -> None:
    """Write what was typed; an empty text goes back to what the file states.

    Args:
        session: Of the study.
        read: The file whose values are shown.
        value: The row that was edited.
        text: As it was typed.
        file_ids: Files that are selected; where they are several it is reported for them all.
    """
    own = read.detail.file.id
    several = len(file_ids) > 1 and own in file_ids
    ids = list(file_ids) if several else [own]
    text = text.strip()

    def work(study: Study) -> None:
        if value.setting == OFFSET:
            set_clock_offset(study, ids, _seconds(text) if text else None)
        elif value.setting == ADJACENT:
            _align_clock(study, read, text)
        else:
            runs = run_ids_of(study, ids) if several else (value.run_id,)
            write_setting(study, runs, value.setting, text)

    session.write(lambda _watch: work(session.study), Changes.EVIDENCE)


def write_setting(study: Study, run_ids: Sequence[int], name: str, text: str) -> None:
    """Write a setting of runs as it was typed in the user's locale.

    Raises UserError when it makes no sense.
    """
    if not text:
        revert_setting(study, run_ids, name)
        return
    if name == "degraded":
        words = {translate("Evidence", word): state for state, word in _STATES.items()}
        text = words.get(text, text)
    number = figures.parse_amount(text) if name in _COUNTS | _SECONDS else None
    set_setting(study, run_ids, name, text if number is None else f"{number:.15g}")


def _align_clock(study: Study, read: ReadFile, text: str) -> None:
    runs = read.clock.runs if read.clock is not None else ()
    run = next((r for r in runs if text in {_base(r.file), r.file}), None)
    if run is not None:
        align_clock(study, read.detail.file.id, run.run_id)
    elif not text:
        set_clock_offset(study, [read.detail.file.id], None)


def _seconds(text: str) -> float:
    """Read minutes, or hours and minutes with a colon between."""
    minus = text.startswith(("-", figures.MINUS))
    hours, colon, minutes = text.lstrip("+-" + figures.MINUS).partition(":")
    if colon and hours.isdecimal() and minutes.isdecimal():
        seconds = int(hours) * _HOUR_S + int(minutes) * _MINUTE_S
        return -seconds if minus else seconds
    number = figures.parse_number(text)
    if number is None:
        raise UserError(
            translate("Evidence", "'{text}' is not a number of minutes.").format(text=text)
        )
    return number * _MINUTE_S


_SIZE = (1060, 500)
SECONDS_PER_HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class OptionRow:
    """An option with what belongs to it."""

    option: Option
    holdings: OptionHoldings


def read_options(study: Study) -> tuple[OptionRow, ...]:
    """Read the options with what belongs to each; done in the background."""
    holdings = option_holdings(study)
    return tuple(OptionRow(o, holdings.get(o.id, OptionHoldings())) for o in list_options(study))


class OptionsDialog(QDialog):
    """A sheet of the options; every edit is kept at once."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._wanted: int | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Options"))
        fit_on_screen(self, QSize(*map(theme.px, _SIZE)))
        self.model = RowsModel(self._columns(), self)
        self.grid = named(Grid(self.model), self.tr("Options"))
        self.banner = Banner(self.grid)
        self.capacity = CapacityEditor()
        self._arrange_widgets()
        self.grid.selectionModel().currentChanged.connect(self._show_capacity)
        self.capacity.given.connect(self._type_capacity)
        session.changed.connect(self._follow)
        session.background.show_error.connect(self._show_could_not)
        self._read()

    def _arrange_widgets(self) -> None:
        column = flush(QVBoxLayout(self))
        message = label(
            self.tr(
                "An option is one configuration to buy. Double-click a cell to edit it. Colours"
                " and markers follow the order."
            ),
            "control",
            "text2",
            wraps=True,
        )
        message.setContentsMargins(16, 12, 16, 12)
        fill(
            column,
            message,
            hairline(Qt.Orientation.Horizontal),
            (self.grid, 1),
            hairline(Qt.Orientation.Horizontal),
            self.capacity,
            hairline(Qt.Orientation.Horizontal),
        )
        row = fill(QHBoxLayout(), margins=(16, 10, 16, 10), spacing=8)
        self.add = button(self.tr("Add option"), self._add)
        self.remove = button(self.tr("Remove\u2026"), self._ask_to_remove)
        self.up = button(self.tr("Move up"), lambda: self._move(-1))
        self.down = button(self.tr("Move down"), lambda: self._move(1))
        self.finished_button = button(self.tr("Close"), self.close, kind="primary")
        for each in (self.add, self.remove, self.up, self.down):
            row.addWidget(each)
        row.addStretch(1)
        row.addWidget(self.finished_button)
        fill(column, row)
        for each in self.findChildren(QPushButton):
            each.setAutoDefault(False)  # Enter belongs to the sheet
        self.finished_button.setDefault(True)
        self.grid.setFocus()

    def _columns(self) -> tuple[Column, ...]:
        answers = tuple(self._answers())
        kinds = tuple(messages.word(a) for a in Architecture)
        return (
            Column("name", self.tr("Option"), _name, least=170, stretch=True, edit=self._rename),
            Column("architecture", self.tr("Architecture"),
                   _show_architecture, least=150,
                   edit=self._set_architecture, choices=lambda _index: kinds),
            Column("shared", self.tr("Shared storage"),
                   lambda r: self._show_answer(r.option.shared_storage),
                   tip=self.tr("Usable by several hosts at once, as clusters need"),
                   least=80, edit=self._set_shared, choices=lambda _index: answers),
            Column("serves", self.tr("Serves files"),
                   lambda r: self._show_answer(r.option.serves_files),
                   tip=self.tr("Serves files to hosts: NFS, SMB"),
                   least=80, edit=self._set_files, choices=lambda _index: answers),
            Column("restore", self.tr("Restored in"), _restore, unit=self.tr("h"), right=True,
                   tip=self.tr("Longest time that restoring the service takes"),
                   least=80, edit=self._set_restore),
            Column("usable", self.tr("Usable"), _usable, unit=self.tr("TB"), right=True,
                   tip=self.tr("Usable capacity: TB, or drives such as 24 x 3.84 TB RAID 6 8+2,"
                               " 2 spares"),
                   least=80, edit=self._set_capacity),
            Column("files", self.tr("Files"), lambda r: _count(r.holdings.files), right=True),
            Column("prices", self.tr("Price lines"), lambda r: _count(r.holdings.price_lines),
                   right=True),
            Column("times", self.tr("Times"), lambda r: _count(r.holdings.times), right=True,
                   tip=self.tr("Provisioning times")),
        )  # fmt: skip

    # Reading

    def _follow(self, changes: Changes) -> None:
        if changes & (Changes.OPTIONS | Changes.EVIDENCE | Changes.STUDY):
            self._read()

    def _read(self) -> None:
        self._session.read(read_options, self._take, key="options dialog")

    def _take(self, rows: tuple[OptionRow, ...]) -> None:
        current = self._current()
        wanted = self._wanted if self._wanted is not None else current and current.option.id
        self._wanted = None
        self.model.set_rows(rows)
        place = next((i for i, r in enumerate(rows) if r.option.id == wanted), 0)
        if rows:
            column = max(0, self.grid.currentIndex().column())
            self.grid.selectionModel().setCurrentIndex(
                self.model.index(place, column), QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
        for each in (self.remove, self.up, self.down):
            each.setEnabled(bool(rows))
        self._show_capacity()

    def _current(self) -> OptionRow | None:
        place = self.grid.currentIndex().row()
        return self.model.rows[place] if 0 <= place < len(self.model.rows) else None

    # Editing

    def _write(self, work: Callable[[Study], object]) -> None:
        self.banner.hide()
        study = self._session.study
        self._session.write(lambda _watch: work(study), Changes.OPTIONS | Changes.EVIDENCE)

    def _show_could_not(self, sentence: str) -> None:
        self.banner.show_message("fail", sentence)

    def _rename(self, row: OptionRow, text: str) -> None:
        self._write(lambda study: rename_option(study, row.option.id, text))

    def _set_architecture(self, row: OptionRow, text: str) -> None:
        kind = next((a for a in Architecture if messages.word(a) == text), None)
        if kind is None:
            message = self.tr("{text} is not in the list. Choose an architecture from it.")
            self._show_could_not(message.format(text=text))
        else:
            self._write(lambda study: set_architecture(study, row.option.id, kind))

    def _answers(self) -> dict[str, bool | None]:
        """Return what can be stated of an ability, by the word for it."""
        return {self.tr("Yes"): True, self.tr("No"): False, self.tr("Not known"): None}

    def _show_answer(self, has: bool | None) -> Cell:  # noqa: FBT001 - what it is about
        word = next(word for word, meant in self._answers().items() if meant is has)
        return Cell(word, colour="text" if has is not None else "text2")

    def _answer(self, text: str) -> tuple[bool | None, ...]:
        """Return what a word says; nothing where it is none of the list, which is reported."""
        message = text.strip().casefold()
        meant = tuple(v for word, v in self._answers().items() if word.casefold() == message)
        if not meant:
            wrong = self.tr("Choose one of {answers}; {text} is none.")
            self._show_could_not(wrong.format(answers=", ".join(self._answers()), text=text))
        return meant

    def _set_shared(self, row: OptionRow, text: str) -> None:
        for shared in self._answer(text):
            self._write(partial(set_shared_storage, option_id=row.option.id, shared=shared))

    def _set_files(self, row: OptionRow, text: str) -> None:
        for serves in self._answer(text):
            self._write(partial(set_files, option_id=row.option.id, serves=serves))

    def _set_restore(self, row: OptionRow, text: str) -> None:
        hours = figures.parse_number(text)
        if hours is None and text.strip():
            self._show_could_not(self.tr("Hours, or empty if unknown."))
            return
        seconds = None if hours is None else hours * SECONDS_PER_HOUR
        self._write(lambda study: set_restore_time(study, row.option.id, seconds))

    def _set_capacity(self, row: OptionRow, text: str) -> None:
        try:
            capacity = parse_capacity(text) if text.strip() else None
        except UserError as error:
            self._show_could_not(messages.error_text(error))
        else:
            self._state_capacity(row.option.id, capacity)

    def _state_capacity(self, option_id: int, capacity: Capacity | None) -> None:
        self._write(lambda study: set_capacity(study, option_id, capacity))

    def _show_capacity(self) -> None:
        """Show the capacity of the option that the sheet is at."""
        row, facts = self._current(), self._session.facts
        option = None if row is None else row.option
        known = facts.options if facts is not None else ()
        self.capacity.show_option(
            option, next((k for k in known if option and k.option.id == option.id), None)
        )

    def _type_capacity(self, capacity: Capacity | None) -> None:
        row = self._current()
        if row is not None:
            self._state_capacity(row.option.id, capacity)

    def _add(self) -> None:
        wanted = self.tr("New option")

        def work(study: Study) -> None:
            name, count = wanted, 1
            while named_option(study, name) is not None:
                count += 1
                name = f"{wanted} {count}"
            self._wanted = add_option(study, name).id

        self._write(work)

    def _move(self, steps: int) -> None:
        row = self._current()
        if row is not None:
            self._wanted = row.option.id
            self._write(lambda study: move_option(study, row.option.id, steps))

    def _ask_to_remove(self) -> None:
        """Describe what is lost with an option before it is removed."""
        row = self._current()
        if row is None:
            return
        self.banner.show_message(
            "warn",
            self.tr("Remove {option}?").format(option=row.option.name),
            _attached_devices(row.holdings),
            link=self.tr("Remove"),
            action=lambda: self._write(lambda study: remove_option(study, row.option.id)),
        )


def _name(row: OptionRow) -> Cell:
    return Cell(row.option.name, marker=row.option.position)


def _show_architecture(row: OptionRow) -> Cell:
    kind = kind_of_architecture(row.option.architecture)
    return Cell(messages.word(kind.architecture), icon=kind.icon)


def _restore(row: OptionRow) -> Cell:
    if row.option.restore_s is None:
        return Cell(missing=True)
    hours = row.option.restore_s / SECONDS_PER_HOUR
    return Cell(figures.plain(hours, 4), number=hours)


def _usable(row: OptionRow) -> Cell:
    held, capacity = usable(row.option), row.option.capacity
    if held is None or capacity is None:
        return Cell(missing=True)
    ends = sorted({held.least, held.most})
    text = figures.EN_DASH.join(figures.number(end / TB, 1) for end in ends)
    typed = format_capacity(capacity)
    return Cell(text, number=held.least / TB, typed=typed, tip=typed)


def _count(count: int) -> Cell:
    return Cell(figures.number(count) if count else "", number=count)


def _attached_devices(holdings: OptionHoldings) -> str:
    message = (
        (holdings.price_lines, translate("OptionsDialog", "1 price line goes"),
         translate("OptionsDialog", "{count} price lines go")),
        (holdings.times, translate("OptionsDialog", "1 provisioning time goes"),
         translate("OptionsDialog", "{count} provisioning times go")),
        (holdings.files, translate("OptionsDialog", "1 file stays, without an option"),
         translate("OptionsDialog", "{count} files stay, without an option")),
    )  # fmt: skip
    parts = [messages.counted(count, one, many) for count, one, many in message if count]
    return "; ".join(parts) or translate("OptionsDialog", "Nothing belongs to it.")

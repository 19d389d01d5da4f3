"""Run settings and clocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from arraywise.domain.evidence import Clock
from arraywise.domain.messages import UserError
from arraywise.gui.widgets import figures
from arraywise.store.reading.clocks import Basis
from arraywise.store.reading.evidence import loads_of, run_ids_of
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_evidence import lay_beside, set_clock_offset
from arraywise.usecases.edit_runs import (
    Setting,
    SettingOrigin,
    revert_setting,
    set_setting,
    settings_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from arraywise.domain.evidence import Run
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

OFFSET, BESIDE = "clock offset", "beside run"
_MOST_RUNS = 40  # runs that are offered to lie beside a recording, those begun nearest
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
}
_ORIGINS: dict[SettingOrigin, Any] = {
    SettingOrigin.FILE: QT_TRANSLATE_NOOP("Evidence", "in the file"),
    SettingOrigin.NAME: QT_TRANSLATE_NOOP("Evidence", "guess from the name"),
    SettingOrigin.TYPED: QT_TRANSLATE_NOOP("Evidence", "typed by the user"),
    SettingOrigin.NOBODY: QT_TRANSLATE_NOOP("Evidence", "not stated"),
}
_BASES: dict[Basis, Any] = {
    Basis.UTC: QT_TRANSLATE_NOOP("Evidence", "both tell UTC"),
    Basis.WRITTEN: QT_TRANSLATE_NOOP("Evidence", "as written"),
    Basis.ASSUMED: QT_TRANSLATE_NOOP("Evidence", "assumed"),
    Basis.SET: QT_TRANSLATE_NOOP("Evidence", "typed by the user"),
}
_ASKED_OF_LOADS = frozenset({"users", "repetition", "think_time_s", "warm_up_s"})
_ASKED_OF_ALL = frozenset({"repetition"})
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
        said = written(setting.name, setting.said)
        note = translate("Evidence", "file: {value}").format(value=said or figures.EN_DASH)
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
            "Only the name of the file or a folder says it. Confirm it, or type over it.",
        )
    if setting.origin is SettingOrigin.TYPED:
        return translate("Evidence", "Clear the cell to take what the file says.")
    return translate(
        "Evidence", "Type here to say it better; with several files selected it goes to them all."
    )


def written(name: str, value: str | None) -> str:
    """Write a setting in the user's locale."""
    if value is None:
        return ""
    if name in _COUNTS and value.isdecimal():
        return figures.number(int(value))
    if name in _SECONDS:
        try:
            return figures.plain(float(value))
        except ValueError:
            return value
    return value


def clock_rows(clock: MonitorClock) -> Iterator[Value]:
    """Give zone, offset and run of a monitor's recording."""
    title = translate("Evidence", "Monitor's clock")
    yield Value(title, _zone(clock), None, "", text=title)
    match = clock.matches[0] if clock.matches else None
    offset_s = match.offset_s if match is not None else clock.set_offset_s
    basis = match.basis if match is not None else None
    if clock.set_offset_s is not None:
        basis, offset_s = Basis.SET, clock.set_offset_s
    yield Value(
        translate("Evidence", "Ahead of the runs by"),
        translate("Evidence", _BASES[basis]) if basis is not None else "",
        None, "min",
        setting=OFFSET,
        typed="" if offset_s is None else figures.plain(offset_s / _MINUTE_S),
        is_typed=clock.set_offset_s is not None,
        is_guess=basis is Basis.ASSUMED,
        tip=translate(
            "Evidence",
            "Minutes beyond the zones that the files tell. Clear the cell to leave it to the"
            " program.",
        ),
    )  # fmt: skip
    yield _beside_row(clock, basis)


def _beside_row(clock: MonitorClock, basis: Basis | None) -> Value:
    files = [match.run_file or "" for match in clock.matches]
    if len(files) == 1:
        typed = _base(files[0])
    elif files:
        typed = translate("Evidence", "{count} runs").format(count=len(files))
    else:
        typed = translate("Evidence", "no run")
    return Value(
        translate("Evidence", "Recorded beside"), "", None, "",
        setting=BESIDE, typed=typed, is_guess=basis is Basis.ASSUMED,
        is_typed=basis is Basis.SET and bool(files),
        note="" if clock.runs else translate("Evidence", "its option has no run with a time"),
        tip="\n".join(files) or translate("Evidence", "Choose the run beside which it was made."),
    )  # fmt: skip


def _base(name: str) -> str:
    return name.rpartition("/")[2]


def _zone(clock: MonitorClock) -> str:
    if clock.clock is Clock.EPOCH:
        return translate("Evidence", "UTC")
    if clock.utc_offset_s is None:
        return translate("Evidence", "local time, zone not told")
    hours, minutes = divmod(abs(round(clock.utc_offset_s / _MINUTE_S)), 60)
    sign = "+" if clock.utc_offset_s >= 0 else figures.MINUS
    return f"UTC{sign}{hours:02}:{minutes:02}"


def choices_of(read: ReadFile | None, value: Value) -> tuple[str, ...]:
    """Return the runs that a recording may lie beside; nothing for settings that are typed."""
    if value.setting != BESIDE or read is None or read.clock is None:
        return ()
    return tuple(_base(run.file) for run in read.clock.runs[:_MOST_RUNS])


def take(
    session: Session, read: ReadFile, value: Value, text: str, file_ids: Sequence[int]
) -> None:
    """Write what was typed; an empty text goes back to what the file says.

    Args:
        session: Of the study.
        read: The file whose values are shown.
        value: The row that was edited.
        text: As it was typed.
        file_ids: Files that are selected; where they are several it is said of them all.
    """
    own = read.detail.file.id
    several = len(file_ids) > 1 and own in file_ids
    ids = list(file_ids) if several else [own]
    text = text.strip()

    def work(study: Study) -> None:
        if value.setting == OFFSET:
            set_clock_offset(study, ids, _seconds(text) if text else None)
        elif value.setting == BESIDE:
            _lay_beside(study, read, text)
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
    number = figures.parse_amount(text) if name in _COUNTS | _SECONDS else None
    set_setting(study, run_ids, name, text if number is None else f"{number:.15g}")


def _lay_beside(study: Study, read: ReadFile, text: str) -> None:
    runs = read.clock.runs if read.clock is not None else ()
    run = next((r for r in runs if text in {_base(r.file), r.file}), None)
    if run is not None:
        lay_beside(study, read.detail.file.id, run.run_id)
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
            translate("Evidence", "'{text}' is no number of minutes.").format(text=text)
        )
    return number * _MINUTE_S

"""How runs were made: their settings and the clocks of monitors, as shown and as typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from arraywise.analysis.io_evidence import SEQUENTIAL, parse_io_kind
from arraywise.domain.evidence import Clock
from arraywise.domain.messages import UserError
from arraywise.domain.requirement import DegradedState, parse_degraded_state
from arraywise.gui.widgets import figures, messages
from arraywise.store.reading.clocks import ClockBasis
from arraywise.store.reading.evidence import (
    FileDetail,
    RunDetail,
    list_user_levels,
    run_ids_of_files,
)
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_evidence import (
    Setting,
    SettingOrigin,
    align_monitor_clock_with_run,
    list_run_settings,
    revert_run_setting,
    set_monitor_clock_offset,
    set_run_setting,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from arraywise.domain.study import RunSetup
    from arraywise.gui.session.session import Session
    from arraywise.store.reading.runs import MonitorClock
    from arraywise.store.study import Study
    from arraywise.usecases.show_file import RawLines

translate = QCoreApplication.translate


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
    asked_names = _settings_to_ask(detail) if all_of_them else frozenset[str]()
    return [
        _setting_row(setting, detail.id)
        for setting in list_run_settings(detail.run)
        if setting.value is not None or setting.name in asked_names
    ]


def _settings_to_ask(detail: RunDetail) -> frozenset[str]:
    loads = list_user_levels(detail.run)
    if len(loads) > 1:
        return _ASKED_OF_LOADS - {"users"}
    if loads or any(s.name == "transaction_rate" for s in detail.run.series):
        return _ASKED_OF_LOADS
    return _ASKED_OF_ALL | ({"users"} if detail.sample_sets else set())


def _setting_row(setting: Setting, run_id: int) -> Value:
    typed, is_guess = setting.origin is SettingOrigin.TYPED, setting.origin is SettingOrigin.NAME
    note, tip = "", translate("Evidence", "Enter a value; it applies to all selected files.")
    if typed:
        message = format_setting(setting.name, setting.replaced_value)
        note = translate("Evidence", "file: {value}").format(value=message or figures.EN_DASH)
        tip = translate("Evidence", "Clear the cell to use the file's value.")
    elif is_guess:
        tip = translate(
            "Evidence",
            "Guessed from the file or folder name. Confirm it, or enter another value.",
        )
    return Value(
        translate("Evidence", _NAMES[setting.name]),
        translate("Evidence", _ORIGINS[setting.origin]),
        None,
        "s" if setting.name in _SECONDS else "",
        setting=setting.name,
        run_id=run_id,
        typed=format_setting(setting.name, setting.value),
        is_typed=typed,
        is_guess=is_guess,
        note=note,
        tip=tip,
    )


def format_setting(name: str, value: str | None) -> str:
    """Return a setting as text in the user's locale."""
    if value is None:
        return ""
    if name == "degraded":
        state = parse_degraded_state(value)
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
    yield Value(title, _format_zone(clock), None, "", text=title)
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
    yield _adjacent_run_row(clock, basis)


def _adjacent_run_row(clock: MonitorClock, basis: ClockBasis | None) -> Value:
    files = [match.run_file or "" for match in clock.matches]
    typed = _base_name(files[0]) if files else translate("Evidence", "no run")
    if len(files) > 1:
        typed = translate("Evidence", "{count} runs").format(count=len(files))
    return Value(
        translate("Evidence", "Recorded beside"), "", None, "",
        setting=ADJACENT, typed=typed, is_guess=basis is ClockBasis.ASSUMED,
        is_typed=basis is ClockBasis.SET and bool(files),
        note="" if clock.runs else translate("Evidence", "no run of its option has a time"),
        tip="\n".join(files) or translate("Evidence", "Choose the run it was recorded with."),
    )  # fmt: skip


def _base_name(name: str) -> str:
    return name.rpartition("/")[2]


def _format_zone(clock: MonitorClock) -> str:
    if clock.clock is Clock.EPOCH:
        return translate("Evidence", "UTC")
    if clock.utc_offset_s is None:
        return translate("Evidence", "local time, zone unknown")
    hours, minutes = divmod(abs(round(clock.utc_offset_s / _MINUTE_S)), 60)
    sign = "+" if clock.utc_offset_s >= 0 else figures.MINUS
    return f"UTC{sign}{hours:02}:{minutes:02}"


def list_choices(read: ReadFile | None, value: Value) -> tuple[str, ...]:
    """Return the runs that a recording may belong to, or the states that storage may be in."""
    if value.setting == "degraded":
        return tuple(translate("Evidence", word) for word in _STATES.values())
    if value.setting != ADJACENT or read is None or read.clock is None:
        return ()
    return tuple(_base_name(run.file) for run in read.clock.runs[:_MOST_RUNS])


def save_typed_setting(
    session: Session, read: ReadFile, value: Value, text: str, file_ids: Sequence[int]
) -> None:
    """Save a typed setting for all selected files; an empty text restores what the files state."""
    own = read.detail.file.id
    several = len(file_ids) > 1 and own in file_ids
    ids = list(file_ids) if several else [own]
    text = text.strip()

    study = session.study

    def work(_watch: object) -> None:
        if value.setting == OFFSET:
            set_monitor_clock_offset(study, ids, _parse_clock_offset_s(text) if text else None)
        elif value.setting == ADJACENT:
            _align_clock_to_run(study, read, text)
        else:
            runs = run_ids_of_files(study, ids) if several else (value.run_id,)
            set_setting_from_text(study, runs, value.setting, text)

    session.write(work, Changes.EVIDENCE)


def set_setting_from_text(study: Study, run_ids: Sequence[int], name: str, text: str) -> None:
    """Set a setting of runs from a text in the user's locale; an empty text reverts it.

    Raises:
        UserError: When it makes no sense.
    """
    if not text:
        revert_run_setting(study, run_ids, name)
        return
    if name == "degraded":
        words = {translate("Evidence", word): state for state, word in _STATES.items()}
        text = words.get(text, text)
    number = figures.parse_amount(text) if name in _COUNTS | _SECONDS else None
    set_run_setting(study, run_ids, name, text if number is None else f"{number:.15g}")


def _align_clock_to_run(study: Study, read: ReadFile, text: str) -> None:
    runs = read.clock.runs if read.clock is not None else ()
    run = next((r for r in runs if text in {_base_name(r.file), r.file}), None)
    if run is not None:
        align_monitor_clock_with_run(study, read.detail.file.id, run.run_id)
    elif not text:
        set_monitor_clock_offset(study, [read.detail.file.id], None)


def _parse_clock_offset_s(text: str) -> float:
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


def describe_io_conditions(runs: Sequence[tuple[RunSetup, tuple[int, ...]]]) -> str:
    """Return block sizes, writes, pattern and outstanding I/Os of runs; empty for none."""
    kinds = [parse_io_kind(setup.tool, setup) for setup, _ in runs]
    blocks, shares = (
        _value_range(k.block_bytes for k in kinds),
        _value_range(k.write_share for k in kinds),
    )
    depths = _value_range(float(depth) for _, depths in runs for depth in depths)
    parts = []
    if blocks is not None:
        parts.append(_format_range(*map(messages.format_block_size, blocks)))
    if shares is not None:
        text = translate("Evidence", "{share}\u00a0% writes")
        parts.append(text.format(share=_format_range(*map(figures.percent, shares))))
    if kinds and all(kind.pattern == SEQUENTIAL for kind in kinds):
        parts.append(translate("Evidence", "sequential"))
    if depths is not None:
        text = translate("Evidence", "{count} outstanding")
        parts.append(text.format(count=_format_range(*map(figures.number, depths))))
    return ", ".join(parts)


def _value_range(values: Iterable[float | None]) -> tuple[float, float] | None:
    known = [value for value in values if value is not None]
    return (min(known), max(known)) if known else None


def _format_range(low: str, high: str) -> str:
    return low if low == high else f"{low}{figures.EN_DASH}{high}"

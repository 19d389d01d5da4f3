"""What is done with files and with the settings of their runs, and how it is said."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QDateTime, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QSpinBox

from arraywise.analysis.io_evidence import SEQUENTIAL, kind_of_io
from arraywise.domain.database_report import DATABASE_REPORTS
from arraywise.domain.degraded import DegradedState, parse_state
from arraywise.domain.evidence import Clock, Status
from arraywise.domain.messages import UserError
from arraywise.domain.units import MIB
from arraywise.gui.session.background import Lane
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import dialog_column, fill, named, ok_and_cancel, paragraph
from arraywise.gui.widgets.files import local_paths
from arraywise.gui.widgets.messages import counted
from arraywise.store.reading.clocks import ClockBasis
from arraywise.store.reading.evidence import (
    FileDetail,
    RunDetail,
    list_files,
    loads_of,
    run_ids_of,
)
from arraywise.store.reading.inputs import embed_limit_bytes
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_evidence import (
    Setting,
    SettingOrigin,
    align_clock,
    assign_option,
    embed_evidence,
    revert_setting,
    set_clock_offset,
    set_setting,
    settings_of,
)
from arraywise.usecases.edit_options import accept_proposals
from arraywise.usecases.edit_study import set_embed_limit
from arraywise.usecases.import_files import import_files, import_noted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from PySide6.QtCore import QMimeData
    from PySide6.QtWidgets import QWidget

    from arraywise.domain.options import OptionProposal
    from arraywise.domain.study import RunSetup
    from arraywise.gui.pages.evidence.details import EvidenceList, EvidenceRow
    from arraywise.gui.session.background import JobControl
    from arraywise.gui.session.session import Session
    from arraywise.gui.widgets.banner import Banner
    from arraywise.store.reading.runs import MonitorClock
    from arraywise.store.study import Study
    from arraywise.usecases.import_files import ImportedFile, ImportOutcome
    from arraywise.usecases.show_file import RawLines



_LARGEST_MIB = 1_000_000
_WIDE = 420


class LimitDialog(QDialog):
    """Asks for a size in MiB."""

    given = Signal(int)  # carries the size in MiB

    def __init__(self, limit_bytes: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Largest file kept in the study"))
        message = self.tr(
            "Files up to this size are stored in the study. Of larger ones it stores values,"
            " path and hash. Files already imported are unchanged."
        )
        self.size_field = named(QSpinBox(), self.windowTitle())
        self.size_field.setRange(0, _LARGEST_MIB)
        self.size_field.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self.size_field.setSuffix(" MiB")
        self.size_field.setValue(limit_bytes // MIB)
        self.size_field.setFixedHeight(theme.height("field"))
        column = fill(dialog_column(self), paragraph(message, _WIDE), self.size_field)
        self.buttons = ok_and_cancel(self, self.tr("Keep this size"))  # after it in Tab's order
        column.addWidget(self.buttons)
        self.accepted.connect(lambda: self.given.emit(self.size_field.value()))


translate = QCoreApplication.translate
_CHANGES = Changes.EVIDENCE | Changes.OPTIONS


def import_paths(
    session: Session, paths: Sequence[Path], then: Callable[[ImportOutcome], None]
) -> None:
    """Import files and folders in the background, with progress and Cancel."""

    def work(watch: JobControl) -> ImportOutcome:
        return import_noted(session.study, paths, progress=watch.progress, stopped=watch.stopped)

    title = translate("Evidence", "Reading")
    session.write(work, _CHANGES, then=then, title=title, lane=Lane.IMPORTING)


def paste(session: Session, then: Callable[[ImportOutcome], None], banner: Banner) -> None:
    """Import the files on the clipboard, or its text as a file; say it where there is neither."""
    data: QMimeData | None = QGuiApplication.clipboard().mimeData()
    paths = () if data is None else local_paths(data)
    if paths:
        import_paths(session, paths, then)
        return
    text = "" if data is None else data.text()
    if not text.strip():
        message = translate("Evidence", "The clipboard holds no file or text.")
        banner.show_message("info", message)
        return
    now = QDateTime.currentDateTime().toString("yyyy-MM-dd HH.mm.ss")
    name = translate("Evidence", "pasted {time}.txt").format(time=now)

    def work(watch: JobControl) -> ImportOutcome:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, name)
            path.write_text(text, "utf-8", newline="\n")
            outcome = import_files(
                session.study, [path], progress=watch.progress, stopped=watch.stopped
            )
            _store_pasted_text(session.study, outcome)
            return outcome

    session.write(work, _CHANGES, then=then, lane=Lane.IMPORTING)


def _store_pasted_text(study: Study, outcome: ImportOutcome) -> None:
    """Keep pasted text inside the study, however little room files have: it is nowhere else."""
    new = {file.id for file in outcome.files if file.duplicate_of is None}
    for file in list_files(study):
        if file.id in new and not file.embedded:
            embed_evidence(study, file.id)


def assign(
    session: Session,
    rows: Sequence[EvidenceRow],
    name: str,
    then: Callable[[int], None] = lambda _count: None,
) -> None:
    """Assign files to an option; an option named for the first time is made, none unassigns.

    What follows is given the number of files.
    """
    ids = [r.file.id for r in rows if r.file.status is not Status.REFUSED]
    if ids:
        session.write(
            lambda _watch: assign_option(session.study, ids, name or None),
            _CHANGES,
            then=lambda _result: then(len(ids)),
        )


def ask_embed_limit(session: Session, parent: QWidget) -> None:
    """Ask up to which size files are kept inside the study."""

    def ask(limit_bytes: int) -> None:
        asked = LimitDialog(limit_bytes, parent)
        asked.given.connect(
            lambda mib: session.write(
                lambda _watch: set_embed_limit(session.study, mib * MIB), None
            )
        )
        asked.show()

    session.read(embed_limit_bytes, ask, key="embed limit")


def store_inside(
    session: Session, rows: Sequence[EvidenceRow], then: Callable[[ImportSummary], None]
) -> None:
    """Keep the bytes of files inside the study; one that is refused keeps no other back."""

    def work(watch: JobControl) -> ImportSummary:
        refusals = []
        done = 0
        for done, row in enumerate(rows, 1):
            watch.progress(done - 1, len(rows), row.file.name)
            try:
                embed_evidence(session.study, row.file.id)
            except UserError as error:
                refusals.append(messages.error_text(error))
            if watch.stopped():
                break
        return describe_kept(done - len(refusals), refusals)

    title = translate("Evidence", "Keeping")
    session.write(work, Changes.EVIDENCE, then=then, title=title, lane=Lane.IMPORTING)


_NAMED = 12  # files that a banner names; its tip shows what it has no room for


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """An import in one line."""

    kind: str  # kind of the banner
    strong: str
    text: str
    problems: int = 0  # files in the study that are worth a look


def describe(outcome: ImportOutcome) -> ImportSummary:
    """Describe how an import ended."""
    listed = [file for file in outcome.files if file.id is not None]
    twice = sum(file.duplicate_of is not None for file in listed)
    statuses = [file.status for file in listed if file.duplicate_of is None]
    refused = statuses.count(Status.REFUSED)
    incomplete = statuses.count(Status.INCOMPLETE)
    doubtful = statuses.count(Status.READ_WITH_PROBLEMS)
    parts = [
        text.format(count=figures.number(count))
        for count, text in (
            (refused, translate("Evidence", "{count} refused")),
            (twice, translate("Evidence", "{count} already in the study")),
            (incomplete, translate("Evidence", "{count} incomplete")),
            (doubtful, translate("Evidence", "{count} with problems")),
            (outcome.left, translate("Evidence", "cancelled: {count} not read")),
        )
        if count
    ]
    loose = sum(
        f.option is None and f.status is not Status.REFUSED and f.tool not in DATABASE_REPORTS
        for f in listed
    )
    if loose and not outcome.proposals:
        message = translate(
            "Evidence", "{count} without an option. Select them and choose Assign option."
        )
        parts.append(message.format(count=figures.number(loose)))
    sole = [file for file in listed if file.status is Status.REFUSED]
    parts += _reasons(sole) if len(sole) == 1 else []  # where there are more, the list tells
    parts += _reasons([file for file in outcome.files if file.id is None])
    parts += _named_twice([file for file in listed if file.duplicate_of is not None])
    read = len(statuses) - refused
    if not outcome.files and not outcome.left:
        nothing = translate("Evidence", "Nothing was read:")
        return ImportSummary("warn", nothing, translate("Evidence", "there is no file in it."))
    one, many = translate("Evidence", "1 file read."), translate("Evidence", "{count} files read.")
    none = translate("Evidence", "No file was read.")
    bad = refused or outcome.left or len(listed) < len(outcome.files)
    kind = "pass" if read and not bad else "warn"
    return ImportSummary(
        kind,
        counted(read, one, many) if read else none,
        ", ".join([*(part.removesuffix(".") for part in parts[:-1]), *parts[-1:]]),
        refused + incomplete + doubtful,
    )


def _reasons(files: Sequence[ImportedFile]) -> list[str]:
    """Return which files gave nothing to import, and why."""
    return [
        f"{file.name}: {messages.translate_message(p.message)}"
        for file in files
        for p in file.problems[:1]
    ]


def _named_twice(files: Sequence[ImportedFile]) -> list[str]:
    """Name the files that have the bytes of another, and that other; at most so many of them."""
    message = translate("Evidence", "{file} has the same bytes as {other}")
    files = [file for file in files if file.name != file.duplicate_of]
    named = [message.format(file=f.name, other=f.duplicate_of) for f in files[:_NAMED]]
    return [*named, "…"] if len(files) > _NAMED else named


def describe_kept(count: int, refusals: Sequence[str]) -> ImportSummary:
    """Describe what became of the wish to keep files inside the study."""
    message = counted(
        count,
        translate("Evidence", "1 file is now stored in the study."),
        translate("Evidence", "{count} files are now stored in the study."),
    )
    if not refusals:
        return ImportSummary("pass", message, "")
    strong = counted(
        len(refusals),
        translate("Evidence", "1 file still lies outside the study:"),
        translate("Evidence", "{count} files still lie outside the study:"),
    )
    return ImportSummary("fail", strong, " ".join((*refusals, *([message] * bool(count)))))


class OptionOffer:
    """Keeps what is proposed: by the latest import, else by the files that are there."""

    def __init__(
        self, session: Session, banner: Banner, say_rest: Callable[[ImportSummary], None]
    ) -> None:
        """Prepare the offer in a banner; `say_rest` reports the rest of an import afterwards."""
        self._session, self._banner, self._say_rest = session, banner, say_rest
        self._proposed: Sequence[OptionProposal] = ()
        self._was_listed = False

    def set_options(self, result: EvidenceList) -> list[str]:
        """Return names of the options that can be made; offer them when a study is opened."""
        loose = {row.file.id for row in result.rows if row.file.option_id is None}
        left = tuple(p for p in self._proposed if not loose.isdisjoint(p.file_ids))
        if not left and result.proposals:
            self._proposed = left = result.proposals
        if left and not self._was_listed:
            self.offer(left, ImportSummary("info", "", ""))
        self._was_listed = True
        return [proposal.name for proposal in left]

    def offer(self, proposals: Sequence[OptionProposal], message: ImportSummary) -> None:
        """Offer options, and say how the import ended that proposes them."""
        self._proposed, self._was_listed = proposals, True
        names = ", ".join(f"{proposal.name} ({len(proposal.file_ids)})" for proposal in proposals)
        one = translate("Evidence", "1 option proposed from folders and names:")
        many = translate("Evidence", "{count} options proposed from folders and names:")
        these = translate("Evidence", "Make these options")
        self._banner.show_message(
            "warn" if message.problems else "info",
            counted(len(proposals), one, many),
            f"{names}. {message.strong} {message.text}".strip(),
            link=counted(len(proposals), translate("Evidence", "Make this option"), these),
            action=lambda: self.make(message),
        )

    def make(self, message: ImportSummary | None = None) -> None:
        """Create the options; report again what is left to look at.

        Files that were assigned meanwhile stay where they are.
        """
        study, proposals = self._session.study, self._proposed

        def work(_watch: JobControl) -> None:
            loose = {file.id for file in list_files(study) if file.option_id is None}
            left = (
                replace(p, file_ids=tuple(i for i in p.file_ids if i in loose)) for p in proposals
            )
            accept_proposals(study, [p for p in left if p.file_ids])

        def then(_made: object) -> None:
            if message is not None and message.problems:
                self._say_rest(message)

        self._session.write(work, _CHANGES, then=then)


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
    asked = _asked(detail) if all_of_them else frozenset[str]()
    return [
        _setting_row(setting, detail.id)
        for setting in settings_of(detail.run)
        if setting.value is not None or setting.name in asked
    ]


def _asked(detail: RunDetail) -> frozenset[str]:
    loads = loads_of(detail.run)
    if len(loads) > 1:
        return _ASKED_OF_LOADS - {"users"}
    if loads or any(s.name == "transaction_rate" for s in detail.run.series):
        return _ASKED_OF_LOADS
    return _ASKED_OF_ALL | ({"users"} if detail.sample_sets else set())


def _setting_row(setting: Setting, run_id: int) -> Value:
    typed, is_guess = setting.origin is SettingOrigin.TYPED, setting.origin is SettingOrigin.NAME
    note, tip = "", translate("Evidence", "Enter a value; it applies to all selected files.")
    if typed:
        message = written(setting.name, setting.message)
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
        typed=written(setting.name, setting.value),
        is_typed=typed,
        is_guess=is_guess,
        note=note,
        tip=tip,
    )


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
    typed = _base(files[0]) if files else translate("Evidence", "no run")
    if len(files) > 1:
        typed = translate("Evidence", "{count} runs").format(count=len(files))
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
    """Write what was typed of all selected files; an empty text is what the files state."""
    own = read.detail.file.id
    several = len(file_ids) > 1 and own in file_ids
    ids = list(file_ids) if several else [own]
    text = text.strip()

    study = session.study

    def work(_watch: object) -> None:
        if value.setting == OFFSET:
            set_clock_offset(study, ids, _seconds(text) if text else None)
        elif value.setting == ADJACENT:
            _align_clock(study, read, text)
        else:
            runs = run_ids_of(study, ids) if several else (value.run_id,)
            write_setting(study, runs, value.setting, text)

    session.write(work, Changes.EVIDENCE)


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


def io_condition(runs: Sequence[tuple[RunSetup, tuple[int, ...]]]) -> str:
    """Return what is known of I/O runs and their outstanding small I/Os; empty for nothing."""
    kinds = [kind_of_io(setup.tool, setup) for setup, _ in runs]
    blocks, shares = _ends(k.block_bytes for k in kinds), _ends(k.write_share for k in kinds)
    depths = _ends(float(depth) for _, depths in runs for depth in depths)
    parts = []
    if blocks is not None:
        parts.append(_between(*map(messages.block_size, blocks)))
    if shares is not None:
        text = translate("Evidence", "{share}\u00a0% writes")
        parts.append(text.format(share=_between(*map(figures.percent, shares))))
    if kinds and all(kind.pattern == SEQUENTIAL for kind in kinds):
        parts.append(translate("Evidence", "sequential"))
    if depths is not None:
        text = translate("Evidence", "{count} outstanding")
        parts.append(text.format(count=_between(*map(figures.number, depths))))
    return ", ".join(parts)


def _ends(values: Iterable[float | None]) -> tuple[float, float] | None:
    known = [value for value in values if value is not None]
    return (min(known), max(known)) if known else None


def _between(low: str, high: str) -> str:
    return low if low == high else f"{low}{figures.EN_DASH}{high}"

"""Assigns evidence to options, keeps it inside the study, removes it."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from arraywise.analysis.curves.steady_state import find_steady_window
from arraywise.domain.messages import Problem, ProblemCode, refuse
from arraywise.domain.requirement import DEFAULT_THRESHOLDS, DegradedState, Thresholds
from arraywise.domain.units import SECONDS_PER_DAY
from arraywise.importers.kit.importer import Source
from arraywise.importers.kit.redaction import redact_bytes
from arraywise.importers.recognition import read_sources
from arraywise.importers.registry import NEVER_KEPT, may_store_bytes
from arraywise.importing.filename_metadata import (
    add_name_settings,
    list_name_parts,
    parse_name_settings,
)
from arraywise.importing.find_files import FileReader, FoundPath, Unreadable
from arraywise.importing.read_files import with_problems
from arraywise.store.encoding import BY_HAND, FILE_SAYS, FROM_NAME, NAME_SAYS, encode_raw
from arraywise.store.reading.evidence import (
    list_files,
    list_user_levels,
    read_embedded_bytes,
    read_file_detail,
    read_problems,
)
from arraywise.store.reading.runs import read_monitor_clock
from arraywise.store.writing import evidence as writing
from arraywise.store.writing.evidence import (
    confirm_name_settings,
    replace_reading,
    set_attribute_by_hand,
)
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.edit_options import find_option, insert_option, validate_option_name

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from arraywise.domain.evidence import Reading, Run
    from arraywise.domain.options import Option
    from arraywise.domain.study import LoadRun
    from arraywise.store.reading.evidence import FileDetail, FileRow
    from arraywise.store.study import Study


FARTHEST_OFFSET_S = 366 * SECONDS_PER_DAY
"""A clock that was never set may be off by more; then nothing tells by how much."""


def assign_files_to_option(
    study: Study, file_ids: Sequence[int], option_name: str | None
) -> Option | None:
    """Assign files to an option, which is added where there is none; None unassigns them.

    Raises:
        UserError: When the name is empty.
    """
    if option_name is None:
        with transaction(
            study, f"{_count_phrase(file_ids, 'file')} taken from their option"
        ) as cursor:
            writing.assign_files_to_option(cursor, file_ids, None)
        return None
    name = validate_option_name(option_name)
    option = find_option(study, name)
    with transaction(study, f"{_count_phrase(file_ids, 'file')} assigned to {name}") as cursor:
        option = option or insert_option(cursor, name)
        writing.assign_files_to_option(cursor, file_ids, option.id)
    return option


def confirm_guesses(study: Study, file_ids: Sequence[int]) -> None:
    """Mark guessed options of files, and run settings taken from their names, as confirmed."""
    with transaction(study, f"guesses of {_count_phrase(file_ids, 'file')} confirmed") as cursor:
        writing.confirm_guessed_options(cursor, file_ids)
        confirm_name_settings(cursor, file_ids)


def _count_phrase(ids: Sequence[int], noun: str) -> str:
    return f"1 {noun}" if len(ids) == 1 else f"{len(ids)} {noun}s"


def set_monitor_clock_offset(
    study: Study, file_ids: Sequence[int], offset_s: float | None
) -> None:
    """Set how far the clocks of monitors are ahead of those of the runs beside them.

    That is beyond the zones that the files tell; None leaves it to the program.
    Raises UserError when no clock can be as far off.
    """
    if offset_s is not None and not abs(offset_s) <= FARTHEST_OFFSET_S:
        refuse("A clock offset must be at most a year.")
    with transaction(study, f"clock offset of {_count_phrase(file_ids, 'file')}") as cursor:
        writing.set_clock_shift(cursor, file_ids, offset_s)


def align_monitor_clock_with_run(study: Study, file_id: int, run_id: int) -> None:
    """Set the offset of a monitor's clock so that its recording begins with a run.

    Raises:
        UserError: When either does not state when it took place, or they are years apart.
    """
    clock = read_monitor_clock(study, file_id)
    runs = clock.runs if clock is not None else ()
    offset_s = next((run.offset_s for run in runs if run.run_id == run_id), None)
    if offset_s is None:
        refuse("The recording or the run has no time.")
    set_monitor_clock_offset(study, [file_id], offset_s)


def remove_files(study: Study, file_ids: Sequence[int]) -> None:
    """Remove files with all that was read from them."""
    with transaction(study, f"{_count_phrase(file_ids, 'file')} removed") as cursor:
        writing.remove_files(cursor, file_ids)


def read_original_file(path: Path, sha256: str) -> bytes | None:
    """Read a file from where it was imported, with passwords starred out.

    None where it is gone or has changed.
    """
    result = FileReader().read_file(FoundPath(path, path.name))
    if isinstance(result, Unreadable) or result.sha256 != sha256:
        return None
    return redact_bytes(result.data)[0]


def embed_file(study: Study, file_id: int) -> None:
    """Keep the bytes of a file inside the study, however large it is.

    Raises:
        UserError: When the file is not where it was imported from, or not the same any more.
    """
    row = next((file for file in list_files(study) if file.id == file_id), None)
    if row is None:
        refuse("The file is no longer in the study.")
    if not may_store_bytes(row.tool):
        refuse(NEVER_KEPT)
    result = FileReader().read_file(FoundPath(Path(row.path), row.name))
    if isinstance(result, Unreadable):
        refuse("{path}: {problem}", path=row.path, problem=result.problem.message)
    if result.sha256 != row.sha256:
        refuse("{path} has changed since its import. Import it again.", path=row.path)
    clean, _ = redact_bytes(result.data)
    raw = encode_raw(clean, starred=clean != result.data[:])
    with transaction(study, f"{row.name} kept in the study") as cursor:
        writing.replace_embedded_bytes(cursor, file_id, raw)


SETTINGS = (
    *("users", "repetition", "think_time_s", "warm_up_s", "window_end_s"),
    *("scale", "warehouses", "processors", "version", "degraded"),
)
"""Settings of a run that a user can correct; times in seconds."""
_COUNTS = frozenset({"users", "repetition", "warehouses", "processors"})
_SECONDS = frozenset({"think_time_s", "warm_up_s", "window_end_s"})
_LONGEST_S = 1e7
_SETTING_LABELS = {
    "think_time_s": "think time",
    "warm_up_s": "warm-up",
    "window_end_s": "end of the measurement",
    "degraded": "degraded state",
}


class SettingOrigin(StrEnum):
    """Where the value of a run's setting comes from."""

    FILE = "file"
    NAME = "name"
    TYPED = "typed"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Setting:
    """One of `SETTINGS` of a run."""

    name: str
    value: str | None
    origin: SettingOrigin
    replaced_value: str | None = (
        None  # what the file, else its name, says where the user typed something
    )


def list_run_settings(run: Run) -> tuple[Setting, ...]:
    """Return all settings of a run, with their origin, including unknown ones."""
    stated = dict(run.attributes)
    if "users" not in stated and len(levels := list_user_levels(run)) == 1:
        stated["users"] = str(levels[0])
    return tuple(_build_setting(name, stated) for name in SETTINGS)


def _build_setting(name: str, attributes: dict[str, str]) -> Setting:
    value = attributes.get(name)
    if name in _attribute_names_listed_in(attributes, BY_HAND):
        sentence = attributes.get(FILE_SAYS + name, attributes.get(NAME_SAYS + name))
        return Setting(name, value, SettingOrigin.TYPED, sentence)
    if value is None:
        return Setting(name, None, SettingOrigin.NOBODY)
    origin = (
        SettingOrigin.NAME
        if name in _attribute_names_listed_in(attributes, FROM_NAME)
        else SettingOrigin.FILE
    )
    return Setting(name, value, origin)


def _attribute_names_listed_in(attributes: dict[str, str], list_name: str) -> list[str]:
    return attributes.get(list_name, "").split(", ")


def set_run_setting(study: Study, run_ids: Sequence[int], name: str, value: str) -> None:
    """Set one of `SETTINGS` of runs; the level of a transaction load follows its users.

    The value is as it was typed; times in seconds.
    Raises UserError when the value makes no sense, or a run has several load levels.
    """
    text = _validate_setting(name, value.strip())
    with transaction(
        study, f"{setting_label(name)} of {_count_phrase(run_ids, 'run')} set to {text}"
    ) as cursor:
        if name == "users":
            if writing.has_run_with_several_loads(cursor, run_ids):
                refuse("A run with several load levels keeps its file's users.")
            writing.save_stated_users_as_attributes(cursor, run_ids)
            writing.set_users(cursor, run_ids, int(text))
        writing.set_attribute_by_hand(cursor, run_ids, name, text)


def revert_run_setting(study: Study, run_ids: Sequence[int], name: str) -> None:
    """Restore the value that the file, or else its name, gives to runs; none where neither does.

    Raises:
        UserError: When there is no such setting.
    """
    _check_setting_name(name)
    with transaction(
        study, f"{setting_label(name)} of {_count_phrase(run_ids, 'run')} as the file says"
    ) as cursor:
        if name == "users":
            writing.restore_users(cursor, run_ids)
        writing.restore_attribute(cursor, run_ids, name)


def _check_setting_name(name: str) -> None:
    if name not in SETTINGS:
        refuse("{name} is not a setting of a run.", name=name)


def _validate_setting(name: str, text: str) -> str:
    _check_setting_name(name)
    if name in _COUNTS:
        if not re.fullmatch(r"[0-9]{1,7}", text):
            refuse("'{text}' is not a number of {name}.", text=text, name=name)
        text = str(int(text))
    if name == "users" and text == "0":
        refuse("A load needs at least one user.")
    if name in _SECONDS:
        text = _validate_seconds(name, text)
    if name == "degraded" and text not in {*DegradedState}:
        known = ", ".join(DegradedState)
        refuse("'{text}' is not a degraded state: {known}.", text=text, known=known)
    if not text:
        refuse("The {setting} is empty.", setting=setting_label(name))
    return text


def _validate_seconds(name: str, text: str) -> str:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= _LONGEST_S:
        refuse("'{text}' is not a {setting} in seconds.", text=text, setting=setting_label(name))
    return f"{seconds:g}"


def setting_label(name: str) -> str:
    """Return the label of a setting in English."""
    return _SETTING_LABELS.get(name, name)


START, END = "warm_up_s", "window_end_s"  # the settings of a run that are its window
LEAST_S = 1.0


@dataclass(frozen=True, slots=True)
class ProposedWindow:
    """The part of a run after its warm-up, in seconds after its beginning."""

    start_s: float
    end_s: float
    drift: float  # of the rate over the window, as a share of its mean (MODEL P2.1)
    is_steady: bool


def propose_measurement_window(
    run: LoadRun, thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> ProposedWindow | None:
    """Find where a run's rate becomes steady; None where its file holds no series."""
    result = find_steady_window(run.rates_tps) if run.rates_tps is not None else None
    if result is None:
        return None
    result = replace(result, most_drift=thresholds.most_drift)
    return ProposedWindow(float(result.start), float(result.stop), result.drift, result.is_steady)


def set_measurement_window(
    study: Study, run_ids: Sequence[int], start_s: float, end_s: float | None
) -> None:
    """Set the part of runs that counts, in one action.

    It is in seconds after the beginning of each run; without an end it lasts until that of the
    run. Raises UserError when the window ends before it begins, or begins before the run.
    """
    if start_s < 0 or (end_s is not None and end_s < start_s + LEAST_S):
        refuse("The measurement must begin within the run and end after its start.")
    with transaction(study, f"measurement window of {len(run_ids)} runs") as cursor:
        writing.set_attribute_by_hand(cursor, run_ids, START, f"{start_s:g}")
        if end_s is None:
            writing.restore_attribute(cursor, run_ids, END)
        else:
            writing.set_attribute_by_hand(cursor, run_ids, END, f"{end_s:g}")


def clear_measurement_window(study: Study, run_ids: Sequence[int]) -> None:
    """Remove the windows of runs, so that all of each counts."""
    with transaction(study, f"whole run of {len(run_ids)} runs") as cursor:
        for name in (START, END):
            writing.restore_attribute(cursor, run_ids, name)


@dataclass(frozen=True, slots=True)
class NumberReadings:
    """A number that can be read in two ways, with both values."""

    text: str
    with_comma: str
    """What it is where the comma is the decimal mark; a plain number with a decimal point."""
    with_point: str


def ambiguous_number_readings(problem: Problem) -> NumberReadings | None:
    """Return both readings of the ambiguous number of a problem; None for other problems."""
    if problem.code != ProblemCode.DECIMAL_MARK_OPEN:
        return None
    stated = dict(problem.message.figures)
    text, grouped, decimal = (str(stated.get(name)) for name in ("text", "first", "second"))
    if "," in text:
        return NumberReadings(text, with_comma=decimal, with_point=grouped)
    return NumberReadings(text, with_comma=grouped, with_point=decimal) if "." in text else None


def is_decimal_choice_notice(problem: Problem) -> bool:
    """Return whether a problem notes that a number was read by the user's decimal mark."""
    return problem.code == ProblemCode.DECIMAL_MARK_CHOSEN


def files_with_ambiguous_numbers(study: Study, sha256s: Collection[str]) -> list[int]:
    """Return the ids of those of the files in which numbers can be read in two ways."""
    problems = read_problems(study)
    return [
        file.id
        for file in list_files(study)
        if file.sha256 in sha256s
        and any(map(ambiguous_number_readings, problems.get(file.id, ())))
    ]


def reread_with_decimal_mark(study: Study, file_ids: Sequence[int], mark: str | None) -> None:
    """Read files again, with a decimal mark; what was assigned to them stays.

    The files hold no host samples. The mark is `,` or `.`; None asks again where a file leaves it
    open. Raises UserError when a file is neither in the study nor unchanged where it was.
    """
    if not file_ids:
        return
    readings = [(_get_file_detail(study, id_), _reread_file(study, id_, mark)) for id_ in file_ids]
    sentence = {",": "a decimal comma", ".": "a decimal point", None: "the mark it shows"}[mark]
    with transaction(study, f"numbers of {len(readings)} files read with {sentence}") as cursor:
        for detail, reading in readings:
            run_ids = replace_reading(cursor, detail.file.id, reading)
            for run_id, before in zip(run_ids, detail.runs, strict=False):
                stated = dict(before.run.attributes)
                for name in filter(None, stated.get(BY_HAND, "").split(", ")):  # what was typed
                    set_attribute_by_hand(cursor, [run_id], name, stated[name])


def _get_file_detail(study: Study, file_id: int) -> FileDetail:
    detail = read_file_detail(study, file_id)
    if detail is None or detail.file.sample_rows:
        refuse("The file is no longer in the study, or holds host samples.")
    return detail


def _reread_file(study: Study, file_id: int, mark: str | None) -> Reading:
    file = _get_file_detail(study, file_id).file
    data = (
        read_embedded_bytes(study, file_id)
        if file.embedded
        else read_original_file(_file_path(file), file.sha256)
    )
    if data is None:
        refuse("{path} is missing or has changed. Import it again.", path=file.path)
    (reading,) = read_sources([Source(file.name, data, decimal=mark)])
    named, problems = add_name_settings(
        reading, parse_name_settings(list_name_parts(_file_path(file), file.name))
    )
    return with_problems(named, problems)


def _file_path(file: FileRow) -> Path:
    return Path(file.path)

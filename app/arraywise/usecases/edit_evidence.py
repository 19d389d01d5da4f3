"""Assigns evidence to options, keeps it inside the study, removes it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from arraywise.domain.messages import UserError, say
from arraywise.domain.units import SECONDS_PER_DAY
from arraywise.importers.kit.redaction import blank_secrets
from arraywise.importing.find_files import FoundPath, Reader, Unreadable
from arraywise.store.encoding import raw_of
from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.runs import monitor_clock
from arraywise.store.writing import evidence as writing
from arraywise.store.writing.evidence import confirm_names
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.edit_options import checked_name, make_option, named_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.options import Option
    from arraywise.store.study import Study

FARTHEST_OFFSET_S = 366 * SECONDS_PER_DAY
"""A clock that was never set may be off by more; then nothing tells by how much."""


def assign_option(study: Study, file_ids: Sequence[int], option_name: str | None) -> Option | None:
    """Say which option files belong to; None takes them away from any.

    An option not known yet is made.

    Raises:
        UserError: When the name is empty.
    """
    if option_name is None:
        with transaction(study, f"{_files(file_ids)} taken from their option") as cursor:
            writing.assign_option(cursor, file_ids, None)
        return None
    name = checked_name(option_name)
    option = named_option(study, name)
    with transaction(study, f"{_files(file_ids)} assigned to {name}") as cursor:
        option = option or make_option(cursor, name)
        writing.assign_option(cursor, file_ids, option.id)
    return option


def confirm_guesses(study: Study, file_ids: Sequence[int]) -> None:
    """Take the options that were guessed for files, and what their names say of runs, as true."""
    with transaction(study, f"guesses of {_files(file_ids)} confirmed") as cursor:
        writing.confirm_option(cursor, file_ids)
        confirm_names(cursor, file_ids)


def _files(file_ids: Sequence[int]) -> str:
    return "1 file" if len(file_ids) == 1 else f"{len(file_ids)} files"


def set_clock_offset(study: Study, file_ids: Sequence[int], offset_s: float | None) -> None:
    """Say how far the clocks of monitors are ahead of those of the runs beside them.

    Args:
        study: Where the files are.
        file_ids: Files of monitors.
        offset_s: Beyond the zones that the files tell; None leaves it to the program.

    Raises:
        UserError: When no clock can be as far off.
    """
    if offset_s is not None and not abs(offset_s) <= FARTHEST_OFFSET_S:
        message = "An offset between clocks is at most a year."
        raise UserError(message)
    with transaction(study, f"clock offset of {_files(file_ids)}") as cursor:
        writing.set_clock_shift(cursor, file_ids, offset_s)


def lay_beside(study: Study, file_id: int, run_id: int) -> None:
    """Say that a monitor's recording began with a run, by the offset of its clock.

    Raises:
        UserError: When either does not tell when it took place, or they are years apart.
    """
    clock = monitor_clock(study, file_id)
    runs = clock.runs if clock is not None else ()
    offset_s = next((run.offset_s for run in runs if run.run_id == run_id), None)
    if offset_s is None:
        message = "The recording or the run does not tell when it took place."
        raise UserError(message)
    set_clock_offset(study, [file_id], offset_s)


def remove_files(study: Study, file_ids: Sequence[int]) -> None:
    """Remove files with all that was read from them."""
    with transaction(study, f"{_files(file_ids)} removed") as cursor:
        writing.remove_files(cursor, file_ids)


def read_outside(path: Path, sha256: str) -> bytes | None:
    """Read a file that is kept outside a study, with passwords starred out.

    None where it is gone, or not the same any more.
    """
    found = Reader().read(FoundPath(path, path.name))
    if isinstance(found, Unreadable) or found.sha256 != sha256:
        return None
    return blank_secrets(found.data)[0]


def embed_evidence(study: Study, file_id: int) -> None:
    """Keep the bytes of a file inside the study, however large it is.

    Raises:
        UserError: When the file is not where it was imported from, or not the same any more.
    """
    row = next((file for file in list_files(study) if file.id == file_id), None)
    if row is None:
        message = say("The file is not in the study any more.")
        raise UserError(message)
    found = Reader().read(FoundPath(Path(row.path), row.name))
    if isinstance(found, Unreadable):
        message = say("{path}: {problem}", path=row.path, problem=found.problem.said)
        raise UserError(message)
    if found.sha256 != row.sha256:
        message = say(
            "{path} has changed since it was imported; import it again instead.", path=row.path
        )
        raise UserError(message)
    clean, _ = blank_secrets(found.data)
    raw = raw_of(clean, starred=clean != found.data[:])
    with transaction(study, f"{row.name} kept in the study") as cursor:
        writing.embed(cursor, file_id, raw)

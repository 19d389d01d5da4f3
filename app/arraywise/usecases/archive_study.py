"""Find studies of an archive, pull one, take runs of others as evidence, remove one."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.archive.place import Archive, NoArchive, open_archive
from arraywise.archive.tables import (
    FoundOption,
    Revision,
    Search,
    create_tables,
    find_options,
    find_revision,
    list_archived_raw_files,
    list_revisions,
)
from arraywise.archive.upkeep import RemovedStudy, remove_study_revisions
from arraywise.domain.messages import (
    FROM_ARCHIVE,
    IsStopped,
    Problem,
    Progress,
    Severity,
    Stopped,
    ignore_progress,
    is_never_stopped,
    message,
    refuse,
)
from arraywise.domain.options import Architecture
from arraywise.store.encoding import encode_raw
from arraywise.store.study import Study, copy_and_open_study, unrecorded_transaction
from arraywise.store.study_file import SUFFIX, remove_study_file
from arraywise.store.upgrades import count_statements_of_stored_files
from arraywise.store.writing.for_archive import (
    SourceOption,
    attached_source_study,
    copy_source_files,
    list_source_options,
)
from arraywise.store.writing.rows import insert_rows
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.edit_options import find_option, insert_option
from arraywise.usecases.push_study import temporary_private_folder

if TYPE_CHECKING:
    from collections.abc import Container, Sequence
    from pathlib import Path

    from arraywise.store.connection import Cursor


__all__ = ["NoArchive", "RemovedStudy"]


def create_archive(place_text: str) -> tuple[str, bool]:
    """Make a folder or bucket an archive; return its name, and whether it was none before.

    Raises:
        UserError: When a folder holds other files, or nothing can be written.
    """
    place = Archive(place_text)
    is_new = place.create()
    create_tables(place)
    return place.name, is_new


def list_archived_revisions(place_text: str) -> list[Revision]:
    """Return all that was pushed to an archive, by name and then by revision.

    Raises:
        UserError: When there is not an archive, or it cannot be read.
    """
    return list_revisions(open_archive(place_text))


def remove_from_archive(
    place_text: str,
    name_or_id: str,
    revision_number: int | None = None,
    progress: Progress = ignore_progress,
) -> RemovedStudy:
    """Remove a study from an archive, by name or id, or one revision of it.

    Raises:
        UserError: When there is no such study, or the archive cannot be written.
    """
    return remove_study_revisions(open_archive(place_text), name_or_id, revision_number, progress)


def pull_study(
    place_text: str, name_or_id: str, target: Path, revision_number: int | None = None
) -> Revision:
    """Write a study of an archive, by name or id, into a new file; return which revision it is.

    That is the newest unless a number is given.
    Raises UserError when there is no such study, the file exists, or the archive is damaged.
    """
    place = open_archive(place_text)
    revision = find_revision(place, name_or_id, revision_number)
    write_pulled_study(place, revision, target).close()
    return revision


def write_pulled_study(place: Archive, revision: Revision, target: Path) -> Study:
    """Write a revision into a new file, and open it."""
    with temporary_private_folder() as folder:
        source = folder / f"pulled{SUFFIX}"
        source.write_bytes(place.get_bytes(revision.study_sha256))
        study = copy_and_open_study(source, target)
    try:
        rows = (
            (id_, *encode_raw(place.get_bytes(sha256), starred=masked))
            for id_, sha256, masked in list_archived_raw_files(place, revision)
        )
        with unrecorded_transaction(study) as cursor:
            insert_rows(cursor, "raw_file", rows)
            count_statements_of_stored_files(cursor)
        study.fold_log()
    except BaseException:
        study.close()
        remove_study_file(target)
        raise
    return study


@dataclass(frozen=True, slots=True)
class EvidenceSelection:
    """What is taken from an archive."""

    study: str
    """Name or id of the other study."""
    revision: int | None = None
    """None for the newest."""
    options: tuple[str, ...] = ()
    """Their names there; empty for all that have files."""


@dataclass(frozen=True, slots=True)
class CopiedOption:
    """An option that was made for runs of another study."""

    name: str
    copied_files: int
    """That were copied."""
    already_present: int
    """That the study had already; they stay where they are."""


def search_archive(place_text: str, search: Search) -> list[FoundOption]:
    """Return the options of the newest revisions that were measured as asked.

    Raises:
        UserError: When there is not an archive, or it cannot be read.
    """
    return find_options(open_archive(place_text), search)


def copy_evidence_from_archive(
    study: Study,
    place_text: str,
    wanted: EvidenceSelection,
    progress: Progress = ignore_progress,
    stopped: IsStopped = is_never_stopped,
) -> list[CopiedOption]:
    """Copy what was measured of options of another study, in one step that can be undone.

    Each becomes an option of its own. `stopped` is asked between steps.

    Raises:
        Stopped: When the user asked to stop; nothing was taken then.
        UserError: When there is no such study or option, or nothing in it is new.
    """
    place = open_archive(place_text)
    revision = find_revision(place, wanted.study, wanted.revision)
    progress(0, 2, revision.name)
    with temporary_private_folder() as folder:
        source = folder / f"source{SUFFIX}"
        write_pulled_study(place, revision, source).close()
        if stopped():
            raise Stopped
        progress(1, 2, revision.name)
        copied = _copy_options(study, source, revision, wanted.options)
    progress(2, 2, revision.name)
    return copied


def _copy_options(
    study: Study, source: Path, revision: Revision, names: Sequence[str]
) -> list[CopiedOption]:
    study.private.mkdir(mode=0o700, exist_ok=True)
    inside = study.private / source.name
    shutil.copyfile(source, inside)
    try:
        with (
            attached_source_study(study, inside),
            transaction(study, f"evidence taken from {revision.name}") as cursor,
        ):
            copied: list[CopiedOption] = []
            for each in _select_source_options(list_source_options(cursor), names, revision):
                wanted = f"{each.name} ({revision.name}, revision {revision.revision})"
                name = _unused_option_name(study, wanted, {option.name for option in copied})
                copied.append(_copy_option(cursor, each, revision, name))
            if not any(each.copied_files for each in copied):
                refuse("All files of {study} are in this study already.", study=revision.name)
    finally:
        inside.unlink(missing_ok=True)
    return copied


def _select_source_options(
    available: Sequence[SourceOption], names: Sequence[str], revision: Revision
) -> list[SourceOption]:
    by_name = {each.name: each for each in available}
    for name in names:
        if name not in by_name:
            refuse(
                "{study} has no option {name} with files. It has: {known}.",
                study=revision.name,
                name=name,
                known=", ".join(by_name),
            )
    return [by_name[name] for name in names] or list(available)


def _unused_option_name(study: Study, wanted: str, taken_names: Container[str]) -> str:
    """Return a name for an option that none has of the study, nor of those made meanwhile."""
    number, name = 1, wanted
    while name in taken_names or find_option(study, name) is not None:
        number += 1
        name = f"{wanted} ({number})"
    return name


def _copy_option(
    cursor: Cursor, source: SourceOption, revision: Revision, name: str
) -> CopiedOption:
    option = insert_option(cursor, name, Architecture(source.architecture))
    note = message(
        FROM_ARCHIVE,
        study=revision.name,
        revision=revision.revision,
        option=source.name,
        day=revision.pushed_at.date().isoformat(),
    )
    prefix = f"archive:{revision.study}/{revision.revision}/"
    copied = copy_source_files(cursor, source.id, option.id, prefix, Problem(Severity.INFO, note))
    return CopiedOption(option.name, copied, source.files - copied)

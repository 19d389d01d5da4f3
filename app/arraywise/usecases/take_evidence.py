"""Runs of other studies of an archive as evidence, each option's in an option of its own."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from arraywise.archive.place import open_place
from arraywise.archive.query import FoundOption, Revision, Search, find_options, named_revision
from arraywise.domain.messages import (
    FROM_ARCHIVE,
    Problem,
    Severity,
    Stopped,
    UserError,
    message,
)
from arraywise.domain.options import Architecture
from arraywise.domain.progress import Progress, StopAsked, ignore_progress, is_never_stopped
from arraywise.store.study_file import SUFFIX
from arraywise.store.writing.taken import SourceOption, attached, copy_files, source_options
from arraywise.store.writing.transaction import Cursor, transaction
from arraywise.usecases.edit_options import build_option, named_option
from arraywise.usecases.push_study import pulled_study

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.store.study import Study

__all__ = ["search_archive", "take_evidence"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is taken from an archive."""

    study: str
    """Name or id of the other study."""
    revision: int | None = None
    """None for the newest."""
    options: tuple[str, ...] = ()
    """Their names there; empty for all that have files."""


@dataclass(frozen=True, slots=True)
class TakenOption:
    """An option that was made for runs of another study."""

    name: str
    files: int
    """That were copied."""
    known: int
    """That the study had already; they stay where they are."""


def search_archive(place_text: str, search: Search) -> list[FoundOption]:
    """Return the options of the newest revisions that were measured as asked.

    Raises UserError when there is not an archive, or it cannot be read.
    """
    return find_options(open_place(place_text), search)


def take_evidence(
    study: Study,
    place_text: str,
    wanted: Wanted,
    progress: Progress = ignore_progress,
    stopped: StopAsked = is_never_stopped,
) -> list[TakenOption]:
    """Copy what was measured of options of another study, in one step that can be undone.

    Args:
        study: Where they go; each becomes an option of its own.
        place_text: The archive.
        wanted: What is copied.
        progress: Told of every step.
        stopped: Asked between steps.

    Raises:
        Stopped: When the user asked to stop; nothing was taken then.
        UserError: When there is no such study or option, or nothing in it is new.
    """
    place = open_place(place_text)
    revision = named_revision(place, wanted.study, wanted.revision)
    progress(0, 2, revision.name)
    with TemporaryDirectory(prefix="arraywise-") as folder:
        source = Path(folder, f"source{SUFFIX}")
        pulled_study(place, revision, source).close()
        if stopped():
            raise Stopped
        progress(1, 2, revision.name)
        taken = _take(study, source, revision, wanted.options)
    progress(2, 2, revision.name)
    return taken


def _take(
    study: Study, source: Path, revision: Revision, names: Sequence[str]
) -> list[TakenOption]:
    study.private.mkdir(mode=0o700, exist_ok=True)
    inside = study.private / source.name
    shutil.copyfile(source, inside)
    try:
        with (
            attached(study, inside),
            transaction(study, f"evidence taken from {revision.name}") as cursor,
        ):
            sources = _sources(source_options(cursor), names, revision)
            free = _FreeNames(study)
            taken = [_copy(cursor, each, revision, free) for each in sources]
            if not any(each.files for each in taken):
                raise UserError(
                    message("All files of {study} are in this study already.", study=revision.name)
                )
    finally:
        inside.unlink(missing_ok=True)
    return taken


def _sources(
    known: Sequence[SourceOption], names: Sequence[str], revision: Revision
) -> list[SourceOption]:
    by_name = {each.name: each for each in known}
    for name in names:
        if name not in by_name:
            text = message(
                "{study} has no option {name} with files. It has: {known}.",
                study=revision.name,
                name=name,
                known=", ".join(by_name),
            )
            raise UserError(text)
    return [by_name[name] for name in names] or list(known)


class _FreeNames:
    """Gives options names that none of the study's has."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._given: set[str] = set()

    def name(self, wanted: str) -> str:
        number, name = 1, wanted
        while name in self._given or named_option(self._study, name) is not None:
            number += 1
            name = f"{wanted} ({number})"
        self._given.add(name)
        return name


def _copy(
    cursor: Cursor, source: SourceOption, revision: Revision, free: _FreeNames
) -> TakenOption:
    name = free.name(f"{source.name} ({revision.name}, revision {revision.revision})")
    option = build_option(cursor, name, Architecture(source.architecture))
    note = message(
        FROM_ARCHIVE,
        study=revision.name,
        revision=revision.revision,
        option=source.name,
        day=revision.pushed_at.date().isoformat(),
    )
    place = f"archive:{revision.study}/{revision.revision}/"
    copied = copy_files(cursor, source.id, option.id, place, Problem(Severity.INFO, note))
    return TakenOption(option.name, copied, source.files - copied)

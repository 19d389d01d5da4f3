"""Saves a study whose own file is not there any more, from the database that is still open."""

from __future__ import annotations

import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.domain.said import say
from arraywise.store.connection import StudyDisplaced, copy_database
from arraywise.store.study_file import log_of, said_of

_LOST = (
    "No copy can be saved: a part of {name} was not read before its file changed, and is lost."
    " Put the file back from a backup and open it again."
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import Protocol, TypeVar

    import duckdb

    class _OpenStudy(Protocol):
        path: Path
        private: Path

        def cursor(self) -> AbstractContextManager[duckdb.DuckDBPyConnection]: ...

        def check_place(self) -> None: ...

    _Study = TypeVar("_Study", bound=_OpenStudy)


def displaced_study(path: Path, studies: Iterable[_Study]) -> _Study | None:
    """Return the study that is open under a path, where its file is not there any more."""
    for study in studies:
        if study.path == path:
            try:
                study.check_place()
            except StudyDisplaced:
                return study
    return None


def rescue(study: _OpenStudy, target: Path) -> None:
    """Write all that a study holds into another file.

    Raises:
        UserError: When a part that was not read yet is lost, or the disk is full.
    """
    made = study.private / "copy"
    with said_of(target):
        study.private.mkdir(mode=0o700, exist_ok=True)
        try:
            try:
                with study.cursor() as cursor:
                    copy_database(cursor, made)
            except StudyDisplaced as error:
                raise UserError(say(_LOST, name=study.path.name)) from error
            shutil.move(made, target)
        finally:
            made.unlink(missing_ok=True)
            log_of(made).unlink(missing_ok=True)
            with suppress(OSError):  # samples are being loaded from it
                study.private.rmdir()

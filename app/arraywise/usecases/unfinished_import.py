"""Notes an import before it begins, so that one that was cut off is spoken of on reopening."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arraywise.store.reading.overview import setting
from arraywise.store.writing.moment import now
from arraywise.store.writing.study import write_setting
from arraywise.store.writing.transaction import committed
from arraywise.usecases.import_files import import_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.store.study import Study
    from arraywise.usecases.import_files import ImportOutcome
    from arraywise.usecases.progress import Progress, StopAsked

_SETTING = "unfinished_import"


@dataclass(frozen=True, slots=True)
class UnfinishedImport:
    """Files and folders that were to be imported, and of which not all were read."""

    paths: tuple[Path, ...]
    left: int | None
    """Files that were not read; None where the program ended before it could count them."""


def import_noted(
    study: Study, paths: Sequence[Path], *, progress: Progress, stopped: StopAsked
) -> ImportOutcome:
    """Import files and folders; the study knows of it until all of them are read.

    Raises:
        Stopped: When the user asked to stop before any file was read.
        UserError: When the study cannot be written; nothing was kept then.
    """
    _note(study, UnfinishedImport(tuple(paths), None))
    outcome = import_files(study, paths, progress=progress, stopped=stopped)
    if outcome.left:
        _note(study, UnfinishedImport(tuple(paths), outcome.left))
    else:
        forget_unfinished(study)
    return outcome


def unfinished_import(study: Study) -> UnfinishedImport | None:
    """Return the last import, where it was not finished."""
    text = setting(study, _SETTING)
    if text is None:
        return None
    try:
        found = json.loads(text)
        left = found["left"]
        paths = tuple(Path(str(path)) for path in found["paths"])
    except (ValueError, TypeError, KeyError):  # nobody knows who wrote it
        return None
    return UnfinishedImport(paths, left if isinstance(left, int) else None) if paths else None


def forget_unfinished(study: Study) -> None:
    """Speak of it no more.

    Raises:
        UserError: When the study cannot be written.
    """
    if setting(study, _SETTING) is not None:
        with committed(study, "import", now()) as cursor:
            write_setting(cursor, _SETTING, None)


def _note(study: Study, unfinished: UnfinishedImport) -> None:
    """Write it beside the record of changes: it is no action of the user that can be undone."""
    text = json.dumps({"paths": list(map(str, unfinished.paths)), "left": unfinished.left})
    with committed(study, "import", now()) as cursor:
        write_setting(cursor, _SETTING, text)

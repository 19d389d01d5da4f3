"""Copy a study; atomic writing of documents."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from typing import TYPE_CHECKING

from arraywise.domain.messages import Message, UserError, message
from arraywise.store.study import Study, is_open, open_copy
from arraywise.store.study_file import SUFFIX
from arraywise.usecases.undo import clear_history

if TYPE_CHECKING:
    from pathlib import Path


def copy_study(path: Path, target: Path) -> Study:
    """Copy a study, as it is at this moment, and open the copy; it may be open elsewhere.

    The copy begins with no history: whoever gets it finds neither earlier prices nor files that
    were removed.

    Raises UserError when the target exists, or the source cannot be read.
    """
    study = open_copy(path, target)
    try:
        clear_history(study)
    except BaseException:
        study.close()
        raise
    study.fold()
    return study


_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the disk can only be read",
    errno.ENOENT: "its folder does not exist",
    errno.ENOTDIR: "its folder is a file",
    errno.EISDIR: "it is a folder",
    errno.ENAMETOOLONG: "its name is too long",
}


def write_whole_file(path: Path, data: bytes) -> None:
    """Write a file beside its place and move it there once it is complete.

    Raises:
        UserError: It cannot be written, or its place is a study's; what was there before is
            still there.
    """
    if path.suffix == SUFFIX or is_open(path):
        text = message(
            "{path} is a study and was not overwritten. Choose another name.",
            path=str(path),
        )
        raise UserError(text)
    beside = path.with_name(f".{path.name[:60]}.{os.getpid()}.part")
    try:
        _write(beside, data)
        beside.replace(path)
    except OSError as error:
        raise UserError(_sentence(path, error)) from error
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sentence(path: Path, error: OSError) -> Message:
    if isinstance(error, PermissionError):
        reason = message("no write permission, or another program has it open")
    else:
        reason = message(_REASONS.get(error.errno or 0) or error.strerror or type(error).__name__)
    return message(
        "{path} was not written: {reason}. An existing file is unchanged.",
        path=str(path),
        reason=reason,
    )

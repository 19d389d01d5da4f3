"""Writes a document so that the file is either the new one or, untouched, the old one."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.domain.said import Said, say
from arraywise.store.study import SUFFIX, is_open

if TYPE_CHECKING:
    from pathlib import Path

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
        message = say(
            "{path} was not written: this is the name of a study; choose another one.",
            path=str(path),
        )
        raise UserError(message)
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


def _sentence(path: Path, error: OSError) -> Said:
    if isinstance(error, PermissionError):
        reason = say("it may not be written there, or another program has it open")
    else:
        known = _REASONS.get(error.errno or 0)
        reason = say(known or error.strerror or type(error).__name__)
    return say(
        "{path} was not written: {reason}. A file that was there before is unchanged.",
        path=str(path),
        reason=reason,
    )

"""Checks, copies and renames study files without DuckDB."""

from __future__ import annotations

import os
import shutil
import stat
import struct
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from arraywise.domain.messages import UserError, message, refuse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SUFFIX = ".arraywise"
_MAGIC_AT, _MAGIC = 8, b"DUCK"
_TRIES = 20
_CHUNK = 1 << 20


def file_identity(path: Path, status: os.stat_result | None = None) -> tuple[int, int] | None:
    """Return device and inode, which every name of a file shares; None where there is none."""
    try:
        status = status or path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def check_is_database(path: Path) -> None:
    """Refuse a file that is no DuckDB database, by its first bytes.

    Raises:
        UserError: When there is no file, or it is no DuckDB database.
    """
    check_study_path(path)
    with translate_os_errors(path):
        mode = path.stat().st_mode
        head = None
        if stat.S_ISREG(mode):
            with path.open("rb") as file:
                head = file.read(_MAGIC_AT + len(_MAGIC))
    if stat.S_ISDIR(mode):
        text = message("{name} is a folder, not a study.", name=path.name)
    elif head is None:
        text = message("{name} is not an ordinary file.", name=path.name)
    elif not head:
        text = message("{name} is empty (0 bytes), not a study.", name=path.name)
    elif head[_MAGIC_AT:] != _MAGIC:
        text = message("{name} is not an Arraywise study.", name=path.name)
    else:
        return
    raise UserError(text)


def is_writable(path: Path) -> bool:
    """Return whether a study can be changed where it is: its file, and a log beside it."""
    return os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)


def check_study_path(path: Path) -> None:
    """Refuse a path with a question mark, which DuckDB takes for a URL's.

    Raises:
        UserError: When it has one.
    """
    if "?" in str(path):
        refuse("{path} cannot be a study: take the ? out of its name.", path=str(path))


def copy_study_file(path: Path, target: Path, handle: BinaryIO | None) -> None:
    """Copy a study file with its log, as of one moment, to a new file.

    Where this process has the study open, by a `handle` that stays open.
    Raises UserError when it cannot be read or written, or was written to without a pause.
    """
    with translate_os_errors(path):
        for _ in range(_TRIES):
            before = _file_state(path)
            _copy_file_and_log(path, target, handle)
            if _file_state(path) == before:
                return
    refuse("{name} is being written. Try again in a moment.", name=path.name)


def log_path(path: Path) -> Path:
    """Return the path of DuckDB's log of commits that are not in the file yet."""
    return path.with_name(f"{path.name}.wal")


def set_log_aside(path: Path) -> Path | None:
    """Rename the log of a study, so that it is opened without; the log stays beside it.

    Returns:
        Where the log is then; None where there was none.
    """
    log = log_path(path)
    if not log.exists():
        return None
    aside = _unused_log_name(log)
    with translate_os_errors(log):
        log.rename(aside)
    return aside


def copy_damaged_log(path: Path) -> Path | None:
    """Copy the log of a study beside it where DuckDB would leave out part of it in silence.

    Returns:
        Where the copy is; None where there is no log, or it can be read to its end.
    """
    log = log_path(path)
    if not log.exists() or is_log_complete(log.read_bytes()):
        return None
    aside = _unused_log_name(log)
    with translate_os_errors(log):
        shutil.copyfile(log, aside)
    return aside


def _unused_log_name(log: Path) -> Path:
    count = 1
    while (aside := log.with_name(f"{log.name}.unread-{count}")).exists():
        count += 1
    return aside


_LOG_HEAD = b"\x64\x00\x62"
"""First field of a log: the kind of its first entry, its version."""
_LONGEST_HEAD = 64
_ENTRY = struct.Struct("<QQ")
"""Size and checksum before each entry."""
_LOOKED_FOR = 1 << 16


def is_log_complete(log: bytes) -> bool:
    """Return whether entry follows entry up to the end of a log, or to one that was cut.

    DuckDB takes an entry whose size leads past the end for the last one, cut by a crash. Where
    entries follow after it, it was damaged, and what follows would be left out without a word.
    """
    if not log:
        return True
    if not log.startswith(_LOG_HEAD):
        return False
    starts = range(len(_LOG_HEAD), min(_LONGEST_HEAD, len(log)))
    reached = max((_end_of_entries(log, start) for start in starts), default=0)
    rest = range(reached + 1, min(len(log), reached + _LOOKED_FOR))
    return not any(_end_of_entries(log, start, must_reach_end=True) for start in rest)


def _end_of_entries(log: bytes, start: int, *, must_reach_end: bool = False) -> int:
    """Return where the entries from a byte on end; 0 where they `must_reach_end` and do not."""
    at = start
    while at + _ENTRY.size <= len(log):
        size, _checksum = _ENTRY.unpack_from(log, at)
        if size == 0 or at + _ENTRY.size + size > len(log):
            break
        at += _ENTRY.size + size
    is_end = at == len(log) and at > start
    return at if is_end or not must_reach_end else 0


def remove_study_file(path: Path) -> None:
    """Remove a file and its log, which would be taken for that of another study later."""
    path.unlink(missing_ok=True)
    log_path(path).unlink(missing_ok=True)


def new_backup_path(path: Path, version: int) -> Path:
    """Name a file beside a study, which does not exist yet, for a copy of it as it is."""
    backup = path.with_name(f"{path.name}.bak-v{version}")
    count = 1
    while backup.exists():
        count += 1
        backup = path.with_name(f"{path.name}.bak-v{version}-{count}")
    return backup


def find_newest_backup(path: Path) -> Path | None:
    """Return the backup of a study that was made last beside it; None where there is none."""
    try:
        built = [
            (each.stat().st_mtime_ns, each)
            for each in path.parent.iterdir()
            if each.name.startswith(f"{path.name}.bak-v") and each.is_file()
        ]
    except OSError:
        return None
    return max(built)[1] if built else None


def _file_state(path: Path) -> list[tuple[int, int] | None]:
    files = [path, log_path(path)]
    return [(f.stat().st_mtime_ns, f.stat().st_size) if f.exists() else None for f in files]


def _copy_file_and_log(path: Path, target: Path, handle: BinaryIO | None) -> None:
    try:
        with target.open("wb") as out:
            if handle is None:
                with path.open("rb") as file:
                    shutil.copyfileobj(file, out, _CHUNK)
            else:
                handle.seek(0)
                shutil.copyfileobj(handle, out, _CHUNK)
            os.fsync(out.fileno())
        if log_path(path).exists():
            shutil.copyfile(log_path(path), log_path(target))
    except BaseException:
        remove_study_file(target)
        raise


@contextmanager
def translate_os_errors(path: Path) -> Iterator[None]:
    """Turn what the operating system refuses into a sentence.

    Raises:
        UserError: For a missing file, a lacking permission, a full disk ...
    """
    try:
        yield
    except OSError as error:
        named = str(error.filename or path)
        if isinstance(error, FileNotFoundError):
            text = message("There is no file {path}.", path=named)
        elif isinstance(error, PermissionError):
            text = message("No permission to use {path}.", path=named)
        else:
            reason = str(error.strerror)
            text = message("{path} cannot be used: {reason}.", path=named, reason=reason)
        raise UserError(text) from error

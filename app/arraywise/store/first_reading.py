"""Has a process of its own read all of a study before this one opens it.

DuckDB believes what a file says wherever its checksums are right: a study that was made to harm,
or damaged before it was written, can end the process that reads it. Studies that were closed here
and not changed since are not read again (docs/adr/0015).
"""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import duckdb

from arraywise import READ_ALL
from arraywise.domain.messages import Stopped, UserError
from arraywise.shipped import state_path
from arraywise.store.connection import ALIAS, connect, damaged, leave_study, private_directory
from arraywise.store.layout import UNKNOWN, check_layout, objects_in, version_of
from arraywise.store.study_file import log_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_LOOK_AGAIN_S = 0.2
_LEAST_S = 60
_BYTES_PER_S = 5_000_000
"""A drive that reads no faster is slow; a study that takes longer hangs."""
_MOST_MEMORY = "1GB"
_READINGS = 3
_WHOLE, _NOT_OPENED, DAMAGED, _LAST_STATUS = 0, 1, 3, 255
_KEPT, _MOST_KEPT = "studies.txt", 200
"""File in the state folder with a line for each study as it was closed, the latest at the end."""


def read_first(path: Path, stopped: Callable[[], bool] = lambda: False) -> bool:
    """Look whether a study can be read to its end, unless it is known to be as it was closed.

    Where no process can be started, or the file cannot be opened, nothing is found out: opening
    it says why. `stopped` is asked several times a second.

    Returns:
        Whether it was found whole and with the tables of a study, now or when it was closed.

    Raises:
        UserError: When reading it ends the process that does so, hangs, or fails.
        Stopped: When it was stopped.
    """
    state = _state_of(path)
    if is_known(state):
        return True
    try:
        with subprocess.Popen(  # noqa: S603 - this program
            [*_program(), READ_ALL, str(path)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        ) as process:
            status = _status_of(process, _LEAST_S + path.stat().st_size / _BYTES_PER_S, stopped)
    except OSError:
        return False
    if status == DAMAGED or not 0 <= status <= _LAST_STATUS:  # Windows ends crashes above
        raise damaged(path)
    if status == _WHOLE:
        _keep(state)
    return status == _WHOLE


def _status_of(
    process: subprocess.Popen[bytes], seconds: float, stopped: Callable[[], bool]
) -> int:
    """Wait for a process, and end it where it takes too long or is not wanted any more."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        with suppress(subprocess.TimeoutExpired):
            return process.wait(_LOOK_AGAIN_S)
        if stopped():
            process.kill()
            raise Stopped
    process.kill()
    return DAMAGED


def _program() -> list[str]:
    frozen = getattr(sys, "frozen", False)
    return [sys.executable] if frozen else [sys.executable, "-P", "-m", "arraywise"]


def remember(path: Path) -> None:
    """Note that a study is as this program closed it."""
    state = _state_of(path)
    if not is_known(state):
        _keep(state)


def forget(path: Path) -> None:
    """Let a study that is opened now be read first the next time, unless it comes to be closed."""
    state, known = _state_of(path), _known()
    if state in known:
        _write([each for each in known if each != state])


def is_known(state: str) -> bool:
    """Return whether a file is as it was when it was closed here, or read to its end."""
    return state in _known()


def _state_of(path: Path) -> str:
    """Return what changes with each change of a study; the log counts, where there is one."""
    found = [file.stat() for file in (path, log_of(path)) if file.exists()]
    return " ".join(f"{s.st_dev}-{s.st_ino}-{s.st_size}-{s.st_mtime_ns}" for s in found)


def _known() -> list[str]:
    try:
        return (state_path() / _KEPT).read_text("ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return []


def _keep(state: str) -> None:
    _write([*_known()[1 - _MOST_KEPT :], state])


def _write(lines: list[str]) -> None:
    with suppress(OSError):
        state_path().mkdir(parents=True, exist_ok=True)
        (state_path() / _KEPT).write_text("\n".join(lines), "ascii")


def read_all(path: Path) -> int:
    """Read all of a study as it lies there; return the exit status that says what came of it.

    What a damaged text refers to beyond its block is zero in the fresh memory of a process, and
    harmless. Later it is what was read before, and ends the process.
    """
    statuses = (_read_once(path) for _ in range(_READINGS))
    return next((status for status in statuses if status != _WHOLE), _WHOLE)


def _read_once(path: Path) -> int:
    try:
        with connect(str(path), private_directory(), read_only=True) as connection:
            connection.execute(f"SET memory_limit = '{_MOST_MEMORY}'")
            leave_study(connection)
            found = objects_in(connection)
            version = version_of(connection, found)
            if version == UNKNOWN:
                return _NOT_OPENED
            check_layout(connection, found, path.name, version)
            tables = connection.execute(_TABLES, [ALIAS]).fetchall()
            dangers = [_is_dangerous(connection, *table) for table in tables]
    except UserError:
        return _NOT_OPENED
    except (duckdb.Error, UnicodeDecodeError) as error:
        return DAMAGED if _is_danger(error) else _NOT_OPENED
    return DAMAGED if any(dangers) else _WHOLE


_TABLES = """
SELECT schema_name, table_name,
  string_agg('[c."' || column_name || '"][1] IS NULL', ' OR ') FILTER (NOT is_nullable)
FROM system.main.duckdb_columns() WHERE database_name = ? GROUP BY ALL
"""
"""With the condition that something is missing which never may be. DuckDB believes a column that
says so of itself, and would not look; so what is asked of is a list with the value in it."""


def _is_dangerous(
    connection: duckdb.DuckDBPyConnection, schema: str, table: str, missing: str | None
) -> bool:
    """Return whether reading a table fails otherwise than by a part that the drive lost."""
    query = f"SELECT bit_xor(hash(c)), count(*) FILTER ({missing or 'false'})"
    try:
        ((_, gaps),) = connection.execute(
            f'{query} FROM {ALIAS}."{schema}"."{table}" AS c'
        ).fetchall()
    except duckdb.Error as error:
        return _is_danger(error)
    return bool(gaps)


def _is_danger(error: Exception) -> bool:
    """Return whether an error shows that DuckDB believed what is wrong, and might crash next time.

    It is none where the file is in use or a checksum tells of damage: that is said when it is met.
    """
    harmless = (duckdb.IOException, duckdb.OutOfMemoryException)
    return not isinstance(error, harmless) and "checksum" not in str(error)

"""The DuckDB connection of a study, without access to files or network.

A study may come from a stranger: its views and anything typed into it must not reach other files,
the network or extensions. Only one directory is open to queries, a private one that exists while
host samples are loaded.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import time
import zlib
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import duckdb

from arraywise.domain.messages import Figure, LogUnusable, Stopped, UserError, message
from arraywise.store.study_file import log_path

if TYPE_CHECKING:
    from collections.abc import Iterator


STORAGE_VERSION = "v1.4.0"
"""Storage format of a study, so that tools with DuckDB 1.4 and newer can open it."""

_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "storage_compatibility_version": STORAGE_VERSION,
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "allow_persistent_secrets": "false",
}


ALIAS = "arraywise_study"
"""Catalog of the study, whatever its file is called: DuckDB would take the file's name, which may
be that of a schema or a table in it, and then neither can be named."""
_MEMORY_ONLY = ":memory:"
_CHANGED_LATER = "'preserve_insertion_order', 'memory_limit', 'checkpoint_threshold', 'threads'"
_LOADING_THREADS = 4
_LOADING_MEMORY = "220MB"
"""DuckDB would keep all that was loaded; of a recording of 2 GB that is 1 GB, in memory 2 GB."""
_COLUMNS_IN_LOADING = 100
"""Each thread holds a quarter of a megabyte of each column, so that no more fit into that."""
_COLUMN_IN_LOADING = 0.9
"""MB that one thread holds of each column until 122,880 rows are full and written."""
_UNITS = {"KiB": 1 / 1024, "MiB": 1, "GiB": 1024, "TiB": 1024**2}
_ENDINGS = ("", ".wal", ".wal.checkpoint", ".wal.recovery")
"""What DuckDB adds to the name of a database for the files beside it."""
_SPILLED = "-spilled"
"""What is added to the private directory's name for what DuckDB has no memory for."""
_PRIVATE = "arraywise-rows-"
_LEFT_FOR_S = 86_400


Cursor: TypeAlias = "duckdb.DuckDBPyConnection"
"""What readers and writers ask of; in an action one that notes what changes."""


_BY_CTRL_C = "Query interrupted"
"""What DuckDB makes of Ctrl+C during a query."""
_OF_THE_WORLD = (
    duckdb.IOException,
    duckdb.TransactionException,
    duckdb.FatalException,
    duckdb.SerializationException,
    duckdb.OutOfMemoryException,
    duckdb.InternalException,
)
_DAMAGED = re.compile(
    r"corrupt|checksum|not a valid DuckDB|Could not read enough bytes|deserializ|INTERNAL Error"
    r"|replaying WAL|Invalid unicode|decompress|Referenced column \"c\d+\" not found"
    r"|unrecognized enum value",
    re.IGNORECASE,
)
_DAMAGED_FILE = "{name} is damaged. Restore it from a backup."
_WITHOUT_LOCKS = (
    "{folder} is on a file system that cannot lock files; two programs could write {name} at once."
    " Put the study on another drive."
)
_SENTENCES = (
    (
        r"fsync failed|Could not (f?data)?sync",
        (
            "The drive of {folder} did not confirm the write of {name}: the last change may be"
            " lost. Save a copy on another drive."
        ),
    ),
    (
        r"No space left|File too large|disk full|quota|not enough space",
        "No space left in {folder} for {name}. The last change was not saved; earlier ones were.",
    ),
    (_DAMAGED.pattern, _DAMAGED_FILE),
    (
        r"Permission denied|Read-only file system|Access is denied",
        "No permission to write {name} in {folder}.",
    ),
    (
        r"Out of Memory|failed to allocate|could not allocate",
        "Not enough memory for {name}; nothing was changed.",
    ),
    (
        r"conflict",
        "Another change to {name} was being written; this one was not saved. Repeat it.",
    ),
    (
        r"version number|storage version|newer version|serialization version",
        "{name} needs a newer DuckDB than this Arraywise has. Update Arraywise.",
    ),
)
"""What is said where DuckDB says so in any case; the first that fits."""


class StudyInUse(UserError):  # noqa: N818 - a state of the world, said to the user
    """Another process, or another window of this one, has the study open."""


class StudyDisplaced(UserError):  # noqa: N818 - a state of the world, said to the user
    """The file of an open study was deleted, moved, replaced or cut short by somebody else."""


def new_private_directory_path() -> Path:
    """Name a directory that does not exist yet and that nobody else can foresee.

    Those that killed programs left behind go away a day later.
    """
    shared = Path(tempfile.gettempdir()).resolve()
    for left in shared.glob(f"{_PRIVATE}*"):
        with suppress(OSError):
            if left.stat().st_mtime < time.time() - _LEFT_FOR_S:
                shutil.rmtree(left, ignore_errors=True)
    return shared / f"{_PRIVATE}{os.urandom(12).hex()}"


def connect(database: str, private: Path, *, read_only: bool = False) -> duckdb.DuckDBPyConnection:
    """Open a database and replay its log, after every way out except `private` was closed.

    `database` is an absolute path, or `:memory:`; opened `read_only`, it and its log stay as they
    are. Raises duckdb.Error as DuckDB found it; `translate_duckdb_errors` turns it into a
    UserError.
    """
    spilled = f"{private}{_SPILLED}"
    connection = duckdb.connect(_MEMORY_ONLY, config=_CONFIG | {"temp_directory": spilled})
    try:
        _restrict_access(connection, database, private)
        if database != _MEMORY_ONLY:
            how = " (READ_ONLY)" if read_only else ""
            connection.execute(f"ATTACH '{escape_quotes(database)}' AS {ALIAS}{how}")
    except BaseException:
        connection.close()
        raise
    return connection


def use_duckdb_catalog(cursor: duckdb.DuckDBPyConnection) -> None:
    """Let names without a catalog mean DuckDB's own, whatever the study defines."""
    cursor.execute("USE memory")


def use_study_catalog(cursor: duckdb.DuckDBPyConnection) -> None:
    """Let names without a catalog mean the study; a cursor does not inherit that."""
    cursor.execute(f"USE {ALIAS}")


def copy_database(cursor: duckdb.DuckDBPyConnection, target: Path) -> None:
    """Write all that a study holds into a new file in its private directory."""
    cursor.execute(f"ATTACH '{escape_quotes(str(target))}' AS copy_of_study")
    try:
        cursor.execute(f"COPY FROM DATABASE {ALIAS} TO copy_of_study")
    finally:
        cursor.execute("DETACH copy_of_study")


def read_database_size_bytes(cursor: duckdb.DuckDBPyConnection) -> int:
    """Return how long the study's file is as far as DuckDB knows."""
    row = cursor.execute(
        "SELECT block_size * total_blocks FROM pragma_database_size() WHERE database_name = ?",
        [ALIAS],
    ).fetchone()
    return int(row[0]) if row else 0


def _restrict_access(connection: duckdb.DuckDBPyConnection, database: str, private: Path) -> None:
    files = ", ".join(f"'{escape_quotes(database)}{end}'" for end in _ENDINGS)
    connection.execute(f"SET allowed_paths = [{files}]")
    connection.execute(f"SET allowed_directories = ['{escape_quotes(private.as_posix())}/']")
    connection.execute("SET enable_external_access = false")
    connection.execute(f"SET allowed_configs = [{_CHANGED_LATER}]")
    connection.execute("SET lock_configuration = true")


def limit_memory(connection: duckdb.DuckDBPyConnection) -> None:
    """Let DuckDB hold little in memory from now on, and the rest in a file of its own.

    Not in a transaction, which ends where others hold more already.
    """
    connection.execute(f"SET threads = {min(os.cpu_count() or 1, _LOADING_THREADS)}")
    with suppress(duckdb.OutOfMemoryException):
        connection.execute(f"SET memory_limit = '{_LOADING_MEMORY}'")


def raise_memory_limit_for_columns(
    connection: duckdb.DuckDBPyConnection, column_count: int
) -> None:
    """Let a table of so many columns be loaded; also in a transaction, as no limit is lowered."""
    if column_count <= _COLUMNS_IN_LOADING:
        return
    connection.execute("SET threads = 1")
    ((text,),) = connection.execute("SELECT current_setting('memory_limit')").fetchall()
    figure, unit = text.split()
    needed = column_count * _COLUMN_IN_LOADING
    if needed > float(figure) * _UNITS[unit]:
        connection.execute(f"SET memory_limit = '{needed:.0f}MiB'")


def reset_limits(connection: duckdb.DuckDBPyConnection) -> None:
    """Let DuckDB use what the machine has, and keep rows in order."""
    connection.execute("RESET memory_limit")
    connection.execute("RESET threads")
    connection.execute("RESET preserve_insertion_order")


def release_buffers(connection: duckdb.DuckDBPyConnection) -> None:
    """Make DuckDB forget the buffers of queries that have ended; nothing may be under way.

    It keeps a kilobyte of each buffer until 32,768 are dead, which is 40 MiB in the end. A limit
    that cannot be met makes it go through them; it is refused, and the old one stays.
    """
    try:
        connection.execute("SET memory_limit = '1B'")
    except duckdb.Error:
        return
    connection.execute("RESET memory_limit")


def escape_quotes(path: str) -> str:
    """Return a path as it stands between quotation marks in a statement without parameters."""
    return path.replace("'", "''")


@contextmanager
def translate_duckdb_errors(path: Path, *, opening: bool = False) -> Iterator[None]:
    """Turn what can happen to a good program with a bad disk into sentences for the user.

    Mistakes in SQL are bugs and pass through unchanged, but while `opening`: then the log is
    replayed, which may hold statements that fail in any way.

    Raises:
        StudyInUse: When another process holds the file.
        UserError: For a full disk, a damaged file, too little memory or colliding changes.
        Stopped: For a query that was interrupted.
    """
    try:
        yield
    except duckdb.InterruptException as error:
        raise Stopped from error
    except duckdb.Error as error:
        # a wrong checksum comes as the plain Error that all others derive from
        of_the_world = isinstance(error, _OF_THE_WORLD) or type(error) is duckdb.Error
        if opening or of_the_world or _DAMAGED.search(str(error)):
            raise _user_error_from_duckdb(path, str(error)) from error
        raise
    except (UnicodeDecodeError, zlib.error) as error:  # a damaged log; a damaged series
        raise damaged_study_error(path) from error
    except RuntimeError as error:
        if str(error) == _BY_CTRL_C:
            raise Stopped from error
        raise


_HOLDER = re.compile(r"Conflicting lock is held in (?P<program>.+?) \(PID (?P<pid>\d+)\)")
_LOCKLESS = re.compile(r"No locks available|not supported|not implemented", re.IGNORECASE)
_LOCKED = re.compile(r"Could not set lock|being used by another process", re.IGNORECASE)


def damaged_study_error(path: Path) -> UserError:
    """Return what to say of a study whose contents cannot be what this program wrote."""
    return UserError(message(_DAMAGED_FILE, name=path.name))


_REPLAY = re.compile(r"replaying WAL|This WAL was created", re.IGNORECASE)
_OTHER_STUDY = (
    "{log} belongs to another study. {name} can be opened without it; nothing of {name} is in it."
    " The log is kept beside it."
)
_OTHER_STATE = (
    "{log} was written for another state of {name}. {name} can be opened without it, as of"
    " {saved}. The log is kept beside it."
)
_DAMAGED_LOG = (
    "{log} is damaged. {name} can be opened without it, as of {saved}: changes made after that are"
    " lost. The log is kept beside it."
)
_LOG_TROUBLES = (
    ("does not match database file", _OTHER_STUDY),
    ("checkpoint iteration", _OTHER_STATE),
    ("", _DAMAGED_LOG),
)
"""What is said of a log that cannot be replayed; the first that fits."""


def _log_error(path: Path, text: str) -> LogUnusable:
    sentence = next(s for sign, s in _LOG_TROUBLES if re.search(sign, text, re.IGNORECASE))
    saved = datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone()
    log = log_path(path).name
    return LogUnusable(message(sentence, name=path.name, log=log, saved=f"{saved:%Y-%m-%d %H:%M}"))


def _user_error_from_duckdb(path: Path, text: str) -> UserError:
    if _REPLAY.search(text) and log_path(path).exists():
        return _log_error(path, text)
    holder = _HOLDER.search(text)
    if holder:
        return in_use_by_process_error(path, Path(holder["program"]).name, holder["pid"])
    if _LOCKED.search(text) and _LOCKLESS.search(text):
        return UserError(message(_WITHOUT_LOCKS, name=path.name, folder=str(path.parent)))
    if _LOCKED.search(text):
        return in_use_error(path, message("another program"))
    for sign, sentence in _SENTENCES:
        if re.search(sign, text, re.IGNORECASE):
            return UserError(message(sentence, name=path.name, folder=str(path.parent)))
    return UserError(
        message(
            "{name} cannot be read or written: {reason}",
            name=path.name,
            reason=text.splitlines()[0],
        )
    )


def _describe_program(program_name: str, process_id: str) -> Figure:
    """Name a program as the user knows it: Arraywise itself runs as some python3.11."""
    try:
        command = Path("/proc", process_id, "cmdline").read_bytes()
    except OSError:  # there is none on this system, or the process has gone
        return program_name
    return message("another Arraywise") if b"arraywise" in command else program_name


def in_use_by_process_error(path: Path, program_name: str, process_id: str) -> StudyInUse:
    """Return which process has a study open, by the name of its program and its number."""
    program = _describe_program(program_name, process_id)
    return in_use_error(
        path, message("{program} (process {number})", program=program, number=process_id)
    )


def in_use_error(path: Path, holder: Figure) -> StudyInUse:
    """Describe which process has a study open."""
    return StudyInUse(
        message(
            "{name} is open in {holder}. Close it there, or open a copy.",
            name=path.name,
            holder=holder,
        )
    )

"""Open, create, copy, migrate, close.

POSIX locks, of which DuckDB's is one, belong to a process and fall when it closes *any* handle on
the file. So a file that this process has open as a study must never be opened a second time by
ordinary means: ask `is_open` before reading a file that the user named. What others in this
process do, such as a file dialog that looks into files to choose their icons, is what `lock_file`
is for: a lock by `flock` belongs to the handle that it was asked for with.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Self
from uuid import uuid4

import duckdb

from arraywise.domain.messages import UserError, message, refuse
from arraywise.store import layout, study_file, upgrades
from arraywise.store.connection import (
    StudyDisplaced,
    StudyInUse,
    connect,
    copy_database,
    damaged_study_error,
    in_use_by_process_error,
    in_use_error,
    limit_memory,
    new_private_directory_path,
    read_database_size_bytes,
    release_buffers,
    reset_limits,
    translate_duckdb_errors,
    use_duckdb_catalog,
    use_study_catalog,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from arraywise.domain.messages import Message


__all__ = ["StudyDisplaced", "StudyInUse"]

_LOST = (
    "No copy can be saved: part of {name} is lost because its file changed. Restore the file"
    " from a backup and open it again."
)


def save_rescue_copy(study: Study, target: Path) -> None:
    """Save all that an open study still holds into another file.

    Raises:
        UserError: When a part that was not read yet is lost, or the disk is full.
    """
    built = study.private / "copy"
    with study_file.translate_os_errors(target):
        study.private.mkdir(mode=0o700, exist_ok=True)
        try:
            try:
                with study.cursor() as cursor:
                    copy_database(cursor, built)
            except StudyDisplaced as error:
                raise UserError(message(_LOST, name=study.path.name)) from error
            shutil.move(built, target)
        finally:
            study_file.remove_study_file(built)
            with suppress(OSError):  # samples are being loaded from it
                study.private.rmdir()


_LOG_CUT = (
    "The log of {name} was damaged in the middle; changes that followed the damage are lost. A"
    " copy of the log is {log}."
)
_GONE = "{path} was deleted or moved. Changes are not saved in it: save a copy of the study."
_REPLACED = (
    "{path} was replaced by another file. Changes are not saved in it: save a copy of the study."
)
_CUT = "Another program truncated {path}. Changes cannot be saved in it: save a copy of the study."


class OpenedFileIdentity:
    """Where a study was opened: path, device, inode and size in bytes."""

    def __init__(self, path: Path) -> None:
        result = path.stat()
        self._path = path
        self._identity = study_file.file_identity(path, result)
        self._size = result.st_size
        """When it was last looked at."""

    def raise_if_displaced(self, read_database_size: Callable[[], int]) -> None:
        """Raise StudyDisplaced when the file is gone, replaced or truncated.

        `read_database_size` tells how long it is as far as the database knows, which makes it
        shorter at times.
        """
        size = self.size_if_same_file()
        if size < self._size and self._path.stat().st_size < read_database_size():
            raise StudyDisplaced(message(_CUT, path=str(self._path)))
        self._size = size

    def size_if_same_file(self) -> int:
        """Return the size of the file, where it is the one that was opened.

        Raises:
            StudyDisplaced: When it is not.
        """
        try:
            result = self._path.stat()
        except FileNotFoundError as error:
            raise StudyDisplaced(message(_GONE, path=str(self._path))) from error
        except OSError:
            return self._size  # a folder that cannot be looked into says nothing of the file
        if study_file.file_identity(self._path, result) != self._identity:
            raise StudyDisplaced(message(_REPLACED, path=str(self._path)))
        return result.st_size


def lock_file(path: Path) -> BinaryIO | None:
    """Lock a study file; closing the returned handle releases the lock.

    Returns:
        A handle to read by; None where there is no file yet, and on systems on which DuckDB's own
        lock lasts or both would collide.

    Raises:
        StudyInUse: When another process has the study open.
        UserError: When the file may not be read.
    """
    if sys.platform != "linux" or not path.exists():
        return None
    import fcntl

    with study_file.translate_os_errors(path):
        handle = path.open("rb")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        inode = os.fstat(handle.fileno()).st_ino
        handle.close()
        raise _in_use_by_lock_holder(path, inode) from error
    except OSError:
        pass  # a file system without such locks: DuckDB's own has to do
    return handle


def _in_use_by_lock_holder(path: Path, inode: int) -> StudyInUse:
    """Name the process that holds the lock, where the system tells."""
    with suppress(OSError):
        for line in Path("/proc/locks").read_text().splitlines():
            words = line.split()
            if "FLOCK" in words and words[-3].endswith(f":{inode}"):
                number = words[-4]
                name = Path("/proc", number, "comm").read_text().strip()
                return in_use_by_process_error(path, name, number)
    return in_use_error(path, message("another program"))


_NOT_MIGRATED = (
    "{name} (study format {version}) could not be converted: its tables differ from that"
    " version's. Nothing was changed; {backup} is a copy."
)
_STAYS_BUSY = (
    "{name} could not be closed: it is still being read. Everything that was saved is in it; quit"
    " Arraywise to free it."
)
_LEAST_ROOM = 1 << 20
_LONG_READ_S = 2.0
_LOOK_AGAIN_S = 0.1
_CLOSE_TRIES = 20
_TIDIED_AFTER = 100
"""So many cursors are given back until DuckDB is made to forget their buffers, within 1 ms."""
_BREAKING = (duckdb.IOException, duckdb.FatalException, duckdb.InternalException)
"""After one of these DuckDB may refuse all further work until the file is opened again."""
_NEVER_WRITTEN = (
    *(ValueError, ArithmeticError),
    *(duckdb.ConversionException, duckdb.OutOfRangeException),
)
"""What comes of stored words and numbers that are none of this program's."""

_open: dict[tuple[int, int], Study] = {}
_open_lock = threading.RLock()
_announced: list[tuple[int, int]] = []


class Study:
    """One open study. Use it with `with`, or close it.

    Any thread may ask for a cursor; a cursor stays in the thread that asked for it.
    """

    def __init__(
        self,
        path: Path,
        connection: duckdb.DuckDBPyConnection,
        private: Path,
        handle: BinaryIO | None,
    ) -> None:
        self.path = path
        """Absolute path of the study file."""
        self.private = private
        """Directory that queries may read while it exists; see `store/samples.py`."""
        self.notice: Message | None = None
        """What was lost when it was opened, to be shown once."""
        self.has_valid_layout = False
        """Whether its tables are those of a study."""
        self._connection = connection
        self._broken = False
        self._closed = False
        self._cursors = 0
        self._readers: dict[int, tuple[duckdb.DuckDBPyConnection, float]] = {}
        """Cursors that change nothing, and when each was taken by the monotonic clock."""
        self._untidied = 0
        self._idle = threading.Condition()
        self._handle = handle
        self._file_identity = OpenedFileIdentity(path)

    def check_file_in_place(self) -> None:
        """Check that the study's file is still where it was opened, and not truncated.

        Raises:
            StudyDisplaced: When it was deleted, moved, replaced or cut short; what is written from
                then on does not reach the file that the user has.
        """
        self._file_identity.raise_if_displaced(self._database_size_bytes)

    def _raise_if_displaced(self, error: duckdb.Error) -> None:
        """Raise StudyDisplaced if an error came of a file that is gone, replaced or truncated.

        The database stays open then: a copy saves what it still holds.

        Raises:
            StudyDisplaced: When it was deleted, moved, replaced or cut short.
        """

        def allocated() -> int:
            try:
                with self._connection.cursor() as cursor:
                    return read_database_size_bytes(cursor)
            except duckdb.Error:  # nothing answers any more
                return 0

        try:
            self._file_identity.raise_if_displaced(allocated)
        except StudyDisplaced as displaced:
            raise displaced from error

    def _database_size_bytes(self) -> int:
        with self.cursor() as cursor:
            return read_database_size_bytes(cursor)

    @contextmanager
    def cursor(self, *, writes: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
        """Give the calling thread a cursor of its own, and close it; none that `writes` is ended.

        Raises:
            UserError: When the disk is full, the file is damaged or a change collides.
            Stopped: When a long query was interrupted to close the study.
        """
        with translate_duckdb_errors(self.path):
            cursor = self._open_cursor(writes=writes)
            try:
                use_study_catalog(cursor)
                yield cursor
            except _BREAKING as error:
                self._raise_if_displaced(error)
                self._broken = True
                raise
            except _NEVER_WRITTEN as error:
                if writes:
                    raise
                raise damaged_study_error(self.path) from error
            finally:
                self._close_cursor(cursor)

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return all rows that a query gives."""
        with self.cursor() as cursor:
            return cursor.execute(query, values).fetchall()

    def row(self, query: str, values: Sequence[object] = ()) -> tuple[Any, ...] | None:
        """Return the first row that a query gives; None where it gives none."""
        with self.cursor() as cursor:
            return cursor.execute(query, values).fetchone()

    def _open_cursor(self, *, writes: bool) -> duckdb.DuckDBPyConnection:
        with self._idle:
            if self._closed:
                message = f"{self.path.name} is closed"
                raise RuntimeError(message)
            if self._broken and not self._cursors:
                self._file_identity.size_if_same_file()
                self._connection.close()
                self._connection = connect(str(self.path), self.private)
                self._broken = False
            cursor = self._connection.cursor()
            self._cursors += 1
            if not writes:
                self._readers[id(cursor)] = (cursor, time.monotonic())
            return cursor

    def _close_cursor(self, cursor: duckdb.DuckDBPyConnection) -> None:
        with self._idle:
            self._readers.pop(id(cursor), None)
            cursor.close()
            self._cursors -= 1
            self._untidied += 1
            if self._untidied >= _TIDIED_AFTER and not (self._cursors or self._broken):
                release_buffers(self._connection)
                self._untidied = 0
            self._idle.notify_all()

    @contextmanager
    def folding_commits(self) -> Iterator[None]:
        """Let commits within the block go into the file at once instead of the log.

        Where DuckDB cannot do so, since other actions are under way, it goes into the log. It
        holds little of it in memory.
        """
        with self.cursor() as cursor:
            cursor.execute("SET checkpoint_threshold = '1B'")
            limit_memory(cursor)
        try:
            yield
        except BaseException:
            self._shrink_file()
            raise
        finally:
            with suppress(UserError), self.cursor() as cursor:
                cursor.execute("RESET checkpoint_threshold")
                reset_limits(cursor)
        self.fold_log()

    def _shrink_file(self) -> None:
        """Give back to the disk what an action wrote into the file that was then dropped.

        DuckDB shortens a file at a checkpoint alone, and makes none where nothing changed: a
        table that comes and goes in one transaction is a change that leaves nothing.
        """
        with suppress(UserError):
            self._write_and_checkpoint()

    def _write_and_checkpoint(self) -> None:
        with self.cursor(writes=True) as cursor:
            cursor.execute("BEGIN; CREATE TABLE nothing (a INTEGER); DROP TABLE nothing; COMMIT")
            cursor.execute("CHECKPOINT")

    def check_writable(self) -> None:
        """Check whether changes can be saved, by an empty one.

        Raises:
            UserError: When they cannot.
        """
        self.check_file_in_place()
        self._write_and_checkpoint()
        with study_file.translate_os_errors(self.path):
            if shutil.disk_usage(self.path.parent).free < _LEAST_ROOM:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def fold_log(self) -> None:
        """Fold the log into the file, so that a copy of the file alone holds everything.

        Nothing happens while other actions are under way, or where the disk has no room.
        """
        with suppress(UserError), self.cursor() as cursor:
            cursor.execute("CHECKPOINT")

    def read_handle(self) -> BinaryIO:
        """Return a read handle that stays open as long as the study, for copying only."""
        if self._handle is None:
            self._handle = self.path.open("rb")
        return self._handle

    def interrupt_long_reads(self) -> None:
        """Interrupt, until the study is closed, each query that only reads and takes long."""
        threading.Thread(target=self._watch_long_readers).start()

    def _watch_long_readers(self) -> None:
        """Look at readers until the study is closed or the program ends.

        The thread ends with the program: what one that is left behind holds is never taken apart,
        and DuckDB says at the end that it leaked.
        """
        with self._idle:
            while not self._closed and threading.main_thread().is_alive():
                for cursor, since in self._readers.values():
                    if time.monotonic() - since > _LONG_READ_S:
                        cursor.interrupt()
                self._idle.wait(_LOOK_AGAIN_S)

    def close(self) -> None:
        """Close the study when the last cursor is given back; a second call does nothing.

        Raises:
            UserError: When the database stays busy; what was committed is in the file or its log.
        """
        with self._idle:
            self._idle.wait_for(lambda: not self._cursors)
            self._closed = True
            self._idle.notify_all()
        try:
            self._close_connection()
        finally:
            with _open_lock:
                if self._handle is not None:
                    self._handle.close()
                for key in [key for key, study in _open.items() if study is self]:
                    del _open[key]
        if self.has_valid_layout and not self._broken:
            with suppress(OSError, StudyDisplaced):
                self._file_identity.size_if_same_file()
                layout.record_as_closed(self.path)

    def _close_connection(self) -> None:
        for attempt in range(_CLOSE_TRIES):
            try:
                with (
                    _open_lock,
                    suppress(*_BREAKING),
                ):  # a broken connection has nothing left to write
                    self._connection.close()
            except duckdb.Error as error:
                if attempt == _CLOSE_TRIES - 1:
                    raise UserError(message(_STAYS_BUSY, name=self.path.name)) from error
                time.sleep(_LOOK_AGAIN_S)
            else:
                return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class StudyView(Study):
    """A study as one cursor shows it, for readers alone; nothing is opened or closed."""

    def __init__(self, study: Study, cursor: duckdb.DuckDBPyConnection) -> None:
        self.path = study.path
        self.private = study.private
        self._only = cursor

    @contextmanager
    def cursor(self, *, writes: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:  # noqa: ARG002 - nothing writes
        """Give the one cursor."""
        yield self._only


def is_open(path: Path, status: os.stat_result | None = None) -> bool:
    """Return whether this process has a file open as a study; `status` is its state, if known."""
    identity = study_file.file_identity(path, status)
    if _announced:  # the gate may be shut until that one is open
        return identity in _announced or identity in _open
    with _open_lock:
        return identity in _open


@contextmanager
def announcing_open(path: Path) -> Iterator[None]:
    """Count a file as open while another thread is about to open it."""
    identity = study_file.file_identity(path) or (0, 0)
    _announced.append(identity)
    try:
        yield
    finally:
        _announced.remove(identity)


def create_study(
    path: Path,
    *,
    name: str,
    client: str = "",
    currency: str = "EUR",
    synthetic: bool = False,
) -> Study:
    """Create a new, empty study and open it.

    Raises:
        UserError: When the file exists already or cannot be written.
    """
    path = _validate_new_path(path)
    with _open_lock, _removing_on_failure(path), ExitStack() as opened:
        study = opened.enter_context(_connect(path))
        with unrecorded_transaction(study) as connection:
            layout.apply_schema_steps(connection, 0)
            connection.execute(
                "INSERT INTO study_info VALUES (?, ?, ?, ?, ?)",
                [name, client, currency, synthetic, datetime.now(UTC).replace(tzinfo=None)],
            )
            connection.execute("INSERT INTO setting VALUES ('identity', ?)", [uuid4().hex])
        opened.pop_all()
        study.fold_log()
        study.has_valid_layout = True
        _open[_open_study_key(path)] = study
        return study


@contextmanager
def _removing_on_failure(path: Path) -> Iterator[None]:
    """Remove the file when the block fails, unless another process has it open."""
    try:
        yield
    except StudyInUse:
        raise
    except BaseException:
        study_file.remove_study_file(path)
        raise


def open_study(path: Path, *, without_log: bool = False) -> Study:
    """Open a study; one of an older schema is backed up beside itself and brought up to date.

    `without_log` a log that cannot be used is set aside first, under another name beside it.

    Raises:
        StudyInUse: When another process or another window has it.
        LogUnusable: When the log beside it is damaged or belongs to another state or study.
        UserError: When it is missing, no study, damaged, or made by a newer Arraywise.
    """
    path = path.resolve()
    _refuse_if_open(path)
    if without_log:
        held = lock_file(path)  # nobody else has it open
        try:
            study_file.set_log_aside(path)
        finally:
            if held is not None:
                held.close()
    return _open_and_migrate(path, is_checked=layout.consume_closed_record(path))


def _refuse_if_open(path: Path) -> None:
    with _open_lock:
        if study_file.file_identity(path) in _open:
            raise in_use_error(path, message("another window of this program"))
        study_file.check_is_database(path)


def _open_and_migrate(path: Path, *, is_checked: bool = False) -> Study:
    with _open_lock:
        _refuse_if_open(path)
        study = _connect(path)
        try:
            study = _validate_and_migrate(study, is_checked=is_checked)
        except BaseException:
            study.close()
            raise
        study.has_valid_layout = True
        _open[_open_study_key(path)] = study
        return study


def copy_and_open_study(path: Path, target: Path) -> Study:
    """Copy a study, as it is at this moment, and open the copy; it may be open elsewhere.

    Raises:
        UserError: When the target exists, or the source cannot be read.
    """
    path, target = path.resolve(), _validate_new_path(target)
    with _open_lock:
        displaced = next((s for s in _open.values() if s.path == path and _is_displaced(s)), None)
        source = _open.get(study_file.file_identity(path) or (0, 0))
        if displaced is not None:
            save_rescue_copy(displaced, target)
        else:
            if source is None:
                study_file.check_is_database(path)
            study_file.copy_study_file(path, target, source.read_handle() if source else None)
    try:
        return _open_and_migrate(target)
    except UserError:
        study_file.remove_study_file(target)
        raise


def _is_displaced(study: Study) -> bool:
    try:
        study.check_file_in_place()
    except StudyDisplaced:
        return True
    return False


def _validate_new_path(path: Path) -> Path:
    """Return the absolute path of a new study; refuse one that exists or cannot be made."""
    study_file.check_study_path(path)
    with study_file.translate_os_errors(path):
        path = path.resolve()
        taken, left_over = path.exists(), study_file.log_path(path).exists()
    if taken:
        refuse(
            "{name} exists already in {folder}; choose another name.",
            name=path.name,
            folder=str(path.parent),
        )
    if not path.parent.is_dir():
        refuse("There is no folder {folder}.", folder=str(path.parent))
    if left_over:
        refuse(
            "{log} in {folder} belongs to another study of this name. Choose another name, or"
            " move the file.",
            log=study_file.log_path(path).name,
            folder=str(path.parent),
        )
    return path


def _open_study_key(path: Path) -> tuple[int, int]:
    key = study_file.file_identity(path)
    assert key is not None  # noqa: S101 - DuckDB has just opened it
    return key


def _connect(path: Path) -> Study:
    private, held = new_private_directory_path(), lock_file(path)
    try:
        unread = study_file.copy_damaged_log(path)
        with translate_duckdb_errors(path, opening=True):
            connection = connect(str(path), private)
        study = Study(path, connection, private, held or lock_file(path))
    except BaseException:
        if held is not None:
            held.close()
        raise
    if unread is not None:
        study.notice = message(_LOG_CUT, name=path.name, log=unread.name)
    return study


@contextmanager
def unrecorded_transaction(study: Study) -> Iterator[duckdb.DuckDBPyConnection]:
    """Give a cursor for changes that are neither undone nor recorded as a change."""
    with study.cursor(writes=True) as cursor:
        cursor.begin()
        yield cursor
        cursor.commit()


def _validate_and_migrate(study: Study, *, is_checked: bool) -> Study:
    """Refuse a file of another layout or version; migrate an older one."""
    name, newest = study.path.name, layout.newest_version()
    with study.cursor() as cursor, translate_duckdb_errors(study.path, opening=True):
        use_duckdb_catalog(cursor)  # nothing that the file holds may take the place of a function
        if is_checked and layout.read_stated_version(cursor) == newest:
            return study
        found = layout.list_objects(cursor)
        version = layout.read_schema_version(cursor, found)
        if version == layout.UNKNOWN:
            refuse("{name} is a DuckDB database, but not an Arraywise study.", name=name)
        _check_version(name, version, layout.read_last_program_version(cursor))
        layout.check_layout(cursor, found, name, version)
    return study if version == newest else _migrate_with_backup(study, version)


def _check_version(name: str, version: int, program: str) -> None:
    """Refuse a study that is older or newer than what this program reads."""
    oldest, newest = layout.oldest_version(), layout.newest_version()
    if version < oldest:
        refuse(
            "{name} is from a trial version of Arraywise (study format {version}; supported"
            " from {oldest}). Create the study again from its files.",
            name=name,
            version=version,
            oldest=oldest,
        )
    if version > newest:
        refuse(
            "{name} needs a newer Arraywise ({program}, study format {version}; supported up to"
            " {newest}). Update Arraywise.",
            name=name,
            program=program,
            version=version,
            newest=newest,
        )


def _migrate_with_backup(study: Study, version: int) -> Study:
    path = study.path
    study.close()  # folds the log into the file, and lets it be copied
    backup = study_file.new_backup_path(path, version)
    study_file.copy_study_file(path, backup, None)
    study = _connect(path)
    try:
        with unrecorded_transaction(study) as connection:
            lost = upgrades.convert_scenarios_before_weights_step(
                connection, version, path.name, backup.name
            )
            study.notice = study.notice or lost
            layout.apply_schema_steps(connection, version)
    except duckdb.Error as error:
        study.close()
        sentence = message(_NOT_MIGRATED, name=path.name, version=version, backup=backup.name)
        raise UserError(sentence) from error
    except BaseException:
        study.close()
        raise
    return study

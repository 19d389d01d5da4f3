"""Where an archive lies: a folder, a share or an S3 bucket; what is kept there by its hash.

Credentials and the address of a service come from the environment alone (AWS_ACCESS_KEY_ID,
AWS_ENDPOINT_URL ...); nothing of them is stored.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arraywise.domain.messages import UserError, message, refuse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from typing import Self

    from obstore.store import ObjectStore

FORMAT = 2
"""Of the tables and of what lies beside them."""
ENVIRONMENT = "ARRAYWISE_ARCHIVE"
"""Environment variable with the archive that is used where none is named."""
_MARKER = "arraywise-archive.json"
_NEEDED = (
    *("deltalake", "obstore", "arro3", "fsspec"),
    *(() if sys.version_info >= (3, 14) else ("backports",)),
)
_MISSING = (
    "The archive needs further packages ({missing}). Install them with:"
    " pip install 'arraywise[archive]'"
)
_MISSING_PACKED = (
    "This installation of Arraywise is not whole: {missing} is missing, which the archive needs."
    " Install Arraywise again."
)
_PACKED = "app_packages"
"""Folder of the libraries in the packages for Windows and macOS; that for Debian is frozen."""
_URL = re.compile(r"s3://(?P<bucket>[\w.-]+)(?:/(?P<prefix>[^?#@]*))?", re.ASCII)
_UNFIT = re.compile(r"[\[\]*]|%[0-9A-Fa-f]{2}")
"""Delta Lake takes brackets for an IPv6 address and decodes percent signs; DuckDB takes a star for
a pattern."""
_AT_ONCE = 16
"""To a bucket; a folder takes its files as fast as two threads compress them."""
_AT_ONCE_TO_FOLDER = 2
_BYTES_WAITING = 64 << 20
_PART = 4 << 20
_NOTES = "revisions"
_NOTE = re.compile(rf"{_NOTES}/(?P<study>[0-9a-f]+)-(?P<revision>[0-9]+)\.json")
_KEPT = re.compile(r"raw/[0-9a-f]{2}/(?P<sha256>[0-9a-f]{64})\.zst")
_UNFINISHED = ("raw/*/*.zst#*", f"{_NOTES}/*#*", "*/_delta_log/_commit_*.tmp", "*/_delta_log/*#*")
"""What the libraries write in a folder before they give a file its name."""
_LEVEL = 3


def require_packages() -> None:
    """Look that the optional packages are there.

    Raises:
        UserError: With how to install them.
    """
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        is_installer = getattr(sys, "frozen", False) or _PACKED in Path(__file__).parts
        refuse(_MISSING_PACKED if is_installer else _MISSING, missing=", ".join(missing))


@contextmanager
def translate_storage_errors(place: str) -> Iterator[None]:
    """Turn what storage and Delta Lake refuse into a sentence.

    Raises:
        UserError: With the first line of what they say.
    """
    from deltalake.exceptions import DeltaError
    from obstore.exceptions import BaseError

    try:
        yield
    except (DeltaError, BaseError, OSError) as error:
        text = message(
            "The archive {place} cannot be used: {reason}",
            place=place,
            reason=str(error).strip().partition("\n")[0][:300] or type(error).__name__,
        )
        raise UserError(text) from error


class NoArchive(UserError):  # noqa: N818 - a state of a place, met by an offer to make one
    """A place where there is no archive yet."""


class Archive:
    """One archive; open it by `open_archive`."""

    def __init__(self, text: str) -> None:
        require_packages()
        from obstore.store import LocalStore, S3Store

        match = _URL.fullmatch(text)
        if match is None and "://" in text:
            refuse("{place} is not a folder or s3://bucket/prefix.", place=text)
        self.folder = None if match else Path(text).expanduser().resolve()
        """Of an archive on a drive; None in a bucket."""
        if _UNFIT.search(str(self.folder or "")):
            refuse("{place} cannot be an archive: take [ ] % * out of its path.", place=text)
        prefix = (match["prefix"] or "").strip("/") if match else ""
        self.name = f"s3://{match['bucket']}/{prefix}".rstrip("/") if match else str(self.folder)
        """As it is shown, and as Delta Lake takes it."""
        self.bucket = match["bucket"] if match else ""
        self._store: ObjectStore | Any = None
        if match:
            self._store = S3Store(match["bucket"], prefix=prefix or None)
        elif self.folder is not None and self.folder.is_dir():
            self._store = LocalStore(self.folder)

    def create(self) -> bool:
        """Mark the place as an archive; return whether it was none before.

        Raises:
            UserError: When a folder holds other files, or nothing can be written.
        """
        from obstore.exceptions import AlreadyExistsError
        from obstore.store import LocalStore

        with translate_storage_errors(self.name):
            if self.folder is not None:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._store = LocalStore(self.folder)
            if not self.is_archive() and any(page for page in self._store.list()):
                refuse(
                    "{place} holds other files. Name a new or an empty folder.", place=self.name
                )
            try:
                marker = json.dumps({"format": FORMAT}).encode()
                self._store.put(_MARKER, marker, mode="create")
            except AlreadyExistsError:
                return False
        return True

    def is_archive(self) -> bool:
        """Return whether the place was made an archive.

        Raises:
            UserError: When a newer program made it.
        """
        from obstore.exceptions import NotFoundError

        if self._store is None:
            return False
        try:
            stated = json.loads(bytes(self._store.get(_MARKER).bytes()))
        except (NotFoundError, FileNotFoundError):
            return False
        except (ValueError, RecursionError):
            stated = None
        known = stated.get("format") if isinstance(stated, dict) else None
        if not isinstance(known, int) or known > FORMAT:
            refuse("{place} needs a newer Arraywise. Update Arraywise.", place=self.name)
        if known < FORMAT:
            refuse(
                "{place} was made by an early version of Arraywise. Make another archive and push"
                " the studies into it.",
                place=self.name,
            )
        return True

    def table_path(self, table: str) -> str:
        """Return where a table lies, as Delta Lake takes it."""
        return f"{self.name}/{table}"

    def store_bytes(self, sha256: str, data: bytes) -> bool:
        """Keep bytes under their SHA-256; return False where they are there already."""
        from obstore.exceptions import AlreadyExistsError

        path = _bytes_path(sha256)
        if self._exists(path):
            return False
        try:
            self._store.put(path, _zstd_module().compress(data, _LEVEL), mode="create")
        except AlreadyExistsError:  # another push was faster
            return False
        return True

    def has_bytes(self, sha256: str) -> bool:
        """Return whether bytes are kept under a hash."""
        return self._exists(_bytes_path(sha256))

    def _exists(self, path: str) -> bool:
        from obstore.exceptions import NotFoundError

        if self.folder is not None:
            return (self.folder / path).exists()
        try:
            self._store.head(path)
        except (NotFoundError, FileNotFoundError):
            return False
        return True

    def get_bytes(self, sha256: str) -> bytes:
        """Return what is kept under a hash.

        Raises:
            UserError: When it is gone, or not what its hash says.
        """
        return b"".join(self._stream_verified_bytes(sha256))

    def check_bytes(self, sha256: str) -> None:
        """Read what is kept under a hash, some megabytes at a time; raises as `get_bytes` does."""
        for _ in self._stream_verified_bytes(sha256):
            pass

    def _stream_verified_bytes(self, sha256: str) -> Iterator[bytes]:
        from obstore.exceptions import NotFoundError

        digest, unpack = hashlib.sha256(), _zstd_module().ZstdDecompressor()
        with translate_storage_errors(self.name):
            try:
                for packed in self._store.get(_bytes_path(sha256)).stream(_PART):
                    part = unpack.decompress(bytes(packed), _PART)
                    while part:
                        digest.update(part)
                        yield part
                        part = b"" if unpack.eof else unpack.decompress(b"", _PART)
            except (NotFoundError, FileNotFoundError, EOFError, _zstd_module().ZstdError) as error:
                raise _damaged_bytes_error(self.name, sha256) from error
        if not unpack.eof or digest.hexdigest() != sha256:
            raise _damaged_bytes_error(self.name, sha256)

    def list_write_time_by_hash(self) -> dict[str, datetime]:
        """Return the hashes of all bytes that are kept, and when each was written."""
        found = {}
        for page in self._store.list("raw"):
            for each in page:
                match = _KEPT.fullmatch(each["path"])
                if match:
                    found[match["sha256"]] = each["last_modified"]
        return found

    def delete_bytes(self, sha256: str) -> None:
        """Delete what is kept under a hash."""
        self._delete(_bytes_path(sha256))

    def mark_revision_complete(self, study: str, revision: int) -> None:
        """Note that a revision is complete, beside the tables: a log that lost its end shows."""
        self._store.put(_completion_mark_path(study, revision), b"{}")

    def list_complete_revisions(self) -> set[tuple[str, int]]:
        """Return the revisions that were noted as complete."""
        paths = (each["path"] for page in self._store.list(_NOTES) for each in page)
        matches = filter(None, map(_NOTE.fullmatch, paths))
        return {(match["study"], int(match["revision"])) for match in matches}

    def unmark_revision(self, study: str, revision: int) -> None:
        """Take a note away, since the revision is removed."""
        self._delete(_completion_mark_path(study, revision))

    def _delete(self, path: str) -> None:
        from obstore.exceptions import NotFoundError

        with suppress(NotFoundError, FileNotFoundError):
            self._store.delete(path)

    def delete_unfinished_files(self, before: datetime) -> int:
        """Delete files that a writer that was killed had not finished; return how many.

        A bucket has none: there an object is whole or is not there.
        """
        count = 0
        for pattern in _UNFINISHED if self.folder is not None else ():
            for path in self.folder.glob(pattern) if self.folder is not None else ():
                with suppress(OSError):
                    if path.stat().st_mtime < before.timestamp():
                        path.unlink()
                        count += 1
        return count

    def fsspec_filesystem(self) -> Any:  # noqa: ANN401 - fsspec states no types
        """Return what DuckDB reads files of a bucket by."""
        from obstore.fsspec import FsspecStore

        return FsspecStore("s3")


class Uploads:
    """Bytes on their way into an archive: several at once, and never many in memory."""

    def __init__(self, place: Archive) -> None:
        self._place = place
        self._pool = ThreadPoolExecutor(_AT_ONCE if place.folder is None else _AT_ONCE_TO_FOLDER)
        self._waiting: deque[tuple[str, Future[bool], int]] = deque()
        self._bytes = 0
        self._found: list[str] = []
        """Hashes of what was there before; somebody may remove it meanwhile."""

    def submit(self, sha256: str, data: bytes) -> None:
        """Keep bytes under their hash, as soon as those before them are kept.

        Raises:
            UserError: When earlier ones cannot be written.
        """
        future = self._pool.submit(self._place.store_bytes, sha256, data)
        self._waiting.append((sha256, future, len(data)))
        self._bytes += len(data)
        self._wait_until_bytes_at_most(_BYTES_WAITING)

    def wait_until_stored(self) -> None:
        """Wait until all bytes that were submitted are kept.

        Raises:
            UserError: When one cannot be written, or one that was there is not any more.
        """
        self._wait_until_bytes_at_most(0)
        with translate_storage_errors(self._place.name):
            lost = not all(self._pool.map(self._place.has_bytes, self._found))
        if lost:
            refuse(
                "Files were removed from {place} while the study was pushed. Push it again.",
                place=self._place.name,
            )

    def _wait_until_bytes_at_most(self, most: int) -> None:
        with translate_storage_errors(self._place.name):
            while self._waiting and (self._bytes > most or not most):
                sha256, future, size = self._waiting.popleft()
                if not future.result():
                    self._found.append(sha256)
                self._bytes -= size

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._pool.shutdown(cancel_futures=True)


def _zstd_module() -> Any:  # noqa: ANN401 - one module under two names
    """Return the module for Zstandard: of the standard library from Python 3.14 on."""
    if sys.version_info >= (3, 14):
        from compression import zstd as module
    else:
        from backports import zstd as module
    return module


def open_archive(text: str) -> Archive:
    """Return an archive that is there.

    Raises:
        NoArchive: When there is none.
        UserError: When it cannot be read, or packages are missing.
    """
    place = Archive(text)
    with translate_storage_errors(place.name):
        known = place.is_archive()
    if not known and place.folder is not None and place.folder.is_file():
        refuse("{place} is a file, not an archive.", place=place.name)
    if not known:
        raise NoArchive(message("{place} is not an archive.", place=place.name))
    return place


def _bytes_path(sha256: str) -> str:
    return f"raw/{sha256[:2]}/{sha256}.zst"


def _completion_mark_path(study: str, revision: int) -> str:
    return f"{_NOTES}/{study}-{revision}.json"


def _damaged_bytes_error(place: str, sha256: str) -> UserError:
    return UserError(
        message(
            "The archive {place} is damaged: {path} is missing or has other bytes. Restore it"
            " from a backup.",
            place=place,
            path=_bytes_path(sha256),
        )
    )

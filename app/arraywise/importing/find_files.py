"""Finds the files behind paths, and reads and hashes their bytes."""

from __future__ import annotations

import hashlib
import io
import os
import stat
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import Status
from arraywise.domain.messages import (
    Message,
    Problem,
    Severity,
    describe_read_error,
    is_never_stopped,
    message,
    raise_if_stopped,
)
from arraywise.domain.units import MIB
from arraywise.importers.kit.redaction import redact_text
from arraywise.importers.recognition import detect_signature
from arraywise.importing.archives import UnpackingAllowance, is_archive, unpack_archive
from arraywise.store.encoding import MappedFile, decode_undecodable_name
from arraywise.store.study_file import SUFFIX

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from arraywise.domain.messages import IsStopped, Progress
    from arraywise.domain.options import OptionProposal
    from arraywise.store.reading.evidence import NewFile, StoredFile


_LINK = "The link leads out of the folder. Add the file itself if needed."


MAPPED_FROM_BYTES = 16 * 1024 * 1024
"""Files from this size on are copied to a temporary file and mapped instead of read.

The system ends a process that looks at a part of a mapped file which another program has cut off
meanwhile; nobody cuts off a copy without a name.
"""
READ_ALTOGETHER_BYTES = 96 * 1024 * 1024
"""Once so much was read in one action, whatever follows is mapped too, but for small files: each
that is mapped takes a file handle, of which there may be few thousands."""
_MOST_HANDLES = 16_384
_READING = os.O_RDONLY | getattr(os, "O_BINARY", 0)
_COPIED_AT_ONCE = 1024 * 1024
"""What was read is hashed and written while the processor still has it at hand."""


class FoundPath(NamedTuple):
    """A file that was named, or found in a folder that was named."""

    path: Path
    """From the root on, so that the folders it is in are known wherever the user stands."""
    name: str
    """File name, or path relative to the folder, with `/` between the parts."""
    is_named: bool = True
    """The user named it; False for one that lay in a folder or archive that was named."""


class FoundFile(NamedTuple):
    """A file with its bytes."""

    path: Path
    name: str
    data: bytes | mmap.mmap
    sha256: str
    is_named: bool = True
    """As of the path."""


class Unreadable(NamedTuple):
    """A path that gave no bytes, with the reason."""

    path: Path
    name: str
    problem: Problem


def find_paths(paths: Iterable[Path]) -> list[FoundPath | Unreadable]:
    """List the files behind paths; folders are walked, sorted by name.

    Hidden files and studies are passed over in folders. Where several folders were named, their
    files go by the folder's name too, so that those of the same name can be distinguished.
    """
    result: list[FoundPath | Unreadable] = []
    paths = [Path(os.path.abspath(path)) for path in paths]  # noqa: PTH100 - takes `..` away
    # Path.is_dir raises without a permission.
    folders = {path for path in paths if os.path.isdir(path)}  # noqa: PTH112
    for path in paths:
        if path in folders:
            result.extend(_walk_folder(path, f"{path.name}/" if len(folders) > 1 else ""))
        else:
            result.append(FoundPath(path, path.name))
    return result


def _walk_folder(folder: Path, prefix: str) -> Iterator[FoundPath | Unreadable]:
    """Yield the files of a folder, then those of the folders in it."""
    failed: list[OSError] = []
    left = [(folder, prefix)]
    while left:
        here, above = left.pop()
        folders, files = _list_folder(here, failed)
        for entry in files:
            path, name = here / entry.name, above + entry.name
            if entry.is_symlink() and _leads_outside(path, folder):
                yield _build_unreadable(path, name, message(_LINK))
            else:
                yield FoundPath(path, name, is_named=False)
        left += [(here / entry.name, f"{above}{entry.name}/") for entry in reversed(folders)]
    for error in failed:
        path = Path(error.filename or folder)
        yield _unreadable_by_error(path, path.name, error)


def _list_folder(
    folder: Path, failed: list[OSError]
) -> tuple[list[os.DirEntry[str]], list[os.DirEntry[str]]]:
    """Return the folders to be walked and the files of a folder, each sorted by name."""
    folders: list[os.DirEntry[str]] = []
    files: list[os.DirEntry[str]] = []
    try:
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        failed.append(error)
        return [], []
    for entry in found:
        if entry.name.startswith("."):
            continue
        if _is_folder(entry):
            folders += [] if entry.is_symlink() else [entry]
        elif SUFFIX not in entry.name:
            files.append(entry)
    return folders, files


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a folder, or a link to one."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def _leads_outside(link: Path, folder: Path) -> bool:
    """Return whether a link leads to a file outside the folder that was named."""
    target = Path(os.path.realpath(link))  # Path.resolve raises at a circle of links
    return not target.is_relative_to(os.path.realpath(folder))


def find_and_read_files(
    paths: Iterable[Path], progress: Progress, stopped: IsStopped
) -> list[FoundFile | Unreadable]:
    """Find the files behind paths, read each once, and hash it.

    Raises:
        Stopped: When the user asked to stop.
    """
    found_paths = find_paths(paths)
    reader = FileReader()
    files: list[FoundFile | Unreadable] = []
    for path in found_paths:
        raise_if_stopped(stopped)
        progress(0, len(found_paths), path.name)
        for file in (
            reader.read_file_or_archive(path, stopped) if isinstance(path, FoundPath) else (path,)
        ):
            files.append(file)
            if file.name != path.name:
                progress(0, len(found_paths), file.name)
    return files


class FileReader:
    """Reads files one after the other; maps files once much memory is taken."""

    def __init__(self) -> None:
        self._read_bytes = 0

    def read_file_or_archive(
        self, found: FoundPath, stopped: IsStopped
    ) -> Iterator[FoundFile | Unreadable]:
        """Read one file and hash it; of an archive each file in it.

        Raises:
            Stopped: When the user asked to stop.
        """
        try:
            status = found.path.stat()
            if status.st_size > MIB and stat.S_ISREG(status.st_mode):
                with found.path.open("rb") as file:
                    if is_archive(file):
                        yield from self._read_archive(file, found, stopped)
                        return
        except OSError as error:
            yield _unreadable_by_error(found.path, found.name, error)
            return
        one = self.read_file(found, status)
        inside = _open_small_archive(one)
        if inside is None:
            yield one
        else:
            yield from self._read_archive(inside, found, stopped)

    def _read_archive(
        self, file: BinaryIO, found: FoundPath, stopped: IsStopped, wanted_name: str | None = None
    ) -> Iterator[FoundFile | Unreadable]:
        """Yield the files of an open archive, and what was left out of it as unreadable."""
        path = Path(decode_undecodable_name(str(found.path)))
        allowance = UnpackingAllowance(
            file.seek(0, os.SEEK_END),
            partial(raise_if_stopped, stopped),
            lambda size: not self._needs_mapping(size),
        )
        _raise_handle_limit()
        for one in unpack_archive(file, path.name, allowance, wanted_name):
            if isinstance(one, Message):
                yield _build_unreadable(path, found.name, one)
                continue
            if isinstance(one.data, bytes):
                self._read_bytes += len(one.data)
            name = _displayable_name(f"{found.name}/{one.name}")
            yield FoundFile(path / one.name, name, one.data, one.sha256, is_named=False)

    def _read_indirect_path(self, result: FoundPath) -> FoundFile | Unreadable | None:
        """Read a file whose path leads into an archive, or was stored with replaced letters.

        None where there is none.
        """
        raw = Path(os.fsdecode(str(result.path).encode("cp1252", "replace")))
        if raw != result.path and raw.is_file():
            return self.read_file(result._replace(path=raw))
        for above in result.path.parents:
            if above.is_dir():
                return None
            if not above.is_file():
                continue
            wanted = result.path.relative_to(above).as_posix()
            with above.open("rb") as file:
                found = FoundPath(above, above.name)
                is_one = is_archive(file)
                inside = (
                    self._read_archive(file, found, is_never_stopped, wanted) if is_one else ()
                )
                members = (one for one in inside if isinstance(one, FoundFile))
                member = next((one for one in members if one.path == result.path), None)
            return member and member._replace(name=result.name)
        return None

    def read_file(
        self, found: FoundPath, status: os.stat_result | None = None
    ) -> FoundFile | Unreadable:
        """Read one file and hash it; the path may lead into an archive.

        `status` is the state of the file where it was looked at a moment ago.
        """
        from arraywise.store.study import is_open  # takes DuckDB to load

        path, name = found.path, _displayable_name(found.name)
        try:
            status = status or path.stat()
            if not stat.S_ISREG(status.st_mode):
                return _build_unreadable(path, name, message("It is not an ordinary file."))
            if is_open(path, status):
                return _build_unreadable(path, name, message("It is the study itself."))
            written = str(path)
            letters = decode_undecodable_name(written)
            shown = path if letters is written else Path(letters)
            if self._needs_mapping(status.st_size):
                return FoundFile(shown, name, *_copy_and_map(path), is_named=found.is_named)
            data = _read_whole_file(path, status.st_size)
        except (FileNotFoundError, NotADirectoryError) as error:
            return self._read_indirect_path(found) or _unreadable_by_error(path, name, error)
        except OSError as error:
            return _unreadable_by_error(path, name, error)
        self._read_bytes += len(data)
        digest = hashlib.sha256(data).hexdigest()
        return FoundFile(shown, name, data, digest, is_named=found.is_named)

    def _needs_mapping(self, size: int) -> bool:
        is_much = size > MIB and self._read_bytes + size > READ_ALTOGETHER_BYTES
        return size >= MAPPED_FROM_BYTES or is_much


def _open_small_archive(file: FoundFile | Unreadable) -> BinaryIO | None:
    """Return the bytes of a small archive as a file; None for all else."""
    if isinstance(file, Unreadable) or len(file.data) > MIB or detect_signature(file.data) is None:
        return None
    inside = io.BytesIO(file.data[:])
    return inside if is_archive(inside) else None


def _raise_handle_limit() -> None:
    """Let this process map more files than the thousand that some systems allow unasked."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_HANDLES if hard == resource.RLIM_INFINITY else min(hard, _MOST_HANDLES)
    if soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _read_whole_file(path: Path, size: int) -> bytes:
    """Read a file of about this size; of thousands in half the time of a file object."""
    handle = os.open(path, _READING)
    try:
        data = os.read(handle, size + 1)
        while len(data) != size:  # it has grown or shrunk meanwhile
            more = os.read(handle, MIB)
            if not more:
                break
            data += more
    finally:
        os.close(handle)
    return data


def _copy_and_map(path: Path) -> tuple[bytes | MappedFile, str]:
    """Copy a file, hash it on the way, and map the copy; return that and the hash.

    A second processor hashes a part while this one writes it.
    """
    digest = hashlib.sha256()
    with (
        path.open("rb", buffering=0) as file,
        tempfile.TemporaryFile(buffering=0) as copy,
        ThreadPoolExecutor(1) as beside,
        memoryview(bytearray(_COPIED_AT_ONCE)) as block,
    ):
        while count := file.readinto(block):
            with block[:count] as part:
                hashing = beside.submit(digest.update, part)
                _write_all(copy, part)
                hashing.result()
        if not copy.tell():  # it was emptied meanwhile; nothing cannot be mapped
            return b"", digest.hexdigest()
        return MappedFile.map_file(copy), digest.hexdigest()


def _write_all(file: io.RawIOBase, part: memoryview) -> None:
    """Write bytes to a file, of which one call may write less than all."""
    written = 0
    while written < len(part):
        written += file.write(part[written:]) or 0


def _displayable_name(name: str) -> str:
    """Return a name as valid text, with passwords in it blanked out."""
    return redact_text(decode_undecodable_name(name))


def _unreadable_by_error(path: Path, name: str, error: OSError) -> Unreadable:
    return _build_unreadable(
        path, name, message("It cannot be read: {reason}.", reason=describe_read_error(error))
    )


def _build_unreadable(path: Path, name: str, sentence: Message) -> Unreadable:
    return Unreadable(path, _displayable_name(name), Problem(Severity.ERROR, sentence))


class ImportedFile(NamedTuple):
    """What became of one file."""

    name: str
    path: Path
    status: Status
    tool: str
    id: int | None = None
    """None for a path that gave no bytes."""
    sha256: str | None = None
    size_bytes: int | None = None
    option: str | None = None
    option_is_guess: bool = False
    problems: tuple[Problem, ...] = ()
    duplicate_of: str | None = None
    """Name of the file with the same bytes that is in the study already."""

    @property
    def is_folder(self) -> bool:
        """Whether the entry stands for the documents of a folder, which are no results."""
        return self.name.endswith("/")


@dataclass(frozen=True, slots=True)
class QuoteFile:
    """A file that looks like a quote."""

    name: str
    """File name, or path relative to the folder that was named."""
    path: Path
    data: bytes


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What became of every file, in the order in which they were found."""

    files: tuple[ImportedFile, ...]
    option: str | None = None
    """The option that was named."""
    proposals: tuple[OptionProposal, ...] = ()
    """Options that could be made for files that belong to none yet; none of them is made."""
    left: int = 0
    """Files that were not read, because the user asked to stop; they are not in `files`."""
    quotes: tuple[QuoteFile, ...] = ()
    """Files that look like quotes and are no evidence; they are not in `files`."""

    def with_accepted_proposals(self, names: Iterable[str]) -> ImportOutcome:
        """Return a copy where files of a proposal are in the option that was made of it."""
        built = zip(self.proposals, names, strict=True)
        option_of = {id_: name for proposal, name in built for id_ in proposal.file_ids}
        files = (
            file._replace(option=option_of[file.id]) if file.id in option_of else file
            for file in self.files
        )
        return replace(self, files=tuple(files))


def build_unreadable_entry(found: Unreadable) -> ImportedFile:
    """Return the entry of a path that could not be read and is in no study."""
    return ImportedFile(
        found.name, found.path, Status.REFUSED, "unknown", problems=(found.problem,)
    )


def build_duplicate_in_import(file: FoundFile, first: ImportedFile) -> ImportedFile:
    """Return the entry of a file with the bytes of another one of the same import."""
    return first._replace(name=file.name, path=file.path, problems=(), duplicate_of=first.name)


_IN_OTHER_OPTION = "Already in the study for {option}. To move it, assign it to another option."


def build_duplicate_of_stored(
    file: FoundFile, stored: StoredFile, option: str | None
) -> ImportedFile:
    """Return the entry of a file whose bytes are in the study since an earlier import."""
    problems: tuple[Problem, ...] = ()
    if option is not None and stored.option_name not in {None, option}:
        sentence = message(_IN_OTHER_OPTION, option=stored.option_name or "")
        problems = (Problem(Severity.WARNING, sentence),)
    return ImportedFile(
        name=file.name,
        path=file.path,
        status=stored.status,
        tool=stored.tool,
        id=stored.id,
        sha256=stored.sha256,
        size_bytes=stored.size_bytes,
        option=stored.option_name,
        option_is_guess=stored.option_is_guess,
        problems=problems,
        duplicate_of=stored.name,
    )


def build_imported_file(
    file: FoundFile, id_: int, new: NewFile, option: str | None
) -> ImportedFile:
    """Return the entry of a file that was added to the study."""
    return ImportedFile(
        name=file.name,
        path=file.path,
        status=new.file.reading.status,
        tool=new.file.reading.tool,
        id=id_,
        sha256=new.file.sha256,
        size_bytes=new.file.size_bytes,
        option=option,
        option_is_guess=new.option_is_guess,
        problems=new.file.reading.problems,
    )


def with_rejection(file: ImportedFile, problem: Problem) -> ImportedFile:
    """Return a file's entry as incomplete: a log of an earlier import rejects its runs."""
    return file._replace(status=Status.INCOMPLETE, problems=(*file.problems, problem))

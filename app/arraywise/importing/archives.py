"""Unpacks archives within limits, trusting neither their headers nor their names.

Sizes, counts and ratios are those of the bytes that come out, never those of a header. Nothing is
written under a name that an archive gives. Libraries read directories and blocks only;
none reads more at once than a limit.
"""

from __future__ import annotations

import bz2
import hashlib
import io
import lzma
import re
import stat
import struct
import tarfile
import tempfile
import zipfile
import zlib
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from arraywise.domain.messages import Message, Stopped, message
from arraywise.domain.units import MIB
from arraywise.importers.kit.redaction import redact_text
from arraywise.importers.recognition import detect_signature
from arraywise.store.encoding import MappedFile, decode_undecodable_name
from arraywise.store.study_file import SUFFIX

if TYPE_CHECKING:
    import mmap
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

MOST_ENTRIES = 20_000
"""Files, folders and all else in an archive."""
MOST_BYTES = 8 * 1024 * MIB
"""Of all that is unpacked from one archive."""
MOST_TIMES = 500
"""So many times its own size an archive may unpack to; logs reach 20 to 100."""
FREE_BYTES = 64 * MIB
"""The ratio does not count up to this size: a small archive of an idle host packs well."""
DEEPEST = 32
"""Folders within folders."""
_BLOCK = 256 * 1024
_PACKED_BLOCK = 64 * 1024
_LONGEST_HEADER = 8 * MIB
"""Names and directories of an archive; no more is read at once."""
_MOST_WINDOW = 128 * MIB
"""Memory that unpacking xz may take; its strongest preset needs 65 MiB."""
_HEAD = 65_536
_LONGEST_PART = 200
_KEPT_IN_MEMORY = MIB

_LINKS = "Links, devices and other special entries were left out: {count} ({name})."
_ENCRYPTED = (
    "Encrypted files were not read: {count} ({name}); unpack them with their password and import"
    " them."
)
_METHOD = (
    "Files that are packed by a method which Arraywise does not know were not read: {count}"
    " ({name}); unpack them and import them."
)
_BROKEN = "Damaged files in the archive were not read: {count} ({name})."
_CUT = (
    "The archive is cut off: of the last file in it ({name}) only the beginning was read, and what"
    " came after it is missing."
)
_DAMAGED = "The archive is damaged; what could be unpacked before was read."
_UNREADABLE = "The archive is damaged or cut off, so that nothing in it can be read."
_MEMORY = (
    "The archive takes more memory to unpack than is allowed; unpack it and import the files."
)
_DEEP = "Files more than {most} folders deep were left out: {count} ({name})."
_NESTED = (
    "Archives in the archive are not opened: {count} ({name}); unpack them and import the files."
)
_MANY = "The archive holds more than {most:,} entries; the rest was not unpacked."
_LARGE = "The archive unpacks to more than {gib:.0f} GiB; the rest was not unpacked."
_RATIO = (
    "The archive unpacks to more than {times:,} times its own size, as no results do; the rest was"
    " not unpacked."
)

_SUFFIX = re.compile(r"\.(?:gz|bz2|xz)$", re.IGNORECASE)


class Member(NamedTuple):
    """A file of an archive."""

    name: str
    """Made safe, with `/` between the parts."""
    data: bytes | mmap.mmap
    sha256: str


class UnpackingLimitExceeded(Exception):  # noqa: N818 - the end of unpacking, not of the import
    """An archive unpacks to more than is allowed."""

    def __init__(self, sentence: Message) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(slots=True)
class UnpackingAllowance:
    """What may still be unpacked from one archive, counted as it comes out."""

    packed_bytes: int
    stop: Callable[[], None]
    """Raises Stopped when the user asked to stop."""
    keeps_in_memory: Callable[[int], bool]
    """Whether a file of so many bytes may be kept in memory."""
    entries: int = 0
    unpacked: int = 0

    def count_entry(self) -> None:
        """Count a file, a folder or anything else in it."""
        self.entries += 1
        if self.entries > MOST_ENTRIES:
            raise UnpackingLimitExceeded(message(_MANY, most=MOST_ENTRIES))

    def count_bytes(self, size: int) -> None:
        """Count bytes that came out."""
        self.stop()
        self.unpacked += size
        if self.unpacked > MOST_BYTES:
            raise UnpackingLimitExceeded(message(_LARGE, gib=MOST_BYTES / 1024 / MIB))
        if self.unpacked > max(FREE_BYTES, MOST_TIMES * self.packed_bytes):
            raise UnpackingLimitExceeded(message(_RATIO, times=MOST_TIMES))


@dataclass(slots=True)
class _SkippedEntries:
    """Counts entries that were not read, by reason, with the first name of each."""

    counts: dict[str, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def add(self, reason: str, name: str) -> None:
        self.counts[reason] = self.counts.get(reason, 0) + 1
        self.names.setdefault(reason, name)

    def messages(self) -> Iterator[Message]:
        for reason, count in self.counts.items():
            name = redact_text(self.names[reason])
            yield message(reason, count=count, name=name, most=DEEPEST)


def is_archive(file: BinaryIO) -> bool:
    """Return whether a file is an archive that is opened; documents in ZIP format are none."""
    file.seek(0)
    kind = detect_signature(file.read(_HEAD))
    name = kind.name if kind is not None else ""
    return name in _OPENERS and not (name == "ZIP" and _is_document(file))


def unpack_archive(
    file: BinaryIO, name: str, allowance: UnpackingAllowance, wanted_name: str | None = None
) -> Iterator[Member | Message]:
    """Yield the files in an archive, and a message for each reason why others are not read.

    `wanted_name` is the only name to unpack. A compressed file is named after the archive.

    Raises:
        Stopped: When the user asked to stop.
        OSError: When the disk does not give or take its bytes.
    """
    skipped = _SkippedEntries()
    found = 0
    try:
        for member in _unpack_members(file, name, allowance, skipped, wanted_name):
            found += 1
            if _is_archive_member(member):
                skipped.add(_NESTED, member.name)
            else:
                yield member
    except _CutOff as cut:
        if cut.member is not None:
            yield cut.member
        yield message(_CUT, name=redact_text(cut.member.name)) if cut.member else message(_DAMAGED)
    except (Stopped, GeneratorExit):
        raise
    except Exception as error:  # noqa: BLE001 - whatever a library makes of a stranger's bytes
        yield _unpacking_error(error, found)
        found += 1
    messages = list(skipped.messages())
    if not found and not messages and wanted_name is None:
        messages.append(message("The archive holds no files."))
    yield from messages


def _unpacking_error(error: Exception, member_count: int) -> Message:
    """Return the message for an error that a library raised while unpacking.

    Raises:
        OSError: When it is the disk, and not the archive.
    """
    if isinstance(error, UnpackingLimitExceeded):
        return error.sentence
    if isinstance(error, OSError) and error.errno:
        raise error
    is_memory = isinstance(error, lzma.LZMAError) and "memory" in str(error).lower()
    if is_memory or isinstance(error, MemoryError):
        return message(_MEMORY)
    return message(_DAMAGED if member_count else _UNREADABLE)


def _is_archive_member(member: Member) -> bool:
    file: Any = io.BytesIO(member.data) if isinstance(member.data, bytes) else member.data
    result = is_archive(file)
    if isinstance(member.data, MappedFile):
        member.data.release()  # a thousand beginnings are a quarter of a gigabyte
    return result


_DOCUMENT_PARTS = frozenset({"[Content_Types].xml", "mimetype", "META-INF/MANIFEST.MF"})


def _is_document(file: BinaryIO) -> bool:
    """Return whether a ZIP archive is a document or a program, which is read as one file."""
    try:
        names = zipfile.ZipFile(_BoundedFile(file)).NameToInfo
    except Exception:  # noqa: BLE001 - it is said when it is opened
        return False
    return not _DOCUMENT_PARTS.isdisjoint(names)


class _CutOff(Exception):  # noqa: N818 - the end of what there is
    """An archive ends in the middle of a file."""

    def __init__(self, member: Member | None) -> None:
        super().__init__()
        self.member = member


def sanitise_member_name(raw: str) -> str:
    """Return a relative name without `..`, drive letters and control characters."""
    parts = [part for part in re.split(r"[/\\]", decode_undecodable_name(raw)) if part.strip(". ")]
    if parts and re.fullmatch(r"[A-Za-z]:", parts[0]):
        parts = parts[1:]
    return "/".join(
        "".join(c if c.isprintable() else "_" for c in part)[:_LONGEST_PART] for part in parts
    )


def _is_hidden_or_study(name: str) -> bool:
    """Return whether an entry is hidden or a study, which are skipped in folders too."""
    parts = name.split("/")
    is_hidden = any(part.startswith(".") or part == "__MACOSX" for part in parts)
    return not name or is_hidden or SUFFIX in parts[-1]


class _EntryFilter:
    """Counts entries, and decides by their names which are read."""

    def __init__(
        self, allowance: UnpackingAllowance, skipped: _SkippedEntries, wanted: str | None
    ) -> None:
        self._allowance, self._skipped, self._wanted = allowance, skipped, wanted

    def accepts(self, name: str) -> bool:
        self._allowance.count_entry()
        if _is_hidden_or_study(name):
            return False
        if name.count("/") >= DEEPEST:
            self._skipped.add(_DEEP, name)
            return False
        wanted = self._wanted
        return wanted is None or f"{wanted}/".startswith(f"{name}/")


def _unpack_members(
    file: BinaryIO,
    name: str,
    allowance: UnpackingAllowance,
    skipped: _SkippedEntries,
    wanted_name: str | None,
) -> Iterator[Member]:
    file.seek(0)
    kind = detect_signature(file.read(_HEAD))
    file.seek(0)
    opener = _OPENERS[kind.name if kind else ""]
    entries = _EntryFilter(allowance, skipped, wanted_name)
    guarded = _BoundedFile(file)
    if opener is _refuse_single_stream:
        yield from _unpack_zip(guarded, allowance, skipped, entries)
        return
    stream = _UnpackedStream(guarded.read, opener, allowance)
    start = stream.read_exactly(512)
    unpacked_file = _ForwardFile(stream, start)
    inner = detect_signature(start)
    if inner is not None and inner.name == "tar":
        yield from _unpack_tar(unpacked_file, allowance, skipped, entries)
    elif entries.accepts(own := (sanitise_member_name(_SUFFIX.sub("", name)) or "file")):
        yield _read_member(own, partial(unpacked_file.read, _BLOCK), allowance, stream)


def _read_member(
    name: str,
    read: Callable[[], bytes],
    allowance: UnpackingAllowance,
    stream: _UnpackedStream | None = None,
) -> Member:
    """Take all of a file, hash it, and keep it in memory or in a file without a name.

    Raises _CutOff when what it is in breaks off.
    """
    digest = hashlib.sha256()
    parts: list[bytes] = []
    size, copy = 0, None
    with ExitStack() as closing:
        while block := read():
            digest.update(block)
            size += len(block)
            if copy is None and size > _KEPT_IN_MEMORY and not allowance.keeps_in_memory(size):
                copy = closing.enter_context(tempfile.TemporaryFile())
                copy.writelines(parts)
                parts = []
            if copy is None:
                parts.append(block)
            else:
                copy.write(block)
        if copy is not None:
            copy.flush()
        data = b"".join(parts) if copy is None else MappedFile.map_file(copy)
    member = Member(name, data, digest.hexdigest())
    if stream is not None and stream.is_cut:
        raise _CutOff(member)
    return member


class _BoundedFile(io.RawIOBase):
    """A file whose single reads are limited; memory of a mapped one is released after each."""

    def __init__(self, file: Any) -> None:  # noqa: ANN401 - a file, or one that is mapped
        super().__init__()
        self._file = file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        self._file.seek(offset, whence)
        return self.tell()

    def tell(self) -> int:
        return int(self._file.tell())

    def read(self, size: int = -1) -> bytes:
        if size > _LONGEST_HEADER:
            raise tarfile.ReadError
        data: bytes = self._file.read(size if size >= 0 else _LONGEST_HEADER)
        if isinstance(self._file, MappedFile):
            self._file.release()
        return data


class _Decompressor(Protocol):
    """What all decompressors of the standard library have in common."""

    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, max_length: int = ...) -> bytes: ...


def _new_inflater(bits: int) -> _Decompressor:
    return zlib.decompressobj(bits)


def _refuse_single_stream() -> _Decompressor:
    raise NotImplementedError  # its files are unpacked one by one


_OPENERS: dict[str, Callable[[], _Decompressor] | None] = {
    "ZIP": _refuse_single_stream,
    "tar": None,
    "gzip": partial(_new_inflater, 31),
    "bzip2": bz2.BZ2Decompressor,
    "xz": partial(lzma.LZMADecompressor, lzma.FORMAT_XZ, _MOST_WINDOW),
}
_ZIP_METHODS: dict[int, Callable[[], _Decompressor] | None] = {
    zipfile.ZIP_STORED: None,
    zipfile.ZIP_DEFLATED: partial(_new_inflater, -15),
    zipfile.ZIP_BZIP2: bz2.BZ2Decompressor,
}


class _UnpackedStream:
    """Unpacks one compressed stream, or several concatenated ones, a block at a time."""

    def __init__(
        self,
        source: Callable[[int], bytes],
        new: Callable[[], _Decompressor] | None,
        allowance: UnpackingAllowance,
    ) -> None:
        self._source, self._new, self._allowance = source, new, allowance
        self._unpacking = new() if new else None
        self._pending = b""
        self._is_first = True
        self._is_done = False
        self.is_cut = False

    def read(self, size: int) -> bytes:
        """Return the next unpacked bytes, at most `size`; none at the end."""
        if self._new is None:
            data = self._source(size)
        else:
            data = b"" if self._is_done else self._unpack_next(size)
        self._allowance.count_bytes(len(data))
        return data

    def read_exactly(self, size: int) -> bytes:
        """Return `size` unpacked bytes; fewer at the end only."""
        data = b""
        while len(data) < size and (more := self.read(size - len(data))):
            data += more
        return data

    def _unpack_next(self, size: int) -> bytes:
        while not self._is_done:
            unpacking = self._unpacking
            assert unpacking is not None  # noqa: S101 - made with the stream
            if unpacking.eof and not self._start_next_stream(unpacking):
                break
            data = self._decompress_pending(size)
            if data:
                return data
        self._is_done = True
        return b""

    def _decompress_pending(self, size: int) -> bytes:
        unpacking = self._unpacking
        assert unpacking is not None  # noqa: S101 - made with the stream
        try:
            data = unpacking.decompress(self._pending, size)
        except (EOFError, OSError, ValueError, lzma.LZMAError, zlib.error):
            if self._is_first:
                raise
            self._is_done = True  # what follows a whole stream is none of its kind
            return b""
        self._pending = getattr(unpacking, "unconsumed_tail", b"")
        if not data and not unpacking.eof and not self._pending:
            self._pending = self._source(_PACKED_BLOCK)
            self._is_done = self.is_cut = not self._pending
        return data

    def _start_next_stream(self, ended: _Decompressor) -> bool:
        rest = ended.unused_data.lstrip(b"\0") or self._source(_PACKED_BLOCK).lstrip(b"\0")
        if not rest or self._new is None:
            return False
        self._unpacking, self._pending, self._is_first = self._new(), rest, False
        return True


class _ForwardFile(io.RawIOBase):
    """A stream as a file that is read from its beginning to its end."""

    def __init__(self, stream: _UnpackedStream, start: bytes) -> None:
        super().__init__()
        self.stream, self._start, self._at = stream, start, 0
        self.last = b""

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, _whence: int = 0) -> int:
        if offset < self._at:
            raise tarfile.ReadError
        while self._at < offset and self.read(min(_BLOCK, offset - self._at)):
            pass
        return self._at

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= _LONGEST_HEADER:
            raise tarfile.ReadError
        data, self._start = self._start[:size], self._start[size:]
        if len(data) < size:
            data += self.stream.read_exactly(size - len(data))
        self._at += len(data)
        self.last = data
        return data


def _unpack_tar(
    file: _ForwardFile,
    allowance: UnpackingAllowance,
    skipped: _SkippedEntries,
    entries: _EntryFilter,
) -> Iterator[Member]:
    archive = tarfile.TarFile(fileobj=file, mode="r", errors="surrogateescape", encoding="utf-8")
    while (entry := archive.next()) is not None:
        name = sanitise_member_name(entry.name)
        if entry.isdir():
            allowance.count_entry()
        elif not entry.isreg() or entry.issparse():
            allowance.count_entry()
            skipped.add(_LINKS, name)
        elif entries.accepts(name):
            file.seek(entry.offset_data)
            yield _read_tar_member(file, name, entry.size, allowance)
    if file.last.strip(b"\0") or file.stream.is_cut:
        raise _CutOff(None)  # it ends by no empty block: at a header that is none


def _read_tar_member(
    file: _ForwardFile, name: str, size: int, allowance: UnpackingAllowance
) -> Member:
    left = max(0, size)

    def read() -> bytes:
        nonlocal left
        data = file.read(min(_BLOCK, left))
        left -= len(data)
        return data

    member = _read_member(name, read, allowance)
    if left:
        raise _CutOff(member)
    return member


_LOCAL = struct.Struct("<4s22xHH")


def _unpack_zip(
    file: _BoundedFile,
    allowance: UnpackingAllowance,
    skipped: _SkippedEntries,
    entries: _EntryFilter,
) -> Iterator[Member]:
    archive = zipfile.ZipFile(file)
    for entry in archive.infolist():
        name = sanitise_member_name(_decode_zip_name(entry))
        mode = entry.external_attr >> 16
        if entry.is_dir():
            allowance.count_entry()
        elif stat.S_IFMT(mode) not in {0, stat.S_IFREG}:
            allowance.count_entry()
            skipped.add(_LINKS, name)
        elif entries.accepts(name):
            reason = _unsupported_reason(entry)
            if reason is not None:
                skipped.add(reason, name)
                continue
            member = _read_sound_zip_member(file, entry, name, allowance)
            if member is None:
                skipped.add(_BROKEN, name)
            else:
                yield member


def _unsupported_reason(entry: zipfile.ZipInfo) -> str | None:
    if entry.flag_bits & 1:
        return _ENCRYPTED
    return None if entry.compress_type in _ZIP_METHODS else _METHOD


def _decode_zip_name(entry: zipfile.ZipInfo) -> str:
    """Return an entry's name, decoded by the system that wrote it."""
    if entry.flag_bits & 0x800:
        return entry.orig_filename
    raw = entry.orig_filename.encode("cp437", "replace")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        is_unix = entry.create_system in {3, 19}
        return raw.decode("cp1252" if is_unix else "cp850", "replace")


def _read_sound_zip_member(
    file: _BoundedFile, entry: zipfile.ZipInfo, name: str, allowance: UnpackingAllowance
) -> Member | None:
    """Unpack one file; None where its header or checksum is wrong."""
    file.seek(entry.header_offset)
    local = file.read(30)
    if len(local) < 30 or not local.startswith(b"PK\x03\x04"):
        return None
    _, name_length, extra_length = _LOCAL.unpack(local)
    file.seek(entry.header_offset + 30 + name_length + extra_length)
    left = entry.compress_size

    def packed(size: int) -> bytes:
        nonlocal left
        data = file.read(min(size, left))
        left -= len(data)
        return data

    checksum = 0

    def read() -> bytes:
        nonlocal checksum
        data = stream.read(_BLOCK)
        checksum = zlib.crc32(data, checksum)
        return data

    stream = _UnpackedStream(packed, _ZIP_METHODS[entry.compress_type], allowance)
    try:
        member = _read_member(name, read, allowance)
    except (EOFError, OSError, ValueError, zlib.error) as error:
        if isinstance(error, OSError) and error.errno:
            raise
        return None
    return None if stream.is_cut or checksum != entry.CRC else member

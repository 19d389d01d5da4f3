"""The text of an imported file, line by line, however large it is.

A file of a gigabyte is never turned into text as a whole: where its lines begin is noted a block
at a time, and only the lines that somebody looks at are decoded. Lines are counted as importers
count them, so that what they state of a value's place holds here.
"""

from __future__ import annotations

import tempfile
from bisect import bisect_right
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from arraywise.importers.kit.redaction import redact_bytes
from arraywise.importers.kit.text import decode
from arraywise.importers.recognition import UNKNOWN, detect_binary_format
from arraywise.importers.registry import product_name
from arraywise.importing.find_files import FileReader, FoundPath, Unreadable
from arraywise.store.encoding import MappedFile
from arraywise.store.reading.evidence import FileRow, read_embedded_bytes, read_embedded_parts

if TYPE_CHECKING:
    import mmap
    from collections.abc import Sequence

    import numpy.typing as npt

    from arraywise.store.study import Study

__all__ = ["product_name"]
UNKNOWN_FORMAT = UNKNOWN.name
"""What `non_text_kind` returns for a file that is no text and of no known format."""
DECODED_BYTES = 8 * 1024 * 1024  # files up to this size are turned into text at once
LONGEST_SHOWN = 4 * 1024 * 1024  # bytes of a line of a larger file that are shown
_BLOCK_BYTES = 1024 * 1024
_WIDE = ("utf-16", "utf-32")


class RawLines:
    """Lines by their number, from 0."""

    def __init__(self, data: bytes | mmap.mmap, encoding: str = "utf-8") -> None:
        """Note where lines begin; the bytes are not copied where they are many."""
        self._data, self._encoding = data, encoding or "utf-8"
        self._text: Sequence[str] | None = None
        self._ends_before = [0]  # line ends before each block of the bytes
        if len(data) <= DECODED_BYTES or self._encoding.startswith(_WIDE):
            lines = decode(data).text.split("\n")
            self._text = lines[:-1] if lines[-1] == "" else lines
            self._count = len(self._text)
            self.longest = max(map(len, self._text), default=0)
        else:
            self._count, self.longest = self._index_line_ends()
        self._cached = lru_cache(maxsize=256)(self._decode_line)
        self._ends_of = lru_cache(maxsize=4)(self._line_ends_in_block)

    @property
    def non_text_kind(self) -> str:
        """What the bytes look like where they are no text; else nothing."""
        kind = detect_binary_format(self._data)
        return kind.name if kind else ""

    def __len__(self) -> int:
        """Return the number of lines."""
        return self._count

    def line_at(self, number: int) -> str:
        """Return a line without its end; number counts from 0.

        Raises:
            IndexError: When there is no such line.
        """
        if not 0 <= number < self._count:
            raise IndexError(number)
        return self._text[number] if self._text is not None else self._cached(number)

    def _index_line_ends(self) -> tuple[int, int]:
        """Count the line ends of every block; return how many lines, and the longest's bytes."""
        longest = last = 0
        for start in range(0, len(self._data), _BLOCK_BYTES):
            ends = self._line_ends_in_block(start)
            self._ends_before.append(self._ends_before[-1] + len(ends))
            if len(ends):
                gaps = np.diff(ends, prepend=last)
                longest, last = max(longest, int(gaps.max())), int(ends[-1])
        size = len(self._data)
        longest = max(longest, size - last)
        ends_with_line = self._data[size - 1 :] == b"\n"
        return self._ends_before[-1] + (not ends_with_line), min(longest, LONGEST_SHOWN)

    def _line_start(self, number: int) -> int:
        """Return the offset after the line end that comes before a line."""
        if not number:
            return 0
        block = bisect_right(self._ends_before, number - 1) - 1
        start = block * _BLOCK_BYTES
        return int(self._ends_of(start)[number - 1 - self._ends_before[block]]) + 1

    def _line_ends_in_block(self, start: int) -> npt.NDArray[np.int64]:
        """Return the offsets of the line ends of the block that begins there."""
        block = self._data[start : start + _BLOCK_BYTES]
        return np.flatnonzero(np.frombuffer(block, np.uint8) == ord("\n")) + start

    def _decode_line(self, number: int) -> str:
        start = self._line_start(number)
        stop = self._data.find(b"\n", start, start + LONGEST_SHOWN)
        line = self._data[start : stop if stop >= 0 else start + LONGEST_SHOWN]
        clean, _ = redact_bytes(line.rstrip(b"\r"))
        try:
            text = clean.decode(self._encoding, "replace")
        except LookupError:
            text = clean.decode("utf-8", "replace")
        return text.replace("\0", " ").removeprefix("\ufeff")


def read_raw_lines(study: Study, file: FileRow, encoding: str) -> RawLines | None:
    """Return the text of a file as it was imported, with passwords starred out.

    None where it is kept outside the study and is gone, or is not the same any more.
    """
    data = _read_embedded(study, file) if file.embedded else _read_original(file)
    return None if data is None else RawLines(data, encoding)


def _read_embedded(study: Study, file: FileRow) -> bytes | mmap.mmap | None:
    if file.size_bytes <= DECODED_BYTES:
        return read_embedded_bytes(study, file.id)
    with tempfile.TemporaryFile() as copy:
        copy.writelines(read_embedded_parts(study, file.id))
        copy.flush()
        return MappedFile.map_file(copy) if copy.tell() else b""


def _read_original(file: FileRow) -> bytes | mmap.mmap | None:
    result = FileReader().read_file(FoundPath(Path(file.path), file.name))
    if isinstance(result, Unreadable) or result.sha256 != file.sha256:
        return None
    return redact_bytes(result.data)[0] if file.size_bytes <= DECODED_BYTES else result.data

"""A large file in memory that does not fill it: parts that were looked at are let go again.

What is mapped counts as memory of the process from the first look at it on, and a recording of
ten million rows has a gigabyte.
"""

from __future__ import annotations

import mmap
import os
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from typing import BinaryIO, Self, SupportsIndex

BLOCK_BYTES = 8 * 1024 * 1024
_LET_GO = getattr(mmap, "MADV_DONTNEED", None)
"""Missing where the system knows no such advice."""
_HANDLES = Path("/proc/self/fd")
"""Where Linux shows what a process has open, so that it can be opened once more."""
_OPENED_ANEW_BYTES = 16 * 1024 * 1024
"""From this size on a second handle is kept, of which there may be no more than a thousand."""


class MappedFile(mmap.mmap):
    """A file that is only read; slices and searches let go of what they have seen."""

    again: Path | None = None
    """Where this process can open the file once more, although it may have no name any more; None
    for a small one, and where the system has no such place."""

    @classmethod
    def of(cls, file: BinaryIO) -> Self:
        """Map a file, which may be closed then."""
        mapped = cls(file.fileno(), 0, access=mmap.ACCESS_READ)
        if len(mapped) >= _OPENED_ANEW_BYTES and _HANDLES.is_dir():
            handle = os.dup(file.fileno())
            weakref.finalize(mapped, os.close, handle)
            mapped.again = _HANDLES / str(handle)
        return mapped

    def let_go(self) -> None:
        """Tell the system that nothing that was looked at is needed soon."""
        if _LET_GO is not None:
            self.madvise(_LET_GO)

    @overload
    def __getitem__(self, key: SupportsIndex, /) -> int: ...
    @overload
    def __getitem__(self, key: slice, /) -> bytes: ...
    def __getitem__(self, key: SupportsIndex | slice, /) -> int | bytes:
        """Return a byte, or a copy of some."""
        part = super().__getitem__(key)
        if isinstance(part, bytes) and len(part) >= BLOCK_BYTES // 8:
            self.let_go()
        return part

    def find(self, sub: bytes, start: int = 0, stop: int | None = None, /) -> int:  # type: ignore[override]
        """Return where bytes are found first, -1 where they are not."""
        stop = len(self) if stop is None else min(stop, len(self))
        while start < stop:
            found = super().find(sub, start, min(start + BLOCK_BYTES + len(sub) - 1, stop))
            if found >= 0:
                return found
            start += BLOCK_BYTES
            self.let_go()
        return -1

    def rfind(self, sub: bytes, start: int = 0, stop: int | None = None, /) -> int:  # type: ignore[override]
        """Return where bytes are found last, -1 where they are not."""
        stop = len(self) if stop is None else min(stop, len(self))
        while start < stop:
            block = max(start, stop - BLOCK_BYTES - len(sub) + 1)
            found = super().rfind(sub, block, stop)
            if found >= 0 or block == start:
                return found
            stop = block + len(sub) - 1
            self.let_go()
        return -1

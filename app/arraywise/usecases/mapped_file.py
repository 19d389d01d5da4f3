"""A large file in memory that does not fill it: parts that were looked at are let go again.

What is mapped counts as memory of the process from the first look at it on, and a recording of
ten million rows has a gigabyte.
"""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from typing import SupportsIndex

BLOCK_BYTES = 8 * 1024 * 1024
_LET_GO = getattr(mmap, "MADV_DONTNEED", None)
"""Missing where the system knows no such advice."""


class MappedFile(mmap.mmap):
    """A file that is only read; slices and searches let go of what they have seen."""

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

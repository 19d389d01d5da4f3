"""What an I/O test did: block size, share of writes, pattern, outstanding I/Os."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import Load
from arraywise.domain.units import KIB, PERCENT
from arraywise.importers.kit.readings import LARGEST

if TYPE_CHECKING:
    from arraywise.importers.kit.readings import RunDraft

LARGE_FROM: Final = 256 * KIB
"""Bytes from which an I/O counts as large."""
_MOST_OUTSTANDING = 10_000_000
_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,6})?)[ \t]?([KMGT]?)(?:i?B)?", re.IGNORECASE)
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}


def size_in(text: str) -> float | None:
    """Return the bytes of `4096`, `4KiB`, `4k` or `1 MiB`; None for anything else and for 0."""
    match = _SIZE.fullmatch(text.strip())
    size = float(match[1]) * KIB ** _POWERS[match[2].upper()] if match else 0.0
    return size if 0 < size <= LARGEST else None


@dataclass(frozen=True, slots=True)
class IoWork:
    """The I/Os of a test; what is not stated stays None."""

    block_bytes: float | None = None
    write_percent: float | None = None
    random_percent: float | None = None
    outstanding: float | None = None

    def describe(self, draft: RunDraft) -> None:
        """Give a run its attributes, and its load where the outstanding I/Os are known."""
        draft.describe(
            block_bytes=_shown(self.block_bytes, 1, 0),
            write_percent=_shown(self.write_percent),
            random_share=_shown(self.random_percent, PERCENT),
            pattern=self._pattern,
        )
        count = round(self.outstanding or 0)
        if self.block_bytes and 0 < count <= _MOST_OUTSTANDING:
            is_large = self.block_bytes >= LARGE_FROM
            draft.load = Load(large_ios=count) if is_large else Load(small_ios=count)

    @property
    def _pattern(self) -> str | None:
        if self.random_percent is None:
            return None
        if not self.random_percent:
            return "sequential"
        return "random" if self.random_percent == 100 else "mixed"


def _shown(value: float | None, factor: float = 1, digits: int = 3) -> str | None:
    return None if value is None else f"{round(value * factor, digits):.15g}"

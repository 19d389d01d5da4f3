"""Lines of files that are too large to be turned into text at once."""

from __future__ import annotations

import codecs
import io
from typing import TYPE_CHECKING

from arraywise.importers.kit.text import decode, without_escapes

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterator

_BLOCK = 1 << 20
LONGEST_LINE = 200_000
"""Characters of a line that are kept; a table of 1,000 processors has fewer."""
_LOOKED_AT = 65_536


def encoding_of(data: bytes | mmap.mmap) -> str:
    """Tell the encoding from the beginning of a file."""
    return decode(data[:_LOOKED_AT]).encoding


def blocks_of(data: bytes | mmap.mmap, encoding: str) -> Iterator[str]:
    """Return the text of a file in blocks; line ends are LF, terminal colours are gone."""
    decoder = io.IncrementalNewlineDecoder(
        codecs.getincrementaldecoder(encoding)("replace"), translate=True
    )
    for start in range(0, len(data), _BLOCK):
        stop = start + _BLOCK
        text = decoder.decode(data[start:stop], final=stop >= len(data))
        if not start:
            text = text.removeprefix("\ufeff")
        yield without_escapes(text.replace("\0", " "))


class Lines:
    """The lines of a file with their numbers, from 1."""

    def __init__(
        self, data: bytes | mmap.mmap, encoding: str, longest: int = LONGEST_LINE
    ) -> None:
        self._blocks = blocks_of(data, encoding)
        self._longest = longest
        self.cut: tuple[int, str] | None = None
        """The last line where it has no end; known after all others were given."""

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """Return every whole line."""
        number, begun = 1, ""
        for block in self._blocks:
            first, *others = block.split("\n")
            if len(begun) < self._longest:
                begun = (begun + first)[: self._longest]
            if not others:
                continue
            yield number, begun
            begun = others.pop()
            for line in others:
                number += 1
                yield number, line[: self._longest]
            number += 1
        self.cut = (number, begun) if begun.strip() else None

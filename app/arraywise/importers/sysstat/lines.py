"""A file as text, block by block: a recording of 100 MB never stands in memory as a whole."""

from __future__ import annotations

import codecs
import io
from typing import TYPE_CHECKING

from arraywise.importers.text import decode, without_escapes

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterator

BLOCK = 1 << 20
LONGEST_LINE = 200_000
"""Characters of a line that are kept; a table of 1,000 processors has fewer."""
_LOOKED_AT = 65_536


def encoding_of(data: bytes | mmap.mmap) -> str:
    """Tell the encoding from the beginning of a file."""
    return decode(data[:_LOOKED_AT]).encoding


def blocks_of(data: bytes | mmap.mmap, encoding: str) -> Iterator[str]:
    """Give the text of a file in blocks; line ends are LF, terminal colours are gone."""
    decoder = io.IncrementalNewlineDecoder(
        codecs.getincrementaldecoder(encoding)("replace"), translate=True
    )
    for start in range(0, len(data), BLOCK):
        stop = start + BLOCK
        text = decoder.decode(data[start:stop], final=stop >= len(data))
        if not start:
            text = text.removeprefix("\ufeff")
        yield without_escapes(text.replace("\0", " "))


class Lines:
    """The lines of a file with their numbers, from 1."""

    def __init__(self, data: bytes | mmap.mmap, encoding: str) -> None:
        self._blocks = blocks_of(data, encoding)
        self.cut: tuple[int, str] | None = None
        """The last line where it has no end; known after all others were given."""

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """Give every whole line."""
        number, begun = 1, ""
        for block in self._blocks:
            first, *others = block.split("\n")
            begun = (begun + first)[:LONGEST_LINE]
            if not others:
                continue
            yield number, begun
            begun = others.pop()
            for line in others:
                number += 1
                yield number, line[:LONGEST_LINE]
            number += 1
        self.cut = (number, begun) if begun.strip() else None

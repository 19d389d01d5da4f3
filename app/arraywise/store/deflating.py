"""Compression of thousands of short pieces: zlib's tables are no larger than a piece needs.

With the usual quarter of a megabyte of tables, clearing these takes longer than compressing a
kilobyte. What comes out is read by any zlib.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import mmap

_LEAST_BITS, _MOST_BITS = 9, 15
_MOST_MEMORY = 8


def deflated(data: bytes | mmap.mmap, level: int) -> bytes:
    """Compress bytes in zlib's format."""
    bits = min(max(len(data).bit_length(), _LEAST_BITS), _MOST_BITS)
    memory = bits - (_MOST_BITS - _MOST_MEMORY)
    packer = zlib.compressobj(level, zlib.DEFLATED, bits, memory)
    return packer.compress(data) + packer.flush()

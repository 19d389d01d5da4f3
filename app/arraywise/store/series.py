"""Short series as the study keeps them: little-endian doubles, compressed."""

from __future__ import annotations

import sys
import zlib
from array import array

from arraywise.store.deflating import deflated


def packed(values: array[float]) -> bytes:
    """Turn doubles into the bytes that are kept."""
    return deflated(_swapped(values).tobytes(), 1)


def unpacked(stored: bytes) -> array[float]:
    """Turn kept bytes back into doubles."""
    values = array("d")
    values.frombytes(zlib.decompress(stored))
    return _swapped(values)


def _swapped(values: array[float]) -> array[float]:
    if sys.byteorder == "little":
        return values
    values = array("d", values)
    values.byteswap()
    return values

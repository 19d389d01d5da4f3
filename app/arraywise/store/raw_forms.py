"""The forms in which the bytes of a file are kept: as they were, or without their passwords."""

from __future__ import annotations

from typing import Final

PLAIN: Final = "zlib"
STARRED: Final = "zlib, starred"
"""Passwords were starred out: the bytes have not the hash of the file any more."""

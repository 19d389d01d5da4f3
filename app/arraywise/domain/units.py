"""The units that values are kept in (SI), and the factors that lead there."""

from __future__ import annotations

from enum import StrEnum


class Unit(StrEnum):
    """Unit of a stored value."""

    __hash__ = str.__hash__  # that of Enum is far slower, and measurements come by the thousand

    SECOND = "s"
    PER_SECOND = "1/s"
    BYTE_PER_SECOND = "B/s"
    BYTE = "B"
    ONE = "1"


MICROSECOND = 1e-6
MILLISECOND = 1e-3
PERCENT = 0.01
KIB = 1024
MIB = 1024 * 1024
BITS_PER_BYTE = 8
SECONDS_PER_MINUTE = 60
SECONDS_PER_DAY = 86_400
MONTHS_PRICED = 36
"""The TPC prices a system for three years of purchase, licences and maintenance."""

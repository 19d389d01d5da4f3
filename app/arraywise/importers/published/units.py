"""The units that published figures may be given in, and how they lead to SI."""

from __future__ import annotations

from typing import Final

from arraywise.domain.evidence import Metric
from arraywise.domain.units import KIB, MIB, MILLISECOND, PERCENT, SECONDS_PER_MINUTE, Unit

_HOUR: Final = 60 * SECONDS_PER_MINUTE
UNITS: Final = {
    "us": (Unit.SECOND, 1e-6),
    "ms": (Unit.SECOND, MILLISECOND),
    "s": (Unit.SECOND, 1.0),
    "min": (Unit.SECOND, float(SECONDS_PER_MINUTE)),
    "h": (Unit.SECOND, float(_HOUR)),
    "iops": (Unit.PER_SECOND, 1.0),
    "1/s": (Unit.PER_SECOND, 1.0),
    "1/min": (Unit.PER_SECOND, 1 / SECONDS_PER_MINUTE),
    "1/5 min": (Unit.PER_SECOND, 1 / (5 * SECONDS_PER_MINUTE)),
    "1/h": (Unit.PER_SECOND, 1 / _HOUR),
    "1/month": (Unit.PER_SECOND, 1 / (30 * 24 * _HOUR)),
    "kb/s": (Unit.BYTE_PER_SECOND, 1e3),
    "mb/s": (Unit.BYTE_PER_SECOND, 1e6),
    "gb/s": (Unit.BYTE_PER_SECOND, 1e9),
    "mib/s": (Unit.BYTE_PER_SECOND, float(MIB)),
    "gbit/s": (Unit.BYTE_PER_SECOND, 1e9 / 8),
    "b": (Unit.BYTE, 1.0),
    "kib": (Unit.BYTE, float(KIB)),
    "mib": (Unit.BYTE, float(MIB)),
    "gb": (Unit.BYTE, 1e9),
    "gib": (Unit.BYTE, float(1024 * MIB)),
    "%": (Unit.ONE, PERCENT),
    "1": (Unit.ONE, 1.0),
}
"""By the name in small letters; a month has 30 days, as in the formula of the 2009 paper."""
KINDS: Final = {
    Metric.IOPS: Unit.PER_SECOND,
    Metric.THROUGHPUT: Unit.BYTE_PER_SECOND,
    Metric.LATENCY: Unit.SECOND,
    Metric.TRANSACTION_RATE: Unit.PER_SECOND,
    Metric.RESPONSE_TIME: Unit.SECOND,
    Metric.TRANSACTIONS_COMPLETED: Unit.ONE,
    Metric.TRANSACTIONS_FAILED: Unit.ONE,
}
"""The kind of unit that a metric needs; a figure of another name may have any."""

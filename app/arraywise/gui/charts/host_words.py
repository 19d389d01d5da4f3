"""What the lines of a host's samples are called, and the units that they are shown in."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from arraywise.domain.units import Unit
from arraywise.store.reading.host_series import HostGroup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.store.reading.sample_chart import Track

_SERIES: dict[str, Any] = {
    "busy": QT_TRANSLATE_NOOP("HostWords", "busy"),
    "cpu_wait": QT_TRANSLATE_NOOP("HostWords", "I/O wait"),
    "cpu_steal": QT_TRANSLATE_NOOP("HostWords", "taken by other machines"),
    "disk_read": QT_TRANSLATE_NOOP("HostWords", "read"),
    "disk_write": QT_TRANSLATE_NOOP("HostWords", "written"),
    "net_receive": QT_TRANSLATE_NOOP("HostWords", "received"),
    "net_send": QT_TRANSLATE_NOOP("HostWords", "sent"),
    "memory_used": QT_TRANSLATE_NOOP("HostWords", "memory in use"),
    "swap_used": QT_TRANSLATE_NOOP("HostWords", "swap in use"),
    "paging_in": QT_TRANSLATE_NOOP("HostWords", "paged in"),
    "paging_out": QT_TRANSLATE_NOOP("HostWords", "paged out"),
}
_GROUPS: dict[HostGroup, Any] = {
    HostGroup.PROCESSORS: QT_TRANSLATE_NOOP("HostWords", "Processors"),
    HostGroup.DISK: QT_TRANSLATE_NOOP("HostWords", "Disks"),
    HostGroup.NETWORK: QT_TRANSLATE_NOOP("HostWords", "Network"),
    HostGroup.MEMORY: QT_TRANSLATE_NOOP("HostWords", "Memory"),
    HostGroup.PAGING: QT_TRANSLATE_NOOP("HostWords", "Paging"),
}
PERCENT = 100.0
_UNITS = {
    Unit.ONE: ("%", PERCENT),
    Unit.BYTE_PER_SECOND: ("MB/s", 1e-6),
    Unit.BYTE: ("GB", 1e-9),
}


def series_name(name: str) -> str:
    """Return what a line is called."""
    source = _SERIES.get(name)
    return QCoreApplication.translate("HostWords", source) if source else name


def group_name(group: HostGroup) -> str:
    """Return what a group of lines is called."""
    return QCoreApplication.translate("HostWords", _GROUPS[group])


def shown_unit(unit: Unit) -> tuple[str, float]:
    """Return the unit that a line is shown in, and the factor that leads there."""
    return _UNITS.get(unit, (unit.value, 1.0))


def clock_time(seconds: float) -> str:
    """Write a moment as the monitor's clock showed it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%H:%M:%S")


def value_at(track: Track, time: float) -> float:
    """Return the mean of the piece nearest to a moment."""
    times: Sequence[float] = track.times_s
    at = int(np.searchsorted(np.asarray(times), time))
    near = [n for n in (at - 1, at) if 0 <= n < len(times)]
    return track.means[min(near, key=lambda n: abs(times[n] - time))]

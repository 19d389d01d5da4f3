"""What a table of host samples can show: processors, disks, network, memory, each as a few lines.

Monitors write the whole machine, or every device by itself; a line is the whole, else the sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from arraywise.domain.units import Unit
from arraywise.store.reading.sample_chart import Wanted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.store.reading.samples import SampleSeries

_LOOPBACK = "lo"


class HostGroup(StrEnum):
    """Lines that share a chart, since they share a unit."""

    PROCESSORS = "processors"
    DISK = "disk"
    NETWORK = "network"
    MEMORY = "memory"
    PAGING = "paging"


@dataclass(frozen=True, slots=True)
class HostSeries:
    """One line of a chart of host samples."""

    name: str
    """`busy`, `idle`, or the name of the column that it is."""
    unit: Unit
    wanted: Wanted


_COLUMNS = {
    HostGroup.DISK: ("disk_read", "disk_write"),
    HostGroup.NETWORK: ("net_receive", "net_send"),
    HostGroup.MEMORY: ("memory_used", "swap_used"),
    HostGroup.PAGING: ("paging_in", "paging_out"),
}
_BUSY = ("cpu_user", "cpu_system")
_ALSO_BUSY = ("cpu_hardirq", "cpu_softirq", "cpu_nice", "cpu_guest", "cpu_guest_nice")
BUSY, IDLE, WAIT, STEAL = "busy", "idle", "cpu_wait", "cpu_steal"


def host_groups(columns: Sequence[SampleSeries]) -> dict[HostGroup, tuple[HostSeries, ...]]:
    """Return the lines that a table can show; groups without any are left out."""
    found = {HostGroup.PROCESSORS: _processors(columns)}
    for group, names in _COLUMNS.items():
        made = (_summed(columns, name) for name in names)
        found[group] = tuple(each for each in made if each is not None)
    return {group: series for group, series in found.items() if series}


def _processors(columns: Sequence[SampleSeries]) -> tuple[HostSeries, ...]:
    """Return busy, idle, wait and stolen time as shares of the machine, where they are known."""
    places = {
        name: _places(columns, name)
        for name in (*_BUSY, *_ALSO_BUSY, "cpu_idle", WAIT, STEAL)
        if _places(columns, name)
    }
    if not all(name in places for name in _BUSY):
        return ()
    busy = _mean(places, *(n for n in (*_BUSY, *_ALSO_BUSY) if n in places))
    rest = _mean(places, *(n for n in (WAIT, STEAL) if n in places))
    taken = tuple((place, -factor) for place, factor in (*busy, *rest))
    idle = Wanted(_mean(places, "cpu_idle")) if "cpu_idle" in places else Wanted(taken, 1.0)
    made = [HostSeries(BUSY, Unit.ONE, Wanted(busy)), HostSeries(IDLE, Unit.ONE, idle)]
    made += [
        HostSeries(name, Unit.ONE, Wanted(_mean(places, name)))
        for name in (WAIT, STEAL)
        if name in places
    ]
    return tuple(made)


def _mean(places: Mapping[str, Sequence[int]], *names: str) -> tuple[tuple[int, float], ...]:
    return tuple((place, 1.0 / len(places[name])) for name in names for place in places[name])


def _summed(columns: Sequence[SampleSeries], name: str) -> HostSeries | None:
    places = _places(columns, name)
    if not places:
        return None
    unit = next(each.unit for each in columns if each.name == name)
    return HostSeries(name, unit, Wanted(tuple((place, 1.0) for place in places)))


def _places(columns: Sequence[SampleSeries], name: str) -> list[int]:
    """Return the column of the whole machine, else those of every device but the loopback."""
    named = [each for each in columns if each.name == name]
    whole = [each.position for each in named if each.instance is None]
    return whole[:1] or [each.position for each in named if each.instance != _LOOPBACK]

"""What the columns are: canonical names, devices, and units that differ from tool to tool.

dstat writes disk and network rates in bytes per second. dool from 1.3 writes bits unless told
otherwise. pcp-dstat writes disk rates in KiB/s, memory in KiB and paging in pages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from arraywise.domain.evidence import SampleColumn
from arraywise.domain.units import BITS_PER_BYTE, KIB, PERCENT, Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Measure(Enum):
    """What kind of value a column holds, which decides its factor."""

    PERCENT = "percent"
    DISK = "disk"
    NET = "net"
    MEMORY = "memory"
    PAGING = "paging"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Factors:
    """SI value = cell x factor; None where the file does not tell."""

    disk: float | None = 1.0
    net: float | None = 1.0
    memory: float = 1.0
    paging: float | None = 1.0

    def of(self, measure: Measure) -> float | None:
        """Return the factor of one kind of value."""
        known = {
            Measure.PERCENT: PERCENT,
            Measure.DISK: self.disk,
            Measure.NET: self.net,
            Measure.MEMORY: self.memory,
            Measure.PAGING: self.paging,
        }
        return known.get(measure, 1.0)


DSTAT = Factors()
DOOL_BITS = Factors(disk=1 / BITS_PER_BYTE, net=1 / BITS_PER_BYTE)
PCP = Factors(disk=float(KIB), memory=float(KIB), paging=None)
UNKNOWN = Factors(disk=None, net=None)


@dataclass(frozen=True, slots=True)
class Heading:
    """One column as the file names it."""

    position: int
    group: str
    name: str

    @property
    def own_name(self) -> str:
        """The tool's name for it, group and all."""
        return f"{self.group}:{self.name}" if self.group else self.name

    @property
    def family(self) -> str:
        """Return the kind of group: `cpu`, `disk`, `io`, `net` ... or empty."""
        return next((f for f, p in _FAMILIES if p.fullmatch(self.group)), "")

    @property
    def instance(self) -> str | None:
        """Return the device or processor; None for the whole machine."""
        if self.name == "util":
            return self.group
        found = next((m for _, p in _FAMILIES if (m := p.fullmatch(self.group))), None)
        name = found["one"] if found and "one" in found.groupdict() else None
        return None if name == "total" else name

    @property
    def is_text(self) -> bool:
        """Whether it holds names of processes."""
        return self.group.startswith(("most expensive", "top"))

    @property
    def is_time(self) -> bool:
        """Whether it holds the local time as text."""
        return self.name in {"time", "date/time"} and self.group in {"system", ""}

    @property
    def is_epoch(self) -> bool:
        """Whether it holds seconds since 1970."""
        return self.name == "epoch"


_FAMILIES = (
    ("cpu", re.compile(r"total(?: cpu)? usage|(?P<one>(?:cpu|node)\d+) usage")),
    ("disk", re.compile(r"dsk/(?P<one>.+)")),
    ("io", re.compile(r"io/(?P<one>.+)")),
    ("net", re.compile(r"net/(?P<one>.+)")),
    ("memory", re.compile(r"memory usage")),
    ("swap", re.compile(r"swap|swp/(?P<one>.+)")),
    ("paging", re.compile(r"paging")),
    ("system", re.compile(r"system")),
    ("procs", re.compile(r"procs")),
    ("load", re.compile(r"load avg")),
)
_METRICS = {
    ("cpu", "usr"): ("cpu_user", Unit.ONE, Measure.PERCENT),
    ("cpu", "sys"): ("cpu_system", Unit.ONE, Measure.PERCENT),
    ("cpu", "idl"): ("cpu_idle", Unit.ONE, Measure.PERCENT),
    ("cpu", "wai"): ("cpu_wait", Unit.ONE, Measure.PERCENT),
    ("cpu", "stl"): ("cpu_steal", Unit.ONE, Measure.PERCENT),
    ("cpu", "hiq"): ("cpu_hardirq", Unit.ONE, Measure.PERCENT),
    ("cpu", "siq"): ("cpu_softirq", Unit.ONE, Measure.PERCENT),
    ("disk", "read"): ("disk_read", Unit.BYTE_PER_SECOND, Measure.DISK),
    ("disk", "writ"): ("disk_write", Unit.BYTE_PER_SECOND, Measure.DISK),
    ("disk", "#read"): ("disk_read_requests", Unit.PER_SECOND, Measure.PLAIN),
    ("disk", "#writ"): ("disk_write_requests", Unit.PER_SECOND, Measure.PLAIN),
    ("disk", "util"): ("disk_utilisation", Unit.ONE, Measure.PERCENT),
    ("", "util"): ("disk_utilisation", Unit.ONE, Measure.PERCENT),
    ("io", "read"): ("disk_read_requests", Unit.PER_SECOND, Measure.PLAIN),
    ("io", "writ"): ("disk_write_requests", Unit.PER_SECOND, Measure.PLAIN),
    ("net", "recv"): ("net_receive", Unit.BYTE_PER_SECOND, Measure.NET),
    ("net", "send"): ("net_send", Unit.BYTE_PER_SECOND, Measure.NET),
    ("memory", "used"): ("memory_used", Unit.BYTE, Measure.MEMORY),
    ("memory", "free"): ("memory_free", Unit.BYTE, Measure.MEMORY),
    ("memory", "buff"): ("memory_buffers", Unit.BYTE, Measure.MEMORY),
    ("memory", "buf"): ("memory_buffers", Unit.BYTE, Measure.MEMORY),
    ("memory", "cach"): ("memory_cached", Unit.BYTE, Measure.MEMORY),
    ("memory", "avai"): ("memory_available", Unit.BYTE, Measure.MEMORY),
    ("swap", "used"): ("swap_used", Unit.BYTE, Measure.MEMORY),
    ("swap", "free"): ("swap_free", Unit.BYTE, Measure.MEMORY),
    ("paging", "in"): ("paging_in", Unit.BYTE_PER_SECOND, Measure.PAGING),
    ("paging", "out"): ("paging_out", Unit.BYTE_PER_SECOND, Measure.PAGING),
    ("system", "int"): ("interrupts", Unit.PER_SECOND, Measure.PLAIN),
    ("system", "csw"): ("context_switches", Unit.PER_SECOND, Measure.PLAIN),
    ("procs", "run"): ("processes_running", Unit.ONE, Measure.PLAIN),
    ("procs", "blk"): ("processes_blocked", Unit.ONE, Measure.PLAIN),
    ("procs", "new"): ("processes_new", Unit.PER_SECOND, Measure.PLAIN),
    ("load", "1m"): ("load_1m", Unit.ONE, Measure.PLAIN),
    ("load", "5m"): ("load_5m", Unit.ONE, Measure.PLAIN),
    ("load", "15m"): ("load_15m", Unit.ONE, Measure.PLAIN),
}


def headings_of(
    groups: Sequence[str], names: Sequence[str], positions: Sequence[int]
) -> list[Heading]:
    """Put every name below its group, which stands above the first of its columns only.

    A name with a prefix (`dsk/vda:read`) carries its group itself.
    """
    headings: list[Heading] = []
    current = ""
    for index, (name, position) in enumerate(zip(names, positions, strict=True)):
        current = (groups[index] if index < len(groups) else "") or current
        prefix, _, column = name.rpartition(":")
        group = " ".join((prefix or current).split())
        headings.append(Heading(position, group, " ".join(column.split())))
    return headings


def columns_of(
    headings: Iterable[Heading], factors: Factors
) -> tuple[tuple[SampleColumn, ...], list[str]]:
    """Give the columns to load, and the names of those whose unit the file does not tell.

    Two columns that are the same (requests from `io` and from `disk-tps`) are kept: the first
    under the common name, the second under the tool's own.
    """
    columns: list[SampleColumn] = []
    left_out: list[str] = []
    taken: set[tuple[str, str | None]] = set()
    for heading in headings:
        if heading.is_text or heading.is_time or heading.is_epoch or not heading.name:
            continue
        column = _column(heading, factors)
        if column is None:
            left_out.append(heading.own_name)
            continue
        if (column.name, column.instance) in taken:
            column = replace(column, name=_free_name(heading, taken), instance=None)
        taken.add((column.name, column.instance))
        columns.append(column)
    return tuple(columns), left_out


def _column(heading: Heading, factors: Factors) -> SampleColumn | None:
    metric = _METRICS.get((heading.family, heading.name))
    if metric is None:
        ambiguous = not heading.group and heading.name in {"read", "writ"}
        own = SampleColumn(heading.own_name, Unit.ONE, 1.0, heading.position)
        return None if ambiguous else own
    name, unit, measure = metric
    factor = factors.of(measure)
    if factor is not None:
        return SampleColumn(name, unit, factor, heading.position, heading.instance)
    if measure is Measure.PAGING:  # pages, whose size is not known
        return SampleColumn(heading.own_name, Unit.PER_SECOND, 1.0, heading.position)
    return None


def _free_name(heading: Heading, taken: set[tuple[str, str | None]]) -> str:
    name = heading.own_name
    return f"{name} ({heading.position + 1})" if (name, None) in taken else name

"""Drives in groups, spares, reserve and data reduction: what an option holds (MODEL F1).

Bytes inside; labels are decimal (1 TB = 10^12 bytes), TiB stand beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arraywise.domain.estimates import LeastLikelyMost

TB = 1e12
TIB = 2.0**40
IN_USE = "capacity in use"
"""What an inventory of virtual machines calls the sum over the datastores that it lists."""


@dataclass(frozen=True, slots=True)
class CapacityInUse:
    """What data take today by an inventory of the client: what a new storage must hold."""

    used_bytes: float
    origins: tuple[str, ...]
    """File, sheet and cells of each sum: `vms.xlsx, vDatastore J2:J14`."""


class Raid(StrEnum):
    """How a group of drives protects its data."""

    RAID_0 = "RAID 0"
    RAID_1 = "RAID 1"
    RAID_10 = "RAID 10"
    RAID_4 = "RAID 4"
    RAID_5 = "RAID 5"
    RAID_6 = "RAID 6"
    RAID_DP = "RAID-DP"
    RAID_TEC = "RAID-TEC"
    ERASURE = "EC"
    """Erasure coding of k data and m parity fragments."""
    COPIES = "copies"
    """Each block on so many drives."""


PARITY_DRIVES = {
    Raid.RAID_0: 0,
    Raid.RAID_4: 1,
    Raid.RAID_5: 1,
    Raid.RAID_6: 2,
    Raid.RAID_DP: 2,
    Raid.RAID_TEC: 3,
}
"""Drives of a group that hold no data, where the kind of RAID fixes them."""
MIRRORED = frozenset({Raid.RAID_1, Raid.RAID_10})


@dataclass(frozen=True, slots=True)
class DriveSet:
    """Drives of one size in groups of one kind."""

    count: int
    size_bytes: float
    raid: Raid
    group: int = 0
    """Drives of a group, or number of copies; 0: all but the spares are one group."""
    parity: int = 0
    """Drives of a group that hold no data, where the kind of RAID does not fix them."""
    spares: int = 0

    @property
    def width(self) -> int:
        """Drives of a group."""
        return self.group or self.count - self.spares

    @property
    def groups(self) -> int:
        """Whole groups that are left when the spares are taken off."""
        return (self.count - self.spares) // self.width

    @property
    def left_over(self) -> int:
        """Drives that fill no whole group: they hold nothing."""
        return self.count - self.spares - self.groups * self.width

    @property
    def efficiency(self) -> float:
        """Share of a group that data can fill."""
        if self.raid is Raid.COPIES:
            return 1.0 / self.width
        if self.raid in MIRRORED:
            return 0.5
        parity = PARITY_DRIVES.get(self.raid, self.parity)
        return (self.width - parity) / self.width

    @property
    def is_possible(self) -> bool:
        """Whether there are such groups; mirrored drives come in pairs."""
        is_stated = self.group > 0 or self.raid not in {Raid.COPIES, Raid.ERASURE}
        return (
            is_stated
            and 0 <= self.spares < self.count
            and self.size_bytes > 0
            and self.width > 0
            and 0 < self.efficiency <= 1
            and not (self.raid in MIRRORED and self.width % 2)
            and not (self.raid is Raid.ERASURE and not self.parity)
        )

    @property
    def data_drives(self) -> float:
        """Drives' worth of data."""
        return self.groups * self.width * self.efficiency

    @property
    def data_bytes(self) -> float:
        """Bytes after spares, groups and parity, before the reserve."""
        return self.data_drives * self.size_bytes


DEFAULT_RESERVE = 0.10
"""Share that file system and snapshots take."""
NO_REDUCTION = LeastLikelyMost(1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Capacity:
    """What somebody stated of an option's capacity: usable bytes, or drives."""

    stated_bytes: float | None = None
    """Usable as stated: after RAID, spares and reserve."""
    drives: tuple[DriveSet, ...] = ()
    reserve: float = DEFAULT_RESERVE
    """Taken off what drives hold; never off what is stated as usable."""
    reduction: LeastLikelyMost = NO_REDUCTION
    """Data that fits per byte: deduplication and compression."""
    is_measured: bool = False
    """Whether the ratio was measured on the client's data, or claimed."""

    @property
    def unreduced_bytes(self) -> float:
        """Usable bytes before data reduction."""
        if self.stated_bytes is not None:
            return self.stated_bytes
        return sum(each.data_bytes for each in self.drives) * (1.0 - self.reserve)

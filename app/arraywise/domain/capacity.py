"""Drives in groups, spares, reserve and data reduction: what an option holds (MODEL F1).

Bytes inside; labels are decimal (1 TB = 10^12 bytes), TiB stand beside them. Typed as `80 TB`, or
`24 x 3.84 TB RAID 6 8+2, 2 spares, reduction 2/3/4`: sets of other drives follow behind a
semicolon; reserve and reduction hold for all of them.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from arraywise.domain.estimates import LeastLikelyMost
from arraywise.domain.messages import UserError, message

if TYPE_CHECKING:
    from collections.abc import Iterable


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
    def drives_per_group(self) -> int:
        """Drives of a group."""
        return self.group or self.count - self.spares

    @property
    def whole_groups(self) -> int:
        """Whole groups that are left when the spares are taken off."""
        return (self.count - self.spares) // self.drives_per_group

    @property
    def unused_drives(self) -> int:
        """Drives that fill no whole group: they hold nothing."""
        return self.count - self.spares - self.whole_groups * self.drives_per_group

    @property
    def data_share(self) -> float:
        """Share of a group that data can fill."""
        if self.raid is Raid.COPIES:
            return 1.0 / self.drives_per_group
        if self.raid in MIRRORED:
            return 0.5
        parity = PARITY_DRIVES.get(self.raid, self.parity)
        return (self.drives_per_group - parity) / self.drives_per_group

    @property
    def is_possible(self) -> bool:
        """Whether there are such groups; mirrored drives come in pairs."""
        is_stated = self.group > 0 or self.raid not in {Raid.COPIES, Raid.ERASURE}
        return (
            is_stated
            and 0 <= self.spares < self.count
            and self.size_bytes > 0
            and self.drives_per_group > 0
            and 0 < self.data_share <= 1
            and not (self.raid in MIRRORED and self.drives_per_group % 2)
            and not (self.raid is Raid.ERASURE and not self.parity)
        )

    @property
    def data_drives(self) -> float:
        """Drives' worth of data."""
        return self.whole_groups * self.drives_per_group * self.data_share

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


_UNITS = {
    "gb": 1e9,
    "tb": 1e12,
    "pb": 1e15,
    "gib": 2.0**30,
    "tib": 2.0**40,
    "pib": 2.0**50,
}
_NUMBER = r"\d+(?:[.,]\d+)?"
_SIZE = re.compile(rf"({_NUMBER})\s*([GTP]i?B)?", re.IGNORECASE)
_DRIVES = re.compile(
    rf"(?P<count>\d+)\s*[x*\u00d7]\s*(?P<size>{_NUMBER}\s*[GTP]i?B)\s*,?\s*"
    r"(?:(?P<copies>\d+)\s*copies|(?P<raid>RAID[ -]?(?:0|10|1|4|5|6|DP|TEC)|EC|erasure))"
    r"(?:\s*(?:of\s*)?(?P<data>\d+)(?:\s*\+\s*(?P<parity>\d+))?)?",
    re.IGNORECASE,
)
_SPARES = re.compile(r"(\d+)\s*spares?", re.IGNORECASE)
_RESERVE = re.compile(rf"reserve\s*({_NUMBER})\s*%", re.IGNORECASE)
_REDUCTION = re.compile(
    rf"(measured\s*)?reduction\s*({_NUMBER}(?:\s*/\s*{_NUMBER}){{0,2}})", re.IGNORECASE
)
_PARTS = re.compile(r"\s*;\s*|\s*,\s+")
_RAIDS = {re.sub("[ -]", "", each.value.lower()): each for each in Raid}
_RAIDS["erasure"] = Raid.ERASURE
_DEFAULT_GROUPS = {Raid.RAID_0: 1, Raid.RAID_1: 2, Raid.RAID_10: 2}
_THREE = 3


def parse_size(text: str) -> float:
    """Read a capacity such as `50 TB` or `45.5TiB`, in bytes; TB where no unit stands.

    Raises:
        UserError: It is none.
    """
    match = _SIZE.fullmatch(text.strip())
    if match is None or not 0 < (value := _parse_decimal(match[1])) < math.inf:
        raise UserError(
            message("“{text}” is not a capacity. Examples: 50 TB, 45.5 TiB.", text=text)
        )
    return value * _UNITS[(match[2] or "TB").lower()]


@lru_cache(maxsize=1024)
def parse_capacity(text: str) -> Capacity:
    """Read an option's capacity.

    Raises:
        UserError: It is none; says which part is not understood.
    """
    drives, others = _parse_drive_sets(filter(None, _PARTS.split(text.strip())))
    stated, reserve = None, DEFAULT_RESERVE
    reduction, is_measured = NO_REDUCTION, False
    for part in others:
        if match := _RESERVE.fullmatch(part):
            reserve = _parse_decimal(match[1]) / 100
        elif match := _REDUCTION.fullmatch(part):
            reduction, is_measured = parse_reduction(match[2]), match[1] is not None
        elif stated is None and _SIZE.fullmatch(part):
            stated = parse_size(part)
        else:
            raise _capacity_error(part)
    if (stated is None) == (not drives):
        raise _capacity_error(text)
    if reserve >= 1:
        raise UserError(message("The reserve must be at least 0 % and below 100 %."))
    return Capacity(stated, drives, reserve, reduction, is_measured)


def _parse_drive_sets(parts: Iterable[str]) -> tuple[tuple[DriveSet, ...], list[str]]:
    """Read sets of drives with their spares; what is neither comes back too."""
    drives: list[DriveSet] = []
    others = []
    for part in parts:
        if match := _DRIVES.fullmatch(part):
            drives.append(_build_drive_set(match, part))
        elif drives and (match := _SPARES.fullmatch(part)):
            drives[-1] = replace(drives[-1], spares=int(match[1]))
        else:
            others.append(part)
    for each in drives:
        if not each.is_possible:
            raise _capacity_error(format_drives((each,)))
    return tuple(drives), others


def parse_reduction(text: str) -> LeastLikelyMost:
    """Read a reduction ratio: `3`, or `2 / 3 / 4` for least, likely and most.

    Raises:
        UserError: It is none.
    """
    try:
        figures = [_parse_decimal(part.strip()) for part in text.split("/")]
    except ValueError:
        raise _reduction_error(text) from None
    if len(figures) not in {1, _THREE}:
        raise _reduction_error(text)
    ratio = LeastLikelyMost(figures[0], figures[len(figures) // 2], figures[-1])
    if not (ratio.is_possible and ratio.least > 0):
        raise _reduction_error(text)
    return ratio


def format_capacity(capacity: Capacity) -> str:
    """Write a capacity so that `parse_capacity` reads the same."""
    parts = [format_drives(capacity.drives)]
    if capacity.stated_bytes is not None:
        parts = [f"{_format_figure(capacity.stated_bytes / TB)} TB"]
    elif capacity.reserve != DEFAULT_RESERVE:
        parts.append(f"reserve {_format_figure(100 * capacity.reserve)} %")
    if capacity.reduction != NO_REDUCTION or capacity.is_measured:
        measured = "measured " if capacity.is_measured else ""
        parts.append(f"{measured}reduction {format_reduction(capacity.reduction)}")
    return ", ".join(parts)


def format_reduction(ratio: LeastLikelyMost) -> str:
    """Write a reduction ratio: one figure where all three are the same."""
    ends = (ratio.least, ratio.likely, ratio.most)
    return " / ".join(map(_format_figure, ends if ratio.least < ratio.most else ends[:1]))


def format_drives(drives: tuple[DriveSet, ...]) -> str:
    """Write sets of drives with their spares."""
    return "; ".join(map(_format_drive_set, drives))


def _format_drive_set(drive_set: DriveSet) -> str:
    parity = PARITY_DRIVES.get(drive_set.raid, drive_set.parity)
    kind = drive_set.raid.value
    if drive_set.raid is Raid.COPIES:
        kind = f"{drive_set.group} copies"
    elif drive_set.raid in MIRRORED:
        kind += f" of {drive_set.group}"
    elif drive_set.group:
        kind += f" {drive_set.group - parity}+{parity}"
    spares = f", {drive_set.spares} spares" if drive_set.spares else ""
    return f"{drive_set.count} x {_format_figure(drive_set.size_bytes / TB)} TB {kind}{spares}"


def _build_drive_set(match: re.Match[str], text: str) -> DriveSet:
    """Return a set of drives as its text says, unless parity and RAID contradict each other.

    A group without a size is a pair of mirrored drives, a drive of RAID 0, else all drives.
    """
    count, size = int(match["count"]), parse_size(match["size"])
    if match["copies"] is not None:
        return DriveSet(count, size, Raid.COPIES, int(match["copies"]))
    raid = _RAIDS[re.sub("[ -]", "", match["raid"].lower())]
    parity = None if match["parity"] is None else int(match["parity"])
    group = _DEFAULT_GROUPS.get(raid, 0)
    if match["data"] is not None:
        group = int(match["data"]) + (parity or 0)
    if raid is Raid.ERASURE:
        return DriveSet(count, size, raid, group, parity or 0)
    fixed = group // 2 if raid in MIRRORED else PARITY_DRIVES[raid]
    if parity not in {None, fixed}:
        raise _capacity_error(text)
    return DriveSet(count, size, raid, group)


def _parse_decimal(text: str) -> float:
    return float(text.replace(",", "."))


def _format_figure(figure: float) -> str:
    return f"{figure:.12g}"


def _capacity_error(text: str) -> UserError:
    return UserError(
        message(
            "“{text}” is not a capacity. Examples: “80 TB”, “24 x 3.84 TB RAID 6 8+2, 2 spares,"
            " reduction 2/3/4”.",
            text=text,
        )
    )


def _reduction_error(text: str) -> UserError:
    return UserError(
        message(
            "“{text}” is not a reduction ratio. Enter one above 0, or three in rising order:"
            " 2/3/4.",
            text=text,
        )
    )

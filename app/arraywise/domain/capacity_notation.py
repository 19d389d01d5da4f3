"""How capacities are typed: `80 TB`, or `24 x 3.84 TB RAID 6 8+2, 2 spares, reduction 2/3/4`.

Sets of other drives follow behind a semicolon; reserve and reduction hold for all of them.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from arraywise.domain.capacity import (
    DEFAULT_RESERVE,
    MIRRORED,
    NO_REDUCTION,
    PARITY_DRIVES,
    TB,
    Capacity,
    DriveSet,
    Raid,
)
from arraywise.domain.estimates import LeastLikelyMost
from arraywise.domain.messages import UserError, message

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    if match is None or not 0 < (value := _number(match[1])) < math.inf:
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
    drives, others = _read_drives(filter(None, _PARTS.split(text.strip())))
    stated, reserve = None, DEFAULT_RESERVE
    reduction, is_measured = NO_REDUCTION, False
    for part in others:
        if match := _RESERVE.fullmatch(part):
            reserve = _number(match[1]) / 100
        elif match := _REDUCTION.fullmatch(part):
            reduction, is_measured = parse_reduction(match[2]), match[1] is not None
        elif stated is None and _SIZE.fullmatch(part):
            stated = parse_size(part)
        else:
            raise _not_understood(part)
    if (stated is None) == (not drives):
        raise _not_understood(text)
    if reserve >= 1:
        raise UserError(message("The reserve must be at least 0 % and below 100 %."))
    return Capacity(stated, drives, reserve, reduction, is_measured)


def _read_drives(parts: Iterable[str]) -> tuple[tuple[DriveSet, ...], list[str]]:
    """Read sets of drives with their spares; what is neither comes back too."""
    drives: list[DriveSet] = []
    others = []
    for part in parts:
        if match := _DRIVES.fullmatch(part):
            drives.append(_drive_set(match, part))
        elif drives and (match := _SPARES.fullmatch(part)):
            drives[-1] = replace(drives[-1], spares=int(match[1]))
        else:
            others.append(part)
    for each in drives:
        if not each.is_possible:
            raise _not_understood(format_drives((each,)))
    return tuple(drives), others


def parse_reduction(text: str) -> LeastLikelyMost:
    """Read a reduction ratio: `3`, or `2 / 3 / 4` for least, likely and most.

    Raises:
        UserError: It is none.
    """
    try:
        figures = [_number(part.strip()) for part in text.split("/")]
    except ValueError:
        raise _no_ratio(text) from None
    if len(figures) not in {1, _THREE}:
        raise _no_ratio(text)
    ratio = LeastLikelyMost(figures[0], figures[len(figures) // 2], figures[-1])
    if not (ratio.is_possible and ratio.least > 0):
        raise _no_ratio(text)
    return ratio


def format_capacity(capacity: Capacity) -> str:
    """Write a capacity so that `parse_capacity` reads the same."""
    parts = [format_drives(capacity.drives)]
    if capacity.stated_bytes is not None:
        parts = [f"{_plain(capacity.stated_bytes / TB)} TB"]
    elif capacity.reserve != DEFAULT_RESERVE:
        parts.append(f"reserve {_plain(100 * capacity.reserve)} %")
    if capacity.reduction != NO_REDUCTION or capacity.is_measured:
        measured = "measured " if capacity.is_measured else ""
        parts.append(f"{measured}reduction {format_reduction(capacity.reduction)}")
    return ", ".join(parts)


def format_reduction(ratio: LeastLikelyMost) -> str:
    """Write a reduction ratio: one figure where all three are the same."""
    ends = (ratio.least, ratio.likely, ratio.most)
    return " / ".join(map(_plain, ends if ratio.least < ratio.most else ends[:1]))


def format_drives(drives: tuple[DriveSet, ...]) -> str:
    """Write sets of drives with their spares."""
    return "; ".join(map(_drives_text, drives))


def _drives_text(drives: DriveSet) -> str:
    parity = PARITY_DRIVES.get(drives.raid, drives.parity)
    kind = drives.raid.value
    if drives.raid is Raid.COPIES:
        kind = f"{drives.group} copies"
    elif drives.raid in MIRRORED:
        kind += f" of {drives.group}"
    elif drives.group:
        kind += f" {drives.group - parity}+{parity}"
    spares = f", {drives.spares} spares" if drives.spares else ""
    return f"{drives.count} x {_plain(drives.size_bytes / TB)} TB {kind}{spares}"


def _drive_set(match: re.Match[str], part: str) -> DriveSet:
    """Return a set of drives as its text says, unless parity and RAID contradict each other.

    A group without a size is a pair of mirrored drives, a drive of RAID 0, else all drives.
    """
    count, size = int(match["count"]), parse_size(match["size"])
    if match["copies"] is not None:
        return DriveSet(count, size, Raid.COPIES, int(match["copies"]))
    raid = _RAIDS[re.sub("[ -]", "", match["raid"].lower())]
    stated = None if match["parity"] is None else int(match["parity"])
    group = _DEFAULT_GROUPS.get(raid, 0)
    if match["data"] is not None:
        group = int(match["data"]) + (stated or 0)
    if raid is Raid.ERASURE:
        return DriveSet(count, size, raid, group, stated or 0)
    fixed = group // 2 if raid in MIRRORED else PARITY_DRIVES[raid]
    if stated not in {None, fixed}:
        raise _not_understood(part)
    return DriveSet(count, size, raid, group)


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _plain(figure: float) -> str:
    return f"{figure:.12g}"


def _not_understood(text: str) -> UserError:
    return UserError(
        message(
            "“{text}” is not a capacity. Examples: “80 TB”, “24 x 3.84 TB RAID 6 8+2, 2 spares,"
            " reduction 2/3/4”.",
            text=text,
        )
    )


def _no_ratio(text: str) -> UserError:
    return UserError(
        message(
            "“{text}” is not a reduction ratio. Enter one above 0, or three in rising order:"
            " 2/3/4.",
            text=text,
        )
    )

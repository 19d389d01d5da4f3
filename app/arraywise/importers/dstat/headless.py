"""Column names without their groups: files that were trimmed, or saved again by a spreadsheet.

The names alone are ambiguous (`read` of disks or of requests), so that a group is only given where
the neighbours of a name leave no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_KNOWN = (
    (("epoch",), "epoch"),
    (("time",), "system"),
    (("date/time",), "system"),
    (("usr", "sys", "idl", "wai", "hiq", "siq"), "total cpu usage"),
    (("usr", "sys", "idl", "wai", "stl"), "total cpu usage"),
    (("recv", "send"), "net/total"),
    (("used", "buff", "cach", "free"), "memory usage"),
    (("used", "free", "buff", "cach"), "memory usage"),
    (("used", "free", "cach", "avai"), "memory usage"),
    (("used", "free"), "swap"),
    (("in", "out"), "paging"),
    (("int", "csw"), "system"),
    (("run", "blk", "new"), "procs"),
    (("1m", "5m", "15m"), "load avg"),
    (("read", "writ"), ""),
)
SECTOR = 512


def is_header(names: Sequence[str]) -> bool:
    """Say whether a line is one of dstat's lines of column names."""
    own = {name.rpartition(":")[2] for name in names}
    telling = ({"usr", "sys", "idl", "wai"}, {"read", "writ"}, {"recv", "send"})
    return len(names) > 1 and any(pair <= own for pair in telling)


def guess_groups(names: Sequence[str]) -> list[str]:
    """Give every name its group; empty where names alone do not tell."""
    groups: list[str] = []
    while len(groups) < len(names):
        rest = tuple(names[len(groups) : len(groups) + 6])
        found = next(((k, g) for k, g in _KNOWN if rest[: len(k)] == k), ((rest[0],), ""))
        groups += [found[1]] * len(found[0])
    return groups


def guess_tool(names: Sequence[str]) -> str:
    """Tell the tool from columns that only one of them writes; empty where none stands."""
    own = {name.rpartition(":")[2] for name in names}
    if "avai" in own:
        return "dool"
    if "buf" in own:
        return "pcp-dstat"
    return "dstat" if own & {"buff", "hiq", "siq"} else ""


def are_disk_bytes(values: Sequence[float]) -> bool:
    """Say whether rates can only be bytes: each a whole number of 512-byte sectors.

    Requests a second would all be multiples of 512 by chance only; five that are not zero and
    not alike suffice.
    """
    sectors = [value / SECTOR for value in values if value]
    return len(set(sectors)) >= 5 and all(sector.is_integer() for sector in sectors)


_PCP_OPTIONS = {
    "t": ("system", ("time",)),
    "c": (
        "total usage",
        tuple(f"total usage:{name}" for name in ("usr", "sys", "idl", "wai", "stl")),
    ),
    "d": ("dsk/total", ("dsk/total:read", "dsk/total:writ")),
    "n": ("net/total", ("net/total:recv", "net/total:send")),
    "m": ("memory usage", ("used", "free", "buf", "cach")),
    "g": ("paging", ("in", "out")),
    "y": ("system", ("int", "csw")),
    "p": ("procs", ("run", "blk", "new")),
    "l": ("load avg", ("1m", "5m", "15m")),
}


def rebuild(bundle: str | None) -> tuple[list[str], list[str]] | None:
    """Give the groups and names that pcp-dstat's options make, where all of them are plain ones.

    Before 6.0.4 its header lists only what a narrow terminal shows, while the rows are whole.
    """
    if not bundle or not set(bundle) <= set(_PCP_OPTIONS):
        return None
    groups: list[str] = []
    names: list[str] = []
    for letter in bundle:
        group, own = _PCP_OPTIONS[letter]
        groups += [group] * len(own)
        names += own
    return groups, names

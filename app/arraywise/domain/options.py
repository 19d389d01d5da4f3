"""Options, architectures, provisioning times."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arraywise.domain.capacity import Capacity
    from arraywise.domain.estimates import Estimate


class Architecture(StrEnum):
    """How the database host reaches its storage."""

    DAS = "DAS"
    FC_SAN = "FC SAN"
    ISCSI_SAN = "iSCSI SAN"
    NVME_TCP_SAN = "NVMe/TCP SAN"
    NVME_FC_SAN = "NVMe/FC SAN"
    NAS = "NAS"
    HYPERCONVERGED = "hyperconverged"
    CLOUD_BLOCK = "cloud block storage"
    HOST_FLASH_CACHE = "host flash cache"
    OTHER = "other"


LONGEST_NAME = 10_000
"""Characters in the name of an option; no table shows more."""


@dataclass(frozen=True, slots=True)
class Option:
    """One configuration that could be bought."""

    id: int
    name: str
    architecture: Architecture
    position: int
    """Order of creation from 0; fixes colour, marker and dash everywhere."""
    shared_storage: bool | None
    """Whether several hosts can use it at once (a cluster needs that); None where not known."""
    serves_files: bool | None = None
    """Whether it serves files to hosts (NFS, SMB); None where not known."""
    restore_s: float | None = None
    """Longest time that restoring the service takes, as somebody stated it."""
    capacity: Capacity | None = None
    """What it can hold; None where nobody stated it (MODEL F1)."""


@dataclass(frozen=True, slots=True)
class ArchitectureKind:
    """What an architecture implies; somebody may state otherwise of one option."""

    architecture: Architecture
    name_pattern: str
    """Pattern of the names that it goes by, in small letters; none matches where empty."""
    icon: str
    is_shared: bool | None = None
    """Whether it usually serves several hosts at once; None where some do and some do not."""
    serves_files: bool | None = None
    """Whether it serves files; None for arrays, of which some do besides."""
    needs_network: bool = False
    """Whether switches and host adapters belong to it."""
    has_one_path: bool = True
    """Whether all its data cross the links of the host that are named for it."""


_NVME = r"nvme(?:[ /]|of|over|fabrics?)*"
_KINDS = (
    ArchitectureKind(
        Architecture.HOST_FLASH_CACHE, r"flash.?cache|fluid.?cache|fcache|host.?cache",
        "flash-cache", is_shared=False, serves_files=False,
    ),
    ArchitectureKind(
        Architecture.NVME_TCP_SAN, _NVME + r"tcp\b",
        "nvme-tcp-san", is_shared=True, needs_network=True,
    ),
    ArchitectureKind(
        Architecture.NVME_FC_SAN, _NVME + r"(?:fc\b|fib(?:re|er))|\bfc[ /]?nvme",
        "nvme-fc-san", is_shared=True, needs_network=True,
    ),
    ArchitectureKind(
        Architecture.OTHER, r"nvme ?(?:of\b|/ ?ro?ce|/ ?rdma|over fabrics)", "other-storage"
    ),
    ArchitectureKind(
        Architecture.HYPERCONVERGED,
        r"hyper.?converged|\bhci\b|\bvsan\b|nutanix|spaces direct|hiperconverg|hyperkonverg",
        "hyperconverged", is_shared=True, needs_network=True, has_one_path=False,
    ),
    ArchitectureKind(
        Architecture.ISCSI_SAN, r"iscsi", "iscsi-san", is_shared=True, needs_network=True
    ),
    ArchitectureKind(
        Architecture.NAS, r"\bnas\b|d?nfs|smb|cifs", "nas",
        is_shared=True, serves_files=True, needs_network=True,
    ),
    ArchitectureKind(
        Architecture.DAS, r"\bdas\b|direct.?attach|internal|local", "das",
        is_shared=False, serves_files=False,
    ),
    ArchitectureKind(
        Architecture.CLOUD_BLOCK,
        r"\bcloud\b|\bebs\b|managed disk|persistent disk|hyperdisk|block volume|\bnuvem\b",
        "cloud-block", serves_files=False, has_one_path=False,
    ),
    ArchitectureKind(
        Architecture.FC_SAN, r"\bfc\b|fibre|fiber|\bsan\b",
        "fc-san", is_shared=True, needs_network=True,
    ),
)  # fmt: skip
"""The first whose words match decides: those that say more come first.

NVMe over another transport is none of ours; `SAN` alone has always meant Fibre Channel.
"""

_KIND_OF = {kind.architecture: kind for kind in _KINDS}


def kind_of_architecture(architecture: Architecture) -> ArchitectureKind:
    """Return what an architecture implies."""
    return _KIND_OF[architecture]


_ANY_SIGN = re.compile("|".join(kind.name_pattern for kind in _KINDS))
_GAPS = re.compile(r"[_\-.]+")


_ALL_ZERO = str.maketrans("123456789", "000000000")
"""No sign has a digit, and thousands of names are the same with others."""


def guess_architecture(name: str) -> Architecture:
    """Guess the architecture from an option's or folder's name; OTHER where nothing fits."""
    return _match_architecture(name.translate(_ALL_ZERO))


@lru_cache(maxsize=4096)
def _match_architecture(name: str) -> Architecture:
    plain = _GAPS.sub(" ", name.lower())
    if not _ANY_SIGN.search(plain):
        return Architecture.OTHER
    matches = (kind.architecture for kind in _KINDS if re.search(kind.name_pattern, plain))
    return next(matches, Architecture.OTHER)


def shorten_names_to_first_word(names: Sequence[str]) -> list[str]:
    """Return each name's first word where it tells which option is meant, else the name."""
    firsts = [name.split()[0].rstrip(",;:") if name.split() else name for name in names]
    return [
        first if firsts.count(first) == 1 and len(first) > 1 else name
        for first, name in zip(firsts, names, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class ProvisioningTime:
    """One stop-watch reading of one step in one repetition, or what somebody judged it to be."""

    step: str
    repetition: int
    """From 1."""
    seconds: float
    """As read; of an estimate the mean."""
    estimate: Estimate | None = None
    """In seconds; None for a reading."""


def build_provisioning_time(
    step: str, repetition: int, seconds: float | Estimate
) -> ProvisioningTime:
    """Return the time of a step as a figure or an estimate says it, in seconds."""
    if isinstance(seconds, (int, float)):
        return ProvisioningTime(step, repetition, seconds)
    return ProvisioningTime(step, repetition, seconds.mean, seconds)


def group_times_by_step(times: Iterable[ProvisioningTime]) -> dict[str, list[ProvisioningTime]]:
    """Return the times of each step, the steps as they first come."""
    steps: dict[str, list[ProvisioningTime]] = defaultdict(list)
    for time in times:
        steps[time.step].append(time)
    return dict(steps)


def complete_repetition_sums(times: Sequence[ProvisioningTime]) -> list[float]:
    """Return the seconds of every repetition that read all steps that were ever read.

    Steps that nobody read, only judged, are in each sum with their mean.
    """
    repetitions: dict[int, dict[str, float]] = defaultdict(dict)
    for time in times:
        if time.estimate is None:
            repetitions[time.repetition][time.step] = time.seconds
    read = {time.step for time in times if time.estimate is None}
    judged = sum(
        fmean(time.seconds for time in result)
        for step, result in group_times_by_step(times).items()
        if step not in read
    )
    return [sum(r.values()) + judged for _, r in sorted(repetitions.items()) if r.keys() == read]


def list_steps_by_row(
    times: Iterable[ProvisioningTime], typed_by_row: Mapping[int, str]
) -> list[str]:
    """Return the steps by row: those with readings in their order, around those typed alone.

    Args:
        times: the readings of one option.
        typed_by_row: names that were typed, by row.
    """
    pinned = set(typed_by_row.values())
    timed = [step for step in dict.fromkeys(time.step for time in times) if step not in pinned]
    names: list[str] = []
    while timed or any(row >= len(names) for row in typed_by_row):
        row = len(names)
        if row in typed_by_row:
            names.append(typed_by_row[row])
        elif timed:
            names.append(timed.pop(0))
        else:
            names.append("")
    return names


@dataclass(frozen=True, slots=True)
class OptionProposal:
    """An option that could be made, with the files that would belong to it."""

    name: str
    architecture: Architecture
    file_ids: tuple[int, ...]

"""The configurations that could be bought."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Architecture(StrEnum):
    """How the database host reaches its storage."""

    DAS = "DAS"
    FC_SAN = "FC SAN"
    ISCSI_SAN = "iSCSI SAN"
    NAS = "NAS"
    HOST_FLASH_CACHE = "host flash cache"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Option:
    """One configuration that could be bought."""

    id: int
    name: str
    architecture: Architecture
    position: int
    """Order of creation from 0; fixes colour, marker and dash everywhere."""
    shared_storage: bool
    """Whether several hosts can use it at once (a cluster needs that)."""


_SIGNS = (
    (Architecture.HOST_FLASH_CACHE, r"flash.?cache|fluid.?cache|fcache|host.?cache"),
    (Architecture.ISCSI_SAN, r"iscsi"),
    (Architecture.NAS, r"\bnas\b|d?nfs|smb|cifs"),
    (Architecture.DAS, r"\bdas\b|direct.?attach|internal|local"),
    (Architecture.FC_SAN, r"\bfc\b|fibre|fiber|\bsan\b"),
)


_ANY_SIGN = re.compile("|".join(sign for _, sign in _SIGNS))
_GAPS = re.compile(r"[_\-.]+")


_ALL_ZERO = str.maketrans("123456789", "000000000")
"""No sign has a digit, and thousands of names are the same with others."""


def guess_architecture(name: str) -> Architecture:
    """Guess the architecture from an option's or folder's name; OTHER where nothing fits."""
    return _guessed(name.translate(_ALL_ZERO))


@lru_cache(maxsize=4096)
def _guessed(name: str) -> Architecture:
    plain = _GAPS.sub(" ", name.lower())
    if not _ANY_SIGN.search(plain):
        return Architecture.OTHER
    return next((a for a, sign in _SIGNS if re.search(sign, plain)), Architecture.OTHER)


def is_shared(architecture: Architecture) -> bool:
    """Say whether an architecture can usually serve several hosts at once."""
    return architecture in {Architecture.FC_SAN, Architecture.ISCSI_SAN, Architecture.NAS}


def short_names(names: Sequence[str]) -> list[str]:
    """Return each name's first word where it says which option is meant, else the name."""
    firsts = [name.split()[0] if name.split() else name for name in names]
    return [
        first if firsts.count(first) == 1 and len(first) > 1 else name
        for first, name in zip(firsts, names, strict=True)
    ]

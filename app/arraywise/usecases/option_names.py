"""Names for options that are proposed: words of the trade as they are written, others readable."""

from __future__ import annotations

import re

from arraywise.domain.options import Architecture, guess_architecture
from arraywise.usecases.told_by_names import without_settings

_LONGEST = 60
_WRITTEN = {
    word.casefold(): word
    for word in (
        *("DAS", "SAN", "NAS", "NFS", "dNFS", "iSCSI", "FC", "FCoE", "SMB", "CIFS", "ASM", "RAID"),
        *("SSD", "HDD", "SAS", "SATA", "NVMe", "NVMe-oF", "JBOD", "LUN", "LUNs", "GbE", "OLTP"),
        *("XFS", "ext4", "ZFS", "VMware", "AFF", "FAS", "EMC", "HPE", "IBM"),
    )
}
_SMALL = frozenset({"on", "with", "and", "of", "over", "in", "to", "at", "per", "by", "vs", "the"})
_SIZES = re.compile(r"(\d+(?:\.\d+)?)(gbe|gbit|gb|tb|g|k|krpm)")
_SIZE_UNITS = {"gbe": "GbE", "gbit": "Gbit", "gb": "GB", "tb": "TB", "g": "G", "k": "k",
               "krpm": "krpm"}  # fmt: skip
_RAID = re.compile(r"raid[ _-]?(\d{1,2})", re.IGNORECASE)
_WHOLE = (
    (re.compile(r"\bf(?:luid)?[ _-]?cache\b", re.IGNORECASE), "fluid cache"),
    (re.compile(r"\bdirect[ _-]?nfs\b", re.IGNORECASE), "dnfs"),
    (re.compile(r"\bfib(?:re|er)(?:[ _-]?channel)?\b", re.IGNORECASE), "fc"),
)


def readable(text: str) -> str:
    """Write the name of a folder as people would: `das-raid10` is DAS RAID 10.

    A word with capital letters of its own (`boxA`) stays as it is.
    """
    plain = " ".join(re.sub(r"[\W_]+", " ", text).split())
    for sign, short in _WHOLE:
        plain = sign.sub(short, plain)
    words = _RAID.sub(r"raid \1", plain).split()
    return " ".join(_written(word, first=not i) for i, word in enumerate(words))[:_LONGEST].strip()


def _written(word: str, *, first: bool) -> str:
    known = _WRITTEN.get(word.casefold())
    if known is not None:
        return known
    size = _SIZES.fullmatch(word.casefold())
    if size is not None:
        return size[1] + _SIZE_UNITS[size[2]]
    if word != word.casefold() or (word in _SMALL and not first):
        return word
    return word[:1].upper() + word[1:]


def named_after(text: str, architecture: Architecture) -> str:
    """Return the name of an option after a label that speaks of its architecture.

    The architecture's own name where the label says no more; a SAN is called so even where the
    label names its protocol only.
    """
    name = readable(without_settings_kept_case(text))
    words = [w for w in name.split() if guess_architecture(w) is not architecture and w != "SAN"]
    says_how = any(w in {"NFS", "dNFS", "SMB", "CIFS"} for w in name.split())
    if architecture is Architecture.NAS and says_how and "NAS" not in name.split():
        return f"NAS {name}"[:_LONGEST]
    if not words and not (architecture is Architecture.NAS and says_how):
        cache = architecture is Architecture.HOST_FLASH_CACHE
        return name if cache and name else architecture.value
    if architecture in _SAN and "SAN" not in name.split():
        protocol = architecture.value.split()[0]
        return re.sub(rf"\b{protocol}\b", architecture.value, name, count=1)[:_LONGEST]
    return name


_SAN = (Architecture.FC_SAN, Architecture.ISCSI_SAN)


def without_settings_kept_case(text: str) -> str:
    """Take out users, repetitions and the like; what is left keeps its capital letters."""
    left = without_settings(text).split()
    found = re.sub(r"[\W_]+", " ", text).split()
    kept = [word for word in found if word.casefold() in left]
    return " ".join(kept) if len(kept) == len(left) else " ".join(left)


def key_of(name: str) -> frozenset[str]:
    """Return what tells a name from others: two names with one key are one option's.

    Neither case nor order nor blanks count, and not the words that an architecture implies.
    """
    words = re.findall(r"[^\W\d_]+|\d+(?:\.\d+)?", name.casefold())
    return frozenset(words) - _IMPLIED or frozenset(words)


_IMPLIED = frozenset({"san", "nfs"})

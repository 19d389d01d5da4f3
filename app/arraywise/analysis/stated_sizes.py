"""Sizes that names of options and price lines state: disks and caches, in bytes."""

from __future__ import annotations

import re

_GIGA = {"MB": 1e6, "GB": 1e9, "GIB": 2.0**30, "TB": 1e12, "TIB": 2.0**40}
_SIZE = (
    r"(?:(?<![\d.,])(?P<count>\d{1,3})\s*[x\u00d7]\s*)?"
    r"(?<![\d.,])(?P<number>\d+(?:[.,]\d+)*)\s?(?P<unit>MB|GB|GiB|TB|TiB)\b"
)
_DISKS = re.compile(_SIZE, re.IGNORECASE)
_CACHE = re.compile(
    _SIZE + r"(?![^,;()]*\b(?:RAM|memory|file|page))[^,;()]{0,30}\bcache\b"
    r"(?P<each>\s*(?:each|per controller)\b)?",
    re.IGNORECASE,
)
_CONTROLLERS = re.compile(r"\b(\d{1,2})\s*[x\u00d7]?\s*(?:controllers?|nodes?)\b", re.IGNORECASE)
_THOUSANDS = re.compile(r"\d{1,3}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?")


def stated_disks(text: str) -> float:
    """Return the bytes of the first size that a text states, times its count; else 0."""
    size = _DISKS.search(text)
    return 0.0 if size is None else _bytes(size)


def stated_cache(text: str) -> float:
    """Return the bytes of all caches that a text states: `2 controllers, 16 GB cache each`."""
    controllers = _CONTROLLERS.search(text)
    each = int(controllers[1]) if controllers else 1
    return sum(_bytes(size) * (each if size["each"] else 1) for size in _CACHE.finditer(text))


def _bytes(size: re.Match[str]) -> float:
    """Return what a size states, times its count: `24 x 600 GB`."""
    number, unit = _number(size["number"], size["unit"].upper()), _GIGA[size["unit"].upper()]
    return int(size["count"] or 1) * number * unit


def _number(text: str, unit: str) -> float:
    """Read a number of either notation; three digits behind a mark are thousands, but of TB."""
    grouped = _THOUSANDS.fullmatch(text)
    if grouped and (unit[0] != "T" or sum(map(text.count, ".,")) > 1):
        text = text.replace(grouped[1], "")
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return 0.0

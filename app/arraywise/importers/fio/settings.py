"""What fio was asked to do: options as people type them, with their sizes and times."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.domain.units import KIB

if TYPE_CHECKING:
    from collections.abc import Mapping

_ALIASES = {
    "readwrite": "rw",
    "blocksize": "bs",
    "blocksize_range": "bsrange",
    "io_limit": "io_size",
}
_SIZE = re.compile(r"(\d{1,18})\s*([kmgtp]?)(i?)(?:b|ytes)?", re.IGNORECASE)
_TIME = re.compile(r"(\d{1,12}(?:\.\d{1,9})?)\s*(us|usec|ms|msec|s|sec|m|min|h|hour|d|day)?")
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
_SECONDS = {
    "us": 1e-6, "usec": 1e-6, "ms": 1e-3, "msec": 1e-3, "s": 1.0, "sec": 1.0, "m": 60.0,
    "min": 60.0, "h": 3600.0, "hour": 3600.0, "d": 86_400.0, "day": 86_400.0,
}  # fmt: skip
_LONGEST = 200


def plain(options: Mapping[str, str]) -> dict[str, str]:
    """Give options their first names and their values a bearable length."""
    return {
        _ALIASES.get(name, name): value.strip()[:_LONGEST]
        for name, value in options.items()
        if len(name) <= _LONGEST
    }


def size_bytes(text: str | None, kb_base: str | None = None) -> int | None:
    """Read `8k`, `1M`, `4096`: k is 1024 unless `kb_base` is 1000; None for lists and shares."""
    match = _SIZE.fullmatch(text.strip()) if text else None
    if not match:
        return None
    number, power, binary = match.groups()
    base = 1000 if kb_base == "1000" and not binary else KIB
    return int(int(number) * base ** _POWERS[power.lower()])


def time_s(text: str | None, default: str = "s") -> float | None:
    """Read `5m`, `300`, `500ms`; a bare number is in the option's own unit."""
    match = _TIME.fullmatch(text.strip().lower()) if text else None
    if not match:
        return None
    return float(match[1]) * _SECONDS[match[2] or default]


def whole(text: str | None) -> int | None:
    """Read a count."""
    text = (text or "").strip()
    return int(text) if re.fullmatch(r"\d{1,9}", text) else None


def block_bytes(settings: Mapping[str, str]) -> int | None:
    """Return the block size where there is exactly one; fio's default is 4 KiB."""
    if not settings or settings.keys() & {"bssplit", "bsrange"}:
        return None
    text = settings.get("bs", "4k").split(",")
    sizes = {size_bytes(part, settings.get("kb_base")) for part in text if part}
    return sizes.pop() if len(sizes) == 1 else None


def is_set(settings: Mapping[str, str], name: str) -> bool:
    """Say whether a switch is on; versions print `1`, nothing, or do not print it at all."""
    return settings.get(name, "0") not in {"0", "false"}

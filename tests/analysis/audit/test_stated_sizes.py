"""Sizes as people write them in names of options and price lines."""

from __future__ import annotations

import pytest

from arraywise.analysis.audit.option_checks import parse_cache_bytes, parse_disk_bytes


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("Disk 600 GB, 15k", 600e9),
        ("24 x 600 GB 10k disks", 14.4e12),
        ("12\u00d71.2 TB drives", 14.4e12),
        ("Disk 1,024 GB", 1024e9),
        ("Disk 1.920 GB", 1920e9),
        ("Disk 1,228.8 GB", 1228.8e9),
        ("Disk 1,2 TB", 1.2e12),
        ("Disk 3.840 TB", 3.84e12),
        ("Disk 146.8 GB", 146.8e9),
        ("Shelf with 24 disks", 0.0),
        ("Disk 1.2.3 GB", 0.0),
    ],
)
def test_disks(text: str, size: float) -> None:
    assert parse_disk_bytes(text) == pytest.approx(size)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("NAS 64 GB cache", 64e9),
        ("Controllers, 2 x 16 GB cache", 32e9),
        ("2 controllers, 16 GB cache each", 32e9),
        ("2 controllers with 16 GB of cache", 16e9),
        ("1,024 MB write cache", 1.024e9),
        ("Server, 64 GB RAM, 2 GB cache", 2e9),
        ("64 GB RAM", 0.0),
    ],
)
def test_caches(text: str, size: float) -> None:
    assert parse_cache_bytes(text) == pytest.approx(size)

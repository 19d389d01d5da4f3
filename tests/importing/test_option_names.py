"""Proposed names are written as people write them, and one option has one name."""

from __future__ import annotations

import pytest

from arraywise.domain.options import guess_architecture
from arraywise.importing.filename_metadata import key_of, named_after, readable


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("das-raid10", "DAS RAID 10"),
        ("DAS RAID-10", "DAS RAID 10"),
        ("das_raid10_run2_u064", "DAS RAID 10"),
        ("fc", "FC SAN"),
        ("san", "FC SAN"),
        ("fc-san", "FC SAN"),
        ("fc_16g", "FC SAN 16G"),
        ("Fibre Channel", "FC SAN"),
        ("iscsi", "iSCSI SAN"),
        ("nas", "NAS"),
        ("nfs", "NAS NFS"),
        ("nas-nfs", "NAS NFS"),
        ("direct nfs", "NAS dNFS"),
        ("nas nfs over 10gbe", "NAS NFS over 10GbE"),
        ("fluid-cache-das", "Fluid Cache DAS"),
        ("NetApp FAS3240 iSCSI", "NetApp FAS3240 iSCSI SAN"),
    ],
)
def test_folders_become_names(folder: str, name: str) -> None:
    assert named_after(folder, guess_architecture(folder)) == name


@pytest.mark.parametrize(
    ("text", "shown"), [("boxA", "boxA"), ("vendor_b array", "Vendor B Array"), ("", "")]
)
def test_other_words_stay_readable(text: str, shown: str) -> None:
    assert readable(text) == shown


def test_one_option_has_one_key() -> None:
    assert key_of("DAS RAID 10") == key_of("das_raid10")
    assert key_of("NAS NFS") == key_of("nas")
    assert key_of("FC SAN") == key_of("san fc")
    assert key_of("SAN") == key_of("san")
    assert key_of("DAS RAID 1") != key_of("DAS RAID 10")
    assert key_of("NAS dNFS") != key_of("NAS NFS")

"""Proposed names are written as people write them, and one option has one name."""

from __future__ import annotations

import pytest

from arraywise import shipped
from arraywise.domain.options import Architecture, guess_architecture, kind_of_architecture
from arraywise.importing.filename_metadata import (
    option_name_from_label,
    option_name_key,
    readable_name,
)


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
        ("NVMe/TCP SAN", "NVMe/TCP SAN"),
        ("nvme_tcp", "NVMe/TCP SAN"),
        ("nvme-over-tcp_25gbe_u030", "NVMe/TCP SAN 25GbE"),
        ("nvme-fc", "NVMe/FC SAN"),
        ("FC-NVMe 32G", "NVMe/FC SAN 32G"),
        ("hci", "HCI"),
        ("vsan_run1", "vSAN"),
        ("hyperconverged", "Hyperconverged"),
        ("cloud-block-storage", "Cloud Block Storage"),
        ("aws_ebs_gp3", "AWS EBS Gp3"),
        ("01 DAS Lokal SAS 15k", "DAS Lokal SAS 15k"),
        ("02_iscsi", "iSCSI SAN"),
        ("3) NAS NFS", "NAS NFS"),
        ("4 - fc 16g", "FC SAN 16G"),
        ("5 NAS M\xfcller", "NAS M\xfcller"),
        ("10-node vSAN", "10 Node vSAN"),
        ("10_gbe nas", "10 GbE NAS"),
        ("das-raid10.tar.gz", "DAS RAID 10"),
    ],
)
def test_folders_become_names(folder: str, name: str) -> None:
    assert option_name_from_label(folder, guess_architecture(folder)) == name


@pytest.mark.parametrize(
    ("text", "shown"), [("boxA", "boxA"), ("vendor_b array", "Vendor B Array"), ("", "")]
)
def test_other_words_stay_readable(text: str, shown: str) -> None:
    assert readable_name(text) == shown


def test_one_option_has_one_key() -> None:
    assert option_name_key("DAS RAID 10") == option_name_key("das_raid10")
    assert option_name_key("NAS NFS") == option_name_key("nas")
    assert option_name_key("FC SAN") == option_name_key("san fc")
    assert option_name_key("SAN") == option_name_key("san")
    assert option_name_key("DAS RAID 1") != option_name_key("DAS RAID 10")
    assert option_name_key("NAS dNFS") != option_name_key("NAS NFS")


@pytest.mark.parametrize(
    ("name", "architecture"),
    [
        ("NVMe/TCP SAN", Architecture.NVME_TCP_SAN),
        ("Array B, NVMe over TCP, 2 x 25 GbE", Architecture.NVME_TCP_SAN),
        ("nvme-of_tcp", Architecture.NVME_TCP_SAN),
        ("NVMe/FC SAN", Architecture.NVME_FC_SAN),
        ("FC-NVMe", Architecture.NVME_FC_SAN),
        ("NVMe over Fibre Channel", Architecture.NVME_FC_SAN),
        ("FC SAN with NVMe drives", Architecture.FC_SAN),
        ("NVMe drives behind a SAN", Architecture.FC_SAN),
        ("NVMe/RoCE SAN", Architecture.OTHER),
        ("NVMe-oF array", Architecture.OTHER),
        ("Local NVMe", Architecture.DAS),
        ("Hyper-converged cluster", Architecture.HYPERCONVERGED),
        ("VMware vSAN", Architecture.HYPERCONVERGED),
        ("EBS io2", Architecture.CLOUD_BLOCK),
        ("Azure managed disk", Architecture.CLOUD_BLOCK),
        ("NFS in the cloud", Architecture.NAS),
        ("iSCSI SAN", Architecture.ISCSI_SAN),
    ],
)
def test_names_tell_the_architecture(name: str, architecture: Architecture) -> None:
    assert guess_architecture(name) is architecture


def test_every_architecture_is_guessed_from_its_own_name_and_has_an_icon() -> None:
    icons = {kind_of_architecture(each).icon for each in Architecture}
    assert len(icons) == len(Architecture)
    for each in Architecture:
        assert guess_architecture(each.value) is each
        assert shipped.resource("icons", f"{kind_of_architecture(each).icon}.svg").is_file()

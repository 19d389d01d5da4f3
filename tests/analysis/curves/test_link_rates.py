"""Links are found by the names that people write, and carry what the standards say."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from arraywise.analysis.lab_setup import (
    describe_links,
    ethernet_b_s,
    find_links,
    option_links,
    payload_b_s,
)
from arraywise.domain.options import Architecture
from arraywise.domain.pricing import PriceLine, PriceSheet
from tests.analysis.bench import make_option


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("NAS NFS, 2 x 10 GbE", "2 x 10 GbE"),
        ("iSCSI 10GBASE-T", "1 x 10 GbE"),
        ("FC SAN, 4x8GFC", "4 x 8GFC"),
        ("16 Gb/s Fibre Channel", "1 x 16GFC"),
        ("4 Gbit FC and 1 Gigabit", "1 x 4GFC"),
        ("NAS, 2 x 10 GbE, jumbo frames", "2 x 10 GbE jumbo"),
        ("iSCSI 25 GbE MTU 9000", "1 x 25 GbE jumbo"),
        ("FC 8Gb", "1 x 8GFC"),
        ("FC SAN, 2 x 16 Gbit/s", "2 x 16GFC"),
        ("Fibre Channel 8 Gb", "1 x 8GFC"),
        ("iSCSI 10Gb", "1 x 10 GbE"),
        ("NAS, 2 x 10 Gbit/s", "2 x 10 GbE"),
        ("FC SAN, 2 x 8 Gb FC", "2 x 8GFC"),
        ("FC 2 x 8 Gbit/s Fibre Channel", "2 x 8GFC"),
        ("NAS, 2 x 10 GbE and FC 8Gb", "2 x 10 GbE, 1 x 8GFC"),
        ("FC SAN, 8GFC x 2", "2 x 8GFC"),
        ("NAS,2 x 10 GbE", "2 x 10 GbE"),
        ("iSCSI 10 GbE x 4", "4 x 10 GbE"),
        ("FC SAN, dual 16 Gb FC", "2 x 16GFC"),
        ("FC SAN, dual 16Gb", "2 x 16GFC"),
        ("8GFC x 16GB cache", "1 x 8GFC"),
        ("128GFC and 400 GbE", "1 x 400 GbE, 1 x 128GFC"),
        ("NVMe/TCP SAN 2 x 25 Gbit/s", "2 x 25 GbE"),
        ("NVMe/FC SAN, dual 32Gb", "2 x 32GFC"),
        ("FC 16 GB cache", ""),
        ("Array, 2 controllers, FC", ""),
        ("disk 10k", ""),
        ("3 GFC", ""),
    ],
)
def test_links_in_names(text: str, links: str) -> None:
    assert describe_links(find_links(text)) == links


@pytest.mark.parametrize(
    ("text", "payload"),
    [("2 x 8GFC", 1.6e9), ("2 x 10 GbE", 2.374e9), ("1 GbE", 118.7e6), ("16GFC", 1.6e9),
     ("4GFC", 4e8), ("10 GbE, jumbo frames", 1.239e9)],
)  # fmt: skip
def test_payload(text: str, payload: float) -> None:
    """MODEL P4: 1 GbE 118.7, 10 GbE 1187 (1239 jumbo), 4GFC 400, 8GFC 800, 16GFC 1600 MB/s."""
    assert payload_b_s(find_links(text)) == pytest.approx(payload)


def test_adapters_of_the_price_sheet_count_with_all_ports() -> None:
    lines = (
        PriceLine("HBA 8 Gb, dual port", Decimal(2750), Decimal(2)),
        PriceLine("FC switch, 16 ports, 8 Gb", Decimal(36950), Decimal(2)),
        PriceLine("Ethernet adapter 10 GbE, quad port", Decimal(4850), Decimal(1)),
        PriceLine("NIC, 2 x 25 GbE", Decimal(900), Decimal(1)),
        PriceLine("HBA, dual 16 Gb FC", Decimal(900), Decimal(1)),
    )
    option = replace(make_option(1), price_sheet=PriceSheet("EUR", lines))
    assert describe_links(option_links(option)) == "4 x 8GFC, 4 x 10 GbE, 2 x 25 GbE, 2 x 16GFC"
    renamed = replace(option, option=replace(option.option, name="FC, 2 x 16GFC"))
    assert describe_links(option_links(renamed)) == "2 x 16GFC"


def test_jumbo_frames_carry_more_of_the_hosts_flow() -> None:
    option = make_option(1)
    named = replace(option, option=replace(option.option, name="NAS, 10 GbE, jumbo frames"))
    assert ethernet_b_s(named) == pytest.approx(1.239e9)


def test_links_bound_only_what_crosses_them_all() -> None:
    option = make_option(1)
    for architecture, links in (
        (Architecture.NVME_TCP_SAN, "2 x 25 GbE"),
        (Architecture.HYPERCONVERGED, ""),
        (Architecture.CLOUD_BLOCK, ""),
    ):
        stated = replace(option.option, name="Array, 2 x 25 GbE", architecture=architecture)
        known = replace(option, option=stated)
        assert describe_links(option_links(known)) == links

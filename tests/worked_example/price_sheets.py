"""Invented 36-month price sheets in the TPC's columns.

NAS, iSCSI and FC SAN come to the totals that the order-entry paper publishes.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from decimal import Decimal

CURRENCY = "BRL"
HEADER = (
    "Description",
    "Part Number",
    "Source",
    "Unit Price",
    "Qty",
    "Extended Price",
    "3-Yr Maint. Price",
)
CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Line:
    """A line item; whole currency units."""

    description: str
    part: str
    source: int
    unit: int
    quantity: int
    maintenance: int | str = ""
    """For 36 months, all units; `Spared` where spare parts replace it (10 %, at least 2)."""

    @property
    def extended(self) -> int:
        """Unit price x quantity."""
        return self.unit * self.quantity


@dataclass(frozen=True, slots=True)
class Sheet:
    """One option's sheet: lines by category, and a discount on the array vendor's prices."""

    categories: tuple[tuple[str, tuple[Line, ...]], ...]
    discount_percent: int
    """On the extended prices of source 1."""

    @property
    def lines(self) -> list[Line]:
        """All lines."""
        return [line for _, lines in self.categories for line in lines]

    @property
    def discount(self) -> Decimal:
        """Amount of the discount."""
        base = sum(line.extended for line in self.lines if line.source == 1)
        return (Decimal(base) * self.discount_percent / 100).quantize(CENT)

    @property
    def purchase(self) -> Decimal:
        """Purchase after the discount."""
        return sum(line.extended for line in self.lines) - self.discount

    @property
    def maintenance(self) -> Decimal:
        """Maintenance for 36 months."""
        paid = (line.maintenance for line in self.lines if isinstance(line.maintenance, int))
        return Decimal(sum(paid))

    @property
    def total(self) -> Decimal:
        """36-month price."""
        return self.purchase + self.maintenance


DISKS_33 = Line("Disk 600 GB 15k SAS (30 + 3 spares)", "DK-0615", 1, 4_180, 33, "Spared")
DISKS_27 = Line("Disk 600 GB 15k SAS (24 + 3 spares)", "DK-0615", 1, 4_180, 27, "Spared")
DAS_BASE = (
    Line("Direct-attached base, dual controller", "DA-2200", 1, 98_420, 2, 43_200),
    Line("RAID controller, 1 GB write cache", "RC-9801", 1, 9_800, 2, 10_080),
    DISKS_27,
    Line("Enclosure, 14 slots", "EN-14S", 1, 15_000, 2),
)
SHEETS = {
    "nas-nfs": Sheet(
        (
            (
                "Storage",
                (
                    Line("Filer, 2 controllers, NFS", "NF-4100", 1, 251_060, 1, 52_200),
                    DISKS_33,
                    Line("Shelf, 15 slots", "SH-15N", 1, 18_500, 2, 9_360),
                    Line("NFS licence, perpetual", "SW-NFS", 1, 22_000, 1, 7_380),
                ),
            ),
            (
                "Network",
                (
                    Line("Ethernet adapter 10 GbE, dual port", "NA-1002", 2, 4_850, 4),
                    Line("Twinax cable, 5 m", "CB-TX05", 2, 230, 10),
                ),
            ),
            ("Services", (Line("Installation and acceptance", "PS-INST", 3, 16_840, 1),)),
        ),
        6,
    ),
    "iscsi-san": Sheet(
        (
            (
                "Storage",
                (
                    Line("Array, 2 controllers, iSCSI", "AR-4100I", 1, 261_960, 1, 46_800),
                    DISKS_33,
                    Line("Enclosure, 15 slots", "EN-15S", 1, 16_500, 2, 8_640),
                    Line("Multipath licence, perpetual", "SW-MPIO", 1, 20_000, 1, 6_840),
                ),
            ),
            (
                "Network",
                (
                    Line("iSCSI adapter 10 GbE, dual port", "IS-1002", 2, 5_300, 4),
                    Line("Twinax cable, 7 m", "CB-TX07", 2, 260, 10),
                ),
            ),
            ("Services", (Line("Installation and acceptance", "PS-INST", 3, 16_794, 1),)),
        ),
        6,
    ),
    "fc-san": Sheet(
        (
            ("Server Hardware", (Line("HBA 8 Gb, dual port", "HB-8202", 2, 2_750, 2),)),
            (
                "Storage",
                (
                    Line("Array, 2 controllers, FC", "AR-4100F", 1, 268_010, 1, 46_800),
                    DISKS_33,
                    Line("Enclosure, 15 slots", "EN-15S", 1, 19_400, 2, 8_640),
                    Line("Snapshot licence, perpetual", "SW-SNAP", 1, 42_000, 1, 11_340),
                ),
            ),
            (
                "Network",
                (
                    Line("FC switch, 16 ports, 8 Gb", "FS-1608", 2, 36_950, 2),
                    Line("LC-LC cable, 5 m", "CB-LC05", 2, 185, 12),
                ),
            ),
            ("Services", (Line("Installation and acceptance", "PS-INST", 3, 18_790, 1),)),
        ),
        8,
    ),
    "das-raid10": Sheet(
        (
            ("Storage", DAS_BASE),
            ("Services", (Line("Installation and acceptance", "PS-INST", 3, 11_278, 1),)),
        ),
        6,
    ),
    "fluid-cache-das": Sheet(
        (
            (
                "Server Hardware",
                (
                    Line("PCIe flash drive 350 GB", "PF-0350", 2, 13_400, 2),
                    Line("Cache network adapter, dual port", "CN-4002", 2, 5_800, 2),
                ),
            ),
            (
                "Storage",
                (
                    *DAS_BASE,
                    Line("Host cache licence, per node", "SW-CACHE", 1, 73_900, 2, 39_240),
                ),
            ),
            ("Services", (Line("Installation and acceptance", "PS-INST", 3, 26_180, 1),)),
        ),
        0,
    ),
}
"""By folder of the option."""


def sheet_csv(name: str, sheet: Sheet) -> str:
    """Write a price sheet as a spreadsheet saves it, the TPC's columns under a short head."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["Synthetic worked example: invented prices"])
    table.writerow(["System", name])
    table.writerow(["Currency", CURRENCY])
    table.writerow([])
    table.writerow(HEADER)
    for category, lines in sheet.categories:
        table.writerow([category, *[""] * 6])
        table.writerows(_row(line) for line in lines)
    if sheet.discount_percent:
        label = f"Discount {sheet.discount_percent} % on source 1, price only"
        table.writerow([label, "", 1, "", "", f"-{sheet.discount:.2f}", ""])
    table.writerow(["Total", "", "", "", "", f"{sheet.purchase:.2f}", f"{sheet.maintenance:.2f}"])
    table.writerow(["3-year cost of ownership", "", "", "", "", f"{sheet.total:.2f}", ""])
    return text.getvalue()


def _row(line: Line) -> list[object]:
    paid = line.maintenance
    maintenance = f"{paid:.2f}" if isinstance(paid, int) else paid
    money = [f"{line.unit:.2f}", line.quantity, f"{line.extended:.2f}", maintenance]
    return [line.description, line.part, line.source, *money]

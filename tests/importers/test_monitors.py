"""Monitors of several systems: figures in SI units on the clock that the file states."""

from __future__ import annotations

import pytest

from arraywise.importers.kit.importer import Source
from arraywise.importers.recognition import read_sources
from tests.importers.golden import SAMPLES

EPOCH = "1781474355.337"
CASES = (
    ("perfmon/relog_two_disks_dst.csv", 0, 0, {"": EPOCH, "memory_available": 40960 * 1024**2}),
    (
        "perfmon/relog_two_disks_dst.csv",
        0,
        3,
        {"cpu_user": 0.355, "cpu_busy": 0.44, "disk_read_requests:1 D:": 2430.0,
         "disk_utilisation:1 D:": 0.6175, "disk_write_await:1 D:": 0.00041,
         "disk_read_await:0 C:": None, "disk_utilisation": None},
    ),
    (
        "perfmon/typeperf_screen_german.txt",
        0,
        1,
        {"": "2026-11-20 09:15:15", "disk_read_requests:0 C: D:": 1821.0,
         "net_receive:HPE Ethernet 25Gb": None},
    ),
    (
        "perfmon/esxtop_batch_cut.csv",
        0,
        0,
        {"": "1795183325.000", "cpu_busy": 0.505, "net_receive:vmnic2": 12e6,
         "disk_read:naa.60000000000000000000000000000a01": 40.62 * 1024**2,
         "disk_read_await:naa.60000000000000000000000000000a01": 0.00047,
         "disk_read_await:t10.ATA_____LOCAL": None},
    ),
    (
        "perfmon/two_hosts_semicolons.csv",
        1,
        2,
        {"": "1795166130.000", "cpu_busy": 0.2225, "disk_utilisation:E:": 0.2},
    ),
    (
        "nmon/linux_16m_midnight.nmon",
        0,
        2,
        {"": "2026-12-01 00:00:05", "cpu_user": 0.285, "disk_read:sdb": 81923.5 * 1024,
         "disk_utilisation:sdc": 0.4, "disk_read:sdc": None, "net_receive:ens192": 2051 * 1024.0,
         "paging_in": 25 * 4096 / 10, "memory_free": 4097.5 * 1024**2},
    ),
    ("nmon/linux_sorted_cut.nmon", 0, 2, {"": "2026-12-01 00:00:05", "disk_requests:sdc": 512.0}),
    (
        "nmon/aix_service_times.nmon",
        0,
        0,
        {"": "2026-10-02 06:01:01", "disk_write_requests:hdisk7": 3501.0, "net_send:lo": 1024.0,
         "disk_read_requests:hdisk7": 18500.0, "disk_read_await:hdisk7": 0.0005,
         "disk_read_await:hdisk0": None, "paging_in": 0.0, "memory_free": 16384 * 1024**2},
    ),
    (
        "collectl/plot_totals_zone.tab",
        0,
        1,
        {"": "1795165221.000", "cpu_user": 0.31, "disk_read": 96008 * 1024.0,
         "disk_read_requests": 12001.0, "swap_used": 512 * 1024.0},
    ),
    (
        "collectl/plot_disk_details_utc.dsk",
        0,
        0,
        {"": "1795165211.001", "disk_read_await:nvme0n1": 0.00021, "disk_read_await:sda": None,
         "disk_utilisation:nvme0n1": 0.882},
    ),
    (
        "collectl/brief_terminal.txt",
        0,
        1,
        {"": "", "cpu_busy": 0.33, "disk_read": 20 * 1024.0**2, "disk_read_requests": 2.5e6},
    ),
    (
        "collectl/verbose_records.txt",
        0,
        0,
        {"": "1795165205.001", "cpu_user:cpu1": 0.2, "disk_await:dm-3": 0.00032,
         "disk_write_requests:dm-3": 2560.0, "net_send:eth0": 512 * 1024.0},
    ),
)  # fmt: skip


@pytest.mark.parametrize(("name", "run", "row", "expected"), CASES)
def test_figures_are_in_si_units_on_the_stated_clock(
    name: str, run: int, row: int, expected: dict[str, float | str | None]
) -> None:
    (reading,) = read_sources([Source(name, (SAMPLES / name).read_bytes())])
    found: dict[str, float | str] = {}
    for table in reading.runs[run].samples:
        cells = table.repair_rows(b"").rows.decode().splitlines()[row].split(",")
        found[""] = cells[0]
        for column in table.columns:
            name = f"{column.name}:{column.instance}" if column.instance else column.name
            if cells[column.position]:
                found[name] = float(cells[column.position]) * column.scale
    assert {key: found.get(key) for key in expected} == pytest.approx(expected)

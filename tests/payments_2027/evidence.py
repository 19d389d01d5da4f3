"""What fio and the database's AWR leave behind, made from the lab's truth."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.importers.awr.layouts import table, written
from tests.payments_2027.lab import (
    CPU_S,
    DATA_WRITES,
    IOS,
    LOG_WRITES,
    READS,
    REPORT_S,
    REPORT_TPS,
    REST_S,
    WAITS,
)
from tests.worked_example.dice import Dice
from tests.worked_example.queueing import solve

if TYPE_CHECKING:
    from tests.worked_example.options import LabOption

BLOCK = 8192
DEPTHS = (1, 4, 16, 64)
RUN_MS = 60_000
READ_WAIT_S, LOG_WAIT_S = 0.00092, 0.00071
"""Means of the storage in use today."""


def fio_files(option: LabOption) -> dict[str, str]:
    """Write one fio result for each depth: random reads and writes as a payment mixes them."""
    dice = Dice(option.folder, "fio")
    points = solve(option.small_ios(), DEPTHS[-1])
    share = (DATA_WRITES + LOG_WRITES) / IOS
    files = {}
    for depth in DEPTHS:
        iops = points[depth - 1].rate * dice.spread(0.004)
        options = {
            "name": f"synthetic_{option.prefix}", "rw": "randrw", "bs": "8k",
            "rwmixread": f"{100 * (1 - share):.0f}", "iodepth": str(depth), "direct": "1",
            "ioengine": "libaio", "filename": option.device.format(1), "size": "200G",
            "runtime": "60", "time_based": "1",
        }  # fmt: skip
        job = {
            "jobname": f"synthetic_{option.prefix}", "groupid": 0, "error": 0, "elapsed": 61,
            "job options": options,
            "read": _flow(iops * (1 - share), depth / iops),
            "write": _flow(iops * share, depth / iops),
        }  # fmt: skip
        time = f"2026-10-{option.day:02d}"
        document = {"fio version": "fio-3.33", "timestamp": 1792400000 + 86_400 * option.day,
                    "time": f"synthetic, {time}", "jobs": [job]}  # fmt: skip
        files[f"{option.prefix}_qd{depth:02d}.json"] = json.dumps(document, indent=1) + "\n"
    return files


def _flow(iops: float, latency_s: float) -> dict[str, object]:
    ios, ns = int(iops * RUN_MS / 1000), latency_s * 1e9
    spread = {"min": int(0.2 * ns), "max": int(15 * ns), "mean": ns, "stddev": 0.6 * ns, "N": ios}
    return {
        "io_bytes": ios * BLOCK, "bw_bytes": int(iops * BLOCK), "bw": int(iops * BLOCK / 1024),
        "iops": iops, "runtime": RUN_MS, "total_ios": ios, "lat_ns": spread,
    }  # fmt: skip


_WAITED = ("Event", "Waits", "%Time -outs", "Total Wait Time (s)", "Avg wait", "Waits /txn", "%")


def awr_report() -> str:
    """Write the AWR report of the busiest hour, in the layout of 19c."""
    payments = REPORT_TPS * REPORT_S
    reads, writes = READS * payments, (DATA_WRITES + LOG_WRITES) * payments
    read_s, log_s = READS * payments * READ_WAIT_S, LOG_WRITES * payments * LOG_WAIT_S
    activity = {
        "physical read bytes": reads * BLOCK,
        "physical read requests optimized": 0,
        "physical read total IO requests": reads,
        "physical read total bytes": reads * BLOCK,
        "physical read total multi block requests": 0,
        "physical reads": reads,
        "physical write IO requests": DATA_WRITES * payments,
        "physical write total IO requests": writes,
        "physical write total bytes": writes * BLOCK,
        "physical write total multi block requests": 0,
        "redo size": LOG_WRITES * payments * BLOCK,
        "redo writes": LOG_WRITES * payments,
        "user commits": payments,
        "user rollbacks": 0,
    }
    times = {"DB time": round(read_s + log_s + REST_S * payments, 1), "DB CPU": CPU_S * payments}
    events = [
        _event("db file sequential read", READS * payments, read_s),
        _event("log file sync", LOG_WRITES * payments, log_s),
    ]
    classes = [["User I/O", *events[0][1:6]], ["Commit", *events[1][1:6]]]
    minutes = written(REPORT_S / 60)
    head = (
        "<html><head><title>AWR Report for DB: SYNTH, Inst: synth1, Snaps: 41-42</title></head>"
        '<body>\n<h1 class="awr">\nWORKLOAD REPOSITORY report for\n</h1>\n<p />\n'
        "<table><tr><th>DB Name</th><th>DB Id</th><th>Instance</th><th>Inst num</th>"
        "<th>Startup Time</th><th>Release</th><th>RAC</th></tr>\n"
        "<tr><td>SYNTH</td><td>1</td><td>synth1</td><td>1</td><td>01-Oct-26 08:00</td>"
        "<td>19.0.0.0.0</td><td>NO</td></tr>\n</table>\n"
        "<table><tr><th>Host Name</th><th>Platform</th></tr>"
        "<tr><td>synthetic-db01</td><td>Linux x86 64-bit</td></tr></table>\n"
        "<table><tr><th></th><th>Snap Id</th><th>Snap Time</th></tr>\n"
        "<tr><td>Begin Snap:</td><td>41</td><td>16-Oct-26 10:00:00</td></tr>\n"
        "<tr><td>End Snap:</td><td>42</td><td>16-Oct-26 11:00:00</td></tr>\n"
        f"<tr><td>Elapsed:</td><td>&#160;</td><td>   {minutes} (mins)</td></tr>\n</table>\n"
    )
    parts = [
        head,
        table("Time Model Statistics", ("Statistic Name", "Time (s)", "% of DB Time"),
              [(name, written(round(value, 1)), "") for name, value in times.items()]),
        table("Operating System Statistics", ("Statistic", "Value", "End Value"),
              [("NUM_CPUS", "32", ""), ("NUM_CPU_CORES", "16", "")]),
        table("Foreground Wait Class", ("Wait Class", *_WAITED[1:5], "%DB time"), classes),
        table("Foreground Wait Events", _WAITED, events),
        table("Key Instance Activity Stats", ("Statistic", "Total", "per Second", "per Trans"),
              [(n, written(activity[n]), "", "") for n in ("user commits", "user rollbacks")]),
        table("Instance Activity Stats", ("Statistic", "Total", "per Second", "per Trans"),
              [(n, written(v), written(round(v / REPORT_S, 2)), "") for n, v in activity.items()]),
        "</body></html>\n",
    ]  # fmt: skip
    return "".join(parts)


def _event(name: str, waits: int, seconds: float) -> list[str]:
    mean = f"{1e6 * seconds / waits:.2f}us"
    return [name, written(waits), "", written(round(seconds, 1)), mean, "", ""]


def profile() -> dict[str, float]:
    """Return what a payment asks for, as the report says it."""
    return {
        "reads": READS, "writes": DATA_WRITES + LOG_WRITES, "block_bytes": BLOCK,
        "sync_reads": READS, "log_writes": WAITS - READS, "cpu_s": CPU_S, "rest_s": REST_S,
        "transactions_per_s": REPORT_TPS,
    }  # fmt: skip

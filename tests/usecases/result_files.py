"""Small result files in the exact form of the tools, with a figure that tells them apart."""

from __future__ import annotations


def orion(iops: int) -> str:
    """A summary of ORION 11.1 with one device."""
    return f"""ORION VERSION 11.1.0.7.0

Commandline:
-run oltp

This maps to this test:
Test: orion
Small IO size: 8 KB
Large IO size: 1024 KB
IO Types: Small Random IOs, Large Random IOs
Simulated Array Type: CONCAT
Write: 0%
Cache Size: Not Entered
Duration for each Data Point: 60 seconds
Small Columns:,      1,      2
Large Columns:,      0
Total Data Points: 3

Name: /dev/vdb  Size: 751619276800
1 FILEs found.

Maximum Small IOPS={iops} @ Small=2 and Large=0
Minimum Small Latency=0.33 @ Small=1 and Large=0
"""


def _idle(user: float) -> str:
    """What is left of a processor that serves users, the system and waits 5 % each."""
    return f"{max(0.0, min(80.0, 90.0 - user)):.3f}"


def dstat(rows: int, first_user: float = 10.0) -> str:
    """A recording of dstat 0.7.3, a row a second; `usr` counts up by a hundredth."""
    head = (
        '"Dstat 0.7.3 CSV output"\n'
        '"Author:","Dag Wieers <dag@wieers.com>",,,,"URL:",'
        '"http://dag.wieers.com/home-made/dstat/"\n'
        '"Host:","db1",,,,"User:","root"\n'
        '"Cmdline:","dstat -Tcd --output x.csv 1",,,,"Date:","12 Oct 2026 10:00:00 UTC"\n'
        '"epoch","total cpu usage",,,,,"dsk/total",\n'
        '"epoch","usr","sys","idl","wai","stl","read","writ"\n'
    )
    body = "".join(
        f"{1791799200 + i}.000,{first_user + i / 100:.3f},5,{_idle(first_user + i / 100)},5,0,"
        f"{1000 * i},0\n"
        for i in range(rows)
    )
    return head + body

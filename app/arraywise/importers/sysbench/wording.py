"""What sysbench prints, 0.4 to 1.1: settings, lines of progress, statistics, failures."""

from __future__ import annotations

import re
from typing import Final

_BEFORE: Final = r"[ \t>]*"
_N: Final = r"\d{1,18}(?:\.\d{1,12})?"


def _line(pattern: str) -> re.Pattern[str]:
    return re.compile(_BEFORE + pattern)


HEADER: Final = _line(r"sysbench (?P<version>\d{1,2}\.\d{1,3}(?:\.\d{1,3})?)(?=[\s:(-]|$)")
OPTIONS: Final = _line(r"Running the test with following options:")
STARTED: Final = _line(r"Threads started!")
FATAL: Final = _line(r"FATAL: (?P<text>\S.{0,500})")
FILLING: Final = _line(
    r"(?:Creating (?:files for the test|table )|Inserting \d|Removing test files|Dropping table )"
)
OTHER_TEST: Final = _line(
    r"(?:Running memory speed test|Doing (?P<what>memory|thread|mutex)\b)"
)  # fmt: skip

SETTINGS: Final = (
    _line(r"Number of threads: (?P<threads>\d{1,9})\b"),
    _line(r"Extra file open flags: (?P<open_flags>\S[^\n]{0,80})"),
    _line(r"(?P<files>\d{1,9}) files?, \S{1,20} each"),
    _line(r"(?P<total_size>\d{1,15}(?:\.\d{1,9})?[KMGT]?i?[Bb]) total file size"),
    _line(r"Block size (?P<block_size>\d{1,12}(?:\.\d{1,9})?[KMGT]?i?[Bb])\b"),
    _line(rf"Read/Write ratio for combined random IO test: (?P<read_write_ratio>{_N})"),
    _line(r"Periodic FSYNC enabled, calling fsync\(\) each (?P<fsync_every>\d{1,9}) requests"),
    _line(r"Using (?P<io_mode>synchronous|asynchronous|fast mmap|slow mmap|mmap)\b"),
    _line(r"Doing (?P<test>(?:random|sequential) .{1,40}?) test"),
    _line(
        r"(?:Prime numbers limit|Maximum prime number checked in CPU test): (?P<primes>\d{1,12})"
    ),
    _line(r"Report intermediate results every (?P<report_every>\d{1,9}) second"),
    _line(rf"Target transaction rate: (?P<target_rate>{_N})/sec"),
)
"""Each names the attribute that it gives."""

PROGRESS: Final = _line(r"\[ {0,10}(?P<at>\d{1,9})s {0,10}\] (?P<rest>\S.{0,500})")
CHECKPOINT: Final = _line(r"(?:\[ {0,10}\d{1,9}s {0,10}\] )?Checkpoint report:")
STATISTICS: Final = _line(
    r"(?:(?:SQL|OLTP test) statistics:|File operations:|Operations performed:|CPU speed:)"
)
"""Where the figures at the end of a run begin."""
AT_WORK: Final = re.compile(r"(?:thds|threads): (?P<threads>\d{1,9})\b")
WITHIN: Final = re.compile(
    r"[ \t>]*(?:\[ {0,10}\d{1,9}s {0,10}\] (?:thds|threads): \d|(?:SQL|OLTP test) statistics:)"
)
"""Where a run is at work, or ends, whose beginning was not kept."""
PROGRESS_FIELDS: Final = (
    ("rate", re.compile(rf"\btps: (?P<n>{_N})")),
    ("events", re.compile(rf"\beps: (?P<n>{_N})")),
    ("read", re.compile(rf"\breads: (?P<n>{_N}) MiB/s")),
    ("write", re.compile(rf"\bwrites: (?P<n>{_N}) MiB/s")),
    ("errors", re.compile(rf"\berr/s:? (?P<n>{_N})")),
    ("time", re.compile(rf"\blat(?:ency)? \(ms,\s?(?P<percent>\d{{1,3}})%\): (?P<n>{_N})")),
    ("time", re.compile(rf"\bresponse time: (?P<n>{_N})ms \((?P<percent>\d{{1,3}})%\)")),
)

FIGURES: Final = (
    ("transactions", _line(rf"transactions:\s+(?P<n>\d{{1,18}})\s+\((?P<rate>{_N}) per sec\.\)")),
    ("queries", _line(r"queries:\s+(?P<n>\d{1,18})\s+\(")),
    ("failed", _line(r"(?:ignored errors|deadlocks):\s+(?P<n>\d{1,18})\b")),
    ("reconnects", _line(r"reconnects:\s+(?P<n>\d{1,18})\b")),
    ("read_iops", _line(rf"reads/s:\s+(?P<n>{_N})")),
    ("write_iops", _line(rf"writes/s:\s+(?P<n>{_N})")),
    ("fsync_iops", _line(rf"fsyncs/s:\s+(?P<n>{_N})")),
    ("read_mib", _line(rf"read, MiB/s:\s+(?P<n>{_N})")),
    ("write_mib", _line(rf"written, MiB/s:\s+(?P<n>{_N})")),
    ("read_iops", _line(rf"read:\s+IOPS=(?P<n>{_N})(?:\s+(?P<mib>{_N}) MiB/s)?")),
    ("write_iops", _line(rf"write:\s+IOPS=(?P<n>{_N})(?:\s+(?P<mib>{_N}) MiB/s)?")),
    ("fsync_iops", _line(rf"fsync:\s+IOPS=(?P<n>{_N})")),
    ("reads", _line(r"Operations performed:\s+(?P<n>\d{1,18}) [Rr]eads?, (?P<writes>\d{1,18}) ")),
    ("iops", _line(rf"(?P<n>{_N}) Requests/sec executed")),
    ("cpu_rate", _line(rf"events per second:\s+(?P<n>{_N})")),
    ("total_time", _line(rf"(?:total time|time elapsed):\s+(?P<n>{_N})s")),
    ("events", _line(r"total number of events:\s+(?P<n>\d{1,18})\b")),
    ("min", _line(rf"min:\s+(?P<n>{_N})(?:ms)?\s*$")),
    ("mean", _line(rf"avg:\s+(?P<n>{_N})(?:ms)?\s*$")),
    ("max", _line(rf"max:\s+(?P<n>{_N})(?:ms)?\s*$")),
    ("sum", _line(rf"sum:\s+(?P<n>{_N})\s*$")),
)
"""Statistics at the end; the place of `n` is that of the value."""
TRANSFERRED: Final = _line(
    r"Read \S{1,20}  ?Written \S{1,20}  ?Total transferred \S{1,20} {1,3}"
    r"\((?P<n>\d{1,15}(?:\.\d{1,9})?)(?P<unit>[KMGT]?b)/sec\)"
)
PERCENTILE: Final = _line(
    rf"(?:approx\.\s+)?(?P<percent>\d{{1,3}})(?:st|nd|rd|th)? percentile:\s+(?P<n>{_N})(?:ms)?"
)
HISTOGRAM_ROW: Final = re.compile(
    r"[ \t]*(?P<value>\d{1,9}\.\d{3}) \|\**[ \t]+(?P<count>\d{1,18})[ \t]*"
)

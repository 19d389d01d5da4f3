"""Columns of sysstat's and vmstat's reports, and how their numbers are written.

iostat before 11.6 counts sectors (`rsec/s`), later ones kB or MB; `sar` and `sadf` spell the same
figures differently again. A sector has 512 bytes, and kB is 1024 bytes in all of them. What has no
common name keeps its own.

Shares have a `%` behind them with -h.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.units import KIB, MIB, MILLISECOND, PERCENT, Unit
from arraywise.importers.kit.host_samples import (
    CUT,
    ColumnMeaning,
    HostRecording,
    join_some_names,
    unknown_utc_offset_problems,
)
from arraywise.importers.kit.readings import ROW_SENTENCES

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from arraywise.importers.kit.host_samples import TableDraft

SECTOR = 512
_PAGE = 4096
_PAGES_OF_4_KIB = re.compile(r"x86_64|i[3-6]86")


_SHARES = {
    "cpu_user": "%user %usr user usr",
    "cpu_nice": "%nice nice",
    "cpu_system": "%system %sys system sys",
    "cpu_wait": "%iowait iowait",
    "cpu_steal": "%steal steal",
    "cpu_hardirq": "%irq irq",
    "cpu_softirq": "%soft soft",
    "cpu_guest": "%guest guest",
    "cpu_guest_nice": "%gnice gnice",
    "cpu_idle": "%idle idle",
    "disk_utilisation": "%util util util-percent",
    "net_utilisation": "%ifutil ifutil ifutil-percent",
    "%rrqm": "%rrqm rrqm",
    "%wrqm": "%wrqm wrqm",
    "%drqm": "%drqm drqm",
}
_EVENTS = {
    "disk_requests": "tps",
    "disk_read_requests": "r/s rtps",
    "disk_write_requests": "w/s wtps",
    "disk_discard_requests": "d/s dtps",
    "disk_flush_requests": "f/s",
    "disk_read_merges": "rrqm/s",
    "disk_write_merges": "wrqm/s",
    "disk_discard_merges": "drqm/s",
    "net_receive_packets": "rxpck/s rxpck",
    "net_send_packets": "txpck/s txpck",
    "processes_new": "proc/s proc",
    "context_switches": "cswch/s cswch",
    "interrupts": "intr/s value",
}
_RATES = {
    "disk_read": "rkB/s rkB kB_read/s rMB/s MB_read/s"
    " rsec/s rd_sec/s rd_sec bread/s bread Blk_read/s",
    "disk_write": "wkB/s wkB kB_wrtn/s wMB/s MB_wrtn/s"
    " wsec/s wr_sec/s wr_sec bwrtn/s bwrtn Blk_wrtn/s",
    "disk_discard": "dkB/s dkB kB_dscd/s dMB/s MB_dscd/s"
    " dsec/s dc_sec/s dc_sec bdscd/s bdscd Blk_dscd/s",
    "disk_throughput": "kB/s MB/s sec/s",
    "net_receive": "rxkB/s rxkB rxbyt/s",
    "net_send": "txkB/s txkB txbyt/s",
    "pgpgin": "pgpgin/s pgpgin",
    "pgpgout": "pgpgout/s pgpgout",
}
_AMOUNTS = {
    "disk_request_size": "areq-sz avgrq-sz",
    "disk_read_request_size": "rareq-sz",
    "disk_write_request_size": "wareq-sz",
    "disk_discard_request_size": "dareq-sz",
    "memory_free": "kbmemfree memfree",
    "memory_available": "kbavail avail",
    "memory_buffers": "kbbuffers buffers",
    "memory_cached": "kbcached cached",
    "swap_free": "kbswpfree swpfree",
    "swap_used": "kbswpused swpused",
    "memused": "kbmemused memused",
}
_TIMES = {
    "disk_await": "await",
    "disk_read_await": "r_await",
    "disk_write_await": "w_await",
    "disk_discard_await": "d_await",
    "disk_flush_await": "f_await",
    "svctm": "svctm",
}
_COUNTS = {
    "disk_queue": "aqu-sz avgqu-sz",
    "processes_running": "runq-sz",
    "processes_blocked": "blocked",
    "load_1m": "ldavg-1",
    "load_5m": "ldavg-5",
    "load_15m": "ldavg-15",
}
_OWN_KB = frozenset(
    {"commit", "active", "inactive", "dirty", "anonpg", "slab", "kstack", "pgtbl", "vmused"}
    | {"swpcad", "kB_read", "kB_wrtn", "kB_dscd"}
)

_VMSTAT = {
    "r": ColumnMeaning("processes_running"),
    "b": ColumnMeaning("processes_blocked"),
    "swpd": ColumnMeaning("swap_used", Unit.BYTE, KIB),
    "free": ColumnMeaning("memory_free", Unit.BYTE, KIB),
    "buff": ColumnMeaning("memory_buffers", Unit.BYTE, KIB),
    "cache": ColumnMeaning("memory_cached", Unit.BYTE, KIB),
    "inact": ColumnMeaning("inactive", Unit.BYTE, KIB),
    "active": ColumnMeaning("active", Unit.BYTE, KIB),
    "si": ColumnMeaning("paging_in", Unit.BYTE_PER_SECOND, KIB),
    "so": ColumnMeaning("paging_out", Unit.BYTE_PER_SECOND, KIB),
    "bi": ColumnMeaning("disk_read", Unit.BYTE_PER_SECOND, KIB),
    "bo": ColumnMeaning("disk_write", Unit.BYTE_PER_SECOND, KIB),
    "in": ColumnMeaning("interrupts", Unit.PER_SECOND),
    "cs": ColumnMeaning("context_switches", Unit.PER_SECOND),
    "us": ColumnMeaning("cpu_user", Unit.ONE, PERCENT),
    "sy": ColumnMeaning("cpu_system", Unit.ONE, PERCENT),
    "id": ColumnMeaning("cpu_idle", Unit.ONE, PERCENT),
    "wa": ColumnMeaning("cpu_wait", Unit.ONE, PERCENT),
    "st": ColumnMeaning("cpu_steal", Unit.ONE, PERCENT),
    "gu": ColumnMeaning("cpu_guest", Unit.ONE, PERCENT),
}
VMSTAT_NAMES = frozenset(_VMSTAT)


def _heading_unit_bytes(heading: str) -> float:
    """Return the bytes in the unit that a heading of a rate or an amount names."""
    if "MB" in heading:
        return MIB
    sectors = ("sec", "Blk", "bread", "bwrtn", "bdscd", "avgrq")
    if any(part in heading for part in sectors):
        return SECTOR
    return 1 if "byt" in heading else KIB


def _build_meanings() -> dict[str, ColumnMeaning]:
    result: dict[str, ColumnMeaning] = {}
    for names, unit, scale in (
        (_SHARES, Unit.ONE, PERCENT),
        (_EVENTS, Unit.PER_SECOND, 1.0),
        (_TIMES, Unit.SECOND, MILLISECOND),
        (_COUNTS, Unit.ONE, 1.0),
    ):
        for name, headings in names.items():
            result |= dict.fromkeys(headings.split(), ColumnMeaning(name, unit, scale))
    for names, unit in ((_RATES, Unit.BYTE_PER_SECOND), (_AMOUNTS, Unit.BYTE)):
        for name, headings in names.items():
            result |= {
                h: ColumnMeaning(name, unit, _heading_unit_bytes(h)) for h in headings.split()
            }
    return result


_MEANINGS_BY_HEADING = _build_meanings()


@lru_cache(maxsize=4096)
def heading_meaning(heading: str, machine: str) -> ColumnMeaning:
    """Return what a column of sysstat holds, on a machine of that architecture.

    The machine states the size of a page, in which swapping counts.
    """
    if heading in {"pswpin/s", "pswpin", "pswpout/s", "pswpout"}:
        if _PAGES_OF_4_KIB.fullmatch(machine):
            name = "paging_in" if "in" in heading[4:] else "paging_out"
            return ColumnMeaning(name, Unit.BYTE_PER_SECOND, _PAGE)
        return ColumnMeaning(heading.removesuffix("/s"), Unit.PER_SECOND)
    return _MEANINGS_BY_HEADING.get(heading) or _meaning_by_spelling(heading)


def _meaning_by_spelling(heading: str) -> ColumnMeaning:
    if heading.startswith("%") or heading.endswith("-percent"):
        return ColumnMeaning(heading, Unit.ONE, PERCENT)
    if heading in _OWN_KB or (heading.startswith("kb") and len(heading) > 3):
        return ColumnMeaning(heading, Unit.BYTE, KIB)
    if heading.startswith(("MB_", "Blk_")):
        return ColumnMeaning(heading, Unit.BYTE, _heading_unit_bytes(heading))
    return ColumnMeaning(heading, Unit.PER_SECOND if heading.endswith("/s") else Unit.ONE)


def vmstat_heading_meaning(heading: str, memory_unit: int = KIB) -> ColumnMeaning:
    """Return what a column of vmstat holds.

    Memory and swapping are counted in `memory_unit` bytes; blocks always have 1 KiB.
    """
    meaning = _VMSTAT.get(heading) or ColumnMeaning(heading)
    is_memory = meaning.unit is Unit.BYTE or meaning.name in {"paging_in", "paging_out"}
    return replace(meaning, scale=float(memory_unit)) if is_memory else meaning


def figure_family(heading: str) -> str:
    """Return the kind of figure (`cpu`, `disk`, `net` ...), or `other`, of a heading."""
    name = heading_meaning(heading, "").name
    head, _, rest = name.partition("_")
    return head if rest else "other"


INSTANCES = frozenset(
    {"CPU", "DEV", "IFACE", "INTR", "NODE", "Device", "Device:"}
    | {"cpu", "disk_device", "disk-device", "iface", "intr", "number", "dev", "node"}
)
"""Headings and keys below which the name of a device, interface or processor stands."""
UNREAD = frozenset(
    {"TTY", "BUS", "FAN", "TEMP", "IN", "FILESYSTEM", "MOUNTPOINT", "BAT", "DEVICE", "FCHOST"}
    | {"Filesystem:", "Tape:", "wghMHz"}
)
"""Headings of tables that say nothing about storage or load."""
OF_PROCESSES = frozenset({"PID", "TGID", "Command"})


def instance_name(heading: str, name: str) -> str | None:
    """Return the name of a device or processor as dstat has it; None for the whole machine."""
    name = name.strip()
    if name in {"all", "sum", "-1", "-", ""}:
        return None
    if heading in {"CPU", "cpu", "number"} and name.isdecimal():
        return f"cpu{name}"
    if heading in {"NODE", "node"} and name.isdecimal():
        return f"node{name}"
    return name[:200]


_FIGURE = r"-?\d{1,20}(?:[.,]\d{1,10})?%?"
NUMBER = re.compile(_FIGURE)
NUMBERS = re.compile(rf"{_FIGURE}(?:\n{_FIGURE})*")
"""Numbers with line ends between them: no word of a line holds one."""


def misfit_kind(words: Sequence[str], field_count: int) -> str:
    """Return the kind of a misfit: `short` or `long` for a row, `stray` for any other line."""
    figures = sum(NUMBER.fullmatch(word) is not None for word in words)
    if figures * 2 < len(words) or not words:
        return "stray"
    return "short" if len(words) < field_count else "long"


def words_to_cells(words: Sequence[str]) -> tuple[list[str], bool]:
    """Return words as cells with a decimal point, empty for non-numbers, and whether all are."""
    text = "\n".join(words)
    clean = NUMBERS.fullmatch(text) is not None
    if not clean:
        words = [word if NUMBER.fullmatch(word) else "" for word in words]
    if "%" in text:
        words = [word.removesuffix("%") for word in words]
    return [word.replace(",", ".") for word in words] if "," in text else list(words), clean


def format_value_as_cell(value: object) -> str | None:
    """Format a JSON or XML value as a cell; None where it is no number."""
    if isinstance(value, str):
        is_plain = NUMBER.fullmatch(value.strip()) and not {",", "%"}.intersection(value)
        return value.strip() if is_plain else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, int):
        return str(value) if abs(value) < 10**20 else None
    return repr(value) if math.isfinite(value) and abs(value) < 1e20 else None


_SENTENCES = {
    "since boot": (
        Severity.INFO,
        ("The first report holds averages since boot (unless {program} ran with -y); left out."),
    ),
    "restart": (Severity.INFO, "The host was restarted during the recording: {count} time(s)."),
    **ROW_SENTENCES,
    "cells": (
        Severity.WARNING,
        (
            "Rows with a value that is not a number or is rounded (-h): {count}. It counts as"
            " missing."
        ),
    ),
    "timeless": (Severity.WARNING, "Samples without a readable time were left out: {count}."),
    "processes": (
        Severity.WARNING,
        "Figures of single processes, as pidstat writes them, are not read.",
    ),
    "horizontal": (Severity.WARNING, ("Rows of `sadf -h` are not supported. Record without -h.")),
    **CUT,
    "averages": (
        Severity.INFO,
        ("No averages at the end: recording killed, or file copied too early."),
    ),
}
_UNREAD = "Tables without storage or load, not read: {names}."
_ONLY_OTHERS = (
    "Only tables without storage or load: {names}. Record processors and disks (sar -u -d)."
)
_NO_TIMES = "The reports have no time and cannot be matched to runs. Record with -t."
_NO_DATE = "No date above the times; reports cannot be matched to runs."
_ONLY_START = "Only the start has a date; reports cannot be matched to runs. Record with -t."
_UNREAD_TIME = "Unknown time format; reports cannot be matched to runs. Record with -t."
_NO_BANNER = "The first line of {program} is missing: host and date are unknown."
_DATE_ORDER = "Date {date} read as month/day/year (C locale); day and month may be swapped."
_ONLY_SINCE_BOOT = "Only the first report, with averages since boot. Record with an interval."
_NOTHING = "No rows below the heading of {program}."
_KIB = "Memory read as KiB, vmstat's default without -S."


MOST_NEAR_A_DATE = 15
"""Reports below a date that are taken as of that date where their distance is not known."""


@dataclass(slots=True)
class RecordingDraft(HostRecording):
    """A run of `iostat`, `sar`, `mpstat`, `sadf` or `vmstat` that is being read."""

    machine: str = ""
    """Architecture of the host, such as `x86_64`."""
    own_heading_meaning: Callable[[str], ColumnMeaning] | None = None
    """What a heading means; None for those of sysstat."""
    has_clock: bool = False
    states_memory_unit: bool = False
    """Whether the command line states the unit of memory."""
    lacks_banner: bool = False
    """The first line of the report, which names the host, was not kept."""
    ambiguous_date: str = ""
    unread_time_line: int | None = None
    """A line that looks like a time, where no time could be read."""
    unread_tables: set[str] = field(default_factory=set)
    """Names of tables in the file that are not read."""

    def put_instance_cells(
        self,
        table_key: Hashable,
        line: int,
        instance: str | None,
        headings: tuple[str, ...],
        cells: Sequence[str],
    ) -> None:
        """Put cells, as many as headings, into the current row; an empty one is missing."""
        meanings = ((self._column_meaning(heading), instance) for heading in headings)
        self.put_cells(table_key, line, (instance, headings), meanings, cells)

    def _column_meaning(self, heading: str) -> ColumnMeaning:
        return (
            self.own_heading_meaning(heading)
            if self.own_heading_meaning
            else heading_meaning(heading, self.machine)
        )

    def recording_problems(self, tables: list[TableDraft]) -> Iterator[Problem]:
        """Yield the problems of the recording."""
        yield from self.line_problems.build_problems(_SENTENCES, program=self.program)
        if not tables:
            names = join_some_names(self.unread_tables)
            template = _ONLY_SINCE_BOOT if "since boot" in self.line_problems.counts else _NOTHING
            template = _ONLY_OTHERS if self.unread_tables else template
            yield Problem(Severity.ERROR, message(template, program=self.program, names=names))
            return
        if self.lacks_banner:
            yield Problem(Severity.INFO, message(_NO_BANNER, program=self.program))
        if all(table.first_moment is None for table in tables):
            yield self._missing_times_problem()
        yield from unknown_utc_offset_problems(tables)
        if self.ambiguous_date:
            yield Problem(Severity.INFO, message(_DATE_ORDER, date=self.ambiguous_date))
        if self.program == "vmstat" and not self.states_memory_unit:
            yield Problem(Severity.INFO, message(_KIB))
        if self.unread_tables:
            yield Problem(
                Severity.INFO, message(_UNREAD, names=join_some_names(self.unread_tables))
            )
        yield from self.left_out_problems(tables)

    def _missing_times_problem(self) -> Problem:
        """Build the problem why reports have no times, according to the times in the file."""
        if self.started is not None:
            return Problem(Severity.INFO, message(_ONLY_START))
        if self.has_clock:
            return Problem(Severity.INFO, message(_NO_DATE))
        if self.unread_time_line is not None:
            return Problem(Severity.WARNING, message(_UNREAD_TIME), self.unread_time_line)
        return Problem(Severity.INFO, message(_NO_TIMES))

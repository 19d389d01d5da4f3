"""Reads recordings of nmon on Linux and AIX: how busy a host, its disks and its links were."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from arraywise.domain.units import KIB, MIB, MILLISECOND, PERCENT, Unit
from arraywise.importers.kit.clocks import (
    CLOCK,
    DayCounter,
    Moment,
    date_or_none,
    moment_at,
    seconds_since_midnight,
)
from arraywise.importers.kit.host_samples import (
    MOST_RUNS,
    SKIPPED,
    ColumnMeaning,
    Columns,
    HostRecording,
    SampleTick,
    build_host_reading,
)
from arraywise.importers.kit.importer import FileImporter
from arraywise.importers.kit.readings import as_short_line, parse_month, parse_number
from arraywise.importers.kit.text import StreamedLines, detect_encoding

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source

_SIGN: Final = re.compile(r"^AAA,(?:progname|version|host),|^ZZZZ,T\d+,", re.MULTILINE)
_SNAPSHOT: Final = re.compile(r"T\d{4,8}")
_DATE: Final = re.compile(r"(?P<d>\d{1,2})-(?P<m>[^-,\d]{3,12})-(?P<y>\d{4})")
_SHARES: Final = {
    "user": "cpu_user",
    "sys": "cpu_system",
    "wait": "cpu_wait",
    "idle": "cpu_idle",
    "steal": "cpu_steal",
}
_DISKS: Final = {
    "BUSY": ColumnMeaning("disk_utilisation", Unit.ONE, PERCENT),
    "READ": ColumnMeaning("disk_read", Unit.BYTE_PER_SECOND, KIB),
    "WRITE": ColumnMeaning("disk_write", Unit.BYTE_PER_SECOND, KIB),
    "XFER": ColumnMeaning("disk_requests", Unit.PER_SECOND),
    "RXFER": ColumnMeaning("disk_read_requests", Unit.PER_SECOND),
    "SERV": ColumnMeaning("disk_await", Unit.SECOND, MILLISECOND, zero_is_none=True),
    "READSERV": ColumnMeaning("disk_read_await", Unit.SECOND, MILLISECOND, zero_is_none=True),
    "WRITESERV": ColumnMeaning("disk_write_await", Unit.SECOND, MILLISECOND, zero_is_none=True),
}
"""Sections of disks; those behind the first 150 are in DISKREAD1, DISKREAD2 ..."""
_DISK: Final = re.compile(rf"DISK(?P<kind>{'|'.join(_DISKS)})(?P<part>\d{{0,3}})")
_PROCESSOR: Final = re.compile(r"CPU(?P<number>\d{2,5})")
_LINK: Final = re.compile(r"(?P<name>.{1,60})-(?P<way>read|write)-KB/s")
_LINKS: Final = {"read": "net_receive", "write": "net_send"}
_MEMORY: Final = {
    "memfree": "memory_free",
    "cached": "memory_cached",
    "buffers": "memory_buffers",
    "swapfree": "swap_free",
    "real free(mb)": "memory_free",
}
_PAGE: Final = 4096
_PAGES: Final = {"pswpin": "paging_in", "pswpout": "paging_out"}
"""Of Linux: pages of an interval."""
_PAGE_RATES: Final = {"pgsin": "paging_in", "pgsout": "paging_out"}
"""Of AIX: to and from paging space, pages of 4 KiB a second."""
_MOST_WAITING: Final = 64 * MIB
"""Characters of rows that come before their times, as in a sorted file."""


class NmonImporter(FileImporter):
    """Importer of nmon: every file is read on its own, sorted or not."""

    tool = "nmon"
    signature = _SIGN

    def read_file(self, source: Source) -> Reading:
        """Read a file; rows are kept compressed until they are loaded."""
        encoding = detect_encoding(source.data)
        lines = StreamedLines(source.data, encoding)
        recordings = [_NmonReader()]
        for line, text in lines:
            if text.startswith("AAA,progname,") and recordings[-1].ticks:
                recordings[-1].finish_recording()
                recordings = [*recordings, _NmonReader()][:MOST_RUNS]
            recordings[-1].read_line(line, text)
        if lines.cut_line and not lines.cut_line[1].startswith(("ZZZZ,", "AAA,", "BBB")):
            recordings[-1].recording.mark_as_cut(lines.cut_line[0])
        elif lines.cut_line:
            recordings[-1].read_line(*lines.cut_line)
        recordings[-1].finish_recording()
        return build_host_reading(self.tool, [r.recording for r in recordings], encoding)


@dataclass(slots=True)
class _NmonReader:
    """Reads one recording: the facts of its head, its sections, its snapshots."""

    recording: HostRecording = field(default_factory=lambda: HostRecording("nmon"))
    ticks: dict[str, SampleTick] = field(default_factory=dict)
    _facts: dict[str, str] = field(default_factory=dict)
    _sections: dict[str, Columns] = field(default_factory=dict)
    _versions: dict[str, int] = field(default_factory=dict)
    """How often the head of each section was met; disks may be added while nmon runs."""
    _transfers: tuple[str, str, list[str]] = ("", "", [])
    """Part, snapshot and values of the last DISKXFER."""
    _waiting_rows: list[tuple[str, int, list[str]]] = field(default_factory=list)
    _waiting_size: int = 0
    _day: DayCounter = field(default_factory=lambda: DayCounter(None))

    def read_line(self, line: int, text: str) -> None:
        """Read a line."""
        cells = [cell.strip() for cell in text.split(",")]
        name = cells[0]
        if len(cells) < 3:
            return
        if name == "AAA":
            self._facts.setdefault(cells[1].casefold(), ",".join(cells[2:]))
        elif name == "ZZZZ":
            self._begin_snapshot(cells)
        elif not _SNAPSHOT.fullmatch(cells[1]):
            self._read_section_heading(name, cells[2:])
        elif name in self._sections:
            self._put_row_or_wait(cells[1], line, cells)

    def _begin_snapshot(self, cells: Sequence[str]) -> None:
        """Begin a snapshot."""
        if not self.ticks:
            self._day = DayCounter(_parse_date(self._facts.get("date", "")))
        second = seconds_since_midnight(CLOCK.fullmatch(cells[2]))
        day = _parse_date(cells[3]) if len(cells) > 3 else None
        moment: Moment | None = None
        if second is not None:
            moment = moment_at(day, second) if day else self._day.next_moment(second)
        self.ticks.setdefault(cells[1], SampleTick(moment))

    def _read_section_heading(self, name: str, headings: Sequence[str]) -> None:
        """Store the meanings of a section's columns, unless none of them is read."""
        columns = self._column_meanings(name, headings)
        if any(meaning.name for meaning, _ in columns) and self._sections.get(name) != columns:
            self._sections[name] = columns
            self._versions[name] = self._versions.get(name, 0) + 1

    def _column_meanings(self, name: str, headings: Sequence[str]) -> Columns:
        disk, processor = _DISK.fullmatch(name), _PROCESSOR.fullmatch(name)
        if disk:
            meaning = _DISKS[disk["kind"]]
            return tuple((meaning if h else SKIPPED, h[:200] or None) for h in headings)
        if name == "CPU_ALL" or processor:
            instance = f"cpu{int(processor['number'])}" if processor else None
            names = (_SHARES.get(heading.casefold().rstrip("% ")) for heading in headings)
            meanings = (ColumnMeaning(n, Unit.ONE, PERCENT) if n else SKIPPED for n in names)
            return tuple((meaning, instance) for meaning in meanings)
        if name == "NET":
            return tuple(_link_column(heading) for heading in headings)
        return tuple(
            (self._memory_meaning(name, heading.casefold()), None) for heading in headings
        )

    def _memory_meaning(self, section: str, heading: str) -> ColumnMeaning:
        if section == "MEM" and heading in _MEMORY:
            return ColumnMeaning(_MEMORY[heading], Unit.BYTE, MIB)
        if section == "PAGE" and heading in _PAGE_RATES:
            return ColumnMeaning(_PAGE_RATES[heading], Unit.BYTE_PER_SECOND, _PAGE)
        interval_s = parse_number(self._facts.get("interval", "")) or 0.0  # whole seconds
        is_x86 = "x86" in self._facts or "x86_64" in self._facts.get("os", "")
        if section == "VM" and heading in _PAGES and interval_s >= 1 and is_x86:
            return ColumnMeaning(_PAGES[heading], Unit.BYTE_PER_SECOND, _PAGE / interval_s)
        return SKIPPED

    def _put_row_or_wait(self, snapshot: str, line: int, cells: list[str]) -> None:
        """Put a row into its table, or keep it until its snapshot's time has been read."""
        tick = self.ticks.get(snapshot)
        if tick is None:
            self._waiting_size += sum(len(cell) for cell in cells)
            if self._waiting_size > _MOST_WAITING:
                self.recording.line_problems.count_line("stray", line)
            else:
                self._waiting_rows.append((snapshot, line, cells))
            return
        self.recording.tick = tick
        name, columns = cells[0], self._sections[cells[0]]
        values = [value if parse_number(value) is not None else "" for value in cells[2:]]
        values = (values + [""] * len(columns))[: len(columns)]
        disk = _DISK.fullmatch(name)
        key = "disk" if disk else name.rstrip("0123456789").removesuffix("_ALL")
        self.recording.put_cells(key, line, (name, self._versions[name]), columns, values)
        if disk and disk["kind"] == "XFER":
            self._transfers = (disk["part"], snapshot, values)
        elif disk and disk["kind"] == "RXFER" and self._transfers[:2] == (disk["part"], snapshot):
            pairs = zip_longest(self._transfers[2][: len(columns)], values, fillvalue="")
            writes = [f"{max(0.0, float(a) - float(b)):.6g}" if a and b else "" for a, b in pairs]
            meaning = ColumnMeaning("disk_write_requests", Unit.PER_SECOND)
            derived = tuple((meaning, instance) for _, instance in columns)
            self.recording.put_cells(
                key, line, (name, self._versions[name], "writes"), derived, writes
            )

    def finish_recording(self) -> None:
        """Put rows that waited for their times into tables, and set host and attributes."""
        self._waiting_rows.sort(key=lambda row: row[0])
        waiting, self._waiting_rows = self._waiting_rows, []
        for snapshot, line, cells in waiting:
            if snapshot in self.ticks:
                self._put_row_or_wait(snapshot, line, cells)
            else:
                self.recording.line_problems.count_line("short", line)
        facts = self._facts
        self.recording.host = as_short_line(facts.get("host", "") or facts.get("nodename", ""))
        processors = facts.get("cpus", "").split(",")[-1]
        stated = {
            "version": facts.get("version", ""),
            "run_name": facts.get("runname", ""),
            "processors": processors if processors.isdecimal() else "",
        }
        known = [(name, as_short_line(value)) for name, value in stated.items() if value]
        self.recording.attributes.extend(known)


def _link_column(heading: str) -> tuple[ColumnMeaning, str | None]:
    match = _LINK.fullmatch(heading)
    if match is None:
        return SKIPPED, None
    name = "lo" if match["name"] == "lo0" else match["name"]
    return ColumnMeaning(_LINKS[match["way"]], Unit.BYTE_PER_SECOND, KIB), name


def _parse_date(text: str) -> date | None:
    match = _DATE.fullmatch(text)
    month = parse_month(match["m"]) if match else None
    return date_or_none(match["y"], month, match["d"]) if match and month else None

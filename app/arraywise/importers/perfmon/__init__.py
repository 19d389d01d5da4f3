"""Reads PDH-CSV 4.0: what perfmon, relog and typeperf write on Windows, and esxtop in batches."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from arraywise.domain.messages import message
from arraywise.importers.kit.clocks import Dates, Moment, moment_at, read_stamp
from arraywise.importers.kit.host_samples import MOST_RUNS, HostRecording, read_as_host, refused
from arraywise.importers.kit.importer import FileByFile
from arraywise.importers.kit.lines import Lines, encoding_of
from arraywise.importers.perfmon.counters import Kind, PerfmonCounter, counters_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source

_SIGN: Final = re.compile(r'^[ \t]{0,8}"?\(PDH-(?:CSV|TSV) \d', re.MULTILINE)
_ZONE: Final = re.compile(r"\(PDH-[CT]SV [\d.]+\)\s*\(.*\)\s*\((?P<bias>-?\d{1,4})\)\s*")
_FIRST_CELL: Final = re.compile(r'\s*(?:"[^"]*"|[^,;\t"]*)([,;\t])')
_STAMP: Final = re.compile(
    r"(?P<m>\d{1,2})/(?P<d>\d{1,2})/(?P<y>\d{4}) "
    r"(?P<h>\d{1,2}):(?P<min>\d\d):(?P<s>\d\d(?:\.\d{1,9})?)"
)
_NUMBER: Final = re.compile(r"\d{1,20}(?:[.,]\d{0,20})?(?:[eE][-+]?\d{1,2})?")
"""A negative value marks a sample that failed."""
_LONGEST_LINE: Final = 1 << 25
"""Characters; the header of a busy ESXi host has some millions."""
_LONGEST_BIAS_MIN: Final = 14 * 60
_NO_COUNTERS: Final = (
    "None of the counters is of processors, disks, network or memory. Record Processor,"
    " PhysicalDisk and Network Interface, or export all counters of esxtop."
)
_WHOLE: Final = 100.0


class PerfmonImporter(FileByFile):
    """Importer of PDH-CSV files: every file is read on its own."""

    tool = "perfmon"
    sign = _SIGN

    def read_file(self, source: Source) -> Reading:
        """Read a file; rows are kept compressed until they are loaded."""
        encoding = encoding_of(source.data)
        lines = Lines(source.data, encoding, _LONGEST_LINE)
        table = _CounterTable()
        for number, line in lines:
            table.take(number, line)
        if lines.cut:
            table.take(*lines.cut, is_cut=True)
        if table.recordings:
            return read_as_host(self.tool, table.recordings, encoding)
        return refused(self.tool, message(_NO_COUNTERS))


@dataclass(slots=True)
class _CounterTable:
    """The recordings of a file, one a host, while its lines are read."""

    recordings: list[HostRecording] = field(default_factory=list)
    _open: list[tuple[HostRecording, list[PerfmonCounter]]] = field(default_factory=list)
    _header: list[str] = field(default_factory=list)
    _delimiter: str = ","
    _is_quoted: bool = True
    _utc_offset_s: float | None = None
    _dates: Dates = field(default_factory=Dates)

    def take(self, number: int, line: str, *, is_cut: bool = False) -> None:
        """Take a line: a header, a row, or what typeperf says in the end."""
        if _SIGN.match(line):
            self._begin(line)
            return
        row = self._cells(line) if self._header else []
        if len(row) < 2 or not row[0][:1].isdigit():
            return
        is_whole = len(row) == len(self._header)
        if is_cut and self._is_quoted:
            is_whole = is_whole and line.rstrip().endswith('"')
        if not is_whole:
            self._note_misfit(len(row), number, is_cut=is_cut)
            return
        moment = self._moment(row[0])
        for recording, counters in self._open:
            recording.begin(moment)
            cells = [_written(row[counter.position], counter.kind) for counter in counters]
            columns = ((counter.meaning, counter.instance) for counter in counters)
            recording.put("counters", number, "counters", columns, cells)

    def _note_misfit(self, count: int, number: int, *, is_cut: bool) -> None:
        for recording, _ in self._open:
            if is_cut:
                recording.end_early(number)
            else:
                recording.troubles.note("short" if count < len(self._header) else "long", number)

    def _cells(self, line: str) -> list[str]:
        try:
            return next(csv.reader([line], delimiter=self._delimiter), [])
        except csv.Error:
            return []

    def _begin(self, line: str) -> None:
        """Begin a recording for every host; the same header again goes on with the last."""
        first = _FIRST_CELL.match(line)
        self._delimiter = first[1] if first else ","
        self._is_quoted = line.lstrip().startswith('"')
        header = self._cells(line)
        if header == self._header:
            return
        self._header, self._open = header, []
        zone = _ZONE.fullmatch(header[0]) if header else None
        bias_min = int(zone["bias"]) if zone else None
        known = bias_min is not None and abs(bias_min) <= _LONGEST_BIAS_MIN
        self._utc_offset_s = -60.0 * bias_min if known and bias_min is not None else None
        counters, program = counters_in(header)
        for host in dict.fromkeys(counter.host for counter in counters):
            if len(self.recordings) < MOST_RUNS:
                own = [counter for counter in counters if counter.host == host]
                recording = HostRecording(program, host, list(_attributes(own)))
                self.recordings.append(recording)
                self._open.append((recording, own))

    def _moment(self, text: str) -> Moment | None:
        match = _STAMP.fullmatch(text.strip())
        if match is None:
            moment = read_stamp(text, self._dates)
            return moment and Moment(moment.local_s, self._utc_offset_s)
        day = self._dates.read(f"{match['y']}-{match['m']}-{match['d']}")
        second = int(match["h"]) * 3600 + int(match["min"]) * 60 + float(match["s"])
        return moment_at(day, second, self._utc_offset_s) if day else None


def _attributes(counters: list[PerfmonCounter]) -> Iterator[tuple[str, str]]:
    processors = {c.instance for c in counters if c.instance and c.meaning.name.startswith("cpu_")}
    if processors:
        yield "processors", str(len(processors))


def _written(cell: str, kind: Kind) -> str:
    """Write a cell as a number with a point; empty where there is no value."""
    text = cell.strip()
    if not _NUMBER.fullmatch(text):
        return ""
    text = text.replace(",", ".")
    if kind is Kind.REST:
        return f"{max(0.0, _WHOLE - float(text)):.6f}"
    return "" if kind is Kind.TIME and not float(text) else text

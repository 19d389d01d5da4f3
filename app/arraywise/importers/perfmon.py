"""PDH-CSV 4.0 of perfmon, logman, relog, typeperf and esxtop: counters and their samples."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from arraywise.domain.messages import message
from arraywise.domain.units import BITS_PER_BYTE, MIB, MILLISECOND, PERCENT, Unit
from arraywise.importers.kit.clocks import DateParser, Moment, moment_at, parse_timestamp
from arraywise.importers.kit.host_samples import (
    MOST_RUNS,
    ColumnMeaning,
    HostRecording,
    build_host_reading,
    refused_reading,
)
from arraywise.importers.kit.importer import FileImporter
from arraywise.importers.kit.readings import as_short_line
from arraywise.importers.kit.text import StreamedLines, detect_encoding

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source


_MEBIBYTES = ColumnMeaning("", Unit.BYTE_PER_SECOND, MIB)
_MEGABITS = ColumnMeaning("", Unit.BYTE_PER_SECOND, 1e6 / BITS_PER_BYTE)
_BYTES = ColumnMeaning("", Unit.BYTE_PER_SECOND)
_EVENTS = ColumnMeaning("", Unit.PER_SECOND)
_SECONDS = ColumnMeaning("", Unit.SECOND, zero_is_none=True)
_MILLISECONDS = ColumnMeaning("", Unit.SECOND, MILLISECOND, zero_is_none=True)
_SHARE = ColumnMeaning("", Unit.ONE, PERCENT)
_COUNT = ColumnMeaning("")

_Names = tuple[tuple[str, ColumnMeaning, str], ...]
_PROCESSOR: Final[_Names] = (
    ("cpu_user", _SHARE, "% user time|benutzerzeit (%)|% tempo de usuário"),
    ("cpu_system", _SHARE,
     "% privileged time|privilegierte zeit (%)|privilegierte systemzeit (%)|% tempo privilegiado"),
    ("cpu_idle", _SHARE, "% idle time|leerlaufzeit (%)|% tempo inativo"),
    ("cpu_busy", _SHARE,
     "% processor time|prozessorzeit (%)|% tempo de processador|% tempo do processador"),
)  # fmt: skip
_DISK: Final[_Names] = (
    ("disk_read_requests", _EVENTS, "disk reads/sec|lesevorgänge/s|leituras de disco/s"),
    ("disk_write_requests", _EVENTS, "disk writes/sec|schreibvorgänge/s|gravações de disco/s"),
    ("disk_requests", _EVENTS, "disk transfers/sec|übertragungen/s|transferências de disco/s"),
    ("disk_read", _BYTES,
     "disk read bytes/sec|bytes gelesen/s|bytes de leitura de disco/s|bytes lidos no disco/s"),
    ("disk_write", _BYTES,
     ("disk write bytes/sec|bytes geschrieben/s|bytes de gravação de disco/s"
     "|bytes gravados no disco/s")),
    ("disk_throughput", _BYTES, "disk bytes/sec|bytes/s|bytes de disco/s"),
    ("disk_read_await", _SECONDS,
     ("avg. disk sec/read|mittlere sek./lesevorgänge|média de disco s/leitura"
     "|média de segundos/leitura do disco")),
    ("disk_write_await", _SECONDS,
     ("avg. disk sec/write|mittlere sek./schreibvorgänge|média de disco s/gravação"
     "|média de segundos/gravação do disco")),
    ("disk_await", _SECONDS,
     ("avg. disk sec/transfer|mittlere sek./übertragung|durchschn. sek./übertragung"
     "|média de disco s/transferência")),
    ("disk_queue", _COUNT,
     ("avg. disk queue length|durchschnittl. warteschlangenlänge des datenträgers"
     "|comprimento médio da fila de disco")),
    ("disk_utilisation", _SHARE, "% idle time|leerlaufzeit (%)|% tempo inativo"),
)  # fmt: skip
_NETWORK: Final[_Names] = (
    ("net_receive", _BYTES, "bytes received/sec|empfangene bytes/s|bytes recebidos/s"),
    ("net_send", _BYTES, "bytes sent/sec|gesendete bytes/s|bytes enviados/s"),
)  # fmt: skip
_MEMORY: Final[_Names] = (
    ("memory_available", ColumnMeaning("", Unit.BYTE, MIB),
     "available mbytes|verfügbare mb|mbytes disponíveis"),
    ("memory_available", ColumnMeaning("", Unit.BYTE),
     "available bytes|verfügbare bytes|bytes disponíveis"),
)  # fmt: skip
_ESX_PROCESSOR: Final[_Names] = (
    ("cpu_busy", _SHARE, "% util time"),
    ("cpu_busy", _SHARE, "% processor time"),
)
_ESX_DISK: Final[_Names] = (
    ("disk_read_requests", _EVENTS, "reads/sec"),
    ("disk_write_requests", _EVENTS, "writes/sec"),
    ("disk_requests", _EVENTS, "commands/sec"),
    ("disk_read", _MEBIBYTES, "mbytes read/sec"),
    ("disk_write", _MEBIBYTES, "mbytes written/sec"),
    ("disk_read_await", _MILLISECONDS, "average guest millisec/read"),
    ("disk_write_await", _MILLISECONDS, "average guest millisec/write"),
    ("disk_await", _MILLISECONDS, "average guest millisec/command"),
    ("disk_device_await", _MILLISECONDS, "average driver millisec/command"),
    ("disk_active_commands", _COUNT, "active commands"),
    ("disk_queued_commands", _COUNT, "queued commands"),
)
_ESX_NETWORK: Final[_Names] = (
    ("net_receive", _MEGABITS, "mbits received/sec"),
    ("net_send", _MEGABITS, "mbits transmitted/sec"),
)
_ESX_MEMORY: Final[_Names] = (("memory_free", ColumnMeaning("", Unit.BYTE, MIB), "free mbytes"),)

_ESXTOP, _WINDOWS = "esxtop", "perfmon"
_OBJECTS: Final = (
    (_ESXTOP, "cpu", 0, "physical cpu", _ESX_PROCESSOR),
    (_ESXTOP, "disk", 0, "physical disk scsi device|physical disk nfs volume", _ESX_DISK),
    (_ESXTOP, "disk", 1, "physical disk adapter", _ESX_DISK),
    (_ESXTOP, "disk", 2, "physical disk", _ESX_DISK),
    (_ESXTOP, "net", 0, "network port", _ESX_NETWORK),
    (_ESXTOP, "memory", 0, "memory", _ESX_MEMORY),
    (_WINDOWS, "cpu", 0, "processor|prozessor|processador", _PROCESSOR),
    (_WINDOWS, "cpu", 1,
     "processor information|prozessorinformationen|informações do processador", _PROCESSOR),
    (_WINDOWS, "disk", 0, "physicaldisk|physikalischer datenträger|disco físico", _DISK),
    (_WINDOWS, "disk", 1, "logicaldisk|logischer datenträger|disco lógico", _DISK),
    (_WINDOWS, "net", 0, "network interface|netzwerkschnittstelle|interface de rede", _NETWORK),
    (_WINDOWS, "net", 1, "network adapter|netzwerkadapter|adaptador de rede", _NETWORK),
    (_WINDOWS, "memory", 0, "memory|arbeitsspeicher|memória", _MEMORY),
)  # fmt: skip
"""Program, what is counted, choice, names of the object, its counters.

Of objects that count the same thing the first choice is taken.
"""

_UTILISATION: Final = "disk_utilisation"
"""What is missing to 100: not idle is busy."""
_NUMBER: Final = re.compile(r"\d{1,20}(?:[.,]\d{0,20})?(?:[eE][-+]?\d{1,2})?")
"""A negative value marks a sample that failed."""


@dataclass(frozen=True, slots=True)
class _CounterKind:
    program: str
    resource: str
    choice: int
    rank: int
    """Of names of the same figure the first is taken."""
    meaning: ColumnMeaning


def _build_counter_kinds() -> dict[tuple[str, str], _CounterKind]:
    result: dict[tuple[str, str], _CounterKind] = {}
    for program, what, choice, objects, names in _OBJECTS:
        for rank, (name, scale, spellings) in enumerate(names):
            known = _CounterKind(program, what, choice, rank, replace(scale, name=name))
            for thing in objects.split("|"):
                for spelling in spellings.split("|"):
                    result.setdefault((thing, spelling), known)
    return result


@dataclass(frozen=True, slots=True)
class PerfmonCounter:
    """A column that is read."""

    host: str
    kind: _CounterKind
    instance: str | None
    position: int
    """Field of the row, from 0."""

    def format_cell(self, row: list[str]) -> str:
        """Format its cell as a number with a point; empty where there is no value."""
        text = row[self.position].strip()
        if not _NUMBER.fullmatch(text):
            return ""
        text = text.replace(",", ".")
        if self.kind.meaning.name == _UTILISATION:
            return f"{max(0.0, 100.0 - float(text)):.6f}"
        return text


_COUNTER_KINDS: Final = _build_counter_kinds()
_PATH: Final = re.compile(
    r"(?:\\\\(?P<host>[^\\]{1,255}))?\\(?P<object>[^\\(]{1,200})"
    r"(?:\((?P<instance>.{0,500})\))?\\(?P<counter>.{1,200})",
    re.DOTALL,
)
_TOTAL: Final = "_total"
_NO_LINK: Final = re.compile(r"loopback|isatap|teredo|6to4|pseudo", re.IGNORECASE)
_UPLINK: Final = re.compile(r"(?:^|:)(vmnic\d{1,4})$")
_OLD_ADAPTER: Final = re.compile(r"vmhba\d{1,4}")


def select_counters(header: Iterable[str]) -> tuple[list[PerfmonCounter], str]:
    """Return the columns to read, one for each figure, and the program that wrote them."""
    found: dict[tuple[str, str], list[PerfmonCounter]] = {}
    for position, path in enumerate(header):
        match = _PATH.fullmatch(path.strip())
        if position == 0 or match is None:
            continue
        spelling = " ".join(match["counter"].casefold().split())
        known = _COUNTER_KINDS.get((match["object"].strip().casefold(), spelling))
        instance = _instance_name(known, match["instance"] or _TOTAL) if known else None
        if known is not None and instance is not None:
            host = as_short_line(match["host"] or "")
            counter = PerfmonCounter(host, known, instance or None, position)
            found.setdefault((host, known.resource), []).append(counter)
    kept = [counter for group in found.values() for counter in _preferred_counters(group)]
    is_esxtop = any(counter.kind.program == _ESXTOP for counter in kept)
    ordered = sorted(kept, key=lambda counter: counter.position)
    return ordered, _ESXTOP if is_esxtop else _WINDOWS


def _preferred_counters(group: list[PerfmonCounter]) -> Iterable[PerfmonCounter]:
    best = min(counter.kind.choice for counter in group)
    named: dict[tuple[str, str | None], PerfmonCounter] = {}
    for counter in sorted(group, key=lambda counter: counter.kind.rank):
        if counter.kind.choice == best:
            named.setdefault((counter.kind.meaning.name, counter.instance), counter)
    return named.values()


def _instance_name(kind: _CounterKind, printed_name: str) -> str | None:
    """Return a device's name; empty for the whole machine, None for what repeats others."""
    name = printed_name.strip()
    is_total = name.casefold() == _TOTAL
    if kind.resource == "cpu":
        return _processor_name(name, is_total=is_total)
    if kind.resource == "net":
        return _link_name(kind.program, name)
    if kind.program == _ESXTOP and kind.choice == 2 and not _OLD_ADAPTER.fullmatch(name):
        return None  # paths and worlds repeat what their adapter does
    if is_total and kind.meaning.name == _UTILISATION:
        return None  # the mean of all disks bounds none of them
    return "" if is_total else name[:200]


def _processor_name(name: str, *, is_total: bool) -> str | None:
    """Return `cpu` with group and number; empty for the total, None for a group's total."""
    if is_total:
        return ""
    group, _, number = name.rpartition(",")
    if not number.strip().isdecimal():
        return None
    return f"cpu{group.strip()}.{number.strip()}" if group else f"cpu{number.strip()}"


def _link_name(program: str, name: str) -> str | None:
    """Return the link's name; None for totals, loopbacks and ports of virtual machines."""
    if program == _ESXTOP:
        uplink = _UPLINK.search(name)
        return uplink[1] if uplink else None
    return None if _NO_LINK.search(name) or name.casefold() == _TOTAL else name[:200]


_SIGN: Final = re.compile(r'^[ \t]{0,8}"?\(PDH-(?:CSV|TSV) \d', re.MULTILINE)
_ZONE: Final = re.compile(r"\(PDH-[CT]SV [\d.]+\)\s*\(.*\)\s*\((?P<bias>-?\d{1,4})\)\s*")
_FIRST_CELL: Final = re.compile(r'\s*(?:"[^"]*"|[^,;\t"]*)([,;\t])')
_STAMP: Final = re.compile(
    r"(?P<m>\d{1,2})/(?P<d>\d{1,2})/(?P<y>\d{4}) "
    r"(?P<h>\d{1,2}):(?P<min>\d\d):(?P<s>\d\d(?:\.\d{1,9})?)"
)
_LONGEST_LINE: Final = 1 << 25
"""Characters; the header of a busy ESXi host has some millions."""
_LONGEST_BIAS_MIN: Final = 14 * 60
_NO_COUNTERS: Final = (
    "None of the counters is of processors, disks, network or memory. Record Processor,"
    " PhysicalDisk and Network Interface, or export all counters of esxtop."
)


class PerfmonImporter(FileImporter):
    """Importer of PDH-CSV files: every file is read on its own."""

    tool = "perfmon"
    signature = _SIGN

    def read_file(self, source: Source) -> Reading:
        """Read a file; rows are kept compressed until they are loaded."""
        encoding = detect_encoding(source.data)
        lines = StreamedLines(source.data, encoding, _LONGEST_LINE)
        table = _CounterReader()
        for number, line in lines:
            table.read_line(number, line)
        if lines.cut_line:
            table.read_line(*lines.cut_line, is_cut=True)
        if table.recordings:
            return build_host_reading(self.tool, table.recordings, encoding)
        return refused_reading(self.tool, message(_NO_COUNTERS))


@dataclass(slots=True)
class _CounterReader:
    """The recordings of a file, one a host, while its lines are read."""

    recordings: list[HostRecording] = field(default_factory=list)
    _current_recordings: list[tuple[HostRecording, list[PerfmonCounter]]] = field(
        default_factory=list
    )
    _header: list[str] = field(default_factory=list)
    _delimiter: str = ","
    _is_quoted: bool = True
    _utc_offset_s: float | None = None
    _dates: DateParser = field(default_factory=DateParser)

    def read_line(self, number: int, line: str, *, is_cut: bool = False) -> None:
        """Read a line: a header, a row, or what typeperf prints at the end."""
        if _SIGN.match(line):
            self._begin_recordings(line)
            return
        row = self._split_cells(line) if self._header else []
        if len(row) < 2 or not row[0][:1].isdigit():
            return
        is_whole = len(row) == len(self._header)
        if is_cut and self._is_quoted:
            is_whole = is_whole and line.rstrip().endswith('"')
        if not is_whole:
            self._count_misfit(len(row), number, is_cut=is_cut)
            return
        moment = self._parse_moment(row[0])
        for recording, counters in self._current_recordings:
            recording.begin_row(moment)
            if moment is None:
                recording.line_problems.count_line("untimed", number)
            cells = [counter.format_cell(row) for counter in counters]
            columns = ((counter.kind.meaning, counter.instance) for counter in counters)
            recording.put_cells("counters", number, "counters", columns, cells)

    def _count_misfit(self, cell_count: int, number: int, *, is_cut: bool) -> None:
        for recording, _ in self._current_recordings:
            if is_cut:
                recording.mark_as_cut(number)
            else:
                recording.line_problems.count_line(
                    "short" if cell_count < len(self._header) else "long", number
                )

    def _split_cells(self, line: str) -> list[str]:
        try:
            return next(csv.reader([line], delimiter=self._delimiter), [])
        except csv.Error:
            return []

    def _begin_recordings(self, line: str) -> None:
        """Begin a recording for every host, unless the header is the same as before."""
        first = _FIRST_CELL.match(line)
        self._delimiter = first[1] if first else ","
        self._is_quoted = line.lstrip().startswith('"')
        header = self._split_cells(line)
        if header == self._header:
            return
        self._header, self._current_recordings = header, []
        zone = _ZONE.fullmatch(header[0]) if header else None
        bias_min = int(zone["bias"]) if zone else None
        is_near = bias_min is not None and abs(bias_min) <= _LONGEST_BIAS_MIN
        self._utc_offset_s = -60.0 * bias_min if is_near and bias_min is not None else None
        counters, program = select_counters(header)
        for host in dict.fromkeys(counter.host for counter in counters):
            if len(self.recordings) < MOST_RUNS:
                own = [counter for counter in counters if counter.host == host]
                processors = {c.instance for c in own if c.instance and c.kind.resource == "cpu"}
                known = [("processors", str(len(processors)))] if processors else []
                recording = HostRecording(program, host, known)
                self.recordings.append(recording)
                self._current_recordings.append((recording, own))

    def _parse_moment(self, text: str) -> Moment | None:
        match = _STAMP.fullmatch(text.strip())
        if match is None:
            moment = parse_timestamp(text, self._dates)
            return moment and Moment(moment.local_s, self._utc_offset_s)
        day = self._dates.parse(f"{match['y']}-{match['m']}-{match['d']}")
        second = int(match["h"]) * 3600 + int(match["min"]) * 60 + float(match["s"])
        return moment_at(day, second, self._utc_offset_s) if day else None

"""Reads collectl: files in plot format, and what it shows on a terminal, brief or verbose."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from arraywise.domain.units import KIB, MILLISECOND, PERCENT, Unit
from arraywise.importers.kit.clocks import (
    CLOCK,
    DayCounter,
    Moment,
    date_or_none,
    moment_at,
    parse_utc_offset_s,
    seconds_since_midnight,
)
from arraywise.importers.kit.host_samples import (
    MOST_RUNS,
    SKIPPED,
    ColumnMeaning,
    Columns,
    HostRecording,
    TableDraft,
    build_host_reading,
    meanings_by_heading,
)
from arraywise.importers.kit.importer import FileImporter
from arraywise.importers.kit.readings import (
    as_short_line,
    error_problem,
    info_problem,
    parse_number,
)
from arraywise.importers.kit.text import StreamedLines, detect_encoding

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from arraywise.domain.evidence import Reading
    from arraywise.domain.messages import Problem
    from arraywise.importers.kit.importer import Source

_SIGN: Final = re.compile(
    r"^#+\s*(?:Collectl:|RECORD:?\s+\d+ >>>)|^#\s*<-+CPU|^#cpu sys inter"
    r"|^#(?:Date|UTC)\b.*\[\w+[\]:]|^# (?:PROCESS SUMMARY|TOP PROCESSES)\b",
    re.MULTILINE,
)
_NO_TIMES: Final = "The rows have no date and cannot be matched to runs. Record with -oD."
_PROCESSES: Final = (
    "Figures of single processes (collectl -sZ) are not read. Record the host with -scdmn."
)
_OTHERS: Final = "No column is read: {columns}. Record the host with -scdmn."
_MOST_NAMED: Final = 6
_SHARE: Final = ColumnMeaning("", Unit.ONE, PERCENT)
_EVENTS: Final = ColumnMeaning("", Unit.PER_SECOND)
_KIB: Final = ColumnMeaning("", Unit.BYTE_PER_SECOND, KIB)
_SIZE: Final = ColumnMeaning("", Unit.BYTE, KIB)
_TIME: Final = ColumnMeaning("", Unit.SECOND, MILLISECOND, zero_is_none=True)
_SHARES: Final = meanings_by_heading(
    *(("user", "cpu_user", _SHARE), ("nice", "cpu_nice", _SHARE), ("sys", "cpu_system", _SHARE)),
    *(("wait", "cpu_wait", _SHARE), ("irq", "cpu_hardirq", _SHARE), ("idle", "cpu_idle", _SHARE)),
    *(("soft", "cpu_softirq", _SHARE), ("steal", "cpu_steal", _SHARE)),
)
_TRAFFIC: Final = meanings_by_heading(
    ("kbread|readkbtot|rkbytes", "disk_read", _KIB),
    ("kbwrit|kbwrite|writekbtot|wkbytes", "disk_write", _KIB),
    ("reads|readtot", "disk_read_requests", _EVENTS),
    ("writes|writetot", "disk_write_requests", _EVENTS),
    ("kbin|rxkbtot|rxkb", "net_receive", _KIB),
    ("kbout|txkbtot|txkb", "net_send", _KIB),
)
_DEVICE: Final = meanings_by_heading(
    ("waitr", "disk_read_await", _TIME),
    ("waitw", "disk_write_await", _TIME),
    ("wait", "disk_await", _TIME),
    ("quelen|qlen", "disk_queue", ColumnMeaning("")),
    ("util", "disk_utilisation", _SHARE),
)
_MEMORY: Final = meanings_by_heading(
    ("free", "memory_free", _SIZE), ("swapused", "swap_used", _SIZE)
)
_BRIEF: Final = {**_TRAFFIC, "cpu": ColumnMeaning("cpu_busy", Unit.ONE, PERCENT)}
_BY_KIND: Final = {
    "CPU": _SHARES,
    "DSK": {**_TRAFFIC, **_DEVICE},
    "DISK": {**_TRAFFIC, **_DEVICE},
    "NET": _TRAFFIC,
    "NETWORK": _TRAFFIC,
    "MEM": _MEMORY,
    "": _BRIEF,
}
"""Meaning of headings by the kind of table; without one it is the brief display."""
_TWICE: Final = {"kbytes": ("rkbytes", "wkbytes"), "ios": ("reads", "writes")}
_WAITS: Final = ("waitr", "waitw", "wait")
_FACT: Final = re.compile(r"#\s*(?P<name>Collectl|Host|Date):\s+(?P<value>\S+)(?P<rest>.*)")
_ZONE: Final = re.compile(r"\bTZ:\s*([+-]\d{4})\b")
_RECORD: Final = re.compile(
    r"#+\s*RECORD:?\s+\d+ >>> (?P<host>\S{1,255}) <<< \((?P<epoch>\d{9,10}(?:\.\d{1,6})?)\)"
)
_SECTION: Final = re.compile(r"#\s+(?:SINGLE )?(?P<kind>[A-Z]{3,10})\b(?:\[\w+\])?.*")
_OF_PROCESSES: Final = re.compile(r"#.{0,40}\bPID\b")
_HEADING: Final = re.compile(r"#\s*(?:UTC|Date|Time|Name|Num|Cpu|cpu|User|KB\w+)\b(?!:)")
_PLOTTED: Final = re.compile(
    r"\[(?P<kind>[A-Z]+)(?::(?P<instance>[^\]]{1,200}))?\](?P<name>.{1,60})"
)
_WORD: Final = re.compile(r"(?P<figure>\d{1,18}(?:\.\d{1,9})?)(?P<unit>[KMGT]?)")
_DAY: Final = re.compile(r"(?P<y>20\d\d)(?P<m>\d\d)(?P<d>\d\d)")
_TIMES: Final = ("utc", "date", "time")


class CollectlImporter(FileImporter):
    """Importer of collectl and of its likeness in PCP: every file is read on its own."""

    tool = "collectl"
    signature = _SIGN

    def read_file(self, source: Source) -> Reading:
        """Read a file; rows are kept compressed until they are loaded."""
        encoding = detect_encoding(source.data)
        lines = StreamedLines(source.data, encoding)
        tables = _CollectlReader()
        for line, text in lines:
            tables.read_line(line, text)
        if lines.cut_line:
            tables.read_line(*lines.cut_line)
        return build_host_reading(
            self.tool, tables.recordings, encoding, tables.problems_without_rows()
        )


@dataclass(slots=True)
class _CollectlRecording(HostRecording):
    """A recording that may have no clock."""

    def recording_problems(self, tables: list[TableDraft]) -> Iterator[Problem]:
        """Yield the problems, and an information where no row has a date."""
        yield from HostRecording.recording_problems(self, tables)
        if tables and all(table.first_moment is None for table in tables):
            yield info_problem(_NO_TIMES)


@dataclass(slots=True)
class _CollectlReader:
    """The recordings of a file while its lines are read."""

    recordings: list[_CollectlRecording] = field(
        default_factory=lambda: [_CollectlRecording("collectl")]
    )
    _kind: str = ""
    _delimiter: str | None = None
    _headings: list[str] = field(default_factory=list)
    _columns: Columns = ()
    _key_positions: dict[str, int] = field(default_factory=dict)
    """Indices of date, time and the name of a device in a row."""
    _utc_offset_s: float | None = None
    _has_records: bool = False
    _day: DayCounter = field(default_factory=lambda: DayCounter(None))
    _has_processes: bool = False
    _unread_headings: str = ""
    """Headings of a table of which nothing is read."""

    def problems_without_rows(self) -> list[Problem]:
        """Return why no row of a host was read; nothing where one was."""
        if any(recording.has_rows for recording in self.recordings):
            return []
        if self._has_processes:
            return [error_problem(_PROCESSES)]
        return (
            [error_problem(_OTHERS, columns=self._unread_headings)]
            if self._unread_headings
            else []
        )

    def read_line(self, line: int, text: str) -> None:
        """Read a line: a fact of the head, the begin of a record, headings or a row."""
        text = text.strip()
        if not text.startswith("#"):
            if self._headings:
                self._read_row(line, text)
        elif record := _RECORD.match(text):  # of the verbose display; its seconds are in UTC
            self._has_records = True
            self._current_recording.host = self._current_recording.host or as_short_line(
                record["host"]
            )
            self._current_recording.begin_row(Moment(float(record["epoch"]), 0.0))
        elif fact := _FACT.match(text):
            self._read_head_fact(fact)
        elif _OF_PROCESSES.match(text):
            self._headings, self._has_processes = [], True
        elif _HEADING.match(text):
            self._read_headings(text)
        elif (section := _SECTION.fullmatch(text)) and text.isascii():
            self._kind, self._headings = section["kind"], []

    @property
    def _current_recording(self) -> _CollectlRecording:
        return self.recordings[-1]

    def _read_head_fact(self, fact: re.Match[str]) -> None:
        if fact["name"] == "Collectl":
            if self._current_recording.has_rows and len(self.recordings) < MOST_RUNS:
                self.recordings.append(_CollectlRecording("collectl"))
            self._kind, self._headings, self._utc_offset_s = "", [], None
            self._current_recording.attributes.append(("version", as_short_line(fact["value"])))
        elif fact["name"] == "Host":
            self._current_recording.host = as_short_line(fact["value"])
        else:
            self._day = DayCounter(_parse_day(fact["value"][:8]))
            zone = _ZONE.search(fact["rest"])
            if zone:
                self._utc_offset_s = parse_utc_offset_s(zone[1])

    def _read_headings(self, text: str) -> None:
        """Read the meanings of the columns, in plot format or as on a terminal."""
        plain = text.lstrip("# ")
        self._delimiter = next((d for d in ",;" if d in plain), None)
        self._headings = plain.split(self._delimiter)
        lower = [word.strip().casefold() for word in self._headings]
        self._key_positions = {
            name: at for at, name in enumerate(lower) if name in (*_TIMES, "name")
        }
        if lower[0] == "cpu" and self._kind == "CPU":
            self._key_positions["cpu"] = 0
        plotted = [_PLOTTED.fullmatch(word.strip()) for word in self._headings]
        if any(plotted):
            self._columns = tuple(
                (_heading_meaning(m["kind"], m["name"]), _instance_name(m["kind"], m["instance"]))
                if m
                else (SKIPPED, None)
                for m in plotted
            )
        else:
            names = _split_read_write_headings(lower)
            self._columns = tuple((_heading_meaning(self._kind, name), None) for name in names)
        if not any(meaning.name for meaning, _ in self._columns):
            named = [word for word in self._headings if word.strip().casefold() not in _TIMES]
            self._unread_headings = as_short_line(", ".join(named[:_MOST_NAMED]))

    def _read_row(self, line: int, text: str) -> None:
        words = [word.strip() for word in text.split(self._delimiter)]
        if len(words) != len(self._headings):
            figures = sum(_WORD.fullmatch(word) is not None for word in words)
            if figures > 2 and figures * 2 >= len(words):
                misfit = "short" if len(words) < len(self._headings) else "long"
                self._current_recording.line_problems.count_line(misfit, line)
            return
        if not self._has_records:
            self._current_recording.begin_row(self._row_moment(words))
        name = next(
            (
                words[self._key_positions[key]]
                for key in ("name", "cpu")
                if key in self._key_positions
            ),
            None,
        )
        instance = _instance_name(self._kind, name)
        is_plotted = any(column[1] for column in self._columns)
        columns = ((meaning, own if is_plotted else instance) for meaning, own in self._columns)
        cells = [
            _format_cell(word, meaning)
            for word, (meaning, _) in zip(words, self._columns, strict=True)
        ]
        slot = (self._kind, instance, tuple(self._headings))
        if any(meaning.name for meaning, _ in self._columns):
            self._current_recording.put_cells(self._kind, line, slot, columns, cells)

    def _row_moment(self, words: list[str]) -> Moment | None:
        if "utc" in self._key_positions:
            seconds = parse_number(words[self._key_positions["utc"]])
            return Moment(seconds, 0.0) if seconds and 1e8 <= seconds < 4.1e9 else None
        at = self._key_positions.get("time")
        second = None if at is None else seconds_since_midnight(CLOCK.match(words[at]))
        if second is None:
            return None
        if "date" not in self._key_positions:
            return self._day.next_moment(second, self._utc_offset_s)
        day = _parse_day(words[self._key_positions["date"]])
        return moment_at(day, second, self._utc_offset_s) if day else None


def _heading_meaning(kind: str, heading: str) -> ColumnMeaning:
    return _BY_KIND.get(kind, {}).get(heading.casefold().rstrip("%"), SKIPPED)


def _instance_name(kind: str, name: str | None) -> str | None:
    """Return the name of a device or processor; None for the whole machine."""
    if not name:
        return None
    return f"cpu{name}" if kind == "CPU" and name.isdecimal() else name[:200].rstrip(":")


def _split_read_write_headings(headings: list[str]) -> list[str]:
    """Rename headings that are the same for reads and writes, by their order."""
    counts: dict[str, int] = {}
    waits = headings.count("wait")
    result = []
    for heading in headings:
        count = counts[heading] = counts.get(heading, 0) + 1
        names = _WAITS if heading == "wait" and waits == len(_WAITS) else _TWICE.get(heading, ())
        result.append(names[count - 1] if count <= len(names) else heading)
    return result


_BINARY: Final = {"K": 1, "M": KIB, "G": KIB**2, "T": KIB**3}
"""KiB in the units of sizes."""
_DECIMAL: Final = {"K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}


def _format_cell(word: str, meaning: ColumnMeaning) -> str:
    """Format a word as a number; empty for what is none."""
    match = _WORD.fullmatch(word)
    if match is None or not meaning.name:
        return ""
    if not match["unit"]:
        return match["figure"]
    factor = (_BINARY if meaning.scale == KIB else _DECIMAL)[match["unit"]]
    return f"{float(match['figure']) * factor:g}"


def _parse_day(text: str) -> date | None:
    match = _DAY.fullmatch(text)
    return date_or_none(match["y"], match["m"], match["d"]) if match else None

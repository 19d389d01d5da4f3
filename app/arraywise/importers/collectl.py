"""Reads collectl: files in plot format, and what it shows on a terminal, brief or verbose."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from arraywise.domain.units import KIB, MILLISECOND, PERCENT, Unit
from arraywise.importers.kit.clocks import (
    CLOCK,
    Day,
    Moment,
    date_of,
    moment_at,
    offset_of,
    second_of_day,
)
from arraywise.importers.kit.host_samples import (
    MOST_RUNS,
    SKIPPED,
    Columns,
    HostRecording,
    Meaning,
    TableDraft,
    meanings,
    read_as_host,
)
from arraywise.importers.kit.importer import FileByFile
from arraywise.importers.kit.readings import error, info, number, shortened
from arraywise.importers.kit.text import Lines, encoding_of

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
_SHARE: Final = Meaning("", Unit.ONE, PERCENT)
_SHARES: Final = meanings(
    *(("user", "cpu_user", _SHARE), ("nice", "cpu_nice", _SHARE), ("sys", "cpu_system", _SHARE)),
    *(("wait", "cpu_wait", _SHARE), ("irq", "cpu_hardirq", _SHARE), ("idle", "cpu_idle", _SHARE)),
    *(("soft", "cpu_softirq", _SHARE), ("steal", "cpu_steal", _SHARE)),
)
_EVENTS: Final = Meaning("", Unit.PER_SECOND)
_KIB: Final = Meaning("", Unit.BYTE_PER_SECOND, KIB)
_SIZE: Final = Meaning("", Unit.BYTE, KIB)
_TIME: Final = Meaning("", Unit.SECOND, MILLISECOND, zero_is_none=True)

_TRAFFIC: Final = meanings(
    ("kbread|readkbtot|rkbytes", "disk_read", _KIB),
    ("kbwrit|kbwrite|writekbtot|wkbytes", "disk_write", _KIB),
    ("reads|readtot", "disk_read_requests", _EVENTS),
    ("writes|writetot", "disk_write_requests", _EVENTS),
    ("kbin|rxkbtot|rxkb", "net_receive", _KIB),
    ("kbout|txkbtot|txkb", "net_send", _KIB),
)
_DEVICE: Final = meanings(
    ("waitr", "disk_read_await", _TIME),
    ("waitw", "disk_write_await", _TIME),
    ("wait", "disk_await", _TIME),
    ("quelen|qlen", "disk_queue", Meaning("")),
    ("util", "disk_utilisation", _SHARE),
)
_MEMORY: Final = meanings(("free", "memory_free", _SIZE), ("swapused", "swap_used", _SIZE))
_BRIEF: Final = {**_TRAFFIC, "cpu": Meaning("cpu_busy", Unit.ONE, PERCENT)}
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


class CollectlImporter(FileByFile):
    """Importer of collectl and of its likeness in PCP: every file is read on its own."""

    tool = "collectl"
    sign = _SIGN

    def read_file(self, source: Source) -> Reading:
        """Read a file; rows are kept compressed until they are loaded."""
        encoding = encoding_of(source.data)
        lines = Lines(source.data, encoding)
        tables = _CollectlTables()
        for line, text in lines:
            tables.take(line, text)
        if lines.cut:
            tables.take(*lines.cut)
        return read_as_host(self.tool, tables.recordings, encoding, tables.problems())


@dataclass(slots=True)
class _CollectlRecording(HostRecording):
    """A recording that may have no clock."""

    def problems(self, tables: list[TableDraft]) -> Iterator[Problem]:
        """Add that nothing tells when the rows were taken."""
        yield from HostRecording.problems(self, tables)
        if tables and all(table.first is None for table in tables):
            yield info(_NO_TIMES)


@dataclass(slots=True)
class _CollectlTables:
    """The recordings of a file while its lines are read."""

    recordings: list[_CollectlRecording] = field(
        default_factory=lambda: [_CollectlRecording("collectl")]
    )
    _kind: str = ""
    _delimiter: str | None = None
    _headings: list[str] = field(default_factory=list)
    _columns: Columns = ()
    _at: dict[str, int] = field(default_factory=dict)
    """Places of date, time and the name of a device in a row."""
    _utc_offset_s: float | None = None
    _has_records: bool = False
    _day: Day = field(default_factory=lambda: Day(None))
    _has_processes: bool = False
    _unread: str = ""
    """Headings of a table of which nothing is read."""

    def problems(self) -> list[Problem]:
        """Say what is in a file that has no row of a host."""
        if any(recording.has_rows for recording in self.recordings):
            return []
        if self._has_processes:
            return [error(_PROCESSES)]
        return [error(_OTHERS, columns=self._unread)] if self._unread else []

    def take(self, line: int, text: str) -> None:
        """Take a line: what the head states, a record's begin, headings or a row."""
        text = text.strip()
        if not text.startswith("#"):
            if self._headings:
                self._row(line, text)
        elif record := _RECORD.match(text):  # of the verbose display; its seconds are in UTC
            self._has_records = True
            self._recording.host = self._recording.host or shortened(record["host"])
            self._recording.begin(Moment(float(record["epoch"]), 0.0))
        elif fact := _FACT.match(text):
            self._fact(fact)
        elif _OF_PROCESSES.match(text):
            self._headings, self._has_processes = [], True
        elif _HEADING.match(text):
            self._head(text)
        elif (section := _SECTION.fullmatch(text)) and text.isascii():
            self._kind, self._headings = section["kind"], []

    @property
    def _recording(self) -> _CollectlRecording:
        return self.recordings[-1]

    def _fact(self, fact: re.Match[str]) -> None:
        if fact["name"] == "Collectl":
            if self._recording.has_rows and len(self.recordings) < MOST_RUNS:
                self.recordings.append(_CollectlRecording("collectl"))
            self._kind, self._headings, self._utc_offset_s = "", [], None
            self._recording.attributes.append(("version", shortened(fact["value"])))
        elif fact["name"] == "Host":
            self._recording.host = shortened(fact["value"])
        else:
            self._day = Day(_day(fact["value"][:8]))
            zone = _ZONE.search(fact["rest"])
            if zone:
                self._utc_offset_s = offset_of(zone[1])

    def _head(self, text: str) -> None:
        """Note what the columns hold, in plot format or on a terminal."""
        plain = text.lstrip("# ")
        self._delimiter = next((d for d in ",;" if d in plain), None)
        self._headings = plain.split(self._delimiter)
        lower = [word.strip().casefold() for word in self._headings]
        self._at = {name: at for at, name in enumerate(lower) if name in (*_TIMES, "name")}
        if lower[0] == "cpu" and self._kind == "CPU":
            self._at["cpu"] = 0
        plotted = [_PLOTTED.fullmatch(word.strip()) for word in self._headings]
        if any(plotted):
            self._columns = tuple(
                (_meaning(m["kind"], m["name"]), _instance(m["kind"], m["instance"]))
                if m
                else (SKIPPED, None)
                for m in plotted
            )
        else:
            names = _told_apart(lower)
            self._columns = tuple((_meaning(self._kind, name), None) for name in names)
        if not any(meaning.name for meaning, _ in self._columns):
            named = [word for word in self._headings if word.strip().casefold() not in _TIMES]
            self._unread = shortened(", ".join(named[:_MOST_NAMED]))

    def _row(self, line: int, text: str) -> None:
        words = [word.strip() for word in text.split(self._delimiter)]
        if len(words) != len(self._headings):
            figures = sum(_WORD.fullmatch(word) is not None for word in words)
            if figures > 2 and figures * 2 >= len(words):
                misfit = "short" if len(words) < len(self._headings) else "long"
                self._recording.troubles.note(misfit, line)
            return
        if not self._has_records:
            self._recording.begin(self._moment(words))
        name = next((words[self._at[key]] for key in ("name", "cpu") if key in self._at), None)
        instance = _instance(self._kind, name)
        is_plotted = any(column[1] for column in self._columns)
        columns = ((meaning, own if is_plotted else instance) for meaning, own in self._columns)
        cells = [
            _written(word, meaning)
            for word, (meaning, _) in zip(words, self._columns, strict=True)
        ]
        spot = (self._kind, instance, tuple(self._headings))
        if any(meaning.name for meaning, _ in self._columns):
            self._recording.put(self._kind, line, spot, columns, cells)

    def _moment(self, words: list[str]) -> Moment | None:
        if "utc" in self._at:
            seconds = number(words[self._at["utc"]])
            return Moment(seconds, 0.0) if seconds and 1e8 <= seconds < 4.1e9 else None
        at = self._at.get("time")
        second = None if at is None else second_of_day(CLOCK.match(words[at]))
        if second is None:
            return None
        if "date" not in self._at:
            return self._day.moment(second, self._utc_offset_s)
        day = _day(words[self._at["date"]])
        return moment_at(day, second, self._utc_offset_s) if day else None


def _meaning(kind: str, heading: str) -> Meaning:
    return _BY_KIND.get(kind, {}).get(heading.casefold().rstrip("%"), SKIPPED)


def _instance(kind: str, name: str | None) -> str | None:
    """Name a device or processor; None for the whole machine."""
    if not name:
        return None
    return f"cpu{name}" if kind == "CPU" and name.isdecimal() else name[:200].rstrip(":")


def _told_apart(headings: list[str]) -> list[str]:
    """Tell reads from writes, which have the same headings under one above."""
    met: dict[str, int] = {}
    waits = headings.count("wait")
    result = []
    for heading in headings:
        count = met[heading] = met.get(heading, 0) + 1
        names = _WAITS if heading == "wait" and waits == len(_WAITS) else _TWICE.get(heading, ())
        result.append(names[count - 1] if count <= len(names) else heading)
    return result


_BINARY: Final = {"K": 1, "M": KIB, "G": KIB**2, "T": KIB**3}
"""KiB in the units of sizes."""
_DECIMAL: Final = {"K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}


def _written(word: str, meaning: Meaning) -> str:
    """Write a word as a number; empty for what is none."""
    match = _WORD.fullmatch(word)
    if match is None or not meaning.name:
        return ""
    if not match["unit"]:
        return match["figure"]
    factor = (_BINARY if meaning.scale == KIB else _DECIMAL)[match["unit"]]
    return f"{float(match['figure']) * factor:g}"


def _day(text: str) -> date | None:
    match = _DAY.fullmatch(text)
    return date_of(match["y"], match["m"], match["d"]) if match else None

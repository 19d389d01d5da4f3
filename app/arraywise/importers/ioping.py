"""Reads what ioping prints: the latency of single I/Os, one after the other."""

from __future__ import annotations

import re
from math import log2
from typing import Final

from arraywise.domain.evidence import Metric
from arraywise.domain.units import MILLISECOND
from arraywise.importers.kit.importer import TextByText
from arraywise.importers.kit.readings import IoWork, Log, PrintedNumber, RunDraft, number, size_in
from arraywise.importers.kit.text import numbered

_REQUEST: Final = re.compile(
    r".{0,40}?(?P<size>\d[\d.]{0,12} ?(?:[KMGT]i?B|B|bytes)) (?P<way><<<|>>>|<>|from|to) .{1,300}?"
    r"request=\d"
)
_BEGIN: Final = re.compile(
    r".{0,40}?--- .{1,300} \((?P<system>[^()]{0,80})\) ioping statistics ---"
)
_SIZE_OF_DEVICE: Final = re.compile(r" [\d.]+ [KMGTP]iB$")
_DONE: Final = re.compile(
    r".{0,40}?(?P<count>\d[\d.]{0,12}(?: [kMGT])?) requests completed"
    r" in (?P<time>\d[\d.]{0,12} \w{1,5})"
    r"(?:, (?P<moved>\d[\d.]{0,12} (?:[KMGT]i)?B) ?(?P<way>read|written)?)?"
    r", (?P<iops>\d[\d.]{0,12}(?: [kMGT])?) iops, (?P<rate>\d[\d.]{0,12} (?:(?:[KMGT]i)?B|mb))/s"
)
_GENERATED: Final = re.compile(
    r"\bgenerated \S+(?: [kMGT])? requests in (?P<time>\d[\d.]{0,12} \w{1,5})"
)
_LATENCIES: Final = re.compile(
    r".{0,40}?min/avg/max/mdev = (?P<min>[^/]{1,20})/ ?(?P<mean>[^ /][^/]{0,19})"
    r"/ ?(?P<max>[^ /][^/]{0,19})/ ?(?P<stddev>[^ ].{0,23})"
)
_COUNTS: Final = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
_SECONDS: Final = {
    "ns": 1e-9,
    "us": 1e-6,
    "usec": 1e-6,
    "ms": 1e-3,
    "msec": 1e-3,
    "s": 1.0,
    "sec": 1.0,
    "min": 60.0,
    "hour": 3600.0,
    "day": 86400.0,
}
_WRITES: Final = {"<<<": 0.0, "read": 0.0, ">>>": 100.0, "written": 100.0}
_PAUSED: Final = 1.5
_NEAR: Final = 0.02
_STOPPED: Final = "The test was stopped before its statistics."
_PAUSES: Final = "The tool paused between requests: the rate is that of the requests alone."
_NO_DEPTH: Final = "Requests came one after the other; parallel I/O was not measured."


class IopingImporter(TextByText):
    """Importer of ioping: every file is read on its own."""

    tool = "ioping"
    run_type = "I/O test"
    sign = re.compile(
        r"^.{0,400}?(?:<<<|>>>|<>|from|to) .{1,300}?request=\d+ time=|ioping statistics ---",
        re.MULTILINE,
    )

    def read_text(self, text: str, notes: Log) -> None:
        """Read a text; each block of statistics is a run."""
        reader = _IopingReader()
        for line_number, line in numbered(text.split("\n")):
            draft = reader.take(line_number, line[:400])
            if draft is not None:
                notes.add(draft)
        if notes.drafts:
            notes.info(_NO_DEPTH)
        else:
            notes.fail(_STOPPED)


class _IopingReader:
    """Takes the lines of a text; gives a run where its latencies stand."""

    def __init__(self) -> None:
        self._size: float | None = None
        self._write: float | None = None
        self._draft: RunDraft | None = None
        self._busy_s = 0.0

    def take(self, line: int, text: str) -> RunDraft | None:
        """Take a line; return the run that it ends."""
        if request := _REQUEST.match(text):
            self._size = size_in(request["size"].replace("bytes", ""))
            self._write = _WRITES.get(request["way"])
        elif begin := _BEGIN.match(text):
            self._draft = RunDraft(line=line, complete=True)
            self._draft.describe(file_system=_SIZE_OF_DEVICE.sub("", begin["system"]))
        elif done := _DONE.match(text):
            self._count(done, line)
        elif self._draft and (generated := _GENERATED.search(text)):
            self._draft.duration_s = _scaled(generated["time"], _SECONDS)
            if (self._draft.duration_s or 0.0) > _PAUSED * self._busy_s:
                self._draft.info(_PAUSES, line)
        elif latencies := _LATENCIES.match(text):
            return self._end(latencies, line)
        return None

    def _count(self, done: re.Match[str], line: int) -> None:
        draft, rate, count = (
            self._draft,
            _scaled(done["iops"], _COUNTS),
            _scaled(done["count"], _COUNTS),
        )
        if draft is None or not rate:
            return
        self._busy_s = _scaled(done["time"], _SECONDS) or 0.0
        draft.duration_s = self._busy_s or None
        draft.measure(Metric.IOPS, "mean", PrintedNumber(rate, line, done.start("iops") + 1))
        if count and self._busy_s > _PAUSED * count / rate:  # of old versions: all the time
            draft.info(_PAUSES, line)
        throughput = size_in(done["rate"].replace("mb", "MiB"))  # of old versions: MiB too
        if throughput:
            place = PrintedNumber(throughput, line, done.start("rate") + 1)
            draft.measure(Metric.THROUGHPUT, "mean", place)
        self._write = _WRITES.get(done["way"] or "", self._write)
        self._size = self._size or _size_of(size_in(done["moved"] or ""), count)

    def _end(self, latencies: re.Match[str], line: int) -> RunDraft | None:
        draft, self._draft = self._draft, None
        if draft is None or not draft.measurements:
            return None
        old_unit = MILLISECOND if latencies["stddev"].strip().endswith("ms") else 0.0
        for name in ("mean", "min", "max", "stddev"):
            text = latencies[name].strip()
            plain = number(text)  # of old versions: one unit behind them all
            time = _scaled(text, _SECONDS) if plain is None else plain * old_unit
            place = latencies.start(name) + 1
            result = PrintedNumber(time, line, place) if time else None
            draft.measure(Metric.LATENCY, name, result)
        work = IoWork(block_bytes=self._size, write_percent=self._write, outstanding=1)
        work.describe(draft)
        self._size = self._write = None
        return draft


def _scaled(text: str, units: dict[str, float]) -> float | None:
    figure, _, unit = text.partition(" ")
    value = number(figure)
    return None if value is None or unit not in units else value * units[unit]


def _size_of(moved: float | None, count: float | None) -> float | None:
    """Return the power of two that bytes over requests are nearly, both printed rounded."""
    if not moved or not count:
        return None
    power = 2.0 ** round(log2(moved / count))
    return power if abs(moved / count / power - 1.0) <= _NEAR else None

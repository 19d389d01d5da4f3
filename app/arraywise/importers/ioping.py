"""Reads what ioping prints: the latency of single I/Os, one after the other."""

from __future__ import annotations

import re
from math import log2
from typing import Final

from arraywise.domain.evidence import Metric
from arraywise.domain.units import MILLISECOND
from arraywise.importers.kit.importer import TextImporter
from arraywise.importers.kit.readings import (
    IoWorkload,
    PrintedNumber,
    ReadingDraft,
    RunDraft,
    parse_number,
    parse_size_bytes,
)
from arraywise.importers.kit.text import number_nonblank_lines

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


class IopingImporter(TextImporter):
    """Importer of ioping: every file is read on its own."""

    tool = "ioping"
    run_type = "I/O test"
    signature = re.compile(
        r"^.{0,400}?(?:<<<|>>>|<>|from|to) .{1,300}?request=\d+ time=|ioping statistics ---",
        re.MULTILINE,
    )

    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Read a text; each block of statistics is a run."""
        reader = _IopingReader()
        for line_number, line in number_nonblank_lines(text.split("\n")):
            draft = reader.read_line(line_number, line[:400])
            if draft is not None:
                reading.add_run(draft)
        if reading.drafts:
            reading.info(_NO_DEPTH)
        else:
            reading.error(_STOPPED)


class _IopingReader:
    """Reads the lines of a text; the line with latencies ends a run."""

    def __init__(self) -> None:
        self._request_bytes: float | None = None
        self._write_percent: float | None = None
        self._draft: RunDraft | None = None
        self._busy_s = 0.0

    def read_line(self, line: int, text: str) -> RunDraft | None:
        """Read a line; return the run that it ends, if it ends one."""
        if request := _REQUEST.match(text):
            self._request_bytes = parse_size_bytes(request["size"].replace("bytes", ""))
            self._write_percent = _WRITES.get(request["way"])
        elif begin := _BEGIN.match(text):
            self._draft = RunDraft(line=line, complete=True)
            self._draft.add_attributes(file_system=_SIZE_OF_DEVICE.sub("", begin["system"]))
        elif done := _DONE.match(text):
            self._read_totals(done, line)
        elif self._draft and (generated := _GENERATED.search(text)):
            self._draft.duration_s = _parse_quantity(generated["time"], _SECONDS)
            if (self._draft.duration_s or 0.0) > _PAUSED * self._busy_s:
                self._draft.info(_PAUSES, line)
        elif latencies := _LATENCIES.match(text):
            return self._read_latencies_and_finish(latencies, line)
        return None

    def _read_totals(self, done: re.Match[str], line: int) -> None:
        draft, rate, count = (
            self._draft,
            _parse_quantity(done["iops"], _COUNTS),
            _parse_quantity(done["count"], _COUNTS),
        )
        if draft is None or not rate:
            return
        self._busy_s = _parse_quantity(done["time"], _SECONDS) or 0.0
        draft.duration_s = self._busy_s or None
        draft.add_measurement(
            Metric.IOPS, "mean", PrintedNumber(rate, line, done.start("iops") + 1)
        )
        if count and self._busy_s > _PAUSED * count / rate:  # of old versions: all the time
            draft.info(_PAUSES, line)
        throughput = parse_size_bytes(
            done["rate"].replace("mb", "MiB")
        )  # of old versions: MiB too
        if throughput:
            place = PrintedNumber(throughput, line, done.start("rate") + 1)
            draft.add_measurement(Metric.THROUGHPUT, "mean", place)
        self._write_percent = _WRITES.get(done["way"] or "", self._write_percent)
        self._request_bytes = self._request_bytes or _infer_request_bytes(
            parse_size_bytes(done["moved"] or ""), count
        )

    def _read_latencies_and_finish(self, latencies: re.Match[str], line: int) -> RunDraft | None:
        draft, self._draft = self._draft, None
        if draft is None or not draft.measurements:
            return None
        old_unit = MILLISECOND if latencies["stddev"].strip().endswith("ms") else 0.0
        for name in ("mean", "min", "max", "stddev"):
            text = latencies[name].strip()
            plain = parse_number(text)  # of old versions: one unit behind them all
            time = _parse_quantity(text, _SECONDS) if plain is None else plain * old_unit
            place = latencies.start(name) + 1
            result = PrintedNumber(time, line, place) if time else None
            draft.add_measurement(Metric.LATENCY, name, result)
        work = IoWorkload(
            block_bytes=self._request_bytes, write_percent=self._write_percent, outstanding=1
        )
        work.describe_run(draft)
        self._request_bytes = self._write_percent = None
        return draft


def _parse_quantity(text: str, units: dict[str, float]) -> float | None:
    figure, _, unit = text.partition(" ")
    value = parse_number(figure)
    return None if value is None or unit not in units else value * units[unit]


def _infer_request_bytes(moved_bytes: float | None, count: float | None) -> float | None:
    """Return bytes per request, which both are printed rounded, as the nearby power of two."""
    if not moved_bytes or not count:
        return None
    power = 2.0 ** round(log2(moved_bytes / count))
    return power if abs(moved_bytes / count / power - 1.0) <= _NEAR else None

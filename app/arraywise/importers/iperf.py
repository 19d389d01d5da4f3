"""Reads iperf 2 and 3, text and JSON: what a network link carried between two hosts."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import NO_LOAD, Measurement, Metric, Origin
from arraywise.domain.units import BITS_PER_BYTE, KIB, MIB, Unit
from arraywise.importers.kit.importer import TextByText
from arraywise.importers.kit.readings import LARGEST, Log, PrintedNumber, RunDraft, printed, scaled
from arraywise.importers.kit.text import TextPositions, numbered

if TYPE_CHECKING:
    from collections.abc import Iterator


_SIGN: Final = re.compile(
    r"^[ \t]{0,8}\[ *(?:ID|SUM|\d+)\].*(?:bits|Bytes)/sec|^\[ ID\] *Interval +Transfer"
    r"|\"bits_per_second\"\s*:",
    re.MULTILINE,
)
_BEGIN: Final = re.compile(
    r"^\s*(?:Connecting to host|Accepted connection from|Client connecting to"
    r"|Server listening on)\b[^\n]*?(?P<protocol>\bTCP\b|\bUDP\b|$)"
)
_UNITS: Final = {
    "bits": 1 / BITS_PER_BYTE,
    "kbits": 1e3 / BITS_PER_BYTE,
    "mbits": 1e6 / BITS_PER_BYTE,
    "gbits": 1e9 / BITS_PER_BYTE,
    "tbits": 1e12 / BITS_PER_BYTE,
    "bytes": 1.0,
    "kbytes": float(KIB),
    "mbytes": float(MIB),
    "gbytes": float(MIB * KIB),
}
"""Bytes in what a rate is printed in: iperf counts bits decimal and bytes binary."""
_ROW: Final = re.compile(
    r"\s*\[ *(?P<id>SUM|\d{1,5})\](?:\[(?P<role>TX-C|RX-C|TX-S|RX-S)\])?\s*"
    r"(?P<start>\d{1,7}\.\d{1,6})\s*-\s*(?P<end>\d{1,7}\.\d{1,6})\s+sec\s+"
    r"\S{1,20} [KMGT]?Bytes\s+(?P<rate>\d[\d.]{0,20}) (?P<unit>[KMGT]?(?:bits|Bytes))/sec"
    r"(?P<rest>.{0,200})"
)
_AT_START_S: Final = 0.01
_NEAR_THE_END_S: Final = 0.5
_SHORTEST_S: Final = 5.0
_NO_END: Final = "The network test has no summary: it was stopped."
_GROUPS: Final = {
    "sum_received": "network",
    "sum_received_bidir_reverse": "network, reverse",
    "sum_sent": "network",
    "sum_sent_bidir_reverse": "network, reverse",
    "sum": "network",
}
"""Sums of a JSON document; what was received before what was sent."""


class _IntervalRow:
    """A row of a text."""

    def __init__(self, row: re.Match[str], line: int) -> None:
        role = row["role"] or ""
        self.line, self.stream = line, row["id"]
        self.start_s, self.end_s = float(row["start"]), float(row["end"])
        self.rate = scaled(printed(row, "rate", line), _UNITS[row["unit"].casefold()])
        self.is_received = "receiver" in row["rest"] or role.startswith("RX")
        self.direction = "network, reverse" if role.startswith("RX") else "network"

    @property
    def seconds(self) -> float:
        """How long it lasted."""
        return self.end_s - self.start_s


@dataclass(slots=True)
class _NetworkTest:
    """The rows between two headings."""

    line: int
    protocol: str = ""
    rows: list[_IntervalRow] = field(default_factory=list)


class IperfImporter(TextByText):
    """Importer of iperf: every file is read on its own."""

    tool = "iperf"
    run_type = "network test"
    sign = _SIGN

    def read_text(self, text: str, notes: Log) -> None:
        """Read the documents or the rows of a text."""
        if '"bits_per_second"' in text:
            for document, line in _documents(text):
                _take_document(notes, document, line)
        else:
            for test in _tests(text):
                _take_test(notes, test)
        if not notes.drafts:
            notes.problems.clear()
            notes.fail(_NO_END)


def _tests(text: str) -> Iterator[_NetworkTest]:
    """Find the tests of a text; iperf 2 writes a heading for each end of both ways."""
    test = _NetworkTest(1)
    for line, whole in numbered(text.split("\n")):
        content = whole[:400]
        if begin := _BEGIN.match(content):
            before = "" if test.rows else test.protocol
            if test.rows:
                yield test
            test = _NetworkTest(line, begin["protocol"] or before)
        elif row := _ROW.match(content):
            test.rows.append(_IntervalRow(row, line))
        elif "Datagrams" in content:
            test.protocol = "UDP"
    if test.rows:
        yield test


def _take_test(record: Log, test: _NetworkTest) -> None:
    """Take the rows that sum up the whole test: all streams where they were added."""
    last_s = max(row.end_s for row in test.rows)
    whole = [
        row
        for row in test.rows
        if row.start_s <= _AT_START_S and row.end_s >= last_s - _NEAR_THE_END_S
    ]
    summed = _added(whole)
    draft = RunDraft(line=test.line, complete=True, duration_s=last_s)
    streams = {row.stream for row in test.rows} - {"SUM"}
    draft.describe(protocol=test.protocol or None, streams=str(len(streams)))
    for direction in dict.fromkeys(row.direction for row in summed):
        rows = [row for row in summed if row.direction == direction]
        by_stream = {row.stream: row for row in [r for r in rows if r.is_received] or rows}
        for row in by_stream.values():
            group = f"{direction} [{row.stream}]" if len(by_stream) > 1 else direction
            _measure(draft, group, row.rate)
    if whole and not draft.measurements:
        # the summary is zero, as a server of iperf 3.0 and 3.1 writes it: add up the intervals
        rows = _added([row for row in test.rows if row not in whole])
        seconds = sum(row.seconds for row in rows)
        if seconds > 0 and len({row.stream for row in rows}) == 1:
            moved = sum(row.rate.value * row.seconds for row in rows if row.rate)
            mean = PrintedNumber(moved / seconds, rows[0].line)
            _measure(draft, "network", mean, Origin.DERIVED)
    _add(record, draft)


def _added(rows: list[_IntervalRow]) -> list[_IntervalRow]:
    """Return the rows of all streams together, where there are any."""
    return [row for row in rows if row.stream == "SUM"] or rows


def _measure(
    draft: RunDraft, group: str, rate: PrintedNumber | None, origin: Origin = Origin.REPORTED
) -> None:
    if rate and 0 < rate.value <= LARGEST:
        place = (NO_LOAD, group, rate.line, rate.column, origin)
        unit = Unit.BYTE_PER_SECOND
        draft.measurements.append(Measurement(Metric.OTHER, "mean", rate.value, unit, *place))


def _carried(draft: RunDraft) -> float | None:
    """Return the greater rate of both ways; UDP sends as fast as it is told to."""
    ways: dict[str, float] = {}
    for measured in draft.measurements:
        way = (measured.group or "").partition(" [")[0]
        ways[way] = ways.get(way, 0.0) + measured.value
    is_udp = draft.attributes.get("protocol", "").upper() == "UDP"
    return None if is_udp else max(ways.values(), default=None)


def _add(record: Log, draft: RunDraft) -> None:
    if not draft.measurements:
        record.warn(_NO_END, draft.line)
        return
    if draft.duration_s and draft.duration_s < _SHORTEST_S:
        template = "The network was measured for {seconds:.1f} s only."
        draft.warn(template, draft.line, seconds=draft.duration_s)
    rate = _carried(draft)
    draft.describe(network_b_s=f"{rate:.0f}" if rate else None)
    record.add(draft)


def _documents(text: str) -> Iterator[tuple[dict[str, object], int]]:
    """Find the documents of a text; several tests are often kept in one file."""
    decoder, places = json.JSONDecoder(), TextPositions(text)
    at = text.find("{")
    while at >= 0:
        try:
            value, stop = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            return
        if isinstance(value, dict):
            yield value, places.line(at)
        at = text.find("{", stop)


def _part(value: object, *names: str) -> dict[str, object]:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def _figure(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value <= LARGEST else None  # type: ignore[operator,arg-type]


def _take_document(record: Log, document: dict[str, object], line: int) -> None:
    end, start = _part(document, "end"), _part(document, "start")
    asked = _part(start, "test_start")
    version = start.get("version")
    record.version = record.version or (version[:80] if isinstance(version, str) else None)
    draft = RunDraft(line=line, complete=not isinstance(document.get("error"), str))
    protocol, streams = asked.get("protocol"), _figure(asked.get("num_streams"))
    draft.describe(
        protocol=protocol if isinstance(protocol, str) else None,
        streams=f"{streams:.0f}" if streams else None,
        direction="reverse" if _figure(asked.get("reverse")) else None,
    )
    began = _figure(_part(start, "timestamp").get("timesecs"))
    if began and began < 4.1e9:
        draft.started_at = datetime.fromtimestamp(began, UTC).isoformat()
    met: set[str] = set()
    for name, group in _GROUPS.items():
        total = _part(end, name)
        rate = _figure(total.get("bits_per_second"))
        if rate and group not in met:
            met.add(group)
            draft.duration_s = _figure(total.get("seconds")) or draft.duration_s
            _measure(draft, group, PrintedNumber(rate / BITS_PER_BYTE, line))
    _add(record, draft)

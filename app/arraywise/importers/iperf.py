"""Reads iperf 2 and 3, text and JSON: what a network link carried between two hosts."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import NO_LOAD, Measurement, Metric, Origin
from arraywise.domain.units import BITS_PER_BYTE, KIB, MIB, Unit
from arraywise.importers.kit.importer import TextImporter
from arraywise.importers.kit.readings import (
    LARGEST,
    PrintedNumber,
    ReadingDraft,
    RunDraft,
    parse_matched_number,
    scale_printed,
)
from arraywise.importers.kit.text import TextPositions, number_nonblank_lines

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
        self.rate = scale_printed(
            parse_matched_number(row, "rate", line), _UNITS[row["unit"].casefold()]
        )
        self.is_received = "receiver" in row["rest"] or role.startswith("RX")
        self.direction = "network, reverse" if role.startswith("RX") else "network"

    @property
    def duration_s(self) -> float:
        """Return how long the interval lasted."""
        return self.end_s - self.start_s


@dataclass(slots=True)
class _NetworkTest:
    """The rows between two headings."""

    line: int
    protocol: str = ""
    rows: list[_IntervalRow] = field(default_factory=list)


class IperfImporter(TextImporter):
    """Importer of iperf: every file is read on its own."""

    tool = "iperf"
    run_type = "network test"
    signature = _SIGN

    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Read the documents or the rows of a text."""
        if '"bits_per_second"' in text:
            for document, line in _parse_documents(text):
                _add_run_of_document(reading, document, line)
        else:
            for test in _parse_tests(text):
                _add_run_of_test(reading, test)
        if not reading.drafts:
            reading.problems.clear()
            reading.error(_NO_END)


def _parse_tests(text: str) -> Iterator[_NetworkTest]:
    """Parse the tests of a text; iperf 2 writes a heading for each end of both directions."""
    test = _NetworkTest(1)
    for line, untrimmed in number_nonblank_lines(text.split("\n")):
        content = untrimmed[:400]
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


def _add_run_of_test(reading: ReadingDraft, test: _NetworkTest) -> None:
    """Add a run from the rows over the whole test: sums of all streams where there are any."""
    last_s = max(row.end_s for row in test.rows)
    whole_test_rows = [
        row
        for row in test.rows
        if row.start_s <= _AT_START_S and row.end_s >= last_s - _NEAR_THE_END_S
    ]
    summed = _prefer_sum_rows(whole_test_rows)
    draft = RunDraft(line=test.line, complete=True, duration_s=last_s)
    streams = {row.stream for row in test.rows} - {"SUM"}
    draft.add_attributes(protocol=test.protocol or None, streams=str(len(streams)))
    for direction in dict.fromkeys(row.direction for row in summed):
        rows = [row for row in summed if row.direction == direction]
        by_stream = {row.stream: row for row in [r for r in rows if r.is_received] or rows}
        for row in by_stream.values():
            group = f"{direction} [{row.stream}]" if len(by_stream) > 1 else direction
            _add_rate(draft, group, row.rate)
    if whole_test_rows and not draft.measurements:
        # the summary is zero, as a server of iperf 3.0 and 3.1 writes it: add up the intervals
        rows = _prefer_sum_rows([row for row in test.rows if row not in whole_test_rows])
        seconds = sum(row.duration_s for row in rows)
        if seconds > 0 and len({row.stream for row in rows}) == 1:
            moved = sum(row.rate.value * row.duration_s for row in rows if row.rate)
            mean = PrintedNumber(moved / seconds, rows[0].line)
            _add_rate(draft, "network", mean, Origin.DERIVED)
    _add_run(reading, draft)


def _prefer_sum_rows(rows: list[_IntervalRow]) -> list[_IntervalRow]:
    """Return the rows that sum up all streams; all rows where there are none."""
    return [row for row in rows if row.stream == "SUM"] or rows


def _add_rate(
    draft: RunDraft, group: str, rate: PrintedNumber | None, origin: Origin = Origin.REPORTED
) -> None:
    if rate and 0 < rate.value <= LARGEST:
        place = (NO_LOAD, group, rate.line, rate.column, origin)
        unit = Unit.BYTE_PER_SECOND
        draft.measurements.append(Measurement(Metric.OTHER, "mean", rate.value, unit, *place))


def _greatest_direction_rate(draft: RunDraft) -> float | None:
    """Return the greater rate of both directions; None for UDP, which sends at a set rate."""
    ways: dict[str, float] = {}
    for measured in draft.measurements:
        way = (measured.group or "").partition(" [")[0]
        ways[way] = ways.get(way, 0.0) + measured.value
    is_udp = draft.attributes.get("protocol", "").upper() == "UDP"
    return None if is_udp else max(ways.values(), default=None)


def _add_run(reading: ReadingDraft, draft: RunDraft) -> None:
    if not draft.measurements:
        reading.warn(_NO_END, draft.line)
        return
    if draft.duration_s and draft.duration_s < _SHORTEST_S:
        template = "The network was measured for {seconds:.1f} s only."
        draft.warn(template, draft.line, seconds=draft.duration_s)
    rate = _greatest_direction_rate(draft)
    draft.add_attributes(network_b_s=f"{rate:.0f}" if rate else None)
    reading.add_run(draft)


def _parse_documents(text: str) -> Iterator[tuple[dict[str, object], int]]:
    """Yield the JSON documents of a text with their lines; a file may hold several tests."""
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


def _nested_object(value: object, *names: str) -> dict[str, object]:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def _as_number(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value <= LARGEST else None  # type: ignore[operator,arg-type]


def _add_run_of_document(reading: ReadingDraft, document: dict[str, object], line: int) -> None:
    end, start = _nested_object(document, "end"), _nested_object(document, "start")
    test_settings = _nested_object(start, "test_start")
    version = start.get("version")
    reading.version = reading.version or (version[:80] if isinstance(version, str) else None)
    draft = RunDraft(line=line, complete=not isinstance(document.get("error"), str))
    protocol, streams = test_settings.get("protocol"), _as_number(test_settings.get("num_streams"))
    draft.add_attributes(
        protocol=protocol if isinstance(protocol, str) else None,
        streams=f"{streams:.0f}" if streams else None,
        direction="reverse" if _as_number(test_settings.get("reverse")) else None,
    )
    began = _as_number(_nested_object(start, "timestamp").get("timesecs"))
    if began and began < 4.1e9:
        draft.started_at = datetime.fromtimestamp(began, UTC).isoformat()
    measured_groups: set[str] = set()
    for name, group in _GROUPS.items():
        total = _nested_object(end, name)
        rate = _as_number(total.get("bits_per_second"))
        if rate and group not in measured_groups:
            measured_groups.add(group)
            draft.duration_s = _as_number(total.get("seconds")) or draft.duration_s
            _add_rate(draft, group, PrintedNumber(rate / BITS_PER_BYTE, line))
    _add_run(reading, draft)

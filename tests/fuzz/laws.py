"""What holds of every reading, whatever the bytes: the contract of importers as assertions."""

from __future__ import annotations

import math
from array import array
from datetime import datetime
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Reading, Run, Status
from arraywise.domain.messages import Problem, Severity
from arraywise.importers.kit.redaction import find_secrets, redact_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.evidence import Measurement, SampleTable, Series
    from arraywise.domain.quotes import QuoteReading

MOST_PROBLEMS = 101
"""A hundred, and how many more there are."""
LONGEST_TEXT = 2_000
CANARY = "Zq7canary9x"
"""A password that damage plants; it may not be seen again."""


def check_reading(reading: Reading, data: bytes) -> None:
    """Hold a reading of `data` to the contract."""
    assert isinstance(reading, Reading)
    assert isinstance(reading.status, Status)
    lines = _line_count(data)
    check_problems(reading.problems, lines)
    assert len(reading.problems) <= MOST_PROBLEMS, len(reading.problems)
    if reading.status is Status.REFUSED:
        assert reading.runs == ()
        assert any(p.severity is Severity.ERROR for p in reading.problems), "refused, no reason"
    else:
        assert reading.runs or reading.problems, "nothing read and nothing said"
    for run in reading.runs:
        _check_run(run, data, lines)
    for text in _texts(reading):
        check_text(text)
    _check_secrets(reading, data)


def check_prices(reading: QuoteReading, data: bytes) -> None:
    """Hold a price sheet to the contract."""
    check_problems(reading.problems, max(_line_count(data), 100_000))
    if reading.price_sheet is None:
        assert not reading.state.gives_price
        assert any(p.severity is Severity.ERROR for p in reading.problems)
        return
    assert reading.state.gives_price or reading.questions or reading.findings or reading.problems
    check_text(reading.price_sheet.currency)
    for line in reading.price_sheet.lines:
        for amount in (line.unit_price, line.quantity, line.maintenance):
            assert amount is None or math.isfinite(amount), line


def check_problems(problems: tuple[Problem, ...], lines: int) -> None:
    """Hold problems to be sentences about lines that are there."""
    for problem in problems:
        assert isinstance(problem, Problem)
        assert isinstance(problem.severity, Severity)
        assert problem.text
        check_text(problem.text)
        _check_place(problem.line, lines)


def check_text(text: str) -> None:
    """Hold a text to be storable and no flood."""
    assert isinstance(text, str)
    assert len(text) <= LONGEST_TEXT, (len(text), text[:200])
    text.encode("utf-8")  # a lone surrogate raises
    assert "\0" not in text, text[:200]


def _line_count(data: bytes) -> int:
    wide = data.count(b"\0") > len(data) // 10
    return len(data) if wide else data.count(b"\n") + data.count(b"\r") + 1


def _check_place(line: int | None, lines: int) -> None:
    assert line is None or 1 <= line <= max(lines, 1), (line, lines)


def _check_run(run: Run, data: bytes, lines: int) -> None:
    assert run.duration_s is None or 0 <= run.duration_s < math.inf, run.duration_s
    if run.started_at is not None:
        datetime.fromisoformat(run.started_at)
    assert len({name for name, _ in run.attributes}) == len(run.attributes), run.attributes
    for measurement in run.measurements:
        _check_measurement(measurement, lines)
    for series in run.series:
        _check_series(series, lines)
    for table in run.samples:
        check_table(table, data, lines)


def _check_measurement(m: Measurement, lines: int) -> None:
    assert math.isfinite(m.value), m
    assert m.value >= 0 or m.metric.value == "other", m
    assert m.statistic, m
    _check_place(m.line, lines)
    assert m.column is None or m.column >= 1, m
    for count in (m.load.users, m.load.small_ios, m.load.large_ios):
        assert count is None or 0 <= count <= 2**53, m


def _check_series(series: Series, lines: int) -> None:
    _check_place(series.line, lines)
    assert isinstance(series.values, array)
    assert all(map(math.isfinite, series.values)), series.name
    if series.times is not None:
        assert len(series.times) == len(series.values)
        assert all(map(math.isfinite, series.times)), series.name


def check_table(table: SampleTable, data: bytes, lines: int) -> None:
    """Hold a table of host samples to its layout; its mended rows are all of one shape."""
    assert 0 <= table.start <= table.stop <= len(data)
    _check_place(table.first_line, lines)
    assert table.columns
    for column in table.columns:
        assert 0 <= column.position < table.field_count
        assert math.isfinite(column.scale)
    assert table.time.start is None or math.isfinite(table.time.start)
    assert 0 < table.time.interval_s < math.inf
    mended = table.repair_rows(data[table.start : table.stop])
    assert len(mended.problems) <= MOST_PROBLEMS, len(mended.problems)
    check_problems(mended.problems, lines)
    for row in mended.rows.splitlines()[:100]:
        assert row.count(table.delimiter.encode()) >= table.field_count - 1, row


def _texts(reading: Reading) -> Iterator[str]:
    yield from filter(
        None, (reading.tool, reading.tool_version, reading.run_type, reading.set_name)
    )
    for run in reading.runs:
        yield from filter(None, (run.name, run.started_at, run.host))
        yield from (part for pair in run.attributes for part in pair)
        yield from (m.group for m in run.measurements if m.group)
        yield from (s.name for s in run.series)
        for column in (c for table in run.samples for c in table.columns):
            yield from filter(None, (column.name, column.instance))


def _check_secrets(reading: Reading, data: bytes) -> None:
    """A password that is starred out in the kept bytes is in no text either."""
    clean, _ = redact_bytes(data)
    fresh = {secret for secret in find_secrets(clean) if not secret.startswith(b"*")}
    assert not fresh, (clean[:200], fresh)  # one that runs into stars is only longer than before
    canary = CANARY.encode()
    if canary in data and canary not in clean:
        message = [*_texts(reading), *(problem.text for problem in reading.problems)]
        assert not any(CANARY in text for text in message), message

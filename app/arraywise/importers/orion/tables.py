"""Parses ORION's CSV matrices and histograms: rates and latencies by outstanding I/Os."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from arraywise.domain.evidence import Load, Measurement, Metric, Origin, Series
from arraywise.domain.messages import Message, Problem, Severity, message
from arraywise.domain.units import MICROSECOND, Unit
from arraywise.importers.kit.readings import warning_problem
from arraywise.importers.kit.text import histogram_percentile, lines_between
from arraywise.importers.orion.content import (
    AT,
    MATRIX_CORNER,
    Bucket,
    Histogram,
    LatencyUnit,
    Matrix,
    OrionValue,
    compile_multiline,
    lower_keeping_offsets,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from arraywise.importers.kit.text import TextPositions


HISTOGRAM_TITLE: Final = compile_multiline(
    r"\b(?P<size>small|large)\s+(?P<ops>reads?\s*/\s*writes?|reads?|writes?)"
    rf"\s+latency\s+histogram{AT}"
)
HISTOGRAM_ROW: Final = re.compile(
    r"^\s*(?P<low>\d{1,12})\s*-\s*(?P<high>\d{1,12})\s*(?:us|usecs?)\s*:(?P<columns>.*)$"
)
HISTOGRAM_COLUMN: Final = re.compile(r"(\d{1,15})\s*\(\s*(\d{1,3}(?:\.\d{1,4})?)\s*%\s*\)")
MATRIX_HEADER: Final = re.compile(
    r'^[ \t"]*Large/Small"?[ \t]*(?:(?P<separator>[,;\t])(?P<columns>.*))?$', re.IGNORECASE
)
MATRIX_ROW: Final = re.compile(
    r'^[ \t"]*(?P<large>\d{1,9})"?[ \t]*(?:(?P<separator>[,;\t])(?P<cells>.*))?$'
)

_NAMED = re.compile(r"(?<![a-z])(iops|mbps|lat|latency)(?![a-z])", re.IGNORECASE)
_AS_FILE = re.compile(r"_(?:iops|mbps|lat)|(?:iops|mbps|lat|latency)\.(?:csv|txt)", re.IGNORECASE)
_PROSE = (
    (re.compile(r"latenc|microsecond|millisecond", re.IGNORECASE), Metric.LATENCY),
    (re.compile(r"\bMBPS\b|megabytes?", re.IGNORECASE), Metric.THROUGHPUT),
    (re.compile(r"\bIOPS\b"), Metric.IOPS),
)
_NAMES = {
    "iops": Metric.IOPS,
    "mbps": Metric.THROUGHPUT,
    "lat": Metric.LATENCY,
    "latency": Metric.LATENCY,
}
_PROSE_LINES = 12
_NUMBER = re.compile(r"\d{1,15}(?:\.\d{1,12})?")
_MOST_COLUMNS = 10_000
_MOST_TABLES = 300
"""A run leaves three; more than this is no result, and comparing them all takes long."""


class _MatrixCell(NamedTuple):
    load: Load
    text: str
    line: int
    column: int
    width: int
    """Characters between the separators; ORION writes 7."""


class _MatrixText(NamedTuple):
    """A table as text: what is above it, its head, and its filled cells."""

    above: tuple[str, ...]
    line: int
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    cells: tuple[_MatrixCell, ...]
    problems: tuple[Problem, ...]
    separator: str
    width: int
    """Characters of every cell of the head; 0 where they differ."""


def parse_matrices(
    numbered_lines: Sequence[tuple[int, str]], file_name: str, *, has_line_end: bool
) -> list[Matrix]:
    """Parse every table in numbered lines.

    The file's name decides only where the content leaves it open. Unless the last line has its
    end, the last cell may be cut.
    """
    matrices: list[Matrix] = []
    above: list[str] = []
    position = 0
    while position < len(numbered_lines) and len(matrices) < _MOST_TABLES:
        number, line = numbered_lines[position]
        position += 1
        if not MATRIX_CORNER.match(line):
            above.append(line)
            continue
        table, position = _parse_table(numbered_lines, position - 1, tuple(above[-_PROSE_LINES:]))
        if table is None:
            matrices.append(_build_unreadable_matrix(number))
        else:
            at_end = position >= len(numbered_lines) and not has_line_end
            matrices.append(_build_matrix(_drop_cut_cell(table) if at_end else table, file_name))
        above = []
    return matrices


def _build_unreadable_matrix(line: int) -> Matrix:
    problem = warning_problem("The table's heading is damaged, or rows come twice.", line)
    return Matrix(None, (), (), (), line, problems=(problem,))


def _parse_table(
    numbered_lines: Sequence[tuple[int, str]], position: int, above: tuple[str, ...]
) -> tuple[_MatrixText | None, int]:
    """Parse the table whose head is at a position; return it and the position after it."""
    head_line, head = numbered_lines[position]
    position += 1
    match = MATRIX_HEADER.match(head)
    columns = _parse_columns(match) if match else None
    if not match or columns is None:
        return None, position
    rows: list[int] = []
    cells: list[_MatrixCell] = []
    problems: list[Problem] = []
    while position < len(numbered_lines):
        number, line = numbered_lines[position]
        row = MATRIX_ROW.match(line)
        if not row and line.strip():
            break
        position += 1
        if row:
            rows.append(int(row.group("large")))
            _append_row_cells(row, number, columns, (cells, problems))
    table = _MatrixText(
        above, head_line, columns, tuple(rows), tuple(cells), tuple(problems),
        match.group("separator") or ",", _heading_cell_width(match),
    )  # fmt: skip
    return (table if len(set(rows)) == len(rows) else None), position


def _parse_columns(match: re.Match[str]) -> tuple[int, ...] | None:
    if match.group("separator") is None:
        return ()
    parts = [p.strip(' \t"') for p in match.group("columns").split(match.group("separator"))]
    while parts and not parts[-1]:
        parts.pop()
    whole = all(re.fullmatch(r"\d{1,9}", part) for part in parts)
    ok = whole and len(parts) <= _MOST_COLUMNS and len(set(parts)) == len(parts)
    return tuple(map(int, parts)) if ok else None


def _heading_cell_width(match: re.Match[str]) -> int:
    separator = match.group("separator")
    widths = set(map(len, match.group("columns").split(separator))) if separator else {0}
    return widths.pop() if len(widths) == 1 else 0


def _append_row_cells(
    row: re.Match[str], line: int, columns: tuple[int, ...],
    into: tuple[list[_MatrixCell], list[Problem]],
) -> None:  # fmt: skip
    """Append the filled cells of a row; a row that does not fit the head becomes a problem."""
    cells, problems = into
    if row.group("cells") is None:
        return
    parts = row.group("cells").split(row.group("separator"))
    if any(part.strip() for part in parts[len(columns) :]):
        sentence = message(
            "The row for {large} large I/Os has {cells} cells for {columns} columns; left out.",
            large=row.group("large"), cells=len(parts), columns=len(columns),
        )  # fmt: skip
        problems.append(Problem(Severity.WARNING, sentence, line))
        return
    at = row.start("cells")
    for small, part in zip(columns, parts, strict=False):
        stripped = part.strip(' \t"')
        if stripped:
            load = Load(small_ios=small, large_ios=int(row.group("large")))
            place = at + part.index(stripped) + 1
            cells.append(_MatrixCell(load, stripped, line, place, len(part)))
        at += len(part) + 1


def _drop_cut_cell(table: _MatrixText) -> _MatrixText:
    """Return a table without its last cell, if that is narrower than others and may be cut."""
    if not table.cells or table.cells[-1].width >= (table.width or table.cells[0].width):
        return table
    last, others = table.cells[-1], table.cells[:-1]
    problem = warning_problem("The file ends inside this cell; it was left out.", last.line)
    return table._replace(cells=others, problems=(*table.problems, problem))


def _build_matrix(table: _MatrixText, file_name: str) -> Matrix:
    metric, sentence = _determine_metric(table, file_name)
    problems = list(table.problems)
    if sentence:
        severity = Severity.WARNING if metric is None else Severity.INFO
        problems.append(Problem(severity, sentence, table.line))
    cells: list[OrionValue] = []
    for cell in table.cells if metric else ():
        printed = _parse_cell(cell.text, table.separator)
        if metric is None or printed is None:
            text = message('"{cell}" is not a number; left out.', cell=cell.text[:40])
            problems.append(Problem(Severity.WARNING, text, cell.line))
        else:
            figure = OrionValue(metric, "mean", printed, cell.load, None, cell.line, cell.column)
            cells.append(figure)
    return Matrix(
        metric, table.columns, table.rows, tuple(cells), table.line, _unit_in_prose(table.above),
        tuple(problems),
    )  # fmt: skip


def _parse_cell(text: str, separator: str) -> float | None:
    """Parse a number; a decimal comma is one only where commas do not separate cells."""
    if separator != ",":
        text = text.replace(",", ".")
    return float(text) if _NUMBER.fullmatch(text) else None


def _unit_in_prose(above: Sequence[str]) -> LatencyUnit | None:
    prose = " ".join(above).lower()
    if "microsecond" in prose or "usec" in prose:
        return LatencyUnit.US
    return LatencyUnit.MS if "millisecond" in prose or "msec" in prose else None


def _determine_metric(table: _MatrixText, file_name: str) -> tuple[Metric | None, Message | None]:
    """Determine what a table holds: by its name, then the words above it, then its shape."""
    possible = _metrics_possible_by_shape(table)
    named = _metric_by_name(table, file_name)
    if named in possible:
        return named, None
    prose = " ".join(table.above)
    sentence = {
        result.start(): metric for words, metric in _PROSE if (result := words.search(prose))
    }
    if sentence:  # what is spoken of first
        return sentence[min(sentence)], None
    if (
        named is None
        and table.cells
        and possible
        and (len(possible) == 1 or _has_only_integers(table))
    ):
        return possible[0], None
    return None, _unknown_metric_message() if table.cells else None


def _unknown_metric_message() -> Message:
    return message(
        "The table may hold IOPS, latencies or MB/s. Name the file ..._iops.csv, ..._lat.csv or"
        " ..._mbps.csv."
    )


def _metric_by_name(table: _MatrixText, file_name: str) -> Metric | None:
    """Return the metric named by the nearest line above (such as a prompt), or the file's name."""
    for text in (*reversed(table.above), file_name):
        is_sentence = text is not file_name and len(text.split()) > 2 and not _AS_FILE.search(text)
        words = [] if is_sentence else _NAMED.findall(text)
        if words:
            return _NAMES[words[-1].lower()]
    return None


def _has_only_integers(table: _MatrixText) -> bool:
    return all("." not in cell.text and "," not in cell.text for cell in table.cells)


def _metrics_possible_by_shape(table: _MatrixText) -> list[Metric]:
    """Return the metrics that a shape allows, likeliest first: throughput needs large I/Os.

    Rates are printed whole, throughput with two decimals; only a name makes whole numbers
    latencies.
    """
    whole = _has_only_integers(table) and bool(table.cells)
    if 0 in table.columns:
        return [] if whole else [Metric.THROUGHPUT]
    if whole:
        return [Metric.IOPS, Metric.LATENCY]
    candidates = [Metric.LATENCY] if table.cells else [Metric.IOPS, Metric.LATENCY]
    return candidates if 0 in table.rows else [*candidates, Metric.THROUGHPUT]


def expected_loads(matrix: Matrix) -> Iterator[Load]:
    """Yield the loads that a finished run would have filled, judged from those it did.

    A run over small I/Os alone fills the row for no large ones, a run over large I/Os alone the
    column for no small ones; as soon as one cell has both, the run was over the whole matrix.
    """
    filled = {cell.load for cell in matrix.cells}
    mixed = any(load.small_ios and load.large_ios for load in filled)
    for large in matrix.rows:
        for small in matrix.columns:
            if mixed or not (small and large):
                yield Load(small_ios=small, large_ios=large)


OPEN_END_US = 2**28
"""Upper end that ORION prints for its last bucket; it means no upper end."""
PERCENTILES = (50, 90, 95, 99)
_ROUNDING = 0.011
"""The cumulative percentages are printed with two decimals."""


def parse_histograms(
    text: str, lower_text: str, start: int, stop: int, positions: TextPositions
) -> Iterator[Histogram]:
    """Yield every histogram between two offsets; `lower_text` is the text in lower case."""
    for title in HISTOGRAM_TITLE.finditer(lower_text, start, stop):
        operations = tuple(word.strip().rstrip("s") for word in title.group("ops").split("/"))
        load = Load(small_ios=int(title.group("small")), large_ios=int(title.group("large")))
        after = lines_between(text, title.end(), stop, positions)
        buckets = tuple(_parse_buckets(after, len(operations)))
        yield Histogram(
            title.group("size"), operations, load, buckets, positions.line(title.start())
        )


def _parse_buckets(lines: Iterable[tuple[int, str]], column_count: int) -> Iterator[Bucket]:
    """Yield buckets until a line after the first one is none; blank lines are skipped."""
    begun = False
    for number, line in lines:
        bucket = _parse_bucket(line, column_count, number)
        if bucket:
            begun = True
            yield bucket
        elif (begun and line.strip()) or HISTOGRAM_TITLE.search(lower_keeping_offsets(line)):
            return


def _parse_bucket(line: str, column_count: int, line_number: int) -> Bucket | None:
    row = HISTOGRAM_ROW.match(line)
    pairs = HISTOGRAM_COLUMN.findall(row.group("columns")) if row else []
    if not row or len(pairs) != column_count:
        return None
    counts, shares = zip(*pairs, strict=True)
    return Bucket(
        int(row.group("low")), int(row.group("high")),
        tuple(map(int, counts)), tuple(map(float, shares)), line_number,
    )  # fmt: skip


def histogram_series(histogram: Histogram) -> Iterator[Series]:
    """Yield series of the lower bounds of the buckets and, by operation, the counts in them."""
    if not histogram.buckets:
        return
    where = f"{histogram.load.small_ios}/{histogram.load.large_ios}"
    bounds = array("d", (bucket.low_us * MICROSECOND for bucket in histogram.buckets))
    name = f"latency_bucket_from {histogram.size} @{where}"
    yield Series(name, Unit.SECOND, bounds, line=histogram.line)
    for position, operation in enumerate(histogram.operations):
        counts = array("d", (bucket.counts[position] for bucket in histogram.buckets))
        if any(counts):
            name = f"latency_bucket_count {histogram.size}_{operation} @{where}"
            yield Series(name, Unit.ONE, counts, line=histogram.line)


def interpolate_percentiles(histogram: Histogram) -> tuple[list[Measurement], list[Problem]]:
    """Interpolate percentiles within their buckets; none where lines are missing."""
    measurements: list[Measurement] = []
    problems: list[Problem] = []
    for position, operation in enumerate(histogram.operations):
        counts = [bucket.counts[position] for bucket in histogram.buckets]
        if not any(counts):
            continue
        if not _agrees_with_percentages(histogram.buckets, position):
            problems.append(_contradicting_histogram_problem(histogram, operation))
            continue
        measurements += _build_percentiles(histogram, counts, f"{histogram.size}_{operation}")
    if measurements:
        problems.append(_interpolation_problem(histogram))
    return measurements, problems


def _agrees_with_percentages(buckets: Sequence[Bucket], position: int) -> bool:
    """Return whether counts agree with the printed cumulative percentages; lost lines do not."""
    total = sum(bucket.counts[position] for bucket in buckets)
    sums = accumulate(bucket.counts[position] for bucket in buckets)
    agree = all(
        abs(100 * done / total - bucket.shares[position]) <= _ROUNDING
        for bucket, done in zip(buckets, sums, strict=True)
    )
    follow = all(a.high_us == b.low_us for a, b in pairwise(buckets))
    return agree and follow and buckets[0].low_us == 0


def _build_percentiles(
    histogram: Histogram, counts: list[int], group: str
) -> Iterator[Measurement]:
    buckets = histogram.buckets
    is_open = buckets[-1].high_us >= OPEN_END_US
    bounds = [bucket.low_us for bucket in buckets] + [buckets[-1].high_us] * (not is_open)
    for percent in PERCENTILES:
        value = histogram_percentile(counts if is_open else [*counts, 0], bounds, percent)
        if value is not None:
            line = buckets[bisect_left(bounds, value, hi=len(buckets)) - 1].line
            yield Measurement(
                Metric.LATENCY, f"p{percent}", value * MICROSECOND, Unit.SECOND, histogram.load,
                group, line, origin=Origin.DERIVED,
            )  # fmt: skip


def _interpolation_problem(histogram: Histogram) -> Problem:
    sentence = message(
        "Percentiles at Small={small} and Large={large} are interpolated within histogram"
        " buckets.",
        small=histogram.load.small_ios or 0,
        large=histogram.load.large_ios or 0,
    )
    return Problem(Severity.INFO, sentence, histogram.line)


def _contradicting_histogram_problem(histogram: Histogram, operation: str) -> Problem:
    sentence = message(
        "The histogram of {size} {operation} latencies at Small={small} and Large={large}"
        " contradicts its percentages: cut or damaged. No percentiles.",
        size=histogram.size,
        operation=operation,
        small=histogram.load.small_ios or 0,
        large=histogram.load.large_ios or 0,
    )
    return Problem(Severity.WARNING, sentence, histogram.line)

"""Reads what DBMS_RESOURCE_MANAGER.CALIBRATE_IO leaves: printed lines and rows of its view.

Labels are the user's own, numbers the country's, tables wrapped or flattened: `content` (what is
recognised, and pairs of label and number), `tables` (rows, and what their numbers mean); what is
one run, or why there is none, is decided here.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from arraywise.domain.evidence import (
    MAX_LARGE_MBPS,
    MAX_SMALL_IOPS,
    MIN_SMALL_LATENCY,
    Measurement,
    Metric,
    Reading,
    Run,
)
from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.units import KIB, MIB, MILLISECOND, Unit
from arraywise.importers.io_calibrate.content import (
    CODE,
    FLAGS,
    NUMERIC,
    PROMPT,
    STATUS_VIEW,
    CalibrationCell,
    CalibrationField,
    CalibrationResult,
    is_in_megabytes,
    parse_pairs,
    parse_view_timestamp,
    si_factor,
)
from arraywise.importers.io_calibrate.tables import (
    EMPTY,
    CalibrationNumbers,
    cell_problem,
    parse_tables,
)
from arraywise.importers.kit.importer import FileImporter
from arraywise.importers.kit.readings import (
    DECIMAL_MARK,
    error_problem,
    reading_status,
    warning_problem,
)
from arraywise.importers.kit.text import TextPositions, decode, strip_terminal_escapes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from arraywise.importers.kit.importer import Source


HTML: Final = re.compile(r"<(?:table|t[dhr])\b[^<>]{0,500}>", re.IGNORECASE)
ELAPSED: Final = re.compile(
    r"^[ \t]*[^\W\d_]{2,20}[ \t]*[:\uff1a][ \t]*"
    r"(?P<h>\d\d):[ ]?(?P<m>\d\d):[ ]?(?P<s>\d\d[.,]\d\d)[ \t]*$",
    re.MULTILINE,
)
CALL: Final = re.compile(
    r"\bcalibrate_io\s*\("
    r"(?=(?:[^;]{0,300}?\bnum_physical_disks\s*=>\s*|\s*)(?P<disks>\d{1,6})\b)"
    r"(?=(?:[^;]{0,300}?\bmax_latency\s*=>\s*"
    r"|\s*\d{1,6}\s*(?:/\*[^*\n]{0,80}\*/|--[^\n]{0,80}\n)?\s*,\s*)(?P<latency>\d{1,6})\b)",
    re.IGNORECASE,
)
"""A call with its arguments by place, or by name in any order."""
FOR_DISKS: Final = re.compile(r"\bCalibration\s+for\s+(?P<disks>\d{1,6})\s+disks\b", FLAGS)
RELEASE: Final = re.compile(r"^[ \t]*Version[ \t]+(\d{1,3}(?:\.\d{1,3}){2,4})[ \t]*$", FLAGS)
BANNER: Final = re.compile(
    r"\bOracle Database \d{1,2}\w{0,2} .{0,60}?Release (\d{1,3}(?:\.\d{1,3}){2,4})", FLAGS
)
FROM_DISK: Final = re.compile(r"high\s+I/O\s+latencies\s+from\s+the\s+calibration\s+run", FLAGS)
STATUS: Final = re.compile(
    r"^[ \t|]*(?P<status>IN PROGRESS|NOT AVAILABLE|READY|\u5c31\u7eea)(?=[ \t|]|$)", re.MULTILINE
)
EMPTY_ROW: Final = re.compile(
    r"^[^\n]{0,300}\bMAX_IOPS\b[^\n]{0,300}\n[ \t]{0,200}-[- \t]{0,600}\n"
    r"(?:[ \t]{0,600}\n|[ \t]{0,600}\Z)",
    FLAGS,
)
"""A table of the view whose row has no values."""
NO_ROWS: Final = re.compile(
    r"^[ \t]*(?:no rows selected|es wurden keine zeilen ausgew\u00e4hlt"
    r"|aucune ligne s\u00e9lectionn\u00e9e|ninguna fila seleccionada"
    r"|n\u00e3o h\u00e1 linhas selecionadas|nessuna riga selezionata"
    r"|\u672a\u9009\u5b9a\u884c)",
    FLAGS,
)
ERROR: Final = re.compile(r"(?P<code>ORA-\d{5}):[ \t]*(?P<text>[^\n]{0,160}?)(?=ORA-\d|\n|$)")
NOT_CALIBRATED: Final = re.compile(
    r"skipped because of IO calibrate statistics are missing", FLAGS
)
COMPLETED: Final = re.compile(r"\bPL/SQL\s+procedure\s+successfully\s+completed", FLAGS)


def join_results_of_runs(
    printed: Sequence[CalibrationResult],
    rows: Sequence[CalibrationResult],
    numbers: CalibrationNumbers,
) -> list[CalibrationResult]:
    """Join what belongs to one run, in the order of the text.

    From 18c on the procedure prints its figures itself and the user's block prints them again,
    rounded; the view then shows the latest run again.
    """
    runs: list[CalibrationResult] = []
    for result in printed:
        if (
            runs
            and runs[-1].call_number == result.call_number
            and _has_same_figures(runs[-1], result, numbers)
        ):
            runs[-1] = _join_results(runs[-1], result, numbers)
        else:
            runs.append(result)
    seen: list[CalibrationResult] = []
    for row in rows:
        if any(_is_same_row(row, other) for other in seen):
            continue
        match = _find_latest_repeated(runs, row, numbers)
        seen.append(row)
        if match is None:
            runs.append(row)
        else:
            runs[match] = _join_results(runs[match], row, numbers)
    return sorted(runs, key=lambda run: run.offset)


def _is_same_row(row: CalibrationResult, other: CalibrationResult) -> bool:
    """Two queries show the same row; two rows of one table are two runs."""
    shared = {cell.kind for cell in row.cells} & {cell.kind for cell in other.cells}
    same = all(row.cell_text(kind) == other.cell_text(kind) for kind in shared)
    return (
        same
        and abs(row.cells[0].line - other.cells[0].line) > 1
        and CalibrationField.IOPS in shared
    )


def _find_latest_repeated(
    runs: Sequence[CalibrationResult], row: CalibrationResult, numbers: CalibrationNumbers
) -> int | None:
    for position in range(len(runs) - 1, -1, -1):
        run = runs[position]
        if (
            not run.is_view_row
            and not run.cell(CalibrationField.START)
            and _has_same_figures(run, row, numbers)
        ):
            return position
    return None


def _has_same_figures(
    first: CalibrationResult, second: CalibrationResult, numbers: CalibrationNumbers
) -> bool:
    """Compare rates exactly and latencies rounded; what only one has does not count."""
    shared = [
        (a, b)
        for a in first.figures
        if (b := second.cell(a.kind)) and a.kind is not CalibrationField.PMBPS
    ]
    return bool(shared) and all(_is_same_value(a, b, numbers) for a, b in shared)


def _is_same_value(
    first: CalibrationCell, second: CalibrationCell, numbers: CalibrationNumbers
) -> bool:
    if first.text == second.text or (second.ends_file and first.text.startswith(second.text)):
        return True
    a, b = numbers.parse(first)[0], numbers.parse(second)[0]
    if a is None or b is None:
        return False
    if first.kind is not CalibrationField.LATENCY:
        return a == b
    fine, coarse = sorted((a, b), key=lambda value: value == int(value))
    return a == b or (coarse == int(coarse) and abs(fine - coarse) <= 0.5)


def _join_results(
    first: CalibrationResult, second: CalibrationResult, numbers: CalibrationNumbers
) -> CalibrationResult:
    """Keep the first place of a value, but the finer latency."""
    cells = {cell.kind: cell for cell in (*second.cells, *first.cells)}
    latencies = [cell for r in (first, second) if (cell := r.cell(CalibrationField.LATENCY))]
    if latencies:
        cells[CalibrationField.LATENCY] = max(
            latencies, key=lambda cell: _latency_precision_rank(cell, numbers)
        )
    return replace(first, cells=tuple(sorted(cells.values(), key=lambda c: (c.line, c.column))))


def _latency_precision_rank(
    cell: CalibrationCell, numbers: CalibrationNumbers
) -> tuple[bool, int]:
    """Rank a latency: known before unknown, more decimals before fewer."""
    value = numbers.parse(cell)[0]
    if value is None or cell.ends_file:
        return False, 0
    return True, len(cell.text.rpartition(numbers.decimal_mark or ".")[2]) if value % 1 else 0


def was_never_measured(result: CalibrationResult) -> bool:
    """Recognise a row that was never measured: entered by hand so that queries run in parallel.

    Oracle's support advises to insert zeros with a single non-zero throughput.
    """
    iops = result.cell_text(CalibrationField.IOPS)
    return iops is not None and iops.strip("0") == ""


def relative_range(values: Iterable[float]) -> float:
    """Return largest over smallest, less one."""
    values = sorted(values)
    return values[-1] / values[0] - 1 if values and values[0] > 0 else 0.0


_REASONS = (
    (HTML, "This is a web page of an I/O calibration. Let SQL*Plus print it as text or CSV."),
    (NOT_CALIBRATED, "The execution plan notes a database that was never calibrated."),
    (NO_ROWS, "The view DBA_RSRC_IO_CALIBRATE is empty: the database was never calibrated."),
    (EMPTY_ROW, EMPTY),
    (
        COMPLETED,
        "The calibration printed nothing (SERVEROUTPUT was off): bring DBA_RSRC_IO_CALIBRATE.",
    ),
    (CALL, "This is a calibration script. Import its output."),
    (CODE, "No figures of an I/O calibration."),
)
_REMEDIES = {
    "ORA-56708": "Oracle reports {code}: {text}. A calibration needs asynchronous I/O: set "
    "FILESYSTEMIO_OPTIONS to SETALL.",
    "ORA-56704": "Oracle reports {code}: {text}. Repeat after the other calibration has ended.",
    "ORA-01031": "Oracle reports {code}: {text}. Start the calibration as SYSDBA.",
}
"""What to do about the errors that can be corrected."""
_STATES = {
    "NOT AVAILABLE": "Status NOT AVAILABLE: the database was never calibrated.",
    "IN PROGRESS": "The status is IN PROGRESS: the calibration is still running.",
    "READY": "Only the status of a calibration. Import the row of DBA_RSRC_IO_CALIBRATE.",
}


def oracle_error_problems(
    text: str, positions: TextPositions, severity: Severity
) -> Iterator[Problem]:
    """Yield Oracle's own errors as problems, each code once, the stack lines left out."""
    seen: set[str] = set()
    for match in ERROR.finditer(text):
        code = match.group("code")
        if code == "ORA-06512" or code in seen:
            continue
        seen.add(code)
        template = _REMEDIES.get(code, "Oracle reports {code}: {text}")
        sentence = message(template, code=code, text=match.group("text").strip(" ."))
        yield Problem(severity, sentence, positions.line(match.start()))


def refusal_problems(text: str, positions: TextPositions) -> list[Problem]:
    """Return why there is nothing to read."""
    problems = list(oracle_error_problems(text, positions, Severity.ERROR))
    if problems:
        return problems
    states = list(STATUS.finditer(text)) if STATUS_VIEW.search(text) else []
    if states:
        sentence = _STATES.get(states[-1].group("status"), _STATES["READY"])
        return [Problem(Severity.ERROR, message(sentence), positions.line(states[-1].start()))]
    for pattern, sentence in _REASONS:
        match = pattern.search(text)
        if match:
            begun = match.end() - len(match[0].lstrip())
            return [Problem(Severity.ERROR, message(sentence), positions.line(begun))]
    return [error_problem("There are no figures of an I/O calibration here.", 1)]


def running_calibration_problems(text: str, positions: TextPositions) -> Iterator[Problem]:
    """Warn where the view was asked while a calibration ran: it shows the one before."""
    if not STATUS_VIEW.search(text):
        return
    for match in STATUS.finditer(text):
        if match.group("status") == "IN PROGRESS":
            sentence = message(
                "Recorded during a calibration; DBA_RSRC_IO_CALIBRATE shows the previous run."
            )
            yield Problem(Severity.WARNING, sentence, positions.line(match.start()))
            return


_BY_HAND = "Row without IOPS: entered by hand or not measured; left out."
_UNKNOWN_UNIT = 'Unknown unit "{unit}" of {name} {text}; left out.'
_LACKING = "Calibration without {names}: cut, or not requested."
_CUT = "The file ends at {name} {text}: the number may be cut."
TOOL = "io_calibrate"
MAX_PROCESS_MBPS = "max_process_mbps"
_FIGURES = {
    CalibrationField.IOPS: (Metric.IOPS, Unit.PER_SECOND, MAX_SMALL_IOPS),
    CalibrationField.MBPS: (Metric.THROUGHPUT, Unit.BYTE_PER_SECOND, MAX_LARGE_MBPS),
    CalibrationField.PMBPS: (Metric.THROUGHPUT, Unit.BYTE_PER_SECOND, MAX_PROCESS_MBPS),
    CalibrationField.LATENCY: (Metric.LATENCY, Unit.SECOND, MIN_SMALL_LATENCY),
}
_NEEDED = (CalibrationField.IOPS, CalibrationField.MBPS, CalibrationField.LATENCY)
_LIMIT_BYTES = 4 * 1024 * 1024
_IMPLAUSIBLE_IOPS = 1_000_000
_IMPLAUSIBLE_LATENCY_S = 1.0
"""A calibration keeps to a limit that is typed in, 10 to 100 ms."""
_NOT_REPEATABLE = 0.2
_USUAL_BLOCK = 8 * KIB
_MOST_TIMES_SMALL = 1000
_LEAST_TIMES_SMALL = 1 / 8
_LEAST_UNDER_WAY = 0.5
_NEARBY = 65_536
"""Characters within which a call and what SQL*Plus prints after it stand."""
_MOST_RUNS = 200
"""Each takes ten minutes; what looks like more is a damaged table."""


class _CalibrationText(NamedTuple):
    text: str
    positions: TextPositions
    numbers: CalibrationNumbers
    offsets: tuple[int, ...] = ()
    """Where its results begin, ascending."""


def _as_errors_without_runs(
    problems: Sequence[Problem], runs: Sequence[Run]
) -> tuple[Problem, ...]:
    """Return problems as errors where no run could be read: they are why it is refused."""
    if runs:
        return tuple(problems)
    return tuple(Problem(Severity.ERROR, p.message, p.line) for p in problems)


def _find_version(text: str) -> str | None:
    match = RELEASE.search(text) or BANNER.search(text)
    return match.group(1) if match else None


def _build_run(
    result: CalibrationResult, context: _CalibrationText, number: int
) -> tuple[Run, list[Problem]]:
    measurements: list[Measurement] = []
    problems: list[Problem] = []
    for cell in result.figures:
        measurement, problem = _build_measurement(cell, context.numbers)
        measurements += [measurement] if measurement else []
        problems += [problem] if problem else []
    missing = [kind.value for kind in _NEEDED if not result.cell(kind)]
    if missing:
        problems.append(
            warning_problem(_LACKING, result.cells[0].line, names=" and ".join(missing))
        )
    problems += [cell_problem(c, _CUT, Severity.INFO) for c in result.figures if c.ends_file]
    problems += [*_rate_doubts(measurements), *_latency_doubts(measurements)]
    start, end = (
        _parse_time_cell(result, CalibrationField.START),
        _parse_time_cell(result, CalibrationField.END),
    )
    duration = (end - start).total_seconds() if start and end else _elapsed_s(result, context)
    run = Run(
        f"calibration {number}",
        complete=not missing,
        measurements=tuple(measurements),
        started_at=start.isoformat() if start else None,
        duration_s=duration if duration and duration > 0 else None,
        attributes=tuple(_build_attributes(result, context)),
    )
    return run, problems


def _build_measurement(
    cell: CalibrationCell, numbers: CalibrationNumbers
) -> tuple[Measurement | None, Problem | None]:
    value, problem = numbers.parse(cell)
    if value is None:
        return None, problem
    scale = si_factor(cell)
    if scale is None:
        return None, cell_problem(cell, _UNKNOWN_UNIT, unit=cell.unit or "")
    metric, unit, group = _FIGURES[cell.kind]
    if metric is Metric.LATENCY and value == 0:
        return None, warning_problem(
            "A latency of 0 ms is below the resolution: unknown.", cell.line
        )
    measurement = Measurement(
        metric, "mean", value * scale, unit, group=group, line=cell.line, column=cell.column
    )
    return measurement, problem


def _latency_doubts(measurements: Sequence[Measurement]) -> Iterator[Problem]:
    """Doubt a latency beyond all limits, or with less than one I/O under way (Little's law)."""
    by_group = {m.group: m for m in measurements}
    iops, latency = by_group.get(MAX_SMALL_IOPS), by_group.get(MIN_SMALL_LATENCY)
    if not iops or not latency:
        return
    if latency.value > _IMPLAUSIBLE_LATENCY_S:
        sentence = message(
            "A mean latency of {seconds:.3g} s is not plausible: number or unit may be misread.",
            seconds=latency.value,
        )
        yield Problem(Severity.WARNING, sentence, latency.line)
    rounding = 0.0 if latency.value % MILLISECOND else MILLISECOND / 2
    if iops.value * (latency.value + rounding) < _LEAST_UNDER_WAY:
        sentence = message(
            "{iops:.0f} IOPS at {ms:.3g} ms give a queue depth of {under_way:.2g}: the latency"
            " is of other I/Os.",
            iops=iops.value,
            ms=latency.value / MILLISECOND,
            under_way=iops.value * latency.value,
        )
        yield Problem(Severity.WARNING, sentence, latency.line)


def _rate_doubts(measurements: Sequence[Measurement]) -> Iterator[Problem]:
    """Doubt figures that a disk does not give."""
    by_group = {m.group: m for m in measurements}
    iops, mbps = by_group.get(MAX_SMALL_IOPS), by_group.get(MAX_LARGE_MBPS)
    if iops and iops.value > _IMPLAUSIBLE_IOPS:
        sentence = message(
            "{iops:.0f} IOPS are not plausible for disks: data files empty or cached.",
            iops=iops.value,
        )
        yield Problem(Severity.WARNING, sentence, iops.line)
    if iops and mbps and iops.value:
        times = mbps.value / (iops.value * _USUAL_BLOCK)
        if not _LEAST_TIMES_SMALL <= times <= _MOST_TIMES_SMALL:
            sentence = message(
                "{mbps:.0f} MB/s and {iops:.0f} IOPS contradict each other: at 8 KiB, large"
                " reads are {times:.2f} times the throughput of small ones.",
                mbps=mbps.value / MIB,
                iops=iops.value,
                times=times,
            )
            yield Problem(Severity.WARNING, sentence, mbps.line)


def _parse_time_cell(result: CalibrationResult, kind: CalibrationField) -> datetime | None:
    text = result.cell_text(kind)
    return parse_view_timestamp(text) if text else None


def _elapsed_s(result: CalibrationResult, context: _CalibrationText) -> float | None:
    """Take the time that SQL*Plus prints after a call, before anything else is asked.

    What a block printed several results of took all of them together.
    """
    if result.is_view_row:
        return None
    match = ELAPSED.search(context.text, result.offset, _next_prompt_offset(result, context))
    if not match or _belongs_to_several(result, match.start(), context):
        return None
    seconds = float(match.group("s").replace(",", "."))
    return int(match.group("h")) * 3600 + int(match.group("m")) * 60 + seconds


def _belongs_to_several(
    result: CalibrationResult, elapsed_at: int, context: _CalibrationText
) -> bool:
    """Return whether a time was taken of other results too."""
    place = bisect_left(context.offsets, result.offset)
    following = context.offsets[place + 1 : place + 2]
    if following and following[0] < elapsed_at:
        return True
    before = context.offsets[place - 1] if place else None
    if before is None:
        return False
    between = (before, result.offset)
    return not (ELAPSED.search(context.text, *between) or PROMPT.search(context.text, *between))


def _next_prompt_offset(result: CalibrationResult, context: _CalibrationText) -> int:
    stop = min(len(context.text), result.offset + _NEARBY)
    prompt = PROMPT.search(context.text, result.offset, stop)
    return prompt.start() if prompt else stop


def _build_attributes(
    result: CalibrationResult, context: _CalibrationText
) -> Iterator[tuple[str, str]]:
    """Return what was asked of the calibration; the number of disks is typed in, not measured."""
    before = max(0, result.offset - _NEARBY)
    calls = [] if result.is_view_row else list(CALL.finditer(context.text, before, result.offset))
    named = (
        [] if result.is_view_row else list(FOR_DISKS.finditer(context.text, before, result.offset))
    )
    announcement = max((*calls[-1:], *named[-1:]), key=lambda match: match.start(), default=None)
    disks = result.cell_text(CalibrationField.DISKS) or (
        announcement.group("disks") if announcement else None
    )
    yield "run_type", TOOL
    if disks and disks.isdecimal():
        yield "num_disks", disks
    if calls:
        yield "max_latency_ms", calls[-1].group("latency")
    end = _next_prompt_offset(result, context)
    if not result.is_view_row and FROM_DISK.search(context.text, result.offset, end):
        yield "served_from", "mostly disk"
    info = result.cell_text(CalibrationField.INFO)
    if info:
        yield "additional_info", info
    if context.numbers.chosen_mark is not None:
        yield DECIMAL_MARK, context.numbers.chosen_mark


def _repeatability_problems(runs: Sequence[Run]) -> Iterator[Problem]:
    """Say by how much repeated calibrations differ: they are known not to repeat well.

    Calibrations that were told of other numbers of disks are no repetitions.
    """
    if len({dict(run.attributes).get("num_disks") for run in runs}) > 1:
        return
    for group, name in ((MAX_SMALL_IOPS, "rate of I/Os"), (MAX_LARGE_MBPS, "throughput")):
        values = [m.value for run in runs for m in run.measurements if m.group == group]
        if relative_range(values) > _NOT_REPEATABLE:
            yield warning_problem(
                "The {count} calibrations differ: the highest {name} is {times:.2f} times the"
                " lowest.",
                count=len(values),
                name=name,
                times=1 + relative_range(values),
            )


def _megabyte_problem(runs: Sequence[Run], cells: Sequence[CalibrationCell]) -> Iterator[Problem]:
    places = {(cell.line, cell.column) for cell in cells if is_in_megabytes(cell)}
    for run in runs:
        for measurement in run.measurements:
            place = (measurement.line, measurement.column)
            if measurement.group == MAX_LARGE_MBPS and place in places:
                sentence = message(
                    "MB read as 2^20 bytes: {printed:.0f} MB/s are {binary:.2f} million bytes/s"
                    " ({printed:.2f} million with 10^6). Oracle states no unit.",
                    printed=measurement.value / MIB,
                    binary=measurement.value / 1e6,
                )
                yield Problem(Severity.INFO, sentence, measurement.line)
                return


_LOOK_AT_BYTES = 1024 * 1024
_IN_FIGURES = ("iops", "i/o ops", "io/s", "ios/s", "per sec")
"""One of these is in every label of a rate of I/Os."""
_LABEL = re.compile("|".join(map(re.escape, _IN_FIGURES)))
_HEADINGS = ("MAX_IOPS", "MAX_MBPS")
_WORDS = ("calibrate_io", "io_calibrate", "calibration_time", "io_calibration", "io calibrate")
"""One of these is in every name of the procedure and its views."""
_NEAR = 2_000
_MOST_LOOKED_AT = 64 * 1024
"""Characters around labels that are looked at: figures stand together, and a report of a megabyte
that has such words would take a second."""


def _text_near_figures(text: str, lowered: str) -> str:
    """Return what is around labels of a rate of I/Os, in whole lines; nothing without any."""
    if len(text) <= _MOST_LOOKED_AT:
        return text if any(word in lowered for word in _IN_FIGURES) else ""
    parts: list[str] = []
    stop = 0
    for match in _LABEL.finditer(lowered):
        if match.start() < stop:
            continue
        start = max(stop, text.rfind("\n", 0, max(0, match.start() - _NEAR)) + 1)
        stop = text.find("\n", match.start() + _NEAR) + 1 or len(text)
        parts.append(text[start:stop])
        if sum(map(len, parts)) > _MOST_LOOKED_AT:
            break
    return "".join(parts)


class IoCalibrateImporter(FileImporter):
    """Reads calibrations, several in a file too; every file is read on its own."""

    tool = TOOL

    def recognises(self, source: Source) -> bool:
        """Look for the procedure, its views, its errors, or figures in its form."""
        text = strip_terminal_escapes(decode(source.data, _LOOK_AT_BYTES).text)
        lowered = text.lower()
        if any(word in lowered for word in _WORDS) and any(
            pattern.search(text) for pattern in (CODE, STATUS_VIEW, NOT_CALIBRATED)
        ):
            return True
        if any(match.group("code").startswith("ORA-567") for match in ERROR.finditer(text)):
            return True
        if all(heading in text for heading in _HEADINGS):
            return True
        near = _text_near_figures(text, lowered)
        if not near:
            return False
        places = TextPositions(near)
        rows, _ = parse_tables(near.split("\n"), places.starts)
        return bool(rows or parse_pairs(near, places))

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        decoded = decode(source.data, _LIMIT_BYTES)
        text = strip_terminal_escapes(decoded.text)
        places = TextPositions(text)
        rows, problems = parse_tables(text.split("\n"), places.starts)
        printed = parse_pairs(text, places)
        left_out = len(rows[_MOST_RUNS:]) + len(printed[_MOST_RUNS:])
        rows, printed = rows[:_MOST_RUNS], printed[:_MOST_RUNS]
        cells = [c for result in (*rows, *printed) for c in result.cells if c.kind in NUMERIC]
        whole = _CalibrationText(text, places, CalibrationNumbers(cells, source.decimal))
        results = join_results_of_runs(printed, rows, whole.numbers)
        measured = [result for result in results if not was_never_measured(result)]
        by_hand = [result.cells[0].line for result in results if was_never_measured(result)]
        problems += [Problem(Severity.WARNING, message(_BY_HAND), line) for line in by_hand]
        asked = (result.offset for result in results if not result.is_view_row)
        whole = whole._replace(offsets=tuple(sorted(set(asked))))
        runs = [_build_run(result, whole, number) for number, result in enumerate(measured, 1)]
        stored = [run for run, _ in runs if run.measurements]
        problems += [problem for _, match in runs for problem in match]
        if stored:
            problems += [
                *oracle_error_problems(text, places, Severity.WARNING),
                *running_calibration_problems(text, places),
            ]
            problems += [*_repeatability_problems(stored), *_megabyte_problem(stored, cells)]
        elif not problems:
            problems = refusal_problems(text, places)
        if left_out:
            sentence = message(
                "The file holds more runs than are read; left out: {count}.", count=left_out
            )
            problems.insert(0, Problem(Severity.WARNING, sentence))
        problems = [*decoded.problems, *problems]
        return Reading(
            TOOL, reading_status(stored, problems), tuple(stored),
            _as_errors_without_runs(problems, stored),
            tool_version=_find_version(text), run_type=TOOL, encoding=decoded.encoding,
        )  # fmt: skip

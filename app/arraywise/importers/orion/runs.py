"""Readings: SI, completeness, agreement."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import (
    MAX_LARGE_MBPS,
    MAX_SMALL_IOPS,
    MIN_SMALL_LATENCY,
    Load,
    Measurement,
    Metric,
    Origin,
    Reading,
    Run,
    Series,
    Status,
)
from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.units import MIB, Unit
from arraywise.importers.kit.clocks import parse_datetime
from arraywise.importers.kit.readings import (
    error_problem,
    info_problem,
    number_duplicate_names,
    reading_status,
    warning_problem,
)
from arraywise.importers.orion.content import (
    TOLERANCE,
    TRADEOFF,
    UnitChoice,
    choose_unit,
    folder_of,
    is_same_figure,
    little_errors,
    stem_of,
)
from arraywise.importers.orion.tables import fills, percentiles_of, series_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.importers.orion.content import (
        LatencyUnit,
        Matrix,
        OrionFileContent,
        OrionValue,
        RunText,
    )


FILE_STAMP: Final = re.compile(
    r"^(?P<id>.{1,120}_(?P<date>(?:19|20)\d{6})_(?P<time>[0-2]\d[0-5]\d))(?!\d)"
)

_HEADLINES = (MAX_LARGE_MBPS, MAX_SMALL_IOPS, MIN_SMALL_LATENCY)


def contradictions(files: Sequence[OrionFileContent]) -> Iterator[Problem]:
    """Find a summary whose best figures are not in the matrices beside it, or not filled there."""
    matrices = [matrix for parsed in files for matrix in parsed.matrices]
    cells = {(c.metric, c.load): c.printed for matrix in matrices for c in matrix.cells}
    tables = {matrix.metric for matrix in matrices if matrix.cells}
    for parsed in files:
        for figure in parsed.only.figures if parsed.only else ():
            if figure.group not in _HEADLINES:
                continue
            beside = cells.get((figure.metric, figure.load))
            small, large = figure.load.small_ios or 0, figure.load.large_ios or 0
            if beside is None and figure.metric in tables:
                yield warning_problem(
                    "{file} has its best figure at Small={small} and Large={large}, empty in the"
                    " matrix: it is cut or of another run.",
                    file=parsed.source.name,
                    small=small,
                    large=large,
                )
            elif beside is not None and not is_same_figure(figure.printed, beside):
                yield warning_problem(
                    "{file} has {printed:.10g} at Small={small} and Large={large}, the matrix"
                    " {beside:.10g}: they are of different runs.",
                    file=parsed.source.name,
                    printed=figure.printed,
                    beside=beside,
                    small=small,
                    large=large,
                )
                return


_NAMES = {
    Metric.IOPS: "Maximum Small IOPS",
    Metric.THROUGHPUT: "Maximum Large MBPS",
    Metric.LATENCY: "Minimum Small Latency",
}
_SMALL = (Metric.IOPS, Metric.LATENCY)
_EXPECTED = {
    "simple": (Metric.THROUGHPUT, *_SMALL),
    "normal": (Metric.THROUGHPUT, *_SMALL),
    "oltp": _SMALL,
    "dss": (Metric.THROUGHPUT,),
}
"""What a finished run of each type has measured."""


def text_gaps(segment: RunText, run_type: str | None) -> Iterator[Problem]:
    """Return which of the result lines that a finished run prints are missing from a text."""
    if not segment.started or segment.matrices:
        return
    if not segment.has_results:
        yield _unfinished(segment)
        return
    result = {figure.metric for figure in segment.figures if figure.group in _HEADLINES}
    missing = [m for m in _EXPECTED.get(run_type or "", ()) if m not in result]
    damaged = [m for m in missing if any(_NAMES[m] in p.text for p in segment.problems)]
    for template, metrics in (
        ("Unreadable result lines of the {run_type} run: {lines}.", damaged),
        (
            "A finished {run_type} run ends with {lines}, which is missing here.",
            [m for m in missing if m not in damaged],
        ),
    ):
        if metrics and segment.figures:
            lines = ", ".join(_NAMES[metric] for metric in metrics)
            yield warning_problem(template, segment.line, run_type=run_type or "", lines=lines)


def _unfinished(segment: RunText) -> Problem:
    if segment.attribute("small_io_bytes"):
        template = "The summary has no result lines: the run was stopped or is still running."
        return warning_problem(template, segment.line)
    return warning_problem(
        "No result line: stopped, still running, or results in other files (..._summary.txt and"
        " three .csv).",
        segment.line,
    )


def matrix_gaps(
    matrix: Matrix, siblings: Sequence[Matrix], run_type: str | None
) -> Iterator[Problem]:
    """Return which cells a finished run would have filled in a matrix."""
    if matrix.metric is None or _is_unused(matrix, siblings, run_type):
        return
    filled = {cell.load for cell in matrix.cells}
    expected = set(fills(matrix)) | set(_seen_by_siblings(matrix, siblings))
    if run_type == "normal":
        expected |= {Load(small_ios=s, large_ios=r) for s in matrix.columns for r in matrix.rows}
    missing = sorted((load.large_ios or 0, load.small_ios or 0) for load in expected - filled)
    if missing or not filled:
        sentence = message(
            "{missing} of {expected} points are missing{where}: the run was stopped or the file"
            " cut.",
            expected=max(len(expected), 1),
            missing=max(len(missing), 1),
            where=f", from Small={missing[0][1]} and Large={missing[0][0]}" if missing else "",
        )
        yield Problem(Severity.WARNING, sentence, matrix.line)


def _is_unused(matrix: Matrix, siblings: Sequence[Matrix], run_type: str | None) -> bool:
    """A run over small I/Os alone leaves no throughput, one over large ones nothing else."""
    if matrix.cells:
        return run_type == "advanced"
    if run_type in _EXPECTED:
        return matrix.metric not in _EXPECTED[run_type]
    return any(sibling.cells for sibling in siblings)


def _seen_by_siblings(matrix: Matrix, siblings: Sequence[Matrix]) -> Iterator[Load]:
    """Return the loads that the set's other files show were asked for."""
    for sibling in siblings:
        if matrix.metric in _SMALL and sibling.metric in _SMALL:
            yield from (cell.load for cell in sibling.cells)
        elif matrix.metric is Metric.THROUGHPUT and 0 in matrix.columns:
            yield from (Load(small_ios=0, large_ios=row) for row in sibling.rows if row)


def set_gaps(files: Sequence[OrionFileContent], run_type: str | None) -> Iterator[Problem]:
    """Compare the points measured with the number that the summary announces.

    The announced number includes the idle point, which is never measured.
    """
    totals = {p.only.attribute("total_data_points") for p in files if p.only} - {None}
    matrices = [matrix for parsed in files for matrix in parsed.matrices]
    needed = {m for m in _EXPECTED.get(run_type or "", ()) if m is not Metric.LATENCY}
    if len(totals) != 1 or not needed or not needed <= {matrix.metric for matrix in matrices}:
        return
    announced = int(totals.pop() or 0) - 1
    points = len({cell.load for matrix in matrices for cell in matrix.cells})
    if points < announced:
        yield warning_problem(
            "The summary announces {announced} measured points, the matrices hold {points}.",
            announced=announced,
            points=points,
        )


TOOL = "orion"
_MAY_BE_CACHED_BYTES = 16 * 1024**3
"""Storage of any size has caches like this, and so has a host without direct I/O."""
_TRACE = (
    "ORION's trace of data points; its figures are in the run's summary and .csv files. Not used."
)
_TRADEOFF = (
    "ORION's table of small against large I/Os, derived from the run's .csv files (_iops, _lat,"
    " _mbps). Import those."
)
_Figures = tuple[object, ...]
"""What makes two figures the same, wherever they stand."""
_SI = {
    Metric.THROUGHPUT: Unit.BYTE_PER_SECOND,
    Metric.IOPS: Unit.PER_SECOND,
    Metric.LATENCY: Unit.SECOND,
}


@dataclass(frozen=True, slots=True)
class RunContext:
    """What the files of one run tell each other."""

    name: str
    started_at: str | None
    version: str | None
    run_type: str | None
    unit: UnitChoice
    attributes: tuple[tuple[str, str], ...]
    """Settings that any file of the run prints; they hold for all of them."""
    matrices: tuple[Matrix, ...]
    has_results: bool
    set_name: str | None
    """None for a file that is read on its own."""


def read_set(files: Sequence[OrionFileContent]) -> list[Reading]:
    """Read the files of one set, one reading a file, in the same order."""
    shared = _context([p.only for p in files if p.only], files)
    set_problems = [*_set_problems(files, shared)]
    readings: dict[int, Reading] = {}
    seen: set[_Figures] = set()
    for position in sorted(range(len(files)), key=lambda i: not _has_settings(files[i])):
        reading = _read_file(files[position], shared, seen)
        if set_problems and reading.runs:
            reading = _with_problems(reading, set_problems)
            set_problems = []
        readings[position] = reading
    return [readings[position] for position in range(len(files))]


def _has_settings(parsed: OrionFileContent) -> bool:
    """Know a summary, whose figures are the ones to keep where a console repeats them."""
    return parsed.only is not None and parsed.only.attribute("small_io_bytes") is not None


def _with_problems(reading: Reading, problems: list[Problem]) -> Reading:
    status = reading.status
    if status is Status.READ and any(p.severity is not Severity.INFO for p in problems):
        status = Status.READ_WITH_PROBLEMS
    return replace(reading, status=status, problems=(*reading.problems, *problems))


def _context(segments: Sequence[RunText], files: Sequence[OrionFileContent]) -> RunContext:
    versions = {s.version for s in segments} - {None}
    types = {s.attribute("run_type") for s in segments} - {None}
    version = versions.pop() if len(versions) == 1 else None
    name, started_at = identity(segments, files)
    folder = folder_of(files[0].source.name)
    set_name = name if folder == "." else f"{folder}/{name}"
    return RunContext(
        name=name,
        started_at=started_at,
        version=version,
        run_type=types.pop() if len(types) == 1 else None,
        unit=choose_unit(segments, version),
        attributes=tuple(pair for segment in segments for pair in segment.attributes),
        matrices=tuple(matrix for segment in segments for matrix in segment.matrices),
        has_results=any(segment.has_results for segment in segments),
        set_name=set_name if len(files) > 1 else None,
    )


def identity(
    segments: Sequence[RunText], files: Sequence[OrionFileContent]
) -> tuple[str, str | None]:
    """Name a run by the id that ORION gave it, which holds the minute of its start."""
    run_ids = [segment.run_id for segment in segments if segment.run_id]
    stems = [stem_of(parsed.source.name) for parsed in files]
    for name in (*run_ids, *stems):
        match = FILE_STAMP.match(name)
        moment = parse_datetime(match["date"] + match["time"], "%Y%m%d%H%M") if match else None
        if match and moment:
            return match["id"], moment.isoformat()
    tests = [test for s in segments if (test := s.attribute("test_name"))]
    return (*run_ids, *tests, *(stem for stem in stems if stem), TOOL)[0], None


def _read_file(parsed: OrionFileContent, shared: RunContext, seen: set[_Figures]) -> Reading:
    if parsed.is_trace:
        return _exclude(parsed, shared, _TRACE)
    if TRADEOFF.search(parsed.source.name) and not any(s.has_results for s in parsed.segments):
        return _exclude(parsed, shared, _TRADEOFF)
    if parsed.only:
        return _reading(parsed, [shared], seen)
    return _reading(parsed, [_context([s], [parsed]) for s in parsed.segments], seen)


def _exclude(parsed: OrionFileContent, shared: RunContext, sentence: str) -> Reading:
    """Recognise what says nothing that the summary and the matrices do not state too."""
    return Reading(
        TOOL,
        Status.READ if shared.has_results else Status.REFUSED,
        problems=(
            info_problem(sentence, 1) if shared.has_results else error_problem(sentence, 1),
        ),
        set_name=shared.set_name,
        encoding=parsed.encoding,
    )


def _reading(parsed: OrionFileContent, contexts: list[RunContext], seen: set[_Figures]) -> Reading:
    runs: list[Run] = []
    problems = list(parsed.problems)
    for segment, context in zip(parsed.segments, contexts, strict=True):
        if segment.failure and not segment.has_results:
            problems.append(segment.failure)
        elif segment.is_empty:
            problems.append(error_problem("No settings or results of an ORION run.", segment.line))
        else:
            run, result = _run(segment, context, seen if parsed.only else set())
            runs.append(run)
            problems += result
    if runs:
        problems = [_as_warning(problem) for problem in problems]
    versions = {s.version for s in parsed.segments} | {c.version for c in contexts}
    types = {context.run_type for context in contexts}
    measured = (m for run in runs for m in run.measurements)
    first_throughput = next((m for m in measured if m.metric is Metric.THROUGHPUT), None)
    if first_throughput:
        problems.append(megabytes(first_throughput))
    return Reading(
        TOOL,
        reading_status(runs, problems),
        runs=number_duplicate_names(runs),
        problems=tuple(problems),
        tool_version=next(iter(versions - {None})) if len(versions - {None}) == 1 else None,
        run_type=next(iter(types)) if len(types) == 1 else None,
        set_name=contexts[0].set_name if contexts else None,
        encoding=parsed.encoding,
    )


def _as_warning(problem: Problem) -> Problem:
    """A failed start beside a run that was read does not spoil the file."""
    is_error = problem.severity is Severity.ERROR
    return replace(problem, severity=Severity.WARNING) if is_error else problem


def _run(segment: RunText, context: RunContext, seen: set[_Figures]) -> tuple[Run, list[Problem]]:
    gaps = [*_gaps(segment, context)]
    figures = [*segment.figures, *(cell for m in segment.matrices for cell in m.cells)]
    measurements, problems = _measurements(figures, context.unit)
    series: list[Series] = []
    for histogram in segment.histograms:
        series += series_of(histogram)
        percentiles, result = percentiles_of(histogram)
        measurements += percentiles
        problems += result
    measurements, repeated = _unseen(measurements, seen)
    attributes = dict(context.attributes) | dict(segment.attributes)
    if any(figure.metric is Metric.LATENCY for figure in figures):
        attributes["latency_unit_reason"] = str(context.unit.reason)
    run = Run(
        context.name, not gaps, tuple(measurements), tuple(series),
        started_at=context.started_at, attributes=tuple(attributes.items()),
    )  # fmt: skip
    of_matrices = [problem for matrix in segment.matrices for problem in matrix.problems]
    of_figures = [*of_matrices, *problems, *repeated]
    return run, [*segment.problems, *of_figures, *_remarks(segment), *gaps]


def _gaps(segment: RunText, context: RunContext) -> Iterator[Problem]:
    is_console = segment.attribute("small_io_bytes") is None and not segment.has_results
    is_console &= not segment.matrices
    if is_console and context.set_name and context.has_results:
        return
    yield from text_gaps(segment, context.run_type)
    for matrix in segment.matrices:
        siblings = [other for other in context.matrices if other is not matrix]
        yield from matrix_gaps(matrix, siblings, context.run_type)


def _measurements(
    figures: Sequence[OrionValue], choice: UnitChoice
) -> tuple[list[Measurement], list[Problem]]:
    """Bring figures to SI; latencies of an undecided unit and of zero are no measurements."""
    measurements: list[Measurement] = []
    latencies = [figure for figure in figures if figure.metric is Metric.LATENCY]
    for figure in figures:
        unit = figure.unit or choice.unit
        if figure.metric is not Metric.LATENCY:
            measurements.append(_measurement(figure, None))
        elif unit and (figure.printed or figure.statistic == "stddev"):
            measurements.append(_measurement(figure, unit))
    problem = choice.problem(figure for figure in latencies if not figure.unit)
    problems = [problem] if problem else []
    zeros = [figure for figure in latencies if not figure.printed]
    if any(figure.statistic != "stddev" for figure in zeros):
        template = "A latency of 0 is below ORION's resolution: unknown."
        problems.append(warning_problem(template, zeros[0].line))
    return measurements, problems


def _measurement(figure: OrionValue, unit: LatencyUnit | None) -> Measurement:
    factor = MIB if figure.metric is Metric.THROUGHPUT else unit.seconds if unit else 1.0
    value = figure.printed * factor
    return Measurement(
        figure.metric, figure.statistic, value, _SI[figure.metric], figure.load, figure.group,
        figure.line, figure.column, Origin.REPORTED,
    )  # fmt: skip


def _unseen(
    measurements: list[Measurement], seen: set[_Figures]
) -> tuple[list[Measurement], list[Problem]]:
    """Count a figure once that two files of a run repeat, or one file twice."""
    keyed: dict[_Figures, Measurement] = {}
    for m in measurements:
        load = (m.load.small_ios, m.load.large_ios)
        keyed.setdefault((m.metric, m.statistic, m.value, load, m.group), m)
    stored = [m for key, m in keyed.items() if key not in seen]
    repeated = len(stored) < len(keyed)
    seen.update(keyed)
    template = "Figures also in another file of the run, counted once."
    return stored, [info_problem(template)] if repeated else []


def megabytes(measurement: Measurement) -> Problem:
    """Describe how the first throughput of a file was read."""
    printed = measurement.value / MIB
    sentence = message(
        "MB read as 2^20 bytes: {printed:.2f} MB/s are {binary:.2f} million bytes/s"
        " ({printed:.2f} million with 10^6). ORION states no unit.",
        printed=printed,
        binary=measurement.value / 1e6,
    )
    return Problem(Severity.INFO, sentence, measurement.line)


def _remarks(segment: RunText) -> Iterator[Problem]:
    """Say what a reader should know, and where a cache may have answered for the devices."""
    if segment.failure and segment.has_results:
        yield segment.failure
    writes = segment.attribute("write_percent")
    if writes and writes.isdecimal() and int(writes) > 0:
        template = "{percent} % of the I/Os were writes, which destroy data."
        yield info_problem(template, segment.line, percent=writes)
    sizes = [int(size) for size in (segment.attribute("lun_bytes") or "").split(", ") if size]
    gib = [size / 1024**3 for size in sizes]
    if sizes and sum(sizes) < _MAY_BE_CACHED_BYTES:
        template = "All devices have {total:.1f} GiB: they may fit into a cache."
        yield info_problem(template, segment.line, total=sum(gib))
    if sizes and max(sizes) > 4 * min(sizes):
        template = "Device sizes differ ({least:.1f} to {most:.1f} GiB): small ones may be cached."
        yield info_problem(template, segment.line, least=min(gib), most=max(gib))


def _set_problems(files: Sequence[OrionFileContent], context: RunContext) -> Iterator[Problem]:
    """Hold the files of a run against each other, and rates against latencies (Little's law)."""
    if len(files) > 1:
        yield from set_gaps(files, context.run_type)
        yield from contradictions(files)
    unit = context.unit.unit
    worst = max(little_errors(context.matrices, unit), default=0.0) if unit else 0.0
    if worst > TOLERANCE:
        yield warning_problem(
            "Rates and latencies contradict each other: queue depth over latency differs from"
            " the IOPS by up to {percent:.0f} %.",
            percent=100 * worst,
        )

"""Builds readings of ORION's runs: SI figures, completeness, agreement between files."""

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
    choose_latency_unit,
    is_same_figure,
    littles_law_errors,
    parent_folder,
    shared_stem,
)
from arraywise.importers.orion.tables import (
    expected_loads,
    histogram_series,
    interpolate_percentiles,
)

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


def summary_contradictions(files: Sequence[OrionFileContent]) -> Iterator[Problem]:
    """Yield where a summary's best figures are missing or different in the matrices beside it."""
    matrices = [matrix for parsed in files for matrix in parsed.matrices]
    cells = {(c.metric, c.load): c.printed for matrix in matrices for c in matrix.cells}
    tables = {matrix.metric for matrix in matrices if matrix.cells}
    for parsed in files:
        for figure in parsed.single_run.figures if parsed.single_run else ():
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


def missing_result_lines(segment: RunText, run_type: str | None) -> Iterator[Problem]:
    """Yield which of the result lines that a finished run prints are missing from a text."""
    if not segment.is_started or segment.matrices:
        return
    if not segment.has_results:
        yield _unfinished_run_problem(segment)
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


def _unfinished_run_problem(segment: RunText) -> Problem:
    if segment.attribute_value("small_io_bytes"):
        template = "The summary has no result lines: the run was stopped or is still running."
        return warning_problem(template, segment.line)
    return warning_problem(
        "No result line: stopped, still running, or results in other files (..._summary.txt and"
        " three .csv).",
        segment.line,
    )


def missing_matrix_points(
    matrix: Matrix, siblings: Sequence[Matrix], run_type: str | None
) -> Iterator[Problem]:
    """Yield a warning where a matrix lacks points that a finished run would have."""
    if matrix.metric is None or _is_unused_by_run_type(matrix, siblings, run_type):
        return
    filled = {cell.load for cell in matrix.cells}
    expected = set(expected_loads(matrix)) | set(_loads_of_siblings(matrix, siblings))
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


def _is_unused_by_run_type(
    matrix: Matrix, siblings: Sequence[Matrix], run_type: str | None
) -> bool:
    """Return whether the run type leaves a matrix unused: small I/Os alone give no throughput."""
    if matrix.cells:
        return run_type == "advanced"
    if run_type in _EXPECTED:
        return matrix.metric not in _EXPECTED[run_type]
    return any(sibling.cells for sibling in siblings)


def _loads_of_siblings(matrix: Matrix, siblings: Sequence[Matrix]) -> Iterator[Load]:
    """Yield the loads that the set's other files show were requested."""
    for sibling in siblings:
        if matrix.metric in _SMALL and sibling.metric in _SMALL:
            yield from (cell.load for cell in sibling.cells)
        elif matrix.metric is Metric.THROUGHPUT and 0 in matrix.columns:
            yield from (Load(small_ios=0, large_ios=row) for row in sibling.rows if row)


def missing_announced_points(
    files: Sequence[OrionFileContent], run_type: str | None
) -> Iterator[Problem]:
    """Yield a warning where fewer points were measured than the summary announces.

    The announced number includes the idle point, which is never measured.
    """
    totals = {p.single_run.attribute_value("total_data_points") for p in files if p.single_run} - {
        None
    }
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
    """What the files of one run share."""

    name: str
    started_at: str | None
    version: str | None
    run_type: str | None
    unit_choice: UnitChoice
    attributes: tuple[tuple[str, str], ...]
    """Settings that any file of the run prints; they hold for all of them."""
    matrices: tuple[Matrix, ...]
    has_results: bool
    set_name: str | None
    """None for a file that is read on its own."""


def read_files_of_run(files: Sequence[OrionFileContent]) -> list[Reading]:
    """Read the files of one set, one reading a file, in the same order."""
    shared = _build_context([p.single_run for p in files if p.single_run], files)
    set_problems = [*_contradiction_problems(files, shared)]
    readings: dict[int, Reading] = {}
    seen: set[_Figures] = set()
    for position in sorted(range(len(files)), key=lambda i: not _is_summary(files[i])):
        reading = _read_file(files[position], shared, seen)
        if set_problems and reading.runs:
            reading = _add_problems(reading, set_problems)
            set_problems = []
        readings[position] = reading
    return [readings[position] for position in range(len(files))]


def _is_summary(parsed: OrionFileContent) -> bool:
    """Return whether a file is a summary, whose figures count where a console repeats them."""
    return (
        parsed.single_run is not None
        and parsed.single_run.attribute_value("small_io_bytes") is not None
    )


def _add_problems(reading: Reading, problems: list[Problem]) -> Reading:
    status = reading.status
    if status is Status.READ and any(p.severity is not Severity.INFO for p in problems):
        status = Status.READ_WITH_PROBLEMS
    return replace(reading, status=status, problems=(*reading.problems, *problems))


def _build_context(segments: Sequence[RunText], files: Sequence[OrionFileContent]) -> RunContext:
    versions = {s.version for s in segments} - {None}
    types = {s.attribute_value("run_type") for s in segments} - {None}
    version = versions.pop() if len(versions) == 1 else None
    name, started_at = run_name_and_start(segments, files)
    folder = parent_folder(files[0].source.name)
    set_name = name if folder == "." else f"{folder}/{name}"
    return RunContext(
        name=name,
        started_at=started_at,
        version=version,
        run_type=types.pop() if len(types) == 1 else None,
        unit_choice=choose_latency_unit(segments, version),
        attributes=tuple(pair for segment in segments for pair in segment.attributes),
        matrices=tuple(matrix for segment in segments for matrix in segment.matrices),
        has_results=any(segment.has_results for segment in segments),
        set_name=set_name if len(files) > 1 else None,
    )


def run_name_and_start(
    segments: Sequence[RunText], files: Sequence[OrionFileContent]
) -> tuple[str, str | None]:
    """Return name and start of a run, from the id that ORION gave it where there is one."""
    run_ids = [segment.run_id for segment in segments if segment.run_id]
    stems = [shared_stem(parsed.source.name) for parsed in files]
    for name in (*run_ids, *stems):
        match = FILE_STAMP.match(name)
        moment = parse_datetime(match["date"] + match["time"], "%Y%m%d%H%M") if match else None
        if match and moment:
            return match["id"], moment.isoformat()
    tests = [test for s in segments if (test := s.attribute_value("test_name"))]
    return (*run_ids, *tests, *(stem for stem in stems if stem), TOOL)[0], None


def _read_file(parsed: OrionFileContent, context: RunContext, seen: set[_Figures]) -> Reading:
    if parsed.is_trace:
        return _build_reading_without_runs(parsed, context, _TRACE)
    if TRADEOFF.search(parsed.source.name) and not any(s.has_results for s in parsed.segments):
        return _build_reading_without_runs(parsed, context, _TRADEOFF)
    if parsed.single_run:
        return _build_reading(parsed, [context], seen)
    return _build_reading(parsed, [_build_context([s], [parsed]) for s in parsed.segments], seen)


def _build_reading_without_runs(
    parsed: OrionFileContent, context: RunContext, reason: str
) -> Reading:
    """Build a reading without runs, of a file that repeats the summary and the matrices."""
    return Reading(
        TOOL,
        Status.READ if context.has_results else Status.REFUSED,
        problems=(info_problem(reason, 1) if context.has_results else error_problem(reason, 1),),
        set_name=context.set_name,
        encoding=parsed.encoding,
    )


def _build_reading(
    parsed: OrionFileContent, contexts: list[RunContext], counted_figures: set[_Figures]
) -> Reading:
    runs: list[Run] = []
    problems = list(parsed.problems)
    for segment, context in zip(parsed.segments, contexts, strict=True):
        if segment.failure and not segment.has_results:
            problems.append(segment.failure)
        elif segment.is_empty:
            problems.append(error_problem("No settings or results of an ORION run.", segment.line))
        else:
            run, result = _build_run(
                segment, context, counted_figures if parsed.single_run else set()
            )
            runs.append(run)
            problems += result
    if runs:
        problems = [_downgrade_error(problem) for problem in problems]
    versions = {s.version for s in parsed.segments} | {c.version for c in contexts}
    types = {context.run_type for context in contexts}
    measured = (m for run in runs for m in run.measurements)
    first_throughput = next((m for m in measured if m.metric is Metric.THROUGHPUT), None)
    if first_throughput:
        problems.append(megabyte_problem(first_throughput))
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


def _downgrade_error(problem: Problem) -> Problem:
    """Return an error as a warning: a failed start beside a run that was read is no refusal."""
    is_error = problem.severity is Severity.ERROR
    return replace(problem, severity=Severity.WARNING) if is_error else problem


def _build_run(
    segment: RunText, context: RunContext, counted_figures: set[_Figures]
) -> tuple[Run, list[Problem]]:
    gaps = [*_missing_results(segment, context)]
    figures = [*segment.figures, *(cell for m in segment.matrices for cell in m.cells)]
    measurements, problems = _build_measurements(figures, context.unit_choice)
    series: list[Series] = []
    for histogram in segment.histograms:
        series += histogram_series(histogram)
        percentiles, result = interpolate_percentiles(histogram)
        measurements += percentiles
        problems += result
    measurements, repeated = _drop_repeated_figures(measurements, counted_figures)
    attributes = dict(context.attributes) | dict(segment.attributes)
    if any(figure.metric is Metric.LATENCY for figure in figures):
        attributes["latency_unit_reason"] = str(context.unit_choice.reason)
    run = Run(
        context.name, not gaps, tuple(measurements), tuple(series),
        started_at=context.started_at, attributes=tuple(attributes.items()),
    )  # fmt: skip
    of_matrices = [problem for matrix in segment.matrices for problem in matrix.problems]
    of_figures = [*of_matrices, *problems, *repeated]
    return run, [*segment.problems, *of_figures, *_caution_problems(segment), *gaps]


def _missing_results(segment: RunText, context: RunContext) -> Iterator[Problem]:
    is_console = segment.attribute_value("small_io_bytes") is None and not segment.has_results
    is_console &= not segment.matrices
    if is_console and context.set_name and context.has_results:
        return
    yield from missing_result_lines(segment, context.run_type)
    for matrix in segment.matrices:
        siblings = [other for other in context.matrices if other is not matrix]
        yield from missing_matrix_points(matrix, siblings, context.run_type)


def _build_measurements(
    figures: Sequence[OrionValue], unit_choice: UnitChoice
) -> tuple[list[Measurement], list[Problem]]:
    """Convert figures to SI; latencies of an undecided unit and of zero are no measurements."""
    measurements: list[Measurement] = []
    latencies = [figure for figure in figures if figure.metric is Metric.LATENCY]
    for figure in figures:
        unit = figure.unit or unit_choice.unit
        if figure.metric is not Metric.LATENCY:
            measurements.append(_build_measurement(figure, None))
        elif unit and (figure.printed or figure.statistic == "stddev"):
            measurements.append(_build_measurement(figure, unit))
    problem = unit_choice.build_problem(figure for figure in latencies if not figure.unit)
    problems = [problem] if problem else []
    zeros = [figure for figure in latencies if not figure.printed]
    if any(figure.statistic != "stddev" for figure in zeros):
        template = "A latency of 0 is below ORION's resolution: unknown."
        problems.append(warning_problem(template, zeros[0].line))
    return measurements, problems


def _build_measurement(figure: OrionValue, unit: LatencyUnit | None) -> Measurement:
    factor = MIB if figure.metric is Metric.THROUGHPUT else unit.seconds if unit else 1.0
    value = figure.printed * factor
    return Measurement(
        figure.metric, figure.statistic, value, _SI[figure.metric], figure.load, figure.group,
        figure.line, figure.column, Origin.REPORTED,
    )  # fmt: skip


def _drop_repeated_figures(
    measurements: list[Measurement], counted_figures: set[_Figures]
) -> tuple[list[Measurement], list[Problem]]:
    """Return measurements that were not counted before, and a problem where others were."""
    keyed: dict[_Figures, Measurement] = {}
    for m in measurements:
        load = (m.load.small_ios, m.load.large_ios)
        keyed.setdefault((m.metric, m.statistic, m.value, load, m.group), m)
    stored = [m for key, m in keyed.items() if key not in counted_figures]
    repeated = len(stored) < len(keyed)
    counted_figures.update(keyed)
    template = "Figures also in another file of the run, counted once."
    return stored, [info_problem(template)] if repeated else []


def megabyte_problem(measurement: Measurement) -> Problem:
    """Describe how the first throughput of a file was read."""
    printed = measurement.value / MIB
    sentence = message(
        "MB read as 2^20 bytes: {printed:.2f} MB/s are {binary:.2f} million bytes/s"
        " ({printed:.2f} million with 10^6). ORION states no unit.",
        printed=printed,
        binary=measurement.value / 1e6,
    )
    return Problem(Severity.INFO, sentence, measurement.line)


def _caution_problems(segment: RunText) -> Iterator[Problem]:
    """Yield cautions: a failure, writes, and devices small enough to be cached."""
    if segment.failure and segment.has_results:
        yield segment.failure
    writes = segment.attribute_value("write_percent")
    if writes and writes.isdecimal() and int(writes) > 0:
        template = "{percent} % of the I/Os were writes, which destroy data."
        yield info_problem(template, segment.line, percent=writes)
    sizes = [
        int(size) for size in (segment.attribute_value("lun_bytes") or "").split(", ") if size
    ]
    gib = [size / 1024**3 for size in sizes]
    if sizes and sum(sizes) < _MAY_BE_CACHED_BYTES:
        template = "All devices have {total:.1f} GiB: they may fit into a cache."
        yield info_problem(template, segment.line, total=sum(gib))
    if sizes and max(sizes) > 4 * min(sizes):
        template = "Device sizes differ ({least:.1f} to {most:.1f} GiB): small ones may be cached."
        yield info_problem(template, segment.line, least=min(gib), most=max(gib))


def _contradiction_problems(
    files: Sequence[OrionFileContent], context: RunContext
) -> Iterator[Problem]:
    """Yield contradictions between files of a run, and of rates with latencies (Little's law)."""
    if len(files) > 1:
        yield from missing_announced_points(files, context.run_type)
        yield from summary_contradictions(files)
    unit = context.unit_choice.unit
    worst = max(littles_law_errors(context.matrices, unit), default=0.0) if unit else 0.0
    if worst > TOLERANCE:
        yield warning_problem(
            "Rates and latencies contradict each other: queue depth over latency differs from"
            " the IOPS by up to {percent:.0f} %.",
            percent=100 * worst,
        )

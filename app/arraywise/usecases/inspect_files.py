"""Reads files without a study and says what is in them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arraywise.analysis.database_profile import DatabaseProfile, compute_profile
from arraywise.domain.database_report import DATABASE_REPORTS, parse_database_report
from arraywise.domain.evidence import EvidenceFile, Reading, Run, Series, Status
from arraywise.domain.invariants import WEIGHT_OF
from arraywise.domain.messages import IsStopped, Progress, ignore_progress, is_never_stopped
from arraywise.importers.kit.redaction import find_client_names
from arraywise.importing.find_files import FoundFile, Unreadable, find_and_read_files
from arraywise.importing.read_files import distinct_files, read_wanted_files, with_problems
from arraywise.store.reading.samples import ScratchTable, open_scratch_table
from arraywise.usecases.edit_options import find_shared_file_problems, is_result_tool

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from arraywise.domain.messages import Problem
    from arraywise.domain.units import Unit


@dataclass(frozen=True, slots=True)
class SeriesSummary:
    """A series in a few figures, in SI units; None where no row holds a number."""

    name: str
    unit: Unit
    rows: int
    first: float | None
    last: float | None
    mean: float | None
    instance: str | None = None  # device, interface or processor; None for the whole machine


@dataclass(frozen=True, slots=True)
class InspectedFile:
    """A file with what was read from it."""

    file: EvidenceFile  # `sha256` is empty for a path that gave no bytes
    series: tuple[tuple[SeriesSummary, ...], ...]
    """Of each run: its short series, then the columns of its host samples."""
    profiles: tuple[DatabaseProfile | None, ...] = ()
    """Of each run: what a transaction asks for, where it is a report on a database."""
    client_names: tuple[str, ...] = ()
    """Of the database, its parts and hosts in such a report; only where they were asked for."""


def inspect_files(
    paths: Iterable[Path],
    *,
    with_client_names: bool = False,
    progress: Progress = ignore_progress,
    stopped: IsStopped = is_never_stopped,
) -> tuple[InspectedFile, ...]:
    """Read files, and all files in folders, in the order in which they are found.

    Names of a client's databases and hosts are told only where they are asked for.

    Raises:
        Stopped: When the user asked to stop. UserError: When memory or disk do not suffice.
    """
    result = find_and_read_files(paths, progress, stopped)
    wanted = distinct_files(result).keys()
    looked_at: dict[str, InspectedFile] = {}
    with open_scratch_table() as scratch:
        for _, file, reading in read_wanted_files(result, wanted, progress, stopped):
            inspected = _build_inspected_file(scratch, file, reading)
            if with_client_names and reading.tool in DATABASE_REPORTS:
                inspected = replace(inspected, client_names=find_client_names(bytes(file.data)))
            looked_at[file.sha256] = inspected
    several = find_shared_file_problems(result)
    return tuple(
        InspectedFile(EvidenceFile(file.name, "", 0, _build_refused_reading(file.problem)), ())
        if isinstance(file, Unreadable)
        else _with_own_name_and_problem(looked_at[file.sha256], file, several.get(file.sha256))
        for file in result
    )


def _build_refused_reading(problem: Problem) -> Reading:
    return Reading("unknown", Status.REFUSED, problems=(problem,))


def _with_own_name_and_problem(
    inspected: InspectedFile, file: FoundFile, problem: Problem | None
) -> InspectedFile:
    reading = inspected.file.reading
    if problem is not None and is_result_tool(reading.tool):
        reading = with_problems(reading, [problem])
    return replace(inspected, file=replace(inspected.file, name=file.name, reading=reading))


def _build_inspected_file(
    scratch: ScratchTable, file_found: FoundFile, reading: Reading
) -> InspectedFile:
    problems: list[Problem] = []
    series = tuple(
        _summarise_run_series(scratch, file_found, run, problems) for run in reading.runs
    )
    reading = with_problems(reading, problems)
    reports = (parse_database_report(run, file_found.name, reading.tool) for run in reading.runs)
    profiles = tuple(None if each is None else compute_profile([each]) for each in reports)
    file = EvidenceFile(file_found.name, file_found.sha256, len(file_found.data), reading)
    return InspectedFile(file, series, profiles)


def _summarise_run_series(
    scratch: ScratchTable, file: FoundFile, run: Run, problems: list[Problem]
) -> tuple[SeriesSummary, ...]:
    named = {series.name: series for series in run.series}
    summaries = [
        _summarise_series(each, named.get(WEIGHT_OF.get(each.name, ""))) for each in run.series
    ]
    for table in run.samples:
        statistics, found_problems = scratch.load_and_summarise(table, file.data)
        problems.extend(found_problems)
        summaries.extend(
            SeriesSummary(
                *(s.series.name, s.series.unit, s.rows, s.first, s.last, s.mean), s.series.instance
            )
            for s in statistics
        )
    return tuple(summaries)


def _summarise_series(series: Series, weights: Series | None) -> SeriesSummary:
    """Sum up a series; a mean over intervals is weighted by what was done in each."""
    values = series.values
    if not values:
        return SeriesSummary(series.name, series.unit, 0, None, None, None)
    is_weighted = weights is not None and len(weights.values) == len(values)
    counts = list(weights.values) if weights and is_weighted else []
    if sum(counts) <= 0:
        counts = [1.0] * len(values)
    mean = sum(v * n for v, n in zip(values, counts, strict=True)) / sum(counts)
    return SeriesSummary(series.name, series.unit, len(values), values[0], values[-1], mean)

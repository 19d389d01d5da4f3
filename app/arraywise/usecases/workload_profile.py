"""The workload profile of a study: typed, taken from a file, or what its evidence says.

What was entered counts before what the imported evidence says. `read_profile_file` is the one
place where kinds of files that hold a profile are distinguished.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.demand import requirement_or_report_load
from arraywise.analysis.workload_sources import lab_source, report_source
from arraywise.domain.capacity import IN_USE, CapacityInUse
from arraywise.domain.database_report import (
    FORM,
    DatabaseReport,
    Form,
    Section,
    parse_database_report,
)
from arraywise.domain.messages import UserError, describe_read_error, message, refuse
from arraywise.domain.statement_counts import parse_statement_counts
from arraywise.domain.workload import (
    SWINGBENCH,
    TYPED,
    AddedReport,
    FoundProfile,
    SourceKind,
    overlay_profile,
    profile_from_statements,
    with_values,
)
from arraywise.store.reading.evidence import (
    last_imported_file_name,
    read_runs_with_attribute,
    read_runs_with_measurement_group,
    read_statement_counts,
)
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.inputs import read_profile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from arraywise.analysis.database_profile import DatabaseProfile
    from arraywise.domain.statement_counts import StatementCounts
    from arraywise.domain.study import OptionFacts, StudyFacts
    from arraywise.domain.workload import WorkloadProfile
    from arraywise.importers.kit.importer import Source
    from arraywise.store.study import Study


def read_database_reports(study: Study) -> tuple[DatabaseReport, ...]:
    """Return the reports in a study in the order of import; a file may hold several.

    One that was imported as HTML and as text is one report.
    """
    result = (
        parse_database_report(each.run, each.file_name, each.tool)
        for each in read_runs_with_attribute(study, FORM)
    )
    distinct: dict[object, DatabaseReport] = {}
    for number, report in enumerate(report for report in result if report is not None):
        distinct.setdefault(_report_identity(report) or number, report)
    return tuple(distinct.values())


_IDENTIFYING_COUNTS = (
    *("physical read total IO requests", "physical write total IO requests"),
    *("user commits", "redo size"),
)


def _report_identity(report: DatabaseReport) -> tuple[object, ...] | None:
    """Return what no other report shares: exact counts of one interval; None without them."""
    figures = [report.find_figure(Section.ACTIVITY, name) for name in _IDENTIFYING_COUNTS]
    counts = tuple(figure.value for figure in figures if figure is not None)
    if len(counts) < len(_IDENTIFYING_COUNTS) or not report.snapshots:
        return None
    return (report.tool, report.form, report.instance, report.snapshots, *counts)


def compute_database_profiles(
    reports: Sequence[DatabaseReport], redundancy: int | None = None
) -> tuple[DatabaseProfile, ...]:
    """Return the profile of a transaction in each interval; of a series its busiest snapshot.

    Reports of the instances of a cluster over the same snapshots count as one. `redundancy` is how
    many copies ASM writes: 1, 2 or 3; None where nobody said.
    """
    if not reports:
        return ()
    from arraywise.analysis.database_profile import (  # loads late: few studies have reports
        compute_profile,
        instances_of_one_interval,
        snapshot_profile,
    )

    series = [report for report in reports if report.form is Form.SNAPSHOTS]
    others = [report for report in reports if report.form is not Form.SNAPSHOTS]
    groups = instances_of_one_interval(others)
    profiles = (
        *(compute_profile(group, redundancy) for group in groups),
        *(snapshot_profile(report) for report in series),
    )
    return tuple(profile for profile in profiles if profile is not None)


def sum_capacity_in_use(study: Study) -> CapacityInUse | None:
    """Return the sum over all servers, of each its latest export; None where there is none."""
    latest: dict[str, tuple[str, float, str]] = {}
    for file, _, run in read_runs_with_measurement_group(study, IN_USE):
        used = next(m.value for m in run.measurements if m.group == IN_USE)
        attributes = dict(run.attributes)
        server = attributes.get("server", file)
        origin = f"{file}, {attributes.get('sheet', '')} {attributes.get('cells', '')}"
        stated = (run.started_at or "", used, origin)
        latest[server] = max(latest.get(server, stated), stated, key=lambda each: each[0])
    if not latest:
        return None
    sums = latest.values()
    return CapacityInUse(sum(used for _, used, _ in sums), tuple(origin for *_, origin in sums))


LARGEST_FILE = 50_000_000
"""Reports are far smaller."""


def set_profile_values(study: Study, values: Mapping[str, float | None]) -> WorkloadProfile:
    """Set some values of the workload profile, as typed; return all as they are then.

    A value of None removes one. Raises UserError when there is no such value, or it cannot be.
    """
    return _save_profile(study, with_values(read_profile(study), values, TYPED))


def read_study(study: Study) -> StudyFacts:
    """Read a whole study, with the workload profiles that its evidence holds.

    Where no requirement is stated, the load of a report is offered for it.
    """
    facts = read_facts(study)
    found, in_use = _find_profiles(study, facts.options), sum_capacity_in_use(study)
    facts = replace(facts, found_profiles=found, capacity_in_use=in_use)
    if facts.is_requirement_stated:
        return facts
    return replace(
        facts, requirement=requirement_or_report_load(facts.requirement, facts.workload)
    )


def read_workload(study: Study) -> WorkloadProfile:
    """Return what is known of a transaction: what was entered, else what the evidence says."""
    return read_study(study).workload


def _find_profiles(study: Study, options: Sequence[OptionFacts]) -> tuple[FoundProfile, ...]:
    """Return the workload profiles in the evidence, in the order in which they count."""
    found = (
        _compute_report_profile(study, options),
        lab_source(options),
        _find_statement_profile(study),
    )
    return tuple(each for each in found if each is not None)


def _compute_report_profile(study: Study, options: Sequence[OptionFacts]) -> FoundProfile | None:
    """Return the profile by reports, with the one before a report that came last of all."""
    reports = read_database_reports(study)
    found, last = (
        report_source(compute_database_profiles(reports), options),
        last_imported_file_name(study),
    )
    if found is None or last not in {report.file for report in reports}:
        return found
    before = [report for report in reports if report.file != last]
    added = AddedReport(last, report_source(compute_database_profiles(before), options))
    return replace(found, added=added)


def _find_statement_profile(study: Study) -> FoundProfile | None:
    """Return the profile by the counts of statements of the first results that have any."""
    found = read_statement_counts(study)
    return None if found is None else _profile_from_counts(found[1], found[0], None)


def read_profile_file(path: Path, hit_ratio: float | None = None) -> FoundProfile:
    """Read a workload profile from a file.

    It is an AWR or Statspack report, an AWR-Miner capture, or Swingbench's results: their numbers
    of statements x the paper's blocks a statement, less the share of reads that the buffer cache
    serves (`hit_ratio`); without it all block visits count, which is an upper bound. Raises
    UserError when it cannot be read, or holds no profile.
    """
    data = _read_bytes_of_limited_size(path)
    counted = parse_statement_counts(data)
    if counted is not None:
        return _profile_from_counts(counted, path.name, hit_ratio)
    from arraywise.importers.kit.importer import Source  # loads late, as all importers

    found = _profile_from_report(Source(path.name, data))
    if found is None:
        refuse(
            "{name} has no workload profile. Use an AWR or Statspack report, an AWR-Miner"
            " capture, or Swingbench results with DML counts.",
            name=path.name,
        )
    return found


def _profile_from_report(source: Source) -> FoundProfile | None:
    from arraywise.importers.registry import IMPORTERS_BY_TOOL

    importer = IMPORTERS_BY_TOOL["awr"]
    if not importer.recognises(source):
        return None
    reports = [
        report
        for reading in importer.read([source])
        for run in reading.runs
        if (report := parse_database_report(run, source.name, reading.tool)) is not None
    ]
    return report_source(compute_database_profiles(reports))


def _profile_from_counts(
    counted: StatementCounts, file: str, hit_ratio: float | None
) -> FoundProfile:
    bound = "block visits, an upper bound" if hit_ratio is None else f"hit ratio {hit_ratio:g}"
    origin = f"{file}: {SWINGBENCH}, {bound}"
    profile = profile_from_statements(counted.per_transaction, hit_ratio, origin)
    placed = tuple(replace(source, line=counted.line) for source in profile.sources)
    return FoundProfile(SourceKind.STATEMENTS, origin, replace(profile, sources=placed))


def save_found_profile(study: Study, found: FoundProfile) -> WorkloadProfile:
    """Keep the values of a file as if they were entered; return all that was entered then."""
    return _save_profile(study, overlay_profile(read_profile(study), found.profile))


def _save_profile(study: Study, profile: WorkloadProfile) -> WorkloadProfile:
    from arraywise.store.writing.inputs import write_profile  # loads late: most only read
    from arraywise.store.writing.transaction import transaction

    with transaction(study, "workload profile") as cursor:
        write_profile(cursor, profile)
    return profile


def _read_bytes_of_limited_size(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST_FILE:
            refuse("{name} is too large for a results file or report.", name=path.name)
        return path.read_bytes()
    except OSError as error:
        text = message(
            "{name} could not be read: {reason}.",
            name=path.name,
            reason=describe_read_error(error),
        )
        raise UserError(text) from error

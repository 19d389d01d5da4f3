"""Reads what the reports on a client's database in a study say of its transactions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.database_report import DATABASE_REPORTS, DatabaseReport, Form, report_of
from arraywise.store.reading.evidence import file_detail, file_ids_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.database_profile import DatabaseProfile
    from arraywise.store.study import Study


def read_reports(study: Study) -> tuple[DatabaseReport, ...]:
    """Return the reports in a study in the order of import; a file may hold several."""
    ids = file_ids_of(study, DATABASE_REPORTS)
    details = (detail for id_ in ids if (detail := file_detail(study, id_)) is not None)
    result = (
        report_of(each.run, detail.file.name, detail.file.tool)
        for detail in details
        for each in detail.runs
    )
    return tuple(report for report in result if report is not None)


def read_profiles(study: Study, redundancy: int | None = None) -> tuple[DatabaseProfile, ...]:
    """Return the profile of a transaction in each interval that reports cover.

    Reports of the instances of a cluster over the same snapshots count as one.

    Args:
        study: The study.
        redundancy: Copies that ASM writes: 1, 2 or 3; None where nobody said.
    """
    return profiles_of(read_reports(study), redundancy)


def profiles_of(
    reports: Sequence[DatabaseReport], redundancy: int | None = None
) -> tuple[DatabaseProfile, ...]:
    """Return the profile of a transaction in each interval; of a series its busiest snapshot."""
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

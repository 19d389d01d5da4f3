"""Reads what the reports on a client's database in a study say of its transactions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.database_profile import compute_profile, instances_of_one_interval
from arraywise.domain.database_report import DATABASE_REPORTS, report_of
from arraywise.store.reading.evidence import file_detail, list_files

if TYPE_CHECKING:
    from arraywise.analysis.database_profile import DatabaseProfile
    from arraywise.domain.database_report import DatabaseReport
    from arraywise.store.study import Study


def read_reports(study: Study) -> tuple[DatabaseReport, ...]:
    """Return the reports in a study in the order of import; a file may hold several."""
    rows = (row for row in list_files(study) if row.tool in DATABASE_REPORTS)
    details = (detail for row in rows if (detail := file_detail(study, row.id)) is not None)
    result = (
        report_of(each.run, detail.file.name, detail.file.tool)
        for detail in details
        for each in detail.runs
    )
    return tuple(report for report in result if report is not None)


def read_profiles(study: Study, redundancy: int = 1) -> tuple[DatabaseProfile, ...]:
    """Return the profile of a transaction in each interval that reports cover.

    Reports of the instances of a cluster over the same snapshots count as one.

    Args:
        study: The study.
        redundancy: Copies that ASM writes: 1, 2 or 3.
    """
    groups = instances_of_one_interval(read_reports(study))
    profiles = (compute_profile(group, redundancy) for group in groups)
    return tuple(profile for profile in profiles if profile is not None)

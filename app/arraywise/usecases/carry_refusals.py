"""Carries refused sessions from a log to results of the same run that another import brought.

Files of one import are compared by their importer. Where log and results came one after the other,
the results would count although not all users were at work (MODEL P2.2: reject).
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from arraywise.domain.problems import NO_SESSIONS_BESIDE
from arraywise.store.reading.refusals import files_to_compare
from arraywise.store.writing.evidence import reject_runs

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from arraywise.domain.problems import Problem
    from arraywise.importers.importer import Source
    from arraywise.store.reading.refusals import ComparedFile
    from arraywise.store.writing.transaction import Cursor


def carry_refusals(cursor: Cursor, added: Collection[int]) -> dict[int, Problem]:
    """Reject the runs of results beside a log of the same run that tells of refused sessions.

    Of one run are files that lay in one folder, whose names differ in the kind of file alone, and
    whose figures do not contradict each other: as within one import.

    Args:
        cursor: Of an import that has written its files.
        added: Their ids.

    Returns:
        What is now said of the files that were rejected, by their ids.
    """
    rejected: dict[int, Problem] = {}
    for log, results in _pairs(files_to_compare(cursor)) if added else ():
        if results.id in rejected or not {log.id, results.id} & set(added):
            continue
        problem = _refusal(cursor, log, results)
        if problem is not None:
            reject_runs(cursor, results.id, problem)
            rejected[results.id] = problem
    return rejected


def _pairs(files: list[ComparedFile]) -> Iterator[tuple[ComparedFile, ComparedFile]]:
    """Give each log that tells of refused sessions with each file beside it that still counts."""
    if not files:
        return
    from arraywise.importers.swingbench.siblings import key_of  # seldom asked for

    logs = [file for file in files if file.refuses]
    others = [file for file in files if not (file.refuses or file.is_rejected)]
    for log, other in product(logs, others):
        if key_of(log.path) == key_of(other.path):
            yield log, other


def _refusal(cursor: Cursor, log: ComparedFile, results: ComparedFile) -> Problem | None:
    """Compare two files as their importer does; None where they are of different runs."""
    from arraywise.importers.sorting import Group
    from arraywise.importers.swingbench import SwingbenchImporter
    from arraywise.usecases.checked_readings import read_checked

    sources = [_source(cursor, file) for file in (log, results)]
    known = tuple(source for source in sources if source is not None)
    if len(known) < len(sources):
        return None
    _, reading = read_checked(Group(SwingbenchImporter(), known))
    told = (p for p in reading.problems if p.said.template == NO_SESSIONS_BESIDE)
    return next(told, None)


def _source(cursor: Cursor, file: ComparedFile) -> Source | None:
    """Return a file with its bytes; None where these are nowhere any more."""
    from arraywise.importers.importer import Source  # seldom asked for
    from arraywise.store.reading.evidence import kept_bytes
    from arraywise.usecases.edit_evidence import read_outside

    data = kept_bytes(cursor, file.id) or read_outside(Path(file.path), file.sha256)
    return None if data is None else Source(file.name, data)

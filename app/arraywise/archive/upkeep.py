"""Keeping an archive quick and whole: compaction, checkpoints, vacuum; looking at every hash."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from arraywise.archive.place import Archive, translate_storage_errors
from arraywise.archive.tables import (
    COLUMNS,
    STUDIES,
    OpenTables,
    find_revision,
    find_revisions,
    query_connection,
    row_digest_sql,
)
from arraywise.domain.messages import Message, UserError, message, refuse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


RETENTION = timedelta(days=7)
"""How long files stay that nothing names any more: a reader or a push may still be at them."""
_AT_ONCE = 8
_TRIES = 20
_ID = re.compile("[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class TidiedTable:
    """What tidying did to a table."""

    table: str
    files_before: int
    files_after: int
    deleted: int
    """Files that were out of use for longer than the retention."""


def tidy_archive(place: Archive, progress: Callable[[int, int, str], None]) -> list[TidiedTable]:
    """Join small files, write a checkpoint and delete what has been out of use for a week.

    What pushes left that were ended before they were finished goes too, once a week has passed:
    rows, bytes that no revision names, files that were never finished. A push under way looks for
    its bytes once more before it shows its revision.

    Raises:
        UserError: When the archive cannot be written.
    """
    result = []
    with translate_storage_errors(place.name):
        unfinished = _unfinished_revisions(place)
        for done, table in enumerate(COLUMNS):
            progress(done, len(COLUMNS), table)
            result.append(_tidy_table(place, table, unfinished))
        before = datetime.now(UTC) - RETENTION
        kept = place.list_write_time_by_hash()
        unnamed = {sha for sha, at in kept.items() if at < before} - _referenced_hashes(place)
        for sha256 in unnamed:
            place.delete_bytes(sha256)
        swept = place.delete_unfinished_files(before)
        result.append(
            TidiedTable("raw", len(kept), len(kept) - len(unnamed), len(unnamed) + swept)
        )
        progress(len(COLUMNS), len(COLUMNS), STUDIES)
    return result


def _referenced_hashes(place: Archive) -> set[str]:
    """Return the hashes that rows name, those of pushes under way too."""
    with query_connection(place, ("files",)) as connection:
        rows = connection.execute(
            "SELECT raw_sha256 FROM files WHERE raw_sha256 IS NOT NULL"
            " UNION SELECT study_sha256 FROM studies"
        ).fetchall()
    return {sha256 for (sha256,) in rows}


@dataclass(frozen=True, slots=True)
class RemovedStudy:
    """What was removed from an archive."""

    name: str
    study: str
    revisions: tuple[int, ...]
    blobs: int
    """Files that no other study has."""


def remove_study_revisions(
    place: Archive, name_or_id: str, number: int | None, progress: Callable[[int, int, str], None]
) -> RemovedStudy:
    """Remove a study, by name or id, or one revision of it: rows, and bytes that no other has.

    Nobody sees it from then on; the files in which its rows were are deleted by `tidy` a week
    later, since readers may still be at them.

    Raises:
        UserError: When there is no such study or revision, or the archive cannot be written.
    """
    every = find_revisions(place, name_or_id)
    gone = every if number is None else [find_revision(place, name_or_id, number)]
    study, numbers = gone[0].study, tuple(each.revision for each in gone)
    if not _ID.fullmatch(study):
        refuse("{place} has a study of a wrong id: {id}.", place=place.name, id=study)
    with translate_storage_errors(place.name), query_connection(place, ("files",)) as connection:
        rows = connection.execute(
            "SELECT raw_sha256 FROM files WHERE study = ? AND list_contains(?, revision)"
            " AND raw_sha256 IS NOT NULL",
            [study, list(numbers)],
        ).fetchall()
    blobs = {sha256 for (sha256,) in rows} | {each.study_sha256 for each in gone}
    listed = ", ".join(map(str, numbers))
    with translate_storage_errors(place.name):
        for each in numbers:
            place.unmark_revision(study, each)
        for done, table in enumerate(reversed(COLUMNS)):  # `studies` first: then nobody sees it
            progress(done, len(COLUMNS), table)
            _delete_rows(place, table, f"study = '{study}' AND revision IN ({listed})")
        blobs -= _referenced_hashes(place)
        for sha256 in blobs:
            place.delete_bytes(sha256)
        progress(len(COLUMNS), len(COLUMNS), STUDIES)
    return RemovedStudy(gone[-1].name, study, numbers, len(blobs))


def _delete_rows(place: Archive, table: str, condition: str) -> None:
    from deltalake.exceptions import CommitFailedError

    for tries in range(_TRIES):
        try:
            OpenTables(place)[table].delete(condition)
        except CommitFailedError:  # others wrote meanwhile
            if tries == _TRIES - 1:
                raise
        else:
            return


def _tidy_table(place: Archive, table: str, unfinished: list[tuple[str, int]]) -> TidiedTable:
    delta = OpenTables(place)[table]
    before = len(delta.file_uris())
    if table != STUDIES and unfinished:
        for study, revision in unfinished:
            _delete_rows(place, table, f"study = '{study}' AND revision = {int(revision)}")
        delta = OpenTables(place)[table]
    delta.optimize.compact()
    delta.create_checkpoint()
    deleted = delta.vacuum(
        retention_hours=int(RETENTION.total_seconds() // 3600), dry_run=False, full=True
    )
    delta.cleanup_metadata()
    return TidiedTable(table, before, len(delta.file_uris()), len(deleted))


def _unfinished_revisions(place: Archive) -> list[tuple[str, int]]:
    """Return the revisions that were begun more than a week ago and never finished."""
    before = datetime.now(UTC).replace(tzinfo=None) - RETENTION
    with query_connection(place, ("files",)) as connection:
        return connection.execute(
            "SELECT DISTINCT study, revision FROM files ANTI JOIN studies USING (study, revision)"
            " WHERE pushed_at < ? AND regexp_full_match(study, '[0-9a-f]+')",
            [before],
        ).fetchall()


@dataclass(frozen=True, slots=True)
class VerificationResult:
    """What looking at an archive found."""

    studies: int
    revisions: int
    blobs: int
    faults: tuple[Message, ...]
    """Empty where all is as it was pushed."""


def verify_archive(
    place: Archive, progress: Callable[[int, int, str], None]
) -> VerificationResult:
    """Compare all rows and bytes with the digests that pushes left.

    Raises:
        UserError: When the archive cannot be read at all.
    """
    with query_connection(place, ("files",)) as connection:
        stated = connection.execute(
            "SELECT study, revision, name, study_sha256, row_counts, digests FROM studies"
        ).fetchall()
        blobs = {row[3] for row in stated} | {
            row[0]
            for row in connection.execute(
                "SELECT DISTINCT raw_sha256 FROM files JOIN studies USING (study, revision)"
                " WHERE raw_sha256 IS NOT NULL"
            ).fetchall()
        }
        noted = place.list_complete_revisions()
    faults = [*_duplicate_faults(stated), *_lost_revision_faults(stated, noted)]
    for done, table in enumerate(COLUMNS):
        progress(done, len(COLUMNS) + 1, table)
        if table != STUDIES:
            faults += _row_faults(place, table, stated)
    progress(len(COLUMNS), len(COLUMNS) + 1, "raw")
    faults += _blob_faults(place, sorted(blobs))
    progress(len(COLUMNS) + 1, len(COLUMNS) + 1, "raw")
    studies = len({row[0] for row in stated})
    return VerificationResult(studies, len(stated), len(blobs), tuple(faults))


def _duplicate_faults(studies_rows: list[tuple[object, ...]]) -> Iterator[Message]:
    seen: set[tuple[object, object]] = set()
    for study, revision, *_ in studies_rows:
        if (study, revision) in seen:
            yield message(
                "studies: {study}, revision {revision}, is there twice.",
                study=str(study),
                revision=int(str(revision)),
            )
        seen.add((study, revision))


def _lost_revision_faults(
    studies_rows: list[tuple[object, ...]], complete_revisions: set[tuple[str, int]]
) -> Iterator[Message]:
    """Give the revisions that were complete and are not there: the log lost its last commits."""
    there = {(study, revision) for study, revision, *_ in studies_rows}
    for study, revision in sorted(complete_revisions - there):
        yield message(
            "studies: {study}, revision {revision}, was pushed and is not there. The last commits"
            " of the log are lost: restore the archive from a backup.",
            study=study,
            revision=revision,
        )


def _row_faults(
    place: Archive, table: str, studies_rows: Iterable[tuple[object, ...]]
) -> list[Message]:
    try:
        with query_connection(place, (table,)) as connection:
            query = f"SELECT study, revision, {row_digest_sql(table)} FROM {table} GROUP BY ALL"  # noqa: S608 - own words
            rows = connection.execute(query).fetchall()
    except UserError as error:
        return [error.message]
    found = {(study, revision): (count, digest) for study, revision, count, digest in rows}
    result = []
    for study, revision, name, _, counts, digests in studies_rows:
        assert isinstance(counts, dict) and isinstance(digests, dict)  # noqa: S101, PT018 - maps
        wanted = (counts.get(table, 0), digests.get(table, "0"))
        if found.get((study, revision), (0, "0")) != wanted:
            text = message(
                "{table}: rows of {name}, revision {revision}, are not those that were pushed"
                " ({found} of {wanted}).",
                table=table,
                name=str(name),
                revision=int(str(revision)),
                found=found.get((study, revision), (0, "0"))[0],
                wanted=int(wanted[0]),
            )
            result.append(text)
    return result


def _blob_faults(place: Archive, raw_hashes: list[str]) -> list[Message]:
    def fault(sha256: str) -> Message | None:
        try:
            place.check_bytes(sha256)
        except UserError as error:
            return error.message
        return None

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return [found for found in pool.map(fault, raw_hashes) if found is not None]

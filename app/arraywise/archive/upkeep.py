"""Keeping an archive quick and whole: compaction, checkpoints, vacuum; looking at every hash."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from arraywise.archive.place import Place, in_sentences
from arraywise.archive.tables import (
    COLUMNS,
    STUDIES,
    OpenTables,
    digest_columns,
    named_revision,
    named_revisions,
    reading,
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


def tidy(place: Place, progress: Callable[[int, int, str], None]) -> list[TidiedTable]:
    """Join small files, write a checkpoint and delete what has been out of use for a week.

    What pushes left that were ended before they were finished goes too, once a week has passed:
    rows, bytes that no revision names, files that were never finished. A push under way looks for
    its bytes once more before it shows its revision.

    Raises:
        UserError: When the archive cannot be written.
    """
    result = []
    with in_sentences(place.name):
        unfinished = _unfinished_revisions(place)
        for done, table in enumerate(COLUMNS):
            progress(done, len(COLUMNS), table)
            result.append(_tidy_table(place, table, unfinished))
        before = datetime.now(UTC) - RETENTION
        kept = place.kept()
        unnamed = {sha for sha, at in kept.items() if at < before} - _named_bytes(place)
        for sha256 in unnamed:
            place.delete_bytes(sha256)
        swept = place.sweep(before)
        result.append(
            TidiedTable("raw", len(kept), len(kept) - len(unnamed), len(unnamed) + swept)
        )
        progress(len(COLUMNS), len(COLUMNS), STUDIES)
    return result


def _named_bytes(place: Place) -> set[str]:
    """Return the hashes that rows name, those of pushes under way too."""
    with reading(place, ("files",)) as connection:
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


def remove(
    place: Place, named: str, number: int | None, progress: Callable[[int, int, str], None]
) -> RemovedStudy:
    """Remove a study, by name or id, or one revision of it: rows, and bytes that no other has.

    Nobody sees it from then on; the files in which its rows were are deleted by `tidy` a week
    later, since readers may still be at them.

    Raises:
        UserError: When there is no such study or revision, or the archive cannot be written.
    """
    every = named_revisions(place, named)
    gone = every if number is None else [named_revision(place, named, number)]
    study, numbers = gone[0].study, tuple(each.revision for each in gone)
    if not _ID.fullmatch(study):
        refuse("{place} has a study of a wrong id: {id}.", place=place.name, id=study)
    with in_sentences(place.name), reading(place, ("files",)) as connection:
        rows = connection.execute(
            "SELECT raw_sha256 FROM files WHERE study = ? AND list_contains(?, revision)"
            " AND raw_sha256 IS NOT NULL",
            [study, list(numbers)],
        ).fetchall()
    blobs = {sha256 for (sha256,) in rows} | {each.study_sha256 for each in gone}
    listed = ", ".join(map(str, numbers))
    with in_sentences(place.name):
        for each in numbers:
            place.forget_revision(study, each)
        for done, table in enumerate(reversed(COLUMNS)):  # `studies` first: then nobody sees it
            progress(done, len(COLUMNS), table)
            _delete_rows(place, table, f"study = '{study}' AND revision IN ({listed})")
        blobs -= _named_bytes(place)
        for sha256 in blobs:
            place.delete_bytes(sha256)
        progress(len(COLUMNS), len(COLUMNS), STUDIES)
    return RemovedStudy(gone[-1].name, study, numbers, len(blobs))


def _delete_rows(place: Place, table: str, condition: str) -> None:
    from deltalake.exceptions import CommitFailedError

    for tries in range(_TRIES):
        try:
            OpenTables(place)[table].delete(condition)
        except CommitFailedError:  # others wrote meanwhile
            if tries == _TRIES - 1:
                raise
        else:
            return


def _tidy_table(place: Place, table: str, unfinished: list[tuple[str, int]]) -> TidiedTable:
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


def _unfinished_revisions(place: Place) -> list[tuple[str, int]]:
    """Return the revisions that were begun more than a week ago and never finished."""
    before = datetime.now(UTC).replace(tzinfo=None) - RETENTION
    with reading(place, ("files",)) as connection:
        return connection.execute(
            "SELECT DISTINCT study, revision FROM files ANTI JOIN studies USING (study, revision)"
            " WHERE pushed_at < ? AND regexp_full_match(study, '[0-9a-f]+')",
            [before],
        ).fetchall()


@dataclass(frozen=True, slots=True)
class Verified:
    """What looking at an archive found."""

    studies: int
    revisions: int
    blobs: int
    faults: tuple[Message, ...]
    """Empty where all is as it was pushed."""


def verify(place: Place, progress: Callable[[int, int, str], None]) -> Verified:
    """Compare all rows and bytes with the digests that pushes left.

    Raises:
        UserError: When the archive cannot be read at all.
    """
    with reading(place, ("files",)) as connection:
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
        noted = place.noted_revisions()
    faults = [*_doubled(stated), *_lost(stated, noted)]
    for done, table in enumerate(COLUMNS):
        progress(done, len(COLUMNS) + 1, table)
        if table != STUDIES:
            faults += _row_faults(place, table, stated)
    progress(len(COLUMNS), len(COLUMNS) + 1, "raw")
    faults += _blob_faults(place, sorted(blobs))
    progress(len(COLUMNS) + 1, len(COLUMNS) + 1, "raw")
    studies = len({row[0] for row in stated})
    return Verified(studies, len(stated), len(blobs), tuple(faults))


def _doubled(stated: list[tuple[object, ...]]) -> Iterator[Message]:
    seen: set[tuple[object, object]] = set()
    for study, revision, *_ in stated:
        if (study, revision) in seen:
            yield message(
                "studies: {study}, revision {revision}, is there twice.",
                study=str(study),
                revision=int(str(revision)),
            )
        seen.add((study, revision))


def _lost(stated: list[tuple[object, ...]], noted: set[tuple[str, int]]) -> Iterator[Message]:
    """Give the revisions that were complete and are not there: the log lost its last commits."""
    there = {(study, revision) for study, revision, *_ in stated}
    for study, revision in sorted(noted - there):
        yield message(
            "studies: {study}, revision {revision}, was pushed and is not there. The last commits"
            " of the log are lost: restore the archive from a backup.",
            study=study,
            revision=revision,
        )


def _row_faults(place: Place, table: str, stated: Iterable[tuple[object, ...]]) -> list[Message]:
    try:
        with reading(place, (table,)) as connection:
            query = f"SELECT study, revision, {digest_columns(table)} FROM {table} GROUP BY ALL"  # noqa: S608 - own words
            rows = connection.execute(query).fetchall()
    except UserError as error:
        return [error.message]
    found = {(study, revision): (count, digest) for study, revision, count, digest in rows}
    result = []
    for study, revision, name, _, counts, digests in stated:
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


def _blob_faults(place: Place, blobs: list[str]) -> list[Message]:
    def fault(sha256: str) -> Message | None:
        try:
            place.check_bytes(sha256)
        except UserError as error:
            return error.message
        return None

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return [found for found in pool.map(fault, blobs) if found is not None]

"""Keeping an archive quick and whole: compaction, checkpoints, vacuum; looking at every hash."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from arraywise.archive.place import Place, in_sentences
from arraywise.archive.tables import COLUMNS, STUDIES, OpenTables, digest_columns, reading
from arraywise.domain.messages import Message, UserError, message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


RETENTION = timedelta(days=7)
"""How long files stay that nothing names any more: a reader or a push may still be at them."""
_AT_ONCE = 8


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

    Rows of pushes that were ended before they were finished go too, once a week has passed.
    Bytes under `raw/` stay: a push under way may count on any of them.

    Raises:
        UserError: When the archive cannot be written.
    """
    result = []
    with in_sentences(place.name):
        orphans = _orphans(place)
        for done, table in enumerate(COLUMNS):
            progress(done, len(COLUMNS), table)
            result.append(_tidied(place, table, orphans))
        progress(len(COLUMNS), len(COLUMNS), STUDIES)
    return result


def _tidied(place: Place, table: str, orphans: list[tuple[str, int]]) -> TidiedTable:
    delta = OpenTables(place)[table]
    before = len(delta.file_uris())
    if table != STUDIES:
        for study, revision in orphans:
            delta.delete(f"study = '{study}' AND revision = {int(revision)}")
    delta.optimize.compact()
    delta.create_checkpoint()
    deleted = delta.vacuum(
        retention_hours=int(RETENTION.total_seconds() // 3600), dry_run=False, full=True
    )
    delta.cleanup_metadata()
    return TidiedTable(table, before, len(delta.file_uris()), len(deleted))


def _orphans(place: Place) -> list[tuple[str, int]]:
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
    faults = list(_doubled(stated))
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
            place.get_bytes(sha256)
        except UserError as error:
            return error.message
        return None

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return [found for found in pool.map(fault, blobs) if found is not None]

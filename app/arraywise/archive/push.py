"""Pushing a revision: exactly once, whoever else pushes and whenever it is ended.

Bytes come first, then the rows of each table, and the row of `studies` last; Delta Lake has no
transaction over several tables. A number that a push has begun to write under is never used by
another one, so that what an ended push left behind belongs to no revision.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from arraywise import __version__
from arraywise.archive import tables
from arraywise.archive.place import translate_storage_errors
from arraywise.archive.tables import Revision, newest_revision_of_study
from arraywise.domain.messages import Stopped, UserError, message
from arraywise.store.connection import use_duckdb_catalog

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager

    import duckdb

    Source = Callable[[], AbstractContextManager[duckdb.DuckDBPyConnection]]

_FIRST = "files"
_TRIES = 100
"""Of one push; each means that another push of the same study went ahead."""


class RowDigest(NamedTuple):
    """What tells whether rows are still those that were written, in whatever order."""

    rows: int
    digest: str


class StudyFile(NamedTuple):
    """The file of a study in an archive."""

    sha256: str
    size_bytes: int


_NO_ROWS = RowDigest(0, "0")


@dataclass(frozen=True, slots=True)
class PushedStudy:
    """What goes into an archive of one study."""

    name: str
    currency: str
    synthetic: bool
    with_raw: bool
    wait_for_study_file: Callable[[], StudyFile]
    """Returns when all bytes are in the archive, the study's own without those of files too."""
    rows: Mapping[str, Sequence[Sequence[object]]]
    """By table: rows without study and revision; `host_samples` are read from the study."""
    samples: str
    """Statement that gives the host samples, without study and revision; empty for none."""
    sample_values: Mapping[str, object]
    samples_digest: Callable[[], RowDigest]
    """What `digest_samples` returns; it may be under way already."""
    study: str = ""
    """Id of the study in the archive, the same for all its revisions."""
    last_change: str = ""
    """Digest of the last change of the study."""
    built_on: frozenset[str] | None = None
    """Digests of all changes of the study; None where it may be pushed whatever is newest."""
    options: Sequence[Mapping[str, object]] = ()
    """All options of the study: name, architecture, model, tools, numbers of files and points."""
    content: str = ""
    """Hash of what is pushed: the same is not pushed twice."""
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class PushOutcome:
    """What became of a push."""

    study: str
    revision: int
    is_new: bool
    """False where the newest revision holds the same already."""


class OlderCopy(UserError):  # noqa: N818 - a state of the archive, met by a question
    """The archive has changes of a study that the file does not have."""

    def __init__(self, known: Revision) -> None:
        """Say which revision has them."""
        text = message(
            "{name}, revision {revision}, pushed on {day}, has changes that this file lacks.",
            revision=known.revision,
            name=known.name,
            day=known.pushed_at.date().isoformat(),
        )
        super().__init__(text)
        self.known = known


def find_newest_with_content(
    opened: tables.OpenTables, study: str, content: str
) -> PushOutcome | None:
    """Return the newest revision of a study where it holds a content already."""
    known = newest_revision_of_study(opened, study)
    if known is None or known.content != content:
        return None
    opened.place.mark_revision_complete(
        study, known.revision
    )  # a push that was ended may not have
    return PushOutcome(study, known.revision, is_new=False)


def check_built_on_newest(
    opened: tables.OpenTables, study: str, changes: frozenset[str] | None
) -> None:
    """Look whether a study knows the last change of its newest revision, unless any will do.

    Raises:
        OlderCopy: When it does not.
    """
    newest = None if changes is None else newest_revision_of_study(opened, study)
    if newest is not None and newest.last_change not in (changes or ()):
        raise OlderCopy(newest)


def digest_samples(
    source: Source, statement: str, values: Mapping[str, object], study: str
) -> RowDigest:
    """Digest the host samples of a study, whatever number its revision gets."""
    if not statement:
        return _NO_ROWS
    with source() as cursor:
        rows = f"SELECT $study AS study, * FROM ({statement})"  # noqa: S608 - own words
        query = f"SELECT {tables.row_digest_sql(tables.SAMPLES)} FROM ({rows})"  # noqa: S608 - own words
        return _parse_row_digest(cursor.execute(query, {"study": study, **values}))


def push_revision(
    opened: tables.OpenTables,
    pushed: PushedStudy,
    source: Source,
    progress: Callable[[int, int, str], None],
    stopped: Callable[[], bool],
) -> PushOutcome:
    """Put a study into an archive as a new revision.

    `find_newest_with_content` has not found the same in it. `source` gives cursors of the study;
    `stopped` is asked between tables.

    Raises:
        OlderCopy: When meanwhile somebody pushed changes that the study does not have.
        Stopped: When the user asked to stop; no reader sees anything of it then.
        UserError: When the archive cannot be written.
    """
    with translate_storage_errors(opened.place.name):
        for _ in range(_TRIES):
            writer = _RevisionWriter(opened, pushed, source)
            try:
                writer.write(progress, stopped)
            except tables.RevisionTaken:
                opened = tables.OpenTables(opened.place)
                known = find_newest_with_content(opened, pushed.study, pushed.content)
                if known is not None:
                    return known
                check_built_on_newest(opened, pushed.study, pushed.built_on)
            else:
                return PushOutcome(pushed.study, writer.number, is_new=True)
    raise UserError(message("{name} is being pushed by others. Try again.", name=pushed.name))


class _RevisionWriter:
    """One try to write a revision, under a number that no other push has begun to write under.

    The first table takes the number, the last one shows the revision. That one was opened before
    it was looked at whether the same is there already: a push in between makes its commit fail.
    """

    def __init__(self, opened: tables.OpenTables, pushed: PushedStudy, source: Source) -> None:
        self._opened, self._pushed, self._source = opened, pushed, source
        self.number = 1 + tables.last_begun_revision(opened[_FIRST], pushed.study)
        self._moment = datetime.now(UTC).replace(tzinfo=None)
        self._digests: dict[str, RowDigest] = {}

    def write(
        self, progress: Callable[[int, int, str], None], stopped: Callable[[], bool]
    ) -> None:
        between = [table for table in tables.COLUMNS if table not in {_FIRST, tables.STUDIES}]
        with self._source() as stage, ThreadPoolExecutor(len(between)) as pool:
            use_duckdb_catalog(stage)
            tables.stage_rows(
                stage,
                {
                    t: self._with_study_and_revision(t, rows)
                    for t, rows in self._pushed.rows.items()
                },
            )
            self._append_table(stage, _FIRST)
            begun = [pool.submit(self._append_table, stage, table) for table in between]
            for done, (table, each) in enumerate(zip(between, begun, strict=True), 1):
                progress(done, len(tables.COLUMNS), table)
                each.result()
                if stopped():
                    raise Stopped
            self._digests[tables.SAMPLES] = self._pushed.samples_digest()
            row = self._studies_row(self._pushed.wait_for_study_file())
            if stopped():
                raise Stopped
            tables.stage_rows(stage, {tables.STUDIES: [row]})
            self._append_table(stage, tables.STUDIES)
            self._opened.place.mark_revision_complete(self._pushed.study, self.number)
            progress(len(tables.COLUMNS), len(tables.COLUMNS), tables.STUDIES)

    def _with_study_and_revision(
        self, table: str, rows: Sequence[Sequence[object]]
    ) -> list[tuple[object, ...]]:
        tail = (self._moment,) if table == _FIRST else ()
        return [(self._pushed.study, self.number, *row, *tail) for row in rows]

    def _append_table(self, stage: duckdb.DuckDBPyConnection, table: str) -> None:
        if table == tables.SAMPLES:
            self._append_samples()
            return
        with stage.cursor() as cursor:
            use_duckdb_catalog(cursor)
            query = f"SELECT {tables.row_digest_sql(table)} FROM {table}"  # noqa: S608 - own words
            self._digests[table] = _parse_row_digest(cursor.execute(query))
            # The first table is written although it has no rows: its commit takes the number.
            if self._digests[table] != _NO_ROWS or table == _FIRST:
                self._commit(table, cursor.table(table))

    def _append_samples(self) -> None:
        if not self._pushed.samples:
            return
        of = self._pushed
        key = "SELECT $study AS study, $revision::BIGINT AS revision, *"
        values = {"study": of.study, "revision": self.number, **of.sample_values}
        with self._source() as cursor:
            self._commit(tables.SAMPLES, cursor.sql(f"{key} FROM ({of.samples})", params=values))

    def _commit(self, table: str, rows: duckdb.DuckDBPyRelation) -> None:
        tables.append_rows(self._opened[table], rows, self._pushed.study, self.number)

    def _studies_row(self, file: StudyFile) -> tuple[object, ...]:
        of, digests = self._pushed, self._digests
        return (
            *(of.study, self.number, of.content, of.name, of.currency, of.synthetic),
            *(of.anonymous, of.with_raw, of.last_change, list(of.options)),
            *(self._moment, __version__, *file),
            {table: rows for table, (rows, _) in digests.items()},
            {table: digest for table, (_, digest) in digests.items()},
        )


def _parse_row_digest(query_result: duckdb.DuckDBPyConnection) -> RowDigest:
    ((rows, digest),) = query_result.fetchall()
    return RowDigest(int(rows), str(digest))

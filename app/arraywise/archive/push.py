"""Pushing a revision: exactly once, whoever else pushes and whenever it is ended.

Bytes come first, then the rows of each table, and the row of `studies` last; Delta Lake has no
transaction over several tables. A number that a push has begun to write under is never used by
another one, so that what an ended push left behind belongs to no revision.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from arraywise import __version__
from arraywise.archive.place import in_sentences
from arraywise.archive.query import newest_of
from arraywise.archive.tables import (
    COLUMNS,
    SAMPLES,
    STUDIES,
    RevisionTaken,
    append_rows,
    column_names,
    digest_query,
    digest_rows,
    next_revision,
    staged,
)
from arraywise.domain.messages import Stopped, UserError, message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    import duckdb

    from arraywise.archive.place import Place
    from arraywise.archive.tables import RowDigest

_TRIES = 100
"""Of one push; each means that another push of the same study went ahead."""


@dataclass(frozen=True, slots=True)
class PushedStudy:
    """What goes into an archive of one study."""

    name: str
    currency: str
    synthetic: bool
    with_raw: bool
    file: Path
    """The study itself, without the bytes of its files."""
    rows: Mapping[str, Sequence[Sequence[object]]]
    """By table: rows without study and revision; `host_samples` are read from the study."""
    samples: str
    """Statement that gives the host samples, without study and revision."""
    sample_values: Mapping[str, object]
    study: str = ""
    """Id of the study in the archive, the same for all its revisions."""
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


def is_newest(place: Place, study: str, content: str) -> PushOutcome | None:
    """Return the newest revision of a study where it holds a content already."""
    known = newest_of(place, study)
    if known is None or known.content != content:
        return None
    return PushOutcome(study, known.revision, is_new=False)


def push(
    place: Place,
    pushed: PushedStudy,
    source: duckdb.DuckDBPyConnection,
    progress: Callable[[int, int, str], None],
    stopped: Callable[[], bool],
) -> PushOutcome:
    """Put a study into an archive as a new revision, unless the newest one is the same.

    Args:
        place: The archive.
        pushed: What to keep.
        source: A cursor of the study.
        progress: Told of every table.
        stopped: Asked between tables.

    Raises:
        Stopped: When the user asked to stop; no reader sees anything of it then.
        UserError: When the archive cannot be written.
    """
    with in_sentences(place.name):
        blob = place.put_bytes(pushed.file.read_bytes())
        for _ in range(_TRIES):
            known = is_newest(place, pushed.study, pushed.content)
            if known is not None:
                return known
            try:
                writer = _Revision(place, pushed, source, next_revision(place, pushed.study))
                writer.write(blob, progress, stopped)
            except RevisionTaken:
                continue
            return PushOutcome(pushed.study, writer.number, is_new=True)
    raise UserError(message("{name} is being pushed by others. Try again.", name=pushed.name))


class _Revision:
    """One try to write a revision under a number of its own."""

    def __init__(
        self,
        place: Place,
        pushed: PushedStudy,
        source: duckdb.DuckDBPyConnection,
        number: int,
    ) -> None:
        self._place, self._pushed, self._source = place, pushed, source
        self.number = number
        self._moment = datetime.now(UTC).replace(tzinfo=None)
        self._digests: dict[str, RowDigest] = {}

    def write(
        self, blob: str, progress: Callable[[int, int, str], None], stopped: Callable[[], bool]
    ) -> None:
        import duckdb

        with duckdb.connect(":memory:") as stage:
            stage.execute("SET enable_progress_bar = false; SET enable_external_access = false")
            staged(stage, {t: self._keyed(t, rows) for t, rows in self._pushed.rows.items()})
            for done, table in enumerate(COLUMNS):
                if stopped():
                    raise Stopped
                progress(done, len(COLUMNS), table)
                if table == STUDIES:
                    staged(stage, {STUDIES: [self._studies_row(blob)]})
                self._append(stage, table)
            progress(len(COLUMNS), len(COLUMNS), STUDIES)

    def _keyed(self, table: str, rows: Sequence[Sequence[object]]) -> list[tuple[object, ...]]:
        tail = (self._moment,) if table == "files" else ()
        return [(self._pushed.study, self.number, *row, *tail) for row in rows]

    def _append(self, stage: duckdb.DuckDBPyConnection, table: str) -> None:
        connection, source, values = stage, table, {}
        if table == SAMPLES:
            key = "SELECT $study AS study, $revision::BIGINT AS revision, *"
            connection, source = self._source, f"({key} FROM ({self._pushed.samples}))"
            values = {"study": self._pushed.study, "revision": self.number}
            values |= self._pushed.sample_values
        if table != STUDIES:
            query = digest_query(column_names(table), source)
            self._digests[table] = digest_rows(connection, query, values)
        # The first table is written although it has no rows: its commit takes the number.
        if table in {"files", STUDIES} or self._digests[table].rows:
            rows = connection.sql(f"FROM {source}", params=values or None)
            append_rows(self._place, table, rows, self._pushed.study, self.number)

    def _studies_row(self, blob: str) -> tuple[object, ...]:
        of = self._pushed
        return (
            *(of.study, self.number, of.content, of.name, of.currency, of.synthetic),
            *(of.anonymous, of.with_raw, self._moment, __version__, blob),
            of.file.stat().st_size,
            {table: each.rows for table, each in self._digests.items()},
            {table: each.digest for table, each in self._digests.items()},
        )

"""What steps of the schema do beside their SQL; each stays as it was when its step came."""

from __future__ import annotations

import json
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from arraywise.domain.messages import message
from arraywise.domain.statement_counts import parse_statement_counts
from arraywise.store.encoding import StoredBytes, decode_checked_raw

if TYPE_CHECKING:
    from arraywise.domain.messages import Message
    from arraywise.store.connection import Cursor

_WEIGHTS_STEP = 23
_JUDGEMENTS, _POINTS = "weight_judgement", "value_point"
_FIRST_STAKEHOLDER = 8
"""Column of the first stakeholder's swings; further points stood behind the last one's."""
_HAS_JUDGEMENTS = "SELECT 1 FROM weight_judgement LIMIT 1"
_HAS_POINTS = """
SELECT 1 WHERE EXISTS (FROM value_point) OR EXISTS (
    FROM sheet_cell
    WHERE sheet = 'criteria' AND column_number >= 8 + (SELECT count(*) FROM stakeholder)
)
"""

_UNCOUNTED = """
SELECT id, sha256, size_bytes FROM (
    FROM evidence_file WHERE tool = 'swingbench' ORDER BY id LIMIT 5
) WHERE id NOT IN (SELECT file_id FROM statement_count) ORDER BY id
"""
"""Those that earlier versions searched, so that a study of theirs says what it said."""
_RAW = "SELECT compression, bytes FROM raw_file WHERE file_id = ?"
_DAMAGED = (ValueError, TypeError, IndexError, AttributeError)


def convert_scenarios_before_weights_step(
    cursor: Cursor, version: int, name: str, backup: str
) -> Message | None:
    """Take pairs and further points out of scenarios before step 23 drops their tables.

    Returns what the study loses, with the name of its file and of the backup; None where nothing.
    """
    if version >= _WEIGHTS_STEP:
        return None
    lost = _remove_pairs_and_points_from_scenarios(cursor)
    for table, query in ((_JUDGEMENTS, _HAS_JUDGEMENTS), (_POINTS, _HAS_POINTS)):
        if cursor.execute(query).fetchone():
            lost.add(table)
    if lost == {_JUDGEMENTS}:
        return message(
            "{name} was converted: weights that came from pairs are kept as swings. The study as"
            " it was: {backup}.",
            name=name,
            backup=backup,
        )
    if lost == {_POINTS}:
        return message(
            "{name} was converted: value functions lost their further points, so that points may"
            " differ. The study as it was: {backup}.",
            name=name,
            backup=backup,
        )
    if not lost:
        return None
    return message(
        "{name} was converted: weights from pairs are kept as swings, value functions lost further"
        " points; points may differ. The study as it was: {backup}.",
        name=name,
        backup=backup,
    )


def _remove_pairs_and_points_from_scenarios(cursor: Cursor) -> set[str]:
    """Rewrite the weights of scenarios; return the tables of which there were rows."""
    lost: set[str] = set()
    rows = cursor.execute(
        "SELECT scenario_id, input_key, content FROM scenario_input WHERE kind = 'weights'"
    ).fetchall()
    for scenario_id, key, content in rows:
        with suppress(*_DAMAGED):  # it is refused when it is used
            every = json.loads(content)
            left = [
                c for each in every if (c := _change_without_pairs_and_points(each, every, lost))
            ]
            cursor.execute(
                "UPDATE scenario_input SET content = ?"
                " WHERE kind = 'weights' AND scenario_id = ? AND input_key = ?",
                [json.dumps(left, ensure_ascii=False, separators=(",", ":")), scenario_id, key],
            )
    return lost


def _change_without_pairs_and_points(
    change: list[Any], all_changes: list[list[Any]], tables_with_losses: set[str]
) -> list[Any] | None:
    """Return the rows of one table as they are from step 23 on; None where none are left."""
    table, columns, taken, put = change
    if table in {_JUDGEMENTS, _POINTS}:
        tables_with_losses.add(table)
        return None
    if table in {"weighting", "stakeholder"}:
        at = columns.index("method")
        put = [[*r[:at], "swings" if r[at] == "pairs" else r[at], *r[at + 1 :]] for r in put]
    elif table == "sheet_cell":
        at, first = columns.index("column_number"), _FIRST_STAKEHOLDER
        first += sum(len(rows) for name, _, _, rows in all_changes if name == "stakeholder")
        kept = [row for row in put if row[at] < first]
        tables_with_losses |= {_POINTS} if len(kept) < len(put) else set()
        put = kept
    return [table, columns, taken, put] if put else None


def count_statements_of_stored_files(connection: Cursor) -> None:
    """Store the statement counts of files that an earlier version of this program imported."""
    rows: list[tuple[object, ...]] = []
    for id_, sha256, size in connection.execute(_UNCOUNTED).fetchall():
        stored = connection.execute(_RAW, [id_]).fetchone()
        if stored is None:
            continue
        with suppress(zlib.error):
            data = decode_checked_raw(StoredBytes(*stored), size, sha256)
            counted = None if data is None else parse_statement_counts(data)
            if counted is not None:
                rows += (
                    (id_, i, *each, counted.line) for i, each in enumerate(counted.per_transaction)
                )
    if rows:
        connection.executemany("INSERT INTO statement_count VALUES (?, ?, ?, ?, ?)", rows)

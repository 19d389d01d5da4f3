"""What an action changed, as rows taken out of tables and put into them, and as text to keep.

Every table counts but the few named here, so that a table which comes with a later schema is
covered by itself.
"""

from __future__ import annotations

import base64
import json
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Row = tuple[Any, ...]

LEFT_OUT = frozenset(
    {
        *("application", "schema_version", "change", "history"),
        *("raw_file", "reject_errors", "typed", "typed_elsewhere"),
        *("run_list", "attribute_list", "measurement_list"),
    }
)
"""Tables that no undoing touches: the records themselves, the bytes of files, and what runs share;
they get rows of their own before anything of it changes."""
READ_FROM_FILES = frozenset(
    {
        *("problem", "run", "run_attribute", "measurement"),
        *("series", "sample_set", "sample_column"),
    }
)
"""Tables that imports fill. What is added to them hangs on a row of `evidence_file` and counts
only while that row is there; so undoing an import takes out no more than that row."""
AS_ADDED = frozenset({"evidence_file"})
"""Tables whose rows are added by the thousand, with cells of the very types they are read with."""
SAMPLES = "samples."
"""Tables of a schema of their own, filled by imports too."""


def is_journalled(table: str) -> bool:
    """Say whether all changes to a table are kept as rows."""
    return not (table in LEFT_OUT or table in READ_FROM_FILES or table.startswith(SAMPLES))


@dataclass(frozen=True, slots=True)
class RowChange:
    """What became of one table."""

    table: str
    columns: tuple[str, ...]
    taken: tuple[Row, ...] = ()
    """Rows that were there before and are no more."""
    put: tuple[Row, ...] = ()
    """Rows that were not there before."""

    @property
    def reversed(self) -> RowChange:
        """The change that undoes this one."""
        return RowChange(self.table, self.columns, self.put, self.taken)

    def taken_rows(self) -> list[Mapping[str, Any]]:
        """Return the rows that were taken out, by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.taken]

    def put_rows(self) -> list[Mapping[str, Any]]:
        """Return the rows that were put in, by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.put]

    def rows(self) -> list[Mapping[str, Any]]:
        """Return all rows that it speaks of: those put in, then those taken out."""
        return [*self.put_rows(), *self.taken_rows()]


def key_of(row: Sequence[Any]) -> str:
    """Return a text that two rows share only where every cell is the same to the last digit."""
    return repr(tuple(row))


def difference(
    table: str, columns: Sequence[str], before: Sequence[Row], after: Sequence[Row]
) -> RowChange | None:
    """Compare a table with what it was; None where it is the same, whatever the order of rows."""
    if not (before and after):  # nothing to compare with
        taken, put = tuple(before), tuple(after)
    else:
        were, are = list(map(key_of, before)), list(map(key_of, after))
        taken, put = _left_over(before, were, are), _left_over(after, are, were)
    return RowChange(table, tuple(columns), taken, put) if taken or put else None


def _left_over(rows: Sequence[Row], keys: Sequence[str], others: Sequence[str]) -> tuple[Row, ...]:
    """Return the rows that are not among the others; of equal rows as many as there are more."""
    there: Counter[str] = Counter()
    for start in range(0, len(others), _TOGETHER):  # no other thread is at work meanwhile
        there.update(others[start : start + _TOGETHER])
    left = []
    for row, key in zip(rows, keys, strict=True):
        if there[key]:
            there[key] -= 1
        else:
            left.append(row)
    return tuple(left)


def to_text(changes: Iterable[RowChange]) -> str:
    """Write changes as JSON; the same changes always give the same text.

    Many rows go in parts: while the encoder is at work, no other thread of the program is.
    """
    return f"[{','.join(map(_change_text, changes))}]"


def _change_text(change: RowChange) -> str:
    head = _encode([change.table, list(change.columns)])[:-1]
    return f"{head},{_rows_text(change.taken)},{_rows_text(change.put)}]"


def _rows_text(rows: Sequence[Row]) -> str:
    parts = (
        _encode([list(row) for row in rows[start : start + _TOGETHER]])[1:-1]
        for start in range(0, len(rows), _TOGETHER)
    )
    return f"[{','.join(parts)}]"


def _encode(content: list[Any]) -> str:
    return json.dumps(content, default=_written, ensure_ascii=False, separators=(",", ":"))


def _written(cell: object) -> dict[str, str]:
    """Write what JSON has no form for; a type not met before is a bug and raises."""
    if isinstance(cell, Decimal):
        return {"decimal": str(cell)}
    if isinstance(cell, datetime):
        return {"moment": cell.isoformat()}
    if isinstance(cell, date):
        return {"date": cell.isoformat()}
    if isinstance(cell, bytes):
        return {"bytes": base64.b64encode(cell).decode("ascii")}
    message = f"A history cannot keep a {type(cell).__name__}"
    raise TypeError(message)


_READERS: dict[str, Any] = {
    "decimal": Decimal,
    "moment": datetime.fromisoformat,
    "date": date.fromisoformat,
    "bytes": base64.b64decode,
}


def _read(cell: dict[str, str]) -> object:
    ((kind, text),) = cell.items()
    return _READERS[kind](text)


_DECODER = json.JSONDecoder(object_hook=_read)
_NO_RECORD = "no record of changes"
_TOGETHER = 2_000
"""Rows that are written at once."""


def from_text(text: str) -> tuple[RowChange, ...]:
    """Read changes that `to_text` wrote.

    Raises:
        ValueError: When the text is something else.
    """
    try:
        return tuple(_changes_in(text)) if text else ()
    except (KeyError, TypeError, ValueError, ArithmeticError, IndexError) as error:
        raise ValueError(_NO_RECORD) from error


def _changes_in(text: str) -> Iterator[RowChange]:
    """Read one change after the other, and of each a row at a time."""
    at = _expect(text, 0, "[")
    while text[at] != "]":
        at = _expect(text, at, ",[" if text[at] == "," else "[")
        table, at = _DECODER.raw_decode(text, at)
        columns, at = _DECODER.raw_decode(text, _expect(text, at, ","))
        taken, at = _rows_at(text, _expect(text, at, ",["))
        put, at = _rows_at(text, _expect(text, at, ",["))
        at = _expect(text, at, "]")
        yield RowChange(table, tuple(columns), taken, put)
    if text[at:] != "]":
        raise ValueError(_NO_RECORD)


def _rows_at(text: str, at: int) -> tuple[tuple[Row, ...], int]:
    """Return the rows that stand from a place on, and where they end."""
    rows: list[Row] = []
    while text[at] != "]":
        row, at = _DECODER.raw_decode(text, at + (text[at] == ","))
        rows.append(tuple(row))
    return tuple(rows), at + 1


def _expect(text: str, at: int, sign: str) -> int:
    if not text.startswith(sign, at):
        raise ValueError(_NO_RECORD)
    return at + len(sign)

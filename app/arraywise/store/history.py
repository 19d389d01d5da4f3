"""Row changes of an action; which typed values changed.

Every table counts but the few named here, so that a table which comes with a later schema is
covered by itself.
"""

from __future__ import annotations

import base64
import json
from collections import Counter, defaultdict, deque
from dataclasses import astuple, dataclass, field
from datetime import date, datetime
from decimal import Decimal
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from arraywise.domain.requirement import Requirement

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
        *("series", "sample_set", "sample_column", "statement_count"),
    }
)
"""Tables that imports fill. What is added to them hangs on a row of `evidence_file` and counts
only while that row is there; so undoing an import takes out no more than that row."""
AS_ADDED = frozenset({"evidence_file"})
"""Tables whose rows are added by the thousand, with cells of the very types they are read with."""
SAMPLES = "samples."
"""Tables of a schema of their own, filled by imports too."""

_TOGETHER = 2_000
"""Rows that are written at once."""


def is_journalled(table: str) -> bool:
    """Return whether all changes to a table are kept as rows."""
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

    def deleted_rows(self) -> list[Mapping[str, Any]]:
        """Return the rows that were removed, by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.taken]

    def inserted_rows(self) -> list[Mapping[str, Any]]:
        """Return the rows that were inserted, by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.put]

    def rows(self) -> list[Mapping[str, Any]]:
        """Return all rows that it speaks of: those put in, then those taken out."""
        return [*self.inserted_rows(), *self.deleted_rows()]


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
    texts = (
        f"{_encode([c.table, list(c.columns)])[:-1]},{_rows_text(c.taken)},{_rows_text(c.put)}]"
        for c in changes
    )
    return f"[{','.join(texts)}]"


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


def from_text(text: str) -> tuple[RowChange, ...]:
    """Read changes that `to_text` wrote; raises ValueError when the text is something else."""
    try:
        return tuple(_changes_in(text)) if text else ()
    except (KeyError, TypeError, ValueError, ArithmeticError, IndexError, RecursionError) as error:
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


REQUIREMENT = "requirement"
"""At most one row; its columns are typed one by one, and bear their names."""


@dataclass(frozen=True, slots=True)
class _TableRows:
    """How the rows of a table are distinguished."""

    key: tuple[str, ...]
    """Columns whose cells, between slashes, name a row."""
    places: frozenset[str] = frozenset()
    """Columns that say where a row is and not what it is."""
    part_of: str = ""
    """The table whose row of the same key is one value together with these rows."""


_POSITION = frozenset({"position"})
_LINE = _TableRows(("option_id", "position"), frozenset({"position", "sheet_row"}))
_TYPED = {
    "price_line": _LINE,
    "discount": _LINE,
    "exchange_rate": _TableRows(("position",), _POSITION),
    "provisioning_time": _TableRows(("option_id", "position"), _POSITION),
    "provisioning_estimate": _TableRows(("option_id", "position"), _POSITION, "provisioning_time"),
    "option_rating": _TableRows(("option_id", "criterion")),
    "rating_estimate": _TableRows(("option_id", "criterion"), part_of="option_rating"),
    "rating_level": _TableRows(("criterion", "level")),
    "criterion": _TableRows(("criterion",), _POSITION),
    "weighting": _TableRows(()),
    "stakeholder": _TableRows(("name",), _POSITION),
    "stakeholder_swing": _TableRows(("criterion", "stakeholder"), _POSITION),
}


@dataclass(slots=True)
class ItemChange:
    """What became of the items of one table."""

    fresh: set[str] = field(default_factory=set)
    """Those that have another value now, or are new."""
    moved: dict[str, str] = field(default_factory=dict)
    """Those whose value has another name now."""
    replaced: set[str] = field(default_factory=set)
    """Those whose value as it was is nowhere any more."""
    gone: set[str] = field(default_factory=set)
    """Those that are no more."""

    @property
    def present(self) -> set[str]:
        """Those that hold what they did not hold before."""
        return self.fresh.union(self.moved.values())


def item_changes(changes: Iterable[RowChange]) -> dict[str, ItemChange]:
    """Say by table what changes to rows mean for the values that are typed."""
    result: dict[str, ItemChange] = {}
    parts: list[tuple[str, ItemChange]] = []
    for change in changes:
        rows = _TYPED.get(change.table)
        if change.table == REQUIREMENT:
            result[REQUIREMENT] = _requirement(change)
        elif rows is not None and rows.part_of:
            parts.append((rows.part_of, _compare(change, rows)))
        elif rows is not None:
            result[change.table] = _compare(change, rows)
    for name, part in parts:  # a value is another one where a part of it is, or is no more
        whole = result.setdefault(name, ItemChange())
        lost = (whole.moved.get(item, item) for item in part.replaced - whole.replaced)
        whole.fresh |= (part.fresh | set(lost)) - whole.gone
    return result


def _requirement(change: RowChange) -> ItemChange:
    """Compare field by field; before the first requirement there were the defaults."""
    defaults = [str(v) if isinstance(v, Decimal) else v for v in astuple(Requirement())]
    before = change.taken[0] if change.taken else defaults
    after = change.put[0] if change.put else defaults
    cells = zip(change.columns, before, after, strict=True)
    return ItemChange({name for name, was, is_now in cells if was != is_now})


def _compare(change: RowChange, rows: _TableRows) -> ItemChange:
    before, after = (_items(change.columns, part, rows) for part in (change.taken, change.put))
    result = ItemChange(gone=set(before).difference(after))
    if not (before and after):
        result.fresh, result.replaced = set(after), set(before)
        return result
    left: dict[Row, deque[str]] = defaultdict(deque)
    for item, value in zip(before, _values(change.columns, change.taken, rows), strict=True):
        left[value].append(item)
    for item, value in zip(after, _values(change.columns, change.put, rows), strict=True):
        if left.get(value):
            result.moved[left[value].popleft()] = item
        else:
            result.fresh.add(item)
    result.replaced = {item for items in left.values() for item in items}
    return result


def _items(columns: Sequence[str], rows: Iterable[Row], told: _TableRows) -> list[str]:
    """Name each row."""
    keys = [columns.index(name) for name in told.key]
    return ["/".join([str(row[i]) for i in keys]) for row in rows]


def _values(columns: Sequence[str], rows: Iterable[Row], told: _TableRows) -> Iterable[Row]:
    """Return what each row says, wherever it is."""
    cells = [i for i, name in enumerate(columns) if name not in told.places]
    return map(itemgetter(*cells), rows)

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

NOT_JOURNALLED = frozenset(
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
RECORDED_AS_ADDED = frozenset({"evidence_file"})
"""Tables whose rows are added by the thousand, with cells of the very types they are read with."""
SAMPLES = "samples."
"""Tables of a schema of their own, filled by imports too."""

_TOGETHER = 2_000
"""Rows that are written at once."""


def is_journalled(table: str) -> bool:
    """Return whether all changes to a table are kept as rows."""
    return not (table in NOT_JOURNALLED or table in READ_FROM_FILES or table.startswith(SAMPLES))


@dataclass(frozen=True, slots=True)
class RowChange:
    """What became of one table."""

    table: str
    columns: tuple[str, ...]
    deleted: tuple[Row, ...] = ()
    """Rows that were there before and are no more."""
    inserted: tuple[Row, ...] = ()
    """Rows that were not there before."""

    @property
    def inverse(self) -> RowChange:
        """The change that undoes this one."""
        return RowChange(self.table, self.columns, self.inserted, self.deleted)

    def deleted_rows(self) -> list[Mapping[str, Any]]:
        """Return the rows that were removed, by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.deleted]

    def inserted_rows(self) -> list[Mapping[str, Any]]:
        """Return the rows that were inserted, by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.inserted]

    def rows(self) -> list[Mapping[str, Any]]:
        """Return all rows that it speaks of: those put in, then those taken out."""
        return [*self.inserted_rows(), *self.deleted_rows()]


def row_key(row: Sequence[Any]) -> str:
    """Return a text that two rows share only where every cell is the same to the last digit."""
    return repr(tuple(row))


def table_difference(
    table: str, columns: Sequence[str], before: Sequence[Row], after: Sequence[Row]
) -> RowChange | None:
    """Compare a table with what it was; None where it is the same, whatever the order of rows."""
    if not (before and after):  # nothing to compare with
        taken, put = tuple(before), tuple(after)
    else:
        were, are = list(map(row_key, before)), list(map(row_key, after))
        taken, put = _rows_not_among(before, were, are), _rows_not_among(after, are, were)
    return RowChange(table, tuple(columns), taken, put) if taken or put else None


def _rows_not_among(
    rows: Sequence[Row], keys: Sequence[str], others: Sequence[str]
) -> tuple[Row, ...]:
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


def serialise_changes(changes: Iterable[RowChange]) -> str:
    """Write changes as JSON; the same changes always give the same text.

    Many rows go in parts: while the encoder is at work, no other thread of the program is.
    """
    texts = (
        f"{_encode_json([c.table, list(c.columns)])[:-1]},"
        f"{_serialise_rows(c.deleted)},{_serialise_rows(c.inserted)}]"
        for c in changes
    )
    return f"[{','.join(texts)}]"


def _serialise_rows(rows: Sequence[Row]) -> str:
    parts = (
        _encode_json([list(row) for row in rows[start : start + _TOGETHER]])[1:-1]
        for start in range(0, len(rows), _TOGETHER)
    )
    return f"[{','.join(parts)}]"


def _encode_json(content: list[Any]) -> str:
    return json.dumps(
        content, default=_encode_special_cell, ensure_ascii=False, separators=(",", ":")
    )


def _encode_special_cell(cell: object) -> dict[str, str]:
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


def _decode_special_cell(cell: dict[str, str]) -> object:
    ((kind, text),) = cell.items()
    return _READERS[kind](text)


_DECODER = json.JSONDecoder(object_hook=_decode_special_cell)
_NO_RECORD = "no record of changes"


def parse_changes(text: str) -> tuple[RowChange, ...]:
    """Read changes that `serialise_changes` wrote; raises ValueError for any other text."""
    try:
        return tuple(_parse_each_change(text)) if text else ()
    except (KeyError, TypeError, ValueError, ArithmeticError, IndexError, RecursionError) as error:
        raise ValueError(_NO_RECORD) from error


def _parse_each_change(text: str) -> Iterator[RowChange]:
    """Read one change after the other, and of each a row at a time."""
    at = _skip_expected(text, 0, "[")
    while text[at] != "]":
        at = _skip_expected(text, at, ",[" if text[at] == "," else "[")
        table, at = _DECODER.raw_decode(text, at)
        columns, at = _DECODER.raw_decode(text, _skip_expected(text, at, ","))
        taken, at = _parse_rows_at(text, _skip_expected(text, at, ",["))
        put, at = _parse_rows_at(text, _skip_expected(text, at, ",["))
        at = _skip_expected(text, at, "]")
        yield RowChange(table, tuple(columns), taken, put)
    if text[at:] != "]":
        raise ValueError(_NO_RECORD)


def _parse_rows_at(text: str, at: int) -> tuple[tuple[Row, ...], int]:
    """Return the rows that stand from a place on, and where they end."""
    rows: list[Row] = []
    while text[at] != "]":
        row, at = _DECODER.raw_decode(text, at + (text[at] == ","))
        rows.append(tuple(row))
    return tuple(rows), at + 1


def _skip_expected(text: str, at: int, sign: str) -> int:
    if not text.startswith(sign, at):
        raise ValueError(_NO_RECORD)
    return at + len(sign)


REQUIREMENT = "requirement"
"""At most one row; its columns are typed one by one, and bear their names."""


@dataclass(frozen=True, slots=True)
class _ItemIdentity:
    """How the rows of a table are distinguished."""

    key: tuple[str, ...]
    """Columns whose cells, between slashes, name a row."""
    position_columns: frozenset[str] = frozenset()
    """Columns that say where a row is and not what it is."""
    part_of: str = ""
    """The table whose row of the same key is one value together with these rows."""


_POSITION = frozenset({"position"})
_LINE = _ItemIdentity(("option_id", "position"), frozenset({"position", "sheet_row"}))
_TYPED = {
    "price_line": _LINE,
    "discount": _LINE,
    "exchange_rate": _ItemIdentity(("position",), _POSITION),
    "provisioning_time": _ItemIdentity(("option_id", "position"), _POSITION),
    "provisioning_estimate": _ItemIdentity(
        ("option_id", "position"), _POSITION, "provisioning_time"
    ),
    "option_rating": _ItemIdentity(("option_id", "criterion")),
    "rating_estimate": _ItemIdentity(("option_id", "criterion"), part_of="option_rating"),
    "rating_level": _ItemIdentity(("criterion", "level")),
    "criterion": _ItemIdentity(("criterion",), _POSITION),
    "weighting": _ItemIdentity(()),
    "stakeholder": _ItemIdentity(("name",), _POSITION),
    "stakeholder_swing": _ItemIdentity(("criterion", "stakeholder"), _POSITION),
}


@dataclass(slots=True)
class ItemChange:
    """What became of the items of one table."""

    new_or_changed: set[str] = field(default_factory=set)
    """Those that have another value now, or are new."""
    moved: dict[str, str] = field(default_factory=dict)
    """Those whose value has another name now."""
    replaced: set[str] = field(default_factory=set)
    """Those whose value as it was is nowhere any more."""
    gone: set[str] = field(default_factory=set)
    """Those that are no more."""

    @property
    def items_with_new_content(self) -> set[str]:
        """Items that hold what they did not hold before."""
        return self.new_or_changed.union(self.moved.values())


def item_changes_by_table(changes: Iterable[RowChange]) -> dict[str, ItemChange]:
    """Say by table what changes to rows mean for the values that are typed."""
    result: dict[str, ItemChange] = {}
    parts: list[tuple[str, ItemChange]] = []
    for change in changes:
        rows = _TYPED.get(change.table)
        if change.table == REQUIREMENT:
            result[REQUIREMENT] = _compare_requirement_fields(change)
        elif rows is not None and rows.part_of:
            parts.append((rows.part_of, _compare_rows(change, rows)))
        elif rows is not None:
            result[change.table] = _compare_rows(change, rows)
    for name, part in parts:  # a value is another one where a part of it is, or is no more
        owner = result.setdefault(name, ItemChange())
        lost = (owner.moved.get(item, item) for item in part.replaced - owner.replaced)
        owner.new_or_changed |= (part.new_or_changed | set(lost)) - owner.gone
    return result


def _compare_requirement_fields(change: RowChange) -> ItemChange:
    """Compare field by field; before the first requirement there were the defaults."""
    defaults = [str(v) if isinstance(v, Decimal) else v for v in astuple(Requirement())]
    before = change.deleted[0] if change.deleted else defaults
    after = change.inserted[0] if change.inserted else defaults
    cells = zip(change.columns, before, after, strict=True)
    return ItemChange({name for name, was, is_now in cells if was != is_now})


def _compare_rows(change: RowChange, identity: _ItemIdentity) -> ItemChange:
    before, after = (
        _item_names(change.columns, part, identity) for part in (change.deleted, change.inserted)
    )
    result = ItemChange(gone=set(before).difference(after))
    if not (before and after):
        result.new_or_changed, result.replaced = set(after), set(before)
        return result
    left: dict[Row, deque[str]] = defaultdict(deque)
    for item, value in zip(
        before, _item_values(change.columns, change.deleted, identity), strict=True
    ):
        left[value].append(item)
    for item, value in zip(
        after, _item_values(change.columns, change.inserted, identity), strict=True
    ):
        if left.get(value):
            result.moved[left[value].popleft()] = item
        else:
            result.new_or_changed.add(item)
    result.replaced = {item for items in left.values() for item in items}
    return result


def _item_names(columns: Sequence[str], rows: Iterable[Row], identity: _ItemIdentity) -> list[str]:
    """Name each row."""
    keys = [columns.index(name) for name in identity.key]
    return ["/".join([str(row[i]) for i in keys]) for row in rows]


def _item_values(
    columns: Sequence[str], rows: Iterable[Row], identity: _ItemIdentity
) -> Iterable[Row]:
    """Return what each row says, wherever it is."""
    cells = [i for i, name in enumerate(columns) if name not in identity.position_columns]
    return map(itemgetter(*cells), rows)

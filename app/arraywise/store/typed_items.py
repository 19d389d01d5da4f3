"""Which values people type, by the rows that hold them, and which of them an action changed."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import astuple, dataclass, field
from decimal import Decimal
from operator import itemgetter
from typing import TYPE_CHECKING

from arraywise.domain.requirement import Requirement

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.store.history import Row, RowChange

REQUIREMENT = "requirement"
"""At most one row; its columns are typed one by one, and bear their names."""


@dataclass(frozen=True, slots=True)
class _Rows:
    """How the rows of a table are told apart."""

    key: tuple[str, ...]
    """Columns whose cells, between slashes, name a row."""
    places: frozenset[str] = frozenset()
    """Columns that say where a row stands and not what it is."""
    part_of: str = ""
    """The table whose row of the same key is one value together with these rows."""


_POSITION = frozenset({"position"})
_LINE = _Rows(("option_id", "position"), frozenset({"position", "sheet_row"}))
_TYPED = {
    "price_line": _LINE,
    "discount": _LINE,
    "exchange_rate": _Rows(("position",), _POSITION),
    "provisioning_time": _Rows(("option_id", "position"), _POSITION),
    "provisioning_estimate": _Rows(("option_id", "position"), _POSITION, "provisioning_time"),
    "option_rating": _Rows(("option_id", "criterion")),
    "rating_estimate": _Rows(("option_id", "criterion"), part_of="option_rating"),
    "rating_level": _Rows(("criterion", "level")),
    "criterion": _Rows(("criterion",), _POSITION),
    "value_point": _Rows(("criterion",), _POSITION, "criterion"),
    "weighting": _Rows(()),
    "stakeholder": _Rows(("name",), _POSITION),
    "stakeholder_swing": _Rows(("criterion", "stakeholder"), _POSITION),
    "weight_judgement": _Rows(("first_criterion", "second_criterion", "stakeholder"), _POSITION),
}


@dataclass(slots=True)
class ItemChange:
    """What became of the items of one table."""

    fresh: set[str] = field(default_factory=set)
    """Those that have another value now, or are new."""
    moved: dict[str, str] = field(default_factory=dict)
    """Those whose value stands under another name now."""
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
    found: dict[str, ItemChange] = {}
    parts: list[tuple[str, ItemChange]] = []
    for change in changes:
        rows = _TYPED.get(change.table)
        if change.table == REQUIREMENT:
            found[REQUIREMENT] = _requirement(change)
        elif rows is not None and rows.part_of:
            parts.append((rows.part_of, _compare(change, rows)))
        elif rows is not None:
            found[change.table] = _compare(change, rows)
    for whole, part in parts:
        _take_in(found.setdefault(whole, ItemChange()), part)
    return found


def _requirement(change: RowChange) -> ItemChange:
    """Compare field by field; before the first requirement there were the defaults."""
    defaults = [str(v) if isinstance(v, Decimal) else v for v in astuple(Requirement())]
    before = change.taken[0] if change.taken else defaults
    after = change.put[0] if change.put else defaults
    cells = zip(change.columns, before, after, strict=True)
    return ItemChange({name for name, was, is_now in cells if was != is_now})


def _compare(change: RowChange, rows: _Rows) -> ItemChange:
    before, after = (_items(change.columns, part, rows) for part in (change.taken, change.put))
    found = ItemChange(gone=set(before).difference(after))
    if not (before and after):
        found.fresh, found.replaced = set(after), set(before)
        return found
    left: dict[Row, deque[str]] = defaultdict(deque)
    for item, value in zip(before, _values(change.columns, change.taken, rows), strict=True):
        left[value].append(item)
    for item, value in zip(after, _values(change.columns, change.put, rows), strict=True):
        if left.get(value):
            found.moved[left[value].popleft()] = item
        else:
            found.fresh.add(item)
    found.replaced = {item for items in left.values() for item in items}
    return found


def _items(columns: Sequence[str], rows: Iterable[Row], told: _Rows) -> list[str]:
    """Name each row."""
    keys = [columns.index(name) for name in told.key]
    return ["/".join([str(row[i]) for i in keys]) for row in rows]


def _values(columns: Sequence[str], rows: Iterable[Row], told: _Rows) -> Iterable[Row]:
    """Give what each row says, wherever it stands."""
    cells = [i for i, name in enumerate(columns) if name not in told.places]
    return map(itemgetter(*cells), rows)


def _take_in(whole: ItemChange, part: ItemChange) -> None:
    """Let a value be another one where a part of it is; so it is where a part is no more."""
    lost = (whole.moved.get(item, item) for item in part.replaced - whole.replaced)
    whole.fresh |= (part.fresh | set(lost)) - whole.gone

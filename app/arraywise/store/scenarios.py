"""Inputs in pieces shared by scenarios; names of settings.

A piece is one field of the requirement, the price sheet of one option, its provisioning times,
its ratings, the weights, or what all prices are added up by: the rates between currencies,
whether servers count, what is decided of the items that they include, and the discount rate.
What was typed into the cells goes with it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import duckdb

from arraywise.domain.messages import UserError, message
from arraywise.store.history import Row, RowChange, parse_changes, row_key, serialise_changes

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from arraywise.store.connection import Cursor


PRICE_SERVERS = "price_servers"
"""`yes` where lines marked as servers count."""
PRICE_RANGE_CONFIRMED = "price_range_confirmed"
"""`yes` where the user confirmed or gave the range that prices are valued over."""
DISCOUNT_RATE = "price_discount_rate"
"""A year's rate as a share, where prices are net present values."""

REQUIREMENT, PRICES, PROVISIONING = "requirement", "prices", "provisioning"
RATINGS, WEIGHTS, RATES = "ratings", "weights", "rates"

OF_OPTIONS = {
    PRICES: ("price_sheet", "price_line", "discount", "quote_record", "quote_finding"),
    PROVISIONING: ("provisioning_time", "provisioning_estimate"),
    RATINGS: ("option_rating", "rating_estimate"),
}
"""Tables with rows of an option, by what they say of it."""
_SHARED_TABLES = {
    WEIGHTS: (*("criterion", "weighting", "stakeholder", "stakeholder_swing", "rating_level"),),
    RATES: ("exchange_rate", "scope_decision"),
}
_CELLS, _SETTINGS = "sheet_cell", "setting"
_OF_RATES = (PRICE_SERVERS, DISCOUNT_RATE)
"""Settings that belong to the rates: which prices count, and by what they are discounted."""
_SHEETS = {PRICES: "prices/{key}", PROVISIONING: "provisioning/{key}", WEIGHTS: "criteria"}

INPUT_TABLES = (
    REQUIREMENT,
    *(table for tables in (*OF_OPTIONS.values(), *_SHARED_TABLES.values()) for table in tables),
    *(_CELLS, _SETTINGS),
)
"""All tables that a scenario may change."""

_UNFIT = (duckdb.ConversionException, duckdb.ConstraintException, duckdb.InvalidInputException)


@dataclass(frozen=True, slots=True, order=True)
class InputKey:
    """Names one piece of the inputs."""

    kind: str
    key: str = ""
    """Column of the requirement, id of an option, or empty."""


Inputs = dict[InputKey, str]
"""Pieces with their content as text; the same content always has the same text."""


def read_inputs(cursor: Cursor) -> Inputs:
    """Read all inputs that are in the tables now."""
    rows_by_key: dict[InputKey, list[tuple[str, tuple[str, ...], Row]]] = defaultdict(list)
    for (option_id,) in cursor.execute("SELECT id FROM option").fetchall():
        for kind in OF_OPTIONS:  # none at all is an input too
            rows_by_key[InputKey(kind, str(option_id))] = []
    for kind in _SHARED_TABLES:
        rows_by_key[InputKey(kind)] = []
    for table in INPUT_TABLES:
        result = cursor.execute(f"FROM {table}")
        columns = tuple(c[0] for c in result.description or ())
        for row in result.fetchall():
            for key, names, cells in _split_row_into_inputs(table, columns, row):
                rows_by_key[key].append((table, names, cells))
    return {key: _serialise_input_rows(rows) for key, rows in sorted(rows_by_key.items())}


def _split_row_into_inputs(
    table: str, columns: tuple[str, ...], row: Row
) -> Iterator[tuple[InputKey, tuple[str, ...], Row]]:
    """Yield the piece that a row belongs to; the row of the requirement has one per column."""
    if table == REQUIREMENT:
        for column, cell in zip(columns, row, strict=True):
            yield InputKey(REQUIREMENT, column), (column,), (cell,)
        return
    cells = dict(zip(columns, row, strict=True))
    piece = _input_key(table, cells)
    if piece is not None:
        yield piece, columns, row


def _input_key(table: str, cells: Mapping[str, Any]) -> InputKey | None:
    if table == _SETTINGS:
        return InputKey(RATES) if cells["name"] in _OF_RATES else None
    if table == _CELLS:
        kind, _, key = cells["sheet"].partition("/")
        pieces = {"criteria": InputKey(WEIGHTS), REQUIREMENT: InputKey(REQUIREMENT)}
        return InputKey(kind, key) if kind in OF_OPTIONS else pieces.get(kind)
    for kind, tables in OF_OPTIONS.items():
        if table in tables:
            return InputKey(kind, str(cells["option_id"]))
    return next(
        (InputKey(kind) for kind, tables in _SHARED_TABLES.items() if table in tables), None
    )


def _serialise_input_rows(rows: Iterable[tuple[str, tuple[str, ...], Row]]) -> str:
    of: dict[tuple[str, tuple[str, ...]], list[Row]] = defaultdict(list)
    for table, columns, row in rows:
        of[table, columns].append(row)
    return serialise_changes(
        RowChange(table, columns, inserted=tuple(sorted(result, key=row_key)))
        for (table, columns), result in sorted(of.items())
    )


def replace_inputs(cursor: Cursor, inputs: Inputs) -> None:
    """Replace the given pieces of the inputs in the tables; all others stay.

    What belongs to an option that is gone, and columns that are gone, are left out.

    Raises:
        UserError: When a content is none that `read_inputs` gives.
    """
    options = {str(id_) for (id_,) in cursor.execute("SELECT id FROM option").fetchall()}
    try:
        _replace_each_input(cursor, inputs, options)
    except (ValueError, *_UNFIT) as error:
        raise UserError(message("The scenarios of this study are unreadable.")) from error


def _replace_each_input(cursor: Cursor, inputs: Inputs, options: Container[str]) -> None:
    for key, text in inputs.items():
        rows = parse_changes(text)
        cells = (cell for change in rows for row in change.inserted for cell in row)
        if not all(math.isfinite(cell) for cell in cells if isinstance(cell, float)):
            raise ValueError(key)
        if key.kind == REQUIREMENT and key.key:
            _update_requirement_field(cursor, key.key, rows)
        elif key.kind not in OF_OPTIONS or key.key in options:
            tables = _delete_input_rows(cursor, key)
            for change in rows:
                if change.table in tables:
                    _insert_by_column_name(cursor, change)


def _update_requirement_field(cursor: Cursor, column: str, rows: tuple[RowChange, ...]) -> None:
    known = [c[0] for c in cursor.execute("FROM requirement LIMIT 0").description or ()]
    if column in known and len(rows) == 1 and len(rows[0].inserted) == 1:
        cursor.execute(f'UPDATE requirement SET "{column}" = ?', [rows[0].inserted[0][0]])  # noqa: S608 - of the catalogue


def _delete_input_rows(cursor: Cursor, input_key: InputKey) -> set[str]:
    """Delete the rows of a piece; return the tables that it may have rows in."""
    tables = {_CELLS}
    for table in OF_OPTIONS.get(input_key.kind, ()):
        cursor.execute(f"DELETE FROM {table} WHERE option_id = ?", [int(input_key.key)])  # noqa: S608
        tables.add(table)
    for table in _SHARED_TABLES.get(input_key.kind, ()):
        cursor.execute(f"DELETE FROM {table}")  # noqa: S608
        tables.add(table)
    if input_key.kind == RATES:
        cursor.execute("DELETE FROM setting WHERE name IN (?, ?)", [*_OF_RATES])
        tables.add(_SETTINGS)
    sheet = _SHEETS.get(input_key.kind, input_key.kind).format(key=input_key.key)
    cursor.execute("DELETE FROM sheet_cell WHERE sheet = ?", [sheet])
    return tables


_TOGETHER = 100


def _insert_by_column_name(cursor: Cursor, change: RowChange) -> None:
    """Add rows by name of column, a hundred with a statement."""
    table = change.table
    known = {c[0] for c in cursor.execute(f"FROM {table} LIMIT 0").description or ()}
    places = [i for i, column in enumerate(change.columns) if column in known]
    names = ", ".join(f'"{change.columns[i]}"' for i in places)
    marks = f"({', '.join('?' * len(places))})"
    rows = iter(change.inserted)
    while block := list(islice(rows, _TOGETHER)):
        cursor.execute(
            f"INSERT INTO {table} ({names}) VALUES {', '.join([marks] * len(block))}",  # noqa: S608
            [row[i] for row in block for i in places],
        )


SHARED_ATTRIBUTES = """
SELECT r.run_id, a.position, a.name, a.value
FROM run_list r JOIN attribute_list a ON a.list_id = r.attributes
"""
SHARED_MEASUREMENTS = """
SELECT r.run_id, m.position, m.metric, m.statistic, r.value, m.unit, m.users, m.small_ios,
       m.large_ios, m.group_name, m.line, r.column_in_line, m.origin
FROM (SELECT run_id, measurements, unnest(measured) AS value,
             unnest(columns_in_line) AS column_in_line, unnest(range(len(measured))) AS position
      FROM run_list) r
JOIN measurement_list m ON m.list_id = r.measurements AND m.position = r.position
"""
"""In the order of the columns of `run_attribute` and `measurement`."""
ATTRIBUTES = f"(FROM run_attribute UNION ALL {SHARED_ATTRIBUTES})"
MEASUREMENTS = f"(FROM measurement UNION ALL {SHARED_MEASUREMENTS})"
"""What a query reads from in the place of those tables; runs of removed files have rows too."""

"""Columns of money that no field takes: what stands in them must not be dropped unasked."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.importers.prices.checking import upkeep_of
from arraywise.importers.prices.currencies import currencies_in
from arraywise.importers.prices.grid import NoValue
from arraywise.importers.prices.headers import likely_fields, plain_words
from arraywise.importers.prices.numbers import looks_numeric, read_number, split_period

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from arraywise.domain.pricing import PriceLine
    from arraywise.importers.prices.grid import Cell, Row
    from arraywise.importers.prices.numbers import Notation
    from arraywise.importers.prices.reader import SheetReader

_WORDS = re.compile(
    r"price|cost|\bfees?\b|charge|amount|total|subscription|support|maint|licen[cs]e|rental|lease"
    r"|msrp|preis|kosten|gebuhr|betrag|miete|\babo\b|wartung|lizenz|preco|valor|custo"
    r"|assinatura|suporte|manut|\bfreight\b|\bshipping\b|\b(usd|eur|gbp|brl|chf)\b"
    r"|\bcare\b|service|warranty|garant|pack\b|setup|install|training|schulung|treinamento"
)
_NO_MONEY = re.compile(
    r"present value|barwert|valor presente|cent(er|re)|kostenstelle|datum"
    r"|\b(code|date|count|number|nr)\b|%|percent|level"
    r"|^(maintenance|wartung|manutencao) 36 (months|monate|meses)$"
)


def unclaimed_money(
    reader: SheetReader, header: Row, rows: Iterable[Row], left_out: Collection[int | None]
) -> list[int]:
    """Return the columns that hold money and belong to no field, from left to right.

    One whose figures all follow from their lines (a net price, a sum with maintenance) is
    understood: nothing is lost with it.
    """
    taken = {*reader.columns.values(), *left_out}
    printed = {each.row.number for each in (*reader.sums, *reader.discounts)}
    kept = [row for row in rows if row.number not in printed]
    lines = {line.row: line for line in reader.lines}
    width = max((len(row.cells) for row in kept), default=0)
    return [
        at
        for at in range(width)
        if at not in taken
        and _field_at(header, at) not in reader.mapping  # another column was said to hold it
        and _is_money(header.at(at), [row.at(at) for row in kept])
        and not all(_follows(row.at(at), lines.get(row.number), reader.notation) for row in kept)
    ]


def _field_at(header: Row, at: int) -> str | None:
    return likely_fields(header)[at] if at < len(header.cells) else None


def _is_money(heading: Cell, cells: list[Cell]) -> bool:
    figures = [cell for cell in cells if _is_figure(cell) or isinstance(cell, NoValue)]
    if not figures:
        return False
    title = heading if isinstance(heading, str) else ""
    words = plain_words(title)
    if any(isinstance(cell, NoValue) for cell in figures):
        return _NO_MONEY.search(words) is None  # nobody knows what they come to
    if any(isinstance(c, str) and (currencies_in(c) or split_period(c)[1]) for c in figures):
        return True
    named = bool(_WORDS.search(words)) or bool(currencies_in(title))
    return named and _NO_MONEY.search(words) is None


def _is_figure(cell: Cell) -> bool:
    if isinstance(cell, Decimal):
        return True
    return isinstance(cell, str) and "%" not in cell and looks_numeric(cell)


def _follows(cell: Cell, line: PriceLine | None, notation: Notation) -> bool:
    if isinstance(cell, NoValue):
        return False
    if not _is_figure(cell):
        return True
    number = cell if isinstance(cell, Decimal) else read_number(str(cell), notation)
    if number is None:
        return False
    return number == 0 or (line is not None and any(number == known for known in _known(line)))


def _known(line: PriceLine) -> list[Decimal]:
    """Return the figures that follow from a line."""
    unit, zero = line.unit_price, Decimal(0)
    plain = zero if unit is None else unit * line.quantity
    sums = [plain, plain * (1 - line.discount), line.printed_extended or plain]
    care = upkeep_of(line)
    each = [] if unit is None else [unit, unit * (1 - line.discount), unit * line.discount]
    return [*each, *sums, care, plain * line.discount, *(total + care for total in sums)]

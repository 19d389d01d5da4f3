"""Finds what a formula's references and names mean in one workbook."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.domain.sheets import CellFault, ErrorCode
from arraywise.sheets.formula import written_reference
from arraywise.sheets.precedents import Area, area_of
from arraywise.sheets.tokens import Kind, NotUnderstood, Reference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.sheets.formula import Formula

_MOST_JOINED = 10


@dataclass(frozen=True, slots=True)
class Resolved:
    """A formula as the engine takes it."""

    text: str = ""
    areas: tuple[Area, ...] = ()
    result: str = ""
    """First of the model's results that it uses."""
    joins: bool = False
    """Joins texts."""
    fault: CellFault | None = None


class Resolver:
    """Knows the sheets and the names of a workbook; upper and lower case count as one."""

    def __init__(
        self, sheets: Mapping[str, str], names: Sequence[str], aliases: Mapping[str, str]
    ) -> None:
        """Know sheets by key, names in their order, and other ways to write these."""
        self._keys = {name.casefold(): key for key, name in sheets.items()}
        self._numbers = {key: number for number, key in enumerate(sheets, start=1)}
        self._names = {name.casefold(): row for row, name in enumerate(names)}
        self._names |= {a.casefold(): self._names[n.casefold()] for a, n in aliases.items()}
        self._written = (*names, *aliases)

    def resolve(self, sheet: str, formula: Formula) -> Resolved:
        """Put engine's sheets and cells in the place of names."""
        try:
            text = formula.written(
                reference=lambda r: self._reference(sheet, r), name=self._result_cell
            )
            areas = tuple(self._area(sheet, r) for r in formula.references)
        except NotUnderstood as error:
            return Resolved(fault=error.fault)
        joins = any(
            (t.kind is Kind.OPERATOR and t.text == "&")
            or (t.kind is Kind.FUNCTION and t.text.upper() == "CONCATENATE")
            for t in formula.tokens
        )
        if joins and len(areas) > _MOST_JOINED:
            said = say("A formula that joins texts refers to {most} cells at most.",
                       most=_MOST_JOINED)  # fmt: skip
            return Resolved(fault=CellFault(ErrorCode.ERROR, said))
        used = formula.names
        return Resolved(text, areas, used[0] if used else "", joins)

    def _key(self, own: str, reference: Reference) -> str:
        if reference.sheet is None:
            return own
        key = self._keys.get(reference.sheet.casefold())
        if key is None:
            raise NotUnderstood(
                ErrorCode.REF, say("There is no sheet “{name}”.", name=reference.sheet[:60])
            )
        return key

    def _reference(self, own: str, reference: Reference) -> str:
        number = self._numbers[self._key(own, reference)]
        area = written_reference(Reference(None, reference.first, reference.last))
        return f"S{number}!{area}"

    def _area(self, own: str, reference: Reference) -> Area:
        first, last = reference.first, reference.last
        return area_of(
            self._key(own, reference),
            (first.row, first.column),
            (last.row, last.column) if last else None,
        )

    def _result_cell(self, name: str) -> str:
        row = self._names.get(name.casefold())
        if row is None:
            raise self._unknown(name)
        return f"S0!$A${row + 1}"

    def _unknown(self, name: str) -> NotUnderstood:
        near = difflib.get_close_matches(name, self._written, 1, 0.6)
        if near:
            said = say("There is no result named “{name}”; did you mean {near}?",
                       name=name[:60], near=near[0])  # fmt: skip
        else:
            said = say("There is no result named “{name}”.", name=name[:60])
        return NotUnderstood(ErrorCode.NAME, said)

"""Usable capacity: terabytes from drives and reduction, price of a TB, break-even (MODEL F1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.capacity import TB, Raid
from arraywise.domain.cells import FormulaText
from arraywise.domain.messages import message
from arraywise.report.workbook.cells import CellRole, absolute, money
from arraywise.report.workbook.steps import (
    FIRST_COLUMN,
    Step,
    WorkbookColumn,
    write_names,
    write_steps,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arraywise.domain.capacity import Capacity, DriveSet
    from arraywise.domain.decision import OptionAnswer
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.cells import SheetWriter, Value, WorkbookWriter
    from arraywise.report.workbook.prices import PriceCells

_TITLES = (
    message("Option"),
    message("Drives"),
    message("Size, TB"),
    message("RAID"),
    message("Drives of a group; 0: all"),
    message("Parity of erasure code"),
    message("Spares"),
    message("Drives of a group"),
    message("Whole groups"),
    message("Drives in no group"),
    message("Parity drives of a group"),
    message("Share for data"),
    message("Drives' worth of data"),
    message("Before the reserve, TB"),
)
_COUNT, _SIZE, _RAID, _GROUP, _ERASURE, _SPARES = range(1, 7)
_WIDTH, _GROUPS, _LEFT, _PARITY, _SHARE, _DATA, _BYTES = range(7, 14)
_PLAIN, _TERA = "0", "#,##0.###"
_KINDS = [each.value for each in Raid]
_NOT_NEGATIVE: dict[str, object] = {"validate": "decimal", "criteria": ">=", "value": 0}


@dataclass(frozen=True, slots=True)
class UsableCells:
    """Cells of one option, in TB, for other sheets."""

    least: str
    likely: str
    most: str


def write_usable(
    book: WorkbookWriter, content: ReportContent, prices: Mapping[int, PriceCells]
) -> dict[int, UsableCells]:
    """Write the sheet where capacity is asked for or stated; return each option's cells."""
    answer = content.answer
    stated = [option for option in answer.options if option.option.capacity is not None]
    if not answer.options or not (stated or answer.requirement.usable_bytes is not None):
        return {}
    note = message("Yellow cells are inputs. 1 TB is 10^12 bytes, 1 TiB 2^40 bytes.")
    grid = book.sheet(message("Usable capacity"), message("Usable capacity"), note)
    row, drives = _write_drives(grid, 3, stated)
    columns = [WorkbookColumn(FIRST_COLUMN + i, o, None) for i, o in enumerate(answer.options)]
    write_names(grid, row, columns)
    steps = _Steps(content, prices, drives).steps()
    write_steps(grid, row + 1, message("What data can fill"), steps, columns)
    grid.widths(46, 12, *[16] * max(len(columns), len(_TITLES) - FIRST_COLUMN))
    grid.finish((0, FIRST_COLUMN))
    return {
        c.answer.option.id: UsableCells(
            *(f"{grid.quoted}!{c.at(key)}" for key in ("least", "likely", "most"))
        )
        for c in columns
    }


def _write_drives(
    grid: SheetWriter, row: int, stated: list[OptionAnswer]
) -> tuple[int, dict[int, list[str]]]:
    """Write a row for each set of drives; return the row after them and the cells of their TB."""
    sets = [
        (o.option, each) for o in stated if o.option.capacity for each in o.option.capacity.drives
    ]
    cells: dict[int, list[str]] = {}
    if not sets:
        return row, cells
    grid.head(row, _TITLES, lines=3)
    for at, (option, drives) in enumerate(sets, start=row + 1):
        grid.put(at, 0, option.name)
        cells.setdefault(option.id, []).append(_write_set(grid, at, drives))
    return row + len(sets) + 3, cells


def _write_set(grid: SheetWriter, row: int, drives: DriveSet) -> str:
    """Write what is stated of drives, then what follows; return the cell of the TB."""
    inputs: tuple[tuple[int, Value, str], ...] = (
        (_COUNT, drives.count, _PLAIN),
        (_SIZE, round(drives.size_bytes / TB, 9), "0.0##"),
        (_RAID, drives.raid.value, "@"),
        (_GROUP, drives.group, _PLAIN),
        (_ERASURE, drives.parity, _PLAIN),
        (_SPARES, drives.spares, _PLAIN),
    )
    for column, value, form in inputs:
        rule = {"validate": "list", "source": _KINDS} if column == _RAID else _NOT_NEGATIVE
        grid.allow(grid.put(row, column, value, CellRole.INPUT, form), dict(rule))
    count, size, raid, group, erasure, spares, width, groups, _, parity, share, data, _ = (
        absolute(row, column) for column in range(1, len(_TITLES))
    )
    usable_drives = f"MAX(0,{count}-{spares})"
    fixed = {1: (Raid.RAID_4, Raid.RAID_5), 2: (Raid.RAID_6, Raid.RAID_DP), 3: (Raid.RAID_TEC,)}
    by_kind = f'IF({raid}="{Raid.ERASURE}",{erasure},0)'
    for number, kinds in fixed.items():
        alternatives = ",".join(f'{raid}="{kind}"' for kind in kinds)
        by_kind = f"IF(OR({alternatives}),{number},{by_kind})"
    mirrored = f'OR({raid}="{Raid.RAID_1}",{raid}="{Raid.RAID_10}")'
    by_parity = f"IF({mirrored},0.5,MAX(0,{width}-{parity})/{width})"
    part = f'IF({raid}="{Raid.COPIES}",1/{width},{by_parity})'
    formulas = (
        (_WIDTH, f"=IF({group}>0,{group},{usable_drives})", _PLAIN),
        (_GROUPS, f"=IF({width}>0,INT({usable_drives}/{width}),0)", _PLAIN),
        (_LEFT, f"={usable_drives}-{groups}*{width}", _PLAIN),
        (_PARITY, f"={by_kind}", _PLAIN),
        (_SHARE, f"=IF({width}>0,{part},0)", "0.0##%"),
        (_DATA, f"={groups}*{width}*{share}", "0.##"),
        (_BYTES, f"={data}*{size}", _TERA),
    )
    ref = ""
    for column, formula, form in formulas:
        grid.put(row, column, FormulaText(formula), form=form)
        ref = absolute(row, column)
    return ref


@dataclass(frozen=True, slots=True)
class _Steps:
    """From drives or a stated figure to what data can fill."""

    content: ReportContent
    prices: Mapping[int, PriceCells]
    drives: Mapping[int, list[str]]

    def steps(self) -> Iterator[Step]:
        currency = self.content.answer.currency
        put, ratio = CellRole.INPUT, "0.00"
        yield Step("stated", message("Usable as stated"), "TB", self._stated, _TERA, put)
        yield Step("raw", message("Drives before the reserve"), "TB", self._raw, _TERA)
        yield Step("reserve", message("Reserve of drives"), "", self._reserve, "0.0%", put)
        yield Step("base", message("Before data reduction"), "TB", self._base, _TERA)
        title = message("Reduction, least")
        yield Step("ratio_least", title, ": 1", lambda c: self._ratio(c, 0), ratio, put)
        title = message("Reduction, likely")
        yield Step("ratio_likely", title, ": 1", lambda c: self._ratio(c, 1), ratio, put)
        title = message("Reduction, most")
        yield Step("ratio_most", title, ": 1", lambda c: self._ratio(c, 2), ratio, put)
        title = message("Usable, least")
        yield Step("least", title, "TB", lambda c: self._held(c, 0), _TERA, CellRole.RESULT)
        yield Step("likely", message("Usable, likely"), "TB", lambda c: self._held(c, 1), _TERA)
        yield Step("most", message("Usable, most"), "TB", lambda c: self._held(c, 2), _TERA)
        yield Step("tib", message("Usable, least"), "TiB", self._tib, _TERA)
        yield Step("needed", message("Needed at the horizon"), "TB", self._needed, _TERA)
        title = message("Reduction ratio from which it suffices")
        yield Step("break_even", title, ": 1", self._break_even, ratio, CellRole.RESULT)
        title = message("Price of a usable TB")
        yield Step("per_tb", title, currency, self._per_tb, money(currency, 2), CellRole.RESULT)

    @staticmethod
    def _capacity(column: WorkbookColumn) -> Capacity | None:
        return column.answer.option.capacity

    def _stated(self, column: WorkbookColumn) -> Value:
        capacity = self._capacity(column)
        known = None if capacity is None else capacity.stated_bytes
        return None if known is None else round(known / TB, 9)

    def _raw(self, column: WorkbookColumn) -> Value:
        cells = self.drives.get(column.answer.option.id)
        return FormulaText(f"=SUM({','.join(cells)})") if cells else None

    def _reserve(self, column: WorkbookColumn) -> Value:
        capacity = self._capacity(column)
        return capacity.reserve if capacity is not None and capacity.drives else None

    def _base(self, column: WorkbookColumn) -> Value:
        stated, raw, reserve = (column.at(key) for key in ("stated", "raw", "reserve"))
        by_drives = f'IF(ISNUMBER({raw}),{raw}*(1-{reserve}),"")'
        return FormulaText(f"=IF(ISNUMBER({stated}),{stated},{by_drives})")

    def _ratio(self, column: WorkbookColumn, place: int) -> Value:
        capacity = self._capacity(column)
        if capacity is None:
            return 1.0
        ratio = capacity.reduction
        return (ratio.least, ratio.likely, ratio.most)[place]

    @staticmethod
    def _held(column: WorkbookColumn, place: int) -> Value:
        ratio = column.at(("ratio_least", "ratio_likely", "ratio_most")[place])
        base = column.at("base")
        return FormulaText(f'=IF(ISNUMBER({base}),{base}*{ratio},"")')

    @staticmethod
    def _tib(column: WorkbookColumn) -> Value:
        least = column.at("least")
        return FormulaText(f'=IF(ISNUMBER({least}),{least}*10^12/2^40,"")')

    @staticmethod
    def _needed(_column: WorkbookColumn) -> Value:
        return FormulaText("=Usable_at_horizon_TB")

    @staticmethod
    def _break_even(column: WorkbookColumn) -> Value:
        base, need = column.at("base"), column.at("needed")
        known = f"IF(ISNUMBER({need}),N({base})>0,FALSE)"
        return FormulaText(f'=IF({known},{need}/{base},"")')

    def _per_tb(self, column: WorkbookColumn) -> Value:
        price, least = self.prices.get(column.answer.option.id), column.at("least")
        if price is None:
            return None
        ratio = f"ROUNDUP(ROUND({price.unrounded}/{least},10),2)"
        known = f"IF(ISNUMBER({price.unrounded}),N({least})>0,FALSE)"
        return FormulaText(f'=IF({known},{ratio},"")')

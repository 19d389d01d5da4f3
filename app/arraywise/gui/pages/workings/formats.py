"""Formats of the workings: how figures are written, bold and fills."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QMenu,
)

from arraywise.domain.cells import (
    FILLS,
    CellAddress,
    CellStyle,
    FormatKind,
    InputCell,
    NumberFormat,
)
from arraywise.gui.grid.model import with_decimals
from arraywise.gui.grid.view import selected_ranges
from arraywise.worksheets.fields import WORKINGS_KEY
from arraywise.worksheets.sheets import SheetEdit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QWidget

    from arraywise.gui.grid.grid import Grid
    from arraywise.gui.session.session import SheetValues

    Change = Callable[[CellAddress, CellStyle], CellStyle]

translate = QCoreApplication.translate
LEAST_ROWS = 200
"""Rows that the sheet has when nothing is in it."""


def _names_by_fill() -> dict[str, str]:
    names = (
        translate("Formats", "No fill"), translate("Formats", "Red"),
        translate("Formats", "Yellow"), translate("Formats", "Green"),
        translate("Formats", "Blue"), translate("Formats", "Grey"),
    )  # fmt: skip
    return dict(zip(("", *FILLS), names, strict=True))


class FormatMenu(QMenu):
    """Formats the selected cells of the workings."""

    def __init__(self, grid: Grid, sheets: SheetValues, page: QWidget) -> None:
        """Offer the formats; their keys work anywhere on the page."""
        super().__init__(translate("Formats", "Format"), page)
        self._grid, self._sheets = grid, sheets
        kinds = FormatKind
        for text, keys, wanted in (
            (translate("Formats", "General"), "Ctrl+Shift+~", NumberFormat()),
            (translate("Formats", "Number, 2 decimals"), "Ctrl+Shift+1",
             NumberFormat(kinds.GROUPED, 2)),
            (translate("Formats", "Without thousands marks"), "", NumberFormat(kinds.NUMBER, 2)),
            (translate("Formats", "Percent"), "Ctrl+Shift+5", NumberFormat(kinds.PERCENT)),
            (translate("Formats", "Currency"), "Ctrl+Shift+4", NumberFormat(kinds.CURRENCY, 2)),
            (translate("Formats", "Date"), "Ctrl+Shift+3", NumberFormat(kinds.DATE)),
        ):  # fmt: skip
            self._add_style_action(text, keys, partial(self._with_number_format, wanted))
        self.addSeparator()
        self._add_style_action(
            translate("Formats", "More decimals"), "", partial(self._with_more_decimals, 1)
        )
        self._add_style_action(
            translate("Formats", "Fewer decimals"), "", partial(self._with_more_decimals, -1)
        )
        self.addSeparator()
        self._add_action(translate("Formats", "Bold"), "Ctrl+B", self._toggle_bold)
        page.addActions([each for each in self.actions() if not each.isSeparator()])
        fills = self.addMenu(translate("Formats", "Fill"))
        for name, text in _names_by_fill().items():
            self._add_style_action(text, "", partial(_with_fill, name), fills)

    def _add_action(
        self, text: str, keys: str, act: Callable[[], None], menu: QMenu | None = None
    ) -> None:
        action = (menu or self).addAction(text)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda _checked=False: act())

    def _add_style_action(
        self, text: str, keys: str, change: Change, menu: QMenu | None = None
    ) -> None:
        self._add_action(text, keys, lambda: self.apply_style_change(change), menu)

    def _with_number_format(
        self, wanted: NumberFormat, place: CellAddress, style: CellStyle
    ) -> CellStyle:
        """Write the figure in another way; an amount keeps its currency."""
        if wanted.kind is FormatKind.CURRENCY:
            result = self._sheets.result(place)
            typed = result.number_format.currency if result is not None else ""
            wanted = replace(wanted, currency=style.number.currency or typed)
        return replace(style, number=wanted)

    def _with_more_decimals(self, by: int, place: CellAddress, style: CellStyle) -> CellStyle:
        result = self._sheets.result(place)
        value = result.value if result is not None else None
        number = value if isinstance(value, float) else None
        return replace(style, number=with_decimals(style.number, by, number))

    def _toggle_bold(self) -> None:
        """Make all selected cells bold, or none where the current one is."""
        here = self._grid.currentIndex()
        if here.isValid():
            row = self._grid.rows.row_number(here.row()) - 1
            bold = not self._sheets.cell_style(CellAddress(WORKINGS_KEY, row, here.column())).bold
            self.apply_style_change(lambda _place, style: replace(style, bold=bold))

    def apply_style_change(self, change: Change) -> None:
        """Change how the selected cells look, as one step; what is typed in them stays."""
        cells, decimal = self._sheets.cells, self._sheets.decimal
        typed, gone = [], set()
        for place in self._selected_addresses():
            known = cells.get(place)
            text = str(change(place, self._sheets.cell_style(place)))
            if known is None:
                if text:
                    typed.append(InputCell(place, "", decimal, text))
            elif not (text or known.text):
                gone.add(place)
            elif known.number_format != text:
                typed.append(InputCell(place, known.text, known.decimal, text))
        if typed or gone:
            self._sheets.try_edit(SheetEdit(frozenset(gone), tuple(typed)), "workings")

    def _selected_addresses(self) -> Iterator[CellAddress]:
        last = max(self._sheets.used_size[0], LEAST_ROWS) - 1
        for area in selected_ranges(self._grid.selectionModel().selection()):
            high = min(area.bottom(), last) + 1 - area.top()
            for row in self._grid.rows.row_numbers_from(area.top(), max(0, high)):
                for column in range(area.left(), area.right() + 1):
                    yield CellAddress(WORKINGS_KEY, row, column)


def _with_fill(name: str, _place: CellAddress, style: CellStyle) -> CellStyle:
    return replace(style, fill=name)

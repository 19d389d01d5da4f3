"""The menu of number formats, with the keys that Excel has for them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from arraywise.domain.sheets import FormatKind, NumberFormat, Place, TypedCell
from arraywise.gui.sheets.number_formats import with_decimals
from arraywise.gui.sheets.selection_figures import areas_of
from arraywise.usecases.edit_sheets import SheetEdit
from arraywise.usecases.typed_sheets import WORKINGS_KEY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QWidget

    from arraywise.gui.sheet_values import SheetValues
    from arraywise.gui.sheets.grid import Grid

translate = QCoreApplication.translate
_LEAST_ROWS = 200
"""A whole column is formatted as far as it is used, or to here."""


class FormatMenu(QMenu):
    """Formats the selected cells of the workings."""

    def __init__(self, grid: Grid, sheets: SheetValues, page: QWidget) -> None:
        """Offer the formats; their keys work anywhere on the page."""
        super().__init__(translate("Formats", "Number format"), page)
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
            self._add(text, keys, partial(_always, wanted))
        self.addSeparator()
        self._add(translate("Formats", "More decimals"), "", partial(self._stepped, 1))
        self._add(translate("Formats", "Fewer decimals"), "", partial(self._stepped, -1))
        page.addActions([each for each in self.actions() if not each.isSeparator()])

    def _add(self, text: str, keys: str, wanted: Callable[[Place], NumberFormat]) -> None:
        action = self.addAction(text)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda _checked=False: self.apply(wanted))

    def _stepped(self, by: int, place: Place) -> NumberFormat:
        result = self._sheets.result(place)
        value = result.value if result is not None else None
        number = value if isinstance(value, float) else None
        return with_decimals(self._sheets.format_of(place), by, number)

    def apply(self, wanted: Callable[[Place], NumberFormat]) -> None:
        """Give the selected cells a format each, as one step; what is typed in them stays."""
        cells, decimal = self._sheets.cells, self._sheets.decimal
        typed, gone = [], set()
        for place in self._places():
            known, text = cells.get(place), str(wanted(place))
            if known is None:
                if text:
                    typed.append(TypedCell(place, "", decimal, text))
            elif not (text or known.text):
                gone.add(place)
            elif known.number_format != text:
                typed.append(TypedCell(place, known.text, known.decimal, text))
        if typed or gone:
            self._sheets.try_edit(SheetEdit(frozenset(gone), tuple(typed)), "workings")

    def _places(self) -> Iterator[Place]:
        last = max(self._sheets.used[0], _LEAST_ROWS) - 1
        for area in areas_of(self._grid.selectionModel().selection()):
            high = min(area.bottom(), last) + 1 - area.top()
            for row in self._grid.rows.numbers_from(area.top(), max(0, high)):
                for column in range(area.left(), area.right() + 1):
                    yield Place(WORKINGS_KEY, row, column)


def _always(wanted: NumberFormat, _place: Place) -> NumberFormat:
    return wanted

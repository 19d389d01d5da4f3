"""Formats of the workings: how figures are written, bold, fills, and rules that fill by value."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QMenu,
)

from arraywise.domain.cells import (
    FILLS,
    CellAddress,
    CellStyle,
    FormatKind,
    FormatRule,
    InputCell,
    NumberFormat,
    RuleKind,
)
from arraywise.gui.grid.model import with_decimals
from arraywise.gui.grid.view import selected_ranges
from arraywise.gui.pages.base import offer
from arraywise.gui.widgets.controls import with_accessible_name
from arraywise.worksheets.fields import WORKINGS_KEY
from arraywise.worksheets.input_parsing import parse_figure
from arraywise.worksheets.result_formats import cells_by_rule
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


def _fill_names() -> dict[str, str]:
    return dict(zip(FILLS, (
        translate("Formats", "Red"), translate("Formats", "Yellow"),
        translate("Formats", "Green"), translate("Formats", "Blue"),
        translate("Formats", "Grey"),
    ), strict=True))  # fmt: skip


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
            self._add_change(text, keys, partial(self._written, wanted))
        self.addSeparator()
        self._add_change(translate("Formats", "More decimals"), "", partial(self._stepped, 1))
        self._add_change(translate("Formats", "Fewer decimals"), "", partial(self._stepped, -1))
        self.addSeparator()
        self._add(translate("Formats", "Bold"), "Ctrl+B", self._embolden)
        page.addActions([each for each in self.actions() if not each.isSeparator()])
        fills = self.addMenu(translate("Formats", "Fill"))
        for name, text in {"": translate("Formats", "No fill"), **_fill_names()}.items():
            self._add_change(text, "", partial(_filled, name), fills)
        self._add(translate("Formats", "Fill by value\u2026"), "", self._ask)
        self._add_change(translate("Formats", "No fill by value"), "",
                         lambda _place, style: replace(style, rule=None))  # fmt: skip

    def _add(
        self, text: str, keys: str, act: Callable[[], None], menu: QMenu | None = None
    ) -> None:
        action = (menu or self).addAction(text)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda _checked=False: act())

    def _add_change(self, text: str, keys: str, change: Change, menu: QMenu | None = None) -> None:
        self._add(text, keys, lambda: self.apply(change), menu)

    def _written(self, wanted: NumberFormat, place: CellAddress, style: CellStyle) -> CellStyle:
        """Write the figure in another way; an amount keeps its currency."""
        if wanted.kind is FormatKind.CURRENCY:
            result = self._sheets.result(place)
            known = style.number.currency or self._sheets.format_and_note(place)[0].currency
            own = result.number_format.currency if result is not None else ""
            wanted = replace(wanted, currency=known or own)
        return replace(style, number=wanted)

    def _stepped(self, by: int, place: CellAddress, style: CellStyle) -> CellStyle:
        result = self._sheets.result(place)
        value = result.value if result is not None else None
        number = value if isinstance(value, float) else None
        return replace(style, number=with_decimals(style.number, by, number))

    def _embolden(self) -> None:
        """Make all selected cells bold, or none where the current one is."""
        here = self._grid.currentIndex()
        if here.isValid():
            row = self._grid.rows.row_number(here.row()) - 1
            bold = not self._sheets.cell_style(CellAddress(WORKINGS_KEY, row, here.column())).bold
            self.apply(lambda _place, style: replace(style, bold=bold))

    def _ask(self) -> None:
        """Ask for a rule and give it to the selected cells."""
        dialog = RuleDialog(self._grid, self._sheets.decimal)
        dialog.accepted.connect(lambda: self.add_rule(dialog.rule))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def add_rule(self, rule: FormatRule | None) -> None:
        """Give the selected cells a rule of their own."""
        if rule is None:
            return
        numbers = [each.number for each in cells_by_rule(self._sheets.cells.values())]
        new = replace(rule, number=max(numbers, default=0) + 1)
        self.apply(lambda _place, style: replace(style, rule=new))

    def apply(self, change: Change) -> None:
        """Change how the selected cells look, as one step; what is typed in them stays."""
        cells, decimal = self._sheets.cells, self._sheets.decimal
        typed, gone = [], set()
        for place in self._places():
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

    def _places(self) -> Iterator[CellAddress]:
        last = max(self._sheets.used_size[0], LEAST_ROWS) - 1
        for area in selected_ranges(self._grid.selectionModel().selection()):
            high = min(area.bottom(), last) + 1 - area.top()
            for row in self._grid.rows.row_numbers_from(area.top(), max(0, high)):
                for column in range(area.left(), area.right() + 1):
                    yield CellAddress(WORKINGS_KEY, row, column)


def _filled(name: str, _place: CellAddress, style: CellStyle) -> CellStyle:
    return replace(style, fill=name)


class RuleDialog(QDialog):
    """Asks when cells are filled, and how."""

    def __init__(self, parent: QWidget, decimal: str) -> None:
        super().__init__(parent)
        self._decimal = decimal
        self.setWindowTitle(translate("Formats", "Fill by value"))
        self.kind = with_accessible_name(QComboBox(), translate("Formats", "When the value is"))
        kinds = (
            (translate("Formats", "greater than"), RuleKind.GREATER),
            (translate("Formats", "less than"), RuleKind.LESS),
            (translate("Formats", "between two values"), RuleKind.BETWEEN),
            (translate("Formats", "equal to"), RuleKind.EQUAL),
            (translate("Formats", "a text that contains"), RuleKind.CONTAINS),
            (translate("Formats", "among the greatest, how many"), RuleKind.TOP),
            (translate("Formats", "any: red, yellow, green by thirds"), RuleKind.SCALE),
        )
        offer(self.kind, kinds)
        self.first = with_accessible_name(QLineEdit(), translate("Formats", "Value"))
        self.second = with_accessible_name(QLineEdit(), translate("Formats", "and"))
        self.fill = with_accessible_name(QComboBox(), translate("Formats", "Fill"))
        offer(self.fill, ((text, name) for name, text in _fill_names().items()))
        form, choices = QFormLayout(self), QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(choices.Ok | choices.Cancel)
        for field in (self.kind, self.first, self.second, self.fill):
            form.addRow(field.accessibleName(), field)
        form.addRow(self._buttons)
        self._form = form
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.kind.currentIndexChanged.connect(self._show_fields)
        for line in (self.first, self.second):
            line.textChanged.connect(self._show_fields)
        self._show_fields()

    def _show_fields(self) -> None:
        kind = RuleKind(self.kind.currentData())
        self._form.setRowVisible(self.first, kind is not RuleKind.SCALE)
        self._form.setRowVisible(self.second, kind is RuleKind.BETWEEN)
        ok = self._buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setEnabled(self.rule is not None)

    @property
    def rule(self) -> FormatRule | None:
        """The rule as it is filled in; None while it is not complete."""
        kind, fill = RuleKind(self.kind.currentData()), str(self.fill.currentData())
        text = self.first.text().strip()
        if kind is RuleKind.SCALE:
            return FormatRule(0, kind, fill)
        if kind is RuleKind.CONTAINS or not text:
            return FormatRule(0, kind, fill, text) if text else None
        first, second = self._figure(text), self._figure(self.second.text().strip())
        if kind is RuleKind.TOP:
            return FormatRule(0, kind, fill, text) if text.isdecimal() else None
        if kind is RuleKind.EQUAL:
            return FormatRule(0, kind, fill, first or text)
        if not first or (kind is RuleKind.BETWEEN and not second):
            return None
        return FormatRule(0, kind, fill, first, second if kind is RuleKind.BETWEEN else "")

    def _figure(self, text: str) -> str:
        """Return a typed figure as it is stored; empty where it is none."""
        read = parse_figure(text, self._decimal)
        return "" if read is None else repr(read.value)

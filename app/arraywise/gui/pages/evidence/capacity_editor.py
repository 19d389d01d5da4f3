"""What an option can hold, typed or from drives, with the figure that follows as it is typed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from arraywise.analysis.demand import tested_reduction, usable
from arraywise.domain.capacity import DEFAULT_RESERVE, NO_REDUCTION, TB, TIB
from arraywise.domain.capacity_notation import (
    format_capacity,
    format_drives,
    format_reduction,
    parse_capacity,
    parse_reduction,
)
from arraywise.domain.messages import UserError, message
from arraywise.gui.widgets import figures, theme
from arraywise.gui.widgets.controls import ENTER, UnitField, fill, label, named, restyle
from arraywise.gui.widgets.messages import error_text

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from arraywise.domain.capacity import Capacity
    from arraywise.domain.options import Option
    from arraywise.domain.study import OptionFacts

_PARTS_APART = " \u00b7 "


class CapacityEditor(QWidget):
    """Lines under the sheet of options: fields, and what they come to."""

    given = Signal(object)  # the Capacity of the option that is shown; None: not known

    def __init__(self) -> None:
        super().__init__()
        self._option: Option | None = None
        self._tested: float | None = None
        self.title = label("", "control", bold=True)
        self.holds = named(QLineEdit(), self.tr("Usable capacity, or drives"))
        self.holds.setPlaceholderText(self.tr("80 TB, or 24 x 3.84 TB RAID 6 8+2, 2 spares"))
        self.holds.setFont(theme.font("control", bold=True))
        self.holds.setFixedHeight(theme.height("field"))
        self.reserve = UnitField(self.tr("Reserve of file system and snapshots"), "%", 4)
        self.reduction = UnitField(self.tr("Reduction ratio: least / likely / most"), ": 1", 12)
        self.origin = named(QComboBox(), self.tr("Where the reduction ratio is from"))
        self.origin.addItem(self.tr("claimed"), False)  # noqa: FBT003 - data of the item
        self.origin.addItem(self.tr("measured"), True)  # noqa: FBT003 - data of the item
        self.origin.setFont(theme.font("control"))
        self.origin.setFixedHeight(theme.height("field"))
        self.live = label("", "control", "text2", wraps=True)
        self._arrange()
        for field in (self.holds, self.reserve, self.reduction):
            field.textEdited.connect(self._show_live)
            field.editingFinished.connect(self._give)
        self.origin.activated.connect(self._give)

    def _arrange(self) -> None:
        first = fill(QHBoxLayout(), self.title, (self.holds, 1), spacing=8)
        second = fill(
            QHBoxLayout(),
            label(self.tr("Reserve of drives"), "control", "text2"),
            self.reserve,
            label(self.tr("Reduction"), "control", "text2"),
            self.reduction,
            self.origin,
            None,
            spacing=8,
        )
        fill(QVBoxLayout(self), first, second, self.live, margins=(16, 8, 16, 8), spacing=6)

    def show_option(self, option: Option | None, known: OptionFacts | None) -> None:
        """Show what is stated of an option, unless the same one is being typed."""
        same = option is not None and self._option is not None and option.id == self._option.id
        if same and self.holds.hasFocus() and self.holds.isModified():
            return
        self._option = option
        self._tested = None if known is None else tested_reduction(known)
        capacity = None if option is None else option.capacity
        self.setEnabled(option is not None)
        self.title.setText("" if option is None else option.name)
        self.holds.setText("" if capacity is None else _base_text(capacity))
        self.reserve.setText(
            figures.plain(100 * (DEFAULT_RESERVE if capacity is None else capacity.reserve))
        )
        reduction = NO_REDUCTION if capacity is None else capacity.reduction
        self.reduction.setText(figures.localised(format_reduction(reduction)))
        self.origin.setCurrentIndex(int(capacity is not None and capacity.is_measured))
        self._show_live()

    def _typed(self) -> Capacity | None:
        """Return what the fields say; None where nothing is typed.

        Raises:
            UserError: One of them says nothing that makes sense.
        """
        if not self.holds.text().strip():
            return None
        capacity = parse_capacity(self.holds.text())
        if capacity.reduction == NO_REDUCTION:  # else it was typed with the drives
            ratio = parse_reduction(self.reduction.text() or "1")
            is_measured = bool(self.origin.currentData())
            capacity = replace(capacity, reduction=ratio, is_measured=is_measured)
        if capacity.drives and capacity.reserve == DEFAULT_RESERVE:
            share = figures.parse_number(self.reserve.text().replace("%", ""))
            if share is None or not 0 <= share < 100:
                raise UserError(message("The reserve must be at least 0 % and below 100 %."))
            capacity = replace(capacity, reserve=share / 100)
        return capacity

    def _show_live(self) -> None:
        """Show what the fields come to, or why they come to nothing."""
        try:
            text, is_wrong = self._describe(self._typed()), False
        except UserError as error:
            text, is_wrong = error_text(error), True
        self.live.setText(text)
        restyle(self.live, tone="fail" if is_wrong else "text2")

    def _describe(self, capacity: Capacity | None) -> str:
        if capacity is None or self._option is None:
            return self.tr("Usable capacity unknown. Enter TB, or drives with their RAID.")
        held = usable(replace(self._option, capacity=capacity))
        ends = sorted(set(held or ()))
        tb, tib = (" / ".join(figures.number(e / unit, 1) for e in ends) for unit in (TB, TIB))
        parts = [self.tr("{tb} TB usable ({tib} TiB)").format(tb=tb, tib=tib)]
        for drives in capacity.drives:
            parts.append(
                self.tr("groups of {width}: {groups}, drives of data: {data}").format(
                    groups=drives.groups,
                    width=drives.width,
                    data=figures.plain(drives.data_drives),
                )
            )
            if drives.left_over:
                left = self.tr("{count} drives fill no group")
                parts.append(left.format(count=drives.left_over))
        if self._tested is not None:
            tested = self.tr("test data reduces {ratio} : 1")
            parts.append(tested.format(ratio=figures.plain(self._tested, 3)))
        return _PARTS_APART.join(parts)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Enter, which a field has taken, from closing the dialog."""
        if event.key() not in ENTER:
            super().keyPressEvent(event)

    def _give(self) -> None:
        """Hand on what was typed, where it makes sense and is something else than before."""
        try:
            typed = self._typed()
        except UserError:
            return
        if self._option is not None and typed != self._option.capacity:
            self._option = replace(self._option, capacity=typed)
            self.holds.setModified(False)
            self.given.emit(typed)


def _base_text(capacity: Capacity) -> str:
    """Write drives or usable bytes, without what has fields of its own."""
    if capacity.drives:
        return format_drives(capacity.drives)
    return format_capacity(replace(capacity, reduction=NO_REDUCTION, is_measured=False))

"""Up to which size imported files are kept inside the study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QSpinBox

from arraywise.domain.units import MIB
from arraywise.gui import theme
from arraywise.gui.fields import dialog_column, ok_and_cancel, paragraph

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_LARGEST_MIB = 1_000_000
_WIDE = 420


class LimitDialog(QDialog):
    """Asks for a size in MiB."""

    given = Signal(int)
    """Carries the size in MiB."""

    def __init__(self, limit_bytes: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Largest file kept in the study"))
        column = dialog_column(self)
        said = self.tr(
            "Files up to this size are kept whole inside the study, so that it can be checked"
            " anywhere. Of larger ones it keeps what was read, the path and the hash. Files"
            " that were imported before stay as they are."
        )
        column.addWidget(paragraph(said, _WIDE))
        self.size_field = QSpinBox()
        self.size_field.setRange(0, _LARGEST_MIB)
        self.size_field.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self.size_field.setSuffix(" MiB")
        self.size_field.setValue(limit_bytes // MIB)
        self.size_field.setAccessibleName(self.windowTitle())
        self.size_field.setFixedHeight(theme.height("field"))
        column.addWidget(self.size_field)
        self.buttons = ok_and_cancel(self, self.tr("Keep this size"))
        column.addWidget(self.buttons)
        self.accepted.connect(lambda: self.given.emit(self.size_field.value()))

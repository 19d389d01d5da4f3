"""The name of the study at the right end of the menu bar, with client and currency."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from arraywise.gui import theme
from arraywise.gui.fields import label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenuBar

    from arraywise.domain.facts import StudyFacts


class StudyCorner(QWidget):
    """Hidden while no study is open; a synthetic study is always called so."""

    def __init__(self, bar: QMenuBar) -> None:
        super().__init__(bar)
        self.setFixedHeight(theme.height("menu_bar"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 16, 0)
        row.setSpacing(8)
        self._name = label("", bold=True)
        self._note = label("", "body", "text3")
        row.addWidget(self._name)
        row.addWidget(self._note)
        bar.setCornerWidget(self, Qt.Corner.TopRightCorner)

    def show_facts(self, facts: StudyFacts | None) -> None:
        """Name another study."""
        self.hide()  # a menu bar makes room anew only when its corner is shown
        if facts is None:
            return
        mark = self.tr("synthetic")
        is_said = {mark, "synthetic"} & set(re.findall(r"\w+", facts.name.lower()))
        marked = facts.synthetic and not is_said
        self._name.setText(f"{facts.name} ({mark})" if marked else facts.name)
        self._note.setText(", ".join(part for part in (facts.client, facts.currency) if part))
        self.adjustSize()
        self.show()

"""The list of sections: what goes into the report, and on which page it begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem

from arraywise.gui import theme

if TYPE_CHECKING:
    from arraywise.gui.pdf_pages import PdfPages

COVER = "cover"
SECTIONS = (
    (COVER, QT_TRANSLATE_NOOP("SectionList", "Cover")),
    ("summary", QT_TRANSLATE_NOOP("SectionList", "Executive summary")),
    ("options", QT_TRANSLATE_NOOP("SectionList", "Options compared")),
    ("performance", QT_TRANSLATE_NOOP("SectionList", "Performance evidence")),
    ("prices", QT_TRANSLATE_NOOP("SectionList", "36-month price sheets")),
    ("provisioning", QT_TRANSLATE_NOOP("SectionList", "Provisioning")),
    ("scoring", QT_TRANSLATE_NOOP("SectionList", "Scoring and sensitivity")),
    ("map", QT_TRANSLATE_NOOP("SectionList", "Decision map")),
    ("findings", QT_TRANSLATE_NOOP("SectionList", "Findings and limits")),
    ("method", QT_TRANSLATE_NOOP("SectionList", "Method")),
    ("trace", QT_TRANSLATE_NOOP("SectionList", "Where the figures come from")),
    ("evidence", QT_TRANSLATE_NOOP("SectionList", "Evidence files")),
)
"""Keys and titles in the order of the report."""
_NOWHERE = "\u2013"
_AROUND = 68
"""Pixels of a row beside its words: the tick, the padding of both cells and of the list."""


class SectionList(QTreeWidget):
    """A row a section, with a box to leave it out; choosing one shows its first page."""

    chosen = Signal(int)
    """Carries a page, counted from 0."""
    left_out = Signal(object)
    """Carries the keys of the sections without a tick."""

    def __init__(self) -> None:
        super().__init__()
        self._pages: dict[str, int] = {}
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAccessibleName(self.tr("Sections of the report"))
        self.setProperty("ringed", "inside")
        for key, title in SECTIONS:
            self._add(key, self.tr(str(title)))
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemChanged.connect(lambda _item, _column: self.left_out.emit(self.without))
        self.currentItemChanged.connect(self._choose)

    def _add(self, key: str, title: str) -> None:
        item = QTreeWidgetItem([title, ""])
        item.setData(0, Qt.ItemDataRole.UserRole, key)
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setSizeHint(0, QSize(0, theme.height("button")))
        item.setCheckState(0, Qt.CheckState.Checked)
        if key == COVER:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)
        self.addTopLevelItem(item)

    def needed_width(self) -> int:
        """Return the width in which no title is cut, with room for three figures of a page."""
        advance = self.fontMetrics().horizontalAdvance
        return max(advance(item.text(0)) for item in self._items()) + advance("0000") + _AROUND

    def _items(self) -> list[QTreeWidgetItem]:
        found = (self.topLevelItem(at) for at in range(self.topLevelItemCount()))
        return [item for item in found if item is not None]

    @property
    def without(self) -> frozenset[str]:
        """Keys of the sections without a tick."""
        return frozenset(
            str(item.data(0, Qt.ItemDataRole.UserRole))
            for item in self._items()
            if item.checkState(0) is Qt.CheckState.Unchecked
        )

    def show_left_out(self, keys: frozenset[str]) -> None:
        """Tick all but these."""
        with QSignalBlocker(self):
            for item in self._items():
                out = item.data(0, Qt.ItemDataRole.UserRole) in keys
                item.setCheckState(0, Qt.CheckState.Unchecked if out else Qt.CheckState.Checked)

    def show_pages(self, pages: PdfPages) -> None:
        """Write where each section begins."""
        printed = [key for key, _ in SECTIONS[1:] if key not in self.without]
        starts = zip(printed, pages.sections, strict=False)
        self._pages = {COVER: 0} | dict(starts)
        with QSignalBlocker(self):
            for item in self._items():
                page = self._pages.get(str(item.data(0, Qt.ItemDataRole.UserRole)))
                item.setText(1, _NOWHERE if page is None else str(page + 1))

    def show_page(self, page: int) -> None:
        """Mark the section that a page belongs to."""
        begun = [key for key, start in self._pages.items() if start <= page]
        with QSignalBlocker(self):
            for item in self._items():
                if begun and item.data(0, Qt.ItemDataRole.UserRole) == begun[-1]:
                    self.setCurrentItem(item)

    def _choose(self, item: QTreeWidgetItem | None, _before: QTreeWidgetItem | None) -> None:
        page = self._pages.get(str(item.data(0, Qt.ItemDataRole.UserRole))) if item else None
        if page is not None:
            self.chosen.emit(page)

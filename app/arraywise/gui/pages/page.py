"""What all pages have: a head with title and buttons, a banner, a body, and an empty state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from arraywise.gui import theme
from arraywise.gui.banner import Banner
from arraywise.gui.fields import (
    ElidedLabel,
    KeptWidth,
    button,
    giving_title,
    hairline,
    label,
    paragraph,
)
from arraywise.gui.icon_view import IconView
from arraywise.gui.nesting import nest
from arraywise.gui.sheets.grid import Grid
from arraywise.gui.wishes import Say, ShowPage
from arraywise.gui.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QPushButton

    from arraywise.usecases.changes import Changes


_EMPTY_WIDTH = 400


class EmptyState(QFrame):
    """Says what to do where there is nothing to show yet."""

    def __init__(self, icon: str, title: str, text: str, *buttons: QPushButton) -> None:
        super().__init__()
        self.setProperty("ground", "page")
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addStretch(2)
        column.addWidget(IconView(icon, 28), alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(
            label(title, "section", bold=True), alignment=Qt.AlignmentFlag.AlignHCenter
        )
        said = paragraph(text, _EMPTY_WIDTH)
        said.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(said, alignment=Qt.AlignmentFlag.AlignHCenter)
        self.waiting = label("", "control", "warn")
        self.waiting.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.waiting.hide()
        column.addWidget(self.waiting, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(6)
        self.buttons = buttons
        for each in buttons:
            column.addWidget(each, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)


class Page(QFrame):
    """One page of the window."""

    wanted = Signal(object)
    """Carries a wish of `gui/wishes.py`."""
    grew = Signal()
    """Parts were made that were not there before, which may hold grids."""

    key = ""
    icon = ""
    tools_wait = True
    """Whether the controls in the head have no effect while the page is empty."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = title
        self.setProperty("ground", "page")
        self.banner = Banner(self)
        self._warned = ""
        self.subtitle = ElidedLabel("text3", "control")
        self._tools: list[QWidget] = []
        self._head = QHBoxLayout()
        self._head.setContentsMargins(16, 0, 12, 0)
        self._head.setSpacing(8)
        self._stack = QStackedLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_head(title))
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        nest(column, self._stack, 1)

    def _make_head(self, title: str) -> QWidget:
        head = QWidget()
        head.setFixedHeight(theme.height("toolbar") - 1)
        head.setLayout(self._head)
        self._head.addWidget(label(title, "page_title", bold=True))
        self._head.addWidget(self.subtitle, 1)
        return head

    def add_to_head(self, *widgets: QWidget) -> None:
        """Put controls at the right end of the head."""
        self._tools += widgets
        for each in widgets:
            self._head.addWidget(each)

    def add_to_title(self, widget: QWidget) -> None:
        """Put a control right after the title."""
        self._tools.append(widget)
        self._head.insertWidget(1, widget)

    def set_body(self, body: QWidget, empty: QWidget | None = None) -> None:
        """Set what the page shows, and what it shows while there is nothing."""
        self._stack.addWidget(body)
        if empty is not None:
            self._stack.addWidget(empty)

    def show_empty(self, *, empty: bool) -> None:
        """Change between body and empty state."""
        if empty == self.is_empty:
            return
        focused = QApplication.focusWidget()
        was_inside = focused is not None and self._stack.currentWidget().isAncestorOf(focused)
        self._stack.setCurrentIndex(1 if empty else 0)
        for each in self._tools if self.tools_wait else ():
            each.setEnabled(not empty)
        first = self.begins_at if was_inside else None
        if first is not None:
            first.setFocus()

    def say_waiting(self, files: int) -> None:
        """Say on an empty page how many files are read already, but belong to no option."""
        empty = self._empty_state
        if empty is not None:
            one = QCoreApplication.translate(
                "Page", "1 file is read, but belongs to no option yet."
            )
            many = QCoreApplication.translate(
                "Page", "{count} files are read, but belong to no option yet."
            )
            empty.waiting.setText(counted(files, one, many))
            empty.waiting.setVisible(files > 0)

    @property
    def _empty_state(self) -> EmptyState | None:
        empty = self._stack.widget(1)
        return empty if isinstance(empty, EmptyState) else None

    @property
    def is_empty(self) -> bool:
        """Whether the empty state is shown."""
        return self._stack.currentIndex() == 1

    @property
    def first_to_do(self) -> QPushButton | None:
        """The button of an empty page that leads on."""
        empty = self._empty_state if self.is_empty else None
        return empty.buttons[0] if empty is not None and empty.buttons else None

    @property
    def begins_at(self) -> QWidget | None:
        """Where keys begin: at what leads on, at a sheet to type into, or at the first table."""
        grids = [g for g in self.findChildren(Grid) if g.isVisible()]
        sheets = (g for g in grids if g.block_given_to is not None)
        return self.first_to_do or next(sheets, grids[0] if grids else None)

    def refresh(self, changes: Changes) -> None:
        """Show the session's present state; called when something the page shows changed."""

    def evidence_button(self) -> QPushButton:
        """Return the way out of an empty page that waits for evidence."""
        text = QCoreApplication.translate("Page", "Go to Evidence")
        return button(text, lambda: self.wanted.emit(ShowPage("evidence")), kind="primary")

    def banner_warning(self, sentence: str) -> None:
        """Say what could not be done."""
        self.banner.say("warn", sentence)
        self._warned = sentence

    def forget_warning(self) -> None:
        """Take a warning away that spoke of what was tried before."""
        if self._warned and self.banner.text == self._warned:
            self.banner.hide()
        self._warned = ""

    def leads_to(self) -> tuple[tuple[str, Callable[[], object]], ...]:
        """Return names of further places that the page opens, each with what opens it."""
        return ()

    def paste(self) -> None:
        """Take what is on the clipboard, on pages that can; others say that they do not."""
        self.say(QCoreApplication.translate("Page", "Nothing was pasted: this page takes none."))

    def say(self, text: str) -> None:
        """Say something in the status line."""
        self.wanted.emit(Say(text))


class _KeptHeight(QObject):
    """Keeps a widget as high as its sentences need in its width, which splitters do not ask."""

    def __init__(self, kept: QWidget) -> None:
        super().__init__(kept)
        kept.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow what is held, and how wide it is."""
        kinds = (QEvent.Type.LayoutRequest, QEvent.Type.Resize)
        if event.type() in kinds and isinstance(watched, QWidget):
            layout = watched.layout()
            if layout is not None:
                least = layout.totalMinimumHeightForWidth(watched.width())
                watched.setMinimumHeight(max(0, least))
        return super().eventFilter(watched, event)


def keep_height(widget: QWidget) -> None:
    """Let what is around a widget give way before anything in it lies upon something else."""
    _KeptHeight(widget)


def scrolling(inside: QWidget, *, keeps_width: bool = False) -> QScrollArea:
    """Return an area that lets a column of panels scroll up and down."""
    area = QScrollArea()
    area.setWidget(inside)
    if keeps_width:
        KeptWidth(area, inside)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area


def add_to_head(head: QWidget, *widgets: QWidget) -> None:
    """Put controls at the right end of a section's head."""
    row = head.layout()
    for each in widgets:
        if row is not None:
            row.addWidget(each)


def section_head(title: str, note: str = "") -> tuple[QWidget, ElidedLabel, ElidedLabel]:
    """Return the head of a panel with its title and grey note."""
    head = QWidget()
    row = QHBoxLayout(head)
    row.setContentsMargins(16, 0, 16, 0)
    row.setSpacing(8)
    head.setFixedHeight(theme.height("panel_head"))
    strong = giving_title(title)
    grey = ElidedLabel("text3")
    grey.setText(note)
    row.addWidget(strong)
    row.addWidget(grey, 1)
    return head, strong, grey

"""The guide in a window: F1 opens it for the page, dialog or finding at hand."""

from __future__ import annotations

import json
import re
from functools import partial
from html import unescape
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QChildEvent, QEvent, QObject, QSize, Qt, QUrl
from PySide6.QtGui import QCursor, QKeySequence, QShortcut, QTextDocument
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from arraywise import shipped
from arraywise.gui.shell import preferences
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import (
    button,
    dialog_column,
    fill,
    fit_on_screen,
    with_accessible_name,
)

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QMainWindow

HELP_TOPIC = "help_topic"
"""Property of a part of the window that names what the guide says of it."""
_FIRST = "welcome"
_PAGE = Qt.ItemDataRole.UserRole
_TAG = re.compile(r"<[^>]+>")


class GuideBrowser(QTextBrowser):
    """Shows pages and pictures of one folder, and nothing from elsewhere."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder.resolve()
        self.setOpenExternalLinks(False)
        look = theme.look()
        self.document().setDefaultStyleSheet(
            f"a {{ color: {look['accent'].name()}; text-decoration: none; }}"
            f"pre, code {{ font-family: '{theme.mono_font().family()}'; }}"
            f"pre {{ background-color: {look['sunken'].name()}; }}"
            f"table {{ border-color: {look['border'].name()}; border-collapse: collapse; }}"
        )

    def doSetSource(
        self,
        name: QUrl | str,
        kind: QTextDocument.ResourceType = QTextDocument.ResourceType.UnknownResource,
    ) -> None:
        """Go to a page of the folder; links to elsewhere lead nowhere."""
        if QUrl(name).isRelative() or QUrl(name).isLocalFile():
            super().doSetSource(name, kind)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Load what lies in the folder; the pictures lie beside the pages of its top."""
        path = self._folder.joinpath(QUrl(name).toLocalFile() or QUrl(name).path()).resolve()
        if "_images" in path.parts:
            path = self._folder.joinpath("_images", path.name)
        if not path.is_relative_to(self._folder) or not path.is_file():
            return None
        return super().loadResource(kind, QUrl.fromLocalFile(str(path)))


class GuideWindow(QDialog):
    """Contents, a field that searches all pages, and the page."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Guide"))
        fit_on_screen(self, QSize(theme.px(1060), theme.px(760)))
        self.folder = shipped.resource("help", preferences.current_language())
        index = self.folder / "index.json"
        self._index: dict[str, Any] = (
            json.loads(index.read_text("utf-8"))
            if index.is_file()
            else {"contents": [], "topics": {}}
        )
        self._words: dict[str, str] = {}
        self.browser = with_accessible_name(GuideBrowser(self.folder), self.windowTitle())
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Search the guide"))
        self.field.setAccessibleName(self.field.placeholderText())
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._list_pages)
        self.list = with_accessible_name(QListWidget(), self.tr("Contents"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._open_item)
        self.list.itemActivated.connect(self._open_item)
        self._build_layout()
        self._list_pages("")

    def _build_layout(self) -> None:
        back = button(self.tr("Back"), self.browser.backward)
        back.setEnabled(False)
        self.browser.backwardAvailable.connect(back.setEnabled)
        close = button(self.tr("Close"), self.close)
        side = QWidget()
        side.setFixedWidth(theme.px(290))
        fill(QVBoxLayout(side), self.field, (self.list, 1), margins=(0, 0, 0, 0), spacing=8)
        row = fill(QHBoxLayout(), side, (self.browser, 1), spacing=12)
        foot = fill(QHBoxLayout(), back, None, close, spacing=8)
        fill(dialog_column(self), (row, 1), foot)
        for keys, do in (("Alt+Left", self.browser.backward), ("Ctrl+F", self.field.setFocus)):
            QShortcut(QKeySequence(keys), self).activated.connect(do)
        self.browser.setFocus()

    def _list_pages(self, wanted: str) -> None:
        """List the pages that hold all words that are typed, all of them without any."""
        words = wanted.casefold().split()
        self.list.clear()
        for title, page, depth in self._index["contents"]:
            if all(word in self._text_of(page) for word in words):
                item = QListWidgetItem("    " * max(0, depth - 1) + title)
                item.setData(_PAGE, page)
                self.list.addItem(item)

    def _text_of(self, page: str) -> str:
        if page not in self._words:
            text = (self.folder / page).read_text("utf-8")
            self._words[page] = unescape(_TAG.sub(" ", text)).casefold()
        return self._words[page]

    def _open_item(self, item: QListWidgetItem) -> None:
        self._show_page(str(item.data(_PAGE)))

    def show_topic(self, topic: str) -> None:
        """Show what the guide says of a page, a dialog or a finding."""
        topics = self._index["topics"]
        page = topics.get(topic) or topics.get(_FIRST)
        if page is None:
            self.browser.setPlainText(self.tr("The guide is missing from this installation."))
        else:
            self._show_page(page)

    def _show_page(self, page: str) -> None:
        name, _, place = page.partition("#")
        url = QUrl.fromLocalFile(str(self.folder / name))
        url.setFragment(place)
        self.browser.setSource(url)


def show_guide(parent: QWidget, topic: str) -> GuideWindow:
    """Show the guide over a window or a dialog, in the window that shows it already if any."""
    known = parent if isinstance(parent, GuideWindow) else parent.findChild(GuideWindow)
    shown = known or GuideWindow(parent)
    theme.apply_style(shown)
    shown.show_topic(topic)
    shown.show()
    shown.raise_()
    shown.activateWindow()
    return shown


def find_topic(part: QWidget | None) -> str:
    """Return what the guide calls a part of the window, or the nearest one around it."""
    while part is not None:
        topic = part.property(HELP_TOPIC)
        if topic:
            return str(topic)
        part = part.parentWidget()
    return ""


def find_topic_at_cursor(window: QMainWindow, page: str) -> str:
    """Return the topic of the finding under the pointer, of the focus, or of the page."""
    pointed = QApplication.widgetAt(QCursor.pos())
    is_inside = pointed is not None and window.isAncestorOf(pointed)
    finding = find_topic(pointed) if is_inside else ""
    if finding.startswith("finding-"):
        return finding
    return find_topic(window.focusWidget()) or page


def topic_of_dialog(dialog: QDialog) -> str:
    """Return what the guide calls a dialog."""
    return f"dialog-{type(dialog).__name__.lower()}"


def add_help_key(dialog: QDialog) -> None:
    """Let F1 open the guide for a dialog."""
    keys = QShortcut(QKeySequence("F1"), dialog)
    keys.activated.connect(partial(show_guide, dialog, topic_of_dialog(dialog)))


class DialogHelp(QObject):
    """Gives the dialogs of a window F1 as they come up."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._helped: set[int] = set()
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take each dialog once."""
        if event.type() == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            dialog = event.child()
            if isinstance(dialog, QDialog) and id(dialog) not in self._helped:
                self._helped.add(id(dialog))
                dialog.destroyed.connect(partial(self._helped.discard, id(dialog)))
                add_help_key(dialog)
        return super().eventFilter(watched, event)

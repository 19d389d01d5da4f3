"""The command palette, and the dialog with keys and names that formulas may use."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QAction, QFontMetrics, QKeyEvent, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.messages import Message, message
from arraywise.gui.grid.grid import Grid, build_cell_menu
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.pages.base import FormulaHelp
from arraywise.gui.session.page_requests import ShowEvidence, ShowPage, ShowTrace, TraceableFigure
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import (
    ENTER,
    dialog_column,
    fill,
    fit_on_screen,
    label,
    named_tabs,
    native_keys,
    panel,
    remove_icons,
    with_accessible_name,
)
from arraywise.gui.widgets.messages import translate_message
from arraywise.gui.widgets.painting import RIGHT, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QMainWindow, QMenuBar

    from arraywise.gui.grid.model import Index
    from arraywise.gui.pages.base import Page
    from arraywise.gui.session.session import SheetValues
    from arraywise.gui.shell.study_frame import StudyFrame


translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class KeyLine:
    """Keys, what they do, and where."""

    keys: str
    text: str
    place: str

    @classmethod
    def of(cls, action: QAction, place: str) -> KeyLine:
        """Return the line of an action."""
        return cls(
            format_shortcut(action), text_without_mnemonic(action.text()).rstrip("\u2026"), place
        )


@runtime_checkable
class Keyed(Protocol):
    """A part of a page with keys of its own, such as a chart."""

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys, each with what it does."""


def key_lines(window: QMainWindow, page: QWidget | None) -> tuple[KeyLine, ...]:
    """Return all keys of a window and of the page that is seen."""
    result = [
        KeyLine.of(action, title)
        for title, action in iterate_menu_actions(window.menuBar())
        if not action.shortcut().isEmpty()
    ]
    result += _shortcut_keys(window)
    if page is not None:
        offered = [each for each in page.findChildren(QAction) if not each.shortcut().isEmpty()]
        result += [KeyLine.of(each, translate("Shortcuts", "Page")) for each in offered]
        result += [*_chart_keys(page), *_grid_keys(page)]
    return tuple(dict.fromkeys(result))


def presenting_lines(view: QWidget) -> tuple[KeyLine, ...]:
    """Return the keys of the presentation."""
    place = translate("Shortcuts", "Presentation")
    own = view.key_lines() if isinstance(view, Keyed) else ()
    return (*(KeyLine(keys, text, place) for keys, text in own), *_chart_keys(view))


def _shortcut_keys(window: QMainWindow) -> Iterator[KeyLine]:
    """Yield keys without a menu entry; they state themselves what they do."""
    place = translate("Shortcuts", "Window")
    for each in window.findChildren(QShortcut):
        if each.whatsThis():
            yield KeyLine(native_keys(each.key()), each.whatsThis(), place)


def _chart_keys(page: QWidget) -> Iterator[KeyLine]:
    """Yield the keys of what is seen of the page's charts, under their names."""
    for part in page.findChildren(QWidget):
        if isinstance(part, Keyed) and part.isVisible():
            place = part.accessibleName().partition(":")[0]
            yield from (KeyLine(keys, text, place) for keys, text in part.key_lines())


def _grid_keys(page: QWidget) -> Iterator[KeyLine]:
    """Yield the keys of the page's grids, as their menus tell them."""
    place = translate("Shortcuts", "Cells")
    for grid in page.findChildren(Grid):
        menu = build_cell_menu(grid, grid.cells)
        for action in menu.actions():
            text, _, keys = text_without_mnemonic(action.text()).partition("\t")
            keys = keys or format_shortcut(action)
            if keys:
                yield KeyLine(keys, text, place)
        menu.deleteLater()


class HelpDialog(QDialog):
    """Keys, and where a study is open the rules and names of formulas."""

    def __init__(
        self, lines: tuple[KeyLine, ...], sheets: SheetValues | None, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keys and formulas"))
        fit_on_screen(self, QSize(theme.px(760), theme.px(640)))
        self.tabs = named_tabs(self.windowTitle())
        columns = (
            Column("keys", self.tr("Keys"), lambda row: Cell(row.keys, bold=True), min_width=150),
            Column("does", self.tr("What they do"), lambda row: Cell(row.text), stretch=True),
            Column("place", self.tr("Where"), lambda row: Cell(row.place), min_width=150),
        )
        self.keys = RowsModel(columns, self)
        grid = with_accessible_name(Grid(self.keys), self.tr("Keys"))
        self.tabs.addTab(grid, self.tr("Keys"))
        if sheets is not None:
            self.tabs.addTab(FormulaHelp(sheets), self.tr("Formulas and names"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        remove_icons(buttons)
        fill(dialog_column(self), (self.tabs, 1), buttons)
        self.keys.set_rows(lines)


_WIDE, _ROW, _ROWS, _TOP = 560, 30, 12, 56
_MOST = 60  # more than these are not listed; a further letter finds them
_ITEM = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Item:
    """Something that can be done or gone to."""

    kind: str  # shown in grey: menu, page, option, file, figure
    text: str
    do: Callable[[], object]
    keys: str = ""
    words: str = ""
    """What else it is called, in small letters without accents."""


def match_cost(wanted: str, text: str) -> int | None:
    """Return how badly letters fit a text, words' beginnings best; None where not in order."""
    letters, inside = wanted.casefold().replace(" ", ""), text.casefold()
    cost, place = 0, -1
    for letter in letters:
        result = inside.find(letter, place + 1)
        start = _find_word_start(inside, letter, place + 1)
        if result < 0:
            return None
        if result != place + 1 and start is not None:
            result = start
        if result != place + 1:
            cost += 2 if start == result else 10
        place = result
    return cost * 1000 + len(text)


def _find_word_start(text: str, letter: str, begin: int) -> int | None:
    """Return where a word begins with a letter, from a place on."""
    result = text.find(letter, begin)
    while result > 0 and text[result - 1].isalnum():
        result = text.find(letter, result + 1)
    return result if result >= 0 else None


def matching_items(wanted: str, items: Iterable[Item]) -> list[Item]:
    """Return the items that letters fit, the best first; all in their order without letters."""
    if not wanted.strip():
        return list(items)[:_MOST]
    result = [
        (cost, place, item)
        for place, item in enumerate(items)
        if (cost := _item_cost(wanted, item)) is not None
    ]
    return [item for _, _, item in sorted(result, key=lambda each: each[:2])[:_MOST]]


_OTHER_WORD = 9_000
"""Cost of a hit among the other words: less than letters that are strewn over a text."""


def fold_case_and_accents(text: str) -> str:
    """Return a text without case and accents, as words are compared."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _item_cost(wanted: str, item: Item) -> int | None:
    """Look in the text, in the other words, then in kind and text together."""
    text_without_mnemonic = match_cost(wanted, item.text)
    begun, words = fold_case_and_accents(wanted).split(), item.words.split()
    if words and all(any(word.startswith(each) for word in words) for each in begun):
        return (
            _OTHER_WORD
            if text_without_mnemonic is None
            else min(text_without_mnemonic, _OTHER_WORD)
        )
    if text_without_mnemonic is not None:
        return text_without_mnemonic
    wider = match_cost(wanted, f"{item.kind} {item.text}")
    return None if wider is None else wider + 100_000


_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Tab: 1,
    Qt.Key.Key_PageDown: _ROWS,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Backtab: -1,
    Qt.Key.Key_PageUp: -_ROWS,
}
"""How far a key goes in the list."""


class CommandPalette(QFrame):
    """A field and a list over the window; the keyboard suffices."""

    def __init__(self, items: Sequence[Item], window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(self.tr("Command palette"))
        self.setProperty("ground", "border_strong")
        self._items = tuple(items)
        self._window, self._before = window, window.focusWidget()
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Command, page, option, file or figure"))
        self.field.setAccessibleName(self.field.placeholderText())
        self.field.setFixedHeight(theme.height("button"))
        self.field.textChanged.connect(self._show_matches)
        self.field.installEventFilter(self)
        self.list = with_accessible_name(QListWidget(), self.tr("What was found"))
        self.list.setItemDelegate(PaletteRowDelegate(self.list, {item.kind for item in items}))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.itemClicked.connect(lambda _item: self.run_selected_item())
        self.nothing = label(self.tr("Nothing is called so"), "control", "text3")
        self.nothing.setContentsMargins(8, 6, 8, 6)
        inside = panel()
        fill(QVBoxLayout(self), inside, margins=(1, 1, 1, 1))
        parts = self.field, self.list, self.nothing, None
        fill(QVBoxLayout(inside), *parts, margins=(8, 8, 8, 8))
        self.setFixedWidth(theme.px(_WIDE))
        self._show_matches("")
        self.setFixedHeight(self.sizeHint().height())  # the field stays where it is

    def open(self) -> None:
        """Show the palette at the top of its window and wait for letters."""
        self.move((self._window.width() - self.width()) // 2, _TOP)
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def shown_items(self) -> list[Item]:
        """What is listed now."""
        rows = range(self.list.count())
        return [self.list.item(row).data(_ITEM) for row in rows]

    def _show_matches(self, wanted: str) -> None:
        self.list.clear()
        for item in matching_items(wanted, self._items):
            row = QListWidgetItem(item.text)
            row.setData(_ITEM, item)
            row.setData(
                Qt.ItemDataRole.AccessibleTextRole, f"{item.kind}: {item.text} {item.keys}"
            )
            self.list.addItem(row)
        rows = self.list.count()
        self.list.setCurrentRow(0)
        self.list.setVisible(rows > 0)
        self.nothing.setVisible(rows == 0)
        self.list.setFixedHeight(min(rows, _ROWS) * theme.px(_ROW) + 2)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up, down, Tab and Enter belong to the list; Esc, or a look elsewhere, closes it."""
        if watched is self.field and event.type() == QEvent.Type.FocusOut:
            self.close()
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if key in _STEPS:
                self._move_selection(_STEPS[key])
                return True
            if key == Qt.Key.Key_Escape:
                self._close_and_restore_focus()
                return True
            if key in ENTER:
                self.run_selected_item()
                return True
        return super().eventFilter(watched, event)

    def _move_selection(self, step: int) -> None:
        last = self.list.count() - 1
        row = self.list.currentRow()
        if abs(step) == 1:
            row = (row + step) % (last + 1) if last >= 0 else 0
        else:
            row = min(max(row + step, 0), last)
        self.list.setCurrentRow(row)

    def run_selected_item(self) -> None:
        """Do what is selected, once the palette is gone."""
        row = self.list.currentRow()
        if row >= 0:
            item = self.shown_items[row]
            self._close_and_restore_focus()
            item.do()

    def _close_and_restore_focus(self) -> None:
        """Give the keyboard focus back to where it was."""
        self.close()
        if self._before is not None:
            self._before.setFocus()


class PaletteRowDelegate(QStyledItemDelegate):
    """Kind in grey, text, and keys at the right end."""

    def __init__(self, result: QListWidget, kinds: Iterable[str]) -> None:
        super().__init__(result)
        self._list = result
        widest = max(map(QFontMetrics(theme.font("body")).horizontalAdvance, kinds), default=0)
        self.kind_room = max(theme.px(84), widest + theme.px(12))
        """Width in which every kind fits, and a gap."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(theme.px(_WIDE) - 40, theme.px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the row; texts are never markup."""
        item, row = index.data(_ITEM), QRect(option.rect)
        if index.row() == self._list.currentRow():
            painter.fillRect(row, theme.look()["accent_tint"])
        write(painter, row.adjusted(10, 0, 0, 0), item.kind, "text3", font=theme.font("body"))
        painter.drawText(row.adjusted(0, 0, -10, 0), RIGHT, item.keys)
        keys = painter.fontMetrics().horizontalAdvance(item.keys) + 16 if item.keys else 8
        room = row.adjusted(10 + self.kind_room, 0, -keys - 10, 0)
        painter.setFont(theme.font("control"))
        metrics, middle = painter.fontMetrics(), Qt.TextElideMode.ElideMiddle
        write(painter, room, metrics.elidedText(item.text, middle, room.width()))


def text_without_mnemonic(text: str) -> str:
    """Return the text of an action without its mnemonic."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def format_shortcut(action: QAction) -> str:
    """Return the keys of an action as they are written on the keyboard."""
    return native_keys(action.shortcut())


def iterate_menu_actions(bar: QMenuBar) -> Iterator[tuple[str, QAction]]:
    """Yield every action of the menus, with the title of its menu."""
    for top in bar.actions():
        yield from _menu_entries_inside(text_without_mnemonic(top.text()), top)


def _list_submenu_actions(action: QAction) -> list[QAction]:
    """Return what is in an action's menu; nothing where it has none."""
    menu: object = action.menu()
    return menu.actions() if isinstance(menu, QMenu) else []


def _menu_entries_inside(title: str, above: QAction) -> Iterator[tuple[str, QAction]]:
    for action in _list_submenu_actions(above):
        if _list_submenu_actions(action):
            yield from _menu_entries_inside(text_without_mnemonic(action.text()), action)
        elif not action.isSeparator():
            yield title, action


def menu_items(bar: QMenuBar) -> list[Item]:
    """Return what is in the menus; a page is one of them."""
    return [
        Item(
            title,
            text_without_mnemonic(action.text()).rstrip("\u2026"),
            action.trigger,
            format_shortcut(action),
        )
        for title, action in iterate_menu_actions(bar)
        if action.isEnabled() and action.isVisible()
    ]


def page_items(frame: StudyFrame) -> list[Item]:
    """Return what the pages lead to besides themselves."""
    return [
        Item(page.title, text, partial(_open_on_page, frame, page, open_it))
        for page in frame.pages
        if not page.is_empty
        for text, open_it in page.list_palette_targets()
    ]


def _open_on_page(frame: StudyFrame, page: Page, open_it: Callable[[], object]) -> None:
    frame.handle_request(ShowPage(page.key))
    open_it()


def study_items(frame: StudyFrame) -> list[Item]:
    """Return options, figures and files of the open study."""
    answer = frame.session.answer
    figures = {
        TraceableFigure.RESPONSE: translate("Palette", "response time"),
        TraceableFigure.CAPACITY: translate("Palette", "load it carries"),
        TraceableFigure.PRICE: translate("Palette", "price"),
        TraceableFigure.PROVISIONING: translate("Palette", "provisioning time"),
        TraceableFigure.USABLE: translate("Palette", "usable capacity"),
    }
    options = [each.option for each in answer.options] if answer is not None else []
    kind = translate("Palette", "Option")
    result = [Item(kind, o.name, partial(frame.show_option, o.id)) for o in options]
    kind = translate("Palette", "Figure")
    text = translate("Palette", "{option}: {figure}, where it comes from")
    for o in options:
        for figure, name in figures.items():
            show = partial(frame.handle_request, ShowTrace(o.id, figure))
            result.append(Item(kind, text.format(option=o.name, figure=name), show))
    kind = translate("Palette", "File")
    names = (row.file.name for row in frame.evidence.model.rows)
    return result + [Item(kind, n, partial(frame.handle_request, ShowEvidence(n))) for n in names]


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that people look for, and where it is."""

    title: Message
    words: Message
    """What else it is called; a translation has the words of its own language."""
    page: str = ""
    """Key of the page that shows it; empty for a field of the requirement."""
    field: str = ""
    """Name of the requirement's field; empty for a page."""


TOPICS = (
    Topic(
        message("Target response time"),
        message("latency SLA service level response milliseconds"),
        field="target",
    ),
    Topic(
        message("Statistic of the response time"),
        message("percentile p90 p95 p99 median mean average quantile"),
        field="statistic",
    ),
    Topic(
        message("Load"),
        message("demand visits transactions tps tpm users IOPS workload"),
        field="load",
    ),
    Topic(
        message("Growth of the load"),
        message("growth increase trend runway future year month"),
        field="growth_per_month",
    ),
    Topic(
        message("When it must pass"),
        message("horizon months lifetime term period"),
        field="horizon_months",
    ),
    Topic(
        message("Reserve on top of the demand"),
        message("headroom margin spare buffer"),
        field="reserve",
    ),
    Topic(
        message("Budget for 36 months"),
        message("budget limit maximum spend money"),
        field="budget",
    ),
    Topic(
        message("Service restored within"),
        message("RTO recovery outage failure restore availability"),
        field="max_restore_s",
    ),
    Topic(
        message("Shared storage, file services"),
        message("cluster RAC NFS SMB CIFS shared files"),
        field="needs_shared_storage",
    ),
    Topic(
        message("Least rate of large I/O"),
        message("throughput bandwidth MB/s backup scan batch sequential"),
        field="min_throughput_b_s",
    ),
    Topic(
        message("Weakest basis that counts"),
        message("evidence certainty proof trust measured modelled"),
        field="least_basis",
    ),
    Topic(
        message("Prices of the options"),
        message("cost quote offer purchase maintenance fee subscription discount TCO NPV"),
        page="pricing",
    ),
    Topic(
        message("Provisioning times"),
        message("effort labour work hours set-up installation ease"),
        page="provisioning",
    ),
    Topic(
        message("Criteria and weights"),
        message("importance preference swing ranking score stakeholders"),
        page="decision",
    ),
    Topic(
        message("Decision map"),
        message("sensitivity what-if break-even chart"),
        page="decision",
    ),
    Topic(
        message("Response curves and I/O curves"),
        message("benchmark measurement queue depth block size profile knee saturation"),
        page="performance",
    ),
    Topic(
        message("Result files of the lab"),
        message("import evidence AWR ORION fio Swingbench runs logs"),
        page="evidence",
    ),
    Topic(
        message("Report for the client"),
        message("PDF Excel xlsx print hand-over document export"),
        page="report",
    ),
    Topic(
        message("Own calculations"),
        message("formula spreadsheet sheet cells function"),
        page="workings",
    ),
)


def topic_items(frame: StudyFrame) -> list[Item]:
    """Return the topics, each with its words in English and in the language of the window."""
    requirement = translate_message(message("Requirement"))
    return [
        Item(
            requirement if topic.field else frame.page(topic.page).title,
            translate_message(topic.title),
            partial(_open_topic, frame, topic),
            words=fold_case_and_accents(
                f"{topic.title} {topic.words} {translate_message(topic.words)}"
            ),
        )
        for topic in TOPICS
    ]


def _open_topic(frame: StudyFrame, topic: Topic) -> None:
    if topic.page:
        frame.handle_request(ShowPage(topic.page))
        return
    if not frame.popover.isVisible():
        frame.toggle_requirement()
    frame.popover.control_of(topic.field).setFocus(Qt.FocusReason.ShortcutFocusReason)

"""Base of pages, option tabs, sheet beside, formula help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QStackedLayout,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.cells import InputCell, column_letters
from arraywise.domain.messages import UserError
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel, describe_fault, format_value
from arraywise.gui.grid.pointing import PickableGrid
from arraywise.gui.grid.sheet import FormulaBar, add_grid_with_bars
from arraywise.gui.session.page_requests import ShowPage, ShowStatus
from arraywise.gui.widgets import messages, theme
from arraywise.gui.widgets.banner import Banner
from arraywise.gui.widgets.controls import (
    ElidedLabel,
    WidthKeeper,
    as_tooltip,
    button,
    fill,
    flush,
    hairline,
    label,
    panel,
    panel_title,
    paragraph,
    restyle,
    with_accessible_name,
    wrap_in_scroll_area,
)
from arraywise.gui.widgets.messages import format_count
from arraywise.gui.widgets.painting import marker_icon
from arraywise.gui.widgets.theme import IconView
from arraywise.worksheets.evaluation import FUNCTION_NAMES
from arraywise.worksheets.sheets import SheetEdit, build_row_insertion, rewrite_formulas_after_move

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QComboBox, QGridLayout, QPushButton

    from arraywise.domain.cells import CellAddress, Move, Value
    from arraywise.domain.messages import Message
    from arraywise.domain.options import Option
    from arraywise.gui.session.session import Session, SheetValues
    from arraywise.gui.widgets.controls import Part
    from arraywise.usecases.changes import Changes

_EMPTY_WIDTH = 400


class EmptyState(QFrame):
    """Says what to do where there is nothing to show yet."""

    def __init__(self, icon: str, title: str, text: str, *buttons: QPushButton) -> None:
        super().__init__()
        self.setProperty("ground", "page")
        middle = Qt.AlignmentFlag.AlignHCenter
        message, head = paragraph(text, _EMPTY_WIDTH), label(title, "section", bold=True)
        self.waiting = label("", "control", "warn")
        self.waiting.hide()
        for each in (message, self.waiting):
            each.setAlignment(middle)
        self.buttons = buttons
        column = fill(QVBoxLayout(self), spacing=8)
        column.addStretch(2)
        for part in (IconView(icon, 28), head, message, self.waiting):
            column.addWidget(part, alignment=middle)
        column.addSpacing(6)
        for way in buttons:
            column.addWidget(way, alignment=middle)
        column.addStretch(3)


class PageStack(QStackedWidget):
    """Pages of which one is seen; that one alone says how much room is needed."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:
        """Return what the page that is seen needs."""
        page = self.currentWidget()
        return QSize() if page is None else page.minimumSizeHint()

    def heightForWidth(self, _width: int) -> int:
        """Pages take the height that is there: what is higher scrolls inside of them."""
        return 0


class Page(QFrame):
    """One page of the window."""

    requested = Signal(object)  # carries a page request
    parts_added = Signal()  # parts were made that were not there before, which may hold grids

    key = ""
    icon = ""
    subtitle_kind: type[ElidedLabel] = ElidedLabel
    disables_tools_when_empty = (
        True  # whether the controls in the head have no effect while the page is empty
    )

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = title
        self.setProperty("ground", "page")
        self.banner = Banner(self)
        self._warning = ""
        self.subtitle = self.subtitle_kind("text3", "control")
        self.subtitle.setMinimumWidth(1)  # the buttons beside it come first
        self._tools: list[QWidget] = []
        self.head, name = QWidget(), label(title, "page_title", bold=True)
        self.head.setFixedHeight(theme.height("toolbar") - 1)
        parts = name, (self.subtitle, 1)
        self._head = fill(QHBoxLayout(self.head), *parts, margins=(16, 0, 12, 0), spacing=8)
        self._stack = QStackedLayout()
        line = hairline(Qt.Orientation.Horizontal)
        flush(QVBoxLayout(self), self.head, line, (self._stack, 1))

    def add_to_head(self, *widgets: QWidget) -> None:
        """Put controls at the right end of the head."""
        self._tools += widgets
        for each in widgets:
            if isinstance(each, QAbstractButton):
                each.setFixedHeight(theme.height("field"))
            self._head.addWidget(each)

    def add_to_title(self, widget: QWidget) -> None:
        """Place a control right after the title."""
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
        self.banner.raise_()  # what a stacked layout shows it lays above all
        for each in self._tools if self.disables_tools_when_empty else ():
            each.setEnabled(not empty)
        first = self.focus_start if was_inside else None
        if first is not None:
            first.setFocus()

    def show_waiting_files(self, files: int) -> None:
        """State on an empty page how many files are read already, but belong to no option."""
        empty = self._empty_state
        if empty is not None:
            one = QCoreApplication.translate("Page", "1 file has no option yet.")
            many = QCoreApplication.translate("Page", "{count} files have no option yet.")
            empty.waiting.setText(format_count(files, one, many))
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
    def empty_state_button(self) -> QPushButton | None:
        """The first button of the empty state, where that is shown and has one."""
        empty = self._empty_state if self.is_empty else None
        return empty.buttons[0] if empty is not None and empty.buttons else None

    @property
    def focus_start(self) -> QWidget | None:
        """The widget that gets the focus first: the empty state's button, a sheet, or a table."""
        grids = [g for g in self.findChildren(Grid) if g.isVisible()]
        sheets = (g for g in grids if g.block_target is not None)
        return self.empty_state_button or next(sheets, grids[0] if grids else None)

    def refresh(self, changes: Changes) -> None:
        """Show the session's present state; called when something the page shows changed."""

    def build_no_evidence_state(self, title: str, text: str) -> EmptyState:
        """Return the empty state of a page without evidence, with a button to Evidence."""
        to_evidence = QCoreApplication.translate("Page", "Go to Evidence")
        way = button(
            to_evidence, lambda: self.requested.emit(ShowPage("evidence")), kind="primary"
        )
        return EmptyState(self.icon, title, text, way)

    def show_warning(self, sentence: str) -> None:
        """Show in the banner what could not be done."""
        self.banner.show_message("warn", sentence)
        self._warning = sentence

    def clear_warning(self) -> None:
        """Hide the banner where it still shows the last warning."""
        if self._warning and self.banner.text == self._warning:
            self.banner.hide()
        self._warning = ""

    def list_palette_targets(self) -> tuple[tuple[str, Callable[[], object]], ...]:
        """Return what the command palette lists of the page: names, each with what opens it."""
        return ()

    def paste(self) -> None:
        """Paste the clipboard, on pages that can; this one shows that it cannot."""
        self.show_message(
            QCoreApplication.translate("Page", "Nothing was pasted: this page takes none.")
        )

    def show_message(self, text: str) -> None:
        """Show a text in the status line."""
        self.requested.emit(ShowStatus(text))


class _HeightKeeper(QObject):
    """Keeps a widget as high as its sentences need in its width, which splitters do not ask."""

    def __init__(self, kept: QWidget) -> None:
        super().__init__(kept)
        kept.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Set the least height again when the content or its width changed."""
        kinds = (QEvent.Type.LayoutRequest, QEvent.Type.Resize)
        if event.type() in kinds and isinstance(watched, QWidget):
            layout = watched.layout()
            if layout is not None:
                least = layout.totalMinimumHeightForWidth(watched.width())
                watched.setMinimumHeight(max(0, least))
        return super().eventFilter(watched, event)


def keep_content_height(widget: QWidget) -> None:
    """Keep a widget as high as its content needs in its width."""
    _HeightKeeper(widget)


def wrap_widget_in_scroll_area(inside: QWidget, *, keeps_width: bool = False) -> QScrollArea:
    """Return a vertical scroll area around a widget."""
    area = QScrollArea()
    area.setWidget(inside)
    if keeps_width:
        WidthKeeper(area, inside)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area


def section_head(
    title: str, note: str = "", *beside: Part
) -> tuple[QWidget, ElidedLabel, ElidedLabel]:
    """Return the head of a panel with its title and grey note; controls are at its right end."""
    head, strong, grey = QWidget(), panel_title(title), ElidedLabel("text3")
    head.setFixedHeight(theme.height("panel_head"))
    grey.setText(note)
    fill(QHBoxLayout(head), strong, (grey, 1), *beside, margins=(16, 0, 16, 0), spacing=8)
    return head, strong, grey


def menu_button(text: str, menu: QMenu, *, kind: str = "", sign: str = "") -> QPushButton:
    """Return a button as high as a field that opens a menu."""
    built = button(text, lambda: None, kind=kind, sign=sign)
    built.setMenu(menu)
    built.setFixedHeight(theme.height("field"))
    restyle(built, menu=True)
    return built


def fill_grid(
    grid: QGridLayout,
    *rows: Iterable[QWidget],
    margins: tuple[int, int, int, int] | None = None,
    spacing: tuple[int, int] | None = None,
    stretch: int | None = None,
) -> QGridLayout:
    """Put rows of widgets into a grid, `spacing` across and down, and return it."""
    if margins is not None:
        grid.setContentsMargins(*margins)
    if spacing is not None:
        grid.setHorizontalSpacing(spacing[0])
        grid.setVerticalSpacing(spacing[1])
    if stretch is not None:
        grid.setColumnStretch(stretch, 1)
    for row, widgets in enumerate(rows):
        put_row(grid, row, *widgets)
    return grid


def put_row(grid: QGridLayout, row: int, *widgets: QWidget, first: int = 0) -> None:
    """Put widgets beside each other into a row of a grid, from a column on."""
    for column, each in enumerate(widgets, first):
        grid.addWidget(each, row, column)


@dataclass(frozen=True, slots=True)
class InputText:
    """A cell as it was typed, where that differs from its value."""

    text: str
    shown: str = ""  # in place of the value; empty where the value is there
    fault: str = ""  # why there is no value


def read_input_text(
    sheets: SheetValues, place: CellAddress, why_not: Callable[[str], str]
) -> InputText:
    """Return a cell's typed text; `why_not` says why a text that is no formula is not read."""
    text, result = sheets.typed_text(place) or "", sheets.result(place)
    if not text.startswith("="):
        return InputText(text, text, why_not(text))
    fault = result.fault if result is not None else None
    return InputText(text) if fault is None else InputText(text, fault.code, describe_fault(fault))


def faulty_cell(shown: str, why: str, typed: str | None = None) -> Cell:
    """Return a cell whose text cannot be read, or whose formula has no result."""
    is_formula = typed is not None and typed.startswith("=")
    return Cell(shown, icon="warning", colour="fail", invalid=True, tip=why, typed=typed,
                formula=is_formula)  # fmt: skip


def fill_combo_box(
    box: QComboBox, items: Iterable[tuple[str, object]], chosen: object = None
) -> QComboBox:
    """Fill a box with texts and their data; the chosen or else the first one is current.

    No signal is emitted. Returns the box.
    """
    pairs = list(items)
    with QSignalBlocker(box):
        box.clear()
        for text, data in pairs:
            box.addItem(text, data)
        box.setCurrentIndex(next((i for i, (_, data) in enumerate(pairs) if data == chosen), 0))
    return box


class OptionTabs(QTabBar):
    """One tab an option; keeps its option through renames and new options."""

    option_chosen = Signal(object)  # carries the Option
    editing_requested = (
        Signal()
    )  # A double click, or the context menu: the options are to be edited

    leading_chosen = Signal()  # the tab before those of the options

    def __init__(self, name: str, leading: str = "") -> None:
        """Name the tabs; `leading` is the title of a tab before those of the options."""
        super().__init__()
        self._options: tuple[Option, ...] = ()
        self._leading, self._has_leading = leading, False
        self._last = 0  # place of the option that was last in front
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # a cell that is typed in is kept first
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setIconSize(QSize(14, 14))
        self.setFont(theme.font("body"))
        self.currentChanged.connect(self._emit_choice)
        self.tabBarDoubleClicked.connect(lambda _place: self.editing_requested.emit())
        edit = QAction(self.tr("Edit options\u2026"), self)
        edit.triggered.connect(lambda _checked=False: self.editing_requested.emit())
        self.addAction(edit)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    @property
    def option(self) -> Option | None:
        """The option whose tab is in front, or was before the leading one."""
        place = self._last if self.is_leading else self.currentIndex() - self._has_leading
        return self._options[place] if 0 <= place < len(self._options) else None

    @property
    def is_leading(self) -> bool:
        """Whether the tab before those of the options is in front."""
        return self._has_leading and self.currentIndex() == 0

    def set_leading_tab(self, *, shown: bool, warning: str = "") -> None:
        """Have a tab before those of the options, or none; it never comes to the front by itself.

        A warning is a sign on the tab, and its tip.
        """
        if shown is not self._has_leading:
            before = self.option
            with QSignalBlocker(self):
                if shown:
                    self.insertTab(0, self._leading)
                else:
                    self.removeTab(0)
                self._has_leading = shown
                self.select_option(None if before is None else before.id)
        if shown:
            self.setTabIcon(0, theme.icon("warning", "warn") if warning else QIcon())
            self.setTabToolTip(0, as_tooltip(warning))

    def option_at(self, at: QPoint) -> Option | None:
        """Return the option whose tab is at a point of the screen."""
        place = self.tabAt(self.mapFromGlobal(at)) if self.isVisible() else -1
        place -= self._has_leading
        return self._options[place] if 0 <= place < len(self._options) else None

    def select_option(self, option_id: int | None) -> bool:
        """Bring an option to the front; say whether it is there."""
        ids = [option.id for option in self._options]
        if option_id in ids:
            self.setCurrentIndex(ids.index(option_id) + self._has_leading)
        return option_id in ids

    def show_options(self, options: tuple[Option, ...]) -> None:
        """Show these options; the one in front stays in front."""
        if options == self._options:
            return
        before, was_leading = self.option, self.is_leading
        with QSignalBlocker(self):
            while self.count() > self._has_leading:
                self.removeTab(self.count() - 1)
            self._options = options
            for option in options:
                self.addTab(
                    marker_icon(option.position, self.devicePixelRatioF()),
                    option.name.replace("&", "&&"),
                )
            ids = [option.id for option in options]
            self._last = ids.index(before.id) if before and before.id in ids else 0
            if not was_leading:
                self.select_option(before.id if before is not None else None)

    def _emit_choice(self, place: int) -> None:
        if self.is_leading:
            self.leading_chosen.emit()
            return
        self._last = max(0, place - self._has_leading)
        if self.option is not None:
            self.option_chosen.emit(self.option)


_NUMBERS_WIDE = 28


class OptionSheetPage(Page):
    """What the pages of prices and of provisioning times have in common."""

    def __init__(
        self,
        session: Session,
        title: str,
        lines: str,
        key_of: Callable[[int], str],
        leading: str = "",
    ) -> None:
        """Name page and grid; `key_of` gives the key of an option's sheet, by the option's id.

        `leading` is the title of a tab before those of the options.
        """
        super().__init__(title)
        self._session, self._sheets, self._key_of = session, session.sheets, key_of
        self.tabs = OptionTabs(self.tr("Options"), leading)
        self.tabs.option_chosen.connect(lambda _option: self._show_sheet())
        self.model = RowsModel((), self)
        self.grid = with_accessible_name(Grid(self.model), lines)
        self.grid.show_row_numbers(_NUMBERS_WIDE)
        self.grid.block_target = self._apply_block
        self.grid.on_cells_moved = self._rewrite_formulas_outside_moved_block
        self.grid.sheet_step_requested.connect(self._show_adjacent_tab)
        self.tabs.currentChanged.connect(lambda _place: self.grid.cells.discard_cut())
        self.grid.insert_rows_at = self._insert_lines
        self.grid.delete_rows_at = lambda _row, _count: self.remove_lines()
        self.grid.list_completions = session.sheets.completion_names
        self.line = FormulaBar(self.grid)
        seat = PickableGrid(self.grid, self.line, self._front_sheet_key, self.show_sheet_by_key)
        session.sheets.reference_picker.add_grid(seat)
        session.sheets.changed.connect(self._refresh_when_visible)

    def _rewrite_formulas_outside_moved_block(self, move: Move) -> None:
        """Rewrite the formulas of other sheets that refer to cells which were moved."""
        sheets, key = self._sheets, self._front_sheet_key()
        changed = rewrite_formulas_after_move(sheets.cells, key, sheets.sheet_name(key), move)
        others = tuple(
            cell
            for place, cell in changed.items()
            if place.sheet != key
            or not move.area.contains(
                place.row - move.rows_down, place.column - move.columns_right
            )
        )
        if others:
            sheets.try_edit(SheetEdit(typed=others), "workings")

    def _show_sheet(self) -> None:
        """Show the sheet of the option in front."""
        raise NotImplementedError

    def _apply_block(self, row: int, column: int, block: list[list[str]]) -> None:
        """Put typed, pasted or cleared cells in; the sheet grows where they reach beyond it."""
        raise NotImplementedError

    def _insert_lines(self, row: int, count: int) -> None:
        """Put empty lines in before a row; formulas everywhere follow."""
        key, cells, place = self._front_sheet_key(), self._sheets.cells, self.model.rows[row].place
        try:
            edit = build_row_insertion(cells, key, self._sheets.sheet_name(key), place, count)
        except UserError as error:
            self.grid.refused.emit(messages.error_text(error))
        else:
            self._save_inserted_lines(place, count, edit.typed_cells_after(cells))

    def _save_inserted_lines(
        self, place: int, count: int, cells: Mapping[CellAddress, InputCell]
    ) -> None:
        """Save empty lines before another one, with the cells of all sheets after that."""
        raise NotImplementedError

    def remove_lines(self) -> None:
        """Delete the lines of the selected cells; formulas everywhere follow."""
        raise NotImplementedError

    def _build_main(self, *below: QWidget, has_tabs: bool = True) -> QWidget:
        """Lay out the tabs and the sheet, with other parts below it."""
        main = panel()
        tabs = (self.tabs, hairline(Qt.Orientation.Horizontal)) if has_tabs else ()
        column = fill(QVBoxLayout(main), *tabs)
        add_grid_with_bars(column, self.line, self.grid)
        for each in below:
            column.addWidget(hairline(Qt.Orientation.Horizontal, "border"))
            column.addWidget(each)
        return main

    def _show_adjacent_tab(self, by: int) -> None:
        """Show the next option's sheet, or the one before."""
        place = self.tabs.currentIndex() + by
        if 0 <= place < self.tabs.count():
            self.tabs.setCurrentIndex(place)

    def _refresh_when_visible(self) -> None:
        """Show the results of formulas, where the page is visible."""
        if self.isVisible():
            self._show_sheet()

    def _front_sheet_key(self) -> str:
        return self._key_of(self.tabs.option.id) if self.tabs.option is not None else ""

    @property
    def front(self) -> Option:
        """The option whose sheet is seen: without one there is no sheet to edit."""
        assert self.tabs.option is not None  # noqa: S101 - the page is empty then
        return self.tabs.option

    def show_sheet_by_key(self, key: str) -> bool:
        """Bring the sheet of a key to the front, if it is one of these."""
        number = key.rpartition("/")[2]
        is_here = number.isdecimal() and self._key_of(int(number)) == key
        if not is_here or not self.tabs.select_option(int(number)):
            return False
        self.requested.emit(ShowPage(self.key))
        return True

    def paste(self) -> None:
        """Paste cells into the grid."""
        self.grid.paste()


def build_side_panel(inside: QWidget) -> QWidget:
    """Return what is beside a sheet, with a line between them."""
    outer = panel()
    flush(
        QHBoxLayout(outer), hairline(Qt.Orientation.Vertical), wrap_widget_in_scroll_area(inside)
    )
    return outer


_ANY_WIDTH = 16_777_215  # what Qt takes for no limit


class CollapsiblePair:
    """Where there is no room for both, a button in the page's head changes between them."""

    def __init__(self, main: QWidget, side: QWidget, name: str, room: int) -> None:
        """Put `side` beside `main` where `room` reference pixels are there for both."""
        self._main, self._side, self._room = main, side, room
        self._width = self._wide = 0
        self.toggle = button(name, self._arrange)
        self.toggle.setCheckable(True)
        self.toggle.setFixedHeight(theme.height("field"))
        self.toggle.hide()
        self.body = panel()
        flush(QHBoxLayout(self.body), (main, 1), side)

    def fit(self, width: int, wide: int) -> None:
        """Arrange both in `width` pixels, the side `wide` pixels wide."""
        self._width, self._wide = width, wide
        self._arrange()

    def _arrange(self) -> None:
        is_narrow = self._width < theme.px(self._room)
        alone = is_narrow and self.toggle.isChecked()
        self.toggle.setVisible(is_narrow)
        self._main.setVisible(not alone)
        self._side.setVisible(alone or not is_narrow)
        self._side.setMinimumWidth(0 if alone else self._wide)
        self._side.setMaximumWidth(_ANY_WIDTH if alone else self._wide)


Texts = dict[tuple[int, int], str]  # what is typed, by row and column


class InputSheet(QWidget):
    """What the sheets of the requirement and of the criteria have in common."""

    key = ""  # of the sheet, as in `CellAddress.sheet`

    def __init__(self, session: Session, name: str) -> None:
        super().__init__()
        self.session = session
        self.sheets = session.sheets
        self.model = RowsModel(self.columns(), self)
        self.grid = with_accessible_name(Grid(self.model), name)
        self.grid.show_row_numbers(48)
        self.grid.grows = False
        self.grid.block_target = self._apply_to_shown_rows
        self.grid.list_completions = session.sheets.completion_names
        self.grid.horizontalHeader().setSortIndicatorShown(False)
        self.line = FormulaBar(self.grid)
        add_grid_with_bars(QVBoxLayout(self), self.line, self.grid)

    def columns(self) -> tuple[Column, ...]:
        """Return the columns of the grid; those that can be typed into stand side by side."""
        raise NotImplementedError

    def build_edit(self, texts: Texts) -> SheetEdit:
        """Return the edit for texts that were typed; raises UserError when they cannot be kept."""
        raise NotImplementedError

    def describe_text_error(self, row: int, column: int, text: str) -> Message | None:
        """Return why a typed text is no figure that the cell can take."""
        raise NotImplementedError

    def show_inputs(self) -> None:
        """Show the session's inputs."""
        self.model.refresh_cells()
        self.line.refresh()

    def input_column(self, place: int, key: str, title: str, **more: object) -> Column:
        """Return a column that takes figures and formulas."""
        wanted = {"right": True, "min_width": 120, **more}
        return Column(
            key,
            title,
            lambda row: self.input_cell(row, place),
            letter=column_letters(place),
            formulas=True,
            edit=lambda row, text: self.apply_block(row, place, [[text]]),
            **wanted,  # type: ignore[arg-type]
        )

    def input_cell(self, row: int, column: int) -> Cell:
        """Return what a cell shows."""
        raise NotImplementedError

    def value_cell(self, address: CellAddress, value: float | None, fallback: Cell) -> Cell:
        """Return what a cell shows: its figure, what is typed, or something else without both."""
        text = format_value(value)
        typed, result = self.sheets.typed_text(address), self.sheets.result(address)
        if typed is None:
            return fallback if value is None else Cell(text, number=value)
        formula = typed.startswith("=")
        fault = result.fault if result is not None else None
        if fault is None:
            return Cell(text, number=value, typed=typed, formula=formula)
        why = None if formula else self.describe_text_error(address.row, address.column, typed)
        tip = describe_fault(fault) if why is None else messages.translate_message(why)
        return faulty_cell(fault.code if formula else typed, tip, typed)

    def _apply_to_shown_rows(self, row: int, column: int, block: list[list[str]]) -> None:
        """Save what was pasted, filled or cleared from a row that is shown on."""
        self._apply_to_sheet_rows(self.model.row_numbers_from(row, len(block)), column, block)

    def apply_block(self, row: int, column: int, block: list[list[str]]) -> None:
        """Save cells from a row of the sheet on, as one step."""
        self._apply_to_sheet_rows(range(row, row + len(block)), column, block)

    def _apply_to_sheet_rows(
        self, rows: Sequence[int], column: int, block: list[list[str]]
    ) -> None:
        """Save cells; texts beside the input columns are left out."""
        inputs = {at for at, each in enumerate(self.model.columns) if each.edit is not None}
        texts: Texts = {
            (row, at): text.strip()
            for row, line in zip(rows, block, strict=True)
            for at, text in enumerate(line, column)
            if row < self.model.total_rows and at in inputs
        }
        try:
            edit = self.build_edit(texts)
        except UserError as error:
            self.grid.refused.emit(messages.error_text(error))
        else:
            self.sheets.try_edit(edit, self.key)


translate = QCoreApplication.translate


def formula_rules() -> tuple[str, ...]:
    """Return the rules of formulas in short paragraphs."""
    return (
        translate(
            "FormulaHelp",
            "A formula begins with =, such as =12*450*0.9 or =SUM(F2:F9). Decimals follow your"
            " language; with a decimal comma, use semicolons between arguments. Function names"
            " are always English.",
        ),
        translate(
            "FormulaHelp",
            "Other sheets: ='NAS'!E4*2 is a price, ='NAS provisioning'!B1 a time in minutes,"
            " =Requirement!B2 and =Criteria!B2 the requirement, =Workings!A1 a working. A cell"
            " counts as shown: 8 for 8 %, not 0.08.",
        ),
        translate(
            "FormulaHelp",
            'Results of the model have names, also by option: =Option("NAS").Price. They follow'
            " every slider. Model inputs cannot use model results or computed columns of a"
            " price sheet: the cell shows a circular reference.",
        ),
        translate(
            "FormulaHelp",
            "An unknown result is #N/A, never 0. A load carried is the highest shown; more may"
            " be possible. An empty cell counts as 0.",
        ),
        translate(
            "FormulaHelp",
            "To insert a reference, click a cell, drag, or use the arrow keys, on other sheets"
            " too; Enter returns. F4 fixes row and column with $.",
        ),
        translate("FormulaHelp", "Functions: {names}").format(names=", ".join(FUNCTION_NAMES)),
    )


class FormulaHelp(QWidget):
    """The rules, and a table of the names."""

    def __init__(self, sheets: SheetValues) -> None:
        super().__init__()
        known = sheets.calculated
        names = known.names if known is not None else {}
        others = {name: alias for alias, name in known.aliases.items()} if known else {}
        self.model = RowsModel(self._columns(), self)
        self.grid = with_accessible_name(Grid(self.model), self.tr("Names of the model's results"))
        shown = (label(text, "body", "text2", wraps=True) for text in formula_rules())
        area = with_accessible_name(
            wrap_in_scroll_area(fill(QVBoxLayout(), *shown, spacing=8)),
            self.tr("Rules of formulas"),
        )
        area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # keys scroll what is only read
        fill(QVBoxLayout(self), (area, 3), (self.grid, 2), spacing=8)
        self.model.set_rows(tuple((n, others.get(n, ""), v) for n, v in names.items()))

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column("name", self.tr("Name"), lambda row: Cell(row[0]), stretch=True, min_width=230),
            Column("also", self.tr("Or"), lambda row: Cell(row[1]), min_width=160, max_width=330),
            Column("value", self.tr("Now"), _result_cell, right=True, min_width=90),
        )


def _result_cell(row: tuple[str, str, Value]) -> Cell:
    value = row[2]
    if value is None:
        return Cell("#N/A", colour="text3", missing=True)
    return Cell(format_value(value), number=value if isinstance(value, float) else None)

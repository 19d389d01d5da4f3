"""Frame around pages, status bar."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from arraywise.gui.grid.grid import Grid
from arraywise.gui.pages.base import OptionTabs, PageStack
from arraywise.gui.pages.decision.page import DecisionPage
from arraywise.gui.pages.evidence.page import EvidencePage
from arraywise.gui.pages.overview import OverviewPage
from arraywise.gui.pages.performance.page import PerformancePage
from arraywise.gui.pages.pricing.page import PricingPage
from arraywise.gui.pages.provisioning import ProvisioningPage
from arraywise.gui.pages.report import ReportPage
from arraywise.gui.pages.workings.page import WorkingsPage
from arraywise.gui.session.page_requests import (
    ExportDocument,
    PageRequest,
    ReadQuotes,
    ShowEvidence,
    ShowFindings,
    ShowGuide,
    ShowPage,
    ShowPresentation,
    ShowScenarios,
    ShowStatus,
    ShowThresholds,
    ShowTrace,
    TraceableFigure,
)
from arraywise.gui.shell import focus
from arraywise.gui.shell.answer_strip import AnswerStrip
from arraywise.gui.shell.focus import Rail
from arraywise.gui.shell.guide import HELP_TOPIC, show_guide
from arraywise.gui.shell.preferences import show_thresholds
from arraywise.gui.shell.requirement_bar import RequirementBar
from arraywise.gui.shell.requirement_popover import RequirementPopover
from arraywise.gui.shell.trace_panel import TracePanel
from arraywise.gui.widgets import controls, theme
from arraywise.gui.widgets.controls import fill, flush, hairline, splitter
from arraywise.usecases.changes import Changes
from arraywise.usecases.open_quote import split_quotes_from_others

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QKeyEvent, QResizeEvent

    from arraywise.domain.options import Option
    from arraywise.gui.pages.base import Page
    from arraywise.gui.session.session import Session
    from arraywise.usecases.open_quote import QuoteFile, SortedPaths


class PageRoom(QScrollArea):
    """Never asks the window for more width than it has."""

    def __init__(self, stack: PageStack) -> None:
        super().__init__()
        self._stack = stack
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setWidget(stack)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme.apply_style(self.horizontalScrollBar())
        stack.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:
        """Return the height of the page, in hardly any width."""
        return QSize(1, self._stack.minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Return what the pages would like."""
        return self._stack.sizeHint()


P = TypeVar("P")
_NARROW_RAIL_BELOW = 1100
_ABOVE_RAIL = 124
"""Height of the bars above the rail, and of its margins."""
_STRIP_FIGURES = {
    "recommended": TraceableFigure.RESPONSE,
    "response": TraceableFigure.RESPONSE,
    "price": TraceableFigure.PRICE,
    "headroom": TraceableFigure.CAPACITY,
}


def build_pages(session: Session) -> Iterator[Page]:
    """Build the pages one after the other, in the order of the rail."""
    session.sheets.reset_reference_picker()
    yield OverviewPage(session)
    yield EvidencePage(session)
    yield PerformancePage(session)
    yield PricingPage(session)
    yield ProvisioningPage(session)
    yield DecisionPage(session)
    yield ReportPage(session)
    yield WorkingsPage(session)


class StudyFrame(QWidget):
    """Everything between menu bar and status bar while a study is open."""

    message = Signal(str)  # something for the left of the status bar
    presenting_wanted = Signal()  # map and answer are to be shown alone
    document_wanted = Signal(object)  # carries the Document that is to be written
    selected = Signal(object)  # selectionFigures of a grid, or None

    def __init__(self, session: Session, stack: PageStack, pages: Sequence[Page]) -> None:
        """Lay out bars and trace around a stack of the pages that `build_pages` made."""
        super().__init__()
        self.session = session
        self.bar = RequirementBar()
        self.strip = AnswerStrip()
        self.rail = Rail()
        self.trace = TracePanel(session)
        self.bar.setProperty(HELP_TOPIC, "requirement")
        self.strip.setProperty(HELP_TOPIC, "answer")
        self.trace.setProperty(HELP_TOPIC, "trace")
        self.pages = list(pages)
        self._heard: set[Grid] = set()  # grids that are listened to
        self.overview = self._page_of(OverviewPage)
        self.evidence = self._page_of(EvidencePage)
        self.report = self._page_of(ReportPage)
        self._stale = {page.key: Changes.NOTHING for page in self.pages}
        """What changed since a page was last seen."""
        self._keys_wait = False  # whether keys begin where a page is empty only once that is known
        self._stack = stack
        self._build_layout()
        self._connect()
        theme.apply_style(self.bar, self.strip, self.rail, self.trace, self._split.handle(1))
        self.go_to(0)

    def _page_of(self, kind: type[P]) -> P:
        return next(page for page in self.pages if isinstance(page, kind))

    def _build_layout(self) -> None:
        self._strip_parts = QWidget()  # hidden on Overview, whose headline says the same
        line = hairline(Qt.Orientation.Horizontal, "border")
        flush(QVBoxLayout(self._strip_parts), self.strip, line)
        parts = (PageRoom(self._stack), self.trace)
        self._split = splitter(Qt.Orientation.Horizontal, *parts, sizes=(1, 1))
        self._split.setStretchFactor(1, 0)
        edge = hairline(Qt.Orientation.Vertical)
        row = fill(QHBoxLayout(), self.rail, edge, (self._split, 1), spacing=0)
        bars = self.bar, hairline(Qt.Orientation.Horizontal), self._strip_parts
        flush(QVBoxLayout(self), *bars, (row, 1))
        for page in self.pages:
            self.rail.add_page(page.icon, page.title)
        self.trace.hide()

    @cached_property
    def popover(self) -> RequirementPopover:
        """The whole requirement; its many fields are made when it is first opened."""
        built = RequirementPopover(self)
        built.given.connect(self.session.save_requirement)
        built.scenario_wanted.connect(lambda: self.handle_request(ShowScenarios()))
        built.closed.connect(self.bar.more.setFocus)
        return built

    @property
    def _shows_requirement(self) -> bool:
        return "popover" in self.__dict__ and self.popover.isVisible()

    def _connect_grids(self, page: Page) -> None:
        """Listen to the grids of a page, once to each."""
        for grid in set(page.findChildren(Grid)) - self._heard:
            self._heard.add(grid)
            grid.figures_changed.connect(self.selected)
            grid.message.connect(page.show_message)
            grid.refused.connect(page.show_warning)
            grid.edit_begins.connect(page.clear_warning)

    def _connect(self) -> None:
        self.bar.tried.connect(self.session.try_requirement)
        self.bar.given.connect(self.session.save_requirement)
        self.bar.refused.connect(self.message)
        self.session.side_effect.connect(self.message)
        self.bar.more_wanted.connect(self.toggle_requirement)
        self.bar.scenario.used.connect(self.session.use_scenario)
        self.bar.scenario.table_wanted.connect(lambda: self.handle_request(ShowScenarios()))
        self.strip.origin_requested.connect(self._request_origin_of_figure)
        self.rail.chosen.connect(self._show_chosen_page)
        self.trace.requested.connect(self.handle_request)
        for page in self.pages:
            page.requested.connect(partial(self._on_event, page))
            self._connect_grids(page)
            page.parts_added.connect(partial(self._connect_grids, page))
            for tabs in page.findChildren(OptionTabs):
                tabs.editing_requested.connect(self.evidence.edit_options)
        self.evidence.listed.connect(self._count_attention)
        self.session.changed.connect(self._show_session_changes)
        self.session.trial_changed.connect(self._show_trial)
        for keys, message, do in (
            ("F6", self.tr("Go to the next part of the window"), self._next_region),
            ("Shift+F6", self.tr("Go to the part before"), self._last_region),
            ("Alt+A", self.tr("Go to the answer"), self._focus_answer),
            ("Ctrl+R", self.tr("Open the whole requirement"), self.toggle_requirement),
        ):
            shortcut = QShortcut(keys, self)
            shortcut.setWhatsThis(message)
            shortcut.activated.connect(do)
            # Listed with the keys, but told in `keyPressEvent`: in a table they fill to the right.
            shortcut.setEnabled(keys != "Ctrl+R")

    def _next_region(self) -> None:
        focus.focus_next_region(self.regions, ahead=True)

    def _last_region(self) -> None:
        focus.focus_next_region(self.regions, ahead=False)

    def refresh(self) -> None:
        """Show all that the session has."""
        self._show_session_changes(Changes.EVERYTHING)
        self._show_session_changes(Changes.NOTHING)  # the ribbons, which nobody computes again

    def _show_session_changes(self, changes: Changes) -> None:
        """Show what the session has now in bars, pages and trace."""
        answer, facts = self.session.answer, self.session.facts
        if answer is None or facts is None:
            return
        if changes is Changes.NOTHING:
            if self.session.cuts is not None:
                self.bar.show_cuts(self.session.cuts, answer.options)
            self.present_page.refresh(changes)
            return
        self.bar.show_facts(facts)
        if changes & Changes.STUDY:
            self.bar.fit_scales(answer.requirement)
        elif not self.bar.is_dragged:
            self.bar.show_requirement(answer.requirement)
        self.session.set_slider_ranges(*self.bar.ranges)
        self.bar.show_answer(answer)
        self._refresh_requirement()
        self.bar.scenario.show_scenarios(self.session.scenarios)
        self.strip.show_answer(answer)
        for page in self.pages:
            self._stale[page.key] |= changes
        self._refresh_stale(self.present_page)
        self._refresh_stale(self.evidence)  # the rail counts its files
        if not self.session.is_moving:  # it is made again, and read when the hand rests
            self.trace.refresh()
        self._retry_keys()

    def _show_trial(self) -> None:
        self.bar.show_trial(self.session.trial)

    def disconnect_session(self) -> None:
        """Follow the session no more: another frame does, or none."""
        self.session.changed.disconnect(self._show_session_changes)
        self.session.trial_changed.disconnect(self._show_trial)

    def _refresh_stale(self, page: Page) -> None:
        """Let a page follow; those that are not seen do when they are gone to."""
        stale, self._stale[page.key] = self._stale[page.key], Changes.NOTHING
        page.refresh(stale)

    def _count_attention(self) -> None:
        self.rail.buttons[self.pages.index(self.evidence)].show_count(self.evidence.problem_count)
        for page in self.pages:
            page.show_waiting_files(self.evidence.files.unassigned_count)

    @property
    def present_page(self) -> Page:
        """The page that is shown."""
        return self.pages[self.place]

    @property
    def place(self) -> int:
        """Which page is shown, from 0."""
        return self._stack.currentIndex()

    def import_files(self, paths: tuple[Path, ...]) -> None:
        """Import files, on the page where the result is seen."""
        self._show_page(self.evidence)
        self.evidence.import_files(paths)

    def import_dropped_files(self, paths: tuple[Path, ...], at: QPoint | None) -> None:
        """Read quotes that are dropped on an option, or where its prices are; import the rest."""
        option = self._option_at(at)
        if option is None:
            self.import_files(paths)
            return

        def take(found: SortedPaths) -> None:
            if found.others:
                self.import_files(found.others)
            if found.quotes:
                self._read_quotes([(quote, option.name) for quote in found.quotes])

        self.session.read(
            lambda _study: split_quotes_from_others(paths), take, key="dropped files"
        )

    def _option_at(self, at: QPoint | None) -> Option | None:
        """Return the option whose tab something is dropped on, or whose prices are shown."""
        page = self.present_page
        on_tab = (tabs.option_at(at) for tabs in page.findChildren(OptionTabs) if at is not None)
        option = next((each for each in on_tab if each is not None), None)
        shown = page.tabs.option if isinstance(page, PricingPage) and at is not None else None
        return option or shown

    def _read_quotes(self, quotes: Sequence[tuple[QuoteFile, str]]) -> None:
        pricing = self._page_of(PricingPage)
        self._show_page(pricing)
        pricing.quotes.read_in_turn(quotes)

    def go_to(self, number: int) -> None:
        """Show a page by its place; what was shown of another is cleared."""
        if number != self._stack.currentIndex():
            self.message.emit("")
        was_there = self.pages[number].focusWidget()
        self._stack.setCurrentIndex(number)
        self.rail.choose(number)
        self._show_strip(shown=self.pages[number] is not self.overview)
        self._refresh_stale(self.present_page)
        focused = self.window().focusWidget()
        is_back = focused is was_there and not isinstance(focused, QAbstractButton)
        keyed = (self.rail, self.present_page)
        if not is_back and focused is not None and any(p.isAncestorOf(focused) for p in keyed):
            self._focus_page_start()  # Qt may have gone to a button there that deletes something

    def _show_strip(self, *, shown: bool) -> None:
        """Show or hide the strip; the rail stays where it is, under the hand."""
        self._strip_parts.setVisible(shown)
        layout = self.layout()
        if layout is not None:
            layout.activate()  # at once, as the rail does, or that would jump for a frame
        self.rail.leave_room_above(0 if shown else self._strip_parts.sizeHint().height())

    def _show_page(self, page: Page) -> None:
        self.go_to(self.pages.index(page))

    def _show_chosen_page(self, number: int) -> None:
        """Show a page that was chosen on the rail; keys that were there stay."""
        keyed = self.window().focusWidget() in self.rail.buttons
        self.go_to(number)
        if keyed:
            self.rail.buttons[number].setFocus()

    def focus_page(self) -> None:
        """Let keys begin at the page: on a slider they would change the requirement."""
        self._keys_wait = self.session.answer is None
        self._focus_page_start()

    def _focus_page_start(self) -> None:
        """Let keys begin where the page says, or on the rail."""
        (self.present_page.focus_start or self.rail.buttons[self.place]).setFocus()

    def _retry_keys(self) -> None:
        """Begin again where it was not known yet whether the page is empty."""
        waited, self._keys_wait = self._keys_wait, False
        if waited and self.window().focusWidget() in self.rail.buttons:
            self.focus_page()

    def page(self, key: str) -> Page:
        """Return a page by its key."""
        return next(page for page in self.pages if page.key == key)

    def show_option(self, option_id: int) -> None:
        """Show an option among the others."""
        self.go_to(0)
        self.overview.show_option(option_id)

    def _on_event(self, page: Page, request: PageRequest) -> None:
        """Do what a page asks for; what it asks once it is left has no effect."""
        if page is self.present_page or not isinstance(request, ShowStatus):
            self.handle_request(request)

    def handle_request(self, request: PageRequest) -> None:
        """Do what a page asked for."""
        match request:
            case ShowTrace(option_id, figure):
                self.trace.show_figure(option_id, figure)
                self._open_trace()
            case ShowEvidence(file, line, column):
                self._show_page(self.evidence)
                self.evidence.show_file(file, line, column)
            case ShowPage(key):
                self._show_page(self.page(key))
            case ShowStatus(text):
                self.message.emit(text)
            case ReadQuotes(quotes):
                self._read_quotes([(quote, "") for quote in quotes])
            case ShowScenarios() | ShowFindings() | ShowThresholds():
                self._show_in_decision(request)
            case ShowPresentation() | ExportDocument() | ShowGuide():
                self._ask_window(request)

    def _ask_window(self, request: ShowPresentation | ExportDocument | ShowGuide) -> None:
        match request:
            case ShowGuide(topic):
                show_guide(self.window(), topic)
            case ShowPresentation():
                self.presenting_wanted.emit()
            case ExportDocument(document):
                self.document_wanted.emit(document)

    def _show_in_decision(self, request: ShowScenarios | ShowFindings | ShowThresholds) -> None:
        decision = self._page_of(DecisionPage)
        self._show_page(decision)
        if isinstance(request, ShowScenarios):
            decision.scenarios.open()
        elif isinstance(request, ShowFindings):
            decision.open_findings()
        else:
            show_thresholds(self.session, self.window())

    def paste_evidence(self) -> None:
        """Import what is on the clipboard, on the page where the result is seen."""
        self._show_page(self.evidence)
        self.evidence.paste()

    def store_evidence(self) -> None:
        """Keep the selected files inside the study, on the page where they are selected."""
        self._show_page(self.evidence)
        self.evidence.embed_selected()

    def paste(self) -> None:
        """Let the table that has the keys take the clipboard, else the present page."""
        page, focused = self.present_page, QApplication.focusWidget()
        grid = focused if isinstance(focused, Grid) and page.isAncestorOf(focused) else None
        if grid is not None and (page is not self.evidence or grid.block_target is not None):
            grid.paste()  # it states where it takes none
        else:
            page.paste()

    def _request_origin_of_figure(self, name: str) -> None:
        answer = self.session.answer
        if answer is None or not answer.options:
            return
        figure = _STRIP_FIGURES.get(name)
        if figure is None:  # how sure it is, and what was found, stands where it is decided
            is_found = name == "findings"
            self.handle_request(ShowFindings() if is_found else ShowPage(DecisionPage.key))
            return
        self.handle_request(ShowTrace((answer.recommended or answer.options[0].option).id, figure))

    def _focus_answer(self) -> None:
        """Let keys begin at the headline, or at the strip where that has its place."""
        on_overview = self.present_page is self.overview
        region = self.overview.headline if on_overview else self.strip
        first = next(focus.list_tab_stops(region), None)
        if first is not None:
            focus.go_to(first, Qt.FocusReason.ShortcutFocusReason)

    def toggle_requirement(self) -> None:
        """Open the whole requirement under its button, or put it away."""
        if self._shows_requirement:
            self.popover.close_popover()
        else:
            self._show_requirement()
            self.popover.open_under(self.bar.more)

    def _refresh_requirement(self) -> None:
        """Let the requirement follow while it is seen."""
        if self._shows_requirement:
            self._show_requirement()

    def _show_requirement(self) -> None:
        """Show the present requirement in its popover, which is as high as that needs."""
        answer, facts = self.session.answer, self.session.facts
        if answer is None or facts is None:
            return
        self.popover.show_study(facts, answer)
        if self.popover.isVisible() and not self.session.is_moving:
            self.popover.place_under(self.bar.more)

    def _open_trace(self) -> None:
        if not self.trace.isVisible():
            self.trace.show()
            wide = theme.width("trace_panel")
            self._split.setSizes([self._split.width() - wide, wide])

    def toggle_trace(self) -> None:
        """Open the trace of the recommended option, or close the panel."""
        if self.trace.isVisible():
            self.trace.hide()
        else:
            self._request_origin_of_figure("response")

    @property
    def regions(self) -> tuple[QWidget, ...]:
        """Bar, strip, rail, page and trace, as keys go through them."""
        return self.bar, self.strip, self.rail, self.present_page, self.trace

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses buttons, Ctrl+R opens the requirement where no table takes it."""
        is_control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if is_control and event.key() == Qt.Key.Key_R:
            self.toggle_requirement()
        elif not controls.press_focused_button(event, self):
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow window has a narrow rail."""
        super().resizeEvent(event)
        lowest = theme.height("rail_item") * len(self.pages) + theme.px(_ABOVE_RAIL)
        is_small = self.width() < theme.px(_NARROW_RAIL_BELOW) or self.height() < lowest
        self.rail.narrow_layout(narrow=is_small)
        if self._shows_requirement:
            self.popover.place_under(self.bar.more)

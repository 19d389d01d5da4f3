"""Report."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QColorDialog,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.messages import UserError
from arraywise.domain.study import LANGUAGES, PAPERS, ReportOptions
from arraywise.gui.pages.base import Page, scrolling, section_head
from arraywise.gui.pages.report.preview import ReportPreview
from arraywise.gui.session.page_requests import Document, Export, Say
from arraywise.gui.widgets import files as file_dialogs
from arraywise.gui.widgets import messages, theme
from arraywise.gui.widgets.controls import button, fill, flush, hairline, label, panel, restyle
from arraywise.gui.widgets.messages import counted
from arraywise.store.reading.inputs import report_options
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_study import set_info, set_report_options

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QShowEvent

    from arraywise.gui.session.exports import PdfPages
    from arraywise.gui.session.session import Session

LANGUAGE_NAMES = dict(
    zip(LANGUAGES, ("English", "Deutsch", "Portugu\u00eas (Brasil)"), strict=True)
)
_OURS = "#3B46A6"
_ACCENTS = (_OURS, "#1F5561", "#5F3F29", "#34393E")
"""Ours first; all of them print well on white."""


class ReportForm(QWidget):
    """Fields of the options of a report; says when one was changed."""

    changed = Signal(object)  # carries the new ReportOptions
    refused = Signal(str)  # carries why a picture was not taken

    def __init__(self) -> None:
        super().__init__()
        self._options = ReportOptions()
        self.author, self.language, self.paper = QLineEdit(), QComboBox(), QComboBox()
        for code, name in LANGUAGE_NAMES.items():
            self.language.addItem(name, code)
        self.paper.addItems(list(PAPERS))
        self.logo = QLabel()
        self.workbook = QCheckBox(self.tr("Put the workbook inside the PDF"))
        self.evidence = QCheckBox(self.tr("Put the evidence files inside the PDF"))
        self.accents = [self._make_accent(colour) for colour in _ACCENTS]
        self._lay_out()
        self.author.editingFinished.connect(lambda: self._keep(author=self.author.text().strip()))
        self.language.activated.connect(
            lambda _at: self._keep(language=str(self.language.currentData()))
        )
        self.paper.activated.connect(lambda _at: self._keep(paper=self.paper.currentText()))
        self.workbook.clicked.connect(lambda on: self._keep(attach_workbook=bool(on)))
        self.evidence.clicked.connect(lambda on: self._keep(attach_evidence=bool(on)))

    @property
    def options(self) -> ReportOptions:
        """What the form says."""
        return self._options

    def show_options(self, options: ReportOptions) -> None:
        """Show the options that the study keeps."""
        self._options = options
        if not (self.author.hasFocus() and self.author.isModified()):
            self.author.setText(options.author)
        self.language.setCurrentIndex(max(0, self.language.findData(options.language)))
        self.paper.setCurrentText(options.paper)
        self.workbook.setChecked(options.attach_workbook)
        self.evidence.setChecked(options.attach_evidence)
        for each, colour in zip(self.accents, _ACCENTS, strict=True):
            each.setChecked(colour == (options.accent or _OURS))
        self._show_logo(options.logo)

    def add_fields(self, rows: list[tuple[str, QWidget]]) -> None:
        """Put fields of the study above those of the report."""
        for place, (text, field) in enumerate(rows):
            self._insert(place, text, field)

    def _insert(self, place: int, text: str, field: QWidget) -> None:
        field.setFixedHeight(theme.height("field"))
        field.setAccessibleName(text)
        self._form.insertRow(place, label(text, "body", "text2"), field)

    def _lay_out(self) -> None:
        column = fill(QVBoxLayout(self), margins=(16, 4, 16, 0), spacing=10)
        self._form = QFormLayout()
        self._form.setVerticalSpacing(8)
        self._form.setHorizontalSpacing(16)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for place, (text, field) in enumerate(
            (
                (self.tr("Author"), self.author),
                (self.tr("Language"), self.language),
                (self.tr("Paper"), self.paper),
                (self.tr("Logo"), self._make_logo()),
                (self.tr("Accent colour"), self._make_accents()),
            )
        ):
            self._insert(place, text, field)
        fill(column, self._form, self.workbook, self.evidence)

    def _make_logo(self) -> QWidget:
        self.drop_logo = button(self.tr("Remove"), lambda: self._keep(logo=b""), kind="link")
        choose = button(self.tr("Choose\u2026"), self._choose_logo, kind="link")
        return _side_by_side(self.logo, None, self.drop_logo, choose)

    def _show_logo(self, image: bytes) -> None:
        picture = QPixmap()
        if image and picture.loadFromData(image):
            high = theme.height("field") - 6
            self.logo.setPixmap(picture.scaledToHeight(high) if picture.height() else picture)
            self.logo.setToolTip(self.tr("The logo at the head of the cover"))
        else:
            self.logo.setText(self.tr("none"))
        self.drop_logo.setVisible(bool(image))

    def _choose_logo(self) -> None:
        path = file_dialogs.ask_picture(self)
        if path is not None:
            self.take_logo(path)

    def take_logo(self, path: Path) -> None:
        """Take a picture as the logo."""
        from arraywise.usecases.edit_study import read_logo  # the store takes long to load

        try:
            self._keep(logo=read_logo(path))
        except UserError as error:
            self.refused.emit(messages.why(error))

    def _make_accents(self) -> QWidget:
        other = button(self.tr("Other\u2026"), self._choose_accent, kind="link")
        return _side_by_side(*self.accents, None, other)

    def _make_accent(self, colour: str) -> QToolButton:
        patch = QPixmap(18, 18)
        patch.fill(QColor(colour))
        choice = QToolButton()
        choice.setIcon(QIcon(patch))
        choice.setIconSize(QSize(18, 18))
        choice.setCheckable(True)
        choice.setAccessibleName(self.tr("Accent colour {colour}").format(colour=colour))
        choice.setToolTip(colour)
        choice.clicked.connect(lambda: self._keep(accent="" if colour == _OURS else colour))
        return choice

    def _choose_accent(self) -> None:
        title = self.tr("Accent colour of the report")
        found = QColorDialog.getColor(QColor(self._options.accent or _OURS), self, title)
        if found.isValid():
            self._keep(accent=found.name())

    def _keep(self, **changes: str | bytes | bool) -> None:
        options = replace(self._options, **changes)  # type: ignore[arg-type]
        self.author.setModified(False)  # what is typed in it is given with anything else
        if options != self._options:
            self.show_options(options)
            self.changed.emit(options)

    def leave_out(self, keys: frozenset[str]) -> None:
        """Take down which sections are not printed."""
        options = replace(self._options, left_out=keys)
        if options != self._options:
            self._options = options
            self.changed.emit(options)


def _side_by_side(*parts: QWidget | None) -> QWidget:
    whole = QWidget()
    row = fill(QHBoxLayout(whole), margins=(0, 0, 0, 0), spacing=8)
    for part in parts:
        if part is None:
            row.addStretch(1)
        else:
            row.addWidget(part)
    return whole


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

    chosen = Signal(int)  # carries a page, counted from 0
    left_out = Signal(object)  # carries the keys of the sections without a tick

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


_FORM_WIDTH = 300
_LIST_WIDTH = 250


class ReportPage(Page):
    """What goes into the documents, how they look, and Export."""

    key = "report"
    icon = "report"

    def __init__(self, session: Session) -> None:
        super().__init__(self.tr("Report"))
        self._session = session
        self._is_stale = True
        self.name_field, self.client_field = QLineEdit(), QLineEdit()
        self.currency_field = QLineEdit()
        self.sections, self.preview = SectionList(), ReportPreview(session)
        self.form = ReportForm()
        self.form.add_fields(
            [
                (self.tr("Study"), self.name_field),
                (self.tr("Client"), self.client_field),
                (self.tr("Currency"), self.currency_field),
            ]
        )
        self.set_body(self._make_body())
        self._connect()

    def _connect(self) -> None:
        for field in (self.name_field, self.client_field, self.currency_field):
            field.editingFinished.connect(self._keep_info)
        self.form.changed.connect(self._keep_options)
        self.form.refused.connect(lambda why: self.banner.say("fail", why))
        self.sections.left_out.connect(self.form.leave_out)
        self.sections.chosen.connect(self.preview.go_to)
        self.preview.made.connect(self._show_pages)
        self.preview.turned.connect(self.sections.show_page)
        self.preview.said.connect(lambda text: self.wanted.emit(Say(text)))

    def _make_body(self) -> QWidget:
        body = panel()
        row = flush(QHBoxLayout(body))
        self.sections.setFixedWidth(max(_LIST_WIDTH, self.sections.needed_width()))
        fill(
            row,
            self.sections,
            hairline(Qt.Orientation.Vertical),
            (self.preview, 1),
            hairline(Qt.Orientation.Vertical),
            self._make_side(),
        )
        return body

    def _make_side(self) -> QWidget:
        side = panel()
        side.setMinimumWidth(theme.px(_FORM_WIDTH))
        column = fill(QVBoxLayout(side), margins=(0, 0, 0, 16), spacing=0)
        head, _title, _note = section_head(self.tr("Options of the report"))
        column.addWidget(head)
        inside = panel()
        fill(QVBoxLayout(inside), self.form, None, margins=(0, 0, 0, 12))
        fill(
            column,
            (scrolling(inside, keeps_width=True), 1),
            hairline(Qt.Orientation.Horizontal),
            self._make_buttons(),
        )
        return side

    def _make_buttons(self) -> QVBoxLayout:
        column = fill(QVBoxLayout(), margins=(16, 16, 16, 0), spacing=8)
        self.pdf = button(self.tr("Export PDF"), self._export_pdf, kind="primary", sign="file")
        self.workbook = button(self.tr("Export workbook"), self._export_workbook, sign="table")
        self.workbook.setToolTip(self.tr("A workbook with live formulas"))
        for each in (self.pdf, self.workbook):
            each.setFixedHeight(theme.px(32))
            each.setMaximumWidth(10_000)
            each.setSizePolicy(each.sizePolicy().Policy.Expanding, each.sizePolicy().Policy.Fixed)
            column.addWidget(each)
        note = label(
            self.tr("The same study always gives exactly the same file."),
            "body",
            "text3",
            wraps=True,
        )
        column.addWidget(note)
        return column

    def refresh(self, changes: Changes) -> None:
        """Show the study's head, and make the pages anew while they are looked at."""
        facts, answer = self._session.facts, self._session.answer
        if facts is None or answer is None or changes is Changes.NOTHING:
            return
        for field, text in (
            (self.name_field, facts.name),
            (self.client_field, facts.client),
            (self.currency_field, facts.currency),
        ):
            if not (field.hasFocus() and field.isModified()):  # the user is not typing
                field.setText(text)
        self._is_stale = True
        if self.isVisible() and not self._session.is_moving:
            self._renew()

    def showEvent(self, event: QShowEvent) -> None:
        """Make the pages when the page comes up after a change."""
        super().showEvent(event)
        if self._is_stale:
            self._renew()

    def _renew(self) -> None:
        """Read the options that the study keeps, and make the pages."""
        self._is_stale = False
        self._session.read(report_options, self._show_options, key="report options")

    def _show_options(self, options: ReportOptions) -> None:
        self.form.show_options(options)
        self.sections.show_left_out(options.left_out)
        self._show_preview(options)

    def _keep_options(self, options: ReportOptions) -> None:
        study = self._session.study
        self._session.write(lambda _w: set_report_options(study, options), None, key="report")
        self._show_preview(options)

    def _show_preview(self, options: ReportOptions) -> None:
        facts = self._session.facts
        is_nothing = facts is not None and not facts.options
        for each in (self.pdf, self.workbook):
            each.setEnabled(not is_nothing)
        if is_nothing:
            self.preview.show_nothing()
        else:
            self.preview.show_report(options)

    def _show_pages(self, pages: PdfPages) -> None:
        self.sections.show_pages(pages)
        self.subtitle.setText(counted(pages.count, self.tr("1 page"), self.tr("{count} pages")))

    def _keep_info(self) -> None:
        facts = self._session.facts
        name = self.name_field.text().strip()
        client = self.client_field.text().strip()
        currency = self.currency_field.text().strip().upper()
        if facts is None or (name, client, currency) == (facts.name, facts.client, facts.currency):
            return
        good = len(currency) == 3 and currency.isascii() and currency.isalpha()
        restyle(self.currency_field, invalid=not good)
        reason = "" if good else self.tr("Three letters, such as EUR or BRL")
        self.currency_field.setToolTip(reason)
        if name and good:
            study = self._session.study
            for field in (self.name_field, self.client_field, self.currency_field):
                field.setModified(False)
            self._session.write(
                lambda _watch: set_info(study, name=name, client=client, currency=currency),
                Changes.STUDY,
                key="info",
            )

    def _export_pdf(self) -> None:
        self.wanted.emit(Export(Document.REPORT))

    def _export_workbook(self) -> None:
        self.wanted.emit(Export(Document.WORKBOOK))

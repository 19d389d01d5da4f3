"""Report: the pages as they will be printed, what goes in, for whom, and the export buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from arraywise.gui import theme
from arraywise.gui.fields import button, hairline, label, panel, restyle
from arraywise.gui.nesting import nest
from arraywise.gui.pages.page import Page, scrolling, section_head
from arraywise.gui.pages.report_options import ReportForm
from arraywise.gui.pages.report_preview import ReportPreview
from arraywise.gui.pages.report_sections import SectionList
from arraywise.gui.wishes import Document, Export, Say
from arraywise.gui.wording import counted
from arraywise.store.reading.report_options import report_options
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_report import set_report_options
from arraywise.usecases.edit_study import set_info

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from arraywise.domain.report_options import ReportOptions
    from arraywise.gui.pdf_pages import PdfPages
    from arraywise.gui.session import Session

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
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.sections.setFixedWidth(max(_LIST_WIDTH, self.sections.needed_width()))
        row.addWidget(self.sections)
        row.addWidget(hairline(Qt.Orientation.Vertical))
        row.addWidget(self.preview, 1)
        row.addWidget(hairline(Qt.Orientation.Vertical))
        row.addWidget(self._make_side())
        return body

    def _make_side(self) -> QWidget:
        side = panel()
        side.setMinimumWidth(theme.px(_FORM_WIDTH))
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 16)
        column.setSpacing(0)
        head, _title, _note = section_head(self.tr("Options of the report"))
        column.addWidget(head)
        inside = panel()
        rows = QVBoxLayout(inside)
        rows.setContentsMargins(0, 0, 0, 12)
        rows.addWidget(self.form)
        rows.addStretch(1)
        column.addWidget(scrolling(inside, keeps_width=True), 1)
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        nest(column, self._make_buttons())
        return side

    def _make_buttons(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setContentsMargins(16, 16, 16, 0)
        column.setSpacing(8)
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

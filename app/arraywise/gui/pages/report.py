"""Report: for whom the documents are, in which language, and the buttons that write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from arraywise.gui import exporting, theme, wording
from arraywise.gui.fields import button, hairline, label, panel, restyle
from arraywise.gui.pages.page import Page, scrolling, section_head
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_study import set_info

if TYPE_CHECKING:
    from arraywise.gui.session import Session

_LANGUAGES = (("en", "English"), ("de", "Deutsch"), ("pt_BR", "Português (Brasil)"))
_PAPERS = ("A4", "Letter")
_FORM_WIDTH = 380
_TEXT_WIDTH = 820


class ReportPage(Page):
    """What goes into the documents, and Export."""

    key = "report"
    icon = "report"

    def __init__(self, session: Session) -> None:
        super().__init__(self.tr("Report"))
        self._session = session
        self.name_field, self.client_field = QLineEdit(), QLineEdit()
        self.currency_field = QLineEdit()
        self.language, self.paper = QComboBox(), QComboBox()
        for code, name in _LANGUAGES:
            self.language.addItem(name, code)
        spoken = QLocale().name()
        for place, (code, _name) in enumerate(_LANGUAGES):
            if spoken.startswith(code):
                self.language.setCurrentIndex(place)
        self.paper.addItems(list(_PAPERS))
        for field in (self.name_field, self.client_field, self.currency_field):
            field.editingFinished.connect(self._keep_info)
        self.set_body(self._make_body())

    def _make_body(self) -> QWidget:
        body = panel()
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._make_summary(), 1)
        row.addWidget(hairline(Qt.Orientation.Vertical))
        row.addWidget(self._make_options())
        return body

    def _make_summary(self) -> QScrollArea:
        """Return what the documents will say first."""
        page = QWidget()
        page.setMaximumWidth(_TEXT_WIDTH)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        self.heading = label("", "welcome", bold=True)
        self.heading.setWordWrap(True)
        self.client = label("", "control", "text3")
        self.sentence = label("", "figure")
        self.sentence.setWordWrap(True)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.findings = QVBoxLayout()
        self.findings.setSpacing(8)
        column.addWidget(self.heading)
        column.addWidget(self.client)
        column.addSpacing(4)
        column.addWidget(self.sentence)
        column.addSpacing(12)
        column.addWidget(label(self.tr("Findings and limits"), "section", bold=True))
        column.addLayout(self.findings)
        column.addStretch(1)
        inside = panel()
        row = QHBoxLayout(inside)
        row.setContentsMargins(32, 28, 32, 24)
        row.addWidget(page, 1)
        return scrolling(inside)

    def _make_options(self) -> QWidget:
        side = panel()
        side.setFixedWidth(_FORM_WIDTH)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 16)
        column.setSpacing(0)
        head, _title, _note = section_head(self.tr("Options of the report"))
        column.addWidget(head)
        form = QFormLayout()
        form.setContentsMargins(16, 4, 16, 0)
        form.setVerticalSpacing(8)
        form.setHorizontalSpacing(16)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for text, field in (
            (self.tr("Study"), self.name_field),
            (self.tr("Client"), self.client_field),
            (self.tr("Currency"), self.currency_field),
            (self.tr("Language"), self.language),
            (self.tr("Paper"), self.paper),
        ):
            field.setFixedHeight(theme.height("field"))
            field.setAccessibleName(text)
            form.addRow(label(text, "body", "text2"), field)
        column.addLayout(form)
        column.addStretch(1)
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        column.addLayout(self._make_buttons())
        return side

    def _make_buttons(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setContentsMargins(16, 16, 16, 0)
        column.setSpacing(8)
        self.pdf = button(self.tr("Export PDF"), self.export_pdf, kind="primary", sign="file")
        self.workbook = button(
            self.tr("Export workbook with live formulas"), self.export_workbook, sign="table"
        )
        for each in (self.pdf, self.workbook):
            each.setFixedHeight(32)
            each.setMaximumWidth(10_000)
            each.setSizePolicy(each.sizePolicy().Policy.Expanding, each.sizePolicy().Policy.Fixed)
            column.addWidget(each)
        note = label(self.tr("The same study always gives the same bytes."), "body", "text3")
        note.setWordWrap(True)
        column.addWidget(note)
        return column

    def refresh(self, changes: Changes) -> None:
        """Show what the documents will say first."""
        facts, answer = self._session.facts, self._session.answer
        if facts is None or answer is None or changes is Changes.NOTHING:
            return
        self.subtitle.setText(self.tr("PDF for the client, workbook with live formulas"))
        for field, text in (
            (self.name_field, facts.name),
            (self.client_field, facts.client),
            (self.currency_field, facts.currency),
        ):
            if not field.hasFocus():
                field.setText(text)
        self.heading.setText(facts.name)
        self.client.setText(facts.client)
        self.client.setVisible(bool(facts.client))
        self.sentence.setText(wording.tell_all(answer.sentence))
        self._show_findings()

    def _show_findings(self) -> None:
        answer = self._session.answer
        while self.findings.count():
            item = self.findings.takeAt(0)
            old = item.widget() if item is not None else None
            if old is not None:
                old.deleteLater()
        for finding in answer.findings if answer else ():
            said = f"{wording.word(finding.severity)}. {wording.tell(finding.said)}"
            text = label(f"{said} {wording.tell(finding.consequence)}", "control", "text2")
            text.setWordWrap(True)
            self.findings.addWidget(text)
        if answer is not None and not answer.findings:
            self.findings.addWidget(label(self.tr("None open."), "control", "text2"))

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
            self._session.write(
                lambda _watch: set_info(study, name=name, client=client, currency=currency),
                Changes.STUDY,
                key="info",
            )

    def export_pdf(self) -> None:
        """Ask where the PDF is to lie, and write it."""
        exporting.export_pdf(
            self._session,
            self.banner,
            language=str(self.language.currentData()),
            paper=self.paper.currentText(),
        )

    def export_workbook(self) -> None:
        """Ask where the workbook is to lie, and write it."""
        exporting.export_workbook(self._session, self.banner)

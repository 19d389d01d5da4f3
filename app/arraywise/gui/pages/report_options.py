"""The form beside the preview: for whom the report is and what it looks like."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QColorDialog,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.problems import UserError
from arraywise.domain.report_options import LANGUAGES, PAPERS, ReportOptions
from arraywise.gui import file_dialogs, theme, wording
from arraywise.gui.fields import button, label
from arraywise.gui.nesting import nest

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGE_NAMES = dict(
    zip(LANGUAGES, ("English", "Deutsch", "Portugu\u00eas (Brasil)"), strict=True)
)
_OURS = "#3B46A6"
_ACCENTS = (_OURS, "#1F5561", "#5F3F29", "#34393E")
"""Ours first; all of them print well on white."""


class ReportForm(QWidget):
    """Fields of the options of a report; says when one was changed."""

    changed = Signal(object)
    """Carries the new ReportOptions."""
    refused = Signal(str)
    """Carries why a picture was not taken."""

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
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 4, 16, 0)
        column.setSpacing(10)
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
        nest(column, self._form)
        column.addWidget(self.workbook)
        column.addWidget(self.evidence)

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
        from arraywise.usecases.edit_report import read_logo  # the store takes long to load

        try:
            self._keep(logo=read_logo(path))
        except UserError as error:
            self.refused.emit(wording.why(error))

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
    row = QHBoxLayout(whole)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    for part in parts:
        if part is None:
            row.addStretch(1)
        else:
            row.addWidget(part)
    return whole

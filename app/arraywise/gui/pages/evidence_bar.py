"""The strip above the files: where to drop more, and what is left to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton

from arraywise.gui import figures, theme
from arraywise.gui.drop_zone import DropZone
from arraywise.gui.fields import ElidedLabel, button, giving_title
from arraywise.gui.pages.page import EmptyState
from arraywise.gui.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QPaintEvent

translate = QCoreApplication.translate


class _WholeOrNothing(ElidedLabel):
    """A line of text that is left out where it does not fit."""

    def minimumSizeHint(self) -> QSize:
        """Return no width: the line may go."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the text where there is room for all of it."""
        wide = self.fontMetrics().horizontalAdvance(self.text())
        if wide <= self.contentsRect().width():
            super().paintEvent(event)


class EvidenceBar(DropZone):
    """Says what may be dropped, confirms guesses, and lists only files with problems."""

    confirm_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(theme.px(44))
        row = QHBoxLayout(self)
        row.setContentsMargins(46, 0, 12, 0)
        row.setSpacing(14)
        row.addWidget(giving_title(self.tr("Drop result files or a folder here")))
        paste = giving_title(self.tr("or paste text with Ctrl+V"))
        paste.setFont(theme.font("control"))
        row.addWidget(paste)
        tools = _WholeOrNothing("text3", "control")
        tools.setText(
            self.tr(
                "ORION, Swingbench, I/O calibration, dstat, fio, HammerDB and others by content"
            )
        )
        row.addWidget(tools, 1)
        self.confirm = button("", self.confirm_asked.emit)
        self.confirm.setToolTip(
            self.tr(
                "Options, users and repetitions that were guessed from names are dotted in the"
                " list until they are confirmed or typed over."
            )
        )
        self.only_problems = button("", lambda: None)
        self.only_problems.setCheckable(True)
        for each in (self.confirm, self.only_problems):
            each.setFixedHeight(theme.height("field"))
            each.hide()
            row.addWidget(each)

    def show_counts(self, guessed: int, problems: int) -> None:
        """Offer to confirm guesses, and to list only files with problems, where there are any."""
        _offer(
            self.confirm,
            guessed,
            counted(
                guessed,
                self.tr("Confirm the guesses of 1 file"),
                self.tr("Confirm the guesses of {count} files"),
            ),
        )
        said = self.tr("Only those with problems ({count})")
        _offer(self.only_problems, problems, said.format(count=figures.number(problems)))
        if not problems:
            self.only_problems.setChecked(False)


def _offer(made: QPushButton, count: int, text: str) -> None:
    made.setText(text)
    made.setVisible(count > 0)


def empty_state(ask_files: Callable[[], None], ask_folder: Callable[[], None]) -> EmptyState:
    """Return what the page says while the study has no files."""
    return EmptyState(
        "drop",
        translate("EvidencePage", "Drop result files or a folder anywhere on this window"),
        translate(
            "EvidencePage",
            "Files of ORION, Swingbench, I/O calibration, dstat, fio, HammerDB and others are"
            " recognised by content. A folder's name is offered as the option that its files"
            " belong to. Text on the clipboard can be pasted with Ctrl+V.",
        ),
        button(translate("EvidencePage", "Open files"), ask_files, kind="primary"),
        button(translate("EvidencePage", "Open a folder"), ask_folder),
    )

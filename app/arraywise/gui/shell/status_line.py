"""Beside the menu bar the study's name, and the status line at the foot of the window."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QStatusBar, QWidget

from arraywise.gui.widgets import figures, theme
from arraywise.gui.widgets.controls import as_tip, button, fill, label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenuBar

    from arraywise.domain.study import StudyFacts
    from arraywise.gui.grid.view import SelectionFigures
    from arraywise.gui.session.background import Background, RunningTask
    from arraywise.gui.session.session import Session


class StudyCorner(QWidget):
    """Hidden while no study is open; a synthetic study is always called so."""

    def __init__(self, bar: QMenuBar) -> None:
        super().__init__(bar)
        self.setFixedHeight(theme.height("menu_bar"))
        row = fill(QHBoxLayout(self), margins=(0, 0, 16, 0), spacing=8)
        self._name = label("", bold=True)
        self._note = label("", "body", "text3")
        row.addWidget(self._name)
        row.addWidget(self._note)
        bar.setCornerWidget(self, Qt.Corner.TopRightCorner)

    def show_facts(self, facts: StudyFacts | None) -> None:
        """Name another study."""
        self.hide()  # a menu bar makes room again only when its corner is shown
        if facts is None:
            return
        mark = self.tr("synthetic")
        is_said = {mark, "synthetic"} & set(re.findall(r"\w+", facts.name.lower()))
        marked = facts.synthetic and not is_said
        self._name.setText(f"{facts.name} ({mark})" if marked else facts.name)
        self._note.setText(", ".join(part for part in (facts.client, facts.currency) if part))
        self.adjustSize()
        self.show()


class StatusLine(QStatusBar):
    """Left the selection, in the middle tasks with progress and Cancel, right the save state."""

    def __init__(self, background: Background, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._background = background
        self._task: RunningTask | None = None
        self.setSizeGripEnabled(False)
        self.setFixedHeight(theme.height("status_bar"))
        self.message = label("", "body", "text2")
        self.message.setContentsMargins(12, 0, 0, 0)
        self.addWidget(self.message, 1)
        self.addPermanentWidget(self._build_progress())
        self.saved = label("", "body", "text3")
        self.saved.setContentsMargins(0, 0, 12, 0)
        self.addPermanentWidget(self.saved)
        background.changed.connect(self._show_tasks)
        self._show_tasks()

    def _build_progress(self) -> QWidget:
        self._progress = QWidget()
        row = fill(QHBoxLayout(self._progress), margins=(0, 0, 8, 0), spacing=10)
        self.task_text = label("", "body", "text2")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(96)
        self.cancel = button(self.tr("Cancel"), self._cancel, kind="link")
        self.cancel.setFixedHeight(20)
        fill(row, self.task_text, self._bar, self.cancel)
        return self._progress

    def show_message(self, text: str) -> None:
        """Show a text at the left until another one follows."""
        self.message.setText(text)

    def show_figures(self, selection: SelectionFigures | None) -> None:
        """Show sum, average and count of a selection."""
        if selection is None:
            self.message.setText("")
            return
        if not selection.numbers:
            self.message.setText(self.tr("Count {count}").format(count=selection.count))
            return
        self.message.setText(
            self.tr("Sum {sum}   Average {average}   Count {count}").format(
                sum=figures.plain(round(selection.total, 6)),
                average=figures.plain(round(selection.total / selection.numbers, 6)),
                count=selection.numbers,
            )
        )

    def show_saved(self, session: Session) -> None:
        """Show whether every edit is in the file, and why one is not."""
        self.saved.setToolTip(as_tip(session.not_saved))
        if session.not_saved:
            self.saved.setText("\u2717 " + self.tr("Not saved"))
        elif session.is_saving:
            self.saved.setText(self.tr("Saving\u2026"))
        elif session.saved_at is not None:
            time = QLocale().toString(session.saved_at, "HH:mm:ss")
            self.saved.setText("\u2713 " + self.tr("Every edit saved, {time}").format(time=time))
        else:
            self.saved.setText("\u2713 " + self.tr("Every edit saved"))

    def show_note(self, text: str) -> None:
        """Say something at the right, where no study is open."""
        self.saved.setToolTip("")
        self.saved.setText(text)

    def _show_tasks(self) -> None:
        tasks = self._background.tasks
        self._task = tasks[0] if tasks else None
        self._progress.setVisible(self._task is not None)
        if self._task is None:
            return
        task = self._task
        text = task.title
        if task.total:
            text = self.tr("{what} {done} of {all}").format(
                what=task.title, done=figures.number(task.done), all=figures.number(task.total)
            )
        self.task_text.setText(text)
        self.task_text.setToolTip(as_tip(task.text))
        self._bar.setRange(0, task.total)
        self._bar.setValue(task.done)
        self.cancel.setEnabled(not task.stopping.is_set())

    def _cancel(self) -> None:
        if self._task is not None:
            self._background.cancel(self._task)
            self.cancel.setEnabled(False)

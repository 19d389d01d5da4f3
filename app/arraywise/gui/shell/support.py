"""Saving a support bundle, after it was shown what is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMessageBox

from arraywise.gui.session.background import BackgroundJob, Lane
from arraywise.gui.widgets import files
from arraywise.gui.widgets.messages import translate_message

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from arraywise.gui.session.background import Background, JobControl
    from arraywise.store.study import Study

translate = QCoreApplication.translate


def ask_for_bundle(
    window: QWidget, study: Study | None, background: Background, say: Callable[[str], object]
) -> None:
    """Show what a support bundle holds, ask where it is to lie, and write it."""
    box = bundle_question(window, with_study=study is not None)
    is_wanted = box.exec() == QMessageBox.StandardButton.Save
    box.deleteLater()
    target = files.ask_bundle(window) if is_wanted else None
    if target is None:
        return

    def work(_watch: JobControl) -> Path:
        from arraywise.usecases.copy_study import write_bundle

        write_bundle(target, study)
        return target

    def then(path: Path) -> None:
        text = translate("Support", "Support bundle saved to {path}")
        say(text.format(path=path))

    background.start(BackgroundJob(Lane.WRITING, work, then))


def bundle_question(parent: QWidget, *, with_study: bool) -> QMessageBox:
    """Build the dialog that lists the contents."""
    from arraywise.usecases.copy_study import bundle_contents

    box = QMessageBox(parent)
    box.setWindowTitle(translate("Support", "Save a support bundle"))
    box.setText(translate("Support", "The file holds this; nothing is sent:"))
    parts = bundle_contents(with_study=with_study)
    box.setInformativeText("\n".join(f"{name}: {translate_message(what)}" for name, what in parts))
    box.setStandardButtons(QMessageBox.StandardButton.Save | QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Save)
    return box

"""The thresholds of the audit: a row each, in per cent; the answer follows when they are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QDialogButtonBox

from arraywise.domain.requirement import DEFAULT_THRESHOLDS, THRESHOLD_NAMES, Thresholds
from arraywise.gui.shell.preferences import ThresholdsDialog
from arraywise.store.reading.inputs import read_thresholds
from arraywise.usecases.edit_study import set_thresholds
from tests.gui.conftest import wait_for_answer
from tests.gui.elided import build_layout
from tests.gui.text_size import system_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


@pytest.fixture
def window(open_shared: Callable[[], MainWindow]) -> MainWindow:
    """Return a window on the small study."""
    return open_shared()


@pytest.fixture
def asked(window: MainWindow) -> Callable[[], ThresholdsDialog]:
    """Return what chooses the entry of the menu and gives the dialog that follows."""

    def ask() -> ThresholdsDialog:
        entries = (
            entry
            for menu in window.menuBar().actions()
            if menu.menu() is not None
            for entry in menu.menu().actions()
        )
        next(e for e in entries if "Thresholds" in e.text()).trigger()
        return window.findChildren(ThresholdsDialog)[-1]

    return ask


def press(qtbot: QtBot, dialog: ThresholdsDialog, which: QDialogButtonBox.StandardButton) -> None:
    qtbot.mouseClick(dialog.buttons.button(which), Qt.MouseButton.LeftButton)


OK, CANCEL = QDialogButtonBox.StandardButton.Ok, QDialogButtonBox.StandardButton.Cancel


def test_every_threshold_has_a_row_in_per_cent(asked: Callable[[], ThresholdsDialog]) -> None:
    dialog = asked()
    assert tuple(dialog.fields) == THRESHOLD_NAMES
    assert (dialog.fields["near_busy"].text(), dialog.fields["flat_slope"].text()) == ("80", "20")
    assert "nearly exhausted" in dialog.fields["near_busy"].accessibleName()
    assert not any(reset.isVisible() for reset in dialog.resets.values())


def test_a_kept_threshold_is_answered_and_undone(
    window: MainWindow, asked: Callable[[], ThresholdsDialog], qtbot: QtBot
) -> None:
    session = window.session
    assert session is not None
    dialog = asked()
    dialog.fields["near_busy"].setText("62.5 %")
    press(qtbot, dialog, OK)
    wanted = Thresholds(near_busy=0.625)
    qtbot.waitUntil(
        lambda: session.answer is not None and session.answer.thresholds == wanted, timeout=20_000
    )
    wait_for_answer(qtbot, window)
    assert read_thresholds(session.study) == wanted
    window.undoing.back.trigger()
    qtbot.waitUntil(
        lambda: session.answer is not None and session.answer.thresholds == DEFAULT_THRESHOLDS,
        timeout=20_000,
    )
    wait_for_answer(qtbot, window)


def test_a_threshold_is_reset_to_its_default(
    window: MainWindow, asked: Callable[[], ThresholdsDialog], qtbot: QtBot
) -> None:
    session = window.session
    assert session is not None
    set_thresholds(session.study, {"steal": 0.123456789, "near_busy": 0.9})
    session.reload()
    wait_for_answer(qtbot, window)
    dialog = asked()
    assert [n for n, reset in dialog.resets.items() if reset.isVisible()] == ["steal", "near_busy"]
    qtbot.mouseClick(dialog.resets["near_busy"], Qt.MouseButton.LeftButton)
    assert dialog.fields["near_busy"].text() == "80"
    press(qtbot, dialog, OK)
    wait_for_answer(qtbot, window)
    assert read_thresholds(session.study) == Thresholds(steal=0.123456789)


def test_what_cannot_be_is_said_and_nothing_kept(
    window: MainWindow, asked: Callable[[], ThresholdsDialog], qtbot: QtBot
) -> None:
    dialog = asked()
    for typed, words in (
        ("0", "more than 0 and at most 100\u00a0%"),
        ("180", "more than 0 and at most 100\u00a0%"),
        ("much", "\u201cmuch\u201d is not a number"),
        ("", "is not a number"),
    ):
        dialog.fields["near_busy"].setText(typed)
        dialog.fields["steal"].setText("15")
        press(qtbot, dialog, OK)
        assert dialog.isVisible()
        assert words in dialog.fault.text()
        assert words in dialog.fields["near_busy"].toolTip()
    press(qtbot, dialog, CANCEL)
    wait_for_answer(qtbot, window)
    assert window.session is not None
    assert read_thresholds(window.session.study) == DEFAULT_THRESHOLDS


def test_numbers_are_those_of_the_locale(
    asked: Callable[[], ThresholdsDialog], window: MainWindow, qtbot: QtBot
) -> None:
    QLocale.setDefault(QLocale("de_DE"))
    dialog = asked()
    dialog.fields["link_share"].setText("82,5")
    press(qtbot, dialog, OK)
    session = window.session
    assert session is not None
    wait_for_answer(qtbot, window)
    qtbot.waitUntil(
        lambda: read_thresholds(session.study) == Thresholds(link_share=0.825), timeout=20_000
    )
    wait_for_answer(qtbot, window)


def test_large_text_makes_no_dialog_that_leaves_the_screen(
    open_shared: Callable[[], MainWindow],
) -> None:
    with system_text(13):
        dialog = ThresholdsDialog(open_shared().session, None)
        dialog.show()
        build_layout()
    assert dialog.height() <= dialog.screen().availableSize().height()
    assert dialog.buttons.geometry().bottom() <= dialog.rect().bottom()
    dialog.close()

"""The wall says the same of an option as the window does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel

from arraywise.gui.presentation import AnswerPanel
from tests.gui.example_answer import example_answer

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_a_headroom_that_is_a_least_one_is_said_so(qtbot: QtBot) -> None:
    answer = example_answer()
    chosen = next(o for o in answer.options if o.option == answer.recommended)
    panel = AnswerPanel()
    qtbot.addWidget(panel)
    for is_censored in (False, True):
        other = replace(chosen, capacity_is_censored=is_censored)
        options = tuple(other if o is chosen else o for o in answer.options)
        panel.show_answer(replace(answer, options=options), None)
        texts = [each.text() for each in panel.findChildren(QLabel)]
        assert any(text.startswith("\u2265 ") for text in texts) is is_censored


def test_beyond_what_was_shown_none_is_said_to_fail(qtbot: QtBot) -> None:
    panel = AnswerPanel()
    qtbot.addWidget(panel)
    panel.changes[0].show_change(None, "above 66.5 M visits")
    assert panel.changes[0].text == "none is shown to pass above 66.5 M visits"

"""The wall says the same of an option as the window does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from arraywise.gui.shell.presentation import AnswerPanel, zoom_on
from arraywise.gui.widgets.painting import RibbonSlider, Scale
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


def test_a_time_of_the_storage_alone_is_not_called_a_response_time(qtbot: QtBot) -> None:
    answer = example_answer()
    panel = AnswerPanel()
    qtbot.addWidget(panel)
    untested = tuple(replace(option, levels=()) for option in answer.options)
    for options, name in ((answer.options, "Response time"), (untested, "Storage time")):
        panel.show_answer(replace(answer, options=options), None)
        texts = {each.text() for each in panel.findChildren(QLabel)}
        assert texts & {"Response time", "Storage time"} == {name}


def test_on_a_larger_screen_everything_is_larger(qtbot: QtBot) -> None:
    assert zoom_on(QSize(800, 800)) == 800 / 1280
    assert zoom_on(QSize(960, 540)) == 540 / 800, "at 200 % a screen has half of its pixels"
    assert zoom_on(QSize(1280, 800)) == 1.0
    assert zoom_on(QSize(1920, 1080)) == 1080 / 800
    small, large = AnswerPanel(), AnswerPanel(2.0)
    for panel in (small, large):
        qtbot.addWidget(panel)
        panel.show_answer(example_answer(), None)
    assert large.name.font().pointSizeF() == 2 * small.name.font().pointSizeF()
    assert large.sizeHint().height() > 1.8 * small.sizeHint().height()


def test_an_enlarged_slider_goes_where_the_mouse_is(qtbot: QtBot) -> None:
    slider = RibbonSlider("Load", zoom=2.0)
    qtbot.addWidget(slider)
    slider.resize(640, slider.sizeHint().height())
    slider.set_scale(Scale(0.0, 100.0))
    assert slider.height() == 2 * RibbonSlider("Load").sizeHint().height()
    for x, value in ((20, 0.0), (320, 50.0), (620, 100.0)):
        QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(x, 24))
        assert slider.current == pytest.approx(value, abs=0.1)

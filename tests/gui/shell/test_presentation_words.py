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
from tests.gui.elided import build_layout
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


@pytest.mark.parametrize("zoom", [1.0, 1.35])
@pytest.mark.parametrize(
    ("winner", "where"),
    [("FC", "above 66.5 M visits"), ("Fluid Cache on direct-attached disks", "below 132.4 ms")],
)
def test_who_wins_beyond_a_change_is_never_cut(
    zoom: float, winner: str, where: str, qtbot: QtBot
) -> None:
    panel, option = AnswerPanel(zoom), example_answer().options[0].option
    qtbot.addWidget(panel)
    panel.resize(panel.width(), 800)
    panel.show()
    panel.changes[0].show_change(replace(option, name=winner), where)
    build_layout()
    for each in panel.changes[0].findChildren(QLabel):
        assert each.height() >= each.heightForWidth(each.width()), each.text()
        if not each.wordWrap():
            assert each.width() >= each.sizeHint().width()


def test_on_a_larger_screen_everything_is_larger(qtbot: QtBot) -> None:
    assert zoom_on(QSize(800, 800)) == 1.0
    assert zoom_on(QSize(1280, 800)) == 1.0
    assert zoom_on(QSize(1920, 1080)) == 1080 / 800
    small, large = AnswerPanel(), AnswerPanel(2.0)
    for panel in (small, large):
        qtbot.addWidget(panel)
        panel.show_answer(example_answer(), None)
    assert large.width() == 2 * small.width()
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

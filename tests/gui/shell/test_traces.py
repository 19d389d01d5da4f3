"""Traces of figures in a real window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QPushButton

from arraywise.gui.session.page_requests import ShowTrace, TraceableFigure

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


@pytest.mark.parametrize("figure", list(TraceableFigure))
def test_every_figure_has_a_trace(shared_window: MainWindow, figure: TraceableFigure) -> None:
    from PySide6.QtWidgets import QLabel

    from arraywise.gui.widgets.trace_parts import TraceTable

    window = shared_window
    option = window.session.answer.options[1].option
    window.frame.grant(ShowTrace(option.id, figure))
    trace = window.frame.trace
    assert trace.isVisible()
    texts = " ".join(label.text() for label in trace.findChildren(QLabel))
    assert "FC SAN" in texts
    assert trace.findChildren(TraceTable)


def test_a_run_of_the_trace_leads_to_its_line(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    from arraywise.gui.widgets.trace_parts import RawSnippet, RunChips

    window = open_shared()
    option = window.session.answer.options[1].option
    window.frame.grant(ShowTrace(option.id, TraceableFigure.RESPONSE))
    trace = window.frame.trace
    trace.findChildren(RunChips)[1].chosen.emit(0)
    qtbot.waitUntil(lambda: bool(trace.findChildren(RawSnippet)))
    links = [b for b in trace.findChildren(QPushButton) if "Evidence" in b.text()]
    with qtbot.waitSignal(trace.requested) as wanted:
        links[-1].click()
    page = window.frame.evidence
    assert window.frame.present_page is page
    qtbot.waitUntil(lambda: page.detail.file_name.text() == wanted.args[0].file)
    assert page.detail.text.chosen == wanted.args[0].line

"""Traces of figures in a real window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from arraywise.domain.capacity import parse_capacity
from arraywise.gui.session.page_requests import ShowTrace, TraceableFigure
from arraywise.gui.widgets.trace_parts import TraceTable
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_options import set_capacity

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


@pytest.mark.parametrize(
    "figure", [each for each in TraceableFigure if each is not TraceableFigure.USABLE]
)
def test_every_figure_has_a_trace(shared_window: MainWindow, figure: TraceableFigure) -> None:
    window = shared_window
    option = window.session.answer.options[1].option
    window.frame.handle_request(ShowTrace(option.id, figure))
    trace = window.frame.trace
    assert trace.isVisible()
    texts = " ".join(label.text() for label in trace.findChildren(QLabel))
    assert "FC SAN" in texts
    assert trace.findChildren(TraceTable)


def test_the_price_of_a_usable_tb_leads_to_drives_and_price_lines(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    option = window.session.answer.options[1].option
    held = parse_capacity("24 x 3.84 TB RAID 6 8+2, 2 spares, reduction 2/3/4")
    window.session.edit(lambda study: set_capacity(study, option.id, held), Changes.EVERYTHING)
    qtbot.waitUntil(lambda: window.session.answer.options[1].option.capacity is not None)
    window.frame.handle_request(ShowTrace(option.id, TraceableFigure.USABLE))
    rows = "; ".join(t.accessibleName() for t in window.frame.trace.findChildren(TraceTable))
    price = window.session.answer.options[1].price
    assert "RAID 6, groups of 10: 2 61.44 TB" in rows
    for figure in ("55.30 TB", "110.59 TB", f"{price.unrounded:,.2f}"):
        assert figure in rows, rows


def test_a_run_of_the_trace_leads_to_its_line(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    from arraywise.gui.widgets.trace_parts import RawSnippet, RunChips

    window = open_shared()
    option = window.session.answer.options[1].option
    window.frame.handle_request(ShowTrace(option.id, TraceableFigure.RESPONSE))
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

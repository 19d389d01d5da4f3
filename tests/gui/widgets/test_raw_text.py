"""A value's place in the raw text is framed and visible, in files of every shape."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt

from arraywise.domain.evidence import Origin
from arraywise.gui.widgets.trace_parts import RawText
from arraywise.importers.kit.importer import Source
from arraywise.importers.recognition import read_sources
from arraywise.usecases.show_file import RawLines
from tests.importers.golden import SAMPLES, sample_files

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

TOOLS = ("orion", "io_calibrate", "fio", "swingbench", "vdbench", "hammerdb")
FILES = [path for path in sample_files() if path.parent.name in TOOLS]


@pytest.fixture
def text(qtbot: QtBot) -> RawText:
    """Return the pane, as large as it is in a small window."""
    pane = RawText()
    qtbot.addWidget(pane)
    pane.resize(500, 220)
    pane.show()
    return pane


def places(data: bytes, name: str) -> list[tuple[int, int]]:
    (reading,) = read_sources([Source(name, data)])
    return [
        (m.line, m.column)
        for run in reading.runs
        for m in run.measurements
        if m.line is not None and m.column is not None and m.origin is Origin.REPORTED
    ]


def framed(pane: RawText) -> str:
    """Return what is framed in the chosen line; empty where no place in it is known."""
    if pane.chosen is None or pane._token is None:
        return ""
    first, stop = pane._token
    return pane._line_text(pane.chosen)[first:stop]


def is_in_sight(pane: RawText) -> bool:
    """Return whether the framed figure lies within the pane."""
    line, token = pane.chosen, pane._token
    assert line is not None
    assert token is not None
    row = line - 1 - pane.verticalScrollBar().value()
    scrolled, room = (
        pane.horizontalScrollBar().value(),
        pane.viewport().width() - pane._gutter_width(),
    )
    left, right = (pane._text_x(line, place) for place in token)
    in_rows = 0 <= row < pane.viewport().height() // pane._line_height()
    return in_rows and scrolled <= left and right <= scrolled + room


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(SAMPLES).as_posix())
def test_figures_are_framed_and_in_sight(text: RawText, path: Path) -> None:
    data = path.read_bytes()
    text.show_lines(RawLines(data), {})
    for line, column in places(data, path.name)[:40]:
        text.choose(line, column)
        assert framed(text)[:2].strip("+-.,")[:1].isdigit()
        assert is_in_sight(text)


def test_a_figure_far_along_one_line_is_scrolled_to(text: RawText) -> None:
    data = json.dumps({"values": list(range(100_000, 200_000))}).encode()
    column = data.index(b"173205") + 1
    text.show_lines(RawLines(data), {1: [column]})
    text.choose(1, column)
    assert framed(text) == "173205"
    assert is_in_sight(text)
    assert text.horizontalScrollBar().value() > 100_000
    assert not text.grab().isNull()


def test_pointing_at_a_figure_tells_its_place(text: RawText, qtbot: QtBot) -> None:
    text.show_lines(RawLines(b"a,b\n12,34\n\t56\n"), {})
    tall = text._line_height()
    for row, place, column in ((1, 3, 4), (2, 9, 3)):
        across = int(text._gutter_width() + (place + 0.5) * text._letter_width())
        with qtbot.waitSignal(text.place_chosen) as stated:
            qtbot.mousePress(
                text.viewport(),
                Qt.MouseButton.LeftButton,
                pos=QPoint(across, row * tall + tall // 2),
            )
        assert stated.args == [row + 1, column]


def test_without_a_column_the_only_figure_of_a_line_is_framed(text: RawText) -> None:
    text.show_lines(RawLines(b"rate: 12.5 tps\n1 and 2\n"), {})
    text.choose(1)
    assert framed(text) == "12.5"
    text.choose(2)
    assert framed(text) == ""
    text.choose(None)
    assert text.chosen is None

"""Window, PDF, workbook and command line say the same of the worked example."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from openpyxl import load_workbook
from PySide6.QtCore import QLocale

from arraywise.cli.text_output import answer_lines
from arraywise.domain.messages import Message
from arraywise.gui.pages.overview import build_overview_rows
from arraywise.gui.pages.overview import overview_columns as window_columns
from arraywise.present.language import create_wording
from arraywise.present.numbers import NONE
from arraywise.present.tables.overview import TablePart, option_columns
from arraywise.report.pdf.layout import PageLayout
from arraywise.report.pdf.style import theme_colour
from tests.report.calculated import build_workbook
from tests.report.example import example, example_pdf
from tests.report.test_document import pages_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from arraywise.domain.decision import OptionAnswer
    from arraywise.present.tables.overview import OptionColumn

WORDS = create_wording("en")
CONTENT = example()
ANSWER = CONTENT.answer
LAYOUT = PageLayout(WORDS, 480.0, frozenset(), theme_colour("accent"))


@pytest.fixture(autouse=True)
def english(qtbot: QtBot) -> Iterator[None]:
    assert qtbot is not None  # the window's tables need an application
    before = QLocale()
    QLocale.setDefault(QLocale("en_US"))
    yield
    QLocale.setDefault(before)


def text_of(column: OptionColumn, option: OptionAnswer) -> str:
    text = column.text(WORDS, option)
    return WORDS.localise(text) if isinstance(text, Message) else text


def test_the_window_shows_every_column_as_it_is_declared() -> None:
    declared = option_columns(ANSWER, TablePart.WINDOW)
    shown = window_columns(ANSWER)
    assert [column.key for column in shown] == [column.key for column in declared]
    compared = 0
    for row in build_overview_rows(ANSWER):
        for mine, column in zip(shown, declared, strict=True):
            expected = text_of(column, row.answer)
            if expected != NONE:
                cell = mine.show(row)
                said = f"{cell.text}, {cell.note}" if cell.note else cell.text
                assert said == expected, (row.answer.option.name, column.key)
                compared += 1
    assert compared > 40


def test_the_command_line_shows_every_column() -> None:
    lines = list(answer_lines(ANSWER))
    for column in option_columns(ANSWER):
        assert any(str(column.heading) in line for line in lines), column.key
    for option in ANSWER.options:
        rows = [line for line in lines if f" {option.option.name} " in f" {line}  "]
        for column in option_columns(ANSWER):
            assert any(text_of(column, option) in row for row in rows), column.key


def test_the_pdf_sets_the_same_figures() -> None:
    """Catches another rounding: the screen of the report, its prices and times to set up."""
    text = " ".join(" ".join(pages_of(example_pdf())).replace("\u00a0", " ").split())
    columns = {column.key: column for column in option_columns(ANSWER)}
    for option in ANSWER.options:
        for key in ("response", "headroom", "price", "provisioning"):
            assert text_of(columns[key], option) in text, (option.option.name, key)


def test_the_workbook_has_the_same_headings_and_decimals() -> None:
    sheet = load_workbook(BytesIO(build_workbook(CONTENT)), data_only=True)["Summary"]
    rows = list(sheet.iter_rows())
    head = next(row for row in rows if row[0].value == "Option")
    below = {row[0].value: row for row in rows[head[0].row :] if row[0].value}
    compared = 0
    for column in option_columns(ANSWER):
        if column.ends is not None:
            continue  # two columns, so that its ends stay numbers
        place = next(c.column for c in head if c.value == str(column.heading)) - 1
        for option in ANSWER.options:
            cell = below[option.option.name][place]
            expected = text_of(column, option)
            if expected in {NONE, ""}:
                assert cell.value in {None, "", NONE}
                continue
            if column.is_text:
                assert cell.value == expected
                continue
            decimals = len(cell.number_format.partition(".")[2])
            assert WORDS.number(float(cell.value), decimals) == expected.lstrip("≥≤ ")
            compared += 1
    assert compared > 40

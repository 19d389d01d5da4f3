"""Window, PDF, workbook and command line say the same of the worked example."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from openpyxl import load_workbook
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QLabel

from arraywise.cli.json_output import decision_document
from arraywise.cli.text_output import answer_lines
from arraywise.domain.decision import Robustness
from arraywise.domain.messages import Message
from arraywise.domain.study import ReportOptions
from arraywise.gui.pages.overview import build_overview_rows
from arraywise.gui.pages.overview import overview_columns as window_columns
from arraywise.gui.shell.presentation import AnswerPanel
from arraywise.present.language import create_wording
from arraywise.present.numbers import NONE
from arraywise.present.tables.overview import TablePart, option_columns
from arraywise.report.document import build_pdf
from arraywise.report.pdf.layout import PageLayout
from arraywise.report.pdf.style import theme_colour
from tests.report.calculated import build_workbook
from tests.report.example import FACTS, content_of, example, example_pdf
from tests.report.test_document import pages_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from arraywise.domain.decision import OptionAnswer
    from arraywise.present.tables.overview import OptionColumn
    from arraywise.report.content import ReportContent

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


ASKED = replace(
    FACTS.requirement, growth_per_month=0.004, horizon_months=12, reserve=0.1, response_time_s=0.3
)


@pytest.fixture(scope="module")
def grown() -> ReportContent:
    """Return the example's content where the load grows and a reserve is kept."""
    return content_of(replace(FACTS, requirement=ASKED))


def test_required_reserve_carried_and_spare_are_the_same_in_all_outputs(
    qtbot: QtBot, grown: ReportContent
) -> None:
    """Catches a load carried with growth and reserve beside one that leaves them on top."""
    answer = grown.answer
    first = next(o for o in answer.options if o.option == answer.recommended)
    carried, spare, required = _figures_of_the_document(grown, first.option.name)
    load, percent = f"{carried / 1e6:,.1f}", f"{100 * spare:,.0f}"
    asked = f"{required:,.1f} tx/s with growth and 10 % reserve"

    (row,) = (r for r in build_overview_rows(answer) if r.answer is first)
    cells = {column.key: column.show(row).text for column in window_columns(answer)}
    assert load in cells["capacity"]
    assert percent in cells["headroom"]

    panel = AnswerPanel()
    qtbot.addWidget(panel)
    panel.show_answer(answer, None)
    wall = " ".join(each.text() for each in panel.findChildren(QLabel)).replace("\xa0", " ")
    assert load in wall
    assert f"{percent} % spare, 10 % reserve kept" in wall
    assert asked in wall

    text = " ".join(" ".join(pages_of(build_pdf(grown, options=ReportOptions()))).split())
    assert re.search(rf"{re.escape(first.option.name)}\D.*?{re.escape(load)}\D", text)
    assert asked in text

    book = load_workbook(BytesIO(build_workbook(grown)), data_only=True)
    table = [[cell.value for cell in each] for each in book["Summary"].iter_rows()]
    heads = next(each for each in table if "Option" in each)
    mine = next(each for each in table if first.option.name in each and len(set(each)) > 4)
    shown = {str(head).partition(",")[0]: value for head, value in zip(heads, mine, strict=True)}
    assert shown["Load it carries"] == pytest.approx(carried / 1e6, rel=1e-6)
    (spares,) = (
        row for row in book["Response"].iter_rows(values_only=True) if row[0] == "Spare load"
    )
    assert any(value == pytest.approx(spare, rel=1e-6) for value in spares[2:])


def _figures_of_the_document(content: ReportContent, name: str) -> tuple[float, float, float]:
    """Return visits carried, spare load and required rate by JSON, which agree with each other."""
    stated = decision_document(content.answer, Robustness((), ()))
    option = next(each for each in stated["options"] if each["option"] == name)
    required, grows = stated["requirement"]["required"], 1.004**12
    assert required["required_tps"] == pytest.approx(84.0 * grows * 1.1, rel=1e-6)
    assert required["reserve_tps"] == pytest.approx(84.0 * grows * 0.1, rel=1e-6)
    spare = option["spare"]
    assert spare == pytest.approx(option["limit_tps"] / required["required_tps"] - 1)
    assert option["carried_tps"] == pytest.approx(84.0 * (1 + spare))
    assert option["carried"]["unit"] == required["unit"]
    carried = option["carried"]["load"]
    assert carried == pytest.approx(required["load"] * (1 + spare), rel=1e-6)
    return carried, spare, required["required_tps"]

"""Cells on the clipboard, as other programs give and take them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale, QMimeData
from PySide6.QtGui import QGuiApplication

from arraywise.gui.grid.clipboard import CopiedCell, build_mime_data
from tests.gui.acting import on_clipboard

CALC = """<html><body><table cellspacing="0" border="0"><colgroup width="68"></colgroup>
<tr><td height="17" align="left">Array, FC</td>
<td align="right" sdval="1234.5" sdnum="1033;0;#,##0.00">1,234.50</td>
<td align="right" sdval="0.12" sdnum="1033;0;0%">12%</td></tr>
<tr><td colspan="2">5&quot; disk<br>15k</td><td>=A1</td></tr></table></body></html>"""


def give(html: str = "", text: str = "") -> None:
    data = QMimeData()
    if html:
        data.setHtml(html)
    if text:
        data.setText(text)
    QGuiApplication.clipboard().setMimeData(data)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("a\tb\r\nc\td\r\n", [["a", "b"], ["c", "d"]]),
        ('"two\nlines"\t"5"" disk"\n', [["two\nlines", '5" disk']]),
        ('5" disk\tb\n', [['5" disk', "b"]]),
        ('"open\tb\n', [['"open', "b"]]),
        ("a\n\nb", [["a"], [""], ["b"]]),
    ],
)
def test_text_is_cut_into_cells(text: str, cells: list[list[str]]) -> None:
    give(text=text)
    assert on_clipboard().cells == cells


def test_an_empty_clipboard_has_no_cells() -> None:
    QGuiApplication.clipboard().clear()
    assert on_clipboard() is None


def test_a_table_of_libreoffice_gives_its_cells() -> None:
    give(html=CALC)
    cells = on_clipboard().cells
    assert cells == [["Array, FC", "1,234.50", "12%"], ['5" disk\n15k', "", "=A1"]]


def test_words_of_a_table_stay_apart_wherever_it_is_cut_up() -> None:
    words = " ".join(f"word{number}" for number in range(3_000))
    give(html=f"<table><tr><td>\n {words}\n and <b>bold</b> ones </td><td>x</td></tr></table>")
    assert on_clipboard().cells == [[f"{words} and bold ones", "x"]]


def test_a_number_of_another_locale_is_taken_by_its_value() -> None:
    QLocale.setDefault(QLocale("de_DE"))
    give(CALC.replace("<br>15k", ""), 'Array, FC\t1,234.50\t12%\n"5"" disk"\t\t=A1\n')
    assert on_clipboard().cells == [["Array, FC", "1234,5", "12%"], ['5" disk', "", "=A1"]]


HIDDEN = """<table><tr><td sdval="1234.56" sdnum="1033;0;[$R$-416] #,##0.00">R$ 1,234.56</td>
<td>two<br>lines</td></tr><tr><td sdval="1.5" sdnum="1033;">1.5</td><td>x</td></tr></table>"""


def test_hidden_rows_that_the_text_has_leave_the_values_of_the_others() -> None:
    give(HIDDEN, "R$ 1,234.56\ttwo lines\nhidden\t9.25\n1.5\tx\n")
    assert on_clipboard().cells == [["1234.56", "two lines"], ["hidden", "9.25"], ["1.5", "x"]]


@pytest.mark.parametrize(
    ("text", "value", "written"),
    [
        ("#DIV/0!", "0", "1033;"),
        ("Err:502", "0", "1033;"),
        ("TRUE", "1", "1033;0;BOOLEAN"),
        ("01/03/2024", "45352", "1033;0;DD/MM/YYYY"),
        ("01.03.2024", "45352", "1031;1031;TT.MM.JJJJ"),
        ("01:30", "0.0625", "1033;0;HH:MM"),
    ],
)
def test_what_is_no_figure_is_taken_as_it_reads(text: str, value: str, written: str) -> None:
    give(f'<table><tr><td sdval="{value}" sdnum="{written}">{text}</td></tr></table>', text)
    assert on_clipboard().cells == [[text]]


@pytest.mark.parametrize(
    ("text", "value", "written"),
    [
        ("-", "0", "1033;0;#,##0.00;-#,##0.00;-"),
        ("R$ 5,00", "5", '1046;0;"R$ "#.##0,00'),
        ("EUR 5", "5", "1031;0;[$EUR] Standard"),
        ("5 days", "5", '1033;0;0" days"'),
    ],
)
def test_a_figure_in_a_format_of_its_own_is_its_value(text: str, value: str, written: str) -> None:
    give(f"<table><tr><td sdval='{value}' sdnum='{written}'>{text}</td></tr></table>", text)
    assert on_clipboard().cells == [[value]]


MERGED = """<table><tr><td>a</td><td>b</td><td>c</td></tr>
<tr><td colspan=2 rowspan=2 sdval="1.5" sdnum="1033;">1.5</td><td sdval="3.5">3.5</td></tr>
<tr><td sdval="4.5" sdnum="1033;">4.5</td></tr>
<tr><td rowspan="2">x</td><td>y</td><td sdval="0.125" sdnum="1033;0;0.0%">12.5%</td></tr>
<tr><td>z</td><td sdval="1.5" sdnum="1033;0;0%">150%</td></tr></table>"""
MERGED_TEXT = "a\tb\tc\n1.5\t\t3.5\n\t\t4.5\nx\ty\t12.5%\n\tz\t150%\n"


@pytest.mark.parametrize("text", [MERGED_TEXT, ""])
def test_merged_cells_leave_those_that_they_reach_over_empty(text: str) -> None:
    QLocale.setDefault(QLocale("de_DE"))
    give(MERGED, text)
    assert on_clipboard().cells == [
        ["a", "b", "c"],
        ["1,5", "", "3,5"],
        ["", "", "4,5"],
        ["x", "y", "12,5%"],
        ["", "z", "150%"],
    ]


def test_markup_on_the_clipboard_is_text() -> None:
    give(html="<table><tr><td><b>bold</b><script>x()</script></td></tr></table>")
    assert "<" not in on_clipboard().cells[0][0]


def test_cells_go_out_as_text_table_and_formulas() -> None:
    cells = [[CopiedCell("<b>\u22125.00", "=1-6", -5.0), CopiedCell("a\tb", "a\tb")]]
    QGuiApplication.clipboard().setMimeData(build_mime_data(cells, (3, 1)))
    data = QGuiApplication.clipboard().mimeData()
    assert data.text() == '<b>-5.00\t"a\tb"'
    assert 'sdval="-5.0"' in data.html()
    assert "&lt;b&gt;" in data.html()
    assert (on_clipboard().cells, on_clipboard().origin) == ([["=1-6", "a\tb"]], (3, 1))


def test_own_cells_carry_formats_and_what_formulas_come_to() -> None:
    QLocale.setDefault(QLocale("de_DE"))
    cells = [
        [
            CopiedCell("50 %", "=1/2", 0.5, "percent 0"),
            CopiedCell("0,3", "=0,1+0,2", 0.1 + 0.2, ""),
        ],
        [CopiedCell("#DIV/0!", "=1/0", None, ""), CopiedCell("12", '="12"', None, "")],
        [CopiedCell("", "", None, "date 0"), CopiedCell("text", "text", None, "")],
    ]
    QGuiApplication.clipboard().setMimeData(build_mime_data(cells, (0, 0)))
    pasted = on_clipboard()
    assert pasted.cells == [["=1/2", "=0,1+0,2"], ["=1/0", '="12"'], ["", "text"]]
    assert pasted.formats == [["percent 0", ""], ["", ""], ["date 0", ""]]
    values = pasted.values_only()
    assert values.cells == [["0,5", "0,3"], ["=#DIV/0!", "'12"], ["", "text"]]
    assert (values.formats, values.origin) == (None, None)


def test_cells_of_a_sheet_without_formats_bring_none() -> None:
    QGuiApplication.clipboard().setMimeData(build_mime_data([[CopiedCell("5", "5", 5.0)]], (0, 0)))
    assert on_clipboard().formats is None

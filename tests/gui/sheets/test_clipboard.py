"""Cells on the clipboard, as other programs give and take them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale, QMimeData
from PySide6.QtGui import QGuiApplication

from arraywise.gui.sheets.clipboard import CopiedCell, as_mime, read_html, read_text, take_in

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
        ("", []),
    ],
)
def test_text_is_cut_into_cells(text: str, cells: list[list[str]]) -> None:
    assert read_text(text) == cells


def test_a_table_of_libreoffice_gives_its_cells() -> None:
    cells = [[cell.text for cell in row] for row in read_html(CALC)]
    assert cells == [["Array, FC", "1,234.50", "12%"], ['5" disk\n15k', "", "=A1"]]


def test_a_table_without_text_beside_it_is_taken() -> None:
    give(html=CALC)
    assert take_in().cells[0] == ["Array, FC", "1,234.50", "12%"]


def test_a_number_of_another_locale_is_taken_by_its_value() -> None:
    QLocale.setDefault(QLocale("de_DE"))
    give(CALC.replace("<br>15k", ""), 'Array, FC\t1,234.50\t12%\n"5"" disk"\t\t=A1\n')
    assert take_in().cells == [["Array, FC", "1234,5", "12%"], ['5" disk', "", "=A1"]]


def test_markup_on_the_clipboard_is_text() -> None:
    give(html="<table><tr><td><b>bold</b><script>x()</script></td></tr></table>")
    assert take_in() is None or "<" not in take_in().cells[0][0]


def test_cells_go_out_as_text_table_and_formulas() -> None:
    cells = [[CopiedCell("<b>\u22125.00", "=1-6", -5.0), CopiedCell("a\tb", "a\tb")]]
    QGuiApplication.clipboard().setMimeData(as_mime(cells, (3, 1)))
    data = QGuiApplication.clipboard().mimeData()
    assert data.text() == '<b>-5.00\t"a\tb"'
    assert 'sdval="-5.0"' in data.html()
    assert "&lt;b&gt;" in data.html()
    assert (take_in().cells, take_in().origin) == ([["=1-6", "a\tb"]], (3, 1))

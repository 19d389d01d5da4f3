"""Documents of prices at their net present value: nobody takes one for the sum that is paid."""

from __future__ import annotations

from io import BytesIO

import openpyxl
import pytest

from arraywise.domain.study import LANGUAGES, ReportOptions
from arraywise.report.document import build_pdf
from tests.report.calculated import build_workbook
from tests.report.test_document import text_of
from tests.report.workbook_studies import DISCOUNTED, STUDIES, content

WORDS = {
    "en": ("36-month NPV at 8 %/a", "end of each month t after the warranty", "Undiscounted"),
    "de": ("36-Monats-Barwert bei 8 % p. a.", "am Ende jedes Monats t", "Nicht abgezinst"),
    "pt_BR": ("VPL em 36 meses a 8 % a.a.", "no fim de cada mês t", "Sem desconto financeiro"),
}


def plain(pdf: bytes) -> str:
    """The text of a document; a blank that does not break is one like others."""
    return text_of(pdf).replace("\u00a0", " ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_names_the_rate_and_prints_what_is_paid(language: str) -> None:
    built = content(DISCOUNTED)
    text = plain(build_pdf(built, options=ReportOptions(language=language)))
    assert [word for word in WORDS[language] if word not in text] == []
    if language == "en":
        assert "36 months, rounded up" not in text
        assert "36-month price, rounded up" not in text
        for option in built.answer.options:
            assert option.price is None or option.price.undiscounted is not None
            if option.price is not None and option.price.undiscounted is not None:
                assert f"{option.price.undiscounted.total:,}" in text


def test_an_undiscounted_report_knows_nothing_of_it() -> None:
    text = plain(build_pdf(content(STUDIES["rich"])))
    assert "net present value" not in text
    assert "NPV" not in text
    assert "36-month price, rounded up" in text


def test_the_workbook_has_the_rate_as_an_input_and_what_is_paid_beside() -> None:
    built = content(DISCOUNTED)
    book = openpyxl.load_workbook(BytesIO(build_workbook(built)))
    sheet, place = next(book.defined_names["Discount_rate"].destinations)
    assert book[sheet][place].value == 0.08
    assert not book[sheet][place].protection.locked
    rows = list(book["Price totals"].iter_rows(values_only=True))
    head = next(row for row in rows if row[0] == "Option")
    paid = head.index("Undiscounted, rounded up (value)")
    shown = {row[0]: row[paid] for row in rows}
    for option in built.answer.options:
        if option.price is not None and option.price.undiscounted is not None:
            assert shown[option.option.name] == float(option.price.undiscounted.total)
    assert "36-month NPV at 8 %/a, BRL" in {
        cell for row in book["Summary"].iter_rows(values_only=True) for cell in row
    }


def test_an_undiscounted_workbook_has_no_rate() -> None:
    book = openpyxl.load_workbook(BytesIO(build_workbook(content(STUDIES["rich"]))))
    assert "Discount_rate" not in book.defined_names

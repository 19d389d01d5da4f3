"""The window and the documents write figures, dates and money alike."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from PySide6.QtCore import QDate, QLocale

from arraywise.domain.messages import Message, message
from arraywise.domain.study import LANGUAGES
from arraywise.gui.shell import preferences
from arraywise.gui.widgets import figures
from arraywise.gui.widgets import messages as in_window
from arraywise.present.language import create_wording

VALUES = (0.0, -0.004, 0.005, 7.0, -1234.5, 999.995, 54_432_000.0, 1e9 + 0.25)
SENTENCES = (
    message("{price:,.2f} {currency}", price=Decimal("1234567.5"), currency="BRL"),
    message("{change:+.1f} %", change=-3.74),
    message("{ms:.0f} ms, {rate:,.1f} tx/s", ms=137.2, rate=4821.96),
    message("{share:.2%}", share=0.0123),
    message("{visits:,} visits", visits=54_432_000),
    message("{small:g}", small=0.05),
)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Speak one of the languages of documents in the window too."""
    code = str(request.param)
    preferences.install_language(code)
    QLocale.setDefault(QLocale(code))
    return code


@pytest.mark.parametrize("decimals", [0, 1, 2])
def test_numbers_are_written_alike(language: str, decimals: int) -> None:
    words = create_wording(language)
    assert [figures.number(v, decimals) for v in VALUES] == [
        words.number(v, decimals) for v in VALUES
    ]


@pytest.mark.parametrize("said", SENTENCES, ids=str)
def test_sentences_are_written_alike(language: str, said: Message) -> None:
    # documents keep a sign beside its figure only once they are laid out
    in_document = create_wording(language).localise(said).replace(" %", "\u00a0%")
    assert in_window.translate_message(said) == in_document


def test_dates_are_written_alike(language: str) -> None:
    day = date(2026, 9, 15)
    shown = QLocale().toString(QDate(day.year, day.month, day.day), "d MMMM yyyy").split()
    sentence = create_wording(language).date(day)
    assert all(part in sentence for part in shown)


def test_a_language_of_documents_is_one_of_the_window() -> None:
    assert [code for code, _ in preferences.LANGUAGES] == list(LANGUAGES)

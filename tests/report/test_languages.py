# ruff: noqa: RUF001 - signs as they are printed
from __future__ import annotations

from decimal import Decimal

import pytest

from arraywise.domain.decision import Verdict
from arraywise.domain.messages import UserError, message
from arraywise.domain.study import LANGUAGES
from arraywise.present.language import MINUS, create_wording, match_supported_language
from tests.report.example import example_pdf
from tests.report.test_document import read, text_of

TRANSLATED = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "FC SAN: 1,234.5 ms, −3.7 %, 54,432,000, 0.05"),
        ("de", "FC SAN: 1.234,5 ms, −3,7 %, 54.432.000, 0,05"),
        ("pt_BR", "FC SAN: 1.234,5 ms, −3,7 %, 54.432.000, 0,05"),
    ],
)
def test_figures_are_written_as_the_language_writes_them(language: str, expected: str) -> None:
    sentence = message(
        "{option}: {ms:,.1f} ms, {change:+.1f} %, {visits:,}, {share:g}",
        option="FC SAN",
        ms=1234.5,
        change=-3.7,
        visits=54_432_000,
        share=Decimal("0.05"),
    )
    assert create_wording(language).localise(sentence) == expected


def test_words_of_ours_are_translated_inside_sentences() -> None:
    sentence = message("{criterion}, {kind}", criterion="headroom", kind=Verdict.FAIL)
    assert create_wording("de").localise(sentence) == "Spielraum, verfehlt"


def test_names_from_outside_are_never_translated() -> None:
    assert create_wording("de").localise(message("{option}", option="headroom")) == "headroom"


@pytest.mark.parametrize(
    ("value", "places", "expected"),
    [(None, 0, "–"), (-0.004, 2, "0.00"), (Decimal("0.005"), 2, "0.01"), (-1234.5, 1, "−1,234.5")],
)
def test_numbers(value: float | None, places: int, expected: str) -> None:
    assert create_wording("en").number(value, places) == expected


def test_an_interval_with_an_open_end_says_so() -> None:
    words = create_wording("en")
    assert words.span(1.0, 2.0, 1) == "1.0–2.0"
    assert words.span(None, 2.0) == "≤ 2"
    assert words.span(1.0, None) == "≥ 1"
    assert words.span(None, None) == "–"
    assert words.span(7.96, 8.04, 1) == "8.0"


@pytest.mark.parametrize(
    ("asked", "found"), [("de", "de"), ("de-AT", "de"), ("pt-br", "pt_BR"), ("EN", "en")]
)
def test_languages_are_found_by_any_of_their_names(asked: str, found: str) -> None:
    assert match_supported_language(asked) == found


def test_a_language_that_nobody_wrote_is_refused() -> None:
    with pytest.raises(UserError, match="No report language"):
        match_supported_language("tlh")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "de",
            (
                "Zusammenfassung",
                "54.432.000",
                "Besteht, gemessen",
                "Seite 2 von",
                "15. September 2026",
            ),
        ),
        (
            "pt_BR",
            ("Resumo", "54.432.000", "Atende, medido", "Página 2 de", "15 de setembro"),
        ),
    ],
)
def test_the_report_speaks_the_language(language: str, words: tuple[str, ...]) -> None:
    pdf = example_pdf(language=language)
    text = text_of(pdf)
    assert [word for word in words if word not in text] == []
    assert read(pdf).trailer["/Root"]["/Lang"] == language.replace("_", "-")
    assert MINUS in text


@pytest.mark.parametrize("language", TRANSLATED)
def test_sentences_of_other_studies_stay_as_they_are(language: str) -> None:
    sentence = message("{remark}", remark="Seek times were not measured.")
    assert create_wording(language).localise(sentence) == "Seek times were not measured."

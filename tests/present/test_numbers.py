"""Figures are written as readers of each language write them."""

from __future__ import annotations

import pytest
from babel.numbers import format_decimal, format_percent

from arraywise.domain.study import LANGUAGES
from arraywise.present.language import create_wording


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_written_as_babel_writes_them(language: str) -> None:
    """The program has the signs by itself; a slip in them would be in every document."""
    words = create_wording(language)
    assert words.number(1_234_567.5, 1) == format_decimal(1_234_567.5, locale=language)
    assert words.figure("share", 0.5, ".0%") == format_percent(0.5, locale=language)

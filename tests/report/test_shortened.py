"""Texts from outside that are too long: cut between words where that leaves most of them."""

from __future__ import annotations

import pytest

from arraywise.report.pdf.style import LONGEST, is_shortened, shorten


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("short enough", "short enough"),
        (" ".join(["word"] * 40), " ".join(["word"] * 23) + "…"),
        ("x" * 200, "x" * 119 + "…"),
        ("a " + "x" * 200, "a " + "x" * 117 + "…"),
    ],
)
def test_a_text_is_cut_between_words(text: str, shown: str) -> None:
    assert shorten(text) == shown
    assert len(shown) <= LONGEST
    assert is_shortened(text) is (text != shown)

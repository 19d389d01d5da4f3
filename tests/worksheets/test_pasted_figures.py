"""Figures that are pasted together are read together."""

from __future__ import annotations

import pytest

from arraywise.worksheets.input_parsing import convert_pasted_figures


def prices(*texts: str) -> list[tuple[int, str, str]]:
    return [(place, "unit_price", text) for place, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("mark", "texts", "read", "turned"),
    [
        (".", ["4.180", "1.250,50"], ["4,180", "1,250.50"], "4.180"),
        (".", ["33", "1.250,50 \u20ac", "R$ 9,9"], ["33", "1,250.50 \u20ac", "R$ 9.9"],
         "1.250,50 \u20ac"),
        (",", ["4,180", "1,250.50"], ["4.180", "1.250,50"], "4,180"),
        (".", ["4,180", "1,250.50"], ["4,180", "1,250.50"], ""),
        (",", ["4.180", "1.250,50"], ["4.180", "1.250,50"], ""),
        (".", ["33", "7"], ["33", "7"], ""),
        (".", ["1.250,50", "=A1*1.5", "much, more"], ["1,250.50", "=A1*1.5", "much, more"],
         "1.250,50"),
    ],
)  # fmt: skip
def test_all_figures_tell_the_mark(
    mark: str, texts: list[str], read: list[str], turned: str
) -> None:
    pasted = convert_pasted_figures(prices(*texts), mark)
    assert [text for _, _, text in pasted.edits] == read
    assert (pasted.converted_example, pasted.ambiguous_example) == (turned, "")


@pytest.mark.parametrize(
    ("mark", "text", "unsure"),
    [(".", "4.180", True), (".", "4,180", False), (",", "4,180 \u20ac", True),
     (",", "4.180", False), (".", "0.180", False), (".", "4.18", False)],
)  # fmt: skip
def test_a_figure_alone_is_read_as_here_and_told_where_it_may_be_thousands(
    mark: str, text: str, *, unsure: bool
) -> None:
    pasted = convert_pasted_figures(prices(text), mark)
    assert pasted.edits == tuple(prices(text))
    assert (pasted.converted_example, pasted.ambiguous_example) == ("", text if unsure else "")


def test_words_are_no_figures() -> None:
    edits = [(0, "description", "1.2"), (0, "part", "7.180,5"), (0, "unit_price", "1.250,50")]
    assert convert_pasted_figures(edits, ".").edits == (*edits[:2], (0, "unit_price", "1,250.50"))


def test_what_is_left_out_tells_the_mark_where_it_has_both() -> None:
    pasted = convert_pasted_figures(prices("4.180"), ".", ["Total", "4.180,50", "1.5"])
    assert [text for _, _, text in pasted.edits] == ["4,180"]
    assert pasted.converted_example == "4.180"
    for silent in ("1,5", "4,180", "12.05.2026, noon", ""):
        assert convert_pasted_figures(prices("4.180"), ".", [silent]).ambiguous_example == "4.180"

"""What the charts write, read back from the PDF of the example."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arraywise.report.document import build_pdf
from arraywise.report.sections.changes import MOST_BARS
from tests.report.example import example, example_pdf
from tests.report.test_document import text_of


@pytest.fixture(scope="module")
def text() -> str:
    return text_of(example_pdf())


def test_the_map_names_the_break_evens_of_the_cuts(text: str) -> None:
    content = example()
    assert content.map is not None
    today = content.answer.requirement.visits_per_month
    ends = [
        left.end
        for left, right in zip(
            content.map.cuts.visits_per_month, content.map.cuts.visits_per_month[1:], strict=False
        )
        if left.winner != right.winner
    ]
    nearest = min(ends, key=lambda end: abs(end - today))
    assert f"{nearest / 1e6:,.1f} M" in text
    assert "200 ms" in text
    assert f"{today / 1e6:.1f} M" in text


def test_the_lead_is_drawn_for_the_inputs_that_move_it_most(text: str) -> None:
    content = example()
    assert content.lead_bars
    for bar in content.lead_bars[:MOST_BARS]:
        assert str(bar.what) in text
        assert f"{bar.low} \u2026 {bar.high}" in text


def test_without_a_message_there_is_no_chart() -> None:
    """Catches axes around nothing."""
    text = text_of(build_pdf(replace(example(), map=None, lead_bars=())))
    assert "What would change it" not in text
    assert "Which option to buy at each load" not in text

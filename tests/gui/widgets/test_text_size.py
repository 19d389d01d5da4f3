"""Sizes beside text grow where the system's text is larger than the reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.gui.charts.ranking import RankingBars
from arraywise.gui.widgets import theme
from tests.gui.example_answer import example_answer

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def high_with(points: float, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> tuple[int, int]:
    """Return the height of fields and of the ranking beside a system text of so many points."""
    monkeypatch.setattr(theme._present, "base_pt", points)
    bars = RankingBars()
    qtbot.addWidget(bars)
    bars.show_answer(example_answer())
    return theme.height("field"), bars.sizeHint().height()


def test_fields_and_painted_rows_grow_with_the_text(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    field, ranking = high_with(9.0, monkeypatch, qtbot)
    larger = high_with(13.5, monkeypatch, qtbot)
    assert larger == pytest.approx((1.5 * field, 1.5 * ranking), abs=4)
    assert high_with(7.0, monkeypatch, qtbot) == (field, ranking)

"""What is drawn can be told from its ground: every pair of colours that pages and charts use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QPalette

from arraywise.gui.widgets import theme
from arraywise.gui.widgets.theme import ThemeChoice
from tests.gui.widgets.test_theme import contrast

if TYPE_CHECKING:
    from PySide6.QtGui import QColor
    from PySide6.QtWidgets import QApplication

GROUNDS = ("page", "window", "chrome", "sunken", "field", "header", "row_hover")
TINTS = ("pass_tint", "warn_tint", "fail_tint", "unknown_tint", "accent_tint")
TEXT, LINE = 4.5, 3.0
"""Least contrasts of WCAG 2.2, 1.4.3 and 1.4.11."""
Pairs = dict[tuple[str, str], tuple["QColor", "QColor", float]]


@pytest.fixture(params=[ThemeChoice.LIGHT, ThemeChoice.DARK])
def pairs(qapp: QApplication, request: pytest.FixtureRequest) -> Pairs:
    """Return what is drawn on what, with the contrast that it needs."""
    theme.apply_theme(qapp, request.param)
    look, result = theme.look(), Pairs()
    for ground in (*TINTS, "hl", "hl_strong"):  # banners, chips, chosen rows, marked lines
        inks = ("hl_text",) if ground.startswith("hl") else ("text", "text2", "text3")
        result |= {(ink, ground): (look[ink], look[ground], TEXT) for ink in inks}
    for ground in GROUNDS:  # rings, frames of fields, ticks of axes
        for ink in ("accent", "border_strong"):
            result[ink, ground] = look[ink], look[ground], LINE
    for number, option in enumerate(look.options, 1):
        result["name", f"map tint {number}"] = look["text"], option.tint, TEXT
        result["cross-hair", f"map tint {number}"] = look["text"], option.tint, LINE
        result[f"line {number}", "page"] = option.line, look["page"], LINE
    return result | _standard(qapp.palette())


def _standard(palette: QPalette) -> Pairs:
    role = QPalette.ColorRole
    inks = (
        (role.ToolTipText, role.ToolTipBase),
        (role.HighlightedText, role.Highlight),
        (role.PlaceholderText, role.Base),
        (role.WindowText, role.Window),
        (role.ButtonText, role.Button),
        (role.Text, role.AlternateBase),
        (role.Link, role.Base),
    )
    return {(i.name, g.name): (palette.color(i), palette.color(g), TEXT) for i, g in inks}


def test_every_pair_has_its_contrast(pairs: Pairs) -> None:
    assert len(pairs) > 60
    low = {
        names: (round(result, 2), least)
        for names, (ink, ground, least) in pairs.items()
        if (result := contrast(ink, ground)) < least
    }
    assert low == {}

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QColor, QPalette

from arraywise import shipped
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.painting import VERDICT_ICONS
from arraywise.gui.widgets.theme import ThemeChoice

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow

GROUNDS = ("page", "window", "chrome", "sunken", "header", "row_hover", "accent_tint", "field")
TINTED = ("pass", "warn", "fail", "unknown")


def luminance(colour: QColor) -> float:
    """Relative luminance, WCAG 2.2."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: QColor, other: QColor) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_every_text_reads_on_every_ground(qapp: QApplication, choice: ThemeChoice) -> None:
    theme.apply_theme(qapp, choice)
    look = theme.look()
    pairs = [(t, g) for t in ("text", "text2", "text3", "accent") for g in GROUNDS]
    pairs += [(t, f"{t}_tint") for t in TINTED] + [(t, "page") for t in TINTED]
    pairs += [("accent_text_on", "accent"), ("hl_text", "hl"), ("hl_text", "hl_strong")]
    pairs += [("page", "warn")]  # the count on the rail
    pairs += [("accent_text_on", "accent_hover"), ("page", "text")]  # pressed; read off the map
    pairs += [("text2", "none_pass")]  # a primary button without effect; the map where none passes
    pairs += [(t, g) for t in TINTED for g in ("accent_tint", "row_hover", "sunken", "window")]
    low = {p: round(c, 2) for p in pairs if (c := contrast(look[p[0]], look[p[1]])) < 4.5}
    assert not low


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_a_theme_change_reaches_palette_and_style(qapp: QApplication, choice: ThemeChoice) -> None:
    theme.apply_theme(qapp, choice)
    colours = shipped.tokens()["themes"][choice.value]["colours"]
    assert qapp.palette().color(QPalette.ColorRole.Base) == QColor(colours["page"])
    assert colours["accent"] in theme.current_style_sheet()
    assert "$" not in theme.current_style_sheet()


def test_the_product_font_is_there() -> None:
    from PySide6.QtGui import QFontInfo

    assert QFontInfo(theme.font()).family() == "Source Sans Pro"
    assert theme.font("answer").pointSizeF() > theme.font("caption").pointSizeF()


def test_every_icon_is_drawn_here_and_takes_its_colour() -> None:
    names = list(shipped.resource("icons").glob("*.svg"))
    fixed = {"arraywise", "chevron-field", "tick-field", "tick-light", "tick-dark"}
    for path in names:
        assert path.stem in fixed or "currentColor" in path.read_text("utf-8"), path.name
    assert {f"{icon}.svg" for icon, _ in VERDICT_ICONS.values()} <= {p.name for p in names}


def test_no_two_of_many_options_look_alike() -> None:
    looks = [theme.look().option(position) for position in range(40)]
    signs = {(each.line.name(), each.marker) for each in looks}
    assert len(signs) == len(looks)
    assert looks[8].line == looks[0].line
    assert looks[8].marker == looks[1].marker


@pytest.mark.qt_log_ignore("^This plugin does not support ")
def test_the_list_of_a_box_shows_all_its_entries(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    box = open_small().frame.bar.statistic
    box.showPopup()
    qtbot.waitUntil(box.view().isVisible)
    last = box.view().visualRect(box.model().index(box.count() - 1, 0))
    assert last.height() > 0
    assert box.view().viewport().rect().contains(last)
    box.hidePopup()

"""Colours, type and measures of the windows, all of them taken from the design tokens.

A theme is one `QPalette`, one style sheet (padding, radius and borders of standard widgets) and
one `Look` for everything that paints itself. Applying one is followed by Qt's own PaletteChange
event, so nothing needs to be told twice. The sheet is worn by the parts of windows, each of its
own, as `gui/dressing.py` says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

import font_source_sans_pro  # type: ignore[import-untyped]
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette

from arraywise import shipped
from arraywise.gui.dressing import Wardrobe

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtWidgets import QApplication, QWidget

_OPTICAL = 13 / 12
"""The pictures show a face of larger x-height; small type needs this much to look alike."""
_SMALL_PT = 10
_FACES = ("SourceSansPro", "SourceSansProIt", "SourceSansProSemibold", "SourceSansProSemiboldIt")
_FAMILIES = ["Source Sans Pro", "Noto Sans", "DejaVu Sans"]


class ThemeChoice(StrEnum):
    """Which theme the user wants."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class OptionLook:
    """Colour, marker and dash that an option keeps on every page."""

    fill: QColor
    line: QColor
    tint: QColor
    marker: str
    dash: str


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of one theme."""

    name: str
    colours: Mapping[str, QColor]
    options: tuple[OptionLook, ...]

    def __getitem__(self, colour: str) -> QColor:
        """Return a colour by its token's name."""
        return self.colours[colour]

    def option(self, position: int) -> OptionLook:
        """Return the look of the option created at `position`, from 0."""
        return self.options[position % len(self.options)]


@cache
def _look_of(name: str) -> Look:
    theme = shipped.tokens()["themes"][name]
    options = tuple(
        OptionLook(
            QColor(o["fill"]), QColor(o["line"]), QColor(o["map_tint"]), o["marker"], o["dash"]
        )
        for o in shipped.option_looks(name)
    )
    return Look(name, {k: QColor(v) for k, v in theme["colours"].items()}, options)


@dataclass(slots=True)
class _Present:
    """What is applied now; Qt keeps its palette and font for the whole process just so."""

    look: str = "light"
    base_pt: float = 0.0
    fonts: dict[tuple[str, bool], QFont] = field(default_factory=dict)


_present = _Present()


def look() -> Look:
    """Return the theme that is applied now."""
    return _look_of(_present.look)


def height(name: str) -> int:
    """Return one of the tokens' heights in device-independent pixels; it grows with the text."""
    return px(shipped.tokens()["heights"][name])


def width(name: str) -> int:
    """Return one of the tokens' widths in device-independent pixels; it grows with the text."""
    return px(shipped.tokens()["widths"][name])


def text_scale() -> float:
    """Return how much larger the system's text is than that which all sizes are given for."""
    return max(1.0, _scale())


def px(pixels: float) -> int:
    """Return how many pixels take the place of these where the system's text is larger."""
    return round(pixels * text_scale())


def window_min() -> tuple[int, int]:
    """Return the least size of a window."""
    wide, high = shipped.tokens()["widths"]["window_min"]
    return int(wide), int(high)


def font(role: str = "body", *, bold: bool = False) -> QFont:
    """Return the font of a role of the type scale; bold is Semibold. Not to be changed."""
    made = _present.fonts.get((role, bold))
    if made is None:
        made = _make_font(shipped.tokens()["type"]["pt"][role])
        if bold:
            made.setWeight(QFont.Weight.DemiBold)
        _present.fonts[role, bold] = made
    return made


def mono_font() -> QFont:
    """Return the system's fixed font for raw text and formulas."""
    made = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    made.setPointSizeF(8.6 * _scale())
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


def _scale() -> float:
    reference: float = shipped.tokens()["type"]["reference_body_pt"]
    return _present.base_pt / reference if _present.base_pt > 0 else 1.0


def _make_font(pt: float) -> QFont:
    made = QFont()
    made.setFamilies(_FAMILIES)
    made.setPointSizeF(pt * (_OPTICAL if pt < _SMALL_PT else 1.0) * _scale())
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


def prepare(app: QApplication) -> None:
    """Load the fonts and set the style that all themes build on; once, before any window."""
    for face in _FACES:
        QFontDatabase.addApplicationFont(font_source_sans_pro.font_files_ttf[face])
    _present.base_pt = app.font().pointSizeF()
    app.setStyle("Fusion")
    app.setFont(font())
    app.styleHints().colorSchemeChanged.connect(lambda _scheme: _apply_scheme(app))


def apply_theme(app: QApplication, choice: ThemeChoice) -> None:
    """Follow the system's colour scheme, or set light or dark."""
    schemes = {
        ThemeChoice.SYSTEM: Qt.ColorScheme.Unknown,
        ThemeChoice.LIGHT: Qt.ColorScheme.Light,
        ThemeChoice.DARK: Qt.ColorScheme.Dark,
    }
    app.styleHints().setColorScheme(schemes[choice])
    name = choice.value
    if choice is ThemeChoice.SYSTEM:
        name = _system_theme(app)
    _apply(app, name)


def _system_theme(app: QApplication) -> str:
    return "dark" if app.styleHints().colorScheme() is Qt.ColorScheme.Dark else "light"


def _apply_scheme(app: QApplication) -> None:
    _apply(app, _system_theme(app))


def _apply(app: QApplication, name: str) -> None:
    _present.look = name
    app.setPalette(_palette(_look_of(name)))
    _wardrobe().change(_style_sheet(name))


@cache
def _wardrobe() -> Wardrobe:
    return Wardrobe()


def dress(*parts: QWidget) -> None:
    """Dress parts of a window in this theme and in all that follow; none lies within another."""
    _wardrobe().take(parts)


def dress_when_seen(part: QWidget) -> None:
    """Dress a part of a window as it is shown first; else as `dress`."""
    _wardrobe().expect(part)


def dress_dialogs(window: QWidget) -> None:
    """Dress the dialogs of a window, and what else comes up before it."""
    _wardrobe().host(window)


def sheet() -> str:
    """Return the style sheet that is worn now; empty before a theme was applied."""
    return _wardrobe().sheet


_ROLES = {
    QPalette.ColorRole.Window: "window",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "page",
    QPalette.ColorRole.AlternateBase: "sunken",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.PlaceholderText: "text3",
    QPalette.ColorRole.Button: "page",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "fail",
    QPalette.ColorRole.Light: "page",
    QPalette.ColorRole.Midlight: "hair",
    QPalette.ColorRole.Mid: "border",
    QPalette.ColorRole.Dark: "border_strong",
    QPalette.ColorRole.Shadow: "border_strong",
    QPalette.ColorRole.Highlight: "accent_tint",
    QPalette.ColorRole.HighlightedText: "text",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.ToolTipBase: "page",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Accent: "accent",
}


def _palette(theme: Look) -> QPalette:
    palette = QPalette()
    for role, colour in _ROLES.items():
        palette.setColor(role, theme[colour])
    for role in (
        QPalette.ColorRole.Text,
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.ButtonText,
    ):
        palette.setColor(QPalette.ColorGroup.Disabled, role, theme["disabled"])
    return palette


def _style_sheet(name: str) -> str:
    template = Template(_style_template())
    colours: dict[str, Any] = shipped.tokens()["themes"][name]["colours"]
    icons = Path(shipped.resource("icons")).as_posix()
    return template.substitute(colours, icons=icons, theme=name)


@cache
def _style_template() -> str:
    return shipped.resource("styles", "window.qss").read_text("utf-8")

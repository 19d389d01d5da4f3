"""The theme: colours, fonts, style sheet, icons.

Every part has the sheet to itself. When the sheet of the application is changed, Qt dresses every
widget once for each of its ancestors, which took 700 ms; a part is dressed once in a few, and one
that is not seen waits until it is shown.

A theme is one `QPalette`, one style sheet (padding, radius and borders of standard widgets) and
one `ThemeColours` for everything that paints itself. Applying one is followed by Qt's own
PaletteChange event, so nothing needs to be told twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache, partial
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

import font_source_sans_pro  # type: ignore[import-untyped]
from PySide6.QtCore import QChildEvent, QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QIcon,
    QIconEngine,
    QPainter,
    QPaintEvent,
    QPalette,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from arraywise import shipped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtWidgets import QApplication

_NEVER_STYLED = -1  # the season of a part that was not dressed yet
_OPTICAL = 13 / 12
"""The pictures show a face of larger x-height; small type needs this much to look alike."""
_SMALL_PT = 10
_FACES = ("SourceSansPro", "SourceSansProIt", "SourceSansProSemibold", "SourceSansProSemiboldIt")
_FAMILIES = ["Source Sans Pro", "Noto Sans", "DejaVu Sans"]
_ROLE = QPalette.ColorRole
_ROLES = {
    _ROLE.Window: "window",
    _ROLE.WindowText: "text",
    _ROLE.Base: "page",
    _ROLE.AlternateBase: "sunken",
    _ROLE.Text: "text",
    _ROLE.PlaceholderText: "text3",
    _ROLE.Button: "page",
    _ROLE.ButtonText: "text",
    _ROLE.BrightText: "fail",
    _ROLE.Light: "page",
    _ROLE.Midlight: "hair",
    _ROLE.Mid: "border",
    _ROLE.Dark: "border_strong",
    _ROLE.Shadow: "border_strong",
    _ROLE.Highlight: "accent_tint",
    _ROLE.HighlightedText: "text",
    _ROLE.Link: "accent",
    _ROLE.LinkVisited: "accent",
    _ROLE.ToolTipBase: "page",
    _ROLE.ToolTipText: "text",
    _ROLE.Accent: "accent",
}


class StyleManager(QObject):
    """Applies the current style sheet to the registered parts of windows."""

    def __init__(self) -> None:
        super().__init__()
        self.sheet = ""
        self._theme_count = (
            0  # counts the themes, so that a part knows whether it wears an old one
        )
        self._styled_widgets: dict[int, tuple[QWidget, int]] = {}
        """Each part, and the season of what it wears."""

    def set_style_sheet(self, sheet: str) -> None:
        """Set another style sheet, on visible parts at once and on others when they are shown."""
        self.sheet = sheet
        self._theme_count += 1
        self._styled_widgets = {
            key: styled for key, styled in self._styled_widgets.items() if isValid(styled[0])
        }
        for part, _season in tuple(self._styled_widgets.values()):
            if part.isVisible():
                self._apply_style(part)

    def apply_style(self, *parts: QWidget) -> None:
        """Style parts of a window now and in all later themes."""
        for part in parts:
            self._watch(part)
            self._apply_style(part)

    def style_when_shown(self, part: QWidget) -> None:
        """Style a part of a window when it is first shown, and in all later themes."""
        self._watch(part)
        self._styled_widgets[id(part)] = (part, _NEVER_STYLED)

    def _watch(self, part: QWidget) -> None:
        part.installEventFilter(self)
        part.destroyed.connect(partial(self._forget, id(part)))

    def _forget(self, key: int, _gone: QObject | None = None) -> None:
        self._styled_widgets.pop(key, None)

    def style_dialogs(self, window: QWidget) -> None:
        """Style the dialogs and menus of a window when they are first shown."""
        window.installEventFilter(self)

    def _apply_style(self, part: QWidget) -> None:
        self._styled_widgets[id(part)] = (part, self._theme_count)
        part.setStyleSheet(self.sheet)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Style a part that comes to be seen."""
        if event.type() == QEvent.Type.Show:
            styled = self._styled_widgets.get(id(watched))
            if styled is not None and styled[0] is watched and styled[1] != self._theme_count:
                self._apply_style(styled[0])
        elif event.type() == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            child = event.child()
            is_worn = child is self._styled_widgets.get(id(child), (None, _NEVER_STYLED))[0]
            if isinstance(child, QWidget) and child.isWindow() and not is_worn:
                self.apply_style(child)
        return super().eventFilter(watched, event)


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
class ThemeColours:
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
def _load_colours(name: str) -> ThemeColours:
    theme = shipped.tokens()["themes"][name]
    options = tuple(
        OptionLook(
            QColor(o["fill"]), QColor(o["line"]), QColor(o["map_tint"]), o["marker"], o["dash"]
        )
        for o in shipped.option_looks(name)
    )
    return ThemeColours(name, {k: QColor(v) for k, v in theme["colours"].items()}, options)


@dataclass(slots=True)
class _ThemeState:
    """The state of the applied theme; one a process, as Qt's palette and font."""

    look: str = "light"
    base_pt: float = 0.0
    fonts: dict[tuple[str, bool], QFont] = field(default_factory=dict)


_present = _ThemeState()


def look() -> ThemeColours:
    """Return the colours of the current theme."""
    return _load_colours(_present.look)


def height(name: str) -> int:
    """Return one of the tokens' heights in device-independent pixels; it grows with the text."""
    return px(shipped.tokens()["heights"][name])


def width(name: str) -> int:
    """Return one of the tokens' widths in device-independent pixels; it grows with the text."""
    return px(shipped.tokens()["widths"][name])


def text_scale() -> float:
    """Return the factor by which the system's text is larger than the reference size."""
    return max(1.0, _text_size_ratio())


def px(pixels: float) -> int:
    """Return reference pixels scaled by the system's text size."""
    return round(pixels * text_scale())


def min_window_size() -> tuple[int, int]:
    """Return the minimum size of a window."""
    width, height = shipped.tokens()["widths"]["window_min"]
    return int(width), int(height)


def font(role: str = "body", *, bold: bool = False) -> QFont:
    """Return the font of a role of the type scale; bold is Semibold. Not to be changed."""
    built = _present.fonts.get((role, bold))
    if built is None:
        pt, built = shipped.tokens()["type"]["pt"][role], QFont()
        built.setFamilies(_FAMILIES)
        built.setPointSizeF(pt * (_OPTICAL if pt < _SMALL_PT else 1.0) * _text_size_ratio())
        built.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        if bold:
            built.setWeight(QFont.Weight.DemiBold)
        _present.fonts[role, bold] = built
    return built


def mono_font() -> QFont:
    """Return the system's fixed font for raw text and formulas."""
    built = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    built.setPointSizeF(8.6 * _text_size_ratio())
    built.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return built


def _text_size_ratio() -> float:
    reference: float = shipped.tokens()["type"]["reference_body_pt"]
    return _present.base_pt / reference if _present.base_pt > 0 else 1.0


def load_fonts_and_style(app: QApplication) -> None:
    """Load the fonts and set the style that all themes build on; once, before any window."""
    for face in _FACES:
        QFontDatabase.addApplicationFont(font_source_sans_pro.font_files_ttf[face])
    _present.base_pt = app.font().pointSizeF()
    app.setStyle("Fusion")
    app.setFont(font())
    app.styleHints().colorSchemeChanged.connect(lambda _scheme: _apply_theme_name(app))


def apply_theme(app: QApplication, choice: ThemeChoice) -> None:
    """Follow the system's colour scheme, or set light or dark."""
    schemes = {
        ThemeChoice.SYSTEM: Qt.ColorScheme.Unknown,
        ThemeChoice.LIGHT: Qt.ColorScheme.Light,
        ThemeChoice.DARK: Qt.ColorScheme.Dark,
    }
    app.styleHints().setColorScheme(schemes[choice])
    _apply_theme_name(app, "" if choice is ThemeChoice.SYSTEM else choice.value)


def _apply_theme_name(app: QApplication, name: str = "") -> None:
    """Apply a theme by its name, or that of the system."""
    system = "dark" if app.styleHints().colorScheme() is Qt.ColorScheme.Dark else "light"
    _present.look = name = name or system
    app.setPalette(_build_palette(_load_colours(name)))
    _style_manager.set_style_sheet(_build_style_sheet(name))


_style_manager = StyleManager()
apply_style = _style_manager.apply_style
style_when_shown = _style_manager.style_when_shown
style_dialogs = _style_manager.style_dialogs


def current_style_sheet() -> str:
    """Return the current style sheet; empty before a theme is applied."""
    return _style_manager.sheet


def _build_palette(theme: ThemeColours) -> QPalette:
    palette, roles = QPalette(), QPalette.ColorRole
    for role, colour in _ROLES.items():
        palette.setColor(role, theme[colour])
    for role in (roles.Text, roles.WindowText, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, theme["disabled"])
    return palette


def _build_style_sheet(name: str) -> str:
    template = Template(_read_resource("styles", "window.qss"))
    colours: dict[str, Any] = shipped.tokens()["themes"][name]["colours"]
    icons = Path(shipped.resource("icons")).as_posix()
    return template.substitute(colours, icons=icons, theme=name)


@lru_cache(maxsize=64)
def _read_resource(*names: str) -> str:
    return shipped.resource(*names).read_text("utf-8")


@lru_cache(maxsize=512)
def _icon_renderer(name: str, colour: str, paper: str) -> QSvgRenderer:
    text = (
        _read_resource("icons", f"{name}.svg")
        .replace("currentColor", colour)
        .replace("paperColor", paper)
    )
    text = text.replace("accentColor", look()["accent"].name())
    return QSvgRenderer(text.replace("fieldColor", look()["field"].name()).encode())


def paint_icon(
    painter: QPainter, rect: QRectF, name: str, colour: QColor, paper: QColor | None = None
) -> None:
    """Draw an icon into a rectangle; `paper` is the ground that shows through solid icons."""
    _icon_renderer(name, colour.name(), (paper or look()["page"]).name()).render(painter, rect)


class _TintedEngine(QIconEngine):
    """Draws an icon in a token's colour; disabled ones in that of disabled text."""

    def __init__(self, name: str, role: str, chosen: str) -> None:
        super().__init__()
        self._name, self._role, self._chosen = name, role, chosen

    def paint(
        self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State, /
    ) -> None:
        """Draw for a mode and state of a button."""
        role = self._chosen if state is QIcon.State.On else self._role
        colour = look()["disabled" if mode is QIcon.Mode.Disabled else role]
        side = min(rect.width(), rect.height())  # a wide rectangle leaves room before the text
        box = QRectF(rect.left(), rect.center().y() + 0.5 - side / 2, side, side)
        paint_icon(painter, box, self._name, colour)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, /) -> QPixmap:
        """Draw into a pixmap of a size in pixels."""
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return pixmap

    def clone(self, /) -> QIconEngine:
        """Copy, as QIcon asks when it detaches."""
        return _TintedEngine(self._name, self._role, self._chosen)


def icon(name: str, role: str = "text2", *, chosen: str = "accent") -> QIcon:
    """Return an icon that follows the theme; `chosen` is its colour on a checked button."""
    return QIcon(_TintedEngine(name, role, chosen))


class IconView(QWidget):
    """Draws one icon in a token's colour."""

    def __init__(self, name: str, size: int, tone: str = "text2") -> None:
        super().__init__()
        self._name, self._tone = name, tone
        self.setFixedSize(QSize(size, size))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_icon(painter, QRectF(self.rect()), self._name, look()[self._tone])

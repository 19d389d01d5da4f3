"""Colours, type, style sheet, icons.

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

_NEVER = -1  # the season of a part that was not dressed yet


class StyleManager(QObject):
    """The style sheet of the present theme, and who wears it."""

    def __init__(self) -> None:
        super().__init__()
        self.sheet = ""
        self._season = 0  # counts the themes, so that a part knows whether it wears an old one
        self._parts: dict[int, tuple[QWidget, int]] = {}
        """Each part, and the season of what it wears."""

    def change(self, sheet: str) -> None:
        """Dress what is seen in another sheet, and all else as it is shown."""
        self.sheet = sheet
        self._season += 1
        self._parts = {key: worn for key, worn in self._parts.items() if isValid(worn[0])}
        for part, _season in tuple(self._parts.values()):
            if part.isVisible():
                self._apply_style(part)

    def apply_style(self, *parts: QWidget) -> None:
        """Dress parts of a window in this theme and in all that follow; none lies in another."""
        for part in parts:
            self._know(part)
            self._apply_style(part)

    def style_when_shown(self, part: QWidget) -> None:
        """Dress a part of a window before it is first shown, and from then on as the others."""
        self._know(part)
        self._parts[id(part)] = (part, _NEVER)

    def _know(self, part: QWidget) -> None:
        part.installEventFilter(self)
        part.destroyed.connect(partial(self._forget, id(part)))

    def _forget(self, key: int, _gone: QObject | None = None) -> None:
        self._parts.pop(key, None)

    def style_dialogs(self, window: QWidget) -> None:
        """Dress the dialogs and menus of a window as they are shown first."""
        window.installEventFilter(self)

    def _apply_style(self, part: QWidget) -> None:
        self._parts[id(part)] = (part, self._season)
        part.setStyleSheet(self.sheet)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Style a part that comes to be seen."""
        if event.type() == QEvent.Type.Show:
            worn = self._parts.get(id(watched))
            if worn is not None and worn[0] is watched and worn[1] != self._season:
                self._apply_style(worn[0])
        elif event.type() == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            child = event.child()
            is_worn = child is self._parts.get(id(child), (None, _NEVER))[0]
            if isinstance(child, QWidget) and child.isWindow() and not is_worn:
                self.apply_style(child)
        return super().eventFilter(watched, event)


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
def _style_of(name: str) -> ThemeColours:
    theme = shipped.tokens()["themes"][name]
    options = tuple(
        OptionLook(
            QColor(o["fill"]), QColor(o["line"]), QColor(o["map_tint"]), o["marker"], o["dash"]
        )
        for o in shipped.option_looks(name)
    )
    return ThemeColours(name, {k: QColor(v) for k, v in theme["colours"].items()}, options)


@dataclass(slots=True)
class _Present:
    """What is applied now; Qt keeps its palette and font for the whole process just so."""

    look: str = "light"
    base_pt: float = 0.0
    fonts: dict[tuple[str, bool], QFont] = field(default_factory=dict)


_present = _Present()


def look() -> ThemeColours:
    """Return the theme that is applied now."""
    return _style_of(_present.look)


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
    built = _present.fonts.get((role, bold))
    if built is None:
        pt, built = shipped.tokens()["type"]["pt"][role], QFont()
        built.setFamilies(_FAMILIES)
        built.setPointSizeF(pt * (_OPTICAL if pt < _SMALL_PT else 1.0) * _scale())
        built.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        if bold:
            built.setWeight(QFont.Weight.DemiBold)
        _present.fonts[role, bold] = built
    return built


def mono_font() -> QFont:
    """Return the system's fixed font for raw text and formulas."""
    built = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    built.setPointSizeF(8.6 * _scale())
    built.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return built


def _scale() -> float:
    reference: float = shipped.tokens()["type"]["reference_body_pt"]
    return _present.base_pt / reference if _present.base_pt > 0 else 1.0


def prepare(app: QApplication) -> None:
    """Load the fonts and set the style that all themes build on; once, before any window."""
    for face in _FACES:
        QFontDatabase.addApplicationFont(font_source_sans_pro.font_files_ttf[face])
    _present.base_pt = app.font().pointSizeF()
    app.setStyle("Fusion")
    app.setFont(font())
    app.styleHints().colorSchemeChanged.connect(lambda _scheme: _apply(app))


def apply_theme(app: QApplication, choice: ThemeChoice) -> None:
    """Follow the system's colour scheme, or set light or dark."""
    schemes = {
        ThemeChoice.SYSTEM: Qt.ColorScheme.Unknown,
        ThemeChoice.LIGHT: Qt.ColorScheme.Light,
        ThemeChoice.DARK: Qt.ColorScheme.Dark,
    }
    app.styleHints().setColorScheme(schemes[choice])
    _apply(app, "" if choice is ThemeChoice.SYSTEM else choice.value)


def _apply(app: QApplication, name: str = "") -> None:
    """Apply a theme by its name, or that of the system."""
    system = "dark" if app.styleHints().colorScheme() is Qt.ColorScheme.Dark else "light"
    _present.look = name = name or system
    app.setPalette(_palette(_style_of(name)))
    _style_manager.change(_style_sheet(name))


_style_manager = StyleManager()
apply_style = _style_manager.apply_style
style_when_shown = _style_manager.style_when_shown
style_dialogs = _style_manager.style_dialogs


def sheet() -> str:
    """Return the style sheet that is worn now; empty before a theme was applied."""
    return _style_manager.sheet


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


def _palette(theme: ThemeColours) -> QPalette:
    palette, roles = QPalette(), QPalette.ColorRole
    for role, colour in _ROLES.items():
        palette.setColor(role, theme[colour])
    for role in (roles.Text, roles.WindowText, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, theme["disabled"])
    return palette


def _style_sheet(name: str) -> str:
    template = Template(_resource("styles", "window.qss"))
    colours: dict[str, Any] = shipped.tokens()["themes"][name]["colours"]
    icons = Path(shipped.resource("icons")).as_posix()
    return template.substitute(colours, icons=icons, theme=name)


@lru_cache(maxsize=64)
def _resource(*names: str) -> str:
    return shipped.resource(*names).read_text("utf-8")


@lru_cache(maxsize=512)
def _renderer(name: str, colour: str, paper: str) -> QSvgRenderer:
    text = (
        _resource("icons", f"{name}.svg")
        .replace("currentColor", colour)
        .replace("paperColor", paper)
    )
    text = text.replace("accentColor", look()["accent"].name())
    return QSvgRenderer(text.replace("fieldColor", look()["field"].name()).encode())


def paint_icon(
    painter: QPainter, rect: QRectF, name: str, colour: QColor, paper: QColor | None = None
) -> None:
    """Draw an icon into a rectangle; `paper` is the ground that shows through solid icons."""
    _renderer(name, colour.name(), (paper or look()["page"]).name()).render(painter, rect)


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

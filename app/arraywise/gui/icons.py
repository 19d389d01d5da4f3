"""Line icons from `resources/icons`, tinted with the present theme as they are drawn."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from arraywise import shipped
from arraywise.gui.theme import look


@lru_cache(maxsize=64)
def _source(name: str) -> str:
    return shipped.resource("icons", f"{name}.svg").read_text("utf-8")


@lru_cache(maxsize=512)
def _renderer(name: str, colour: str, paper: str) -> QSvgRenderer:
    text = _source(name).replace("currentColor", colour).replace("paperColor", paper)
    text = text.replace("accentColor", look()["accent"].name())
    return QSvgRenderer(text.replace("fieldColor", look()["field"].name()).encode())


def paint_icon(
    painter: QPainter, rect: QRectF, name: str, colour: QColor, paper: QColor | None = None
) -> None:
    """Draw an icon into a rectangle; `paper` is the ground that shows through solid icons."""
    ground = paper or look()["page"]
    _renderer(name, colour.name(), ground.name()).render(painter, rect)


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

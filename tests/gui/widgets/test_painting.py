from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QImage, QPainter

from arraywise.domain.decision import Verdict
from arraywise.gui.widgets import messages, painting, theme
from arraywise.gui.widgets.theme import icon


def drawn(paint: object, size: int = 40) -> bytes:
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint(painter)
    painter.end()
    return bytes(image.constBits())


def test_options_differ_in_shape_and_not_in_colour_alone() -> None:
    shapes = {theme.look().option(i).marker for i in range(8)}
    assert len(shapes) == 8
    outlines = {
        drawn(lambda p, m=marker: p.drawPath(_scaled(painting.marker_shape(m))))
        for marker in shapes
    }
    assert len(outlines) == 8


def _scaled(path: object) -> object:
    from PySide6.QtGui import QTransform

    return QTransform().translate(20, 20).scale(15, 15).map(path)


def test_a_hollow_marker_is_not_filled() -> None:
    def centre(hollow: bool) -> bytes:  # noqa: FBT001
        image = QImage(40, 40, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painting.paint_marker(painter, QPointF(20, 20), 0, 20, hollow=hollow)
        painter.end()
        return image.pixelColor(20, 20).name()

    assert centre(hollow=False) == theme.look().option(0).fill.name()
    assert centre(hollow=True) == theme.look()["page"].name()


def test_verdicts_differ_in_icon_and_word() -> None:
    words = {messages.display_name(v) for v in Verdict}
    assert len(words) == len(Verdict)
    icons = {painting.VERDICT_ICONS[v][0] for v in Verdict}
    pictures = {
        drawn(
            lambda p, n=name: painting.paint_icon(p, QRectF(0, 0, 40, 40), n, theme.look()["text"])
        )
        for name in icons
    }
    assert len(pictures) == len(icons) == 4  # filled tick, dashed tick, octagon, question ring


@pytest.mark.parametrize("mode", [QIcon.Mode.Normal, QIcon.Mode.Disabled])
def test_an_icon_follows_the_theme(mode: QIcon.Mode, qapp: object) -> None:
    built = icon("folder")
    pictures = set()
    for choice in (theme.ThemeChoice.LIGHT, theme.ThemeChoice.DARK):
        theme.apply_theme(qapp, choice)
        image = built.pixmap(QSize(20, 20), 1.0, mode).toImage()
        pictures.add(bytes(image.constBits()))
    assert len(pictures) == 2

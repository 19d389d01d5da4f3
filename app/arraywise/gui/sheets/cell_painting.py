"""How what a cell shows is measured and painted; colours come from the tokens alone."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen, QPolygon
from PySide6.QtWidgets import QStyle

from arraywise.gui import painting, theme
from arraywise.gui.fields import broken, halves
from arraywise.gui.icons import paint_icon

if TYPE_CHECKING:
    from arraywise.gui.sheets.columns import IntervalBar, Shown

PAD = 5
GAP = 6
_SIGN = 13
_CORNER = 5
_TIGHT = 0.9  # of their height, as close as two lines stand in a row
# Flags of Qt are Python enums whose operators are slow; a screen has a thousand cells.
_HAS_FOCUS = QStyle.StateFlag.State_HasFocus.value
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def _font(mono: bool, bold: bool, italic: bool) -> QFont:  # noqa: FBT001 - the key of a cache
    if mono:
        return theme.mono_font()
    font = theme.font("body", bold=bold)
    if italic:
        font = QFont(font)
        font.setItalic(True)
    return font


def content_width(shown: Shown) -> int:
    """Return how wide a cell must be to show all of it."""
    if shown.overflows:
        return 0
    wide = _text_width(shown.text, shown.mono, shown.bold, shown.italic)
    if shown.note:
        wide += GAP + _text_width(shown.note)
    signs = (shown.marker is not None) + bool(shown.icon)
    return wide + signs * (_SIGN + GAP) + 2 * PAD + 1


def wrapped_width(shown: Shown) -> int:
    """Return how wide a cell must be to show all of it in two lines."""
    kind = (shown.mono, shown.bold, shown.italic)
    less = _text_width(shown.text, *kind) - halves(shown.text, _metrics(*kind))
    return content_width(shown) - less


@lru_cache(maxsize=8192)
def _text_width(text: str, *kind: bool) -> int:
    return _metrics(*kind).horizontalAdvance(text)


def _metrics(*kind: bool) -> QFontMetrics:
    return QFontMetrics(_font(*kind) if kind else theme.font())


def paint_content(painter: QPainter, rect: QRect, shown: Shown, *, right: bool) -> None:
    """Draw marker, icon, text and note within a cell."""
    look = theme.look()
    middle = rect.center().y() + 0.5
    if shown.marker is not None:
        centre = QPointF(rect.left() + _SIGN / 2, middle)
        painting.paint_marker(painter, centre, shown.marker, 11, hollow=shown.hollow)
        rect.setLeft(rect.left() + _SIGN + GAP)
    if shown.icon:
        box = QRectF(rect.left(), middle - _SIGN / 2, _SIGN, _SIGN)
        paint_icon(painter, box, shown.icon, look[shown.colour])
        rect.setLeft(rect.left() + _SIGN + GAP)
    kind = (shown.mono, shown.bold, shown.italic)
    painter.setFont(_font(*kind))
    painter.setPen(look["fail" if shown.invalid else shown.colour])
    lines = () if right or shown.note else _two_lines(shown.text, kind, rect)
    if lines:
        _paint_lines(painter, rect, lines)
        return
    text = _fitting(shown.text, kind, rect.width() + 1, right=right)
    painter.drawText(rect, _RIGHT if right else _LEFT, text)
    if shown.guess:
        _paint_guess_line(painter, rect, _text_width(text, *kind), right=right)
    if shown.note:
        painter.setFont(theme.font())
        painter.setPen(look["text3"])
        rest = rect.adjusted(_text_width(text, *kind) + (GAP if text else 0), 0, 0, 0)
        note = _fitting(shown.note, (), rest.width(), right=False)
        painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, note)


def _two_lines(text: str, kind: tuple[bool, ...], rect: QRect) -> tuple[str, ...]:
    """Return the two lines of a text that is too long for one; none where rows are too low."""
    metrics = _metrics(*kind)
    is_low = rect.height() < 2 * (metrics.ascent() + metrics.descent()) * _TIGHT
    if is_low or _text_width(text, *kind) <= rect.width() + 1:
        return ()
    lines = broken(text, metrics, rect.width() + 1)
    fit = all(_text_width(line, *kind) <= rect.width() + 1 for line in lines)
    return lines if fit and len(lines) > 1 else ()


def _paint_lines(painter: QPainter, rect: QRect, lines: tuple[str, ...]) -> None:
    metrics = painter.fontMetrics()
    high = min(metrics.height(), (rect.height() - 2) // len(lines))
    top = rect.top() + (rect.height() - high * len(lines)) // 2
    for place, line in enumerate(lines):
        box = QRect(rect.left(), top + place * high, rect.width(), high)
        painter.drawText(box, _LEFT | Qt.TextFlag.TextDontClip, line)


def _fitting(text: str, kind: tuple[bool, ...], room: int, *, right: bool) -> str:
    """Return the text; a number that does not fit becomes ####, never a shorter number."""
    if _text_width(text, *kind) <= room:
        return text
    metrics = _metrics(*kind)
    if right:
        return "#" * max(1, room // max(1, metrics.horizontalAdvance("#")))
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)


def _paint_guess_line(painter: QPainter, rect: QRect, wide: int, *, right: bool) -> None:
    pen = QPen(theme.look()["text3"], 1, Qt.PenStyle.DotLine)
    painter.setPen(pen)
    y = rect.center().y() + painter.fontMetrics().ascent() // 2 + 3
    left = rect.right() - wide if right else rect.left()
    painter.drawLine(left, y, left + wide, y)


def paint_frame(painter: QPainter, rect: QRect, shown: Shown, state: int, *, sides: bool) -> None:
    """Draw the lines around a cell, its corner, and the frame of a fault or of the cursor."""
    look = theme.look()
    painter.setPen(look["hair"])
    painter.drawLine(rect.bottomLeft(), rect.bottomRight())
    if shown.formula:
        _paint_corner(painter, rect)
    if sides and not shown.heading:
        painter.drawLine(rect.topRight(), rect.bottomRight())
    if shown.invalid:
        painter.setPen(QPen(look["fail"], 1))
        painter.drawRect(rect.adjusted(0, 0, -1, -1))
    if state & _HAS_FOCUS:
        painter.setPen(QPen(look["accent"], 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap,
                            Qt.PenJoinStyle.MiterJoin))  # fmt: skip
        painter.drawRect(rect.adjusted(1, 1, -1, -1))


def _paint_corner(painter: QPainter, rect: QRect) -> None:
    """Mark a cell that a formula works out."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.look()["accent_line"])
    right, top = rect.right() + 1, rect.top()
    corner = [QPoint(right - _CORNER, top), QPoint(right, top), QPoint(right, top + _CORNER)]
    painter.drawPolygon(QPolygon(corner))
    painter.setPen(QPen(theme.look()["hair"], 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_interval_bar(painter: QPainter, rect: QRectF, bar: IntervalBar) -> None:
    """Draw an interval with its point, and the target."""
    look = theme.look()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    y = rect.center().y() + 0.5

    def x(value: float) -> float:
        return rect.left() + rect.width() * min(1.0, max(0.0, value / bar.end))

    painter.setPen(QPen(look["hair"], 1))
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
    line = look.option(bar.position).line
    painting.paint_interval(painter, (x(bar.low), x(bar.high)), y, line)
    target = QPen(look["text"], 1.5)
    target.setDashPattern([2.4, 2])
    painter.setPen(target)
    painter.drawLine(
        QPointF(x(bar.target), rect.top() + 5), QPointF(x(bar.target), rect.bottom() - 4)
    )
    painting.paint_marker(painter, QPointF(x(bar.point), y), bar.position, 10, hollow=bar.hollow)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # noqa: FBT003 - lines are sharp

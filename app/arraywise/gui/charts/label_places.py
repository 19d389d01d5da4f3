"""Finds places for labels beside marks so that none hides another."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF


def place_label(
    mark: QPointF,
    size: tuple[float, float],
    area: QRectF,
    taken: list[QRectF],
    gap: float = 9.0,
) -> QRectF | None:
    """Return a free box beside a mark and take it; None where there is none.

    Args:
        mark: what is labelled.
        size: width and height of the label.
        area: where labels may lie.
        taken: what is there already; the new box is added.
        gap: room between the middle of the mark and the label.
    """
    wide, high = size
    x, y = mark.x(), mark.y()
    corners = (
        (x + gap, y - high / 2),
        (x - gap - wide, y - high / 2),
        (x - wide / 2, y - gap - high),
        (x - wide / 2, y + gap),
        (x + gap, y - gap - high),
        (x - gap - wide, y - gap - high),
        (x + gap, y + gap),
        (x - gap - wide, y + gap),
    )
    for wanted, top in corners:
        # beside its mark a label keeps its side; above and below it may give way
        beside = abs(top + high / 2 - y) < 1
        left = wanted if beside else min(max(wanted, area.left()), area.right() - wide)
        box = QRectF(left, top, wide, high)
        if area.contains(box) and not any(box.intersects(other) for other in taken):
            taken.append(box)
            return box
    return None

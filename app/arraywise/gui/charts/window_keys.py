"""Keys that move the ends of what counts of a run, as the hand drags them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent

if TYPE_CHECKING:
    from arraywise.store.reading.sample_chart import Span

translate = QCoreApplication.translate
_STEP = 0.005
"""How far a key moves an end, as a share of what is seen; a second at least."""
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ENDS = {Qt.KeyboardModifier.ShiftModifier: 0, Qt.KeyboardModifier.ControlModifier: 1}


class Windowed(Protocol):
    """A plot with a window that can be moved."""

    region: Any
    """The window as pyqtgraph draws it; None where there is none."""

    def view(self) -> Span:
        """Return the stretch that is seen."""

    def tell_window(self) -> None:
        """Say which part of the run counts now."""


class WindowKeys:
    """Moves the beginning with Shift, the end with Ctrl; tells it when the key is let go."""

    def __init__(self, plot: Windowed) -> None:
        self._plot = plot
        self._is_moved = False
        """Whether an end was moved since it was told."""

    def take(self, event: QEvent) -> bool:
        """Take a key of the plot, or what ends it; say whether it was one of these."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            repeats = isinstance(event, QKeyEvent) and event.isAutoRepeat()
            if self._is_moved and not repeats:
                self._is_moved = False
                self._plot.tell_window()
            return False
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        step, end = _STEPS.get(Qt.Key(event.key())), _ENDS.get(modifiers)
        if step is None or end is None or self._plot.region is None:
            return False
        line = self._plot.region.lines[end]
        seconds = max(1, round(self._plot.view().length_s * _STEP))
        line.setValue(line.value() + step * seconds)
        self._is_moved = True
        return True


def window_lines() -> tuple[tuple[str, str], ...]:
    """Return the keys with what they do."""
    return (
        (
            translate("Charts", "Shift+\u2190 \u2192"),
            translate("Charts", "Move where the part that counts begins"),
        ),
        (
            translate("Charts", "Ctrl+\u2190 \u2192"),
            translate("Charts", "Move where the part that counts ends"),
        ),
    )

"""Does long work of the window's thread in portions, with a turn of the event loop after each.

Widgets can be made on that thread only; so that the window answers meanwhile, they are made a few
at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from collections.abc import Generator


_TURNS = 3
"""From one portion to the next: what one of them changed is painted in turns without another."""


class Portions(QObject):
    """Work under way; it is dropped with its parent."""

    ended = Signal(object)
    """Done, dropped or broken off; carries the work itself."""

    def __init__(self, work: Generator[None], parent: QObject) -> None:
        """Begin in the next turn.

        Args:
            work: goes from one `yield` to the next in a turn; less than 50 ms lie between them.
            parent: what the work is for.
        """
        super().__init__(parent)
        self._work = work
        self._turn = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)
        self._timer.start(0)

    def _go_on(self) -> None:
        self._turn = (self._turn + 1) % _TURNS
        if self._turn != 1:
            return
        try:
            next(self._work)
        except StopIteration:
            self.drop()
        except BaseException:
            self.drop()
            raise

    def drop(self) -> None:
        """Do no more of it."""
        self._timer.stop()
        self._work.close()
        self.ended.emit(self)
        self.deleteLater()

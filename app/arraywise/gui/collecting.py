"""Python's search for garbage in cycles, kept to the window's thread, between two of its turns.

Left to itself it begins in whichever thread makes the next object. Parts of a window that it
finds in a thread of the background would be taken apart there, which Qt does not survive. And it
begins inside of Qt: the end of an object holds one of Qt's locks while PySide asks Python for
`disconnectNotify`, and an object whose garbage is found then may need the same lock.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

_LOOK_MS = 500
_FEW = 2_000
"""New objects that are not worth a look."""
_LOOKS, _CALM_LOOKS, _MOST_LOOKS = 20, 6, 120
"""After so many looks at what is new the older objects are looked through too, which takes 50 ms:
when nothing was made for so many looks, or at last without waiting for that."""
_BULK = 200_000
"""New objects that take longer than a frame to be looked through."""


def set_aside() -> None:
    """Leave what was just made in bulk, and stays, out of every search.

    A paste of 200,000 cells makes a million objects without a cycle among them; looking for one
    held the window up for 0.15 s. They are still let go when nothing refers to them any more.
    """
    if gc.get_count()[0] >= _BULK:
        gc.freeze()


class Collector(QObject):
    """Looks for garbage now and then, in place of Python; there is one in a program."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._looks = self._calm = 0
        self._trim = _find_trim()
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        gc.disable()
        gc.freeze()  # what is loaded stays: no search goes over it

    def look(self) -> None:
        """Look for garbage, if there may be some."""
        is_calm = gc.get_count()[0] < _FEW
        self._calm = self._calm + 1 if is_calm else 0
        if self._looks >= (_LOOKS if self._calm >= _CALM_LOOKS else _MOST_LOOKS):
            self.tidy()
        elif not is_calm:
            gc.collect(1)
            self._looks += 1

    def tidy(self) -> None:
        """Look for garbage everywhere, and give the memory that is free back to the system."""
        gc.collect()
        self._looks = 0
        if self._trim is not None:
            self._trim(0)


def _find_trim() -> Callable[[int], int] | None:
    """Return what makes the C library give memory back, where it does not by itself.

    glibc keeps what threads of the background have freed: 40 MiB after a thousand edits.
    """
    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    return getattr(library, "malloc_trim", None)

"""Notes every text that is painted shorter than it is, wherever it is painted."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFontMetrics, QFontMetricsF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QWidget

_KINDS: tuple[Any, ...] = (QFontMetrics, QFontMetricsF)


def build_layout() -> None:
    """Let every layout take the texts that its widgets were given."""
    for _ in range(8):
        QCoreApplication.processEvents()


def texts_cut(top: QWidget) -> set[str]:
    """Paint a window once it is laid out, and return the texts that were cut."""
    build_layout()
    with _noting_elided() as cut:
        top.grab()
    return cut


@contextmanager
def _noting_elided() -> Iterator[set[str]]:
    """Collect the texts that are cut while something is painted; all go through one call."""
    cut: set[str] = set()
    own = [kind.elidedText for kind in _KINDS]

    def noting(kept: Any) -> Any:
        def elided(metrics: Any, text: str, *rest: Any) -> str:
            shown: str = kept(metrics, text, *rest)
            if shown != text:
                cut.add(text)
            return shown

        return elided

    for kind, kept in zip(_KINDS, own, strict=True):
        kind.elidedText = noting(kept)
    try:
        yield cut
    finally:
        for kind, kept in zip(_KINDS, own, strict=True):
            kind.elidedText = kept

"""Block size, mix and depth of a file's I/O runs, as its condition in the list of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.analysis.io_evidence import SEQUENTIAL, kind_of_io
from arraywise.gui.widgets import figures, messages

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.domain.study import RunSetup

translate = QCoreApplication.translate


def io_condition(runs: Sequence[tuple[RunSetup, tuple[int, ...]]]) -> str:
    """Return what is known of a file's I/O runs; empty where nothing is.

    Args:
        runs: with their numbers of outstanding small I/Os.
    """
    kinds = [kind_of_io(setup.tool, setup) for setup, _ in runs]
    blocks, shares = _ends(k.block_bytes for k in kinds), _ends(k.write_share for k in kinds)
    depths = _ends(float(depth) for _, depths in runs for depth in depths)
    parts = []
    if blocks is not None:
        parts.append(_between(*map(messages.block_size, blocks)))
    if shares is not None:
        text = translate("Evidence", "{share}\u00a0% writes")
        parts.append(text.format(share=_between(*map(figures.percent, shares))))
    if kinds and all(kind.pattern == SEQUENTIAL for kind in kinds):
        parts.append(translate("Evidence", "sequential"))
    if depths is not None:
        text = translate("Evidence", "{count} outstanding")
        parts.append(text.format(count=_between(*map(figures.number, depths))))
    return ", ".join(parts)


def _ends(values: Iterable[float | None]) -> tuple[float, float] | None:
    known = [value for value in values if value is not None]
    return (min(known), max(known)) if known else None


def _between(low: str, high: str) -> str:
    return low if low == high else f"{low}{figures.EN_DASH}{high}"

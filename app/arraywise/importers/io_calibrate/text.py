"""Labels and numbers in text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.importers.io_calibrate.content import (
    BLOCK_END,
    CODE,
    FIGURES,
    NOT_OUTPUT,
    PAIRS,
    STATUS_VIEW,
    TIMES,
    CalibrationCell,
    CalibrationField,
    CalibrationResult,
)

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from arraywise.importers.kit.text import TextPositions

_TRIPLE = {CalibrationField.IOPS, CalibrationField.MBPS, CalibrationField.LATENCY}
_SIGNS = {kind: [p for k, p in PAIRS if k is kind] for kind in sorted(_TRIPLE)}

_Event = tuple[int, "tuple[CalibrationField, re.Match[str]] | None"]
"""An offset with a label and its number, or with None for the end of a call."""


@dataclass(slots=True)
class _Open:
    """The result that is being gathered."""

    block: int = 0
    cells: list[CalibrationCell] = field(default_factory=list)
    offset: int = 0

    def has(self, kind: CalibrationField) -> bool:
        return any(cell.kind is kind for cell in self.cells)

    def close(self) -> CalibrationResult | None:
        result = CalibrationResult(tuple(self.cells), self.offset, self.block)
        self.cells = []
        return result if result.figures else None


def read_pairs(text: str, places: TextPositions) -> list[CalibrationResult]:
    """Gather results; a repeated label or the end of a call begins the next one.

    Figures of two kinds are a calibration only where the text speaks of one; a setting such as
    a lone `max_iops = 500` is none.
    """
    needed = 2 if CODE.search(text) or STATUS_VIEW.search(text) or BLOCK_END.search(text) else 3
    if not _may_hold(text, needed):
        return []
    results = [result for result in _collect(text, places) if result]
    kinds = {cell.kind for result in results for cell in result.figures}
    return results if len(kinds & _TRIPLE) >= needed else []


def _may_hold(text: str, needed: int) -> bool:
    """Say whether figures of so many kinds may be there; most texts lack the first one already."""
    lacking = 0
    for patterns in _SIGNS.values():
        lacking += not any(pattern.search(text) for pattern in patterns)
        if lacking > len(_SIGNS) - needed:
            return False
    return True


def _collect(text: str, places: TextPositions) -> Iterator[CalibrationResult | None]:
    collected = _Open()
    for offset, event in _events(text):
        if event is None:
            yield collected.close()
            collected.block += 1
            continue
        kind, match = event
        if collected.has(kind):
            yield collected.close()
        if not collected.cells:
            collected.offset = offset
        collected.cells.append(_cell(kind, match, places, len(text)))
    yield collected.close()


def _events(text: str) -> list[_Event]:
    """List pairs and ends of calls in the order of the text, code left out."""
    excluded = [match.span() for match in NOT_OUTPUT.finditer(text)]
    events: list[_Event] = [(match.start(), None) for match in BLOCK_END.finditer(text)]
    for kind, pattern in (*PAIRS, *TIMES):
        events += [(match.start("number"), (kind, match)) for match in pattern.finditer(text)]
    events.sort(key=lambda event: event[0])
    return list(_outside(events, excluded))


def _outside(events: list[_Event], excluded: list[tuple[int, int]]) -> Iterator[_Event]:
    spans = iter(excluded)
    span = next(spans, None)
    for offset, event in events:
        while span and span[1] <= offset:
            span = next(spans, None)
        if not span or offset < span[0]:
            yield offset, event


def _cell(
    kind: CalibrationField, match: re.Match[str], places: TextPositions, end: int
) -> CalibrationCell:
    at = match.start("number")
    groups = match.groupdict()
    unit = groups.get("unit") or groups.get("label_unit")
    return CalibrationCell(
        kind, match.group("number").strip(), places.line(at), places.column(at), unit,
        ends_file=kind in FIGURES and match.end("number") == end,
    )  # fmt: skip

"""Labels and numbers in text and HTML.

Tags and entities are blanked out character by character, so that every value keeps its place in
the file. The tags are found here and not by `html.parser`, which takes minutes over 100 kB of
open tags. Nothing is nested, looked up or expanded: a table within a table begins other rows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.messages import Problem, Severity, message
from arraywise.importers.io_calibrate.content import (
    BLOCK_END,
    CODE,
    FIGURES,
    NOT_OUTPUT,
    NUMERIC,
    PAIRS,
    STATUS_VIEW,
    TIMES,
    UPRIGHT,
    CalibrationCell,
    CalibrationField,
    CalibrationResult,
)
from arraywise.importers.io_calibrate.tables import EMPTY, damaged, heading, is_figure, is_view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.importers.kit.text import TextPositions

_TRIPLE = {CalibrationField.IOPS, CalibrationField.MBPS, CalibrationField.LATENCY}
_SIGNS = {kind: [p for k, p in (*PAIRS, *UPRIGHT) if k is kind] for kind in sorted(_TRIPLE)}

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
    for kind, pattern in (*PAIRS, *TIMES, *UPRIGHT):
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


_SIGN = re.compile(r"<(?:table|t[dhr]|br|pre)\b[^<>]{0,500}>", re.IGNORECASE)
_TAG = re.compile(
    r"<(?:(?P<close>/?)(?P<name>[A-Za-z]\w{0,15})(?:[\s/][^<>]{0,2000})?|![^<>]{0,2000})>"
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,31});")
_VISIBLE = re.compile(r"[^\n]")
_HIDDEN = ("style", "script")
_MOST_CELLS = 50_000
_PAIR = 2


class _TaggedCell(NamedTuple):
    """The content of a cell: offsets in the text."""

    start: int
    stop: int


Row = list[_TaggedCell]


@dataclass(frozen=True, slots=True)
class TaggedText:
    """A text without its tags, each character where it was, and the tables that they made."""

    text: str
    tables: list[list[Row]]


@dataclass(slots=True)
class _TagReader:
    """The tables while tags are read one after the other; what is left open ends at the next."""

    tables: list[list[Row]] = field(default_factory=lambda: [[]])
    cell_from: int | None = None
    cells: int = 0

    def take(self, name: str, at: int, after: int, *, closes: bool) -> None:
        """Take in a tag that begins and ends at these offsets."""
        if name in {"td", "th", "tr", "table"}:
            self.end_cell(at)
        if name == "table":
            self.tables.append([])
        elif name == "tr" and not closes:
            self.tables[-1].append([])
        elif name in {"td", "th"} and not closes:
            self.cell_from = after

    def end_cell(self, at: int) -> None:
        """End the open cell, if there is one."""
        if self.cell_from is not None and self.tables[-1] and self.cells < _MOST_CELLS:
            self.tables[-1][-1].append(_TaggedCell(self.cell_from, at))
            self.cells += 1
        self.cell_from = None


def is_html(text: str) -> bool:
    """Return whether a text has tags of tables or lines."""
    return _SIGN.search(text) is not None


def read_page(text: str) -> TaggedText:
    """Take a text's tags away, and note the tables that they made."""
    pieces: list[str] = []
    reader = _TagReader()
    hidden: str | None = None
    at = 0
    for tag in _TAG.finditer(text):
        between = text[at : tag.start()]
        pieces.append(_blank(between) if hidden else _decoded(between))
        pieces.append(_blank(tag.group()))
        at = tag.end()
        name, closes = (tag["name"] or "").lower(), bool(tag["close"])
        if hidden:
            hidden = None if closes and name == hidden else hidden
        elif name in _HIDDEN and not closes:
            hidden = name
        else:
            reader.take(name, tag.start(), tag.end(), closes=closes)
    pieces.append(_blank(text[at:]) if hidden else _decoded(text[at:]))
    reader.end_cell(len(text))
    return TaggedText("".join(pieces), [table for table in reader.tables if table])


def _blank(text: str) -> str:
    return _VISIBLE.sub(" ", text)


def _decoded(text: str) -> str:
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(entity: re.Match[str]) -> str:
    """Return the character of an entity with blanks behind it, so that nothing moves."""
    plain = unescape(entity.group())
    plain = plain if plain.isprintable() and len(plain) < len(entity.group()) else " "
    return plain.ljust(len(entity.group()))


def read_rows(
    page: TaggedText, places: TextPositions
) -> tuple[list[CalibrationResult], list[Problem]]:
    """Read every table of a page that holds calibrations, a row or a column each."""
    results: list[CalibrationResult] = []
    problems: list[Problem] = []
    for table in page.tables:
        columns: tuple[CalibrationField | None, ...] = ()
        for row in table:
            texts = [" ".join(page.text[a:b].split()) for a, b in row]
            names = tuple(map(heading, texts))
            if is_view(names):
                columns = names
            elif columns and len(row) == len(columns):
                _parse_row(page, places, columns, row, (results, problems))
            elif columns and any(texts):
                problems.append(damaged(places.line(row[0].start) - 1))
        results += _upright(page, places, table)
    return results, problems


def _parse_row(
    page: TaggedText,
    places: TextPositions,
    columns: tuple[CalibrationField | None, ...],
    row: Row,
    result: tuple[list[CalibrationResult], list[Problem]],
) -> None:
    cells = tuple(_cells(page, places, columns, row))
    if not all(is_figure(cell.text) for cell in cells if cell.kind in NUMERIC):
        result[1].append(damaged(places.line(row[0].start) - 1))
    elif any(cell.kind in FIGURES for cell in cells):
        result[0].append(CalibrationResult(cells, row[0].start))
    else:
        result[1].append(Problem(Severity.WARNING, message(EMPTY), places.line(row[0].start)))


def _upright(
    page: TaggedText, places: TextPositions, table: list[Row]
) -> Iterator[CalibrationResult]:
    """Read a table of two columns, names and values."""
    rows = [row for row in table if len(row) == _PAIR]
    kinds = tuple(heading(" ".join(page.text[row[0].start : row[0].stop].split())) for row in rows)
    if not is_view(kinds) or len(set(kinds) - {None}) < len([k for k in kinds if k]):
        return
    cells = tuple(_cells(page, places, kinds, [row[1] for row in rows]))
    if cells and all(is_figure(cell.text) for cell in cells if cell.kind in NUMERIC):
        yield CalibrationResult(cells, rows[0][0].start)


def _cells(
    page: TaggedText, places: TextPositions, columns: tuple[CalibrationField | None, ...], row: Row
) -> Iterator[CalibrationCell]:
    for kind, (start, stop) in zip(columns, row, strict=True):
        text = page.text[start:stop]
        at = start + len(text) - len(text.lstrip())
        if kind and text.strip():
            yield CalibrationCell(
                kind, " ".join(text.split()), places.line(at), places.column(at),
                ends_file=kind in FIGURES and stop == len(page.text),
            )  # fmt: skip

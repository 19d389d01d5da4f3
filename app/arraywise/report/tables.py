"""Tables as the report sets them: hairlines, units in the header, figures aligned to the right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reportlab.platypus import CondPageBreak, KeepTogether

from arraywise.domain.said import Said
from arraywise.report import fonts
from arraywise.report.marks import Beside
from arraywise.report.paragraph import Paragraph
from arraywise.report.ruled_table import GAP, RuledRow, RuledTable, Ruling
from arraywise.report.runs import NEW_LINE, Run, inked, sized
from arraywise.report.styles import LINE, Style, colour

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from reportlab.platypus import Flowable

    from arraywise.report.layout import Layout, Text

    Cell: TypeAlias = Said | str | Flowable
    Row: TypeAlias = list[Cell]

_KEPT_TOGETHER = 12
"""Rows of a table that is moved to the next page rather than broken."""
_LONGEST_TITLE = 36
"""Characters of a column's title that comes from outside."""
_TIGHT, _LOOSE = (1.5, 3.0), (3.0, 4.0)
"""Room above and below the text of a row, in points."""
_SIZES = (8.5, 8.0, 7.5, 7.0, 6.5)
_SLACK = 0.5
"""Keeps a word that fits exactly from being broken."""
_NARROWEST = 58.0
_WIDEST = 150.0
"""Least and greatest natural width of a column of wrapped text, in points."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    title: Text
    unit: Text = ""
    figures: bool = False
    """Right-aligned and not wrapped."""
    share: float = 0.0
    """Part of the spare width; 0 for as wide as the contents."""
    least: float = 0.0
    """Width in points that it has at any rate."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a table, and which of them are not like the others.

    Cells are sentences of ours, text from outside, or flowables. In columns of figures they are
    strings that were written by the wording already.
    """

    cells: Sequence[Row]
    strong: frozenset[int] = frozenset()
    """In semibold: totals."""
    spanned: frozenset[int] = frozenset()
    """The first cell runs over the whole width: categories."""
    ruled: frozenset[int] = frozenset()
    """With a stronger line above."""
    tight: bool = False
    """Rows close together: long lists."""
    breakable: bool = False
    """A short table too may run over to the next page."""


def titled_table(
    layout: Layout,
    title: Text | Flowable | None,
    columns: Sequence[Column],
    rows: Rows,
    *notes: Text,
) -> list[Flowable]:
    """Set a table under its caption or heading with notes below; short ones stay on one page."""
    head = layout.paragraph(title, Style.CAPTION) if isinstance(title, Said | str) else title
    below = [layout.paragraph(note, Style.NOTE) for note in notes]
    blocks: list[Flowable] = [] if head is None else [head]
    if len(rows.cells) <= _KEPT_TOGETHER and not rows.breakable:
        blocks += [make_table(layout, columns, rows), *below]
        return [KeepTogether(blocks), layout.space(0.3)]
    blocks.append(make_table(layout, columns, rows, below))
    room = 6 if rows.breakable else 12
    return [CondPageBreak(room * LINE), *blocks, layout.space(0.3)]


def make_table(
    layout: Layout, columns: Sequence[Column], rows: Rows, notes: Sequence[Paragraph] = ()
) -> RuledTable:
    """Set a table that repeats its header on every page it runs over.

    Args:
        layout: of the document.
        columns: what stands above them, and which hold figures.
        rows: the cells.
        notes: set below the last row, which never leaves them alone on a page.
    """
    size, widths, fits = _fit(layout, columns, rows)
    ruling = Ruling(
        tuple(widths),
        tuple(column.figures for column in columns),
        size,
        _TIGHT if rows.tight else _LOOSE,
    )
    header = [_header(layout, column, size) for column in columns]
    ruled = [
        RuledRow(
            [
                _cell(layout, column, cell, strong=i in rows.strong, fits=fits)
                for column, cell in _paired(columns, row)
            ],
            *(i in kind for kind in (rows.strong, rows.spanned, rows.ruled)),
        )
        for i, row in enumerate(rows.cells)
    ]
    return RuledTable(ruling, header, ruled, notes)


def _paired(
    columns: Sequence[Column], row: Sequence[Text | Flowable]
) -> list[tuple[Column, Text | Flowable]]:
    padded = [*row, *[""] * (len(columns) - len(row))]
    return list(zip(columns, padded, strict=True))


def _header(layout: Layout, column: Column, size: float) -> Paragraph:
    runs = [Run(_title(layout, column))]
    if column.unit:
        unit = [run._replace(font=fonts.REGULAR) for run in layout.runs(column.unit)]
        runs += [NEW_LINE, *inked(unit, colour("text3"))]
    style = Style.HEAD_RIGHT if column.figures else Style.HEAD
    return Paragraph(sized(runs, _head_size(size)), style)


def _title(layout: Layout, column: Column) -> str:
    """Return what stands above a column; names from outside leave room for the figures."""
    title = layout.text(column.title)
    if isinstance(column.title, Said) or len(title) <= _LONGEST_TITLE:
        return title
    return f"{title[: _LONGEST_TITLE - 1]}…"


def _head_size(size: float) -> float:
    return size - 0.5


def _cell(
    layout: Layout, column: Column, cell: Text | Flowable, *, strong: bool, fits: bool
) -> str | Flowable:
    if not isinstance(cell, Said | str):
        return cell
    if column.figures:
        written = layout.text(cell) if isinstance(cell, Said) else cell
        return written if fits else Paragraph([Run(written)], Style.CELL_RIGHT)
    return layout.paragraph(cell, Style.CELL_STRONG if strong else Style.CELL)


def _fit(layout: Layout, columns: Sequence[Column], rows: Rows) -> tuple[float, list[float], bool]:
    """Find the largest type in which the figures stand whole: size, widths, whether they do."""
    size, widths = _SIZES[0], [0.0]
    for size in _SIZES:
        widths = [_natural(layout, i, column, rows, size) for i, column in enumerate(columns)]
        if sum(widths) <= layout.width:
            return size, _spread(columns, widths, layout.width), True
    shrink = layout.width / sum(widths)
    return size, [width * shrink for width in widths], False


def _spread(columns: Sequence[Column], widths: list[float], whole: float) -> list[float]:
    shares = sum(column.share for column in columns)
    spare = whole - sum(widths)
    if not shares:
        return widths
    return [
        width + spare * column.share / shares
        for column, width in zip(columns, widths, strict=True)
    ]


def _natural(layout: Layout, position: int, column: Column, rows: Rows, size: float) -> float:
    heads = (_title(layout, column), layout.text(column.unit))
    head = _head_size(size)
    widest = max(column.least, *(_wrapped_width(text.split(" "), 2, head) for text in heads))
    for i, row in enumerate(rows.cells):
        if i in rows.spanned or position >= len(row):
            continue
        font = fonts.SEMIBOLD if i in rows.strong else fonts.REGULAR
        widest = max(widest, _cell_width(layout, column, row[position], size, font))
    return widest + 2 * GAP + _SLACK


def _wrapped_width(words: list[str], lines: int, size: float) -> float:
    """Return the least width in which the words of a header stand on so many lines."""
    whole = fonts.width(" ".join(words), size, fonts.SEMIBOLD)
    if lines == 1 or len(words) == 1:
        return whole
    return min(
        max(_wrapped_width(words[:i], 1, size), _wrapped_width(words[i:], lines - 1, size))
        for i in range(1, len(words))
    )


def _cell_width(
    layout: Layout, column: Column, cell: Text | Flowable, size: float, font: str
) -> float:
    if isinstance(cell, Said | str):
        shown = cell if column.figures and isinstance(cell, str) else layout.text(cell)
        natural = fonts.width(shown, size, font)
    elif isinstance(cell, Beside):
        natural = cell.natural_width
    elif isinstance(cell, Paragraph):
        natural = _NARROWEST
    else:
        natural = float(cell.width)
    if column.figures:
        return natural
    return min(natural, _NARROWEST if column.share else _WIDEST)

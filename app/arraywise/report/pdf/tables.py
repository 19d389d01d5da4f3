"""Tables of the PDF: columns, rows, breaks over pages, tags.

ReportLab's own table knows any style of any cell, and takes ten times as long for it. Ours is
always ruled the same way; what differs is stated by column and by row.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from reportlab.platypus import CondPageBreak, Flowable, KeepTogether

from arraywise.domain.messages import Message
from arraywise.report.pdf import style as fonts
from arraywise.report.pdf.marks import IconParagraph
from arraywise.report.pdf.style import LINE, Style, paragraph_style, theme_colour
from arraywise.report.pdf.tagging import structure_of
from arraywise.report.pdf.text import (
    NEW_LINE,
    Paragraph,
    StyledText,
    in_colour,
    in_size,
    stroke_colour_operator,
    text_writer_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from arraywise.report.pdf.layout import PageLayout, Text
    from arraywise.report.pdf.tagging import Element
    from arraywise.report.pdf.text import Blocks

    RuledCell = str | Flowable
    """A figure as it is written, or what sets itself."""
    Cell: TypeAlias = Message | str | Flowable
    Row: TypeAlias = list[Cell]

GAP = 5.0
"""Between the text of a cell and the next column, in points."""
_EDGE = 1.0
"""The same at both ends of the table."""
_LINE = 12.0
_NEVER_ALONE = 3
"""Rows that stay together at the beginning and at the end of a table that is broken."""
_HAIR, _RULE = 0.5, 0.9
_COLUMN, _ROW = "/O/Table/Scope/Column", "/O/Table/Scope/Row"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What holds for the whole table; lengths in points."""

    widths: tuple[float, ...]
    figures: tuple[bool, ...]
    """Columns that are aligned to the right."""
    size: float
    """Of the type that figures are written in."""
    text_size: float = 9.2
    """Of the type beside them, with which they are level."""
    padding: tuple[float, float] = (4.5, 5.0)
    """Room above and below the text of a row."""
    heads_rows: bool = False
    """The first cell of a row says what the others are."""

    @property
    def column_edges(self) -> list[float]:
        """Left edge of each column, and the right one of the last."""
        return [0.0, *accumulate(self.widths)]

    def text_bounds(self, first: int, last: int) -> tuple[float, float]:
        """Return between which places the text of a cell over some columns stands."""
        edges = self.column_edges
        left = _EDGE if first == 0 else GAP
        right = _EDGE if last == len(self.widths) - 1 else GAP
        return edges[first] + left, edges[last + 1] - right


@dataclass(frozen=True, slots=True)
class RuledRow:
    """One row; a spanned one has a single cell over the whole width."""

    cells: Sequence[RuledCell]
    strong: bool = False
    spanned: bool = False
    ruled: bool = False


class RuledTable(Flowable):
    """The rows of a table, or those of them that are on one page."""

    def __init__(
        self,
        ruling: Ruling,
        header: Sequence[Paragraph],
        rows: Sequence[RuledRow],
        notes: Sequence[Paragraph] = (),
    ) -> None:
        super().__init__()
        self.ruling, self.header, self.rows, self.notes = ruling, header, rows, notes
        self._heights: list[float] = []
        self._head_height = 0.0
        self._tag: list[Element] = []
        """The element of the structure, which all parts of a broken table share."""
        self._is_rest = False

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803, ARG002 - ReportLab's
        """Measure the rows, once."""
        if not self._heights:
            padding = sum(self.ruling.padding)
            if self.header:
                self._head_height = (
                    self._break_and_measure_cells(self.header, spanned=False) + padding
                )
            self._heights = [
                self._break_and_measure_cells(row.cells, spanned=row.spanned) + padding
                for row in self.rows
            ]
        below = sum(high for _, high in self._notes_with_heights())
        self.width = sum(self.ruling.widths)
        self.height = self._head_height + sum(self._heights) + below
        return self.width, self.height

    def _break_and_measure_cells(self, cells: Sequence[RuledCell], *, spanned: bool) -> float:
        """Break the text of a row's cells, and return how high the highest is."""
        highest = 0.0
        for cell, (left, right) in self._cells_with_bounds(cells, spanned=spanned):
            high = _LINE if isinstance(cell, str) else cell.wrap(right - left, 0)[1]
            highest = max(highest, high)
        return highest

    def _cells_with_bounds(
        self, cells: Sequence[RuledCell], *, spanned: bool
    ) -> Iterator[tuple[RuledCell, tuple[float, float]]]:
        last = len(self.ruling.widths) - 1
        for at, cell in enumerate(cells[:1] if spanned else cells):
            yield cell, self.ruling.text_bounds(at, last if spanned else at)

    def _notes_with_heights(self) -> list[tuple[Paragraph, float]]:
        """Return the notes with the height that each takes, the space below it included."""
        left, right = self.ruling.text_bounds(0, len(self.ruling.widths) - 1)
        return [
            (note, note.wrap(right - left, 0)[1] + note.style.spaceAfter) for note in self.notes
        ]

    def split(self, aW: float, aH: float) -> Blocks:  # noqa: N803 - ReportLab's names
        """Part the rows where that is seemly; on a page of its own, wherever they fit."""
        self.wrap(aW, aH)
        ends = list(accumulate(self._heights, initial=self._head_height))
        fit = sum(end <= aH for end in ends) - 1
        fit = min(fit, len(self.rows) - 1)
        seemly = next((at for at in range(fit, 0, -1) if self._may_break(at)), 0)
        if not seemly and not self._is_on_empty_page(aH):
            return []
        if not seemly and fit < 1:
            return self._split_tall_row(aH - self._head_height)
        return self._split_after(seemly or fit)

    def _may_break(self, at: int) -> bool:
        """Return whether the table may be broken after so many rows."""
        if self.rows[at - 1].spanned or self.rows[at].strong:
            return False  # a category stays with its first line, a sum with its last
        if self._leaves_single_row(at):
            return False
        if len(self.rows) <= 2 * _NEVER_ALONE:
            return True
        begins = self._is_rest or at >= _NEVER_ALONE
        return begins and len(self.rows) - at + bool(self.notes) >= _NEVER_ALONE

    def _leaves_single_row(self, at: int) -> bool:
        """Say whether a break parts the first or the last line of a category from the others."""
        heads = [row.spanned for row in self.rows[max(0, at - 2) : at + 2]]
        before, after = heads[: min(at, 2)], heads[min(at, 2) :]
        return not after[0] and (before[:-1] == [True] or after[1:] == [True])

    def _is_on_empty_page(self, room: float) -> bool:
        """Return whether there is no more room on another page."""
        frame = vars(self).get("_frame")
        return frame is not None and room > 0.9 * float(frame._height)  # noqa: SLF001

    def _split_after(self, at: int) -> Blocks:
        first = RuledTable(self.ruling, self.header, self.rows[:at])
        rest = RuledTable(self.ruling, self.header, self.rows[at:], self.notes)
        first._is_rest, rest._is_rest = self._is_rest, True
        for part, heights in ((first, self._heights[:at]), (rest, self._heights[at:])):
            part._heights, part._tag = heights, self._tag  # noqa: SLF001
            part._head_height = self._head_height  # noqa: SLF001
        return [first, rest]

    def _split_tall_row(self, room: float) -> Blocks:
        """Break a row that is higher than a page within its paragraphs."""
        row = self.rows[0]
        halves = [
            _split_cell_at_height(cell, room - sum(self.ruling.padding)) for cell in row.cells
        ]
        if not any(rest for _, rest in halves):
            return []
        upper, lower = (replace(row, cells=cells) for cells in zip(*halves, strict=True))
        cut = RuledTable(self.ruling, self.header, [upper, lower, *self.rows[1:]], self.notes)
        cut._tag, cut._is_rest = self._tag, self._is_rest
        cut.wrap(self.width, 0)
        return cut._split_after(1)

    def draw(self) -> None:
        """Draw rows, notes and lines."""
        structure = structure_of(self.canv)
        if self._tag:
            with structure.reopen_element(self._tag[0]):
                self._draw_rows()
        else:
            with structure.open_element("Table") as element:
                self._tag.append(element)
                self._draw_rows()
        top = self.height - self._head_height - sum(self._heights)
        for note, high in self._notes_with_heights():
            note.draw_at(self.canv, _EDGE, top)
            top -= high
        with structure.mark_artifact():
            self._draw_lines()

    def _draw_rows(self) -> None:
        structure = structure_of(self.canv)
        if self.header:
            with structure.mark_artifact() if self._is_rest else structure.open_element("TR"):
                self._draw_header(self.height - self._head_height + self.ruling.padding[1])
        top = self.height - self._head_height
        for row, high in zip(self.rows, self._heights, strict=True):
            with structure.open_element("TR"):
                self._draw_row(row, top - self.ruling.padding[0])
            top -= high

    def _draw_header(self, low: float) -> None:
        structure = structure_of(self.canv)
        for cell, (left, _) in self._cells_with_bounds(self.header, spanned=False):
            assert isinstance(cell, Paragraph)  # noqa: S101 - headers are
            with structure.open_element("TH", _COLUMN):
                cell.draw_at(self.canv, left, low + cell.height)

    def _draw_row(self, row: RuledRow, top: float) -> None:
        structure = structure_of(self.canv)
        attributes = f"/O/Table/ColSpan {len(self.ruling.widths)}" if row.spanned else ""
        for at, (cell, room) in enumerate(self._cells_with_bounds(row.cells, spanned=row.spanned)):
            heads = self.ruling.heads_rows and at == 0
            with structure.open_element(*("TH", _ROW) if heads else ("TD", attributes)):
                if not isinstance(cell, str):
                    left = room[1] - cell.width if self.ruling.figures[at] else room[0]
                    if isinstance(cell, Paragraph | IconParagraph):
                        cell.draw_at(self.canv, left, top)
                    else:
                        cell.drawOn(self.canv, left, top - cell.height)
                elif cell:
                    with structure.mark_content():
                        self._write_figure(cell, row, room[1], top)

    def _write_figure(self, figure: str, row: RuledRow, right: float, top: float) -> None:
        """Write a figure so that it ends at a place, level with the text of the other cells."""
        font, size = fonts.SEMIBOLD if row.strong else fonts.REGULAR, self.ruling.size
        x = right - fonts.text_width(figure, size, font)
        base = top - self.ruling.text_size
        text_writer_of(self.canv).write([(x, base, font, size, theme_colour("text"), figure)])

    def _draw_lines(self) -> None:
        """Draw all lines of one kind in one go."""
        lows = [self.height - end for end in accumulate(self._heights, initial=self._head_height)]
        strong = [lows[0], *(low for low, row in zip(lows, self.rows, strict=False) if row.ruled)]
        operators = ["q"]
        for wide, ink, ends in ((_HAIR, "hair", lows[1:]), (_RULE, "border_strong", strong)):
            operators.append(f"{wide} w {stroke_colour_operator(theme_colour(ink))}")
            operators += [f"0 {end:.2f} m {self.width:.2f} {end:.2f} l" for end in ends]
            operators.append("S")
        self.canv.addLiteral("\n".join([*operators, "Q"]))


def _split_cell_at_height(cell: RuledCell, room: float) -> tuple[RuledCell, RuledCell]:
    """Part a cell's content into what fits into a height and what does not."""
    if not isinstance(cell, Paragraph) or cell.height <= room:
        return cell, ""
    parts = cell.split(cell.width, room)
    return (parts[0], parts[1]) if len(parts) > 1 else (cell, "")


_KEPT_TOGETHER = 12
"""Rows of a table that is moved to the next page rather than broken."""
_LONGEST_TITLE = 36
"""Characters of a column's title that comes from outside."""
_TIGHT, _LOOSE = (1.5, 3.0), (4.5, 5.0)
"""Room above and below the text of a row, in points."""
_SIZES = (9.2, 8.7, 8.2, 7.5, 7.0, 6.5)
_TIGHT_SIZES = (8.2, 7.5, 7.0, 6.5)
_SLACK = 0.5
"""Keeps a word that fits exactly from being broken."""
_NARROWEST = 58.0
_WIDEST = 150.0
"""Least and greatest natural width of a column of wrapped text, in points."""


@dataclass(frozen=True, slots=True)
class TableColumn:
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
    layout: PageLayout,
    title: Text | Flowable | None,
    columns: Sequence[TableColumn],
    rows: Rows,
    *notes: Text,
    what: Text | None = None,
) -> Blocks:
    """Set a table under its message, with what it lists in small; short ones stay on one page."""
    head = layout.subheading(title) if isinstance(title, Message | str) else title
    below = [layout.paragraph(note, Style.NOTE) for note in notes]
    blocks: Blocks = [] if head is None else [head]
    if what is not None:
        blocks.append(layout.paragraph(what, Style.NOTE))
    if len(rows.cells) <= _KEPT_TOGETHER and not rows.breakable:
        blocks += [build_table(layout, columns, rows), layout.space(0.25), *below]
        return [KeepTogether(blocks)]
    blocks.append(build_table(layout, columns, rows, below))
    room = 6 if rows.breakable else 12
    return [CondPageBreak(room * LINE), *blocks, layout.space(0.3)]


def build_table(
    layout: PageLayout, columns: Sequence[TableColumn], rows: Rows, notes: Sequence[Paragraph] = ()
) -> RuledTable:
    """Set a table that repeats its header on every page; the notes never stand alone on one."""
    size, widths, fits = _fit_type_size_and_widths(layout, columns, rows)
    ruling = Ruling(
        tuple(widths),
        tuple(column.figures for column in columns),
        size,
        paragraph_style(Style.TIGHT if rows.tight else Style.CELL).fontSize,
        _TIGHT if rows.tight else _LOOSE,
    )
    header = [_build_header_cell(layout, column, size) for column in columns]
    ruled = [
        RuledRow(
            [
                _build_cell(layout, column, cell, _text_style(rows, i), fits=fits)
                for column, cell in _pad_and_pair(columns, row)
            ],
            *(i in kind for kind in (rows.strong, rows.spanned, rows.ruled)),
        )
        for i, row in enumerate(rows.cells)
    ]
    return RuledTable(ruling, header, ruled, notes)


def _text_style(rows: Rows, at: int) -> Style:
    if rows.tight:
        return Style.TIGHT_STRONG if at in rows.strong else Style.TIGHT
    return Style.CELL_STRONG if at in rows.strong else Style.CELL


def _pad_and_pair(
    columns: Sequence[TableColumn], row: Sequence[Text | Flowable]
) -> list[tuple[TableColumn, Text | Flowable]]:
    padded = [*row, *[""] * (len(columns) - len(row))]
    return list(zip(columns, padded, strict=True))


def _build_header_cell(layout: PageLayout, column: TableColumn, size: float) -> Paragraph:
    runs = [StyledText(_column_title(layout, column))]
    if column.unit:
        unit = [run._replace(font=fonts.REGULAR) for run in layout.runs(column.unit)]
        runs += [NEW_LINE, *in_colour(unit, theme_colour("text3"))]
    style = Style.HEAD_RIGHT if column.figures else Style.HEAD
    return Paragraph(in_size(runs, _header_type_size(size)), style)


def _column_title(layout: PageLayout, column: TableColumn) -> str:
    """Return what is above a column; names from outside leave room for the figures."""
    title = layout.text(column.title)
    if isinstance(column.title, Message) or len(title) <= _LONGEST_TITLE:
        return title
    return f"{title[: _LONGEST_TITLE - 1]}…"


def _header_type_size(size: float) -> float:
    return size - 0.5


def _build_cell(
    layout: PageLayout, column: TableColumn, cell: Text | Flowable, style: Style, *, fits: bool
) -> str | Flowable:
    if not isinstance(cell, Message | str):
        return cell
    if column.figures:
        written = layout.text(cell) if isinstance(cell, Message) else cell
        return written if fits else Paragraph([StyledText(written)], Style.CELL_RIGHT)
    return layout.paragraph(cell, style)


def _fit_type_size_and_widths(
    layout: PageLayout, columns: Sequence[TableColumn], rows: Rows
) -> tuple[float, list[float], bool]:
    """Find the largest type in which the figures stand whole: size, widths, whether they do."""
    sizes = _TIGHT_SIZES if rows.tight else _SIZES
    size, widths = sizes[0], [0.0]
    for size in sizes:
        widths = [
            _natural_column_width(layout, i, column, rows, size)
            for i, column in enumerate(columns)
        ]
        if sum(widths) <= layout.width:
            return size, _distribute_spare_width(columns, widths, layout.width), True
    shrink = layout.width / sum(widths)
    return size, [width * shrink for width in widths], False


def _distribute_spare_width(
    columns: Sequence[TableColumn], widths: list[float], whole: float
) -> list[float]:
    shares = sum(column.share for column in columns)
    spare = whole - sum(widths)
    if not shares:
        return widths
    return [
        width + spare * column.share / shares
        for column, width in zip(columns, widths, strict=True)
    ]


def _natural_column_width(
    layout: PageLayout, position: int, column: TableColumn, rows: Rows, size: float
) -> float:
    heads = (_column_title(layout, column), layout.text(column.unit))
    head = _header_type_size(size)
    widest = max(
        column.least, *(_least_width_in_lines(text.split(" "), 2, head) for text in heads)
    )
    for i, row in enumerate(rows.cells):
        if i in rows.spanned or position >= len(row):
            continue
        font = fonts.SEMIBOLD if i in rows.strong else fonts.REGULAR
        widest = max(widest, _natural_cell_width(layout, column, row[position], size, font))
    return widest + 2 * GAP + _SLACK


def _least_width_in_lines(words: list[str], lines: int, size: float) -> float:
    """Return the least width in which the words of a header stand on so many lines."""
    whole = fonts.text_width(" ".join(words), size, fonts.SEMIBOLD)
    if lines == 1 or len(words) == 1:
        return whole
    return min(
        max(
            _least_width_in_lines(words[:i], 1, size),
            _least_width_in_lines(words[i:], lines - 1, size),
        )
        for i in range(1, len(words))
    )


def _natural_cell_width(
    layout: PageLayout, column: TableColumn, cell: Text | Flowable, size: float, font: str
) -> float:
    if isinstance(cell, Message | str):
        shown = cell if column.figures and isinstance(cell, str) else layout.text(cell)
        natural = fonts.text_width(shown, size, font)
    elif isinstance(cell, IconParagraph):
        natural = cell.natural_width
    elif isinstance(cell, Paragraph):
        natural = _NARROWEST
    else:
        natural = float(cell.width)
    if column.figures:
        return natural
    return min(natural, _NARROWEST if column.share else _WIDEST)

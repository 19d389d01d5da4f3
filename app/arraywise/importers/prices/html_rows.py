"""The rows of the tables of an HTML page, and the texts between them; nothing is loaded."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from arraywise.importers.prices.figures import looks_numeric

_BEGINS = re.compile(r"\s*<")
_TABLE = re.compile(r"<table[\s>]", re.IGNORECASE)
_NO_TAG = re.compile(r"<(?![/\w][^<>]{0,2000}>)")
"""What begins no tag; the parser takes very long over very many of these, and over comments."""
_ENDLESS_REFERENCE = re.compile(r"&#(?=x?[0-9a-fA-F]{9})")
"""Numbers of characters that do not exist; Python converts no number of 5,000 digits."""
_SKIPPED = frozenset({"script", "style", "title", "template", "noscript"})
_BLOCKS = frozenset({
    "address", "article", "body", "caption", "dd", "div", "dl", "dt", "footer", "form", "h1", "h2",
    "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol", "p", "pre", "section", "ul",
})  # fmt: skip
_NOT_SHOWN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_LONGEST_CELL = 2_000


def is_html(text: str) -> bool:
    """Return whether a text is a page with a table."""
    return _BEGINS.match(text) is not None and _TABLE.search(text) is not None


def html_rows(text: str, most_rows: int, most_cells: int) -> list[HtmlRow]:
    """Return the rows of all tables from top to bottom; a text outside of them is a row too."""
    reader = _PageReader(most_rows, most_cells)
    shown = _NO_TAG.sub("&lt;", _without_comments(text))
    reader.feed(_ENDLESS_REFERENCE.sub("&amp;#", shown))
    reader.close()
    reader.end_text()
    return reader.rows


def _without_comments(text: str) -> str:
    """Leave out comments; looking for the end of each that has none takes very long."""
    first, *others = text.split("<!--")
    return "".join((first, *(other.partition("-->")[2] for other in others)))


@dataclass(slots=True)
class HtmlRow:
    """A row of a table, or a text outside of tables."""

    cells: list[str] = field(default_factory=list)
    hidden: bool = False
    wide: dict[int, int] = field(default_factory=dict)
    """Columns that a cell spans, by its first."""

    def spread(self) -> None:
        """Give headings that span columns their text in each of them; sums stay where they are."""
        texts = [text for text in self.cells if text]
        if len(texts) > 1 and not any(map(looks_numeric, texts)):
            for first, count in self.wide.items():
                self.cells[first : first + count] = [self.cells[first]] * count


class _PageReader(HTMLParser):
    def __init__(self, most_rows: int, most_cells: int) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[HtmlRow] = []
        self._most_rows, self._most_cells = most_rows, most_cells
        self._row: HtmlRow | None = None
        self._in_cell = False
        self._across = 1
        self._text: list[str] = []
        self._skipped = ""
        self._spans: dict[int, int] = {}
        """For how many more rows a cell above spans a column, by column."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._skipped:
            return
        if tag in _SKIPPED:
            self._skipped = tag
        elif tag == "table":
            self._end_row()
            self._spans = {}
        elif tag == "tr":
            self._end_row()
            found = dict(attrs)
            hidden = "hidden" in found or _NOT_SHOWN.search(found.get("style") or "") is not None
            self._row = HtmlRow(hidden=hidden)
        elif tag in {"td", "th"}:
            self._begin_cell(dict(attrs))
        elif tag == "br" or (tag in _BLOCKS and self._in_cell):
            self._text.append(" ")
        elif tag in _BLOCKS:
            self.end_text()

    def handle_endtag(self, tag: str) -> None:
        if tag == self._skipped:
            self._skipped = ""
        elif tag in {"table", "tr"}:
            self._end_row()
        elif tag in {"td", "th"}:
            self._end_cell()
        elif tag in _BLOCKS and not self._in_cell:
            self.end_text()

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self._text.append(data[:_LONGEST_CELL])

    def _begin_cell(self, attrs: dict[str, str | None]) -> None:
        self._end_cell()
        self._row = self._row or HtmlRow()
        cells = self._row.cells
        self._fill_spanned(cells)
        across = min(_span(attrs, "colspan"), max(1, self._most_cells - len(cells)))
        if across > 1:
            self._row.wide[len(cells)] = across
        down = _span(attrs, "rowspan")
        if down > 1:
            self._spans |= dict.fromkeys(range(len(cells), len(cells) + across), down - 1)
        self._across = across
        self._in_cell = True
        self._text.clear()

    def _fill_spanned(self, cells: list[str]) -> None:
        while self._spans.get(len(cells), 0) > 0:
            self._spans[len(cells)] -= 1
            cells.append("")

    def _end_cell(self) -> None:
        if self._in_cell and self._row is not None:
            self._row.cells += [self._squeezed(), *[""] * (self._across - 1)]
            del self._row.cells[self._most_cells :]
            self._in_cell = False

    def _end_row(self) -> None:
        """End a row; a table in a cell ends the row of that cell."""
        self._end_cell()
        if self._row is not None:
            self._row.spread()
            self._add(self._row)
        else:
            self.end_text()
        self._row = None
        self._text.clear()

    def end_text(self) -> None:
        """End a text that stands outside of tables."""
        if self._row is None:
            self._add(HtmlRow([self._squeezed()]))

    def _squeezed(self) -> str:
        text = " ".join("".join(self._text).split())[:_LONGEST_CELL]
        self._text.clear()
        return text

    def _add(self, row: HtmlRow) -> None:
        if any(row.cells) and len(self.rows) < self._most_rows:
            self.rows.append(row)


def _span(attrs: dict[str, str | None], name: str) -> int:
    text = (attrs.get(name) or "").strip()
    return max(1, int(text)) if text.isdecimal() and len(text) < 4 else 1

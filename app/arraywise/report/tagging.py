"""Tells programs that read aloud what is what: the structure tree of ISO 32000-1, 14.7 and 14.8.

ReportLab has no word for it, but lets operators into a page and objects into the catalogue. What
is drawn belongs to an element (heading, paragraph, table cell, figure) or is an artifact that
nobody reads: lines, backgrounds, signs beside words, the margins.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reportlab.graphics.shapes import Drawing
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString
from reportlab.platypus import Paragraph as PlainParagraph
from reportlab.platypus.tables import TableRenderCB

from arraywise.report.styles import Style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Table

_KINDS: dict[str, str] = {
    Style.TITLE: "H1",
    Style.HEADING: "H1",
    Style.SUBHEADING: "H2",
    Style.CAPTION: "Caption",
}
_CELLS = frozenset({"TD", "TH"})


@dataclass(eq=False, slots=True)
class Element:
    """A part of the document, with its parts or with what is marked on pages as its content."""

    kind: str
    parent: Element | None = None
    alternative: str = ""
    """What a figure shows, in words."""
    parts: list[Element] = field(default_factory=list)
    marks: list[tuple[int, int]] = field(default_factory=list)
    """Page, from 0, and number of the marked stretch there."""


class Structure:
    """The elements of a document while it is drawn."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._open = [Element("Document")]
        self._marked: list[list[Element]] = []
        """Of each page the elements that its marked stretches belong to."""
        self._is_marking = False

    def begin(self, kind: str) -> None:
        """Begin an element that holds others."""
        element = Element(kind, self._open[-1])
        self._open[-1].parts.append(element)
        self._open.append(element)

    def end(self) -> None:
        """End the element that was begun last."""
        self._open.pop()

    @contextmanager
    def content(self, kind: str, alternative: str = "") -> Iterator[None]:
        """Mark what is drawn as an element's content; within a table's cell, as the cell's."""
        if self._is_marking:
            yield
            return
        within_cell = self._open[-1].kind in _CELLS
        if not within_cell:
            self.begin(kind)
            self._open[-1].alternative = alternative
        self.start_marking()
        yield
        self.stop_marking()
        if not within_cell:
            self.end()

    def start_marking(self) -> None:
        """Mark what is drawn from here on as content of the element that is open."""
        page, element = self._canvas.getPageNumber() - 1, self._open[-1]
        self._marked += [[] for _ in range(page + 1 - len(self._marked))]
        number = len(self._marked[page])
        self._marked[page].append(element)
        element.marks.append((page, number))
        self._canvas.addLiteral(f"/{element.kind} <</MCID {number}>> BDC")
        self._is_marking = True

    def start_artifact(self) -> None:
        """Mark what is drawn from here on as nothing to be read."""
        self._canvas.addLiteral("/Artifact BMC")
        self._is_marking = True

    def stop_marking(self) -> None:
        """End what was started last."""
        self._canvas.addLiteral("EMC")
        self._is_marking = False

    def end_cell(self) -> None:
        """End a cell of a table, and its content where that is plain text."""
        if self._is_marking:
            self.stop_marking()
        self.end()

    @contextmanager
    def artifact(self) -> Iterator[None]:
        """Mark what is drawn as nothing to be read, unless it is part of something that is."""
        if self._is_marking:
            yield
            return
        self.start_artifact()
        yield
        self.stop_marking()

    def write(self) -> None:
        """Put the tree into the document; all pages must be done."""
        document: Any = vars(self._canvas)["_doc"]  # the canvas has no other way to the document
        pages = document.Pages.pages
        root = PDFDictionary({"Type": PDFName("StructTreeRoot")})
        top = document.Reference(root)
        made: dict[Element, PDFDictionary] = {}
        root.dict["K"] = document.Reference(_tree(document, pages, self._open[0], top, made))
        numbers: list[object] = []
        for at, elements in enumerate(self._marked):
            pages[at].StructParents = at
            pages[at].__NoDefault__ = [*pages[at].__NoDefault__, "StructParents"]
            references = PDFArray([document.Reference(made[element]) for element in elements])
            numbers += [at, document.Reference(_Listed(references.sequence))]
        root.dict["ParentTree"] = PDFDictionary({"Nums": PDFArray(numbers)})
        document.Catalog.StructTreeRoot = root
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})


class _Listed(PDFArray):
    """An array that stands as an object of its own."""

    __RefOnly__ = 1


def _tree(
    document: Any,  # noqa: ANN401 - ReportLab's document has no type
    pages: list[Any],
    element: Element,
    parent: object,
    made: dict[Element, PDFDictionary],
) -> PDFDictionary:
    """Make the objects of an element and of all within."""
    written = PDFDictionary({"S": PDFName(element.kind), "P": parent})
    made[element] = written
    reference = document.Reference(written)
    kids: list[object] = [
        document.Reference(_tree(document, pages, part, reference, made)) for part in element.parts
    ]
    if element.marks:
        first = element.marks[0][0]
        written.dict["Pg"] = document.Reference(pages[first])
        kids += [number for _, number in element.marks]
    written.dict["K"] = kids[0] if len(kids) == 1 else PDFArray(kids)
    if element.alternative:
        written.dict["Alt"] = PDFString(element.alternative)
    return written


def structure_of(canvas: Canvas) -> Structure:
    """Return the structure of the document that is drawn on a canvas."""
    known: dict[str, Any] = vars(canvas)
    if "arraywise_structure" not in known:
        known["arraywise_structure"] = Structure(canvas)
    structure: Structure = known["arraywise_structure"]
    return structure


class Paragraph(PlainParagraph):
    """A paragraph that says what it is: heading, caption or running text."""

    def draw(self) -> None:
        """Draw it as an element of the structure."""
        with structure_of(self.canv).content(_KINDS.get(self.style.name, "P")):
            super().draw()


class Sign(Drawing):
    """A drawing that says nothing to who does not see it, unless it is part of a figure."""

    def draw(self, *given: object) -> None:
        """Draw it."""
        with structure_of(self.canv).artifact():
            super().draw(*given)


class TableTags(TableRenderCB):
    """Tells the structure of a table's rows and cells, while it is drawn; lines are artifacts."""

    def startTable(self, T: Table) -> None:  # noqa: N802, N803, D102 - ReportLab's names
        structure_of(T.canv).begin("Table")

    def startRow(self, T: Table, rowNo: int) -> None:  # noqa: N802, N803, ARG002, D102
        structure_of(T.canv).begin("TR")

    def startCell(self, T: Table, rowNo: int, *cell: Any) -> None:  # noqa: ANN401, N802, N803, D102
        structure, content = structure_of(T.canv), cell[1]
        structure.begin("TH" if rowNo < int(T.repeatRows) else "TD")
        if isinstance(content, str) and content:
            structure.start_marking()

    def endCell(self, T: Table) -> None:  # noqa: N802, N803, D102
        structure_of(T.canv).end_cell()

    def endTable(self, T: Table) -> None:  # noqa: N802, N803, D102
        structure_of(T.canv).end()

    def startLines(self, T: Table) -> None:  # noqa: N802, N803, D102
        structure_of(T.canv).start_artifact()

    def endLines(self, T: Table) -> None:  # noqa: N802, N803, D102
        structure_of(T.canv).stop_marking()

    endRow, startBG, endBG = endTable, startLines, endLines  # noqa: N815

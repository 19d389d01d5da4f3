"""Tagged PDF: structure and reading order for screen readers.

ReportLab has no word for it, but lets operators into a page and objects into the catalogue. What
is drawn belongs to an element (heading, paragraph, item of a list, table cell, link, figure) or is
an artifact that nobody reads: lines, backgrounds, signs beside words, the margins.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from reportlab.graphics.shapes import Drawing
from reportlab.pdfbase.pdfdoc import (
    LinkAnnotation,
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFObject,
    PDFString,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reportlab.pdfgen.canvas import Canvas

    Area = tuple[float, float, float, float]
    """Left, bottom, right, top."""

_FIRST_OF_LINKS = 1_000_000
"""Key of the first link in the tree of parents; pages have the keys below."""


class MarkedContent(NamedTuple):
    """A stretch of a page that is an element's content."""

    page: int
    """From 0."""
    number: int


@dataclass(frozen=True, slots=True)
class LinkRegion:
    """A link's area on a page."""

    page: int
    annotation: LinkAnnotation


@dataclass(eq=False, slots=True)
class Element:
    """A part of the document, with its parts or with what is marked on pages as its content."""

    kind: str
    attributes: str = ""
    """As they are written, such as `/O/Table/Scope/Column`."""
    alternative: str = ""
    """What a figure or a link shows, in words."""
    kids: list[Element | MarkedContent | LinkRegion] = field(default_factory=list)


class LinkArea(LinkAnnotation):
    """A link that knows its place in the tree of parents."""

    permitted = (*LinkAnnotation.permitted, "StructParent")


class _RawPdfObject(PDFObject):
    """An object that is written out already."""

    written = b""

    def format(self, document: object) -> bytes:  # noqa: ARG002 - ReportLab's
        return self.written


class TreeWriter:
    """Makes the objects of one document's structure."""

    def __init__(self, document: Any) -> None:  # noqa: ANN401 - ReportLab's document has no type
        self._document = document
        self._pages = document.Pages.pages
        self._page_numbers = [self._object_number(page) for page in self._pages]
        self._made: dict[Element, int] = {}
        self._links: list[tuple[LinkAnnotation, int]] = []

    def write_tree(self, root: Element, marked: Sequence[Sequence[Element]]) -> None:
        """Put the tree into the document, with the elements of each page's marked stretches."""
        top = PDFDictionary({"Type": PDFName("StructTreeRoot")})
        number = self._write_element(root, self._object_number(top))
        top.dict["K"] = self._object_reference(number)
        numbers: list[object] = []
        for at, elements in enumerate(marked):
            page = self._pages[at]
            page.StructParents, page.Tabs = at, PDFName("S")
            page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
            listed = " ".join(f"{self._made[element]} 0 R" for element in elements)
            built = _RawPdfObject()
            built.written = f"[{listed}]".encode("ascii")
            numbers += [at, self._object_reference(self._object_number(built))]
        for at, (annotation, element) in enumerate(self._links, start=_FIRST_OF_LINKS):
            annotation.otherkw["StructParent"] = at
            numbers += [at, self._object_reference(element)]
        top.dict["ParentTree"] = PDFDictionary({"Nums": PDFArray(numbers)})
        top.dict["ParentTreeNextKey"] = _FIRST_OF_LINKS + len(self._links)
        catalogue = self._document.Catalog
        catalogue.StructTreeRoot = top
        catalogue.MarkInfo = PDFDictionary({"Marked": "true"})

    def _write_element(self, element: Element, parent: int) -> int:
        """Build the object of an element and of all elements in it; return its number."""
        built = _RawPdfObject()
        number = self._made[element] = self._object_number(built)
        page = next((kid.page for kid in element.kids if not isinstance(kid, Element)), None)
        kids = " ".join([self._write_kid(kid, number, page) for kid in element.kids])
        words = [f"<</S/{element.kind}/P {parent} 0 R/K[{kids}]"]
        if page is not None:
            words.append(f"/Pg {self._page_numbers[page]} 0 R")
        if element.attributes:
            words.append(f"/A<<{element.attributes}>>")
        if element.alternative:
            alternative = PDFString(element.alternative).format(self._document)
            words.append(f"/Alt{alternative.decode('latin-1')}")
        built.written = ("".join(words) + ">>").encode("latin-1")
        return number

    def _write_kid(
        self, kid: Element | MarkedContent | LinkRegion, number: int, page: int | None
    ) -> str:
        if isinstance(kid, Element):
            return f"{self._write_element(kid, number)} 0 R"
        where = "" if kid.page == page else f"/Pg {self._page_numbers[kid.page]} 0 R"
        if isinstance(kid, LinkRegion):
            self._links.append((kid.annotation, number))
            area = self._object_number(kid.annotation)
            return f"<</Type/OBJR/Obj {area} 0 R{where}>>"
        return f"<</Type/MCR/MCID {kid.number}{where}>>" if where else str(kid.number)

    def _object_number(self, made: PDFObject) -> int:
        """Return the number of an object; it gets one if it has none."""
        name = self._document.Reference(made).name
        number: int = self._document.idToObjectNumberAndVersion[name][0]
        return number

    def _object_reference(self, number: int) -> str:
        return f"{number} 0 R"


_CELLS = frozenset({"TD", "TH"})
_UNNUMBERED = "/O/List/ListNumbering/None"
_WITH_CAPTION = frozenset({"Table", "Figure"})


class Structure:
    """The elements of a document while it is drawn."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._open = [Element("Document")]
        self._marked: list[list[Element]] = []
        """Of each page the elements that its marked stretches belong to."""
        self._is_marking = False

    @contextmanager
    def open_element(
        self, kind: str, attributes: str = "", alternative: str = ""
    ) -> Iterator[Element]:
        """Open an element that holds others; a caption right before a table or figure is its."""
        built, parent = Element(kind, attributes, alternative), self._open[-1]
        if self._is_marking:  # within something that is not read
            yield built
            return
        before = parent.kids[-1] if parent.kids else None
        if kind in _WITH_CAPTION and isinstance(before, Element) and before.kind == "Caption":
            built.kids.append(parent.kids.pop())
        parent.kids.append(built)
        with self.reopen_element(built):
            yield built

    @contextmanager
    def reopen_element(self, element: Element) -> Iterator[None]:
        """Go on with an element, such as a table that runs over to the next page."""
        self._open.append(element)
        yield
        self._open.pop()

    @contextmanager
    def open_block(self, kind: str, *, listed: bool = False) -> Iterator[None]:
        """Open a paragraph or an item of a list; text in a cell is the cell's."""
        if self._is_marking or self._open[-1].kind in _CELLS:
            yield
        elif listed:
            with (
                self.reopen_element(self._find_or_open_group("L", _UNNUMBERED)),
                self.open_element("LI"),
            ):
                yield
        else:
            with self.open_element(kind):
                yield

    @contextmanager
    def open_contents_entry(self) -> Iterator[None]:
        """Open an entry of the list of contents."""
        with self.reopen_element(self._find_or_open_group("TOC")), self.open_element("TOCI"):
            yield

    def _find_or_open_group(self, kind: str, attributes: str = "") -> Element:
        """Return what an item belongs to: what the one before it does, if that is of the kind."""
        siblings = self._open[-1].kids
        last = siblings[-1] if siblings else None
        if isinstance(last, Element) and last.kind == kind:
            return last
        built = Element(kind, attributes)
        siblings.append(built)
        return built

    @contextmanager
    def open_marked_element(self, kind: str) -> Iterator[None]:
        """Open a part of the element that is open and mark what is drawn as its content."""
        if self._is_marking:
            yield
            return
        with self.open_element(kind), self.mark_content():
            yield

    @contextmanager
    def mark_content(self) -> Iterator[None]:
        """Mark what is drawn as content of the element that is open."""
        if self._is_marking:
            yield
            return
        page, element = self._canvas.getPageNumber() - 1, self._open[-1]
        self._marked += [[] for _ in range(page + 1 - len(self._marked))]
        number = len(self._marked[page])
        self._marked[page].append(element)
        element.kids.append(MarkedContent(page, number))
        self._canvas.addLiteral(f"/{element.kind} <</MCID {number}>> BDC")
        self._is_marking = True
        yield
        self._canvas.addLiteral("EMC")
        self._is_marking = False

    @contextmanager
    def mark_link(self, key: str, areas: Sequence[Area], text: str) -> Iterator[None]:
        """Mark what is drawn as a link to a place; its areas are relative to the canvas."""
        if self._is_marking:
            yield
            return
        with self.open_element("Link") as element:
            with self.mark_content():
                yield
            page = self._canvas.getPageNumber() - 1
            for area in areas:
                canvas: Any = self._canvas
                destination = canvas._bookmarkReference(key)  # noqa: SLF001 - as its own linkRect does
                corners = canvas._absRect(area, 1)  # noqa: SLF001
                built = LinkArea(corners, text, destination, Border="[0 0 0]", F=4)
                canvas._addAnnotation(built)  # noqa: SLF001
                element.kids.append(LinkRegion(page, built))

    @contextmanager
    def mark_artifact(self) -> Iterator[None]:
        """Mark what is drawn as nothing to be read, unless it is part of something that is."""
        if self._is_marking:
            yield
            return
        self._canvas.addLiteral("/Artifact BMC")
        self._is_marking = True
        yield
        self._canvas.addLiteral("EMC")
        self._is_marking = False

    def write(self) -> None:
        """Put the tree into the document; all pages must be done."""
        document = vars(self._canvas)["_doc"]  # the canvas has no other way to the document
        TreeWriter(document).write_tree(self._open[0], self._marked)


def structure_of(canvas: Canvas) -> Structure:
    """Return the structure of the document that is drawn on a canvas."""
    known: dict[str, Any] = vars(canvas)
    if "arraywise_structure" not in known:
        known["arraywise_structure"] = Structure(canvas)
    structure: Structure = known["arraywise_structure"]
    return structure


class DecorativeDrawing(Drawing):
    """A drawing that a screen reader skips, unless it is part of a figure."""

    def draw(self, *given: object) -> None:
        """Draw it."""
        with structure_of(self.canv).mark_artifact():
            super().draw(*given)

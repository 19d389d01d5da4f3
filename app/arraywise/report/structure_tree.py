"""Writes the elements of a document's structure as objects of the PDF (ISO 32000-1, 14.7)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from reportlab.pdfbase.pdfdoc import (
    LinkAnnotation,
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFObject,
    PDFString,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

_FIRST_OF_LINKS = 1_000_000
"""Key of the first link in the tree of parents; pages have the keys below."""


class Mark(NamedTuple):
    """A stretch of a page that is an element's content."""

    page: int
    """From 0."""
    number: int


@dataclass(frozen=True, slots=True)
class Leading:
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
    kids: list[Element | Mark | Leading] = field(default_factory=list)


class LinkArea(LinkAnnotation):
    """A link that knows its place in the tree of parents."""

    permitted = (*LinkAnnotation.permitted, "StructParent")


class _Ready(PDFObject):
    """An object that is written out already."""

    written = b""

    def format(self, document: object) -> bytes:  # noqa: ARG002 - ReportLab's
        return self.written


class TreeWriter:
    """Makes the objects of one document's structure."""

    def __init__(self, document: Any) -> None:  # noqa: ANN401 - ReportLab's document has no type
        self._document = document
        self._pages = document.Pages.pages
        self._page_numbers = [self._number(page) for page in self._pages]
        self._made: dict[Element, int] = {}
        self._links: list[tuple[LinkAnnotation, int]] = []

    def write(self, root: Element, marked: Sequence[Sequence[Element]]) -> None:
        """Put the tree into the document.

        Args:
            root: the element that holds all others.
            marked: of each page the elements that its marked stretches belong to.
        """
        top = PDFDictionary({"Type": PDFName("StructTreeRoot")})
        number = self._write(root, self._number(top))
        top.dict["K"] = self._reference(number)
        numbers: list[object] = []
        for at, elements in enumerate(marked):
            page = self._pages[at]
            page.StructParents, page.Tabs = at, PDFName("S")
            page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
            listed = " ".join(f"{self._made[element]} 0 R" for element in elements)
            numbers += [at, self._reference(self._ready(f"[{listed}]"))]
        for at, (annotation, element) in enumerate(self._links, start=_FIRST_OF_LINKS):
            annotation.otherkw["StructParent"] = at
            numbers += [at, self._reference(element)]
        top.dict["ParentTree"] = PDFDictionary({"Nums": PDFArray(numbers)})
        top.dict["ParentTreeNextKey"] = _FIRST_OF_LINKS + len(self._links)
        catalogue = self._document.Catalog
        catalogue.StructTreeRoot = top
        catalogue.MarkInfo = PDFDictionary({"Marked": "true"})

    def _write(self, element: Element, parent: int) -> int:
        """Make the object of an element and of all within; return its number."""
        made = _Ready()
        number = self._made[element] = self._number(made)
        page = next((kid.page for kid in element.kids if not isinstance(kid, Element)), None)
        kids = " ".join([self._kid(kid, number, page) for kid in element.kids])
        words = [f"<</S/{element.kind}/P {parent} 0 R/K[{kids}]"]
        if page is not None:
            words.append(f"/Pg {self._page_numbers[page]} 0 R")
        if element.attributes:
            words.append(f"/A<<{element.attributes}>>")
        if element.alternative:
            alternative = PDFString(element.alternative).format(self._document)
            words.append(f"/Alt{alternative.decode('latin-1')}")
        made.written = ("".join(words) + ">>").encode("latin-1")
        return number

    def _kid(self, kid: Element | Mark | Leading, number: int, page: int | None) -> str:
        if isinstance(kid, Element):
            return f"{self._write(kid, number)} 0 R"
        where = "" if kid.page == page else f"/Pg {self._page_numbers[kid.page]} 0 R"
        if isinstance(kid, Leading):
            self._links.append((kid.annotation, number))
            area = self._number(kid.annotation)
            return f"<</Type/OBJR/Obj {area} 0 R{where}>>"
        return f"<</Type/MCR/MCID {kid.number}{where}>>" if where else str(kid.number)

    def _ready(self, written: str) -> int:
        made = _Ready()
        made.written = written.encode("ascii")
        return self._number(made)

    def _number(self, made: PDFObject) -> int:
        """Return the number of an object; it gets one if it has none."""
        name = self._document.Reference(made).name
        number: int = self._document.idToObjectNumberAndVersion[name][0]
        return number

    def _reference(self, number: int) -> str:
        return f"{number} 0 R"

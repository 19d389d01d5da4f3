"""Deferred fields (page counts, contents), XMP, attachments.

The place is held by a comment among the page's operators; when all pages are done, the text stands
there instead. So the report is set once, not twice.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import escape

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFStream,
    PDFString,
    PDFZCompress,
)
from reportlab.platypus import Flowable

from arraywise.report.pdf import style as fonts
from arraywise.report.pdf.tagging import structure_of
from arraywise.report.pdf.text import text_setter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from reportlab.lib.colors import Color
    from reportlab.pdfgen.canvas import Canvas

    from arraywise.domain.study import Attachment
    from arraywise.report.pdf.text import Paragraph

_NUMBER_WIDTH = 30.0


class TextPlaceholder(NamedTuple):
    """A place for a text that ends at a point."""

    page: int
    """From 0."""
    right: float
    base: float
    size: float
    ink: Color


class ContentsEntry(Flowable):
    """A section in the list of contents, with the number of the page that it begins on."""

    def __init__(self, title: Paragraph, key: str) -> None:
        super().__init__()
        self._title, self._key = title, key

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803 - ReportLab's names
        """Leave the number its room."""
        self.width, self.height = aW, self._title.wrap(aW - _NUMBER_WIDTH, aH)[1]
        return self.width, self.height

    def draw(self) -> None:
        """Draw the title, and leave the place for the number."""
        style, structure = self._title.style, structure_of(self.canv)
        high = float(style.leading)
        area = (self.width - _NUMBER_WIDTH, 0.0, self.width, high)
        with structure.entry():
            self._title.draw_at(self.canv, 0, self.height)
            with structure.block("P"), structure.link(self._key, [area], self._title.plain):
                end = (self.width, high - style.fontSize)
                hold(self.canv, page_of(self._key), end, style.fontSize, style.textColor)


def page_of(key: str) -> str:
    """Name the place that tells where a section begins."""
    return f"page-of-{key}"


def _held(canvas: Canvas) -> dict[str, TextPlaceholder]:
    known: dict[str, dict[str, TextPlaceholder]] = vars(canvas)
    return known.setdefault("arraywise_held", {})


def hold(canvas: Canvas, name: str, end: tuple[float, float], size: float, ink: Color) -> None:
    """Leave a place for a text that ends at a point, relative to what the canvas has moved to."""
    _held(canvas)[name] = TextPlaceholder(canvas.getPageNumber() - 1, *end, size, ink)
    canvas.addLiteral(_mark(name))


def _mark(name: str) -> str:
    return f"%{name}\n"


def fill_in(canvas: Canvas, texts: Mapping[str, str]) -> None:
    """Write what belongs in the places that were left; all pages must be done."""
    document: Any = vars(canvas)["_doc"]  # the canvas has no other way to the document
    for name, place in _held(canvas).items():
        text = texts[name]
        x = place.right - fonts.width(text, place.size)
        stretch = (x, place.base, fonts.REGULAR, place.size, place.ink, text)
        page = document.Pages.pages[place.page]
        page.stream = page.stream.replace(_mark(name), text_setter(canvas).operators([stretch]))


_PACKET = """<?xpacket begin="\N{ZERO WIDTH NO-BREAK SPACE}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>Arraywise</xmp:CreatorTool>
<xmp:CreateDate>{changed}</xmp:CreateDate>
<xmp:ModifyDate>{changed}</xmp:ModifyDate>
<pdf:Keywords>{study_hash}</pdf:Keywords>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known of a document."""

    title: str
    subject: str
    author: str
    language: str
    """As in RFC 5646: `pt-BR`."""
    changed: datetime
    """In UTC."""
    study_hash: str


def add_metadata(canvas: Canvas, known: Metadata) -> None:
    """Put the packet into the document; it is there uncompressed, for any program to find."""
    packet = _PACKET.format(
        title=escape(known.title),
        subject=escape(known.subject),
        author=escape(known.author),
        language=known.language,
        changed=known.changed.strftime("%Y-%m-%dT%H:%M:%S+00:00"),
        study_hash=known.study_hash,
    )
    described = PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")})
    document: Any = vars(canvas)["_doc"]  # the canvas has no other way to the document
    stream = PDFStream(dictionary=described, content=packet.encode(), filters=[])
    document.Catalog.Metadata = document.Reference(stream)


def set_identifier(canvas: Canvas, study_hash: str) -> None:
    """Identify the document by its study, and this form of it by what its pages hold (14.4)."""
    document: Any = vars(canvas)["_doc"]  # the canvas has no other way to the document
    pages = hashlib.sha256()
    for page in document.Pages.pages:
        pages.update(page.stream.encode())
    document._ID = f"\n[<{study_hash}><{pages.hexdigest()}>]\n".encode()  # noqa: SLF001


def attach_files(canvas: Canvas, files: Iterable[Attachment]) -> None:
    """Attach files to the document, listed by name; two of one name are distinguished."""
    names: dict[str, Attachment] = {}
    for file in files:
        names[_free_name(file.name, names)] = file
    if not names:
        return
    document: Any = vars(canvas)["_doc"]  # the canvas has no other way to the document
    entries: list[object] = []
    for name in sorted(names, key=_sorted_as):
        described = _file_specification(document, name, names[name])
        entries += [_text(name), document.Reference(described)]
    tree = PDFDictionary({"Names": PDFArray(entries)})
    document.Catalog.Names = PDFDictionary({"EmbeddedFiles": document.Reference(tree)})


def _free_name(name: str, taken: dict[str, Attachment]) -> str:
    result, count = name, 1
    while result in taken:
        count += 1
        result = f"{count}-{name}"
    return result


def _file_specification(document: Any, name: str, file: Attachment) -> PDFDictionary:  # noqa: ANN401
    stream = PDFStream(
        dictionary=PDFDictionary(
            {
                "Type": PDFName("EmbeddedFile"),
                "Subtype": PDFName(file.media_type).replace("/", "#2f").replace("#2f", "/", 1),
                "Params": PDFDictionary({"Size": len(file.content)}),
            }
        ),
        content=file.content,
        filters=[PDFZCompress],
    )
    return PDFDictionary(
        {
            "Type": PDFName("Filespec"),
            "F": _text(name),
            "UF": _text(name),
            "Desc": _text(file.description),
            "EF": PDFDictionary({"F": document.Reference(stream)}),
        }
    )


def _sorted_as(name: str) -> tuple[bool, str]:
    """Names stand in the order of their bytes (7.9.6): those in UTF-16 begin with a high one."""
    return not name.isascii(), name


def _text(text: str) -> PDFString:
    return PDFString(text)

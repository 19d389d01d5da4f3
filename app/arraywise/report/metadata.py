"""What the PDF says of itself: XMP (ISO 16684-1), with the claim that it is readable by all."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream

if TYPE_CHECKING:
    from datetime import datetime

    from reportlab.pdfgen.canvas import Canvas

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
    """Put the packet into the document; it stands there uncompressed, for any program to find."""
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

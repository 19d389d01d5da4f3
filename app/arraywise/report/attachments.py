"""Puts files inside the PDF (ISO 32000-1, 7.11.4): ReportLab has the parts, but no word for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFStream,
    PDFString,
    PDFZCompress,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reportlab.pdfgen.canvas import Canvas

    from arraywise.domain.report_options import Attachment


def attach_files(canvas: Canvas, files: Iterable[Attachment]) -> None:
    """Put files inside the document, listed by name; two of one name are told apart."""
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
    found, count = name, 1
    while found in taken:
        count += 1
        found = f"{count}-{name}"
    return found


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

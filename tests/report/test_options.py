"""What the options of a report do to its pages and its inside."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from arraywise.domain.study import Attachment, ReportOptions
from arraywise.report.document import build_pdf
from arraywise.report.sections import ALL_SECTIONS
from tests.report.example import example
from tests.report.test_document import read, text_of

if TYPE_CHECKING:
    import pypdf

FILES = (
    Attachment("workbook.xlsx", b"PK\x03\x04 not really", "application/vnd.ms-excel", "live"),
    Attachment("r\u00e9sultat (1).txt", b"ORION", "application/octet-stream", "a" * 64),
    Attachment("\u7d50\u679c.txt", b"\x00\xff" * 500, "application/octet-stream"),
    Attachment("workbook.xlsx", b"another", "application/octet-stream"),
)


def outline(reader: pypdf.PdfReader) -> list[str]:
    return [str(mark.title) for mark in reader.outline if not isinstance(mark, list)]


@pytest.mark.parametrize("left_out", [set(), {"map"}, {s.key for s in ALL_SECTIONS}])
def test_sections_are_printed_unless_they_are_left_out(left_out: set[str]) -> None:
    pdf = build_pdf(example(), options=ReportOptions(left_out=frozenset(left_out)))
    printed = [str(s.title) for s in ALL_SECTIONS if s.key not in left_out]
    assert outline(read(pdf)) == printed


def test_attached_files_come_out_as_they_went_in() -> None:
    reader = read(build_pdf(example(), attachments=FILES))
    assert {name: data[0] for name, data in reader.attachments.items()} == {
        "workbook.xlsx": FILES[0].content,
        "r\u00e9sultat (1).txt": FILES[1].content,
        "\u7d50\u679c.txt": FILES[2].content,
        "2-workbook.xlsx": FILES[3].content,
    }


def test_options_and_attachments_keep_the_bytes_the_same() -> None:
    logo = BytesIO()
    Image.new("RGBA", (40, 20), (200, 30, 30, 128)).save(logo, "PNG")
    options = ReportOptions("de", "Letter", "A. Autor", "#1F5561", logo.getvalue())
    one, two = (build_pdf(example(), options=options, attachments=FILES) for _ in range(2))
    assert one == two
    assert read(one).metadata.author == "A. Autor"
    assert "A. Autor" in text_of(one)
    assert len(read(one).pages[0].images) == 1

"""What the options of a report do to its pages and its inside."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from arraywise.domain.study import Attachment, ReportOptions
from arraywise.report.attachments import EVIDENCE, FIGURES
from arraywise.report.document import build_pdf
from arraywise.report.sections import ALL_SECTIONS, SHORT
from tests.report.example import FACTS, content_of, example
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


ABSENT = {"lifetime"}
"""Sections that have nothing to say of the example: nothing grows."""


@pytest.mark.parametrize("left_out", [set(), {"changes"}, {s.key for s in ALL_SECTIONS}])
def test_sections_are_printed_unless_they_are_left_out(left_out: set[str]) -> None:
    pdf = build_pdf(example(), options=ReportOptions(left_out=frozenset(left_out)))
    printed = [s for s in ALL_SECTIONS if s.key not in left_out | ABSENT]
    titles = [str(s.title) for s in printed if not s.is_appendix]
    assert outline(read(pdf)) == [*titles, *(["Appendices"] if len(printed) > len(titles) else [])]


def test_the_short_edition_has_six_sections_and_no_appendix() -> None:
    pdf = build_pdf(example(), options=ReportOptions(edition="short"))
    titles = [str(s.title) for s in ALL_SECTIONS if s.key in SHORT]
    assert outline(read(pdf)) == titles
    assert len(read(pdf).pages) <= 7


def test_a_study_that_cannot_decide_gets_a_test_plan_unless_asked_otherwise() -> None:
    """Catches fifteen pages around "nothing is shown"."""
    far = replace(FACTS.requirement, visits_per_month=200_000_000)
    content = content_of(replace(FACTS, requirement=far))
    plan = read(build_pdf(content))
    assert outline(plan) == ["Test plan"]
    assert len(plan.pages) <= 3
    text = " ".join(text_of(build_pdf(content)).split())
    assert "No option can be recommended yet" in text
    assert "What each outcome would mean" in text
    whole = read(build_pdf(content, options=ReportOptions(edition="full")))
    assert "Summary" in outline(whole)


def test_attached_files_come_out_as_they_went_in() -> None:
    reader = read(build_pdf(example(), attachments=FILES))
    ours = {EVIDENCE, FIGURES}
    assert {n: data[0] for n, data in reader.attachments.items() if n not in ours} == {
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

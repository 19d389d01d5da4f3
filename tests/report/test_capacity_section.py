"""What the PDF says of usable capacity (MODEL F1)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pypdfium2

from arraywise.report.document import build_pdf
from tests.report.example import FACTS
from tests.report.workbook_studies import HELD, content

if TYPE_CHECKING:
    from arraywise.domain.study import StudyFacts


def text_of(facts: StudyFacts) -> str:
    pdf = build_pdf(content(facts))
    document = pypdfium2.PdfDocument(pdf)
    pages = (page.get_textpage().get_text_range() for page in document)
    return " ".join(" ".join(pages).replace("\ufffe", "").split())


def test_drives_ratios_and_the_need_stand_beside_each_other() -> None:
    """24 drives in two groups hold 55.3 TB before reduction, which suffices from 1.56 : 1 on."""
    text = text_of(HELD)
    assert "Usable capacity of 86.4 TB in month 36" in text
    assert "24 x 3.84 TB RAID 6 8+2, 2 spares" in text
    assert "Reduction 1.2 / 2 / 3 : 1, claimed." in text
    assert "66.4\u2013165.9" in text
    assert "Reduction 1.1 : 1, measured." in text
    assert "90 TB usable as stated." in text
    assert "growing by 20 % a year" in text


def test_without_capacity_there_is_no_column() -> None:
    """Where it is neither asked for nor stated."""
    assert "Usable TB" not in text_of(FACTS)
    asked = replace(HELD.requirement, usable_bytes=None)
    text = text_of(replace(HELD, requirement=asked))
    assert "66.4\u2013165.9" in text
    assert "TB in month" not in text

"""Whatever somebody writes, the report has pages, shows it, and stays a whole PDF."""

from __future__ import annotations

import re
from io import BytesIO

import openpyxl
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from arraywise.domain.study import LANGUAGES, PAPERS, ReportOptions
from arraywise.report.document import build_pdf
from arraywise.report.pdf import style
from arraywise.report.workbook.cells import cell_text
from tests.report.calculated import build_workbook
from tests.report.everywhere import everywhere
from tests.report.hostile import with_names
from tests.report.test_document import read, text_of

NASTY = (
    "<b>x</b><a href='#summary'>y</a>&lt;",
    "</para><br/><img src='file:///etc/passwd'/>",
    "\N{RIGHT-TO-LEFT OVERRIDE}\N{ARABIC LETTER ALEF}\N{POP DIRECTIONAL FORMATTING}",
    "\N{GRINNING FACE}\N{ZERO WIDTH JOINER}\x00\x1b[2J\r\n\t",
    "{0} {option} %s ${HOME} \\u0041 " + "M" * 10_000,
)
TEXTS = st.one_of(
    st.sampled_from(NASTY),
    st.text(max_size=60),
    st.builds(
        lambda part, times: part * times, st.text(min_size=1, max_size=8), st.integers(1, 900)
    ),
)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


@settings(
    max_examples=2, deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)  # fmt: skip
@example(names=list(NASTY), language="de", paper="Letter")
@given(
    names=st.lists(TEXTS, min_size=5, max_size=5),
    language=st.sampled_from(LANGUAGES),
    paper=st.sampled_from(PAPERS),
)
def test_any_texts_make_a_whole_report(names: list[str], language: str, paper: str) -> None:
    options = ReportOptions(language=language, paper=paper, author=names[4])
    pdf = build_pdf(with_names(tuple(names)), options=options)
    reader = read(pdf)
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    text = squeezed(text_of(pdf))
    for name in names:
        shown = squeezed(style.shorten(name).removesuffix("…"))
        assert shown[:20] in text


def test_markup_of_a_stakeholder_makes_no_link() -> None:
    reader = read(build_pdf(with_names(NASTY)))
    actions = [
        annotation.get_object().get("/A", {})
        for page in reader.pages
        for annotation in page.get("/Annots", [])
    ]
    assert actions
    assert not any("/URI" in action for action in actions)


# All free texts of a study at once: names, comments, hosts, conditions, notes, figures.
# What begins like a formula is one to a spreadsheet alone.
TOGETHER = (NASTY[0] + NASTY[1], NASTY[2] + NASTY[3], NASTY[4])
EVERYWHERE = (*TOGETHER, "=cmd|' /C calc'!A0", "-1+1", "@SUM(A1)", "~\u202etxt.exe")


@pytest.mark.parametrize("text", TOGETHER)
def test_a_text_from_outside_is_only_text_in_the_report(text: str) -> None:
    pdf = build_pdf(everywhere(text))
    reader = read(pdf)
    assert squeezed(style.shorten(text).removesuffix("…"))[:20] in squeezed(text_of(pdf))
    kinds = {a.get_object()["/Subtype"] for page in reader.pages for a in page.get("/Annots", [])}
    assert kinds == {"/Link"}


@pytest.mark.parametrize("text", EVERYWHERE)
def test_a_text_from_outside_is_only_text_in_the_workbook(text: str) -> None:
    book = openpyxl.load_workbook(BytesIO(build_workbook(everywhere(text), language="de")))
    cells = [cell for sheet in book for row in sheet for cell in row]
    begins = cell_text(text)[:20]
    result = [cell for cell in cells if str(cell.value).startswith(begins)]
    assert len(result) > 50
    assert {cell.data_type for cell in result} == {"s"}

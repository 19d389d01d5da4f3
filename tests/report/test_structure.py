"""The PDF tells programs that read aloud what is what (ISO 32000-1, 14.7; ISO 14289-1)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from pypdf.generic import ContentStream

from arraywise.domain.study import LANGUAGES
from arraywise.report.document import build_pdf
from arraywise.report.sections import ALL_SECTIONS
from tests.report.example import example, example_pdf
from tests.report.test_document import read

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pypdf

PARENTS = {
    "/TOCI": {"/TOC"},
    "/LI": {"/L"},
    "/Lbl": {"/LI"},
    "/LBody": {"/LI"},
    "/TR": {"/Table"},
    "/TD": {"/TR"},
    "/TH": {"/TR"},
}


@pytest.fixture(scope="module")
def reader() -> pypdf.PdfReader:
    return read(example_pdf())


def kids_of(element: Any) -> list[Any]:
    kids = element.get("/K", [])
    return list(kids) if isinstance(kids, list) else [kids]


def elements(parent: Any) -> Iterator[tuple[Any, Any]]:
    """Each element below one, with the one that holds it."""
    for kid in kids_of(parent):
        inner = kid.get_object()
        if isinstance(inner, dict) and "/S" in inner:
            yield inner, parent
            yield from elements(inner)


def structure(reader: pypdf.PdfReader) -> list[tuple[Any, Any]]:
    return list(elements(reader.trailer["/Root"]["/StructTreeRoot"]))


def test_the_document_says_that_it_is_tagged_and_what_it_is_called(
    reader: pypdf.PdfReader,
) -> None:
    root = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.xmp_metadata.dc_title == {"x-default": example().facts.name}
    assert reader.xmp_metadata.dc_language == ["en"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_document_names_its_language(language: str) -> None:
    reader = read(example_pdf(language=language))
    assert reader.trailer["/Root"]["/Lang"] == language.replace("_", "-")


def test_headings_tables_lists_and_figures_are_told(reader: pypdf.PdfReader) -> None:
    result = structure(reader)
    kinds = [element["/S"] for element, _ in result]
    assert kinds[0] == "/Document"
    main = [s for s in ALL_SECTIONS if not s.is_appendix and s.key != "lifetime"]
    assert kinds.count("/H1") == len(main) + 2  # the cover's title, and "Appendices"
    assert {"/TOC", "/H2", "/P", "/Table", "/TR", "/L", "/LI", "/Lbl", "/LBody"} <= set(kinds)
    figures = [str(element.get("/Alt", "")) for element, _ in result if element["/S"] == "/Figure"]
    assert len(figures) > 4
    assert all(figures)


def test_parts_stand_where_they_belong(reader: pypdf.PdfReader) -> None:
    for element, parent in structure(reader):
        allowed = PARENTS.get(element["/S"])
        assert allowed is None or parent["/S"] in allowed, (element["/S"], parent["/S"])
        assert element["/P"].get_object() == parent


def test_tables_are_regular_and_their_headers_say_what_they_head(reader: pypdf.PdfReader) -> None:
    for table, _ in structure(reader):
        if table["/S"] != "/Table":
            continue
        rows = [kid.get_object() for kid in kids_of(table)]
        rows = [row for row in rows if row["/S"] == "/TR"]
        cells = [[cell.get_object() for cell in kids_of(row)] for row in rows]
        spans = {sum(int(c.get("/A", {}).get("/ColSpan", 1)) for c in row) for row in cells}
        assert len(spans) == 1
        heads = [cell for row in cells for cell in row if cell["/S"] == "/TH"]
        assert heads
        assert all("/Scope" in cell["/A"] for cell in heads)


def test_a_table_that_runs_over_a_page_is_one(reader: pypdf.PdfReader) -> None:
    tables = [element for element, _ in structure(reader) if element["/S"] == "/Table"]
    longest = max(tables, key=lambda table: len(kids_of(table)))
    pages = {
        cell.get_object()["/Pg"].get_object()["/StructParents"]
        for row in kids_of(longest)
        for cell in kids_of(row.get_object())
        if "/Pg" in cell.get_object()
    }
    assert len(pages) > 1


def test_every_link_is_in_the_tree_and_says_where_it_leads(reader: pypdf.PdfReader) -> None:
    numbers = reader.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    owners = dict(zip(numbers[::2], numbers[1::2], strict=True))
    assert list(owners) == sorted(owners)
    links = [a.get_object() for page in reader.pages for a in page.get("/Annots", [])]
    assert len(links) > len(ALL_SECTIONS)
    for link in links:
        owner = owners[link["/StructParent"]].get_object()
        assert owner["/S"] == "/Link"
        held = [kid.get_object().get("/Obj") for kid in kids_of(owner) if not is_number(kid)]
        assert link in [each.get_object() for each in held if each is not None]
        assert link["/Contents"]
    assert all(page["/Tabs"] == "/S" for page in reader.pages)


def is_number(kid: Any) -> bool:
    return isinstance(kid, int)


def test_every_marked_stretch_belongs_to_the_element_that_claims_it(
    reader: pypdf.PdfReader,
) -> None:
    numbers = reader.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    for page, owners in zip(reader.pages, numbers[1::2], strict=False):
        stretches = re.findall(rb"/(\w+) <</MCID (\d+)>> BDC", page.get_contents().get_data())
        assert [int(number) for _, number in stretches] == list(range(len(owners.get_object())))
        named = [owner.get_object()["/S"][1:].encode() for owner in owners.get_object()]
        assert [kind for kind, _ in stretches] == named


def test_whatever_is_drawn_is_content_or_an_artifact(reader: pypdf.PdfReader) -> None:
    drawing = {b"Tj", b"f", b"S", b"f*", b"B", b"B*", b"Do"}
    for page in reader.pages:
        depth = 0
        for _, operator in ContentStream(page.get_contents(), reader).operations:
            depth += {b"BDC": 1, b"BMC": 1, b"EMC": -1}.get(operator, 0)
            assert depth in {0, 1}
            assert depth or operator not in drawing


def test_the_metadata_claim_that_all_can_read_it(reader: pypdf.PdfReader) -> None:
    packet = reader.trailer["/Root"]["/Metadata"].get_object().get_data().decode()
    assert "<pdfuaid:part>1</pdfuaid:part>" in packet
    assert example().identity.study_hash in packet


def test_markup_in_a_name_does_not_break_the_metadata() -> None:
    facts = replace(example().facts, name="<rdf:li>&amp; ]]> \x00 \N{GRINNING FACE}")
    reader = read(build_pdf(replace(example(), facts=facts)))
    title = "<rdf:li>&amp; ]]> [U+0000] [U+1F600]"
    assert reader.xmp_metadata.dc_title == {"x-default": title}

from __future__ import annotations

import csv
import gc
import hashlib
import re
from dataclasses import replace
from io import BytesIO
from typing import Any

import pypdf
import pypdfium2
import pytest

from arraywise.analysis.decision.ranking import find_rival
from arraywise.domain.messages import Stopped, UserError
from arraywise.domain.study import ReportOptions
from arraywise.present.headline import build_headline
from arraywise.report.attachments import manifest_hash
from arraywise.report.content import ScenarioAnswer
from arraywise.report.document import build_pdf
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.text import Paragraph
from arraywise.report.sections import ALL_SECTIONS
from tests.report.example import FACTS, NAMES, OPTIONS, content_of, example, example_pdf
from tests.report.hostile import with_names
from tests.report.workbook_studies import ESTIMATED, content

MOST_NUMBERS = 9


def read(pdf: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(BytesIO(pdf), strict=True)


def pages_of(pdf: bytes) -> list[str]:
    """The text of each page; blanks and breaks of lines count as one blank."""
    with pypdfium2.PdfDocument(pdf) as document:
        texts = [page.get_textpage().get_text_range() for page in document]
    return [" ".join(text.split()) for text in texts]


def text_of(pdf: bytes) -> str:
    """The text of all pages."""
    return " ".join(pages_of(pdf))


@pytest.fixture(scope="module")
def report() -> bytes:
    return example_pdf()


def test_the_same_study_gives_the_same_bytes(report: bytes) -> None:
    assert build_pdf(example()) == report


def test_a_document_leaves_no_garbage_behind() -> None:
    """Else each preview keeps ten thousands of objects until they are looked for."""
    content = example()
    build_pdf(content)
    gc.collect()
    gc.disable()
    try:
        build_pdf(content)
        assert gc.collect() < 100
    finally:
        gc.enable()


def identifiers(pdf: bytes) -> tuple[bytes, bytes]:
    first, second = read(pdf).trailer["/ID"]
    return first.original_bytes, second.original_bytes


def test_the_document_is_identified_by_its_study_and_what_its_pages_hold(report: bytes) -> None:
    study, pages = identifiers(report)
    assert study.hex() == example().identity.study_hash
    letter = identifiers(example_pdf(paper="Letter"))
    assert letter[0] == study
    assert letter[1] != pages
    other = content_of(replace(FACTS, client="Somebody else"))
    assert identifiers(build_pdf(other))[0].hex() == other.identity.study_hash != study.hex()


def test_the_text_holds_the_figures_of_the_answer(report: bytes) -> None:
    text, answer = text_of(report), example().answer
    for option in answer.options:
        assert option.option.name in text
        assert f"{option.price.total:,}" in text
    for option in (answer.recommended_answer, find_rival(answer.options)):
        assert f"{option.limit_visits_per_month / 1e6:,.1f}" in text
    assert f"{answer.demand_tps:.1f} transactions per second" in text
    assert example().identity.study_hash in text
    assert manifest_hash(example()) in text


def test_the_full_report_has_at_most_twelve_pages_before_its_appendices(report: bytes) -> None:
    """Catches tables and charts that grow back."""
    reader = read(report)
    titles = {item.title: item for item in reader.outline if not isinstance(item, list)}
    assert reader.get_destination_page_number(titles["Appendices"]) <= 12


def test_the_list_of_evidence_is_attached_and_its_hash_printed(report: bytes) -> None:
    manifest = read(report).attachments["evidence.csv"][0]
    assert hashlib.sha256(manifest).hexdigest() in re.sub(r"\s+", "", text_of(report))
    rows = list(csv.DictReader(manifest.decode("utf-8-sig").splitlines()))
    assert [(row["file"], row["sha256"]) for row in rows] == [
        (entry.file, entry.sha256) for entry in example().evidence
    ]


PROGRAM_WORDS = re.compile(
    r"\b(?:Enter|enter prices|lscpu|exclude it|F1|list of options|set the offset)\b"
)


def test_a_client_reads_nothing_of_the_program(report: bytes) -> None:
    """Catches sentences of findings and headlines that tell the user what to type."""
    for pdf in (report, build_pdf(content(ESTIMATED))):
        assert PROGRAM_WORDS.findall(text_of(pdf)) == []


def test_the_recommendation_stands_on_the_second_page(report: bytes) -> None:
    page = re.sub(r"\s+", " ", pages_of(report)[1]).replace("\N{NO-BREAK SPACE}", " ")
    said = build_headline(example().answer)
    for sentence in (said.title, *said.sentences, *said.beside):
        assert str(sentence).replace("\N{NO-BREAK SPACE}", " ") in page.replace(
            "\N{NO-BREAK SPACE}", " "
        )


def test_every_page_is_numbered_and_none_is_empty(report: bytes) -> None:
    pages = pages_of(report)
    for number, text in enumerate(pages[1:], start=2):
        assert f"Page {number} of {len(pages)}" in text
        assert len(text) > 150


def test_synthetic_studies_say_so_on_every_page(report: bytes) -> None:
    pages = pages_of(report)
    assert all("Synthetic example" in text for text in pages)
    real = pages_of(build_pdf(content_of(replace(FACTS, synthetic=False))))
    assert not any("Synthetic" in page for page in real)


def test_all_fonts_are_embedded(report: bytes) -> None:
    fonts = {
        font["/BaseFont"]: font["/FontDescriptor"]
        for page in read(report).pages
        for font in (ref.get_object() for ref in page["/Resources"]["/Font"].values())
    }
    assert fonts
    for name, descriptor in fonts.items():
        assert re.match(r"/[A-Z]{6}\+SourceSansPro", name)
        assert "/FontFile2" in descriptor.get_object()


def test_outline_contents_and_metadata_lead_through_the_report(report: bytes) -> None:
    reader = read(report)
    titles = [item.title for item in reader.outline if not isinstance(item, list)]
    main = [s for s in ALL_SECTIONS if not s.is_appendix and s.key != "lifetime"]  # nothing grows
    assert titles == [*(section.title.template for section in main), "Appendices"]
    below = next(item for item in reader.outline if isinstance(item, list))
    appendices = [s.title.template for s in ALL_SECTIONS if s.is_appendix]
    assert [item.title for item in below] == appendices
    links = [a.get_object() for a in reader.pages[0]["/Annots"]]
    assert len(links) >= len(main)
    assert reader.trailer["/Root"]["/Lang"] == "en"
    assert reader.metadata.title == FACTS.name
    assert reader.metadata.creation_date == example().identity.changed_at
    assert "54,432,000" in reader.metadata.subject


def test_pages_have_the_size_of_the_paper(report: bytes) -> None:
    sizes = [page.mediabox[2:] for page in read(report).pages]
    letter = [page.mediabox[2:] for page in read(example_pdf(paper="Letter")).pages]
    assert {tuple(map(round, size)) for size in sizes} == {(595, 842)}
    assert {tuple(map(round, size)) for size in letter} == {(612, 792)}


@pytest.mark.parametrize("wish", [{"language": "tlh"}, {"paper": "A5"}])
def test_an_impossible_wish_is_refused(wish: dict[str, str]) -> None:
    with pytest.raises(UserError, match="Choose"):
        build_pdf(example(), options=ReportOptions(**wish))


@pytest.mark.parametrize("in_use", ["", "Black Friday"])
def test_cover_and_summary_name_the_scenario_that_is_in_use(in_use: str) -> None:
    content = example()
    scenarios = tuple(
        ScenarioAnswer(name, name == in_use, content.answer, ()) for name in ("", "Black Friday")
    )
    for page in pages_of(build_pdf(replace(content, scenarios=scenarios)))[:2]:
        assert ("Black Friday" in page) is bool(in_use)


def test_making_the_report_can_be_stopped() -> None:
    def stop(number: int) -> None:
        if number == 3:
            raise Stopped

    with pytest.raises(Stopped):
        build_pdf(example(), on_page=stop)


def test_a_study_without_anything_still_has_a_report() -> None:
    text = text_of(build_pdf(content_of(replace(FACTS, options=()))))
    assert "No option can be recommended yet" in text


MARKUP = (
    "<b>bold</b> & <font size='99'>big</font> &amp;",
    "<para><img src='file:///etc/passwd'/></para>",
    "right \N{RIGHT-TO-LEFT OVERRIDE}to left \N{HEBREW LETTER ALEF}",
    "emoji \N{GRINNING FACE} and \x00 \x07 \x1b[31m control",
    "two\nlines, a tab\t{braces} %s {0}",
)
LONG = ("W" * 10_000, "word " * 2_000, "\N{GRINNING FACE}" * 2_000, "a\n" * 5_000, "é" * 10_000)


def as_shown(name: str) -> str:
    plain = re.sub(r"\s+", "", re.sub("[\n\t]", " ", name))
    return "".join(c if c.isprintable() and ord(c) < 0x300 else f"[U+{ord(c):04X}]" for c in plain)


def test_hostile_names_are_shown_and_never_interpreted() -> None:
    text = re.sub(r"\s+", "", text_of(build_pdf(with_names(MARKUP))))
    assert [name for name in MARKUP if as_shown(name) not in text] == []


def test_names_of_ten_thousand_characters_are_shown_whole_once() -> None:
    pdf = build_pdf(with_names(LONG))
    annex = re.sub(r"\s+", "", text_of(pdf)).split("Textsthatwereshortenedabove,infull")[1]
    assert annex.count("W") >= 10_000
    assert annex.count("word") >= 2_000
    assert annex.count("[U+1F600]") >= 1_990  # one may be broken by the end of a page
    assert annex.count("é") >= 10_000
    assert len(read(pdf).pages) < 80


def test_options_keep_their_names_in_semibold(report: bytes) -> None:
    used: set[str] = set()

    def visit(
        text: str, _cm: object, _tm: object, font: dict[str, str] | None, _size: float
    ) -> None:
        if font and text.strip() in {option.name for option in OPTIONS}:
            used.add(font["/BaseFont"])

    read(report).pages[1].extract_text(visitor_text=visit)
    assert any(name.endswith("Semibold") for name in used)


def test_every_run_behind_a_figure_is_attached_with_its_file_and_line(report: bytes) -> None:
    figures = read(report).attachments["figures.csv"][0].decode("utf-8-sig")
    rows = list(csv.DictReader(figures.splitlines()))
    runs = [run for trace in example().traces for run in trace.runs]
    assert {trace.option.name for trace in example().traces} == set(NAMES)
    assert [(row["rate_per_s"], row["read_at"]) for row in rows] == [
        (f"{run.rate_tps:.10g}", run.rate_place) for run in runs
    ]


def test_no_paragraph_has_more_numbers_than_a_reader_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Paragraphs of prose had 21; the requirement, which states them all, has the most."""
    texts = []

    def counted(self: Paragraph, *given: Any, **more: Any) -> None:
        built(self, *given, **more)
        if self.kind in {Style.ANSWER, Style.BODY, Style.BULLET, Style.NOTE, Style.STATEMENT}:
            texts.append(self.plain)

    built = Paragraph.__init__
    monkeypatch.setattr(Paragraph, "__init__", counted)
    build_pdf(example())
    numbers = {text: len(re.findall(r"(?<![\w.-])\d[\d.,]*", text)) for text in texts}
    assert max(numbers.values()) >= 4  # they are found
    assert {text: count for text, count in numbers.items() if count > MOST_NUMBERS} == {}

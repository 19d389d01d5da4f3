"""Lines, paragraphs and tables as they are set, on pages of their own."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.platypus import SimpleDocTemplate, Spacer

from arraywise.report.pdf import style as fonts
from arraywise.report.pdf.style import Style, paragraph_style, theme_colour
from arraywise.report.pdf.tables import RuledRow, RuledTable, Ruling
from arraywise.report.pdf.text import (
    NEW_LINE,
    Face,
    Paragraph,
    SectionSpacer,
    StyledText,
    TextRun,
    break_lines,
    parse_formula_markup,
    semibold,
)

WIDTH = 120.0
WORDS = [f"w{number}" for number in range(400)]


def face(size: float = 9.0, font: str = fonts.REGULAR) -> Face:
    paragraph_style(Style.BODY)  # makes the typeface known
    return Face(font, size, theme_colour("text"))


def printed(*story: object) -> bytes:
    """A document of 300 by 300 points."""
    buffer = BytesIO()
    SimpleDocTemplate(buffer, pagesize=(300, 300), initialFontName=fonts.REGULAR).build([*story])
    return buffer.getvalue()


def pages(*story: object) -> list[str]:
    """The text of each page of such a document."""
    document = pypdfium2.PdfDocument(printed(*story))
    result = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return result


@given(st.lists(st.text(st.sampled_from("aWi.é-"), min_size=1, max_size=40), max_size=30))
def test_lines_hold_all_words_in_order_and_are_not_too_long(words: list[str]) -> None:
    lines = break_lines([TextRun(" ".join(words), face())], WIDTH)
    stated = ["".join(piece.text for piece in line.pieces) for line in lines]
    assert "".join(stated).replace(" ", "") == "".join(words)
    assert all(line.width <= WIDTH * 1.05 for line in lines)
    assert all(text == text.strip() for text in stated)


def test_a_word_may_run_over_several_looks() -> None:
    pieces = [
        TextRun("aaa bb", face()),
        TextRun("BB", face(font=fonts.SEMIBOLD)),
        TextRun("cc d", face()),
    ]
    (line,) = break_lines(pieces, WIDTH)
    assert [piece.text for piece in line.pieces] == ["aaa bb", "BB", "cc d"]
    narrow = break_lines(pieces, line.pieces[0].width * 1.3)
    assert ["".join(p.text for p in each.pieces) for each in narrow] == ["aaa", "bbBBcc", "d"]


def test_a_line_break_of_ours_breaks_the_line() -> None:
    paragraph = Paragraph([semibold("above"), NEW_LINE, StyledText("below")], Style.CELL)
    assert paragraph.wrap(WIDTH, 0)[1] == 2 * paragraph.style.leading


def test_formulas_raise_and_lower_what_is_marked() -> None:
    runs = parse_formula_markup("X<sub>i</sub> · (1 + g)<super>h</super>")
    assert [run.text for run in runs] == ["X", "i", " · (1 + g)", "h"]
    assert [run.rise < 0 for run in runs] == [False, True, False, False]
    assert runs[3].rise > 0


@pytest.mark.parametrize(("lines", "room", "parts"), [(2, 1, 0), (3, 2, 0), (4, 3, 2), (6, 1, 0)])
def test_no_line_of_a_paragraph_stands_alone(lines: int, room: int, parts: int) -> None:
    text = [each for number in range(lines) for each in (StyledText(f"line {number}"), NEW_LINE)]
    paragraph = Paragraph(text[:-1], Style.BODY)
    leading = paragraph.style.leading
    result = paragraph.split(WIDTH, room * leading + 1)
    assert len(result) == parts
    assert all(part.wrap(WIDTH, 0)[1] >= 2 * leading for part in result)


def table(rows: list[RuledRow], notes: tuple[Paragraph, ...] = ()) -> RuledTable:
    header = [Paragraph([StyledText(text)], Style.HEAD) for text in ("Name", "Figure")]
    return RuledTable(Ruling((WIDTH, 40.0), (False, True), 8.5), header, rows, notes)


def row(text: str, figure: str = "1", **kind: bool) -> RuledRow:
    return RuledRow([Paragraph([StyledText(text)], Style.CELL), figure], **kind)


def test_the_header_stands_on_every_page_and_no_row_twice() -> None:
    result = pages(table([row(f"row {number}") for number in range(30)]))
    assert len(result) > 2
    assert all(page.count("Figure") == 1 for page in result)
    stated = " ".join(result).split()
    assert [int(stated[at + 1]) for at, word in enumerate(stated) if word == "row"] == list(
        range(30)
    )


def test_a_row_higher_than_a_page_runs_over_it() -> None:
    result = pages(table([row("first"), row(" ".join(WORDS)), row("last")]))
    stated = " ".join(result).split()
    assert len(result) > 2
    assert [word for word in stated if word in set(WORDS)] == WORDS
    assert stated.count("last") == 1


def test_a_category_stays_with_its_first_row_and_a_sum_with_its_last() -> None:
    rows = [
        row("one"),
        row("two"),
        row("group", spanned=True),
        row("three"),
        row("sum", strong=True),
    ]
    for above in range(0, 120, 4):
        for page in pages(Spacer(1, above), table(rows)):
            lines = page.split()
            assert "group" not in lines or "three" in lines
            assert "sum" not in lines or "three" in lines


def test_no_line_of_a_category_stands_alone() -> None:
    rows = [row(f"{name}{n}" if n else name, spanned=not n) for name in "abc" for n in range(5)]
    for above in range(0, 120, 4):
        for page in pages(Spacer(1, above), table(rows)):
            lines = page.split()
            for name in "abc":
                assert len([line for line in lines if line[0] == name and line[1:]]) != 1


def test_room_between_blocks_is_not_taken_to_the_next_page() -> None:
    """A heading stands as high at the top of a page, whatever the page before ended with."""
    tops = set()
    for room in ([], [SectionSpacer(1, 30)]):
        rows = [row("first"), row("second")]
        document = pypdfium2.PdfDocument(printed(Spacer(1, 130), *room, table(rows)))
        tops.add(document[1].get_textpage().get_charbox(0)[3])
        document.close()
    assert len(tops) == 1


def test_notes_stay_with_the_last_rows() -> None:
    note = Paragraph([StyledText("a note")], Style.NOTE)
    for above in range(0, 120, 4):
        result = pages(Spacer(1, above), table([row(f"row {n}") for n in range(9)], (note,)))
        with_note = next(page for page in result if "a note" in page)
        assert "row 8" in with_note

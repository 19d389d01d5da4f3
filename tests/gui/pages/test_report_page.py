"""The report's pages in a real window, and what is chosen for them."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import pypdf
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from arraywise.domain.messages import UserError
from arraywise.domain.study import ReportOptions
from arraywise.gui.pages.report import SECTIONS
from arraywise.gui.session.page_requests import DocumentKind
from arraywise.gui.widgets import files
from arraywise.report.sections import ALL_SECTIONS, PLAN
from arraywise.store.reading.inputs import read_report_options
from arraywise.store.study import open_study
from arraywise.usecases.edit_study import load_logo_as_png, set_report_options
from arraywise.usecases.export_documents import build_report
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.pages.report import ReportPage
    from arraywise.gui.shell.main_window import MainWindow


@pytest.fixture
def page(open_shared: Callable[[], MainWindow], qtbot: QtBot) -> ReportPage:
    """Return the report page with its pages made."""
    window = open_shared()
    with qtbot.waitSignal(window.frame.report.preview.turned):
        result: ReportPage = shown_page(window, "report")
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    result.preview.number.setValue(1)  # the window is shared
    return result


def test_the_list_names_the_sections_that_the_report_has() -> None:
    sections = (PLAN, *ALL_SECTIONS)
    assert [key for key, _ in SECTIONS[1:]] == [section.key for section in sections]
    assert [title for _, title in SECTIONS[1:]] == [str(s.title) for s in sections]


def test_pages_are_shown_and_sections_lead_to_theirs(page: ReportPage, qtbot: QtBot) -> None:
    pages = page.preview.pages
    assert pages.count > 5
    at = next(i for i, (key, _) in enumerate(SECTIONS) if key == "costs")
    item = page.sections.topLevelItem(at)
    page.sections.setCurrentItem(item)
    assert page.preview.number.value() == int(item.text(1)) == pages.sections["costs"] + 1
    qtbot.keyClick(page.preview.sheet, Qt.Key.Key_PageDown)
    assert page.preview.number.value() == pages.sections["costs"] + 2
    image = page.preview.sheet._image
    colours = {QColor(image.pixel(x, 60)).name() for x in range(0, image.width(), 3)}
    assert "#ffffff" in colours


def test_the_page_zooms_and_scrolls_before_it_turns(page: ReportPage, qtbot: QtBot) -> None:
    sheet, preview = page.preview.sheet, page.preview
    fitted = sheet._image.width()
    with qtbot.waitSignal(preview.message, timeout=20_000):
        preview.zoom.setCurrentIndex(preview.zoom.findData(2.0))
        preview.zoom.activated.emit(preview.zoom.currentIndex())
    assert sheet._image.width() > fitted
    sheet._scroll_or_turn(50.0)
    assert (preview.number.value(), sheet._scrolled) == (1, 50.0)
    sheet._scroll_or_turn(sheet._hidden_height * 3)
    assert (preview.number.value(), sheet._scrolled) == (1, sheet._hidden_height)
    sheet._scroll_or_turn(50.0)
    assert preview.number.value() == 2
    with qtbot.waitSignal(preview.message, timeout=20_000):
        qtbot.keyClick(sheet, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert preview.zoom.currentIndex() == 0
    qtbot.waitUntil(lambda: sheet._image.width() == fitted)


def test_a_section_left_out_is_not_printed_and_stays_left_out(
    page: ReportPage, qtbot: QtBot, small_study: Path
) -> None:
    last = page.sections.topLevelItemCount() - 1
    assert page.sections.topLevelItem(last).text(1) != "\u2013"
    with qtbot.waitSignal(page.preview.built, timeout=20_000):
        page.sections.topLevelItem(last).setCheckState(0, Qt.CheckState.Unchecked)
    assert page.sections.topLevelItem(last).text(1) == "\u2013"
    qtbot.waitUntil(lambda: page._session.background.is_idle)
    page.window().close()
    with open_study(small_study) as study:
        assert read_report_options(study).left_out == {"evidence"}


def test_the_edition_is_chosen_and_kept_with_the_study(page: ReportPage, qtbot: QtBot) -> None:
    """Catches a combo that changes the preview and not the document."""
    form, full = page.form, page.preview.pages.count
    with qtbot.waitSignal(page.preview.built, timeout=20_000):
        form.edition.setCurrentIndex(form.edition.findData("short"))
        form.edition.activated.emit(form.edition.currentIndex())
    assert page.preview.pages.count < full
    assert "materials" not in page.preview.pages.sections
    qtbot.waitUntil(lambda: page._session.background.is_idle)
    assert read_report_options(page._session.study).edition == "short"


def test_author_language_accent_and_logo_reach_the_pages(
    page: ReportPage, qtbot: QtBot, tmp_path: Path
) -> None:
    logo = tmp_path / "logo.jpg"
    Image.new("RGB", (300, 100), "#aa3311").save(logo)
    with qtbot.waitSignal(page.preview.built, timeout=20_000):
        page.form.author.setText("M. Lindqvist")
        page.form.author.editingFinished.emit()
        page.form.set_logo(logo)
        qtbot.mouseClick(page.form.accents[2], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page._session.background.is_idle)  # PDFium serves one thread
    import pypdfium2

    with pypdfium2.PdfDocument(page.preview.pages.pdf) as document:
        first = document[0]
        assert "M. Lindqvist" in first.get_textpage().get_text_bounded()
        pixels = first.render(scale=1).to_pil().convert("RGB")
        assert pixels.getpixel((70, 80)) == pytest.approx((0xAA, 0x33, 0x11), abs=8)
    stored = read_report_options(page._session.study)
    assert (stored.author, stored.accent, stored.logo[:4]) == (
        "M. Lindqvist",
        "#5F3F29",
        b"\x89PNG",
    )


def test_a_report_written_from_another_page_looks_as_was_chosen_and_is_told_there(
    open_shared: Callable[[], MainWindow],
    qtbot: QtBot,
    small_study: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with open_study(small_study) as study:
        set_report_options(study, ReportOptions(author="M. Lindqvist", language="de"))
    window = open_shared()
    window.go_to(3)
    pdf = small_study.with_suffix(".pdf")
    monkeypatch.setattr(files, "ask_document", lambda *_: pdf)
    window.export(DocumentKind.REPORT)
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=30_000)
    assert "small.pdf is written" in window.frame.present_page.banner.text
    with pypdf.PdfReader(pdf) as written:
        assert "M. Lindqvist" in written.pages[0].extract_text()
        assert "Zusammenfassung" in written.pages[1].extract_text()


def test_there_is_no_document_of_a_study_without_options(
    make_window: Callable[[], MainWindow],
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "ask_document", lambda *_: pytest.fail("asked"))
    window = make_window()
    window.build_study(tmp_path / "empty.arraywise")
    wait_for_answer(qtbot, window)
    for document in DocumentKind:
        window.export(document)
        assert "Nothing to print yet" in window.banner.text
        window.banner.hide()


NO_PICTURES = (
    b"",
    b"<svg xmlns='x'/>",
    b"\x89PNG\r\n\x1a\nbroken",
    b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
    b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + b"\xff" * 40,
)


@pytest.mark.parametrize("data", NO_PICTURES)
def test_what_is_no_picture_is_refused_in_words(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "logo.png"
    path.write_bytes(data)
    with pytest.raises(UserError, match=r"logo\.png is not a printable picture"):
        load_logo_as_png(path)


def large_picture() -> bytes:
    written = BytesIO()
    Image.new("1", (3000, 3000)).save(written, "PNG")
    return written.getvalue()


def test_a_strangers_logo_that_cannot_be_read_is_a_sentence_on_the_page(
    small_study: Path, open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    with open_study(small_study) as study:
        for data in (*NO_PICTURES[1:], large_picture()):
            set_report_options(study, ReportOptions(logo=data))
            with pytest.raises(UserError, match="logo in the study cannot be read"):
                build_report(study, read_report_options(study))
    page: ReportPage = shown_page(open_small(), "report")
    qtbot.waitUntil(lambda: "The logo in the study" in page.preview.state.text())
    assert page.form.logo.text() == "cannot be read"
    page.form.drop_logo.click()
    qtbot.waitUntil(lambda: page.preview.pages is not None)


def test_a_picture_of_many_pixels_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "logo.png"
    Image.new("1", (20_000, 10_000)).save(path)
    with pytest.raises(UserError, match=r"logo\.png"):
        load_logo_as_png(path)

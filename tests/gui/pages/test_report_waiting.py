"""What the report page shows until its first pages are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.gui.pages.report import ReportPage
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


def test_no_page_is_numbered_until_there_is_one(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    page = shown_page(window, "report")
    assert isinstance(page, ReportPage)
    preview = page.preview
    assert preview.pages is None
    assert not preview.number.isVisible()
    assert not preview.count.isVisible()
    assert preview.sheet._text == "The pages are being made\u2026"
    assert preview.state.text() == ""
    before = preview.sheet.grab().toImage()
    middle = before.pixelColor(before.width() // 2, 40)
    assert middle != before.pixelColor(2, 40), "an empty page is seen"
    qtbot.waitUntil(lambda: preview.pages is not None, timeout=30_000)
    wait_for_answer(qtbot, window)
    assert preview.number.isVisible()
    assert preview.number.value() == 1
    assert preview.count.text() == f"of {preview.pages.count}"

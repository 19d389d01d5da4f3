"""The sheet of options: everything about an option is edited there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QPushButton

from arraywise.domain.capacity import Capacity
from arraywise.domain.options import Architecture
from arraywise.gui.pages.evidence.options import OptionsDialog
from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.inputs import list_options
from tests.gui.acting import shown_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


@pytest.fixture
def window(open_shared: Callable[[], MainWindow]) -> MainWindow:
    """Return a window on the small study."""
    return open_shared()


@pytest.fixture
def dialog(window: MainWindow, qtbot: QtBot) -> OptionsDialog:
    """Return the sheet of options, filled."""
    window.frame.go_to(1)
    window.frame.evidence.options.click()
    result = window.findChild(OptionsDialog)
    assert result is not None
    qtbot.waitUntil(lambda: len(result.model.rows) == 2)
    return result


def names(dialog: OptionsDialog) -> list[str]:
    return [row.option.name for row in dialog.model.rows]


def edit(dialog: OptionsDialog, row: int, column: int, text: str) -> None:
    assert dialog.model.setData(dialog.model.index(row, column), text)


def test_the_sheet_says_what_belongs_to_options(dialog: OptionsDialog) -> None:
    shown = [[dialog.model.cell_at(r, c).text for c in range(9)] for r in range(2)]
    assert [row[:7] for row in shown] == [
        ["NAS NFS", "NAS", "Yes", "Yes", "", "", "6"],
        ["FC SAN", "FC SAN", "Yes", "Not known", "", "", "6"],
    ]
    assert all(dialog.model.cell_at(0, column).missing for column in (4, 5))
    assert all(int(row[7]) > 0 for row in shown)
    assert [row[8] for row in shown] == ["3", "3"]


def test_what_an_option_can_do_is_stated_or_not_known(dialog: OptionsDialog, qtbot: QtBot) -> None:
    edit(dialog, 1, 3, "no")
    qtbot.waitUntil(lambda: dialog.model.rows[1].option.serves_files is False, timeout=20_000)
    edit(dialog, 1, 2, "Not known")
    qtbot.waitUntil(lambda: dialog.model.rows[1].option.shared_storage is None, timeout=20_000)
    edit(dialog, 1, 4, "1.5")
    qtbot.waitUntil(lambda: dialog.model.rows[1].option.restore_s == 5400, timeout=20_000)
    edit(dialog, 1, 4, "soon")
    assert "Hours, or empty" in dialog.banner.text
    edit(dialog, 1, 3, "perhaps")
    assert dialog.banner.text.startswith("Choose one of Yes, No, Not known; perhaps is none.")
    edit(dialog, 1, 4, "")
    qtbot.waitUntil(lambda: dialog.model.rows[1].option.restore_s is None, timeout=20_000)


def test_what_an_option_can_hold_is_typed_or_follows_from_drives(
    dialog: OptionsDialog, qtbot: QtBot
) -> None:
    """24 drives of 3.84 TB in two groups of 8 + 2 hold 55.3 TB before reduction (MODEL F1)."""

    def capacity() -> Capacity | None:
        return dialog.model.rows[0].option.capacity

    editor = dialog.capacity
    assert editor.title.text() == "NAS NFS"
    assert "unknown" in editor.live.text()
    qtbot.keyClicks(editor.holds, "24 x 3.84TB RAID 6 8+2, 2 spares")
    assert editor.live.text() == (
        "55.3 TB usable (50.3 TiB) \u00b7 groups of 10: 2, drives of data: 16"
        " \u00b7 2 drives fill no group"
    )
    qtbot.keyClick(editor.holds, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: capacity() is not None, timeout=20_000)
    editor.reduction.selectAll()
    qtbot.keyClicks(editor.reduction, "2/3/4")
    assert editor.live.text().startswith("110.6 / 165.9 / 221.2 TB usable")
    qtbot.keyClick(editor.reduction, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.model.cell_at(0, 5).text == "110.6\u2013221.2", timeout=20_000)
    assert "reduction 2 / 3 / 4" in (dialog.model.cell_at(0, 5).typed or "")
    edit(dialog, 0, 5, "80")
    qtbot.waitUntil(lambda: capacity() == Capacity(80e12), timeout=20_000)
    assert editor.holds.text() == "80 TB"
    edit(dialog, 0, 5, "24 disks")
    assert "is not a capacity" in dialog.banner.text
    edit(dialog, 0, 5, "")
    qtbot.waitUntil(lambda: capacity() is None, timeout=20_000)


def test_an_option_is_renamed_and_described(dialog: OptionsDialog, qtbot: QtBot) -> None:
    edit(dialog, 0, 0, "Filer")
    qtbot.waitUntil(lambda: names(dialog) == ["Filer", "FC SAN"], timeout=20_000)
    edit(dialog, 0, 1, "DAS")
    qtbot.waitUntil(
        lambda: dialog.model.rows[0].option.architecture is Architecture.DAS, timeout=20_000
    )
    assert not dialog.model.rows[0].option.shared_storage
    edit(dialog, 0, 2, "Yes")
    qtbot.waitUntil(lambda: dialog.model.rows[0].option.shared_storage, timeout=20_000)


def test_a_name_that_is_taken_is_refused_in_the_sheet(dialog: OptionsDialog, qtbot: QtBot) -> None:
    edit(dialog, 0, 0, "fc san")
    qtbot.waitUntil(lambda: "option FC SAN already exists" in dialog.banner.text, timeout=20_000)
    assert names(dialog) == ["NAS NFS", "FC SAN"]


def test_options_are_ordered_and_added(
    dialog: OptionsDialog, window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.mouseClick(dialog.down, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: names(dialog) == ["FC SAN", "NAS NFS"], timeout=20_000)
    assert [row.option.position for row in dialog.model.rows] == [0, 1]
    qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(dialog.model.rows) == 3, timeout=20_000)
    assert names(dialog)[2] == "New option"
    assert dialog.grid.currentIndex().row() == 2
    assert len(list_options(window.session.study)) == 3


def test_removing_an_option_says_what_hangs_on_it(
    dialog: OptionsDialog, window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    assert dialog.banner.text.startswith("Remove NAS NFS?")
    assert "3 provisioning times go; 6 files stay, without an option" in dialog.banner.text
    assert names(dialog) == ["NAS NFS", "FC SAN"]
    dialog.banner.link.click()
    qtbot.waitUntil(lambda: names(dialog) == ["FC SAN"], timeout=20_000)
    files = list_files(window.session.study)
    assert len(files) == 12
    assert sum(file.option_id is None for file in files) == 6


def test_a_tab_of_an_option_leads_to_the_sheet(window: MainWindow, qtbot: QtBot) -> None:
    page = shown_page(window, "pricing")
    qtbot.waitUntil(lambda: page.tabs.count() == 3)
    place = page.tabs.tabRect(2).center()
    qtbot.mouseDClick(page.tabs, Qt.MouseButton.LeftButton, pos=place)
    assert window.findChild(OptionsDialog) is not None


def test_a_message_covers_no_button_of_the_dialog(dialog: OptionsDialog, qtbot: QtBot) -> None:
    """The next click met what lay over the button."""
    dialog.banner.show_message("warn", "Remove?", link="Remove", action=lambda: None)
    qtbot.waitUntil(dialog.banner.isVisible)
    place = dialog.banner.mapTo(dialog, QPoint())
    over = QRect(place, dialog.banner.size())
    buttons = [b for b in dialog.findChildren(QPushButton) if not dialog.banner.isAncestorOf(b)]
    assert buttons
    for each in buttons:
        assert not over.intersects(QRect(each.mapTo(dialog, QPoint()), each.size()))

"""From the welcome page to the documents in one window, with mouse and keys."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import openpyxl
import pypdf
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from arraywise.domain.criteria import Criterion
from arraywise.gui.pages.decision.page import DecisionPage
from arraywise.gui.pages.evidence.page import EvidencePage
from arraywise.gui.pages.pricing.page import PricingPage
from arraywise.gui.pages.provisioning import ProvisioningPage
from arraywise.gui.pages.report import ReportPage
from arraywise.gui.widgets import files as file_dialogs
from tests.conftest import ROOT
from tests.gui.acting import drop
from tests.gui.conftest import wait_for_answer
from tests.journeys.hands import (
    LEFT,
    PRICES,
    SHEETS,
    Hands,
    as_calc_copies,
    copy_evidence,
    focused,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtCore import QSettings
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow

REDO = (Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
MINUTES = {"NAS NFS": ("25", "26", "24"), "FC SAN": ("95", "99", "93")}


def test_from_the_welcome_page_to_the_documents(
    make_window: Callable[[], MainWindow],
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    study = tmp_path / "own.arraywise"
    monkeypatch.setattr(file_dialogs, "ask_new_study", lambda *_: study)
    monkeypatch.setattr(
        file_dialogs, "ask_document", lambda _p, path, end, _k: path.with_suffix(end)
    )
    hands = Hands(make_window(), qtbot)
    drop_a_folder(hands, copy_evidence(tmp_path / "bench"))
    ask(hands)
    price(hands)
    fit_prices(hands)
    provide(hands)
    weigh(hands)
    flip(hands)
    present(hands)
    undo_and_redo(hands)
    export(hands, study)


def drop_a_folder(hands: Hands, folder: Path) -> None:
    """The welcome page takes the folder; its options proposed, and made by a click."""
    window = hands.window
    drop(window, folder)
    hands.qtbot.waitUntil(lambda: window.frame is not None)
    wait_for_answer(hands.qtbot, window)
    page = window.frame.present_page
    assert isinstance(page, EvidencePage)
    hands.qtbot.waitUntil(lambda: "2 options proposed" in page.banner.text, timeout=20_000)
    (link,) = (
        b for b in page.banner.findChildren(QPushButton) if b.text() == "Make these options"
    )
    QTest.mouseClick(link, LEFT)
    hands.rest()
    assert page.subtitle.text() == "12 files, 12 runs"
    assert len(page.model.rows) == 12
    assert "State what you need" in hands.message("recommended")
    assert hands.message("response") == "Meets what is required \u2013"


def ask(hands: Hands) -> None:
    """Describe what is required: 54.4 M visits in 200 ms."""
    bar = hands.window.frame.bar
    hands.type_into(bar.target_field, "200")
    hands.type_into(bar.visits_field, "54432000")
    assert bar.visits_field.text() == "54,432,000"
    assert "FC SAN" in hands.message("recommended")
    assert re.search(r"Pass 1\d\d \[.*\] ms, measured$", hands.message("response"))


def price(hands: Hands) -> None:
    """Paste each option's lines from Calc; the total and the strip follow."""
    page = hands.page("pricing")
    assert isinstance(page, PricingPage)
    for place in range(page.tabs.count()):
        QTest.mouseClick(page.tabs, LEFT, pos=page.tabs.tabRect(place).center())
        hands.rest()
        name = page.tabs.tabText(place)
        hands.paste(page.grid, 0, 0, as_calc_copies(page.grid, SHEETS[name]))
        assert PRICES[name] in page.total_line.total.text()
        assert len(page.model.rows) == len(SHEETS[name]) + 1, "and the empty row at the end"


def fit_prices(hands: Hands) -> None:
    """The range that the first price proposed is fitted to both: then the cheaper one leads."""
    page = hands.page("decision")
    assert isinstance(page, DecisionPage)
    hands.qtbot.waitUntil(page.banner.isVisible)
    assert page.banner.other.text() == "Fit to the prices"
    QTest.mouseClick(page.banner.other, LEFT)
    hands.rest()
    assert "NAS NFS" in hands.message("recommended")
    assert PRICES["NAS NFS"] in hands.message("price")


def provide(hands: Hands) -> None:
    """Type a step with three repetitions for each option."""
    page = hands.page("provisioning")
    assert isinstance(page, ProvisioningPage)
    for place in range(page.tabs.count()):
        QTest.mouseClick(page.tabs, LEFT, pos=page.tabs.tabRect(place).center())
        hands.rest()
        name = page.tabs.tabText(place)
        hands.type_cells(page.grid, 0, 0, ("Provide", *MINUTES[name]))
        row = [page.model.cell_at(0, column).text for column in range(4)]
        assert row == ["Provide", *(f"{minutes}.00" for minutes in MINUTES[name])]


def weigh(hands: Hands) -> None:
    """Type a weight and drag another one; the ranking's figures follow."""
    page = hands.page("decision")
    assert isinstance(page, DecisionPage)
    before = hands.strip()
    rows = page.weights.rows
    hands.type_into(rows[Criterion.HEADROOM].field, "10")
    slider = rows[Criterion.PRICE].slider
    start = QPoint(round(10 + slider.value() / slider.maximum() * (slider.width() - 20)), 12)
    hands.drag(slider, start, QPoint(slider.width() // 2, 12))
    shown = [float(row.field.text()) for row in rows.values()]
    assert sum(shown) == pytest.approx(100, abs=0.3)
    assert hands.strip() == before or hands.message("recommended") == before["recommended"]


def flip(hands: Hands) -> None:
    """Drag the cross-hair to more visits until another option is recommended."""
    page = hands.page("decision")
    assert isinstance(page, DecisionPage)
    first = hands.message("recommended")
    bar = hands.window.frame.bar
    chart = page.map
    for _ in range(12):
        place = chart.position_of(bar.requirement).toPoint()
        hands.drag(chart, place, place + QPoint(20, 0))
        if hands.message("recommended") != first:
            break
    assert "FC SAN" in hands.message("recommended")
    assert PRICES["FC SAN"] in hands.message("price")
    assert int(bar.visits_field.text().replace(",", "")) > 54_432_000


def present(hands: Hands) -> None:
    """Show map and answer alone, and come back to where one was."""
    window = hands.window
    hands.press(Qt.Key.Key_F11, Qt.KeyboardModifier.NoModifier)
    assert not window.menuBar().isVisible()
    shown = [w.text() for w in window.findChildren(QLabel) if w.isVisible()]
    assert "Buy FC SAN" in shown
    hands.press(Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    assert window.menuBar().isVisible()
    assert window.frame.present_page.key == "decision"


def undo_and_redo(hands: Hands) -> None:
    """Make twenty steps, take them back one by one, and make them again all at once."""
    hands.page("overview")
    bar = hands.window.frame.bar
    seen = [(bar.visits_field.text(), hands.strip())]
    for number in range(20):
        hands.type_into(bar.visits_field, str(30_000_000 + number * 2_000_000))
        seen.append((bar.visits_field.text(), hands.strip()))
    assert len({shown for shown, _ in seen}) == 21
    for expected in reversed(seen[:-1]):
        hands.press(Qt.Key.Key_Z)
        assert (bar.visits_field.text(), hands.strip()) == expected
    for _ in range(20):
        QTest.keyClick(focused(hands.window), *REDO)
    hands.rest()
    assert (bar.visits_field.text(), hands.strip()) == seen[-1]


def export(hands: Hands, study: Path) -> None:
    """Press both buttons; the documents state what the window says."""
    page = hands.page("report")
    assert isinstance(page, ReportPage)
    for pressed, suffix in ((page.pdf, ".pdf"), (page.workbook, ".xlsx")):
        QTest.mouseClick(pressed, LEFT)
        name = study.with_suffix(suffix).name
        hands.qtbot.waitUntil(lambda n=name: f"{n} is written" in page.banner.text, timeout=30_000)
        hands.rest()
    with pypdf.PdfReader(study.with_suffix(".pdf")) as pdf:
        text = " ".join(each.extract_text() for each in pdf.pages)
    assert "NAS NFS" in text
    assert PRICES["NAS NFS"] in re.sub(r"\s", " ", text)
    book = openpyxl.load_workbook(study.with_suffix(".xlsx"))
    values = {c.value for sheet in book for row in sheet.iter_rows() for c in row}
    book.close()
    assert {"NAS NFS", "FC SAN", "Filer", "Switch"} <= values


def test_after_a_kill_one_goes_on_where_one_was(
    make_window: Callable[[], MainWindow],
    qtbot: QtBot,
    small_study: Path,
    settings: QSettings,
    tmp_path: Path,
) -> None:
    """The process is killed right after a typed requirement was stated to be saved."""
    module = "tests.journeys.work_until_killed"
    command = [sys.executable, "-m", module, str(small_study), settings.fileName()]
    there = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_STATE_HOME": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, env=there) as other:
        assert other.stdout is not None
        seen = other.stdout.readline().decode().strip()
        other.send_signal(signal.SIGKILL)
        assert other.wait(20) == -signal.SIGKILL
    assert seen.startswith("61,000,000 | ")
    settings.sync()
    window = make_window()
    hands = Hands(window, qtbot)
    recents = window.welcome.recents_grid
    hands.click_cell(recents, 0, 0)
    wait_for_answer(qtbot, window)
    hands.rest()
    assert f"{window.frame.bar.visits_field.text()} | {hands.message('response')}" == seen
    hands.press(Qt.Key.Key_Z)
    assert window.frame.bar.visits_field.text() == "54,432,000"

"""Goes through a whole study in a real window: `xvfb-run -a python -m tests.journeys.real_window`.

Mouse and keys are moved by xdotool, cells come from the clipboard of the window system. Half way
through, the program is killed; a new one goes on. Pictures go to build/journeys. Needs xdotool,
xclip and a window manager, without which no dialog is ever the active one; openbox is started
where it is there.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSettings, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton

from arraywise import launch
from arraywise.domain.criteria import Criterion
from arraywise.gui.pages.decision.page import DecisionPage
from arraywise.gui.pages.pricing.page import PricingPage
from arraywise.gui.pages.provisioning import ProvisioningPage
from arraywise.gui.widgets.theme import ThemeChoice
from tests.conftest import ROOT
from tests.gui.screenshots import finish_changes, let_run
from tests.journeys.hands import PRICES, SHEETS, as_calc_copies, copy_evidence

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QTabBar, QWidget

    from arraywise.gui.grid.grid import Grid
    from arraywise.gui.shell.main_window import MainWindow

OUT = ROOT / "build" / "journeys"
LONGEST_S = 60.0


def xdo(*words: str | int) -> None:
    """Move mouse or keys."""
    subprocess.run(["xdotool", *map(str, words)], check=True)


class Person:
    """Somebody before the screen."""

    def __init__(self, window: MainWindow, theme: str) -> None:
        self.window, self.theme, self._number = window, theme, 0

    def look(self, name: str) -> None:
        """Wait until nothing moves, and take a picture of the screen."""
        if self.window.session is not None:
            finish_changes(self.window)
        let_run(300)
        self._number += 1
        OUT.mkdir(parents=True, exist_ok=True)
        screen = QGuiApplication.primaryScreen().grabWindow(0)
        at = QRect(self.window.mapToGlobal(QPoint(0, 0)), self.window.size())
        screen.copy(at).save(str(OUT / f"{self.theme}-{self._number:02}-{name}.png"))

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Click on a place of a widget, its middle at first."""
        place = widget.mapToGlobal(widget.rect().center() if at is None else at)
        xdo("mousemove", place.x(), place.y(), "click", 1)
        let_run(250)

    def drag(self, widget: QWidget, start: QPoint, end: QPoint) -> None:
        """Drag from one place of a widget to another."""
        begin, stop = widget.mapToGlobal(start), widget.mapToGlobal(end)
        xdo("mousemove", begin.x(), begin.y(), "mousedown", 1)
        for share in (0.25, 0.5, 0.75, 1.0):
            step = begin + (stop - begin) * share
            xdo("mousemove", step.x(), step.y())
            let_run(60)
        xdo("mouseup", 1)
        let_run(250)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        xdo("key", *keys)
        let_run(250)

    def write(self, text: str) -> None:
        """Type a text."""
        xdo("type", "--delay", 8, text)
        let_run(250)

    def answer_dialog(self, path: Path) -> None:
        """Type a path into the file dialog that is about to open."""

        def answer() -> None:
            time.sleep(0.5)
            xdo("key", "ctrl+a")
            xdo("type", "--delay", 8, str(path))
            xdo("key", "Return")

        def look() -> None:
            shown = QApplication.activeModalWidget()
            if shown is not None and shown.isActiveWindow():
                threading.Thread(target=answer).start()
            else:
                QTimer.singleShot(200, look)

        look()

    def wait(self, until: Callable[[], bool]) -> None:
        """Let the window live until something is so."""
        end = time.monotonic() + LONGEST_S
        while not until():
            assert time.monotonic() < end, self.window.windowTitle()
            let_run(50)

    def go_to(self, key: str) -> QWidget:
        """Click on the rail."""
        frame = self.window.frame
        assert frame is not None
        page = frame.page(key)
        self.click(frame.rail.buttons[frame.pages.index(page)])
        finish_changes(self.window)
        assert page.isVisible(), key
        return page

    def click_tab(self, tabs: QTabBar, place: int) -> str:
        """Click on a tab, and say what is on it."""
        self.click(tabs, tabs.tabRect(place).center())
        finish_changes(self.window)
        return tabs.tabText(place)

    def click_cell(self, grid: Grid, row: int, column: int) -> None:
        """Click on a cell."""
        self.click(grid.viewport(), grid.visualRect(grid.model().index(row, column)).center())

    def message(self, cell: str) -> str:
        """Read a cell of the answer strip."""
        assert self.window.frame is not None
        return self.window.frame.strip.cells[cell].accessibleName()


def begin(person: Person, folder: Path) -> None:
    """Build a study, import a folder, ask, price and time; then wait for the end."""
    person.look("welcome")
    person.answer_dialog(folder / "own.arraywise")
    person.press("ctrl+n")
    person.wait(lambda: person.window.frame is not None)
    finish_changes(person.window)
    for key in ("overview", "evidence", "performance", "pricing", "provisioning", "decision"):
        person.go_to(key)
        person.look(f"empty-{key}")
    _import(person, folder)
    _price(person)
    _provide(person)


def _import(person: Person, folder: Path) -> None:
    frame = person.window.frame
    assert frame is not None
    person.window.open_paths((copy_evidence(folder / "bench"),))
    person.wait(lambda: "options proposed" in frame.evidence.banner.text)
    person.look("imported")
    links = frame.evidence.banner.findChildren(QPushButton)
    person.click(next(b for b in links if b.isVisible()))
    person.look("assigned")
    assert frame.evidence.subtitle.text() == "12 files, 12 runs"
    for field, text in ((frame.bar.target_field, "200"), (frame.bar.visits_field, "54432000")):
        person.click(field)
        person.press("ctrl+a")
        person.write(text)
        person.press("Return")
    person.go_to("overview")
    person.look("asked")


def _price(person: Person) -> None:
    page = person.go_to("pricing")
    assert isinstance(page, PricingPage)
    for place in range(page.tabs.count()):
        name = person.click_tab(page.tabs, place)
        tsv = as_calc_copies(page.grid, SHEETS[name]).text()
        given = ["xclip", "-selection", "clipboard", "-t", "UTF8_STRING", "-i"]
        subprocess.run(given, input=tsv.encode(), check=True)
        person.click_cell(page.grid, 0, 0)
        person.press("ctrl+v")
        finish_changes(person.window)
        assert PRICES[name] in page.total_line.total.text(), page.total_line.total.text()
    person.look("priced")


def _provide(person: Person) -> None:
    page = person.go_to("provisioning")
    assert isinstance(page, ProvisioningPage)
    for place, minutes in enumerate((("95", "99", "93"), ("25", "26", "24"))):
        person.click_tab(page.tabs, place)
        person.click_cell(page.grid, 0, 0)
        for text in ("Provide", *minutes):
            person.write(text)
            person.press("Tab")
        finish_changes(person.window)
    person.look("provided")


def go_on(person: Person, folder: Path) -> None:
    """Go on after a kill: weigh, drag, present, undo, and export."""
    person.look("welcome-after-kill")
    person.answer_dialog(folder / "own.arraywise")
    person.press("ctrl+o")
    person.wait(lambda: person.window.frame is not None)
    person.look("after-kill")
    page = person.go_to("decision")
    assert isinstance(page, DecisionPage)
    slider = page.weights.rows[Criterion.PRICE].slider
    at = QPoint(round(10 + slider.value() / slider.maximum() * (slider.width() - 20)), 12)
    person.drag(slider, at, QPoint(slider.width() // 2, 12))
    person.look("weighed")
    _switch_point(person, page)
    person.press("F11")
    person.look("presentation")
    person.press("Escape")
    person.look("back")
    for _ in range(20):
        person.press("ctrl+z")
    person.look("undone")
    for _ in range(20):
        person.press("ctrl+y")
    person.look("redone")
    _export(person, folder)


def _switch_point(person: Person, page: DecisionPage) -> None:
    assert person.window.frame is not None
    first, bar = person.message("recommended"), person.window.frame.bar
    for _ in range(12):
        place = page.map.position_of(bar.requirement).toPoint()
        person.drag(page.map, place, place + QPoint(20, 0))
        finish_changes(person.window)
        if person.message("recommended") != first:
            break
    person.look("flipped")
    assert person.message("recommended") != first


def _export(person: Person, folder: Path) -> None:
    page = person.go_to("report")
    report = person.window.frame.report if person.window.frame else None
    assert report is page
    assert report is not None
    let_run(4000)
    for pressed, name in ((report.pdf, "own.pdf"), (report.workbook, "own.xlsx")):
        person.answer_dialog(folder / name)
        person.click(pressed)
        person.wait(lambda n=name: f"{n} is written" in report.banner.text)  # type: ignore[misc]
        assert (folder / name).stat().st_size > 5_000
    person.look("exported")


def part(name: str, theme: str, folder: Path) -> None:
    """Be one process of the journey."""
    os.environ |= {f"XDG_{what}_HOME": str(folder / what) for what in ("CONFIG", "STATE", "DATA")}
    launch.build_application()
    windows = launch.Windows(QSettings())
    window = windows.open()
    window.choose_theme(ThemeChoice(theme))
    let_run(1500)
    person = Person(window, f"{theme}-{name}")
    if name == "1":
        begin(person, folder)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        let_run(60_000)
    else:
        go_on(person, folder)
        window.close()


def main() -> None:
    """Go through it in both themes."""
    os.environ["QT_QPA_PLATFORM"] = "xcb"
    manager = None
    if shutil.which("openbox"):
        manager = subprocess.Popen(["openbox"], stderr=subprocess.DEVNULL)
    try:
        for theme in ("light", "dark"):
            with tempfile.TemporaryDirectory() as folder:
                command = [sys.executable, "-m", "tests.journeys.real_window"]
                first = [*command, "1", theme, folder]
                with subprocess.Popen(first, stdout=subprocess.PIPE) as killed:
                    assert killed.stdout is not None
                    message = killed.stdout.readline()
                    killed.send_signal(signal.SIGKILL)
                assert message == b"ready\n", "the first part broke off"
                subprocess.run([*command, "2", theme, folder], check=True)
    finally:
        if manager is not None:
            manager.terminate()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        part(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
    else:
        main()

"""Garbage in cycles is taken apart in the window's thread, between two of its turns."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from arraywise.gui.session import background as collecting
from arraywise.gui.session.background import GarbageCollector, freeze_bulk_objects

if TYPE_CHECKING:
    import pytest
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


class Part:
    """Something that holds itself, as parts of a window do."""

    def __init__(self, ends: list[str]) -> None:
        self.own = self
        self.ends = ends

    def __del__(self) -> None:
        self.ends.append(threading.current_thread().name)


def make_objects() -> None:
    """Make far more objects than set Python's own search off."""
    stored = [[number] for number in range(20_000)]
    assert len(stored) == 20_000


def test_a_thread_of_the_background_takes_nothing_apart(qtbot: QtBot) -> None:
    ends: list[str] = []
    Part(ends)
    stored = [[number] for number in range(20_000)]
    thread = threading.Thread(target=make_objects, name="background")
    thread.start()
    thread.join()
    assert ends == []
    qtbot.waitUntil(lambda: bool(ends))
    assert ends == [threading.main_thread().name]
    assert stored


def test_older_garbage_is_found_though_there_is_never_a_calm_moment(
    monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    monkeypatch.setattr(collecting, "_MOST_CHECKS", 3)
    collector = GarbageCollector(qapp)
    ends: list[str] = []
    stored: list[object] = [Part(ends)]
    for _ in range(2):
        stored += [[number] for number in range(5_000)]
        collector.collect_if_needed()
    assert ends == []
    stored[0] = None
    for _ in range(2):
        stored += [[number] for number in range(5_000)]
        collector.collect_if_needed()
    assert ends == [threading.main_thread().name]
    collector.deleteLater()


def test_memory_that_is_free_goes_back_to_the_system(qapp: QApplication) -> None:
    """The C library keeps what was freed below something that is still in use."""
    collector = GarbageCollector(qapp)
    pieces = [b"x" * 100_000 for _ in range(600)]  # whole pages, whatever else the tests have left
    stored = pieces[-1]
    del pieces
    before = resident_bytes()
    collector.collect_all()
    assert before - resident_bytes() > 30_000_000
    assert stored
    collector.deleteLater()


def resident_bytes() -> int:
    pages = Path("/proc/self/statm").read_text("ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def test_the_end_of_an_object_of_qt_begins_no_search() -> None:
    """Such a search waits for ever where it finds another that needs the same of Qt's locks."""
    old = gc.get_threshold()
    gc.set_threshold(1)
    ends: list[str] = []
    try:
        Part(ends)
        for _ in range(100):
            parent = QObject()
            parent.child = QObject(parent)
            del parent
        assert ends == []
    finally:
        gc.set_threshold(*old)


def test_what_was_made_in_bulk_is_not_searched_and_still_let_go() -> None:
    ends: list[str] = []
    frozen = gc.get_freeze_count()
    few = [[number] for number in range(1_000)]
    freeze_bulk_objects()
    assert gc.get_freeze_count() == frozen, "a few are no bulk"
    many = [[number] for number in range(250_000)]
    alone = [Part(ends)]
    freeze_bulk_objects()
    assert gc.get_freeze_count() >= frozen + 250_000
    assert gc.get_count()[0] < 1_000
    alone[0].own = None
    alone.clear()
    assert ends, "it goes with the last that refers to it"
    assert len(few) + len(many) == 251_000
    gc.unfreeze()


_FROZEN = """
import duckdb
from PySide6.QtWidgets import QApplication
from arraywise.gui.session.background import GarbageCollector
app = QApplication([])
connection = duckdb.connect()
collector = GarbageCollector(app)
"""


def test_a_program_that_ends_as_any_other_leaves_no_word() -> None:
    """What is left out of every search is taken apart in the end: DuckDB counts what is not."""
    command = [sys.executable, "-c", _FROZEN]
    ended = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    assert ended.stderr == ""

"""No text of the window is left untranslated or cut off, in a language longer than any other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import duckdb
import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from arraywise.gui.shell import preferences
from arraywise.gui.widgets import messages
from arraywise.gui.widgets.controls import ElidedLabel
from tests.gui.conftest import wait_for_answer
from tests.gui.every_page import read_empty, read_everything, read_now
from tests.gui.pseudo import CLOSING, OPENING, PseudoCatalogue, pseudo_window
from tests.gui.sample_quote import OPEN, texts_of_quote
from tests.gui.text_size import system_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow
    from tests.gui.every_page import Found

_WORD = re.compile(r"[^\W\d_]{3,}")
_TAG = re.compile(r"<p style='white-space: pre-line'>|</p>")
_NAMES = (
    *("Arraywise", "English", "Deutsch", "Português (Brasil)", "Letter", "UTF-8", "SHA-256"),
    *("prices.csv", "arraywise.log", "Traceback", "BRL", "Ctrl", "Alt", "Shift", "Del", "min"),
    *(
        "Swingbench",
        "Requirement",
        "Workings",
        "Criteria",
        "provisioning",
        "IOPS",
        "EUR",
        "KiB",
        "Month",
    ),
    "PASS-measured",
    *("OK", "Cancel", "Close"),
    *("USD", "GBP", "CHF", "JPY"),
)
"""Products, languages, units, names that formulas use, and buttons that Qt itself words."""
_SIGNS = re.compile(
    r"[0-9a-f]{6}…[0-9a-f]{4}|[A-Z]\w+\.[A-Z]\w+|Option\(\"[^\"]+\"\)(\.[A-Z]\w+)?"
)
"""Hashes, and names that formulas use."""
_NOTATION = (
    "C = max { x : R(x) ≤ T }",
    "C₉₅ = max { x : R₉₇.₅(x) ≤ T }",
    "Σ q·p·(1 - d) + Σ q·m·max(0, 36 - w)·(1 - d_m)",
    "t = Σ mean(step)",
    "L = C₉₅ / (1 + h)",
    "Ctrl+Tab",
    "Ctrl+Shift+Tab",
    "Esc",
)


@pytest.fixture
def pseudo_spoken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speak a language that nobody speaks."""
    translator = preferences.CatalogueTranslator(pseudo_window())
    QCoreApplication.installTranslator(translator)
    monkeypatch.setattr(messages, "catalogue_for_locale", lambda _language: PseudoCatalogue())
    yield
    QCoreApplication.removeTranslator(translator)


def outside(text: str) -> str:
    """Return what of a text is outside of the signs of the pseudo-language."""
    depth, stored = 0, ""
    for part in re.split(r"(\[!!|!!\])", text):
        depth += {OPENING: 1, CLOSING: -1}.get(part, 0)
        stored += part if depth == 0 and part != CLOSING else " "
    return stored


def texts_of(study: Path) -> list[str]:
    """Return the texts that a study holds, the longest first: they are nobody's to translate."""
    result: set[str] = set()
    with duckdb.connect(str(study), read_only=True) as connection:
        columns = connection.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE data_type = 'VARCHAR' AND table_schema = 'main'"
        ).fetchall()
        for table, column in columns:
            rows = connection.execute(f'SELECT DISTINCT "{column}" FROM "{table}"')  # noqa: S608
            result |= {row[0] for row in rows.fetchall() if row[0] and len(row[0]) > 2}
    return sorted(result - messages._STATISTICS.keys(), key=len, reverse=True)


def untranslated(found: Found, known: list[str]) -> dict[str, list[str]]:
    """Return the texts that hold words which are neither translated nor known names."""
    left = {}
    for read in {read.text: read for reads in found.values() for read in reads}.values():
        rest = _SIGNS.sub("", _TAG.sub("", outside(read.text)))
        for name in known:
            rest = rest.replace(name, " ")
        if words := _WORD.findall(rest):
            left[f"{read.where}: {read.text}"] = words
    return left


def cut_off(found: Found) -> list[tuple[str, str, str, int]]:
    """Return the texts that are longer than their place."""
    return sorted(
        {
            (page, read.where, read.text, read.too_long_by)
            for page, reads in found.items()
            for read in reads
            if read.too_long_by
        }
    )


@pytest.mark.usefixtures("pseudo_spoken")
def test_nothing_is_left_untranslated_or_cut_off_in_a_longer_language(
    make_window: Callable[[], MainWindow],
    open_small: Callable[[], MainWindow],
    small_study_file: Path,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    result = read_everything(open_small(), qtbot) | read_empty(make_window(), tmp_path, qtbot)
    assert sum(map(len, result.values())) > 2000
    of_files = sorted([*texts_of_quote(), *texts_of(small_study_file)], key=len, reverse=True)
    known = [str(tmp_path), OPEN.name, *of_files, *_NOTATION, *_NAMES]
    left = untranslated(result, known)
    assert left == {}, "\n".join(left)
    assert cut_off(result) == []


def elided(found: Found, known: list[str]) -> set[tuple[str, str]]:
    """Return the texts that gave way, but for those that hold names of the study's own."""
    return {
        (page, read.text)
        for page, reads in found.items()
        for read in reads
        if read.elided and not any(name in read.text for name in known)
    }


IN_FILES = (".csv", ".xml", ".log", "Swingbench 2", "Order Entry")
"""What files state may be cut where letters are wide; a tip says it whole."""
SIZES = {"de": 11, "pt_BR": 13}
"""Points of the system's text; English is read in the longer language that nobody speaks."""


@pytest.mark.parametrize(("code", "points"), SIZES.items())
def test_nothing_is_cut_off(
    code: str,
    points: float,
    make_window: Callable[[], MainWindow],
    open_small: Callable[[], MainWindow],
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    preferences.install_language(code)
    with system_text(points):
        window = open_small()
        result = read_everything(window, qtbot) | read_empty(make_window(), tmp_path, qtbot)
    assert (window.width(), window.height()) == (1280, 800)
    assert cut_off(result) == []
    assert elided(result, ["_r1", *IN_FILES, *texts_of_quote(), str(tmp_path)]) == set()


def test_nothing_is_cut_off_of_the_worked_example_in_large_german(
    make_window: Callable[[], MainWindow],
    copied_sample: Callable[..., Path],
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    study = copied_sample(tmp_path / "example.arraywise")
    preferences.install_language("de")
    with system_text(13):
        window = make_window()
        window.open_path(study)
        wait_for_answer(qtbot, window)
        result = read_everything(window, qtbot)
    assert (window.width(), window.height()) == (1280, 800)
    assert cut_off(result) == []
    assert elided(result, [*IN_FILES, *texts_of_quote(), str(tmp_path)]) == set()


def test_what_gives_way_is_found(qtbot: QtBot) -> None:
    built = ElidedLabel()
    qtbot.addWidget(built)
    built.setText("far too long for this")
    built.setFixedWidth(40)
    built.show()
    result = {"page": read_now(built)}
    assert elided(result, []) == {("page", "far too long for this")}
    assert elided(result, ["too long"]) == set()


def test_what_is_cut_off_is_found(qtbot: QtBot) -> None:
    top = QWidget()
    qtbot.addWidget(top)
    row = QHBoxLayout(top)
    for text, width in (("fits", 200), ("is far too long for this", 40)):
        for built in (QLabel(text), QPushButton(text)):
            built.setFixedWidth(width)
            row.addWidget(built)
    top.show()
    result = {"page": read_now(top)}
    assert [text for _, _, text, _ in cut_off(result)] == ["is far too long for this"] * 2
    (left,) = untranslated(result, ["fits"])
    assert left.endswith("is far too long for this")

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QSettings
from PySide6.QtWidgets import QMenu

from arraywise.gui.shell import preferences
from arraywise.gui.widgets import figures
from arraywise.gui.widgets import messages as wording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QWidget

    from arraywise.gui.shell.main_window import MainWindow


def key(text: str) -> str:
    """Return the letter that a menu entry is chosen by."""
    return text.replace("&&", "").partition("&")[2][:1].lower()


def menus(under: QWidget) -> Iterator[list[str]]:
    """Return the texts of each menu, of the bar's own first."""
    yield [action.text() for action in under.actions() if action.text()]
    for action in under.actions():
        if isinstance(menu := action.menu(), QMenu):
            yield from menus(menu)


@pytest.mark.parametrize("code", [code for code, _ in preferences.LANGUAGES])
def test_no_two_entries_of_a_menu_share_a_key(
    code: str, make_window: Callable[[], MainWindow]
) -> None:
    preferences.install_language(code)
    result = list(menus(make_window().menuBar()))
    assert len(result) > 6
    assert all(map(key, result[0]))
    for texts in result:
        keys = [key(text) for text in texts if key(text)]
        assert len(set(keys)) == len(keys), texts


@pytest.mark.parametrize(
    ("code", "verdict", "headroom", "cancel", "count"),
    [
        (
            "de",
            "Nicht nachgewiesen, nicht vom Speicher begrenzt",
            "Spielraum",
            "Abbrechen",
            "1.234,5",
        ),
        (
            *("pt_BR", "Não demonstrado, não limitado pelo armazenamento"),
            *("Folga", "Cancelar", "1.234,5"),
        ),
        ("en", "Not shown, not limited by the storage", "Headroom", "Cancel", "1,234.5"),
    ],
)
def test_words_are_translated_at_run_time(
    code: str, verdict: str, headroom: str, cancel: str, count: str
) -> None:
    from arraywise.domain.decision import Verdict

    preferences.install_language(code)
    assert wording.display_name(Verdict.NOT_COMPARABLE) == verdict
    assert QCoreApplication.translate("AnswerStrip", "Headroom") == headroom
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == cancel
    assert figures.number(1234.5, 1) == count


@pytest.mark.parametrize(
    ("system", "kept", "spoken"),
    [
        ("pt_BR", "", "pt_BR"),
        ("pt_PT", "", "pt_BR"),
        ("de_AT", "", "de"),
        ("ja_JP", "", "en"),
        ("de_DE", "pt_BR", "pt_BR"),
        ("de_DE", "tlh", "de"),
    ],
)
def test_the_language_is_the_chosen_one_or_the_systems(
    system: str, kept: str, spoken: str, settings: QSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QLocale, "system", lambda: QLocale(system))
    settings.setValue("language", kept)
    assert preferences.chosen_language(settings) == spoken

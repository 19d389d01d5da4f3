"""What the user prefers on this machine: theme and language."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QSettings, QTranslator
from PySide6.QtWidgets import QApplication

from arraywise import shipped
from arraywise.gui.theme import ThemeChoice, apply_theme

LANGUAGES = (("en", "English"), ("de", "Deutsch"), ("pt_BR", "Português (Brasil)"))
"""Codes and names of the languages that are complete."""
_THEME, _LANGUAGE = "theme", "language"


@dataclass(slots=True)
class _Installed:
    translators: tuple[QTranslator, ...] = ()
    code: str = "en"


_installed = _Installed()


def theme_choice(settings: QSettings) -> ThemeChoice:
    """Return the theme that the user chose."""
    kept = str(settings.value(_THEME, ThemeChoice.SYSTEM.value))
    return ThemeChoice(kept) if kept in set(ThemeChoice) else ThemeChoice.SYSTEM


def choose_theme(settings: QSettings, choice: ThemeChoice) -> None:
    """Apply a theme and keep the choice."""
    settings.setValue(_THEME, choice.value)
    app = QApplication.instance()
    if isinstance(app, QApplication):
        apply_theme(app, choice)


def language(settings: QSettings) -> str:
    """Return the code of the chosen language, or of the system's where it is complete."""
    codes = [code for code, _ in LANGUAGES]
    kept = str(settings.value(_LANGUAGE, ""))
    system = QLocale.system().name()[:2]
    like_system = next((code for code in codes if code[:2] == system), "en")
    return kept if kept in codes else like_system


def choose_language(settings: QSettings, code: str) -> None:
    """Speak another language from now on and keep the choice."""
    settings.setValue(_LANGUAGE, code)
    speak(code)


def spoken() -> str:
    """Return the code of the language that is spoken now."""
    return _installed.code


def speak(code: str) -> None:
    """Install the translations of a language; numbers and dates follow it."""
    _installed.code = code
    for old in _installed.translators:
        QCoreApplication.removeTranslator(old)
    system = QLocale.system()
    QLocale.setDefault(system if system.name()[:2] == code[:2] else QLocale(code))
    if code == "en":
        _installed.translators = ()
        return
    own, qt = QTranslator(), QTranslator()
    own.load(f"arraywise_{code}", str(shipped.resource("translations")))
    qt.load(f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    _installed.translators = (qt, own)
    for translator in _installed.translators:
        QCoreApplication.installTranslator(translator)

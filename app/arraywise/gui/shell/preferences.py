"""Settings of the program (language, theme, sizes) and the dialog of thresholds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QLibraryInfo,
    QLocale,
    QSettings,
    QSize,
    Qt,
    QTranslator,
)
from PySide6.QtWidgets import QApplication, QCheckBox, QDialog, QGridLayout, QWidget

from arraywise.domain.messages import UserError
from arraywise.domain.requirement import (
    DEFAULT_THRESHOLDS,
    THRESHOLD_NAMES,
    describe_threshold,
    threshold_share,
    with_threshold_shares,
)
from arraywise.gui.widgets import figures, messages
from arraywise.gui.widgets.controls import (
    UnitField,
    build_ok_cancel_box,
    button,
    dialog_column,
    fill,
    fit_on_screen,
    label,
    paragraph,
    wrap_in_scroll_area,
)
from arraywise.gui.widgets.theme import ThemeChoice, apply_theme
from arraywise.present.language import message_key, read_catalogue
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_study import set_thresholds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtWidgets import QLabel, QPushButton

    from arraywise.gui.session.session import Session

LANGUAGES = (("en", "English"), ("de", "Deutsch"), ("pt_BR", "Português (Brasil)"))
"""Codes and names of the languages that are complete."""
_THEME, _LANGUAGE = "theme", "language"


class CatalogueTranslator(QTranslator):
    """Answers Qt from a catalogue of the program; classes, which Qt asks by, do not matter."""

    def __init__(self, catalogue: Mapping[str, str]) -> None:
        super().__init__()
        self._catalogue = catalogue

    def isEmpty(self) -> bool:
        """Claim to hold texts, else Qt announces no new language."""
        return False

    def translate(
        self, _class: str, english: str, context: str | None = None, _count: int = -1
    ) -> str:
        """Return what a text is in the language; what the catalogue lacks stays English."""
        return self._catalogue.get(message_key(english, context), english)


@dataclass(slots=True)
class _Installed:
    translators: tuple[QTranslator, ...] = ()
    code: str = "en"


_installed = _Installed()


def theme_choice(settings: QSettings) -> ThemeChoice:
    """Return the theme that the user chose."""
    stored = str(settings.value(_THEME, ThemeChoice.SYSTEM.value))
    return ThemeChoice(stored) if stored in set(ThemeChoice) else ThemeChoice.SYSTEM


def choose_theme(settings: QSettings, choice: ThemeChoice) -> None:
    """Apply a theme and keep the choice."""
    settings.setValue(_THEME, choice.value)
    app = QApplication.instance()
    if isinstance(app, QApplication):
        apply_theme(app, choice)


def chosen_language(settings: QSettings) -> str:
    """Return the code of the chosen language, or of the system's where it is complete."""
    codes = [code for code, _ in LANGUAGES]
    stored = str(settings.value(_LANGUAGE, ""))
    system = QLocale.system().name()[:2]
    like_system = next((code for code in codes if code[:2] == system), "en")
    return stored if stored in codes else like_system


def choose_language(settings: QSettings, code: str) -> None:
    """Speak another language from now on and keep the choice."""
    settings.setValue(_LANGUAGE, code)
    install_language(code)


def current_language() -> str:
    """Return the code of the language that is spoken now."""
    return _installed.code


def install_language(code: str) -> None:
    """Install the translations of a language; numbers and dates follow it."""
    _installed.code = code
    for old in _installed.translators:
        QCoreApplication.removeTranslator(old)
    system = QLocale.system()
    QLocale.setDefault(system if system.name()[:2] == code[:2] else QLocale(code))
    if code == "en":
        _installed.translators = ()
        return
    own, qt = CatalogueTranslator(read_catalogue(code)), QTranslator()
    qt.load(f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    _installed.translators = (own, qt)  # the last one is asked first: Qt words its own buttons
    for translator in _installed.translators:
        QCoreApplication.installTranslator(translator)


_WIDE = 640
_BESIDE_BAR = 8  # pixels between the rows and the bar that scrolls them


class ThresholdsDialog(QDialog):
    """Asks for the thresholds of a study; nothing changes before it is accepted."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Thresholds of the audit"))
        self._rules = {
            name: messages.translate_message(describe_threshold(name)) for name in THRESHOLD_NAMES
        }
        self.fields = {name: UnitField(rule, "%", 5) for name, rule in self._rules.items()}
        self.resets: dict[str, QPushButton] = {}
        text = self.tr("Compare systems as tested (host-limited levels count)")
        self.as_tested = QCheckBox(text)
        self.fault = label("", "body", "fail", wraps=True)
        self._build_layout()
        facts = session.facts
        self.before = facts.thresholds if facts else DEFAULT_THRESHOLDS
        self.as_tested.setChecked(self.before.as_tested)
        for name, field in self.fields.items():
            field.textChanged.connect(lambda _text, name=name: self._enable_reset(name))
            field.setText(_percent(threshold_share(self.before, name)))

    def _build_layout(self) -> None:
        column = dialog_column(self)
        message = self.tr(
            "Thresholds for what limited a level and which runs are doubtful. Host-limited"
            " levels do not describe the storage. The report marks changes."
        )
        column.addWidget(paragraph(message, _WIDE))
        rows = QGridLayout()
        rows.setHorizontalSpacing(12)
        rows.setVerticalSpacing(6)
        rows.setColumnStretch(0, 1)
        for at, name in enumerate(THRESHOLD_NAMES):
            for place, widget in enumerate(self._build_threshold_row(name)):
                rows.addWidget(widget, at, place)
        area, inside = wrap_in_scroll_area(rows), rows.sizeHint()
        bar = area.verticalScrollBar().sizeHint().width()
        area.setMinimumWidth(inside.width() + bar + _BESIDE_BAR)
        self.buttons = build_ok_cancel_box(self)
        fill(column, (area, 1), self.as_tested, self.fault, self.buttons)
        more = QSize(0, inside.height() - area.sizeHint().height())
        fit_on_screen(self, self.sizeHint() + more)

    def _build_threshold_row(self, name: str) -> tuple[QLabel, UnitField, QLabel, QPushButton]:
        default = _percent(threshold_share(DEFAULT_THRESHOLDS, name))
        words = label(self._rules[name])
        words.setBuddy(self.fields[name])
        usual = label(self.tr("default {percent} %").format(percent=default), "body", "text3")
        reset = button(self.tr("Reset"), lambda: self.fields[name].setText(default), kind="flat")
        reset.setAccessibleName(f"{reset.text()}: {words.text()}")
        policy = reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        reset.setSizePolicy(policy)
        self.resets[name] = reset
        return words, self.fields[name], usual, reset

    def _enable_reset(self, name: str) -> None:
        """Offer to go back to the default where something else is typed."""
        default = _percent(threshold_share(DEFAULT_THRESHOLDS, name))
        self.resets[name].setVisible(self.fields[name].text() != default)

    def accept(self) -> None:
        """Close and work the answer out again, unless something cannot be: then say what."""
        faults = {name: self._threshold_error(name) for name in THRESHOLD_NAMES}
        for name, field in self.fields.items():
            field.show_fault(faults[name])
        wrong = [name for name in THRESHOLD_NAMES if faults[name]]
        if wrong:
            self.fault.setText(faults[wrong[0]])
            self.fields[wrong[0]].setFocus()
            return
        moved = {
            name: _share(self._percent_of(name) or 0.0)
            for name, field in self.fields.items()
            if field.text() != _percent(threshold_share(self.before, name))
        }
        as_tested = self.as_tested.isChecked()
        if moved or as_tested != self.before.as_tested:
            self._session.edit(
                lambda study: set_thresholds(study, moved, as_tested=as_tested), Changes.EVERYTHING
            )
        super().accept()

    def _percent_of(self, name: str) -> float | None:
        return figures.parse_number(self.fields[name].text().strip().removesuffix("%"))

    def _threshold_error(self, name: str) -> str:
        """Return why a threshold cannot be what is typed; nothing where it can."""
        percent = self._percent_of(name)
        if percent is None:
            return self.tr("“{text}” is not a number.").format(text=self.fields[name].text())
        try:
            with_threshold_shares(self.before, {name: _share(percent)})
        except UserError as error:
            return messages.error_text(error)
        return ""


def show_thresholds(session: Session, parent: QWidget) -> None:
    """Show the thresholds, to be moved."""
    ThresholdsDialog(session, parent).show()


def _percent(share: float) -> str:
    return figures.plain(round(100 * share, 9))


def _share(percent: float) -> float:
    """Return a share of 1 without the dust of the division."""
    return round(percent / 100, 12)

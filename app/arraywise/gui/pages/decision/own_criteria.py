"""Criteria of a study's own: the dialog that describes one, the fields for options' values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from arraywise.domain.criteria import OwnKind, kind_of, preset_kind
from arraywise.domain.criterion_presets import PRESETS, offered_text, stored_text
from arraywise.domain.messages import UserError
from arraywise.gui.pages.base import fill_grid, offer, put_row
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    UnitField,
    clear,
    dialog_column,
    fill,
    label,
    named,
    ok_and_cancel,
    tab_through,
)
from arraywise.usecases.edit_criteria import parse_value, validate_own

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from arraywise.domain.criteria import Criterion, Rating
    from arraywise.domain.study import OptionFacts

_RATED, _MEASURED = 0, 1


def write_rating(rating: Rating) -> str:
    """Write a value or an estimate as it is typed."""
    if isinstance(rating, (int, float)):
        return figures.plain(rating, 12)
    return figures.estimate(rating)


class OwnCriterionDialog(QDialog):
    """Asks for title, kind, unit and anchors, or the words of the levels."""

    described = Signal(object)  # carries `own`, once the dialog was accepted

    def __init__(
        self, parent: QWidget, taken: Collection[str], known: OwnKind | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Criterion of this study"))
        self.setMinimumWidth(theme.px(560))
        self.own: OwnKind | None = None
        self._taken = taken
        self.preset = named(QComboBox(), self.tr("Begin with"))
        presets = ((messages.translate_message(p.title), preset_kind(p)) for p in PRESETS)
        offer(self.preset, ((self.tr("an empty form"), None), *presets))
        self.preset.currentIndexChanged.connect(self._begin)
        self.title = named(QLineEdit(), self.tr("Title"))
        self.kind = named(QComboBox(), self.tr("Kind"))
        self.kind.addItems([self.tr("Rated by levels"), self.tr("Measured")])
        self.kind.currentIndexChanged.connect(self._show_kind)
        self.unit = named(QLineEdit(), self.tr("Unit"))
        self.limit = UnitField(self.tr("0 points at"), "", 9)
        self.aspiration = UnitField(self.tr("100 points at"), "", 9)
        self.levels = named(QPlainTextEdit(), self.tr("Levels, the worst first, one a line"))
        self.levels.setTabChangesFocus(True)
        self.fault = label("", "body", "fail", wraps=True)
        self.buttons = ok_and_cancel(self)
        self._arrange(is_new=known is None)
        if known is not None:
            self._show(known)
        self._show_kind()
        self.title.setFocus()

    def _arrange(self, *, is_new: bool) -> None:
        first = (self.preset,) if is_new else ()
        if not is_new:
            self.preset.hide()
        rows = ((label(f.accessibleName()), f) for f in (*first, self.title, self.kind))
        form = fill_grid(QGridLayout(), *rows, stretch=1)
        self._measured, self._rated = QWidget(), QWidget()
        fields = (self.unit, self.limit, self.aspiration)
        line = (part for f in fields for part in (label(f.accessibleName()), f))
        fill(QHBoxLayout(self._measured), *line, None, margins=(0, 0, 0, 0))
        head = label(self.levels.accessibleName(), "body", "text2")
        fill_grid(QGridLayout(self._rated), (head,), (self.levels,), margins=(0, 0, 0, 0))
        parts = form, self._measured, (self._rated, 1), self.fault, self.buttons
        fill(dialog_column(self), *parts)
        tab_through(*first, self.title, self.kind, *fields, self.levels, *self.buttons.buttons())

    def _begin(self) -> None:
        preset = self.preset.currentData()
        if preset is not None:
            self._show(preset)

    def _show(self, own: OwnKind) -> None:
        self.title.setText(_shown(own.title))
        self.kind.setCurrentIndex(_RATED if own.levels else _MEASURED)
        self.levels.setPlainText("\n".join(map(_shown, own.levels)))
        self.unit.setText(_shown(own.unit))
        if not own.levels:
            self.limit.setText(figures.plain(own.limit, 9))
            self.aspiration.setText(figures.plain(own.aspiration, 9))

    def _show_kind(self) -> None:
        is_rated = self.kind.currentIndex() == _RATED
        self._rated.setVisible(is_rated)
        self._measured.setVisible(not is_rated)

    def _described(self) -> OwnKind:
        title = _stored(self.title.text())
        if self.kind.currentIndex() == _RATED:
            lines = self.levels.toPlainText().splitlines()
            return OwnKind(title, tuple(_stored(text) for text in lines if text.strip()))
        ends = (figures.parse_number(field.text()) for field in (self.limit, self.aspiration))
        limit, aspiration = (float("nan") if end is None else end for end in ends)
        return OwnKind(title, (), _stored(self.unit.text()), limit, aspiration)

    def accept(self) -> None:
        """Close with what was described, if that can be a criterion; else say why not."""
        try:
            self.own = validate_own(self._described(), self._taken)
        except UserError as error:
            self.fault.setText(messages.translate_message(error.message))
        else:
            super().accept()
            self.described.emit(self.own)


def _shown(text: str) -> str:
    return messages.translate_message(offered_text(text)) if text else ""


def _stored(text: str) -> str:
    return stored_text(text.strip(), messages.translate_message)


class ValueFields(QWidget):
    """A line an option for a measured criterion: `12`, `12 ± 1.5`, `10 / 12 / 20`."""

    given = Signal(int, object)  # an option's id, and its value or None

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[int, UnitField] = {}
        self._grid = fill_grid(QGridLayout(self), margins=(0, 0, 0, 0), stretch=2)
        self._criterion: Criterion | None = None
        self._names: tuple[str, ...] = ()

    def show_values(self, criterion: Criterion, options: Sequence[OptionFacts]) -> None:
        """Show what options have of a criterion."""
        names = tuple(known.option.name for known in options)
        if (criterion, names) != (self._criterion, self._names):
            self._criterion, self._names = criterion, names
            self._build(criterion, options)
        for known in options:
            rating = dict(known.ratings).get(criterion)
            text = "" if rating is None else write_rating(rating)
            self.fields[known.option.id].show_text(text)

    def _build(self, criterion: Criterion, options: Sequence[OptionFacts]) -> None:
        clear(self._grid)
        self.fields = {}
        unit = kind_of(criterion).unit
        for row, known in enumerate(options):
            name = self.tr("{criterion} of {option}").format(
                criterion=messages.word(criterion), option=known.option.name
            )
            field = UnitField(name, "" if unit is None else messages.translate_message(unit), 14)
            field.setPlaceholderText(figures.EN_DASH)
            field.given.connect(lambda text, id_=known.option.id: self._read(id_, text))
            self.fields[known.option.id] = field
            put_row(self._grid, row, label(known.option.name), field)

    def _read(self, option_id: int, text: str) -> None:
        if self._criterion is None:
            return
        value: Rating | None = None
        if text.strip():
            try:
                value = parse_value(self._criterion, text, QLocale().decimalPoint())
            except UserError as error:
                reason = messages.translate_message(error.message)
                self.fields[option_id].show_fault(reason)
                return
        self.fields[option_id].show_fault("")
        self.given.emit(option_id, value)

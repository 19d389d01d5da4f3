"""Criteria and ratings of options, and the criteria of a study's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.criteria import (
    ALL_CRITERIA,
    Criterion,
    CriterionSetting,
    OwnCriterionDefinition,
    Rating,
    build_rating,
    definition_from_preset,
    describe_levels,
    kind_of,
    rating_levels,
    with_response_time_named_by_goal,
)
from arraywise.domain.criterion_presets import (
    PRESETS,
    offered_message_or_verbatim,
    untranslate_offered_text,
)
from arraywise.domain.messages import UserError
from arraywise.gui.pages.base import fill_combo_box, fill_grid, put_row
from arraywise.gui.pages.decision.weighing import TAB_MARGINS
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    UnitField,
    as_tooltip,
    build_ok_cancel_box,
    button,
    clear_layout,
    dialog_column,
    fill,
    label,
    set_tab_order,
    widen_combo_list,
    with_accessible_name,
    wrap_in_scroll_area,
)
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_criteria import (
    MOST_LEVELS,
    add_own_criterion,
    parse_rating,
    remove_own_criterion,
    update_own_criterion,
    validate_own_criterion,
    with_added_criterion,
    without_criterion,
)
from arraywise.usecases.edit_options import with_level_text, with_rating_replaced

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from arraywise.domain.options import Option
    from arraywise.domain.study import OptionFacts, StudyFacts
    from arraywise.gui.session.session import Session
    from arraywise.store.reading.history import LastChange, LastChanges


_RATED, _MEASURED = 0, 1


def format_rating(rating: Rating) -> str:
    """Write a value or an estimate as it is typed."""
    if isinstance(rating, (int, float)):
        return figures.plain(rating, 12)
    return figures.format_estimate(rating)


class OwnCriterionDialog(QDialog):
    """Asks for title, kind, unit and anchors, or the words of the levels."""

    described = Signal(object)  # carries `own`, once the dialog was accepted

    def __init__(
        self,
        parent: QWidget,
        used_titles: Collection[str],
        known: OwnCriterionDefinition | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Criterion of this study"))
        self.setMinimumWidth(theme.px(560))
        self.own: OwnCriterionDefinition | None = None
        self._used_titles = used_titles
        self.preset = with_accessible_name(QComboBox(), self.tr("Begin with"))
        presets = (
            (messages.translate_message(p.title), definition_from_preset(p)) for p in PRESETS
        )
        fill_combo_box(self.preset, ((self.tr("an empty form"), None), *presets))
        self.preset.currentIndexChanged.connect(self._fill_from_preset)
        self.title = with_accessible_name(QLineEdit(), self.tr("Title"))
        self.kind = with_accessible_name(QComboBox(), self.tr("Kind"))
        self.kind.addItems([self.tr("Rated by levels"), self.tr("Measured")])
        self.kind.currentIndexChanged.connect(self._show_kind)
        self.unit = with_accessible_name(QLineEdit(), self.tr("Unit"))
        self.limit = UnitField(self.tr("0 points at"), "", 9)
        self.aspiration = UnitField(self.tr("100 points at"), "", 9)
        self.levels = with_accessible_name(
            QPlainTextEdit(), self.tr("Levels, the worst first, one a line")
        )
        self.levels.setTabChangesFocus(True)
        self.fault = label("", "body", "fail", wraps=True)
        self.buttons = build_ok_cancel_box(self)
        self._arrange(is_new=known is None)
        if known is not None:
            self._fill_fields(known)
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
        set_tab_order(*first, self.title, self.kind, *fields, self.levels, *self.buttons.buttons())

    def _fill_from_preset(self) -> None:
        preset = self.preset.currentData()
        if preset is not None:
            self._fill_fields(preset)

    def _fill_fields(self, own: OwnCriterionDefinition) -> None:
        self.title.setText(_translate_offered(own.title))
        self.kind.setCurrentIndex(_RATED if own.levels else _MEASURED)
        self.levels.setPlainText("\n".join(map(_translate_offered, own.levels)))
        self.unit.setText(_translate_offered(own.unit))
        if not own.levels:
            self.limit.setText(figures.plain(own.limit, 9))
            self.aspiration.setText(figures.plain(own.aspiration, 9))

    def _show_kind(self) -> None:
        is_rated = self.kind.currentIndex() == _RATED
        self._rated.setVisible(is_rated)
        self._measured.setVisible(not is_rated)

    def _build_typed_kind(self) -> OwnCriterionDefinition:
        title = _to_stored_text(self.title.text())
        if self.kind.currentIndex() == _RATED:
            lines = self.levels.toPlainText().splitlines()
            return OwnCriterionDefinition(
                title, tuple(_to_stored_text(text) for text in lines if text.strip())
            )
        ends = (figures.parse_number(field.text()) for field in (self.limit, self.aspiration))
        limit, aspiration = (float("nan") if end is None else end for end in ends)
        return OwnCriterionDefinition(
            title, (), _to_stored_text(self.unit.text()), limit, aspiration
        )

    def accept(self) -> None:
        """Close with what was described, if that can be a criterion; else say why not."""
        try:
            self.own = validate_own_criterion(self._build_typed_kind(), self._used_titles)
        except UserError as error:
            self.fault.setText(messages.translate_message(error.message))
        else:
            super().accept()
            self.described.emit(self.own)


def _translate_offered(text: str) -> str:
    return messages.translate_message(offered_message_or_verbatim(text)) if text else ""


def _to_stored_text(text: str) -> str:
    return untranslate_offered_text(text.strip(), messages.translate_message)


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
            self._build_fields(criterion, options)
        for known in options:
            rating = dict(known.ratings).get(criterion)
            text = "" if rating is None else format_rating(rating)
            self.fields[known.option.id].show_text(text)

    def _build_fields(self, criterion: Criterion, options: Sequence[OptionFacts]) -> None:
        clear_layout(self._grid)
        self.fields = {}
        unit = kind_of(criterion).unit
        for row, known in enumerate(options):
            name = self.tr("{criterion} of {option}").format(
                criterion=messages.display_name(criterion), option=known.option.name
            )
            field = UnitField(name, "" if unit is None else messages.translate_message(unit), 14)
            field.setPlaceholderText(figures.EN_DASH)
            field.given.connect(
                lambda text, id_=known.option.id: self._emit_typed_value(id_, text)
            )
            self.fields[known.option.id] = field
            put_row(self._grid, row, label(known.option.name), field)

    def _emit_typed_value(self, option_id: int, text: str) -> None:
        if self._criterion is None:
            return
        value: Rating | None = None
        if text.strip():
            try:
                value = parse_rating(self._criterion, text, QLocale().decimalPoint())
            except UserError as error:
                reason = messages.translate_message(error.message)
                self.fields[option_id].show_fault(reason)
                return
        self.fields[option_id].show_fault("")
        self.given.emit(option_id, value)


_OWN_CRITERIA_CHANGES = Changes.CRITERIA | Changes.SHEETS
RATED = tuple(kind.criterion for kind in ALL_CRITERIA if kind.is_rating)


class RatingsTab(QWidget):
    """Criteria to tick on the left; on the right one rating at a time, by described levels."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._criteria: tuple[CriterionSetting, ...] = ()
        self._facts: StudyFacts | None = None
        self.ticks: dict[Criterion, QCheckBox] = {}
        self.levels: dict[int, QComboBox] = {}  # the most likely level of each option
        self.ends: dict[int, tuple[QComboBox, QComboBox]] = {}
        """The least and the highest level that it may be, where it is not certain."""
        self.words: list[QLineEdit] = []
        self._numbers: list[QLabel] = []
        self._changes: Mapping[str, str] = {}  # who changed a rating last, by option and criterion
        self.fault = label("", "body", "fail", wraps=True)
        self._entered = RATED
        self._own: tuple[Criterion, ...] = ()
        self.values = ValueFields()
        self.values.given.connect(self._save_rating)
        self.choice = with_accessible_name(QComboBox(), self.tr("Rating"))
        fill_combo_box(self.choice, ((messages.display_name(each), each) for each in RATED))
        self.choice.currentIndexChanged.connect(self._show_rating)
        parts = (
            wrap_in_scroll_area(self._build_ticks()),
            (wrap_in_scroll_area(self._build_ratings()), 1),
        )
        fill(QHBoxLayout(self), *parts, margins=TAB_MARGINS, spacing=24)

    def _build_ticks(self) -> QVBoxLayout:
        column = fill(
            QVBoxLayout(), label(self.tr("Options are valued by"), "body", "text2"), spacing=4
        )
        for kind in ALL_CRITERIA:
            column.addWidget(self._build_tick(kind.criterion))
        self._own_rows = fill(QVBoxLayout(), spacing=4)
        self.add_own = button(self.tr("Add a criterion…"), self._open_new_criterion, sign="add")
        return fill(column, self._own_rows, self.add_own, self.fault, None)

    def _build_tick(self, criterion: Criterion) -> QCheckBox:
        tick = self.ticks[criterion] = QCheckBox(messages.display_name(criterion))
        tick.clicked.connect(lambda on: self._save_use(criterion, on=on))
        return tick

    def _build_ratings(self) -> QVBoxLayout:
        outer = fill(QVBoxLayout(), self.choice, self.values, spacing=4)
        self._rated = QWidget()
        self._options = fill_grid(QGridLayout(), margins=(0, 0, 0, 0), stretch=1)
        meaning = label(self.tr("What the levels mean in this study"), "body", "text2")
        column = fill(QVBoxLayout(self._rated), self._options, meaning, margins=(0, 0, 0, 0),
                      spacing=4)  # fmt: skip
        for level in range(1, MOST_LEVELS + 1):
            name = self.tr("Meaning of level {level}").format(level=level)
            text, number = with_accessible_name(QLineEdit(), name), label(figures.number(level))
            text.textChanged.connect(
                lambda message, text=text: text.setToolTip(as_tooltip(message))
            )
            text.editingFinished.connect(lambda n=level: self._save_level_meaning(n))
            self.words.append(text)
            number.setFixedWidth(number.fontMetrics().horizontalAdvance("0") + 2)
            self._numbers.append(number)
            fill(column, fill(QHBoxLayout(), number, (text, 1)))
        return fill(outer, self._rated)

    def _show_own_criteria(self, own: tuple[Criterion, ...]) -> None:
        """Offer the study's own criteria beside the program's."""
        for gone in self._own:
            self.ticks.pop(gone, None)
        clear_layout(self._own_rows)
        chosen = self.choice.currentData()
        self._own, self._entered = own, (*RATED, *own)
        for criterion in own:
            self._own_rows.addWidget(self._build_own_row(criterion))
        same = next((each for each in own if chosen and each.value == chosen.value), chosen)
        fill_combo_box(
            self.choice, ((messages.display_name(each), each) for each in self._entered), same
        )

    def _build_own_row(self, criterion: Criterion) -> QWidget:
        title, row = messages.display_name(criterion), QWidget()
        edit = button(self.tr("Edit…"), lambda: self._open_own_criterion(criterion), kind="flat")
        edit.setAccessibleName(self.tr("Edit {criterion}").format(criterion=title))
        gone = self.tr("Remove {criterion}").format(criterion=title)
        remove = button("", lambda: self.remove_own(criterion), kind="flat", sign="remove")
        parts = (self._build_tick(criterion), 1), edit, with_accessible_name(remove, gone, gone)
        fill(QHBoxLayout(row), *parts, margins=(0, 0, 0, 0), spacing=4)
        return row

    def show_criteria(self, criteria: Sequence[CriterionSetting], facts: StudyFacts) -> None:
        """Show which criteria count, and the ratings of a study."""
        self._criteria, self._facts = tuple(criteria), facts
        if facts.own_criteria != self._own:
            self._show_own_criteria(facts.own_criteria)
        used = {setting.criterion for setting in criteria}
        for criterion, tick in self.ticks.items():
            tick.setChecked(criterion in used)
        time = kind_of(Criterion.RESPONSE_TIME).default_setting
        (named,) = with_response_time_named_by_goal(facts.requirement.goal, [time])
        self.ticks[named.criterion].setText(messages.display_name(named.criterion))
        self.fault.setText("")
        self._show_rating()

    @property
    def chosen(self) -> Criterion:
        """The rating that is shown."""
        return self._entered[max(0, self.choice.currentIndex())]

    def _show_rating(self) -> None:
        facts = self._facts
        if facts is None:
            return
        is_rated = kind_of(self.chosen).is_rating
        self._rated.setVisible(is_rated)
        self.values.setVisible(not is_rated)
        if not is_rated:
            self.values.show_values(self.chosen, facts.options)
            return
        means = [
            messages.translate_message(each)
            for each in describe_levels(self.chosen, facts.rating_words)
        ]
        for place, number in enumerate(self._numbers):
            number.setVisible(place < len(means))
            self.words[place].setVisible(place < len(means))
        for text, line in zip(means, self.words, strict=False):
            if not line.hasFocus():
                line.setText(text)
                line.setCursorPosition(0)
                line.setToolTip(text)
        if set(self.levels) != {known.option.id for known in facts.options}:
            self._build_rows(facts.options)
        for known in facts.options:
            rating = dict(known.ratings).get(self.chosen)
            least, likely, most = (0, 0, 0) if rating is None else rating_levels(rating)
            _fill_levels(self.levels[known.option.id], means, likely)
            self._show_change(known.option)
            low, high = self.ends[known.option.id]
            _fill_end_levels(low, range(1, likely), least)
            _fill_end_levels(high, range(likely + 1, len(means) + 1) if likely else (), most)

    def show_last_changes(
        self, changes: LastChanges, describe_change: Callable[[LastChange], str]
    ) -> None:
        """Show for each rating who last changed it, as a tooltip."""
        self._changes = {item: describe_change(change) for item, change in changes.items()}
        for option in self._facts.options if self._facts else ():
            self._show_change(option.option)

    def _show_change(self, option: Option) -> None:
        box = self.levels.get(option.id)
        if box is None:
            return
        message = self._changes.get(f"{option.id}/{self.chosen.value}", "")
        box.setAccessibleDescription(message)
        box.setToolTip(as_tooltip("\n".join(filter(None, (box.currentText(), message)))))

    def _build_rows(self, options: Sequence[OptionFacts]) -> None:
        clear_layout(self._options)
        self.levels, self.ends = {}, {}
        heads = (self.tr("most likely"), self.tr("at least"), self.tr("at most"))
        for column, text in enumerate(heads, start=1):
            self._options.addWidget(label(text, "caption", "text2"), 0, column)
        names = (
            self.tr("Rating of {option}"),
            self.tr("Least rating of {option}"),
            self.tr("Highest rating of {option}"),
        )
        shortest = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        for row, option in enumerate((known.option for known in options), start=1):
            likely, low, high = (
                with_accessible_name(QComboBox(), name.format(option=option.name))
                for name in names
            )
            likely.setSizeAdjustPolicy(shortest)
            likely.setMinimumContentsLength(18)
            for box in (likely, low, high):
                box.activated.connect(lambda _level, id_=option.id: self._save_chosen_levels(id_))
            self.levels[option.id], self.ends[option.id] = likely, (low, high)
            put_row(self._options, row, label(option.name), likely, low, high)
        boxes = (box for id_, level in self.levels.items() for box in (level, *self.ends[id_]))
        set_tab_order(self.choice, *boxes, *self.words)

    # Hands

    def _save_use(self, criterion: Criterion, *, on: bool) -> None:
        if self._facts is None:
            return
        if on:
            self._session.save_criteria(with_added_criterion(self._criteria, criterion))
            return
        try:
            left = without_criterion(self._criteria, self._facts.weighting, criterion)
        except UserError:
            self.ticks[criterion].setChecked(True)
            self.fault.setText(self.tr("Somebody gave weight to nothing else."))
        else:
            self._session.save_criteria(left)

    def _save_chosen_levels(self, option_id: int) -> None:
        """Keep a rating; the first entry is none, that of an end no other than the likely one."""
        level = self.levels[option_id].currentIndex()
        low, high = (box.currentData() or level for box in self.ends[option_id])
        rating = build_rating(min(low, level), level, max(high, level)) if level else None
        self._save_rating(option_id, rating)

    def _save_rating(self, option_id: int, value: Rating | None) -> None:
        known = self._session.option_facts(option_id)
        if known is not None:
            ratings = with_rating_replaced(known.ratings, self.chosen, value)
            self._session.save_ratings(known.option, ratings)

    def _open_new_criterion(self) -> None:
        dialog = OwnCriterionDialog(self, [each.title for each in self._own])
        dialog.described.connect(
            lambda own: self._session.edit(
                lambda study: add_own_criterion(study, own), _OWN_CRITERIA_CHANGES
            )
        )
        dialog.open()

    def _open_own_criterion(self, criterion: Criterion) -> None:
        taken = [each.title for each in self._own if each != criterion]
        dialog = OwnCriterionDialog(self, taken, criterion.own)
        dialog.described.connect(
            lambda own: self._session.edit(
                lambda study: update_own_criterion(study, criterion, own), _OWN_CRITERIA_CHANGES
            )
        )
        dialog.open()

    def remove_own(self, criterion: Criterion) -> None:
        """Remove a criterion of the study's own, with its weights and values."""
        self._session.edit(
            lambda study: remove_own_criterion(study, criterion), _OWN_CRITERIA_CHANGES
        )

    def _save_level_meaning(self, level: int) -> None:
        if self._facts is None:
            return
        line, own = self.words[level - 1], self._facts.rating_words
        shown = messages.translate_message(describe_levels(self.chosen, own)[level - 1])
        if line.text().strip() != shown:
            words = with_level_text(own, self.chosen, level, line.text())
            self._session.save_rating_words(words)


def _fill_end_levels(box: QComboBox, levels: Iterable[int], level: int) -> None:
    """Offer the levels on one side of the likely one; the first entry is that one itself."""
    entries = ((figures.number(each), each) for each in levels)
    fill_combo_box(box, ((figures.EN_DASH, None), *entries), level)
    box.setEnabled(box.count() > 1)


def _fill_levels(box: QComboBox, means: Sequence[str], level: int) -> None:
    texts = [figures.EN_DASH, *(f"{n}  {text}" for n, text in enumerate(means, start=1))]
    if [box.itemText(i) for i in range(box.count())] != texts:
        box.clear()
        box.addItems(texts)
        widen_combo_list(box)
    box.setCurrentIndex(level)

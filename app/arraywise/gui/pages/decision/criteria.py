"""Ratings, value functions, further points."""

from __future__ import annotations

from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from arraywise.analysis.decision.scoring import check_anchors
from arraywise.domain.criteria import (
    ALL_CRITERIA,
    MOST_FURTHER,
    Criterion,
    build_rating,
    describe_levels,
    kind_of,
    levels_of,
    named_for,
    split_widest,
)
from arraywise.domain.messages import UserError
from arraywise.gui.charts.painted import PictureButton
from arraywise.gui.charts.value import ValueCurve
from arraywise.gui.pages.base import fill_grid, offer, put_row
from arraywise.gui.pages.decision.own_criteria import OwnCriterionDialog, ValueFields
from arraywise.gui.pages.decision.weights import TAB_MARGINS
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    UnitField,
    as_tip,
    button,
    clear,
    fill,
    fit_list,
    label,
    named,
    scrolled,
    tab_through,
)
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_criteria import (
    MOST_LEVELS,
    add_criterion,
    add_own_criterion,
    edit_own_criterion,
    remove_criterion,
    remove_own_criterion,
)
from arraywise.usecases.edit_options import with_rating, with_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from PySide6.QtWidgets import QLabel

    from arraywise.domain.criteria import Corner, Corners, CriterionSetting, Rating
    from arraywise.domain.decision import Answer
    from arraywise.domain.options import Option
    from arraywise.domain.study import OptionFacts, StudyFacts
    from arraywise.gui.session.session import Session
    from arraywise.store.reading.history import LastChange, LastChanges


_OF_OWN = Changes.CRITERIA | Changes.SHEETS
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
        self.values.given.connect(self._enter)
        self.choice = named(QComboBox(), self.tr("Rating"))
        offer(self.choice, ((messages.word(each), each) for each in RATED))
        self.choice.currentIndexChanged.connect(self._show_rating)
        parts = scrolled(self._build_ticks()), (scrolled(self._build_ratings()), 1)
        fill(QHBoxLayout(self), *parts, margins=TAB_MARGINS, spacing=24)

    def _build_ticks(self) -> QVBoxLayout:
        column = fill(
            QVBoxLayout(), label(self.tr("Options are valued by"), "body", "text2"), spacing=4
        )
        for kind in ALL_CRITERIA:
            column.addWidget(self._build_tick(kind.criterion))
        self._own_rows = fill(QVBoxLayout(), spacing=4)
        self.add_own = button(self.tr("Add a criterion…"), self._add_own, sign="add")
        return fill(column, self._own_rows, self.add_own, self.fault, None)

    def _build_tick(self, criterion: Criterion) -> QCheckBox:
        tick = self.ticks[criterion] = QCheckBox(messages.word(criterion))
        tick.clicked.connect(lambda on: self._tick(criterion, on=on))
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
            text, number = named(QLineEdit(), name), label(figures.number(level))
            text.textChanged.connect(lambda message, text=text: text.setToolTip(as_tip(message)))
            text.editingFinished.connect(lambda n=level: self._describe(n))
            self.words.append(text)
            number.setFixedWidth(number.fontMetrics().horizontalAdvance("0") + 2)
            self._numbers.append(number)
            fill(column, fill(QHBoxLayout(), number, (text, 1)))
        return fill(outer, self._rated)

    def _build_own(self, own: tuple[Criterion, ...]) -> None:
        """Offer the study's own criteria beside the program's."""
        for gone in self._own:
            self.ticks.pop(gone, None)
        clear(self._own_rows)
        chosen = self.choice.currentData()
        self._own, self._entered = own, (*RATED, *own)
        for criterion in own:
            self._own_rows.addWidget(self._own_row(criterion))
        same = next((each for each in own if chosen and each.value == chosen.value), chosen)
        offer(self.choice, ((messages.word(each), each) for each in self._entered), same)

    def _own_row(self, criterion: Criterion) -> QWidget:
        title, row = messages.word(criterion), QWidget()
        edit = button(self.tr("Edit…"), lambda: self._edit_own(criterion), kind="flat")
        edit.setAccessibleName(self.tr("Edit {criterion}").format(criterion=title))
        gone = self.tr("Remove {criterion}").format(criterion=title)
        remove = button("", lambda: self.remove_own(criterion), kind="flat", sign="remove")
        parts = (self._build_tick(criterion), 1), edit, named(remove, gone, gone)
        fill(QHBoxLayout(row), *parts, margins=(0, 0, 0, 0), spacing=4)
        return row

    def show_criteria(self, criteria: Sequence[CriterionSetting], facts: StudyFacts) -> None:
        """Show which criteria count, and the ratings of a study."""
        self._criteria, self._facts = tuple(criteria), facts
        if facts.own_criteria != self._own:
            self._build_own(facts.own_criteria)
        used = {setting.criterion for setting in criteria}
        for criterion, tick in self.ticks.items():
            tick.setChecked(criterion in used)
        time = kind_of(Criterion.RESPONSE_TIME).setting
        (named,) = named_for(facts.requirement.goal, [time])
        self.ticks[named.criterion].setText(messages.word(named.criterion))
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
            least, likely, most = (0, 0, 0) if rating is None else levels_of(rating)
            _fill(self.levels[known.option.id], means, likely)
            self._show_change(known.option)
            low, high = self.ends[known.option.id]
            _fill_end(low, range(1, likely), least)
            _fill_end(high, range(likely + 1, len(means) + 1) if likely else (), most)

    def show_message(self, known: LastChanges, told: Callable[[LastChange], str]) -> None:
        """Return for each rating who was the last to change it, as a tip."""
        self._changes = {item: told(change) for item, change in known.items()}
        for option in self._facts.options if self._facts else ():
            self._show_change(option.option)

    def _show_change(self, option: Option) -> None:
        box = self.levels.get(option.id)
        if box is None:
            return
        message = self._changes.get(f"{option.id}/{self.chosen.value}", "")
        box.setAccessibleDescription(message)
        box.setToolTip(as_tip("\n".join(filter(None, (box.currentText(), message)))))

    def _build_rows(self, options: Sequence[OptionFacts]) -> None:
        clear(self._options)
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
                named(QComboBox(), name.format(option=option.name)) for name in names
            )
            likely.setSizeAdjustPolicy(shortest)
            likely.setMinimumContentsLength(18)
            for box in (likely, low, high):
                box.activated.connect(lambda _level, id_=option.id: self._rate(id_))
            self.levels[option.id], self.ends[option.id] = likely, (low, high)
            put_row(self._options, row, label(option.name), likely, low, high)
        boxes = (box for id_, level in self.levels.items() for box in (level, *self.ends[id_]))
        tab_through(self.choice, *boxes, *self.words)

    # Hands

    def _tick(self, criterion: Criterion, *, on: bool) -> None:
        if self._facts is None:
            return
        if on:
            self._session.save_criteria(add_criterion(self._criteria, criterion))
            return
        try:
            left = remove_criterion(self._criteria, self._facts.weighting, criterion)
        except UserError:
            self.ticks[criterion].setChecked(True)
            self.fault.setText(self.tr("Somebody gave weight to nothing else."))
        else:
            self._session.save_criteria(left)

    def _rate(self, option_id: int) -> None:
        """Keep a rating; the first entry is none, that of an end no other than the likely one."""
        level = self.levels[option_id].currentIndex()
        low, high = (box.currentData() or level for box in self.ends[option_id])
        rating = build_rating(min(low, level), level, max(high, level)) if level else None
        self._enter(option_id, rating)

    def _enter(self, option_id: int, value: Rating | None) -> None:
        known = self._session.known(option_id)
        if known is not None:
            ratings = with_rating(known.ratings, self.chosen, value)
            self._session.save_ratings(known.option, ratings)

    def _add_own(self) -> None:
        dialog = OwnCriterionDialog(self, [each.title for each in self._own])
        dialog.described.connect(
            lambda own: self._session.edit(lambda study: add_own_criterion(study, own), _OF_OWN)
        )
        dialog.open()

    def _edit_own(self, criterion: Criterion) -> None:
        taken = [each.title for each in self._own if each != criterion]
        dialog = OwnCriterionDialog(self, taken, criterion.own)
        dialog.described.connect(
            lambda own: self._session.edit(
                lambda study: edit_own_criterion(study, criterion, own), _OF_OWN
            )
        )
        dialog.open()

    def remove_own(self, criterion: Criterion) -> None:
        """Remove a criterion of the study's own, with its weights and values."""
        self._session.edit(lambda study: remove_own_criterion(study, criterion), _OF_OWN)

    def _describe(self, level: int) -> None:
        if self._facts is None:
            return
        line, own = self.words[level - 1], self._facts.rating_words
        shown = messages.translate_message(describe_levels(self.chosen, own)[level - 1])
        if line.text().strip() != shown:
            words = with_words(own, self.chosen, level, line.text())
            self._session.save_rating_words(words)


def _fill_end(box: QComboBox, levels: Iterable[int], level: int) -> None:
    """Offer the levels on one side of the likely one; the first entry is that one itself."""
    entries = ((figures.number(each), each) for each in levels)
    offer(box, ((figures.EN_DASH, None), *entries), level)
    box.setEnabled(box.count() > 1)


def _fill(box: QComboBox, means: Sequence[str], level: int) -> None:
    texts = [figures.EN_DASH, *(f"{n}  {text}" for n, text in enumerate(means, start=1))]
    if [box.itemText(i) for i in range(box.count())] != texts:
        box.clear()
        box.addItems(texts)
        fit_list(box)
    box.setCurrentIndex(level)


translate = QCoreApplication.translate


class FurtherPoints(QWidget):
    """As many rows as a value function may have further points; those without one are hidden."""

    edited = Signal()  # A figure is being typed
    given = Signal()  # A figure was typed to its end
    removed = Signal(int)  # A point is to go; carries its place

    def __init__(self) -> None:
        super().__init__()
        self.rows = tuple(_PointRow(self, place) for place in range(MOST_FURTHER))
        title = label(translate("FurtherPoints", "Further points"))
        fill(QVBoxLayout(self), title, *self.rows, margins=(0, 0, 0, 0))
        self.hide()

    def show_points(self, points: Corners, unit: str) -> None:
        """Show attributes in a unit with what they are worth."""
        self.setVisible(bool(points))
        for place, row in enumerate(self.rows):
            row.setVisible(place < len(points))
            if place < len(points):
                row.show_point(*points[place], unit)

    def typed(self) -> Corners | None:
        """Return the points as typed, in their unit; None where one is no number."""
        result = []
        for row in self.rows:
            attribute = figures.parse_amount(row.attribute.text(), row.unit.text())
            worth = figures.parse_number(row.worth.text())
            if row.isHidden():
                continue
            if attribute is None or worth is None:
                return None
            result.append((attribute, worth))
        return tuple(result)


class _PointRow(QWidget):
    """One further point."""

    def __init__(self, points: FurtherPoints, place: int) -> None:
        super().__init__()
        number = figures.number(place + 1)
        name = translate("FurtherPoints", "Further point {number}").format(number=number)
        worth = translate("FurtherPoints", "Worth of further point {number}").format(number=number)
        self.attribute, self.worth = UnitField(name, "", 9), UnitField(worth, "", 5)
        self.unit = label("", "body", "text3")
        self.remove = button("", lambda: points.removed.emit(place), kind="flat", sign="remove")
        gone = translate("FurtherPoints", "Remove further point {number}").format(number=number)
        named(self.remove, gone, gone)
        word = label(translate("FurtherPoints", "points"), "body", "text3")
        parts = (self.attribute, self.unit, label("="), self.worth, word, self.remove)
        fill(QHBoxLayout(self), *parts, None, margins=(0, 0, 0, 0))
        for field in (self.attribute, self.worth):
            field.textEdited.connect(lambda _text: points.edited.emit())
            field.given.connect(lambda _text: points.given.emit())

    def show_point(self, attribute: float, worth: float, unit: str) -> None:
        self.attribute.show_text(figures.plain(round(attribute, 6), 9))
        self.worth.show_text(figures.plain(worth))
        self.unit.setText(unit)


ANCHORS = ("limit", "target", "aspiration")


class ValueFunctionTab(QWidget):
    """One criterion at a time."""

    given = Signal(object)  # criteria with other anchors, to be kept

    def __init__(self) -> None:
        super().__init__()
        self._criteria: tuple[CriterionSetting, ...] = ()
        self._answer: Answer | None = None
        self.choice = named(QComboBox(), self.tr("Criterion"))
        self.choice.currentIndexChanged.connect(self._show_criterion)
        self.fields: dict[str, UnitField] = {}
        self._units: dict[str, QLabel] = {}
        self.curve = ValueCurve()
        self.fault = label("", "body", "fail", wraps=True)
        self.note = label("", "caption", "text2", wraps=True)
        self.further = FurtherPoints()
        self.further.edited.connect(self._apply_trial)
        self.further.given.connect(self._save)
        self.further.removed.connect(self._remove)
        self.add = button(self.tr("Add a point"), self._add, sign="add")
        self.follow = button(self.tr("Derive from the requirement"), self._follow)
        beside = fill(QVBoxLayout(), (self.curve, 1), self.note, self.fault, spacing=4)
        row = fill(QHBoxLayout(), scrolled(self._build_form()), (beside, 1), spacing=16)
        head = self._build_head()
        fill(QVBoxLayout(self), head, (row, 1), margins=TAB_MARGINS, spacing=8)

    def _build_head(self) -> QHBoxLayout:
        """Put what is chosen and done above form and curve, so that no anchor scrolls."""
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.choice.setFixedHeight(theme.height("button"))
        picture = PictureButton(self.curve, self.tr("Value function"))
        return fill(QHBoxLayout(), self.choice, self.add, self.follow, None, picture, spacing=8)

    def _build_form(self) -> QVBoxLayout:
        grid = fill_grid(QGridLayout(), spacing=(8, 4))
        names = {
            "limit": self.tr("Limit, worth 0"),
            "target": self.tr("Target"),
            "target_value": self.tr("Worth of the target"),
            "aspiration": self.tr("Aspiration, worth 100"),
        }
        for place, (key, name) in enumerate(names.items()):
            field = UnitField(name, "", 9)
            field.textEdited.connect(lambda _text: self._apply_trial())
            field.given.connect(lambda _text: self._save())
            self.fields[key], self._units[key] = field, label("", "body", "text3")
            put_row(grid, place, label(name), field, self._units[key])
        return fill(QVBoxLayout(), grid, self.further, None, spacing=4)

    def show_answer(self, answer: Answer, criteria: Sequence[CriterionSetting]) -> None:
        """Show the value functions of an answer."""
        self._answer, self._criteria = answer, tuple(criteria)
        rate = answer.discount_rate
        names = [messages.criterion_word(s.criterion, rate) for s in answer.settings]
        if [self.choice.itemText(place) for place in range(self.choice.count())] != names:
            offer(self.choice, ((name, None) for name in names))
        self._show_criterion()

    def _used(self) -> CriterionSetting | None:
        """Return the chosen criterion with its anchors filled in."""
        place = self.choice.currentIndex()
        settings = self._answer.settings if self._answer else ()
        return settings[place] if 0 <= place < len(settings) else None

    def _show_criterion(self) -> None:
        used, answer = self._used(), self._answer
        if used is None or answer is None:
            return
        unit = messages.unit_of(used.criterion, answer.currency)
        for key in ANCHORS:
            value, text = getattr(used, key), ""
            if value is not None:
                text = figures.plain(round(messages.to_unit(used.criterion, value), 6), 9)
            self.fields[key].show_text(text)
            self._units[key].setText(unit)
        shown = ((messages.to_unit(used.criterion, x), y) for x, y in used.further)
        self.further.show_points(tuple(shown), unit)
        self.add.setEnabled(bool(used.corners) and len(used.further) < MOST_FURTHER)
        self.fields["target_value"].show_text(figures.plain(used.target_value))
        self._units["target_value"].setText(self.tr("points"))
        self._show_fault("")
        self._show_two_targets(used, answer)
        self.curve.show_setting(used, answer)

    def _show_two_targets(self, used: CriterionSetting, answer: Answer) -> None:
        """State that the target asked for above is where a value function ends, not its target."""
        asked = answer.requirement.target_s
        is_asked = used.criterion == Criterion.RESPONSE_TIME and used.limit == asked
        message = self.tr("The limit is the required target above; this target must be below it.")
        self.note.setText(message if is_asked else "")
        self.note.setVisible(is_asked)

    def _typed(self) -> CriterionSetting | None:
        """Return the criterion as typed; None, and the reason said, where that makes no sense."""
        used = self._used()
        values = {
            key: figures.parse_amount(f.text(), self._units[key].text())
            for key, f in self.fields.items()
        }
        further = self.further.typed()
        if used is None or further is None or None in values.values():
            self._show_fault(self.tr("Every anchor is a number."))
            return None
        known = {key: value for key, value in values.items() if value is not None}
        limit, target, aspiration = (
            messages.from_unit(used.criterion, known[key]) for key in ANCHORS
        )
        typed = replace(
            used,
            target_value=known["target_value"],
            limit=limit,
            target=target,
            aspiration=aspiration,
            further=_in_order((messages.from_unit(used.criterion, x), y) for x, y in further),
        )
        fault = self._fault_of(typed)
        self._show_fault(fault)
        return None if fault else typed

    def _show_fault(self, text: str) -> None:
        """Return why what is typed is not kept; the curve has the room where nothing is wrong."""
        self.fault.setText(text)
        self.fault.setVisible(bool(text))

    def _fault_of(self, typed: CriterionSetting) -> str:
        """Return why anchors or further points make no sense; empty where they do."""
        try:
            check_anchors(replace(typed, further=()))
        except UserError:
            return self.tr(
                "Limit, target and aspiration must be in order; the target scores 1 to 99 points."
            )
        try:
            check_anchors(typed)
        except UserError as error:
            return messages.translate_message(error.message)
        return ""

    def _apply_trial(self) -> None:
        typed = self._typed()
        if typed is not None and self._answer is not None:
            self.curve.show_setting(typed, self._answer)

    def _save(self) -> None:
        typed = self._typed()
        if typed is not None:
            self._emit(typed)

    def _add(self) -> None:
        """Add a point where the value function changes least by it: in the middle of a line."""
        used = self._used()
        if used is None or not used.corners:
            return
        attribute, points = split_widest(used.corners)
        shown = messages.to_unit(used.criterion, attribute)
        corner = (messages.from_unit(used.criterion, shown), points)
        self._emit(replace(used, further=_in_order((*used.further, corner))))

    def _remove(self, place: int) -> None:
        used = self._used()
        if used is not None:
            left = (*used.further[:place], *used.further[place + 1 :])
            self._emit(replace(used, further=left))

    def _follow(self) -> None:
        used = self._used()
        if used is not None:
            derived = replace(used, limit=None, target=None, aspiration=None, further=())
            self._emit(replace(derived, target_value=60.0))

    def _emit(self, changed: CriterionSetting) -> None:
        """Emit the criteria with other anchors; swings and the ranges behind them stay."""
        self.given.emit(
            tuple(
                replace(changed, swing=own.swing, judged=own.judged)
                if own.criterion == changed.criterion
                else own
                for own in self._criteria
            )
        )


def _in_order(points: Iterable[Corner]) -> Corners:
    """Return further points by what they are worth."""
    return tuple(sorted(points, key=itemgetter(1)))

"""Which criteria count, what each option is rated, and what the levels mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.criteria import ALL_CRITERIA, kind_of
from arraywise.domain.problems import UserError
from arraywise.gui import figures, wording
from arraywise.gui.fields import as_tip, clear, fit_list, label, scrolled, tab_through
from arraywise.gui.nesting import nest
from arraywise.gui.pages.weight_tabs import TAB_MARGINS
from arraywise.usecases.edit_criteria import add_criterion, remove_criterion
from arraywise.usecases.edit_ratings import (
    describe_levels,
    levels_of,
    make_rating,
    with_rating,
    with_words,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from PySide6.QtWidgets import QLabel

    from arraywise.domain.criteria import Criterion, CriterionSetting
    from arraywise.domain.facts import OptionFacts, StudyFacts
    from arraywise.domain.options import Option
    from arraywise.store.reading.typed import LastChange, LastChanges

RATED = tuple(kind.criterion for kind in ALL_CRITERIA if kind.is_rating)


class RatingsTab(QWidget):
    """Criteria to tick on the left; on the right one rating at a time, by described levels."""

    given = Signal(object)
    """Criteria, to be kept."""
    rated = Signal(object, object)
    """An option and its ratings, to be kept."""
    described = Signal(object)
    """The study's own words for levels, to be kept."""

    def __init__(self) -> None:
        super().__init__()
        self._criteria: tuple[CriterionSetting, ...] = ()
        self._facts: StudyFacts | None = None
        self.ticks: dict[Criterion, QCheckBox] = {}
        self.levels: dict[int, QComboBox] = {}
        """The most likely level of each option."""
        self.ends: dict[int, tuple[QComboBox, QComboBox]] = {}
        """The least and the highest level that it may be, where it is not certain."""
        self.words: list[QLineEdit] = []
        self._changes: Mapping[str, str] = {}
        """Who changed a rating last, by option and criterion."""
        self.fault = label("", "body", "fail", wraps=True)
        self.choice = QComboBox()
        self.choice.setAccessibleName(self.tr("Rating"))
        for criterion in RATED:
            self.choice.addItem(wording.word(criterion), criterion)
        self.choice.currentIndexChanged.connect(self._show_rating)
        row = QHBoxLayout(self)
        row.setContentsMargins(*TAB_MARGINS)
        row.setSpacing(24)
        row.addWidget(scrolled(self._make_ticks()))
        row.addWidget(scrolled(self._make_ratings()), 1)

    def _make_ticks(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(4)
        column.addWidget(label(self.tr("Options are valued by"), "body", "text2"))
        for kind in ALL_CRITERIA:
            tick = QCheckBox(wording.word(kind.criterion))
            tick.clicked.connect(lambda on, c=kind.criterion: self._tick(c, on=on))
            self.ticks[kind.criterion] = tick
            column.addWidget(tick)
        column.addWidget(self.fault)
        column.addStretch(1)
        return column

    def _make_ratings(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(4)
        column.addWidget(self.choice)
        self._options = QGridLayout()
        self._options.setContentsMargins(0, 0, 0, 0)
        self._options.setColumnStretch(1, 1)
        nest(column, self._options)
        column.addWidget(label(self.tr("What the levels mean in this study"), "body", "text2"))
        for level in range(1, max(len(kind_of(c).levels) for c in RATED) + 1):
            text = QLineEdit()
            text.textChanged.connect(lambda said, text=text: text.setToolTip(as_tip(said)))
            text.setAccessibleName(self.tr("Meaning of level {level}").format(level=level))
            text.editingFinished.connect(lambda n=level: self._describe(n))
            self.words.append(text)
            row = QHBoxLayout()
            number = label(figures.number(level))
            number.setFixedWidth(number.fontMetrics().horizontalAdvance("0") + 2)
            row.addWidget(number)
            row.addWidget(text, 1)
            nest(column, row)
        return column

    def show_criteria(self, criteria: Sequence[CriterionSetting], facts: StudyFacts) -> None:
        """Show which criteria count, and the ratings of a study."""
        self._criteria, self._facts = tuple(criteria), facts
        used = {setting.criterion for setting in criteria}
        for criterion, tick in self.ticks.items():
            tick.setChecked(criterion in used)
        self.fault.setText("")
        self._show_rating()

    @property
    def chosen(self) -> Criterion:
        """The rating that is shown."""
        return RATED[max(0, self.choice.currentIndex())]

    def _show_rating(self) -> None:
        facts = self._facts
        if facts is None:
            return
        means = [wording.tell(each) for each in describe_levels(self.chosen, facts.rating_words)]
        for text, line in zip(means, self.words, strict=True):
            if not line.hasFocus():
                line.setText(text)
                line.setCursorPosition(0)
                line.setToolTip(text)
        if set(self.levels) != {known.option.id for known in facts.options}:
            self._make_rows(facts.options)
        for known in facts.options:
            rating = dict(known.ratings).get(self.chosen)
            least, likely, most = (0, 0, 0) if rating is None else levels_of(rating)
            _fill(self.levels[known.option.id], means, likely)
            self._say_change(known.option)
            low, high = self.ends[known.option.id]
            _fill_end(low, range(1, likely), least)
            _fill_end(high, range(likely + 1, len(means) + 1) if likely else (), most)

    def say(self, known: LastChanges, told: Callable[[LastChange], str]) -> None:
        """Say of each rating who was the last to change it, as a tip."""
        self._changes = {item: told(change) for item, change in known.items()}
        for option in self._facts.options if self._facts else ():
            self._say_change(option.option)

    def _say_change(self, option: Option) -> None:
        box = self.levels[option.id]
        said = self._changes.get(f"{option.id}/{self.chosen.value}", "")
        box.setAccessibleDescription(said)
        box.setToolTip(as_tip("\n".join(filter(None, (box.currentText(), said)))))

    def _make_rows(self, options: Sequence[OptionFacts]) -> None:
        clear(self._options)
        self.levels, self.ends = {}, {}
        heads = (self.tr("most likely"), self.tr("at least"), self.tr("at most"))
        for column, text in enumerate(heads, start=1):
            self._options.addWidget(label(text, "caption", "text2"), 0, column)
        for row, known in enumerate(options, start=1):
            box = QComboBox()
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(18)
            name: QLabel = label(known.option.name)
            name.setTextFormat(Qt.TextFormat.PlainText)
            box.setAccessibleName(self.tr("Rating of {option}").format(option=known.option.name))
            box.activated.connect(lambda _level, id_=known.option.id: self._rate(id_))
            self.levels[known.option.id] = box
            ends = self._make_ends(known.option)
            self.ends[known.option.id] = ends
            for column, widget in enumerate((name, box, *ends)):
                self._options.addWidget(widget, row, column)
        boxes = (box for id_, level in self.levels.items() for box in (level, *self.ends[id_]))
        tab_through(self.choice, *boxes, *self.words)

    def _make_ends(self, option: Option) -> tuple[QComboBox, QComboBox]:
        low, high = QComboBox(), QComboBox()
        low.setAccessibleName(self.tr("Least rating of {option}").format(option=option.name))
        high.setAccessibleName(self.tr("Highest rating of {option}").format(option=option.name))
        for box in (low, high):
            box.activated.connect(lambda _level, id_=option.id: self._rate(id_))
        return low, high

    # Hands

    def _tick(self, criterion: Criterion, *, on: bool) -> None:
        if self._facts is None:
            return
        if on:
            self.given.emit(add_criterion(self._criteria, criterion))
            return
        try:
            left = remove_criterion(self._criteria, self._facts.weighting, criterion)
        except UserError:
            self.ticks[criterion].setChecked(True)
            self.fault.setText(self.tr("Somebody gave weight to nothing else."))
        else:
            self.given.emit(left)

    def _rate(self, option_id: int) -> None:
        """Keep a rating; the first entry is none, that of an end no other than the likely one."""
        level = self.levels[option_id].currentIndex()
        low, high = (box.currentData() or level for box in self.ends[option_id])
        rating = make_rating(min(low, level), level, max(high, level)) if level else None
        options = self._facts.options if self._facts else ()
        for known in options:
            if known.option.id == option_id:
                self.rated.emit(known.option, with_rating(known.ratings, self.chosen, rating))

    def _describe(self, level: int) -> None:
        if self._facts is None:
            return
        line, own = self.words[level - 1], self._facts.rating_words
        shown = wording.tell(describe_levels(self.chosen, own)[level - 1])
        if line.text().strip() != shown:
            self.described.emit(with_words(own, self.chosen, level, line.text()))


def _fill_end(box: QComboBox, levels: Iterable[int], level: int) -> None:
    """Offer the levels on one side of the likely one; the first entry is that one itself."""
    box.clear()
    box.addItem(figures.EN_DASH)
    for each in levels:
        box.addItem(figures.number(each), each)
    box.setEnabled(box.count() > 1)
    box.setCurrentIndex(max(0, box.findData(level)))


def _fill(box: QComboBox, means: Sequence[str], level: int) -> None:
    texts = [figures.EN_DASH, *(f"{n}  {text}" for n, text in enumerate(means, start=1))]
    if [box.itemText(i) for i in range(box.count())] != texts:
        box.clear()
        box.addItems(texts)
        fit_list(box)
    box.setCurrentIndex(level)

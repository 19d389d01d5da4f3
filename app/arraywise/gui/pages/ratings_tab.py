"""Which criteria count, what each option is rated, and what the levels mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.criteria import ALL_CRITERIA, kind_of
from arraywise.domain.problems import UserError
from arraywise.gui import figures, wording
from arraywise.gui.fields import as_tip, label, scrolled, tab_through
from arraywise.gui.nesting import nest
from arraywise.usecases.edit_criteria import add_criterion, remove_criterion
from arraywise.usecases.edit_ratings import describe_levels, with_rating, with_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QLabel

    from arraywise.domain.criteria import Criterion, CriterionSetting
    from arraywise.domain.facts import OptionFacts, StudyFacts

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
        self.words: list[QLineEdit] = []
        self.fault = label("", "body", "fail", wraps=True)
        self.choice = QComboBox()
        self.choice.setAccessibleName(self.tr("Rating"))
        for criterion in RATED:
            self.choice.addItem(wording.word(criterion), criterion)
        self.choice.currentIndexChanged.connect(self._show_rating)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 12, 16, 12)
        row.setSpacing(24)
        nest(row, self._make_ticks())
        nest(row, self._make_ratings(), 1)

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
        self._options = QFormLayout()
        self._options.setContentsMargins(0, 0, 0, 0)
        column.addWidget(scrolled(self._options), 1)
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
            _fill(self.levels[known.option.id], means, dict(known.ratings).get(self.chosen))

    def _make_rows(self, options: Sequence[OptionFacts]) -> None:
        while self._options.rowCount():
            self._options.removeRow(0)
        self.levels = {}
        for known in options:
            box = QComboBox()
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(24)
            name: QLabel = label(known.option.name)
            name.setTextFormat(Qt.TextFormat.PlainText)
            box.setAccessibleName(self.tr("Rating of {option}").format(option=known.option.name))
            box.activated.connect(lambda level, id_=known.option.id: self._rate(id_, level))
            self.levels[known.option.id] = box
            self._options.addRow(name, box)
        tab_through(self.choice, *self.levels.values(), *self.words)

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

    def _rate(self, option_id: int, level: int) -> None:
        """Keep a rating; the first entry is none."""
        options = self._facts.options if self._facts else ()
        for known in options:
            if known.option.id == option_id:
                ratings = with_rating(known.ratings, self.chosen, level or None)
                self.rated.emit(known.option, ratings)

    def _describe(self, level: int) -> None:
        if self._facts is None:
            return
        line, own = self.words[level - 1], self._facts.rating_words
        shown = wording.tell(describe_levels(self.chosen, own)[level - 1])
        if line.text().strip() != shown:
            self.described.emit(with_words(own, self.chosen, level, line.text()))


def _fill(box: QComboBox, means: Sequence[str], level: int | None) -> None:
    texts = [figures.EN_DASH, *(f"{n}  {text}" for n, text in enumerate(means, start=1))]
    if [box.itemText(i) for i in range(box.count())] != texts:
        box.clear()
        box.addItems(texts)
    box.setCurrentIndex(level or 0)
    box.setToolTip(box.currentText())

"""Which options the charts show, how well each is measured, and what limited it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget
from shiboken6 import isValid

from arraywise.gui import figures, wording
from arraywise.gui.fields import as_tip, hairline, label
from arraywise.gui.pages.page import section_head
from arraywise.gui.pages.performance_words import limit_word, next_test, pair_tip, shape_tip
from arraywise.gui.painting import marker_icon
from arraywise.usecases.describe_comparisons import describe_comparison
from arraywise.usecases.describe_shapes import describe_shape, shape_of

if TYPE_CHECKING:
    from arraywise.domain.decision import (
        Answer,
        OptionAnswer,
        ResponseComparison,
        ThroughputShape,
    )
    from arraywise.gui.session import Session

    _Shaped = tuple[OptionAnswer, ThroughputShape | None]

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class OptionsShown(QFrame):
    """A tick an option, its measurements, what to test next, and pairs of options."""

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.setProperty("ground", "page")
        self.ticks: dict[int, QCheckBox] = {}
        self.figures: dict[int, tuple[QLabel, ...]] = {}
        self._names: tuple[tuple[int, str], ...] = ()
        self._measured: object = None
        """What the figures of the options say."""
        self._pairs: tuple[ResponseComparison, ...] | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(0)
        head, _title, _note = section_head(self.tr("Options shown"))
        column.addWidget(head)
        self._inside = QWidget()
        column.addWidget(self._inside)
        self.next_test = _sentences()
        column.addWidget(self.next_test)
        self._pairs_head, _title, _note = section_head(
            self.tr("Pair by pair"), self.tr("at the same number of users")
        )
        column.addSpacing(8)
        column.addWidget(self._pairs_head)
        self.pairs = _sentences()
        column.addWidget(self.pairs)
        self._shapes_head, _title, _note = section_head(
            self.tr("Shape of the throughput"), self.tr("by the scalability law")
        )
        column.addSpacing(8)
        column.addWidget(self._shapes_head)
        self.shapes = _sentences()
        column.addWidget(self.shapes)
        for each in (self._shapes_head, self.shapes):
            each.hide()  # until they are worked out
        column.addStretch(1)

    @property
    def hidden(self) -> tuple[int, ...]:
        """Options that are not ticked, by id."""
        return tuple(id_ for id_, tick in self.ticks.items() if not tick.isChecked())

    def show_answer(self, answer: Answer) -> None:
        """Show how the options of an answer are measured."""
        names = tuple((o.option.id, o.option.name) for o in answer.options)
        if names != self._names:
            self._names = names
            self._make_rows(answer)
        measured = tuple((o.option, o.levels, o.knee_users) for o in answer.options)
        if measured != self._measured:  # or else a load is dragged
            self._measured = measured
            self._show_figures(answer)
            self._ask_for_shapes(answer.options)
        tests = [text for option in answer.options if (text := next_test(option))]
        self.next_test.setText("\n".join(tests))
        self.next_test.setVisible(bool(tests))
        if answer.comparisons != self._pairs:
            self._pairs = answer.comparisons
            self._show_pairs(answer.comparisons)

    def _show_figures(self, answer: Answer) -> None:
        for option in answer.options:
            for part, text in zip(self.figures[option.option.id], _said(option), strict=True):
                part.setText(text)
            self.figures[option.option.id][-1].setToolTip(as_tip(_limits(option)))

    def _show_pairs(self, pairs: tuple[ResponseComparison, ...]) -> None:
        self.pairs.setText("\n".join(wording.tell(describe_comparison(p)) for p in pairs))
        self.pairs.setToolTip(as_tip("\n".join(pair_tip(pair) for pair in pairs)))
        for each in (self._pairs_head, self.pairs):
            each.setVisible(bool(pairs))

    def _ask_for_shapes(self, options: tuple[OptionAnswer, ...]) -> None:
        def take(shapes: list[_Shaped]) -> None:
            if isValid(self):
                self._show_shapes(shapes)

        self._session.work_out(lambda: [(o, shape_of(o)) for o in options], take, key="shapes")

    def _show_shapes(self, shapes: list[_Shaped]) -> None:
        """Say how each rate bends, and give the law's parameters with their intervals as a tip."""
        said = [[wording.tell(x) for x in describe_shape(*each)] for each in shapes]
        self.shapes.setText("\n".join(" ".join(each) for each in said if each))
        tips = (shape_tip(*each) for each in shapes)
        self.shapes.setToolTip(as_tip("\n".join(filter(None, tips))))
        for each in (self._shapes_head, self.shapes):
            each.setVisible(any(said))

    def _make_rows(self, answer: Answer) -> None:
        hidden = set(self.hidden)
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(16, 2, 16, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        heads = (
            *(self.tr("Levels"), self.tr("Runs"), self.tr("Error\n\u00b1 %")),
            *(self.tr("Highest\ntx/s"), self.tr("Limited by").replace(" ", "\n", 1)),
        )
        for place, text in enumerate(heads):
            head = label(text, "caption", "text2")
            head.setAlignment(_alignment(place, len(heads)))
            grid.addWidget(head, 0, place + 1)
        grid.addWidget(hairline(Qt.Orientation.Horizontal), 1, 0, 1, len(heads) + 1)
        self.ticks, self.figures = {}, {}
        for row, option in enumerate(answer.options, 2):
            id_ = option.option.id
            self.ticks[id_] = self._make_tick(option, is_on=id_ not in hidden)
            self.figures[id_] = tuple(label() for _ in heads)
            grid.addWidget(self.ticks[id_], row, 0)
            for place, part in enumerate(self.figures[id_]):
                part.setAlignment(_alignment(place, len(heads)))
                grid.addWidget(part, row, place + 1)
        layout = self.layout()
        if layout is not None:
            layout.replaceWidget(self._inside, inside)
        self._inside.deleteLater()
        self._inside = inside

    def _make_tick(self, option: OptionAnswer, *, is_on: bool) -> QCheckBox:
        tick = QCheckBox(option.option.name.replace("&", "&&"))
        tick.setIcon(marker_icon(option.option.position, self.devicePixelRatioF()))
        tick.setIconSize(QSize(14, 14))
        tick.setChecked(is_on)
        tick.toggled.connect(lambda _on: self.changed.emit())
        return tick


def _alignment(place: int, count: int) -> Qt.AlignmentFlag:
    """Figures to the right, words to the left."""
    return _LEFT if place == count - 1 else _RIGHT


def _sentences() -> QLabel:
    made = label("", "body", "text2", wraps=True)
    made.setContentsMargins(16, 6, 16, 0)
    return made


def _said(option: OptionAnswer) -> tuple[str, str, str, str, str]:
    """Return levels, runs, the widest half interval in percent, the highest rate, its limit."""
    levels = option.levels
    errors = [
        (level.response_s.high - level.response_s.low) / 2 / level.response_s.point
        for level in levels
        if level.response_s.low is not None
        and level.response_s.high is not None
        and level.response_s.point
    ]
    rates = [level.rate_tps.point for level in levels if level.rate_tps.point is not None]
    used = [level for level in levels if not level.past_knee]
    return (
        figures.number(len(levels)),
        figures.number(sum(level.runs for level in levels)),
        figures.percent(max(errors), 1) if errors else figures.EN_DASH,
        figures.number(max(rates)) if rates else figures.EN_DASH,
        limit_word(used[-1].bottleneck) if used else figures.EN_DASH,
    )


def _limits(option: OptionAnswer) -> str:
    """Say for each level what limited it."""
    return "\n".join(
        f"{figures.number(level.users)}: {limit_word(level.bottleneck)}" for level in option.levels
    )

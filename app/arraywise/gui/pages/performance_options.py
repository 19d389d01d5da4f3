"""Which options the charts show, and how well each is measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QVBoxLayout, QWidget

from arraywise.gui import figures
from arraywise.gui.fields import label
from arraywise.gui.pages.page import section_head
from arraywise.gui.painting import marker_pixmap

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer, OptionAnswer

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class OptionsShown(QWidget):
    """A tick an option."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.ticks: dict[int, QCheckBox] = {}
        self._figures: dict[int, tuple[QLabel, ...]] = {}
        self._names: tuple[tuple[int, str], ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(0)
        head, _title, _note = section_head(self.tr("Options shown"))
        column.addWidget(head)
        self._inside = QWidget()
        column.addWidget(self._inside)
        self.next_test = label("", "body", "text2")
        self.next_test.setWordWrap(True)
        self.next_test.setContentsMargins(16, 8, 16, 0)
        column.addWidget(self.next_test)
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
        for option in answer.options:
            for part, text in zip(self._figures[option.option.id], _said(option), strict=True):
                part.setText(text)
        tests = [
            self.tr("Test next: {option} at {users} users.").format(
                option=o.option.name, users=figures.number(o.test_next_users)
            )
            for o in answer.options
            if o.test_next_users is not None
        ]
        self.next_test.setText(" ".join(tests))
        self.next_test.setVisible(bool(tests))

    def _make_rows(self, answer: Answer) -> None:
        hidden = set(self.hidden)
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(16, 2, 16, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(0, 1)
        heads = (self.tr("Levels"), self.tr("Runs"), self.tr("Error, %"), self.tr("Highest, tx/s"))
        for place, text in enumerate(heads):
            grid.addWidget(label(text, "caption", "text2"), 0, place + 1, _RIGHT)
        self.ticks, self._figures = {}, {}
        for row, option in enumerate(answer.options):
            id_, position = option.option.id, option.option.position
            tick = QCheckBox(option.option.name.replace("&", "&&"))
            tick.setIcon(QIcon(marker_pixmap(position, 14, self.devicePixelRatioF())))
            tick.setIconSize(QSize(14, 14))
            tick.setChecked(id_ not in hidden)
            tick.toggled.connect(lambda _on: self.changed.emit())
            self.ticks[id_] = tick
            self._figures[id_] = tuple(label() for _ in heads)
            grid.addWidget(tick, row + 1, 0)
            for place, part in enumerate(self._figures[id_]):
                grid.addWidget(part, row + 1, place + 1, _RIGHT)
        layout = self.layout()
        if layout is not None:
            layout.replaceWidget(self._inside, inside)
        self._inside.deleteLater()
        self._inside = inside


def _said(option: OptionAnswer) -> tuple[str, str, str, str]:
    """Return levels, runs, the widest half interval in percent of its mean, the highest rate."""
    levels = option.levels
    errors = [
        (level.response_s.high - level.response_s.low) / 2 / level.response_s.point
        for level in levels
        if level.response_s.low is not None
        and level.response_s.high is not None
        and level.response_s.point
    ]
    rates = [level.rate_tps.point for level in levels if level.rate_tps.point is not None]
    return (
        figures.number(len(levels)),
        figures.number(sum(level.runs for level in levels)),
        f"±{figures.percent(max(errors), 1)}" if errors else figures.EN_DASH,
        figures.number(max(rates)) if rates else figures.EN_DASH,
    )

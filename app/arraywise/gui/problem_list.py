"""What is wrong with a file, in whole sentences, each leading to its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from arraywise.domain.problems import Severity
from arraywise.gui import figures, theme, wording
from arraywise.gui.fields import button, label, panel
from arraywise.gui.icon_view import IconView
from arraywise.usecases.decimal_marks import is_chosen, two_readings

if TYPE_CHECKING:
    from arraywise.domain.problems import Problem

SIGNS = {
    Severity.INFO: ("info", "unknown"),
    Severity.WARNING: ("warning", "warn"),
    Severity.ERROR: ("fail", "fail"),
}
"""Icon and colour of each severity."""
_MOST_SHOWN = 100
_HIGHEST = 150


class ProblemList(QScrollArea):
    """As high as its sentences up to a limit; hidden while there is nothing wrong."""

    line_chosen = Signal(int)
    mark_chosen = Signal(object)
    """The decimal mark of the file was said: `,` or `.`, or None to be asked again."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.sentences: tuple[str, ...] = ()
        self.hide()

    def show_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show the problems of a file, worst first."""
        order = list(SIGNS)
        worst_first = sorted(problems, key=lambda p: -order.index(p.severity))
        self.sentences = tuple(wording.tell(p.said) for p in worst_first)
        inside = panel()
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 6, 12, 6)
        column.setSpacing(4)
        shown = zip(worst_first[:_MOST_SHOWN], self.sentences, strict=False)
        is_asked = False
        for problem, sentence in shown:
            column.addWidget(self._row(problem, sentence))
            answers = None if is_asked else self._answers(problem)
            if answers is not None:
                is_asked = True
                column.addWidget(answers)
        column.addStretch(1)
        self.setWidget(inside)
        self.setVisible(bool(problems))
        self._fit()

    def _row(self, problem: Problem, sentence: str) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        icon, tone = SIGNS[problem.severity]
        line.addWidget(IconView(icon, 14, tone), 0, Qt.AlignmentFlag.AlignTop)
        text = label(sentence, wraps=True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        line.addWidget(text, 1)
        place = problem.line
        if place is not None:
            said = self.tr("line {line}").format(line=figures.number(place))
            link = button(said, lambda: self.line_chosen.emit(place), kind="link")
            link.setFixedHeight(18)
            line.addWidget(link, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _answers(self, problem: Problem) -> QWidget | None:
        """Ask once how a file writes its numbers, with both readings of the first of them."""
        found = two_readings(problem)
        if found is None and not is_chosen(problem):
            return None
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(22, 0, 0, 4)
        line.setSpacing(8)
        if found is None:
            line.addWidget(self._answer(self.tr("Ask again how this file writes numbers"), None))
        else:
            for mark, value in ((",", found.with_comma), (".", found.with_point)):
                # without marks between thousands: they are what is asked about
                shown = value.replace(".", QLocale().decimalPoint())
                said = self.tr("{text} is {value}").format(text=found.text, value=shown)
                line.addWidget(self._answer(said, mark))
        line.addStretch(1)
        return row

    def _answer(self, text: str, mark: str | None) -> QPushButton:
        made = button(text, lambda: self.mark_chosen.emit(mark))
        made.setFixedHeight(theme.height("field") - 4)
        tips = {
            ",": self.tr("The comma is the decimal mark in this file."),
            ".": self.tr("The point is the decimal mark in this file."),
        }
        made.setToolTip(tips.get(mark or "", ""))
        return made

    def resizeEvent(self, event: object) -> None:
        """Wrap anew."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()

    def _fit(self) -> None:
        inside = self.widget()
        if inside is not None and self.isVisible():
            wide = max(200, self.width())
            self.setFixedHeight(min(_HIGHEST, max(0, inside.heightForWidth(wide)) + 2))

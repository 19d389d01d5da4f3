"""Banner and list of problems; it lies over the page, so that nothing moves under the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, QObject, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from arraywise.domain.messages import Severity
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    ElidedLabel,
    button,
    close_button,
    export_title,
    fill,
    label,
    panel,
)
from arraywise.gui.widgets.painting import smooth_painter
from arraywise.gui.widgets.theme import IconView, paint_icon
from arraywise.usecases.edit_evidence import is_chosen, two_readings

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QPaintEvent

    from arraywise.domain.messages import Problem

_KINDS = {
    "warn": ("warning", "warn"),
    "fail": ("fail", "fail"),
    "info": ("info", "unknown"),
    "pass": ("pass-measured", "pass"),
}


_MOVING = frozenset({QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide})
_EDGE = 8  # pixels that are left between a message and the edges of what it lies over


class Banner(QFrame):
    """Hidden until it has something to say."""

    def __init__(self, over: QWidget) -> None:
        """Lie over the foot of a widget."""
        super().__init__(over)
        self._over = over
        self._line: QWidget | None = None
        over.installEventFilter(self)
        self._kind = "info"
        self._action: Callable[[], object] | None = None
        self._strong = export_title("", "control")
        self._text = ElidedLabel("text", "control")
        self.link = button("", self._run_action, kind="link")  # what can be done about it
        self.link.hide()
        self._else: Callable[[], object] | None = None
        self.other = button("", self._run_alternative, kind="link")  # what can be done instead
        self.other.hide()
        close = close_button(self.tr("Close this message"), self.hide)
        close.setIconSize(QSize(12, 12))
        parts = self._strong, (self._text, 1), self.link, self.other, close
        fill(QHBoxLayout(self), *parts, margins=(36, 2, 8, 2), spacing=6)
        self.setFixedHeight(theme.height("panel_head"))
        self.hide()

    def show_message(
        self,
        kind: str,
        strong: str,
        text: str = "",
        *,
        link: str = "",
        action: Callable[[], object] | None = None,
        other: tuple[str, Callable[[], object]] | None = None,
    ) -> None:
        """Say what is the matter (`warn`, `fail`, `info`, `pass`), and offer what can be done."""
        self._kind = kind
        self._action = action
        self._strong.setText(strong)
        self._text.setText(text)
        self.link.setText(link)
        self.link.setVisible(bool(link))
        self.other.setText(other[0] if other else "")
        self.other.setVisible(other is not None)
        self._else = other[1] if other else None
        self.setAccessibleName(f"{strong} {text}".strip())
        self._place()
        self.show()
        self.raise_()
        self.update()

    def reserve_free(self, line: QWidget) -> None:
        """Place itself above a line, no wider than it: a total is seen whatever is noted."""
        self._line = line
        line.installEventFilter(self)

    def _place(self) -> None:
        room = self._over.rect()
        line = self._line
        if line is not None and line.isVisibleTo(self._over):
            at = line.mapTo(self._over, QPoint(0, 0))
            room = QRect(at.x(), 0, line.width(), at.y())
        top = room.height() - self.height() - _EDGE
        wide = max(1, room.width() - 2 * _EDGE)
        self.setGeometry(room.x() + _EDGE, max(0, top), wide, self.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in place when what is below changes its size or place."""
        if event.type() in _MOVING and watched in {self._over, self._line}:
            self._place()
        return super().eventFilter(watched, event)

    @property
    def text(self) -> str:
        """All that the banner says."""
        return f"{self._strong.text()} {self._text.text()}".strip()

    def _run_alternative(self) -> None:
        self._action = self._else
        self._run_action()

    def _run_action(self) -> None:
        action, self._action = self._action, None
        self.hide()
        if action is not None:
            action()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw ground, bar and icon."""
        look = theme.look()
        sign, colour = _KINDS[self._kind]
        painter = smooth_painter(self)
        painter.fillRect(self.rect(), look[f"{colour}_tint"])
        painter.fillRect(0, 0, 3, self.height(), look[colour])
        painter.setPen(look["border"])
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        box = QRectF(14, (self.height() - 14) / 2, 14, 14)
        paint_icon(painter, box, sign, look[colour], look[f"{colour}_tint"])


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
        self.sentences = tuple(messages.translate_message(p.message) for p in worst_first)
        inside = panel()
        column = fill(QVBoxLayout(inside), margins=(16, 6, 12, 6), spacing=4)
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
        line = fill(QHBoxLayout(row), margins=(0, 0, 0, 0), spacing=8)
        icon, tone = SIGNS[problem.severity]
        line.addWidget(IconView(icon, 14, tone), 0, Qt.AlignmentFlag.AlignTop)
        text = label(sentence, wraps=True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        line.addWidget(text, 1)
        place = problem.line
        if place is not None:
            message = self.tr("line {line}").format(line=figures.number(place))
            link = button(message, lambda: self.line_chosen.emit(place), kind="link")
            link.setFixedHeight(18)
            line.addWidget(link, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _answers(self, problem: Problem) -> QWidget | None:
        """Ask once how a file writes its numbers, with both readings of the first of them."""
        result = two_readings(problem)
        if result is None and not is_chosen(problem):
            return None
        row = QWidget()
        line = fill(QHBoxLayout(row), margins=(22, 0, 0, 4), spacing=8)
        if result is None:
            line.addWidget(self._answer(self.tr("Ask again how this file writes numbers"), None))
        else:
            for mark, value in ((",", result.with_comma), (".", result.with_point)):
                # without marks between thousands: they are what is asked about
                shown = value.replace(".", QLocale().decimalPoint())
                message = self.tr("{text} is {value}").format(text=result.text, value=shown)
                line.addWidget(self._answer(message, mark))
        line.addStretch(1)
        return row

    def _answer(self, text: str, mark: str | None) -> QPushButton:
        built = button(text, lambda: self.mark_chosen.emit(mark))
        built.setFixedHeight(theme.height("field") - 4)
        tips = {
            ",": self.tr("The comma is the decimal mark in this file."),
            ".": self.tr("The point is the decimal mark in this file."),
        }
        built.setToolTip(tips.get(mark or "", ""))
        return built

    def resizeEvent(self, event: object) -> None:
        """Wrap again."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()

    def _fit(self) -> None:
        inside = self.widget()
        if inside is not None and self.isVisible():
            wide = max(200, self.width())
            self.setFixedHeight(min(_HIGHEST, max(0, inside.heightForWidth(wide)) + 2))

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
    fill,
    label,
    panel,
    panel_title,
)
from arraywise.gui.widgets.painting import smooth_painter
from arraywise.gui.widgets.theme import IconView, paint_icon
from arraywise.usecases.edit_evidence import ambiguous_number_readings, is_decimal_choice_notice

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
SIGNS = {
    Severity.INFO: ("info", "unknown"),
    Severity.WARNING: ("warning", "warn"),
    Severity.ERROR: ("fail", "fail"),
}
"""Icon and colour of each severity."""
_MOST_SHOWN = 100
_HIGHEST = 150


class Banner(QFrame):
    """A message over a widget; hidden until it is shown."""

    def __init__(self, over: QWidget) -> None:
        """Create a banner over the foot of a widget."""
        super().__init__(over)
        self._over = over
        self._line_below: QWidget | None = None
        over.installEventFilter(self)
        self._kind = "info"
        self._action: Callable[[], object] | None = None
        self._strong = panel_title("", "control")
        self._text = ElidedLabel("text", "control")
        self.link = button("", self._run_action, kind="link")  # what can be done about it
        self.link.hide()
        self._other_action: Callable[[], object] | None = None
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
        """Show a message of a kind (`warn`, `fail`, `info`, `pass`), with links to actions."""
        self._kind = kind
        self._action = action
        self._strong.setText(strong)
        self._text.setText(text)
        self.link.setText(link)
        self.link.setVisible(bool(link))
        self.other.setText(other[0] if other else "")
        self.other.setVisible(other is not None)
        self._other_action = other[1] if other else None
        self.setAccessibleName(f"{strong} {text}".strip())
        self._update_geometry()
        self.show()
        self.raise_()
        self.update()

    def keep_above(self, line: QWidget) -> None:
        """Keep this banner above a line and no wider than it, so that the line stays visible."""
        self._line_below = line
        line.installEventFilter(self)

    def _update_geometry(self) -> None:
        free_area = self._over.rect()
        line = self._line_below
        if line is not None and line.isVisibleTo(self._over):
            origin = line.mapTo(self._over, QPoint(0, 0))
            free_area = QRect(origin.x(), 0, line.width(), origin.y())
        top = free_area.height() - self.height() - _EDGE
        width = max(1, free_area.width() - 2 * _EDGE)
        self.setGeometry(free_area.x() + _EDGE, max(0, top), width, self.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the geometry of the widget below and of the line."""
        if event.type() in _MOVING and watched in {self._over, self._line_below}:
            self._update_geometry()
        return super().eventFilter(watched, event)

    @property
    def text(self) -> str:
        """The whole text of the banner."""
        return f"{self._strong.text()} {self._text.text()}".strip()

    def _run_alternative(self) -> None:
        self._action = self._other_action
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


class ProblemList(QScrollArea):
    """Lists the problems of a file, up to a height; hidden without problems."""

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
            column.addWidget(self._build_row(problem, sentence))
            answers = None if is_asked else self._build_mark_choice(problem)
            if answers is not None:
                is_asked = True
                column.addWidget(answers)
        column.addStretch(1)
        self.setWidget(inside)
        self.setVisible(bool(problems))
        self._update_height()

    def _build_row(self, problem: Problem, sentence: str) -> QWidget:
        row = QWidget()
        line = fill(QHBoxLayout(row), margins=(0, 0, 0, 0), spacing=8)
        icon, tone = SIGNS[problem.severity]
        line.addWidget(IconView(icon, 14, tone), 0, Qt.AlignmentFlag.AlignTop)
        text = label(sentence, wraps=True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        line.addWidget(text, 1)
        line_number = problem.line
        if line_number is not None:
            message = self.tr("line {line}").format(line=figures.number(line_number))
            link = button(message, lambda: self.line_chosen.emit(line_number), kind="link")
            link.setFixedHeight(18)
            line.addWidget(link, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _build_mark_choice(self, problem: Problem) -> QWidget | None:
        """Build buttons to choose a file's decimal mark; None where it is unambiguous."""
        result = ambiguous_number_readings(problem)
        if result is None and not is_decimal_choice_notice(problem):
            return None
        row = QWidget()
        line = fill(QHBoxLayout(row), margins=(22, 0, 0, 4), spacing=8)
        if result is None:
            line.addWidget(
                self._build_mark_button(self.tr("Ask again how this file writes numbers"), None)
            )
        else:
            for mark, value in ((",", result.with_comma), (".", result.with_point)):
                # without marks between thousands: they are what is asked about
                shown = value.replace(".", QLocale().decimalPoint())
                message = self.tr("{text} is {value}").format(text=result.text, value=shown)
                line.addWidget(self._build_mark_button(message, mark))
        line.addStretch(1)
        return row

    def _build_mark_button(self, text: str, mark: str | None) -> QPushButton:
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
        self._update_height()

    def _update_height(self) -> None:
        inside = self.widget()
        if inside is not None and self.isVisible():
            width = max(200, self.width())
            self.setFixedHeight(min(_HIGHEST, max(0, inside.heightForWidth(width)) + 2))

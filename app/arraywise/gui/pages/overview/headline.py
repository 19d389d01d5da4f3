"""The answer and the runner-up at the head of the Overview."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arraywise.gui.session.page_requests import ShowPage
from arraywise.gui.widgets import messages, painting, theme
from arraywise.gui.widgets.controls import Passage, button, fill, flush, hairline, named
from arraywise.present.headline import build_headline
from arraywise.present.labels import basis_word, outcome_word
from arraywise.present.runway import describe_chosen

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.messages import Message
    from arraywise.present.headline import Headline

_BEFORE_UNIT = re.compile(r"(?<=\d) (?=%|ms\b|tx/s)")
_SIDE = 16
_GAP = 8


def _passage(sentences: tuple[Message, ...]) -> str:
    """Return sentences in the user's language; a number stays with its unit."""
    return _BEFORE_UNIT.sub("\N{NO-BREAK SPACE}", messages.translate_messages(sentences))


class HeadlineTitle(QWidget):
    """Markers, what to buy, and its outcome with what that is on in small grey."""

    def __init__(self, role: str) -> None:
        super().__init__()
        self._role, self._text, self._word, self._note = role, "", "", ""
        self._markers: tuple[int, ...] = ()
        self._outcome: OptionAnswer | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_title(
        self, text: str, markers: tuple[int, ...], outcome: OptionAnswer | None = None
    ) -> None:
        """Say something else."""
        self._text, self._markers, self._outcome = text, markers, outcome
        self._word = "" if outcome is None else messages.translate_message(outcome_word(outcome))
        self._note = "" if outcome is None else messages.translate_message(basis_word(outcome))
        self.setAccessibleName(", ".join(filter(None, (text, self._word, self._note))))
        self.setToolTip(text)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of the title's font."""
        return QSize(300, QFontMetrics(theme.font(self._role, bold=True)).height() + 4)

    def minimumSizeHint(self) -> QSize:
        """Give way in width."""
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw markers, title, icon and words; the title gives way first."""
        look, painter = theme.look(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        title = QFontMetrics(theme.font(self._role, bold=True))
        size, middle = 0.62 * title.height(), self.height() / 2
        x = float(_SIDE)
        for position in self._markers:
            painting.paint_marker(painter, QPointF(x + size / 2, middle), position, size)
            x += size + _GAP
        room = self.width() - x - self._outcome_width() - _SIDE
        role = self._role
        if title.horizontalAdvance(self._text) > room:  # smaller first, and cut off only then
            role, title = "section", QFontMetrics(theme.font("section", bold=True))
        text = title.elidedText(self._text, Qt.TextElideMode.ElideRight, max(0, int(room)))
        x = self._write(painter, x, text, role, "text", bold=True) + 2 * _GAP
        if self._outcome is None:
            return
        colour = painting.VERDICT_ICONS[self._outcome.status][1]
        icon = QRectF(x, middle - 8, 16, 16)
        painting.paint_verdict_icon(painter, icon, self._outcome.status, look["page"])
        x = self._write(painter, x + 16 + 5, self._word, "figure", colour, bold=True) + _GAP
        self._write(painter, x, self._note, "body", "text3", bold=False)

    def _outcome_width(self) -> float:
        if self._outcome is None:
            return 0.0
        word = QFontMetrics(theme.font("figure", bold=True)).horizontalAdvance(self._word)
        note = QFontMetrics(theme.font("body")).horizontalAdvance(self._note)
        return 2 * _GAP + 21 + word + _GAP + note

    def _write(
        self, painter: QPainter, x: float, text: str, role: str, tone: str, *, bold: bool
    ) -> float:
        """Write a text and return where it ends."""
        painter.setFont(theme.font(role, bold=bold))
        painter.setPen(theme.look()[tone])
        box = QRectF(x, 0, self.width(), self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)
        return x + painter.fontMetrics().horizontalAdvance(text)


class HeadlineBlock(QWidget):
    """Left the answer with its reasons and the next step, right runner-up and runway."""

    asked = Signal(object)  # carries a page request

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Answer"))
        self.title, self.rival_title = HeadlineTitle("headline"), HeadlineTitle("section")
        self.text, self.rival_text = Passage("figure", "text"), Passage("control", "text")
        self.lasting, self.next_step = Passage("control", "text"), Passage("control", "text2")
        self.published = Passage("body", "text2")
        decided = button(
            self.tr("How it was decided"),
            lambda: self.asked.emit(ShowPage("decision")),
            kind="link",
        )
        self._copy = named(
            button(self.tr("Copy the text"), self.copy, kind="link"), self.tr("Copy the answer")
        )
        left = fill(QVBoxLayout(), margins=(0, 10, 0, 6), spacing=4)
        self._foot = fill(QHBoxLayout(), decided, self._copy, None, margins=(_SIDE, 0, _SIDE, 0))
        fill(left, self.title, self.text, self.next_step, self.published, self._foot)
        self._beside = QWidget()
        right = fill(QVBoxLayout(self._beside), margins=(0, 12, 0, 6), spacing=4)
        fill(right, self.rival_title, self.rival_text, self.lasting, None)
        self._split = hairline(Qt.Orientation.Vertical)
        row = flush(QHBoxLayout())
        fill(row, (left, 5), self._split, (self._beside, 3))
        flush(QVBoxLayout(self), row, hairline(Qt.Orientation.Horizontal))

    def add_tools(self, *tools: QWidget) -> None:
        """Put controls of the page at the right end of the links."""
        fill(self._foot, *tools)

    def show_answer(self, answer: Answer) -> None:
        """Say what is to be bought, and why; under it what the publication concludes."""
        lasting = describe_chosen(answer)
        self.lasting.setVisible(lasting is not None)
        self.lasting.setText("" if lasting is None else messages.translate_message(lasting))
        self._show(build_headline(answer))
        published = answer.published_conclusion
        self.published.setVisible(published is not None)
        if published is not None:
            text = self.tr("What the publication concludes: {conclusion} ({citation})")
            self.published.setText(
                text.format(conclusion=published.text, citation=published.citation)
            )

    def _show(self, said: Headline) -> None:
        markers = tuple(o.option.position for o in said.chosen)
        self.title.show_title(messages.translate_message(said.title), markers, said.outcome)
        self.text.setText(_passage(said.sentences))
        step = said.next_step
        self.next_step.setVisible(step is not None)
        self.next_step.setText("" if step is None else messages.translate_message(step))
        self.rival_title.setVisible(said.beside_title is not None)
        self.rival_text.setVisible(said.beside_title is not None)
        for each in (self._beside, self._split):
            each.setVisible(said.beside_title is not None or bool(self.lasting.text()))
        if said.beside_title is not None and said.rival is not None:
            position = said.rival.option.position
            self.rival_title.show_title(messages.translate_message(said.beside_title), (position,))
            self.rival_text.setText(_passage(said.beside))

    def copy(self) -> None:
        """Put the answer into the clipboard as text."""
        parts = [self.title.accessibleName(), self.text.text()]
        if self.next_step.text():
            parts.append(self.next_step.text())
        if self.rival_title.isVisibleTo(self):
            parts += [self.rival_title.accessibleName(), self.rival_text.text()]
        if self.lasting.text():
            parts.append(self.lasting.text())
        QGuiApplication.clipboard().setText("\n".join(parts))

"""How often each option takes each rank, by what is accepted of the weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from arraywise.domain.sureness import Knowledge
from arraywise.gui import figures, painting, theme, wording
from arraywise.gui.charts.tipped import TippedChart

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.sureness import RankShares
    from arraywise.gui.charts.chart_figures import Table

translate = QCoreApplication.translate
_BAR, _GAP, _GROUP = 11, 3, 10
_TOP = 20
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight
_LEAST_BAR = 90  # pixels; where it would be less, names stand over their bars
_PALER = (1.0, 0.5, 0.25, 0.12)
"""Opacity of the first rank's part, the second's ..."""


class RankSharesChart(TippedChart):
    """Three bars an option: weights as stated, only their order, nothing of them."""

    def __init__(self) -> None:
        super().__init__()
        self._answer: Answer | None = None
        self._rows: tuple[OptionAnswer, ...] = ()
        self._states = {
            Knowledge.STATED: self.tr("as stated"),
            Knowledge.ORDER: self.tr("order only"),
            Knowledge.NOTHING: self.tr("any weights"),
        }
        self.setMinimumSize(220, theme.px(140))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Return a size that shows three options."""
        return QSize(320, 220)

    def show_answer(self, answer: Answer) -> None:
        """Draw the ranks of the options that pass, the first one on top."""
        self._answer = answer
        passing = [o for o in answer.options if o.rank is not None and o.rank_shares]
        self._rows = tuple(sorted(passing, key=lambda o: o.rank or 0))
        said = "; ".join(f"{o.option.name} {figures.percent(o.first_share)} %" for o in self._rows)
        self.setAccessibleName(self.tr("First rank, weights as stated: {all}").format(all=said))
        self.update()

    # Geometry

    def _height(self) -> int:
        bars = len(Knowledge) * (theme.px(_BAR) + theme.px(_GAP)) + theme.px(_GROUP)
        return bars + self._name_row()

    def _name_row(self) -> int:
        """Return the height of the names where they stand over their bars."""
        return theme.px(_BAR + _GAP) if self._wide_names() < 0 else 0

    def _words(self) -> int:
        metrics = QFontMetrics(theme.font("caption"))
        return max(metrics.horizontalAdvance(word) for word in self._states.values())

    def _wide_names(self) -> int:
        """Return the width of the names left of the words; negative where they have no room."""
        metrics = QFontMetrics(theme.font("caption", bold=True))
        names = max((metrics.horizontalAdvance(o.option.name) for o in self._rows), default=0)
        names = min(names, int(self.width() * 0.25)) + 4
        room = self.width() - theme.px(78) - theme.px(_LEAST_BAR) - 34 - self._words() - 12
        return names if names <= room else -1

    def _ends(self) -> tuple[float, float]:
        """Return where the bars begin and end."""
        left = 34 + max(0, self._wide_names()) + self._words() + 12
        return left, self.width() - theme.px(78)

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a group of bars an option."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = theme.look()
        if not self._rows:
            painter.setFont(theme.font("body"))
            painter.setPen(look["text3"])
            said = self.tr("Ranks need options that pass")
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, said)
            return
        left, right = self._ends()
        painter.setFont(theme.font("caption"))
        painter.setPen(look["text2"])
        head = QRectF(right + 2, 2, self.width() - right - 10, theme.px(16))
        painter.drawText(head, _MIDDLE | _RIGHT, self.tr("first, %"))
        darkest = self.tr("first rank darkest")
        if painter.fontMetrics().horizontalAdvance(darkest) <= right - left:
            painter.drawText(QRectF(left, 2, right - left, theme.px(16)), _MIDDLE, darkest)
        for place, row in enumerate(self._rows):
            top = theme.px(_TOP) + place * self._height()
            if top + self._height() - theme.px(_GROUP) > self.height():
                break
            self._paint_group(painter, row, top, (left, right))

    def _paint_group(
        self, painter: QPainter, row: OptionAnswer, top: float, ends: tuple[float, float]
    ) -> None:
        look, (left, right) = theme.look(), ends
        middle = top + theme.px(_BAR) / 2
        painting.paint_marker(painter, QPointF(18, middle), row.option.position, 10)
        painter.setFont(theme.font("caption", bold=True))
        painter.setPen(look["text"])
        names = self._wide_names()
        room = names if names > 0 else self.width() - 40
        shown = painter.fontMetrics().elidedText(
            row.option.name, Qt.TextElideMode.ElideRight, int(room)
        )
        painter.drawText(QRectF(30, top - 2, room + 4, theme.px(16)), _MIDDLE, shown)
        first = top + self._name_row()
        for place, shares in enumerate(row.rank_shares):
            y = first + place * (theme.px(_BAR) + theme.px(_GAP))
            painter.setFont(theme.font("caption"))
            painter.setPen(look["text3"])
            word = self._states[shares.knowledge]
            painter.drawText(QRectF(0, y - 2, left - 8, theme.px(16)), _MIDDLE | _RIGHT, word)
            self._paint_shares(painter, row, shares, QRectF(left, y, right - left, theme.px(_BAR)))
            painter.setPen(look["text2"])
            figure = f"{figures.percent(shares.shares[0])} \u00b1 " + figures.percent(
                shares.half_widths[0], 1
            )
            box = QRectF(right + 2, y - 2, self.width() - right - 10, theme.px(16))
            painter.drawText(box, _MIDDLE | _RIGHT, figure)

    def _paint_shares(
        self, painter: QPainter, row: OptionAnswer, shares: RankShares, box: QRectF
    ) -> None:
        option, start = theme.look().option(row.option.position), box.left()
        for place, share in enumerate(shares.shares):
            wide = box.width() * share
            painter.setOpacity(_PALER[min(place, len(_PALER) - 1)])
            painter.fillRect(QRectF(start, box.top(), wide, box.height()), option.fill)
            start += wide
        painter.setOpacity(1.0)
        painter.setPen(QPen(theme.look()["border"], 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)

    # Tips and figures

    def table(self) -> Table:
        """Return the share of the draws in which each option takes each rank."""
        ranks = max((len(s.shares) for row in self._rows for s in row.rank_shares), default=0)
        known = translate("Charts", "What is known of the weights")
        numbers = [f"{place}." for place in range(1, ranks + 1)]
        rows: Table = [[translate("Charts", "Option"), known, *numbers]]
        for row in self._rows:
            for shares in row.rank_shares:
                rows.append([row.option.name, self._states[shares.knowledge], *shares.shares])
        return rows

    def places(self) -> list[QPointF]:
        """Return a place on each option's bars."""
        left, right = self._ends()
        tops = (theme.px(_TOP) + at * self._height() for at in range(len(self._rows)))
        return [QPointF((left + right) / 2, top + theme.px(_BAR)) for top in tops]

    def tip_at(self, place: QPointF) -> str:
        """Return what is said of the option at a place; nothing where there is none."""
        number = int((place.y() - theme.px(_TOP)) // self._height())
        if place.y() < theme.px(_TOP) or not 0 <= number < len(self._rows):
            return ""
        row = self._rows[number]
        lines = [row.option.name, *(self._said(shares) for shares in row.rank_shares)]
        if row.central_weights is not None:
            weights = ", ".join(
                f"{wording.word(c)} {figures.percent(w)} %" for c, w in row.central_weights
            )
            lines.append(self.tr("Who would choose it: {weights}").format(weights=weights))
        if row.confidence is not None:
            said = self.tr("With these weights it is first in {percent} % of the draws.")
            lines.append(said.format(percent=figures.percent(row.confidence, 1)))
        if row.dominated_by:
            said = self.tr("{options} is as good in everything and better in something.")
            lines.append(said.format(options=", ".join(row.dominated_by)))
        return "\n".join(lines)

    def _said(self, shares: RankShares) -> str:
        ranks = ", ".join(
            f"{place}. {figures.percent(share, 1)} %"
            for place, share in enumerate(shares.shares, 1)
        )
        ahead = ", ".join(f"{name} {figures.percent(won)} %" for name, won in shares.beats)
        said = f"{self._states[shares.knowledge]}: {ranks}"
        if not ahead:
            return said
        return said + "; " + self.tr("ahead of {options}").format(options=ahead)

"""Charts of the ranking, of rank shares, and of the lead (tornado)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from arraywise.domain.decision import WeightKnowledge
from arraywise.gui.charts.painted import ReadableChart, ZoomedChart
from arraywise.gui.widgets import figures, messages, painting, theme
from arraywise.gui.widgets.painting import CENTRE, MIDDLE, RIGHT, elide, smooth_painter, write
from arraywise.present.charts.bars import LeadFrame, draw_lead_chart
from arraywise.present.charts.ranking import (
    draw_ranking,
    options_in_chart_order,
    ranking_chart_height,
)
from arraywise.present.charts.scene import text_only_scene

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from arraywise.domain.decision import Answer, CriterionScore, LeadBar, OptionAnswer, RankShares
    from arraywise.domain.options import Option
    from arraywise.gui.charts.painted import Table
    from arraywise.present.charts.scene import Medium, Scene

translate = QCoreApplication.translate
_MARGIN = 16
_SHARES_BAR, _SHARES_GAP, _GROUP = 11, 3, 10
_TOP = 20
_MIN_BAR_WIDTH = 90  # pixels; where it would be less, names are over their bars
_RANK_OPACITIES = (1.0, 0.5, 0.25, 0.12)
"""Opacity of the first rank's segment, the second's ..."""
_LEAD_INSET = 12


def _max_text_width(texts: Iterable[str], *, bold: bool = False) -> int:
    """Return the width of the longest of some small texts, in pixels."""
    metrics = QFontMetrics(theme.font("caption", bold=bold))
    return max(map(metrics.horizontalAdvance, texts), default=0)


class RankingBars(ReadableChart):
    """Stacked bars of what each criterion adds to an option's value, a row an option."""

    def __init__(self) -> None:
        super().__init__()
        self._answer: Answer | None = None
        self._rows: tuple[OptionAnswer, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_answer(self, answer: Answer) -> None:
        """Draw the ranking of an answer."""
        rows = len(self._rows)
        self._answer, self._rows = answer, options_in_chart_order(answer)
        message = (
            f"{o.rank}. {o.option.name} {figures.number(o.value.point, 1)}"
            for o in self._rows
            if o.rank is not None
        )
        self.setAccessibleName(self.tr("Ranking: {options}").format(options=", ".join(message)))
        if len(self._rows) != rows:
            self.updateGeometry()
        self.redraw()

    def sizeHint(self) -> QSize:
        """Return the height of rows and note."""
        return QSize(448, round(ranking_chart_height(len(self._rows), theme.text_scale())))

    def minimumSizeHint(self) -> QSize:
        """May be narrower, never lower."""
        return QSize(theme.px(320), self.sizeHint().height())

    def build_scene(self, medium: Medium) -> Scene:
        """Build rows and note."""
        if self._answer is None:
            return super().build_scene(medium)
        return draw_ranking(self._answer, self.width(), medium, _MARGIN)

    def table(self) -> Table:
        """Return rank, value and the points of each criterion, 0 to 100."""
        answer = self._answer
        if answer is None:
            return []
        words = [messages.criterion_name(c, answer.discount_rate) for c, _ in answer.weights]
        weights = [weight for _, weight in answer.weights]
        message = (
            translate("Charts", "Option"), translate("Charts", "Rank"),
            translate("Charts", "Value"), translate("Charts", "Share of first ranks"),
        )  # fmt: skip
        weighs = translate("Charts", "Weight")
        rows: Table = [[*message, *words], [weighs, None, None, None, *weights]]
        for o in self._rows:
            points = [cell.points.point for cell in o.scores]
            rows.append([o.option.name, o.rank, o.value.point, o.first_share, *points])
        return rows

    def describe(self, key: Hashable) -> str:
        """Describe an option, or what a criterion adds to its value."""
        assert isinstance(key, tuple)  # noqa: S101 - a RankingKey
        row, part = self._rows[key[0]], key[1]
        if row.rank is None and self._answer is not None:
            reason = messages.status_reason(row, self._answer.rules)
            return f"{row.option.name}: {reason}"
        return row.option.name if part is None else self._describe_part(row, row.scores[part])

    def _describe_part(self, row: OptionAnswer, cell: CriterionScore) -> str:
        text = self.tr("{option}, {criterion}: {points} of 100, contributes {part}")
        return text.format(
            option=row.option.name,
            criterion=messages.display_name(cell.criterion),
            points=figures.number(cell.points.point, 1),
            part=figures.number(cell.contribution, 1),
        )


class RankSharesChart(ReadableChart):
    """Three bars an option: weights as stated, only their order, nothing of them."""

    def __init__(self) -> None:
        super().__init__()
        self._answer: Answer | None = None
        self._rows: tuple[OptionAnswer, ...] = ()
        self._states = {
            WeightKnowledge.STATED: self.tr("as stated"),
            WeightKnowledge.ORDER: self.tr("order only"),
            WeightKnowledge.NOTHING: self.tr("any weights"),
        }
        self.setMinimumSize(220, theme.px(140))

    def show_answer(self, answer: Answer) -> None:
        """Draw the ranks of the options that pass, the first one on top."""
        self._answer = answer
        passing = [o for o in answer.options if o.rank is not None and o.rank_shares]
        self._rows = tuple(sorted(passing, key=lambda o: o.rank or 0))
        message = "; ".join(
            f"{o.option.name} {figures.percent(o.first_share)} %" for o in self._rows
        )
        self.setAccessibleName(self.tr("First rank, weights as stated: {all}").format(all=message))
        self.update()

    # Geometry

    def _group_height(self) -> int:
        bars = len(WeightKnowledge) * (theme.px(_SHARES_BAR) + theme.px(_SHARES_GAP))
        return bars + theme.px(_GROUP) + self._name_row_height()

    def _name_row_height(self) -> int:
        """Return the height of the names where they are over their bars."""
        return theme.px(_SHARES_BAR + _SHARES_GAP) if self._name_column_width() < 0 else 0

    def _name_column_width(self) -> int:
        """Return the width of the names left of the states; negative where they do not fit."""
        names = _max_text_width((o.option.name for o in self._rows), bold=True)
        names = min(names, int(self.width() * 0.25)) + 4
        words = _max_text_width(self._states.values())
        room = self.width() - theme.px(78) - theme.px(_MIN_BAR_WIDTH) - 34 - words - 12
        return names if names <= room else -1

    def _bar_bounds(self) -> tuple[float, float]:
        """Return the left and right bound of the bars."""
        left = 34 + max(0, self._name_column_width()) + _max_text_width(self._states.values()) + 12
        return left, self.width() - theme.px(78)

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a group of bars an option."""
        painter = smooth_painter(self)
        if not self._rows:
            message = self.tr("Ranks need options that pass")
            write(painter, self.rect(), message, "text3", CENTRE, font=theme.font("body"))
            return
        left, right = self._bar_bounds()
        head = QRectF(right + 2, 2, self.width() - right - 10, theme.px(16))
        write(painter, head, self.tr("first, %"), "text2", RIGHT, font=theme.font("caption"))
        darkest = self.tr("first rank darkest")
        if painter.fontMetrics().horizontalAdvance(darkest) <= right - left:
            painter.drawText(QRectF(left, 2, right - left, theme.px(16)), MIDDLE, darkest)
        for index, row in enumerate(self._rows):
            top = theme.px(_TOP) + index * self._group_height()
            if top + self._group_height() - theme.px(_GROUP) > self.height():
                break
            self._paint_group(painter, row, top, (left, right))

    def _paint_group(
        self, painter: QPainter, row: OptionAnswer, top: float, bounds: tuple[float, float]
    ) -> None:
        (left, right), bar_height = bounds, theme.px(_SHARES_BAR)
        painting.paint_marker(painter, QPointF(18, top + bar_height / 2), row.option.position, 10)
        painter.setFont(theme.font("caption", bold=True))
        name_width = self._name_column_width()
        available_width = name_width if name_width > 0 else self.width() - 40
        box = QRectF(30, top - 2, available_width + 4, theme.px(16))
        write(painter, box, elide(painter, row.option.name, available_width))
        painter.setFont(theme.font("caption"))
        for index, shares in enumerate(row.rank_shares):
            y = top + self._name_row_height() + index * (bar_height + theme.px(_SHARES_GAP))
            box = QRectF(0, y - 2, left - 8, theme.px(16))
            write(painter, box, self._states[shares.knowledge], "text3", RIGHT)
            self._paint_shares(painter, row, shares, QRectF(left, y, right - left, bar_height))
            first, half = figures.percent(shares.shares[0]), shares.half_widths[0]
            box = QRectF(right + 2, y - 2, self.width() - right - 10, theme.px(16))
            write(painter, box, f"{first} \u00b1 {figures.percent(half, 1)}", "text2", RIGHT)

    def _paint_shares(
        self, painter: QPainter, row: OptionAnswer, shares: RankShares, box: QRectF
    ) -> None:
        option, start = theme.look().option(row.option.position), box.left()
        for index, share in enumerate(shares.shares):
            width = box.width() * share
            painter.setOpacity(_RANK_OPACITIES[min(index, len(_RANK_OPACITIES) - 1)])
            painter.fillRect(QRectF(start, box.top(), width, box.height()), option.fill)
            start += width
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

    def readable_points(self) -> list[QPointF]:
        """Return a point on each option's bars."""
        left, right = self._bar_bounds()
        tops = (theme.px(_TOP) + at * self._group_height() for at in range(len(self._rows)))
        return [QPointF((left + right) / 2, top + theme.px(_SHARES_BAR)) for top in tops]

    def describe_at(self, point: QPointF) -> str:
        """Describe the option at a point; empty where there is none."""
        number = int((point.y() - theme.px(_TOP)) // self._group_height())
        if point.y() < theme.px(_TOP) or not 0 <= number < len(self._rows):
            return ""
        row = self._rows[number]
        lines = [row.option.name, *(self._describe_shares(shares) for shares in row.rank_shares)]
        if row.central_weights is not None:
            weights = ", ".join(
                f"{messages.display_name(c)} {figures.percent(w)} %"
                for c, w in row.central_weights
            )
            lines.append(self.tr("Who would choose it: {weights}").format(weights=weights))
        if row.confidence is not None:
            message = self.tr("First in {percent} % of the simulations with these weights.")
            lines.append(message.format(percent=figures.percent(row.confidence, 1)))
        if row.dominated_by:
            message = self.tr("Dominated by {options}.")
            lines.append(message.format(options=", ".join(row.dominated_by)))
        return "\n".join(lines)

    def _describe_shares(self, shares: RankShares) -> str:
        ranks = ", ".join(
            f"{place}. {figures.percent(share, 1)} %"
            for place, share in enumerate(shares.shares, 1)
        )
        ahead = ", ".join(f"{name} {figures.percent(won)} %" for name, won in shares.beats)
        message = f"{self._states[shares.knowledge]}: {ranks}"
        if not ahead:
            return message
        return message + "; " + self.tr("ahead of {options}").format(options=ahead)


class LeadChart(ZoomedChart):
    """A tornado chart of the lead by input; hatched where the rival leads."""

    def __init__(self) -> None:
        super().__init__()
        self._bars: tuple[LeadBar, ...] = ()
        self._leader: Option | None = None
        self._lead = 0.0
        self.setMinimumSize(220, theme.px(140))

    def show_bars(self, bars: tuple[LeadBar, ...], leader: Option | None, lead: float) -> None:
        """Draw the bars around the current lead, in points."""
        self._bars, self._leader, self._lead = bars, leader, lead
        message = (
            f"{messages.translate_message(b.what)} {self._describe_input_range(b)}" for b in bars
        )
        self.setAccessibleName(self.tr("Lead: {bars}").format(bars="; ".join(message)))
        self.redraw()

    def _describe_input_range(self, bar: LeadBar) -> str:
        nobody = self.tr("none is shown to pass")
        ends = (bar.lead_at_low, bar.lead_at_high)
        return " \u2026 ".join(figures.number(end, 1) or nobody for end in ends)

    def build_scene(self, medium: Medium) -> Scene:
        """Build axis, bars and the current lead, or why there is none."""
        width, height = float(self.width()), float(self.height())
        if not self._bars or self._leader is None:
            text = self.tr("Lead: needs two passing options and the rule best value")
            return text_only_scene(text, (width, height), medium)
        frame = LeadFrame(width, height, _LEAD_INSET * medium.unit, self.visible_range)
        return draw_lead_chart(self._bars, self._leader, self._lead, frame, medium)

    def table(self) -> Table:
        """Return the bounds of each input, and the lead there in points."""
        message = (
            translate("Charts", "Input"),
            translate("Charts", "Low", "interval"), translate("Charts", "High"),
            translate("Charts", "Lead at low"), translate("Charts", "Lead at high"),
            translate("Charts", "Another option leads at"),
        )  # fmt: skip
        rows: Table = [list(message)]
        for bar in self._bars:
            words = [messages.translate_message(each) for each in (bar.what, bar.low, bar.high)]
            rows.append([*words, bar.lead_at_low, bar.lead_at_high, _describe_switch_point(bar)])
        return rows

    def describe(self, key: Hashable) -> str:
        """Describe a bar."""
        assert isinstance(key, int)  # noqa: S101 - the number of a bar
        bar, translated = self._bars[key], messages.translate_message
        text = self.tr("{what}, {low} to {high}: lead {ends} points").format(
            what=translated(bar.what),
            low=translated(bar.low),
            high=translated(bar.high),
            ends=self._describe_input_range(bar),
        )
        if bar.flip is None:
            return text
        return f"{text}\n" + self.tr("another option leads at {flip}").format(
            flip=translated(bar.flip)
        )


def _describe_switch_point(bar: LeadBar) -> str:
    return messages.translate_message(bar.flip) if bar.flip is not None else ""


@dataclass(frozen=True, slots=True)
class Lead:
    """The points by which one option leads another, criterion by criterion."""

    leader: OptionAnswer
    rival: OptionAnswer | None
    parts: tuple[tuple[str, float], ...]

    @property
    def total(self) -> float:
        """Sum of the parts; the difference of the values."""
        return sum(points for _, points in self.parts)


def lead_over_rival(answer: Answer) -> Lead | None:
    """Return the lead of the recommended option over the best of the others that pass."""
    leader = answer.recommended_answer
    if leader is None:
        return None
    others = [o for o in answer.options if o is not leader and o.rank is not None]
    rival = min(others, key=lambda o: o.rank or 0, default=None)
    base = {c.criterion: c.contribution or 0.0 for c in rival.scores} if rival else {}
    parts = tuple(
        (messages.display_name(c.criterion), c.contribution - base.get(c.criterion, 0.0))
        for c in leader.scores
        if c.contribution is not None
    )
    return Lead(leader, rival, parts)

"""The ranking: column width is the weight, bar length the value, so area is the contribution."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from arraywise.domain.criteria import ALL_CRITERIA
from arraywise.domain.decision import FAILS, Verdict
from arraywise.gui import figures, painting, theme, wording
from arraywise.gui.charts.tipped import TippedChart

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer, Cell, OptionAnswer
    from arraywise.gui.charts.chart_figures import Table

translate = QCoreApplication.translate
_ROW = 28
_HEAD = 36
_NOTE = 24
_EDGE = 16
_BAR = 13
_GAP = 7
"""Pixels between two heads."""
_REACH = 24
"""Pixels that the last head may reach into the room of the values."""
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight


def in_order(answer: Answer) -> tuple[OptionAnswer, ...]:
    """Return the options by rank, then those that are not ranked: the failing last."""
    return tuple(
        sorted(
            answer.options,
            key=lambda o: (o.rank is None, o.rank or 0, o.status in FAILS, o.option.position),
        )
    )


def letter(place: int) -> str:
    """Return what stands for a criterion where its name has no room."""
    return chr(ord("A") + place)


class RankingBars(TippedChart):
    """A row an option; where the heads do not fit above the columns, letters stand for them."""

    lettered = Signal(bool)
    """Whether letters stand for the criteria, so that the weights say whose they are."""

    def __init__(self) -> None:
        super().__init__()
        self._answer: Answer | None = None
        self._rows: tuple[OptionAnswer, ...] = ()
        self._widest = 60
        """Pixels of the longest name."""
        self._has_letters = False
        self._heads = {k.criterion: wording.tell(k.short) for k in ALL_CRITERIA}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_answer(self, answer: Answer) -> None:
        """Draw the ranking of an answer."""
        rows = len(self._rows)
        self._answer, self._rows = answer, in_order(answer)
        metrics = QFontMetrics(theme.font("body", bold=True))
        names = (metrics.horizontalAdvance(o.option.name) for o in self._rows)
        self._widest = max(names, default=60)
        said = (
            f"{o.rank}. {o.option.name} {figures.number(o.value.point, 1)}"
            for o in self._rows
            if o.rank is not None
        )
        self.setAccessibleName(self.tr("Ranking: {options}").format(options=", ".join(said)))
        if len(self._rows) != rows:
            self.updateGeometry()
        self._choose_heads()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write names or letters, as there is room."""
        super().resizeEvent(event)
        self._choose_heads()

    def _choose_heads(self) -> None:
        has_letters = not self._names_fit()
        if has_letters != self._has_letters:
            self._has_letters = has_letters
            self.lettered.emit(has_letters)

    def sizeHint(self) -> QSize:
        """Return the height of head, rows and note."""
        return QSize(480, theme.px(_HEAD) + len(self._rows) * theme.px(_ROW) + theme.px(_NOTE))

    def minimumSizeHint(self) -> QSize:
        """May be narrower, never lower."""
        return QSize(400, self.sizeHint().height())

    # Geometry

    def _name_width(self) -> float:
        return min(self._widest, self.width() * 0.34)

    def _bars(self) -> tuple[float, float]:
        """Return where the bars begin and end."""
        return _EDGE + 36 + self._name_width() + 14, self.width() - _EDGE - theme.px(124)

    def _columns(self) -> list[tuple[float, float]]:
        """Return left end and width of each criterion's column."""
        answer = self._answer
        if answer is None:
            return []
        left, right = self._bars()
        widths = [(right - left) * weight for _, weight in answer.weights]
        starts = accumulate(widths, initial=left)
        return [(start, max(0.0, wide)) for start, wide in zip(starts, widths, strict=False)]

    def _placed_heads(self, answer: Answer) -> list[tuple[float, str]]:
        """Return where each head begins, and its text; names may reach over narrow columns."""
        metrics, found, free = QFontMetrics(theme.font("caption")), [], 0.0
        shares = _shares(answer)
        for place, (start, _) in enumerate(self._columns()):
            criterion, weight = answer.weights[place]
            begin = max(start, free)
            if self._has_letters:
                sign = letter(place) if weight > 0 else ""  # without weight there is no column
                found.append((begin if sign else start, sign))
                free = begin + metrics.horizontalAdvance(sign) + 2 if sign else free
                continue
            text, share = self._heads[criterion], shares[place]
            free = begin + max(metrics.horizontalAdvance(t) for t in (text, share)) + _GAP
            found.append((begin, text))
        return found

    def _names_fit(self) -> bool:
        """Say whether all names fit, each beginning above its own column."""
        answer, columns = self._answer, self._columns()
        if answer is None or not columns:
            return True
        metrics = QFontMetrics(theme.font("caption"))
        free, limit = 0.0, self._bars()[1] + _REACH
        for (start, wide), (criterion, _) in zip(columns, answer.weights, strict=True):
            begin = max(start, free)
            end = begin + metrics.horizontalAdvance(self._heads[criterion])
            if end > limit or begin > start + max(wide, _GAP):
                return False
            free = end + _GAP
        return True

    def _fits_below(self, share: str, place: int) -> bool:
        """Say whether a share fits below its letter, which it must not reach over."""
        wide = QFontMetrics(theme.font("caption")).horizontalAdvance(share)
        return wide <= self._columns()[place][1] - _GAP

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw head, rows and note."""
        answer = self._answer
        if answer is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_head(painter, answer)
        for place, row in enumerate(self._rows):
            self._paint_row(painter, row, theme.px(_HEAD) + place * theme.px(_ROW))
        self._paint_note(painter, answer)

    def _paint_head(self, painter: QPainter, answer: Answer) -> None:
        look = theme.look()
        painter.setFont(theme.font("caption"))
        painter.setPen(look["text2"])
        _, right = self._bars()
        shares = _shares(answer)
        for place, (start, text) in enumerate(self._placed_heads(answer)):
            painter.drawText(QRectF(start, 2, 300, theme.px(16)), _MIDDLE, text)
            share = shares[place]
            if not self._has_letters or self._fits_below(share, place):
                below = QRectF(start, theme.px(17), theme.px(60), theme.px(16))
                painter.drawText(below, _MIDDLE, share)
        value, first = self.tr("Value\nof 100"), self.tr("First\n% of draws")
        high = theme.px(31)
        painter.drawText(QRectF(right, 2, theme.px(58), high), _RIGHT, value)
        painter.drawText(QRectF(right + theme.px(58), 2, theme.px(66), high), _RIGHT, first)

    def _paint_row(self, painter: QPainter, row: OptionAnswer, top: float) -> None:
        look, answer = theme.look(), self._answer
        if answer is None:
            return
        line = QRectF(0, top, self.width(), theme.px(_ROW))
        if answer.recommended == row.option:
            painter.fillRect(line, look["accent_tint"])
        painter.setPen(QPen(look["hair"], 1))
        painter.drawLine(
            line.bottomLeft() - QPointF(-_EDGE, 0), line.bottomRight() - QPointF(_EDGE, 0)
        )
        painter.setFont(theme.font("body", bold=True))
        painter.setPen(look["text"])
        rank = figures.EN_DASH if row.rank is None else str(row.rank)
        painter.drawText(QRectF(_EDGE, top, 16, theme.px(_ROW)), _MIDDLE, rank)
        hollow = row.status is Verdict.NOT_COMPARABLE
        centre = QPointF(_EDGE + 22, top + theme.px(_ROW) / 2)
        painting.paint_marker(painter, centre, row.option.position, 11, hollow=hollow)
        painter.setPen(look["text"])
        wide = self._name_width()
        shown = painter.fontMetrics().elidedText(
            row.option.name, Qt.TextElideMode.ElideRight, int(wide) + 2
        )
        painter.drawText(QRectF(_EDGE + 36, top, wide + 4, theme.px(_ROW)), _MIDDLE, shown)
        if row.status in FAILS or row.status is Verdict.NO_DATA:
            self._paint_reason(painter, row, top)
        else:
            self._paint_cells(painter, row, top)

    def _paint_reason(self, painter: QPainter, row: OptionAnswer, top: float) -> None:
        """Say why an option does not score."""
        left, _ = self._bars()
        middle = top + theme.px(_ROW) / 2
        painting.paint_verdict_icon(painter, QRectF(left, middle - 7, 14, 14), row.status)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.look()["text2"])
        room = self.width() - _EDGE - left - 20
        wide = painter.fontMetrics().horizontalAdvance
        texts = self._reasons(row)
        text = next((each for each in texts if wide(each) <= room), texts[-1])
        painting.paint_in_two_lines(painter, QRectF(left + 20, top, room, theme.px(_ROW)), text)

    def _reasons(self, row: OptionAnswer) -> list[str]:
        """Say that an option does not score, the longest first; the tip says it all."""
        word, point = wording.word(row.status), row.response_s.point
        texts = [f"{word}: {self._why(row)}"]
        if point is not None and row.status is row.verdict:
            said = self.tr("{verdict}, {response} ms at the demand: does not score")
            texts.append(said.format(verdict=word, response=figures.milliseconds(point)))
        return [*texts, self.tr("{verdict}: does not score").format(verdict=word)]

    def _why(self, row: OptionAnswer) -> str:
        return wording.why_status(row, self._answer.rules if self._answer is not None else ())

    def _paint_cells(self, painter: QPainter, row: OptionAnswer, top: float) -> None:
        look, counts = theme.look(), row.rank is not None
        option = look.option(row.option.position)
        for cell, (start, wide) in zip(row.cells, self._columns(), strict=True):
            painter.setPen(QPen(look["border"], 1))
            if wide > 1:
                end = start + wide - 3
                painter.drawLine(QPointF(end, top + 5), QPointF(end, top + theme.px(_ROW) - 5))
            if cell.points.point is None:
                continue
            length = max(0.0, wide - 3) * cell.points.point / 100
            bar = QRectF(
                start, top + (theme.px(_ROW) - theme.px(_BAR)) / 2, length, theme.px(_BAR)
            )
            if counts:
                painter.fillRect(bar, option.fill)
            else:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(option.line, 1, Qt.PenStyle.DashLine))
                painter.drawRect(bar)
        self._paint_figures(painter, row, top)

    def _paint_figures(self, painter: QPainter, row: OptionAnswer, top: float) -> None:
        look, (_, right) = theme.look(), self._bars()
        counts = row.rank is not None
        painter.setFont(theme.font("body", bold=counts))
        painter.setPen(look["text" if counts else "text3"])
        value, low, high = row.value.point, row.value.low, row.value.high
        text = figures.number(value, 1)
        if not counts and low is not None and high is not None:
            text = f"{figures.number(low)}{figures.EN_DASH}{figures.number(high)}"
        painter.drawText(QRectF(right, top, theme.px(58), theme.px(_ROW)), _MIDDLE | _RIGHT, text)
        painter.setFont(theme.font("body"))
        share = figures.percent(row.first_share)
        if self._answer is not None and self._answer.is_settling:
            share = figures.ELLIPSIS if share else ""  # the draws are of a moment ago
        if not counts:
            painter.setFont(theme.font("caption"))
            share = (
                self.tr("not comp.") if row.status is Verdict.NOT_COMPARABLE else self.tr("open")
            )
        painter.drawText(
            QRectF(right + theme.px(58), top, theme.px(66), theme.px(_ROW)),
            _MIDDLE | _RIGHT,
            share,
        )

    def _paint_note(self, painter: QPainter, answer: Answer) -> None:
        first = next((o for o in answer.options if o.option == answer.recommended), None)
        if first is None or first.first_share_by_order is None or first.first_share_any is None:
            return
        text = self.tr(
            "First in {order} % if only the order of the weights is accepted,"
            " in {anything} % if nothing is."
        ).format(
            order=figures.percent(first.first_share_by_order),
            anything=figures.percent(first.first_share_any),
        )
        if answer.is_settling:
            text = self.tr("Shares are settling\u2026")
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.look()["text3"])
        top = theme.px(_HEAD) + len(self._rows) * theme.px(_ROW)
        box = QRectF(_EDGE, top, self.width() - 2 * _EDGE, theme.px(_NOTE))
        painting.paint_in_two_lines(painter, box, text)

    # Tips and figures

    def table(self) -> Table:
        """Return rank, value and the points of each criterion, 0 to 100."""
        answer = self._answer
        if answer is None:
            return []
        words = [wording.criterion_word(c, answer.discount_rate) for c, _ in answer.weights]
        weights = [weight for _, weight in answer.weights]
        said = (
            translate("Charts", "Option"), translate("Charts", "Rank"),
            translate("Charts", "Value"), translate("Charts", "Share of first ranks"),
        )  # fmt: skip
        weighs = translate("Charts", "Weight")
        rows: Table = [[*said, *words], [weighs, None, None, None, *weights]]
        for o in self._rows:
            points = [cell.points.point for cell in o.cells]
            rows.append([o.option.name, o.rank, o.value.point, o.first_share, *points])
        return rows

    def places(self) -> list[QPointF]:
        """Return the middle of each bar's column, row by row."""
        rows = (theme.px(_HEAD) + (at + 0.5) * theme.px(_ROW) for at in range(len(self._rows)))
        columns = [start + wide / 2 for start, wide in self._columns() if wide > 1]
        return [QPointF(x, y) for y in rows for x in columns]

    def tip_at(self, place: QPointF) -> str:
        """Return what is said of the bar at a place; nothing where there is none."""
        number = int((place.y() - theme.px(_HEAD)) // theme.px(_ROW))
        if place.y() < theme.px(_HEAD) and self._answer is not None:
            return self._head_at(place.x(), self._answer)
        if not 0 <= number < len(self._rows):
            return ""
        row = self._rows[number]
        if row.rank is None:
            return f"{row.option.name}: {self._why(row)}"
        for cell, (start, wide) in zip(row.cells, self._columns(), strict=True):
            if start <= place.x() < start + wide:
                return self._said(row, cell)
        return row.option.name

    def _head_at(self, x: float, answer: Answer) -> str:
        """Return the criterion over whose column a place lies, with its weight."""
        for (start, wide), (criterion, weight) in zip(
            self._columns(), answer.weights, strict=True
        ):
            if start <= x < start + wide:
                name = wording.criterion_word(criterion, answer.discount_rate)
                return f"{name}, {figures.percent(weight, 1)} %"
        return ""

    def _said(self, row: OptionAnswer, cell: Cell) -> str:
        text = self.tr("{option}, {criterion}: {points} of 100, contributes {part}")
        return text.format(
            option=row.option.name,
            criterion=wording.word(cell.criterion),
            points=figures.number(cell.points.point, 1),
            part=figures.number(cell.contribution, 1),
        )


def _shares(answer: Answer) -> list[str]:
    """Write the weights so that they add up."""
    return [f"{share} %" for share in figures.whole_percents([w for _, w in answer.weights])]

"""Options shown, legend, chart panels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QCoreApplication,
    QEvent,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from arraywise.gui.charts.painted import PictureButton
from arraywise.gui.pages.base import section_head
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    ElidedLabel,
    as_tip,
    button,
    fill,
    flush,
    hairline,
    halves,
    label,
    panel,
)
from arraywise.gui.widgets.painting import marker_icon
from arraywise.present.labels import describe_comparison, describe_shape, shape_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QResizeEvent

    from arraywise.domain.decision import OptionAnswer, ResponseComparison, ThroughputShape
    from arraywise.gui.charts.plots import CurvePlot

LIMITS: dict[str, Any] = {
    "figures contradict each other": QT_TRANSLATE_NOOP("Limits", "Contradiction"),
    "memory paged": QT_TRANSLATE_NOOP("Limits", "Memory"),
    "processors shared": QT_TRANSLATE_NOOP("Limits", "Shared CPU"),
    "host processors exhausted": QT_TRANSLATE_NOOP("Limits", "Host CPU"),
    "host processors nearly exhausted": QT_TRANSLATE_NOOP("Limits", "Host CPU, nearly"),
    "one processor alone": QT_TRANSLATE_NOOP("Limits", "One CPU"),
    "client exhausted": QT_TRANSLATE_NOOP("Limits", "Load generator"),
    "link saturated": QT_TRANSLATE_NOOP("Limits", "Path"),
    "storage": QT_TRANSLATE_NOOP("Limits", "Storage"),
    "contention": QT_TRANSLATE_NOOP("Limits", "Contention"),
    "nothing yet": QT_TRANSLATE_NOOP("Limits", "Nothing yet"),
    "not monitored": QT_TRANSLATE_NOOP("Limits", "Not known"),
}
"""By `LoadLevel.bottleneck`."""


def limit_word(bottleneck: str) -> str:
    """Return what limited a level, in a word or two."""
    source = LIMITS.get(bottleneck)
    return translate("Limits", source) if source else figures.EN_DASH


def next_test(option: OptionAnswer) -> str:
    """Describe what to test next and what that would settle; nothing where all is settled."""
    planned = option.next_test
    if planned is None:
        return ""
    text = translate("OptionsShown", "Test next: {option} at {users} users, {runs} runs.")
    message = text.format(
        option=option.option.name,
        users=figures.number(planned.users),
        runs=figures.number(planned.runs),
    )
    low, high, now = planned.response_s.low, planned.response_s.high, option.response_s
    if low is None or high is None:
        return message
    expected = {"after": figures.milliseconds(high - low)}
    if now.low is None or now.high is None:
        text = translate("OptionsShown", "Its interval would then be {after} ms wide.")
        return f"{message} {text.format(**expected)}"
    text = translate("OptionsShown", "The interval would narrow from {before} ms to {after} ms.")
    return f"{message} {text.format(before=figures.milliseconds(now.high - now.low), **expected)}"


def pair_tip(pair: ResponseComparison) -> str:
    """Return the figures behind a pair."""
    text = translate("OptionsShown", "{first} / {second}: {ratio} [{low} \u2026 {high}], p = {p}")
    return text.format(
        first=pair.options[0],
        second=pair.options[1],
        ratio=figures.number(pair.ratio.point, 3),
        low=figures.number(pair.ratio.low, 3),
        high=figures.number(pair.ratio.high, 3),
        p=figures.number(pair.adjusted_p, 3),
    )


def shape_tip(option: OptionAnswer, shape: ThroughputShape | None) -> str:
    """Return the parameters of the scalability law; nothing where it was not fitted."""
    if shape is None:
        return ""
    text = translate(
        "OptionsShown",
        "{option}: \u03b1 {alpha} [{alpha_low} \u2026 {alpha_high}], \u03b2 {beta}"
        " [{beta_low} \u2026 {beta_high}], \u03b3 {gamma} tx/s; {levels} levels",
    )
    alpha, beta = shape.alpha, shape.beta
    return text.format(
        option=option.option.name,
        alpha=figures.number(alpha.point, 4),
        alpha_low=figures.number(alpha.low, 4),
        alpha_high=figures.number(alpha.high, 4),
        beta=figures.number(beta.point, 6),
        beta_low=figures.number(beta.low, 6),
        beta_high=figures.number(beta.high, 6),
        gamma=figures.number(shape.gamma.point, 2),
        levels=figures.number(shape.levels),
    )


if TYPE_CHECKING:
    from arraywise.domain.decision import Answer, OptionAnswer, ResponseComparison, ThroughputShape
    from arraywise.gui.session.session import Session

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
        self._measured: object = None  # what the figures of the options say
        self._pairs: tuple[ResponseComparison, ...] | None = None
        column = fill(QVBoxLayout(self), margins=(0, 0, 0, 8), spacing=0)
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
            each.hide()  # until they are computed
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
            self._build_rows(answer)
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
            for part, text in zip(self.figures[option.option.id], _text_of(option), strict=True):
                part.setText(text)
            self.figures[option.option.id][-1].setToolTip(as_tip(_limits(option)))

    def _show_pairs(self, pairs: tuple[ResponseComparison, ...]) -> None:
        self.pairs.setText(
            "\n".join(messages.translate_message(describe_comparison(p)) for p in pairs)
        )
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
        message = [
            [messages.translate_message(x) for x in describe_shape(*each)] for each in shapes
        ]
        self.shapes.setText("\n".join(" ".join(each) for each in message if each))
        tips = (shape_tip(*each) for each in shapes)
        self.shapes.setToolTip(as_tip("\n".join(filter(None, tips))))
        for each in (self._shapes_head, self.shapes):
            each.setVisible(any(message))

    def _build_rows(self, answer: Answer) -> None:
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
            self.ticks[id_] = self._build_tick(option, is_on=id_ not in hidden)
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

    def _build_tick(self, option: OptionAnswer, *, is_on: bool) -> QCheckBox:
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
    built = label("", "body", "text2", wraps=True)
    built.setContentsMargins(16, 6, 16, 0)
    return built


def _text_of(option: OptionAnswer) -> tuple[str, str, str, str, str]:
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


_APART = 6


class ListsHead(QWidget):
    """A name, lists to choose from, and buttons; no list is ever narrower than its words."""

    def __init__(
        self, name: str, lists: Iterable[tuple[str, QComboBox]], buttons: Iterable[QWidget]
    ) -> None:
        super().__init__()
        self._lists = QWidget()
        row = fill(QHBoxLayout(self._lists), margins=(0, 0, 0, 0), spacing=_APART)
        for message, combo in lists:
            combo.setAccessibleName(message)
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            combo.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            row.addWidget(combo)
        row.addStretch(1)
        self._others = (label(name, "section", bold=True), *buttons)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 4, 12, 2)
        self._grid.setHorizontalSpacing(_APART)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._is_narrow: bool | None = None
        self._grid.addWidget(self._others[0], 0, 0)
        for place, each in enumerate(self._others[1:], 2):
            self._grid.addWidget(each, 0, place)
        self._place_lists()

    def minimumSizeHint(self) -> QSize:
        """Return what two rows need: one row asks for no more than there is."""
        margins = self._grid.contentsMargins()
        wide = self._lists.sizeHint().width() + margins.left() + margins.right()
        return QSize(wide, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the lists where they have room."""
        super().resizeEvent(event)
        self._place_lists()

    def event(self, event: QEvent) -> bool:
        """Lay the lists again where what stands in them became longer."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._place_lists()
        return super().event(event)

    def _place_lists(self) -> None:
        others = sum(each.sizeHint().width() + _APART for each in self._others)
        is_narrow = self.width() < self.minimumSizeHint().width() + others
        if is_narrow is self._is_narrow:
            return
        self._is_narrow = is_narrow
        self._grid.removeWidget(self._lists)
        self._grid.addWidget(self._lists, *((1, 0, 1, -1) if is_narrow else (0, 1)))


translate = QCoreApplication.translate


def chart_panel(plot: CurvePlot) -> QWidget:
    """Place a plot under its name, with its buttons."""
    built = panel()
    head = fill(QHBoxLayout(), margins=(16, 2, 12, 0), spacing=4)
    name = ElidedLabel("text", "section", bold=True)
    name.setText(plot.accessibleName())
    name.setMinimumHeight(theme.height("panel_head"))
    head.addWidget(name, 1)
    fit = button(translate("PerformancePage", "Fit"), plot.fit, kind="flat")
    fit.setToolTip(
        translate("PerformancePage", "Show all curves; Ctrl+wheel zooms, dragging pans")
    )
    head.addWidget(fit)
    head.addWidget(PictureButton(plot, plot.accessibleName()))
    flush(QVBoxLayout(built), head, (plot, 1))
    return built


_SIGN, _GAP, _PERFORMANCE_LEGEND_APART = 22, 5, 12
_SIGNS = 3 * (_SIGN + _GAP) + 2 * _PERFORMANCE_LEGEND_APART
_WRAPPED = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap


class Legend(QWidget):
    """Three signs with their words: in one line, or in two where that is too wide."""

    def __init__(self) -> None:
        super().__init__()
        self._words = (
            self.tr("interpolation, 95 % band"),
            self.tr("mean of runs, 95 %"),
            self.tr("does not count"),
        )
        self.setAccessibleName("; ".join(self._words))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        """Return room for all words in one line."""
        metrics = QFontMetrics(theme.font("caption"))
        words = sum(metrics.horizontalAdvance(word) for word in self._words)
        return QSize(words + _SIGNS, metrics.height() + 4)

    def minimumSizeHint(self) -> QSize:
        """Return room for all words in two lines."""
        metrics = QFontMetrics(theme.font("caption"))
        words = sum(halves(word, metrics) for word in self._words)
        return QSize(words + _SIGNS, 2 * metrics.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the signs in grey: they hold for all options."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font("caption"))
        metrics, ink = QFontMetrics(theme.font("caption")), theme.look()["text2"]
        is_narrow = self.width() < self.sizeHint().width()
        needed = self.minimumSizeHint() if is_narrow else self.sizeHint()
        middle, x = self.height() / 2, float(self.width() - needed.width())
        for number, word in enumerate(self._words):
            painter.setPen(QPen(ink, 1.6))
            self._draw_sign(painter, number, QPointF(x, middle), ink)
            painter.setPen(ink)
            wide = halves(word, metrics) if is_narrow else metrics.horizontalAdvance(word)
            room = QRectF(x + _SIGN + _GAP, 0, wide + 2, self.height())
            painter.drawText(room, _WRAPPED, word)
            x = room.right() + _PERFORMANCE_LEGEND_APART - 2

    def _draw_sign(self, painter: QPainter, number: int, at: QPointF, ink: QColor) -> None:
        left, right, centre = at, at + QPointF(_SIGN, 0), at + QPointF(_SIGN / 2, 0)
        if number == 0:
            tint = QColor(ink)
            tint.setAlphaF(0.25)
            painter.fillRect(QRectF(at.x(), at.y() - 4, _SIGN, 8), tint)
            painter.drawLine(left, right)
            return
        if number == 1:
            painter.drawLine(centre + QPointF(0, -7), centre + QPointF(0, 7))
            painter.setBrush(ink)
        else:
            painter.setPen(QPen(ink, 1.6, Qt.PenStyle.DotLine))
            painter.drawLine(left, right)
            painter.setPen(QPen(ink, 1.6))
            painter.setBrush(theme.look()["page"])
        painter.drawEllipse(centre, 3.5, 3.5)

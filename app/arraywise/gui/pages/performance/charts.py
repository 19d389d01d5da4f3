"""Charts of load, the options that they show, and what limits each of these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from arraywise.gui.charts.load_curves import (
    demand_lines,
    rate_curves,
    response_curves,
    target_lines,
)
from arraywise.gui.charts.painted import PictureButton
from arraywise.gui.charts.plots import CurvePlot
from arraywise.gui.pages.base import fill_grid, put_row, section_head, wrap_widget_in_scroll_area
from arraywise.gui.pages.performance.hosts import HostPanel
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    ElidedLabel,
    as_tooltip,
    button,
    fill,
    flush,
    hairline,
    label,
    panel,
    splitter,
)
from arraywise.gui.widgets.painting import marker_icon
from arraywise.present.labels import describe_comparison

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from arraywise.domain.decision import Answer, OptionAnswer, ResponseComparison
    from arraywise.domain.options import Option
    from arraywise.domain.study import StudyFacts
    from arraywise.gui.charts.plots import PlottedCurve, Point
    from arraywise.gui.session.session import Session

translate = QCoreApplication.translate

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


def describe_next_test(option: OptionAnswer) -> str:
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
    after, before = figures.milliseconds(high - low), ""
    text = translate("OptionsShown", "Its interval would then be {after} ms wide.")
    if now.low is not None and now.high is not None:
        before = figures.milliseconds(now.high - now.low)
        text = translate(
            "OptionsShown", "The interval would narrow from {before} ms to {after} ms."
        )
    return f"{message} {text.format(before=before, after=after)}"


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
        head, _title, _note = section_head(self.tr("Options shown"))
        self._inside = QWidget()
        self.next_test, self.pairs = _build_sentence_label(), _build_sentence_label()
        self._pairs_head, _title, _note = section_head(
            self.tr("Pair by pair"), self.tr("at the same number of users")
        )
        fill(
            QVBoxLayout(self),
            *(head, self._inside, self.next_test, 8, self._pairs_head, self.pairs, None),
            margins=(0, 0, 0, 8),
            spacing=0,
        )

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
        measured = tuple((o.option, o.levels) for o in answer.options)
        if measured != self._measured:  # or else a load is dragged
            self._measured = measured
            for option in answer.options:
                parts = self.figures[option.option.id]
                for part, text in zip(parts, _format_measurement_summary(option), strict=True):
                    part.setText(text)
                parts[-1].setToolTip(as_tooltip(_describe_limits(option)))
        tests = [text for option in answer.options if (text := describe_next_test(option))]
        self.next_test.setText("\n".join(tests))
        self.next_test.setVisible(bool(tests))
        if answer.comparisons != self._pairs:
            self._pairs = answer.comparisons
            self._show_pairs(answer.comparisons)

    def _show_pairs(self, pairs: tuple[ResponseComparison, ...]) -> None:
        lines = [messages.translate_message(describe_comparison(pair)) for pair in pairs]
        _show_sentences(self._pairs_head, self.pairs, lines, map(pair_tip, pairs))

    def _build_rows(self, answer: Answer) -> None:
        hidden = set(self.hidden)
        inside = QWidget()
        grid = fill_grid(QGridLayout(inside), margins=(16, 2, 16, 0), spacing=(10, 4), stretch=0)
        heads = (
            *(self.tr("Levels"), self.tr("Runs"), self.tr("Error\n\u00b1 %")),
            *(self.tr("Highest\ntx/s"), self.tr("Limited by").replace(" ", "\n", 1)),
        )
        for place, text in enumerate(heads):
            head = label(text, "caption", "text2")
            head.setAlignment(_column_alignment(place, len(heads)))
            grid.addWidget(head, 0, place + 1)
        grid.addWidget(hairline(Qt.Orientation.Horizontal), 1, 0, 1, len(heads) + 1)
        self.ticks, self.figures = {}, {}
        for row, option in enumerate(answer.options, 2):
            id_ = option.option.id
            self.ticks[id_] = self._build_tick(option, is_on=id_ not in hidden)
            self.figures[id_] = tuple(label() for _ in heads)
            put_row(grid, row, self.ticks[id_], *self.figures[id_])
            for place, part in enumerate(self.figures[id_]):
                part.setAlignment(_column_alignment(place, len(heads)))
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


def _column_alignment(place: int, count: int) -> Qt.AlignmentFlag:
    """Figures to the right, words to the left."""
    return _LEFT if place == count - 1 else _RIGHT


def _show_sentences(
    head: QWidget, shown: QLabel, lines: Iterable[str], tips: Iterable[str]
) -> None:
    """Write lines under a head, with their tips; both are hidden where there are none."""
    shown.setText("\n".join(filter(None, lines)))
    shown.setToolTip(as_tooltip("\n".join(filter(None, tips))))
    for each in (head, shown):
        each.setVisible(bool(shown.text()))


def _build_sentence_label() -> QLabel:
    built = label("", "body", "text2", wraps=True)
    built.setContentsMargins(16, 6, 16, 0)
    return built


def _format_measurement_summary(option: OptionAnswer) -> tuple[str, str, str, str, str]:
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


def _describe_limits(option: OptionAnswer) -> str:
    """Say for each level what limited it."""
    return "\n".join(
        f"{figures.number(level.users)}: {limit_word(level.bottleneck)}" for level in option.levels
    )


def build_chart_panel(plot: CurvePlot) -> QWidget:
    """Place a plot under its name, with its buttons."""
    built = panel()
    name = ElidedLabel("text", "section", bold=True)
    name.setText(plot.accessibleName())
    name.setMinimumHeight(theme.height("panel_head"))
    fit = button(translate("PerformancePage", "Fit"), plot.fit, kind="flat")
    fit.setToolTip(
        translate("PerformancePage", "Show all curves; Ctrl+wheel zooms, dragging pans")
    )
    parts = (name, 1), fit, PictureButton(plot, plot.accessibleName())
    head = fill(QHBoxLayout(), *parts, margins=(16, 2, 12, 0), spacing=4)
    flush(QVBoxLayout(built), head, (plot, 1))
    return built


class LoadCharts(QSplitter):
    """Response time and throughput against load, and which options are shown."""

    message = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self._answer: Answer | None = None
        self._curves_of: object = None
        """The measurements and the options left out that the curves were made from."""
        self._curves: tuple[tuple[PlottedCurve, ...], tuple[PlottedCurve, ...]] = ((), ())
        self.response = CurvePlot(self.tr("Response time against load"))
        self.rate = CurvePlot(self.tr("Throughput against users"))
        self.rate.name_axes(self.tr("Users"), self.tr("Transactions per second"))
        self.options = OptionsShown(session)
        self.options.changed.connect(self._redraw)
        for plot in (self.response, self.rate):
            plot.message.connect(self.message)
            plot.chosen.connect(self._show_host_at_level)
            plot.enter_description = self.tr("Show the host at this point")
        self.host = HostPanel(session)
        self.host.message.connect(self.message)
        self._build_left()
        self._build_right()
        self.setStretchFactor(0, 64)
        self.setStretchFactor(1, 36)
        self.setSizes([640, 360])

    def _build_left(self) -> None:
        """Put the response over the host; both scroll where the window is low."""
        parts = (build_chart_panel(self.response), self.host)
        left = splitter(Qt.Orientation.Vertical, *parts, sizes=(380, 240))
        left.setStretchFactor(1, 0)
        left.setProperty("ground", "page")
        self.addWidget(wrap_widget_in_scroll_area(left, keeps_width=True))

    def _build_right(self) -> None:
        right, line = panel(), hairline(Qt.Orientation.Horizontal)
        options = wrap_widget_in_scroll_area(self.options, keeps_width=True)
        flush(QVBoxLayout(right), (build_chart_panel(self.rate), 1), line, (options, 1))
        self.addWidget(right)

    def show_facts(self, facts: StudyFacts, answer: Answer) -> None:
        """Offer the runs of a study, with their hosts."""
        self.host.show_facts(facts, answer)

    def _show_host_at_level(self, option: Option, point: Point) -> None:
        """Show the host of the level that was clicked."""
        if point.users is not None:
            self.host.choose_level(option.id, point.users)

    def draw(self, answer: Answer) -> Generator[None]:
        """Draw an answer's levels, one chart at a time."""
        self._answer = answer
        self.options.show_answer(answer)
        yield from self._draw_charts(answer)

    def _redraw(self) -> None:
        if self._answer is not None:
            for _ in self._draw_charts(self._answer):
                pass

    def _draw_charts(self, answer: Answer) -> Generator[None]:
        message = self.tr("Response time, ms ({statistic})")
        statistic = messages.statistic_name(answer.requirement.curve_statistic)
        self.response.name_axes(
            self.tr("Transactions per second"), message.format(statistic=statistic)
        )
        response, rate = self._cached_curves(answer)
        demand, targets = demand_lines(answer, upright=True), target_lines(answer)
        met = (demand[0].at, targets[0].at) if demand and targets else None
        self.response.show_curves(response, (*demand, *targets), met)
        yield
        self.rate.show_curves(rate, demand_lines(answer, upright=False))

    def _cached_curves(
        self, answer: Answer
    ) -> tuple[tuple[PlottedCurve, ...], tuple[PlottedCurve, ...]]:
        """Return the curves of response and rate; a moved demand leaves them as they are."""
        hidden = self.options.hidden
        measured = (
            (o.option, o.levels, o.curve, o.smooth_curve, *(found.levels for found in o.degraded))
            for o in answer.options
        )
        made_from = hidden, *measured
        if made_from != self._curves_of:
            self._curves_of = made_from
            self._curves = response_curves(answer, hidden), rate_curves(answer, hidden)
        return self._curves

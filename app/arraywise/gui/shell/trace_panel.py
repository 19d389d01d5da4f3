"""The panel that leads from a figure back to formula, inputs, file and line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout

from arraywise.analysis.demand import effective_capacity, has_reduction_range
from arraywise.domain.capacity import TB, format_capacity
from arraywise.domain.evidence import Origin
from arraywise.domain.pricing import price_label
from arraywise.domain.requirement import Goal
from arraywise.domain.units import SECONDS_PER_MINUTE
from arraywise.gui.session.last_changes import LastChangesReader, LastChangesTable
from arraywise.gui.session.page_requests import ShowEvidence, TraceableFigure
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    button,
    close_button,
    fill,
    flush,
    hairline,
    label,
    panel,
)
from arraywise.gui.widgets.trace_parts import (
    STEP_MARGINS,
    RawSnippet,
    RunChips,
    TraceStep,
    TraceTable,
)
from arraywise.present.numbers import decimals_for_values, lower_bound_sign
from arraywise.store.history import REQUIREMENT
from arraywise.store.reading.evidence import list_files, read_file_detail
from arraywise.store.reading.history import (
    read_input_changes,
    read_price_line_changes,
    read_provisioning_step_changes,
)
from arraywise.usecases.show_file import read_raw_lines
from arraywise.usecases.trace_figure import (
    LOAD_FIELDS,
    TARGET_FIELDS,
    CurveTrace,
    PriceTrace,
    TimesTrace,
    TracedLevel,
    TracedRun,
    TracedStep,
    UsableTrace,
    trace_capacity,
    trace_price,
    trace_provisioning,
    trace_response,
    trace_usable_capacity,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.pricing import PriceTotal
    from arraywise.gui.session.session import Session
    from arraywise.store.reading.history import LastChanges
    from arraywise.store.study import Study

_SHOWN_LETTERS, _LETTERS_BEFORE = 30, 12
"""Of a line that is wider than the panel, so much is shown, and so much before the value."""


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A run whose source lines are shown."""

    users: int
    what: str
    place: int


class TracePanel(QFrame):
    """Closed until a figure is asked about; follows the answer while it is open."""

    requested = Signal(object)  # carries a `Wish`

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._option_id: int | None = None
        self._figure = TraceableFigure.RESPONSE
        self._chosen: _Chosen | None = None
        self._changes = LastChangesReader(session, self, key="last changes")
        self.setProperty("ground", "sunken")
        self.setMinimumWidth(theme.width("trace_panel_min"))
        head = panel("sunken")
        head.setFixedHeight(theme.height("toolbar") - 1)
        self.close_button = close_button(self.tr("Close the trace"), self.hide)
        title = label(self.tr("Trace"), "page_title", bold=True)
        fill(QHBoxLayout(head), title, None, self.close_button, margins=(16, 0, 8, 0))
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        flush(QVBoxLayout(self), head, hairline(Qt.Orientation.Horizontal), (self._area, 1))

    def show_figure(self, option_id: int, figure: TraceableFigure) -> None:
        """Show where a figure of an option comes from."""
        self._option_id, self._figure, self._chosen = option_id, figure, None
        self._build_trace()

    def refresh(self) -> None:
        """Follow the answer while the panel is open."""
        if self.isVisible():
            self._build_trace()

    def _build_trace(self) -> None:
        answer, facts = self._session.answer, self._session.facts
        if answer is None or facts is None:
            return
        option = next((o for o in answer.options if o.option.id == self._option_id), None)
        if option is None:
            self.hide()
            return
        content = panel("sunken")
        self._column = fill(QVBoxLayout(content), margins=(0, 14, 0, 12), spacing=0)
        match self._figure:
            case TraceableFigure.RESPONSE:
                self._add_response(answer, option, trace_response(facts, answer, option))
            case TraceableFigure.CAPACITY:
                self._add_capacity(answer, option, trace_capacity(facts, answer, option))
            case TraceableFigure.PRICE:
                self._add_price(answer, option, trace_price(facts, answer, option))
            case TraceableFigure.PROVISIONING:
                self._add_times(option, trace_provisioning(facts, option))
            case TraceableFigure.USABLE:
                self._add_usable(answer, option, trace_usable_capacity(facts, answer, option))
        self._column.addStretch(1)
        self._area.setWidget(content)

    # The figures

    def _add_response(self, answer: Answer, option: OptionAnswer, trace: CurveTrace) -> None:
        is_alone = answer.is_storage_alone
        heading = self.tr("{option}, response time at the demand")
        if is_alone:
            heading = self.tr("{option}, storage time at the demand")
        interval = option.response_s
        decimals = _decimals(interval.point)
        note = ""
        if interval.low is not None and interval.high is not None:
            text = self.tr("95 %: {low} to {high} ms")
            if is_alone:
                text = self.tr("{low} to {high} ms")
            low, high = (figures.milliseconds(e, decimals) for e in (interval.low, interval.high))
            note = text.format(low=low, high=high)
        value = figures.milliseconds(interval.point, decimals) or figures.EN_DASH
        self._add_figure(heading.format(option=option.option.name), f"{value} ms", note)
        verdict = self._add_step(messages.display_name(option.verdict))
        verdict.add_text(messages.translate_message(option.reason))
        self._add_formula(trace)
        demand = (self.tr("Demand x"), figures.number(answer.demand_tps, 1), self.tr("tx/s"))
        self._add_levels(trace, demand, LOAD_FIELDS)

    def _add_capacity(self, answer: Answer, option: OptionAnswer, trace: CurveTrace) -> None:
        heading = self.tr("{option}, load it carries").format(option=option.option.name)
        value, note = figures.EN_DASH, ""
        if option.limit_visits_per_month is not None:
            value = messages.format_load(answer.requirement, option.limit_visits_per_month)
            at = self.tr("{rate} tx/s are shown to pass, growth and reserve included")
            note = at.format(rate=figures.number(option.limit_tps, 1))
        if option.capacity_tps is not None:
            shown = self.tr("Within the target: likely {likely} tx/s, {low} for certain")
            ends = (option.capacity_tps, option.capacity_low_tps)
            likely, low = (figures.number(rate, 1) or figures.EN_DASH for rate in ends)
            note += "\n" + shown.format(likely=likely, low=low)
        self._add_figure(heading, f"{lower_bound_sign(option)}{value}", note)
        self._add_formula(trace)
        asked = answer.requirement
        target = self.tr("Target T"), figures.plain(asked.target_s * 1000), "ms"
        if asked.goal is Goal.NONE:
            target = self.tr("Target T"), self.tr("none"), ""
        self._add_levels(trace, target, TARGET_FIELDS)

    def _add_price(self, answer: Answer, option: OptionAnswer, trace: PriceTrace) -> None:
        word = messages.translate_message(price_label(answer.discount_rate))
        heading = self.tr("{option}, {price}").format(option=option.option.name, price=word)
        price = option.price
        if price is None:
            self._add_figure(heading, figures.EN_DASH, self.tr("No price sheet yet"))
            return
        self._add_figure(heading, f"{figures.number(price.total)} {answer.currency}")
        self._add_formula(trace)
        self._add_price_lines(answer, option, price, trace)

    def _add_price_lines(
        self, answer: Answer, option: OptionAnswer, price: PriceTotal, trace: PriceTrace
    ) -> None:
        step = self._add_step(self.tr("Lines of the price sheet"))
        rows = [
            (line.line.description, figures.number(line.purchase + line.maintenance, 2), "")
            for line in trace.lines
        ]
        id_ = option.option.id
        table = LastChangesTable(step, rows, [(str(place),) for place in range(len(rows))])
        self._read_last_changes(table, lambda study: read_price_line_changes(study, id_))
        sums = [
            (self.tr("Purchase"), price.purchase),
            (self.tr("Discounts"), -price.purchase_discount - price.maintenance_discount),
            (self.tr("Maintenance"), price.maintenance),
            (self.tr("Total"), price.unrounded),
        ]
        if price.undiscounted is not None:
            sums.append((self.tr("Undiscounted"), price.undiscounted.unrounded))
        rows = [(n, figures.number(v, 2), answer.currency) for n, v in sums]
        self._add_step(self.tr("Sum")).column.addWidget(TraceTable(rows))

    def _add_times(self, option: OptionAnswer, trace: TimesTrace) -> None:
        heading = self.tr("{option}, provisioning time").format(option=option.option.name)
        seconds = option.provisioning_s.point
        if seconds is None:
            self._add_figure(heading, figures.EN_DASH, self.tr("No provisioning times yet"))
            return
        message = self.tr("Effort {factor} (times the quickest)")
        message = message.format(factor=figures.number(option.ease_factor, 2))
        low, high = option.provisioning_s.low, option.provisioning_s.high
        if low is not None and high is not None:
            ends = [figures.number(end / 60, 1) for end in (low, high)]
            message = self.tr("95 % interval {0} to {1} min").format(*ends) + f"; {message}"
        self._add_figure(heading, f"{figures.number(seconds / 60, 1)} min", message)
        self._add_formula(trace)
        step = self._add_step(self.tr("Steps, mean of their repetitions"))
        rows = [
            (
                f"{s.name} ({_format_entered_times(s)})",
                figures.number(s.mean_s / 60, 1),
                self.tr("min"),
            )
            for s in trace.steps
        ]
        id_ = option.option.id
        table = LastChangesTable(step, rows, [(s.name,) for s in trace.steps])
        self._read_last_changes(table, lambda study: read_provisioning_step_changes(study, id_))

    def _add_usable(self, answer: Answer, option: OptionAnswer, trace: UsableTrace) -> None:
        heading = self.tr("{option}, usable capacity").format(option=option.option.name)
        held, capacity, price = effective_capacity(option.option), trace.capacity, option.price
        if held is None or capacity is None:
            self._add_figure(heading, figures.EN_DASH, self.tr("No usable capacity is stated"))
            return
        note = ""
        if price is not None and trace.per_tb is not None:
            text = self.tr("{currency} {price} for a usable TB")
            note = text.format(currency=price.currency, price=figures.number(trace.per_tb, 2))
        self._add_figure(heading, f"{figures.number(held.least / TB, 1)} TB", note)
        self._add_formula(trace)
        step = self._add_step(self.tr("Inputs"))
        step.add_text(format_capacity(capacity))
        text = self.tr("{kind}, groups of {width}: {groups}")
        rows = [
            (
                text.format(kind=d.raid, groups=d.whole_groups, width=d.drives_per_group),
                _format_terabytes(d.data_bytes),
                "TB",
            )
            for d in capacity.drives
        ]
        if capacity.drives:
            rows.append((self.tr("Reserve r"), figures.percent(capacity.reserve), "%"))
        rows.append(
            (self.tr("Before reduction B"), _format_terabytes(capacity.unreduced_bytes), "TB")
        )
        ratios = capacity.reduction
        rows.append((self.tr("Reduction, least"), figures.number(ratios.least, 2), ": 1"))
        rows.append((self.tr("Usable U, least"), _format_terabytes(held.least), "TB"))
        if has_reduction_range(option.option):
            rows.append((self.tr("Usable, likely"), _format_terabytes(held.likely), "TB"))
            rows.append((self.tr("Usable, most"), _format_terabytes(held.most), "TB"))
        step.column.addWidget(TraceTable(rows))
        if price is not None:
            self._add_price_lines(answer, option, price, trace.price)

    # Pieces

    def _add_step(self, heading: str, *, first: bool = False) -> TraceStep:
        step = TraceStep(heading, first=first)
        self._column.addWidget(step)
        return step

    def _add_figure(self, heading: str, value: str, note: str = "") -> None:
        figure, rest = label(value, "answer", bold=True), label(note, "body", "text2", wraps=True)
        row = fill(QHBoxLayout(), figure, (rest, 1), spacing=8)
        fill(self._add_step(heading, first=True).column, row)

    def _add_formula(self, trace: CurveTrace | PriceTrace | TimesTrace | UsableTrace) -> None:
        step = self._add_step(self.tr("Formula"))
        step.add_formula(trace.formula)
        step.add_text(messages.translate_message(trace.message))

    def _read_last_changes(
        self, table: LastChangesTable, read: Callable[[Study], LastChanges]
    ) -> None:
        self._changes.update_view(table, (self._option_id, self._figure), read)

    def _add_levels(
        self, trace: CurveTrace, asked: tuple[str, str, str], fields: tuple[str, ...]
    ) -> None:
        rows = [asked]
        for level in trace.levels:
            users = self.tr("Level {users} users").format(users=level.users)
            response = figures.milliseconds(level.response_s, _decimals(level.response_s))
            rows.append((f"{users}: X", figures.number(level.rate_tps, 1), self.tr("tx/s")))
            rows.append((f"{users}: R", response, "ms"))
        table = LastChangesTable(self._add_step(self.tr("Inputs")), rows, [fields])
        self._read_last_changes(table, lambda study: read_input_changes(study, REQUIREMENT))
        for level in trace.levels:
            self._add_runs(level, "R", level.responses, 1000)
            self._add_runs(level, "X", level.rates, 1)

    def _add_runs(
        self, level: TracedLevel, what: str, runs: tuple[TracedRun, ...], factor: int
    ) -> None:
        heading = self.tr("Level {users} users: {what}, {count} runs").format(
            users=level.users, what=what, count=len(runs)
        )
        if level.host_bound:
            heading += self.tr(", not comparable")
        chosen = self._chosen
        here = chosen is not None and (chosen.users, chosen.what) == (level.users, what)
        place = chosen.place if chosen is not None and here else None
        values = [figures.number(r.value * factor, 1) for r in runs]
        chips = RunChips(values, place, self._content_width())
        chips.chosen.connect(lambda n: self._show_chosen(_Chosen(level.users, what, n)))
        self._add_step(heading).column.addWidget(chips)
        if place is not None and place < len(runs):
            self._add_source(runs[place])

    def _content_width(self) -> int:
        """Return how wide the content of a step may be."""
        bar = self._area.verticalScrollBar().sizeHint().width()
        return max(self.width(), self.minimumWidth()) - bar - STEP_MARGINS

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the runs again."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.refresh()

    def _show_chosen(self, chosen: _Chosen) -> None:
        at = self._area.verticalScrollBar().value()
        self._chosen = chosen
        self._build_trace()
        self._area.verticalScrollBar().setValue(at)

    def _add_source(self, run: TracedRun) -> None:
        step = self._add_step(self.tr("Source"))
        line = figures.number(run.line) if run.line is not None else figures.EN_DASH
        step.column.addWidget(label(run.file, bold=True, wraps=True))
        step.add_text(self.tr("line {line}").format(line=line))
        request = ShowEvidence(run.file, run.line, run.column)
        show = partial(self.requested.emit, request)
        link = button(self.tr("Show in Evidence"), show, kind="link")
        place = fill(QVBoxLayout(), margins=(0, 0, 0, 4))
        fill(self._column, place, fill(QHBoxLayout(), link, margins=(34, 0, 0, 10)))
        if run.line is not None:
            self._read_lines(run, run.line, place)

    def _read_lines(self, run: TracedRun, line: int, place: QVBoxLayout) -> None:
        content = self._column.parentWidget()

        def take(source: _Source) -> None:
            if self._column.parentWidget() is not content:
                return
            if source.derived:
                message = label(self.tr("calculated from these lines"), "caption", "text2")
                message.setContentsMargins(36, 0, 16, 4)
                place.addWidget(message)
            if source.lines:
                place.addWidget(RawSnippet(source.lines, line))

        self._session.read(
            lambda study: _read_source(study, run.file, line, run.column), take, key="trace lines"
        )


def _format_entered_times(step: TracedStep) -> str:
    """Describe how often a step was read, and its estimates as they are typed."""
    read = [figures.number(step.repetitions)] if step.repetitions or not step.estimates else []
    judged = (each.scaled(1 / SECONDS_PER_MINUTE) for each in step.estimates)
    return ", ".join([*read, *map(figures.format_estimate, judged)])


def _format_terabytes(size: float) -> str:
    return figures.number(size / TB, 2)


def _decimals(seconds: float | None) -> int:
    return 1 if seconds is None else decimals_for_values([seconds * 1000])


@dataclass(frozen=True, slots=True)
class _Source:
    """Where a value was read."""

    lines: tuple[tuple[int, str], ...] = ()
    derived: bool = False
    """The value was computed from several lines, of which this is the first."""


def _read_source(study: Study, name: str, line: int, column: int | None) -> _Source:
    """Return the line with the one before and the one after; done in the background."""
    file = next((f for f in list_files(study) if f.name == name), None)
    detail = read_file_detail(study, file.id) if file else None
    if file is None or detail is None:
        return _Source()
    measured = [m for run in detail.runs for m in run.run.measurements if m.group is None]
    derived = any(m.line == line and m.origin is Origin.DERIVED for m in measured)
    lines = read_raw_lines(study, file, detail.encoding)
    if lines is None:
        return _Source(derived=derived)
    around = range(max(1, line - 1), min(len(lines), line + 1) + 1)
    return _Source(
        tuple(
            (n, _cut_before_value(lines.line_at(n - 1), column if n == line else None))
            for n in around
        ),
        derived,
    )


def _cut_before_value(text: str, column: int | None) -> str:
    """Let a long line begin shortly before the value."""
    if column is not None and column > _SHOWN_LETTERS:
        return "\u2026" + text[column - _LETTERS_BEFORE : column + _SHOWN_LETTERS]
    return text[: 10 * _SHOWN_LETTERS]

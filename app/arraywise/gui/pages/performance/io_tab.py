"""I/O tests at the demanded mix: one chart, every run with what it counts as, the profile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from arraywise.analysis.io_evidence import Work
from arraywise.domain.messages import UserError
from arraywise.domain.requirement import Goal
from arraywise.domain.units import KIB, PERCENT
from arraywise.domain.workload import TYPED
from arraywise.gui.charts.load_curves import (
    MOST_ABOVE,
    IoPlot,
    describe_io_demand,
    format_ms,
    io_time_labels,
    io_time_lines,
    latency_curves,
    note_shared_by_runs,
)
from arraywise.gui.charts.painted import PictureButton
from arraywise.gui.charts.plots import ReferenceLine
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.pages.base import (
    fill_grid,
    keep_content_height,
    section_head,
    wrap_widget_in_scroll_area,
)
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    UnitField,
    as_tooltip,
    button,
    chip,
    clear_layout,
    fill,
    flush,
    hairline,
    label,
    panel,
    splitter,
    with_accessible_name,
)
from arraywise.gui.widgets.files import ask_profile_file
from arraywise.gui.widgets.painting import RibbonSlider, Scale
from arraywise.present.charts.io_curves import (
    RunUse,
    allowed_io_times,
    demand_iops,
    latency_bounds,
    latency_intervals_at,
    list_io_runs,
    measured_io_mixes,
    workload_io_mix,
)
from arraywise.present.figures import is_demand_in_transactions
from arraywise.usecases.workload_profile import read_profile_file

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import Any

    from arraywise.domain.decision import Answer
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import StudyFacts
    from arraywise.domain.workload import WorkloadProfile
    from arraywise.gui.charts.plots import PlottedCurve
    from arraywise.gui.session.session import Session
    from arraywise.present.charts.io_curves import IoRun, IoTimes, LatencyBounds


translate = QCoreApplication.translate
_DIGITS = 8

_NOT_A_NUMBER = float("nan")


@dataclass(frozen=True, slots=True)
class _Entry:
    """One value of the profile: how it is called, typed and shown."""

    name: str
    title: Any
    unit: Any
    factor: float = 1.0
    default_attribute: str = ""
    """Property of the profile that counts where nobody said."""
    is_rare: bool = False
    """Shown only where it is known."""


_ENTRIES = (
    _Entry("reads", QT_TRANSLATE_NOOP("ProfileEditor", "Reads"), "I/O"),
    _Entry("writes", QT_TRANSLATE_NOOP("ProfileEditor", "Writes"), "I/O"),
    _Entry("block_bytes", QT_TRANSLATE_NOOP("ProfileEditor", "Block size"), "KiB", KIB),
    _Entry("large_bytes", QT_TRANSLATE_NOOP("ProfileEditor", "In large I/O"), "MB", 1e6),
    _Entry(
        "sync_reads",
        QT_TRANSLATE_NOOP("ProfileEditor", "Reads it waits for"),
        "I/O",
        default_attribute="min_read_waits",
    ),
    _Entry(
        "sync_reads_high",
        QT_TRANSLATE_NOOP("ProfileEditor", "Reads it waits for, at most"),
        "I/O",
        is_rare=True,
    ),
    _Entry(
        "log_writes",
        QT_TRANSLATE_NOOP("ProfileEditor", "Log writes it waits for"),
        "I/O",
        default_attribute="log_waits",
    ),
    _Entry("overlap", QT_TRANSLATE_NOOP("ProfileEditor", "Reads at a time"), "I/O", is_rare=True),
    _Entry("cpu_s", QT_TRANSLATE_NOOP("ProfileEditor", "Processor time"), "ms", 1e-3),
    _Entry("rest_s", QT_TRANSLATE_NOOP("ProfileEditor", "All but the storage"), "ms", 1e-3),
    _Entry(
        "transactions_per_s",
        QT_TRANSLATE_NOOP("ProfileEditor", "Measured at"),
        QT_TRANSLATE_NOOP("ProfileEditor", "tx/s"),
        is_rare=True,
    ),
)


class _Row:
    """The widgets of one value."""

    def __init__(self, title: str, unit: str) -> None:
        self.title = label(title)
        self.field = UnitField(title, unit, _DIGITS)
        self.title.setBuddy(self.field)
        self.source = label("", "caption", "text2")
        self.source.setProperty("ground", "sunken")
        self.source.setContentsMargins(6, 2, 6, 2)
        self.parts = (self.title, self.field, self.source)

    def show_value(self, text: str, source: str, tip: str) -> None:
        self.field.show_text(text)
        self.source.setText(source)
        self.source.setToolTip(as_tooltip(tip))

    def set_visible(self, *, visible: bool) -> None:
        for each in self.parts:
            each.setVisible(visible)


class ProfileEditor(QFrame):
    """Fields of the profile with their sources, the storage's share, and what follows."""

    refused = Signal(str)  # carries why what was typed is not taken; empty once it is

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._requirement: Requirement | None = None
        self.setProperty("ground", "page")
        self.rows = {
            e.name: _Row(translate("ProfileEditor", e.title), translate("ProfileEditor", e.unit))
            for e in _ENTRIES
        }
        self.share = _Row(self.tr("Storage may take"), "%")
        self.share_slider = RibbonSlider(self.tr("Share of the target for the storage"))
        self.share_slider.set_scale(Scale(0.01, 1.0))
        self.results = tuple((label("", wraps=True), label("", bold=True)) for _ in range(4))
        self.advice = label("", "body", "text2", wraps=True)
        self.from_file = button(self.tr("Take from a file…"), self._ask_for_file)
        title = label(self.tr("Workload profile"), "section", bold=True)
        note = label(self.tr("one transaction"), "caption", "text2")
        head = fill(QHBoxLayout(), title, (note, 1), self.from_file, spacing=8)
        line = hairline(Qt.Orientation.Horizontal)
        parts = head, self._build_fields(), line, self._build_results(), self.advice, None
        fill(QVBoxLayout(self), *parts, margins=(16, 10, 16, 10), spacing=8)
        self._connect()

    def _build_fields(self) -> QGridLayout:
        rows = (*self.rows.values(), self.share)
        parts = (row.parts for row in rows)
        grid = fill_grid(QGridLayout(), *parts, spacing=(8, 4), stretch=0)
        grid.addWidget(self.share_slider, len(rows), 0, 1, 3)
        wide = max(row.field.width() for row in rows)
        for row in rows:
            row.field.setFixedWidth(wide)
        return grid

    def _build_results(self) -> QGridLayout:
        grid = fill_grid(QGridLayout(), *self.results, stretch=0)
        for _title, value in self.results:
            grid.setAlignment(value, Qt.AlignmentFlag.AlignRight)
        return grid

    def _connect(self) -> None:
        for entry in _ENTRIES:
            field = self.rows[entry.name].field
            field.given.connect(lambda text, entry=entry: self._save_typed_value(entry, text))
        self.share.field.given.connect(self._save_typed_share)
        self.share_slider.moved_to.connect(self._try_share)
        self.share_slider.settled.connect(self._save_dragged_share)

    # Showing

    def show_profile(self, profile: WorkloadProfile, answer: Answer) -> None:
        """Show the values that count, each with where it comes from."""
        self._requirement = answer.requirement
        for entry in _ENTRIES:
            self._show_entry(entry, profile)
        self._show_share(answer.requirement)
        self._show_results(profile, answer)

    def _show_entry(self, entry: _Entry, profile: WorkloadProfile) -> None:
        value: float | None = getattr(profile, entry.name)
        row, source = self.rows[entry.name], profile.source_of(entry.name)
        row.set_visible(visible=value is not None or not entry.is_rare)
        if value is not None:
            tip = "" if source is None else source.origin
            if source is not None and source.line is not None:
                text = self.tr("{file}, line {line}")
                tip = text.format(file=source.origin, line=figures.number(source.line))
            is_typed = source is None or source.origin == TYPED
            word = self.tr("typed") if is_typed else self.tr("file")
            row.show_value(figures.plain(value / entry.factor), word, "" if is_typed else tip)
            return
        default = getattr(profile, entry.default_attribute) if entry.default_attribute else None
        if default is None:
            row.show_value(figures.EN_DASH, self.tr("not known"), "")
        else:
            tip = self.tr("Default")
            row.show_value(figures.plain(default / entry.factor), self.tr("usual"), tip)

    def _show_share(self, requirement: Requirement) -> None:
        share, has_target = requirement.storage_share, requirement.goal is Goal.RESPONSE_TIME
        self.share.set_visible(visible=has_target)
        self.share_slider.setVisible(has_target)
        text = figures.EN_DASH if share is None else figures.plain(share / PERCENT)
        word = self.tr("not known") if share is None else self.tr("typed")
        self.share.show_value(text, word, self.tr("Share of the target; for I/O evidence only"))
        if not self.share_slider.isSliderDown():
            self.share_slider.show_value(share or 0.0)

    def _iops_title(self, answer: Answer) -> str:
        if not is_demand_in_transactions(answer):
            return self.tr("I/Os a second")
        rate = figures.number(answer.demand_tps, 1)
        return self.tr("I/Os a second at {rate} tx/s").format(rate=rate)

    def _show_results(self, profile: WorkloadProfile, answer: Answer) -> None:
        iops = demand_iops(answer.requirement, profile, answer.demand_tps)
        moved = None
        if iops is not None and profile.block_bytes is not None:
            moved = iops * profile.block_bytes + answer.demand_tps * (profile.large_bytes or 0.0)
        share = profile.write_share
        times = allowed_io_times(answer.requirement, profile, answer.demand_tps)
        longest = None if times is None else times.storage_part_s or times.full_target_s
        percent = None if share is None else share / PERCENT
        shown: tuple[tuple[str, float | None, Callable[[float], str]], ...] = (
            (self._iops_title(answer), iops, figures.number),
            (
                self.tr("Throughput, MB/s"),
                None if moved is None else moved / 1e6,
                _format_one_decimal,
            ),
            (self.tr("Share of writes, %"), percent, _format_one_decimal),
            (self.tr("Time for one I/O, at most, ms"), longest, format_ms),
        )
        for (title, value), (name, figure, write) in zip(self.results, shown, strict=True):
            title.setText(name)
            value.setText(figures.EN_DASH if figure is None else write(figure))
        self.advice.setText(_describe_missing_input(profile, answer.requirement))
        self.advice.setVisible(bool(self.advice.text()))

    # Typing

    def _save_typed_value(self, entry: _Entry, text: str) -> None:
        field, value = self.rows[entry.name].field, _parse_typed_figure(text)
        if value is _NOT_A_NUMBER:
            self._show_fault(field, self.tr("A number, or empty if unknown"))
            return
        values = {entry.name: None if value is None else value * entry.factor}
        if entry.name == "sync_reads":
            values["sync_reads_high"] = None  # one figure is typed, not a range
        try:
            self._session.save_profile(values)
        except UserError as error:
            self._show_fault(field, messages.error_text(error))
        else:
            self._show_fault(field, "")

    def _save_typed_share(self, text: str) -> None:
        value = _parse_typed_figure(text)
        if value is _NOT_A_NUMBER or (value is not None and not 0 < value <= 1 / PERCENT):
            self._show_fault(self.share.field, self.tr("A share above 0 and up to 100 %"))
            return
        self._show_fault(self.share.field, "")
        if self._requirement is not None:
            share = None if value is None else value * PERCENT
            self._session.save_requirement(replace(self._requirement, storage_share=share))

    def _try_share(self, share: float) -> None:
        if self._requirement is not None:
            self._requirement = replace(self._requirement, storage_share=round(share, 2))
            self.share.field.setText(figures.plain(round(share, 2) / PERCENT))
            self._session.try_requirement(self._requirement)

    def _save_dragged_share(self) -> None:
        if self._requirement is not None:
            self._session.save_requirement(self._requirement)

    def _show_fault(self, field: UnitField, reason: str) -> None:
        if reason or field.is_faulty:
            self.refused.emit(f"{field.accessibleName()}: {reason}" if reason else "")
        field.show_fault(reason)

    def _ask_for_file(self) -> None:
        path = ask_profile_file(self)
        if path is not None:
            self._session.read(
                lambda _study: read_profile_file(path),
                self._session.save_found_profile,
                key="workload profile",
            )


def _format_one_decimal(value: float) -> str:
    return figures.plain(round(value, 1), 9)


def _parse_typed_figure(text: str) -> float | None:
    """Return the figure that was typed; None for nothing, `_NOT_A_NUMBER` where it is none."""
    if text.strip() in {"", "-", figures.EN_DASH}:
        return None
    value = figures.parse_number(text)
    return _NOT_A_NUMBER if value is None else value


def _describe_missing_input(profile: WorkloadProfile, requirement: Requirement) -> str:
    """Return what to enter next; empty where nothing is missing."""
    if profile.requests is None:
        return translate(
            "ProfileEditor",
            "Enter reads and writes per transaction, or take them from a file. Without them the"
            " required IOPS are unknown.",
        )
    if requirement.goal is not Goal.RESPONSE_TIME:
        return ""
    if requirement.statistic != "mean":
        return translate("ProfileEditor", "I/O tests measure means. Require the mean to use them.")
    if profile.rest_s is None and requirement.storage_share is None:
        return translate(
            "ProfileEditor",
            "State the storage's share of the target, or enter the transaction time outside the"
            " storage. Otherwise no option can pass by I/O tests.",
        )
    return ""


_SIGNS = {
    RunUse.CURVE: ("pass-measured", "pass"),
    RunUse.BOUND: ("pass-modelled", "text2"),
    RunUse.OTHER: ("info", "text2"),
    RunUse.NONE: ("no-data", "text3"),
}
_UPPER, _LOWER = 370, 230  # shares of the height
_NO_LIMIT = 16_777_215  # as Qt counts
_IN_ONE_LINE = 6  # so many chips at most
_LEAST_UPPER = 150  # pixels of the upper part while nothing is drawn


class MixChips(QWidget):
    """Exclusive chips of one kind, block sizes or shares of writes."""

    chosen = Signal(object)  # carries the value of the chip

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(lambda at: self.chosen.emit(self._values[at]))
        self._values: tuple[float, ...] = ()
        self._row = fill(QHBoxLayout(), margins=(0, 0, 0, 0), spacing=4)
        parts = label(title, tone="text2"), self._row, None
        fill(QHBoxLayout(self), *parts, margins=(0, 0, 0, 0), spacing=8)

    @property
    def values(self) -> tuple[float, ...]:
        """What can be chosen."""
        return self._values

    def show_values(self, texts: Sequence[tuple[float, str]], chosen: float | None) -> None:
        """Offer values with their texts, and press the chosen one."""
        values = tuple(value for value, _ in texts)
        if values != self._values:
            self._values = values
            for each in self._group.buttons():
                self._group.removeButton(each)
            clear_layout(self._row)
            for at, (_, text) in enumerate(texts):
                built = chip(text)
                self._group.addButton(built, at)
                self._row.addWidget(built)
        self.setVisible(bool(values))
        self._group.setExclusive(False)
        for at, value in enumerate(values):
            with QSignalBlocker(self._group):
                self._group.button(at).setChecked(value == chosen)
        self._group.setExclusive(True)

    def click(self, value: float) -> None:
        """Choose a value as a click does."""
        self._group.button(self._values.index(value)).click()


class IoTab(QSplitter):
    """What I/O tests say of the demanded mix, or of another one that was chosen."""

    message = Signal(str)

    _works_of: object = None
    _works: tuple[Work, ...] = ()
    """What was measured, and of which options: a moved demand leaves it as it is."""

    def __init__(self, session: Session) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self._facts: StudyFacts | None = None
        self._answer: Answer | None = None
        self._block: float | None = None
        self._share: float | None = None
        """What was chosen instead of the demanded mix."""
        self._made_from: object = None
        """What runs, curves and ends were made from: a moved demand leaves them as they are."""
        self.runs: tuple[IoRun, ...] = ()
        self._curves: tuple[PlottedCurve, ...] = ()
        self._ends: tuple[LatencyBounds, ...] = ()
        self.blocks, self.shares = MixChips(self.tr("Block size")), MixChips(self.tr("Writes"))
        self.as_demanded = button(
            self.tr("As demanded"), lambda: self._choose_mix(None, None), kind="link"
        )
        self.plot = IoPlot(self.tr("Latency against I/Os a second"))
        self._upper, self._mixes = panel(), QHBoxLayout()
        self._tools = (
            button(self.tr("Fit"), self.plot.fit, kind="flat"),
            PictureButton(self.plot, self.plot.accessibleName()),
        )
        self.nothing = label("", "control", "text2", wraps=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.note = label("", "caption", "text2", wraps=True)
        self.model = RowsModel(self._columns(), self)
        self.grid = with_accessible_name(Grid(self.model, plain=True), self.tr("I/O runs"))
        self.editor = ProfileEditor(session)
        self._connect()
        self.addWidget(self._build_left())
        self.addWidget(wrap_widget_in_scroll_area(self.editor, keeps_width=True))
        self.setStretchFactor(0, 1)
        self.setStretchFactor(1, 0)

    def _connect(self) -> None:
        self.plot.message.connect(self.message)
        self.editor.refused.connect(self.message)
        self.blocks.chosen.connect(lambda block: self._choose_mix(block, self._share))
        self.shares.chosen.connect(lambda share: self._choose_mix(self._block, share))

    def _build_left(self) -> QWidget:
        upper = self._upper
        fill(self._mixes, self.blocks, self.shares, spacing=6)
        parts = self._mixes, None, self.as_demanded, *self._tools
        head = fill(QHBoxLayout(), *parts, margins=(16, 8, 12, 4), spacing=16)
        self.note.setContentsMargins(16, 0, 16, 6)
        self.nothing.setContentsMargins(40, 20, 40, 20)
        flush(QVBoxLayout(upper), head, (self.plot, 1), (self.nothing, 1), self.note)
        keep_content_height(upper)
        lower = panel()
        title, self.title, self.title_note = section_head(self.tr("Which runs count"))
        flush(QVBoxLayout(lower), title, (self.grid, 1))
        both = splitter(Qt.Orientation.Vertical, upper, lower, sizes=(_UPPER, _LOWER))
        both.setProperty("ground", "page")
        return both

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column("file", self.tr("File"), _file_cell, min_width=110, max_width=180),
            Column("option", self.tr("Option"), _option_cell, min_width=80, max_width=180),
            Column("block", "KiB",
                   lambda r: _number_cell(r, r.block_bytes, lambda b: figures.plain(b / KIB)),
                   right=True, min_width=40),
            Column("writes", self.tr("Writes"),
                   lambda r: _number_cell(r, r.write_share, figures.percent), "%", right=True,
                   min_width=50),
            Column("levels", self.tr("Levels"),
                   lambda r: _number_cell(r, r.levels, figures.number), right=True, min_width=50),
            Column("use", self.tr("Counts as"), _use_cell, min_width=200, stretch=True),
        )  # fmt: skip

    # Choosing

    def _choose_mix(self, block: float | None, share: float | None) -> None:
        self._block, self._share = block, share
        if self._facts is not None and self._answer is not None:
            self._show_mix(self._facts, self._answer)

    # Showing

    def draw(self, facts: StudyFacts, answer: Answer) -> Generator[None]:
        """Show the I/O runs of a study and its profile."""
        self._facts, self._answer = facts, answer
        self.editor.show_profile(facts.workload, answer)
        yield
        self._show_mix(facts, answer)

    def _show_mix(self, facts: StudyFacts, answer: Answer) -> None:
        profile = facts.workload
        demanded = workload_io_mix(profile)
        if self._works_of is not facts.options:
            self._works_of, self._works = facts.options, measured_io_mixes(facts.options)
        work = self._offer_mixes(demanded, self._works)
        if self._made_from != (facts.options, work):
            self._made_from = facts.options, work
            self.runs = list_io_runs(facts.options, work)
            self._curves = latency_curves(self.runs)
            self._ends = () if work is None else latency_bounds(facts.options, work)
            self.model.set_rows(self.runs)
            self.grid.fit_columns()
        self.as_demanded.setVisible(demanded is not None and work != demanded)
        is_known = demanded is not None
        title = self.tr("Which runs count") if is_known else self.tr("Which runs would count")
        self.title.setText(title)
        self.title_note.setText("" if work is None else format_mix(work))
        self._show_chart(facts, answer, work)

    def _offer_mixes(self, demanded: Work | None, measured: Sequence[Work]) -> Work | None:
        """Offer the mixes that were measured or are demanded, and return the one to show."""
        base = demanded or next(iter(measured), None)
        if base is None:
            self.blocks.show_values((), None)
            self.shares.show_values((), None)
            return None
        works = (base, *measured)
        blocks = sorted({w.block_bytes for w in works if w.block_bytes is not None})
        shares = _distinct_shares([base.write_share, *(w.write_share for w in measured)])
        block = self._block if self._block in blocks else base.block_bytes
        share = self._share if self._share in shares else base.write_share
        self.blocks.show_values(
            [(each, messages.format_block_size(each)) for each in blocks], block
        )
        self.shares.show_values(
            [(each, f"{figures.percent(each)}\u00a0%") for each in shares], share
        )
        is_long = len(blocks) + len(shares) > _IN_ONE_LINE
        way = QBoxLayout.Direction.TopToBottom if is_long else QBoxLayout.Direction.LeftToRight
        self._mixes.setDirection(way)
        self._mixes.setSpacing(4 if is_long else 16)
        return Work(base.write_share if share is None else share, block)

    def _show_chart(self, facts: StudyFacts, answer: Answer, work: Work | None) -> None:
        curves = self._curves
        for each in (self.plot, self.note, *self._tools):
            each.setVisible(bool(curves))
        self.nothing.setVisible(not curves)
        self._upper.setMaximumHeight(_NO_LIMIT if curves else theme.px(_LEAST_UPPER))
        if not curves or work is None:
            self.nothing.setText(self._no_curve_reason(work))
            return
        requirement, profile = answer.requirement, facts.workload
        iops = demand_iops(requirement, profile, answer.demand_tps)
        demanded, times = (
            workload_io_mix(profile),
            allowed_io_times(requirement, profile, answer.demand_tps),
        )
        longest = max(p.y for curve in curves for p in curve.points) / 1e3
        lines = () if times is None else io_time_lines(times, longest)
        if iops is not None:
            mix = "" if demanded in {None, work} or demanded is None else format_mix(demanded)
            lines = (*lines, ReferenceLine(iops, describe_io_demand(iops, mix), upright=True))
        self.plot.name_axes(
            f"{self.tr('I/Os a second')}, {format_mix(work)}", self.tr("Latency, ms (mean)")
        )
        self.plot.show_curves(curves, lines, _shaded_area(lines, curves))
        shared = note_shared_by_runs(self.runs)
        every = shared and self.tr("All curves: {note}").format(note=shared)
        texts = [
            every,
            _describe_times_beyond_chart(times, longest),
            self._describe_latency_at_demand(iops),
        ]
        self.note.setText("\n".join(filter(None, texts)))
        self.note.setVisible(bool(self.note.text()))

    def _describe_latency_at_demand(self, iops: float | None) -> str:
        if iops is None:
            return ""
        found = [
            f"{each.option.name} {_format_latency_range(each.low_s, each.high_s)}"
            for each in latency_intervals_at(self._ends, iops)
        ]
        rate = figures.number(iops)
        if not found:
            text = self.tr("No measurement at {rate} IOPS. Measure this rate.")
            return text.format(rate=rate)
        text = self.tr("At {rate} IOPS, in ms: {options}")
        return text.format(rate=rate, options=", ".join(found))

    def _no_curve_reason(self, work: Work | None) -> str:
        if work is None:
            return self.tr(
                "No run of random I/O states its share of writes. Import tests that do, for"
                " example from fio, ORION or vdbench."
            )
        if any(run.use is RunUse.BOUND for run in self.runs):
            text = self.tr(
                "The runs with {mix} state rates but no latency. Measure the latency at these"
                " rates."
            )
            return text.format(mix=format_mix(work))
        text = self.tr(
            "No run with {mix}. Choose another block size or share of writes, or test this mix."
        )
        return text.format(mix=format_mix(work))


def _distinct_shares(shares: Sequence[float]) -> list[float]:
    """Return shares that differ by steps of 5 %, ascending; the first of near ones stays."""
    result: dict[int, float] = {}
    for share in shares:
        result.setdefault(round(20 * share), share)
    return sorted(result.values())


def _shaded_area(
    lines: Sequence[ReferenceLine], curves: Sequence[PlottedCurve]
) -> tuple[float, float] | None:
    """Return up to where the storage's part is shaded; None where its line is not drawn."""
    part = next((line.at for line in lines if line.dotted), None)
    upright = [line.at for line in lines if line.upright]
    right = max([p.x for curve in curves for p in curve.points] + upright)
    return None if part is None else (4 * right, part)


def _describe_times_beyond_chart(times: IoTimes | None, longest: float) -> str:
    """Say the times that are too long to be drawn beside the measured latencies."""
    if times is None:
        return ""
    whole, part = io_time_labels(times)
    far = [
        text
        for at, text in ((times.full_target_s, whole), (times.storage_part_s, part))
        if at is not None and text and at > MOST_ABOVE * longest
    ]
    return "; ".join(far)


def _format_latency_range(low_s: float | None, high_s: float | None) -> str:
    if low_s is None or high_s is None:
        known = low_s if high_s is None else high_s
        return f"{'≥' if high_s is None else '≤'}\u00a0{format_ms(known or 0.0)}"
    # writes that a cache takes answer before reads: more of them may be the lower end
    low, high = (format_ms(each) for each in sorted((low_s, high_s)))
    return low if low == high else f"{low}{figures.EN_DASH}{high}"


def format_mix(work: Work) -> str:
    """Write block size and share of writes of some work."""
    return messages.format_io_mix(work.block_bytes, work.write_share)


# Cells of the list


def _tone(run: IoRun) -> str:
    return "text3" if run.use is RunUse.NONE else "text"


def _file_cell(run: IoRun) -> Cell:
    first, *others = [name.rpartition("/")[2] for name in run.files]
    text = f"{first} +{figures.number(len(others))}" if others else first
    tip = "\n".join((messages.tool_name(run.tool), *run.files))
    return Cell(text, colour=_tone(run), tip=tip)


def _option_cell(run: IoRun) -> Cell:
    is_unused = run.use in {RunUse.NONE, RunUse.BOUND}
    position = run.option.position
    return Cell(run.option.name, marker=position, hollow=is_unused, colour=_tone(run))


def _number_cell(run: IoRun, value: float | None, write: Callable[[float], str]) -> Cell:
    if value is None:
        return Cell(figures.EN_DASH, colour="text3")
    return Cell(write(value), number=value, colour=_tone(run))


def _use_cell(run: IoRun) -> Cell:
    icon, colour = _SIGNS[run.use]
    text = messages.translate_message(run.reason)
    return Cell(text, icon=icon, colour=colour, tip=text)

"""I/O tests at the demanded mix: one chart, every run with what it counts as, the profile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QHBoxLayout,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from arraywise.analysis.io_evidence import Work
from arraywise.domain.units import KIB
from arraywise.gui.charts.chart_export import PictureButton
from arraywise.gui.charts.curves import ReferenceLine
from arraywise.gui.charts.io_plot import (
    MOST_ABOVE,
    IoPlot,
    demand_text,
    latency_curves,
    shared_note,
    short_ms,
    time_lines,
    time_texts,
)
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.pages.base import fix_height, scrolling, section_head
from arraywise.gui.pages.performance.profile_editor import ProfileEditor
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    button,
    chip,
    clear,
    fill,
    flush,
    label,
    named,
    panel,
    splitter,
)
from arraywise.present.charts.io_curves import (
    Use,
    demand_iops,
    demanded_work,
    io_times,
    latencies_at,
    latency_ends,
    list_runs,
    measured_works,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from arraywise.domain.decision import Answer
    from arraywise.domain.study import StudyFacts
    from arraywise.gui.charts.curves import PlottedCurve
    from arraywise.gui.session.session import Session
    from arraywise.present.charts.io_curves import IoRun, IoTimes, LatencyEnds

_SIGNS = {
    Use.CURVE: ("pass-measured", "pass"),
    Use.BOUND: ("pass-modelled", "text2"),
    Use.OTHER: ("info", "text2"),
    Use.NONE: ("no-data", "text3"),
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

    def offer(self, texts: Sequence[tuple[float, str]], chosen: float | None) -> None:
        """Offer values with their texts, and press the chosen one."""
        values = tuple(value for value, _ in texts)
        if values != self._values:
            self._values = values
            for each in self._group.buttons():
                self._group.removeButton(each)
            clear(self._row)
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
        self._ends: tuple[LatencyEnds, ...] = ()
        self.blocks, self.shares = MixChips(self.tr("Block size")), MixChips(self.tr("Writes"))
        self.as_demanded = button(
            self.tr("As demanded"), lambda: self._choose(None, None), kind="link"
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
        self.grid = named(Grid(self.model, plain=True), self.tr("I/O runs"))
        self.editor = ProfileEditor(session)
        self._connect()
        self.addWidget(self._build_left())
        self.addWidget(scrolling(self.editor, keeps_width=True))
        self.setStretchFactor(0, 1)
        self.setStretchFactor(1, 0)

    def _connect(self) -> None:
        self.plot.message.connect(self.message)
        self.editor.refused.connect(self.message)
        self.blocks.chosen.connect(lambda block: self._choose(block, self._share))
        self.shares.chosen.connect(lambda share: self._choose(self._block, share))

    def _build_left(self) -> QWidget:
        upper = self._upper
        fill(self._mixes, self.blocks, self.shares, spacing=6)
        parts = self._mixes, None, self.as_demanded, *self._tools
        head = fill(QHBoxLayout(), *parts, margins=(16, 8, 12, 4), spacing=16)
        self.note.setContentsMargins(16, 0, 16, 6)
        self.nothing.setContentsMargins(40, 20, 40, 20)
        flush(QVBoxLayout(upper), head, (self.plot, 1), (self.nothing, 1), self.note)
        fix_height(upper)
        lower = panel()
        title, self.title, self.title_note = section_head(self.tr("Which runs count"))
        flush(QVBoxLayout(lower), title, (self.grid, 1))
        both = splitter(Qt.Orientation.Vertical, upper, lower, sizes=(_UPPER, _LOWER))
        both.setProperty("ground", "page")
        return both

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column("file", self.tr("File"), _file, least=110, most=180),
            Column("option", self.tr("Option"), _option, least=80, most=180),
            Column("block", "KiB",
                   lambda r: _number(r, r.block_bytes, lambda size: figures.plain(size / KIB)),
                   right=True, least=40),
            Column("writes", self.tr("Writes"),
                   lambda r: _number(r, r.write_share, figures.percent), "%", right=True,
                   least=50),
            Column("levels", self.tr("Levels"), lambda r: _number(r, r.levels, figures.number),
                   right=True, least=50),
            Column("use", self.tr("Counts as"), _use, least=200, stretch=True),
        )  # fmt: skip

    # Choosing

    def _choose(self, block: float | None, share: float | None) -> None:
        self._block, self._share = block, share
        if self._facts is not None and self._answer is not None:
            self._show(self._facts, self._answer)

    # Showing

    def draw(self, facts: StudyFacts, answer: Answer) -> Generator[None]:
        """Show the I/O runs of a study and its profile."""
        self._facts, self._answer = facts, answer
        self.editor.show_profile(facts.workload, answer)
        yield
        self._show(facts, answer)

    def _show(self, facts: StudyFacts, answer: Answer) -> None:
        profile = facts.workload
        demanded = demanded_work(profile)
        if self._works_of is not facts.options:
            self._works_of, self._works = facts.options, measured_works(facts.options)
        work = self._offer(demanded, self._works)
        if self._made_from != (facts.options, work):
            self._made_from = facts.options, work
            self.runs = list_runs(facts.options, work)
            self._curves = latency_curves(self.runs)
            self._ends = () if work is None else latency_ends(facts.options, work)
            self.model.set_rows(self.runs)
            self.grid.fit_columns()
        self.as_demanded.setVisible(demanded is not None and work != demanded)
        is_known = demanded is not None
        title = self.tr("Which runs count") if is_known else self.tr("Which runs would count")
        self.title.setText(title)
        self.title_note.setText("" if work is None else mix_text(work))
        self._show_chart(facts, answer, work)

    def _offer(self, demanded: Work | None, measured: Sequence[Work]) -> Work | None:
        """Offer the mixes that were measured or are demanded, and return the one to show."""
        base = demanded or next(iter(measured), None)
        if base is None:
            self.blocks.offer((), None)
            self.shares.offer((), None)
            return None
        works = (base, *measured)
        blocks = sorted({w.block_bytes for w in works if w.block_bytes is not None})
        shares = _distinct([base.write_share, *(w.write_share for w in measured)])
        block = self._block if self._block in blocks else base.block_bytes
        share = self._share if self._share in shares else base.write_share
        self.blocks.offer([(each, messages.block_size(each)) for each in blocks], block)
        self.shares.offer([(each, f"{figures.percent(each)}\u00a0%") for each in shares], share)
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
            self.nothing.setText(self._why_nothing(work))
            return
        asked, profile = answer.requirement, facts.workload
        iops = demand_iops(asked, profile, answer.demand_tps)
        demanded, times = demanded_work(profile), io_times(asked, profile, answer.demand_tps)
        longest = max(p.y for curve in curves for p in curve.points) / 1e3
        lines = () if times is None else time_lines(times, longest)
        if iops is not None:
            mix = "" if demanded in {None, work} or demanded is None else mix_text(demanded)
            lines = (*lines, ReferenceLine(iops, demand_text(iops, mix), upright=True))
        self.plot.name_axes(
            f"{self.tr('I/Os a second')}, {mix_text(work)}", self.tr("Latency, ms (mean)")
        )
        self.plot.show_curves(curves, lines, _shaded(lines, curves))
        shared = shared_note(self.runs)
        every = shared and self.tr("All curves: {note}").format(note=shared)
        texts = [every, _far_times(times, longest), self._at_demand(iops)]
        self.note.setText("\n".join(filter(None, texts)))
        self.note.setVisible(bool(self.note.text()))

    def _at_demand(self, iops: float | None) -> str:
        if iops is None:
            return ""
        found = [
            f"{each.option.name} {_between(each.low_s, each.high_s)}"
            for each in latencies_at(self._ends, iops)
        ]
        rate = figures.number(iops)
        if not found:
            text = self.tr("No measurement at {rate} IOPS. Measure this rate.")
            return text.format(rate=rate)
        text = self.tr("At {rate} IOPS, in ms: {options}")
        return text.format(rate=rate, options=", ".join(found))

    def _why_nothing(self, work: Work | None) -> str:
        if work is None:
            return self.tr(
                "No run of random I/O states its share of writes. Import tests that do, for"
                " example from fio, ORION or vdbench."
            )
        if any(run.use is Use.BOUND for run in self.runs):
            text = self.tr(
                "The runs with {mix} state rates but no latency. Measure the latency at these"
                " rates."
            )
            return text.format(mix=mix_text(work))
        text = self.tr(
            "No run with {mix}. Choose another block size or share of writes, or test this mix."
        )
        return text.format(mix=mix_text(work))


def _distinct(shares: Sequence[float]) -> list[float]:
    """Return shares that differ by steps of 5 %, ascending; the first of near ones stays."""
    result: dict[int, float] = {}
    for share in shares:
        result.setdefault(round(20 * share), share)
    return sorted(result.values())


def _shaded(
    lines: Sequence[ReferenceLine], curves: Sequence[PlottedCurve]
) -> tuple[float, float] | None:
    """Return up to where the storage's part is shaded; None where its line is not drawn."""
    part = next((line.at for line in lines if line.dotted), None)
    upright = [line.at for line in lines if line.upright]
    right = max([p.x for curve in curves for p in curve.points] + upright)
    return None if part is None else (4 * right, part)


def _far_times(times: IoTimes | None, longest: float) -> str:
    """Say the times that are too long to be drawn beside the measured latencies."""
    if times is None:
        return ""
    whole, part = time_texts(times)
    far = [
        text
        for at, text in ((times.whole_s, whole), (times.part_s, part))
        if at is not None and text and at > MOST_ABOVE * longest
    ]
    return "; ".join(far)


def _between(low_s: float | None, high_s: float | None) -> str:
    if low_s is None or high_s is None:
        known = low_s if high_s is None else high_s
        return f"{'≥' if high_s is None else '≤'}\u00a0{short_ms(known or 0.0)}"
    # writes that a cache takes answer before reads: more of them may be the lower end
    low, high = (short_ms(each) for each in sorted((low_s, high_s)))
    return low if low == high else f"{low}{figures.EN_DASH}{high}"


def mix_text(work: Work) -> str:
    """Write block size and share of writes of some work."""
    return messages.mix_of_io(work.block_bytes, work.write_share)


# Cells of the list


def _tone(run: IoRun) -> str:
    return "text3" if run.use is Use.NONE else "text"


def _file(run: IoRun) -> Cell:
    first, *others = [name.rpartition("/")[2] for name in run.files]
    text = f"{first} +{figures.number(len(others))}" if others else first
    tip = "\n".join((messages.tool_name(run.tool), *run.files))
    return Cell(text, colour=_tone(run), tip=tip)


def _option(run: IoRun) -> Cell:
    is_unused = run.use in {Use.NONE, Use.BOUND}
    position = run.option.position
    return Cell(run.option.name, marker=position, hollow=is_unused, colour=_tone(run))


def _number(run: IoRun, value: float | None, write: Callable[[float], str]) -> Cell:
    if value is None:
        return Cell(figures.EN_DASH, colour="text3")
    return Cell(write(value), number=value, colour=_tone(run))


def _use(run: IoRun) -> Cell:
    icon, colour = _SIGNS[run.use]
    text = messages.translate_message(run.reason)
    return Cell(text, icon=icon, colour=colour, tip=text)

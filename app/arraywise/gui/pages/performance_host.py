"""How busy the host was during a run, and which part of the run counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QStackedLayout, QVBoxLayout, QWidget

from arraywise.domain.thresholds import DEFAULT_THRESHOLDS
from arraywise.gui import figures, wording
from arraywise.gui.charts.chart_export import PictureButton
from arraywise.gui.charts.host_plot import HostPlot, Marks
from arraywise.gui.fields import as_tip, button, label
from arraywise.gui.nesting import nest
from arraywise.gui.pages.page import keep_height
from arraywise.gui.pages.performance_head import ListsHead
from arraywise.gui.pages.performance_window import WindowBar
from arraywise.gui.painting import marker_icon
from arraywise.store.reading.host_series import HostGroup
from arraywise.store.reading.sample_chart import Span
from arraywise.usecases.describe_host import describe_host, is_host_bound
from arraywise.usecases.show_host import draw_host, host_of_run

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.domain.facts import LoadRun, OptionFacts, StudyFacts
    from arraywise.gui.session import Session
    from arraywise.store.study import Study
    from arraywise.usecases.show_host import Drawn, RunHost

_GROUP = HostGroup.PROCESSORS


class HostPanel(QWidget):
    """The processors of the host beside one run, with its measurement window."""

    said = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._facts: StudyFacts | None = None
        self.host: RunHost | None = None
        self._without: int | None = None
        """The run of which it is said that no recording lies beside it."""
        self.options, self.levels, self.runs = QComboBox(), QComboBox(), QComboBox()
        self.plot = HostPlot(self.tr("Host processors during a run"))
        self.plot.said.connect(self.said)
        self.plot.looked_at.connect(self._read_lines)
        self.counting = WindowBar(session)
        self.plot.window_dragged.connect(self.counting.keep)
        self.state = label("", "body", "text2", wraps=True)
        self.missing = label("", "control", "text2", wraps=True)
        self.missing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.missing.setContentsMargins(48, 0, 48, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(0)
        column.addWidget(self._make_head())
        column.addWidget(self.state)
        self._body = QStackedLayout()
        nest(column, self._body, 1)
        for each in (self.plot, self.missing):
            self._body.addWidget(each)  # once it has a window: it would flash up as its own
        column.addWidget(self.counting)
        self.state.setContentsMargins(16, 0, 16, 2)
        keep_height(self)

    def _make_head(self) -> QWidget:
        self.options.activated.connect(lambda _at: self._offer_levels())
        self.levels.activated.connect(lambda _at: self._offer_runs())
        self.runs.activated.connect(lambda _at: self._show_run())
        fit = button(self.tr("Fit"), self.plot.fit, kind="flat")
        fit.setToolTip(self.tr("Show the whole run again; Ctrl and the wheel zoom, dragging pans"))
        names = (self.tr("Option"), self.tr("Level"), self.tr("Run"))
        return ListsHead(
            self.tr("Host CPU"),
            zip(names, (self.options, self.levels, self.runs), strict=True),
            (fit, PictureButton(self.plot, self.plot.accessibleName())),
        )

    # What is chosen

    def show_facts(self, facts: StudyFacts, answer: Answer) -> None:
        """Offer the runs of a study; what was chosen stays chosen."""
        first = self._facts is None
        self._facts = facts
        self.counting.show_facts(facts)
        before = self.options.currentData()
        self.options.clear()
        for known in facts.options:
            if known.load_runs:
                sign = marker_icon(known.option.position, self.devicePixelRatioF())
                self.options.addItem(sign, known.option.name, known.option.id)
        if first:
            self.choose(*_most_telling(facts, answer))
        else:
            self.options.setCurrentIndex(max(0, self.options.findData(before)))
            self._offer_levels()

    def choose(self, option_id: int, users: int) -> None:
        """Show the first run of an option at a level."""
        self.options.setCurrentIndex(max(0, self.options.findData(option_id)))
        self._offer_levels(users)

    @property
    def run(self) -> LoadRun | None:
        """The run that is chosen."""
        wanted = self.runs.currentData()
        return next((run for run in self._option_runs() if run.run_id == wanted), None)

    def _known(self) -> OptionFacts | None:
        id_ = self.options.currentData()
        options = self._facts.options if self._facts else ()
        return next((known for known in options if known.option.id == id_), None)

    def _option_runs(self) -> tuple[LoadRun, ...]:
        known = self._known()
        return known.load_runs if known else ()

    def _offer_levels(self, users: int | None = None) -> None:
        wanted = self.levels.currentData() if users is None else users
        self.levels.clear()
        for count in sorted({run.users for run in self._option_runs()}):
            self.levels.addItem(
                wording.counted(count, self.tr("1 user"), self.tr("{count} users")), count
            )
        self.levels.setCurrentIndex(max(0, self.levels.findData(wanted)))
        self._offer_runs()

    def _offer_runs(self) -> None:
        wanted, users = self.runs.currentData(), self.levels.currentData()
        self.runs.clear()
        here = [run for run in self._option_runs() if run.users == users]
        for number, run in enumerate(here, 1):
            self.runs.addItem(self.tr("run {number}").format(number=number), run.run_id)
            self.runs.setItemData(number - 1, as_tip(run.file), Qt.ItemDataRole.ToolTipRole)
        self.runs.setCurrentIndex(max(0, self.runs.findData(wanted)))
        self._show_run()

    # What is shown

    def _show_run(self) -> None:
        run = self.run
        if run is None:
            return
        pieces = self.plot.pieces
        if self.host is None and run.run_id != self._without:
            self._say_reading()

        def work(study: Study) -> tuple[LoadRun, RunHost | None, Drawn | None]:
            host = host_of_run(study, run)
            if host is None:
                return run, None, None
            return run, host, draw_host(study, host.table, _GROUP, host.view, pieces)

        self._session.read(work, self._take, key="host of run")

    def _take(self, found: tuple[LoadRun, RunHost | None, Drawn | None]) -> None:
        run, self.host, drawn = found
        known = self._known()
        if run is not self.run or known is None:
            return
        self.counting.show_run(run, known)
        if self.host is None or drawn is None:
            self._say_missing(run)
            return
        self._body.setCurrentIndex(0)
        begin_s = self.host.begin_s
        start_s, end_s = self.counting.span_s
        window = Span(begin_s + start_s, begin_s + end_s)
        marks = Marks(self.host.exhausted, Span(begin_s, self.host.end_s), window)
        file = self.host.table.recording.file
        self.plot.show_host(drawn, marks, self.host.view, file)
        self._say_state(run)

    def _say_reading(self) -> None:
        """Say what is waited for, in the place of the chart."""
        self._body.setCurrentIndex(1)
        self.missing.setText(self.tr("Reading what the host was doing\u2026"))

    def _say_missing(self, run: LoadRun) -> None:
        self._without = run.run_id
        self.plot.clear()
        self._body.setCurrentIndex(1)
        self.state.setText(run.file)
        self.missing.setText(
            self.tr(
                "No recording of a host lies beside this run. Import what dstat, dool, sar, vmstat"
                " or iostat wrote on the database host meanwhile, and assign it to this option."
            )
        )

    def _say_state(self, run: LoadRun) -> None:
        facts = self._session.facts
        limits = facts.thresholds if facts else DEFAULT_THRESHOLDS
        bound = is_host_bound(run, limits)
        self.state.setProperty("tone", "warn" if bound else "text2")
        self.state.style().polish(self.state)
        sign = "\u2260 " if bound else ""
        said = sign + wording.tell(describe_host(run, limits))
        use = run.host_use
        if use is not None and use.clock_is_assumed:
            text = self.tr("Its clock is taken to be {minutes} min off: see Evidence.")
            minutes = figures.number(use.clock_shift_s / 60, signed=True)
            said = f"{said} {text.format(minutes=minutes)}"
        self.state.setText(said)

    def _read_lines(self, span: Span, pieces: int) -> None:
        host = self.host
        if host is None:
            return
        self._session.read(
            lambda study: draw_host(study, host.table, _GROUP, span, pieces),
            self.plot.update_lines,
            key="host lines",
        )


def _most_telling(facts: StudyFacts, answer: Answer) -> tuple[int, int]:
    """Return the option and users to show first: a host at its limit, else near the demand."""
    watched = {
        (known.option.id, run.users)
        for known in facts.options
        for run in known.load_runs
        if run.host_use is not None
    }
    levels = [(o.option.id, level) for o in answer.options for level in o.levels]
    bound = [(id_, lv.users) for id_, lv in levels if lv.host_bound and (id_, lv.users) in watched]
    if bound:
        return bound[0]
    leader = answer.recommended.id if answer.recommended else None
    near = sorted(
        levels,
        key=lambda each: (
            (each[0], each[1].users) not in watched,
            each[0] != leader,
            abs((each[1].rate_tps.point or 0.0) - answer.demand_tps),
        ),
    )
    return (near[0][0], near[0][1].users) if near else (0, 0)

"""Hosts and measurement window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QSizePolicy,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.requirement import DEFAULT_THRESHOLDS
from arraywise.gui.charts.host_plot import HostPlot, Marks, clock_time, group_name
from arraywise.gui.charts.painted import PictureButton
from arraywise.gui.pages.base import (
    fill_combo_box,
    fill_grid,
    keep_content_height,
    menu_button,
    put_row,
)
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    ElidedLabel,
    UnitField,
    as_tooltip,
    button,
    fill,
    label,
    panel,
    restyle,
    with_accessible_name,
)
from arraywise.gui.widgets.painting import marker_icon
from arraywise.present.labels import describe_host, is_host_bound
from arraywise.store.reading.samples import HostGroup, Span
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_evidence import (
    clear_measurement_window,
    propose_measurement_window,
    set_measurement_window,
)
from arraywise.usecases.show_host import (
    HostTable,
    find_exhausted_spans,
    find_run_host,
    list_host_tables,
    read_host_lines,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtGui import QResizeEvent

    from arraywise.domain.decision import Answer
    from arraywise.domain.study import LoadRun, OptionFacts, StudyFacts
    from arraywise.gui.session.session import Session
    from arraywise.store.study import Study
    from arraywise.usecases.edit_evidence import ProposedWindow
    from arraywise.usecases.show_host import HostLines, RunHost


_HINT_AT = 4  # the column of the hint: after two fields with their words
_APART = 5


def _row_width(row: Sequence[QWidget]) -> int:
    """Return the width that controls of a row take, each with the gap after it."""
    return sum(min(each.sizeHint().width(), each.maximumWidth()) + _APART for each in row)


class WindowBar(QWidget):
    """The measurement window of one run, in seconds after its beginning."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._run: LoadRun | None = None
        self._proposed: ProposedWindow | None = None
        self.start = UnitField(self.tr("Measured from"), "s", 5)
        self.end = UnitField(self.tr("Measured up to"), "s", 5)
        for field in (self.start, self.end):
            field.given.connect(lambda _text: self._apply_typed())
        self.hint = ElidedLabel("text2", "body")
        self.hint.setMinimumHeight(theme.height("panel_head"))
        self.use = button(self.tr("Use it"), self._use_proposed, kind="link")
        self.use.setToolTip(self.tr("Use the steady part; drift in percent of the mean rate"))
        self.whole = button(self.tr("Whole run"), self._clear_window, kind="flat")
        self.menu = QMenu(self)
        self.more = menu_button(self.tr("Apply to"), self.menu)
        self._fields = (
            *(label(self.tr("Counts from"), "body", "text2"), self.start),
            *(label(self.tr("until"), "body", "text2"), self.end),
        )
        self._buttons, buttons = QWidget(), (self.use, self.whole, self.more)
        fill(QHBoxLayout(self._buttons), *buttons, margins=(0, 0, 0, 0), spacing=_APART)
        self._buttons.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        margins, apart = (16, 0, 12, 0), (_APART, 0)
        self._grid = QGridLayout(self)
        fill_grid(self._grid, self._fields, margins=margins, spacing=apart, stretch=_HINT_AT)
        self._place_hint()

    def minimumSizeHint(self) -> QSize:
        """Return what two rows need: one row asks for no more than there is."""
        margins = self._grid.contentsMargins()
        wide = max(_row_width(self._fields), _row_width((self._buttons,)))
        width = margins.left() + margins.right() + wide
        return QSize(width, super().minimumSizeHint().height())

    def _place_hint(self) -> None:
        """Write the hint between fields and buttons, or under them; in two rows if need be."""
        margins = self._grid.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        room -= _row_width((*self._fields, self._buttons)) + _APART
        for each in (self.hint, self._buttons):
            self._grid.removeWidget(each)
        is_long, rows = self.hint.sizeHint().width() > room, 1 if room < 0 else 0
        beside = (0, _HINT_AT + 1, 1, 1)
        self._grid.addWidget(self._buttons, *((1, 0, 1, -1) if rows else beside))
        under = (1 + rows, 0, 1, -1)
        self._grid.addWidget(self.hint, *(under if is_long else (0, _HINT_AT, 1, 1)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the hint again."""
        super().resizeEvent(event)
        self._place_hint()

    def show_run(self, run: LoadRun, option_facts: OptionFacts) -> None:
        """Show the window of a run."""
        self._run, facts = run, self._session.facts
        self.setVisible(bool(run.duration_s))
        self._proposed = propose_measurement_window(
            run, facts.thresholds if facts else DEFAULT_THRESHOLDS
        )
        start_s, end_s = self.span_s
        self.start.show_text(figures.plain(round(start_s, 1)))
        self.end.show_text(figures.plain(round(end_s, 1)))
        self.whole.setVisible(run.window_s is not None)
        self._show_hint()
        self._fill_target_menu(option_facts)

    @property
    def span_s(self) -> tuple[float, float]:
        """What counts now, in seconds after the run's beginning."""
        if self._run is None:
            return 0.0, 0.0
        length_s = self._run.duration_s or 0.0
        start_s, end_s = self._run.window_s or (0.0, None)
        last_s = length_s if end_s is None else min(end_s, length_s)
        return min(start_s, last_s), last_s

    def save_window(self, start_s: float, end_s: float) -> None:
        """Let another part of the run count; the whole where it is nearly that."""
        run = self._run
        if run is None:
            return
        start_s, end_s = max(0.0, float(round(start_s))), float(round(end_s))
        to_end = end_s >= (run.duration_s or 0.0) - 1.0
        self._save_window_of_runs([run.run_id], start_s, None if to_end else end_s)

    # Acting

    def _save_window_of_runs(
        self, run_ids: list[int], start_s: float, end_s: float | None
    ) -> None:
        if start_s <= 0.0 and end_s is None:
            self._session.edit(
                lambda study: clear_measurement_window(study, run_ids), Changes.EVIDENCE
            )
            return
        self._session.edit(
            lambda study: set_measurement_window(study, run_ids, start_s, end_s), Changes.EVIDENCE
        )

    def _apply_typed(self) -> None:
        start_s = figures.parse_number(self.start.text())
        end_s = figures.parse_number(self.end.text())
        faults = (
            (self.start, start_s is None or start_s < 0),
            (self.end, end_s is None or (start_s is not None and end_s <= start_s)),
        )
        for field, is_wrong in faults:
            reason = self.tr("Seconds from the start of the run; the end must be after the start.")
            field.show_fault(reason if is_wrong else "")
        if start_s is not None and end_s is not None and not any(wrong for _, wrong in faults):
            self.save_window(start_s, end_s)

    def _use_proposed(self) -> None:
        if self._proposed is not None:
            self.save_window(self._proposed.start_s, self._proposed.end_s)

    def _clear_window(self) -> None:
        if self._run is not None:
            self._save_window_of_runs([self._run.run_id], 0.0, None)

    def _fill_target_menu(self, option_facts: OptionFacts) -> None:
        self.menu.clear()
        text = self.tr("All runs of {option} ({count})")
        own = option_facts.load_runs
        message = text.format(option=option_facts.option.name, count=figures.number(len(own)))
        self.menu.addAction(message.replace("&", "&&"), lambda: self._copy_window_to(own))
        options = self._session.facts.options if self._session.facts else ()
        every = [run for each in options for run in each.load_runs]
        text = self.tr("All runs of the study ({count})")
        message = text.format(count=figures.number(len(every)))
        self.menu.addAction(message, lambda: self._copy_window_to(every))

    def _copy_window_to(self, runs: Iterable[LoadRun]) -> None:
        if self._run is not None:
            start_s, end_s = self._run.window_s or (0.0, None)
            self._save_window_of_runs([run.run_id for run in runs], start_s, end_s)

    # Saying

    def _show_hint(self) -> None:
        proposed = self._proposed
        start_s, _ = self.span_s
        is_there = proposed is not None and abs(proposed.start_s - start_s) < 1.0
        self.use.setVisible(proposed is not None and proposed.is_steady and not is_there)
        if proposed is None:
            self.hint.setText(self.tr("No rate second by second: no proposal"))
            return
        text = self.tr("Never settles: drift {drift} %")
        if proposed.is_steady:
            text = self.tr("Steady from {start} s on, drift {drift} %")
        drift = figures.percent(proposed.drift, 1, signed=True)
        self.hint.setText(text.format(start=figures.number(proposed.start_s), drift=drift))
        self._place_hint()


_LISTS_APART = 6


class ListsHead(QWidget):
    """A name, lists to choose from, and buttons; no list is ever narrower than its words."""

    def __init__(
        self, name: str, lists: Iterable[tuple[str, QComboBox]], buttons: Iterable[QWidget]
    ) -> None:
        super().__init__()
        self._lists = QWidget()
        row = fill(QHBoxLayout(self._lists), margins=(0, 0, 0, 0), spacing=_LISTS_APART)
        for message, combo in lists:
            combo.setAccessibleName(message)
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            combo.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            row.addWidget(combo)
        row.addStretch(1)
        self._others = (label(name, "section", bold=True), *buttons)
        margins, apart = (16, 4, 12, 2), (_LISTS_APART, 4)
        self._grid = fill_grid(QGridLayout(self), margins=margins, spacing=apart, stretch=1)
        self._is_narrow: bool | None = None
        self._grid.addWidget(self._others[0], 0, 0)
        put_row(self._grid, 0, *self._others[1:], first=2)
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
        others = sum(each.sizeHint().width() + _LISTS_APART for each in self._others)
        is_narrow = self.width() < self.minimumSizeHint().width() + others
        if is_narrow is self._is_narrow:
            return
        self._is_narrow = is_narrow
        self._grid.removeWidget(self._lists)
        self._grid.addWidget(self._lists, *((1, 0, 1, -1) if is_narrow else (0, 1)))


_GROUP = HostGroup.PROCESSORS


class HostPanel(QWidget):
    """The processors of the host beside one run, with its measurement window."""

    message = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._is_new = True  # nothing was chosen yet
        self.host: RunHost | None = None
        self._run_without_host: int | None = None
        """The run of which it is stated that no recording is beside it."""
        self.options, self.levels, self.runs = QComboBox(), QComboBox(), QComboBox()
        self.plot = HostPlot(self.tr("Host processors during a run"))
        self.plot.message.connect(self.message)
        self.plot.looked_at.connect(self._read_lines)
        self.window_bar = WindowBar(session)
        self.plot.window_dragged.connect(self.window_bar.save_window)
        self.state = label("", "body", "text2", wraps=True)
        self.missing = label("", "control", "text2", wraps=True)
        self.missing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.missing.setContentsMargins(48, 0, 48, 0)
        self._body = QStackedLayout()
        parts = self._build_head(), self.state, (self._body, 1), self.window_bar
        fill(QVBoxLayout(self), *parts, margins=(0, 0, 0, 4), spacing=0)
        for each in (self.plot, self.missing):
            self._body.addWidget(each)  # once it has a window: it would flash up as its own
        self.state.setContentsMargins(16, 0, 16, 2)
        keep_content_height(self)

    def _build_head(self) -> QWidget:
        self.options.activated.connect(lambda _at: self._offer_levels())
        self.levels.activated.connect(lambda _at: self._offer_runs())
        self.runs.activated.connect(lambda _at: self._show_run())
        fit = button(self.tr("Fit"), self.plot.fit, kind="flat")
        fit.setToolTip(self.tr("Show the whole run; Ctrl+wheel zooms, dragging pans"))
        names = (self.tr("Option"), self.tr("Level"), self.tr("Run"))
        return ListsHead(
            self.tr("Host CPU"),
            zip(names, (self.options, self.levels, self.runs), strict=True),
            (fit, PictureButton(self.plot, self.plot.accessibleName())),
        )

    # What is chosen

    def show_facts(self, facts: StudyFacts, answer: Answer) -> None:
        """Offer the runs of a study; what was chosen stays chosen."""
        shown: tuple[int, int | None] = self.options.currentData(), None
        if self._is_new:
            self._is_new, shown = False, _most_informative_level(facts, answer)
        self.options.clear()
        for known in facts.options:
            if known.load_runs:
                sign = marker_icon(known.option.position, self.devicePixelRatioF())
                self.options.addItem(sign, known.option.name, known.option.id)
        self.choose_level(*shown)

    def choose_level(self, option_id: int, users: int | None) -> None:
        """Show the first run of an option at a level; None stays at the one that is shown."""
        self.options.setCurrentIndex(max(0, self.options.findData(option_id)))
        self._offer_levels(users)

    @property
    def run(self) -> LoadRun | None:
        """The run that is chosen."""
        wanted = self.runs.currentData()
        return next((run for run in self._option_runs() if run.run_id == wanted), None)

    def _option_runs(self) -> tuple[LoadRun, ...]:
        known = self._session.option_facts(self.options.currentData())
        return known.load_runs if known else ()

    def _offer_levels(self, users: int | None = None) -> None:
        wanted = self.levels.currentData() if users is None else users
        counts = sorted({run.users for run in self._option_runs()})
        one, many = self.tr("1 user"), self.tr("{count} users")
        fill_combo_box(
            self.levels, ((messages.format_count(n, one, many), n) for n in counts), wanted
        )
        self._offer_runs()

    def _offer_runs(self) -> None:
        wanted, users = self.runs.currentData(), self.levels.currentData()
        self.runs.clear()
        here = [run for run in self._option_runs() if run.users == users]
        for number, run in enumerate(here, 1):
            self.runs.addItem(self.tr("run {number}").format(number=number), run.run_id)
            self.runs.setItemData(number - 1, as_tooltip(run.file), Qt.ItemDataRole.ToolTipRole)
        self.runs.setCurrentIndex(max(0, self.runs.findData(wanted)))
        self._show_run()

    # What is shown

    def _show_run(self) -> None:
        run = self.run
        if run is None:
            return
        pieces = self.plot.pieces
        if self.host is None and run.run_id != self._run_without_host:
            self._body.setCurrentIndex(1)
            self.missing.setText(self.tr("Reading what the host was doing\u2026"))

        def work(study: Study) -> tuple[LoadRun, RunHost | None, HostLines | None]:
            host = find_run_host(study, run)
            if host is None:
                return run, None, None
            return run, host, read_host_lines(study, host.table, _GROUP, host.view, pieces)

        self._session.read(work, self._show_host, key="host of run")

    def _show_host(self, result: tuple[LoadRun, RunHost | None, HostLines | None]) -> None:
        run, self.host, drawn = result
        known = self._session.option_facts(self.options.currentData())
        if run is not self.run or known is None:
            return
        self.window_bar.show_run(run, known)
        if self.host is None or drawn is None:
            self._show_missing(run)
            return
        self._body.setCurrentIndex(0)
        begin_s = self.host.begin_s
        start_s, end_s = self.window_bar.span_s
        window = Span(begin_s + start_s, begin_s + end_s)
        marks = Marks(self.host.exhausted, Span(begin_s, self.host.end_s), window)
        self.plot.show_host(drawn, marks, self.host.view, self.host.table.recording.file)
        self._show_host_verdict(run)

    def _show_missing(self, run: LoadRun) -> None:
        self._run_without_host = run.run_id
        self.plot.clear()
        self._body.setCurrentIndex(1)
        self.state.setText(run.file)
        text = self.tr(
            "No host recording matches this run. Import output of dstat, dool, sar, vmstat"
            " or iostat from the database host for this option."
        )
        self.missing.setText(text)

    def _show_host_verdict(self, run: LoadRun) -> None:
        facts = self._session.facts
        limits = facts.thresholds if facts else DEFAULT_THRESHOLDS
        bound = is_host_bound(run, limits)
        restyle(self.state, tone="warn" if bound else "text2")
        sign = "\u2260 " if bound else ""
        message = sign + messages.translate_message(describe_host(run, limits))
        use = run.host_use
        if use is not None and use.clock_is_assumed:
            text = self.tr("Assumed clock offset {minutes} min: see Evidence.")
            minutes = figures.number(use.clock_shift_s / 60, signed=True)
            message = f"{message} {text.format(minutes=minutes)}"
        self.state.setText(message)

    def _read_lines(self, span: Span, pieces: int) -> None:
        host, take = self.host, self.plot.update_lines
        if host is not None:
            table = host.table
            self._session.read(
                lambda study: read_host_lines(study, table, _GROUP, span, pieces),
                take,
                key="host lines",
            )


def _most_informative_level(facts: StudyFacts, answer: Answer) -> tuple[int, int]:
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


_MOST_FOR_NAMES = 0.4  # of the width, for the names of recordings


class HostCharts(QSplitter):
    """The recordings of a study, and the chosen one as a chart."""

    message = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setHandleWidth(1)
        self._session = session
        self._positions: dict[int, int] = {}
        self.tables: tuple[HostTable, ...] = ()
        self._shown: tuple[HostTable, HostGroup] | None = None
        self.files = with_accessible_name(QListWidget(), self.tr("Recordings of hosts"))
        self.files.setObjectName("rows")
        self.files.setFrameShape(QListWidget.Shape.NoFrame)
        self.files.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.files.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.files.currentRowChanged.connect(lambda _row: self._offer_groups())
        self.groups = with_accessible_name(QComboBox(), self.tr("What is shown"))
        self.groups.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.groups.activated.connect(lambda _at: self._show_table())
        self.about = label("", "body", "text2")
        self.plot = self._build_plot()
        right, head = panel(), self._build_head()
        fill(QVBoxLayout(right), head, (self.plot, 1), margins=(0, 0, 0, 4), spacing=0)
        self.addWidget(self.files)
        self.addWidget(right)
        self.setStretchFactor(1, 1)
        self.setSizes([280, 900])

    def _build_plot(self) -> HostPlot:
        """Build the chart, and leave its place empty before there is a recording."""
        plot = HostPlot(self.tr("Recording of a host"))
        plot.message.connect(self.message)
        plot.looked_at.connect(self._read_lines)
        policy = plot.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        plot.setSizePolicy(policy)
        plot.hide()
        return plot

    def _build_head(self) -> QHBoxLayout:
        fit = button(self.tr("Fit"), self.plot.fit, kind="flat")
        fit.setToolTip(self.tr("Show the whole recording; Ctrl+wheel zooms, dragging pans"))
        picture = PictureButton(self.plot, self.plot.accessibleName())
        parts = self.groups, (self.about, 1), fit, picture
        return fill(QHBoxLayout(), *parts, margins=(16, 4, 12, 4), spacing=8)

    @property
    def table(self) -> HostTable | None:
        """The recording that is chosen."""
        row = self.files.currentRow()
        return self.tables[row] if 0 <= row < len(self.tables) else None

    @property
    def group(self) -> HostGroup | None:
        """The lines that are chosen."""
        result: HostGroup | None = self.groups.currentData()
        return result

    def read_recordings(self, facts: StudyFacts) -> None:
        """Read which recordings there are."""
        self._positions = {known.option.id: known.option.position for known in facts.options}
        if not self.tables:
            self.about.setText(self.tr("Reading which recordings there are\u2026"))
        self._session.read(list_host_tables, self._set_tables, key="hosts")

    def _set_tables(self, tables: tuple[HostTable, ...]) -> None:
        chosen = self.files.currentRow()
        self.tables = tables
        if not tables:
            self.about.setText("")
            self.plot.hide()
        with QSignalBlocker(self.files):
            self.files.clear()
            for table in tables:
                item = QListWidgetItem(table.recording.file, self.files)
                item.setToolTip(as_tooltip(table.recording.file))
                position = self._positions.get(table.recording.option_id or 0)
                if position is not None:
                    item.setIcon(marker_icon(position, self.devicePixelRatioF()))
        self._fit_names()
        self.files.setCurrentRow(min(max(0, chosen), len(tables) - 1))

    def _fit_names(self) -> None:
        """Give the list the width of its names; long paths take no more than their share."""
        bar = self.files.verticalScrollBar().sizeHint().width()
        wide = self.files.sizeHintForColumn(0) + bar + 2
        most = int(self.width() * _MOST_FOR_NAMES)
        self.files.setMinimumWidth(min(wide, most))
        self.setSizes([min(wide, most), self.width() - min(wide, most)])

    def _offer_groups(self) -> None:
        groups = self.table.groups if self.table else ()
        fill_combo_box(self.groups, ((group_name(group), group) for group in groups), self.group)
        self._show_table()

    def _show_table(self) -> None:
        table, group = self.table, self.group
        if table is None or group is None:
            return
        pieces = self.plot.pieces
        if self._shown is None or self._shown[0].recording != table.recording:
            name = table.recording.file
            self.about.setText(self.tr("Reading {file}\u2026").format(file=name))

        def work(study: Study) -> tuple[HostTable, HostGroup, HostLines, tuple[Span, ...]]:
            drawn = read_host_lines(study, table, group, table.span, pieces)
            return table, group, drawn, find_exhausted_spans(study, table, table.span)

        self._session.read(work, self._show_lines, key="host table")

    def _show_lines(
        self, result: tuple[HostTable, HostGroup, HostLines, tuple[Span, ...]]
    ) -> None:
        table, group, drawn, exhausted = result
        self._shown = table, group
        marks = Marks(exhausted if group is HostGroup.PROCESSORS else ())
        file = table.recording.file
        self.plot.show_host(drawn, marks, table.span, file, clock=table.has_clock)
        self.plot.show()
        self.about.setText(self._describe_recording(table, exhausted))

    def _describe_recording(self, table: HostTable, exhausted: tuple[Span, ...]) -> str:
        rows = figures.number(table.recording.samples.row_count)
        text = self.tr("{rows} samples").format(rows=rows)
        if not table.has_clock:
            return text + "; " + self.tr("no times to match with a run")
        stretches = ", ".join(
            f"{clock_time(s.start_s)} \u2013 {clock_time(s.end_s)}" for s in exhausted[:3]
        )
        if not stretches:
            return text + "; " + self.tr("processors never exhausted")
        more = " \u2026" if len(exhausted) > 3 else ""
        message = self.tr("processors exhausted {stretches}").format(stretches=stretches + more)
        return f"{text}; {message}"

    def _read_lines(self, span: Span, pieces: int) -> None:
        if self._shown is not None:
            table, group = self._shown
            self._session.read(
                lambda study: read_host_lines(study, table, group, span, pieces),
                self.plot.update_lines,
                key="host table lines",
            )

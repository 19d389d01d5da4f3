"""Which part of a run counts: its ends in fields, what is proposed, for which runs it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGridLayout, QMenu, QWidget

from arraywise.domain.thresholds import DEFAULT_THRESHOLDS
from arraywise.gui import figures, theme
from arraywise.gui.fields import ElidedLabel, UnitField, button, label, restyle
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_window import count_whole_runs, propose_window, set_window

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import QResizeEvent

    from arraywise.domain.facts import LoadRun, OptionFacts, StudyFacts
    from arraywise.gui.session import Session
    from arraywise.usecases.edit_window import ProposedWindow


_HINT_AT = 4
"""The column of the hint: after two fields with their words."""
_APART = 5


class WindowBar(QWidget):
    """The measurement window of one run, in seconds after its beginning."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._facts: StudyFacts | None = None
        self._run: LoadRun | None = None
        self._known: OptionFacts | None = None
        self._proposed: ProposedWindow | None = None
        self.start = UnitField(self.tr("Measured from"), "s", 5)
        self.end = UnitField(self.tr("Measured up to"), "s", 5)
        for field in (self.start, self.end):
            field.given.connect(lambda _text: self._take_typed())
        self.hint = ElidedLabel("text2", "body")
        self.hint.setMinimumHeight(theme.height("panel_head"))
        self.use = button(self.tr("Use it"), self._use_proposed, kind="link")
        self.use.setToolTip(
            self.tr("Let the steady part count; its drift is given in percent of the mean rate")
        )
        self.whole = button(self.tr("Whole run"), self._count_whole, kind="flat")
        self.more = button(self.tr("Apply to"), lambda: None)
        self.menu = QMenu(self)
        self.more.setMenu(self.menu)
        restyle(self.more, menu=True)
        self.more.setFixedHeight(theme.height("field"))
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 0, 12, 0)
        self._grid.setHorizontalSpacing(_APART)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(_HINT_AT, 1)
        fields = (
            *(label(self.tr("Counts from"), "body", "text2"), self.start),
            *(label(self.tr("to"), "body", "text2"), self.end),
        )
        buttons = (self.use, self.whole, self.more)
        self._beside = (*fields, *buttons)
        for place, each in enumerate(fields):
            self._grid.addWidget(each, 0, place)
        for place, each in enumerate(buttons, _HINT_AT + 1):
            self._grid.addWidget(each, 0, place)
        self._put_hint()

    def _put_hint(self) -> None:
        """Write the hint between the fields and the buttons, or under them where it is long."""
        row = [each for each in self._beside if not each.isHidden()]
        taken = sum(min(each.sizeHint().width(), each.maximumWidth()) for each in row) + _APART * (
            len(row) + 1
        )
        margins = self._grid.contentsMargins()
        room = self.width() - margins.left() - margins.right() - taken
        is_long = self.hint.sizeHint().width() > room
        self._grid.removeWidget(self.hint)
        self._grid.addWidget(self.hint, *((1, 0, 1, -1) if is_long else (0, _HINT_AT)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the hint its place anew."""
        super().resizeEvent(event)
        self._put_hint()

    def show_facts(self, facts: StudyFacts) -> None:
        """Remember all runs, for those to whom a window may be given."""
        self._facts = facts

    def show_run(self, run: LoadRun, known: OptionFacts) -> None:
        """Show the window of a run."""
        self._run, self._known = run, known
        self.setVisible(bool(run.duration_s))
        thresholds = self._facts.thresholds if self._facts else DEFAULT_THRESHOLDS
        self._proposed = propose_window(run, thresholds)
        start_s, end_s = self.span_s
        self.start.show_text(figures.plain(round(start_s, 1)))
        self.end.show_text(figures.plain(round(end_s, 1)))
        self.whole.setVisible(run.window_s is not None)
        self._say_hint()
        self._offer_runs(known)

    @property
    def span_s(self) -> tuple[float, float]:
        """What counts now, in seconds after the run's beginning."""
        if self._run is None:
            return 0.0, 0.0
        length_s = self._run.duration_s or 0.0
        start_s, end_s = self._run.window_s or (0.0, None)
        last_s = length_s if end_s is None else min(end_s, length_s)
        return min(start_s, last_s), last_s

    def keep(self, start_s: float, end_s: float) -> None:
        """Let another part of the run count; the whole where it is nearly that."""
        run = self._run
        if run is None:
            return
        start_s, end_s = max(0.0, float(round(start_s))), float(round(end_s))
        to_end = end_s >= (run.duration_s or 0.0) - 1.0
        self._write([run.run_id], start_s, None if to_end else end_s)

    # Acting

    def _write(self, run_ids: list[int], start_s: float, end_s: float | None) -> None:
        if start_s <= 0.0 and end_s is None:
            self._session.edit(lambda study: count_whole_runs(study, run_ids), Changes.EVIDENCE)
            return
        self._session.edit(
            lambda study: set_window(study, run_ids, start_s, end_s), Changes.EVIDENCE
        )

    def _take_typed(self) -> None:
        start_s = figures.parse_number(self.start.text())
        end_s = figures.parse_number(self.end.text())
        faults = (
            (self.start, start_s is None or start_s < 0),
            (self.end, end_s is None or (start_s is not None and end_s <= start_s)),
        )
        for field, is_wrong in faults:
            reason = self.tr("Seconds after the run's beginning; the end lies after the start.")
            field.show_fault(reason if is_wrong else "")
        if start_s is not None and end_s is not None and not any(wrong for _, wrong in faults):
            self.keep(start_s, end_s)

    def _use_proposed(self) -> None:
        if self._proposed is not None:
            self.keep(self._proposed.start_s, self._proposed.end_s)

    def _count_whole(self) -> None:
        if self._run is not None:
            self._write([self._run.run_id], 0.0, None)

    def _offer_runs(self, known: OptionFacts) -> None:
        self.menu.clear()
        text = self.tr("All runs of {option} ({count})")
        own = known.load_runs
        said = text.format(option=known.option.name, count=figures.number(len(own)))
        self.menu.addAction(said.replace("&", "&&"), lambda: self._give_to(own))
        options = self._facts.options if self._facts else ()
        every = [run for each in options for run in each.load_runs]
        said = self.tr("All runs of the study ({count})").format(count=figures.number(len(every)))
        self.menu.addAction(said, lambda: self._give_to(every))

    def _give_to(self, runs: Iterable[LoadRun]) -> None:
        if self._run is not None:
            start_s, end_s = self._run.window_s or (0.0, None)
            self._write([run.run_id for run in runs], start_s, end_s)

    # Saying

    def _say_hint(self) -> None:
        proposed = self._proposed
        start_s, _ = self.span_s
        is_there = proposed is not None and abs(proposed.start_s - start_s) < 1.0
        self.use.setVisible(proposed is not None and proposed.is_steady and not is_there)
        if proposed is None:
            self.hint.setText(self.tr("No rate second by second: no proposal"))
            return
        figure = {
            "start": figures.number(proposed.start_s),
            "drift": figures.percent(proposed.drift, 1, signed=True),
        }
        steady = self.tr("Steady from {start} s on, drift {drift} %")
        drifts = self.tr("Never settles: drift {drift} %")
        self.hint.setText((steady if proposed.is_steady else drifts).format(**figure))
        self._put_hint()

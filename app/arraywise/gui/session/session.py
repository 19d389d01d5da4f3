"""The open study of a window: its facts, the answer to them, and all edits.

The thread of the window holds values only. Reading and writing the file, and the slow part of
the statistics, happen in the background; the answer to a moved slider is computed at once.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import UTC
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale, QObject, QTime, QTimer, Signal

from arraywise.analysis.decision.scoring import describe_cleared_anchors
from arraywise.domain.cells import (
    GENERAL_FORMAT,
    CellAddress,
    CellStyle,
    InputCell,
    NumberFormat,
    parse_cell_style,
)
from arraywise.domain.criteria import DEFAULT_CRITERIA, with_response_time_named_by_goal
from arraywise.domain.messages import Message, UserError
from arraywise.domain.workload import TYPED, overlay_profile, with_values
from arraywise.gui.grid.pointing import ReferencePicker
from arraywise.gui.session.background import (
    Background,
    BackgroundJob,
    JobControl,
    Worker,
    freeze_bulk_objects,
)
from arraywise.gui.session.pending_edits import PendingEdits
from arraywise.gui.widgets.messages import error_text, translate_message
from arraywise.store.reading.facts import read_last_change_time
from arraywise.store.reading.inputs import read_input_cells
from arraywise.store.study import StudyDisplaced
from arraywise.usecases.changes import Changes
from arraywise.usecases.compare_scenarios import list_scenarios, use_scenario
from arraywise.usecases.decide_study import (
    answer,
    answer_and_save_price_range,
    find_map_cuts,
    prepare,
)
from arraywise.usecases.edit_cells import (
    check_cell_limits,
    edit_replacing_criteria,
    edit_replacing_requirement,
    edit_sheets,
)
from arraywise.usecases.edit_criteria import reset_price_range_to_prices, set_price_range
from arraywise.usecases.edit_options import set_rating_words, set_ratings
from arraywise.usecases.edit_prices import set_price_basis
from arraywise.usecases.edit_study import join_budgets, list_saved_budgets
from arraywise.usecases.workload_profile import read_study, save_found_profile, set_profile_values
from arraywise.worksheets.evaluation import FUNCTION_NAMES, SheetCalculator, SheetResults
from arraywise.worksheets.fields import WORKINGS_KEY
from arraywise.worksheets.input_parsing import convert_decimal_mark
from arraywise.worksheets.sheets import SheetEdit, build_row_deletion, result_aliases, result_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime
    from decimal import Decimal

    from arraywise.analysis.prepared import PreparedEvidence
    from arraywise.domain.cells import CellResult
    from arraywise.domain.criteria import CriterionSetting, Ratings, RatingWords, Weighting
    from arraywise.domain.decision import Answer, MapCuts, OptionAnswer
    from arraywise.domain.options import Option
    from arraywise.domain.pricing import PriceBasis, PriceSheet
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import OptionFacts, StudyFacts
    from arraywise.domain.workload import FoundProfile
    from arraywise.store.study import Study
    from arraywise.usecases.compare_scenarios import Scenario
    from arraywise.usecases.edit_cells import SheetEditResult
    from arraywise.usecases.undo import UndoneAction

    _Cells = Mapping[CellAddress, InputCell]
    _Calculated = tuple[_Cells, SheetResults, tuple[int, int]]
    _ReadResult = tuple[
        StudyFacts, PreparedEvidence, Answer, tuple[Scenario, ...], tuple[Decimal, ...]
    ]


SETTLE_MS = 80  # so long nothing has moved when the rest is computed
PROBE_MS = 5_000
"""How long after something was not saved it is tried again whether it can be."""
FOLD_DELAY_MS = 2_000
"""So long after the last edit its log is folded into the file, so that a copy of the file is
whole."""


LIVE = Changes.REQUIREMENT | Changes.PRICES | Changes.PROVISIONING | Changes.CRITERIA
"""What may change without a look at the evidence; the cells are the same as before."""


ValueRange = tuple[float, float]


class LiveRecalculation(QObject):
    """Computes answers while the user drags or edits; only the newest one counts.

    Slow jobs with a key are held back while something is dragged; the newest of a key counts.
    """

    answered = Signal(object, object)
    """Carries an Answer and the Changes since the last answer with all draws."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._tried_requirement: Requirement | None = None
        self._answered_requirement: Requirement | None = None
        """The requirement of the current answer, or of the one that is being computed."""
        self.criteria: tuple[CriterionSetting, ...] | None = None
        """Criteria with weights that are tried; None for the study's own."""
        # Whether the requirement is saved in the study, and not only tried by dragging.
        self._is_stored = False
        self._pending_changes = Changes.NOTHING
        self._held_jobs: dict[str, BackgroundJob] = {}
        self.is_moving = False
        self._move_count = 0
        """Counts the moves, so that a result from before the last one is discarded."""
        self._settle_timer = QTimer(self, singleShot=True)
        self._settle_timer.timeout.connect(self._answer_with_all_draws)
        self._answer_timer = QTimer(self, singleShot=True)
        self._answer_timer.timeout.connect(self._answer_now)

    def try_requirement(self, requirement: Requirement) -> None:
        """Compute the answer to a requirement that is not saved."""
        self._pending_changes |= Changes.REQUIREMENT
        self._schedule_answer(requirement, is_saved=False)

    def try_criteria(self, criteria: tuple[CriterionSetting, ...]) -> None:
        """Compute the answer with weights that are not saved."""
        self.criteria = criteria
        before = self._session.answer
        if before is not None:
            self._pending_changes |= Changes.CRITERIA
            self._schedule_answer(self._tried_requirement or before.requirement, is_saved=False)

    def answer_edit(self, requirement: Requirement) -> None:
        """Compute the answer after a saved edit, and right after it the one with all draws."""
        self._pending_changes |= LIVE
        self._schedule_answer(requirement, is_saved=True)

    def _schedule_answer(self, requirement: Requirement, *, is_saved: bool) -> None:
        self._tried_requirement, self._is_stored = requirement, is_saved
        self._answer_timer.start(0)

    def start_when_settled(self, job: BackgroundJob) -> None:
        """Start a job with a key, at once or as soon as nothing is dragged any more."""
        if self.is_moving:
            self._held_jobs[job.key] = job
            return
        self._held_jobs.pop(job.key, None)
        self._session.background.start(job)

    def _end_move(self) -> None:
        """End the move: jobs are no longer held back; `start_held_jobs` starts the held ones."""
        self.is_moving = False
        self._move_count += 1
        self._settle_timer.stop()

    def start_held_jobs(self) -> None:
        """Start all jobs that were held back."""
        held, self._held_jobs = self._held_jobs, {}
        for job in held.values():
            self._session.background.start(job)

    def discard_trial(self) -> None:
        """Discard the tried requirement and weights, which an edit supersedes."""
        self._tried_requirement = self.criteria = None

    def stop(self) -> None:
        """Stop all pending computation: the study is read again, or closed."""
        self._answer_timer.stop()
        self._tried_requirement = None
        self._pending_changes = Changes.NOTHING
        self._end_move()

    def _answer_now(self) -> None:
        facts, prepared, tried = (
            self._session.facts,
            self._session.prepared,
            self._tried_requirement,
        )
        if facts is None or prepared is None or tried is None:
            return
        self._tried_requirement, self._answered_requirement = None, tried
        before = self._session.answer
        self.is_moving = True
        self._move_count += 1
        self._settle_timer.start(0 if self._is_stored else SETTLE_MS)
        if (
            before is None
            or tried.curve_or_estimate_statistic != before.requirement.curve_or_estimate_statistic
        ):
            return  # the curves of another statistic are drawn first, which outlasts a frame
        try:
            result = answer(prepared, facts, tried, self.criteria, earlier=before)
        except UserError as error:
            self._show_error(error)
        else:
            self.answered.emit(result, self._pending_changes)

    def _answer_with_all_draws(self) -> None:
        """Compute the answer with all draws in the background, now that nothing is dragged."""
        facts, prepared, requirement = (
            self._session.facts,
            self._session.prepared,
            self._answered_requirement,
        )
        if facts is None or prepared is None:
            return
        criteria, move_count = self.criteria, self._move_count

        def work(_watch: JobControl) -> Answer:
            return answer(prepared, facts, requirement, criteria)

        def show_result(result: Answer) -> None:
            is_newest = self._tried_requirement is None  # or else an edit is answered in a moment
            if is_newest and move_count == self._move_count:
                changes, self._pending_changes = self._pending_changes, Changes.NOTHING
                self._end_move()
                self.answered.emit(result, changes)
                self.start_held_jobs()

        self._session.background.start(
            BackgroundJob(
                Worker.COMPUTING, work, show_result, key="answer", on_error=self._show_error
            )
        )

    def _show_error(self, error: UserError) -> None:
        self._end_move()
        self.start_held_jobs()
        self._session.background.show_error.emit(error_text(error))


def _used_workings_size(cells: Iterable[InputCell]) -> tuple[int, int]:
    """Return the number of rows and columns of the workings that these cells span."""
    rows = columns = 0
    for sheet, row, column in (cell.address for cell in cells):
        if sheet == WORKINGS_KEY:
            rows, columns = max(rows, row + 1), max(columns, column + 1)
    return rows, columns


def _consecutive_runs(rows: Iterable[int]) -> list[tuple[int, int]]:
    """Return runs of consecutive rows as first row and count, the last run first."""
    result: list[tuple[int, int]] = []
    for row in sorted(set(rows), reverse=True):
        if result and result[-1][0] == row + 1:
            result[-1] = (row, result[-1][1] + 1)
        else:
            result.append((row, 1))
    return result


class SheetValues(QObject):
    """The typed cells of all sheets and their results, calculated in the background."""

    changed = Signal()  # other cells, or other values of them

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._calculator = SheetCalculator()
        self.reset_reference_picker()
        self.cells: _Cells = {}
        self.calculated: SheetResults | None = None
        self.used_size = (0, 0)  # rows and columns of the workings that hold something
        self._edits = 0  # counts the edits, so that cells read before one of them are not taken
        self._is_stale = True  # whether the cells are to be read from the study again

    def reset_reference_picker(self) -> None:
        """Create a new reference picker for the pages that are built from now on."""
        self.reference_picker = ReferencePicker(self.sheet_name)

    def result(self, address: CellAddress) -> CellResult | None:
        """Return the result of a cell; None where there is none yet."""
        return self.calculated.results.get(address) if self.calculated is not None else None

    def typed_text(self, address: CellAddress) -> str | None:
        """Return the typed text of a cell, in the user's decimal mark; None for an empty cell."""
        cell = self.cells.get(address)
        if cell is None or not cell.text:
            return None
        return convert_decimal_mark(cell.text, cell.decimal, self.decimal)

    def is_typed(self, sheet: str, row: int, column: int) -> bool:
        """Return whether something is typed in a cell."""
        cell = self.cells.get(CellAddress(sheet, row, column))
        return cell is not None and bool(cell.text)

    def cell_style(self, address: CellAddress) -> CellStyle:
        """Return the style of a cell."""
        cell = self.cells.get(address)
        return parse_cell_style("" if cell is None else cell.number_format)

    def format_and_note(self, address: CellAddress) -> tuple[NumberFormat, Message | None]:
        """Return the format of a formula's result that is a date, and the note on it."""
        if self.calculated is None:
            return GENERAL_FORMAT, None
        formats = self.calculated.formats
        return formats.resolve_format(address), formats.find_note(address)

    def sheet_name(self, key: str) -> str:
        """Return the name of a sheet in formulas."""
        return self.calculated.sheets.get(key, "") if self.calculated is not None else ""

    @property
    def decimal(self) -> str:
        """The user's decimal mark."""
        return QLocale().decimalPoint()

    def build_cell(self, address: CellAddress, text: str) -> InputCell:
        """Build a cell with a text in the user's decimal mark."""
        return InputCell(address, text, self.decimal)

    def completion_names(self) -> list[str]:
        """Return the names of results and functions for completion in formulas."""
        facts = self._session.facts
        options = (
            tuple(facts_of_option.option for facts_of_option in facts.options) if facts else ()
        )
        names = (*result_names(options), *result_aliases(options)) if facts else ()
        return [*names, *(f"{name}(" for name in FUNCTION_NAMES)]

    def edit(self, edit: SheetEdit, what: str) -> None:
        """Save an edit of sheets as one undo step; UserError for a bad cell."""
        check_cell_limits(edit.typed)
        self.save_checked(
            edit, what, edit.typed_cells_after(self.cells), _used_workings_size(edit.typed)
        )

    def save_checked(
        self, edit: SheetEdit, what: str, after: _Cells, used: tuple[int, int]
    ) -> None:
        """Save a checked edit; `after` are all cells after it, `used` its rows and columns."""
        self._edits += 1
        self.cells = after
        self.used_size = (max(self.used_size[0], used[0]), max(self.used_size[1], used[1]))
        self._session.save_sheets(edit, what)
        self._calculate()
        self.changed.emit()

    def try_edit(self, edit: SheetEdit, what: str) -> None:
        """Save an edit of sheets, or show why it cannot be saved."""
        try:
            self.edit(edit, what)
        except UserError as error:
            self._session.background.show_error.emit(error_text(error))

    def cells_without_rows(self, key: str, rows: Iterable[int]) -> _Cells:
        """Return all cells after rows of a sheet are deleted; formulas are rewritten."""
        cells = self.cells
        for first, count in _consecutive_runs(rows):
            cells = build_row_deletion(
                cells, key, self.sheet_name(key), first, count
            ).typed_cells_after(cells)
        return cells

    def recalculate_after(self, changes: Changes) -> None:
        """Recalculate all sheets after changes of the session."""
        if changes is Changes.NOTHING:
            return
        self._is_stale = self._is_stale or bool(changes & ~LIVE)
        self._calculate()

    def _calculate(self) -> None:
        session = self._session
        facts, answer = session.facts, session.answer
        if facts is None or answer is None:
            return
        edits, cells = self._edits, self.cells
        reads = self._is_stale and not session.is_saving
        study, calculator = session.study, self._calculator

        def work() -> _Calculated:
            present = read_input_cells(study) if reads else cells
            used = _used_workings_size(present.values()) if reads else self.used_size
            return present, calculator.calculate(facts, answer, present), used

        def show_result(result: _Calculated) -> None:
            if edits != self._edits:
                return  # the edit has asked again
            self.cells, self.calculated, self.used_size = result
            self._is_stale = self._is_stale and not reads
            freeze_bulk_objects()
            self.changed.emit()

        session.compute_in_background(work, show_result, key="sheets")


@dataclass(frozen=True, slots=True)
class AnswerInputs:
    """The inputs of the current answer, for figures that are computed in the background."""

    prepared: PreparedEvidence
    facts: StudyFacts
    requirement: Requirement
    criteria: tuple[CriterionSetting, ...]
    visits: ValueRange
    targets_s: ValueRange  # ends of the sliders, and so of the map


class Session(QObject):
    """The open study of one window: its values, and the edits of them."""

    changed = Signal(object)
    """Carries Changes; NOTHING when only something derived has become known."""
    saving_changed = Signal()
    recovered = Signal(str, str)
    """Carries a sentence of a failure that is over, and what to show instead, if anything."""
    side_effect = Signal(str)  # describes what an edit changed beside what was meant
    trial_changed = Signal()  # A requirement is tried, kept or put back while trials are made

    def __init__(self, study: Study, background: Background) -> None:
        super().__init__()
        self.study = study
        self.background = background
        self.saved_at: QTime | None = None
        self.save_error = ""  # why the last edit is not in the file; empty where it is
        self.is_displaced = False
        """Whether the study's file was moved or deleted: edits are refused."""
        self.facts: StudyFacts | None = None
        self.answer: Answer | None = None
        self.cuts: MapCuts | None = None
        self.scenarios: tuple[Scenario, ...] = ()
        self._saved_budgets: tuple[Decimal, ...] = ()
        self.prepared: PreparedEvidence | None = None
        self.trial: Requirement | None = None  # what is tried and not kept, while trials are made
        self._tries_requirements = False
        self._slider_ranges: tuple[ValueRange, ValueRange] | None = None
        self._writing = 0
        self._edits = 0  # counts the edits, so that what was read before one of them is read again
        self._to_read = Changes.NOTHING
        self._recalculation = LiveRecalculation(self, self)
        self._recalculation.answered.connect(self._set_answer)
        self.sheets = SheetValues(self, self)
        self.changed.connect(self.sheets.recalculate_after)
        self._pending = PendingEdits(study.path)
        self._fold = QTimer(self, singleShot=True, interval=FOLD_DELAY_MS)
        self._fold.timeout.connect(self._fold_log)
        self._shown_write_error = self._shown_read_error = ""  # text of each one's last failure
        self._probe = QTimer(self, singleShot=True, interval=PROBE_MS)
        self._probe.timeout.connect(self._probe_saving)

    @property
    def is_saving(self) -> bool:
        """Whether an edit is still being written to the file."""
        return self._writing > 0

    @property
    def is_moving(self) -> bool:
        """Whether something is dragged, or was a moment ago: slow jobs are held back."""
        return self._recalculation.is_moving

    def option_facts(self, option_id: int) -> OptionFacts | None:
        """Return the facts of an option; None where there is no such option."""
        options = self.facts.options if self.facts else ()
        return next((each for each in options if each.option.id == option_id), None)

    def option_answer(self, option_id: int) -> OptionAnswer | None:
        """Return an option's part of the current answer; None without one."""
        options = self.answer.options if self.answer else ()
        return next((each for each in options if each.option.id == option_id), None)

    # Reading

    def reload(self, changes: Changes = Changes.EVERYTHING) -> None:
        """Read the study and compute the answer again, once all edits are written."""
        self._to_read |= changes
        if not self._writing:
            self._start_reading()

    def _start_reading(self) -> None:
        edits = self._edits

        def work(_watch: JobControl) -> _ReadResult:
            facts = read_study(self.study)
            prepared = prepare(facts)
            current_facts, answered = answer_and_save_price_range(self.study, prepared, facts)
            saved = list_scenarios(self.study), list_saved_budgets(self.study)
            return current_facts, prepared, answered, *saved

        def show_result(result: _ReadResult) -> None:
            if edits != self._edits:
                self.reload()
                return
            self.facts, self.prepared, self.answer, self.scenarios, self._saved_budgets = result
            changes, self._to_read = self._to_read, Changes.NOTHING
            self._recalculation.stop()
            if (
                self.trial is not None and not self._tries_requirements
            ):  # put back, as it is read again
                self.trial = None
                self.trial_changed.emit()
            self._request_map_cuts()
            self.changed.emit(changes)
            self._recalculation.start_held_jobs()
            error_shown, self._shown_read_error = self._shown_read_error, ""
            if error_shown:
                self.recovered.emit(error_shown, "")

        failed = self._show_read_error
        job = BackgroundJob(Worker.COMPUTING, work, show_result, key="facts", on_error=failed)
        self.background.start(job)

    def read(self, work: Callable[[Study], Any], then: Callable[[Any], None], *, key: str) -> None:
        """Read something for a page in the background; the newest read of a key counts."""
        do, failed = lambda _watch: work(self.study), self._show_read_error
        self.background.start(BackgroundJob(Worker.READING, do, then, key=key, on_error=failed))

    def _show_read_error(self, error: UserError) -> None:
        """Show that something cannot be read, maybe because the file was moved."""
        was_displaced = self.is_displaced
        self._mark_if_displaced(error)
        if self.is_displaced != was_displaced:  # who reads again for each error would never end
            self.saving_changed.emit()
        if not self.is_displaced:
            self._shown_read_error = error_text(error)
        self.background.show_error.emit(error_text(error))

    def _mark_if_displaced(self, error: UserError) -> None:
        if isinstance(error, StudyDisplaced):
            self.is_displaced, self.save_error = True, error_text(error)
            self._shown_write_error = self.save_error
            self._probe.start()

    # Answering

    def try_requirement(self, requirement: Requirement) -> None:
        """Show the answer to a requirement that is not saved; only the newest counts."""
        self._recalculation.try_requirement(requirement)

    def try_criteria(self, criteria: tuple[CriterionSetting, ...]) -> None:
        """Show the answer to weights that are not saved; only the newest count."""
        self._recalculation.try_criteria(criteria)

    @property
    def criteria(self) -> tuple[CriterionSetting, ...]:
        """The criteria of the current answer; empty before the study is read."""
        if self._recalculation.criteria is not None:
            return self._recalculation.criteria
        if self.facts is None:
            return ()
        return with_response_time_named_by_goal(
            self.facts.requirement.goal, self.facts.criteria or DEFAULT_CRITERIA
        )

    def _set_answer(self, new: Answer, changes: Changes) -> None:
        self.answer = new
        self._request_map_cuts()
        self.changed.emit(changes)

    def set_slider_ranges(self, visits: ValueRange, targets_s: ValueRange) -> None:
        """Set the ranges of the sliders, and compute the ribbons for them."""
        if self._slider_ranges != (visits, targets_s):
            self._slider_ranges = (visits, targets_s)
            self._request_map_cuts()

    def _request_map_cuts(self) -> None:
        """Compute the ribbons under the sliders in the background."""
        prepared, facts, present = self.prepared, self.facts, self.answer
        if prepared is None or facts is None or present is None or self._slider_ranges is None:
            return
        visits, targets_s = self._slider_ranges
        inputs = prepared, facts, present.requirement, self.criteria

        def work(_watch: JobControl) -> MapCuts:
            return find_map_cuts(*inputs, visits=visits, targets_s=targets_s)

        def show_result(cuts: MapCuts) -> None:
            self.cuts = cuts
            self.changed.emit(Changes.NOTHING)

        self._recalculation.start_when_settled(
            BackgroundJob(Worker.COMPUTING, work, show_result, key="cuts")
        )

    @property
    def answer_inputs(self) -> AnswerInputs | None:
        """The inputs of the current answer; None before there is one."""
        prepared, facts, answer, ranges = (
            self.prepared,
            self.facts,
            self.answer,
            self._slider_ranges,
        )
        if prepared is None or facts is None or answer is None or ranges is None:
            return None
        return AnswerInputs(prepared, facts, answer.requirement, self.criteria, *ranges)

    def compute_in_background(
        self, work: Callable[[], Any], then: Callable[[Any], None], *, key: str
    ) -> None:
        """Compute something slow for a page once nothing is dragged; the newest key counts."""
        job = BackgroundJob(Worker.COMPUTING, lambda _watch: work(), then, key=key)
        self._recalculation.start_when_settled(job)

    # Editing

    def save_requirement(self, requirement: Requirement) -> None:
        """Save a requirement, or only try it between `begin_trials` and `end_trials`."""
        if self._tries_requirements:
            self.show_trial(requirement)
            return
        requirement = self._without_trial(requirement)
        facts = self.facts
        if facts is None or (requirement == facts.requirement and facts.is_requirement_stated):
            return
        before, valued_by = facts.requirement, (self.criteria, facts.weighting)
        edit = edit_replacing_requirement(self.sheets.cells, before, requirement, valued_by)
        opened = describe_cleared_anchors(self.criteria, before, requirement)
        self.sheets.edit(edit, "requirement")
        if opened is not None:
            self.side_effect.emit(translate_message(opened))

    def begin_trials(self) -> None:
        """From now on only try edited requirements, until `save_trial` or `end_trials`."""
        self._tries_requirements = True

    def end_trials(self) -> None:
        """Discard the trial; edited requirements are saved again."""
        self.discard_trial()
        self._tries_requirements = False

    def save_trial(self) -> None:
        """Save the tried requirement; later ones are tried again."""
        tried, self.trial = self.trial, None
        if tried is not None:
            was_trying, self._tries_requirements = self._tries_requirements, False
            self.save_requirement(tried)
            self._tries_requirements = was_trying
            self.trial_changed.emit()

    def discard_trial(self) -> None:
        """Show the study's own requirement again."""
        if self.trial is not None and self.facts is not None:
            self.trial = None
            self.try_requirement(self.facts.requirement)
            self.trial_changed.emit()

    def _without_trial(self, edited: Requirement) -> Requirement:
        """End the trial; return an edited requirement without its tried values."""
        tried, self.trial = self.trial, None
        if tried is None or self.facts is None:
            return edited
        saved = self.facts.requirement
        unchanged = {
            field.name: getattr(saved, field.name)
            for field in fields(saved)
            if getattr(saved, field.name) != getattr(tried, field.name)
            and getattr(edited, field.name) == getattr(tried, field.name)
        }
        self.try_requirement(saved)
        self.trial_changed.emit()
        return replace(edited, **unchanged)

    def show_trial(self, requirement: Requirement) -> None:
        """Show the answer to a requirement until it is saved or discarded."""
        is_own = self.facts is None or requirement == self.facts.requirement
        self.trial = None if is_own else requirement
        self.try_requirement(requirement)
        self.trial_changed.emit()

    @property
    def budgets(self) -> tuple[Decimal, ...]:
        """The different budgets of the inputs in use and of the scenarios."""
        present = self.facts.requirement.budget if self.facts is not None else None
        return join_budgets(present, self._saved_budgets)

    def use_scenario(self, scenario_id: int) -> None:
        """Use a scenario, or the base case."""
        self.edit(lambda study: use_scenario(study, scenario_id), Changes.EVERYTHING)

    def save_criteria(self, criteria: tuple[CriterionSetting, ...]) -> None:
        """Save other weights and value functions."""
        self._recalculation.discard_trial()
        if self.facts is not None and criteria != self.facts.criteria:
            self._replace_criteria(self.facts.weighting, criteria, "criteria")

    def save_weighting(
        self, weighting: Weighting, criteria: tuple[CriterionSetting, ...] | None = None
    ) -> None:
        """Save other stakeholders or another decider."""
        self._recalculation.discard_trial()
        self._replace_criteria(weighting, criteria or self.criteria, "weights")

    def _replace_criteria(
        self, weighting: Weighting, criteria: tuple[CriterionSetting, ...], what: str
    ) -> None:
        if self.facts is not None:
            people = (self.facts.weighting, weighting)
            edit = edit_replacing_criteria(self.sheets.cells, self.criteria, criteria, people)
            self.sheets.edit(edit, what)

    def _set_facts_and_answer(self, facts: StudyFacts) -> None:
        """Show facts that are being written, and compute the answer to them."""
        self._edits += 1
        self.facts = facts
        self._recalculation.answer_edit(self.trial or facts.requirement)

    def save_ratings(self, option: Option, ratings: Ratings) -> None:
        """Save other ratings of an option; the answer follows at once."""
        if self.facts is None:
            return
        options = tuple(
            replace(facts_of_option, ratings=ratings)
            if facts_of_option.option.id == option.id
            else facts_of_option
            for facts_of_option in self.facts.options
        )
        self._set_facts_and_answer(replace(self.facts, options=options))
        self.write(lambda _watch: set_ratings(self.study, option.id, ratings), None)

    def save_rating_words(self, words: RatingWords) -> None:
        """Save other words for the levels of ratings."""
        if self.facts is not None:
            self._set_facts_and_answer(replace(self.facts, rating_words=words))
            self.write(lambda _watch: set_rating_words(self.study, words), None)

    def renew_price_range(self) -> None:
        """Derive the range of prices that are valued from the current answer, and save it."""
        answered = self.answer
        if answered is not None:
            self.write(
                lambda _watch: reset_price_range_to_prices(self.study, answered), Changes.CRITERIA
            )

    def confirm_price_range(self) -> None:
        """Save the proposed range of prices as it is."""
        proposed = self.answer.open_price_range if self.answer else None
        if proposed is not None:
            limit, best = proposed
            self.write(lambda _watch: set_price_range(self.study, best, limit), Changes.CRITERIA)

    def save_prices(self, option: Option, sheet: PriceSheet) -> None:
        """Save an option's price sheet; the answer follows at once."""
        self.save_sheets(SheetEdit(prices={option.id: sheet}), "prices")

    def save_sheets(self, edit: SheetEdit, what: str) -> None:
        """Save an edit of sheets; the answer follows at once.

        Where formulas change further inputs the study is read again.
        """
        if self.facts is None:
            return
        self._edits += 1
        if edit.changes_inputs:
            facts = replace(
                self.facts,
                options=tuple(
                    edit.option_facts_after(facts_of_option)
                    for facts_of_option in self.facts.options
                ),
                requirement=edit.requirement or self.facts.requirement,
                is_requirement_stated=(
                    self.facts.is_requirement_stated or edit.requirement is not None
                ),
                criteria=edit.criteria or self.facts.criteria,
                weighting=edit.weighting or self.facts.weighting,
            )
            self._set_facts_and_answer(facts)

        def follow(edited: SheetEditResult) -> None:
            if edited.formulas_changed_inputs:
                self.reload(LIVE | Changes.SHEETS)
            elif edit.prices and self._needs_price_range():
                self.reload(LIVE)

        self.write(lambda _watch: edit_sheets(self.study, edit, what), None, then=follow)

    def _needs_price_range(self) -> bool:
        """Return whether the range of prices still follows the only price that there is."""
        options = self.answer.options if self.answer else ()
        priced = sum(option.price is not None for option in options)
        return not (self.facts and self.facts.price_range_confirmed) and priced <= 1

    def save_price_basis(self, basis: PriceBasis) -> None:
        """Save other exchange rates or another scope of prices; the answer follows at once."""
        if self.facts is not None and basis != self.facts.price_basis:
            self._set_facts_and_answer(replace(self.facts, price_basis=basis))
            self.write(lambda _watch: set_price_basis(self.study, basis), None)

    def save_profile(self, values: Mapping[str, float | None]) -> None:
        """Save other typed values of the profile; UserError for an invalid one."""
        if self.facts is not None:
            profile = with_values(self.facts.profile, values, TYPED)
            self._set_facts_and_answer(replace(self.facts, profile=profile))
            self.write(lambda _watch: set_profile_values(self.study, values), None)

    def save_found_profile(self, found: FoundProfile) -> None:
        """Save the profile found in a file; the answer follows at once."""
        if self.facts is not None:
            profile = overlay_profile(self.facts.profile, found.profile)
            self._set_facts_and_answer(replace(self.facts, profile=profile))
            self.write(lambda _watch: save_found_profile(self.study, found), None)

    def write(
        self,
        work: Callable[[JobControl], Any],
        changes: Changes | None,
        *,
        then: Callable[[Any], None] | None = None,
        key: str = "",
        title: str = "",
        worker: Worker = Worker.WRITING,
    ) -> None:
        """Change the study in the background, then reload what depends on it."""
        if self.is_displaced:
            self._show_write_error(self.save_error)
            return
        is_edit = worker is Worker.WRITING  # an import may take minutes; edits go on meanwhile
        self._change_writing_count(int(is_edit))

        def ended() -> None:
            self._change_writing_count(-int(is_edit))
            self._fold.start()
            if not self._writing and self._to_read:
                self._start_reading()

        def done(result: object) -> None:
            if not self.is_displaced:  # while its file is gone, nothing is saved
                self.saved_at = QTime.currentTime()
                self._end_write_error()
            self.saving_changed.emit()
            if then is not None:
                then(result)
            if changes is not None:
                self.reload(changes)

        failed = partial(self._report_write_failure, is_edit=is_edit)
        job = BackgroundJob(
            worker, work, done, title=title, key=key, on_error=failed, on_end=ended
        )
        self.background.start(job)

    def _change_writing_count(self, more: int) -> None:
        """Change the number of edits being written; while there are any, a mark file says so."""
        self._writing += more
        if self._writing:
            self._pending.set_mark()
        else:
            self._pending.remove_mark()
        self.saving_changed.emit()

    def find_lost_edit(self, then: Callable[[datetime], None]) -> None:
        """Call `then` with the time of an edit that a killed program may not have written."""
        since = self._pending.read_and_remove_mark()
        if since is None:
            return

        def compare_times(last: datetime) -> None:
            if last.replace(tzinfo=UTC) < since:
                then(since)

        self.read(read_last_change_time, compare_times, key="lost edit")

    def _fold_log(self) -> None:
        """Fold the log into the study's file; while edits are being written, a moment later."""
        if self._writing:
            self._fold.start()
            return
        self.background.start(
            BackgroundJob(
                Worker.WRITING,
                lambda _watch: self.study.fold_log(),
                lambda _done: None,
                key="fold",
            )
        )

    def _report_write_failure(self, error: UserError, *, is_edit: bool) -> None:
        """Show that an edit, or else an import, was not written, and reload the study."""
        self._mark_if_displaced(error)
        if is_edit or self.is_displaced:
            self.save_error = error_text(error)
            self._probe.start()
        self._shown_write_error = error_text(error)
        self._show_write_error(error_text(error))

    def _probe_saving(self) -> None:
        """Check whether edits can be saved again: the file is back, or the disk has room."""

        def recover(_done: object) -> None:
            if not self.save_error:
                return  # an edit was saved meanwhile
            self.is_displaced = False
            text = self.tr("Changes can be saved again. Check the last one: it may be missing.")
            self._end_write_error(text)
            self.saving_changed.emit()
            self.reload()

        work = BackgroundJob(
            Worker.WRITING,
            lambda _watch: self.study.check_writable(),
            recover,
            key="probe",
            on_error=lambda _error: self._probe.start(),
        )
        if self.save_error:
            self.background.start(work)

    def _end_write_error(self, instead: str = "") -> None:
        """Clear the error of saving; where it is shown, `instead` replaces it."""
        error_shown, self._shown_write_error, self.save_error = (
            self._shown_write_error,
            instead,
            "",
        )
        if error_shown:
            self.recovered.emit(error_shown, instead)

    def _show_write_error(self, sentence: str) -> None:
        """Show why an edit was not saved, and reload the study."""
        self.saving_changed.emit()
        self.background.show_error.emit(sentence)
        self._edits += 1
        self.reload()

    def edit(self, work: Callable[[Study], object], changes: Changes) -> None:
        """Change the study in the background, and reload it."""
        self._recalculation.discard_trial()
        self._edits += 1
        self.write(lambda _watch: work(self.study), changes)

    def move_through_history(
        self,
        step: Callable[[Study], UndoneAction | None],
        then: Callable[[UndoneAction | None], None],
    ) -> None:
        """Undo or redo an action after all started edits; then reload the study."""
        self._recalculation.discard_trial()
        self._edits += 1

        def on_result(result: UndoneAction | None) -> None:
            if result is not None:
                self.reload(result.changes)
            then(result)

        self.write(lambda _watch: step(self.study), None, then=on_result)

    def save_now(self) -> None:
        """Wait until all edits are written, and fold them into the file."""
        self.background.finish_writing()
        self.study.fold_log()

    def close(self) -> None:
        """Finish writing and close the study."""
        self._fold.stop()
        self._probe.stop()
        self._recalculation.stop()
        self.study.interrupt_long_reads()
        self.background.close()
        self._pending.remove_mark()
        self.study.close()

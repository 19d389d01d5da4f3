"""One open study as its window sees it: the facts, the answer to them, and every way to edit them.

The thread of the window holds values only. Reading and writing the file, and the slow part of
the statistics, happen in the background; the answer to a moved slider is computed at once.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import UTC
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale, QObject, QTime, QTimer, Signal

from arraywise.analysis.decision.scoring import describe_opened
from arraywise.domain.cells import (
    AS_IT_COMES,
    CellAddress,
    CellStyle,
    InputCell,
    NumberFormat,
    read_style,
)
from arraywise.domain.criteria import DEFAULT_CRITERIA, named_for
from arraywise.domain.messages import Message, UserError
from arraywise.domain.workload import TYPED, overlay, with_values
from arraywise.gui.grid.pointing import ReferencePicker
from arraywise.gui.session.background import Background, BackgroundJob, JobControl, Lane, exclude
from arraywise.gui.session.pending_edits import PendingEdits
from arraywise.gui.widgets.messages import error_text, translate_message
from arraywise.store.reading.facts import changed_at
from arraywise.store.reading.inputs import input_cells
from arraywise.store.study import StudyDisplaced
from arraywise.usecases.changes import Changes
from arraywise.usecases.compare_scenarios import list_scenarios, use_scenario
from arraywise.usecases.decide_study import answer, finish_changes, map_cuts, prepare
from arraywise.usecases.edit_cells import (
    check_cells,
    edit_sheets,
    replace_criteria,
    replace_requirement,
)
from arraywise.usecases.edit_criteria import renew_price_range, set_price_range
from arraywise.usecases.edit_options import set_rating_words, set_ratings
from arraywise.usecases.edit_prices import set_price_basis
from arraywise.usecases.workload_profile import keep_profile, read_study, set_profile
from arraywise.worksheets.evaluation import FUNCTION_NAMES, SheetCalculator, SheetResults
from arraywise.worksheets.fields import WORKINGS_KEY
from arraywise.worksheets.input_parsing import convert_decimal_mark
from arraywise.worksheets.result_formats import cells_by_rule, rule_fills
from arraywise.worksheets.sheets import SheetEdit, delete_rows, result_aliases, result_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime

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
    _Read = tuple[StudyFacts, PreparedEvidence, Answer, tuple[Scenario, ...]]


REST_MS = 80  # so long nothing has moved when the rest is computed
FOLD_MS = 2_000
"""So long after the last edit its log is folded into the file, so that a copy of the file is
whole."""


LIVE = Changes.REQUIREMENT | Changes.PRICES | Changes.PROVISIONING | Changes.CRITERIA
"""What may change without a look at the evidence; the cells are the same as before."""


Range = tuple[float, float]


class LiveRecalculation(QObject):
    """What the user tries, and the answers to it; only the last one counts.

    Slow work with a key is held back while something moves; of each key the newest counts.
    """

    answered = Signal(object, object)
    """Carries an Answer and the Changes since the answer last was settled."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._tried: Requirement | None = None
        self._asked: Requirement | None = None
        """The question of the current answer, or of the one that is being computed."""
        self.criteria: tuple[CriterionSetting, ...] | None = None
        """Weights that are tried; None for the study's own."""
        # Whether what is tried is in the study and not in a hand that moves.
        self._is_stored = False
        self._changed = Changes.NOTHING
        self._held: dict[str, BackgroundJob] = {}
        self.is_moving = False
        self._moves = 0
        """Counts the moves, so that what was computed before one of them is known as old."""
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self._settle)
        self._tick = QTimer(self, singleShot=True)
        self._tick.timeout.connect(self._answer_tried)

    def try_requirement(self, requirement: Requirement) -> None:
        """Compute the answer to a requirement that is not kept yet."""
        self._changed |= Changes.REQUIREMENT
        self._start(requirement, kept=False)

    def try_criteria(self, criteria: tuple[CriterionSetting, ...]) -> None:
        """Compute the answer with weights that are not kept yet."""
        self.criteria = criteria
        before = self._session.answer
        if before is not None:
            self._changed |= Changes.CRITERIA
            self._start(self._tried or before.requirement, kept=False)

    def answer_saved(self, requirement: Requirement) -> None:
        """Compute the answer after an edit that is kept, and right after it how sure that is."""
        self._changed |= LIVE
        self._start(requirement, kept=True)

    def _start(self, requirement: Requirement, *, kept: bool) -> None:
        self._tried, self._is_stored = requirement, kept
        self._tick.start(0)

    def start(self, job: BackgroundJob) -> None:
        """Start a job with a key, at once or as soon as nothing moves any more."""
        if self.is_moving:
            self._held[job.key] = job
            return
        self._held.pop(job.key, None)
        self._session.background.start(job)

    def _stop_moving(self) -> None:
        """Hold nothing back any more; what was held begins with `release`."""
        self.is_moving = False
        self._moves += 1
        self._rest.stop()

    def release(self) -> None:
        """Start what was held back and has not been asked again since."""
        held, self._held = self._held, {}
        for job in held.values():
            self._session.background.start(job)

    def forget(self) -> None:
        """What was tried is superseded by an edit."""
        self._tried = self.criteria = None

    def end(self) -> None:
        """The study is read again, or closed: nothing of the old one is computed any more."""
        self._tick.stop()
        self._tried = None
        self._changed = Changes.NOTHING
        self._stop_moving()

    def _answer_tried(self) -> None:
        facts, prepared, tried = self._session.facts, self._session.prepared, self._tried
        if facts is None or prepared is None or tried is None:
            return
        self._tried, self._asked = None, tried
        before = self._session.answer
        self.is_moving = True
        self._moves += 1
        self._rest.start(0 if self._is_stored else REST_MS)
        if before is None or tried.curve_statistic != before.requirement.curve_statistic:
            return  # the curves of another statistic are drawn first, which outlasts a frame
        try:
            result = answer(prepared, facts, tried, self.criteria, earlier=before)
        except UserError as error:
            self._show_error(error)
        else:
            self.answered.emit(result, self._changed)

    def _settle(self) -> None:
        """Answer again with all draws, now that nothing moves."""
        facts, prepared, asked = self._session.facts, self._session.prepared, self._asked
        if facts is None or prepared is None:
            return
        criteria, moves = self.criteria, self._moves

        def work(_watch: JobControl) -> Answer:
            return answer(prepared, facts, asked, criteria)

        def take(result: Answer) -> None:
            is_newest = self._tried is None  # or else an edit is answered in a moment
            if is_newest and moves == self._moves:
                changes, self._changed = self._changed, Changes.NOTHING
                self._stop_moving()
                self.answered.emit(result, changes)
                self.release()

        self._session.background.start(
            BackgroundJob(Lane.THINKING, work, take, key="answer", otherwise=self._show_error)
        )

    def _show_error(self, error: UserError) -> None:
        self._stop_moving()
        self.release()
        self._session.background.show_error.emit(error_text(error))


def _used(cells: Iterable[InputCell]) -> tuple[int, int]:
    """Return how many rows and columns of the workings these cells reach over."""
    rows = columns = 0
    for sheet, row, column in (cell.place for cell in cells):
        if sheet == WORKINGS_KEY:
            rows, columns = max(rows, row + 1), max(columns, column + 1)
    return rows, columns


def _ranges(rows: Iterable[int]) -> list[tuple[int, int]]:
    """Return first row and count of the rows that follow each other, the last ones first."""
    result: list[tuple[int, int]] = []
    for row in sorted(set(rows), reverse=True):
        if result and result[-1][0] == row + 1:
            result[-1] = (row, result[-1][1] + 1)
        else:
            result.append((row, 1))
    return result


class SheetValues(QObject):
    """Follows the session; works everything out in the background, the newest request only."""

    changed = Signal()  # other cells, or other values of them

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._calculator = SheetCalculator()
        self.begin_pointing()
        self.cells: _Cells = {}
        self.calculated: SheetResults | None = None
        self.used = (0, 0)  # rows and columns of the workings that hold something
        self._edits = 0  # counts the edits, so that cells read before one of them are not taken
        self._filled_by, self._fills = (0, 0), dict[CellAddress, str]()
        self._stale = True  # whether the cells are to be read from the study again

    def begin_pointing(self) -> None:
        """Let pages that are built from now on point among themselves, as in a new language."""
        self.pointing = ReferencePicker(self.name_of)

    def result(self, place: CellAddress) -> CellResult | None:
        """Return what a cell amounts to; None while that is not known."""
        return self.calculated.results.get(place) if self.calculated is not None else None

    def typed(self, place: CellAddress) -> str | None:
        """Return what is typed in a cell, in the user's decimal mark; None where nothing is."""
        cell = self.cells.get(place)
        if cell is None or not cell.text:
            return None
        return convert_decimal_mark(cell.text, cell.decimal, self.decimal)

    def is_typed(self, sheet: str, row: int, column: int) -> bool:
        """Return whether something is typed in a cell."""
        cell = self.cells.get(CellAddress(sheet, row, column))
        return cell is not None and bool(cell.text)

    def style_of(self, place: CellAddress) -> CellStyle:
        """Return how a cell looks, without its rule."""
        cell = self.cells.get(place)
        return read_style("" if cell is None else cell.number_format)

    def fill_of(self, place: CellAddress) -> str:
        """Return the fill that a cell has by its rule; empty where it has none."""
        if self._filled_by != (id(self.cells), id(self.calculated)):
            self._filled_by = (id(self.cells), id(self.calculated))
            results = self.calculated.results if self.calculated is not None else {}
            self._fills = rule_fills(cells_by_rule(self.cells.values()), results)
        return self._fills.get(place, "")

    def understood(self, place: CellAddress) -> tuple[NumberFormat, Message | None]:
        """Return as what a formula's result is understood, and what is to be said of it."""
        if self.calculated is None:
            return AS_IT_COMES, None
        formats = self.calculated.formats
        return formats.resolve_format(place), formats.find_note(place)

    def name_of(self, key: str) -> str:
        """Return what formulas call a sheet."""
        return self.calculated.sheets.get(key, "") if self.calculated is not None else ""

    @property
    def decimal(self) -> str:
        """The user's decimal mark."""
        return QLocale().decimalPoint()

    def cell(self, place: CellAddress, text: str) -> InputCell:
        """Return a cell as the user types it."""
        return InputCell(place, text, self.decimal)

    def offered(self) -> list[str]:
        """Return the names and functions that a formula may use."""
        facts = self._session.facts
        options = tuple(known.option for known in facts.options) if facts else ()
        names = (*result_names(options), *result_aliases(options)) if facts else ()
        return [*names, *(f"{name}(" for name in FUNCTION_NAMES)]

    def edit(self, edit: SheetEdit, what: str) -> None:
        """Keep an action on sheets with its results as one step; UserError for a bad cell."""
        check_cells(edit.typed)
        self.keep(edit, what, edit.typed_cells_after(self.cells), _used(edit.typed))

    def keep(self, edit: SheetEdit, what: str, after: _Cells, used: tuple[int, int]) -> None:
        """Keep checked cells: all of them `after` it, and the rows and columns they `used`."""
        self._edits += 1
        self.cells = after
        self.used = (max(self.used[0], used[0]), max(self.used[1], used[1]))
        self._session.save_sheets(edit, what)
        self._calculate()
        self.changed.emit()

    def try_edit(self, edit: SheetEdit, what: str) -> None:
        """Keep an action, or say why it cannot be kept."""
        try:
            self.edit(edit, what)
        except UserError as error:
            self._session.background.show_error.emit(error_text(error))

    def without_rows(self, key: str, rows: Iterable[int]) -> _Cells:
        """Return all cells as they are once rows of a sheet are gone; formulas follow."""
        cells = self.cells
        for first, count in _ranges(rows):
            cells = delete_rows(cells, key, self.name_of(key), first, count).typed_cells_after(
                cells
            )
        return cells

    def follow(self, changes: Changes) -> None:
        """Compute again what may have changed with the session."""
        if changes is Changes.NOTHING:
            return
        self._stale = self._stale or bool(changes & ~LIVE)
        self._calculate()

    def _calculate(self) -> None:
        session = self._session
        facts, answer = session.facts, session.answer
        if facts is None or answer is None:
            return
        edits, cells = self._edits, self.cells
        reads = self._stale and not session.is_saving
        study, calculator = session.study, self._calculator

        def work() -> _Calculated:
            present = input_cells(study) if reads else cells
            used = _used(present.values()) if reads else self.used
            return present, calculator.calculate(facts, answer, present), used

        def take(result: _Calculated) -> None:
            if edits != self._edits:
                return  # the edit has asked again
            self.cells, self.calculated, self.used = result
            self._stale = self._stale and not reads
            exclude()
            self.changed.emit()

        session.work_out(work, take, key="sheets")


@dataclass(frozen=True, slots=True)
class AnswerInputs:
    """The question of the current answer, for figures that are computed in the background."""

    prepared: PreparedEvidence
    facts: StudyFacts
    requirement: Requirement
    criteria: tuple[CriterionSetting, ...]
    visits: Range
    targets_s: Range  # ends of the sliders, and so of the map


class Session(QObject):
    """The study of one window."""

    changed = Signal(object)
    """Carries Changes; NOTHING when only something derived has become known."""
    saving_changed = Signal()
    told = Signal(str)  # What an edit changed beside what was meant
    trial_changed = Signal()  # A requirement is tried, kept or put back while trials are made

    def __init__(self, study: Study, background: Background) -> None:
        super().__init__()
        self.study = study
        self.background = background
        self.saved_at: QTime | None = None
        self.not_saved = ""  # why the last edit is not in the file; empty where it is
        self.is_displaced = False
        """Whether the study's file is not where it was opened: nothing is edited any more."""
        self.facts: StudyFacts | None = None
        self.answer: Answer | None = None
        self.cuts: MapCuts | None = None
        self.scenarios: tuple[Scenario, ...] = ()
        self.prepared: PreparedEvidence | None = None
        self.trial: Requirement | None = None  # what is tried and not kept, while trials are made
        self._makes_trials = False
        self._ranges: tuple[Range, Range] | None = None
        self._writing = 0
        self._edits = 0  # counts the edits, so that what was read before one of them is read again
        self._to_read = Changes.NOTHING
        self._recalculation = LiveRecalculation(self, self)
        self._recalculation.answered.connect(self._show)
        self.sheets = SheetValues(self, self)
        self.changed.connect(self.sheets.follow)
        self._pending = PendingEdits(study.path)
        self._fold = QTimer(self, singleShot=True, interval=FOLD_MS)
        self._fold.timeout.connect(self._fold_log)

    @property
    def is_saving(self) -> bool:
        """Whether an edit is still on its way into the file."""
        return self._writing > 0

    @property
    def is_moving(self) -> bool:
        """Whether something is dragged, or was a moment ago: what is slow waits for the rest."""
        return self._recalculation.is_moving

    def known(self, option_id: int) -> OptionFacts | None:
        """Return what is known of an option."""
        options = self.facts.options if self.facts else ()
        return next((each for each in options if each.option.id == option_id), None)

    def answered(self, option_id: int) -> OptionAnswer | None:
        """Return what the present answer says of an option."""
        options = self.answer.options if self.answer else ()
        return next((each for each in options if each.option.id == option_id), None)

    # Reading

    def read_again(self, changes: Changes = Changes.EVERYTHING) -> None:
        """Read the study and work the answer out again, once all edits are written."""
        self._to_read |= changes
        if not self._writing:
            self._read()

    def _read(self) -> None:
        edits = self._edits

        def work(_watch: JobControl) -> _Read:
            facts = read_study(self.study)
            prepared = prepare(facts)
            settled, answered = finish_changes(self.study, prepared, facts)
            return settled, prepared, answered, list_scenarios(self.study)

        def take(result: _Read) -> None:
            if edits != self._edits:
                self.read_again()
                return
            self.facts, self.prepared, self.answer, self.scenarios = result
            changes, self._to_read = self._to_read, Changes.NOTHING
            self._recalculation.end()
            if self.trial is not None and not self._makes_trials:  # put back, as it is read again
                self.trial = None
                self.trial_changed.emit()
            self._ask_for_cuts()
            self.changed.emit(changes)
            self._recalculation.release()

        failed = self._show_read_error
        job = BackgroundJob(Lane.THINKING, work, take, key="facts", otherwise=failed)
        self.background.start(job)

    def read(self, work: Callable[[Study], Any], then: Callable[[Any], None], *, key: str) -> None:
        """Read something for a page; an older request under the same key is dropped."""
        do, failed = lambda _watch: work(self.study), self._show_read_error
        self.background.start(BackgroundJob(Lane.READING, do, then, key=key, otherwise=failed))

    def _show_read_error(self, error: UserError) -> None:
        """Report that something cannot be read, maybe because the file is gone."""
        was_displaced = self.is_displaced
        self._note_displaced(error)
        if self.is_displaced != was_displaced:  # who reads again for each error would never end
            self.saving_changed.emit()
        self.background.show_error.emit(error_text(error))

    def _note_displaced(self, error: UserError) -> None:
        if isinstance(error, StudyDisplaced):
            self.is_displaced, self.not_saved = True, error_text(error)

    # Answering

    def try_requirement(self, requirement: Requirement) -> None:
        """Show the answer to a requirement that is not kept yet; only the newest counts."""
        self._recalculation.try_requirement(requirement)

    def try_criteria(self, criteria: tuple[CriterionSetting, ...]) -> None:
        """Show the answer to weights that are not kept yet; only the newest count."""
        self._recalculation.try_criteria(criteria)

    @property
    def criteria(self) -> tuple[CriterionSetting, ...]:
        """The settings that the present answer is valued by; empty before the study is read."""
        if self._recalculation.criteria is not None:
            return self._recalculation.criteria
        if self.facts is None:
            return ()
        return named_for(self.facts.requirement.goal, self.facts.criteria or DEFAULT_CRITERIA)

    def _show(self, new: Answer, changes: Changes) -> None:
        self.answer = new
        self._ask_for_cuts()
        self.changed.emit(changes)

    def set_ranges(self, visits: Range, targets_s: Range) -> None:
        """Say from where to where the sliders go, so that the ribbons fit them."""
        if self._ranges != (visits, targets_s):
            self._ranges = (visits, targets_s)
            self._ask_for_cuts()

    def _ask_for_cuts(self) -> None:
        """Ask for the ribbons under the sliders."""
        prepared, facts, present = self.prepared, self.facts, self.answer
        if prepared is None or facts is None or present is None or self._ranges is None:
            return
        visits, targets_s = self._ranges
        asked = prepared, facts, present.requirement, self.criteria

        def work(_watch: JobControl) -> MapCuts:
            return map_cuts(*asked, visits=visits, targets_s=targets_s)

        def take(cuts: MapCuts) -> None:
            self.cuts = cuts
            self.changed.emit(Changes.NOTHING)

        self._recalculation.start(BackgroundJob(Lane.THINKING, work, take, key="cuts"))

    @property
    def answer_inputs(self) -> AnswerInputs | None:
        """What the present answer answers; None before there is one."""
        prepared, facts, answer, ranges = self.prepared, self.facts, self.answer, self._ranges
        if prepared is None or facts is None or answer is None or ranges is None:
            return None
        return AnswerInputs(prepared, facts, answer.requirement, self.criteria, *ranges)

    def work_out(self, work: Callable[[], Any], then: Callable[[Any], None], *, key: str) -> None:
        """Compute something heavier for a page once nothing moves; the newest of a key counts."""
        job = BackgroundJob(Lane.THINKING, lambda _watch: work(), then, key=key)
        self._recalculation.start(job)

    # Editing

    def save_requirement(self, requirement: Requirement) -> None:
        """Answer a requirement and write it, or try it while trials are made; other trials end."""
        if self._makes_trials:
            self.hold_trial(requirement)
            return
        requirement = self._without_trial(requirement)
        if self.facts is None or requirement == self.facts.requirement:
            return
        before, valued_by = self.facts.requirement, (self.criteria, self.facts.weighting)
        edit = replace_requirement(self.sheets.cells, before, requirement, valued_by)
        opened = describe_opened(self.criteria, before, requirement)
        self.sheets.edit(edit, "requirement")
        if opened is not None:
            self.told.emit(translate_message(opened))

    def begin_trials(self) -> None:
        """From now on an edited requirement is only tried, until `save_trial`."""
        self._makes_trials = True

    def end_trials(self) -> None:
        """Put back what is tried; requirements are kept again."""
        self.discard_trial()
        self._makes_trials = False

    def save_trial(self) -> None:
        """Write what is tried into the study; trials go on."""
        tried, self.trial = self.trial, None
        if tried is not None:
            goes_on, self._makes_trials = self._makes_trials, False
            self.save_requirement(tried)
            self._makes_trials = goes_on
            self.trial_changed.emit()

    def discard_trial(self) -> None:
        """Show the study's own requirement again."""
        if self.trial is not None and self.facts is not None:
            self.trial = None
            self.try_requirement(self.facts.requirement)
            self.trial_changed.emit()

    def _without_trial(self, edited: Requirement) -> Requirement:
        """Return an edited requirement without what was only tried, which ends here."""
        tried, self.trial = self.trial, None
        if tried is None or self.facts is None:
            return edited
        own = self.facts.requirement
        kept = {
            field.name: getattr(own, field.name)
            for field in fields(own)
            if getattr(own, field.name) != getattr(tried, field.name)
            and getattr(edited, field.name) == getattr(tried, field.name)
        }
        self.try_requirement(own)
        self.trial_changed.emit()
        return replace(edited, **kept)

    def hold_trial(self, requirement: Requirement) -> None:
        """Show the answer to a requirement until it is kept or put back."""
        is_own = self.facts is None or requirement == self.facts.requirement
        self.trial = None if is_own else requirement
        self.try_requirement(requirement)
        self.trial_changed.emit()

    def use_scenario(self, scenario_id: int) -> None:
        """Use a scenario, or the base case."""
        self.edit(lambda study: use_scenario(study, scenario_id), Changes.EVERYTHING)

    def save_criteria(self, criteria: tuple[CriterionSetting, ...]) -> None:
        """Answer with other weights and value functions, and write them."""
        self._recalculation.forget()
        if self.facts is not None and criteria != self.facts.criteria:
            self._replace_criteria(self.facts.weighting, criteria, "criteria")

    def save_weighting(
        self, weighting: Weighting, criteria: tuple[CriterionSetting, ...] | None = None
    ) -> None:
        """Answer with other stakeholders or another decider, and write them."""
        self._recalculation.forget()
        self._replace_criteria(weighting, criteria or self.criteria, "weights")

    def _replace_criteria(
        self, weighting: Weighting, criteria: tuple[CriterionSetting, ...], what: str
    ) -> None:
        if self.facts is not None:
            people = (self.facts.weighting, weighting)
            edit = replace_criteria(self.sheets.cells, self.criteria, criteria, people)
            self.sheets.edit(edit, what)

    def _answer_with(self, facts: StudyFacts) -> None:
        """Answer at once with facts that are on their way into the study."""
        self._edits += 1
        self.facts = facts
        self._recalculation.answer_saved(self.trial or facts.requirement)

    def save_ratings(self, option: Option, ratings: Ratings) -> None:
        """Answer with other ratings of an option at once, and write them."""
        if self.facts is None:
            return
        options = tuple(
            replace(known, ratings=ratings) if known.option.id == option.id else known
            for known in self.facts.options
        )
        self._answer_with(replace(self.facts, options=options))
        self.write(lambda _watch: set_ratings(self.study, option.id, ratings), None)

    def save_rating_words(self, words: RatingWords) -> None:
        """Show other words for the levels of ratings, and write them."""
        if self.facts is not None:
            self._answer_with(replace(self.facts, rating_words=words))
            self.write(lambda _watch: set_rating_words(self.study, words), None)

    def renew_prices(self) -> None:
        """Settle again between which prices options are valued."""
        answered = self.answer
        if answered is not None:
            self.write(lambda _watch: renew_price_range(self.study, answered), Changes.CRITERIA)

    def confirm_prices(self) -> None:
        """Take the proposed range of prices as it is."""
        proposed = self.answer.open_price_range if self.answer else None
        if proposed is not None:
            limit, best = proposed
            self.write(lambda _watch: set_price_range(self.study, best, limit), Changes.CRITERIA)

    def save_prices(self, option: Option, sheet: PriceSheet) -> None:
        """Answer with other prices at once, and write them."""
        self.save_sheets(SheetEdit(prices={option.id: sheet}), "prices")

    def save_sheets(self, edit: SheetEdit, what: str) -> None:
        """Answer at once with the inputs that an action on sheets changes, and write it.

        Formulas may work further inputs out from these; the study is read again then.
        """
        if self.facts is None:
            return
        self._edits += 1
        if edit.changes_inputs:
            facts = replace(
                self.facts,
                options=tuple(edit.option_facts_after(known) for known in self.facts.options),
                requirement=edit.requirement or self.facts.requirement,
                criteria=edit.criteria or self.facts.criteria,
                weighting=edit.weighting or self.facts.weighting,
            )
            self._answer_with(facts)

        def follow(edited: SheetEditResult) -> None:
            if edited.formulas_changed_inputs:
                self.read_again(LIVE | Changes.SHEETS)
            elif edit.prices and self._needs_price_range():
                self.read_again(LIVE)

        self.write(lambda _watch: edit_sheets(self.study, edit, what), None, then=follow)

    def _needs_price_range(self) -> bool:
        """Return whether the range of prices still goes with the only price that there is."""
        options = self.answer.options if self.answer else ()
        priced = sum(option.price is not None for option in options)
        return not (self.facts and self.facts.price_range_confirmed) and priced <= 1

    def save_price_basis(self, basis: PriceBasis) -> None:
        """Answer with other rates or another scope of prices at once, and write them."""
        if self.facts is not None and basis != self.facts.price_basis:
            self._answer_with(replace(self.facts, price_basis=basis))
            self.write(lambda _watch: set_price_basis(self.study, basis), None)

    def save_profile(self, values: Mapping[str, float | None]) -> None:
        """Answer with other typed values of the profile, and write them; UserError if bad."""
        if self.facts is not None:
            profile = with_values(self.facts.profile, values, TYPED)
            self._answer_with(replace(self.facts, profile=profile))
            self.write(lambda _watch: set_profile(self.study, values), None)

    def keep_profile(self, found: FoundProfile) -> None:
        """Answer with the values of a file as if they were typed, and write them."""
        if self.facts is not None:
            profile = overlay(self.facts.profile, found.profile)
            self._answer_with(replace(self.facts, profile=profile))
            self.write(lambda _watch: keep_profile(self.study, found), None)

    def write(
        self,
        work: Callable[[JobControl], Any],
        changes: Changes | None,
        *,
        then: Callable[[Any], None] | None = None,
        key: str = "",
        title: str = "",
        lane: Lane = Lane.WRITING,
    ) -> None:
        """Change the study in the background, then read again what may depend on it."""
        if self.is_displaced:
            self._show_write_error(self.not_saved)
            return
        counts = lane is Lane.WRITING  # an import may take minutes; edits go on meanwhile
        self._count_writing(int(counts))

        def ended() -> None:
            self._count_writing(-int(counts))
            self._fold.start()
            if not self._writing and self._to_read:
                self._read()

        def done(result: object) -> None:
            if not self.is_displaced:  # once its file is gone, nothing is saved any more
                self.saved_at, self.not_saved = QTime.currentTime(), ""
            self.saving_changed.emit()
            if then is not None:
                then(result)
            if changes is not None:
                self.read_again(changes)

        failed = partial(self._note_failure, counts=counts)
        job = BackgroundJob(lane, work, done, title=title, key=key, otherwise=failed, ended=ended)
        self.background.start(job)

    def _count_writing(self, more: int) -> None:
        """Count the edits that are on their way; while there are any, a mark says so."""
        self._writing += more
        if self._writing:
            self._pending.set_mark()
        else:
            self._pending.remove_mark()
        self.saving_changed.emit()

    def find_lost_edit(self, then: Callable[[datetime], None]) -> None:
        """Tell when an edit was made that a killed program may not have written; else nothing."""
        since = self._pending.take_mark()
        if since is None:
            return

        def tell(last: datetime) -> None:
            if last.replace(tzinfo=UTC) < since:
                then(since)

        self.read(changed_at, tell, key="lost edit")

    def _fold_log(self) -> None:
        """Fold the log into the study's file; while edits are on their way, a moment later."""
        if self._writing:
            self._fold.start()
            return
        self.background.start(
            BackgroundJob(
                Lane.WRITING, lambda _watch: self.study.fold(), lambda _done: None, key="fold"
            )
        )

    def _note_failure(self, error: UserError, *, counts: bool) -> None:
        """Note that something was not written; `counts` tells edits from imports."""
        self._note_displaced(error)
        if counts or self.is_displaced:
            self.not_saved = error_text(error)
        self._show_write_error(error_text(error))

    def _show_write_error(self, sentence: str) -> None:
        """Report that an edit is not kept, and show what the study holds instead of it."""
        self.saving_changed.emit()
        self.background.show_error.emit(sentence)
        self._edits += 1
        self.read_again()

    def edit(self, work: Callable[[Study], object], changes: Changes) -> None:
        """Change the study in a way that is answered only after reading it again."""
        self._recalculation.forget()
        self._edits += 1
        self.write(lambda _watch: work(self.study), changes)

    def move_through_history(
        self,
        way: Callable[[Study], UndoneAction | None],
        then: Callable[[UndoneAction | None], None],
    ) -> None:
        """Undo or redo an action after all edits that are on their way; then read again."""
        self._recalculation.forget()
        self._edits += 1

        def came(result: UndoneAction | None) -> None:
            if result is not None:
                self.read_again(result.changes)
            then(result)

        self.write(lambda _watch: way(self.study), None, then=came)

    def save_now(self) -> None:
        """Wait until all edits are written, and fold them into the file."""
        self.background.finish_writing()
        self.study.fold()

    def close(self) -> None:
        """Finish writing and close the study."""
        self._fold.stop()
        self._recalculation.end()
        self.study.end_long_reads()
        self.background.close()
        self._pending.remove_mark()
        self.study.close()

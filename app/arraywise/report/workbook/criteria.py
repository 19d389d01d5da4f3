"""Weights, anchors, stakeholders."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from arraywise.domain.cells import FormulaText
from arraywise.domain.criteria import (
    DEFAULT_CRITERIA,
    PERCENT,
    Criterion,
    Decider,
    LimitSource,
    kind_of,
)
from arraywise.domain.messages import message
from arraywise.report.workbook.cells import (
    CHECK,
    CURRENT,
    MEAN,
    OWN,
    STALE,
    CellRole,
    absolute_ref,
    code_as_words,
    money_number_format,
    sanitise_cell_text,
    text_match_condition,
)
from arraywise.report.workbook.steps import Step, rank_formula

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.cells import SheetWriter, Text, Value, WorkbookWriter
    from arraywise.report.workbook.steps import Columns, OptionColumnCells


def criterion_label_unit_format(criterion: Criterion) -> tuple[Message, Text, str]:
    """Return label, unit and number format of a criterion's attribute; "" for the currency."""
    kind = kind_of(criterion)
    if kind.unit is None:
        return kind.label, "", "#,##0"
    if kind.unit is PERCENT:
        return kind.label, message("share"), "0.0%"
    form = "0.0" if kind.is_rating else "0.00" if criterion.own is None else "General"
    return kind.label, kind.unit, form


_TITLES = (
    message("Criterion"),
    message("Unit"),
    message("Swing"),
    message("Weight"),
    message("0 points at"),
    message("Target"),
    message("Points at target"),
    message("100 points at"),
)
_OF_JUDGED = (
    message("Swing given for: 0 points at"),
    message("... and 100 points at"),
    message("Swing is"),
)
_SWING, _WEIGHT, _LIMIT, _TARGET, _WORTH, _ASPIRATION = 2, 3, 4, 5, 6, 7
_JUDGED_LIMIT, _JUDGED_BEST, _STALE = 8, 9, 10
_NOTHING = '""'
SWINGS = {"validate": "decimal", "criteria": "between", "minimum": 0, "maximum": 100}


@dataclass(frozen=True, slots=True)
class CriterionCells:
    """Cells of one criterion, for formulas of the same sheet."""

    weight: str
    limit: str
    corners: tuple[tuple[str, str], ...]
    """Attribute and points of the whole value function, from 0 points to 100."""

    def points_formula(self, attribute: str) -> str:
        """Return the formula of the points that an attribute is worth."""
        return _piecewise_linear_formula(attribute, self.corners)


Criteria = dict[Criterion, CriterionCells]


def _piecewise_linear_formula(cell: str, corners: Sequence[tuple[str, str]]) -> str:
    """Return the formula for running straight from corner to corner, clipped outside."""
    parts = [
        f"({high}-{low})*MEDIAN(0,1,({cell}-{start})/({end}-{start}))"
        for (start, low), (end, high) in pairwise(corners)
    ]
    return "+".join([corners[0][1], *parts])


def attribute_in_sheet_unit(criterion: Criterion, value: float | None) -> float | None:
    """Return an attribute in the unit of the sheet, where a share stays one."""
    kind = kind_of(criterion)
    scale = 1.0 if kind.unit is PERCENT else kind.units_per_si
    return None if value is None else value * scale


def write_criteria(
    grid: SheetWriter, row: int, content: ReportContent, swings: Mapping[Criterion, str]
) -> tuple[int, dict[Criterion, CriterionCells]]:
    """Write the table of criteria; return the row after it and the cells of each.

    The swings that decide may be on another sheet: their cells.
    """
    answer = content.answer
    grid.write_cell(row, 0, message("Criteria"), CellRole.SECTION)
    judged = any(setting.judged is not None for setting in answer.settings)
    titles = (*_TITLES, *(_OF_JUDGED if judged else ()))
    grid.write_header(row + 1, (*titles, message("Check")), text_columns=2)
    first = row + 2
    last = first + len(answer.settings) - 1
    below = last + 2
    derived = _write_price_anchors(grid, below, content)
    given = {s.criterion: s for s in content.facts.criteria or DEFAULT_CRITERIA}
    cells = {}
    for at, used in enumerate(answer.settings, start=first):
        anchors = _Anchors(at, used, given[used.criterion], derived)
        swing = swings.get(used.criterion)
        _write_swing_and_weight(grid, at, used, (first, last), swing)
        cells[used.criterion] = _write_criterion(grid, at, used, anchors, answer)
        _write_anchors_of_swing(grid, at, used)
        _write_anchor_check(grid, (at, len(titles)), cells[used.criterion], used, (first, last))
    grid.define_name("Criteria_check", grid.area((first, len(titles)), (last, len(titles))))
    return below + 6, cells


@dataclass(frozen=True, slots=True)
class _Anchors:
    """What is in the anchor cells of one criterion: a figure, or what it follows from."""

    row: int
    used: CriterionSetting
    given: CriterionSetting
    derived: dict[str, str]
    """Cells of the anchors that follow from budget and prices."""

    def limit_cell_value(self) -> Value:
        match kind_of(self.used.criterion).limit:
            case LimitSource.REQUIRED_RESPONSE:
                formula = "=Target_ms"
            case LimitSource.PRICES:
                formula = f"={self.derived['limit']}"
            case LimitSource.NEEDED_CAPACITY:
                formula = "=Usable_at_horizon_TB"
            case _:
                formula = ""
        return self._figure_or_formula(self.given.limit, self.used.limit, formula)

    def target_or_aspiration_cell_value(self, name: str) -> Value:
        """Return what is in the cell of the target or the aspiration."""
        kind, limit = kind_of(self.used.criterion), absolute_ref(self.row, _LIMIT)
        share, formula = getattr(kind, name), ""
        if kind.limit is LimitSource.PRICES:
            formula = f"={self.derived[name]}"
        elif kind.limit is LimitSource.NEEDED_CAPACITY:
            formula = f'=IF(ISNUMBER({limit}),{share}*{limit},"")'
        elif kind.anchors_scale_with_limit:
            formula = f"={share}*{limit}"
        return self._figure_or_formula(
            getattr(self.given, name), getattr(self.used, name), formula
        )

    def _figure_or_formula(self, given: float | None, used: float | None, formula: str) -> Value:
        """Return a figure that was given or is the same in all studies; else its formula."""
        value = attribute_in_sheet_unit(self.used.criterion, used)
        return value if given is not None or not formula else FormulaText(formula)


def _write_criterion(
    grid: SheetWriter,
    row: int,
    used: CriterionSetting,
    anchors: _Anchors,
    answer: Answer,
) -> CriterionCells:
    label, unit, form = criterion_label_unit_format(used.criterion)
    grid.write_cell(row, 0, label)
    grid.write_cell(row, 1, unit or answer.currency, CellRole.UNIT)
    values = (
        (_LIMIT, anchors.limit_cell_value()),
        (_TARGET, anchors.target_or_aspiration_cell_value("target")),
        (_ASPIRATION, anchors.target_or_aspiration_cell_value("aspiration")),
    )
    for column, value in values:
        is_input = not isinstance(value, FormulaText)
        cell = grid.write_cell(
            row, column, value, CellRole.INPUT if is_input else CellRole.COMPUTED, form
        )
        if is_input:
            grid.validate_input(cell, _monotone_anchor_rule(row))
    points = grid.write_cell(row, _WORTH, used.target_value, CellRole.INPUT, "0.##")
    grid.validate_input(points, SWINGS)
    weight, limit, target, worth, aspiration = (
        absolute_ref(row, column) for column in (_WEIGHT, _LIMIT, _TARGET, _WORTH, _ASPIRATION)
    )
    corners = ((limit, "0"), (target, worth), (aspiration, "100"))
    return CriterionCells(weight, limit, corners)


def _monotone_anchor_rule(row: int) -> dict[str, object]:
    """Return the rule that anchors rise or fall strictly; a reader may still move one by one."""
    limit, target, best = (absolute_ref(row, column) for column in (_LIMIT, _TARGET, _ASPIRATION))
    rule = f"=({target}-{limit})*({best}-{target})>0"
    return {"validate": "custom", "value": rule, "error_type": "warning"}


def _write_anchor_check(
    grid: SheetWriter,
    place: tuple[int, int],
    cells: CriterionCells,
    used: CriterionSetting,
    rows: tuple[int, int],
) -> None:
    """Mark a criterion whose anchors do not rise or fall strictly, or that has no swing."""
    swing, column = absolute_ref(place[0], _SWING), f"{absolute_ref(rows[0], _SWING)}:"
    swings = (
        f"COUNT({swing})=1,{swing}>=0,{swing}<=100,SUM({column}{absolute_ref(rows[1], _SWING)})>0"
    )
    first, last = cells.corners[0][0], cells.corners[-1][0]
    steps = [
        f"({end}-{start})*({last}-{first})>0,{high}>{low}"
        for (start, low), (end, high) in pairwise(cells.corners)
    ]
    count = f"COUNT({','.join(attribute for attribute, _ in cells.corners)})"
    from_study = {LimitSource.PRICES, LimitSource.NEEDED_CAPACITY}
    is_open = kind_of(used.criterion).limit in from_study or used.limit is None
    otherwise = f"NOT(ISNUMBER({first}))" if is_open else "FALSE"
    right = f"IF({count}={len(cells.corners)},AND({','.join(steps)}),{otherwise})"
    formula = f'=IF(IFERROR(AND({swings},{right}),FALSE),"","{CHECK}")'
    grid.write_cell(*place, FormulaText(formula), CellRole.COMPUTED)


def _write_swing_and_weight(
    grid: SheetWriter,
    row: int,
    used: CriterionSetting,
    rows: tuple[int, int],
    decided: str | None,
) -> None:
    """Write the swing as an input, or that of whoever decides; the weight follows."""
    if decided is None:
        swing = grid.write_cell(row, _SWING, used.swing, CellRole.INPUT, "0.##")
        grid.validate_input(swing, SWINGS)
        grid.define_name(swing_cell_name(used.criterion), swing)
    else:
        grid.write_cell(row, _SWING, FormulaText(f"={decided}"), form="0.##")
    swings = f"SUM({absolute_ref(rows[0], _SWING)}:{absolute_ref(rows[1], _SWING)})"
    weight = FormulaText(f"={absolute_ref(row, _SWING)}/{swings}")
    grid.write_cell(row, _WEIGHT, weight, form="0.0%")


def swing_cell_name(criterion: Criterion) -> str:
    """Return the name of the cell with the study's own swing."""
    return f"Swing_{criterion.name.title()}"


def _write_anchors_of_swing(grid: SheetWriter, row: int, used: CriterionSetting) -> None:
    """Write the anchors that the swing was given for, and whether they still are (MODEL D5)."""
    if used.judged is None:
        return
    _, _, form = criterion_label_unit_format(used.criterion)
    limit, best = (attribute_in_sheet_unit(used.criterion, anchor) for anchor in used.judged)
    then = grid.write_cell(row, _JUDGED_LIMIT, limit, CellRole.PLAIN, form).split("!")[1]
    then_best = grid.write_cell(row, _JUDGED_BEST, best, CellRole.PLAIN, form).split("!")[1]
    now, now_best = absolute_ref(row, _LIMIT), absolute_ref(row, _ASPIRATION)
    scale = "MAX(" + ",".join(f"ABS({cell})" for cell in (then, then_best, now, now_best)) + ")"
    far = f"MAX(ABS({then}-{now}),ABS({then_best}-{now_best}))>0.000000001*{scale}"
    open_now = f"OR(NOT(ISNUMBER({now})),NOT(ISNUMBER({now_best})))"
    formula = f'=IF({open_now},"",IF({far},"{STALE}","{CURRENT}"))'
    grid.write_cell(row, _STALE, FormulaText(formula))


def _write_price_anchors(grid: SheetWriter, row: int, content: ReportContent) -> dict[str, str]:
    """Write the anchors that follow from the budget, or else from the range that is stored.

    They do not follow the prices of options.
    """
    answer = content.answer
    settled = content.facts.price_range or answer.open_price_range
    cell = next(
        (
            absolute_ref(i, _WORTH)
            for i, s in enumerate(answer.settings, start=row - 1 - len(answer.settings))
            if s.criterion is Criterion.PRICE
        ),
        "60",
    )
    best, limit = (absolute_ref(row + i, _SWING) for i in range(2))
    low, high = _NOTHING, _NOTHING
    if settled is not None:
        low, high = _write_stored_price_range(grid, row + 3, answer, settled)
    between = f'IF(ISNUMBER({best}),{best}+(1-{cell}/100)*({limit}-{best}),"")'
    lines = (
        (message("Price worth 100 points"), f"=IF(ISNUMBER(Budget),0.5*Budget,{low})"),
        (message("Price worth 0 points"), f"=IF(ISNUMBER(Budget),Budget,{high})"),
        (message("Price at the target"), f"=IF(ISNUMBER(Budget),0.75*Budget,{between})"),
    )
    for offset, (label, formula) in enumerate(lines):
        grid.write_cell(row + offset, 0, label)
        grid.write_cell(row + offset, 1, answer.currency, CellRole.UNIT)
        grid.write_cell(
            row + offset,
            _SWING,
            FormulaText(formula),
            form=money_number_format(answer.currency, 2),
        )
    return {"aspiration": best, "limit": limit, "target": absolute_ref(row + 2, _SWING)}


def _write_stored_price_range(
    grid: SheetWriter, row: int, answer: Answer, settled: tuple[float, float]
) -> tuple[str, str]:
    """Write the anchors that were settled once; return the cells of the best and the worst."""
    lines = ((message("100 points"), settled[1]), (message("0 points"), settled[0]))
    for offset, (worth, value) in enumerate(lines):
        grid.write_cell(row + offset, 0, message("Price scoring {worth}, as set", worth=worth))
        grid.write_cell(row + offset, 1, answer.currency, CellRole.UNIT)
        grid.write_cell(
            row + offset, _SWING, value, CellRole.INPUT, money_number_format(answer.currency, 2)
        )
    return absolute_ref(row, _SWING), absolute_ref(row + 1, _SWING)


_FIRST = 1
"""Column of the first set of weights."""


@dataclass(frozen=True, slots=True)
class WeightCells:
    """Where the weights stand that other sheets use; empty without stakeholders."""

    swings: dict[Criterion, str]
    """Of whoever decides."""
    sets: tuple[tuple[str, dict[Criterion, str]], ...] = ()
    """Name and the cells of the weights."""


def write_weights_sheet(book: WorkbookWriter, content: ReportContent) -> WeightCells:
    """Write the sheet where there are stakeholders."""
    opinions = content.answer.opinions
    if not opinions:
        return WeightCells({})
    note = message("Yellow cells are inputs. A weight is a swing over the sum of its column.")
    grid = book.add_sheet(message("Weights"), message("Whose weights decide"), note)
    return _WeightTable(grid, content).write_table()


class _WeightTable:
    """A column for each set of weights: the study's own, each stakeholder's, their mean."""

    def __init__(self, grid: SheetWriter, content: ReportContent) -> None:
        self._grid = grid
        self._opinions = content.answer.opinions
        self._criteria = [setting.criterion for setting in content.answer.settings]
        given = content.facts.criteria or DEFAULT_CRITERIA
        self._swings = [{s.criterion: s.swing for s in given}]
        for person in content.facts.weighting.stakeholders:
            self._swings.append({s.criterion: s.swing for s in person.swings})
        self._used = {s.criterion: s.swing for s in content.answer.settings}
        self._weighting = content.facts.weighting
        self._head = 5
        self._last = _FIRST + len(self._opinions) - 1

    def write_table(self) -> WeightCells:
        """Write swings, weights and what follows."""
        grid, count = self._grid, len(self._criteria)
        weighting = self._weighting
        ours = {Decider.STUDY: code_as_words(OWN), Decider.MEAN: code_as_words(MEAN)}
        name: Text = ours.get(weighting.decider, weighting.decider_name)
        self._grid.write_cell(3, 0, message("These weights decide"), CellRole.STRONG)
        cell = self._grid.write_cell(3, 1, name, CellRole.INPUT)
        self._grid.define_name("Weights_of", cell)
        names = f"={absolute_ref(self._head, _FIRST)}:{absolute_ref(self._head, self._last)}"
        self._grid.validate_input(cell, {"validate": "list", "source": names})
        self._write_weight_set_titles(self._head, message("Swings"))
        weights_head = self._head + count + 2
        for offset, criterion in enumerate(self._criteria, start=1):
            self._write_swing_row(self._head + offset, weights_head + offset, criterion)
        self._write_weight_set_titles(weights_head, message("Weights"))
        for offset, criterion in enumerate(self._criteria, start=1):
            self._write_weight_row(weights_head + offset, self._head + offset, criterion)
        cells = self._write_deciding_swings(weights_head + count + 2)
        self._write_elicitation_methods(weights_head + 2 * count + 4)
        grid.set_column_widths(34, *[18] * len(self._opinions))
        grid.set_up_page_and_panes((0, 1))
        sets = tuple(
            (
                self._weight_set_key(index),
                {
                    criterion: grid.ref(weights_head + offset, _FIRST + index)
                    for offset, criterion in enumerate(self._criteria, start=1)
                },
            )
            for index in range(len(self._opinions))
        )
        return WeightCells(cells, sets)

    def _weight_set_key(self, index: int) -> str:
        if index == 0:
            return OWN
        return (
            MEAN
            if self._opinions[index].is_mean
            else sanitise_cell_text(self._opinions[index].name)
        )

    def _weight_set_title(self, index: int) -> Text:
        """Return a name as a cell shows it: two of them are words of this program."""
        is_ours = index == 0 or self._opinions[index].is_mean
        return (
            code_as_words(self._weight_set_key(index)) if is_ours else self._weight_set_key(index)
        )

    def _write_weight_set_titles(self, row: int, title: Text) -> None:
        names = [self._weight_set_title(index) for index in range(len(self._opinions))]
        self._grid.write_header(row, (title, *names))

    def _write_swing_row(self, row: int, weights: int, criterion: Criterion) -> None:
        grid = self._grid
        grid.write_cell(row, 0, criterion_label_unit_format(criterion)[0])
        for index, swings in enumerate(self._swings):
            value = swings.get(criterion, 0.0)
            swing = grid.write_cell(row, _FIRST + index, value, CellRole.INPUT, "0.##")
            grid.validate_input(swing, SWINGS)
            if index == 0:
                grid.define_name(swing_cell_name(criterion), swing)
        live = FormulaText(f"=100*{absolute_ref(weights, self._last)}")
        grid.write_cell(row, self._last, live, form="0.##")

    def _write_weight_row(self, row: int, swings: int, criterion: Criterion) -> None:
        grid = self._grid
        grid.write_cell(row, 0, criterion_label_unit_format(criterion)[0])
        for column, opinion in enumerate(self._opinions, start=_FIRST):
            top, end = self._head + 1, self._head + len(self._criteria)
            total = f"SUM({absolute_ref(top, column)}:{absolute_ref(end, column)})"
            formula = f"={absolute_ref(swings, column)}/{total}"
            if opinion.is_mean:
                first, last = (
                    absolute_ref(row, _FIRST + 1),
                    absolute_ref(row, self._last - 1),
                )
                formula = f"=AVERAGE({first}:{last})"
            grid.write_cell(row, column, FormulaText(formula), form="0.0%")

    def _write_deciding_swings(self, row: int) -> dict[Criterion, str]:
        """Write the swings of whoever decides, by the name that was chosen."""
        grid, cells = self._grid, {}
        grid.write_cell(row, 0, message("Swings that decide"), CellRole.SECTION)
        names = f"{absolute_ref(self._head, _FIRST)}:{absolute_ref(self._head, self._last)}"
        chosen = text_match_condition(
            names, "Weights_of", map(self._weight_set_key, range(len(self._opinions)))
        )
        for offset, criterion in enumerate(self._criteria, start=1):
            at = self._head + offset
            own = f"{absolute_ref(at, _FIRST)}:{absolute_ref(at, self._last)}"
            formula = f"=SUMPRODUCT({chosen},{own})"
            grid.write_cell(row + offset, 0, criterion_label_unit_format(criterion)[0])
            live = FormulaText(formula)
            cells[criterion] = grid.write_cell(row + offset, 1, live, form="0.##")
        return cells

    def _write_elicitation_methods(self, row: int) -> None:
        grid = self._grid
        grid.write_cell(row, 0, message("How they were given (value)"), CellRole.NOTE)
        for column, opinion in enumerate(self._opinions, start=_FIRST):
            grid.write_cell(
                row,
                column,
                "" if opinion.is_mean else code_as_words(opinion.method.value),
                CellRole.PLAIN,
            )


def opinion_steps(columns: Columns, cells: WeightCells) -> tuple[Step, ...]:
    """Return score and rank of the options by each set of weights."""
    steps: list[Step] = []
    for number, (name, weights) in enumerate(cells.sets):
        steps += _score_and_rank_steps(columns, f"set{number}", name, weights)
    return tuple(steps)


def _score_and_rank_steps(
    columns: Columns, key: str, name: str, weights: Mapping[Criterion, str]
) -> Iterator[Step]:
    def score(column: OptionColumnCells) -> Value:
        points = {c: column.at(f"points_{c.name}") for c in weights}
        parts = (f"IF(ISNUMBER({points[c]}),{w}*{points[c]},0)" for c, w in weights.items())
        return FormulaText(f'=IF({column.at("contends")}=1,{"+".join(parts)},"")')

    def rounded_score(column: OptionColumnCells) -> Value:
        cell = column.at(f"{key}_score")
        return FormulaText(f"=IF(ISNUMBER({cell}),ROUND({cell},9),-1)")

    def rank(column: OptionColumnCells) -> Value:
        return rank_formula(columns, column, f"{key}_merit", "tie_rank")

    title = message("{person}: score", person=name)
    yield Step(f"{key}_score", title, message("points"), score, "0.00")
    yield Step(f"{key}_merit", message("rounded, to be ranked"), "", rounded_score, "0.000000000")
    title = message("{person}: rank", person=name)
    yield Step(f"{key}_rank", title, "", rank, "0", CellRole.RESULT)

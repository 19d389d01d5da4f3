"""Writes the scoring sheet, break-evens and scenarios."""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING

from arraywise.domain.cells import FormulaText
from arraywise.domain.decision import FAILS, Verdict, rounded_inwards, shown_load, shown_visits
from arraywise.domain.messages import message, shown_ms
from arraywise.domain.requirement import LoadUnit, Rule
from arraywise.present.figures import load_heading, load_unit, stated_break_even
from arraywise.present.numbers import milliseconds
from arraywise.present.tables.overview import time_heading
from arraywise.report.workbook.cells import (
    CHECK,
    NO,
    NO_RANK,
    NO_SINGLE,
    NOBODY,
    UNPRICED,
    UNSHOWN,
    YES,
    CellRole,
    code,
    money,
)
from arraywise.report.workbook.criteria import label_of, opinion_steps, write_criteria
from arraywise.report.workbook.exported import mark_exported, write_exported_line
from arraywise.report.workbook.requirement import target_in_ms
from arraywise.report.workbook.score_steps import (
    SourceCells,
    frontier_steps,
    price_steps,
    rank_steps,
    score_steps,
    screen_steps,
)
from arraywise.report.workbook.steps import (
    FIRST_COLUMN,
    WorkbookColumn,
    across,
    write_names,
    write_steps,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.domain.decision import Answer, InputRange, NearestTie, OptionAnswer
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Requirement
    from arraywise.report.content import ReportContent, ScenarioAnswer
    from arraywise.report.workbook.cells import SheetWriter, Text, Value, WorkbookWriter
    from arraywise.report.workbook.criteria import Criteria, WeightCells


@dataclass(frozen=True, slots=True)
class ScoreCells:
    """Cells of one option that the summary refers to."""

    rank: str
    status: str
    score: str
    sheet: str
    column: WorkbookColumn

    def ref(self, key: str) -> str:
        """Return the cell of a step."""
        return f"{self.sheet}!{self.column.at(key)}"


ScoreCellsByOption = dict[int, ScoreCells]
"""By the options' ids."""


def write_scoring(
    book: WorkbookWriter, content: ReportContent, sources: SourceCells, weights: WeightCells
) -> dict[int, ScoreCells]:
    """Write the sheet and return the cells of each option, by its id."""
    note = message(
        "Yellow cells are inputs. Points are linear between the anchors and cut off outside."
    )
    grid = book.sheet(message("Scoring"), message("Screen, scores and recommendation"), note)
    row, criteria = write_criteria(grid, 3, content, weights.swings)
    columns = [
        WorkbookColumn(FIRST_COLUMN + i, option, None)
        for i, option in enumerate(content.answer.options)
    ]
    if columns:
        below = _write_options(grid, row, sources, criteria, columns)
        _write_sensitivity(grid, below, content, weights, columns)
    else:
        grid.call("Recommended", grid.put(row, FIRST_COLUMN, code(NOBODY), CellRole.RESULT))
    grid.widths(46, 12, *[20] * max(len(columns), 9))
    grid.finish((0, FIRST_COLUMN))
    grid.worksheet.repeat_rows(row)
    return {
        column.answer.option.id: ScoreCells(
            rank=f"{grid.quoted}!{column.at('rank')}",
            status=f"{grid.quoted}!{column.at('status')}",
            score=f"{grid.quoted}!{column.at('score')}",
            sheet=grid.quoted,
            column=column,
        )
        for column in columns
    }


def _write_options(
    grid: SheetWriter,
    row: int,
    sources: SourceCells,
    criteria: Criteria,
    columns: list[WorkbookColumn],
) -> int:
    write_names(grid, row, columns)
    names = across(columns, row)
    row = write_steps(
        grid, row + 1, message("Screen, before any weight"), screen_steps(sources), columns
    )
    row = write_steps(grid, row, message("Score"), score_steps(criteria, sources), columns)
    row = write_steps(grid, row, message("Rank"), rank_steps(columns, criteria), columns)
    shares = [columns[0].rows[key] for key in ("first", "first_any")]
    mark_exported(grid, (shares[0], FIRST_COLUMN), (shares[1], columns[-1].column))
    row = write_steps(grid, row, message("Price for performance"), price_steps(sources), columns)
    row = _write_recommendation(grid, row, names, columns)
    grid.put(row, 0, message("Verdicts, the worst last"), CellRole.SECTION)
    for offset, verdict in enumerate(Verdict, start=1):
        grid.put(row + offset, 0, code(verdict.value))
    grid.call("Verdict_order", grid.area((row + 1, 0), (row + len(Verdict), 0)))
    return row + len(Verdict) + 2


def _write_sensitivity(
    grid: SheetWriter,
    row: int,
    content: ReportContent,
    weights: WeightCells,
    columns: list[WorkbookColumn],
) -> None:
    """Write the frontier, and who ranks where by everybody's weights."""
    write_names(grid, row, columns)
    steps = frontier_steps(columns, content.answer)
    row = write_steps(grid, row + 1, message("Frontier"), steps, columns)
    if weights.sets:
        by_all = opinion_steps(columns, weights)
        write_steps(grid, row, message("By everybody's weights"), by_all, columns)


def _write_recommendation(
    grid: SheetWriter, row: int, names: str, columns: list[WorkbookColumn]
) -> int:
    ranks = across(columns, "rank")
    status = across(columns, "status")
    failed = "+".join(f'COUNTIF({status},"{verdict}")' for verdict in sorted(FAILS))
    unshown = f'IF({failed}=COLUMNS({status}),"{NOBODY}","{UNSHOWN}")'
    nobody = f'IF(SUM({across(columns, "passes")})>0,"{UNPRICED}",{unshown})'
    first = f"IFERROR(INDEX({names},MATCH(1,{ranks},0)),{nobody})"
    grid.put(row, 0, message("Recommended"), CellRole.SECTION)
    result = f'IF(Rule="{Rule.FRONTIER}","{NO_SINGLE}",{first})'
    wrong = f'OR(Requirement_check<>"",COUNTIF(Criteria_check,"{CHECK}")>0)'
    formula = f'=IF({wrong},"{CHECK}",{result})'
    grid.call("Recommended", grid.put(row, FIRST_COLUMN, FormulaText(formula), CellRole.RESULT))
    return row + 2


_NOTE = message("Values computed by Arraywise; the other sheets follow the scenario in use.")
BASE = message("Base")


def write_scenarios(book: WorkbookWriter, scenarios: Sequence[ScenarioAnswer]) -> None:
    """Write the sheet where there are scenarios."""
    if not scenarios:
        return
    grid = book.sheet(message("Scenarios"), message("Scenarios"), _NOTE)
    names = [each.name or BASE for each in scenarios]
    grid.head(3, (message("What"), *names))
    row = _write_whole(grid, 4, scenarios)
    currency = scenarios[0].answer.currency
    unit, visits_for_one = load_unit(scenarios[0].answer.requirement)

    def carried(option: OptionAnswer) -> Value:
        visits = option.limit_visits_per_month
        return visits if visits is None or unit is None else shown_load(visits / visits_for_one)

    blocks: tuple[tuple[Text, Callable[[OptionAnswer], Value], str], ...] = (
        (message("Status"), lambda o: code(o.status.value), "@"),
        (message("Rank"), lambda o: o.rank, "0"),
        (message("Score"), lambda o: o.value.point if o.rank else None, "0.0"),
        (
            message("{time}, ms", time=time_heading(scenarios[0].answer)),
            lambda o: milliseconds(o.response_s.point),
            "0.0##",
        ),
        (
            message("Load it carries, {unit}", unit=unit or message("visits/month")),
            carried,
            "#,##0.###",
        ),
        (message("36-month price"), lambda o: o.price.total if o.price else None, money(currency)),
    )
    for title, figure, form in blocks:
        row = _write_block(grid, row, scenarios, (title, figure, form))
    grid.widths(34, *[28] * len(scenarios))
    grid.finish((4, 1))


def _target_ms(answer: Answer) -> Value:
    target = answer.requirement.target_s
    return code(NO_RANK) if isinf(target) else milliseconds(target)


def _load_row(base: Requirement) -> tuple[Text, Callable[[Answer], Value], str]:
    """Return the row of the load, in the unit that the base states it in."""
    unit, visits_for_one = load_unit(base)
    heading = load_heading(base.stated_load[0])
    if unit is None:
        return heading, lambda a: a.requirement.visits_per_month, "#,##0"

    def load(answer: Answer) -> Value:
        asked = answer.requirement
        if asked.load_unit is base.load_unit:
            return asked.load
        return shown_load(asked.visits_per_month / visits_for_one)

    return heading, load, "#,##0.###"


def _write_whole(grid: SheetWriter, row: int, scenarios: Sequence[ScenarioAnswer]) -> int:
    figures: tuple[tuple[Text, Callable[[Answer], Value], str], ...] = (
        (
            message("Recommended"),
            lambda a: a.recommended.name if a.recommended else message("none"),
            "@",
        ),
        (message("Clear winner"), lambda a: code(YES if a.clear else NO), "@"),
        (
            target_in_ms(scenarios[0].answer.requirement),
            _target_ms,
            "0.0##",
        ),
        _load_row(scenarios[0].answer.requirement),
        (message("Demand, transactions/s"), lambda a: a.demand_tps, "0.00"),
        (message("Budget"), lambda a: a.requirement.budget, "#,##0"),
        (message("Rule of the recommendation"), lambda a: code(a.requirement.rule.value), "@"),
    )
    if any(each.answer.discount_rate is not None for each in scenarios):
        rate = message("Discount rate of the price, a year")
        figures = (*figures, (rate, lambda a: a.discount_rate, "0.00##%"))
    for label, figure, form in figures:
        grid.put(row, 0, label, CellRole.STRONG)
        for column, each in enumerate(scenarios, start=1):
            grid.put(row, column, figure(each.answer), CellRole.PLAIN, form)
        row += 1
    grid.put(row, 0, message("In use"), CellRole.STRONG)
    grid.put(row + 1, 0, message("Differs from the base in"), CellRole.STRONG)
    for column, each in enumerate(scenarios, start=1):
        grid.put(row, column, code(YES) if each.in_use else "", CellRole.PLAIN)
        grid.put(row + 1, column, "; ".join(map(grid.book.localise, each.differs)), CellRole.TEXT)
    return row + 3


def _write_block(
    grid: SheetWriter,
    row: int,
    scenarios: Sequence[ScenarioAnswer],
    block: tuple[Text, Callable[[OptionAnswer], Value], str],
) -> int:
    title, figure, form = block
    grid.put(row, 0, title, CellRole.SECTION)
    for offset, option in enumerate(scenarios[0].answer.options, start=1):
        grid.put(row + offset, 0, option.option.name)
        for column, each in enumerate(scenarios, start=1):
            own = next(o for o in each.answer.options if o.option.id == option.option.id)
            grid.put(row + offset, column, figure(own), CellRole.PLAIN, form)
    return row + len(scenarios[0].answer.options) + 2


_BREAK_EVENS_NOTE = message(
    "The first block follows the inputs; what stands below it was computed by Arraywise."
)


def write_break_evens(
    book: WorkbookWriter, content: ReportContent, sources: SourceCells, scores: ScoreCellsByOption
) -> None:
    """Write the sheet."""
    grid = book.sheet(
        message("Break-evens"), message("What would change the recommendation"), _BREAK_EVENS_NOTE
    )
    row = first = _write_live(grid, 3, content, sources, scores)
    row = write_exported_line(grid, row, content)
    row = _write_prices(grid, row, content)
    row = _write_ranges_of_answer(grid, row, content)
    row = _write_ranges(grid, row, content.answer)
    row = _write_loads(grid, row, content.answer)
    row = _write_ties(grid, row, content.answer, content.nearest_ties)
    row = _write_bars(grid, row, content)
    mark_exported(grid, (first + 1, 0), (row, 6))
    grid.widths(40, 24, 24, 20, 22, 22, 18)
    grid.finish((4, 1))


def _write_live(
    grid: SheetWriter,
    row: int,
    content: ReportContent,
    sources: SourceCells,
    scores: ScoreCellsByOption,
) -> int:
    currency = content.answer.currency
    unit, _ = load_unit(content.answer.requirement)
    highest = message("Highest load, {unit}", unit=unit or message("visits/month"))
    grid.head(row, (message("Option"), highest, message("Price of a point more")), lines=3)
    for at, option in enumerate(content.answer.options, start=row + 1):
        cells, response = scores[option.option.id], sources.response[option.option.id]
        grid.put(at, 0, option.option.name, CellRole.STRONG)
        _refer(grid, (at, 1), response.stated, "#,##0.###")
        _refer(grid, (at, 2), cells.ref("per_point"), money(currency, 2))
    return row + len(content.answer.options) + 2


def _write_prices(grid: SheetWriter, row: int, content: ReportContent) -> int:
    """Write the prices at which an option draws level with another, all else as it is."""
    if not content.break_even_prices:
        return row
    currency = content.answer.currency
    titles = (
        message("Option"),
        message("Against"),
        message("Break-even price, rounded down"),
        message("Against today's price"),
    )
    grid.head(row, titles, text_columns=2, lines=3)
    for at, each in enumerate(content.break_even_prices, start=row + 1):
        grid.put(at, 0, each.option, CellRole.STRONG)
        grid.put(at, 1, message("Budget") if each.against is None else each.against)
        grid.put(at, 2, each.price, CellRole.PLAIN, money(currency))
        grid.put(at, 3, each.by, CellRole.PLAIN, "+0.0%;-0.0%")
    return row + len(content.break_even_prices) + 2


_LOADS_NOTE = message(
    "To find a load again, change the load on the sheet Requirement until both prices are equal"
    " (Goal Seek)."
)
_LOADS = (
    message("Costs less below"),
    message("Costs less above"),
    message("36-month price there (value)"),
)


def _write_loads(grid: SheetWriter, row: int, answer: Answer) -> int:
    """Write the loads from which another option of a pair costs less, as the app found them."""
    if not answer.break_even_loads:
        return row
    grid.put(row, 0, _LOADS_NOTE, CellRole.NOTE)
    row += 1
    heading = load_heading(answer.requirement.stated_load[0])
    below, above, price = _LOADS
    load_head = message("{what} (value)", what=heading)
    grid.head(row, (below, above, load_head, price), text_columns=2, lines=2)
    form = money(answer.currency)
    for at, load in enumerate(answer.break_even_loads, start=row + 1):
        grid.put(at, 0, load.cheaper_below, CellRole.STRONG)
        grid.put(at, 1, load.cheaper_above, CellRole.STRONG)
        unit, stated = stated_break_even(load, answer.requirement)
        exact = load.visits_per_month if unit is LoadUnit.VISITS else stated
        grid.put(at, 2, exact, CellRole.PLAIN, "#,##0.###")
        grid.put(at, 3, load.price, CellRole.PLAIN, form)
    return row + len(answer.break_even_loads) + 2


def _refer(grid: SheetWriter, place: tuple[int, int], cell: str, form: str) -> None:
    live = FormulaText(f'=IF({cell}="","",{cell})')
    grid.put(*place, live, CellRole.RESULT, form)


def _load_ranges(
    asked: Requirement, stretches: tuple[InputRange, ...]
) -> tuple[Message, tuple[InputRange, ...], Callable[[float], float], str]:
    """Return the ranges of the load, to be written in the unit that it is stated in."""
    unit, load = asked.stated_load
    if unit is LoadUnit.VISITS:
        return load_heading(unit), stretches, shown_visits, "#,##0"
    of_a_visit = load / max(asked.visits_per_month, 1)

    def shown(visits: float) -> float:
        return shown_load(visits * of_a_visit)

    return load_heading(unit), stretches, shown, "#,##0.###"


def _write_ranges_of_answer(grid: SheetWriter, row: int, content: ReportContent) -> int:
    """Write who is recommended as load and target change, all else as it is."""
    if content.map is None:
        return row
    cuts = content.map.cuts
    blocks: tuple[tuple[Message, tuple[InputRange, ...], Callable[[float], float], str], ...] = (
        _load_ranges(content.answer.requirement, cuts.visits_per_month),
        (target_in_ms(content.answer.requirement), cuts.response_time_s, shown_ms, "0.0##"),
    )
    for title, stretches, shown, form in blocks:
        grid.put(
            row, 0, message("Recommended over: {what} (values)", what=title), CellRole.SECTION
        )
        grid.head(
            row + 1,
            (
                message("Recommended"),
                message("From"),
                message("Up to"),
                message("One more test could change it"),
            ),
        )
        row += 2
        for stretch in stretches:
            name: Text = message("none passes")
            if stretch.winner is not None:
                name = content.answer.options[stretch.winner].option.name
            grid.put(row, 0, name)
            grid.put(row, 1, shown(stretch.start), CellRole.PLAIN, form)
            grid.put(row, 2, shown(stretch.end), CellRole.PLAIN, form)
            grid.put(row, 3, code(YES) if stretch.undecided else "", CellRole.PLAIN)
            row += 1
        row += 1
    return row


def _write_ranges(grid: SheetWriter, row: int, answer: Answer) -> int:
    if not answer.weight_ranges:
        return row
    grid.put(row, 0, message("Weights that keep the recommendation (values)"), CellRole.SECTION)
    grid.head(row + 1, (message("Criterion"), message("From"), message("Up to"), message("Today")))
    weights = dict(answer.weights)
    for at, (criterion, low, high) in enumerate(answer.weight_ranges, start=row + 2):
        grid.put(at, 0, label_of(criterion)[0])
        least, most = rounded_inwards(low, high, weights[criterion])
        for column, value in enumerate((least / 100, most / 100, weights[criterion]), start=1):
            grid.put(at, column, value, CellRole.PLAIN, "0.0##%")
    return row + len(answer.weight_ranges) + 3


def _write_ties(grid: SheetWriter, row: int, answer: Answer, ties: Sequence[NearestTie]) -> int:
    """Write the nearest ties as the app found them."""
    if not ties:
        return row
    criteria = [setting.criterion for setting in answer.settings]
    grid.put(row, 0, message("Nearest weights for a tie (values)"), CellRole.SECTION)
    grid.head(
        row + 1, (message("Rival"), message("Distance"), *(label_of(c)[0] for c in criteria))
    )
    for at, tie in enumerate(ties, start=row + 2):
        grid.put(at, 0, tie.rival)
        distance: Value = message("no weights") if tie.distance is None else tie.distance
        grid.put(at, 1, distance, CellRole.PLAIN, "0.0000")
        weights = dict(tie.weights or ())
        for column, criterion in enumerate(criteria, start=2):
            grid.put(at, column, weights.get(criterion), CellRole.PLAIN, "0.0%")
    return row + len(ties) + 3


def _write_bars(grid: SheetWriter, row: int, content: ReportContent) -> int:
    if not content.lead_bars:
        return row
    grid.put(row, 0, message("How each input moves the lead (values)"), CellRole.SECTION)
    titles = (
        message("Input"),
        message("Low end"),
        message("High end"),
        message("Lead there, points"),
        message("and there, points"),
        message("Another is first from"),
    )
    grid.head(row + 1, titles, text_columns=3)
    for at, bar in enumerate(content.lead_bars, start=row + 2):
        for column, sentence in enumerate((bar.what, bar.low, bar.high)):
            grid.put(at, column, sentence)
        grid.put(at, 3, bar.lead_at_low, CellRole.PLAIN, "+0.0;-0.0;0.0")
        grid.put(at, 4, bar.lead_at_high, CellRole.PLAIN, "+0.0;-0.0;0.0")
        grid.put(at, 5, bar.flip or "", CellRole.PLAIN)
    return row + len(content.lead_bars) + 2

"""Writes the scoring sheet, break-evens and scenarios."""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING

from arraywise.domain.cells import FormulaText
from arraywise.domain.decision import (
    FAILS,
    Verdict,
    round_load,
    round_visits,
    round_weight_range_to_percents,
)
from arraywise.domain.messages import message, rounded_milliseconds
from arraywise.domain.requirement import LoadUnit, Rule
from arraywise.present.figures import (
    break_even_in_stated_unit,
    load_column_title,
    load_unit_and_visits_per_unit,
)
from arraywise.present.numbers import to_milliseconds
from arraywise.present.tables.overview import time_column_title
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
    code_as_words,
    money_number_format,
)
from arraywise.report.workbook.criteria import (
    criterion_label_unit_format,
    opinion_steps,
    write_criteria,
)
from arraywise.report.workbook.exported import highlight_changed_inputs, write_export_date_line
from arraywise.report.workbook.requirement import target_title_in_ms
from arraywise.report.workbook.score_steps import (
    SourceCells,
    price_per_point_steps,
    rank_steps,
    score_steps,
    screen_steps,
    unit_price_steps,
)
from arraywise.report.workbook.steps import (
    FIRST_COLUMN,
    OptionColumnCells,
    row_across_options,
    write_option_names,
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
    column: OptionColumnCells

    def ref(self, key: str) -> str:
        """Return the cell of a step."""
        return f"{self.sheet}!{self.column.at(key)}"


ScoreCellsByOption = dict[int, ScoreCells]
"""By the options' ids."""


def write_scoring_sheet(
    book: WorkbookWriter, content: ReportContent, sources: SourceCells, weights: WeightCells
) -> dict[int, ScoreCells]:
    """Write the sheet and return the cells of each option, by its id."""
    note = message(
        "Yellow cells are inputs. Points are linear between the anchors and cut off outside."
    )
    grid = book.add_sheet(message("Scoring"), message("Screen, scores and recommendation"), note)
    row, criteria = write_criteria(grid, 3, content, weights.swings)
    columns = [
        OptionColumnCells(FIRST_COLUMN + i, option, None)
        for i, option in enumerate(content.answer.options)
    ]
    if columns:
        below = _write_screen_scores_and_ranks(grid, row, sources, criteria, columns)
        _write_sensitivity(grid, below, content, weights, columns)
    else:
        grid.define_name(
            "Recommended",
            grid.write_cell(row, FIRST_COLUMN, code_as_words(NOBODY), CellRole.RESULT),
        )
    grid.set_column_widths(46, 12, *[20] * max(len(columns), 9))
    grid.set_up_page_and_panes((0, FIRST_COLUMN))
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


def _write_screen_scores_and_ranks(
    grid: SheetWriter,
    row: int,
    sources: SourceCells,
    criteria: Criteria,
    columns: list[OptionColumnCells],
) -> int:
    write_option_names(grid, row, columns)
    names = row_across_options(columns, row)
    row = write_steps(
        grid, row + 1, message("Screen, before any weight"), screen_steps(sources), columns
    )
    row = write_steps(grid, row, message("Score"), score_steps(criteria, sources), columns)
    row = write_steps(grid, row, message("Rank"), rank_steps(columns, criteria), columns)
    shares = [columns[0].rows[key] for key in ("first", "first_any")]
    highlight_changed_inputs(grid, (shares[0], FIRST_COLUMN), (shares[1], columns[-1].column))
    row = write_steps(
        grid, row, message("Price for performance"), unit_price_steps(sources), columns
    )
    row = _write_recommendation(grid, row, names, columns)
    grid.write_cell(row, 0, message("Verdicts, the worst last"), CellRole.SECTION)
    for offset, verdict in enumerate(Verdict, start=1):
        grid.write_cell(row + offset, 0, code_as_words(verdict.value))
    grid.define_name("Verdict_order", grid.area((row + 1, 0), (row + len(Verdict), 0)))
    return row + len(Verdict) + 2


def _write_sensitivity(
    grid: SheetWriter,
    row: int,
    content: ReportContent,
    weights: WeightCells,
    columns: list[OptionColumnCells],
) -> None:
    """Write the frontier, and who ranks where by everybody's weights."""
    write_option_names(grid, row, columns)
    steps = price_per_point_steps(columns, content.answer)
    row = write_steps(grid, row + 1, message("Frontier"), steps, columns)
    if weights.sets:
        by_all = opinion_steps(columns, weights)
        write_steps(grid, row, message("By everybody's weights"), by_all, columns)


def _write_recommendation(
    grid: SheetWriter, row: int, names: str, columns: list[OptionColumnCells]
) -> int:
    ranks = row_across_options(columns, "rank")
    status = row_across_options(columns, "status")
    failed = "+".join(f'COUNTIF({status},"{verdict}")' for verdict in sorted(FAILS))
    unshown = f'IF({failed}=COLUMNS({status}),"{NOBODY}","{UNSHOWN}")'
    nobody = f'IF(SUM({row_across_options(columns, "passes")})>0,"{UNPRICED}",{unshown})'
    first = f"IFERROR(INDEX({names},MATCH(1,{ranks},0)),{nobody})"
    grid.write_cell(row, 0, message("Recommended"), CellRole.SECTION)
    result = f'IF(Rule="{Rule.FRONTIER}","{NO_SINGLE}",{first})'
    wrong = f'OR(Requirement_check<>"",COUNTIF(Criteria_check,"{CHECK}")>0)'
    formula = f'=IF({wrong},"{CHECK}",{result})'
    grid.define_name(
        "Recommended", grid.write_cell(row, FIRST_COLUMN, FormulaText(formula), CellRole.RESULT)
    )
    return row + 2


_NOTE = message("Values computed by Arraywise; the other sheets follow the scenario in use.")
BASE = message("Base")


def write_scenarios_sheet(book: WorkbookWriter, scenarios: Sequence[ScenarioAnswer]) -> None:
    """Write the sheet where there are scenarios."""
    if not scenarios:
        return
    grid = book.add_sheet(message("Scenarios"), message("Scenarios"), _NOTE)
    names = [each.name or BASE for each in scenarios]
    grid.write_header(3, (message("What"), *names))
    row = _write_scenario_overview(grid, 4, scenarios)
    currency = scenarios[0].answer.currency
    unit, visits_for_one = load_unit_and_visits_per_unit(scenarios[0].answer.requirement)

    def carried(option: OptionAnswer) -> Value:
        visits = option.limit_visits_per_month
        return visits if visits is None or unit is None else round_load(visits / visits_for_one)

    blocks: tuple[tuple[Text, Callable[[OptionAnswer], Value], str], ...] = (
        (message("Status"), lambda o: code_as_words(o.status.value), "@"),
        (message("Rank"), lambda o: o.rank, "0"),
        (message("Score"), lambda o: o.value.point if o.rank else None, "0.0"),
        (
            message("{time}, ms", time=time_column_title(scenarios[0].answer)),
            lambda o: to_milliseconds(o.response_s.point),
            "0.0##",
        ),
        (
            message("Load it carries, {unit}", unit=unit or message("visits/month")),
            carried,
            "#,##0.###",
        ),
        (
            message("36-month price"),
            lambda o: o.price.total if o.price else None,
            money_number_format(currency),
        ),
    )
    for title, figure, form in blocks:
        row = _write_option_figures(grid, row, scenarios, (title, figure, form))
    grid.set_column_widths(34, *[28] * len(scenarios))
    grid.set_up_page_and_panes((4, 1))


def _target_ms(answer: Answer) -> Value:
    target = answer.requirement.target_s
    return code_as_words(NO_RANK) if isinf(target) else to_milliseconds(target)


def _load_title_value_format(base: Requirement) -> tuple[Text, Callable[[Answer], Value], str]:
    """Return the row of the load, in the unit that the base states it in."""
    unit, visits_for_one = load_unit_and_visits_per_unit(base)
    heading = load_column_title(base.stated_load[0])
    if unit is None:
        return heading, lambda a: a.requirement.visits_per_month, "#,##0"

    def load(answer: Answer) -> Value:
        asked = answer.requirement
        if asked.load_unit is base.load_unit:
            return asked.load
        return round_load(asked.visits_per_month / visits_for_one)

    return heading, load, "#,##0.###"


def _write_scenario_overview(
    grid: SheetWriter, row: int, scenarios: Sequence[ScenarioAnswer]
) -> int:
    figures: tuple[tuple[Text, Callable[[Answer], Value], str], ...] = (
        (
            message("Recommended"),
            lambda a: a.recommended.name if a.recommended else message("none"),
            "@",
        ),
        (message("Clear winner"), lambda a: code_as_words(YES if a.is_clear else NO), "@"),
        (
            target_title_in_ms(scenarios[0].answer.requirement),
            _target_ms,
            "0.0##",
        ),
        _load_title_value_format(scenarios[0].answer.requirement),
        (message("Demand, transactions/s"), lambda a: a.demand_tps, "0.00"),
        (message("Budget"), lambda a: a.requirement.budget, "#,##0"),
        (
            message("Rule of the recommendation"),
            lambda a: code_as_words(a.requirement.rule.value),
            "@",
        ),
    )
    if any(each.answer.discount_rate is not None for each in scenarios):
        rate = message("Discount rate of the price, a year")
        figures = (*figures, (rate, lambda a: a.discount_rate, "0.00##%"))
    for label, figure, form in figures:
        grid.write_cell(row, 0, label, CellRole.STRONG)
        for column, each in enumerate(scenarios, start=1):
            grid.write_cell(row, column, figure(each.answer), CellRole.PLAIN, form)
        row += 1
    grid.write_cell(row, 0, message("In use"), CellRole.STRONG)
    grid.write_cell(row + 1, 0, message("Differs from the base in"), CellRole.STRONG)
    for column, each in enumerate(scenarios, start=1):
        grid.write_cell(row, column, code_as_words(YES) if each.in_use else "", CellRole.PLAIN)
        grid.write_cell(
            row + 1, column, "; ".join(map(grid.book.localise, each.differs)), CellRole.TEXT
        )
    return row + 3


def _write_option_figures(
    grid: SheetWriter,
    row: int,
    scenarios: Sequence[ScenarioAnswer],
    block: tuple[Text, Callable[[OptionAnswer], Value], str],
) -> int:
    title, figure, form = block
    grid.write_cell(row, 0, title, CellRole.SECTION)
    for offset, option in enumerate(scenarios[0].answer.options, start=1):
        grid.write_cell(row + offset, 0, option.option.name)
        for column, each in enumerate(scenarios, start=1):
            own = next(o for o in each.answer.options if o.option.id == option.option.id)
            grid.write_cell(row + offset, column, figure(own), CellRole.PLAIN, form)
    return row + len(scenarios[0].answer.options) + 2


_BREAK_EVENS_NOTE = message(
    "The first block follows the inputs; what stands below it was computed by Arraywise."
)


def write_break_even_sheet(
    book: WorkbookWriter, content: ReportContent, sources: SourceCells, scores: ScoreCellsByOption
) -> None:
    """Write the sheet."""
    grid = book.add_sheet(
        message("Break-evens"), message("What would change the recommendation"), _BREAK_EVENS_NOTE
    )
    row = first = _write_live_differences(grid, 3, content, sources, scores)
    row = write_export_date_line(grid, row, content)
    row = _write_break_even_prices(grid, row, content)
    row = _write_ranges_of_answer(grid, row, content)
    row = _write_weight_ranges(grid, row, content.answer)
    row = _write_break_even_loads(grid, row, content.answer)
    row = _write_ties(grid, row, content.answer, content.nearest_ties)
    row = _write_tornado_bars(grid, row, content)
    highlight_changed_inputs(grid, (first + 1, 0), (row, 6))
    grid.set_column_widths(40, 24, 24, 20, 22, 22, 18)
    grid.set_up_page_and_panes((4, 1))


def _write_live_differences(
    grid: SheetWriter,
    row: int,
    content: ReportContent,
    sources: SourceCells,
    scores: ScoreCellsByOption,
) -> int:
    currency = content.answer.currency
    unit, _ = load_unit_and_visits_per_unit(content.answer.requirement)
    highest = message("Highest load, {unit}", unit=unit or message("visits/month"))
    grid.write_header(row, (message("Option"), highest, message("Price of a point more")), lines=3)
    for at, option in enumerate(content.answer.options, start=row + 1):
        cells, response = scores[option.option.id], sources.response[option.option.id]
        grid.write_cell(at, 0, option.option.name, CellRole.STRONG)
        _write_reference(grid, (at, 1), response.stated, "#,##0.###")
        _write_reference(grid, (at, 2), cells.ref("per_point"), money_number_format(currency, 2))
    return row + len(content.answer.options) + 2


def _write_break_even_prices(grid: SheetWriter, row: int, content: ReportContent) -> int:
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
    grid.write_header(row, titles, text_columns=2, lines=3)
    for at, each in enumerate(content.break_even_prices, start=row + 1):
        grid.write_cell(at, 0, each.option, CellRole.STRONG)
        grid.write_cell(at, 1, message("Budget") if each.against is None else each.against)
        grid.write_cell(at, 2, each.price, CellRole.PLAIN, money_number_format(currency))
        grid.write_cell(at, 3, each.relative_change, CellRole.PLAIN, "+0.0%;-0.0%")
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


def _write_break_even_loads(grid: SheetWriter, row: int, answer: Answer) -> int:
    """Write the loads from which another option of a pair costs less, as the app found them."""
    if not answer.break_even_loads:
        return row
    grid.write_cell(row, 0, _LOADS_NOTE, CellRole.NOTE)
    row += 1
    heading = load_column_title(answer.requirement.stated_load[0])
    below, above, price = _LOADS
    load_head = message("{what} (value)", what=heading)
    grid.write_header(row, (below, above, load_head, price), text_columns=2, lines=2)
    form = money_number_format(answer.currency)
    for at, load in enumerate(answer.break_even_loads, start=row + 1):
        grid.write_cell(at, 0, load.cheaper_below, CellRole.STRONG)
        grid.write_cell(at, 1, load.cheaper_above, CellRole.STRONG)
        unit, stated = break_even_in_stated_unit(load, answer.requirement)
        exact = load.visits_per_month if unit is LoadUnit.VISITS else stated
        grid.write_cell(at, 2, exact, CellRole.PLAIN, "#,##0.###")
        grid.write_cell(at, 3, load.price, CellRole.PLAIN, form)
    return row + len(answer.break_even_loads) + 2


def _write_reference(grid: SheetWriter, place: tuple[int, int], cell: str, form: str) -> None:
    live = FormulaText(f'=IF({cell}="","",{cell})')
    grid.write_cell(*place, live, CellRole.RESULT, form)


def _convert_load_ranges(
    asked: Requirement, stretches: tuple[InputRange, ...]
) -> tuple[Message, tuple[InputRange, ...], Callable[[float], float], str]:
    """Return the ranges of the load, to be written in the unit that it is stated in."""
    unit, load = asked.stated_load
    if unit is LoadUnit.VISITS:
        return load_column_title(unit), stretches, round_visits, "#,##0"
    of_a_visit = load / max(asked.visits_per_month, 1)

    def shown(visits: float) -> float:
        return round_load(visits * of_a_visit)

    return load_column_title(unit), stretches, shown, "#,##0.###"


def _write_ranges_of_answer(grid: SheetWriter, row: int, content: ReportContent) -> int:
    """Write who is recommended as load and target change, all else as it is."""
    if content.map is None:
        return row
    cuts = content.map.cuts
    blocks: tuple[tuple[Message, tuple[InputRange, ...], Callable[[float], float], str], ...] = (
        _convert_load_ranges(content.answer.requirement, cuts.visits_per_month),
        (
            target_title_in_ms(content.answer.requirement),
            cuts.response_time_s,
            rounded_milliseconds,
            "0.0##",
        ),
    )
    for title, stretches, shown, form in blocks:
        grid.write_cell(
            row, 0, message("Recommended over: {what} (values)", what=title), CellRole.SECTION
        )
        grid.write_header(
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
            grid.write_cell(row, 0, name)
            grid.write_cell(row, 1, shown(stretch.start), CellRole.PLAIN, form)
            grid.write_cell(row, 2, shown(stretch.end), CellRole.PLAIN, form)
            grid.write_cell(
                row, 3, code_as_words(YES) if stretch.undecided else "", CellRole.PLAIN
            )
            row += 1
        row += 1
    return row


def _write_weight_ranges(grid: SheetWriter, row: int, answer: Answer) -> int:
    if not answer.weight_ranges:
        return row
    grid.write_cell(
        row, 0, message("Weights that keep the recommendation (values)"), CellRole.SECTION
    )
    grid.write_header(
        row + 1, (message("Criterion"), message("From"), message("Up to"), message("Today"))
    )
    weights = dict(answer.weights)
    for at, (criterion, low, high) in enumerate(answer.weight_ranges, start=row + 2):
        grid.write_cell(at, 0, criterion_label_unit_format(criterion)[0])
        least, most = round_weight_range_to_percents(low, high, weights[criterion])
        for column, value in enumerate((least / 100, most / 100, weights[criterion]), start=1):
            grid.write_cell(at, column, value, CellRole.PLAIN, "0.0##%")
    return row + len(answer.weight_ranges) + 3


def _write_ties(grid: SheetWriter, row: int, answer: Answer, ties: Sequence[NearestTie]) -> int:
    """Write the nearest ties as the app found them."""
    if not ties:
        return row
    criteria = [setting.criterion for setting in answer.settings]
    grid.write_cell(row, 0, message("Nearest weights for a tie (values)"), CellRole.SECTION)
    grid.write_header(
        row + 1,
        (
            message("Rival"),
            message("Distance"),
            *(criterion_label_unit_format(c)[0] for c in criteria),
        ),
    )
    for at, tie in enumerate(ties, start=row + 2):
        grid.write_cell(at, 0, tie.rival)
        distance: Value = message("no weights") if tie.distance is None else tie.distance
        grid.write_cell(at, 1, distance, CellRole.PLAIN, "0.0000")
        weights = dict(tie.weights or ())
        for column, criterion in enumerate(criteria, start=2):
            grid.write_cell(at, column, weights.get(criterion), CellRole.PLAIN, "0.0%")
    return row + len(ties) + 3


def _write_tornado_bars(grid: SheetWriter, row: int, content: ReportContent) -> int:
    if not content.lead_bars:
        return row
    grid.write_cell(row, 0, message("How each input moves the lead (values)"), CellRole.SECTION)
    titles = (
        message("Input"),
        message("Low end"),
        message("High end"),
        message("Lead there, points"),
        message("and there, points"),
        message("Another is first from"),
    )
    grid.write_header(row + 1, titles, text_columns=3)
    for at, bar in enumerate(content.lead_bars, start=row + 2):
        for column, sentence in enumerate((bar.what, bar.low, bar.high)):
            grid.write_cell(at, column, sentence)
        grid.write_cell(at, 3, bar.lead_at_low, CellRole.PLAIN, "+0.0;-0.0;0.0")
        grid.write_cell(at, 4, bar.lead_at_high, CellRole.PLAIN, "+0.0;-0.0;0.0")
        grid.write_cell(at, 5, bar.flip or "", CellRole.PLAIN)
    return row + len(content.lead_bars) + 2

"""Screen, points, scores, ranks and the recommendation by formulas (MODEL D3 to D6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.decision import FAILS
from arraywise.domain.requirement import Rule
from arraywise.domain.said import say
from arraywise.report.workbook.codes import (
    CHECK,
    NO_SINGLE,
    NOBODY,
    UNPRICED,
    UNSHOWN,
    code,
    word_for_nobody,
)
from arraywise.report.workbook.criteria import write_criteria
from arraywise.report.workbook.grid import Kind, Live, cell_text
from arraywise.report.workbook.opinions import opinion_steps
from arraywise.report.workbook.option_ranks import price_steps, rank_steps
from arraywise.report.workbook.option_scores import (
    VERDICT_ORDER,
    Sources,
    score_steps,
    screen_steps,
)
from arraywise.report.workbook.sensitivity import (
    BreakEven,
    Ties,
    frontier_steps,
    tie_rank_step,
    worth_steps,
)
from arraywise.report.workbook.steps import (
    FIRST_COLUMN,
    OptionColumn,
    across,
    write_names,
    write_steps,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.domain.criteria import Criterion
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.criteria import CriterionCells
    from arraywise.report.workbook.grid import Book, Grid, Text
    from arraywise.report.workbook.weights import WeightCells


@dataclass(frozen=True, slots=True)
class ScoreCells:
    """Cells of one option that the summary refers to."""

    rank: str
    status: str
    score: str
    sheet: str
    column: OptionColumn

    def ref(self, key: str) -> str:
        """Return the cell of a step."""
        return f"{self.sheet}!{self.column.at(key)}"


def write_scoring(
    book: Book,
    content: ReportContent,
    sources: Sources,
    weights: WeightCells,
    footer: Text,
) -> dict[int, ScoreCells]:
    """Write the sheet and return the cells of each option, by its id."""
    note = say(
        "Yellow cells are inputs. Points run straight between the anchors, cut off outside."
    )
    grid = book.sheet(say("Scoring"), say("Screen, scores and recommendation"), note)
    row, criteria = write_criteria(grid, 3, content, weights.swings)
    columns = [
        OptionColumn(FIRST_COLUMN + i, option, None)
        for i, option in enumerate(content.answer.options)
    ]
    if columns:
        below = _write_options(grid, row, content, sources, criteria, columns)
        _write_sensitivity(grid, below, content, criteria, weights, columns)
    else:
        grid.call("Recommended", grid.put(row, FIRST_COLUMN, code(NOBODY), Kind.RESULT))
    grid.widths(46, 12, *[20] * max(len(columns), 9))
    grid.finish(footer, (0, FIRST_COLUMN))
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
    grid: Grid,
    row: int,
    content: ReportContent,
    sources: Sources,
    criteria: Mapping[Criterion, CriterionCells],
    columns: list[OptionColumn],
) -> int:
    write_names(grid, row, columns)
    names = across(columns, row)
    row = write_steps(
        grid, row + 1, say("Screen, before any weight"), screen_steps(sources), columns
    )
    row = write_steps(grid, row, say("Score"), score_steps(criteria, sources), columns)
    row = write_steps(
        grid, row, say("Rank"), rank_steps(columns, criteria, content.answer), columns
    )
    row = write_steps(grid, row, say("Price for performance"), price_steps(sources), columns)
    row = _write_recommendation(grid, row, content, names, columns)
    return _write_verdict_order(grid, row)


def _write_sensitivity(
    grid: Grid,
    row: int,
    content: ReportContent,
    criteria: Mapping[Criterion, CriterionCells],
    weights: WeightCells,
    columns: list[OptionColumn],
) -> None:
    """Write what would change the answer, as far as formulas tell."""
    answer = content.answer
    write_names(grid, row, columns)
    steps = (tie_rank_step(), *frontier_steps(columns, answer))
    row = write_steps(grid, row + 1, say("Frontier"), steps, columns)
    if weights.sets:
        steps = opinion_steps(columns, weights)
        row = write_steps(grid, row, say("By everybody's weights"), steps, columns)
    steps = BreakEven(columns, criteria, answer).steps()
    row = write_steps(grid, row, say("Break-even price, all else as it is"), steps, columns)
    steps = (*worth_steps(criteria), *Ties(columns, criteria, answer).steps())
    write_steps(
        grid, row, say("Nearest weights at which it ties with the first one"), steps, columns
    )


def _write_recommendation(
    grid: Grid, row: int, content: ReportContent, names: str, columns: list[OptionColumn]
) -> int:
    answer = content.answer
    recommended = answer.recommended
    value = cell_text(recommended.name) if recommended else word_for_nobody(answer)
    ranks = across(columns, "rank")
    status = across(columns, "status")
    failed = "+".join(f'COUNTIF({status},"{verdict}")' for verdict in sorted(FAILS))
    unshown = f'IF({failed}=COLUMNS({status}),"{NOBODY}","{UNSHOWN}")'
    nobody = f'IF(SUM({across(columns, "passes")})>0,"{UNPRICED}",{unshown})'
    first = f"IFERROR(INDEX({names},MATCH(1,{ranks},0)),{nobody})"
    grid.put(row, 0, say("Recommended"), Kind.SECTION)
    found = f'IF(Rule="{Rule.FRONTIER}","{NO_SINGLE}",{first})'
    wrong = f'OR(Requirement_check<>"",COUNTIF(Criteria_check,"{CHECK}")>0)'
    formula = f'=IF({wrong},"{CHECK}",{found})'
    grid.call("Recommended", grid.put(row, FIRST_COLUMN, Live(formula, value), Kind.RESULT))
    return row + 2


def _write_verdict_order(grid: Grid, row: int) -> int:
    grid.put(row, 0, say("Verdicts, the worst last"), Kind.SECTION)
    for offset, verdict in enumerate(VERDICT_ORDER, start=1):
        grid.put(row + offset, 0, code(verdict.value))
    grid.call("Verdict_order", grid.area((row + 1, 0), (row + len(VERDICT_ORDER), 0)))
    return row + len(VERDICT_ORDER) + 2

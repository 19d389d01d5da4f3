"""Score and rank of the options by each set of weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.report.workbook.grid import Kind, Live
from arraywise.report.workbook.steps import Step, across

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.domain.criteria import Criterion
    from arraywise.domain.sureness import Opinion
    from arraywise.report.workbook.grid import Value
    from arraywise.report.workbook.steps import OptionColumn
    from arraywise.report.workbook.weights import WeightCells


def opinion_steps(columns: Sequence[OptionColumn], cells: WeightCells) -> tuple[Step, ...]:
    """Return score and rank of the options by each set of weights."""
    steps: list[Step] = []
    for number, (name, opinion, weights) in enumerate(cells.sets):
        steps += _opinion_steps(columns, f"set{number}", name, opinion, weights)
    return tuple(steps)


def _opinion_steps(
    columns: Sequence[OptionColumn],
    key: str,
    name: str,
    opinion: Opinion,
    weights: Mapping[Criterion, str],
) -> tuple[Step, ...]:
    values = {id(c): v for c, v in zip(columns, opinion.values, strict=True)}
    ranks = {id(c): r for c, r in zip(columns, opinion.ranks, strict=True)}

    def score(column: OptionColumn) -> Value:
        points = {c: column.at(f"points_{c.name}") for c in weights}
        parts = (f"IF(ISNUMBER({points[c]}),{w}*{points[c]},0)" for c, w in weights.items())
        value = values[id(column)]
        formula = f'=IF({column.at("contends")}=1,{"+".join(parts)},"")'
        return Live(formula, "" if value is None else value)

    def merit(column: OptionColumn) -> Value:
        cell, value = column.at(f"{key}_score"), values[id(column)]
        return Live(
            f"=IF(ISNUMBER({cell}),ROUND({cell},9),-1)", -1.0 if value is None else round(value, 9)
        )

    def rank(column: OptionColumn) -> Value:
        own, merits = column.at(f"{key}_merit"), across(columns, f"{key}_merit")
        part = across(columns, "contends")
        before = f"({across(columns, 'tie_rank')}<{column.at('tie_rank')})"
        better = f"SUMPRODUCT({part}*({merits}>{own}))"
        tied = f"SUMPRODUCT({part}*({merits}={own})*{before})"
        value = ranks[id(column)]
        formula = f'=IF({column.at("contends")}=1,1+{better}+{tied},"")'
        return Live(formula, "" if value is None else value)

    return (
        Step(f"{key}_score", say("{person}: score", person=name), say("points"), score, "0.00"),
        Step(f"{key}_merit", say("rounded, to be ranked"), "", merit, "0.000000000"),
        Step(f"{key}_rank", say("{person}: rank", person=name), "", rank, "0", Kind.RESULT),
    )

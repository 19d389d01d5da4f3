"""What would change the answer, by formulas: other weights, prices that draw level, ties."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from arraywise.domain.criteria import Criterion, attribute_worth
from arraywise.domain.decision import PASSES
from arraywise.domain.messages import message
from arraywise.domain.requirement import Rule
from arraywise.report.workbook.cells import NO_RANK, OUTSIDE, CellRole, LiveFormula, money
from arraywise.report.workbook.criteria import label_of
from arraywise.report.workbook.steps import Step, across

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.decision import Answer
    from arraywise.report.workbook.cells import Value
    from arraywise.report.workbook.criteria import Criteria
    from arraywise.report.workbook.steps import Columns, WorkbookColumn

_KNOWN = "1E+299"


def tie_rank_step() -> Step:
    """Return the rank as a figure for all options, those without one last."""

    def make(column: WorkbookColumn) -> Value:
        cell, value = column.at("rank"), column.answer.rank
        return LiveFormula(
            f"=IF(ISNUMBER({cell}),{cell},1E+300)", 1e300 if value is None else value
        )

    return Step("tie_rank", message("Rank, for ties"), "", make, f'[>=1E+299]"{NO_RANK}";0')


def frontier_steps(columns: Columns, answer: Answer) -> Iterator[Step]:
    """Return what a point more costs than with the cheaper efficient neighbour (MODEL D6)."""
    stated = {step.option: step for step in answer.frontier}

    def neighbour(key: str) -> str:
        return f"SUMPRODUCT(MAX({{cheaper}}*{across(columns, key)}))"

    def cheaper(column: WorkbookColumn) -> str:
        prices, own = across(columns, "tie_price"), column.at("tie_price")
        return f"{across(columns, 'efficient')}*({prices}<{own})"

    def make(column: WorkbookColumn) -> Value:
        below = cheaper(column)
        price = neighbour("tie_price").format(cheaper=below)
        merit = neighbour("apart").format(cheaper=below)
        more, dearer = column.at("apart"), column.at("tie_price")
        exists = f"AND({column.at('efficient')}=1,SUMPRODUCT({below})>0)"
        rises = f"IF({more}>{merit},({dearer}-{price})/({more}-{merit}),{_NOTHING})"
        step = stated.get(column.answer.option.name)
        value = step.price_per_point if step else None
        formula = f"=IF({exists},{rises},{_NOTHING})"
        return LiveFormula(formula, value)

    title = message("Price per extra point against the cheaper efficient option")
    yield Step("per_point", title, answer.currency, make, money(answer.currency, 2))


_NOTHING = '""'


@dataclass(frozen=True, slots=True)
class BreakEvenFormulas:
    """At which price an option draws level: each formula with its value (MODEL D7.7)."""

    columns: Columns
    criteria: Criteria
    answer: Answer

    def steps(self) -> Iterator[Step]:
        """Return the steps up to the price."""
        currency = self.answer.currency
        form = money(currency)
        yield Step("rival", message("Rival with a price (1)"), "", self._rival, "0")
        yield Step("rival_price", message("Price, as a rival"), currency, self._rival_price, form)
        title = message("Score without the price's part")
        yield Step("unpriced", title, message("points"), self._unpriced, "0.00")
        yield Step("level", message("Score for a tie"), message("points"), self._level, "0.00")
        title = message("Points that the price must be worth")
        yield Step("needed", title, message("of 100"), self._needed, "0.00")
        title = message("Break-even price, rounded down")
        yield Step("break_even", title, currency, self._price, form, CellRole.RESULT)

    def _row(self, key: str) -> str:
        return across(self.columns, key)

    def _first(self) -> WorkbookColumn | None:
        return next((c for c in self.columns if c.answer.rank == 1), None)

    def _rival(self, column: WorkbookColumn) -> Value:
        known = f"{column.at('tie_price')}<{_KNOWN}"
        formula = f"=IF(AND({column.at('passes')}=1,{column.at('tie_rank')}<>1,{known}),1,0)"
        stated = column.answer
        return LiveFormula(
            formula, int(_passes(column) and stated.rank != 1 and stated.price is not None)
        )

    def _rival_price(self, column: WorkbookColumn) -> Value:
        is_rival = column.value("rival") == 1
        price = column.value("tie_price") if is_rival else ""
        return LiveFormula(f'=IF({column.at("rival")}=1,{column.at("tie_price")},"")', price)

    def _unpriced(self, column: WorkbookColumn) -> Value:
        part = f"part_{Criterion.PRICE.name}"
        if Criterion.PRICE not in self.criteria:
            return LiveFormula(f"={column.at('value')}", column.value("value"))
        formula = f"={column.at('value')}-{column.at(part)}"
        return LiveFormula(formula, column.value("value") - column.value(part))

    def _level(self, column: WorkbookColumn) -> Value:
        values, ranks = self._row("value"), self._row("tie_rank")
        best_rival = f"SUMPRODUCT(MAX({self._row('passes')}*({ranks}<>1)*{values}))"
        first = f"SUMPRODUCT(({ranks}=1)*{values})"
        formula = f"=IF({column.at('tie_rank')}=1,{best_rival},{first})"
        leader = self._first()
        if leader is column:
            others = (c for c in self.columns if _passes(c) and c is not leader)
            value = max((c.value("value") for c in others), default=0.0)
        else:
            value = leader.value("value") if leader else 0.0
        return LiveFormula(formula, value)

    def _needed(self, column: WorkbookColumn) -> Value:
        cells = self.criteria.get(Criterion.PRICE)
        if cells is None:
            return None
        weight = dict(self.answer.weights)[Criterion.PRICE]
        gap = f"({column.at('level')}-{column.at('unpriced')})/{cells.weight}"
        value = (column.value("level") - column.value("unpriced")) / weight if weight > 0 else ""
        return LiveFormula(f'=IF({cells.weight}>0,{gap},"")', value)

    def _price(self, column: WorkbookColumn) -> Value:
        ranks, known = self._row("tie_rank"), f"({self._row('tie_price')}<{_KNOWN})"
        stated = f"SUMPRODUCT(({ranks}=1)*{known})=1"
        rivals = f"SUM({self._row('passes')})>1"
        meant = f"OR({column.at('tie_rank')}=1,{column.at('rival')}=1)"
        lowest = (
            f"IF({column.at('tie_rank')}=1,MIN({self._row('rival_price')}),"
            f"SUMPRODUCT(({ranks}=1)*{known}*{self._row('tie_price')}))"
        )
        lowest = f'IF(SUM({self._row("rival")})>0,{lowest},"")'
        by_rule = f'IF(Rule="{Rule.LOWEST_PRICE}",{lowest},{self._cap_at_budget(column)})'
        asked = f'AND(Rule<>"{Rule.FRONTIER}",Demand_tps>0,{stated},{rivals},{meant})'
        floor = f'IF({asked},IFERROR(INT(ROUND({by_rule},6)),""),"")'
        value = self._price_value(column)
        return LiveFormula(f"={floor}", value)

    def _cap_at_budget(self, column: WorkbookColumn) -> str:
        """Return the formula of the price, for the first one up to the budget at most."""
        worth = self._worth(column)
        if Criterion.PRICE not in self.criteria:
            return worth
        capped = f"AND({column.at('tie_rank')}=1,ISNUMBER(Budget),ISNUMBER({column.at('needed')}))"
        return f"IF({capped},MIN(IFERROR({worth}+0,Budget),Budget),{worth})"

    def _worth(self, column: WorkbookColumn) -> str:
        """Return the formula of the price that is worth the points; an error where none is."""
        cells = self.criteria.get(Criterion.PRICE)
        if cells is None:
            return '""'
        need = column.at("needed")
        inside = f"IF(ISNUMBER({need}),AND({need}>0,{need}<=100),FALSE)"
        return f'IF({inside},{cells.attribute_worth(need)},"")'

    def _price_value(self, column: WorkbookColumn) -> float | None:
        leader, rule = self._first(), self.answer.requirement.rule
        rivals = [c for c in self.columns if c.value("rival")]
        is_meant = column is leader or column in rivals
        if self.answer.demand_tps <= 0 or leader is None or rule is Rule.FRONTIER:
            return None
        if leader.answer.price is None or sum(map(_passes, self.columns)) < 2 or not is_meant:
            return None
        if rule is Rule.LOWEST_PRICE:
            others = [c.value("tie_price") for c in rivals]
            if not others:
                return None
            price = min(others) if column is leader else leader.value("tie_price")
            return math.floor(round(price, 6))
        need = column.values["needed"]
        setting = next((s for s in self.answer.settings if s.criterion is Criterion.PRICE), None)
        if setting is None or not isinstance(need, float):
            return None
        worth = attribute_worth(need, setting.corners)
        budget = self.answer.requirement.budget
        if budget is not None and column is leader:
            worth = float(budget) if worth is None else min(worth, float(budget))
        return None if worth is None else math.floor(round(worth, 6))


def _passes(column: WorkbookColumn) -> bool:
    return column.answer.status in PASSES


@dataclass(frozen=True, slots=True)
class Ties:
    """The nearest weights at which a rival draws level: w - (d w)(d - mean d) / |d - mean d|².

    Where these leave 0 to 1 the app searches on; no short formula does (MODEL D7.2).
    """

    columns: Columns
    criteria: Criteria
    answer: Answer

    def steps(self) -> Iterator[Step]:
        """Return lead, weights and distance."""
        for c in self.criteria:
            title = message("{criterion}: points behind the first one", criterion=label_of(c)[0])
            lead = partial(self._lead, criterion=c)
            yield Step(f"lead_{c.name}", title, message("of 100"), lead, "0.00")
        title = message("Score behind the first one")
        yield Step("margin", title, message("points"), self._margin, "0.00")
        yield Step("steepness", message("Squared slope of the lead"), "", self._steepness, "0.00")
        for c in self.criteria:
            title = message("{criterion}: weight at the nearest tie", criterion=label_of(c)[0])
            yield Step(f"tie_{c.name}", title, "", partial(self._weight, criterion=c), "0.0%")
        title = message("Nearest tie: distance of the weights")
        yield Step("distance", title, "", self._distance, "0.0000", CellRole.RESULT)

    def _is_asked(self, column: WorkbookColumn) -> bool:
        by_value = self.answer.requirement.rule is Rule.BEST_VALUE
        has_first = any(c.answer.rank == 1 for c in self.columns)
        is_other = column.answer.rank != 1 and _passes(column)
        return by_value and self.answer.demand_tps > 0 and has_first and is_other

    def _asked(self, column: WorkbookColumn) -> str:
        ranks = across(self.columns, "tie_rank")
        return (
            f'AND(Rule="{Rule.BEST_VALUE}",Demand_tps>0,SUMPRODUCT(1*({ranks}=1))=1,'
            f"{column.at('passes')}=1,{column.at('tie_rank')}<>1)"
        )

    def _lead(self, column: WorkbookColumn, criterion: Criterion) -> Value:
        key = f"worth_{criterion.name}"
        ranks, row = across(self.columns, "tie_rank"), across(self.columns, key)
        formula = f"=SUMPRODUCT(({ranks}=1)*{row})-{column.at(key)}"
        first = next((c for c in self.columns if c.answer.rank == 1), None)
        return LiveFormula(formula, (first.value(key) if first else 0.0) - column.value(key))

    def _leads(self, column: WorkbookColumn) -> list[float]:
        return [column.value(f"lead_{c.name}") for c in self.criteria]

    def _margin(self, column: WorkbookColumn) -> Value:
        parts = (f"{x.weight}*{column.at(f'lead_{c.name}')}" for c, x in self.criteria.items())
        weights = dict(self.answer.weights)
        value = sum(weights[c] * column.value(f"lead_{c.name}") for c in self.criteria)
        return LiveFormula(f"={'+'.join(parts)}", value)

    def _area(self, column: WorkbookColumn) -> str:
        names = [c.name for c in self.criteria]
        return f"{column.at(f'lead_{names[0]}')}:{column.at(f'lead_{names[-1]}')}"

    def _steepness(self, column: WorkbookColumn) -> Value:
        leads = self._leads(column)
        mean = sum(leads) / len(leads)
        value = sum((lead - mean) ** 2 for lead in leads)
        return LiveFormula(f"=DEVSQ({self._area(column)})", value)

    def _moved(self, column: WorkbookColumn, criterion: Criterion) -> float:
        leads = self._leads(column)
        slope = column.value(f"lead_{criterion.name}") - sum(leads) / len(leads)
        step = column.value("margin") / column.value("steepness")
        return dict(self.answer.weights)[criterion] - step * slope

    def _weight(self, column: WorkbookColumn, criterion: Criterion) -> Value:
        slope = f"({column.at(f'lead_{criterion.name}')}-AVERAGE({self._area(column)}))"
        margin, steep = column.at("margin"), column.at("steepness")
        moved = f"{self.criteria[criterion].weight}-{margin}/{steep}*{slope}"
        formula = f"=IF({self._asked(column)},IF({steep}>0,{moved},{_NOTHING}),{_NOTHING})"
        is_known = self._is_asked(column) and column.value("steepness") > 0
        return LiveFormula(formula, self._moved(column, criterion) if is_known else "")

    def _distance(self, column: WorkbookColumn) -> Value:
        names = [c.name for c in self.criteria]
        area = f"{column.at(f'tie_{names[0]}')}:{column.at(f'tie_{names[-1]}')}"
        margin, steep = column.at("margin"), column.at("steepness")
        far = f"ABS({margin})/SQRT({steep})"
        formula = f'=IF(COUNT({area})=0,"",IF(MIN({area})<-1E-12,"{OUTSIDE}",{far}))'
        moved = [column.values[f"tie_{name}"] for name in names]
        known = [weight for weight in moved if isinstance(weight, float)]
        if not known:
            return LiveFormula(formula, "")
        if min(known) < -1e-12:
            return LiveFormula(formula, OUTSIDE)
        distance = abs(column.value("margin")) / math.sqrt(column.value("steepness"))
        return LiveFormula(formula, distance)


def worth_steps(criteria: Criteria) -> Iterator[Step]:
    """Return the points of each criterion with 0 for what is not known."""

    def make(column: WorkbookColumn, criterion: Criterion) -> Value:
        cell, value = column.figure(f"points_{criterion.name}")
        return LiveFormula(f"=IF(ISNUMBER({cell}),{cell},0)", value)

    for c in criteria:
        title = message("{criterion}: points, 0 where not known", criterion=label_of(c)[0])
        worth = partial(make, criterion=c)
        yield Step(f"worth_{c.name}", title, message("of 100"), worth, "0.00")

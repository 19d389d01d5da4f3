"""How options are ranked, which are efficient, and what performance costs with each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.criteria import Criterion
from arraywise.domain.requirement import Rule
from arraywise.domain.said import say
from arraywise.report.workbook.codes import UNKNOWN
from arraywise.report.workbook.grid import Kind, Live, money
from arraywise.report.workbook.steps import Step, across

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from decimal import Decimal

    from arraywise.domain.decision import Answer
    from arraywise.report.workbook.criteria import CriterionCells
    from arraywise.report.workbook.grid import Value
    from arraywise.report.workbook.option_scores import Sources
    from arraywise.report.workbook.steps import OptionColumn

_MISSING = 1e300
"""Stands for a price or a time that is not known: after all that are."""
_KNOWN = f'[>=1E+299]"{UNKNOWN}";#,##0.00'


def rank_steps(
    columns: Sequence[OptionColumn], criteria: Mapping[Criterion, CriterionCells], answer: Answer
) -> tuple[Step, ...]:
    """Return the steps to the rank: by score or price, ties by price, time and creation."""
    ranks = _Ranks(columns, criteria, answer)
    return (
        Step("tie_price", say("Price, for ties"), "", _tie_price, _KNOWN),
        Step("tie_time", say("Provisioning, for ties"), "min", _tie_time, _KNOWN),
        Step(
            "tie_place", say("Place among equals: price, time, creation"), "", ranks.tie_place, "0"
        ),
        Step("contends", say("Takes part (1)"), "", _contends, "0"),
        Step("merit", say("What is ranked by"), "", ranks.merit, "0.000000000"),
        Step("rank", say("Rank"), "", ranks.rank, "0", Kind.RESULT),
        Step("score", say("Score"), say("points"), _score, "0.00", Kind.RESULT),
        Step(
            "apart", say("Score apart from price"), say("points"), ranks.apart_from_price, "0.00"
        ),
        Step(
            "efficient",
            say("Efficient (1): none is both cheaper and better"),
            "",
            ranks.efficient,
            "0",
        ),
        Step("first", say("Ranks first, share of draws (value)"), "", _share, "0.0%"),
        Step("first_order", say("by the order of the weights (value)"), "", _order_share, "0.0%"),
        Step("first_any", say("with any weights (value)"), "", _any_share, "0.0%"),
    )


def _score(column: OptionColumn) -> Value:
    """Return the score of an option that is ranked; others have none (MODEL D3)."""
    known = "" if column.answer.rank is None else column.value("value")
    return Live(f'=IF({column.at("rank")}="","",{column.at("value")})', known)


@dataclass(frozen=True, slots=True)
class _Ranks:
    """The steps that compare an option with all others: each formula with its value."""

    columns: Sequence[OptionColumn]
    criteria: Mapping[Criterion, CriterionCells]
    answer: Answer

    def row(self, key: str) -> str:
        return across(self.columns, key)

    def tie_place(self, column: OptionColumn) -> Value:
        price, time = column.at("tie_price"), column.at("tie_time")
        prices, times = self.row("tie_price"), self.row("tie_time")
        same = f"({prices}={price})*({times}={time})"
        formula = (
            f"=1+SUMPRODUCT(1*({prices}<{price}))"
            f"+SUMPRODUCT(({prices}={price})*({times}<{time}))"
            f"+SUMPRODUCT({same}*(COLUMN({prices})<COLUMN({price})))"
        )
        keys = [(c.value("tie_price"), c.value("tie_time"), c.column) for c in self.columns]
        own = (column.value("tie_price"), column.value("tie_time"), column.column)
        return Live(formula, 1 + sum(key < own for key in keys))

    def merit(self, column: OptionColumn) -> Value:
        formula = f'=IF(Rule="{Rule.LOWEST_PRICE}",0,ROUND({column.at("value")},9))'
        by_price = self.answer.requirement.rule is Rule.LOWEST_PRICE
        return Live(formula, 0.0 if by_price else round(column.value("value"), 9))

    def rank(self, column: OptionColumn) -> Value:
        own, merits, part = column.at("merit"), self.row("merit"), self.row("contends")
        before = f"({self.row('tie_place')}<{column.at('tie_place')})"
        better = f"SUMPRODUCT({part}*({merits}>{own}))"
        tied = f"SUMPRODUCT({part}*({merits}={own})*{before})"
        value = column.answer.rank
        formula = f'=IF({column.at("contends")}=1,1+{better}+{tied},"")'
        return Live(formula, "" if value is None else value)

    def apart_from_price(self, column: OptionColumn) -> Value:
        rest = [c for c in self.criteria if c is not Criterion.PRICE]
        parts = ",".join(column.at(f"part_{c.name}") for c in rest) or "0"
        weights = ",".join(self.criteria[c].weight for c in rest) or "0"
        weight = sum(w for c, w in self.answer.weights if c is not Criterion.PRICE)
        value = sum(column.value(f"part_{c.name}") for c in rest)
        formula = f"=IF(SUM({weights})>0,SUM({parts})/SUM({weights}),0)"
        return Live(formula, value / weight if weight > 0 else 0.0)

    def efficient(self, column: OptionColumn) -> Value:
        price, own = column.at("tie_price"), column.at("apart")
        prices, values = self.row("tie_price"), self.row("apart")
        strictly = f"((({prices}<{price})+({values}>{own}))>0)"
        beaten = (
            f"SUMPRODUCT({self.row('passes')}*({prices}<={price})*({values}>={own})*{strictly})"
        )
        known = f"AND({column.at('passes')}=1,ISNUMBER({column.at('price')}))"
        return Live(f"=IF({known},IF({beaten}=0,1,0),0)", int(column.answer.on_frontier))


def _tie_price(column: OptionColumn) -> Value:
    return _or_missing(column, "price")


def _tie_time(column: OptionColumn) -> Value:
    key = f"attribute_{Criterion.PROVISIONING.name}"
    if key in column.rows:
        return _or_missing(column, key)
    time = column.answer.provisioning_s.point  # where it is no criterion there is no cell of it
    return _MISSING if time is None else time


def _contends(column: OptionColumn) -> Value:
    allowed = f'OR(Rule<>"{Rule.LOWEST_PRICE}",ISNUMBER({column.at("price")}))'
    value = int(column.answer.rank is not None)
    return Live(f"=IF(AND({column.at('passes')}=1,{allowed}),1,0)", value)


def _or_missing(column: OptionColumn, key: str) -> Value:
    cell, value = column.at(key), column.values[key]
    known = value if isinstance(value, int | float) else _MISSING
    return Live(f"=IF(ISNUMBER({cell}),{cell},1E+300)", known)


def _share(column: OptionColumn) -> Value:
    return column.answer.first_share


def _order_share(column: OptionColumn) -> Value:
    return column.answer.first_share_by_order


def _any_share(column: OptionColumn) -> Value:
    return column.answer.first_share_any


def price_steps(sources: Sources) -> tuple[Step, ...]:
    """Return what a transaction a minute and a million visits cost, up to the cent."""

    def rounded(ratio: str, known: str, value: Decimal | None) -> Value:
        # Binary fractions must not push an exact figure up to the next cent.
        formula = f'=IF({known},ROUNDUP(ROUND({ratio},10),2),"")'
        return Live(formula, "" if value is None else float(value))

    def per_tpm(column: OptionColumn) -> Value:
        option = column.answer.option.id
        price, response = sources.prices.get(option), sources.response[option]
        if price is None:
            return None
        ratio = f"{price.unrounded}/({response.capacity}*60)"
        known = f"IF(ISNUMBER({price.unrounded}),ISNUMBER({response.capacity}),FALSE)"
        return rounded(ratio, known, column.answer.price_per_tpm)

    def per_million(column: OptionColumn) -> Value:
        option = column.answer.option.id
        price, response = sources.prices.get(option), sources.response[option]
        if price is None:
            return None
        served = f"MIN(Visits_per_month,{response.capacity}/Tps_per_visit)"
        ratio = f"{price.unrounded}*1000000/({served}*36)"
        both = f"AND(ISNUMBER({price.unrounded}),ISNUMBER({response.capacity}))"
        known = f"IF({both},Visits_per_month>0,FALSE)"
        return rounded(ratio, known, column.answer.price_per_million_visits)

    currency = sources.answer.currency
    return (
        Step(
            "per_tpm", say("Price per transaction a minute"), currency, per_tpm, money(currency, 2)
        ),
        Step(
            "per_million",
            say("Price per million visits"),
            currency,
            per_million,
            money(currency, 2),
        ),
    )

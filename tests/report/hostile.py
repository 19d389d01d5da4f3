"""The example with the same texts wherever somebody else may write one."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.criteria import Method
from arraywise.domain.decision import Finding, NearestTie, Opinion
from arraywise.domain.messages import Severity, message
from arraywise.domain.pricing import BreakEvenPrice, Discount, ExchangeRate, Licence, Spares
from arraywise.report.content import PricedDiscount, ScenarioAnswer
from tests.report.example import example

if TYPE_CHECKING:
    from arraywise.analysis.pricing import TotalledLine
    from arraywise.report.content import ReportContent


def with_names(names: tuple[str, ...]) -> ReportContent:
    """The example with these texts wherever somebody else may write one."""
    content = example()
    options = tuple(
        replace(
            o,
            option=replace(o.option, name=name),
            reason=message("{option} is slow.", option=name),
            levels=o.levels[:2],
        )
        for o, name in zip(content.answer.options, names, strict=True)
    )
    sheets = tuple(
        replace(
            sheet,
            option=replace(sheet.option, name=name),
            lines=tuple(_priced(priced, name) for priced in sheet.lines[:2]),
            discounts=(
                PricedDiscount(
                    Discount(name, Decimal("0.1"), source=name, category=name), *(Decimal(1),) * 2
                ),
            ),
            notes=(name,),
        )
        for sheet, name in zip(content.price_sheets, names, strict=True)
    )
    evidence = tuple(
        replace(entry, file=name, option=name, tool_version=name)
        for entry, name in zip(content.evidence, names, strict=False)
    )
    first, second, third = names[:3]
    file = evidence[0].file
    result = Finding(
        check="host not monitored",
        severity=Severity.WARNING,
        options=(first,),
        message=message("{option}", option=first),
        consequence=message("{option}", option=second),
        evidence=(file, f"{file}:7", *names),
    )
    answer = replace(
        content.answer,
        options=options,
        opinions=tuple(_opinion(content, name, at) for at, name in enumerate(names)),
        findings=(*content.answer.findings, result),
    )
    return replace(
        content,
        facts=replace(content.facts, name=first, client=second),
        answer=answer,
        price_sheets=sheets,
        evidence=evidence,
        scenarios=tuple(
            ScenarioAnswer(name, at == 1, answer, (message("prices of {option}", option=name),))
            for at, name in enumerate(names)
        ),
        break_even_prices=(BreakEvenPrice(first, third, Decimal(7), Decimal(9)),),
        nearest_ties=(NearestTie(second, content.answer.weights, 0.1),),
    )


def _opinion(content: ReportContent, name: str, at: int) -> Opinion:
    count = len(content.answer.options)
    values, ranks = (50.0,) * count, (1,) * count
    weights = content.answer.weights
    return Opinion(name, at == 2, Method.SWINGS, weights, values, ranks, at == 1)


def _priced(priced: TotalledLine, name: str) -> TotalledLine:
    """A line whose every text and term is there, and comes from somebody else."""
    line = replace(
        priced.line, description=name, part_number=name, category=name, source=name, support=name,
        licence=Licence.TERM, discount=Decimal("0.1"), maintenance_discount=Decimal("0.2"),
        warranty_months=12, one_off_service=True, currency="USD",
        spares=Spares.ADDED,
    )  # fmt: skip
    rate = ExchangeRate("USD", "BRL", Decimal("5.4123"), name[:9] or "?", name)
    return replace(priced, line=line, rate=rate)

"""Checks of the terms behind prices: licences, support, spares and discounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.audit_case import name_line
from arraywise.analysis.pricing import is_priced, maintenance_price, spares_within, taken_off
from arraywise.analysis.remarks import Remark
from arraywise.domain.pricing import Licence, Spares
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.analysis.audit_case import Case
    from arraywise.domain.pricing import PriceLine, PriceSheet

LARGEST_DISCOUNT = 0.5
"""Share off that TPC-DS 2.10.0, clause 0.2 g, calls suspicious even for large quantities."""


def find_unequal_terms(case: Case) -> Iterator[Remark]:
    """Licences for different times or support of different levels (MODEL D2)."""
    yield from _unequal(
        case,
        lambda line: "" if line.licence is Licence.UNSTATED else line.licence.value,
        "Licences are for different times: {terms}.",
        "A licence for 36 months costs about half of a perpetual one: price the same for all.",
    )
    yield from _unequal(
        case,
        lambda line: " ".join(line.support.split()).casefold(),
        "Support is of different levels: {terms}.",
        "A lower level of support makes an option look cheaper: price the same for all.",
    )


def _unequal(
    case: Case, term: Callable[[PriceLine], str], sentence: str, consequence: str
) -> Iterator[Remark]:
    """Compare what the lines of each option state; options that state nothing are left out."""
    stated: dict[str, tuple[str, ...]] = {}
    evidence: list[str] = []
    for name, sheet in _sheets(case):
        lines = [line for line in sheet.lines if term(line)]
        if lines:
            stated[name] = tuple(sorted({term(line) for line in lines}))
            evidence += [name_line(line) for line in lines]
    if len(set(stated.values())) > 1:
        terms = "; ".join(f"{name}: {', '.join(each)}" for name, each in stated.items())
        yield Remark(tuple(stated), say(sentence, terms=terms), say(consequence), tuple(evidence))


def find_short_spares(case: Case) -> Iterator[Remark]:
    """A line said to hold its spares whose quantity has no room for two, or maintained besides."""
    for name, sheet in _sheets(case):
        spared = [line for line in sheet.lines if line.spares is not Spares.NONE]
        short = [
            x for x in spared if x.spares is Spares.INCLUDED and not spares_within(x.quantity)
        ]
        twice = [x for x in spared if maintenance_price(x) > 0]
        if short:
            yield Remark(
                (name,),
                say("{option}: spares are named that the quantity has no room for.", option=name),
                say("In place of maintenance 10 % of the quantity is kept as spares, at least 2."),
                tuple(map(name_line, short)),
            )
        if twice:
            yield Remark(
                (name,),
                say("{option}: lines with spares are maintained besides.", option=name),
                say("Spares stand in place of maintenance; these lines pay for both."),
                tuple(map(name_line, twice)),
            )


def find_large_discounts(case: Case) -> Iterator[Remark]:
    """A discount that other customers will hardly get."""
    for name, sheet in _sheets(case):
        large = [
            name_line(x)
            for x in sheet.lines
            if max(taken_off(x, sheet), x.maintenance_discount) > LARGEST_DISCOUNT
        ]
        large += [d.description for d in sheet.discounts if d.share > LARGEST_DISCOUNT]
        if large:
            yield Remark(
                (name,),
                say("{option}: more than {percent:.0f} % is taken off a list price.",
                    option=name, percent=100 * LARGEST_DISCOUNT),
                say("Ask whether the offer will stand: the TPC calls such discounts suspicious."),
                tuple(large),
            )  # fmt: skip


def _sheets(case: Case) -> list[tuple[str, PriceSheet]]:
    return [
        (known.facts.option.name, known.facts.price_sheet)
        for known in case.question.known
        if known.facts.price_sheet is not None
        and any(is_priced(line) for line in known.facts.price_sheet.lines)
    ]

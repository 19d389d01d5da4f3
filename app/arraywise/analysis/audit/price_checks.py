"""Price scope and terms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.analysis.audit.case import name_line, remark_on
from arraywise.analysis.pricing import (
    discount_share,
    is_priced,
    maintenance_price,
    names_server,
    spares_within,
)
from arraywise.domain.decision import Remark
from arraywise.domain.messages import message
from arraywise.domain.options import kind_of_architecture
from arraywise.domain.pricing import Licence, Spares, find_list_prices
from arraywise.domain.units import MONTHS_PRICED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.analysis.audit.case import Case
    from arraywise.analysis.prepared import LoadIndependentOption
    from arraywise.domain.options import Option
    from arraywise.domain.pricing import PriceLine, PriceSheet

_STORAGE_ONLY = re.compile(
    r"storage[- ]only|(?:without|excluding|excludes|no) servers?|servers? (?:are )?excluded",
    re.IGNORECASE,
)
_SWITCH = re.compile(r"\bswitch(?:es)?\b", re.IGNORECASE)
_ADAPTER = re.compile(r"\b(?:HBAs?|NICs?|CNAs?|adapters?|adaptador(?:es)?)\b", re.IGNORECASE)
_SERVICE = re.compile(r"\b(?:install\w*|instala\w*|service|serviç\w*|training)\b", re.IGNORECASE)


def _names(sign: re.Pattern[str]) -> Callable[[PriceLine], bool]:
    return lambda line: sign.search(line.description) is not None


def _is_service(line: PriceLine) -> bool:
    return line.one_off_service or _SERVICE.search(line.description) is not None


def _is_maintained(line: PriceLine) -> bool:
    """A fee is paid, or the warranty lasts the 36 months (TPC Pricing: maintenance included)."""
    return maintenance_price(line) > 0 or line.warranty_months >= MONTHS_PRICED


_DATABASE = re.compile(
    r"\b(?:oracle|database|datenbank\w*|banco de dados|sql server|db2)\b.*"
    r"\b(?:licen[cs]es?|lizenz\w*|licen[çc]as?|processor|core)\b",
    re.IGNORECASE,
)

_SCOPES: tuple[tuple[str, Callable[[PriceLine], bool], bool], ...] = (
    ("A switch is priced for {priced}, none for {left_out}.", _names(_SWITCH), True),
    ("Host adapters are priced for {priced}, none for {left_out}.", _names(_ADAPTER), True),
    ("Maintenance is priced for {priced}, none for {left_out}.",
     _is_maintained, False),
    ("Installation and services are priced for {priced}, none for {left_out}.",
     _is_service, False),
    ("A server is priced for {priced}, none for {left_out}.", names_server, False),
    ("Database licences are priced for {priced}, none for {left_out}.", _names(_DATABASE), False),
)  # fmt: skip
"""What is priced, the lines that show it, and whether only networked architectures need it."""


def find_unequal_scopes(case: Case) -> Iterator[Remark]:
    """Something is priced for one option and not for its rival (MODEL D2)."""
    for sentence, is_it, of_network in _SCOPES:
        options = [
            known
            for known in case.question.known
            if known.price is not None
            and (not of_network or kind_of_architecture(known.facts.option.architecture).network)
        ]
        priced = [known for known in options if _lines(known, is_it)]
        left_out = [known for known in options if not _lines(known, is_it)]
        if priced and left_out:
            yield Remark(
                tuple(known.facts.option.name for known in left_out),
                message(
                    sentence,
                    priced=", ".join(known.facts.option.name for known in priced),
                    left_out=", ".join(known.facts.option.name for known in left_out),
                ),
                message(
                    "Prices of different scope cannot be compared. Price it for all or for none."
                ),
                tuple(name_line(line) for known in priced for line in _lines(known, is_it)),
            )
    yield from _find_labels(case)


def _lines(known: LoadIndependentOption, is_it: Callable[[PriceLine], bool]) -> list[PriceLine]:
    sheet = known.facts.price_sheet
    if sheet is None or known.price is None:
        return []
    return [x for x in sheet.lines if is_it(x) and x not in known.price.left_out]


def _find_labels(case: Case) -> Iterator[Remark]:
    """A sheet that states it prices the storage alone, beside one that does not."""
    sheets = [
        (known.facts.option.name, known.facts.price_sheet)
        for known in case.question.known
        if known.facts.price_sheet is not None and known.price is not None
    ]
    labelled = {
        name: note
        for name, sheet in sheets
        for note in (*sheet.notes, *(line.description for line in sheet.lines))
        if _STORAGE_ONLY.search(note)
    }
    if labelled and len(labelled) < len(sheets):
        yield Remark(
            tuple(labelled),
            message("Storage-only price: {options}.", options=", ".join(labelled)),
            message("Prices of different scope cannot be compared. Price it for all or for none."),
            tuple(labelled.values()),
        )


LARGEST_DISCOUNT = 0.5
"""Share off that TPC-DS 2.10.0, clause 0.2 g, calls suspicious even for large quantities."""


def find_unequal_terms(case: Case) -> Iterator[Remark]:
    """Licences for different times or support of different levels (MODEL D2)."""
    yield from _unequal(
        case,
        lambda line: "" if line.licence is Licence.UNSTATED else line.licence.value,
        "Licences are for different times: {terms}.",
        "A 36-month licence costs about half of a perpetual one. Price the same for all.",
    )
    yield from _unequal(
        case,
        lambda line: " ".join(line.support.split()).casefold(),
        "Support is of different levels: {terms}.",
        "Less support makes an option look cheaper. Price the same for all.",
    )


def _unequal(
    case: Case, term: Callable[[PriceLine], str], sentence: str, consequence: str
) -> Iterator[Remark]:
    """Compare what the lines of each option state; options that state nothing are left out."""
    stated: dict[str, tuple[str, ...]] = {}
    evidence: list[str] = []
    for option, sheet in _sheets(case):
        lines = [line for line in sheet.lines if term(line)]
        if lines:
            stated[option.name] = tuple(sorted({term(line) for line in lines}))
            evidence += [name_line(line) for line in lines]
    if len(set(stated.values())) > 1:
        terms = "; ".join(f"{name}: {', '.join(each)}" for name, each in stated.items())
        yield Remark(
            tuple(stated), message(sentence, terms=terms), message(consequence), tuple(evidence)
        )


def find_short_spares(case: Case) -> Iterator[Remark]:
    """A line said to hold its spares whose quantity has no room for two, or maintained besides."""
    for option, sheet in _sheets(case):
        spared = [line for line in sheet.lines if line.spares is not Spares.NONE]
        short = [
            x for x in spared if x.spares is Spares.INCLUDED and not spares_within(x.quantity)
        ]
        twice = [x for x in spared if maintenance_price(x) > 0]
        if short:
            yield remark_on(
                option,
                "{option}: the quantity is too small for its spares.",
                "Instead of maintenance, 10 % of the quantity (at least 2) are spares.",
                map(name_line, short),
            )
        if twice:
            yield remark_on(
                option,
                "{option}: lines with both spares and maintenance.",
                "Spares replace maintenance; these lines include both.",
                map(name_line, twice),
            )


def find_large_discounts(case: Case) -> Iterator[Remark]:
    """A discount that other customers will hardly get."""
    for option, sheet in _sheets(case):
        large = [
            name_line(x)
            for x in sheet.lines
            if max(discount_share(x, sheet), x.maintenance_discount) > LARGEST_DISCOUNT
        ]
        large += [d.description for d in sheet.discounts if d.share > LARGEST_DISCOUNT]
        if large:
            yield remark_on(
                option,
                "{option}: discount of more than {percent:.0f} % on a list price.",
                "Ask whether the offer is firm: the TPC calls such discounts suspicious.",
                tuple(large),
                percent=100 * LARGEST_DISCOUNT,
            )


def find_unchecked_list_prices(case: Case) -> Iterator[Remark]:
    """Prices that their source says are list prices of a year, to be checked."""
    for option, sheet in _sheets(case):
        found = find_list_prices(sheet.lines)
        if found is not None:
            yield remark_on(
                option,
                "{option}: list prices of {dated}, to be checked.",
                "Compare them with the provider's page of today, or ask for an offer.",
                tuple(name_line(x) for x in sheet.lines if find_list_prices((x,))),
                dated=found.dated,
            )


def _sheets(case: Case) -> list[tuple[Option, PriceSheet]]:
    return [
        (known.facts.option, known.facts.price_sheet)
        for known in case.question.known
        if known.facts.price_sheet is not None
        and any(is_priced(line) for line in known.facts.price_sheet.lines)
    ]

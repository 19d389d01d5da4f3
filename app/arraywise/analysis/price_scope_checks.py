"""Checks that options are priced for the same things; what one leaves out makes it cheap."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.analysis.audit_case import name_line
from arraywise.analysis.pricing import maintenance_price, names_server
from arraywise.analysis.remarks import Remark
from arraywise.domain.options import Architecture
from arraywise.domain.said import say
from arraywise.domain.units import MONTHS_PRICED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.analysis.audit_case import Case
    from arraywise.analysis.known_option import KnownOption
    from arraywise.domain.pricing import PriceLine

_NETWORKED = frozenset({Architecture.FC_SAN, Architecture.ISCSI_SAN, Architecture.NAS})
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

_SCOPES: tuple[tuple[str, Callable[[PriceLine], bool], frozenset[Architecture] | None], ...] = (
    ("A switch is priced for {priced}, none for {left_out}.", _names(_SWITCH), _NETWORKED),
    ("Host adapters are priced for {priced}, none for {left_out}.", _names(_ADAPTER), _NETWORKED),
    ("Maintenance is priced for {priced}, none for {left_out}.",
     _is_maintained, None),
    ("Installation and services are priced for {priced}, none for {left_out}.",
     _is_service, None),
    ("A server is priced for {priced}, none for {left_out}.", names_server, None),
    ("Database licences are priced for {priced}, none for {left_out}.", _names(_DATABASE), None),
)  # fmt: skip
"""What is priced, the lines that show it, and the architectures that need it (None: all)."""


def find_unequal_scopes(case: Case) -> Iterator[Remark]:
    """Something is priced for one option and not for its rival (MODEL D2)."""
    for sentence, is_it, needed_by in _SCOPES:
        options = [
            known
            for known in case.question.known
            if known.price is not None
            and (needed_by is None or known.facts.option.architecture in needed_by)
        ]
        priced = [known for known in options if _lines(known, is_it)]
        left_out = [known for known in options if not _lines(known, is_it)]
        if priced and left_out:
            yield Remark(
                tuple(known.facts.option.name for known in left_out),
                say(
                    sentence,
                    priced=", ".join(known.facts.option.name for known in priced),
                    left_out=", ".join(known.facts.option.name for known in left_out),
                ),
                say("Prices of unequal scope are not comparable: price it for all or for none."),
                tuple(name_line(line) for known in priced for line in _lines(known, is_it)),
            )
    yield from _find_labels(case)


def _lines(known: KnownOption, is_it: Callable[[PriceLine], bool]) -> list[PriceLine]:
    sheet = known.facts.price_sheet
    if sheet is None or known.price is None:
        return []
    return [x for x in sheet.lines if is_it(x) and x not in known.price.left_out]


def _find_labels(case: Case) -> Iterator[Remark]:
    """A sheet that says it prices the storage alone, beside one that does not."""
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
            say("The price of {options} is for the storage only.", options=", ".join(labelled)),
            say("Prices of unequal scope are not comparable: price it for all or for none."),
            tuple(labelled.values()),
        )

"""Checks that percentages in texts that came with the evidence say what they are of.

"14 % dearer" is +16.3 % or 14.0 % by the same two prices, whichever is the base (MODEL D2).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from arraywise.analysis.remarks import Remark
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.analysis.audit_case import Case

_PERCENT = r"\d+(?:[.,]\d+)?\s?(?:%|per ?cent|Prozent|por cento)"
_CLAUSE = re.compile(r"[;:)!?\n]|\((?!bas[ei])|[.,](?!\d)", re.IGNORECASE)
_COMPARES = re.compile(
    _PERCENT + r"\s+(?:(?:more|less|fewer|higher|lower|faster|slower|quicker|cheaper|dearer|better"
    r"|worse|greater|larger|smaller|costlier)\b"
    r"|(?:mehr|weniger|h\u00f6her|niedriger|schneller|langsamer|g\u00fcnstiger|billiger|teurer"
    r"|besser|schlechter|gr\u00f6\u00dfer|kleiner)"
    r"|(?:a )?(?:mais|menos|maior|menor|melhor|pior|superior|inferior)\b)",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"\b(?:by|um|em)\s+(?:about |up to |etwa |bis zu |cerca de |at\u00e9 )?" + _PERCENT,
    re.IGNORECASE,
)
_OF_A_CHANGE = re.compile(
    _PERCENT + r"\s+(?:reduction|increase|decrease|improvement|saving|gain|drop"
    r"|Verringerung|Erh\u00f6hung|Senkung|Steigerung|Verbesserung|Einsparung|Ersparnis"
    r"|(?:de )?(?:redu\u00e7\u00e3o|aumento|melhoria|economia|ganho|queda))s?\b"
    r"(?!.*\bfrom\b)",
    re.IGNORECASE,
)
_SIGNS = (_COMPARES, _CHANGES, _OF_A_CHANGE)
_BASE = re.compile(
    r"\b(?:than|over|against|versus|vs|compared|relative|base|without|above|below"
    r"|als|gegen\u00fcber|Vergleich|Basis|ohne|\u00fcber|unter"
    r"|que|rela\u00e7\u00e3o|compara\w*|sobre|sem)\b"
    r"|(?:%|per ?cent|Prozent|por cento)\s+(?:of|des|der|do|da)\b",
    re.IGNORECASE,
)


def find_bare_percentages(case: Case) -> Iterator[Remark]:
    """A comparison in per cent that does not say of what, in a conclusion or a price sheet."""
    concluded = case.question.conclusion
    if concluded is not None:
        names = tuple(known.facts.option.name for known in case.question.known)
        yield from _look_at(concluded.text, names, concluded.citation)
    for known in case.question.known:
        sheet = known.facts.price_sheet
        for note in sheet.notes if sheet is not None else ():
            yield from _look_at(note, (known.facts.option.name,), note)


def _look_at(text: str, options: tuple[str, ...], evidence: str) -> Iterator[Remark]:
    bare = bare_percentages(text)
    if bare:
        yield Remark(
            options,
            say("Percentages without a base: {phrases}.", phrases="; ".join(bare)),
            say("The same two figures give another percentage with the other one as base."),
            (evidence,),
        )


@lru_cache(maxsize=256)
def bare_percentages(text: str) -> tuple[str, ...]:
    """Return the clauses of a text that compare in per cent and name nothing to compare with."""
    clauses = (clause.strip() for clause in _CLAUSE.split(text))
    return tuple(
        clause
        for clause in clauses
        if any(sign.search(clause) for sign in _SIGNS) and not _BASE.search(clause)
    )

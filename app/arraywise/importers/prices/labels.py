"""What a row of a price sheet is, by its words: a sum, a discount, a heading or a note."""

from __future__ import annotations

import re

from arraywise.domain.pricing import Licence, Spares
from arraywise.importers.prices.headers import plain_words
from arraywise.importers.prices.numbers import DASHES

_SUBTOTAL = re.compile(r"\b(sub ?total|zwischensumme)\b")
_TOTAL = re.compile(
    r"\b(total|summe|gesamtsumme|endsumme|gesamtpreis|gesamtkosten|soma)\b"
    r"|\b(3|three|36) ?-?(year|yr|month)s? (cost|total|price)|\bcost of ownership\b|\bcusto\b"
    r"|\bunrounded\b|\bungerundet\b|\bnao arredondado\b"
)
_DISCOUNT = re.compile(r"discount|rabatt|nachlass|skonto|desconto")
_MAINTENANCE = re.compile(r"maint|wartung|manut|support|suporte")
_PRICE = re.compile(r"\bext\b|extended|\bprice\b|preis\b|preco")
_SOURCE = re.compile(
    r"(?:source|quelle|fonte|supplier|lieferant|fornecedor)s?\s*(?:=|:|#|is|ist)?\s*([\w.-]+)",
    re.I,
)
_NOTE = re.compile(
    r"^(\*|notes?\b|hinweis|anmerkung|bemerkung|observa|legend|prices? |audited|\(?\d+ ?[=):])",
    re.I,
)
_PERCENT = re.compile(r"(\d{1,3}(?:[.,]\d{1,4})?)\s*%")
_SERVICES = re.compile(
    r"(one off |professional |einmalige )?(services?|dienstleistung(en)?|servicos?)"
)
_LICENCES = (
    (Licence.PERPETUAL, re.compile(r"perpetu|unbefristet|dauer|kauf|permanente")),
    (Licence.SUBSCRIPTION, re.compile(r"subscri|abonne|abo\b|miete|assinatura")),
    (Licence.TERM, re.compile(r"term|befristet|36|prazo")),
)
_LONGEST_HEADING = 60


def is_subtotal(label: str) -> bool:
    """Say whether a label names the sum of one group."""
    return _SUBTOTAL.search(plain_words(label)) is not None


def is_total(label: str) -> bool:
    """Say whether a label names a sum, be it of a group or of everything."""
    return is_subtotal(label) or _TOTAL.search(plain_words(label)) is not None


def is_discount(label: str) -> bool:
    """Say whether a label names a discount."""
    return _DISCOUNT.search(plain_words(label)) is not None


def is_heading(text: str) -> bool:
    """Say whether a lone text heads the lines below it, rather than being a note."""
    sentence = len(text) > _LONGEST_HEADING or text.rstrip().endswith(".")
    return not sentence and _NOTE.match(text) is None


def percentage_in(label: str) -> str | None:
    """Return the percentage that a label names, as it is written."""
    match = _PERCENT.search(label[:300])
    return match[1] if match else None


def source_in(label: str) -> str | None:
    """Return the price source that a label restricts a discount to."""
    match = _SOURCE.search(label[:300])
    return match[1] if match else None


def is_service(category: str) -> bool:
    """Say whether a category holds services that are paid once."""
    return _SERVICES.fullmatch(plain_words(category)) is not None


def licence_in(text: str) -> Licence:
    """Return the licence model that a cell names."""
    words = plain_words(text)
    return next((model for model, sign in _LICENCES if sign.search(words)), Licence.UNSTATED)


_INCLUDED = {
    *("yes", "y", "x", "ja", "j", "sim", "s", "true", "1", "spare", "spared", "included"),
    *("in the quantity", "in der menge", "dentro da quantidade"),
}
_ADDED = {
    *("added", "added on top", "on top", "extra"),
    *("kommen dazu", "dazu", "zusätzlich", "somados à quantidade", "somados", "adicionais"),
}
_NO_SPARES = DASHES | {"no", "n", "nein", "não", "nao", "false", "0"}


def spares_in(text: str) -> Spares | None:
    """Return what a cell says of spares in place of maintenance; None where nobody knows."""
    word = text.strip().casefold()
    if word in _NO_SPARES:
        return Spares.NONE
    if word in _ADDED:
        return Spares.ADDED
    return Spares.INCLUDED if word in _INCLUDED else None


def speaks_of_maintenance(label: str) -> bool:
    """Say whether a discount's words name maintenance."""
    return _MAINTENANCE.search(plain_words(label)) is not None


def speaks_of_price(label: str) -> bool:
    """Say whether a discount's words name the purchase price."""
    return _PRICE.search(plain_words(label)) is not None

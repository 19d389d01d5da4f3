"""Periods that prices are quoted for: a month, a quarter, a year, in three languages."""

from __future__ import annotations

import re

FOR_PIECE = r"(?:units?|each|pieces?|stuck|stk|einzel\w*|einheit|peca|unidade|unitari[oa])\b"
FOR_LINE = r"(?:ext|extended|lines?|total|gesamt\w*|summe|zeile|position|linha|estendid[oa])\b"
_PER = r"(?:per|pro|je|im|por|ao|a|and|und|e)"
_END = rf"(?= (?:(?:{_PER}) )?(?:{FOR_PIECE}|{FOR_LINE})|$)"
"""Behind a period a heading may say for what an amount is: `month, per piece`."""
MONTHLY = (
    rf"\b(?:monthly|mtl|monatlich\w*|mensa(?:l|is)|mensalidade)\b|(?<![0-9] )\bmonats\w+\b"
    rf"|\b{_PER} (?:month|monat|mes)\b"
    rf"|\bp ?m{_END}|(?<![0-9] )(?<![0-9])\b(?:month|mo|mth|monat|mes){_END}"
)
"""Patterns of words without accents and punctuation, as `plain_words` gives them."""
QUARTERLY = (
    rf"\b(?:quarterly|vierteljahrlich\w*|quartals\w+|trimestra(?:l|is))\b"
    rf"|\b{_PER} (?:quarter|quartal|trimestre)\b|\b(?:quarter|quartal|trimestre){_END}"
)
YEARLY = (
    r"\b(?:annual(?:ly)?|yearly|per annum|p a|jahrlich\w*|anua(?:l|is)|anuidade)\b"
    r"|(?<![0-9] )\bjahres\w+\b"
    rf"|\b{_PER} (?:year|yr|jahr|ano)\b|(?<![0-9] )(?<![0-9])\b(?:year|yr|jahr|ano){_END}"
)
_MONTHS = ((3, re.compile(QUARTERLY)), (12, re.compile(YEARLY)), (1, re.compile(MONTHLY)))


def months_in(words: str) -> int | None:
    """Return the months of the period that plain words name; None where they name none."""
    return next((months for months, pattern in _MONTHS if pattern.search(words)), None)

"""The words that formulas compare: each is one word of the reader's language in a whole workbook.

A verdict, a rule or a yes stands in cells, in lists to choose from and inside formulas. Written in
another language it is another word in all of these places, so that they still agree.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.domain.decision import FAILS, PASSES, Verdict
from arraywise.domain.pricing import DiscountBase, Licence
from arraywise.domain.requirement import Convention, Rule
from arraywise.domain.said import Said, say
from arraywise.domain.weighting import Method

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.report.wording import Wording

YES, NO = "yes", "no"
NO_RATE, LEFT_OUT = "no rate", "no: server"
OPEN = "incomplete"
"""Stands for an amount whose unit price or quantity was emptied."""
STORAGE_ONLY, WITH_SERVERS = "storage only", "with servers"
NO_SINGLE, NOBODY = "No single option: see the efficient ones", "No option passes"
UNSHOWN = "No option is shown to pass"
"""While `NOBODY` is shown to fail, all of them."""
UNPRICED = "No option that passes has a price"
CHECK = "Check the inputs"
AT_LEAST = "at least"
STALE, CURRENT = "stale: given for other anchors", "current"
OUTSIDE = "not within 0 to 1"
OWN, MEAN = "The study's own", "Mean of the stakeholders"
UNKNOWN, NO_RANK = "unknown", "none"
"""Stand in number formats."""

CODES = frozenset(
    {
        *(YES, NO, NO_RATE, LEFT_OUT, OPEN, STORAGE_ONLY, WITH_SERVERS, NO_SINGLE, NOBODY, CHECK),
        *(UNPRICED, UNSHOWN),
        *(AT_LEAST, STALE, CURRENT, OUTSIDE, OWN, MEAN, UNKNOWN, NO_RANK),
        *(word.value for kind in (Verdict, Rule, Convention, Licence, DiscountBase, Method)
          for word in kind),
    }
) - {""}  # fmt: skip
_QUOTED = re.compile('"([^"]*)"')


def code(word: str) -> Said:
    """Return a code as what is said: it stands in a cell."""
    return say(word)


def in_words_of(words: Wording, written: str) -> str:
    """Return a formula or a number format with its codes in another language."""

    def other(found: re.Match[str]) -> str:
        return f'"{words.translate(found[1])}"' if found[1] in CODES else found[0]

    return _QUOTED.sub(other, written)


def word_for_nobody(answer: Answer) -> str:
    """Return what stands in place of a recommended option where there is none."""
    if answer.requirement.rule is Rule.FRONTIER:
        return NO_SINGLE
    if any(option.status in PASSES for option in answer.options):
        return UNPRICED
    return NOBODY if all(option.status in FAILS for option in answer.options) else UNSHOWN

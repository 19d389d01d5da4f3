"""All sentences that outputs state of an answer, in one text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.present.findings import describe_limits
from arraywise.present.headline import build_headline
from arraywise.present.language import create_wording

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer


def answer_text(answer: Answer, language: str = "en") -> str:
    """Return the headline, how sure it is, what does not count and the tests to run next."""
    stated = answer.certainty
    sure = () if stated.message is None else (stated.message, *stated.details)
    sentences = [each for line in build_headline(answer).lines for each in line]
    words = create_wording(language)
    return " ".join(map(words.localise, (*sentences, *sure, *describe_limits(answer))))

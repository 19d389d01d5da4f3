"""What evidence is missing where no transaction was measured (MODEL E3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.basis import Outcome
from arraywise.domain.messages import message
from arraywise.domain.requirement import Goal
from arraywise.present.figures import load_words
from arraywise.present.labels import basis_word
from arraywise.present.tables.overview import is_storage_alone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message


@dataclass(frozen=True, slots=True)
class MissingEvidence:
    """One thing that is missing."""

    what: Message
    why: Message
    """What it changes, and which run mends it."""


def missing_evidence(answer: Answer) -> tuple[MissingEvidence, ...]:
    """Return what is missing; nothing where transactions were measured."""
    return tuple(_missing(answer)) if is_storage_alone(answer) else ()


def _missing(answer: Answer) -> Iterator[MissingEvidence]:
    asked = answer.requirement
    if asked.goal is Goal.RESPONSE_TIME and asked.storage_share is not None:
        yield MissingEvidence(
            message("A run of whole transactions"),
            message(
                "Their CPU time at this load is unknown, so the storage gets {share:.0f} % of the"
                " target. A run at {load} would replace that share.",
                share=100 * asked.storage_share,
                load=load_words(asked),
            ),
        )
    names: dict[tuple[Message, Message], list[str]] = {}
    for option in answer.options:
        if option.outcome is Outcome.NOT_SHOWN:
            names.setdefault((basis_word(option), option.reason), []).append(option.option.name)
    for (word, reason), lacking in names.items():
        what = message("{option}: {reason}", option=", ".join(lacking), reason=word)
        yield MissingEvidence(what, reason)

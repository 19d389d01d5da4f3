"""Sentences about an answer, each with the condition under which it is true.

A `Claim` makes the sentence from named figures; its predicate checks these figures against the
`Answer` by another way than the code that chose the sentence. Tests evaluate the predicates of all
sentences that random studies give, so that a sentence which the answer refutes is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from arraywise.domain.messages import Figure, Message, message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.domain.decision import Answer

Figures: TypeAlias = Mapping[str, Figure]
Predicate: TypeAlias = "Callable[[Answer, Figures], bool]"


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence with named figures, and when it is true of an answer."""

    template: str
    holds: Predicate
    judges_nested: bool = False
    """Whether the predicate judges the sentences inside it too."""

    def build_message(self, **figures: Figure) -> Message:
        """Build the sentence."""
        return message(self.template, **figures)


CLAIMS: dict[str, Claim] = {}
"""All claims by their template."""


def define_claim(template: str, holds: Predicate, *, judges_nested: bool = False) -> Claim:
    """Define a sentence with its predicate."""
    result = Claim(template, holds, judges_nested)
    CLAIMS[template] = result
    return result


def find_claim(sentence: Message) -> Claim | None:
    """Return the claim that made a sentence; None where none did."""
    return CLAIMS.get(sentence.template)


def always_holds(_answer: Answer, _figures: Figures) -> bool:
    """Hold for a template that only joins other sentences or names, and claims nothing itself."""
    return True


def walk_sentence(
    sentence: Message, outer: Figures | None = None
) -> Iterator[tuple[str, Figures]]:
    """Yield the template of a sentence and of all sentences inside it, each with its figures.

    Figures of the outer sentence count inside too, unless the inner one has its own: the option
    that a reason is given for.
    """
    figures = {**(outer or {}), **dict(sentence.figures)}
    yield sentence.template, figures
    claim = find_claim(sentence)
    judges_nested = claim is not None and claim.judges_nested
    for _, figure in () if judges_nested else sentence.figures:
        if isinstance(figure, Message):
            yield from walk_sentence(figure, figures)


def find_false_claims(answer: Answer, sentences: Iterable[Message]) -> list[str]:
    """Return in English the sentences that the answer refutes, or that have no predicate."""
    wrong = []
    for template, figures in (part for sentence in sentences for part in walk_sentence(sentence)):
        found = CLAIMS.get(template)
        if found is None:
            wrong.append(f"no claim: {template}")
        elif not _is_true(found, answer, figures):
            wrong.append(f"false: {template.format(**figures)}")
    return wrong


def _is_true(claim: Claim, answer: Answer, figures: Figures) -> bool:
    """Return whether a sentence is true; one about an option that the answer lacks is not."""
    try:
        return claim.holds(answer, figures)
    except (LookupError, StopIteration):
        return False

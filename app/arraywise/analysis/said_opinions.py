"""Whose weights decide and what the others would choose, in sentences (MODEL D5, D9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.requirement import Rule
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.said import Said
    from arraywise.domain.sureness import Opinion


def say_opinions(answer: Answer, first: OptionAnswer) -> Iterator[Said]:
    """Say whose weights decide, and which stakeholders would choose something else."""
    people = [opinion for opinion in answer.opinions if opinion.name]
    if not people or answer.requirement.rule is not Rule.BEST_VALUE:
        return  # weights decide nothing
    yield from _say_decider(answer, len(people))
    chosen = {opinion.name: _first_of(answer, opinion) for opinion in people}
    agreeing = [name for name, choice in chosen.items() if choice == first.option.name]
    yield say(
        "{option} is first by the weights of {agreeing} of the {count} stakeholders.",
        option=first.option.name,
        agreeing=len(agreeing),
        count=len(people),
    )
    for name, choice in chosen.items():
        if choice is not None and choice != first.option.name:
            yield say("By the weights of {name} {option} is first.", name=name, option=choice)


def _say_decider(answer: Answer, count: int) -> Iterator[Said]:
    decider = next((opinion for opinion in answer.opinions if opinion.decides), None)
    if decider is None:
        return
    if decider.is_mean:
        yield say("The mean of the weights of {count} stakeholders decides.", count=count)
    elif decider.name:
        yield say("The weights of {name} decide.", name=decider.name)
    else:
        yield say("The weights of the study decide, not those of one stakeholder.")


def _first_of(answer: Answer, opinion: Opinion) -> str | None:
    places = zip(answer.options, opinion.ranks, strict=True)
    return next((option.option.name for option, rank in places if rank == 1), None)

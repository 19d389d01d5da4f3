"""Says which options lack nothing but a word on what they can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.screening import BY_LOAD
from arraywise.domain.decision import PASSES, Verdict
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.said import Said


def is_fast_enough(option: OptionAnswer) -> bool:
    """Say whether an option keeps all rules that a test of load can settle."""
    return all(verdict in PASSES for rule, verdict in option.screen if rule in BY_LOAD)


def say_not_stated(answer: Answer) -> Iterator[Said]:
    """Name the options that only lack a word on what they can do."""
    names = [
        option.option.name
        for option in answer.options
        if option.status is Verdict.UNDETERMINED and is_fast_enough(option)
    ]
    if names:
        yield say(
            "Fast enough, but not stated to have what else is required: {options}.",
            options=", ".join(names),
        )

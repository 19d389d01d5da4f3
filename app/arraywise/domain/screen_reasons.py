"""Why an option has its status, which the worst rule of the screen gives it (MODEL D3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.decision import PASSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.decision import OptionAnswer, ScreenRule
    from arraywise.domain.said import Said


def worse_rules(option: OptionAnswer, rules: Sequence[ScreenRule]) -> tuple[Said, ...]:
    """Return the rules besides the target response time that give an option its status.

    Nothing where it passes. Of the response time, which is the first rule, its reason says why.
    """
    if option.status in PASSES:
        return ()
    verdicts = dict(option.screen)
    return tuple(rule.said for rule in rules[1:] if verdicts.get(rule.name) is option.status)

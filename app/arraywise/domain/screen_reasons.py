"""Why an option has its status, which the worst rule of the screen gives it (MODEL D3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.decision import OptionAnswer, ScreenRule
    from arraywise.domain.said import Said


def worse_rules(option: OptionAnswer, rules: Sequence[ScreenRule]) -> tuple[Said, ...]:
    """Return the rules that an option keeps worse than the target response time.

    Nothing where the response time itself gives the status; then its reason says why.
    """
    if option.status is option.verdict:
        return ()
    verdicts = dict(option.screen)
    return tuple(rule.said for rule in rules if verdicts.get(rule.name) is option.status)

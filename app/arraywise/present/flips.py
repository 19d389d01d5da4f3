"""The nearest changes of any kind that give another answer: load, target, weight, price."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.claims import define_claim
from arraywise.present.findings import describe_change, list_answer_changes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.claims import Figures
    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Figure, Message
    from arraywise.domain.pricing import BreakEvenPrice


@dataclass(frozen=True, slots=True)
class NearFlip:
    """A change, what is recommended then, and how far it is."""

    sentence: Message
    winner: str | None
    """None where no option is shown to pass then."""
    by: float
    """Relative to today's value."""


def nearest_flips(answer: Answer, prices: Sequence[BreakEvenPrice]) -> list[NearFlip]:
    """Return all changes whose distance is known, the nearest first."""
    found = [
        NearFlip(describe_change(each), each.winner, each.by)
        for each in list_answer_changes(answer)
        if each.by is not None
    ]
    found += _price_flips(answer, prices)
    return sorted(found, key=lambda flip: abs(flip.by))


def _is_dearer(answer: Answer, figures: Figures, *, than_today: bool) -> bool:
    name = str(figures["option"])
    price = next(o.price for o in answer.options if o.option.name == name)
    stated = float(str(figures["price"]))
    return price is not None and (stated >= float(price.total)) is than_today


_ABOVE = define_claim(
    "36-month price of {option} above {currency} {price:,.0f}: {winner}",
    lambda a, f: _is_dearer(a, f, than_today=True),
)
_BELOW = define_claim(
    "36-month price of {option} below {currency} {price:,.0f}: {winner}",
    lambda a, f: _is_dearer(a, f, than_today=False),
)
_OVER_BUDGET = define_claim(
    "36-month price of {option} above {currency} {price:,.0f}: over the budget",
    lambda a, f: a.requirement.budget is not None and _is_dearer(a, f, than_today=True),
)


def _price_flips(answer: Answer, prices: Sequence[BreakEvenPrice]) -> Iterator[NearFlip]:
    """Yield the prices at which another option would be recommended."""
    first = None if answer.recommended is None else answer.recommended.name
    for each in prices:
        if not each.relative_change:
            continue
        winner = each.against if each.option == first else each.option
        said: dict[str, Figure] = {
            "option": each.option,
            "currency": answer.currency,
            "price": each.price,
        }
        if winner is None:
            yield NearFlip(_OVER_BUDGET.build_message(**said), None, each.relative_change)
        else:
            sentence = (_ABOVE if each.relative_change > 0 else _BELOW).build_message(
                **said, winner=winner
            )
            yield NearFlip(sentence, winner, each.relative_change)

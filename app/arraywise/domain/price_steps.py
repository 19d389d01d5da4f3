"""A price by steps: the first so many at one price, the next ones at another (MODEL F3).

Each step is a line of the price sheet, whose quantity is what of the whole falls into the step.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.messages import UserError, message
from arraywise.domain.pricing import ZERO, PriceLine

if TYPE_CHECKING:
    from collections.abc import Sequence

_FIGURE = r"(\d+(?:\.\d+)?)"
_BETWEEN = re.compile(rf"MAX\(0,MIN\((.+),{_FIGURE}\)-{_FIGURE}\)", re.IGNORECASE)
_ABOVE = re.compile(rf"MAX\(0,(.+)-{_FIGURE}\)", re.IGNORECASE)
_FIRST = re.compile(rf"MIN\((.+),{_FIGURE}\)", re.IGNORECASE)
_RANGE = re.compile(r" \((?:[\d.]+\u2013[\d.]+|> [\d.]+)\)$")
"""Of a line's description: which step it is."""
MOST_STEPS = 12


@dataclass(frozen=True, slots=True)
class PriceStep:
    """What is above one quantity and up to another costs so much each."""

    above: Decimal
    up_to: Decimal | None
    """None: without end."""
    price: Decimal


@dataclass(frozen=True, slots=True)
class SteppedPrice:
    """A table of steps, and what they divide."""

    description: str
    quantity: str
    """Formula of the whole quantity, as `Demand.TB`."""
    steps: tuple[PriceStep, ...]
    """In order, without gaps, from 0 on; a free allowance is a step at price 0."""
    is_monthly: bool = True
    """Paid each month, or once."""

    def check(self) -> None:
        """Raise UserError where the steps are none."""
        if not self.steps or not self.quantity:
            raise UserError(_NO_STEPS)
        for before, after in zip(self.steps, self.steps[1:], strict=False):
            if before.up_to is None or before.up_to != after.above:
                raise UserError(_NOT_IN_ORDER)
        if any(s.up_to is not None and s.up_to <= s.above for s in self.steps):
            raise UserError(_NOT_IN_ORDER)

    def lines(self, like: PriceLine) -> tuple[PriceLine, ...]:
        """Return a line for each step that costs something; the rest is as of another line.

        Raises:
            UserError: when the steps are none.
        """
        self.check()
        return tuple(self._line(step, like) for step in self.steps if step.price)

    def _line(self, step: PriceStep, like: PriceLine) -> PriceLine:
        return replace(
            like,
            description=f"{self.description}{self._range(step)}",
            unit_price=None if self.is_monthly else step.price,
            maintenance_per_month=step.price if self.is_monthly else None,
            maintenance=None,
            quantity_formula=step_formula(self.quantity, step.above, step.up_to),
            monthly=(),
            printed_extended=None,
        )

    def _range(self, step: PriceStep) -> str:
        if step.up_to is not None:
            return f" ({step.above:f}\u2013{step.up_to:f})"
        return f" (> {step.above:f})" if step.above else ""


_NO_STEPS = message("A price by steps needs a quantity, such as Demand.TB, and a step.")
_NOT_IN_ORDER = message("Each step ends above the one before; only the last may have no end.")


def step_formula(quantity: str, above: Decimal, up_to: Decimal | None) -> str:
    """Return what of a quantity is above one figure and up to another, as a formula."""
    if up_to is None:
        return f"MAX(0,{quantity}-{above:f})" if above else quantity
    if not above:
        return f"MIN({quantity},{up_to:f})"
    return f"MAX(0,MIN({quantity},{up_to:f})-{above:f})"


def _read_formula(formula: str) -> tuple[str, Decimal, Decimal | None]:
    """Return the whole quantity of a step's formula, and the ends of the step."""
    text = formula.replace(" ", "")
    if found := _BETWEEN.fullmatch(text):
        return found[1], Decimal(found[3]), Decimal(found[2])
    if found := _ABOVE.fullmatch(text):
        return found[1], Decimal(found[2]), None
    if found := _FIRST.fullmatch(text):
        return found[1], ZERO, Decimal(found[2])
    return text, ZERO, None


@dataclass(frozen=True, slots=True)
class _Part:
    """A line as a step."""

    quantity: str
    step: PriceStep
    is_monthly: bool
    name: str


def _part(line: PriceLine) -> _Part | None:
    once, monthly = line.unit_price, line.maintenance_per_month
    if (
        not line.quantity_formula
        or line.maintenance is not None
        or (once is None) == (monthly is None)
    ):
        return None
    quantity, above, up_to = _read_formula(line.quantity_formula)
    price = once if monthly is None else monthly
    name = _RANGE.sub("", line.description)
    return _Part(quantity, PriceStep(above, up_to, price or ZERO), once is None, name)


def find_steps(lines: Sequence[PriceLine], at: int) -> tuple[range, SteppedPrice] | None:
    """Return the lines that make one price by steps with the line at a place, and that price.

    None where the line's quantity follows no demand, or it is paid both once and monthly.
    """
    parts = [_part(line) for line in lines]
    own = parts[at] if at < len(parts) else None
    if own is None:
        return None
    first = last = at
    while first > 0 and _follow(parts[first - 1], parts[first]):
        first -= 1
    while last + 1 < len(parts) and _follow(parts[last], parts[last + 1]):
        last += 1
    steps = [part.step for part in parts[first : last + 1] if part is not None]
    if steps[0].above:
        steps.insert(0, PriceStep(ZERO, steps[0].above, ZERO))
    found = SteppedPrice(own.name, own.quantity, tuple(steps), own.is_monthly)
    return range(first, last + 1), found


def _follow(before: _Part | None, after: _Part | None) -> bool:
    if before is None or after is None or before.step.up_to is None:
        return False
    same = (before.quantity.casefold(), before.is_monthly) == (
        after.quantity.casefold(),
        after.is_monthly,
    )
    return same and before.step.up_to == after.step.above

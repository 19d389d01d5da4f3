"""Says how an option's rate grows with the users, as far as that was measured (MODEL P6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis import scalability
from arraywise.domain.said import Said, say

if TYPE_CHECKING:
    from arraywise.domain.decision import OptionAnswer, ThroughputShape
    from arraywise.domain.said import Figure


def shape_of(option: OptionAnswer) -> ThroughputShape | None:
    """Return how an option's rate grows with the users; None with fewer than four levels."""
    rates = [(level.users, level.rate_tps.point) for level in option.levels]
    told = [(users, rate) for users, rate in rates if rate is not None]
    return scalability.describe_shape(
        tuple(users for users, _ in told), tuple(rate for _, rate in told)
    )


def describe_shape(option: OptionAnswer, shape: ThroughputShape | None) -> tuple[Said, ...]:
    """Say in a sentence or two how the rate bends; nothing with fewer than four levels.

    A peak beyond the measured levels is not told: it was not shown.
    """
    if shape is None:
        return ()
    said = [_of_rate(option.option.name, shape, max(level.users for level in option.levels))]
    if option.knee_users is not None:
        said.append(
            say("Queues begin to grow at about {users:.0f} users (N*).", users=option.knee_users)
        )
    if shape.is_rough:
        said.append(say("Rough: {count} levels only.", count=shape.levels))
    return tuple(said)


def _of_rate(name: str, shape: ThroughputShape, most_users: int) -> Said:
    parts: dict[str, Figure] = {
        "option": name,
        "contention": 100 * (shape.alpha.point or 0.0),
        "coherency": 100 * (shape.beta.point or 0.0),
    }
    if shape.misfit is not None:
        return say(
            "{option}: the scalability law misses the highest measured rate by {percent:+.0f} %, "
            "so it tells no peak.",
            option=name,
            percent=100 * shape.misfit,
        )
    peak, ends = shape.peak_users, shape.most_tps_ends
    if peak is None or peak > most_users or shape.most_tps is None or ends is None:
        return say(
            "{option}: no peak up to {users} users; contention {contention:.1f} %, coherency "
            "{coherency:.4f} %.",
            users=most_users,
            **parts,
        )
    return say(
        "{option}: peak of {rate:,.0f} tx/s ({low:,.0f}-{high:,.0f} with 95 % confidence) near "
        "{users:.0f} users; contention {contention:.1f} %, coherency {coherency:.4f} %.",
        rate=shape.most_tps,
        low=ends[0],
        high=ends[1],
        users=peak,
        **parts,
    )

"""How sure a recommendation is: ranks under noise and other weights, ties, other opinions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arraywise.domain.criteria import Criterion
    from arraywise.domain.said import Said
    from arraywise.domain.weighting import Method

LEAST_OPEN_SHARE = 0.20
"""Share of the draws from which on an option that is not shown leaves the answer open."""

IN_HUNDRED = 0.95
"""From this share on it is said in hundredths."""

Weights = tuple[tuple["Criterion", float], ...]
"""Each criterion's weight, 0 to 1."""


class Knowledge(StrEnum):
    """What is accepted of the weights while the measurements are drawn (MODEL D7.5)."""

    STATED = "weights as stated"
    ORDER = "only the order of the weights"
    NOTHING = "nothing of the weights"


@dataclass(frozen=True, slots=True)
class RankShares:
    """How often an option takes each rank among those that pass."""

    knowledge: Knowledge
    shares: tuple[float, ...]
    """Of the draws, the first rank first."""
    half_widths: tuple[float, ...]
    """What chance in the draws makes of each share: 1.96 sqrt(b (1 - b) / n)."""
    beats: tuple[tuple[str, float], ...]
    """Share of the draws in which it is ahead of each other option, by its name."""


class CertaintyBasis(StrEnum):
    """What can be said of how sure a recommendation is: certainty is of a comparison (E5)."""

    NOBODY = "no recommendation"
    ALONE = "only one shown to pass"
    UNPRICED = "prices missing"
    AT_FAULT = "input at fault"
    OPEN = "open"
    COMPARED = "compared"


@dataclass(frozen=True, slots=True)
class OpenRival:
    """An option that is not shown to pass and would be first in some of the draws."""

    option: str
    share: float
    """Of the draws in which it both passes and leads, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Certainty:
    """How sure the recommendation is, as every page and document says it (MODEL E5, D7.8)."""

    basis: CertaintyBasis
    said: Said | None = None
    """In one sentence; None where nothing is recommended."""
    details: tuple[Said, ...] = ()
    """What the others lack, who could win and how often, what was not tested."""
    ahead: float | None = None
    """Share of the draws in which the first is ahead of the second; only where compared."""
    rivals: tuple[OpenRival, ...] = ()
    """The most likely one first."""
    unpriced: tuple[str, ...] = ()
    """Options that pass and have no price."""
    without_prices: bool = False
    """Whether the first or the second has none: best value is not shown."""
    has_second: bool = False
    """Whether another option passes and is ranked."""
    serious: int = 0
    """Serious findings on the first two."""
    stands: bool = False
    """Whether nothing above keeps the winner from being called clear."""

    @property
    def is_of_a_comparison(self) -> bool:
        """Whether shares of first ranks mean anything: two that pass, with prices."""
        is_open_or_more = self.basis in {CertaintyBasis.OPEN, CertaintyBasis.COMPARED}
        return is_open_or_more and self.has_second and not self.without_prices


NOT_COMPARED = Certainty(CertaintyBasis.NOBODY)


@dataclass(frozen=True, slots=True)
class NearestTie:
    """The weights nearest to the present ones at which a rival draws level (MODEL D7.2)."""

    rival: str
    weights: Weights | None
    """None where no weights make a tie."""
    distance: float | None
    """Root of the summed squared changes of the weights."""


@dataclass(frozen=True, slots=True)
class FrontierStep:
    """An efficient option, and what a point more costs than the next cheaper one (MODEL D6)."""

    option: str
    price: float
    merit: float
    """Points apart from price, 0 to 100."""
    price_per_point: float | None
    """Against the cheaper neighbour; None for the cheapest."""


@dataclass(frozen=True, slots=True)
class Consistency:
    """How well pairwise judgements agree with each other (MODEL D5)."""

    largest_eigenvalue: float
    index: float
    """CI = (lambda - n) / (n - 1)."""
    ratio: float
    """CR = CI / RI; 0 for fewer than three criteria."""

    @property
    def is_doubtful(self) -> bool:
        """Whether the judgements contradict each other too much: CR above 0.10."""
        return self.ratio > DOUBTFUL_RATIO


DOUBTFUL_RATIO = 0.10


@dataclass(frozen=True, slots=True)
class Opinion:
    """How the options stand by one set of weights."""

    name: str
    """The stakeholder's; empty for the study's own weights and for the mean."""
    is_mean: bool
    method: Method
    weights: Weights
    values: tuple[float | None, ...]
    """Of the options, in the order of the answer; None for those that do not pass."""
    ranks: tuple[int | None, ...]
    decides: bool
    consistency: Consistency | None = None
    """Where the weights come from pairs."""


@dataclass(frozen=True, slots=True)
class StaleWeight:
    """A swing that was given for another range than the criterion has now (MODEL D5)."""

    criterion: Criterion
    judged: tuple[float, float]
    """Limit and aspiration then ..."""
    now: tuple[float, float]
    """... and now."""


@dataclass(frozen=True, slots=True)
class LeadBar:
    """How one input moves the lead of the recommended option over the runner-up."""

    what: Said
    low: Said
    high: Said
    """The ends that the input was moved to, the others staying as they are."""
    lead_at_low: float | None
    lead_at_high: float | None
    """In points, negative where the runner-up leads; None where no option passes."""
    least_lead: float
    most_lead: float
    """On the way from end to end, as far as an option passes."""
    winner_at_low: str | None
    winner_at_high: str | None
    """Option that is recommended there; None where none passes."""
    flip: Said | None
    """Value nearest to today's at which another option is recommended."""


@dataclass(frozen=True, slots=True)
class Robustness:
    """What is worked out beside the answer, as it takes longer than a frame."""

    lead_bars: tuple[LeadBar, ...]
    nearest_ties: tuple[NearestTie, ...]


def times_ahead(share: float) -> tuple[int, int]:
    """Return a share of draws as so many times in ten, or in a hundred: never as always.

    In hundredths from 95 % on, rounded down; below in tenths.
    """
    if share >= IN_HUNDRED:
        return min(99, int(100 * share + 1e-9)), 100
    return min(9, round(10 * share)), 10


def rounded_inwards(low: float, high: float, today: float) -> tuple[float, float]:
    """Round a range of a weight, 0 to 1, to percents between which what is said of it holds.

    To a tenth, wherever such an end is said or shown. Decimals are added where today's weight
    would fall out. A millionth forgives binary fractions.
    """
    low, high, today = 100 * low, 100 * high, 100 * today
    for scale in (10, 100, 1000):
        least = math.ceil(scale * low - 1e-6) / scale
        most = math.floor(scale * high + 1e-6) / scale
        if least <= today + 1e-6 and today <= most + 1e-6:
            return least, most
    return low, high

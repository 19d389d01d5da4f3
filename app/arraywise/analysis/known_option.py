"""What is known of an option, whatever load or target is asked about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.analysis.rig import NO_RIG
from arraywise.domain.pricing import PLAIN_BASIS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.analysis.host_cpu import HostCpu
    from arraywise.analysis.level import Level
    from arraywise.analysis.littles_law import RunFault
    from arraywise.analysis.load_curve import ResponseCurve
    from arraywise.analysis.rig import Rig
    from arraywise.domain.decision import CurvePoint, Interval, IoCurve, LoadLevel
    from arraywise.domain.facts import LoadRun, OptionFacts
    from arraywise.domain.pricing import PriceBasis, PriceTotal


@dataclass(frozen=True, slots=True)
class MeasuredOption:
    """The load levels of one option and the curve through them, for one statistic."""

    levels: tuple[Level, ...] = ()
    shown: tuple[LoadLevel, ...] = ()
    """The levels as pages and documents show them."""
    curve: ResponseCurve | None = None
    retrograde: bool = False
    """The rate falls with the users, beyond chance."""
    copies: tuple[LoadRun, ...] = ()
    """Runs that another file tells of too; left out."""
    faults: tuple[RunFault, ...] = ()
    """Runs that contradict the others of their level; left out."""
    drawn: tuple[CurvePoint, ...] = ()
    """The curve's interval at evenly spread rates up to the last one that was shown."""
    line: tuple[tuple[float, float], ...] = ()
    """What is drawn through the levels, smoothly: rates in 1/s and response times in s."""
    host_cpu: HostCpu | None = None
    """What a transaction costs the host's processors."""


NOT_MEASURED = MeasuredOption()


@dataclass(frozen=True, slots=True)
class KnownOption:
    """An option with everything that does not depend on the load or the target.

    It is worked out once: a slider asks for it on every tick.
    """

    facts: OptionFacts
    measured: MeasuredOption
    price: PriceTotal | None
    provisioning_s: Interval
    rig: Rig = NO_RIG
    """How it was tested."""
    io_curves: tuple[IoCurve, ...] = ()
    levels: tuple[LoadLevel, ...] = ()
    """As pages and documents show them, with what limited each."""
    repeated: Mapping[int, Level] = field(default_factory=dict)
    """Those that can be compared with another option's, by their users."""
    priced_by: tuple[PriceBasis, str] = (PLAIN_BASIS, "")
    """By which rates and scope, and in which currency."""

    def is_of(
        self, facts: OptionFacts, measured: MeasuredOption, priced_by: tuple[PriceBasis, str]
    ) -> bool:
        """Say whether it was worked out from the very same."""
        same = self.facts is facts and self.measured is measured
        return same and self.priced_by == priced_by

"""What takes part in the decision."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.analysis.host_cpu import HostCpu
    from arraywise.analysis.load_curve import ResponseCurve
    from arraywise.domain.criteria import Criterion
    from arraywise.domain.options import Option


@dataclass(frozen=True, slots=True)
class Contender:
    """What of an option takes part in the decision."""

    option: Option
    curve: ResponseCurve | None
    price: float | None
    """36-month price in the study's currency."""
    provisioning_s: float | None
    host_cpu: HostCpu | None = None
    ratings: Mapping[Criterion, float] = field(default_factory=dict)

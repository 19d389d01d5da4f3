"""Requirement with its field table, the basis of an outcome (MODEL E1 to E4), thresholds.

Also what a requirement asks of storage with a part failed (MODEL F5).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from arraywise.domain.evidence import ESTIMATE
from arraywise.domain.messages import UserError, message

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal

    from arraywise.domain.messages import Message


DEGRADED_ATTRIBUTE = "degraded"
"""Attribute of a run: its state."""


class DegradedState(StrEnum):
    """What had failed, or was being mended, while a run was made."""

    CONTROLLER = "controller lost"
    REBUILD = "rebuild"
    PATH = "path lost"
    OTHER = "degraded"


STATE_WORDS = {
    DegradedState.CONTROLLER: message("with a controller lost"),
    DegradedState.REBUILD: message("during a rebuild"),
    DegradedState.PATH: message("with a path lost"),
    DegradedState.OTHER: message("with a part failed"),
}
"""Inside a sentence."""

NAMED_STATES = (
    r"(degraded|(?<!index[ _-])rebuild(?:ing)?|failover"
    r"|(?:controller|ctrl|path|link)[ _-]?(?:lost|loss|down|failed|failure|fail))"
)
"""Words in the names of files and folders that say so."""


def match_degraded_state(words: str) -> DegradedState:
    """Return the state that words of `NAMED_STATES` mean."""
    plain = words.casefold()
    if plain.startswith("rebuild"):
        return DegradedState.REBUILD
    if re.match("controller|ctrl|failover", plain):
        return DegradedState.CONTROLLER
    return DegradedState.PATH if re.match("path|link", plain) else DegradedState.OTHER


def parse_degraded_state(text: str | None) -> DegradedState | None:
    """Return a state by the text that is kept of it; None for a run of whole storage."""
    if not text:
        return None
    try:
        return DegradedState(text)
    except ValueError:
        return DegradedState.OTHER


class DegradedRule(StrEnum):
    """At which load the target must be kept with a part failed."""

    NOT_ASKED = "not asked"
    AVERAGE = "average"
    PEAK = "peak"


class Outcome(StrEnum):
    """What is reported for an option at a requirement."""

    PASS = "pass"  # noqa: S105 - an outcome, not a password
    FAIL = "fail"
    NOT_SHOWN = "not shown"


class Basis(StrEnum):
    """The weakest evidence that an outcome is based on, the strongest first."""

    MEASURED = "measured"
    """Repeated levels around the demand."""
    MEASURED_ONCE = "measured once"
    """Levels with one run each; their scatter is pooled or assumed (E1)."""
    MODELLED = "modelled"
    """A queueing model that fits all levels (P5.3)."""
    IO = "io"
    """I/O evidence and a workload profile; the transaction was not measured (E3)."""
    PUBLISHED = "published bound"
    """A capacity as somebody states it, without runs (E4)."""
    ESTIMATED = "estimated"
    """A p90 read between the deciles of the transactions (P3.1)."""
    NONE = "none"


STRONGEST_FIRST = tuple(Basis)


def weakest_basis(bases: tuple[Basis, ...]) -> Basis:
    """Return the weakest of several bases; none where there are none."""
    return max(bases, key=STRONGEST_FIRST.index, default=Basis.NONE)


def is_basis_sufficient(basis: Basis, least: Basis) -> bool:
    """Return whether an outcome on a basis counts where a study asks for at least another one."""
    return STRONGEST_FIRST.index(basis) <= STRONGEST_FIRST.index(least)


class Convention(StrEnum):
    """How visits a month become a transaction rate (MODEL P1; always named beside the figure)."""

    PEAK_SIZED = "peak-sized"
    """The load of the busiest hours: 80 % of the traffic in 20 % of the time by default."""
    SUSTAINED = "sustained"
    """Visits spread evenly over the month (order-entry paper, formula 4)."""


class Rule(StrEnum):
    """How the recommendation is chosen among the options that pass the screen."""

    BEST_VALUE = "best value"
    LOWEST_PRICE = "lowest price"
    FRONTIER = "frontier"


class Goal(StrEnum):
    """What the target is set on (MODEL E2)."""

    RESPONSE_TIME = "response time"
    """Of a transaction: `response_time_s`."""
    NONE = "none"
    """No target: load, price and the other rules decide."""
    STORAGE_LATENCY = "storage latency"
    """Of an I/O at the rate that the load asks for: `storage_latency_s`."""


class LoadUnit(StrEnum):
    """What the load is stated in (MODEL E2)."""

    VISITS = "visits a month"
    """By P1, from `visits_per_month`."""
    TPS = "tx/s"
    TPM = "tx/min"
    USERS = "users"
    IOPS = "IOPS"
    AWR = "awr"
    """Times the rate at which the workload profile was measured."""


STATISTICS = ("mean", "p50", "p90", "p95", "p99")
"""Statistics of a response time or of a latency that a target can be set on."""
ESTIMABLE = "p90"
"""The one that can be estimated between deciles; beyond the last one nothing can (MODEL P3.1)."""
ESTIMATED_P90 = ESTIMABLE + ESTIMATE


@dataclass(frozen=True, slots=True)
class Requirement:
    """The requirement of a study; defaults are those of the order-entry paper."""

    response_time_s: float = 0.2
    statistic: str = "mean"
    visits_per_month: int = 1_000_000
    convention: Convention = Convention.PEAK_SIZED
    transactions_per_visit: float = 1.0
    days_per_month: int = 30
    traffic_share: float = 0.8
    """Share of the month's traffic ..."""
    time_share: float = 0.2
    """... that falls into this share of the time."""
    growth_per_month: float = 0.0
    horizon_months: int = 0
    usable_bytes: float | None = None
    """Of data that must fit today; None: capacity is not asked for (MODEL F1)."""
    usable_growth_per_year: float = 0.0
    reserve: float = 0.0
    min_headroom: float = 0.0
    """Least capacity / demand - 1 that an option must show."""
    budget: Decimal | None = None
    """Highest 36-month price, in the study's currency."""
    needs_shared_storage: bool = False
    rule: Rule = Rule.BEST_VALUE
    needs_files: bool = False
    """Files must be served to hosts: NFS or SMB."""
    max_restore_s: float | None = None
    """Recovery time objective: the longest that restoring the service may take."""
    goal: Goal = Goal.RESPONSE_TIME
    storage_latency_s: float | None = None
    """Longest latency of an I/O by `statistic`, where that is the goal."""
    min_throughput_b_s: float | None = None
    """Least rate of large I/O that the storage must show."""
    load: float | None = None
    """In `load_unit`, where that is not visits a month."""
    load_unit: LoadUnit = LoadUnit.VISITS
    think_time_s: float | None = None
    """Of a user between two transactions; a load in users needs it."""
    storage_share: float | None = None
    """Share of the target that the storage may take, where nothing else of a transaction is
    known (MODEL E3)."""
    least_basis: Basis = Basis.PUBLISHED
    """The weakest basis on which an outcome counts."""
    degraded: DegradedRule = DegradedRule.NOT_ASKED
    """At which load the target must be kept with a part failed (MODEL F5)."""

    @property
    def stated_load(self) -> tuple[LoadUnit, float]:
        """The load as it is stated, and its unit."""
        if self.load is None or self.is_in_visits:
            return LoadUnit.VISITS, float(self.visits_per_month)
        return self.load_unit, self.load

    @property
    def is_in_visits(self) -> bool:
        """Whether the load is stated in visits: else nobody says how many make a month."""
        return self.load is None or self.load_unit is LoadUnit.VISITS

    @property
    def curve_statistic(self) -> str:
        """The statistic that curves of transactions are drawn by; a load alone asks for none."""
        return self.statistic if self.goal is Goal.RESPONSE_TIME else STATISTICS[0]

    @property
    def curve_or_estimate_statistic(self) -> str:
        """The same, or its estimate where the study lets estimates count."""
        lets_count = self.curve_statistic == ESTIMABLE and self.least_basis is Basis.ESTIMATED
        return ESTIMATED_P90 if lets_count else self.curve_statistic

    @property
    def target_s(self) -> float:
        """The time that is judged: of a transaction or of an I/O; endless where there is none."""
        if self.goal is Goal.NONE:
            return math.inf
        if self.goal is Goal.STORAGE_LATENCY:
            return self.storage_latency_s or math.inf
        return self.response_time_s


def load_label(requirement: Requirement) -> Message:
    """Name the load by whether it is stated in visits."""
    return message("Visits per month" if requirement.is_in_visits else "Load")


def target_label(requirement: Requirement) -> Message:
    """Name what the target is set on: a transaction or an I/O."""
    is_of_an_io = requirement.goal is Goal.STORAGE_LATENCY
    return message("Target latency of an I/O" if is_of_an_io else "Target response time")


def target_or_previous_s(requirement: Requirement) -> float:
    """Return the time that is judged, s; the one of before where there is no target."""
    is_endless = math.isinf(requirement.target_s)
    return requirement.response_time_s if is_endless else requirement.target_s


def with_target(requirement: Requirement, seconds: float) -> Requirement:
    """Return the requirement with another time that is judged: of a transaction or of an I/O."""
    if requirement.goal is Goal.STORAGE_LATENCY:
        return replace(requirement, storage_latency_s=seconds)
    return replace(requirement, response_time_s=seconds)


def with_load(requirement: Requirement, unit: LoadUnit, value: float) -> Requirement:
    """Return the requirement with a load in one of the units."""
    if unit is LoadUnit.VISITS:
        return replace(requirement, load=None, load_unit=unit, visits_per_month=round(value))
    return replace(requirement, load=value, load_unit=unit)


def with_visits(requirement: Requirement, visits: int) -> Requirement:
    """Return the requirement with a load of so many visits, stated in its present unit."""
    if requirement.load_unit is LoadUnit.VISITS or not requirement.visits_per_month:
        return with_load(requirement, LoadUnit.VISITS, visits)
    load = (requirement.load or 0.0) * visits / requirement.visits_per_month
    return replace(requirement, load=float(f"{load:.4g}"), visits_per_month=visits)


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The lines between MODEL P4's classes, and MODEL P2's for runs; all are shares of 1."""

    paging_share: float = 0.10
    """Samples with paging, of all samples; paged above it (rule 0)."""
    steal: float = 0.10
    """Processor time taken by other virtual machines, median; shared from it (rule 1)."""
    exhausted_share: float = 0.5
    """Samples with 5 % idle or less, of all samples; exhausted from it (rule 2)."""
    exhausted_wait: float = 0.10
    """Processor time that waits, median; exhausted up to it (rule 2)."""
    near_busy: float = 0.80
    """Processor time in use, median; nearly exhausted from it (rule 2b)."""
    single_thread_band: float = 0.10
    """Time in use of one processor, off 1, up to it (rule 2c)."""
    flat_slope: float = 0.2
    """d ln X / d ln N below which the rate is flat (rules 2c, 5)."""
    link_share: float = 0.90
    """Flow through a link, of its payload; saturated from it (rule 4)."""
    storage_wait: float = 0.20
    """Processor time that waits, median; the storage is the limit from it (rule 5)."""
    disk_utilisation: float = 0.90
    """Time in use of the busiest device, median; the storage is the limit from it (rule 5)."""
    idle_and_wait: float = 0.30
    """Processor time idle or waiting, median; the storage is the limit from it (rule 5)."""
    contention_busy: float = 0.80
    """Use of every resource, below which a falling rate is contention (rule 6)."""
    doubtful_law: float = 0.05
    """X (R + Z) / N off 1; doubtful above it (P2.3)."""
    broken_law: float = 0.15
    """X (R + Z) / N off 1; invalid above it (P2.3, P4 rule 0)."""
    most_drift: float = 0.05
    """Trend of the rate over a run, of its mean; unsteady above it (P2.1)."""
    most_failures: float = 0.001
    """Failed transactions, of all; a finding above it (P2.2)."""
    as_tested: bool = False
    """Levels that hosts limited count too: systems are compared, not the storage alone (P4)."""


DEFAULT_THRESHOLDS = Thresholds()
"""Those of MODEL P2 and P4."""
THRESHOLD_NAMES = tuple(field.name for field in fields(Thresholds) if field.name != "as_tested")

_MAY_BE_ZERO = frozenset({"paging_share", "exhausted_wait", "single_thread_band", "most_failures"})
"""Lines that are met above or up to them: with all others at zero a rule would always be met."""

_RULES = {
    "paging_share": message("Memory paged: samples with paging, over"),
    "steal": message("Processors shared: processor time stolen, from"),
    "exhausted_share": message("CPU exhausted: samples at most 5 % idle, from"),
    "exhausted_wait": message("CPU exhausted: CPU wait, at most"),
    "near_busy": message("CPU nearly exhausted: utilisation, from"),
    "single_thread_band": message("Single CPU the limit: utilisation within, of 100 %"),
    "flat_slope": message("Rate flat: growth relative to users, below"),
    "link_share": message("Link saturated: share of its payload, from"),
    "storage_wait": message("Storage the limit: CPU wait, from"),
    "disk_utilisation": message("Storage the limit: busiest device's utilisation, from"),
    "idle_and_wait": message("Storage the limit: CPU idle or waiting, from"),
    "contention_busy": message("Contention: use of every resource, below"),
    "doubtful_law": message("Interactive law doubtful: deviation over"),
    "broken_law": message("Interactive law invalid: deviation over"),
    "most_drift": message("Run not steady: drift of the rate, over"),
    "most_failures": message("Transactions failed: share of all, over"),
}


def describe_threshold(name: str) -> Message:
    """Describe what a threshold is for; its value in per cent is to follow."""
    return _RULES[name]


def threshold_share(thresholds: Thresholds, name: str) -> float:
    """Return a threshold by name, as a share of 1."""
    value: float = getattr(thresholds, name)
    return value


def changed_threshold_names(thresholds: Thresholds) -> tuple[str, ...]:
    """Name the thresholds that differ from the model's, in its order."""
    return tuple(
        name
        for name in THRESHOLD_NAMES
        if threshold_share(thresholds, name) != threshold_share(DEFAULT_THRESHOLDS, name)
    )


def is_valid_threshold(name: str, share: float) -> bool:
    """Return whether a share of 1 makes sense as a threshold."""
    return (
        math.isfinite(share)
        and share <= 1
        and (share > 0 or (share == 0 and name in _MAY_BE_ZERO))
    )


def with_threshold_shares(thresholds: Thresholds, shares: Mapping[str, float]) -> Thresholds:
    """Return thresholds with some of them at other shares of 1.

    Raises:
        UserError: There is no such threshold, or it cannot be there.
    """
    for name, share in shares.items():
        if name not in THRESHOLD_NAMES:
            known = ", ".join(THRESHOLD_NAMES)
            text = message("No threshold “{name}”. Choose one of {known}.", name=name, known=known)
            raise UserError(text)
        if not is_valid_threshold(name, share):
            raise UserError(_out_of_range_message(name, share))
    changes: dict[str, Any] = dict(shares)
    return replace(thresholds, **changes)


def _out_of_range_message(name: str, share: float) -> Message:
    if name in _MAY_BE_ZERO:
        return message(
            "{rule} {percent:g} % is out of range. Enter 0 to 100 %.",
            rule=describe_threshold(name),
            percent=100 * share,
        )
    return message(
        "{rule} {percent:g} % is out of range. Enter more than 0 and at most 100 %.",
        rule=describe_threshold(name),
        percent=100 * share,
    )

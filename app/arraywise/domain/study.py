"""StudyFacts, report options."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from arraywise.domain.criteria import NO_STAKEHOLDERS
from arraywise.domain.pricing import PLAIN_BASIS
from arraywise.domain.requirement import DEFAULT_THRESHOLDS
from arraywise.domain.workload import (
    NO_PROFILE,
    FoundProfile,
    WorkloadProfile,
    combine_profiles,
    source_in_use,
)

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable

    from arraywise.domain.capacity import CapacityInUse
    from arraywise.domain.criteria import (
        Criterion,
        CriterionSetting,
        Ratings,
        RatingWords,
        Weighting,
    )
    from arraywise.domain.evidence import PublishedConclusion, PublishedFigure, PublishedRemark
    from arraywise.domain.messages import Problem
    from arraywise.domain.options import Option, ProvisioningTime
    from arraywise.domain.price_scope import ScopeDecision
    from arraywise.domain.pricing import PriceBasis, PriceSheet
    from arraywise.domain.quotes import QuoteRecord
    from arraywise.domain.requirement import DegradedState, Requirement, Thresholds


@dataclass(frozen=True, slots=True)
class HostUse:
    """How busy the database host was while a run was measured, from the monitor's samples."""

    file: str
    samples: int
    busy_median: float
    """Median share of the processors in use (user + system), 0 to 1."""
    idle_at_most_5_percent: float
    """Share of the samples with 5 % idle or less, waiting for I/O included (MODEL P4, rule 2)."""
    wait_median: float | None = None
    steal_median: float | None = None
    paging_share: float | None = None
    """Share of the samples with paging in or out."""
    host: str | None = None
    processors: int | None = None
    """Logical processors, where the monitor tells."""
    swap_growth_b: float | None = None
    """Most minus least swap in use."""
    net_b_s: float | None = None
    """Median of the busier direction of all interfaces but the loopback."""
    disk_utilisation: float | None = None
    """Median of the busiest device's share of time with I/O under way, 0 to 1."""
    disk_b_s: float | None = None
    """Median of the busier direction of all disks; of one disk where they are apart."""
    clock_shift_s: float = 0.0
    """How far the monitor's clock is ahead of the run's beyond what both files state."""
    clock_is_assumed: bool = False
    """Whether that was concluded from the recording lying beside no run otherwise."""
    unaccounted: float | None = None
    """Mean share of the processors' time by which busy, idle, waiting and stolen miss the whole;
    None where the monitor tells no idle time."""
    reads_s: float | None = None
    writes_s: float | None = None
    """Mean requests a second of all disks of the host; each device counts once."""
    moved_b_s: float | None = None
    """Mean bytes a second of these requests."""
    net_both_b_s: float | None = None
    """Median of what all interfaces but the loopback receive and send together."""
    peers: tuple[HostUse, ...] = ()
    """The other hosts of the database beside the same run, nodes of a cluster; this one is the
    one that limits first."""

    @property
    def hosts(self) -> tuple[HostUse, ...]:
        """All hosts of the database that were recorded, this one first."""
        return (self, *self.peers)

    @property
    def file_names(self) -> str:
        """The recordings of all hosts, as the origin of their sums."""
        return " + ".join(use.file for use in self.hosts)

    @property
    def busy_processors(self) -> float | None:
        """Processors in use on all hosts; None where one does not tell how many it has."""
        return self.sum_over_hosts(lambda use: use.processors and use.busy_median * use.processors)

    @property
    def loadable_processors(self) -> float | None:
        """Processors that this load can use: fewer than there are where one host fills first."""
        busiest = max(use.busy_median for use in self.hosts)
        if not self.peers or not busiest:
            return self.processors
        return self.busy_processors and self.busy_processors / busiest

    def sum_over_hosts(self, figure: Callable[[HostUse], float | None]) -> float | None:
        """Return the sum of a figure over all hosts; None where one does not tell it."""
        known = [value for use in self.hosts if (value := figure(use)) is not None]
        return sum(known) if len(known) == len(self.hosts) else None


@dataclass(frozen=True, slots=True)
class LoadRun:
    """One run of a transaction load at one level, ready for the statistics."""

    run_id: int
    file: str
    tool: str
    users: int
    rate_tps: float
    """Completed transactions per second."""
    responses_s: tuple[tuple[str, float], ...]
    """Response time by statistic; only what was measured."""
    rate_line: int | None = None
    response_line: int | None = None
    duration_s: float | None = None
    complete: bool = True
    completed: float | None = None
    failed: float | None = None
    think_time_s: float | None = None
    rates_tps: array[float] | None = None
    """Transactions per second, second by second, where the file holds them."""
    host_use: HostUse | None = None
    client_use: HostUse | None = None
    """The same of the host that made the load, where that one was monitored too."""
    window_s: tuple[float, float | None] | None = None
    """Seconds after its beginning between which the run counts, where the user states it."""
    rate_column: int | None = None
    """Character of the line, from 1."""
    response_places: tuple[tuple[str, int | None, int | None], ...] = ()
    """Line and character that each response time was read from, by statistic."""
    mean_responses_s: array[float] | None = None
    """Mean response time of each second, where the file holds them."""
    degraded: DegradedState | None = None
    """What had failed meanwhile; None for a run of whole storage."""


@dataclass(frozen=True, slots=True)
class RunSetup:
    """How a run of any tool was set up, as far as its file says: what the audit compares."""

    run_id: int
    file: str
    tool: str
    tool_version: str | None = None
    run_type: str | None = None
    host: str | None = None
    started_at: str | None = None
    duration_s: float | None = None
    complete: bool = True
    attributes: tuple[tuple[str, str], ...] = ()
    """By the importers' names: block size, write share, working set ..."""
    problems: tuple[Problem, ...] = ()
    """Of the file."""
    left_out: bool = False
    """It states a transaction rate, did not end, and no other form of it did."""


@dataclass(frozen=True, slots=True)
class IoPoint:
    """One point of an I/O tool's sweep (ORION, I/O calibration)."""

    run_id: int
    file: str
    tool: str
    small_ios: int | None
    large_ios: int | None
    iops: float | None = None
    throughput_b_s: float | None = None
    latency_s: float | None = None
    """Of all I/Os at the point ..."""
    group: str | None = None
    """Headline group where the point is a tool's summary figure rather than a cell."""
    line: int | None = None
    read_latency_s: float | None = None
    write_latency_s: float | None = None
    """... and of its reads and writes apart, where the tool tells them."""
    percentiles_s: tuple[tuple[str, float], ...] = ()
    """Percentiles of the latency of all I/Os, by their names ..."""
    read_percentiles_s: tuple[tuple[str, float], ...] = ()
    write_percentiles_s: tuple[tuple[str, float], ...] = ()
    """... and of reads and writes apart."""


@dataclass(frozen=True, slots=True)
class DegradedRuns:
    """What was measured of an option in one degraded state; it joins no normal curve."""

    state: DegradedState
    load_runs: tuple[LoadRun, ...] = ()
    io_points: tuple[IoPoint, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionFacts:
    """What is known of one option."""

    option: Option
    load_runs: tuple[LoadRun, ...] = ()
    io_points: tuple[IoPoint, ...] = ()
    price_sheet: PriceSheet | None = None
    provisioning: tuple[ProvisioningTime, ...] = ()
    setups: tuple[RunSetup, ...] = ()
    """Every run of the option's files, the monitors' too, in the order of import."""
    ratings: Ratings = ()
    """What somebody judged it to be, level by level."""
    unread_times: int = 0
    """Cells of its provisioning times that cannot be used."""
    published: tuple[PublishedFigure, ...] = ()
    """What publications state of it without runs."""
    degraded: tuple[DegradedRuns, ...] = ()
    """What was measured with a part failed, by the state."""
    quote: QuoteRecord | None = None
    """Of the quote that its prices were read from."""
    not_needed: tuple[ScopeDecision, ...] = ()
    """Items that others price and this one works without."""

    @property
    def open_quote(self) -> QuoteRecord | None:
        """The quote that its prices are from; None once other prices took their place."""
        if self.quote is None or self.quote.is_superseded_by(self.price_sheet):
            return None
        return self.quote


@dataclass(frozen=True, slots=True)
class StudyFacts:
    """A whole study, read at one moment."""

    name: str
    client: str
    currency: str
    requirement: Requirement
    criteria: tuple[CriterionSetting, ...]
    options: tuple[OptionFacts, ...]
    synthetic: bool = False
    """True for the worked example: every document states it."""
    published_conclusion: PublishedConclusion | None = None
    """What the authors conclude, where the study holds a publication's figures."""
    remarks: tuple[PublishedRemark, ...] = ()
    """Where a publication contradicts itself or is silent; the audit passes them on."""
    weighting: Weighting = NO_STAKEHOLDERS
    """The stakeholders, and whose weights decide."""
    price_range: tuple[float, float] | None = None
    """Limit and aspiration of the price, stored with the first price: they follow no option."""
    price_range_confirmed: bool = False
    """Whether the user confirmed or gave that range."""
    price_basis: PriceBasis = PLAIN_BASIS
    """Rates between currencies, and what is priced."""
    left_out: tuple[ScopeDecision, ...] = ()
    """Items that no option's price includes."""
    rating_words: RatingWords = ()
    """The study's own words for the levels of ratings."""
    own_criteria: tuple[Criterion, ...] = ()
    """Those that the study adds, whether they count or not."""
    thresholds: Thresholds = DEFAULT_THRESHOLDS
    """Where the rules of the bottleneck draw their lines."""
    profile: WorkloadProfile = NO_PROFILE
    """What a transaction asks of the storage, as far as it was entered."""
    found_profiles: tuple[FoundProfile, ...] = ()
    """What the evidence says of that, in the order in which it counts."""
    capacity_in_use: CapacityInUse | None = None
    """What data take today, where an inventory of virtual machines was imported."""
    is_requirement_stated: bool = True
    """False: nobody stated one yet, `requirement` is what is offered, and nothing is judged."""

    @property
    def workload(self) -> WorkloadProfile:
        """What a transaction asks of the storage: what was entered, else what was found."""
        return combine_profiles(self.profile, self.found_profiles)

    @property
    def moved_bytes(self) -> float | None:
        """Bytes that a transaction moves; as a report counted them where its profile is used."""
        used, workload = source_in_use(self.found_profiles), self.workload
        if used is None or used.bytes_per_s is None or self.profile.sources:
            return workload.moved_bytes
        rate = workload.transactions_per_s
        return used.bytes_per_s / rate if rate else workload.moved_bytes


LANGUAGES = ("en", "de", "pt_BR")
"""What a report can be written in; its sentences are made in the first."""
PAPERS = ("A4", "Letter")
ACCENT = re.compile(r"#[0-9A-Fa-f]{6}\Z")


class Edition(StrEnum):
    """How much a report says."""

    SHORT = "short"
    """For who decides: question, fit, costs, what would change it, next steps."""
    FULL = "full"
    PLAN = "plan"
    """Of a study that cannot decide yet: which tests decide it."""


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """The choices of one report; a study keeps those of its last one."""

    language: str = LANGUAGES[0]
    paper: str = PAPERS[0]
    author: str = ""
    accent: str = ""
    """Colour of the bars and rules that lead the eye, as `#rrggbb`; empty for our own."""
    logo: bytes = b""
    """A PNG picture; empty for none."""
    left_out: frozenset[str] = frozenset()
    """Keys of sections that are not printed."""
    attach_workbook: bool = False
    """Put the workbook with live formulas inside the PDF."""
    attach_evidence: bool = False
    """Put the imported files inside the PDF, without the passwords in them."""
    edition: str = ""
    """An `Edition`; empty: full, or the plan while the study cannot decide."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file inside the PDF."""

    name: str
    content: bytes
    media_type: str
    description: str = ""

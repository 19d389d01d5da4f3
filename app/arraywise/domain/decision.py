"""The answer: verdicts, scores, the recommendation; what every page and document shows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from arraywise.domain.criteria import Criterion
from arraywise.domain.sureness import NOT_COMPARED, Certainty
from arraywise.domain.thresholds import DEFAULT_THRESHOLDS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal

    from arraywise.domain.criteria import CriterionSetting, RatingWords
    from arraywise.domain.findings import Finding
    from arraywise.domain.options import Option
    from arraywise.domain.pricing import PriceTotal
    from arraywise.domain.published import PublishedConclusion
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.said import Said
    from arraywise.domain.sureness import (
        Consistency,
        FrontierStep,
        Opinion,
        RankShares,
        StaleWeight,
        Weights,
    )
    from arraywise.domain.thresholds import Thresholds


class Verdict(StrEnum):
    """Whether an option meets the target response time at the demand (MODEL P5 step 5, D3)."""

    PASS_MEASURED = "PASS-measured"  # noqa: S105 - a verdict, not a password
    PASS_MODELLED = "PASS-modelled"  # noqa: S105
    FAIL = "FAIL"
    FAIL_CAPACITY = "FAIL-capacity"
    UNDETERMINED = "UNDETERMINED"
    NOT_DEMONSTRATED = "NOT DEMONSTRATED"
    NOT_COMPARABLE = "NOT COMPARABLE"
    NO_DATA = "NO DATA"


PASSES = frozenset({Verdict.PASS_MEASURED, Verdict.PASS_MODELLED})
FAILS = frozenset({Verdict.FAIL, Verdict.FAIL_CAPACITY})


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its 95 % interval; an end that is not known is None."""

    low: float | None
    point: float | None
    high: float | None
    quantiles: tuple[float, ...] = ()  # at even shares from 0 to 1, of what was estimated


class Contaminated(StrEnum):
    """Why a level is in doubt."""

    ORDER = "slower than a level with more users"
    CHORD = "slower than the line between its neighbours"
    FOREIGN_WORK = "more work for a transaction than at the other levels"
    MOVING = "rate still moving"


@dataclass(frozen=True, slots=True)
class Contamination:
    """A level in doubt and where that matters."""

    users: int
    kind: Contaminated
    low_tps: float
    high_tps: float
    """Between these rates a bracket would use the level."""
    low_s: float = 0.0
    high_s: float = math.inf
    """Between these targets it matters."""
    end_s: float | None = None
    """Of a level that moves: its response time by the end of its runs."""


@dataclass(frozen=True, slots=True)
class LoadLevel:
    """Means over the repetitions at one number of users, with 95 % t-intervals."""

    users: int
    runs: int
    rate_tps: Interval
    response_s: Interval
    host_busy: float | None
    """Median share of the host's processors in use, 0 to 1."""
    host_bound: bool
    """A host was the limit, the database's or the client's: not comparable as storage (P4)."""
    past_knee: bool
    """Beyond the level of the highest rate: never used for an answer."""
    bottleneck: str = ""
    """What limited it: a value of `analysis.level.Bottleneck`."""
    host_cpu_s: float | None = None
    """Processor seconds of a transaction, where the monitor tells the processors."""
    contaminated: bool = False
    """Its response time contradicts the levels beside it: left out of the curve (MODEL P5)."""

    @property
    def host_limit_tps(self) -> float | None:
        """Rate that all of the host's processors would carry at this use of a transaction.

        An upper bound and no forecast (MODEL P4: X_cpu,max = m / D_cpu = X / busy).
        """
        rate = self.rate_tps.point
        return rate / self.host_busy if rate is not None and self.host_busy else None


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One point of the bracket around the response-time curve, for charts."""

    rate_tps: float
    low_s: float
    high_s: float


@dataclass(frozen=True, slots=True)
class Cell:
    """One criterion of one option: the attribute, its points and what they contribute."""

    criterion: Criterion
    attribute: Interval
    points: Interval
    """0 to 100; missing evidence gives the whole [0, 100]."""
    contribution: float | None
    """Weight x points."""


@dataclass(frozen=True, slots=True)
class ScreenRule:
    """One rule of the screen, before any weight."""

    name: str
    """`response time`, `headroom`, `budget`, `shared storage`, `files`, `restore`."""
    said: Said


@dataclass(frozen=True, slots=True)
class NextTest:
    """The load to test next, and what that would leave open (MODEL P5.6)."""

    users: int
    runs: int
    """Repetitions that bring its mean response time within 5 %."""
    response_s: Interval
    """The interval that is expected then; ends unknown where nothing can be expected."""


@dataclass(frozen=True, slots=True)
class IoLevel:
    """One point of a sweep of outstanding small I/Os."""

    outstanding: int
    iops: float
    latency_s: float
    latency_is_derived: bool
    """True: by Little's law, outstanding / IOPS; the tool reports none."""
    open_queue_s: float | None
    """What an open queue (M/M/m) over the stated disks would take, from the first latency."""


@dataclass(frozen=True, slots=True)
class IoBand:
    """Between which ends the latency lies at some rate of I/Os."""

    iops: float
    low_s: float
    high_s: float


@dataclass(frozen=True, slots=True)
class IoCurve:
    """What an I/O tool says of an option (MODEL P5.8)."""

    tool: str
    files: tuple[str, ...]
    levels: tuple[IoLevel, ...]
    """Ascending by outstanding I/Os; empty for a calibration."""
    band: tuple[IoBand, ...]
    most_iops: float | None
    most_tps: float | None
    """Derived: transactions that so many I/Os allow, by the paper's mix; None while rates rose."""
    ios_per_transaction: float
    """Reads and writes of the mix that `most_tps` is derived with."""
    work: str = ""
    """Pattern, block size and share of writes, where the tool's runs did not all do the same."""


ENOUGH_LEVELS = 6
"""With fewer the parameters are hardly known."""


@dataclass(frozen=True, slots=True)
class ThroughputShape:
    """How the rate grows with the users: X(N) = gamma N / (1 + alpha (N - 1) + beta N (N - 1)).

    The parameters have 95 % intervals. It says how the rate bends and where its knee is, and
    nothing of response times.
    """

    alpha: Interval
    """Contention."""
    beta: Interval
    """Coherency."""
    gamma: Interval
    """Rate of one user alone, 1/s."""
    peak_users: float | None
    """Users at the highest rate; None where more users always carry more."""
    most_tps: float | None
    """The highest rate, or the roof that it comes near to; None where there is neither."""
    levels: int
    """Different numbers of users that were measured."""
    one_sided: tuple[str, ...] = ()
    """Parameters that lie on a bound: the other end of their interval alone says something."""
    most_tps_ends: tuple[float, float] | None = None
    """95 % ends of the rate at the peak; None where there is no peak."""
    misfit: float | None = None
    """How far the law is off the highest measured rate, as a share of it, where that is more than
    5 %: no peak is given then."""

    @property
    def is_rough(self) -> bool:
        """Fewer than six levels."""
        return self.levels < ENOUGH_LEVELS


@dataclass(frozen=True, slots=True)
class OptionAnswer:
    """Everything that is said about one option at one requirement."""

    option: Option
    verdict: Verdict
    reason: Said
    """Why this verdict, in a sentence."""
    screen: tuple[tuple[str, Verdict], ...]
    """Rule name and verdict of each screen rule, in the order of `Answer.rules`."""
    status: Verdict
    """Worst of the screen."""
    response_s: Interval
    capacity_tps: float | None
    """The highest rate that still meets the target, as a point estimate ..."""
    capacity_low_tps: float | None
    """... and its lower 95 % end, by which the screen decides."""
    capacity_is_censored: bool
    """True: at least this much; more was not demonstrated."""
    capacity_visits_per_month: int | None
    headroom: float | None
    """By the point estimate, as a share of the demand."""
    headroom_low: float | None
    """By the lower end."""
    price: PriceTotal | None
    price_per_tpm: Decimal | None
    price_per_million_visits: Decimal | None
    provisioning_s: Interval
    ease_factor: float | None
    """Provisioning time over the quickest option's; the quickest has 1."""
    evidence_grade: str
    """A to C; see `analysis/evidence_grade.py`."""
    host_busy_at_peak: float | None
    levels: tuple[LoadLevel, ...]
    curve: tuple[CurvePoint, ...]
    cells: tuple[Cell, ...]
    value: Interval
    rank: int | None
    """None for options that do not pass."""
    first_share: float | None
    """Share of the draws in which the option ranks first (measurement noise only)."""
    on_frontier: bool
    test_next_users: int | None = None
    """Users to test next to settle an undetermined verdict."""
    first_share_by_order: float | None = None
    """The same where only the order of the weights is accepted."""
    first_share_any: float | None = None
    """The same where nothing is accepted of the weights."""
    next_test: NextTest | None = None
    """`test_next_users` with the runs it takes and the interval to expect."""
    line: tuple[tuple[float, float], ...] = ()
    """Leads smoothly through the levels, in 1/s and s: drawn, and nothing is read off it."""
    io_curve: tuple[IoCurve, ...] = ()
    """One for each I/O tool."""
    rank_shares: tuple[RankShares, ...] = ()
    """By what is accepted of the weights; empty for options that do not pass."""
    central_weights: Weights | None = None
    """The mean of the weights that put the option first; None where none do (MODEL D7.5)."""
    knee_users: float | None = None
    """Users from which on they wait for each other, by an accepted model (MODEL P2.4)."""
    price_per_tpm_by_digits: Decimal | None = None
    """The price per tpm up to three significant digits, as TPC-C and TPC-E round it."""
    host_limit_tps: float | None = None
    """Bound by the host's processors, from the level that `host_busy_at_peak` is of."""
    dominated_by: tuple[str, ...] = ()
    """Passing options that are as good in everything and better in something (MODEL D6)."""
    confidence: float | None = None
    """Share of the draws in which it is first with its central weights."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of one input over which the answer is the same."""

    start: float
    end: float
    winner: int | None
    """Position of the option in `Answer.options`; None where none passes."""
    undecided: bool
    """An option that a further test could let pass would win here."""


@dataclass(frozen=True, slots=True)
class MapCuts:
    """The decision map cut along the load and along the target, through today's requirement."""

    visits_per_month: tuple[Stretch, ...]
    response_time_s: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class DecisionMap:
    """The recommended option over visits per month and target response time."""

    visits_per_month: tuple[float, ...]
    """Ascending, evenly spaced in logarithms: the columns."""
    response_time_s: tuple[float, ...]
    """Ascending: the rows."""
    winners: tuple[tuple[int, ...], ...]
    """A row for each target: position in `Answer.options`, -1 where none passes."""
    undecided: tuple[tuple[bool, ...], ...]
    """Where an option that a further test could let pass would win."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that would change the recommendation."""

    what: Said
    to: Said
    by: float | None
    """Relative change against today's value; the base is today's value."""
    winner: str | None
    """Option that would be recommended then; None where none passes."""


@dataclass(frozen=True, slots=True)
class ResponseComparison:
    """Two options' response times at the same number of users (MODEL P3)."""

    options: tuple[str, str]
    users: int
    ratio: Interval
    """The first one's over the second one's, with its 95 % interval."""
    p_value: float
    adjusted_p: float
    """Adjusted by Holm for the number of pairs."""
    tied: bool
    """They cannot be told apart with 95 % confidence."""
    equivalent: bool
    """Shown to lie within 5 % of each other."""
    smallest_difference: float | None = None
    """Relative difference that as many runs of such a spread tell in 80 % of the cases."""
    runs_to_tell: int | None = None
    """Runs of each that would tell the difference found; None where 1,000 would not."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one requirement."""

    requirement: Requirement
    demand_tps: float
    currency: str
    weights: tuple[tuple[Criterion, float], ...]
    settings: tuple[CriterionSetting, ...]
    """As used: anchors that were derived are filled in."""
    rules: tuple[ScreenRule, ...]
    options: tuple[OptionAnswer, ...]
    """In the order of creation."""
    recommended: Option | None
    clear: bool
    """False: no clear winner (MODEL D7.8)."""
    findings: tuple[Finding, ...]
    changes: tuple[Change, ...]
    draws: int
    seed: int
    weight_ranges: tuple[tuple[Criterion, float, float], ...] = ()
    """Between which weights, 0 to 1, each criterion leaves the recommendation as it is, while the
    others keep their proportions. Empty where weights do not decide."""
    published_conclusion: PublishedConclusion | None = None
    """What the authors of the figures conclude, to stand beside the recommendation."""
    comparisons: tuple[ResponseComparison, ...] = ()
    """Of every pair of options that pass and were tested at the same number of users."""
    frontier: tuple[FrontierStep, ...] = ()
    """The efficient options, the cheapest first."""
    opinions: tuple[Opinion, ...] = ()
    """By the study's weights, each stakeholder's and their mean; empty without stakeholders."""
    consistency: Consistency | None = None
    """Of the pairs that the study's own weights come from."""
    stale_weights: tuple[StaleWeight, ...] = ()
    """Swings that were given for other anchors than those used."""
    prices_outside: tuple[str, ...] = ()
    """Options whose price lies beyond the range that prices are valued over."""
    open_price_range: tuple[float, float] | None = None
    """Limit and aspiration of the price that are proposed and wait for the user's word."""
    rating_words: RatingWords = ()
    """The study's own words for the levels of ratings."""
    thresholds: Thresholds = DEFAULT_THRESHOLDS
    """By which levels were classed."""
    discount_rate: Decimal | None = None
    """A year's, by which prices, prices for performance and the budget are net present values."""
    certainty: Certainty = NOT_COMPARED
    """Of the comparison of the first two."""
    is_settling: bool = False
    """True: how sure it is has been taken over from an earlier answer, and will follow."""


def merit(option: OptionAnswer, weights: Iterable[float]) -> float:
    """Return the points that an option has apart from its price, 0 to 100 (MODEL D6).

    Args:
        option: with its cells.
        weights: in the order of the cells.
    """
    rest = [
        (weight, cell.contribution or 0.0)
        for weight, cell in zip(weights, option.cells, strict=True)
        if cell.criterion is not Criterion.PRICE
    ]
    weight = sum(weight for weight, _ in rest)
    return float(sum(part for _, part in rest) / weight) if weight > 0 else 0.0

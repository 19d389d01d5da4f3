"""Answer and its parts, findings; readings of an answer (rival, lead, merit)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING

from arraywise.domain.criteria import Criterion
from arraywise.domain.requirement import DEFAULT_THRESHOLDS, Basis, Goal, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from decimal import Decimal

    from arraywise.domain.criteria import CriterionSetting, Method, RatingWords
    from arraywise.domain.evidence import PublishedConclusion
    from arraywise.domain.messages import Message, Severity
    from arraywise.domain.options import Option
    from arraywise.domain.percentiles import Censoring
    from arraywise.domain.price_scope import ScopeTable
    from arraywise.domain.pricing import BreakEvenLoad, PriceTotal
    from arraywise.domain.quotes import QuoteRecord
    from arraywise.domain.requirement import DegradedState, Requirement, Thresholds
    from arraywise.domain.runway import Runway

LEAST_OPEN_SHARE = 0.20
"""Share of the draws from which on an option that is not shown leaves the answer open."""

LEAST_SHARE_IN_HUNDREDTHS = 0.95
"""From this share on it is stated in hundredths."""

Weights = tuple[tuple["Criterion", float], ...]
"""Each criterion's weight, 0 to 1."""


class WeightKnowledge(StrEnum):
    """What is accepted of the weights while the measurements are drawn (MODEL D7.5)."""

    STATED = "weights as stated"
    ORDER = "only the order of the weights"
    NOTHING = "nothing of the weights"


@dataclass(frozen=True, slots=True)
class RankShares:
    """How often an option takes each rank among those that pass."""

    knowledge: WeightKnowledge
    shares: tuple[float, ...]
    """Of the draws, the first rank first."""
    half_widths: tuple[float, ...]
    """What chance in the draws makes of each share: 1.96 sqrt(b (1 - b) / n)."""
    beats: tuple[tuple[str, float], ...]
    """Share of the draws in which it is ahead of each other option, by its name."""


class DoubtReason(StrEnum):
    """Why there is no clear winner."""

    NOBODY = "nobody passes"
    SHARE = "first in too few draws"
    MARGIN = "too small a lead"
    TIE = "response times that cannot be told apart"
    PRICE = "the same price and provisioning time"


class CertaintyBasis(StrEnum):
    """What can be stated of how sure a recommendation is: certainty is of a comparison (E5)."""

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
    """How sure the recommendation is, as every page and document states it (MODEL E5, D7.8)."""

    basis: CertaintyBasis
    message: Message | None = None
    """In one sentence; None where nothing is recommended."""
    details: tuple[Message, ...] = ()
    """What the others lack, who could win and how often, what was not tested."""
    share_ahead: float | None = None
    """Share of the draws in which the first is ahead of the second; only where compared."""
    rivals: tuple[OpenRival, ...] = ()
    """The most likely one first."""
    unpriced: tuple[str, ...] = ()
    """Options that pass and have no price."""
    without_prices: bool = False
    """Whether the first or the second has none: best value is not shown."""
    has_second: bool = False
    """Whether another option passes and is ranked."""
    serious_findings: int = 0
    """Serious findings on the first two."""
    doubts: tuple[DoubtReason, ...] = ()
    """Why the first is no clear winner over the second."""
    stands: bool = False
    """Whether nothing above keeps the winner from being called clear."""

    @property
    def is_tied(self) -> bool:
        """Whether the first two cannot be told apart."""
        return not {DoubtReason.TIE, DoubtReason.PRICE}.isdisjoint(self.doubts)

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
    points_without_price: float
    """Points apart from price, 0 to 100."""
    price_per_point: float | None
    """Against the cheaper neighbour; None for the cheapest."""


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

    what: Message
    low: Message
    high: Message
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
    flip: Message | None
    """Value nearest to today's at which another option is recommended."""


@dataclass(frozen=True, slots=True)
class Robustness:
    """What is computed beside the answer, as it takes longer than a frame."""

    lead_bars: tuple[LeadBar, ...]
    nearest_ties: tuple[NearestTie, ...]
    runway: Runway | None = None
    """How long each option lasts while load and data grow."""


def share_as_times_out_of(share: float) -> tuple[int, int]:
    """Return a share of draws as so many times in ten, or in a hundred: never as always.

    In hundredths from 95 % on, rounded down; below in tenths.
    """
    if share >= LEAST_SHARE_IN_HUNDREDTHS:
        return min(99, int(100 * share + 1e-9)), 100
    return min(9, round(10 * share)), 10


def round_weight_range_to_percents(low: float, high: float, today: float) -> tuple[float, float]:
    """Round a range of a weight, 0 to 1, to percents between which what is reported for it holds.

    To a tenth, wherever such an end is stated or shown. Decimals are added where today's weight
    would fall out. A millionth forgives binary fractions.
    """
    low, high, today = 100 * low, 100 * high, 100 * today
    for scale in (10, 100, 1000):
        least = math.ceil(scale * low - 1e-6) / scale
        most = math.floor(scale * high + 1e-6) / scale
        if least <= today + 1e-6 and today <= most + 1e-6:
            return least, most
    return low, high


class Verdict(StrEnum):
    """Whether an option meets the target response time at the demand (MODEL P5 step 5, D3).

    The best first: an option's status is the last of those of its rules.
    """

    PASS_MEASURED = "PASS-measured"  # noqa: S105 - a verdict, not a password
    PASS_ONCE = "PASS-measured once"  # noqa: S105
    PASS_MODELLED = "PASS-modelled"  # noqa: S105
    PASS_IO = "PASS-io"  # noqa: S105
    PASS_PUBLISHED = "PASS-published bound"  # noqa: S105
    PASS_ESTIMATED = "PASS-estimated"  # noqa: S105
    UNDETERMINED = "UNDETERMINED"
    NOT_DEMONSTRATED = "NOT DEMONSTRATED"
    NOT_COMPARABLE = "NOT COMPARABLE"
    NO_DATA = "NO DATA"
    FAIL = "FAIL"
    FAIL_CAPACITY = "FAIL-capacity"


BASIS_OF_PASS = {
    Verdict.PASS_MEASURED: Basis.MEASURED,
    Verdict.PASS_ONCE: Basis.MEASURED_ONCE,
    Verdict.PASS_MODELLED: Basis.MODELLED,
    Verdict.PASS_IO: Basis.IO,
    Verdict.PASS_PUBLISHED: Basis.PUBLISHED,
    Verdict.PASS_ESTIMATED: Basis.ESTIMATED,
}
PASSES = frozenset(BASIS_OF_PASS)
FAILS = frozenset({Verdict.FAIL, Verdict.FAIL_CAPACITY})


def outcome_of(verdict: Verdict) -> Outcome:
    """Return what a verdict comes to: pass, fail, or not shown (MODEL E1 to E4)."""
    if verdict in PASSES:
        return Outcome.PASS
    return Outcome.FAIL if verdict in FAILS else Outcome.NOT_SHOWN


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its 95 % interval; an end that is not known is None."""

    low: float | None
    point: float | None
    high: float | None
    quantiles: tuple[float, ...] = ()  # at even shares from 0 to 1, of what was estimated


class ContaminationReason(StrEnum):
    """Why a level is in doubt."""

    ORDER = "slower than a level with more users"
    CHORD = "slower than the line between its neighbours"
    FOREIGN_WORK = "more work for a transaction than at the other levels"
    MOVING = "rate still moving"


@dataclass(frozen=True, slots=True)
class Contamination:
    """A level in doubt and where that matters."""

    users: int
    kind: ContaminationReason
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
    """Processor seconds of a transaction, where the monitor states the processors."""
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
class CriterionScore:
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
    """`response time` (also of other targets), `headroom`, `budget`, `shared storage`, `files`,
    `restore`, `throughput`."""
    message: Message


@dataclass(frozen=True, slots=True)
class NextTest:
    """The load to test next, and what that would leave open (MODEL P5.6)."""

    users: int
    runs: int
    """Repetitions that bring its mean response time within 5 %."""
    response_s: Interval
    """The interval that is expected then; ends unknown where nothing can be expected."""
    decides: bool = False
    """Whether the runs, as they are expected, decide the target; not known while a tick lasts."""


class FurtherTest(StrEnum):
    """Whether a further test of an option can show that it meets the target."""

    POSSIBLE = "possible"
    OTHER_STATISTIC = "the files lack the statistic"
    """Its files hold other statistics or bounds only; more of them hold no more."""
    RATE_TOO_LOW = "its rate stops rising below the demand"


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
    """Between which ends the latency is at some rate of I/Os."""

    iops: float
    low_s: float
    high_s: float


@dataclass(frozen=True, slots=True)
class IoCurve:
    """What an I/O tool measured of an option (MODEL P5.8)."""

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


@dataclass(frozen=True, slots=True)
class DegradedOutcome:
    """What an option does in one state, beside what it does when whole."""

    state: DegradedState
    runs: int
    """Runs of transactions in that state."""
    io_points: int
    """Points of I/O tools in that state."""
    peak_tps: float
    average_tps: float
    """The same where the load has no peak."""
    at_peak: Verdict
    at_average: Verdict
    response_at_peak_s: Interval
    response_at_average_s: Interval
    levels: tuple[LoadLevel, ...] = ()
    """Load levels measured in that state."""

    @property
    def outcome_at_peak(self) -> Outcome:
        """What the verdict at the peak comes to."""
        return outcome_of(self.at_peak)

    @property
    def outcome_at_average(self) -> Outcome:
        """The same at the average."""
        return outcome_of(self.at_average)


@dataclass(frozen=True, slots=True)
class OptionAnswer:
    """Everything that is stated about one option at one requirement."""

    option: Option
    verdict: Verdict
    reason: Message
    """Why this verdict, in a sentence."""
    rule_verdicts: tuple[tuple[str, Verdict], ...]
    """Rule name and verdict of each screen rule, in the order of `Answer.rules`."""
    status: Verdict
    """Worst of the screen."""
    response_s: Interval
    capacity_tps: float | None
    """The highest rate that still meets the target, as a point estimate ..."""
    capacity_low_tps: float | None
    """... and its lower 95 % end."""
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
    """A to C; see `analysis/audit/case.py`."""
    host_busy_at_peak: float | None
    levels: tuple[LoadLevel, ...]
    curve: tuple[CurvePoint, ...]
    scores: tuple[CriterionScore, ...]
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
    further_test: FurtherTest = FurtherTest.POSSIBLE
    smooth_curve: tuple[tuple[float, float], ...] = ()
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
    basis: Basis = Basis.NONE
    """The weakest evidence that its outcome is based on."""
    limit_tps: float | None = None
    """The highest demand, with growth and reserve, that the screen's rules on the load pass, and
    up to which it passes on the map and in the runway; None where none does."""
    limit_visits_per_month: int | None = None
    """The load it carries, in visits: of today, with growth and reserve on top (MODEL P1)."""
    spare_share: float | None = None
    """That limit over the demand, less 1: the load it carries over the one stated, less 1."""
    single_run_margin: float | None = None
    """Target over the response time of a single run: the factor that the run would have to be off
    before the outcome flips (MODEL E1)."""
    degraded: tuple[DegradedOutcome, ...] = ()
    """What it does with a part failed, as far as that was tested."""
    premium: Premium | None = None
    """What a publication lets it cost more than another option (MODEL E4)."""
    quote: QuoteRecord | None = None
    """Of the quote that its prices were read from, with what is open of it."""
    quote_is_changed: bool = False
    """Its price sheet was edited after that quote was read."""

    @property
    def outcome(self) -> Outcome:
        """What all rules of the screen come to."""
        return outcome_of(self.status)


@dataclass(frozen=True, slots=True)
class Premium:
    """How much more an option may cost than another one, by published ratios (MODEL E4)."""

    against: str
    """Name of the other option."""
    ratios: tuple[tuple[str, float], ...]
    """What was compared, and how many times as much the option carries."""

    @property
    def least(self) -> float:
        """Price ratio up to which it is worth the premium by the stricter figure."""
        return min(ratio for _, ratio in self.ratios)

    @property
    def most(self) -> float:
        """Price ratio above which it is worth the premium by no figure."""
        return max(ratio for _, ratio in self.ratios)


@dataclass(frozen=True, slots=True)
class InputRange:
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

    visits_per_month: tuple[InputRange, ...]
    response_time_s: tuple[InputRange, ...]


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
    bases: tuple[tuple[int, ...], ...] = ()
    """What the winner's pass is on, as a place in `STRONGEST_FIRST`; empty: not asked for."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that would change the recommendation."""

    what: Message
    to: Message
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
    """They cannot be distinguished with 95 % confidence."""
    equivalent: bool
    """Shown to lie within 5 % of each other."""
    smallest_difference: float | None = None
    """Relative difference that as many runs of such a spread tell in 80 % of the cases."""
    runs_to_distinguish: int | None = None
    """Runs of each that would show the difference found; None where 1,000 would not."""


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
    is_clear: bool
    """False: no clear winner (MODEL D7.8)."""
    findings: tuple[Finding, ...]
    changes: tuple[Change, ...]
    draws: int
    seed: int
    weight_ranges: tuple[tuple[Criterion, float, float], ...] = ()
    """Between which weights, 0 to 1, each criterion leaves the recommendation as it is, while the
    others keep their proportions. Empty where weights do not decide."""
    published_conclusion: PublishedConclusion | None = None
    """What the authors of the figures conclude, to be shown beside the recommendation."""
    comparisons: tuple[ResponseComparison, ...] = ()
    """Of every pair of options that pass and were tested at the same number of users."""
    frontier: tuple[FrontierStep, ...] = ()
    """The efficient options, the cheapest first."""
    opinions: tuple[Opinion, ...] = ()
    """By the study's weights, each stakeholder's and their mean; empty without stakeholders."""
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
    break_even_loads: tuple[BreakEvenLoad, ...] = ()
    """Loads at which the cheaper option of a pair changes, the nearest to the demand first."""
    scope: ScopeTable | None = None
    """Who includes what: the prices item by item."""
    discount_rate: Decimal | None = None
    """A year's, by which prices, prices for performance and the budget are net present values."""
    certainty: Certainty = NOT_COMPARED
    """Of the comparison of the first two."""
    is_preliminary: bool = False
    """True: how sure it is, what would change it and the findings have been taken over from an
    earlier answer, and will follow."""
    available_statistics: tuple[tuple[str, Censoring], ...] = ()
    """Statistics that the files hold of what the target is set on."""
    is_stated: bool = True
    """False: nobody stated a requirement yet, and nothing is judged."""
    report_tps: float | None = None
    """While nothing is stated: the load of the client's database by a report of it, 1/s."""

    @property
    def recommended_answer(self) -> OptionAnswer | None:
        """What is answered of the recommended option; None where none is recommended."""
        return next((o for o in self.options if o.option == self.recommended), None)

    @property
    def is_storage_alone(self) -> bool:
        """Whether all times are the storage's (MODEL E3): no other is known or asked for."""
        if self.requirement.goal is Goal.STORAGE_LATENCY:
            return True
        times = [option.response_s for option in self.options]
        is_timed = any(time.high is not None or time.low is not None for time in times)
        return is_timed and not any(option.levels for option in self.options)


def points_without_price(option: OptionAnswer, weights: Iterable[float]) -> float:
    """Return the points that an option has apart from its price, 0 to 100 (MODEL D6).

    Args:
        option: with its cells.
        weights: in the order of the cells.
    """
    contributions = [
        (weight, cell.contribution or 0.0)
        for weight, cell in zip(weights, option.scores, strict=True)
        if cell.criterion is not Criterion.PRICE
    ]
    weight = sum(weight for weight, _ in contributions)
    return (
        float(sum(contribution for _, contribution in contributions) / weight)
        if weight > 0
        else 0.0
    )


_MILLION = 1e6
_SHOWN = 2
"""Break-evens that are named on each side of the cross-hair."""


@dataclass(frozen=True, slots=True)
class BreakEven:
    """A value at which another option is recommended."""

    value: float
    before: int | None
    """Who wins below it, as a position in the answer; None where none passes."""
    after: int | None


def find_break_evens(ranges: Sequence[InputRange]) -> tuple[BreakEven, ...]:
    """Return where the winner changes along a cut, lowest first."""
    pairs = pairwise(ranges)
    return tuple(
        BreakEven(left.end, left.winner, right.winner)
        for left, right in pairs
        if left.winner != right.winner
    )


def nearest_break_evens(break_evens: Sequence[BreakEven], today: float) -> tuple[BreakEven, ...]:
    """Return the break-evens to name: the nearest two below and the nearest two above today."""
    below = [b for b in break_evens if b.value <= today][-_SHOWN:]
    above = [b for b in break_evens if b.value > today][:_SHOWN]
    return (*below, *above)


def closest_break_even(break_evens: Sequence[BreakEven], today: float) -> BreakEven | None:
    """Return the break-even that is relatively nearest to today."""
    return min(break_evens, key=lambda b: abs(b.value / today - 1.0), default=None)


def round_visits(visits: float) -> float:
    """Round visits a month as outputs show them: to a tenth of a million, small ones whole."""
    return round(visits, -5) if visits >= _MILLION else round(visits)


def round_load(load: float) -> float:
    """Round a load in any other unit as outputs show it: to four digits."""
    return float(f"{load:.4g}")


@dataclass(frozen=True, slots=True)
class Finding:
    """What makes a comparison unfair or uncertain, with its evidence and consequence."""

    check: str
    """Name of the rule in ALL_CHECKS."""
    severity: Severity
    options: tuple[str, ...]
    message: Message
    consequence: Message
    evidence: tuple[str, ...]
    """Files, or `file:line`, that show it."""


def failing_rules_besides_response(
    option: OptionAnswer, rules: Sequence[ScreenRule]
) -> tuple[Message, ...]:
    """Return the rules besides the target response time that give an option its status.

    Nothing where it passes. Of the response time, which is the first rule, its reason says why.
    """
    if option.status in PASSES:
        return ()
    verdicts = dict(option.rule_verdicts)
    return tuple(rule.message for rule in rules[1:] if verdicts.get(rule.name) is option.status)


@dataclass(frozen=True, slots=True)
class Remark:
    """What a check found; it becomes a finding with the check's name and severity."""

    options: tuple[str, ...]
    message: Message
    consequence: Message
    evidence: tuple[str, ...] = ()
    severity: Severity | None = None
    """None: that of the check."""


@dataclass(frozen=True, slots=True)
class CachedRemarks:
    """What a check found; good for as long as the very same is looked at."""

    seen: tuple[object, ...]
    """The options that were looked at, each with its files and prices, and levels of them."""
    remarks: tuple[Remark, ...]

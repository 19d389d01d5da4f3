"""Levels and curves of each option, computed once per evidence."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from arraywise.analysis.curves.io_curves import build_io_curves
from arraywise.analysis.curves.levels import (
    build_host_cpu_by_rate,
    build_levels,
    describe_level,
    distinct_runs,
    faulty_runs,
    find_bottlenecks,
    is_retrograde,
    is_usable,
)
from arraywise.analysis.curves.load_level import Bottleneck
from arraywise.analysis.curves.response_curve import drawn_line, estimate_curve, with_bounds
from arraywise.analysis.curves.statistics import pool_spread
from arraywise.analysis.curves.steady_state import (
    describe_window,
    find_steady_window,
    response_drift,
)
from arraywise.analysis.io_evidence import gather_measurements
from arraywise.analysis.lab_setup import (
    NO_TEST_SETUP,
    ethernet_b_s,
    fibre_channel_b_s,
    read_test_setup,
)
from arraywise.analysis.price_at_demand import NO_PATH
from arraywise.domain.decision import CurvePoint
from arraywise.domain.percentiles import best_censoring, censoring_by_statistic
from arraywise.domain.pricing import PLAIN_BASIS
from arraywise.domain.requirement import (
    DEFAULT_THRESHOLDS,
    ESTIMABLE,
    ESTIMATED_P90,
    STATISTICS,
    Basis,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.beside_curve import Refutation
    from arraywise.analysis.curves.host_transfer import ToOtherHosts
    from arraywise.analysis.curves.levels import HostCpu
    from arraywise.analysis.curves.load_level import Level
    from arraywise.analysis.curves.operational_laws import RunFault
    from arraywise.analysis.curves.response_curve import ResponseCurve
    from arraywise.analysis.curves.statistics import Spread
    from arraywise.analysis.curves.steady_state import SteadyWindow
    from arraywise.analysis.lab_setup import LabSetup
    from arraywise.analysis.price_at_demand import DemandPath, PricesByLoad
    from arraywise.analysis.storage_bound import PublishedBound, StorageBound
    from arraywise.domain.criteria import Criterion
    from arraywise.domain.decision import CachedRemarks, Interval, IoCurve, LoadLevel
    from arraywise.domain.options import Option
    from arraywise.domain.percentiles import Censoring
    from arraywise.domain.pricing import PriceBasis, PriceTotal
    from arraywise.domain.requirement import Thresholds
    from arraywise.domain.study import LoadRun, OptionFacts, StudyFacts


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
    """Runs that another file reports too; left out."""
    faults: tuple[RunFault, ...] = ()
    """Runs that contradict the others of their level; left out."""
    drawn: tuple[CurvePoint, ...] = ()
    """The curve's interval at evenly spread rates up to the last one that was shown."""
    line: tuple[tuple[float, float], ...] = ()
    """What is drawn through the levels, smoothly: rates in 1/s and response times in s."""
    host_cpu: HostCpu | None = None
    """What a transaction costs the host's processors."""

    @property
    def runs(self) -> Iterator[LoadRun]:
        """The runs of all levels."""
        return (run for level in self.levels for run in level.runs)


NOT_MEASURED = MeasuredOption()

Held: TypeAlias = "tuple[tuple[str, Censoring], ...]"
Bound: TypeAlias = "StorageBound | PublishedBound"


@dataclass(frozen=True, slots=True)
class LoadIndependentOption:
    """An option with everything that does not depend on the load or the target.

    It is computed once: a slider asks for it on every tick.
    """

    facts: OptionFacts
    measured: MeasuredOption
    price: PriceTotal | None
    provisioning_s: Interval
    test_setup: LabSetup = NO_TEST_SETUP
    """How it was tested."""
    io_curves: tuple[IoCurve, ...] = ()
    levels: tuple[LoadLevel, ...] = ()
    """As pages and documents show them, with what limited each."""
    repeated: Mapping[int, Level] = field(default_factory=dict)
    """Those that can be compared with another option's, by their users."""
    priced_by: tuple[PriceBasis, str, DemandPath] = (PLAIN_BASIS, "", NO_PATH)
    """By which rates and scope, in which currency, and for what months to come."""
    price_table: PricesByLoad | None = None
    """Its price along the load, where that follows the load."""

    def is_of(
        self,
        facts: OptionFacts,
        measured: MeasuredOption,
        priced_by: tuple[PriceBasis, str, DemandPath],
    ) -> bool:
        """Return whether it was computed from the very same."""
        same = self.facts is facts and self.measured is measured
        return same and self.priced_by == priced_by


CURVE_POINTS = 60
_LATELY = 16
"""So many options are not measured again while their runs stay as they are."""


@dataclass(frozen=True, slots=True)
class PreparedEvidence:
    """The evidence of a study made ready for any requirement; curves are kept once drawn."""

    runs: Mapping[int, tuple[LoadRun, ...]]
    """By the option's id."""
    windows: Mapping[int, SteadyWindow]
    """Steady part of each run whose rates are known by the second, by the run's id."""
    test_setups: Mapping[int, LabSetup] = field(default_factory=dict)
    """How each option was tested, by the option's id."""
    io_curves: Mapping[int, tuple[IoCurve, ...]] = field(default_factory=dict)
    """What I/O tools measured of each option, by the option's id."""
    stored: dict[str, CachedRemarks] = field(default_factory=dict)
    """What the audit found in files and price sheets, by the check's name."""
    known: dict[int, LoadIndependentOption] = field(default_factory=dict)
    """What was last computed of each option, by its id: good while it `is_of` the same facts."""
    at_demand: dict[int, tuple[LoadIndependentOption, float, LoadIndependentOption]] = field(
        default_factory=dict
    )
    """An option, the demand that it was last priced at, and the option with that price, by id."""
    storage: dict[tuple[int, str], tuple[tuple[object, ...], StorageBound | None]] = field(
        default_factory=dict
    )
    """What was last computed of each option's I/O evidence, with what it was computed from; by id
    and degraded state, empty for the whole storage."""
    thresholds: Thresholds = DEFAULT_THRESHOLDS
    """By which levels were classed; the audit goes by the same ones."""
    held: dict[bool, Held] = field(default_factory=dict)
    """Statistics that the files hold of the latency of I/Os (True) and of response times, once
    they were asked for."""
    degraded: dict[tuple[int, str, str], LoadIndependentOption] = field(default_factory=dict)
    """Options in a degraded state, by id, state and statistic, once they were computed."""
    alike: PreparedEvidence | None = None
    """The same evidence by other thresholds: curves through the same levels are taken from it."""
    _drawn: dict[str, dict[int, MeasuredOption]] = field(default_factory=dict)

    def measure_options(self, statistic: str) -> Mapping[int, MeasuredOption]:
        """Return every option's levels and curve for a statistic, by the option's id."""
        if statistic not in self._drawn:
            spread = self.pooled_spread(statistic)
            self._drawn[statistic] = {
                option_id: self._measured_alike(option_id, statistic, spread)
                or measure_runs(runs, statistic, self.thresholds, spread)
                for option_id, runs in self.runs.items()
            }
        return self._drawn[statistic]

    def _measured_alike(
        self, option_id: int, statistic: str, spread: Spread | None
    ) -> MeasuredOption | None:
        """Return what other thresholds made of an option's runs, where its levels are the same."""
        runs = self.runs[option_id]
        if self.alike is None or statistic == ESTIMATED_P90:
            return None
        if not _has_repetitions(runs) and spread != self.alike.pooled_spread(statistic):
            return None
        before = self.alike.measure_options(statistic)[option_id]
        is_same = before.levels == build_levels(runs, statistic, self.thresholds)
        return before if is_same else None

    def measure_apart(self, runs: tuple[LoadRun, ...], statistic: str) -> MeasuredOption:
        """Return levels and curve of runs that are none of an option's normal ones."""
        return measure_runs(runs, statistic, self.thresholds, self.pooled_spread(statistic, runs))

    def pooled_spread(self, statistic: str, apart: tuple[LoadRun, ...] = ()) -> Spread | None:
        """Return how far single runs scatter; None where every option repeated a level."""
        every = (*self.runs.values(), apart)
        if not any(runs and not _has_repetitions(runs) for runs in every):
            return None
        return pool_spread(
            level
            for runs in self.runs.values()
            if _has_repetitions(runs)
            for level in build_levels(runs, statistic, self.thresholds)
        )


def _has_repetitions(runs: Sequence[LoadRun]) -> bool:
    users = [run.users for run in distinct_runs(filter(is_usable, runs))]
    return len(set(users)) < len(users)


def prepare_study(facts: StudyFacts) -> PreparedEvidence:
    """Draw the curves of the statistic that the study asks for; others follow when asked for."""
    test_setups = {known.option.id: read_test_setup(known.setups) for known in facts.options}
    runs = (run for known in facts.options for run in known.load_runs)
    prepared = PreparedEvidence(
        runs={known.option.id: _sort_runs_by_start(known) for known in facts.options},
        windows=_find_windows(runs, facts.thresholds.most_drift),
        test_setups=test_setups,
        io_curves={
            known.option.id: build_io_curves(
                known.io_points, test_setups[known.option.id], known.setups
            )
            for known in facts.options
        },
        thresholds=facts.thresholds,
    )
    prepared.measure_options(facts.requirement.curve_or_estimate_statistic)
    return prepared


def _sort_runs_by_start(known: OptionFacts) -> tuple[LoadRun, ...]:
    """Return the runs by when they began; as they are where a file does not say when."""
    begun = {setup.run_id: setup.started_at for setup in known.setups}
    moments = [begun.get(run.run_id) for run in known.load_runs]
    if not all(moments):
        return known.load_runs
    by_start = sorted(zip(moments, known.load_runs, strict=True), key=lambda each: each[0] or "")
    return tuple(run for _, run in by_start)


def cached_held_statistics(
    prepared: PreparedEvidence, facts: StudyFacts, *, on_storage: bool
) -> Held:
    """Return what `find_held_statistics` finds, once for a study's evidence."""
    if on_storage not in prepared.held:
        prepared.held[on_storage] = find_held_statistics(facts, on_storage=on_storage)
    return prepared.held[on_storage]


def find_held_statistics(facts: StudyFacts, *, on_storage: bool) -> Held:
    """Return which statistics the files hold of the latency of I/Os, or of response times."""
    if not on_storage:
        runs = [run for known in facts.options for run in known.load_runs if is_usable(run)]
        return tuple(censoring_by_statistic(run.responses_s for run in runs).items())
    levels = [
        level
        for known in facts.options
        for measurement in gather_measurements(known.io_points, known.setups)
        for level in measurement.levels
    ]
    found = {
        name: best_censoring(ends for x in levels if (ends := x.ends_of(name)) is not None)
        for name in STATISTICS
    }
    return tuple((name, holding) for name, holding in found.items() if holding is not None)


def _find_windows(runs: Iterable[LoadRun], most_drift: float) -> dict[int, SteadyWindow]:
    windows = {run.run_id: window for run in runs if (window := _find_run_window(run)) is not None}
    return {id_: replace(window, most_drift=most_drift) for id_, window in windows.items()}


def _find_run_window(run: LoadRun) -> SteadyWindow | None:
    """Return the window that the user chose, else the one that the rates speak for."""
    rates, responses = run.rates_tps, run.mean_responses_s
    if rates is None:
        return None
    is_chosen = run.window_s is not None
    window = describe_window(rates, *run.window_s) if run.window_s else find_steady_window(rates)
    if window is None or responses is None or len(responses) != len(rates):
        return window
    drift, chance = response_drift(responses, window, is_chosen=is_chosen)
    return replace(window, response_drift=drift, response_chance=chance)


def with_thresholds(prepared: PreparedEvidence, thresholds: Thresholds) -> PreparedEvidence:
    """Return evidence read by other thresholds; what no threshold moves is not computed again."""
    windows = {
        run_id: replace(window, most_drift=thresholds.most_drift)
        for run_id, window in prepared.windows.items()
    }
    return PreparedEvidence(
        runs=prepared.runs,
        windows=windows,
        test_setups=prepared.test_setups,
        io_curves=prepared.io_curves,
        thresholds=thresholds,
        alike=prepared,
    )


_Asked = tuple[tuple["LoadRun", ...], str, "Thresholds", "Spread | None"]
_lately: deque[tuple[_Asked, MeasuredOption]] = deque(maxlen=_LATELY)


def measure_runs(
    runs: tuple[LoadRun, ...], statistic: str, thresholds: Thresholds, spread: Spread | None
) -> MeasuredOption:
    """Return an option's levels and curve; drawing them takes longest of all that is prepared."""
    asked = runs, statistic, thresholds, None if _has_repetitions(runs) else spread
    for known, measured in tuple(_lately):
        if known == asked:
            return measured
    measured = _measure_uncached(*asked)
    _lately.append((asked, measured))
    return measured


def _measure_uncached(
    runs: tuple[LoadRun, ...], statistic: str, thresholds: Thresholds, spread: Spread | None
) -> MeasuredOption:
    levels = build_levels(runs, statistic, thresholds)
    shown = tuple(describe_level(level, statistic) for level in levels)
    curve = estimate_curve(levels, statistic, spread=spread)
    if statistic == ESTIMATED_P90 and curve is not None:
        by_bounds = estimate_curve(
            build_levels(runs, ESTIMABLE, thresholds), ESTIMABLE, spread=spread
        )
        curve = curve if by_bounds is None else with_bounds(curve, by_bounds)
    drawn = _sample_curve_for_chart(curve)
    usable = [run for run in runs if is_usable(run)]
    distinct = {run.run_id for run in distinct_runs(usable)}
    return MeasuredOption(
        levels=levels,
        shown=shown,
        curve=curve,
        drawn=drawn,
        line=drawn_line(shown, drawn),
        host_cpu=build_host_cpu_by_rate(shown),
        retrograde=is_retrograde(levels),
        copies=tuple(run for run in usable if run.run_id not in distinct),
        faults=faulty_runs(runs, thresholds),
    )


def _sample_curve_for_chart(curve: ResponseCurve | None) -> tuple[CurvePoint, ...]:
    """Return the curve's interval at evenly spread rates up to the last one that was shown."""
    if curve is None or not curve.bounded:
        return ()
    last = max(curve.first_tps, min(curve.demonstrated_tps, curve.top_tps))
    even = np.linspace(curve.first_tps, last, CURVE_POINTS)
    measured = [rate for rate in curve.level_rates_tps if rate <= last]
    rates = np.unique(np.concatenate((even, measured)))
    lows = np.interp(rates, curve.rates_tps, curve.low_s)
    highs = np.interp(rates, curve.rates_tps, curve.high_s)
    return tuple(CurvePoint(*map(float, three)) for three in zip(rates, lows, highs, strict=True))


@dataclass(frozen=True, slots=True)
class Candidate:
    """What of an option takes part in the decision."""

    option: Option
    curve: ResponseCurve | None
    price: float | None
    """36-month price in the study's currency, at the demand."""
    provisioning_s: float | None
    host_cpu: HostCpu | None = None
    ratings: Mapping[Criterion, float] = field(default_factory=dict)
    degraded: tuple[Candidate, ...] = ()
    """The same with a part failed, for each state that was tested."""
    levels: tuple[LoadLevel, ...] = ()
    """As pages and documents show them."""
    bounds: tuple[Bound, ...] = ()
    """What else speaks for or against it, the strongest first: I/O evidence, publications."""
    refuted: Refutation | None = None
    """I/O evidence that its transactions contradict: it decides nothing."""
    elsewhere: ToOtherHosts | None = None
    """The hosts that outcomes are for, where it was tested on another one; `curve` is of them."""
    least_basis: Basis = Basis.PUBLISHED
    """The weakest basis on which an outcome counts."""
    throughput_b_s: float | None = None
    """The highest rate of large I/Os that was shown ..."""
    throughput_is_stated: bool = False
    """... or that a publication states."""
    price_table: PricesByLoad | None = None
    """Its price along the load, where that follows the load ..."""
    priced_tps: float = 0.0
    """... and the demand that `price` is of."""

    def rounded_prices_at(self, rates_tps: Floats) -> Floats:
        """Return its prices at demands, NaN where it has none."""
        price = np.nan if self.price is None else self.price
        if self.price_table is None:
            return np.full(rates_tps.shape, price)
        return np.where(rates_tps == self.priced_tps, price, self.price_table.at(rates_tps))

    def unrounded_prices_at(self, rates_tps: Floats) -> Floats:
        """Return its prices at demands; one that follows the load is not rounded up."""
        if self.price_table is None:
            return self.rounded_prices_at(rates_tps)
        return self.price_table.unrounded(rates_tps)


def limited_levels(
    known: OptionFacts, measured: MeasuredOption, thresholds: Thresholds
) -> tuple[LoadLevel, ...]:
    """Return the levels, each with what limited it; the path is known by the option's links."""
    payloads = ethernet_b_s(known), fibre_channel_b_s(known)
    if payloads == (None, None) and not measured.retrograde:
        return measured.shown
    limits = find_bottlenecks(
        measured.levels, thresholds, *payloads, retrograde=measured.retrograde
    )
    return tuple(
        level
        if level.bottleneck == Bottleneck.INVALID.value
        else replace(level, bottleneck=limit.value)
        for level, limit in zip(measured.shown, limits, strict=True)
    )

"""Checks of load runs and their hosts: populations, laws, processors, clocks."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from arraywise.analysis.audit.case import (
    FULL_REPETITIONS,
    create_option_remark,
    list_files_with_lines,
    list_user_counts,
)
from arraywise.analysis.curves.levels import (
    BOUND,
    MEAN,
    HostState,
    build_mean_levels,
    classify_host,
    is_usable,
    response_time_s,
)
from arraywise.analysis.curves.load_level import NOT_STORAGE, Bottleneck, drawn_levels
from arraywise.analysis.curves.operational_laws import (
    check_littles_law,
    describe_littles_law_breach,
    imply_population,
    think_time,
)
from arraywise.analysis.curves.queueing_models import levels_outside
from arraywise.analysis.curves.statistics import runs_needed, standard_deviation
from arraywise.domain.decision import ContaminationReason, Remark
from arraywise.domain.messages import Severity, message, rounded_milliseconds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.analysis.audit.case import Case
    from arraywise.analysis.curves.load_level import Level
    from arraywise.analysis.curves.operational_laws import LittleCheck
    from arraywise.analysis.curves.response_curve import ResponseCurve
    from arraywise.analysis.curves.steady_state import SteadyWindow
    from arraywise.analysis.prepared import LoadIndependentOption
    from arraywise.domain.messages import Message
    from arraywise.domain.study import HostUse, LoadRun


LEAST_SECONDS = 600.0
WARM_UP_BIAS = 0.02
WANTED_PERCENT = 5.0
LEAST_SHOWN = 0.5
"""Of the highest rate; five runs that scatter by a tenth show nine tenths of it."""

_LATER = "Rates are too low and response times may be off. Start counting later."
_EARLY = "An early burst, such as a cache that fills, overstates the rates. Start counting later."
_IN_DOUBT = {
    ContaminationReason.ORDER: "{option}: {users} users are slower than more users.",
    ContaminationReason.CHORD: (
        "{option}: {users} users are slower than the neighbouring levels allow."
    ),
    ContaminationReason.FOREIGN_WORK: (
        "{option}: at {users} users the host did more work per transaction than at other levels."
    ),
    ContaminationReason.MOVING: (
        "{option}: at {users} users the rate was still changing at the end of the runs."
    ),
}


def find_single_runs(case: Case) -> Iterator[Remark]:
    """A level that was measured once: no interval of its own (MODEL P3)."""
    for known, used in case.options():
        single = [level for level in used if len(level.runs) == 1]
        if single:
            yield create_option_remark(
                known.facts.option,
                "{option}: measured once at {users} users, a level that the answer depends on.",
                "One run has no interval; the spread of other levels is used."
                if any(len(level.runs) > 1 for level in known.measured.levels)
                else "No level was repeated: the spread between runs is unknown.",
                list_files_with_lines(run for level in single for run in level.runs),
                users=list_user_counts(single),
            )


def find_few_repetitions(case: Case) -> Iterator[Remark]:
    """Fewer than five repetitions at a level that the answer leans on (MODEL D1)."""
    for known, used in case.options():
        for level in used:
            if 1 < len(level.runs) < FULL_REPETITIONS:
                yield create_option_remark(
                    known.facts.option,
                    "{option}: {runs} repetitions at {users} users; the method requires {wanted}.",
                    message(
                        "The interval is wide. {runs} runs would bring it within {percent:.0f} %.",
                        runs=_repetitions_needed(level),
                        percent=WANTED_PERCENT,
                    ),
                    list_files_with_lines(level.runs),
                    runs=len(level.runs),
                    users=level.users,
                    wanted=FULL_REPETITIONS,
                )


def _repetitions_needed(level: Level) -> int:
    mean = fmean(level.responses_s)
    scatter = standard_deviation(level.responses_s, mean)
    return max(FULL_REPETITIONS, runs_needed(mean, scatter, WANTED_PERCENT))


def _runs_up_to_knee(case: Case) -> Iterator[tuple[LoadIndependentOption, Sequence[LoadRun]]]:
    """Go through the options with all runs up to the knee: the capacity leans on them too."""
    for known, _ in case.options():
        used = (x for x in known.measured.levels if not x.past_knee or x.is_distorted)
        yield known, [run for level in used for run in level.runs]


def find_unsteady_runs(case: Case) -> Iterator[Remark]:
    """Rate or response time drifts by more than 5 % within the steady window (MODEL P2.1)."""
    for known, runs in _runs_up_to_knee(case):
        drifting = [(r, w) for r, w in _runs_with_windows(case, runs) if not w.is_steady]
        if drifting:
            yield create_option_remark(
                known.facts.option,
                "{option}: not steady: {runs}; rate or response time drifts by up to"
                " {percent:.0f} %.",
                "Their averages describe no lasting state.",
                list_files_with_lines(run for run, _ in drifting),
                runs=len(drifting),
                percent=100 * max(window.worst_drift for _, window in drifting),
            )


def find_warm_up(case: Case) -> Iterator[Remark]:
    """The averages of a run contain its warm-up (MODEL P2.1)."""
    for known, runs in _runs_up_to_knee(case):
        biased = [
            (run, window.start, bias)
            for run, window in _runs_with_windows(case, runs)
            if window.start > 0 and abs(bias := run.rate_tps / window.mean - 1.0) > WARM_UP_BIAS
        ]
        if biased:
            yield create_option_remark(
                known.facts.option,
                "{option}: averages include a warm-up of up to {seconds} s; runs: {runs}.",
                _LATER if max((bias for *_, bias in biased), key=abs) < 0 else _EARLY,
                list_files_with_lines(run for run, *_ in biased),
                runs=len(biased),
                seconds=max(start for _, start, _ in biased),
            )


def _runs_with_windows(case: Case, runs: Sequence[LoadRun]) -> list[tuple[LoadRun, SteadyWindow]]:
    return [(r, case.windows[r.run_id]) for r in runs if r.run_id in case.windows]


def find_short_runs(case: Case) -> Iterator[Remark]:
    """Runs shorter than ten minutes (order-entry paper; MODEL P2.1)."""
    for known, runs in _runs_up_to_knee(case):
        short = [r for r in runs if r.duration_s is not None and r.duration_s < LEAST_SECONDS]
        if short:
            yield create_option_remark(
                known.facts.option,
                "{option}: shorter than {minutes:.0f} minutes (shortest {seconds:.0f} s): {runs}.",
                "Caches and write-back may not have reached a steady state.",
                list_files_with_lines(short),
                runs=len(short),
                minutes=LEAST_SECONDS / 60,
                seconds=min(run.duration_s or 0.0 for run in short),
            )


def find_failures(case: Case) -> Iterator[Remark]:
    """More than 0.1 % of the transactions failed (MODEL P2.2), or than the study allows."""
    most = case.question.thresholds.most_failures
    for known, runs in _runs_up_to_knee(case):
        shares = [(run, failed_transaction_share(run)) for run in runs]
        failing = [(run, share) for run, share in shares if share is not None and share > most]
        if failing:
            yield create_option_remark(
                known.facts.option,
                "{option}: up to {percent:.2f} % of a run's transactions failed; runs: {runs}.",
                "Failed transactions are often fast: response times look too good.",
                list_files_with_lines(run for run, _ in failing),
                percent=100 * max(share for _, share in failing),
                runs=len(failing),
            )


def failed_transaction_share(run: LoadRun) -> float | None:
    """Return failed over all transactions; None where the file does not count them."""
    if run.failed is None or run.completed is None or run.failed + run.completed <= 0:
        return None
    return run.failed / (run.failed + run.completed)


def find_unused_runs(case: Case) -> Iterator[Remark]:
    """Runs that broke off, completed nothing or lack the statistic asked for are left out."""
    statistic = case.question.requirement.curve_statistic
    for known in case.question.known:
        yield from _find_runs_without_statistic(known, statistic)
        broken_off = [setup.file for setup in known.facts.setups if setup.left_out]
        unusable = [run for run in known.facts.load_runs if not is_usable(run)]
        files = (*broken_off, *list_files_with_lines(unusable))
        if files:
            yield create_option_remark(
                known.facts.option,
                "{option}: left out, not finished or nothing completed: {runs}.",
                "They do not count as repetitions.",
                files,
                runs=len(files),
            )


def _find_runs_without_statistic(known: LoadIndependentOption, statistic: str) -> Iterator[Remark]:
    runs = [
        r for r in known.facts.load_runs if is_usable(r) and response_time_s(r, statistic) is None
    ]
    if runs and known.measured.levels:
        yield create_option_remark(
            known.facts.option,
            "{option}: left out, no response time above 0 for the chosen statistic: {runs}.",
            "They do not count as repetitions.",
            list_files_with_lines(runs),
            runs=len(runs),
        )


def find_duplicate_runs(case: Case) -> Iterator[Remark]:
    """The same run in two files counts once."""
    for known, _ in case.options():
        copies = known.measured.copies
        if copies:
            yield create_option_remark(
                known.facts.option,
                "{option}: runs found in two files: {runs}.",
                "Each counts once, not as a repetition.",
                list_files_with_lines(copies),
                runs=len(copies),
            )


def _options_with_curves(case: Case) -> Iterator[tuple[LoadIndependentOption, ResponseCurve]]:
    for known, _ in case.options():
        if known.measured.curve is not None:
            yield known, known.measured.curve


def find_repaired_levels(case: Case) -> Iterator[Remark]:
    """Rates or response times that fall where users are added, beyond chance (MODEL P5 step 1)."""
    for known, curve in _options_with_curves(case):
        if curve.moved_users:
            moved = [x for x in known.measured.levels if x.users in curve.moved_users]
            yield create_option_remark(
                known.facts.option,
                "{option}: at {users} users rate or response time falls significantly.",
                "The answer uses means of neighbouring levels. Repeat these levels.",
                list_files_with_lines(run for level in moved for run in level.runs),
                users=list_user_counts(moved),
            )


def find_contaminated_levels(case: Case) -> Iterator[Remark]:
    """Levels that something else disturbed: left out, nothing is judged by them (MODEL P5)."""
    for known, curve in _options_with_curves(case):
        for doubt in curve.doubts:
            runs = [r for x in known.measured.levels if x.users == doubt.users for r in x.runs]
            yield create_option_remark(
                known.facts.option,
                _IN_DOUBT[doubt.kind],
                "Loads between its neighbouring levels cannot be judged. Repeat this level."
                if doubt.end_s is None
                else "Targets near its response time cannot be judged. Repeat it for longer.",
                list_files_with_lines(runs),
                users=doubt.users,
            )
        for level in known.measured.levels:
            if level.refuted and level.contaminated is not None:
                yield create_option_remark(
                    known.facts.option,
                    _IN_DOUBT[level.contaminated],
                    "Several other levels contradict it, so they decide without it.",
                    list_files_with_lines(level.runs),
                    users=level.users,
                )


def find_lock_contention(case: Case) -> Iterator[Remark]:
    """The rate falls although nothing that is watched is busier: locks (MODEL P4, rule 6)."""
    for known, _ in case.options():
        users = [x for x in known.levels if x.bottleneck == Bottleneck.CONTENTION.value]
        if users:
            named = {level.users for level in users}
            yield create_option_remark(
                known.facts.option,
                "{option}: at {users} users the rate falls while no device is busier:"
                " contention, such as locks.",
                "The storage is not the cause. Check the database's lock waits.",
                list_files_with_lines(
                    r for x in known.measured.levels if x.users in named for r in x.runs
                ),
                users=", ".join(str(level.users) for level in users),
            )


def find_idle_demand(case: Case) -> Iterator[Remark]:
    """Nothing is asked for: the answer is that of the lowest measured load (MODEL P1)."""
    if not case.question.demand_tps > 0:
        yield Remark(
            tuple(known.facts.option.name for known, _ in case.options()),
            message("The demand is zero: no visits are required."),
            message(
                "Response times are those of the lowest measured load. State a load to compare."
            ),
        )


def find_light_demand(case: Case) -> Iterator[Remark]:
    """Less is asked for than was ever measured: only a bound is known (MODEL P5.7)."""
    demand = case.question.demand_tps
    for known, used in case.options():
        curve = known.measured.curve
        if curve is not None and 0 < demand < curve.first_tps:
            yield create_option_remark(
                known.facts.option,
                "{option}: {demand:,.1f} tx/s are below its lowest measured load of"
                " {lowest:,.1f} tx/s.",
                "The response time is at most that of this load; below it the options"
                " cannot be compared.",
                list_files_with_lines(run for level in used for run in level.runs),
                demand=demand,
                lowest=curve.first_tps,
            )


def find_wide_scatter(case: Case) -> Iterator[Remark]:
    """Runs of the highest rate that differ so much that hardly any of it is shown (MODEL P5)."""
    for known, curve in _options_with_curves(case):
        if curve.demonstrated_tps < LEAST_SHOWN * curve.top_tps:
            yield create_option_remark(
                known.facts.option,
                "{option}: the spread of the runs leaves {shown:,.1f} of {top:,.1f} tx/s"
                " shown (95 %).",
                "Load, headroom and prices per rate use this lower bound. Repeat runs.",
                list_files_with_lines(known.measured.runs),
                shown=curve.demonstrated_tps,
                top=curve.top_tps,
            )


def find_falling_slopes(case: Case) -> Iterator[Remark]:
    """The measured curve is not convex beyond chance (MODEL P5 step 2)."""
    for known, curve in _options_with_curves(case):
        if not curve.convex and _is_judged_by_means(case):
            yield create_option_remark(
                known.facts.option,
                "{option}: the response time does not rise with the rate as queueing requires.",
                "Between levels the two response times are the only bounds.",
                list_files_with_lines(
                    run for x in known.measured.levels if x.users in curve.users for run in x.runs
                ),
            )


LEAST_SHARE = 0.02
"""Of the mean response time: TR-3105 prints 5 ms of about 250 (MODEL P2.3)."""


def find_unlike_users(case: Case) -> Iterator[Remark]:
    """Three options or more at one level each fit no one number of users and think time.

    Where options were tested at several levels, each one's own levels tell more; where files
    state think times, Little's law does.
    """
    if not _is_judged_by_means(case):
        return
    tested = [known for known, _ in case.options()]
    levels = [known.measured.levels[0] for known in tested]
    rates = [level.rate_tps for level in levels]
    stated = all(run.think_time_s is not None for level in levels for run in level.runs)
    several = any(len(known.measured.levels) > 1 for known in tested)
    if len(set(rates)) < 3 or several or stated:
        return
    responses = [fmean(level.responses_s) for level in levels]
    off_s = imply_population(rates, responses).half_width_s
    if off_s <= LEAST_SHARE * fmean(responses):
        return
    names = tuple(known.facts.option.name for known in tested)
    yield Remark(
        names,
        message(
            "One number of users and think time does not fit rates and response times of"
            " {options}: a mean is off by {off:.1f} ms or more.",
            options=", ".join(names),
            off=rounded_milliseconds(off_s),
        ),
        message("The loads differ, or a figure is wrong. Compare with care."),
        list_files_with_lines(run for level in levels for run in level.runs),
    )


def find_littles_breaches(case: Case) -> Iterator[Remark]:
    """Users, rate and response time contradict each other by more than 15 % (MODEL P2.3)."""
    for known, levels, checks in _check_littles_law(case):
        broken = [c for c in checks if c.is_broken]
        if broken:
            yield _build_littles_law_remark(
                known, levels, broken, describe_littles_law_breach(levels, broken)
            )


def find_faulty_runs_of_level(case: Case) -> Iterator[Remark]:
    """Single runs that contradict the others of their level; they are left out (MODEL P2.3)."""
    for known, _ in case.options():
        for fault in known.measured.faults:
            yield create_option_remark(
                known.facts.option,
                "{option}: left out, a run at {users} users that contradicts the others of"
                " its level.",
                fault.cause,
                list_files_with_lines((fault.run,)),
                users=fault.run.users,
            )


def find_impossible_levels(case: Case) -> Iterator[Remark]:
    """Levels beyond the asymptotic bounds (MODEL P2.4).

    The demands are those of the accepted queueing model; without one the think time alone
    bounds the rate: N / Z.
    """
    if not _is_judged_by_means(case):
        return
    for known, _ in case.options():
        levels, curve = known.measured.levels, known.measured.curve
        think = think_time(levels)
        if curve is None or think is None:
            continue
        fit = None if curve.fits is None else curve.fits[0]
        demands = () if fit is None else (fit.bottleneck_s, fit.rest_s)
        outside = levels_outside(drawn_levels(levels), demands, think)
        if outside:
            yield create_option_remark(
                known.facts.option,
                "{option}: at {users} users it is faster than its service times allow.",
                "This level contradicts the others: its users, rate or response time are wrong.",
                list_files_with_lines(run for level in outside for run in level.runs),
                users=list_user_counts(outside),
            )


def find_littles_doubts(case: Case) -> Iterator[Remark]:
    """The same by 5 to 15 %."""
    consequence = message("Check the number of active users and the think time.")
    for known, levels, checks in _check_littles_law(case):
        off = [c for c in checks if c.is_doubtful]
        if off:
            yield _build_littles_law_remark(known, levels, off, consequence)


def _check_littles_law(
    case: Case,
) -> Iterator[tuple[LoadIndependentOption, Sequence[Level], Sequence[LittleCheck]]]:
    """Hold the levels against Little's law: by means, whatever statistic is asked for."""
    limits, is_of_means = case.question.thresholds, _is_judged_by_means(case)
    for known, _ in case.options():
        levels = known.measured.levels
        if not is_of_means:
            levels = build_mean_levels(known.facts.load_runs, limits)
        yield known, levels, check_littles_law(levels, limits)


def _is_judged_by_means(case: Case) -> bool:
    return case.question.requirement.curve_statistic == MEAN


def _build_littles_law_remark(
    known: LoadIndependentOption,
    levels: Sequence[Level],
    off: Sequence[LittleCheck],
    consequence: Message,
) -> Remark:
    worst, users = max(off, key=lambda c: abs(c.error)), {check.users for check in off}
    found = [level for level in levels if level.users in users]
    return create_option_remark(
        known.facts.option,
        "{option}: rate x (response + think time of {think:.2f} s) is {percent:+.0f} % off the "
        "number of users at {users} users."
        if worst.think_known
        else "{option}: the think time computed from rate and response time is not constant;"
        " {percent:+.0f} % off at {users} users.",
        consequence,
        list_files_with_lines(run for level in found for run in level.runs),
        percent=100 * worst.error,
        users=list_user_counts(found),
        think=worst.think_s,
    )


LEAST_SWAP_B = 16e6
MOST_UNACCOUNTED = 0.05
_EXHAUSTED = frozenset({HostState.EXHAUSTED, HostState.NEAR})
_NOT_STORAGE = "These levels do not describe the storage and do not count."
_STILL_COUNT = (
    "Most runs of these levels had CPU to spare, so the levels count; their means include the"
    " exhausted runs."
)
_AS_TESTED = (
    "Systems are compared as tested: these levels count and describe host and storage together."
)


def _runs_in_host_state(case: Case, level: Level, states: frozenset[HostState]) -> list[LoadRun]:
    limits = case.question.thresholds
    return [run for run in level.runs if classify_host(run.host_use, limits) in states]


def find_exhausted_hosts(case: Case) -> Iterator[Remark]:
    """Processors busy to the limit: a slow response is not the storage's (MODEL P4, 2 and 2b).

    A level does not count where at least half of its runs met the limit; the others are told.
    """
    for known, _ in case.options():
        levels = [x for x in known.measured.levels if _runs_in_host_state(case, x, _EXHAUSTED)]
        bound = [level for level in levels if level.bottleneck in NOT_STORAGE]
        free = [level for level in levels if level not in bound]
        if bound:
            yield _describe_exhausted(
                case, known, bound, _busy_host_consequence(case), _busy_host_severity(case)
            )
        if free:
            yield _describe_exhausted(case, known, free, _STILL_COUNT, Severity.WARNING)


def _describe_exhausted(
    case: Case,
    known: LoadIndependentOption,
    levels: Sequence[Level],
    consequence: str,
    severity: Severity | None,
) -> Remark:
    runs = [run for level in levels for run in _runs_in_host_state(case, level, _EXHAUSTED)]
    busy = [run.host_use.busy_median for run in runs if run.host_use is not None]
    return create_option_remark(
        known.facts.option,
        "{option}: host CPU exhausted at {users} users (up to {busy:.0f} % busy); runs: {runs}.",
        consequence,
        tuple(run.host_use.file for run in runs if run.host_use is not None),
        severity=severity,
        runs=len(runs),
        users=list_user_counts(levels),
        busy=100 * max(busy),
    )


def find_single_threads(case: Case) -> Iterator[Remark]:
    """One processor alone was busy while the rate stayed flat (MODEL P4, 2c)."""
    for known, _ in case.options():
        alone = [x for x in known.measured.levels if x.bottleneck is Bottleneck.SINGLE_THREAD]
        if alone:
            uses = [run.host_use for level in alone for run in level.runs]
            yield create_option_remark(
                known.facts.option,
                "{option}: one CPU was busy at {users} users, and the rate did not rise.",
                _busy_host_consequence(case),
                tuple(use.file for use in uses if use is not None),
                severity=_busy_host_severity(case),
                users=list_user_counts(alone),
            )


def _busy_host_severity(case: Case) -> Severity | None:
    """Between systems as they were tested a busy host is a warning; else as the check has it."""
    return Severity.WARNING if case.question.thresholds.as_tested else None


def _busy_host_consequence(case: Case) -> str:
    """Describe what levels are good for that a host limited (MODEL P4)."""
    return _AS_TESTED if case.question.thresholds.as_tested else _NOT_STORAGE


def find_stolen_time(case: Case) -> Iterator[Remark]:
    """Other virtual machines took the processors (MODEL P4, 1)."""
    sentence = "{option}: other virtual machines took CPU time at {users} users."
    yield from _find_runs_in_states(
        case, frozenset({HostState.STOLEN}), sentence, _busy_host_consequence(case)
    )


def find_paging(case: Case) -> Iterator[Remark]:
    """Memory was paged in too many of the samples (MODEL P4, 0)."""
    sentence = "{option}: the host paged memory at {users} users."
    yield from _find_runs_in_states(case, frozenset({HostState.PAGING}), sentence, _NOT_STORAGE)


def _find_runs_in_states(
    case: Case, states: frozenset[HostState], sentence: str, consequence: str
) -> Iterator[Remark]:
    for known, _ in case.options():
        levels = [
            level for level in known.measured.levels if _runs_in_host_state(case, level, states)
        ]
        runs = [run for level in levels for run in _runs_in_host_state(case, level, states)]
        if levels:
            yield create_option_remark(
                known.facts.option,
                sentence,
                consequence,
                tuple(run.host_use.file for run in runs if run.host_use is not None),
                users=list_user_counts(levels),
            )


def find_exhausted_clients(case: Case) -> Iterator[Remark]:
    """The host that made the load was at its limit (MODEL P4, 3)."""
    limits = case.question.thresholds
    for known, _ in case.options():
        runs = [r for r in known.measured.runs if classify_host(r.client_use, limits) in BOUND]
        if runs:
            levels = known.measured.levels
            users = {run.users for run in runs}
            counts = not any(x.host_bound for x in levels if x.users in users)
            yield create_option_remark(
                known.facts.option,
                "{option}: the load generator was at its limit at {users} users; runs: {runs}.",
                _STILL_COUNT if counts and not limits.as_tested else _busy_host_consequence(case),
                tuple(run.client_use.file for run in runs if run.client_use is not None),
                severity=Severity.WARNING if counts else _busy_host_severity(case),
                runs=len(runs),
                users=list_user_counts(level for level in levels if level.users in users),
            )


def find_growing_swap(case: Case) -> Iterator[Remark]:
    """More memory was swapped out during a run than a page or two (MODEL P4, 0)."""
    for known, _ in case.options():
        uses = [run.host_use for run in known.measured.runs if run.host_use is not None]
        swapping = [use for use in uses if (use.swap_growth_b or 0.0) > LEAST_SWAP_B]
        if swapping:
            yield create_option_remark(
                known.facts.option,
                "{option}: the host swapped out up to {size:,.0f} MB; runs: {runs}.",
                "Swapping loads disks and CPU. Add memory.",
                tuple(use.file for use in swapping),
                size=max(use.swap_growth_b or 0.0 for use in swapping) / 1e6,
                runs=len(swapping),
            )


def find_odd_processor_times(case: Case) -> Iterator[Remark]:
    """Busy is not what idle, waiting and stolen time leave (MODEL P4: the check of busy)."""
    for known, _ in case.options():
        uses = [
            u for r in known.measured.runs for u in (r.host_use, r.client_use) if u is not None
        ]
        odd = [use for use in uses if (use.unaccounted or 0.0) > MOST_UNACCOUNTED]
        if odd:
            yield create_option_remark(
                known.facts.option,
                "{option}: busy, idle, waiting and stolen CPU time do not add up to 100 %;"
                " off by {percent:.0f} %.",
                "Host utilisation is uncertain. Check the columns of the monitor.",
                tuple(dict.fromkeys(use.file for use in odd)),
                percent=100 * max(use.unaccounted or 0.0 for use in odd),
            )


def find_unmonitored_hosts(case: Case) -> Iterator[Remark]:
    """No monitor ran beside the load: nobody knows what limited it."""
    for known, used in case.options():
        blind = [level for level in used if level.host_busy is None]
        if blind:
            yield create_option_remark(
                known.facts.option,
                "{option}: no host monitor ran at {users} users.",
                "It is unknown whether the storage or the host was the limit.",
                list_files_with_lines(run for level in blind for run in level.runs),
                users=list_user_counts(blind),
            )


def find_partly_recorded_hosts(case: Case) -> Iterator[Remark]:
    """Some runs have the recording of all nodes of a cluster, others do not (MODEL P4)."""
    for known in case.question.known:
        runs = known.facts.load_runs
        watched = [(run, run.host_use) for run in runs if run.host_use is not None]
        most = max((len(use.hosts) for _, use in watched), default=1)
        partly = [(run, use) for run, use in watched if len(use.hosts) < most]
        if not partly:
            continue
        users = ", ".join(str(n) for n in sorted({run.users for run, _ in partly}))
        yield create_option_remark(
            known.facts.option,
            "{option}: of the {count} database hosts not all are recorded at {users} users; "
            "runs: {runs}.",
            "Processors and I/O of these runs are those of the recorded hosts alone; import "
            "the other recordings.",
            tuple(dict.fromkeys(use.file for _, use in partly)),
            count=most,
            users=users,
            runs=len(partly),
        )


def find_assumed_clocks(case: Case) -> Iterator[Remark]:
    """An offset between clocks was concluded: by no other do the recordings cover the runs."""
    for known in case.question.known:
        by_shift: dict[float, list[tuple[int, HostUse]]] = {}
        for run in known.facts.load_runs:
            for use in (run.host_use, run.client_use):
                if use is not None and use.clock_is_assumed:
                    by_shift.setdefault(use.clock_shift_s, []).append((run.run_id, use))
        for shift_s, uses in by_shift.items():
            yield create_option_remark(
                known.facts.option,
                "{option}: the monitor's clock is assumed {offset} off that of {runs} runs;"
                " no other offset matches them.",
                "Time zones or clocks differed in the lab. If this is wrong, set the offset.",
                tuple(dict.fromkeys(use.file for _, use in uses)),
                offset=format_utc_offset(shift_s),
                runs=len({run_id for run_id, _ in uses}),
            )


def format_utc_offset(seconds: float) -> str:
    """Write an offset as `+02:00` or `-00:21:40`."""
    rest = round(abs(seconds))
    sign = "-" if seconds < 0 and rest else "+"
    hours, minutes, left = rest // 3600, rest // 60 % 60, rest % 60
    return f"{sign}{hours:02}:{minutes:02}" + (f":{left:02}" if left else "")

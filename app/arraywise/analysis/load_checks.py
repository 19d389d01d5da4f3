"""Checks of the load runs that an answer leans on: enough of them, steady, whole, consistent."""

from __future__ import annotations

from statistics import fmean, stdev
from typing import TYPE_CHECKING

from arraywise.analysis.asymptotic_bounds import levels_outside
from arraywise.analysis.audit_case import name_files, name_users
from arraywise.analysis.evidence_grade import FULL_REPETITIONS
from arraywise.analysis.levels import MEAN, is_usable
from arraywise.analysis.littles_law import check_littles_law, explain_breach, think_time
from arraywise.analysis.remarks import Remark
from arraywise.analysis.repetitions import runs_needed
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.analysis.audit_case import Case
    from arraywise.analysis.level import Level
    from arraywise.analysis.littles_law import LittleCheck
    from arraywise.analysis.steady_state import SteadyWindow
    from arraywise.domain.facts import LoadRun
    from arraywise.domain.said import Said

LEAST_SECONDS = 600.0
WARM_UP_BIAS = 0.02
WANTED_PERCENT = 5.0


def find_single_runs(case: Case) -> Iterator[Remark]:
    """A level that was measured once: no interval of its own (MODEL P3)."""
    for known, used in case.options():
        name = known.facts.option.name
        single = [level for level in used if len(level.runs) == 1]
        if single:
            yield Remark(
                (name,),
                say(
                    "{option}: measured only once at {users} users, where the answer leans on it.",
                    option=name,
                    users=name_users(single),
                ),
                say("One run has no interval; the scatter of other levels stands in for it."),
                name_files(run for level in single for run in level.runs),
            )


def find_few_repetitions(case: Case) -> Iterator[Remark]:
    """Fewer than five repetitions at a level that the answer leans on (seed 000; MODEL D1)."""
    for known, used in case.options():
        name = known.facts.option.name
        for level in used:
            if 1 < len(level.runs) < FULL_REPETITIONS:
                yield Remark(
                    (name,),
                    say(
                        "{option}: {runs} repetitions at {users} users; the method asks for "
                        "{wanted}.",
                        option=name,
                        runs=len(level.runs),
                        users=level.users,
                        wanted=FULL_REPETITIONS,
                    ),
                    say(
                        "Its interval is wide; {runs} runs would bring it within {percent:.0f} %.",
                        runs=_runs_wanted(level),
                        percent=WANTED_PERCENT,
                    ),
                    name_files(level.runs),
                )


def _runs_wanted(level: Level) -> int:
    mean, deviation = fmean(level.responses_s), stdev(level.responses_s)
    return max(FULL_REPETITIONS, runs_needed(mean, deviation, WANTED_PERCENT))


def find_unsteady_runs(case: Case) -> Iterator[Remark]:
    """Rate or response time drifts by more than 5 % within the steady window (MODEL P2.1)."""
    for known, used in case.options():
        drifting = [(r, w) for r, w in _windows(case, used) if not w.is_steady]
        if drifting:
            name = known.facts.option.name
            yield Remark(
                (name,),
                say(
                    "{option}: runs used that were not steady: {runs}; rate or response "
                    "time drifts by up to {percent:.0f} %.",
                    option=name,
                    runs=len(drifting),
                    percent=100 * max(window.worst_drift for _, window in drifting),
                ),
                say("Their averages describe no lasting state."),
                name_files(run for run, _ in drifting),
            )


def find_warm_up(case: Case) -> Iterator[Remark]:
    """The averages of a run contain its warm-up (MODEL P2.1)."""
    for known, used in case.options():
        biased = [
            (run, window)
            for run, window in _windows(case, used)
            if window.start > 0 and abs(run.rate_tps / window.mean - 1.0) > WARM_UP_BIAS
        ]
        if biased:
            name = known.facts.option.name
            yield Remark(
                (name,),
                say(
                    "{option}: averages that contain a warm-up, of up to {seconds} s; "
                    "runs: {runs}.",
                    option=name,
                    runs=len(biased),
                    seconds=max(window.start for _, window in biased),
                ),
                say("Rates are understated and response times may be off; start to count later."),
                name_files(run for run, _ in biased),
            )


def _windows(case: Case, levels: Sequence[Level]) -> Iterator[tuple[LoadRun, SteadyWindow]]:
    for level in levels:
        for run in level.runs:
            window = case.windows.get(run.run_id)
            if window is not None:
                yield run, window


def find_short_runs(case: Case) -> Iterator[Remark]:
    """Runs shorter than ten minutes (seed 000; MODEL P2.1)."""
    for known, used in case.options():
        short = [
            run
            for level in used
            for run in level.runs
            if run.duration_s is not None and run.duration_s < LEAST_SECONDS
        ]
        if short:
            name = known.facts.option.name
            yield Remark(
                (name,),
                say(
                    "{option}: runs used that are shorter than {minutes:.0f} minutes "
                    "({seconds:.0f} s at least): {runs}.",
                    option=name,
                    runs=len(short),
                    minutes=LEAST_SECONDS / 60,
                    seconds=min(run.duration_s or 0.0 for run in short),
                ),
                say("Caches and write-back may not have reached their lasting state."),
                name_files(short),
            )


def find_failures(case: Case) -> Iterator[Remark]:
    """More than 0.1 % of the transactions failed (MODEL P2.2), or than the study allows."""
    most = case.question.thresholds.most_failures
    for known, used in case.options():
        failing = [
            (run, share)
            for level in used
            for run in level.runs
            if (share := failed_share(run)) is not None and share > most
        ]
        if failing:
            name = known.facts.option.name
            yield Remark(
                (name,),
                say(
                    "{option}: up to {percent:.2f} % of the transactions of a run failed; "
                    "runs: {runs}.",
                    option=name,
                    percent=100 * max(share for _, share in failing),
                    runs=len(failing),
                ),
                say("A failed transaction is often a quick one: response times look too good."),
                name_files(run for run, _ in failing),
            )


def failed_share(run: LoadRun) -> float | None:
    """Return failed over all transactions; None where the file does not count them."""
    if run.failed is None or run.completed is None or run.failed + run.completed <= 0:
        return None
    return run.failed / (run.failed + run.completed)


def find_littles_breaches(case: Case) -> Iterator[Remark]:
    """Users, rate and response time contradict each other by more than 15 % (MODEL P2.3)."""
    for name, levels in _mean_levels(case):
        checks = check_littles_law(levels, case.question.thresholds)
        broken = [c for c in checks if c.is_broken]
        if broken:
            yield _little_remark(name, levels, broken, explain_breach(levels, broken))


def find_impossible_levels(case: Case) -> Iterator[Remark]:
    """Levels beyond the asymptotic bounds (MODEL P2.4).

    The demands are those of the accepted queueing model; without one the think time alone
    bounds the rate: N / Z.
    """
    if case.question.requirement.statistic != MEAN:
        return
    for known, _ in case.options():
        levels, curve = known.measured.levels, known.measured.curve
        think = think_time(levels)
        if curve is None or think is None:
            continue
        fit = None if curve.fits is None else curve.fits[0]
        demands = () if fit is None else (fit.bottleneck_s, fit.rest_s)
        outside = levels_outside([x for x in levels if not x.past_knee], demands, think)
        if outside:
            name = known.facts.option.name
            yield Remark(
                (name,),
                say(
                    "{option}: at {users} users it is faster than its service times allow.",
                    option=name,
                    users=name_users(outside),
                ),
                say("Such a level is impossible: users, rate or response time are wrong."),
                name_files(run for level in outside for run in level.runs),
            )


def find_littles_doubts(case: Case) -> Iterator[Remark]:
    """The same by 5 to 15 %."""
    consequence = say("Check the number of active users and the think time.")
    for name, levels in _mean_levels(case):
        checks = check_littles_law(levels, case.question.thresholds)
        off = [c for c in checks if c.is_doubtful]
        if off:
            yield _little_remark(name, levels, off, consequence)


def _mean_levels(case: Case) -> Iterator[tuple[str, tuple[Level, ...]]]:
    """Little's law holds for means alone."""
    if case.question.requirement.statistic == MEAN:
        for known, _ in case.options():
            yield known.facts.option.name, known.measured.levels


def _little_remark(
    name: str, levels: Sequence[Level], off: Sequence[LittleCheck], consequence: Said
) -> Remark:
    worst = max(off, key=lambda c: abs(c.error))
    users = {check.users for check in off}
    template = (
        "{option}: rate x (response + think time of {think:.2f} s) is {percent:+.0f} % off the "
        "number of users at {users} users."
        if worst.think_known
        else "{option}: the think time that rate and response time imply is not constant; "
        "{percent:+.0f} % off at {users} users."
    )
    figures = {"think": worst.think_s} if worst.think_known else {}
    return Remark(
        (name,),
        say(
            template,
            option=name,
            percent=100 * worst.error,
            users=name_users(level for level in levels if level.users in users),
            **figures,
        ),
        consequence,
        name_files(run for level in levels if level.users in users for run in level.runs),
    )


def find_unused_runs(case: Case) -> Iterator[Remark]:
    """Runs that broke off, or completed nothing, are left out."""
    for known in case.question.known:
        broken_off = [setup.file for setup in known.facts.setups if setup.left_out]
        unusable = [run for run in known.facts.load_runs if not is_usable(run)]
        files = (*broken_off, *name_files(unusable))
        if files:
            name = known.facts.option.name
            yield Remark(
                (name,),
                say(
                    "{option}: runs left out, which did not end or completed nothing: {runs}.",
                    option=name,
                    runs=len(files),
                ),
                say("They do not count as repetitions."),
                files,
            )


def find_twice_told_runs(case: Case) -> Iterator[Remark]:
    """The same run in two files counts once."""
    for known, _ in case.options():
        copies, name = known.measured.copies, known.facts.option.name
        if copies:
            yield Remark(
                (name,),
                say(
                    "{option}: runs that stand in two files: {runs}.",
                    option=name,
                    runs=len(copies),
                ),
                say("Each counts once: it is no repetition."),
                name_files(copies),
            )


def find_repaired_levels(case: Case) -> Iterator[Remark]:
    """Rates or response times that fall where users are added, beyond chance (MODEL P5 step 1)."""
    for known, _ in case.options():
        curve, name = known.measured.curve, known.facts.option.name
        if curve is not None and curve.moved_users:
            moved = [x for x in known.measured.levels if x.users in curve.moved_users]
            yield Remark(
                (name,),
                say(
                    "{option}: rate or response time falls with more users, at {users} users, by "
                    "more than chance.",
                    option=name,
                    users=name_users(moved),
                ),
                say("The answer leans on means of neighbouring levels; repeat these levels."),
                name_files(run for level in moved for run in level.runs),
            )


def find_idle_demand(case: Case) -> Iterator[Remark]:
    """Nothing is asked for: the answer is that of the lowest measured load (MODEL P1)."""
    if not case.question.demand_tps > 0:
        yield Remark(
            tuple(known.facts.option.name for known, _ in case.options()),
            say("No visits are asked for: the demand is idle."),
            say("Response times are those of the lowest measured load; state a load to compare."),
        )


def find_falling_slopes(case: Case) -> Iterator[Remark]:
    """The measured curve is not convex beyond chance (MODEL P5 step 2)."""
    for known, _ in case.options():
        curve, name = known.measured.curve, known.facts.option.name
        if curve is not None and not curve.convex and case.question.requirement.statistic == MEAN:
            yield Remark(
                (name,),
                say(
                    "{option}: the response time does not rise ever faster with the rate, "
                    "as queueing would have it.",
                    option=name,
                ),
                say("Between levels only the two response times bound the answer."),
                name_files(
                    run for x in known.measured.levels if x.users in curve.users for run in x.runs
                ),
            )

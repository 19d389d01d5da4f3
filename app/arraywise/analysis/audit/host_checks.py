"""Checks of hosts and clocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.audit.case import name_files, name_users, remark_on
from arraywise.analysis.curves.levels import BOUND, HostState, classify_host
from arraywise.analysis.curves.load_level import NOT_STORAGE, Bottleneck
from arraywise.domain.messages import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.analysis.audit.case import Case
    from arraywise.analysis.curves.load_level import Level
    from arraywise.analysis.prepared import LoadIndependentOption
    from arraywise.domain.decision import Remark
    from arraywise.domain.study import HostUse, LoadRun

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


def _runs_in(case: Case, level: Level, states: frozenset[HostState]) -> list[LoadRun]:
    limits = case.question.thresholds
    return [run for run in level.runs if classify_host(run.host_use, limits) in states]


def find_exhausted_hosts(case: Case) -> Iterator[Remark]:
    """Processors busy to the limit: a slow response is not the storage's (MODEL P4, 2 and 2b).

    A level does not count where at least half of its runs met the limit; the others are told.
    """
    for known, _ in case.options():
        levels = [x for x in known.measured.levels if _runs_in(case, x, _EXHAUSTED)]
        bound = [level for level in levels if level.bottleneck in NOT_STORAGE]
        free = [level for level in levels if level not in bound]
        if bound:
            yield _describe_exhausted(case, known, bound, _consequence(case), _severity(case))
        if free:
            yield _describe_exhausted(case, known, free, _STILL_COUNT, Severity.WARNING)


def _describe_exhausted(
    case: Case,
    known: LoadIndependentOption,
    levels: Sequence[Level],
    consequence: str,
    severity: Severity | None,
) -> Remark:
    runs = [run for level in levels for run in _runs_in(case, level, _EXHAUSTED)]
    busy = [run.host_use.busy_median for run in runs if run.host_use is not None]
    return remark_on(
        known.facts.option,
        "{option}: host CPU exhausted at {users} users (up to {busy:.0f} % busy); runs: {runs}.",
        consequence,
        tuple(run.host_use.file for run in runs if run.host_use is not None),
        severity=severity,
        runs=len(runs),
        users=name_users(levels),
        busy=100 * max(busy),
    )


def find_single_threads(case: Case) -> Iterator[Remark]:
    """One processor alone was busy while the rate stayed flat (MODEL P4, 2c)."""
    for known, _ in case.options():
        alone = [x for x in known.measured.levels if x.bottleneck is Bottleneck.SINGLE_THREAD]
        if alone:
            uses = [run.host_use for level in alone for run in level.runs]
            yield remark_on(
                known.facts.option,
                "{option}: one CPU was busy at {users} users, and the rate did not rise.",
                _consequence(case),
                tuple(use.file for use in uses if use is not None),
                severity=_severity(case),
                users=name_users(alone),
            )


def _severity(case: Case) -> Severity | None:
    """Between systems as they were tested a busy host is a warning; else as the check has it."""
    return Severity.WARNING if case.question.thresholds.as_tested else None


def _consequence(case: Case) -> str:
    """Describe what levels are good for that a host limited (MODEL P4)."""
    return _AS_TESTED if case.question.thresholds.as_tested else _NOT_STORAGE


def find_stolen_time(case: Case) -> Iterator[Remark]:
    """Other virtual machines took the processors (MODEL P4, 1)."""
    sentence = "{option}: other virtual machines took CPU time at {users} users."
    yield from _find_states(case, frozenset({HostState.STOLEN}), sentence, _consequence(case))


def find_paging(case: Case) -> Iterator[Remark]:
    """Memory was paged in too many of the samples (MODEL P4, 0)."""
    sentence = "{option}: the host paged memory at {users} users."
    yield from _find_states(case, frozenset({HostState.PAGING}), sentence, _NOT_STORAGE)


def _find_states(
    case: Case, states: frozenset[HostState], sentence: str, consequence: str
) -> Iterator[Remark]:
    for known, _ in case.options():
        levels = [level for level in known.measured.levels if _runs_in(case, level, states)]
        runs = [run for level in levels for run in _runs_in(case, level, states)]
        if levels:
            yield remark_on(
                known.facts.option,
                sentence,
                consequence,
                tuple(run.host_use.file for run in runs if run.host_use is not None),
                users=name_users(levels),
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
            yield remark_on(
                known.facts.option,
                "{option}: the load generator was at its limit at {users} users; runs: {runs}.",
                _STILL_COUNT if counts and not limits.as_tested else _consequence(case),
                tuple(run.client_use.file for run in runs if run.client_use is not None),
                severity=Severity.WARNING if counts else _severity(case),
                runs=len(runs),
                users=name_users(level for level in levels if level.users in users),
            )


def find_growing_swap(case: Case) -> Iterator[Remark]:
    """More memory was swapped out during a run than a page or two (MODEL P4, 0)."""
    for known, _ in case.options():
        uses = [run.host_use for run in known.measured.runs if run.host_use is not None]
        swapping = [use for use in uses if (use.swap_growth_b or 0.0) > LEAST_SWAP_B]
        if swapping:
            yield remark_on(
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
            yield remark_on(
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
            yield remark_on(
                known.facts.option,
                "{option}: no host monitor ran at {users} users.",
                "It is unknown whether the storage or the host was the limit.",
                name_files(run for level in blind for run in level.runs),
                users=name_users(blind),
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
        yield remark_on(
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
            yield remark_on(
                known.facts.option,
                "{option}: the monitor's clock is assumed {offset} off that of {runs} runs;"
                " no other offset matches them.",
                "Time zones or clocks differed in the lab. If this is wrong, set the offset.",
                tuple(dict.fromkeys(use.file for _, use in uses)),
                offset=offset_text(shift_s),
                runs=len({run_id for run_id, _ in uses}),
            )


def offset_text(seconds: float) -> str:
    """Write an offset as `+02:00` or `-00:21:40`."""
    rest = round(abs(seconds))
    sign = "-" if seconds < 0 and rest else "+"
    hours, minutes, left = rest // 3600, rest // 60 % 60, rest % 60
    return f"{sign}{hours:02}:{minutes:02}" + (f":{left:02}" if left else "")

"""Workload profiles that a study's evidence holds, in the order in which they count (MODEL E3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.options import Architecture
from arraywise.domain.workload import NO_PROFILE, FoundProfile, SourceKind, ValueBound, with_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from arraywise.analysis.database_profile import DatabaseProfile, RunMatch
    from arraywise.domain.study import LoadRun, OptionFacts

DIFFER_BY: Final = 1.5
"""Sources that are so many times apart contradict each other."""
_COMPARED: Final = ("reads", "writes", "block_bytes", "sync_reads", "log_writes", "cpu_s")
AT_MOST: Final = ValueBound.AT_MOST

_WITHOUT_NFS = (
    "The runs used NFS, whose I/O no host disk counts: reads and writes per transaction are"
    " lower bounds. Import an AWR report, or enter them."
)


def report_source(
    profiles: Iterable[DatabaseProfile], options: Sequence[OptionFacts] = ()
) -> FoundProfile | None:
    """Return what the busiest interval of a client's database says; None without a report.

    Its transactions are commits. Where a load run covers its interval they are turned into the
    transactions of that run, which is what runs and demand count.
    """
    known = tuple(profiles)
    if not known:
        return None
    from arraywise.analysis.database_profile import busiest_profile, value_bounds, workload_values

    profile = busiest_profile(known) or known[0]
    values, lines = workload_values(profile)
    problems = list(profile.problems)
    matched = _find_best_covered_run(profile, options)
    files = ", ".join(dict.fromkeys(report.file for report in profile.reports))
    origin = files
    if matched is not None:
        run, found = matched
        if found.problem is not None:
            problems.append(found.problem)
        if found.is_usable and found.ratio:
            values = _per_transaction_of_run(values, found.ratio)
            origin = f"{files} over {run.file}"
    return FoundProfile(
        SourceKind.REPORT,
        origin,
        with_values(NO_PROFILE, values, origin, lines, value_bounds(profile)),
        tuple(problems),
        profile.iops,
        profile.bytes_per_s,
    )


def _per_transaction_of_run(values: dict[str, float], ratio: float) -> dict[str, float]:
    """Turn values per commit into values per transaction of a run, `ratio` of them a commit."""
    rates = {"transactions_per_s": ratio, "block_bytes": 1.0, "overlap": 1.0}
    return {
        name: value * rates[name] if name in rates else value / ratio
        for name, value in values.items()
    }


def _find_best_covered_run(
    profile: DatabaseProfile, options: Iterable[OptionFacts]
) -> tuple[LoadRun, RunMatch] | None:
    """Return the run that covers most of a report's interval; None where no run tells its time."""
    from arraywise.analysis.database_profile import match_run

    matches: list[tuple[LoadRun, RunMatch]] = []
    for known in options:
        started = {setup.run_id: setup.started_at for setup in known.setups}
        for run in known.load_runs:
            count = run.completed or run.rate_tps * (run.duration_s or 0.0)
            found = match_run(profile, started.get(run.run_id), run.duration_s, count)
            if found is not None:
                matches.append((run, found))
    return max(matches, key=lambda match: match[1].covers, default=None)


def lab_source(options: Iterable[OptionFacts]) -> FoundProfile | None:
    """Return the I/O of the database's host for a transaction of the same run.

    Of many runs the middle one counts. All disks of the host are counted, so that the values are
    upper bounds. I/O over NFS is that of no disk: runs on a NAS count only where there are no
    others, and give lower bounds.
    """
    beside = list(options)
    on_disks = [option for option in beside if option.option.architecture is not Architecture.NAS]
    known = _host_io_by_run(on_disks)
    is_whole = bool(known)
    known = known or _host_io_by_run(beside)
    if not known:
        return None
    known.sort(key=lambda each: sum(each[2].values()))
    iops, run, values = known[(len(known) - 1) // 2]
    moved = (
        None if run.host_use is None else run.host_use.sum_over_hosts(lambda use: use.moved_b_s)
    )
    monitor = "" if run.host_use is None else run.host_use.file_names
    origin = f"{monitor} over {run.file}"
    bounds = dict.fromkeys(values, AT_MOST if is_whole else ValueBound.AT_LEAST)
    if moved and is_whole:  # large requests are among them: a small one is no larger than the mean
        values, bounds = values | {"block_bytes": moved / iops}, bounds | {"block_bytes": AT_MOST}
    profile = with_values(NO_PROFILE, values, origin, None, bounds)
    problems = () if is_whole else (Problem(Severity.WARNING, message(_WITHOUT_NFS)),)
    return FoundProfile(SourceKind.LAB, origin, profile, problems, iops, moved)


def _host_io_by_run(
    options: Iterable[OptionFacts],
) -> list[tuple[float, LoadRun, dict[str, float]]]:
    """Return I/Os a second, the run, and reads and writes of a transaction, of each run.

    Of those whose host's monitor tells of any.
    """
    result = []
    for run in (run for option in options for run in option.load_runs if run.rate_tps > 0):
        use = run.host_use
        reads = None if use is None else use.sum_over_hosts(lambda each: each.reads_s)
        writes = None if use is None else use.sum_over_hosts(lambda each: each.writes_s)
        if reads is not None and writes is not None and reads + writes > 0:
            each = {"reads": reads / run.rate_tps, "writes": writes / run.rate_tps}
            result.append((reads + writes, run, each))
    return result


def list_differing_values(
    used: FoundProfile, others: Iterable[FoundProfile]
) -> Iterator[tuple[str, float, FoundProfile, float]]:
    """Go through values of two sources that are noticeably apart: name, ours, other, theirs."""
    for other in others:
        for name in _COMPARED:
            ours, theirs = getattr(used.profile, name), getattr(other.profile, name)
            if ours is None or theirs is None:
                continue
            small, large = sorted((ours, theirs))
            if large > DIFFER_BY * small:
                yield name, ours, other, theirs

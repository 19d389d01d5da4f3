"""What a transaction asks of the storage, computed from AWR and Statspack reports.

Only totals of the section Instance Activity are divided; tables that print rounded figures serve
for shares. Every value keeps the figures that it was computed from. Source: docs/MODEL.md, E3.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from arraywise.domain.database_report import BUSIEST, MEAN, TOTAL, WAITS, Form, Section
from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.units import MICROSECOND, SECONDS_PER_MINUTE, Unit
from arraywise.domain.workload import ValueBound

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.domain.database_report import DatabaseReport, Figure
    from arraywise.domain.messages import Figure as MessageFigure

CACHED_BELOW_S: Final = 50 * MICROSECOND
"""No device answers sooner over a path; a host's cache does."""
LEAST_COVER: Final = 0.9
"""Share of a report's interval that a run covers before its transactions are compared."""
_LEAST_SHARE: Final = 0.01
_SAME_START: Final = timedelta(minutes=5)
_WAITED_FOR: Final = (
    *("db file sequential read", "db file scattered read", "db file parallel read"),
    *("cell single block physical read", "cell multiblock physical read"),
)
"""Beginnings of events: reads that a transaction waits for."""
_USER_IO: Final = (
    *("db file sequential read", "db file scattered read", "db file parallel read"),
    *("db file single write", "direct path ", "cell ", "read by other session"),
    *("local write wait", "Data file init write", "Disk file ", "gc cr disk read"),
)
"""Beginnings of the events of the class User I/O, for reports that print no classes."""
_SEQUENTIAL: Final = "db file sequential read"
_COMMIT: Final = "log file sync"
_OTHER_WORK: Final = ("RMAN", "Data Pump", "ARCH", "Archive Manager")
"""Database functions whose I/O belongs to no transaction."""

_OF_A_RATE = {Unit.PER_SECOND: Unit.ONE, Unit.BYTE_PER_SECOND: Unit.BYTE}
_REQUESTS: Final = ("physical read total IO requests", "physical write total IO requests")
_MOVED: Final = ("physical read total bytes", "physical write total bytes")


@dataclass(frozen=True, slots=True)
class Traced:
    """A value and the figures that it was computed from."""

    value: float
    unit: Unit
    sources: tuple[tuple[str, Figure], ...] = ()
    """Each with the name of its file."""


@dataclass(frozen=True, slots=True)
class DatabaseProfile:
    """What one transaction asks for; a value is None where the report lacks its figures."""

    reports: tuple[DatabaseReport, ...]
    """The instances of one cluster, or a single report."""
    transactions: Traced
    elapsed_s: float | None = None
    redundancy: int = 1
    """Copies that ASM writes; the database counts a single one."""
    reads: Traced | None = None
    """V_r: requests that reach the storage."""
    optimized_reads: Traced | None = None
    """Those of `reads` that Exadata's flash cells served."""
    writes: Traced | None = None
    """V_w: requests that reach the storage, those of the redo log and all copies included."""
    data_writes: Traced | None = None
    redo_writes: Traced | None = None
    """Parts of the writes, of a single copy; log writes as the log writer counts them."""
    block_bytes: Traced | None = None
    large_read_bytes: Traced | None = None
    large_write_bytes: Traced | None = None
    waits_low: Traced | None = None
    """q_low: reads of blocks that a transaction waits for."""
    sequential_waits: Traced | None = None
    """Waits for `db file sequential read` alone, a part of those."""
    waits_high: Traced | None = None
    """q_high: all waits of the class User I/O."""
    commit_waits: Traced | None = None
    """q_c: waits for the log."""
    cpu_s: Traced | None = None
    """D_low: processor time of foreground processes."""
    rest_s: Traced | None = None
    """G: time in the database besides waits of the classes User I/O and Commit."""
    read_wait_s: Traced | None = None
    commit_wait_s: Traced | None = None
    """Mean of a sequential read and of a wait for the log, as the report prints them."""
    rate_tps: float | None = None
    iops: float | None = None
    bytes_per_s: float | None = None
    problems: tuple[Problem, ...] = ()
    """What makes values bounds."""
    writes_are_bound: bool = False
    """The writes are a lower bound, so that no option passes by them."""
    reads_are_bound: bool = False
    """Reads and waits stand for upper bounds."""
    is_partial: bool = False
    """Instances of the cluster are missing: load and work are lower bounds."""


@dataclass(frozen=True, slots=True)
class _Totals:
    """Sums over the reports of a cluster."""

    reports: tuple[DatabaseReport, ...]

    def sum_statistics(
        self, *names: str, of: Section = Section.ACTIVITY, statistic: str = TOTAL
    ) -> Traced | None:
        """Add up statistics of a section; None where a report does not print one."""
        result = [
            (r.file, r.find_figure(of, name, statistic)) for r in self.reports for name in names
        ]
        known = [(file, figure) for file, figure in result if figure is not None]
        return _sum_figures(known, known[0][1].unit) if len(known) == len(result) > 0 else None

    def waits(
        self, events: str | tuple[str, ...], statistic: str, class_name: str | None = None
    ) -> Traced | None:
        """Add up waits of foreground processes: those of a class, else of one event or of many.

        One is meant by its name, many by how their names begin.

        An event that a table does not list was not waited for, or less than the report shows.
        """
        sources: list[tuple[str, Figure]] = []
        for report in self.reports:
            own = _foreground_waits(report, events, statistic, class_name)
            if own is None:
                return None
            sources += ((report.file, figure) for figure in own)
        return _sum_figures(sources, Unit.ONE if statistic == WAITS else Unit.SECOND)


def _sum_figures(sources: Sequence[tuple[str, Figure]], unit: Unit) -> Traced:
    return Traced(sum(figure.value for _, figure in sources), unit, tuple(sources))


def _foreground_waits(
    report: DatabaseReport, events: str | tuple[str, ...], statistic: str, class_name: str | None
) -> list[Figure] | None:
    classes = report.section_figures(Section.FOREGROUND_CLASS, statistic)
    if class_name is not None and classes:
        return [classes[class_name]] if class_name in classes else []
    own = report.section_figures(Section.FOREGROUND, statistic) or report.section_figures(
        Section.TOP, statistic
    )
    every = own or report.section_figures(Section.ALL_EVENTS, statistic)
    background = {} if own else report.section_figures(Section.BACKGROUND, statistic)
    result: list[Figure] = []
    for name, figure in every.items():
        if name == events or (isinstance(events, tuple) and name.startswith(events)):
            result.append(figure)
            if (taken_off := background.get(name)) is not None:
                result.append(taken_off._replace(value=-min(taken_off.value, figure.value)))
    return result if every else None


def compute_profile(
    reports: Sequence[DatabaseReport], redundancy: int | None = None
) -> DatabaseProfile | None:
    """Compute the profile of a transaction; None where no transaction was counted.

    Of one report, or those of all instances of a cluster over one interval. `redundancy` are the
    copies that ASM writes, 1 to 3; one counts where nobody said.
    """
    copies = redundancy or 1
    totals = _Totals(tuple(reports))
    commits, rollbacks = (
        totals.sum_statistics("user commits"),
        totals.sum_statistics("user rollbacks"),
    )
    if commits is None or commits.value + (rollbacks.value if rollbacks else 0.0) <= 0:
        return None
    transactions = _add_traced(commits, rollbacks)
    per = _Division(transactions)
    writes, redo = (
        totals.sum_statistics("physical write total IO requests"),
        totals.sum_statistics("redo writes"),
    )
    block, large = _block_bytes(totals), _large_bytes(totals)
    reads = totals.sum_statistics("physical read total IO requests")
    profile = DatabaseProfile(
        reports=tuple(reports),
        transactions=transactions,
        elapsed_s=max((r.elapsed_s for r in reports if r.elapsed_s), default=None),
        redundancy=copies,
        reads=per(reads),
        optimized_reads=per(totals.sum_statistics("physical read requests optimized")),
        writes=per(writes, copies),
        data_writes=per(totals.sum_statistics("physical write IO requests")),
        redo_writes=per(redo),
        block_bytes=block,
        large_read_bytes=per(large[0]),
        large_write_bytes=per(large[1], copies),
        waits_low=per(totals.waits(_WAITED_FOR, WAITS)),
        sequential_waits=per(totals.waits(_SEQUENTIAL, WAITS)),
        waits_high=per(totals.waits(_USER_IO, WAITS, "User I/O")),
        commit_waits=per(totals.waits(_COMMIT, WAITS)),
        cpu_s=per(totals.sum_statistics("DB CPU", of=Section.TIME_MODEL)),
        rest_s=per(_time_without_io_waits(totals)),
        read_wait_s=_mean_wait(totals, _SEQUENTIAL),
        commit_wait_s=_mean_wait(totals, _COMMIT),
    )
    return _with_findings(_with_rates(profile, totals), copies_known=redundancy is not None)


@dataclass(frozen=True, slots=True)
class _Division:
    """Divides totals by the transactions."""

    transactions: Traced

    def __call__(self, total: Traced | None, times: float = 1.0) -> Traced | None:
        if total is None:
            return None
        sources = (*total.sources, *self.transactions.sources)
        unit = total.unit
        if self.transactions.unit is Unit.PER_SECOND:  # a rate over a rate is for a transaction
            unit = _OF_A_RATE.get(unit, unit)
        return Traced(total.value * times / self.transactions.value, unit, sources)


def _add_traced(one: Traced, other: Traced | None) -> Traced:
    if other is None:
        return one
    return Traced(one.value + other.value, one.unit, (*one.sources, *other.sources))


def _block_bytes(totals: _Totals) -> Traced | None:
    size, blocks = (
        totals.sum_statistics("physical read bytes"),
        totals.sum_statistics("physical reads"),
    )
    if size is not None and blocks is not None and blocks.value > 0:
        return Traced(size.value / blocks.value, Unit.BYTE, (*size.sources, *blocks.sources))
    return totals.sum_statistics("block size", of=Section.MEMORY, statistic=MEAN)


def _large_bytes(totals: _Totals) -> tuple[Traced | None, Traced | None]:
    """Return the bytes that requests of several blocks read and write, the redo log apart."""
    block = _block_bytes(totals)
    names = ("{} total bytes", "{} total IO requests", "{} total multi block requests")
    read = [totals.sum_statistics(name.format("physical read")) for name in names]
    written = [totals.sum_statistics(name.format("physical write")) for name in names]
    redo = [totals.sum_statistics("redo size"), totals.sum_statistics("redo writes")]
    return _multi_block_bytes(block, read, ()), _multi_block_bytes(block, written, redo)


def _multi_block_bytes(
    block: Traced | None, totals: Sequence[Traced | None], redo: Sequence[Traced | None]
) -> Traced | None:
    known = [total for total in (block, *totals, *redo) if total is not None]
    if block is None or len(known) < 1 + len(totals) + len(redo):
        return None
    size, requests, large = (total.value for total in known[1:4])
    log_size, log_writes = (total.value for total in known[4:6]) if redo else (0.0, 0.0)
    small = max(requests - log_writes - large, 0.0) * block.value
    sources = tuple(source for total in known for source in total.sources)
    return Traced(max(size - log_size - small, 0.0), Unit.BYTE, sources)


def _time_without_io_waits(totals: _Totals) -> Traced | None:
    """Return DB time without waits of the classes User I/O and Commit."""
    db_time = totals.sum_statistics("DB time", of=Section.TIME_MODEL)
    user = totals.waits(_USER_IO, TOTAL, "User I/O")
    commit = totals.waits(_COMMIT, TOTAL, "Commit")
    if db_time is None or user is None or commit is None:
        return None
    rest = max(db_time.value - user.value - commit.value, 0.0)
    return Traced(rest, Unit.SECOND, (*db_time.sources, *user.sources, *commit.sources))


def _mean_wait(totals: _Totals, event: str) -> Traced | None:
    """Return the mean of an event as printed; of several reports by their waits."""
    result = []
    for report in totals.reports:
        sections = (Section.FOREGROUND, Section.TOP, Section.ALL_EVENTS)
        for section in sections:
            mean, waits = (report.find_figure(section, event, kind) for kind in (MEAN, WAITS))
            if mean is not None and waits is not None and waits.value:
                result.append((report.file, mean, waits.value))
                break
    count = sum(waits for *_, waits in result)
    if not count:
        return None
    value = sum(mean.value * waits for _, mean, waits in result) / count
    return Traced(value, Unit.SECOND, tuple((file, mean) for file, mean, _ in result))


def _with_rates(profile: DatabaseProfile, totals: _Totals) -> DatabaseProfile:
    seconds = profile.elapsed_s
    if not seconds:
        return profile
    read, written = (
        totals.sum_statistics(f"physical {way} total bytes") for way in ("read", "write")
    )
    is_known = read is not None and written is not None
    size = read.value + profile.redundancy * written.value if read and written else 0.0
    rate = profile.transactions.value / seconds
    requests = [v.value * rate for v in (profile.reads, profile.writes) if v is not None]
    return replace(
        profile,
        rate_tps=rate,
        iops=sum(requests) if len(requests) == 2 else None,
        bytes_per_s=size / seconds if is_known else None,
    )


_CACHED = (
    "Sequential reads took {us:.2f} µs on average, probably from the host's page cache. Reads"
    " and waits per transaction are upper bounds."
)
_NO_REDO = (
    "The report lacks writes of log writer and database writer (pluggable database or no redo):"
    " writes per transaction are a lower bound."
)
_OTHER = (
    "{share:.0%} of the I/O requests come from {functions}: backups, exports and archiving"
    " count here but are not transactions."
)
_PEAK = "Averages over {minutes:.0f} minutes; shorter peaks are not visible."
_TOP_ONLY = (
    "The report lists only the longest waits: waits per transaction are a lower bound. An AWR"
    " report per instance lists all."
)


_PART_OF_CLUSTER = (
    "The report covers {count} of {instances} cluster instances: load, reads and writes are"
    " lower bounds. Import the reports of all instances for the same snapshots."
)
_ONE_OF_CLUSTER = (
    "The report covers one cluster instance: load, reads and writes are lower bounds. Import"
    " the reports of all instances for the same snapshots."
)
_COPIES = (
    "ASM writes each block up to three times, the report counts one: writes per transaction are"
    " a lower bound. Enter all writes."
)


def _build_warning(template: str, line: int | None = None, **figures: MessageFigure) -> Problem:
    return Problem(Severity.WARNING, message(template, **figures), line)


def _find_missing_instances(profile: DatabaseProfile) -> Problem | None:
    """Return what is missing where reports of some instances stand for a cluster."""
    reports = profile.reports
    if any(report.form is not Form.RAC_INSTANCE for report in reports):
        return None
    known = [report.instances for report in reports if report.instances is not None]
    if not known:
        return _build_warning(_ONE_OF_CLUSTER) if len(reports) == 1 else None
    is_whole = max(known) <= len(reports)
    return (
        None
        if is_whole
        else _build_warning(_PART_OF_CLUSTER, count=len(reports), instances=max(known))
    )


def _with_findings(profile: DatabaseProfile, *, copies_known: bool) -> DatabaseProfile:
    cached, part = _find_cached_reads(profile), _find_missing_instances(profile)
    in_asm = any(report.uses_asm for report in profile.reports)
    copies = _build_warning(_COPIES) if in_asm and not copies_known else None
    no_redo, top = _find_missing_redo(profile), None
    if any(_lists_top_waits_only(report) for report in profile.reports):
        top = _build_warning(_TOP_ONLY)
    minutes = (profile.elapsed_s or 0.0) / SECONDS_PER_MINUTE
    peak = Problem(Severity.INFO, message(_PEAK, minutes=minutes)) if minutes else None
    found = (cached, part, no_redo, copies, _find_other_work(profile), top, peak)
    return replace(
        profile,
        problems=tuple(problem for problem in found if problem is not None),
        reads_are_bound=cached is not None,
        writes_are_bound=any(each is not None for each in (part, no_redo, copies)),
        is_partial=part is not None,
    )


def _lists_top_waits_only(report: DatabaseReport) -> bool:
    is_whole = report.section_figures(Section.FOREGROUND, WAITS) or report.section_figures(
        Section.ALL_EVENTS, WAITS
    )
    return not is_whole and bool(report.section_figures(Section.TOP, WAITS))


def _find_cached_reads(profile: DatabaseProfile) -> Problem | None:
    mean = profile.read_wait_s
    if mean is None or not mean.value or mean.value >= CACHED_BELOW_S:
        return None
    return _build_warning(_CACHED, mean.sources[0][1].line, us=mean.value / MICROSECOND)


def _find_missing_redo(profile: DatabaseProfile) -> Problem | None:
    is_pdb = any(report.form is Form.PDB for report in profile.reports)
    has_redo = profile.redo_writes is not None and profile.redo_writes.value > 0
    return _build_warning(_NO_REDO) if is_pdb or not has_redo else None


def _find_other_work(profile: DatabaseProfile) -> Problem | None:
    """Name backups and the like where they are a part of the I/O."""
    other: dict[str, float] = {}
    total = 0.0
    for report in profile.reports:
        rates: dict[str, float] = {}
        for kind in ("reads", "writes"):
            for name, figure in report.section_figures(Section.FUNCTION, kind).items():
                rates[name] = rates.get(name, 0.0) + figure.value
        total += rates.pop("TOTAL:", None) or sum(rates.values())
        for name in _OTHER_WORK:
            if rates.get(name):
                other[name] = other.get(name, 0.0) + rates[name]
    if not total or sum(other.values()) < _LEAST_SHARE * total:
        return None
    share = sum(other.values()) / total
    return _build_warning(_OTHER, share=share, functions=", ".join(sorted(other)))


def instances_of_one_interval(
    reports: Sequence[DatabaseReport],
) -> list[tuple[DatabaseReport, ...]]:
    """Group reports of instances of a cluster over the same snapshots; others stay alone."""
    groups: list[list[DatabaseReport]] = []
    for report in reports:
        group = next(
            (g for g in groups if all(_is_same_interval(report, other) for other in g)), None
        )
        if group is None:
            groups.append([report])
        else:
            group.append(report)
    return [tuple(group) for group in groups]


def _is_same_interval(one: DatabaseReport, other: DatabaseReport) -> bool:
    start, other_start = _parse_time(one.started_at), _parse_time(other.started_at)
    if start is None or other_start is None or one.instance == other.instance:
        return False
    are_instances = one.form is other.form is Form.RAC_INSTANCE
    is_same = (one.snapshots, one.release) == (other.snapshots, other.release)
    return are_instances and is_same and abs(start - other_start) <= _SAME_START


def snapshot_profile(report: DatabaseReport) -> DatabaseProfile | None:
    """Compute the profile of a transaction in the busiest of many snapshots (AWR-Miner).

    None where it does not tell commits. Rollbacks are not printed, so a transaction is a commit.
    """
    totals = _Totals((report,))

    def rate_of(*names: str) -> Traced | None:
        return totals.sum_statistics(*names, of=Section.METRICS, statistic=BUSIEST)

    commits, (reads, writes) = rate_of("user commits"), map(rate_of, _REQUESTS)
    if commits is None or not commits.value or (reads is None and writes is None):
        return None
    iops, moved = rate_of(*_REQUESTS), rate_of(*_MOVED)
    per = _Division(commits)
    return DatabaseProfile(
        (report,),
        commits,
        reads=per(reads),
        writes=per(writes),
        rate_tps=commits.value,
        iops=None if iops is None else iops.value,
        bytes_per_s=None if moved is None else moved.value,
    )


def busiest_profile(profiles: Iterable[DatabaseProfile]) -> DatabaseProfile | None:
    """Return the profile with most I/O per second; None where none states it."""
    known = [profile for profile in profiles if profile.iops is not None]
    return max(known, key=lambda profile: profile.iops or 0.0, default=None)


@dataclass(frozen=True, slots=True)
class RunMatch:
    """How far a load run and a report cover the same time."""

    covers: float
    """Share of the report's interval."""
    ratio: float | None
    """Transactions that the run completed, for each that the report counts."""
    is_usable: bool
    """The run covers so much that the ratio may be used."""
    problem: Problem | None = None


_COVERS_LITTLE = (
    "The load run covers {share:.0%} of the report's interval ({completed:.0f} of {counted:.0f}"
    " transactions): reads and writes per transaction are upper bounds."
)
_ELSEWHERE = (
    "The report and the load run are {minutes:.0f} minutes apart; the profile is per"
    " transaction that the report counts, not of the run."
)


def match_run(
    profile: DatabaseProfile, started_at: str | None, duration_s: float | None, completed: float
) -> RunMatch | None:
    """Compare a load run with a report; None where one of them does not state its time.

    Both times are taken as written, ISO 8601, since a report tells no zone.
    """
    begin, start = _parse_time(profile.reports[0].started_at), _parse_time(started_at)
    if begin is None or start is None or not profile.elapsed_s or not duration_s:
        return None
    end, stop = (
        _add_seconds_clamped(begin, profile.elapsed_s),
        _add_seconds_clamped(start, duration_s),
    )
    shared = (min(end, stop) - max(begin, start)).total_seconds()
    if shared <= 0:
        problem = _build_warning(_ELSEWHERE, minutes=-shared / SECONDS_PER_MINUTE)
        return RunMatch(0.0, None, is_usable=False, problem=problem)
    covers, counted = shared / profile.elapsed_s, profile.transactions.value
    is_usable = covers >= LEAST_COVER
    little = _build_warning(_COVERS_LITTLE, share=covers, completed=completed, counted=counted)
    return RunMatch(covers, completed / counted, is_usable, None if is_usable else little)


def _add_seconds_clamped(moment: datetime, seconds: float) -> datetime:
    """Return a moment so many seconds later; the last there is where that is beyond it."""
    try:
        return moment + timedelta(seconds=seconds)
    except OverflowError:
        return datetime.max  # noqa: DTZ901 - as written, too


def _parse_time(text: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(text or "").replace(tzinfo=None)
    except ValueError:
        return None


def value_bounds(profile: DatabaseProfile) -> dict[str, ValueBound]:
    """Return the values of a workload profile that a report bounds only (MODEL E3)."""
    result: dict[str, ValueBound] = {}
    if profile.is_partial:
        result |= dict.fromkeys(("reads", "transactions_per_s"), ValueBound.AT_LEAST)
    if profile.reads_are_bound:
        waited = ("reads", "sync_reads", "sync_reads_high")
        result |= dict.fromkeys(waited, ValueBound.AT_MOST)
    if profile.writes_are_bound:
        result["writes"] = ValueBound.AT_LEAST
    return result


def workload_values(profile: DatabaseProfile) -> tuple[dict[str, float], dict[str, int]]:
    """Return what a workload profile takes from a report, and the lines of its first statistics.

    Values that the report lacks are left out. Bytes of large requests are those of both ways.
    """
    read, written = profile.large_read_bytes, profile.large_write_bytes
    large_bytes = None if read is None or written is None else _add_traced(read, written)
    taken = {
        "reads": profile.reads,
        "writes": profile.writes,
        "block_bytes": profile.block_bytes,
        "large_bytes": large_bytes,
        "sync_reads": profile.waits_low,
        "sync_reads_high": profile.waits_high,
        "log_writes": profile.commit_waits,
        "cpu_s": profile.cpu_s,
        "rest_s": profile.rest_s,
    }
    values = {name: traced.value for name, traced in taken.items() if traced is not None}
    lines = {
        name: traced.sources[0][1].line
        for name, traced in taken.items()
        if traced is not None and traced.sources
    }
    if (
        any(_lists_top_waits_only(report) for report in profile.reports)
        and profile.reads is not None
    ):
        # Waits that are not listed may be for any of the reads (q is V_r where nobody says).
        values["sync_reads_high"] = max(values.get("sync_reads_high", 0.0), profile.reads.value)
    if profile.rate_tps:
        values["transactions_per_s"] = profile.rate_tps
        counted = profile.transactions.sources
        lines["transactions_per_s"] = counted[0][1].line if counted else None
    return values, {name: line for name, line in lines.items() if line is not None}

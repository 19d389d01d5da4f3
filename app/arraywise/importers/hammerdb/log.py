"""HammerDB's log to runs: who ran when with which settings, and what came out."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import Load, Metric, Origin
from arraywise.domain.units import SECONDS_PER_DAY, SECONDS_PER_MINUTE
from arraywise.importers.hammerdb.tables import (
    DATE,
    NUMBER,
    TIMING_NAME,
    TPM_NOTE,
    Counter,
    Queries,
    TimeProfileReport,
    UserProfile,
    name_of,
    read_moment,
)
from arraywise.importers.kit.readings import (
    PrintedNumber,
    ReadingDraft,
    RunDraft,
    add_derived_measurement,
    as_short_line,
    parse_matched_number,
    parse_number,
)
from arraywise.importers.kit.text import LinePatterns, number_nonblank_lines

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

SETTINGS: Final = (
    ("count_ware", "warehouses"),
    ("allwarehouse", "all_warehouses"),
    ("keyandthink", "key_and_think_time"),
    ("timeprofile", "time_profile"),
    ("driver", "driver"),
    ("scale_fact", "scale_factor"),
    ("degree_of_parallel", "degree_of_parallel"),
    ("maxdop", "degree_of_parallel"),
    ("storage_engine", "storage_engine"),
    ("storedprocs", "stored_procedures"),
    ("partition", "partitioned"),
    ("async_scale", "asynchronous_scaling"),
)
"""Ends of the names of settings, and the attributes they become; no user, no password."""

_SHORTEST = 9
"""No line that tells anything has fewer characters."""
_NEW_ORDER_SHARE = 10 / 23
"""HammerDB's drivers draw 1 to 23 for each transaction and make up to 10 a new order."""
_LEAST_KEYING_S = 216 / 23
"""Mean keying time: 18 s before a new order, 3 before a payment, 2 before the rest."""

_LINES: Final[LinePatterns[Callable[[CourseReader, re.Match[str], int], None]]] = LinePatterns()


@dataclass(slots=True)
class HammerdbRunDraft:
    """The test that is being read."""

    draft: RunDraft
    running: set[int] = field(default_factory=set)
    failed: dict[int, int] = field(default_factory=dict)
    """Virtual users that failed, with the line that states it."""
    active: int | None = None
    ramp_up_s: float = 0.0
    queries: Queries = field(default_factory=Queries)
    profile: UserProfile | None = None
    builds: bool = False
    has_result: bool = False
    new_orders: PrintedNumber | None = None
    """A second."""


class CourseReader:
    """Reads line by line; what several virtual users print may be interleaved."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.log = ReadingDraft()
        self.settings: dict[str, str] = {}
        self.created: int | None = None
        self.log_began: str | None = None
        self.run: HammerdbRunDraft | None = None
        self.counter: Counter | None = None
        self.report: TimeProfileReport | None = None
        self.builds_at: int | None = None

    def read(self, lines: list[str]) -> ReadingDraft:
        """Read all lines of a file."""
        for line_number, line in number_nonblank_lines(lines):
            if len(line) < _SHORTEST:
                continue
            if found := _LINES.find(line):
                act, match = found
                act(self, match, line_number)
            elif '"' in line:
                self._parse_timing(line_number, line)
        self.close()
        if self.builds_at is not None:
            tell = self.log.info if self.log.drafts else self.log.error
            tell("HammerDB builds its schema here, which is not a result.", self.builds_at)
        return self.log

    def _parse_timing(self, line_number: int, line: str) -> None:
        """Parse a line of a time profile that the command `jobs` printed."""
        named = TIMING_NAME.search(line)
        if named and (self.report is None or name_of(named["name"]) in self.report.found):
            self.close()
            self.report = TimeProfileReport(line_number)
        if self.report is not None:
            self.report.parse_timing(line, line_number)

    def keep(self, name: str, value: str) -> None:
        """Keep a setting for the tests that follow."""
        shown = as_short_line(value)
        if shown:
            self.settings[name] = shown

    def begin(self, line_number: int) -> HammerdbRunDraft:
        """Return the test that is being read; one begins where none is."""
        if self.run is None:
            self.run = HammerdbRunDraft(RunDraft(line=line_number))
        return self.run

    def close(self) -> None:
        """End whatever is being read."""
        if self.counter:
            draft = self.counter.finished()
            if draft:
                self._add(draft, "transaction counter")
        if self.report:
            self._add(self.report.finished(), "time profile")
        self.counter = self.report = None
        run, self.run = self.run, None
        if run is None:
            return
        if run.builds and not run.has_result and not run.queries.times:
            self.builds_at = self.builds_at or run.draft.line
            return
        run.draft.attributes = self.settings | run.draft.attributes
        if self.settings.get("key_and_think_time") == "false":
            run.draft.add_attributes(think_time_s="0")
        _finish(run, self.created)
        began = read_moment(self.log_began) if self.log_began else None
        if began and run.draft.complete:  # with the ramp-up, after which the test is timed
            run.draft.started_at = (began + timedelta(seconds=run.ramp_up_s)).isoformat()
        self.log_began = None
        self._add(run.draft, "TPROC-H" if run.queries.users else "TPROC-C")

    def _add(self, draft: RunDraft, run_type: str) -> None:
        self.log.run_type = self.log.run_type or run_type
        self.log.add_run(draft)


def _finish(run: HammerdbRunDraft, created: int | None) -> None:
    draft = run.draft
    draft.add_attributes(warm_up_s=f"{run.ramp_up_s:g}" if run.ramp_up_s else None)
    if run.profile:
        run.profile.measure(draft)
    if run.queries.users:
        run.queries.measure(draft)
        draft.complete = run.queries.is_complete
        if not draft.complete:
            draft.warn("A query set is not complete: the test was stopped early.", draft.line)
    else:
        users = run.active or created or (len(run.running) - 1 if len(run.running) > 1 else None)
        draft.load = Load(users=users)
        draft.complete = run.has_result
        _measure_all(run, users)
        if not run.has_result:
            draft.warn(
                "No line `TEST RESULT`: test stopped early, or not a timed driver script.",
                draft.line,
            )
    _report_failures(run)


def _measure_all(run: HammerdbRunDraft, users: int | None) -> None:
    """Add the rate of all transactions and, where each user waits for it, their mean time."""
    draft, new_orders = run.draft, run.new_orders
    if new_orders is None:
        return
    rate = new_orders.times(1 / _NEW_ORDER_SHARE)
    draft.add_measurement(Metric.TRANSACTION_RATE, "mean", rate, None, Origin.DERIVED)
    draft.info(
        "Rate of all transactions: NOPM times 2.3, since HammerDB makes 10 of 23 a new order.",
        rate.line,
    )
    pauses = ("key_and_think_time", "asynchronous_scaling")
    time_s = (users or 0) / rate.value
    if not 0 < time_s < _LEAST_KEYING_S or any(
        draft.attributes.get(name) == "true" for name in pauses
    ):
        return
    draft.add_attributes(think_time_s="0")
    add_derived_measurement(draft, Metric.RESPONSE_TIME, "mean", time_s, rate.line)
    draft.info(
        "Mean response time: virtual users over that rate, as they run without pause.", rate.line
    )


def _report_failures(run: HammerdbRunDraft) -> None:
    if run.failed:
        run.draft.complete = False
        run.draft.warn(
            "Failed virtual users: {count}; the load was lower than requested.",
            next(iter(run.failed.values())),
            count=len(run.failed),
        )


_USER: Final = r"Vuser (?P<user>\d{1,9}):"
_TIMED: Final = rf"{_USER}\|(?P<name>neword|payment|delivery|ostat|slev) *"


@_LINES.on(rf"Hammerdb Transaction Counter Log @ {DATE}")
def _counter_header(reader: CourseReader, _: re.Match[str], line: int) -> None:
    reader.close()
    reader.counter = Counter(line)


@_LINES.on(rf"(?P<n>\d{{1,15}}) (?P<database>\w[\w ]{{1,30}}?) tpm @ {DATE}")
def _counter_row(reader: CourseReader, match: re.Match[str], line: int) -> None:
    reader.counter = reader.counter or Counter(line)
    reader.counter.take(match, line)


@_LINES.on(rf"(?:(?P<database>\w[\w ]{{1,30}}?) )?Hammerdb Time Profile Report @ {DATE}")
def _profile_header(reader: CourseReader, match: re.Match[str], line: int) -> None:
    reader.close()
    reader.report = TimeProfileReport(line, match)


def _report(reader: CourseReader, line: int) -> TimeProfileReport:
    reader.report = reader.report or TimeProfileReport(line)
    return reader.report


@_LINES.on(
    r">>>>> SUMMARY OF (?P<n>\d{1,9}) ACTIVE VIRTUAL USERS"
    rf" : MEDIAN ELAPSED TIME : (?P<elapsed>{NUMBER})ms"
)
def _report_summary(reader: CourseReader, match: re.Match[str], line: int) -> None:
    report = _report(reader, line)
    report.in_summary, report.users = True, int(match["n"])
    report.elapsed = parse_matched_number(match, "elapsed", line)


@_LINES.on(r">>>>> VIRTUAL USER \d{1,9} :")
def _report_user(reader: CourseReader, _: re.Match[str], line: int) -> None:
    _report(reader, line).in_summary = False


@_LINES.on(r">>>>> (?:PROC: (?P<name>\w{1,40}))?")
def _report_name(reader: CourseReader, match: re.Match[str], line: int) -> None:
    report = _report(reader, line)
    report.name = name_of(match["name"]) if match["name"] else report.name


@_LINES.on(
    rf"CALLS: (?P<calls>\d{{1,15}})\s*MIN: (?P<min>{NUMBER})ms\s*AVG: (?P<mean>{NUMBER})ms"
    rf"\s*MAX: (?P<max>{NUMBER})ms\s*TOTAL: (?P<total>{NUMBER})ms",
    rf"P99: (?P<p99>{NUMBER})ms\s*P95: (?P<p95>{NUMBER})ms\s*P50: (?P<p50>{NUMBER})ms"
    rf"\s*SD: (?P<stddev>{NUMBER})",
)
def _report_figures(reader: CourseReader, match: re.Match[str], line: int) -> None:
    if reader.report and reader.report.in_summary:
        for statistic in match.groupdict():
            reader.report.save(statistic, parse_matched_number(match, statistic, line))


def _profile(reader: CourseReader, line: int) -> UserProfile:
    run = reader.begin(line)
    run.profile = run.profile or UserProfile(line)
    return run.profile


@_LINES.on(
    rf"{_TIMED}\|MIN-(?P<min>{NUMBER})\|P50%-{NUMBER}\|P95%-(?P<p95>{NUMBER})\|P99%-{NUMBER}"
    rf"\|MAX-(?P<max>{NUMBER})\|"
)
def _interval_row(reader: CourseReader, match: re.Match[str], line: int) -> None:
    _profile(reader, line).parse_interval(match, line)


@_LINES.on(
    rf"{_TIMED}\| *\d{{1,20}}\| *{NUMBER}%\| *(?P<calls>\d{{1,15}})\| *(?P<mean>{NUMBER})"
    r"\| *\d{1,20}\|"
)
def _calls_row(reader: CourseReader, match: re.Match[str], line: int) -> None:
    _profile(reader, line).parse_calls(match, line)


@_LINES.on(rf"{_USER}\|PERCENTILES \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d to ")
def _interval(reader: CourseReader, _: re.Match[str], line: int) -> None:
    _profile(reader, line)


@_LINES.on(rf"{_USER}query (?P<query>\d{{1,4}}) completed in (?P<n>{NUMBER}) sec")
def _query(reader: CourseReader, match: re.Match[str], line: int) -> None:
    if result := parse_matched_number(match, "n", line):
        entry = (int(match["user"]), int(match["query"]), result)
        reader.begin(line).queries.times.append(entry)


@_LINES.on(rf"{_USER}Completed \d{{1,6}} query set\(s\) in (?P<n>{NUMBER}) sec")
def _query_set(reader: CourseReader, match: re.Match[str], line: int) -> None:
    if result := parse_matched_number(match, "n", line):
        reader.begin(line).queries.sets[int(match["user"])] = result


@_LINES.on(
    rf"{_USER}Geometric mean of query times returning rows \(\d{{1,6}}\) is \"?(?P<n>{NUMBER})"
)
def _geometric(reader: CourseReader, match: re.Match[str], line: int) -> None:
    if result := parse_matched_number(match, "n", line):
        reader.begin(line).queries.geometric[int(match["user"])] = result


@_LINES.on(rf"{_USER}RUNNING")
def _running(reader: CourseReader, match: re.Match[str], line: int) -> None:
    reader.begin(line).running.add(int(match["user"]))


@_LINES.on(rf"{_USER}Beginning rampup time of (?P<n>{NUMBER}) min")
def _ramp_up(reader: CourseReader, match: re.Match[str], line: int) -> None:
    seconds = (parse_number(match["n"]) or 0.0) * SECONDS_PER_MINUTE
    reader.begin(line).ramp_up_s = seconds if seconds <= SECONDS_PER_DAY else 0.0


@_LINES.on(rf"{_USER}Timing test period of (?P<n>{NUMBER}) in min")
def _period(reader: CourseReader, match: re.Match[str], line: int) -> None:
    minutes = parse_number(match["n"])
    reader.begin(line).draft.duration_s = minutes and minutes * SECONDS_PER_MINUTE


@_LINES.on(
    rf"{_USER}FINISHED (?!SUCCESS\b)\w",
    r"(?:Vuser \d{1,9}:)?Error in Virtual User (?P<user>\d{1,9})\b",
)
def _failed(reader: CourseReader, match: re.Match[str], line: int) -> None:
    if reader.run:
        reader.run.failed.setdefault(int(match["user"]), line)


@_LINES.on(r"Vuser \d{1,9}:(?:CREATING|Creating) \w{1,40} (?:SCHEMA|schema)")
def _building(reader: CourseReader, _: re.Match[str], line: int) -> None:
    reader.begin(line).builds = True


@_LINES.on(r"(?P<n>\d{1,9}) Virtual Users Created(?P<monitor> with Monitor VU)?")
def _created(reader: CourseReader, match: re.Match[str], _: int) -> None:
    reader.close()
    reader.created = max(0, int(match["n"]) - bool(match["monitor"])) or None


@_LINES.on(r"(?:ALL VIRTUAL USERS COMPLETE|vudestroy success|(?:TEST|RUN) SEQUENCE COMPLETE)")
def _end(reader: CourseReader, *_: object) -> None:
    reader.close()


@_LINES.on(rf"Hammerdb Log @ {DATE}")
def _log_header(reader: CourseReader, match: re.Match[str], _: int) -> None:
    reader.close()
    reader.log_began = match["date"]


@_LINES.on(r"HammerDB (?:CLI|Web Service|GUI)? ?v(?P<version>[\d.]+)")
def _version(reader: CourseReader, match: re.Match[str], _: int) -> None:
    reader.log.version = reader.log.version or match["version"].strip(".")


@_LINES.on(r"Database set to (?P<database>\S.{0,40})")
def _database(reader: CourseReader, match: re.Match[str], _: int) -> None:
    reader.keep("database", match["database"])


@_LINES.on(r"Benchmark set to (?P<benchmark>TP\S{1,10}) for (?P<database>\S.{0,40})")
def _benchmark(reader: CourseReader, match: re.Match[str], line: int) -> None:
    _database(reader, match, line)
    reader.keep("benchmark", match["benchmark"].replace("TPC-", "TPROC-"))


@_LINES.on(
    r"Changed \w{1,40}:(?P<key>\w{1,60}) from \S{0,500} to (?P<value>\S{1,500}) for ",
    r"Value (?P<value>\S{1,500}) for \w{1,40}:(?P<key>\w{1,60}) is the same ",
)
def _setting(reader: CourseReader, match: re.Match[str], _: int) -> None:
    """Keep settings that tell about the load; names of users, hosts and passwords are not."""
    for end, attribute in SETTINGS:
        if match["key"].endswith(end):
            value = match["value"]
            reader.keep(attribute, value.lower() if value.lower() in ("true", "false") else value)


@_LINES.on(
    r".*?TEST RESULT : System achieved (?P<nopm>\d{1,15}) (?:\w[\w ]{0,30}? )?NOPM from"
    r" (?P<tpm>\d{1,15}) (?P<database>\w[\w ]{0,30}?) TPM",
    r".*?TEST RESULT : System achieved (?P<tpm>\d{1,15}) (?P<database>\w[\w ]{0,30}?) TPM"
    r" at (?P<nopm>\d{1,15}) NOPM",
)
def _result(reader: CourseReader, match: re.Match[str], line: int) -> None:
    if reader.run and reader.run.has_result:
        reader.close()
    run = reader.begin(line)
    run.has_result = True
    counts = {group: int(match[group]) for group in ("nopm", "tpm")}
    for group, count in counts.items():
        result = parse_matched_number(match, group, line)
        if result and (count or not any(counts.values())):
            rate = result.times(1 / SECONDS_PER_MINUTE)
            run.draft.add_measurement(Metric.TRANSACTION_RATE, "mean", rate, group.upper())
            if group == "nopm" and count:
                run.new_orders = rate
    _report_zeros(run.draft, counts, line)
    run.draft.add_attributes(database=match["database"])
    run.draft.info(TPM_NOTE, line, database=match["database"])


def _report_zeros(draft: RunDraft, counts: dict[str, int], line: int) -> None:
    if not any(counts.values()):
        draft.warn(
            "HammerDB counted no transactions: virtual users failed or waited. Check their"
            " errors.",
            line,
        )
    elif not all(counts.values()):
        draft.warn(
            "{name} is 0 although transactions were counted: HammerDB could not read it; left"
            " out.",
            line,
            name=next(group.upper() for group, count in counts.items() if not count),
        )


@_LINES.on(r".*?(?P<n>\d{1,9}) (?:Active )?Virtual Users configured")
def _active(reader: CourseReader, match: re.Match[str], line: int) -> None:
    if reader.run and reader.run.has_result:
        reader.close()
    reader.begin(line).active = int(match["n"])

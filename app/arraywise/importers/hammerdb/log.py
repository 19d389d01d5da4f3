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
    QueryTimes,
    TimeProfileReport,
    TransactionCounter,
    UserProfile,
    parse_log_moment,
    transaction_name,
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

_LINES: Final[LinePatterns[Callable[[HammerdbLogReader, re.Match[str], int], None]]] = (
    LinePatterns()
)


@dataclass(slots=True)
class HammerdbRunDraft:
    """The test that is being read."""

    draft: RunDraft
    running_users: set[int] = field(default_factory=set)
    failed_users: dict[int, int] = field(default_factory=dict)
    """Virtual users that failed, with the line that states it."""
    active_users: int | None = None
    ramp_up_s: float = 0.0
    queries: QueryTimes = field(default_factory=QueryTimes)
    profile: UserProfile | None = None
    builds_schema: bool = False
    has_result: bool = False
    new_orders: PrintedNumber | None = None
    """A second."""


class HammerdbLogReader:
    """Reads line by line; what several virtual users print may be interleaved."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.reading = ReadingDraft()
        self.settings: dict[str, str] = {}
        self.users_created: int | None = None
        self.log_start_text: str | None = None
        self.run: HammerdbRunDraft | None = None
        self.counter: TransactionCounter | None = None
        self.report: TimeProfileReport | None = None
        self.schema_build_line: int | None = None

    def read_lines(self, lines: list[str]) -> ReadingDraft:
        """Read all lines of a file."""
        for line_number, line in number_nonblank_lines(lines):
            if len(line) < _SHORTEST:
                continue
            if found := _LINES.find(line):
                act, match = found
                act(self, match, line_number)
            elif '"' in line:
                self._read_timing_line(line_number, line)
        self.finish_current()
        if self.schema_build_line is not None:
            tell = self.reading.info if self.reading.drafts else self.reading.error
            tell("HammerDB builds its schema here, which is not a result.", self.schema_build_line)
        return self.reading

    def _read_timing_line(self, line_number: int, line: str) -> None:
        """Parse a line of a time profile that the command `jobs` printed."""
        named = TIMING_NAME.search(line)
        if named and (
            self.report is None or transaction_name(named["name"]) in self.report.figures
        ):
            self.finish_current()
            self.report = TimeProfileReport(line_number)
        if self.report is not None:
            self.report.read_timing_line(line, line_number)

    def store_setting(self, name: str, value: str) -> None:
        """Keep a setting for the tests that follow."""
        shown = as_short_line(value)
        if shown:
            self.settings[name] = shown

    def current_or_new_run(self, line_number: int) -> HammerdbRunDraft:
        """Return the test that is being read; one begins where none is."""
        if self.run is None:
            self.run = HammerdbRunDraft(RunDraft(line=line_number))
        return self.run

    def finish_current(self) -> None:
        """End whatever is being read."""
        if self.counter:
            draft = self.counter.build_run_draft()
            if draft:
                self._add_run(draft, "transaction counter")
        if self.report:
            self._add_run(self.report.build_run_draft(), "time profile")
        self.counter = self.report = None
        run, self.run = self.run, None
        if run is None:
            return
        if run.builds_schema and not run.has_result and not run.queries.times:
            self.schema_build_line = self.schema_build_line or run.draft.line
            return
        run.draft.attributes = self.settings | run.draft.attributes
        if self.settings.get("key_and_think_time") == "false":
            run.draft.add_attributes(think_time_s="0")
        _finish_run(run, self.users_created)
        began = parse_log_moment(self.log_start_text) if self.log_start_text else None
        if began and run.draft.complete:  # with the ramp-up, after which the test is timed
            run.draft.started_at = (began + timedelta(seconds=run.ramp_up_s)).isoformat()
        self.log_start_text = None
        self._add_run(run.draft, "TPROC-H" if run.queries.users else "TPROC-C")

    def _add_run(self, draft: RunDraft, run_type: str) -> None:
        self.reading.run_type = self.reading.run_type or run_type
        self.reading.add_run(draft)


def _finish_run(run: HammerdbRunDraft, users_created: int | None) -> None:
    draft = run.draft
    draft.add_attributes(warm_up_s=f"{run.ramp_up_s:g}" if run.ramp_up_s else None)
    if run.profile:
        run.profile.add_to_run(draft)
    if run.queries.users:
        run.queries.add_to_run(draft)
        draft.complete = run.queries.is_complete
        if not draft.complete:
            draft.warn("A query set is not complete: the test was stopped early.", draft.line)
    else:
        users = (
            run.active_users
            or users_created
            or (len(run.running_users) - 1 if len(run.running_users) > 1 else None)
        )
        draft.load = Load(users=users)
        draft.complete = run.has_result
        _add_overall_rate_and_time(run, users)
        if not run.has_result:
            draft.warn(
                "No line `TEST RESULT`: test stopped early, or not a timed driver script.",
                draft.line,
            )
    _warn_of_failed_users(run)


def _add_overall_rate_and_time(run: HammerdbRunDraft, users: int | None) -> None:
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


def _warn_of_failed_users(run: HammerdbRunDraft) -> None:
    if run.failed_users:
        run.draft.complete = False
        run.draft.warn(
            "Failed virtual users: {count}; the load was lower than requested.",
            next(iter(run.failed_users.values())),
            count=len(run.failed_users),
        )


_USER: Final = r"Vuser (?P<user>\d{1,9}):"
_TIMED: Final = rf"{_USER}\|(?P<name>neword|payment|delivery|ostat|slev) *"


@_LINES.on(rf"Hammerdb Transaction Counter Log @ {DATE}")
def _read_counter_header(reader: HammerdbLogReader, _: re.Match[str], line: int) -> None:
    reader.finish_current()
    reader.counter = TransactionCounter(line)


@_LINES.on(rf"(?P<n>\d{{1,15}}) (?P<database>\w[\w ]{{1,30}}?) tpm @ {DATE}")
def _read_counter_row(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    reader.counter = reader.counter or TransactionCounter(line)
    reader.counter.add_sample(match, line)


@_LINES.on(rf"(?:(?P<database>\w[\w ]{{1,30}}?) )?Hammerdb Time Profile Report @ {DATE}")
def _read_profile_header(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    reader.finish_current()
    reader.report = TimeProfileReport(line, match)


def _current_or_new_report(reader: HammerdbLogReader, line: int) -> TimeProfileReport:
    reader.report = reader.report or TimeProfileReport(line)
    return reader.report


@_LINES.on(
    r">>>>> SUMMARY OF (?P<n>\d{1,9}) ACTIVE VIRTUAL USERS"
    rf" : MEDIAN ELAPSED TIME : (?P<elapsed>{NUMBER})ms"
)
def _read_report_summary(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    report = _current_or_new_report(reader, line)
    report.in_summary, report.users = True, int(match["n"])
    report.elapsed = parse_matched_number(match, "elapsed", line)


@_LINES.on(r">>>>> VIRTUAL USER \d{1,9} :")
def _read_report_user(reader: HammerdbLogReader, _: re.Match[str], line: int) -> None:
    _current_or_new_report(reader, line).in_summary = False


@_LINES.on(r">>>>> (?:PROC: (?P<name>\w{1,40}))?")
def _read_report_name(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    report = _current_or_new_report(reader, line)
    report.name = transaction_name(match["name"]) if match["name"] else report.name


@_LINES.on(
    rf"CALLS: (?P<calls>\d{{1,15}})\s*MIN: (?P<min>{NUMBER})ms\s*AVG: (?P<mean>{NUMBER})ms"
    rf"\s*MAX: (?P<max>{NUMBER})ms\s*TOTAL: (?P<total>{NUMBER})ms",
    rf"P99: (?P<p99>{NUMBER})ms\s*P95: (?P<p95>{NUMBER})ms\s*P50: (?P<p50>{NUMBER})ms"
    rf"\s*SD: (?P<stddev>{NUMBER})",
)
def _read_report_figures(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    if reader.report and reader.report.in_summary:
        for statistic in match.groupdict():
            reader.report.add_figure(statistic, parse_matched_number(match, statistic, line))


def _current_or_new_profile(reader: HammerdbLogReader, line: int) -> UserProfile:
    run = reader.current_or_new_run(line)
    run.profile = run.profile or UserProfile(line)
    return run.profile


@_LINES.on(
    rf"{_TIMED}\|MIN-(?P<min>{NUMBER})\|P50%-{NUMBER}\|P95%-(?P<p95>{NUMBER})\|P99%-{NUMBER}"
    rf"\|MAX-(?P<max>{NUMBER})\|"
)
def _read_interval_row(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    _current_or_new_profile(reader, line).add_interval(match, line)


@_LINES.on(
    rf"{_TIMED}\| *\d{{1,20}}\| *{NUMBER}%\| *(?P<calls>\d{{1,15}})\| *(?P<mean>{NUMBER})"
    r"\| *\d{1,20}\|"
)
def _read_calls_row(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    _current_or_new_profile(reader, line).add_mean(match, line)


@_LINES.on(rf"{_USER}\|PERCENTILES \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d to ")
def _read_interval_header(reader: HammerdbLogReader, _: re.Match[str], line: int) -> None:
    _current_or_new_profile(reader, line)


@_LINES.on(rf"{_USER}query (?P<query>\d{{1,4}}) completed in (?P<n>{NUMBER}) sec")
def _read_query_time(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    if result := parse_matched_number(match, "n", line):
        entry = (int(match["user"]), int(match["query"]), result)
        reader.current_or_new_run(line).queries.times.append(entry)


@_LINES.on(rf"{_USER}Completed \d{{1,6}} query set\(s\) in (?P<n>{NUMBER}) sec")
def _read_query_set_time(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    if result := parse_matched_number(match, "n", line):
        reader.current_or_new_run(line).queries.query_set_times[int(match["user"])] = result


@_LINES.on(
    rf"{_USER}Geometric mean of query times returning rows \(\d{{1,6}}\) is \"?(?P<n>{NUMBER})"
)
def _read_geometric_mean(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    if result := parse_matched_number(match, "n", line):
        reader.current_or_new_run(line).queries.geometric_means[int(match["user"])] = result


@_LINES.on(rf"{_USER}RUNNING")
def _read_running_user(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    reader.current_or_new_run(line).running_users.add(int(match["user"]))


@_LINES.on(rf"{_USER}Beginning rampup time of (?P<n>{NUMBER}) min")
def _read_ramp_up(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    seconds = (parse_number(match["n"]) or 0.0) * SECONDS_PER_MINUTE
    reader.current_or_new_run(line).ramp_up_s = seconds if seconds <= SECONDS_PER_DAY else 0.0


@_LINES.on(rf"{_USER}Timing test period of (?P<n>{NUMBER}) in min")
def _read_test_period(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    minutes = parse_number(match["n"])
    reader.current_or_new_run(line).draft.duration_s = minutes and minutes * SECONDS_PER_MINUTE


@_LINES.on(
    rf"{_USER}FINISHED (?!SUCCESS\b)\w",
    r"(?:Vuser \d{1,9}:)?Error in Virtual User (?P<user>\d{1,9})\b",
)
def _read_failed_user(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    if reader.run:
        reader.run.failed_users.setdefault(int(match["user"]), line)


@_LINES.on(r"Vuser \d{1,9}:(?:CREATING|Creating) \w{1,40} (?:SCHEMA|schema)")
def _read_schema_build(reader: HammerdbLogReader, _: re.Match[str], line: int) -> None:
    reader.current_or_new_run(line).builds_schema = True


@_LINES.on(r"(?P<n>\d{1,9}) Virtual Users Created(?P<monitor> with Monitor VU)?")
def _read_users_created(reader: HammerdbLogReader, match: re.Match[str], _: int) -> None:
    reader.finish_current()
    reader.users_created = max(0, int(match["n"]) - bool(match["monitor"])) or None


@_LINES.on(r"(?:ALL VIRTUAL USERS COMPLETE|vudestroy success|(?:TEST|RUN) SEQUENCE COMPLETE)")
def _read_end(reader: HammerdbLogReader, *_: object) -> None:
    reader.finish_current()


@_LINES.on(rf"Hammerdb Log @ {DATE}")
def _read_log_header(reader: HammerdbLogReader, match: re.Match[str], _: int) -> None:
    reader.finish_current()
    reader.log_start_text = match["date"]


@_LINES.on(r"HammerDB (?:CLI|Web Service|GUI)? ?v(?P<version>[\d.]+)")
def _read_version(reader: HammerdbLogReader, match: re.Match[str], _: int) -> None:
    reader.reading.version = reader.reading.version or match["version"].strip(".")


@_LINES.on(r"Database set to (?P<database>\S.{0,40})")
def _read_database(reader: HammerdbLogReader, match: re.Match[str], _: int) -> None:
    reader.store_setting("database", match["database"])


@_LINES.on(r"Benchmark set to (?P<benchmark>TP\S{1,10}) for (?P<database>\S.{0,40})")
def _read_benchmark(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    _read_database(reader, match, line)
    reader.store_setting("benchmark", match["benchmark"].replace("TPC-", "TPROC-"))


@_LINES.on(
    r"Changed \w{1,40}:(?P<key>\w{1,60}) from \S{0,500} to (?P<value>\S{1,500}) for ",
    r"Value (?P<value>\S{1,500}) for \w{1,40}:(?P<key>\w{1,60}) is the same ",
)
def _read_setting(reader: HammerdbLogReader, match: re.Match[str], _: int) -> None:
    """Keep settings that tell about the load; names of users, hosts and passwords are not."""
    for end, attribute in SETTINGS:
        if match["key"].endswith(end):
            value = match["value"]
            reader.store_setting(
                attribute, value.lower() if value.lower() in ("true", "false") else value
            )


@_LINES.on(
    r".*?TEST RESULT : System achieved (?P<nopm>\d{1,15}) (?:\w[\w ]{0,30}? )?NOPM from"
    r" (?P<tpm>\d{1,15}) (?P<database>\w[\w ]{0,30}?) TPM",
    r".*?TEST RESULT : System achieved (?P<tpm>\d{1,15}) (?P<database>\w[\w ]{0,30}?) TPM"
    r" at (?P<nopm>\d{1,15}) NOPM",
)
def _read_test_result(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    if reader.run and reader.run.has_result:
        reader.finish_current()
    run = reader.current_or_new_run(line)
    run.has_result = True
    counts = {group: int(match[group]) for group in ("nopm", "tpm")}
    for group, count in counts.items():
        result = parse_matched_number(match, group, line)
        if result and (count or not any(counts.values())):
            rate = result.times(1 / SECONDS_PER_MINUTE)
            run.draft.add_measurement(Metric.TRANSACTION_RATE, "mean", rate, group.upper())
            if group == "nopm" and count:
                run.new_orders = rate
    _warn_of_zero_counts(run.draft, counts, line)
    run.draft.add_attributes(database=match["database"])
    run.draft.info(TPM_NOTE, line, database=match["database"])


def _warn_of_zero_counts(draft: RunDraft, counts: dict[str, int], line: int) -> None:
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
def _read_active_users(reader: HammerdbLogReader, match: re.Match[str], line: int) -> None:
    if reader.run and reader.run.has_result:
        reader.finish_current()
    reader.current_or_new_run(line).active_users = int(match["n"])

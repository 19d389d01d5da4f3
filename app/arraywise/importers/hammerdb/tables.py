"""Counters, time profiles, query times.

Version 4.1 and later (xtprof) report all users in a file of their own; before, and where asked
for (etprof), one user's times stand in the log, in microseconds.
"""

from __future__ import annotations

import math
import re
from array import array
from dataclasses import dataclass, field
from datetime import UTC, timedelta, timezone
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import Load, Metric, Series
from arraywise.domain.units import MICROSECOND, MILLISECOND, SECONDS_PER_MINUTE, Unit
from arraywise.importers.kit.clocks import parse_utc_offset_s
from arraywise.importers.kit.readings import (
    PrintedNumber,
    RunDraft,
    add_derived_measurement,
    datetime_from_match,
    parse_matched_number,
    parse_number,
)

if TYPE_CHECKING:
    from datetime import datetime

NUMBER: Final = r"\d{1,15}(?:\.\d{1,9})?"
DATE: Final = r"(?P<date>\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d .{0,40}?\b(?:19|20)\d\d)(?![\w:])"
PROCEDURES: Final = "NEWORD|PAYMENT|DELIVERY|SLEV|OSTAT"
TIMING_NAME: Final = re.compile(rf'"(?P<name>{PROCEDURES})"\s*:\s*\{{')
_TIMING_TOKEN: Final = re.compile(
    rf'"(?:(?P<name>{PROCEDURES})"\s*:\s*\{{|(?P<key>\w{{2,20}})"\s*:\s*"?(?P<n>{NUMBER})(?![\w.:-]))'
)
_TIMING_NAMES: Final = {
    "elapsed_ms": "elapsed",
    "calls": "calls",
    "min_ms": "min",
    "avg_ms": "mean",
    "max_ms": "max",
    "total_ms": "total",
    "sd": "stddev",
} | {f"p{share}_ms": f"p{share}" for share in (25, 50, 75, 90, 95, 99)}
"""What the command `jobs ... timing` calls the figures of a time profile."""
_MOMENTS_DATE = re.compile(
    r"\w{3} (?P<month>\w{3}) (?P<day>[ \d]\d) (?P<h>\d\d):(?P<m>\d\d):(?P<s>\d\d)"
    r" ?(?P<zone>.{0,40}?) ?(?P<year>(?:19|20)\d\d)"
)


def parse_log_moment(text: str) -> datetime | None:
    """Read a moment; with a zone only where an offset or UTC is written.

    Abbreviations such as CST or IST stand for several zones, and are not believed.
    """
    match = _MOMENTS_DATE.fullmatch(text)
    ahead_s = parse_utc_offset_s(match["zone"]) if match else None
    zone = None if ahead_s is None else timezone(timedelta(seconds=ahead_s))
    return datetime_from_match(match, zone) if match else None


def _epoch_s(moment: datetime) -> float:
    """Return seconds since 1970; a clock without a zone is read as if it were UTC."""
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


TPM_NOTE = "TPM is what {database} counts as transactions, not the transactions of the users."


@dataclass(slots=True)
class TransactionCounter:
    """The samples between one header and the next."""

    line: int
    database: str = "the database"
    rates: array[float] = field(default_factory=lambda: array("d"))
    moments: list[datetime] = field(default_factory=list)
    first_line: int = 0
    """Where the first sample stands; without a header it is the counter's own line."""

    def add_sample(self, match: re.Match[str], line: int) -> None:
        """Take one sample: transactions a minute at the speed of the last seconds."""
        moment = parse_log_moment(match["date"])
        if moment is None:
            return
        self.database = match["database"]
        self.first_line = self.first_line or line
        self.rates.append(int(match["n"]) / SECONDS_PER_MINUTE)
        self.moments.append(moment)

    def build_run_draft(self) -> RunDraft | None:
        """Build a run from it; None where no sample was written."""
        if not self.moments:
            return None
        draft = RunDraft(line=self.line, complete=True)
        first, last = self.moments[0], self.moments[-1]
        draft.started_at = first.isoformat()
        draft.duration_s = max(0.0, _epoch_s(last) - _epoch_s(first))
        draft.add_attributes(database=self.database)
        times = array("d", (_epoch_s(moment) for moment in self.moments))
        name = "transaction_rate TPM"
        draft.series.append(Series(name, Unit.PER_SECOND, self.rates, times, self.first_line))
        draft.info(TPM_NOTE, self.line, database=self.database)
        draft.info(
            "The transaction counter does not separate ramp-up and test or give the virtual"
            " users.",
            self.line,
        )
        return draft


_TIME = Metric.RESPONSE_TIME
_NAMES = {"NEWORD": "new order", "PAYMENT": "payment", "DELIVERY": "delivery"}
_NAMES |= {"SLEV": "stock level", "OSTAT": "order status"}
_MOST_NAMES = 100


def transaction_name(procedure: str) -> str:
    """Name a transaction as TPC-C does."""
    return _NAMES.get(procedure.upper(), procedure.lower())


@dataclass(slots=True)
class UserProfile:
    """One virtual user's times, printed every ten seconds and at the end (etprof)."""

    line: int
    interval_p95: dict[str, array[float]] = field(default_factory=dict)
    """95th percentile of each interval, by transaction."""
    least: dict[str, PrintedNumber] = field(default_factory=dict)
    most: dict[str, PrintedNumber] = field(default_factory=dict)
    means: dict[str, PrintedNumber] = field(default_factory=dict)
    """Mean time of all calls."""

    def add_interval(self, match: re.Match[str], line: int) -> None:
        """Take the times of one transaction in one interval."""
        name = transaction_name(match["name"])
        low, high = (
            parse_matched_number(match, "min", line),
            parse_matched_number(match, "max", line),
        )
        p95 = parse_number(match["p95"])
        if low is None or high is None or p95 is None:
            return
        self.interval_p95.setdefault(name, array("d")).append(p95 * MICROSECOND)
        self.least[name] = min(self.least.get(name, low), low)
        self.most[name] = max(self.most.get(name, high), high)

    def add_mean(self, match: re.Match[str], line: int) -> None:
        """Take the mean time of one transaction at the end."""
        mean = parse_matched_number(match, "mean", line)
        if mean and parse_number(match["calls"]):
            self.means[transaction_name(match["name"])] = mean

    def add_to_run(self, draft: RunDraft) -> None:
        """Add the times of this user to the run that it took part in."""
        for statistic, result in (("min", self.least), ("max", self.most)):
            for name, one in result.items():
                draft.add_measurement(_TIME, statistic, one.times(MICROSECOND), name)
        for name, mean in self.means.items():
            draft.add_measurement(_TIME, "mean", mean.times(MICROSECOND), name)
        for name, values in self.interval_p95.items():
            series = Series(f"response_time_p95 {name}", Unit.SECOND, values, None, self.line)
            draft.series.append(series)
        draft.info(
            "Response times are of one virtual user with ramp-up; percentiles are per ten"
            " seconds and cannot be added up.",
            self.line,
        )


@dataclass(slots=True)
class TimeProfileReport:
    """A time profile report of all virtual users (xtprof)."""

    line: int
    header: re.Match[str] | None = None
    users: int | None = None
    elapsed: PrintedNumber | None = None
    in_summary: bool = False
    is_of_job: bool = False
    """Printed by the command `jobs`, which knows all transactions but not how many users ran."""
    name: str | None = None
    figures: dict[str, dict[str, PrintedNumber]] = field(default_factory=dict)
    """By transaction and statistic, as printed: milliseconds, `stddev` in microseconds."""

    def read_timing_line(self, line: str, line_number: int) -> None:
        """Parse what is in a line of the report as the command `jobs` prints it."""
        for match in _TIMING_TOKEN.finditer(line):
            statistic = _TIMING_NAMES.get(match["key"])
            if match["name"]:
                self.name, self.is_of_job = transaction_name(match["name"]), True
            elif statistic and (value := parse_matched_number(match, "n", line_number)):
                self.add_figure(statistic, value)
                self.is_of_job = True

    def add_figure(self, statistic: str, value: PrintedNumber | None) -> None:
        """Save a figure, of a transaction but for the time of all; the first one counts."""
        if value and statistic == "elapsed":
            self.elapsed = self.elapsed or value
        elif value and self.name and len(self.figures) < _MOST_NAMES:
            self.figures.setdefault(self.name, {}).setdefault(statistic, value)

    def build_run_draft(self) -> RunDraft:
        """Build a run from it."""
        draft = RunDraft(line=self.line, complete=bool(self.figures))
        draft.load = Load(users=self.users)
        if self.header:
            draft.add_attributes(database=self.header["database"])
            self._set_start_and_duration(draft, self.header["date"])
        if not self.figures:
            draft.warn("The summary of all virtual users is missing: report cut.", self.line)
            return draft
        for name, result in self.figures.items():
            _add_transaction(draft, name, result)
        missing = [name for name in _NAMES.values() if name not in self.figures]
        if self.is_of_job and missing:
            draft.complete = False
            draft.warn(
                "The time profile is cut and lacks {names}; not added up.",
                self.line,
                names=", ".join(missing),
            )
        else:
            self._add_totals(draft)
        return draft

    def _set_start_and_duration(self, draft: RunDraft, date: str) -> None:
        """Count back from the report, which is written at the end."""
        moment = parse_log_moment(date)
        if moment and self.elapsed:
            seconds = self.elapsed.value * MILLISECOND
            draft.started_at = (moment - timedelta(seconds=round(seconds))).isoformat()
            draft.duration_s = seconds

    def _add_totals(self, draft: RunDraft) -> None:
        """Add all transactions up; their rate is over the time that the users ran."""
        whole = [f for f in self.figures.values() if {"calls", "total"} <= f.keys()]
        if len(whole) < len(self.figures) or self.elapsed is None or not self.elapsed.value:
            return
        calls = sum(result["calls"].value for result in whole)
        time_ms = sum(result["total"].value for result in whole)
        line, elapsed_s = whole[0]["calls"].line, self.elapsed.value * MILLISECOND
        for metric, statistic, value in (
            (Metric.TRANSACTIONS_COMPLETED, "total", calls),
            (Metric.TRANSACTION_RATE, "mean", calls / elapsed_s),
            (_TIME, "mean", time_ms / calls * MILLISECOND if calls else 0.0),
        ):
            add_derived_measurement(draft, metric, statistic, value, line)
        draft.info(
            "Rate: all calls over the median time of the virtual users ({seconds:.0f} s), with"
            " ramp-up.",
            self.elapsed.line,
            seconds=elapsed_s,
        )


def _add_transaction(draft: RunDraft, name: str, figures: dict[str, PrintedNumber]) -> None:
    draft.add_measurement(Metric.TRANSACTIONS_COMPLETED, "total", figures.get("calls"), name)
    for statistic, value in figures.items():
        if statistic not in ("calls", "total"):
            unit = MICROSECOND if statistic == "stddev" else MILLISECOND
            draft.add_measurement(_TIME, statistic, value.times(unit), name)


_OF_A_SET = 22
_WAITING_SHARE = 0.1
_SET = "query set"


@dataclass(slots=True)
class QueryTimes:
    """What was printed of the queries, by virtual user."""

    times: list[tuple[int, int, PrintedNumber]] = field(default_factory=list)
    """User, number of the query, seconds."""
    query_set_times: dict[int, PrintedNumber] = field(default_factory=dict)
    """Seconds that a user's query sets took."""
    geometric_means: dict[int, PrintedNumber] = field(default_factory=dict)
    """Geometric means as printed, of the queries that return rows."""

    @property
    def users(self) -> set[int]:
        """The virtual users that ran queries."""
        return {user for user, _, _ in self.times} | self.query_set_times.keys()

    @property
    def is_complete(self) -> bool:
        """Every user that began has told that its query sets are done."""
        return bool(self.query_set_times) and self.users <= self.query_set_times.keys()

    def add_to_run(self, draft: RunDraft) -> None:
        """Add what is known to a run."""
        draft.load = Load(users=len(self.users))
        by_query: dict[int, list[PrintedNumber]] = {}
        for _, query, result in self.times:
            by_query.setdefault(query, []).append(result)
        for query, times in sorted(by_query.items()):
            _add_mean_and_extremes(draft, times, f"query {query}")
        if self.query_set_times:
            _add_mean_and_extremes(draft, list(self.query_set_times.values()), _SET)
            draft.duration_s = max(result.value for result in self.query_set_times.values())
        self._add_geometric_mean(draft)
        self._note_waiting_users(draft)

    def _add_geometric_mean(self, draft: RunDraft) -> None:
        """Take the printed mean, of several users that of the slowest as HammerDB advises."""
        stated = [user for user in self.query_set_times if user in self.geometric_means]
        if stated and len(stated) == len(self.users):
            slowest = max(stated, key=lambda user: self.query_set_times[user].value)
            result = self.geometric_means[slowest]
            draft.add_measurement(_TIME, "geometric_mean", result)
            return
        times = [result for _, _, result in self.times if result.value > 0]
        if self.is_complete and len(self.users) == 1 and len(times) >= _OF_A_SET:
            mean = math.exp(math.fsum(math.log(result.value) for result in times) / len(times))
            add_derived_measurement(draft, _TIME, "geometric_mean", mean, times[0].line)
            draft.info(
                "No geometric mean printed; this one is over all {count} queries.",
                times[0].line,
                count=len(times),
            )

    def _note_waiting_users(self, draft: RunDraft) -> None:
        """Say so where a query set took much longer than its queries."""
        for user, whole in self.query_set_times.items():
            added = math.fsum(result.value for of, _, result in self.times if of == user)
            if added and whole.value - added > max(2.0, _WAITING_SHARE * whole.value):
                draft.info(
                    "Virtual user {user}: queries {added:.1f} s in sum, query set {whole:.0f} s.",
                    whole.line,
                    user=user,
                    added=added,
                    whole=whole.value,
                )


def _add_mean_and_extremes(draft: RunDraft, times: list[PrintedNumber], group: str) -> None:
    """Measure the one time there is, or mean, least and most of several."""
    if len(times) == 1:
        draft.add_measurement(_TIME, "mean", times[0], group)
        return
    mean = math.fsum(one.value for one in times) / len(times)
    add_derived_measurement(draft, _TIME, "mean", mean, times[0].line, group)
    draft.add_measurement(_TIME, "min", min(times), group)
    draft.add_measurement(_TIME, "max", max(times), group)

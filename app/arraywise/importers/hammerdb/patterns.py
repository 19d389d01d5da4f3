"""Patterns and times."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Final

from arraywise.importers.kit.readings import moment_in

_N: Final = r"\d{1,15}(?:\.\d{1,9})?"
_DATE: Final = r"(?P<date>\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d .{0,40}?\b(?:19|20)\d\d)(?![\w:])"

CLI_VERSION: Final = re.compile(r"[ \t>]*HammerDB (?:CLI|Web Service|GUI)? ?v(?P<version>[\d.]+)")
DATABASE: Final = re.compile(r"[ \t>]*Database set to (?P<database>\S.{0,40})")
BENCHMARK: Final = re.compile(
    r"[ \t>]*Benchmark set to (?P<benchmark>TP\S{1,10}) for (?P<database>\S.{0,40})"
)
CHANGED: Final = re.compile(
    r"[ \t>]*Changed \w{1,40}:(?P<key>\w{1,60}) from \S{0,500} to (?P<value>\S{1,500}) for "
)
SAME: Final = re.compile(
    r"[ \t>]*Value (?P<value>\S{1,500}) for \w{1,40}:(?P<key>\w{1,60}) is the same "
)
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

LOG_HEADER: Final = re.compile(rf"[ \t>]*Hammerdb Log @ {_DATE}")
COUNTER_HEADER: Final = re.compile(rf"[ \t>]*Hammerdb Transaction Counter Log @ {_DATE}")
COUNTER_ROW: Final = re.compile(
    rf"[ \t>]*(?P<n>\d{{1,15}}) (?P<database>\w[\w ]{{1,30}}?) tpm @ {_DATE}"
)
PROFILE_HEADER: Final = re.compile(
    rf"[ \t>]*(?:(?P<database>\w[\w ]{{1,30}}?) )?Hammerdb Time Profile Report @ {_DATE}"
)

CREATED: Final = re.compile(
    r"[ \t>]*(?P<n>\d{1,9}) Virtual Users Created(?P<monitor> with Monitor VU)?"
)
RUNNING: Final = re.compile(r"[ \t>]*Vuser (?P<user>\d{1,9}):RUNNING")
RAMP_UP: Final = re.compile(rf"[ \t>]*Vuser \d{{1,9}}:Beginning rampup time of (?P<n>{_N}) min")
PERIOD: Final = re.compile(rf"[ \t>]*Vuser \d{{1,9}}:Timing test period of (?P<n>{_N}) in min")
ACTIVE: Final = re.compile(r"(?P<n>\d{1,9}) (?:Active )?Virtual Users configured")
RESULT: Final = re.compile(
    r"TEST RESULT : System achieved (?P<nopm>\d{1,15}) NOPM from (?P<tpm>\d{1,15})"
    r" (?P<database>\w[\w ]{0,30}?) TPM"
)
OLD_RESULT: Final = re.compile(
    r"TEST RESULT : System achieved (?P<tpm>\d{1,15}) (?P<database>\w[\w ]{0,30}?) TPM"
    r" at (?P<nopm>\d{1,15}) NOPM"
)
FINISHED: Final = re.compile(r"[ \t>]*Vuser (?P<user>\d{1,9}):FINISHED (?P<how>\w{1,20})")
ERROR: Final = re.compile(r"[ \t>]*(?:Vuser \d{1,9}:)?Error in Virtual User (?P<user>\d{1,9})\b")
END: Final = re.compile(
    r"[ \t>]*(?:ALL VIRTUAL USERS COMPLETE|vudestroy success|(?:TEST|RUN) SEQUENCE COMPLETE)"
)
BUILDING: Final = re.compile(
    r"[ \t>]*Vuser \d{1,9}:(?:CREATING|Creating) \w{1,40} (?:SCHEMA|schema)"
)

QUERY: Final = re.compile(
    rf"[ \t>]*Vuser (?P<user>\d{{1,9}}):query (?P<query>\d{{1,4}}) completed in (?P<n>{_N}) sec"
)
QUERY_SET: Final = re.compile(
    rf"[ \t>]*Vuser (?P<user>\d{{1,9}}):Completed (?P<sets>\d{{1,6}}) query set\(s\)"
    rf" in (?P<n>{_N}) sec"
)
GEOMETRIC: Final = re.compile(
    rf"[ \t>]*Vuser (?P<user>\d{{1,9}}):Geometric mean of query times returning rows"
    rf" \((?P<rows>\d{{1,6}})\) is \"?(?P<n>{_N})"
)

INTERVAL: Final = re.compile(
    r"[ \t>]*Vuser (?P<user>\d{1,9}):\|PERCENTILES (?P<start>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) to "
)
INTERVAL_ROW: Final = re.compile(
    rf"[ \t>]*Vuser (?P<user>\d{{1,9}}):\|(?P<name>neword|payment|delivery|ostat|slev) *"
    rf"\|MIN-(?P<min>{_N})\|P50%-{_N}\|P95%-(?P<p95>{_N})\|P99%-{_N}\|MAX-(?P<max>{_N})\|"
)
CALLS_ROW: Final = re.compile(
    rf"[ \t>]*Vuser (?P<user>\d{{1,9}}):\|(?P<name>neword|payment|delivery|ostat|slev) *"
    rf"\| *\d{{1,20}}\| *{_N}%\| *(?P<calls>\d{{1,15}})\| *(?P<mean>{_N})\| *\d{{1,20}}\|"
)

PROFILE_USER: Final = re.compile(r"[ \t>]*>>>>> VIRTUAL USER \d{1,9} :")
PROFILE_SUMMARY: Final = re.compile(
    rf"[ \t>]*>>>>> SUMMARY OF (?P<n>\d{{1,9}}) ACTIVE VIRTUAL USERS"
    rf" : MEDIAN ELAPSED TIME : (?P<elapsed>{_N})ms"
)
PROFILE_NAME: Final = re.compile(r"[ \t>]*>>>>> PROC: (?P<name>\w{1,40})")
PROFILE_CALLS: Final = re.compile(
    rf"[ \t>]*CALLS: (?P<calls>\d{{1,15}})\s*MIN: (?P<min>{_N})ms\s*AVG: (?P<mean>{_N})ms"
    rf"\s*MAX: (?P<max>{_N})ms\s*TOTAL: (?P<total>{_N})ms"
)
PROFILE_SHARES: Final = re.compile(
    rf"[ \t>]*P99: (?P<p99>{_N})ms\s*P95: (?P<p95>{_N})ms\s*P50: (?P<p50>{_N})ms"
    rf"\s*SD: (?P<stddev>{_N})"
)
_PROCEDURES: Final = "NEWORD|PAYMENT|DELIVERY|SLEV|OSTAT"
TIMING_NAME: Final = re.compile(rf'"(?P<name>{_PROCEDURES})"\s*:\s*\{{')
TIMING_TOKEN: Final = re.compile(
    rf'"(?:(?P<name>{_PROCEDURES})"\s*:\s*\{{|(?P<key>\w{{2,20}})"\s*:\s*"?(?P<n>{_N})(?![\w.:-]))'
)
TIMING_NAMES: Final = {
    "elapsed_ms": "elapsed",
    "calls": "calls",
    "min_ms": "min",
    "avg_ms": "mean",
    "max_ms": "max",
    "total_ms": "total",
    "sd": "stddev",
} | {f"p{share}_ms": f"p{share}" for share in (25, 50, 75, 90, 95, 99)}
"""What the command `jobs ... timing` calls the figures of a time profile."""
ONE_OF: Final = (
    "Vuser ",
    "ammerdb ",
    "HammerDB",
    "Steve Shaw",
    "TEST RESULT",
    ">>>>> ",
    " tpm @ ",
    "_ms",
)
"""Looked for before the marks, since that takes no time."""
MARKS: Final = re.compile(
    r"^[ \t>]*(?:(?:\w[\w ]{1,30} )?"
    r"Hammerdb (?:Log|Transaction Counter Log|Time Profile Report) @ "
    r"|HammerDB (?:CLI |Web Service |GUI )?v\d|Copyright \(C\) 2003-\d{4} Steve Shaw"
    r"|Vuser \d{1,9}:(?:RUNNING|FINISHED |query \d|Timing test|Beginning rampup)"
    r"|>>>>> (?:PROC: \w|SUMMARY OF \d|VIRTUAL USER \d)"
    r"|\d{1,15} \w[\w ]{1,30} tpm @ \w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d )"
    r"|TEST RESULT : System achieved [^$\[\n]"
    rf'|"(?:{_PROCEDURES})"\s*:\s*\{{\s*"elapsed_ms"',
    re.MULTILINE,
)

_MOMENTS_DATE = re.compile(
    r"\w{3} (?P<month>\w{3}) (?P<day>[ \d]\d) (?P<h>\d\d):(?P<m>\d\d):(?P<s>\d\d)"
    r" ?(?P<zone>.{0,40}?) ?(?P<year>(?:19|20)\d\d)"
)
_OFFSET = re.compile(r"(?P<sign>[+-])(?P<hours>\d\d):?(?P<minutes>[0-5]\d)")


def read_moment(text: str) -> datetime | None:
    """Read a moment; with a zone only where an offset or UTC is written.

    Abbreviations such as CST or IST stand for several zones, and are not believed.
    """
    match = _MOMENTS_DATE.fullmatch(text)
    return moment_in(match, _zone(match["zone"])) if match else None


def _zone(text: str) -> timezone | None:
    if text in ("UTC", "GMT", "Z"):
        return UTC
    match = _OFFSET.fullmatch(text)
    if match is None or int(match["hours"]) > 14:
        return None
    offset = timedelta(hours=int(match["hours"]), minutes=int(match["minutes"]))
    return timezone(offset if match["sign"] == "+" else -offset)


def epoch_of(moment: datetime) -> float:
    """Return seconds since 1970; a clock without a zone is read as if it were UTC."""
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()

"""Swingbench's files for a run: results XML as version 2.7 writes it, and charbench's console."""

from __future__ import annotations

from datetime import timedelta
from math import exp, fsum
from typing import TYPE_CHECKING

from tests.worked_example.dice import Dice
from tests.worked_example.lab import SECONDS

if TYPE_CHECKING:
    from tests.worked_example.lab import LabRun

MARK = "SYNTHETIC worked example: made from a queueing model, not measured on any product"
CONNECT = "//synthetic-db01:1521/SOE"
TRANSACTIONS = (
    ("Customer Registration", 15, 0.9),
    ("Update Customer Details", 10, 0.6),
    ("Browse Products", 50, 0.7),
    ("Order Products", 40, 1.5),
    ("Process Orders", 5, 1.1),
    ("Browse Orders", 5, 0.8),
)
"""Name, weight in the mix, and response time relative to the others."""
SIGMA = 0.55
"""Of the log-normal response times of one kind of transaction."""
DECILES = (
    ("TenthPrecentile", -1.281552),
    ("TwentiethPercentile", -0.841621),
    ("ThirtiethPercentile", -0.524401),
    ("FortiethPrecentile", -0.253347),
    ("FiftythPercentile", 0.0),
    ("SixtiethPercentile", 0.253347),
    ("SeventiethPercentile", 0.524401),
    ("EightiethPercentile", 0.841621),
    ("NinetiethPercentile", 1.281552),
)
"""Element names with the tool's own spelling, and quantiles of the standard normal."""
FACTORS = tuple((name, round(exp(SIGMA * z), 6)) for name, z in DECILES)
MEDIAN = round(exp(-SIGMA * SIGMA / 2), 6)
"""Median and geometric mean of a log-normal over its mean."""
LEAST = round(exp(-SIGMA * 3.7), 6)
READINGS_START_MS = 1337
"""After the start of the run, until the first reading stands."""


def results_xml(run: LabRun) -> str:
    """Write the results file of a run."""
    dice = Dice(run.name, "xml")
    counts = _counts(run.completed, dice)
    means = _means(run.response_s * 1000.0, counts, dice)
    results = "".join(
        _result(name, count, mean, dice)
        for (name, _, _), count, mean in zip(TRANSACTIONS, counts, means, strict=True)
    )
    return (
        "<?xml version = '1.0' encoding = 'UTF-8'?>\n"
        '<Results xmlns="http://www.dominicgiles.com/swingbench/results">\n'
        f"{_overview(run)}{_configuration(run)}{_statements(run.completed)}"
        f"   <TransactionResults>\n{results}   </TransactionResults>\n"
        f"   <BenchmarkMetrics>\n      <TPSReadings>{_readings(run)}</TPSReadings>\n"
        "   </BenchmarkMetrics>\n</Results>\n"
    )


def console(run: LabRun) -> str:
    """Write what charbench shows on its console: `-v users,tpm,tps,errs -nc`."""
    head = (
        "Swingbench \nAuthor  :  \t Dominic Giles \nVersion :  \t 2.7.0.1561  \n\n"
        f"Results will be written to /lab/synthetic-worked-example/{run.name}.xml \n"
        "Expected Benchmark Runtime is set to 10 minutes. \n\n"
        "Time      Users       TPM      TPS     Errors   \n"
    )
    users = f"[{run.users}/{run.users}]"
    rows = [f"{run.started:%H:%M:%S}  {f'[0/{run.users}]':<12}{0:<9}{0:<8}{0:<9}\n"]
    for second, rate in enumerate(run.per_second[:-1], start=1):
        clock = run.started + timedelta(seconds=second)
        tpm = sum(run.per_second[max(0, second - 60) : second])
        rows.append(f"{clock:%H:%M:%S}  {users:<12}{tpm:<9}{rate:<8}{0:<9}\n")
    saved = f"Saved results to {run.name}.xml \n"
    return head + "".join(rows) + saved + "Completed Run. \n"


def _overview(run: LabRun) -> str:
    busiest = max(sum(run.per_second[at : at + 60]) for at in range(SECONDS - 60))
    return _element(
        "Overview",
        {
            "BenchmarkName": '"Order Entry (PLSQL) V2"',
            "Comment": f"{MARK}; {run.option.name}, {run.users} users, after 15 min warm-up",
            "TimeOfRun": f"{run.started.day} Oct {run.started:%Y, %H:%M:%S}",
            "TotalRunTime": "0:10:00",
            "TotalLogonTime": "0:00:00",
            "TotalCompletedTransactions": run.completed,
            "TotalFailedTransactions": 0,
            "AverageTransactionsPerSecond": f"{round(run.rate_tps, 2):g}",
            "MaximumTransactionRate": busiest,
        },
    )


def _configuration(run: LabRun) -> str:
    return _element(
        "Configuration",
        {
            "NumberOfUsers": run.users,
            "MinimumInterThinkTime": 500,
            "MaximumInterThinkTime": 1500,
            "MinimumIntraThinkTime": 0,
            "MaximumIntraThinkTime": 0,
            "ConnectString": CONNECT,
            "TimingsIn": "milliseconds",
            "WaitTillAllLogon": "true",
            "Driver": "oracle.jdbc.datasource.impl.OracleDataSource",
        },
    )


def _statements(completed: int) -> str:
    return _element(
        "DMLResults",
        {
            "SelectStatements": completed * 1052 // 100,
            "InsertStatements": completed * 183 // 100,
            "UpdateStatements": completed * 139 // 100,
            "DeleteStatements": 0,
            "CommitStatements": completed,
            "RollbackStatements": 0,
        },
    )


def _result(name: str, count: int, mean_ms: float, dice: Dice) -> str:
    median = mean_ms * MEDIAN * dice.spread(0.01)
    values: dict[str, object] = {
        "AverageResponse": round(mean_ms, 10),
        "MinimumResponse": max(1, round(median * LEAST * dice.spread(0.1))),
        "MaximumResponse": round(median * 8.2 * dice.spread(0.12)),
        "TransactionCount": count,
        "FailedTransactionCount": 0,
        "RollbackCount": 0,
        "GeometricMean": round(median, 10),
    }
    values |= {tag: max(1, round(median * factor)) for tag, factor in FACTORS}
    return _element("Result", values, f' id="{name}"', indent=6)


def _element(tag: str, values: dict[str, object], attributes: str = "", *, indent: int = 3) -> str:
    pad = " " * indent
    inner = "".join(f"{pad}   <{key}>{value}</{key}>\n" for key, value in values.items())
    return f"{pad}<{tag}{attributes}>\n{inner}{pad}</{tag}>\n"


def _counts(completed: int, dice: Dice) -> list[int]:
    """Share transactions out over the mix, so that they sum."""
    weights = [weight * dice.spread(0.01) for _, weight, _ in TRANSACTIONS]
    counts = [int(completed * weight / fsum(weights)) for weight in weights]
    counts[2] += completed - sum(counts)
    return counts


def _means(mean_ms: float, counts: list[int], dice: Dice) -> list[float]:
    """Return the mean of each kind so that the mean over all transactions is `mean_ms`."""
    relative = [factor * dice.spread(0.015) for _, _, factor in TRANSACTIONS]
    together = fsum(c * r for c, r in zip(counts, relative, strict=True)) / sum(counts)
    return [mean_ms * r / together for r in relative]


def _readings(run: LabRun) -> str:
    """Pairs of UTC milliseconds and rate, one short of the run, each followed by a comma."""
    at = int(run.started.timestamp()) * 1000 + READINGS_START_MS
    pairs = []
    for second, rate in enumerate(run.per_second[:-1]):
        pairs.append(f"{at}, {rate},")
        at += 1001 if second % 5 == 3 else 1000
    return "".join(pairs)

"""Whether a run of pgbench agrees with itself, and what its figures mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.evidence import Metric

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Measurement
    from arraywise.importers.drafts import Draft

_FAILED_SHARE = 0.001
"""More failed transactions than this are worth a word (MODEL P2.2)."""
_TOLERANCE = 0.05
_CONNECTING_SHARE = 0.02


def check_run(
    draft: Draft, *, has_result: bool, has_header: bool, damaged: Sequence[str] = ()
) -> None:
    """Note what is missing or odd.

    Args:
        draft: The run, all of it read.
        has_result: Whether a transaction rate was printed, which is the last thing.
        has_header: Whether standard output is here too: progress goes to standard error.
        damaged: Lines that could not be read; what they begin with is not called absent.
    """
    if not has_result:
        _tell_incomplete(draft, has_header=has_header)
        return
    if not draft.complete:
        template = "pgbench gave up clients, so that the load was lower than {users} clients."
        draft.warn(template, draft.line, users=draft.load.users or "the number of")
    if draft.load.users is None and not _is_any(damaged, "number of clients"):
        draft.warn("The number of clients is not stated: the load of this run is unknown.")
    _check_times(draft, is_damaged=_is_any(damaged, "latency average"))
    _check_failures(draft)
    _check_connecting(draft)


def _is_any(damaged: Sequence[str], beginning: str) -> bool:
    return any(line.startswith(beginning) for line in damaged)


def _tell_incomplete(draft: Draft, *, has_header: bool) -> None:
    if has_header:
        draft.warn("The results are missing: the run was stopped before its end.", draft.line)
    else:
        template = (
            "Only what pgbench writes to standard error is here: its results go to standard"
            " output, into another file, or the run was stopped before its end."
        )
        draft.warn(template, draft.line)


def _value(
    draft: Draft, metric: Metric, statistic: str, group: str | None = None
) -> Measurement | None:
    wanted = (metric, statistic, group)
    found = (m for m in draft.measurements if (m.metric, m.statistic, m.group) == wanted)
    return next(found, None)


def _check_times(draft: Draft, *, is_damaged: bool) -> None:
    """Hold clients against rate x response time (Little's law, MODEL P2.3)."""
    rate = _value(draft, Metric.TRANSACTION_RATE, "mean")
    mean = _value(draft, Metric.RESPONSE_TIME, "mean")
    if mean is None:
        if not is_damaged:
            draft.warn("No response time is stated.", draft.line)
        return
    if _value(draft, Metric.RESPONSE_TIME, "stddev") is None:
        draft.info(
            "pgbench did not time the transactions (it does with -P, -R or -L): its mean response"
            " time is the clients divided by the rate.",
            mean.line,
        )
        return
    users = draft.load.users
    if rate and users and rate.value * mean.value > (1 + _TOLERANCE) * users:
        draft.warn(
            "{rate:.1f} transactions per second of {ms:.3f} ms each would keep {busy:.1f} clients"
            " busy; there were {users}.",
            mean.line,
            rate=rate.value,
            ms=1000 * mean.value,
            busy=rate.value * mean.value,
            users=users,
        )


def _check_failures(draft: Draft) -> None:
    failed = _value(draft, Metric.TRANSACTIONS_FAILED, "total")
    completed = _value(draft, Metric.TRANSACTIONS_COMPLETED, "total")
    if completed is not None and not completed.value:
        draft.warn("The run completed no transaction.", completed.line)
    if failed and failed.value:
        share = failed.value / (failed.value + (completed.value if completed else 0.0))
        if share > _FAILED_SHARE:
            draft.warn("{share:.2%} of the transactions failed.", failed.line, share=share)


def _check_connecting(draft: Draft) -> None:
    """Up to version 13 a second rate counts the time to connect as well."""
    rate = _value(draft, Metric.TRANSACTION_RATE, "mean")
    lower = _value(draft, Metric.TRANSACTION_RATE, "mean", "including connecting")
    if not (rate and lower and rate.value):
        return
    share = 1 - lower.value / rate.value
    if share > _CONNECTING_SHARE:
        draft.info(
            "Connecting took {share:.1%} of the run; the rate taken leaves that time out.",
            rate.line,
            share=share,
        )

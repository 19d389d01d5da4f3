"""Says what the host did while a run was measured, and what that means for its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.host_use import BOUND, HostState, classify_host
from arraywise.domain.said import Said, say

if TYPE_CHECKING:
    from arraywise.domain.facts import LoadRun
    from arraywise.domain.thresholds import Thresholds

PERCENT = 100.0
_STATES = {
    HostState.FREE: "The host was not the limit: busy {busy:.0f} %, at most 5 % idle in"
    " {idle:.0f} % of the samples.",
    HostState.NEAR: "Processors nearly exhausted: busy {busy:.0f} %. Its response time is not the"
    " storage's.",
    HostState.EXHAUSTED: "Processors exhausted: at most 5 % idle in {idle:.0f} % of the samples,"
    " busy {busy:.0f} %. Its response time is not the storage's.",
    HostState.STOLEN: "Other virtual machines took {steal:.0f} % of the processors. Its response"
    " time is not the storage's.",
    HostState.PAGING: "Memory was paged in {paging:.0f} % of the samples. Its response time is not"
    " the storage's.",
}
_BOUNDED = (
    "{state} At the processor time a transaction takes, the host carries {rate:,.1f} tx/s at most."
)
_OWN = (HostState.FREE, HostState.NEAR, HostState.EXHAUSTED)
"""What the run itself makes of the processors; else others' use would be taken for its own."""
_UNKNOWN = "No samples of the host lie within the measured part of the run."


def describe_host(run: LoadRun, thresholds: Thresholds) -> Said:
    """Say what MODEL P4 makes of a run's host, and which rate its processors carry (X / busy)."""
    use = run.host_use
    found = classify_host(use, thresholds)
    template = _STATES.get(found)
    if use is None or template is None:
        return say(_UNKNOWN)
    state = say(
        template,
        busy=use.busy_median * PERCENT,
        idle=use.idle_at_most_5_percent * PERCENT,
        steal=(use.steal_median or 0.0) * PERCENT,
        paging=(use.paging_share or 0.0) * PERCENT,
    )
    if found not in _OWN or not use.busy_median > 0:
        return state
    return say(_BOUNDED, state=state, rate=run.rate_tps / use.busy_median)


def is_host_bound(run: LoadRun, thresholds: Thresholds) -> bool:
    """Say whether a run's response time is not the storage's (classes 0 to 3)."""
    return classify_host(run.host_use, thresholds) in BOUND

"""Which options were tested on another host than that which outcomes are for (MODEL P4.1).

Hosts are other ones where the monitor names another host, or another number of processors, or a
listing another model of them, and where a transaction takes another processor time on them. Hosts
of one model and number are alike whatever they are called: what a transaction takes more of one
of them is the protocol's own. The host of most options is the one that outcomes are for; where as
many were tested on several, an outcome has to hold on each of them.
"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from arraywise.analysis.curves.host_transfer import TestedHost, ToOtherHosts, Transfer
from arraywise.analysis.curves.operational_laws import think_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.prepared import LoadIndependentOption

AS_FAST = 1.10
"""Hosts whose transactions take at most so many times the processor time of each other."""


def find_transfers(
    known: Sequence[LoadIndependentOption], foreground_s: float | None
) -> dict[int, ToOtherHosts]:
    """Return for options tested on another host those that outcomes are for, by the option's id.

    `foreground_s` is the database's own processor time of a transaction.
    """
    hosts = {each.facts.option.id: host for each in known if (host := _host_of(each)) is not None}
    groups: list[list[int]] = []
    for option_id, host in hosts.items():
        group = next((g for g in groups if not _differ(hosts[g[0]], host)), None)
        groups.append([option_id]) if group is None else group.append(option_id)
    if len(groups) < 2:
        return {}
    most = max(map(len, groups))
    wanted = [[hosts[key] for key in group] for group in groups if len(group) == most]
    models = {each.facts.option.id: each for each in known}
    result: dict[int, ToOtherHosts] = {}
    for option_id, own in hosts.items():
        others = [_typical(group) for group in wanted if all(_differ(own, h) for h in group)]
        think = max(think_time(models[option_id].measured.levels) or 0.0, 0.0)
        share = min(1.0, (foreground_s or 0.0) / own.cpu_s)
        transfers = tuple(
            Transfer(own, other, share, think)
            for other in others
            if max(own.cpu_s, other.cpu_s) > AS_FAST * min(own.cpu_s, other.cpu_s)
        )
        if transfers:
            keeps_own = any(not _differ(own, group[0]) for group in wanted)
            result[option_id] = ToOtherHosts(transfers, keeps_own=keeps_own)
    return result


def _host_of(known: LoadIndependentOption) -> TestedHost | None:
    uses = [use for run in known.measured.runs if (use := run.host_use) is not None]
    names = frozenset(use.host for use in uses if use.host)
    counts = [use.processors for use in uses if use.processors]
    cpu = known.measured.host_cpu
    if cpu is None or not (names or counts):
        return None
    cpu_s = float(median(cpu.seconds.tolist()))
    return TestedHost(names, max(counts, default=None), cpu_s, _models_of(known))


def _models_of(known: LoadIndependentOption) -> frozenset[str]:
    """Return the models of processors that listings of hardware beside the runs name."""
    named = (" ".join(each.split()) for each in known.test_setup.all_of("processor_model"))
    return frozenset(each.casefold() for each in named if each)


def _differ(one: TestedHost, other: TestedHost) -> bool:
    if len({one.processors, other.processors} - {None}) > 1:
        return True
    if one.models and other.models:
        return one.models.isdisjoint(other.models)
    return bool(one.names and other.names and one.names.isdisjoint(other.names))


def _typical(hosts: Sequence[TestedHost]) -> TestedHost:
    names = frozenset[str]().union(*(host.names for host in hosts))
    counts = [host.processors for host in hosts if host.processors]
    models = frozenset[str]().union(*(host.models for host in hosts))
    cpu_s = median(host.cpu_s for host in hosts)
    return TestedHost(names, min(counts, default=None), cpu_s, models)

"""TPROC-H: the times of the queries of one or several virtual users."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Load, Metric, Origin
from arraywise.importers.drafts import Printed

if TYPE_CHECKING:
    from arraywise.importers.drafts import Draft

_OF_A_SET = 22
_WAITING_SHARE = 0.1
_SET = "query set"


@dataclass(slots=True)
class Queries:
    """What was printed of the queries, by virtual user."""

    times: list[tuple[int, int, Printed]] = field(default_factory=list)
    """User, number of the query, seconds."""
    sets: dict[int, Printed] = field(default_factory=dict)
    """Seconds that a user's query sets took."""
    geometric: dict[int, Printed] = field(default_factory=dict)
    """Geometric means as printed, of the queries that return rows."""

    @property
    def users(self) -> set[int]:
        """The virtual users that ran queries."""
        return {user for user, _, _ in self.times} | self.sets.keys()

    @property
    def is_complete(self) -> bool:
        """Every user that began has told that its query sets are done."""
        return bool(self.sets) and self.users <= self.sets.keys()

    def measure(self, draft: Draft) -> None:
        """Add what is known to a run."""
        draft.load = Load(users=len(self.users))
        by_query: dict[int, list[Printed]] = {}
        for _, query, found in self.times:
            by_query.setdefault(query, []).append(found)
        for query, times in sorted(by_query.items()):
            _measure_several(draft, times, f"query {query}")
        if self.sets:
            _measure_several(draft, list(self.sets.values()), _SET)
            draft.duration_s = max(found.value for found in self.sets.values())
        self._measure_geometric(draft)
        self._check_waiting(draft)

    def _measure_geometric(self, draft: Draft) -> None:
        """Take the printed mean, of several users that of the slowest as HammerDB advises."""
        told = [user for user in self.sets if user in self.geometric]
        if told and len(told) == len(self.users):
            slowest = max(told, key=lambda user: self.sets[user].value)
            found = self.geometric[slowest]
            draft.measure(Metric.RESPONSE_TIME, "geometric_mean", found)
            return
        times = [found for _, _, found in self.times if found.value > 0]
        if self.is_complete and len(self.users) == 1 and len(times) >= _OF_A_SET:
            mean = math.exp(math.fsum(math.log(found.value) for found in times) / len(times))
            found = Printed(mean, times[0].line)
            draft.measure(Metric.RESPONSE_TIME, "geometric_mean", found, None, Origin.DERIVED)
            draft.info(
                "HammerDB printed no geometric mean, which it takes of queries that return rows;"
                " this one is of all {count} queries.",
                times[0].line,
                count=len(times),
            )

    def _check_waiting(self, draft: Draft) -> None:
        """Say so where a query set took much longer than its queries."""
        for user, whole in self.sets.items():
            added = math.fsum(found.value for of, _, found in self.times if of == user)
            if added and whole.value - added > max(2.0, _WAITING_SHARE * whole.value):
                draft.info(
                    "The queries of virtual user {user} took {added:.1f} s together, its query set"
                    " {whole:.0f} s.",
                    whole.line,
                    user=user,
                    added=added,
                    whole=whole.value,
                )


def _measure_several(draft: Draft, found: list[Printed], group: str) -> None:
    """Give the one time there is, or mean, least and most of several."""
    metric = Metric.RESPONSE_TIME
    if len(found) == 1:
        draft.measure(metric, "mean", found[0], group)
        return
    mean = math.fsum(one.value for one in found) / len(found)
    draft.measure(metric, "mean", Printed(mean, found[0].line), group, Origin.DERIVED)
    draft.measure(metric, "min", min(found), group)
    draft.measure(metric, "max", max(found), group)

"""What a transaction asks of the storage: the workload profile (MODEL E3).

Every value names where it comes from. What nobody said is None, never zero.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from math import isfinite
from typing import TYPE_CHECKING

from arraywise.domain.messages import UserError, message

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arraywise.domain.messages import Problem

TYPED = "typed"
"""Source of a value that the user entered."""
SWINGBENCH = "Swingbench DML counts"
"""Source of values that follow from Swingbench's counts and the table of its paper."""


class ValueBound(StrEnum):
    """On which side of a value the truth lies, where it is no exact value."""

    AT_LEAST = "at least"
    AT_MOST = "at most"


@dataclass(frozen=True, slots=True)
class ProfileSource:
    """Where a value of the profile comes from."""

    field: str
    origin: str
    """`typed`, or the file."""
    line: int | None = None
    bound: ValueBound | None = None
    """Where the value is a bound of the truth."""


@dataclass(frozen=True, slots=True)
class WorkloadProfile:
    """Storage work of one transaction, in requests, bytes and seconds."""

    reads: float | None = None
    """Read requests that reach the storage, V_r."""
    writes: float | None = None
    """Write requests that reach the storage, redo included, V_w."""
    block_bytes: float | None = None
    """Size of a small request."""
    large_bytes: float | None = None
    """Bytes moved by large requests."""
    sync_reads: float | None = None
    """Reads that the transaction waits for one after the other, at least (q); `reads` where
    nobody said."""
    sync_reads_high: float | None = None
    """The same, at most; `sync_reads` where nobody said."""
    log_writes: float | None = None
    """Waits for the log, q_c; 1 where nobody said."""
    cpu_s: float | None = None
    """Processor time of the database, D_low: part of every response."""
    rest_s: float | None = None
    """Time of a transaction apart from waits for the storage, G."""
    overlap: float | None = None
    """Reads that run at the same time; 1 where nobody said."""
    transactions_per_s: float | None = None
    """Rate at which the profile was measured."""
    sources: tuple[ProfileSource, ...] = ()

    @property
    def rest_known_until_tps(self) -> float:
        """The rate up to which `rest_s` is known: that of its report."""
        rate = self.transactions_per_s
        return math.inf if rate is None else rate * (1 + 1e-9)

    @property
    def requests(self) -> float | None:
        """Requests of a transaction that reach the storage; None while one kind is unknown."""
        if self.reads is None or self.writes is None:
            return None
        return self.reads + self.writes

    @property
    def write_share(self) -> float | None:
        """Writes among the requests, 0 to 1."""
        total = self.requests
        return self.writes / total if total and self.writes is not None else None

    @property
    def moved_bytes(self) -> float | None:
        """Bytes that a transaction moves, small and large; None while one kind is unknown."""
        if self.requests is None or self.block_bytes is None or self.large_bytes is None:
            return None
        return self.requests * self.block_bytes + self.large_bytes

    @property
    def min_read_waits(self) -> float | None:
        """Reads waited for, at least."""
        return self.reads if self.sync_reads is None else self.sync_reads

    @property
    def max_read_waits(self) -> float | None:
        """Reads waited for, at most."""
        return self.min_read_waits if self.sync_reads_high is None else self.sync_reads_high

    @property
    def log_waits(self) -> float:
        """Waits for the log; one commit where nobody said."""
        return 1.0 if self.log_writes is None else self.log_writes

    def source_of(self, field: str) -> ProfileSource | None:
        """Return where a value comes from; None where it is unknown."""
        return next((s for s in self.sources if s.field == field), None)

    def has_bound(self, bound: ValueBound, *names: str) -> bool:
        """Return whether one of some values is a bound of this kind."""
        return any(s.bound is bound and s.field in names for s in self.sources)


NO_PROFILE = WorkloadProfile()
PROFILE_FIELDS = tuple(f.name for f in fields(WorkloadProfile) if f.name != "sources")
_ABOVE_ZERO = frozenset({"block_bytes", "overlap", "transactions_per_s"})


def with_values(
    profile: WorkloadProfile,
    values: Mapping[str, float | None],
    origin: str = TYPED,
    lines: Mapping[str, int] | None = None,
    bounds: Mapping[str, ValueBound] | None = None,
) -> WorkloadProfile:
    """Return a profile with some values replaced, each with its source; None removes one.

    Raises:
        UserError: There is no such value, or it cannot be.
    """
    for field, value in values.items():
        if field not in PROFILE_FIELDS:
            known = ", ".join(PROFILE_FIELDS)
            text = message(
                "The workload profile has no value “{name}”. Choose one of {known}.",
                name=field,
                known=known,
            )
            raise UserError(text)
        if value is not None and not _is_valid_value(field, value):
            text = message(
                "{value:g} is not a valid {field} in the workload profile.",
                value=value,
                field=field,
            )
            raise UserError(text)
    given = [
        ProfileSource(field, origin, (lines or {}).get(field), (bounds or {}).get(field))
        for field, value in values.items()
        if value is not None
    ]
    kept = [source for source in profile.sources if source.field not in values]
    ordered = sorted((*kept, *given), key=lambda source: PROFILE_FIELDS.index(source.field))
    return replace(profile, sources=tuple(ordered), **values)


class SourceKind(StrEnum):
    """What a profile can be found in, in the order in which they count."""

    REPORT = "AWR or Statspack report"
    LAB = "I/O of the database's host during a load run"
    STATEMENTS = SWINGBENCH


@dataclass(frozen=True, slots=True)
class FoundProfile:
    """A workload profile that a study's evidence holds."""

    kind: SourceKind
    origin: str
    """The file or files."""
    profile: WorkloadProfile
    problems: tuple[Problem, ...] = ()
    """What to know of it before it is used."""
    iops: float | None = None
    bytes_per_s: float | None = None
    """Rates at which it was measured, where they are known."""
    added: AddedReport | None = None
    """The report that was imported last of all evidence, where that is one of these."""


@dataclass(frozen=True, slots=True)
class AddedReport:
    """A report on the client's database that came to a study, and what was known before it."""

    file: str
    before: FoundProfile | None
    """By the reports before it."""


def combine_profiles(typed: WorkloadProfile, found: Sequence[FoundProfile]) -> WorkloadProfile:
    """Return what is known of a transaction: what was entered, else the first source.

    Sources are not mixed: a commit of one may be a part of a business transaction of another.
    """
    first = source_in_use(found)
    return typed if first is None else overlay_profile(first.profile, typed)


def source_in_use(found: Sequence[FoundProfile]) -> FoundProfile | None:
    """Return the first source that tells reads and writes, else the first of all."""
    whole = (each for each in found if each.profile.requests is not None)
    return next(whole, found[0] if found else None)


def overlay_profile(profile: WorkloadProfile, upper: WorkloadProfile) -> WorkloadProfile:
    """Return a profile with the values that another one has in their place, and its sources."""
    stated = {source.field for source in upper.sources}
    sources = (*(s for s in profile.sources if s.field not in stated), *upper.sources)
    ordered = sorted(sources, key=lambda source: PROFILE_FIELDS.index(source.field))
    values = {name: getattr(upper, name) for name in stated}
    return replace(profile, sources=tuple(ordered), **values)


def _is_valid_value(field: str, value: float) -> bool:
    return isfinite(value) and (value > 0 or (value == 0 and field not in _ABOVE_ZERO))


@dataclass(frozen=True, slots=True)
class StatementCost:
    """Blocks that a statement visits."""

    reads: float
    writes: float


STATEMENT_COSTS = {
    "select": StatementCost(3, 0),
    "insert": StatementCost(3, 2),
    "update": StatementCost(5, 2),
    "delete": StatementCost(5, 2),
}
"""Order-entry paper, workload: select 3 reads, insert 3 reads and 2 writes, update 5 reads and
2 writes. A delete is counted as an update, which the paper does not have."""
ORDER_ENTRY_MIX = (("select", 0.5), ("insert", 0.3), ("update", 0.2))
"""Statements of the order-entry paper, as shares."""


def profile_from_statements(
    statements: Iterable[tuple[str, float]],
    hit_ratio: float | None = None,
    origin: str = SWINGBENCH,
) -> WorkloadProfile:
    """Return reads and writes of a transaction from its numbers of statements.

    They are block visits. Only those that the buffer cache does not serve reach the storage, so
    without a hit ratio the reads are an upper bound.

    Args:
        statements: kind and number for each transaction.
        hit_ratio: share of the reads that the buffer cache serves, 0 to 1.
        origin: named as the source.

    Raises:
        UserError: When a kind of statement is unknown, or the hit ratio is no share.
    """
    if hit_ratio is not None and not 0 <= hit_ratio <= 1:
        text = message("A hit ratio must be between 0 and 1, not {value:g}.", value=hit_ratio)
        raise UserError(text)
    reads = writes = 0.0
    for kind, count in statements:
        cost = STATEMENT_COSTS.get(kind)
        if cost is None:
            known = ", ".join(STATEMENT_COSTS)
            text = message("No entry “{name}”. Choose one of {known}.", name=kind, known=known)
            raise UserError(text)
        reads, writes = reads + count * cost.reads, writes + count * cost.writes
    missed = reads if hit_ratio is None else reads * (1.0 - hit_ratio)
    bounds = {} if hit_ratio is not None else {"reads": ValueBound.AT_MOST}
    return with_values(
        NO_PROFILE, {"reads": missed, "writes": writes}, origin, lines=None, bounds=bounds
    )

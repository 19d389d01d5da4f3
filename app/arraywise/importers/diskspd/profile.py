"""What a test of DiskSpd was asked to do, and the run that it gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, TypeVar

from arraywise.importers.kit.io_work import IoWork

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.importers.kit.readings import RunDraft

_Value = TypeVar("_Value")

PERCENTILES: Final = (1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 99.999)
"""Those that are kept; DiskSpd prints up to nine nines, of less I/Os than that too."""


@dataclass(slots=True)
class DiskspdTarget:
    """A file or disk that was tested."""

    block_bytes: float | None = None
    write_percent: float | None = None
    random_percent: float | None = None
    depth: float | None = None
    """Outstanding I/Os of a thread."""
    threads: float | None = None
    is_limited: bool = False
    """The rate was, so that fewer I/Os were outstanding than asked for."""
    is_cached: bool | None = None


@dataclass(slots=True)
class DiskspdProfile:
    """The parameters of a time span."""

    targets: list[DiskspdTarget] = field(default_factory=list)
    warm_up_s: float | None = None
    pool_threads: float | None = None
    pool_depth: float | None = None
    """Outstanding I/Os of each thread that all targets share."""

    @property
    def outstanding(self) -> float | None:
        """Return how many I/Os were outstanding; None where that is not stated."""
        if any(target.is_limited for target in self.targets):
            return None
        if self.pool_threads:
            return self.pool_threads * self.pool_depth if self.pool_depth else None
        parts = [(target.depth or 0) * (target.threads or 0) for target in self.targets]
        return sum(parts) if parts and all(parts) else None

    def describe(self, draft: RunDraft) -> None:
        """Give a run what its targets have in common."""
        IoWork(
            block_bytes=_common(target.block_bytes for target in self.targets),
            write_percent=_common(target.write_percent for target in self.targets),
            random_percent=_common(target.random_percent for target in self.targets),
            outstanding=self.outstanding,
        ).describe(draft)
        cached = _common(target.is_cached for target in self.targets)
        draft.describe(
            direct=None if cached is None else "no" if cached else "yes",
            files=str(len(self.targets)) if self.targets else None,
            queue_depth=_count(_common(t.depth for t in self.targets) or self.pool_depth),
            threads=_count(self.pool_threads or sum(t.threads or 0 for t in self.targets)),
            warm_up_s=None if self.warm_up_s is None else f"{self.warm_up_s:g}",
        )
        if any(target.is_cached for target in self.targets):
            draft.warn("Windows' file cache was in use (no -Sh): this may be memory speed.")
        if any(target.is_limited for target in self.targets):
            draft.info("The rate was limited (-g), so it is below the maximum.")


def _common(values: Iterable[_Value | None]) -> _Value | None:
    """Return the value that is the same for all."""
    different = set(values)
    return different.pop() if len(different) == 1 else None


def _count(value: float | None) -> str | None:
    return f"{value:.0f}" if value else None


def moment_of(text: str | None) -> str | None:
    """Return the start `2024/09/09 02:02:42 UTC` in ISO 8601."""
    try:
        moment = datetime.strptime((text or "").strip(), "%Y/%m/%d %H:%M:%S UTC")  # noqa: DTZ007
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC).isoformat()

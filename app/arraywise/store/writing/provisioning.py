"""Replaces provisioning times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.estimate import MeanAndError
from arraywise.store.text import plain
from arraywise.store.writing.rows import insert_rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb

    from arraywise.domain.estimate import Estimate
    from arraywise.domain.provisioning import ProvisioningTime


def replace_times(
    cursor: duckdb.DuckDBPyConnection, option_id: int, times: Iterable[ProvisioningTime]
) -> None:
    """Put these times in the place of the option's present ones."""
    times = tuple(times)
    cursor.execute("DELETE FROM provisioning_time WHERE option_id = ?", [option_id])
    cursor.execute("DELETE FROM provisioning_estimate WHERE option_id = ?", [option_id])
    insert_rows(
        cursor,
        "provisioning_time",
        (
            (option_id, position, plain(time.step), time.repetition, time.seconds)
            for position, time in enumerate(times)
        ),
    )
    insert_rows(
        cursor,
        "provisioning_estimate",
        (
            (option_id, position, *_columns(time.estimate))
            for position, time in enumerate(times)
            if time.estimate is not None
        ),
    )


def _columns(estimate: Estimate) -> tuple[float | None, ...]:
    if isinstance(estimate, MeanAndError):
        return estimate.error, None, None, None
    return None, estimate.least, estimate.likely, estimate.most

"""Provisioning times as they were entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.provisioning import ProvisioningTime

if TYPE_CHECKING:
    from arraywise.store.study import Study


def provisioning_times(study: Study) -> dict[int, tuple[ProvisioningTime, ...]]:
    """Read all provisioning times, by option id, in the order they were entered."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT option_id, step, repetition, seconds FROM provisioning_time"
            " ORDER BY option_id, position"
        ).fetchall()
    times: dict[int, list[ProvisioningTime]] = {}
    for option_id, *time in rows:
        times.setdefault(option_id, []).append(ProvisioningTime(*time))
    return {option_id: tuple(found) for option_id, found in times.items()}

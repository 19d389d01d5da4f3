"""Provisioning times as they were entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.estimate import LeastLikelyMost, MeanAndError
from arraywise.domain.provisioning import ProvisioningTime, make_time, steps_by_row
from arraywise.store.reading.sheets import typed_cells

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.domain.estimate import Estimate
    from arraywise.store.study import Study

_QUERY = """
SELECT t.option_id, t.step, t.repetition, t.seconds, e.standard_error, e.least, e.likely, e.most
FROM provisioning_time t LEFT JOIN provisioning_estimate e
    ON e.option_id = t.option_id AND e.position = t.position
ORDER BY t.option_id, t.position
"""


def provisioning_times(study: Study) -> dict[int, tuple[ProvisioningTime, ...]]:
    """Read all provisioning times, by option id, in the order they were entered."""
    with study.cursor() as cursor:
        rows = cursor.execute(_QUERY).fetchall()
    times: dict[int, list[ProvisioningTime]] = {}
    for option_id, step, repetition, seconds, *spread in rows:
        time = make_time(step, repetition, _estimate(seconds, *spread) or seconds)
        times.setdefault(option_id, []).append(time)
    return {option_id: tuple(found) for option_id, found in times.items()}


def _estimate(
    mean: float,
    error: float | None,
    least: float | None,
    likely: float | None,
    most: float | None,
) -> Estimate | None:
    """Return a distribution; None where there is none, or none that is possible."""
    estimate: Estimate | None = None
    if error is not None:
        estimate = MeanAndError(mean, error)
    elif least is not None and likely is not None and most is not None:
        estimate = LeastLikelyMost(least, likely, most)
    return estimate if estimate is not None and estimate.is_possible else None


def unread_times(
    study: Study, times: Mapping[int, tuple[ProvisioningTime, ...]]
) -> dict[int, int]:
    """Count the typed cells of provisioning sheets that are no reading, by option id.

    Args:
        study: the study.
        times: its readings, from `provisioning_times`.
    """
    sheets: dict[int, dict[tuple[int, int], str]] = {}
    for place, cell in typed_cells(study).items():
        kind, _, number = place.sheet.partition("/")
        if kind == "provisioning" and cell.text.strip():
            sheets.setdefault(int(number), {})[place.row, place.column] = cell.text
    counts = {}
    for option_id, cells in sheets.items():
        known = times.get(option_id, ())
        names = steps_by_row(known, {row: text for (row, col), text in cells.items() if col == 0})
        read = {(time.step, time.repetition) for time in known}
        counts[option_id] = sum(
            column > 0 and (names[row] if row < len(names) else None, column) not in read
            for row, column in cells
        )
    return counts

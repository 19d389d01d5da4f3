"""The worked decision of MODEL D4 to D7: FC, iSCSI, NAS, DAS and CACHE on three criteria.

Published model golden `mavt` (response time ms, provisioning min, headroom %).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.decision.scoring import value_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.criteria import Corners

ATTRIBUTES = np.array(
    [[120, 95, 30], [165, 45, 8], [175, 25, 12], [210, 60, -5], [60, 120, 45]], dtype=np.float64
)
ANCHORS = ((200.0, 150.0, 60.0), (120.0, 60.0, 15.0), (0.0, 20.0, 50.0))
"""Limit, target, aspiration of each criterion."""
WEIGHTS = np.array([0.5, 0.3, 0.2])
COSTS = (615.0, 528.6, 528.6, 300.0, 455.0)
POINTS = np.array(
    [
        [220 / 3, 25, 220 / 3],
        [42, 220 / 3, 24],
        [30, 820 / 9, 36],
        [0, 60, 0],
        [100, 0, 280 / 3],
    ]
)
VALUES = [58.833333333333336, 47.8, 49.53333333333333, 18.0, 68.66666666666667]


def corners(limit: float, target: float, aspiration: float, worth: float = 60.0) -> Corners:
    """Return a value function."""
    return (limit, 0.0), (target, worth), (aspiration, 100.0)


def points_of(rows: np.ndarray, anchors: Sequence[tuple[float, float, float]]) -> np.ndarray:
    """Return the points of each row, one column for each criterion."""
    columns = zip(rows.T, anchors, strict=True)
    return np.stack([value_points(column, corners(*ends)) for column, ends in columns], axis=1)

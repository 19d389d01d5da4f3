"""Changes where the rules of runs and bottlenecks draw their lines in a study."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.thresholds import DEFAULT_THRESHOLDS, with_shares
from arraywise.store.reading.thresholds import read_thresholds
from arraywise.store.writing.thresholds import write_thresholds
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.domain.thresholds import Thresholds
    from arraywise.store.study import Study


def set_thresholds(
    study: Study,
    shares: Mapping[str, float],
    *,
    anew: bool = False,
    as_tested: bool | None = None,
) -> Thresholds:
    """Set some thresholds by name, as shares of 1; return all as they are then.

    Args:
        study: Where they are kept.
        shares: By the names of `Thresholds`.
        anew: All others go back to those of the model instead of staying.
        as_tested: Whether levels count that hosts limited; None leaves it as it is.

    Raises:
        UserError: There is no such threshold, or it cannot be there.
    """
    thresholds = with_shares(DEFAULT_THRESHOLDS if anew else read_thresholds(study), shares)
    if as_tested is not None:
        thresholds = replace(thresholds, as_tested=as_tested)
    what = f"threshold {next(iter(shares))}" if len(shares) == 1 else "thresholds"
    with transaction(study, what) as cursor:
        write_thresholds(cursor, thresholds)
    return thresholds

"""The bench fails above a ceiling that was met, and only there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.bench.ceilings import Ceiling, broken, state
from tests.bench.processes import Result

ROW = Result("import", 2.0, "s", 1.0, 2.0, 2.0, 1.0)


@pytest.mark.parametrize(
    ("ceiling", "is_broken"),
    [
        (None, False),
        (Ceiling(ratio=2.0, is_met=True), False),
        (Ceiling(ratio=1.9, is_met=True), True),
        (Ceiling(ratio=3.0, value=1.9, is_met=True), True),
        (Ceiling(ratio=1.9), False),
    ],
)
def test_a_row_above_a_ceiling_that_was_met_breaks_it(
    *, ceiling: Ceiling | None, is_broken: bool
) -> None:
    """Catches a bench that prints what got slower and succeeds all the same."""
    row = replace(ROW, ceiling=ceiling)
    assert broken([row]) == ([row] if is_broken else [])


def test_a_ceiling_that_was_not_met_yet_is_printed_with_the_row() -> None:
    """Catches a table whose rows nobody can compare with what is to be reached."""
    row = replace(ROW, ceiling=Ceiling(ratio=1.6, value=0.5))
    assert state(row) == "  ceiling 1.6 times and 0.5 s, which was not met yet: above it"
    assert not state(ROW)

"""Every golden figure of a publication or a price sheet, by its id: `-k T05` runs one of them."""

from __future__ import annotations

import csv
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest

from tests.golden.figure_replays import NOT_REPLAYED, REPLAYS

GOLDEN = {
    row["id"]: row
    for row in csv.DictReader(
        (Path(__file__).parent / "figures.csv").read_text("utf-8").splitlines()
    )
}


def test_every_golden_figure_has_a_replay_or_a_reason() -> None:
    assert not REPLAYS.keys() & NOT_REPLAYED.keys()
    assert REPLAYS.keys() | NOT_REPLAYED.keys() == GOLDEN.keys()
    assert all(row["source"] and row["kind"] and row["rounding"] for row in GOLDEN.values())


@pytest.mark.parametrize("figure", REPLAYS)
def test_golden(figure: str) -> None:
    """To the digit that is printed; where a rule rounds up, the product's own did so already."""
    printed = [Decimal(text) for text in GOLDEN[figure]["figures"].split()]
    result = [Decimal(str(number)) for number in REPLAYS[figure]()]
    assert [
        number.quantize(Decimal(1).scaleb(as_printed.as_tuple().exponent), ROUND_HALF_UP)
        for number, as_printed in zip(result, printed, strict=True)
    ] == printed

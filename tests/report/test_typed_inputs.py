"""Inputs that make no sense, typed into the workbook: it states it and invents nothing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.report.edits import named, price_cell, scoring_cell
from tests.report.in_languages import written
from tests.report.recalculation import by_ironcalc, by_libreoffice, with_inputs
from tests.report.test_recalculation import Figures
from tests.report.variations import ARRAY, DISK, FC

if TYPE_CHECKING:
    from pathlib import Path

    from tests.report.edits import Find
    from tests.report.recalculation import Sheets, Value

pytestmark = pytest.mark.timeout(300)  # another program starts first
OPEN_LINES: dict[str, tuple[str, Find]] = {
    "no unit price": ("whole", partial(price_cell, FC, ARRAY, "Unit price")),
    "no quantity": ("whole", partial(price_cell, FC, ARRAY, "Quantity")),
    "no unit price, rich": ("rich", partial(price_cell, FC, ARRAY, "Unit price")),
    "nothing in use": ("rich", partial(price_cell, FC, DISK, "In use; spares come on top")),
}
SWINGS = ("Swing_Response_Time", "Swing_Provisioning", "Swing_Headroom", "Swing_Price")
SENSELESS: dict[str, tuple[str, dict[Find, Value]]] = {
    "target at the limit": ("whole", {partial(scoring_cell, "Headroom", "Target"): 0}),
    "target before the limit": ("whole", {partial(scoring_cell, "Headroom", "Target"): -0.1}),
    "no target": ("whole", {partial(scoring_cell, "Headroom", "Target"): None}),
    "points of nothing": ("whole", {partial(scoring_cell, "Headroom", "Points at target"): 0}),
    "all the points": (
        "whole",
        {partial(scoring_cell, "36-month price", "Points at target"): 100},
    ),
    "no swings": ("whole", {partial(named, name): 0 for name in SWINGS}),
    "an emptied swing": ("whole", {partial(named, SWINGS[1]): None}),
    "too high a swing": ("whole", {partial(named, SWINGS[1]): 101}),
    "no share of the time": ("whole", {partial(named, "Time_share"): 0}),
    "words for a budget": ("whole", {partial(named, "Budget"): "600 k"}),
    "words for a time": ("whole", {partial(named, "Longest_restore_h"): "four hours"}),
    "no target response time": ("whole", {partial(named, "Target_ms"): None}),
}
CASES = {name: (base, {find: None}) for name, (base, find) in OPEN_LINES.items()} | SENSELESS
BY_OFFICE = (
    *("no unit price", "nothing in use", "no target", "an emptied swing", "no share of the time"),
    *("words for a budget", "words for a time"),
)
"""Programs differ in what they make of empty cells, of words and of a division by nothing."""


def typed(name: str) -> bytes:
    base, inputs = CASES[name]
    data, book = written(base)
    places = {find(book): value for find, value in inputs.items()}
    return with_inputs(data, places, book.sheetnames)


def check(name: str, sheets: Sheets) -> None:
    """An emptied line leaves the option without a price; nonsense gives no recommendation."""
    figures = Figures(sheets)
    if name in SENSELESS:
        assert figures.beside("Summary", "Recommended") == "Check the inputs", name
        return
    assert list(sheets["Prices"].values()).count("incomplete") == 3, name  # line, total, unrounded
    assert not figures.summary(figures.price_heading, FC), name
    assert figures.summary("Outcome", FC) == "Not shown, no run that counts", name
    assert figures.beside("Summary", "Recommended") != FC, name
    assert figures.summary(figures.price_heading, "NAS NFS"), name


@pytest.mark.parametrize("name", CASES)
def test_ironcalc_makes_no_sense_of_what_has_none(name: str, tmp_path: Path) -> None:
    check(name, by_ironcalc(typed(name), tmp_path))


def test_nor_does_libreoffice(tmp_path: Path) -> None:
    calculated = by_libreoffice({name: typed(name) for name in BY_OFFICE}, tmp_path)
    for name, sheets in calculated.items():
        check(name, sheets)

"""Inputs that make no sense, typed into the workbook: it says so and invents nothing."""

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


def typed(name: str) -> bytes:
    base, inputs = CASES[name]
    data, book = written(base)
    places = {find(book): value for find, value in inputs.items()}
    return with_inputs(data, places, book.sheetnames)


@pytest.fixture(scope="module")
def by_office(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Sheets]:
    files = {name: typed(name) for name in CASES}
    return by_libreoffice(files, tmp_path_factory.mktemp("office"))


@pytest.fixture(params=["ironcalc", "libreoffice"])
def program(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def calculated(name: str, program: str, request: pytest.FixtureRequest, folder: Path) -> Sheets:
    if program == "ironcalc":
        return by_ironcalc(typed(name), folder)
    sheets: Sheets = request.getfixturevalue("by_office")[name]
    return sheets


@pytest.mark.parametrize("name", OPEN_LINES)
def test_a_line_that_was_emptied_leaves_the_option_without_a_price(
    name: str, program: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    sheets = calculated(name, program, request, tmp_path)
    figures = Figures(sheets)
    assert list(sheets["Prices"].values()).count("incomplete") == 3  # line, total, unrounded
    assert not figures.summary(figures.price_heading, FC)
    assert figures.summary("Verdict", FC) == "No data"
    assert figures.beside("Summary", "Recommended") != FC
    assert figures.summary(figures.price_heading, "NAS NFS")


@pytest.mark.parametrize("name", SENSELESS)
def test_inputs_that_make_no_sense_give_no_recommendation(
    name: str, program: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    figures = Figures(calculated(name, program, request, tmp_path))
    assert figures.beside("Summary", "Recommended") == "Check the inputs"

"""Inputs that make no sense, typed into the workbook: it says so and invents nothing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.report.edits import price_cell
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
CASES: dict[str, tuple[str, dict[Find, Value]]] = {
    name: (base, {find: None}) for name, (base, find) in OPEN_LINES.items()
}


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
    assert figures.summary("Status", FC) == "NO DATA"
    assert figures.beside("Summary", "Recommended") != FC
    assert figures.summary(figures.price_heading, "NAS NFS")

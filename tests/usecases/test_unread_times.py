"""Cells of provisioning times that cannot be used are counted: they must not help a rival."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.cells import CellAddress, InputCell
from arraywise.domain.options import ProvisioningTime
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import create_study
from arraywise.usecases.edit_cells import edit_sheets
from arraywise.usecases.edit_options import add_option, set_provisioning
from arraywise.worksheets.fields import provisioning_sheet_key
from arraywise.worksheets.sheets import SheetEdit

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("row", "column", "text", "unread"),
    [
        (0, 1, "=1/0", 1),
        (0, 3, "about an hour", 1),
        (0, 2, "=A9", 1),
        (0, 2, "=45+15", 0),
        (0, 0, "Create the volume", 0),
        (1, 1, "soon", 1),
    ],
)
def test_cells_that_are_no_reading_are_counted(
    tmp_path: Path, row: int, column: int, text: str, unread: int
) -> None:
    with create_study(tmp_path / "s.arraywise", name="S") as study:
        option = add_option(study, "NAS")
        add_option(study, "FC SAN")
        set_provisioning(study, "NAS", [ProvisioningTime("Create", n, 60.0 * n) for n in (1, 2)])
        cell = InputCell(CellAddress(provisioning_sheet_key(option.id), row, column), text, ".")
        edit_sheets(study, SheetEdit(typed=(cell,)), "cells")
        facts = read_facts(study)
    assert [known.unread_times for known in facts.options] == [unread, 0]

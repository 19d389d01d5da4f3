"""A user who imports and edits without a pause, and says after each action that it is done.

In a process of its own it works on a study until it is killed; `expected` says what must then
be there.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from arraywise.domain.pricing import Discount, PriceLine, PriceSheet
from arraywise.domain.requirement import Requirement
from arraywise.store.encoding import StoredBytes, decode_raw
from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.inputs import list_options, read_price_sheets, read_requirement
from arraywise.store.samples import samples_table_name
from arraywise.store.scenarios import MEASUREMENTS
from arraywise.store.study import open_study
from arraywise.usecases.edit_evidence import remove_files
from arraywise.usecases.edit_prices import upsert_prices
from arraywise.usecases.edit_study import set_requirement
from arraywise.usecases.import_files import import_files
from tests.usecases.result_files import dstat, orion

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from pathlib import Path

    from arraywise.store.connection import Cursor
    from arraywise.store.study import Study

KINDS = 5
ROWS = 40


@dataclass(slots=True)
class Content:
    """What a study holds, as far as the busy user touches it."""

    options: list[str] = field(default_factory=list)
    files: dict[str, object] = field(default_factory=dict)
    """What was read, by name; None where the bytes are not those that were imported."""
    sheets: dict[str, PriceSheet] = field(default_factory=dict)
    visits_per_month: int = Requirement().visits_per_month
    changes: int = 0


def sheet(number: int) -> PriceSheet:
    lines = tuple(PriceLine(f"line {i}", Decimal(number * 10 + i)) for i in range(20))
    return PriceSheet("EUR", lines, (Discount("all", Decimal("0.1")),))


def write_files(lab: Path, number: int) -> None:
    """Lay out what action `number` imports."""
    folder = lab / str(number)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{number}_summary.txt").write_text(orion(number + 1))
    if number % KINDS == 2:
        (folder / f"{number}_dstat.csv").write_text(dstat(ROWS, number / 1000))


def act(study: Study, lab: Path, number: int) -> None:
    """Do the action with this number; each is one action of the user."""
    kind = number % KINDS
    if kind in {0, 2}:
        import_files(study, [lab / str(number)], option=f"option {number}")
    elif kind == 1:
        upsert_prices(study, f"option {number}", sheet(number))
    elif kind == 3:
        set_requirement(study, Requirement(visits_per_month=number))
    else:
        gone = [r.id for r in list_files(study) if r.name.startswith(f"{number - 2}_")]
        remove_files(study, gone)


def expected(actions: int) -> Content:
    """Describe what a study holds after so many actions."""
    content = Content(changes=actions)
    for number in range(actions):
        kind = number % KINDS
        if kind in {0, 1, 2}:
            content.options.append(f"option {number}")
        if kind in {0, 2}:
            content.files[f"{number}_summary.txt"] = float(number + 1)
        if kind == 1:
            content.sheets[f"option {number}"] = sheet(number)
        if kind == 2:
            content.files[f"{number}_dstat.csv"] = ROWS - 1
        if kind == 3:
            content.visits_per_month = number
        if kind == 4:
            del content.files[f"{number - 2}_summary.txt"]
            del content.files[f"{number - 2}_dstat.csv"]
    return content


def found(study: Study, lab: Path) -> Content:
    """Read what a study holds; straight from its tables, which is done many times."""
    options = list_options(study)
    sheets = read_price_sheets(study)
    with study.cursor() as cursor:
        ((changes,),) = cursor.execute("SELECT count(*) FROM change").fetchall()
        files = {name: _read(cursor, lab, name, row) for name, *row in _rows(cursor)}
    return Content(
        options=[option.name for option in options],
        files=files,
        sheets={option.name: sheets[option.id] for option in options if option.id in sheets},
        visits_per_month=read_requirement(study).visits_per_month,
        changes=changes,
    )


def _rows(cursor: Cursor) -> list[tuple[Any, ...]]:
    return cursor.execute(
        "SELECT f.name, raw.compression, raw.bytes, s.id,"  # noqa: S608
        " (SELECT count(*) FROM sample_column c WHERE c.set_id = s.id),"
        f" (SELECT max(value) FROM {MEASUREMENTS} m WHERE m.run_id = r.id)"
        " FROM evidence_file f JOIN raw_file raw ON raw.file_id = f.id"
        " JOIN run r ON r.file_id = f.id LEFT JOIN sample_set s ON s.run_id = r.id ORDER BY f.id"
    ).fetchall()


def _read(cursor: Cursor, lab: Path, name: str, row: list[Any]) -> object:
    form, raw, set_id, columns, highest = row
    if (
        decode_raw(StoredBytes(form, raw), 1 << 30)
        != (lab / name.split("_", maxsplit=1)[0] / name).read_bytes()
    ):
        return None
    if set_id is None:
        return highest
    query = f"SELECT count(*) FROM {samples_table_name(columns)} WHERE set_id = ?"  # noqa: S608
    return cursor.execute(query, [set_id]).fetchall()[0][0]


def work(tell: Connection, path: Path, lab: Path, first: int) -> None:
    """Act without a pause, from action `first` on, and tell the number of each that is done."""
    tempfile.tempdir = str(lab)  # a killed process tidies nothing up
    with open_study(path) as study:
        tell.send("open")
        for number in range(first, sys.maxsize):
            write_files(lab, number)
            act(study, lab, number)
            tell.send(number)

"""Every action can be undone and done again, to the last byte, also after a restart."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from arraywise.domain.cells import CellAddress, InputCell
from arraywise.domain.messages import UserError
from arraywise.domain.options import Architecture
from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.domain.requirement import Requirement
from arraywise.store.history import NOT_JOURNALLED, READ_FROM_FILES, is_journalled, parse_changes
from arraywise.store.reading.evidence import list_files, read_embedded_bytes, read_file_detail
from arraywise.store.reading.facts import compute_study_hash
from arraywise.store.reading.history import (
    MOST_UNDOABLE_ACTIONS,
    read_action_changes,
    read_history,
)
from arraywise.store.reading.inputs import list_options, read_price_sheets, read_requirement
from arraywise.store.writing import transaction as transactions
from arraywise.store.writing.evidence import add_files
from arraywise.store.writing.inputs import replace_cells
from arraywise.store.writing.transaction import forget_actions_of_study, transaction
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_evidence import remove_files
from arraywise.usecases.edit_options import add_option, rename_option
from arraywise.usecases.edit_prices import upsert_prices
from arraywise.usecases.edit_study import set_requirement
from arraywise.usecases.import_files import import_files
from arraywise.usecases.undo import redo_step, undo_state, undo_step
from tests.usecases.result_files import dstat

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.study import Study

from tests.usecases.undoable import content


def sheet(*prices: str) -> PriceSheet:
    lines = (PriceLine(f"line {i}", Decimal(price)) for i, price in enumerate(prices, 1))
    return PriceSheet("EUR", tuple(lines))


def undone(study: Study) -> str:
    travelled = undo_step(study)
    assert travelled is not None
    return str(travelled.what)


def redone(study: Study) -> str:
    travelled = redo_step(study)
    assert travelled is not None
    return str(travelled.what)


def test_every_table_is_undone_or_left_out_on_purpose(study: Study) -> None:
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT table_name FROM duckdb_tables() WHERE schema_name = 'main'"
        ).fetchall()
    tables = {name for (name,) in rows}
    assert tables >= READ_FROM_FILES
    assert tables - NOT_JOURNALLED - READ_FROM_FILES == {t for t in tables if is_journalled(t)}
    assert {"requirement", "price_line", "evidence_file", "setting"} <= set(
        filter(is_journalled, tables)
    )


def test_what_is_undone_is_named(study: Study, lab: Path) -> None:
    import_files(study, [lab / "das" / "summary.txt"], option="DAS")
    upsert_prices(study, "NAS", sheet("1", "2", "3"))
    upsert_prices(study, "NAS", sheet("1", "2", "4"))
    set_requirement(study, Requirement())
    set_requirement(study, Requirement(visits_per_month=5))
    rename_option(study, list_options(study)[1].id, "Filer")
    remove_files(study, [row.id for row in list_files(study)])
    assert [undone(study) for _ in range(7)] == [
        "removal of summary.txt",
        "renaming of NAS",
        "visits per month",
        "requirement",
        "price of NAS, line 3",
        "prices of NAS",
        "import of summary.txt",
    ]
    assert undo_step(study) is None
    assert str(undo_state(study).redo) == "import of summary.txt"
    assert redone(study) == "import of summary.txt"
    assert str(undo_state(study).undo) == "import of summary.txt"


def test_a_new_action_cuts_off_what_was_undone(study: Study) -> None:
    for visits in (1, 2, 3):
        set_requirement(study, Requirement(visits_per_month=visits))
    undone(study)
    undone(study)
    set_requirement(study, Requirement(visits_per_month=9))
    assert redo_step(study) is None
    assert undone(study) == "visits per month"
    assert read_requirement(study).visits_per_month == 1


def test_an_action_without_effect_is_no_step(study: Study) -> None:
    set_requirement(study, Requirement())
    set_requirement(study, Requirement())
    assert len(read_history(study).done) == 1


def test_it_says_what_to_read_again(study: Study) -> None:
    upsert_prices(study, "NAS", sheet("1"))
    travelled = undo_step(study)
    assert travelled is not None
    assert travelled.changes == Changes.PRICES | Changes.OPTIONS


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> int:
    """Let few steps be kept, and be tidied often: what holds of ten holds of a hundred."""
    assert (MOST_UNDOABLE_ACTIONS, transactions.TIDIED_EVERY) == (100, 20)
    monkeypatch.setattr(transactions, "MOST_UNDOABLE_ACTIONS", 10)
    monkeypatch.setattr(transactions, "TIDIED_EVERY", 4)
    return 10


def test_the_last_steps_are_kept(study: Study, kept: int) -> None:
    for visits in range(kept + 13):
        set_requirement(study, Requirement(visits_per_month=visits))
    assert kept <= len(read_history(study).done) < kept + 4
    for _ in range(kept):
        undone(study)
    assert read_requirement(study).visits_per_month == 12


def test_tidying_keeps_what_was_undone(study: Study) -> None:
    for visits in range(19):
        set_requirement(study, Requirement(visits_per_month=visits))
    for _ in range(3):
        undone(study)
    with transaction(study) as cursor:  # the twentieth number of the record is taken by an undoing
        cursor.execute("DELETE FROM setting WHERE name = 'none'")
    assert str(undo_state(study).redo) == "visits per month"
    for _ in range(3):
        redone(study)
    assert read_requirement(study).visits_per_month == 18


_ALSO_FILLED = ("raw_file", "run_list", "attribute_list", "measurement_list")


def counts(study: Study) -> dict[str, int]:
    """Count what imports have filled, whoever it belongs to."""
    with study.cursor() as cursor:
        result: dict[str, int] = {}
        for table in (*READ_FROM_FILES, *_ALSO_FILLED, "samples.of_2", "samples.of_6"):
            known = cursor.execute(
                "SELECT 1 FROM duckdb_tables() WHERE schema_name || '.' || table_name = ?",
                [table if "." in table else f"main.{table}"],
            ).fetchone()
            if known:
                ((result[table],),) = cursor.execute(f"SELECT count(*) FROM {table}").fetchall()  # noqa: S608
    return result


def test_what_no_undoing_brings_back_is_erased(study: Study, kept: int, tmp_path: Path) -> None:
    file = tmp_path / "dstat.csv"
    file.write_text(dstat(20))
    import_files(study, [file], option="NAS")
    remove_files(study, [row.id for row in list_files(study)])
    assert counts(study)["run_list"] + counts(study)["sample_set"] > 0
    for visits in range(kept + 8):
        set_requirement(study, Requirement(visits_per_month=visits))
    assert set(counts(study).values()) == {0}


def test_an_undone_import_is_erased_when_something_else_was_done(study: Study, lab: Path) -> None:
    import_files(study, [lab])
    undone(study)
    for visits in range(20):
        set_requirement(study, Requirement(visits_per_month=visits))
    assert set(counts(study).values()) == {0}


def test_a_removed_file_can_be_imported_again_and_all_of_it_undone(
    study: Study, lab: Path
) -> None:
    file = lab / "das" / "summary.txt"
    import_files(study, [file], option="DAS")
    first = compute_study_hash(study)
    before = [read_file_detail(study, row.id) for row in list_files(study)]
    remove_files(study, [row.id for row in list_files(study)])
    outcome = import_files(study, [file], option="NAS")
    assert [f.option for f in outcome.files] == ["NAS"]
    assert len(list_files(study)) == 1
    undone(study)
    assert list_files(study) == ()
    undone(study)
    assert compute_study_hash(study) == first
    assert [read_file_detail(study, row.id) for row in list_files(study)] == before
    assert read_embedded_bytes(study, list_files(study)[0].id) == file.read_bytes()


def test_a_forgotten_history_brings_nothing_back(study: Study, lab: Path) -> None:
    import_files(study, [lab])
    remove_files(study, [row.id for row in list_files(study)])
    forget_actions_of_study(study)
    assert undo_step(study) is None
    assert undo_state(study).undo is None
    assert set(counts(study).values()) == {0}


@pytest.mark.parametrize(
    "changes",
    [
        "{",
        '[["requirement"]]',
        '[["requirement",["x"],[],[["1"]]]]',
        '[["change",["made_at","what"],[],[["2020-01-01","x"]]]]',
        '[["no such table; DROP TABLE option",[],[],[[1]]]]',
        '[["setting",["name","value"],[],[["gone","gone"]]]]',
        '[["setting",["name","value"],[[{"bytes":"%%"},null]],[]]]',
    ],
)
def test_a_record_that_does_not_fit_is_refused_and_changes_nothing(
    study: Study, changes: str
) -> None:
    add_option(study, "NAS", Architecture.NAS)
    with study.cursor() as cursor:
        cursor.execute("UPDATE history SET changes = ?", [changes])
    before = content(study)
    with pytest.raises(UserError):
        undo_step(study)
    assert content(study) == before


def test_statements_that_cannot_be_followed_are_refused(study: Study) -> None:
    statements = (
        "WITH x AS (SELECT 1) DELETE FROM setting",
        "DROP TABLE setting",
        "UPDATE measurement SET value = 0",
        "DELETE FROM run_attribute",
    )
    for statement in statements:
        with pytest.raises(RuntimeError), transaction(study) as cursor:
            cursor.execute(statement)


def test_odd_values_come_back_as_they_were(study: Study) -> None:
    with study.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE odd (a DOUBLE, b DECIMAL(18, 4), c BLOB, d VARCHAR[], e TIMESTAMP,"
            " f DATE, g BOOLEAN, h HUGEINT, i VARCHAR)"
        )

    def rows() -> list[tuple[Any, ...]]:
        with study.cursor() as cursor:
            return cursor.execute("FROM odd").fetchall()

    with transaction(study) as cursor:
        cursor.execute(
            "INSERT INTO odd VALUES ('nan', 1.50, '\\x00\\xFF', ['a', NULL, '''];'],"
            " '2020-01-01 00:00:00.000001', '1999-12-31', NULL, 170141183460469231731687303715,"
            ' chr(8238) || \'{"decimal": "1"}\'),'
            " ('-inf', NULL, '', [], NULL, NULL, true, -1, '')"
        )
    before = repr(rows())
    undone(study)
    assert rows() == []
    redone(study)
    assert repr(rows()) == before


def test_copies_and_prices_are_unharmed(study: Study) -> None:
    upsert_prices(study, "NAS", sheet("1.00"))
    upsert_prices(study, "NAS", sheet("1.0"))
    undone(study)
    result = read_price_sheets(study).get(list_options(study)[0].id)
    assert result is not None
    assert str(result.lines[0].unit_price) == "1.00"


def test_of_many_cells_only_the_rows_that_change_are_kept(study: Study) -> None:
    cells = [InputCell(CellAddress("workings", row, 0), f"={row}", ".") for row in range(3000)]
    with transaction(study) as cursor:
        replace_cells(cursor, [], cells)
    changed = InputCell(CellAddress("workings", 7, 0), "=8", ".")
    with transaction(study) as cursor:
        replace_cells(cursor, [changed.address], [changed])
    with study.cursor() as cursor:
        (change,) = read_action_changes(cursor, read_history(study).done[-1].id)
    assert (len(change.deleted), len(change.inserted)) == (1, 1)
    assert undone(study) == "cell A8"
    assert undone(study) == "3000 cells"
    assert content(study)["sheet_cell"] == []


def test_what_is_noted_of_new_files_is_what_their_table_holds(study: Study, lab: Path) -> None:
    import_files(study, [lab], option="DAS")
    with study.cursor() as cursor:
        ((text,),) = cursor.execute("SELECT changes FROM history").fetchall()
        held = cursor.execute("FROM evidence_file").fetchall()
    (noted,) = (
        change.inserted for change in parse_changes(text) if change.table == "evidence_file"
    )
    assert list(map(repr, noted)) == list(map(repr, held))


def test_an_import_of_nothing_is_no_step(study: Study) -> None:
    with transaction(study) as cursor:
        add_files(cursor, [])
    assert undo_state(study).undo is None

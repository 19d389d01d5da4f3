"""A study file is created, opened, refused, locked, copied and migrated."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import duckdb
import pytest

from arraywise.domain.messages import UserError
from arraywise.store import layout
from arraywise.store.connection import StudyInUse
from arraywise.store.encoding import message_from_row
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.inputs import read_setting, read_study_info
from arraywise.store.samples import sample_column_name
from arraywise.store.study import Study, copy_and_open_study, create_study, is_open, open_study
from arraywise.store.study_file import log_path
from arraywise.store.writing.inputs import write_setting
from arraywise.store.writing.transaction import transaction
from tests.fuzz.studies import put_sums_right
from tests.store.other_process import held_open
from tests.unprivileged import without_root_powers

if TYPE_CHECKING:
    from pathlib import Path


def write(study: Study, value: str) -> None:
    with transaction(study) as cursor:
        write_setting(cursor, "written", value)


def test_a_study_is_found_again_as_it_was_made(tmp_path: Path) -> None:
    path = tmp_path / "Übung 1.arraywise"
    with create_study(path, name="Lab", client="A & B", currency="BRL", synthetic=True) as study:
        built = read_study_info(study)
    with open_study(path) as study:
        assert read_study_info(study) == built
    assert (built.name, built.client, built.currency, built.synthetic) == (
        "Lab",
        "A & B",
        "BRL",
        True,
    )
    assert not log_path(path).exists()


def test_a_study_can_be_read_by_older_tools(study: Study) -> None:
    with study.cursor() as cursor:
        tags = cursor.execute("SELECT tags FROM duckdb_databases() WHERE path IS NOT NULL")
        assert tags.fetchall() == [({"storage_version": "v1.4.0+"},)]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b"Small,IOPS\n1,2\n", "not an Arraywise study"),
        (b"SQLite format 3\0" + bytes(5000), "not an Arraywise study"),
        (bytes(8) + b"DUCK" + bytes(200), "cannot be read|damaged"),
    ],
)
def test_what_is_no_study_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "a.arraywise"
    path.write_bytes(content)
    with pytest.raises(UserError, match=reason):
        open_study(path)
    assert path.read_bytes() == content


def test_missing_files_folders_and_pipes_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, reason in (("gone", "no file"), ("", "folder"), ("pipe", "not an ordinary file")):
        with pytest.raises(UserError, match=reason):
            open_study(tmp_path / name)


def test_a_foreign_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.arraywise"
    with closing(duckdb.connect(str(path))) as connection:
        connection.execute("CREATE TABLE application (name VARCHAR)")
    with pytest.raises(UserError, match="not an Arraywise study"):
        open_study(path)
    with closing(duckdb.connect(str(path))) as connection:
        assert connection.execute("SELECT count(*) FROM application").fetchone() == (0,)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            "DROP TABLE criterion; CREATE VIEW criterion AS FROM range(1_000_000_000_000)",
            "criterion",
        ),
        ("CREATE VIEW more AS SELECT 1", "VIEW more"),
        ("CREATE MACRO max(x) AS 1", "MACRO max"),
        (
            "CREATE VIEW v AS SELECT 1; CREATE MACRO duckdb_views() AS TABLE SELECT 1",
            "duckdb_views",
        ),
        ("CREATE TYPE mood AS ENUM ('a')", "TYPE mood"),
        ("CREATE TABLE samples.of_1 (set_id VARCHAR)", "TABLE of_1"),
        ("CREATE SCHEMA other; CREATE TABLE other.t (a INTEGER)", "other"),
        ("DROP TABLE change", "TABLE change"),
        ("ALTER TABLE setting ALTER value TYPE BLOB", "TABLE setting"),
        (
            "ALTER TABLE setting ADD COLUMN more VARCHAR DEFAULT repeat('x', 9_000)",
            "TABLE setting",
        ),
        ("DROP SEQUENCE run_id; CREATE SEQUENCE run_id MAXVALUE 2 CYCLE", "SEQUENCE run_id"),
        ("DROP SEQUENCE run_id; CREATE SEQUENCE run_id START 9000000000", "SEQUENCE run_id"),
        (
            "CREATE TABLE samples.of_99999999999 (set_id INTEGER NOT NULL, taken_at TIMESTAMP)",
            "TABLE of_999",
        ),
        ("DELETE FROM study_info", "TABLE study_info"),
        ("UPDATE study_info SET name = repeat('x', 20_000_000)", "study_info holds 19 MB"),
        ("ALTER TABLE schema_version ALTER version TYPE VARCHAR", "not an Arraywise study"),
        ("DROP TABLE application; CREATE VIEW application AS SELECT 1", "not an Arraywise"),
    ],
)
def test_a_study_that_holds_what_the_program_does_not_make_is_refused(
    tmp_path: Path, statement: str, said: str
) -> None:
    path = tmp_path / "a.arraywise"
    create_study(path, name="x").close()
    with closing(duckdb.connect(str(path))) as connection:
        connection.execute(statement)
    with pytest.raises(UserError, match=said):
        open_study(path)
    assert not is_open(path)


@pytest.mark.parametrize("share", [0.02, 0.3, 0.7])
def test_a_study_cut_short_is_refused(tmp_path: Path, share: float) -> None:
    path = tmp_path / "a.arraywise"
    create_study(path, name="x").close()
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(UserError, match=r"a\.arraywise"):
        open_study(path)


def test_overwritten_bytes_are_said_to_be_damage(tmp_path: Path) -> None:
    path = tmp_path / "a.arraywise"
    create_study(path, name="x").close()
    whole = bytearray(path.read_bytes())
    for start in range(12_288, len(whole), 4096):
        whole[start + 100 : start + 300] = bytes(200)
    path.write_bytes(whole)
    with pytest.raises(UserError, match="damaged"):
        open_study(path)


def test_a_file_of_a_newer_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.arraywise"
    create_study(path, name="x").close()
    whole = bytearray(path.read_bytes())
    whole[12:20] = (10_000).to_bytes(8, "little")
    put_sums_right(whole)
    path.write_bytes(whole)
    with pytest.raises(UserError, match="needs a newer DuckDB"):
        open_study(path)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions work otherwise there")
@pytest.mark.parametrize(("mode", "act"), [(0o000, "use"), (0o444, "write")])
def test_a_lacking_permission_is_said(tmp_path: Path, mode: int, act: str) -> None:
    path = tmp_path / "a.arraywise"
    create_study(path, name="x").close()
    path.chmod(mode)
    with without_root_powers(), pytest.raises(UserError, match=f"No permission to {act}"):
        open_study(path)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions work otherwise there")
def test_a_folder_without_permission_is_said(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    for mode in (0o555, 0o000):
        closed.chmod(mode)
        with without_root_powers(), pytest.raises(UserError, match="No permission to"):
            create_study(closed / "a.arraywise", name="x")
    with without_root_powers(), pytest.raises(UserError, match="No permission to"):
        open_study(closed / "a.arraywise")
    closed.chmod(0o755)


def test_a_new_study_takes_nobodys_place(tmp_path: Path) -> None:
    path = tmp_path / "a.arraywise"
    path.write_text("mine")
    with pytest.raises(UserError, match="exists already"):
        create_study(path, name="x")
    with pytest.raises(UserError, match="no folder"):
        create_study(tmp_path / "none" / "a.arraywise", name="x")
    log_path(tmp_path / "b.arraywise").write_text("left over")
    with pytest.raises(UserError, match="belongs to another study"):
        create_study(tmp_path / "b.arraywise", name="x")
    assert path.read_text() == "mine"


def test_two_windows_of_one_program(study: Study, tmp_path: Path) -> None:
    link = tmp_path / "link.arraywise"
    link.symlink_to(study.path)
    for path in (study.path, link):
        assert is_open(path)
        with pytest.raises(StudyInUse, match="another window"):
            open_study(path)
    study.close()
    assert not is_open(link)
    open_study(link).close()


def test_another_process_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.arraywise"
    create_study(path, name="x").close()
    with held_open(path) as pid, pytest.raises(StudyInUse) as caught:
        open_study(path)
    program = "another Arraywise" if sys.platform == "linux" else "python"
    assert re.search(rf"a\.arraywise is open in {program}.*\(process {pid}\)", str(caught.value))
    open_study(path).close()


def test_a_copy_is_opened_while_another_process_writes(tmp_path: Path) -> None:
    path, target = tmp_path / "a.arraywise", tmp_path / "copy.arraywise"
    create_study(path, name="x").close()
    with held_open(path), copy_and_open_study(path, target) as copy:
        assert read_setting(copy, "written") == "meanwhile"
        write(copy, "in the copy")
    with open_study(path) as study:
        assert read_setting(study, "written") == "meanwhile"


def test_a_copy_of_an_open_study_leaves_it_locked(study: Study, tmp_path: Path) -> None:
    write(study, "before")
    with copy_and_open_study(study.path, tmp_path / "copy.arraywise") as copy:
        assert read_setting(copy, "written") == "before"
    with pytest.raises(AssertionError), held_open(study.path):
        pass  # the other process could not open it
    write(study, "after")
    assert read_setting(study, "written") == "after"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the lock does not fall")
def test_a_handle_that_is_closed_in_passing_leaves_a_study_locked(study: Study) -> None:
    """A file dialog looks into the files of a folder, and DuckDB's lock fell."""
    with study.path.open("rb") as passing:
        passing.read(8)
    with pytest.raises(AssertionError), held_open(study.path):
        pass  # the other process could not open it
    write(study, "after")
    assert read_setting(study, "written") == "after"


def test_a_new_study_is_whole_without_its_log(study: Study, tmp_path: Path) -> None:
    alone = tmp_path / "alone.arraywise"
    write(study, "in the log")
    subprocess.run(["cp", study.path, alone], check=True)
    with open_study(alone) as copy:
        assert read_study_info(copy) == read_study_info(study)
    study.fold_log()
    alone.unlink()
    subprocess.run(["cp", study.path, alone], check=True)
    with open_study(alone) as copy:
        assert read_setting(copy, "written") == "in the log"


@pytest.mark.parametrize("is_busy", [False, True])
def test_what_is_written_while_folding_is_in_the_file(
    study: Study,
    tmp_path: Path,
    is_busy: bool,  # noqa: FBT001
) -> None:
    alone = tmp_path / "alone.arraywise"
    with study.cursor() as other:
        if is_busy:
            other.begin()
            other.execute("INSERT INTO change VALUES (now()::TIMESTAMP, 'not done yet')")
        with study.folding_commits():
            write(study, "at once")
            assert is_busy or is_folded(study)
    study.fold_log()
    subprocess.run(["cp", study.path, alone], check=True)
    with open_study(alone) as copy:
        assert read_setting(copy, "written") == "at once"
    write(study, "by the log again")
    assert not is_folded(study)


def is_folded(study: Study) -> bool:
    log = log_path(study.path)
    return not log.exists() or not log.stat().st_size


def test_a_copy_takes_nobodys_place(study: Study, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="exists already"):
        copy_and_open_study(study.path, study.path)
    with pytest.raises(UserError, match="no file"):
        copy_and_open_study(tmp_path / "gone", tmp_path / "copy.arraywise")
    assert not (tmp_path / "copy.arraywise").exists()


@pytest.fixture
def next_schema(tmp_path: Path) -> Path:
    schema = tmp_path / "schema"
    shutil.copytree(layout.SCHEMA, schema)
    number = layout.newest_version() + 1
    statements = "CREATE TABLE added (x INTEGER); INSERT INTO added VALUES (7);"
    (schema / f"{number:04}_added.sql").write_text(statements)
    return schema


def open_newer(path: Path, schema: Path) -> Study:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "SCHEMA", schema)
        return open_study(path)


def test_an_older_study_is_backed_up_and_migrated(tmp_path: Path, next_schema: Path) -> None:
    path = tmp_path / "a.arraywise"
    with create_study(path, name="old") as study:
        write(study, "by the old one")
    for _ in range(2):  # the second time there is nothing to do
        with open_newer(path, next_schema) as study, study.cursor() as cursor:
            assert cursor.execute("FROM added").fetchall() == [(7,)]
            assert read_setting(study, "written") == "by the old one"
    backups = list(tmp_path.glob("*.bak-*"))
    assert [b.name for b in backups] == [f"a.arraywise.bak-v{layout.newest_version()}"]
    with open_study(backups[0]) as backup:
        assert read_setting(backup, "written") == "by the old one"


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, next_schema: Path) -> None:
    path = tmp_path / "a.arraywise"
    create_study(path, name="old").close()
    last = max(next_schema.iterdir())
    last.write_text(f"{last.read_text()} DROP TABLE nowhere;")
    with pytest.raises(UserError, match=r"could not be converted.* a\.arraywise\.bak-v"):
        open_newer(path, next_schema)
    with open_study(path) as study, study.cursor() as cursor:
        assert cursor.execute("FROM duckdb_tables() WHERE table_name = 'added'").fetchall() == []


def test_a_newer_study_is_refused_with_both_versions(tmp_path: Path, next_schema: Path) -> None:
    path = tmp_path / "a.arraywise"
    create_study(path, name="old").close()
    open_newer(path, next_schema).close()
    ours = layout.newest_version()
    newer = ours + 1
    with pytest.raises(UserError, match=rf"format {newer};.* up to {ours}\)"):
        open_study(path)


def test_a_study_from_before_the_first_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.arraywise"
    oldest = layout.oldest_version()
    with create_study(path, name="old") as study, study.cursor() as cursor:
        cursor.execute("UPDATE schema_version SET version = ?", [oldest - 1])
    before = path.read_bytes()
    with pytest.raises(UserError, match=rf"format {oldest - 1};.* from {oldest}\)"):
        open_study(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM read_csv('{file}')",
        "SELECT * FROM read_text('{file}')",
        "SELECT * FROM read_csv('{private}/../{name}')",
        "SELECT * FROM glob('{folder}/*')",
        "COPY setting TO '{folder}/out.csv'",
        "EXPORT DATABASE '{folder}/out'",
        "ATTACH '{folder}/other.duckdb'",
        "INSTALL httpfs",
        "LOAD '{folder}/x.duckdb_extension'",
        "SET enable_external_access = true",
        "SET allowed_directories = ['/']",
        "SET lock_configuration = false",
        "RESET allowed_directories",
        "SELECT * FROM read_csv('https://example.org/a.csv')",
    ],
)
def test_no_query_leaves_the_study(study: Study, tmp_path: Path, statement: str) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n")
    places = {"file": secret, "folder": tmp_path, "private": study.private, "name": secret.name}
    with pytest.raises((UserError, duckdb.Error)), study.cursor() as cursor:
        cursor.execute(statement.format(**places))
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(
        {study.path.name, secret.name, log_path(study.path).name}
        & {p.name for p in tmp_path.iterdir()}
    )


def test_colliding_changes_are_said_and_the_first_one_stays(study: Study) -> None:
    with transaction(study) as first:
        write_setting(first, "written", "first")
        first.execute("UPDATE study_info SET name = 'first'")
        with (
            pytest.raises(UserError, match="was being written"),
            transaction(study) as second,
        ):
            second.execute("UPDATE study_info SET name = 'second'")
    assert read_study_info(study).name == "first"
    write(study, "later")
    assert read_setting(study, "written") == "later"


def write_half(study: Study) -> None:
    with transaction(study) as cursor:
        write_setting(cursor, "written", "half")
        raise KeyboardInterrupt


def test_an_exception_undoes_the_whole_action(study: Study) -> None:
    with pytest.raises(KeyboardInterrupt):
        write_half(study)
    assert read_setting(study, "written") is None


def test_a_stored_amount_that_is_no_number_is_said_to_be_damage(study: Study) -> None:
    """Decimal's error is no ValueError, and ended with a traceback."""
    with transaction(study) as cursor:
        write_setting(cursor, "price_discount_rate", "six")
    with pytest.raises(UserError, match="is damaged"):
        read_facts(study)


def test_a_column_of_samples_before_the_first_is_damage() -> None:
    """As "c-1" in a query it was a difference, and ended with DuckDB's own error."""
    with pytest.raises(ValueError, match="no column -1"):
        sample_column_name(-1)


@pytest.mark.parametrize("figures", ["[", "7", '[["x"]]', '[["x", "odd", "1"]]', "[" * 2000])
def test_a_stored_message_that_is_damaged_says_so(figures: str) -> None:
    """A cut text ended with a traceback."""
    assert str(message_from_row("A {x}", figures)).endswith("damaged: A {x}")

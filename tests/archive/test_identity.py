"""Whose revision a push is, what is built on what, and what may be known of an anonymous study.

No other test sees a renamed study become another one, an older copy take the place of what a
colleague pushed, or a digest by which an anonymous study is known again.
"""

from __future__ import annotations

import hashlib
import shutil
from typing import TYPE_CHECKING

import pytest

from arraywise.archive.place import Archive, open_archive
from arraywise.archive.tables import (
    Search,
    create_tables,
    find_options,
    list_revisions,
    query_connection,
)
from arraywise.cli import run
from arraywise.domain.options import Architecture
from arraywise.store.study import create_study, open_study, unrecorded_transaction
from arraywise.store.writing.for_archive import NameReplacement, anonymise_study
from arraywise.usecases.archive_study import pull_study
from arraywise.usecases.copy_study import copy_study_without_history
from arraywise.usecases.edit_options import add_option
from arraywise.usecases.edit_study import set_study_info
from arraywise.usecases.import_files import import_files
from arraywise.usecases.push_study import OlderCopy, PushRequest, ensure_identity, push_study
from tests.archive.studies import RESULT, small_study

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def place(tmp_path: Path) -> str:
    at = Archive(str(tmp_path / "archive"))
    at.create()
    create_tables(at)
    return at.name


def rename(path: Path, name: str) -> None:
    with open_study(path) as study:
        set_study_info(study, name=name)


def pushed(place: str) -> list[tuple[str, int, str]]:
    return [(each.study, each.revision, each.name) for each in list_revisions(open_archive(place))]


def test_a_renamed_study_and_its_copy_stay_the_same_study(tmp_path: Path, place: str) -> None:
    path = small_study(tmp_path)
    first = push_study(path, place, PushRequest())
    rename(path, "Order entry 2027")
    assert push_study(path, place, PushRequest()).study == first.study
    copy_study_without_history(path, tmp_path / "copy.arraywise").close()
    assert not push_study(tmp_path / "copy.arraywise", place, PushRequest()).is_new
    assert {study for study, _, _ in pushed(place)} == {first.study}


def test_a_study_of_an_earlier_version_gets_an_identity_that_lasts(
    tmp_path: Path, place: str
) -> None:
    path = small_study(tmp_path)
    with open_study(path) as study, unrecorded_transaction(study) as cursor:
        cursor.execute("DELETE FROM setting")
    first = push_study(path, place, PushRequest())
    rename(path, "Other")
    assert push_study(path, place, PushRequest()).study == first.study


def test_an_older_copy_is_not_pushed_over_newer_changes_unless_that_is_meant(
    tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path, older = small_study(tmp_path), tmp_path / "older.arraywise"
    push_study(path, place, PushRequest())
    shutil.copy(path, older)
    rename(path, "Newer")
    assert push_study(path, place, PushRequest()).revision == 2
    with pytest.raises(OlderCopy, match="Newer, revision 2"):
        push_study(older, place, PushRequest())
    rename(older, "On its own")
    assert run(["archive", "push", str(older), "--to", place]) == 1
    assert "--older" in capsys.readouterr().err
    pull_study(place, "Newer", tmp_path / "pulled.arraywise")
    rename(tmp_path / "pulled.arraywise", "Built on the newest")
    assert push_study(tmp_path / "pulled.arraywise", place, PushRequest()).revision == 3
    assert run(["archive", "push", str(older), "--to", place, "--as-new"]) == 0
    assert len({study for study, _, _ in pushed(place)}) == 2
    assert push_study(path, place, PushRequest(overwrite_newer=True)).revision == 4


def test_a_study_of_prices_alone_is_listed_and_found(
    tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "prices.arraywise"
    with create_study(path, name="Prices alone") as study:
        add_option(study, "NVMe tier", Architecture.FC_SAN)
    push_study(path, place, PushRequest())
    (found,) = find_options(open_archive(place), Search(architecture="FC SAN"))
    assert (found.name, found.option, found.points) == ("Prices alone", "NVMe tier", ())
    assert not find_options(open_archive(place), Search(least_users=1))
    assert not find_options(open_archive(place), Search(tool="pgbench"))
    assert run(["archive", "list", place]) == 0
    assert "Prices alone, revision 1" in capsys.readouterr().out


def test_an_anonymous_study_is_known_again_by_nobody(tmp_path: Path, place: str) -> None:
    """Neither by names and digests of files or rows, nor beside the same one with names."""
    (tmp_path / "other").mkdir()
    studies = [small_study(tmp_path), small_study(tmp_path / "other")]
    named = push_study(studies[0], place, PushRequest())
    hidden = [push_study(path, place, PushRequest(anonymous=True)) for path in studies]
    assert not push_study(studies[0], place, PushRequest(anonymous=True)).is_new
    assert len({named.study, *(each.study for each in hidden)}) == 3
    with query_connection(open_archive(place), ("files",)) as connection:
        rows = connection.execute(
            "SELECT f.study, f.name, f.sha256, s.digests, s.last_change, s.content"
            " FROM files f JOIN studies s USING (study, revision)"
        ).fetchall()
    for column in range(1, 6):
        seen = [str(row[column]) for row in rows]
        assert len(set(seen)) == len(seen) == 3, seen
    digest = hashlib.sha256(RESULT.read_bytes()).hexdigest()
    with open_study(studies[0]) as study:
        identity = ensure_identity(study)
    for each in hidden:
        pulled = tmp_path / f"{each.study}.arraywise"
        pull_study(place, each.study, pulled)
        with open_study(pulled) as study:
            (row,) = study.rows("SELECT name, sha256, path FROM evidence_file")
            assert row[0].startswith("file-")
            assert row[0].endswith(".txt")
            assert digest not in row
            assert study.rows("SELECT 1 FROM setting WHERE name = 'identity'") == []
            assert not study.rows("SELECT 1 FROM change WHERE what <> ''")
        assert identity.encode() not in pulled.read_bytes()


def test_names_are_taken_out_of_columns_that_a_later_version_adds(tmp_path: Path) -> None:
    """Every text that is no word of the program is looked through, whatever its column."""
    with open_study(small_study(tmp_path)) as study:
        set_study_info(study, client="Acme Widgets")
        with unrecorded_transaction(study) as cursor:
            cursor.execute(
                "CREATE TABLE note_of_later (said VARCHAR, parts VARCHAR[], file_name VARCHAR,"
                " sha256 VARCHAR, read_by VARCHAR)"
            )
            cursor.execute(
                "INSERT INTO note_of_later VALUES ('of Acme Widgets', ['acme run'],"
                " 'Acme 2027.xlsx', 'abc', 'Ann')"
            )
            anonymise_study(cursor, NameReplacement("study-1", lambda text: f"{len(text):064x}"))
            assert cursor.execute("FROM note_of_later").fetchall() == [
                ("of client-1", ["file-000000000000"], "file-000000000000.xlsx", f"{3:064x}", "")
            ]


def test_the_same_evidence_of_two_studies_is_kept_once_and_stays_when_one_is_removed(
    tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path, other = small_study(tmp_path), tmp_path / "b.arraywise"
    with create_study(other, name="Other") as study:
        import_files(study, [tmp_path / "acme run.txt"], option="FC array")
    for each in (path, other):
        push_study(each, place, PushRequest())
    blobs = sorted((tmp_path / "archive" / "raw").rglob("*.zst"))
    assert len(blobs) == 3  # two studies, one result file
    assert run(["archive", "remove", place, "Order entry"]) == 1
    assert len(pushed(place)) == 2
    assert run(["archive", "remove", place, "Order entry", "--yes"]) == 0
    assert [name for _, _, name in pushed(place)] == ["Other"]
    left = sorted((tmp_path / "archive" / "raw").rglob("*.zst"))
    assert len(left) == 2
    assert run(["archive", "verify", place]) == 0
    pull_study(place, "Other", tmp_path / "pulled.arraywise")
    assert run(["archive", "pull", place, "Order entry", "-o", str(tmp_path / "c.arraywise")]) == 1
    assert push_study(path, place, PushRequest()).is_new
    assert run(["archive", "verify", place]) == 0
    assert "1 revision and 1 file removed" in capsys.readouterr().out

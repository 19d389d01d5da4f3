"""An archive in a folder: what is pushed comes back, once, and is found."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest

from arraywise.archive.place import Archive, open_archive
from arraywise.archive.tables import (
    COLUMNS,
    Search,
    create_tables,
    find_options,
    list_revisions,
    query_connection,
)
from arraywise.archive.upkeep import tidy_archive, verify_archive
from arraywise.cli.json_output import decision_document
from arraywise.domain.messages import UserError, ignore_progress
from arraywise.store.reading.evidence import list_files, read_problems
from arraywise.store.reading.inputs import list_options
from arraywise.store.study import open_study
from arraywise.usecases.archive_study import (
    EvidenceSelection,
    copy_evidence_from_archive,
    pull_study,
)
from arraywise.usecases.decide_study import decide_with_robustness
from arraywise.usecases.push_study import PushRequest, push_study
from arraywise.usecases.undo import undo_step
from tests.archive.studies import POINTS, copies, push_at_once, small_study, start_push

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.store.study import Study

NAME = "Worked example (synthetic)"
MODELS = ("FC SAN=Array 7", "iSCSI SAN=ä/b=%20+ 'c'", "NAS NFS=")
"""The last one has none, as recordings of no option have."""


@pytest.fixture(scope="module")
def archive(
    tmp_path_factory: pytest.TempPathFactory, built_sample: Callable[..., Path]
) -> tuple[str, Path]:
    """Return an archive with the worked example in it, and the study; nobody changes it."""
    folder = tmp_path_factory.mktemp("archive of a firm 100 % ä")
    study = folder / "pushed.arraywise"
    shutil.copy(built_sample("worked-example"), study)
    place = _new(folder / "archive")
    assert push_study(study, place, PushRequest(models=MODELS)).is_new
    return place, study


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return a study of runs at three numbers of users."""
    return small_study(tmp_path)


def _new(folder: Path) -> str:
    place = Archive(str(folder))
    assert place.create()
    create_tables(place)
    return place.name


def _decided(path: Path) -> str:
    with open_study(path) as study:
        return json.dumps(decision_document(*decide_with_robustness(study)), sort_keys=True)


def _count(place: str, table: str) -> int:
    with query_connection(open_archive(place), (table,)) as connection:
        query = f"SELECT count(*) FROM {table} JOIN studies USING (study, revision)"  # noqa: S608
        return int(connection.execute(query).fetchall()[0][0])


def test_a_pulled_study_decides_the_same_and_is_not_pushed_again(
    archive: tuple[str, Path], tmp_path: Path
) -> None:
    place, study = archive
    pulled = tmp_path / "pulled.arraywise"
    assert pull_study(place, NAME, pulled).revision == 1
    assert _decided(pulled) == _decided(study)
    with open_study(pulled) as again:
        assert all(file.embedded for file in list_files(again))
    for path in (study, pulled):
        assert not push_study(path, place, PushRequest(models=MODELS)).is_new
    assert len(list_revisions(open_archive(place))) == 1
    assert not verify_archive(open_archive(place), ignore_progress).faults


def test_options_are_found_by_architecture_model_and_users(archive: tuple[str, Path]) -> None:
    place = open_archive(archive[0])
    (found,) = find_options(
        place, Search(architecture="FC SAN", model="array", tool="swingbench", least_users=60)
    )
    assert (found.option, found.model) == ("FC SAN", "Array 7")
    assert min(point.users or 0 for point in found.points) >= 60
    assert all(point.transactions_per_s and point.response_mean_s for point in found.points)
    assert not find_options(place, Search(architecture="FC SAN", least_users=1_000_000))
    for table in set(COLUMNS) - {"studies"}:
        assert _count(archive[0], table) > 0, table
    which = "SELECT DISTINCT architecture, model FROM host_samples"
    with query_connection(place, ("host_samples",), {"architecture": "FC SAN"}) as connection:
        assert connection.execute(which).fetchall() == [("FC SAN", "Array 7")]
    with query_connection(place, ("host_samples",)) as connection:
        rows = connection.execute(which).fetchall()
    assert ("iSCSI SAN", "ä/b=%20+ 'c'") in rows
    assert any(model is None for _, model in rows)


def test_host_samples_lie_in_a_folder_an_architecture_whatever_arrays_are_called(
    archive: tuple[str, Path],
) -> None:
    """Twenty thousand names of arrays made as many folders and files."""
    with open_study(archive[1]) as study:
        known = {option.architecture.value for option in list_options(study)}
    folders = {unquote(p.name) for p in Path(archive[0], "host_samples").glob("architecture=*")}
    assert len(folders) > 2
    assert folders <= {f"architecture={each}" for each in known}


def test_taken_runs_stand_in_an_option_of_their_own_and_can_be_undone(
    archive: tuple[str, Path], study: Study
) -> None:
    place, source = archive
    (taken,) = copy_evidence_from_archive(
        study, place, EvidenceSelection(NAME, options=("FC SAN",))
    )
    assert taken.name == f"FC SAN ({NAME}, revision 1)"
    (option,) = list_options(study)
    assert option.architecture.value == "FC SAN"
    files = list_files(study)
    assert len(files) == taken.copied_files > 0
    assert {file.option_id for file in files} == {option.id}
    assert all(file.path.startswith("archive:") for file in files)
    (note,) = [p for p in read_problems(study)[files[0].id] if "From the archive" in p.text]
    assert NAME in note.text
    with open_study(source) as other:
        there = {f.sha256: f for f in list_files(other) if f.option_name == "FC SAN"}
    assert {f.sha256: (f.run_count, f.sample_rows, f.users) for f in files} == {
        sha: (f.run_count, f.sample_rows, f.users) for sha, f in there.items()
    }
    with pytest.raises(UserError, match="in this study already"):
        copy_evidence_from_archive(study, place, EvidenceSelection(NAME, options=("FC SAN",)))
    undo_step(study)
    assert not list_files(study)
    assert not list_options(study)


def test_an_anonymous_push_holds_no_name(small: Path, tmp_path: Path) -> None:
    from arraywise.usecases.edit_study import set_study_info

    with open_study(small) as study:
        set_study_info(study, name="Plan for Acme", client="Acme Widgets")
    place = _new(tmp_path / "archive")
    push_study(small, place, PushRequest(anonymous=True))
    (pushed,) = list_revisions(open_archive(place))
    assert pushed.name.startswith("study-")
    assert not pushed.with_raw
    pulled = tmp_path / "pulled.arraywise"
    pull_study(place, pushed.study, pulled)
    stored = pulled.read_bytes() + b"".join(
        file.read_bytes() for file in (tmp_path / "archive").rglob("*.parquet")
    )
    for name in (b"Acme", b"acme run", str(tmp_path).encode()):
        assert name not in stored


@pytest.mark.parametrize("content", [None, b"junk"])
def test_a_lost_or_damaged_table_is_a_fault_and_no_crash(
    small: Path, tmp_path: Path, content: bytes | None
) -> None:
    place = _new(tmp_path / "archive")
    push_study(small, place, PushRequest())
    (rows,) = (tmp_path / "archive" / "load_points").rglob("*.parquet")
    rows.unlink()
    if content is not None:
        rows.write_bytes(content)
    (fault,) = verify_archive(open_archive(place), ignore_progress).faults
    assert "load_points" in str(fault)
    with pytest.raises(UserError, match="cannot be used"):
        find_options(open_archive(place), Search())


def test_verify_finds_a_changed_byte_and_a_row_that_is_there_twice(
    small: Path, tmp_path: Path
) -> None:
    place = _new(tmp_path / "archive")
    push_study(small, place, PushRequest())
    at = open_archive(place)
    assert not verify_archive(at, ignore_progress).faults
    blob = next((tmp_path / "archive" / "raw").rglob("*.zst"))
    whole = blob.read_bytes()
    blob.write_bytes(whole[:-3] + bytes([whole[-3] ^ 1]) + whole[-2:])
    (fault,) = verify_archive(at, ignore_progress).faults
    assert blob.name in str(fault)
    blob.write_bytes(whole)
    with query_connection(at, ("load_points",)) as connection:
        from arro3.core import RecordBatchReader
        from deltalake import write_deltalake

        rows = RecordBatchReader.from_stream(connection.table("load_points"))
        write_deltalake(at.table_path("load_points"), rows, mode="append")
    (fault,) = verify_archive(at, ignore_progress).faults
    assert "load_points" in str(fault)


def test_writers_at_once_lose_nothing_and_tidying_keeps_all(small: Path, tmp_path: Path) -> None:
    """Four processes push a study each, and all of them the same one."""
    place = _new(tmp_path / "archive")
    assert push_at_once(place, copies(small, 4)) == [0, 0, 0, 0]
    at = open_archive(place)
    assert sorted(each.name for each in list_revisions(at)) == [f"Study {i}" for i in range(4)]
    assert _count(place, "files") == 4
    tidy_archive(at, ignore_progress)
    assert _count(place, "load_points") == 4 * POINTS
    assert not verify_archive(at, ignore_progress).faults


def test_a_killed_push_is_not_seen_and_a_repeat_completes_it(small: Path, tmp_path: Path) -> None:
    """Killed by the file system's own events: after each table that the push has written to."""
    place = _new(tmp_path / "archive")
    for table in random.Random(7).sample(["files", "runs", "load_points"], 2):  # noqa: S311
        log = tmp_path / "archive" / table / "_delta_log"
        before = len(list(log.iterdir()))
        push = start_push(place, [str(small)])
        while push.poll() is None and len(list(log.iterdir())) == before:
            os.sched_yield()
        with suppress(ProcessLookupError):
            push.kill()
        if push.wait() != 0:
            assert not list_revisions(open_archive(place))
            assert not find_options(open_archive(place), Search())
    push_study(small, place, PushRequest(models=("Array X",)))
    (found,) = find_options(open_archive(place), Search())
    users = [point.users for point in found.points]
    assert len(users) == len(set(users)) == POINTS
    assert not verify_archive(open_archive(place), ignore_progress).faults


_BLOCKED = """
import sys
if "blocked" in sys.argv:
    sys.argv.remove("blocked")
    sys.modules |= dict.fromkeys(("deltalake", "obstore", "arro3", "fsspec"))
from arraywise.cli import run
status = run(sys.argv[1:])
loaded = {name.split(".")[0] for name, module in sys.modules.items() if module}
print(sorted(loaded & {"deltalake", "obstore", "arro3"}))
sys.exit(status)
"""


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("gs://bucket/x", "is not a folder or s3"),
        ("a [firm]", "out of its path"),
        ("used", "holds other files"),
        ("none", "is not an archive"),
    ],
)
def test_a_place_that_cannot_be_an_archive_is_refused(
    tmp_path: Path, name: str, sentence: str
) -> None:
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "other.txt").write_text("x")
    place = name if "://" in name else str(tmp_path / name)
    with pytest.raises(UserError, match=sentence):
        open_archive(place) if name == "none" else Archive(place).create()


def test_without_the_extra_nothing_of_it_is_loaded_and_the_command_says_what_to_install(
    small: Path, tmp_path: Path
) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", _BLOCKED, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    decided = run("decide", str(small))
    assert (decided.returncode, decided.stdout.splitlines()[-1]) == (0, "[]")
    missing = run("blocked", "archive", "init", str(tmp_path / "a"))
    assert missing.returncode == 1
    assert "pip install 'arraywise[archive]'" in missing.stderr

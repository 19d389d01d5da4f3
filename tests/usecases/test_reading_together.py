"""Helpers make an import faster and nothing else: what is kept is the same, whoever read it."""

from __future__ import annotations

import shutil
import sys
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.messages import UserError
from arraywise.importing import read_files
from arraywise.importing.prepare_files import prepare_group
from arraywise.importing.read_files import READY, receive
from arraywise.store.study import create_study
from arraywise.usecases.import_files import import_files
from tests.conftest import ROOT
from tests.usecases.result_files import dstat

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator
    from pathlib import Path

    from arraywise.importing.outcome import ImportOutcome
    from arraywise.importing.prepare_files import PreparedFile, PrepareTask
    from arraywise.store.study import Study

_TABLES = (
    "SELECT * EXCLUDE (imported_at) FROM evidence_file",
    *(f"FROM {name}" for name in ("raw_file", "problem", "run", "run_attribute", "measurement")),
    *(f"FROM {name}" for name in ("run_list", "attribute_list", "measurement_list")),
    *(f"FROM {name}" for name in ("series", "sample_set", "sample_column")),
)
_COMES_UP = (
    "import sys; sys.path.append(sys.argv[1]);"
    " from arraywise.importing.read_files import READY, receive, send;"
    " send(sys.stdout.buffer, READY); receive(sys.stdin.buffer)"
)


@pytest.fixture
def helped(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Have two helpers for any number of files; give those that were started."""
    started: list[subprocess.Popen[bytes]] = []
    start = read_files._started

    def noted() -> subprocess.Popen[bytes] | None:
        helper = start()
        assert helper is not None
        started.append(helper)
        return helper

    monkeypatch.setattr(read_files, "FEWEST_BYTES", 1)
    monkeypatch.setattr(read_files, "_BATCH_FILES", 3)
    monkeypatch.setattr(read_files, "_processors", lambda: 3)
    monkeypatch.setattr(read_files, "_started", noted)
    yield started
    assert all(helper.returncode is not None for helper in started)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return files of many tools, with some that are damaged, secret or nobody's."""
    folder = tmp_path / "many"
    example = ROOT / "data" / "worked-example"
    shutil.copytree(example, folder, ignore=shutil.ignore_patterns("*.csv", "*san*"))
    for number in range(12):
        (folder / f"host{number}.csv").write_text(dstat(30 + number))
    for number, path in enumerate(sorted(folder.rglob("*.*"))):
        data = path.read_bytes()
        (path.parent / f"cut_{path.name}").write_bytes(data[: len(data) * (number % 7) // 7])
        (path.parent / f"of_{path.name}").write_bytes(data + b"\npassword=hunter2%d\n" % number)
    return folder


def _imported(path: Path, source: Path) -> tuple[list[object], ImportOutcome]:
    with create_study(path, name="s") as study:
        outcome = import_files(study, [source])
        with study.cursor() as cursor:
            rows = [cursor.execute(f"FROM ({q}) ORDER BY ALL").fetchall() for q in _TABLES]
    return [*map(repr, rows)], outcome


def test_a_study_is_the_same_with_and_without_helpers(
    tmp_path: Path,
    folder: Path,
    helped: list[subprocess.Popen[bytes]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answered: list[bool] = []
    note = read_files._SharedWork._note

    def noted(shared: read_files._SharedWork, number: int, answer: object) -> None:
        answered.append(answer is not None)
        note(shared, number, answer)  # type: ignore[arg-type]

    def patient(task: PrepareTask) -> list[PreparedFile]:
        """Leave the first to the helpers, which take a while to come up."""
        end = monotonic() + 60
        while set(answered) != {True, False} and monotonic() < end:
            sleep(0.01)
        return prepare_group(task)

    monkeypatch.setattr(read_files._SharedWork, "_note", noted)
    monkeypatch.setattr(read_files, "prepare_group", patient)
    with_helpers, outcome = _imported(tmp_path / "a.arraywise", folder)
    assert len(helped) == 2
    assert set(answered) == {True, False}  # host samples cannot be sent
    monkeypatch.setattr(read_files, "FEWEST_BYTES", 10**12)
    alone, expected = _imported(tmp_path / "b.arraywise", folder)
    assert len(helped) == 2
    assert with_helpers == alone
    assert outcome == expected


def test_an_import_says_that_a_helper_ended_and_keeps_nothing(
    study: Study,
    folder: Path,
    helped: list[subprocess.Popen[bytes]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def when_all_ended(task: PrepareTask) -> list[PreparedFile]:
        assert [helper.wait(timeout=60) for helper in helped] == [0, 0]
        return prepare_group(task)

    monkeypatch.setattr(read_files, "_PROGRAM", _COMES_UP)
    monkeypatch.setattr(read_files, "prepare_group", when_all_ended)
    with pytest.raises(UserError, match="reader process ended"):
        import_files(study, [folder])
    assert len(helped) == 2
    with study.cursor() as cursor:
        assert cursor.execute("SELECT count(*) FROM evidence_file").fetchall() == [(0,)]


@pytest.mark.parametrize("program", ["import sys; sys.exit(3)", "not Python at all"])
def test_without_helpers_all_is_read_here(
    study: Study,
    lab: Path,
    helped: list[subprocess.Popen[bytes]],
    monkeypatch: pytest.MonkeyPatch,
    program: str,
) -> None:
    monkeypatch.setattr(read_files, "_PROGRAM", program)
    outcome = import_files(study, [lab])
    assert [file.tool for file in outcome.files] == ["unknown", "orion", "orion"]
    assert [helper.returncode for helper in helped] != [0, 0]


def test_where_no_process_can_be_started_all_is_read_here(
    study: Study, lab: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_files, "FEWEST_BYTES", 1)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    outcome = import_files(study, [lab])
    assert [file.tool for file in outcome.files] == ["unknown", "orion", "orion"]


def test_helpers_end_when_the_user_stops(
    study: Study, folder: Path, helped: list[subprocess.Popen[bytes]]
) -> None:
    outcome = import_files(study, [folder], stopped=lambda: bool(helped))
    assert outcome.left > 0
    assert len(helped) == 2


def test_a_helper_ends_with_the_program_that_started_it() -> None:
    helper = read_files._started()
    assert helper is not None
    with helper:
        assert helper.stdin is not None
        assert helper.stdout is not None
        assert receive(helper.stdout) == READY
        helper.stdin.close()
        assert helper.wait(timeout=60) == 0

"""Helpers make an import faster and nothing else: what is kept is the same, whoever read it."""

from __future__ import annotations

import os
import shutil
from concurrent.futures import wait
from multiprocessing import active_children, spawn
from typing import TYPE_CHECKING, Any

import pytest

from arraywise.domain.messages import UserError
from arraywise.importing import read_files
from arraywise.store.study import create_study
from arraywise.usecases.import_files import import_files
from tests.conftest import ROOT
from tests.usecases.result_files import dstat

if TYPE_CHECKING:
    from concurrent.futures import Future
    from pathlib import Path

    from arraywise.importing.find_files import ImportOutcome
    from arraywise.importing.read_files import HelperResult
    from arraywise.store.study import Study

_TABLES = (
    "SELECT * EXCLUDE (imported_at) FROM evidence_file",
    *(f"FROM {name}" for name in ("raw_file", "problem", "run", "run_attribute", "measurement")),
    *(f"FROM {name}" for name in ("run_list", "attribute_list", "measurement_list")),
    *(f"FROM {name}" for name in ("series", "sample_set", "sample_column")),
)


def _end(_request: object) -> None:
    """Do in a helper what a file does that brings Python itself down."""
    os._exit(3)


@pytest.fixture
def helped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have two helpers for any number of files."""
    monkeypatch.setattr(read_files, "FEWEST_BYTES", 1)
    monkeypatch.setattr(read_files, "_BATCH_FILES", 3)
    monkeypatch.setattr(read_files, "_processor_count", lambda: 3)


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


@pytest.mark.usefixtures("helped")
def test_a_study_is_the_same_with_and_without_helpers(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered: list[bool] = []
    answer_of = read_files._batch_result

    def noted(future: Future[HelperResult] | None, *more: Any) -> HelperResult:
        if future is not None:
            wait([future])
        answer = answer_of(future, *more)
        answered.append(answer is not None)
        return answer

    monkeypatch.setattr(read_files, "_batch_result", noted)
    with_helpers, outcome = _imported(tmp_path / "a.arraywise", folder)
    assert set(answered) == {True, False}  # host samples cannot be sent
    monkeypatch.setattr(read_files, "FEWEST_BYTES", 10**12)
    alone, expected = _imported(tmp_path / "b.arraywise", folder)
    assert with_helpers == alone
    assert outcome == expected


@pytest.mark.usefixtures("helped")
def test_an_import_says_that_a_helper_ended_and_keeps_nothing(
    study: Study, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_files, "_answer", _end)
    with pytest.raises(UserError, match="reader process ended"):
        import_files(study, [folder])
    with study.cursor() as cursor:
        assert cursor.execute("SELECT count(*) FROM evidence_file").fetchall() == [(0,)]


@pytest.mark.usefixtures("helped")
def test_where_no_process_can_be_started_all_is_read_here(
    study: Study, lab: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spawn, "get_executable", lambda: b"/nowhere/python")
    outcome = import_files(study, [lab])
    assert [file.tool for file in outcome.files] == ["orion", "orion", "document"]


@pytest.mark.usefixtures("helped")
def test_helpers_end_when_the_user_stops(study: Study, folder: Path) -> None:
    outcome = import_files(study, [folder], stopped=lambda: bool(active_children()))
    assert outcome.left > 0
    assert not active_children()

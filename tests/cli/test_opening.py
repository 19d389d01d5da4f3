"""Files are read while the study is opened: what is stated is the same as one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.cli import run
from tests.store.test_upgrades import CRITERIA, PAIRS, make_old, schema_until
from tests.usecases.result_files import orion

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_a_study_that_cannot_be_opened_is_said_whatever_the_files_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "summary.txt").write_text(orion(5_000))
    (tmp_path / "notes.arraywise").write_text("no database")
    for study in ("missing.arraywise", "notes.arraywise"):
        status = run(["import", str(tmp_path / study), str(tmp_path / "summary.txt")])
        assert status != 0
        assert study in capsys.readouterr().err


def test_the_study_under_another_name_is_not_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = tmp_path / "lab.arraywise"
    assert run(["new", str(study)]) == 0
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "summary.txt").write_text(orion(5_000))
    (tmp_path / "results" / "notes.txt").hardlink_to(study)
    capsys.readouterr()
    assert run(["import", str(study), str(tmp_path / "results")]) == 1
    stated = capsys.readouterr().out
    assert "notes.txt: refused" in stated
    assert "It is the study itself." in stated
    assert "summary.txt: read" in stated


def test_what_a_study_loses_by_its_conversion_is_printed_by_any_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the first opening knows it, whether that was to read or to write."""
    for number, command in enumerate((["decide"], ["require", "--response-time", "150ms"])):
        study = tmp_path / f"{number}.arraywise"
        make_old(study, schema_until(tmp_path / f"schema{number}", 21), CRITERIA, PAIRS)
        run([command[0], str(study), *command[1:]])
        assert "kept as swings" in capsys.readouterr().err
        run([command[0], str(study), *command[1:]])
        assert "kept as swings" not in capsys.readouterr().err

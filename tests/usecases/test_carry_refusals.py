"""Refused sessions reject a run whichever of its files came first (MODEL P2.2)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Status
from arraywise.store.reading.facts import read_facts
from arraywise.usecases.decide_study import decide_study
from arraywise.usecases.import_files import import_files
from arraywise.usecases.undo import redo_step, undo_step
from tests.usecases.undoable import content

if TYPE_CHECKING:
    from arraywise.store.study import Study

SAMPLES = Path(__file__).parents[1] / "importers" / "samples" / "swingbench"
LOG, RESULTS = "charbench.log", ("results.xml", "results_db.json")
REFUSED = b"ORA-00020: maximum number of processes (300) exceeded\n"


def put(folder: Path, name: str, *, run: str = "one_run") -> Path:
    """Copy a file of a run; in the log the database refuses sessions in line 41."""
    folder.mkdir(exist_ok=True)
    lines = (SAMPLES / run / name).read_bytes().splitlines(keepends=True)
    if name == LOG:
        lines.insert(40, REFUSED)
    (folder / name).write_bytes(b"".join(lines))
    return folder / name


def counting(study: Study) -> list[str]:
    return [run.file for option in read_facts(study).options for run in option.load_runs]


@pytest.mark.parametrize(
    "names", [(LOG, *RESULTS), (*RESULTS, LOG), (RESULTS[0], LOG, RESULTS[1])]
)
def test_a_run_counts_in_no_file_however_they_come(
    study: Study, tmp_path: Path, names: tuple[str, ...]
) -> None:
    stated = [
        import_files(study, [put(tmp_path / "run", name)], option="NAS").files[0] for name in names
    ]
    assert counting(study) == []
    assert {file.status for file in stated[names.index(LOG) :]} == {Status.INCOMPLETE}
    findings = [f for f in decide_study(study).findings if f.check == "sessions refused"]
    assert [finding.evidence for finding in findings] == [("charbench.log:41",)]


def test_it_is_undone_with_the_import_that_brought_it(study: Study, tmp_path: Path) -> None:
    import_files(study, [put(tmp_path / "run", RESULTS[0])], option="NAS")
    before = content(study)
    import_files(study, [put(tmp_path / "run", LOG)], option="NAS")
    after = content(study)
    assert counting(study) == []
    undo_step(study)
    assert content(study) == before
    assert counting(study) == ["results.xml"]
    redo_step(study)
    assert content(study) == after


@pytest.mark.parametrize(
    ("folder", "run"), [("other", "one_run"), ("run", "stale")], ids=["folder", "run"]
)
def test_it_is_not_carried_to_another_run(
    study: Study, tmp_path: Path, folder: str, run: str
) -> None:
    import_files(study, [put(tmp_path / "run", LOG, run=run)], option="NAS")
    results = put(tmp_path / folder, RESULTS[0], run=run)
    assert import_files(study, [results], option="NAS").files[0].status is not Status.INCOMPLETE
    assert counting(study) == ["results.xml"]

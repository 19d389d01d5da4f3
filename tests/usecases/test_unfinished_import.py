"""An import that was cut off is known to the study until all of its files are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.messages import Stopped
from arraywise.store.study import create_study, open_study
from arraywise.store.writing.inputs import write_setting
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.import_files import (
    UnfinishedImport,
    clear_unfinished_import,
    import_resumable,
    read_unfinished_import,
)

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.study import Study

FILES = 4


@pytest.fixture
def results(tmp_path: Path) -> Path:
    folder = tmp_path / "lab"
    folder.mkdir()
    for i in range(FILES):
        text = f"max_iops = {i + 12}\nlatency  = 3\nmax_mbps = 4\n"
        (folder / f"{i}.txt").write_text(text, "utf-8")
    return folder


class StopAfter:
    """Asks to stop once so many files were begun."""

    def __init__(self, files: int) -> None:
        self.files, self.begun = files, 0

    def progress(self, done: int, _total: int, _text: str) -> None:
        self.begun = done

    def stopped(self) -> bool:
        return self.begun >= self.files


def run(study: Study, folder: Path, stop: StopAfter) -> None:
    import_resumable(study, [folder], progress=stop.progress, stopped=stop.stopped)


def test_a_whole_import_leaves_no_note(tmp_path: Path, results: Path) -> None:
    with create_study(tmp_path / "a.arraywise", name="a") as study:
        run(study, results, StopAfter(FILES + 1))
        assert read_unfinished_import(study) is None


def test_what_was_stopped_is_known_until_it_is_imported(tmp_path: Path, results: Path) -> None:
    path = tmp_path / "a.arraywise"
    with create_study(path, name="a") as study:
        run(study, results, StopAfter(2))
    with open_study(path) as study:
        result = read_unfinished_import(study)
        assert result is not None
        assert result.paths == (results,)
        assert result.left is not None
        assert 0 < result.left < FILES
        run(study, results, StopAfter(FILES + 1))
        assert read_unfinished_import(study) is None


class Killed(BaseException):
    """The program ends here."""


def test_what_a_killed_program_left_is_known(tmp_path: Path, results: Path) -> None:
    def end(done: int, _total: int, _text: str) -> None:
        if done:
            raise Killed

    path = tmp_path / "a.arraywise"
    with create_study(path, name="a") as study, pytest.raises(Killed):
        import_resumable(study, [results], progress=end, stopped=lambda: False)
    with open_study(path) as study:
        assert read_unfinished_import(study) == UnfinishedImport((results,), None)
        clear_unfinished_import(study)
        assert read_unfinished_import(study) is None


def test_a_stop_before_the_first_file_is_known_too(tmp_path: Path, results: Path) -> None:
    with create_study(tmp_path / "a.arraywise", name="a") as study:
        with pytest.raises(Stopped):
            run(study, results, StopAfter(0))
        assert read_unfinished_import(study) == UnfinishedImport((results,), None)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"paths": 3, "left": 1}', '{"paths": []}'])
def test_a_note_that_nobody_can_read_is_none(tmp_path: Path, text: str) -> None:
    with create_study(tmp_path / "a.arraywise", name="a") as study:
        with transaction(study) as cursor:
            write_setting(cursor, "unfinished_import", text)
        assert read_unfinished_import(study) is None

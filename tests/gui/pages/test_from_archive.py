"""Evidence from the archive of a firm, by its dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.archive.place import Archive
from arraywise.archive.tables import create_tables
from arraywise.gui.pages.evidence.from_archive import ArchiveDialog
from arraywise.store.study import create_study
from arraywise.usecases.import_files import import_files
from arraywise.usecases.push_study import PushRequest, push_study
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow

_RESULT = ROOT / "tests/importers/samples/pgbench/pgbench15_three_client_counts.txt"


def _archive(tmp_path: Path) -> str:
    place = Archive(str(tmp_path / "archive"))
    place.create()
    create_tables(place)
    other = tmp_path / "other.arraywise"
    with create_study(other, name="Other lab") as study:
        import_files(study, [_RESULT], option="FC array")
    push_study(other, place.name, PushRequest(models=("Array 7",)))
    return place.name


def test_found_runs_are_previewed_and_taken_as_an_option_of_their_own(
    open_small: Callable[[], MainWindow],
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ARRAYWISE_ARCHIVE", _archive(tmp_path))
    window = open_small()
    window.frame.evidence.open_archive_search()
    dialog = window.findChild(ArchiveDialog)
    assert dialog is not None
    assert not dialog.take.isEnabled()
    dialog.since.setText("yesterday")
    dialog.search.click()
    assert "is not a day" in dialog.banner.text
    dialog.since.clear()
    dialog.model.setText("no such array")
    dialog.search.click()
    qtbot.waitUntil(lambda: "Nothing" in dialog.banner.text)
    dialog.model.setText("array 7")
    dialog.search.click()
    qtbot.waitUntil(lambda: len(dialog.found.rows) == 1)
    assert [len(curve.points) for curve in dialog.plot.curves] == [3]
    dialog.take.click()
    session = window.frame.session
    qtbot.waitUntil(lambda: session.facts is not None and len(session.facts.options) == 3)
    assert session.facts is not None
    names = [each.option.name for each in session.facts.options]
    assert names == ["NAS NFS", "FC SAN", "FC array (Other lab, revision 1)"]
    assert [len(each.load_runs) for each in session.facts.options] == [6, 6, 3]

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from typing import TYPE_CHECKING

import openpyxl
import pytest

from arraywise.domain.messages import Stopped, UserError
from arraywise.domain.study import Edition, ReportOptions
from arraywise.store.study import create_study
from arraywise.usecases.copy_study import write_file_atomically
from arraywise.usecases.edit_study import set_thresholds
from arraywise.usecases.export_documents import export_report, export_workbook
from arraywise.usecases.import_files import import_files
from arraywise.usecases.read_price_sheet import import_price_sheet
from tests.conftest import ROOT
from tests.report.test_document import pages_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arraywise.store.study import Study

EXAMPLE = ROOT / "data" / "worked-example"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Study]:
    """A study with one option's real files, its price sheet, and a file that nobody can read."""
    folder = tmp_path_factory.mktemp("study")
    strange = folder / "strange.txt"
    strange.write_text("nothing that a lab would write\n", "utf-8")
    with create_study(folder / "one.arraywise", name="One option", currency="BRL") as study:
        import_files(study, [EXAMPLE / "fc-san" / "swingbench"], option="FC SAN")
        import_files(study, [strange])
        import_price_sheet(study, "FC SAN", EXAMPLE / "prices" / "fc-san.csv")
        yield study


def test_the_report_shows_the_stored_study(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    seen: list[tuple[int, int, str]] = []
    full = ReportOptions(edition=Edition.FULL)
    export_report(study, path, options=full, progress=lambda *step: seen.append(step))
    text = " ".join(pages_of(path.read_bytes()))
    assert "FC SAN" in text
    assert "615,000" in text
    assert "strange.txt" in text
    assert "not a result of a known tool" in text
    assert seen[0][0] == 0
    assert seen[-1][:2] == (3, 3)


def test_the_report_prints_the_lines_of_the_audit_and_marks_those_moved(
    study: Study, tmp_path: Path
) -> None:
    path = tmp_path / "report.pdf"
    set_thresholds(study, {"near_busy": 0.725})
    export_report(study, path, options=ReportOptions("de", edition=Edition.FULL))
    set_thresholds(study, {}, reset=True)
    message = " ".join(pages_of(path.read_bytes()))
    assert "nahezu: ab 72,5 % belegt" in message
    assert message.count("Für diese Studie geändert") == 1
    assert "Auslastung, ab 72,5 % (Vorgabe: 80 %)." in message


def test_the_same_study_gives_the_same_files(study: Study, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for path in (one, two):
        export_report(study, path.with_suffix(".pdf"), options=ReportOptions("de", "Letter"))
        export_workbook(study, path.with_suffix(".xlsx"))
    for suffix in (".pdf", ".xlsx"):
        assert one.with_suffix(suffix).read_bytes() == two.with_suffix(suffix).read_bytes()


def test_the_workbook_holds_the_stored_study(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "study.xlsx"
    export_workbook(study, path)
    book = openpyxl.load_workbook(BytesIO(path.read_bytes()), data_only=True)
    rows = {row[0]: row for row in book["Summary"].iter_rows(values_only=True)}
    assert dict(zip(rows["Option"], rows["FC SAN"], strict=True))["36 months, BRL"] == 615_000
    names = [row[0] for row in book["Evidence"].iter_rows(values_only=True)]
    assert "strange.txt" in names


def test_a_stopped_export_leaves_the_old_file(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(b"old")
    with pytest.raises(Stopped):
        export_report(study, path, stopped=lambda: True)
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["report.pdf"]


def test_an_unknown_language_is_refused(study: Study, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="tlh"):
        export_report(study, tmp_path / "report.pdf", options=ReportOptions("tlh"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["lab.arraywise", "new.arraywise", "link.pdf"])
def test_a_document_never_takes_the_place_of_a_study(tmp_path: Path, name: str) -> None:
    path = tmp_path / "lab.arraywise"
    with create_study(path, name="Lab") as study:
        (tmp_path / "link.pdf").hardlink_to(path)
        with pytest.raises(UserError, match="is a study"):
            export_workbook(study, tmp_path / name)
    assert path.read_bytes()[8:12] == b"DUCK"
    assert not (tmp_path / "new.arraywise").exists()


@pytest.mark.parametrize("place", ["missing/report.pdf", "file/report.pdf", "folder"])
def test_an_impossible_place_is_said(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(UserError, match="was not written"):
        write_file_atomically(tmp_path / place, b"new")
    assert sorted(tmp_path.rglob("*")) == before


def test_a_full_disk_leaves_the_old_file_whole(tmp_path: Path) -> None:
    """A limit on the size of files is in for a disk that is full."""
    pytest.importorskip("resource")
    path = tmp_path / "report.pdf"
    path.write_bytes(b"old")
    code = (
        "import resource, signal, sys; from pathlib import Path\n"
        "from arraywise.domain.messages import UserError\n"
        "from arraywise.usecases.copy_study import write_file_atomically\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try:\n    write_file_atomically(Path(sys.argv[1]), b'x' * 5000)\n"
        "except UserError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    assert "was not written" in done.stdout
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["report.pdf"]


def test_the_heavy_libraries_wait_until_a_document_is_asked_for() -> None:
    code = (
        "import sys\n"
        "import arraywise.usecases.export_documents\n"
        "print([m for m in ('reportlab', 'xlsxwriter', 'babel', 'numpy') if m in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

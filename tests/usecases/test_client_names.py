"""What a client calls its databases and hosts is told to who asks for it, and kept nowhere."""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING

import pypdf
import pytest

from arraywise.cli import run
from tests.importers.awr import layouts

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("KUNDEDB", "kundedb1", "kundedb2", "host-kunde", "1234567890")
REPORTS = {
    "19c.html": layouts.html(),
    "compared.html": layouts.compared_html(),
    "cluster.html": layouts.cluster(),
    "awr.txt": layouts.text(),
    "statspack.lst": layouts.statspack(),
    "miner.out": layouts.capture(),
}


def printed(capsys: pytest.CaptureFixture[str], *command: object) -> str:
    capsys.readouterr()
    assert run([str(word) for word in command]) == 0
    return capsys.readouterr().out


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    folder = tmp_path / "reports"
    folder.mkdir()
    for name, text in REPORTS.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize("name", REPORTS)
@pytest.mark.parametrize("form", [(), ("--json",)], ids=["text", "JSON"])
def test_a_report_is_inspected_without_the_names_unless_they_are_asked_for(
    reports: Path, name: str, form: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    plain = printed(capsys, "inspect", reports / name, *form)
    assert not [secret for secret in layouts.SECRETS if secret in plain]
    asked = printed(capsys, "inspect", "--client-names", reports / name, *form)
    assert "KUNDEDB" in asked
    assert "host-kunde" in asked
    assert "GEHEIM" not in asked  # names, and no SQL
    if form:
        (file,) = json.loads(asked)["files"]
        assert set(file["client_names"]) <= set(NAMES)
        assert "client_names" not in json.loads(plain)["files"][0]


def test_other_files_have_no_names_to_tell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "note.txt"
    other.write_text("DB Name\n-------\nKUNDEDB\n", "utf-8")
    assert run(["inspect", "--client-names", str(other)]) == 1
    assert "KUNDEDB" not in capsys.readouterr().out


def test_no_document_of_a_study_has_the_names(
    reports: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Study file, PDF, workbook, the answer and the profile as JSON."""
    study = tmp_path / "lab.arraywise"
    pdf, book = tmp_path / "lab.pdf", tmp_path / "lab.xlsx"
    printed(capsys, "new", study)
    texts = [
        printed(capsys, "import", study, reports),
        printed(capsys, "require", study, "--load", "awr x 1"),
        printed(capsys, "profile", study, "--json"),
        printed(capsys, "decide", study, "--json"),
        printed(capsys, "report", study, "--out", pdf),
        printed(capsys, "export", study, "--out", book),
        *(page.extract_text() for page in pypdf.PdfReader(pdf).pages),
    ]
    with zipfile.ZipFile(book) as sheets:
        texts += [sheets.read(name).decode("utf-8", "replace") for name in sheets.namelist()]
    for secret in layouts.SECRETS:
        assert not [text for text in texts if secret in text], secret
        assert secret.encode() not in study.read_bytes(), secret

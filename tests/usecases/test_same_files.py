"""One file in the folders of several options is found out, wherever it is met first."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from arraywise.cli import run
from arraywise.domain.evidence import Status
from arraywise.domain.messages import ProblemCode
from arraywise.store.reading.evidence import list_files, read_problems
from arraywise.store.study import create_study
from arraywise.usecases.decide_study import decide_study
from arraywise.usecases.edit_options import accept_proposals
from arraywise.usecases.import_files import import_files
from arraywise.usecases.inspect_files import inspect_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arraywise.store.study import Study

CALIBRATION = "max_iops = 12\nlatency  = 3\nmax_mbps = 4\n"
LISTING = '{\n  "id" : "db1",\n  "class" : "system",\n  "vendor" : "Dell Inc."\n}\n'


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    with create_study(tmp_path / "a.arraywise", name="a") as built:
        yield built


def lab(tmp_path: Path, *names: str, text: str = CALIBRATION) -> Path:
    folder = tmp_path / "lab"
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def findings(study: Study) -> list[str]:
    result = decide_study(study).findings
    return [str(f.message) for f in result if f.check == "one file for several options"]


def test_copies_in_two_options_folders_are_said_of_both_and_decided_with(
    tmp_path: Path, study: Study
) -> None:
    folder = lab(tmp_path, "FC SAN/a.txt", "NAS/a.txt")
    outcome = import_files(study, [folder])
    accept_proposals(study, outcome.proposals)
    for file in outcome.files:
        assert [p.code for p in file.problems].count(ProblemCode.SAME_FILE) == 1
    text = next(p.text for p in outcome.files[1].problems if p.code == ProblemCode.SAME_FILE)
    assert "(FC SAN, NAS): FC SAN/a.txt, NAS/a.txt." in text
    (stored,) = list_files(study)
    assert stored.status is Status.READ_WITH_PROBLEMS
    assert len(findings(study)) == 1


def test_a_copy_that_comes_later_is_found_too_and_said_once(tmp_path: Path, study: Study) -> None:
    folder = lab(tmp_path, "FC SAN/a.txt", "NAS/a.txt")
    import_files(study, [folder / "FC SAN"], option="FC SAN")
    assert findings(study) == []
    for _ in range(2):
        import_files(study, [folder / "NAS"], option="NAS")
        (problems,) = read_problems(study).values()
        assert [p.code for p in problems].count(ProblemCode.SAME_FILE) == 1
    assert len(findings(study)) == 1


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (("NAS/a.txt", "NAS/copy/a.txt"), CALIBRATION),
        (("NAS/a.txt", "nas/b.txt"), CALIBRATION),
        (("FC SAN/host.json", "NAS/host.json"), LISTING),
        (("a.txt", "b.txt"), CALIBRATION),
    ],
)
def test_copies_of_one_option_and_listings_of_one_host_are_nothing_odd(
    tmp_path: Path, study: Study, names: tuple[str, ...], text: str
) -> None:
    outcome = import_files(study, [lab(tmp_path, *names, text=text)])
    accept_proposals(study, outcome.proposals)
    codes = [p.code for file in outcome.files for p in file.problems]
    assert ProblemCode.SAME_FILE not in codes
    assert findings(study) == []


def test_inspecting_says_it_in_text_and_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = lab(tmp_path, "FC SAN/a.txt", "NAS/a.txt")
    assert len(inspect_files([folder])) == 2
    run(["inspect", str(folder)])
    assert capsys.readouterr().out.count("in the folders of several options") == 2
    run(["inspect", "--json", str(folder)])
    files = json.loads(capsys.readouterr().out)["files"]
    assert all(
        any("in the folders of several options" in p["text"] for p in file["problems"])
        for file in files
    )

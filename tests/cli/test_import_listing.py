"""What `import` reports files: the option that each belongs to when all is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.cli import run
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_files_are_told_with_the_option_that_was_made_for_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = ROOT / "data" / "worked-example" / "nas-nfs" / "orion"
    proposed, built = tmp_path / "proposed.arraywise", tmp_path / "made.arraywise"
    for study, more in ((proposed, []), (built, ["--make-options"])):
        assert run(["new", str(study)]) == 0
        capsys.readouterr()
        run(["import", str(study), str(folder), *more])
        stated = [line for line in capsys.readouterr().out.splitlines() if ", orion, " in line]
        assert stated
        assert all(("no option yet" in line) is not bool(more) for line in stated), stated
        assert all(", NAS" in line for line in stated) is bool(more)

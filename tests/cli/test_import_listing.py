"""What `arraywise import` tells of many files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.cli import run
from arraywise.shipped import data

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_a_remark_that_many_files_share_is_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong with a file stands beside it, however many others have the same."""
    study, folder = tmp_path / "many.arraywise", tmp_path / "lab"
    folder.mkdir()
    summary = next(data("worked-example").glob("*/orion/*summary.txt")).read_text("utf-8")
    for number in range(5):
        (folder / f"lab{number}_summary.txt").write_text(
            summary.replace("IOPS=", f"IOPS={number + 1}"), "utf-8"
        )
    for number in range(2):
        (folder / f"empty{number}.txt").write_bytes(b"\0" * (number + 9))
    assert run(["new", str(study)]) == 0
    capsys.readouterr()
    assert run(["import", str(study), str(folder)]) == 1
    told = capsys.readouterr().out.splitlines()
    remarks = [i for i, line in enumerate(told) if "MB are read as 2^20 bytes" in line]
    assert len(remarks) == 1
    assert told[remarks[0] - 1] == "in 5 files, as in lab0_summary.txt:"
    assert [line[:8] for line in told if line.startswith("  error")] == ["  error:"] * 2

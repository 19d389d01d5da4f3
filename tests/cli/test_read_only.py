"""A study on a medium that cannot be written is read all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.cli import run
from tests.unprivileged import without_root_powers

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

READING = (("decide", "--json"), ("export",), ("option",), ("profile",), ("thresholds",))


def read_all(study: Path, out: Path) -> list[int]:
    return [
        run([name, str(study), *rest, *(["--out", str(out)] if name == "export" else [])])
        for name, *rest in READING
    ]


def test_a_protected_study_is_decided_and_exported_but_not_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = tmp_path / "kept" / "a.arraywise"
    study.parent.mkdir()
    run(["new", str(study)])
    before = study.read_bytes()
    study.chmod(0o444)
    study.parent.chmod(0o555)
    with without_root_powers():
        assert read_all(study, tmp_path / "a.xlsx") == [0] * len(READING)
        capsys.readouterr()
        assert run(["require", str(study), "--response-time", "100ms"]) == 1
    assert "permission to write a.arraywise" in capsys.readouterr().err
    assert (tmp_path / "a.xlsx").stat().st_size > 0
    assert study.read_bytes() == before
    assert [p.name for p in study.parent.iterdir()] == ["a.arraywise"]

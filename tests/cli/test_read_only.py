"""A study on a medium that cannot be written is read all the same."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arraywise.cli import run

if TYPE_CHECKING:
    from collections.abc import Iterator

NOBODY = 65534
READING = (("decide", "--json"), ("export",), ("option",), ("profile",), ("thresholds",))


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may write into, on the way to which nothing is closed."""
    made = Path(tempfile.mkdtemp())
    made.chmod(0o777)
    yield made
    (made / "kept").chmod(0o755)
    shutil.rmtree(made)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Let the process be nobody's for a while: root may write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


def read_all(study: Path) -> list[int]:
    out = str(study.parents[1] / "a.xlsx")
    return [
        run([name, str(study), *rest, *(["--out", out] if name == "export" else [])])
        for name, *rest in READING
    ]


def test_a_protected_study_is_decided_and_exported_but_not_changed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = folder / "kept" / "a.arraywise"
    study.parent.mkdir()
    run(["new", str(study)])
    assert read_all(study) == [0] * len(READING)  # loads what nobody may not load
    (folder / "a.xlsx").unlink()
    before = study.read_bytes()
    study.chmod(0o444)
    study.parent.chmod(0o555)
    with as_nobody():
        assert read_all(study) == [0] * len(READING)
        capsys.readouterr()
        assert run(["require", str(study), "--response-time", "100ms"]) == 1
    assert "permission to write a.arraywise" in capsys.readouterr().err
    assert (folder / "a.xlsx").stat().st_size > 0
    assert study.read_bytes() == before
    assert [p.name for p in study.parent.iterdir()] == ["a.arraywise"]

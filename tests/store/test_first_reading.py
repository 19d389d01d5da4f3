"""A study that this machine does not know is read by another process before it is opened."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

import duckdb
import pytest

from arraywise.domain.messages import Stopped, UserError
from arraywise.store import layout
from arraywise.store.layout import _known, _state_of
from arraywise.store.study import open_copy, open_study

if TYPE_CHECKING:
    from pathlib import Path

_CRASHES = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"
_REFUSES = "import sys; sys.exit(3)"


@pytest.fixture(autouse=True)
def _studies_may_be_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "is_known", lambda state: state in _known())


@pytest.fixture
def stranger(blank_study_file: Path, tmp_path: Path) -> Path:
    """Return a study that was not closed here."""
    return shutil.copy(blank_study_file, tmp_path / "stranger.arraywise")


def test_an_unknown_study_is_read_once(stranger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program itself reads it; one that was changed elsewhere or not closed is unknown."""
    begun: list[list[str]] = []
    program = layout._program

    def counted() -> list[str]:
        begun.append(program())
        return begun[-1]

    monkeypatch.setattr(layout, "_program", counted)
    for _ in range(2):
        with open_study(stranger):
            assert _state_of(stranger) not in _known()
    open_copy(stranger, stranger.with_name("copy.arraywise")).close()
    assert len(begun) == 1
    assert _state_of(stranger) in _known()
    os.utime(stranger, ns=(1, 1))
    assert _state_of(stranger) not in _known()


@pytest.mark.parametrize("ends", [_CRASHES, _REFUSES])
def test_a_study_that_ends_its_reader_is_damaged(
    stranger: Path, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    monkeypatch.setattr(layout, "_program", lambda: [sys.executable, "-c", ends])
    for opened in (open_study, lambda path: open_copy(path, path.with_name("copy.arraywise"))):
        with pytest.raises(UserError, match="is damaged"):
            opened(stranger)


def test_a_study_that_is_read_without_end_does_not_keep_a_window_open(
    stranger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = [sys.executable, "-c", "import time; time.sleep(100)"]
    monkeypatch.setattr(layout, "_program", lambda: endless)
    with pytest.raises(Stopped):
        open_study(stranger, stopped=lambda: True)
    monkeypatch.setattr(layout, "_LEAST_S", 0)
    with pytest.raises(UserError, match="is damaged"):
        open_study(stranger)


@pytest.mark.parametrize("program", [["/nowhere"], [sys.executable, "-c", "exit(1)"]])
def test_what_no_other_process_has_looked_through_is_looked_through_here(
    stranger: Path, monkeypatch: pytest.MonkeyPatch, program: list[str]
) -> None:
    monkeypatch.setattr(layout, "_program", lambda: program)
    open_copy(stranger, stranger.with_name("copy.arraywise")).close()
    with duckdb.connect(str(stranger)) as connection:
        connection.execute("CREATE MACRO max(x) AS 1")
    for opened in (open_study, lambda path: open_copy(path, path.with_name("other.arraywise"))):
        with pytest.raises(UserError, match="MACRO max"):
            opened(stranger)


def test_an_empty_database_is_no_study(tmp_path: Path) -> None:
    """It has the same tables as a version of studies that never was: none."""
    path = tmp_path / "empty.arraywise"
    duckdb.connect(str(path)).close()
    with pytest.raises(UserError, match="not an Arraywise study"):
        open_study(path)


def test_what_a_damaged_study_makes_duckdb_say_is_a_sentence(
    stranger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A damaged column of versions: DuckDB does not know how it is compressed."""

    def not_known(*_: object) -> int:
        text = 'Not implemented Error: unrecognized enum value "31" for enum "CompressionType"'
        raise duckdb.NotImplementedException(text)

    monkeypatch.setattr(layout, "_program", lambda: ["/nowhere"])
    monkeypatch.setattr(layout, "version_of", not_known)
    with pytest.raises(UserError, match="is damaged"):
        open_study(stranger)


def test_a_study_in_which_something_is_missing_that_never_may_be_is_damaged(
    stranger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No statement puts it there; damage does, and DuckDB does not see it."""
    with open_study(stranger) as study, study.cursor(writes=True) as cursor:
        cursor.execute(
            "INSERT INTO option (id, name, architecture, position) VALUES (1, 'a', 'NAS', 0)"
        )
    assert layout.read_all(stranger) == layout._WHOLE
    may_not = "column_name IN ('name', 'capacity')"
    tables = layout._TABLES.replace("NOT is_nullable", may_not)
    monkeypatch.setattr(layout, "_TABLES", tables)
    assert layout.read_all(stranger) == layout.DAMAGED


def test_a_study_that_fails_in_used_memory_only_is_damaged(
    stranger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A damaged text was read in a fresh process, and ended the window's (one study of 4,000)."""
    found = iter((layout._WHOLE, layout.DAMAGED))
    monkeypatch.setattr(layout, "_read_once", lambda _path: next(found))
    assert layout.read_all(stranger) == layout.DAMAGED

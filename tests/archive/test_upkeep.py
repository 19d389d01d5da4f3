"""What `verify` finds that rows and hashes alone do not tell, and what `tidy` sweeps.

No other test sees a log that lost its last commits, files that a killed writer left, or bytes that
are read in parts.
"""

from __future__ import annotations

import hashlib
import os
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from arraywise.archive import place as places
from arraywise.archive.place import Archive, open_archive
from arraywise.archive.tables import create_tables, list_revisions
from arraywise.archive.upkeep import RETENTION, tidy_archive, verify_archive
from arraywise.domain.messages import UserError, ignore_progress
from arraywise.usecases.push_study import PushRequest, push_study
from tests.archive.studies import small_study

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def at(tmp_path: Path) -> Archive:
    made = Archive(str(tmp_path / "archive"))
    made.create()
    create_tables(made)
    return open_archive(made.name)


def test_a_log_that_lost_its_last_commit_is_noticed(tmp_path: Path, at: Archive) -> None:
    path = small_study(tmp_path)
    for model in ("A", "B"):
        push_study(path, at.name, PushRequest(models=(model,)))
    log = tmp_path / "archive" / "studies" / "_delta_log"
    last = max(log.glob("*.json"))
    last.unlink()
    assert len(list_revisions(at)) == 1
    (fault,) = verify_archive(at, ignore_progress).faults
    assert "revision 2, was pushed and is not there" in str(fault)


def test_a_push_that_was_ended_before_its_note_is_whole_and_noted_by_the_next(
    tmp_path: Path, at: Archive
) -> None:
    path = small_study(tmp_path)
    push_study(path, at.name, PushRequest())
    (note,) = (tmp_path / "archive" / "revisions").iterdir()
    note.unlink()
    assert not verify_archive(at, ignore_progress).faults
    assert not push_study(path, at.name, PushRequest()).is_new
    assert note.exists()


def test_tidying_sweeps_what_killed_pushes_left_a_week_ago_and_nothing_else(
    tmp_path: Path, at: Archive
) -> None:
    push_study(small_study(tmp_path), at.name, PushRequest())
    folder = tmp_path / "archive"
    kept = {p for p in folder.rglob("*") if p.is_file() and "_delta_log" not in p.parts}
    left = [folder / "raw" / "ab" / f"{'ab' * 32}.zst", folder / "raw" / "ab" / "x.zst#1",
            folder / "files" / "_delta_log" / "_commit_1.json.tmp"]  # fmt: skip
    young = folder / "raw" / "cd" / f"{'cd' * 32}.zst"
    for path in (*left, young):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x")
    long_ago = (datetime.now(UTC) - RETENTION - timedelta(hours=1)).timestamp()
    for path in (*left, *kept):
        os.utime(path, (long_ago, long_ago))
    tidy_archive(at, ignore_progress)
    assert [path for path in left if path.exists()] == []
    assert young.exists()
    assert not verify_archive(at, ignore_progress).faults


def test_bytes_are_checked_in_parts_and_a_cut_or_swollen_file_is_a_fault(
    at: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "_PART", 1_000)
    data = os.urandom(50_000) + bytes(5_000_000)
    name = hashlib.sha256(data).hexdigest()
    assert at.store_bytes(name, data)
    assert at.get_bytes(name) == data
    at.check_bytes(name)
    assert at.folder is not None
    blob = at.folder / "raw" / name[:2] / f"{name}.zst"
    whole = blob.read_bytes()
    for damaged in (whole[:-5], whole[: len(whole) // 2], b"", b"junk"):
        blob.write_bytes(damaged)
        with pytest.raises(UserError, match="is damaged"):
            at.check_bytes(name)


def test_a_package_without_what_the_archive_needs_names_no_pip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever installed a package has no pip to call."""
    monkeypatch.setattr(places, "_NEEDED", ("no_such_package",))
    with pytest.raises(UserError, match="pip install"):
        places.require_packages()
    monkeypatch.setattr("sys.frozen", True, raising=False)
    with pytest.raises(UserError, match="not whole") as refused:
        places.require_packages()
    assert "pip" not in str(refused.value)

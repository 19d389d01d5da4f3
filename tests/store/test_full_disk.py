"""A disk that is full: the action in hand is lost with a sentence, nothing else is."""

from __future__ import annotations

import os
import resource
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.messages import UserError
from arraywise.store.reading.inputs import read_setting
from arraywise.store.study import Study, open_study
from arraywise.store.writing.inputs import write_setting
from arraywise.store.writing.rows import insert_rows
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.create_sample import build_sample_study

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KIB = 1024


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """Build the system refuse to let any file grow beyond a size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def fill(study: Study, finished: list[int], *, by_log: bool) -> None:
    for number in range(60):
        bulk = (number, 0, "s", "s", None, 8192)
        rows = [(*bulk, os.urandom(64 * KIB), None) for _ in range(16)]
        with nullcontext() if by_log else study.folding_commits(), transaction(study) as cursor:
            insert_rows(cursor, "series", rows)
            write_setting(cursor, "written", str(number))
        finished.append(number)


def test_a_sample_that_does_not_fit_leaves_no_log_that_keeps_the_next_from_being_made(
    tmp_path: Path,
) -> None:
    path = tmp_path / "sample.arraywise"
    with files_no_larger_than(300 * KIB), pytest.raises(UserError, match="No space left"):
        build_sample_study(path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("by_log", [True, False], ids=["by log", "at once"])
@pytest.mark.parametrize("room", [2000 * KIB, 5000 * KIB, 18_000 * KIB])
def test_what_fits_is_kept_and_work_goes_on(
    study: Study,
    room: int,
    by_log: bool,  # noqa: FBT001
) -> None:
    finished: list[int] = []
    with (
        files_no_larger_than(study.path.stat().st_size + room),
        pytest.raises(UserError, match="No space left"),
    ):
        fill(study, finished, by_log=by_log)
    stored = read_setting(study, "written")
    assert stored == str(finished[-1])
    with study.cursor() as cursor:
        rows = cursor.execute("SELECT count(*) FROM series").fetchall()
    with transaction(study) as cursor:
        write_setting(cursor, "after", "yes")
    study.close()
    with open_study(study.path) as again, again.cursor() as cursor:
        assert read_setting(again, "after") == "yes"
        assert read_setting(again, "written") == stored
        assert cursor.execute("SELECT count(*) FROM series").fetchall() == rows

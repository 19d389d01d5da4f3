"""A window reads and edits while an import runs behind it."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.messages import Stopped
from arraywise.store.reading.inputs import read_setting
from arraywise.store.study import is_open, open_study
from arraywise.store.writing.inputs import write_setting
from arraywise.store.writing.rows import insert_rows
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from arraywise.store.study import Study


def test_edits_are_kept_while_a_long_action_is_under_way(study: Study) -> None:
    with transaction(study, "import") as long:
        insert_rows(long, "raw_file", [(i, "none", b"x" * 1000) for i in range(1000)])
        for number in range(20):
            with transaction(study) as edit:
                write_setting(edit, "edit", str(number))
            assert read_setting(study, "edit") == str(number)
        study.fold_log()  # not now: it waits for nobody and harms nothing
    with study.cursor() as cursor:
        assert cursor.execute("SELECT count(*) FROM raw_file").fetchall() == [(1000,)]
        assert cursor.execute("SELECT count(*) FROM change").fetchall() == [(21,)]


def test_threads_have_cursors_of_their_own(study: Study) -> None:
    failed: list[Exception] = []

    def work(name: str) -> None:
        try:
            for number in range(30):
                with transaction(study, name) as cursor:
                    insert_rows(cursor, "problem", [(number, 0, "info", name, "[]", None, None)])
                read_setting(study, "edit")
        except Exception as error:  # noqa: BLE001 - told to the test below
            failed.append(error)

    threads = [threading.Thread(target=work, args=[f"thread {i}"]) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    with study.cursor() as cursor:
        assert cursor.execute("SELECT count(*) FROM problem").fetchall() == [(120,)]


def test_a_study_closes_when_the_last_cursor_is_given_back(study: Study) -> None:
    with study.cursor() as cursor:
        closing = threading.Thread(target=study.close)
        closing.start()
        closing.join(0.05)
        assert closing.is_alive()
        assert is_open(study.path)
        assert cursor.execute("SELECT 1").fetchall() == [(1,)]
    closing.join()
    open_study(study.path).close()


def test_a_closed_study_is_not_used(study: Study) -> None:
    study.close()
    study.close()
    with pytest.raises(RuntimeError, match="is closed"):
        read_setting(study, "edit")


def test_an_endless_query_does_not_keep_a_study_from_closing(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arraywise.store.study._LONG_READ_S", 0.0)
    ended: list[type[Exception]] = []
    begun = threading.Event()

    def read() -> None:
        try:
            with study.cursor() as cursor:
                begun.set()
                cursor.execute("SELECT count(*) FROM range(1e7::BIGINT) a, range(1e7::BIGINT) b")
        except Exception as error:  # noqa: BLE001 - told to the test below
            ended.append(type(error))

    reading = threading.Thread(target=read)
    reading.start()
    begun.wait()
    study.interrupt_long_reads()
    study.close()
    reading.join()
    assert ended == [Stopped]


_LEFT_OPEN = """
import sys
from pathlib import Path
from arraywise.store.study import open_study
study = open_study(Path(sys.argv[1]))
study.interrupt_long_reads()
"""


def test_a_program_that_ends_with_a_study_open_leaves_no_word(study: Study) -> None:
    """A thread left behind keeps the connection, of which DuckDB writes a hundred lines."""
    study.close()
    command = [sys.executable, "-c", _LEFT_OPEN, str(study.path)]
    ended = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    assert ended.stderr == ""

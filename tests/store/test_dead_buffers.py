"""What ended queries leave behind in memory goes away, and nothing else does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store import study as studies
from arraywise.store.connection import release_buffers
from arraywise.store.reading.inputs import read_setting
from arraywise.store.writing.inputs import write_setting
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    import pytest

    from arraywise.store.study import Study

_HELD = "SELECT sum(memory_usage_bytes) FROM duckdb_memory()"
_LIMIT = "SELECT current_setting('memory_limit')"


def ask(study: Study, question: str) -> object:
    with study.cursor() as cursor:
        result = cursor.execute(question).fetchone()
    assert result is not None
    return result[0]


def read_all(study: Study) -> None:
    """Bring pages of the study into memory."""
    with transaction(study) as cursor:
        write_setting(cursor, "kept", "x" * 600_000)
    study.fold_log()
    assert read_setting(study, "kept") == "x" * 600_000


def test_buffers_are_dropped_now_and_then(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    read_all(study)
    held = ask(study, _HELD)
    monkeypatch.setattr(studies, "_TIDIED_AFTER", 1)
    ask(study, _LIMIT)
    assert ask(study, _HELD) < held
    assert read_setting(study, "kept") == "x" * 600_000


def test_nothing_is_dropped_under_a_query(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    read_all(study)
    dropped: list[object] = []
    monkeypatch.setattr(studies, "_TIDIED_AFTER", 1)
    monkeypatch.setattr(studies, "release_buffers", dropped.append)
    with study.cursor():
        ask(study, _LIMIT)
        assert not dropped
    assert len(dropped) == 1


def test_the_memory_that_queries_may_take_stays(study: Study) -> None:
    limit = ask(study, _LIMIT)
    with study.cursor() as cursor:
        release_buffers(cursor)
        cursor.execute("SET memory_limit = '100 MiB'")
        cursor.execute("RESET memory_limit")
    assert ask(study, _LIMIT) == limit

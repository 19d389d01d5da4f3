"""What an action wrote into the file before it was dropped is given back to the disk."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import duckdb
import pytest

from arraywise.domain.evidence import Clock, TimeAxis
from arraywise.store.samples import _relaxed_row_order
from arraywise.store.writing.rows import utc_now
from arraywise.store.writing.transaction import transaction_without_undo

if TYPE_CHECKING:
    from arraywise.store.study import Study

MIB = 1024 * 1024
MANY = "CREATE TABLE many AS SELECT hash(i) AS a FROM range(1_000_000) t(i)"
"""So many rows that DuckDB writes most of them before the transaction ends."""


def stopped_midway(study: Study) -> int:
    """Stop an import midway; return how large the file was at that moment."""
    with study.folding_commits(), transaction_without_undo(study, "import", utc_now()) as cursor:
        cursor.execute(MANY)
        size = study.path.stat().st_size
        with _relaxed_row_order(cursor, TimeAxis(Clock.EPOCH, 0)), suppress(duckdb.Error):
            cursor.execute("SELECT error('interrupted')")  # what a query that is stopped leaves
        raise KeyboardInterrupt(size)


def test_the_file_of_a_study_shrinks_after_an_import_that_was_stopped_midway(study: Study) -> None:
    before = study.path.stat().st_size
    with pytest.raises(KeyboardInterrupt) as stop:
        stopped_midway(study)
    assert stop.value.args[0] > before + 2 * MIB
    assert study.path.stat().st_size <= before


def test_rows_that_come_after_a_stopped_import_keep_their_order(study: Study) -> None:
    with pytest.raises(KeyboardInterrupt):
        stopped_midway(study)
    assert study.rows("SELECT current_setting('preserve_insertion_order')") == [(True,)]


_QUERY = """
import signal, sys
from pathlib import Path
from arraywise.domain.messages import Stopped
from arraywise.store.study import open_study

with open_study(Path(sys.argv[1])) as study:
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        study.rows("SELECT sum(hash(i)) FROM range(3_000_000_000) t(i)")
    except Stopped:
        sys.exit(7)
"""


def test_ctrl_c_during_a_query_is_a_stop(study: Study) -> None:
    study.close()
    arguments = [sys.executable, "-c", _QUERY, str(study.path)]
    assert subprocess.run(arguments, check=False).returncode == 7

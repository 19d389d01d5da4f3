"""A stranger's job database runs nothing and ends soon, whatever its schema says."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Status
from arraywise.importers.kit.importer import Source
from arraywise.importers.recognition import read_sources
from tests.importers.golden import SAMPLES

if TYPE_CHECKING:
    from pathlib import Path

_ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
_HOSTILE = {
    "a view that never ends": f"CREATE VIEW JOBOUTPUT(jobid, vu, output) AS {_ENDLESS}",
    "a view that loads code": (
        "CREATE VIEW JOBOUTPUT(jobid, vu, output) AS SELECT 1, 1, load_extension('x')"
    ),
    "a column that is computed": (
        "CREATE TABLE JOBOUTPUT(jobid TEXT, vu INTEGER,"
        " output TEXT AS (printf('TEST RESULT : System achieved %d NOPM from 2 Oracle TPM', 1)));"
        "INSERT INTO JOBOUTPUT(jobid, vu) VALUES ('a', 1)"
    ),
    "a virtual table": "CREATE VIRTUAL TABLE JOBOUTPUT USING fts5(jobid, vu, output)",
}


@pytest.mark.parametrize("script", _HOSTILE.values(), ids=_HOSTILE)
def test_what_would_run_code_is_not_read(tmp_path: Path, script: str) -> None:
    """No other check meets a schema that acts when it is read."""
    path = tmp_path / "hammer.DB"
    database = sqlite3.connect(path)
    database.executescript(f"CREATE TABLE JOBMAIN(jobid TEXT);{script}")
    database.close()
    (reading,) = read_sources([Source("hammer.DB", path.read_bytes())])
    assert (reading.tool, reading.status) == ("hammerdb", Status.REFUSED)


def test_a_write_ahead_log_that_is_not_there_is_no_hindrance() -> None:
    """HammerDB's users switch it on; its other files stay on the host."""
    data = bytearray((SAMPLES / "hammerdb" / "two_jobs_synthetic.DB").read_bytes())
    data[18:20] = b"\2\2"
    (reading,) = read_sources([Source("hammer.DB", bytes(data))])
    assert any(m.value == 2000 for run in reading.runs for m in run.measurements)

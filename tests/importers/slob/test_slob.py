"""SLOB: a line of awr_info.sh is a run."""

from __future__ import annotations

import pytest

from arraywise.domain.evidence import Status
from arraywise.domain.units import MIB
from arraywise.importers.kit.importer import Source
from arraywise.importers.slob import SlobImporter

HEADING = "FILE|SESSIONS|ELAPSED|PREADS|READ_MBS|PWRITES|WRITE_MBS|DFSR_LAT|LFPW_LAT|TOP WAIT|\n"


@pytest.mark.parametrize(
    ("row", "status", "words"),
    [
        ("awr.txt.8|8|300|1000|  7.8|500|3.9|     610|500|x|", Status.READ, None),
        ("awr.txt|||1000|  7.8|500|3.9|     610|500|x|", Status.READ_WITH_PROBLEMS, "sessions"),
        (
            "awr.txt.8|8|300|1000|  7.8|500|3.9|     610|50000|x|",
            Status.READ_WITH_PROBLEMS,
            "redo",
        ),
        ("awr.txt.8|8|300|1000|", Status.REFUSED, "too few values"),
        ("awr.txt.8|8|300||||||||", Status.REFUSED, "without a figure"),
    ],
)
def test_a_row_is_a_run(row: str, status: Status, words: str | None) -> None:
    (reading,) = SlobImporter().read([Source("awr_info.out", (HEADING + row).encode())])
    assert reading.status is status
    assert words is None or any(words in problem.text for problem in reading.problems)
    for run in reading.runs:
        result = {(m.metric.value, m.group): m.value for m in run.measurements}
        assert result["iops", None] == 1500
        assert result["throughput", "read"] == pytest.approx(7.8 * MIB)
        assert result["latency", "db file sequential read"] == pytest.approx(610e-6)


def test_what_did_not_fit_its_column_is_not_known() -> None:
    heading = HEADING.replace("ELAPSED|", "ELAPSED|DB CPU|")
    text = f"{heading}awr.txt.8|8|300|####|1000|7.8|500|3.9|610|500|x|\n"
    (reading,) = SlobImporter().read([Source("awr_info.out", text.encode())])
    assert not any("#" in value for _, value in reading.runs[0].attributes)

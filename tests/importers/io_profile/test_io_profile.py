"""io_profile: rows that hold together, doubling sizes, tests that were finished or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Load, Metric, Origin, Status
from arraywise.importers.io_profile import IoProfileImporter
from arraywise.importers.kit.importer import Source

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading

HEAD = (
    "IO profile test parameters\n-----Date: Sun Mar 7 17:12:11 2004\nLocation: linus:/mnt/a\n"
    "File size: 4194304 bytes\n"
)
COLUMNS = "I/O size [bytes], operations, time [s], throughput [bytes/s], I/O rate [1/s]\n"
ROWS = "64,1000,0.100000,640000.000000,10000.000000\n128,1000,0.200000,640000.0,5000.0\n"
TEST = f"Conducting read test...\n{COLUMNS}{ROWS}Done with read test\n"


def read(text: str) -> Reading:
    source = Source("profile.txt", text.encode())
    importer = IoProfileImporter()
    assert importer.recognises(source)
    (reading,) = importer.read([source])
    return reading


def test_a_row_gives_both_rates_and_the_time_of_an_operation() -> None:
    reading = read(HEAD + TEST)
    (run,) = reading.runs
    result = [(m.metric, m.value, m.origin) for m in run.measurements if m.group == "read 64 B"]
    assert result == [
        (Metric.IOPS, 10_000, Origin.REPORTED),
        (Metric.THROUGHPUT, 640_000, Origin.REPORTED),
        (Metric.LATENCY, pytest.approx(1e-4), Origin.DERIVED),
    ]
    assert (run.name, run.host, run.started_at) == ("read test", "linus", "2004-03-07T17:12:11")
    assert {m.load for m in run.measurements} == {Load(users=1, small_ios=1)}
    assert reading.status is Status.READ


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        (TEST.replace("Done with read test\n", ""), Status.INCOMPLETE, "was not finished"),
        (TEST.replace("128,1000", "512,1000").replace("640000.0,5000.0", "2560000.0,5000.0"),
         Status.READ_WITH_PROBLEMS, "between 64 and 512 bytes"),
        (TEST.replace("5000.0\n", "5500.0\n"), Status.READ_WITH_PROBLEMS, "contradict"),
        (TEST.replace("0.200000", "0.000000"), Status.READ_WITH_PROBLEMS, "'s resolution"),
        (TEST.replace("5000.0\n", "inf\n"), Status.READ_WITH_PROBLEMS, "damaged"),
        (HEAD, Status.REFUSED, "No readable result"),
        (f"{HEAD}Conducting read test...\n{COLUMNS}", Status.REFUSED, "has no rows"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(text: str, status: Status, words: str) -> None:
    reading = read(text)
    assert reading.status is status
    assert any(words in problem.text for problem in reading.problems)


def test_large_blocks_are_no_small_ios() -> None:
    text = TEST.replace("64,", "262144,").replace("128,", "524288,")
    rows = text.replace("640000.000000", "2621440000.0").replace("640000.0", "2621440000.0")
    (run,) = read(rows).runs
    assert {m.load for m in run.measurements} == {Load(users=1)}

"""Published figures: units to SI, places, certainty, and no figure without a source."""

from __future__ import annotations

import pytest

from arraywise.domain.evidence import Measurement, Metric, Origin, Reading, Status
from arraywise.domain.units import Unit
from arraywise.importers.kit.importer import Source
from arraywise.importers.kit.readings import MOST_RUNS
from arraywise.importers.published import COLUMNS, MOST_ROWS, PublishedImporter, split_csv_line
from arraywise.importers.recognition import read_sources

HEAD = """Arraywise published figures,1
Title,A table
Authors,A. Nobody
Year,2020
Where,page 7
"""
HEADINGS = ",".join(COLUMNS) + "\n"


def read(*rows: str, head: str = HEAD) -> Reading:
    data = (head + HEADINGS + "\n".join(rows)).encode()
    (reading,) = read_sources([Source("table.csv", data)])
    return reading


def figure(row: str) -> Measurement:
    (run,) = read(row).runs
    (measurement,) = run.measurements
    return measurement


@pytest.mark.parametrize(
    ("metric", "value", "unit", "expected", "kind"),
    [
        ("response_time", ".21", "s", 0.21, Unit.SECOND),
        ("latency", "0.11", "ms", 0.00011, Unit.SECOND),
        ("transaction_rate", "28360", "1/5 min", 28_360 / 300, Unit.PER_SECOND),
        ("transaction_rate", "54432000", "1/month", 21.0, Unit.PER_SECOND),
        ("iops", "1600", "IOPS", 1600.0, Unit.PER_SECOND),
        ("throughput", "180", "MB/s", 180e6, Unit.BYTE_PER_SECOND),
        ("throughput", "1", "MiB/s", 1_048_576.0, Unit.BYTE_PER_SECOND),
        ("throughput", "2", "Gbit/s", 250e6, Unit.BYTE_PER_SECOND),
        ("block", "8", "KiB", 8192.0, Unit.BYTE),
        ("volume creation", "3.2", "h", 11_520.0, Unit.SECOND),
        ("disks in use", "24", "%", 0.24, Unit.ONE),
    ],
)
def test_units_lead_to_si(metric: str, value: str, unit: str, expected: float, kind: Unit) -> None:
    result = figure(f"A,c,,,,{metric},mean,{value},{unit},stated,")
    assert result.value == pytest.approx(expected)
    assert result.unit is kind


def test_a_name_of_its_own_is_kept_with_its_place() -> None:
    result = figure('A,"a, b",,,,volume creation,value,3.2,h,derived,')
    assert (result.metric, result.group) == (Metric.OTHER, "volume creation")
    assert (result.line, result.column) == (7, 35)
    assert result.origin is Origin.DERIVED


@pytest.mark.parametrize(
    ("certainty", "origin"),
    [("stated", Origin.REPORTED), ("found", Origin.REPORTED), ("derived", Origin.DERIVED)],
)
def test_certainty_is_the_origin(certainty: str, origin: Origin) -> None:
    assert figure(f"A,c,,,,iops,max,5,IOPS,{certainty},").origin is origin


def test_conditions_and_loads_make_runs() -> None:
    reading = read(
        "A,mixed,50,,,transaction_rate,mean,90,1/s,stated,",
        "A,mixed,50,,,response_time,mean,1,s,stated,about",
        "A,mixed,50,,,duration,value,10,min,stated,",
        "A,mixed,90,,,transaction_rate,mean,99,1/s,stated,",
    )
    assert reading.status is Status.READ
    assert [len(run.measurements) for run in reading.runs] == [3, 1]
    first = reading.runs[0]
    assert first.duration_s == 600
    assert {m.load.users for m in first.measurements} == {50}
    assert dict(first.attributes)["note, line 8"] == "about"
    assert dict(first.attributes)["citation"] == "A. Nobody: A table (2020), page 7"


@pytest.mark.parametrize("line", ["Title", "Authors", "Year", "Where"])
def test_no_figure_is_taken_without_its_source(line: str) -> None:
    head = "".join(text for text in HEAD.splitlines(keepends=True) if not text.startswith(line))
    reading = read("A,c,,,,iops,max,5,IOPS,stated,", head=head)
    assert reading.status is Status.REFUSED
    assert line.lower() in reading.problems[0].text


@pytest.mark.parametrize(
    "row",
    [
        'A,c,,,,iops,max,"4,200",IOPS,stated,',
        "A,c,,,,iops,max,-1,IOPS,stated,",
        "A,c,,,,iops,max,nan,IOPS,stated,",
        "A,c,,,,iops,max,5,MB/s,stated,",
        "A,c,,,,iops,max,5,furlongs,stated,",
        "A,c,many,,,iops,max,5,IOPS,stated,",
        "A,c,,,,iops,max,5,IOPS,guessed,",
        "A,c,,,,,max,5,IOPS,stated,",
        "A,c,,,,iops,,5,IOPS,stated,",
        "A,c,,,,iops,max,5",
        'A,"c,,,,iops,max,5,IOPS,stated,',
    ],
)
def test_a_damaged_row_is_left_out_and_named(row: str) -> None:
    reading = read("A,c,,,,iops,max,7,IOPS,stated,", row)
    assert reading.status is Status.READ_WITH_PROBLEMS
    assert [m.value for run in reading.runs for m in run.measurements] == [7]
    assert [p.line for p in reading.problems] == [8]


def test_figures_of_several_options_count_for_none() -> None:
    reading = read("A,c,,,,iops,max,5,IOPS,stated,", "B,c,,,,iops,max,6,IOPS,stated,")
    assert reading.status is Status.READ_WITH_PROBLEMS
    groups = [m.group for run in reading.runs for m in run.measurements]
    assert groups == ["A: max_small_iops", "B: max_small_iops"]


def test_cells_and_their_columns() -> None:
    cells = split_csv_line('a, b ,"c ""d"", e",')
    assert cells is not None
    assert [(cell.text, cell.column) for cell in cells] == [
        ("a", 1),
        ("b", 4),
        ('c "d", e', 8),
        ("", 20),
    ]
    assert split_csv_line('"open') is None
    assert split_csv_line('"a"b,c') is None


def test_other_tables_are_not_taken_for_ours() -> None:
    importer = PublishedImporter()
    assert importer.recognises(Source("a", b'\xef\xbb\xbf"Arraywise published figures",1\r\n'))
    for text in (b"", b"Arraywise published figures of mine", b"x\nArraywise published figures"):
        assert not importer.recognises(Source("a", text))


def test_a_table_without_end_is_read_to_a_limit() -> None:
    reading = read(*(f"A,{i},,,,iops,max,5,IOPS,stated," for i in range(MOST_ROWS + 7)))
    assert len(reading.runs) == MOST_RUNS
    assert "left out: 7." in " ".join(problem.text for problem in reading.problems)

"""ORION: units, runs, sets and gaps, each rule on the smallest text that shows it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import MIN_SMALL_LATENCY, Load, Metric, Origin, Status
from arraywise.domain.messages import Severity
from arraywise.domain.units import MIB
from arraywise.importers.kit.importer import Source
from arraywise.importers.orion import OrionImporter
from tests.importers.golden import SAMPLES

if TYPE_CHECKING:
    from arraywise.domain.evidence import Measurement, Reading

IOPS = "Large/Small,      1,      2\n          0,   1000,   1600\n          1\n"
LATENCY_MS = "Large/Small,      1,      2\n          0,   1.00,   1.25\n          1\n"
LATENCY_US = "Large/Small,      1,      2\n          0,1000.02,1250.10\n          1\n"
MBPS = "Large/Small,      0,      1,      2\n          1,  99.50\n"
RESULTS = (
    "Maximum Large MBPS=99.50 @ Small=0 and Large=1\n"
    "Maximum Small IOPS=1600 @ Small=2 and Large=0\n"
    "Minimum Small Latency=1.00 @ Small=1 and Large=0\n"
)
SETTINGS = (
    "Commandline:\n-run {run_type} -testname t\n\nThis maps to this test:\nTest: t\n"
    "Small IO size: 8 KB\nTotal Data Points: 4\n\n"
)


def summary(version: str = "11.1.0.7.0", results: str = RESULTS, run_type: str = "simple") -> str:
    return f"ORION VERSION {version}\n\n" + SETTINGS.format(run_type=run_type) + results


def read(*texts: str | bytes, names: tuple[str, ...] = ()) -> list[Reading]:
    """Read files as one drop; their names state nothing unless given."""
    names = names or tuple(f"{chr(97 + i)}.txt" for i in range(len(texts)))
    sources = [
        Source(name, text.encode() if isinstance(text, str) else text)
        for name, text in zip(names, texts, strict=True)
    ]
    importer = OrionImporter()
    assert all(importer.recognises(source) for source in sources)
    readings: dict[str, Reading] = {}
    for group in importer.groups(sources):
        for source, reading in zip(group, importer.read(group), strict=True):
            readings[source.name] = reading
    return [readings[name] for name in names]


def latencies(reading: Reading) -> list[float]:
    return [m.value for r in reading.runs for m in r.measurements if m.metric is Metric.LATENCY]


def values(reading: Reading) -> list[tuple[float, int | None, int | None]]:
    return [
        (m.value, m.load.small_ios, m.load.large_ios)
        for run in reading.runs
        for m in run.measurements
    ]


def worst(reading: Reading) -> list[str]:
    return [p.text for p in reading.problems if p.severity is not Severity.INFO]


@pytest.mark.parametrize(
    ("version", "printed", "seconds"),
    [
        ("10.2.0.1.0", "1.00", 1e-3),
        ("11.1.0.7.0", "1.00", 1e-3),
        ("11.2.0.1.0", "1000.02", 1000.02e-6),
        ("RDBMS_19.3.0.0.0DBRU_LINUX.X64_190417", "1000.02", 1000.02e-6),
        ("11.1.0.7.0", "1000.02 usecs", 1000.02e-6),
        ("12.2.0.1.0", "1.00 ms", 1e-3),
    ],
)
def test_unit_of_latency_by_print_then_by_version(
    version: str, printed: str, seconds: float
) -> None:
    (reading,) = read(summary(version, RESULTS.replace("=1.00", f"={printed}")))
    assert latencies(reading) == pytest.approx([seconds])
    assert dict(reading.runs[0].attributes)["latency_unit_reason"]


@pytest.mark.parametrize(("latency", "unit"), [(LATENCY_MS, 1e-3), (LATENCY_US, 1e-6)])
def test_unit_of_latency_by_littles_law(latency: str, unit: float) -> None:
    _, reading = read(IOPS, latency, names=("x_iops.csv", "x_lat.csv"))
    printed = [float(cell) for cell in latency.split("\n")[1].split(",")[1:]]
    assert latencies(reading) == pytest.approx([value * unit for value in printed])
    assert any("Little's law" in problem.text for problem in reading.problems)


def test_unit_of_headlines_alone_by_littles_law() -> None:
    (reading,) = read(RESULTS)
    assert latencies(reading) == pytest.approx([1e-3])


@pytest.mark.parametrize(
    "text",
    [
        LATENCY_MS,
        "Minimum Small Latency=1.00 @ Small=1 and Large=0\n",
        summary("12.1.0.1.0"),  # by its version in microseconds, by its rates in milliseconds
    ],
)
def test_an_undecided_unit_gives_both_readings_and_no_latency(text: str) -> None:
    (reading,) = read(text, names=("x_lat.csv",))
    assert latencies(reading) == []
    assert reading.status is Status.READ_WITH_PROBLEMS
    assert any("1 ms or 0.001 ms" in text for text in worst(reading))


def test_prose_above_a_table_says_what_it_holds_and_in_which_unit() -> None:
    prose = "Contains the average latency sustained by small I/Os, in microseconds.\n\n"
    (reading,) = read(prose + IOPS)
    assert values(reading) == [(pytest.approx(1e-3), 1, 0), (pytest.approx(1.6e-3), 2, 0)]


@pytest.mark.parametrize(
    ("table", "metric"),
    [(IOPS, Metric.IOPS), (MBPS, Metric.THROUGHPUT)],
)
@pytest.mark.parametrize("name", ["table.csv", "x_lat.csv.txt"])
def test_the_shape_of_a_table_says_what_it_holds(table: str, metric: Metric, name: str) -> None:
    (reading,) = read(table, names=(name,))
    result = {m.metric for run in reading.runs for m in run.measurements}
    if "lat" not in name:
        assert result == {metric}
    assert result <= {metric}


def test_megabytes_are_binary_and_the_other_reading_is_named() -> None:
    (reading,) = read(MBPS)
    assert values(reading) == [(99.5 * MIB, 0, 1)]
    assert any("million with 10^6" in problem.text for problem in reading.problems)
    assert reading.status is Status.READ


def test_cells_have_their_line_and_column() -> None:
    (reading,) = read("\n\n" + IOPS)
    places = [(m.line, m.column) for m in reading.runs[0].measurements]
    assert places == [(4, 16), (4, 24)]


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_line_ends_and_encodings_change_nothing(end: str, encoding: str) -> None:
    (plain,) = read(summary())
    (other,) = read(summary().replace("\n", end).encode(encoding))
    assert other.runs == plain.runs


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("\n", ""),
        lambda text: text.replace("\n", " "),
        lambda text: text.replace("MBPS", "***MBPS").replace(" @", "*** @"),
        lambda text: text.replace(" ", "\n"),
        lambda text: text.upper(),
    ],
)
def test_pastes_that_lost_line_breaks_or_gained_marks(damage: object) -> None:
    assert callable(damage)
    (reading,) = read(damage(RESULTS))
    assert sorted(values(reading)) == [
        (pytest.approx(1e-3), 1, 0), (1600.0, 2, 0), (99.5 * MIB, 0, 1),
    ]  # fmt: skip


def test_several_summaries_in_one_text_are_several_runs() -> None:
    text = summary() + "\n" + summary(results=RESULTS.replace("1600", "1555")) + "~\n"
    (reading,) = read(text[1:])
    assert [run.name for run in reading.runs] == ["t (1)", "t (2)"]
    assert [values(reading)[i][0] for i in (1, 4)] == [1600, 1555]


def test_tables_written_one_after_another_are_told_apart() -> None:
    text = f"{IOPS}\n{LATENCY_MS}\n{IOPS.replace('1600', '1700')}\n{LATENCY_MS}"
    (reading,) = read(text)
    assert len(reading.runs) == 2
    assert [m.value for m in reading.runs[1].measurements][:2] == [1000, 1700]


def test_files_of_different_folders_stay_apart() -> None:
    readings = read(IOPS, LATENCY_MS, names=("das/x_iops.csv", "nas/x_lat.csv"))
    assert [reading.set_name for reading in readings] == [None, None]


def test_two_runs_under_one_name_stay_apart() -> None:
    other = IOPS.replace("1600", "1700")
    readings = read(IOPS, other, names=("x_iops.csv", "x-iops.csv"))
    assert [reading.set_name for reading in readings] == [None, None]


def test_figures_that_two_files_of_a_run_give_are_counted_once() -> None:
    console = f"ORION: ORacle IO Numbers -- Version 11.1.0.7.0\nt_20240101_0900\n{RESULTS}"
    names = ("console.log", "t_20240101_0900_summary.txt")
    of_console, of_summary = read(console, summary(), names=names)
    assert (len(values(of_console)), len(values(of_summary))) == (0, 3)


def test_a_summary_of_another_run_is_noticed() -> None:
    stale = summary(results=RESULTS.replace("1600", "1500"))
    names = ("x_summary.txt", "x_iops.csv")
    reading, _ = read(stale, IOPS, names=names)
    assert any("of different runs" in text for text in worst(reading))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (summary(results=""), "x_summary.txt"),
        (summary(results=RESULTS.partition("\n")[0] + "\n"), "x_summary.txt"),
        (summary(results="", run_type="oltp"), "x_summary.txt"),
        ("ORION: ORacle IO Numbers -- Version 12.1.0.1.0\nCalibration will take approximately 9",
         "console.txt"),
        ("Large/Small,      1,      2\n          0,   1000\n", "x_iops.csv"),
        ("Large/Small,      1,      2\n", "x_iops.csv"),
        (MBPS + "          2\n", "x_mbps.csv"),
    ],
)  # fmt: skip
def test_a_run_that_did_not_finish_is_incomplete(text: str, name: str) -> None:
    (reading,) = read(text, names=(name,))
    assert reading.status is Status.INCOMPLETE
    assert not reading.runs[0].complete
    assert worst(reading)


@pytest.mark.parametrize(
    ("run_type", "kept"),
    [("oltp", RESULTS.split("\n", 1)[1]), ("dss", RESULTS.partition("\n")[0])],
)
def test_result_lines_that_a_run_type_does_not_have_are_not_missed(
    run_type: str, kept: str
) -> None:
    (reading,) = read(summary(results=kept + "\n", run_type=run_type))
    assert reading.status is Status.READ
    assert reading.run_type == run_type


def test_points_that_the_summary_announces_are_counted() -> None:
    few = summary().replace("Points: 4", "Points: 9")
    names = ("x_summary.txt", "x_iops.csv", "x_mbps.csv")
    reading, *_ = read(few, IOPS, MBPS, names=names)
    assert "The summary announces 8 measured points, the matrices hold 3." in worst(reading)


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_cut_cell_is_left_out(cut: int) -> None:
    text = IOPS.partition("          1")[0].rstrip("\n")
    (reading,) = read(text[:-cut], names=("x_iops.csv",))
    whole = {1000.0, 1600.0}
    assert {value for value, _, _ in values(reading)} <= whole


@pytest.mark.parametrize("name", sorted(p.name for p in (SAMPLES / "orion").glob("failed_*.txt")))
def test_failed_starts_are_refused_with_line_and_reason(name: str) -> None:
    (reading,) = read((SAMPLES / "orion" / name).read_bytes())
    assert (reading.status, reading.runs) == (Status.REFUSED, ())
    assert reading.problems[0].line


def test_a_failed_start_before_a_run_is_a_warning() -> None:
    failed = (SAMPLES / "orion" / "failed_aborting.txt").read_text("utf-8")
    (reading,) = read(failed + "\n" + summary())
    assert (len(reading.runs), reading.status) == (1, Status.READ_WITH_PROBLEMS)
    assert reading.problems[0].severity is Severity.WARNING


HISTOGRAM = (
    "Small Read / Write Latency Histogram @ Small=2 and Large=0\n"
    "        Latency:                         # of IOs (read)          # of IOs (write)\n"
    "        0 - 128        us:              50 ( 50.00%)              0 (  0.00%)\n"
    "      128 - 256        us:              40 ( 90.00%)              0 (  0.00%)\n"
    "      256 - 268435456  us:              10 (100.00%)              0 (  0.00%)\n"
)


def test_percentiles_lie_within_their_bucket_and_stop_before_the_open_one() -> None:
    (reading,) = read(HISTOGRAM)
    result = {m.statistic: (m.value, m.line) for m in reading.runs[0].measurements}
    assert result == {
        "p50": (pytest.approx(128e-6), 3),
        "p90": (pytest.approx(256e-6), 4),
    }
    assert all(m.origin is Origin.DERIVED for m in reading.runs[0].measurements)
    assert [list(s.values) for s in reading.runs[0].series] == [
        pytest.approx([0, 128e-6, 256e-6]), [50, 40, 10],
    ]  # fmt: skip


@pytest.mark.parametrize("lost", [2, 3, 4])
def test_a_histogram_with_lost_lines_gives_no_percentiles(lost: int) -> None:
    lines = HISTOGRAM.split("\n")
    (reading,) = read("\n".join(lines[:lost] + lines[lost + 1 :]))
    assert reading.runs[0].measurements == ()
    assert any("contradicts its percentages" in text for text in worst(reading))


def test_what_no_orion_wrote_is_not_recognised() -> None:
    for text in (b"", b"orion 2.3: a dashboard\n", b"max_iops = 5\n", b"Small, Large\n1, 2\n"):
        assert not OrionImporter().recognises(Source("orion_iops.csv", text))


def test_thousands_of_seeded_mutations_never_raise_and_keep_to_the_printed_figures() -> None:
    chance = random.Random(20)  # noqa: S311
    text = summary() + IOPS + LATENCY_MS + MBPS + HISTOGRAM
    for _ in range(400):
        lines = text.split("\n")
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(lines))
            lines[at : at + 1] = chance.choice(([], [lines[at]] * 2, [lines[at][: at % 9]]))
        mutated = "\n".join(lines)
        for measurement in _measurements(mutated):
            assert 0 < measurement.value < 1e12


def _measurements(text: str) -> list[Measurement]:
    source = Source("x.txt", text.encode())
    importer = OrionImporter()
    readings = [r for group in importer.groups([source]) for r in importer.read(group)]
    return [m for r in readings for run in r.runs for m in run.measurements]


def test_headline_groups_and_loads() -> None:
    (reading,) = read(summary())
    last = reading.runs[0].measurements[-1]
    assert (last.group, last.load) == (MIN_SMALL_LATENCY, Load(small_ios=1, large_ios=0))


def test_two_summaries_that_lost_their_line_breaks_keep_apart() -> None:
    (reading,) = read((SAMPLES / "orion" / "two_versions_one_line.txt").read_text("utf-8"))
    latencies = [
        m.value for run in reading.runs for m in run.measurements if m.metric is Metric.LATENCY
    ]
    assert [run.name for run in reading.runs] == ["orion", "second"]
    assert latencies[:2] == [pytest.approx(0.33e-3), pytest.approx(331.125e-6)]
    assert dict(reading.runs[0].attributes)["large_columns"] == "0, 1, 2"


def test_the_table_of_trade_offs_is_set_aside() -> None:
    data = b"Large/Small,1,2\n0,100,200\n"
    alone, *_ = OrionImporter().read([Source("t_tradeoff.csv", data)])
    assert (alone.status, alone.runs) == (Status.REFUSED, ())
    assert "_iops, _lat, _mbps" in alone.problems[0].text


def test_the_words_of_a_refused_start_are_enough() -> None:
    (reading,) = read("Error in input parameters. For help, run: orion -help.\n")
    assert reading.status is Status.REFUSED
    assert "rejected its parameters" in reading.problems[0].text


@pytest.mark.parametrize("number", ["n/a", "12,345"])
def test_a_result_line_that_cannot_be_read_is_not_called_missing(number: str) -> None:
    summary = (
        "ORION VERSION 11.1.0.7.0\n\nCommandline:\n-run simple -testname sdb -num_disks 1\n\n"
        "This maps to this test:\nTest: sdb\nSmall IO size: 8 KB\nLarge IO size: 1024 KB\n\n"
        f"Maximum Large MBPS=362.46 @ Small=0 and Large=2\n"
        f"Maximum Small IOPS={number} @ Small=5 and Large=0\n"
        "Minimum Small Latency=0.52 @ Small=1 and Large=0\n"
    )
    reading = OrionImporter().read([Source("sdb_summary.txt", summary.encode())])[0]
    message = " ".join(p.text for p in reading.problems)
    assert "Maximum Small IOPS" in message
    assert "missing" not in message

"""Whether files of ORION agree with their names, their prose and each other."""

from __future__ import annotations

from tests.importers.orion.test_orion import IOPS, LATENCY_MS, read, summary, values, worst


def test_the_name_of_a_table_counts_before_what_is_said_above_it() -> None:
    prose = "The rates sustained, in IOPS. For the latency in microseconds see the other file.\n\n"
    for text, name in ((prose + IOPS, "t_20190329_1057_iops.csv"), (prose + IOPS, "t.csv")):
        (reading,) = read(text, names=(name,))
        assert values(reading) == [(1000, 1, 0), (1600, 2, 0)]


def test_a_test_that_is_named_with_its_path_finds_its_summary() -> None:
    console = (
        "ORION: ORacle IO Numbers -- Version 11.1.0.7.0\nD:\\app1\\t_20190329_1057\n"
        "Test will take approximately 9 minutes\n\n"
    )
    result = read(console, summary(), names=("console.txt", "t_20190329_1057_summary.txt"))
    assert not [text for text in map(worst, result) if "in other files" in " ".join(text)]


def test_rates_and_latencies_of_one_file_are_held_against_each_other() -> None:
    tables = f"{summary(results='')}\n{IOPS}\n{LATENCY_MS.replace('1.25', '6.25')}"
    (reading,) = read(tables, names=("t.txt",))
    assert "contradict each other" in " ".join(worst(reading))


def test_a_matrix_without_the_load_of_the_best_figure_is_cut() -> None:
    cut = "Large/Small,      1\n          0,   1000\n"
    for table, is_told in ((cut, True), (IOPS, False)):
        result = read(summary(), table, names=("t_summary.txt", "t_iops.csv"))
        message = " ".join(text for each in result for text in worst(each))
        assert ("best figure at Small=2 and Large=0" in message) == is_told

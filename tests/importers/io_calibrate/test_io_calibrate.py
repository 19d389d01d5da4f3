"""I/O calibration: labels, runs, numbers and tables, each rule on the text that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import MAX_LARGE_MBPS, MAX_SMALL_IOPS, MIN_SMALL_LATENCY, Status
from arraywise.domain.messages import Severity
from arraywise.domain.units import MIB
from arraywise.importers.io_calibrate import IoCalibrateImporter
from arraywise.importers.io_calibrate.content import parse_view_timestamp
from arraywise.importers.kit.importer import Source

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading

DONE = "\nPL/SQL procedure successfully completed.\n"
HEADING = (
    "START_TIME                       MAX_IOPS   MAX_MBPS    LATENCY NUM_PHYSICAL_DISKS\n"
    "------------------------------ ---------- ---------- ---------- ------------------\n"
)
ROW = "20-NOV-26 11.40.01.123456 AM         9899        712         11                  8\n"
BOX = "+----------+---------+----------+\n"
Found = tuple[float | None, float | None, float | None]


def printed(iops: object = 1829, latency: object = 10, mbps: object = 367) -> str:
    return f"max_iops = {iops}\nlatency  = {latency}\nmax_mbps = {mbps}\n"


def read(text: str | bytes) -> Reading:
    source = Source("some.txt", text.encode() if isinstance(text, str) else text)
    importer = IoCalibrateImporter()
    assert importer.recognises(source)
    (reading,) = importer.read([source])
    return reading


def figures(reading: Reading) -> list[Found]:
    """Give I/Os per second, milliseconds and MiB per second of each run."""
    return [
        (
            result.get(MAX_SMALL_IOPS),
            1000 * result[MIN_SMALL_LATENCY] if MIN_SMALL_LATENCY in result else None,
            result[MAX_LARGE_MBPS] / MIB if MAX_LARGE_MBPS in result else None,
        )
        for run in reading.runs
        for result in [{m.group: m.value for m in run.measurements}]
    ]


def serious(reading: Reading) -> list[str]:
    return [p.text for p in reading.problems if p.severity is not Severity.INFO]


@pytest.mark.parametrize(
    "text",
    [
        printed(),
        "max_mbps = 367 max_iops = 1829 latency = 10 PL/SQL procedure\nsuccessfully completed.",
        "Max IOPS          : 1829\nMax mbytes-per-sec: 367\nCalc. latency     : 10\n",
        "l_max_iops       = 1829\nl_max_mbps       = 367\nl_actual_latency = 10\n",
        "Max IOPS=1829\nMax MBps=367\nLatency =10\n",
        "I/O Ops/sec = 1829\nActual Latency = 10\nMB/sec = 367\n",
        "MAX\\_IOPS | 1829\nMAX\\_MBPS &nbsp; | 367\nLATENCY | 10\n",
        "SQL> @c\nmax iops : 1829\nmax mbps : 367\nactual latency : 10\n",
        "max_iops = 1829\nActual Latency (ms) = 10\nmax_mbps = 367 MB/s\n",
        "max_iops = 1829\nlatency = 10000 us\nmax_mbps = 367\n",
        HEADING + ROW.replace("9899", "1829").replace("712", "367").replace(" 11 ", " 10 "),
        "MAX_IOPS,LATENCY,MAX_MBPS\n1829,10,367\n",
        "MAX_IOPS\tLATENCY\tMAX_MBPS\n1829\t10\t367\n",
        "MAX_IOPS;LATENCY;MAX_MBPS\n1829;10,0;367\n",
        "| max_iops | latency | max_mbps |\n|---|---|---|\n| 1829 | 10 | 367 |\n",
        "MAX_IOPS   LATENCY  MAX_MBPS\n__________ ________ _________\n1829       10       367\n",
        f"{BOX}| MAX_IOPS | LATENCY | MAX_MBPS |\n{BOX}|   1829 |    10 |    367 |\n{BOX}",
        "  MAX_IOPS|   LATENCY|  MAX_MBPS\n----------|----------|----------\n  1829|  10|  367\n",
    ],
)
def test_labels_and_tables_in_any_form(text: str) -> None:
    reading = read(text)
    assert figures(reading) == [(1829, pytest.approx(10), 367)]
    assert serious(reading) == []


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        (printed(1829, ".001") + printed(1829, 0) + DONE, [(1829, 0.001, 367)]),
        (printed(24002, "10.868") + "\nNote: serviced from disk.\n\n" + printed(24002, 11) + DONE,
         [(24002, 10.868, 367)]),
        (printed() + DONE + printed() + DONE, [(1829, 10, 367)] * 2),
        (printed() + printed(1900), [(1829, 10, 367), (1900, 10, 367)]),
        (printed(9899, "10.7", 712) + DONE + "SQL> select 1;\n\n" + HEADING + ROW,
         [(9899, 10.7, 712)]),
        (HEADING + ROW + "\n" + HEADING + ROW, [(9899, 11, 712)]),
        (HEADING + ROW + ROW.replace("9899", "9898"), [(9899, 11, 712), (9898, 11, 712)]),
    ],
)  # fmt: skip
def test_double_printing_is_one_run_and_repetition_is_not(text: str, runs: list[Found]) -> None:
    assert figures(read(text)) == [tuple(pytest.approx(v) for v in run) for run in runs]


@pytest.mark.parametrize(
    ("iops", "latency", "mbps", "expected"),
    [
        ("104580", ",11", "1892", (104580, 0.11, 1892)),
        ("104580", ".11", "1892", (104580, 0.11, 1892)),
        ("104.580", "0,11", "1.892", (104580, 0.11, 1892)),
        ("104,580", "0.11", "1,892", (104580, 0.11, 1892)),
        ("104'580", "0.11", "1'892", (104580, 0.11, 1892)),
        ("1.353.418", "10,868", "892", (1353418, 10.868, 892)),
        ("1 353 418", "10,868", "18 850", (1353418, 10.868, 18850)),
        ("24002", "10.868", "175", (24002, 10.868, 175)),
        ("24002", "10,868", "175", (24002, 10.868, 175)),
        ("104.580", "10.868", "892", (104580, None, 892)),
        ("104.580", ".11", "892", (None, 0.11, 892)),
        ("104,580", ",11", "892", (None, 0.11, 892)),
        ("24 002", "10.868", "175", (None, 10.868, 175)),
        ("1.353.418,0", "10,868", "18.850", (1353418, 10.868, 18850)),
        ("1.,11", "10,868", "175", (None, 10.868, 175)),
        ("24002", "0", "175", (24002, None, 175)),
        ("####", "11", "175", (None, 11, 175)),
    ],
)
def test_numbers_of_every_country_or_none(
    iops: str, latency: str, mbps: str, expected: Found
) -> None:
    reading = read(printed(iops, latency, mbps) + DONE)
    assert figures(reading) == [tuple(None if v is None else pytest.approx(v) for v in expected)]
    assert bool(serious(reading)) == (None in expected or expected[0] == 1353418)


def test_an_open_number_names_both_readings() -> None:
    (problem,) = serious(read(printed("104.580", "10.868", 892) + DONE))
    assert "10868 or 10.868" in problem


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("24-MAY-15 07.17.45.086 AM", "2015-05-24T07:17:45.086000"),
        ("08-OCT-21 04.24.06.317964 PM", "2021-10-08T16:24:06.317964"),
        ("08-OCT-21 12.24.06 AM", "2021-10-08T00:24:06"),
        ("08-OCTOBER  -2021 12:24:06", "2021-10-08T12:24:06"),
        ("14-12月-13 11.39.10.194 上午", "2013-12-14T11:39:10.194000"),
        ("14-12월-13 11.39.10.194 오후", "2013-12-14T23:39:10.194000"),
        ("24-MAY-15 07.11.38.691358 上午", "2015-05-24T07:11:38.691358"),
        ("20.11.26 11:40:01,123456", "2026-11-20T11:40:01.123456"),
        ("20-MRZ-26 11:40:01", "2026-03-20T11:40:01"),
        ("20-DEZ-26 11:40:01", "2026-12-20T11:40:01"),
        ("08-OCT-021 16:24:06", "2021-10-08T16:24:06"),
        ("2021-10-08 16:24:06", "2021-10-08T16:24:06"),
        ("20211008 16:24:06", "2021-10-08T16:24:06"),
        ("17-12-2020 15:12:10", "2020-12-17T15:12:10"),
        ("12/17/2020 15:12:10", "2020-12-17T15:12:10"),
        ("08/10/2021 16:24:06", None),
        ("32-MAY-15 07.17.45 AM", None),
        ("01-XYZ-15 07.17.45 AM", None),
        ("", None),
    ],
)
def test_timestamps_of_every_country_or_none(text: str, moment: str | None) -> None:
    result = parse_view_timestamp(text)
    assert (result.isoformat() if result else None) == moment


def test_a_row_gives_start_duration_disks_and_the_rate_of_one_process() -> None:
    (run,) = read(
        "START_TIME,END_TIME,MAX_IOPS,MAX_MBPS,MAX_PMBPS,LATENCY,NUM_PHYSICAL_DISKS\n"
        '"20-NOV-26 11.40.01 AM","20-NOV-26 11.47.11 AM",9899,712,389,11,8\n'
    ).runs
    assert (run.started_at, run.duration_s) == ("2026-11-20T11:40:01", 430)
    assert dict(run.attributes)["num_disks"] == "8"
    assert [m.value / MIB for m in run.measurements if m.group == "max_process_mbps"] == [389]


def test_a_loop_over_disks_is_told_apart_and_is_no_repetition() -> None:
    text = "".join(f"Calibration for {n} disks\n{printed(100 * n)}{DONE}" for n in (2, 8))
    reading = read(text)
    assert [dict(run.attributes)["num_disks"] for run in reading.runs] == ["2", "8"]
    assert not any("calibrations differ" in problem for problem in serious(reading))


@pytest.mark.parametrize(
    "call",
    [
        "calibrate_io(36, 10, iops, mbps, lat);",
        "calibrate_io (36 /* disks */, 10, iops, mbps, lat);",
        "calibrate_io(num_physical_disks => 36, max_latency => 10, max_iops => i);",
        "calibrate_io(\n  max_latency => 10,\n  max_iops => i,\n  num_physical_disks => 36);",
    ],
)
def test_arguments_stand_by_place_or_by_name(call: str) -> None:
    (run,) = read(f"exec dbms_resource_manager.{call}\n{printed()}{DONE}").runs
    attributes = dict(run.attributes)
    assert (attributes["num_disks"], attributes["max_latency_ms"]) == ("36", "10")


def test_the_time_that_several_results_took_together_is_of_none() -> None:
    block = "begin loop end;\n/\n" + printed() + printed(1904) + DONE
    runs = read(block + "\nElapsed: 00:21:10.57\nSQL>\n").runs
    assert [run.duration_s for run in runs] == [None, None]
    once = printed() + DONE + "\nElapsed: 00:07:10.00\nSQL>\n"
    other = printed(1904) + DONE + "\nElapsed: 00:08:10.00\nSQL>\n"
    assert [run.duration_s for run in read(once + other).runs] == [430.0, 490.0]


def test_the_call_before_a_run_gives_what_was_asked_and_the_time_after_it_the_duration() -> None:
    call = "new   7:  calibrate_io (36, 10, iops, mbps, lat);\n"
    (run,) = read(call + printed() + DONE + "\nElapsed: 00:07:10.57\nSQL>\n").runs
    assert run.duration_s == pytest.approx(430.57)
    assert dict(run.attributes)["num_disks"] == "36"
    assert dict(run.attributes)["max_latency_ms"] == "10"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ERROR at line 1:\nORA-56708: Could not find any datafiles\n", "ORA-56708"),
        ("STATUS        CALIBRATION_TIME\n------------- ----\nNOT AVAILABLE\n", "NOT AVAILABLE"),
        ("STATUS        CALIBRATION_TIME\n------------- ----\nIN PROGRESS\n", "still running"),
        ("STATUS        CALIBRATION_TIME\n------------- ----\nREADY  x\n", "Import the row"),
        ("automatic DOP: skipped because of IO calibrate statistics are missing", "never"),
        ("SQL> select * from dba_rsrc_io_calibrate;\n\nno rows selected\n", "never calibrated"),
        ("exec dbms_resource_manager.calibrate_io(1,10,:a,:b,:c);\n" + DONE, "SERVEROUTPUT"),
        ("dbms_resource_manager.calibrate_io(1, 10, a, b, c);\n", "script"),
        ("select max_iops from dba_rsrc_io_calibrate;\n", "No figures"),
        (HEADING + "\n\nSQL>\n", "Empty row"),
        ("<table><tr><td>MAX_IOPS<td>MAX_MBPS<tr><td>1829<td>367</table>", "a web page"),
        (HEADING + ROW.replace("9899", "   0"), "entered by hand"),
        (HEADING + "20-NOV-26 11.40.01.123456 AM 9899 712\n", "ambiguous"),
        ("| MAX_IOPS | MAX_MBPS | LATENCY |\n|---|---|---|\n| 9899 | 712 | 11 | 8 |\n", "ambig"),
        (printed("####", "####", "####") + DONE, "too wide"),
    ],
)
def test_what_holds_no_figures_is_refused_with_the_reason(text: str, words: str) -> None:
    reading = read(text)
    assert (reading.status, reading.runs) == (Status.REFUSED, ())
    assert all(problem.severity is Severity.ERROR for problem in reading.problems)
    assert words in reading.problems[0].text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (printed(154, 19, 18579), "contradict each other"),
        (printed(1353418, 1, 18850), "not plausible for disks"),
        (printed(1829, ".001"), "queue depth"),
        (printed(1829, "10868"), "not plausible"),
        (printed(1000, 10) + DONE + printed(1300, 10) + DONE, "1.30 times the lowest"),
        (printed() + "STATUS CALIBRATION_TIME\n------ ---\nIN PROGRESS\n", "during a calibration"),
    ],
)
def test_implausible_figures_are_read_and_doubted(text: str, words: str) -> None:
    reading = read(text)
    assert reading.status is Status.READ_WITH_PROBLEMS
    assert any(words in problem for problem in serious(reading))


@pytest.mark.parametrize(
    "line",
    [
        "DBMS_OUTPUT.PUT_LINE ('max_iops = ' || iops);",
        "DBMS_OUTPUT.PUT_LINE (\u2018max_iops = \u2018 || iops);",
        "prompt Max IOPS=299",
        "-- max_iops = 299",
        "old   7: calibrate_io (&disks, 10, max_iops = 3)",
        "Enter value for maxlat: 10",
        "max_latency => 10, max_iops => iops",
        "limits.max_iops = 16000;",
        "max_latency = 20",
    ],
)
def test_code_is_no_output(line: str) -> None:
    assert figures(read(f"SQL> @c\n{line}\n{printed()}{DONE}")) == [(1829, 10, 367)]


@pytest.mark.parametrize(
    "text", ["", "max_iops = 500\nmax_mbps = 10\n", "iops = 5\n", "latency = 4 ms\n", "hello"]
)
def test_settings_and_other_texts_are_not_recognised(text: str) -> None:
    assert not IoCalibrateImporter().recognises(Source("io_calibrate.txt", text.encode()))


@pytest.mark.parametrize("length", range(0, len(printed() + printed()), 3))
def test_a_cut_text_never_gives_a_wrong_second_run(length: int) -> None:
    text = "SQL> @c\n" + printed(24002, "10.868", 175) + printed(24002, 11, 175)
    source = Source("x.txt", text.encode()[: 60 + length])
    (reading,) = IoCalibrateImporter().read([source])
    assert figures(reading) == [(24002, pytest.approx(10.868), 175)]


def html(*rows: str, cell: str = "td") -> str:
    """Write a table as SQL*Plus does: every cell on a line of its own."""
    written = (
        "".join(f"<{cell}>\n{text}\n</{cell}>\n" for text in row.split("|")) for row in rows
    )
    return "<table border='1'>\n" + "".join(f"<tr>\n{row}</tr>\n" for row in written) + "</table>"

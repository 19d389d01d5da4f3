"""The command line as a lab's script uses it: real files in, exit status and JSON out."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from arraywise.cli import run
from arraywise.shipped import data
from arraywise.store.study import open_study
from arraywise.usecases import create_sample
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arraywise.store.study import Study

EXAMPLE = data("worked-example")
PRICES = EXAMPLE / "prices"


@pytest.fixture
def lab(lab_file: Path, tmp_path: Path) -> Path:
    """A copy of it that the test may change."""
    return shutil.copy(lab_file, tmp_path / "lab.arraywise")


@pytest.fixture(scope="module")
def lab_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study made by commands alone, as the README shows it."""
    study = tmp_path_factory.mktemp("lab") / "lab.arraywise"
    assert run(["new", str(study), "--currency", "BRL", "--client", "Example"]) == 0
    for name, folder, minutes in (
        ("FC SAN", "fc-san", "95,94,96,95,95"),
        ("NAS NFS", "nas-nfs", "25,24,26,25,25"),
    ):
        evidence = EXAMPLE / folder / "swingbench"
        assert run(["import", str(study), str(evidence), "--option", name]) == 0
        assert run(["price", str(study), "--option", name, str(PRICES / f"{folder}.csv")]) == 0
        assert run(["provision", str(study), "--option", name, "--minutes", minutes]) == 0
    return study


def _json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    capsys.readouterr()
    assert run([*arguments, "--json"]) == 0
    document: dict = json.loads(capsys.readouterr().out)
    return document


def test_the_order_entry_papers_loads_become_demands(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """golden figures G03, G04 and MODEL P1: 54,432,000 visits are 84 TPS, 66,096,000 are 102."""
    for visits, demand in (("66096000", 102.0), ("54432000", 84.0)):
        required = ["--response-time", "200ms", "--visits-per-month", visits]
        assert run(["require", str(lab), *required]) == 0
        assert _json(capsys, "decide", str(lab))["requirement"]["demand_tps"] == pytest.approx(
            demand, rel=1e-12
        )


def test_the_sustained_convention_is_the_papers_formula(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--convention", "sustained", "--visits-per-month", "54432000"]
    assert run(["require", str(lab), *asked]) == 0
    demand = _json(capsys, "decide", str(lab))["requirement"]["demand_tps"]
    assert demand * 60 == pytest.approx(1260)


def test_files_and_the_time_to_restore_are_screened(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["require", str(lab), "--files", "--restore-within", "4h"]) == 0
    stated = _json(capsys, "decide", str(lab))
    assert (stated["requirement"]["needs_files"], stated["requirement"]["max_restore_s"]) == (
        True,
        14_400.0,
    )
    screens = {o["option"]: (o["serves_files"], o["screen"]) for o in stated["options"]}
    serves, screen = screens["NAS NFS"]
    assert (serves, screen["files"], screen["restore"]) == (True, "PASS-measured", "UNDETERMINED")
    assert {f["check"] for f in stated["findings"]} >= {"ability not stated"}


def test_what_an_option_can_do_is_stated_and_taken_back(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = str(lab)
    assert run(["require", study, "--files", "--restore-within", "4h"]) == 0
    stated = ["--shared", "no", "--files", "yes", "--restore", "90min"]
    assert run(["option", study, "fc san", *stated]) == 0
    assert "FC SAN: FC SAN, shared no, files yes, restore 1.5 h" in capsys.readouterr().out
    screens = {o["option"]: o["screen"] for o in _json(capsys, "decide", study)["options"]}
    assert (screens["FC SAN"]["files"], screens["FC SAN"]["restore"]) == ("PASS-measured",) * 2
    assert run(["option", study, "FC SAN", "--restore", "5h", "--files", "unknown"]) == 0
    screens = {o["option"]: o["screen"] for o in _json(capsys, "decide", study)["options"]}
    assert (screens["FC SAN"]["files"], screens["FC SAN"]["restore"]) == ("UNDETERMINED", "FAIL")
    assert run(["option", study, "FC SAN", "--restore", "unknown"]) == 0
    capsys.readouterr()
    assert run(["option", study]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert listed[0] == (
        "FC SAN: FC SAN, shared no, files unknown, restore unknown, usable capacity unknown"
    )
    assert len(listed) == 2


def test_an_option_that_nobody_knows_is_made_only_with_something_to_say(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["option", str(lab), "Tape"]) == 1
    assert "no option named Tape" in capsys.readouterr().err
    assert run(["option", str(lab), "--shared", "no"]) == 1
    assert "name the option" in capsys.readouterr().err
    assert run(["option", str(lab), "Tape", "--shared", "no"]) == 0
    assert capsys.readouterr() == (
        "Tape: other, shared no, files unknown, restore unknown, usable capacity unknown\n",
        "Tape is a new option\n",
    )
    assert run(["provision", str(lab), "--option", "Tapes", "--minutes", "5"]) == 0
    assert capsys.readouterr().err == "Tapes is a new option; Tape was there before\n"
    (lab.parent / "empty").mkdir()
    assert run(["import", str(lab), str(lab.parent / "empty"), "--option", "Disk"]) == 1
    assert run(["option", str(lab), "Disk"]) == 1


def test_limits_of_the_requirement_are_taken_back(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    limits = ["--restore-within", "4h", "--budget", "5", "--files", "--shared-storage"]
    limits += ["--visits-per-month", "54432000"]
    assert run(["require", str(lab), *limits]) == 0
    back = ["--restore-within", "none", "--budget", "none", "--no-files"]
    assert run(["require", str(lab), *back]) == 0
    asked = _json(capsys, "decide", str(lab))["requirement"]
    assert (asked["max_restore_s"], asked["budget"], asked["needs_files"]) == (None, None, False)
    assert asked["needs_shared_storage"]
    assert asked["visits_per_month"] == 54_432_000  # what was not named stays


def test_prices_and_times_reach_the_answer(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """golden figure G10: 535,600 + 5,500 + 73,900 = 615,000 BRL; NAS 528,600 BRL."""
    options = {o["option"]: o for o in _json(capsys, "decide", str(lab))["options"]}
    assert {name: o["price"]["amount"] for name, o in options.items()} == {
        "FC SAN": "615000",
        "NAS NFS": "528600",
    }
    assert options["NAS NFS"]["ease_factor"] == 1
    assert options["FC SAN"]["ease_factor"] == pytest.approx(95 / 25)
    assert options["FC SAN"]["ease_share"] == pytest.approx(25 / 95)
    assert options["FC SAN"]["architecture"] == "FC SAN"


@pytest.fixture
def built_before(
    copied_sample: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> Callable[[], None]:
    """Return what lets a demo take the study that other tests have built."""

    def ready(path: Path, name: str, **_progress: object) -> Study:
        return open_study(copied_sample(path, name))

    return lambda: monkeypatch.setattr(create_sample, "build_sample_study", ready)


def test_a_demo_is_the_worked_example_with_its_documents(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], built_before: Callable[[], None]
) -> None:
    built_before()
    assert run(["demo", "--out", str(tmp_path)]) == 0
    message = capsys.readouterr().out.splitlines()
    assert message[0] == "recommended: FC SAN"
    files = [tmp_path / f"worked-example{suffix}" for suffix in (".arraywise", ".pdf", ".xlsx")]
    assert message[-3:] == [str(file) for file in files]
    assert all(file.stat().st_size for file in files)


def test_a_published_study_is_a_demo_by_its_name_and_keeps_the_one_that_was_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], built_before: Callable[[], None]
) -> None:
    demo = ["demo", "--study", "tr-3105", "--out", str(tmp_path)]
    assert run(demo) == 0
    study = capsys.readouterr().out.splitlines()[-3]
    stated = _json(capsys, "decide", study)
    assert [option["option"] for option in stated["options"]][:2] == [
        "NetApp F840 over NFS",
        "Veritas RAID 0+1",
    ]
    asked = stated["requirement"]["response_time_s"]
    assert asked != 0.15
    assert run(["require", study, "--response-time", "150ms"]) == 0
    built_before()
    assert run(demo) == 0
    stored = tmp_path / "tr-3105.previous.arraywise"
    assert _json(capsys, "decide", str(stored))["requirement"]["response_time_s"] == 0.15
    assert _json(capsys, "decide", study)["requirement"]["response_time_s"] == asked


def test_a_demo_that_there_is_not_is_told_with_those_that_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(["demo", "--study", "tr-9999", "--out", str(tmp_path / "new")])
    assert "invalid choice: 'tr-9999' (choose from 'worked-example'" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_only_options_that_pass_have_a_value(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """MODEL D3: what is not shown to pass is shown with its interval, not with a score."""
    assert run(["require", str(lab), "--statistic", "p99", "--response-time", "2s"]) == 0
    said = capsys.readouterr().out
    assert "No file measures p99. The files hold mean, p50, p90; p95, p99 from below only." in said
    decided = _json(capsys, "decide", str(lab))
    held = {"mean": "measured", "p50": "bounded", "p90": "bounded"}
    assert decided["requirement"]["statistics_held"] == {
        **held,
        **dict.fromkeys(("p95", "p99"), "at least"),
    }
    for option in decided["options"]:
        assert (option["verdict"], option["rank"], option["value"]) == ("UNDETERMINED", None, None)
        assert "only a lower bound for p99" in option["reason"]
        assert option["value_interval"]["low"] < option["value_interval"]["high"]
    assert run(["require", str(lab), "--statistic", "mean", "--response-time", "200ms"]) == 0


def test_the_lines_of_the_audit_are_listed_and_moved(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["thresholds", str(lab), "--set", "near_busy=85%", "steal=0.125"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 17
    assert [line.split()[0] for line in lines if line.endswith(" % (changed)")] == [
        *("steal", "near_busy")
    ]
    decided = _json(capsys, "decide", str(lab))["thresholds"]
    assert (decided["near_busy"], decided["steal"], decided["flat_slope"]) == (0.85, 0.125, 0.2)
    assert run(["thresholds", str(lab), "--reset", "--set", "near_busy=0"]) == 1
    assert "more than 0 and at most 100 %" in capsys.readouterr().err
    assert _json(capsys, "decide", str(lab))["thresholds"]["near_busy"] == 0.85
    assert run(["thresholds", str(lab), "--reset"]) == 0
    assert "(changed)" not in capsys.readouterr().out


def test_a_wish_for_nothing_is_an_error(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["require", str(lab)]) == 1
    assert "nothing to change" in capsys.readouterr().err


def test_inspect_says_si_values_with_lines(capsys: pytest.CaptureFixture[str]) -> None:
    file = EXAMPLE / "fc-san" / "swingbench" / "fc_u090_r3.xml"
    [inspected] = _json(capsys, "inspect", str(file))["files"]
    [ran] = inspected["runs"]
    totals = [m for m in ran["measurements"] if "group" not in m]
    rate = next(
        m for m in totals if m["metric"] == "transaction_rate" and m["statistic"] == "mean"
    )
    line = file.read_text("utf-8").splitlines()[rate["line"] - 1]
    assert f"<AverageTransactionsPerSecond>{rate['value']:g}<" in line
    assert rate["unit"] == "1/s"
    assert rate["load"] == {"users": 90}
    assert rate["origin"] == "reported"
    assert ran["series"][0]["rows"] > 500


def test_a_refused_file_makes_the_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear lab, the results follow next week.\n")
    assert run(["inspect", str(letter), "--json"]) == 1
    [file] = json.loads(capsys.readouterr().out)["files"]
    assert file["status"] == "refused"
    assert file["runs"] == []
    assert file["problems"][0]["text"]


def test_no_study_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["decide", str(tmp_path / "none.arraywise")]) == 1
    message = capsys.readouterr().err
    assert "none.arraywise" in message
    assert "Traceback" not in message


@pytest.mark.parametrize(
    ("log_end", "files", "checks"),
    [
        (b"", ("charbench.log",), {"runs left out"}),
        (b"", ("charbench.log", "results.xml"), set()),
        (b"Completed Run.", ("charbench.log",), set()),
        (
            b"ORA-00020: too many\nCompleted Run.",
            ("charbench.log", "results.xml"),
            {"runs left out", "sessions refused"},
        ),
    ],
)
def test_runs_that_do_not_count_are_told(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    log_end: bytes,
    files: tuple[str, ...],
    checks: set[str],
) -> None:
    """MODEL P2.2; a log that breaks off is made up for by the results file of the same run."""
    samples = ROOT / "tests" / "importers" / "samples" / "swingbench" / "one_run"
    for name in files:
        data = (samples / name).read_bytes().replace(b"Completed Run.", log_end)
        (tmp_path / name).write_bytes(data)
    study = str(tmp_path / "a.arraywise")
    assert run(["new", study]) == 0
    run(["import", study, *(str(tmp_path / name) for name in files), "--option", "NAS"])
    result = {f["check"]: f["evidence"] for f in _json(capsys, "decide", study)["findings"]}
    assert {"runs left out", "sessions refused"} & result.keys() == checks
    if "sessions refused" in checks:
        line = (tmp_path / "charbench.log").read_bytes().split(b"ORA-")[0].count(b"\n") + 1
        assert result["sessions refused"] == [f"charbench.log:{line}"]


@pytest.mark.parametrize(
    "arguments",
    [["decide"], ["inspect"], ["require", "x", "--rule", "no"], ["new", "x", "--name", "y"]],
)
def test_wrong_usage_leaves_with_2_and_names_the_help_of_the_command(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        run(arguments)
    assert left.value.code == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith(f"arraywise {arguments[0]}: error: ")
    assert error.endswith(f"see: arraywise {arguments[0]} --help\n")


def test_estimated_minutes_have_an_interval(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    times = ["--option", "FC SAN", "--minutes"]
    assert run(["provision", str(lab), *times, "10 / 12 / 20"]) == 0
    assert "mean 14.0 min" in capsys.readouterr().out
    options = _json(capsys, "decide", str(lab))["options"]
    stated = next(option for option in options if option["option"] == "FC SAN")
    assert stated["provisioning_s"] == 840
    interval = stated["provisioning_interval_s"]
    assert (interval["low"], interval["high"]) == pytest.approx((642.426, 1115.147), abs=1e-3)
    with pytest.raises(SystemExit):
        run(["provision", str(lab), *times, "20 / 12 / 10"])
    assert "not in rising order" in capsys.readouterr().err


def test_what_a_redirect_cannot_show_is_no_crash(lab: Path) -> None:
    """Windows writes a redirected output in the old code page, which has no mark for this name."""
    assert run(["provision", str(lab), "--option", "\u2265 10 GbE", "--minutes", "5"]) == 0
    process = subprocess.run(
        [sys.executable, "-m", "arraywise", "decide", str(lab)],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
    )
    assert process.returncode == 0
    assert b"? 10 GbE" in process.stdout


def test_a_reader_that_goes_away_is_no_crash() -> None:
    whole = f"'{sys.executable}' -m arraywise inspect '{EXAMPLE / 'fc-san'}' | head -n 1"
    process = subprocess.run(["sh", "-c", whole], capture_output=True, text=True, check=False)
    assert process.stderr == ""


def test_algebra_starts_no_threads() -> None:
    """They cost a fifth of a short command, and figures would hang on how many there are."""
    program = (
        "import os, sys, arraywise.__main__ as main\n"
        "def count(_):\n"
        "    import numpy.linalg, scipy.linalg\n"
        "    print(len(os.listdir('/proc/self/task')))\n"
        "    return 0\n"
        "main.run, sys.argv[1:] = count, ['decide', 'x']\n"
        "main.main()\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={k: v for k, v in os.environ.items() if k != "OPENBLAS_NUM_THREADS"},
    )
    assert process.stdout == "1\n"


def test_a_folder_becomes_options_when_they_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study, folder = str(tmp_path / "a.arraywise"), str(tmp_path / "lab")
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("*_r[2-5]*"))
    recordings = len(list((tmp_path / "lab").rglob("*_dstat.csv")))
    assert run(["new", study]) == 0
    capsys.readouterr()
    run(["import", study, folder, "--json"])
    proposed = json.loads(capsys.readouterr().out)["options_proposed"]
    assert len(proposed) == 5
    run(["import", study, folder, "--make-options", "--json"])
    document = json.loads(capsys.readouterr().out)
    built = document["options_made"]
    assert [(o["option"], sorted(o["files"])) for o in built] == [
        (o["option"], sorted(o["files"])) for o in proposed
    ]
    assert document["host_recordings"] == [f"{recordings} host recordings match a run by UTC."]
    run(["import", study, folder, "--json"])
    assert json.loads(capsys.readouterr().out)["options_proposed"] == []


def test_an_open_number_names_the_option_that_answers_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study, file = str(tmp_path / "lab.arraywise"), tmp_path / "calibration.txt"
    file.write_text("max_iops = 104.580\nlatency = 11\nmax_mbps = 1,353\n", "utf-8")
    assert run(["new", study]) == 0
    assert run(["import", study, str(file), "--option", "NAS"]) == 0
    message = capsys.readouterr().out
    assert "104.580 is 104580 with --decimal comma, 104.580 with --decimal point" in message
    assert run(["import", study, str(file), "--decimal", "comma"]) == 0
    assert run(["import", study, str(file)]) == 0
    assert "--decimal" not in capsys.readouterr().out


def test_what_is_shown_of_capacity_and_headroom_stands_beside_their_points(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """MODEL P5: the lower ends decide the screen; each headroom is that of its capacity."""
    assert run(["require", str(lab), "--response-time", "200ms"]) == 0
    capsys.readouterr()
    stated = _json(capsys, "decide", str(lab))
    demand = stated["requirement"]["demand_tps"]
    known = [o for o in stated["options"] if o["capacity_low_tps"] is not None]
    assert known
    for option in known:
        assert option["capacity_low_tps"] <= option["capacity_tps"]
        assert option["headroom_low"] == pytest.approx(option["capacity_low_tps"] / demand - 1)
        assert option["headroom"] == pytest.approx(option["capacity_tps"] / demand - 1)
    assert any(option["headroom_low"] < option["headroom"] for option in known)

"""`arraywise profile`, and targets and loads of `arraywise require` in their own units."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from arraywise.cli import run
from arraywise.cli.arguments import parse_bytes_per_second, parse_load, parse_size_in_bytes
from arraywise.domain.requirement import Basis, Goal, LoadUnit
from arraywise.shipped import data
from arraywise.store.reading.inputs import read_profile, read_requirement
from arraywise.store.study import open_study
from arraywise.usecases.undo import undo_step

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.requirement import Requirement

WEBINAR = data("published", "san-versus-nas")
PROFILE = ["--reads", "20", "--writes", "5", "--block", "8KiB", "--sync-reads", "20"]


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    study = tmp_path / "lab.arraywise"
    assert run(["new", str(study)]) == 0
    return study


def json_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    capsys.readouterr()
    assert run([*arguments, "--json"]) == 0
    document: dict = json.loads(capsys.readouterr().out)
    return document


def requirement(study: Path) -> Requirement:
    with open_study(study) as opened:
        return read_requirement(opened)


def test_a_profile_is_set_kept_and_printed(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stated = json_of(capsys, "profile", str(lab), *PROFILE, "--log-writes", "0")
    assert stated == json_of(capsys, "profile", str(lab))
    assert list(stated) == [
        *("reads", "writes", "block_bytes", "large_bytes", "sync_reads", "log_writes"),
        *("transactions_per_s", "sources"),
    ]
    assert (stated["reads"], stated["block_bytes"], stated["log_writes"]) == (20.0, 8192.0, 0.0)
    assert stated["large_bytes"] is None
    assert stated["sources"][0] == {"field": "reads", "value": 20.0, "from": "typed", "line": None}
    capsys.readouterr()
    assert run(["profile", str(lab), "--reads", "none"]) == 0
    printed = capsys.readouterr().out
    assert "reads                            -\n" in printed
    assert "writes                           5  typed" in printed


def test_an_empty_profile_has_no_zeros(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stated = json_of(capsys, "profile", str(lab))
    assert stated.pop("sources") == []
    assert set(stated.values()) == {None}


def test_a_profile_is_undone(lab: Path) -> None:
    assert run(["profile", str(lab), "--reads", "20"]) == 0
    assert run(["profile", str(lab), "--reads", "30"]) == 0
    with open_study(lab) as study:
        undo_step(study)
        assert read_profile(study).reads == 20.0
        undo_step(study)
        assert read_profile(study).reads is None


def test_a_profile_from_swingbench_s_statements(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """520,161 selects, 90,484 inserts and 68,728 updates in 49,445 transactions."""
    results = data("worked-example", "fluid-cache-das", "swingbench", "fcache_u090_r3.xml")
    text = results.read_text("utf-8")
    counts = {
        name: int(re.search(rf"<{name}>(\d+)<", text)[1])  # type: ignore[index]
        for name in (
            *("SelectStatements", "InsertStatements", "UpdateStatements"),
            "TotalCompletedTransactions",
        )
    }
    selects, inserts, updates, transactions = counts.values()
    stated = json_of(capsys, "profile", str(lab), "--from", str(results))
    reads = (3 * selects + 3 * inserts + 5 * updates) / transactions
    assert stated["reads"] == pytest.approx(reads)
    assert stated["writes"] == pytest.approx(2 * (inserts + updates) / transactions)
    source = stated["sources"][0]
    assert "upper bound" in source["from"]
    assert "SelectStatements" in text.splitlines()[source["line"] - 1]
    half = json_of(capsys, "profile", str(lab), "--from", str(results), "--hit-ratio", "50%")
    assert half["reads"] == pytest.approx(reads / 2)
    assert run(["profile", str(lab), "--from", str(WEBINAR / "study.toml")]) == 1
    assert "no workload profile" in capsys.readouterr().err


def test_an_impossible_value_is_refused(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["profile", str(lab), "--reads", "-3"]) != 0
    assert "-3 is not a valid reads" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("stated", "unit", "value"),
    [
        ("84 tx/s", LoadUnit.TPS, 84.0),
        ("5,040 tx/min", LoadUnit.TPM, 5040.0),
        ("50000 IOPS", LoadUnit.IOPS, 50_000.0),
        ("awr x 1.5", LoadUnit.AWR, 1.5),
        ("300 users", LoadUnit.USERS, 300.0),
    ],
)
def test_loads_keep_their_unit(lab: Path, stated: str, unit: LoadUnit, value: float) -> None:
    assert parse_load(stated) == (unit, value)
    assert run(["profile", str(lab), *PROFILE, "--rate", "40"]) == 0
    assert run(["require", str(lab), "--load", stated, "--think-time", "1s"]) == 0
    asked = requirement(lab)
    assert (asked.load, asked.load_unit) == (value, unit)
    assert run(["require", str(lab), "--visits-per-month", "1000"]) == 0
    asked = requirement(lab)
    assert (asked.load, asked.load_unit, asked.visits_per_month) == (None, LoadUnit.VISITS, 1000)


def test_visits_follow_from_the_load(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["require", str(lab), "--load", "84 tx/s"]) == 0
    assert requirement(lab).visits_per_month == 54_432_000
    stated = json_of(capsys, "decide", str(lab))["requirement"]
    assert stated["demand_tps"] == pytest.approx(84)
    assert (stated["load"], stated["load_unit"]) == (84.0, "tx/s")


def test_a_load_that_needs_what_is_missing_is_refused(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["require", str(lab), "--load", "awr x 1.5"]) == 1
    assert "import an AWR, Statspack" in capsys.readouterr().err
    assert run(["require", str(lab), "--load", "300 users"]) == 1
    assert requirement(lab).load is None


def test_no_target_and_back(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["require", str(lab), "--response-time", "none"]) == 0
    assert "no target at" in capsys.readouterr().out
    assert requirement(lab).goal is Goal.NONE
    assert json_of(capsys, "decide", str(lab))["requirement"]["response_time_s"] is None
    assert run(["require", str(lab), "--response-time", "150ms"]) == 0
    assert (requirement(lab).goal, requirement(lab).response_time_s) == (Goal.RESPONSE_TIME, 0.15)


def test_a_target_on_the_storage_and_a_share(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The webinar's goldens through the command line."""
    for name in ("asm-1-lun", "filesystem-5-luns"):
        assert run(["import", str(lab), str(WEBINAR / name), "--option", name]) == 0
    assert run(["profile", str(lab), *PROFILE, "--log-writes", "0"]) == 0
    assert run(["require", str(lab), "--load", "2000 tx/s", "--response-time", "200ms"]) == 0
    assert outcomes(capsys, lab) == {"not shown"}
    assert run(["require", str(lab), "--storage-share", "50%"]) == 0
    assert outcomes(capsys, lab) == {"pass"}
    assert run(["require", str(lab), "--io-latency", "0.3ms", "--load", "50000 IOPS"]) == 0
    stated = json_of(capsys, "decide", str(lab))["options"]
    assert [(o["outcome"], o["basis"]) for o in stated] == [("pass", "io"), ("not shown", "none")]
    assert stated[0]["verdict"] == "PASS-io"
    assert run(["require", str(lab), "--least-basis", "measured"]) == 0
    assert requirement(lab).least_basis is Basis.MEASURED
    assert outcomes(capsys, lab) == {"not shown"}


def outcomes(capsys: pytest.CaptureFixture[str], lab: Path) -> set[str]:
    return {o["outcome"] for o in json_of(capsys, "decide", str(lab))["options"]}


def test_tests_that_do_not_speak_for_the_work_say_which_would(
    lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Reads alone say nothing of 60 % writes; a target on the storage needs I/O tests."""
    assert run(["import", str(lab), str(WEBINAR / "asm-1-lun"), "--option", "A"]) == 0
    assert run(["option", str(lab), "B", "--shared", "yes"]) == 0
    assert run(["require", str(lab), "--io-latency", "1ms", "--load", "1000 IOPS"]) == 0
    untold = json_of(capsys, "decide", str(lab))["options"]
    assert all("matches the workload" in option["reason"] for option in untold)
    assert run(["profile", str(lab), "--reads", "4", "--writes", "6"]) == 0
    answer = json_of(capsys, "decide", str(lab))
    tested, untested = answer["options"]
    assert "Measure with 60 % writes" in tested["reason"]
    assert "B: no I/O test counts" in str(answer["findings"])
    assert "response time" not in str(answer["findings"])
    assert (tested["capacity_tps"], tested["headroom"]) == (None, None)
    assert "No imported random I/O test" in untested["reason"]


def test_throughput_is_a_rule(lab: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", str(lab), str(WEBINAR / "asm-1-lun"), "--option", "A"]) == 0
    for rate, verdict in (("1.4GB/s", "PASS-io"), ("1.5GB/s", "UNDETERMINED"), ("2GB/s", "FAIL")):
        assert run(["require", str(lab), "--throughput", rate]) == 0
        (option,) = json_of(capsys, "decide", str(lab))["options"]
        assert option["screen"]["throughput"] == verdict


def test_units_are_read() -> None:
    assert parse_size_in_bytes("8KiB") == parse_size_in_bytes("8192") == 8192.0
    assert parse_bytes_per_second("1.5GB/s") == 1.5e9


@pytest.mark.parametrize(
    "arguments",
    [
        ["require", "x", "--load", "84"],
        ["require", "x", "--load", "84 apples"],
        ["require", "x", "--throughput", "5"],
        ["require", "x", "--least-basis", "hope"],
        ["profile", "x", "--block", "8 furlongs"],
    ],
)
def test_what_cannot_be_understood_is_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        run(arguments)

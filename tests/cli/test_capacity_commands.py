"""`require --usable`, `option --usable` and `--drives`, and what `decide --json` says of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from arraywise.cli import run
from arraywise.cli.arguments import parse_monthly_growth, parse_yearly_growth
from tests.importers.golden import SAMPLES

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def study(tmp_path: Path) -> str:
    """A study with two options and a need of 50 TB."""
    path = str(tmp_path / "study.arraywise")
    assert run(["new", path]) == 0
    ask = ["require", path, "--usable", "50TB", "--usable-growth", "20%/year"]
    assert run([*ask, "--load-growth", "2%/month", "--horizon-months", "36"]) == 0
    return path


def decided(study: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    capsys.readouterr()
    assert run(["decide", study, "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_need_at_the_horizon(study: str, capsys: pytest.CaptureFixture[str]) -> None:
    """50 TB at 20 % a year are 86.4 TB after 36 months."""
    assert run(["require", study, "--horizon-months", "36"]) == 0
    assert "86.4 TB (78.58 TiB) in month 36" in capsys.readouterr().out
    drives = "24 x 3.84TB RAID 6 8+2, 2 spares, reduction 2/3/4"
    assert run(["option", study, "Array", "--drives", drives]) == 0
    assert "usable 110.6 to 221.2 TB (100.6 to 201.2 TiB)" in capsys.readouterr().out
    assert run(["option", study, "Small", "--usable", "80TB"]) == 0
    assert run(["option", study, "Open", "--drives", drives.replace("2/3/4", "1/2/3")]) == 0
    assert run(["option", study, "Unknown", "--usable", "unknown"]) == 0
    answer = decided(study, capsys)
    options = {each["option"]: each for each in answer["options"]}
    assert {name: each["usable_outcome"] for name, each in options.items()} == {
        "Array": "pass",
        "Small": "fail",
        "Open": "not shown",
        "Unknown": "not shown",
    }
    held = options["Array"]["usable_bytes"]
    assert list(held.values()) == pytest.approx([110.592e12, 165.888e12, 221.184e12])
    assert options["Array"]["needed_bytes"] == pytest.approx(86.4e12)
    assert options["Array"]["break_even_reduction"] == pytest.approx(1.5625)
    assert options["Unknown"]["usable_bytes"] is None
    assert options["Small"]["screen"]["usable capacity"] == "FAIL"
    assert answer["requirement"]["growth_per_month"] == 0.02
    assert run(["decide", study]) == 0
    assert "≥ 111 " in capsys.readouterr().out


def test_without_a_need_the_rule_is_silent(study: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What nobody asks for fails nobody."""
    assert run(["option", study, "Unknown", "--shared", "yes"]) == 0
    assert run(["require", study, "--usable", "none"]) == 0
    (option,) = decided(study, capsys)["options"]
    assert "usable capacity" not in option["screen"]
    assert option["usable_outcome"] is None


def test_the_need_is_what_an_inventory_says_is_in_use(
    study: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The latest export of each server counts, the trace names its cells, no bytes are kept."""
    assert run(["require", study, "--usable", "in-use"]) == 1
    assert "RVTools" in capsys.readouterr().err
    folder = SAMPLES / "rvtools"
    names = ("vcenter_four_datastores_synthetic.xlsx", "RVTools_tabvDatastore_synthetic.csv")
    assert run(["import", study, *(str(folder / name) for name in names)]) == 0
    assert "not kept" in capsys.readouterr().out
    assert run(["require", study, "--usable", "in-use"]) == 0
    assert "vcenter_four_datastores_synthetic.xlsx, vDatastore J2:J5" in capsys.readouterr().out
    needed = decided(study, capsys)["requirement"]["usable_bytes"]
    assert needed == (7340032 + 3145728 + 65536 + 2097152 + 524288) * 2**20


def test_wrong_capacities(study: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The message says how it is written."""
    with pytest.raises(SystemExit):
        run(["option", study, "Array", "--drives", "24 disks"])
    assert "24 x 3.84 TB RAID 6 8+2" in capsys.readouterr().err


def test_growth() -> None:
    """A year is twelve months of compound growth."""
    assert parse_monthly_growth("2%/month") == 0.02
    assert (1 + parse_monthly_growth("20%/year")) ** 12 == pytest.approx(1.2)
    assert parse_yearly_growth("20%/year") == 0.2
    assert parse_yearly_growth("2%/month") == pytest.approx(1.02**12 - 1)

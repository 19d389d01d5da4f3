"""The range that prices are valued over, at the command line: asked for, given, kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arraywise.cli import run


@pytest.fixture
def study(tmp_path: Path) -> str:
    path = str(tmp_path / "a.arraywise")
    assert run(["new", path, "--currency", "EUR"]) == 0
    return path


def price(study: str, option: str, amount: int) -> None:
    sheet = Path(study).with_name(f"{option}.csv")
    sheet.write_text(f"description,unit price,quantity\nArray,{amount},1\n", "utf-8")
    assert run(["price", study, "--option", option, str(sheet)]) == 0


def anchors(study: str, capsys: pytest.CaptureFixture[str]) -> dict[str, float | None]:
    capsys.readouterr()
    assert run(["decide", study, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    (price,) = [s for s in result["value_functions"] if s["criterion"] == "36-month price"]
    return {"limit": price["limit"], "aspiration": price["aspiration"]}


def test_the_first_price_proposes_and_the_user_is_asked(
    study: str, capsys: pytest.CaptureFixture[str]
) -> None:
    price(study, "A", 600_000)
    asked = capsys.readouterr().err
    assert "Prices are valued from EUR 300,000 (100 points) to 900,000 (none)" in asked
    assert "arraywise require STUDY --price-range 300000 900000" in asked
    price(study, "B", 500_000)
    assert "valued" not in capsys.readouterr().err, "it is asked for once"
    assert run(["decide", study]) == 0
    assert "proposed from the first price" in capsys.readouterr().out
    assert run(["require", study, "--price-range", "300000", "900000"]) == 0
    capsys.readouterr()
    assert run(["decide", study]) == 0
    assert "proposed from the first price" not in capsys.readouterr().out


@pytest.mark.parametrize("decided_before", [True, False])
def test_an_option_that_is_added_moves_nothing_and_is_named(
    study: str, capsys: pytest.CaptureFixture[str], *, decided_before: bool
) -> None:
    price(study, "A", 600_000)
    price(study, "B", 500_000)
    if decided_before:
        assert run(["decide", study]) == 0
    price(study, "C", 90_000)
    assert anchors(study, capsys) == {"limit": 900_000, "aspiration": 300_000}
    assert run(["decide", study]) == 0
    assert "Beyond the range of prices, which stays as it is: C." in capsys.readouterr().out


def test_a_range_the_wrong_way_round_is_refused(
    study: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["require", study, "--price-range", "900000", "300000"]) == 1
    assert "900,000, 300,000" in capsys.readouterr().err


def scope_of(study: str, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    capsys.readouterr()
    assert run(["decide", study, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["price_scope"]
    (support,) = [row for row in rows if row["item"].startswith("Support")]
    return {name: cell["state"] for name, cell in support["options"].items()}


def test_an_item_is_not_needed_or_left_out_with_a_reason(
    study: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the window could settle what one price includes and another lacks."""
    price(study, "A", 600_000)
    sheet = Path(study).with_name("B.csv")
    rows = ("description,unit price,quantity", "Array,500000,1", "Support 36 months,40000,1")
    sheet.write_text("\n".join(rows), "utf-8")
    assert run(["price", study, "--option", "B", str(sheet)]) == 0
    assert scope_of(study, capsys) == {"A": "no price", "B": "priced"}
    assert run(["option", study, "A", "--not-needed", "support=the house does it"]) == 0
    assert scope_of(study, capsys) == {"A": "not needed", "B": "priced"}
    assert run(["option", study, "A", "--not-needed", "support=none"]) == 0
    assert run(["option", study, "--leave-out", "Support=framework contract"]) == 0
    assert set(scope_of(study, capsys).values()) == {"left out"}
    assert run(["option", study, "--leave-out", "swiches=x"]) == 1
    assert "there are: Array and controllers, Support" in capsys.readouterr().err

"""What `arraywise price` asks instead of guessing: lost columns, and lines that contradict."""

from __future__ import annotations

from pathlib import Path

import pytest

from arraywise.cli import run
from arraywise.domain.messages import UserError
from arraywise.store.reading.inputs import read_price_range, read_requirement
from arraywise.store.study import open_study


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = str(tmp_path / "asks.arraywise")
    assert run(["new", path, "--currency", "EUR"]) == 0
    return path


def price(study: str, text: str, *more: str) -> int:
    sheet = Path(study).with_name("offer.csv")
    sheet.write_text(text, "utf-8")
    return run(["price", study, "--option", "NAS", str(sheet), *more])


LOST = "Description,Unit Price,Qty,Zwirbel\nArray,1000,2,300.50\nDisk,10,3,40.25\n"


def test_a_column_of_money_that_nothing_explains_is_asked_and_decided(
    study: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert price(study, LOST) == 1
    shown = capsys.readouterr()
    assert "question column-D" in shown.out
    assert "--answer column-D=unused" in shown.out
    assert "does not count" in shown.err
    assert price(study, LOST, "--columns", "D=amount/once") == 0
    assert "NAS: 2,371 EUR" in capsys.readouterr().out
    assert price(study, LOST) == 0  # it is remembered
    assert "NAS: 2,371 EUR" in capsys.readouterr().out
    assert price(study, LOST, "--columns", "D=unused") == 0
    assert "NAS: 2,030 EUR" in capsys.readouterr().out


OPEN = (
    "Item,Qty,Unit price,Amount\nArray,2,1000,2000\nLibrary,1,700,700\nDisk,3,100,300\n"
    "Total,,,2300\n"
)


def test_rows_are_decided_and_answers_are_given(
    study: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert price(study, OPEN) == 1
    assert "--answer left-3=3" in capsys.readouterr().out
    assert price(study, OPEN, "--rows", "3=not included") == 0
    shown = capsys.readouterr().out
    assert "sum once: 2,300.00 (printed 2,300.00)" in shown
    assert "finding: Row 3 of offer.csv is not included in the price. (700.00)" in shown
    assert price(study, OPEN, "--answer", "left-3=3") == 0
    assert "NAS: 2,300 EUR" in capsys.readouterr().out
    assert price(study, OPEN) == 1  # what was decided of a row is not remembered
    capsys.readouterr()
    assert price(study, OPEN, "--answer", "zwirbel=3") == 1
    assert "asks no question zwirbel" in capsys.readouterr().err


def test_a_sum_that_does_not_add_up_is_accepted_with_a_reason(
    study: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = OPEN.replace("2300", "2999")
    assert price(study, text) == 1
    assert "do not add up" in capsys.readouterr().err
    assert price(study, text, "--accept", "typing error, confirmed by phone") == 0
    shown = capsys.readouterr().out
    assert "accepted: typing error" in shown
    assert "NAS: 3,000 EUR" in shown


@pytest.mark.parametrize(
    "wrong",
    [
        ("--rows", "3=thing"),
        ("--rows", "x=item"),
        ("--columns", "D=amount/aeon"),
        ("--answer", "x"),
    ],
)
def test_what_is_no_role_is_refused(study: str, wrong: tuple[str, str]) -> None:
    with pytest.raises((SystemExit, UserError)):
        price(study, OPEN, *wrong)


def test_a_column_that_follows_from_its_lines_is_not_asked_about(study: str) -> None:
    text = (
        "Description,List price,Discount,Net price,Qty,Total\n"
        "Array,1000,10%,900,2,1800\nDisk,10,20%,8,3,24\n"
    )
    assert price(study, text) == 0


def test_a_line_that_contradicts_itself_is_asked_about(
    study: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        "Description,Unit Price,Qty,Extended Price\n"
        "Array,1000,2,1900\nDisk,10.004,3,30.01\nRack,5,2,10\n"
    )
    assert price(study, text) == 1
    assert "a printed amount is not quantity x unit price" in capsys.readouterr().out
    assert price(study, text, "--answer", "line-D=printed") == 0
    assert "NAS: 1,941 EUR" in capsys.readouterr().out


def test_a_credit_reduces_the_price_and_never_below_nothing(
    study: str, capsys: pytest.CaptureFixture[str]
) -> None:
    head = "Description,Unit Price,Qty\n"
    assert price(study, head + "Array,1000,2\nTrade-in,(500),1\n") == 0
    assert "NAS: 1,500 EUR" in capsys.readouterr().out
    assert price(study, head + "Array,100,1\nTrade-in,-500,1\n") == 1
    assert "exceed the price" in capsys.readouterr().err


def test_amounts_may_be_typed_with_the_sign_of_the_study_s_currency(
    study: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["require", study, "--budget", "\u20ac250,000"]) == 0
    assert run(["require", study, "--price-range", "EUR 100k", "\u20ac 0.3 M"]) == 0
    with open_study(Path(study)) as opened:
        assert read_requirement(opened).budget == 250_000
        assert read_price_range(opened) == (300_000, 100_000)
    assert run(["require", study, "--budget", "$250,000"]) == 1
    assert "is in USD, but the study is in EUR" in capsys.readouterr().err
    foreign = "Description,Unit Price,Qty\nArray,$100,2\n"
    rate = ("--rate-date", "2026-11-20", "--rate-source", "ECB")
    assert price(study, foreign, "--rate", "$0.80", *rate) == 1
    assert price(study, foreign, "--rate", "\u20ac0.80", *rate) == 0
    assert "NAS: 160 EUR" in capsys.readouterr().out


def test_maintenance_without_a_period_is_asked_about(
    study: str, capsys: pytest.CaptureFixture[str]
) -> None:
    head = "Description,Unit Price,Qty,Extended Price,Maintenance per line\n"
    text = head + "Array,100,2,200,20\nDisk,5,2,10,0\n"
    assert price(study, text) == 1
    assert "for how long is the maintenance?" in capsys.readouterr().out
    assert price(study, text, "--answer", "time-E=month") == 0
    assert "NAS: 930 EUR" in capsys.readouterr().out


def test_figures_in_thousands_are_read(study: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert price(study, "Description,Unit Price,Qty\nArray,250k,1\nRack,1.5 M EUR,2\n") == 0
    assert "NAS: 3,250,000 EUR" in capsys.readouterr().out

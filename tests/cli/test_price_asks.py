"""What `arraywise price` asks instead of guessing: lost columns, and lines that contradict."""

from __future__ import annotations

from pathlib import Path

import pytest

from arraywise.cli import run
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


LOST = "Description,Unit Price,Qty,Setup cost,Extras\nArray,1000,2,300,40 EUR\n"


def test_a_column_of_money_that_no_field_takes_is_asked_about(
    study: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert price(study, LOST) == 1
    message = capsys.readouterr().err
    assert 'Column "Setup cost" (D1) holds amounts' in message
    assert '--map "leave out=Extras"' in message
    assert price(study, LOST, "--map", "maintenance=Setup cost", "--map", "leave out=Extras") == 0
    assert "NAS: 2,300 EUR" in capsys.readouterr().out
    assert price(study, LOST) == 0  # it is remembered
    assert "NAS: 2,300 EUR" in capsys.readouterr().out


def test_several_columns_may_be_left_out(study: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert price(study, LOST, "--map", "leave out=Setup cost", "--map", "leave out=Extras") == 0
    assert "NAS: 2,000 EUR" in capsys.readouterr().out


def test_a_column_may_be_said_to_hold_a_price_by_the_year(
    study: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Description,Unit Price,Qty,Extra cost\nArray,1000,2,100\n"
    assert price(study, text, "--map", "price per year=Extra cost") == 0
    assert "NAS: 2,600 EUR" in capsys.readouterr().out


def test_a_column_that_follows_from_its_lines_is_not_asked_about(study: str) -> None:
    text = "Description,List price,Discount,Net price,Qty,Total\nArray,1000,10%,900,2,1800\n"
    assert price(study, text) == 0


def test_a_line_that_contradicts_itself_is_asked_about(
    study: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Description,Unit Price,Qty,Extended Price\nArray,1000,2,1900\nDisk,10.004,3,30.01\n"
    assert price(study, text) == 1
    message = capsys.readouterr().err
    assert "offer.csv" in message
    assert 'Row 2, "Array": extended price 1900 is not 1000 x 2' in message
    assert "--extended printed or --extended computed" in message
    assert "Row 3" not in message
    assert price(study, text, "--extended", "computed") == 0
    assert "NAS: 2,031 EUR" in capsys.readouterr().out
    assert price(study, text, "--extended", "printed") == 0
    assert "NAS: 1,931 EUR" in capsys.readouterr().out


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
    text = "Description,Unit Price,Qty,Extended Price,Maintenance\nArray,100,2,200,20\n"
    assert price(study, text) == 1
    message = capsys.readouterr().err
    assert 'Column "Maintenance" (E1): the maintenance period is unclear' in message
    assert price(study, text, "--map", "maintenance per month=Maintenance") == 0
    assert "NAS: 920 EUR" in capsys.readouterr().out


def test_how_fees_were_read_is_said(study: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = "Description,Unit Price,Qty,Annual support\nArray,100,2,20\n"
    assert price(study, text) == 0
    shown = capsys.readouterr()
    assert "NAS: 320 EUR" in shown.out
    assert "read per piece, times the quantity" in shown.out + shown.err


def test_figures_in_thousands_are_read(study: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert price(study, "Description,Unit Price,Qty\nArray,250k,1\nRack,1.5 M EUR,2\n") == 0
    assert "NAS: 3,250,000 EUR" in capsys.readouterr().out

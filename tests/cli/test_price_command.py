"""`arraywise price` with a client's own sheet, another currency and servers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arraywise.cli import run
from arraywise.store.reading.inputs import read_price_basis
from arraywise.store.study import open_study


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = str(tmp_path / "a.arraywise")
    assert run(["new", path, "--currency", "EUR"]) == 0
    return path


def test_a_clients_sheet_in_dollars(
    study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "offer.csv"
    text = "Was;Menge;Kosten/Stk (USD);Server\nArray;1;1000,10;\nBlade;1;5000,00;x\n"
    sheet.write_text(text, "utf-8")
    command = ["price", study, "--option", "NAS", str(sheet)]
    assert run(command) == 1
    assert "no exchange rate from USD to EUR" in capsys.readouterr().err
    rated = ["--rate", "0.93", "--rate-date", "2026-11-19", "--rate-source", "ECB"]
    assert run([*command, *rated]) == 0
    message = capsys.readouterr().out.splitlines()
    assert message[-3] == "NAS: 931 EUR over 36 months (storage-only, rounded up)"
    assert message[-1] == "  one USD is 0.93 EUR (2026-11-19, ECB)"
    assert run([*command, "--servers"]) == 0  # headings and rate are known by now
    assert "NAS: 5,581 EUR over 36 months (rounded up)" in capsys.readouterr().out
    assert run(["decide", study, "--json"]) == 0
    (option,) = json.loads(capsys.readouterr().out)["options"]
    price = option["price"]
    assert (price["amount"], price["rounded_total"], price["currency"]) == ("5581", "5581", "EUR")
    assert (price["unrounded"], price["storage_only"], price["left_out"]) == (
        "5580.0930",
        False,
        [],
    )
    assert price["rates"] == [
        {"from": "USD", "to": "EUR", "rate": "0.93", "date": "2026-11-19", "source": "ECB"}
    ]


def test_a_net_present_value_is_called_one(
    study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "offer.csv"
    sheet.write_text(
        "Description,Unit price,Qty,Maintenance per month,Warranty months\nArray,1000,1,100,12\n",
        "utf-8",
    )
    command = ["price", study, "--option", "NAS", str(sheet)]
    assert run([*command, "--discount-rate", "8%"]) == 0
    message = capsys.readouterr().out.splitlines()
    assert message[-2:] == [
        "NAS: 3,054 EUR over 36 months (storage-only, net present value at 8 %/a, rounded up)",
        "  undiscounted: 3,400 EUR",
    ]
    assert run(["decide", study, "--json"]) == 0
    (option,) = json.loads(capsys.readouterr().out)["options"]
    price = option["price"]
    assert (price["amount"], price["discount_rate"], price["undiscounted"]) == (
        "3054",
        "0.08",
        "3400",
    )
    assert run([*command, "--discount-rate", "800"]) == 1
    assert "discount rate from 0 to 100" in capsys.readouterr().err
    assert run([*command, "--discount-rate", "0"]) == 0
    assert "NAS: 3,400 EUR over 36 months (storage-only, rounded up)" in capsys.readouterr().out


def test_a_sheet_that_is_refused_changes_no_terms(
    study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nothing = tmp_path / "nothing.csv"
    nothing.write_text("no,prices\n1,2\n", "utf-8")
    command = ["price", study, "--option", "NAS", str(nothing), "--discount-rate", "8%"]
    assert run(command) == 1
    with open_study(Path(study)) as opened:
        assert read_price_basis(opened).discount_rate is None
    capsys.readouterr()


def test_a_blank_extended_price_is_computed(
    study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "blank.csv"
    head = "Description,Unit Price,Qty,Extended Price,3-Yr Maint. Price\n"
    sheet.write_text(head + "Array,1000,2,,100\nShelf,200,2,,\nCare,50,3,,150\n", "utf-8")
    assert run(["price", study, "--option", "NAS", str(sheet)]) == 0
    assert "NAS: 2,650 EUR over 36 months" in capsys.readouterr().out


def test_a_rate_counts_for_foreign_lines_in_a_home_currency_sheet(
    study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "mixed.csv"
    head = "Description,Unit Price (EUR),Qty,Currency\n"
    sheet.write_text(head + "Array,1000,1,\nShelf,100,1,USD\n", "utf-8")
    rated = ["--rate", "0.93", "--rate-date", "2026-11-19", "--rate-source", "ECB"]
    assert run(["price", study, "--option", "NAS", str(sheet), *rated]) == 0
    message = capsys.readouterr().out
    assert "NAS: 1,093 EUR over 36 months" in message
    assert "one USD is 0.93 EUR" in message


def test_one_rate_is_not_taken_for_two_foreign_currencies(
    study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "three.csv"
    head = "Description,Unit Price (EUR),Qty,Currency\n"
    sheet.write_text(head + "Array,1000,1,\nShelf,100,1,USD\nDisk,100,1,GBP\n", "utf-8")
    rated = ["--rate", "0.93", "--rate-date", "2026-11-19", "--rate-source", "ECB"]
    assert run(["price", study, "--option", "NAS", str(sheet), *rated]) == 1
    assert "lines in GBP, USD, but one rate was given" in capsys.readouterr().err

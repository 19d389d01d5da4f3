from __future__ import annotations

import argparse
from decimal import Decimal
from functools import partial

import pytest

from arraywise.cli import USAGE, arguments, is_command, path_arguments, run
from arraywise.domain.requirement import Rule
from arraywise.worksheets.input_parsing import TypedAmount


@pytest.mark.parametrize(
    ("text", "expected"),
    [("200ms", 0.2), ("0.2s", 0.2), ("0.2", 0.2), ("150 us", 150e-6), ("1e-1s", 0.1)],
)
def test_a_duration_carries_its_unit(text: str, expected: float) -> None:
    assert arguments.parse_seconds(text) == pytest.approx(expected)


@pytest.mark.parametrize("text", ["", "ms", "-5ms", "0", "200", "200 m", "1,5s", "nan", "inf"])
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="write 200ms"):
        arguments.parse_seconds(text)


def test_minutes_become_seconds() -> None:
    assert arguments.parse_minutes_to_seconds("42,40.5") == (2520.0, 2430.0)
    assert arguments.parse_minutes_to_seconds("0:18:30, 19 min, 1h 05m, 42m, 1 h") == (
        1110,
        1140,
        3900,
        2520,
        3600,
    )


@pytest.mark.parametrize("text", ["", "42;40", "-1", "0", "nan", "inf,3", "42,x"])
def test_what_is_no_list_of_minutes_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        arguments.parse_minutes_to_seconds(text)


@pytest.mark.parametrize(
    "text", ["54432000", "54,432,000", "54 432 000", "54_432_000", "54.432e6"]
)
def test_visits_may_be_grouped(text: str) -> None:
    assert arguments.parse_visits(text) == 54_432_000


@pytest.mark.parametrize("text", ["", "-1", "1.5", "54,43", "5.5e0", "5e99999", "many"])
def test_what_is_no_count_of_visits_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        arguments.parse_visits(text)


@pytest.mark.parametrize("text", ["20", "1.01", "nan", "x"])
def test_what_is_no_share_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=r"write 0\.2 or 20%"):
        arguments.parse_share(text)


choose_rule = partial(arguments.parse_choice, {"lowest-price": Rule.LOWEST_PRICE}, "rule")


def test_shares_amounts_currencies_and_rules() -> None:
    assert arguments.parse_share("20%") == arguments.parse_share("0.2")
    assert arguments.parse_money_argument("615000.10") == TypedAmount(Decimal("615000.10"), "")
    assert arguments.parse_money_argument("\u20ac250,000") == TypedAmount(Decimal(250_000), "EUR")
    assert arguments.parse_money_argument("250k EUR") == TypedAmount(Decimal(250_000), "EUR")
    assert arguments.parse_money_argument("R$ 60 M") == TypedAmount(Decimal(60_000_000), "BRL")
    assert arguments.parse_currency("brl") == "BRL"
    assert choose_rule("lowest-price") is choose_rule("lowest price") is Rule.LOWEST_PRICE


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (arguments.parse_share, "a lot"),
        (arguments.parse_share, "nan"),
        (arguments.parse_money_argument, "NaN"),
        (arguments.parse_money_argument, "-1"),
        (arguments.parse_money_argument, "700.000"),
        (arguments.parser_accepting_none(float), "many"),
        (arguments.parse_money_argument, "12 pieces"),
        (arguments.parse_currency, "R$"),
        (arguments.parse_currency, "ZZZ"),
        (arguments.parse_load, "84,5 tx/s"),
        (arguments.parse_load, "84"),
        (path_arguments.parser_of_new_file(".pdf"), "a.xlsx"),
        (choose_rule, "cheapest"),
    ],
)
def test_nonsense_is_refused_with_an_example(read, text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="write "):
        read(text)


@pytest.mark.parametrize(
    ("given", "is_one"),
    [
        (["decide", "a.arraywise"], True),
        (["--version"], True),
        ([], False),
        (["a.arraywise"], False),
    ],
)
def test_what_is_no_command_opens_the_window(given: list[str], is_one: bool) -> None:  # noqa: FBT001
    assert is_command(given) == is_one


@pytest.mark.parametrize(
    "given",
    [
        ["inspect", ""],
        ["inspect", "a.txt", ""],
        ["import", "a.arraywise", ""],
        ["import", "", "a.txt"],
        ["new", ""],
        ["demo", "--out", ""],
        ["price", "a.arraywise", "--option", "A", ""],
        ["price", "", "--option", "A", "a.csv"],
        ["provision", "", "--option", "A", "--minutes", "1"],
        ["option", ""],
        ["require", ""],
        ["thresholds", ""],
        ["decide", ""],
        ["report", "", "-o", "a.pdf"],
        ["report", "a.arraywise", "-o", ""],
        ["report", "a.arraywise", "-o", "a.pdf", "--logo", ""],
        ["export", "", "-o", "a.xlsx"],
        ["export", "a.arraywise", "-o", ""],
        [""],
    ],
)
def test_an_empty_path_is_a_usage_error_everywhere(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        run(given)
    assert left.value.code == USAGE
    assert "empty" in capsys.readouterr().err

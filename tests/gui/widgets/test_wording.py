from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale

from arraywise.domain.evidence import Metric
from arraywise.domain.messages import UserError, message
from arraywise.domain.options import Architecture
from arraywise.gui.grid.model import format_decimal, parse_decimal
from arraywise.gui.shell import preferences
from arraywise.gui.widgets import figures, messages
from arraywise.present.numbers import decimals_for_values

GERMAN = "de_DE"


@pytest.mark.parametrize(
    ("locale", "shown"),
    [
        ("en_US", "1,234.50 \u22123.7\u00a0% 54,432,000 x-1"),
        (GERMAN, "1.234,50 \u22123,7\u00a0% 54.432.000 x-1"),
        ("pt_BR", "1.234,50 \u22123,7\u00a0% 54.432.000 x-1"),
    ],
)
def test_core_sentences_follow_the_locale(locale: str, shown: str) -> None:
    QLocale.setDefault(QLocale(locale))
    sentence = message(
        "{price:,.2f} {change:+.1f} % {visits:,} {name}",
        price=Decimal("1234.5"),
        change=-3.7,
        visits=54_432_000,
        name="x-1",
    )
    assert messages.translate_message(sentence) == shown


@pytest.mark.parametrize(
    ("shares", "written"),
    [
        ((0.409, 0.324, 0.146, 0.122), "41 32 15 12"),
        ((0.415, 0.317, 0.146, 0.122), "41 32 15 12"),
        ((0.45, 0.27, 0.18, 0.10), "45 27 18 10"),
        ((1 / 3, 1 / 3, 1 / 3), "33 33 33"),
        ((1.0, 0.0), "100 0"),
        ((0.0, 0.0), "0 0"),
        ((), ""),
    ],
)
def test_weights_in_whole_percent_add_up_unless_that_parts_equals(
    shares: tuple[float, ...], written: str
) -> None:
    assert " ".join(figures.whole_percents(shares)) == written


def test_text_from_files_is_never_a_template() -> None:
    assert (
        messages.translate_message(message("{name} was refused", name="{visits} <b>"))
        == "{visits} <b> was refused"
    )


@pytest.mark.parametrize(
    ("value", "decimals", "signed", "shown"),
    [
        (None, 0, False, ""),
        (-21.4, 0, False, "\u221221"),
        (-0.001, 1, False, "0.0"),
        (5.6, 1, True, "+5.6"),
        (1234567, 0, False, "1,234,567"),
    ],
)
def test_numbers(value: float | None, decimals: int, signed: bool, shown: str) -> None:  # noqa: FBT001
    assert figures.number(value, decimals, signed=signed) == shown


@pytest.mark.parametrize(
    ("locale", "typed", "value"),
    [
        ("en_US", "1,234.5", 1234.5),
        ("en_US", "54432000", 54_432_000),
        (GERMAN, "1.234,5", 1234.5),
        (GERMAN, "54.432.000", 54_432_000),
        ("en_US", "54,4x", None),
        ("en_US", "", None),
        ("en_US", "\u221212", -12),
    ],
)
def test_typed_numbers(locale: str, typed: str, value: float | None) -> None:
    QLocale.setDefault(QLocale(locale))
    assert figures.parse_number(typed) == value


@given(
    st.decimals(min_value=-(10**12), max_value=10**12, places=3),
    st.sampled_from(["en_US", "de_DE", "pt_BR"]),
)
def test_money_survives_being_shown_and_typed(amount: Decimal, locale: str) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(locale))
    try:
        assert parse_decimal(format_decimal(amount)) == amount
    finally:
        QLocale.setDefault(before)


@pytest.mark.parametrize("typed", ["12 pcs", "1e99", "NaN", "Infinity", "--1", ""])
def test_what_is_no_money_is_none(typed: str) -> None:
    assert parse_decimal(typed) is None


def test_decimals_show_the_smallest_of_a_column() -> None:
    assert decimals_for_values([117, 290]) == 0
    assert decimals_for_values([2.4, 290]) == 1
    assert decimals_for_values([None, 0]) == 0


@pytest.mark.parametrize(
    ("locale", "shown"),
    [
        ("en_US", "An option name has at most 1,200 characters."),
        (GERMAN, "Ein Optionsname hat höchstens 1.200 Zeichen."),
        ("pt_BR", "Um nome de opção tem no máximo 1.200 caracteres."),
    ],
)
def test_why_something_cannot_be_done_is_said_in_the_users_language(
    locale: str, shown: str
) -> None:
    QLocale.setDefault(QLocale(locale))
    error = UserError(message("An option name has at most {count:,} characters.", count=1200))
    assert messages.error_text(error) == shown
    assert str(error) == "An option name has at most 1,200 characters."


def test_a_sentence_inside_another_one_is_translated_too() -> None:
    QLocale.setDefault(QLocale(GERMAN))
    reason = message("the disk is full")
    error = UserError(message("{path} cannot be used: {reason}.", path="a.pdf", reason=reason))
    assert messages.error_text(error) == "a.pdf lässt sich nicht benutzen: die Platte ist voll."
    assert str(error) == "a.pdf cannot be used: the disk is full."


def test_an_error_without_figures_may_hold_braces() -> None:
    assert messages.error_text(UserError("{visits} is no name")) == "{visits} is no name"


def test_words_of_ours_are_translated_inside_sentences_and_names_are_not() -> None:
    QLocale.setDefault(QLocale("pt_BR"))
    sentence = message("The {setting} is empty.", setting="think time")
    assert messages.translate_message(sentence) == "Falta: tempo de reflexão."
    assert messages.translate_message(
        message("{name} is not a setting of a run.", name="think time")
    ).startswith("think time ")


def test_no_line_begins_with_the_sign_of_a_percentage() -> None:
    assert messages.translate_message(message("{high} ms or less (95 %), within", high=117)) == (
        "117 ms or less (95\u00a0%), within"
    )


def test_types_of_runs_are_said_in_the_language_unless_a_file_names_them() -> None:
    preferences.install_language("de")
    assert messages.run_type_name("host monitor") == "Hostmonitor"
    assert messages.run_type_name("Order Entry (PLSQL) V2") == "Order Entry (PLSQL) V2"


def test_another_architecture_is_no_figure() -> None:
    assert messages.display_name(Architecture.OTHER) == "Other"
    assert messages.display_name(Metric.OTHER) == "Other figure"


@pytest.mark.parametrize(
    ("typed", "unit", "value"),
    [
        ("250k", "EUR", 250_000),
        ("60 M", "", 60_000_000),
        ("\u20ac250,000", "EUR", 250_000),
        ("EUR 0.25 M", "EUR", 250_000),
        ("(500)", "EUR", -500),
        ("\u20ac250,000", "USD", None),
        ("\u20ac200", "ms", None),
        ("12 %", "", None),
        ("soon", "", None),
    ],
)
def test_amounts_are_read_as_people_type_them(typed: str, unit: str, value: float | None) -> None:
    QLocale.setDefault(QLocale("en_GB"))
    assert figures.parse_amount(typed, unit) == value

"""Spares, maintenance discounts, groups, servers and currencies, by hand and by law."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as some

from arraywise.analysis.pricing import (
    MissingRateError,
    extended_price,
    find_rate,
    is_server_line,
    maintenance_price,
    missing_rates,
    price_discounts,
    price_gap,
    quantity_with_spares,
    round_half_up_to_cent,
    round_up_to_cent,
    round_up_to_three_digits,
    spares_on_top,
    spares_within,
    total_each_line,
    total_price,
)
from arraywise.domain.pricing import (
    Discount,
    DiscountBase,
    ExchangeRate,
    PriceBasis,
    PriceLine,
    PriceSheet,
    PriceTotal,
    Spares,
)

D = Decimal
DISK = PriceLine("Disk", D("4180.00"), D(30))
OLD = ExchangeRate("USD", "BRL", D("5.10"), "2026-10-01", "central bank")
NEW = replace(OLD, rate=D("5.3217"), dated="2026-11-19")
RATES = PriceBasis(rates=(NEW, OLD))


def total(sheet: PriceSheet, basis: PriceBasis = RATES, currency: str | None = None) -> PriceTotal:
    result = total_price(sheet, basis, currency)
    assert result is not None
    return result


@pytest.mark.parametrize(
    ("in_use", "bought"), [(1, 3), (10, 12), (20, 22), (21, 24), (30, 33), (546, 601), (113, 125)]
)
def test_spares_are_a_tenth_and_at_least_two(in_use: int, bought: int) -> None:
    """TPC-DS 2.10.0, appendix E: 30 are 33, 546 are 601, 113 are 125."""
    added = replace(DISK, quantity=D(in_use), spares=Spares.ADDED)
    assert quantity_with_spares(added) == bought
    assert spares_within(D(bought)) == bought - in_use
    included = replace(DISK, quantity=D(bought), spares=Spares.INCLUDED)
    assert extended_price(added) == extended_price(included) == D("4180.00") * bought


@pytest.mark.parametrize("quantity", [0, 1, 2])
def test_two_spares_need_room(quantity: int) -> None:
    assert spares_within(D(quantity)) == 0


@given(some.integers(3, 5000))
def test_spares_within_are_never_too_few(quantity: int) -> None:
    spares = spares_within(D(quantity))
    assert spares >= spares_on_top(quantity - spares) >= 2
    assert quantity - spares + 1 + spares_on_top(quantity - spares + 1) > quantity


def test_spares_on_the_shelf_are_not_maintained() -> None:
    line = replace(DISK, spares=Spares.ADDED, maintenance_per_month=D(2))
    assert maintenance_price(line) == 2 * 30 * 36


def test_maintenance_has_its_own_discount() -> None:
    line = PriceLine(
        "array", D(1000), D(2), maintenance=D(100), maintenance_per_month=D(10),
        warranty_months=12, discount=D("0.5"), maintenance_discount=D("0.25"),
    )  # fmt: skip
    assert extended_price(line) == 1000
    assert maintenance_price(line) == D("435.00")  # (100 + 2 x 10 x 24) x 0.75


def test_a_discount_on_a_group_of_one_source() -> None:
    lines = (
        PriceLine("disk", D(100), source="1", category="Storage", maintenance=D(10)),
        PriceLine("disk", D(200), source="2", category="Storage"),
        PriceLine("switch", D(400), source="1", category="Network"),
    )
    off = Discount("", D("0.1"), DiscountBase.BOTH, "1", category="Storage")
    result = total(PriceSheet("EUR", lines, (off,)))
    assert (result.purchase_discount, result.maintenance_discount) == (D("10.0"), D("1.0"))
    assert result.unrounded == D("699.0")
    sheet = PriceSheet("EUR", lines, (off, replace(off, category=None, base=DiscountBase.PRICE)))
    assert price_discounts(sheet, total_each_line(sheet)) == (
        (D("10.0"), D("1.0")),
        (D("50.0"), 0),
    )


def test_a_sheet_in_another_currency_goes_by_the_newest_rate() -> None:
    sheet = PriceSheet("USD", (PriceLine("array", D("1000.01"), maintenance=D("99.99")),))
    result = total(sheet, RATES, "BRL")
    assert find_rate(RATES, "USD", "BRL") == NEW
    assert result.unrounded == D("1100.00") * D("5.3217") == D("5853.87")
    assert (result.total, result.currency, result.rates) == (5854, "BRL", (NEW,))
    assert total(sheet).rates == ()


def test_a_line_in_another_currency_goes_into_that_of_its_sheet() -> None:
    cable = PriceLine("cable", D(10), D(3), currency="USD", maintenance=D(1))
    sheet = PriceSheet("BRL", (PriceLine("array", D(1000)), cable))
    result = total(sheet)
    assert (result.purchase, result.maintenance) == (D("1159.6510"), D("5.3217"))
    assert result.rates == (NEW,)
    assert total_each_line(sheet, RATES)[1].purchase == D("159.6510")


def test_a_server_that_is_left_out_needs_no_rate() -> None:
    host = PriceLine("host", D(900), currency="EUR", is_server=True)
    sheet = PriceSheet("BRL", (PriceLine("array", D(10)), host))
    assert missing_rates(sheet, RATES, "BRL") == ()
    with_servers = replace(RATES, servers=True)
    assert missing_rates(sheet, with_servers, "BRL") == (("EUR", "BRL"),)
    assert total(sheet, RATES, "BRL").total == 10


def test_without_a_rate_nothing_is_added_up() -> None:
    """The rate of the other direction is another quote."""
    sheet = PriceSheet("BRL", (PriceLine("array", D(10)),))
    assert missing_rates(sheet, RATES, "USD") == (("BRL", "USD"),)
    with pytest.raises(MissingRateError, match="No exchange rate from BRL to USD"):
        total(sheet, RATES, "USD")
    foreign = PriceSheet("BRL", (PriceLine("array", D(10), currency="EUR"),))
    assert missing_rates(foreign, RATES, "BRL") == (("EUR", "BRL"),)
    (line,) = total_each_line(foreign, RATES)
    assert line.rate_missing


def test_servers_count_only_where_the_study_prices_them() -> None:
    lines = (PriceLine("blade", D(5000), is_server=True), PriceLine("array", D(100)))
    sheet = PriceSheet("EUR", lines)
    without, with_them = total(sheet), total(sheet, PriceBasis(servers=True))
    assert (without.total, without.left_out, without.storage_only) == (100, lines[:1], True)
    assert (with_them.total, with_them.left_out, with_them.storage_only) == (5100, (), False)


@pytest.mark.parametrize(
    ("text", "category", "is_one"),
    [
        ("MyCo Server", "Server Hardware", True),
        ("SYS: XXX, 16x 9040/1.6GHz", "Server Hardware", True),
        ("Servidor de banco de dados", "", True),
        ("HBA 8 Gb, dual port", "Server Hardware", False),
        ("PCIe flash drive 350 GB", "Server Hardware", False),
        ("Database server licence", "Server Software", False),
        ("Array, 2 controllers", "Storage", False),
    ],
)
def test_servers_are_known_by_name(text: str, category: str, *, is_one: bool) -> None:
    assert is_server_line(PriceLine(text, D(1), category=category)) is is_one


@pytest.mark.parametrize(
    ("exact", "printed"), [("2.345", "2.35"), ("2.335", "2.34"), ("2.3449", "2.34"), ("7", "7.00")]
)
def test_lines_print_half_up(exact: str, printed: str) -> None:
    assert round_half_up_to_cent(D(exact)) == D(printed)


@pytest.mark.parametrize(
    ("exact", "rounded"), [("54613.5", "54700"), ("0.253528", "0.254"), ("550", "550"), ("0", "0")]
)
def test_three_digits_up(exact: str, rounded: str) -> None:
    """TPC-C 5.11, clause 7.3.2."""
    assert round_up_to_three_digits(D(exact)) == D(rounded)


def test_both_percentages_name_their_base() -> None:
    """Golden figures G10: FC 615,000 against NAS 528,600."""
    gap = price_gap(D(615000), D(528600))
    assert gap is not None
    assert gap.dearer_by == pytest.approx(0.16345062)
    assert gap.cheaper_by == pytest.approx(0.14048780)
    assert price_gap(D(1), D(0)) is None


AMOUNTS = some.decimals(0, 10**9, places=4, allow_nan=False)
SHARES = some.decimals(0, 1, places=4, allow_nan=False)
LINES = some.builds(
    PriceLine,
    some.just("line"),
    AMOUNTS,
    some.decimals(0, 9999, places=2),
    source=some.sampled_from(("1", "2")),
    category=some.sampled_from(("Storage", "Network", "")),
    maintenance=some.none() | AMOUNTS,
    maintenance_per_month=some.none() | AMOUNTS,
    warranty_months=some.integers(0, 60),
    discount=SHARES,
    maintenance_discount=SHARES,
    spares=some.sampled_from(Spares),
    one_off_service=some.booleans(),
    currency=some.sampled_from(("", "BRL", "USD")),
    is_server=some.booleans(),
)
DISCOUNTS = some.builds(
    Discount,
    some.just("off"),
    some.decimals(0, D("0.25"), places=4),
    some.sampled_from(DiscountBase),
    some.sampled_from((None, "1", "2")),
    category=some.sampled_from((None, "Storage", "")),
)
SHEETS = some.builds(
    PriceSheet,
    some.just("BRL"),
    some.lists(LINES, min_size=1, max_size=6).map(tuple),
    some.lists(DISCOUNTS, max_size=4).map(tuple),
)


def exact_total(sheet: PriceSheet, basis: PriceBasis) -> Fraction:
    """The formula of MODEL D2 in fractions, written down a second time."""
    whole = Fraction(0)
    for line in sheet.lines:
        if line.is_server and not basis.servers:
            continue
        worth = Fraction(NEW.rate) if line.currency == "USD" else Fraction(1)
        spares = spares_on_top(line.quantity) if line.spares is Spares.ADDED else 0
        bought = Fraction(line.quantity) + Fraction(spares)
        price = bought * Fraction(line.unit_price or 0) * (1 - Fraction(line.discount))
        months = max(0, 36 - line.warranty_months)
        care = Fraction(line.maintenance or 0)
        care += Fraction(line.quantity) * Fraction(line.maintenance_per_month or 0) * months
        care *= 1 - Fraction(line.maintenance_discount)
        for off in sheet.discounts:
            if off.source not in {None, line.source} or off.category not in {None, line.category}:
                continue
            whole -= worth * Fraction(off.share) * price * (off.base != "maintenance")
            whole -= worth * Fraction(off.share) * care * (off.base != "price")
        whole += worth * (price + care)
    return whole


@given(SHEETS, some.booleans())
def test_no_digit_is_lost(sheet: PriceSheet, servers: bool) -> None:  # noqa: FBT001 - drawn
    basis = replace(RATES, servers=servers)
    result = total(sheet, basis)
    assert Fraction(result.unrounded) == exact_total(sheet, basis)
    assert 0 <= result.total - result.unrounded < 1
    assert sum(p + m for _, p, m in result.by_category) == result.purchase + result.maintenance
    assert result.services <= result.purchase


@given(SHEETS, some.randoms(use_true_random=False))
def test_order_does_not_matter(sheet: PriceSheet, chance: object) -> None:
    lines, discounts = list(sheet.lines), list(sheet.discounts)
    chance.shuffle(lines)  # type: ignore[attr-defined]
    chance.shuffle(discounts)  # type: ignore[attr-defined]
    mixed = replace(sheet, lines=tuple(lines), discounts=tuple(discounts))
    assert total(mixed).unrounded == total(sheet).unrounded


@given(AMOUNTS, some.decimals(D("0.01"), 10**6, places=2))
def test_rates_multiply_after_all_is_added_up(amount: Decimal, rate: Decimal) -> None:
    sheet = PriceSheet("USD", (PriceLine("a", amount), PriceLine("b", None, maintenance=amount)))
    basis = PriceBasis(rates=(replace(NEW, rate=rate),))
    assert Fraction(total(sheet, basis, "BRL").unrounded) == 2 * Fraction(amount) * Fraction(rate)


@given(some.decimals(0, 10**12, places=8, allow_nan=False))
def test_ratios_are_never_rounded_down(amount: Decimal) -> None:
    assert 0 <= round_up_to_cent(amount) - amount < D("0.01")

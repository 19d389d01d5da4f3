"""36-month prices reconcile with the sample sheets of the TPC's standards to the last digit."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from arraywise.analysis.pricing import (
    extended_price,
    maintenance_price,
    misprinted_lines,
    price_per_million_visits,
    price_per_tpm,
    relative_difference,
    total_price,
)
from arraywise.domain.pricing import Discount, DiscountBase, PriceLine, PriceSheet, PriceTotal
from arraywise.domain.problems import UserError

D = Decimal
SERVER, STORAGE, SOFTWARE = "Server Hardware", "Storage Hardware", "Server Software"
# TPC-DS 2.10.0, appendix E, page 129: source, unit price, quantity, extended, maintenance
TPC_DS = (
    (SERVER, "1", 370500, 1, 370500, 14400),
    (SERVER, "1", 2280, 8, 18240, None),
    (SERVER, "1", 11552, 6, 69312, None),
    (SERVER, "1", 2138, 37, 79106, None),
    (SERVER, "1", 1899, 3, 5697, None),
    (SERVER, "1", 779, 1, 779, None),
    (SERVER, "1", 428, 1, 428, None),
    (SERVER, "1", 665, 1, 665, None),
    (SERVER, "1", 19, 1, 19, None),
    (SERVER, "1", 2470, 1, 2470, None),
    (SERVER, "1", 238, 1, 238, None),
    (SERVER, "1", 166, 1, 166, None),
    (SERVER, "1", 0, 1, 0, None),
    (STORAGE, "1", 1207, 33, 39831, None),
    (STORAGE, "1", 13300, 1, 13300, 1008),
    (STORAGE, "1", 5605, 1, 5605, 432),
    (STORAGE, "1", 2138, 1, 2138, 1008),
    (STORAGE, "1", 426, 601, 256026, None),
    (STORAGE, "1", 596, 125, 74500, None),
    (STORAGE, "1", 5447, 47, 256009, 40608),
    (STORAGE, "1", 256, 47, 12032, None),
    (STORAGE, "1", 204, 79, 16116, 2370),
    (STORAGE, "3", 48, 87, 4176, None),
    (STORAGE, "1", 404, 13, 5252, None),
    (STORAGE, "1", 1805, 4, 7220, None),
    (STORAGE, "1", 238, 4, 952, None),
    (SOFTWARE, "1", 35112, 1, 35112, 17424),
    (SOFTWARE, "1", 3173, 2, 6346, None),
    (SOFTWARE, "2", 8318, 1, 8318, None),
    (SOFTWARE, "2", 156, 55, 8580, None),
    (SOFTWARE, "2", 109, 1, 109, None),
    (SOFTWARE, "2", 109, 1, 109, None),
    (SOFTWARE, "2", None, 1, None, 245),
)
# TPCx-HS, appendix: unit price, quantity, printed extended, maintenance
TPCX_HS = (
    ("12100.77", 4, 48403, 100),
    ("1988.00", 4, 7952, 200),
    ("800.47", 40, 32019, None),
    ("485.24", 4, 1941, None),
    ("2700.00", 4, 10800, None),
    ("1922.12", 2, 3844, None),
)
# TPC-H 2.17.3, appendix E: line, source, unit price, quantity, printed extended, maintenance
TPC_H = (
    (1, "1", 12000, 1, 12000, None),
    (2, "1", 300, 2, 300, None),
    (3, "1", 210, 4, 210, None),
    (4, "1", 584, 1, 584, None),
    (5, "1", None, 1, None, 1234),
    (6, "1", 500, 1, 500, None),
    (7, "3", 70, 1, 210, None),
    (8, "3", 200, 1, 600, None),
    (9, "2", 4100, 16, 8200, None),
    (10, "2", None, 3, None, 5100),
    (11, "2", 1500, 1, 3000, None),
    (12, "1", 3000, 1, 3000, None),
    (13, "1", 410, 20, 410, None),
    (14, "1", None, 1, None, 732),
    (15, "1", 3000, 3, 3000, None),
    (16, "1", 72, 3, 72, None),
)


def money(amount: str | int | None) -> Decimal | None:
    return None if amount is None else D(amount)


def total(sheet: PriceSheet) -> PriceTotal:
    added = total_price(sheet)
    assert added is not None
    return added


def priced(amount: str) -> PriceTotal:
    return total(PriceSheet("BRL", (PriceLine("all", D(amount)),)))


def test_tpc_ds_sheet() -> None:
    lines = tuple(
        PriceLine("", money(unit), D(count), "", source, category, money(care))
        for category, source, unit, count, _, care in TPC_DS
    )
    off = Discount("volume cash", D("0.14"), DiscountBase.PRICE, source="1")
    found = total(PriceSheet("USD", lines, (off,)))
    printed = [extended for *_, extended, _ in TPC_DS if extended is not None]
    assert [extended_price(x) for x in lines if x.unit_price is not None] == printed
    assert found.by_category == (
        (SERVER, D(547620), D(14400)),
        (STORAGE, D(693157), D(45426)),
        (SOFTWARE, D(58574), D(17669)),
    )
    assert found.purchase_discount == D("178928.26")
    assert (round(found.purchase - found.purchase_discount), found.maintenance) == (1120423, 77495)
    assert (round(found.unrounded), found.total) == (1197918, 1197918)
    assert per_performance(found, 30013.4) == D("39.92")


def per_performance(found: PriceTotal, performance: float) -> Decimal | None:
    """Price over a figure of performance that is no rate per minute."""
    return price_per_tpm(found, performance / 60)


def test_tpcx_hs_sheet() -> None:
    lines = tuple(
        PriceLine("", D(unit), D(count), maintenance=money(care), printed_extended=D(printed))
        for unit, count, printed, care in TPCX_HS
    )
    found = total(PriceSheet("USD", lines, (Discount("large purchase", D("0.05")),)))
    assert misprinted_lines(PriceSheet("USD", lines)) == ()
    assert (found.purchase, found.maintenance) == (D("104959.08"), D(300))
    assert (found.purchase_discount, found.maintenance_discount) == (D("5247.954"), D(15))
    assert (found.unrounded, found.total) == (D("99996.126"), D(99997))
    assert per_performance(found, 390.99) == D("255.76")
    assert per_performance(found, 1100.1) == D("90.90")


def test_tpc_h_sheet_prints_wrong_lines_with_a_right_total() -> None:
    """Golden figures T20 to T25: unit x source was printed; rolled up as printed it is right."""
    lines = tuple(
        PriceLine(
            "", money(unit), D(count), maintenance=money(care), printed_extended=money(printed),
            row=number,
        )
        for number, _, unit, count, printed, care in TPC_H
    )  # fmt: skip
    wrong = misprinted_lines(PriceSheet("USD", lines))
    assert [line.row for line in wrong] == [2, 3, 7, 8, 9, 11, 13, 15, 16]
    as_printed = tuple(
        replace(line, unit_price=line.printed_extended, quantity=D(1)) for line in lines
    )
    found = total(PriceSheet("USD", as_printed, (Discount("20 %", D("0.2")),)))
    assert (found.purchase, found.maintenance) == (32086, 7066)
    assert (found.purchase_discount, found.maintenance_discount) == (D("6417.2"), D("1413.2"))
    assert (found.unrounded, found.total) == (D("31321.60"), 31322)
    assert per_performance(found, 123543.20) == D("0.26")


def test_prices_of_the_paper() -> None:
    """Golden figures G10 to G12 and published model golden `price`."""
    fc = total(PriceSheet("BRL", tuple(PriceLine("", D(p)) for p in (535600, 5500, 73900))))
    nas = priced("528600")
    assert fc.total == 615000
    assert relative_difference(fc.total, nas.total) == pytest.approx(0.16345062429057888)
    assert relative_difference(nas.total, fc.total) == pytest.approx(-0.1404878048780488)
    assert price_per_tpm(fc, 102.0) == D("100.50")  # 100.490196, up to the cent
    assert price_per_tpm(nas, 84.0) == D("104.89")  # 104.880952
    assert price_per_million_visits(fc, 66_096_000) == D("258.47")  # 258.462438
    assert price_per_million_visits(nas, 54_432_000) == D("269.76")  # 269.755536


@pytest.mark.parametrize(
    ("amount", "performance", "ratio"),
    [
        ("12.123", 1, "12.13"),
        ("859100", 1562, "550"),
        ("2380546", 138362, "17.21"),
        ("1626643837", 2055076649, "0.80"),
        ("198788", 134117.2, "1.49"),
        ("187141", 44942, "4.17"),
    ],
)
def test_ratios_go_up_to_the_cent(amount: str, performance: float, ratio: str) -> None:
    """Golden figures T31 to T36; T36's page prints 4.72, which does not divide."""
    assert per_performance(priced(amount), performance) == D(ratio)


def test_total_goes_up_to_the_unit() -> None:
    """Golden figure T30; TPC-C 5.11, clause 7.3.2."""
    assert priced("5734417.89").total == 5734418


def test_maintenance_starts_when_the_warranty_ends() -> None:
    line = PriceLine("array", D(1000), D(2), maintenance_per_month=D("10.50"), warranty_months=12)
    assert maintenance_price(line) == D("504.00")
    assert maintenance_price(replace(line, warranty_months=60)) == 0


def test_line_discount_and_services() -> None:
    lines = (
        PriceLine("array", D(1000), D(3), discount=D("0.25")),
        PriceLine("install", D(400), one_off_service=True),
    )
    assert total(PriceSheet("EUR", lines)).total == 2650


def test_discount_on_maintenance_alone() -> None:
    sheet = PriceSheet(
        "EUR",
        (PriceLine("array", D(1000), maintenance=D(360)),),
        (Discount("service", D("0.5"), DiscountBase.MAINTENANCE),),
    )
    assert total(sheet).unrounded == 1180


@pytest.mark.parametrize("lines", [(), (PriceLine("on request", None),)])
def test_a_sheet_without_prices_has_no_price(lines: tuple[PriceLine, ...]) -> None:
    assert total_price(PriceSheet("EUR", lines)) is None


def test_discounts_cannot_exceed_the_price() -> None:
    off = Discount("too good", D("0.6"))
    with pytest.raises(UserError, match="more than"):
        total_price(PriceSheet("EUR", (PriceLine("array", D(10)),), (off, off)))

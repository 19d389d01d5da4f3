"""36-month prices reconcile with the sample sheets of the TPC's standards to the last digit."""

from __future__ import annotations

from dataclasses import replace
from decimal import ROUND_UP, Decimal

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
from arraywise.domain.messages import UserError
from arraywise.domain.pricing import Discount, DiscountBase, PriceLine, PriceSheet, PriceTotal
from tests.analysis.bench import DEMAND_84
from tests.analysis.test_answer import STUDY, decide
from tests.golden.tpc_sheets import (
    SERVER,
    SOFTWARE,
    STORAGE,
    TPC_DS,
    as_printed,
    total,
    tpc_ds,
    tpc_h,
    tpcx_hs,
)

D = Decimal


def priced(amount: str) -> PriceTotal:
    return total(PriceSheet("BRL", (PriceLine("all", D(amount)),)))


def per_performance(found: PriceTotal, performance: float) -> Decimal | None:
    """Price over a figure of performance that is no rate per minute."""
    return price_per_tpm(found, performance / 60)


def test_tpc_ds_sheet() -> None:
    sheet = tpc_ds()
    result = total(sheet)
    printed = [extended for *_, extended, _ in TPC_DS if extended is not None]
    assert [extended_price(x) for x in sheet.lines if x.unit_price is not None] == printed
    assert result.by_category == (
        (SERVER, D(547620), D(14400)),
        (STORAGE, D(693157), D(45426)),
        (SOFTWARE, D(58574), D(17669)),
    )
    assert result.purchase_discount == D("178928.26")
    assert (round(result.purchase - result.purchase_discount), result.maintenance) == (
        1120423,
        77495,
    )
    assert (round(result.unrounded), result.total) == (1197918, 1197918)
    assert per_performance(result, 30013.4) == D("39.92")


def test_tpcx_hs_sheet() -> None:
    sheet = tpcx_hs()
    result = total(sheet)
    assert misprinted_lines(sheet) == ()
    assert (result.purchase, result.maintenance) == (D("104959.08"), D(300))
    assert (result.purchase_discount, result.maintenance_discount) == (D("5247.954"), D(15))
    assert (result.unrounded, result.total) == (D("99996.126"), D(99997))
    assert per_performance(result, 390.99) == D("255.76")
    assert per_performance(result, 1100.1) == D("90.90")


def test_what_was_printed_of_a_line_goes_with_the_price_it_was_printed_of() -> None:
    line = PriceLine("disk", D(10), D(4), printed_extended=D(40), row=7)
    assert line.apply_edit(replace(line, source="maker")).printed_extended == 40
    for changed in (
        replace(line, unit_price=D(9)),
        replace(line, quantity=D(5)),
        replace(line, discount=D("0.1")),
    ):
        sheet = PriceSheet("USD", (line.apply_edit(changed),))
        assert sheet.lines[0].row == 7
        assert misprinted_lines(sheet) == ()
    wrong = replace(line, printed_extended=D(41))
    assert misprinted_lines(PriceSheet("USD", (wrong,))) == (wrong,)


def test_tpc_h_sheet_prints_wrong_lines_with_a_right_total() -> None:
    """Golden figures T20 to T25: unit x source was printed; rolled up as printed it is right."""
    wrong = misprinted_lines(tpc_h())
    assert [line.row for line in wrong] == [2, 3, 7, 8, 9, 11, 13, 15, 16]
    result = total(as_printed(tpc_h()))
    assert (result.purchase, result.maintenance) == (32086, 7066)
    assert (result.purchase_discount, result.maintenance_discount) == (D("6417.2"), D("1413.2"))
    assert (result.unrounded, result.total) == (D("31321.60"), 31322)
    assert per_performance(result, 123543.20) == D("0.26")


def test_prices_of_the_paper() -> None:
    """Golden figures G10 to G12 and golden model `price`."""
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


def test_ratios_go_up_to_three_digits_where_asked() -> None:
    """Golden figure T30 (TPC-C 5.11, clause 7.3.2): 54,613.5 is 54,700; 0.7915 is 0.792."""
    total = priced("5734417.89")
    assert price_per_tpm(total, 105 / 60, three_digits=True) == 54700
    assert price_per_tpm(priced("79.15"), 100 / 60, three_digits=True) == D("0.792")
    assert price_per_tpm(total, 0.0, three_digits=True) is None


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
    with pytest.raises(UserError, match="exceed the price"):
        total_price(PriceSheet("EUR", (PriceLine("array", D(10)),), (off, off)))


def test_visits_are_priced_that_are_asked_for_and_carried() -> None:
    """MODEL D2: per visit TCO36 / (36 V), V the smaller of required and capacity."""
    price = D(528_600) * 1_000_000
    _, low, _ = decide(STUDY, replace(DEMAND_84, visits_per_month=10_000_000)).options
    _, high, _ = decide(STUDY, replace(DEMAND_84, visits_per_month=90_000_000)).options
    assert low.price_per_million_visits == (price / (36 * 10_000_000)).quantize(
        D("0.01"), ROUND_UP
    )
    assert high.capacity_visits_per_month is not None
    assert high.price_per_million_visits is not None
    carried = price / (36 * high.capacity_visits_per_month)
    assert float(high.price_per_million_visits) == pytest.approx(float(carried), abs=0.011)

"""The sample price sheets of three TPC standards, as printed there, and as sheets of ours."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from arraywise.analysis.pricing import total_price
from arraywise.domain.pricing import Discount, DiscountBase, PriceLine, PriceSheet, PriceTotal

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
    """Return an amount; what is not printed is none."""
    return None if amount is None else D(amount)


def tpc_ds() -> PriceSheet:
    """Return TPC-DS's sheet: a discount on the price of source 1 alone."""
    lines = tuple(
        PriceLine("", money(unit), D(count), "", source, category, money(care))
        for category, source, unit, count, _, care in TPC_DS
    )
    off = Discount("volume cash", D("0.14"), DiscountBase.PRICE, source="1")
    return PriceSheet("USD", lines, (off,))


def tpcx_hs() -> PriceSheet:
    """Return TPCx-HS's sheet: one discount on both columns."""
    lines = tuple(
        PriceLine("", D(unit), D(count), maintenance=money(care), printed_extended=D(printed))
        for unit, count, printed, care in TPCX_HS
    )
    return PriceSheet("USD", lines, (Discount("large purchase", D("0.05")),))


def tpc_h() -> PriceSheet:
    """Return TPC-H's sheet with its slips: unit x source stands where unit x quantity should."""
    lines = tuple(
        PriceLine(
            "", money(unit), D(count), maintenance=money(care), printed_extended=money(printed),
            row=number, category=SERVER if number <= 8 else SOFTWARE if number <= 11 else STORAGE,
        )
        for number, _, unit, count, printed, care in TPC_H
    )  # fmt: skip
    return PriceSheet("USD", lines, (Discount("20 %", D("0.2")),))


def as_printed(sheet: PriceSheet) -> PriceSheet:
    """Return a sheet whose printed extended prices are taken for true."""
    lines = tuple(
        replace(line, unit_price=line.printed_extended, quantity=D(1)) for line in sheet.lines
    )
    return replace(sheet, lines=lines)


def total(sheet: PriceSheet) -> PriceTotal:
    """Add up a sheet that prices something."""
    added = total_price(sheet)
    assert added is not None
    return added

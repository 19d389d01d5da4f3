"""The example with everything a price sheet and a set of weights can hold."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

from arraywise.domain.criteria import Criterion, Decider, Method, Stakeholder, Swing, Weighting
from arraywise.domain.pricing import (
    Discount,
    DiscountBase,
    ExchangeRate,
    Licence,
    PriceBasis,
    PriceLine,
    PriceSheet,
    Spares,
)
from tests.report.example import CRITERIA, FACTS, NAMES, SHEETS

RATES = (
    ExchangeRate("USD", "BRL", Decimal("5.2345"), "2026-09-01", "central bank"),
    ExchangeRate("USD", "BRL", Decimal("5.0"), "2026-01-02", "an older quote"),
    ExchangeRate("EUR", "BRL", Decimal("6.1"), "2026-09-01", "central bank"),
)


def _line(text: str, price: str | None, count: str = "1", **more: Any) -> PriceLine:
    unit = None if price is None else Decimal(price)
    given = {"category": "Storage", "source": "1"} | more
    return PriceLine(description=text, unit_price=unit, quantity=Decimal(count), **given)


FC = PriceSheet(
    "BRL",
    (
        _line("Database server", "48000.00", "2", category="Server Hardware", is_server=True,
              maintenance_per_month=Decimal("310.40"), warranty_months=12),
        _line("Array, 2 controllers, FC", "268010", maintenance_per_month=Decimal(1300),
              warranty_months=12, maintenance_discount=Decimal("0.15"),
              discount=Decimal("0.0725"), support="24x7, 4 hours"),
        _line("Disk 600 GB 15k SAS", "4180", "30", spares=Spares.ADDED, discount=Decimal("0.05")),
        _line("Enclosure, 15 slots", "19400", "33", spares=Spares.INCLUDED),
        _line("Snapshot software", "8000.55", licence=Licence.TERM, currency="USD",
              maintenance=Decimal("2160.10"), maintenance_discount=Decimal("0.1")),
        _line("FC switch, 16 ports", "36950", "2", category="Network", source="2",
              maintenance_per_month=Decimal("99.90")),
        _line("Installation", "18790", category="Services", source="2", one_off_service=True),
        _line("Support only", None, maintenance=Decimal(9_000), category="Network"),
    ),
    (
        Discount("Volume", Decimal("0.08"), DiscountBase.PRICE, source="1", category="Storage"),
        Discount("Network offer", Decimal("0.025"), DiscountBase.BOTH, category="Network"),
        Discount("Care offer", Decimal("0.03"), DiscountBase.MAINTENANCE),
    ),
)  # fmt: skip
NAS = replace(
    SHEETS["NAS NFS"],
    currency="USD",
    lines=(
        _line("Filer, 2 controllers", "81234.56", licence=Licence.PERPETUAL),
        _line("Shelf", "7350.25", "2", maintenance_per_month=Decimal(35), warranty_months=36),
    ),
    discounts=(Discount("Project price", Decimal("0.1234"), DiscountBase.BOTH),),
)
PRICES = {"FC SAN": FC, "NAS NFS": NAS}
WEIGHTING = Weighting(
    (
        Stakeholder(
            "Operations",
            (
                Swing(Criterion.RESPONSE_TIME, 60.0),
                Swing(Criterion.PROVISIONING, 100.0),
                Swing(Criterion.PRICE, 20.0),
            ),
        ),
        Stakeholder(
            "=Finance()",
            (Swing(Criterion.PRICE, 100.0), Swing(Criterion.RESPONSE_TIME, 45.0)),
            Method.RANKS,
        ),
    ),
    Decider.MEAN,
)
RICH = replace(
    FACTS,
    price_basis=PriceBasis(rates=RATES),
    price_range=(800_000.0, 300_000.0),
    weighting=WEIGHTING,
    criteria=tuple(
        replace(c, judged=(0.25, 0.06)) if c.criterion == Criterion.RESPONSE_TIME else c
        for c in CRITERIA
    ),
    options=tuple(
        replace(facts, price_sheet=PRICES.get(name, facts.price_sheet))
        for name, facts in zip(NAMES, FACTS.options, strict=True)
    ),
)
"""A server left out, lines and a sheet in dollars, spares, grouped discounts, stakeholders."""

"""Who includes what: items, sums that close, what is missing, and when that is serious."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.price_scope import compute_scope_table
from arraywise.analysis.pricing import total_price
from arraywise.domain.messages import Severity, message
from arraywise.domain.options import Architecture
from arraywise.domain.price_scope import (
    ScopeChoice,
    ScopeDecision,
    ScopeState,
    ScopeTable,
    scope_item_key,
)
from arraywise.domain.pricing import (
    PLAIN_BASIS,
    Discount,
    DiscountBase,
    ExchangeRate,
    PriceBasis,
    PriceLine,
    PriceSheet,
)
from arraywise.domain.quotes import (
    QuoteFinding,
    QuoteFindingCode,
    QuoteRecord,
    QuoteState,
    RecordedFinding,
    digest_price_sheet,
)
from tests.analysis.audit.test_comparability import CLEAN
from tests.analysis.audit.test_setup_findings import findings_of

if TYPE_CHECKING:
    from arraywise.domain.study import OptionFacts

D = Decimal
ARRAY = PriceLine("Array, 2 controllers", D(268010), maintenance=D(46800))
SWITCH = PriceLine("FC switch, 16 ports", D(36950), D(2))


def facts(
    place: int, architecture: Architecture, *lines: PriceLine, **more: object
) -> OptionFacts:
    known = CLEAN.options[place]
    option = replace(known.option, architecture=architecture)
    sheet = PriceSheet("EUR", lines, **more)  # type: ignore[arg-type]
    return replace(known, option=option, price_sheet=sheet)


FC = facts(0, Architecture.FC_SAN, ARRAY, SWITCH)
NAS = facts(1, Architecture.NAS, replace(ARRAY, unit_price=D(250000)))


def table(*options: OptionFacts, basis: PriceBasis = PLAIN_BASIS) -> ScopeTable:
    return compute_scope_table(options, basis, "EUR")


def states(found: ScopeTable, key: str) -> list[ScopeState]:
    (row,) = (row for row in found.rows if row.item.key == key)
    return [cell.state for cell in row.cells]


@pytest.mark.parametrize(
    ("line", "item"),
    [
        (PriceLine("FC switch, 16 ports, with licence", None), "switches"),
        (PriceLine("Snapshot licence, perpetual", None), "software licences"),
        (PriceLine("Oracle Database Enterprise, processor licence", None), "database licences"),
        (PriceLine("Enclosure, 15 slots for disks", None), "shelves"),
        (PriceLine("Disk 600 GB 15k SAS (30 + 3 spares)", None), "disks"),
        (PriceLine("RAID controller, 1 GB write cache", None), "arrays"),
        (PriceLine("PCIe flash drive 350 GB", None), "adapters"),
        (PriceLine("Installation und Abnahme", None), "installation"),
        (PriceLine("Wartung 24x7", None), "support"),
        (PriceLine("Suporte e manutenção", None), "support"),
        (PriceLine("MwSt 19 %", None), "tax"),
        (PriceLine("AB-1234", None, category="Switches"), "switches"),
        (PriceLine("AB-1234", None, category="Storage"), "arrays"),
        (PriceLine("AB-1234", None, category="Rack and power"), "Rack and power"),
        (PriceLine("AB-1234", None), "other"),
        (PriceLine("Blade, 2 sockets", None, is_server=True), "servers"),
    ],
)
def test_lines_are_of_an_item_by_category_and_words(line: PriceLine, item: str) -> None:
    assert scope_item_key(line) == item


@pytest.mark.parametrize(
    "discounts",
    [
        (),
        (Discount("6 %", D("0.06"), DiscountBase.PRICE),),
        (
            Discount("rebate", D(0), amount=D("12000.50")),
            Discount("x", D("0.1"), DiscountBase.TOTAL),
        ),
    ],
)
@pytest.mark.parametrize("basis", [PLAIN_BASIS, PriceBasis(discount_rate=D("0.08"))])
def test_the_items_of_an_option_add_up_to_its_price(
    discounts: tuple[Discount, ...], basis: PriceBasis
) -> None:
    rent = PriceLine("Rack and power", None, maintenance_per_month=D("145.10"), category="Running")
    usd = PriceLine("Snapshot licence", D(9000), currency="USD")
    rates = (ExchangeRate("USD", "EUR", D("0.9"), "2026-11-20", "ECB"),)
    basis = replace(basis, rates=rates)
    option = facts(0, Architecture.FC_SAN, ARRAY, SWITCH, rent, usd, discounts=discounts)
    assert option.price_sheet is not None
    total = total_price(option.price_sheet, basis)
    assert total is not None
    assert table(option, basis=basis).option_total(0) == pytest.approx(
        total.unrounded, abs=D("1e-40")
    )


def test_what_one_prices_and_another_does_not_needs_a_price_or_a_reason() -> None:
    found = table(FC, NAS)
    assert states(found, "switches") == [ScopeState.PRICED, ScopeState.NO_PRICE]
    assert states(found, "support") == [ScopeState.PRICED, ScopeState.PRICED]
    assert found.missing_cost(1) == D(73900)
    assert found.rows_by_price_difference(0, 1)[0].item.key == "switches"


def test_a_decision_and_an_architecture_without_network_settle_it() -> None:
    decided = ScopeDecision("switches", ScopeChoice.NOT_NEEDED, 2, "direct cables")
    das = facts(1, Architecture.DAS, ARRAY)
    for other in (replace(NAS, not_needed=(decided,)), das):
        assert states(table(FC, other), "switches") == [ScopeState.PRICED, ScopeState.NOT_NEEDED]
        assert findings_of("price scope unequal", FC, other) == []


def test_an_item_that_is_left_out_for_all_counts_for_nobody() -> None:
    basis = PriceBasis(left_out=frozenset({"switches"}))
    found = table(FC, NAS, basis=basis)
    assert states(found, "switches") == [ScopeState.LEFT_OUT, ScopeState.NONE]
    assert FC.price_sheet is not None
    total = total_price(FC.price_sheet, basis)
    assert total is not None
    assert total.total == found.option_total(0) == D(314810)
    assert [line.description for line in total.left_out] == [SWITCH.description]
    without_support = PriceBasis(left_out=frozenset({"support"}))
    assert table(FC, NAS, basis=without_support).option_total(0) == D(341910)


def test_the_finding_states_the_amount_and_is_serious_where_the_order_would_turn() -> None:
    (result,) = findings_of("price scope unequal", FC, NAS)
    assert str(result.message) == "Switches: priced for option 1, no price for option 2."
    assert "adds EUR 73,900 to each" in str(result.consequence)
    assert result.severity is Severity.WARNING
    level = facts(1, Architecture.NAS, replace(ARRAY, unit_price=D(340000)))
    (turned,) = findings_of("price scope unequal", FC, level)
    assert turned.severity is Severity.ERROR


def quoted(known: OptionFacts, *codes: QuoteFindingCode) -> OptionFacts:
    findings = [RecordedFinding(QuoteFinding(code, message("Said."))) for code in codes]
    record = QuoteRecord(
        *("a.xlsx", "", QuoteState.CLOSES, "EUR", "", datetime(2027, 1, 2, tzinfo=UTC), ""),
        digest_price_sheet(known.price_sheet),
        tuple(findings),
    )
    return replace(known, quote=record)


def test_prices_with_tax_beside_prices_without_are_of_another_scope() -> None:
    with_tax = quoted(FC, QuoteFindingCode.TAX_INCLUDED)
    found = table(with_tax, replace(FC, option=NAS.option))
    assert states(found, "tax") == [ScopeState.INCLUDED, ScopeState.NO_PRICE]
    both = table(with_tax, quoted(NAS, QuoteFindingCode.TAX_INCLUDED))
    assert not any(row.is_open for row in both.rows if row.item.key == "tax")


def test_a_line_free_of_charge_is_included_and_not_zero() -> None:
    free = facts(1, Architecture.NAS, ARRAY, replace(SWITCH, unit_price=D(0)))
    found = table(FC, free)
    assert states(found, "switches") == [ScopeState.PRICED, ScopeState.INCLUDED]


def test_a_record_is_settled_once_nothing_of_the_quote_is_left() -> None:
    record = quoted(FC).quote
    assert record is not None
    sheet = PriceSheet("EUR", (ARRAY, SWITCH))
    assert not record.is_changed_since(sheet)
    edited = replace(sheet, lines=(ARRAY, replace(SWITCH, quantity=D(3))))
    assert record.is_changed_since(edited)
    assert not record.is_superseded_by(edited)
    assert record.is_superseded_by(PriceSheet("EUR", (PriceLine("typed", D(1)),)))
    refused = replace(record, state=QuoteState.OPEN, parts=())
    assert not refused.is_superseded_by(None)
    assert refused.is_superseded_by(sheet)

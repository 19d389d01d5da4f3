"""An option's price sheet line by line in the TPC's columns, with the terms of each line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.price_words import maintenance_head, price_word
from arraywise.domain.pricing import ZERO, DiscountBase, Licence
from arraywise.domain.said import say
from arraywise.report.styles import Style
from arraywise.report.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from reportlab.platypus import Flowable

    from arraywise.domain.pricing import ExchangeRate, PriceTotal
    from arraywise.domain.said import Said
    from arraywise.report.content import PricedDiscount, PricedLine, PricedSheet
    from arraywise.report.layout import Layout, Text
    from arraywise.report.tables import Row

LICENCE_WORDS: dict[Licence, Said] = {
    Licence.PERPETUAL: say("perpetual licence"),
    Licence.TERM: say("licence for 36 months"),
    Licence.SUBSCRIPTION: say("subscription"),
}


def sheet_blocks(
    layout: Layout, sheet: PricedSheet, converted: PriceTotal | None
) -> list[Flowable]:
    """Set one sheet.

    Args:
        layout: of the document.
        sheet: in its own currency.
        converted: its total in the currency of the study.
    """
    currency = sheet.currency
    columns = (
        Column(say("Description"), share=1),
        Column(say("Part number")),
        Column(say("Source")),
        Column(say("Unit price"), currency, figures=True),
        Column(say("Qty"), figures=True),
        Column(say("Extended price"), currency, figures=True),
        Column(maintenance_head(_rate(sheet)), currency, figures=True),
    )
    heading = layout.subheading(sheet.option.name, key=f"price-{sheet.option.id}")
    remarks = [note for note in sheet.notes if not _is_said_of_a_line(note, sheet)]
    notes: list[Text] = [*_notes(sheet, converted), *map(_note, remarks)]
    table = titled_table(layout, heading, columns, _rows(layout, sheet, converted), *notes)
    return [*table, layout.space(0.5)]


def _rate(sheet: PricedSheet) -> Decimal | None:
    return sheet.total.discount_rate if sheet.total else None


def _note(text: str) -> Said:
    """Return a note of the sheet as a sentence, which is not shortened as a name is."""
    return say("{remark}", remark=text)


def _is_said_of_a_line(note: str, sheet: PricedSheet) -> bool:
    """Say whether a note tells no more than the terms of its line do: that it is spared."""
    return any(p.spares and note == f"{p.line.description}: Spared" for p in sheet.lines)


def _notes(sheet: PricedSheet, converted: PriceTotal | None) -> list[Said]:
    found: list[Said] = []
    if any(priced.rate_missing for priced in sheet.lines) or sheet.total is None:
        found.append(say("No total: a rate of exchange is missing for a line, or nothing counts."))
    if converted is not None and converted.storage_only:
        found.append(STORAGE_ONLY)
    return found


STORAGE_ONLY = say("Storage-only price: no server is in it.")


def _rows(layout: Layout, sheet: PricedSheet, converted: PriceTotal | None) -> Rows:
    cells: list[Row] = []
    spanned, strong = set(), set()
    for category in sheet.categories:
        lines = [priced for priced in sheet.lines if priced.line.category == category]
        if category:
            spanned.add(len(cells))
            cells.append([layout.paragraph(category, Style.CELL_STRONG)])
        cells += [_line(layout, priced) for priced in lines]
        if len(sheet.categories) > 1:
            strong.add(len(cells))
            cells.append(_sums(layout, say("Subtotal"), lines))
    cells += [_discount(layout, priced) for priced in sheet.discounts]
    ruled = len(cells)
    cells += _totals(layout, sheet, converted)
    strong |= {ruled, len(cells) - 1}
    return Rows(cells, frozenset(strong), frozenset(spanned), frozenset({ruled}), tight=True)


def _line(layout: Layout, priced: PricedLine) -> Row:
    words, line = layout.words, priced.line
    terms = list(_terms(priced))
    described = layout.with_terms(line.description, terms) if terms else line.description
    has_price = line.unit_price is not None
    counts = not (priced.left_out or priced.rate_missing)
    return [
        described,
        line.part_number,
        line.source,
        f"{words.number(line.unit_price, 2)}{_foreign(priced)}" if has_price else "",
        words.exactly(line.quantity if priced.quantity is None else priced.quantity),
        words.number(priced.purchase if counts else None, 2),
        words.number(priced.maintenance if counts else None, 2),
    ]


def _foreign(priced: PricedLine) -> str:
    return f" {priced.line.currency}" if priced.line.currency else ""


def _terms(priced: PricedLine) -> Iterator[Text]:
    """Say what else a line is priced by: what limits it, then licence, support and reductions."""
    line = priced.line
    if priced.left_out:
        yield say("left out: servers are not priced in this study")
    if priced.rate_missing:
        yield say("no rate from {currency}: does not count", currency=line.currency)
    if line.licence is not Licence.UNSTATED:
        yield LICENCE_WORDS[line.licence]
    if line.support:
        yield say("support {level}", level=line.support)
    if line.one_off_service:
        yield say("paid once")
    yield from _reductions(priced)


def _reductions(priced: PricedLine) -> Iterator[Text]:
    line = priced.line
    if line.discount:
        yield say("{percent:g} % off the price", percent=_percent(line.discount))
    if line.maintenance_discount:
        yield say("{percent:g} % off the maintenance", percent=_percent(line.maintenance_discount))
    if line.warranty_months:
        yield say("{months} months of warranty", months=line.warranty_months)
    if priced.spares:
        spares = float(priced.spares)
        yield say("{spares:g} of them spares in place of maintenance", spares=spares)
    if priced.rate is not None:
        yield rate_said(priced.rate)


def rate_said(rate: ExchangeRate) -> Said:
    """Say a rate of exchange with its day and source."""
    return say(
        "1 {foreign} = {rate} {own} on {day} ({source})",
        foreign=rate.from_currency,
        rate=rate.rate.normalize(),
        own=rate.to_currency,
        day=rate.dated,
        source=rate.source,
    )


def _percent(share: Decimal) -> float:
    return round(float(share) * 100, 6)


def _sums(layout: Layout, title: Said, lines: Sequence[PricedLine]) -> Row:
    purchase = sum((priced.purchase for priced in lines), ZERO)
    maintenance = sum((priced.maintenance for priced in lines), ZERO)
    words = layout.words
    return [title, "", "", "", "", words.number(purchase, 2), words.number(maintenance, 2)]


def _discount(layout: Layout, priced: PricedDiscount) -> Row:
    words, discount = layout.words, priced.discount
    on_price = discount.base is not DiscountBase.MAINTENANCE
    on_maintenance = discount.base is not DiscountBase.PRICE
    return [
        _discount_said(priced),
        *[""] * 4,
        words.number(-priced.purchase, 2) if on_price else "",
        words.number(-priced.maintenance, 2) if on_maintenance else "",
    ]


def _discount_said(priced: PricedDiscount) -> Said:
    """Say what a discount is called, how large it is and which lines it is on."""
    discount, percent = priced.discount, _percent(priced.discount.share)
    if discount.source is not None and discount.category is not None:
        return say(
            "{description} ({percent:g} % on {category} of source {source})",
            description=discount.description,
            percent=percent,
            category=discount.category,
            source=discount.source,
        )
    if discount.source is not None:
        return say(
            "{description} ({percent:g} % on source {source})",
            description=discount.description,
            percent=percent,
            source=discount.source,
        )
    if discount.category is not None:
        return say(
            "{description} ({percent:g} % on {category})",
            description=discount.description,
            percent=percent,
            category=discount.category,
        )
    return say("{description} ({percent:g} %)", description=discount.description, percent=percent)


def _price_title(total: PriceTotal) -> Said:
    if total.discount_rate is None:
        return say("36-month price, rounded up")
    return say("{price}, rounded up", price=price_word(total.discount_rate))


def _totals(layout: Layout, sheet: PricedSheet, converted: PriceTotal | None) -> list[Row]:
    total, words = sheet.total, layout.words
    if total is None:
        return []
    purchase = words.number(total.purchase - total.purchase_discount, 2)
    maintenance = words.number(total.maintenance - total.maintenance_discount, 2)
    rows: list[Row] = [
        [say("Total"), *[""] * 4, purchase, maintenance],
    ]
    if total.undiscounted is not None:
        paid = words.number(total.undiscounted.total)
        rows.append([say("Undiscounted, rounded up"), *[""] * 4, paid, ""])
    rows.append([_price_title(total), *[""] * 4, words.number(total.total), ""])
    if converted is not None and converted.currency != sheet.currency:
        title = say("The same in {currency}", currency=converted.currency)
        terms = [rate_said(rate) for rate in converted.rates]
        cell = layout.with_terms(title, terms) if terms else title
        rows.append([cell, *[""] * 4, words.number(converted.total), ""])
    return rows

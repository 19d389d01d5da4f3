"""What each option costs over 36 months, line by line in the TPC's columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.pricing import ZERO, DiscountBase
from arraywise.domain.said import say
from arraywise.report.marks import bar_drawing
from arraywise.report.styles import Style, look
from arraywise.report.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from reportlab.platypus import Flowable

    from arraywise.domain.said import Said
    from arraywise.report.content import PricedDiscount, PricedLine, PricedSheet, ReportContent
    from arraywise.report.layout import Layout
    from arraywise.report.tables import Row

_BAR_WIDTH = 120.0


def build(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set the comparison and the sheets."""
    sheets = [sheet for sheet in content.price_sheets if sheet.total is not None]
    if not sheets:
        return [layout.paragraph(say("No price sheet has been entered."))]
    blocks = _comparison(content, layout, sheets)
    for sheet in sheets:
        blocks += _sheet(layout, sheet)
    return [*blocks, layout.paragraph(PRICING_NOTE, Style.NOTE)]


PRICING_NOTE = say(
    "Columns and rounding follow the pricing rules of the TPC: purchase and maintenance for 36"
    " months, amounts carried unrounded, the total rounded up to the currency unit. Servers,"
    " database licences and premises are priced only where a line says so."
)


def _comparison(
    content: ReportContent, layout: Layout, sheets: Sequence[PricedSheet]
) -> list[Flowable]:
    words = layout.words
    currency = content.answer.currency
    totals = [sheet.total for sheet in sheets if sheet.total]
    least, most = min(t.total for t in totals), max(t.unrounded for t in totals)
    columns = (
        Column(say("Option"), share=1),
        Column(say("Purchase"), currency, figures=True),
        Column(say("Maintenance"), currency, figures=True),
        Column(say("Discounts"), currency, figures=True),
        Column(say("36 months"), currency, figures=True),
        Column(say("over the least"), "%", figures=True),
        Column(say("Purchase and maintenance")),
    )
    rows: list[Row] = []
    for sheet, total in zip(sheets, totals, strict=True):
        off = total.purchase_discount + total.maintenance_discount
        fill = look(sheet.option).fill
        parts = [
            (float(total.purchase - total.purchase_discount), fill),
            (float(total.maintenance - total.maintenance_discount), fill.clone(alpha=0.45)),
        ]
        rows.append(
            [
                layout.option(sheet.option),
                words.number(total.purchase),
                words.number(total.maintenance),
                words.number(-off),
                words.number(total.total),
                words.number(float(total.total / least - 1) * 100 if least else None, 1),
                bar_drawing(parts, float(most), _BAR_WIDTH),
            ]
        )
    return titled_table(layout, say("36-month prices side by side"), columns, Rows(rows))


def _sheet(layout: Layout, sheet: PricedSheet) -> list[Flowable]:
    currency = sheet.currency
    columns = (
        Column(say("Description"), share=1),
        Column(say("Part number")),
        Column(say("Source")),
        Column(say("Unit price"), currency, figures=True),
        Column(say("Qty"), figures=True),
        Column(say("Extended price"), currency, figures=True),
        Column(say("Maintenance, 36 months"), currency, figures=True),
    )
    heading = layout.subheading(sheet.option.name, key=f"price-{sheet.option.id}")
    notes = [layout.paragraph(note, Style.NOTE) for note in sheet.notes]
    return [*titled_table(layout, heading, columns, _rows(layout, sheet)), *notes]


def _rows(layout: Layout, sheet: PricedSheet) -> Rows:
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
    cells += _totals(layout, sheet)
    strong |= {ruled, len(cells) - 1}
    return Rows(cells, frozenset(strong), frozenset(spanned), frozenset({ruled}))


def _line(layout: Layout, priced: PricedLine) -> Row:
    words, line = layout.words, priced.line
    return [
        line.description,
        line.part_number,
        line.source,
        words.number(line.unit_price, 2) if line.unit_price is not None else "",
        _quantity(layout, line.quantity),
        words.number(priced.purchase, 2),
        words.number(priced.maintenance, 2),
    ]


def _quantity(layout: Layout, quantity: Decimal) -> str:
    exponent = quantity.normalize().as_tuple().exponent
    places = -exponent if isinstance(exponent, int) and exponent < 0 else 0
    return layout.words.number(quantity, places)


def _sums(layout: Layout, title: Said, lines: Sequence[PricedLine]) -> Row:
    purchase = sum((priced.purchase for priced in lines), ZERO)
    maintenance = sum((priced.maintenance for priced in lines), ZERO)
    words = layout.words
    return [title, "", "", "", "", words.number(purchase, 2), words.number(maintenance, 2)]


def _discount(layout: Layout, priced: PricedDiscount) -> Row:
    words, discount = layout.words, priced.discount
    share = round(float(discount.share) * 100, 6)
    title = say("{description} ({percent:g} %)", description=discount.description, percent=share)
    if discount.source is not None:
        title = say(
            "{description} ({percent:g} % on source {source})",
            description=discount.description,
            percent=share,
            source=discount.source,
        )
    on_price = discount.base is not DiscountBase.MAINTENANCE
    on_maintenance = discount.base is not DiscountBase.PRICE
    return [
        title,
        *[""] * 4,
        words.number(-priced.purchase, 2) if on_price else "",
        words.number(-priced.maintenance, 2) if on_maintenance else "",
    ]


def _totals(layout: Layout, sheet: PricedSheet) -> list[Row]:
    total, words = sheet.total, layout.words
    if total is None:
        return []
    purchase = words.number(total.purchase - total.purchase_discount, 2)
    maintenance = words.number(total.maintenance - total.maintenance_discount, 2)
    return [
        [say("Total"), *[""] * 4, purchase, maintenance],
        [say("36-month price, rounded up"), *[""] * 4, words.number(total.total), ""],
    ]

"""Prices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.messages import say
from arraywise.domain.pricing import ZERO, DiscountBase, Licence, price_word
from arraywise.present import numbers
from arraywise.present.labels import PRESENT_MAINTENANCE, convention, maintenance_head, price_head
from arraywise.present.numbers import AT_MOST
from arraywise.report.charts.bars import StackAxis, StackRow, stacked_chart
from arraywise.report.pdf.style import Style, look
from arraywise.report.pdf.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from reportlab.platypus import Flowable

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.messages import Said
    from arraywise.domain.pricing import ExchangeRate, PriceTotal
    from arraywise.report.content import PricedDiscount, PricedLine, PricedSheet, ReportContent
    from arraywise.report.pdf.layout import Layout, Text
    from arraywise.report.pdf.tables import Row

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


_MOST_CATEGORIES = 7
_THOUSAND = 1000.0


def price_sheets_section(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set the comparison and the sheets."""
    sheets = [sheet for sheet in content.by_rank(content.price_sheets) if sheet.lines]
    if not sheets:
        return [layout.paragraph(say("No price sheet has been entered."))]
    priced = [option for option in content.ranked if option.price is not None]
    blocks: list[Flowable] = [layout.paragraph(PRICING_NOTE)]
    rate = content.answer.discount_rate
    if rate is not None:
        blocks.append(layout.paragraph(convention(rate)))
    if priced:
        blocks += _comparison(content, layout, priced)
        blocks += _composition(content, layout, priced)
        blocks += _rates(layout, priced)
    blocks += _break_evens(content, layout)
    totals = {option.option.id: option.price for option in content.answer.options}
    for sheet in sheets:
        blocks += sheet_blocks(layout, sheet, totals.get(sheet.option.id))
    return blocks


PRICING_NOTE = say(
    "Columns and rounding follow the pricing rules of the TPC: purchase and maintenance for 36"
    " months, amounts carried unrounded, the total rounded up to the currency unit. Servers,"
    " database licences and premises are priced only where a line says so."
)


def _total(option: OptionAnswer) -> PriceTotal:
    assert option.price is not None  # noqa: S101 - only priced options come here
    return option.price


def _comparison(
    content: ReportContent, layout: Layout, priced: Sequence[OptionAnswer]
) -> list[Flowable]:
    currency = content.answer.currency
    least = min(_total(option).total for option in priced)
    columns = (
        Column(say("Option"), share=1),
        Column(say("Purchase"), currency, figures=True),
        Column(say("of that, services"), currency, figures=True),
        Column(_maintenance(content), currency, figures=True),
        Column(say("Discounts"), currency, figures=True),
        Column(price_head(content.answer.discount_rate), currency, figures=True),
        *_undiscounted_column(content),
        Column(say("over the least"), "%", figures=True),
        Column(say("per tpm, rounded up to three digits"), currency, figures=True),
    )
    rows = [_compared(layout, option, least) for option in priced]
    notes = [STORAGE_ONLY] if any(_total(option).storage_only for option in priced) else []
    title = say("36-month prices side by side")
    return titled_table(layout, title, columns, Rows(rows), *notes)


def _maintenance(content: ReportContent) -> Said:
    if content.answer.discount_rate is None:
        return say("Maintenance")
    return PRESENT_MAINTENANCE


def _undiscounted_column(content: ReportContent) -> list[Column]:
    """Return the column of what is paid, where the prices are present values."""
    if content.answer.discount_rate is None:
        return []
    return [Column(say("Undiscounted"), content.answer.currency, figures=True)]


def _compared(layout: Layout, option: OptionAnswer, least: Decimal) -> Row:
    words, total = layout.words, _total(option)
    return [
        layout.option(option.option),
        words.number(total.purchase),
        words.number(total.services),
        words.number(total.maintenance),
        words.number(-total.discount),
        words.number(total.total),
        *([words.number(total.undiscounted.total)] if total.undiscounted else []),
        words.number(float(total.total / least - 1) * 100 if least else None, 1),
        _per_tpm(layout, option),
    ]


def _per_tpm(layout: Layout, option: OptionAnswer) -> str:
    """Write the price per tpm up to three significant digits, as TPC-C has it."""
    price = option.price_per_tpm_by_digits
    finest = price.normalize().as_tuple().exponent if price is not None else 0
    places = max(0, -finest) if isinstance(finest, int) else 0
    sign = AT_MOST if price is not None and option.capacity_is_censored else ""
    return sign + layout.words.number(price, places)


def _composition(
    content: ReportContent, layout: Layout, priced: Sequence[OptionAnswer]
) -> list[Flowable]:
    """Set what the prices are made of, category by category."""
    every = dict.fromkeys(name for o in priced for name, _, _ in _total(o).by_category)
    kinds = list(every)[:_MOST_CATEGORIES]
    rows = [_composed(layout, option, kinds) for option in priced]
    named: list[Text] = [kind or say("without a category") for kind in kinds]
    if len(every) > len(kinds):
        named.append(say("other"))
    high = max(max(sum(row.parts), row.tick or 0.0) for row in rows)
    title = layout.text(say("Thousand {currency}", currency=content.answer.currency))
    chart = stacked_chart(
        layout, rows, StackAxis(high or 1.0, title, tuple(map(layout.text, named)))
    )
    note = say(
        "Purchase and maintenance of each category, before the discounts on the whole sheet; the"
        " mark and the figure are the 36-month price after them."
    )
    return [layout.figure(say("What the prices are made of"), chart, note)]


def _composed(layout: Layout, option: OptionAnswer, kinds: Sequence[str]) -> StackRow:
    words, total = layout.words, _total(option)
    amounts = {name: float(a + b) / _THOUSAND for name, a, b in total.by_category}
    parts = [amounts.pop(kind, 0.0) for kind in kinds]
    parts.append(sum(amounts.values()))
    return StackRow(
        name=layout.text(option.option.name),
        parts=tuple(parts),
        texts=tuple(words.number(part) for part in parts),
        note=words.number(total.total),
        look=look(option.option),
        tick=float(total.total) / _THOUSAND,
    )


def _rates(layout: Layout, priced: Sequence[OptionAnswer]) -> list[Flowable]:
    used: dict[ExchangeRate, list[str]] = {}
    for option in priced:
        for rate in _total(option).rates:
            used.setdefault(rate, []).append(option.option.name)
    if not used:
        return []
    columns = (
        Column(say("From")),
        Column(say("To")),
        Column(say("Exchange rate"), figures=True),
        Column(say("Day")),
        Column(say("Source"), share=1),
        Column(say("Used for"), share=1),
    )
    rows: list[Row] = [
        [
            rate.from_currency,
            rate.to_currency,
            layout.words.exactly(rate.rate),
            rate.dated,
            rate.source,
            layout.listed(names, Style.CELL),
        ]
        for rate, names in used.items()
    ]
    return titled_table(layout, say("Rates of exchange"), columns, Rows(rows))


def _today(content: ReportContent) -> Said:
    rate = content.answer.discount_rate
    if rate is None:
        return say("36 months today")
    return say("{price} today", price=price_head(rate))


def _break_evens(content: ReportContent, layout: Layout) -> list[Flowable]:
    if not content.break_even_prices:
        return []
    words, currency = layout.words, content.answer.currency
    columns = (
        Column(say("Option"), share=1),
        Column(_today(content), currency, figures=True),
        Column(say("draws level at"), currency, figures=True),
        Column(say("by"), say("% of today"), figures=True),
        Column(say("with"), share=1),
    )
    rows: list[Row] = [
        [
            each.option,
            words.number(each.today),
            words.number(each.price),
            words.number(numbers.percent(each.by), 1, sign=True),
            say("the budget") if each.against is None else each.against,
        ]
        for each in content.break_even_prices
    ]
    note = say(
        "The price at which an option is worth as much as the recommended one, all else as it is;"
        " for the recommended option itself, as much as its nearest rival, or the budget where"
        " that is less. Rounded down."
    )
    title = say("Prices that would change the recommendation")
    return titled_table(layout, title, columns, Rows(rows), note)

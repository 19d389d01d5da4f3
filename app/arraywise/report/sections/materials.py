"""Appendix A: the bill of materials, with who includes what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.price_scope import ScopeState, scope_item_by_key
from arraywise.domain.pricing import ZERO, Licence, price_label
from arraywise.present import numbers
from arraywise.present.labels import maintenance_column_title
from arraywise.present.price_scope import (
    QUOTE_STATE_WORDS,
    STATE_WORDS,
    item_name_in_sentence,
    scope_decimals,
)
from arraywise.report.pdf.layout import SectionPage
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table
from arraywise.report.sections.costs import STORAGE_ONLY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from arraywise.analysis.pricing import TotalledLine
    from arraywise.domain.messages import Message
    from arraywise.domain.price_scope import ScopeCell, ScopeTable
    from arraywise.domain.pricing import ExchangeRate, PriceTotal
    from arraywise.report.content import PricedDiscount, PricedSheet, ReportContent
    from arraywise.report.pdf.layout import PageLayout, Text
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Blocks


def materials_section(content: ReportContent, layout: PageLayout) -> SectionPage | None:
    """Set the price sheets by rank; absent without any."""
    sheets = [sheet for sheet in content.sort_by_rank(content.price_sheets) if sheet.lines]
    if not sheets:
        return None
    blocks: Blocks = [layout.paragraph(PRICING_NOTE, Style.NOTE)]
    totals = {option.option.id: option.price for option in content.answer.options}
    for sheet in sheets:
        to_check = sheet.to_be_checked(content.identity.changed_at)
        quote = _list_quote_notes(content, sheet)
        blocks += price_sheet_blocks(layout, sheet, totals.get(sheet.option.id), to_check, quote)
    return SectionPage(None, [*blocks, *_build_scope_table(content, layout)])


LICENCE_WORDS: dict[Licence, Message] = {
    Licence.PERPETUAL: message("perpetual licence"),
    Licence.TERM: message("licence for 36 months"),
    Licence.SUBSCRIPTION: message("subscription"),
}

SCOPE_NOTE = message(
    "Amounts over 36 months before the discounts of the sheet. No price: another option prices"
    " it, and no reason is stated."
)
PRICING_NOTE = message(
    "Columns and rounding follow TPC pricing: purchase and 36-month maintenance, unrounded, the"
    " total rounded up to the currency unit. Servers, database licences and premises are priced"
    " only where a line lists them."
)


def price_sheet_blocks(
    layout: PageLayout,
    sheet: PricedSheet,
    converted: PriceTotal | None,
    to_check: Message | None = None,
    quote: tuple[Message, ...] = (),
) -> Blocks:
    """Set one sheet in its currency; its total in that of the study; what nobody has checked.

    `quote` says from which quote it is.
    """
    currency = sheet.currency
    columns = (
        TableColumn(message("Description"), share=1),
        TableColumn(message("Part number")),
        TableColumn(message("Source")),
        TableColumn(message("Unit price"), currency, figures=True),
        TableColumn(message("Qty"), figures=True),
        TableColumn(message("Extended price"), currency, figures=True),
        TableColumn(maintenance_column_title(_discount_rate_of(sheet)), currency, figures=True),
    )
    heading = layout.subheading(sheet.option.name)
    remarks = [note for note in sheet.notes if not _is_spares_note_of_line(note, sheet)]
    result: list[Message] = []
    if any(priced.rate_missing for priced in sheet.lines) or sheet.total is None:
        result.append(message("No total: an exchange rate is missing, or no line counts."))
    if converted is not None and converted.storage_only:
        result.append(STORAGE_ONLY)
    notes: list[Text] = [*quote, *result, *map(_as_sentence, remarks)]
    if to_check is not None:
        notes.insert(0, to_check)
    table = titled_table(
        layout, heading, columns, _build_price_sheet_rows(layout, sheet, converted), *notes
    )
    return [*table, layout.space(0.5)]


def _discount_rate_of(sheet: PricedSheet) -> Decimal | None:
    return sheet.total.discount_rate if sheet.total else None


def _as_sentence(text: str) -> Message:
    """Return a note of the sheet as a sentence, which is not shortened as a name is."""
    return message("{remark}", remark=text)


def _is_spares_note_of_line(note: str, sheet: PricedSheet) -> bool:
    """Return whether a note tells no more than the terms of its line do: that it is spared."""
    return any(p.spares and note == f"{p.line.description}: Spared" for p in sheet.lines)


def _build_price_sheet_rows(
    layout: PageLayout, sheet: PricedSheet, converted: PriceTotal | None
) -> Rows:
    cells: list[Row] = []
    spanned, strong = set(), set()
    for category in sheet.categories:
        lines = [priced for priced in sheet.lines if priced.line.category == category]
        if category:
            spanned.add(len(cells))
            cells.append([layout.paragraph(category, Style.TIGHT_STRONG)])
        cells += [_build_line_row(layout, priced) for priced in lines]
        if len(sheet.categories) > 1:
            strong.add(len(cells))
            cells.append(_build_subtotal_row(layout, message("Subtotal"), lines))
    in_order = sorted(sheet.discounts, key=lambda each: each.discount.is_on_remainder)
    cells += [_build_discount_row(layout, priced) for priced in in_order]
    ruled = len(cells)
    cells += _build_total_rows(layout, sheet, converted)
    strong |= {ruled, len(cells) - 1}
    return Rows(cells, frozenset(strong), frozenset(spanned), frozenset({ruled}), tight=True)


def _build_line_row(layout: PageLayout, priced: TotalledLine) -> Row:
    words, line = layout.words, priced.line
    terms = list(_list_line_terms(priced))
    described = layout.cell_with_terms(line.description, terms) if terms else line.description
    has_price = line.unit_price is not None
    counts = not (priced.left_out or priced.rate_missing)
    return [
        described,
        line.part_number,
        line.source,
        _format_unit_price(layout, priced) if has_price else "",
        words.exactly(numbers.displayed_quantity(line, priced.quantity)),
        words.number(priced.purchase if counts else None, 2),
        words.number(priced.maintenance if counts else None, 2),
    ]


def _format_unit_price(layout: PageLayout, priced: TotalledLine) -> str:
    price = priced.line.unit_price
    written = layout.words.number(price, numbers.amount_decimals_as_typed(price))
    return f"{written}{_line_currency_suffix(priced)}"


def _line_currency_suffix(priced: TotalledLine) -> str:
    return f" {priced.line.currency}" if priced.line.currency else ""


def _list_line_terms(priced: TotalledLine) -> Iterator[Text]:
    """Say what else a line is priced by: what limits it, then licence, support and reductions."""
    line = priced.line
    if priced.left_out:
        if line.is_server:
            yield message("left out: servers are not priced in this study")
        else:
            yield message("left out for all options")
    if priced.rate_missing:
        yield message("no exchange rate from {currency}: does not count", currency=line.currency)
    if line.licence is not Licence.UNSTATED:
        yield LICENCE_WORDS[line.licence]
    if line.support:
        yield message("support {level}", level=line.support)
    if line.one_off_service:
        yield message("paid once")
    if line.quantity_formula:
        yield message("quantity by the demand: {formula}", formula=line.quantity_formula)
    yield from _list_line_reductions(priced)


def _list_line_reductions(priced: TotalledLine) -> Iterator[Text]:
    line = priced.line
    if line.discount:
        yield message("{percent:g} % off the price", percent=_rounded_percent(line.discount))
    if line.maintenance_discount:
        yield message(
            "{percent:g} % off the maintenance",
            percent=_rounded_percent(line.maintenance_discount),
        )
    if line.warranty_months:
        yield message("{months} months of warranty", months=line.warranty_months)
    if priced.spares:
        spares = float(priced.spares)
        yield message("{spares:g} of them spares instead of maintenance", spares=spares)
    if priced.rate is not None:
        yield describe_exchange_rate(priced.rate)


def describe_exchange_rate(rate: ExchangeRate) -> Message:
    """Describe a rate of exchange with its day and source."""
    return message(
        "1 {foreign} = {rate} {own} on {day} ({source})",
        foreign=rate.from_currency,
        rate=rate.rate.normalize(),
        own=rate.to_currency,
        day=rate.dated,
        source=rate.source,
    )


def _rounded_percent(share: Decimal) -> float:
    return round(float(share) * 100, 6)


def _build_subtotal_row(layout: PageLayout, title: Message, lines: Sequence[TotalledLine]) -> Row:
    purchase = sum((priced.purchase for priced in lines), ZERO)
    maintenance = sum((priced.maintenance for priced in lines), ZERO)
    words = layout.words
    return [title, "", "", "", "", words.number(purchase, 2), words.number(maintenance, 2)]


def _build_discount_row(layout: PageLayout, priced: PricedDiscount) -> Row:
    words, discount = layout.words, priced.discount
    return [
        _describe_discount(priced),
        *[""] * 4,
        words.number(-priced.purchase, 2) if discount.is_on_purchase else "",
        words.number(-priced.maintenance, 2) if discount.is_on_maintenance else "",
    ]


_DISCOUNTS = {
    (): "{description} ({percent:g} %)",
    ("category",): "{description} ({percent:g} % on {category})",
    ("source",): "{description} ({percent:g} % on source {source})",
    ("category", "source"): "{description} ({percent:g} % on {category} of source {source})",
}
"""By what a discount is limited to."""


def _describe_discount(priced: PricedDiscount) -> Message:
    """Describe what a discount is called, how large it is and which lines it applies to."""
    discount = priced.discount
    if discount.amount is not None:
        return message("{description} (fixed amount)", description=discount.description)
    percent = _rounded_percent(discount.share)
    if discount.is_on_remainder:
        return message(
            "{description} ({percent:g} % on the rest)",
            description=discount.description,
            percent=percent,
        )
    given = {"category": discount.category, "source": discount.source}
    only = {name: text for name, text in given.items() if text is not None}
    text = _DISCOUNTS[tuple(only)]
    return message(text, description=discount.description, percent=percent, **only)


def _rounded_price_title(total: PriceTotal) -> Message:
    if total.discount_rate is None:
        return message("36-month price, rounded up")
    return message("{price}, rounded up", price=price_label(total.discount_rate))


def _build_total_rows(
    layout: PageLayout, sheet: PricedSheet, converted: PriceTotal | None
) -> list[Row]:
    total, words = sheet.total, layout.words
    if total is None:
        return []
    capex, opex = words.number(total.capex, 2), words.number(total.opex, 2)
    rows: list[Row] = [
        [message("Total"), *[""] * 4, capex, opex],
    ]
    if total.undiscounted is not None:
        paid = words.number(total.undiscounted.total)
        rows.append([message("Undiscounted, rounded up"), *[""] * 4, paid, ""])
    rows.append([_rounded_price_title(total), *[""] * 4, words.number(total.total), ""])
    if converted is not None and converted.currency != sheet.currency:
        title = message("The same in {currency}", currency=converted.currency)
        terms = [describe_exchange_rate(rate) for rate in converted.rates]
        cell = layout.cell_with_terms(title, terms) if terms else title
        rows.append([cell, *[""] * 4, words.number(converted.total), ""])
    return rows


def _list_quote_notes(content: ReportContent, sheet: PricedSheet) -> tuple[Message, ...]:
    """State whether the quote that a sheet is from adds up."""
    answers = (each for each in content.answer.options if each.option.id == sheet.option.id)
    option = next(answers, None)
    if option is None or option.quote is None:
        return ()
    return (
        message(
            "From a quote that was read on {day} and {state}.",
            day=f"{option.quote.read_at:%Y-%m-%d}",
            state=QUOTE_STATE_WORDS[option.quote.state],
        ),
    )


def _build_scope_table(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set who includes what, item by item, and what has no price."""
    table = content.answer.scope
    if table is None or len(table.options) <= 1:
        return []
    words, places = layout.words, scope_decimals(table)
    columns = (
        TableColumn(message("What is bought"), share=1),
        *(TableColumn(option.name, table.currency, figures=True) for option in table.options),
    )
    rows: list[Row] = [
        [
            row.item.title,
            *(
                words.number(cell.amount, places)
                if cell.state is ScopeState.PRICED
                else layout.text(STATE_WORDS[cell.state])
                for cell in row.cells
            ),
        ]
        for row in table.rows
    ]
    ruled = len(rows)
    known = [any(c.amount is not None for c in column) for column in _scope_cells_by_option(table)]
    rows.append(
        [
            message("Sum, unrounded"),
            *(
                words.number(table.option_total(at) if is_known else None, places)
                for at, is_known in enumerate(known)
            ),
        ]
    )
    notes = [SCOPE_NOTE, *_list_scope_reasons(content, table)]
    cells = Rows(rows, frozenset({ruled}), ruled=frozenset({ruled}), tight=True)
    return titled_table(layout, message("Who includes what"), columns, cells, *notes)


def _scope_cells_by_option(table: ScopeTable) -> list[list[ScopeCell]]:
    return [[row.cells[at] for row in table.rows] for at in range(len(table.options))]


def _list_scope_reasons(content: ReportContent, table: ScopeTable) -> Iterator[Message]:
    """State the reasons of what is not needed or left out for all."""
    for row in table.rows:
        for option, cell in zip(table.options, row.cells, strict=True):
            if cell.reason:
                yield message(
                    "{option}, {item}: not needed ({reason}).",
                    option=option.name,
                    item=item_name_in_sentence(row),
                    reason=cell.reason,
                )
    for decision in content.facts.left_out:
        yield message(
            "Left out for all options: {item} ({reason}).",
            item=scope_item_by_key(decision.item).title,
            reason=decision.reason,
        )

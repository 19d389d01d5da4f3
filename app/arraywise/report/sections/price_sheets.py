"""What each option costs over 36 months: side by side, by category, then every sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.price_words import PRESENT_MAINTENANCE, convention, price_head
from arraywise.domain.said import say
from arraywise.report import figures
from arraywise.report.charts.stacked import StackAxis, StackRow, stacked_chart
from arraywise.report.sections.price_lines import STORAGE_ONLY, sheet_blocks
from arraywise.report.styles import Style, look
from arraywise.report.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from reportlab.platypus import Flowable

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.pricing import ExchangeRate, PriceTotal
    from arraywise.domain.said import Said
    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout, Text
    from arraywise.report.tables import Row

_MOST_CATEGORIES = 7
_THOUSAND = 1000.0


def build(content: ReportContent, layout: Layout) -> list[Flowable]:
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
    return figures.per_tpm(layout.words, option, price, places)


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
            words.number(figures.percent(each.by), 1, sign=True),
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

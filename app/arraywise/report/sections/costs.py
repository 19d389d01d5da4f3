"""What it costs: one chart, one table, what scope and price may change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.requirement import Outcome
from arraywise.present.charts.costs import CostBar, draw_costs
from arraywise.present.cost_messages import (
    describe_costs,
    describe_price_order,
    describe_price_reach,
    describe_scope_effect,
    describe_support_share,
    missing_amounts,
)
from arraywise.present.figures import describe_break_even_load
from arraywise.present.labels import describe_discounting, price_column_title
from arraywise.present.numbers import NONE, decimals_for_sum
from arraywise.report.charts.scene_painting import build_drawing, paper_medium
from arraywise.report.pdf.layout import SectionPage, SideBySide
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.platypus import Flowable

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.pricing import PriceTotal
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Blocks

_THOUSAND = 1000.0
_HALVES = 0.5
_WHAT = message(
    "36-month price, axis in thousand {currency}. Solid: purchase. Pale: support and running cost."
)
_WHAT_WITH_MISSING = message(
    "36-month price, axis in thousand {currency}. Solid: purchase. Pale: support and running cost."
    " Dashed: items that the offer lacks, at the lowest price offered."
)
STORAGE_ONLY = message("Storage-only price, without servers.")


def costs_section(content: ReportContent, layout: PageLayout) -> SectionPage | None:
    """Set the prices; absent without any."""
    answer = content.answer
    priced = [option for option in content.ranked if option.price is not None]
    said = describe_costs(answer)
    if said is None:
        return None
    rate = answer.discount_rate
    lead: Blocks = [] if rate is None else [layout.paragraph(describe_discounting(rate))]
    blocks = [
        *lead,
        _build_chart(content, layout, priced),
        *_build_table(content, layout, priced),
        *_build_texts(content, layout),
    ]
    return SectionPage(said, blocks)


def _build_chart(
    content: ReportContent, layout: PageLayout, priced: Sequence[OptionAnswer]
) -> Flowable:
    answer, words = content.answer, layout.words
    added = missing_amounts(answer)
    bars = []
    for option in priced:
        total, missing = total_of(option), added.get(option.option.id)
        whole = message(
            "{amount} with these items", amount=words.number(total.total + missing)
        ) if missing else ""  # fmt: skip
        bars.append(
            CostBar(
                name=layout.text(option.option.name),
                position=option.option.position,
                purchase=float(total.capex) / _THOUSAND,
                support=float(total.opex) / _THOUSAND,
                missing=float(missing or 0) / _THOUSAND,
                written=words.number(total.total),
                with_missing=layout.text(whole),
                counts=option.outcome is not Outcome.NOT_SHOWN,
            )
        )
    asked = answer.requirement.budget
    budget = None
    if asked is not None:
        label = message("budget {limit}", limit=words.number(asked))
        budget = float(asked) / _THOUSAND, layout.text(label)
    drawing = build_drawing(draw_costs(bars, budget, layout.width, paper_medium(layout)))
    what = _WHAT_WITH_MISSING if added else _WHAT
    return layout.message_figure(
        describe_price_order(answer),
        message(what.template, currency=answer.currency),
        drawing,
    )


def total_of(option: OptionAnswer) -> PriceTotal:
    """Return the price of an option that has one."""
    assert option.price is not None  # noqa: S101 - only priced options come here
    return option.price


def _build_table(
    content: ReportContent, layout: PageLayout, priced: Sequence[OptionAnswer]
) -> Blocks:
    answer, words = content.answer, layout.words
    totals = [total_of(option) for option in priced]
    is_discounted = any(total.discount for total in totals)
    has_services = any(total.services for total in totals)
    is_npv = answer.discount_rate is not None
    currency = answer.currency
    places = decimals_for_sum(
        part for each in totals for part in (each.purchase, each.discount, each.opex, each.capex)
    )
    columns = [
        TableColumn(message("Option"), share=1),
        TableColumn(message("Purchase"), currency, figures=True),
        *([TableColumn(message("of that, services"), currency, figures=True)] * has_services),
        *([TableColumn(message("Discounts"), currency, figures=True)] * is_discounted),
        TableColumn(message("Support and running cost"), message("36 months"), figures=True),
        TableColumn(price_column_title(answer.discount_rate), currency, figures=True),
        *([TableColumn(message("Undiscounted"), currency, figures=True)] * is_npv),
    ]
    rows: list[Row] = []
    for option in priced:
        total = total_of(option)
        off = words.number(-total.discount, places) if total.discount else NONE
        services = words.number(total.services, places) if total.services else NONE
        paid = total.undiscounted or total
        rows.append(
            [
                layout.option_cell(option.option),
                words.number(total.purchase, places),
                *([services] * has_services),
                *([off] * is_discounted),
                words.number(total.maintenance, places),
                words.number(total.total),
                *([words.number(paid.total)] * is_npv),
            ]
        )
    strong = frozenset(at for at, o in enumerate(priced) if o.option == answer.recommended)
    notes = [STORAGE_ONLY] if any(total.storage_only for total in totals) else []
    if places:
        notes.append(message("The price is the sum, rounded up to the currency unit."))
    if answer.scope is not None and answer.scope.is_open:
        notes.append(message("The offers do not include the same: see the bill of materials."))
    what = message("{currency} over 36 months, before and after discounts.", currency=currency)
    said = describe_support_share(answer)
    return titled_table(layout, said, columns, Rows(rows, strong=strong), *notes, what=what)


def _build_texts(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set whether scope decides, how far the price may rise, and from which load on it turns."""
    answer = content.answer
    left, _ = SideBySide.column_widths(layout.width, _HALVES)
    half = replace(layout, width=left)
    scope, reach = (
        describe_scope_effect(answer),
        describe_price_reach(answer, content.break_even_prices),
    )
    texts = []
    if scope is not None:
        title = message("If all offers included the same")
        texts.append([half.subheading(title), half.paragraph(scope)])
    if reach is not None:
        title = message("How far the price may rise")
        texts.append([half.subheading(title), half.paragraph(reach)])
    if answer.break_even_loads:
        title = message("At another load")
        load = describe_break_even_load(answer.break_even_loads[0], answer)
        texts.append([half.subheading(title), half.paragraph(load)])
    if len(texts) > 1:
        return [layout.space(0.4), SideBySide(texts[0], texts[1], _HALVES)]
    return [block for each in texts for block in each]

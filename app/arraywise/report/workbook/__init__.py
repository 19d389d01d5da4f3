"""Makes the workbook: which sheets it has, in which order, with live formulas.

Formulas are written with what a calculation of the finished workbook gives, so that the figures
show before anything is recalculated. What no formula can do, such as resampling, stands as a value
and is labelled so. The same content gives the same bytes.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from xlsxwriter import Workbook

from arraywise.domain.messages import message
from arraywise.domain.study import LANGUAGES, PAPERS
from arraywise.report.workbook.cells import WorkbookWriter, cell_text
from arraywise.report.workbook.charts import start_charts, write_charts
from arraywise.report.workbook.criteria import write_weights
from arraywise.report.workbook.curves import write_curves, write_evidence, write_levels
from arraywise.report.workbook.exported import write_exported_inputs
from arraywise.report.workbook.performance import write_degraded, write_response
from arraywise.report.workbook.prices import write_price_totals, write_prices
from arraywise.report.workbook.requirement import (
    write_demand_months,
    write_provisioning,
    write_requirement,
)
from arraywise.report.workbook.runway import write_runway
from arraywise.report.workbook.scope import write_scope
from arraywise.report.workbook.score_steps import SourceCells
from arraywise.report.workbook.scoring_sheet import (
    write_break_evens,
    write_scenarios,
    write_scoring,
)
from arraywise.report.workbook.summary import write_provenance, write_summary
from arraywise.report.workbook.usable import write_usable
from arraywise.report.workbook.workings import write_named_results, write_workings

if TYPE_CHECKING:
    from arraywise.domain.cells import Evaluate
    from arraywise.report.content import ReportContent

OPTIONS: dict[str, object] = {
    "in_memory": True,
    "use_future_functions": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}


def build_workbook(
    content: ReportContent,
    evaluate: Evaluate,
    paper: str = PAPERS[0],
    language: str = LANGUAGES[0],
) -> bytes:
    """Build the workbook (.xlsx); named ranges keep their names in every language."""
    buffer = BytesIO()
    workbook = Workbook(buffer, OPTIONS)
    footer = message("Study {hash}", hash=content.identity.short_hash)
    book = WorkbookWriter(workbook, paper, language, footer)
    workbook.set_properties(
        {
            "title": cell_text(content.facts.name)[:200],
            "author": "Arraywise",
            "comments": book.localise(message("Study {hash}", hash=content.identity.study_hash)),
            "created": content.identity.changed_at.replace(tzinfo=None),
        }
    )
    _write_sheets(book, content)
    book.calculate(evaluate)
    workbook.close()
    return buffer.getvalue()


def _write_sheets(book: WorkbookWriter, content: ReportContent) -> None:
    answer = content.answer
    summary = book.sheet(message("Summary"), "")
    charts = start_charts(book)
    write_requirement(book, answer)
    write_evidence(book, content)
    levels = write_levels(book, content)
    areas = write_curves(book, content)
    response = write_response(book, content, areas)
    write_degraded(book, content)
    quantities = write_demand_months(book, content)
    blocks = write_prices(book, content, quantities)
    prices = write_price_totals(book, content, blocks)
    write_scope(book, content, prices)
    provisioning, eases = write_provisioning(book, content)
    held = write_usable(book, content, prices)
    sources = SourceCells(
        answer=answer,
        response=response,
        prices=prices,
        provisioning=provisioning,
        eases=eases,
        throughputs=content.throughputs,
        stated_throughputs=content.stated_throughputs,
        usable=held,
    )
    weights = write_weights(book, content)
    scores = write_scoring(book, content, sources, weights)
    write_break_evens(book, content, sources, scores)
    write_runway(book, content)
    write_scenarios(book, content.scenarios)
    write_workings(book, content)
    write_named_results(book, content.workings.names, sources, scores)
    write_charts(charts, content, sources, scores, levels, areas)
    write_provenance(book, content)
    write_summary(summary, content, sources, scores)
    write_exported_inputs(book)

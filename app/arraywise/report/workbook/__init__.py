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
from arraywise.report.workbook.cells import WorkbookWriter, sanitise_cell_text
from arraywise.report.workbook.charts import start_chart_sheet, write_chart_data_and_charts
from arraywise.report.workbook.criteria import write_weights_sheet
from arraywise.report.workbook.curves import (
    write_curves_sheet,
    write_evidence_sheet,
    write_levels_sheet,
)
from arraywise.report.workbook.exported import write_exported_inputs
from arraywise.report.workbook.performance import write_degraded_sheet, write_response_sheet
from arraywise.report.workbook.prices import write_price_sheets, write_price_totals
from arraywise.report.workbook.requirement import (
    write_monthly_demand_sheet,
    write_provisioning_sheet,
    write_requirement_sheet,
)
from arraywise.report.workbook.runway import write_runway_sheet
from arraywise.report.workbook.scope import write_scope_sheet
from arraywise.report.workbook.score_steps import SourceCells
from arraywise.report.workbook.scoring_sheet import (
    write_break_even_sheet,
    write_scenarios_sheet,
    write_scoring_sheet,
)
from arraywise.report.workbook.summary import write_provenance_sheet, write_summary_sheet
from arraywise.report.workbook.usable import write_usable_capacity_sheet
from arraywise.report.workbook.workings import write_named_results_sheet, write_workings_sheet

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
            "title": sanitise_cell_text(content.facts.name)[:200],
            "author": "Arraywise",
            "comments": book.localise(message("Study {hash}", hash=content.identity.study_hash)),
            "created": content.identity.changed_at.replace(tzinfo=None),
        }
    )
    _write_sheets(book, content)
    book.evaluate_and_write_formulas(evaluate)
    workbook.close()
    return buffer.getvalue()


def _write_sheets(book: WorkbookWriter, content: ReportContent) -> None:
    answer = content.answer
    summary = book.add_sheet(message("Summary"), "")
    charts = start_chart_sheet(book)
    write_requirement_sheet(book, answer)
    write_evidence_sheet(book, content)
    levels = write_levels_sheet(book, content)
    areas = write_curves_sheet(book, content)
    response = write_response_sheet(book, content, areas)
    write_degraded_sheet(book, content)
    quantities = write_monthly_demand_sheet(book, content)
    blocks = write_price_sheets(book, content, quantities)
    prices = write_price_totals(book, content, blocks)
    write_scope_sheet(book, content, prices)
    provisioning, eases = write_provisioning_sheet(book, content)
    held = write_usable_capacity_sheet(book, content, prices)
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
    weights = write_weights_sheet(book, content)
    scores = write_scoring_sheet(book, content, sources, weights)
    write_break_even_sheet(book, content, sources, scores)
    write_runway_sheet(book, content)
    write_scenarios_sheet(book, content.scenarios)
    write_workings_sheet(book, content)
    write_named_results_sheet(book, content.workings.names, sources, scores)
    write_chart_data_and_charts(charts, content, sources, scores, levels, areas)
    write_provenance_sheet(book, content)
    write_summary_sheet(summary, content, sources, scores)
    write_exported_inputs(book)

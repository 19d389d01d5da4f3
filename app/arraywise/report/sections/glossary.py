"""Appendix D: the terms that occur in the report."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.requirement import Basis, Outcome
from arraywise.present.labels import BASIS_MEANINGS, BASIS_WORDS, OUTCOME_WORDS
from arraywise.report.pdf.layout import SectionPage
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from arraywise.domain.messages import Message
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row

TERMS: tuple[tuple[Message, Message], ...] = (
    (
        OUTCOME_WORDS[Outcome.NOT_SHOWN],
        BASIS_MEANINGS[Basis.NONE],
    ),
    (
        message("95 % interval"),
        message("The range that holds the true value in 95 of 100 such tests."),
    ),
    (
        message("Load it carries"),
        message("The highest load at which the option is shown to pass, with headroom kept."),
    ),
    (
        message("Headroom"),
        message("Load that must stay free above the required one, in percent of it."),
    ),
    (
        message("Reserve"),
        message("What is added to the load before the options are judged, in percent of it."),
    ),
    (
        message("Score"),
        message("Points of 100 by the weighted criteria; only options that pass are scored."),
    ),
    (
        message("Weight"),
        message("Share of a criterion in the score; the weights add up to 100 %."),
    ),
    (
        message("36 months"),
        message("Purchase, services and support of 36 months, after discounts."),
    ),
    (
        message("net present value"),
        message("What later payments are worth today at the stated interest rate."),
    ),
    (
        message("Usable"),
        message("Capacity for data after spares, RAID and reserve; 1 TB is 10^12 bytes."),
    ),
    (
        message("Provisioning"),
        message("Mean time from request to usable storage, all steps added."),
    ),
    (message("IOPS"), message("Reads and writes that the storage serves in a second.")),
    (message("tx/s"), message("Transactions that the database completes in a second.")),
    (
        message("SHA-256"),
        message("A fingerprint of a file: any change of the file changes it."),
    ),
)


def glossary_section(content: ReportContent, layout: PageLayout) -> SectionPage | None:
    """Explain the terms that the sections before it have used, in alphabetical order."""
    said = "\n".join(layout.written)
    bases = {o.basis for o in content.answer.options if o.outcome is Outcome.PASS}
    rows = [
        (layout.text(BASIS_WORDS[basis]), BASIS_MEANINGS[basis])
        for basis in Basis
        if basis in bases
    ]
    rows += [
        (word, meaning)
        for term, meaning in TERMS
        if re.search(re.escape(word := layout.text(term)), said, re.IGNORECASE)
    ]
    if not rows:
        return None
    columns = (TableColumn(message("Term"), least=110.0), TableColumn(message("Meaning"), share=1))
    cells: list[Row] = [
        [layout.literal_paragraph(word, Style.TIGHT_STRONG), meaning]
        for word, meaning in sorted(rows, key=lambda row: row[0].casefold())
    ]
    return SectionPage(None, titled_table(layout, None, columns, Rows(cells, tight=True)))

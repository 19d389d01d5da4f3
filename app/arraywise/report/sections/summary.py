"""Cover and executive summary."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

from reportlab.lib.utils import ImageReader
from reportlab.platypus import Image, Spacer

from arraywise.domain.messages import Severity, message
from arraywise.domain.requirement import Basis, Outcome
from arraywise.present import figures
from arraywise.present.findings import MOST_FIRST, first_findings, missing_evidence
from arraywise.present.headline import build_headline
from arraywise.present.labels import BASIS_MEANINGS
from arraywise.present.runway import describe_runway, has_growth
from arraywise.present.tables.overview import TablePart
from arraywise.report.pdf.layout import ContentsEntry, SideBySide
from arraywise.report.pdf.marks import IconParagraph, marker_drawing, severity_drawing
from arraywise.report.pdf.style import LINE, Style, option_style
from arraywise.report.pdf.tables import Rows, RuledRow, RuledTable, Ruling, titled_table
from arraywise.report.pdf.tagging import structure_of
from arraywise.report.pdf.text import Paragraph, in_colour, semibold
from arraywise.report.sections.options import answer_changes_table, build_options_columns_and_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.platypus import Flowable

    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message
    from arraywise.domain.study import ReportOptions
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import LayoutSection, PageLayout
    from arraywise.report.pdf.text import Blocks

_LABEL_WIDTH = 110.0
_SIZE = 8.5
"""Of the type."""
_LOGO_SIZE = (180.0, 60.0)
"""Most that a logo takes, in points."""

SYNTHETIC = message(
    "Synthetic example. Measurements, names and prices were generated and describe no real"
    " product."
)


def cover_section(
    content: ReportContent,
    layout: PageLayout,
    options: ReportOptions,
    sections: Sequence[LayoutSection],
) -> Blocks:
    """Set the cover, with the sections that follow."""
    words = message("Storage decision report")
    blocks: Blocks = [
        *_build_logo(options.logo, layout.text(content.facts.client or content.facts.name)),
        Paragraph(in_colour([semibold(layout.text(words))], layout.accent), Style.QUESTION),
        layout.paragraph(content.facts.name, Style.TITLE),
        layout.paragraph(content.question, Style.QUESTION),
        Spacer(1, 2 * LINE),
        _build_details_table(content, layout, options.author),
        Spacer(1, LINE),
    ]
    if content.facts.synthetic:
        blocks.append(layout.warning_banner(SYNTHETIC, Severity.WARNING))
    title = layout.paragraph(message("Contents"), Style.SUBHEADING)
    entries = [
        ContentsEntry(
            layout.link_paragraph(section.title, section.key, Style.CONTENTS), section.key
        )
        for section in sections
    ]
    return [*blocks, Spacer(1, 1.5 * LINE), *([title, *entries] if entries else [])]


_TITLE_SHARE = 0.72
"""Of the page's width that the title takes; the outcome stands beside it."""


class _Logo(Image):
    """A picture that stands for a name."""

    def __init__(self, image: bytes, size: tuple[float, float], name: str) -> None:
        super().__init__(BytesIO(image), *size, mask="auto", hAlign="LEFT")
        self._name = name

    def draw(self) -> None:
        """Draw it as a figure of the structure."""
        structure = structure_of(self.canv)
        with structure.open_element("Figure", alternative=self._name), structure.mark_content():
            super().draw()


def _build_logo(image: bytes, name: str) -> Blocks:
    """Set the client's logo at the head of the page, or leave its room free."""
    if not image:
        return [Spacer(1, 5 * LINE)]
    wide, high = ImageReader(BytesIO(image)).getSize()
    scale = min(_LOGO_SIZE[0] / wide, _LOGO_SIZE[1] / high)
    logo = _Logo(image, (wide * scale, high * scale), name)
    return [logo, Spacer(1, 5 * LINE - min(high * scale, 2 * LINE))]


def _build_details_table(content: ReportContent, layout: PageLayout, author: str) -> RuledTable:
    rows = [
        (message("Client"), content.facts.client),
        (message("Author"), author),
        (message("Scenario"), content.scenario),
        (message("State of the study"), layout.words.date(content.identity.changed_at)),
        (message("Options compared"), layout.words.number(len(content.answer.options))),
        (message("Evidence files"), layout.words.number(len(content.evidence))),
        (message("Study hash (SHA-256)"), content.identity.study_hash),
    ]
    cells = [
        RuledRow([layout.paragraph(label, Style.CELL_STRONG), layout.paragraph(value, Style.CELL)])
        for label, value in rows
        if value
    ]
    widths = (_LABEL_WIDTH, layout.width - _LABEL_WIDTH)
    ruling = Ruling(widths, (False, False), _SIZE, padding=(4.0, 5.0), heads_rows=True)
    return RuledTable(ruling, (), cells)


def summary_section(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set the answer on one page, with the sentences that the window shows."""
    answer = content.answer
    left, right = SideBySide.column_widths(layout.width)
    recommended = content.answer.recommended
    first = {
        i for i, o in enumerate(content.ranked) if recommended and o.option.id == recommended.id
    }
    columns, rows = build_options_columns_and_rows(content, layout, TablePart.SUMMARY, first)
    title = layout.subheading(message("The options"))
    return [
        *_build_headline(content, layout),
        layout.subheading(message("Your requirement")),
        layout.sentences_paragraph(_describe_requirement_and_scenario(content)),
        *titled_table(layout, title, columns, Rows(rows, strong=frozenset(first))),
        SideBySide(
            answer_changes_table(answer, replace(layout, width=left)),
            _build_certainty_and_findings(content, replace(layout, width=right)),
        ),
        *_build_option_lifetimes(content, layout),
        layout.space(0.5),
        layout.sentences_paragraph(_explain_basis_labels(answer), Style.NOTE),
        *_build_section_links(layout),
    ]


def _build_option_lifetimes(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set up to which month the options last; nothing where neither load nor data grow."""
    runway = content.runway
    if runway is None or not has_growth(runway):
        return []
    return [
        layout.subheading(message("How long it lasts")),
        layout.sentences_paragraph(list(describe_runway(content.answer, runway)), Style.CELL),
    ]


def _build_headline(content: ReportContent, layout: PageLayout) -> Blocks:
    said = build_headline(content.answer)
    words, first = layout.paragraph(said.title, Style.ANSWER), said.outcome
    title: Flowable = words
    if first is not None:
        marked = IconParagraph(marker_drawing(option_style(first.option), 16), words, gap=8)
        title = SideBySide([marked], [layout.space(0.7), layout.outcome_cell(first)], _TITLE_SHARE)
    blocks = [title, layout.sentences_paragraph(said.sentences, Style.KEY)]
    if said.next_step is not None:
        blocks += [layout.space(0.4), layout.paragraph(said.next_step, Style.STATEMENT)]
    if said.rival is not None and said.beside_title is not None:
        texts = (message("{title}.", title=said.beside_title), *said.beside)
        blocks.append(layout.option_callout(said.rival.option, texts))
    return [*blocks, *_build_published_conclusion(content, layout)]


def _build_certainty_and_findings(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set how sure the answer is and the findings that matter most, leading to all of them."""
    answer, sure = content.answer, content.answer.certainty.message
    blocks: Blocks = [layout.subheading(message("What is open"))]
    if sure is not None:
        blocks.append(layout.paragraph(sure))
    blocks += [
        layout.sentences_paragraph([message("{what}.", what=each.what), each.why], Style.CELL)
        for each in missing_evidence(answer)[:MOST_FIRST]
    ]
    findings = () if missing_evidence(answer) else first_findings(answer)
    blocks += [
        IconParagraph(
            severity_drawing(finding.severity),
            layout.link_paragraph(finding.message, "findings", Style.CELL),
            gap=6,
        )
        for finding in findings
    ]
    if len(answer.findings) > len(findings):
        text = message("All {count} findings", count=len(answer.findings))
        blocks.append(layout.link_paragraph(text, "findings", Style.NOTE))
    return blocks


def _explain_basis_labels(answer: Answer) -> list[Message]:
    """Say what the words beside the outcomes mean that occur."""
    shown = {o.basis if o.outcome is Outcome.PASS else Basis.NONE for o in answer.options}
    return [text for basis, text in BASIS_MEANINGS.items() if basis in shown]


def _build_section_links(layout: PageLayout) -> Blocks:
    """Link to the sections after the summary."""
    leads = [
        layout.link_runs(words, key)
        for key, words in (
            ("performance", message("Performance evidence")),
            ("prices", message("36-month price sheets")),
            ("scoring", message("Scoring and sensitivity")),
            ("map", message("Decision map")),
            ("trace", message("Where the figures come from")),
        )
        if key in layout.printed
    ]
    if not leads:
        return []
    return [layout.section_links(message("Read on"), leads)]


def _build_published_conclusion(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set what the authors of the figures conclude beside what is recommended here."""
    published = content.facts.published_conclusion
    if published is None:
        return []
    text = "What the publication concludes: {conclusion} ({citation})"
    concluded = message(text, conclusion=published.text, citation=published.citation)
    return [layout.space(0.4), layout.paragraph(concluded)]


def _describe_requirement_and_scenario(content: ReportContent) -> list[Message]:
    """Describe what is asked for, and in which scenario where it is not the base."""
    asked = figures.describe_requirement(content.answer)
    if not content.scenario:
        return asked
    return [message("Scenario “{name}”, not the base.", name=content.scenario), *asked]

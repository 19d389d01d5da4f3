"""Cover and executive summary."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from reportlab.lib.utils import ImageReader
from reportlab.platypus import Image, Spacer

from arraywise.domain.messages import Severity, message
from arraywise.present import figures
from arraywise.present.summary import describe_recommendation
from arraywise.present.tables.overview import Part
from arraywise.report.pdf.pages import ContentsEntry
from arraywise.report.pdf.style import LINE, Style
from arraywise.report.pdf.tables import Rows, RuledRow, RuledTable, Ruling, titled_table
from arraywise.report.pdf.tagging import structure_of
from arraywise.report.pdf.text import Paragraph, inked, strong
from arraywise.report.sections.shared import changes_table, options_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.platypus import Flowable

    from arraywise.domain.messages import Message
    from arraywise.domain.study import ReportOptions
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import LayoutSection, PageLayout

_LABEL_WIDTH = 110.0
_SIZE = 8.5
"""Of the type."""
_LOGO_SIZE = (180.0, 60.0)
"""Most that a logo takes, in points."""


def cover_section(
    content: ReportContent,
    layout: PageLayout,
    options: ReportOptions,
    sections: Sequence[LayoutSection],
) -> list[Flowable]:
    """Set the cover, with the sections that follow."""
    blocks: list[Flowable] = [
        *_logo(options.logo, layout.text(content.facts.client or content.facts.name)),
        _mark(layout),
        layout.paragraph(content.facts.name, Style.TITLE),
        layout.paragraph(content.question, Style.QUESTION),
        Spacer(1, 2 * LINE),
        _details(content, layout, options.author),
        Spacer(1, LINE),
    ]
    if content.facts.synthetic:
        blocks.append(layout.banner(SYNTHETIC, Severity.WARNING))
    return [*blocks, Spacer(1, 1.5 * LINE), *_contents(sections, layout)]


SYNTHETIC = message(
    "Synthetic example. The measurements, names and prices in this study were generated;"
    " they describe no real product."
)


class _Logo(Image):
    """A picture that stands for a name."""

    def __init__(self, image: bytes, size: tuple[float, float], name: str) -> None:
        super().__init__(BytesIO(image), *size, mask="auto", hAlign="LEFT")
        self._name = name

    def draw(self) -> None:
        """Draw it as a figure of the structure."""
        structure = structure_of(self.canv)
        with structure.element("Figure", alternative=self._name), structure.content():
            super().draw()


def _logo(image: bytes, name: str) -> list[Flowable]:
    """Set the client's logo at the head of the page, or leave its room free."""
    if not image:
        return [Spacer(1, 5 * LINE)]
    wide, high = ImageReader(BytesIO(image)).getSize()
    scale = min(_LOGO_SIZE[0] / wide, _LOGO_SIZE[1] / high)
    logo = _Logo(image, (wide * scale, high * scale), name)
    return [logo, Spacer(1, 5 * LINE - min(high * scale, 2 * LINE))]


def _mark(layout: PageLayout) -> Paragraph:
    words = message("Storage decision report")
    return Paragraph(inked([strong(layout.text(words))], layout.accent), Style.QUESTION)


def _details(content: ReportContent, layout: PageLayout, author: str) -> RuledTable:
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


def _contents(sections: Sequence[LayoutSection], layout: PageLayout) -> list[Flowable]:
    """List the sections; on which page each begins is known once it is there."""
    title = layout.paragraph(message("Contents"), Style.SUBHEADING)
    entries = [
        ContentsEntry(layout.link(section.title, section.key, Style.CONTENTS), section.key)
        for section in sections
    ]
    return [title, *entries] if entries else []


_NEAREST = 5
"""Changes listed here; all of them stand with the scores."""


def summary_section(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    """Set the summary."""
    sentences = describe_recommendation(content.answer)
    return [
        *(layout.key_sentence(s) for s in sentences[:1]),
        layout.space(0.6),
        layout.sentences(sentences[1:]),
        *_published_conclusion(content, layout),
        layout.subheading(message("What is required")),
        *(layout.bullet(sentence) for sentence in _required(content)),
        *_deciding_figures(content, layout),
        *changes_table(content.answer, layout, content.answer.changes[:_NEAREST]),
        *_further_changes(content, layout),
        *_open_findings(content, layout),
        *_reference_section(layout),
    ]


def _further_changes(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    """State that there are more changes than the nearest."""
    further = len(content.answer.changes) - _NEAREST
    if further <= 0:
        return []
    sentence = message(
        "Further changes, less near, stand with the scoring: {count}.", count=further
    )
    return [layout.link(sentence, "scoring", Style.NOTE)]


def _reference_section(layout: PageLayout) -> list[Flowable]:
    """Link to the sections after the summary."""
    leads = [
        layout.linked(words, key)
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
    return [layout.read_on(message("Read on"), leads)]


def _published_conclusion(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    """Set what the authors of the figures conclude beside what is recommended here."""
    published = content.facts.published_conclusion
    if published is None:
        return []
    concluded = message(
        "What the publication concludes: {conclusion} ({citation})",
        conclusion=published.text,
        citation=published.citation,
    )
    return [layout.space(0.4), layout.paragraph(concluded)]


def _required(content: ReportContent) -> list[Message]:
    """Describe what is asked for, and in which scenario where it is not the base."""
    asked = figures.requirements(content.answer)
    if not content.scenario:
        return asked
    return [message("Scenario “{name}”, not the base.", name=content.scenario), *asked]


def _deciding_figures(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    recommended = content.answer.recommended
    strong = {
        i for i, o in enumerate(content.ranked) if recommended and o.option.id == recommended.id
    }
    columns, rows = options_table(content, layout, Part.SUMMARY, strong)
    title = layout.subheading(message("What decides"))
    return titled_table(
        layout, title, columns, Rows(rows, strong=frozenset(strong)), figures.ROUNDED
    )


def _open_findings(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    findings = content.answer.findings
    if not findings:
        return []
    serious = sum(finding.severity is Severity.ERROR for finding in findings)
    sentence = message(
        "Findings that limit this comparison: {count}, of which serious: {serious}."
        " They are listed under “Findings and limits”.",
        count=len(findings),
        serious=serious,
    )
    severity = Severity.ERROR if serious else Severity.WARNING
    return [layout.banner(sentence, severity, key="findings")]

"""The cover: whose question, which study in which state, and what is inside."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from reportlab.lib.utils import ImageReader
from reportlab.platypus import Image, Spacer

from arraywise.domain.problems import Severity
from arraywise.domain.said import say
from arraywise.report.later import ContentsEntry
from arraywise.report.paragraph import Paragraph
from arraywise.report.ruled_table import RuledRow, RuledTable, Ruling
from arraywise.report.runs import inked, strong
from arraywise.report.styles import LINE, Style
from arraywise.report.tagging import structure_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.platypus import Flowable

    from arraywise.domain.report_options import ReportOptions
    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout
    from arraywise.report.section import Section

_LABEL_WIDTH = 110.0
_SIZE = 8.5
"""Of the type."""
_LOGO_SIZE = (180.0, 60.0)
"""Most that a logo takes, in points."""


def build(
    content: ReportContent, layout: Layout, options: ReportOptions, sections: Sequence[Section]
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


SYNTHETIC = say(
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


def _mark(layout: Layout) -> Paragraph:
    words = say("Storage decision report")
    return Paragraph(inked([strong(layout.text(words))], layout.accent), Style.QUESTION)


def _details(content: ReportContent, layout: Layout, author: str) -> RuledTable:
    rows = [
        (say("Client"), content.facts.client),
        (say("Author"), author),
        (say("Scenario"), content.scenario),
        (say("State of the study"), layout.words.date(content.identity.changed_at)),
        (say("Options compared"), layout.words.number(len(content.answer.options))),
        (say("Evidence files"), layout.words.number(len(content.evidence))),
        (say("Study hash (SHA-256)"), content.identity.study_hash),
    ]
    cells = [
        RuledRow([layout.paragraph(label, Style.CELL_STRONG), layout.paragraph(value, Style.CELL)])
        for label, value in rows
        if value
    ]
    widths = (_LABEL_WIDTH, layout.width - _LABEL_WIDTH)
    ruling = Ruling(widths, (False, False), _SIZE, padding=(4.0, 5.0), heads_rows=True)
    return RuledTable(ruling, (), cells)


def _contents(sections: Sequence[Section], layout: Layout) -> list[Flowable]:
    """List the sections; on which page each begins is known once it is there."""
    title = layout.paragraph(say("Contents"), Style.SUBHEADING)
    entries = [
        ContentsEntry(layout.link(section.title, section.key, Style.CONTENTS), section.key)
        for section in sections
    ]
    return [title, *entries] if entries else []

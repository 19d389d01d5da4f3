"""The cover: whose question, which study in which state, and what is inside."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from reportlab.lib.utils import ImageReader
from reportlab.platypus import Image, Spacer, Table

from arraywise.domain.problems import Severity
from arraywise.domain.said import say
from arraywise.report import fonts
from arraywise.report.later import PageOf
from arraywise.report.styles import LINE, Style, colour, paragraph_style
from arraywise.report.tagging import Paragraph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.platypus import Flowable

    from arraywise.domain.report_options import ReportOptions
    from arraywise.report.content import ReportContent
    from arraywise.report.layout import Layout
    from arraywise.report.section import Section

_LABEL_WIDTH = 110.0
_NUMBER_WIDTH = 30.0
_LOGO_SIZE = (180.0, 60.0)
"""Most that a logo takes, in points."""


def build(
    content: ReportContent, layout: Layout, options: ReportOptions, sections: Sequence[Section]
) -> list[Flowable]:
    """Set the cover, with the sections that follow."""
    blocks: list[Flowable] = [
        *_logo(options.logo),
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


def _logo(image: bytes) -> list[Flowable]:
    """Set the client's logo at the head of the page, or leave its room free."""
    if not image:
        return [Spacer(1, 5 * LINE)]
    wide, high = ImageReader(BytesIO(image)).getSize()
    scale = min(_LOGO_SIZE[0] / wide, _LOGO_SIZE[1] / high)
    logo = Image(BytesIO(image), wide * scale, high * scale, mask="auto", hAlign="LEFT")
    return [logo, Spacer(1, 5 * LINE - min(high * scale, 2 * LINE))]


def _mark(layout: Layout) -> Paragraph:
    accent = layout.accent.hexval().replace("0x", "#")
    words = layout.markup(say("Storage decision report"))
    markup = f'<font name="{fonts.SEMIBOLD}" color="{accent}">{words}</font>'
    return Paragraph(markup, paragraph_style(Style.QUESTION))


def _details(content: ReportContent, layout: Layout, author: str) -> Table:
    rows = [
        (say("Client"), content.facts.client),
        (say("Author"), author),
        (say("State of the study"), layout.words.date(content.identity.changed_at)),
        (say("Options compared"), layout.words.number(len(content.answer.options))),
        (say("Evidence files"), layout.words.number(len(content.evidence))),
        (say("Study hash (SHA-256)"), content.identity.study_hash),
    ]
    cells = [
        [layout.paragraph(label, Style.CELL_STRONG), layout.paragraph(value, Style.CELL)]
        for label, value in rows
        if value
    ]
    table = Table(cells, colWidths=[_LABEL_WIDTH, layout.width - _LABEL_WIDTH])
    table.setStyle(
        [
            ("FONT", (0, 0), (-1, -1), fonts.REGULAR, 8),
            ("LINEABOVE", (0, 0), (-1, 0), 0.9, colour("border_strong")),
            ("LINEBELOW", (0, 0), (-1, -1), 0.5, colour("hair")),
            ("LEFTPADDING", (0, 0), (0, -1), 1),
            ("TOPPADDING", (0, 0), (-1, -1), 4),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 5),
        ]
    )
    return table


def _contents(sections: Sequence[Section], layout: Layout) -> list[Flowable]:
    """List the sections; on which page each begins is known once it is there."""
    title = layout.paragraph(say("Contents"), Style.SUBHEADING)
    cells = [
        [layout.link(section.title, section.key, Style.CONTENTS), PageOf(section.key)]
        for section in sections
    ]
    if not cells:
        return []
    table = Table(cells, colWidths=[layout.width - _NUMBER_WIDTH, _NUMBER_WIDTH])
    table.setStyle(
        [
            ("FONT", (0, 0), (-1, -1), fonts.REGULAR, 8),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 0),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
        ]
    )
    return [title, table]

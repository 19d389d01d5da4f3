"""The cover: question, client, author, date, and what is in the report."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from reportlab.lib.utils import ImageReader
from reportlab.platypus import Image, Spacer

from arraywise.domain.messages import message
from arraywise.report.pdf.layout import ContentsEntry
from arraywise.report.pdf.style import LINE, Style
from arraywise.report.pdf.tables import RuledRow, RuledTable, Ruling
from arraywise.report.pdf.tagging import structure_of
from arraywise.report.pdf.text import Paragraph, in_colour, semibold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.messages import Message
    from arraywise.domain.study import ReportOptions
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.text import Blocks

KEY = "cover"
_LABEL_WIDTH = 120.0
_LOGO_SIZE = (180.0, 60.0)
"""Most that a logo takes, in points."""


def build_cover(
    content: ReportContent,
    layout: PageLayout,
    options: ReportOptions,
    entries: Sequence[tuple[Message, str]],
) -> Blocks:
    """Set the cover, with titles and keys of the sections that follow."""
    words = message("Storage decision report")
    listed = [
        ContentsEntry(layout.link_paragraph(title, key, Style.CONTENTS), key)
        for title, key in entries
    ]
    return [
        *_build_logo(options.logo, layout.text(content.facts.client or content.facts.name)),
        Paragraph(in_colour([semibold(layout.text(words))], layout.accent), Style.QUESTION),
        layout.paragraph(content.facts.name, Style.TITLE),
        layout.paragraph(content.question, Style.QUESTION),
        Spacer(1, 2 * LINE),
        _build_details(content, layout, options.author),
        Spacer(1, 2 * LINE),
        layout.paragraph(message("Contents"), Style.SUBHEADING),
        *listed,
    ]


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


def _build_details(content: ReportContent, layout: PageLayout, author: str) -> RuledTable:
    rows = [
        (message("Client"), content.facts.client),
        (message("Author"), author),
        (message("Scenario"), content.scenario),
        (message("Date"), layout.words.date(content.identity.changed_at)),
        (message("Study hash (SHA-256)"), content.identity.study_hash),
    ]
    cells = [
        RuledRow([layout.paragraph(label, Style.CELL_STRONG), layout.paragraph(value, Style.CELL)])
        for label, value in rows
        if value
    ]
    widths = (_LABEL_WIDTH, layout.width - _LABEL_WIDTH)
    return RuledTable(Ruling(widths, (False, False), 9.2, heads_rows=True), (), cells)

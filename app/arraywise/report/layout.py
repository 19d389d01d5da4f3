"""Turns what is said into blocks on a page: the words sections use to set text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, Spacer, Table

from arraywise.domain.said import Said
from arraywise.report import fonts
from arraywise.report.marks import (
    SEVERITY_COLOURS,
    SEVERITY_WORDS,
    VERDICT_COLOURS,
    VERDICT_WORDS,
    Beside,
    marker_drawing,
    severity_drawing,
    verdict_drawing,
)
from arraywise.report.styles import LINE, Style, colour, look, paragraph_style
from arraywise.report.tagging import Paragraph, structure_of
from arraywise.report.wording import NONE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from reportlab.graphics.shapes import Drawing
    from reportlab.lib.colors import Color

    from arraywise.domain.decision import Verdict
    from arraywise.domain.options import Option
    from arraywise.domain.problems import Severity
    from arraywise.report.wording import Wording

Text = Said | str
"""A sentence of ours, or text from outside."""

_LINE = re.compile(r":\d+\Z")
_TERMS = 7.5
"""Size of the type that the terms of a price stand in."""
_PERCENT = "\N{NO-BREAK SPACE}%"
"""A percent sign stays with its number."""
ROOM_FOR_A_START = 9 * LINE
"""Height that must be left for a heading, so that it does not stand alone."""


class Figure(Flowable):
    """A drawing with words for who does not see it."""

    def __init__(self, drawing: Drawing, alternative: str) -> None:
        super().__init__()
        self._drawing, self._alternative = drawing, alternative

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803 - ReportLab's names
        """Take what the drawing takes."""
        self.width, self.height = self._drawing.wrap(aW, aH)
        return self.width, self.height

    def draw(self) -> None:
        """Draw it as a figure of the structure."""
        with structure_of(self.canv).content("Figure", self._alternative):
            self._drawing.drawOn(self.canv, 0, 0)


class Heading(Paragraph):
    """A heading that the outline and, on the first level, the contents lead to."""

    def __init__(self, markup: str, style: Style, plain: str, key: str, level: int) -> None:
        super().__init__(markup, paragraph_style(style))
        self.plain = plain
        self.key = key
        self.level = level


@dataclass(frozen=True)
class Layout:
    """One document's wording and width, and the blocks that are made of them."""

    words: Wording
    width: float
    """Of the text, in points."""
    option_names: frozenset[str]
    """As they are shown; set in semibold where a sentence names them."""
    accent: Color
    """Of the bars and rules that lead the eye."""
    printed: frozenset[str] = frozenset()
    """Keys of the sections that are in the document: only there may a link lead."""
    places: Mapping[str, str] = field(default_factory=dict)
    """Files that other sections name, with the key of their entry among the evidence."""

    def text(self, text: Text) -> str:
        """Return a text as it is shown, not marked up."""
        return self.words.say(text) if isinstance(text, Said) else self.words.foreign(text)

    def markup(self, text: Text) -> str:
        """Return a text as ReportLab's markup: nothing in it is interpreted but our own bold."""
        if isinstance(text, str):
            return escape(self.words.foreign(text))
        parts = []
        for piece, figure in self.words.pieces(text):
            marked = escape(piece).replace(" %", _PERCENT)
            is_option = figure is not None and piece in self.option_names
            parts.append(f"<b>{marked}</b>" if is_option else marked)
        return "".join(parts)

    def paragraph(self, text: Text, style: Style = Style.BODY) -> Paragraph:
        """Set a text as a paragraph."""
        return Paragraph(self.markup(text), paragraph_style(style))

    def link(self, text: Text, key: str, style: Style = Style.BODY) -> Paragraph:
        """Set a text that leads to a section, or to a place of ours, where that is printed."""
        return Paragraph(self.linked(self.markup(text), key), paragraph_style(style))

    def linked(self, markup: str, key: str) -> str:
        """Let markup of ours lead to a section; it stays as it is where that is left out."""
        return f'<a href="#{key}">{markup}</a>' if key in self.printed else markup

    def place(self, text: str) -> str:
        """Return a file, with its line where there is one, as markup that leads to its entry."""
        key = self.places.get(_LINE.sub("", text))
        markup = self.markup(text)
        return markup if key is None else f'<a href="#{key}">{markup}</a>'

    def place_cell(self, text: str) -> Paragraph:
        """Set a file with its line in a table."""
        return Paragraph(self.place(text), paragraph_style(Style.CELL))

    def sentences(self, texts: Sequence[Text], style: Style = Style.BODY) -> Paragraph:
        """Set several sentences as one paragraph."""
        return Paragraph(" ".join(map(self.markup, texts)), paragraph_style(style))

    def listed(self, texts: Sequence[Text], style: Style = Style.BODY) -> Paragraph:
        """Set several texts as one paragraph, with commas between."""
        return Paragraph(", ".join(map(self.markup, texts)), paragraph_style(style))

    def listing(self, title: Text, texts: Sequence[Text]) -> Paragraph:
        """Set a title with files that belong to it on the same line, in small type."""
        shown = (self.place(t) if isinstance(t, str) else self.markup(t) for t in texts)
        markup = f"{self.markup(title)}: {', '.join(shown)}"
        return Paragraph(markup, paragraph_style(Style.NOTE))

    def read_on(self, title: Text, leads: Sequence[str]) -> Paragraph:
        """Set links, which are markup already, in a line of small type."""
        accent = self.accent.hexval().replace("0x", "#")
        shown = " \N{MIDDLE DOT} ".join(f'<font color="{accent}">{lead}</font>' for lead in leads)
        return Paragraph(f"{self.markup(title)}: {shown}", paragraph_style(Style.NOTE))

    def bullet(self, text: Text) -> Paragraph:
        """Set a text as an item of a list."""
        return Paragraph(self.markup(text), paragraph_style(Style.BULLET), bulletText=NONE)

    def formula(self, markup: str) -> Paragraph:
        """Set a formula; `markup` is our own, with <sub> and <super>."""
        lowered = markup.replace("<sub>", '<sub rise="2" size="7">')
        raised = lowered.replace("<super>", '<super rise="3.5" size="7">')
        return Paragraph(raised, paragraph_style(Style.FORMULA))

    def heading(self, text: Text, key: str) -> Heading:
        """Set a section's heading."""
        return Heading(self.markup(text), Style.HEADING, self.text(text), key, 0)

    def subheading(self, text: Text, key: str = "") -> Heading:
        """Set a heading within a section; with a key the outline leads to it."""
        level = 1 if key else 2
        return Heading(self.markup(text), Style.SUBHEADING, self.text(text), key, level)

    def part(self, title: Text, blocks: Sequence[Flowable]) -> list[Flowable]:
        """Set a heading with what belongs under it; the heading never stands alone."""
        return [CondPageBreak(ROOM_FOR_A_START), self.subheading(title), *blocks]

    def key_sentence(self, text: Text) -> Table:
        """Set the sentence that the page is about, with the accent bar beside it."""
        table = Table([[self.paragraph(text, Style.KEY)]], colWidths=[self.width])
        table.setStyle(
            [
                ("FONT", (0, 0), (0, 0), fonts.REGULAR, 8),
                ("LINEBEFORE", (0, 0), (0, 0), 3, self.accent),
                ("LEFTPADDING", (0, 0), (0, 0), 12),
                ("TOPPADDING", (0, 0), (0, 0), 1),
                ("BOTTOMPADDING", (0, 0), (0, 0), 5),
            ]
        )
        return table

    def banner(self, text: Text, severity: Severity, key: str = "") -> Table:
        """Set a remark that nobody may overlook; with a key it leads to a section."""
        name = SEVERITY_COLOURS[severity]
        line = Beside(severity_drawing(severity), self.link(text, key, Style.CELL), gap=7)
        table = Table([[line]], colWidths=[self.width], spaceBefore=4, spaceAfter=8)
        table.setStyle(
            [
                ("FONT", (0, 0), (0, 0), fonts.REGULAR, 8),
                ("LINEBEFORE", (0, 0), (0, 0), 3, colour(name)),
                ("BACKGROUND", (0, 0), (0, 0), colour(f"{name}_tint")),
                ("LEFTPADDING", (0, 0), (0, 0), 10),
                ("TOPPADDING", (0, 0), (0, 0), 6),
                ("BOTTOMPADDING", (0, 0), (0, 0), 7),
            ]
        )
        return table

    def option(self, option: Option, style: Style = Style.CELL) -> Beside:
        """Set an option's marker and name."""
        return Beside(marker_drawing(look(option)), self.paragraph(option.name, style))

    def verdict(self, verdict: Verdict) -> Beside:
        """Set a verdict's icon and word."""
        paragraph = self._inked(VERDICT_WORDS[verdict], VERDICT_COLOURS.get(verdict, "unknown"))
        return Beside(verdict_drawing(verdict), paragraph)

    def severity(self, severity: Severity) -> Beside:
        """Set a severity's icon and word."""
        paragraph = self._inked(SEVERITY_WORDS[severity], SEVERITY_COLOURS[severity])
        return Beside(severity_drawing(severity), paragraph)

    def _inked(self, text: Said, ink: str) -> Paragraph:
        code = colour(ink).hexval().replace("0x", "#")
        markup = f'<font color="{code}">{self.markup(text)}</font>'
        return Paragraph(markup, paragraph_style(Style.CELL_STRONG))

    def two_lines(self, text: Text, below: Text, key: str = "") -> Paragraph:
        """Set a text with another one in fine print below; links to the key lead here."""
        size, anchor = paragraph_style(Style.FINE).fontSize, f'<a name="{key}"/>' if key else ""
        return self._with_fine_print(anchor + self.markup(text), self.markup(below), size)

    def with_terms(self, text: Text, terms: Sequence[Text]) -> Paragraph:
        """Set a text with what else holds for it in smaller type below."""
        below = "; ".join(map(self.markup, terms))
        return self._with_fine_print(self.markup(text), below, _TERMS)

    def _with_fine_print(self, markup: str, below: str, size: float) -> Paragraph:
        grey = colour("text3").hexval().replace("0x", "#")
        fine_print = f'<font size="{size}" color="{grey}">{below}</font>'
        return Paragraph(f"{markup}<br/>{fine_print}", paragraph_style(Style.CELL))

    def whole_text(self, text: str) -> Paragraph:
        """Set a text from outside to its last character."""
        return Paragraph(escape(fonts.visible(text)), paragraph_style(Style.NOTE))

    def figure(self, caption: Text, drawing: Drawing, *notes: Text) -> KeepTogether:
        """Set a drawing under its caption, with notes below; the words stand for it."""
        below = [self.paragraph(note, Style.NOTE) for note in notes]
        told = Figure(drawing, " ".join(self.text(text) for text in (caption, *notes)))
        return KeepTogether([self.paragraph(caption, Style.CAPTION), told, *below])

    def space(self, lines: float = 1.0) -> Spacer:
        """Leave some lines free."""
        return Spacer(1, lines * LINE)

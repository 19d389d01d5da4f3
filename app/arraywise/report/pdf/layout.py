"""Words the sections use to set text; what is known only when all pages are done."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import escape

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFStream,
    PDFString,
    PDFZCompress,
)
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether

from arraywise.domain.messages import Message
from arraywise.present.labels import (
    SEVERITY_WORDS,
    basis_or_reason_label,
    outcome_label,
)
from arraywise.present.numbers import NONE
from arraywise.report.pdf import style as fonts
from arraywise.report.pdf.marks import (
    SEVERITY_COLOURS,
    VERDICT_COLOURS,
    Callout,
    CalloutBar,
    IconParagraph,
    marker_drawing,
    severity_drawing,
    verdict_drawing,
)
from arraywise.report.pdf.style import LINE, Style, option_style, paragraph_style, theme_colour
from arraywise.report.pdf.tagging import structure_of
from arraywise.report.pdf.text import (
    NEW_LINE,
    Paragraph,
    SectionSpacer,
    StyledText,
    as_link,
    in_colour,
    in_size,
    join_runs,
    parse_formula_markup,
    semibold,
    text_writer_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from reportlab.graphics.shapes import Drawing
    from reportlab.lib.colors import Color
    from reportlab.pdfgen.canvas import Canvas

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.messages import Severity
    from arraywise.domain.options import Option
    from arraywise.domain.study import Attachment
    from arraywise.present.language import Wording
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.text import Blocks


Text = Message | str
"""A sentence of ours, or text from outside."""

_TERMS = 7.5
"""Size of the type that the terms of a price stand in."""
_BEFORE_UNIT = re.compile(r"\A \Z| (?=%|ms\b|[tT]x/s)")
"""The space of a unit, which stays with its number, and the one between two figures."""
_APART = " \N{NO-BREAK SPACE}\N{NO-BREAK SPACE}\N{NO-BREAK SPACE} "
"""Between formulas on one line."""
ROOM_FOR_A_START = 9 * LINE
"""Height that must be left for a heading, so that it does not stand alone."""


class DrawingFigure(Flowable):
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
        structure = structure_of(self.canv)
        with (
            structure.open_element("Figure", alternative=self._alternative),
            structure.mark_content(),
        ):
            self._drawing.drawOn(self.canv, 0, 0)


class SideBySide(Flowable):
    """Two columns of blocks; where they are higher than a page, one under the other."""

    _APART = 24.0

    def __init__(
        self, left: Sequence[Flowable], right: Sequence[Flowable], share: float = 0.55
    ) -> None:
        super().__init__()
        self._columns, self._share = (list(left), list(right)), share
        self._places: list[tuple[Flowable, float, float]] = []

    @classmethod
    def column_widths(cls, whole: float, share: float = 0.55) -> tuple[float, float]:
        """Return how wide both columns are."""
        left = (whole - cls._APART) * share
        return left, whole - cls._APART - left

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803 - ReportLab's names
        """Measure both columns."""
        self._places, heights, x = [], [], 0.0
        for blocks, wide in zip(self._columns, self.column_widths(aW, self._share), strict=True):
            y = 0.0
            for block in blocks:
                y += block.getSpaceBefore() if y else 0.0
                high = block.wrap(wide, aH)[1]
                self._places.append((block, x, y + high))
                y += high + block.getSpaceAfter()
            heights.append(y)
            x += wide + self._APART
        self.width, self.height = aW, max(heights)
        return self.width, self.height

    def split(self, aW: float, aH: float) -> Blocks:  # noqa: N803, ARG002 - ReportLab's
        """Move to the next page whole, unless no page has room for it."""
        frame = vars(self).get("_frame")
        is_a_page = frame is not None and aH > 0.9 * float(frame._height)  # noqa: SLF001
        return [*self._columns[0], *self._columns[1]] if is_a_page else []

    def draw(self) -> None:
        """Draw the left column, then the right one."""
        for block, x, low in self._places:
            block.drawOn(self.canv, x, self.height - low)


class OutlineHeading(Paragraph):
    """A heading that the outline and, on the first level, the contents lead to."""

    def __init__(
        self, runs: Sequence[StyledText], style: Style, key: str, level: int, title: str = ""
    ) -> None:
        super().__init__(runs, style)
        self.key, self.level, self.title = key, level, title or self.plain
        """The title is what the outline calls it."""


class SectionStart(CondPageBreak):
    """Begins a section on this page if all of it fits, or if too much of the page were empty."""

    def __init__(self, height: float, most_empty: float) -> None:
        super().__init__(height)
        self._most_empty = most_empty
        """Share of the page that may stay empty."""

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803 - ReportLab's names
        """Break the page where the section would begin below others and not fit."""
        frame = self._doctemplateAttr("frame")  # type: ignore[attr-defined]  # no stub has it
        is_free = frame is not None and aH > self._most_empty * float(frame._height)  # noqa: SLF001
        return (aW, 0.0) if is_free else super().wrap(aW, aH)


@dataclass(frozen=True)
class PageLayout:
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
    written: list[str] = field(default_factory=list)
    """What was set so far: the glossary explains the terms in it."""

    def leading_to(self, keys: frozenset[str]) -> PageLayout:
        """Return a layout whose links lead to these sections, which are printed."""
        return replace(self, printed=keys)

    def text(self, text: Text) -> str:
        """Return a text as it is shown, not marked up."""
        if not isinstance(text, Message):
            return self.words.foreign(text)
        self.written.append(self.words.localise(text))
        return self.written[-1]

    def runs(self, text: Text) -> list[StyledText]:
        """Return a text as runs; options stand out in our own sentences."""
        if isinstance(text, str):
            return [StyledText(self.words.foreign(text))]
        result = [
            semibold(piece)
            if figure is not None and piece in self.option_names
            else StyledText(_BEFORE_UNIT.sub("\N{NO-BREAK SPACE}", piece))
            for piece, figure in self.words.pieces(text)
        ]
        self.written.append("".join(run.text for run in result))
        return result

    def paragraph(self, text: Text, style: Style = Style.BODY) -> Paragraph:
        """Set a text as a paragraph."""
        return Paragraph(self.runs(text), style)

    def link_paragraph(self, text: Text, key: str, style: Style = Style.BODY) -> Paragraph:
        """Set a text that leads to a section, or to a place of ours, where that is printed."""
        return Paragraph(self.link_runs(text, key), style)

    def link_runs(self, text: Text, key: str) -> list[StyledText]:
        """Let a text lead to a section; it stays as it is where that is left out."""
        return as_link(self.runs(text), key) if key in self.printed else self.runs(text)

    def sentences_paragraph(self, texts: Sequence[Text], style: Style = Style.BODY) -> Paragraph:
        """Set several sentences as one paragraph."""
        return Paragraph(join_runs([self.runs(text) for text in texts], " "), style)

    def comma_separated_cell(self, texts: Sequence[Text]) -> Paragraph:
        """Set several texts in a cell, with commas between."""
        return Paragraph(join_runs([self.runs(text) for text in texts], ", "), Style.CELL)

    def bullet_item(self, text: Text) -> Paragraph:
        """Set a text as an item of a list."""
        return Paragraph(self.runs(text), Style.BULLET, mark=NONE)

    def formula_line(self, *texts: str) -> Paragraph:
        """Set formulas of ours on one line, in which <sub> and <super> mark indices and powers."""
        return Paragraph(
            join_runs([parse_formula_markup(text) for text in texts], _APART), Style.FORMULA
        )

    def section_heading(self, section: LayoutSection, said: Text | None) -> Blocks:
        """Set a section's name in small above the message of its page, where it has one."""
        title = self.text(section.title)
        name = in_colour(self.runs(section.title), self.accent)
        if said is None:
            return [OutlineHeading(name, Style.SECTION, section.key, 0)]
        message = self.title_runs(said)
        return [
            Paragraph(name, Style.SECTION),
            OutlineHeading(message, Style.HEADING, section.key, 0, title),
        ]

    def title_sentence(self, text: Text) -> Paragraph:
        """Set a sentence that stands out in the text, without its full stop."""
        return Paragraph(self.title_runs(text), Style.STATEMENT)

    def outline_heading(self, text: Text, key: str) -> OutlineHeading:
        """Set a heading of the first level that the outline leads to."""
        return OutlineHeading(self.runs(text), Style.HEADING, key, 0)

    def appendix_heading(self, section: LayoutSection) -> Blocks:
        """Set the heading of an appendix, on the second level of the outline."""
        return [OutlineHeading(self.runs(section.title), Style.APPENDIX, section.key, 1)]

    def decision_heading(self, text: Text) -> OutlineHeading:
        """Set the decision as the heading of its page."""
        return OutlineHeading(self.title_runs(text), Style.ANSWER, "", 0)

    def title_runs(self, text: Text) -> list[StyledText]:
        """Return a sentence as a title: without its full stop."""
        runs = self.runs(text)
        if runs and runs[-1].text.endswith("."):
            runs[-1] = runs[-1]._replace(text=runs[-1].text[:-1])
        return [run._replace(font="") for run in runs]

    def subheading(self, text: Text, key: str = "") -> OutlineHeading:
        """Set a heading within a section; with a key the outline leads to it."""
        return OutlineHeading(self.title_runs(text), Style.SUBHEADING, key, 2)

    def titled_part(self, title: Text, blocks: Sequence[Flowable]) -> Blocks:
        """Keep a heading with what belongs under it; it never ends a page."""
        return [CondPageBreak(ROOM_FOR_A_START), self.subheading(title), *blocks]

    def option_callout(self, option: Option, texts: Sequence[Text]) -> Callout:
        """Set sentences of an option behind a bar in its colour; the first stands out."""
        first, *rest = texts
        bold = [semibold(self.text(first))]
        runs = join_runs([bold, *(self.runs(text) for text in rest)], " ")
        bar = CalloutBar(option_style(option).line, 12, 1, 5)
        return Callout(Paragraph(runs, Style.BODY), bar, before=8)

    def option_cell(self, option: Option, style: Style = Style.CELL) -> IconParagraph:
        """Set an option's marker and name."""
        return IconParagraph(
            marker_drawing(option_style(option)), self.paragraph(option.name, style)
        )

    def outcome_cell(self, option: OptionAnswer) -> IconParagraph:
        """Set an option's outcome with its icon, and what that is on in small grey."""
        ink = theme_colour(VERDICT_COLOURS.get(option.status, "unknown"))
        word = semibold(self.text(outcome_label(option)))
        size = paragraph_style(Style.FINE).fontSize
        basis = in_colour(
            in_size(self.runs(basis_or_reason_label(option)), size), theme_colour("text3")
        )
        paragraph = Paragraph([*in_colour([word], ink), StyledText("\u00a0 "), *basis], Style.CELL)
        return IconParagraph(verdict_drawing(option.status), paragraph)

    def option_with_lines(self, option: Option, lines: Sequence[Text]) -> IconParagraph:
        """Set an option's marker and name in bold, with lines about it in fine print below."""
        name = self.cell_with_fine_print(option.name, *lines, style=Style.CELL_STRONG)
        return IconParagraph(marker_drawing(option_style(option)), name)

    def statement_cell(self, said: Text, below: Sequence[Text]) -> Paragraph:
        """Set a sentence in bold with others below it."""
        bold = [semibold(self.text(said))]
        if not below:
            return Paragraph(bold, Style.CELL)
        more = join_runs([self.runs(text) for text in below], " ")
        return Paragraph([*bold, NEW_LINE, *more], Style.CELL)

    def literal_paragraph(self, text: str, style: Style) -> Paragraph:
        """Set words of ours that are in the language of the document already."""
        return Paragraph([StyledText(text)], style)

    def severity_cell(self, severity: Severity) -> IconParagraph:
        """Set a severity's icon and word."""
        paragraph = self._coloured_cell(SEVERITY_WORDS[severity], SEVERITY_COLOURS[severity])
        return IconParagraph(severity_drawing(severity), paragraph)

    def _coloured_cell(self, text: Message, ink: str) -> Paragraph:
        return Paragraph(in_colour(self.runs(text), theme_colour(ink)), Style.CELL_STRONG)

    def cell_with_fine_print(
        self, text: Text, *below: Text, style: Style = Style.CELL
    ) -> Paragraph:
        """Set a text with others in fine print below, each on its own line."""
        size = paragraph_style(Style.FINE).fontSize
        runs = self.runs(text)
        for each in below:
            plain = [run._replace(font=fonts.REGULAR) for run in self.runs(each)]
            fine = in_colour(in_size(plain, size), theme_colour("text3"))
            runs = [*runs, NEW_LINE, *fine]
        return Paragraph(runs, style)

    def cell_with_terms(self, text: Text, terms: Sequence[Text]) -> Paragraph:
        """Set a text of a long list with what else holds for it in smaller type below."""
        below = in_size(join_runs([self.runs(term) for term in terms], "; "), _TERMS)
        fine_print = in_colour(below, theme_colour("text3"))
        return Paragraph([*self.runs(text), NEW_LINE, *fine_print], Style.TIGHT)

    def uncut_text(self, text: str) -> Paragraph:
        """Set a text from outside to its last character."""
        return Paragraph([StyledText(fonts.make_visible(text))], Style.NOTE)

    def message_figure(
        self, said: Text, what: Text, drawing: Drawing, *notes: Text
    ) -> KeepTogether:
        """Set a drawing under its message, with what it plots in small; the words stand for it."""
        below = [self.paragraph(note, Style.NOTE) for note in notes]
        stated = DrawingFigure(drawing, " ".join(self.text(t) for t in (said, what, *notes)))
        head = [self.subheading(said), self.paragraph(what, Style.NOTE)]
        return KeepTogether([*head, stated, *below])

    def space(self, lines: float = 1.0) -> SectionSpacer:
        """Leave some lines free, never at the top of the next page."""
        return SectionSpacer(1, lines * LINE)


@dataclass(frozen=True, slots=True)
class SectionPage:
    """What a section says: the message of its page, and what stands below."""

    said: Text | None
    """None where its blocks begin with what it says, and for an appendix."""
    blocks: Blocks


@dataclass(frozen=True, slots=True)
class LayoutSection:
    """A part of the report with its own heading and bookmark."""

    key: str
    title: Message
    build: Callable[[ReportContent, PageLayout], SectionPage | None]
    """None where it has nothing to say: then it is absent."""
    is_appendix: bool = False
    most_empty: float = 0.36
    """Share of the page before that may stay empty, so that it begins on a new one."""


_NUMBER_WIDTH = 30.0


class TextPlaceholder(NamedTuple):
    """A place for a text that ends at a point."""

    page: int
    """From 0."""
    right: float
    base: float
    size: float
    ink: Color


class ContentsEntry(Flowable):
    """A section in the list of contents, with the number of the page that it begins on."""

    def __init__(self, title: Paragraph, key: str) -> None:
        super().__init__()
        self._title, self._key = title, key

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:  # noqa: N803 - ReportLab's names
        """Leave the number its room."""
        self.width, self.height = aW, self._title.wrap(aW - _NUMBER_WIDTH, aH)[1]
        return self.width, self.height

    def draw(self) -> None:
        """Draw the title, and leave the place for the number."""
        style, structure = self._title.style, structure_of(self.canv)
        high = float(style.leading)
        area = (self.width - _NUMBER_WIDTH, 0.0, self.width, high)
        with structure.open_contents_entry():
            self._title.draw_at(self.canv, 0, self.height)
            with (
                structure.open_block("P"),
                structure.mark_link(self._key, [area], self._title.plain),
            ):
                end = (self.width, high - style.fontSize)
                reserve_text_placeholder(
                    self.canv, page_number_key(self._key), end, style.fontSize, style.textColor
                )


def page_number_key(key: str) -> str:
    """Name the place that tells where a section begins."""
    return f"page-of-{key}"


def _placeholders_of(canvas: Canvas) -> dict[str, TextPlaceholder]:
    known: dict[str, dict[str, TextPlaceholder]] = vars(canvas)
    return known.setdefault("arraywise_held", {})


def reserve_text_placeholder(
    canvas: Canvas, name: str, end: tuple[float, float], size: float, ink: Color
) -> None:
    """Leave a place for a text that ends at a point, relative to what the canvas has moved to."""
    _placeholders_of(canvas)[name] = TextPlaceholder(canvas.getPageNumber() - 1, *end, size, ink)
    canvas.addLiteral(_placeholder_comment(name))


def _placeholder_comment(name: str) -> str:
    return f"%{name}\n"


def fill_text_placeholders(canvas: Canvas, texts: Mapping[str, str]) -> None:
    """Write what belongs in the places that were left; all pages must be done."""
    document: Any = vars(canvas)["_doc"]  # the canvas has no other way to the document
    for name, place in _placeholders_of(canvas).items():
        text = texts[name]
        x = place.right - fonts.text_width(text, place.size)
        stretch = (x, place.base, fonts.REGULAR, place.size, place.ink, text)
        page = document.Pages.pages[place.page]
        page.stream = page.stream.replace(
            _placeholder_comment(name), text_writer_of(canvas).operators([stretch])
        )


_PACKET = """<?xpacket begin="\N{ZERO WIDTH NO-BREAK SPACE}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>Arraywise</xmp:CreatorTool>
<xmp:CreateDate>{changed}</xmp:CreateDate>
<xmp:ModifyDate>{changed}</xmp:ModifyDate>
<pdf:Keywords>{study_hash}</pdf:Keywords>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""


def add_xmp_metadata(canvas: Canvas, **values: str) -> None:
    """Put the packet into the document; it is there uncompressed, for any program to find."""
    packet = _PACKET.format_map({name: escape(text) for name, text in values.items()})
    described = PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")})
    document: Any = vars(canvas)["_doc"]  # the canvas has no other way to the document
    stream = PDFStream(dictionary=described, content=packet.encode(), filters=[])
    document.Catalog.Metadata = document.Reference(stream)


def set_document_identifier(canvas: Canvas, study_hash: str) -> None:
    """Identify the document by its study, and this form of it by what its pages hold (14.4)."""
    document: Any = vars(canvas)["_doc"]  # the canvas has no other way to the document
    pages = hashlib.sha256()
    for page in document.Pages.pages:
        pages.update(page.stream.encode())
    document._ID = f"\n[<{study_hash}><{pages.hexdigest()}>]\n".encode()  # noqa: SLF001


def attach_files(canvas: Canvas, files: Iterable[Attachment]) -> None:
    """Attach files to the document, listed by name; two of one name are distinguished."""
    names: dict[str, Attachment] = {}
    for file in files:
        result, count = file.name, 1
        while result in names:
            count += 1
            result = f"{count}-{file.name}"
        names[result] = file
    if not names:
        return
    document: Any = vars(canvas)["_doc"]  # the canvas has no other way to the document
    entries: list[object] = []
    for name in sorted(names, key=_pdf_name_sort_key):
        described = _file_specification(document, name, names[name])
        entries += [_pdf_text_string(name), document.Reference(described)]
    tree = PDFDictionary({"Names": PDFArray(entries)})
    document.Catalog.Names = PDFDictionary({"EmbeddedFiles": document.Reference(tree)})


def _file_specification(document: Any, name: str, file: Attachment) -> PDFDictionary:  # noqa: ANN401
    stream = PDFStream(
        dictionary=PDFDictionary(
            {
                "Type": PDFName("EmbeddedFile"),
                "Subtype": PDFName(file.media_type).replace("/", "#2f").replace("#2f", "/", 1),
                "Params": PDFDictionary({"Size": len(file.content)}),
            }
        ),
        content=file.content,
        filters=[PDFZCompress],
    )
    return PDFDictionary(
        {
            "Type": PDFName("Filespec"),
            "F": _pdf_text_string(name),
            "UF": _pdf_text_string(name),
            "Desc": _pdf_text_string(file.description),
            "EF": PDFDictionary({"F": document.Reference(stream)}),
        }
    )


def _pdf_name_sort_key(name: str) -> tuple[bool, str]:
    """Names stand in the order of their bytes (7.9.6): those in UTF-16 begin with a high one."""
    return not name.isascii(), name


def _pdf_text_string(text: str) -> PDFString:
    return PDFString(text)

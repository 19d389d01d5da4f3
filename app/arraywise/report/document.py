"""Makes the PDF of an edition: its sections on pages with header, footer, contents, bookmarks.

The same content gives the same bytes: the only time in the file is that of the study's last
change, and its identifier follows from what is in it.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from reportlab.lib.colors import HexColor
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Frame,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
)

from arraywise.domain.messages import message
from arraywise.domain.study import ReportOptions
from arraywise.present.language import create_wording
from arraywise.report.attachments import build_list_attachments
from arraywise.report.pdf import style
from arraywise.report.pdf.layout import (
    OutlineHeading,
    PageLayout,
    SectionStart,
    add_xmp_metadata,
    attach_files,
    fill_text_placeholders,
    page_number_key,
    reserve_text_placeholder,
    set_document_identifier,
)
from arraywise.report.pdf.style import (
    MARGIN_BOTTOM,
    MARGIN_SIDE,
    MARGIN_TOP,
    paper_size,
    theme_colour,
)
from arraywise.report.pdf.tagging import structure_of
from arraywise.report.pdf.text import SectionSpacer
from arraywise.report.sections import APPENDICES, build_pages, cover

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Flowable

    from arraywise.domain.study import Attachment
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.text import Blocks

_MARGIN_TYPE = 8.2
_BETWEEN_SECTIONS = 30.0
"""Room between two sections on one page, in points."""
SYNTHETIC_FOOTER = message(
    "Synthetic example. Names, measurements and prices describe no real product."
)
DEFAULT = ReportOptions()


def build_pdf(
    content: ReportContent,
    *,
    options: ReportOptions = DEFAULT,
    attachments: Sequence[Attachment] = (),
    on_page: Callable[[int], None] | None = None,
    on_section: Callable[[str, int], None] | None = None,
) -> bytes:
    """Build the report.

    Args:
        content: all that it states.
        options: its edition, what it looks like and what goes into it.
        attachments: files that are put inside, beside the lists of evidence.
        on_page: told the number of each page as it is finished. May raise to stop.
        on_section: told the key of each section and the page that it begins on.

    Raises:
        UserError: There is no such language, paper or edition.
    """
    width, height = paper_size(options.paper)
    words = create_wording(options.language, style.shorten, style.shorten_sentence)
    names = frozenset(style.shorten(o.option.name) for o in content.answer.options)
    accent = HexColor(options.accent) if options.accent else theme_colour("accent")
    layout = PageLayout(words, width - 2 * MARGIN_SIDE, names, accent)
    buffer = BytesIO()
    report = _Report(buffer, (width, height), content, layout, on_page)
    report.author_name = options.author
    report.attachments = (*build_list_attachments(content, layout.text), *attachments)
    try:
        report.build(_build_story(content, layout, options))
        if on_section is not None:
            for key, page in report.begins_on.items():
                on_section(key, page)
        return buffer.getvalue()
    finally:
        report.release()


def _build_story(content: ReportContent, layout: PageLayout, options: ReportOptions) -> Blocks:
    pages = build_pages(content, layout, options)
    main = [each for each in pages if not each.section.is_appendix]
    appendices = [each for each in pages if each.section.is_appendix]
    story: Blocks = []
    for at, each in enumerate(main):
        heading = layout.section_heading(each.section, each.page.said)
        blocks = [*heading, *each.page.blocks]
        if each.section.key == cover.KEY:
            story += [*each.page.blocks, NextPageTemplate("body"), PageBreak()]
        elif at and main[at - 1].section.key != cover.KEY:
            room = _measure_height(blocks, layout.width) + _BETWEEN_SECTIONS
            start = SectionStart(room, each.section.most_empty)
            story += [start, SectionSpacer(1, _BETWEEN_SECTIONS), *blocks]
        else:
            story += [*blocks, NextPageTemplate("body")]
    if appendices:
        story += [PageBreak(), layout.outline_heading(*APPENDICES)]
    for at, each in enumerate(appendices):
        heading = layout.appendix_heading(each.section)
        begin = [*heading, *each.page.blocks[:1]]
        room = min(_measure_height(begin, layout.width), layout.width)
        story += [CondPageBreak(room if at else 0.0), *heading, *each.page.blocks]
    return story


def _measure_height(blocks: Sequence[Flowable], width: float) -> float:
    """Return how high blocks are one below the other."""
    height = 0.0
    for block in blocks:
        for part in vars(block).get("_content", [block]):  # of what is kept together
            height += part.getSpaceBefore() + part.wrap(width, 0)[1] + part.getSpaceAfter()
    return height


class _Report(BaseDocTemplate):
    """ReportLab's document with our pages, bookmarks and metadata."""

    def __init__(
        self,
        file: BytesIO,
        paper: tuple[float, float],
        content: ReportContent,
        layout: PageLayout,
        on_page: Callable[[int], None] | None,
    ) -> None:
        self._content = content
        self._layout = layout
        self._on_page = on_page
        self.begins_on: dict[str, int] = {}
        """Page of each section, by its key."""
        self._doSave = False  # ReportLab's name: we save, once everything is known
        self.author_name = ""
        self.attachments: Sequence[Attachment] = ()
        super().__init__(
            file,
            pagesize=paper,
            invariant=1,
            initialFontName=style.REGULAR,
            lang=layout.words.language.replace("_", "-"),
            title=layout.text(content.facts.name),
            subject=layout.text(content.question),
            author="Arraywise",
            creator="Arraywise",
            keywords=[content.identity.study_hash],
        )
        frame = Frame(
            MARGIN_SIDE,
            MARGIN_BOTTOM,
            layout.width,
            paper[1] - MARGIN_TOP - MARGIN_BOTTOM,
            *(0, 0, 0, 0),
        )
        self.addPageTemplates(
            [
                PageTemplate("first", [frame], onPage=self._prepare_first_page),
                PageTemplate("body", [frame], onPage=self._draw_margins_as_artifact),
            ]
        )

    def afterPage(self) -> None:  # noqa: N802 - ReportLab's name
        """Report that a page is done."""
        if self._on_page is not None:
            self._on_page(self.page)

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 - ReportLab's name
        """Set bookmark and outline entry of a heading, and remember where it is."""
        if not isinstance(flowable, OutlineHeading) or not flowable.key:
            return
        self.canv.bookmarkPage(flowable.key)
        self.canv.addOutlineEntry(flowable.title, flowable.key, flowable.level, closed=True)
        self.begins_on[flowable.key] = self.page

    def _endBuild(self) -> None:  # noqa: N802 - ReportLab's name
        """Finish the last page, then write what is known only now, and the file."""
        super()._endBuild()  # type: ignore[misc]  # not in the stubs
        canvas, words = self.canv, self._layout.words
        count = canvas.getPageNumber() - 1
        texts = {page_number_key(key): words.number(page) for key, page in self.begins_on.items()}
        for page in range(1, count + 1):
            sentence = message("Page {page} of {count}", page=page, count=count)
            texts[f"page-{page}"] = self._layout.text(sentence)
        fill_text_placeholders(canvas, texts)
        structure_of(canvas).write()
        content, text = self._content, self._layout.text
        add_xmp_metadata(
            canvas,
            title=text(content.facts.name),
            subject=text(content.question),
            author=text(self.author_name or "Arraywise"),
            language=words.language.replace("_", "-"),
            changed=content.identity.changed_at.strftime("%Y-%m-%dT%H:%M:%S+00:00"),
            study_hash=content.identity.study_hash,
        )
        set_document_identifier(canvas, content.identity.study_hash)
        canvas.save()

    def release(self) -> None:
        """Break the circles in which ReportLab's parts and ours hold each other.

        They would keep a document's 30,000 objects until somebody looks for garbage.
        """
        for part in (vars(self).get("canv"), self):
            if part is not None:
                vars(part).clear()

    def _prepare_first_page(self, canvas: Canvas, _: BaseDocTemplate) -> None:
        changed = self._content.identity.changed_at
        canvas.setDateFormatter(lambda *_: changed.strftime("D:%Y%m%d%H%M%S+00'00'"))
        canvas.setViewerPreference("DisplayDocTitle", "true")
        canvas.showOutline()
        if self.author_name:
            canvas.setAuthor(self._layout.text(self.author_name))
        attach_files(canvas, self.attachments)
        self._draw_margins_as_artifact(canvas, self)

    def _draw_margins_as_artifact(self, canvas: Canvas, _: BaseDocTemplate) -> None:
        with structure_of(canvas).mark_artifact():
            self._draw_margins(canvas)

    def _draw_margins(self, canvas: Canvas) -> None:
        layout, content = self._layout, self._content
        left, right = MARGIN_SIDE, MARGIN_SIDE + layout.width
        top, bottom = self.pagesize[1] - 39.0, 39.0
        canvas.saveState()
        canvas.setFillColor(theme_colour("text2"))
        canvas.setFont(style.REGULAR, _MARGIN_TYPE)
        for text, share, write in (
            (self.author_name or content.facts.client, 0.4, canvas.drawString),
            (content.facts.name, 0.55, canvas.drawRightString),
        ):
            shown = _truncate_to_width(layout.text(text), layout.width * share)
            write(left if share < 0.5 else right, top, shown)
        canvas.setFillColor(theme_colour("text3"))
        study = message(
            "{date} \N{MIDDLE DOT} Study {hash}",
            date=layout.words.date(content.identity.changed_at),
            hash=content.identity.short_hash,
        )
        canvas.drawString(left, bottom, layout.text(study))
        if content.facts.synthetic:
            canvas.drawString(left, bottom - 11, layout.text(SYNTHETIC_FOOTER))
        ink = theme_colour("text3")
        reserve_text_placeholder(canvas, f"page-{self.page}", (right, bottom), _MARGIN_TYPE, ink)
        canvas.setStrokeColor(theme_colour("hair"))
        canvas.setLineWidth(0.5)
        for y in (top - 13, bottom + 13):
            canvas.line(left, y, right, y)
        canvas.restoreState()


def _truncate_to_width(text: str, width: float) -> str:
    """Cut a text of the page's margin to a width."""
    if style.text_width(text, _MARGIN_TYPE) <= width:
        return text
    while text and style.text_width(f"{text}…", _MARGIN_TYPE) > width:
        text = text[:-1]
    return f"{text}…"

"""Makes the PDF: cover and sections on pages with header, footer, contents and bookmarks.

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
    PageTemplate,
)

from arraywise.domain.messages import message
from arraywise.domain.study import ReportOptions
from arraywise.present.language import create_wording
from arraywise.report.pdf import style
from arraywise.report.pdf.layout import (
    ROOM_FOR_A_START,
    OutlineHeading,
    PageLayout,
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
from arraywise.report.pdf.text import Paragraph
from arraywise.report.sections import ALL_SECTIONS, summary

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Flowable

    from arraywise.domain.study import Attachment
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import LayoutSection
    from arraywise.report.pdf.text import Blocks

_MARGIN_TYPE = 7.5
_A_PAGE = 2_000.0
"""Height in points that no page has left: what needs it begins a new one."""
_ROOM_AFTER_A_SENTENCE = 300.0
"""Height that must be left for a section below one of a single sentence."""
_ROOM_FOR_A_SECTION = 380.0
"""The same below any other: so no page holds nothing but a table's last rows."""
_HIGHEST_START = 480.0
"""Height of a section's first figure or table that is worth a new page."""
DEFAULT = ReportOptions()


def build_pdf(
    content: ReportContent,
    *,
    options: ReportOptions = DEFAULT,
    attachments: Sequence[Attachment] = (),
    on_page: Callable[[int], None] | None = None,
) -> bytes:
    """Build the report.

    Args:
        content: all that it states.
        options: what it looks like and what goes into it.
        attachments: files that are put inside.
        on_page: told the number of each page as it is finished. May raise to stop.

    Raises:
        UserError: There is no such language or paper.
    """
    width, height = paper_size(options.paper)
    words = create_wording(options.language, style.shorten, style.shorten_sentence)
    names = frozenset(style.shorten(o.option.name) for o in content.answer.options)
    accent = HexColor(options.accent) if options.accent else theme_colour("accent")
    sections = [section for section in ALL_SECTIONS if section.key not in options.left_out]
    printed = frozenset(section.key for section in sections)
    places = {}
    if "evidence" in printed:
        places = {file: f"file-{at}" for at, file in enumerate(sorted(content.referenced_files()))}
    layout = PageLayout(words, width - 2 * MARGIN_SIDE, names, accent, printed, places)
    buffer = BytesIO()
    report = _Report(buffer, (width, height), content, layout, on_page)
    report.author_name, report.attachments = options.author, attachments
    try:
        report.build(_build_story(content, layout, options, sections))
        return buffer.getvalue()
    finally:
        report.release()


def _build_story(
    content: ReportContent,
    layout: PageLayout,
    options: ReportOptions,
    sections: Sequence[LayoutSection],
) -> Blocks:
    first = summary.cover_section(content, layout, options, sections)
    story: Blocks = [*first, NextPageTemplate("body")]
    least = _A_PAGE
    for section in sections:
        heading = layout.heading(section.title, section.key)
        blocks = section.build(content, layout)
        is_short = len(blocks) == 1  # a sentence that states why there is nothing
        if is_short and least < _A_PAGE:
            least = ROOM_FOR_A_START
        room = max(least, _measure_section_start([heading, *blocks], layout.width))
        story += [CondPageBreak(room), heading, *blocks]
        least = _ROOM_AFTER_A_SENTENCE if is_short else _ROOM_FOR_A_SECTION
    return story


def _measure_section_start(blocks: Sequence[Flowable], width: float) -> float:
    """Return how high a section is down to the end of its first figure or table."""
    high = 0.0
    for block in blocks:
        parts = vars(block).get("_content", [block])  # of what is kept together
        high += sum(
            part.getSpaceBefore() + part.wrap(width, 0)[1] + part.getSpaceAfter() for part in parts
        )
        if not isinstance(block, Paragraph):
            break
    return min(high, _HIGHEST_START)


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
        self._begins_on: dict[str, int] = {}
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
                PageTemplate("cover", [frame], onPage=self._prepare_first_page),
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
        self.canv.addOutlineEntry(flowable.plain, flowable.key, flowable.level, closed=True)
        if flowable.level == 0:
            self._begins_on[flowable.key] = self.page

    def _endBuild(self) -> None:  # noqa: N802 - ReportLab's name
        """Finish the last page, then write what is known only now, and the file."""
        super()._endBuild()  # type: ignore[misc]  # not in the stubs
        canvas, words = self.canv, self._layout.words
        count = canvas.getPageNumber() - 1
        texts = {page_number_key(key): words.number(page) for key, page in self._begins_on.items()}
        for page in range(2, count + 1):
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

    def _draw_margins_as_artifact(self, canvas: Canvas, _: BaseDocTemplate) -> None:
        with structure_of(canvas).mark_artifact():
            self._draw_margins(canvas)

    def _draw_margins(self, canvas: Canvas) -> None:
        layout, content = self._layout, self._content
        left, right = MARGIN_SIDE, MARGIN_SIDE + layout.width
        canvas.saveState()
        canvas.setFillColor(theme_colour("text3"))
        canvas.setFont(style.REGULAR, _MARGIN_TYPE)
        top = self.pagesize[1] - 42
        name = layout.text(content.facts.name)
        canvas.drawString(left, top, _truncate_to_width(name, layout.width * 0.6))
        label = message("Synthetic example") if content.facts.synthetic else content.facts.client
        canvas.drawRightString(
            right, top, _truncate_to_width(layout.text(label), layout.width * 0.35)
        )
        study = message("Study {hash}", hash=content.identity.short_hash)
        canvas.drawString(left, 34, layout.text(study))
        reserve_text_placeholder(
            canvas, f"page-{self.page}", (right, 34), _MARGIN_TYPE, theme_colour("text3")
        )
        canvas.setStrokeColor(theme_colour("hair"))
        canvas.setLineWidth(0.5)
        canvas.line(left, top - 6, right, top - 6)
        canvas.restoreState()


def _truncate_to_width(text: str, width: float) -> str:
    """Cut a text of the page's margin to a width."""
    if style.text_width(text, _MARGIN_TYPE) <= width:
        return text
    while text and style.text_width(f"{text}…", _MARGIN_TYPE) > width:
        text = text[:-1]
    return f"{text}…"

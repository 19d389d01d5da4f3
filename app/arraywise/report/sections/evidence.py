"""The annex of evidence: every imported file with its hash, so that nothing can be swapped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.evidence import Status
from arraywise.domain.said import say
from arraywise.report import fonts
from arraywise.report.tables import Column, Rows, titled_table

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.report.content import EvidenceEntry, ReportContent
    from arraywise.report.layout import Layout
    from arraywise.report.tables import Row

_HASH_WIDTH = 212.0
"""64 digits on one line."""
_HOST_WIDTH = 96.0

STATUS_WORDS = {
    Status.READ: say("read"),
    Status.READ_WITH_PROBLEMS: say("read with problems"),
    Status.INCOMPLETE: say("incomplete"),
    Status.REFUSED: say("refused"),
}


def build(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set the list of files, what is wrong with some, and texts that were shortened elsewhere."""
    if not content.evidence:
        return [layout.paragraph(say("No files have been imported."))]
    return [*_files(content, layout), *_problems(content, layout), *_long_texts(content, layout)]


def _files(content: ReportContent, layout: Layout) -> list[Flowable]:
    columns = (
        Column(say("File and SHA-256"), share=1, least=_HASH_WIDTH),
        Column(say("Option"), share=1),
        Column(say("Tool, host, begun"), share=1, least=_HOST_WIDTH),
        Column(say("Status"), share=0.6),
        Column(say("Size"), say("bytes"), figures=True),
    )
    rows: list[Row] = [_row(layout, entry) for entry in content.evidence]
    note = say(
        "SHA-256 is computed over the bytes of the file as it was imported; “sha256sum FILE” gives"
        " the same digits."
    )
    return titled_table(layout, None, columns, Rows(rows, tight=True), note)


def _row(layout: Layout, entry: EvidenceEntry) -> Row:
    tool = " ".join(part for part in (entry.tool, entry.tool_version) if part)
    return [
        layout.two_lines(entry.file, entry.sha256, layout.places.get(entry.file, "")),
        entry.option or "",
        layout.two_lines(tool, _host_and_time(entry)),
        STATUS_WORDS[entry.status],
        layout.words.number(entry.size_bytes),
    ]


def _host_and_time(entry: EvidenceEntry) -> str:
    """Name host and start as the file tells them, to the minute."""
    begun = (entry.started_at or "")[:16].replace("T", " ")
    return ", ".join(part for part in (entry.host, begun) if part)


def _problems(content: ReportContent, layout: Layout) -> list[Flowable]:
    wrong = [entry for entry in content.evidence if entry.problem is not None]
    if not wrong:
        return []
    columns = (
        Column(say("File"), share=2),
        Column(say("Line"), figures=True),
        Column(say("What is wrong"), share=3),
    )
    rows: list[Row] = [
        [entry.file, layout.words.number(entry.problem.line), entry.problem.said]
        for entry in wrong
        if entry.problem is not None
    ]
    return titled_table(layout, say("Problems with files"), columns, Rows(rows))


def _long_texts(content: ReportContent, layout: Layout) -> list[Flowable]:
    long = [text for text in content.outside_texts() if fonts.is_shortened(text)]
    most = fonts.LONGEST_SENTENCE
    long += [text for text in content.outside_sentences() if fonts.is_shortened(text, most)]
    if not long:
        return []
    title = say("Texts that were shortened above, in full")
    return layout.part(title, [layout.whole_text(text) for text in long])

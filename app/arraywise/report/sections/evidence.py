"""Appendix E: files by tool and option, what is wrong with some, the hash of their list."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Status
from arraywise.domain.messages import message
from arraywise.report.attachments import EVIDENCE, manifest_hash
from arraywise.report.pdf import style
from arraywise.report.pdf.layout import SectionPage
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from arraywise.report.content import ReportContent
    from arraywise.report.pdf.layout import PageLayout
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Blocks

_MOST_PROBLEMS = 20


def evidence_section(content: ReportContent, layout: PageLayout) -> SectionPage | None:
    """Set the counts and the hash of the attached list; absent without files."""
    long = _build_long_texts(content, layout)
    if not content.evidence:
        return SectionPage(None, long) if long else None
    return SectionPage(
        None,
        [
            *_build_counts(content, layout),
            layout.paragraph(
                message(
                    "The list of all {count} files with their hashes is attached as {file} and is"
                    " a sheet of the workbook. SHA-256 of the list: {hash}",
                    count=len(content.evidence),
                    file=EVIDENCE,
                    hash=manifest_hash(content),
                )
            ),
            *_build_problems_table(content, layout),
            *long,
        ],
    )


def _build_counts(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set the number of files by tool and option, the options across."""
    words = layout.words
    names = [o.option.name for o in content.ranked]
    counts = Counter((entry.tool, entry.option) for entry in content.evidence)
    tools = dict.fromkeys(entry.tool for entry in content.evidence)
    used = [name for name in names if any(counts[tool, name] for tool in tools)]
    has_others = any(option not in names for _, option in counts)
    columns = (
        TableColumn(message("Tool"), share=1),
        *(TableColumn(name, figures=True) for name in used),
        *([TableColumn(message("no option"), figures=True)] if has_others else []),
        TableColumn(message("All files"), figures=True),
    )

    def row(title: object, found: Counter[str | None]) -> Row:
        rest = sum(count for option, count in found.items() if option not in names)
        figures = [words.number(found[name] or None) for name in used]
        others = [words.number(rest or None)] if has_others else []
        return [title, *figures, *others, words.number(sum(found.values()))]  # type: ignore[list-item]

    rows = [
        row(tool, Counter({o: n for (t, o), n in counts.items() if t == tool})) for tool in tools
    ]
    total = Counter(entry.option for entry in content.evidence)
    rows.append(row(message("All tools"), total))
    last = frozenset({len(rows) - 1})
    return titled_table(layout, None, columns, Rows(rows, strong=last, ruled=last, tight=True))


def _build_problems_table(content: ReportContent, layout: PageLayout) -> Blocks:
    wrong = [entry for entry in content.evidence if entry.problem is not None]
    if not wrong:
        return []
    columns = (
        TableColumn(message("File"), share=2),
        TableColumn(message("Line"), figures=True),
        TableColumn(message("What is wrong"), share=3),
    )
    rows: list[Row] = [
        [entry.file, layout.words.number(entry.problem.line), entry.problem.message]
        for entry in wrong[:_MOST_PROBLEMS]
        if entry.problem is not None
    ]
    left_out = sum(entry.status in {Status.REFUSED, Status.INCOMPLETE} for entry in wrong)
    said = message(
        "{count} files have problems; {left_out} of them do not count",
        count=len(wrong),
        left_out=left_out,
    )
    notes = []
    if len(wrong) > _MOST_PROBLEMS:
        notes.append(
            message("The attached list has the others: {count}.", count=len(wrong) - len(rows))
        )
    return titled_table(layout, said, columns, Rows(rows, tight=True), *notes)


def _build_long_texts(content: ReportContent, layout: PageLayout) -> Blocks:
    long = [text for text in content.foreign_texts() if style.is_shortened(text)]
    most = style.LONGEST_SENTENCE
    long += [text for text in content.foreign_sentences() if style.is_shortened(text, most)]
    if not long:
        return []
    title = message("Texts that were shortened above, in full")
    return layout.titled_part(title, [layout.uncut_text(text) for text in long])

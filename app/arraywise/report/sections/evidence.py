"""Findings, files with hashes, origin of figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportlab.platypus import KeepTogether

from arraywise.domain.decision import PASSES
from arraywise.domain.evidence import Status
from arraywise.domain.messages import Severity, say
from arraywise.present import figures, numbers
from arraywise.report.pdf import style
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Column, Rows, titled_table
from arraywise.report.sections.summary import SYNTHETIC

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.domain.decision import Finding
    from arraywise.domain.messages import Said
    from arraywise.report.content import EvidenceEntry, OptionTrace, ReportContent, TracedValue
    from arraywise.report.pdf.layout import Layout, Text
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Paragraph

_MOST_PLACES = 6
_PRICES = say("Prices are those of the price sheets; nothing was discounted over time.")
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.INFO)


def findings_section(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set the findings, the gravest first, then the limits."""
    findings = sorted(content.answer.findings, key=lambda f: _ORDER.index(f.severity))
    blocks: list[Flowable] = []
    if not findings:
        blocks.append(layout.paragraph(say("The audit of the evidence has found nothing.")))
    for finding in findings:
        blocks += _finding(layout, finding)
    limits = [layout.bullet(limit) for limit in _limits(content)]
    return [*blocks, *layout.part(say("What this report does not show"), limits)]


def _finding(layout: Layout, finding: Finding) -> list[Flowable]:
    blocks: list[Flowable] = [
        layout.severity(finding.severity),
        layout.paragraph(finding.said, Style.STATEMENT),
        layout.paragraph(finding.consequence),
    ]
    if finding.evidence:
        blocks.append(_places(layout, finding.evidence))
    return [KeepTogether(blocks), layout.space(0.5)]


def _places(layout: Layout, evidence: tuple[str, ...]) -> Paragraph:
    """Name the files that show a finding, the first ones if there are many."""
    places = list(dict.fromkeys(evidence))  # options' files may have one name
    shown: list[Text] = [*places[:_MOST_PLACES]]
    if len(places) > _MOST_PLACES:
        shown.append(say("and {count} more", count=len(places) - _MOST_PLACES))
    return layout.listing(say("Evidence"), shown)


def _limits(content: ReportContent) -> list[Said]:
    limits = [SYNTHETIC] if content.facts.synthetic else []
    without_rank = [o for o in content.ranked if o.rank is None and o.status not in PASSES]
    limits += [
        say(
            "{option} has no rank, because it does not pass the screen.",
            option=option.option.name,
        )
        for option in without_rank
    ]
    unread = sum(entry.status in {Status.REFUSED, Status.INCOMPLETE} for entry in content.evidence)
    if unread:
        limits.append(
            say(
                "Files that were refused or are incomplete, and count for nothing: {count}.",
                count=unread,
            )
        )
    answer = content.answer
    if answer.discount_rate is None and any(option.price for option in answer.options):
        return [*limits, *GENERAL_LIMITS, _PRICES]
    return [*limits, *GENERAL_LIMITS]


GENERAL_LIMITS = (
    say("Nothing is extrapolated: a load beyond the highest measured rate is “not demonstrated”."),
    say("Results hold for the tested configurations and the tested workload, as measured."),
)

_HASH_WIDTH = 212.0
"""64 digits on one line."""
_HOST_WIDTH = 96.0
_STATUS_WIDTH = 56.0
"""The longest word of it in German."""

STATUS_WORDS = {
    Status.READ: say("read"),
    Status.READ_WITH_PROBLEMS: say("read with problems"),
    Status.INCOMPLETE: say("incomplete"),
    Status.REFUSED: say("refused"),
}


def evidence_section(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set the list of files, what is wrong with some, and texts that were shortened elsewhere."""
    if not content.evidence:
        return [layout.paragraph(say("No files have been imported."))]
    return [*_files(content, layout), *_problems(content, layout), *_long_texts(content, layout)]


def _files(content: ReportContent, layout: Layout) -> list[Flowable]:
    columns = (
        Column(say("File and SHA-256"), share=1, least=_HASH_WIDTH),
        Column(say("Option"), share=1),
        Column(say("Tool, host, begun"), share=1, least=_HOST_WIDTH),
        Column(say("Status"), share=0.6, least=_STATUS_WIDTH),
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
    long = [text for text in content.outside_texts() if style.is_shortened(text)]
    most = style.LONGEST_SENTENCE
    long += [text for text in content.outside_sentences() if style.is_shortened(text, most)]
    if not long:
        return []
    title = say("Texts that were shortened above, in full")
    return layout.part(title, [layout.whole_text(text) for text in long])


def trace_section(content: ReportContent, layout: Layout) -> list[Flowable]:
    """Set the runs behind each option's response time and capacity."""
    if not content.traces:
        return [layout.paragraph(figures.nothing_measured(content.answer))]
    trace = content.traces[0]
    return [
        layout.paragraph(
            say(
                "Response time at the demand and capacity are read off the curve through these"
                " runs; how, the method says. Behind each figure stand the file and the line it"
                " was read from. Prices add up line by line in the price sheets, provisioning"
                " times step by step in their section."
            )
        ),
        layout.formula(trace.response_formula, trace.capacity_formula),
        *_runs(content, layout),
    ]


def _runs(content: ReportContent, layout: Layout) -> list[Flowable]:
    columns = (
        Column(say("Users"), figures=True),
        Column(say("Rate"), "1/s", figures=True),
        Column(say("File and line of the rate"), share=1),
        Column(say("Response time"), "ms", figures=True),
        Column(say("File and line of the response time"), share=1),
    )
    cells: list[Row] = []
    spanned = []
    for trace in content.by_rank(content.traces):
        spanned.append(len(cells))
        cells.append([layout.option(trace.option, Style.CELL_STRONG)])
        cells += [_trace_row(layout, trace, run) for run in trace.runs]
    rows = Rows(cells, spanned=frozenset(spanned), tight=True)
    note = say("In brackets: the host was the limit, so that the run does not count.")
    return titled_table(layout, None, columns, rows, note)


def _trace_row(layout: Layout, trace: OptionTrace, run: TracedValue) -> Row:
    words = layout.words
    seconds = [numbers.milliseconds(r.response_s) for r in trace.runs]
    users = words.number(run.users)
    return [
        users if run.counts else f"({users})",
        words.number(run.rate_tps, 2),
        layout.place_cell(run.rate_place),
        words.number(numbers.milliseconds(run.response_s), numbers.places_for(seconds)),
        layout.place_cell(run.response_place),
    ]

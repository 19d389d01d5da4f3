"""Findings, files with hashes, origin of figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportlab.platypus import KeepTogether

from arraywise.domain.decision import PASSES
from arraywise.domain.evidence import Status
from arraywise.domain.messages import Severity, message
from arraywise.present import figures, numbers
from arraywise.present.next_tests import describe_limits
from arraywise.report.pdf import style
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table
from arraywise.report.sections.summary import SYNTHETIC

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

    from arraywise.domain.decision import Finding
    from arraywise.domain.messages import Message
    from arraywise.report.content import EvidenceEntry, OptionTrace, ReportContent, TracedValue
    from arraywise.report.pdf.layout import PageLayout, Text
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Paragraph

_MOST_PLACES = 6
_PRICES = message("Prices are those of the price sheets, undiscounted over time.")
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.INFO)


def findings_section(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    """Set the findings, the gravest first, then the limits."""
    findings = sorted(content.answer.findings, key=lambda f: _ORDER.index(f.severity))
    blocks: list[Flowable] = []
    if not findings:
        blocks.append(layout.paragraph(message("The evidence audit has no findings.")))
    for finding in findings:
        blocks += _finding(layout, finding)
    limits = [layout.bullet(limit) for limit in _limits(content)]
    return [*blocks, *layout.part(message("What this report does not show"), limits)]


def _finding(layout: PageLayout, finding: Finding) -> list[Flowable]:
    blocks: list[Flowable] = [
        layout.severity(finding.severity),
        layout.paragraph(finding.message, Style.STATEMENT),
        layout.paragraph(finding.consequence),
    ]
    if finding.evidence:
        blocks.append(_places(layout, finding.evidence))
    return [KeepTogether(blocks), layout.space(0.5)]


def _places(layout: PageLayout, evidence: tuple[str, ...]) -> Paragraph:
    """Name the files that show a finding, the first ones if there are many."""
    places = list(dict.fromkeys(evidence))  # options' files may have one name
    shown: list[Text] = [*places[:_MOST_PLACES]]
    if len(places) > _MOST_PLACES:
        shown.append(message("and {count} more", count=len(places) - _MOST_PLACES))
    return layout.listing(message("Evidence"), shown)


def _limits(content: ReportContent) -> list[Message]:
    limits = [SYNTHETIC] if content.facts.synthetic else []
    limits += describe_limits(content.answer)
    without_rank = [o for o in content.ranked if o.rank is None and o.status not in PASSES]
    limits += [
        message(
            "{option} has no rank: it does not pass the screen.",
            option=option.option.name,
        )
        for option in without_rank
    ]
    unparsed = sum(
        entry.status in {Status.REFUSED, Status.INCOMPLETE} for entry in content.evidence
    )
    if unparsed:
        limits.append(
            message(
                "Refused or incomplete files that do not count: {count}.",
                count=unparsed,
            )
        )
    answer = content.answer
    if answer.discount_rate is None and any(option.price for option in answer.options):
        return [*limits, *GENERAL_LIMITS, _PRICES]
    return [*limits, *GENERAL_LIMITS]


GENERAL_LIMITS = (
    message(
        "Nothing is extrapolated: a load beyond the highest measured rate is “not demonstrated”."
    ),
    message("Results hold for the tested configurations and the tested workload, as measured."),
)

_HASH_WIDTH = 212.0
"""64 digits on one line."""
_HOST_WIDTH = 96.0
_STATUS_WIDTH = 56.0
"""The longest word of it in German."""

STATUS_WORDS = {
    Status.READ: message("read"),
    Status.READ_WITH_PROBLEMS: message("read with problems"),
    Status.INCOMPLETE: message("incomplete"),
    Status.REFUSED: message("refused"),
}


def evidence_section(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    """Set the list of files, what is wrong with some, and texts that were shortened elsewhere."""
    if not content.evidence:
        return [layout.paragraph(message("No files have been imported."))]
    return [*_files(content, layout), *_problems(content, layout), *_long_texts(content, layout)]


def _files(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    columns = (
        TableColumn(message("File and SHA-256"), share=1, least=_HASH_WIDTH),
        TableColumn(message("Option"), share=1),
        TableColumn(message("Tool, host, begun"), share=1, least=_HOST_WIDTH),
        TableColumn(message("Status"), share=0.6, least=_STATUS_WIDTH),
        TableColumn(message("Size"), message("bytes"), figures=True),
    )
    rows: list[Row] = [_row(layout, entry) for entry in content.evidence]
    note = message(
        "SHA-256 covers the bytes of the imported file; “sha256sum FILE” gives the same digits."
    )
    return titled_table(layout, None, columns, Rows(rows, tight=True), note)


def _row(layout: PageLayout, entry: EvidenceEntry) -> Row:
    tool = " ".join(part for part in (entry.tool, entry.tool_version) if part)
    return [
        layout.wrap_in_two_lines(entry.file, entry.sha256, layout.places.get(entry.file, "")),
        entry.option or "",
        layout.wrap_in_two_lines(tool, _host_and_time(entry)),
        STATUS_WORDS[entry.status],
        layout.words.number(entry.size_bytes),
    ]


def _host_and_time(entry: EvidenceEntry) -> str:
    """Name host and start as the file tells them, to the minute."""
    begun = (entry.started_at or "")[:16].replace("T", " ")
    return ", ".join(part for part in (entry.host, begun) if part)


def _problems(content: ReportContent, layout: PageLayout) -> list[Flowable]:
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
        for entry in wrong
        if entry.problem is not None
    ]
    return titled_table(layout, message("Problems with files"), columns, Rows(rows))


def _long_texts(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    long = [text for text in content.outside_texts() if style.is_shortened(text)]
    most = style.LONGEST_SENTENCE
    long += [text for text in content.outside_sentences() if style.is_shortened(text, most)]
    if not long:
        return []
    title = message("Texts that were shortened above, in full")
    return layout.part(title, [layout.whole_text(text) for text in long])


def trace_section(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    """Set the runs behind each option's response time and capacity."""
    if not content.traces:
        return [layout.paragraph(figures.nothing_measured(content.answer))]
    trace = content.traces[0]
    return [
        layout.paragraph(
            message(
                "Response time at the demand and load carried come from the curve through these"
                " runs (see Method). Each figure lists its source file and line. Prices and"
                " provisioning times add up in their own sections."
            )
        ),
        layout.formula(trace.response_formula, trace.capacity_formula),
        *_runs(content, layout),
    ]


def _runs(content: ReportContent, layout: PageLayout) -> list[Flowable]:
    columns = (
        TableColumn(message("Users"), figures=True),
        TableColumn(message("Rate"), "1/s", figures=True),
        TableColumn(message("File and line of the rate"), share=1),
        TableColumn(message("Response time"), "ms", figures=True),
        TableColumn(message("File and line of the response time"), share=1),
    )
    cells: list[Row] = []
    spanned = []
    for trace in content.by_rank(content.traces):
        spanned.append(len(cells))
        cells.append([layout.option(trace.option, Style.CELL_STRONG)])
        cells += [_trace_row(layout, trace, run) for run in trace.runs]
    rows = Rows(cells, spanned=frozenset(spanned), tight=True)
    note = message("In brackets: the host was the limit; the run does not count.")
    return titled_table(layout, None, columns, rows, note)


def _trace_row(layout: PageLayout, trace: OptionTrace, run: TracedValue) -> Row:
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

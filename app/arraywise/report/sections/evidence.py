"""Findings, method, files with hashes, origin of figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportlab.platypus import KeepTogether

from arraywise.domain.decision import PASSES
from arraywise.domain.evidence import Status
from arraywise.domain.messages import Severity, message
from arraywise.present import figures, numbers
from arraywise.present.findings import describe_limits
from arraywise.report.pdf import style
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table
from arraywise.report.sections.summary import SYNTHETIC

if TYPE_CHECKING:
    from arraywise.domain.decision import Finding
    from arraywise.domain.messages import Message
    from arraywise.report.content import EvidenceEntry, OptionTrace, ReportContent, TracedValue
    from arraywise.report.pdf.layout import PageLayout, Text
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Blocks


_MOST_PLACES = 6
_PRICES = message("Prices are those of the price sheets, undiscounted over time.")
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.INFO)

GENERAL_LIMITS = (
    message(
        "Nothing is extrapolated: a load beyond the highest measured rate is “not demonstrated”."
    ),
    message("Results hold for the tested configurations and the tested workload, as measured."),
)
SOURCES = (
    "R. Jain, The Art of Computer Systems Performance Analysis, Wiley 1991.",
    "TPC Pricing Specification; TPC Benchmark H 2.17.3, clause 7; TPC Benchmark C 5.11, clause 7.",
    "V. Belton, T. Stewart, Multiple Criteria Decision Analysis, Kluwer 2002.",
)


def findings_section(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set the findings, the gravest first, then the limits."""
    findings = sorted(content.answer.findings, key=lambda f: _ORDER.index(f.severity))
    blocks: Blocks = []
    if not findings:
        blocks.append(layout.paragraph(message("The evidence audit has no findings.")))
    for finding in findings:
        blocks += _build_finding_callout(layout, finding)
    limits = [layout.bullet_item(limit) for limit in _list_limits(content)]
    return [*blocks, *layout.titled_part(message("What this report does not show"), limits)]


def _build_finding_callout(layout: PageLayout, finding: Finding) -> Blocks:
    blocks: Blocks = [
        layout.severity_cell(finding.severity),
        layout.paragraph(finding.message, Style.STATEMENT),
        layout.paragraph(finding.consequence),
    ]
    if finding.evidence:
        places = list(dict.fromkeys(finding.evidence))  # options' files may have one name
        shown: list[Text] = [*places[:_MOST_PLACES]]
        if len(places) > _MOST_PLACES:
            shown.append(message("and {count} more", count=len(places) - _MOST_PLACES))
        blocks.append(layout.titled_file_list(message("Evidence"), shown))
    return [KeepTogether(blocks), layout.space(0.5)]


def _list_limits(content: ReportContent) -> list[Message]:
    limits = [SYNTHETIC] if content.facts.synthetic else []
    limits += describe_limits(content.answer)
    without_rank = [o for o in content.ranked if o.rank is None and o.status not in PASSES]
    limits += [
        message("{option} has no rank: it does not pass the screen.", option=option.option.name)
        for option in without_rank
    ]
    unparsed = sum(
        entry.status in {Status.REFUSED, Status.INCOMPLETE} for entry in content.evidence
    )
    if unparsed:
        limits.append(
            message("Refused or incomplete files that do not count: {count}.", count=unparsed)
        )
    answer = content.answer
    if answer.discount_rate is None and any(option.price for option in answer.options):
        return [*limits, *GENERAL_LIMITS, _PRICES]
    return [*limits, *GENERAL_LIMITS]


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


def evidence_section(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set the list of files, what is wrong with some, and texts that were shortened elsewhere."""
    if not content.evidence:
        return [layout.paragraph(message("No files have been imported."))]
    return [
        *_build_files_table(content, layout),
        *_build_problems_table(content, layout),
        *_build_long_texts(content, layout),
    ]


def _build_files_table(content: ReportContent, layout: PageLayout) -> Blocks:
    columns = (
        TableColumn(message("File and SHA-256"), share=1, least=_HASH_WIDTH),
        TableColumn(message("Option"), share=1),
        TableColumn(message("Tool, host, begun"), share=1, least=_HOST_WIDTH),
        TableColumn(message("Status"), share=0.6, least=_STATUS_WIDTH),
        TableColumn(message("Size"), message("bytes"), figures=True),
    )
    rows: list[Row] = [_build_file_row(layout, entry) for entry in content.evidence]
    note = message(
        "SHA-256 covers the bytes of the imported file; “sha256sum FILE” gives the same digits."
    )
    return titled_table(layout, None, columns, Rows(rows, tight=True), note)


def _build_file_row(layout: PageLayout, entry: EvidenceEntry) -> Row:
    tool = " ".join(part for part in (entry.tool, entry.tool_version) if part)
    begun = (entry.started_at or "")[:16].replace("T", " ")
    return [
        layout.cell_with_fine_print(entry.file, entry.sha256, layout.places.get(entry.file, "")),
        entry.option or "",
        layout.cell_with_fine_print(tool, ", ".join(part for part in (entry.host, begun) if part)),
        STATUS_WORDS[entry.status],
        layout.words.number(entry.size_bytes),
    ]


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
        for entry in wrong
        if entry.problem is not None
    ]
    return titled_table(layout, message("Problems with files"), columns, Rows(rows))


def _build_long_texts(content: ReportContent, layout: PageLayout) -> Blocks:
    long = [text for text in content.foreign_texts() if style.is_shortened(text)]
    most = style.LONGEST_SENTENCE
    long += [text for text in content.foreign_sentences() if style.is_shortened(text, most)]
    if not long:
        return []
    title = message("Texts that were shortened above, in full")
    return layout.titled_part(title, [layout.uncut_text(text) for text in long])


def trace_section(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set the runs behind each option's response time and capacity."""
    if not content.traces:
        return [layout.paragraph(figures.describe_nothing_measured(content.answer))]
    trace = content.traces[0]
    return [
        layout.paragraph(
            message(
                "Response time at the demand and load carried come from the curve through these"
                " runs (see Method). Each figure lists its source file and line. Prices and"
                " provisioning times add up in their own sections."
            )
        ),
        layout.formula_line(trace.response_formula, trace.capacity_formula),
        *_build_traced_runs(content, layout),
    ]


def _build_traced_runs(content: ReportContent, layout: PageLayout) -> Blocks:
    columns = (
        TableColumn(message("Users"), figures=True),
        TableColumn(message("Rate"), "1/s", figures=True),
        TableColumn(message("File and line of the rate"), share=1),
        TableColumn(message("Response time"), "ms", figures=True),
        TableColumn(message("File and line of the response time"), share=1),
    )
    cells: list[Row] = []
    spanned = []
    for trace in content.sort_by_rank(content.traces):
        spanned.append(len(cells))
        cells.append([layout.option_cell(trace.option, Style.CELL_STRONG)])
        cells += [_build_trace_row(layout, trace, run) for run in trace.runs]
    rows = Rows(cells, spanned=frozenset(spanned), tight=True)
    note = message("In brackets: the host was the limit; the run does not count.")
    return titled_table(layout, None, columns, rows, note)


def _build_trace_row(layout: PageLayout, trace: OptionTrace, run: TracedValue) -> Row:
    words = layout.words
    seconds = [numbers.to_milliseconds(r.response_s) for r in trace.runs]
    users = words.number(run.users)
    return [
        users if run.counts else f"({users})",
        words.number(run.rate_tps, 2),
        layout.file_reference_cell(run.rate_place),
        words.number(
            numbers.to_milliseconds(run.response_s), numbers.decimals_for_values(seconds)
        ),
        layout.file_reference_cell(run.response_place),
    ]


# ruff: noqa: RUF001 - formulas are typeset with a true minus sign


_SLOPE = "S<sub>i</sub> = (R<sub>i+1</sub> − R<sub>i</sub>) / (X<sub>i+1</sub> − X<sub>i</sub>)"
_LOWER_END = (
    "L(x) = max { R<sub>i</sub> ; R<sub>i</sub> + S<sub>i−1</sub> · (x − X<sub>i</sub>) ;"
    " R<sub>i+1</sub> − S<sub>i+1</sub> · (X<sub>i+1</sub> − x) }"
)

STEPS: tuple[tuple[Message, Message, tuple[str, ...]], ...] = (
    (
        message("Demand"),
        message(
            "V visits a month of k transactions over d days give an average rate. Peak factor"
            " c: traffic share of the busy hours over their time share (1 if even). Growth g"
            " over h months and a reserve are added."
        ),
        (
            "X<sub>avg</sub> = V · k / (d · 86 400 s)",
            "X<sub>req</sub> = c · X<sub>avg</sub> · (1 + g)<super>h</super> · (1 + r)",
        ),
    ),
    (
        message("Means and intervals"),
        message(
            "Runs with equal users are repetitions. Mean x of n runs with standard deviation s"
            " and the 95 % interval of Student\N{RIGHT SINGLE QUOTATION MARK}s t; a single"
            " run has none."
        ),
        ("x ± t<sub>0.975, n−1</sub> · s / √n",),
    ),
    (
        message("Response time at the demand"),
        message(
            "Between two levels the response time is below the chord (U) and above the extended"
            " neighbouring chords (L, S: slope). Point: geometric mean; interval: resampled"
            " runs. Levels past the highest rate or host-limited do not count."
        ),
        (
            "U(x) = R<sub>i</sub> + S<sub>i</sub> · (x − X<sub>i</sub>)",
            _SLOPE,
            _LOWER_END,
            "R(x) = √( L(x) · U(x) )",
        ),
    ),
    (
        message("Queueing model"),
        message(
            "A closed queueing model (D: bottleneck time, E: other time, Z: think time, B:"
            " Erlang loss) narrows intervals and bounds the rate. It needs every level within"
            " 10 % and two levels below saturation. Verdicts using it are “modelled”."
        ),
        (
            "a = (Z + E) / D",
            "X(N) = (1 − B(N, a)) / D",
            "R(N) = N / X(N) − Z",
        ),
    ),
    (
        message("Load it carries and headroom"),
        message(
            "Likely rate: the highest within the target; low end: with the upper 95 % bound. The"
            " rules use the low end: less headroom it is L, less growth and reserve the load"
            " carried. Spare load: L over demand, minus 1."
        ),
        (
            "L = X<sub>low</sub> / (1 + h<sub>min</sub>)",
            "h = X<sub>cap</sub> / X<sub>req</sub> − 1",
        ),
    ),
    (
        message("36-month price"),
        message(
            "Per line: quantity q, unit price p, discount e, maintenance m a month after w"
            " months of warranty; d: discounts of the sheet. The total is rounded up to the"
            " currency unit, price-performance to the cent."
        ),
        (
            "P = Σ q · p · (1 − e) + Σ q · m · max(0, 36 − w) − Σ d",
            "P<sub>tpm</sub> = P / (60 · X<sub>cap</sub>)",
        ),
    ),
    (
        message("Effort"),
        message(
            "Sum of the mean times of all provisioning steps, relative to the quickest option."
        ),
        ("f<sub>i</sub> = t<sub>i</sub> / min<sub>k</sub> t<sub>k</sub>",),
    ),
    (
        message("Score"),
        message(
            "Only options that pass the screen are scored. Points are linear between the"
            " anchors (limit 0, target 60 by default, aspiration 100), and cut off outside."
            " Weights are swings over their sum."
        ),
        (
            "w<sub>j</sub> = s<sub>j</sub> / Σ s",
            "V<sub>i</sub> = Σ w<sub>j</sub> · v<sub>j</sub>(a<sub>ij</sub>)",
        ),
    ),
)


DISCOUNTED = (
    message("Net present value"),
    message(
        "Prices are discounted to month 0 at rate r a year. Purchase, one-time services and"
        " 36-month maintenance (M) are paid at month 0, a monthly fee at the end of each month"
        " t after the warranty."
    ),
    (
        "P = Σ q · p · (1 − e) + Σ (M + q · m · B<sub>w</sub>) − Σ d",
        "B<sub>w</sub> = Σ<sub>t = w+1…36</sub> (1 + r)<super>−t/12</super>",
    ),
)
"""How prices are computed where they are discounted."""


def method_section(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set each step: what it is for, then its formulas."""
    blocks: Blocks = []
    discounted = [] if content.answer.discount_rate is None else [DISCOUNTED]
    for title, text, formulas in (*STEPS, *discounted):
        steps = [layout.paragraph(text), *(layout.formula_line(formula) for formula in formulas)]
        blocks.append(KeepTogether([layout.subheading(title), *steps]))
    if content.thresholds:
        lead = message("Thresholds of the rules that classify levels and audit comparisons.")
        lines = [layout.bullet_item(line) for line in content.thresholds]
        blocks += layout.titled_part(message("Thresholds"), [layout.paragraph(lead), *lines])
    return [
        *blocks,
        *layout.titled_part(
            message("Sources"), [layout.bullet_item(source) for source in SOURCES]
        ),
    ]

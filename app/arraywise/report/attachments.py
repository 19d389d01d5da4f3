"""Lists that go inside the PDF as files: the evidence, and where each figure was read."""

from __future__ import annotations

import csv
import hashlib
from io import StringIO
from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.study import Attachment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from arraywise.domain.messages import Message
    from arraywise.report.content import ReportContent

EVIDENCE, FIGURES = "evidence.csv", "figures.csv"
_CSV = "text/csv"
_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
_EVIDENCE_HEAD = (
    *("file", "option", "tool", "version", "run", "host", "begun", "status"),
    *("bytes", "sha256", "line", "problem"),
)
_FIGURES_HEAD = (
    *("option", "users", "rate_per_s", "read_at", "response_ms", "response_read_at", "counts"),
    *("figure", "statistic", "value", "unit"),
)


def build_list_attachments(
    content: ReportContent, text: Callable[[Message], str]
) -> tuple[Attachment, ...]:
    """Build the list of evidence and that of the figures read from it, as CSV."""
    result = []
    if content.evidence:
        described = text(message("Files of the study with their SHA-256"))
        result.append(Attachment(EVIDENCE, build_manifest(content), _CSV, described))
    figures = [*_measured_rows(content), *_published_rows(content)]
    if figures:
        described = text(message("Figures with the file and line that each was read at"))
        result.append(Attachment(FIGURES, _write_csv(_FIGURES_HEAD, figures), _CSV, described))
    return tuple(result)


def build_manifest(content: ReportContent) -> bytes:
    """Build the list of all imported files: the same study gives the same bytes."""
    rows = [
        (
            *(entry.file, entry.option, entry.tool, entry.tool_version, entry.run_type),
            *(entry.host, entry.started_at, entry.status.value, entry.size_bytes, entry.sha256),
            entry.problem.line if entry.problem else None,
            str(entry.problem.message) if entry.problem else None,
        )
        for entry in content.evidence
    ]
    return _write_csv(_EVIDENCE_HEAD, rows)


def manifest_hash(content: ReportContent) -> str:
    """Return the SHA-256 of the list of evidence, in 64 hexadecimal digits."""
    return hashlib.sha256(build_manifest(content)).hexdigest()


def _measured_rows(content: ReportContent) -> Iterable[Sequence[object]]:
    for trace in content.traces:
        for run in trace.runs:
            response = None if run.response_s is None else f"{run.response_s * 1000:.10g}"
            yield (
                *(trace.option.name, run.users, f"{run.rate_tps:.10g}", run.rate_place),
                *(response, run.response_place, "yes" if run.counts else "no"),
            )


def _published_rows(content: ReportContent) -> Iterable[Sequence[object]]:
    for each in content.published:
        name = f"{each.condition}: {each.name or each.metric.value}"
        yield (
            *(each.option, None, None, each.place, None, None, None),
            *(name, each.statistic, f"{each.value:.10g}", each.unit.value),
        )


def _write_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    written = StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_as_cell(value) for value in row] for row in rows)
    return written.getvalue().encode("utf-8-sig")


def _as_cell(value: object) -> str:
    """Write a cell; what a spreadsheet would take for a formula stays text."""
    text = "" if value is None else str(value)
    text = text.encode("utf-8", "replace").decode("utf-8")
    is_formula = isinstance(value, str) and text.startswith(_FORMULA_SIGNS)
    return f"'{text}" if is_formula else text

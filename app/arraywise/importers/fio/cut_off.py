"""Where a file that was cut breaks off, and what is known of the job that it breaks off in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.importers.fio.content import Flow, Job, Report
    from arraywise.importers.text import Places

_BETWEEN = (
    "The {form} ends in the middle, at line {line}, column {column}: the file was cut off, or fio "
    "was still writing it. Jobs that are whole: {count}."
)
_WITHIN = (
    "The {form} ends in the middle, at line {line}, column {column}, within {name}: the file was "
    "cut off, or fio was still writing it. Of {name} this is known: {known}; jobs that are whole: "
    "{count}."
)
_WITHOUT_FIGURES = (
    "The {form} ends in the middle, at line {line}, column {column}, within {name}: the file was "
    "cut off, or fio was still writing it. Of {name} no figure is known; jobs that are whole: "
    "{count}."
)


def breaks_off(report: Report, text: str, places: Places) -> Problem:
    """Say where a report ends that is not whole, and how far it is known."""
    last = len(text[: report.stop].rstrip()) - 1
    line, column = places.line(last), places.column(last)
    cut = next((job for job in report.jobs if job.is_cut), None)
    known = ", ".join(_known(cut)) if cut else ""
    template = _BETWEEN if not cut else _WITHIN if known else _WITHOUT_FIGURES
    figures: dict[str, str | int] = {
        "form": report.form.value,
        "line": line,
        "column": column,
        "count": len(report.jobs) - bool(cut),
    }
    if cut:
        figures["name"] = cut.name
    if known:
        figures["known"] = known
    return Problem(Severity.WARNING, say(template, **figures), line)


def _known(job: Job) -> Iterator[str]:
    """Name the figures of a job by fio's own words."""
    for flow in job.flows:
        names = "+".join(name for name, value in _figures(flow) if value)
        if names:
            yield f"{flow.direction.value} {names}"


def _figures(flow: Flow) -> tuple[tuple[str, object], ...]:
    return (
        ("iops", flow.iops),
        ("bw", flow.rate),
        ("slat", flow.submission),
        ("clat", flow.completion),
        ("lat", flow.total),
    )

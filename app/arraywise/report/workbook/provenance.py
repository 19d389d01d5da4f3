"""Where the workbook comes from: the study's state, the program, the draws, what is a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise import __version__
from arraywise.report.workbook.grid import Kind

if TYPE_CHECKING:
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.grid import Book, Value

_LOOKS = (
    (Kind.INPUT, "An input: change it and all sheets follow."),
    (Kind.COMPUTED, "A formula."),
    (Kind.RESULT, "A formula that says something by itself."),
    (Kind.PLAIN, "A value that the app measured or worked out; no input changes it."),
)
_VALUES = (
    ("Performance", "Means and intervals of the measured levels."),
    ("Curves", "The response-time curves with their 95 % ends, from 1,000 resamplings."),
    ("Response", "What was shown: levels that count, highest rates, the bottleneck by a model."),
    ("Scoring", "How often an option ranks first among the draws; host CPU per transaction."),
    ("Break-evens", "Stretches of load and target, ranges of weights, ties, leads."),
    ("Prices", "Spares inside a quantity, licence models, support levels."),
    ("Price totals", "What is paid once for services."),
    ("Scenarios", "Everything: each scenario has inputs of its own."),
)


def write_provenance(book: Book, content: ReportContent, footer: str) -> None:
    """Write the sheet."""
    grid = book.sheet("Provenance", "Where this comes from")
    answer, identity = content.answer, content.identity
    lines: tuple[tuple[str, Value, str], ...] = (
        ("Study", content.facts.name, "@"),
        ("Client", content.facts.client, "@"),
        ("State of the study", identity.changed_at.strftime("%Y-%m-%d %H:%M:%S UTC"), "@"),
        ("Study hash (SHA-256)", identity.study_hash, "@"),
        ("Program", f"Arraywise {__version__}", "@"),
        ("Draws for ranks under noise", f"{answer.draws:,}", "@"),
        ("Seed of the draws", str(answer.seed), "@"),
        ("Statistic of the response time", answer.requirement.statistic, "@"),
        ("Currency", answer.currency, "@"),
        ("Evidence files", str(len(content.evidence)), "@"),
    )
    for row, (label, value, form) in enumerate(lines, start=2):
        grid.put(row, 0, label, Kind.STRONG)
        grid.put(row, 1, value, Kind.PLAIN_TEXT, form)
    row = len(lines) + 3
    grid.put(row, 0, "Hashes of the evidence files stand on the sheet Evidence.", Kind.NOTE)
    grid.put(row + 2, 0, "What cells are", Kind.SECTION)
    for at, (kind, meaning) in enumerate(_LOOKS, start=row + 3):
        grid.put(at, 0, "1,234.5", kind)
        grid.put(at, 1, meaning, Kind.PLAIN_TEXT)
    row += len(_LOOKS) + 4
    grid.put(row, 0, "What no formula gives", Kind.SECTION)
    present = {sheet.get_name() for sheet in book.workbook.worksheets()}
    shown = [each for each in _VALUES if each[0] in present]
    for at, (sheet, meaning) in enumerate(shown, start=row + 1):
        grid.put(at, 0, sheet, Kind.STRONG)
        grid.put(at, 1, meaning, Kind.PLAIN_TEXT)
    row += len(shown) + 2
    grid.put(
        row, 0, "Decimal comma or point and the calendar are those of your program.", Kind.NOTE
    )
    grid.widths(36, 90)
    grid.finish(footer)

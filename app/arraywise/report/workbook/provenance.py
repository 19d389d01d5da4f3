"""Where the workbook comes from: the study's state, the program, the draws, what is a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise import __version__
from arraywise.domain.said import say
from arraywise.report.workbook.codes import code
from arraywise.report.workbook.grid import Kind

if TYPE_CHECKING:
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.grid import Book, Text, Value

_LOOKS = (
    (Kind.INPUT, say("An input: change it and all sheets follow.")),
    (Kind.COMPUTED, say("A formula.")),
    (Kind.RESULT, say("A formula that says something by itself.")),
    (Kind.PLAIN, say("A value that the app measured or worked out; no input changes it.")),
)
_VALUES = (
    (say("Performance"), say("Means and intervals of the measured levels.")),
    (say("Curves"), say("The response-time curves with their 95 % ends, from 1,000 resamplings.")),
    (
        say("Response"),
        say("What was shown: levels that count, highest rates, the bottleneck by a model."),
    ),
    (
        say("Scoring"),
        say("How often an option ranks first among the draws; host CPU per transaction."),
    ),
    (say("Break-evens"), say("Stretches of load and target, ranges of weights, ties, leads.")),
    (say("Prices"), say("Spares inside a quantity, licence models, support levels.")),
    (say("Price totals"), say("What is paid once for services.")),
    (say("Scenarios"), say("Everything: each scenario has inputs of its own.")),
    (say("Workings"), say("Cells with a note, which says what was typed.")),
    (say("Named results"), say("What is called a value beside it.")),
)


def write_provenance(book: Book, content: ReportContent, footer: Text) -> None:
    """Write the sheet."""
    grid = book.sheet(say("Provenance"), say("Where this comes from"))
    answer, identity = content.answer, content.identity
    lines: tuple[tuple[Text, Value, str], ...] = (
        (say("Study"), content.facts.name, "@"),
        (say("Client"), content.facts.client, "@"),
        (say("State of the study"), identity.changed_at.strftime("%Y-%m-%d %H:%M:%S UTC"), "@"),
        (say("Study hash (SHA-256)"), identity.study_hash, "@"),
        (say("Program"), f"Arraywise {__version__}", "@"),
        (say("Draws for ranks under noise"), book.words.number(answer.draws), "@"),
        (say("Seed of the draws"), str(answer.seed), "@"),
        (say("Statistic of the response time"), code(answer.requirement.statistic), "@"),
        (say("Currency"), answer.currency, "@"),
        (say("Evidence files"), str(len(content.evidence)), "@"),
    )
    for row, (label, value, form) in enumerate(lines, start=2):
        grid.put(row, 0, label, Kind.STRONG)
        grid.put(row, 1, value, Kind.PLAIN_TEXT, form)
    row = len(lines) + 3
    grid.put(row, 0, say("Hashes of the evidence files stand on the sheet Evidence."), Kind.NOTE)
    grid.put(row + 2, 0, say("What cells are"), Kind.SECTION)
    for at, (kind, meaning) in enumerate(_LOOKS, start=row + 3):
        grid.put(at, 0, book.words.number(1234.5, 1), kind)
        grid.put(at, 1, meaning, Kind.PLAIN_TEXT)
    row += len(_LOOKS) + 4
    grid.put(row, 0, say("What no formula gives"), Kind.SECTION)
    present = {sheet.get_name() for sheet in book.workbook.worksheets()}
    shown = [each for each in _VALUES if book.say(each[0]) in present]
    for at, (sheet, meaning) in enumerate(shown, start=row + 1):
        grid.put(at, 0, sheet, Kind.STRONG)
        grid.put(at, 1, meaning, Kind.PLAIN_TEXT)
    row += len(shown) + 2
    grid.put(
        row,
        0,
        say(
            "Figures carry the language of this workbook;"
            " some programs still write them as they are set up."
        ),
        Kind.NOTE,
    )
    grid.widths(36, 90)
    grid.finish(footer)

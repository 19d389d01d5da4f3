"""First sheet, provenance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise import __version__
from arraywise.domain.messages import say
from arraywise.present.figures import milliseconds, minutes
from arraywise.present.labels import named_price
from arraywise.present.summary import say_recommendation
from arraywise.report.workbook.cells import (
    AT_LEAST,
    Kind,
    Live,
    absolute,
    cell_text,
    code,
    money,
    word_for_nobody,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal

    from arraywise.domain.decision import OptionAnswer
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.cells import Book, Grid, Text, Value
    from arraywise.report.workbook.scores import Sources
    from arraywise.report.workbook.scoring import ScoreCells

SYNTHETIC = say("Synthetic example: measurements, names and prices were generated.")
_TITLES = (
    say("Option"),
    say("Status"),
    say("Rank"),
    say("Score"),
    say("Response time, ms"),
    say("Low, ms"),
    say("High, ms"),
    say("Capacity, visits/month"),
    say("Headroom"),
    say("36-month price"),
    say("Provisioning, min"),
    say("Capacity and headroom are"),
)
_CAPACITY, _BOUND = 7, 11
"""Columns of the capacity, beside which its headroom stands, and of what both are."""


def write_summary(
    grid: Grid,
    content: ReportContent,
    sources: Sources,
    scores: Mapping[int, ScoreCells],
    footer: Text,
) -> None:
    """Fill the sheet that was started first."""
    row = _write_head(grid, content)
    row = _write_recommendation(grid, row, content)
    titles: list[Text] = list(_TITLES)
    titles[9] = named_price(content.answer.discount_rate, content.answer.currency)
    grid.head(row, titles, text_columns=2)
    for option in content.answer.options:
        row += 1
        _write_option(grid, row, option, sources, scores[option.option.id])
    grid.put(row + 2, 0, say("As the report said it when this workbook was written"), Kind.SECTION)
    for offset, sentence in enumerate(say_recommendation(content.answer), start=3):
        grid.put(row + offset, 0, sentence, Kind.PLAIN_TEXT)
    grid.widths(30, 24, 8, 10, 12, 12, 12, 22, 11, 21, 18, 14)
    grid.finish(footer)


def _write_head(grid: Grid, content: ReportContent) -> int:
    grid.put(0, 0, content.facts.name, Kind.TITLE)
    if content.facts.synthetic:
        grid.put(1, 0, SYNTHETIC, Kind.WARNING)
    lines = (
        (say("Client"), content.facts.client),
        (say("State of the study"), content.identity.changed_at.strftime("%Y-%m-%d %H:%M UTC")),
        (say("Study hash (SHA-256)"), content.identity.study_hash),
    )
    for row, (label, value) in enumerate(lines, start=2):
        grid.put(row, 0, label, Kind.NOTE)
        grid.put(row, 1, value, Kind.PLAIN_TEXT)
    return 6


def _write_recommendation(grid: Grid, row: int, content: ReportContent) -> int:
    answer = content.answer
    nobody = word_for_nobody(answer)
    name = cell_text(answer.recommended.name) if answer.recommended else nobody
    lines: tuple[tuple[Text, Value, str], ...] = (
        (say("Recommended"), Live("=Recommended", name), "@"),
        (say("How sure"), answer.certainty.said or say("not compared"), "@"),
        (
            say("Target response time, ms"),
            Live("=Target_ms", _ms(answer.requirement.response_time_s)),
            "#,##0.0##",
        ),
        (
            say("Visits per month"),
            Live("=Visits_per_month", answer.requirement.visits_per_month),
            "#,##0",
        ),
        (say("Demand, transactions/s"), Live("=Demand_tps", answer.demand_tps), "0.00"),
    )
    for label, value, form in lines:
        grid.put(row, 0, label, Kind.STRONG)
        grid.put(row, 1, value, Kind.RESULT, form)
        row += 1
    return row + 1


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 9)


def _write_option(
    grid: Grid, row: int, option: OptionAnswer, sources: Sources, score: ScoreCells
) -> None:
    response = sources.response[option.option.id]
    price = sources.prices.get(option.option.id)
    time = sources.provisioning.get(option.option.id)
    seconds = option.response_s
    figures: tuple[tuple[str | None, str | float | Decimal | None, str], ...] = (
        (score.status, option.status.value, "@"),
        (score.rank, option.rank, "0"),
        (score.score, option.value.point if option.rank else None, "0.0"),
        (response.response_ms, milliseconds(seconds.point), "0.0"),
        (response.low_ms, milliseconds(seconds.low), "0.0"),
        (response.high_ms, milliseconds(seconds.high), "0.0"),
        (response.visits, option.capacity_visits_per_month, "#,##0"),
        (response.headroom, option.headroom, "0.0%"),
        (
            price.total if price else None,
            option.price.total if option.price else None,
            money(option.price.currency if option.price else ""),
        ),
        (f"{time}/60" if time else None, minutes(option.provisioning_s.point), "0.0"),
        (
            f'IF(AND(N({response.at_least})=1,ISNUMBER({response.capacity})),"{AT_LEAST}","")',
            AT_LEAST if option.capacity_is_censored else None,
            "@",
        ),
    )
    grid.put(row, 0, option.option.name, Kind.STRONG)
    for column, (formula, value, form) in enumerate(figures, start=1):
        live = _live(formula, value)
        grid.put(row, column, live, Kind.COMPUTED, form)
    for column, form in ((_CAPACITY, "#,##0"), (_CAPACITY + 1, "0.0%")):
        grid.mark((row, column), f'={absolute(row, _BOUND)}="{AT_LEAST}"', f'"≥ "{form}')


def _live(formula: str | None, value: str | float | Decimal | None) -> Live | None:
    """Refer to another sheet's cell; an empty cell there is an empty text here."""
    if formula is None:
        return None
    cached = value if isinstance(value, str) else "" if value is None else float(value)
    return Live(f'=IF({formula}="","",{formula})', cached)


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

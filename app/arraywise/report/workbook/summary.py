"""First sheet, provenance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise import __version__
from arraywise.domain.cells import FormulaText
from arraywise.domain.messages import Message, message
from arraywise.domain.requirement import Goal
from arraywise.present.figures import NOT_STATED, load_column_title
from arraywise.present.headline import build_headline
from arraywise.present.labels import RULE_WORDS, basis_or_reason_label, outcome_label
from arraywise.present.numbers import MILLION
from arraywise.present.tables.overview import option_columns
from arraywise.report.workbook.cells import (
    AT_LEAST,
    NO_RANK,
    CellRole,
    absolute_ref,
    code_as_words,
)
from arraywise.report.workbook.exported import highlight_changed_inputs
from arraywise.report.workbook.requirement import load_cell_name, target_title_in_ms
from arraywise.report.workbook.steps import target_unchanged_condition

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.requirement import Requirement
    from arraywise.present.tables.overview import OptionColumn
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.cells import SheetWriter, Text, Value, WorkbookWriter
    from arraywise.report.workbook.score_steps import SourceCells
    from arraywise.report.workbook.scoring_sheet import ScoreCellsByOption

SYNTHETIC = message("Synthetic example: measurements, names and prices were generated.")
_SCALES = {"headroom": "*100", "provisioning": "/60"}
"""Conversion from what other sheets hold to the units of the columns."""
_BOUNDED = {"capacity", "headroom"}
"""Columns beside which it is stated whether more was not demonstrated."""


def write_summary_sheet(
    grid: SheetWriter, content: ReportContent, sources: SourceCells, scores: ScoreCellsByOption
) -> None:
    """Fill the sheet that was started first."""
    row = _write_title_and_requirement(grid, content)
    row = _write_recommendation(grid, row, content)
    columns = sorted(option_columns(content.answer), key=lambda column: column.key != "option")
    head, titles = row, list(_column_titles(columns))
    grid.write_header(row, titles)
    for option in content.ranked:
        row += 1
        formulas = _formulas_by_column(option, sources, scores)
        _write_option_row(grid, row, (content.answer, option), columns, formulas)
    grid.define_table("Options", head, titles, row)
    grid.write_cell(
        row + 2, 0, message("As in the report when this workbook was written"), CellRole.SECTION
    )
    sentences = [each for line in build_headline(content.answer).lines for each in line]
    for offset, sentence in enumerate(sentences, start=3):
        grid.write_cell(row + offset, 0, sentence, CellRole.PLAIN_TEXT)
    highlight_changed_inputs(grid, (row + 3, 0), (row + 2 + len(sentences), 0))
    grid.set_column_widths(26, 22, 30, *[12] * len(columns))
    grid.set_up_page_and_panes()


def _write_title_and_requirement(grid: SheetWriter, content: ReportContent) -> int:
    grid.write_cell(0, 0, content.facts.name, CellRole.TITLE)
    if content.facts.synthetic:
        grid.write_cell(1, 0, SYNTHETIC, CellRole.WARNING)
    lines = (
        (message("Client"), content.facts.client),
        (
            message("State of the study"),
            content.identity.changed_at.strftime("%Y-%m-%d %H:%M UTC"),
        ),
        (message("Study hash (SHA-256)"), content.identity.study_hash),
    )
    for row, (label, value) in enumerate(lines, start=2):
        grid.write_cell(row, 0, label, CellRole.NOTE)
        grid.write_cell(row, 1, value, CellRole.PLAIN_TEXT)
    return 6


def _write_recommendation(grid: SheetWriter, row: int, content: ReportContent) -> int:
    answer = content.answer
    lines: tuple[tuple[Text, Value, str], ...] = (
        (message("Recommended"), FormulaText("=Recommended"), "@"),
        (message("How sure"), answer.certainty.message or message("not compared"), "@"),
        *(_requirement_rows(answer) if answer.is_stated else [_NOT_STATED]),
    )
    for label, value, form in lines:
        grid.write_cell(row, 0, label, CellRole.STRONG)
        is_sentence = isinstance(value, Message)  # which runs over the cells beside it
        kind = CellRole.STRONG if is_sentence else CellRole.RESULT
        grid.write_cell(row, 1, value, kind, form)
        row += 1
    return row + 1


_NOT_STATED: tuple[Text, Value, str] = message("Your requirement"), NOT_STATED, "@"


def _requirement_rows(answer: Answer) -> Iterator[tuple[Text, Value, str]]:
    """Yield the rows of target and load, which follow the inputs."""
    asked = answer.requirement
    yield _target_row(asked)
    load = FormulaText(f"={load_cell_name(asked)}")
    yield load_column_title(asked.stated_load[0]), load, "#,##0.###"
    yield message("Required load, transactions/s"), FormulaText("=Demand_tps"), "0.00"


def _target_row(asked: Requirement) -> tuple[Text, Value, str]:
    """Return the row of what the target is set on."""
    if asked.goal is Goal.NONE:
        return target_title_in_ms(asked), code_as_words(NO_RANK), "@"
    return target_title_in_ms(asked), FormulaText("=Target_ms"), "#,##0.0##"


def _rounded_ms(seconds: float) -> float:
    return round(seconds * 1000, 9)


def _column_titles(columns: Sequence[OptionColumn]) -> Iterator[Text]:
    """Yield the header; an interval has two columns, so that its ends stay numbers."""
    for column in columns:
        if column.ends is not None:
            yield message("Low, {unit}", unit=column.unit)
            yield message("High, {unit}", unit=column.unit)
        else:
            yield column.heading
    yield message("Load and spare load are")


def _formulas_by_column(
    option: OptionAnswer, sources: SourceCells, scores: ScoreCellsByOption
) -> dict[str, tuple[str | None, ...]]:
    """Return the cells that columns follow, by the columns' keys."""
    key = option.option.id
    response, score = sources.response[key], scores[key]
    price, time = sources.prices.get(key), sources.provisioning.get(key)
    held = sources.usable.get(key)
    return {
        "rank": (score.rank,),
        "verdict": (score.status,),
        "response": (f'IF({response.response_ms}="",{response.high_ms},{response.response_ms})',),
        "interval": (f'IF(N({response.low_ms})=0,"",{response.low_ms})', response.high_ms),
        "capacity": (response.stated,),
        "headroom": (response.spare,),
        "price": (price.total if price else None,),
        "per_tpm": (score.ref("per_tpm") if price else None,),
        "per_million": (
            score.ref("per_million")
            if price and sources.answer.requirement.is_in_visits
            else None,
        ),
        "provisioning": (time,),
        "usable": (held.least if held else None,),
        "ease": (sources.eases.get(key),),
        "score": (score.score,),
        "bound": (
            f'IF(AND(N({response.at_least})=1,ISNUMBER({response.capacity})),"{AT_LEAST}","")',
        ),
    }


def _write_option_row(
    grid: SheetWriter,
    row: int,
    answered: tuple[Answer, OptionAnswer],
    columns: Sequence[OptionColumn],
    formulas: Mapping[str, tuple[str | None, ...]],
) -> None:
    (answer, option), at, bounded = answered, 0, []
    for column in columns:
        result = formulas.get(column.key)
        if result is None:  # no formula gives it
            kind = CellRole.STRONG if column.key == "option" else CellRole.PLAIN
            grid.write_cell(
                row, at, _value_without_formula(column, option), kind, column.excel_format
            )
            at += 1
            continue
        if column.key in _BOUNDED:
            bounded.append((at, column.excel_format))
        for formula in result:
            live = _blank_safe_reference(formula, _unit_factor_formula(column))
            if column.key == "verdict" and live is not None:
                live = _append_basis_while_unchanged(grid, live, answer, option)
            grid.write_cell(row, at, live, CellRole.COMPUTED, column.excel_format)
            at += 1
    (formula,) = formulas["bound"]
    grid.write_cell(row, at, _blank_safe_reference(formula), CellRole.TEXT)
    for place, form in bounded:
        grid.format_conditionally(
            (row, place), f'={absolute_ref(row, at)}="{AT_LEAST}"', f'"≥ "{form}'
        )


def _unit_factor_formula(column: OptionColumn) -> str:
    """Return what takes a figure of another sheet to the unit of a column."""
    if column.scale:
        return f"/{column.scale!r}" if column.scale == MILLION else ""
    return _SCALES.get(column.key, "")


def _value_without_formula(column: OptionColumn, option: OptionAnswer) -> Value:
    """Return what stands in a column that no formula gives."""
    if column.word is not None:
        return str(column.word(option))
    return None if column.figure is None else column.figure(option)


def _append_basis_while_unchanged(
    grid: SheetWriter, verdict: FormulaText, answer: Answer, option: OptionAnswer
) -> FormulaText:
    """Say why, as elsewhere, while demand and target are those the outcome was found at."""
    basis = basis_or_reason_label(option)
    if basis in RULE_WORDS:  # it may hold no longer where another input is changed
        return verdict
    said = message("{word}, {note}", word=outcome_label(option), note=basis)
    text, demand = grid.book.localise(said), answer.demand_tps
    if text == grid.book.localise(code_as_words(option.status)):
        return verdict
    same = f"ABS(Demand_tps-{demand!r})<=1E-9*{demand!r}"
    found = f'{verdict[1:]}="{option.status}"'
    target = target_unchanged_condition(answer.requirement.target_s)
    formula = f'=IF(AND({found},{same},{target}),"{text}",{verdict[1:]})'
    return FormulaText(formula)


def _blank_safe_reference(formula: str | None, scale: str = "") -> FormulaText | None:
    """Refer to another sheet's cell; an empty cell there is an empty text here."""
    if formula is None:
        return None
    return FormulaText(f'=IF({formula}="","",{formula}{scale})')


_LOOKS = (
    (CellRole.INPUT, message("An input: change it and all sheets follow.")),
    (CellRole.COMPUTED, message("A formula.")),
    (CellRole.RESULT, message("A formula that yields a text.")),
    (CellRole.PLAIN, message("A measured or computed value; no input changes it.")),
)
_OF_THE_EXPORT = message("Everything: computed by Arraywise for the exported inputs.")
_VALUES = (
    (message("Performance"), message("Means and intervals of the measured levels.")),
    (
        message("Curves"),
        message("Response-time curves with 95 % bounds, from 1,000 resamplings."),
    ),
    (
        message("Response"),
        message(
            "Shown: levels that count, highest rates, bottleneck by a model. Load by I/O or"
            " published evidence: empty at another target or headroom."
        ),
    ),
    (
        message("Scoring"),
        message("Share of first ranks in the simulations; host CPU per transaction."),
    ),
    (message("Break-evens"), message("All below the first block.")),
    (message("Runway"), _OF_THE_EXPORT),
    (message("Degraded"), _OF_THE_EXPORT),
    (message("Prices"), message("Spares inside a quantity, licence models, support levels.")),
    (message("Price totals"), message("What is paid once for services.")),
    (message("Scenarios"), message("Everything: each scenario has inputs of its own.")),
    (message("Workings"), message("Cells with a note: the note holds the typed text.")),
    (message("Named results"), message("Marked as a value beside it.")),
)


def write_provenance_sheet(book: WorkbookWriter, content: ReportContent) -> None:
    """Write the sheet."""
    grid = book.add_sheet(message("Provenance"), message("Where this comes from"))
    answer, identity = content.answer, content.identity
    lines: tuple[tuple[Text, Value, str], ...] = (
        (message("Study"), content.facts.name, "@"),
        (message("Client"), content.facts.client, "@"),
        (
            message("State of the study"),
            identity.changed_at.strftime("%Y-%m-%d %H:%M:%S UTC"),
            "@",
        ),
        (message("Study hash (SHA-256)"), identity.study_hash, "@"),
        (message("Program"), f"Arraywise {__version__}", "@"),
        (message("Simulations for ranks under noise"), book.words.number(answer.draws), "@"),
        (message("Seed of the simulations"), str(answer.seed), "@"),
        (message("Statistic"), code_as_words(answer.requirement.statistic), "@"),
        (message("Currency"), answer.currency, "@"),
        (message("Evidence files"), str(len(content.evidence)), "@"),
    )
    for row, (label, value, form) in enumerate(lines, start=2):
        grid.write_cell(row, 0, label, CellRole.STRONG)
        grid.write_cell(row, 1, value, CellRole.PLAIN_TEXT, form)
    row = len(lines) + 3
    grid.write_cell(
        row, 0, message("Hashes of the evidence files stand on the sheet Evidence."), CellRole.NOTE
    )
    grid.write_cell(row + 2, 0, message("What cells are"), CellRole.SECTION)
    for at, (kind, meaning) in enumerate(_LOOKS, start=row + 3):
        grid.write_cell(at, 0, book.words.number(1234.5, 1), kind)
        grid.write_cell(at, 1, meaning, CellRole.PLAIN_TEXT)
    row += len(_LOOKS) + 4
    grid.write_cell(row, 0, message("What no formula gives"), CellRole.SECTION)
    present = {sheet.get_name() for sheet in book.workbook.worksheets()}
    shown = [each for each in _VALUES if book.localise(each[0]) in present]
    for at, (sheet, meaning) in enumerate(shown, start=row + 1):
        grid.write_cell(at, 0, sheet, CellRole.STRONG)
        grid.write_cell(at, 1, meaning, CellRole.PLAIN_TEXT)
    row += len(shown) + 2
    grid.write_cell(
        row,
        0,
        message("Numbers use this workbook's language; some programs use their own settings."),
        CellRole.NOTE,
    )
    grid.set_column_widths(36, 90)
    grid.set_up_page_and_panes()

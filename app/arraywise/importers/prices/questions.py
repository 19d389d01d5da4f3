"""Questions about a quote, and what would make it add up: answers and the price of each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.quotes import (
    ColumnRole,
    Period,
    QuoteAnswer,
    QuoteQuestion,
    QuoteState,
    RowRole,
)
from arraywise.domain.units import MONTHS_PRICED
from arraywise.importers.kit.workbooks import column_letters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from decimal import Decimal

    from arraywise.domain.messages import Message
    from arraywise.domain.quotes import QuoteDecisions, QuoteReading
    from arraywise.importers.prices.lines import SearchRow
    from arraywise.importers.prices.parts import Open, QuotePart, Trial


PERIOD_LABEL = {
    Period.ONCE: message("paid once"),
    Period.MONTH: message("paid each month"),
    Period.QUARTER: message("paid each quarter"),
    Period.HALF_YEAR: message("paid each half-year"),
    Period.YEAR: message("paid each year"),
    Period.TERM: message("for the whole term"),
}
_NAMED: dict[str, dict[str, Message]] = {
    "scope": {
        "line": message("The amounts are for the whole line"),
        "piece": message("The amounts are for one piece"),
    },
    "time": {
        "term": message("The amounts are for 36 months"),
        "year": message("The amounts are for a year"),
        "quarter": message("The amounts are for a quarter"),
        "month": message("The amounts are for a month"),
    },
    "line": {
        "printed": message("The printed amounts count"),
        "computed": message("Quantity x unit price counts"),
    },
    "discount": {
        "included": message("The amounts hold the discount already"),
        "taken off": message("The discount is still to be taken off"),
    },
    "support": {
        "term": message("for 36 months"),
        "year": message("a year"),
        "month": message("a month"),
    },
    "tax": {
        "without": message("The prices are without tax"),
        "with": message("The prices hold tax; they count as they stand"),
    },
    "changes": {"as printed": message("The printed prices count for all 36 months")},
    "notation": {".": message("The point: 1,234.56"), ",": message("The comma: 1.234,56")},
    "variants": {"add": message("All of them, added up")},
    "currency": {"same": message("The amount is in the currency of the quote")},
    "sheets": {"add": message("All of them, added up")},
}
_TEXTS = {
    "scope": 'Column {column} ("{heading}"): is an amount for one piece or for the whole line?',
    "time": 'Column {column} ("{heading}"): for how long is the maintenance?',
    "line": 'Column {column} ("{heading}"): a printed amount is not quantity x unit price.',
    "discount": 'Column {column} ("{heading}"): do the amounts hold the discount already?',
    "column": 'Column {column} ("{heading}") holds amounts of unclear kind.',
    "period": 'Column {column} ("{heading}"): how often are the amounts paid?',
    "codes": 'Column {column} ("{heading}"): do these words set how often amounts are paid?',
    "support": 'Row {row} ("{label}"): for how long is the price of support or rent?',
    "odd": 'Row {row} ("{label}"): how often is the amount paid?',
    "row": 'Row {row} ("{label}"): is it a part of the price?',
    "unread": 'Row {row} ("{label}") has no amount that can be read.',
    "left": 'The totals hold only without row {row} ("{label}"). Is it left out?',
    "readings": 'Row {row} ("{label}") can be read in several ways, and each adds up.',
    "term": "The prices are for a term of {months} months. What counts for 36 months?",
    "changes": "A note says that prices change in time. What counts for 36 months?",
    "notation": (
        "A number such as 1,234 is ambiguous in this sheet. Which sign parts the decimals?"
    ),
    "variants": "Several variants stand in the table. Set what is not bought to not included.",
    "currency": 'Row {row} ("{label}") names another currency.',
    "tax": "The prices seem to hold tax, and no rate is printed.",
    "sheets": "Several tables hold prices: {names}. Which of them count?",
}
_COLUMN_CHOICES: tuple[tuple[str, Message, ColumnRole, Period | None], ...] = (
    ("once", message("amounts paid once"), ColumnRole.AMOUNT, Period.ONCE),
    ("month", message("amounts paid each month"), ColumnRole.AMOUNT, Period.MONTH),
    ("year", message("amounts paid each year"), ColumnRole.AMOUNT, Period.YEAR),
    ("term", message("maintenance for 36 months"), ColumnRole.MAINTENANCE, Period.TERM),
    ("unused", message("no part of the price"), ColumnRole.UNUSED, None),
)
_OF_COLUMN = frozenset({"column", "codes", "period"})
_OF_ROW = frozenset({"row", "unread", "odd"})
_ROW_CHOICES = {
    "row": (RowRole.ITEM, RowRole.NOT_INCLUDED, RowRole.DISCOUNT, RowRole.TAX),
    "unread": (RowRole.NOT_INCLUDED, RowRole.NOTE),
}
ROLE_LABEL = {
    RowRole.ITEM: message("an item"),
    RowRole.SUBTOTAL: message("a sum"),
    RowRole.TOTAL: message("a total"),
    RowRole.TAX: message("tax"),
    RowRole.DISCOUNT: message("a discount"),
    RowRole.CARRIED_FORWARD: message("carried forward"),
    RowRole.NOT_INCLUDED: message("not included"),
    RowRole.HEADING: message("a heading"),
    RowRole.NOTE: message("a note"),
}


class QuestionBuilder:
    """Makes questions of what is open in a part of a quote."""

    def __init__(
        self, decisions: QuoteDecisions, price: Callable[[QuoteDecisions], Decimal | None] | None
    ) -> None:
        self.decisions = decisions
        self.price = price

    def build(self, part: QuotePart, item: Open) -> QuoteQuestion:
        """Return a question with its answers."""
        row = item.row
        column = item.column
        if column is None and item.kind in {"scope", "time", "line", "discount"}:
            column = _column_in_code(item.code)
        figures: dict[str, str | int] = {
            "row": row or 0,
            "label": self._label_of_row(part, row),
            "column": column_letters(column) if column is not None else "",
            "heading": part.trial.table.headings[column].text[:60] if column is not None else "",
            "months": item.months or 0,
        }
        text = message(_TEXTS[item.kind], **_placeholders_used(_TEXTS[item.kind], figures))
        return QuoteQuestion(
            item.code,
            text,
            tuple(self._build_answers(part, item, column)),
            part.sheet,
            row,
            column,
        )

    @staticmethod
    def _label_of_row(part: QuotePart, row: int | None) -> str:
        for line in part.trial.lines:
            if line.row.number == row:
                return (line.label or line.description)[:60]
        return ""

    def answer(self, code: str, label: Message, decisions: QuoteDecisions) -> QuoteAnswer:
        """Return an answer with the price that follows from it."""
        return QuoteAnswer(code, label, decisions, self.price(decisions) if self.price else None)

    def of_sheets(self, name: str, parts: Sequence[QuotePart]) -> QuoteQuestion:
        """Return the question which of several tables count."""
        d = self.decisions
        sheets = list(dict.fromkeys(part.sheet for part in parts))
        answers = [self._named_answer("sheets", "sheets", "add")]
        if len(sheets) > 1:
            answers += [
                self.answer(
                    sheet, message("Sheet {sheet} alone", sheet=sheet), replace(d, sheets=(sheet,))
                )
                for sheet in sheets
            ]
        text = message(_TEXTS["sheets"], names=", ".join(sheets) or name)
        return QuoteQuestion("sheets", text, tuple(answers))

    def _build_answers(self, part: QuotePart, item: Open, column: int | None) -> list[QuoteAnswer]:
        if item.kind == "readings":
            return [
                self._answer_of_trial(part, n, trial) for n, trial in enumerate(item.trials, 1)
            ]
        if item.kind == "term":
            return self._answers_about_term(item.months or MONTHS_PRICED)
        if item.kind == "left":
            return self._answers_which_row_to_leave_out(part, item)
        if column is not None and item.kind in _OF_COLUMN:
            return self._answers_about_column(part.sheet, item.kind, column)
        if item.row is not None and item.kind in _OF_ROW:
            return self._answers_about_row(part.sheet, item.kind, item.row)
        codes = item.answers or tuple(_NAMED.get(item.kind, ()))
        return [self._named_answer(item.code, item.kind, code) for code in codes]

    def _named_answer(self, question: str, kind: str, code: str) -> QuoteAnswer:
        labels = _NAMED.get(kind, {})
        label = labels.get(code, message("{answer}", answer=code))
        return self.answer(code, label, with_answer(self.decisions, question, code))

    def _answers_about_column(self, sheet: str, kind: str, column: int) -> list[QuoteAnswer]:
        d = self.decisions
        if kind == "period":
            return [
                self.answer(p.value, PERIOD_LABEL[p], with_column_period(d, sheet, column, p))
                for p in (Period.ONCE, Period.MONTH, Period.YEAR)
            ]
        chosen = _COLUMN_CHOICES if kind == "column" else _COLUMN_CHOICES[-1:]
        return [
            self.answer(code, label, with_column(d, sheet, column, role, period))
            for code, label, role, period in chosen
        ]

    def _answers_about_row(self, sheet: str, kind: str, row: int) -> list[QuoteAnswer]:
        d = self.decisions
        if kind == "odd":
            return [
                self.answer(p.value, PERIOD_LABEL[p], with_row_period(d, sheet, row, p))
                for p in (Period.ONCE, Period.MONTH, Period.YEAR, Period.TERM)
            ]
        return [
            self.answer(role.value, ROLE_LABEL[role], with_row(d, sheet, row, role))
            for role in _ROW_CHOICES[kind]
        ]

    def _answers_which_row_to_leave_out(self, part: QuotePart, item: Open) -> list[QuoteAnswer]:
        """Return the rows of which one must be left out, so that the rest adds up."""
        out = [
            step.line.row.number
            for trial in item.trials
            for step in trial.outcome.steps
            if step.role is RowRole.NOT_INCLUDED
            and step.line.role is None
            and not step.line.option
        ]
        rows = out or ([item.row] if item.row is not None else [])
        role = RowRole.NOT_INCLUDED
        return [
            self.answer(
                str(row),
                message("Row {row} is not included", row=row),
                with_row(self.decisions, part.sheet, row, role),
            )
            for row in dict.fromkeys(rows)
        ]

    def _answers_about_term(self, months: int) -> list[QuoteAnswer]:
        d = self.decisions
        kept = message("The price of {months} months, converted to 36", months=months)
        return [
            self.answer("convert", kept, replace(d, term_months=months)),
            self.answer(
                "as printed",
                message("The price as printed"),
                replace(d, term_months=MONTHS_PRICED),
            ),
        ]

    def _answer_of_trial(self, part: QuotePart, n: int, trial: Trial) -> QuoteAnswer:
        """Return one of several readings, as the roles of the rows in which they differ."""
        made = self.decisions
        base = {s.line.row.number: (s.role, s.sign) for s in part.trial.outcome.steps}
        said = []
        for step in trial.outcome.steps:
            number = step.line.row.number
            differs = base.get(number) != (step.role, step.sign)
            text = step.role in {RowRole.NOTE, RowRole.HEADING}
            if differs or (trial is part.trial and not text and step.line.identity < 2):
                made = with_row(made, part.sheet, number, step.role)
            if differs:
                role = ROLE_LABEL[step.role]
                said.append(message("row {row} is {role}", row=number, role=role))
        label = said[0] if said else message("As proposed")
        return self.answer(str(n), label, made)


def _column_in_code(code: str) -> int | None:
    letters = code.rpartition("-")[2].rpartition("!")[2]
    if not letters.isalpha() or not letters.isupper() or len(letters) > 2:
        return None
    at = 0
    for letter in letters:
        at = at * 26 + ord(letter) - 64
    return at - 1


def _placeholders_used(template: str, figures: Mapping[str, str | int]) -> dict[str, str | int]:
    return {name: value for name, value in figures.items() if f"{{{name}}}" in template}


def with_answer(decisions: QuoteDecisions, code: str, answer: str) -> QuoteDecisions:
    """Return decisions with an answer to a question."""
    return replace(decisions, answers={**decisions.answers, code: answer})


def with_row(decisions: QuoteDecisions, sheet: str, row: int, role: RowRole) -> QuoteDecisions:
    """Return decisions with a row's role."""
    return replace(decisions, row_roles={**decisions.row_roles, (sheet, row): role})


def with_row_period(
    decisions: QuoteDecisions, sheet: str, row: int, period: Period
) -> QuoteDecisions:
    """Return decisions with how often a row is paid."""
    return replace(decisions, row_periods={**decisions.row_periods, (sheet, row): period})


def with_column(
    decisions: QuoteDecisions, sheet: str, column: int, role: ColumnRole, period: Period | None
) -> QuoteDecisions:
    """Return decisions with what a column holds, and how often its amounts are paid."""
    made = replace(decisions, column_roles={**decisions.column_roles, (sheet, column): role})
    return with_column_period(made, sheet, column, period) if period is not None else made


def with_column_period(
    decisions: QuoteDecisions, sheet: str, column: int, period: Period
) -> QuoteDecisions:
    """Return decisions with how often a column's amounts are paid."""
    return replace(decisions, column_periods={**decisions.column_periods, (sheet, column): period})


_MOST_TRIED, _MOST_SHOWN = 8, 4
_LABELS = {
    RowRole.NOT_INCLUDED: "Row {row}, {name}, is not included",
    RowRole.ITEM: "Row {row}, {name}, is an item",
}


def explain(
    parts: Sequence[QuotePart],
    decisions: QuoteDecisions,
    read: Callable[[QuoteDecisions], QuoteReading],
) -> tuple[QuoteAnswer, ...]:
    """Return the roles of single rows with which the quote closes, from above."""
    answers: list[QuoteAnswer] = []
    for sheet, line, role in list(_roles_to_try(parts))[:_MOST_TRIED]:
        changed = with_row(decisions, sheet, line.row.number, role)
        reading = read(changed)
        if reading.state is QuoteState.CLOSES:
            name = (line.label or line.description)[:60]
            label = message(_LABELS[role], row=line.row.number, name=name)
            code = f"{role.value}-{line.row.number}"
            answers.append(QuoteAnswer(code, label, changed, reading.price))
    return tuple(answers[:_MOST_SHOWN])


def _roles_to_try(parts: Sequence[QuotePart]) -> Iterable[tuple[str, SearchRow, RowRole]]:
    """Return rows with amounts, each with the role that is tried."""
    for part in parts:
        missing = part.trial.outcome.gaps
        for step in part.trial.outcome.steps:
            if step.role is RowRole.ITEM and round(step.line.total) in missing:
                yield part.sheet, step.line, RowRole.NOT_INCLUDED
            elif step.line.identity and round(-step.line.total) in missing:
                yield part.sheet, step.line, RowRole.ITEM

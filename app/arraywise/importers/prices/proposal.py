"""The proposal for a quote: its tables read, put together, with what it costs and what is open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.domain.quotes import (
    NO_DECISIONS,
    Period,
    PeriodSum,
    QuoteReading,
    QuoteState,
    RoleEffect,
    RowRole,
)
from arraywise.importers.kit.readings import ProblemCollector
from arraywise.importers.prices.build import Built, SheetBuilder, missing_values
from arraywise.importers.prices.cells import plain_words
from arraywise.importers.prices.currency import find_currency
from arraywise.importers.prices.discounts import price_of
from arraywise.importers.prices.figures import POINT, read_figure
from arraywise.importers.prices.findings import find_findings
from arraywise.importers.prices.identities import CENT
from arraywise.importers.prices.parts import QuotePart, choose_parts, has_items
from arraywise.importers.prices.period_sums import period_sums, price_of_rows
from arraywise.importers.prices.questions import QuestionBuilder, explain
from arraywise.importers.prices.reading import TableReader
from arraywise.importers.prices.recognise import is_own
from arraywise.importers.prices.sheet_view import show_sheets
from arraywise.importers.prices.tables import find_tables
from arraywise.importers.prices.vocabulary import says, scale_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from decimal import Decimal

    from arraywise.domain.pricing import Discount
    from arraywise.domain.quotes import QuoteAnswer, QuoteDecisions, QuoteQuestion
    from arraywise.importers.prices.grid import Quote, SheetGrid
    from arraywise.importers.prices.parts import Open
    from arraywise.importers.prices.tables import PriceTable

_NO_PRICES = (
    "{name} has no table of prices: headings such as Description, Quantity, Unit price and Amount"
    " (English, German or Portuguese) above rows with amounts."
)
_NO_SUCH_OPTION = "{name} holds the prices of {options}; none of them is {option}."
_UNCERTAIN = (
    "A number such as 1,234 is ambiguous in this sheet; read as in {example}. Check the prices."
)
_NOT_ITS_ROWS = (
    "The lines of {name} come to {price}, its rows to {rows}: the price does not count. Set the"
    " roles of rows and columns."
)
_NOT_ITS_COVER = (
    'Row {row} of another sheet ("{text}") prints a total that the lines do not come to.'
)
_NEAR = 0.8
"""Of a sum, from which on another total is about the same."""
_MOST_QUESTIONS = 4
_MOST_PRICED = 1_500
"""Cells up to which the price that follows from each answer is worked out at once."""
_LONGEST_LAYOUT = 2_000
_ROLES = (
    RowRole.ITEM,
    RowRole.SUBTOTAL,
    RowRole.TAX,
    RowRole.DISCOUNT,
    RowRole.NOT_INCLUDED,
    RowRole.NOTE,
)


def propose(
    quote: Quote, decisions: QuoteDecisions = NO_DECISIONS, option_name: str = ""
) -> QuoteReading:
    """Return the reading of a quote with what was decided of it; never raises."""
    return _Proposal(quote, decisions, option_name, deep=True).make()


def role_effects(
    quote: Quote, decisions: QuoteDecisions, sheet: str, row: int
) -> tuple[RoleEffect, ...]:
    """Return what the sums would do for each role of a row."""
    effects = []
    for role in _ROLES:
        changed = replace(decisions, row_roles={**decisions.row_roles, (sheet, row): role})
        reading = _Proposal(quote, changed, "", deep=False).make()
        differences = [s.difference for s in reading.sums if s.difference is not None]
        effects.append(RoleEffect(role, reading.state, differences[0] if differences else None))
    return tuple(effects)


def layout_of(quote: Quote) -> str:
    """Return the identity of a quote's headings and order of columns."""
    tables = [t for grid in quote.grids if not grid.hidden for t in _tables_of(quote, grid)]
    named = (" | ".join(head.words for head in table.headings) for table in tables)
    return " || ".join(named)[:_LONGEST_LAYOUT]


@dataclass(slots=True)
class _Proposal:
    """Puts a reading together."""

    quote: Quote
    decisions: QuoteDecisions
    option: str
    deep: bool
    """Whether the prices of answers are worked out too."""

    def make(self) -> QuoteReading:
        """Return the reading."""
        if self.quote.refused is not None:
            return self._reading_without_prices((), Problem(Severity.ERROR, self.quote.refused))
        tables = self._tables_to_read()
        refused = self._option_refused([table for _, table, _ in tables])
        if refused is not None:
            return self._reading_without_prices(tables, refused)
        parts = self._read_parts(tables)
        if not parts:
            text = message(_NO_PRICES, name=self.quote.name)
            return self._reading_without_prices(tables, Problem(Severity.ERROR, text))
        counted, open_sheets = choose_parts(parts, self.decisions)
        return self._reading_of_parts(parts, counted, open_sheets)

    def _tables_to_read(self) -> list[tuple[SheetGrid, PriceTable, int]]:
        """Return the tables that may count, with their number in the sheet."""
        chosen = self.decisions.sheets
        found = [
            (grid, table, n)
            for grid in self.quote.grids
            if (not grid.hidden if chosen is None else grid.name in chosen)
            for n, table in enumerate(_tables_of(self.quote, grid))
        ]
        titled = [each for each in found if each[1].option]
        wanted = self.option.casefold().strip()
        own = [each for each in titled if each[1].option.casefold().strip() == wanted]
        return own or titled or found

    def _option_refused(self, tables: Sequence[PriceTable]) -> Problem | None:
        titled = [table.option for table in tables if table.option]
        if len(titled) < 2:
            return None
        names = ", ".join(name[:60] for name in titled)
        text = message(_NO_SUCH_OPTION, name=self.quote.name, options=names, option=self.option)
        return Problem(Severity.ERROR, text)

    def _reading_without_prices(
        self, tables: Sequence[tuple[SheetGrid, PriceTable, int]], problem: Problem
    ) -> QuoteReading:
        quote, notes = self.quote, ProblemCollector()
        missing_values([table for _, table, _ in tables], frozenset(), notes)
        return QuoteReading(
            quote.name,
            show_sheets(quote, (), ()),
            self.decisions,
            QuoteState.ASKS,
            "",
            problems=(*notes.problems, problem),
            layout=layout_of(quote),
        )

    def _read_parts(self, tables: Sequence[tuple[SheetGrid, PriceTable, int]]) -> list[QuotePart]:
        parts: list[QuotePart] = []
        many = len(self.quote.grids) > 1
        for grid, table, n in tables:
            above = sum(p.trial.outcome.state.total for p in parts if p.sheet == grid.name)
            if parts and not above:
                above = _total_carried_on(table, sum(p.trial.outcome.state.total for p in parts))
            prefix = (f"{grid.name}!" if many else "") + (f"{n + 1}!" if n else "")
            part = self._read_part(TableReader(table, grid.name, prefix, self.decisions, above))
            if part is not None:
                parts.append(part)
        return [part for part in parts if part.trial.outcome.steps and has_items(part)]

    def _read_part(self, reader: TableReader) -> QuotePart | None:
        """Return the reading of a table, once for all decisions that are about others."""
        known = self.quote.readings
        if reader.key not in known:
            known[reader.key] = reader.read()
        part = known[reader.key]
        return replace(part, repeated=False) if isinstance(part, QuotePart) else None

    # -- the whole

    def _reading_of_parts(
        self, parts: Sequence[QuotePart], counted: Sequence[QuotePart], open_sheets: Open | None
    ) -> QuoteReading:
        notes = ProblemCollector()
        made = [_build_part(part, self.decisions, notes) for part in counted]
        for part, built in zip(counted, made, strict=True):
            self._check_against_rows(part, built, notes)
        built = _join_built(made)
        self._check_against_covers(parts, notes)
        for part in counted:
            layout = part.trial.layout
            missing_values([part.trial.table], layout.named - {layout.quantity}, notes)
        currency = self.decisions.currency or find_currency(
            counted, built.lines, self.quote.grids, notes
        )
        lines = [replace(x, currency="") if x.currency == currency else x for x in built.lines]
        mixed = any(x.currency for x in lines) and currency != ""
        follows = any(x.quantity_formula for x in lines)
        priced = bool(lines) and not mixed and not follows
        state = self._decide_state(counted, open_sheets, notes, follows=follows)
        _warn_of_notation(counted, notes)
        sheet = PriceSheet(currency, tuple(lines), tuple(built.discounts), tuple(built.notes))
        return QuoteReading(
            self.quote.name,
            show_sheets(self.quote, parts, counted),
            self.decisions,
            state,
            currency,
            _add_up_sums(s for p in counted for s in period_sums(p.trial.outcome, p.sheet)),
            self._build_questions(counted, open_sheets),
            self._build_explanations(counted, state),
            find_findings(self.quote, parts, counted, state, self.decisions, sheet),
            tuple(sorted(notes.problems, key=lambda p: p.line or 0)),
            sum(line.identity > 1 for p in counted for line in p.trial.lines),
            len(lines),
            sheet if lines else None,
            price_of(lines, built.discounts) if priced else None,
            layout_of(self.quote),
        )

    def _check_against_rows(self, part: QuotePart, built: Built, notes: ProblemCollector) -> None:
        """Refuse a price sheet that comes to another price than the rows that are shown."""
        outcome = part.trial.outcome
        follows = any(
            x.quantity_formula or x.warranty_months or x.maintenance_discount for x in built.lines
        )
        follows |= any(money.computed for money in part.trial.layout.moneys)
        by_words = any(s.share is not None for s in outcome.steps) and not outcome.has_sums
        by_words &= any(off.is_of_part for off in built.discounts)
        if follows or by_words or is_own(part.trial.table):
            return
        rows, slack = price_of_rows(outcome, self.decisions.term_months)
        price = price_of(built.lines, built.discounts)
        if abs(price - rows) > slack:
            name, lines = self.quote.name, round(price, 2)
            notes.error(_NOT_ITS_ROWS, None, name=name, price=lines, rows=round(rows, 2))

    def _check_against_covers(self, parts: Sequence[QuotePart], notes: ProblemCollector) -> None:
        """Refuse a total on a sheet without items that is near to what others come to, and no sum.

        A cover that says 312.4 kEUR over lines of 321,400 is about another price than they are.
        """
        known = {total for part in parts for total in part.totals()}
        sheets = {part.sheet for part in parts}
        covers = (g for g in self.quote.grids if g.name not in sheets and not g.hidden)
        for row in (row for grid in covers for row in grid.rows):
            figures = [f for cell in row.cells if (f := read_figure(cell, POINT)) is not None]
            words = " ".join(cell.text for cell in row.cells if cell.number is None)
            if len(figures) != 1 or figures[0].percent or not says("total", plain_words(words)):
                continue
            scale = 1 if figures[0].scaled else scale_in(words)
            value, half = figures[0].f * scale, float(figures[0].half) * scale
            near = any(_NEAR * v < value < v / _NEAR for v in known)
            if near and all(abs(value - v) > max(CENT, half) for v in known):
                cover = " ".join(row.texts())[:60]
                notes.error(_NOT_ITS_COVER, row.number, row=row.number, text=cover)

    def _decide_state(
        self,
        counted: Sequence[QuotePart],
        open_sheets: Open | None,
        notes: ProblemCollector,
        *,
        follows: bool,
    ) -> QuoteState:
        states = {part.state for part in counted}
        errors = any(p.severity is Severity.ERROR for p in notes.problems)
        proved = states == {QuoteState.CLOSES} and open_sheets is None
        if self.decisions.accepted_reason and not errors and not proved:
            return QuoteState.ACCEPTED
        if QuoteState.OPEN in states:
            return QuoteState.OPEN
        empty = not any(abs(p.trial.price) > CENT for p in counted) and not follows
        if QuoteState.ASKS in states or open_sheets is not None or errors or empty:
            return QuoteState.ASKS
        return QuoteState.UNCHECKED if QuoteState.UNCHECKED in states else QuoteState.CLOSES

    def _build_questions(
        self, counted: Sequence[QuotePart], open_sheets: Open | None
    ) -> tuple[QuoteQuestion, ...]:
        builder = QuestionBuilder(self.decisions, self._price_with if self._may_try else None)
        made = []
        if open_sheets is not None:
            made.append(builder.of_sheets(self.quote.name, counted))
        found = [(part, item) for part in counted for item in part.open]
        made += [builder.build(*each) for each in found[: _MOST_QUESTIONS - len(made)]]
        return tuple(made)

    @property
    def _may_try(self) -> bool:
        """Whether what follows from answers is worked out: the quote is read again for each."""
        size = sum(len(grid.rows) * grid.width for grid in self.quote.grids)
        return self.deep and size <= _MOST_PRICED

    def _read_again_with(self, decisions: QuoteDecisions) -> QuoteReading:
        return _Proposal(self.quote, decisions, self.option, deep=False).make()

    def _price_with(self, decisions: QuoteDecisions) -> Decimal | None:
        reading = self._read_again_with(decisions)
        return reading.price if reading.state is not QuoteState.OPEN else None

    def _build_explanations(
        self, counted: Sequence[QuotePart], state: QuoteState
    ) -> tuple[QuoteAnswer, ...]:
        if state is not QuoteState.OPEN or not self._may_try:
            return ()
        return explain(counted, self.decisions, self._read_again_with)


def _total_carried_on(table: PriceTable, total: float) -> float:
    """Return what earlier sheets come to, where the first figure of a table repeats it."""
    rows = ([f.f for f in row if f is not None] for row in table.figures)
    first = next((row for row in rows if row), [])
    return total if len(first) == 1 and abs(first[0] - total) <= CENT else 0.0


def _tables_of(quote: Quote, grid: SheetGrid) -> list[PriceTable]:
    """Return the tables of a sheet, found once for all decisions."""
    key = ("tables", id(grid))
    if key not in quote.readings:
        quote.readings[key] = find_tables(grid)
    return quote.readings[key]  # type: ignore[return-value]


def _build_part(part: QuotePart, decisions: QuoteDecisions, notes: ProblemCollector) -> Built:
    """Return the lines of a part; of amounts that were rounded, or of what they were rounded from.

    A total tells which of the two the vendor added up.
    """
    trial = part.trial
    rounded = any(a.rounded for line in trial.lines for a in line.amounts)
    builders = [
        SheetBuilder(
            table=trial.table,
            layout=trial.layout,
            outcome=trial.outcome,
            term_months=decisions.term_months,
            products=products,
        )
        for products in ((False, True) if rounded else (False,))
    ]
    made = [builder.build() for builder in builders]
    totals = trial.outcome.printed_totals
    chosen = len(made) - 1 if not totals and not trial.outcome.closes else 0
    if rounded and totals:
        prices = [price_of(built.lines, built.discounts) for built in made]
        gaps = [min(abs(price - total) for total in totals) for price in prices]
        chosen = gaps.index(min(gaps))
    notes.problems += builders[chosen].problems
    return made[chosen]


def _join_built(parts: Sequence[Built]) -> Built:
    """Join what tables add; a discount of one of several must not touch the lines of another."""
    if len(parts) == 1:
        return parts[0]
    joined = Built()
    for built in parts:
        joined.lines += [*built.lines, *_as_credits(built.lines, built.discounts)]
        joined.notes += built.notes
    return joined


def _as_credits(lines: Sequence[PriceLine], discounts: Sequence[Discount]) -> list[PriceLine]:
    whole = price_of(lines, ())
    taken = [(off, whole - price_of(lines, (off,))) for off in discounts]
    return [PriceLine(off.description, -value, row=off.row) for off, value in taken]


def _warn_of_notation(counted: Sequence[QuotePart], notes: ProblemCollector) -> None:
    for part in counted:
        notation = part.trial.table.notation
        if not notation.is_certain and not part.trial.outcome.closes:
            notes.warn(_UNCERTAIN, None, example=notation.example)


def _add_up_sums(sums: Iterable[PeriodSum]) -> tuple[PeriodSum, ...]:
    """Add up the sums of several tables by period."""
    result: dict[Period, PeriodSum] = {}
    for own in sums:
        other = result.get(own.period)
        if other is None:
            result[own.period] = own
            continue
        printed = None
        if other.printed is not None and own.printed is not None:
            printed = other.printed + own.printed
        items, discount = other.items + own.items, other.discount + own.discount
        result[own.period] = PeriodSum(own.period, items, discount, printed)
    return tuple(result.values())

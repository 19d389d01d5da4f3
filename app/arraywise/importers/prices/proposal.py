"""The proposal for a quote: its sheets with roles, sums, questions, findings and price sheet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.pricing import PriceSheet
from arraywise.domain.quotes import (
    NO_DECISIONS,
    ColumnRole,
    Period,
    PeriodSum,
    QuoteAnswer,
    QuoteColumn,
    QuoteDecisions,
    QuoteFinding,
    QuoteFindingCode,
    QuoteQuestion,
    QuoteReading,
    QuoteRow,
    QuoteSheet,
    QuoteState,
    RoleEffect,
    RowRole,
    SheetUse,
)
from arraywise.importers.kit.readings import Notes
from arraywise.importers.prices.build import (
    Built,
    SheetBuilder,
    missing_values,
    period_sums,
    price_of,
)
from arraywise.importers.prices.cells import currencies_in, has_lone_dollar, plain_words
from arraywise.importers.prices.explanations import explain
from arraywise.importers.prices.figures import looks_numeric
from arraywise.importers.prices.questions import QuestionBuilder
from arraywise.importers.prices.reading import COLUMN_ROLE, Open, Part, TableReader
from arraywise.importers.prices.states import CENT
from arraywise.importers.prices.tables import MONEY_FIELDS, OTHER_FIELDS, Table, find_tables
from arraywise.importers.prices.vocabulary import option_in, says

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.pricing import Discount, PriceLine
    from arraywise.importers.prices.grid import Grid, GridRow, Quote

ZERO = Decimal(0)
_NO_PRICES = (
    "{name} has no table of prices: a row of headings, such as Description, Quantity, Unit price"
    " and Amount (English, German or Portuguese), and rows with amounts below."
)
_NO_SUCH_OPTION = "{name} holds the prices of {options}; none of them is {option}."
_MIXED = (
    "Prices in several currencies ({currencies}) cannot be added up. Convert them to one, and"
    " read the sheet again."
)
_UNCERTAIN = (
    "A number such as 1,234 is ambiguous in this sheet; read as in {example}. Check the prices."
)
_MOST_QUESTIONS = 4
_MOST_PRICED = 1_500
"""Cells up to which the price that follows from each answer is worked out at once."""
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
    return _layout_key(
        [t for grid in quote.grids if not grid.hidden for t in _tables_of(quote, grid)]
    )


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
        quote, d = self.quote, self.decisions
        if quote.refused is not None:
            problem = Problem(Severity.ERROR, quote.refused)
            return QuoteReading(quote.name, (), d, QuoteState.ASKS, "", problems=(problem,))
        tables = self._tables()
        refused = self._option_refused(tables)
        if refused is not None:
            return self._nothing(tables, refused)
        parts: list[Part] = []
        for grid, table, n in tables:
            above = sum(sum(p.trial.outcome.state.start) for p in parts if p.sheet == grid.name)
            part = self._read(grid, table, n, above)
            if part is not None:
                parts.append(part)
        parts = [part for part in parts if part.trial.outcome.steps and _has_items(part)]
        if not parts:
            name = message(_NO_PRICES, name=quote.name)
            return self._nothing(tables, Problem(Severity.ERROR, name))
        counted, uses, open_sheets = self._combined(parts)
        return self._whole(parts, counted, uses, open_sheets)

    def _tables(self) -> list[tuple[Grid, Table, int]]:
        chosen = self.decisions.sheets
        found = []
        for grid in self.quote.grids:
            if grid.hidden if chosen is None else grid.name not in chosen:
                continue
            for n, table in enumerate(_tables_of(self.quote, grid)):
                found.append((grid, table, n))
        titled = [each for each in found if each[1].option]
        if not titled:
            return found
        wanted = self.option.casefold().strip()
        own = [each for each in titled if each[1].option.casefold().strip() == wanted]
        return own or (titled if len(titled) == 1 else titled)  # noqa: RUF034

    def _option_refused(self, tables: Sequence[tuple[Grid, Table, int]]) -> Problem | None:
        titled = [table.option for _, table, _ in tables if table.option]
        if len(titled) < 2:
            return None
        names = ", ".join(name[:60] for name in titled)
        text = message(_NO_SUCH_OPTION, name=self.quote.name, options=names, option=self.option)
        return Problem(Severity.ERROR, text)

    def _nothing(
        self, tables: Sequence[tuple[Grid, Table, int]], problem: Problem
    ) -> QuoteReading:
        sheets = tuple(_sheet_of(grid, [], SheetUse.NO_PRICES) for grid in self.quote.grids)
        notes = Notes()
        missing_values([table for _, table, _ in tables], frozenset(), notes)
        return QuoteReading(
            self.quote.name,
            sheets,
            self.decisions,
            QuoteState.ASKS,
            "",
            problems=(*notes.problems, problem),
            layout=layout_of(self.quote),
        )

    def _read(self, grid: Grid, table: Table, n: int, above: float) -> Part | None:
        many = len(self.quote.grids) > 1
        prefix = (f"{grid.name}!" if many else "") + (f"{n + 1}!" if n else "")
        return TableReader(table, grid.name, prefix, self.decisions, above).read()

    # -- several tables

    def _combined(self, parts: list[Part]) -> tuple[list[Part], dict[int, SheetUse], Open | None]:
        """Return the parts that count; those that repeat others are checks, two offers a question."""  # noqa: E501
        live = [p for p in parts if p.trial.outcome.closes or _is_quote(p)]
        live = live or parts
        question = Open("sheets", "sheets", ("add",))
        left = [p for p in parts if p not in live and _may_be_offer(p)]
        asked = self.decisions.answers.get("sheets") != "add" and self.decisions.sheets is None
        if len(live) < 2:
            return live, {}, question if left and asked else None
        repeated: list[Part] = []
        together: set[int] = set()
        for part in live:
            others = [p for p in live if p is not part and p not in repeated]
            totals = {t for p in others for t in p.totals()}
            amounts = [round(a, 2) for a in part.amounts if a]
            if amounts and len(amounts) <= 20 and all(a in totals for a in amounts):
                twin = any(
                    sorted(round(a, 2) for a in p.amounts if a) == sorted(amounts) for p in others
                )
                repeated.append(part)
                if not twin:
                    together |= {id(p) for p in others if p.totals() & set(amounts)}
        rest = [p for p in live if p not in repeated]
        for part in repeated:
            part.repeated = True
        purchases = [p for p in rest if not p.is_recurring]
        other = any(_is_alternative(p) for p in rest)
        settled = (len(purchases) < 2 or all(id(p) in together for p in purchases)) and not other
        answer = self.decisions.answers.get("sheets")
        if (
            settled
            or answer == "add"
            or (
                self.decisions.sheets is not None and len(self.decisions.sheets) > 1 and not answer
            )
        ):
            return rest, {}, None
        return rest, {}, question

    # -- the whole

    def _whole(
        self,
        parts: list[Part],
        counted: list[Part],
        uses: dict[int, SheetUse],  # noqa: ARG002
        open_sheets: Open | None,
    ) -> QuoteReading:
        notes = Notes()
        lines: list[PriceLine] = []
        discounts: list[Discount] = []
        texts: list[str] = []
        for part in counted:
            built = self._build(part, notes)
            lines += built.lines
            discounts += built.discounts if len(counted) == 1 else []
            texts += built.notes
            if len(counted) > 1:
                lines += _as_credits(built.lines, built.discounts)
            layout = part.trial.layout
            missing_values([part.trial.table], layout.named - {layout.quantity}, notes)
        currency = self._currency(counted, lines, notes)
        lines = [replace(x, currency="") if x.currency == currency else x for x in lines]
        sheet = (
            PriceSheet(currency, tuple(lines), tuple(discounts), tuple(texts)) if lines else None
        )
        mixed = any(x.currency for x in lines) and currency != ""
        follows = any(x.quantity_formula for x in lines)
        price = price_of(lines, discounts) if lines and not mixed and not follows else None
        state = self._state(counted, open_sheets, notes, follows=follows)
        questions = self._questions(counted, open_sheets)
        explanations = self._explanations(counted, state)
        findings = self._findings(parts, counted, state)
        for part in counted:
            notation = part.trial.table.notation
            if not notation.is_certain and not part.trial.outcome.closes:
                notes.warn(_UNCERTAIN, None, example=notation.example)
        return QuoteReading(
            self.quote.name,
            self._sheets(parts, counted),
            self.decisions,
            state,
            currency,
            _added(period_sums(p.trial.outcome, p.sheet) for p in counted),
            questions,
            explanations,
            findings,
            tuple(sorted(notes.problems, key=lambda p: p.line or 0)),
            sum(line.identity > 1 for p in counted for line in p.trial.lines),
            len(lines),
            sheet,
            price,
            layout_of(self.quote),
        )

    def _build(self, part: Part, notes: Notes) -> Built:
        trial = part.trial
        made = []
        for products in (False, True):
            builder = SheetBuilder(
                table=trial.table,
                layout=trial.layout,
                outcome=trial.outcome,
                term_months=self.decisions.term_months,
                products=products,
            )
            made.append((builder, builder.build()))
            if not any(a.rounded for line in trial.lines for a in line.amounts):
                break
        best = made[0]
        printed = [
            s
            for s in trial.outcome.steps
            if s.role is RowRole.TOTAL and not s.gross and len(s.lanes) == len(trial.outcome.lanes)
        ]
        if len(made) > 1:
            wanted = (
                Decimal(f"{sum(v for _, v, _ in printed[-1].line.figures):.12g}")
                if printed
                else None
            )
            gaps = [
                abs(price_of(b.lines, b.discounts) - wanted) if wanted is not None else ZERO
                for _, b in made
            ]
            best = (
                made[1]
                if gaps[1] < gaps[0] or (wanted is None and not trial.outcome.closes)
                else made[0]
            )
        notes.problems += best[0].problems
        return best[1]

    def _state(
        self, counted: Sequence[Part], open_sheets: Open | None, notes: Notes, *, follows: bool
    ) -> QuoteState:
        states = [part.state for part in counted]
        errors = any(p.severity is Severity.ERROR for p in notes.problems)
        if (
            self.decisions.accepted_reason
            and not errors
            and (QuoteState.CLOSES not in states or len(set(states)) > 1 or open_sheets)
        ):
            return QuoteState.ACCEPTED
        if QuoteState.OPEN in states:
            return QuoteState.OPEN
        empty = not any(abs(p.trial.price) > CENT for p in counted) and not follows
        if QuoteState.ASKS in states or open_sheets is not None or errors or empty:
            return QuoteState.ASKS
        return QuoteState.UNCHECKED if QuoteState.UNCHECKED in states else QuoteState.CLOSES

    def _questions(
        self, counted: Sequence[Part], open_sheets: Open | None
    ) -> tuple[QuoteQuestion, ...]:
        size = sum(len(grid.rows) * grid.width for grid in self.quote.grids)
        priced = self.deep and size <= _MOST_PRICED
        builder = QuestionBuilder(self.decisions, self._price if priced else None)
        made = []
        if open_sheets is not None:
            made.append(self._sheet_question(counted, builder))
        for part in counted:
            made += [builder.build(part, item) for item in part.open]
        return tuple(made[:_MOST_QUESTIONS]) if self.deep else tuple(made)

    def _sheet_question(self, counted: Sequence[Part], builder: QuestionBuilder) -> QuoteQuestion:

        names = list(dict.fromkeys(part.sheet for part in counted))
        answers = [
            builder.answer(
                "add",
                message("All of them, added up"),
                replace(self.decisions, answers={**self.decisions.answers, "sheets": "add"}),
            )
        ]
        if len(names) > 1:
            answers += [
                builder.answer(
                    name,
                    message("Sheet {sheet} alone", sheet=name),
                    replace(self.decisions, sheets=(name,)),
                )
                for name in names
            ]
        text = message(
            "Several tables hold prices: {names}. Which of them count?",
            names=", ".join(names) or self.quote.name,
        )
        return QuoteQuestion("sheets", text, tuple(answers))

    def _price(self, decisions: QuoteDecisions) -> Decimal | None:
        reading = _Proposal(self.quote, decisions, self.option, deep=False).make()
        return reading.price if reading.state is not QuoteState.OPEN else None

    def _explanations(self, counted: Sequence[Part], state: QuoteState) -> tuple[QuoteAnswer, ...]:
        if state is not QuoteState.OPEN or not self.deep:
            return ()
        return explain(
            counted,
            self.decisions,
            lambda changed: _Proposal(self.quote, changed, self.option, deep=False).make(),
        )

    # -- findings

    def _findings(  # noqa: C901, PLR0915
        self, parts: Sequence[Part], counted: Sequence[Part], state: QuoteState
    ) -> tuple[QuoteFinding, ...]:
        found: list[QuoteFinding] = []
        name = self.quote.name
        if state is QuoteState.UNCHECKED:
            text = message("{name} prints no total that its price was checked against.", name=name)
            found.append(QuoteFinding(QuoteFindingCode.UNCHECKED, text))
        elif state is QuoteState.OPEN:
            text = message("The items of {name} do not add up to its totals.", name=name)
            found.append(QuoteFinding(QuoteFindingCode.DOES_NOT_ADD_UP, text))
        elif state is QuoteState.ACCEPTED:
            text = message(
                "{name} was not proved; accepted: {reason}",
                name=name,
                reason=self.decisions.accepted_reason,
            )
            found.append(QuoteFinding(QuoteFindingCode.DIFFERENCE_ACCEPTED, text))
        steps = [s for p in counted for s in p.trial.outcome.steps]
        tax = sum(
            (
                Decimal(f"{v:.12g}")
                for s in steps
                if s.role is RowRole.TAX
                for _, v, _ in s.line.figures
            ),
            ZERO,
        )
        if tax or any(s.gross for s in steps):
            found.append(
                QuoteFinding(
                    QuoteFindingCode.TAX_LEFT_OUT,
                    message("Tax of {name} is left out.", name=name),
                    tax or None,
                )
            )
        options = [s.line for s in steps if s.role is RowRole.NOT_INCLUDED]
        if options:
            amount = sum((a.value for line in options for a in line.amounts), ZERO)
            text = message(
                "{count} rows of {name} are not included in the price.",
                count=len(options),
                name=name,
            )
            found.append(QuoteFinding(QuoteFindingCode.OPTIONS_LEFT_OUT, text, amount or None))
        hidden = [g.name for g in self.quote.grids if g.hidden]
        if hidden or any(
            g.hidden_columns or any(r.hidden for r in g.rows) for g in self.quote.grids
        ):
            text = message(
                "Hidden rows, columns or sheets of {name} take no part in the price.", name=name
            )
            found.append(QuoteFinding(QuoteFindingCode.HIDDEN_PARTS, text))
        others = [p.sheet for p in parts if p not in counted and p.sheet and not p.repeated]
        if others:
            text = message(
                "Other sheets of {name} hold prices too: {sheets}.",
                name=name,
                sheets=", ".join(dict.fromkeys(others)),
            )
            found.append(QuoteFinding(QuoteFindingCode.OTHER_SHEETS, text))
        months = self.decisions.term_months
        if months is not None:
            text = message("{name} is for a term other than 36 months.", name=name)
            found.append(QuoteFinding(QuoteFindingCode.TERM, text))
        return tuple(found)

    # -- currency

    def _currency(self, counted: Sequence[Part], lines: Sequence[PriceLine], notes: Notes) -> str:  # noqa: C901
        if self.decisions.currency:
            return self.decisions.currency
        stated = [line.currency for line in lines if line.currency]
        found: set[str] = set()
        looked: list[str] = []
        for part in counted:
            table = part.trial.table
            if table.currency:
                found.add(table.currency)
            for money in part.trial.layout.moneys:
                for at in (money.unit, money.amount):
                    if at is not None:
                        looked.append(table.headings[at].text)  # noqa: PERF401
        found |= {code for text in looked for code in currencies_in(text)}
        if not found and stated and len(stated) == len(lines):
            found = {max(dict.fromkeys(stated), key=stated.count)}
        if not found:
            looked = [text for part in counted for text in _labels_of_currency(part)]
            found = {code for text in looked for code in currencies_in(text)}
        if not found and not stated:
            looked = [
                cell.text
                for part in counted
                for row in part.trial.table.grid.rows
                for cell in row.cells
                if cell.text
            ]
            named = {code for text in looked for code in currencies_in(text)}
            found = named if len(named) == 1 else set()
        if len(found) > 1:
            notes.fail(_MIXED, None, currencies=", ".join(sorted(found)))
        elif not found and not stated:
            notes.info("The sheet does not name its currency.", None)
        elif any(map(has_lone_dollar, looked)):
            notes.info("The dollar signs are taken to mean US dollars.", None)
        return min(found, default="")

    # -- sheets as they are shown

    def _sheets(self, parts: Sequence[Part], counted: Sequence[Part]) -> tuple[QuoteSheet, ...]:
        result = []
        for grid in self.quote.grids:
            own = [p for p in parts if p.sheet == grid.name]
            if grid.hidden and not own:
                use = SheetUse.HIDDEN
            elif any(p in counted for p in own):
                use = SheetUse.COUNTED
            elif any(p.repeated for p in own):
                use = SheetUse.REPEATED
            else:
                use = SheetUse.OTHER_OFFER if own else SheetUse.NO_PRICES
            result.append(_sheet_of(grid, own, use))
        return tuple(result)


def _tables_of(quote: Quote, grid: Grid) -> list[Table]:
    """Return the tables of a sheet, found once for all decisions."""
    key = ("tables", id(grid))
    if key not in quote.readings:
        quote.readings[key] = find_tables(grid)
    return quote.readings[key]  # type: ignore[return-value]


def _has_items(part: Part) -> bool:
    return any(
        s.role is RowRole.ITEM and (s.line.amounts or s.line.figures)
        for s in part.trial.outcome.steps
    ) or any(cell.formula for s in part.trial.outcome.steps for cell in s.line.row.cells)


def _is_alternative(part: Part) -> bool:
    """Return whether the title of a table calls it another choice."""
    titles = [part.sheet, *(" ".join(row.texts()) for row in part.trial.table.preface)]
    return any(option_in(title) for title in titles)


def _may_be_offer(part: Part) -> bool:
    """Return whether a table without headings of money has fees, or sums that are named so."""
    lines = part.trial.lines
    fees = any(a.period not in {Period.ONCE, Period.TERM} for line in lines for a in line.amounts)
    return fees or any("total" in line.says and line.figures for line in lines)


def _is_quote(part: Part) -> bool:
    """Return whether a table of a workbook is about prices, by its headings or its identities."""
    fields = {head.field for head in part.trial.table.headings}
    return bool(fields & MONEY_FIELDS) or part.trial.layout.proved >= 2


def _labels_of_currency(part: Part) -> list[str]:
    result = []
    for row in part.trial.table.grid.rows:
        texts = row.texts()
        if (
            texts
            and says("currency", plain_words(texts[0]))
            and len(texts) <= 3
            and not any(map(looks_numeric, texts))
        ):
            result += texts
    return result


def _as_credits(lines: Sequence[PriceLine], discounts: Sequence[Discount]) -> list[PriceLine]:
    """Turn the discounts of one table to credits, so that they take nothing off another's lines."""  # noqa: E501
    from arraywise.domain.pricing import PriceLine

    result = []
    for off in discounts:
        taken = price_of(lines, ()) - price_of(lines, (off,))
        result.append(PriceLine(off.description, -taken, row=off.row))
    return result


def _added(sums: object) -> tuple[PeriodSum, ...]:
    """Add up the sums of several tables by period."""
    result: dict[Period, PeriodSum] = {}
    for each in sums:  # type: ignore[attr-defined]
        for own in each:
            known = result.get(own.period)
            if known is None:
                result[own.period] = own
                continue
            printed = None
            if known.printed is not None and own.printed is not None:
                printed = known.printed + own.printed
            result[own.period] = PeriodSum(
                own.period, known.items + own.items, known.discount + own.discount, printed
            )
    return tuple(result.values())


def _layout_key(tables: Sequence[Table]) -> str:
    """Name a layout: headings in the order of their columns."""
    return " || ".join(" | ".join(head.words for head in table.headings) for table in tables)[
        :2000
    ]


def _sheet_of(grid: Grid, parts: Sequence[Part], use: SheetUse) -> QuoteSheet:
    rows: dict[int, QuoteRow] = {}
    heads = {n for part in parts for n in part.trial.table.head_rows}
    for row in grid.rows:
        role = RowRole.HEADING if row.number in heads else RowRole.NOTE
        rows[row.number] = QuoteRow(row.number, _texts(row), role, hidden=row.hidden)
    for part in parts:
        asked = {item.row for item in part.open}
        for step in part.trial.outcome.steps:
            number = step.line.row.number
            amounts: dict[Period, Decimal] = {}
            if step.role in {RowRole.ITEM, RowRole.DISCOUNT}:
                for amount in step.line.amounts:
                    amounts[amount.period] = (
                        amounts.get(amount.period, ZERO) + amount.value * step.sign
                    )
            period = step.line.amounts[0].period if step.line.amounts else None
            in_question = number in asked or (step.open and not part.trial.outcome.closes)
            rows[number] = replace(
                rows[number],
                role=step.role,
                period=period,
                amounts=amounts,
                in_question=in_question,
            )
    return QuoteSheet(grid.name, use, tuple(rows.values()), _columns_of(grid, parts))


def _texts(row: GridRow) -> tuple[str, ...]:
    return tuple(cell.text for cell in row.cells)


def _columns_of(grid: Grid, parts: Sequence[Part]) -> tuple[QuoteColumn, ...]:  # noqa: C901
    if not parts:
        return tuple(QuoteColumn(at, "", ColumnRole.UNUSED) for at in range(grid.width))
    part = max(parts, key=lambda p: len(p.trial.lines))
    table, layout = part.trial.table, part.trial.layout
    asked = {item.column for item in part.open}
    roles: dict[int, tuple[ColumnRole, Period | None]] = {}
    for name, at in layout.fields.items():
        if name in COLUMN_ROLE:
            roles[at] = COLUMN_ROLE[name], None
        elif name in OTHER_FIELDS:
            roles[at] = ColumnRole.OTHER, None
    for at, role in layout.checks.items():
        roles[at] = role, None
    if layout.quantity is not None:
        roles[layout.quantity] = ColumnRole.QUANTITY, None
    for money in layout.moneys:
        if money.rate:
            roles[money.unit or 0] = ColumnRole.MAINTENANCE_RATE, Period.YEAR
            continue
        if money.unit is not None:
            roles[money.unit] = (
                (ColumnRole.MAINTENANCE_UNIT if money.care else ColumnRole.UNIT_PRICE),
                money.period,
            )
        if money.amount is not None:
            roles[money.amount] = (
                (ColumnRole.MAINTENANCE if money.care else ColumnRole.AMOUNT),
                money.period,
            )
        if money.discount is not None:
            roles[money.discount] = ColumnRole.DISCOUNT, None
    return tuple(
        QuoteColumn(
            at,
            table.headings[at].text,
            *roles.get(at, (ColumnRole.UNUSED, None)),
            in_question=at in asked,
            hidden=at in grid.hidden_columns,
        )
        for at in range(table.width)
    )


_ = CENT

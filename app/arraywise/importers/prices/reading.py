"""From the tables of a quote to a proposal: which reading closes, what is asked, what it costs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.quotes import (
    ColumnRole,
    Period,
    QuoteState,
    RowRole,
)
from arraywise.importers.kit.workbooks import column_name
from arraywise.importers.prices.cells import currencies_in, plain_words
from arraywise.importers.prices.columns import ColumnFinder
from arraywise.importers.prices.figures import COMMA, POINT
from arraywise.importers.prices.own_workbook import is_own, own_columns, own_rows
from arraywise.importers.prices.rows import RowPreparer
from arraywise.importers.prices.search import AMBIGUOUS, Search
from arraywise.importers.prices.states import CENT, Outcome
from arraywise.importers.prices.tables import read_figures
from arraywise.importers.prices.variants import Variants
from arraywise.importers.prices.vocabulary import period_in, says, span_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.domain.quotes import QuoteDecisions
    from arraywise.importers.prices.columns import Layout
    from arraywise.importers.prices.rows import Line
    from arraywise.importers.prices.states import Step
    from arraywise.importers.prices.tables import Table

_MOST_LEFT_OUT = 60
"""Rows up to which each is tried as no part of the price, where nothing closes."""
_TERM = 36
_LONGEST_NAME = 30
_EXPLAINED = frozenset({"discount", "included", "tax", "footer", "payment", "care"})
_MOST_COST = 4.5
"""Above it a reading closes by taking for an item what looks like a sum."""


@dataclass(slots=True)
class Trial:
    """One layout with one reading of the rows."""

    table: Table
    layout: Layout
    lines: list[Line]
    outcome: Outcome
    handicap: float = 0.0

    @property
    def cost(self) -> float:
        """How far the reading is from what is usual."""
        return self.outcome.state.cost + self.handicap

    @property
    def price(self) -> float:
        """For 36 months."""
        return self.outcome.price


@dataclass(slots=True)
class Open:
    """What is to be asked: a code, its kind, and what belongs to it."""

    code: str
    kind: str
    answers: tuple[str, ...] = ()
    row: int | None = None
    column: int | None = None
    trials: tuple[Trial, ...] = ()
    """Readings that close with different prices."""
    months: int | None = None


@dataclass(slots=True)
class Part:
    """A table of a sheet as it is read."""

    sheet: str
    trial: Trial
    state: QuoteState
    open: list[Open] = field(default_factory=list)
    explanations: list[int] = field(default_factory=list)
    """Rows without which it would close."""
    repeated: bool = False

    @property
    def is_recurring(self) -> bool:
        """Whether it holds maintenance or rent alone."""
        moneys = self.trial.layout.moneys
        lanes = [
            lane
            for n, lane in enumerate(self.trial.outcome.lanes)
            if abs(self.trial.outcome.state.start[n]) > CENT
        ]
        words = plain_words(self.sheet)
        return (
            says("care", words)
            or says("rent", words)
            or (bool(lanes) and all(p is not Period.ONCE or moneys[m].care for m, p, _ in lanes))
        )

    @property
    def amounts(self) -> list[float]:
        """Amounts of its items."""
        return [
            float(a.value)
            for s in self.trial.outcome.steps
            if s.role is RowRole.ITEM
            for a in s.line.amounts
        ]

    def totals(self) -> set[float]:
        """Return what its sums come to, read or printed."""
        state = self.trial.outcome.state
        result = {round(v, 2) for v in state.start if abs(v) > CENT}
        result |= {round(sum(state.start), 2), round(self.trial.price, 2)}
        result |= {
            round(v, 2)
            for s in self.trial.outcome.steps
            if s.role in {RowRole.TOTAL, RowRole.SUBTOTAL}
            for _, v, _ in s.line.figures
        }
        return result


@dataclass(slots=True)
class TableReader:
    """Reads one table with what was decided."""

    table: Table
    sheet: str
    prefix: str
    decisions: QuoteDecisions
    carry: float = 0.0
    """What the tables above it in the sheet come to."""

    def read(self) -> Part | None:
        """Return the likeliest reading; None where the table holds no money."""
        trials = list(self._trials())
        if not trials:
            return None
        if is_own(self.table):
            return Part(self.sheet, trials[0], QuoteState.CLOSES)
        closing = sorted(
            (t for t in trials if t.outcome.closes and t.cost < _MOST_COST), key=lambda t: t.cost
        )
        if closing:
            part = self._of_closing(closing)
        else:
            part = self._of_open(sorted(trials, key=lambda t: t.cost))
        self._ask_of_layout(part)
        self._ask_of_rows(part)
        if part.open and part.state in {QuoteState.CLOSES, QuoteState.UNCHECKED}:
            part.state = QuoteState.ASKS
        return part

    def _trials(self) -> Iterable[Trial]:
        for table in self._notations():
            for layout in self._layouts(table):
                lines = self._prepared(table, layout)
                outcomes = Search(lines, self.carry).run()
                best = outcomes[0].state.cost if outcomes else 0.0
                for outcome in outcomes:
                    if outcome.closes or outcome.state.cost <= best + AMBIGUOUS:
                        yield Trial(table, layout, lines, outcome, -0.01 * layout.proved)

    def _prepared(self, table: Table, layout: Layout) -> list[Line]:
        d, name = self.decisions, self.sheet
        roles = own_rows(table) if is_own(table) else {}
        roles |= {n: role for (sheet, n), role in d.row_roles.items() if sheet == name}
        periods = {n: p for (sheet, n), p in d.row_periods.items() if sheet == name}
        answered = d.answers.get(f"support-{self.prefix}")
        support = {
            "term": Period.TERM,
            "once": Period.TERM,
            "year": Period.YEAR,
            "month": Period.MONTH,
        }.get(answered or "")
        return RowPreparer(table, layout, roles, periods, support).prepare()

    def _notations(self) -> list[Table]:
        table = self.table
        sign = self.decisions.answers.get(f"notation-{self.prefix}")
        if sign in {".", ","}:
            chosen = POINT if sign == "." else COMMA
            return [replace(table, notation=chosen, figures=read_figures(table, chosen))]
        if table.notation.is_certain or not table.notation.was_seen:
            return [table]
        other = COMMA if table.notation.decimal_sign == "." else POINT
        return [table, replace(table, notation=other, figures=read_figures(table, other))]

    def _layouts(self, table: Table) -> list[Layout]:
        d, name = self.decisions, self.sheet
        roles = own_columns(table) if is_own(table) else {}
        roles |= {at: role for (sheet, at), role in d.column_roles.items() if sheet == name}
        periods = {at: p for (sheet, at), p in d.column_periods.items() if sheet == name}
        base = ColumnFinder(table, roles, periods, d.answers, self.prefix).find()
        return [] if base is None else Variants(table, roles, d.answers, self.prefix, base).all()

    # -- what closes

    def _of_closing(self, closing: list[Trial]) -> Part:
        best = closing[0]
        part = Part(self.sheet, best, QuoteState.CLOSES)
        rivals = _different([t for t in closing if t.cost < best.cost + AMBIGUOUS])
        if len(rivals) > 1:
            part.open.append(self._rival_question(rivals))
        return part

    def _rival_question(self, rivals: list[Trial]) -> Open:
        """Ask which of several readings holds: by a choice of the columns, or by the rows."""
        signs = tuple(dict.fromkeys(t.table.notation.decimal_sign for t in rivals))
        if len(signs) > 1:
            return Open(f"notation-{self.prefix}", "notation", signs, trials=tuple(rivals))
        first, second = (dict(t.layout.choices) for t in rivals[:2])
        for code in first:
            if first[code] != second.get(code):
                answers = tuple(
                    dict.fromkeys(
                        dict(t.layout.choices)[code]
                        for t in rivals
                        if code in dict(t.layout.choices)
                    )
                )
                return Open(code, code.split("-")[0], answers, trials=tuple(rivals))
        row = next(
            (
                a.line.row.number
                for a, b in _pairs(*rivals[:2])
                if a.role is not b.role or a.sign != b.sign
            ),
            None,
        )
        return Open(
            f"readings-{self.prefix}{row or ''}", "readings", row=row, trials=tuple(rivals[:4])
        )

    def _of_open(self, trials: list[Trial]) -> Part:
        best = trials[0]
        state = best.outcome.state
        if not best.outcome.has_sums or best.outcome.covered:
            part = Part(self.sheet, best, QuoteState.UNCHECKED)
            sound = [t for t in trials if t.outcome.covered and not _sums(t)]
            firsts = {t.layout.choices: t for t in reversed(sound)}
            near = [t for t in sound if t.cost < best.cost + AMBIGUOUS]
            rivals = _different([*near, *firsts.values()])
            if len(rivals) > 1:
                part.open.append(self._rival_question(rivals))
            elif state.guesses and not part.open:
                part.state = QuoteState.ASKS
            self._ask_of_unproved(part)
            return part
        part = Part(self.sheet, best, QuoteState.OPEN)
        found = self._leave_one_out(best)
        if found:
            part.explanations = [row for row, _ in found]
            part.trial = found[0][1] if len(found) == 1 else best
            trials_ = tuple(trial for _, trial in found)
            part.open.append(
                Open(f"left-{self.prefix}{found[0][0]}", "left", row=found[0][0], trials=trials_)
            )
            part.state = QuoteState.ASKS
        return part

    def _leave_one_out(self, best: Trial) -> list[tuple[int, Trial]]:
        """Return the rows without which the sheet closes, with the reading that follows."""
        result = []
        decided = {n for (sheet, n) in self.decisions.row_roles if sheet == self.sheet}
        candidates = [
            line for line in best.lines if line.amounts and line.row.number not in decided
        ]
        printed = [v for line in best.lines if line.identity < 2 for _, v, _ in line.figures]
        whole = sum(best.outcome.state.start)
        wanted = {round(whole - v) for v in printed}
        odd = {s.line.row.number for s in best.outcome.steps if s.open and s.line.identity}
        candidates = [
            c
            for c in candidates
            if c.row.number in odd or round(sum(float(a.value) for a in c.amounts)) in wanted
        ]
        for line in candidates[:_MOST_LEFT_OUT]:
            outcomes = Search(best.lines, self.carry).run(frozenset({line.row.number}))
            if outcomes and outcomes[0].closes and outcomes[0].state.cost < best.cost:
                result.append((line.row.number, replace(best, outcome=outcomes[0])))
        return sorted(result, key=lambda each: each[1].cost)

    # -- what is open though it closes

    def _ask_of_layout(self, part: Part) -> None:
        across = any(
            s.role is RowRole.TOTAL and len(s.lanes) > 1 and len(s.line.figures) == 1
            for s in part.trial.outcome.steps
        )
        for code, _ in part.trial.layout.choices:
            if code.startswith("line-") and all(item.code != code for item in part.open):
                part.open.append(Open(code, "line", ("printed", "computed")))
        for doubt in part.trial.layout.doubts:
            if (
                across
                and doubt.column in {m.place for m in part.trial.layout.moneys}
                and doubt.kind == "column"
            ):
                continue
            part.open.append(Open(doubt.code, doubt.kind, column=doubt.column))

    def _ask_of_rows(self, part: Part) -> None:  # noqa: PLR0915
        steps = [s for s in part.trial.outcome.steps if s.role is RowRole.ITEM]
        counted = [s.line for s in steps if any(a.value for a in s.line.amounts)]
        undecided = [line for line in counted if line.row.number not in self._decided_periods()]
        support = [line for line in undecided if line.open_term]
        if support and f"support-{self.prefix}" not in self.decisions.answers:
            part.open.append(
                Open(
                    f"support-{self.prefix}",
                    "support",
                    ("term", "year", "month"),
                    row=support[0].row.number,
                )
            )
        odd = [line for line in undecided if line.odd_unit]
        odd += [s.line for s in part.trial.outcome.steps if self._names_another_period(part, s)]
        if odd:
            part.open.append(
                Open(f"period-{self.prefix}{odd[0].row.number}", "odd", row=odd[0].row.number)
            )
        if not part.trial.outcome.closes:
            unread = [
                s.line
                for s in part.trial.outcome.steps
                if s.line.role is None
                and not s.line.option
                and (s.line.unread is not None or s.line.on_request)
            ]
            if unread:
                line = unread[0]
                part.open.append(
                    Open(f"row-{self.prefix}{line.row.number}", "unread", row=line.row.number)
                )
            guessed = [
                s
                for s in part.trial.outcome.steps
                if s.open and s.line.unread is None and s.line.role is None
            ]
            if guessed and part.state is not QuoteState.OPEN and not part.open:
                row = guessed[0].line.row.number
                part.open.append(Open(f"row-{self.prefix}{row}", "row", row=row))
        else:
            steps = part.trial.outcome.steps
            asked = [
                s.line
                for s in steps
                if (s.line.on_request or (s.line.unread is not None and s.line.counted))
                and not s.line.option
            ]
            asked += [
                s.line
                for n, s in enumerate(steps)
                if s.role in {RowRole.NOTE, RowRole.HEADING}
                and s.line.rate
                and s.line.is_text
                and not s.line.says & _EXPLAINED
                and any(o.lanes for o in steps[:n])
            ]
            if asked and asked[0].role is None:
                row = asked[0].row.number
                part.open.append(Open(f"row-{self.prefix}{row}", "unread", row=row))
            dropped = [
                s.line
                for s in part.trial.outcome.steps
                if s.role is RowRole.NOTE
                and s.open
                and s.line.amounts
                and s.line.role is None
                and "included" not in s.line.says
                and "payment" not in s.line.says
            ]
            if dropped:
                row = dropped[0].row.number
                part.open.append(Open(f"row-{self.prefix}{row}", "row", row=row))
        self._ask_of_term(part, undecided)
        self._ask_of_notes(part)
        self._ask_of_variants(part, counted)

    def _names_another_period(self, part: Part, step: Step) -> bool:
        """Return whether a sum is called that of a month or a year and its items are paid once."""
        named = period_in(step.line.words)
        lanes = {part.trial.outcome.lanes[n][1] for n in step.lanes}
        undecided = not self._decided_periods() and not self.decisions.column_periods
        return named in {Period.MONTH, Period.YEAR} and lanes == {Period.ONCE} and undecided

    def _decided_periods(self) -> set[int]:
        return {n for (sheet, n) in self.decisions.row_periods if sheet == self.sheet}

    def _ask_of_term(self, part: Part, lines: list[Line]) -> None:
        if self.decisions.term_months is not None:
            return
        months = {
            line.term for line in lines if any(a.period is not Period.ONCE for a in line.amounts)
        } | {
            a.months for line in lines for a in line.amounts if a.period is Period.TERM and a.value
        } - {None, _TERM}
        recurring = any(
            a.period not in {Period.ONCE, Period.TERM} and a.value
            for line in lines
            for a in line.amounts
        )
        stated = {
            span
            for text in self._notes(part)
            if recurring
            and says("term", plain_words(text))
            and (span := span_in(plain_words(text))) not in {None, _TERM}
        }
        found = sorted(m for m in months | stated if m)
        if found:
            part.open.append(Open(f"term-{self.prefix}", "term", months=found[0]))

    def _ask_of_variants(self, part: Part, counted: list[Line]) -> None:
        """Ask where several variants stand in one table, or a remark names another currency."""
        notes = [plain_words(text) for text in self._notes(part)]
        named = {words for words in notes if says("variant", words) and len(words) < _LONGEST_NAME}
        code = f"variants-{self.prefix}"
        if (len(named) > 1 or self._is_parted(part)) and code not in self.decisions.answers:
            part.open.append(Open(code, "variants", ("add",)))
        own = {a.currency for line in counted for a in line.amounts} | {
            h.currency for h in part.trial.table.headings
        }
        known = own | {
            c for row in self.table.preface for text in row.texts() for c in currencies_in(text)
        }
        for line in counted:
            foreign = currencies_in(line.label) - known
            code = f"currency-{self.prefix}{line.row.number}"
            if foreign and known - {""} and code not in self.decisions.answers:
                part.open.append(Open(code, "currency", ("same",), row=line.row.number))
                break

    def _is_parted(self, part: Part) -> bool:
        """Return whether headings stand again over items that no sum adds to those above."""
        again = sorted(self.table.head_rows)[1:]
        again = [n for n in again if n - 1 not in self.table.head_rows]
        state = part.trial.outcome.state
        if not again or not part.trial.outcome.closes:
            return False
        whole = {round(v, 2) for v in (*state.start, sum(state.start))}
        rows = [s for s in part.trial.outcome.steps if s.line.row.number > again[-1] and s.lanes]
        priced = [
            s for s in part.trial.outcome.steps if s.line.row.number > again[-1] and s.line.amounts
        ]
        return bool(priced) and not any(
            round(v, 2) in whole for s in rows for _, v, _ in s.line.figures
        )

    def _ask_of_notes(self, part: Part) -> None:
        """Ask where a note says that prices hold tax, or that they change in time."""
        notes = [plain_words(text) for text in self._notes(part)]
        periods = {a.period for line in part.trial.lines for a in line.amounts}
        code = f"changes-{self.prefix}"
        if (
            code not in self.decisions.answers
            and periods - {Period.ONCE}
            and any(says("changes", n) for n in notes)
        ):
            part.open.append(Open(code, "changes", ("as printed",)))
        code = f"billed-{self.prefix}"
        if code not in self.decisions.answers and any(says("billed time", note) for note in notes):
            part.open.append(Open(code, "changes", ("as printed",)))
        code = f"tax-{self.prefix}"
        steps = part.trial.outcome.steps
        moneys = part.trial.layout.moneys
        heads = [part.trial.table.headings[m.place] for m in moneys]
        gross = any(
            head.field == "gross_amount" or says("gross", head.words) for head in heads
        ) or any(says("gross", note) and says("price", note) for note in notes)
        settled = part.trial.outcome.state.contained or code in self.decisions.answers
        if gross and not settled and not any(s.role is RowRole.TAX for s in steps):
            part.open.append(Open(code, "tax", ("without", "with")))

    def _notes(self, part: Part) -> Iterable[str]:
        for row in self.table.preface:
            yield " ".join(row.texts())
        for step in part.trial.outcome.steps:
            if step.role in {RowRole.NOTE, RowRole.HEADING}:
                yield step.line.label

    def _ask_of_unproved(self, part: Part) -> None:
        """Ask, where no sum is printed, about rows and columns that only a guess makes items of."""  # noqa: E501
        items = [
            s.line for s in part.trial.outcome.steps if s.role is RowRole.ITEM and s.line.amounts
        ]
        proved = sum(line.identity > 0 for line in items)
        for line in items:
            usual = line.counted or line.full or line.free or line.says & {"surcharge"}
            if (
                line.identity == 0
                and not usual
                and line.role is None
                and 2 * proved >= len(items) - 1 > 0
            ):
                row = line.row.number
                part.open.append(Open(f"row-{self.prefix}{row}", "row", row=row))
                break
        layout, table = part.trial.layout, part.trial.table
        for money in layout.moneys:
            heading = table.headings[money.place]
            decided = (self.sheet, money.place) in self.decisions.column_roles
            vague = heading.field in {None, "unit_price", "list_price", "price"}
            if (
                not decided
                and not money.care
                and (
                    (heading.field is None and money.unit is None)
                    or (vague and layout.quantity is None and not heading.period)
                )
            ):
                code = f"column-{self.prefix}{column_name(money.place)}"
                part.open.append(Open(code, "column", column=money.place))
                break


def _sums(trial: Trial) -> bool:
    return trial.outcome.has_sums and not trial.outcome.covered


def _different(trials: list[Trial]) -> list[Trial]:
    """Return readings of different prices, the cheapest reading of each first."""
    result: list[Trial] = []
    for trial in sorted(trials, key=lambda t: t.cost):
        if all(
            abs(trial.price - other.price) > 0.02 * max(1.0, trial.outcome.state.rounding * 100)
            for other in result
        ):
            result.append(trial)
    return result


def _pairs(one: Trial, other: Trial) -> Iterable[tuple[Step, Step]]:
    by_row = {s.line.row.number: s for s in other.outcome.steps}
    for step in one.outcome.steps:
        if step.line.row.number in by_row:
            yield step, by_row[step.line.row.number]


COLUMN_ROLE = {name: role for role, name in (
    (ColumnRole.DESCRIPTION, "description"), (ColumnRole.PART_NUMBER, "part_number"),
    (ColumnRole.POSITION, "position"), (ColumnRole.CATEGORY, "category"), (ColumnRole.UNIT, "unit"),  # noqa: E501
    (ColumnRole.TAX_RATE, "tax_rate"), (ColumnRole.TERM, "term"), (ColumnRole.PERIOD, "period"),
    (ColumnRole.WARRANTY, "warranty_months"), (ColumnRole.PRICE_UNIT, "price_unit"),
    (ColumnRole.CURRENCY, "currency"), (ColumnRole.DISCOUNT, "discount"),
    (ColumnRole.MAINTENANCE_RATE, "maintenance_rate"),
)}  # fmt: skip
ZERO = Decimal(0)

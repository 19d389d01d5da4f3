"""From the tables of a quote to a proposal: which reading closes, what is asked, what it costs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arraywise.domain.quotes import Period, QuoteState, RowRole
from arraywise.importers.prices.columns import ColumnFinder
from arraywise.importers.prices.doubts import DoubtFinder
from arraywise.importers.prices.figures import COMMA, POINT
from arraywise.importers.prices.identities import CENT
from arraywise.importers.prices.parts import Open, QuotePart, Trial
from arraywise.importers.prices.recognise import is_own, own_columns, own_rows
from arraywise.importers.prices.rows import RowPreparer
from arraywise.importers.prices.search import AMBIGUOUS, RowSearch
from arraywise.importers.prices.states import AT_ONCE
from arraywise.importers.prices.tables import read_figures
from arraywise.importers.prices.variants import Variants

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.domain.quotes import QuoteDecisions
    from arraywise.importers.prices.columns import Layout
    from arraywise.importers.prices.lines import SearchRow
    from arraywise.importers.prices.states import Lane, ReadingStep
    from arraywise.importers.prices.tables import PriceTable

_MOST_LEFT_OUT = 20
"""Rows up to which each is tried as no part of the price, where nothing closes."""
_MARKS = frozenset({None, "option", "unused"})
_MOST_MARKS, _MOST_MARKED = 3, 1.0
_LEAST_ALIKE, _THOUSANDTH = 3, 0.001
_MOST_COST, _MOST_ODD = 4.5, 2.4
"""Above both a reading closes by taking for an item what looks like a sum or like tax."""


@dataclass(slots=True)
class TableReader:
    """Reads one table with what was decided."""

    table: PriceTable
    sheet: str
    prefix: str
    decisions: QuoteDecisions
    carry: float = 0.0
    """What the tables above it in the sheet come to."""

    @property
    def key(self) -> object:
        """What its reading depends on."""
        d = self.decisions
        of_cells = (d.row_roles, d.row_periods, d.column_roles, d.column_periods)
        own = (frozenset(p for p in each.items() if p[0][0] == self.sheet) for each in of_cells)
        return id(self.table), self.carry, d.term_months, frozenset(d.answers.items()), *own

    def read(self) -> QuotePart | None:
        """Return the likeliest reading; None where the table holds no money."""
        trials = list(self._try_readings())
        if not trials:
            return None
        if is_own(self.table):
            return QuotePart(self.sheet, trials[0], QuoteState.CLOSES)
        closing = sorted(
            (t for t in trials if t.outcome.closes and self._has_no_missed_total(t)),
            key=lambda t: t.cost,
        )
        closing = [t for t in closing if not _is_of_thousandths(t)] or closing
        if closing and _is_usual(closing[0]):
            part = self._part_of_closing(closing)
        else:
            part = self._part_of_open(sorted(trials, key=lambda t: t.cost))
        DoubtFinder(part, self.prefix, self.decisions).ask()
        if part.open and part.state in {QuoteState.CLOSES, QuoteState.UNCHECKED}:
            part.state = QuoteState.ASKS
        return part

    def _try_readings(self) -> Iterable[Trial]:
        for table in self._possible_notations():
            for layout in self._possible_layouts(table):
                lines = self._prepare_rows(table, layout)
                outcomes = RowSearch(lines, self.carry).run()
                best = outcomes[0].state.cost if outcomes else 0.0
                for outcome in outcomes:
                    if outcome.closes or outcome.state.cost <= best + AMBIGUOUS:
                        yield Trial(table, layout, lines, outcome, -0.01 * layout.proved)

    def _prepare_rows(self, table: PriceTable, layout: Layout) -> list[SearchRow]:
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

    def _possible_notations(self) -> list[PriceTable]:
        table = self.table
        if table.notation.is_certain or not table.notation.was_seen:
            return [table]
        if table.in_other is None:
            other = COMMA if table.notation.decimal_sign == "." else POINT
            figures = read_figures(table, other)
            table.in_other = replace(table, notation=other, figures=figures, hits={})
        both = [table, table.in_other]
        sign = self.decisions.answers.get(f"notation-{self.prefix}")
        return [each for each in both if each.notation.decimal_sign == sign] or both

    def _possible_layouts(self, table: PriceTable) -> list[Layout]:
        d, name = self.decisions, self.sheet
        roles = own_columns(table) if is_own(table) else {}
        roles |= {at: role for (sheet, at), role in d.column_roles.items() if sheet == name}
        periods = {at: p for (sheet, at), p in d.column_periods.items() if sheet == name}
        base = ColumnFinder(table, roles, periods, d.answers, self.prefix).find()
        return [] if base is None else Variants(table, roles, d.answers, self.prefix, base).all()

    # -- what closes

    def _part_of_closing(self, closing: list[Trial]) -> QuotePart:
        best = closing[0]
        part = QuotePart(self.sheet, best, QuoteState.CLOSES)
        rivals = _with_different_prices([t for t in closing if t.cost < best.cost + AMBIGUOUS])
        if len(rivals) > 1:
            part.open.append(self._rival_question(rivals))
        return part

    def _rival_question(self, rivals: list[Trial]) -> Open:
        """Ask which of several readings holds: by a choice of the columns, or by the rows."""
        signs = tuple(dict.fromkeys(t.table.notation.decimal_sign for t in rivals))
        if len(signs) > 1:
            return Open(f"notation-{self.prefix}", "notation", signs, trials=tuple(rivals))
        first, second = rivals[:2]
        one, other = dict(first.layout.choices), dict(second.layout.choices)
        for code, answer in one.items():
            if answer != other.get(code):
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
                for a, b in _pair_steps(first, second)
                if a.role is not b.role or a.sign != b.sign
            ),
            next((s.line.row.number for s in reversed(first.outcome.steps) if s.lanes), None),
        )
        return Open(
            f"readings-{self.prefix}{row or ''}", "readings", row=row, trials=tuple(rivals[:4])
        )

    def _has_no_missed_total(self, trial: Trial) -> bool:
        """Return whether totals leave no more open than roundings explain."""
        return bool(self.carry) or not _misses_total(trial)

    def _part_of_open(self, trials: list[Trial]) -> QuotePart:
        best = trials[0]
        if not best.outcome.has_sums or (best.outcome.covered and self._has_no_missed_total(best)):
            part = QuotePart(self.sheet, best, QuoteState.UNCHECKED)
            sound = [t for t in trials if t.outcome.covered and not _has_uncovered_sums(t)]
            firsts = {t.layout.choices: t for t in reversed(sound)}
            near = [t for t in sound if t.cost < best.cost + AMBIGUOUS]
            rivals = _with_different_prices([*near, *firsts.values()])
            if len(rivals) > 1:
                part.open.append(self._rival_question(rivals))
            return part
        marked = self._part_by_marks(best)
        if marked is not None:
            return marked
        part = QuotePart(self.sheet, best, QuoteState.OPEN)
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

    def _part_by_marks(self, best: Trial) -> QuotePart | None:
        """Return the reading that closes with the rows alone that one mark of a column names.

        A box that is ticked, a status: a column without a name of its own and two or three
        texts, of which one stands in two counted rows at least.
        """
        priced = [x for x in best.lines if x.amounts and "total" not in x.says]
        rows = [x for x in priced if x.identity] or [x for x in priced if x.counted] or priced
        unnamed = (at for at, head in enumerate(self.table.headings) if head.field in _MARKS)
        for at in unnamed:
            marks = {x.row.number: x.row.at(at).text.casefold() for x in rows}
            kinds = Counter(marks.values())
            figured = any(char.isdigit() for mark in kinds for char in mark)
            if not 1 < len(kinds) <= _MOST_MARKS or figured:
                continue
            for kept, times in kinds.items():
                out = frozenset(n for n, mark in marks.items() if mark != kept)
                may = times > 1 and not _is_printed(best.lines, out)
                found = RowSearch(best.lines, self.carry).run(out) if may else []
                if found and found[0].closes and found[0].state.cost < _MOST_MARKED:
                    trial = replace(best, outcome=found[0])
                    return QuotePart(self.sheet, trial, QuoteState.CLOSES, marked=at)
        return None

    def _leave_one_out(self, best: Trial) -> list[tuple[int, Trial]]:
        """Return the rows without which the sheet closes, with the reading that follows."""
        result = []
        decided = {n for (sheet, n) in self.decisions.row_roles if sheet == self.sheet}
        candidates = [
            line for line in best.lines if line.amounts and line.row.number not in decided
        ]
        missing = best.outcome.gaps
        odd = {s.line.row.number for s in best.outcome.steps if s.open and s.line.identity}
        candidates = [c for c in candidates if c.row.number in odd or round(c.total) in missing]
        for line in candidates[:_MOST_LEFT_OUT]:
            outcomes = RowSearch(best.lines, self.carry).run(frozenset({line.row.number}))
            if outcomes and outcomes[0].closes and outcomes[0].state.cost < best.cost:
                result.append((line.row.number, replace(best, outcome=outcomes[0])))
        return sorted(result, key=lambda each: each[1].cost)


def _is_usual(trial: Trial) -> bool:
    heads = (trial.table.headings[money.place] for money in trial.layout.moneys)
    named = all(head.field is not None for head in heads)
    return trial.cost < _MOST_COST or (named and trial.oddity < _MOST_ODD)


def _is_printed(lines: Sequence[SearchRow], out: frozenset[int]) -> bool:
    """Return whether some other row prints what certain rows come to: a sum of another kind."""
    whole = sum(line.total for line in lines if line.row.number in out)
    others = (line.figures for line in lines if line.row.number not in out)
    return any(abs(value - whole) <= CENT for figures in others for _, value, _ in figures)


def _has_uncovered_sums(trial: Trial) -> bool:
    return trial.outcome.has_sums and not trial.outcome.covered


def _is_of_thousandths(trial: Trial) -> bool:
    """Return whether every amount has three decimals, as no money has: they are thousands."""
    figures = [half for line in trial.lines for _, value, half in line.figures if value]
    return len(figures) >= _LEAST_ALIKE and all(half == _THOUSANDTH / 2 for half in figures)


def _misses_total(trial: Trial) -> bool:
    """Return whether a total in cents is neither of printed amounts nor of their products.

    Amounts that were rounded to whole units leave a total in cents no room: it adds up the one
    or the other. A discount that was rounded itself leaves as much as it was rounded by.
    """
    charged = [s for s in trial.outcome.steps if s.role in {RowRole.ITEM, RowRole.DISCOUNT}]
    if not any(a.rounded for step in charged for a in step.line.amounts):
        return False
    for step in trial.outcome.steps:
        figures = step.line.figures
        if step.role is not RowRole.TOTAL or step.gross or len(figures) != 1 or not step.lanes:
            continue
        _, total, half = figures[0]
        lanes = {trial.outcome.lanes[n] for n in step.lanes}
        if half >= CENT or any(period not in AT_ONCE for _, period, _ in lanes):
            continue
        above = [s for s in charged if s.line.index < step.line.index]
        off = sum(
            max(h for _, _, h in s.line.figures) for s in above if _is_discount_with_figures(s)
        )
        if all(
            abs(total - _sum_in_lanes(above, lanes, products=p)) > CENT + off
            for p in (True, False)
        ):
            return True
    return False


def _is_discount_with_figures(step: ReadingStep) -> bool:
    return step.role is RowRole.DISCOUNT and bool(step.line.figures)


def _sum_in_lanes(steps: Iterable[ReadingStep], lanes: set[Lane], *, products: bool) -> float:
    """Return what rows come to in some lanes: as printed, or what that was rounded from."""
    return sum(
        step.sign * float(a.computed if products and a.rounded and a.computed else a.value)
        for step in steps
        for a in step.line.amounts
        if (a.money, a.period, a.currency) in lanes
    )


def _with_different_prices(trials: list[Trial]) -> list[Trial]:
    """Return readings of different prices, the cheapest reading of each first."""
    result: list[Trial] = []
    for trial in sorted(trials, key=lambda t: t.cost):
        if all(
            abs(trial.price - other.price) > 0.02 * max(1.0, trial.outcome.state.rounding * 100)
            for other in result
        ):
            result.append(trial)
    return result


def _pair_steps(one: Trial, other: Trial) -> Iterable[tuple[ReadingStep, ReadingStep]]:
    by_row = {s.line.row.number: s for s in other.outcome.steps}
    for step in one.outcome.steps:
        if step.line.row.number in by_row:
            yield step, by_row[step.line.row.number]

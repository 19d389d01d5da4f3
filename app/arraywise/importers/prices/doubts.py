"""What is to be asked of a table though it was read: columns, rows, terms, notes, variants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.number_notation import currencies_in
from arraywise.domain.quotes import Period, QuoteState, RowRole
from arraywise.domain.units import MONTHS_PRICED
from arraywise.importers.kit.workbooks import column_letters
from arraywise.importers.prices.cells import plain_words
from arraywise.importers.prices.figures import is_blank
from arraywise.importers.prices.parts import Open
from arraywise.importers.prices.tables import MONEY_FIELDS
from arraywise.importers.prices.vocabulary import (
    is_note,
    is_only,
    period_in,
    says,
    span_in,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.quotes import QuoteDecisions
    from arraywise.importers.prices.columns import Money
    from arraywise.importers.prices.lines import SearchRow
    from arraywise.importers.prices.parts import QuotePart
    from arraywise.importers.prices.states import ReadingStep
    from arraywise.importers.prices.tables import Heading

_LITTLE = 1_001
"""Below it a price may be one in thousands."""
_LONGEST_NAME = 30
"""Of a variant such as `Option A`."""
_EXPLAINED = frozenset({"discount", "included", "tax", "before tax", "footer", "payment", "care"})
"""Words of a note whose rate changes no price that is not read."""
_STATUS = ("status", "option", "included", "known code", "yes or no")
_VAGUE = frozenset({None, "unit_price", "list_price", "price"})
_TEXTS = frozenset({RowRole.NOTE, RowRole.HEADING})


@dataclass(slots=True)
class DoubtFinder:
    """Asks what is open in one part."""

    part: QuotePart
    prefix: str
    """Of the codes of its questions."""
    decisions: QuoteDecisions

    def ask(self) -> None:
        """Add the questions to the part."""
        outcome, found = self.part.trial.outcome, self.part.open
        by_sums = self.part.state in {QuoteState.CLOSES, QuoteState.OPEN}
        if not by_sums and all(item.kind != "left" for item in found):
            self._ask_about_unproved()
        self._ask_about_layout()
        self._ask_about_scale()
        self._ask_about_periods()
        if outcome.closes:
            self._ask_about_rows_left_out()
        else:
            self._ask_about_guesses()
        self._ask_about_term()
        self._ask_about_notes()
        self._ask_about_tax()
        self._ask_about_variants()
        self._ask_about_currency()

    # -- what the questions are about

    @property
    def _all_steps(self) -> Sequence[ReadingStep]:
        return self.part.trial.outcome.steps

    @property
    def _priced_items(self) -> list[SearchRow]:
        """Items that cost something."""
        items = (s.line for s in self._all_steps if s.role is RowRole.ITEM)
        return [line for line in items if any(a.value for a in line.amounts)]

    @property
    def _items_of_undecided_period(self) -> list[SearchRow]:
        """Items that cost something, and nobody said how often they are paid."""
        decided = {n for sheet, n in self.decisions.row_periods if sheet == self.part.sheet}
        return [line for line in self._priced_items if line.row.number not in decided]

    @property
    def _note_texts(self) -> list[str]:
        """Texts above the table and in its rows without amounts."""
        above = (" ".join(row.texts()) for row in self.part.trial.table.preface)
        below = (s.line.label for s in self._all_steps if s.role in _TEXTS)
        return [plain_words(text) for text in (*above, *below)]

    def _is_answered(self, code: str) -> bool:
        return code in self.decisions.answers

    def _ask_row(self, lines: Sequence[SearchRow], kind: str, name: str = "row") -> None:
        """Ask about the first of some rows."""
        if lines:
            row = lines[0].row.number
            self.part.open.append(Open(f"{name}-{self.prefix}{row}", kind, row=row))

    def _ask_once(self, name: str, kind: str, *answers: str) -> None:
        """Ask about the table, unless that was answered."""
        code = f"{name}-{self.prefix}"
        if not self._is_answered(code):
            self.part.open.append(Open(code, kind, answers))

    # -- columns

    def _ask_about_layout(self) -> None:
        layout, found = self.part.trial.layout, self.part.open
        lanes = self.part.trial.outcome.lanes
        across = any(
            s.role is RowRole.TOTAL
            and len({lanes[n][0] for n in s.lanes}) > 1
            and len(s.line.figures) == 1
            for s in self._all_steps
        )
        for code, _ in layout.choices:
            if code.startswith("line-") and all(item.code != code for item in found):
                found.append(Open(code, "line", ("printed", "computed")))
        settled = {m.place for m in layout.moneys} if across else set()
        settled |= self._columns_without_sums()
        for doubt in layout.doubts:
            if doubt.column == self.part.marked:
                continue
            if doubt.kind == "codes" and self._is_of_status(doubt.column):
                continue
            if doubt.column not in settled or doubt.kind != "column":
                found.append(Open(doubt.code, doubt.kind, column=doubt.column))

    def _is_of_status(self, at: int) -> bool:
        """Return whether a column states how rows stand, and sums prove which of them count."""
        table = self.part.trial.table
        if table.headings[at].field in {"period", "term"}:
            return False
        cells = (plain_words(row.at(at).text) for row in table.rows)
        texts = {words for words in cells if words and not says("total", words)}
        known = all(any(is_only(c, words) for c in _STATUS) for words in texts)
        return known and self.part.state is QuoteState.CLOSES

    def _ask_about_scale(self) -> None:
        """Ask what amounts are whose heading nothing explains, where they come to little.

        With the heading a unit may be lost, as thousands are.
        """
        trial, code = self.part.trial, f"scale-{self.prefix}"
        heads = [trial.table.headings[money.place] for money in trial.layout.moneys]
        places = {(self.part.sheet, money.place) for money in trial.layout.moneys}
        decided = places & self.decisions.column_roles.keys()
        if all(h.field is None for h in heads) and 0 < trial.price < _LITTLE and not decided:
            self.part.open.append(Open(code, "column", column=trial.layout.moneys[0].place))

    def _columns_without_sums(self) -> set[int]:
        """Return columns not named for money that sums leave empty while they prove others."""
        part = self.part
        if not part.trial.outcome.closes or part.state is not QuoteState.CLOSES:
            return set()
        table = part.trial.table
        sums = [table.figures[s.line.index] for s in self._all_steps if s.lanes]
        unnamed = (at for at, head in enumerate(table.headings) if head.field not in MONEY_FIELDS)
        return {at for at in unnamed if all(figures[at] is None for figures in sums)}

    def _ask_about_unproved(self) -> None:
        """Ask, where no sum is printed, about rows and columns that only a guess counts."""
        items = [s.line for s in self._all_steps if s.role is RowRole.ITEM and s.line.amounts]
        table, layout = self.part.trial.table, self.part.trial.layout
        unusual = [line for line in items if _is_item_by_figure_alone(line, layout.quantity)]
        nameless = [line for line in unusual if not line.label]
        self._ask_row(
            unusual if layout.quantity is not None and len(items) > 1 else nameless, "row"
        )
        amounts = [a for line in items for a in line.amounts]
        printing = {a.money for a in amounts if a.printed is not None}
        silent = [line for line in items if _prints_no_amount(line, printing, layout.moneys)]
        self._ask_row(silent, "row")
        for money in layout.moneys if layout.at("period") is None else ():
            heading = table.headings[money.place]
            decided = (self.part.sheet, money.place) in self.decisions.column_roles
            if not decided and _is_unclear(money, heading, counted=layout.quantity is not None):
                code = f"column-{self.prefix}{column_letters(money.place)}"
                self.part.open.append(Open(code, "column", column=money.place))
                break

    # -- rows

    def _ask_about_periods(self) -> None:
        lines = self._items_of_undecided_period
        support = [line for line in lines if line.open_term]
        code = f"support-{self.prefix}"
        if support and not self._is_answered(code):
            row = support[0].row.number
            self.part.open.append(Open(code, "support", ("term", "year", "month"), row=row))
        odd = [line for line in lines if line.odd_unit]
        odd += [s.line for s in self._all_steps if self._is_recurring_name_for_sum_paid_once(s)]
        self._ask_row(odd, "odd", "period")

    def _is_recurring_name_for_sum_paid_once(self, step: ReadingStep) -> bool:
        """Return whether a sum is called that of a month or a year and its items are paid once."""
        if self.decisions.row_periods or self.decisions.column_periods:
            return False
        lanes = self.part.trial.outcome.lanes
        periods = {lanes[n][1] for n in step.lanes}
        return period_in(step.line.words) in {Period.MONTH, Period.YEAR} and periods == {
            Period.ONCE
        }

    def _ask_about_guesses(self) -> None:
        """Ask about rows of a table without sums that could not be read, or were guessed."""
        steps = [s for s in self._all_steps if s.line.role is None]
        unread = [
            s.line
            for s in steps
            if not s.line.option and (s.line.unread is not None or s.line.on_request)
        ]
        self._ask_row(unread, "unread")
        if self.part.state is not QuoteState.OPEN and not self.part.open:
            self._ask_row([s.line for s in steps if s.open and s.line.unread is None], "row")

    def _ask_about_rows_left_out(self) -> None:
        """Ask about rows that no sum needs, and that may cost something all the same."""
        unread = [
            s.line
            for s in self._all_steps
            if (s.line.on_request or (s.line.unread is not None and s.line.counted))
            and not (s.line.option or _refers_to_other_row(s.line))
        ]
        unread += [s.line for n, s in enumerate(self._all_steps) if self._has_open_rate(s, n)]
        if unread and unread[0].role is None:
            self._ask_row(unread, "unread")
        dropped = [
            s.line
            for s in self._all_steps
            if s.role is RowRole.NOTE and s.open and s.line.amounts and s.line.role is None
        ]
        self._ask_row([x for x in dropped if not x.says & {"included", "payment"}], "row")

    def _has_open_rate(self, step: ReadingStep, at: int) -> bool:
        """Return whether a text below items states a rate that nothing explains."""
        line = step.line
        if is_note(line.words) and "surcharge" not in line.says:
            return False
        text = step.role in _TEXTS and line.is_text and not line.says & _EXPLAINED
        return text and bool(line.rate) and any(other.lanes for other in self._all_steps[:at])

    # -- terms, notes, tax

    def _ask_about_term(self) -> None:
        """Ask where prices or notes are for a term other than 36 months."""
        if self.decisions.term_months is not None:
            return
        lines = self._items_of_undecided_period
        amounts = [(line, a) for line in lines for a in line.amounts]
        months = {line.term for line, a in amounts if a.period is not Period.ONCE}
        months |= {a.months for _, a in amounts if a.period is Period.TERM and a.value}
        if any(a.period not in {Period.ONCE, Period.TERM} and a.value for _, a in amounts):
            months |= {span_in(note) for note in self._note_texts if says("term", note)}
            months |= {s.line.term for s in self._all_steps if s.line.is_text}
        found = sorted(m for m in months if m and m != MONTHS_PRICED)
        if found:
            self.part.open.append(Open(f"term-{self.prefix}", "term", months=found[0]))

    def _ask_about_notes(self) -> None:
        """Ask where a note says that prices change in time, or that a bill is for a time."""
        notes = self._note_texts
        periods = {a.period for line in self.part.trial.lines for a in line.amounts}
        if periods - {Period.ONCE} and any(map(_changes_price, notes)):
            self._ask_once("changes", "changes", "as printed")
        if any(says("billed time", note) for note in notes):
            self._ask_once("billed", "changes", "as printed")

    def _ask_about_tax(self) -> None:
        """Ask where prices are called gross and no tax is printed."""
        trial = self.part.trial
        heads = [trial.table.headings[money.place] for money in trial.layout.moneys]
        gross = any(h.field == "gross_amount" or says("gross", h.words) for h in heads)
        gross |= any(says("gross", note) and says("price", note) for note in self._note_texts)
        printed = trial.outcome.state.contained or any(
            s.role is RowRole.TAX for s in self._all_steps
        )
        if gross and not printed:
            self._ask_once("tax", "tax", "without", "with")

    # -- several offers, several currencies

    def _ask_about_variants(self) -> None:
        """Ask where several variants stand in one table."""
        notes = self._note_texts
        named = {note for note in notes if says("variant", note) and len(note) < _LONGEST_NAME}
        if len(named) > 1 or self._has_tables_without_common_sum():
            self._ask_once("variants", "variants", "add")

    def _ask_about_currency(self) -> None:
        """Ask about an item that names a currency which neither its amount nor the table has."""
        table, counted = self.part.trial.table, self._priced_items
        own = {a.currency for line in counted for a in line.amounts}
        own |= {heading.currency for heading in table.headings}
        own |= {c for row in table.preface for text in row.texts() for c in currencies_in(text)}
        for line in counted:
            row = line.row.number
            code = f"currency-{self.prefix}{row}"
            foreign = currencies_in(line.label) - own
            if foreign and own - {""} and not self._is_answered(code):
                self.part.open.append(Open(code, "currency", ("same",), row=row))
                break

    def _has_tables_without_common_sum(self) -> bool:
        """Return whether headings stand again over items that no sum adds to those above."""
        outcome = self.part.trial.outcome
        heads = self.part.trial.table.head_rows
        again = [n for n in sorted(heads)[1:] if n - 1 not in heads]
        if not again or not outcome.closes:
            return False
        whole = {round(value, 2) for value in (*outcome.state.start, outcome.state.total)}
        below = [s for s in self._all_steps if s.line.row.number > again[-1]]
        sums = {round(v, 2) for s in below if s.lanes for _, v, _ in s.line.figures}
        return any(s.line.amounts for s in below) and not sums & whole


def _changes_price(note: str) -> bool:
    """Return whether a note says that prices change: by a share, or a price is named in it."""
    rises = says("rises", note) and ("%" in note or says("price", note))
    return rises or says("changes", note)


def _refers_to_other_row(line: SearchRow) -> bool:
    """Return whether the price of a row is in another: `see item 1`."""
    return says("reference", plain_words(line.row.at(line.unread).text))


def _prints_no_amount(line: SearchRow, printing: set[int], moneys: Sequence[Money]) -> bool:
    """Return whether a row prints no amount, and no formula for it, where others do."""
    return line.role is None and any(
        a.printed is None
        and a.money in printing
        and not line.row.at(moneys[a.money].amount).formula
        for a in line.amounts
    )


def _is_item_by_figure_alone(line: SearchRow, quantity: int | None) -> bool:
    """Return whether nothing but its figure makes an item of a row.

    A quantity that cannot be read is one where the amount is a whole multiple of the price.
    """
    usual = line.counted or line.full or line.free or "surcharge" in line.says
    if not is_blank(line.row.at(quantity)):
        usual |= any(a.unit and a.printed and not a.printed % a.unit for a in line.amounts)
    return line.identity == 0 and not usual and line.role is None


def _is_unclear(money: Money, heading: Heading, *, counted: bool) -> bool:
    """Return whether neither heading nor identity says what a column of money holds."""
    vague_fee = heading.field == "fee" and heading.unknown and not counted
    unnamed = (heading.field not in MONEY_FIELDS or vague_fee) and money.unit is None
    vague = heading.field in _VAGUE and not counted and not heading.period
    return unnamed or vague

"""A reading of a table as lines and discounts of a price sheet."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING

from arraywise.domain.pricing import (
    DEMAND_NAMES,
    ZERO,
    Discount,
    DiscountBase,
    PriceLine,
    step_formula,
)
from arraywise.domain.quotes import Period, RowRole
from arraywise.domain.units import MONTHS_PRICED
from arraywise.importers.kit.readings import ProblemCollector
from arraywise.importers.kit.workbooks import column_letters
from arraywise.importers.prices.details import DetailReader
from arraywise.importers.prices.discounts import DiscountFinder, is_upkeep
from arraywise.importers.prices.lines import ONE
from arraywise.importers.prices.vocabulary import MONTHS_OF

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.importers.prices.columns import Layout
    from arraywise.importers.prices.grid import GridRow
    from arraywise.importers.prices.lines import Amount, SearchRow
    from arraywise.importers.prices.states import ReadingStep, RowsReading
    from arraywise.importers.prices.tables import PriceTable

_AT_ONCE = frozenset({Period.ONCE, Period.TERM})
_STEP_OF_NOTHING = (
    "Row {row} states a step (From, To) but no quantity to divide: write a formula such as"
    " =Demand.TB, or =Demand.TB*1000 for GB."
)
_NO_VALUE = (
    "Cell {cell}: formula {formula} without a value. Save the workbook in a spreadsheet"
    " program, or paste the value."
)
_MORE_THAN_ALL = "Row {row}: a discount of more than 100 % is none."
_MOST_SHARES = 40
"""Discounts up to which it is worked out what each is a share of."""
_MOST_NAMED = 20


@dataclass(slots=True)
class Built:
    """What a table adds to the price sheet."""

    lines: list[PriceLine] = field(default_factory=list)
    discounts: list[Discount] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def follows_demand(text: str) -> bool:
    """Return whether a text is a formula of what is asked."""
    names = (name.casefold() in text.casefold() for name in DEMAND_NAMES)
    return text.startswith("=") and any(names)


def unit_from(extended: Decimal, quantity: Decimal | None) -> tuple[Decimal, Decimal]:
    """Find the unit price of a line that prints only its sum; exactly, or for one piece."""
    if quantity and extended / quantity * quantity == extended:
        return extended / quantity, quantity
    return extended, ONE


@dataclass(slots=True, kw_only=True)
class SheetBuilder(ProblemCollector):
    """Turns the rows of a reading into lines and discounts."""

    table: PriceTable
    layout: Layout
    outcome: RowsReading
    term_months: int | None = None
    """Months that an amount of a term covers, once somebody said so."""
    products: bool = False
    """Products count where printed amounts were rounded from them."""
    built: Built = field(default_factory=Built)
    details: DetailReader = field(init=False)
    _heading: str = ""
    """That the rows stand below."""
    _up_to: Decimal | None = None
    """End of the last step of a quantity."""

    def __post_init__(self) -> None:
        """Prepare the reading of what is no price."""
        self.details = DetailReader(self.table, self.layout, self)

    def build(self) -> Built:
        """Return the lines, discounts and notes."""
        for step in self.outcome.steps:
            if step.role is RowRole.HEADING:
                self._heading = step.line.label
            elif step.role is RowRole.ITEM:
                self._add_item(step.line)
            elif step.role is RowRole.NOTE and step.line.label:
                self.built.notes.append(" ".join(step.line.row.texts()))
        for step in self.outcome.steps:
            if step.role is RowRole.DISCOUNT:
                self._add_discount(step)
        self._take_off_contained_tax()
        return self.built

    # -- items

    def _add_item(self, line: SearchRow) -> None:
        row = line.row
        made = self.details.describe(line, self._heading)
        formula = self._formula_within_step(row, self._demand_formula_of(row))
        if formula:
            self.built.lines.append(_line_by_demand(made, line, formula))
        elif line.amounts:
            self._add_charged_line(made, line)
        elif line.free:
            pieces = self._quantity_of(line) or ONE
            self.built.lines.append(replace(made, unit_price=ZERO, quantity=pieces))
        elif line.figures:
            value = Decimal(f"{line.figures[0][1]:.10g}")
            self.built.lines.append(replace(made, unit_price=value))
            return
        else:
            return
        remark = self.details.remark(line)
        if remark:
            self.built.notes.append(remark)

    def _add_charged_line(self, made: PriceLine, line: SearchRow) -> None:
        """Add a line with its amounts, and one more for each further amount that is paid once."""
        moneys = self.layout.moneys
        once = [a for a in line.amounts if a.period is Period.ONCE and not moneys[a.money].care]
        others = [a for a in line.amounts if a not in once]
        described = made
        if once:
            made = self._with_price(made, once[0])
        else:
            made = replace(made, quantity=others[0].quantity or ONE)
        for amount in others:
            made = self._with_fee(made, amount)
        self.built.lines.append(made)
        for amount in once[1:]:
            heading = self.table.headings[moneys[amount.money].place].text
            extra = replace(described, description=f"{made.description}, {heading}")
            self.built.lines.append(self._with_price(extra, amount))

    def _with_price(self, made: PriceLine, amount: Amount) -> PriceLine:
        """Return a line with its price: quantity x price of a piece, where that is the amount."""
        computed, unit = amount.computed, amount.unit
        holds = computed == amount.value or (amount.rounded and self.products)
        if computed is None or unit is None or not holds:
            unit, pieces = unit_from(amount.value, amount.quantity)
            return replace(made, unit_price=unit, quantity=pieces, printed_extended=amount.printed)
        left = 1 - amount.share
        if amount.quantity and left > 0:
            unit = computed / amount.quantity / left
        if unit * amount.quantity * left != computed:
            unit, pieces = unit_from(computed, amount.quantity)
            return replace(made, unit_price=unit, quantity=pieces, printed_extended=amount.printed)
        return replace(
            made,
            unit_price=unit,
            quantity=amount.quantity,
            discount=amount.share,
            printed_extended=amount.printed,
        )

    def _with_fee(self, made: PriceLine, amount: Amount) -> PriceLine:
        """Add what is paid for a time: for 36 months, or as a fee for a piece and month."""
        pieces, value = made.quantity, amount.value
        care = self.layout.moneys[amount.money].care
        if amount.rounded and self.products and amount.computed is not None:
            value = amount.computed
        if amount.period is Period.MONTH and pieces and made.maintenance_per_month is None:
            each = value / pieces
            if each * pieces == value and (care or not made.warranty_months):
                return replace(made, maintenance_per_month=each)
        paid = max(0, MONTHS_PRICED - made.warranty_months) if care else MONTHS_PRICED
        return replace(
            made,
            maintenance=(made.maintenance or ZERO)
            + self._amount_in_36_months(value, amount, paid),
        )

    def _amount_in_36_months(self, value: Decimal, amount: Amount, paid: int) -> Decimal:
        """Return what an amount comes to in 36 months, of which `paid` are charged."""
        if amount.period in MONTHS_OF:
            return value * paid / MONTHS_OF[amount.period]
        if amount.period is not Period.TERM:
            return value
        months = self.term_months or amount.months or MONTHS_PRICED
        return value * MONTHS_PRICED / months if months != MONTHS_PRICED else value

    def _quantity_of(self, line: SearchRow) -> Decimal | None:
        at = self.layout.quantity
        figure = self.table.figures[line.index][at] if at is not None else None
        return figure.value if figure is not None else None

    # -- quantities by the demand

    def _demand_formula_of(self, row: GridRow) -> str:
        text = row.at(self.layout.at("quantity")).text
        return text[1:].strip() if follows_demand(text) else ""

    def _formula_within_step(self, row: GridRow, formula: str) -> str:
        """Return what of a quantity falls into the step that the row states, if it states one."""
        above = self.details.figure(row, "step_from") or ZERO
        up_to = self.details.figure(row, "step_to")
        if not above and up_to is None:
            return formula
        if not formula:
            self.error(_STEP_OF_NOTHING, row.number, row=row.number)
            return formula
        if self._up_to is not None and above == self._up_to + 1:
            above = self._up_to  # 0 to 50, 51 to 500
        self._up_to = up_to
        return step_formula(formula, above, up_to)

    # -- discounts

    def _add_discount(self, step: ReadingStep) -> None:
        line = step.line
        rate = line.rate
        many = sum(s.role is RowRole.DISCOUNT for s in self.outcome.steps) > _MOST_SHARES
        if rate is not None and not (many and line.amounts):
            share = Decimal(f"{rate:.10g}") / 100
            if share > 1:
                self.error(_MORE_THAN_ALL, line.row.number, row=line.row.number)
                return
            follows = bool(self.built.discounts)
            found = DiscountFinder(self.layout, self.built.lines, follows).find(step, share)
            if found is not None:
                self.built.discounts.append(found)
                return
        self._add_amounts_off(step)

    def _add_amounts_off(self, step: ReadingStep) -> None:
        """Add a discount as amounts: those paid at once as one, the others as a credit."""
        line = step.line
        at_once = [a for a in line.amounts if a.period in _AT_ONCE]
        taken = -sum((a.value * step.sign for a in at_once), ZERO)
        if taken:
            upkeep = all(is_upkeep(a, self.layout) for a in at_once)
            base = DiscountBase.MAINTENANCE if upkeep else DiscountBase.PRICE
            name = line.description or line.label
            found = Discount(name, ZERO, base, row=line.row.number, amount=taken)
            self.built.discounts.append(found)
        others = [a for a in line.amounts if a not in at_once]
        if not others:
            return
        described = self.details.describe(line, self._heading)
        made = replace(described, description=line.label or line.description, warranty_months=0)
        for amount in others:
            credit = replace(
                amount, value=amount.value * step.sign, quantity=ONE, unit=None, computed=None,
                printed=None, rounded=False,
            )  # fmt: skip
            made = self._with_fee(made, credit)
        self.built.lines.append(made)

    # -- tax in the prices

    def _take_off_contained_tax(self) -> None:
        """Take off the tax that the prices hold."""
        if not self.outcome.state.contained:
            return
        value = Decimal(f"{self.outcome.state.contained:.12g}")
        steps = [s for s in self.outcome.steps if s.role is RowRole.TAX and s.line.figures]
        name, row = steps[-1].line.label, steps[-1].line.row.number
        recurring = {period for _, period, _ in self.outcome.lanes} - _AT_ONCE
        if not recurring:
            off = Discount(name, ZERO, DiscountBase.PRICE, row=row, amount=value)
            self.built.discounts.append(off)
            return
        whole = -value * MONTHS_PRICED / MONTHS_OF[recurring.pop()]
        self.built.lines.append(PriceLine(name, None, maintenance=whole, row=row))


def _line_by_demand(made: PriceLine, line: SearchRow, formula: str) -> PriceLine:
    """Return a line of a quantity that months to come decide."""
    once: Decimal | None = None
    monthly = ZERO
    for amount in line.amounts:
        value = amount.unit if amount.unit is not None else amount.value
        if amount.period is Period.ONCE:
            once = (once or ZERO) + value * (1 - amount.share)
        elif amount.period is Period.TERM:
            monthly += value / MONTHS_PRICED
        else:
            monthly += value * (1 - amount.share) / MONTHS_OF[amount.period]
    fee = monthly or None
    return replace(made, unit_price=once, maintenance_per_month=fee, quantity_formula=formula)


def missing_values(
    tables: Iterable[PriceTable], named: frozenset[int], notes: ProblemCollector
) -> None:
    """Name formulas without a value where money may stand: nothing there can be read."""
    cells = (
        (row.number, at, cell.formula)
        for table in tables
        for row in table.rows
        for at, cell in enumerate(row.cells)
        if cell.formula and at not in named and not follows_demand(cell.formula)
    )
    for number, at, formula in islice(cells, _MOST_NAMED):
        notes.error(_NO_VALUE, number, cell=f"{column_letters(at)}{number}", formula=formula)

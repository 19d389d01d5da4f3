"""A reading of a table as lines and discounts of a price sheet, and its sums by period."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING

from arraywise.domain.pricing import (
    DEMAND_NAMES,
    Discount,
    DiscountBase,
    Licence,
    PriceLine,
    Spares,
    step_formula,
)
from arraywise.domain.quotes import Period, PeriodSum, RowRole
from arraywise.domain.units import MONTHS_PRICED
from arraywise.importers.kit.readings import Notes
from arraywise.importers.kit.workbooks import column_name
from arraywise.importers.prices.cells import DASHES, currencies_in, plain_words
from arraywise.importers.prices.figures import is_blank, looks_numeric, read_figure
from arraywise.importers.prices.vocabulary import MONTHS_OF, is_only, says

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.importers.prices.amounts import Amount
    from arraywise.importers.prices.columns import Layout
    from arraywise.importers.prices.grid import GridRow
    from arraywise.importers.prices.rows import Line
    from arraywise.importers.prices.states import Outcome, Step
    from arraywise.importers.prices.tables import Table

ZERO, ONE = Decimal(0), Decimal(1)
_SERVICES = re.compile(
    r"(?:one off |professional |einmalige )?(?:services?|dienstleistung(?:en)?|servicos?)"
)
_LICENCES = (
    (Licence.PERPETUAL, re.compile(r"perpetu|unbefristet|dauer|kauf|permanente")),
    (Licence.SUBSCRIPTION, re.compile(r"subscri|abonne|abo\b|miete|assinatura")),
    (Licence.TERM, re.compile(r"term|befristet|36|prazo")),
)
_INCLUDED = {
    *("yes", "y", "x", "ja", "j", "sim", "s", "true", "1", "spare", "spared", "included"),
    *("in the quantity", "in der menge", "dentro da quantidade"),
}
_ADDED = {
    *("added", "added on top", "on top", "extra"),
    *("kommen dazu", "dazu", "zusätzlich", "somados à quantidade", "somados", "adicionais"),
}
_NO_SPARES = DASHES | {"no", "n", "nein", "não", "nao", "false", "0"}
_YES = {"yes", "y", "x", "ja", "j", "sim", "s", "true", "1"}
_BASES = {base.value: base for base in DiscountBase} | {
    word: base
    for base, words in (
        (DiscountBase.PRICE, ("preis", "preço")),
        (DiscountBase.MAINTENANCE, ("wartung", "manutenção")),
        (DiscountBase.BOTH, ("beides", "ambos")),
    )
    for word in words
}
_SOURCE = re.compile(
    r"(?:source|quelle|fonte|supplier|lieferant|fornecedor)s?\s*(?:=|:|#|is|ist)?\s*([\w.-]+)",
    re.IGNORECASE,
)
_NO_SPARES_WORD = (
    'Cell {cell}: "{text}" is not a spares entry; read as none. Write "included", "added" or'
    " nothing."
)
_STEP_OF_NOTHING = (
    "Row {row} states a step (From, To) but no quantity to divide: write a formula such as"
    " =Demand.TB, or =Demand.TB*1000 for GB."
)
_NO_VALUE = (
    "Cell {cell}: formula {formula} without a value. Save the workbook in a spreadsheet"
    " program, or paste the value."
)
_MOST_SHARES = 40
"""Discounts up to which it is worked out what each is a share of."""
MORE_THAN_ALL = "Row {row}: a discount of more than 100 % is none."


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
class SheetBuilder(Notes):
    """Turns the rows of a reading into lines and discounts."""

    table: Table
    layout: Layout
    outcome: Outcome
    term_months: int | None = None
    """Months that an amount of a term covers, once somebody said so."""
    products: bool = False
    """Products count where printed amounts were rounded from them."""
    built: Built = field(default_factory=Built)
    _category: str = ""
    _up_to: Decimal | None = None

    def build(self) -> Built:
        """Return the lines, discounts and notes."""
        for step in self.outcome.steps:
            line = step.line
            if step.role is RowRole.HEADING:
                self._category = line.label
            elif step.role is RowRole.ITEM:
                self._item(line)
            elif step.role is RowRole.NOTE and line.label:
                self.built.notes.append(" ".join(line.row.texts()))
        for step in self.outcome.steps:
            if step.role is RowRole.DISCOUNT:
                self._discount(step)
        self._contained_tax()
        return self.built

    # -- items

    def _item(self, line: Line) -> None:  # noqa: C901
        made = self._described(line)
        row = line.row
        if any(amount.share > 1 for amount in line.amounts):
            self.fail(MORE_THAN_ALL, row.number, row=row.number)
        formula = self._in_step(row, self._formula_of(row))
        if formula:
            self._by_demand(made, line, formula)
            return
        once = [
            a
            for a in line.amounts
            if a.period is Period.ONCE and not self.layout.moneys[a.money].care
        ]
        others = [a for a in line.amounts if a not in once]
        if not line.amounts:
            if line.free:
                self.built.lines.append(
                    replace(made, unit_price=ZERO, quantity=self._quantity(line) or ONE)
                )
                self._note(line)
            elif line.figures:
                self.built.lines.append(
                    replace(made, unit_price=Decimal(f"{line.figures[0][1]:.10g}"))
                )
            return
        first = once[0] if once else None
        pieces = first.quantity if first is not None else (others[0].quantity if others else ONE)
        if first is not None:
            made = self._priced(made, first)
        else:
            made = replace(made, quantity=pieces or ONE)
        for amount in others:
            made = self._with_fee(made, amount)
        self.built.lines.append(made)
        for amount in once[1:]:
            heading = self.table.headings[self.layout.moneys[amount.money].place].text
            extra = replace(self._described(line), description=f"{made.description}, {heading}")
            self.built.lines.append(self._priced(extra, amount))
        self._note(line)

    def _priced(self, made: PriceLine, amount: Amount) -> PriceLine:
        computed = amount.computed
        is_product = (
            computed is not None
            and amount.unit is not None
            and (computed == amount.value or (amount.rounded and self.products))
        )
        if is_product and computed is not None and amount.unit is not None:
            unit = (
                computed / amount.quantity / (1 - amount.share)
                if amount.quantity and amount.share < 1
                else amount.unit
            )
            if unit * amount.quantity * (1 - amount.share) == computed:
                return replace(
                    made,
                    unit_price=unit,
                    quantity=amount.quantity,
                    discount=amount.share,
                    printed_extended=amount.printed,
                )
        value = computed if is_product and computed is not None else amount.value
        unit, pieces = unit_from(value, amount.quantity)
        return replace(made, unit_price=unit, quantity=pieces, printed_extended=amount.printed)

    def _with_fee(self, made: PriceLine, amount: Amount) -> PriceLine:
        """Add what is paid for a time: for 36 months, or as a fee for a piece and month."""
        pieces, value = made.quantity, amount.value
        money = self.layout.moneys[amount.money]
        if amount.rounded and self.products and amount.computed is not None:
            value = amount.computed
        paid = max(0, MONTHS_PRICED - made.warranty_months) if money.care else MONTHS_PRICED
        if amount.period is Period.MONTH and pieces and made.maintenance_per_month is None:
            each = value / pieces
            if each * pieces == value and (money.care or not made.warranty_months):
                return replace(made, maintenance_per_month=each)
        if amount.period in MONTHS_OF:
            whole = value * paid / MONTHS_OF[amount.period]
        elif amount.period is Period.TERM:
            months = self.term_months or amount.months or MONTHS_PRICED
            whole = value * MONTHS_PRICED / months if months != MONTHS_PRICED else value
        else:
            whole = value
        return replace(made, maintenance=(made.maintenance or ZERO) + whole)

    def _described(self, line: Line) -> PriceLine:
        row, layout = line.row, self.layout
        category = self._text(row, "category") or self._category
        part = self._text(row, "part_number")
        warranty = self._figure(row, "warranty_months")
        head = self.table.headings[layout.at("warranty_months") or 0]
        years = says("years", head.words) or "year" in head.words or head.words.endswith("jahre")
        months = int(warranty * (12 if years else 1)) if warranty is not None else 0
        code = min(currencies_in(self._text(row, "currency")), default="")
        for amount in line.amounts[:1]:
            code = code or self._own_currency(row, amount)
        return PriceLine(
            description=line.description or part or line.label,
            unit_price=None,
            part_number=part,
            source=self._text(row, "source"),
            category=category,
            warranty_months=max(0, months),
            one_off_service=_SERVICES.fullmatch(plain_words(category)) is not None,
            row=row.number,
            maintenance_discount=self._share(row, "maintenance_discount"),
            spares=self._spares(row),
            licence=_licence_in(self._text(row, "licence")),
            support=self._text(row, "support"),
            currency=code,
            is_server=self._text(row, "is_server").casefold() in _YES,
        )

    def _own_currency(self, row: GridRow, amount: Amount) -> str:
        cell = row.at(self.layout.moneys[amount.money].place)
        figure = read_figure(cell, self.table.notation)
        return figure.currency if figure is not None else ""

    def _text(self, row: GridRow, name: str) -> str:
        cell = row.at(self.layout.at(name))
        if cell.number is not None:
            return f"{cell.number.normalize():f}"
        return cell.text

    def _figure(self, row: GridRow, name: str) -> Decimal | None:
        figure = read_figure(row.at(self.layout.at(name)), self.table.notation)
        return figure.value if figure is not None else None

    def _quantity(self, line: Line) -> Decimal | None:
        at = self.layout.quantity
        figure = self.table.figures[line.index][at] if at is not None else None
        return figure.value if figure is not None else None

    def _share(self, row: GridRow, name: str) -> Decimal:
        at = self.layout.at(name)
        figure = read_figure(row.at(at), self.table.notation) if at is not None else None
        if figure is None or at is None:
            return ZERO
        column = (read_figure(r.at(at), self.table.notation) for r in self.table.rows)
        whole = figure.percent or any(f is not None and abs(f.value) > 1 for f in column)
        return abs(figure.value) / 100 if whole else abs(figure.value)

    def _spares(self, row: GridRow) -> Spares:
        text = self._text(row, "spared").strip()
        word = text.casefold()
        care = [row.at(m.place) for m in self.layout.moneys if m.care]
        if word in _ADDED:
            return Spares.ADDED
        if word in _INCLUDED or any(is_only("spares", plain_words(cell.text)) for cell in care):
            return Spares.INCLUDED
        if word not in _NO_SPARES:
            where = f"{column_name(self.layout.at('spared') or 0)}{row.number}"
            self.warn(_NO_SPARES_WORD, row.number, cell=where, text=text[:60])
        return Spares.NONE

    def _note(self, line: Line) -> None:
        """Keep what the sheet remarks about a line."""
        row = line.row
        spared = (
            self._text(row, "spared").casefold() in _INCLUDED
            and self.layout.at("spared") is not None
        )
        remarks = [
            self._text(row, "note"),
            "Spared" if spared and self._text(row, "spared") else "",
        ]
        for money in self.layout.moneys:
            cell = row.at(money.place)
            if (
                money.care
                and cell.number is None
                and not looks_numeric(cell.text)
                and not is_blank(cell)
            ):
                remarks.append(cell.text)
        stored = dict.fromkeys(remark for remark in remarks if remark)
        if stored:
            self.built.notes.append(f"{line.description}: {', '.join(stored)}")

    # -- quantities by the demand

    def _formula_of(self, row: GridRow) -> str:
        text = row.at(self.layout.at("quantity")).text
        return text[1:].strip() if follows_demand(text) else ""

    def _in_step(self, row: GridRow, formula: str) -> str:
        """Return what of a quantity falls into the step that the row states, if it states one."""
        above = self._figure(row, "step_from") or ZERO
        up_to = self._figure(row, "step_to")
        if not above and up_to is None:
            return formula
        if not formula:
            self.fail(_STEP_OF_NOTHING, row.number, row=row.number)
            return formula
        if self._up_to is not None and above == self._up_to + 1:
            above = self._up_to  # 0 to 50, 51 to 500
        self._up_to = up_to
        return step_formula(formula, above, up_to)

    def _by_demand(self, made: PriceLine, line: Line, formula: str) -> None:
        """Add a line of a quantity that months to come decide."""
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
        self.built.lines.append(
            replace(
                made,
                unit_price=once,
                maintenance_per_month=monthly or None,
                quantity_formula=formula,
            )
        )
        self._note(line)

    # -- discounts

    def _discount(self, step: Step) -> None:
        line = step.line
        many = sum(s.role is RowRole.DISCOUNT for s in self.outcome.steps) > _MOST_SHARES
        share = None if many and line.amounts else self._stated_share(step)
        if share is not None and share > 1:
            self.fail(MORE_THAN_ALL, line.row.number, row=line.row.number)
            return
        if share is not None:
            found = self._by_share(step, share)
            if found is not None:
                self.built.discounts.append(found)
                return
        at_once = [a for a in line.amounts if a.period in {Period.ONCE, Period.TERM}]
        taken = -sum((a.value * step.sign for a in at_once), ZERO)
        if taken:
            upkeep = all(self._is_upkeep(a) for a in at_once)
            base = DiscountBase.MAINTENANCE if upkeep else DiscountBase.PRICE
            found = Discount(
                line.description or line.label, ZERO, base, row=line.row.number, amount=taken
            )
            self.built.discounts.append(found)
        made = replace(self._described(line), description=line.label or line.description)
        others = [a for a in line.amounts if a not in at_once]
        for amount in others:
            credit = replace(
                amount, value=amount.value * step.sign, quantity=ONE, unit=None, computed=None,
                printed=None, rounded=False,
            )  # fmt: skip
            made = self._with_fee(replace(made, quantity=ONE, warranty_months=0), credit)
        if others:
            self.built.lines.append(made)

    def _stated_share(self, step: Step) -> Decimal | None:
        rate = step.line.rate
        return None if rate is None else Decimal(f"{rate:.10g}") / 100

    def _by_share(self, step: Step, share: Decimal) -> Discount | None:
        """Return the discount whose rate gives the printed amounts; None where it gives others."""
        line = step.line
        wanted = (
            -sum((a.value * step.sign for a in line.amounts if not self._is_upkeep(a)), ZERO),
            -sum((a.value * step.sign for a in line.amounts if self._is_upkeep(a)), ZERO),
        )
        half = Decimal(str(max((h for _, _, h in line.figures), default=0.0))) + Decimal("0.001")
        for source, category in self._limits(line):
            items = [
                other
                for other in self.built.lines
                if source in {None, other.source}
                and category in {None, other.category}
                and other.row != line.row.number
            ]
            sums = (sum(map(_purchase, items), ZERO), sum(map(_upkeep, items), ZERO))
            base = self._base(line, share, sums, wanted, half)
            if base is not None:
                return Discount(
                    line.description or line.label, share, base, source, line.row.number, category
                )
        return None

    def _is_upkeep(self, amount: Amount) -> bool:
        return self.layout.moneys[amount.money].care or amount.period is not Period.ONCE

    def _limits(self, line: Line) -> Iterable[tuple[str | None, str | None]]:
        """Give sources and categories that a discount may be limited to, the narrowest first."""
        sources = {made.source for made in self.built.lines if made.source}
        categories = dict.fromkeys(made.category for made in self.built.lines if made.category)
        named = _SOURCE.search(line.label[:300])
        stated = [
            s for s in (self._text(line.row, "source"), named[1] if named else "") if s in sources
        ]
        source = stated[0] if stated else None
        own = self._text(line.row, "category")
        words = f" {line.words} "
        if own in categories:
            yield source, own
        elif source is not None:
            yield source, None
        else:
            yield None, None
            for category in categories:
                if f" {plain_words(category)} " in words:
                    yield None, category

    def _base(
        self,
        line: Line,
        share: Decimal,
        sums: tuple[Decimal, Decimal],
        wanted: tuple[Decimal, Decimal],
        half: Decimal,
    ) -> DiscountBase | None:
        stated = _BASES.get(self._text(line.row, "applies_to").casefold())
        price, care = share * sums[0], share * sums[1]
        if not line.amounts:
            if stated is not None:
                return stated
            named = (
                says("care", line.words),
                says("price", line.words) or says("amount", line.words),
            )
            if named[0] == named[1]:
                return DiscountBase.BOTH
            return DiscountBase.MAINTENANCE if named[0] else DiscountBase.PRICE
        slack = max(half, Decimal("0.0111"))
        fits = {
            DiscountBase.PRICE: abs(price - wanted[0]) <= slack and not wanted[1],
            DiscountBase.MAINTENANCE: abs(care - wanted[1]) <= slack and not wanted[0],
            DiscountBase.BOTH: (abs(price - wanted[0]) <= slack and abs(care - wanted[1]) <= slack)
            or (abs(price + care - sum(wanted, ZERO)) <= slack and not wanted[1]),
        }
        if stated is not None:
            return stated if fits[stated] else None
        if care == 0:
            return DiscountBase.PRICE if fits[DiscountBase.PRICE] else None
        return next((base for base, fit in fits.items() if fit), None)

    # -- tax in the prices

    def _contained_tax(self) -> None:
        contained = self.outcome.state.contained
        if not contained:
            return
        steps = [s for s in self.outcome.steps if s.role is RowRole.TAX and s.line.figures]
        line = steps[-1].line
        value = -Decimal(f"{contained:.12g}")
        periods = {period for _, period, _ in self.outcome.lanes}
        if periods <= {Period.ONCE, Period.TERM}:
            found = Discount(
                line.label, ZERO, DiscountBase.PRICE, row=line.row.number, amount=-value
            )
            self.built.discounts.append(found)
            return
        period = next(iter(periods - {Period.ONCE, Period.TERM}))
        whole = value * MONTHS_PRICED / MONTHS_OF[period]
        self.built.lines.append(
            PriceLine(line.label, None, maintenance=whole, row=line.row.number)
        )


def _licence_in(text: str) -> Licence:
    words = plain_words(text)
    return next((model for model, sign in _LICENCES if sign.search(words)), Licence.UNSTATED)


def _purchase(line: PriceLine) -> Decimal:
    return (line.unit_price or ZERO) * line.quantity * (1 - line.discount)


def _upkeep(line: PriceLine) -> Decimal:
    months = max(0, MONTHS_PRICED - line.warranty_months)
    monthly = (line.maintenance_per_month or ZERO) * line.quantity * months
    return ((line.maintenance or ZERO) + monthly) * (1 - line.maintenance_discount)


def price_of(lines: Sequence[PriceLine], discounts: Sequence[Discount]) -> Decimal:
    """Return the unrounded 36-month price of lines in one currency."""
    total = -sum((off.amount for off in discounts if off.amount is not None), ZERO)
    discounts = [off for off in discounts if off.amount is None]
    for line in lines:
        purchase, upkeep = _purchase(line), _upkeep(line)
        for off in discounts:
            if off.source in {None, line.source} and off.category in {None, line.category}:
                purchase -= (
                    _purchase(line) * off.share * (off.base is not DiscountBase.MAINTENANCE)
                )
                upkeep -= _upkeep(line) * off.share * (off.base is not DiscountBase.PRICE)
        total += purchase + upkeep
    return total


def period_sums(outcome: Outcome, sheet: str) -> tuple[PeriodSum, ...]:
    """Return what was read of each period beside what the quote prints of it."""
    items: dict[Period, Decimal] = {}
    taken: dict[Period, Decimal] = {}
    printed: dict[Period, tuple[Decimal, int]] = {}
    for step in outcome.steps:
        if step.role in {RowRole.ITEM, RowRole.DISCOUNT}:
            for amount in step.line.amounts:
                value = amount.value * step.sign
                into = taken if value < 0 else items
                into[amount.period] = into.get(amount.period, ZERO) + value
            if step.share is not None:
                for period in items:  # noqa: PLC0206
                    off = (items[period] + taken.get(period, ZERO)) * Decimal(f"{step.share:.10g}")
                    taken[period] = taken.get(period, ZERO) - off
        elif step.role in {RowRole.SUBTOTAL, RowRole.TOTAL, RowRole.CARRIED_FORWARD}:
            _keep_printed(step, outcome, printed)
    periods = [p for p in Period if p in items or p in taken]
    return tuple(
        PeriodSum(
            p,
            items.get(p, ZERO),
            taken.get(p, ZERO),
            printed[p][0] if p in printed else None,
            sheet,
            printed[p][1] if p in printed else None,
        )
        for p in periods
    )


def _keep_printed(
    step: Step, outcome: Outcome, printed: dict[Period, tuple[Decimal, int]]
) -> None:
    if step.gross or not step.line.figures:
        return
    periods = {outcome.lanes[n][1] for n in step.lanes}
    if step.open and not step.lanes:
        _keep_failed(step, outcome, printed)
        return
    values = sum((Decimal(f"{v:.12g}") for _, v, _ in step.line.figures), ZERO)
    if len(periods) == 1:
        (period,) = periods
        if step.role is RowRole.SUBTOTAL and not step.open and period in printed:
            values += printed[period][0]
        printed[period] = (values, step.line.row.number)


def _keep_failed(step: Step, outcome: Outcome, printed: dict[Period, tuple[Decimal, int]]) -> None:
    """Keep what a sum prints that nothing adds up to, where its column is paid by one period."""
    for money, value, _ in step.line.figures:
        periods = {period for of, period, _ in outcome.lanes if of == money}
        if len(periods) == 1:
            printed[periods.pop()] = (Decimal(f"{value:.12g}"), step.line.row.number)


_MOST_NAMED = 20


def missing_values(tables: Iterable[Table], named: frozenset[int], notes: Notes) -> None:
    """Name formulas without a value where money may stand: nothing there can be read."""
    cells = (
        (row.number, at, cell.formula)
        for table in tables
        for row in table.rows
        for at, cell in enumerate(row.cells)
        if cell.formula and at not in named and not follows_demand(cell.formula)
    )
    for number, at, formula in islice(cells, _MOST_NAMED):
        notes.fail(_NO_VALUE, number, cell=f"{column_name(at)}{number}", formula=formula)

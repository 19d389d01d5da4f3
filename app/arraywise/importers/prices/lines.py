"""Rows to lines; sums checked."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.messages import Severity, message
from arraywise.domain.pricing import (
    DEMAND_NAMES,
    ZERO,
    Discount,
    DiscountBase,
    PriceLine,
    Spares,
    step_formula,
)
from arraywise.domain.units import MONTHS_PRICED
from arraywise.importers.kit.readings import Notes, last_digit, sum_tolerance
from arraywise.importers.prices.old_cells import (
    DASHES,
    Notation,
    NoValue,
    PriceTable,
    PriceTableRow,
    cell_name,
    currencies_in,
    looks_numeric,
    plain_words,
    read_number,
    share_of,
    split_period,
)
from arraywise.importers.prices.headings import (
    FEES,
    PLAIN,
    HeadingUnits,
    find_columns,
    is_discount,
    is_heading,
    is_service,
    is_subtotal,
    is_total,
    licence_in,
    likely_fields,
    names_maintenance,
    names_price,
    percentage_in,
    source_in,
    spares_in,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from arraywise.domain.messages import Figure, Message
    from arraywise.importers.prices.old_cells import Cell

MONEY = (
    "unit_price", "extended_price", "maintenance", "maintenance_per_month",
    "maintenance_per_year", "fee", "price_per_month", "price_per_year",
)  # fmt: skip
NOTHING = DASHES | {"spared", "spare", "included", "incl", "incl.", "inkl", "inkl.", "incluso"}
"""What is in a column of figures where there is no price."""
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
_SELLING = ("part_number", "quantity", "unit_price")
_NO_PRICE = 'Row {row}, "{text}", has no price and was left out.'
MORE_THAN_ALL = "Row {row}: a discount of more than 100 % is none."
_ALREADY_NET = (
    "Row {row}: discount applied to the extended price. If the price is net, remove the discount."
)
_STEP_OF_NOTHING = (
    "Row {row} states a step (From, To) but no quantity to divide: write a formula such as"
    " =Demand.TB, or =Demand.TB*1000 for GB."
)
_NO_SPARES = (
    'Cell {cell}: "{text}" is not a spares entry; read as none. Write "included", "added" or'
    " nothing."
)
_NO_VALUE = (
    "Cell {cell}: formula {formula} without a value. Save the workbook in a spreadsheet"
    " program, or paste the value."
)


_OTHER_PERIODS = (
    "Row {row}: {printed} is not {unit} for {months} months each. Correct one, and read the"
    " sheet again."
)
_PERIODIC_DISCOUNT = (
    "Row {row}: a discount on a periodic price needs a percentage. Add it, and read the sheet"
    " again."
)
_CARE_FEES = ("maintenance", "maintenance_per_month", "maintenance_per_year")
_FEES = ("fee", "price_per_month", "price_per_year")


@dataclass(frozen=True, slots=True)
class QuotedAmount:
    """An amount and the months that it pays for; 36 where it is paid once."""

    amount: Decimal
    months: int


@dataclass(frozen=True, slots=True)
class PrintedSum:
    """A discount or a sum as the sheet prints it, with the sums of the lines above it."""

    row: PriceTableRow
    label: str
    price: Decimal | None
    maintenance: Decimal | None
    lines: int
    """How many lines are above it."""
    since: int
    """How many stood above the previous subtotal or heading."""
    percentage: Decimal | None = None
    source: str = ""
    category: str = ""
    base: DiscountBase | None = None
    """What a discount applies to, as a column states it."""


@dataclass(slots=True, kw_only=True)
class PriceRowReader(Notes):
    """Reads the rows below the headings one by one."""

    columns: dict[str, int]
    notation: Notation
    lines: list[PriceLine] = field(default_factory=list)
    discounts: list[PrintedSum] = field(default_factory=list)
    sums: list[PrintedSum] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    mapping: Mapping[str, str] = field(default_factory=dict)
    """Headings that the user named."""
    units: HeadingUnits = PLAIN
    """What headings state of the figures below them."""
    amounts: list[Mapping[str, QuotedAmount]] = field(default_factory=list)
    """What each line is quoted at, by field."""
    without_period: list[int] = field(default_factory=list)
    """Rows with a maintenance of which nothing says for how long it is."""
    fees: set[str] = field(default_factory=set)
    """Fields with amounts that a line holds in another field, or multiplied or divided."""
    guessed: set[str] = field(default_factory=set)
    """Fees of several pieces of which nothing says whether they are for one or for all."""
    has_fees: bool = False
    """A line is paid by the period, so that printed sums do not follow from purchases."""
    _up_to: Decimal | None = None
    """Where the step of the row before ends."""
    _category: str = ""
    _since: int = 0
    _ended: bool = False
    """A sum of everything was met: what follows without a price is a note."""

    def read(self, row: PriceTableRow) -> None:
        """Take in one row."""
        if row.is_empty() or find_columns(row, self.mapping) == self.columns:
            return
        label = label_of(row)
        sells = self._is_for_sale(row)
        if not sells and (is_discount(label) or self._is_pure_discount(row)):
            named = label if is_discount(label) else self._text(row, "description") or label
            self.discounts.append(self._printed(row, named))
            self._check_period(row, self.discounts[-1])
        elif not sells and is_total(label) and self._has_figure(row):
            self._end_group(row, label)
        elif sells or (self._has_figure(row) and not self._ended):
            self._line(row, label)
        else:
            self._text_row(row, label)

    def _is_for_sale(self, row: PriceTableRow) -> bool:
        """Return whether a row has what only a line item has: part number, quantity, unit price.

        A lone text is a heading wherever it is; below the sum of everything, where ratings
        and notes stand, a line item needs more than one of the three.
        """
        filled = [n for n in _SELLING if row.at(self._at(n)) != ""]
        if "extended_price" not in self.columns and filled == ["unit_price"]:
            return False  # sums stand below unit prices then
        if self._ended:
            return len(filled) > 1
        return bool(filled) and sum(cell != "" for cell in row.cells) > 1

    def _is_pure_discount(self, row: PriceTableRow) -> bool:
        """Return whether a row has a share in the column of discounts and no price of its own."""
        nothing = all(self._is_nothing(row, n) for n in ("unit_price", "quantity", "maintenance"))
        return nothing and not self._is_nothing(row, "discount") and not self._ended

    def has_errors(self) -> bool:
        """Return whether a cell is in doubt, so that no sheet can be given out."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)

    def _end_group(self, row: PriceTableRow, label: str) -> None:
        self.sums.append(self._printed(row, label))
        self._since = len(self.lines)
        self._ended = self._ended or not is_subtotal(label)

    def _text_row(self, row: PriceTableRow, label: str) -> None:
        texts = row.texts()
        may_head = len(texts) == 1 and not self._ended and "category" not in self.columns
        if may_head and is_heading(label):
            self._category, self._since = label, len(self.lines)
        elif any(text.casefold() not in DASHES for text in texts):
            self.notes.append(" ".join(str(cell) for cell in row.cells if cell != ""))

    def _line(self, row: PriceTableRow, label: str) -> None:
        description = self._text(row, "description") or self._text(row, "part_number")
        if not description and not label:
            self.sums.append(self._printed(row, ""))
            return
        # What is printed is only checked, unless nothing else states the price.
        has_unit = not self._is_nothing(row, "unit_price")
        prices = {
            name: self._amount(row, name, needed=name != "extended_price" or not has_unit)
            for name in MONEY
        }
        formula = self._in_step(row, self._demand_formula(row))
        quantity = Decimal(1) if formula else self._number(row, "quantity")
        line = self._priced(row, description or label, prices, quantity)
        if line is None:
            return
        line = _by_demand(line, formula) if formula else line
        if not has_unit and line.printed_extended and line.discount:
            self.warn(_ALREADY_NET, row.number, row=row.number)
        self._note(row, line)
        self.lines.append(line)
        self.amounts.append({n: quoted for n, quoted in prices.items() if quoted is not None})

    def _demand_formula(self, row: PriceTableRow) -> str:
        """Return the quantity where it is a formula of the demand; empty where it is a number."""
        text = self._text(row, "quantity")
        return text[1:].strip() if follows_demand(text) else ""

    def _in_step(self, row: PriceTableRow, formula: str) -> str:
        """Return what of a quantity falls into the step that the row states, if it states one."""
        above = self._step_end(row, "step_from") or ZERO
        up_to = self._step_end(row, "step_to")
        if not above and up_to is None:
            return formula
        if not formula:
            self.fail(_STEP_OF_NOTHING, row.number, row=row.number)
            return formula
        if self._up_to is not None and above == self._up_to + 1:
            above = self._up_to  # 0 to 50, 51 to 500
        self._up_to = up_to
        return step_formula(formula, above, up_to)

    def _step_end(self, row: PriceTableRow, name: str) -> Decimal | None:
        """Return an end of a step; words such as "and above" are none."""
        if not any(letter.isdigit() for letter in self._text(row, name)):
            return None
        return self._number(row, name)

    def _priced(
        self,
        row: PriceTableRow,
        description: str,
        prices: dict[str, QuotedAmount | None],
        quantity: Decimal | None,
    ) -> PriceLine | None:
        paid, periodic = _parted(prices)
        unit, extended = paid.get("unit_price"), paid.get("extended_price")
        maintenance = paid.get("maintenance")
        blank = "extended_price" in self.columns and self._is_nothing(row, "extended_price")
        if blank and maintenance is not None and unit is not None:
            if unit * (1 if quantity is None else quantity) == maintenance:
                unit = None  # the whole line is in the maintenance column, as the TPC has it
        elif unit is None and extended == 0 and (maintenance or periodic):
            extended = None  # a sum of nothing, beside maintenance only
        elif unit is None and extended is not None and "unit_price" not in periodic:
            unit, quantity = unit_from(extended, quantity)
        elif unit and extended and quantity is None:
            quantity = _pieces(extended, unit)
        if unit is maintenance is None and not periodic:
            if not any(problem.line == row.number for problem in self.problems):
                self.info(_NO_PRICE, row.number, row=row.number, text=description[:60])
            return None
        pieces = Decimal(1) if quantity is None else quantity
        warranty = (self._number(row, "warranty_months") or ZERO) * self.units.warranty_months
        category = self._text(row, "category") or self._category
        line = PriceLine(
            description=description,
            unit_price=unit,
            quantity=pieces,
            part_number=self._text(row, "part_number"),
            source=self._source(row),
            category=category,
            maintenance=maintenance
            and self._for_line("maintenance", QuotedAmount(maintenance, MONTHS_PRICED), pieces),
            warranty_months=max(0, int(warranty)),
            discount=self._share(row),
            one_off_service=is_service(category),
            printed_extended=extended,
            row=row.number,
            maintenance_discount=self._share(row, "maintenance_discount"),
            spares=self._spares(row),
            licence=licence_in(self._text(row, "licence")),
            support=self._text(row, "support"),
            currency=min(currencies_in(self._text(row, "currency")), default=""),
            is_server=self._text(row, "is_server").casefold() in _YES,
        )
        return self._with_periodic(line, periodic) if periodic else line

    def _with_periodic(self, line: PriceLine, periodic: dict[str, QuotedAmount]) -> PriceLine:
        """Add what is paid for each month, quarter or year as maintenance for 36 months.

        Fees for maintenance begin when the warranty ends, those for use at once.
        """
        fees, line = self._use_fees(line, periodic)
        monthly, care = None, line.maintenance
        warranty = Decimal(line.warranty_months)
        for name in (name for name in _CARE_FEES if name in periodic):
            fee, pieces = periodic[name], line.quantity
            each = fee.amount
            if for_line := self._is_for_line(name, fee.months, pieces):
                each = fee.amount / pieces if pieces else ZERO
            if fee.months == 1 and each * pieces == fee.amount * (1 if for_line else pieces):
                monthly = (monthly or ZERO) + each
            else:
                whole = self._for_36_months(fee, warranty)
                care = (care or ZERO) + whole * (1 if for_line else pieces)
        if periodic.keys() <= {*_CARE_FEES}:
            return replace(line, maintenance=care, maintenance_per_month=monthly)
        self.has_fees = True
        if line.maintenance_discount:  # it is for maintenance alone
            paid = max(ZERO, MONTHS_PRICED - warranty)
            care = (care or ZERO) + (monthly or ZERO) * line.quantity * paid
            care, monthly = care * (1 - line.maintenance_discount), None
            line = replace(line, maintenance_discount=ZERO)
        whole = (care or ZERO) + fees
        return replace(line, maintenance=whole, maintenance_per_month=monthly)

    def _use_fees(
        self, line: PriceLine, periodic: Mapping[str, QuotedAmount]
    ) -> tuple[Decimal, PriceLine]:
        """Return what a line's use costs for 36 months, and the line without it."""
        total = sum(
            (
                self._for_line(name, periodic[name], line.quantity)
                * MONTHS_PRICED
                / periodic[name].months
                for name in _FEES
                if name in periodic
            ),
            ZERO,
        )
        unit, printed = periodic.get("unit_price"), periodic.get("extended_price")
        if unit is None and printed is not None and line.unit_price is not None:
            unit, line = (
                QuotedAmount(line.unit_price, printed.months),
                replace(line, unit_price=None),
            )
        if unit is not None:
            each = unit.amount * line.quantity * (1 - line.discount)
            return total + each * MONTHS_PRICED / unit.months, self._settled_extended(
                line, unit, printed
            )
        if printed is not None:
            total += printed.amount * MONTHS_PRICED / printed.months
        return total, line

    def _for_line(self, name: str, fee: QuotedAmount, pieces: Decimal) -> Decimal:
        """Return a fee for a whole line."""
        return fee.amount * (1 if self._is_for_line(name, fee.months, pieces) else pieces)

    def _is_for_line(self, name: str, months: int, pieces: Decimal) -> bool:
        """Return whether an amount is for all pieces, and keep that nothing states it."""
        for_line = self.units.is_for_line(name, months)
        if (name, months, for_line or pieces == 1) != ("maintenance", MONTHS_PRICED, True) and (
            (name, months, for_line and pieces != 1) != ("maintenance_per_month", 1, False)
        ):
            self.fees.add(name)
        if pieces != 1 and self.units.is_guessed(name, months):
            self.guessed.add(name)
        return for_line

    def _settled_extended(
        self, line: PriceLine, unit: QuotedAmount, printed: QuotedAmount | None
    ) -> PriceLine:
        """Drop the printed sum of a recurring price: for a period or for 36 months, it follows."""
        shown = printed.amount if printed is not None else line.printed_extended
        each = unit.amount * line.quantity
        spans = (Decimal(1), Decimal(MONTHS_PRICED) / unit.months, Decimal(12) / unit.months)
        sums = [each * span * net for span in spans for net in (1, 1 - line.discount)]
        if shown is not None and not any(abs(shown - exact) < Decimal("0.01") for exact in sums):
            self.fail(
                _OTHER_PERIODS,
                line.row,
                row=line.row or 0,
                unit=unit.amount,
                printed=shown,
                months=unit.months,
            )
        return replace(line, printed_extended=None, discount=ZERO)

    def _for_36_months(self, quoted: QuotedAmount, warranty: Decimal) -> Decimal:
        """Turn what is quoted for another time to 36 months; fees begin when the warranty ends."""
        months = quoted.months
        paid = MONTHS_PRICED if months > MONTHS_PRICED else max(ZERO, MONTHS_PRICED - warranty)
        return quoted.amount * paid / months

    def _amount(self, row: PriceTableRow, name: str, *, needed: bool) -> QuotedAmount | None:
        """Return an amount with the period that its cell names, or else its heading."""
        cell = row.at(self._at(name))
        figure, months = split_period(cell) if isinstance(cell, str) else ("", None)
        number = self._number(row, name, needed=needed, figure=figure if months else None)
        if number is None:
            return None
        if months is None and name == "maintenance":
            months = self.units.maintenance_months
            if number and not self.units.has_period:
                self.without_period.append(row.number)
        return QuotedAmount(number, months or self.units.periods.get(name, MONTHS_PRICED))

    def _note(self, row: PriceTableRow, line: PriceLine) -> None:
        """Keep what the sheet remarks about a line."""
        spared = spares_in(self._text(row, "spared")) is Spares.INCLUDED
        in_cell = self._text(row, "maintenance")
        remarks = [self._text(row, "note"), "Spared" if spared else ""]
        if in_cell and not looks_numeric(in_cell) and in_cell.casefold() not in DASHES:
            remarks.append(in_cell)
        stored = dict.fromkeys(remark for remark in remarks if remark)
        if stored:
            self.notes.append(f"{line.description}: {', '.join(stored)}")

    def _spares(self, row: PriceTableRow) -> Spares:
        """Return whether spares stand in place of maintenance (the TPC), and where they count."""
        sentence = spares_in(self._text(row, "spared"))
        if sentence is None:
            where = cell_name(row.number, self._at("spared") or 0)
            text = self._text(row, "spared")[:60]
            self.warn(_NO_SPARES, row.number, cell=where, text=text)
        if not sentence and self._text(row, "maintenance").casefold() in {"spared", "spare"}:
            return Spares.INCLUDED
        return sentence or Spares.NONE

    def _printed(self, row: PriceTableRow, label: str) -> PrintedSum:
        quoted = self._amount(row, self._sum_column(), needed=False)
        price = quoted.amount if quoted and quoted.months == MONTHS_PRICED else None
        return PrintedSum(
            row=row,
            label=label,
            price=price,
            maintenance=self._sum_of_maintenance(row),
            lines=len(self.lines),
            since=self._since,
            percentage=self._percentage(row, label),
            source=self._source(row),
            category=self._text(row, "category"),
            base=_BASES.get(self._text(row, "applies_to").casefold()),
        )

    def _sum_column(self) -> str:
        return "extended_price" if "extended_price" in self.columns else "unit_price"

    def _check_period(self, row: PriceTableRow, printed: PrintedSum) -> None:
        """Refuse an amount by the period that is taken off: of what, nobody knows."""
        if printed.percentage is None and printed.price is None:
            quoted = self._amount(row, self._sum_column(), needed=False)
            if quoted is not None:
                self.fail(_PERIODIC_DISCOUNT, row.number, row=row.number)

    def _sum_of_maintenance(self, row: PriceTableRow) -> Decimal | None:
        """Return a printed sum; None where lines are turned to 36 months one by one."""
        is_plain = self.units.maintenance_months == MONTHS_PRICED
        return self._number(row, "maintenance", needed=False) if is_plain else None

    def _percentage(self, row: PriceTableRow, label: str) -> Decimal | None:
        written = percentage_in(label)
        if written is not None:
            return Decimal(written.replace(",", "."))
        own = self._share(row)
        if own:
            return own * 100
        texts = (text for text in row.texts() if "%" in text)
        read = (read_number(text, self.notation) for text in texts)
        return next((number for number in read if number is not None), None)

    def _share(self, row: PriceTableRow, name: str = "discount") -> Decimal:
        cell = row.at(self._at(name))
        number = self._number(row, name)
        are_percents = name in self.units.percents
        share = ZERO
        if number is not None:
            share = abs(share_of(number, str(cell), are_percents=are_percents))
        if share > 1:
            self.fail(MORE_THAN_ALL, row.number, row=row.number)
        return share

    def _source(self, row: PriceTableRow) -> str:
        cell = row.at(self._at("source"))
        return f"{cell.normalize():f}" if isinstance(cell, Decimal) else str(cell or "")

    def _text(self, row: PriceTableRow, name: str) -> str:
        cell = row.at(self._at(name))
        return "" if isinstance(cell, NoValue) else str(cell)

    def _at(self, name: str) -> int | None:
        return self.columns.get(name)

    def _has_figure(self, row: PriceTableRow) -> bool:
        cells = (row.at(self._at(name)) for name in MONEY)
        return any(not isinstance(cell, str) or looks_numeric(cell) for cell in cells)

    def _is_nothing(self, row: PriceTableRow, name: str) -> bool:
        cell = row.at(self._at(name))
        return isinstance(cell, str) and cell.casefold() in NOTHING

    def _number(
        self, row: PriceTableRow, name: str, *, needed: bool = True, figure: str | None = None
    ) -> Decimal | None:
        """Return the number in a column; one that cannot be read is stated, never zero.

        It is an error where it is `needed`, and else a warning. `figure` is the part of the
        cell's text that holds it.
        """
        at = self._at(name)
        cell = row.at(at)
        if isinstance(cell, Decimal):
            return cell
        where, tell = cell_name(row.number, at or 0), self.fail if needed else self.warn
        if isinstance(cell, NoValue):
            tell(_NO_VALUE, row.number, cell=where, formula=cell.formula)
            return None
        if cell.casefold() in NOTHING:
            return None
        number = read_number(cell if figure is None else figure, self.notation)
        if number is None:
            tell('Cell {cell}: "{text}" is not a number.', row.number, cell=where, text=cell[:60])
        return number


def label_of(row: PriceTableRow) -> str:
    """Return the text that states what a row is; sums and discounts are not always first."""
    texts = [text for text in row.texts() if not looks_numeric(text)]
    telling = (text for text in texts if is_discount(text) or is_total(text))
    return next(telling, texts[0] if texts else "")


def _parted(
    prices: Mapping[str, QuotedAmount | None],
) -> tuple[dict[str, Decimal], dict[str, QuotedAmount]]:
    """Part what is paid once, or stands for 36 months, from what is paid by the period."""
    given = {name: quoted for name, quoted in prices.items() if quoted is not None}
    periodic = {name: quoted for name, quoted in given.items() if quoted.months != MONTHS_PRICED}
    paid = {name: given[name].amount for name in given.keys() - periodic.keys()}
    return paid, periodic


def _pieces(extended: Decimal, unit: Decimal) -> Decimal | None:
    """Find a quantity that is not printed, if it is a whole number."""
    pieces = (extended / unit).to_integral_value()
    return pieces if pieces * unit == extended else None


def unit_from(extended: Decimal, quantity: Decimal | None) -> tuple[Decimal, Decimal]:
    """Find the unit price of a line that prints only its sum; exactly, or for one piece."""
    if quantity and extended / quantity * quantity == extended:
        return extended / quantity, quantity
    return extended, Decimal(1)


def numbers_of(grid: PriceTable, columns: dict[str, int]) -> list[str]:
    """Return the texts in the columns of figures, which decide the notation."""
    places = [columns[name] for name in (*MONEY, "quantity", "discount") if name in columns]
    cells = (row.at(place) for row in grid.rows for place in places)
    return [
        split_period(cell)[0] for cell in cells if isinstance(cell, str) and looks_numeric(cell)
    ]


def follows_demand(text: str) -> bool:
    """Return whether a text is a formula of what is asked."""
    names = (name.casefold() in text.casefold() for name in DEMAND_NAMES)
    return text.startswith("=") and any(names)


def _by_demand(line: PriceLine, formula: str) -> PriceLine:
    """Return a line of one piece as that of a quantity that months to come decide."""
    monthly = (line.maintenance or ZERO) / MONTHS_PRICED + (line.maintenance_per_month or ZERO)
    return replace(
        line,
        quantity_formula=formula,
        maintenance=None,
        maintenance_per_month=monthly or None,
        printed_extended=None,
    )


Sums = tuple[Decimal, Decimal]
"""Purchase and maintenance."""
Price = Callable[[PriceLine], Decimal]
"""The price of a line: what follows from it, or what it prints."""

_CONTRADICTION = (
    'Row {row}, "{text}": extended price {printed} is not {unit} x {quantity} = {extended}.'
    " Choose --extended printed or --extended computed."
)
_PRINTED_COUNTS = (
    "Row {row}: the extended price {printed} counts, not {unit} x {quantity} = {extended}."
)
PRINTED, COMPUTED = "printed", "computed"
"""What counts where a line contradicts itself."""
_MISPRINTED = (
    "Row {row}: extended price {printed} is not {unit} x {quantity} = {extended}; {extended}"
    " counts."
)
_MISPRINTED_NET = (
    "Row {row}: extended price {printed} is neither {unit} x {quantity} = {extended} nor {net}"
    " after {percent:,.10g} % discount; {net} counts."
)
_WRONG_SUM = (
    'Row {row}: "{label}" prints {printed}, not the sum of its lines ({group:,.2f}; all'
    " {all:,.2f}) or of the rest after discounts ({rest:,.2f})."
)
_WRONG_DISCOUNT = (
    'Row {row}: "{label}" prints {printed}, but {percent} % are {amount:,.2f}; the percentage'
    " counts."
)
_NO_PERCENTAGE = 'Row {row}: "{label}" has no percentage; {percent} % computed from its amount.'
_EMPTY_DISCOUNT = 'Row {row}: "{label}" has no percentage or amount; left out.'


def check_lines(reader: PriceRowReader, counts: str = "") -> tuple[Message, ...]:
    """Return lines that print an extended price other than unit price x quantity, undecided.

    What `counts` is `PRINTED`, where lines are changed to it, or `COMPUTED`; empty where nobody
    said, which is an error.
    """
    asked = []
    for at, line in enumerate(reader.lines):
        printed, unit = line.printed_extended, line.unit_price
        if printed is None or unit is None or not _sums_exactly(line):
            continue
        plain = unit * line.quantity
        net = plain * (1 - line.discount)
        if any(_prints(printed, v) for v in (plain, net)):
            continue
        template, tell = _MISPRINTED, reader.warn
        figures: dict[str, Figure] = {"row": line.row or 0, "printed": printed, "unit": unit}
        figures |= {"quantity": line.quantity, "extended": plain}
        if line.discount:
            template, figures["net"] = _MISPRINTED_NET, net
            figures["percent"] = line.discount * 100
        if counts == PRINTED:
            template = _PRINTED_COUNTS
            each, pieces = unit_from(printed, line.quantity)
            reader.lines[at] = replace(
                line, unit_price=each, quantity=pieces, discount=ZERO, printed_extended=None
            )
        elif counts != COMPUTED:
            template, tell = _CONTRADICTION, reader.fail
            figures["text"] = line.description[:60]
            asked.append(message(template, **figures))
        tell(template, line.row, **figures)
    return tuple(asked)


def _sums_exactly(line: PriceLine) -> bool:
    """Return whether a line's printed price follows from it alone.

    One in another currency takes a rate, and a server may count or not.
    """
    return not line.currency and not line.is_server


def find_discounts(reader: PriceRowReader) -> tuple[Discount, ...]:
    """Turn the rows of discounts to shares, and check the amounts that they print."""
    result = (_discount(reader, printed) for printed in reader.discounts)
    return tuple(discount for discount in result if discount is not None)


def check_sums(reader: PriceRowReader, discounts: Sequence[Discount]) -> None:
    """Return which sums do not follow from the lines; rounding is allowed for.

    Sums of printed figures count as right too: a slip is stated once, at its own line.
    """
    if reader.has_fees or not all(map(_sums_exactly, reader.lines)):
        return
    whole = sums_of(reader.lines)
    rests = _rests(reader, discounts)
    for printed in reader.sums:
        group = reader.lines[printed.since : printed.lines]
        candidates = _candidates(reader, printed, rests)
        _check_sum(reader, printed, candidates, (sums_of(group), whole, rests[0]))


def _rests(reader: PriceRowReader, discounts: Sequence[Discount]) -> list[Sums]:
    """Return what is left after discounts, by computed and by printed prices."""
    return [_rest(reader.lines, discounts, price) for price in (_price, _printed_price)]


def _candidates(
    reader: PriceRowReader, printed: PrintedSum, rests: Sequence[Sums]
) -> list[tuple[Sums, Sequence[PriceLine]]]:
    """Return the sums that a printed one may be, each with its lines."""
    group = reader.lines[printed.since : printed.lines]
    above = reader.lines[: printed.lines]
    alike = [line for line in above if line.category == printed.category]
    result: list[tuple[Sums, Sequence[PriceLine]]] = [
        (sums_of(n, price), n) for n in (group, above, alike) for price in (_price, _printed_price)
    ]
    return [*result, *((rest, reader.lines) for rest in rests)]


def confirmed_figures(
    reader: PriceRowReader, rows: Iterable[PriceTableRow]
) -> frozenset[tuple[int, int]]:
    """Return row and column of the printed figures that hold only with the maintenance as read.

    A sum of purchases alone says nothing of it. A sum below a column of fees tells whether they
    are for the line or for one piece; one of purchase and maintenance states the period too.
    """
    rests = _rests(reader, find_discounts(reader))
    taken = set(reader.columns.values())
    lines = {line.row: line for line in reader.lines}
    result = set()
    for printed in reader.sums:
        candidates = _candidates(reader, printed, rests)
        for at, figure in _figures(printed.row, reader):
            if _is_sum_with_care(figure, candidates) or _is_sum_of_fees(
                at, figure, reader, printed
            ):
                result.add((printed.row.number, at))
    for row in rows:
        line = lines.get(row.number)
        if line is None or not upkeep_of(line):
            continue
        for at, figure in _figures(row, reader):
            if at not in taken and figure in {*_with_care(line)} - {line.unit_price, _price(line)}:
                result.add((row.number, at))
    return frozenset(result)


def _figures(row: PriceTableRow, reader: PriceRowReader) -> Iterable[tuple[int, Decimal]]:
    """Return the numbers of a row that are no prices of one piece, with their columns."""
    others = ("unit_price", "quantity", "discount", "warranty_months", "maintenance_discount")
    skipped = {reader.columns.get(name) for name in others if "extended_price" in reader.columns}
    for at, cell in enumerate(row.cells):
        number = read_number(cell, reader.notation) if isinstance(cell, str) else cell
        if isinstance(number, Decimal) and number and at not in skipped:
            yield at, number


def _is_sum_with_care(
    figure: Decimal, candidates: Sequence[tuple[Sums, Sequence[PriceLine]]]
) -> bool:
    if any(_is_sum(figure, price, n) for (price, _), n in candidates):
        return False
    with_care = [(sums, n) for sums, n in candidates if sums[1]]
    return any(_is_sum(figure, add, n) for s, n in with_care for add in (s[1], sum(s, ZERO)))


def _is_sum_of_fees(at: int, figure: Decimal, reader: PriceRowReader, printed: PrintedSum) -> bool:
    """Return whether a figure below a column of fees is their sum, for lines or pieces as read."""
    name = next((n for n in FEES if reader.columns.get(n) == at), None)
    if name is None:
        return False
    for since in (printed.since, 0):
        pairs = list(zip(reader.amounts, reader.lines, strict=True))[since : printed.lines]
        fees = [(each[name], line.quantity) for each, line in pairs if name in each]
        if len({fee.months for fee, _ in fees}) != 1:
            continue
        for_line = reader.units.is_for_line(name, fees[0][0].months)
        terms = (fee.amount * (1 if for_line else pieces) for fee, pieces in fees)
        if _prints(figure, sum(terms, ZERO)):
            return True
    return False


def _with_care(line: PriceLine) -> Iterable[Decimal]:
    """Return a line's maintenance for 36 months, alone and with its price."""
    care = upkeep_of(line)
    return care, _price(line) + care, _printed_price(line) + care


def _check_sum(
    reader: PriceRowReader,
    printed: PrintedSum,
    candidates: Sequence[tuple[Sums, Sequence[PriceLine]]],
    sentence: tuple[Sums, Sums, Sums],
) -> None:
    prices = [(price, n) for (price, _), n in candidates]
    prices += [(sum(both, ZERO), n) for both, n in candidates]
    upkeep = [(maintenance, n) for (_, maintenance), n in candidates]
    for place, value, allowed in ((0, printed.price, prices), (1, printed.maintenance, upkeep)):
        if value is not None and not any(_is_sum(value, c, n) for c, n in allowed):
            group, everything, rest = (sums[place] for sums in sentence)
            reader.warn(
                _WRONG_SUM,
                printed.row.number,
                row=printed.row.number,
                label=printed.label[:60],
                printed=value,
                group=group,
                all=everything,
                rest=rest,
            )


def _is_sum(printed: Decimal, added: Decimal, lines: Sequence[PriceLine]) -> bool:
    """Return whether a printed sum is that of lines, roundings aside; totals may be rounded up."""
    if _prints(printed, added, up=True):
        return True
    digit = last_digit(printed)
    terms = (
        digit if line.printed_extended is None else last_digit(line.printed_extended)
        for line in lines
    )
    return abs(printed - added) <= sum_tolerance(digit, terms)


def _discount(reader: PriceRowReader, printed: PrintedSum) -> Discount | None:
    source = _source(reader, printed)
    of_source = [line for line in reader.lines if source in {None, line.source}]
    category = _category(of_source, printed)
    meant = [line for line in of_source if category in {None, line.category}]
    sums = sums_of(meant)
    base = _base(printed, sums)
    share = None if printed.percentage is None else abs(printed.percentage) / 100
    if share is None:
        share = _share_from_amount(printed, base, sums)
        template = _EMPTY_DISCOUNT if share is None else _NO_PERCENTAGE
        _complain(reader, printed, template, percent=_percent(share or ZERO))
    else:
        _check_discount(reader, printed, base, share, (sums, sums_of(meant, _printed_price)))
    if share is None:
        return None
    if share > 1:
        reader.fail(MORE_THAN_ALL, printed.row.number, row=printed.row.number)
    return Discount(printed.label, share, base, source, printed.row.number, category)


def _percent(share: Decimal) -> str:
    """Write a share as a percentage with as many digits as it has, two after the point at most."""
    return f"{(share * 100).quantize(Decimal('0.01')).normalize():f}"


def _share_from_amount(printed: PrintedSum, base: DiscountBase, sums: Sums) -> Decimal | None:
    price, upkeep = sums
    whole = {DiscountBase.PRICE: price, DiscountBase.MAINTENANCE: upkeep}.get(base, price + upkeep)
    amount = abs((printed.price or ZERO) + (printed.maintenance or ZERO))
    return amount / whole if amount and whole else None


def _check_discount(
    reader: PriceRowReader,
    printed: PrintedSum,
    base: DiscountBase,
    share: Decimal,
    sums: Sequence[Sums],
) -> None:
    """Compare the amounts of a discount with its percentage of what it applies to."""
    if not all(map(_sums_exactly, reader.lines)):
        return
    in_one = base is DiscountBase.BOTH and printed.maintenance is None and printed.base is None
    for place, amount in enumerate((printed.price, printed.maintenance)):
        if amount is None:
            continue
        exact = [share * (sum(both, ZERO) if in_one else both[place]) for both in sums]
        if not any(_prints(abs(amount), value) for value in exact):
            figures = {"printed": amount, "amount": exact[0]}
            _complain(reader, printed, _WRONG_DISCOUNT, percent=_percent(share), **figures)


def _complain(
    reader: PriceRowReader, discount: PrintedSum, template: str, **figures: str | Decimal
) -> None:
    number, label = discount.row.number, discount.label[:60]
    reader.warn(template, number, row=number, label=label, **figures)


def _source(reader: PriceRowReader, printed: PrintedSum) -> str | None:
    """Return the source that a discount is restricted to, if lines of that source exist."""
    known = {line.source for line in reader.lines if line.source}
    named = (printed.source, source_in(printed.label) or "")
    return next((name for name in named if name in known), None)


def _category(lines: Sequence[PriceLine], printed: PrintedSum) -> str | None:
    """Return the category that a discount is restricted to.

    One in its own column counts; one among its words only where its amount is of that category.
    """
    known = dict.fromkeys(line.category for line in lines if line.category)
    if printed.category in known:
        return printed.category
    amount, share = printed.price, abs(printed.percentage or ZERO) / 100
    words = f" {plain_words(printed.label)} "
    for name in known:
        if f" {plain_words(name)} " in words and amount is not None and share:
            of_name = share * sums_of(line for line in lines if line.category == name)[0]
            if _prints(abs(amount), of_name) and not _prints(
                abs(amount), share * sums_of(lines)[0]
            ):
                return name
    return None


def _base(printed: PrintedSum, sums: Sums) -> DiscountBase:
    """Tell what a discount applies to, from where its amounts are, then from its words.

    One amount in the price column may be that of both columns, which the figures tell.
    """
    if printed.base is not None:
        return printed.base
    if printed.price is not None and printed.maintenance is not None:
        return DiscountBase.BOTH
    if printed.maintenance is not None:
        return DiscountBase.MAINTENANCE
    if printed.price is not None:
        share = abs(printed.percentage or ZERO) / 100
        amount = abs(printed.price)
        of_both = _prints(amount, share * sum(sums, ZERO)) and not _prints(amount, share * sums[0])
        return DiscountBase.BOTH if of_both else DiscountBase.PRICE
    if names_maintenance(printed.label) == names_price(printed.label):
        return DiscountBase.BOTH
    return DiscountBase.PRICE if names_price(printed.label) else DiscountBase.MAINTENANCE


def _prints(printed: Decimal, exact: Decimal, *, up: bool = False) -> bool:
    """Return whether a figure is another one rounded to its own last digit; totals round up."""
    digit = last_digit(printed)
    if up and ZERO <= printed - exact < digit:
        return True
    return abs(printed - exact) <= digit / 2


def _price(line: PriceLine) -> Decimal:
    """Return what a line costs: unit price x quantity, less its own discount."""
    return (line.unit_price or ZERO) * line.quantity * (1 - line.discount)


def _printed_price(line: PriceLine) -> Decimal:
    return _price(line) if line.printed_extended is None else line.printed_extended


def upkeep_of(line: PriceLine) -> Decimal:
    """Return a line's maintenance for 36 months; monthly fees start when the warranty ends."""
    months = max(0, MONTHS_PRICED - line.warranty_months)
    monthly = (line.maintenance_per_month or ZERO) * line.quantity * months
    return ((line.maintenance or ZERO) + monthly) * (1 - line.maintenance_discount)


def sums_of(lines: Iterable[PriceLine], price: Price = _price) -> Sums:
    """Return what lines cost: purchase and maintenance."""
    own = list(lines)
    return sum(map(price, own), ZERO), sum(map(upkeep_of, own), ZERO)


def _rest(lines: Sequence[PriceLine], discounts: Sequence[Discount], price: Price) -> Sums:
    """Return what is left of both columns after the discounts of the sheet."""
    purchase, upkeep = sums_of(lines, price)
    for discount in discounts:
        own = [n for n in lines if discount.source in {None, n.source}]
        meant = sums_of((n for n in own if discount.category in {None, n.category}), price)
        purchase -= discount.share * meant[0] * (discount.base is not DiscountBase.MAINTENANCE)
        upkeep -= discount.share * meant[1] * (discount.base is not DiscountBase.PRICE)
    return purchase, upkeep


_WORDS = re.compile(
    r"price|cost|\bfees?\b|charge|amount|total|subscription|support|maint|licen[cs]e|rental|lease"
    r"|msrp|preis|kosten|gebuhr|betrag|miete|\babo\b|wartung|lizenz|preco|valor|custo"
    r"|assinatura|suporte|manut|\bfreight\b|\bshipping\b|\b(usd|eur|gbp|brl|chf)\b"
    r"|\bcare\b|service|warranty|garant|pack\b|setup|install|training|schulung|treinamento"
)
_NO_MONEY = re.compile(
    r"present value|barwert|valor presente|cent(er|re)|kostenstelle|datum"
    r"|\b(code|date|count|number|nr)\b|%|percent|level"
    r"|^(maintenance|wartung|manutencao) 36 (months|monate|meses)$"
)


def unread_amounts(
    reader: PriceRowReader,
    header: PriceTableRow,
    rows: Iterable[PriceTableRow],
    left_out: Collection[int | None],
) -> list[int]:
    """Return the columns that hold money and belong to no field, from left to right.

    One whose figures all follow from their lines (a net price, a sum with maintenance) is
    understood: nothing is lost with it.
    """
    taken = {*reader.columns.values(), *left_out}
    printed = {each.row.number for each in (*reader.sums, *reader.discounts)}
    stored = [row for row in rows if row.number not in printed]
    lines = {line.row: line for line in reader.lines}
    width = max((len(row.cells) for row in stored), default=0)
    return [
        at
        for at in range(width)
        if at not in taken
        and (likely_fields(header)[at] if at < len(header.cells) else None)
        not in reader.mapping  # another column was stated to hold it
        and _is_money(header.at(at), [row.at(at) for row in stored])
        and not all(_follows(row.at(at), lines.get(row.number), reader.notation) for row in stored)
    ]


def _is_money(heading: Cell, cells: list[Cell]) -> bool:
    figures = [cell for cell in cells if _is_figure(cell) or isinstance(cell, NoValue)]
    if not figures:
        return False
    title = heading if isinstance(heading, str) else ""
    words = plain_words(title)
    if any(isinstance(cell, NoValue) for cell in figures):
        return _NO_MONEY.search(words) is None  # nobody knows what they come to
    if any(isinstance(c, str) and (currencies_in(c) or split_period(c)[1]) for c in figures):
        return True
    named = bool(_WORDS.search(words)) or bool(currencies_in(title))
    return named and _NO_MONEY.search(words) is None


def _is_figure(cell: Cell) -> bool:
    if isinstance(cell, Decimal):
        return True
    return isinstance(cell, str) and "%" not in cell and looks_numeric(cell)


def _follows(cell: Cell, line: PriceLine | None, notation: Notation) -> bool:
    if isinstance(cell, NoValue):
        return False
    if not _is_figure(cell):
        return True
    number = cell if isinstance(cell, Decimal) else read_number(str(cell), notation)
    if number is None:
        return False
    return number == 0 or (line is not None and any(number == known for known in _known(line)))


def _known(line: PriceLine) -> list[Decimal]:
    """Return the figures that follow from a line."""
    unit, zero = line.unit_price, Decimal(0)
    plain = zero if unit is None else unit * line.quantity
    sums = [plain, plain * (1 - line.discount), line.printed_extended or plain]
    care = upkeep_of(line)
    each = [] if unit is None else [unit, unit * (1 - line.discount), unit * line.discount]
    return [*each, *sums, care, plain * line.discount, *(total + care for total in sums)]

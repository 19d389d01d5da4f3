"""Rows of a price sheet to lines, discounts and sums."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.pricing import ZERO, DiscountBase, PriceLine, Spares
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.domain.units import MONTHS_PRICED
from arraywise.importers.prices.currencies import currencies_in
from arraywise.importers.prices.grid import Grid, NoValue, Row, cell_name
from arraywise.importers.prices.headers import find_columns
from arraywise.importers.prices.heading_units import PLAIN, HeadingUnits
from arraywise.importers.prices.labels import (
    is_discount,
    is_heading,
    is_service,
    is_subtotal,
    is_total,
    licence_in,
    percentage_in,
    spares_in,
)
from arraywise.importers.prices.numbers import (
    DASHES,
    Notation,
    looks_numeric,
    read_number,
    share_of,
    split_period,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.domain.said import Figure

MONEY = (
    "unit_price", "extended_price", "maintenance", "maintenance_per_month",
    "maintenance_per_year", "fee", "price_per_month", "price_per_year",
)  # fmt: skip
NOTHING = DASHES | {"spared", "spare", "included", "incl", "incl.", "inkl", "inkl.", "incluso"}
"""What stands in a column of figures where there is no price."""
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
_NO_NUMBER = 'Cell {cell}: "{text}" is not a number.'
_NO_PRICE = 'Row {row}, "{text}", has no price and was left out.'
MORE_THAN_ALL = "Row {row}: a discount of more than 100 % is none."
_ALREADY_NET = (
    "Row {row} prints an extended price alone; its discount was taken off that. Take the discount"
    " out where the price is net of it already."
)
_NO_SPARES = (
    'Cell {cell}: "{text}" says nothing of spares: write "included" (in the quantity), "added" (on'
    " top of it) or nothing. Read as none."
)
_NO_VALUE = (
    "Cell {cell} holds the formula {formula} but no value: "
    "open the workbook in a spreadsheet, save it there and read it again, or paste the value."
)


_OTHER_PERIODS = (
    "Row {row}: {printed} does not follow from {unit} for {months} months each; correct one of"
    " the two and read the sheet again."
)
_PERIODIC_DISCOUNT = (
    "Row {row}: a discount on a price by the period needs its percentage; write it and read the"
    " sheet again."
)
_CARE_FEES = ("maintenance", "maintenance_per_month", "maintenance_per_year")
_FEES = ("fee", "price_per_month", "price_per_year")


@dataclass(frozen=True, slots=True)
class Quoted:
    """An amount and the months that it pays for; 36 where it is paid once."""

    amount: Decimal
    months: int


@dataclass(frozen=True, slots=True)
class Printed:
    """A discount or a sum as the sheet prints it, with the sums of the lines above it."""

    row: Row
    label: str
    price: Decimal | None
    maintenance: Decimal | None
    lines: int
    """How many lines stand above it."""
    since: int
    """How many stood above the previous subtotal or heading."""
    percentage: Decimal | None = None
    source: str = ""
    category: str = ""
    base: DiscountBase | None = None
    """What a discount applies to, where a column says so."""


@dataclass(slots=True)
class SheetReader:
    """Reads the rows below the headings one by one."""

    columns: dict[str, int]
    notation: Notation
    lines: list[PriceLine] = field(default_factory=list)
    discounts: list[Printed] = field(default_factory=list)
    sums: list[Printed] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    mapping: Mapping[str, str] = field(default_factory=dict)
    """Headings that the user named."""
    units: HeadingUnits = PLAIN
    """What headings say of the figures below them."""
    amounts: list[Mapping[str, Quoted]] = field(default_factory=list)
    """What each line is quoted at, by field."""
    without_period: list[int] = field(default_factory=list)
    """Rows with a maintenance of which nothing says for how long it is."""
    fees: set[str] = field(default_factory=set)
    """Fields with amounts that a line holds in another field, or multiplied or divided."""
    guessed: set[str] = field(default_factory=set)
    """Fees of several pieces of which nothing says whether they are for one or for all."""
    has_fees: bool = False
    """A line is paid by the period, so that printed sums do not follow from purchases."""
    _category: str = ""
    _since: int = 0
    _ended: bool = False
    """A sum of everything was met: what follows without a price is a note."""

    def read(self, row: Row) -> None:
        """Take in one row."""
        if row.is_empty() or find_columns(row, self.mapping) == self.columns:
            return
        label = label_of(row)
        sells = self._sells(row)
        if not sells and (is_discount(label) or self._only_takes_off(row)):
            named = label if is_discount(label) else self._text(row, "description") or label
            self.discounts.append(self._printed(row, named))
            self._check_period(row, self.discounts[-1])
        elif not sells and is_total(label) and self._has_figure(row):
            self._end_group(row, label)
        elif sells or (self._has_figure(row) and not self._ended):
            self._line(row, label)
        else:
            self._text_row(row, label)

    def say(self, severity: Severity, template: str, line: int | None, **figures: Figure) -> None:
        """Note a problem."""
        self.problems.append(Problem(severity, say(template, **figures), line))

    def _sells(self, row: Row) -> bool:
        """Say whether a row has what only a line item has: part number, quantity, unit price.

        A lone text is a heading wherever it stands; below the sum of everything, where ratings
        and notes stand, a line item needs more than one of the three.
        """
        filled = [n for n in _SELLING if row.at(self._at(n)) != ""]
        if "extended_price" not in self.columns and filled == ["unit_price"]:
            return False  # sums stand below unit prices then
        if self._ended:
            return len(filled) > 1
        return bool(filled) and sum(cell != "" for cell in row.cells) > 1

    def _only_takes_off(self, row: Row) -> bool:
        """Say whether a row has a share in the column of discounts and no price of its own."""
        nothing = all(self._is_nothing(row, n) for n in ("unit_price", "quantity", "maintenance"))
        return nothing and not self._is_nothing(row, "discount") and not self._ended

    def has_errors(self) -> bool:
        """Say whether a cell is in doubt, so that no sheet can be given out."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)

    def _end_group(self, row: Row, label: str) -> None:
        self.sums.append(self._printed(row, label))
        self._since = len(self.lines)
        self._ended = self._ended or not is_subtotal(label)

    def _text_row(self, row: Row, label: str) -> None:
        texts = row.texts()
        may_head = len(texts) == 1 and not self._ended and "category" not in self.columns
        if may_head and is_heading(label):
            self._category, self._since = label, len(self.lines)
        elif any(text.casefold() not in DASHES for text in texts):
            self.notes.append(" ".join(str(cell) for cell in row.cells if cell != ""))

    def _line(self, row: Row, label: str) -> None:
        description = self._text(row, "description") or self._text(row, "part_number")
        if not description and not label:
            self.sums.append(self._printed(row, ""))
            return
        # What is printed is only checked, unless nothing else tells the price.
        has_unit = not self._is_nothing(row, "unit_price")
        prices = {
            name: self._amount(row, name, needed=name != "extended_price" or not has_unit)
            for name in MONEY
        }
        quantity = self._number(row, "quantity")
        line = self._priced(row, description or label, prices, quantity)
        if line is not None:
            if not has_unit and line.printed_extended and line.discount:
                self.say(Severity.WARNING, _ALREADY_NET, row.number, row=row.number)
            self._note(row, line)
            self.lines.append(line)
            self.amounts.append({n: quoted for n, quoted in prices.items() if quoted is not None})

    def _priced(
        self,
        row: Row,
        description: str,
        prices: dict[str, Quoted | None],
        quantity: Decimal | None,
    ) -> PriceLine | None:
        paid, periodic = _parted(prices)
        unit, extended = paid.get("unit_price"), paid.get("extended_price")
        maintenance = paid.get("maintenance")
        blank = "extended_price" in self.columns and self._is_nothing(row, "extended_price")
        if blank and maintenance is not None and unit is not None:
            if unit * (1 if quantity is None else quantity) == maintenance:
                unit = None  # the whole line stands in the maintenance column, as the TPC has it
        elif unit is None and extended == 0 and (maintenance or periodic):
            extended = None  # a sum of nothing, beside maintenance only
        elif unit is None and extended is not None and "unit_price" not in periodic:
            unit, quantity = unit_from(extended, quantity)
        elif unit and extended and quantity is None:
            quantity = _pieces(extended, unit)
        if unit is maintenance is None and not periodic:
            if not any(problem.line == row.number for problem in self.problems):
                self.say(
                    Severity.INFO, _NO_PRICE, row.number, row=row.number, text=description[:60]
                )
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
            and self._for_line("maintenance", Quoted(maintenance, MONTHS_PRICED), pieces),
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
            is_server=self._says_yes(row, "is_server"),
        )
        return self._with_periodic(line, periodic) if periodic else line

    def _with_periodic(self, line: PriceLine, periodic: dict[str, Quoted]) -> PriceLine:
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
        self, line: PriceLine, periodic: Mapping[str, Quoted]
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
            unit, line = Quoted(line.unit_price, printed.months), replace(line, unit_price=None)
        if unit is not None:
            each = unit.amount * line.quantity * (1 - line.discount)
            return total + each * MONTHS_PRICED / unit.months, self._settled_extended(
                line, unit, printed
            )
        if printed is not None:
            total += printed.amount * MONTHS_PRICED / printed.months
        return total, line

    def _for_line(self, name: str, fee: Quoted, pieces: Decimal) -> Decimal:
        """Return a fee for a whole line."""
        return fee.amount * (1 if self._is_for_line(name, fee.months, pieces) else pieces)

    def _is_for_line(self, name: str, months: int, pieces: Decimal) -> bool:
        """Say whether an amount is for all pieces, and keep that nothing says so."""
        for_line = self.units.is_for_line(name, months)
        if (name, months, for_line or pieces == 1) != ("maintenance", MONTHS_PRICED, True) and (
            (name, months, for_line and pieces != 1) != ("maintenance_per_month", 1, False)
        ):
            self.fees.add(name)
        if pieces != 1 and self.units.is_guessed(name, months):
            self.guessed.add(name)
        return for_line

    def _settled_extended(
        self, line: PriceLine, unit: Quoted, printed: Quoted | None
    ) -> PriceLine:
        """Drop the printed sum of a recurring price: for a period or for 36 months, it follows."""
        shown = printed.amount if printed is not None else line.printed_extended
        each = unit.amount * line.quantity
        spans = (Decimal(1), Decimal(MONTHS_PRICED) / unit.months, Decimal(12) / unit.months)
        sums = [each * span * net for span in spans for net in (1, 1 - line.discount)]
        if shown is not None and not any(abs(shown - exact) < Decimal("0.01") for exact in sums):
            self.say(
                Severity.ERROR,
                _OTHER_PERIODS,
                line.row,
                row=line.row or 0,
                unit=unit.amount,
                printed=shown,
                months=unit.months,
            )
        return replace(line, printed_extended=None, discount=ZERO)

    def _for_36_months(self, quoted: Quoted, warranty: Decimal) -> Decimal:
        """Turn what is quoted for another time to 36 months; fees begin when the warranty ends."""
        months = quoted.months
        paid = MONTHS_PRICED if months > MONTHS_PRICED else max(ZERO, MONTHS_PRICED - warranty)
        return quoted.amount * paid / months

    def _amount(self, row: Row, name: str, *, needed: bool) -> Quoted | None:
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
        return Quoted(number, months or self.units.periods.get(name, MONTHS_PRICED))

    def _note(self, row: Row, line: PriceLine) -> None:
        """Keep what the sheet remarks about a line."""
        spared = spares_in(self._text(row, "spared")) is Spares.INCLUDED
        in_cell = self._text(row, "maintenance")
        remarks = [self._text(row, "note"), "Spared" if spared else ""]
        if in_cell and not looks_numeric(in_cell) and in_cell.casefold() not in DASHES:
            remarks.append(in_cell)
        kept = dict.fromkeys(remark for remark in remarks if remark)
        if kept:
            self.notes.append(f"{line.description}: {', '.join(kept)}")

    def _spares(self, row: Row) -> Spares:
        """Return whether spares stand in place of maintenance (the TPC), and where they count."""
        said = spares_in(self._text(row, "spared"))
        if said is None:
            where = cell_name(row.number, self._at("spared") or 0)
            text = self._text(row, "spared")[:60]
            self.say(Severity.WARNING, _NO_SPARES, row.number, cell=where, text=text)
        if not said and self._text(row, "maintenance").casefold() in {"spared", "spare"}:
            return Spares.INCLUDED
        return said or Spares.NONE

    def _says_yes(self, row: Row, name: str) -> bool:
        return self._text(row, name).casefold() in _YES

    def _printed(self, row: Row, label: str) -> Printed:
        quoted = self._amount(row, self._sum_column(), needed=False)
        price = quoted.amount if quoted and quoted.months == MONTHS_PRICED else None
        return Printed(
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

    def _check_period(self, row: Row, printed: Printed) -> None:
        """Refuse an amount by the period that is taken off: of what, nobody knows."""
        if printed.percentage is None and printed.price is None:
            quoted = self._amount(row, self._sum_column(), needed=False)
            if quoted is not None:
                self.say(Severity.ERROR, _PERIODIC_DISCOUNT, row.number, row=row.number)

    def _sum_of_maintenance(self, row: Row) -> Decimal | None:
        """Return a printed sum; None where lines are turned to 36 months one by one."""
        is_plain = self.units.maintenance_months == MONTHS_PRICED
        return self._number(row, "maintenance", needed=False) if is_plain else None

    def _percentage(self, row: Row, label: str) -> Decimal | None:
        written = percentage_in(label)
        if written is not None:
            return Decimal(written.replace(",", "."))
        own = self._share(row)
        if own:
            return own * 100
        texts = (text for text in row.texts() if "%" in text)
        read = (read_number(text, self.notation) for text in texts)
        return next((number for number in read if number is not None), None)

    def _share(self, row: Row, name: str = "discount") -> Decimal:
        cell = row.at(self._at(name))
        number = self._number(row, name)
        are_percents = name in self.units.percents
        share = ZERO
        if number is not None:
            share = abs(share_of(number, str(cell), are_percents=are_percents))
        if share > 1:
            self.say(Severity.ERROR, MORE_THAN_ALL, row.number, row=row.number)
        return share

    def _source(self, row: Row) -> str:
        cell = row.at(self._at("source"))
        return f"{cell.normalize():f}" if isinstance(cell, Decimal) else str(cell or "")

    def _text(self, row: Row, name: str) -> str:
        cell = row.at(self._at(name))
        return "" if isinstance(cell, NoValue) else str(cell)

    def _at(self, name: str) -> int | None:
        return self.columns.get(name)

    def _has_figure(self, row: Row) -> bool:
        cells = (row.at(self._at(name)) for name in MONEY)
        return any(not isinstance(cell, str) or looks_numeric(cell) for cell in cells)

    def _is_nothing(self, row: Row, name: str) -> bool:
        cell = row.at(self._at(name))
        return isinstance(cell, str) and cell.casefold() in NOTHING

    def _number(
        self, row: Row, name: str, *, needed: bool = True, figure: str | None = None
    ) -> Decimal | None:
        """Return the number in a column; one that cannot be read is said, never zero.

        It is an error where it is `needed`, and else a warning. `figure` is the part of the
        cell's text that holds it.
        """
        at = self._at(name)
        cell = row.at(at)
        if isinstance(cell, Decimal):
            return cell
        where, severity = (
            cell_name(row.number, at or 0),
            Severity.ERROR if needed else Severity.WARNING,
        )
        if isinstance(cell, NoValue):
            self.say(severity, _NO_VALUE, row.number, cell=where, formula=cell.formula)
            return None
        if cell.casefold() in NOTHING:
            return None
        number = read_number(cell if figure is None else figure, self.notation)
        if number is None:
            self.say(severity, _NO_NUMBER, row.number, cell=where, text=cell[:60])
        return number


def label_of(row: Row) -> str:
    """Return the text that says what a row is; sums and discounts are not always first."""
    texts = [text for text in row.texts() if not looks_numeric(text)]
    telling = (text for text in texts if is_discount(text) or is_total(text))
    return next(telling, texts[0] if texts else "")


def _parted(
    prices: Mapping[str, Quoted | None],
) -> tuple[dict[str, Decimal], dict[str, Quoted]]:
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


def numbers_of(grid: Grid, columns: dict[str, int]) -> list[str]:
    """Return the texts in the columns of figures, which decide the notation."""
    places = [columns[name] for name in (*MONEY, "quantity", "discount") if name in columns]
    cells = (row.at(place) for row in grid.rows for place in places)
    return [
        split_period(cell)[0] for cell in cells if isinstance(cell, str) and looks_numeric(cell)
    ]

"""Price sheets (TPC columns) with their field table, rates, prices by steps (MODEL F3)."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from arraywise.domain.messages import UserError, message

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from arraywise.domain.messages import Message


ZERO = Decimal(0)
DEMAND_TPS, DEMAND_IOPS, DEMAND_TB, MONTH = "Demand.TPS", "Demand.IOPS", "Demand.TB", "Month"
DEMAND_NAMES = (DEMAND_TPS, DEMAND_IOPS, DEMAND_TB, MONTH)
"""What a quantity may be a formula of: none of it depends on a price (MODEL F3)."""

_NO_STEPS = message("A price by steps needs a quantity, such as Demand.TB, and a step.")
_NOT_IN_ORDER = message("Each step ends above the one before; only the last may have no end.")


class DiscountBase(StrEnum):
    """Which column a discount applies to."""

    PRICE = "price"
    MAINTENANCE = "maintenance"
    BOTH = "both"
    TOTAL = "total"
    """What all other discounts leave of both columns."""


class Spares(StrEnum):
    """Spare parts in place of on-site maintenance: 10 % of the quantity, at least 2 (the TPC)."""

    NONE = ""
    INCLUDED = "included"
    """The quantity holds the spares already, as the TPC prints it."""
    ADDED = "added"
    """The quantity is what is in use; the spares come on top."""


class Licence(StrEnum):
    """For how long a licence may be used; a 36-month term costs about half of a perpetual one."""

    UNSTATED = ""
    PERPETUAL = "perpetual"
    TERM = "36-month term"
    SUBSCRIPTION = "subscription"


@dataclass(frozen=True, slots=True)
class PriceLine:
    """One line item; the fields are the columns of a TPC executive summary."""

    description: str
    unit_price: Decimal | None
    """None on a line that carries maintenance only."""
    quantity: Decimal = Decimal(1)
    part_number: str = ""
    source: str = ""
    """Who quotes the price."""
    category: str = ""
    """Subtotal that the line belongs to (Server Hardware, Storage, Software, Network ...)."""
    maintenance: Decimal | None = None
    """The line's whole maintenance price for 36 months, all units together."""
    maintenance_per_month: Decimal | None = None
    """Price a unit and month; charged for 36 months less the warranty."""
    warranty_months: int = 0
    discount: Decimal = ZERO
    """Share off the line's price, 0 to 1."""
    one_off_service: bool = False
    printed_extended: Decimal | None = None
    """Extended price as the sheet prints it, kept to be checked against unit price x quantity."""
    row: int | None = None
    """Row of the sheet that it was read from."""
    maintenance_discount: Decimal = ZERO
    """Share off the line's maintenance, 0 to 1."""
    spares: Spares = Spares.NONE
    licence: Licence = Licence.UNSTATED
    support: str = ""
    """Support level as the quote names it (24x7 with 4 hours ...)."""
    currency: str = ""
    """ISO 4217, where it is not that of the sheet."""
    is_server: bool = False
    """A server or what belongs to it: priced only where the study prices servers."""
    quantity_formula: str = ""
    """The quantity as a formula of `DEMAND_NAMES` and numbers; empty where it is a number."""
    monthly: tuple[Decimal, ...] = ()
    """Quantities of months 1 to 36 by such a formula, once it was computed at a demand;
    `quantity` is then the greatest of months 0 to the horizon."""

    def apply_edit(self, edited: PriceLine) -> PriceLine:
        """Return the line as somebody changed it; what was printed of another price goes."""
        was = (self.unit_price, self.quantity, self.discount)
        same = was == (edited.unit_price, edited.quantity, edited.discount)
        same = same and not edited.quantity_formula
        return edited if same else replace(edited, printed_extended=None)


_LIST_PRICES = re.compile(
    r"\b((?:19|20)\d\d)(?:-(0[1-9]|1[0-2]))?\b.*\bto be checked\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class ListPriceDate:
    """Of when prices are that their source says are list prices, to be checked."""

    year: int
    month: int | None = None

    @property
    def date_text(self) -> str:
        """As the source states it: a year, or year and month."""
        return str(self.year) if self.month is None else f"{self.year}-{self.month:02}"

    def months_old(self, on: date) -> int:
        """Return the months until a day: of a year alone, since its last month."""
        return max(0, (on.year - self.year) * 12 + on.month - (self.month or 12))


def oldest_list_price_date(lines: Iterable[PriceLine]) -> ListPriceDate | None:
    """Return the oldest date of list prices to be checked; None where no line's source has one."""
    found = (_LIST_PRICES.search(line.source) for line in lines)
    dates = [ListPriceDate(int(m[1]), int(m[2]) if m[2] else None) for m in found if m is not None]
    return min(dates, key=lambda each: (each.year, each.month or 12), default=None)


class FieldType(StrEnum):
    """What a field of a price line holds."""

    TEXT = "text"
    CODE = "code"
    """A currency."""
    MONEY = "money"
    COUNT = "count"
    SHARE = "share"
    """Stored as 0 to 1, typed and shown in percent."""
    MONTHS = "months"
    CHOICE = "choice"
    YES = "yes"


@dataclass(frozen=True, slots=True)
class PriceField:
    """A field of a price line, as grid, formulas, readers and workbook know it."""

    name: str
    """Of the attribute of `PriceLine`, and of the field that a heading of a sheet names."""
    label: Message
    kind: FieldType
    formula_key: str = ""
    """What formulas and typed cells call it, where that is not the name."""
    short: Message | None = None
    """Tip over a narrow column."""
    unit: Message | str = ""
    """`{currency}` in it is the sheet's."""
    tip: Message | None = None
    choices: type[StrEnum] | None = None
    is_rare: bool = False
    """Not shown until somebody asks for it."""
    shown_when_filled: bool = False
    """A rare field that is shown once something is in it: no total is right without it."""

    @property
    def key(self) -> str:
        """What formulas and typed cells call it."""
        return self.formula_key or self.name

    @property
    def is_figure(self) -> bool:
        """Whether the field holds a number, which formulas may make."""
        return self.kind in _FIGURES

    def value_in(self, line: PriceLine) -> Any:  # noqa: ANN401 - each field has a type of its own
        """Return the field of a line."""
        return getattr(line, self.name)

    def with_value(self, line: PriceLine, value: Any) -> PriceLine:  # noqa: ANN401 - see above
        """Return a line with another value of the field; nothing is its default."""
        if value is None and self.kind is not FieldType.MONEY:
            value = next(f.default for f in fields(PriceLine) if f.name == self.name)
        if self.name == "quantity":
            line = replace(line, quantity_formula="")
        return replace(line, **{self.name: value})


_FIGURES = frozenset({FieldType.MONEY, FieldType.COUNT, FieldType.SHARE, FieldType.MONTHS})
PRICE_FIELDS = (
    PriceField("description", message("Description"), FieldType.TEXT),
    PriceField("part_number", message("Part number"), FieldType.TEXT, "part"),
    PriceField("source", message("Source"), FieldType.TEXT, short=message("Src.")),
    PriceField("category", message("Category"), FieldType.TEXT),
    PriceField("unit_price", message("Unit price"), FieldType.MONEY, unit="{currency}"),
    PriceField("quantity", message("Quantity"), FieldType.COUNT, short=message("Qty")),
    PriceField(
        "warranty_months",
        message("Warranty"),
        FieldType.MONTHS,
        "warranty",
        unit=message("months"),
    ),
    PriceField(
        "maintenance_per_month",
        message("Maintenance a unit and month"),
        FieldType.MONEY,
        "per_month",
        message("Maint."),
        message("{currency}/month"),
        message("Maintenance, rent or other fee per unit and month, after the warranty"),
    ),
    PriceField(
        "maintenance",
        message("Maintenance, 36 months, as quoted"),
        FieldType.MONEY,
        short=message("Maint. total"),
        unit=message("{currency}/36 months"),
    ),
    PriceField(
        "discount",
        message("Discount"),
        FieldType.SHARE,
        unit="%",
        is_rare=True,
        shown_when_filled=True,
    ),
    PriceField(
        "maintenance_discount",
        message("Maintenance discount"),
        FieldType.SHARE,
        short=message("Maint. discount"),
        unit="%",
        tip=message("Discount on this line's maintenance"),
        is_rare=True,
        shown_when_filled=True,
    ),
    PriceField(
        "spares",
        message("Spares"),
        FieldType.CHOICE,
        tip=message("Instead of on-site maintenance: 10 % of the quantity, at least 2 (TPC)"),
        choices=Spares,
        is_rare=True,
    ),
    PriceField(
        "licence",
        message("Licence model"),
        FieldType.CHOICE,
        short=message("Licence"),
        choices=Licence,
        is_rare=True,
        shown_when_filled=True,
    ),
    PriceField(
        "support", message("Support level"), FieldType.TEXT, is_rare=True, shown_when_filled=True
    ),
    PriceField(
        "currency",
        message("Currency"),
        FieldType.CODE,
        tip=message("If different from the sheet's"),
        is_rare=True,
        shown_when_filled=True,
    ),
    PriceField(
        "one_off_service",
        message("One-off"),
        FieldType.YES,
        "service",
        tip=message("Paid once, such as installation"),
        is_rare=True,
    ),
    PriceField(
        "is_server",
        message("Server"),
        FieldType.YES,
        "server",
        tip=message("Priced only where the study prices servers"),
        is_rare=True,
        shown_when_filled=True,
    ),
)
"""The fields of a price line that are typed, in the order of their columns."""
PRICE_FIELD = {field.name: field for field in PRICE_FIELDS}


@dataclass(frozen=True, slots=True)
class Discount:
    """A discount on the whole sheet, or on the lines of one source, one category or both.

    It is a share or an amount, as the quote states it. Each counts on the full column, after the
    lines' own discounts; one on the total counts on what the others leave. So their order does
    not matter.
    """

    description: str
    share: Decimal
    """0 to 1; 0 where an amount is stated."""
    base: DiscountBase = DiscountBase.BOTH
    source: str | None = None
    """Only lines of this source; None for all."""
    row: int | None = None
    category: str | None = None
    """Only lines of this category; None for all."""
    amount: Decimal | None = None
    """In the sheet's currency, paid at month 0, off the purchase first unless `base` is the
    maintenance; None where a share is stated."""

    @property
    def is_on_remainder(self) -> bool:
        """Whether the discount counts on what the others leave; one on some lines never does."""
        on_total = self.base is DiscountBase.TOTAL and self.amount is None
        return on_total and self.source is self.category is None

    @property
    def is_of_part(self) -> bool:
        """Whether the discount leaves some lines, or purchase or maintenance, as they are."""
        whole = self.is_on_purchase and self.is_on_maintenance
        return not whole or self.source is not None or self.category is not None

    @property
    def is_on_purchase(self) -> bool:
        """Whether the discount may take anything off the purchase."""
        return self.base is not DiscountBase.MAINTENANCE

    @property
    def is_on_maintenance(self) -> bool:
        """Whether the discount may take anything off the maintenance."""
        return self.base is not DiscountBase.PRICE


@dataclass(frozen=True, slots=True)
class PriceSheet:
    """What an option costs over 36 months, line by line."""

    currency: str
    lines: tuple[PriceLine, ...] = ()
    discounts: tuple[Discount, ...] = ()
    notes: tuple[str, ...] = ()
    unparsed: int = 0
    """Cells that cannot be read; while there are any, the sheet has no total."""

    @property
    def follows_demand(self) -> bool:
        """Whether a quantity is a formula of what is asked."""
        return any(line.quantity_formula for line in self.lines)


@dataclass(frozen=True, slots=True)
class ExchangeRate:
    """What one unit of a currency is worth in another, on a day and by a source."""

    from_currency: str
    to_currency: str
    rate: Decimal
    """Units of `to_currency` for one of `from_currency`; above zero."""
    dated: str
    """ISO 8601 date."""
    source: str
    """Who states it (ECB reference rate, the vendor's quote ...)."""


@dataclass(frozen=True, slots=True)
class PriceBasis:
    """What all price sheets of a study are added up by."""

    servers: bool = False
    """Whether lines marked as servers count; the studies this follows leave them out."""
    rates: tuple[ExchangeRate, ...] = ()
    discount_rate: Decimal | None = None
    """A year's, as a share above 0: prices are net present values; None: undiscounted."""
    left_out: frozenset[str] = frozenset()
    """Items (`domain/price_scope.py`) that no price includes."""


PLAIN_BASIS = PriceBasis()
"""No rates, servers left out, nothing discounted."""


@dataclass(frozen=True, slots=True)
class PriceTotal:
    """Sums of a price sheet, carried unrounded; `total` is rounded up to the currency unit.

    All amounts are in `currency`; where that is not what a line or the sheet is quoted in,
    `rates` says by which rates they were converted. With a `discount_rate` all of them are
    present values.
    """

    currency: str
    purchase: Decimal
    """Extended prices before sheet discounts."""
    maintenance: Decimal
    purchase_discount: Decimal
    maintenance_discount: Decimal
    unrounded: Decimal
    total: Decimal
    by_category: tuple[tuple[str, Decimal, Decimal], ...]
    """Category, purchase, maintenance; before sheet discounts, in the order of the sheet."""
    services: Decimal = ZERO
    """Part of `purchase` that is paid once for services."""
    rates: tuple[ExchangeRate, ...] = ()
    """Rates that were used; their dates and sources stand wherever the total does."""
    left_out: tuple[PriceLine, ...] = ()
    """Lines of servers that do not count (`PriceBasis.servers`)."""
    storage_only: bool = False
    """No server is in the price: it must be labelled a storage-only price."""
    discount_rate: Decimal | None = None
    """A year's, by which `total` is a net present value; None: nothing is discounted."""
    undiscounted: PriceTotal | None = None
    """The same sheet as it is paid, to be shown beside a net present value; None otherwise."""

    @property
    def discount(self) -> Decimal:
        """What the discounts of the sheet take off, both columns together."""
        return self.purchase_discount + self.maintenance_discount

    @property
    def capex(self) -> Decimal:
        """What is paid once, after discounts: purchase and services."""
        return self.purchase - self.purchase_discount

    @property
    def opex(self) -> Decimal:
        """What running it costs for 36 months, after discounts: maintenance, rent, fees."""
        return self.maintenance - self.maintenance_discount


@dataclass(frozen=True, slots=True)
class BreakEvenPrice:
    """The 36-month price at which an option draws level with another, all else as it is."""

    option: str
    against: str | None
    """The recommended option, or for that one its nearest rival; None for the budget."""
    price: Decimal
    """Rounded down to the currency unit."""
    today: Decimal
    """What the option costs now."""

    @property
    def relative_change(self) -> float | None:
        """Relative change against today's price of the same option."""
        return float(self.price / self.today - 1) if self.today else None


@dataclass(frozen=True, slots=True)
class BreakEvenLoad:
    """A load at which two options cost the same, or one steps past the other (MODEL F3)."""

    cheaper_below: str
    cheaper_above: str
    rate_tps: float
    visits_per_month: float
    price: Decimal
    """36-month price of the first one at this load, in the study's currency."""


def rate_in_percent(discount_rate: Decimal) -> float:
    """Return a year's rate in percent, for `{rate:.10g}`."""
    return float(discount_rate * 100)


def price_label(discount_rate: Decimal | None) -> Message:
    """Name the price, with its rate where it is a net present value."""
    if discount_rate is None:
        return message("36-month price")
    return message(
        "36-month net present value at {rate:.10g} %/a", rate=rate_in_percent(discount_rate)
    )


_FIGURE = r"(\d+(?:\.\d+)?)"
_STEP_BETWEEN = re.compile(rf"MAX\(0,MIN\((.+),{_FIGURE}\)-{_FIGURE}\)", re.IGNORECASE)
_STEP_ABOVE = re.compile(rf"MAX\(0,(.+)-{_FIGURE}\)", re.IGNORECASE)
_STEP_FIRST = re.compile(rf"MIN\((.+),{_FIGURE}\)", re.IGNORECASE)
_STEP_RANGE = re.compile(r" \((?:[\d.]+\u2013[\d.]+|> [\d.]+)\)$")
"""Of a line's description: which step it is."""
MOST_STEPS = 12


@dataclass(frozen=True, slots=True)
class PriceStep:
    """What is above one quantity and up to another costs so much each."""

    above: Decimal
    up_to: Decimal | None
    """None: without end."""
    price: Decimal


@dataclass(frozen=True, slots=True)
class SteppedPrice:
    """A table of steps, and what they divide."""

    description: str
    quantity: str
    """Formula of the whole quantity, as `Demand.TB`."""
    steps: tuple[PriceStep, ...]
    """In order, without gaps, from 0 on; a free allowance is a step at price 0."""
    is_monthly: bool = True
    """Paid each month, or once."""

    def require_valid_steps(self) -> None:
        """Raise UserError where the steps are none."""
        if not self.steps or not self.quantity:
            raise UserError(_NO_STEPS)
        for before, after in zip(self.steps, self.steps[1:], strict=False):
            if before.up_to is None or before.up_to != after.above:
                raise UserError(_NOT_IN_ORDER)
        if any(s.up_to is not None and s.up_to <= s.above for s in self.steps):
            raise UserError(_NOT_IN_ORDER)

    def build_lines(self, template_line: PriceLine) -> tuple[PriceLine, ...]:
        """Return a line for each step that costs something; the rest is as of another line.

        Raises:
            UserError: when the steps are none.
        """
        self.require_valid_steps()
        return tuple(self._build_line(step, template_line) for step in self.steps if step.price)

    def _build_line(self, step: PriceStep, template_line: PriceLine) -> PriceLine:
        return replace(
            template_line,
            description=f"{self.description}{self._format_range(step)}",
            unit_price=None if self.is_monthly else step.price,
            maintenance_per_month=step.price if self.is_monthly else None,
            maintenance=None,
            quantity_formula=step_formula(self.quantity, step.above, step.up_to),
            monthly=(),
            printed_extended=None,
        )

    def _format_range(self, step: PriceStep) -> str:
        if step.up_to is not None:
            return f" ({step.above:f}\u2013{step.up_to:f})"
        return f" (> {step.above:f})" if step.above else ""


def step_formula(quantity: str, above: Decimal, up_to: Decimal | None) -> str:
    """Return what of a quantity is above one figure and up to another, as a formula."""
    if up_to is None:
        return f"MAX(0,{quantity}-{above:f})" if above else quantity
    if not above:
        return f"MIN({quantity},{up_to:f})"
    return f"MAX(0,MIN({quantity},{up_to:f})-{above:f})"


def _parse_step_formula(formula: str) -> tuple[str, Decimal, Decimal | None]:
    """Return the whole quantity of a step's formula, and the ends of the step."""
    text = formula.replace(" ", "")
    if found := _STEP_BETWEEN.fullmatch(text):
        return found[1], Decimal(found[3]), Decimal(found[2])
    if found := _STEP_ABOVE.fullmatch(text):
        return found[1], Decimal(found[2]), None
    if found := _STEP_FIRST.fullmatch(text):
        return found[1], ZERO, Decimal(found[2])
    return text, ZERO, None


@dataclass(frozen=True, slots=True)
class _LineStep:
    """A line as a step."""

    quantity: str
    step: PriceStep
    is_monthly: bool
    name: str


def _parse_line_step(line: PriceLine) -> _LineStep | None:
    once, monthly = line.unit_price, line.maintenance_per_month
    if (
        not line.quantity_formula
        or line.maintenance is not None
        or (once is None) == (monthly is None)
    ):
        return None
    quantity, above, up_to = _parse_step_formula(line.quantity_formula)
    price = once if monthly is None else monthly
    name = _STEP_RANGE.sub("", line.description)
    return _LineStep(quantity, PriceStep(above, up_to, price or ZERO), once is None, name)


def find_stepped_price(
    lines: Sequence[PriceLine], index: int
) -> tuple[range, SteppedPrice] | None:
    """Return the lines that make one price by steps with the line at a place, and that price.

    None where the line's quantity follows no demand, or it is paid both once and monthly.
    """
    parts = [_parse_line_step(line) for line in lines]
    own = parts[index] if index < len(parts) else None
    if own is None:
        return None
    first = last = index
    while first > 0 and _is_next_step(parts[first - 1], parts[first]):
        first -= 1
    while last + 1 < len(parts) and _is_next_step(parts[last], parts[last + 1]):
        last += 1
    steps = [part.step for part in parts[first : last + 1] if part is not None]
    if steps[0].above:
        steps.insert(0, PriceStep(ZERO, steps[0].above, ZERO))
    found = SteppedPrice(own.name, own.quantity, tuple(steps), own.is_monthly)
    return range(first, last + 1), found


def _is_next_step(before: _LineStep | None, after: _LineStep | None) -> bool:
    if before is None or after is None or before.step.up_to is None:
        return False
    same = (before.quantity.casefold(), before.is_monthly) == (
        after.quantity.casefold(),
        after.is_monthly,
    )
    return same and before.step.up_to == after.step.above

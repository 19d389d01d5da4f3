"""A row below the headings of a quote and its amounts: all that a search needs to know of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.pricing import ZERO
from arraywise.domain.quotes import Period

if TYPE_CHECKING:
    from arraywise.domain.quotes import RowRole
    from arraywise.importers.prices.grid import GridRow

ONE = Decimal(1)


@dataclass(slots=True, kw_only=True)
class Amount:
    """What a row is charged in one column of money."""

    money: int
    value: Decimal
    """That counts."""
    printed: Decimal | None = None
    computed: Decimal | None = None
    unit: Decimal | None = None
    quantity: Decimal = ONE
    share: Decimal = ZERO
    """Off the price of a piece."""
    period: Period = Period.ONCE
    months: int | None = None
    """Of a term."""
    half: float = 0.005
    """Half a unit of its last digit."""
    rounded: bool = False
    """A product was rounded to what is printed."""
    currency: str = ""


@dataclass(slots=True)
class SearchRow:
    """A row below the headings, with all that a search needs to know of it."""

    row: GridRow
    index: int
    label: str
    words: str
    description: str
    amounts: list[Amount] = field(default_factory=list)
    figures: list[tuple[int, float, float]] = field(default_factory=list)
    """Column of money, value, half a unit: what a sum would print; -1 for another column."""
    identity: int = 0
    """2: quantity x price is the amount; 1: so with a quantity of one; 0: nothing proves it."""
    rate: float | None = None
    says: frozenset[str] = frozenset()
    option: bool = False
    free: bool = False
    on_request: bool = False
    unread: int | None = None
    """Column of money with a text that says nothing of an amount."""
    bracket: bool = False
    """A product in brackets: a memo."""
    odd_unit: bool = False
    """A quantity with a unit of time that is no usual term."""
    open_term: bool = False
    """Support or rent of which nothing says for how long it is."""
    heading: bool = False
    role: RowRole | None = None
    """Decided by somebody."""
    optional: bool = False
    """Below a heading of options."""
    many: bool = False
    """It has a quantity other than one."""
    term: int | None = None
    """Months that a column states for it."""
    full: bool = False
    """As many texts stand in it as in items."""
    counted: bool = False
    """It has a quantity."""
    row_tax: bool = False
    """Its figure is the tax of the rows above by their own rates."""
    heads: bool = False
    """Its amount is the sum of those of the rows below it."""
    checked: tuple[float, ...] = ()
    """What columns that are checks come to above it, as they stand and by quantities."""
    stated: tuple[float, float] | None = None
    """Of a text that names a total: the amount in it, and half a unit of its last digit."""
    check_sum: bool = False
    """Its figure is the sum of a column that is only a check."""

    @property
    def total(self) -> float:
        """What its amounts come to."""
        return float(sum((amount.value for amount in self.amounts), ZERO))

    @property
    def is_text(self) -> bool:
        """Whether it holds no figure that could be an amount."""
        return not self.amounts and not self.figures

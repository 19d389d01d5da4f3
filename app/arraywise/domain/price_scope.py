"""What a price includes: one table of items and the words that name them; decisions on them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from arraywise.domain.messages import message
from arraywise.domain.pricing import ZERO

if TYPE_CHECKING:
    from datetime import datetime

    from arraywise.domain.messages import Message
    from arraywise.domain.options import Option
    from arraywise.domain.pricing import PriceLine


@dataclass(frozen=True, slots=True)
class ScopeItem:
    """Something that is bought, as a row of the table of what prices include."""

    key: str
    title: Message
    description_pattern: str = ""
    """Pattern of descriptions of such lines, in English, German and Portuguese."""
    category_pattern: str = ""
    """Pattern of categories that mean it as a whole."""
    is_expected: bool = False
    """Whether an option that does not price it needs a price or a reason, where another does."""
    of_network: bool = False
    """Whether only options that are reached by a network need it."""


SUPPORT, DISCOUNT, TAX, OTHER = "support", "discount", "tax", "other"
SERVERS = "servers"
SCOPE_ITEMS = (
    ScopeItem(
        TAX,
        message("Tax"),
        r"vat|value added tax|sales tax|mwst|ust|mehrwertsteuer|umsatzsteuer|icms|iva",
        r"tax(?:es)?|vat|mwst|steuern?|impostos?",
    ),
    ScopeItem(
        "database licences",
        message("Database licences"),
        r"(?:oracle|database|datenbank\w*|banco de dados|sql server|db2)\b.*"
        r"\b(?:licen[cs]es?|lizenz\w*|licen[çc]as?|processor|core)",
        r"database licen[cs]es?|datenbanklizenzen|licen[çc]as de banco de dados",
        is_expected=True,
    ),
    ScopeItem(
        "software licences",
        message("Software licences"),
        r"licen[cs]es?|licensing|\w*lizenz\w*|licen[çc]as?|software|subscription|\w*abo|assinatura",
        r"(?:software )?licen[cs]es?|(?:software-?)?lizenzen|licen[çc]as(?: de software)?",
        is_expected=True,
    ),
    ScopeItem(
        "installation",
        message("Installation and services"),
        r"install\w*|set-?up|implement\w*|commission\w*|acceptance|deploy\w*|migration|services?"
        r"|training|einrichtung|inbetriebnahme|abnahme|schulung\w*|dienstleist\w*|montage"
        r"|instala\w*|servi[çc]os?|implanta\w*|treinamento",
        r"installation(?: and (?:services|acceptance))?|instala[çc][ãa]o|dienstleistungen",
        is_expected=True,
    ),
    ScopeItem(
        SUPPORT,
        message("Support, 36 months"),
        r"support|maintenance|warranty|care ?pack|wartung\w*|pflege|garantie\w*|suporte"
        r"|manuten[çc][ãa]o|garantia",
        r"support|maintenance|wartung|suporte|manuten[çc][ãa]o",
        is_expected=True,
    ),
    ScopeItem(
        "switches",
        message("Switches"),
        r"\w*switch(?:es)?|comutador(?:es)?",
        r"switch(?:es)?|comutadores",
        is_expected=True,
        of_network=True,
    ),
    ScopeItem(
        "adapters",
        message("Adapters and cables"),
        r"hbas?|nics?|cnas?|adapters?|\w*adapter|adaptador(?:es)?|cables?|\w*kabel|cabos?"
        r"|transceivers?|sfp\w*|optics|pcie|twinax|patch\w*",
        r"(?:host )?adapters?(?: and cables)?|cables?|kabel|cabos|adaptadores",
        is_expected=True,
        of_network=True,
    ),
    ScopeItem(
        "shelves",
        message("Shelves"),
        r"enclosures?|shel(?:f|ves)|jbods?|expansion|\w*geh(?:ä|ae)use|gavetas?|einsch(?:u|ü)b\w*",
        r"enclosures?|shelves|gavetas|einsch(?:ü|ue)be",
    ),
    ScopeItem(
        "arrays",
        message("Array and controllers"),
        r"arrays?|controllers?|\w*controller|filers?|direct-attached|das base|storage system"
        r"|storage node|speichersystem\w*|controladoras?|cabe[çc]as?",
        r"arrays?(?: and controllers)?|controllers?|speichersysteme?|controladoras",
    ),
    ScopeItem(
        "disks",
        message("Disks"),
        r"dis[ck]s?|drives?|ssds?|hdds?|nvme|\w*platten?|laufwerke?|discos?|flash modules?",
        r"dis[ck]s|drives|platten|discos",
    ),
    ScopeItem(
        SERVERS,
        message("Servers"),
        r"servers?|servidor(?:es)?",
        r"servers?|servidores",
        is_expected=True,
    ),
    ScopeItem(DISCOUNT, message("Discount")),
)
"""In the order in which words are looked for. A category of the user's own is an item too."""
_ITEM = {item.key: item for item in SCOPE_ITEMS}
BUILT_IN_ITEMS = frozenset(_ITEM) | {OTHER}
"""Keys of the items of this table; all others are categories of the user's own."""
_GENERAL = re.compile(
    r"(?:server |network )?(?:hard|soft)ware|storage|network(?:ing)?|services?|others?|misc\w*"
    r"|speicher|netzwerk|sonstiges|armazenamento|rede|outros|components?|server storage",
    re.IGNORECASE,
)
"""Categories that say too little of a line: the TPC's and their like."""
_OF_GENERAL = {
    "storage": "arrays",
    "speicher": "arrays",
    "armazenamento": "arrays",
    "server hardware": SERVERS,
    "software": "software licences",
    "services": "installation",
    "service": "installation",
}
"""What they mean where the description says nothing more."""
_WORDS = tuple(
    (item.key, re.compile(rf"(?<!\w)(?:{item.description_pattern})(?!\w)", re.IGNORECASE))
    for item in SCOPE_ITEMS
    if item.description_pattern
)
_NAMES = tuple(
    (item.key, re.compile(item.category_pattern, re.IGNORECASE))
    for item in SCOPE_ITEMS
    if item.category_pattern
)
_EXACT = Context(prec=100)
_FIRST_PART = re.compile(r"[^,;(]*")


def scope_item_key(line: PriceLine) -> str:
    """Return the key of the item that a line is part of, by its category and its description.

    A category that names an item counts first, then the words of the description, first those
    before a comma. A line that none of them tells is of its own category, which is the key then.
    """
    category = " ".join(line.category.split())
    return _classify_item(category, line.description, line.is_server, line.one_off_service)


@lru_cache(maxsize=4096)
def _classify_item(category: str, description: str, is_server: bool, is_service: bool) -> str:  # noqa: FBT001
    named = next((key for key, names in _NAMES if names.fullmatch(category)), None)
    if named is not None:
        return named
    if is_server:
        return SERVERS
    first_part = _FIRST_PART.match(description)
    found = _match_description(first_part[0] if first_part else "") or _match_description(
        description
    )
    if found is not None:
        return found
    if is_service:
        return "installation"
    if not category or _GENERAL.fullmatch(category):
        return _OF_GENERAL.get(category.casefold(), OTHER)
    return category


def _match_description(text: str) -> str | None:
    return next((key for key, words in _WORDS if words.search(text)), None)


def scope_item_by_key(key: str) -> ScopeItem:
    """Return an item by its key; a category of the user's own is called as it is."""
    if key == OTHER:
        return ScopeItem(OTHER, message("Other"))
    return _ITEM.get(key) or ScopeItem(key, message("{category}", category=key))


class ScopeChoice(StrEnum):
    """What somebody decided of an item that has no price."""

    NOT_NEEDED = "not needed"
    """This option works without."""
    LEFT_OUT = "left out"
    """No option's price includes it."""


@dataclass(frozen=True, slots=True)
class ScopeDecision:
    """A decision on an item, with its reason."""

    item: str
    choice: ScopeChoice
    option_id: int | None = None
    """None where it is left out for all."""
    reason: str = ""
    decided_at: datetime | None = None
    """UTC; None until it is stored."""
    decided_by: str = ""
    """Empty where nobody is known."""


class ScopeState(StrEnum):
    """What an option's price has of an item."""

    PRICED = "priced"
    INCLUDED = "included"
    """Named without a price of its own: free of charge, in the warranty, tax in the prices."""
    NO_PRICE = "no price"
    """Others price it, and nobody said why this option does not."""
    NOT_NEEDED = "not needed"
    LEFT_OUT = "left out"
    """For all options."""
    NONE = "none"
    """No need of it follows from that others have it: an array, a discount."""
    UNKNOWN = "unknown"
    """The option has no price."""


@dataclass(frozen=True, slots=True)
class ScopeCell:
    """What one option's price has of an item."""

    state: ScopeState
    amount: Decimal | None = None
    """Over 36 months, in the study's currency; None where there is none."""
    reason: str = ""
    """Why it is not needed or left out, as somebody stated it."""
    lines: tuple[PriceLine, ...] = ()
    parts: tuple[tuple[int, bool], ...] = ()
    """What the amount is the sum of: places of lines in the price sheet, and whether it is their
    maintenance instead of their purchase."""


@dataclass(frozen=True, slots=True)
class ScopeRow:
    """An item with a cell for each option."""

    item: ScopeItem
    cells: tuple[ScopeCell, ...]

    @property
    def is_open(self) -> bool:
        """Whether a cell needs a price or a reason."""
        return any(cell.state is ScopeState.NO_PRICE for cell in self.cells)

    def price_difference(self, one: int, other: int) -> Decimal:
        """Return by how much the first of two options costs more for this item."""
        return (self.cells[one].amount or ZERO) - (self.cells[other].amount or ZERO)

    def cheapest_option(self) -> int | None:
        """Return the option with the lowest price for the item; None without any."""
        priced = [i for i, cell in enumerate(self.cells) if cell.state is ScopeState.PRICED]
        return min(priced, key=lambda i: self.cells[i].amount or ZERO, default=None)


@dataclass(frozen=True, slots=True)
class ScopeTable:
    """What the options' prices include."""

    options: tuple[Option, ...]
    currency: str
    rows: tuple[ScopeRow, ...]

    @property
    def is_open(self) -> bool:
        """Whether the prices differ in scope."""
        return any(row.is_open for row in self.rows)

    @property
    def open_cells(self) -> tuple[tuple[int, int], ...]:
        """Row and option of each cell that needs a price or a reason."""
        return tuple(
            (at, option)
            for at, row in enumerate(self.rows)
            for option, cell in enumerate(row.cells)
            if cell.state is ScopeState.NO_PRICE
        )

    def option_total(self, option: int) -> Decimal:
        """Return the unrounded price of an option."""
        with localcontext(_EXACT):
            return sum((row.cells[option].amount or ZERO for row in self.rows), ZERO)

    def missing_cost(self, option: int) -> Decimal:
        """Return what all items without a price would cost an option at the lowest price there."""
        lacking = (row for row in self.rows if row.cells[option].state is ScopeState.NO_PRICE)
        amounts = (
            row.cells[at].amount for row in lacking if (at := row.cheapest_option()) is not None
        )
        return sum((amount or ZERO for amount in amounts), ZERO)

    def rows_by_price_difference(self, one: int, other: int) -> tuple[ScopeRow, ...]:
        """Return the rows by their share in the difference of two options, the largest first."""
        return tuple(sorted(self.rows, key=lambda row: -abs(row.price_difference(one, other))))

"""Discounts and sums of a price sheet against its lines: what a sheet prints must follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.pricing import ZERO, Discount, DiscountBase, PriceLine
from arraywise.domain.problems import Severity
from arraywise.domain.said import say
from arraywise.domain.units import MONTHS_PRICED
from arraywise.importers.prices.headers import plain_words
from arraywise.importers.prices.heading_units import FEES
from arraywise.importers.prices.labels import source_in, speaks_of_maintenance, speaks_of_price
from arraywise.importers.prices.numbers import read_number
from arraywise.importers.prices.reader import MORE_THAN_ALL, unit_from
from arraywise.importers.rounding import last_digit, sum_tolerance

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.domain.said import Figure, Said
    from arraywise.importers.prices.grid import Row
    from arraywise.importers.prices.reader import Printed, SheetReader

Sums = tuple[Decimal, Decimal]
"""Purchase and maintenance."""
Price = Callable[[PriceLine], Decimal]
"""The price of a line: what follows from it, or what it prints."""

_CONTRADICTION = (
    'Row {row}, "{text}": the extended price {printed} is not unit price x quantity, {unit} x'
    " {quantity} = {extended}. Say which counts: --extended printed or --extended computed."
)
_PRINTED_COUNTS = (
    "Row {row}: the extended price {printed} counts, not {unit} x {quantity} = {extended}."
)
PRINTED, COMPUTED = "printed", "computed"
"""What counts where a line contradicts itself."""
_MISPRINTED = (
    "Row {row}: the extended price {printed} is not unit price x quantity, "
    "{unit} x {quantity} = {extended}; the latter counts."
)
_MISPRINTED_NET = (
    "Row {row}: the extended price {printed} is neither unit price x quantity, {unit} x {quantity}"
    " = {extended}, nor what the discount of {percent:,.10g} % leaves of it, {net}; the last"
    " counts."
)
_WRONG_SUM = (
    'Row {row}: "{label}" prints {printed}, which is neither the sum of the lines above it '
    "({group:,.2f} since the last sum, {all:,.2f} in all) "
    "nor what is left after discounts ({rest:,.2f})."
)
_WRONG_DISCOUNT = (
    'Row {row}: "{label}" prints {printed}, but {percent} % of what it applies to are '
    "{amount:,.2f}; the percentage counts."
)
_NO_PERCENTAGE = 'Row {row}: "{label}" names no percentage; {percent} % follow from its amount.'
_EMPTY_DISCOUNT = 'Row {row}: "{label}" names neither a percentage nor an amount; it was left out.'


def check_lines(reader: SheetReader, counts: str = "") -> tuple[Said, ...]:
    """Say which lines print an extended price that is not unit price x quantity.

    Args:
        reader: has read the rows; where the printed price counts, its lines are changed to it.
        counts: `PRINTED` or `COMPUTED`; empty where nobody said, which is an error.

    Returns:
        What nobody has decided.
    """
    asked = []
    for at, line in enumerate(reader.lines):
        printed, unit = line.printed_extended, line.unit_price
        if printed is None or unit is None or not _adds_up_plainly(line):
            continue
        plain = unit * line.quantity
        net = plain * (1 - line.discount)
        if any(_prints(printed, v) for v in (plain, net)):
            continue
        template, severity = _MISPRINTED, Severity.WARNING
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
            template, severity = _CONTRADICTION, Severity.ERROR
            figures["text"] = line.description[:60]
            asked.append(say(template, **figures))
        reader.say(severity, template, line.row, **figures)
    return tuple(asked)


def _adds_up_plainly(line: PriceLine) -> bool:
    """Say whether a line's printed price follows from it alone.

    One in another currency takes a rate, and a server may count or not.
    """
    return not line.currency and not line.is_server


def find_discounts(reader: SheetReader) -> tuple[Discount, ...]:
    """Turn the rows of discounts to shares, and check the amounts that they print."""
    found = (_discount(reader, printed) for printed in reader.discounts)
    return tuple(discount for discount in found if discount is not None)


def check_sums(reader: SheetReader, discounts: Sequence[Discount]) -> None:
    """Say which sums do not follow from the lines; rounding is allowed for.

    Sums of printed figures count as right too: a slip is said once, at its own line.
    """
    if reader.has_fees or not all(map(_adds_up_plainly, reader.lines)):
        return
    whole = _sums(reader.lines)
    rests = _rests(reader, discounts)
    for printed in reader.sums:
        group = reader.lines[printed.since : printed.lines]
        candidates = _candidates(reader, printed, rests)
        _check_sum(reader, printed, candidates, (_sums(group), whole, rests[0]))


def _rests(reader: SheetReader, discounts: Sequence[Discount]) -> list[Sums]:
    """Return what is left after discounts, by computed and by printed prices."""
    return [_rest(reader.lines, discounts, price) for price in (_price, _printed_price)]


def _candidates(
    reader: SheetReader, printed: Printed, rests: Sequence[Sums]
) -> list[tuple[Sums, Sequence[PriceLine]]]:
    """Return the sums that a printed one may be, each with its lines."""
    group = reader.lines[printed.since : printed.lines]
    above = reader.lines[: printed.lines]
    alike = [line for line in above if line.category == printed.category]
    found: list[tuple[Sums, Sequence[PriceLine]]] = [
        (_sums(n, price), n) for n in (group, above, alike) for price in (_price, _printed_price)
    ]
    return [*found, *((rest, reader.lines) for rest in rests)]


def confirmed_figures(reader: SheetReader, rows: Iterable[Row]) -> frozenset[tuple[int, int]]:
    """Return row and column of the printed figures that hold only with the maintenance as read.

    A sum of purchases alone says nothing of it. A sum below a column of fees tells whether they
    are for the line or for one piece; one of purchase and maintenance tells the period too.
    """
    rests = _rests(reader, find_discounts(reader))
    taken = set(reader.columns.values())
    lines = {line.row: line for line in reader.lines}
    found = set()
    for printed in reader.sums:
        candidates = _candidates(reader, printed, rests)
        for at, figure in _figures(printed.row, reader):
            if _is_sum_with_care(figure, candidates) or _is_sum_of_fees(
                at, figure, reader, printed
            ):
                found.add((printed.row.number, at))
    for row in rows:
        line = lines.get(row.number)
        if line is None or not upkeep_of(line):
            continue
        for at, figure in _figures(row, reader):
            if at not in taken and figure in {*_with_care(line)} - {line.unit_price, _price(line)}:
                found.add((row.number, at))
    return frozenset(found)


def _figures(row: Row, reader: SheetReader) -> Iterable[tuple[int, Decimal]]:
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


def _is_sum_of_fees(at: int, figure: Decimal, reader: SheetReader, printed: Printed) -> bool:
    """Say whether a figure below a column of fees is their sum, for lines or pieces as read."""
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


def sums_of(reader: SheetReader) -> Sums:
    """Return what all lines cost: purchase and maintenance."""
    return _sums(reader.lines)


def _check_sum(
    reader: SheetReader,
    printed: Printed,
    candidates: Sequence[tuple[Sums, Sequence[PriceLine]]],
    said: tuple[Sums, Sums, Sums],
) -> None:
    prices = [(price, n) for (price, _), n in candidates]
    prices += [(sum(both, ZERO), n) for both, n in candidates]
    upkeep = [(maintenance, n) for (_, maintenance), n in candidates]
    for place, value, allowed in ((0, printed.price, prices), (1, printed.maintenance, upkeep)):
        if value is not None and not any(_is_sum(value, c, n) for c, n in allowed):
            group, everything, rest = (sums[place] for sums in said)
            reader.say(
                Severity.WARNING,
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
    """Say whether a printed sum is that of lines, roundings aside; totals may be rounded up."""
    if _prints(printed, added, up=True):
        return True
    digit = last_digit(printed)
    terms = (
        digit if line.printed_extended is None else last_digit(line.printed_extended)
        for line in lines
    )
    return abs(printed - added) <= sum_tolerance(digit, terms)


def _discount(reader: SheetReader, printed: Printed) -> Discount | None:
    source = _source(reader, printed)
    of_source = [line for line in reader.lines if source in {None, line.source}]
    category = _category(of_source, printed)
    meant = [line for line in of_source if category in {None, line.category}]
    sums = _sums(meant)
    base = _base(printed, sums)
    share = None if printed.percentage is None else abs(printed.percentage) / 100
    if share is None:
        share = _share_from_amount(printed, _applies_to(base, sums))
        template = _EMPTY_DISCOUNT if share is None else _NO_PERCENTAGE
        _complain(reader, printed, template, percent=_percent(share or ZERO))
    else:
        _check_discount(reader, printed, base, share, (sums, _sums(meant, _printed_price)))
    if share is None:
        return None
    if share > 1:
        reader.say(Severity.ERROR, MORE_THAN_ALL, printed.row.number, row=printed.row.number)
    return Discount(printed.label, share, base, source, printed.row.number, category)


def _percent(share: Decimal) -> str:
    """Write a share as a percentage with as many digits as it has, two after the point at most."""
    return f"{(share * 100).quantize(Decimal('0.01')).normalize():f}"


def _share_from_amount(printed: Printed, whole: Decimal) -> Decimal | None:
    amount = abs((printed.price or ZERO) + (printed.maintenance or ZERO))
    return amount / whole if amount and whole else None


def _applies_to(base: DiscountBase, sums: Sums) -> Decimal:
    price, upkeep = sums
    both = {DiscountBase.PRICE: price, DiscountBase.MAINTENANCE: upkeep}
    return both.get(base, price + upkeep)


def _check_discount(
    reader: SheetReader, printed: Printed, base: DiscountBase, share: Decimal, sums: Sequence[Sums]
) -> None:
    """Compare the amounts of a discount with its percentage of what it applies to."""
    if not all(map(_adds_up_plainly, reader.lines)):
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
    reader: SheetReader, discount: Printed, template: str, **figures: str | Decimal
) -> None:
    number, label = discount.row.number, discount.label[:60]
    reader.say(Severity.WARNING, template, number, row=number, label=label, **figures)


def _source(reader: SheetReader, printed: Printed) -> str | None:
    """Return the source that a discount is restricted to, if lines of that source exist."""
    known = {line.source for line in reader.lines if line.source}
    named = (printed.source, source_in(printed.label) or "")
    return next((name for name in named if name in known), None)


def _category(lines: Sequence[PriceLine], printed: Printed) -> str | None:
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
            of_name = share * _sums(line for line in lines if line.category == name)[0]
            if _prints(abs(amount), of_name) and not _prints(abs(amount), share * _sums(lines)[0]):
                return name
    return None


def _base(printed: Printed, sums: Sums) -> DiscountBase:
    """Tell what a discount applies to: from where its amounts stand, then from its words.

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
    if speaks_of_maintenance(printed.label) == speaks_of_price(printed.label):
        return DiscountBase.BOTH
    return DiscountBase.PRICE if speaks_of_price(printed.label) else DiscountBase.MAINTENANCE


def _prints(printed: Decimal, exact: Decimal, *, up: bool = False) -> bool:
    """Say whether a figure is another one rounded to its own last digit; totals round up."""
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


def _sums(lines: Iterable[PriceLine], price: Price = _price) -> Sums:
    own = list(lines)
    return sum(map(price, own), ZERO), sum(map(upkeep_of, own), ZERO)


def _rest(lines: Sequence[PriceLine], discounts: Sequence[Discount], price: Price) -> Sums:
    """Return what is left of both columns after the discounts of the sheet."""
    purchase, upkeep = _sums(lines, price)
    for discount in discounts:
        own = [n for n in lines if discount.source in {None, n.source}]
        meant = _sums((n for n in own if discount.category in {None, n.category}), price)
        purchase -= discount.share * meant[0] * (discount.base is not DiscountBase.MAINTENANCE)
        upkeep -= discount.share * meant[1] * (discount.base is not DiscountBase.PRICE)
    return purchase, upkeep

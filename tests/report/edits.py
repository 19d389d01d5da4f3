"""One changed input: where it is typed in the workbook, and the same change of the study."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial, reduce
from typing import TYPE_CHECKING, Any

from arraywise.domain.capacity import Capacity
from tests.report.example import FACTS
from tests.report.rich_example import RICH
from tests.report.workbook_studies import CLOUD, CURVED, DISCOUNTED, HELD, LIVE, LIVE_WHOLE

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook

    from arraywise.domain.criteria import Criterion, Decider
    from arraywise.domain.requirement import Rule
    from arraywise.domain.study import OptionFacts, StudyFacts
    from tests.report.recalculation import Place, Value

Find = Callable[["Workbook"], "Place"]
Change = Callable[["StudyFacts"], "StudyFacts"]
BASES = {
    "cloud": CLOUD,
    "whole": FACTS,
    "rich": RICH,
    "curved": CURVED,
    "discounted": DISCOUNTED,
    "held": HELD,
    "live": LIVE,
    "live, whole": LIVE_WHOLE,
}


@dataclass(frozen=True, slots=True)
class Edit:
    """One input: where it is, what is typed, and what that means for the study."""

    find: Find
    value: Value
    change: Change


@dataclass(frozen=True, slots=True)
class Variation:
    """A base with some inputs changed."""

    base: str
    edits: tuple[Edit, ...]

    @property
    def facts(self) -> StudyFacts:
        """The study with the same changes."""
        return reduce(lambda facts, edit: edit.change(facts), self.edits, BASES[self.base])

    def inputs(self, book: Workbook) -> dict[Place, Value]:
        """Return what is typed into which cell."""
        return {edit.find(book): edit.value for edit in self.edits}


# Where an input stands.


def named(name: str, book: Workbook) -> Place:
    sheet, place = next(book.defined_names[name].destinations)
    return sheet, place.replace("$", "")


def _row_of(book: Workbook, sheet: str, texts: Mapping[int, str], after: str = "") -> int:
    """Find the row with these texts in these columns, below the one that begins with `after`."""
    seen = not after
    for row in book[sheet].iter_rows():
        seen = seen or row[0].value == after
        if seen and all(row[column].value == text for column, text in texts.items()):
            return int(row[0].row or 0)
    message = f"no {texts} on {sheet}"
    raise AssertionError(message)


def _column_of(book: Workbook, sheet: str, row: int, heading: str) -> str:
    return next(c.column_letter for c in book[sheet][row] if c.value == heading)


def price_cell(option: str, text: str, heading: str, book: Workbook) -> Place:
    top = _row_of(book, "Prices", {0: option})
    column = _column_of(book, "Prices", top + 1, heading)
    return "Prices", f"{column}{_row_of(book, 'Prices', {1: text}, option)}"


def scoring_cell(label: str, heading: str, book: Workbook) -> Place:
    """A cell of the table of criteria, or of the options below it."""
    head = "Criterion" if heading in {"0 points at", "Target", "Points at target"} else "Option"
    names = _row_of(book, "Scoring", {0: head})
    column = _column_of(book, "Scoring", names, heading)
    return "Scoring", f"{column}{_row_of(book, 'Scoring', {0: label}, head)}"


def reading_cell(option: str, step: str, number: int, book: Workbook) -> Place:
    return (
        "Provisioning",
        f"{'DEFGH'[number - 1]}{_row_of(book, 'Provisioning', {0: option, 1: step})}",
    )


def rate_cell(of: str, into: str, book: Workbook) -> Place:
    return "Price totals", f"C{_row_of(book, 'Price totals', {0: of, 1: into})}"


def swing_cell(person: str, label: str, book: Workbook) -> Place:
    column = _column_of(book, "Weights", _row_of(book, "Weights", {0: "Swings"}), person)
    return "Weights", f"{column}{_row_of(book, 'Weights', {0: label}, 'Swings')}"


# What it means.


def ask(name: str, cell: Value, **changes: Any) -> Edit:
    """Change the requirement."""

    def change(facts: StudyFacts) -> StudyFacts:
        return replace(facts, requirement=replace(facts.requirement, **changes))

    return Edit(partial(named, name), cell, change)


def swing(criterion: Criterion, value: float) -> Edit:
    """Change a swing of the study's own."""

    def change(facts: StudyFacts) -> StudyFacts:
        result = [
            replace(c, swing=value) if c.criterion is criterion else c for c in facts.criteria
        ]
        return replace(facts, criteria=tuple(result))

    return Edit(partial(named, f"Swing_{criterion.name.title()}"), value, change)


def anchor(criterion: Criterion, label: str, heading: str, cell: float, **changes: Any) -> Edit:
    """Change an anchor that the study gave itself."""

    def change(facts: StudyFacts) -> StudyFacts:
        result = [replace(c, **changes) if c.criterion is criterion else c for c in facts.criteria]
        return replace(facts, criteria=tuple(result))

    return Edit(partial(scoring_cell, label, heading), cell, change)


def _with_option(
    facts: StudyFacts, name: str, change: Callable[[OptionFacts], OptionFacts]
) -> StudyFacts:
    options = [change(each) if each.option.name == name else each for each in facts.options]
    return replace(facts, options=tuple(options))


def line(option: str, text: str, heading: str, cell: float | None, **changes: Any) -> Edit:
    """Change a line of a price sheet."""

    def change(known: OptionFacts) -> OptionFacts:
        sheet = known.price_sheet
        assert sheet is not None
        lines = [replace(x, **changes) if x.description == text else x for x in sheet.lines]
        return replace(known, price_sheet=replace(sheet, lines=tuple(lines)))

    return Edit(
        partial(price_cell, option, text, heading),
        cell,
        lambda facts: _with_option(facts, option, change),
    )


def discount(option: str, text: str, share: str) -> Edit:
    """Change a discount of a price sheet."""

    def change(known: OptionFacts) -> OptionFacts:
        sheet = known.price_sheet
        assert sheet is not None
        off = [
            replace(d, share=Decimal(share)) if d.description == text else d
            for d in sheet.discounts
        ]
        return replace(known, price_sheet=replace(sheet, discounts=tuple(off)))

    return Edit(
        partial(price_cell, option, text, "Line discount"),
        float(share),
        lambda facts: _with_option(facts, option, change),
    )


def reading(option: str, step: str, number: int, seconds: float) -> Edit:
    """Change a stop-watch reading."""

    def change(known: OptionFacts) -> OptionFacts:
        times = [
            replace(t, seconds=seconds) if (t.step, t.repetition) == (step, number) else t
            for t in known.provisioning
        ]
        return replace(known, provisioning=tuple(times))

    return Edit(
        partial(reading_cell, option, step, number),
        seconds,
        lambda facts: _with_option(facts, option, change),
    )


def rate(of: str, value: str) -> Edit:
    """Change the newest rate of a currency."""

    def change(facts: StudyFacts) -> StudyFacts:
        rates = [
            replace(r, rate=Decimal(value)) if r.from_currency == of and "-09-" in r.dated else r
            for r in facts.price_basis.rates
        ]
        return replace(facts, price_basis=replace(facts.price_basis, rates=tuple(rates)))

    return Edit(partial(rate_cell, of, "BRL"), float(value), change)


def servers() -> Edit:
    """Price servers."""

    def change(facts: StudyFacts) -> StudyFacts:
        return replace(facts, price_basis=replace(facts.price_basis, servers=True))

    return Edit(partial(named, "Price_servers"), "yes", change)


def discount_rate(share: str) -> Edit:
    """Discount prices by another rate of a year; by 0 they are what is paid."""
    given = Decimal(share) or None

    def change(facts: StudyFacts) -> StudyFacts:
        return replace(facts, price_basis=replace(facts.price_basis, discount_rate=given))

    return Edit(partial(named, "Discount_rate"), float(share), change)


def decider(cell: str, kind: Decider, name: str = "") -> Edit:
    """Let somebody else's weights decide."""

    def change(facts: StudyFacts) -> StudyFacts:
        return replace(facts, weighting=replace(facts.weighting, decider=kind, decider_name=name))

    return Edit(partial(named, "Weights_of"), cell, change)


def opinion(person: str, criterion: Criterion, label: str, value: float) -> Edit:
    """Change a stakeholder's swing."""

    def change(facts: StudyFacts) -> StudyFacts:
        people = [
            replace(
                p,
                swings=tuple(
                    replace(s, swing=value) if s.criterion is criterion else s for s in p.swings
                ),
            )
            if p.name == person
            else p
            for p in facts.weighting.stakeholders
        ]
        return replace(facts, weighting=replace(facts.weighting, stakeholders=tuple(people)))

    return Edit(partial(swing_cell, person, label), value, change)


_MEANT = {"yes": True, "no": False, None: None}


def shared(option: str, *, cell: str | None) -> Edit:
    """Return whether several hosts can share an option's storage; None where nobody knows."""
    return _able(option, "Several hosts can share it", cell, shared_storage=_MEANT[cell])


def serves(option: str, *, cell: str | None) -> Edit:
    return _able(option, "Serves files (NFS, SMB)", cell, serves_files=_MEANT[cell])


def restored(option: str, hours: float) -> Edit:
    return _able(option, "Time to restore the service", hours, restore_s=hours * 3600)


def within(hours: float) -> Edit:
    return ask("Longest_restore_h", hours, max_restore_s=hours * 3600)


def held_cell(label: str, option: str, book: Workbook) -> Place:
    """A cell of an option's column on the sheet of usable capacity."""
    sheet = "Usable capacity"
    names = max(r[0].row or 0 for r in book[sheet].iter_rows() if r[0].value == "Option")
    column = _column_of(book, sheet, names, option)
    return sheet, f"{column}{_row_of(book, sheet, {0: label})}"


def drives_cell(option: str, heading: str, book: Workbook) -> Place:
    """A cell of the first set of an option's drives."""
    sheet = "Usable capacity"
    column = _column_of(book, sheet, _row_of(book, sheet, {0: "Option"}), heading)
    return sheet, f"{column}{_row_of(book, sheet, {0: option})}"


def holding(option: str, label: str, cell: Value, **changes: Any) -> Edit:
    """Change what an option can hold: usable bytes, reserve or reduction."""

    def change(known: OptionFacts) -> OptionFacts:
        capacity = replace(known.option.capacity or Capacity(), **changes)
        return replace(known, option=replace(known.option, capacity=capacity))

    return Edit(
        partial(held_cell, label, option), cell, lambda facts: _with_option(facts, option, change)
    )


def drives(option: str, heading: str, cell: Value, **changes: Any) -> Edit:
    """Change the first set of an option's drives."""

    def change(known: OptionFacts) -> OptionFacts:
        capacity = known.option.capacity
        assert capacity is not None
        first, *rest = capacity.drives
        changed = replace(capacity, drives=(replace(first, **changes), *rest))
        return replace(known, option=replace(known.option, capacity=changed))

    return Edit(
        partial(drives_cell, option, heading),
        cell,
        lambda facts: _with_option(facts, option, change),
    )


def _able(option: str, label: str, cell: Value, **fields: Any) -> Edit:
    def change(known: OptionFacts) -> OptionFacts:
        return replace(known, option=replace(known.option, **fields))

    return Edit(
        partial(scoring_cell, label, option),
        cell,
        lambda facts: _with_option(facts, option, change),
    )


def target(milliseconds: float) -> Edit:
    return ask("Target_ms", milliseconds, response_time_s=milliseconds / 1000)


def visits(count: int) -> Edit:
    return ask("Visits_per_month", count, visits_per_month=count)


def budget(amount: int | None) -> Edit:
    money = None if amount is None else Decimal(amount)
    return ask("Budget", amount, budget=money)


def rule(kind: Rule) -> Edit:
    return ask("Rule", kind.value, rule=kind)

"""Price file into an option."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TYPE_CHECKING

from arraywise.analysis.decision.scoring import propose_price_range
from arraywise.analysis.demand import demand_tps
from arraywise.analysis.price_at_demand import demand_path, sheet_at, unknown_names
from arraywise.analysis.pricing import missing_rates, total_price
from arraywise.domain.messages import Message, Problem, UserError, message, refuse
from arraywise.domain.pricing import ExchangeRate, PriceBasis, PriceSheet, PriceTotal
from arraywise.importers.prices import old_reading as prices
from arraywise.importers.prices.headings import (
    BETWEEN_HEADINGS,
    LEAVE_OUT,
    MAPPED_FIELDS,
    OfferedTable,
    heading_words,
)
from arraywise.importers.prices.lines import COMPUTED, PRINTED
from arraywise.importing.find_files import read_error
from arraywise.store.reading.inputs import (
    price_basis,
    read_price_range,
    read_requirement,
    study_info,
)
from arraywise.store.writing.inputs import write_info, write_price_range
from arraywise.store.writing.transaction import transaction
from arraywise.usecases import edit_prices
from arraywise.usecases.copy_study import write_whole_file
from arraywise.usecases.workload_profile import read_workload

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from decimal import Decimal
    from pathlib import Path

    from arraywise.importers.prices.old_reading import PriceReading
    from arraywise.store.connection import Cursor
    from arraywise.store.study import Study

__all__ = ["COMPUTED", "LEAVE_OUT", "MAPPED_FIELDS", "PRINTED", "OfferedTable"]

FILE = "price-headings.json"
_MOST = 200  # sheets that are remembered, the newest last
_LARGEST_BYTES = 1_000_000


def remembered(folder: Path | None, headings: Sequence[str]) -> Mapping[str, str]:
    """Return field and heading as they were said of a sheet with the same headings; else empty."""
    known = _known(folder)
    return known.get(_key(headings), {}) if known else {}


def remember(folder: Path | None, headings: Sequence[str], mapping: Mapping[str, str]) -> None:
    """Keep what was said of a sheet; without a folder, or where it cannot be written, nothing."""
    if folder is None or not mapping:
        return
    known = _known(folder)
    known.pop(_key(headings), None)
    known[_key(headings)] = dict(mapping)
    text = json.dumps(dict(list(known.items())[-_MOST:]), ensure_ascii=False, indent=1)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole_file(folder / FILE, text.encode("utf-8", "replace"))
    except (OSError, UserError):
        return  # what cannot be kept is asked again


def _key(headings: Sequence[str]) -> str:
    """Name a set of headings, in whatever order they are."""
    return " | ".join(sorted({words for h in headings if (words := heading_words(h))}))


def _known(folder: Path | None) -> dict[str, dict[str, str]]:
    """Read what is kept; a damaged file counts as none."""
    path = None if folder is None else folder / FILE
    try:
        if path is None or path.stat().st_size > _LARGEST_BYTES:
            return {}
        result = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    pairs = result.items() if isinstance(result, dict) else ()
    return {key: sentence for key, sentence in pairs if _is_mapping(sentence)}


def _is_mapping(sentence: object) -> bool:
    return isinstance(sentence, dict) and all(
        field in MAPPED_FIELDS and isinstance(heading, str) for field, heading in sentence.items()
    )


LARGEST_SHEET_BYTES = 32 * 1024 * 1024


class RateUnknownError(UserError):
    """A price sheet is in a currency that no dated rate leads from."""

    def __init__(self, sentence: Message, currency: str) -> None:
        """Keep the currency that the sheet is in, or some of its lines are."""
        super().__init__(sentence)
        self.currency = currency


@dataclass(frozen=True, slots=True)
class PriceOutcome:
    """The option's new price, and what was worth remarking on the sheet."""

    total: PriceTotal  # in the study's currency
    problems: tuple[Problem, ...]
    proposed_range: tuple[float, float] | None = None
    """Limit and aspiration that prices are valued over from now on, where this is the first."""


@dataclass(frozen=True, slots=True)
class GivenRate:
    """What one unit of the sheet's currency is in the study's."""

    rate: Decimal
    dated: str  # ISO 8601 date
    source: str


@dataclass(frozen=True, slots=True)
class SheetNotes:
    """What the user states of a sheet besides naming it."""

    mapping: Mapping[str, str] = field(default_factory=dict)
    """Field (of `MAPPED_FIELDS`) and the heading of the column that holds it."""
    memory: Path | None = None
    """Folder in which mappings are kept for sheets with the same headings."""
    rate: GivenRate | None = None
    extended: str = ""
    """Which counts where a line contradicts itself: `printed` or `computed`; empty asks."""
    study_currency: str | None = None  # the currency that the study is in from now on


NO_NOTES = SheetNotes()


class UnknownColumns(UserError):  # noqa: N818 - says what is unknown
    """A table whose headings do not tell what its columns hold."""

    def __init__(self, sentence: Message, offer: OfferedTable) -> None:
        super().__init__(sentence)
        self.offer = offer


def read_price_sheet(
    study: Study,
    option_name: str,
    path: Path,
    notes: SheetNotes = NO_NOTES,
    by: PriceBasis | None = None,
) -> PriceOutcome:
    """Give an option the prices of a .csv or .xlsx file. An option not known yet is made.

    A workbook that holds several options' prices, as Arraywise writes it, gives those of the
    option named. The study's prices have the terms `by` from then on, once the sheet was read.

    Raises:
        UnknownColumns: When its headings state nothing and the user has not said it.
        UserError: When the file cannot be read, holds no prices, or is in another currency
            than the study and no rate is known; the prices in the study stay as they are then.
    """
    reading = _read(option_name, path, notes)
    if reading.sheet is None:
        raise _refusal(path.name, reading)
    info, before = study_info(study), price_basis(study)
    basis = before if by is None else edit_prices.validate_basis(by)
    into = notes.study_currency or info.currency
    sheet = replace(reading.sheet, currency=reading.sheet.currency or into)
    basis = edit_prices.with_rates(basis, _rates(notes.rate, sheet, into))
    _check_rates(sheet, missing_rates(sheet, basis, into), path.name)
    sheet = edit_prices.with_formulas(sheet)
    total = total_price(_asked(study, sheet, path.name), basis, into)
    if total is None:
        refuse("{name} has no line with a price.", name=path.name)
    with transaction(study, "prices") as cursor:
        if into != info.currency:
            write_info(cursor, name=info.name, client=info.client, currency=into)
        if basis != before:
            edit_prices.write_basis(cursor, basis)
        edit_prices.write_prices(cursor, study, option_name, sheet)
        proposed = _propose_range(cursor, study, total)
    remember(notes.memory, reading.headings, validate_mapping(notes.mapping))
    return PriceOutcome(total, reading.problems, proposed)


def _asked(study: Study, sheet: PriceSheet, name: str) -> PriceSheet:
    """Return a sheet with the quantities that the demand asks for.

    Raises:
        UserError: When they follow what nobody stated.
    """
    if not sheet.follows_demand:
        return sheet
    requirement, profile = read_requirement(study), read_workload(study)
    path = demand_path(requirement, profile)
    for unknown in unknown_names(sheet, path):
        refuse(
            "Quantities of {name} depend on {unknown}, which is unknown. State it in the"
            " requirement or the workload profile.",
            name=name,
            unknown=unknown,
        )
    return sheet_at(sheet, path, demand_tps(requirement, profile=profile))


def _propose_range(cursor: Cursor, study: Study, total: PriceTotal) -> tuple[float, float] | None:
    """Store the range that the first price proposes; None where one is stored already."""
    if read_price_range(study) is not None:
        return None
    ends = propose_price_range([float(total.total)])
    if ends is not None:
        write_price_range(cursor, ends, confirmed=False)
    return ends


def inspect_sheet(option_name: str, path: Path, memory: Path | None) -> OfferedTable | None:
    """Return what to choose columns from; None where their headings state it or were explained.

    Raises:
        UserError: When the file cannot be read.
    """
    return _read(option_name, path, SheetNotes(memory=memory)).offer


def validate_mapping(pairs: Mapping[str, str]) -> dict[str, str]:
    """Return field and heading, the field by its plain name too (`unit price`).

    Raises:
        UserError: When there is no such field.
    """
    mapping = {field.strip().casefold().replace(" ", "_"): pairs[field] for field in pairs}
    unknown = [field for field in mapping if field not in MAPPED_FIELDS]
    if unknown:
        refuse(
            "A price sheet has no field {field}. Fields: {names}.",
            field=unknown[0].replace("_", " "),
            names=", ".join(field.replace("_", " ") for field in MAPPED_FIELDS),
        )
    return mapping


def in_fields(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return field and heading; several headings that are left out are kept as one."""
    mapping: dict[str, str] = {}
    for name, heading in pairs:
        field_name = name.strip().casefold().replace(" ", "_")
        if field_name == LEAVE_OUT and field_name in mapping:
            heading = BETWEEN_HEADINGS.join((mapping[field_name], heading))  # noqa: PLW2901
        mapping[field_name] = heading
    return mapping


def _read(option_name: str, path: Path, notes: SheetNotes) -> PriceReading:
    asked = prices.FileHints(
        option_name,
        validate_mapping(notes.mapping),
        lambda headings: remembered(notes.memory, headings),
        notes.extended,
    )
    return prices.read_price_sheet(path.name, _read_bytes(path), asked)


def _refusal(name: str, reading: PriceReading) -> UserError:
    sentence = [problem.message for problem in reading.problems]
    reasons = reduce(lambda one, other: message("{one} {other}", one=one, other=other), sentence)
    text = message("{name} is not a readable price sheet. {reasons}", name=name, reasons=reasons)
    if reading.offer is None:
        return UserError(text)
    if reading.offer.money or reading.offer.contradictions:
        return UnknownColumns(text, reading.offer)
    asked = message(
        "{message} Assign its columns: {headings}.",
        message=text,
        headings=", ".join(f'"{heading}"' for heading in reading.offer.headings if heading),
    )
    return UnknownColumns(asked, reading.offer)


def _read_bytes(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > LARGEST_SHEET_BYTES:
            refuse(
                "{name} has {size:,} bytes, too large for a price sheet.",
                name=path.name,
                size=size,
            )
        return path.read_bytes()
    except OSError as error:
        raise UserError(
            message("{path} cannot be read: {reason}.", path=str(path), reason=read_error(error))
        ) from error


def _rates(given: GivenRate | None, sheet: PriceSheet, into: str) -> tuple[ExchangeRate, ...]:
    """Return the rate that was given; in a sheet in the study's currency it is that of its lines.

    Raises:
        UserError: When such a sheet has lines in several other currencies.
    """
    if given is None:
        return ()
    of = sheet.currency
    if of == into:
        foreign = sorted({line.currency for line in sheet.lines} - {"", into})
        if not foreign:
            return ()
        if len(foreign) > 1:
            refuse(
                "The sheet has lines in {currencies}, but one rate was given. Enter the rates"
                " in the study and read the sheet without a rate.",
                currencies=", ".join(foreign),
            )
        (of,) = foreign
    return (ExchangeRate(of, into, given.rate, given.dated, given.source),)


def _check_rates(sheet: PriceSheet, missing: tuple[tuple[str, str], ...], name: str) -> None:
    if not missing:
        return
    of, into = missing[0]
    where = "" if of == sheet.currency else message(" in some lines")
    text = message(
        "{name} is in {of}{where}, but no exchange rate from {of} to {into} is given. Enter it"
        " with its date and source.",
        name=name,
        of=of,
        where=where,
        into=into,
    )
    raise RateUnknownError(text, of)

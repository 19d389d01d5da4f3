"""Price file into an option."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import reduce
from types import MappingProxyType
from typing import TYPE_CHECKING

from arraywise.analysis.decision.scoring import propose_price_range
from arraywise.analysis.demand import demand_tps
from arraywise.analysis.price_at_demand import (
    demand_path,
    price_sheet_at_demand,
    unknown_demand_names,
)
from arraywise.analysis.pricing import missing_rates, total_price
from arraywise.domain.messages import (
    Message,
    Problem,
    Severity,
    UserError,
    describe_read_error,
    message,
    refuse,
)
from arraywise.domain.pricing import ExchangeRate, PriceBasis, PriceSheet, PriceTotal
from arraywise.domain.quotes import (
    NO_DECISIONS,
    ColumnRole,
    Period,
    QuoteDecisions,
    QuoteState,
    SheetUse,
)
from arraywise.importers.prices import layout_of, parse_quote, propose
from arraywise.store.reading.inputs import (
    read_price_basis,
    read_price_range,
    read_requirement,
    read_study_info,
)
from arraywise.store.writing.inputs import (
    write_price_range,
    write_study_info,
)
from arraywise.store.writing.transaction import transaction
from arraywise.usecases import edit_prices
from arraywise.usecases.copy_study import write_file_atomically
from arraywise.usecases.edit_options import find_option
from arraywise.usecases.edit_study import restate_money_within
from arraywise.usecases.workload_profile import read_workload

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from decimal import Decimal
    from pathlib import Path

    from arraywise.domain.quotes import QuoteReading, RowRole
    from arraywise.importers.prices import Quote
    from arraywise.store.connection import Cursor
    from arraywise.store.study import Study


LAYOUTS_FILE = "price-layouts.json"
_MOST_LAYOUTS = 200  # layouts that are remembered, the newest last
_LARGEST_BYTES = 1_000_000
_COLUMN_QUESTIONS = (
    "scope-",
    "time-",
    "line-",
    "discount-",
    "column-",
    "period-",
    "codes-",
    "quantity-",
)
"""Questions whose answers hold for a layout; those about rows are asked of each quote."""


def load_decisions_for_layout(memory_folder: Path | None, quote: Quote) -> QuoteDecisions:
    """Return what was decided of a quote with the same headings in the same order of columns."""
    layouts = _read_layouts(memory_folder)
    return _deserialise_decisions(layouts.get(layout_of(quote))) if layouts else NO_DECISIONS


def save_decisions_for_layout(memory_folder: Path | None, reading: QuoteReading) -> None:
    """Keep what was decided of columns; without a folder, or where it cannot be written, nothing."""  # noqa: E501
    decisions = _serialise_decisions(reading.decisions)
    if memory_folder is None or not reading.layout or not decisions:
        return
    layouts = _read_layouts(memory_folder)
    layouts.pop(reading.layout, None)
    layouts[reading.layout] = decisions
    text = json.dumps(dict(list(layouts.items())[-_MOST_LAYOUTS:]), ensure_ascii=False, indent=1)
    try:
        memory_folder.mkdir(parents=True, exist_ok=True)
        write_file_atomically(memory_folder / LAYOUTS_FILE, text.encode("utf-8", "replace"))
    except (OSError, UserError):
        return  # what cannot be kept is asked again


def _serialise_decisions(decisions: QuoteDecisions) -> dict[str, object]:
    serialised = {
        "roles": [[sheet, at, role.value] for (sheet, at), role in decisions.column_roles.items()],
        "periods": [[s, at, period.value] for (s, at), period in decisions.column_periods.items()],
        "answers": {c: a for c, a in decisions.answers.items() if c.startswith(_COLUMN_QUESTIONS)},
    }
    return {name: value for name, value in serialised.items() if value}


def _deserialise_decisions(stored: object) -> QuoteDecisions:
    """Return decisions as they were kept; nothing of what is none."""
    if not isinstance(stored, dict):
        return NO_DECISIONS
    try:
        return QuoteDecisions(
            column_roles={
                (str(s), int(at)): ColumnRole(v) for s, at, v in stored.get("roles", ())
            },
            column_periods={
                (str(s), int(at)): Period(v) for s, at, v in stored.get("periods", ())
            },
            answers={str(c): str(a) for c, a in stored.get("answers", {}).items()},
        )
    except (TypeError, ValueError, AttributeError):
        return NO_DECISIONS


def _read_layouts(folder: Path | None) -> dict[str, object]:
    """Read what is kept; a damaged file counts as none."""
    path = None if folder is None else folder / LAYOUTS_FILE
    try:
        if path is None or path.stat().st_size > _LARGEST_BYTES:
            return {}
        result = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return result if isinstance(result, dict) else {}


LARGEST_SHEET_BYTES = 32 * 1024 * 1024


class SheetCurrencyRateError(UserError):
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


class QuoteNotCountedError(UserError):
    """A quote that does not add up, or of which something must be decided first."""

    def __init__(self, sentence: Message, reading: QuoteReading) -> None:
        super().__init__(sentence)
        self.reading = reading


def propose_quote_reading(
    option_name: str,
    path: Path,
    decisions: QuoteDecisions | None = None,
    memory_folder: Path | None = None,
) -> QuoteReading:
    """Return the reading of a quote; without decisions, by those of a quote of the same layout.

    Raises:
        UserError: When the file cannot be read.
    """
    quote = parse_quote(path.name, read_sheet_bytes(path))
    decided = load_decisions_for_layout(memory_folder, quote) if decisions is None else decisions
    return propose(quote, decided, option_name)


def propose_decided_quote_reading(  # noqa: PLR0913 - each is decided by itself
    option_name: str,
    path: Path,
    memory_folder: Path | None,
    *,
    sheets: Sequence[str] = (),
    rows: Sequence[tuple[int, RowRole]] = (),
    columns: Sequence[tuple[int, ColumnRole, Period | None]] = (),
    answers: Sequence[tuple[str, str]] = (),
    reason: str = "",
) -> QuoteReading:
    """Return the reading of a quote once these were decided, on top of what is remembered.

    Rows and columns are those of the first sheet named, or else of the first that counts.

    Raises:
        UserError: When the file cannot be read, or a question or an answer is none.
    """
    quote = parse_quote(path.name, read_sheet_bytes(path))
    decisions = load_decisions_for_layout(memory_folder, quote)
    if sheets:
        decisions = replace(decisions, sheets=tuple(sheets))
    reading = propose(quote, decisions, option_name)
    counted = [sheet.name for sheet in reading.sheets if sheet.use is SheetUse.COUNTED]
    sheet = sheets[0] if sheets else counted[0] if counted else ""
    decisions = replace(
        decisions,
        row_roles={**decisions.row_roles, **{(sheet, n): role for n, role in rows}},
        column_roles={**decisions.column_roles, **{(sheet, at): r for at, r, _ in columns}},
        column_periods={
            **decisions.column_periods,
            **{(sheet, at): p for at, _, p in columns if p},
        },
        accepted_reason=reason.strip(),
    )
    for code, answer in answers:
        reading = propose(quote, decisions, option_name)
        question = next((q for q in reading.questions if q.code == code), None)
        if question is None:
            codes = ", ".join(q.code for q in reading.questions) or "-"
            refuse(
                "The quote asks no question {code}. Questions: {codes}.", code=code, codes=codes
            )
        chosen = next((a for a in question.answers if a.code == answer), None)
        if chosen is None:
            codes = ", ".join(a.code for a in question.answers)
            refuse(
                "{code} has no answer {answer}. Answers: {codes}.",
                code=code,
                answer=answer,
                codes=codes,
            )
        decisions = chosen.decisions
    return propose(quote, decisions, option_name)


def import_price_sheet(
    study: Study,
    option_name: str,
    path: Path,
    decisions: QuoteDecisions | None = None,
    *,
    memory_folder: Path | None = None,
    rate: GivenRate | None = None,
) -> PriceOutcome:
    """Give an option the prices of a quote that counts. An option not known yet is made.

    A workbook that holds several options' prices, as Arraywise writes it, gives those of the
    option named.

    Raises:
        QuoteNotCountedError: When it does not add up, or something must be decided first.
        UserError: When the file cannot be read, holds no prices, or is in another currency
            than the study and no rate is known; the prices in the study stay as they are then.
    """
    reading = propose_quote_reading(option_name, path, decisions, memory_folder)
    return save_quote_prices(study, option_name, reading, memory_folder=memory_folder, rate=rate)


def save_quote_prices(  # noqa: PLR0913 - each is stated beside the quote by itself
    study: Study,
    option_name: str,
    reading: QuoteReading,
    *,
    memory_folder: Path | None = None,
    study_currency: str | None = None,
    budgets: Mapping[Decimal, Decimal | None] = MappingProxyType({}),
    rate: GivenRate | None = None,
    terms: PriceBasis | None = None,
    sha256: str = "",
) -> PriceOutcome:
    """Give an option the prices of a reading, with its record; remember what was decided.

    Args:
        study: the study.
        option_name: of the option; made where there is none of that name.
        reading: of the quote, with what was decided.
        memory_folder: folder in which decisions are kept for quotes with the same layout.
        study_currency: the currency that the study is in from now on.
        budgets: each of the study and its scenarios in that currency; None: none any more.
        rate: what one unit of the quote's currency is in the study's.
        terms: that the study's prices have from then on; None: as they are.
        sha256: of the file.

    Raises:
        QuoteNotCountedError: When the reading does not count.
        UserError: As `import_price_sheet`.
    """
    if not reading.state.gives_price or reading.price_sheet is None:
        _save_refused_quote(study, option_name, reading, sha256)
        raise QuoteNotCountedError(_not_counted_message(reading), reading)
    info, before = read_study_info(study), read_price_basis(study)
    basis = before if terms is None else edit_prices.validate_price_basis(terms)
    currency = study_currency or info.currency
    sheet = _with_one_sheet_currency(reading.price_sheet, currency)
    basis = edit_prices.with_added_rates(basis, _build_exchange_rates(rate, sheet, currency))
    _refuse_missing_rates(sheet, missing_rates(sheet, basis, currency), reading.name)
    sheet = edit_prices.with_normalised_formulas(sheet)
    total = total_price(_price_sheet_at_study_demand(study, sheet, reading.name), basis, currency)
    if total is None:
        refuse("{name} has no line with a price.", name=reading.name)
    with transaction(study, "prices") as cursor:
        if currency != info.currency:
            restate_money_within(cursor, study, budgets)
            write_study_info(cursor, name=info.name, client=info.client, currency=currency)
        if basis != before:
            edit_prices.write_price_basis(cursor, basis)
        option = edit_prices.upsert_prices_in_transaction(cursor, study, option_name, sheet)
        saved = replace(reading, price_sheet=sheet)
        edit_prices.write_quote_record(cursor, study, option.id, saved, sha256)
        proposed = _save_price_range_if_first(cursor, study, total)
    save_decisions_for_layout(memory_folder, reading)
    return PriceOutcome(total, reading.problems, proposed)


def _save_refused_quote(
    study: Study, option_name: str, reading: QuoteReading, sha256: str
) -> None:
    """Keep with its option that a quote does not add up; its prices stay as they are."""
    option = find_option(study, option_name)
    if option is not None and reading.state is QuoteState.OPEN:
        with transaction(study, "prices") as cursor:
            edit_prices.write_quote_record(cursor, study, option.id, reading, sha256)


def _with_one_sheet_currency(sheet: PriceSheet, study_currency: str) -> PriceSheet:
    """Return a sheet whose own currency is the study's where its lines are in several.

    Then each line is converted by a rate into that of the study, which is what a rate is given
    for; nothing is converted twice.
    """
    own = sheet.currency or study_currency
    if own == study_currency or not any(line.currency not in {"", own} for line in sheet.lines):
        return replace(sheet, currency=own)
    lines = tuple(replace(li, currency=li.currency or own) for li in sheet.lines)
    plain = (
        replace(li, currency="" if li.currency == study_currency else li.currency) for li in lines
    )
    return replace(sheet, currency=study_currency, lines=tuple(plain))


def _price_sheet_at_study_demand(study: Study, sheet: PriceSheet, name: str) -> PriceSheet:
    """Return a sheet with the quantities that the demand asks for.

    Raises:
        UserError: When they follow what nobody stated.
    """
    if not sheet.follows_demand:
        return sheet
    requirement, profile = read_requirement(study), read_workload(study)
    path = demand_path(requirement, profile)
    for unknown in unknown_demand_names(sheet, path):
        refuse(
            "Quantities of {name} depend on {unknown}, which is unknown. State it in the"
            " requirement or the workload profile.",
            name=name,
            unknown=unknown,
        )
    return price_sheet_at_demand(sheet, path, demand_tps(requirement, profile=profile))


def _save_price_range_if_first(
    cursor: Cursor, study: Study, total: PriceTotal
) -> tuple[float, float] | None:
    """Store the range that the first price proposes; None where one is stored already."""
    if read_price_range(study) is not None:
        return None
    ends = propose_price_range([float(total.total)])
    if ends is not None:
        write_price_range(cursor, ends, confirmed=False)
    return ends


def _not_counted_message(reading: QuoteReading) -> Message:
    """Say why a quote does not count: what is wrong with the file, or the first question."""
    errors = [
        problem.message for problem in reading.problems if problem.severity is Severity.ERROR
    ]
    messages = errors or [question.text for question in reading.questions]
    if reading.state is QuoteState.OPEN and not errors:
        messages = [finding.text for finding in reading.findings]
    reasons = reduce(
        lambda one, other: message("{one} {other}", one=one, other=other),
        messages[:3] or [message("Something is open.")],
    )
    return message("{name} does not count: {reasons}", name=reading.name, reasons=reasons)


def read_sheet_bytes(path: Path) -> bytes:
    """Return the bytes of a price sheet.

    Raises:
        UserError: When it cannot be read, or is too large.
    """
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
            message(
                "{path} cannot be read: {reason}.",
                path=str(path),
                reason=describe_read_error(error),
            )
        ) from error


def _build_exchange_rates(
    given: GivenRate | None, sheet: PriceSheet, study_currency: str
) -> tuple[ExchangeRate, ...]:
    """Return the rate that was given; in a sheet in the study's currency it is that of its lines.

    Raises:
        UserError: When such a sheet has lines in several other currencies.
    """
    if given is None:
        return ()
    of = sheet.currency
    if of == study_currency:
        foreign = sorted({line.currency for line in sheet.lines} - {"", study_currency})
        if not foreign:
            return ()
        if len(foreign) > 1:
            refuse(
                "The sheet has lines in {currencies}, but one rate was given. Enter the rates"
                " in the study and read the sheet without a rate.",
                currencies=", ".join(foreign),
            )
        (of,) = foreign
    return (ExchangeRate(of, study_currency, given.rate, given.dated, given.source),)


def _refuse_missing_rates(
    sheet: PriceSheet, missing: tuple[tuple[str, str], ...], name: str
) -> None:
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
    raise SheetCurrencyRateError(text, of)

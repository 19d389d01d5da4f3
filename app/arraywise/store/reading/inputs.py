"""Everything that is typed."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from arraywise.domain.assumptions import AssumptionNote
from arraywise.domain.capacity import parse_capacity
from arraywise.domain.cells import CellAddress, InputCell
from arraywise.domain.criteria import (
    BUILT_IN_CRITERIA,
    NO_STAKEHOLDERS,
    Criterion,
    CriterionSetting,
    Decider,
    Method,
    OwnCriterionDefinition,
    Stakeholder,
    Swing,
    Weighting,
    build_own_criterion,
    build_rating,
    is_valid_rating,
    kind_of,
)
from arraywise.domain.estimates import Estimate, LeastLikelyMost, MeanAndError
from arraywise.domain.messages import UserError
from arraywise.domain.options import (
    LONGEST_NAME,
    Architecture,
    Option,
    ProvisioningTime,
    build_provisioning_time,
    list_steps_by_row,
)
from arraywise.domain.price_scope import ScopeChoice, ScopeDecision
from arraywise.domain.pricing import (
    Discount,
    DiscountBase,
    ExchangeRate,
    Licence,
    PriceBasis,
    PriceLine,
    PriceSheet,
    Spares,
)
from arraywise.domain.quotes import (
    Agreement,
    QuoteFinding,
    QuoteFindingCode,
    QuoteRecord,
    QuoteState,
    RecordedFinding,
)
from arraywise.domain.requirement import (
    DEFAULT_THRESHOLDS,
    THRESHOLD_NAMES,
    Basis,
    Convention,
    DegradedRule,
    Goal,
    LoadUnit,
    Requirement,
    Rule,
    Thresholds,
    is_valid_threshold,
)
from arraywise.domain.study import LANGUAGES, PAPERS, Edition, ReportOptions
from arraywise.domain.workload import NO_PROFILE, PROFILE_FIELDS, ValueBound, with_values
from arraywise.store.encoding import group_by_key, message_from_row, parse_stored_decimal
from arraywise.store.scenarios import DISCOUNT_RATE, PRICE_RANGE_CONFIRMED, PRICE_SERVERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime
    from decimal import Decimal

    from arraywise.domain.criteria import Rating, Ratings, RatingWords
    from arraywise.domain.workload import WorkloadProfile
    from arraywise.store.connection import Cursor
    from arraywise.store.study import Study


def _require_name_length(name: str) -> str:
    """Return a name; ValueError where it is longer than any can be given."""
    if len(name) > LONGEST_NAME:
        raise ValueError(name[:LONGEST_NAME])
    return name


def list_options(study: Study) -> tuple[Option, ...]:
    """List the options in the order of creation."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT id, name, architecture, position, shared_storage, serves_files, restore_s,"
            " capacity FROM option ORDER BY position, id"
        ).fetchall()
        return tuple(
            Option(
                id_,
                _require_name_length(name),
                Architecture(architecture),
                position,
                shared,
                files,
                restore_s,
                None if capacity is None else parse_capacity(capacity),
            )
            for id_, name, architecture, position, shared, files, restore_s, capacity in rows
        )


@dataclass(frozen=True, slots=True)
class OptionHoldings:
    """What belongs to an option."""

    files: int = 0
    runs: int = 0
    price_lines: int = 0
    times: int = 0
    """Provisioning times."""


_HOLDINGS = """
SELECT o.id,
       (SELECT count(*) FROM evidence_file f WHERE f.option_id = o.id),
       (SELECT count(*) FROM run r JOIN evidence_file f ON f.id = r.file_id
        WHERE f.option_id = o.id),
       (SELECT count(*) FROM price_line p WHERE p.option_id = o.id),
       (SELECT count(*) FROM provisioning_time t WHERE t.option_id = o.id)
FROM option o
"""


def count_option_holdings(study: Study) -> dict[int, OptionHoldings]:
    """Count what belongs to each option, by its id."""
    return {id_: OptionHoldings(*counts) for id_, *counts in study.rows(_HOLDINGS)}


EMBED_LIMIT = "embed_limit_bytes"
"""Setting: files above this size are not kept inside the study unless asked for."""
_EMBED_LIMIT_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class StudyInfo:
    """The head of a study."""

    name: str
    client: str
    currency: str
    synthetic: bool
    """True for worked examples: every document states it."""
    created_at: datetime
    """UTC."""


def read_study_info(study: Study) -> StudyInfo:
    """Read the head of a study."""
    row = study.row("SELECT name, client, currency, synthetic, created_at FROM study_info")
    assert row is not None  # noqa: S101 - written in the transaction that made the study
    return StudyInfo(*row)


IDENTITY = "identity"
"""Setting that tells a study from all others, whatever it is called; its copies have the same."""


def read_setting(study: Study, name: str) -> str | None:
    """Read a setting, None where it was never set."""
    row = study.row("SELECT value FROM setting WHERE name = ?", [name])
    return None if row is None else str(row[0])


def _read_settings_by_prefix(study: Study, prefix: str) -> list[tuple[str, str]]:
    """Read all settings whose names begin so, by the rest of their names."""
    query = "SELECT substr(name, ?), value FROM setting WHERE starts_with(name, ?)"
    return [(name, value) for name, value in study.rows(query, [len(prefix) + 1, prefix])]


def read_embed_limit_bytes(study: Study) -> int:
    """Return the size above which an imported file is kept by hash and path only."""
    try:
        return int(read_setting(study, EMBED_LIMIT) or _EMBED_LIMIT_BYTES)
    except ValueError:  # nobody knows who wrote it
        return _EMBED_LIMIT_BYTES


def read_price_sheets(study: Study) -> dict[int, PriceSheet]:
    """Read all price sheets, by option id."""
    with study.cursor() as cursor:
        sheets = cursor.execute(
            "SELECT option_id, currency, notes, unread FROM price_sheet"
        ).fetchall()
        lines = cursor.execute(
            "SELECT option_id, description, unit_price, quantity, part_number, source, category,"
            " maintenance, maintenance_per_month, warranty_months, discount, one_off_service,"
            " printed_extended, sheet_row, maintenance_discount, spares, licence, support,"
            " currency, is_server, quantity_formula FROM price_line ORDER BY option_id, position"
        ).fetchall()
        discounts = cursor.execute(
            "SELECT option_id, description, share, base, source, sheet_row, category, amount"
            " FROM discount ORDER BY option_id, position"
        ).fetchall()
        lines_of = group_by_key((option_id, _build_price_line(row)) for option_id, *row in lines)
        discounts_of = group_by_key(
            (option_id, _build_discount(*row)) for option_id, *row in discounts
        )
        return {
            option_id: PriceSheet(
                currency,
                lines_of.get(option_id, ()),
                discounts_of.get(option_id, ()),
                tuple(notes),
                unparsed or 0,
            )
            for option_id, currency, notes, unparsed in sheets
        }


def _build_discount(text: str, share: str, base: str, *rest: Any) -> Discount:  # noqa: ANN401 - a row
    source, row, category, amount = rest
    terms = DiscountBase(base), source, row, category
    return Discount(text, parse_stored_decimal(share), *terms, _parse_optional_decimal(amount))


def _build_price_line(row: Iterable[Any]) -> PriceLine:
    """Read a row that has the fields of a line in their order."""
    cells = zip(fields(PriceLine), row, strict=False)  # what follows demand is not kept
    read = ((field.name, _OF_LINE.get(field.name), cell) for field, cell in cells)
    return PriceLine(**{name: cell if turn is None else turn(cell) for name, turn, cell in read})


def read_price_basis(study: Study) -> PriceBasis:
    """Read the rates between currencies, whether servers are priced, and the discount rate."""
    with study.cursor() as cursor:
        rates = cursor.execute(
            "SELECT from_currency, to_currency, rate, dated, source FROM exchange_rate"
            " ORDER BY position"
        ).fetchall()
        return PriceBasis(
            servers=read_setting(study, PRICE_SERVERS) == "yes",
            rates=tuple(
                ExchangeRate(f, t, parse_stored_decimal(rate), on, by)
                for f, t, rate, on, by in rates
            ),
            discount_rate=_parse_optional_decimal(read_setting(study, DISCOUNT_RATE)),
            left_out=frozenset(
                each.item
                for each in read_scope_decisions(study)
                if each.choice is ScopeChoice.LEFT_OUT
            ),
        )


def read_scope_decisions(study: Study) -> tuple[ScopeDecision, ...]:
    """Read what was decided of items that one quote prices and another does not."""
    rows = study.rows(
        "SELECT item, choice, option_id, reason, decided_at, decided_by FROM scope_decision"
        " ORDER BY item, option_id NULLS FIRST"
    )
    return tuple(
        ScopeDecision(item, ScopeChoice(choice), *rest)
        for item, choice, *rest in rows
        if choice in set(ScopeChoice)
    )


def read_assumption_notes(study: Study) -> dict[str, AssumptionNote]:
    """Read what people typed about facts that were not measured, by the key of the fact."""
    rows = study.rows(
        "SELECT fact, source, agreed_by, agreed_on, note FROM assumption_note ORDER BY fact"
    )
    return {fact: AssumptionNote(*texts) for fact, *texts in rows}


def read_quote_records(study: Study) -> dict[int, QuoteRecord]:
    """Read what is kept of the quotes that prices were read from, by option id."""
    findings = study.rows(
        "SELECT option_id, code, template, figures, amount, agreed_reason, agreed_at, agreed_by"
        " FROM quote_finding ORDER BY option_id, position"
    )
    found = group_by_key(
        (option_id, _build_recorded_finding(*row)) for option_id, *row in findings
    )
    records = study.rows(
        "SELECT option_id, file_name, sha256, state, currency, accepted_reason, read_at, read_by,"
        " parts FROM quote_record"
    )
    return {
        option_id: QuoteRecord(
            *(name, sha256, QuoteState(state), currency, reason, at, by),
            tuple(parts),
            found.get(option_id, ()),
        )
        for option_id, name, sha256, state, currency, reason, at, by, parts in records
    }


def _build_recorded_finding(  # noqa: PLR0913, PLR0917 - the columns of a row
    code: str,
    template: str,
    figures: str,
    amount: str | None,
    reason: str | None,
    agreed_at: datetime | None,
    agreed_by: str | None,
) -> RecordedFinding:
    text = message_from_row(template, figures)
    finding = QuoteFinding(QuoteFindingCode(code), text, _parse_optional_decimal(amount))
    if reason is None or agreed_at is None:
        return RecordedFinding(finding)
    return RecordedFinding(finding, Agreement(reason, agreed_at, agreed_by or ""))


def _parse_optional_decimal(text: str | None) -> Decimal | None:
    return None if text is None else parse_stored_decimal(text)


_OF_LINE: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("quantity", "discount", "maintenance_discount"), parse_stored_decimal),
    **dict.fromkeys(
        ("unit_price", "maintenance", "maintenance_per_month"), _parse_optional_decimal
    ),
    "printed_extended": _parse_optional_decimal,
    "spares": Spares,
    "licence": Licence,
}
"""How cells of a line are read that are not as the table keeps them."""


def read_input_cells(study: Study) -> dict[CellAddress, InputCell]:
    """Read all typed cells of a study, by place."""
    rows = study.rows(
        "SELECT sheet, row_number, column_number, typed, decimal_mark, number_format"
        " FROM sheet_cell ORDER BY sheet, row_number, column_number"
    )
    cells = {}
    for sheet, row, column, text, decimal, number_format in rows:
        place = CellAddress(sheet, row, column)
        cells[place] = InputCell(place, text, decimal, number_format or "")
    return cells


_QUERY = """
SELECT t.option_id, t.step, t.repetition, t.seconds, e.standard_error, e.least, e.likely, e.most
FROM provisioning_time t LEFT JOIN provisioning_estimate e
    ON e.option_id = t.option_id AND e.position = t.position
ORDER BY t.option_id, t.position
"""


_SHORTEST_S, _LONGEST_S = 1e-12, 1e18
"""What can be typed as a provisioning time."""


def read_provisioning_times(study: Study) -> dict[int, tuple[ProvisioningTime, ...]]:
    """Read all provisioning times, by option id, in the order they were entered."""
    with study.cursor() as cursor:
        rows = cursor.execute(_QUERY).fetchall()
        return group_by_key((option_id, _build_stored_time(*row)) for option_id, *row in rows)


def _build_stored_time(
    step: str, repetition: int, seconds: float, *spread: float | None
) -> ProvisioningTime:
    if not _SHORTEST_S <= seconds <= _LONGEST_S:
        raise ValueError(seconds)
    return build_provisioning_time(step, repetition, _build_estimate(seconds, *spread) or seconds)


def _build_estimate(
    mean: float,
    error: float | None = None,
    least: float | None = None,
    likely: float | None = None,
    most: float | None = None,
) -> Estimate | None:
    """Return a distribution; None where there is none, or none that is possible."""
    estimate: Estimate | None = None
    if error is not None:
        estimate = MeanAndError(mean, error)
    elif least is not None and likely is not None and most is not None:
        estimate = LeastLikelyMost(least, likely, most)
    return estimate if estimate is not None and estimate.is_possible else None


def count_unparsed_times(
    study: Study, times: Mapping[int, tuple[ProvisioningTime, ...]]
) -> dict[int, int]:
    """Count the typed cells of provisioning sheets that are no reading, by option id."""
    sheets: dict[int, dict[tuple[int, int], str]] = {}
    for place, cell in read_input_cells(study).items():
        kind, _, number = place.sheet.partition("/")
        if kind == "provisioning" and cell.text.strip():
            sheets.setdefault(int(number), {})[place.row, place.column] = cell.text
    counts = {}
    for option_id, cells in sheets.items():
        known = times.get(option_id, ())
        names = list_steps_by_row(
            known, {row: text for (row, col), text in cells.items() if col == 0}
        )
        read = {(time.step, time.repetition) for time in known}
        counts[option_id] = sum(
            column > 0 and (names[row] if row < len(names) else None, column) not in read
            for row, column in cells
        )
    return counts


def read_own_criteria_by_cursor(cursor: Cursor) -> tuple[Criterion, ...]:
    """Read the study's own criteria in the order of creation."""
    rows = cursor.execute(
        "SELECT id, title, levels, unit, limit_anchor, aspiration_anchor FROM own_criterion"
        " ORDER BY id"
    ).fetchall()
    return tuple(
        build_own_criterion(
            id_, OwnCriterionDefinition(_require_name_length(title), tuple(levels), *rest)
        )
        for id_, title, levels, *rest in rows
    )


def read_own_criteria(study: Study) -> tuple[Criterion, ...]:
    """Read the study's own criteria in the order of creation."""
    with study.cursor() as cursor:
        return read_own_criteria_by_cursor(cursor)


def _criteria_by_stored_name(cursor: Cursor) -> dict[str, Criterion]:
    """Return all criteria by what the tables call them; others were removed since."""
    return BUILT_IN_CRITERIA | {each.value: each for each in read_own_criteria_by_cursor(cursor)}


def read_option_ratings(study: Study) -> dict[int, Ratings]:
    """Read what was judged and entered, by option id; what cannot be is left out."""
    with study.cursor() as cursor:
        known = {
            k: c for k, c in _criteria_by_stored_name(cursor).items() if kind_of(c).is_entered
        }
        rows = cursor.execute(
            "SELECT option_id, criterion, value, e.least, e.most, e.standard_error"
            " FROM option_rating LEFT JOIN rating_estimate e USING (option_id, criterion)"
            " ORDER BY option_id, criterion"
        ).fetchall()
    result: dict[int, Ratings] = {}
    for option_id, name, *figures in rows:
        criterion = known.get(name)
        rating = None if criterion is None else _build_rating_or_estimate(criterion, *figures)
        if criterion is not None and rating is not None and is_valid_rating(criterion, rating):
            result[option_id] = (*result.get(option_id, ()), (criterion, rating))
    return result


def _build_rating_or_estimate(
    criterion: Criterion,
    value: float,
    least: float | None,
    most: float | None,
    error: float | None,
) -> Rating | None:
    if kind_of(criterion).is_rating:
        ends = (value if least is None else least, value, value if most is None else most)
        return build_rating(*map(int, ends)) if all(end == int(end) for end in ends) else None
    if least is None and most is None and error is None:
        return value
    return _build_estimate(value, error, least, value, most)


def read_rating_words(study: Study) -> RatingWords:
    """Read the levels that the user described; empty texts stand for the program's own words."""
    with study.cursor() as cursor:
        known = _criteria_by_stored_name(cursor)
        rows = cursor.execute("SELECT criterion, level, described FROM rating_level").fetchall()
    stated = {(name, level): described for name, level, described in rows}
    texts = (
        (each, tuple(stated.get((name, n), "") for n, _ in enumerate(kind_of(each).levels, 1)))
        for name, each in known.items()
    )
    return tuple((criterion, words) for criterion, words in texts if any(words))


OWN = ""
"""In the place of a stakeholder's name: the study's own weights."""


def read_weighting(study: Study) -> Weighting:
    """Read the stakeholders and whose weights decide."""
    with study.cursor() as cursor:
        row = cursor.execute("SELECT decider, decider_name, method FROM weighting").fetchone()
        people = cursor.execute(
            "SELECT name, method FROM stakeholder ORDER BY position"
        ).fetchall()
        swings = _read_swings_by_stakeholder(cursor)
    stakeholders = tuple(
        Stakeholder(name, swings.get(name, ()), Method(method)) for name, method in people
    )
    if row is None:
        return Weighting(stakeholders) if stakeholders else NO_STAKEHOLDERS
    decider, name, method = row
    return Weighting(stakeholders, Decider(decider), name, Method(method))


def _read_swings_by_stakeholder(cursor: Cursor) -> dict[str, tuple[Swing, ...]]:
    known = _criteria_by_stored_name(cursor)
    rows = cursor.execute(
        "SELECT stakeholder, criterion, swing, judged_limit, judged_aspiration"
        " FROM stakeholder_swing ORDER BY position"
    ).fetchall()
    return group_by_key(
        (name, Swing(known[criterion], swing, range_if_both_given(*ends)))
        for name, criterion, swing, *ends in rows
        if criterion in known
    )


def read_price_range(study: Study) -> tuple[float, float] | None:
    """Read limit and aspiration of the price as they were settled; None before that."""
    row = study.row("SELECT limit_anchor, aspiration_anchor FROM price_range")
    return None if row is None else (row[0], row[1])


def range_if_both_given(
    limit: float | None, aspiration: float | None
) -> tuple[float, float] | None:
    """Return two anchors as a range; None where one is missing."""
    return None if limit is None or aspiration is None else (limit, aspiration)


def is_price_range_confirmed(study: Study) -> bool:
    """Return whether the user confirmed or gave the range that prices are valued over."""
    return read_setting(study, PRICE_RANGE_CONFIRMED) == "yes"


_OF_REQUIREMENT: dict[str, Callable[[Any], Any]] = {
    "convention": Convention,
    "rule": Rule,
    "goal": Goal,
    "load_unit": LoadUnit,
    "least_basis": Basis,
    "degraded": DegradedRule,
    "budget": _parse_optional_decimal,
}


def read_requirement(study: Study) -> Requirement:
    """Read the requirement; the defaults of the domain where none was set."""
    with study.cursor() as cursor:
        result = cursor.execute("FROM requirement")
        names = [column[0] for column in result.description or ()]
        row = result.fetchone()
        if row is None:
            return Requirement()
        values = dict(zip(names, row, strict=True))
        return Requirement(**values | {n: read(values[n]) for n, read in _OF_REQUIREMENT.items()})


def is_requirement_stated(study: Study) -> bool:
    """Return whether anybody stated a requirement."""
    return study.row("SELECT 1 FROM requirement") is not None


_TWICE = "a criterion that is there twice"


def read_criteria(study: Study) -> tuple[CriterionSetting, ...]:
    """Read the criteria; empty where the user has not changed the defaults."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT criterion, swing, limit_anchor, target_anchor, aspiration_anchor,"
            " target_value, judged_limit, judged_aspiration FROM criterion ORDER BY position"
        ).fetchall()
        known = _criteria_by_stored_name(cursor)
        if len({name for name, *_ in rows}) < len(rows):
            raise ValueError(_TWICE)
    return tuple(
        replace(
            CriterionSetting(known[name], *rest), judged=range_if_both_given(limit, aspiration)
        )
        for name, *rest, limit, aspiration in rows
        if name in known
    )


THRESHOLD = "threshold."
"""How the names of these settings begin."""
AS_TESTED, YES = "as_tested", "yes"


def read_thresholds(study: Study) -> Thresholds:
    """Read the thresholds; the model's where none is set, or what is set cannot be one."""
    rows = _read_settings_by_prefix(study, THRESHOLD)
    result: dict[str, Any] = {"as_tested": (AS_TESTED, YES) in rows}
    for name, text in rows:
        with suppress(ValueError):
            if name in THRESHOLD_NAMES and is_valid_threshold(name, float(text)):
                result[name] = float(text)
    return replace(DEFAULT_THRESHOLDS, **result)


WORKLOAD = "workload."
"""How the names of the settings begin that keep the workload profile, one for each value."""


def read_profile(study: Study) -> WorkloadProfile:
    """Read the workload profile; what cannot be a value of it is left out."""
    profile = NO_PROFILE
    for field, text in _read_settings_by_prefix(study, WORKLOAD):
        with suppress(ValueError, TypeError, ArithmeticError, RecursionError, UserError):
            value, origin, line, *bound = json.loads(text)
            if field in PROFILE_FIELDS:
                lines = {} if line is None else {field: int(line)}
                bounds = {field: ValueBound(bound[0])} if bound else {}
                profile = with_values(profile, {field: float(value)}, str(origin), lines, bounds)
    return profile


REPORT = "report."
"""How the names of these settings begin."""
AUTHOR = REPORT + "author"
ATTACHED = "yes"


def _word_or_first(words: tuple[str, ...], word: str | None) -> str:
    """Return a word of those that are known, the first where it is none of them."""
    return word if word in words else words[0]


def read_report_options(study: Study) -> ReportOptions:
    """Read the choices; the defaults where none were made."""
    message = dict(_read_settings_by_prefix(study, REPORT))
    logo = study.row("SELECT image FROM report_logo")
    return ReportOptions(
        language=_word_or_first(LANGUAGES, message.get("language")),
        paper=_word_or_first(PAPERS, message.get("paper")),
        author=message.get("author", ""),
        accent=message.get("accent", ""),
        logo=bytes(logo[0]) if logo else b"",
        left_out=frozenset(message.get("left_out", "").split()),
        attach_workbook=message.get("attach_workbook") == ATTACHED,
        attach_evidence=message.get("attach_evidence") == ATTACHED,
        edition=_word_or_first(("", *Edition), message.get("edition")),
    )

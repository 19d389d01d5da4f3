"""Everything that is typed."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.assumptions import NO_NOTE
from arraywise.domain.capacity import format_capacity
from arraywise.domain.criteria import build_own_criterion, rating_mean
from arraywise.domain.estimates import Estimate, LeastLikelyMost, MeanAndError
from arraywise.domain.options import Architecture, Option, ProvisioningTime
from arraywise.domain.requirement import (
    Requirement,
    Thresholds,
    changed_threshold_names,
    threshold_share,
)
from arraywise.store.encoding import figures_to_json, replace_non_unicode, to_cell, to_row
from arraywise.store.history import parse_changes, serialise_changes
from arraywise.store.reading.history import (
    BASE,
    read_base_inputs,
    read_inputs_by_scenario,
    read_saved_inputs,
    scenario_in_use_id,
)
from arraywise.store.reading.inputs import (
    AS_TESTED,
    ATTACHED,
    REPORT,
    THRESHOLD,
    WORKLOAD,
    YES,
)
from arraywise.store.scenarios import (
    OF_OPTIONS,
    PRICE_RANGE_CONFIRMED,
    PROVISIONING,
    RATINGS,
    REQUIREMENT,
    Inputs,
    read_inputs,
    replace_inputs,
)
from arraywise.store.writing.rows import insert_rows, next_ids, record_rows_before

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arraywise.domain.assumptions import AssumptionNote
    from arraywise.domain.cells import CellAddress, InputCell
    from arraywise.domain.criteria import (
        Criterion,
        CriterionSetting,
        OwnCriterionDefinition,
        Ratings,
        RatingWords,
        Weighting,
    )
    from arraywise.domain.price_scope import ScopeDecision
    from arraywise.domain.pricing import ExchangeRate, PriceSheet
    from arraywise.domain.quotes import QuoteRecord
    from arraywise.domain.study import ReportOptions
    from arraywise.domain.workload import WorkloadProfile
    from arraywise.store.connection import Cursor


def write_criteria(cursor: Cursor, criteria: Iterable[CriterionSetting]) -> None:
    """Put these criteria in the place of the present ones."""
    criteria = tuple(criteria)
    cursor.execute("DELETE FROM criterion")
    rows = (
        (
            *(position, s.criterion.value, s.swing, s.limit, s.target, s.aspiration),
            *(s.target_value, *(s.judged or (None, None))),
        )
        for position, s in enumerate(criteria)
    )
    insert_rows(cursor, "criterion", rows)


def add_option(
    cursor: Cursor,
    name: str,
    architecture: Architecture,
    *,
    shared_storage: bool | None,
    serves_files: bool | None = None,
) -> Option:
    """Add an option at the end of the list."""
    (id_,) = next_ids(cursor, "option_id", 1)
    ((position,),) = cursor.execute(
        "SELECT coalesce(max(position), -1) + 1 FROM option"
    ).fetchall()
    option = Option(
        id_, replace_non_unicode(name), architecture, position, shared_storage, serves_files
    )
    insert_rows(cursor, "option", [to_row(option)])
    return option


def update_option(cursor: Cursor, option: Option) -> None:
    """Store the name, the architecture and the abilities of an option again."""
    cursor.execute(
        "UPDATE option SET name = ?, architecture = ?, shared_storage = ?, serves_files = ?,"
        " restore_s = ?, capacity = ? WHERE id = ?",
        [
            replace_non_unicode(option.name),
            option.architecture.value,
            option.shared_storage,
            option.serves_files,
            option.restore_s,
            None if option.capacity is None else format_capacity(option.capacity),
            option.id,
        ],
    )


def order_options(cursor: Cursor, option_ids: Sequence[int]) -> None:
    """Put options into an order, which fixes their colours and markers too."""
    for position, id_ in enumerate(option_ids):
        cursor.execute("UPDATE option SET position = ? WHERE id = ?", [position, id_])


def remove_option(cursor: Cursor, option_id: int) -> None:
    """Remove an option with its prices and times; its evidence stays, unassigned."""
    cursor.execute("DELETE FROM option WHERE id = ?", [option_id])
    _delete_option_inputs(cursor, option_id, *OF_OPTIONS)
    cursor.execute("DELETE FROM scope_decision WHERE option_id = ?", [option_id])
    cursor.execute(
        "UPDATE evidence_file SET option_id = NULL, option_is_guess = false WHERE option_id = ?",
        [option_id],
    )


def _delete_option_inputs(cursor: Cursor, option_id: int, *kinds: str) -> None:
    _delete_option_rows(cursor, option_id, (table for kind in kinds for table in OF_OPTIONS[kind]))


def _delete_option_rows(cursor: Cursor, option_id: int, tables: Iterable[str]) -> None:
    for table in tables:
        cursor.execute(f"DELETE FROM {table} WHERE option_id = ?", [option_id])  # noqa: S608


def replace_price_sheet(cursor: Cursor, option_id: int, sheet: PriceSheet | None) -> None:
    """Replace the option's price sheet; None removes it. What is kept of its quote stays."""
    _delete_option_rows(cursor, option_id, ("price_sheet", "price_line", "discount"))
    if sheet is None:
        return
    head = (option_id, replace_non_unicode(sheet.currency), to_cell(sheet.notes), sheet.unparsed)
    insert_rows(cursor, "price_sheet", [head])
    lines = ((option_id, i, *to_row(line)[:-1]) for i, line in enumerate(sheet.lines))
    insert_rows(cursor, "price_line", lines)  # without the months, which follow from the demand
    discounts = ((option_id, i, *to_row(each)) for i, each in enumerate(sheet.discounts))
    insert_rows(cursor, "discount", discounts)


def replace_quote_record(cursor: Cursor, option_id: int, record: QuoteRecord | None) -> None:
    """Replace what is kept of the quote that an option's prices are from; None removes it."""
    _delete_option_rows(cursor, option_id, ("quote_record", "quote_finding"))
    if record is None:
        return
    head = to_row(replace(record, findings=()))[:-1]
    insert_rows(cursor, "quote_record", [(option_id, *head)])
    insert_rows(
        cursor,
        "quote_finding",
        (
            (
                *(option_id, position, each.finding.code.value, each.finding.text.template),
                *(figures_to_json(each.finding.text), to_cell(each.finding.amount)),
                *((None, None, None) if each.agreement is None else to_row(each.agreement)),
            )
            for position, each in enumerate(record.findings)
        ),
    )


def replace_scope_decision(
    cursor: Cursor, item: str, option_id: int | None, decision: ScopeDecision | None
) -> None:
    """Replace what was decided of an item for an option, or for all; None removes it."""
    cursor.execute(
        "DELETE FROM scope_decision WHERE item = ? AND option_id IS NOT DISTINCT FROM ?",
        [item, option_id],
    )
    if decision is not None:
        row = (
            *(
                replace_non_unicode(item),
                option_id,
                decision.choice.value,
                replace_non_unicode(decision.reason),
            ),
            *(decision.decided_at, replace_non_unicode(decision.decided_by)),
        )
        insert_rows(cursor, "scope_decision", [row])


def replace_assumption_note(cursor: Cursor, fact: str, note: AssumptionNote) -> None:
    """Replace what is kept about a fact that was not measured; an empty note removes it."""
    cursor.execute("DELETE FROM assumption_note WHERE fact = ?", [fact])
    if note != NO_NOTE:
        insert_rows(
            cursor, "assumption_note", [(*map(replace_non_unicode, (fact, *to_row(note))),)]
        )


def replace_exchange_rates(cursor: Cursor, rates: Sequence[ExchangeRate]) -> None:
    """Put these rates in the place of all present ones."""
    cursor.execute("DELETE FROM exchange_rate")
    insert_rows(cursor, "exchange_rate", [(i, *to_row(rate)) for i, rate in enumerate(rates)])


def replace_provisioning_times(
    cursor: Cursor, option_id: int, times: Iterable[ProvisioningTime]
) -> None:
    """Put these times in the place of the option's present ones."""
    times = tuple(times)
    _delete_option_inputs(cursor, option_id, PROVISIONING)
    rows = (
        (option_id, position, replace_non_unicode(time.step), time.repetition, time.seconds)
        for position, time in enumerate(times)
    )
    insert_rows(cursor, "provisioning_time", rows)
    estimates = (
        (option_id, position, *_estimate_columns(time.estimate))
        for position, time in enumerate(times)
        if time.estimate is not None
    )
    insert_rows(cursor, "provisioning_estimate", estimates)


def _estimate_columns(estimate: Estimate) -> tuple[float | None, ...]:
    if isinstance(estimate, MeanAndError):
        return estimate.error, None, None, None
    return None, estimate.least, estimate.likely, estimate.most


def write_ratings(cursor: Cursor, option_id: int, ratings: Ratings) -> None:
    """Put these ratings in the place of the option's present ones."""
    _delete_option_inputs(cursor, option_id, RATINGS)
    values = []
    spread: list[tuple[object, ...]] = []
    for criterion, rating in ratings:
        likely = rating.likely if isinstance(rating, LeastLikelyMost) else rating_mean(rating)
        values.append((option_id, criterion.value, likely))
        if isinstance(rating, LeastLikelyMost):
            spread.append((option_id, criterion.value, rating.least, rating.most, None))
        elif isinstance(rating, MeanAndError):
            spread.append((option_id, criterion.value, None, None, rating.error))
    insert_rows(cursor, "option_rating", values)
    insert_rows(cursor, "rating_estimate", spread)


def insert_own_criterion(cursor: Cursor, own: OwnCriterionDefinition) -> Criterion:
    """Add a criterion of the study's own; whether it counts is told by the criteria."""
    (id_,) = next_ids(cursor, "own_criterion_id", 1)
    insert_rows(cursor, "own_criterion", [(id_, *to_row(own))])
    return build_own_criterion(id_, own)


def update_own_criterion(
    cursor: Cursor, criterion: Criterion, own: OwnCriterionDefinition
) -> None:
    """Describe a criterion of the study's own otherwise."""
    id_ = _own_criterion_id(criterion)
    cursor.execute("DELETE FROM own_criterion WHERE id = ?", [id_])
    insert_rows(cursor, "own_criterion", [(id_, *to_row(own))])


def delete_own_criterion(cursor: Cursor, criterion: Criterion) -> None:
    """Remove a criterion of the study's own, with what options were given of it."""
    cursor.execute("DELETE FROM own_criterion WHERE id = ?", [_own_criterion_id(criterion)])
    for table in ("option_rating", "rating_estimate", "rating_level"):
        cursor.execute(f"DELETE FROM {table} WHERE criterion = ?", [criterion.value])  # noqa: S608


def _own_criterion_id(criterion: Criterion) -> int:
    return int(criterion.value.rpartition(" ")[2])


def write_rating_words(cursor: Cursor, words: RatingWords) -> None:
    """Put these words in the place of the present ones; empty ones are left out."""
    cursor.execute("DELETE FROM rating_level")
    rows = [
        (criterion.value, level, replace_non_unicode(text))
        for criterion, texts in words
        for level, text in enumerate(texts, start=1)
        if text
    ]
    insert_rows(cursor, "rating_level", rows)


def write_study_info(cursor: Cursor, *, name: str, client: str, currency: str) -> None:
    """Write what the study is called, for whom it is, and its currency."""
    cursor.execute(
        "UPDATE study_info SET name = ?, client = ?, currency = ?",
        [replace_non_unicode(name), replace_non_unicode(client), replace_non_unicode(currency)],
    )


def write_setting(cursor: Cursor, name: str, value: str | None) -> None:
    """Set a setting; None takes it away."""
    cursor.execute("DELETE FROM setting WHERE name = ?", [name])
    if value is not None:
        cursor.execute("INSERT INTO setting VALUES (?, ?)", [name, replace_non_unicode(value)])


def write_report_options(cursor: Cursor, options: ReportOptions) -> None:
    """Put these choices in the place of the present ones."""
    for name, value in (
        ("language", options.language),
        ("paper", options.paper),
        ("author", options.author),
        ("accent", options.accent),
        ("left_out", " ".join(sorted(options.left_out))),
        ("attach_workbook", ATTACHED if options.attach_workbook else ""),
        ("attach_evidence", ATTACHED if options.attach_evidence else ""),
        ("edition", options.edition),
    ):
        write_setting(cursor, REPORT + name, value)
    cursor.execute("DELETE FROM report_logo")
    if options.logo:
        cursor.execute("INSERT INTO report_logo VALUES (?)", [options.logo])


def write_requirement(cursor: Cursor, requirement: Requirement) -> None:
    """Replace the requirement."""
    cursor.execute("DELETE FROM requirement")
    insert_rows(cursor, "requirement", [to_row(requirement)])


def add_scenario(cursor: Cursor, name: str) -> int:
    """Create a scenario from the inputs as they are, and put it in use; return its id."""
    (id_,) = next_ids(cursor, "scenario_id", 1)
    live = read_inputs(cursor)
    base = read_base_inputs(cursor, live)
    _save_scenario_inputs(cursor, id_, {p: t for p, t in live.items() if base.get(p) != t})
    ((position,),) = cursor.execute(
        "SELECT coalesce(max(position), -1) + 1 FROM scenario"
    ).fetchall()
    insert_rows(cursor, "scenario", [(id_, replace_non_unicode(name), position, False)])
    use_scenario(cursor, id_)
    return id_


def use_scenario(cursor: Cursor, scenario_id: int) -> None:
    """Use a scenario, or the base case; what was in use is kept as it is now."""
    present = scenario_in_use_id(cursor)
    if present == scenario_id:
        return
    inputs = read_inputs_by_scenario(cursor)
    live, base, wanted = inputs[present], inputs[BASE], inputs[scenario_id]
    if present != BASE:
        _save_scenario_inputs(cursor, present, {p: t for p, t in live.items() if base.get(p) != t})
    _save_scenario_inputs(cursor, BASE, {} if scenario_id == BASE else base)
    replace_inputs(cursor, {p: t for p, t in wanted.items() if live.get(p) != t})
    cursor.execute(
        "UPDATE scenario SET in_use = (id = ?) WHERE in_use <> (id = ?)",
        [scenario_id, scenario_id],
    )


def _save_scenario_inputs(cursor: Cursor, scenario_id: int, inputs: Inputs) -> None:
    if read_saved_inputs(cursor, scenario_id) == inputs:
        return
    cursor.execute("DELETE FROM scenario_input WHERE scenario_id = ?", [scenario_id])
    rows = [(scenario_id, piece.kind, piece.key, text) for piece, text in inputs.items()]
    insert_rows(cursor, "scenario_input", rows)


def restate_saved_budgets(cursor: Cursor, budgets: Mapping[Decimal, Decimal | None]) -> None:
    """Replace the budgets that are kept for the base and the scenarios that are not in use."""
    where = "kind = ? AND input_key = 'budget'"
    rows = cursor.execute(
        f"SELECT scenario_id, content FROM scenario_input WHERE {where}",  # noqa: S608 - of above
        [REQUIREMENT],
    ).fetchall()
    for scenario_id, content in rows:
        (change,) = parse_changes(content)
        ((amount,),) = change.inserted
        budget = None if amount is None else budgets[Decimal(amount)]
        text = serialise_changes((replace(change, inserted=((to_cell(budget),),)),))
        cursor.execute(
            f"UPDATE scenario_input SET content = ? WHERE {where} AND scenario_id = ?",  # noqa: S608
            [text, REQUIREMENT, scenario_id],
        )


def rename_scenario(cursor: Cursor, scenario_id: int, name: str) -> None:
    """Rename a scenario."""
    cursor.execute(
        "UPDATE scenario SET name = ? WHERE id = ?", [replace_non_unicode(name), scenario_id]
    )


def remove_scenario(cursor: Cursor, scenario_id: int) -> None:
    """Remove a scenario; where it was in use, the base is."""
    if scenario_in_use_id(cursor) == scenario_id:
        use_scenario(cursor, BASE)
    cursor.execute("DELETE FROM scenario WHERE id = ?", [scenario_id])
    cursor.execute("DELETE FROM scenario_input WHERE scenario_id = ?", [scenario_id])


def replace_cells(
    cursor: Cursor, deleted: Iterable[CellAddress], cells: Iterable[InputCell]
) -> None:
    """Take out the cells that are gone, and put these in."""
    addresses, new = list(deleted), list(cells)
    rows = {place.row for place in addresses} | {cell.address.row for cell in new}
    record_rows_before(
        cursor, "sheet_cell", "row_number", rows
    )  # there may be ten thousands of others
    if addresses:
        cursor.execute(
            "DELETE FROM sheet_cell WHERE EXISTS (SELECT 1 FROM (SELECT unnest(?) AS s,"
            " unnest(?) AS r, unnest(?) AS c) AS gone WHERE sheet = s AND row_number = r"
            " AND column_number = c)",
            [
                [p.sheet for p in addresses],
                [p.row for p in addresses],
                [p.column for p in addresses],
            ],
        )
    insert_rows(
        cursor,
        "sheet_cell",
        ((*c.address, replace_non_unicode(c.text), c.decimal, c.number_format) for c in new),
    )


def write_thresholds(cursor: Cursor, thresholds: Thresholds) -> None:
    """Put these thresholds in the place of the present ones; defaults are not written."""
    cursor.execute("DELETE FROM setting WHERE starts_with(name, ?)", [THRESHOLD])
    for name in changed_threshold_names(thresholds):
        write_setting(cursor, THRESHOLD + name, repr(threshold_share(thresholds, name)))
    if thresholds.as_tested:
        write_setting(cursor, THRESHOLD + AS_TESTED, YES)


def write_profile(cursor: Cursor, profile: WorkloadProfile) -> None:
    """Put this workload profile in the place of the present one."""
    cursor.execute("DELETE FROM setting WHERE starts_with(name, ?)", [WORKLOAD])
    for source in profile.sources:
        stored = [getattr(profile, source.field), source.origin, source.line]
        if source.bound is not None:
            stored.append(source.bound.value)
        write_setting(cursor, WORKLOAD + source.field, json.dumps(stored))


def write_weighting(cursor: Cursor, weighting: Weighting) -> None:
    """Put these stakeholders, and whose weights decide, in the place of the present ones."""
    for table in ("weighting", "stakeholder", "stakeholder_swing"):
        cursor.execute(f"DELETE FROM {table}")  # noqa: S608
    row = (weighting.decider.value, weighting.decider_name, weighting.method.value)
    insert_rows(cursor, "weighting", [row])
    people = weighting.stakeholders
    insert_rows(cursor, "stakeholder", [(i, s.name, s.method.value) for i, s in enumerate(people)])
    swings = [
        (person.name, place, s.criterion.value, s.swing, *(s.judged or (None, None)))
        for person in people
        for place, s in enumerate(person.swings)
    ]
    insert_rows(cursor, "stakeholder_swing", swings)


def clear_price_range(cursor: Cursor) -> None:
    """Delete between which prices options are valued; the next answer proposes it."""
    cursor.execute("DELETE FROM price_range")
    write_setting(cursor, PRICE_RANGE_CONFIRMED, None)


def write_price_range(
    cursor: Cursor,
    limit_and_aspiration: tuple[float, float],
    *,
    confirmed: bool,
) -> None:
    """Store between which prices options are valued, and whether the user confirmed it."""
    cursor.execute("DELETE FROM price_range")
    insert_rows(cursor, "price_range", [limit_and_aspiration])
    write_setting(cursor, PRICE_RANGE_CONFIRMED, "yes" if confirmed else None)

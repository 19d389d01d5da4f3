"""JSON documents; fields are added, never renamed."""

from __future__ import annotations

import math
from dataclasses import asdict, fields
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, Any

from arraywise.analysis.database_profile import DatabaseProfile, Traced
from arraywise.analysis.demand import (
    break_even_reduction,
    effective_capacity,
    has_needed_capacity,
    most_needed_bytes,
    without_growth_and_reserve,
)
from arraywise.analysis.pricing import price_per_usable_tb
from arraywise.domain.criteria import Criterion, describe_levels, kind_of
from arraywise.domain.decision import Interval, round_load
from arraywise.domain.messages import Message, Problem
from arraywise.domain.requirement import Goal, Outcome, Requirement
from arraywise.present.figures import load_unit_and_visits_per_unit
from arraywise.present.headline import build_headline

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from arraywise.domain.decision import (
        Answer,
        Opinion,
        OptionAnswer,
        Robustness,
    )
    from arraywise.domain.evidence import Measurement, Run
    from arraywise.domain.price_scope import ScopeTable
    from arraywise.domain.runway import LastMonth, Runway
    from arraywise.domain.workload import WorkloadProfile
    from arraywise.importing.find_files import ImportOutcome
    from arraywise.usecases.inspect_files import InspectedFile, SeriesSummary


_OUTCOMES = {True: Outcome.PASS.value, False: Outcome.FAIL.value, None: Outcome.NOT_SHOWN.value}


def _select_fields(record: object, names: str) -> dict[str, Any]:
    """Return attributes by their names; `key=attribute` for another name in the document."""
    pairs = (name.split("=") for name in names.split())
    return {pair[0]: _to_json_value(getattr(record, pair[-1])) for pair in pairs}


def _to_json_value(value: object) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Convert a value to JSON types; an unknown end of an interval is null."""
    if isinstance(value, Interval):
        return {"low": value.low, "point": value.point, "high": value.high}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Criterion):
        return value.title
    if isinstance(value, Message):
        return str(value)
    if isinstance(value, Decimal):
        return f"{value:f}"
    return [_to_json_value(each) for each in value] if isinstance(value, tuple) else value


def _select_known_fields(record: object, names: str) -> dict[str, Any]:
    """Return the attributes that are not None, by their names."""
    return {
        name: value for name, value in _select_fields(record, names).items() if value is not None
    }


def option_certainty_document(option: OptionAnswer) -> dict[str, Any]:
    """One option: contributions, ranks in three states, central weights, the next test."""
    plan = option.next_test
    return {
        "criteria": [
            _select_fields(cell, "criterion attribute points contribution")
            for cell in option.scores
        ],
        **_select_fields(option, "first_share_by_order first_share_any"),
        "rank_acceptability": [
            _select_fields(shares, "accepted=knowledge shares half_widths")
            | {"beats": dict(shares.beats)}
            for shares in option.rank_shares
        ],
        "central_weights": _weights_by_title(option.central_weights),
        **_select_fields(option, "confidence on_frontier dominated_by knee_users"),
        "next_test": plan
        and _select_fields(plan, "users runs response_time_s=response_s decides"),
    }


def certainty_document(answer: Answer) -> dict[str, Any]:
    """How sure the recommendation is: its basis, and which other option could win."""
    result = answer.certainty
    return {
        **_select_fields(result, "basis sentence=message details ahead_of_second=share_ahead"),
        "could_win": [_select_fields(each, "option share") for each in result.rivals],
        "without_price": list(result.unpriced),
        "best_value_shown": answer.recommended is not None and not result.without_prices,
        "serious_findings": result.serious_findings,
    }


def sensitivity_document(answer: Answer, robustness: Robustness) -> dict[str, Any]:
    """Return how firm the recommendation is: stability, ties, tornado, frontier, opinions."""
    setting = "criterion swing limit target target_points=target_value aspiration"
    bar = (
        "what low high lead_at_low lead_at_high least_lead most_lead winner_at_low winner_at_high"
        " flip"
    )
    compared = (
        "options users ratio p_value adjusted_p tied equivalent smallest_difference"
        " runs_to_tell=runs_to_distinguish"
    )
    load = "cheaper_below cheaper_above rate_tps visits_per_month price"
    step = "option price points_apart_from_price=points_without_price price_per_point"
    to_confirm = answer.open_price_range
    return {
        **_select_fields(answer, "draws seed"),
        "value_functions": [_select_fields(each, setting) for each in answer.settings],
        "weight_stability": {
            criterion.title: {"low": low, "high": high}
            for criterion, low, high in answer.weight_ranges
        },
        "stale_weights": [_select_fields(s, "criterion judged now") for s in answer.stale_weights],
        "prices_outside_anchors": list(answer.prices_outside),
        "price_range_to_confirm": to_confirm
        and {"limit": to_confirm[0], "aspiration": to_confirm[1]},
        "break_even_loads": [_select_fields(each, load) for each in answer.break_even_loads],
        "nearest_ties": [
            {
                "rival": tie.rival,
                "weights": _weights_by_title(tie.weights),
                "distance": tie.distance,
            }
            for tie in robustness.nearest_ties
        ],
        "tornado": [_select_fields(each, bar) for each in robustness.lead_bars],
        "frontier": [_select_fields(each, step) for each in answer.frontier],
        "stakeholders": [_opinion_document(opinion, answer) for opinion in answer.opinions],
        "comparisons": [_select_fields(each, compared) for each in answer.comparisons],
    }


def _opinion_document(opinion: Opinion, answer: Answer) -> dict[str, Any]:
    names = [option.option.name for option in answer.options]
    return {
        **_select_fields(opinion, "name is_mean method decides"),
        "weights": _weights_by_title(opinion.weights),
        "ranks": dict(zip(names, opinion.ranks, strict=True)),
        "values": dict(zip(names, opinion.values, strict=True)),
    }


def _weights_by_title(
    weights: Iterable[tuple[Criterion, float]] | None,
) -> dict[str, float] | None:
    return None if weights is None else {criterion.title: w for criterion, w in weights}


def inspection_document(files: tuple[InspectedFile, ...]) -> dict[str, Any]:
    """`inspect --json`: every file with what was read from it, in SI units."""
    return {"files": [inspected_file_document(file) for file in files]}


def inspected_file_document(inspected: InspectedFile) -> dict[str, Any]:
    """One file of `inspect --json`."""
    reading = inspected.file.reading
    return {
        **_select_known_fields(inspected.file, "file=name sha256 size_bytes"),
        **_select_known_fields(reading, "tool tool_version status run_type encoding"),
        **({"client_names": list(inspected.client_names)} if inspected.client_names else {}),
        "problems": [problem_document(p) for p in reading.problems],
        "runs": [
            _run_document(run, series)
            | ({} if profile is None else database_profile_document(profile))
            for run, series, profile in zip(
                reading.runs, inspected.series, inspected.profiles, strict=True
            )
        ],
    }


def problem_document(problem: Problem) -> dict[str, Any]:
    """A problem with the line it was met at, and its code where it has one."""
    names = "line severity code text" if problem.code else "line severity text"
    return _select_known_fields(problem, names)


def _run_document(run: Run, series: tuple[SeriesSummary, ...]) -> dict[str, Any]:
    return {
        **_select_known_fields(run, "run=name started_at duration_s complete host"),
        "attributes": dict(run.attributes),
        "measurements": [_measurement_document(m) for m in run.measurements],
        "series": [
            _select_known_fields(s, "name instance unit rows first last mean") for s in series
        ],
    }


def _measurement_document(measurement: Measurement) -> dict[str, Any]:
    return {
        **_select_known_fields(measurement, "metric statistic value unit"),
        "load": _select_known_fields(measurement.load, "users small_ios large_ios"),
        **_select_known_fields(measurement, "group line column origin"),
    }


def database_profile_document(profile: DatabaseProfile) -> dict[str, Any]:
    """What a transaction asks for, each value with the statistics and lines it comes from."""
    values = {field.name: getattr(profile, field.name) for field in fields(profile)}
    return {
        "profile": {
            **_select_known_fields(
                profile, "transactions_per_s=rate_tps io_per_s=iops bytes_per_s"
            ),
            "values": {
                name: {
                    "value": value.value,
                    "unit": value.unit.value,
                    "from": [
                        _select_known_fields(f, "section name line") for _, f in value.sources
                    ],
                }
                for name, value in values.items()
                if isinstance(value, Traced)
            },
            "problems": [problem_document(p) for p in profile.problems],
        }
    }


def decision_document(answer: Answer, robustness: Robustness) -> dict[str, Any]:
    """`decide --json`: the answer to the study's requirement, and what would change it."""
    required, published = answer.requirement, answer.published_conclusion
    return {
        "requirement": {
            **asdict(required),
            "demand_tps": answer.demand_tps,
            "is_stated": answer.is_stated,
            "required": _required_load_document(answer),
            "statistics_held": {name: how.value for name, how in answer.available_statistics},
            **_select_fields(required, "convention rule budget"),
            "response_time_s": required.response_time_s
            if required.goal is Goal.RESPONSE_TIME
            else None,
        },
        "weights": _weights_by_title(answer.weights),
        "thresholds": asdict(answer.thresholds),
        "options": [
            _option_document(option, answer.currency, required)
            | _runway_document(option, robustness.runway)
            for option in answer.options
        ],
        "ratings": [
            {
                "criterion": criterion.title,
                "levels": [
                    str(message) for message in describe_levels(criterion, answer.rating_words)
                ],
            }
            for criterion, _ in answer.weights
            if kind_of(criterion).is_rating
        ],
        "own_criteria": [
            {"criterion": criterion.title, "unit": criterion.own.unit}
            | dict(
                zip(
                    ("zero_points_at", "full_points_at"),
                    criterion.own.limit_and_aspiration,
                    strict=True,
                )
            )
            for criterion, _ in answer.weights
            if criterion.own is not None
        ],
        "recommendation": {
            "option": answer.recommended.name if answer.recommended else None,
            "rule": required.rule.value,
            "clear": answer.is_clear,
            "certainty": certainty_document(answer),
            "sentence": " ".join(
                str(message) for line in build_headline(answer).lines for message in line
            ),
            "published_conclusion": None if published is None else asdict(published),
        },
        "changes": [
            {"what": str(c.what), "to": str(c.to), "by": c.by, "winner": c.winner}
            for c in answer.changes
        ],
        "findings": [
            _select_fields(finding, "check severity options text=message consequence evidence")
            for finding in answer.findings
        ],
        "price_scope": _price_scope_document(answer.scope),
        **sensitivity_document(answer, robustness),
    }


def _required_load_document(answer: Answer) -> dict[str, Any]:
    """Return the required load: as stated, grown to the horizon, with the reserve."""
    requirement = answer.requirement
    unit, load = requirement.stated_load
    without = answer.demand_tps / (1.0 + requirement.reserve)
    return {
        "load": load,
        "unit": unit.value,
        "grown_tps": without,
        "reserve_tps": answer.demand_tps - without,
        "required_tps": answer.demand_tps,
    }


def _carried_load(option: OptionAnswer, required: Requirement) -> dict[str, Any]:
    """Return the load that an option carries, with growth and reserve on top (MODEL P1)."""
    unit, visits_for_one = load_unit_and_visits_per_unit(required)
    visits, limit = option.limit_visits_per_month, option.limit_tps
    return {
        "carried_tps": None if limit is None else without_growth_and_reserve(required, limit),
        "carried": visits
        and {
            "load": visits if unit is None else round_load(visits / visits_for_one),
            "unit": required.stated_load[0].value,
        },
    }


def _runway_document(option: OptionAnswer, runway: Runway | None) -> dict[str, Any]:
    """Return up to which month an option lasts, and what outgrows it (MODEL F2).

    Months are null where they are not shown, and where nothing ever outgrows the option; `lasts`
    tells which. In month 0 it is outgrown today, and there is no last month.
    """
    known = None if runway is None else runway.option_runway(option.option)
    if known is None:
        return {}
    last = known.last_month
    return {
        **_last_month_document("last_month", last),
        **_last_month_document("outgrown_month", last.first_month_outgrown),
        "outgrown_by": known.outgrown_by and known.outgrown_by.value,
        "lasts": last.lasts_forever if last.is_shown else None,
    }


def _last_month_document(name: str, months: LastMonth) -> dict[str, int | None]:
    ends = {name: months.point, f"{name}_low": months.low, f"{name}_high": months.high}
    return {
        key: None if month is None or math.isinf(month) or month < 0 else round(month)
        for key, month in ends.items()
    }


def _option_document(answer: OptionAnswer, currency: str, required: Requirement) -> dict[str, Any]:
    premium = answer.premium
    return {
        **_select_fields(
            answer.option, "option=name architecture shared_storage serves_files restore_s"
        ),
        **_select_fields(
            answer, "verdict status outcome basis target_over_single_run=single_run_margin"
        ),
        "justified_premium": premium  # times the price of another option, by published ratios
        and _select_fields(premium, "against least most")
        | {"ratios": [{"by": what, "times": times} for what, times in premium.ratios]},
        **_select_fields(answer, "reason"),
        "screen": {name: verdict.value for name, verdict in answer.rule_verdicts},
        **_select_fields(
            answer,
            "response_time_s=response_s capacity_tps capacity_low_tps"
            " capacity_is_at_least=capacity_is_censored capacity_visits_per_month headroom"
            " headroom_low limit_tps limit_visits_per_month spare=spare_share",
        ),
        **_carried_load(answer, required),
        **_usable_capacity_document(answer, required),
        "degraded": [
            _select_fields(
                each,
                "state runs io_points peak_tps average_tps outcome_at_peak outcome_at_average"
                " verdict_at_peak=at_peak verdict_at_average=at_average response_at_peak_s"
                " response_at_average_s",
            )
            for each in answer.degraded
        ],
        "price": _price_document(answer, currency),
        "quote": _quote_document(answer),
        "provisioning_s": answer.provisioning_s.point,
        **_select_fields(answer, "provisioning_interval_s=provisioning_s ease_factor"),
        "ease_share": None if not answer.ease_factor else 1.0 / answer.ease_factor,
        **_select_fields(answer, "evidence_grade host_busy_at_peak host_limit_tps"),
        "value": answer.value.point if answer.rank else None,
        **_select_fields(answer, "value_interval=value rank first_share"),
        **option_certainty_document(answer),
    }


def _usable_capacity_document(answer: OptionAnswer, required: Requirement) -> dict[str, Any]:
    """What an option can hold, what is needed at the horizon and what the rule says (MODEL F1)."""
    option, needed = answer.option, most_needed_bytes(required)
    held, price = effective_capacity(option), answer.price
    per_tb = None if held is None or price is None else price_per_usable_tb(price, held.least)
    return {
        "usable_bytes": None if held is None else held._asdict(),
        "needed_bytes": needed,
        "usable_outcome": None
        if needed is None
        else _OUTCOMES[has_needed_capacity(option, needed)],
        "break_even_reduction": None if needed is None else break_even_reduction(option, needed),
        "price_per_usable_tb": None if per_tb is None else str(per_tb),
    }


def workload_profile_document(profile: WorkloadProfile) -> dict[str, Any]:
    """`profile --json`: what a transaction asks of the storage; null where nobody said."""
    shown = (
        *("reads", "writes", "block_bytes", "large_bytes"),
        *("sync_reads", "log_writes", "transactions_per_s"),
    )
    sources = [
        {"field": each.field, "value": getattr(profile, each.field)}
        | _select_fields(each, "from=origin line")
        for each in profile.sources
    ]
    return {name: getattr(profile, name) for name in shown} | {"sources": sources}


def _price_document(answer: OptionAnswer, currency: str) -> dict[str, Any] | None:
    price = answer.price
    if price is None:
        return None
    discounting = {}
    if price.discount_rate is not None and price.undiscounted is not None:  # a present value
        discounting = {
            "discount_rate": f"{price.discount_rate:f}",
            "undiscounted": str(price.undiscounted.total),
        }
    per_tpm, per_million = answer.price_per_tpm, answer.price_per_million_visits
    return {
        "amount": str(price.total),
        "rounded_total": str(price.total),
        "unrounded": f"{price.unrounded:f}",
        "currency": currency,
        **_select_fields(price, "purchase maintenance services discount capex opex"),
        **discounting,
        "storage_only": price.storage_only,
        "left_out": [
            {
                "description": line.description,
                **{
                    k: v
                    for k, v in _select_known_fields(line, "part_number row").items()
                    if v != ""
                },
            }
            for line in price.left_out
        ],
        "rates": [
            _select_fields(rate, "from=from_currency to=to_currency rate date=dated source")
            for rate in price.rates
        ],
        "per_tpm": None if per_tpm is None else str(per_tpm),
        **_select_fields(answer, "per_tpm_three_digits=price_per_tpm_by_digits"),
        "per_million_visits": None if per_million is None else str(per_million),
    }


_QUOTE_FIELDS = "file sha256 state currency accepted_reason read_by"


def _quote_document(answer: OptionAnswer) -> dict[str, Any] | None:
    """What is known of the quote that an option's prices were read from, and what is open."""
    record = answer.quote
    if record is None:
        return None
    return {
        **_select_fields(record, _QUOTE_FIELDS),
        "read_at": _format_moment(record.read_at),
        "price_sheet_changed": answer.quote_is_changed,
        "findings": [
            {
                **_select_fields(each.finding, "code text amount"),
                "agreed": None
                if each.agreement is None
                else {
                    **_select_fields(each.agreement, "reason by=agreed_by"),
                    "at": _format_moment(each.agreement.agreed_at),
                },
            }
            for each in record.findings
        ],
    }


def _format_moment(at: datetime) -> str:
    return f"{at.isoformat(timespec='seconds')}Z"


def _price_scope_document(table: ScopeTable | None) -> list[dict[str, Any]]:
    """Who includes what: each item with what every option's price has of it, before discounts."""
    if table is None:
        return []
    return [
        {
            "item": str(row.item.title),
            "open": row.is_open,
            "options": {
                option.name: {
                    **_select_fields(cell, "state amount"),
                    **({"reason": cell.reason} if cell.reason else {}),
                }
                for option, cell in zip(table.options, row.cells, strict=True)
            },
        }
        for row in table.rows
    ]


def import_document(
    outcome: ImportOutcome, clocks: Iterable[Message], *, options_made: bool
) -> dict[str, Any]:
    """`import --json`: what became of every file, options that names speak of, hosts' clocks."""
    names = {file.id: file.name for file in outcome.files}
    return {
        "files": [
            {
                **_select_known_fields(file, "file=name sha256 size_bytes tool status option"),
                **({"option_is_guess": True} if file.option_is_guess else {}),
                **_select_known_fields(file, "duplicate_of"),
                "problems": [problem_document(p) for p in file.problems],
            }
            for file in outcome.files
        ],
        "options_made" if options_made else "options_proposed": [
            {
                **_select_fields(proposal, "option=name architecture"),
                "files": [names[id_] for id_ in proposal.file_ids],
            }
            for proposal in outcome.proposals
        ],
        "quotes": [quote.name for quote in outcome.quotes],
        "host_recordings": [str(message) for message in clocks],
    }

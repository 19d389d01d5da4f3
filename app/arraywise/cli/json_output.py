"""JSON documents; fields are added, never renamed."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from arraywise.domain.criteria import describe_levels, kind_of
from arraywise.domain.requirement import Goal
from arraywise.present.descriptions import shape_of
from arraywise.present.summary import say_recommendation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.domain.criteria import Criterion, CriterionSetting
    from arraywise.domain.decision import (
        Answer,
        Cell,
        Consistency,
        Finding,
        Interval,
        LeadBar,
        NearestTie,
        Opinion,
        OptionAnswer,
        Premium,
        RankShares,
        ResponseComparison,
        Robustness,
        ThroughputShape,
    )
    from arraywise.domain.evidence import Load, Measurement, Run
    from arraywise.domain.messages import Problem, Said
    from arraywise.domain.pricing import PriceTotal
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.workload import WorkloadProfile
    from arraywise.importing.outcome import ImportOutcome
    from arraywise.usecases.inspect_files import InspectedFile, SeriesSummary


def option_sureness(option: OptionAnswer) -> dict[str, Any]:
    """One option: contributions, ranks in three states, central weights, the next test."""
    plan, shape = option.next_test, shape_of(option)
    return {
        "criteria": [_cell(cell) for cell in option.cells],
        "first_share_by_order": option.first_share_by_order,
        "first_share_any": option.first_share_any,
        "rank_acceptability": [_ranks(shares) for shares in option.rank_shares],
        "central_weights": _weights(option.central_weights),
        "confidence": option.confidence,
        "on_frontier": option.on_frontier,
        "dominated_by": list(option.dominated_by),
        "knee_users": option.knee_users,
        "throughput_shape": None if shape is None else _shape(shape),
        "next_test": None
        if plan is None
        else {
            "users": plan.users,
            "runs": plan.runs,
            "response_time_s": interval(plan.response_s),
        },
    }


def _shape(shape: ThroughputShape) -> dict[str, Any]:
    return {
        "alpha": interval(shape.alpha),
        "beta": interval(shape.beta),
        "gamma_tps": interval(shape.gamma),
        "peak_users": shape.peak_users,
        "most_tps": shape.most_tps,
        "misfit_of_highest_rate": shape.misfit,
        "most_tps_ends": None if shape.most_tps_ends is None else list(shape.most_tps_ends),
        "levels": shape.levels,
        "rough": shape.is_rough,
        "one_sided": list(shape.one_sided),
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "criterion": cell.criterion.value,
        "attribute": interval(cell.attribute),
        "points": interval(cell.points),
        "contribution": cell.contribution,
    }


def _ranks(shares: RankShares) -> dict[str, Any]:
    return {
        "accepted": shares.knowledge.value,
        "shares": list(shares.shares),
        "half_widths": list(shares.half_widths),
        "beats": dict(shares.beats),
    }


def certainty(answer: Answer) -> dict[str, Any]:
    """How sure the recommendation is: on what basis that is said, and who else could win."""
    found = answer.certainty
    return {
        "basis": found.basis.value,
        "sentence": None if found.said is None else str(found.said),
        "details": [str(said) for said in found.details],
        "ahead_of_second": found.ahead,
        "could_win": [{"option": each.option, "share": each.share} for each in found.rivals],
        "without_price": list(found.unpriced),
        "best_value_shown": answer.recommended is not None and not found.without_prices,
        "serious_findings": found.serious,
    }


def sureness(answer: Answer, robustness: Robustness) -> dict[str, Any]:
    """Return what surrounds the recommendation: stability, ties, tornado, frontier, opinions."""
    return {
        "draws": answer.draws,
        "seed": answer.seed,
        "value_functions": [_setting(setting) for setting in answer.settings],
        "weight_stability": {
            criterion.value: {"low": low, "high": high}
            for criterion, low, high in answer.weight_ranges
        },
        "stale_weights": [
            {"criterion": s.criterion.value, "judged": list(s.judged), "now": list(s.now)}
            for s in answer.stale_weights
        ],
        "prices_outside_anchors": list(answer.prices_outside),
        "price_range_to_confirm": None
        if answer.open_price_range is None
        else {"limit": answer.open_price_range[0], "aspiration": answer.open_price_range[1]},
        "nearest_ties": [_tie(tie) for tie in robustness.nearest_ties],
        "tornado": [_bar(bar) for bar in robustness.lead_bars],
        "frontier": [
            {
                "option": step.option,
                "price": step.price,
                "points_apart_from_price": step.merit,
                "price_per_point": step.price_per_point,
            }
            for step in answer.frontier
        ],
        "weight_consistency": _consistency(answer.consistency),
        "stakeholders": [_opinion(opinion, answer) for opinion in answer.opinions],
        "comparisons": [_comparison(compared) for compared in answer.comparisons],
    }


def _setting(setting: CriterionSetting) -> dict[str, Any]:
    return {
        "criterion": setting.criterion.value,
        "swing": setting.swing,
        "limit": setting.limit,
        "target": setting.target,
        "target_points": setting.target_value,
        "aspiration": setting.aspiration,
        "further_points": [
            {"attribute": attribute, "points": points} for attribute, points in setting.further
        ],
    }


def _tie(tie: NearestTie) -> dict[str, Any]:
    return {"rival": tie.rival, "weights": _weights(tie.weights), "distance": tie.distance}


def _bar(bar: LeadBar) -> dict[str, Any]:
    return {
        "what": str(bar.what),
        "low": str(bar.low),
        "high": str(bar.high),
        "lead_at_low": bar.lead_at_low,
        "lead_at_high": bar.lead_at_high,
        "least_lead": bar.least_lead,
        "most_lead": bar.most_lead,
        "winner_at_low": bar.winner_at_low,
        "winner_at_high": bar.winner_at_high,
        "flip": None if bar.flip is None else str(bar.flip),
    }


def _opinion(opinion: Opinion, answer: Answer) -> dict[str, Any]:
    names = [option.option.name for option in answer.options]
    return {
        "name": opinion.name,
        "is_mean": opinion.is_mean,
        "method": opinion.method.value,
        "decides": opinion.decides,
        "weights": _weights(opinion.weights),
        "consistency": _consistency(opinion.consistency),
        "ranks": dict(zip(names, opinion.ranks, strict=True)),
        "values": dict(zip(names, opinion.values, strict=True)),
    }


def _consistency(found: Consistency | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "largest_eigenvalue": found.largest_eigenvalue,
        "index": found.index,
        "ratio": found.ratio,
        "is_doubtful": found.is_doubtful,
    }


def _comparison(compared: ResponseComparison) -> dict[str, Any]:
    return {
        "options": list(compared.options),
        "users": compared.users,
        "ratio": interval(compared.ratio),
        "p_value": compared.p_value,
        "adjusted_p": compared.adjusted_p,
        "tied": compared.tied,
        "equivalent": compared.equivalent,
        "smallest_difference": compared.smallest_difference,
        "runs_to_tell": compared.runs_to_tell,
    }


def _weights(weights: Iterable[tuple[Criterion, float]] | None) -> dict[str, float] | None:
    return None if weights is None else {criterion.value: w for criterion, w in weights}


def interval(interval: Interval) -> dict[str, float | None]:
    """An interval; an end that is not known is null."""
    return {"low": interval.low, "point": interval.point, "high": interval.high}


def _present(**fields: object) -> dict[str, Any]:
    """Keep what is there: absent where the file does not say."""
    return {name: value for name, value in fields.items() if value is not None}


def inspection(files: tuple[InspectedFile, ...]) -> dict[str, Any]:
    """`inspect --json`: every file with what was read from it, in SI units."""
    return {"files": [inspected_file(file) for file in files]}


def inspected_file(inspected: InspectedFile) -> dict[str, Any]:
    """One file of `inspect --json`."""
    file, reading = inspected.file, inspected.file.reading
    return _present(
        file=file.name,
        sha256=file.sha256,
        size_bytes=file.size_bytes,
        tool=reading.tool,
        tool_version=reading.tool_version,
        status=reading.status.value,
        run_type=reading.run_type,
        encoding=reading.encoding,
    ) | {
        "problems": [problem(p) for p in reading.problems],
        "runs": [
            _run(run, series) for run, series in zip(reading.runs, inspected.series, strict=True)
        ],
    }


def problem(problem: Problem) -> dict[str, Any]:
    """A problem with the line it was met at."""
    return _present(line=problem.line, severity=problem.severity.value, text=problem.text)


def _run(run: Run, series: tuple[SeriesSummary, ...]) -> dict[str, Any]:
    return _present(
        run=run.name,
        started_at=run.started_at,
        duration_s=run.duration_s,
        complete=run.complete,
        host=run.host,
    ) | {
        "attributes": dict(run.attributes),
        "measurements": [_measurement(m) for m in run.measurements],
        "series": [
            _present(
                name=s.name,
                instance=s.instance,
                unit=s.unit.value,
                rows=s.rows,
                first=s.first,
                last=s.last,
                mean=s.mean,
            )
            for s in series
        ],
    }


def _measurement(measurement: Measurement) -> dict[str, Any]:
    return _present(
        metric=measurement.metric.value,
        statistic=measurement.statistic,
        value=measurement.value,
        unit=measurement.unit.value,
        load=_load(measurement.load),
        group=measurement.group,
        line=measurement.line,
        column=measurement.column,
        origin=measurement.origin.value,
    )


def _load(load: Load) -> dict[str, int]:
    return _present(users=load.users, small_ios=load.small_ios, large_ios=load.large_ios)


def decision(answer: Answer, robustness: Robustness) -> dict[str, Any]:
    """`decide --json`: the answer to the study's requirement, and what would change it."""
    required = answer.requirement
    budget = None if required.budget is None else f"{required.budget:f}"
    return {
        "requirement": asdict(required)
        | {
            "demand_tps": answer.demand_tps,
            "convention": required.convention.value,
            "rule": required.rule.value,
            "budget": budget,
            "response_time_s": _stated_target(required),
        },
        "weights": {criterion.value: weight for criterion, weight in answer.weights},
        "thresholds": asdict(answer.thresholds),
        "options": [_option(option, answer.currency) for option in answer.options],
        "ratings": [
            {
                "criterion": criterion.value,
                "levels": [str(said) for said in describe_levels(criterion, answer.rating_words)],
            }
            for criterion, _ in answer.weights
            if kind_of(criterion).is_rating
        ],
        "recommendation": {
            "option": answer.recommended.name if answer.recommended else None,
            "rule": required.rule.value,
            "clear": answer.clear,
            "certainty": certainty(answer),
            "sentence": " ".join(str(said) for said in say_recommendation(answer)),
            "published_conclusion": _conclusion(answer),
        },
        "changes": [
            {"what": str(c.what), "to": str(c.to), "by": c.by, "winner": c.winner}
            for c in answer.changes
        ],
        "findings": [_finding(finding) for finding in answer.findings],
        **sureness(answer, robustness),
    }


def _stated_target(required: Requirement) -> float | None:
    """The target response time; null where the target is none or on the storage."""
    return required.response_time_s if required.goal is Goal.RESPONSE_TIME else None


def _conclusion(answer: Answer) -> dict[str, str] | None:
    published = answer.published_conclusion
    return None if published is None else asdict(published)


def _option(answer: OptionAnswer, currency: str) -> dict[str, Any]:
    return {
        "option": answer.option.name,
        "architecture": answer.option.architecture.value,
        "shared_storage": answer.option.shared_storage,
        "serves_files": answer.option.serves_files,
        "restore_s": answer.option.restore_s,
        "verdict": answer.verdict.value,
        "status": answer.status.value,
        "outcome": answer.outcome.value,
        "basis": answer.basis.value,
        "target_over_single_run": answer.margin,
        "justified_premium": _premium(answer.premium),
        "reason": str(answer.reason),
        "screen": {name: verdict.value for name, verdict in answer.screen},
        "response_time_s": interval(answer.response_s),
        "capacity_tps": answer.capacity_tps,
        "capacity_low_tps": answer.capacity_low_tps,
        "capacity_is_at_least": answer.capacity_is_censored,
        "capacity_visits_per_month": answer.capacity_visits_per_month,
        "headroom": answer.headroom,
        "headroom_low": answer.headroom_low,
        "price": _price(answer, currency),
        "provisioning_s": answer.provisioning_s.point,
        "provisioning_interval_s": interval(answer.provisioning_s),
        "ease_factor": answer.ease_factor,
        "ease_share": None if not answer.ease_factor else 1.0 / answer.ease_factor,
        "evidence_grade": answer.evidence_grade,
        "host_busy_at_peak": answer.host_busy_at_peak,
        "host_limit_tps": answer.host_limit_tps,
        "value": answer.value.point if answer.rank else None,
        "value_interval": interval(answer.value),
        "rank": answer.rank,
        "first_share": answer.first_share,
        **option_sureness(answer),
    }


def _premium(premium: Premium | None) -> dict[str, Any] | None:
    """What an option may cost, times the price of another one, by published ratios."""
    if premium is None:
        return None
    return {
        "against": premium.against,
        "least": premium.least,
        "most": premium.most,
        "ratios": [{"by": what, "times": times} for what, times in premium.ratios],
    }


def workload_profile(profile: WorkloadProfile) -> dict[str, Any]:
    """`profile --json`: what a transaction asks of the storage; null where nobody said."""
    shown = (
        *("reads", "writes", "block_bytes", "large_bytes"),
        *("sync_reads", "log_writes", "transactions_per_s"),
    )
    sources = [
        {
            "field": source.field,
            "value": getattr(profile, source.field),
            "from": source.origin,
            "line": source.line,
        }
        for source in profile.sources
    ]
    return {name: getattr(profile, name) for name in shown} | {"sources": sources}


def _discounting(price: PriceTotal) -> dict[str, str]:
    """Say by which rate of a year an amount is a net present value, and what is paid instead."""
    if price.discount_rate is None or price.undiscounted is None:
        return {}
    return {
        "discount_rate": f"{price.discount_rate:f}",
        "undiscounted": str(price.undiscounted.total),
    }


def _price(answer: OptionAnswer, currency: str) -> dict[str, Any] | None:
    if answer.price is None:
        return None
    per_tpm, per_million = answer.price_per_tpm, answer.price_per_million_visits
    by_digits = answer.price_per_tpm_by_digits
    price = answer.price
    return {
        "amount": str(price.total),
        "rounded_total": str(price.total),
        "unrounded": f"{price.unrounded:f}",
        "currency": currency,
        "purchase": f"{price.purchase:f}",
        "maintenance": f"{price.maintenance:f}",
        "services": f"{price.services:f}",
        "discount": f"{price.discount:f}",
        **_discounting(price),
        "storage_only": price.storage_only,
        "left_out": [
            _present(
                description=line.description, part_number=line.part_number or None, row=line.row
            )
            for line in price.left_out
        ],
        "rates": [
            {
                "from": rate.from_currency,
                "to": rate.to_currency,
                "rate": f"{rate.rate:f}",
                "date": rate.dated,
                "source": rate.source,
            }
            for rate in price.rates
        ],
        "per_tpm": None if per_tpm is None else str(per_tpm),
        "per_tpm_three_digits": None if by_digits is None else f"{by_digits:f}",
        "per_million_visits": None if per_million is None else str(per_million),
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "check": finding.check,
        "severity": finding.severity.value,
        "options": list(finding.options),
        "text": str(finding.said),
        "consequence": str(finding.consequence),
        "evidence": list(finding.evidence),
    }


def import_outcome(
    outcome: ImportOutcome, clocks: Iterable[Said], *, made: bool
) -> dict[str, Any]:
    """`import --json`: what became of every file, options that names speak of, hosts' clocks."""
    names = {file.id: file.name for file in outcome.files}
    return {
        "files": [
            _present(
                file=file.name,
                sha256=file.sha256,
                size_bytes=file.size_bytes,
                tool=file.tool,
                status=file.status.value,
                option=file.option,
                option_is_guess=file.option_is_guess or None,
                duplicate_of=file.duplicate_of,
            )
            | {"problems": [problem(p) for p in file.problems]}
            for file in outcome.files
        ],
        "options_made" if made else "options_proposed": [
            {
                "option": proposal.name,
                "architecture": proposal.architecture.value,
                "files": [names[id_] for id_ in proposal.file_ids],
            }
            for proposal in outcome.proposals
        ],
        "host_recordings": [str(said) for said in clocks],
    }

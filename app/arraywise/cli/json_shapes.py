"""The JSON documents of the command line; fields may be added, never renamed."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from arraywise.analysis.recommendation import say_recommendation
from arraywise.cli.json_sureness import certainty, interval, option_sureness, sureness
from arraywise.domain.criteria import describe_levels, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.evidence import Load, Measurement, Run
    from arraywise.domain.findings import Finding
    from arraywise.domain.pricing import PriceTotal
    from arraywise.domain.problems import Problem
    from arraywise.domain.said import Said
    from arraywise.domain.sureness import Robustness
    from arraywise.usecases.import_outcome import ImportOutcome
    from arraywise.usecases.inspect_files import InspectedFile, SeriesSummary


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

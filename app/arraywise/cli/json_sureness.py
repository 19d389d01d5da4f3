"""What `decide --json` says of how sure the answer is; fields may be added, never renamed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arraywise.usecases.describe_shapes import shape_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.domain.criteria import Criterion, CriterionSetting
    from arraywise.domain.decision import (
        Answer,
        Cell,
        Interval,
        OptionAnswer,
        ResponseComparison,
        ThroughputShape,
    )
    from arraywise.domain.sureness import (
        Consistency,
        LeadBar,
        NearestTie,
        Opinion,
        RankShares,
        Robustness,
    )


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

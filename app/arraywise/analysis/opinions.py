"""How the options stand by everybody's weights (MODEL D5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.deciders import mean_weights, swings_of
from arraywise.analysis.pairwise import judge_pairs, pair_matrix
from arraywise.analysis.scoring import weights_from_swings
from arraywise.domain.sureness import Opinion
from arraywise.domain.weighting import Decider, Method

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.question import Question
    from arraywise.analysis.vectors import Floats
    from arraywise.domain.criteria import Criterion
    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.sureness import Consistency
    from arraywise.domain.weighting import Judgement


def hear_opinions(question: Question, options: Sequence[OptionAnswer]) -> tuple[Opinion, ...]:
    """Return how the passing options stand by each set of weights; empty without stakeholders.

    The study's own weights come first, then each stakeholder's, then the mean of those.
    """
    weighting, settings = question.weighting, question.own_settings
    if not weighting.stakeholders:
        return ()
    decider = weighting.decider
    own = _opinion("", weighting.method, weights_from_swings(settings), question, options)
    found = [replace(own, decides=decider is Decider.STUDY)]
    for each in weighting.stakeholders:
        weights = weights_from_swings(swings_of(settings, each))
        heard = _opinion(each.name, each.method, weights, question, options)
        decides = decider is Decider.STAKEHOLDER and weighting.decider_name == each.name
        consistency = check_pairs([s.criterion for s in settings], each.judgements)
        found.append(replace(heard, decides=decides, consistency=consistency))
    mean = _opinion("", Method.SWINGS, mean_weights(settings, weighting), question, options)
    return (*found, replace(mean, is_mean=True, decides=decider is Decider.MEAN))


def check_pairs(
    criteria: Sequence[Criterion], judgements: Sequence[Judgement]
) -> Consistency | None:
    """Return how well pairwise judgements agree; None where there are none."""
    return judge_pairs(pair_matrix(criteria, judgements))[1] if judgements else None


def _opinion(
    name: str,
    method: Method,
    weights: Floats,
    question: Question,
    options: Sequence[OptionAnswer],
) -> Opinion:
    values = [
        None if option.rank is None else _value(option, weights.tolist()) for option in options
    ]
    order = sorted(
        (i for i, value in enumerate(values) if value is not None),
        key=lambda i: (-round(values[i] or 0.0, 9), options[i].rank or 0),
    )
    ranks = {index: place for place, index in enumerate(order, start=1)}
    return Opinion(
        name=name,
        is_mean=False,
        method=method,
        weights=tuple(
            (setting.criterion, weight)
            for setting, weight in zip(question.own_settings, weights.tolist(), strict=True)
        ),
        values=tuple(values),
        ranks=tuple(ranks.get(index) for index in range(len(options))),
        decides=False,
    )


def _value(option: OptionAnswer, weights: Sequence[float]) -> float:
    return sum(
        weight * (cell.points.point or 0.0)
        for weight, cell in zip(weights, option.cells, strict=True)
    )

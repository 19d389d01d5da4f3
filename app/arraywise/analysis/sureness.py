"""How sure the ranking of the passing options is, by what is accepted of the weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.analysis.acceptability import (
    central_weights,
    confidences,
    find_places,
    half_widths,
    rank_shares,
    value_draws,
)
from arraywise.analysis.draws import draw_points, draw_weights
from arraywise.domain.sureness import Knowledge, RankShares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.acceptability import Places
    from arraywise.analysis.question import Question
    from arraywise.analysis.vectors import Floats
    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.sureness import Weights

VARYING = (Knowledge.ORDER, Knowledge.NOTHING)


@dataclass(frozen=True, slots=True)
class Sureness:
    """How sure one option's rank is."""

    shares: tuple[RankShares, ...]
    """In the order of `Knowledge`."""
    central: Weights | None
    confidence: float | None


def judge_sureness(
    question: Question, options: Sequence[OptionAnswer], draws: int
) -> tuple[Sureness, ...]:
    """Draw measurements and weights, and say which ranks these options take (MODEL D7.5).

    Args:
        question: how options are valued.
        options: those that pass, with their cells.
        draws: how many.
    """
    names = [option.option.name for option in options]
    intervals = [[cell.attribute for cell in option.cells] for option in options]
    points = draw_points(intervals, question.contest.settings, draws)
    drawn = {knowledge: draw_weights(question.weights, knowledge, draws) for knowledge in VARYING}
    drawn[Knowledge.STATED] = question.weights
    places = {
        knowledge: find_places(value_draws(points, drawn[knowledge])) for knowledge in Knowledge
    }
    ranks = [_rank(knowledge, found, names) for knowledge, found in places.items()]
    central = central_weights(places[Knowledge.NOTHING], drawn[Knowledge.NOTHING])
    sure = confidences(points, central)
    return tuple(
        Sureness(
            shares=tuple(each[index] for each in ranks),
            central=_name_weights(question, central[index]),
            confidence=sure[index],
        )
        for index in range(len(options))
    )


def _rank(knowledge: Knowledge, places: Places, names: Sequence[str]) -> list[RankShares]:
    shares = rank_shares(places)
    widths = half_widths(shares, places.better.shape[1])
    return [
        RankShares(
            knowledge,
            tuple(row.tolist()),
            tuple(width.tolist()),
            tuple(
                (other, float(won))
                for place, (other, won) in enumerate(zip(names, wins, strict=True))
                if place != index
            ),
        )
        for index, (row, width, wins) in enumerate(zip(shares, widths, places.wins, strict=True))
    ]


def _name_weights(question: Question, weights: Floats | None) -> Weights | None:
    if weights is None:
        return None
    return tuple(
        (setting.criterion, float(weight))
        for setting, weight in zip(question.contest.settings, weights, strict=True)
    )

"""Weights from pairs of criteria, and how well the pairs agree (MODEL D5).

Source: Saaty, A Scaling Method for Priorities in Hierarchical Structures, Journal of Mathematical
Psychology 15 (1977): weights are the principal eigenvector, the index is compared with that of
random judgements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arraywise.domain.problems import UserError
from arraywise.domain.sureness import Consistency

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.vectors import Floats
    from arraywise.domain.criteria import Criterion
    from arraywise.domain.weighting import Judgement

RANDOM_INDEX = (0.0, 0.0, 0.0, 0.58, 0.90, 1.12, 1.24, 1.32, 1.41, 1.45, 1.49)
"""Mean index of random judgements by the number of criteria."""


def pair_matrix(criteria: Sequence[Criterion], judgements: Sequence[Judgement]) -> Floats:
    """Return the reciprocal matrix of judgements; pairs that nobody judged are equal.

    Raises:
        UserError: when a ratio is no positive number.
    """
    places = {criterion: place for place, criterion in enumerate(criteria)}
    matrix = np.ones((len(criteria), len(criteria)))
    for judged in judgements:
        if not 0 < judged.ratio < np.inf:
            sentence = "A ratio of two criteria must be a number above zero."
            raise UserError(sentence)
        if judged.first in places and judged.second in places:
            row, column = places[judged.first], places[judged.second]
            matrix[row, column], matrix[column, row] = judged.ratio, 1.0 / judged.ratio
    return matrix


def judge_pairs(matrix: Floats) -> tuple[Floats, Consistency]:
    """Return the weights of a reciprocal matrix and how consistent it is."""
    count = len(matrix)
    values, vectors = np.linalg.eig(matrix)
    largest = int(np.argmax(values.real))
    weights = np.abs(vectors[:, largest].real)
    eigenvalue = float(values[largest].real)
    index = max(0.0, (eigenvalue - count) / (count - 1)) if count > 1 else 0.0
    random = RANDOM_INDEX[min(count, len(RANDOM_INDEX) - 1)]
    ratio = index / random if random > 0 else 0.0
    return np.asarray(weights / weights.sum()), Consistency(eigenvalue, index, ratio)

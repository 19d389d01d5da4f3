"""The stakeholders with their weights, and what was settled of the price's value function."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from arraywise.domain.criteria import Criterion
from arraywise.domain.weighting import (
    NOBODY_ELSE,
    Decider,
    Judgement,
    Method,
    Stakeholder,
    Swing,
    Weighting,
)
from arraywise.store.price_settings import PRICE_RANGE_CONFIRMED
from arraywise.store.reading.overview import setting

if TYPE_CHECKING:
    import duckdb

    from arraywise.store.study import Study

OWN = ""
"""In the place of a stakeholder's name: the study's own weights."""


def read_weighting(study: Study) -> Weighting:
    """Read the stakeholders and whose weights decide."""
    with study.cursor() as cursor:
        row = cursor.execute("SELECT decider, decider_name, method FROM weighting").fetchone()
        people = cursor.execute(
            "SELECT name, method FROM stakeholder ORDER BY position"
        ).fetchall()
        swings, judgements = _swings(cursor), _judgements(cursor)
    stakeholders = tuple(
        Stakeholder(name, tuple(swings[name]), Method(method), tuple(judgements[name]))
        for name, method in people
    )
    if row is None:
        return Weighting(stakeholders) if stakeholders else NOBODY_ELSE
    decider, name, method = row
    return Weighting(stakeholders, Decider(decider), name, Method(method), tuple(judgements[OWN]))


def _swings(cursor: duckdb.DuckDBPyConnection) -> dict[str, list[Swing]]:
    found: dict[str, list[Swing]] = defaultdict(list)
    rows = cursor.execute(
        "SELECT stakeholder, criterion, swing, judged_limit, judged_aspiration"
        " FROM stakeholder_swing ORDER BY position"
    ).fetchall()
    for name, criterion, swing, limit, aspiration in rows:
        found[name].append(Swing(Criterion(criterion), swing, both(limit, aspiration)))
    return found


def _judgements(cursor: duckdb.DuckDBPyConnection) -> dict[str, list[Judgement]]:
    found: dict[str, list[Judgement]] = defaultdict(list)
    rows = cursor.execute(
        "SELECT stakeholder, first_criterion, second_criterion, ratio"
        " FROM weight_judgement ORDER BY position"
    ).fetchall()
    for name, first, second, ratio in rows:
        found[name].append(Judgement(Criterion(first), Criterion(second), ratio))
    return found


def read_price_range(study: Study) -> tuple[float, float] | None:
    """Read limit and aspiration of the price as they were settled; None before that."""
    with study.cursor() as cursor:
        row = cursor.execute("SELECT limit_anchor, aspiration_anchor FROM price_range").fetchone()
    return None if row is None else (row[0], row[1])


def both(limit: float | None, aspiration: float | None) -> tuple[float, float] | None:
    """Return two anchors as a range; None where one is missing."""
    return None if limit is None or aspiration is None else (limit, aspiration)


def is_price_range_confirmed(study: Study) -> bool:
    """Say whether the user confirmed or gave the range that prices are valued over."""
    return setting(study, PRICE_RANGE_CONFIRMED) == "yes"

"""Replaces the stakeholders with their weights, and the range that prices are valued over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.price_settings import PRICE_RANGE_CONFIRMED
from arraywise.store.reading.weighting import OWN
from arraywise.store.writing.rows import insert_rows
from arraywise.store.writing.study import write_setting

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb

    from arraywise.domain.weighting import Judgement, Stakeholder, Weighting


def write_weighting(cursor: duckdb.DuckDBPyConnection, weighting: Weighting) -> None:
    """Put these stakeholders, and whose weights decide, in the place of the present ones."""
    for statement in (
        "DELETE FROM weighting",
        "DELETE FROM stakeholder",
        "DELETE FROM stakeholder_swing",
        "DELETE FROM weight_judgement",
    ):
        cursor.execute(statement)
    row = (weighting.decider.value, weighting.decider_name, weighting.method.value)
    insert_rows(cursor, "weighting", [row])
    people = weighting.stakeholders
    insert_rows(cursor, "stakeholder", [(i, s.name, s.method.value) for i, s in enumerate(people)])
    insert_rows(cursor, "stakeholder_swing", [row for s in people for row in _swings(s)])
    judged = [(OWN, weighting.judgements), *((s.name, s.judgements) for s in people)]
    insert_rows(
        cursor, "weight_judgement", [row for name, all_ in judged for row in _rows(name, all_)]
    )


def _swings(stakeholder: Stakeholder) -> Iterable[tuple[object, ...]]:
    return (
        (stakeholder.name, place, s.criterion.value, s.swing, *(s.judged or (None, None)))
        for place, s in enumerate(stakeholder.swings)
    )


def _rows(name: str, judgements: Iterable[Judgement]) -> Iterable[tuple[object, ...]]:
    return (
        (name, place, judged.first.value, judged.second.value, judged.ratio)
        for place, judged in enumerate(judgements)
    )


def write_price_range(
    cursor: duckdb.DuckDBPyConnection,
    limit_and_aspiration: tuple[float, float],
    *,
    confirmed: bool,
) -> None:
    """Store between which prices options are valued, and whether the user confirmed it."""
    cursor.execute("DELETE FROM price_range")
    insert_rows(cursor, "price_range", [limit_and_aspiration])
    write_setting(cursor, PRICE_RANGE_CONFIRMED, "yes" if confirmed else None)

"""What the client asks for, and what options are valued by."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.criteria import Criterion, CriterionSetting
from arraywise.domain.requirement import Convention, Requirement, Rule
from arraywise.store.reading.weighting import both

if TYPE_CHECKING:
    import duckdb

    from arraywise.domain.value_function import Corner
    from arraywise.store.study import Study


def read_requirement(study: Study) -> Requirement:
    """Read the requirement; the defaults of the domain where none was set."""
    with study.cursor() as cursor:
        result = cursor.execute("FROM requirement")
        names = [column[0] for column in result.description or ()]
        row = result.fetchone()
    if row is None:
        return Requirement()
    values = dict(zip(names, row, strict=True))
    values["convention"] = Convention(values["convention"])
    values["rule"] = Rule(values["rule"])
    if values["budget"] is not None:
        values["budget"] = Decimal(values["budget"])
    return Requirement(**values)


def read_criteria(study: Study) -> tuple[CriterionSetting, ...]:
    """Read the criteria; empty where the user has not changed the defaults."""
    with study.cursor() as cursor:
        rows = cursor.execute(
            "SELECT criterion, swing, limit_anchor, target_anchor, aspiration_anchor,"
            " target_value, judged_limit, judged_aspiration FROM criterion ORDER BY position"
        ).fetchall()
        further = _further_points(cursor)
    return tuple(
        replace(
            CriterionSetting(Criterion(name), *rest),
            judged=both(limit, aspiration),
            further=tuple(further[name]),
        )
        for name, *rest, limit, aspiration in rows
    )


def _further_points(cursor: duckdb.DuckDBPyConnection) -> dict[str, list[Corner]]:
    found: dict[str, list[Corner]] = defaultdict(list)
    rows = cursor.execute(
        "SELECT criterion, attribute, points FROM value_point ORDER BY criterion, position"
    ).fetchall()
    for criterion, attribute, points in rows:
        found[criterion].append((attribute, points))
    return found

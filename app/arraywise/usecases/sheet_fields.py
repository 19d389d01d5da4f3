"""What the cells of the input sheets hold: how a value is got out of the inputs and put in.

A cell's value is the figure that it shows, in the unit of its column: percents, months, minutes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, TypeAlias

from arraywise.domain.criteria import kind_of
from arraywise.domain.said import Said, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.pricing import PriceLine
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.sheets import Value

SECONDS_PER_HOUR = 3600.0
Figure: TypeAlias = float | None
"""What a formula comes to; None where it has a fault."""


class Unfit(Exception):  # noqa: N818 - it is what is wrong with a value
    """A value that a field cannot take; says why."""

    def __init__(self, said: Said) -> None:
        super().__init__(str(said))
        self.said = said


@dataclass(frozen=True, slots=True)
class PriceField:
    """A column of a price sheet."""

    key: str
    get: Callable[[PriceLine], Value]
    put: Callable[[PriceLine, Figure], PriceLine] | None = None
    """None for texts, which formulas do not make."""


def _number(value: Decimal | None) -> Value:
    return None if value is None else float(value)


def exact(figure: Figure) -> Decimal | None:
    """Return a result as the decimal that spreadsheets show: 15 digits.

    Raises:
        Unfit: When it is negative.
    """
    if figure is None:
        return None
    if figure < 0:
        raise Unfit(say("{figure:,.6g} is below zero.", figure=figure))
    return Decimal(f"{figure:.15g}")


def _share(figure: Figure) -> Decimal:
    share = (exact(figure) or Decimal(0)) / 100
    if share > 1:
        raise Unfit(say("A discount is at most 100 %."))
    return share


def _months(figure: Figure) -> int:
    if figure is None or not (0 <= figure <= 600 and figure == int(figure)):
        raise Unfit(say("A warranty is a whole number of months."))
    return int(figure)


def _quantity(line: PriceLine, figure: Figure) -> PriceLine:
    value = exact(figure)
    return line if value is None else replace(line, quantity=value)


PRICE_FIELDS = (
    PriceField("description", lambda line: line.description or None),
    PriceField("part", lambda line: line.part_number or None),
    PriceField("source", lambda line: line.source or None),
    PriceField("category", lambda line: line.category or None),
    PriceField(
        "unit_price",
        lambda line: _number(line.unit_price),
        lambda line, figure: replace(line, unit_price=exact(figure)),
    ),
    PriceField("quantity", lambda line: float(line.quantity), _quantity),
    PriceField(
        "warranty",
        lambda line: float(line.warranty_months),
        lambda line, figure: replace(line, warranty_months=_months(figure)),
    ),
    PriceField(
        "per_month",
        lambda line: _number(line.maintenance_per_month),
        lambda line, figure: replace(line, maintenance_per_month=exact(figure)),
    ),
    PriceField(
        "maintenance",
        lambda line: _number(line.maintenance),
        lambda line, figure: replace(line, maintenance=exact(figure)),
    ),
    PriceField(
        "discount",
        lambda line: float(line.discount * 100),
        lambda line, figure: replace(line, discount=_share(figure)),
    ),
    PriceField(
        "maintenance_discount",
        lambda line: float(line.maintenance_discount * 100),
        lambda line, figure: replace(line, maintenance_discount=_share(figure)),
    ),
    PriceField("spares", lambda line: line.spares.value or None),
    PriceField("licence", lambda line: line.licence.value or None),
    PriceField("support", lambda line: line.support or None),
    PriceField("currency", lambda line: line.currency or None),
    PriceField("service", lambda line: line.one_off_service),
    PriceField("server", lambda line: line.is_server),
)
"""The fields of a price line, as the page shows them."""
EXTENDED = 9
"""Column of the extended price; that of the maintenance for 36 months follows."""
COMPUTED = frozenset({EXTENDED, EXTENDED + 1})
PRICE_COLUMNS = {
    field.key: place if place < EXTENDED else place + len(COMPUTED)
    for place, field in enumerate(PRICE_FIELDS)
}
"""Column of each field, A being 0; the seldom ones stand behind the computed ones."""
FIELD_IN_COLUMN = {PRICE_COLUMNS[field.key]: field for field in PRICE_FIELDS}


@dataclass(frozen=True, slots=True)
class RequirementField:
    """A row of the sheet of the requirement; its value stands in column B."""

    name: str
    unit: str
    get: Callable[[Requirement], Value]
    put: Callable[[Requirement, Figure], Requirement]
    is_money: bool = False
    is_yes_or_no: bool = False
    """Its value is shown as a word, and is 1 or 0 to formulas."""


def _given(figure: Figure) -> float:
    if figure is None or not math.isfinite(figure):
        raise Unfit(say("A number is needed here."))
    return figure


def _is_yes(figure: Figure) -> bool:
    """Read a yes as 1 and a no as 0, as formulas count them."""
    if figure not in {0.0, 1.0}:
        raise Unfit(say("Yes or no is needed here: 1 or 0."))
    return figure == 1.0


REQUIREMENT_FIELDS = (
    RequirementField(
        "Target response time", "ms",
        lambda r: r.response_time_s * 1000,
        lambda r, v: replace(r, response_time_s=_given(v) / 1000),
    ),
    RequirementField(
        "Visits per month", "",
        lambda r: float(r.visits_per_month),
        lambda r, v: replace(r, visits_per_month=round(_given(v))),
    ),
    RequirementField(
        "Transactions per visit", "",
        lambda r: r.transactions_per_visit,
        lambda r, v: replace(r, transactions_per_visit=_given(v)),
    ),
    RequirementField(
        "Days per month", "",
        lambda r: float(r.days_per_month),
        lambda r, v: replace(r, days_per_month=round(_given(v))),
    ),
    RequirementField(
        "Share of the traffic in the busiest hours", "%",
        lambda r: r.traffic_share * 100,
        lambda r, v: replace(r, traffic_share=_given(v) / 100),
    ),
    RequirementField(
        "Share of the time that these hours are", "%",
        lambda r: r.time_share * 100,
        lambda r, v: replace(r, time_share=_given(v) / 100),
    ),
    RequirementField(
        "Growth per month", "%",
        lambda r: r.growth_per_month * 100,
        lambda r, v: replace(r, growth_per_month=_given(v) / 100),
    ),
    RequirementField(
        "Horizon", "months",
        lambda r: float(r.horizon_months),
        lambda r, v: replace(r, horizon_months=round(_given(v))),
    ),
    RequirementField(
        "Reserve on top of the demand", "%",
        lambda r: r.reserve * 100,
        lambda r, v: replace(r, reserve=_given(v) / 100),
    ),
    RequirementField(
        "Least headroom", "%",
        lambda r: r.min_headroom * 100,
        lambda r, v: replace(r, min_headroom=_given(v) / 100),
    ),
    RequirementField(
        "Budget for 36 months", "",
        lambda r: _number(r.budget),
        lambda r, v: replace(r, budget=exact(v)),
        is_money=True,
    ),
    RequirementField(
        "Service restored within", "h",
        lambda r: None if r.max_restore_s is None else r.max_restore_s / SECONDS_PER_HOUR,
        lambda r, v: replace(r, max_restore_s=None if v is None else _given(v) * SECONDS_PER_HOUR),
    ),
    RequirementField(
        "Several hosts must share the storage", "",
        lambda r: r.needs_shared_storage,
        lambda r, v: replace(r, needs_shared_storage=_is_yes(v)),
        is_yes_or_no=True,
    ),
    RequirementField(
        "Files must be served (NFS, SMB)", "",
        lambda r: r.needs_files,
        lambda r, v: replace(r, needs_files=_is_yes(v)),
        is_yes_or_no=True,
    ),
)  # fmt: skip
"""Rows of the sheet of the requirement, from 1 on."""


@dataclass(frozen=True, slots=True)
class CriterionField:
    """A column of the sheet of criteria, from B on."""

    name: str
    get: Callable[[CriterionSetting], Value]
    put: Callable[[CriterionSetting, Figure], CriterionSetting]


def in_unit(setting: CriterionSetting, anchor: float | None) -> Value:
    """Return an anchor in the unit that people use for its criterion."""
    if anchor is None:
        return None
    return float(f"{anchor * kind_of(setting.criterion).per_unit:.10g}")


def in_si(setting: CriterionSetting, figure: Figure) -> float | None:
    """Return a figure of a criterion's unit in SI."""
    return None if figure is None else figure / kind_of(setting.criterion).per_unit


CRITERION_FIELDS = (
    CriterionField(
        "Swing", lambda c: c.swing, lambda c, v: replace(c, swing=_given(v), judged=None)
    ),
    CriterionField(
        "Limit",
        lambda c: in_unit(c, c.limit),
        lambda c, v: replace(c, limit=in_si(c, v)),
    ),
    CriterionField(
        "Target",
        lambda c: in_unit(c, c.target),
        lambda c, v: replace(c, target=in_si(c, v)),
    ),
    CriterionField(
        "Aspiration",
        lambda c: in_unit(c, c.aspiration),
        lambda c, v: replace(c, aspiration=in_si(c, v)),
    ),
    CriterionField(
        "Worth of the target",
        lambda c: c.target_value,
        lambda c, v: replace(c, target_value=_given(v)),
    ),
)
"""Columns of the sheet of criteria, from B on; a row is a criterion, in the unit people use."""
SWING = 1
"""Column of the swings."""
FIRST_STAKEHOLDER = 8
"""Column of the first stakeholder's swings: two columns of what follows lie before it."""

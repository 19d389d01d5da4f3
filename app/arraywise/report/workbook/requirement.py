"""The requirement as inputs, and the demand that follows from it (MODEL P1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.requirement import Convention, Rule
from arraywise.domain.said import say
from arraywise.report.workbook.codes import CHECK, NO, YES, code
from arraywise.report.workbook.grid import Kind, Live

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.report.workbook.grid import Book, Grid, Text, Value

_SHARE = {"validate": "decimal", "criteria": "between", "minimum": 0, "maximum": 1}
_TIME_SHARE: dict[str, object] = {
    "validate": "custom",
    "value": "=AND(Time_share>0,Time_share<=1)",
}
_POSITIVE = {"validate": "decimal", "criteria": ">", "value": 0}
_YES_NO: dict[str, object] = {"validate": "list", "source": [YES, NO]}
_NOT_NEGATIVE = {"validate": "decimal", "criteria": ">=", "value": 0}

_GIVEN = (
    "Target_ms,Visits_per_month,Transactions_per_visit,Days_per_month,Horizon_months,"
    "Growth_per_month,Reserve,Least_headroom"
)
_NUMBER_OR_NONE = ",".join(
    f"COUNT({name})+COUNTBLANK({name})=1" for name in ("Budget", "Longest_restore_h")
)
_CHECKED = (
    f"=IF(IFERROR(AND(COUNT({_GIVEN})=8,Target_ms>0,Visits_per_month>=0,Tps_per_visit>0,"
    f'{_NUMBER_OR_NONE}),FALSE),"","{CHECK}")'
)
"""Nothing, or that the requirement makes no sense: no share of the time, words for a budget."""


@dataclass(frozen=True, slots=True)
class _Line:
    label: Text
    name: str
    value: Value
    unit: Text
    form: str = "General"
    allowed: dict[str, object] | None = None
    note: Text = ""


def write_requirement(book: Book, answer: Answer, footer: Text) -> None:
    """Write the sheet; every input and result has a name that other sheets use."""
    grid = book.sheet(
        say("Requirement"),
        say("Requirement"),
        say("Yellow cells are inputs: change them and all sheets follow."),
    )
    grid.head(3, (say("What"), say("Value"), say("Unit"), say("Note")), text_columns=4)
    row = 4
    for line in _inputs(answer):
        row = _write(grid, row, line, Kind.INPUT)
    grid.put(row + 1, 0, say("What follows"), Kind.SECTION)
    row += 2
    for line in _results(answer):
        row = _write(grid, row, line, Kind.COMPUTED)
    grid.widths(44, 18, 24, 70)
    grid.finish(footer, (4, 0))


def _write(grid: Grid, row: int, line: _Line, kind: Kind) -> int:
    grid.put(row, 0, line.label)
    shown = Kind.PLAIN if line.name == "Statistic" else kind
    ref = grid.put(row, 1, line.value, shown, line.form)
    grid.put(row, 2, line.unit, Kind.UNIT)
    grid.put(row, 3, line.note, Kind.NOTE)
    grid.call(line.name, ref)
    if line.allowed:
        grid.allow(ref, line.allowed)
    return row + 1


def _inputs(answer: Answer) -> tuple[_Line, ...]:
    asked = answer.requirement
    target_ms = round(asked.response_time_s * 1000, 9)
    restore_h = None if asked.max_restore_s is None else round(asked.max_restore_s / 3600, 9)
    from_statistic = say("as measured; another statistic needs other curves from the app")
    return (
        _Line(say("Target response time"), "Target_ms", target_ms, "ms", "#,##0.0##", _POSITIVE),
        _Line(say("Statistic"), "Statistic", code(asked.statistic), "", note=from_statistic),
        _Line(
            say("Visits"),
            "Visits_per_month",
            asked.visits_per_month,
            say("per month"),
            "#,##0",
            _NOT_NEGATIVE,
        ),
        _Line(
            say("Transactions a visit"),
            "Transactions_per_visit",
            asked.transactions_per_visit,
            "",
            allowed=_POSITIVE,
        ),
        _Line(
            say("Days a month"),
            "Days_per_month",
            asked.days_per_month,
            "",
            allowed={"validate": "integer", "criteria": "between", "minimum": 28, "maximum": 31},
        ),
        _Line(
            say("Convention"),
            "Convention",
            code(asked.convention.value),
            "",
            allowed={"validate": "list", "source": [c.value for c in Convention]},
            note=say("peak-sized: the load of the busy hours; sustained: spread evenly"),
        ),
        _Line(
            say("Busy hours' share of the traffic"),
            "Traffic_share",
            asked.traffic_share,
            "",
            "0.0%",
            _SHARE,
        ),
        _Line(
            say("Busy hours' share of the time"),
            "Time_share",
            asked.time_share,
            "",
            "0.0%",
            _TIME_SHARE,
        ),
        _Line(
            say("Growth"), "Growth_per_month", asked.growth_per_month, say("per month"), "0.00%"
        ),
        _Line(
            say("Horizon"),
            "Horizon_months",
            asked.horizon_months,
            say("months"),
            "0",
            {"validate": "integer", "criteria": "between", "minimum": 0, "maximum": 36},
        ),
        _Line(say("Reserve"), "Reserve", asked.reserve, "", "0.0%", _NOT_NEGATIVE),
        _Line(
            say("Least headroom"), "Least_headroom", asked.min_headroom, "", "0.0%", _NOT_NEGATIVE
        ),
        _Line(
            say("Budget for 36 months"),
            "Budget",
            asked.budget,
            answer.currency,
            "#,##0.00",
            _NOT_NEGATIVE,
            say("empty: no limit"),
        ),
        _asked_for(
            say("Several hosts must share the storage"),
            "Needs_shared_storage",
            is_asked=asked.needs_shared_storage,
        ),
        _asked_for(
            say("Files must be served (NFS, SMB)"), "Needs_files", is_asked=asked.needs_files
        ),
        _Line(
            say("Service restored within"),
            "Longest_restore_h",
            restore_h,
            say("hours"),
            "0.0##",
            _NOT_NEGATIVE,
            say("empty: no limit"),
        ),
        _Line(
            say("Rule of the recommendation"),
            "Rule",
            code(asked.rule.value),
            "",
            allowed={"validate": "list", "source": [r.value for r in Rule]},
        ),
    )


def _asked_for(label: Text, name: str, *, is_asked: bool) -> _Line:
    return _Line(label, name, code(YES if is_asked else NO), "", allowed=_YES_NO)


def _results(answer: Answer) -> tuple[_Line, ...]:
    asked = answer.requirement
    sustained = asked.convention is Convention.SUSTAINED
    factor = 1.0 if sustained else asked.traffic_share / asked.time_share
    seconds = asked.days_per_month * 86_400
    average = asked.visits_per_month * asked.transactions_per_visit / seconds
    growth = (1 + asked.growth_per_month) ** asked.horizon_months * (1 + asked.reserve)
    per_visit = factor * asked.transactions_per_visit / seconds * growth
    return (
        _Line(
            say("Target response time"),
            "Target_s",
            Live("=Target_ms/1000", asked.response_time_s),
            "s",
            "0.000###",
        ),
        _Line(
            say("Peak over average"),
            "Peak_factor",
            Live(f'=IF(Convention="{Convention.SUSTAINED}",1,Traffic_share/Time_share)', factor),
            "",
            "0.00##",
            note=say("traffic share over time share; 1 where spread evenly"),
        ),
        _Line(
            say("Average rate"),
            "Average_tps",
            Live("=Visits_per_month*Transactions_per_visit/(Days_per_month*86400)", average),
            say("transactions/s"),
            "0.000",
        ),
        _Line(
            say("Growth and reserve"),
            "Allowance",
            Live("=(1+Growth_per_month)^Horizon_months*(1+Reserve)", growth),
            "",
            "0.000",
        ),
        _Line(
            say("Demand"),
            "Demand_tps",
            Live("=Peak_factor*Average_tps*Allowance", answer.demand_tps),
            say("transactions/s"),
            "0.000",
            note=say("what every option is judged at"),
        ),
        _Line(
            say("Demand of one visit a month"),
            "Tps_per_visit",
            Live(
                "=Peak_factor*Transactions_per_visit/(Days_per_month*86400)*Allowance", per_visit
            ),
            say("transactions/s"),
            "0.000E+00",
        ),
        _Line(say("Check"), "Requirement_check", Live(_CHECKED, ""), ""),
    )

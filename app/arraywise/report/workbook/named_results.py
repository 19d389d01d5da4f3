"""What the workings call by name: results and inputs, each in a cell that has the name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.decision import FAILS
from arraywise.domain.said import say
from arraywise.report.workbook.codes import CHECK, NO_SINGLE, NOBODY, UNPRICED, UNSHOWN, YES
from arraywise.report.workbook.grid import Kind, Live, cell_text
from arraywise.report.workbook.option_scores import VERDICT_ORDER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.report.workbook.grid import Book, Grid, Text
    from arraywise.report.workbook.option_scores import Sources
    from arraywise.report.workbook.scoring import ScoreCells
    from arraywise.report.workings import NamedValue

_OF_STUDY = {
    "Demand.TPS": "=Demand_tps",
    "Demand.VisitsPerMonth": "=Visits_per_month",
    "Target.ResponseMs": "=Target_ms",
    "Recommended.Option": f'=IF(OR(Recommended="{NOBODY}",Recommended="{NO_SINGLE}",'
    f'Recommended="{UNPRICED}",Recommended="{UNSHOWN}",Recommended="{CHECK}"),NA(),Recommended)',
}
_OF_REQUIREMENT = (
    "=Target_ms", "=Visits_per_month", "=Transactions_per_visit", "=Days_per_month",
    "=Traffic_share*100", "=Time_share*100", "=Growth_per_month*100", "=Horizon_months",
    "=Reserve*100", "=Least_headroom*100", "=Budget", "=Longest_restore_h",
    f'=Needs_shared_storage="{YES}"', f'=Needs_files="{YES}"',
)  # fmt: skip
"""By row of the app's sheet of the requirement."""


def write_named_results(
    book: Book,
    names: tuple[NamedValue, ...],
    sources: Sources,
    scores: Mapping[int, ScoreCells],
    footer: Text,
) -> None:
    """Write the sheet; there is none where nothing is called."""
    if not names:
        return
    grid = book.sheet(
        say("Named results"),
        say("What the workings call by name"),
        say("What no formula of this workbook gives is a value, as the app had it."),
    )
    grid.head(3, (say("Name"), say("Comes to"), say("What it is")), text_columns=3)
    for row, named in enumerate(names, start=4):
        grid.put(row, 0, named.name, Kind.PLAIN_TEXT)
        formula = _formula(named, sources, scores)
        _put_value(grid, row, named, formula)
        grid.put(row, 2, say("formula") if formula else say("value"), Kind.NOTE)
        grid.call(named.name, grid.ref(row, 1))
    grid.widths(44, 24, 14)
    grid.finish(footer, (4, 0))


def _formula(named: NamedValue, sources: Sources, scores: Mapping[int, ScoreCells]) -> str:
    """Return the formula of a named value; empty where none gives it."""
    if named.error:
        return ""
    if named.input_row is not None:
        row = named.input_row
        return _OF_REQUIREMENT[row] if row < len(_OF_REQUIREMENT) else ""
    if named.option_id is None:
        return _OF_STUDY.get(named.name, "")
    if named.kind == "Status":
        words = ",".join(f'"{verdict}"' for verdict in VERDICT_ORDER)
        return f"=CHOOSE(MATCH({scores[named.option_id].status},Verdict_order,0),{words})"
    cell = _cell(named.kind, named.option_id, sources, scores)
    return f"=IF(ISNUMBER({cell}),{cell},NA())" if cell else ""


def _cell(
    kind: str, option_id: int, sources: Sources, scores: Mapping[int, ScoreCells]
) -> str | None:
    """Return the cell that holds a figure of an option."""
    response, score = sources.response[option_id], scores[option_id]
    price, seconds = sources.prices.get(option_id), sources.provisioning.get(option_id)
    return {
        "Price": price.total if price else None,
        "PricePerTPM": score.ref("per_tpm") if price else None,
        "PricePerMillionVisits": score.ref("per_million") if price else None,
        "ResponseMs": response.response_ms,
        "ResponseLowMs": response.low_ms,
        "ResponseHighMs": response.high_ms,
        "CapacityTPS": response.capacity,
        "CapacityVisits": response.visits,
        "Headroom": response.headroom,
        "ProvisioningMinutes": f"({seconds}/60)" if seconds else None,
        "Value": _value(score),
        "Rank": score.rank,
    }.get(kind)


def _value(score: ScoreCells) -> str:
    """Return the contributions together; an option that fails has no value (MODEL D3)."""
    fails = ",".join(f'{score.status}="{verdict}"' for verdict in sorted(FAILS))
    return f'IF(OR({fails}),"",{score.ref("value")})'


def _put_value(grid: Grid, row: int, named: NamedValue, formula: str) -> None:
    """Write the value; words are English, for formulas of the workings compare them so."""
    value = named.value
    kind = Kind.COMPUTED if formula else Kind.PLAIN
    style = grid.book.style(kind)
    if formula:
        known = cell_text(value) if isinstance(value, str) else value
        written = formula if named.kind == "Status" else grid.book.formula(formula)
        grid.worksheet.write_formula(row, 1, written, style, 0.0 if known is None else known)
    elif named.error:
        grid.put(row, 1, Live(f"={named.error}", named.error), kind)
    elif isinstance(value, bool):
        grid.worksheet.write_boolean(row, 1, value, style)
    else:
        grid.put(row, 1, value, kind)

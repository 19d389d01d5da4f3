"""The figures of the published studies, as our importers read them from `data/published`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from arraywise import shipped
from arraywise.importers.prices import read_quote
from arraywise.usecases.inspect_files import inspect_files
from tests.golden.tpc_sheets import total

if TYPE_CHECKING:
    from arraywise.domain.pricing import PriceTotal

ORDER_ENTRY, ORION, TR_3105 = "order-entry-2009", "orion-2005", "tr-3105"
SAN_NAS, FLUID_CACHE = "san-versus-nas", "fluid-cache-2013"


@cache
def figures_of(study: str) -> dict[tuple[str, str], float]:
    """Return figures in SI units by folder (`common` or an option) and by name."""
    folder = shipped.data("published", study)
    files = sorted(f for f in folder.glob("*/*") if f.parent.name != "prices")
    return {
        (file.parent.name, f"{m.group or m.metric} {m.statistic}"): m.value
        for file in files
        for inspected in inspect_files([file])
        for run in inspected.file.reading.runs
        for m in run.measurements
    }


def price_of(study: str, option: str) -> PriceTotal:
    """Return the total of an option's price sheet."""
    path = shipped.data("published", study, "prices", f"{option}.csv")
    reading = read_quote(path.name, path.read_bytes())
    assert reading.state.gives_price
    assert reading.price_sheet is not None
    return total(reading.price_sheet)

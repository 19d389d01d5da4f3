"""What would change the answer speaks of the load in the unit that the requirement states."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arraywise.domain.requirement import LoadUnit
from arraywise.usecases.decide_study import answer, prepare
from tests.analysis.bench import DEMAND_84, three_options

STATED = {
    LoadUnit.TPS: (84.0, "tx/s"),
    LoadUnit.TPM: (5040.0, "tx/min"),
    LoadUnit.IOPS: (84.0, "I/Os a second"),
}


@pytest.mark.parametrize("unit", STATED)
def test_a_limit_of_the_load_is_in_the_unit_that_is_stated(unit: LoadUnit) -> None:
    facts = three_options()
    prepared = prepare(facts)
    by_visits = answer(prepared, facts, DEMAND_84, draws=0)
    load, word = STATED[unit]
    asked = replace(DEMAND_84, load=load, load_unit=unit)
    by_load = answer(prepared, facts, asked, draws=0)
    assert by_load.demand_tps == pytest.approx(by_visits.demand_tps)
    visits = [c for c in by_visits.changes if str(c.what) == "Visits per month"]
    loads = [c for c in by_load.changes if str(c.what) == "Load"]
    assert visits
    assert not any("isits" in f"{c.what} {c.to}" for c in by_load.changes)
    assert [c.by for c in loads] == pytest.approx([c.by for c in visits])
    for change in loads:
        side, figure, stated = str(change.to).split(" ", 2)
        assert stated == word
        assert side == ("above" if (change.by or 0) > 0 else "below")
        expected = load * (1 + (change.by or 0))
        assert float(figure.replace(",", "")) == pytest.approx(expected, rel=1e-3)

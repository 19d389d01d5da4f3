"""Scenarios: what differs is theirs, everything else is shared with the base."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.criteria import DEFAULT_CRITERIA
from arraywise.domain.messages import UserError
from arraywise.domain.options import Architecture, ProvisioningTime
from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.domain.requirement import LoadUnit, Requirement, with_load
from arraywise.store.reading.facts import compute_study_hash, read_facts
from arraywise.store.reading.history import BASE, list_scenarios, scenario_view
from arraywise.store.reading.inputs import (
    list_options,
    read_criteria,
    read_price_sheets,
    read_requirement,
)
from arraywise.store.study import open_study
from arraywise.usecases.compare_scenarios import (
    add_scenario,
    compare_scenarios,
    decide_scenario,
    remove_scenario,
    rename_scenario,
    use_scenario,
)
from arraywise.usecases.decide_study import answer, decide_study, prepare
from arraywise.usecases.edit_criteria import with_equal_weights
from arraywise.usecases.edit_options import add_option, remove_option, upsert_provisioning_times
from arraywise.usecases.edit_prices import upsert_prices
from arraywise.usecases.edit_study import set_requirement
from arraywise.usecases.undo import redo_step, undo_state, undo_step
from tests.usecases.edits import set_criteria
from tests.usecases.undoable import content

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.study import Study


def sheet(price: str) -> PriceSheet:
    return PriceSheet("EUR", (PriceLine("shelf", Decimal(price)),))


def visits(study: Study) -> int:
    return read_requirement(study).visits_per_month


def ask(study: Study, **fields: object) -> None:
    set_requirement(study, replace(read_requirement(study), **fields))  # type: ignore[arg-type]


def price(study: Study, name: str) -> Decimal | None:
    option = next(o for o in list_options(study) if o.name == name)
    result = read_price_sheets(study).get(option.id)
    return result.lines[0].unit_price if result else None


def test_edits_belong_to_the_scenario_in_use(study: Study) -> None:
    ask(study, visits_per_month=100)
    double = add_scenario(study, "Double load")
    ask(study, visits_per_month=200)
    use_scenario(study, BASE)
    assert visits(study) == 100
    use_scenario(study, double)
    assert visits(study) == 200
    assert [(s.name, s.in_use) for s in list_scenarios(study)] == [("Double load", True)]


def test_abilities_are_asked_for_in_the_scenario_alone(study: Study) -> None:
    files = add_scenario(study, "With files")
    ask(study, needs_files=True, max_restore_s=3600.0)
    use_scenario(study, BASE)
    asked = read_requirement(study)
    assert (asked.needs_files, asked.max_restore_s) == (False, None)
    use_scenario(study, files)
    asked = read_requirement(study)
    assert (asked.needs_files, asked.max_restore_s) == (True, 3600.0)
    undo_step(study)
    undo_step(study)
    undo_step(study)
    assert not read_requirement(study).needs_files


def test_what_a_scenario_does_not_change_follows_the_base(study: Study) -> None:
    upsert_prices(study, "NAS", sheet("10"))
    upsert_prices(study, "DAS", sheet("20"))
    double = add_scenario(study, "Double load")
    ask(study, visits_per_month=200)
    upsert_prices(study, "DAS", sheet("25"))
    use_scenario(study, BASE)
    upsert_prices(study, "NAS", sheet("11"))
    ask(study, response_time_s=0.5)
    upsert_prices(study, "DAS", sheet("21"))
    use_scenario(study, double)
    assert price(study, "NAS") == 11
    assert price(study, "DAS") == 25
    assert read_requirement(study).response_time_s == 0.5
    assert visits(study) == 200


def test_all_kinds_of_inputs_are_kept(study: Study) -> None:
    add_option(study, "NAS", Architecture.NAS)
    add_scenario(study, "A")
    set_criteria(study, with_equal_weights(DEFAULT_CRITERIA))
    upsert_provisioning_times(study, "NAS", [ProvisioningTime("all", 1, 60.0)])
    upsert_prices(study, "NAS", sheet("1.00"))
    there = read_facts(study)
    (scenario,) = list_scenarios(study)
    use_scenario(study, BASE)
    base = read_facts(study)
    assert (base.criteria, base.options[0].provisioning, base.options[0].price_sheet) == (
        (),
        (),
        None,
    )
    with scenario_view(study, scenario.id) as view:
        assert read_facts(view) == there
    assert read_facts(study) == base
    use_scenario(study, scenario.id)
    assert read_facts(study) == there


def test_between_two_scenarios(study: Study) -> None:
    one = add_scenario(study, "One")
    ask(study, visits_per_month=1)
    use_scenario(study, BASE)
    two = add_scenario(study, "Two")
    ask(study, response_time_s=0.2)
    set_criteria(study, with_equal_weights(DEFAULT_CRITERIA))
    use_scenario(study, one)
    assert visits(study) == 1
    assert read_criteria(study) == ()
    use_scenario(study, two)
    assert (visits(study), read_requirement(study).response_time_s) == (
        Requirement().visits_per_month,
        0.2,
    )


def test_a_scenario_made_of_another_has_its_changes(study: Study) -> None:
    add_scenario(study, "One")
    ask(study, visits_per_month=1)
    two = add_scenario(study, "Two")
    ask(study, response_time_s=0.2)
    use_scenario(study, BASE)
    assert visits(study) == Requirement().visits_per_month
    use_scenario(study, two)
    assert (visits(study), read_requirement(study).response_time_s) == (1, 0.2)


def test_options_that_come_and_go_meanwhile(study: Study) -> None:
    upsert_prices(study, "DAS", sheet("20"))
    scenario = add_scenario(study, "A")
    upsert_prices(study, "DAS", sheet("25"))
    upsert_prices(study, "NAS", sheet("10"))
    remove_option(study, list_options(study)[0].id)
    use_scenario(study, BASE)
    assert price(study, "NAS") == 10
    assert [o.name for o in list_options(study)] == ["NAS"]
    use_scenario(study, scenario)
    assert [c.differences for c in compare_scenarios(study)] == [(), ()]
    remove_scenario(study, scenario)
    assert price(study, "NAS") == 10


def test_removing_the_one_in_use_brings_the_base_back(study: Study) -> None:
    ask(study, visits_per_month=100)
    before = content(study)
    scenario = add_scenario(study, "A")
    ask(study, visits_per_month=1)
    rename_scenario(study, scenario, "B")
    remove_scenario(study, scenario)
    assert content(study) == before


def test_everything_done_to_scenarios_is_undone(study: Study) -> None:
    states = [content(study)]
    message = []
    scenario = 1
    for action in (
        lambda: upsert_prices(study, "NAS", sheet("10")),
        lambda: add_scenario(study, "A"),
        lambda: upsert_prices(study, "NAS", sheet("11")),
        lambda: use_scenario(study, BASE),
        lambda: use_scenario(study, scenario),
        lambda: rename_scenario(study, scenario, "B"),
        lambda: remove_scenario(study, scenario),
    ):
        action()
        message.append(str(undo_state(study).undo))
        states.append(content(study))
    assert message == [
        "prices of NAS, line 1",
        "new scenario A",
        "price of NAS, line 1",
        "switch to the base",
        "switch to scenario A",
        "renaming of scenario A",
        "removal of scenario B",
    ]
    for state in reversed(states[:-1]):
        undo_step(study)
        assert content(study) == state
    for state in states[1:]:
        redo_step(study)
        assert content(study) == state


def test_scenarios_are_compared_side_by_side(small_study: Path) -> None:
    with open_study(small_study) as study:
        decide_study(study)
        base = decide_study(study)
        add_scenario(study, "Tight")
        ask(study, response_time_s=0.01)
        tight = decide_study(study)
        use_scenario(study, BASE)
        add_scenario(study, "Dear")
        upsert_prices(study, "NAS NFS", sheet("9999999"))
        hashed = compute_study_hash(study)
        result = compare_scenarios(study)
        assert [(c.name, c.in_use) for c in result] == [
            ("", False),
            ("Tight", False),
            ("Dear", True),
        ]
        assert result[0].answer.options == base.options
        assert result[1].answer.options == tight.options
        assert result[2].answer.options == decide_study(study).options
        assert result[1].answer.recommended is None
        assert [[str(message) for message in c.differences] for c in result] == [
            [],
            ["target 10 ms instead of 200 ms"],
            ["prices of NAS NFS"],
        ]
        facts = read_facts(study)
        assert compare_scenarios(study, (facts, prepare(facts)))[1].answer.options == (
            result[1].answer.options
        )
        assert decide_scenario(study, "tight")[0].options == tight.options
        assert decide_scenario(study, "base")[0].options == base.options
        assert compute_study_hash(study) == hashed
        assert answer(prepare(facts), facts).options == result[2].answer.options


@pytest.mark.parametrize("name", ["", "  ", "x" * 201, "one"])
def test_names_are_checked(study: Study, name: str) -> None:
    add_scenario(study, "One")
    with pytest.raises(UserError):
        add_scenario(study, name)


def test_what_is_not_there_is_said(study: Study) -> None:
    with pytest.raises(UserError, match="No scenario"):
        decide_scenario(study, "x")
    for action in (use_scenario, remove_scenario):
        with pytest.raises(UserError, match="no longer exists"):
            action(study, 99)


@pytest.mark.parametrize(
    "text", ["{", "[]]", '[["price_sheet",["option_id","currency"],[],[[1,"EUR"]]]]']
)
def test_damaged_contents_are_refused(study: Study, text: str) -> None:
    upsert_prices(study, "NAS", sheet("10"))
    scenario = add_scenario(study, "A")
    upsert_prices(study, "NAS", sheet("11"))
    use_scenario(study, BASE)
    with study.cursor() as cursor:
        cursor.execute("UPDATE scenario_input SET content = ?", [text])
    before = content(study)
    with pytest.raises(UserError):
        use_scenario(study, scenario)
    assert content(study) == before


@pytest.mark.parametrize("name", ["Base", "base case", " Basisfall ", "Caso-base"])
def test_no_scenario_is_called_as_the_base_is(study: Study, name: str) -> None:
    with pytest.raises(UserError, match="name of the base case"):
        add_scenario(study, name)


def test_a_budget_of_a_scenario_is_told_with_that_of_the_base(study: Study) -> None:
    for budget, stated in (
        (Decimal(700_000), "budget of 700,000 instead of none"),
        (Decimal("500000.50"), "budget of 500,000.50 instead of 700,000"),
    ):
        add_scenario(study, stated)
        set_requirement(study, replace(read_requirement(study), budget=budget))
        differs = next(c for c in compare_scenarios(study) if c.name == stated).differences
        assert [str(message) for message in differs if "budget" in str(message)] == [stated]
        use_scenario(study, BASE)
        set_requirement(study, replace(read_requirement(study), budget=Decimal(700_000)))


def test_a_load_of_a_scenario_is_told_with_its_unit(study: Study) -> None:
    """Once, though load, its unit and the visits that it amounts to differ."""
    add_scenario(study, "other")
    base = read_requirement(study)
    tps = with_load(base, LoadUnit.TPS, 90.0)
    stated = (
        f"load of 90 transactions a second instead of {base.visits_per_month:,} visits a month"
    )
    set_requirement(study, tps)
    (other,) = (c for c in compare_scenarios(study) if c.name == "other")
    assert list(map(str, other.differences)) == [stated]

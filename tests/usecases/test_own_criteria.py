"""Criteria of a study's own: described, valued with estimates, undone, taken out again."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arraywise.cli import run
from arraywise.domain.criteria import (
    Criterion,
    OwnCriterionDefinition,
    Stakeholder,
    Swing,
    Weighting,
    definition_from_preset,
    kind_of,
)
from arraywise.domain.criterion_presets import PRESETS
from arraywise.domain.estimates import LeastLikelyMost, MeanAndError
from arraywise.domain.messages import UserError
from arraywise.store.reading.facts import compute_study_hash, read_facts
from arraywise.store.study import open_study
from arraywise.store.writing.inputs import write_weighting
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.compare_scenarios import add_scenario, use_scenario
from arraywise.usecases.decide_study import decide_study
from arraywise.usecases.edit_criteria import (
    add_own_criterion,
    parse_rating,
    remove_own_criterion,
    set_option_rating,
    update_own_criterion,
    validate_own_criterion,
)
from arraywise.usecases.undo import redo_step, undo_state, undo_step
from tests.usecases.undoable import content

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arraywise.domain.decision import CriterionScore
    from arraywise.store.study import Study

POWER = OwnCriterionDefinition("Power drawn", (), "W", 4000.0, 500.0)
EXIT = OwnCriterionDefinition("Exit", ("none", "slow", "quick"))


@pytest.fixture
def study(small_study: Path) -> Iterator[Study]:
    with open_study(small_study) as opened:
        yield opened


def ids(study: Study) -> list[int]:
    return [known.option.id for known in read_facts(study).options]


def cells(study: Study, criterion: Criterion) -> list[CriterionScore]:
    """Return what every option has of a criterion in the answer."""
    answered = decide_study(study)
    return [next(c for c in o.scores if c.criterion == criterion) for o in answered.options]


def test_a_measured_one_is_valued_by_its_anchors_and_missing_is_not_zero(study: Study) -> None:
    power = add_own_criterion(study, POWER)
    first, second, *_ = ids(study)
    set_option_rating(study, first, power, 1200.0)
    set_option_rating(study, second, power, MeanAndError(2000.0, 100.0))
    exact, judged, *missing = cells(study, power)
    assert exact.attribute.point == 1200.0
    assert exact.points.point == pytest.approx(100 * (4000 - 1200) / 3500)
    assert exact.points.low == exact.points.high == exact.points.point
    assert judged.attribute.low == pytest.approx(2000 - 196, abs=1)
    assert judged.attribute.high == pytest.approx(2000 + 196, abs=1)
    assert judged.points.low < judged.points.point < judged.points.high
    for cell in missing:
        assert cell.attribute.point is None
        assert cell.contribution is None
        assert (cell.points.low, cell.points.high) == (0.0, 100.0)


def test_an_estimate_moves_how_often_an_option_is_first(study: Study) -> None:
    power = add_own_criterion(study, replace(POWER, limit=2000.0, aspiration=1000.0))
    for id_ in ids(study):
        set_option_rating(study, id_, power, 1500.0)
    before = [option.first_share for option in decide_study(study).options]
    for id_ in ids(study):
        set_option_rating(study, id_, power, LeastLikelyMost(1000.0, 1500.0, 2000.0))
    after = [option.first_share for option in decide_study(study).options]
    assert before != after


def test_a_rating_of_own_levels(study: Study) -> None:
    criterion = add_own_criterion(study, EXIT)
    first, second, *_ = ids(study)
    set_option_rating(study, first, criterion, 3)
    set_option_rating(study, second, criterion, parse_rating(criterion, "1 / 2 / 3"))
    best, between, *_ = cells(study, criterion)
    assert best.points.point == 100
    assert between.points.point == pytest.approx(60)
    assert between.points.low < 60 < between.points.high
    for wrong in (4, 0, 2.5, MeanAndError(2.0, 0.5)):
        with pytest.raises(UserError):
            set_option_rating(study, first, criterion, wrong)
    with pytest.raises(UserError, match="follows from evidence"):
        set_option_rating(study, first, Criterion.PRICE, 3)


@pytest.mark.parametrize("text", ["-1", "x", "5 / 4 / 6", "12 +- -1", "", "1e999"])
def test_what_is_no_value_is_refused(study: Study, text: str) -> None:
    power = add_own_criterion(study, POWER)
    with pytest.raises(UserError):
        parse_rating(power, text)


@pytest.mark.parametrize(
    ("text", "value"),
    [("0", 0.0), ("12", 12.0), ("12 ± 1.5", MeanAndError(12.0, 1.5)),
     ("10 / 12 / 20", LeastLikelyMost(10.0, 12.0, 20.0))],
)  # fmt: skip
def test_values_are_read_as_typed(study: Study, text: str, value: object) -> None:
    assert parse_rating(add_own_criterion(study, POWER), text) == value


@pytest.mark.parametrize(
    "wrong",
    [
        replace(POWER, title=" "),
        replace(POWER, title="Headroom"),
        replace(POWER, title="36-month PRICE"),
        replace(POWER, title="exit"),
        replace(POWER, title="x" * 201),
        replace(POWER, unit=""),
        replace(POWER, aspiration=4000.0),
        replace(POWER, limit=-1.0),
        replace(POWER, limit=float("nan")),
        replace(EXIT, title="Way out", levels=("one",)),
        replace(EXIT, title="Way out", levels=("one", " ")),
        replace(EXIT, title="Way out", levels=("x",) * 10),
    ],
)
def test_what_is_no_criterion_is_refused(wrong: OwnCriterionDefinition) -> None:
    with pytest.raises(UserError):
        validate_own_criterion(wrong, ["Exit"])


def test_every_action_can_be_undone(study: Study) -> None:
    states = [content(study)]
    power = add_own_criterion(study, POWER)
    states.append(content(study))
    set_option_rating(study, ids(study)[0], power, MeanAndError(900.0, 10.0))
    states.append(content(study))
    update_own_criterion(study, power, replace(POWER, title="Power at peak"))
    states.append(content(study))
    (renamed,) = read_facts(study).own_criteria
    assert renamed.title == "Power at peak"
    assert dict(read_facts(study).options[0].ratings)[renamed] == MeanAndError(900.0, 10.0)
    remove_own_criterion(study, renamed)
    assert read_facts(study).own_criteria == ()
    assert read_facts(study).options[0].ratings == ()
    assert str(undo_state(study).undo) == "criterion Power at peak"
    for state in reversed(states):
        undo_step(study)
        assert content(study) == state
    while redo_step(study) is not None:
        pass
    assert read_facts(study).own_criteria == ()


def test_a_change_that_options_values_do_not_fit_is_refused(study: Study) -> None:
    criterion = add_own_criterion(study, EXIT)
    set_option_rating(study, ids(study)[0], criterion, 3)
    for other in (replace(EXIT, levels=("no", "yes")), replace(POWER, title="Exit")):
        with pytest.raises(UserError, match="no longer fit"):
            update_own_criterion(study, criterion, other)


def test_removing_takes_swings_and_scenarios_along(study: Study) -> None:
    power = add_own_criterion(study, POWER)
    ann = Stakeholder("Ann", (Swing(Criterion.PRICE, 50.0), Swing(power, 100.0)))
    with transaction(study, "weights") as cursor:
        write_weighting(cursor, Weighting((ann,)))
    id_ = add_scenario(study, "Other")
    set_option_rating(study, ids(study)[0], power, 700.0)
    use_scenario(study, 0)
    remove_own_criterion(study, power)
    (person,) = read_facts(study).weighting.stakeholders
    assert [s.criterion for s in person.swings] == [Criterion.PRICE]
    use_scenario(study, id_)
    facts = read_facts(study)
    assert all(s.criterion.own is None for s in facts.criteria)
    assert facts.options[0].ratings == ()


def test_one_that_alone_has_weight_stays(study: Study) -> None:
    power = add_own_criterion(study, POWER)
    with transaction(study, "weights") as cursor:
        write_weighting(cursor, Weighting((Stakeholder("Ann", (Swing(power, 100.0),)),)))
    with pytest.raises(UserError, match="swing above zero"):
        remove_own_criterion(study, power)
    assert read_facts(study).own_criteria == (power,)


def test_presets_are_criteria_and_studies_differ_by_them(study: Study) -> None:
    before = compute_study_hash(study)
    for preset in PRESETS:
        added = add_own_criterion(study, definition_from_preset(preset))
        assert kind_of(added).label == preset.title
        assert kind_of(added).levels == preset.levels
    assert compute_study_hash(study) != before
    decide_study(study)


def test_the_command_line_adds_values_and_removes(
    small_study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(small_study)
    with open_study(small_study) as opened:
        name = read_facts(opened).options[0].option.name
    added = ["criterion", path, "Power", "--unit", "W", "--zero-at", "4000", "--full-at", "500"]
    assert run([*added, "--swing", "70", "--value", f"{name}=900 +- 50"]) == 0
    printed = capsys.readouterr().out
    assert "Power: W, 0 points at 4000, 100 at 500, swing 70" in printed
    assert f"  {name}: 900 ± 50" in printed
    assert run(["criterion", path, "--preset", "lock-in"]) == 0
    assert "Freedom to change the vendor: rated 1 to 5, swing 40" in capsys.readouterr().out
    assert run(["criterion", path]) == 0
    assert "Power: W" in capsys.readouterr().out
    assert run(["decide", path, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["own_criteria"][0] == {
        "criterion": "Power", "unit": "W", "zero_points_at": 4000.0, "full_points_at": 500.0,
    }  # fmt: skip
    assert document["weights"]["Power"] > 0
    (option,) = (o for o in document["options"] if o["option"] == name)
    (cell,) = (c for c in option["criteria"] if c["criterion"] == "Power")
    assert cell["attribute"]["point"] == 900
    assert run(["criterion", path, "power", "--value", f"{name}="]) == 0
    assert f"  {name}: unknown" in capsys.readouterr().out
    assert run(["criterion", path, "Power", "--remove"]) == 0
    assert "Power" not in capsys.readouterr().out
    for wrong in (["Power", "--remove"], ["headroom", "--remove"], ["--preset", "x"],
                  ["headroom", "--value", f"{name}=3"], ["availability", "--value", "nobody=3"],
                  ["availability", "--value", f"{name}=7"], ["--swing", "3"]):  # fmt: skip
        assert run(["criterion", path, *wrong]) == 1
        assert capsys.readouterr().err

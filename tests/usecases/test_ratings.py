"""Ratings with described levels: kept, valued, undone, and of a scenario's own."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from arraywise.cli.json_output import decision_document
from arraywise.domain.criteria import (
    DEFAULT_CRITERIA,
    Criterion,
    build_rating,
    describe_levels,
    kind_of,
)
from arraywise.domain.estimates import LeastLikelyMost
from arraywise.domain.messages import UserError
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from arraywise.usecases.compare_scenarios import add_scenario, compare_scenarios, use_scenario
from arraywise.usecases.decide_study import decide_study, decide_with_robustness
from arraywise.usecases.edit_criteria import with_added_criterion, without_criterion
from arraywise.usecases.edit_options import (
    remove_option,
    set_rating_words,
    set_ratings,
    with_level_text,
    with_rating_replaced,
)
from arraywise.usecases.undo import redo_step, undo_state, undo_step
from tests.usecases.edits import set_criteria
from tests.usecases.undoable import content

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arraywise.domain.criteria import Ratings
    from arraywise.store.study import Study

AVAILABILITY = Criterion.AVAILABILITY


@pytest.fixture(scope="module")
def rated_file(small_study_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study that is valued by availability too; only its first option is rated."""
    path = shutil.copy(small_study_file, tmp_path_factory.mktemp("rated") / "small.arraywise")
    with open_study(path) as study:
        set_criteria(study, with_added_criterion(DEFAULT_CRITERIA, AVAILABILITY))
        set_ratings(study, first_id(study), ((AVAILABILITY, 4),))
    return path


@pytest.fixture
def rated(rated_file: Path, tmp_path: Path) -> Iterator[Study]:
    with open_study(shutil.copy(rated_file, tmp_path / "small.arraywise")) as study:
        yield study


def first_id(study: Study) -> int:
    return read_facts(study).options[0].option.id


def ratings(study: Study) -> Ratings:
    return read_facts(study).options[0].ratings


def test_a_level_is_worth_what_its_value_function_says(rated: Study) -> None:
    first, second, *_ = decide_study(rated).options
    cell = next(c for c in first.scores if c.criterion is AVAILABILITY)
    assert cell.points.low == cell.points.point == cell.points.high == 80.0
    unrated = next(c for c in second.scores if c.criterion is AVAILABILITY)
    assert unrated.points.point is None
    assert (unrated.points.low, unrated.points.high) == (0.0, 100.0)


def test_a_rating_is_undone_and_redone(rated: Study) -> None:
    before = content(rated)
    set_ratings(rated, first_id(rated), ((AVAILABILITY, 1),))
    after = content(rated)
    undo = undo_state(rated).undo
    assert undo is not None
    name = read_facts(rated).options[0].option.name
    assert str(undo) == f"ratings of {name}"
    undo_step(rated)
    assert content(rated) == before
    assert ratings(rated) == ((AVAILABILITY, 4),)
    redo_step(rated)
    assert content(rated) == after


@pytest.mark.parametrize("level", [0, 6, -1])
def test_only_described_levels_are_taken(rated: Study, level: int) -> None:
    with pytest.raises(UserError):
        set_ratings(rated, first_id(rated), ((AVAILABILITY, level),))
    assert ratings(rated) == ((AVAILABILITY, 4),)


def test_a_rating_may_lie_between_levels(rated: Study) -> None:
    """2 / 4 / 5 has its mean at 11/3; 30 points at level 2, 80 at 4, 100 at 5."""
    set_ratings(rated, first_id(rated), ((AVAILABILITY, build_rating(2, 4, 5)),))
    assert ratings(rated) == ((AVAILABILITY, LeastLikelyMost(2, 4, 5)),)
    answered = decide_study(rated)
    cell = next(c for c in answered.options[0].scores if c.criterion is AVAILABILITY)
    assert cell.attribute.point == pytest.approx(11 / 3)
    assert cell.attribute.low == pytest.approx(2 + (0.025 * 3 * 2) ** 0.5, abs=1e-3)
    assert cell.attribute.high == pytest.approx(5 - (0.025 * 3 * 1) ** 0.5, abs=1e-3)
    assert 30 < cell.points.low < cell.points.point < 80 < cell.points.high < 100
    stated = decision_document(*decide_with_robustness(rated))
    cells = stated["options"][0]["criteria"]
    shown = next(c["attribute"] for c in cells if c["criterion"] == "availability")
    assert (shown["low"], shown["high"]) == (cell.attribute.low, cell.attribute.high)


def test_the_lead_is_moved_from_end_to_end_of_a_rating(rated: Study) -> None:
    for option in read_facts(rated).options:
        set_ratings(rated, option.option.id, ((AVAILABILITY, build_rating(2, 4, 5)),))
    _, robustness = decide_with_robustness(rated)
    (bar, _) = (b for b in robustness.lead_bars if str(b.what).startswith("Availability of"))
    assert (str(bar.low), str(bar.high)) == ("level 2.39", "level 4.73")


def test_the_spread_of_a_rating_alone_is_undone(rated: Study) -> None:
    before = content(rated)
    set_ratings(rated, first_id(rated), ((AVAILABILITY, build_rating(3, 4, 4)),))
    undo = undo_state(rated).undo
    assert str(undo) == f"ratings of {read_facts(rated).options[0].option.name}"
    undo_step(rated)
    assert content(rated) == before
    redo_step(rated)
    assert ratings(rated) == ((AVAILABILITY, LeastLikelyMost(3, 4, 4)),)


@pytest.mark.parametrize("levels", [(4, 3, 5), (0, 3, 4), (2, 3, 6), (2, 5, 4)])
def test_levels_of_a_rating_rise_among_those_described(
    rated: Study, levels: tuple[int, int, int]
) -> None:
    with pytest.raises(UserError):
        set_ratings(rated, first_id(rated), ((AVAILABILITY, build_rating(*levels)),))
    assert ratings(rated) == ((AVAILABILITY, 4),)


def test_a_scenario_rates_for_itself(rated: Study) -> None:
    add_scenario(rated, "pessimist")
    set_ratings(rated, first_id(rated), ((AVAILABILITY, 2),))
    name = read_facts(rated).options[0].option.name
    base, pessimist = compare_scenarios(rated)
    assert [str(message) for message in pessimist.differences] == [f"ratings of {name}"]
    points = [
        next(c for c in each.answer.options[0].scores if c.criterion is AVAILABILITY).points.point
        for each in (base, pessimist)
    ]
    assert points == [80.0, 30.0]
    use_scenario(rated, base.id)
    assert ratings(rated) == ((AVAILABILITY, 4),)


def test_levels_are_described_in_own_words(rated: Study) -> None:
    ours = kind_of(AVAILABILITY).levels
    words = with_level_text((), AVAILABILITY, 4, " Two sites, {half} an hour ")
    set_rating_words(rated, words)
    facts = read_facts(rated)
    message = describe_levels(AVAILABILITY, facts.rating_words)
    assert str(message[3]) == "Two sites, {half} an hour"
    assert (*message[:3], message[4]) == (*ours[:3], ours[4])
    assert decide_study(rated).rating_words == facts.rating_words
    set_rating_words(rated, with_level_text(facts.rating_words, AVAILABILITY, 4, ""))
    assert read_facts(rated).rating_words == ()


def test_the_command_line_says_what_a_level_means(rated: Study) -> None:
    stated = decision_document(*decide_with_robustness(rated))
    (rating,) = stated["ratings"]
    assert rating["criterion"] == "availability"
    assert rating["levels"] == [str(level) for level in kind_of(AVAILABILITY).levels]
    cell = next(c for c in stated["options"][0]["criteria"] if c["criterion"] == "availability")
    assert cell["attribute"]["point"] == 4
    assert any(bar["what"].startswith("Weight of availability") for bar in stated["tornado"])


def test_what_is_used_may_go_but_for_the_last(rated: Study) -> None:
    facts = read_facts(rated)
    assert without_criterion(facts.criteria, facts.weighting, AVAILABILITY) == DEFAULT_CRITERIA
    with pytest.raises(UserError):
        without_criterion(facts.criteria[:1], facts.weighting, facts.criteria[0].criterion)


def test_ratings_go_with_their_option(rated: Study) -> None:
    set_ratings(rated, first_id(rated), ((AVAILABILITY, build_rating(3, 4, 5)),))
    remove_option(rated, first_id(rated))
    with rated.cursor() as cursor:
        assert cursor.execute("SELECT count(*) FROM option_rating").fetchall() == [(0,)]
        assert cursor.execute("SELECT count(*) FROM rating_estimate").fetchall() == [(0,)]


def test_one_rating_changes_and_the_others_stay() -> None:
    both: Ratings = ((AVAILABILITY, 4), (Criterion.OPERABILITY, 2))
    assert with_rating_replaced(both, AVAILABILITY, 5) == (
        (Criterion.OPERABILITY, 2),
        (AVAILABILITY, 5),
    )
    assert with_rating_replaced(both, AVAILABILITY, None) == ((Criterion.OPERABILITY, 2),)

"""Weights, value functions, and criteria of a study's own (MODEL F4)."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from arraywise.analysis.decision.scoring import (
    STUDY,
    check_criteria,
    check_weighting,
    confirm_swings,
    criteria_with_swings_of,
    derive_price_range,
    find_stakeholder,
    rescale_swings,
    set_decider,
    set_weights,
    settings_with_swings_of,
    weights_from_ranks,
    with_setting,
)
from arraywise.analysis.decision.sensitivity import weights_with_one_set
from arraywise.domain.criteria import (
    CRITERIA_BY_TITLE,
    DEFAULT_CRITERIA,
    Decider,
    Method,
    OwnCriterionDefinition,
    build_rating,
    is_valid_rating,
    kind_of,
)
from arraywise.domain.estimates import LeastLikelyMost, MeanAndError
from arraywise.domain.messages import refuse
from arraywise.store.reading import inputs as reading
from arraywise.store.writing import inputs as writing
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.decide_study import list_option_prices
from arraywise.usecases.edit_cells import edit_replacing_criteria
from arraywise.usecases.edit_options import set_ratings, with_rating_replaced
from arraywise.worksheets.input_parsing import parse_estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arraywise.analysis.decision.scoring import Criteria
    from arraywise.domain.criteria import Criterion, CriterionSetting, Rating, Weighting
    from arraywise.domain.decision import Answer
    from arraywise.store.study import Study


def reset_price_range_to_prices(study: Study, answer: Answer) -> None:
    """Set the price range to that of the present prices, confirmed.

    Raises:
        UserError: When no option has a price.
    """
    price_range = derive_price_range(list_option_prices(answer))
    if price_range is None:
        refuse("No option has a price yet.")
    with transaction(study, "price range") as cursor:
        writing.write_price_range(cursor, price_range, confirmed=True)


def set_price_range(study: Study, best: float, limit: float) -> None:
    """Store the confirmed range that prices are valued over.

    `best` is worth 100 points, `limit` 0, in the study's currency.
    Raises UserError when these are no prices, or the better one is not the lower one.
    """
    if not (math.isfinite(limit) and 0 <= best < limit):
        refuse(
            "The price for 100 points must be below that for 0 points: {best:,.10g},"
            " {limit:,.10g}.",
            best=best,
            limit=limit,
        )
    with transaction(study, "price range") as cursor:
        writing.write_price_range(cursor, (limit, best), confirmed=True)


def with_one_weight_set(
    criteria: Sequence[CriterionSetting], criterion: Criterion, weight: float
) -> tuple[CriterionSetting, ...]:
    """Return the criteria with one weight, 0 to 1, set and the others rescaled in proportion.

    The swings that come back add up to 100, so that they read as percents.
    """
    swings = np.array([setting.swing for setting in criteria], dtype=float)
    index = next(i for i, setting in enumerate(criteria) if setting.criterion == criterion)
    moved = weights_with_one_set(swings / max(float(swings.sum()), 1e-300), index, weight) * 100
    return _replace_swings(criteria, moved.tolist())


def with_added_criterion(
    criteria: Sequence[CriterionSetting], criterion: Criterion
) -> tuple[CriterionSetting, ...]:
    """Return the criteria with one more at the end, with the swing that it is offered with."""
    return (*criteria, kind_of(criterion).default_setting)


def without_criterion(
    criteria: Sequence[CriterionSetting], weighting: Weighting, criterion: Criterion
) -> tuple[CriterionSetting, ...]:
    """Return the criteria without one.

    Raises:
        UserError: When somebody gave no weight to anything else.
    """
    left = tuple(setting for setting in criteria if setting.criterion != criterion)
    for settings in (
        left,
        *(settings_with_swings_of(left, person) for person in weighting.stakeholders),
    ):
        if not sum(setting.swing for setting in settings):
            refuse("At least one criterion must have a swing above zero.")
    return left


def criteria_in_use(
    criteria: Sequence[CriterionSetting], used: Sequence[CriterionSetting]
) -> tuple[CriterionSetting, ...]:
    """Return the criteria that are among `used`: without a target the response time is not."""
    counted = {setting.criterion for setting in used}
    return tuple(setting for setting in criteria if setting.criterion in counted)


def replace_criterion_settings(
    criteria: Sequence[CriterionSetting], replacements: Sequence[CriterionSetting]
) -> tuple[CriterionSetting, ...]:
    """Return all criteria, with the settings in `replacements` in place of their own."""
    known = {setting.criterion: setting for setting in replacements}
    return tuple(known.get(setting.criterion, setting) for setting in criteria)


def with_swing(
    criteria: Sequence[CriterionSetting], criterion: Criterion, swing: float
) -> tuple[CriterionSetting, ...]:
    """Return the criteria with one swing set, the others as they are."""
    return tuple(replace(s, swing=swing) if s.criterion == criterion else s for s in criteria)


def with_equal_weights(criteria: Sequence[CriterionSetting]) -> tuple[CriterionSetting, ...]:
    """Return the criteria with the same weight each."""
    return _replace_swings(criteria, [100 / len(criteria)] * len(criteria))


def with_rank_weights(
    criteria: Sequence[CriterionSetting], order: Iterable[Criterion]
) -> tuple[CriterionSetting, ...]:
    """Return the criteria weighted by their rank in `order`, the most important first."""
    rank_by_criterion = {criterion: place for place, criterion in enumerate(order)}
    weights = weights_from_ranks(len(criteria))
    swings = (100 * weights / weights.max()).tolist()
    return _replace_swings(criteria, [swings[rank_by_criterion[s.criterion]] for s in criteria])


def _replace_swings(
    criteria: Sequence[CriterionSetting], swings: Sequence[float]
) -> tuple[CriterionSetting, ...]:
    return tuple(
        replace(setting, swing=min(100.0, max(0.0, round(swing, 6))))
        for setting, swing in zip(criteria, swings, strict=True)
    )


def rescale_all_weights(
    criteria: Sequence[CriterionSetting], weighting: Weighting, used: Sequence[CriterionSetting]
) -> tuple[Criteria, Weighting]:
    """Rescale the weights of the study and all stakeholders to the present ranges of criteria.

    An order stays an order, by the swings as they come out.
    """
    own, changed = tuple(criteria), weighting
    for owner in _weight_owners(weighting):
        before = criteria_with_swings_of(own, changed, owner)
        method, moved = _weighting_method(changed, owner), rescale_swings(before, used)
        if method is Method.RANKS:
            order = sorted(moved, key=lambda setting: -setting.swing)
            moved = with_rank_weights(moved, [setting.criterion for setting in order])
        own, changed = set_weights(own, changed, owner, moved, method=method)
    return own, changed


def confirm_all_weights(
    criteria: Sequence[CriterionSetting], weighting: Weighting, used: Sequence[CriterionSetting]
) -> tuple[Criteria, Weighting]:
    """Confirm the weights of the study and all stakeholders for the present anchors."""
    own, changed = tuple(criteria), weighting
    for owner in _weight_owners(weighting):
        stored = confirm_swings(criteria_with_swings_of(own, changed, owner), used)
        method = _weighting_method(changed, owner)
        own, changed = set_weights(own, changed, owner, stored, method=method)
    return own, changed


def _weight_owners(weighting: Weighting) -> tuple[str, ...]:
    return (STUDY, *(person.name for person in weighting.stakeholders))


def _weighting_method(weighting: Weighting, owner: str) -> Method:
    person = find_stakeholder(weighting, owner)
    return weighting.method if person is None else person.method


LONGEST_TEXT = 200
MOST_LEVELS = 9
"""Of one rating."""


def find_criterion(study: Study, title: str) -> Criterion | None:
    """Find a criterion by its title, the program's too; None where there is none."""
    wanted = title.strip().casefold()
    if wanted in CRITERIA_BY_TITLE:
        return CRITERIA_BY_TITLE[wanted]
    own = reading.read_own_criteria(study)
    return next((each for each in own if each.title.casefold() == wanted), None)


def add_own_criterion(study: Study, definition: OwnCriterionDefinition) -> Criterion:
    """Add a criterion of the study's own, which counts with the swing that it is offered with.

    Raises:
        UserError: When its title is empty or taken, or it is neither rated nor measured.
    """
    definition = _validate_definition_for_study(study, definition)
    with transaction(study, f"criterion {definition.title}") as cursor:
        criterion = writing.insert_own_criterion(cursor, definition)
        criteria = reading.read_criteria(study) or DEFAULT_CRITERIA
        writing.write_criteria(cursor, (*criteria, kind_of(criterion).default_setting))
    return criterion


def update_own_criterion(
    study: Study, criterion: Criterion, definition: OwnCriterionDefinition
) -> None:
    """Change the definition of an own criterion; its anchors in the study stay.

    Raises:
        UserError: As for `add_own_criterion`; or when a rating would lose levels that options
            have, or become a measured criterion while options have values.
    """
    definition = _validate_definition_for_study(study, definition, except_criterion=criterion)
    after = replace(criterion, own=definition)
    for ratings in reading.read_option_ratings(study).values():
        rating = dict(ratings).get(criterion)
        was_rating, is_rating = kind_of(criterion).is_rating, kind_of(after).is_rating
        if rating is not None and (is_rating != was_rating or not is_valid_rating(after, rating)):
            refuse(
                "Options have values of {title} that no longer fit. Remove them first.",
                title=criterion.title,
            )
    with transaction(study, f"criterion {definition.title}") as cursor:
        writing.update_own_criterion(cursor, criterion, definition)


def remove_own_criterion(study: Study, criterion: Criterion) -> None:
    """Remove a criterion with its weights and with what options were given of it.

    Raises:
        UserError: When somebody gave no weight to anything else.
    """
    criteria = reading.read_criteria(study) or DEFAULT_CRITERIA
    weighting = reading.read_weighting(study)
    left = without_criterion(criteria, weighting, criterion)
    others = _weighting_without_criterion(weighting, criterion)
    edit = edit_replacing_criteria(
        reading.read_input_cells(study), criteria, left, (weighting, weighting)
    )
    with transaction(study, f"criterion {criterion.title}") as cursor:
        writing.replace_cells(
            cursor, edit.cleared | {cell.address for cell in edit.typed}, edit.typed
        )
        writing.write_criteria(cursor, left)
        if others != weighting:
            writing.write_weighting(cursor, others)
        writing.delete_own_criterion(cursor, criterion)


def _weighting_without_criterion(weighting: Weighting, criterion: Criterion) -> Weighting:
    people = tuple(
        replace(person, swings=tuple(s for s in person.swings if s.criterion != criterion))
        for person in weighting.stakeholders
    )
    return replace(weighting, stakeholders=people)


def set_swing(study: Study, criterion: Criterion, swing: float, owner: str = STUDY) -> None:
    """Set the swing of a criterion, which is added where it does not count yet.

    Args:
        study: the study.
        criterion: one of the program's, or of the study's own.
        swing: 0 to 100.
        owner: name of the stakeholder whose swing it is; by default the study's own.

    Raises:
        UserError: When it is not between 0 and 100, nothing else matters, or there is no such
            stakeholder.
    """
    criteria = reading.read_criteria(study) or DEFAULT_CRITERIA
    if criterion not in {setting.criterion for setting in criteria}:
        criteria = with_added_criterion(criteria, criterion)
    weighting = reading.read_weighting(study)
    if owner and find_stakeholder(weighting, owner) is None:
        refuse("There is no stakeholder named {name}.", name=owner[:100])
    given = criteria_with_swings_of(criteria, weighting, owner)
    given = with_swing(given, criterion, swing)
    check_criteria(given)
    criteria, weighting = set_weights(criteria, weighting, owner, given)
    check_criteria(criteria)
    with transaction(study, "weights") as cursor:
        writing.write_criteria(cursor, criteria)
        if owner:
            writing.write_weighting(cursor, weighting)


def set_anchors(study: Study, criterion: Criterion, anchors: Mapping[str, float]) -> None:
    """Set anchors of a criterion's value function: limit, target, aspiration, target_value.

    Args:
        study: the study.
        criterion: that counts in it.
        anchors: in SI units or the study's currency; the points of the target from 0 to 100.

    Raises:
        UserError: When the criterion does not count, or the anchors are not in order then.
    """
    criteria = reading.read_criteria(study) or DEFAULT_CRITERIA
    row = next((i for i, s in enumerate(criteria) if s.criterion == criterion), None)
    if row is None:
        refuse("{title} does not count in this study.", title=criterion.title)
    changes: dict[str, Any] = dict(anchors)
    setting = replace(criteria[row], **changes)
    requirement = reading.read_requirement(study)
    changed, _ = with_setting(
        tuple(criteria), row, setting, requirement, reading.read_price_range(study)
    )
    with transaction(study, "value functions") as cursor:
        writing.write_criteria(cursor, changed)


def set_deciding_weights(study: Study, name: str) -> None:
    """Let the weights of a stakeholder decide, their `mean`, or those of the `study`.

    Raises:
        UserError: When there is no such stakeholder.
    """
    weighting = reading.read_weighting(study)
    ways = {"study": (Decider.STUDY, ""), "mean": (Decider.MEAN, "")}
    decider, owner = ways.get(name, (Decider.STAKEHOLDER, name))
    decided = set_decider(weighting, decider, owner)
    check_weighting(decided)
    with transaction(study, "weights") as cursor:
        writing.write_weighting(cursor, decided)


def set_option_rating(
    study: Study, option_id: int, criterion: Criterion, rating: Rating | None
) -> None:
    """Set an option's rating or value for a criterion that is entered; None clears it.

    Raises:
        UserError: When it is no level of the criterion, or no value, or follows from evidence.
    """
    if not kind_of(criterion).is_entered:
        refuse("{title} follows from evidence and prices.", title=criterion.title)
    ratings = reading.read_option_ratings(study).get(option_id, ())
    set_ratings(study, option_id, with_rating_replaced(ratings, criterion, rating))


def parse_rating(criterion: Criterion, text: str, decimal: str = ".") -> Rating:
    """Parse a typed value: `12`, `12 ± 1.5`, `10 / 12 / 20`; of a rating its levels.

    Raises:
        UserError: When it is none.
    """
    value = parse_estimate(text, decimal)
    if not kind_of(criterion).is_rating:
        return value
    levels = len(kind_of(criterion).levels)
    ends = (
        (value.least, value.likely, value.most)
        if isinstance(value, LeastLikelyMost)
        else ()
        if isinstance(value, MeanAndError)
        else (value, value, value)
    )
    if not ends or not all(end == int(end) and 1 <= end <= levels for end in ends):
        refuse(
            "“{text}” is not a level. Enter 1 to {levels}, or least / most likely / most: 2 / 3"
            " / 4.",
            text=text[:60],
            levels=levels,
        )
    return build_rating(*map(int, ends))


def _validate_definition_for_study(
    study: Study, definition: OwnCriterionDefinition, except_criterion: Criterion | None = None
) -> OwnCriterionDefinition:
    return validate_own_criterion(
        definition,
        [each.title for each in reading.read_own_criteria(study) if each != except_criterion],
    )


def validate_own_criterion(
    definition: OwnCriterionDefinition, taken_titles: Iterable[str]
) -> OwnCriterionDefinition:
    """Return a definition without blanks around its texts, whose title is none that is taken.

    Raises:
        UserError: As for `add_own_criterion`.
    """
    definition = replace(
        definition,
        title=definition.title.strip(),
        unit="" if definition.levels else definition.unit.strip(),
        levels=tuple(text.strip() for text in definition.levels),
    )
    if (
        not definition.title
        or max(map(len, (definition.title, definition.unit, *definition.levels))) > LONGEST_TEXT
    ):
        refuse(
            "A criterion needs a title. Title, unit and levels have at most {count} characters"
            " each.",
            count=LONGEST_TEXT,
        )
    titles = {title.casefold() for title in taken_titles} | CRITERIA_BY_TITLE.keys()
    if definition.title.casefold() in titles:
        refuse("A criterion {title} already exists.", title=definition.title)
    if definition.levels:
        _check_rating_levels(definition)
    else:
        _check_measured_range(definition)
    return definition


def _check_rating_levels(definition: OwnCriterionDefinition) -> None:
    if not (2 <= len(definition.levels) <= MOST_LEVELS and all(definition.levels)):
        refuse("A rating needs 2 to {count} levels, each with a description.", count=MOST_LEVELS)


def _check_measured_range(definition: OwnCriterionDefinition) -> None:
    ends = (definition.limit, definition.aspiration)
    fits = all(0 <= end < math.inf for end in ends) and definition.limit != definition.aspiration
    if not (definition.unit and fits):
        refuse("A measured criterion needs a unit and two different values for 0 and 100 points.")

"""Facts of the decision: weights, value functions, ratings, whose weights decide."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.decision.stated.common import (
    CONVENTION_KIND,
    DEFAULT_KIND,
    TYPED_KIND,
    FactBuilder,
    RangeWidths,
    Span,
    StudyAtHand,
    points_around,
    replace_option,
)
from arraywise.domain.assumptions import (
    STUDY_PLACE,
    VALUE_PLACE,
    Choice,
    Effect,
    StatedFact,
)
from arraywise.domain.criteria import (
    DEFAULT_CRITERIA,
    Criterion,
    CriterionSetting,
    Decider,
    kind_of,
    rating_levels,
    rating_mean,
)
from arraywise.domain.estimates import LeastLikelyMost, MeanAndError
from arraywise.domain.messages import Message, message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.assumptions import FactValue
    from arraywise.domain.options import Option
    from arraywise.domain.study import OptionFacts, StudyFacts

SWING_SPREAD = points_around(20)
ANCHOR_SHARE = 0.25
"""Of the distance between limit and aspiration."""
TARGET_POINTS: Span = (40.0, 80.0)
VALUE_SPREAD = RangeWidths(0.2, 0.2)


def list_swing_facts(study: StudyAtHand) -> Iterator[StatedFact]:
    """List the swings of whoever decides: by the mean, those of all stakeholders."""
    weighting = study.facts.weighting
    if weighting.decider is Decider.STUDY or not weighting.stakeholders:
        for setting in study.settings:
            yield _swing_fact(setting.criterion, setting.swing, study, "")
        return
    is_mean = weighting.decider is Decider.MEAN
    for person in weighting.stakeholders:
        if is_mean or person.name == weighting.decider_name:
            for each in person.swings:
                yield _swing_fact(each.criterion, each.swing, study, person.name)


def _swing_fact(criterion: Criterion, swing: float, study: StudyAtHand, owner: str) -> StatedFact:
    kind, of = kind_of(criterion), (owner,) if owner else ()
    label = kind.weight_label
    if owner:
        label = message("{weight}, by {stakeholder}", weight=label, stakeholder=owner)
    table = ("stakeholder_swing", f"{criterion.value}/{owner}") if owner else None

    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        return _with_swing(facts, criterion, float(value), owner)

    is_stated = bool(study.facts.criteria or owner)
    common = FactBuilder(
        "/".join(("swing", criterion.value, *of)),
        label,
        TYPED_KIND if is_stated else DEFAULT_KIND,
        table or ("criterion", criterion.value),
    )
    return common.figure(
        swing,
        SWING_SPREAD.around(swing, 0.0, 100.0),
        change,
        (
            *("criterion", STUDY_PLACE, criterion.title, "--swing", VALUE_PLACE),
            *(("--of", owner) if owner else ()),
        ),
        unit=message("of 100"),
        effect=Effect.WEIGHTS,
    )


def _with_swing(facts: StudyFacts, criterion: Criterion, swing: float, owner: str) -> StudyFacts:
    if not owner:
        return _with_setting(facts, criterion, swing=swing)
    people = tuple(
        replace(
            person,
            swings=tuple(
                replace(each, swing=swing) if each.criterion == criterion else each
                for each in person.swings
            ),
        )
        if person.name == owner
        else person
        for person in facts.weighting.stakeholders
    )
    return replace(facts, weighting=replace(facts.weighting, stakeholders=people))


def _with_setting(facts: StudyFacts, criterion: Criterion, **changes: float) -> StudyFacts:
    """Return the study with parts of a criterion's setting changed."""
    criteria = tuple(
        replace(each, **changes) if each.criterion == criterion else each  # type: ignore[arg-type]
        for each in facts.criteria or DEFAULT_CRITERIA
    )
    return replace(facts, criteria=criteria)


ANCHORS = {
    "limit": ("--limit", message("{criterion}: worth 0 points")),
    "target": ("--target", message("{criterion}: worth the points of the target")),
    "aspiration": ("--aspiration", message("{criterion}: worth 100 points")),
}
"""Anchors of a value function with the option of `criterion` that sets each, and its name."""


def list_anchor_facts(study: StudyAtHand) -> Iterator[StatedFact]:
    """List the value functions of the criteria that weigh something, as they are used."""
    weights = dict(zip(study.question.model.settings, study.question.weights, strict=True))
    for used, weight in weights.items():
        own = next((s for s in study.settings if s.criterion == used.criterion), None)
        if own is None or weight <= 0 or used.limit is None or used.aspiration is None:
            continue
        for name in ANCHORS:
            yield _anchor_fact(name, own, used, study)
        yield _target_points_fact(own)


def _anchor_fact(
    name: str, own: CriterionSetting, used: CriterionSetting, study: StudyAtHand
) -> StatedFact:
    kind, (flag, label) = kind_of(own.criterion), ANCHORS[name]
    value = (getattr(used, name) or 0.0) * kind.units_per_si
    reach = abs((used.limit or 0.0) - (used.aspiration or 0.0)) * kind.units_per_si * ANCHOR_SHARE

    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        return _with_setting(facts, own.criterion, **{name: float(value) / kind.units_per_si})

    common = FactBuilder(
        f"{name}/{own.criterion.value}",
        message(label.template, criterion=kind.label),
        DEFAULT_KIND if getattr(own, name) is None else TYPED_KIND,
        ("criterion", own.criterion.value),
    )
    return common.figure(
        round(value, 12),
        points_around(reach).around(value, -math.inf if value < 0 else 0.0),
        change,
        ("criterion", STUDY_PLACE, own.criterion.title, flag, VALUE_PLACE),
        unit=study.facts.currency if kind.unit is None else kind.unit,
    )


def _target_points_fact(own: CriterionSetting) -> StatedFact:
    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        return _with_setting(facts, own.criterion, target_value=float(value))

    word = kind_of(own.criterion).label
    common = FactBuilder(
        f"target_value/{own.criterion.value}",
        message("{criterion}: points of the target", criterion=word),
        CONVENTION_KIND if own.target_value == _TARGET_POINTS else TYPED_KIND,
        ("criterion", own.criterion.value),
    )
    command = ("criterion", STUDY_PLACE, own.criterion.title, "--target-points", VALUE_PLACE)
    return common.figure(own.target_value, TARGET_POINTS, change, command, unit=message("points"))


_TARGET_POINTS = 60.0


def list_decider_facts(study: StudyAtHand) -> Iterator[StatedFact]:
    """List whose weights decide, where there are stakeholders."""
    weighting = study.facts.weighting
    if not weighting.stakeholders:
        return
    names = {person.name: (Decider.STAKEHOLDER, person.name) for person in weighting.stakeholders}
    ways = {"study": (Decider.STUDY, ""), "mean": (Decider.MEAN, ""), **names}
    present = next(
        (k for k, v in ways.items() if v == (weighting.decider, weighting.decider_name)), "study"
    )
    labels: dict[str, Message | str] = {
        "study": message("the study's weights"),
        "mean": message("the mean of the stakeholders"),
    }

    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        decider, name = ways[str(value)]
        decided = replace(facts.weighting, decider=decider, decider_name=name)
        return replace(facts, weighting=decided)

    common = FactBuilder("decider", message("Whose weights decide"), TYPED_KIND, ("weighting", ""))
    yield common.discrete(
        present,
        (Choice(each, labels.get(each, each)) for each in ways),
        change,
        ("criterion", STUDY_PLACE, "--decided-by", VALUE_PLACE),
    )


def list_rating_facts(study: StudyAtHand) -> Iterator[StatedFact]:
    """List ratings and entered values of options that weigh something."""
    weighed = [
        setting.criterion
        for setting, weight in zip(
            study.question.model.settings, study.question.weights, strict=True
        )
        if weight > 0
    ]
    for stated in study.facts.options:
        for criterion, rating in stated.ratings:
            if criterion in weighed:
                yield _rating_fact(stated.option, criterion, rating)


def _rating_fact(
    option: Option, criterion: Criterion, rating: float | MeanAndError | LeastLikelyMost
) -> StatedFact:
    kind = kind_of(criterion)

    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        def rate(each: OptionFacts) -> OptionFacts:
            figure = int(value) if kind.is_rating else float(value)
            ratings = tuple((c, figure if c == criterion else r) for c, r in each.ratings)
            return replace(each, ratings=ratings)

        return replace_option(facts, option.id, rate)

    common = FactBuilder(
        f"rating/{option.id}/{criterion.value}",
        kind.describe_attribute(option.name),
        TYPED_KIND,
        ("option_rating", f"{option.id}/{criterion.value}"),
    )
    argument = f"{option.name}={VALUE_PLACE}"
    command = ("criterion", STUDY_PLACE, criterion.title, "--value", argument)
    if kind.is_rating:
        least, likely, most = rating_levels(rating)
        present = str(likely) if least == most else f"{least} / {likely} / {most}"
        nearest = sorted(range(1, len(kind.levels) + 1), key=lambda level: abs(level - likely))
        levels = [str(level) for level in nearest]
        choices = (Choice(each, each) for each in dict.fromkeys((present, *levels)))
        return common.discrete(present, choices, change, command)
    value = rating_mean(rating)
    span = VALUE_SPREAD.around(value, 0.0)
    if isinstance(rating, LeastLikelyMost):
        span = (rating.least, rating.most)
    elif isinstance(rating, MeanAndError):
        span = points_around(1.96 * rating.error).around(value, 0.0)
    return common.figure(value, span, change, command, unit=kind.unit or "")

"""Criteria table, value functions, stakeholders' weights.

Pages, documents, the command line and the analysis walk `ALL_CRITERIA`. A rating, and a fact that
studies state of each option, is that entry and nothing else. What is computed from evidence,
prices or times has a row in `analysis/decision/attributes.py` and a formula in
`report/workbook/score_steps.py`; neither can be imported while one is missing. A study may add
criteria of its own, whose entries follow from what it says of them (MODEL F4).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum, auto
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, TypeAlias, TypeVar

from arraywise.domain.criterion_presets import offered_message_or_verbatim
from arraywise.domain.estimates import Estimate, LeastLikelyMost, MeanAndError
from arraywise.domain.messages import Message, message
from arraywise.domain.requirement import Goal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from arraywise.domain.criterion_presets import CriterionPreset
    from arraywise.domain.messages import Figure
    from arraywise.domain.options import Option


@dataclass(frozen=True, slots=True)
class OwnCriterionDefinition:
    """What a study says of a criterion of its own."""

    title: str
    levels: tuple[str, ...] = ()
    """What the levels of a rating mean, from the worst; none for what is measured."""
    unit: str = ""
    """Of what is measured, as its values are; nothing is converted."""
    limit: float = 0.0
    """Worth 0 points; of what is measured ..."""
    aspiration: float = 0.0
    """... and worth 100, below the limit where less is better."""

    @property
    def limit_and_aspiration(self) -> tuple[float, float]:
        """Limit and aspiration."""
        return (1.0, float(len(self.levels))) if self.levels else (self.limit, self.aspiration)


@dataclass(frozen=True, slots=True)
class Criterion:
    """What options are valued by: one of the program's, or one of a study's own."""

    RESPONSE_TIME: ClassVar[Criterion]
    PROVISIONING: ClassVar[Criterion]
    HEADROOM: ClassVar[Criterion]
    PRICE: ClassVar[Criterion]
    HOST_CPU: ClassVar[Criterion]
    USABLE: ClassVar[Criterion]
    AVAILABILITY: ClassVar[Criterion]
    OPERABILITY: ClassVar[Criterion]

    name: str
    """In the names of cells."""
    value: str
    """In study files."""
    own: OwnCriterionDefinition | None = None
    is_of_an_io: bool = field(default=False, compare=False)
    """The response time where the target is on an I/O: the same criterion, called otherwise."""

    @property
    def title(self) -> str:
        """What the criterion is called in English, or by whoever made it."""
        if self.is_of_an_io:
            return "latency of an I/O"
        return self.value if self.own is None else self.own.title

    def __str__(self) -> str:
        """Return the title."""
        return self.title

    def __hash__(self) -> int:
        """Tell criteria apart by what study files call them."""
        return hash(self.value)


Criterion.RESPONSE_TIME = Criterion("RESPONSE_TIME", "response time")
Criterion.PROVISIONING = Criterion("PROVISIONING", "provisioning")
Criterion.HEADROOM = Criterion("HEADROOM", "headroom")
Criterion.PRICE = Criterion("PRICE", "36-month price")
Criterion.HOST_CPU = Criterion("HOST_CPU", "host CPU per transaction")
Criterion.USABLE = Criterion("USABLE", "usable capacity")
Criterion.AVAILABILITY = Criterion("AVAILABILITY", "availability")
Criterion.OPERABILITY = Criterion("OPERABILITY", "operability")


def definition_from_preset(preset: CriterionPreset) -> OwnCriterionDefinition:
    """Return an offered criterion as a study keeps it: in English, to be translated when shown."""
    unit = "" if preset.unit is None else str(preset.unit)
    levels = tuple(map(str, preset.levels))
    return OwnCriterionDefinition(str(preset.title), levels, unit, preset.limit, preset.aspiration)


def build_own_criterion(number: int, definition: OwnCriterionDefinition) -> Criterion:
    """Return a criterion of a study's own, by its number there."""
    return Criterion(f"OWN_{number}", f"own {number}", definition)


@dataclass(frozen=True, slots=True)
class CriterionSetting:
    """A criterion's swing and the anchors of its value function (MODEL D4, D5).

    Anchors are in SI units (seconds, share, currency units, levels of a rating) and do not
    follow the options.
    """

    criterion: Criterion
    swing: float
    """0 to 100; weights are swings over their sum."""
    limit: float | None
    """Worth 0 points. None: derived from the requirement or the options' prices."""
    target: float | None
    """Worth `target_value` points."""
    aspiration: float | None
    """Worth 100 points."""
    target_value: float = 60.0
    """Any value between 0 and 100: MODEL D4 has 40 to 80 in mind, but the rest does no harm."""
    judged: tuple[float, float] | None = None
    """Limit and aspiration that the swing was given for; None where nobody gave it."""

    @property
    def corners(self) -> Corners:
        """The whole value function, from 0 points to 100; empty while an anchor is open."""
        if self.limit is None or self.target is None or self.aspiration is None:
            return ()
        target = self.target, self.target_value
        return (self.limit, 0.0), target, (self.aspiration, 100.0)


class ValueSource(Enum):
    """Where the value of each option comes from, where no field of `Option` holds it."""

    ENTERED = auto()
    """Somebody enters it for this criterion: a rating, or a value of a study's own criterion."""
    COMPUTED = auto()
    """From evidence, prices or times."""


class LimitSource(Enum):
    """What the limit follows from by default, where it is not the same in all studies."""

    REQUIRED_RESPONSE = auto()
    PRICES = auto()
    """The budget; without one the range that was set or proposed."""
    NEEDED_CAPACITY = auto()
    """The bytes that are needed at the horizon; nothing where none are stated."""


@dataclass(frozen=True, slots=True)
class CriterionKind:
    """All that others need of a criterion; no part has a default, so that none is left out."""

    criterion: Criterion
    value_source: ValueSource | Callable[[Option], float | None]
    """Where an option's value comes from; a function reads what is stated of the option, in SI."""
    label: Message
    short_label: Message
    """For the head of a narrow column."""
    unit: Message | None
    """Sign of the unit that people use; None for the study's currency."""
    units_per_si: float
    """Units to one of SI."""
    figure_template: str
    """Template of a figure with its unit."""
    more_is_better: bool
    """More is better."""
    swing: float
    """By default."""
    is_default: bool
    """Whether studies are valued by it until the client says otherwise; others are offered."""
    limit: float | LimitSource
    """Worth 0 points by default, in SI units or what it follows from."""
    target: float | None
    """Value by default; where less is better, and of the capacity, its share of the limit."""
    aspiration: float | None
    """The same of the best anchor."""
    weight_label: Message
    option_template: str
    """Template of the attribute of one option."""
    levels: tuple[Message, ...]
    """What the levels of a rating mean by default, from the worst; none for what is measured."""

    @property
    def is_rating(self) -> bool:
        """Whether somebody judges it, in described levels from 1."""
        return bool(self.levels)

    @property
    def is_entered(self) -> bool:
        """Whether somebody enters what each option has of it."""
        return self.value_source is ValueSource.ENTERED

    @property
    def anchors_scale_with_limit(self) -> bool:
        """Whether target and aspiration are by default shares of the limit."""
        return not self.more_is_better and self.criterion.own is None

    def describe_figure(self, figure: float) -> Message:
        """Write a figure in the criterion's unit with that unit."""
        return message(self.figure_template, figure=figure, **self._own_criterion_figures())

    def describe_attribute(self, option: str) -> Message:
        """Name the attribute of an option."""
        return message(self.option_template, option=option, **self._own_criterion_figures())

    def _own_criterion_figures(self) -> dict[str, Figure]:
        """Return what the sentences of a study's own criterion name beside figures."""
        if self.criterion.own is None:
            return {}
        return {"criterion": self.label, "unit": self.unit or ""}

    @property
    def default_setting(self) -> CriterionSetting:
        """The criterion as it is offered."""
        return CriterionSetting(self.criterion, self.swing, None, None, None)


Rating: TypeAlias = float | Estimate
"""A level from 1, or between which levels it lies and which one is most likely; of what is
measured the value, or an estimate of it."""

Ratings = tuple[tuple[Criterion, Rating], ...]
"""What an option was rated by criteria."""

RatingWords = tuple[tuple[Criterion, tuple[str, ...]], ...]
"""What a study's own words are for the levels of a rating, from the worst."""

MILLISECONDS = message("ms")
PERCENT = message("%")
_LEVEL = message("level")

ALL_CRITERIA = (
    CriterionKind(
        criterion=Criterion.RESPONSE_TIME,
        value_source=ValueSource.COMPUTED,
        label=message("Response time"),
        short_label=message("Response time"),
        unit=MILLISECONDS,
        units_per_si=1e3,
        figure_template="{figure:,.10g} ms",
        more_is_better=False,
        swing=100.0,
        is_default=True,
        limit=LimitSource.REQUIRED_RESPONSE,
        target=0.75,
        aspiration=0.3,
        weight_label=message("Weight of response time"),
        option_template="Response time of {option}",
        levels=(),
    ),
    CriterionKind(
        criterion=Criterion.PRICE,
        value_source=ValueSource.COMPUTED,
        label=message("36-month price"),
        short_label=message("Price"),
        unit=None,
        units_per_si=1.0,
        figure_template="{figure:,.0f}",
        more_is_better=False,
        swing=80.0,
        is_default=True,
        limit=LimitSource.PRICES,
        target=None,
        aspiration=None,
        weight_label=message("Weight of the 36-month price"),
        option_template="36-month price of {option}",
        levels=(),
    ),
    CriterionKind(
        criterion=Criterion.HEADROOM,
        value_source=ValueSource.COMPUTED,
        label=message("Headroom"),
        short_label=message("Headroom"),
        unit=PERCENT,
        units_per_si=100.0,
        figure_template="{figure:.0f} %",
        more_is_better=True,
        swing=50.0,
        is_default=True,
        limit=0.0,
        target=0.2,
        aspiration=0.5,
        weight_label=message("Weight of headroom"),
        option_template="Headroom of {option}",
        levels=(),
    ),
    CriterionKind(
        criterion=Criterion.PROVISIONING,
        value_source=ValueSource.COMPUTED,
        label=message("Provisioning"),
        short_label=message("Provisioning"),
        unit=message("min"),
        units_per_si=1 / 60,
        figure_template="{figure:.3g} min",
        more_is_better=False,
        swing=40.0,
        is_default=True,
        limit=7_200.0,
        target=0.5,
        aspiration=0.125,
        weight_label=message("Weight of provisioning"),
        option_template="Provisioning of {option}",
        levels=(),
    ),
    CriterionKind(
        criterion=Criterion.HOST_CPU,
        value_source=ValueSource.COMPUTED,
        label=message("Host CPU per transaction"),
        short_label=message("Host CPU"),
        unit=MILLISECONDS,
        units_per_si=1e3,
        figure_template="{figure:,.10g} ms",
        more_is_better=False,
        swing=20.0,
        is_default=False,
        limit=0.05,
        target=0.4,
        aspiration=0.1,
        weight_label=message("Weight of host CPU per transaction"),
        option_template="Host CPU per transaction of {option}",
        levels=(),
    ),
    CriterionKind(
        criterion=Criterion.USABLE,
        value_source=ValueSource.COMPUTED,
        label=message("Usable capacity"),
        short_label=message("Usable TB"),
        unit=message("TB"),
        units_per_si=1e-12,
        figure_template="{figure:,.4g} TB",
        more_is_better=True,
        swing=20.0,
        is_default=False,
        limit=LimitSource.NEEDED_CAPACITY,
        target=1.25,
        aspiration=1.5,
        weight_label=message("Weight of usable capacity"),
        option_template="Usable capacity of {option}",
        levels=(),
    ),
    CriterionKind(
        criterion=Criterion.AVAILABILITY,
        value_source=ValueSource.ENTERED,
        label=message("Availability"),
        short_label=message("Availability"),
        unit=_LEVEL,
        units_per_si=1.0,
        figure_template="level {figure:.3g}",
        more_is_better=True,
        swing=40.0,
        is_default=False,
        limit=1.0,
        target=3.0,
        aspiration=5.0,
        weight_label=message("Weight of availability"),
        option_template="Availability of {option}",
        levels=(
            message("A failed part stops the database; data is restored from backup."),
            message(
                "Disks are redundant; a failed controller, switch or path stops the database."
            ),
            message("Every part is redundant; failover is manual or takes minutes."),
            message("Every part is redundant and fails over automatically within a minute."),
            message("As before, with a second copy of the data at another site."),
        ),
    ),
    CriterionKind(
        criterion=Criterion.OPERABILITY,
        value_source=ValueSource.ENTERED,
        label=message("Skills and operability"),
        short_label=message("Operability"),
        unit=_LEVEL,
        units_per_si=1.0,
        figure_template="level {figure:.3g}",
        more_is_better=True,
        swing=30.0,
        is_default=False,
        limit=1.0,
        target=3.0,
        aspiration=5.0,
        weight_label=message("Weight of skills and operability"),
        option_template="Skills and operability of {option}",
        levels=(
            message("Nobody in the team has run it; every change needs outside help."),
            message("One person has been trained for it."),
            message("Several people are trained, but none has run it in production."),
            message("The team runs it in production, some steps manually."),
            message("The team runs it daily, with written and automated procedures."),
        ),
    ),
)
"""In the order in which they are offered."""

_KINDS = {kind.criterion: kind for kind in ALL_CRITERIA}


BUILT_IN_CRITERIA = {kind.criterion.value: kind.criterion for kind in ALL_CRITERIA}
"""The program's own criteria by what study files call them."""


_LATENCY = replace(
    _KINDS[Criterion.RESPONSE_TIME],
    criterion=replace(Criterion.RESPONSE_TIME, is_of_an_io=True),
    label=message("Latency of an I/O"),
    short_label=message("I/O latency"),
    weight_label=message("Weight of the latency of an I/O"),
    option_template="Latency of an I/O of {option}",
)


CRITERIA_BY_TITLE = {
    title.casefold(): kind.criterion
    for kind in (*ALL_CRITERIA, _LATENCY)
    for title in (kind.criterion.title, str(kind.label))
}
"""The program's own criteria by all that they are called, in lower case."""


def kind_of(criterion: Criterion) -> CriterionKind:
    """Return the entry of a criterion."""
    if criterion.own is None:
        return _LATENCY if criterion.is_of_an_io else _KINDS[criterion]
    return _build_own_kind(criterion, criterion.own)


OWN_CRITERION_SWING = 40.0


@lru_cache(maxsize=256)
def _build_own_kind(criterion: Criterion, definition: OwnCriterionDefinition) -> CriterionKind:
    label = offered_message_or_verbatim(definition.title)
    limit, aspiration = definition.limit_and_aspiration
    share = (
        0.5 if definition.levels else 0.6
    )  # levels as those of the program, else a straight line
    return CriterionKind(
        criterion=criterion,
        value_source=ValueSource.ENTERED,
        label=label,
        short_label=label,
        unit=_LEVEL if definition.levels else offered_message_or_verbatim(definition.unit),
        units_per_si=1.0,
        figure_template="level {figure:.3g}" if definition.levels else "{figure:,.10g} {unit}",
        more_is_better=limit < aspiration,
        swing=OWN_CRITERION_SWING,
        is_default=False,
        limit=limit,
        target=limit + share * (aspiration - limit),
        aspiration=aspiration,
        weight_label=message("Weight of “{criterion}”", criterion=label),
        option_template="{criterion} of {option}",
        levels=tuple(offered_message_or_verbatim(text) for text in definition.levels),
    )


DEFAULT_CRITERIA = tuple(kind.default_setting for kind in ALL_CRITERIA if kind.is_default)

Row = TypeVar("Row")


def require_each_computed(rows: Mapping[Criterion, Row]) -> Mapping[Criterion, Row]:
    """Return a table once it has a row for each criterion that is computed, and no other.

    Modules call it while they are imported, so that no criterion is left out silently.
    """
    computed = {k.criterion for k in ALL_CRITERIA if k.value_source is ValueSource.COMPUTED}
    if computed == rows.keys():
        return rows
    missing = ", ".join(sorted(c.name for c in computed - rows.keys())) or "none"
    needless = ", ".join(sorted(c.name for c in rows.keys() - computed)) or "none"
    reason = f"criteria without a row: {missing}; rows of others: {needless}"
    raise LookupError(reason)


def build_rating(least: int, likely: int, most: int) -> Rating:
    """Return a level, or between which levels it lies."""
    return likely if least == likely == most else LeastLikelyMost(least, likely, most)


def are_ascending_levels(criterion: Criterion, levels: Sequence[int]) -> bool:
    """Return whether levels do not fall and are all among those of a rating."""
    ends = (1, *levels, len(kind_of(criterion).levels))
    return all(one <= other for one, other in pairwise(ends))


def rating_levels(rating: Rating) -> tuple[int, int, int]:
    """Return the least, the most likely and the highest level of a rating."""
    if isinstance(rating, LeastLikelyMost):
        return int(rating.least), int(rating.likely), int(rating.most)
    level = round(rating_mean(rating))
    return level, level, level


def rating_mean(rating: Rating) -> float:
    """Return a value, or the mean of an estimate of it."""
    return rating if isinstance(rating, (int, float)) else rating.mean


def is_valid_rating(criterion: Criterion, rating: Rating) -> bool:
    """Return whether a rating is among the levels of its criterion, or a value that can be."""
    if kind_of(criterion).is_rating:
        is_levels = not isinstance(rating, (float, MeanAndError))
        return is_levels and are_ascending_levels(criterion, rating_levels(rating))
    if isinstance(rating, (int, float)):
        return 0 <= rating < math.inf
    return rating.is_possible


def describe_levels(criterion: Criterion, own_words: RatingWords) -> tuple[Message, ...]:
    """Return what the levels of a rating mean: the study's own words, or ours."""
    own = dict(own_words).get(criterion, ())
    defaults = kind_of(criterion).levels
    return tuple(
        standard if not text or text == str(standard) else message("{text}", text=text)
        for standard, text in zip(defaults, own or [""] * len(defaults), strict=True)
    )


Corner: TypeAlias = tuple[float, float]
"""An attribute in SI units or the currency, and the points from 0 to 100 that it is worth."""
Corners: TypeAlias = tuple[Corner, ...]
"""From the limit, worth 0, to the aspiration, worth 100; both figures strictly monotone."""


def interpolate(x: float, corners: Corners) -> float:
    """Return what is drawn against a figure: points against attributes, or the reverse.

    Args:
        x: clipped to the first and the last corner.
        corners: pairs whose first figures run strictly one way.
    """
    result = corners[0][1]
    for (start, low), (end, high) in pairwise(corners):
        result += (high - low) * min(1.0, max(0.0, (x - start) / (end - start)))
    return result


def invert_corners(corners: Corners) -> Corners:
    """Return the pairs turned round, to ask which attribute is worth how many points."""
    return tuple((points, attribute) for attribute, points in corners)


def attribute_for_points(points: float, corners: Corners) -> float | None:
    """Return the attribute that is worth so many points; None where none is, or many are."""
    if not corners or not 0.0 < points <= 100.0:
        return None
    return interpolate(points, invert_corners(corners))


def with_response_time_named_by_goal(
    goal: Goal, settings: Sequence[CriterionSetting]
) -> tuple[CriterionSetting, ...]:
    """Return settings whose response time is called as the target is."""
    is_of_an_io = goal is Goal.STORAGE_LATENCY
    return tuple(
        replace(s, criterion=replace(s.criterion, is_of_an_io=is_of_an_io))
        if s.criterion == Criterion.RESPONSE_TIME and s.criterion.is_of_an_io != is_of_an_io
        else s
        for s in settings
    )


class Method(StrEnum):
    """How a set of weights was given."""

    SWINGS = "swings"
    """Each criterion's step from worst to best against the most wanted one, which has 100."""
    RANKS = "rank order"
    """Only the order is known: rank-order centroids."""


class Decider(StrEnum):
    """Whose weights the recommendation rests on."""

    STUDY = "study"
    MEAN = "mean of the stakeholders"
    STAKEHOLDER = "stakeholder"


@dataclass(frozen=True, slots=True)
class Swing:
    """One criterion's swing in a stakeholder's eyes."""

    criterion: Criterion
    swing: float
    """0 to 100."""
    judged: tuple[float, float] | None = None
    """Limit and aspiration that it was given for."""


@dataclass(frozen=True, slots=True)
class Stakeholder:
    """Somebody with weights of their own."""

    name: str
    swings: tuple[Swing, ...]
    method: Method = Method.SWINGS


@dataclass(frozen=True, slots=True)
class Weighting:
    """The stakeholders of a study, and whose weights decide."""

    stakeholders: tuple[Stakeholder, ...] = ()
    decider: Decider = Decider.STUDY
    decider_name: str = ""
    """Of the stakeholder who decides alone."""
    method: Method = Method.SWINGS
    """How the study's own weights were given."""


NO_STAKEHOLDERS = Weighting()

"""Facts that the model reads and that nobody measured: one table of families (MODEL I1).

Each family lists its facts of a study by walking what the study states: fields of the requirement,
criteria, options, prices, thresholds. Families name the fields of the study's types that they
answer for; `tests/analysis/decision/test_facts_read.py` records what the model reads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.analysis.decision.stated.common import StudyAtHand
from arraywise.analysis.decision.stated.criteria import (
    list_anchor_facts,
    list_decider_facts,
    list_rating_facts,
    list_swing_facts,
)
from arraywise.analysis.decision.stated.evidence import list_profile_facts, list_threshold_facts
from arraywise.analysis.decision.stated.options import (
    list_ability_facts,
    list_capacity_facts,
    list_price_facts,
    list_price_term_facts,
    list_provisioning_facts,
)
from arraywise.analysis.decision.stated.requirement import list_requirement_facts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.domain.assumptions import StatedFact

__all__ = ["FAMILIES", "Family", "StudyAtHand", "list_stated_facts"]


@dataclass(frozen=True, slots=True)
class Family:
    """Facts of one kind."""

    facts: Callable[[StudyAtHand], Iterator[StatedFact]]
    reads: tuple[str, ...]
    """Fields that the model reads, by their type and name; `*` for all of a type."""


FAMILIES = (
    Family(list_requirement_facts, ("Requirement.*",)),
    Family(list_swing_facts, ("CriterionSetting.swing", "Swing.swing", "Stakeholder.swings")),
    Family(
        list_anchor_facts,
        (
            *("CriterionSetting.limit", "CriterionSetting.target", "CriterionSetting.aspiration"),
            *("CriterionSetting.target_value", "StudyFacts.price_range"),
        ),
    ),
    Family(list_decider_facts, ("Weighting.decider", "Weighting.decider_name")),
    Family(list_price_facts, ("PriceSheet.*", "PriceLine.*", "Discount.*")),
    Family(list_provisioning_facts, ("ProvisioningTime.*",)),
    Family(list_capacity_facts, ("Capacity.*", "DriveSet.*")),
    Family(
        list_ability_facts, ("Option.shared_storage", "Option.serves_files", "Option.restore_s")
    ),
    Family(list_rating_facts, ("OptionFacts.ratings",)),
    Family(list_price_term_facts, ("PriceBasis.*", "ExchangeRate.*")),
    Family(list_threshold_facts, ("Thresholds.*",)),
    Family(list_profile_facts, ("WorkloadProfile.*",)),
)
"""In the order in which facts that change nothing are listed."""


def list_stated_facts(study: StudyAtHand) -> tuple[StatedFact, ...]:
    """Return every fact that the model reads of a study and that nobody measured."""
    return tuple(fact for family in FAMILIES for fact in family.facts(study))

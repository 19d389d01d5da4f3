"""The model reads nothing that is neither measured nor a row of the register (MODEL I1).

Stand-ins for the facts of a study record which of their fields are read while it is answered, at
its own and at changed facts. A field that comes to a type of the domain and is read without a row,
or without being named here as measured or as no figure, fails.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest

from arraywise.analysis.decision.problem import build_problem, evaluate_today, pick_winners
from arraywise.analysis.decision.stated import FAMILIES, StudyAtHand, list_stated_facts
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.capacity import Capacity, DriveSet
from arraywise.domain.criteria import CriterionSetting, Stakeholder, Swing, Weighting
from arraywise.domain.options import Option, ProvisioningTime
from arraywise.domain.pricing import Discount, ExchangeRate, PriceBasis, PriceLine, PriceSheet
from arraywise.domain.requirement import Requirement, Thresholds
from arraywise.domain.study import OptionFacts, StudyFacts
from arraywise.domain.workload import WorkloadProfile
from arraywise.store.study import open_study
from arraywise.usecases.create_sample import LEDGER, WORKED_EXAMPLE
from arraywise.usecases.workload_profile import read_study

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

RECORDED = (
    *(StudyFacts, OptionFacts, Option, Requirement, Thresholds, WorkloadProfile),
    *(CriterionSetting, Weighting, Stakeholder, Swing),
    *(PriceSheet, PriceLine, Discount, PriceBasis, ExchangeRate, ProvisioningTime),
    *(Capacity, DriveSet),
)
MEASURED = {
    *("OptionFacts.load_runs", "OptionFacts.io_points", "OptionFacts.setups"),
    *("OptionFacts.degraded", "OptionFacts.published", "StudyFacts.found_profiles"),
    *("StudyFacts.remarks", "StudyFacts.published_conclusion"),
}
"""From files, each figure with its file and line."""
PARTS = {
    *("StudyFacts.requirement", "StudyFacts.criteria", "StudyFacts.options"),
    *("StudyFacts.weighting", "StudyFacts.price_basis", "StudyFacts.thresholds"),
    *("StudyFacts.profile", "OptionFacts.option", "OptionFacts.price_sheet"),
    *("OptionFacts.provisioning", "Option.capacity", "Weighting.stakeholders"),
}
"""Parts of a study: what is in them is looked at field by field."""
NO_FIGURES = {
    *("StudyFacts.currency", "StudyFacts.is_requirement_stated", "Stakeholder.name"),
    *("Option.id", "Option.name", "Option.architecture", "Option.position"),
    *("CriterionSetting.criterion", "Swing.criterion", "Swing.judged", "CriterionSetting.judged"),
    *("OptionFacts.quote", "OptionFacts.not_needed", "StudyFacts.left_out"),
    "OptionFacts.unread_times",
}
"""Names, order, and what findings alone are made of."""


class Recorder:
    """Builds stand-ins that record which fields are read."""

    def __init__(self) -> None:
        self.read: set[str] = set()

    def stand_in(self, value: Any) -> Any:
        """Return a copy of facts whose dataclasses record what is read of them."""
        if isinstance(value, tuple) and not hasattr(value, "_fields"):
            return tuple(self.stand_in(each) for each in value)
        if type(value) not in RECORDED:
            return value
        copy: Any = object.__new__(_recording_type(type(value)))
        for field in fields(value):
            object.__setattr__(copy, field.name, self.stand_in(getattr(value, field.name)))
        return copy


_READ: list[set[str]] = []


def _recording_type(plain: type[Any]) -> type[Any]:
    names = {field.name for field in fields(plain)}

    def get(self: object, name: str) -> object:
        if name in names and _READ:
            _READ[-1].add(f"{plain.__name__}.{name}")
        return object.__getattribute__(self, name)

    return type(plain.__name__, (plain,), {"__slots__": (), "__getattribute__": get})


def fields_read(facts: StudyFacts) -> set[str]:
    """Return the fields that are read while a study is answered, by their type and name."""
    copy = Recorder().stand_in(facts)
    read: set[str] = set()
    _READ.append(read)
    try:
        question = build_problem(prepare_study(copy), copy)
        pick_winners(question.model, evaluate_today(question), question.weights)
    finally:
        _READ.pop()
    return read


def is_row(field: str) -> bool:
    """Return whether a family of facts answers for a field."""
    whole = field.partition(".")[0] + ".*"
    return any({field, whole} & set(family.reads) for family in FAMILIES)


@pytest.fixture(scope="module")
def studies(
    copied_sample: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory
) -> list[StudyFacts]:
    folder, result = tmp_path_factory.mktemp("read"), []
    for sample in (WORKED_EXAMPLE, LEDGER):
        path = copied_sample(folder / f"{sample.name}.arraywise", sample.name)
        with open_study(path) as study:
            result.append(read_study(study))
    return result


def changed_studies(facts: StudyFacts) -> Iterator[StudyFacts]:
    """Yield a study, and it with each of its discrete facts changed."""
    yield facts
    prepared = prepare_study(facts)
    at_hand = StudyAtHand(facts, prepared, build_problem(prepared, facts))
    for fact in list_stated_facts(at_hand):
        if fact.choices and fact.alternatives:
            yield fact.change(facts, fact.alternatives[0].value)


def test_what_the_model_reads_is_measured_or_a_row(studies: list[StudyFacts]) -> None:
    read = set()
    for facts in studies:
        for each in changed_studies(facts):
            read |= fields_read(each)
    unnamed = {f for f in read if not is_row(f)} - MEASURED - PARTS - NO_FIGURES
    assert unnamed == set()
    assert {"Requirement.reserve", "CriterionSetting.swing", "PriceLine.unit_price"} <= read


def test_a_field_without_a_row_is_found() -> None:
    """The recorder sees what it must: a read of a field nobody names is not silent."""
    facts = Recorder().stand_in(Option(1, "A", None, 0, None))  # type: ignore[arg-type]
    read: set[str] = set()
    _READ.append(read)
    try:
        assert replace(facts, name="B").restore_s is None
    finally:
        _READ.pop()
    assert "Option.restore_s" in read


def test_families_name_fields_that_exist() -> None:
    known = {f"{kind.__name__}.{field.name}" for kind in RECORDED for field in fields(kind)}
    known |= {f"{kind.__name__}.*" for kind in RECORDED if is_dataclass(kind)}
    assert {field for family in FAMILIES for field in family.reads} <= known

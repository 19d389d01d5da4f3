"""Makes, renames and removes scenarios, and changes between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.domain.said import say
from arraywise.store.reading.requirement import read_requirement
from arraywise.store.reading.scenarios import BASE, Scenario, list_scenarios
from arraywise.store.writing import scenarios as writing
from arraywise.store.writing.requirement import write_requirement
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from arraywise.store.study import Study

__all__ = [
    "BASE",
    "Scenario",
    "add_scenario",
    "find_scenario",
    "list_scenarios",
    "remove_scenario",
    "rename_scenario",
    "use_scenario",
]

LONGEST_NAME = 200
_BASE_WORDS = frozenset({"base", "base case", "basis", "grundlage", "caso base"})
"""What the base case is called in the languages there are: in tables it stands beside them."""


def add_scenario(study: Study, name: str) -> int:
    """Make a scenario of the inputs as they are and put it in use; return its id.

    From then on edits belong to the scenario; the base stays as it was.

    Raises:
        UserError: When the name is empty, too long, taken or that of the base case.
    """
    name = _free_name(study, name)
    requirement = read_requirement(study)
    with transaction(study, "scenario") as cursor:
        if not cursor.execute("SELECT count(*) FROM requirement").fetchall()[0][0]:
            write_requirement(cursor, requirement)  # so that each of its fields can differ
        return writing.add_scenario(cursor, name)


def use_scenario(study: Study, scenario_id: int) -> None:
    """Put a scenario, or BASE, in use; what was in use keeps its inputs.

    Raises:
        UserError: When it is gone.
    """
    if scenario_id != BASE:
        _existing(study, scenario_id)
    with transaction(study, "scenario") as cursor:
        writing.use_scenario(cursor, scenario_id)


def rename_scenario(study: Study, scenario_id: int, name: str) -> None:
    """Give a scenario another name.

    Raises:
        UserError: When it is gone, or the name is empty, too long, taken or
            that of the base case.
    """
    _existing(study, scenario_id)
    name = _free_name(study, name, but=scenario_id)
    with transaction(study, "scenario") as cursor:
        writing.rename_scenario(cursor, scenario_id, name)


def remove_scenario(study: Study, scenario_id: int) -> None:
    """Remove a scenario; where it was in use, the base is in use again.

    Raises:
        UserError: When it is gone.
    """
    _existing(study, scenario_id)
    with transaction(study, "scenario") as cursor:
        writing.remove_scenario(cursor, scenario_id)


def find_scenario(study: Study, name: str) -> Scenario:
    """Find a scenario by its name, whatever its case.

    Raises:
        UserError: When there is none of that name; the sentence says which there are.
    """
    scenarios = list_scenarios(study)
    for each in scenarios:
        if each.name.casefold() == name.strip().casefold():
            return each
    names = ", ".join(each.name for each in scenarios) or "none"
    message = say("There is no scenario named {name}. There is: {names}.", name=name, names=names)
    raise UserError(message)


def _existing(study: Study, scenario_id: int) -> Scenario:
    for each in list_scenarios(study):
        if each.id == scenario_id:
            return each
    message = "The scenario is not in the study any more."
    raise UserError(message)


def _free_name(study: Study, name: str, but: int | None = None) -> str:
    name = name.strip()
    if not name:
        message = say("A scenario needs a name.")
        raise UserError(message)
    if len(name) > LONGEST_NAME:
        message = say("A scenario's name has up to {count} characters.", count=LONGEST_NAME)
        raise UserError(message)
    if name.casefold() in _BASE_WORDS:
        message = say("{name} is what the base case is called: choose another name.", name=name)
        raise UserError(message)
    for each in list_scenarios(study):
        if each.id != but and each.name.casefold() == name.casefold():
            message = say("There is a scenario named {name} already.", name=each.name)
            raise UserError(message)
    return name

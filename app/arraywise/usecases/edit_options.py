"""Adds, renames, changes and removes options."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.options import guess_architecture, is_shared
from arraywise.domain.problems import UserError
from arraywise.store.reading.options import list_options
from arraywise.store.writing import options as writing
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from arraywise.domain.options import Architecture, Option
    from arraywise.store.study import Study
    from arraywise.store.writing.transaction import Cursor

LONGEST_NAME = 10_000


def add_option(study: Study, name: str, architecture: Architecture | None = None) -> Option:
    """Add an option; its architecture is guessed from the name unless it is given.

    Raises:
        UserError: When the name is empty or taken.
    """
    name = _free_name(study, name)
    with transaction(study, "option") as cursor:
        return make_option(cursor, name, architecture)


def make_option(cursor: Cursor, name: str, architecture: Architecture | None = None) -> Option:
    """Add an option within a larger action; whoever calls has checked the name."""
    kind = guess_architecture(name) if architecture is None else architecture
    return writing.add_option(cursor, name, kind, shared_storage=is_shared(kind))


def named_option(study: Study, name: str) -> Option | None:
    """Find an option by its name, whatever its case; None where there is none."""
    wanted = name.strip().casefold()
    return next((o for o in list_options(study) if o.name.casefold() == wanted), None)


def checked_name(name: str) -> str:
    """Return the name of an option without blanks around it.

    Raises:
        UserError: When nothing is left, or it is longer than any table can show.
    """
    if not name.strip():
        message = "An option needs a name."
        raise UserError(message)
    if len(name.strip()) > LONGEST_NAME:
        message = f"An option's name has up to {LONGEST_NAME:,} characters."
        raise UserError(message)
    return name.strip()


def _free_name(study: Study, name: str, but: int | None = None) -> str:
    taken = named_option(study, checked_name(name))
    if taken is not None and taken.id != but:
        message = f"There is an option named {taken.name} already."
        raise UserError(message)
    return name.strip()


def rename_option(study: Study, option_id: int, name: str) -> Option:
    """Give an option another name.

    Raises:
        UserError: When the name is empty or taken, or the option is gone.
    """
    name = _free_name(study, name, but=option_id)
    return _changed(study, replace(_existing(study, option_id), name=name))


def set_architecture(study: Study, option_id: int, architecture: Architecture) -> Option:
    """Say what an option's architecture is; whether it is shared follows from that.

    Raises:
        UserError: When the option is gone.
    """
    option = _existing(study, option_id)
    shared = is_shared(architecture)
    return _changed(study, replace(option, architecture=architecture, shared_storage=shared))


def set_shared_storage(study: Study, option_id: int, *, shared: bool) -> Option:
    """Say whether several hosts can use an option at once.

    Raises:
        UserError: When the option is gone.
    """
    return _changed(study, replace(_existing(study, option_id), shared_storage=shared))


def remove_option(study: Study, option_id: int) -> None:
    """Remove an option with its prices and times; its evidence stays, unassigned."""
    with transaction(study, "option") as cursor:
        writing.remove_option(cursor, option_id)


def _existing(study: Study, option_id: int) -> Option:
    found = next((o for o in list_options(study) if o.id == option_id), None)
    if found is None:
        message = "The option is not in the study any more."
        raise UserError(message)
    return found


def _changed(study: Study, option: Option) -> Option:
    with transaction(study, "option") as cursor:
        writing.change_option(cursor, option)
    return option

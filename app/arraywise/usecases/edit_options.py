"""Options, ratings, provisioning times."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.criteria import are_levels, kind_of, levels_of
from arraywise.domain.messages import UserError, say
from arraywise.domain.options import guess_architecture, is_file_server, is_shared
from arraywise.store.reading.inputs import list_options
from arraywise.store.writing import inputs as writing
from arraywise.store.writing.inputs import (
    change_cells,
    replace_times,
    write_rating_words,
    write_ratings,
)
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.criteria import Criterion, Rating, Ratings, RatingWords
    from arraywise.domain.options import Architecture, Option, ProvisioningTime
    from arraywise.store.study import Study
    from arraywise.store.writing.transaction import Cursor

LONGEST_NAME = 10_000


def add_option(study: Study, name: str, architecture: Architecture | None = None) -> Option:
    """Add an option; its architecture is guessed from the name unless it is given.

    Raises UserError when the name is empty or taken.
    """
    name = _free_name(study, name)
    with transaction(study, f"option {name} added") as cursor:
        return make_option(cursor, name, architecture)


def make_option(cursor: Cursor, name: str, architecture: Architecture | None = None) -> Option:
    """Add an option within a larger action; whoever calls has checked the name."""
    kind = guess_architecture(name) if architecture is None else architecture
    return writing.add_option(
        cursor, name, kind, shared_storage=is_shared(kind), serves_files=is_file_server(kind)
    )


def named_option(study: Study, name: str) -> Option | None:
    """Find an option by its name, whatever its case; None where there is none."""
    wanted = name.strip().casefold()
    return next((o for o in list_options(study) if o.name.casefold() == wanted), None)


def checked_name(name: str) -> str:
    """Return the name of an option without blanks around it.

    Raises UserError when nothing is left, or it is longer than any table can show.
    """
    if not name.strip():
        message = say("An option needs a name.")
        raise UserError(message)
    if len(name.strip()) > LONGEST_NAME:
        message = say("An option's name has up to {count:,} characters.", count=LONGEST_NAME)
        raise UserError(message)
    return name.strip()


def _free_name(study: Study, name: str, but: int | None = None) -> str:
    taken = named_option(study, checked_name(name))
    if taken is not None and taken.id != but:
        message = say("There is an option named {name} already.", name=taken.name)
        raise UserError(message)
    return name.strip()


def rename_option(study: Study, option_id: int, name: str) -> Option:
    """Give an option another name.

    Raises UserError when the name is empty or taken, or the option is gone.
    """
    # not before: imports make options too, and nobody renames one meanwhile
    from arraywise.worksheets.sheets import formulas_after_rename

    name = _free_name(study, name, but=option_id)
    option = _existing(study, option_id)
    renamed = replace(option, name=name)
    followed = formulas_after_rename(study, renamed)
    with transaction(study, f"option {option.name} named {name}") as cursor:
        writing.change_option(cursor, renamed)
        change_cells(cursor, [cell.place for cell in followed], followed)
    return renamed


def set_architecture(study: Study, option_id: int, architecture: Architecture) -> Option:
    """Say what an option's architecture is; whether it is shared and serves files follows.

    Raises UserError when the option is gone.
    """
    option = _existing(study, option_id)
    changed = replace(
        option,
        architecture=architecture,
        shared_storage=is_shared(architecture),
        serves_files=is_file_server(architecture),
    )
    return _changed(study, changed, f"architecture of {option.name}: {architecture.value}")


def set_shared_storage(study: Study, option_id: int, *, shared: bool | None) -> Option:
    """Say whether several hosts can use an option at once; None where that is not known.

    Raises UserError when the option is gone.
    """
    option = _existing(study, option_id)
    changed = replace(option, shared_storage=shared)
    return _changed(study, changed, f"{option.name}: shared by hosts: {_said(shared)}")


def set_files(study: Study, option_id: int, *, serves: bool | None) -> Option:
    """Say whether an option serves files to hosts; None where that is not known.

    Raises UserError when the option is gone.
    """
    option = _existing(study, option_id)
    changed = replace(option, serves_files=serves)
    return _changed(study, changed, f"{option.name}: serves files: {_said(serves)}")


def set_restore_time(study: Study, option_id: int, seconds: float | None) -> Option:
    """State the longest time that restoring an option's service takes; None takes it back.

    Raises UserError when the option is gone, or the time is negative or without an end.
    """
    if seconds is not None and not (math.isfinite(seconds) and seconds >= 0):
        message = say("The time to restore the service is a number of hours, 0 or more.")
        raise UserError(message)
    option = _existing(study, option_id)
    changed = replace(option, restore_s=seconds)
    return _changed(study, changed, f"{option.name}: time to restore the service")


def _said(known: bool | None) -> str:  # noqa: FBT001 - the only thing it is about
    return "not known" if known is None else "yes" if known else "no"


def remove_option(study: Study, option_id: int) -> None:
    """Remove an option with its prices and times; its evidence stays, unassigned."""
    from arraywise.usecases.edit_cells import forget_typed  # seldom
    from arraywise.worksheets.fields import prices_key, times_key

    option = next((o for o in list_options(study) if o.id == option_id), None)
    name = option.name if option is not None else ""
    with transaction(study, f"option {name} removed") as cursor:
        writing.remove_option(cursor, option_id)
        forget_typed(cursor, study, prices_key(option_id), times_key(option_id))


def move_option(study: Study, option_id: int, steps: int) -> None:
    """Move an option up (negative) or down in the order of options, as far as it goes.

    Colours and markers follow the order.

    Raises:
        UserError: When the option is gone.
    """
    option = _existing(study, option_id)
    ids = [o.id for o in list_options(study)]
    place = ids.index(option_id)
    wanted = min(max(place + steps, 0), len(ids) - 1)
    ids.insert(wanted, ids.pop(place))
    with transaction(study, f"option {option.name} moved") as cursor:
        writing.place_options(cursor, ids)


def _existing(study: Study, option_id: int) -> Option:
    found = next((o for o in list_options(study) if o.id == option_id), None)
    if found is None:
        message = "The option is not in the study any more."
        raise UserError(message)
    return found


def _changed(study: Study, option: Option, what: str) -> Option:
    with transaction(study, what) as cursor:
        writing.change_option(cursor, option)
    return option


def set_ratings(study: Study, option_id: int, ratings: Ratings) -> None:
    """Write what an option is rated by each criterion.

    Raises UserError when a level is none of the criterion's.
    """
    for criterion, rating in ratings:
        if not are_levels(criterion, levels_of(rating)):
            message = "A rating is one of the levels that are described."
            raise UserError(message)
    with transaction(study, "ratings") as cursor:
        write_ratings(cursor, option_id, ratings)


def set_rating_words(study: Study, words: RatingWords) -> None:
    """Write the study's own words for levels; an empty text brings the program's words back."""
    with transaction(study, "levels of ratings") as cursor:
        write_rating_words(cursor, words)


def with_rating(ratings: Ratings, criterion: Criterion, rating: Rating | None) -> Ratings:
    """Return the ratings with another one of one criterion; None takes it out."""
    others = tuple(each for each in ratings if each[0] is not criterion)
    return others if rating is None else (*others, (criterion, rating))


def with_words(words: RatingWords, criterion: Criterion, level: int, text: str) -> RatingWords:
    """Return the words with another text for one level, from 1."""
    known = dict(words)
    texts = list(known.get(criterion, ("",) * len(kind_of(criterion).levels)))
    texts[level - 1] = text.strip()
    known[criterion] = tuple(texts)
    return tuple((each, own) for each, own in known.items() if any(own))


def set_provisioning(study: Study, option_name: str, times: Sequence[ProvisioningTime]) -> None:
    """Give an option these stop-watch readings. An option not known yet is made.

    Raises UserError when the name is empty or a reading is not above zero.
    """
    from arraywise.usecases.edit_cells import forget_typed  # an import needs neither
    from arraywise.worksheets.fields import times_key

    name = checked_name(option_name)
    if not all(0 < time.seconds < math.inf for time in times):
        message = "A provisioning time must be above zero."
        raise UserError(message)
    option = named_option(study, name)
    with transaction(study, "provisioning") as cursor:
        option = option or make_option(cursor, name)
        replace_times(cursor, option.id, times)
        forget_typed(cursor, study, times_key(option.id))

"""Changes what is known of a run beside its figures: users, repetition, scale, processors ..."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.store.writing import runs as writing
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.told_by_names import FROM_NAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.store.study import Study

SETTINGS = ("users", "repetition", "scale", "warehouses", "processors", "version")
"""What names can say, and the user can say better."""
BY_HAND = "set_by_hand"
"""Attribute that lists the attributes of a run that the user set."""
_COUNTS = frozenset({"users", "repetition", "warehouses", "processors"})


def set_setting(study: Study, run_ids: Sequence[int], name: str, value: str | None) -> None:
    """Set what runs were made with; the load level of a transaction load follows its users.

    Args:
        study: Where the runs are.
        run_ids: Runs that have it in common.
        name: One of `SETTINGS`.
        value: None takes away what a name or the user said; users cannot be taken away.

    Raises:
        UserError: When the value makes no sense.
    """
    if name not in SETTINGS:
        message = f"{name} is no setting of a run."
        raise UserError(message)
    text = None if value is None else value.strip()
    if name in _COUNTS and text is not None and not re.fullmatch(r"[0-9]{1,7}", text):
        message = f"'{text}' is no number of {name}."
        raise UserError(message)
    if name == "users" and (text is None or not int(text)):
        message = "A load has one user at least."
        raise UserError(message)
    with transaction(study, "setting of a run") as cursor:
        writing.set_attribute(
            cursor, run_ids, (name, text or None), listed_in=BY_HAND, not_in=FROM_NAME
        )
        if name == "users" and text is not None:
            writing.set_users(cursor, run_ids, int(text))

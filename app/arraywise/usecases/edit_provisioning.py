"""Changes how long it takes to provide storage with an option."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.store.writing.provisioning import replace_times
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.edit_options import checked_name, make_option, named_option
from arraywise.usecases.typed_sheets import forget_typed, times_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.provisioning import ProvisioningTime
    from arraywise.store.study import Study


def set_provisioning(study: Study, option_name: str, times: Sequence[ProvisioningTime]) -> None:
    """Give an option these stop-watch readings. An option not known yet is made.

    Raises:
        UserError: When the name is empty or a reading is not above zero.
    """
    name = checked_name(option_name)
    if not all(0 < time.seconds < math.inf for time in times):
        message = "A provisioning time must be above zero."
        raise UserError(message)
    option = named_option(study, name)
    with transaction(study, "provisioning") as cursor:
        option = option or make_option(cursor, name)
        replace_times(cursor, option.id, times)
        forget_typed(cursor, study, times_key(option.id))

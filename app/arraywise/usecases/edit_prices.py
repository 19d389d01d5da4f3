"""Changes what options cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.writing.prices import replace_price_sheet
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.edit_options import checked_name, make_option, named_option

if TYPE_CHECKING:
    from arraywise.domain.pricing import PriceSheet
    from arraywise.store.study import Study


def set_prices(study: Study, option_name: str, sheet: PriceSheet | None) -> None:
    """Give an option this price sheet; None removes it. An option not known yet is made.

    Raises:
        UserError: When the name is empty.
    """
    name = checked_name(option_name)
    option = named_option(study, name)
    with transaction(study, "prices") as cursor:
        option = option or make_option(cursor, name)
        replace_price_sheet(cursor, option.id, sheet)

"""Changes what a study is called, for whom it is, and its settings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.domain.said import say
from arraywise.store.reading.overview import EMBED_LIMIT, study_info
from arraywise.store.writing.study import write_info, write_setting
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from arraywise.store.study import Study


def set_info(
    study: Study,
    *,
    name: str | None = None,
    client: str | None = None,
    currency: str | None = None,
) -> None:
    """Change the head of a study; what is None stays.

    Raises:
        UserError: When the currency is no ISO 4217 code.
    """
    if currency is not None and not re.fullmatch("[A-Z]{3}", currency):
        message = say(
            "{currency} is no currency code; use three letters such as EUR or BRL.",
            currency=currency,
        )
        raise UserError(message)
    info = study_info(study)
    with transaction(study, "study") as cursor:
        write_info(
            cursor,
            name=info.name if name is None else name,
            client=info.client if client is None else client,
            currency=info.currency if currency is None else currency,
        )


def set_embed_limit(study: Study, limit_bytes: int) -> None:
    """Set the size above which imported files are kept by hash and path only.

    Raises:
        UserError: When it is negative.
    """
    if limit_bytes < 0:
        message = "The limit for keeping files inside the study cannot be negative."
        raise UserError(message)
    with transaction(study, "size of files kept in the study") as cursor:
        write_setting(cursor, EMBED_LIMIT, str(limit_bytes))

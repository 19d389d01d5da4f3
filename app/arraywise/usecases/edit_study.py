"""Study, requirement, thresholds, report options."""

from __future__ import annotations

import warnings
from dataclasses import replace
from io import BytesIO
from types import MappingProxyType
from typing import TYPE_CHECKING

from arraywise.analysis.demand import check_requirement, state_in_visits, with_moved_visits
from arraywise.domain.messages import Message, UserError, describe_read_error, message, refuse
from arraywise.domain.requirement import DEFAULT_THRESHOLDS, LoadUnit, with_threshold_shares
from arraywise.domain.study import ACCENT, LANGUAGES, PAPERS, Edition, ReportOptions
from arraywise.present.language import is_currency
from arraywise.store.reading import inputs as reading
from arraywise.store.reading.history import read_saved_budgets
from arraywise.store.writing import inputs as writing
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.workload_profile import read_workload

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from decimal import Decimal
    from pathlib import Path

    from PIL import Image

    from arraywise.domain.requirement import Requirement, Thresholds
    from arraywise.store.connection import Cursor
    from arraywise.store.study import Study


def set_study_info(
    study: Study,
    *,
    name: str | None = None,
    client: str | None = None,
    currency: str | None = None,
    budgets: Mapping[Decimal, Decimal | None] = MappingProxyType({}),
) -> None:
    """Set name, client and currency of a study; what is None stays.

    `budgets` has each budget of the study and its scenarios in another currency, None for
    none any more.

    Raises:
        UserError: When the currency is no ISO 4217 code, or a budget is only known in the
            currency before.
    """
    if currency is not None and not is_currency(currency):
        refuse(
            "{currency} is not a currency code. Use three letters such as EUR or BRL.",
            currency=currency,
        )
    info = reading.read_study_info(study)
    with transaction(study, "study") as cursor:
        if currency not in {None, info.currency}:
            restate_money_within(cursor, study, budgets)
        writing.write_study_info(
            cursor,
            name=info.name if name is None else name,
            client=info.client if client is None else client,
            currency=info.currency if currency is None else currency,
        )


def list_saved_budgets(study: Study) -> tuple[Decimal, ...]:
    """Return the budgets of the base and the scenarios that are not in use."""
    with study.cursor() as cursor:
        return tuple(read_saved_budgets(cursor))


def join_budgets(present: Decimal | None, saved: Iterable[Decimal]) -> tuple[Decimal, ...]:
    """Return the different budgets of a study, the one in use first."""
    return tuple(dict.fromkeys((*(() if present is None else (present,)), *saved)))


def restate_money_within(
    cursor: Cursor, study: Study, budgets: Mapping[Decimal, Decimal | None]
) -> None:
    """Write all budgets in another currency, and open the range that prices are valued over.

    The range is proposed from the prices in the other currency, and confirmed by the user.

    Raises:
        UserError: When a budget is missing, or makes no sense.
    """
    required = reading.read_requirement(study)
    if not budgets.keys() >= {*join_budgets(required.budget, list_saved_budgets(study))}:
        currency = reading.read_study_info(study).currency
        refuse("The budget is in {currency}. State it again.", currency=currency)
    if required.budget is not None and budgets[required.budget] != required.budget:
        changed = replace(required, budget=budgets[required.budget])
        check_requirement(changed)
        writing.write_requirement(cursor, changed)
    writing.restate_saved_budgets(cursor, budgets)
    writing.clear_price_range(cursor)


def set_embed_limit(study: Study, limit_bytes: int) -> None:
    """Set the size above which imported files are kept by hash and path only.

    Raises:
        UserError: When it is negative.
    """
    if limit_bytes < 0:
        refuse("The size limit for files in the study cannot be negative.")
    with transaction(study, "size of files kept in the study") as cursor:
        writing.write_setting(cursor, reading.EMBED_LIMIT, str(limit_bytes))


def set_requirement(study: Study, requirement: Requirement) -> Message | None:
    """Write a requirement; return what is said of anchors that another kind of target takes out.

    Raises:
        UserError: When it makes no sense; the sentence says which part.
    """
    # NumPy waits until it is needed: commands that print help start without it.
    from arraywise.analysis.decision.scoring import (
        clear_response_settings_for_target,
        describe_cleared_anchors,
    )

    check_requirement(requirement)
    before, criteria, weighting = (
        reading.read_requirement(study),
        reading.read_criteria(study),
        reading.read_weighting(study),
    )
    if requirement.load_unit is not LoadUnit.VISITS:  # only then does the evidence matter
        profile = read_workload(study)
        requirement = with_moved_visits(requirement, before, profile)
        requirement = state_in_visits(requirement, profile)
    with transaction(study, "requirement") as cursor:
        writing.write_requirement(cursor, requirement)
        opened = clear_response_settings_for_target(criteria, weighting, before, requirement)
        if opened[0] != criteria:
            writing.write_criteria(cursor, opened[0])
        if opened[1] != weighting:
            writing.write_weighting(cursor, opened[1])
    return describe_cleared_anchors(criteria, before, requirement)


def set_thresholds(
    study: Study,
    shares: Mapping[str, float],
    *,
    reset: bool = False,
    as_tested: bool | None = None,
) -> Thresholds:
    """Set some thresholds by name, as shares of 1; return all as they are then.

    With `reset` all others go back to those of the model; `as_tested` says whether levels count
    that hosts limited. Raises UserError when there is no such threshold, or it cannot be there.
    """
    thresholds = with_threshold_shares(
        DEFAULT_THRESHOLDS if reset else reading.read_thresholds(study), shares
    )
    if as_tested is not None:
        thresholds = replace(thresholds, as_tested=as_tested)
    what = f"threshold {next(iter(shares))}" if len(shares) == 1 else "thresholds"
    with transaction(study, what) as cursor:
        writing.write_thresholds(cursor, thresholds)
    return thresholds


_LARGEST_FILE = 20_000_000
_MOST_PIXELS = 50_000_000
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
LOGO_PIXELS = 4_000_000
"""Most pixels of a logo in a study; `load_logo_as_png` makes them a third as large."""
_LONGEST_SIDE = 1200  # pixels that a kept logo has at most: 300 dpi over ten centimetres


def set_report_options(study: Study, options: ReportOptions) -> None:
    """Keep the choices of a report.

    Raises:
        UserError: When there is no such language, paper or colour.
    """
    check_report_options(options)
    with transaction(study, "options of the report") as cursor:
        writing.write_report_options(cursor, options)


def check_report_options(options: ReportOptions) -> None:
    """Refuse what cannot be printed.

    Raises:
        UserError: When there is no such language, paper or colour.
    """
    for word, value, known in (
        ("language", options.language, LANGUAGES),
        ("paper", options.paper, PAPERS),
        ("edition", options.edition, ("", *Edition)),
    ):
        if value not in known:
            refuse(
                "A report has no {word} “{value}”. Choose {known}.",
                word=word,
                value=value,
                known=", ".join(known),
            )
    if options.accent and not ACCENT.match(options.accent):
        refuse("“{colour}” is not a colour. Example: #3B46A6.", colour=options.accent)


def load_logo_as_png(path: Path) -> bytes:
    """Read a picture as PNG of a size that prints well; what else the file holds is dropped.

    Raises:
        UserError: When it cannot be read, is too large, or is no PNG, JPEG, GIF or WebP picture.
    """
    try:
        if path.stat().st_size > _LARGEST_FILE:
            refuse("{name} is larger than 20 MB; choose a smaller picture.", name=path.name)
        data = path.read_bytes()
    except OSError as error:
        text = message(
            "{name} could not be read: {reason}.",
            name=path.name,
            reason=describe_read_error(error),
        )
        raise UserError(text) from error
    try:
        return _encode_png(_decode_picture(data, _FORMATS, _MOST_PIXELS))
    except _TooManyPixelsError:
        refuse("{name} has more than 50 million pixels. Choose a smaller picture.", name=path.name)
    except ValueError:
        refuse("{name} is not a printable picture. Use a PNG or JPEG file.", name=path.name)


def validate_stored_logo(stored: bytes) -> None:
    """Refuse a logo that lies in a study, which may come from a stranger, and cannot be printed.

    What prints it would know it for any of forty formats, some of which start other programs.

    Raises:
        UserError: When it is none of those that `load_logo_as_png` makes.
    """
    try:
        _decode_picture(stored, ("PNG",), LOGO_PIXELS)
    except ValueError:
        refuse(
            "The logo in the study cannot be read. Remove or replace it on the page Report"
            " (command line: --no-logo)."
        )


class _TooManyPixelsError(ValueError):
    """A picture that would fill the memory."""


def _decode_picture(data: bytes, formats: tuple[str, ...], most_pixels: int) -> Image.Image:
    """Return a picture with all its pixels.

    Raises:
        ValueError: When it is no picture of these formats, or a hostile one.
    """
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data), formats=formats) as picture:
                _refuse_too_many_pixels(picture, most_pixels)
                return picture.convert("RGBA")
    except (_TooManyPixelsError, Image.DecompressionBombError) as error:
        raise _TooManyPixelsError from error
    except Exception as error:  # of a decoder on a stranger's bytes: any kind has been seen
        raise ValueError from error


def _refuse_too_many_pixels(picture: Image.Image, most_pixels: int) -> None:
    if picture.width * picture.height > most_pixels:
        raise _TooManyPixelsError


def _encode_png(picture: Image.Image) -> bytes:
    picture.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE))
    stored = BytesIO()
    picture.save(stored, "PNG", optimize=True)
    return stored.getvalue()

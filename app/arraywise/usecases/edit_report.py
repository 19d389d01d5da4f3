"""Changes what a study's report looks like and what goes into it."""

from __future__ import annotations

import warnings
from io import BytesIO
from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.domain.report_options import ACCENT, LANGUAGES, PAPERS
from arraywise.domain.said import say
from arraywise.store.writing.report_options import write_report_options
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.unread import why_unread

if TYPE_CHECKING:
    from pathlib import Path

    from PIL import Image

    from arraywise.domain.report_options import ReportOptions
    from arraywise.store.study import Study

_LARGEST_FILE = 20_000_000
_MOST_PIXELS = 50_000_000
_LONGEST_SIDE = 1200
"""Pixels that a kept logo has at most: 300 dpi over ten centimetres."""


def set_report_options(study: Study, options: ReportOptions) -> None:
    """Keep the choices of a report.

    Raises:
        UserError: There is no such language, paper or colour.
    """
    check_report_options(options)
    with transaction(study, "options of the report") as cursor:
        write_report_options(cursor, options)


def check_report_options(options: ReportOptions) -> None:
    """Refuse what cannot be printed.

    Raises:
        UserError: There is no such language, paper or colour.
    """
    for word, value, known in (
        ("language", options.language, LANGUAGES),
        ("paper", options.paper, PAPERS),
    ):
        if value not in known:
            message = say(
                "There is no {word} “{value}” for a report; choose {known}.",
                word=word,
                value=value,
                known=", ".join(known),
            )
            raise UserError(message)
    if options.accent and not ACCENT.match(options.accent):
        message = say("“{colour}” is no colour; write it like #3B46A6.", colour=options.accent)
        raise UserError(message)


def read_logo(path: Path) -> bytes:
    """Read a picture as PNG of a size that prints well; what else the file holds is dropped.

    Raises:
        UserError: It cannot be read, is too large, or is no PNG, JPEG, GIF or WebP picture.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        if path.stat().st_size > _LARGEST_FILE:
            message = say("{name} is larger than 20 MB; choose a smaller picture.", name=path.name)
            raise UserError(message)
        data = path.read_bytes()
    except OSError as error:
        message = say(
            "{name} could not be read: {reason}.",
            name=path.name,
            reason=why_unread(error),
        )
        raise UserError(message) from error
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data), formats=("PNG", "JPEG", "GIF", "WEBP")) as picture:
                return _as_png(picture, path.name)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError,
            Image.DecompressionBombError, Image.DecompressionBombWarning) as error:  # fmt: skip
        message = say(
            "{name} is no picture that can be printed; use a PNG or JPEG file.", name=path.name
        )
        raise UserError(message) from error


def _as_png(picture: Image.Image, name: str) -> bytes:
    if picture.width * picture.height > _MOST_PIXELS:
        message = say(
            "{name} has more than 50 million pixels; choose a smaller picture.", name=name
        )
        raise UserError(message)
    shown = picture.convert("RGBA")
    shown.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE))
    kept = BytesIO()
    shown.save(kept, "PNG", optimize=True)
    return kept.getvalue()

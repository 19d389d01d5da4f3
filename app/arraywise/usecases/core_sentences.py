"""What the sentences from below the window are in the user's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.report_options import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Mapping


def core_sentences(language: str) -> Mapping[str, str]:
    """Return the translations of the core's sentences; the documents say the same.

    Args:
        language: a language, with its country or without; what is not known is English.
    """
    from arraywise.report.catalogue import read_catalogue  # takes long to load

    known = (code for code in LANGUAGES if code[:2] == language[:2])
    return read_catalogue(next(known, LANGUAGES[0]))

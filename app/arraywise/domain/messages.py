"""What is told to the user: messages with figures, problems, errors, progress and stopping."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NoReturn, TypeAlias

if TYPE_CHECKING:
    from decimal import Decimal


Figure: TypeAlias = "str | int | float | Decimal | Message"
"""A message may stand inside another one; each is rendered in the reader's language."""
TRANSLATED_FIGURES = frozenset(
    {
        "statistic",
        "criterion",
        "setting",
        "meaning",
        "unit",
        "lawful",
        "metric",
        "named",
        "holder",
        "form",
    }
)
"""Figures of sentences that are words of this program, which catalogues translate too."""


@dataclass(frozen=True, slots=True)
class Message:
    """An English sentence and the figures that belong into it."""

    template: str
    """English, with named fields and number formats: `"{option} answers in {ms:.0f} ms"`."""
    figures: tuple[tuple[str, Figure], ...] = ()

    def __str__(self) -> str:
        """Switch the application to English."""
        return self.template.format(**dict(self.figures)) if self.figures else self.template


def message(template: str, **figures: Figure) -> Message:
    """Build a sentence; text from files goes in as a figure, never into the template."""
    return Message(template, tuple(figures.items()))


OTHER_RUN_ADJACENT = (
    "{other} is of another run ({difference}; this file first)."
    " Remove the file of the earlier run."
)
"""Said of a results file whose log is of another run; the audit looks for it."""
NO_SESSIONS = (
    "The database refused sessions ({code}): not all users were active, and the run does not"
    " count."
)
"""Said of a log; the audit looks for it."""
NO_SESSIONS_ADJACENT = (
    "The database refused sessions ({code}; {other}, line {line}): not all users were active,"
    " and the run does not count."
)
"""The same of a results file beside that log."""
FROM_ARCHIVE = (
    "From the archive: {study}, revision {revision}, option {option}, pushed on {day}. No run of"
    " this study."
)
"""Said of a file that was taken from an archive; the audit looks for it."""
SAME_FILE = (
    "The same file is in the folders of several options ({options}): {files}. It counts once."
    " Use the right file, or remove the copy."
)
"""Said of a file that was imported; the audit looks for it."""


class Severity(StrEnum):
    """How much a problem or a finding matters for the decision."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with, or worth knowing about, a file that was read."""

    severity: Severity
    message: Message
    line: int | None = None
    """Line of the file, counted from 1; None where the whole file is meant."""

    @property
    def text(self) -> str:
        """The sentence in English."""
        return str(self.message)


class UserError(Exception):
    """A request that cannot be met; its text is a sentence for the user, in English."""

    def __init__(self, sentence: Message | str) -> None:
        """Keep the sentence, so that a window can say it in the user's language."""
        super().__init__(str(sentence))
        self.message = sentence if isinstance(sentence, Message) else Message(sentence)


class LogUnusable(UserError):  # noqa: N818 - a state of the world, said to the user
    """The log beside a study cannot be replayed; the study can be opened without it."""


def refuse(template: str, **figures: Figure) -> NoReturn:
    """Raise UserError with a sentence that says why a request cannot be met."""
    raise UserError(message(template, **figures))


class Stopped(Exception):  # noqa: N818 - a wish of the user, not an error
    """The user asked to stop; nothing of the stopped action was kept."""


def shown_ms(seconds: float) -> float:
    """Return milliseconds as every output shows them: to a tenth, small ones to three digits.

    To be formatted with `:g`; unrounded, in `present/numbers`: `milliseconds`.
    """
    figure = seconds * 1e3
    if not math.isfinite(figure) or figure == 0:
        return figure
    digits = 2 - math.floor(math.log10(abs(figure)))
    return round(figure, max(1, digits))


Progress = Callable[[int, int, str], None]
"""Takes what is done, the whole, and what is being done."""
StopAsked = Callable[[], bool]
"""Says whether the user asked to stop."""


def ignore_progress(_done: int, _total: int, _text: str) -> None:
    """Show no progress."""


def is_never_stopped() -> bool:
    """Never ask to stop."""
    return False


def stop_if_asked(stopped: StopAsked) -> None:
    """End the action when the user asked for it.

    Raises:
        Stopped: When so; nothing of the action is kept.
    """
    if stopped():
        raise Stopped

"""What the user reads: messages with figures, problems, errors, progress and stopping."""

from __future__ import annotations

import errno
import math
from collections.abc import Callable
from dataclasses import dataclass, field
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
    code: str = field(default="", compare=False)
    """By which the program recognises a sentence, whatever its words; empty for most."""

    @property
    def code_or_template(self) -> str:
        """The code, else the template: what messages share that differ in their figures alone."""
        return self.code or self.template

    def mentions_figure(self, figure: str) -> bool:
        """Return whether a figure stands in the sentence, and not beside it only."""
        return f"{{{figure}}}" in self.template or f"{{{figure}:" in self.template

    def __str__(self) -> str:
        """Return the sentence in English."""
        return self.template.format(**dict(self.figures)) if self.figures else self.template


@dataclass(frozen=True, slots=True)
class CodedSentence:
    """An English sentence that the program recognises later, by its code."""

    code: str
    template: str


Template: TypeAlias = "str | CodedSentence"


def message(template: Template, **figures: Figure) -> Message:
    """Build a sentence; text from files goes in as a figure, never into the template."""
    if isinstance(template, CodedSentence):
        return Message(template.template, tuple(figures.items()), template.code)
    return Message(template, tuple(figures.items()))


class ProblemCode(StrEnum):
    """What a problem of a file says, for the program; studies store it, so none ever changes."""

    OTHER_RUN_BESIDE = "other run beside"
    SESSIONS_REFUSED = "sessions refused"
    SESSIONS_REFUSED_BESIDE = "sessions refused beside"
    FROM_ARCHIVE = "from archive"
    SAME_FILE = "same file"
    DECIMAL_MARK_OPEN = "decimal mark open"
    DECIMAL_MARK_CHOSEN = "decimal mark chosen"
    SEVERAL_WRITERS = "several writers"


OTHER_RUN_ADJACENT = CodedSentence(
    ProblemCode.OTHER_RUN_BESIDE,
    "{other} is of another run ({difference}; this file first)."
    " Remove the file of the earlier run.",
)
"""Said of a results file whose log is of another run."""
NO_SESSIONS = CodedSentence(
    ProblemCode.SESSIONS_REFUSED,
    "The database refused sessions ({code}): not all users were active, and the run does not"
    " count.",
)
"""Said of a log."""
NO_SESSIONS_ADJACENT = CodedSentence(
    ProblemCode.SESSIONS_REFUSED_BESIDE,
    "The database refused sessions ({code}; {other}, line {line}): not all users were active,"
    " and the run does not count.",
)
"""The same of a results file beside that log."""
FROM_ARCHIVE = CodedSentence(
    ProblemCode.FROM_ARCHIVE,
    "From the archive: {study}, revision {revision}, option {option}, pushed on {day}. No run of"
    " this study.",
)
"""Said of a file that was taken from an archive."""
SAME_FILE = CodedSentence(
    ProblemCode.SAME_FILE,
    "The same file is in the folders of several options ({options}): {files}. It counts once."
    " Use the right file, or remove the copy.",
)
"""Said of a file that was imported."""


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
    def code(self) -> str:
        """The code: a `ProblemCode` where the program looks for it later, else empty."""
        return self.message.code

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


def refuse(template: Template, **figures: Figure) -> NoReturn:
    """Raise UserError with a sentence that says why a request cannot be met."""
    raise UserError(message(template, **figures))


class Stopped(Exception):  # noqa: N818 - a wish of the user, not an error
    """The user asked to stop; nothing of the stopped action was kept."""


def rounded_milliseconds(seconds: float) -> float:
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
IsStopped = Callable[[], bool]
"""Returns whether the user asked to stop."""


def ignore_progress(_done: int, _total: int, _text: str) -> None:
    """Show no progress."""


def is_never_stopped() -> bool:
    """Never ask to stop."""
    return False


def raise_if_stopped(stopped: IsStopped) -> None:
    """End the action when the user asked for it.

    Raises:
        Stopped: When so; nothing of the action is kept.
    """
    if stopped():
        raise Stopped


_REASON_BY_ERRNO = {
    errno.ENOENT: message("No such file or folder"),
    errno.EACCES: message("Permission denied"),
    errno.EPERM: message("Permission denied"),
    errno.EISDIR: message("it is a folder"),
    errno.EIO: message("the disk reports an error"),
}


def describe_read_error(error: OSError) -> Message:
    """Return why a file could not be read, else the system's own text."""
    return _REASON_BY_ERRNO.get(error.errno or 0) or message(
        error.strerror or type(error).__name__
    )

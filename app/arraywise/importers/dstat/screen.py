"""What is no CSV although it carries its name: the screen of a monitor, sent into a file."""

from __future__ import annotations

import re

from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say

_HEAD = 4096
_ESCAPE = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]?")
_SCREEN = re.compile(rb"usr +sys +idl +wai|\bread +writ\b|\brecv +send\b")
_SCREEN_WORDS = (b" idl", b" writ", b" send")
"""Each alternative has one of them; looking for these is fifty times quicker."""


def is_screen(head: bytes) -> bool:
    """Say whether this is what dstat or dool shows on a terminal."""
    beginning = head[:_HEAD]
    if b"\x1b" in beginning:
        beginning = _ESCAPE.sub(b"", beginning)
    idle, written, sent = _SCREEN_WORDS
    found = idle in beginning or written in beginning or sent in beginning
    return found and _SCREEN.search(beginning) is not None


def refusal(head: bytes, *, wide: bool) -> Problem:
    """Say why nothing can be read from such a file; `wide` is one too long to be rewritten."""
    if wide:
        template = "The file is in UTF-16 and very long; save it as UTF-8 to have it read."
    elif is_screen(head):
        template = (
            "This is what the monitor shows on the screen, with rounded figures, not its CSV; "
            "record again with --output FILE."
        )
    else:
        template = "There is a title, but no run below it: the recording was stopped at once."
    return Problem(Severity.ERROR, say(template))

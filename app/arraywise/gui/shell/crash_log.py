"""The log, and the traces of crashes in a file of their own; neither holds what a study holds."""

from __future__ import annotations

import faulthandler
import logging
import logging.handlers
import platform
import re
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import qVersion

from arraywise import __version__
from arraywise.domain.messages import UserError
from arraywise.shipped import LOG, TRACES, state_folder

if TYPE_CHECKING:
    from pathlib import Path

_log = logging.getLogger("arraywise")
_LOG_BYTES = 1_000_000
_QUOTED = re.compile(r"(?<!\w)[\"'\u201c\u201e].*[\"'\u201d]|(?<!\w)[\"'\u201c\u201e].*")
_NUMBER = re.compile(r"(?<![\w.,])\d[\d.,]*(?!\w)")


def describe_machine() -> str:
    """Describe the system as a fault report needs it; nothing about the user or the study."""
    return (
        f"{platform.system()} {platform.release()}, Python {platform.python_version()}, "
        f"Qt {qVersion()}"
    )


def start_log() -> None:
    """Write the log into the state folder; a small one, kept twice."""
    handler = logging.handlers.RotatingFileHandler(
        state_folder() / LOG, maxBytes=_LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.raiseExceptions = False  # a disk that is full is no reason to write on the terminal
    _log.addHandler(handler)
    _log.setLevel(logging.INFO)
    _log.info("Arraywise %s on %s", __version__, describe_machine())


def trace_crashes() -> None:
    """Keep errors, and where every thread was at a crash that Python cannot catch.

    They have a file of their own: what the log drops when it is full takes them not along. Where
    it cannot be written, the window opens all the same.
    """
    path = state_folder() / TRACES
    with suppress(OSError):
        _make_room(path)
        kept = logging.FileHandler(path, encoding="utf-8")
        kept.setLevel(logging.ERROR)
        _log.addHandler(kept)
        if kept.stream is not None:  # it is opened at once
            now = datetime.now(UTC).isoformat(timespec="seconds")
            kept.stream.write(f"{now} Arraywise {__version__} on {describe_machine()}\n")
            kept.stream.flush()
            faulthandler.enable(kept.stream)


def log_error(error: BaseException) -> None:
    """Take down an error that nothing caught."""
    _log.error("unexpected error\n%s", without_contents(error))


def without_contents(error: BaseException) -> str:
    """Write an error with its causes and places; what it quotes from a study or file is left out.

    Texts in quotation marks and numbers may be a client's, and a password stands in either.
    """
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    text = "" if before is None else f"{without_contents(before)}\nwhich led to:\n"
    text += "".join(traceback.format_list(traceback.extract_tb(error.__traceback__)))
    said = error.message.template if isinstance(error, UserError) else str(error)
    first = said.partition("\n")[0]
    masked = _NUMBER.sub("#", _QUOTED.sub("\u2026", first))
    return f"{text}{type(error).__qualname__}: {masked}"


def _make_room(path: Path) -> None:
    """Put traces aside once they are many; the newest are kept."""
    with suppress(OSError):  # another window of the program writes there, or there is none yet
        if path.stat().st_size > _LOG_BYTES:
            path.replace(path.with_name(f"{path.name}.1"))

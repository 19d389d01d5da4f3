"""Why a text about I/O calibration holds no figures, in a sentence that says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.importers.io_calibrate.tables import EMPTY
from arraywise.importers.io_calibrate.wording import (
    CALL,
    CODE,
    COMPLETED,
    EMPTY_ROW,
    ERROR,
    NO_ROWS,
    NOT_CALIBRATED,
    STATUS,
    STATUS_VIEW,
)

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from arraywise.importers.text import Places

_REASONS = (
    (
        NOT_CALIBRATED,
        "This note of an execution plan says that the database was never calibrated.",
    ),
    (
        NO_ROWS,
        "The view DBA_RSRC_IO_CALIBRATE is empty: the database was never calibrated.",
    ),
    (
        EMPTY_ROW,
        EMPTY,
    ),
    (
        COMPLETED,
        "The calibration printed nothing (SERVEROUTPUT was off): bring DBA_RSRC_IO_CALIBRATE.",
    ),
    (
        CALL,
        "This is a script that starts a calibration, not what it printed.",
    ),
    (
        CODE,
        "I/O calibration is named here, but there are no figures of one.",
    ),
)
_REMEDIES = {
    "ORA-56708": "Oracle reports {code}: {text}. A calibration needs asynchronous I/O: set "
    "FILESYSTEMIO_OPTIONS to SETALL.",
    "ORA-56704": "Oracle reports {code}: {text}. Wait until the other calibration has ended, and "
    "start this one again.",
    "ORA-01031": "Oracle reports {code}: {text}. Start the calibration as SYSDBA.",
}
"""What to do about the errors that can be mended."""
_STATES = {
    "NOT AVAILABLE": "The status is NOT AVAILABLE: no calibration was finished on this database.",
    "IN PROGRESS": "The status is IN PROGRESS: the calibration is still running.",
    "READY": "This shows that a calibration is ready, not what it measured; bring the row of "
    "DBA_RSRC_IO_CALIBRATE.",
}


def errors(text: str, places: Places, severity: Severity) -> Iterator[Problem]:
    """Give Oracle's own errors, the stack lines left out."""
    seen: set[str] = set()
    for match in ERROR.finditer(text):
        code = match.group("code")
        if code == "ORA-06512" or code in seen:
            continue
        seen.add(code)
        template = _REMEDIES.get(code, "Oracle reports {code}: {text}")
        said = say(template, code=code, text=match.group("text").strip(" ."))
        yield Problem(severity, said, places.line(match.start()))


def refusal(text: str, places: Places) -> list[Problem]:
    """Say why there is nothing to read."""
    problems = list(errors(text, places, Severity.ERROR))
    if problems:
        return problems
    states = list(STATUS.finditer(text)) if STATUS_VIEW.search(text) else []
    if states:
        sentence = _STATES.get(states[-1].group("status"), _STATES["READY"])
        return [Problem(Severity.ERROR, say(sentence), places.line(states[-1].start()))]
    for pattern, sentence in _REASONS:
        match = pattern.search(text)
        if match:
            return [Problem(Severity.ERROR, say(sentence), places.line(_start(match)))]
    return [Problem(Severity.ERROR, say("There are no figures of an I/O calibration here."), 1)]


def _start(match: re.Match[str]) -> int:
    """Skip the blank lines that a pattern may begin with."""
    return match.start() + len(match.group()) - len(match.group().lstrip())


def in_progress(text: str, places: Places) -> Iterator[Problem]:
    """Warn where the view was asked while a calibration ran: it shows the one before."""
    if not STATUS_VIEW.search(text):
        return
    for match in STATUS.finditer(text):
        if match.group("status") == "IN PROGRESS":
            said = say(
                "A calibration was in progress when this was recorded; DBA_RSRC_IO_CALIBRATE "
                "then shows the run before it."
            )
            yield Problem(Severity.WARNING, said, places.line(match.start()))
            return

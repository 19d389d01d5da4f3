"""Why a text of fio's holds no result, in a sentence that says what to do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.importers.fio.reports import Found, Remark

_MESSAGE = re.compile(r"fio: (?P<text>[^\n]{1,300})")
_NOT_LOADABLE = re.compile(r"fio: engine (\S{1,60}) not loadable")
_JOB_FILE = re.compile(r"^\[[^\]\n]{1,100}\][ \t]*$", re.MULTILINE)
_OPTION = re.compile(
    r"^(?:rw|readwrite|ioengine|iodepth|numjobs|bs|blocksize|runtime|time_based|direct|stonewall"
    r"|group_reporting)[ \t]*(?:=[^\n]*)?$",
    re.MULTILINE,
)
_ENOUGH_OPTIONS = 2
_TELLING = {"rw", "readwrite", "ioengine", "iodepth", "numjobs", "group_reporting"}
_HARMLESS = (
    "fio: failed to load engine",
    "fio: file:ioengines.c",
    "fio: this platform does not support process shared mutexes",
    "fio: terminating on signal",
)
_MOST_MESSAGES = 10


def is_job_file(text: str) -> bool:
    """Say whether a text asks fio for jobs instead of telling what they did."""
    options = {match[0].split("=")[0].strip() for match in _OPTION.finditer(text)}
    enough = len(options) >= _ENOUGH_OPTIONS and not options.isdisjoint(_TELLING)
    return enough and bool(_JOB_FILE.search(text))


def refusal(found: Found, text: str) -> Problem:
    """Say why there is nothing to read where fio itself does not say it."""
    line: int | None = None
    if found.reports:
        sentence = "fio wrote a report without any job in it: it was stopped before one began."
    elif found.announced or found.has_progress:
        line = min(found.announced.values(), default=None)
        sentence = (
            "fio was started here, but no result follows: it was killed before its end, or wrote "
            "its result elsewhere (--output)."
        )
    elif is_job_file(text):
        sentence = "This is a job file, which tells fio what to do; import what fio printed."
    else:
        sentence = "fio is named here, but there is no result of it that can be read."
    return Problem(Severity.ERROR, say(sentence), line)


def messages(remarks: Sequence[Remark], severity: Severity) -> Iterator[Problem]:
    """Give fio's own messages, each once, harmless ones left out."""
    seen: set[str] = set()
    for remark in remarks:
        match = _MESSAGE.match(remark.text)
        if not match or remark.text.startswith(_HARMLESS):
            continue
        engine = _NOT_LOADABLE.match(remark.text)
        words = re.sub(r"pid=\d+,?\s*", "", match["text"])
        if words in seen or len(seen) >= _MOST_MESSAGES:
            continue
        seen.add(words)
        said = say("fio says: {text}.", text=words.rstrip("."))
        if engine:
            said = say(
                "fio could not load its engine {engine}, so that nothing ran; install it or "
                "choose another ioengine.",
                engine=engine[1],
            )
        yield Problem(severity, said, remark.line)

"""Files of one run compared with each other: charbench never overwrites a results file.

A harness that archives `results.xml` after each run then keeps an old one beside the new log; the
rate of one run would be taken for that of another.
"""

from __future__ import annotations

import re
from dataclasses import replace
from statistics import mode
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Metric, Reading, Run, Status
from arraywise.domain.messages import (
    NO_SESSIONS,
    NO_SESSIONS_ADJACENT,
    OTHER_RUN_ADJACENT,
    Message,
    Problem,
    Severity,
    message,
)
from arraywise.importers.kit.readings import error
from arraywise.importers.swingbench.values import second_of_day

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.importers.kit.importer import Source

_WORDS = re.compile(r"[^\W_]+")
_KIND = re.compile(
    r"(?:swingbench|charbench|results?|console|output|stdout|report|log|db|json|xml|txt|out)(\d*)"
)
"""Words in file names that tell the kind of file, not the run; a number behind one does."""
_SAVED = re.compile(rb"Saved results to (\S{1,200})")
_END_BYTES = 64 * 1024
"""A log names the file that it saved at its end."""
_CLOCK_TOLERANCE_S = 120
_SHIFTS = range(-5, 6)
_FEWEST_SECONDS = 10
_ALIKE = 0.5
_DAY_S = 86_400
_TOOL = "swingbench"


def key_of(name: str) -> tuple[str, str]:
    """Return folder and what is left of a file name without the words that tell its kind."""
    folder, _, file = name.replace("\\", "/").rpartition("/")
    words = (
        kind[1] if (kind := _KIND.fullmatch(word)) else word
        for word in _WORDS.findall(file.casefold())
    )
    return folder, "_".join(filter(None, words))


def writer_of(sources: Sequence[Source]) -> list[tuple[Source, Source]]:
    """Return logs with the results files of their folders that they alone say they saved."""
    logs_of: dict[str, list[Source]] = {}
    for log in sources:
        for saved in _SAVED.findall(log.data[-_END_BYTES:]) if log.data[:1] != b"<" else ():
            folder, _, _ = _place(log.name).rpartition("/")
            _, _, file = _place(saved.decode("utf-8", "replace")).rpartition("/")
            logs_of.setdefault(f"{folder}/{file}".lstrip("/"), []).append(log)
    files = {_place(source.name): source for source in sources} if logs_of else {}
    claimed = {place: logs[0] for place, logs in logs_of.items() if len(logs) == 1}
    return [(log, files[place]) for place, log in claimed.items() if place in files]


def _place(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").casefold()


def compared(readings: Sequence[Reading], names: Sequence[str]) -> list[Reading]:
    """Add a warning to every reading whose run is not that of the file beside it.

    Those that agree are made one set: several forms of one run, to be counted once. Where the log
    tells that the database refused sessions, no form of the run counts (MODEL P2.2).
    """
    name = "/".join(part for part in key_of(names[0]) if part) or _TOOL
    result = []
    for this, reading in enumerate(readings):
        others = [that for that in range(len(readings)) if that != this]
        differences = {that: _difference(reading, readings[that]) for that in others}
        news = [_say(names[that], text) for that, text in differences.items() if text]
        has_partner = any(
            text is None and _has_one_run(readings[that]) for that, text in differences.items()
        )
        is_of_set = has_partner and _has_one_run(reading)
        stated = _with(reading, news, name if is_of_set else None)
        stated = _with_missing_users(stated, [(names[that], readings[that]) for that in others])
        partners = [that for that, text in differences.items() if text is None and is_of_set]
        result.append(_refused(stated, [(names[that], readings[that]) for that in partners]))
    return result


def _with_missing_users(reading: Reading, others: Sequence[tuple[str, Reading]]) -> Reading:
    """Tell that fewer users were logged on by the log than the results file of its run states."""
    if not _has_one_run(reading):
        return reading
    asked = _users_of(reading, "users_requested")
    for name, other in others:
        there = _users_of(other, "users_logged_on") if _has_one_run(other) else None
        if reading.set_name and asked and there and there < asked:
            sentence = message(
                "{asked} users requested; by {other} at most {users} logged on.",
                asked=asked,
                other=name,
                users=there,
            )
            return replace(
                reading,
                problems=(*reading.problems, Problem(Severity.WARNING, sentence)),
                status=Status.READ_WITH_PROBLEMS
                if reading.status is Status.READ
                else reading.status,
            )
    return reading


def _users_of(reading: Reading, name: str) -> int | None:
    stated = dict(reading.runs[0].attributes).get(name, "")
    return int(stated) if stated.isdecimal() else None


def _refused(reading: Reading, partners: Sequence[tuple[str, Reading]]) -> Reading:
    """Reject the run when the log of the same run reports refused sessions."""
    news = tuple(
        error(
            NO_SESSIONS_ADJACENT,
            other=name,
            line=problem.line or 0,
            **dict(problem.message.figures),
        )
        for name, partner in partners
        for problem in partner.problems
        if problem.message.template == NO_SESSIONS
    )
    if not news:
        return reading
    return replace(
        reading,
        runs=tuple(replace(run, complete=False) for run in reading.runs),
        problems=(*reading.problems, *news),
        status=Status.INCOMPLETE,
    )


def _has_one_run(reading: Reading) -> bool:
    return len(reading.runs) == 1


def _with(reading: Reading, news: list[Message], set_name: str | None) -> Reading:
    problems = tuple(Problem(Severity.WARNING, sentence) for sentence in news)
    is_worse = news and reading.status is Status.READ
    return replace(
        reading,
        problems=(*reading.problems, *problems),
        status=Status.READ_WITH_PROBLEMS if is_worse else reading.status,
        set_name=set_name,
    )


def _say(other: str, difference: str) -> Message:
    return message(OTHER_RUN_ADJACENT, other=other, difference=difference)


def _difference(one: Reading, other: Reading) -> str | None:
    """Return in what two readings differ that ought to be of one run; None where they agree."""
    if not (_has_one_run(one) and _has_one_run(other)):
        return None
    a, b = one.runs[0], other.runs[0]
    alike = _rates_alike(a, b)
    if alike:
        return None  # whatever their clocks say: one may count in another zone
    result = [text for text in (_clocks(a, b), _totals(a, b)) if text]
    if alike is False and not result:
        return "other transactions second by second"
    return ", ".join(result) or None


def _rates_alike(a: Run, b: Run) -> bool | None:
    """Compare rates second by second, a few seconds shifted; None where one has too few."""
    if not (a.series and b.series):
        return None
    ours, theirs = a.series[0].values, b.series[0].values
    if min(len(ours), len(theirs)) < _FEWEST_SECONDS:
        return None
    usual = {mode(ours), mode(theirs)}
    shares = [_share_alike(ours[max(0, -s) :], theirs[max(0, s) :], usual) for s in _SHIFTS]
    known = [share for share in shares if share is not None]
    return max(known) > _ALIKE if known else None


def _share_alike(
    ours: Sequence[float], theirs: Sequence[float], usual: set[float]
) -> float | None:
    """Return the share of equal seconds; one at the usual rate is equal in any two runs."""
    stated = [(a, b) for a, b in zip(ours, theirs, strict=False) if not {a, b} <= usual]
    if len(stated) < _FEWEST_SECONDS:
        return None
    return sum(a == b for a, b in stated) / len(stated)


def _clocks(a: Run, b: Run) -> str | None:
    """Compare when the runs started, by the clock alone where one has no date."""
    ours, theirs = _start(a), _start(b)
    if not ours or not theirs:
        return None
    length = min(len(ours), len(theirs))
    ours, theirs = ours[-length:], theirs[-length:]
    apart = abs((second_of_day(ours) or 0) - (second_of_day(theirs) or 0))
    near = min(apart, _DAY_S - apart) <= _CLOCK_TOLERANCE_S
    if near and (length == len("14:18:01") or ours[:10] == theirs[:10]):
        return None
    return f"started {ours} against {theirs}".replace("T", " ")


def _start(run: Run) -> str | None:
    """Return date and time in the client's clock, or the time alone."""
    return run.started_at[:19] if run.started_at else dict(run.attributes).get("clock_at_start")


def _totals(a: Run, b: Run) -> str | None:
    ours, theirs = _completed(a), _completed(b)
    if ours is None or theirs is None or ours == theirs:
        return None
    return f"{ours:.0f} against {theirs:.0f} transactions"


def _completed(run: Run) -> float | None:
    totals = (
        m.value
        for m in run.measurements
        if m.metric is Metric.TRANSACTIONS_COMPLETED and m.group is None
    )
    return next(totals, None)

"""What folder and file names say of a run: users, repetition, scale, processors, version.

`results_scale100_uc64_cpu4.xml`, `fc_u090_r3.xml`, `nas/64users/run2/results.xml`. A name never
overrules the file: it fills in what the file does not say, and where the two differ that is said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Load
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.store.reading.run_settings import FROM_NAME, OF_LOADS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from arraywise.domain.evidence import Measurement, Reading, Run

_USERS_FILLED_IN = (
    "The number of users, {users}, is taken from the name of the file or its folder: the file"
    " itself does not say it."
)
_OTHER_USERS = (
    "The name says {named} users, the file {told}; the file is believed. One of the two may be of"
    " another run."
)

_GAP = "[ _.=-]?"
_USER_WORDS = "users?|virtual_?users?|vusers?|vus?|uc|clients?|sessions?|threads?"
_PROCESSOR_WORDS = "v?cpus?|cores?|processors?"
_SIGNS = (
    ("users", rf"(?:{_USER_WORDS}){_GAP}0*(\d{{1,6}})"),
    ("users", rf"0*(\d{{1,6}}){_GAP}(?:{_USER_WORDS})"),
    ("users", r"u0*(\d{1,6})"),
    ("users", r"0*(\d{2,6})u"),
    ("repetition", rf"(?:run|rep(?:eat|etition)?|iter(?:ation)?|try|pass){_GAP}0*(\d{{1,3}})"),
    ("repetition", r"r0*(\d{1,2})"),
    ("scale", rf"(?:scale(?:[ _-]?factor)?|sf){_GAP}(\d{{1,6}}(?:\.\d{{1,3}})?)"),
    ("warehouses", rf"(?:warehouses?|wh){_GAP}(\d{{1,6}})"),
    ("processors", rf"(?:{_PROCESSOR_WORDS}){_GAP}0*(\d{{1,4}})"),
    ("processors", rf"0*(\d{{1,4}}){_GAP}(?:{_PROCESSOR_WORDS})"),
    ("version", rf"(?:v|ver|version){_GAP}(\d{{1,3}}(?:\.\d{{1,4}}){{0,4}}[a-z]?)"),
)
_PATTERNS = tuple(
    (fact, re.compile(rf"(?<![a-z0-9])(?:{sign})(?![a-z0-9])")) for fact, sign in _SIGNS
)
_ALL_ZERO = str.maketrans("123456789", "000000000")
"""Whatever matches a name matches it with zeros too, and thousands of names are the same then."""
_NEVER_ZERO = frozenset({"users", "processors", "warehouses"})


@dataclass(frozen=True, slots=True)
class NameFacts:
    """What a file's name, or the folders it lies in, say."""

    settings: tuple[tuple[str, str], ...] = ()
    """`users`, `repetition`, `scale`, `warehouses`, `processors`, `version`; no leading zeros."""

    @property
    def users(self) -> int | None:
        """Return the number of users; None where no name says it."""
        users = dict(self.settings).get("users")
        return None if users is None else int(users)


def parts_of(path: Path, name: str) -> list[str]:
    """Return the names that may say something, the nearest first.

    These are the file's own without its ending, the folders below the one that was dropped, and
    that one (or the one the file lies in).
    """
    depth = name.count("/") + 1
    parts = list(reversed(path.parts[-depth - 1 :]))
    return [_stem(parts[0]), *parts[1:]] if parts else []


def _stem(name: str) -> str:
    """Return a file's name without its ending; one that begins with its only dot has none."""
    dot = name.rfind(".")
    return name[:dot] if 0 < dot < len(name) - 1 else name


def read_names(parts: Sequence[str]) -> NameFacts:
    """Read what names say, the nearest first."""
    settings: dict[str, str] = {}
    for part in parts:
        for fact, value in settings_in(part):
            settings.setdefault(fact, value)
    return NameFacts(tuple(settings.items()))


@lru_cache(maxsize=1_000)
def _may_tell(zeros: str) -> bool:
    return any(pattern.search(zeros) for _, pattern in _PATTERNS)


@lru_cache(maxsize=1_000)
def settings_in(part: str) -> tuple[tuple[str, str], ...]:
    """Return what one name says; that of a folder is asked for with each of its files."""
    plain = part.casefold()
    if not _may_tell(plain.translate(_ALL_ZERO)):
        return ()
    found = ((fact, pattern.search(plain)) for fact, pattern in _PATTERNS)
    told = [(fact, match[1]) for fact, match in found if match]
    return tuple((f, value) for f, value in told if value != "0" or f not in _NEVER_ZERO)


@lru_cache(maxsize=1_000)
def without_settings(part: str) -> str:
    """Return what is left of a name when everything understood is taken out."""
    rest = part.casefold()
    for _, pattern in _PATTERNS:
        rest = pattern.sub(" ", rest)
    return " ".join(re.sub(r"[\W_]+", " ", rest).split())


def add_names(reading: Reading, facts: NameFacts) -> tuple[Reading, list[Problem]]:
    """Add what the names say to what was read; what the file itself says counts.

    Returns:
        The reading with more attributes, and what there is to say about them.
    """
    if not facts.settings or not reading.runs:
        return reading, []
    told = _users_told(reading)
    runs, problems = reading.runs, []
    if facts.users is not None and len(told) == 1 and facts.users not in told:
        said = say(_OTHER_USERS, named=facts.users, told=min(told))
        problems.append(Problem(Severity.WARNING, said))
    elif facts.users is not None and not told and len(runs) == 1 and _is_load(runs[0]):
        runs = (_with_users(runs[0], facts.users),)
        problems.append(Problem(Severity.INFO, say(_USERS_FILLED_IN, users=facts.users)))
    left_out = {"users"} if told else set()
    runs = tuple(_with_settings(run, facts, left_out) for run in runs)
    return replace(reading, runs=runs), problems


def _users_told(reading: Reading) -> set[int]:
    return {
        m.load.users
        for run in reading.runs
        for m in run.measurements
        if m.load.users is not None and m.metric in OF_LOADS
    }


def _is_load(run: Run) -> bool:
    return any(m.metric in OF_LOADS for m in run.measurements)


def _with_users(run: Run, users: int) -> Run:
    def at_load(m: Measurement) -> Measurement:
        return m._replace(load=Load(users)) if m.metric in OF_LOADS else m

    return replace(run, measurements=tuple(map(at_load, run.measurements)))


def _with_settings(run: Run, facts: NameFacts, left_out: set[str]) -> Run:
    known = {name for name, _ in run.attributes} | left_out
    new = [(fact, value) for fact, value in facts.settings if fact not in known]
    if not new:
        return run
    origin = (FROM_NAME, ", ".join(fact for fact, _ in new))
    return replace(run, attributes=(*run.attributes, *new, origin))

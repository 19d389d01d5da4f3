"""Users, repetition, version and option from names.

`results_scale100_uc64_cpu4.xml`, `fc_u090_r3.xml`, `nas/64users/run2/results.xml`. A name never
overrules the file: it fills in what the file does not say, and where the two differ that is said.

Tests are often named after what they test: ORION by `-testname`, a monitor by the file that it was
told to write to. Folder and file names count only after these.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Load
from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.options import Architecture, guess_architecture
from arraywise.domain.requirement import NAMED_STATES, match_degraded_state
from arraywise.store.encoding import FROM_NAME, LOAD_METRICS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from arraywise.domain.evidence import Measurement, Reading, Run
    from arraywise.domain.options import Option

_USERS_FILLED_IN = "The file does not state the users; {users} is from its name or folder."
_OTHER_USERS = (
    "The name states {named} users, the file {told}; the file counts. One of them may be from"
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
    ("degraded", NAMED_STATES),
    ("version", rf"(?:v|ver|version){_GAP}(\d{{1,3}}(?:\.\d{{1,4}}){{0,4}}[a-z]?)"),
)
_PATTERNS = tuple(
    (fact, re.compile(rf"(?<![a-z0-9])(?:{sign})(?![a-z0-9])")) for fact, sign in _SIGNS
)
_ANY_SETTING = re.compile(rf"(?<![a-z0-9])(?:{'|'.join(sign for _, sign in _SIGNS)})(?![a-z0-9])")
_NEVER_ZERO = frozenset({"users", "processors", "warehouses"})

_NAMED_BY_PRODUCT = frozenset(
    {Architecture.HOST_FLASH_CACHE, Architecture.HYPERCONVERGED, Architecture.CLOUD_BLOCK}
)
_IMPLIED = frozenset({"san", "nfs"})


def list_name_parts(path: Path, name: str) -> list[str]:
    """Return the parts of a path that may name settings or an option, the nearest first.

    These are the file's own without its ending, the folders below the one that was dropped, and
    that one (or the one the file is in).
    """
    depth = name.count("/") + 1
    parts = list(reversed(path.parts[-depth - 1 :]))
    return [_without_suffix(parts[0]), *parts[1:]] if parts else []


def _without_suffix(name: str) -> str:
    """Return a file's name without its ending; one that begins with its only dot has none."""
    dot = name.rfind(".")
    return name[:dot] if 0 < dot < len(name) - 1 else name


def parse_name_settings(name_parts: Sequence[str]) -> dict[str, str]:
    """Parse the settings in names, of which the innermost counts: `users`, `repetition` ...

    Numbers have no leading zeros.
    """
    settings: dict[str, str] = {}
    for part in name_parts:
        for fact, value in parse_settings_in_name(part):
            settings.setdefault(fact, value)
    return settings


@lru_cache(maxsize=1_000)
def parse_settings_in_name(name_part: str) -> tuple[tuple[str, str], ...]:
    """Return the settings in one name; cached, as a folder's is parsed for each of its files."""
    plain = name_part.casefold()
    if _ANY_SETTING.search(plain) is None:
        return ()
    result = ((fact, pattern.search(plain)) for fact, pattern in _PATTERNS)
    stated = [(fact, _normalise_setting_value(fact, match[1])) for fact, match in result if match]
    return tuple((f, value) for f, value in stated if value != "0" or f not in _NEVER_ZERO)


def _normalise_setting_value(setting_name: str, text: str) -> str:
    return match_degraded_state(text).value if setting_name == "degraded" else text


@lru_cache(maxsize=1_000)
def strip_settings(name_part: str) -> str:
    """Return a name in lower case without the settings in it."""
    rest = name_part.casefold()
    for _, pattern in _PATTERNS:
        rest = pattern.sub(" ", rest)
    return " ".join(re.sub(r"[\W_]+", " ", rest).split())


def add_name_settings(
    reading: Reading, name_settings: Mapping[str, str]
) -> tuple[Reading, list[Problem]]:
    """Fill in what the file does not state from the settings of its name; return problems too."""
    if not name_settings or not reading.runs:
        return reading, []
    stated = _users_in_file(reading)
    users = int(name_settings["users"]) if "users" in name_settings else None
    runs, problems = reading.runs, []
    if users is not None and len(stated) == 1 and users not in stated:
        sentence = message(_OTHER_USERS, named=users, told=min(stated))
        problems.append(Problem(Severity.WARNING, sentence))
    elif users is not None and not stated and len(runs) == 1 and _has_load_metric(runs[0]):
        runs = (_with_users(runs[0], users),)
        problems.append(Problem(Severity.INFO, message(_USERS_FILLED_IN, users=users)))
    left_out = {"users"} if stated else set()
    runs = tuple(_with_settings(run, name_settings, left_out) for run in runs)
    return replace(reading, runs=runs), problems


def _users_in_file(reading: Reading) -> set[int]:
    return {
        m.load.users
        for run in reading.runs
        for m in run.measurements
        if m.load.users is not None and m.metric in LOAD_METRICS
    }


def _has_load_metric(run: Run) -> bool:
    return any(m.metric in LOAD_METRICS for m in run.measurements)


def _with_users(run: Run, users: int) -> Run:
    def with_load(m: Measurement) -> Measurement:
        return m._replace(load=Load(users)) if m.metric in LOAD_METRICS else m

    return replace(run, measurements=tuple(map(with_load, run.measurements)))


def _with_settings(run: Run, name_settings: Mapping[str, str], left_out: set[str]) -> Run:
    present = {name for name, _ in run.attributes} | left_out
    new = [(fact, value) for fact, value in name_settings.items() if fact not in present]
    if not new:
        return run
    origin = (FROM_NAME, ", ".join(fact for fact, _ in new))
    return replace(run, attributes=(*run.attributes, *new, origin))


_NAMING_ATTRIBUTES = frozenset({"test_name", "label", "comment", "results_file"})
"""Attributes of a run that whoever ran it chose."""
_COMMANDS = frozenset({"cmdline", "commandline"})
_NAMED_BY_COMMAND = re.compile(r"(?:--output|--log|-o|-testname)[ =](\S+)")
"""Words of a command that name a test or what it writes."""


def guess_option(
    options: Sequence[Option], path: Path, name: str, hints: Iterable[Sequence[str]] = ()
) -> Option | None:
    """Return the option that a file points to; None where it points to none or several.

    `name` is relative to the folder that was imported; `hints` are those of `list_option_hints`.
    """
    if not options:
        return None
    pointed = (_first_matching_option(options, names) for names in hints)
    meant = {result.id: result for result in pointed if result is not None}
    if len(meant) == 1:
        return next(iter(meant.values()))
    depth = name.count("/") + 1  # the folder that was named, or that the file is in, counts too
    return _first_matching_option(options, reversed(path.parts[-depth - 1 :]))


def list_option_hints(reading: Reading) -> tuple[tuple[str, ...], ...]:
    """Return names in a file that may name its option, each with its folder's name."""
    return tuple(chain.from_iterable(_hints_in_attributes(run.attributes) for run in reading.runs))


@lru_cache(maxsize=1_000)
def _hints_in_attributes(attributes: tuple[tuple[str, str], ...]) -> tuple[tuple[str, ...], ...]:
    """Find the names in the attributes of a run, which thousands of runs may share."""
    names: list[tuple[str, ...]] = []
    for name, value in attributes:
        if name in _NAMING_ATTRIBUTES:
            names.append((value,))
        elif name in _COMMANDS:
            names += [tuple(path.split("/")[:-3:-1]) for path in _NAMED_BY_COMMAND.findall(value)]
    return tuple(names)


def _first_matching_option(options: Sequence[Option], name_parts: Iterable[str]) -> Option | None:
    return next((result for part in name_parts if (result := _match_option(options, part))), None)


def _match_option(options: Sequence[Option], name_part: str) -> Option | None:
    return _match_by_name(options, name_part) or _match_by_architecture(options, name_part)


def _match_by_name(options: Sequence[Option], name_part: str) -> Option | None:
    """Find the longest option name that is in a part of the path as whole words."""
    words = f" {_space_out_words_and_numbers(name_part)} "
    named = [
        o
        for o in options
        if _space_out_words_and_numbers(o.name)
        and f" {_space_out_words_and_numbers(o.name)} " in words
    ]
    return max(named, key=lambda option: len(option.name), default=None)


def _match_by_architecture(options: Sequence[Option], name_part: str) -> Option | None:
    architecture = guess_architecture(name_part)
    if architecture is Architecture.OTHER:
        return None
    of_kind = [option for option in options if option.architecture is architecture]
    return of_kind[0] if len(of_kind) == 1 else None


def _space_out_words_and_numbers(text: str) -> str:
    """Return words and numbers in lower case with blanks between: `raid10` becomes `raid 10`."""
    return " ".join(re.findall(r"[^\W\d_]+|\d+", text.casefold()))


_LONGEST = 60
_SPELLINGS = {
    word.casefold(): word
    for word in (
        *("DAS", "SAN", "NAS", "NFS", "dNFS", "iSCSI", "FC", "FCoE", "SMB", "CIFS", "ASM", "RAID"),
        *("SSD", "HDD", "SAS", "SATA", "NVMe", "NVMe/TCP", "NVMe/FC", "JBOD", "LUN", "LUNs"),
        *("GbE", "OLTP", "HCI", "vSAN", "EBS", "AWS", "S2D"),
        *("XFS", "ext4", "ZFS", "VMware", "AFF", "FAS", "EMC", "HPE", "IBM"),
    )
}
_LOWER_CASE_WORDS = frozenset(
    {"on", "with", "and", "of", "over", "in", "to", "at", "per", "by", "vs", "the"}
)
_SIZES = re.compile(r"(\d+(?:\.\d+)?)(gbe|gbit|gb|tb|g|k|krpm)")
_SIZE_UNITS = {"gbe": "GbE", "gbit": "Gbit", "gb": "GB", "tb": "TB", "g": "G", "k": "k",
               "krpm": "krpm"}  # fmt: skip
_RAID = re.compile(r"raid[ _-]?(\d{1,2})", re.IGNORECASE)
_PHRASES = (
    (re.compile(r"\bnvme(?: (?:of|over|fabrics?))*[ ]?tcp\b", re.IGNORECASE), "nvme/tcp"),
    (
        re.compile(
            r"\bnvme(?: (?:of|over|fabrics?))*[ ]?(?:fc|fib(?:re|er)(?:[ ]?channel)?)\b"
            r"|\bfc[ ]?nvme\b",
            re.IGNORECASE,
        ),
        "nvme/fc",
    ),
    (re.compile(r"\bf(?:luid)?[ _-]?cache\b", re.IGNORECASE), "fluid cache"),
    (re.compile(r"\bdirect[ _-]?nfs\b", re.IGNORECASE), "dnfs"),
    (re.compile(r"\bfib(?:re|er)(?:[ _-]?channel)?\b", re.IGNORECASE), "fc"),
)


_ARCHIVE = re.compile(r"(?:\.tar)?\.(?:zip|tar|tgz|gz|bz2|xz)$", re.IGNORECASE)
_COUNTED = (
    r"[a-z]?(?:bit|byte)s?|[kmgt]i?b?|[kmg]bit|gbe|gb/?s|gfc|k?rpm|x|u|nodes?|disks?|drives?|ssds?"
    r"|hdds?|ports?|hosts?|luns?|ways?|bays?|cores?|v?cpus?|users?|runs?|tier"
)
_NUMBERING = re.compile(
    r"\s*(?:0\d{1,2}[ _.)-]+|\d{1,2}(?:[.)][ _]*|[ _]*[-_][ _]*))"
    rf"(?=[^\W\d_])(?!(?:{_COUNTED})(?![^\W_]))"
    r"|\s*\d{1,2} (?=(?:DAS|SAN|NAS|iSCSI)(?![^\W_]))",
    re.IGNORECASE,
)
"""A number in front that puts folders in an order, and counts nothing: `01 DAS`, `2) NAS`."""


def _without_numbering(text: str) -> str:
    """Return the name of a folder or archive without its place in an order, and its suffix."""
    text = _ARCHIVE.sub("", text)
    return text[numbering.end() :] if (numbering := _NUMBERING.match(text)) else text


def readable_name(text: str) -> str:
    """Write the name of a folder as people would: `das-raid10` is DAS RAID 10.

    A word with capital letters of its own (`boxA`) stays as it is.
    """
    plain = " ".join(re.sub(r"[\W_]+", " ", _without_numbering(text)).split())
    for sign, short in _PHRASES:
        plain = sign.sub(short, plain)
    words = _RAID.sub(r"raid \1", plain).split()
    return " ".join(_format_word(word, first=not i) for i, word in enumerate(words))[
        :_LONGEST
    ].strip()


def _format_word(word: str, *, first: bool) -> str:
    known = _SPELLINGS.get(word.casefold())
    if known is not None:
        return known
    size = _SIZES.fullmatch(word.casefold())
    if size is not None:
        return size[1] + _SIZE_UNITS[size[2]]
    if word != word.casefold() or (word in _LOWER_CASE_WORDS and not first):
        return word
    return word[:1].upper() + word[1:]


def option_name_from_label(text: str, architecture: Architecture) -> str:
    """Return an option's name made of a label that mentions its architecture.

    The architecture's own name where the label says no more; a SAN is called so even where the
    label names its protocol only.
    """
    name = readable_name(strip_settings_keep_case(_without_numbering(text)))
    words = [w for w in name.split() if guess_architecture(w) is not architecture and w != "SAN"]
    says_how = any(w in {"NFS", "dNFS", "SMB", "CIFS"} for w in name.split())
    if architecture is Architecture.NAS and says_how and "NAS" not in name.split():
        return f"NAS {name}"[:_LONGEST]
    if not words and not (architecture is Architecture.NAS and says_how):
        return (
            name
            if name and architecture in _NAMED_BY_PRODUCT
            else default_option_name(architecture)
        )
    if architecture.value.endswith(" SAN") and "SAN" not in name.split():
        protocol = architecture.value.split()[0]
        return re.sub(rf"\b{protocol}\b", architecture.value, name, count=1)[:_LONGEST]
    return name


def default_option_name(architecture: Architecture) -> str:
    """Return the name of an option of which only the architecture is known."""
    name = architecture.value
    return name if name[:2] != name[:2].lower() else name[:1].upper() + name[1:]


def strip_settings_keep_case(text: str) -> str:
    """Return a name without the settings in it, its capital letters kept."""
    left = strip_settings(text).split()
    result = re.sub(r"[\W_]+", " ", text).split()
    stored = [word for word in result if word.casefold() in left]
    return " ".join(stored) if len(stored) == len(left) else " ".join(left)


def option_name_key(name: str) -> frozenset[str]:
    """Return a key for comparing names: two names with equal keys mean one option.

    Neither case nor order nor blanks count, and not the words that an architecture implies.
    """
    words = re.findall(r"[^\W\d_]+|\d+(?:\.\d+)?", name.casefold())
    return frozenset(words) - _IMPLIED or frozenset(words)

"""What the command line of a recording says: interval, number of rows, units of the rates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from arraywise.importers.dstat.asked import asked_for

_TAKES_VALUE = re.compile(
    r"-[a-zA-Z]*[CDIMNSo]|--(?:output|profile|unit|host|hostspec|archive|timezone|start|finish)"
)
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,6})?")
_KEY = r"[\w-]{0,40}(?:passw|passphrase|pwd|secret|token|credential)[\w-]{0,40}"
_SECRET = re.compile(rf"(?i)(-{_KEY}(?:\s*[=:]\s*|\s+)|\b{_KEY}[=:]\s*)(\S+)")
_SECRET_IN_URL = re.compile(r"(//[^\s/:@]+:)[^\s/@]+@")
_HOME = re.compile(r"(?:/mnt/\w)?/(?:home|Users)/[^/\s]+|[A-Za-z]:\\Users\\[^\\\s]+")
_PROGRAM = re.compile(r"(pcp-dstat|pcpd?|dstat|dool)", re.I)


@dataclass(frozen=True, slots=True)
class Command:
    """A command line, understood."""

    text: str
    """Without passwords and names of users."""
    program: str
    """`dstat`, `dool`, `pcp-dstat`, or empty."""
    delay_s: float = 1.0
    count: int | None = None
    """Rows asked for; None for a recording without an end."""
    rates: str | None = None
    """`bits` or `bytes` where an option says so, the last one counting."""
    bundle: str | None = None
    """Letters of the only option (`tcdnm` of `-tcdnm`) where there are no others but --output."""
    asked: tuple[str, ...] = ()
    """Long names of the options that ask for columns."""


def read_command(text: str) -> Command:
    """Understand the text behind `Cmdline:`; an empty one gives what the tool does unasked."""
    words = text.split()
    numbers: list[str] = []
    options: list[str] = []
    takes_value = True  # the program's own name is skipped like a value
    for word in words:
        if takes_value:
            takes_value = False
        elif word.startswith("-"):
            options.append(word)
            takes_value = _TAKES_VALUE.fullmatch(word) is not None
        elif _NUMBER.fullmatch(word):
            numbers.append(word)
    numbers = numbers[-2:]
    delay = float(numbers[0]) if numbers else 1.0
    return Command(
        text=without_secrets(text),
        program=_program(words[0] if words else ""),
        delay_s=delay or 1.0,
        count=int(float(numbers[1])) if len(numbers) > 1 else None,
        rates=_rates(options),
        bundle=_bundle(options),
        asked=asked_for(options),
    )


def without_secrets(text: str) -> str:
    """Replace passwords on a command line by asterisks, and home directories by a tilde."""
    hidden = _SECRET_IN_URL.sub(r"\1***@", _SECRET.sub(r"\1***", text))
    return _HOME.sub("~", hidden)


def _program(word: str) -> str:
    found = _PROGRAM.match(PurePosixPath(word).name)
    name = found[1].lower() if found else ""
    return "pcp-dstat" if name.startswith("pcp") else name


def _rates(options: list[str]) -> str | None:
    """Dool writes bits unless `--bytes` or `--dstat` is given; the last one counts."""
    said = {"--bits": "bits", "--bytes": "bytes", "--dstat": "bytes"}
    given = [said[option] for option in options if option in said]
    return given[-1] if given else None


def _bundle(options: list[str]) -> str | None:
    shown = [o for o in options if not o.startswith(("--output", "--nocolor", "--noheaders"))]
    shown = [o for o in shown if o != "-o"]
    if len(shown) != 1 or not re.fullmatch(r"-[a-z]+", shown[0]):
        return None
    return shown[0][1:]

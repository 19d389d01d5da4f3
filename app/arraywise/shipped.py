"""What is shipped, and where (no Qt: the command line asks too)."""

from __future__ import annotations

import json
import os
import platform
import re
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs

from arraywise import __version__

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_shipped"
ROOT = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parents[1]


def resource(*parts: str) -> Path:
    """Return the path of a file below `resources/`."""
    return ROOT.joinpath("resources", *parts)


def data(*parts: str) -> Path:
    """Return the path of a file below `data/`: sample studies and published figures."""
    return ROOT.joinpath("data", *parts)


_NAME = re.compile(r"[\w.-]+")


def versions() -> list[str]:
    """Return name and version of the program, of Python, the system and each library asked for."""
    from importlib.metadata import PackageNotFoundError, requires, version

    lines = [f"Arraywise {__version__}", f"Python {platform.python_version()}"]
    lines.append(f"{platform.system()} {platform.release()} {platform.machine()}")
    with suppress(PackageNotFoundError):
        for each in requires("arraywise") or ():
            found = _NAME.match(each)
            with suppress(PackageNotFoundError):
                lines.append(f"{found.group()} {version(found.group())}" if found else each)
    return lines


@cache
def tokens() -> dict[str, Any]:
    """Return the design tokens: colours, spacing and type of window, charts and documents."""
    tokens: dict[str, Any] = json.loads(resource("styles", "tokens.json").read_text("utf-8"))
    return tokens


def option_looks(theme: str) -> tuple[dict[str, str], ...]:
    """Return colours, marker and dash of options in the order of their creation.

    Where the colours are used up they come again with the next one's marker and dash, so that no
    two of the first 64 look alike.
    """
    looks = tokens()["themes"][theme]["options"]
    count = len(looks)
    return tuple(
        looks[place % count]
        | {sign: looks[(place + place // count) % count][sign] for sign in ("marker", "dash")}
        for place in range(count * count)
    )


LOG, TRACES = "arraywise.log", "crashes.log"
"""Files of the state folder; each is kept once more, with `.1` behind its name."""


def state_path() -> Path:
    """Return where a file is kept from one start to the next; the folder may be missing."""
    return Path(platformdirs.user_state_path("arraywise", appauthor=False))


def state_folder() -> Path:
    """Return the folder of the log file; it is made where it is missing.

    Where it cannot be written, a temporary one takes its place: nothing is kept there for the next
    start, and the program works.
    """
    folder = state_path()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    return _temporary_folder()


@cache
def _temporary_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="arraywise-log-"))

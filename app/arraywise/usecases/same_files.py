"""Finds files that lie, byte for byte the same, where several options were tested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.problems import SAME_FILE, Problem, Severity
from arraywise.domain.said import say
from arraywise.usecases.found_files import FoundFile
from arraywise.usecases.guessing_options import guess_option
from arraywise.usecases.option_names import key_of
from arraywise.usecases.proposing_options import Unassigned, place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arraywise.domain.options import Option
    from arraywise.usecases.found_files import Unreadable

_HARDWARE = "lshw"


def matters(tool: str) -> bool:
    """Say whether a tool writes results; a listing of one host is the same everywhere."""
    return tool not in (_HARDWARE, "unknown")


def same_files(
    found: Iterable[FoundFile | Unreadable],
    options: Sequence[Option] = (),
    kept: Mapping[str, tuple[str, str]] | None = None,
) -> dict[str, Problem]:
    """Return what is to be said of files that were found in the folders of several options.

    Args:
        found: All files of one action.
        options: Those of the study, which folders may name.
        kept: Option and name of the files that the study has already, by their hashes.

    Returns:
        The problem by the hash of the file; of most files there is none.
    """
    places: dict[str, dict[frozenset[str], tuple[str, str]]] = {}
    for sha256, (option, name) in (kept or {}).items():
        places[sha256] = {key_of(option): (option, name)}
    met: dict[str, int] = {}
    for file in found:
        if isinstance(file, FoundFile) and len(file.data):
            met[file.sha256] = met.get(file.sha256, 0) + 1
            option = _place(file, options)
            if option:
                places.setdefault(file.sha256, {}).setdefault(key_of(option), (option, file.name))
    return {
        sha256: _problem(list(several.values()))
        for sha256, several in places.items()
        if len(several) > 1 and sha256 in met
    }


def _place(file: FoundFile, options: Sequence[Option]) -> str:
    option = guess_option(options, file.path.parent, file.name.rpartition("/")[0])
    return option.name if option else place_of(Unassigned(0, file.path, file.name))


def _problem(places: Sequence[tuple[str, str]]) -> Problem:
    said = say(
        SAME_FILE,
        options=", ".join(option for option, _ in places),
        files=", ".join(name for _, name in places),
    )
    return Problem(Severity.WARNING, said)

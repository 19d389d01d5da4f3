"""Options for unassigned files.

Nothing is made of a proposal until the user takes it.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.database_report import DATABASE_REPORTS
from arraywise.domain.messages import SAME_FILE, Problem, Severity, say
from arraywise.domain.options import Architecture, OptionProposal, guess_architecture
from arraywise.importing.filename_metadata import (
    guess_option,
    key_of,
    named_after,
    readable,
    without_settings,
)
from arraywise.importing.find_files import FoundFile
from arraywise.store.reading.inputs import list_options
from arraywise.store.writing import evidence as writing
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.edit_options import make_option

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from arraywise.domain.options import Option
    from arraywise.importing.find_files import Unreadable
    from arraywise.store.reading.evidence import FileRow
    from arraywise.store.study import Study

LEAST_FOLDERS = 2
"""Folders that name no architecture are options only where there are several side by side."""
_LEAST_FILES = 2
_LONGEST = 60
_FLUID = re.compile(r"f(?:luid)?[ _-]?cache", re.IGNORECASE)
_NOISE = re.compile(
    r"pcp|dstat|dool|sar|iostat|vmstat|mpstat|sadf|sysstat|orion|fio|swingbench|charbench|calibrat\w*"
    r"|hammerdb|pgbench|sysbench|vdbench|iometer|slob|awr|awrrpt|statspack|lshw|lsblk|lscpu|summary|iops|lat|mbps|trace"
    r"|csv|xml|json|txt|html|out|hist|results?|logs?|monitors?|hosts?|clients?|db|io|profile|tests?|lab|copy|new|old|\d+"
)
"""Words that tell files of one option apart, not options."""


class Unassigned(NamedTuple):
    """A file that belongs to no option."""

    id: int
    path: Path
    name: str
    """As it was found: with the folders below the one that was named."""
    told: tuple[str, ...] = ()
    """Names in the file itself that may be those of an option."""


@dataclass(frozen=True, slots=True)
class _Label:
    """What a file, its folder or its content calls the thing that was tested."""

    text: str
    architecture: Architecture
    is_folder: bool

    @property
    def words(self) -> tuple[str, ...]:
        """Return what is left without users, repetitions, tools and the architecture itself."""
        return _words_of(self.text)

    @property
    def name(self) -> str:
        """Return a name for an option: the architecture's where the label says no more."""
        return named_after(self.text, self.architecture)


@lru_cache(maxsize=1_000)
def _words_of(label: str) -> tuple[str, ...]:
    """Find the words of a label, which thousands of files may share."""
    words = _telling_words(label)
    return tuple(word for word in words if guess_architecture(word) is Architecture.OTHER)


def propose_options(files: Sequence[Unassigned]) -> tuple[OptionProposal, ...]:
    """Group files by what they, their names or their folders call the thing they tested.

    Names that speak of an architecture (a folder `nas_10gbe`, `fc_u090_r3.xml`) come first; where
    none does, folders side by side are taken for options. A file that calls itself otherwise than
    its folder does is left to the user.
    """
    told = {file.id: list(_labels(file)) for file in files}
    labels = {file.id: _label(file, told[file.id]) for file in files}
    known = {id_: label for id_, label in labels.items() if label is not None}
    unknown = [f for f in files if labels[f.id] is None and not told[f.id]]
    return (*_by_architecture(known), *_by_folder(unknown))


def propose_for(files: Iterable[FileRow]) -> tuple[OptionProposal, ...]:
    """Propose options for those files of a study that have runs and belong to none.

    A report on the client's database belongs to none.
    """
    loose = (
        f for f in files if f.option_id is None and f.run_count and f.tool not in DATABASE_REPORTS
    )
    return propose_options([Unassigned(f.id, Path(f.path), f.name) for f in loose])


def place_of(file: Unassigned) -> str:
    """Name the option whose folder a file lies in, as far as folders tell; empty where none does.

    The folder that was named counts where those in it say nothing.
    """
    folders = (*file.name.split("/")[:-1], _dropped_folder(file))
    label = _first_named(folders, is_folder=True)
    if label is not None:
        return label.name
    return next((readable(folder) for folder in folders[:-1] if _telling_words(folder)), "")


def _label(file: Unassigned, told: Sequence[_Label]) -> _Label | None:
    """Return the outermost folder that names an architecture, else what the content names.

    The folder that was dropped counts last, but says best what files in it are of that name the
    same architecture.
    """
    if len({label.architecture for label in told[:2]}) > 1:
        return None
    dropped = _named(_dropped_folder(file), is_folder=True)
    if not told:
        return dropped
    is_same = dropped is not None and dropped.architecture is told[0].architecture
    return dropped if is_same and not told[0].is_folder else told[0]


def _dropped_folder(file: Unassigned) -> str:
    """Return the name of the folder that was named, or that a file which was named lies in."""
    parts = file.path.parts[: -file.name.count("/") - 1]
    return parts[-1] if parts else ""


def _labels(file: Unassigned) -> Iterator[_Label]:
    """Give what folders, content and name call an architecture; the first of each that does."""
    folder, _, own = file.name.rpartition("/")
    for label in (
        _first_named(tuple(folder.split("/")), is_folder=True),
        _first_named(file.told, is_folder=False),
        _named(own.rpartition(".")[0] or own, is_folder=False),
    ):
        if label is not None:
            yield label


@lru_cache(maxsize=1_000)
def _first_named(texts: tuple[str, ...], *, is_folder: bool) -> _Label | None:
    labels = (_named(text, is_folder=is_folder) for text in texts)
    return next((label for label in labels if label is not None), None)


@lru_cache(maxsize=1_000)
def _named(text: str, *, is_folder: bool) -> _Label | None:
    architecture = guess_architecture(text)
    if architecture is Architecture.OTHER:
        return None
    return _Label(text, architecture, is_folder)


def _by_architecture(labels: dict[int, _Label]) -> Iterator[OptionProposal]:
    for architecture in dict.fromkeys(label.architecture for label in labels.values()):
        of_kind = {i: x for i, x in labels.items() if x.architecture is architecture}
        names = _names_of(of_kind)
        for name in dict.fromkeys(names.values()):
            ids = tuple(i for i in of_kind if names.get(i) == name)
            yield OptionProposal(name, architecture, ids)


def _names_of(labels: dict[int, _Label]) -> dict[int, str]:
    """Name the option of each file of one architecture; none for a file that fits several.

    Folders that differ are different options, unless they differ in writing only. File names
    that differ are so only when every one says something of its own and says it of several files;
    else they are one option.
    """
    folders = _one_name_each(x.name for x in labels.values() if x.is_folder)
    if folders:
        only = next(iter(folders.values())) if len(folders) == 1 else None
        found = {i: folders.get(key_of(label.name), only) for i, label in labels.items()}
        return {i: name for i, name in found.items() if name is not None}
    base = _base_name(labels.values())
    counts = Counter(label.words for label in labels.values())
    apart = len(counts) > 1 and all(words and n >= _LEAST_FILES for words, n in counts.items())
    if apart:
        return {i: _joined(base, label.words) for i, label in labels.items()}
    if len(labels) < _LEAST_FILES:
        return dict.fromkeys(labels, base)
    same = set.intersection(*(set(words) for words in counts))
    return dict.fromkeys(labels, _joined(base, [w for w in next(iter(counts)) if w in same]))


def _one_name_each(names: Iterable[str]) -> dict[frozenset[str], str]:
    """Return one name for all that differ in writing only: the longest."""
    found: dict[frozenset[str], str] = {}
    for name in names:
        key = key_of(name)
        if len(name) > len(found.get(key, "")):
            found[key] = name
    return found


def _base_name(labels: Iterable[_Label]) -> str:
    """Return what files of one architecture are called where their names say no more."""
    label = next(iter(labels))
    if label.architecture is Architecture.HOST_FLASH_CACHE:
        is_fluid = _FLUID.search(label.text) is not None
        return "Fluid Cache" if is_fluid else "Host Flash Cache"
    return label.architecture.value


def _joined(base: str, words: Iterable[str]) -> str:
    said = {"san", *base.casefold().split()}
    more = readable(" ".join(word for word in words if word not in said))
    return f"{base} {more}".strip()[:_LONGEST]


def _by_folder(files: Sequence[Unassigned]) -> Iterator[OptionProposal]:
    """Take folders for options, where there are several: the outermost that name no tool."""
    tops: dict[str, list[int]] = {}
    for file in files:
        folders = file.name.split("/")[:-1]
        telling = next((folder for folder in folders if _telling_words(folder)), None)
        if telling is not None:
            tops.setdefault(telling, []).append(file.id)
    if len(tops) >= LEAST_FOLDERS:
        names = _one_name_each(readable(folder) for folder in tops)
        for name in dict.fromkeys(names.values()):
            ids = [i for top, of_top in tops.items() for i in of_top if _is_named(top, name)]
            yield OptionProposal(name, Architecture.OTHER, tuple(ids))


def _is_named(folder: str, name: str) -> bool:
    return key_of(readable(folder)) == key_of(name)


def _telling_words(text: str) -> list[str]:
    return [word for word in without_settings(text).split() if not _NOISE.fullmatch(word)]


def accept_proposals(study: Study, proposals: Iterable[OptionProposal]) -> tuple[Option, ...]:
    """Make the options that were proposed and give them their files, in one action.

    An option of that name that exists by now gets the files.

    Raises:
        UserError: When the study cannot be written.
    """
    proposals = list(proposals)
    options = []
    known = {key_of(option.name): option for option in list_options(study)}
    count = sum(len(proposal.file_ids) for proposal in proposals)
    said = f"{len(proposals)} proposed options made for {count} files"
    with transaction(study, said) as cursor:
        for proposal in proposals:
            option = known.get(key_of(proposal.name))
            option = option or make_option(cursor, proposal.name, proposal.architecture)
            writing.assign_option(cursor, proposal.file_ids, option.id)
            options.append(option)
    return tuple(options)


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

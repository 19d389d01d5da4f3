"""Options, ratings, provisioning times."""

from __future__ import annotations

import math
import os
import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from arraywise.domain.criteria import (
    Criterion,
    Rating,
    Ratings,
    RatingWords,
    is_valid_rating,
    kind_of,
)
from arraywise.domain.database_report import DATABASE_REPORTS
from arraywise.domain.messages import SAME_FILE, Problem, Severity, UserError, message, refuse
from arraywise.domain.options import (
    LONGEST_NAME,
    Architecture,
    OptionProposal,
    guess_architecture,
    kind_of_architecture,
)
from arraywise.importers.recognition import DOCUMENT, UNKNOWN_TOOL
from arraywise.importers.registry import ALL_IMPORTERS, IMPORTERS_BY_TOOL
from arraywise.importing.filename_metadata import (
    default_option_name,
    guess_option,
    option_name_from_label,
    option_name_key,
    readable_name,
    strip_settings,
)
from arraywise.importing.find_files import FoundFile, Unreadable
from arraywise.store.reading.inputs import list_options
from arraywise.store.writing import inputs as writing
from arraywise.store.writing.evidence import assign_files_to_option
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from arraywise.domain.capacity import Capacity
    from arraywise.domain.options import Option, ProvisioningTime
    from arraywise.store.connection import Cursor
    from arraywise.store.reading.evidence import FileRow
    from arraywise.store.study import Study


def add_option(study: Study, name: str, architecture: Architecture | None = None) -> Option:
    """Add an option; its architecture is guessed from the name unless it is given.

    Raises:
        UserError: When the name is empty or taken.
    """
    name = _validate_unused_option_name(study, name)
    with transaction(study, f"option {name} added") as cursor:
        return insert_option(cursor, name, architecture)


def insert_option(cursor: Cursor, name: str, architecture: Architecture | None = None) -> Option:
    """Insert an option within a larger action; the caller has validated its name."""
    kind = kind_of_architecture(guess_architecture(name) if architecture is None else architecture)
    return writing.add_option(
        cursor,
        name,
        kind.architecture,
        shared_storage=kind.is_shared,
        serves_files=kind.serves_files,
    )


def find_option(study: Study, name: str) -> Option | None:
    """Find an option by its name, in any case; None where there is none."""
    wanted = name.strip().casefold()
    return next((o for o in list_options(study) if o.name.casefold() == wanted), None)


def validate_option_name(name: str) -> str:
    """Return the name of an option without blanks around it.

    Raises:
        UserError: When nothing is left, or it is longer than any table can show.
    """
    if not name.strip():
        refuse("An option needs a name.")
    if len(name.strip()) > LONGEST_NAME:
        refuse("An option name has at most {count:,} characters.", count=LONGEST_NAME)
    return name.strip()


def _validate_unused_option_name(study: Study, name: str, except_id: int | None = None) -> str:
    taken = find_option(study, validate_option_name(name))
    if taken is not None and taken.id != except_id:
        refuse("An option {name} already exists.", name=taken.name)
    return name.strip()


def rename_option(study: Study, option_id: int, name: str) -> Option:
    """Give an option another name.

    Raises:
        UserError: When the name is empty or taken, or the option is gone.
    """
    # not before: imports make options too, and nobody renames one meanwhile
    from arraywise.worksheets.sheets import rewrite_formulas_after_rename

    name = _validate_unused_option_name(study, name, except_id=option_id)
    option = _get_option(study, option_id)
    renamed = replace(option, name=name)
    followed = rewrite_formulas_after_rename(study, renamed)
    with transaction(study, f"option {option.name} named {name}") as cursor:
        writing.update_option(cursor, renamed)
        writing.replace_cells(cursor, [cell.address for cell in followed], followed)
    return renamed


def set_architecture(study: Study, option_id: int, architecture: Architecture) -> Option:
    """Set an option's architecture, and from it whether it is shared and serves files.

    Raises:
        UserError: When the option is gone.
    """
    kind = kind_of_architecture(architecture)
    return _update_option(
        *(study, option_id, lambda name: f"architecture of {name}: {architecture.value}"),
        architecture=architecture,
        shared_storage=kind.is_shared,
        serves_files=kind.serves_files,
    )


def set_shared_storage(study: Study, option_id: int, *, shared: bool | None) -> Option:
    """Set whether several hosts can use an option at once; None where that is unknown.

    Raises:
        UserError: When the option is gone.
    """
    value = _describe_ability(shared)
    return _update_option(
        study, option_id, lambda name: f"{name}: shared by hosts: {value}", shared_storage=shared
    )


def set_serves_files(study: Study, option_id: int, *, serves: bool | None) -> Option:
    """Set whether an option serves files to hosts; None where that is unknown.

    Raises:
        UserError: When the option is gone.
    """
    value = _describe_ability(serves)
    return _update_option(
        study, option_id, lambda name: f"{name}: serves files: {value}", serves_files=serves
    )


def set_restore_time(study: Study, option_id: int, seconds: float | None) -> Option:
    """Set the longest time that restoring an option's service takes; None clears it.

    Raises:
        UserError: When the option is gone, or the time is negative or without an end.
    """
    if seconds is not None and not (math.isfinite(seconds) and seconds >= 0):
        refuse("The time to restore the service must be 0 hours or more.")
    return _update_option(
        study, option_id, lambda name: f"{name}: time to restore the service", restore_s=seconds
    )


def set_capacity(study: Study, option_id: int, capacity: Capacity | None) -> Option:
    """Set the usable capacity of an option; None clears it.

    Raises:
        UserError: When the option is gone.
    """
    return _update_option(
        study, option_id, lambda name: f"{name}: usable capacity", capacity=capacity
    )


def _describe_ability(value: bool | None) -> str:  # noqa: FBT001 - the only thing it is about
    return "not known" if value is None else "yes" if value else "no"


def remove_option(study: Study, option_id: int) -> None:
    """Remove an option with its prices and times; its evidence stays, unassigned."""
    from arraywise.usecases.edit_cells import delete_typed_cells  # seldom
    from arraywise.worksheets.fields import price_sheet_key, provisioning_sheet_key

    name = next((o.name for o in list_options(study) if o.id == option_id), "")
    with transaction(study, f"option {name} removed") as cursor:
        writing.remove_option(cursor, option_id)
        delete_typed_cells(
            cursor, study, price_sheet_key(option_id), provisioning_sheet_key(option_id)
        )


def move_option(study: Study, option_id: int, steps: int) -> None:
    """Move an option up (negative) or down in the order of options, as far as it goes.

    Colours and markers follow the order.

    Raises:
        UserError: When the option is gone.
    """
    option = _get_option(study, option_id)
    ids = [o.id for o in list_options(study)]
    position = ids.index(option_id)
    ids.insert(min(max(position + steps, 0), len(ids) - 1), ids.pop(position))
    with transaction(study, f"option {option.name} moved") as cursor:
        writing.order_options(cursor, ids)


def _get_option(study: Study, option_id: int) -> Option:
    result = next((o for o in list_options(study) if o.id == option_id), None)
    if result is None:
        refuse("The option is no longer in the study.")
    return result


def _update_option(
    study: Study,
    option_id: int,
    describe_action: Callable[[str], str],
    **values: Any,  # noqa: ANN401 - of its fields
) -> Option:
    option = replace(_get_option(study, option_id), **values)
    with transaction(study, describe_action(option.name)) as cursor:
        writing.update_option(cursor, option)
    return option


def set_ratings(study: Study, option_id: int, ratings: Ratings) -> None:
    """Replace an option's ratings by each criterion.

    Raises:
        UserError: When a level is none of the criterion's, or a value is none.
    """
    for criterion, rating in ratings:
        if not is_valid_rating(criterion, rating):
            sentence = (
                "A rating must be one of its levels."
                if kind_of(criterion).is_rating
                else "Enter a number from 0, or an estimate: 12 ± 1.5, or 10 / 12 / 20."
            )
            raise UserError(sentence)
    with transaction(study, "ratings") as cursor:
        writing.write_ratings(cursor, option_id, ratings)


def set_rating_words(study: Study, words: RatingWords) -> None:
    """Write the study's own words for levels; an empty text brings the program's words back."""
    with transaction(study, "levels of ratings") as cursor:
        writing.write_rating_words(cursor, words)


def with_rating_replaced(ratings: Ratings, criterion: Criterion, rating: Rating | None) -> Ratings:
    """Return the ratings with that of one criterion replaced; None removes it."""
    others = tuple(each for each in ratings if each[0] != criterion)
    return others if rating is None else (*others, (criterion, rating))


def with_level_text(
    words: RatingWords, criterion: Criterion, level: int, text: str
) -> RatingWords:
    """Return the words with the text of one level, from 1, replaced."""
    known = dict(words)
    texts = list(known.get(criterion, ("",) * len(kind_of(criterion).levels)))
    texts[level - 1] = text.strip()
    known[criterion] = tuple(texts)
    return tuple((each, own) for each, own in known.items() if any(own))


def upsert_provisioning_times(
    study: Study, option_name: str, times: Sequence[ProvisioningTime]
) -> None:
    """Replace an option's provisioning times; add the option where there is none of that name.

    Raises:
        UserError: When the name is empty or a reading is not above zero.
    """
    from arraywise.usecases.edit_cells import delete_typed_cells  # an import needs neither
    from arraywise.worksheets.fields import provisioning_sheet_key

    name = validate_option_name(option_name)
    if not all(0 < time.seconds < math.inf for time in times):
        refuse("A provisioning time must be above zero.")
    option = find_option(study, name)
    with transaction(study, "provisioning") as cursor:
        option = option or insert_option(cursor, name)
        writing.replace_provisioning_times(cursor, option.id, times)
        delete_typed_cells(cursor, study, provisioning_sheet_key(option.id))


LEAST_FOLDERS = 2
"""Folders that name no architecture are options only where there are several side by side."""
_LEAST_FILES = 2
_LONGEST = 60
_FLUID = re.compile(r"f(?:luid)?[ _-]?cache", re.IGNORECASE)
_NOISE = re.compile(
    "|".join(importer.noise_words for importer in ALL_IMPORTERS if importer.noise_words)
    + r"|summary|iops|lat|mbps|trace|csv|xml|json|txt|html|out|hist|results?|logs?|monitors?"
    r"|hosts?|clients?|db|io|profile|tests?|lab|copy|new|old|zip|tar|tgz|gz|bz2|xz|\d+"
)
"""Words that tell files of one option apart, not options."""


class UnassignedFile(NamedTuple):
    """A file that belongs to no option."""

    id: int
    path: Path
    name: str  # as it was found: with the folders below the one that was named
    names_in_file: tuple[str, ...] = ()  # names in the file itself that may be those of an option


@dataclass(frozen=True, slots=True)
class _ArchitectureLabel:
    """A text of a file, its folder or its content that mentions an architecture."""

    text: str
    architecture: Architecture
    is_folder: bool

    @property
    def name(self) -> str:
        """Return a name for an option: the architecture's where the label says no more."""
        return option_name_from_label(self.text, self.architecture)


@lru_cache(maxsize=1_000)
def _distinguishing_words(label: str) -> tuple[str, ...]:
    """Return the words of a label without settings, tools and the architecture.

    Thousands of files may share it.
    """
    words = _informative_words(label)
    implied = _split_words(guess_architecture(label).value)
    return tuple(
        word
        for word in words
        if word not in implied and guess_architecture(word) is Architecture.OTHER
    )


def _split_words(name: str) -> frozenset[str]:
    return frozenset(re.split(r"[\W_]+", name.casefold()))


def propose_options(files: Sequence[UnassignedFile]) -> tuple[OptionProposal, ...]:
    """Propose options, each with the files whose content, names or folders mention it.

    Names that speak of an architecture (a folder `nas_10gbe`, `fc_u090_r3.xml`) come first; where
    none does, folders side by side are taken for options. A file that calls itself otherwise than
    its folder does is left to the user.
    """
    labels_by_file = {file.id: list(_architecture_labels(file)) for file in files}
    labels = {file.id: _choose_architecture_label(file, labels_by_file[file.id]) for file in files}
    chosen = {id_: label for id_, label in labels.items() if label is not None}
    unknown = [f for f in files if labels[f.id] is None and not labels_by_file[f.id]]
    return (*_propose_by_architecture(chosen), *_propose_by_folder(unknown))


def propose_options_for_unassigned(files: Iterable[FileRow]) -> tuple[OptionProposal, ...]:
    """Propose options for those files of a study that have runs and belong to none.

    A report on the client's database belongs to none.
    """
    loose = (
        f for f in files if f.option_id is None and f.run_count and f.tool not in DATABASE_REPORTS
    )
    return propose_options([UnassignedFile(f.id, Path(f.path), f.name) for f in loose])


def option_name_from_folders(file: UnassignedFile) -> str:
    """Return the name of an option after the folders of a file; empty where none names one.

    The imported folder itself counts where those in it name none.
    """
    folders = (*file.name.split("/")[:-1], _imported_folder(file))
    label = _first_architecture_label(folders, is_folder=True)
    if label is not None:
        return label.name
    return next(
        (readable_name(folder) for folder in folders[:-1] if _informative_words(folder)), ""
    )


def _choose_architecture_label(
    file: UnassignedFile, labels: Sequence[_ArchitectureLabel]
) -> _ArchitectureLabel | None:
    """Return the outermost folder that names an architecture, else the name in the content.

    The imported folder counts last, but labels files that name the same architecture.
    """
    if len({label.architecture for label in labels[:2]}) > 1:
        return None
    dropped = _architecture_label(_imported_folder(file), is_folder=True)
    if not labels:
        return dropped
    is_same = dropped is not None and dropped.architecture is labels[0].architecture
    return dropped if is_same and not labels[0].is_folder else labels[0]


def _imported_folder(file: UnassignedFile) -> str:
    """Return the name of the imported folder, or of the folder around an imported file."""
    parts = file.path.parts[: -file.name.count("/") - 1]
    return parts[-1] if parts else ""


def _architecture_labels(file: UnassignedFile) -> Iterator[_ArchitectureLabel]:
    """Yield the first architecture label each of folders, content and file name."""
    folder, _, own = file.name.rpartition("/")
    for label in (
        _first_architecture_label(tuple(folder.split("/")), is_folder=True),
        _first_architecture_label(file.names_in_file, is_folder=False),
        _architecture_label(own.rpartition(".")[0] or own, is_folder=False),
    ):
        if label is not None:
            yield label


@lru_cache(maxsize=1_000)
def _first_architecture_label(
    texts: tuple[str, ...], *, is_folder: bool
) -> _ArchitectureLabel | None:
    labels = (_architecture_label(text, is_folder=is_folder) for text in texts)
    return next((label for label in labels if label is not None), None)


@lru_cache(maxsize=1_000)
def _architecture_label(text: str, *, is_folder: bool) -> _ArchitectureLabel | None:
    architecture = guess_architecture(text)
    if architecture is Architecture.OTHER:
        return None
    return _ArchitectureLabel(text, architecture, is_folder)


def _propose_by_architecture(labels: dict[int, _ArchitectureLabel]) -> Iterator[OptionProposal]:
    for architecture in dict.fromkeys(label.architecture for label in labels.values()):
        of_kind = {i: x for i, x in labels.items() if x.architecture is architecture}
        names = _option_name_by_file(of_kind)
        for name in dict.fromkeys(names.values()):
            ids = tuple(i for i in of_kind if names.get(i) == name)
            yield OptionProposal(name, architecture, ids)


def _option_name_by_file(labels: dict[int, _ArchitectureLabel]) -> dict[int, str]:
    """Return the option name for each file of one architecture; none if a file fits several.

    Folders that differ are different options, unless they differ in writing only. File names
    that differ are so only when every one says something of its own and says it of several files;
    else they are one option.
    """
    folders = _longest_name_by_key(x.name for x in labels.values() if x.is_folder)
    if folders:
        only = next(iter(folders.values())) if len(folders) == 1 else None
        result = {i: folders.get(option_name_key(label.name), only) for i, label in labels.items()}
        return {i: name for i, name in result.items() if name is not None}
    base = _architecture_base_name(labels.values())
    counts = Counter(_distinguishing_words(label.text) for label in labels.values())
    if len(counts) > 1 and all(words and n >= _LEAST_FILES for words, n in counts.items()):
        return {
            i: _append_new_words(base, _distinguishing_words(label.text))
            for i, label in labels.items()
        }
    if len(labels) < _LEAST_FILES:
        return dict.fromkeys(labels, base)
    same = set.intersection(*(set(words) for words in counts))
    return dict.fromkeys(
        labels, _append_new_words(base, [w for w in next(iter(counts)) if w in same])
    )


def _longest_name_by_key(names: Iterable[str]) -> dict[frozenset[str], str]:
    """Return the longest of the names that differ in spelling only, by their key."""
    result: dict[frozenset[str], str] = {}
    for name in names:
        key = option_name_key(name)
        if len(name) > len(result.get(key, "")):
            result[key] = name
    return result


def _architecture_base_name(labels: Iterable[_ArchitectureLabel]) -> str:
    """Return the option name for files of one architecture that have no other words."""
    label = next(iter(labels))
    if label.architecture is Architecture.HOST_FLASH_CACHE:
        is_fluid = _FLUID.search(label.text) is not None
        return "Fluid Cache" if is_fluid else "Host Flash Cache"
    return default_option_name(label.architecture)


def _append_new_words(base: str, words: Iterable[str]) -> str:
    implied = {"san", *_split_words(base)}
    more = readable_name(" ".join(word for word in words if word not in implied))
    return f"{base} {more}".strip()[:_LONGEST]


def _propose_by_folder(files: Sequence[UnassignedFile]) -> Iterator[OptionProposal]:
    """Propose an option for each outermost folder with informative words, if there are several."""
    tops: dict[str, list[int]] = {}
    for file in files:
        folders = file.name.split("/")[:-1]
        folder_name = next((folder for folder in folders if _informative_words(folder)), None)
        if folder_name is not None:
            tops.setdefault(folder_name, []).append(file.id)
    if len(tops) >= LEAST_FOLDERS:
        for name in dict.fromkeys(
            _longest_name_by_key(readable_name(folder) for folder in tops).values()
        ):
            key = option_name_key(name)
            ids = [
                i
                for top, own in tops.items()
                for i in own
                if option_name_key(readable_name(top)) == key
            ]
            yield OptionProposal(name, Architecture.OTHER, tuple(ids))


def _informative_words(text: str) -> list[str]:
    return [word for word in strip_settings(text).split() if not _NOISE.fullmatch(word)]


def accept_proposals(study: Study, proposals: Iterable[OptionProposal]) -> tuple[Option, ...]:
    """Create the proposed options and assign their files to them, in one action.

    An option of that name that exists by now gets the files.

    Raises:
        UserError: When the study cannot be written.
    """
    proposals = list(proposals)
    options = []
    known = {option_name_key(option.name): option for option in list_options(study)}
    count = sum(len(proposal.file_ids) for proposal in proposals)
    sentence = f"{len(proposals)} proposed options made for {count} files"
    with transaction(study, sentence) as cursor:
        for proposal in proposals:
            option = known.get(option_name_key(proposal.name))
            option = option or insert_option(cursor, proposal.name, proposal.architecture)
            assign_files_to_option(cursor, proposal.file_ids, option.id)
            options.append(option)
    return tuple(options)


def is_result_tool(tool: str) -> bool:
    """Return whether a tool writes results, unlike documents and listings of a host."""
    row = IMPORTERS_BY_TOOL.get(tool)
    return tool not in {DOCUMENT, UNKNOWN_TOOL} and (row is None or row.has_measurements)


def find_shared_file_problems(
    files: Iterable[FoundFile | Unreadable],
    options: Sequence[Option] = (),
    stored: Mapping[str, tuple[str, str]] | None = None,
) -> dict[str, Problem]:
    """Return problems of files that were found in the folders of several options, by their hash.

    `stored` holds option and name of the files in the study, by their hash. Folders may name
    `options` of the study.
    """
    options_by_hash: dict[str, dict[frozenset[str], tuple[str, str]]] = {}
    for sha256, (option, name) in (stored or {}).items():
        options_by_hash[sha256] = {option_name_key(option): (option, name)}
    found: set[str] = set()
    of_folders: dict[tuple[str, str], str] = {}  # an option's name, the same for a folder's files
    for file in files:
        if isinstance(file, FoundFile) and len(file.data):
            found.add(file.sha256)
            folder = str(file.path).rpartition(os.sep)[0], file.name.rpartition("/")[0]
            if folder not in of_folders:
                of_folders[folder] = _option_name_of_folder(file, options)
            option = of_folders[folder]
            if option:
                options_by_hash.setdefault(file.sha256, {}).setdefault(
                    option_name_key(option), (option, file.name)
                )
    problems: dict[str, Problem] = {}
    for sha256, several in options_by_hash.items():
        if len(several) > 1 and sha256 in found:
            of, names = (", ".join(texts) for texts in zip(*several.values(), strict=True))
            sentence = message(SAME_FILE, options=of, files=names)
            problems[sha256] = Problem(Severity.WARNING, sentence)
    return problems


def _option_name_of_folder(file: FoundFile, options: Sequence[Option]) -> str:
    """Return the option that the folders of a file name, whatever the file itself is called."""
    option = guess_option(options, file.path.parent, file.name.rpartition("/")[0])
    return (
        option.name
        if option
        else option_name_from_folders(UnassignedFile(0, file.path, file.name))
    )

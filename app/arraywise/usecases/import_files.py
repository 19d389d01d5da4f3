"""Import in one action.

Files of one import are compared by their importer. Where log and results came one after the other,
the results would count although not all users were at work (MODEL P2.2: reject).
"""

from __future__ import annotations

import json
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from arraywise.domain.database_report import DATABASE_REPORTS
from arraywise.domain.evidence import EvidenceFile, SampleTable, Status
from arraywise.domain.messages import (
    NO_SESSIONS_ADJACENT,
    SAME_FILE,
    Problem,
    Progress,
    Severity,
    StopAsked,
    Stopped,
    ignore_progress,
    is_never_stopped,
    message,
)
from arraywise.domain.units import MIB
from arraywise.importers.kit.redaction import blank_text
from arraywise.importers.recognition import DOCUMENT, UNKNOWN_TOOL
from arraywise.importers.registry import NEVER_KEPT, keeps_bytes
from arraywise.importing.filename_metadata import guess_option
from arraywise.importing.find_files import (
    FoundFile,
    ImportedFile,
    ImportOutcome,
    QuoteFile,
    Unreadable,
    build_duplicate_in_import,
    build_duplicate_of_stored,
    build_imported_file,
    build_unreadable_entry,
    read_all,
    with_rejection,
)
from arraywise.importing.read_files import (
    PreparedFile,
    distinct_files,
    prepare_sorted,
    with_problems,
)
from arraywise.store.reading.evidence import NewFile, all_problems, files_to_compare, stored_files
from arraywise.store.reading.inputs import embed_limit_bytes, list_options, setting
from arraywise.store.samples import LoadedSamples, SmallTables, load_samples
from arraywise.store.study_file import message_from_os_error
from arraywise.store.writing.evidence import add_files, add_problem, assign_option, reject_runs
from arraywise.store.writing.inputs import write_setting
from arraywise.store.writing.rows import next_ids, now
from arraywise.store.writing.transaction import committed, transaction
from arraywise.usecases.edit_options import (
    Unassigned,
    build_option,
    matters,
    named_option,
    propose_options,
    same_files,
    validate_name,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from arraywise.domain.options import Option, OptionProposal
    from arraywise.importers.kit.importer import Source
    from arraywise.store.connection import Cursor
    from arraywise.store.reading.evidence import ComparedFile, StoredFile
    from arraywise.store.study import Study


__all__ = ["ImportOutcome", "ImportedFile"]


def propagate_refusals(cursor: Cursor, added: Collection[int]) -> dict[int, Problem]:
    """Reject the runs of results beside a log of the same run that reports refused sessions.

    Of one run are files that lay in one folder, whose names differ in the kind of file alone, and
    whose figures do not contradict each other: as within one import, which has `added` its files.
    Returns what is now said of the files that were rejected, by their ids.
    """
    rejected: dict[int, Problem] = {}
    for log, results in _pairs(files_to_compare(cursor)) if added else ():
        if results.id in rejected or not {log.id, results.id} & set(added):
            continue
        problem = _refusal(cursor, log, results)
        if problem is not None:
            reject_runs(cursor, results.id, problem)
            rejected[results.id] = problem
    return rejected


def _pairs(files: list[ComparedFile]) -> Iterator[tuple[ComparedFile, ComparedFile]]:
    """Return each log that reports refused sessions with each file beside it that still counts."""
    if not files:
        return
    from arraywise.importers.swingbench import key_of  # seldom asked for

    logs = [file for file in files if file.refuses]
    others = [file for file in files if not (file.refuses or file.is_rejected)]
    for log, other in product(logs, others):
        if key_of(log.path) == key_of(other.path):
            yield log, other


def _refusal(cursor: Cursor, log: ComparedFile, results: ComparedFile) -> Problem | None:
    """Compare two files as their importer does; None where they are of different runs."""
    from arraywise.importers.recognition import Group
    from arraywise.importers.registry import IMPORTER_OF
    from arraywise.importing.read_files import read_validated

    sources = [_source(cursor, file) for file in (log, results)]
    known = tuple(source for source in sources if source is not None)
    if len(known) < len(sources):
        return None
    _, reading = read_validated(Group(IMPORTER_OF["swingbench"], known))
    return next((p for p in reading.problems if p.message.template == NO_SESSIONS_ADJACENT), None)


def _source(cursor: Cursor, file: ComparedFile) -> Source | None:
    """Return a file with its bytes; None where these are nowhere any more."""
    from arraywise.importers.kit.importer import Source  # seldom asked for
    from arraywise.store.reading.evidence import stored_bytes
    from arraywise.usecases.edit_evidence import read_outside

    data = stored_bytes(cursor, file.id) or read_outside(Path(file.path), file.sha256)
    return None if data is None else Source(file.name, data)


_WRITTEN_TOGETHER = 10_000
_WRITTEN_BYTES = 64 * MIB
_BLANKED = "Passwords and serial numbers masked in the text kept by the study: {count}."
_OUTSIDE = (
    "The file ({size_mib:.1f} MiB) is over the {limit_mib:g} MiB limit; the study keeps its"
    " hash, path and values."
)


def import_files(
    study: Study,
    paths: Iterable[Path],
    *,
    option: str | None = None,
    decimal: str | None = None,
    progress: Progress = ignore_progress,
    stopped: StopAsked = is_never_stopped,
) -> ImportOutcome:
    """Read files, and all files in folders, into a study.

    They belong to `option`, which is made when there is none of that name. Without it the option
    is guessed from what files state, from folders and from names among those there are; for files
    without one the outcome proposes options. Numbers that can be read in two ways are read with
    the mark `decimal`; so are again files that an earlier import kept, in which it is open.
    `stopped` is asked between files: what was read by then is kept, and the outcome says how many
    files are left.

    Raises:
        Stopped: When the user asked to stop before any file was read.
        UserError: When the study cannot be written; nothing was kept then.
    """
    if option is not None:
        validate_name(option)  # nobody waits for files to be read to hear of a name
    result = read_all(paths, progress, stopped)
    return import_found(
        *(study, result), option=option, decimal=decimal, progress=progress, stopped=stopped
    )


def import_found(  # noqa: PLR0915
    study: Study,
    result: Sequence[FoundFile | Unreadable],
    *,
    option: str | None = None,
    decimal: str | None = None,
    progress: Progress = ignore_progress,
    stopped: StopAsked = is_never_stopped,
) -> ImportOutcome:
    """Import files that were read already; as `import_files`."""
    name = None if option is None else validate_name(option)
    stored = stored_files(study)
    firsts = distinct_files(result)
    wanted = {i for i, file in firsts.items() if file.sha256 not in stored}
    several = same_files(result, list_options(study), _places_of(stored, name))
    again = _new_problems(study, several, stored)
    unassigned = list(_stored_without_option(firsts.values(), stored)) if name is None else []
    taken: dict[int, ImportedFile] = {}
    action: _Action | None = None
    quotes: dict[int, QuoteFile] = {}
    proposing: Future[tuple[OptionProposal, ...]] | None = None
    if wanted or again or (name is not None and firsts):
        with (
            ThreadPoolExecutor(1) as beside,
            study.folding(),
            transaction(study, _action_name(len(wanted or again), name)) as cursor,
        ):
            action = _Action(study, cursor, name, several, quotes)
            for file_id, problem in again.items():
                add_problem(cursor, file_id, problem)
            prepared = prepare_sorted(
                *(result, wanted, progress, stopped),
                decimal=decimal,
                limit_bytes=action.limit_bytes,
            )
            with closing(prepared):
                action.read_all_files(prepared)
            taken = action.finish()
            known = {f.sha256 for f in firsts.values()} & stored.keys()
            stored = stored | action.claim({sha256: stored[sha256] for sha256 in known})
            unassigned += action.unassigned
            proposing = beside.submit(propose_options, unassigned)  # while that is written
    if decimal is not None:
        _choose_decimal(study, {f.sha256 for f in firsts.values()}, decimal)
    documents = _with_copies(result, action.documents if action else ())
    told = dict(_accounts(result, taken, stored, name, several))
    accounts = tuple(account for at, account in told.items() if at not in documents)
    left = len(result) - len(accounts) - len(documents) - _count_copies(result, quotes)
    proposals = proposing.result() if proposing else propose_options(unassigned)
    every = (*accounts, *_folders_of(result, documents))
    return ImportOutcome(every, name, proposals, left, tuple(quotes.values()))


def _action_name(count: int, option: str | None) -> str:
    files = "1 file" if count == 1 else f"{count} files"
    return f"import of {files}" + (f" for {option}" if option else "")


def _choose_decimal(study: Study, contents: Collection[str], decimal: str) -> None:
    from arraywise.usecases.edit_evidence import choose_decimal, open_files  # seldom asked for

    choose_decimal(study, open_files(study, set(contents)), decimal)


def _stored_without_option(
    files: Iterable[FoundFile], kept: Mapping[str, StoredFile]
) -> Iterator[Unassigned]:
    """Return the files with runs that an earlier import kept and nobody assigned yet."""
    for file in files:
        row = kept.get(file.sha256)
        is_loose = row is not None and row.option_id is None and row.has_runs
        if row is not None and is_loose and row.tool not in DATABASE_REPORTS:
            yield Unassigned(row.id, Path(blank_text(str(file.path))), file.name)


_DOCUMENTS = "Documents and scripts, not results, left out: {count} ({names})."
_MOST_NAMED = 5


def _with_copies(result: Sequence[FoundFile | Unreadable], documents: Collection[int]) -> set[int]:
    """Return the places of documents, and of all files with their bytes."""
    contents = {one.sha256 for at in documents if isinstance(one := result[at], FoundFile)}
    return {
        at
        for at, one in enumerate(result)
        if isinstance(one, FoundFile) and one.sha256 in contents
    }


def _folders_of(
    result: Sequence[FoundFile | Unreadable], documents: Collection[int]
) -> Iterator[ImportedFile]:
    """Give the documents of each folder one line."""
    folders: dict[str, list[FoundFile | Unreadable]] = {}
    for at in sorted(documents):
        file = result[at]
        folder = file.name.rpartition("/")[0] or file.path.parent.name
        folders.setdefault(folder, []).append(file)
    for folder, own in folders.items():
        shown = [file.name.rpartition("/")[2] for file in own[:_MOST_NAMED]]
        names = ", ".join(shown) + (" ..." if len(own) > _MOST_NAMED else "")
        sentence = message(_DOCUMENTS, count=len(own), names=names)
        yield ImportedFile(
            *(f"{folder}/", own[0].path.parent, Status.REFUSED, DOCUMENT),
            problems=(Problem(Severity.INFO, sentence),),
        )


def _accounts(
    result: Sequence[FoundFile | Unreadable],
    taken: Mapping[int, ImportedFile],
    kept: Mapping[str, StoredFile],
    named: str | None,
    several: Mapping[str, Problem],
) -> Iterator[tuple[int, ImportedFile]]:
    """Tell what became of every file; of files with the same bytes only the first was taken.

    Nothing is reported for those that were left when the user asked to stop.
    """
    firsts: dict[str, ImportedFile] = {}
    for index, file in enumerate(result):
        if isinstance(file, Unreadable):
            yield index, build_unreadable_entry(file)
        elif index in taken:
            yield index, firsts.setdefault(file.sha256, taken[index])
        elif file.sha256 in firsts:
            yield index, _with(build_duplicate_in_import(file, firsts[file.sha256]), several)
        elif file.sha256 in kept:
            yield index, _with(build_duplicate_of_stored(file, kept[file.sha256], named), several)


def _with(file: ImportedFile, several: Mapping[str, Problem]) -> ImportedFile:
    """Report for a copy too that it is in the folders of several options."""
    problem = several.get(file.sha256 or "")
    if problem is None or not matters(file.tool):
        return file
    return file._replace(problems=(*file.problems, problem))


def _places_of(kept: Mapping[str, StoredFile], named: str | None) -> dict[str, tuple[str, str]]:
    """Return option and name of the files that were imported before.

    What is imported for an option by name may take files from one that was only guessed.
    """
    return {
        sha256: (row.option_name, row.name)
        for sha256, row in kept.items()
        if row.option_name is not None
        and matters(row.tool)
        and not (named is not None and row.option_is_guess)
    }


def _new_problems(
    study: Study, several: Mapping[str, Problem], kept: Mapping[str, StoredFile]
) -> dict[int, Problem]:
    """Return what is new of files that an earlier import kept, by their ids."""
    met = {
        kept[sha256].id: problem
        for sha256, problem in several.items()
        if sha256 in kept and matters(kept[sha256].tool)
    }
    known = all_problems(study) if met else {}
    return {
        id_: problem
        for id_, problem in met.items()
        if all(each.message.template != SAME_FILE for each in known.get(id_, ()))
    }


class _Action:
    """One import under way, inside its transaction."""

    def __init__(
        self,
        study: Study,
        cursor: Cursor,
        option: str | None,
        several: Mapping[str, Problem],
        quotes: dict[int, QuoteFile],
    ) -> None:
        """Begin an import; files that look like quotes are put into `quotes` by their index."""
        self._several = several
        self._private = study.private
        self._cursor = cursor
        self._moment = now()
        self._options = list_options(study)
        self.limit_bytes = embed_limit_bytes(study)  # up to which files are kept inside the study
        self._named: Option | None = None
        if option is not None:
            self._named = named_option(study, option) or build_option(cursor, option)
        self._waiting: list[tuple[int, FoundFile, NewFile, tuple[tuple[str, ...], ...]]] = []
        self._waiting_bytes = 0
        self._small = SmallTables()
        self._set_ids: list[int] = []
        self._deducted: dict[int, ImportedFile] = {}
        self.unassigned: list[Unassigned] = []  # files with runs that belong to no option
        self._quotes = quotes
        self.documents: set[int] = set()  # that lie in folders with results, and are not kept

    def read_all_files(self, files: Iterable[tuple[int, FoundFile, PreparedFile]]) -> None:
        """Take files as they are read, until the user asks to stop; a stop before all is one."""
        try:
            for index, file, prepared in files:
                if prepared.reading.tool in {DOCUMENT, UNKNOWN_TOOL} and _is_quote(file):
                    self._quotes[index] = QuoteFile(file.name, file.path, bytes(file.data))
                elif prepared.reading.tool == DOCUMENT and not file.is_named:
                    self.documents.add(index)
                else:
                    self.take(index, file, prepared)
        except Stopped:
            if not (self._deducted or self._waiting):
                raise

    def take(self, index: int, result: FoundFile, prepared: PreparedFile) -> None:
        """Load the samples of a file and put it in line to be written with others."""
        samples = tuple(self._load(tables, result) for tables in prepared.samples)
        problems = [p for of_run in samples for loaded in of_run for p in loaded.problems]
        if prepared.raw is None and prepared.reading.tool not in {DOCUMENT, UNKNOWN_TOOL}:
            problems.append(self._stored_outside(result, prepared.reading.tool))
        if prepared.secrets:
            problems.append(Problem(Severity.INFO, message(_BLANKED, count=prepared.secrets)))
        if result.sha256 in self._several and matters(prepared.reading.tool):
            problems.append(self._several[result.sha256])
        option = self._named or guess_option(
            self._options, result.path, result.name, prepared.stated
        )
        reading = with_problems(prepared.reading, problems)
        new = NewFile(
            EvidenceFile(result.name, result.sha256, len(result.data), reading),
            blank_text(str(result.path)),
            prepared.raw,
            option.id if option else None,
            option_is_guess=option is not None and self._named is None,
            samples=samples,
            runs=prepared.runs,
        )
        self._waiting.append((index, result, new, prepared.stated))
        self._waiting_bytes += len(prepared.raw.data if prepared.raw else result.data)
        if len(self._waiting) >= _WRITTEN_TOGETHER or self._waiting_bytes > _WRITTEN_BYTES:
            self._write()

    def claim(self, kept: Mapping[str, StoredFile]) -> dict[str, StoredFile]:
        """Give files that an earlier import kept to the named option, unless they have another."""
        named = self._named
        if named is None:
            return {}
        free = {s: row for s, row in kept.items() if row.option_id is None or row.option_is_guess}
        assign_option(self._cursor, [row.id for row in free.values()], named.id)
        return {
            sha256: row._replace(option_id=named.id, option_name=named.name, option_is_guess=False)
            for sha256, row in free.items()
        }

    def finish(self) -> dict[int, ImportedFile]:
        """Write what is still in line; say what became of every file that was taken."""
        self._write()
        ids = {file.id for file in self._deducted.values() if file.id is not None}
        rejected = propagate_refusals(self._cursor, ids)
        return {
            index: file if file.id not in rejected else with_rejection(file, rejected[file.id])
            for index, file in self._deducted.items()
        }

    def _load(self, tables: Sequence[SampleTable], result: FoundFile) -> tuple[LoadedSamples, ...]:
        if not tables:
            return ()
        if len(self._set_ids) < len(tables):
            self._set_ids += next_ids(self._cursor, "set_id", len(tables) + len(self._waiting))
        ids, self._set_ids = self._set_ids[: len(tables)], self._set_ids[len(tables) :]
        with message_from_os_error(self._private):
            return tuple(
                self._small.take(table, result.data, id_)
                or load_samples(self._cursor, self._private, table, result.data, id_)
                for id_, table in zip(ids, tables, strict=True)
            )

    def _stored_outside(self, result: FoundFile, tool: str) -> Problem:
        if not keeps_bytes(tool):
            return Problem(Severity.INFO, message(NEVER_KEPT))
        size, limit = len(result.data) / MIB, self.limit_bytes / MIB
        return Problem(Severity.INFO, message(_OUTSIDE, size_mib=size, limit_mib=limit))

    def _write(self) -> None:
        self._small.write(self._cursor)
        ids = add_files(self._cursor, [new for _, _, new, _ in self._waiting], self._moment)
        called = {option.id: option.name for option in self._options}
        if self._named:
            called[self._named.id] = self._named.name
        for id_, (index, result, new, stated) in zip(ids, self._waiting, strict=True):
            option = None if new.option_id is None else called[new.option_id]
            self._deducted[index] = build_imported_file(result, id_, new, option)
            if option is None and new.runs and new.file.reading.tool not in DATABASE_REPORTS:
                names = tuple(name for names in stated for name in names)
                self.unassigned.append(Unassigned(id_, Path(new.path), result.name, names))
        self._waiting, self._waiting_bytes = [], 0


def _count_copies(
    result: Sequence[FoundFile | Unreadable], quotes: Mapping[int, QuoteFile]
) -> int:
    """Count the files that are quotes, or have the bytes of one."""
    found = {i: file.sha256 for i, file in enumerate(result) if isinstance(file, FoundFile)}
    quoted = {found[index] for index in quotes}
    return sum(sha256 in quoted for sha256 in found.values())


def _is_quote(file: FoundFile) -> bool:
    """Return whether a file that no importer knows looks like a quote."""
    from arraywise.usecases.open_quote import is_quote  # seldom asked for

    return is_quote(file.path.name, file.data)


_SETTING = "unfinished_import"


@dataclass(frozen=True, slots=True)
class UnfinishedImport:
    """Files and folders that were to be imported, and of which not all were read."""

    paths: tuple[Path, ...]
    left: int | None
    """Files that were not read; None where the program ended before it could count them."""


def import_noted(
    study: Study, paths: Sequence[Path], *, progress: Progress, stopped: StopAsked
) -> ImportOutcome:
    """Import files and folders; the study knows of it until all of them are read.

    Raises:
        Stopped: When the user asked to stop before any file was read.
        UserError: When the study cannot be written; nothing was kept then.
    """
    _note(study, UnfinishedImport(tuple(paths), None))
    outcome = import_files(study, paths, progress=progress, stopped=stopped)
    if outcome.left:
        _note(study, UnfinishedImport(tuple(paths), outcome.left))
    else:
        clear_unfinished_import(study)
    return outcome


def unfinished_import(study: Study) -> UnfinishedImport | None:
    """Return the last import, where it was not finished."""
    text = setting(study, _SETTING)
    if text is None:
        return None
    try:
        result = json.loads(text)
        left = result["left"]
        paths = tuple(Path(str(path)) for path in result["paths"])
    except (ValueError, TypeError, KeyError, RecursionError):  # nobody knows who wrote it
        return None
    return UnfinishedImport(paths, left if isinstance(left, int) else None) if paths else None


def clear_unfinished_import(study: Study) -> None:
    """Remove the notice; raises UserError when the study cannot be written."""
    if setting(study, _SETTING) is not None:
        with committed(study, "import", now()) as cursor:
            write_setting(cursor, _SETTING, None)


def _note(study: Study, unfinished: UnfinishedImport) -> None:
    """Write it beside the record of changes: it is no action of the user that can be undone."""
    text = json.dumps({"paths": list(map(str, unfinished.paths)), "left": unfinished.left})
    with committed(study, "import", now()) as cursor:
        write_setting(cursor, _SETTING, text)

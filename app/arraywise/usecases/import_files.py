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
    IsStopped,
    Problem,
    ProblemCode,
    Progress,
    Severity,
    Stopped,
    ignore_progress,
    is_never_stopped,
    message,
)
from arraywise.domain.units import MIB
from arraywise.importers.kit.redaction import redact_text
from arraywise.importers.recognition import DOCUMENT, UNKNOWN_TOOL
from arraywise.importers.registry import IMPORTERS_BY_TOOL, NEVER_KEPT, may_store_bytes
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
    find_and_read_files,
    with_rejection,
)
from arraywise.importing.read_files import (
    PreparedFile,
    distinct_files,
    prepare_wanted_files,
    with_problems,
)
from arraywise.store.reading.evidence import (
    NewFile,
    list_files_to_compare,
    read_files_by_hash,
    read_problems,
)
from arraywise.store.reading.inputs import list_options, read_embed_limit_bytes, read_setting
from arraywise.store.samples import LoadedSamples, SmallTables, load_samples
from arraywise.store.study_file import translate_os_errors
from arraywise.store.writing.evidence import (
    add_files,
    add_problem,
    assign_files_to_option,
    reject_runs,
)
from arraywise.store.writing.inputs import write_setting
from arraywise.store.writing.rows import next_ids, utc_now
from arraywise.store.writing.transaction import transaction, transaction_without_undo
from arraywise.usecases.edit_options import (
    UnassignedFile,
    find_option,
    find_shared_file_problems,
    insert_option,
    is_result_tool,
    propose_options,
    validate_option_name,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from arraywise.domain.options import Option, OptionProposal
    from arraywise.importers.kit.importer import Source
    from arraywise.store.connection import Cursor
    from arraywise.store.reading.evidence import ComparedFile, StoredFile
    from arraywise.store.study import Study


__all__ = ["ImportOutcome", "ImportedFile"]


def reject_results_of_refused_sessions(
    cursor: Cursor, new_file_ids: Collection[int]
) -> dict[int, Problem]:
    """Reject the runs of results beside a log of the same run that reports refused sessions.

    Files are of one run if they lay in one folder, their names differ in the kind of file alone,
    and their figures do not contradict each other. One of a pair is in `new_file_ids`, the files
    of this import. Returns the new problems of the rejected files, by their ids.
    """
    rejected: dict[int, Problem] = {}
    for log, results in (
        _pair_logs_with_results(list_files_to_compare(cursor)) if new_file_ids else ()
    ):
        if results.id in rejected or not {log.id, results.id} & set(new_file_ids):
            continue
        problem = _find_refusal_problem(cursor, log, results)
        if problem is not None:
            reject_runs(cursor, results.id, problem)
            rejected[results.id] = problem
    return rejected


def _pair_logs_with_results(
    files: list[ComparedFile],
) -> Iterator[tuple[ComparedFile, ComparedFile]]:
    """Yield each log that reports refused sessions with each file beside it that still counts."""
    logs = [file for file in files if file.reports_refused_sessions]
    others = [file for file in files if not (file.reports_refused_sessions or file.is_rejected)]
    for log, other in product(logs, others):
        key = IMPORTERS_BY_TOOL[log.tool].run_key(log.path) if log.tool == other.tool else None
        if key is not None and key == IMPORTERS_BY_TOOL[log.tool].run_key(other.path):
            yield log, other


def _find_refusal_problem(
    cursor: Cursor, log: ComparedFile, results: ComparedFile
) -> Problem | None:
    """Return the importer's problem on refused sessions; None where the runs differ."""
    from arraywise.importers.recognition import SourceGroup
    from arraywise.importing.read_files import read_validated

    sources = [_load_source(cursor, file) for file in (log, results)]
    known = tuple(source for source in sources if source is not None)
    if len(known) < len(sources):
        return None
    _, reading = read_validated(SourceGroup(IMPORTERS_BY_TOOL[log.tool], known))
    beside = ProblemCode.SESSIONS_REFUSED_BESIDE
    return next((problem for problem in reading.problems if problem.code == beside), None)


def _load_source(cursor: Cursor, file: ComparedFile) -> Source | None:
    """Return a file with its bytes; None where these are lost."""
    from arraywise.importers.kit.importer import Source  # seldom asked for
    from arraywise.store.reading.evidence import read_stored_bytes
    from arraywise.usecases.edit_evidence import read_original_file

    data = read_stored_bytes(cursor, file.id) or read_original_file(Path(file.path), file.sha256)
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
    stopped: IsStopped = is_never_stopped,
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
        validate_option_name(option)  # nobody waits for files to be read to hear of a name
    result = find_and_read_files(paths, progress, stopped)
    return import_found_files(
        *(study, result), option=option, decimal=decimal, progress=progress, stopped=stopped
    )


def import_found_files(  # noqa: PLR0915
    study: Study,
    found_files: Sequence[FoundFile | Unreadable],
    *,
    option: str | None = None,
    decimal: str | None = None,
    progress: Progress = ignore_progress,
    stopped: IsStopped = is_never_stopped,
) -> ImportOutcome:
    """Import files that were read already; as `import_files`."""
    name = None if option is None else validate_option_name(option)
    stored = read_files_by_hash(study)
    firsts = distinct_files(found_files)
    wanted = {i for i, file in firsts.items() if file.sha256 not in stored}
    shared_problems = find_shared_file_problems(
        found_files, list_options(study), _stored_option_and_name_by_hash(stored, name)
    )
    new_problems = _shared_file_problems_to_add(study, shared_problems, stored)
    unassigned = list(_stored_unassigned_files(firsts.values(), stored)) if name is None else []
    imported: dict[int, ImportedFile] = {}
    action: _ImportAction | None = None
    quotes: dict[int, QuoteFile] = {}
    proposing: Future[tuple[OptionProposal, ...]] | None = None
    if wanted or new_problems or (name is not None and firsts):
        with (
            ThreadPoolExecutor(1) as executor,
            study.folding_commits(),
            transaction(study, _action_name(len(wanted or new_problems), name)) as cursor,
        ):
            action = _ImportAction(study, cursor, name, shared_problems, quotes)
            for file_id, problem in new_problems.items():
                add_problem(cursor, file_id, problem)
            prepared = prepare_wanted_files(
                *(found_files, wanted, progress, stopped),
                decimal=decimal,
                limit_bytes=action.limit_bytes,
            )
            with closing(prepared):
                action.queue_all_files(prepared)
            imported = action.write_and_list_imported()
            known = {f.sha256 for f in firsts.values()} & stored.keys()
            stored = stored | action.assign_stored_files(
                {sha256: stored[sha256] for sha256 in known}
            )
            unassigned += action.unassigned
            proposing = executor.submit(propose_options, unassigned)  # while that is written
    if decimal is not None:
        _reread_ambiguous_numbers(study, {f.sha256 for f in firsts.values()}, decimal)
    documents = _indices_of_same_contents(found_files, action.documents if action else ())
    outcomes = dict(_list_outcomes(found_files, imported, stored, name, shared_problems))
    accounts = tuple(account for at, account in outcomes.items() if at not in documents)
    left = len(found_files) - len(accounts) - len(documents) - _count_quotes(found_files, quotes)
    proposals = proposing.result() if proposing else propose_options(unassigned)
    every = (*accounts, *_summarise_document_folders(found_files, documents))
    return ImportOutcome(every, name, proposals, left, tuple(quotes.values()))


def _action_name(count: int, option: str | None) -> str:
    files = "1 file" if count == 1 else f"{count} files"
    return f"import of {files}" + (f" for {option}" if option else "")


def _reread_ambiguous_numbers(study: Study, sha256s: Collection[str], decimal: str) -> None:
    from arraywise.usecases.edit_evidence import (
        files_with_ambiguous_numbers,
        reread_with_decimal_mark,
    )  # seldom asked for

    reread_with_decimal_mark(study, files_with_ambiguous_numbers(study, set(sha256s)), decimal)


def _stored_unassigned_files(
    files: Iterable[FoundFile], stored: Mapping[str, StoredFile]
) -> Iterator[UnassignedFile]:
    """Yield files with runs of an earlier import that are not assigned yet."""
    for file in files:
        row = stored.get(file.sha256)
        is_loose = row is not None and row.option_id is None and row.has_runs
        if row is not None and is_loose and row.tool not in DATABASE_REPORTS:
            yield UnassignedFile(row.id, _blanked_path(file.path), file.name)


def _blanked_path(path: Path) -> Path:
    written = str(path)
    blanked = redact_text(written)
    return path if blanked is written else Path(blanked)


_DOCUMENTS = "Documents and scripts, not results, left out: {count} ({names})."
_MOST_NAMED = 5


def _indices_of_same_contents(
    found_files: Sequence[FoundFile | Unreadable], document_indices: Collection[int]
) -> set[int]:
    """Return the indices of documents, and of all files with the same bytes."""
    contents = {
        one.sha256 for at in document_indices if isinstance(one := found_files[at], FoundFile)
    }
    return {
        at
        for at, one in enumerate(found_files)
        if isinstance(one, FoundFile) and one.sha256 in contents
    }


def _summarise_document_folders(
    found_files: Sequence[FoundFile | Unreadable], document_indices: Collection[int]
) -> Iterator[ImportedFile]:
    """Yield one entry for the documents of each folder."""
    folders: dict[str, list[FoundFile | Unreadable]] = {}
    for at in sorted(document_indices):
        file = found_files[at]
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


def _list_outcomes(
    found_files: Sequence[FoundFile | Unreadable],
    imported: Mapping[int, ImportedFile],
    stored: Mapping[str, StoredFile],
    option: str | None,
    shared_problems: Mapping[str, Problem],
) -> Iterator[tuple[int, ImportedFile]]:
    """Yield the outcome of every file; of files with the same bytes only the first is imported.

    Files that were left when the user asked to stop have none.
    """
    firsts: dict[str, ImportedFile] = {}
    for index, file in enumerate(found_files):
        if isinstance(file, Unreadable):
            yield index, build_unreadable_entry(file)
        elif index in imported:
            yield index, firsts.setdefault(file.sha256, imported[index])
        elif file.sha256 in firsts:
            yield (
                index,
                _with_shared_file_problem(
                    build_duplicate_in_import(file, firsts[file.sha256]), shared_problems
                ),
            )
        elif file.sha256 in stored:
            yield (
                index,
                _with_shared_file_problem(
                    build_duplicate_of_stored(file, stored[file.sha256], option), shared_problems
                ),
            )


def _with_shared_file_problem(
    file: ImportedFile, shared_problems: Mapping[str, Problem]
) -> ImportedFile:
    """Return a copy's entry with the problem that it is in folders of several options."""
    problem = shared_problems.get(file.sha256 or "")
    if problem is None or not is_result_tool(file.tool):
        return file
    return file._replace(problems=(*file.problems, problem))


def _stored_option_and_name_by_hash(
    stored: Mapping[str, StoredFile], option: str | None
) -> dict[str, tuple[str, str]]:
    """Return option and name of the files in the study, by their hash.

    An import for a given `option` leaves out files whose option was guessed: it may take them.
    """
    return {
        sha256: (row.option_name, row.name)
        for sha256, row in stored.items()
        if row.option_name is not None
        and is_result_tool(row.tool)
        and not (option is not None and row.option_is_guess)
    }


def _shared_file_problems_to_add(
    study: Study, shared_problems: Mapping[str, Problem], stored: Mapping[str, StoredFile]
) -> dict[int, Problem]:
    """Return problems to add to files of an earlier import, by their ids."""
    met = {
        stored[sha256].id: problem
        for sha256, problem in shared_problems.items()
        if sha256 in stored and is_result_tool(stored[sha256].tool)
    }
    known = read_problems(study) if met else {}
    return {
        id_: problem
        for id_, problem in met.items()
        if all(each.code != ProblemCode.SAME_FILE for each in known.get(id_, ()))
    }


class _ImportAction:
    """One import under way, inside its transaction."""

    def __init__(
        self,
        study: Study,
        cursor: Cursor,
        option: str | None,
        shared_problems: Mapping[str, Problem],
        quotes: dict[int, QuoteFile],
    ) -> None:
        """Begin an import; files that look like quotes are put into `quotes` by their index."""
        self._shared_problems = shared_problems
        self._private = study.private
        self._cursor = cursor
        self._moment = utc_now()
        self._options = list_options(study)
        self.limit_bytes = read_embed_limit_bytes(
            study
        )  # up to which files are kept inside the study
        self._named: Option | None = None
        if option is not None:
            self._named = find_option(study, option) or insert_option(cursor, option)
        self._waiting: list[tuple[int, FoundFile, NewFile, tuple[tuple[str, ...], ...]]] = []
        self._waiting_bytes = 0
        self._small = SmallTables()
        self._set_ids: list[int] = []
        self._imported: dict[int, ImportedFile] = {}
        self.unassigned: list[UnassignedFile] = []  # files with runs that belong to no option
        self._quotes = quotes
        self.documents: set[int] = set()  # that lie in folders with results, and are not kept

    def queue_all_files(self, files: Iterable[tuple[int, FoundFile, PreparedFile]]) -> None:
        """Add files as they are read, until the user asks to stop; before the first one, raise."""
        try:
            for index, file, prepared in files:
                if prepared.reading.tool in {DOCUMENT, UNKNOWN_TOOL} and _is_quote(file):
                    self._quotes[index] = QuoteFile(file.name, file.path, bytes(file.data))
                elif prepared.reading.tool == DOCUMENT and not file.is_named:
                    self.documents.add(index)
                else:
                    self.queue_file(index, file, prepared)
        except Stopped:
            if not (self._imported or self._waiting):
                raise

    def queue_file(self, index: int, file: FoundFile, prepared: PreparedFile) -> None:
        """Load a file's samples, and queue the file for the next batch that is written."""
        samples = tuple(self._load_samples(tables, file) for tables in prepared.samples)
        problems = [p for of_run in samples for loaded in of_run for p in loaded.problems]
        if prepared.raw is None and prepared.reading.tool not in {DOCUMENT, UNKNOWN_TOOL}:
            problems.append(self._bytes_not_kept_problem(file, prepared.reading.tool))
        if prepared.secrets:
            problems.append(Problem(Severity.INFO, message(_BLANKED, count=prepared.secrets)))
        if file.sha256 in self._shared_problems and is_result_tool(prepared.reading.tool):
            problems.append(self._shared_problems[file.sha256])
        option = self._named or guess_option(
            self._options, file.path, file.name, prepared.names_in_file
        )
        reading = with_problems(prepared.reading, problems)
        new = NewFile(
            EvidenceFile(file.name, file.sha256, len(file.data), reading),
            redact_text(str(file.path)),
            prepared.raw,
            option.id if option else None,
            option_is_guess=option is not None and self._named is None,
            samples=samples,
            runs=prepared.runs,
        )
        self._waiting.append((index, file, new, prepared.names_in_file))
        self._waiting_bytes += len(prepared.raw.data if prepared.raw else file.data)
        if len(self._waiting) >= _WRITTEN_TOGETHER or self._waiting_bytes > _WRITTEN_BYTES:
            self._write_waiting_files()

    def assign_stored_files(self, stored: Mapping[str, StoredFile]) -> dict[str, StoredFile]:
        """Assign files of earlier imports to the option, unless they have a confirmed one."""
        named = self._named
        if named is None:
            return {}
        free = {
            s: row for s, row in stored.items() if row.option_id is None or row.option_is_guess
        }
        assign_files_to_option(self._cursor, [row.id for row in free.values()], named.id)
        return {
            sha256: row._replace(option_id=named.id, option_name=named.name, option_is_guess=False)
            for sha256, row in free.items()
        }

    def write_and_list_imported(self) -> dict[int, ImportedFile]:
        """Write the queued files; return the entries of all imported files by their index."""
        self._write_waiting_files()
        ids = {file.id for file in self._imported.values() if file.id is not None}
        rejected = reject_results_of_refused_sessions(self._cursor, ids)
        return {
            index: file if file.id not in rejected else with_rejection(file, rejected[file.id])
            for index, file in self._imported.items()
        }

    def _load_samples(
        self, tables: Sequence[SampleTable], file: FoundFile
    ) -> tuple[LoadedSamples, ...]:
        if not tables:
            return ()
        if len(self._set_ids) < len(tables):
            self._set_ids += next_ids(self._cursor, "set_id", len(tables) + len(self._waiting))
        ids, self._set_ids = self._set_ids[: len(tables)], self._set_ids[len(tables) :]
        with translate_os_errors(self._private):
            return tuple(
                self._small.queue_if_plain(table, file.data, id_)
                or load_samples(self._cursor, self._private, table, file.data, id_)
                for id_, table in zip(ids, tables, strict=True)
            )

    def _bytes_not_kept_problem(self, file: FoundFile, tool: str) -> Problem:
        if not may_store_bytes(tool):
            return Problem(Severity.INFO, message(NEVER_KEPT))
        size, limit = len(file.data) / MIB, self.limit_bytes / MIB
        return Problem(Severity.INFO, message(_OUTSIDE, size_mib=size, limit_mib=limit))

    def _write_waiting_files(self) -> None:
        self._small.write_queued(self._cursor)
        ids = add_files(self._cursor, [new for _, _, new, _ in self._waiting], self._moment)
        option_names = {option.id: option.name for option in self._options}
        if self._named:
            option_names[self._named.id] = self._named.name
        for id_, (index, result, new, stated) in zip(ids, self._waiting, strict=True):
            option = None if new.option_id is None else option_names[new.option_id]
            self._imported[index] = build_imported_file(result, id_, new, option)
            if option is None and new.runs and new.file.reading.tool not in DATABASE_REPORTS:
                names = tuple(name for names in stated for name in names)
                self.unassigned.append(UnassignedFile(id_, Path(new.path), result.name, names))
        self._waiting, self._waiting_bytes = [], 0


def _count_quotes(
    found_files: Sequence[FoundFile | Unreadable], quotes: Mapping[int, QuoteFile]
) -> int:
    """Count the files that are quotes, or have the bytes of one."""
    found = {i: file.sha256 for i, file in enumerate(found_files) if isinstance(file, FoundFile)}
    quoted = {found[index] for index in quotes}
    return sum(sha256 in quoted for sha256 in found.values())


def _is_quote(file: FoundFile) -> bool:
    """Return whether a file that no importer knows looks like a quote."""
    from arraywise.usecases.open_quote import looks_like_quote  # seldom asked for

    return looks_like_quote(file.path.name, file.data)


_SETTING = "unfinished_import"


@dataclass(frozen=True, slots=True)
class UnfinishedImport:
    """Files and folders that were to be imported, and of which not all were read."""

    paths: tuple[Path, ...]
    left: int | None
    """Files that were not read; None where the program ended before it could count them."""


def import_resumable(
    study: Study, paths: Sequence[Path], *, progress: Progress, stopped: IsStopped
) -> ImportOutcome:
    """Import files and folders; until all are read, the study stores how to resume.

    Raises:
        Stopped: When the user asked to stop before any file was read.
        UserError: When the study cannot be written; nothing was kept then.
    """
    _save_resume_record(study, UnfinishedImport(tuple(paths), None))
    outcome = import_files(study, paths, progress=progress, stopped=stopped)
    if outcome.left:
        _save_resume_record(study, UnfinishedImport(tuple(paths), outcome.left))
    else:
        clear_unfinished_import(study)
    return outcome


def read_unfinished_import(study: Study) -> UnfinishedImport | None:
    """Return the last import, where it was not finished."""
    text = read_setting(study, _SETTING)
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
    if read_setting(study, _SETTING) is not None:
        with transaction_without_undo(study, "import", utc_now()) as cursor:
            write_setting(cursor, _SETTING, None)


def _save_resume_record(study: Study, unfinished: UnfinishedImport) -> None:
    """Store what is left to import, not as an action of the user that can be undone."""
    text = json.dumps({"paths": list(map(str, unfinished.paths)), "left": unfinished.left})
    with transaction_without_undo(study, "import", utc_now()) as cursor:
        write_setting(cursor, _SETTING, text)

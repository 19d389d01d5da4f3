"""Push a study to an archive, pull it again, take runs of other studies as evidence."""

from __future__ import annotations

import hashlib
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from arraywise.archive.place import Place, Uploads, open_place
from arraywise.archive.push import (
    PushedStudy,
    PushOutcome,
    StudyFile,
    digest_samples,
    is_newest,
    push,
)
from arraywise.archive.tables import (
    FoundOption,
    OpenTables,
    Revision,
    Search,
    archived_files,
    find_options,
    named_revision,
)
from arraywise.domain.messages import (
    FROM_ARCHIVE,
    Problem,
    Progress,
    Severity,
    StopAsked,
    Stopped,
    ignore_progress,
    is_never_stopped,
    message,
    refuse,
)
from arraywise.domain.options import Architecture
from arraywise.store.connection import Cursor
from arraywise.store.encoding import raw_of
from arraywise.store.reading import archive_rows
from arraywise.store.reading.inputs import list_options, study_info
from arraywise.store.study import Study, open_copy, rescue, unrecorded_transaction
from arraywise.store.study_file import SUFFIX, remove_study
from arraywise.store.writing.for_archive import (
    SourceOption,
    attached,
    copy_files,
    remove_names,
    source_options,
)
from arraywise.store.writing.rows import insert_rows
from arraywise.store.writing.transaction import clear_actions, transaction
from arraywise.usecases.edit_options import build_option, named_option

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from arraywise.store.connection import Cursor


__all__ = ["PushOutcome"]


@dataclass(frozen=True, slots=True)
class PushRequest:
    """What is pushed of a study."""

    models: tuple[str, ...] = ()
    """`MODEL` of the array of every option, or `OPTION=MODEL` of one; else the option's name."""
    without_raw: bool = False
    """Leave the bytes of result files away; all that was read from them goes along."""
    anonymous: bool = False
    """Take out names of client, people, hosts, files and folders, and the bytes of files."""


def push_study(
    path: Path,
    place_text: str,
    request: PushRequest,
    progress: Progress = ignore_progress,
    stopped: StopAsked = is_never_stopped,
) -> PushOutcome:
    """Put a study, as it is at this moment, into an archive; it may be open elsewhere.

    `stopped` is asked between steps; nothing is seen of a push that was stopped.

    Raises:
        Stopped: When the user asked to stop.
        UserError: When the study cannot be read or the archive not be written.
    """
    place = open_place(place_text)
    with (
        TemporaryDirectory(prefix="arraywise-") as folder,
        open_copy(path, Path(folder, f"copy{SUFFIX}")) as copy,
        Uploads(place) as uploads,
        ThreadPoolExecutor(2) as beside,
    ):
        clear_actions(copy)
        identity = _identity(copy, anonymous=request.anonymous)
        if request.anonymous:
            with unrecorded_transaction(copy) as cursor:
                remove_names(cursor, f"study-{identity[:8]}")
        models = _models(copy, request.models)
        samples, values = archive_rows.samples_statement(copy, models)
        digest = beside.submit(digest_samples, copy.cursor, samples, values)
        content, opened = _content(copy, request, models), OpenTables(place)
        known = is_newest(opened, identity, content)
        if known is not None:
            return known
        raw = {} if request.without_raw else _upload_raw(copy, uploads)
        if stopped():
            raise Stopped
        file = beside.submit(_keep_file, copy, Path(folder, f"study{SUFFIX}"), place)

        def kept() -> StudyFile:
            uploads.wait()
            return file.result()

        info = study_info(copy)
        pushed = PushedStudy(
            name=info.name,
            currency=info.currency,
            synthetic=info.synthetic,
            with_raw=bool(raw),
            kept=kept,
            rows=archive_rows.ArchiveRows(copy, models, raw).all(),
            samples=samples,
            sample_values=values,
            samples_digest=digest.result,
            study=identity,
            content=content,
            anonymous=request.anonymous,
        )
        return push(opened, pushed, copy.cursor, progress, stopped)


def _identity(study: Study, *, anonymous: bool) -> str:
    """Return what a study is called by in archives; copies of another name are other studies."""
    row = study.row("SELECT created_at::VARCHAR, name FROM study_info")
    created, name = row or ("", "")
    text = f"{created}\n{'' if anonymous else name}\n{anonymous}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _content(study: Study, request: PushRequest, models: Mapping[int, str]) -> str:
    stated = (archive_rows.content_hash(study), sorted(models.items()), request.without_raw)
    return hashlib.sha256(repr(stated).encode()).hexdigest()


def _upload_raw(study: Study, uploads: Uploads) -> dict[int, archive_rows.RawFile]:
    """Begin to keep the bytes of files; return which they are, by the file's id."""
    result: dict[int, archive_rows.RawFile] = {}
    for id_, raw, data in archive_rows.raw_contents(study):
        uploads.put(raw.sha256, data)
        result[id_] = raw
    return result


def _models(study: Study, stated: Sequence[str]) -> dict[int, str]:
    """Return of which model of array each option is, by its id.

    Raises:
        UserError: When an option is named that is not in the study.
    """
    options = {option.name: option.id for option in list_options(study)}
    result = {id_: name for name, id_ in options.items()}
    for text in stated:
        name, equals, model = text.partition("=")
        if not equals:
            result = dict.fromkeys(result, text.strip())
        elif name.strip() in options:
            result[options[name.strip()]] = model.strip()
        else:
            known = ", ".join(options)
            refuse(
                "{name} is not an option of the study. It has: {known}.", name=name, known=known
            )
    return result


def _keep_file(study: Study, target: Path, place: Place) -> StudyFile:
    with unrecorded_transaction(study) as cursor:
        cursor.execute("DELETE FROM raw_file")
    rescue(study, target)  # a copy made anew has no room that was freed
    data = target.read_bytes()
    sha256 = hashlib.sha256(data).hexdigest()
    place.put(sha256, data)
    return StudyFile(sha256, len(data))


def pull_study(place_text: str, named: str, target: Path, number: int | None = None) -> Revision:
    """Write a study of an archive, by name or id, into a new file; return which revision it is.

    That is the newest unless a number is given.
    Raises UserError when there is no such study, the file exists, or the archive is damaged.
    """
    place = open_place(place_text)
    revision = named_revision(place, named, number)
    pulled_study(place, revision, target).close()
    return revision


def pulled_study(place: Place, revision: Revision, target: Path) -> Study:
    """Write a revision into a new file, and open it."""
    with TemporaryDirectory(prefix="arraywise-") as folder:
        source = Path(folder, f"pulled{SUFFIX}")
        source.write_bytes(place.get_bytes(revision.study_sha256))
        study = open_copy(source, target)
    try:
        rows = (
            (id_, *raw_of(place.get_bytes(sha256), starred=masked))
            for id_, sha256, masked in archived_files(place, revision)
        )
        with unrecorded_transaction(study) as cursor:
            insert_rows(cursor, "raw_file", rows)
        study.fold()
    except BaseException:
        study.close()
        remove_study(target)
        raise
    return study


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is taken from an archive."""

    study: str
    """Name or id of the other study."""
    revision: int | None = None
    """None for the newest."""
    options: tuple[str, ...] = ()
    """Their names there; empty for all that have files."""


@dataclass(frozen=True, slots=True)
class TakenOption:
    """An option that was made for runs of another study."""

    name: str
    files: int
    """That were copied."""
    known: int
    """That the study had already; they stay where they are."""


def search_archive(place_text: str, search: Search) -> list[FoundOption]:
    """Return the options of the newest revisions that were measured as asked.

    Raises:
        UserError: When there is not an archive, or it cannot be read.
    """
    return find_options(open_place(place_text), search)


def take_evidence(
    study: Study,
    place_text: str,
    wanted: Wanted,
    progress: Progress = ignore_progress,
    stopped: StopAsked = is_never_stopped,
) -> list[TakenOption]:
    """Copy what was measured of options of another study, in one step that can be undone.

    Each becomes an option of its own. `stopped` is asked between steps.

    Raises:
        Stopped: When the user asked to stop; nothing was taken then.
        UserError: When there is no such study or option, or nothing in it is new.
    """
    place = open_place(place_text)
    revision = named_revision(place, wanted.study, wanted.revision)
    progress(0, 2, revision.name)
    with TemporaryDirectory(prefix="arraywise-") as folder:
        source = Path(folder, f"source{SUFFIX}")
        pulled_study(place, revision, source).close()
        if stopped():
            raise Stopped
        progress(1, 2, revision.name)
        taken = _take(study, source, revision, wanted.options)
    progress(2, 2, revision.name)
    return taken


def _take(
    study: Study, source: Path, revision: Revision, names: Sequence[str]
) -> list[TakenOption]:
    study.private.mkdir(mode=0o700, exist_ok=True)
    inside = study.private / source.name
    shutil.copyfile(source, inside)
    try:
        with (
            attached(study, inside),
            transaction(study, f"evidence taken from {revision.name}") as cursor,
        ):
            taken: list[TakenOption] = []
            for each in _sources(source_options(cursor), names, revision):
                wanted = f"{each.name} ({revision.name}, revision {revision.revision})"
                name = _free_name(study, wanted, {known.name for known in taken})
                taken.append(_copy(cursor, each, revision, name))
            if not any(each.files for each in taken):
                refuse("All files of {study} are in this study already.", study=revision.name)
    finally:
        inside.unlink(missing_ok=True)
    return taken


def _sources(
    known: Sequence[SourceOption], names: Sequence[str], revision: Revision
) -> list[SourceOption]:
    by_name = {each.name: each for each in known}
    for name in names:
        if name not in by_name:
            refuse(
                "{study} has no option {name} with files. It has: {known}.",
                study=revision.name,
                name=name,
                known=", ".join(by_name),
            )
    return [by_name[name] for name in names] or list(known)


def _free_name(study: Study, wanted: str, given: Container[str]) -> str:
    """Return a name for an option that none has of the study, nor of those made meanwhile."""
    number, name = 1, wanted
    while name in given or named_option(study, name) is not None:
        number += 1
        name = f"{wanted} ({number})"
    return name


def _copy(cursor: Cursor, source: SourceOption, revision: Revision, name: str) -> TakenOption:
    option = build_option(cursor, name, Architecture(source.architecture))
    note = message(
        FROM_ARCHIVE,
        study=revision.name,
        revision=revision.revision,
        option=source.name,
        day=revision.pushed_at.date().isoformat(),
    )
    place = f"archive:{revision.study}/{revision.revision}/"
    copied = copy_files(cursor, source.id, option.id, place, Problem(Severity.INFO, note))
    return TakenOption(option.name, copied, source.files - copied)

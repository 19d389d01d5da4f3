"""Push a study into an archive: what is pushed, under which identity, and what it is built on."""

from __future__ import annotations

import hashlib
import hmac
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import uuid4

from arraywise.archive.place import Archive, Uploads, open_archive
from arraywise.archive.push import (
    OlderCopy,
    PushedStudy,
    PushOutcome,
    StudyFile,
    check_built_on_newest,
    digest_samples,
    find_newest_with_content,
    push_revision,
)
from arraywise.archive.tables import OpenTables
from arraywise.domain.messages import (
    IsStopped,
    Progress,
    Stopped,
    UserError,
    ignore_progress,
    is_never_stopped,
    refuse,
)
from arraywise.store.connection import new_private_directory_path
from arraywise.store.reading import archive_rows
from arraywise.store.reading.inputs import IDENTITY, list_options, read_setting, read_study_info
from arraywise.store.study import (
    Study,
    copy_and_open_study,
    open_study,
    save_rescue_copy,
    unrecorded_transaction,
)
from arraywise.store.study_file import SUFFIX
from arraywise.store.writing.for_archive import NameReplacement, anonymise_study
from arraywise.store.writing.inputs import write_setting
from arraywise.store.writing.transaction import forget_actions_of_study

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path


__all__ = ["OlderCopy", "PushOutcome"]


@dataclass(frozen=True, slots=True)
class PushRequest:
    """What is pushed of a study."""

    models: tuple[str, ...] = ()
    """`MODEL` of the array of every option, or `OPTION=MODEL` of one; else the option's name."""
    without_raw: bool = False
    """Leave the bytes of result files away; all that was read from them goes along."""
    anonymous: bool = False
    """Take out names of client, people, hosts, files and folders, and the bytes of files."""
    overwrite_newer: bool = False
    """Push although the archive has changes of this study that the file does not have."""


def ensure_identity(study: Study, *, renew: bool = False) -> str:
    """Return what tells a study from all others, in its copies too; make it where it has none.

    With `renew` it becomes a study of its own: what was pushed before is another one's.
    """
    known = read_setting(study, IDENTITY)
    if known is not None and not renew:
        return known
    made = uuid4().hex
    with unrecorded_transaction(study) as cursor:
        write_setting(cursor, IDENTITY, made)
    return made


def push_study(
    path: Path,
    place_text: str,
    request: PushRequest,
    progress: Progress = ignore_progress,
    stopped: IsStopped = is_never_stopped,
) -> PushOutcome:
    """Put a study, as it is at this moment, into an archive; it may be open elsewhere.

    `stopped` is asked between steps; nothing is seen of a push that was stopped.

    Raises:
        Stopped: When the user asked to stop.
        OlderCopy: When the archive has changes that the file does not have.
        UserError: When the study cannot be read or the archive not be written.
    """
    place = open_archive(place_text)
    with (
        temporary_private_folder() as folder,
        copy_and_open_study(path, folder / f"copy{SUFFIX}") as copy,
        Uploads(place) as uploads,
        ThreadPoolExecutor(2) as executor,
    ):
        forget_actions_of_study(copy)
        # Another key than with its names: nothing tells that both are the same study.
        key = _keyed_digest(
            _read_or_create_identity(copy, path), "anonymous" if request.anonymous else "named"
        )
        study = _keyed_digest(key, "study")[:32]
        changes = [
            _keyed_digest(key, each) for each in archive_rows.list_creation_and_changes(copy)
        ]
        if request.anonymous:
            hidden = NameReplacement(f"study-{study[:8]}", lambda text: _keyed_digest(key, text))
            with unrecorded_transaction(copy) as cursor:
                anonymise_study(cursor, hidden)
        models = _array_model_by_option(copy, request.models)
        samples, values = archive_rows.build_samples_query(copy, models)
        digest = executor.submit(digest_samples, copy.cursor, samples, values, study)
        content, opened = (
            _keyed_digest(key, _content_hash(copy, request, models)),
            OpenTables(place),
        )
        newest = find_newest_with_content(opened, study, content)
        if newest is not None:
            return newest
        built_on = None if request.overwrite_newer else frozenset(changes)
        check_built_on_newest(opened, study, built_on)
        raw = {} if request.without_raw else _start_uploading_raw_files(copy, uploads)
        if stopped():
            raise Stopped
        file = executor.submit(_upload_study_file, copy, folder / f"study{SUFFIX}", place)

        def store_study_file() -> StudyFile:
            uploads.wait_until_stored()
            return file.result()

        info, rows = read_study_info(copy), archive_rows.ArchiveRows(copy, models, raw)
        pushed = PushedStudy(
            name=info.name,
            currency=info.currency,
            synthetic=info.synthetic,
            with_raw=bool(raw),
            wait_for_study_file=store_study_file,
            rows=rows.rows_by_table(),
            samples=samples,
            sample_values=values,
            samples_digest=digest.result,
            study=study,
            content=content,
            last_change=changes[-1],
            built_on=built_on,
            options=rows.describe_options(),
            anonymous=request.anonymous,
        )
        return push_revision(opened, pushed, copy.cursor, progress, stopped)


@contextmanager
def temporary_private_folder() -> Iterator[Path]:
    """Give a folder that is gone afterwards; of a process that was killed, a day later."""
    folder = new_private_directory_path()
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _read_or_create_identity(copy: Study, path: Path) -> str:
    """Return the identity of a study, which one of an earlier version gets now.

    Where its file cannot be written this push is of a study of its own.
    """
    known = read_setting(copy, IDENTITY)
    if known is None:
        with suppress(UserError), open_study(path) as study:
            known = ensure_identity(study)
    return known or os.urandom(16).hex()


def _keyed_digest(key: str, text: str) -> str:
    """Return a digest that nobody can make who has not the study."""
    return hmac.new(key.encode(), text.encode(), "sha256").hexdigest()


def _content_hash(study: Study, request: PushRequest, models: Mapping[int, str]) -> str:
    stated = (archive_rows.content_hash(study), sorted(models.items()), request.without_raw)
    return hashlib.sha256(repr(stated).encode()).hexdigest()


def _start_uploading_raw_files(study: Study, uploads: Uploads) -> dict[int, archive_rows.RawFile]:
    """Begin to keep the bytes of files; return which they are, by the file's id."""
    result: dict[int, archive_rows.RawFile] = {}
    for id_, raw, data in archive_rows.iterate_raw_contents(study):
        uploads.submit(raw.sha256, data)
        result[id_] = raw
    return result


def _array_model_by_option(study: Study, assignments: Sequence[str]) -> dict[int, str]:
    """Return of which model of array each option is, by its id.

    Raises:
        UserError: When an option is named that is not in the study.
    """
    options = {option.name: option.id for option in list_options(study)}
    result = {id_: name for name, id_ in options.items()}
    for text in assignments:
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


def _upload_study_file(study: Study, target: Path, place: Archive) -> StudyFile:
    with unrecorded_transaction(study) as cursor:
        cursor.execute("DELETE FROM raw_file")
    save_rescue_copy(study, target)  # a copy made anew has no room that was freed
    data = target.read_bytes()
    sha256 = hashlib.sha256(data).hexdigest()
    place.store_bytes(sha256, data)
    return StudyFile(sha256, len(data))

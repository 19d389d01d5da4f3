"""Numbers that may be read in two ways: the user is asked, and the file is read again.

`104.580` is a hundred thousand where the point groups thousands, and a hundred where it is the
decimal mark. The answer is kept with the file and can be changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arraywise.domain.messages import UserError, message
from arraywise.importers.kit.importer import Source
from arraywise.importers.kit.readings import CHOSEN, OPEN
from arraywise.importers.recognition import read_all
from arraywise.importing.filename_metadata import add_names, parts_of, read_names
from arraywise.importing.read_files import with_problems
from arraywise.store.reading.evidence import all_problems, file_detail, list_files, raw_bytes
from arraywise.store.run_rows import BY_HAND
from arraywise.store.writing.evidence import replace_reading, type_attribute
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.edit_evidence import read_outside

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from arraywise.domain.evidence import Reading, Run
    from arraywise.domain.messages import Problem
    from arraywise.store.reading.evidence import FileDetail, FileRow
    from arraywise.store.study import Study

MARKS = {"comma": ",", "point": "."}  # what the command line calls them


@dataclass(frozen=True, slots=True)
class TwoReadings:
    """A number with both of its readings."""

    text: str
    with_comma: str
    """What it is where the comma is the decimal mark; a plain number with a decimal point."""
    with_point: str


def two_readings(problem: Problem) -> TwoReadings | None:
    """Return both readings of the number that a problem speaks of; None for other problems."""
    if problem.message.template != OPEN:
        return None
    stated = dict(problem.message.figures)
    text, grouped, decimal = (str(stated.get(name)) for name in ("text", "first", "second"))
    if "," in text:
        return TwoReadings(text, with_comma=decimal, with_point=grouped)
    return TwoReadings(text, with_comma=grouped, with_point=decimal) if "." in text else None


def is_chosen(problem: Problem) -> bool:
    """Return whether a problem speaks of a number that was read as the user said."""
    return problem.message.template == CHOSEN


def open_files(study: Study, sha256s: Collection[str]) -> list[int]:
    """Return the ids of those files in which numbers can be read in two ways."""
    problems = all_problems(study)
    return [
        file.id
        for file in list_files(study)
        if file.sha256 in sha256s and any(map(two_readings, problems.get(file.id, ())))
    ]


def choose_decimal(study: Study, file_ids: Sequence[int], mark: str | None) -> None:
    """Read files again, with a decimal mark; what was assigned to them stays.

    Args:
        study: Where they are.
        file_ids: Files without host samples.
        mark: `,` or `.`; None asks again where the file leaves it open.

    Raises:
        UserError: When a file is neither in the study nor unchanged where it was.
    """
    if not file_ids:
        return
    readings = [(_detail(study, id_), _reload(study, id_, mark)) for id_ in file_ids]
    sentence = {",": "a decimal comma", ".": "a decimal point", None: "the mark it shows"}[mark]
    with transaction(study, f"numbers of {len(readings)} files read with {sentence}") as cursor:
        for detail, reading in readings:
            run_ids = replace_reading(cursor, detail.file.id, reading)
            for run_id, before in zip(run_ids, detail.runs, strict=False):
                for name, value in _typed(before.run):
                    type_attribute(cursor, [run_id], name, value)


def _typed(run: Run) -> Iterator[tuple[str, str]]:
    """Return the settings that the user typed: they stay, however the file is read."""
    stated = dict(run.attributes)
    for name in filter(None, stated.get(BY_HAND, "").split(", ")):
        yield name, stated[name]


def _detail(study: Study, file_id: int) -> FileDetail:
    detail = file_detail(study, file_id)
    if detail is None or detail.file.sample_rows:
        message = "The file is no longer in the study, or holds host samples."
        raise UserError(message)
    return detail


def _reload(study: Study, file_id: int, mark: str | None) -> Reading:
    file = _detail(study, file_id).file
    data = raw_bytes(study, file_id) if file.embedded else read_outside(_path(file), file.sha256)
    if data is None:
        text = message("{path} is missing or has changed. Import it again.", path=file.path)
        raise UserError(text)
    (reading,) = read_all([Source(file.name, data, decimal=mark)])
    named, problems = add_names(reading, read_names(parts_of(_path(file), file.name)))
    return with_problems(named, problems)


def _path(file: FileRow) -> Path:
    return Path(file.path)

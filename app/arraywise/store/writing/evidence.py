"""Add, assign, remove evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.evidence import PublishedConclusion, PublishedRemark, Reading, Status
from arraywise.store.encoding import (
    BY_HAND,
    CONFIRMED,
    FILE_SAYS,
    FROM_NAME,
    NAME_SAYS,
    StoredBytes,
    attribute_row,
    encode_run,
    figures_to_json,
    measurement_row,
    replace_non_unicode,
    to_cell,
    to_row,
)
from arraywise.store.samples import LoadedSamples, delete_sample_rows
from arraywise.store.scenarios import (
    ATTRIBUTES,
    MEASUREMENTS,
    SHARED_ATTRIBUTES,
    SHARED_MEASUREMENTS,
)
from arraywise.store.writing.rows import insert_rows, next_ids, record_rows_before, utc_now

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from arraywise.domain.messages import Problem
    from arraywise.store.connection import Cursor
    from arraywise.store.encoding import RunRows
    from arraywise.store.reading.evidence import NewFile

    Attributes = dict[str, str]
    """The attributes of a run, in their order."""


_RUN_LISTS_OF_RUNS = "WHERE list_contains(?, r.run_id)"

_RUNS_OF = "SELECT id FROM run WHERE file_id = ? ORDER BY position"
_OF_RUNS = (
    "DELETE FROM sample_column WHERE set_id IN (SELECT id FROM sample_set WHERE run_id IN {runs})",
    "DELETE FROM sample_set WHERE run_id IN {runs}",
    "DELETE FROM run_attribute WHERE run_id IN {runs}",
    "DELETE FROM measurement WHERE run_id IN {runs}",
    "DELETE FROM run_list WHERE run_id IN {runs}",
    "DELETE FROM series WHERE run_id IN {runs}",
)
_REMOVALS = (
    *(s.format(runs="(SELECT id FROM run WHERE list_contains(?, file_id))") for s in _OF_RUNS),
    "DELETE FROM run WHERE list_contains(?, file_id)",
    "DELETE FROM problem WHERE list_contains(?, file_id)",
    "DELETE FROM statement_count WHERE list_contains(?, file_id)",
    "DELETE FROM raw_file WHERE list_contains(?, file_id)",
)


def insert_run_lists(cursor: Cursor, runs: Mapping[int, RunRows]) -> None:
    """Insert attributes and measurements of new runs; equal lists are stored once."""
    lists = {id(one): one for rows in runs.values() for one in (rows.attributes, rows.measured)}
    different = dict.fromkeys(lists.values())
    number_of = dict(zip(different, next_ids(cursor, "list_id", len(different)), strict=True))
    numbers = {key: number_of[one] for key, one in lists.items()}
    attributes = {numbers[id(rows.attributes)]: rows.attributes for rows in runs.values()}
    measured = {numbers[id(rows.measured)]: rows.measured for rows in runs.values()}
    insert_rows(
        cursor,
        "attribute_list",
        ((n, i, *attribute_row(a)) for n, own in attributes.items() for i, a in enumerate(own)),
    )
    insert_rows(
        cursor,
        "measurement_list",
        ((n, i, *measurement_row(m)) for n, own in measured.items() for i, m in enumerate(own)),
    )
    rows = (
        (id_, numbers[id(r.attributes)], numbers[id(r.measured)], list(r.values), list(r.columns))
        for id_, r in runs.items()
    )
    insert_rows(cursor, "run_list", rows)


def copy_shared_attributes(cursor: Cursor, run_ids: Sequence[int]) -> None:
    """Copy shared attributes of runs to rows of their own, before these change."""
    ids = [list(run_ids)]
    cursor.execute(f"INSERT INTO run_attribute {SHARED_ATTRIBUTES} {_RUN_LISTS_OF_RUNS}", ids)
    cursor.execute("UPDATE run_list SET attributes = 0 WHERE list_contains(?, run_id)", ids)


def copy_shared_measurements(cursor: Cursor, run_ids: Sequence[int]) -> None:
    """Copy shared measurements of runs to rows of their own, before these change."""
    ids = [list(run_ids)]
    cursor.execute(f"INSERT INTO measurement {SHARED_MEASUREMENTS} {_RUN_LISTS_OF_RUNS}", ids)
    cursor.execute(
        "UPDATE run_list SET measurements = 0, measured = [], columns_in_line = []"
        " WHERE list_contains(?, run_id)",
        ids,
    )


def delete_unreferenced_lists(cursor: Cursor) -> None:
    """Erase lists that no run refers to."""
    for table, column in (("attribute_list", "attributes"), ("measurement_list", "measurements")):
        cursor.execute(f"DELETE FROM {table} WHERE list_id NOT IN (SELECT {column} FROM run_list)")  # noqa: S608 - own words


def add_files(
    cursor: Cursor, files: Sequence[NewFile], moment: datetime | None = None
) -> list[int]:
    """Store files with all that was read from them; return their ids in the same order.

    `moment` is when the action began, in UTC; the same for all files of one import.
    """
    ids = next_ids(cursor, "file_id", len(files))
    numbered = list(zip(ids, files, strict=True))
    moment = moment or utc_now()
    insert_rows(cursor, "evidence_file", [_encode_file(id_, new, moment) for id_, new in numbered])
    kept = [(id_, *new.raw) for id_, new in numbered if new.raw is not None]
    insert_rows(cursor, "raw_file", kept)
    readings = [(id_, new.file.reading) for id_, new in numbered]
    _insert_problems(cursor, readings)
    _insert_statements(cursor, readings)
    runs = (
        (id_, new.runs or tuple(map(encode_run, new.file.reading.runs)), new.samples)
        for id_, new in numbered
    )
    _insert_runs(cursor, list(runs))
    return ids


def replace_reading(cursor: Cursor, file_id: int, reading: Reading) -> list[int]:
    """Replace what was read from a file without host samples by another reading.

    Returns:
        The ids of its runs, in their order.
    """
    runs = [id_ for (id_,) in cursor.execute(_RUNS_OF, [file_id]).fetchall()]
    copy_shared_attributes(cursor, runs)
    copy_shared_measurements(cursor, runs)
    cursor.execute("DELETE FROM run_list WHERE list_contains(?, run_id)", [runs])
    for table in ("run_attribute", "measurement", "series") if runs else ():
        record_rows_before(cursor, table, "run_id", runs)
        cursor.execute(f"DELETE FROM {table} WHERE list_contains(?, run_id)", [runs])  # noqa: S608
    for table in ("run", "problem", "statement_count"):
        record_rows_before(cursor, table, "file_id", [file_id])
        cursor.execute(f"DELETE FROM {table} WHERE file_id = ?", [file_id])  # noqa: S608
    cursor.execute(
        "UPDATE evidence_file SET status = ?, tool_version = ?, run_type = ? WHERE id = ?",
        [*map(to_cell, (reading.status, reading.tool_version, reading.run_type)), file_id],
    )
    _insert_problems(cursor, [(file_id, reading)])
    _insert_statements(cursor, [(file_id, reading)])
    _insert_runs(cursor, [(file_id, tuple(map(encode_run, reading.runs)), ())])
    return [id_ for (id_,) in cursor.execute(_RUNS_OF, [file_id]).fetchall()]


def reject_runs(cursor: Cursor, file_id: int, problem: Problem) -> None:
    """Mark a file's runs as incomplete, and add the problem to the file."""
    record_rows_before(cursor, "run", "file_id", [file_id])
    cursor.execute("UPDATE run SET complete = false WHERE file_id = ?", [file_id])
    cursor.execute(
        "UPDATE evidence_file SET status = ? WHERE id = ?", [Status.INCOMPLETE.value, file_id]
    )
    _append_problem(cursor, file_id, problem)


def add_problem(cursor: Cursor, file_id: int, problem: Problem) -> None:
    """Add a problem to an imported file, whose status follows."""
    cursor.execute(
        "UPDATE evidence_file SET status = ? WHERE id = ? AND status = ?",
        [Status.READ_WITH_PROBLEMS.value, file_id, Status.READ.value],
    )
    _append_problem(cursor, file_id, problem)


def _append_problem(cursor: Cursor, file_id: int, problem: Problem) -> None:
    record_rows_before(cursor, "problem", "file_id", [file_id])
    ((known,),) = cursor.execute(
        "SELECT count(*) FROM problem WHERE file_id = ?", [file_id]
    ).fetchall()
    insert_rows(cursor, "problem", [_encode_problem(file_id, known, problem)])


def _insert_problems(cursor: Cursor, numbered: Sequence[tuple[int, Reading]]) -> None:
    rows = [
        _encode_problem(id_, i, problem)
        for id_, reading in numbered
        for i, problem in enumerate(reading.problems)
    ]
    insert_rows(cursor, "problem", rows)


def _insert_statements(cursor: Cursor, numbered: Sequence[tuple[int, Reading]]) -> None:
    rows = [
        (id_, position, kind, count, counted.line)
        for id_, reading in numbered
        if (counted := reading.statements) is not None
        for position, (kind, count) in enumerate(counted.per_transaction)
    ]
    insert_rows(cursor, "statement_count", rows)


def _encode_problem(file_id: int, position: int, problem: Problem) -> tuple[Any, ...]:
    message = problem.message
    severity, template = problem.severity.value, replace_non_unicode(message.template)
    figures = figures_to_json(message)
    return (
        file_id,
        position,
        severity,
        template,
        figures,
        problem.line,
        replace_non_unicode(problem.code),
    )


def _encode_file(id_: int, new: NewFile, moment: datetime) -> tuple[Any, ...]:
    file, reading = new.file, new.file.reading
    return (
        *(
            id_,
            replace_non_unicode(file.name),
            file.sha256,
            file.size_bytes,
            replace_non_unicode(new.path),
            moment,
        ),
        *map(to_cell, (reading.tool, reading.tool_version, reading.run_type, reading.set_name)),
        *(reading.status.value, reading.encoding, new.option_id, new.option_is_guess),
    )


def _insert_runs(
    cursor: Cursor,
    files: Sequence[tuple[int, Sequence[RunRows], tuple[tuple[LoadedSamples, ...], ...]]],
) -> None:
    placed = [
        (file_id, position, rows, samples[position] if samples else ())
        for file_id, runs, samples in files
        for position, rows in enumerate(runs)
    ]
    ids = next_ids(cursor, "run_id", len(placed))
    by_id = dict(zip(ids, placed, strict=True))
    rows = [(id_, file_id, place, *rows.run) for id_, (file_id, place, rows, _) in by_id.items()]
    insert_rows(cursor, "run", rows)
    insert_run_lists(cursor, {id_: rows for id_, (_, _, rows, _) in by_id.items()})
    series = [
        (id_, i, *each)
        for id_, (_, _, rows, _) in by_id.items()
        for i, each in enumerate(rows.series)
    ]
    insert_rows(cursor, "series", series)
    loaded = [
        (each, id_, position)
        for id_, (_, _, _, samples) in by_id.items()
        for position, each in enumerate(samples)
    ]
    _insert_samples(cursor, loaded)


def _insert_samples(cursor: Cursor, placed: Sequence[tuple[LoadedSamples, int, int]]) -> None:
    """Insert the rows that describe sets of samples, each with its run and position."""
    if not placed:
        return
    sets = [
        (
            *(loaded.set_id, run_id, position, loaded.row_count, loaded.table.first_line),
            *(loaded.table.time.clock.value, loaded.table.time.utc_offset_s),
            *(loaded.first_at, loaded.last_at),
        )
        for loaded, run_id, position in placed
    ]
    insert_rows(cursor, "sample_set", sets)
    columns = [
        (loaded.set_id, i, replace_non_unicode(c.name), to_cell(c.instance), c.unit.value, place)
        for loaded, _, _ in placed
        for i, (c, place) in enumerate(
            zip(loaded.table.columns, loaded.columns_in_line, strict=True)
        )
    ]
    insert_rows(cursor, "sample_column", columns)


def assign_files_to_option(cursor: Cursor, file_ids: Sequence[int], option_id: int | None) -> None:
    """Assign files to an option, or to none, as confirmed."""
    cursor.execute(
        "UPDATE evidence_file SET option_id = ?, option_is_guess = false"
        " WHERE list_contains(?, id)",
        [option_id, list(file_ids)],
    )


def confirm_guessed_options(cursor: Cursor, file_ids: Sequence[int]) -> None:
    """Confirm the option that was guessed for files."""
    cursor.execute(
        "UPDATE evidence_file SET option_is_guess = false WHERE list_contains(?, id)",
        [list(file_ids)],
    )


def set_clock_shift(cursor: Cursor, file_ids: Sequence[int], shift_s: float | None) -> None:
    """Set how far monitors' clocks are ahead of the runs'; None leaves it to the program."""
    ids = list(file_ids)
    cursor.execute("DELETE FROM clock_shift WHERE list_contains(?, file_id)", [ids])
    if shift_s is not None:
        insert_rows(cursor, "clock_shift", [(id_, shift_s) for id_ in ids])


def replace_embedded_bytes(cursor: Cursor, file_id: int, raw: StoredBytes) -> None:
    """Store the encoded bytes of a file inside the study."""
    cursor.execute("DELETE FROM raw_file WHERE file_id = ?", [file_id])
    insert_rows(cursor, "raw_file", [(file_id, *raw)])


def remove_files(cursor: Cursor, file_ids: Sequence[int]) -> None:
    """Remove files from the study; what was read from them stays until no undo can restore it.

    All readers come to runs and samples through `evidence_file`, so they count no more.
    """
    files = [list(file_ids)]
    cursor.execute("DELETE FROM clock_shift WHERE list_contains(?, file_id)", files)
    cursor.execute("DELETE FROM evidence_file WHERE list_contains(?, id)", files)


def erase_files(cursor: Cursor, file_ids: Sequence[int]) -> None:
    """Erase all that was read from files, and their bytes; they cannot be brought back then."""
    if not file_ids:
        return
    files = [list(file_ids)]
    sets = cursor.execute(
        "SELECT s.id, (SELECT count(*) FROM sample_column c WHERE c.set_id = s.id)"
        " FROM sample_set s JOIN run r ON r.id = s.run_id WHERE list_contains(?, r.file_id)",
        files,
    ).fetchall()
    for set_id, column_count in sets:
        delete_sample_rows(cursor, set_id, column_count)
    for statement in _REMOVALS:
        cursor.execute(statement, files)
    delete_unreferenced_lists(cursor)


def replace_published_conclusion(cursor: Cursor, conclusion: PublishedConclusion) -> None:
    """Replace the conclusion of the publication."""
    cursor.execute("DELETE FROM published_conclusion")
    insert_rows(cursor, "published_conclusion", [to_row(conclusion)])


def replace_published_remarks(cursor: Cursor, remarks: Iterable[PublishedRemark]) -> None:
    """Replace all remarks of the publication."""
    cursor.execute("DELETE FROM published_remark")
    rows = ((position, *to_row(remark)) for position, remark in enumerate(remarks))
    insert_rows(cursor, "published_remark", rows)


_OF_LOADS = """list_contains(?, run_id) AND metric IN
('transaction_rate', 'response_time', 'transactions_completed', 'transactions_failed')
"""
_SET_USERS = f"UPDATE measurement SET users = ? WHERE {_OF_LOADS}"  # noqa: S608 - own words
_LEVELS = f"""
SELECT run_id, list_sort(list(DISTINCT users)) FROM {MEASUREMENTS}
WHERE {_OF_LOADS} AND users IS NOT NULL GROUP BY run_id
"""  # noqa: S608 - own words

_ATTRIBUTES = f"SELECT name, value FROM {ATTRIBUTES} WHERE run_id = ? ORDER BY position"  # noqa: S608


def set_users(cursor: Cursor, run_ids: Sequence[int], users: int | None) -> None:
    """Set the number of users of runs' transaction loads; None where it is unknown."""
    copy_shared_measurements(cursor, run_ids)
    record_rows_before(cursor, "measurement", "run_id", run_ids)
    cursor.execute(_SET_USERS, [users, list(run_ids)])


def has_run_with_several_loads(cursor: Cursor, run_ids: Sequence[int]) -> bool:
    """Return whether any of the runs was measured at several numbers of users."""
    levels = cursor.execute(_LEVELS, [list(run_ids)]).fetchall()
    return any(len(users) > 1 for _, users in levels)


def save_stated_users_as_attributes(cursor: Cursor, run_ids: Sequence[int]) -> None:
    """Store the users that files state as attributes, before the user changes them."""
    levels = {id_: users[0] for id_, users in cursor.execute(_LEVELS, [list(run_ids)]).fetchall()}

    def change(run_id: int, attributes: Attributes) -> None:
        if (
            run_id in levels
            and "users" not in attributes
            and FILE_SAYS + "users" not in attributes
        ):
            attributes[FILE_SAYS + "users"] = str(levels[run_id])

    _change_attributes(cursor, run_ids, change)


def restore_users(cursor: Cursor, run_ids: Sequence[int]) -> None:
    """Restore the users of the file or its name in runs where the user set them."""
    for run_id in run_ids:
        stated = _attributes_from_rows(_read_attributes(cursor, run_id))
        if "users" in _names_in_list(stated, BY_HAND):
            message = stated.get(FILE_SAYS + "users", stated.get(NAME_SAYS + "users"))
            set_users(cursor, [run_id], None if message is None else int(message))


def set_attribute_by_hand(cursor: Cursor, run_ids: Sequence[int], name: str, value: str) -> None:
    """Set an attribute of runs by hand; the value of file or name is stored beside it."""

    def change(_run_id: int, attributes: Attributes) -> None:
        if name not in _names_in_list(attributes, BY_HAND) and name in attributes:
            named = {
                *_names_in_list(attributes, FROM_NAME),
                *_names_in_list(attributes, CONFIRMED),
            }
            attributes[(NAME_SAYS if name in named else FILE_SAYS) + name] = attributes[name]
        for list_name in (FROM_NAME, CONFIRMED):
            _set_name_list(attributes, list_name, _names_in_list(attributes, list_name) - {name})
        _set_name_list(attributes, BY_HAND, _names_in_list(attributes, BY_HAND) | {name})
        attributes[name] = replace_non_unicode(value)

    _change_attributes(cursor, run_ids, change)


def restore_attribute(cursor: Cursor, run_ids: Sequence[int], name: str) -> None:
    """Restore an attribute of file or name in runs where the user set it."""

    def change(_run_id: int, attributes: Attributes) -> None:
        if name not in _names_in_list(attributes, BY_HAND):
            return
        _set_name_list(attributes, BY_HAND, _names_in_list(attributes, BY_HAND) - {name})
        del attributes[name]
        in_file, in_name = (
            attributes.pop(FILE_SAYS + name, None),
            attributes.pop(NAME_SAYS + name, None),
        )
        if in_file is not None:
            attributes[name] = in_file
        elif in_name is not None:
            attributes[name] = in_name
            _set_name_list(attributes, FROM_NAME, _names_in_list(attributes, FROM_NAME) | {name})

    _change_attributes(cursor, run_ids, change)


def confirm_name_settings(cursor: Cursor, file_ids: Sequence[int]) -> None:
    """Mark the run attributes that come from names of files as confirmed."""
    rows = cursor.execute(
        "SELECT id FROM run WHERE list_contains(?, file_id)", [list(file_ids)]
    ).fetchall()

    def change(_run_id: int, attributes: Attributes) -> None:
        named = _names_in_list(attributes, FROM_NAME)
        _set_name_list(attributes, CONFIRMED, _names_in_list(attributes, CONFIRMED) | named)
        _set_name_list(attributes, FROM_NAME, set())

    _change_attributes(cursor, [id_ for (id_,) in rows], change)


def _names_in_list(attributes: Attributes, list_name: str) -> set[str]:
    return set(filter(None, attributes.get(list_name, "").split(", ")))


def _set_name_list(attributes: Attributes, list_name: str, names: set[str]) -> None:
    attributes.pop(list_name, None)
    if names:
        attributes[list_name] = ", ".join(sorted(names))


def _read_attributes(cursor: Cursor, run_id: int) -> list[tuple[str, str]]:
    return cursor.execute(_ATTRIBUTES, [run_id]).fetchall()


def _attributes_from_rows(rows: Sequence[tuple[str, str]]) -> Attributes:
    return dict(reversed(rows))  # of two of one name the first counts, as for all readers


def _change_attributes(
    cursor: Cursor,
    run_ids: Sequence[int],
    change: Callable[[int, Attributes], None],
) -> None:
    copy_shared_attributes(cursor, run_ids)
    record_rows_before(cursor, "run_attribute", "run_id", run_ids)
    for run_id in run_ids:
        rows = _read_attributes(cursor, run_id)
        before, stated = _attributes_from_rows(rows), _attributes_from_rows(rows)
        change(run_id, stated)
        if stated == before:
            continue
        same = [(name, value) for name, value in rows if stated.get(name) == before[name]]
        new = [(name, value) for name, value in stated.items() if before.get(name) != value]
        cursor.execute("DELETE FROM run_attribute WHERE run_id = ?", [run_id])
        insert_rows(
            cursor, "run_attribute", [(run_id, i, *pair) for i, pair in enumerate([*same, *new])]
        )

"""The rows of a run as a table to load: which fields, from which byte to which, on which clock."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from arraywise.domain.evidence import MendedRows, SampleTable
from arraywise.importers.dstat.columns import columns_of
from arraywise.importers.dstat.rows import NUMBER, Kind, RowShape, mend
from arraywise.importers.dstat.timekeeping import Ends, find_times, measure_time
from arraywise.importers.dstat.tools import factors_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.importers.dstat.columns import Heading
    from arraywise.importers.dstat.draft import Draft
    from arraywise.importers.dstat.layout import Layout, Rows
    from arraywise.importers.dstat.timekeeping import Times

CHECKED_WHOLE = 65_536
"""Up to this many bytes all rows are checked while reading; of more, those at both ends."""
_TAIL = 16_384
_LOOKED_AT = 50

_SINCE_BOOT = (
    "The first row holds averages since the machine was started, not of an interval, "
    "and was left out."
)
_PERHAPS_SINCE_BOOT = (
    "The first row may hold averages since the machine was started, and was left out."
)
_NO_RATES_YET = "The first row of pcp-dstat holds no rates yet and was left out."
_ONLY_FIRST = "There is no row beside the first one, which holds no values of an interval."
_NOT_ONE_ROW = "Not one line below the column names is a row that can be read."
_TEXTS = "Columns of text were left out: {names}."
_NO_FIGURES = "This run has no column of figures that can be used."
_UNKNOWN_UNIT = (
    "Columns whose meaning or unit the file does not tell (bits or bytes, bytes or requests) "
    "were left out: {names}."
)


def build_table(draft: Draft, layout: Layout, rows: Rows) -> SampleTable | None:
    """Make the table of a run; None where no row is left. `rows` are its first ones."""
    segment = draft.segment
    start, line = segment.start, segment.line
    dropped = _drops_first(draft, layout, rows)
    if dropped:
        start, line = draft.data.find(b"\n", start) + 1, line + 1
    if start >= segment.stop:
        draft.fail(_ONLY_FIRST, segment.line)
        return None
    factors, problems = factors_of(draft.tool, draft.version, draft.command, layout, rows)
    draft.problems += problems
    headings = _without_texts(draft, layout, rows[dropped:] or rows)
    columns, unknown = columns_of(headings, factors)
    if unknown:
        draft.warn(_UNKNOWN_UNIT, segment.line - 1, names=", ".join(unknown))
    if not columns:
        draft.warn(_NO_FIGURES, segment.line - 1)
        return None
    times = find_times(draft, layout, rows, dropped=dropped)
    shape = _shape(draft, layout, headings, times)
    table = SampleTable(
        columns=columns,
        time=times.axis,
        field_count=layout.field_count,
        start=start,
        stop=segment.stop,
        first_line=line,
        mend=partial(mend, shape, line),
        delimiter=segment.preamble.delimiter,
    )
    return _checked(draft, shape, table)


def _drops_first(draft: Draft, layout: Layout, rows: Rows) -> bool:
    """Say whether the first row is no sample of an interval, and tell the user so."""
    line = draft.segment.line
    if draft.tool == "pcp-dstat":
        wanted = len(rows[1]) if len(rows) > 1 else layout.field_count
        if len(rows[0]) >= wanted and all(rows[0][:wanted]):
            return False
        draft.info(_NO_RATES_YET, line)
        return True
    whole = draft.command.text != ""
    draft.info(_SINCE_BOOT if whole else _PERHAPS_SINCE_BOOT, line)
    return True


def _without_texts(draft: Draft, layout: Layout, rows: Rows) -> list[Heading]:
    """Give the columns of numbers; those of text are said."""
    whole = [row for row in rows if len(row) == layout.field_count][:_LOOKED_AT]
    texts = [h for h in layout.headings if not (h.is_time or h.is_epoch) and _is_text(h, whole)]
    if texts:
        names = ", ".join(h.own_name for h in texts)
        draft.info(_TEXTS, draft.segment.line - 1, names=names)
    return [h for h in layout.headings if h not in texts]


def _is_text(heading: Heading, rows: Rows) -> bool:
    """A text column is known by its name, or by most of its cells; one bad cell is none."""
    at = heading.position
    cells = [row[at] for row in rows if row[at]]
    wrong = sum(NUMBER.fullmatch(cell) is None for cell in cells)
    return heading.is_text or wrong * 2 > len(cells)


def _shape(draft: Draft, layout: Layout, headings: Sequence[Heading], times: Times) -> RowShape:
    kinds = [Kind.TEXT] * layout.field_count
    for heading in headings:
        if not heading.is_time and heading.name:
            kinds[heading.position] = Kind.NUMBER
    if times.at is not None:
        kinds[times.at] = Kind.CLOCK
    if layout.ends_in_delimiter:
        kinds[-1] = Kind.EMPTY
    return RowShape(
        tuple(kinds),
        draft.segment.preamble.delimiter,
        times.time_format,
        times.axis.year,
        layout.time_is_split,
    )


def _checked(draft: Draft, shape: RowShape, table: SampleTable) -> SampleTable | None:
    """Check rows, all or those at both ends; know from them when the table begins and ends."""
    data, start, stop = draft.data, table.start, table.stop
    if stop - start <= CHECKED_WHOLE:
        rows = data[start:stop]
        mended = mend(shape, table.first_line, rows)
        draft.problems += mended.problems
        if mended.rows != _lf(rows):
            again = partial(_already, MendedRows(mended.rows, ()))
            table = replace(table, needs_mending=True, mend=again)
        good = mended.rows.split(b"\n")[:-1]
        count: int | None = len(good)
    else:
        head = data[start : data.rfind(b"\n", start, start + CHECKED_WHOLE) + 1]
        tail = data[data.find(b"\n", stop - _TAIL) + 1 : stop]
        both = [mend(shape, 1, part).rows for part in (head, tail)]
        table = replace(table, needs_mending=both != [_lf(head), _lf(tail)])
        good = [row for part in both for row in part.split(b"\n")[:-1]]
        count = draft.rows() - (table.first_line - draft.segment.line)
    if not good:
        draft.refuse(_NOT_ONE_ROW, draft.segment.line)
        return None
    ends = Ends(good[0], good[-1], count, good[:_LOOKED_AT])
    return replace(table, time=measure_time(draft, table.time, shape, ends))


def _lf(rows: bytes) -> bytes:
    """Give rows with plain line ends: CR LF does not hinder loading."""
    return rows.replace(b"\r\n", b"\n")


def _already(mended: MendedRows, _rows: bytes) -> MendedRows:
    """Give rows that were mended while reading, whose problems are told already."""
    return mended

"""Reads RVTools' export (.xlsx, or its vDatastore as CSV): capacity in use on datastores."""

from __future__ import annotations

import csv
import re
import zipfile
from dataclasses import dataclass, field
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, Final

from arraywise.domain.capacity import IN_USE
from arraywise.domain.evidence import NO_LOAD, Measurement, Metric, Origin
from arraywise.domain.messages import message
from arraywise.domain.units import MIB, Unit
from arraywise.importers.kit.clocks import parse_datetime
from arraywise.importers.kit.host_samples import refused_reading
from arraywise.importers.kit.importer import FileImporter
from arraywise.importers.kit.readings import (
    LARGEST,
    ReadingDraft,
    RunDraft,
    as_short_line,
    parse_number,
)
from arraywise.importers.kit.text import DecodedText, decode
from arraywise.importers.kit.workbooks import (
    BROKEN,
    DAMAGED,
    RefusedFileError,
    WorkbookLimits,
    check_workbook_limits,
    column_letters,
    open_workbook,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from openpyxl.worksheet.worksheet import Worksheet

    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source

_DATASTORES, _MACHINES, _CSV = "vDatastore", "vInfo", "CSV"
_ZIP: Final = b"PK\x03\x04"
_LIMITS: Final = WorkbookLimits(64 * MIB, 256 * MIB)
_CSV_BYTES: Final = 16 * MIB
_MOST_ROWS: Final = 100_000
_MOST_COLUMNS: Final = 200
_MOST_LISTED: Final = 1_000
_INDEX_BYTES: Final = MIB
_SHEET: Final = re.compile(r"(?:RVTools_)?(?:tab)?(vDatastore|vInfo|vMetaData)", re.IGNORECASE)
_NAMED: Final = re.compile(
    rb'<(?:\w+:)?sheet\b[^>]*\bname="(?:RVTools_)?(?:tab)?v(?:Datastore|Info)"', re.IGNORECASE
)
_HEADING: Final = re.compile(
    r'^"?Name"?[,;\t].*(?:Provisioned|Capacity) Mi?B.*In Use Mi?B', re.MULTILINE
)
_USED: Final = re.compile(r"in use mi?b")
_GROUPED: Final = re.compile(r"\d{1,3}(?:[.,' \xa0]\d{3})+")
_SEPARATORS: Final = re.compile(r"[.,' \xa0]")
_AMOUNT: Final = re.compile(r"(capacity|provisioned|in use) mi?b")
"""MB of versions before 4.3 are MiB too."""


@dataclass(frozen=True, slots=True)
class _StorageRow:
    """A row: a datastore, or a virtual machine."""

    row: int
    texts: dict[str, str]
    amounts: dict[str, float]
    """Bytes by `capacity`, `provisioned`, `in use`."""

    @property
    def identity(self) -> str:
        """Return what identifies a datastore, which several servers may list."""
        return self.texts.get("url", "") or f"row {self.row}"


@dataclass(slots=True)
class _Export:
    """What an export states of capacity."""

    sheet: str = ""
    used_column: int = 0
    """Of the capacity in use, from 0."""
    rows: list[_StorageRow] = field(default_factory=list)
    rows_without_amount: int = 0
    repeated_rows: int = 0
    version: str | None = None
    created_at: str | None = None


class RvtoolsImporter(FileImporter):
    """Importer of RVTools: every file is read on its own."""

    tool = "rvtools"
    signature = _HEADING

    def recognises(self, source: Source) -> bool:
        """Search for the names of the sheets, or the headings of datastores."""
        if source.head.startswith(_ZIP):
            return _has_rvtools_sheets(source)
        return super().recognises(source)

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        notes, decoded = ReadingDraft(run_type="capacity in use"), DecodedText("", "utf-8")
        try:
            if source.head.startswith(_ZIP):
                export = _read_workbook(bytes(source.data))
            else:
                decoded = decode(source.data, _CSV_BYTES)
                export = _read_csv(decoded)
        except RefusedFileError as error:
            return refused_reading(self.tool, error.message)
        notes.version = export.version
        if export.rows:
            notes.add_run(_build_run_draft(export))
        else:
            notes.error("The export has neither datastores nor machines with a capacity in use.")
        return notes.build_reading(self.tool, source.name, decoded)


def _has_rvtools_sheets(source: Source) -> bool:
    if len(source.data) > _LIMITS.packed_bytes:
        return False
    try:
        with (
            zipfile.ZipFile(BytesIO(bytes(source.data))) as archive,
            archive.open("xl/workbook.xml") as opened,
        ):
            return _NAMED.search(opened.read(_INDEX_BYTES)) is not None
    except BROKEN:
        return False


def _read_workbook(data: bytes) -> _Export:
    try:
        check_workbook_limits(data, _LIMITS)
        book = open_workbook(data, values=True)
        grids = {
            match[1].lower(): _sheet_rows(sheet)
            for sheet in book.worksheets
            if (match := _SHEET.fullmatch(sheet.title.strip()))
        }
        export = _read_rows(_DATASTORES, grids.get("vdatastore", ()))
        if not export.rows:
            export = _read_rows(_MACHINES, grids.get("vinfo", ()))
        _read_metadata(export, iter(grids.get("vmetadata", ())))
        book.close()
    except BROKEN as error:
        raise RefusedFileError(message(DAMAGED)) from error
    return export


def _sheet_rows(sheet: Worksheet) -> Iterator[list[str]]:
    for row in sheet.iter_rows(max_row=_MOST_ROWS, max_col=_MOST_COLUMNS, values_only=True):
        yield ["" if value is None else str(value).strip() for value in row]


def _read_csv(decoded: DecodedText) -> _Export:
    first = decoded.text.lstrip().partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    try:
        return _read_rows(_CSV, csv.reader(decoded.lines, delimiter=delimiter))
    except csv.Error:
        return _Export()


def _read_metadata(export: _Export, rows: Iterator[Sequence[str]]) -> None:
    """Set version and creation time from the sheet about the export."""
    names, values = next(rows, []), next(rows, [])
    stated = dict(zip((name.lower() for name in names), values, strict=False))
    export.version = as_short_line(stated.get("rvtools version", ""), 40) or None
    moment = parse_datetime(stated.get("xlsx creation datetime", ""))
    export.created_at = moment.isoformat() if moment else None


def _read_rows(sheet: str, rows: Iterable[Sequence[str]]) -> _Export:
    export, headings, seen = _Export(sheet), [""], set[str]()
    for row, cells in enumerate(islice(rows, _MOST_ROWS), 1):
        if not any(cells):
            continue  # a damaged row number stands for any number of empty rows
        if not any(headings):
            headings = [" ".join(cell.lower().split()) for cell in cells[:_MOST_COLUMNS]]
            export.used_column = next((i for i, h in enumerate(headings) if _USED.fullmatch(h)), 0)
            continue
        texts = dict(zip(headings, cells, strict=False))
        store = _StorageRow(row, texts, dict(_parse_amounts(texts)))
        if "in use" in store.amounts and store.identity not in seen:
            export.rows.append(store)
        export.rows_without_amount += "in use" not in store.amounts
        export.repeated_rows += store.identity in seen
        seen.add(store.identity)
    return export


def _parse_amounts(texts: dict[str, str]) -> Iterator[tuple[str, float]]:
    for heading, text in texts.items():
        match = _AMOUNT.fullmatch(heading)
        plain = _SEPARATORS.sub("", text) if _GROUPED.fullmatch(text.strip()) else text
        value = parse_number(plain) if match else None
        if match and value is not None and value * MIB <= LARGEST:
            yield match[1], value * MIB


def _build_run_draft(export: _Export) -> RunDraft:
    """Build the run: sums over the rows, then every datastore."""
    draft = RunDraft(complete=True, started_at=export.created_at)
    stores, is_table = export.rows, export.sheet == _CSV
    used = [store.amounts["in use"] for store in stores]
    _add_total_bytes(draft, IN_USE, sum(used), None, Origin.DERIVED)
    for name in ("capacity", "provisioned"):
        amounts = [store.amounts[name] for store in stores if name in store.amounts]
        if len(amounts) == len(stores):
            _add_total_bytes(draft, name, sum(amounts), None, Origin.DERIVED)
    listed = stores[:_MOST_LISTED] if export.sheet != _MACHINES else ()
    for store in listed:
        name = as_short_line(store.texts.get("name", ""), 60) or str(store.row)
        line = store.row if is_table else None
        _add_total_bytes(
            draft, f"{IN_USE}, {name}", store.amounts["in use"], line, Origin.REPORTED
        )
    column = column_letters(export.used_column)
    server = next((text for s in stores if (text := s.texts.get("vi sdk uuid"))), None)
    draft.add_attributes(
        sheet=export.sheet,
        cells=f"{column}{stores[0].row}:{column}{stores[-1].row}",
        listed=str(len(stores)),
        server=server,
    )
    _add_problems(draft, export)
    return draft


def _add_total_bytes(
    draft: RunDraft, group: str, value: float, line: int | None, origin: Origin
) -> None:
    place = (NO_LOAD, group, line, None, origin)
    draft.measurements.append(Measurement(Metric.OTHER, "total", value, Unit.BYTE, *place))


def _add_problems(draft: RunDraft, export: _Export) -> None:
    if export.sheet == _MACHINES:
        draft.warn(
            "There is no sheet vDatastore: this is what virtual machines use; other files on the"
            " datastores are missing."
        )
    own = [s.amounts["in use"] for s in export.rows if s.texts.get("# hosts") == "1"]
    if own:
        template = "Datastores of one host, which count: {count} with {size:,.1f} GB in use."
        draft.info(template, count=len(own), size=sum(own) / 1e9)
    if export.repeated_rows:
        draft.info(
            "Datastores that two servers list count once: {count}.", count=export.repeated_rows
        )
    if export.rows_without_amount:
        draft.warn(
            "Rows without a capacity in use, left out: {count}.", count=export.rows_without_amount
        )
    if len(export.rows) > _MOST_LISTED and export.sheet != _MACHINES:
        template = "Datastores beyond the first {most} are in the sum and not listed."
        draft.info(template, most=_MOST_LISTED)

"""Results documents (XML, JSON, tables).

Damage is expected: text before the declaration, documents one after another, a file cut short.
Only elements that the parser saw properly closed count, so a number cut in half is never read.

Every column is a run. The tools print 0.00 for a transaction that a run does not have.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, cast

from lxml import etree

from arraywise.importers.kit.json_scan import JsonScan, Leaf, unescape_json
from arraywise.importers.kit.readings import as_short_line
from arraywise.importers.kit.text import TextPositions
from arraywise.importers.kit.xml_parsers import document_parser, pull_parser
from arraywise.importers.swingbench.runs import (
    MOST_RECORDS,
    DocumentText,
    ResultsDocument,
    SwingbenchFileContent,
    Transaction,
    benchmark_name,
    build_document_run,
    run_name,
    split_lines,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.etree import _Element

    from arraywise.importers.kit.json_scan import Members, Node

CLOSE = re.compile(r"</(?:[\w.-]+:)?Results\s*>")
_DOCUMENT = re.compile(r"<(?:[\w.-]+:)?Results(?=[\s>/])")
_PLAIN_DOCUMENT = re.compile(r"<Results(?=[\s>/])")
"""The same without prefixes, of which most files have none; found ten times quicker."""
_DECLARES = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_UNFINISHED_READINGS = re.compile(r"<(?:[\w.-]+:)?TPSReadings[^<>]*>([^<]*)\Z")
_PIECE = re.compile(r"[^>]*>?")
_line_of: Callable[[_Element], int | None] = attrgetter("sourceline")
_READINGS = "TPSReadings"
_TAIL = 100
MOST_MARKUP = 200_000
"""A results file has some hundred elements; more are an attack or another format."""


def parse_xml_documents(text: str) -> list[ResultsDocument]:
    """Parse every results document in a text; damaged ones up to their fault."""
    if ("!" in text and "<!" in text and bool(_DECLARES.search(text))) or (
        len(text) > MOST_MARKUP and text.count("<") + text.count("=") > MOST_MARKUP
    ):
        refused = ResultsDocument(is_complete=False)
        refused.error("The file declares entities or has too many elements; not read for safety.")
        return [refused]
    pattern = _DOCUMENT if ":Results" in text else _PLAIN_DOCUMENT
    starts = [match.start() for match in pattern.finditer(text)]
    ends = [*starts[1:], len(text)]
    del starts[MOST_RECORDS + 1 :], ends[MOST_RECORDS + 1 :]
    line, seen, records = 1, 0, []
    for start, end in zip(starts, ends, strict=True):
        line += text.count("\n", seen, start)
        seen = start
        records.append(parse_xml_document(text[start:end], line - 1))
    return records


def parse_xml_document(text: str, lines_before: int) -> ResultsDocument:
    """Parse one results document; `lines_before` is the number of the file's lines above it."""
    closed = CLOSE.search(text, max(0, len(text) - _TAIL)) or CLOSE.search(text)
    document = (text[: closed.end()] if closed else text).encode("utf-8", "replace")
    parser = document_parser()
    try:
        root = etree.fromstring(document, parser)
    except etree.XMLSyntaxError as error:
        return _parse_damaged_document(text, document, lines_before, error.lineno or 1)
    return _collect_fields(root, text, lines_before, ())


def _collect_fields(
    root: _Element, text: str, lines_before: int, unfinished: tuple[_Element, ...]
) -> ResultsDocument:
    """Collect the leaves of the sections and the results; skip what was left open."""
    record = ResultsDocument(is_complete=not unfinished)
    entry = _TextLocator(text.split("\n"), lines_before).locate_text
    for section in root:
        for element in section:
            tag = element.tag
            if not isinstance(tag, str) or element in unfinished:
                continue
            name = _local_name(tag)
            if "WaitEvent" in name:
                record.wait_events += _wait_events(element)
            elif name == "Result":
                record.transactions.append(_parse_transaction(element, entry))
            elif name == _READINGS:
                line = (_line_of(element) or 1) + lines_before
                record.readings_text = DocumentText(element.text or "", line)
            elif not len(element):
                record.fields.setdefault(name, entry(name, element))
    return record


def _wait_events(element: _Element) -> Iterator[tuple[str, str]]:
    for event in (element, *element):
        name, share = event.get("name"), event.get("percentageTimeWaited")
        if name and share:
            yield str(name), str(share)


def _parse_transaction(
    element: _Element, locate_text: Callable[[str, _Element], DocumentText]
) -> Transaction:
    return Transaction(
        str(element.get("id") or ""),
        {
            (name := _local_name(tag)): locate_text(name, child)
            for child in element
            if isinstance(tag := child.tag, str)
        },
    )


class _TextLocator:
    """Locates texts in the document's order: the parser gives lines and no columns."""

    def __init__(self, lines: list[str], lines_before: int) -> None:
        self._lines = lines
        self._lines_before = lines_before
        self._line, self._at = 0, 0
        self._written = ""

    def locate_text(self, name: str, element: _Element) -> DocumentText:
        """Return the text of a leaf with its position; the column is None if it is not found."""
        text, line = element.text or "", _line_of(element) or 1
        if line != self._line:
            self._line, self._at = line, 0
            self._written = self._lines[line - 1] if line <= len(self._lines) else ""
        written, plain = self._written, text.strip()
        tag = written.find(name, self._at)
        at = written.find(plain, written.find(">", tag) + 1) if tag >= 0 and plain else -1
        if at < 0:
            return DocumentText(text, line + self._lines_before)
        self._at = at
        return DocumentText(text, line + self._lines_before, at + 1)


def _parse_damaged_document(
    text: str, document: bytes, lines_before: int, line: int
) -> ResultsDocument:
    """Parse what is before the first fault; elements still open there do not count."""
    root, unfinished = _parse_until_fault(document)
    record = (
        ResultsDocument()
        if root is None
        else _collect_fields(root, text, lines_before, unfinished)
    )
    tail = _UNFINISHED_READINGS.search(text)
    if tail and record.readings_text is None:
        record.readings_text = DocumentText(
            tail[1], text.count("\n", 0, tail.start()) + 1 + lines_before
        )
        record.are_readings_cut = True
    record.is_complete = False
    record.error(
        "The results file is cut or damaged here; the part before was read.", line + lines_before
    )
    return record


def _parse_until_fault(document: bytes) -> tuple[_Element | None, tuple[_Element, ...]]:
    """Parse piece by piece; return the root and the chain of elements that were left open."""
    parser = pull_parser()
    try:
        for piece in _PIECE.finditer(document.decode()):
            parser.feed(piece[0].encode())
        parser.close()
    except etree.XMLSyntaxError:
        pass  # expected: what was parsed before the fault is wanted
    root: _Element | None = None
    chain: list[_Element] = []
    for event, element in cast("Iterator[tuple[str, _Element]]", parser.read_events()):
        root = element if root is None else root
        if event == "start":
            chain.append(element)
        else:
            chain.pop()
    return root, tuple(chain)


@lru_cache(maxsize=1_000)
def _local_name(tag: str) -> str:
    return tag[tag.rfind("}") + 1 :]


_RESULTS_JSON_DOCUMENT = re.compile(r'\{\s*"Results"\s*:')
_RESULTS_JSON_UNFINISHED_READINGS = re.compile(r'"TPSReadings"\s*:\s*"([^"\\]*)\Z')
_WAIT = "DatabaseWaitEvent"


def parse_json_documents(text: str, positions: TextPositions) -> list[ResultsDocument]:
    """Parse every results document in a text; damaged ones up to their fault."""
    starts = [match.start() for match in _RESULTS_JSON_DOCUMENT.finditer(text)]
    ends = [*starts[1:], len(text)]
    del starts[MOST_RECORDS + 1 :], ends[MOST_RECORDS + 1 :]
    return [
        _parse_json_document(text[start:end], start, positions)
        for start, end in zip(starts, ends, strict=True)
    ]


def _parse_json_document(text: str, start: int, positions: TextPositions) -> ResultsDocument:
    """Collect overview, results and readings from a document; results left open are dropped."""
    scan = JsonScan(text)
    record = ResultsDocument(is_complete=scan.is_complete)
    broken = None if scan.is_complete else tuple(scan.fault_path)
    for way, members in _iterate_objects(scan.members):
        texts = {
            k: _leaf_text(v, start, positions) for k, v in members.items() if isinstance(v, Leaf)
        }
        fields = {name: entry for name, entry in texts.items() if entry.text != "null"}
        if _WAIT not in way and "Result" not in way:
            record.readings_text = fields.pop(_READINGS, None) or record.readings_text
            record.fields = fields | record.fields
        elif not fields or (broken is not None and way == broken[: len(way)]):
            continue  # a list, or what was left open
        elif _WAIT not in way:
            name = fields["id"].text if "id" in fields else ""
            record.transactions.append(Transaction(name, fields))
        elif {"name", "percentageTimeWaited"} <= fields.keys():
            record.wait_events.append((fields["name"].text, fields["percentageTimeWaited"].text))
    if not scan.is_complete:
        fault_at = start + scan.end
        tail = _RESULTS_JSON_UNFINISHED_READINGS.search(text)
        if tail and record.readings_text is None:
            line = positions.line(start + tail.start())
            record.readings_text = DocumentText(tail[1], line)
            record.are_readings_cut = True
        record.error(
            "The results file is cut or damaged here; the part before was read.",
            positions.line(fault_at),
        )
    return record


def _iterate_objects(
    node: Node, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Members]]:
    """Yield every object in a value with the keys and indices that lead to it."""
    if isinstance(node, Leaf):
        return
    if isinstance(node, list):
        node = {str(i): value for i, value in enumerate(node)}
    else:
        yield path, node
    for key, value in node.items():
        yield from _iterate_objects(value, (*path, key))


def _leaf_text(leaf: Leaf, start: int, positions: TextPositions) -> DocumentText:
    at = start + leaf.offset
    return DocumentText(unescape_json(leaf.text), positions.line(at), positions.column(at))


_LABELS = {
    "recording name": "BenchmarkName",
    "benchmark name": "BenchmarkName",
    "avg tps": "AverageTransactionsPerSecond",
    "average tx/sec": "AverageTransactionsPerSecond",
    "maximum tx/min": "MaximumTransactionRate",
    "total txns": "TotalCompletedTransactions",
    "total completed transactions": "TotalCompletedTransactions",
    "failed txns": "TotalFailedTransactions",
    "run time": "TotalRunTime",
    "total run time": "TotalRunTime",
    "users": "NumberOfUsers",
    "no of users": "NumberOfUsers",
    "time of run": "TimeOfRun",
    "minimum inter tx think time": "MinimumInterThinkTime",
    "maximum inter tx think time": "MaximumInterThinkTime",
    "minimum intra tx think time": "MinimumIntraThinkTime",
    "maximum intra tx think time": "MaximumIntraThinkTime",
}
_BLOCKS = {
    "average transaction response time": "AverageResponse",
    "10th percentile transaction response time": "TenthPercentile",
    "50th percentile transaction response time": "FiftiethPercentile",
    "90th percentile transaction response time": "NinetiethPercentile",
}
_NO_TITLE = "(-)"
"""What `results2txt` prints behind the name of a file without a title."""
_LAST_BLOCK = "NinetiethPercentile"


@dataclass(slots=True)
class TableRun:
    """One column: a run under the name of its results file."""

    name: str
    document: ResultsDocument = field(default_factory=lambda: ResultsDocument(states_unit=False))
    _by_name: dict[str, Transaction] = field(default_factory=dict)

    def add_time(self, transaction: str, element: str, entry: DocumentText) -> None:
        """Set a response time of one kind of transaction, unless it has one."""
        if transaction not in self._by_name:
            self._by_name[transaction] = Transaction(transaction, {})
            self.document.transactions.append(self._by_name[transaction])
        self._by_name[transaction].fields.setdefault(element, entry)


@dataclass(slots=True)
class _ComparisonReader:
    """Reads the rows of comparison tables; the current block states what their numbers are."""

    runs: list[TableRun] = field(default_factory=list)
    run_columns: list[TableRun | None] = field(default_factory=list)
    """Run by column of the present table."""
    current_element: str | None = None
    in_overview: bool = True
    is_header: bool = True
    is_table_open: bool = False
    """Whether the last table has no closing rule: the text was cut."""
    has_rules: bool = False
    blocks_seen: set[str] = field(default_factory=set)
    unread_sections: list[str] = field(default_factory=list)
    """Titles of sections that are not read."""

    @property
    def is_complete(self) -> bool:
        """Whether the text is all there."""
        return not self.is_table_open and (not self.blocks_seen or _LAST_BLOCK in self.blocks_seen)

    def read_line(self, number: int, line: str) -> None:
        """Read one line."""
        bare = line.strip()
        lead = len(line) - len(line.lstrip())
        if bare.startswith("==") and bare.endswith("=="):
            title = bare.strip("= ")
            self.in_overview, self.is_header = title.casefold() == "overview", True
            if not self.in_overview:
                self.unread_sections.append(title)
        elif bare.startswith("+") and set(bare) <= set("+-= "):
            self.has_rules, self.is_table_open = True, False
        elif cells := _split_cells(bare):
            self.is_table_open = self.has_rules
            if self.is_header:
                self._read_header(cells)
            elif self.in_overview and len(cells) == len(self.run_columns) + 1:
                self._read_row(number, cells, [lead + at for at in _cell_starts(bare)])

    def _read_header(self, cells: list[str]) -> None:
        self.is_header = False
        runs_by_name = {run.name: run for run in self.runs}
        self.run_columns = []
        for cell in cells[1:]:
            name = cell.removesuffix(_NO_TITLE).rstrip()
            if name not in runs_by_name and self.in_overview:
                runs_by_name[name] = TableRun(name)
                self.runs.append(runs_by_name[name])
            self.run_columns.append(runs_by_name.get(name))

    def _read_row(self, number: int, cells: list[str], starts: list[int]) -> None:
        label = cells[0].casefold()
        places = zip(cells[1:], starts[1:], strict=False)
        values = [DocumentText(text, number, at + 1) for text, at in places]
        if label in _BLOCKS:
            self.current_element = _BLOCKS[label]
            self.blocks_seen.add(self.current_element)
        elif self.current_element is None:
            self._read_overview_row(label, values)
        elif label:
            for run, value in zip(self.run_columns, values, strict=False):
                if run and value.text:
                    run.add_time(cells[0], self.current_element, value)

    def _read_overview_row(self, label: str, values: list[DocumentText]) -> None:
        element = _LABELS.get(label)
        for run, value in zip(self.run_columns, values, strict=False):
            if not element or not run or not value.text:
                continue
            fields = run.document.fields
            if element == "MaximumIntraThinkTime" and "MinimumIntraThinkTime" not in fields:
                # parse_results.py prints the minimum first and labels both as the maximum
                fields["MinimumIntraThinkTime"] = value
            else:
                fields.setdefault(element, value)


def _split_cells(body: str) -> list[str]:
    """Split a row at bars or, in the CSV form, at commas."""
    if body.startswith("|"):
        return [cell.strip() for cell in body[1:].removesuffix("|").split("|")]
    if "," in body and "|" not in body:
        return [cell.strip() for cell in body.split(",")]
    return []


def _cell_starts(body: str) -> list[int]:
    """Return where the text of each cell begins, from 0, as `_cells` splits it."""
    is_ruled = body.startswith("|")
    at, starts = int(is_ruled), []
    for cell in body[1:].split("|") if is_ruled else body.split(","):
        starts.append(at + len(cell) - len(cell.lstrip(" \t")))
        at += len(cell) + 1
    return starts


_MOST_ROWS = 2_000


def read_xml_results(text: str, file_name: str) -> SwingbenchFileContent:
    """Read the results XML documents of a file."""
    return _build_content(parse_xml_documents(text), file_name)


def read_json_results(text: str, file_name: str) -> SwingbenchFileContent:
    """Read the results that were exported from the database."""
    return _build_content(parse_json_documents(text, TextPositions(text)), file_name)


def read_comparison_tables(text: str, _file_name: str) -> SwingbenchFileContent:
    """Read tables of several runs; each column becomes a run under its results file's name."""
    tables = _ComparisonReader()
    for number, line in enumerate(split_lines(text)[:_MOST_ROWS], 1):
        tables.read_line(number, line)
    result = SwingbenchFileContent()
    for column in tables.runs:
        column.document.is_complete = tables.is_complete
        if column.document.is_empty:
            continue
        run, problems = build_document_run(column.document, column.name)
        result.runs.append(run)
        result.problems += problems
        result.benchmark = result.benchmark or benchmark_name(column.document)
    if any(column.document.transactions for column in tables.runs):
        result.info("Response times without unit; milliseconds assumed.")
    if tables.unread_sections:
        names = as_short_line(", ".join(tables.unread_sections))
        result.info("Sections that hold no rates or response times: {names}.", names=names)
    if not tables.is_complete:
        end = text.rstrip().count("\n") + 1
        result.error("The table is cut: its end is missing.", end)
    return result


def _build_content(documents: list[ResultsDocument], file_name: str) -> SwingbenchFileContent:
    result = SwingbenchFileContent()
    if len(documents) > MOST_RECORDS:
        result.warn("More than {most} runs; the others were not read.", most=MOST_RECORDS)
    for index, record in enumerate(documents[:MOST_RECORDS]):
        if record.is_empty:
            result.problems += record.problems
            if not record.problems:
                result.error("The results document holds no results.")
            continue
        run, problems = build_document_run(record, run_name(file_name, index, len(documents)))
        result.runs.append(run)
        result.problems += problems
        result.benchmark = result.benchmark or benchmark_name(record)
    return result

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
    Record,
    SwingbenchFileContent,
    Transaction,
    benchmark_name,
    lines_of,
    parse_file,
    run_name,
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


def read_documents(text: str) -> list[Record]:
    """Read every results document in a text; damaged ones as far as they are sound."""
    if ("!" in text and "<!" in text and bool(_DECLARES.search(text))) or (
        len(text) > MOST_MARKUP and text.count("<") + text.count("=") > MOST_MARKUP
    ):
        refused = Record(whole=False)
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
        records.append(read_document(text[start:end], line - 1))
    return records


def read_document(text: str, lines_before: int) -> Record:
    """Read one results document, with the number of the file's lines above it."""
    closed = CLOSE.search(text, max(0, len(text) - _TAIL)) or CLOSE.search(text)
    document = (text[: closed.end()] if closed else text).encode("utf-8", "replace")
    parser = document_parser()
    try:
        root = etree.fromstring(document, parser)
    except etree.XMLSyntaxError as error:
        return _recover_rows(text, document, lines_before, error.lineno or 1)
    return _parse_file(root, text, lines_before, ())


def _parse_file(
    root: _Element, text: str, lines_before: int, unfinished: tuple[_Element, ...]
) -> Record:
    """Collect the leaves of the sections and the results; skip what was left open."""
    record = Record(whole=not unfinished)
    entry = _Places(text.split("\n"), lines_before).entry
    for section in root:
        for element in section:
            tag = element.tag
            if not isinstance(tag, str) or element in unfinished:
                continue
            name = _local(tag)
            if "WaitEvent" in name:
                record.waits += _waits(element)
            elif name == "Result":
                record.transactions.append(_transaction(element, entry))
            elif name == _READINGS:
                line = (_line_of(element) or 1) + lines_before
                record.readings = DocumentText(element.text or "", line)
            elif not len(element):
                record.fields.setdefault(name, entry(name, element))
    return record


def _waits(element: _Element) -> Iterator[tuple[str, str]]:
    for event in (element, *element):
        name, share = event.get("name"), event.get("percentageTimeWaited")
        if name and share:
            yield str(name), str(share)


def _transaction(result: _Element, entry: Callable[[str, _Element], DocumentText]) -> Transaction:
    return Transaction(
        str(result.get("id") or ""),
        {
            (name := _local(tag)): entry(name, child)
            for child in result
            if isinstance(tag := child.tag, str)
        },
    )


class _Places:
    """Finds the column of texts, which the parser does not give, in the document's order."""

    def __init__(self, lines: list[str], lines_before: int) -> None:
        self._lines = lines
        self._before = lines_before
        self._line, self._at = 0, 0
        self._written = ""

    def entry(self, name: str, element: _Element) -> DocumentText:
        """Build the entry of a leaf; its column is None where its text cannot be found."""
        text, line = element.text or "", _line_of(element) or 1
        if line != self._line:
            self._line, self._at = line, 0
            self._written = self._lines[line - 1] if line <= len(self._lines) else ""
        written, plain = self._written, text.strip()
        tag = written.find(name, self._at)
        at = written.find(plain, written.find(">", tag) + 1) if tag >= 0 and plain else -1
        if at < 0:
            return DocumentText(text, line + self._before)
        self._at = at
        return DocumentText(text, line + self._before, at + 1)


def _recover_rows(text: str, document: bytes, lines_before: int, line: int) -> Record:
    """Read what is before the first fault; elements still open there do not count."""
    root, unfinished = _parse_until_fault(document)
    record = Record() if root is None else _parse_file(root, text, lines_before, unfinished)
    tail = _UNFINISHED_READINGS.search(text)
    if tail and record.readings is None:
        record.readings = DocumentText(
            tail[1], text.count("\n", 0, tail.start()) + 1 + lines_before
        )
        record.readings_cut = True
    record.whole = False
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
def _local(tag: str) -> str:
    return tag[tag.rfind("}") + 1 :]


_RESULTS_JSON_DOCUMENT = re.compile(r'\{\s*"Results"\s*:')
_RESULTS_JSON_UNFINISHED_READINGS = re.compile(r'"TPSReadings"\s*:\s*"([^"\\]*)\Z')
_WAIT = "DatabaseWaitEvent"


def read_json_documents(text: str, places: TextPositions) -> list[Record]:
    """Read every results document in a text; damaged ones as far as they are sound."""
    starts = [match.start() for match in _RESULTS_JSON_DOCUMENT.finditer(text)]
    ends = [*starts[1:], len(text)]
    del starts[MOST_RECORDS + 1 :], ends[MOST_RECORDS + 1 :]
    return [
        _parse_results_json(text[start:end], start, places)
        for start, end in zip(starts, ends, strict=True)
    ]


def _parse_results_json(text: str, start: int, places: TextPositions) -> Record:
    """Sort the values into overview, results and readings; drop results left open."""
    scan = JsonScan(text)
    record = Record(whole=scan.is_complete)
    broken = None if scan.is_complete else tuple(scan.fault_path)
    for way, members in _objects(scan.members):
        texts = {k: _entry(v, start, places) for k, v in members.items() if isinstance(v, Leaf)}
        fields = {name: entry for name, entry in texts.items() if entry.text != "null"}
        if _WAIT not in way and "Result" not in way:
            record.readings = fields.pop(_READINGS, None) or record.readings
            record.fields = fields | record.fields
        elif not fields or (broken is not None and way == broken[: len(way)]):
            continue  # a list, or what was left open
        elif _WAIT not in way:
            name = fields["id"].text if "id" in fields else ""
            record.transactions.append(Transaction(name, fields))
        elif {"name", "percentageTimeWaited"} <= fields.keys():
            record.waits.append((fields["name"].text, fields["percentageTimeWaited"].text))
    if not scan.is_complete:
        fault_at = start + scan.end
        tail = _RESULTS_JSON_UNFINISHED_READINGS.search(text)
        if tail and record.readings is None:
            line = places.line(start + tail.start())
            record.readings = DocumentText(tail[1], line)
            record.readings_cut = True
        record.error(
            "The results file is cut or damaged here; the part before was read.",
            places.line(fault_at),
        )
    return record


def _objects(node: Node, way: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Members]]:
    """Return every object in a value with the keys and places that lead to it."""
    if isinstance(node, Leaf):
        return
    if isinstance(node, list):
        node = {str(i): value for i, value in enumerate(node)}
    else:
        yield way, node
    for key, value in node.items():
        yield from _objects(value, (*way, key))


def _entry(leaf: Leaf, start: int, places: TextPositions) -> DocumentText:
    at = start + leaf.offset
    return DocumentText(unescape_json(leaf.text), places.line(at), places.column(at))


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
    record: Record = field(default_factory=lambda: Record(states_unit=False))
    _by_name: dict[str, Transaction] = field(default_factory=dict)

    def parse_time(self, transaction: str, element: str, entry: DocumentText) -> None:
        """Add a response time of one kind of transaction."""
        if transaction not in self._by_name:
            self._by_name[transaction] = Transaction(transaction, {})
            self.record.transactions.append(self._by_name[transaction])
        self._by_name[transaction].fields.setdefault(element, entry)


@dataclass(slots=True)
class _ComparisonReader:
    """Walks through the rows; the present block says what a row of numbers means."""

    runs: list[TableRun] = field(default_factory=list)
    places: list[TableRun | None] = field(default_factory=list)
    """Run by column of the present table."""
    block: str | None = None
    in_overview: bool = True
    is_header: bool = True
    ends_open: bool = False
    """The last table has no closing rule: the text was cut."""
    has_rules: bool = False
    blocks_seen: set[str] = field(default_factory=set)
    unparsed: list[str] = field(default_factory=list)
    """Titles of sections without anything that is kept here."""

    @property
    def is_whole(self) -> bool:
        """Whether the text is all there."""
        return not self.ends_open and (not self.blocks_seen or _LAST_BLOCK in self.blocks_seen)

    def read(self, number: int, line: str) -> None:
        """Take in one line."""
        bare = line.strip()
        lead = len(line) - len(line.lstrip())
        if bare.startswith("==") and bare.endswith("=="):
            title = bare.strip("= ")
            self.in_overview, self.is_header = title.casefold() == "overview", True
            if not self.in_overview:
                self.unparsed.append(title)
        elif bare.startswith("+") and set(bare) <= set("+-= "):
            self.has_rules, self.ends_open = True, False
        elif cells := _cells(bare):
            self.ends_open = self.has_rules
            if self.is_header:
                self._header(cells)
            elif self.in_overview and len(cells) == len(self.places) + 1:
                self._row(number, cells, [lead + at for at in _starts(bare)])

    def _header(self, cells: list[str]) -> None:
        self.is_header = False
        known = {run.name: run for run in self.runs}
        self.places = []
        for cell in cells[1:]:
            name = cell.removesuffix(_NO_TITLE).rstrip()
            if name not in known and self.in_overview:
                known[name] = TableRun(name)
                self.runs.append(known[name])
            self.places.append(known.get(name))

    def _row(self, number: int, cells: list[str], starts: list[int]) -> None:
        label = cells[0].casefold()
        places = zip(cells[1:], starts[1:], strict=False)
        values = [DocumentText(text, number, at + 1) for text, at in places]
        if label in _BLOCKS:
            self.block = _BLOCKS[label]
            self.blocks_seen.add(self.block)
        elif self.block is None:
            self._overview(label, values)
        elif label:
            for run, value in zip(self.places, values, strict=False):
                if run and value.text:
                    run.parse_time(cells[0], self.block, value)

    def _overview(self, label: str, values: list[DocumentText]) -> None:
        element = _LABELS.get(label)
        for run, value in zip(self.places, values, strict=False):
            if not element or not run or not value.text:
                continue
            fields = run.record.fields
            if element == "MaximumIntraThinkTime" and "MinimumIntraThinkTime" not in fields:
                # parse_results.py prints the minimum first and labels both as the maximum
                fields["MinimumIntraThinkTime"] = value
            else:
                fields.setdefault(element, value)


def _cells(body: str) -> list[str]:
    """Split a row at bars or, in the CSV form, at commas."""
    if body.startswith("|"):
        return [cell.strip() for cell in body[1:].removesuffix("|").split("|")]
    if "," in body and "|" not in body:
        return [cell.strip() for cell in body.split(",")]
    return []


def _starts(body: str) -> list[int]:
    """Return where the text of each cell begins, from 0, as `_cells` splits it."""
    is_ruled = body.startswith("|")
    at, starts = int(is_ruled), []
    for cell in body[1:].split("|") if is_ruled else body.split(","):
        starts.append(at + len(cell) - len(cell.lstrip(" \t")))
        at += len(cell) + 1
    return starts


_MOST_ROWS = 2_000


def find_in_xml(text: str, file: str) -> SwingbenchFileContent:
    """Read the results XML documents of a file."""
    return _found(read_documents(text), file)


def find_in_json(text: str, file: str) -> SwingbenchFileContent:
    """Read the results that were exported from the database."""
    return _found(read_json_documents(text, TextPositions(text)), file)


def find_in_tables(text: str, _file: str) -> SwingbenchFileContent:
    """Read tables of several runs; each column becomes a run under its results file's name."""
    tables = _ComparisonReader()
    for number, line in enumerate(lines_of(text)[:_MOST_ROWS], 1):
        tables.read(number, line)
    result = SwingbenchFileContent()
    for column in tables.runs:
        column.record.whole = tables.is_whole
        if column.record.is_empty:
            continue
        run, problems = parse_file(column.record, column.name)
        result.runs.append(run)
        result.problems += problems
        result.benchmark = result.benchmark or benchmark_name(column.record)
    if any(column.record.transactions for column in tables.runs):
        result.info("Response times without unit; milliseconds assumed.")
    if tables.unparsed:
        names = as_short_line(", ".join(tables.unparsed))
        result.info("Sections that hold no rates or response times: {names}.", names=names)
    if not tables.is_whole:
        end = text.rstrip().count("\n") + 1
        result.error("The table is cut: its end is missing.", end)
    return result


def _found(records: list[Record], file: str) -> SwingbenchFileContent:
    result = SwingbenchFileContent()
    if len(records) > MOST_RECORDS:
        result.warn("More than {most} runs; the others were not read.", most=MOST_RECORDS)
    for index, record in enumerate(records[:MOST_RECORDS]):
        if record.is_empty:
            result.problems += record.problems
            if not record.problems:
                result.error("The results document holds no results.")
            continue
        run, problems = parse_file(record, run_name(file, index, len(records)))
        result.runs.append(run)
        result.problems += problems
        result.benchmark = result.benchmark or benchmark_name(record)
    return result

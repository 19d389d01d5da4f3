"""The results XML (`charbench -r`), in either namespace, with its children in any order.

Damage is expected: text before the declaration, documents one after another, a file cut short.
Only elements that the parser saw properly closed count, so a number cut in half is never read.
"""

from __future__ import annotations

import re
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, cast

from lxml import etree

from arraywise.domain.problems import Severity
from arraywise.importers.swingbench.forms import CLOSE, read_by_form
from arraywise.importers.swingbench.record import MOST_RECORDS, Entry, Record, Transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lxml.etree import _Element

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
    if _declares(text) or _has_much_markup(text):
        refused = Record(whole=False)
        refused.note(
            Severity.ERROR,
            "The file declares entities or has far more elements than any results file; for safety"
            " it was not read.",
            None,
        )
        return [refused]
    pattern = _DOCUMENT if ":Results" in text else _PLAIN_DOCUMENT
    starts = [match.start() for match in pattern.finditer(text)]
    ends = [*starts[1:], len(text)]
    del starts[MOST_RECORDS + 1 :], ends[MOST_RECORDS + 1 :]
    line, seen, records = 1, 0, []
    for start, end in zip(starts, ends, strict=True):
        line += text.count("\n", seen, start)
        seen = start
        document, before = text[start:end], line - 1
        known = read_by_form(document, before, read_document)
        records.append(known or read_document(document, before))
    return records


def _declares(text: str) -> bool:
    return "!" in text and "<!" in text and bool(_DECLARES.search(text))


def _has_much_markup(text: str) -> bool:
    return len(text) > MOST_MARKUP and text.count("<") + text.count("=") > MOST_MARKUP


def read_document(text: str, lines_before: int) -> Record:
    """Read one results document, with the number of the file's lines above it."""
    closed = CLOSE.search(text, max(0, len(text) - _TAIL)) or CLOSE.search(text)
    document = (text[: closed.end()] if closed else text).encode("utf-8", "replace")
    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        root = etree.fromstring(document, parser)
    except etree.XMLSyntaxError as error:
        return _salvage(text, document, lines_before, error.lineno or 1)
    return _understand(root, text, lines_before, ())


def _understand(
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
                record.readings = Entry(element.text or "", line)
            elif not len(element):
                record.fields.setdefault(name, entry(name, element))
    return record


def _waits(element: _Element) -> Iterator[tuple[str, str]]:
    """Give the events of an element, which is one or holds several."""
    for event in (element, *element):
        name, share = event.get("name"), event.get("percentageTimeWaited")
        if name and share:
            yield str(name), str(share)


def _transaction(result: _Element, entry: Callable[[str, _Element], Entry]) -> Transaction:
    return Transaction(
        str(result.get("id") or ""),
        {
            (name := _local(tag)): entry(name, child)
            for child in result
            if isinstance(tag := child.tag, str)
        },
    )


class _Places:
    """Finds the column of texts, which the parser does not tell, in the document's order."""

    def __init__(self, lines: list[str], lines_before: int) -> None:
        self._lines = lines
        self._before = lines_before
        self._line, self._at = 0, 0
        self._written = ""

    def entry(self, name: str, element: _Element) -> Entry:
        """Make the entry of a leaf; its column is None where its text cannot be found."""
        text, line = element.text or "", _line_of(element) or 1
        if line != self._line:
            self._line, self._at = line, 0
            self._written = self._lines[line - 1] if line <= len(self._lines) else ""
        written, plain = self._written, text.strip()
        tag = written.find(name, self._at)
        at = written.find(plain, written.find(">", tag) + 1) if tag >= 0 and plain else -1
        if at < 0:
            return Entry(text, line + self._before)
        self._at = at
        return Entry(text, line + self._before, at + 1)


def _salvage(text: str, document: bytes, lines_before: int, line: int) -> Record:
    """Read what stands before the first fault; elements still open there do not count."""
    root, unfinished = _parse_until_fault(document)
    record = Record() if root is None else _understand(root, text, lines_before, unfinished)
    tail = _UNFINISHED_READINGS.search(text)
    if tail and record.readings is None:
        record.readings = Entry(tail[1], text.count("\n", 0, tail.start()) + 1 + lines_before)
        record.readings_cut = True
    record.whole = False
    record.note(
        Severity.ERROR,
        "The results document breaks off or is damaged here; what stands before it was read.",
        line + lines_before,
    )
    return record


def _parse_until_fault(document: bytes) -> tuple[_Element | None, tuple[_Element, ...]]:
    """Parse piece by piece; return the root and the chain of elements that were left open."""
    parser = etree.XMLPullParser(
        events=("start", "end"),
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    )
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

"""XML of lshw: only elements that were properly closed count; entities are never resolved."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from lxml import etree

from arraywise.importers.lshw.hardware import Node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

_BEGINS = re.compile(r"<\?xml[^>]{0,200}\?>|(?=<!--|<list\b|<node\b)")
"""Before it stands what lshw said of its rights."""
_KERNEL = re.compile(r"<!--\s{0,9}Linux (\S{1,99})(?: [^>]{0,300}?)?(\S{1,40})?\s{0,9}-->")
_MOST_NODES = 50_000
_TEXTS = frozenset({"description", "product", "vendor", "size", "capacity", "version"})


def kernel_in(text: str) -> tuple[str, str] | None:
    """Return kernel and architecture from the comments at the top; None where they are not."""
    match = _KERNEL.search(text[:4096])
    return (match[1], match[2] or "") if match else None


def nodes_in(text: str) -> tuple[list[Node], bool]:
    """Read the nodes of a document, and say whether it is whole; several roots are fine."""
    parser = etree.XMLPullParser(
        ("start", "end"),
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    )
    begins = _BEGINS.search(text)
    body = text[begins.end() :] if begins else text
    reader = _Reader()
    try:
        parser.feed(f"<everything>{body}".encode("utf-8", "replace"))
        reader.take(parser)
        parser.feed(b"</everything>")
        parser.close()
    except etree.XMLSyntaxError:
        reader.take(parser)
        return reader.nodes, False
    return reader.nodes, bool(reader.nodes)


class _Reader:
    """Builds nodes from what was closed."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._open: list[Node] = []

    def take(self, parser: etree.XMLPullParser) -> None:
        """Take what the parser has understood so far."""
        events = cast("Iterator[tuple[str, _Element]]", parser.read_events())
        while len(self.nodes) < _MOST_NODES:
            try:
                event, element = next(events)
            except (StopIteration, etree.XMLSyntaxError):
                return
            if event == "start" and element.tag == "node":
                node = Node(element.get("class") or "", element.get("id") or "")
                self._open.append(node)
                self.nodes.append(node)
            elif event == "end" and self._open:
                self._close(element, self._open[-1])

    def _close(self, element: _Element, node: Node) -> None:
        text = (element.text or "").strip()
        if element.tag == "node":
            self._open.pop()
        elif element.tag == "logicalname":
            node.names.append(text)
        elif element.tag == "setting":
            node.settings[str(element.get("id"))] = str(element.get("value") or "")
        elif element.tag == "capability":
            node.capabilities.add(str(element.get("id")))
        elif element.tag in _TEXTS:
            node.texts[str(element.tag)] = text
            if element.tag == "size":
                node.texts["units"] = str(element.get("units") or "")

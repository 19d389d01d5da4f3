"""XML of `sadf -x`, sample by sample; entities are neither resolved nor fetched."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from lxml import etree

from arraywise.importers.sysstat.documents import Samples
from arraywise.importers.sysstat.lines import blocks_of
from arraywise.importers.sysstat.recording import MOST_RUNS, Recording

if TYPE_CHECKING:
    import mmap

    from lxml.etree import _Element

_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
_ENTITIES = re.compile(r"<!ENTITY|<!DOCTYPE[^>]*\[", re.IGNORECASE)
_DEEPEST = 5
_HEAD_TAGS = {"release": "kernel", "machine": "machine", "number-of-cpus": "processors"}


def declares_entities(text: str) -> bool:
    """Say whether the beginning of a document declares anything, which sadf never does."""
    return _ENTITIES.search(text) is not None


def read_xml(data: bytes | mmap.mmap, encoding: str) -> list[Recording]:
    """Read a document; every host in it is a recording."""
    reader = _XmlReader()
    first = True
    for block in blocks_of(data, encoding):
        text = _DECLARATION.sub("", block, count=1) if first else block
        first = False
        if not reader.feed(text):
            break
    reader.close()
    return reader.recordings


class _XmlReader:
    """Takes the text in blocks."""

    def __init__(self) -> None:
        self.recordings: list[Recording] = []
        self._parser = etree.XMLPullParser(
            ("start", "end"),
            encoding="utf-8",
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
        )
        self._samples: Samples | None = None
        self._whole = False
        self._line = 1

    def feed(self, text: str) -> bool:
        """Take a block; False where it cannot go on."""
        try:
            self._parser.feed(text.encode("utf-8", "replace"))
            self._take_events()
        except etree.XMLSyntaxError:
            self._take_events()
            return False
        return len(self.recordings) <= MOST_RUNS

    def _take_events(self) -> None:
        events = self._parser.read_events()
        while True:
            try:
                event = next(events, None)
            except etree.XMLSyntaxError:
                return
            if event is None:
                return
            self._take(*event)

    def close(self) -> None:
        """Note where the end of the document is missing."""
        if not self._whole and self.recordings:
            self.recordings[-1].end_early(self._line)

    def _take(self, event: str, element: _Element) -> None:
        tag = _local(element)
        self._line = max(self._line, _line(element))
        if event == "start":
            if tag == "host":
                self._begin(element)
            return
        if tag == "sysstat":
            self._whole = True
        if self._samples is None:
            return
        if tag == "timestamp":
            self._take_sample(self._samples, element)
        elif tag in _HEAD_TAGS or tag in {"timezone", "file-date"}:
            self._take_head(self._samples, tag, (element.text or "").strip()[:200])
        elif tag == "boot":
            self._samples.recording.troubles.note("restart", _line(element))

    def _begin(self, element: _Element) -> None:
        recording = Recording("sadf", str(element.get("nodename") or "")[:200])
        self.recordings.append(recording)
        self._samples = Samples(recording)

    def _take_head(self, samples: Samples, tag: str, text: str) -> None:
        if tag == "machine":
            samples.recording.machine = text
        if tag == "timezone":
            samples.zone = text
        name = _HEAD_TAGS.get(tag) or ("zone" if tag == "timezone" else "")
        if name and text:
            samples.recording.attributes.append((name, text))

    def _take_sample(self, samples: Samples, element: _Element) -> None:
        stamp = {str(k): str(v) for k, v in element.attrib.items()}
        activities: dict[str, object] = {}
        for child in element:
            if isinstance(child.tag, str):
                activities.setdefault(_local(child), _object_of(child))
        samples.take(_line(element), stamp, activities)
        element.clear()
        while (before := element.getprevious()) is not None:
            cast("_Element", element.getparent()).remove(before)


def _object_of(element: _Element, depth: int = 0) -> dict[str, object]:
    """Turn an element into what JSON has in its place: attributes and leaves are members."""
    found: dict[str, object] = {str(k): str(v) for k, v in element.attrib.items()}
    inner: list[object] = []
    children = [child for child in element if isinstance(child.tag, str)]  # comments have none
    for child in children if depth < _DEEPEST else ():
        name = _local(child)
        if not child.attrib and not len(child):
            found[name] = child.text or ""
        else:
            inner.append(_object_of(child, depth + 1))
    return found | {"": inner} if inner else found


def _local(element: _Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _line(element: _Element) -> int:
    return cast("int | None", element.sourceline) or 1

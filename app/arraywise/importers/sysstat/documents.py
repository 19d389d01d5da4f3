"""JSON and XML, sample by sample.

A killed recorder leaves the document open; then it is whole up to the last complete sample.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from lxml import etree

from arraywise.importers.kit.clocks import (
    CLOCK,
    DateParser,
    DayCounter,
    Moment,
    moment_at,
    parse_timestamp,
    parse_utc_offset_s,
    seconds_since_midnight,
)
from arraywise.importers.kit.host_samples import MOST_RUNS
from arraywise.importers.kit.text import decode_blocks
from arraywise.importers.kit.xml_parsers import pull_parser
from arraywise.importers.sysstat.columns import (
    INSTANCES,
    RecordingDraft,
    format_value_as_cell,
    instance_name,
)

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterator, Mapping

    from lxml.etree import _Element

_DEEPEST = 6
_SENSORS = frozenset({"fan-speed", "temperature", "voltage-input", "usb-devices", "batteries"})
_OF_IOSTAT = frozenset({"avg-cpu", "disk"})


@dataclass(slots=True)
class HostSamplesReader:
    """Adds the samples of one host to its recording."""

    recording: RecordingDraft
    date_text: str = ""
    """Date of the recording, for times without one."""
    zone: str = ""
    _dates: DateParser = field(default_factory=DateParser)
    _day: DayCounter = field(default_factory=lambda: DayCounter(None))
    _sample_count: int = 0

    def __post_init__(self) -> None:
        self._day = DayCounter(self._dates.parse(self.date_text))

    def add_sample(self, line: int, stamp: object, activities: Mapping[str, object]) -> None:
        """Add a sample; its time is a text, an object of date and time, or None."""
        self._sample_count += 1
        moment = self._sample_moment(stamp)
        if stamp is not None and moment is None and self.date_text:
            self.recording.line_problems.count_line("timeless", line)
            return
        recording = self.recording
        recording.has_clock = recording.has_clock or stamp is not None
        recording.ambiguous_date = self._dates.first_ambiguous_date
        if recording.program == "sysstat" and isinstance(stamp, str):
            recording.program = "mpstat"
        if recording.started is None and moment is not None:
            interval = (
                format_value_as_cell(stamp.get("interval")) if isinstance(stamp, dict) else None
            )
            before = float(interval) if interval and not interval.startswith("-") else 0.0
            recording.started = Moment(max(0.0, moment.local_s - before), moment.utc_offset_s)
        if self._sample_count == 1 and self._is_iostat(stamp, activities):
            self.recording.program = "iostat"
            self.recording.line_problems.count_line("since boot", line)
            return
        self.recording.begin_row(moment)
        for activity, value in activities.items():
            for instance, cells in iterate_instance_figures(self._without_sensors(value)):
                names = tuple(cells)
                self.recording.put_instance_cells(
                    activity, line, instance, names, list(cells.values())
                )

    def _without_sensors(self, value: object, depth: int = 0) -> object:
        """Return a value without tables of fans and the like, numbered as processors are."""
        if not isinstance(value, dict) or depth == _DEEPEST:
            return value
        self.recording.unread_tables |= _SENSORS & value.keys()
        return {
            key: self._without_sensors(each, depth + 1)
            for key, each in value.items()
            if key not in _SENSORS
        }

    def _is_iostat(self, stamp: object, activities: Mapping[str, object]) -> bool:
        return not isinstance(stamp, dict) and not _OF_IOSTAT.isdisjoint(activities)

    def _sample_moment(self, stamp: object) -> Moment | None:
        if isinstance(stamp, dict):
            return self._parse_sadf_time(stamp)
        if not isinstance(stamp, str):
            return None
        moment = parse_timestamp(stamp, self._dates)
        second = None if moment else seconds_since_midnight(CLOCK.fullmatch(stamp.strip()))
        return moment if second is None else self._day.next_moment(second)

    def _parse_sadf_time(self, stamp: Mapping[str, object]) -> Moment | None:
        """Parse what sadf writes: date, time, and whether they are in UTC."""
        day = self._dates.parse(str(stamp.get("date")))
        second = seconds_since_midnight(CLOCK.fullmatch(str(stamp.get("time"))))
        if day is None or second is None:
            return None
        if str(stamp.get("utc")) == "1":
            return moment_at(day, second, 0.0)
        return moment_at(day, second, parse_utc_offset_s(str(stamp.get("tz") or self.zone)))


def iterate_instance_figures(
    value: object, depth: int = 0
) -> Iterator[tuple[str | None, dict[str, str]]]:
    """Yield the figures of every device in an activity, or those of the whole machine.

    An activity is an object, objects in an object, or a list of objects with names in them.
    """
    if isinstance(value, list):
        has_devices = False
        for element in value if depth < _DEEPEST else ():
            device = str(element.get("disk_device", "")) if isinstance(element, dict) else ""
            if device.startswith(" ") and has_devices:
                continue  # the sum of a group of those before it (iostat -g)
            has_devices = has_devices or bool(device)
            yield from iterate_instance_figures(element, depth + 1)
    elif isinstance(value, dict):
        inner = [v for v in value.values() if isinstance(v, dict | list)]
        for element in inner if depth < _DEEPEST else ():
            yield from iterate_instance_figures(element, depth + 1)
        cells = {
            str(k): text for k, v in value.items() if (text := format_value_as_cell(v)) is not None
        }
        named_by = next((key for key in value if key in INSTANCES), None)
        if named_by is not None:
            cells.pop(named_by, None)
        if cells:
            yield instance_name(named_by or "", str(value.get(named_by, ""))), cells


_STATISTICS = re.compile(r'"statistics"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")
_HEAD = 4_096
_LONGEST_SAMPLE = 1 << 23
_DECODER = json.JSONDecoder()


def read_json_recordings(data: bytes | mmap.mmap, encoding: str) -> list[RecordingDraft]:
    """Read a document; every host in it is a recording."""
    feed = _TextWindow(decode_blocks(data, encoding))
    recordings: list[RecordingDraft] = []
    while len(recordings) < MOST_RUNS:
        head = feed.advance_past(_STATISTICS)
        if head is None:
            break
        samples = _begin_host(head)
        recordings.append(samples.recording)
        if not _read_sample_list(feed, samples):
            break
    return recordings


def _begin_host(head_text: str) -> HostSamplesReader:
    def stated(*keys: str) -> str:
        for key in keys:
            match = re.search(rf'"{key}"\s*:\s*(?:"([^"\n]{{1,200}})"|(\d{{1,6}}))', head_text)
            if match:
                return match[1] or match[2]
        return ""

    recording = RecordingDraft(
        "sadf" if "file-date" in head_text else "sysstat", stated("nodename")
    )
    recording.machine = stated("machine")
    for name, keys in (
        ("kernel", ("release",)),
        ("machine", ("machine",)),
        ("processors", ("number-of-cpus",)),
        ("zone", ("timezone",)),
    ):
        if value := stated(*keys):
            recording.attributes.append((name, value))
    return HostSamplesReader(recording, stated("file-date", "date"), stated("timezone"))


def _read_sample_list(feed: _TextWindow, samples: HostSamplesReader) -> bool:
    """Read the elements of one list up to its end or a fault; return whether it was closed."""
    while True:
        feed.skip_match(_BETWEEN)
        if feed.starts_with("]"):
            return True
        line = feed.line
        value = feed.parse_element()
        if not isinstance(value, dict):
            samples.recording.mark_as_cut(line)
            return False
        stamp = value.pop("timestamp", None)
        samples.add_sample(line, stamp, value)


class _TextWindow:
    """A window over a streamed text: only the part around the current offset is held."""

    def __init__(self, blocks: Iterator[str]) -> None:
        self._blocks = blocks
        self._text = ""
        self._offset = 0
        self.line = 1

    def _load_block(self) -> bool:
        block = next(self._blocks, None)
        if block is None:
            return False
        self._text = self._text[self._offset :] + block
        self._offset = 0
        return True

    def _advance_to(self, offset: int) -> None:
        self.line += self._text.count("\n", self._offset, offset)
        self._offset = offset

    def advance_past(self, pattern: re.Pattern[str]) -> str | None:
        """Advance past the next match; return the text before it, or None where there is none."""
        stored = ""
        while True:
            match = pattern.search(self._text, self._offset)
            if match:
                head = stored + self._text[self._offset : match.start()]
                self._advance_to(match.end())
                return head[-_HEAD:]
            keep_from = max(self._offset, len(self._text) - 100)
            stored = (stored + self._text[self._offset : keep_from])[-_HEAD:]
            self._advance_to(keep_from)
            if not self._load_block():
                return None

    def skip_match(self, pattern: re.Pattern[str]) -> None:
        """Advance past a match that may continue in the next block."""
        while True:
            match = pattern.match(self._text, self._offset)
            self._advance_to(match.end() if match else self._offset)
            if self._offset < len(self._text) or not self._load_block():
                return

    def starts_with(self, text: str) -> bool:
        """Return whether a text follows."""
        return self._text.startswith(text, self._offset)

    def parse_element(self) -> object:
        """Parse the next JSON value; None, without advancing, where it is damaged or cut."""
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._offset)
            except (ValueError, RecursionError):
                if len(self._text) - self._offset > _LONGEST_SAMPLE or not self._load_block():
                    return None
                continue
            self._advance_to(end)
            return value


_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
_ENTITIES = re.compile(r"<!ENTITY|<!DOCTYPE[^>]*\[", re.IGNORECASE)
_XML_DOCUMENTS_DEEPEST = 5
_HEAD_TAGS = {"release": "kernel", "machine": "machine", "number-of-cpus": "processors"}


def declares_entities(text: str) -> bool:
    """Return whether the beginning of a document declares anything, which sadf never does."""
    return _ENTITIES.search(text) is not None


def read_xml_recordings(data: bytes | mmap.mmap, encoding: str) -> list[RecordingDraft]:
    """Read a document; every host in it is a recording."""
    reader = _XmlReader()
    first = True
    for block in decode_blocks(data, encoding):
        text = _DECLARATION.sub("", block, count=1) if first else block
        first = False
        if not reader.feed(text):
            break
    reader.finish()
    return reader.recordings


class _XmlReader:
    def __init__(self) -> None:
        self.recordings: list[RecordingDraft] = []
        self._parser = pull_parser()
        self._samples: HostSamplesReader | None = None
        self._is_complete = False
        self._line = 1

    def feed(self, text: str) -> bool:
        """Parse a block; False where parsing cannot continue."""
        try:
            self._parser.feed(text.encode("utf-8", "replace"))
            self._read_events()
        except etree.XMLSyntaxError:
            self._read_events()
            return False
        return len(self.recordings) <= MOST_RUNS

    def _read_events(self) -> None:
        events = self._parser.read_events()
        while True:
            try:
                event = next(events, None)
            except etree.XMLSyntaxError:
                return
            if event is None:
                return
            self._handle_event(*event)

    def finish(self) -> None:
        """Mark the last recording as cut where the end of the document is missing."""
        if not self._is_complete and self.recordings:
            self.recordings[-1].mark_as_cut(self._line)

    def _handle_event(self, event: str, element: _Element) -> None:
        tag = _local_name(element)
        self._line = max(self._line, _source_line(element))
        if event == "start":
            if tag == "host":
                recording = RecordingDraft("sadf", str(element.get("nodename") or "")[:200])
                self.recordings.append(recording)
                self._samples = HostSamplesReader(recording)
            return
        if tag == "sysstat":
            self._is_complete = True
        if self._samples is None:
            return
        if tag == "timestamp":
            self._read_sample(self._samples, element)
        elif tag in _HEAD_TAGS or tag in {"timezone", "file-date"}:
            self._read_head_field(self._samples, tag, (element.text or "").strip()[:200])
        elif tag == "boot":
            self._samples.recording.line_problems.count_line("restart", _source_line(element))

    def _read_head_field(self, samples: HostSamplesReader, tag: str, text: str) -> None:
        if tag == "machine":
            samples.recording.machine = text
        if tag == "timezone":
            samples.zone = text
        name = _HEAD_TAGS.get(tag) or ("zone" if tag == "timezone" else "")
        if name and text:
            samples.recording.attributes.append((name, text))

    def _read_sample(self, samples: HostSamplesReader, element: _Element) -> None:
        stamp = {str(k): str(v) for k, v in element.attrib.items()}
        activities: dict[str, object] = {}
        for child in element:
            if isinstance(child.tag, str):
                activities.setdefault(_local_name(child), _element_as_object(child))
        samples.add_sample(_source_line(element), stamp, activities)
        element.clear()
        while (before := element.getprevious()) is not None:
            cast("_Element", element.getparent()).remove(before)


def _element_as_object(element: _Element, depth: int = 0) -> dict[str, object]:
    """Convert an element into the object of JSON: attributes and leaves are members."""
    result: dict[str, object] = {str(k): str(v) for k, v in element.attrib.items()}
    inner: list[object] = []
    children = [child for child in element if isinstance(child.tag, str)]  # comments have none
    for child in children if depth < _XML_DOCUMENTS_DEEPEST else ():
        name = _local_name(child)
        if not child.attrib and not len(child):
            result[name] = child.text or ""
        elif name in _SENSORS:
            result[name] = {}
        else:
            inner.append(_element_as_object(child, depth + 1))
    return result | {"": inner} if inner else result


def _local_name(element: _Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _source_line(element: _Element) -> int:
    return cast("int | None", element.sourceline) or 1

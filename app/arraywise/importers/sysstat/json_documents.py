"""JSON of iostat, mpstat and sadf, sample by sample: never the whole document at once.

A killed recorder leaves the document open; then it is whole up to the last complete sample.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from arraywise.importers.sysstat.documents import Samples
from arraywise.importers.sysstat.lines import blocks_of
from arraywise.importers.sysstat.recording import MOST_RUNS, Recording

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterator

_STATISTICS = re.compile(r'"statistics"\s*:\s*\[')
_NEXT_SAMPLE = re.compile(r'\{\s*"timestamp"')
_BETWEEN = re.compile(r"[\s,]*")
_HEAD = 4_096
_LONGEST_SAMPLE = 1 << 23
_MOST_DAMAGED = 200
_DECODER = json.JSONDecoder()


def read_json(data: bytes | mmap.mmap, encoding: str) -> list[Recording]:
    """Read a document; every host in it is a recording."""
    feed = _Feed(blocks_of(data, encoding))
    recordings: list[Recording] = []
    while len(recordings) < MOST_RUNS:
        head = feed.up_to(_STATISTICS)
        if head is None:
            break
        samples = _samples_of(head)
        recordings.append(samples.recording)
        if not _read_samples(feed, samples):
            break
    return recordings


def _samples_of(head: str) -> Samples:
    """Make a recording from what stands above its samples."""

    def told(*keys: str) -> str:
        for key in keys:
            match = re.search(rf'"{key}"\s*:\s*(?:"([^"\n]{{1,200}})"|(\d{{1,6}}))', head)
            if match:
                return match[1] or match[2]
        return ""

    recording = Recording("sadf" if "file-date" in head else "sysstat", told("nodename"))
    recording.machine = told("machine")
    for name, keys in (
        ("kernel", ("release",)),
        ("machine", ("machine",)),
        ("processors", ("number-of-cpus",)),
        ("zone", ("timezone",)),
    ):
        if value := told(*keys):
            recording.attributes.append((name, value))
    return Samples(recording, told("file-date", "date"), told("timezone"))


def _read_samples(feed: _Feed, samples: Samples) -> bool:
    """Read the elements of one list; say whether it was closed properly."""
    troubles = samples.recording.troubles
    damaged = 0
    while True:
        feed.skip(_BETWEEN)
        if feed.at_end():
            break
        if feed.begins("]"):
            return True
        line = feed.line
        value = feed.element()
        if isinstance(value, dict):
            stamp = value.pop("timestamp", None)
            samples.take(line, stamp, value)
            continue
        damaged += 1
        if damaged > _MOST_DAMAGED or not feed.find(_NEXT_SAMPLE):
            break
        troubles.note("damaged", line)
    samples.recording.end_early(feed.line)
    return False


class _Feed:
    """A text of which only the part around the present place is held."""

    def __init__(self, blocks: Iterator[str]) -> None:
        self._blocks = blocks
        self._text = ""
        self._place = 0
        self.line = 1

    def _more(self) -> bool:
        block = next(self._blocks, None)
        if block is None:
            return False
        self._text = self._text[self._place :] + block
        self._place = 0
        return True

    def _advance(self, place: int) -> None:
        self.line += self._text.count("\n", self._place, place)
        self._place = place

    def up_to(self, pattern: re.Pattern[str]) -> str | None:
        """Go behind the next match; return what stood before it, or None where there is none."""
        kept = ""
        while True:
            match = pattern.search(self._text, self._place)
            if match:
                head = kept + self._text[self._place : match.start()]
                self._advance(match.end())
                return head[-_HEAD:]
            keep_from = max(self._place, len(self._text) - 100)
            kept = (kept + self._text[self._place : keep_from])[-_HEAD:]
            self._advance(keep_from)
            if not self._more():
                return None

    def skip(self, pattern: re.Pattern[str]) -> None:
        """Go behind a match that may go on in the next block."""
        while True:
            match = pattern.match(self._text, self._place)
            self._advance(match.end() if match else self._place)
            if self._place < len(self._text) or not self._more():
                return

    def at_end(self) -> bool:
        """Say whether nothing follows."""
        return self._place >= len(self._text)

    def begins(self, text: str) -> bool:
        """Say whether a text follows."""
        return self._text.startswith(text, self._place)

    def element(self) -> object:
        """Read the next value; None, and no step forward, where it is damaged or cut."""
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._place)
            except (ValueError, RecursionError):
                if len(self._text) - self._place > _LONGEST_SAMPLE or not self._more():
                    return None
                continue
            self._advance(end)
            return value

    def find(self, pattern: re.Pattern[str]) -> bool:
        """Go to the next match behind the present place; False where there is none."""
        start = self._place + 1
        while True:
            match = pattern.search(self._text, start)
            if match:
                self._advance(match.start())
                return True
            self._advance(max(self._place, len(self._text) - 100))
            start = 1
            if not self._more():
                return False

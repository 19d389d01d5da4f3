"""Cuts a text into the runs it tells of: pastes hold several, or one run in several pieces."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from arraywise.importers.orion.content import Parsed, Segment
from arraywise.importers.orion.histogram import read_histograms
from arraywise.importers.orion.matrix import read_matrices
from arraywise.importers.orion.plain_summary import plain_summary
from arraywise.importers.orion.summary import (
    Stretch,
    read_attributes,
    read_failure,
    read_figures,
)
from arraywise.importers.orion.wording import (
    ANNOUNCEMENT,
    COMMAND,
    HEADLINES,
    MATRIX_CORNER,
    RUN_ID,
    TRACE,
    TRADEOFF,
    VERSION,
    VERSION_NUMBER,
)
from arraywise.importers.text import Places, decode, lines_between, without_escapes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.importers.importer import Source
    from arraywise.importers.orion.content import Matrix
    from arraywise.importers.text import Decoded

_LIMIT_BYTES = 8 * 1024 * 1024
"""Even a histogram of every point of a large matrix stays well below."""


def parse(source: Source) -> Parsed:
    """Understand one file on its own."""
    decoded = decode(source.data, _LIMIT_BYTES)
    plain = plain_summary(decoded.text, settings_alone)
    if plain is None:
        return parse_text(without_escapes(decoded.text), source, decoded)
    return Parsed(source, decoded.encoding, (), False, decoded.problems, plain)  # noqa: FBT003


@lru_cache(maxsize=16)
def settings_alone(text: str) -> Segment | None:
    """Understand the settings of a summary; those of a lab's files are often the same.

    None where there is anything in the text that result lines below it might change.
    """
    if "\x1b" in text:
        return None
    segments = _segments(text, "")
    only = segments[0]
    found = only.has_results or only.matrices or only.problems or only.failure
    return None if found or len(segments) > 1 else only


def parse_text(text: str, source: Source, decoded: Decoded) -> Parsed:
    """Understand any text, damaged as it may be."""
    segments = _segments(text, source.name)
    is_trace = bool(TRACE.search(text)) and not any(s.has_results for s in segments)
    return Parsed(source, decoded.encoding, tuple(segments), is_trace, decoded.problems)


def _segments(text: str, name: str) -> list[Segment]:
    places = Places(text)
    segments: list[Segment] = []
    for start, stop in _stretches(text):
        segment = _segment(Stretch(text, start, stop, places), name)
        if segments and _continues(segments[-1], segment):
            segments[-1] = _joined(segments[-1], segment)
        elif not (segment.is_empty and segments):
            segments += _one_run_each(segment)
    if TRADEOFF.search(name):
        return [replace(segment, matrices=()) for segment in segments]
    return segments


def _one_run_each(segment: Segment) -> list[Segment]:
    """Part tables that were written one after another: the n-th of a kind is of the n-th run."""
    parts: list[list[Matrix]] = []
    for matrix in segment.matrices:
        kinds = [part for part in parts if all(m.metric is not matrix.metric for m in part)]
        if kinds:
            kinds[0].append(matrix)
        else:
            parts.append([matrix])
    if len(parts) < 2 or segment.figures:
        return [segment]
    return [replace(segment, matrices=tuple(part), line=part[0].line) for part in parts]


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Give the offsets of the parts, each beginning at a command or at a version."""
    starts: list[int] = []
    after = 0
    for version in VERSION.finditer(text):
        commands = list(COMMAND.finditer(text, after, version.start()))
        line_start = text.rfind("\n", 0, version.start()) + 1
        here = line_start if line_start >= after else version.start()  # line breaks may be lost
        starts.append(commands[-1].start() if commands else here)
        after = version.end()
    if not starts:
        starts = [0]
    elif not any(pattern.search(text, 0, starts[0]) for pattern, _, _ in HEADLINES):
        starts[0] = 0
    elif starts[0]:
        starts.insert(0, 0)
    yield from zip(starts, [*starts[1:], len(text)], strict=True)


def _segment(stretch: Stretch, name: str) -> Segment:
    text, start, stop, places = stretch
    version = VERSION.search(text, start, stop)
    number = VERSION_NUMBER.search(version.group("token")) if version else None
    run_id = RUN_ID.search(text, version.end() if version else start, stop)
    figures, problems = read_figures(stretch)
    return Segment(
        version=number.group() if number else None,
        run_id=run_id.group("id") if run_id else None,
        attributes=tuple(read_attributes(stretch).items()),
        figures=tuple(figures),
        histograms=tuple(read_histograms(text, start, stop, places)),
        matrices=tuple(_matrices(stretch, name)),
        problems=tuple(problems),
        failure=read_failure(stretch),
        started=bool(ANNOUNCEMENT.search(text, start, stop)),
        line=places.line(version.start() if version else start),
    )


def _matrices(stretch: Stretch, name: str) -> Iterator[Matrix]:
    text, start, stop, places = stretch
    first = text[start : _line_end(text, start, stop)]
    numbered = [(places.line(start), first), *lines_between(text, start, stop, places)]
    if any(MATRIX_CORNER.match(line) for _, line in numbered):
        ends = stop < len(text) or text.endswith("\n")
        yield from read_matrices(numbered, name, ends=ends)


def _line_end(text: str, start: int, stop: int) -> int:
    end = text.find("\n", start, stop)
    return stop if end < 0 else end


def _continues(first: Segment, second: Segment) -> bool:
    """Tell whether a text's next part is the same run again.

    A console's start is followed by the summary file, or a whole console by a summary that
    repeats its figures.
    """
    if first.failure or second.failure or first.version != second.version:
        return False
    if not first.has_results:
        return first.started and second.run_id in (None, first.run_id)
    shared = _headlines(first)
    return bool(shared) and second.run_id is None and shared == _headlines(second)


def _headlines(segment: Segment) -> set[tuple[object, ...]]:
    return {(f.group, f.printed, f.load) for f in segment.figures if f.statistic == "mean"}


def _joined(first: Segment, second: Segment) -> Segment:
    figures = {
        (f.metric, f.statistic, f.group, f.load, f.printed): f
        for f in (*second.figures, *first.figures)
    }
    return replace(
        first,
        attributes=tuple((dict(first.attributes) | dict(second.attributes)).items()),
        figures=tuple(sorted(figures.values(), key=lambda f: (f.line, f.column))),
        histograms=(*first.histograms, *second.histograms),
        matrices=(*first.matrices, *second.matrices),
        problems=(*first.problems, *second.problems),
        started=first.started or second.started,
    )

"""Importer.

The first of a kind is read with all care. What is found there holds for the others too, as far as
it does not follow from the numbers; where it might, each is read with the same care.

The recognised content and every rule are described beside the modules: `wording` (what is
printed), `summary`, `matrix` and `histogram` (what is read), `segments` (runs in a text), `sets`
(files of a run), `latency_unit` and `completeness` (what is decided), `assembly` (the reading).
"""

from __future__ import annotations

import re
from operator import itemgetter, mul
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import (
    AlikeMeasurements,
    Conditions,
    Metric,
    Reading,
    Run,
    conditions_of,
)
from arraywise.importers.kit.text import decode, share_conditions
from arraywise.importers.orion.content import OrionFileContent
from arraywise.importers.orion.runs import TOOL, identity, megabytes, read_set, si_factor
from arraywise.importers.orion.sets import sets_of
from arraywise.importers.orion.summary import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.importers.kit.importer import Source
    from arraywise.importers.orion.content import OrionValue, PlainSummary, SharedConditions

_MOST_KINDS = 200
_key_of = itemgetter(0, 1, 3, 4)


class _Kind(NamedTuple):
    """What the readings of summaries have in common that are alike."""

    reading: Reading
    """Of the first one."""
    conditions: Conditions
    """Of its measurements."""
    factors: tuple[float, ...]
    """Of each printed number, to SI."""
    throughput: int | None
    """Which number the remark about megabytes is on."""


_kinds: dict[SharedConditions, _Kind | None] = {}


def read_single_file(parsed: OrionFileContent) -> Reading:
    """Read a file that is a set of its own."""
    plain = parsed.plain
    if plain is None or parsed.problems or not all(plain.printed):
        return read_set([parsed])[0]
    if plain.likeness in _kinds:
        kind = _kinds[plain.likeness]
        return _filled(kind, parsed, plain) if kind else read_set([parsed])[0]
    reading = read_set([parsed])[0]
    if len(_kinds) >= _MOST_KINDS:
        _kinds.clear()
    _kinds[plain.likeness] = _kind(plain.likeness.segment.figures, reading)
    return reading


def _kind(figures: tuple[OrionValue, ...], reading: Reading) -> _Kind | None:
    """Note what holds for all; None where the numbers decide on a unit, or may be repeated."""
    units = {figure.unit for figure in figures if figure.metric is Metric.LATENCY}
    if None in units or len(units) > 1 or len(set(map(_key_of, figures))) < len(figures):
        return None
    rates = [i for i, figure in enumerate(figures) if figure.metric is Metric.THROUGHPUT]
    factors = tuple(si_factor(figure.metric, figure.unit) for figure in figures)
    conditions = conditions_of(reading.runs[0].measurements)
    return _Kind(reading, conditions, factors, rates[0] if rates else None)


def _filled(kind: _Kind, parsed: OrionFileContent, plain: PlainSummary) -> Reading:
    """Build the reading of a file with other numbers."""
    first = kind.reading
    (run,) = first.runs
    values = tuple(map(mul, plain.printed, kind.factors))
    measurements = AlikeMeasurements(kind.conditions, values, plain.columns)
    problems = first.problems
    if kind.throughput is not None:
        problems = (*problems[:-1], megabytes(measurements[kind.throughput]))
    name, started_at = identity([plain.likeness.segment], [parsed])
    return Reading(
        first.tool,
        first.status,
        (Run(name, run.complete, measurements, run.series, run.samples, started_at,
             run.duration_s, run.host, run.attributes),),
        problems,
        first.tool_version,
        first.run_type,
        first.set_name,
        parsed.encoding,
    )  # fmt: skip


_LOOK_AT_BYTES = 1024 * 1024
_MARKS = re.compile(
    r"\bO?RION(?::\s*ORacle\s+IO\s+Numbers|\s+VERSION\s+\d)"
    r'|^[ \t"]*Large/Small"?[ \t]*(?:[,;\t]|$)'
    r"|\bLatency\s+Histogram\s*@\s*Small\s*="
    r"|\bMaximum\s+(?:Large[\s*]+MBPS|Small[\s*]+IOPS)[\s*]*=[\s*]*\d"
    r"|\bMinimum\s+Small\s+Latency[\s*]*=[\s*]*\d"
    r"|^[ \t]*ran[ \t]+\((?:small|large)\)[ \t]*:"
    r"|\bFor\s+help,\s+run:\s+orion\s+-help|\borion_parse_args\b"
    r"|\borion: error while loading shared libraries",
    re.IGNORECASE | re.MULTILINE,
)
_WORDS = ("rion", "small", "large")
"""Each mark has one of them; looking for these alone is a hundred times quicker."""


class OrionImporter:
    """Reads summaries, consoles, matrices and histograms, joined into the runs they are of."""

    tool = TOOL

    def recognises(self, source: Source) -> bool:
        """Look for ORION's own wording anywhere in the beginning of the file."""
        return _is_marked(source.data[:_LOOK_AT_BYTES])

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put together summary, matrices, histograms and console of one run."""
        sets = sets_of([_parsed(source) for source in sources])
        return [[parsed.source for parsed in files] for files in sets]

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read the files of one run."""
        files = [_parsed(source) for source in group]
        return [read_single_file(files[0])] if len(files) == 1 else read_set(files)


@share_conditions
def _is_marked(head: bytes) -> bool:
    text = decode(head).text
    small = text.lower()
    return any(word in small for word in _WORDS) and bool(_MARKS.search(text))


def _parsed(source: Source) -> OrionFileContent:
    """Parse a file once, for grouping and for reading."""
    known = source.understood.get(TOOL)
    if not isinstance(known, OrionFileContent):
        known = source.understood[TOOL] = parse(source)
    return known

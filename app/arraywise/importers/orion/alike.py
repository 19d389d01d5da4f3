"""Summaries that differ in nothing but their numbers and names, of which labs have thousands.

The first of a kind is read with all care. What is found there holds for the others too, as far as
it does not follow from the numbers; where it might, each is read with the same care.
"""

from __future__ import annotations

from operator import itemgetter, mul
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import Metric, Reading, Run
from arraywise.domain.measurements import AlikeMeasurements, Conditions, conditions_of
from arraywise.importers.orion.assembly import identity, megabytes, read_set, si_factor

if TYPE_CHECKING:
    from arraywise.importers.orion.content import Figure, Likeness, Parsed, Plain

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


_kinds: dict[Likeness, _Kind | None] = {}


def read_alone(parsed: Parsed) -> Reading:
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


def _kind(figures: tuple[Figure, ...], reading: Reading) -> _Kind | None:
    """Note what holds for all; None where the numbers decide on a unit, or may be repeated."""
    units = {figure.unit for figure in figures if figure.metric is Metric.LATENCY}
    if None in units or len(units) > 1 or len(set(map(_key_of, figures))) < len(figures):
        return None
    rates = [i for i, figure in enumerate(figures) if figure.metric is Metric.THROUGHPUT]
    factors = tuple(si_factor(figure.metric, figure.unit) for figure in figures)
    conditions = conditions_of(reading.runs[0].measurements)
    return _Kind(reading, conditions, factors, rates[0] if rates else None)


def _filled(kind: _Kind, parsed: Parsed, plain: Plain) -> Reading:
    """Make the reading of a file with other numbers."""
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

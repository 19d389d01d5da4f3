"""Summaries that differ in nothing but their numbers and names, of which labs have thousands.

The first of a kind is read with all care. What is found there holds for the others too, as far as
it does not follow from the numbers; where it might, each is read with the same care.
"""

from __future__ import annotations

from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from arraywise.domain.evidence import Measurement, Metric, Reading, Run
from arraywise.importers.orion.assembly import identity, megabytes, read_set, si_factor

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.importers.orion.content import Figure, Parsed, Segment

_MOST_KINDS = 200
_key_of = itemgetter(0, 1, 3, 4)
_beside_printed = itemgetter(0, 1, 3, 4, 5, 7)
_measured: Callable[[tuple[Any, ...]], Measurement] = partial(tuple.__new__, Measurement)
_Place = tuple[Any, ...]


class _Kind(NamedTuple):
    """What summaries have in common whose settings and places of numbers are the same."""

    settings: Segment
    reading: Reading
    """Of the first one."""
    factors: tuple[float, ...]
    """Of each printed number, to SI."""
    throughput: int | None
    """Which number the remark about megabytes is on."""


_kinds: dict[tuple[int, tuple[_Place, ...]], _Kind | None] = {}
"""By settings, which their kind keeps alive, and by what is known of the numbers but these and
their columns, which are others where a number beside them has more digits."""


def read_alone(parsed: Parsed) -> Reading:
    """Read a file that is a set of its own."""
    only = parsed.only
    if parsed.settings is None or only is None or parsed.problems:
        return read_set([parsed])[0]
    key = (id(parsed.settings), tuple(map(_beside_printed, only.figures)))
    if key in _kinds:
        kind = _kinds[key]
        is_alike = kind is not None and all(figure.printed for figure in only.figures)
        return _filled(kind, parsed, only) if kind and is_alike else read_set([parsed])[0]
    reading = read_set([parsed])[0]
    if all(figure.printed for figure in only.figures):
        if len(_kinds) >= _MOST_KINDS:
            _kinds.clear()
        _kinds[key] = _kind(parsed.settings, only.figures, reading)
    return reading


def _kind(settings: Segment, figures: tuple[Figure, ...], reading: Reading) -> _Kind | None:
    """Note what holds for all; None where the numbers decide on a unit, or may be repeated."""
    units = {figure.unit for figure in figures if figure.metric is Metric.LATENCY}
    if None in units or len(units) > 1 or len(set(map(_key_of, figures))) < len(figures):
        return None
    rates = [i for i, figure in enumerate(figures) if figure.metric is Metric.THROUGHPUT]
    factors = tuple(si_factor(figure.metric, figure.unit) for figure in figures)
    return _Kind(settings, reading, factors, rates[0] if rates else None)


def _filled(kind: _Kind, parsed: Parsed, only: Segment) -> Reading:
    """Make the reading of a file with other numbers."""
    first = kind.reading
    (run,) = first.runs
    pairs = zip(run.measurements, kind.factors, only.figures, strict=True)
    measurements = tuple(
        _measured((*m[:2], f.printed * factor, *m[3:7], f.column, m[8])) for m, factor, f in pairs
    )
    problems = first.problems
    if kind.throughput is not None:
        problems = (*problems[:-1], megabytes(measurements[kind.throughput]))
    name, started_at = identity([only], [parsed])
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

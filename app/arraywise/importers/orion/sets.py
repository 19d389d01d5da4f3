"""Files of one run; milliseconds or microseconds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache, partial
from statistics import median
from typing import TYPE_CHECKING

from arraywise.domain.evidence import MAX_LARGE_MBPS, MAX_SMALL_IOPS, MIN_SMALL_LATENCY, Metric
from arraywise.domain.messages import Message, Problem, Severity, message
from arraywise.importers.orion.content import LatencyUnit, Matrix, OrionFileContent

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from arraywise.importers.orion.content import OrionValue, RunText

TOLERANCE = 0.05
"""Little's law holds within about 2 % in real files."""
_HALF_A_DIGIT = 0.005
"""Latencies are printed with two decimals."""
_FIRST_IN_MICROSECONDS = (11, 2)


@dataclass(frozen=True, slots=True)
class UnitChoice:
    """The unit of the latencies that carry none themselves, and why it is that one."""

    unit: LatencyUnit | None
    reason: Message
    is_decided_by_print: bool = False

    def problem(self, figures: Iterable[OrionValue]) -> Problem | None:
        """Describe what was decided, or both readings where nothing was."""
        figure = next(iter(figures), None)
        if figure is None or (self.is_decided_by_print and self.unit):
            return None
        if self.unit:
            return Problem(Severity.INFO, self.reason, figure.line)
        sentence = message(
            "{reason} The latency {printed} may be {ms:.9g} ms or {us:.9g} ms; left out.",
            reason=str(self.reason),
            printed=figure.printed,
            ms=figure.printed,
            us=figure.printed / 1000,
        )
        return Problem(Severity.WARNING, sentence, figure.line)


def choose_unit(segments: Iterable[RunText], version: str | None) -> UnitChoice:
    """Decide by a printed unit, else the version, else Little's law (in flight = rate x time).

    Where version and Little's law contradict each other nothing is decided.
    """
    segments = tuple(segments)
    printed = _printed(segments)
    if printed:
        sentence = message("The unit of the latencies is printed: {unit}.", unit=printed.value)
        return UnitChoice(printed, sentence, is_decided_by_print=True)
    lawful = _by_littles_law(segments)
    if version is None:
        return _without_version(lawful)
    unit = _of_version(version)
    if lawful and lawful is not unit:
        return UnitChoice(
            None,
            message(
                "ORION {version} counts latencies in {unit}, but by Little's law these are in "
                "{lawful}.", version=version, unit=unit.value, lawful=lawful.value,
            ),
        )  # fmt: skip
    sentence = message(
        "Latencies without unit read as {unit}: ORION uses milliseconds before 11.2, then"
        " microseconds; this is {version}.",
        unit=unit.value,
        version=version,
    )
    return UnitChoice(unit, sentence)


def _without_version(lawful: LatencyUnit | None) -> UnitChoice:
    if lawful is None:
        return UnitChoice(None, message("Neither unit nor version is known for the latencies."))
    sentence = message(
        "Latencies without unit read as {unit}, the only unit that fits queue depth and IOPS"
        " (Little's law).",
        unit=lawful.value,
    )
    return UnitChoice(lawful, sentence)


def _of_version(version: str) -> LatencyUnit:
    parts = tuple(int(part) for part in version.split(".")[:2])
    return LatencyUnit.US if parts >= _FIRST_IN_MICROSECONDS else LatencyUnit.MS


def _printed(segments: Iterable[RunText]) -> LatencyUnit | None:
    """Take the unit that the run prints, if all its places agree."""
    units = {
        unit
        for segment in segments
        for unit in (
            *(figure.unit for figure in segment.figures),
            *(matrix.unit for matrix in segment.matrices if matrix.metric is Metric.LATENCY),
        )
        if unit
    }
    return units.pop() if len(units) == 1 else None


def _by_littles_law(segments: tuple[RunText, ...]) -> LatencyUnit | None:
    matrices = [matrix for segment in segments for matrix in segment.matrices]
    if little_errors(matrices, LatencyUnit.MS):
        lawful = [u for u in LatencyUnit if median(little_errors(matrices, u)) <= TOLERANCE]
    else:
        figures = [figure for segment in segments for figure in segment.figures]
        lawful = [unit for unit in LatencyUnit if _is_possible(figures, unit)]
    return lawful[0] if len(lawful) == 1 else None


def little_errors(matrices: Iterable[Matrix], unit: LatencyUnit) -> list[float]:
    """Give, for each point with rate and latency, by what share they miss Little's law.

    What the rounding of the printed latency explains is not counted.
    """
    matrices = tuple(matrices)
    rates = [m for m in matrices if m.metric is Metric.IOPS]
    latencies = [m for m in matrices if m.metric is Metric.LATENCY]
    errors: list[float] = []
    for cell in (cell for matrix in latencies for cell in matrix.cells):
        rate = next((r for r in (m.at(cell.load) for m in rates) if r), None)
        if rate and cell.printed and cell.load.small_ios:
            latency = cell.load.small_ios / rate / unit.seconds
            off = max(abs(latency - cell.printed) - _HALF_A_DIGIT, 0.0)
            errors.append(off / cell.printed)
    return errors


def _is_possible(figures: Iterable[OrionValue], unit: LatencyUnit) -> bool:
    """Test a unit on the headlines alone.

    At the load of the lowest latency the rate, in flight / latency, cannot exceed the highest
    rate; and the latency at the highest rate cannot be below the lowest.
    """
    by_group = {figure.group: figure for figure in figures}
    lowest, highest = by_group.get(MIN_SMALL_LATENCY), by_group.get(MAX_SMALL_IOPS)
    if not lowest or not highest or not lowest.printed or not highest.printed:
        return False
    seconds = lowest.printed * unit.seconds
    least = (lowest.load.small_ios or 0) / highest.printed
    most = (highest.load.small_ios or 0) / highest.printed
    return least <= seconds * (1 + TOLERANCE) and seconds <= most * (1 + TOLERANCE)


_ROLE = re.compile(
    r"(?:^|[_\-. ])(?:iops|mbps|lat|latency|summary|hist|histogram|trace|tradeoff|stdout|console"
    r"|output|log)(?=$|[_\-. ])",
    re.IGNORECASE,
)
_HEADLINE_OF = {
    Metric.IOPS: MAX_SMALL_IOPS,
    Metric.THROUGHPUT: MAX_LARGE_MBPS,
    Metric.LATENCY: MIN_SMALL_LATENCY,
}

_LONGEST_ENDING = 5

Group = list[OrionFileContent]
Clue = tuple[object, ...]
"""What two groups of one run have in common: cheap to look up, and no proof."""


@dataclass(frozen=True, slots=True)
class _Join:
    """A way to tell that groups are of one run."""

    seeks: Callable[[Group], Iterator[Clue]]
    """What groups that may belong to this one must offer; nothing where none can be joined."""
    offers: Callable[[Group], Iterator[Clue]]
    belongs: Callable[[Group, Group], bool]


@lru_cache(maxsize=20_000)
def folder_of(name: str) -> str:
    """Return the folder of a file's name, whatever the system that it came from."""
    return name.replace("\\", "/").rpartition("/")[0] or "."


@lru_cache(maxsize=20_000)
def stem_of(name: str) -> str:
    """Return what the names of one run's files have in common."""
    stem = name.replace("\\", "/").rpartition("/")[2]
    dot = stem.rfind(".")
    if 0 < dot < len(stem) - 1 and len(stem) - dot <= _LONGEST_ENDING:
        stem = stem[:dot]
    words = list(_ROLE.finditer(stem))
    return (stem[: words[-1].start()] + stem[words[-1].end() :]).strip("_-. ") if words else stem


def sets_of(files: Sequence[OrionFileContent]) -> list[Group]:
    """Group files by folder and name, then by what they state; the order of files is kept."""
    by_name: dict[Clue, Group] = {}
    for parsed in files:
        by_name.setdefault((_folder(parsed), _stem(parsed)), []).append(parsed)
    groups: list[Group] = []
    for group in by_name.values():
        is_one = len(group) == 1 or _may_be_same_run(group)
        groups += [group] if is_one else [[parsed] for parsed in group]
    may_join = any(parsed.matrices or parsed.run_id for parsed in files)
    for join in _JOINS if may_join else ():
        if any(True for group in groups for _ in join.seeks(group)):
            groups = _joined(groups, join)
    order = {id(parsed): position for position, parsed in enumerate(files)}
    for group in groups:
        group.sort(key=lambda parsed: order[id(parsed)])
    return sorted(groups, key=lambda group: order[id(group[0])])


def _folder(parsed: OrionFileContent) -> str:
    return folder_of(parsed.source.name)


def _stem(parsed: OrionFileContent) -> str:
    return stem_of(parsed.source.name)


def _may_be_same_run(group: Group) -> bool:
    """Two files of a run never hold the same kind of thing with different content."""
    texts = [p for p in group if p.headline(MAX_SMALL_IOPS) or p.headline(MAX_LARGE_MBPS)]
    if len({_headlines(text) for text in texts}) > 1:
        return False
    metrics = [matrix.metric for parsed in group for matrix in parsed.matrices if matrix.metric]
    return len(set(metrics)) == len(metrics) and all(len(p.segments) <= 1 for p in group)


def _headlines(parsed: OrionFileContent) -> tuple[object, ...]:
    figures = [parsed.headline(group) for group in _HEADLINE_OF.values()]
    return tuple((f.printed, f.load) if f else None for f in figures)


def _joined(groups: Sequence[Group], join: _Join) -> list[Group]:
    """Join a group with all others of its folder that belong to it, if they can be one run."""
    joined = [*groups]
    offered: dict[Clue, list[int]] = {}
    for number, group in enumerate(groups):
        for clue in join.offers(group):
            offered.setdefault((_folder(group[0]), *clue), []).append(number)
    if not offered:
        return joined
    home = list(range(len(groups)))  # the group that the files of each group are in by now
    for number in range(len(groups)):
        while joined[number]:
            fitting = _fitting(number, joined, join, offered, home)
            if not fitting:
                break
            for other in fitting:
                joined[number] = [*joined[number], *joined[other]]
                joined[other] = []
                home[other] = number
    return [group for group in joined if group]


def _fitting(
    number: int,
    groups: Sequence[Group],
    join: _Join,
    offered: Mapping[Clue, Sequence[int]],
    home: Sequence[int],
) -> list[int]:
    """Find the groups that belong to one; none where they cannot all be one run with it."""
    group = whole = groups[number]
    fitting: list[int] = []
    seen = {number}
    folder = _folder(group[0])
    candidates = (
        other for clue in join.seeks(group) for other in offered.get((folder, *clue), ())
    )
    for candidate in candidates:
        other = candidate
        while home[other] != other:
            other = home[other]
        if other in seen:
            continue
        seen.add(other)
        if join.belongs(group, groups[other]):
            whole = [*whole, *groups[other]]
            if not _may_be_same_run(whole):
                return []
            fitting.append(other)
    return fitting


def _same_run_id(group: Group, other: Group) -> bool:
    """A console's start names the run whose files have that prefix."""
    ids = {_last_part(parsed.run_id) for parsed in group if parsed.run_id}
    return any(_stem(parsed) in ids for parsed in other)


def _headlines_match(group: Group, other: Group) -> bool:
    """A summary's best figure is in its matrix, at the same load."""
    return any(
        (figure := parsed.headline(_HEADLINE_OF[matrix.metric])) is not None
        and is_same_figure(figure.printed, matrix.at(figure.load))
        for parsed in group
        for matrix in _matrices(other)
        if matrix.metric
    )


def is_same_figure(printed: float, beside: float | None) -> bool:
    """Compare figures that may be printed with different numbers of decimals."""
    return beside is not None and abs(printed - beside) <= 0.0051


def _littles_law_holds(group: Group, other: Group) -> bool:
    """Rates and latencies of one run have the same columns and obey Little's law throughout."""
    shapes = {_shape(m) for m in _matrices(group) if m.metric is Metric.IOPS}
    latencies = [m for m in _matrices(other) if m.metric is Metric.LATENCY and _shape(m) in shapes]
    together = [*_matrices(group), *latencies]
    cells = sum(len(matrix.cells) for matrix in latencies)
    return cells > 0 and any(
        len(errors) == cells and max(errors) <= TOLERANCE
        for errors in (little_errors(together, unit) for unit in LatencyUnit)
    )


def _single_throughput(group: Group, other: Group) -> bool:
    """A single throughput matrix of the same shape as a set without one."""
    shapes = {_shape(m) for m in _matrices(group) if m.metric is not Metric.THROUGHPUT}
    return len(other) == 1 and any(
        m.metric is Metric.THROUGHPUT and _shape(m) in shapes for m in _matrices(other)
    )


def _shape(matrix: Matrix) -> tuple[frozenset[int], frozenset[int]]:
    return frozenset(matrix.columns) - {0}, frozenset(matrix.rows) - {0}


def _matrices(group: Iterable[OrionFileContent]) -> list[Matrix]:
    return [matrix for parsed in group for matrix in parsed.matrices]


def _last_part(run_id: str) -> str:
    """Return an id without the folders of a test that was named with its path."""
    return re.split(r"[\\/]", run_id)[-1]


def _run_ids(group: Group) -> Iterator[Clue]:
    return ((_last_part(parsed.run_id),) for parsed in group if parsed.run_id)


def _stems(group: Group) -> Iterator[Clue]:
    return ((_stem(parsed),) for parsed in group)


def _best_figures(group: Group) -> Iterator[Clue]:
    """Return the headline figures, with neighbours that may be the same with other decimals."""
    for parsed in group:
        for metric, headline in _HEADLINE_OF.items():
            figure = parsed.headline(headline)
            if figure is not None:
                cents = round(figure.printed * 100)
                yield from ((metric, figure.load, cents + off) for off in (0, -1, 1))


def _cells(group: Group) -> Iterator[Clue]:
    for matrix in _matrices(group):
        if matrix.metric:
            yield from ((matrix.metric, c.load, round(c.printed * 100)) for c in matrix.cells)


def _shapes_without(
    metric: Metric, beside: Collection[Metric | None], group: Group
) -> Iterator[Clue]:
    """Return the shapes of matrices, unless there is one of the metric that is sought."""
    matrices = _matrices(group)
    if all(matrix.metric is not metric for matrix in matrices):
        yield from ((_shape(m),) for m in matrices if m.metric in beside)


def _shapes_of(metric: Metric, group: Group) -> Iterator[Clue]:
    return ((_shape(m),) for m in _matrices(group) if m.metric is metric)


_JOINS = (
    _Join(_run_ids, _stems, _same_run_id),
    _Join(_best_figures, _cells, _headlines_match),
    _Join(
        partial(_shapes_without, Metric.LATENCY, (Metric.IOPS,)),
        partial(_shapes_of, Metric.LATENCY),
        _littles_law_holds,
    ),
    _Join(
        partial(_shapes_without, Metric.THROUGHPUT, (Metric.IOPS, Metric.LATENCY, None)),
        partial(_shapes_of, Metric.THROUGHPUT),
        _single_throughput,
    ),
)
"""Tried one after the other, the surest first."""

"""Turns the levels of an answer and the points of I/O sweeps into curves."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.gui import figures, wording
from arraywise.gui.charts.curves import Curve, Line, Point
from arraywise.usecases.describe_works import works_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from arraywise.domain.decision import Answer, Interval, IoLevel, LoadLevel, OptionAnswer
    from arraywise.domain.facts import IoPoint, OptionFacts

translate = QCoreApplication.translate


def response_curves(answer: Answer, hidden: Iterable[int]) -> tuple[Curve, ...]:
    """Return response time in ms against transactions per second, a line in the bracket's band."""
    skip = set(hidden)
    return tuple(
        Curve(
            option.option,
            tuple(_points(option, _response_point)),
            tuple((p.rate_tps, p.low_s * 1000, p.high_s * 1000) for p in option.curve),
            tuple((x, y * 1000) for x, y in option.line),
        )
        for option in answer.options
        if option.option.id not in skip
    )


def rate_curves(answer: Answer, hidden: Iterable[int]) -> tuple[Curve, ...]:
    """Return transactions per second against users."""
    skip = set(hidden)
    return tuple(
        Curve(option.option, tuple(_points(option, _rate_point)))
        for option in answer.options
        if option.option.id not in skip
    )


def demand_line(answer: Answer, *, upright: bool) -> Line:
    """Return the line of the demand."""
    text = translate("LoadCurves", "Demand {rate}")
    rate = figures.number(answer.demand_tps, 1)
    return Line(answer.demand_tps, text.format(rate=rate), upright)


def target_line(answer: Answer) -> Line:
    """Return the line of the target response time, in ms."""
    target = answer.requirement.response_time_s * 1000
    text = translate("LoadCurves", "Target {target} ms, {statistic}")
    statistic = wording.statistic(answer.requirement.statistic)
    said = text.format(target=figures.plain(round(target, 3)), statistic=statistic)
    return Line(target, said, upright=False, dashed=True)


def _points(
    option: OptionAnswer, make: Callable[[OptionAnswer, LoadLevel], Point | None]
) -> list[Point]:
    found = (make(option, level) for level in option.levels)
    return [point for point in found if point is not None]


def _response_point(option: OptionAnswer, level: LoadLevel) -> Point | None:
    rate, response = level.rate_tps.point, level.response_s
    if rate is None or response.point is None:
        return None
    low, high = _ends(response, 1000)
    counts = not (level.host_bound or level.past_knee)
    said = _said(option, level)
    return Point(rate, response.point * 1000, low, high, counts, said, level.users)


def _rate_point(option: OptionAnswer, level: LoadLevel) -> Point | None:
    rate = level.rate_tps
    if rate.point is None:
        return None
    low, high = _ends(rate, 1)
    counts = not (level.host_bound or level.past_knee)
    said = _said(option, level)
    return Point(float(level.users), rate.point, low, high, counts, said, level.users)


def _ends(interval: Interval, factor: float) -> tuple[float | None, float | None]:
    low, high = interval.low, interval.high
    return (None if low is None else low * factor, None if high is None else high * factor)


def _said(option: OptionAnswer, level: LoadLevel) -> str:
    text = translate("LoadCurves", "{option}, {users} users: {rate} tx/s, {ms} ms ({runs} runs)")
    said = text.format(
        option=option.option.name,
        users=figures.number(level.users),
        rate=figures.number(level.rate_tps.point, 1),
        ms=figures.milliseconds(level.response_s.point, 1),
        runs=figures.number(level.runs),
    )
    if level.host_bound:
        said += translate("LoadCurves", "; not comparable as storage")
    elif level.past_knee:
        said += translate("LoadCurves", "; past the highest rate, does not count")
    return said


# I/O sweeps


def iops_of(point: IoPoint) -> float | None:
    """Return I/Os per second."""
    return point.iops


def latency_ms_of(point: IoPoint) -> float | None:
    """Return the latency in milliseconds."""
    return None if point.latency_s is None else point.latency_s * 1000


def throughput_mb_of(point: IoPoint) -> float | None:
    """Return the throughput in MB/s."""
    return None if point.throughput_b_s is None else point.throughput_b_s / 1e6


def sweep(known: OptionFacts) -> tuple[IoPoint, ...]:
    """Return the points of an option's sweeps, without the tools' headline figures."""
    return tuple(
        p
        for p in known.io_points
        if p.group is None and p.small_ios is not None and p.large_ios is not None
    )


def io_curves(
    options: Sequence[OptionFacts],
    value: Callable[[IoPoint], float | None],
    *,
    along_small: bool,
    other: int,
    unit: str,
) -> tuple[Curve, ...]:
    """Return a value against outstanding I/Os of one size, a curve for each kind of I/O.

    Repetitions are averaged.

    Args:
        options: with their points.
        value: what is drawn.
        along_small: whether small or large I/Os grow along the axis.
        other: outstanding I/Os of the other size.
        unit: of the value, for the read-out.
    """
    curves = []
    for known in options:
        works = works_of(known)
        found: dict[str, dict[int, list[float]]] = {}
        for point in sweep(known):
            small, large = point.small_ios or 0, point.large_ios or 0
            at, fixed = (small, large) if along_small else (large, small)
            drawn = value(point)
            if fixed == other and at > 0 and drawn is not None:
                found.setdefault(works[point.run_id], {}).setdefault(at, []).append(drawn)
        for work, by_depth in found.items():
            name = f"{known.option.name}, {work}" if work else known.option.name
            points = tuple(
                _io_point(name, at, fmean(values), unit) for at, values in sorted(by_depth.items())
            )
            curves.append(Curve(known.option, points))
    return tuple(curves)


def _io_point(name: str, at: int, value: float, unit: str) -> Point:
    said = _said_io(name, at, value, unit)
    return Point(float(at), value, None, None, counts=True, said=said)


def _said_io(name: str, outstanding: int, value: float, unit: str) -> str:
    text = translate("LoadCurves", "{option}, {count} outstanding: {value} {unit}")
    shown = figures.plain(value, 4)
    return text.format(option=name, count=outstanding, value=shown, unit=unit)


def sweep_curves(answer: Answer) -> tuple[Curve, ...]:
    """Return latency in ms against I/Os per second, with the band between measured points."""
    curves = []
    for option in answer.options:
        tool = next((curve.tool for curve in option.io_curve if curve.levels), "")
        for swept in (c for c in option.io_curve if c.levels and c.tool == tool):
            points = tuple(_level_point(option, level, swept.work) for level in swept.levels)
            band = tuple((b.iops, b.low_s * 1000, b.high_s * 1000) for b in swept.band)
            curves.append(Curve(option.option, points, band))
    return tuple(curves)


def _level_point(option: OptionAnswer, level: IoLevel, work: str) -> Point:
    text = translate("LoadCurves", "{option}, {count} outstanding: {iops} IOPS, {ms} ms")
    said = text.format(
        option=option.option.name,
        count=level.outstanding,
        iops=figures.number(level.iops),
        ms=figures.milliseconds(level.latency_s, 2),
    )
    if work:
        said += f" ({work})"
    if level.latency_is_derived:
        said += translate("LoadCurves", " (derived: outstanding over rate)")
    return Point(level.iops, level.latency_s * 1000, None, None, counts=True, said=said)

"""Load curves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.domain.degraded import STATE_WORDS
from arraywise.domain.requirement import Goal
from arraywise.gui.charts.curves import PlottedCurve, Point, ReferenceLine
from arraywise.gui.widgets import figures, messages
from arraywise.present.figures import has_transactions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from arraywise.domain.decision import Answer, Interval, LoadLevel, OptionAnswer

translate = QCoreApplication.translate


def response_curves(answer: Answer, hidden: Iterable[int]) -> tuple[PlottedCurve, ...]:
    """Return response time in ms against transactions per second, a line in the bracket's band.

    Runs with a part failed are curves of their own, dotted and hollow, with the state as a note.
    """
    skip = set(hidden)
    shown = [option for option in answer.options if option.option.id not in skip]
    whole = (
        PlottedCurve(
            option.option,
            tuple(_points(option, _response_point)),
            tuple((p.rate_tps, p.low_s * 1000, p.high_s * 1000) for p in option.curve),
            tuple((x, y * 1000) for x, y in option.line),
        )
        for option in shown
    )
    return *whole, *(curve for option in shown for curve in _degraded_curves(option))


def _degraded_curves(option: OptionAnswer) -> Iterator[PlottedCurve]:
    for found in option.degraded:
        state = messages.translate_message(STATE_WORDS[found.state])
        points = (_response_point(option, level) for level in found.levels)
        hollow = tuple(
            replace(point, counts=False, message=f"{point.message}; {state}", users=None)
            for point in points
            if point is not None
        )
        if hollow:
            yield PlottedCurve(option.option, hollow, note=state)


def rate_curves(answer: Answer, hidden: Iterable[int]) -> tuple[PlottedCurve, ...]:
    """Return transactions per second against users."""
    skip = set(hidden)
    return tuple(
        PlottedCurve(option.option, tuple(_points(option, _rate_point)))
        for option in answer.options
        if option.option.id not in skip
    )


def demand_lines(answer: Answer, *, upright: bool) -> tuple[ReferenceLine, ...]:
    """Return the line of the demand in transactions; none where only I/Os are asked for."""
    if not has_transactions(answer):
        return ()
    text = translate("LoadCurves", "Demand {rate} tx/s")
    rate = figures.number(answer.demand_tps, 1)
    return (ReferenceLine(answer.demand_tps, text.format(rate=rate), upright),)


def target_lines(answer: Answer) -> tuple[ReferenceLine, ...]:
    """Return the line of the target response time, in ms; none where it is not asked for."""
    if answer.requirement.goal is not Goal.RESPONSE_TIME:
        return ()
    target = answer.requirement.response_time_s * 1000
    text = translate("LoadCurves", "Target {target} ms, {statistic}")
    statistic = messages.statistic(answer.requirement.curve_statistic)
    message = text.format(target=figures.plain(round(target, 3)), statistic=statistic)
    return (ReferenceLine(target, message, upright=False, dashed=True),)


def _points(
    option: OptionAnswer, make: Callable[[OptionAnswer, LoadLevel], Point | None]
) -> list[Point]:
    result = (make(option, level) for level in option.levels)
    return [point for point in result if point is not None]


def _response_point(option: OptionAnswer, level: LoadLevel) -> Point | None:
    rate, response = level.rate_tps.point, level.response_s
    if rate is None or response.point is None:
        return None
    low, high = _ends(response, 1000)
    counts = not (level.host_bound or level.past_knee)
    message = _text_of(option, level)
    return Point(rate, response.point * 1000, low, high, counts, message, level.users)


def _rate_point(option: OptionAnswer, level: LoadLevel) -> Point | None:
    rate = level.rate_tps
    if rate.point is None:
        return None
    low, high = _ends(rate, 1)
    counts = not (level.host_bound or level.past_knee)
    message = _text_of(option, level)
    return Point(float(level.users), rate.point, low, high, counts, message, level.users)


def _ends(interval: Interval, factor: float) -> tuple[float | None, float | None]:
    low, high = interval.low, interval.high
    return (None if low is None else low * factor, None if high is None else high * factor)


def _text_of(option: OptionAnswer, level: LoadLevel) -> str:
    text = translate("LoadCurves", "{option}, {users} users: {rate} tx/s, {ms} ms ({runs} runs)")
    message = text.format(
        option=option.option.name,
        users=figures.number(level.users),
        rate=figures.number(level.rate_tps.point, 1),
        ms=figures.milliseconds(level.response_s.point, 1),
        runs=figures.number(level.runs),
    )
    if level.host_bound:
        message += translate("LoadCurves", "; not comparable as storage")
    elif level.past_knee:
        message += translate("LoadCurves", "; past the highest rate: does not count")
    return message

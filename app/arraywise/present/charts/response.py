"""Response time and transaction rate against the load as scenes."""

from __future__ import annotations

import math
from statistics import median
from typing import TYPE_CHECKING

from arraywise.domain.decision import Interval
from arraywise.domain.messages import message
from arraywise.domain.requirement import STATE_WORDS, Goal
from arraywise.present.charts.axes import truncate
from arraywise.present.charts.plot import Plot, PlotFrame, plot_legend_height
from arraywise.present.figures import is_demand_in_transactions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arraywise.domain.decision import Answer, LoadLevel, OptionAnswer
    from arraywise.domain.messages import Message
    from arraywise.present.charts.axes import XY
    from arraywise.present.charts.scene import Medium, Scene

_Named = tuple[str, "XY", int]
"""A name, the end of its line, and the position of its option."""


def draw_response(answer: Answer, width: float, height: float, medium: Medium) -> Scene:
    """Return response time (ms) against load (transactions a second) of all options.

    Measured points with 95 % intervals and a smooth line through them, the interval that the
    answer is read off as a band (MODEL P5), the demand and the target. Hollow and dotted: not
    comparable or past the knee. `height` is that of the plot without a list of names below.
    """
    requirement = answer.requirement
    is_timed = requirement.goal is Goal.RESPONSE_TIME and answer.is_stated
    target = requirement.response_time_s * 1000 if is_timed else 0.0
    right = (
        max([answer.demand_tps, *(_point_or_zero(v.rate_tps) for v in _levels_of_options(answer))])
        * 1.06
    )
    top = _highest_response_drawn_ms(answer, target)
    names = [
        name for option in answer.options for name in _response_curve_names(option, top, medium)
    ]
    plot = _create_plot(medium, (width, height), (right, top), names)
    if is_timed:
        plot.draw_target_area(min(answer.demand_tps, right), target)
    across, up = message("Transactions per second"), message("Response time, ms")
    plot.draw_axes(medium.render(across), medium.render(up))
    label = message(
        "Target {ms:,.10g} ms, {statistic}", ms=target, statistic=requirement.curve_statistic
    )
    if is_timed:
        plot.draw_level_line(target, medium.render(label))
    if is_demand_in_transactions(answer) and answer.is_stated:
        plot.draw_upright_line(answer.demand_tps, medium.render(_demand_label(answer)))
    for option in answer.options:
        _draw_curve(plot, option)
    for option in answer.options:
        for level in option.levels:
            response, hollow = _in_ms(level.response_s), _is_drawn_hollow(level)
            plot.draw_point(level.rate_tps, response, option.option.position, hollow=hollow)
        _draw_degraded_runs(plot, option)
    for text, end, position in names:
        plot.add_option_name(text, end, position)
    return plot.build_scene()


def _create_plot(medium: Medium, size: XY, ends: XY, names: list[_Named]) -> Plot:
    """Begin a plot from zero to some ends, with room below for names that are too many."""
    texts = [text for text, _, _ in names]
    height = size[1] + plot_legend_height(texts, size[0], medium)
    return Plot(medium, PlotFrame(size[0], height), (0.0, ends[0]), (0.0, ends[1]), texts)


def _demand_label(answer: Answer) -> Message:
    return message("Demand {tps:.1f} tx/s", tps=answer.demand_tps)


def _response_curve_names(option: OptionAnswer, top: float, medium: Medium) -> Iterator[_Named]:
    """Yield the name of an option's curve, and of those with a part failed, at their ends."""
    position = option.option.position
    curve = _response_line_ms(option) or _response_points_ms(option.levels)
    named = [(_truncated_option_name(medium, option), curve)]
    named += [
        (truncate(medium.render(STATE_WORDS[found.state])), _response_points_ms(found.levels))
        for found in option.degraded
    ]
    for text, points in named:
        visible = [point for point in points if point[1] <= top]
        if visible:
            yield text, visible[-1], position


def _response_points_ms(levels: Iterable[LoadLevel]) -> list[XY]:
    return [(_point_or_zero(v.rate_tps), _point_or_zero(v.response_s) * 1000) for v in levels]


def _response_line_ms(option: OptionAnswer) -> list[XY]:
    """Return the line through an option's levels, in 1/s and ms."""
    return [(rate, s * 1000) for rate, s in option.smooth_curve]


def _draw_curve(plot: Plot, option: OptionAnswer) -> None:
    position, points = option.option.position, _response_line_ms(option)
    low = [(p.rate_tps, p.low_s * 1000) for p in option.curve]
    high = [(p.rate_tps, p.high_s * 1000) for p in option.curve]
    plot.draw_band(low, high, position)
    used = [level for level in option.levels if not level.past_knee]
    sound = [_point_or_zero(level.rate_tps) for level in used if not level.host_bound]
    last = max(sound, default=0.0) if len(sound) < len(used) else math.inf
    before = [p for p in points if p[0] <= last]
    plot.draw_line(before, position)
    beyond = [*before[-1:], *(p for p in points if p[0] > last)]
    plot.draw_line(beyond, position, is_dotted=True)


def _draw_degraded_runs(plot: Plot, option: OptionAnswer) -> None:
    """Draw the runs with a part failed: dotted and hollow."""
    position = option.option.position
    for found in option.degraded:
        plot.draw_line(_response_points_ms(found.levels), position, is_dotted=True)
        for level in found.levels:
            plot.draw_point(level.rate_tps, _in_ms(level.response_s), position, hollow=True)


def _highest_response_drawn_ms(answer: Answer, target: float) -> float:
    """Return the highest response time drawn, ms: all that counts, within reason.

    That is up to 2.5 times the target, or a little above what options show at the demand; all
    of it where there is no target.
    """
    points = [o.response_s.point * 1000 for o in answer.options if o.response_s.point]
    reach = max(target * 2.5, median(points) * 1.3 if points else 0.0)
    counted = [
        (v.response_s.high or _point_or_zero(v.response_s)) * 1000
        for v in _levels_of_options(answer)
        if not v.past_knee
    ]
    end = max([target * 1.35, *counted], default=1.0) * 1.04
    return min(end, reach) if target else end


def _levels_of_options(answer: Answer) -> Iterator[LoadLevel]:
    return (level for option in answer.options for level in option.levels)


def _is_drawn_hollow(level: LoadLevel) -> bool:
    return level.host_bound or level.past_knee


def _point_or_zero(interval: Interval) -> float:
    return interval.point if interval.point is not None else 0.0


def _in_ms(interval: Interval) -> Interval:
    ends = (interval.low, interval.point, interval.high)
    low, point, high = (None if end is None else end * 1000 for end in ends)
    return Interval(low, point, high)


def _truncated_option_name(medium: Medium, option: OptionAnswer) -> str:
    return truncate(medium.render(option.option.name))

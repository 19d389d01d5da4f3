"""Curves of response time and rate against the load, and of latency against I/Os a second."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent

from arraywise.domain.messages import rounded_milliseconds
from arraywise.domain.requirement import STATE_WORDS, Goal
from arraywise.gui.charts.painted import key_lines
from arraywise.gui.charts.plots import CurvePlot, PlottedCurve, Point, ReferenceLine
from arraywise.gui.widgets import figures, messages
from arraywise.present.charts.io_curves import levels_with_latency, run_latency_band
from arraywise.present.figures import is_demand_in_transactions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from arraywise.domain.decision import Answer, Interval, LoadLevel, OptionAnswer
    from arraywise.present.charts.io_curves import DrawnLevel, IoRun, IoTimes


translate = QCoreApplication.translate
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
MOST_ABOVE = 3.0
"""A time so many times the longest measured latency is not drawn: the curves would lie flat."""


def response_curves(answer: Answer, hidden: Iterable[int]) -> tuple[PlottedCurve, ...]:
    """Return the curves of response time in ms against transactions per second, with bands.

    Runs with a part failed are curves of their own, dotted and hollow, with the state as a note.
    """
    shown = _visible_options(answer, hidden)
    curves = (
        PlottedCurve(
            option.option,
            _response_points(option, option.levels),
            tuple((p.rate_tps, p.low_s * 1000, p.high_s * 1000) for p in option.curve),
            tuple((x, y * 1000) for x, y in option.smooth_curve),
        )
        for option in shown
    )
    return *curves, *(curve for option in shown for curve in _degraded_curves(option))


def _visible_options(answer: Answer, hidden: Iterable[int]) -> list[OptionAnswer]:
    skip = set(hidden)
    return [option for option in answer.options if option.option.id not in skip]


def _degraded_curves(option: OptionAnswer) -> Iterator[PlottedCurve]:
    for degraded in option.degraded:
        state = messages.translate_message(STATE_WORDS[degraded.state])
        hollow = tuple(
            replace(point, counts=False, message=f"{point.message}; {state}", users=None)
            for point in _response_points(option, degraded.levels)
        )
        if hollow:
            yield PlottedCurve(option.option, hollow, note=state)


def rate_curves(answer: Answer, hidden: Iterable[int]) -> tuple[PlottedCurve, ...]:
    """Return the curves of transactions per second against users."""
    return tuple(
        PlottedCurve(
            o.option,
            _drop_missing(
                _build_point(o, each, float(each.users), each.rate_tps) for each in o.levels
            ),
        )
        for o in _visible_options(answer, hidden)
    )


def demand_lines(answer: Answer, *, upright: bool) -> tuple[ReferenceLine, ...]:
    """Return the line of the demand in transactions; none where only I/Os are asked for."""
    if not is_demand_in_transactions(answer):
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
    statistic = messages.statistic_name(answer.requirement.curve_statistic)
    text = text.format(target=figures.plain(round(target, 3)), statistic=statistic)
    return (ReferenceLine(target, text, upright=False, dashed=True),)


def _response_points(option: OptionAnswer, levels: Iterable[LoadLevel]) -> tuple[Point, ...]:
    return _drop_missing(
        _build_point(option, o, o.rate_tps.point, o.response_s, 1000) for o in levels
    )


def _drop_missing(points: Iterable[Point | None]) -> tuple[Point, ...]:
    return tuple(point for point in points if point is not None)


def _build_point(
    option: OptionAnswer, level: LoadLevel, x: float | None, y: Interval, factor: int = 1
) -> Point | None:
    """Return the point of a load level; None where it is not known."""
    if x is None or y.point is None:
        return None
    low, high = (None if end is None else end * factor for end in (y.low, y.high))
    counts = not (level.host_bound or level.past_knee)
    return Point(
        x, y.point * factor, low, high, counts, _describe_level(option, level), level.users
    )


def _describe_level(option: OptionAnswer, level: LoadLevel) -> str:
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


class IoPlot(CurvePlot):
    """A plot whose levels Left and Right step through."""

    def _handle_key(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = _STEPS.get(Qt.Key(event.key()))
            if step is not None and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
                self._step_to_point(step)
                return True
        return super()._handle_key(event)

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys of the chart, with what they do."""
        levels = self.tr("Previous or next measured level")
        return *key_lines("zoom", "home"), ("\u2190 \u2192", levels)


def latency_curves(runs: Sequence[IoRun]) -> tuple[PlottedCurve, ...]:
    """Return the curves of latency in ms against I/Os a second, of the runs that are drawn.

    An option's name stands once, at the run of the most levels, and where a reason stands too.
    """
    drawn = [run for run in runs if run.is_drawn]
    most = sorted(drawn, key=lambda run: -(run.levels or 0))
    first = {run.option.id: run for run in reversed(most)}
    shared = note_shared_by_runs(runs)
    return tuple(
        _build_latency_curve(run, shared, is_first=first[run.option.id] is run) for run in drawn
    )


def note_shared_by_runs(runs: Sequence[IoRun]) -> str:
    """Return the note that all drawn runs share; empty where they differ."""
    notes = [_run_note(run) for run in runs if run.is_drawn]
    return notes[0] if len(notes) > 1 and len(set(notes)) == 1 else ""


def _run_note(run: IoRun) -> str:
    return "" if run.note is None else messages.translate_message(run.note)


def _build_latency_curve(run: IoRun, shared: str, *, is_first: bool) -> PlottedCurve:
    note = _run_note(run)
    own_note = "" if note == shared else note
    band = run_latency_band(run)
    band_points = () if band is None else zip(band.iops, band.low_s, band.high_s, strict=True)
    return PlottedCurve(
        run.option,
        tuple(_build_io_point(run, level, note) for level in levels_with_latency(run)),
        tuple((float(x), float(low) * 1e3, float(high) * 1e3) for x, low, high in band_points),
        note=own_note,
        named=is_first or bool(own_note),
    )


def _build_io_point(run: IoRun, level: DrawnLevel, note: str) -> Point:
    text = translate("IoPlot", "{option}: {iops} I/Os a second, {ms} ms")
    rate, ms = figures.number(level.iops), format_ms(level.latency_s)
    parts = [text.format(option=run.option.name, iops=rate, ms=ms)]
    if level.outstanding:
        text = translate("IoPlot", "{count} outstanding")
        parts.append(text.format(count=figures.number(level.outstanding)))
    parts += [note] if note else []
    x, y = level.iops, level.latency_s * 1e3
    return Point(x, y, None, None, counts=level.counts, message=", ".join(parts))


def format_ms(seconds: float) -> str:
    """Format a latency in milliseconds without its unit."""
    return figures.plain(rounded_milliseconds(seconds))


def describe_io_demand(iops: float, mix: str = "") -> str:
    """Return the label of the demand's line, with the I/O mix where another is drawn."""
    text = translate("IoPlot", "Demand {rate} IOPS").format(rate=figures.number(iops))
    return f"{text} ({mix})" if mix else text


def io_time_labels(times: IoTimes) -> tuple[str, str]:
    """Return the labels of the lines of the whole target and of the storage's part of it."""
    whole = translate("IoPlot", "All of the target: {ms} ms").format(
        ms=format_ms(times.full_target_s)
    )
    if times.storage_part_s is None:
        return whole, ""
    text = translate("IoPlot", "Left beside the rest: {ms} ms")
    if times.share is not None:
        text = translate("IoPlot", "{share} % of the target: {ms} ms")
    share = figures.plain(100 * (times.share or 0.0))
    return whole, text.format(share=share, ms=format_ms(times.storage_part_s))


def io_time_lines(times: IoTimes, longest_s: float) -> tuple[ReferenceLine, ...]:
    """Return the target's lines, unless far above the longest measured latency."""
    whole, part = io_time_labels(times)
    lines = [ReferenceLine(times.full_target_s * 1e3, whole, upright=False, dashed=True)]
    if times.storage_part_s is not None and times.storage_part_s != times.full_target_s:
        lines.append(ReferenceLine(times.storage_part_s * 1e3, part, upright=False, dotted=True))
    return tuple(line for line in lines if line.at <= MOST_ABOVE * longest_s * 1e3)

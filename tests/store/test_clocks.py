"""Recordings find their runs by time; a clock that is off is set right only where one way fits."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from arraywise.domain.evidence import Clock
from arraywise.store.reading.clocks import (
    ClockBasis,
    RecordedTime,
    RunTimeSpan,
    build_run_span,
    match_clocks,
)

DAY = datetime(2026, 11, 20)  # noqa: DTZ001 - a clock's own time
MINUTE = 60.0
HOUR = 3600.0


def runs(*minutes: float, lasting: float = 30.0) -> list[RunTimeSpan]:
    """Runs that began so many minutes after midnight."""
    return [
        RunTimeSpan(i, DAY + timedelta(minutes=minute), lasting * MINUTE)
        for i, minute in enumerate(minutes)
    ]


def recordings(
    *minutes: float, off_s: float = 0.0, lasting: float = 31.0, shift_s: float | None = None
) -> list[RecordedTime]:
    """Recordings of one host, begun so many minutes after midnight by a clock that is off."""
    result = []
    for i, minute in enumerate(minutes):
        first = DAY + timedelta(minutes=minute, seconds=off_s)
        last = first + timedelta(minutes=lasting)
        result.append(RecordedTime(100 + i, ("db1",), Clock.TEXT, None, first, last, shift_s))
    return result


SWEEP = (600.0, 640.0, 685.0, 720.0, 770.0)


@pytest.mark.parametrize("off_s", [0.0, 20.0, -60.0])
def test_recordings_beside_their_runs_need_no_offset(off_s: float) -> None:
    matches = list(match_clocks(recordings(*SWEEP, off_s=off_s), runs(*SWEEP)))
    assert [(m.run, m.recording - 100) for m in matches] == [(i, i) for i in range(5)]
    assert {(m.basis, m.shift_s) for m in matches} == {(ClockBasis.WRITTEN, 0.0)}


@pytest.mark.parametrize("off_s", [HOUR, -2 * HOUR, 5.5 * HOUR, -5.75 * HOUR, 13 * HOUR])
def test_a_clock_in_another_zone_is_set_right(off_s: float) -> None:
    matches = list(match_clocks(recordings(*SWEEP, off_s=off_s), runs(*SWEEP)))
    assert [(m.run, m.recording - 100) for m in matches] == [(i, i) for i in range(5)]
    assert {(m.basis, m.shift_s) for m in matches} == {(ClockBasis.ASSUMED, off_s)}
    assert [m.begin for m in matches] == [
        run.began + timedelta(seconds=off_s) for run in runs(*SWEEP)
    ]


@pytest.mark.parametrize("off_s", [1300.0, -4321.0, 86_400.0 * 3 + 77])
def test_a_clock_that_is_off_by_anything_is_set_right_where_several_agree(off_s: float) -> None:
    matches = list(match_clocks(recordings(*SWEEP, off_s=off_s), runs(*SWEEP)))
    assert [(m.run, m.recording - 100) for m in matches] == [(i, i) for i in range(5)]
    assert {(m.basis, m.shift_s) for m in matches} == {(ClockBasis.ASSUMED, off_s)}


def test_one_run_and_one_recording_agree_by_whole_hours_only() -> None:
    assert [m.shift_s for m in match_clocks(recordings(600, off_s=7200), runs(600))] == [7200.0]
    assert list(match_clocks(recordings(600, off_s=4321), runs(600))) == []


@pytest.mark.parametrize(
    ("recorded", "ran_at"),
    [
        (recordings(600, off_s=2 * HOUR), runs(600, 660)),  # beside the second or the first?
        (recordings(600, lasting=300), runs(100)),  # a long one is beside it by many offsets
        (recordings(600, off_s=20 * HOUR), runs(600)),  # no zone is as far
        (recordings(600, 640, off_s=1300), runs(600, 640, 680, 720)),  # which two of the four?
        (recordings(600), []),
        ([], runs(600)),
    ],
)
def test_where_several_offsets_fit_none_is_assumed(
    recorded: list[RecordedTime], ran_at: list[RunTimeSpan]
) -> None:
    assert [m for m in match_clocks(recorded, ran_at) if m.basis is ClockBasis.ASSUMED] == []


def test_a_host_whose_clock_is_right_stays_as_it_is() -> None:
    """One recording is beside its run, so the others are of other times."""
    recorded = recordings(600, 60)
    matches = list(match_clocks(recorded, runs(600, 120)))
    assert [(m.run, m.recording, m.shift_s) for m in matches] == [(0, 100, 0.0)]


def test_every_host_has_its_own_clock() -> None:
    wrong = [
        RecordedTime(r.key + 100, ("db2",), *_rest(r)) for r in recordings(*SWEEP, off_s=HOUR)
    ]
    matches = list(match_clocks([*recordings(*SWEEP), *wrong], runs(*SWEEP)))
    assert {(m.recording >= 200, m.shift_s) for m in matches} == {(False, 0.0), (True, HOUR)}
    assert len(matches) == 10


def _rest(one: RecordedTime) -> tuple[Clock, float | None, datetime, datetime]:
    return one.clock, one.utc_offset_s, one.first_at, one.last_at


@pytest.mark.parametrize(("shift_s", "found"), [(HOUR, 1), (0.0, 0)])
def test_an_offset_that_the_user_set_is_the_only_one(shift_s: float, found: int) -> None:
    recorded = recordings(*SWEEP, off_s=HOUR, shift_s=shift_s)[:1]
    matches = list(match_clocks(recorded, runs(*SWEEP)))
    assert len(matches) == found
    assert {m.basis for m in matches} <= {ClockBasis.SET}


@pytest.mark.parametrize(
    ("started_at", "duration_s"),
    [(None, 60.0), ("2026-11-20T10:00:00", None), ("yesterday", 60.0), ("2026-11-20", -1.0),
     ("9999-12-31T23:59:59", 60.0), ("2026-11-20", 1e300)],
)  # fmt: skip
def test_a_run_without_a_time_is_beside_nothing(
    started_at: str | None, duration_s: float | None
) -> None:
    assert build_run_span(1, started_at, duration_s) is None


def test_names_tell_recordings_of_evenly_spaced_runs_apart() -> None:
    """Runs every 40 minutes: shifted by two hours, nearly every recording is beside some run."""
    minutes = [40.0 * i for i in range(400)]
    stated = [(30 + i // 5, i % 5) for i in range(400)]
    ran_at = [
        replace(run, stated=(t[0], None)) for run, t in zip(runs(*minutes), stated, strict=True)
    ]
    recorded = recordings(*minutes, off_s=-2 * HOUR)
    matches = list(match_clocks(recorded, ran_at))
    assert {m.shift_s for m in matches} == {0.0}
    named = [replace(one, stated=t) for one, t in zip(recorded, stated, strict=True)]
    matches = list(match_clocks(named, ran_at))
    assert {(m.recording - 100 - m.run, m.shift_s) for m in matches} == {(0, -2 * HOUR)}
    assert len(matches) == 400


def test_names_that_agree_let_one_pair_be_set_right() -> None:
    recorded = [replace(one, stated=(90, 3)) for one in recordings(600, off_s=4321)]
    ran_at = [replace(run, stated=(90, None)) for run in runs(600)]
    assert [(m.shift_s, m.basis) for m in match_clocks(recorded, ran_at)] == [
        (4321.0, ClockBasis.ASSUMED)
    ]
    assert list(match_clocks(recorded, [replace(ran_at[0], stated=(60, None))])) == []
    assert list(match_clocks(recorded, [*ran_at, replace(ran_at[0], key=7)])) == []


def test_time_comes_before_names() -> None:
    """A recording over the whole sweep may be named after its first level."""
    recorded = [replace(one, stated=(30, 1)) for one in recordings(595, lasting=220)]
    ran_at = [replace(run, stated=(30 * (run.key + 1), None)) for run in runs(*SWEEP)]
    matches = list(match_clocks(recorded, ran_at))
    assert [(m.run, m.shift_s) for m in matches] == [(i, 0.0) for i in range(5)]

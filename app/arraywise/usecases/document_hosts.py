"""What the documents show of hosts: the run just below and the one just above the demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.report.content import HostRun
from arraywise.store.reading.host_series import BUSY, WAIT, HostGroup
from arraywise.store.reading.recordings import has_recordings
from arraywise.usecases.describe_host import describe_host

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.decision import Answer, LoadLevel, OptionAnswer
    from arraywise.domain.facts import LoadRun, StudyFacts
    from arraywise.domain.thresholds import Thresholds
    from arraywise.store.study import Study
    from arraywise.usecases.show_host import Drawn, RunHost

_PIECES = 200


def gather_hosts(study: Study, facts: StudyFacts, answered: Answer) -> tuple[HostRun, ...]:
    """Return what monitors saw around the demand, option by option, ascending by users."""
    if not has_recordings(study):
        return ()
    from arraywise.usecases.show_host import draw_host, hosts_of_runs

    chosen = list(_chosen(facts, answered))
    hosts = hosts_of_runs(study, [run for _, _, run in chosen])
    return tuple(
        _host_run((option, level, run), facts.thresholds, hosts[run.run_id], drawn)
        for option, level, run in chosen
        if run.run_id in hosts
        for host in (hosts[run.run_id],)
        for drawn in (draw_host(study, host.table, HostGroup.PROCESSORS, host.view, _PIECES),)
        if drawn.tracks and len(drawn.tracks[0].times_s) > 1
    )


def _chosen(
    facts: StudyFacts, answered: Answer
) -> Iterator[tuple[OptionAnswer, LoadLevel, LoadRun]]:
    """Yield the first monitored run of the levels around the demand."""
    runs = {known.option.id: known.load_runs for known in facts.options}
    for option in answered.options:
        for level in _around(option, answered.demand_tps):
            here = (r for r in runs.get(option.option.id, ()) if r.users == level.users)
            watched = next((run for run in here if run.host_use is not None), None)
            if watched is not None:
                yield option, level, watched


def _around(option: OptionAnswer, demand_tps: float) -> list[LoadLevel]:
    """Return the last level below the demand and the first one that reaches it."""
    known = [level for level in option.levels if level.rate_tps.point is not None]
    below = [level for level in known if (level.rate_tps.point or 0.0) < demand_tps]
    above = [level for level in known if (level.rate_tps.point or 0.0) >= demand_tps]
    return [*below[-1:], *above[:1]]


def _host_run(
    watched: tuple[OptionAnswer, LoadLevel, LoadRun],
    thresholds: Thresholds,
    host: RunHost,
    drawn: Drawn,
) -> HostRun:
    option, level, run = watched
    lines = {
        series.name: tuple(
            (time - host.begin_s, share)
            for time, share in zip(track.times_s, track.means, strict=True)
        )
        for series, track in zip(drawn.series, drawn.tracks, strict=True)
    }
    length_s = host.end_s - host.begin_s
    start_s, end_s = run.window_s or (0.0, None)
    return HostRun(
        option=option.option,
        users=run.users,
        rate_tps=level.rate_tps.point or 0.0,
        file=host.table.recording.file,
        state=describe_host(run, thresholds),
        busy=lines[BUSY],
        wait=lines.get(WAIT, ()),
        window_s=(start_s, length_s if end_s is None else min(end_s, length_s)),
        exhausted_s=tuple(
            (s.start_s - host.begin_s, s.end_s - host.begin_s) for s in host.exhausted
        ),
    )

"""Host chart of a recording."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from arraywise.analysis.lab_setup import exhausted_time_ranges
from arraywise.domain.evidence import Clock
from arraywise.domain.messages import Message, message
from arraywise.store.encoding import group_by_key
from arraywise.store.reading.clocks import ClockBasis
from arraywise.store.reading.host_use import (
    IDLE_AT_MOST,
    MatchedRecording,
    list_matched_recordings,
)
from arraywise.store.reading.runs import list_monitor_matches, list_run_times
from arraywise.store.reading.samples import (
    IDLE,
    WAIT,
    HostGroup,
    HostSeries,
    SeriesRequest,
    Span,
    group_host_series,
    list_recordings,
    read_tracks,
    table_time_span,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.domain.study import LoadRun
    from arraywise.store.reading.samples import Recording, Track
    from arraywise.store.study import Study

_PIECES = 1200  # into which a recording is cut to see when it was exhausted
_AROUND = 0.08  # of a run: how much of the recording is shown before and after it


@dataclass(frozen=True, slots=True)
class HostTable:
    """One recording of a host, as a chart can show it."""

    recording: Recording
    span: Span
    groups: Mapping[HostGroup, tuple[HostSeries, ...]]

    @property
    def has_clock(self) -> bool:
        """False: it has no times, only rows."""
        return self.recording.samples.clock is not Clock.NONE


@dataclass(frozen=True, slots=True)
class RunHost:
    """The recording beside a run."""

    table: HostTable
    begin_s: float  # of the run, on the monitor's clock; seconds since 1970 as it shows them
    end_s: float
    view: Span  # the run and a little around it, as far as it was recorded
    exhausted: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class HostLines:
    """Lines of one group over a stretch of time."""

    set_id: int  # of the recording
    series: tuple[HostSeries, ...]
    tracks: tuple[Track, ...]
    span: Span


def list_host_tables(study: Study) -> tuple[HostTable, ...]:
    """List the recordings that hold something to draw."""
    built = (_build_host_table(study, recording) for recording in list_recordings(study))
    return tuple(table for table in built if table is not None and table.groups)


def find_run_host(study: Study, run: LoadRun) -> RunHost | None:
    """Return the recording that states how busy the database host was during a run."""
    return find_run_hosts(study, [run]).get(run.run_id)


def find_run_hosts(study: Study, runs: list[LoadRun]) -> dict[int, RunHost]:
    """Return the same for several runs, by run id; those without a recording are left out."""
    result = group_by_key(
        (m.run_id, m) for m in list_matched_recordings(study, list_run_times(study))
    )
    chosen = {
        run.run_id: _choose_recording(result[run.run_id], run)
        for run in runs
        if run.run_id in result
    }
    set_ids = [beside.set_id for beside in chosen.values()]
    by_set = {each.samples.id: each for each in list_recordings(study, set_ids)}
    built = (
        (id_, _build_run_host(study, by_set[each.set_id], each)) for id_, each in chosen.items()
    )
    return {id_: host for id_, host in built if host is not None}


def read_host_lines(
    study: Study, table: HostTable, group: HostGroup, span: Span, pieces: int
) -> HostLines:
    """Return the lines of a group over a stretch of time, in so many pieces."""
    series = tuple(each for each in table.groups[group] if each.name != IDLE)
    wanted = [each.request for each in series]
    result = read_tracks(study, table.recording.samples, wanted, span, pieces)
    return HostLines(table.recording.samples.id, series, result, span)


def find_exhausted_spans(study: Study, table: HostTable, span: Span) -> tuple[Span, ...]:
    """Return when a recording's processors were exhausted (MODEL P4, rule 2).

    A processor that waits for I/O is idle.
    """
    series = {each.name: each.request for each in table.groups.get(HostGroup.PROCESSORS, ())}
    if IDLE not in series:
        return ()
    waiting = series[WAIT].terms if WAIT in series else ()
    idle = SeriesRequest((*series[IDLE].terms, *waiting), series[IDLE].base)
    (track,) = read_tracks(study, table.recording.samples, [idle], span, _PIECES)
    stretches = exhausted_time_ranges(track.times_s, track.means, IDLE_AT_MOST)
    return tuple(Span(*stretch) for stretch in stretches)


def _build_host_table(study: Study, recording: Recording) -> HostTable | None:
    span = table_time_span(study, recording.samples)
    if span is None:
        return None
    return HostTable(recording, span, group_host_series(recording.samples.columns))


def _choose_recording(matches: Sequence[MatchedRecording], run: LoadRun) -> MatchedRecording:
    """Take the recording that the run's figures are from, else the database's."""
    file = run.host_use.file if run.host_use is not None else None
    return min(matches, key=lambda each: (each.file != file, each.is_client))


def _build_run_host(study: Study, recording: Recording, match: MatchedRecording) -> RunHost | None:
    table = _build_host_table(study, recording)
    if table is None or HostGroup.PROCESSORS not in table.groups:
        return None
    begin_s, end_s = _as_shown_seconds(match.begin), _as_shown_seconds(match.end)
    margin = _AROUND * (end_s - begin_s)
    view = Span(max(table.span.start_s, begin_s - margin), min(table.span.end_s, end_s + margin))
    return RunHost(table, begin_s, end_s, view, find_exhausted_spans(study, table, view))


def _as_shown_seconds(moment: datetime) -> float:
    return moment.replace(tzinfo=UTC).timestamp()  # as the clock showed it


_SENTENCES = {
    ClockBasis.UTC: "{count} host recordings match a run by UTC.",
    ClockBasis.WRITTEN: (
        "{count} host recordings match a run by local clock time; a time zone is missing."
    ),
    ClockBasis.ASSUMED: (
        "{count} host recordings match a run only with a clock offset of {minutes:+g} minutes."
        " Check it, and correct it if wrong."
    ),
    ClockBasis.SET: (
        "{count} host recordings match a run with the set offset of {minutes:+g} minutes."
    ),
}
_NONE = "{count} host recordings match no run."


def describe_monitor_clocks(study: Study) -> tuple[Message, ...]:
    """Describe how the clocks of all options' recordings are set; nothing where there are none."""
    result = {(m.file_id, m.basis, m.offset_s) for m in list_monitor_matches(study)}
    kinds = Counter((basis, offset_s) for _, basis, offset_s in result)
    return tuple(
        message(_NONE if basis is None else _SENTENCES[basis], count=count, minutes=offset_s / 60)
        for (basis, offset_s), count in sorted(kinds.items(), key=lambda kind: str(kind[0]))
    )

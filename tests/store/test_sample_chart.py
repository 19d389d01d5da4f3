"""Host samples in as many pieces as a chart has pixels, checked against the rows themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.domain.units import Unit
from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.samples import (
    BUSY,
    IDLE,
    HostGroup,
    SampleSeries,
    SeriesRequest,
    Span,
    group_host_series,
    list_recordings,
    list_sample_sets,
    read_tracks,
    table_time_span,
)
from arraywise.usecases.import_files import import_files
from tests.conftest import ROOT
from tests.sample_values import sample_rows

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.reading.samples import SampleSet
    from arraywise.store.study import Study

DSTAT = ROOT / "data" / "worked-example" / "fc-san" / "dstat" / "fc_u060_r1_dstat.csv"


@pytest.fixture
def samples(study: Study) -> SampleSet:
    import_files(study, [DSTAT], option="FC SAN")
    (result,) = list_sample_sets(study, list_files(study)[0].id)
    return result


def test_each_piece_has_least_most_and_mean_of_its_rows(study: Study, samples: SampleSet) -> None:
    span = table_time_span(study, samples)
    assert span is not None
    times, values = sample_rows(study, samples, 0)
    assert (span.start_s, span.end_s) == (times[0], times[-1])
    (track,) = read_tracks(study, samples, [SeriesRequest(((0, 1.0),))], span, 7)
    width = int(span.length_s * 1_000_000) // 7 / 1_000_000
    pieces: dict[int, list[float]] = {}
    for time, value in zip(times, values, strict=True):
        pieces.setdefault(min(6, int((time - times[0]) / width)), []).append(value)
    assert list(track.lows) == [min(rows) for rows in pieces.values()]
    assert list(track.highs) == [max(rows) for rows in pieces.values()]
    assert list(track.means) == pytest.approx([sum(r) / len(r) for r in pieces.values()])
    assert track.times_s[0] == pytest.approx(times[0] + width / 2)


def test_with_a_piece_for_each_row_nothing_is_lost(study: Study, samples: SampleSet) -> None:
    span = table_time_span(study, samples)
    assert span is not None
    _, values = sample_rows(study, samples, 3)
    (track,) = read_tracks(study, samples, [SeriesRequest(((3, 1.0),))], span, 5000)
    assert list(track.means) == list(track.lows) == list(track.highs) == values


def test_only_the_stretch_that_is_seen_is_read(study: Study, samples: SampleSet) -> None:
    times, values = sample_rows(study, samples, 0)
    (track,) = read_tracks(
        study, samples, [SeriesRequest(((0, 1.0),))], Span(times[10], times[19]), 500
    )
    assert list(track.means) == values[10:20]
    assert (
        read_tracks(study, samples, [SeriesRequest(((0, 1.0),))], Span(0, 1), 5)[
            0
        ].times_s.tolist()
        == []
    )
    assert read_tracks(study, samples, [], Span(0, 1), 5) == ()


def test_lines_are_sums_of_columns(study: Study, samples: SampleSet) -> None:
    groups = group_host_series(samples.columns)
    assert list(groups) == list(HostGroup)
    series = {each.name: each.request for each in groups[HostGroup.PROCESSORS]}
    span = table_time_span(study, samples)
    assert span is not None
    busy, idle = read_tracks(study, samples, [series[BUSY], series[IDLE]], span, 5000)
    user, system = (sample_rows(study, samples, position)[1] for position in (0, 1))
    assert list(busy.means) == pytest.approx([a + b for a, b in zip(user, system, strict=True)])
    assert list(idle.means) == sample_rows(study, samples, 2)[1]


def column(position: int, name: str, instance: str | None, unit: Unit = Unit.ONE) -> SampleSeries:
    return SampleSeries(position, name, instance, unit)


def test_devices_are_added_up_unless_the_machine_is_told() -> None:
    rate = Unit.BYTE_PER_SECOND
    result = group_host_series(
        [
            column(0, "disk_read", "sda", rate),
            column(1, "disk_read", "sdb", rate),
            column(2, "net_receive", None, rate),
            column(3, "net_receive", "eth0", rate),
            column(4, "net_send", "eth0", rate),
            column(5, "net_send", "lo", rate),
        ]
    )
    assert [each.request.terms for each in result[HostGroup.DISK]] == [((0, 1.0), (1, 1.0))]
    received, sent = result[HostGroup.NETWORK]
    assert (received.request.terms, sent.request.terms) == (((2, 1.0),), ((4, 1.0),))
    assert HostGroup.PROCESSORS not in result


def test_processors_one_by_one_are_averaged_and_idle_is_the_rest() -> None:
    names = ("cpu_user", "cpu_system", "cpu_wait")
    parts = [
        column(2 * at + cpu, name, str(cpu)) for at, name in enumerate(names) for cpu in (0, 1)
    ]
    busy, idle, wait = group_host_series(parts)[HostGroup.PROCESSORS]
    assert busy.request == SeriesRequest(((0, 0.5), (1, 0.5), (2, 0.5), (3, 0.5)))
    assert idle.request.base == 1.0
    assert idle.request.terms == tuple((position, -0.5) for position in range(6))
    assert wait.request == SeriesRequest(((4, 0.5), (5, 0.5)))


def test_a_recording_without_times_is_drawn_row_by_row(study: Study, tmp_path: Path) -> None:
    lines = DSTAT.read_text("utf-8").splitlines()
    head = next(n for n, line in enumerate(lines) if line.startswith('"usr"') or '"usr"' in line)
    cells = [line.split(",") for line in lines[head - 1 :]]
    timeless = "\n".join([*lines[: head - 1], *(",".join(row[1:]) for row in cells)])
    path = tmp_path / "timeless.csv"
    path.write_text(timeless + "\n", "utf-8")
    import_files(study, [path, DSTAT], option="FC SAN")
    bare = next(r.samples for r in list_recordings(study) if r.file.endswith("timeless.csv"))
    span = table_time_span(study, bare)
    assert span is not None
    assert (span.start_s, span.end_s) == (0.0, bare.row_count - 1)
    (track,) = read_tracks(study, bare, [SeriesRequest(((0, 1.0),))], span, 5000)
    other = next(r.samples for r in list_recordings(study) if r.samples.id != bare.id)
    assert list(track.means) == sample_rows(study, other, 0)[1]

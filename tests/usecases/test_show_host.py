"""The recording beside a run, when it was exhausted, and which part of the run counts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.messages import UserError
from arraywise.present.labels import describe_host
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.samples import HostGroup
from arraywise.store.study import create_study, open_study
from arraywise.usecases.edit_evidence import (
    clear_measurement_window,
    propose_measurement_window,
    set_measurement_window,
)
from arraywise.usecases.import_files import import_files
from arraywise.usecases.show_host import (
    find_run_host,
    find_run_hosts,
    list_host_tables,
    read_host_lines,
)
from arraywise.usecases.undo import undo_step
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from arraywise.domain.study import LoadRun
    from arraywise.store.study import Study

DATA = ROOT / "data" / "worked-example" / "fluid-cache-das"
FILES = [
    DATA / kind / f"fcache_u{users:03}_r1{end}"
    for users in (60, 120)
    for kind, end in (("swingbench", ".xml"), ("dstat", "_dstat.csv"))
]


def build_study(path: Path) -> None:
    with create_study(path, name="S") as study:
        import_files(study, FILES, option="Fluid Cache")


@pytest.fixture
def lab(built_once: Callable[..., Path], tmp_path: Path) -> Iterator[Study]:
    with open_study(built_once(build_study, tmp_path / "s.arraywise")) as study:
        yield study


def runs_of(study: Study) -> list[LoadRun]:
    (option,) = read_facts(study).options
    return list(option.load_runs)


def test_a_run_is_shown_on_the_clock_of_its_monitor(lab: Study) -> None:
    free, exhausted = runs_of(lab)
    result = find_run_hosts(lab, [free, exhausted])
    for run in (free, exhausted):
        host = result[run.run_id]
        assert run.host_use is not None
        assert host.table.recording.file == run.host_use.file
        assert host.end_s - host.begin_s == pytest.approx(run.duration_s)
        assert host.view.start_s <= host.begin_s < host.end_s
    assert result[free.run_id].exhausted == ()
    (stretch,) = result[exhausted.run_id].exhausted
    assert stretch.length_s > 0.9 * (exhausted.duration_s or 0)


def test_groups_are_drawn_without_what_is_only_the_rest(lab: Study) -> None:
    table = list_host_tables(lab)[0]
    assert table.has_clock
    drawn = read_host_lines(lab, table, HostGroup.PROCESSORS, table.span, 40)
    assert [each.name for each in drawn.series] == ["busy", "cpu_wait", "cpu_steal"]
    assert all(0 < len(track.times_s) <= 40 for track in drawn.tracks)


def test_a_run_without_a_monitor_has_no_recording(study: Study) -> None:
    import_files(study, FILES[:1], option="Fluid Cache")
    assert find_run_host(study, runs_of(study)[0]) is None
    assert list_host_tables(study) == ()


def test_a_window_is_set_and_undone_in_one_step(lab: Study) -> None:
    before = runs_of(lab)
    set_measurement_window(lab, [run.run_id for run in before], 60.0, 400.0)
    assert [run.window_s for run in runs_of(lab)] == [(60.0, 400.0)] * 2
    set_measurement_window(lab, [before[0].run_id], 90.5, None)
    assert [run.window_s for run in runs_of(lab)] == [(90.5, None), (60.0, 400.0)]
    undo_step(lab)
    undo_step(lab)
    assert runs_of(lab) == before


def test_whole_runs_count_again(lab: Study) -> None:
    before = runs_of(lab)
    ids = [run.run_id for run in before]
    set_measurement_window(lab, ids, 60.0, 400.0)
    clear_measurement_window(lab, ids)
    assert runs_of(lab) == before


@pytest.mark.parametrize("window", [(-1.0, 60.0), (60.0, 60.0), (60.0, 30.0)])
def test_a_window_that_is_none_is_refused(lab: Study, window: tuple[float, float]) -> None:
    run = runs_of(lab)[0]
    with pytest.raises(UserError, match="must begin within the run"):
        set_measurement_window(lab, [run.run_id], *window)
    assert runs_of(lab)[0] == run


def test_the_steady_part_is_proposed(lab: Study) -> None:
    run = runs_of(lab)[1]
    proposed = propose_measurement_window(run)
    assert proposed is not None
    assert proposed.is_steady
    assert 0 <= proposed.start_s < proposed.end_s == len(run.rates_tps or ())


def test_an_exhausted_host_says_how_much_it_carries(lab: Study) -> None:
    run = next(r for r in runs_of(lab) if r.users == 120)
    assert run.host_use is not None
    said = str(describe_host(run, read_facts(lab).thresholds))
    assert "CPU exhausted" in said
    most = run.rate_tps / run.host_use.busy_median  # MODEL P4: X_cpu,max = X / busy
    assert f"the host carries {most:,.1f} tx/s at most." in said


def test_what_others_took_is_no_bound_of_the_own_processors(lab: Study) -> None:
    run = next(r for r in runs_of(lab) if r.host_use is not None)
    assert run.host_use is not None
    robbed = replace(run, host_use=replace(run.host_use, steal_median=0.3))
    thresholds = read_facts(lab).thresholds
    assert "tx/s at most" in str(describe_host(run, thresholds))
    assert "tx/s at most" not in str(describe_host(robbed, thresholds))

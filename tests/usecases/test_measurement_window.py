"""The part of a run that counts can be said; host, steadiness and audit then look at that part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.curves.steady_state import describe_window
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import create_study, open_study
from arraywise.usecases.decide_study import prepare
from arraywise.usecases.edit_evidence import revert_run_setting, set_run_setting
from arraywise.usecases.import_files import import_files
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from arraywise.domain.study import LoadRun
    from arraywise.store.study import Study

FC = ROOT / "data" / "worked-example" / "fc-san"
FILES = [FC / "swingbench" / "fc_u060_r1.xml", FC / "dstat" / "fc_u060_r1_dstat.csv"]


def build_study(path: Path) -> None:
    with create_study(path, name="S") as study:
        import_files(study, FILES, option="FC SAN")


@pytest.fixture
def lab(built_once: Callable[..., Path], tmp_path: Path) -> Iterator[Study]:
    with open_study(built_once(build_study, tmp_path / "s.arraywise")) as study:
        yield study


def only_run(study: Study) -> LoadRun:
    (option,) = read_facts(study).options
    (run,) = option.load_runs
    return run


def test_host_and_steadiness_are_those_of_the_window(lab: Study) -> None:
    whole = only_run(lab)
    assert whole.window_s is None
    assert whole.host_use is not None
    set_run_setting(lab, [whole.run_id], "warm_up_s", "60")
    set_run_setting(lab, [whole.run_id], "window_end_s", "180")
    cut = only_run(lab)
    assert cut.window_s == (60.0, 180.0)
    assert cut.host_use is not None
    every_s = whole.duration_s / whole.host_use.samples
    assert cut.host_use.samples == pytest.approx(120 / every_s, abs=1)
    window = prepare(read_facts(lab)).windows[cut.run_id]
    assert (window.start, window.stop) == (60, 180)
    assert window.mean == pytest.approx(sum(cut.rates_tps[60:180]) / 120)


def test_the_whole_run_counts_again_once_the_window_is_taken_back(lab: Study) -> None:
    run = only_run(lab)
    for name in ("warm_up_s", "window_end_s"):
        set_run_setting(lab, [run.run_id], name, "90")
    for name in ("warm_up_s", "window_end_s"):
        revert_run_setting(lab, [run.run_id], name)
    assert only_run(lab) == run


def test_a_window_that_the_run_does_not_reach_has_no_samples(lab: Study) -> None:
    run = only_run(lab)
    set_run_setting(lab, [run.run_id], "warm_up_s", "100000")
    assert only_run(lab).host_use is None


def test_a_window_of_a_climb_drifts_and_one_of_a_plateau_does_not() -> None:
    rates = [float(second) for second in range(100)] + [100.0] * 100
    climb, plateau = describe_window(rates, 10, 90), describe_window(rates, 100, None)
    assert climb is not None
    assert plateau is not None
    assert not climb.is_steady
    assert plateau.is_steady
    assert plateau.mean == 100.0
    assert describe_window(rates, 190, None) is None

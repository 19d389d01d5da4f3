"""Recordings by clocks that are off find their runs; it is told, and the user may overrule it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.messages import UserError
from arraywise.store.reading.clocks import ClockBasis
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.runs import list_monitor_matches, read_monitor_clock
from arraywise.usecases.decide_study import decide_study
from arraywise.usecases.edit_evidence import align_monitor_clock_with_run, set_monitor_clock_offset
from arraywise.usecases.import_files import import_files
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.study import Study

EXAMPLE = ROOT / "data" / "worked-example" / "fc-san"


def moved(text: str, seconds: float) -> str:
    """Move all times of a recording; its zone does not state its offset any more."""

    def later(match: re.Match[str]) -> str:
        time = datetime.strptime(f"2026 {match[0]}", "%Y %d-%m %H:%M:%S")  # noqa: DTZ007
        return (time + timedelta(seconds=seconds)).strftime("%d-%m %H:%M:%S")

    text = re.sub(r"\d\d-\d\d \d\d:\d\d:\d\d", later, text)
    return re.sub(r"\d\d:\d\d:\d\d UTC", "00:00:00 CST", text)


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """Return a folder with three levels of one option, monitored by a clock in another zone."""
    lab = tmp_path / "fc-san"
    lab.mkdir()
    for level in ("u030", "u090", "u120"):
        for path in sorted((EXAMPLE / "swingbench").glob(f"fc_{level}_r?.xml")):
            (lab / path.name).write_bytes(path.read_bytes())
            dstat = EXAMPLE / "dstat" / f"{path.stem}_dstat.csv"
            (lab / dstat.name).write_text(moved(dstat.read_text("utf-8"), 8 * 3600), "utf-8")
    return lab


def offsets(study: Study) -> set[tuple[ClockBasis | None, float]]:
    return {(match.basis, match.offset_s) for match in list_monitor_matches(study)}


def pairs(study: Study) -> list[tuple[str, str | None]]:
    return [
        (match.file, match.run_file and match.run_file.replace(".xml", "_dstat.csv"))
        for match in list_monitor_matches(study)
    ]


def test_an_offset_is_proposed_told_and_changed(study: Study, lab: Path) -> None:
    import_files(study, [lab], option="FC SAN")
    assert len(pairs(study)) == 15
    assert all(monitor == run for monitor, run in pairs(study))
    assert offsets(study) == {(ClockBasis.ASSUMED, 28_800.0)}
    (option,) = read_facts(study).options
    assert {run.host_use.clock_shift_s for run in option.load_runs if run.host_use} == {28_800.0}
    (finding,) = [f for f in decide_study(study).findings if f.check == "clocks differ"]
    assert "+08:00" in str(finding.message)
    assert len(finding.evidence) == 15

    ids = [match.file_id for match in list_monitor_matches(study)]
    set_monitor_clock_offset(study, ids, 0.0)
    assert {basis for basis, _ in offsets(study)} <= {None, ClockBasis.SET}
    assert not any(monitor == run for monitor, run in pairs(study))
    assert "clocks differ" not in {finding.check for finding in decide_study(study).findings}
    set_monitor_clock_offset(study, ids, 28_800.0)
    assert offsets(study) == {(ClockBasis.SET, 28_800.0)}
    assert "clocks differ" not in {finding.check for finding in decide_study(study).findings}
    set_monitor_clock_offset(study, ids, None)
    assert offsets(study) == {(ClockBasis.ASSUMED, 28_800.0)}


@pytest.mark.parametrize("offset_s", [1e9, float("nan"), float("inf")])
def test_an_offset_that_no_clock_has_is_refused(study: Study, offset_s: float) -> None:
    with pytest.raises(UserError, match="at most a year"):
        set_monitor_clock_offset(study, [1], offset_s)


SAR = """Linux 5.14.0-362.el9.x86_64 (synthetic-db01) \t10/14/2026 \t_x86_64_\t(2 CPU)

06:00:36        CPU     %user     %nice   %system   %iowait    %steal     %idle
{processors}
Average:        all     50.00      1.00      9.00     10.00      0.00     30.00

06:00:36     pswpin/s pswpout/s
{swapping}
Average:         0.00      5.00
"""


def test_sar_beside_a_run_tells_processors_and_swapping(study: Study, tmp_path: Path) -> None:
    run = EXAMPLE / "swingbench" / "fc_u030_r1.xml"
    times = [f"06:{i // 6 + 1:02}:{10 * (i % 6):02}" for i in range(66)]
    sar = SAR.format(
        processors="\n".join(
            f"{time}        all     50.00      1.00      9.00     10.00      0.00     30.00"
            for time in times
        ),
        swapping="\n".join(
            f"{time}         0.00      {i % 2 * 5:.2f}" for i, time in enumerate(times)
        ),
    )
    (tmp_path / "sar.txt").write_text(sar, "utf-8")
    import_files(study, [run, tmp_path / "sar.txt"], option="FC SAN")
    ((load_run,),) = [option.load_runs for option in read_facts(study).options]
    use = load_run.host_use
    assert use is not None
    assert (use.host, use.processors, use.samples) == ("synthetic-db01", 2, 60)
    assert use.busy_median == pytest.approx(0.6)
    assert use.paging_share == pytest.approx(0.5)


def test_the_user_says_beside_which_run_a_recording_was_made(study: Study, lab: Path) -> None:
    import_files(study, [lab], option="FC SAN")
    recording = next(m for m in list_monitor_matches(study) if m.file == "fc_u090_r2_dstat.csv")
    clock = read_monitor_clock(study, recording.file_id)
    assert clock is not None
    assert [(m.run_file, m.basis) for m in clock.matches] == [
        ("fc_u090_r2.xml", ClockBasis.ASSUMED)
    ]
    assert len(clock.runs) == 15
    other = next(run for run in clock.runs if run.file == "fc_u120_r1.xml")
    align_monitor_clock_with_run(study, recording.file_id, other.run_id)
    clock = read_monitor_clock(study, recording.file_id)
    assert clock is not None
    assert [(m.run_file, m.basis) for m in clock.matches] == [("fc_u120_r1.xml", ClockBasis.SET)]
    assert clock.set_offset_s == other.offset_s
    with pytest.raises(UserError, match="has no time"):
        align_monitor_clock_with_run(study, recording.file_id, -1)


def test_a_file_of_a_load_has_no_monitor_clock(study: Study) -> None:
    import_files(study, [EXAMPLE / "swingbench" / "fc_u030_r1.xml"], option="FC SAN")
    assert read_monitor_clock(study, 1) is None

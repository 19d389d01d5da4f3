"""Names fill in what a file does not say; where the two differ the file counts, and it is said."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import NO_LOAD, Load, Measurement, Metric, Reading, Run, Status
from arraywise.domain.messages import Severity
from arraywise.domain.units import Unit
from arraywise.importing.filename_metadata import (
    add_name_settings,
    list_name_parts,
    parse_name_settings,
)
from arraywise.store.encoding import FROM_NAME
from arraywise.store.reading.evidence import read_file_detail
from arraywise.store.reading.facts import read_facts
from arraywise.usecases.import_files import import_files
from tests.usecases.result_files import dstat

if TYPE_CHECKING:
    from arraywise.store.study import Study

NAMED = [
    ("lab/fc_u090_r3.xml", "fc_u090_r3.xml", {"users": "90", "repetition": "3"}),
    (
        "lab/results_scale100_uc64_cpu4.xml",
        "results_scale100_uc64_cpu4.xml",
        {"scale": "100", "users": "64", "processors": "4"},
    ),
    ("lab/nas/64users/run2/results.xml", "nas/64users/run2/results.xml",
     {"users": "64", "repetition": "2"}),
    ("lab/u030/rep3/fc_u060.xml", "u030/rep3/fc_u060.xml", {"users": "60", "repetition": "3"}),
    ("u30/results.xml", "results.xml", {"users": "30"}),  # the folder that was named
    ("u30/lab/results.xml", "results.xml", {}),  # too far up
    ("lab/TPCC-wh100-vu32-r1.log", "TPCC-wh100-vu32-r1.log",
     {"warehouses": "100", "users": "32", "repetition": "1"}),
    ("lab/swingbench_v2.6_users=0064.xml", "swingbench_v2.6_users=0064.xml",
     {"version": "2.6", "users": "64"}),
    ("lab/8vcpu_iter-4.log", "8vcpu_iter-4.log", {"processors": "8", "repetition": "4"}),
    ("lab/dell_r710_2u.txt", "dell_r710_2u.txt", {}),
    ("lab/results00001.xml", "results00001.xml", {}),
    ("lab/u0.xml", "u0.xml", {}),
    ("lab/scale100_users_64.xml", "scale100_users_64.xml", {"scale": "100", "users": "64"}),
]  # fmt: skip


@pytest.mark.parametrize(("path", "name", "expected"), NAMED)
def test_what_names_say(path: str, name: str, expected: dict[str, str]) -> None:
    assert parse_name_settings(list_name_parts(Path("/srv") / path, name)) == expected


def rate(users: int | None) -> Measurement:
    load = NO_LOAD if users is None else Load(users)
    return Measurement(Metric.TRANSACTION_RATE, "mean", 12.5, Unit.PER_SECOND, load, line=3)


def reading(*measurements: Measurement, attributes: tuple[tuple[str, str], ...] = ()) -> Reading:
    run = Run("r", complete=True, measurements=measurements, attributes=attributes)
    return Reading("tool", Status.READ, (run,))


def test_users_that_the_file_does_not_say_come_from_the_name() -> None:
    named, problems = add_name_settings(reading(rate(None)), parse_name_settings(["fc_u090_r3"]))
    (run,) = named.runs
    assert [m.load.users for m in run.measurements] == [90]
    assert dict(run.attributes) == {
        "users": "90",
        "repetition": "3",
        FROM_NAME: "users, repetition",
    }
    assert [(p.severity, "90" in p.text) for p in problems] == [(Severity.INFO, True)]


@pytest.mark.parametrize(("told", "severities"), [(90, []), (60, [Severity.WARNING])])
def test_users_that_the_file_says_count(told: int, severities: list[Severity]) -> None:
    named, problems = add_name_settings(reading(rate(told)), parse_name_settings(["fc_u090"]))
    assert [m.load.users for m in named.runs[0].measurements] == [told]
    assert named.runs[0].attributes == ()
    assert [p.severity for p in problems] == severities


def test_settings_that_the_file_says_count() -> None:
    stated = reading(rate(4), attributes=(("scale", "10"),))
    named, _ = add_name_settings(stated, parse_name_settings(["scale100_r2"]))
    assert dict(named.runs[0].attributes) == {
        "scale": "10",
        "repetition": "2",
        FROM_NAME: "repetition",
    }


def test_a_run_without_a_load_gets_none() -> None:
    iops = Measurement(Metric.IOPS, "mean", 12.5, Unit.PER_SECOND)
    named, problems = add_name_settings(reading(iops), parse_name_settings(["u090"]))
    assert named.runs[0].measurements == (iops,)
    assert problems == []


def test_names_reach_the_study(study: Study, tmp_path: Path) -> None:
    folder = tmp_path / "nas" / "run2"
    folder.mkdir(parents=True)
    (folder / "dstat_u060.csv").write_text(dstat(5))
    (file,) = import_files(study, [tmp_path / "nas"], option="NAS").files
    detail = read_file_detail(study, file.id or 0)
    assert detail is not None
    stated = dict(detail.runs[0].run.attributes)
    assert (stated["users"], stated["repetition"]) == ("60", "2")
    assert stated[FROM_NAME] == "users, repetition"
    (option,) = read_facts(study).options
    assert ("repetition", "2") in option.setups[0].attributes

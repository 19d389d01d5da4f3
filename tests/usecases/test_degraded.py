"""Runs with a part failed: apart from the normal curve, and judged beside it."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pypdf
import pytest

from arraywise.cli import run
from arraywise.domain.messages import UserError
from arraywise.domain.requirement import DegradedRule, DegradedState
from arraywise.gui.charts.load_curves import response_curves
from arraywise.importing.filename_metadata import parse_name_settings, strip_settings
from arraywise.shipped import data
from arraywise.store.reading.evidence import list_files, run_ids_of_files
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from arraywise.usecases.decide_study import decide_study
from arraywise.usecases.edit_evidence import revert_run_setting, set_run_setting
from arraywise.usecases.undo import undo_state, undo_step

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

FC, DAS = data("worked-example", "fc-san"), data("worked-example", "das-raid10")
LEVELS = ("030", "060", "090", "120")
ASKED = ["--response-time", "200ms", "--visits-per-month", "54432000"]


def copied(folder: Path, source: Path, levels: tuple[str, ...] = ("030", "060", "090")) -> Path:
    """Copy the results of some levels, two runs each."""
    folder.mkdir(parents=True)
    for level in levels:
        for number in (1, 2):
            for file in (source / "swingbench").glob(f"*u{level}_r{number}.xml"):
                shutil.copy(file, folder / file.name)
    return folder


def decided(study: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    capsys.readouterr()
    assert run(["decide", str(study), "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def build_study(path: Path) -> None:
    """FC SAN, tested whole and, slower by far, with a controller lost."""
    whole = copied(path.parent / "whole", FC, LEVELS)
    part = copied(path.parent / "part", DAS, LEVELS)
    assert run(["new", str(path)]) == 0
    assert run(["import", str(path), str(whole), "--option", "FC SAN"]) == 0
    assert run(["import", str(path), str(part), "--option", "FC SAN",
                "--degraded", "controller lost"]) == 0  # fmt: skip
    assert run(["require", str(path), *ASKED]) == 0


@pytest.fixture
def study(built_once: Callable[..., Path], tmp_path: Path) -> Path:
    return built_once(build_study, tmp_path / "lab.arraywise")


def test_degraded_runs_leave_the_curve_as_it_was(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = tmp_path / "alone.arraywise"
    whole = copied(tmp_path / "whole", FC, LEVELS)
    assert run(["new", str(alone)]) == 0
    assert run(["import", str(alone), str(whole), "--option", "FC SAN"]) == 0
    assert run(["require", str(alone), *ASKED]) == 0
    (with_it,), (without,) = (decided(s, capsys)["options"] for s in (study, alone))
    (found,) = with_it.pop("degraded")
    assert without.pop("degraded") == []
    assert with_it == without
    assert found["state"] == "controller lost"
    assert found["runs"] == 8
    assert (found["peak_tps"], found["average_tps"]) == (84.0, 21.0)
    assert (found["outcome_at_peak"], found["outcome_at_average"]) == ("fail", "pass")
    assert found["response_at_peak_s"]["low"] > 0.2 > found["response_at_average_s"]["high"]


def test_a_rule_makes_the_second_outcome_count(
    study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = {"average": ("PASS-measured", "FC SAN"), "peak": ("FAIL", None)}
    for rule, (verdict, recommended) in expected.items():
        assert run(["require", str(study), "--degraded", rule]) == 0
        document = decided(study, capsys)
        (option,) = document["options"]
        assert option["screen"]["degraded operation"] == verdict
        assert document["recommendation"]["option"] == recommended
        assert document["requirement"]["degraded"] == rule
    assert run(["option", str(study), "NAS", "--shared", "yes"]) == 0
    nas = decided(study, capsys)["options"][1]
    assert nas["screen"]["degraded operation"] == "NO DATA"
    assert run(["require", str(study), "--degraded", DegradedRule.NOT_ASKED]) == 0
    assert "degraded operation" not in decided(study, capsys)["options"][0]["screen"]


def test_what_is_found_is_said_and_printed(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run(["decide", str(study)]) == 0
    assert (
        "FC SAN with a controller lost: fail at the peak (84.0 tx/s), pass at the average"
        " (21.0 tx/s)."
    ) in capsys.readouterr().out
    for name, rule in (("shown", "not asked"), ("asked", "peak")):
        assert run(["require", str(study), "--degraded", rule]) == 0
        assert run(["report", str(study), "-o", str(tmp_path / f"{name}.pdf")]) == 0
        assert run(["export", str(study), "-o", str(tmp_path / f"{name}.xlsx")]) == 0
    pages = [page.extract_text() for page in pypdf.PdfReader(tmp_path / "shown.pdf").pages]
    (page,) = [text for text in pages if "Response time against load" in text]
    assert "Named by a state, dotted and hollow" in " ".join(page.split())
    assert page.count("with a controller lost") >= 1, "the curve has its name"


def test_the_window_draws_them_as_a_curve_of_their_own(study: Path) -> None:
    with open_study(study) as opened:
        whole, part = response_curves(decide_study(opened), hidden=())
    assert len(whole.points) == len(part.points) == 4
    assert all(point.counts for point in whole.points)
    assert not any(point.counts for point in part.points)
    assert part.note == "with a controller lost"
    assert part.points[0].message.endswith("; with a controller lost")


def test_a_tag_is_typed_undone_and_taken_back(study: Path) -> None:
    with open_study(study) as opened:
        (option,) = read_facts(opened).options
        assert [d.state for d in option.degraded] == [DegradedState.CONTROLLER]
        ids = run_ids_of_files(opened, [f.id for f in list_files(opened)])
        with pytest.raises(UserError, match="not a degraded state"):
            set_run_setting(opened, ids, "degraded", "broken")
        set_run_setting(opened, ids, "degraded", "rebuild")
        (option,) = read_facts(opened).options
        assert option.load_runs == ()
        assert [(d.state, len(d.load_runs)) for d in option.degraded] == [
            (DegradedState.REBUILD, 16)
        ]
        assert str(undo_state(opened).undo) == "degraded state of 16 runs"
        undo_step(opened)
        assert len(read_facts(opened).options[0].load_runs) == 8
        revert_run_setting(opened, ids, "degraded")
        (option,) = read_facts(opened).options
        assert (len(option.load_runs), option.degraded) == (16, ())


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("fc_rebuild_u090_r1", "rebuild"),
        ("RAID-rebuilding", "rebuild"),
        ("fc_degraded", "degraded"),
        ("controller-failed", "controller lost"),
        ("failover_u60", "controller lost"),
        ("path_down", "path lost"),
        ("index_rebuild_u090", None),
        ("upgraded", None),
        ("fc_u090_r1", None),
    ],
)
def test_names_tell_the_state(name: str, state: str | None) -> None:
    assert parse_name_settings([name]).get("degraded") == state


def test_the_state_is_no_part_of_an_options_name() -> None:
    assert strip_settings("fc_rebuild_u090_r1") == "fc"

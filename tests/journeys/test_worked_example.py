"""From the worked example's raw files to the answer, held against the truth behind the files."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from arraywise.domain.decision import PASSES, Verdict
from arraywise.domain.evidence import Status
from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from arraywise.usecases.decide_study import decide_study
from tests.conftest import ROOT
from tests.worked_example.files import all_files, truth_json
from tests.worked_example.queueing import Network, Station, rate_at, response_at, solve

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.study import StudyFacts

FOLDER = ROOT / "data" / "worked-example"
TRUTH: dict[str, Any] = json.loads((ROOT / "tests/worked_example/truth.json").read_text("utf-8"))
OPTIONS = tuple(TRUTH["options"])
CACHE = "Fluid Cache on DAS"
PLANTED = {
    "nas_u090_r3.xml": Status.INCOMPLETE,
    "synthetic_iscsi_first_try_console.txt": Status.REFUSED,
}


@dataclass(frozen=True)
class Journey:
    """What the worked example gives from end to end."""

    files: tuple[Any, ...]
    facts: StudyFacts
    answer: Answer

    def option(self, name: str) -> OptionAnswer:
        return next(o for o in self.answer.options if o.option.name == name)


@pytest.fixture(scope="module")
def journey(
    copied_sample: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory
) -> Journey:
    path = tmp_path_factory.mktemp("worked") / "worked.arraywise"
    with open_study(copied_sample(path)) as study:
        return Journey(tuple(list_files(study)), read_facts(study), decide_study(study))


def test_committed_files_are_those_of_the_generator() -> None:
    built = {name: text.encode() for name, text in all_files()}
    there = {p.relative_to(FOLDER).as_posix() for p in FOLDER.rglob("*") if p.is_file()}
    assert there == set(built)
    assert not [name for name, data in built.items() if (FOLDER / name).read_bytes() != data]
    assert (ROOT / "tests/worked_example/truth.json").read_text("utf-8") == truth_json()


@pytest.mark.parametrize(
    ("demands_s", "think_s", "users", "rate", "response_s"),
    [
        ((0.005, 0.008), 0.0, 10, 124.5712371, 0.08027535273),
        ((0.005, 0.008), 1.0, 100, 96.10138647, 0.04056771365),
    ],
)
def test_model_of_the_truth_agrees_with_published_mva(
    demands_s: tuple[float, ...], think_s: float, users: int, rate: float, response_s: float
) -> None:
    """MODEL P5, golden: PDQ and R queueing."""
    network = Network(tuple(Station(d) for d in demands_s), think_s=think_s)
    point = solve(network, users)[-1]
    assert point.rate == pytest.approx(rate, rel=1e-9)
    assert point.response_s == pytest.approx(response_s, rel=1e-9)


def test_model_with_two_processors_is_the_machine_repairman() -> None:
    """MODEL P5, golden: m = 2, N = 60, Z = 1, S = 0.05."""
    point = solve(Network((Station(0.05, 2),), think_s=1.0), 60)[-1]
    assert point.rate == pytest.approx(39.9660151921, rel=1e-9)
    assert point.response_s == pytest.approx(0.501275514, rel=1e-8)


def test_every_file_is_read_except_the_planted_ones(journey: Journey) -> None:
    odd = {
        f.name.rpartition("/")[2]: f.status for f in journey.files if f.status is not Status.READ
    }
    assert odd == PLANTED


def test_tools_and_duplicate(journey: Journey) -> None:
    """The copied file is recognised by its hash and kept once."""
    tools = Counter(f.tool for f in journey.files)
    assert tools == {"swingbench": 128, "dstat": 122, "orion": 21, "io_calibrate": 5}
    assert len({f.sha256 for f in journey.files}) == len(journey.files)


@pytest.mark.parametrize("name", OPTIONS)
def test_runs_count_once_with_their_host(journey: Journey, name: str) -> None:
    """A run that two files tell of is one run; every run has its monitor."""
    levels = {level.users: level for level in journey.option(name).levels}
    runs = dict.fromkeys((30, 60, 90, 120, 150), 5) | ({90: 2} if name == "NAS NFS" else {})
    assert {users: level.runs for users, level in levels.items()} == runs
    assert all(level.host_busy is not None for level in levels.values())


@pytest.mark.parametrize("name", OPTIONS)
def test_intervals_contain_the_truth(journey: Journey, name: str) -> None:
    interval, true = journey.option(name).response_s, TRUTH["options"][name]["response_time_s"]
    assert interval.low is not None
    assert interval.high is not None
    assert interval.low <= true <= interval.high
    assert interval.high / interval.low < 1.4, "an interval that says nothing contains anything"


@pytest.mark.parametrize("name", OPTIONS)
def test_capacity_is_not_above_the_truth(journey: Journey, name: str) -> None:
    """By its lower end, which the rules go by; the point is an estimate of the truth."""
    option, true = journey.option(name), TRUTH["options"][name]["capacity_tps"]
    assert option.capacity_tps is not None
    assert option.capacity_low_tps is not None
    assert option.capacity_low_tps <= true
    assert option.capacity_is_censored or option.capacity_tps == pytest.approx(true, rel=0.05)


def test_recommends_what_the_truth_recommends(journey: Journey) -> None:
    assert journey.answer.demand_tps == pytest.approx(TRUTH["demand_tps"])
    assert journey.answer.recommended is not None
    assert journey.answer.recommended.name == TRUTH["recommended"]


def test_an_option_that_could_still_win_keeps_the_answer_open_by_name(journey: Journey) -> None:
    """MODEL D7.8: the cache's storage was not what limited it; it may be better than measured."""
    assert not journey.answer.is_clear
    (rival,) = journey.answer.certainty.rivals
    assert rival.option == CACHE
    assert rival.share >= 0.2


def test_verdicts(journey: Journey) -> None:
    verdicts = {o.option.name: o.verdict for o in journey.answer.options}
    assert verdicts["FC SAN"] is Verdict.PASS_MEASURED
    assert verdicts["iSCSI SAN"] is Verdict.PASS_MEASURED
    assert verdicts["NAS NFS"] in PASSES
    assert verdicts["DAS RAID-10"] is Verdict.FAIL
    assert verdicts[CACHE] is Verdict.NOT_COMPARABLE
    ranks = {o.option.name: o.rank for o in journey.answer.options}
    assert ranks["FC SAN"] == 1
    assert ranks["DAS RAID-10"] is None
    assert ranks[CACHE] is None


def test_host_is_exhausted_from_90_users_up(journey: Journey) -> None:
    bound = {name: _bound(journey.option(name)) for name in OPTIONS}
    assert bound == {name: [90, 120, 150] if name == CACHE else [] for name in OPTIONS}


def _bound(option: OptionAnswer) -> list[int]:
    return [level.users for level in option.levels if level.host_bound]


def test_too_few_repetitions_are_found_and_named(journey: Journey) -> None:
    result = [
        f for f in journey.answer.findings if "NAS NFS" in f.options and "90" in str(f.message)
    ]
    assert any("repetition" in f.check or "run" in str(f.message) for f in result)


def test_truth_is_read_off_the_model() -> None:
    """Rate and response time are inverse to each other along the true curve."""
    points = solve(Network((Station(0.02),), think_s=1.0), 100)
    assert rate_at(points, response_at(points, 44.0)) == pytest.approx(44.0, rel=1e-3)


@pytest.mark.parametrize("name", OPTIONS)
def test_io_tools_agree_with_littles_law(journey: Journey, name: str) -> None:
    """Outstanding I/Os = IOPS x latency at every point of ORION's sweep, within 2 %."""
    points = next(o.io_points for o in journey.facts.options if o.option.name == name)
    sweep = [p for p in points if p.tool == "orion" and p.group is None and p.large_ios == 0]
    rates = {p.small_ios: p.iops for p in sweep if p.iops is not None}
    delays = {p.small_ios: p.latency_s for p in sweep if p.latency_s is not None}
    assert len(rates) == len(delays) == 30
    for small, rate in rates.items():
        assert rate * delays[small] == pytest.approx(small, rel=0.02)

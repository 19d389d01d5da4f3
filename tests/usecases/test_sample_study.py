"""Building the sample study: what a user finds in it, and what is left when it is stopped."""

from __future__ import annotations

import json
import shutil
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from arraywise import shipped
from arraywise.analysis.pricing import total_price
from arraywise.domain.criteria import Criterion
from arraywise.domain.messages import Stopped, UserError
from arraywise.domain.options import Architecture
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from arraywise.usecases.create_sample import SAMPLE_STUDIES, build_sample_study

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arraywise.domain.study import StudyFacts

Steps = list[tuple[int, int, str]]


@pytest.fixture(scope="module")
def built(
    built_sample: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory
) -> tuple[StudyFacts, Steps]:
    path = built_sample(SAMPLE_STUDIES[0].name)
    assert path.stat().st_size < 13 * 1024 * 1024  # of 3.7 MB of raw files; 9.3 MiB are in use
    copy = shutil.copy(path, tmp_path_factory.mktemp("sample") / "sample.arraywise")
    with open_study(copy) as study:
        facts = read_facts(study)
    steps = json.loads(path.with_suffix(".json").read_text("utf-8"))
    return facts, [(done, whole, text) for done, whole, text in steps]


def test_says_that_it_is_synthetic(built: tuple[StudyFacts, Steps]) -> None:
    facts, _ = built
    assert facts.synthetic
    assert "synthetic" in facts.name.lower()
    assert facts.currency == "BRL"


def test_options_in_the_order_of_their_colours(built: tuple[StudyFacts, Steps]) -> None:
    facts, _ = built
    assert [
        (o.option.name, o.option.architecture, o.option.shared_storage) for o in facts.options
    ] == [
        ("NAS NFS", Architecture.NAS, True),
        ("iSCSI SAN", Architecture.ISCSI_SAN, True),
        ("FC SAN", Architecture.FC_SAN, True),
        ("DAS RAID-10", Architecture.DAS, False),
        ("Fluid Cache on DAS", Architecture.HOST_FLASH_CACHE, False),
    ]


def test_question_is_that_of_the_file(built: tuple[StudyFacts, Steps]) -> None:
    facts, _ = built
    asked = facts.requirement
    assert (asked.response_time_s, asked.visits_per_month) == (0.2, 54_432_000)
    assert asked.budget == Decimal(700_000)
    assert {c.criterion: c.swing for c in facts.criteria} == {
        Criterion.RESPONSE_TIME: 45,
        Criterion.PROVISIONING: 27,
        Criterion.HEADROOM: 18,
        Criterion.PRICE: 10,
    }


@pytest.mark.parametrize(
    ("option", "price", "minutes"),
    [
        ("NAS NFS", 528_600, 25),
        ("iSCSI SAN", 528_600, 45),
        ("FC SAN", 615_000, 95),
        ("DAS RAID-10", 402_300, 18),
        ("Fluid Cache on DAS", 664_200, 120),
    ],
)
def test_prices_and_times(
    built: tuple[StudyFacts, Steps], option: str, price: int, minutes: int
) -> None:
    facts = next(o for o in built[0].options if o.option.name == option)
    assert facts.price_sheet is not None
    total = total_price(facts.price_sheet)
    assert total is not None
    assert total.total == price
    totals = [
        sum(t.seconds for t in facts.provisioning if t.repetition == repetition)
        for repetition in range(1, 6)
    ]
    assert sum(totals) / 5 == minutes * 60
    assert len(set(totals)) == 5


def test_progress_counts_every_file_of_all_options(built: tuple[StudyFacts, Steps]) -> None:
    done = [step[0] for step in built[1]]
    totals = {step[1] for step in built[1]}
    folder = shipped.data(SAMPLE_STUDIES[0].name)
    assert totals == {sum(p.is_file() for p in folder.glob("*/*/*"))}
    assert done == sorted(done)
    assert done[-1] in totals


def test_an_unknown_sample_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="worked-example"):
        build_sample_study(tmp_path / "x.arraywise", "no-such-study")


def test_a_stopped_build_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        build_sample_study(tmp_path / "x.arraywise", stopped=lambda: True)
    assert not list(tmp_path.iterdir())

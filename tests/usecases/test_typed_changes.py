"""Who changed a typed value last, and when: kept by every action, also by undoing one."""

from __future__ import annotations

import getpass
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.criteria import DEFAULT_CRITERIA, Criterion, build_rating
from arraywise.domain.estimates import MeanAndError
from arraywise.domain.messages import UserError
from arraywise.domain.options import ProvisioningTime, build_provisioning_time
from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.domain.requirement import Requirement
from arraywise.domain.study import ReportOptions
from arraywise.store.reading.facts import compute_study_hash
from arraywise.store.reading.history import (
    BASE,
    LastChange,
    read_input_changes,
    read_price_line_changes,
    read_provisioning_step_changes,
)
from arraywise.store.reading.inputs import list_options
from arraywise.store.study import open_study
from arraywise.store.writing.transaction import forget_actions_of_study
from arraywise.usecases.compare_scenarios import (
    add_scenario,
    remove_scenario,
    rename_scenario,
    use_scenario,
)
from arraywise.usecases.copy_study import copy_study_without_history
from arraywise.usecases.create_sample import PUBLISHED_STUDIES
from arraywise.usecases.edit_options import (
    add_option,
    remove_option,
    set_ratings,
    upsert_provisioning_times,
)
from arraywise.usecases.edit_prices import upsert_prices
from arraywise.usecases.edit_study import set_report_options, set_requirement
from arraywise.usecases.import_files import import_files
from arraywise.usecases.undo import redo_step, undo_step
from tests.usecases.edits import set_criteria

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arraywise.store.study import Study

START = datetime(2026, 3, 1, 12, 0)  # noqa: DTZ001 - as the study keeps it


class Day:
    """The moment and the account of all actions; every day has a number."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.number, self.account = 0, "ann"
        for module in ("store.writing.transaction", "usecases.undo"):
            monkeypatch.setattr(f"arraywise.{module}.utc_now", self.now)
        monkeypatch.setattr(getpass, "getuser", lambda: self.account)

    def now(self) -> datetime:
        """Return noon of the day."""
        return START + timedelta(days=self.number)


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Day:
    return Day(monkeypatch)


def on(number: int, by: str = "ann") -> LastChange:
    """Return a change of a day."""
    return LastChange(START + timedelta(days=number), by)


def prices(study: Study, *lines: tuple[str, int]) -> int:
    """Return the NAS a price sheet, and return its id."""
    sheet = PriceSheet("EUR", tuple(PriceLine(name, Decimal(price)) for name, price in lines))
    upsert_prices(study, "NAS", sheet)
    return list_options(study)[0].id


def test_a_line_keeps_its_day_until_it_changes(study: Study, day: Day) -> None:
    nas = prices(study, ("Head", 10), ("Shelf", 20), ("Cable", 1))
    day.number, day.account = 1, "bob"
    prices(study, ("Head", 10), ("Shelf", 25), ("Cable", 1))
    assert read_price_line_changes(study, nas) == {"0": on(0), "1": on(1, "bob"), "2": on(0)}


def test_a_line_keeps_its_day_where_others_come_and_go(study: Study, day: Day) -> None:
    nas = prices(study, ("Head", 10), ("Cable", 1), ("Cable", 1))
    day.number = 1
    prices(study, ("Head", 10), ("Shelf", 20), ("Cable", 1), ("Cable", 1))
    day.number = 2
    prices(study, ("Fan", 3), ("Head", 10), ("Shelf", 20), ("Cable", 1), ("Cable", 1))
    assert read_price_line_changes(study, nas) == {
        "0": on(2),
        "1": on(0),
        "2": on(1),
        "3": on(0),
        "4": on(0),
    }
    prices(study, ("Shelf", 20), ("Cable", 1))
    assert read_price_line_changes(study, nas) == {"0": on(1), "1": on(0)}


def test_undoing_and_redoing_is_changing_too(study: Study, day: Day) -> None:
    nas = prices(study, ("Head", 10), ("Shelf", 20))
    prices(study, ("Head", 10), ("Shelf", 25))
    day.number, day.account = 3, "eve"
    undo_step(study)
    assert read_price_line_changes(study, nas) == {"0": on(0), "1": on(3, "eve")}
    day.number = 4
    redo_step(study)
    assert read_price_line_changes(study, nas) == {"0": on(0), "1": on(4, "eve")}


def test_what_is_removed_leaves_nothing(study: Study, day: Day) -> None:
    nas = prices(study, ("Head", 10))
    upsert_provisioning_times(study, "NAS", [ProvisioningTime("Zone", 1, 60.0)])
    set_ratings(study, nas, ((Criterion.AVAILABILITY, 3),))
    remove_option(study, nas)
    with study.cursor() as cursor:
        assert cursor.execute("FROM typed").fetchall() == []
    day.number = 1
    undo_step(study)
    assert read_price_line_changes(study, nas) == {"0": on(1)}


def test_a_step_says_when_one_of_its_times_changed(study: Study, day: Day) -> None:
    zone, map_ = ProvisioningTime("Zone", 1, 60.0), ProvisioningTime("Map", 1, 30.0)
    upsert_provisioning_times(study, "NAS", [zone, map_])
    nas = list_options(study)[0].id
    day.number = 1
    upsert_provisioning_times(
        study, "NAS", [ProvisioningTime("Zone", 1, 60.0), map_, replace(zone, repetition=2)]
    )
    assert read_provisioning_step_changes(study, nas) == {"Zone": on(1), "Map": on(0)}


@pytest.mark.parametrize("judged", [60.0, MeanAndError(60.0, 9.0)])
def test_an_estimate_that_only_changes_its_spread_is_changed(
    study: Study, day: Day, judged: float | MeanAndError
) -> None:
    first, other = (
        build_provisioning_time("Zone", 1, MeanAndError(60.0, 5.0)),
        ProvisioningTime("Map", 1, 30.0),
    )
    upsert_provisioning_times(study, "NAS", [other, first])
    nas = list_options(study)[0].id
    day.number = 1
    upsert_provisioning_times(study, "NAS", [ProvisioningTime("Rack", 1, 5.0), other, first])
    assert read_provisioning_step_changes(study, nas) == {
        "Zone": on(0),
        "Map": on(0),
        "Rack": on(1),
    }
    day.number = 2
    upsert_provisioning_times(study, "NAS", [other, build_provisioning_time("Zone", 1, judged)])
    assert read_provisioning_step_changes(study, nas) == {"Zone": on(2), "Map": on(0)}


def test_ratings_and_criteria_are_known_one_by_one(study: Study, day: Day) -> None:
    nas = add_option(study, "NAS").id
    set_ratings(study, nas, ((Criterion.AVAILABILITY, 3), (Criterion.OPERABILITY, 2)))
    first, *rest = DEFAULT_CRITERIA
    set_criteria(study, (replace(first, swing=first.swing - 5), *rest))
    day.number = 1
    set_ratings(
        study, nas, ((Criterion.AVAILABILITY, build_rating(2, 3, 4)), (Criterion.OPERABILITY, 2))
    )
    set_criteria(study, (replace(first, swing=first.swing - 7), *rest))
    assert read_input_changes(study, "option_rating") == {
        f"{nas}/{Criterion.AVAILABILITY.value}": on(1),
        f"{nas}/{Criterion.OPERABILITY.value}": on(0),
    }
    result = read_input_changes(study, "criterion")
    assert result.pop(first.criterion.value) == on(1)
    assert set(result.values()) == {on(0)}


def test_the_requirement_is_known_by_its_fields(study: Study, day: Day) -> None:
    set_requirement(study, Requirement(visits_per_month=5))
    day.number = 1
    set_requirement(study, Requirement(response_time_s=0.5, visits_per_month=5))
    result = read_input_changes(study, "requirement")
    assert result == {"visits_per_month": on(0), "response_time_s": on(1)}


def test_the_author_of_the_report_comes_before_the_account(study: Study, day: Day) -> None:
    nas = prices(study, ("Head", 10))
    set_report_options(study, ReportOptions(author=" Ann Bird "))
    day.number = 1
    prices(study, ("Head", 11))
    assert read_price_line_changes(study, nas) == {"0": on(1, "Ann Bird")}


@pytest.mark.parametrize("account", ["CORP\\ann", "ann@corp.example"])
def test_neither_host_nor_domain_is_kept(study: Study, day: Day, account: str) -> None:
    day.account = account
    assert read_price_line_changes(study, prices(study, ("Head", 10))) == {"0": on(0, "ann")}


def test_an_account_without_a_name_is_nobody(
    study: Study, day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown() -> str:
        raise OSError

    monkeypatch.setattr(getpass, "getuser", unknown)
    assert read_price_line_changes(study, prices(study, ("Head", 10))) == {"0": on(day.number, "")}


def test_evidence_and_sample_studies_are_typed_by_nobody(
    study: Study, lab: Path, tmp_path: Path, copied_sample: Callable[..., Path]
) -> None:
    import_files(study, [lab / "das" / "summary.txt"], option="DAS")
    sample = open_study(copied_sample(tmp_path / "s.arraywise", PUBLISHED_STUDIES[0].name))
    with sample:
        for each in (study, sample):
            with each.cursor() as cursor:
                assert cursor.execute("FROM typed").fetchall() == []


def test_a_copy_keeps_it_and_is_the_same_study(study: Study, day: Day, tmp_path: Path) -> None:
    nas = prices(study, ("Head", 10))
    with copy_study_without_history(study.path, tmp_path / "copy.arraywise") as copy:
        assert read_price_line_changes(copy, nas) == {"0": on(0)}
        before = compute_study_hash(study)
        assert compute_study_hash(copy) == before
    day.number = 1
    prices(study, ("Head", 11))
    prices(study, ("Head", 10))
    assert read_price_line_changes(study, nas) == {"0": on(1)}
    assert compute_study_hash(study) == before


def test_putting_a_scenario_in_use_is_no_typing(study: Study, day: Day) -> None:
    nas = prices(study, ("Head", 10), ("Shelf", 20))
    other = add_scenario(study, "Cheaper")
    day.number = 1
    prices(study, ("Fan", 1), ("Head", 10), ("Shelf", 15))
    rename_scenario(study, other, "Cheap")
    day.number = 2
    cheaper = {"0": on(1), "1": on(0), "2": on(1)}
    assert read_price_line_changes(study, nas) == cheaper
    use_scenario(study, BASE)
    assert read_price_line_changes(study, nas) == {"0": on(0), "1": on(0)}
    use_scenario(study, other)
    assert read_price_line_changes(study, nas) == cheaper
    undo_step(study)
    assert read_price_line_changes(study, nas) == {"0": on(0), "1": on(0)}


def test_what_changes_in_the_base_leaves_a_scenario_alone(study: Study, day: Day) -> None:
    nas = prices(study, ("Head", 10), ("Shelf", 20))
    other = add_scenario(study, "Cheaper")
    day.number = 1
    prices(study, ("Head", 10), ("Shelf", 15))
    use_scenario(study, BASE)
    day.number = 2
    prices(study, ("Head", 10), ("Shelf", 25))
    use_scenario(study, other)
    assert read_price_line_changes(study, nas) == {"0": on(0), "1": on(1)}
    use_scenario(study, BASE)
    assert read_price_line_changes(study, nas) == {"0": on(0), "1": on(2)}


def test_what_a_removed_scenario_said_is_forgotten(study: Study, day: Day) -> None:
    nas = prices(study, ("Head", 10))
    other = add_scenario(study, "Cheaper")
    day.number = 1
    prices(study, ("Head", 9))
    remove_scenario(study, other)
    assert read_price_line_changes(study, nas) == {"0": on(0)}
    undo_step(study)
    assert read_price_line_changes(study, nas) == {"0": on(1)}
    redo_step(study)
    forget_actions_of_study(study)
    assert read_price_line_changes(study, nas) == {"0": on(0)}
    with study.cursor() as cursor:
        assert cursor.execute("FROM typed_elsewhere").fetchall() == []


def test_a_record_with_a_list_in_a_cell_is_refused(study: Study) -> None:
    nas = prices(study, ("Head", 10))
    prices(study, ("Head", 9))
    with study.cursor() as cursor:
        ((id_, text),) = cursor.execute(
            "SELECT id, changes FROM history ORDER BY id DESC LIMIT 1"
        ).fetchall()
        forged = text.replace('[1,0,"Head","10"', '[1,0,["Head"],"10"')
        assert forged != text
        cursor.execute("UPDATE history SET changes = ? WHERE id = ?", [forged, id_])
    before = read_price_line_changes(study, nas)
    with pytest.raises(UserError, match="nothing was undone"):
        undo_step(study)
    assert read_price_line_changes(study, nas) == before

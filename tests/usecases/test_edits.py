"""Every edit is one action, checked before it is written."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from arraywise.domain.criteria import Criterion, CriterionSetting
from arraywise.domain.messages import UserError
from arraywise.domain.options import Architecture, ProvisioningTime
from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.domain.requirement import Requirement
from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.history import BASE
from arraywise.store.reading.inputs import (
    list_options,
    read_embed_limit_bytes,
    read_price_range,
    read_requirement,
    read_study_info,
)
from arraywise.usecases.compare_scenarios import add_scenario, use_scenario
from arraywise.usecases.edit_criteria import set_price_range
from arraywise.usecases.edit_evidence import assign_files_to_option, remove_files
from arraywise.usecases.edit_options import (
    add_option,
    remove_option,
    rename_option,
    set_architecture,
    set_restore_time,
    set_serves_files,
    set_shared_storage,
    upsert_provisioning_times,
)
from arraywise.usecases.edit_prices import upsert_prices
from arraywise.usecases.edit_study import (
    list_saved_budgets,
    set_embed_limit,
    set_requirement,
    set_study_info,
)
from arraywise.usecases.import_files import import_files
from arraywise.usecases.undo import redo_step, undo_state, undo_step
from tests.usecases.edits import set_criteria

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arraywise.store.study import Study

SHEET = PriceSheet("EUR", (PriceLine("shelf", Decimal(100)),))
TIMES = (ProvisioningTime("all steps", 1, 2520.0),)


def actions_of(study: Study) -> int:
    with study.cursor() as cursor:
        ((count,),) = cursor.execute("SELECT count(*) FROM change").fetchall()
    return int(count)


@pytest.mark.parametrize(
    "edit",
    [
        lambda study: add_option(study, "Other"),
        lambda study: rename_option(study, 1, "Renamed"),
        lambda study: set_architecture(study, 1, Architecture.DAS),
        lambda study: set_shared_storage(study, 1, shared=False),
        lambda study: set_serves_files(study, 1, serves=None),
        lambda study: set_restore_time(study, 1, 3600.0),
        lambda study: remove_option(study, 1),
        lambda study: upsert_prices(study, "New", SHEET),
        lambda study: upsert_provisioning_times(study, "New", TIMES),
        lambda study: set_requirement(study, Requirement(visits_per_month=5)),
        lambda study: set_criteria(study, []),
        lambda study: set_study_info(study, client="C"),
        lambda study: set_embed_limit(study, 5),
        lambda study: assign_files_to_option(study, [1], "New"),
        lambda study: assign_files_to_option(study, [1], None),
        lambda study: remove_files(study, [1]),
    ],
)
def test_an_edit_is_one_action(study: Study, edit: Callable[[Study], object]) -> None:
    assert add_option(study, "NAS").id == 1
    edit(study)
    assert actions_of(study) == 2


def test_options_have_names_of_their_own(study: Study) -> None:
    nas = add_option(study, "  NAS ")
    assert (nas.name, nas.architecture, nas.shared_storage) == ("NAS", Architecture.NAS, True)
    das = add_option(study, "fast one", Architecture.DAS)
    assert (das.architecture, das.shared_storage) == (Architecture.DAS, False)
    for wrong in ("nas", " ", ""):
        with pytest.raises(UserError):
            add_option(study, wrong)
        with pytest.raises(UserError):
            rename_option(study, das.id, wrong)
    assert rename_option(study, nas.id, "nas") == replace(nas, name="nas")
    assert set_architecture(study, das.id, Architecture.FC_SAN).shared_storage
    assert not set_shared_storage(study, das.id, shared=False).shared_storage
    assert set_shared_storage(study, das.id, shared=None).shared_storage is None
    assert [o.name for o in list_options(study)] == ["nas", "fast one"]
    remove_option(study, das.id)
    with pytest.raises(UserError, match="no longer in the study"):
        rename_option(study, das.id, "x")


def test_what_an_architecture_says_of_sharing_and_files_is_only_where_one_starts(
    study: Study,
) -> None:
    abilities = {
        kind: (built.shared_storage, built.serves_files, built.restore_s)
        for kind in Architecture
        if (built := add_option(study, f"one {kind.value}", kind))
    }
    assert abilities == {
        Architecture.DAS: (False, False, None),
        Architecture.HOST_FLASH_CACHE: (False, False, None),
        Architecture.FC_SAN: (True, None, None),
        Architecture.ISCSI_SAN: (True, None, None),
        Architecture.NVME_TCP_SAN: (True, None, None),
        Architecture.NVME_FC_SAN: (True, None, None),
        Architecture.NAS: (True, True, None),
        Architecture.HYPERCONVERGED: (True, None, None),
        Architecture.CLOUD_BLOCK: (None, False, None),
        Architecture.OTHER: (None, None, None),
    }
    das, *_ = list_options(study)
    set_serves_files(study, das.id, serves=True)
    set_restore_time(study, das.id, 5400.0)
    assert (list_options(study)[0].serves_files, list_options(study)[0].restore_s) == (True, 5400)
    assert str(undo_state(study).undo) == "abilities of one DAS"
    undo_step(study)
    assert list_options(study)[0].restore_s is None
    assert list_options(study)[0].serves_files
    redo_step(study)
    assert list_options(study)[0].restore_s == 5400
    for wrong in (-1.0, float("inf")):
        with pytest.raises(UserError, match="0 hours or more"):
            set_restore_time(study, das.id, wrong)


def test_an_option_named_for_the_first_time_is_made(study: Study, lab: Path) -> None:
    upsert_prices(study, "iSCSI 10 GbE", SHEET)
    upsert_provisioning_times(study, "iscsi 10 gbe", TIMES)
    import_files(study, [lab])
    ids = [row.id for row in list_files(study) if row.tool == "orion"]
    assert assign_files_to_option(study, ids, "ISCSI 10 GbE") == list_options(study)[0]
    (option,) = read_facts(study).options
    assert option.option.architecture is Architecture.ISCSI_SAN
    assert (option.price_sheet, option.provisioning) == (SHEET, TIMES)
    assert len({point.file for point in option.io_points}) == 2
    assign_files_to_option(study, ids[:1], None)
    upsert_prices(study, option.option.name, None)
    (option,) = read_facts(study).options
    assert len({point.file for point in option.io_points}) == 1
    assert option.price_sheet is None


def test_an_assignment_is_no_guess(study: Study, lab: Path) -> None:
    add_option(study, "NAS")
    import_files(study, [lab / "nas_10gbe"])
    (row,) = list_files(study)
    assert (row.option_name, row.option_is_guess) == ("NAS", True)
    assign_files_to_option(study, [row.id], "NAS")
    (row,) = list_files(study)
    assert (row.option_name, row.option_is_guess) == ("NAS", False)


@pytest.mark.parametrize(
    "wrong",
    [
        {"response_time_s": 0.0},
        {"response_time_s": float("nan")},
        {"response_time_s": float("inf")},
        {"statistic": "median"},
        {"visits_per_month": -1},
        {"visits_per_month": 10**30},
        {"transactions_per_visit": 0.0},
        {"days_per_month": 27},
        {"traffic_share": 0.0},
        {"time_share": 1.5},
        {"traffic_share": 0.1, "time_share": 0.2},
        {"growth_per_month": -1.0},
        {"horizon_months": 61},
        {"reserve": -0.1},
        {"min_headroom": float("nan")},
        {"min_headroom": -0.1},
        {"budget": Decimal(-1)},
        {"budget": Decimal(0)},
        {"budget": Decimal("NaN")},
    ],
)
def test_a_requirement_that_makes_no_sense_is_refused(study: Study, wrong: dict[str, Any]) -> None:
    good = Requirement(visits_per_month=54_432_000)
    set_requirement(study, good)
    with pytest.raises(UserError):
        set_requirement(study, replace(good, **wrong))
    assert read_facts(study).requirement == good


@pytest.mark.parametrize(
    ("swings", "limit"),
    [((101.0, 0.0), None), ((-1.0, 5.0), None), ((0.0, 0.0), None), ((1.0, 1.0), float("nan"))],
)
def test_criteria_that_make_no_sense_are_refused(
    study: Study, swings: tuple[float, float], limit: float | None
) -> None:
    pair = (Criterion.PRICE, Criterion.HEADROOM)
    criteria = [
        CriterionSetting(criterion, swing, limit, None, None)
        for criterion, swing in zip(pair, swings, strict=True)
    ]
    with pytest.raises(UserError):
        set_criteria(study, criteria)
    assert read_facts(study).criteria == ()


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf")])
def test_a_time_that_makes_no_sense_is_refused(study: Study, seconds: float) -> None:
    with pytest.raises(UserError):
        upsert_provisioning_times(study, "NAS", [ProvisioningTime("a", 1, seconds)])
    assert list_options(study) == ()


def test_another_currency_restates_all_budgets_and_opens_the_price_range(study: Study) -> None:
    """Budgets of scenarios and the range of prices stayed in the currency before."""
    base = Requirement(visits_per_month=5, budget=Decimal(700000))
    set_requirement(study, base)
    set_price_range(study, 100_000, 900_000)
    cheap = add_scenario(study, "Cheap")
    set_requirement(study, replace(base, budget=Decimal(500000)))
    use_scenario(study, BASE)
    assert list_saved_budgets(study) == (Decimal(500000),)
    with pytest.raises(UserError, match="The budget is in"):
        set_study_info(study, currency="BRL", budgets={Decimal(700000): Decimal(3500000)})
    restated = {Decimal(700000): Decimal(3500000), Decimal(500000): None}
    set_study_info(study, currency="BRL", budgets=restated)
    assert read_requirement(study).budget == Decimal(3500000)
    assert read_price_range(study) is None
    use_scenario(study, cheap)
    assert read_requirement(study).budget is None


def test_the_head_of_a_study(study: Study) -> None:
    set_study_info(study, client="Lab & Co")
    set_study_info(study, currency="BRL")
    info = read_study_info(study)
    assert (info.name, info.client, info.currency) == ("Order entry", "Lab & Co", "BRL")
    for wrong in ("euro", "EU", "eur", "ZZZ", ""):
        with pytest.raises(UserError):
            set_study_info(study, currency=wrong)
    assert read_embed_limit_bytes(study) == 16 * 1024 * 1024
    set_embed_limit(study, 0)
    assert read_embed_limit_bytes(study) == 0
    with pytest.raises(UserError):
        set_embed_limit(study, -1)

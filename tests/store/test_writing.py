"""What is written into a study is read back unchanged."""

from __future__ import annotations

from array import array
from dataclasses import replace
from decimal import Decimal
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.criteria import Criterion, CriterionSetting
from arraywise.domain.evidence import (
    EvidenceFile,
    Load,
    Measurement,
    Metric,
    Origin,
    Reading,
    Run,
    Series,
    Status,
)
from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.options import Architecture, ProvisioningTime
from arraywise.domain.pricing import Discount, DiscountBase, Licence, PriceLine, PriceSheet, Spares
from arraywise.domain.requirement import Convention, Requirement, Rule
from arraywise.domain.units import Unit
from arraywise.store.encoding import encode_raw
from arraywise.store.reading.evidence import (
    NewFile,
    list_files,
    read_embedded_bytes,
    read_file_detail,
)
from arraywise.store.reading.facts import read_last_change_time
from arraywise.store.reading.inputs import (
    list_options,
    read_criteria,
    read_price_sheets,
    read_provisioning_times,
    read_requirement,
    read_setting,
    read_study_info,
)
from arraywise.store.writing import inputs as option_writing
from arraywise.store.writing.evidence import (
    add_files,
    assign_files_to_option,
    erase_files,
    remove_files,
    replace_embedded_bytes,
)
from arraywise.store.writing.inputs import (
    add_option,
    replace_price_sheet,
    replace_provisioning_times,
    write_criteria,
    write_requirement,
    write_setting,
    write_study_info,
)
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from arraywise.domain.options import Option
    from arraywise.store.study import Study

ODD_TEXT = "ä\0 'quoted'; DROP TABLE option; -- {not} a field \u202e"

SHEET = PriceSheet(
    "BRL",
    (
        PriceLine("Disk shelf", Decimal("1234567890123.4567"), Decimal("2.50"), "X-1", "Dealer"),
        PriceLine(
            ODD_TEXT,
            None,
            maintenance=Decimal("0.10"),
            maintenance_per_month=Decimal("1E+3"),
            warranty_months=12,
            discount=Decimal("0.155"),
            one_off_service=True,
            printed_extended=Decimal("-0.00"),
            category="Storage",
            row=7,
            maintenance_discount=Decimal("0.30"),
            spares=Spares.ADDED,
            licence=Licence.TERM,
            support=ODD_TEXT,
            currency="USD",
            is_server=True,
        ),
    ),
    (
        Discount("Disks", Decimal("0.05"), category="Storage"),
        Discount("Volume", Decimal("0.2"), DiscountBase.PRICE, "Dealer", 9),
        Discount("All", Decimal("0.05")),
    ),
    ("Prices of 2026", ODD_TEXT),
)
TIMES = (
    ProvisioningTime("cable", 1, 1320.5),
    ProvisioningTime("format", 1, 60.0),
    ProvisioningTime("cable", 2, 1.0),
)
REQUIREMENT = Requirement(
    response_time_s=0.1,
    statistic="p95",
    visits_per_month=10**12,
    convention=Convention.SUSTAINED,
    transactions_per_visit=1.7,
    days_per_month=31,
    traffic_share=0.7,
    time_share=0.1,
    growth_per_month=0.01,
    horizon_months=36,
    reserve=0.25,
    min_headroom=0.2,
    budget=Decimal("700000.50"),
    needs_shared_storage=True,
    rule=Rule.FRONTIER,
    needs_files=True,
    max_restore_s=5400.5,
)
CRITERIA = (
    CriterionSetting(Criterion.PRICE, 100.0, 700000.0, None, 1.5, 55.0),
    CriterionSetting(Criterion.RESPONSE_TIME, 33.3, None, None, None),
)
READING = Reading(
    tool="swingbench",
    status=Status.READ_WITH_PROBLEMS,
    runs=(
        Run(
            "run 1",
            complete=True,
            measurements=(
                Measurement(Metric.TRANSACTION_RATE, "mean", 1 / 3, Unit.PER_SECOND, Load(30)),
                Measurement(
                    Metric.LATENCY,
                    "p99",
                    5e-324,
                    Unit.SECOND,
                    Load(None, 4, 0),
                    "New Order",
                    line=2**40,
                    column=7,
                    origin=Origin.DERIVED,
                ),
            ),
            series=(
                Series("transaction_rate", Unit.PER_SECOND, array("d", [1.5, 2.5]), line=3),
                Series("other", Unit.ONE, array("d"), array("d", [1.7e9])),
            ),
            started_at="2026-10-12T10:00:00+02:00",
            duration_s=600.25,
            host="db1",
            attributes=(("block size", "8192"), ("write", ODD_TEXT)),
        ),
        Run("run 2", complete=False),
    ),
    problems=(
        Problem(Severity.INFO, message("No figures, but {braces}.", braces="{x}"), 12),
        Problem(
            Severity.ERROR,
            message(
                "{text} {count} {share:.2f} {money}",
                text=ODD_TEXT,
                count=3,
                share=0.1,
                money=Decimal("1.10"),
            ),
        ),
    ),
    tool_version="2.7",
    run_type="Order Entry",
    set_name="r1",
    encoding="cp1252",
)
RAW = b"\0\xff some bytes" * 1000


def new_file(raw: bytes = RAW, reading: Reading = READING) -> NewFile:
    file = EvidenceFile("lab/a.xml", sha256(raw).hexdigest(), len(raw), reading)
    return NewFile(file, "/lab/a.xml", encode_raw(raw))


def an_option(study: Study, name: str = "NAS, 2 x 10 GbE") -> Option:
    with transaction(study) as cursor:
        return add_option(cursor, name, Architecture.NAS, shared_storage=True)


def test_options(study: Study) -> None:
    first, second = an_option(study, ODD_TEXT), an_option(study)
    assert list_options(study) == (first, second)
    assert (first.position, second.position) == (0, 1)
    changed = replace(first, name="DAS", architecture=Architecture.DAS, shared_storage=None,
                      serves_files=False, restore_s=5400.5)  # fmt: skip
    with transaction(study) as cursor:
        option_writing.update_option(cursor, changed)
    assert list_options(study) == (changed, second)
    with transaction(study) as cursor:
        option_writing.remove_option(cursor, second.id)
    third = an_option(study, "third")
    assert third.id not in {first.id, second.id}
    assert list_options(study) == (changed, third)


def test_price_sheets(study: Study) -> None:
    option, other = an_option(study), an_option(study, "other")
    for _ in range(2):
        with transaction(study) as cursor:
            replace_price_sheet(cursor, option.id, SHEET)
            replace_price_sheet(cursor, other.id, PriceSheet("EUR"))
    assert read_price_sheets(study).get(option.id) == SHEET
    assert str(read_price_sheets(study).get(option.id)) == str(
        SHEET
    )  # digits too, not only values
    assert read_price_sheets(study).get(other.id) == PriceSheet("EUR")
    with transaction(study) as cursor:
        replace_price_sheet(cursor, option.id, None)
    assert read_price_sheets(study).get(option.id) is None


def test_provisioning_times(study: Study) -> None:
    option = an_option(study)
    for times in (TIMES[:1], TIMES):
        with transaction(study) as cursor:
            replace_provisioning_times(cursor, option.id, times)
    assert read_provisioning_times(study) == {option.id: TIMES}


@pytest.mark.parametrize("requirement", [REQUIREMENT, Requirement()])
def test_requirement(study: Study, requirement: Requirement) -> None:
    assert read_requirement(study) == Requirement()
    with transaction(study) as cursor:
        write_requirement(cursor, Requirement(statistic="p99"))
    with transaction(study) as cursor:
        write_requirement(cursor, requirement)
    assert read_requirement(study) == requirement
    assert str(read_requirement(study)) == str(requirement)


def test_criteria(study: Study) -> None:
    assert read_criteria(study) == ()
    for criteria in (CRITERIA[:1], CRITERIA):
        with transaction(study) as cursor:
            write_criteria(cursor, criteria)
        assert read_criteria(study) == criteria


def test_head_and_settings(study: Study) -> None:
    before = read_study_info(study)
    with transaction(study) as cursor:
        write_study_info(cursor, name=ODD_TEXT, client="C", currency="BRL")
        write_setting(cursor, "a", "1")
        write_setting(cursor, "a", ODD_TEXT)
    assert read_study_info(study) == replace(before, name=ODD_TEXT, client="C", currency="BRL")
    assert read_setting(study, "a") == ODD_TEXT
    assert read_setting(study, "b") is None


def test_evidence(study: Study) -> None:
    with transaction(study) as cursor:
        (file_id,) = add_files(cursor, [new_file()])
    detail = read_file_detail(study, file_id)
    assert detail is not None
    assert tuple(run.run for run in detail.runs) == READING.runs
    assert detail.problems == READING.problems
    assert detail.problems[1].text == f"{ODD_TEXT} 3 0.10 1.10"
    assert read_embedded_bytes(study, file_id) == RAW
    (row,) = list_files(study)
    assert row == detail.file
    assert (row.tool, row.tool_version, row.set_name) == ("swingbench", "2.7", "r1")
    assert (row.status, row.run_count, row.warnings) == (Status.READ_WITH_PROBLEMS, 2, 1)
    assert (row.embedded, row.size_bytes, row.users) == (True, len(RAW), (30,))


def test_text_that_is_no_unicode_is_marked_not_lost(study: Study) -> None:
    new = new_file(reading=replace(READING, run_type="half \udcff", problems=()))
    with transaction(study) as cursor:
        add_files(cursor, [new._replace(path="/lab/\udce4.xml")])
    (row,) = list_files(study)
    assert (row.run_type, row.path) == ("half ?", "/lab/?.xml")


def test_assignment_and_removal_touch_only_the_files_named(study: Study) -> None:
    option = an_option(study)
    with transaction(study) as cursor:
        ids = add_files(cursor, [new_file(bytes([i]) * 10) for i in range(4)])
        assign_files_to_option(cursor, ids[1:3], option.id)
    assert [row.option_name for row in list_files(study)] == [None, option.name, option.name, None]
    with transaction(study) as cursor:
        remove_files(cursor, ids[:2])
    assert [row.id for row in list_files(study)] == ids[2:]
    for file_id in ids[2:]:
        detail = read_file_detail(study, file_id)
        assert detail is not None
        assert [run.run for run in detail.runs] == list(READING.runs)
        assert detail.problems == READING.problems
    assert read_file_detail(study, ids[0]) is None
    with transaction(study) as cursor:
        remove_files(cursor, ids)
    assert list_files(study) == ()
    with study.cursor() as cursor:
        erase_files(cursor, ids)
        for table in (
            *("raw_file", "problem", "run", "series"),
            *("run_list", "attribute_list", "measurement_list"),
        ):
            assert cursor.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)]  # noqa: S608


def test_evidence_of_a_removed_option_stays(study: Study) -> None:
    option = an_option(study)
    with transaction(study) as cursor:
        ids = add_files(cursor, [new_file()])
        assign_files_to_option(cursor, ids, option.id)
        replace_price_sheet(cursor, option.id, SHEET)
        replace_provisioning_times(cursor, option.id, TIMES)
    with transaction(study) as cursor:
        option_writing.remove_option(cursor, option.id)
    (row,) = list_files(study)
    assert row.option_id is None
    assert read_price_sheets(study).get(option.id) is None
    assert read_provisioning_times(study) == {}


def test_bytes_kept_later_and_bytes_that_were_tampered_with(study: Study) -> None:
    with transaction(study) as cursor:
        (file_id,) = add_files(cursor, [new_file()._replace(raw=None)])
    assert read_embedded_bytes(study, file_id) is None
    with transaction(study) as cursor:
        replace_embedded_bytes(cursor, file_id, encode_raw(RAW))
    assert read_embedded_bytes(study, file_id) == RAW
    with transaction(study) as cursor:
        replace_embedded_bytes(cursor, file_id, encode_raw(RAW[:-1] + b"!"))
    assert read_embedded_bytes(study, file_id) is None


def test_every_action_moves_the_moment_of_change(study: Study) -> None:
    moments = [read_last_change_time(study)]
    for _ in range(3):
        an_option(study)
        moments.append(read_last_change_time(study))
    assert moments == sorted(set(moments))

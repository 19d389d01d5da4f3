"""Templates: options, criteria, price lines and wording of a study, and nothing else of it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest

from arraywise.cli import run
from arraywise.domain.criteria import (
    Criterion,
    Method,
    OwnCriterionDefinition,
    Stakeholder,
    Swing,
    Weighting,
)
from arraywise.domain.estimates import MeanAndError
from arraywise.domain.messages import UserError
from arraywise.domain.pricing import Discount, PriceLine, PriceSheet
from arraywise.domain.study import ReportOptions
from arraywise.shipped import LOG, state_folder
from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.history import list_scenarios
from arraywise.store.reading.inputs import read_report_options, read_study_info
from arraywise.store.study import create_study, open_study
from arraywise.store.writing.inputs import write_report_options, write_weighting
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.compare_scenarios import add_scenario
from arraywise.usecases.copy_study import create_study_from_template, save_template
from arraywise.usecases.decide_study import decide_study
from arraywise.usecases.edit_criteria import (
    add_own_criterion,
    remove_own_criterion,
    set_option_rating,
)
from arraywise.usecases.edit_options import set_rating_words
from arraywise.usecases.edit_prices import upsert_prices
from arraywise.usecases.edit_study import set_requirement
from arraywise.usecases.undo import undo_state

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arraywise.store.study import Study

POWER = OwnCriterionDefinition("Power drawn", (), "W", 4000.0, 500.0)


@pytest.fixture
def study(small_study: Path) -> Iterator[Study]:
    """A study with an own criterion, words of its own, a stakeholder and a scenario in use."""
    with open_study(small_study) as opened:
        gone = add_own_criterion(opened, replace(POWER, title="Noise"))
        power = add_own_criterion(opened, POWER)
        remove_own_criterion(opened, gone)
        option = read_facts(opened).options[0].option
        set_option_rating(opened, option.id, power, MeanAndError(900.0, 50.0))
        set_rating_words(opened, ((Criterion.AVAILABILITY, ("none", "", "", "", "all")),))
        people = Weighting(
            (Stakeholder("Ann", (Swing(Criterion.PRICE, 100.0),)),),
            method=Method.RANKS,
        )
        with transaction(opened, "weights") as cursor:
            write_weighting(cursor, people)
            write_report_options(cursor, ReportOptions(author="A. Architect", accent="#123456"))
        add_scenario(opened, "Dearer")
        sheet = read_facts(opened).options[0].price_sheet
        assert sheet is not None
        lines = (replace(sheet.lines[0], quantity=Decimal(99)), *sheet.lines[1:])
        upsert_prices(opened, option.name, replace(sheet, lines=lines))
        yield opened


def test_a_support_bundle_says_what_it_holds_and_holds_no_text_of_the_study(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, target, lost = (
        tmp_path / name for name in ("Payroll.arraywise", "b.zip", "x.arraywise")
    )
    line = PriceLine("SAN of ACME", Decimal(900), source="ACME quote", category="ACME storage")
    rebate = Discount("ACME rebate", Decimal("0.1"), source="ACME quote")
    with create_study(path, name="Payroll", client="ACME") as study:
        upsert_prices(study, "ACME SAN", PriceSheet("EUR", (line,), (rebate,), ("for ACME",)))
        add_own_criterion(study, replace(POWER, title="ACME power"))
        with transaction(study) as cursor:
            write_report_options(cursor, ReportOptions(author="Payroll team"))
        total = decide_study(study).options[0].price
    (state_folder() / LOG).write_text("2026 INFO arraywise: started\n")
    assert run(["support-bundle", str(path), "-o", str(lost)]) == 1
    assert not lost.exists()
    capsys.readouterr()
    assert run(["support-bundle", str(path), "-o", str(target)]) == 0
    said = capsys.readouterr().out.splitlines()[:-1]
    with ZipFile(target) as bundle:
        assert [line.partition(":")[0] for line in said] == bundle.namelist()
        assert bundle.namelist() == [LOG, "versions.txt", "study.arraywise"]
        assert b"duckdb 2" in bundle.read("versions.txt")
        bundle.extract("study.arraywise", tmp_path)
    raw = (tmp_path / "study.arraywise").read_bytes()
    assert [text for text in (b"ACME", b"Payroll") if text in raw] == []
    with open_study(tmp_path / "study.arraywise") as reduced:
        option = decide_study(reduced).options[0]
    assert total is not None
    assert option.price is not None
    assert (option.option.name, option.price.total) == ("Option 1", total.total)


def test_a_template_holds_the_base_case_without_evidence(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "SAN template.arraywise"
    before = read_facts(study)
    save_template(study, path)
    assert read_facts(study) == before
    with open_study(path) as template:
        facts = read_facts(template)
        assert (facts.name, facts.client, facts.currency) == (
            "SAN template", "", before.currency,
        )  # fmt: skip
        assert [o.option.name for o in facts.options] == [o.option.name for o in before.options]
        assert [o.option.architecture for o in facts.options] == [
            o.option.architecture for o in before.options
        ]
        assert facts.options[1].price_sheet == before.options[1].price_sheet
        sheet = facts.options[0].price_sheet
        assert sheet is not None
        assert sheet.lines[0].quantity != 99
        (power,) = facts.own_criteria
        assert power.own == POWER
        assert dict(facts.options[0].ratings) == {power: MeanAndError(900.0, 50.0)}
        assert [s.criterion.title for s in facts.criteria] == [
            s.criterion.title for s in before.criteria
        ]
        assert facts.rating_words == before.rating_words
        assert facts.weighting.stakeholders == ()
        assert facts.weighting.method is Method.RANKS
        assert read_report_options(template).accent == "#123456"
        assert not list_files(template)
        assert not list_scenarios(template)
        assert undo_state(template).undo is None
        for option in facts.options:
            assert (option.load_runs, option.io_points, option.provisioning) == ((), (), ())
        assert facts.requirement.visits_per_month == 1_000_000
        decide_study(template)


def test_no_byte_of_evidence_or_client_is_in_the_file(small_study: Path, tmp_path: Path) -> None:
    with open_study(small_study) as opened:
        file = list_files(opened)[0]
        set_requirement(opened, replace(read_facts(opened).requirement, reserve=0.123))
        save_template(opened, tmp_path / "t.arraywise")
    content = (tmp_path / "t.arraywise").read_bytes()
    assert file.name.encode() not in content
    assert file.sha256.encode() not in content


def test_a_study_begins_from_a_template_that_is_open(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "next.arraywise"
    with create_study_from_template(path, study.path, client="ACME", currency="USD") as begun:
        info = read_study_info(begun)
        assert (info.name, info.client, info.currency) == ("next", "ACME", "USD")
        assert len(read_facts(begun).options) == len(read_facts(study).options)
    with pytest.raises(UserError, match="exists already"):
        create_study_from_template(path, study.path)
    missing = tmp_path / "missing.arraywise"
    with pytest.raises(UserError):
        create_study_from_template(tmp_path / "other.arraywise", missing)
    assert not (tmp_path / "other.arraywise").exists()


def test_the_command_line_saves_and_uses_templates(
    small_study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    template, begun = tmp_path / "t.arraywise", tmp_path / "begun.arraywise"
    assert run(["template", str(small_study), str(template)]) == 0
    assert run(["template", str(small_study), str(template)]) == 1
    assert run(["new", str(begun), "--template", str(template), "--client", "ACME"]) == 0
    with open_study(begun) as opened, open_study(small_study) as first:
        assert read_study_info(opened).client == "ACME"
        assert read_study_info(opened).currency == read_study_info(first).currency
        assert len(read_facts(opened).options) == len(read_facts(first).options)
    assert run(["new", str(tmp_path / "plain.arraywise")]) == 0
    with open_study(tmp_path / "plain.arraywise") as plain:
        assert read_study_info(plain).currency == "EUR"
    capsys.readouterr()

"""What is kept of quotes and of decisions on scope: through undo, copies, scenarios, archives."""

from __future__ import annotations

import shutil
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import openpyxl
import pytest

from arraywise.cli.json_output import decision_document
from arraywise.domain.messages import UserError, message
from arraywise.domain.pricing import Discount, PriceLine, PriceSheet
from arraywise.domain.quotes import (
    NO_DECISIONS,
    QuoteFinding,
    QuoteFindingCode,
    QuoteReading,
    QuoteState,
)
from arraywise.store import layout
from arraywise.store.reading.facts import compute_study_hash, read_facts
from arraywise.store.reading.history import BASE
from arraywise.store.reading.inputs import read_scope_decisions
from arraywise.store.study import create_study, open_study, unrecorded_transaction
from arraywise.store.writing.for_archive import NameReplacement, anonymise_study
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.compare_scenarios import add_scenario, compare_scenarios, use_scenario
from arraywise.usecases.copy_study import (
    copy_study_without_history,
    create_study_from_template,
    save_anonymous_template,
)
from arraywise.usecases.decide_study import decide_with_robustness
from arraywise.usecases.edit_options import add_option, remove_option
from arraywise.usecases.edit_prices import (
    upsert_prices,
    upsert_prices_in_transaction,
    write_quote_record,
)
from arraywise.usecases.edit_quotes import agree_to_finding, set_item_left_out, set_item_not_needed
from arraywise.usecases.export_documents import export_workbook
from arraywise.usecases.undo import redo_step, undo_step

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arraywise.domain.quotes import QuoteRecord
    from arraywise.domain.study import OptionFacts
    from arraywise.store.study import Study

D = Decimal
SHEET = PriceSheet(
    "EUR",
    (PriceLine("Array", D("572117.50")), PriceLine("FC switch", D(36950), D(2))),
    (Discount("rebate", D(0), amount=D("12000.00")),),
)
FINDINGS = (
    QuoteFinding(QuoteFindingCode.UNCHECKED, message("No total is printed.")),
    QuoteFinding(
        QuoteFindingCode.TAX_LEFT_OUT,
        message("Tax of {amount} is left out ({sheet}).", amount=D("19.5"), sheet="Angebot 1"),
        D("19.5"),
    ),
)
QUOTE = QuoteReading(
    name="offer of ACME.xlsx",
    sheets=(),
    decisions=replace(NO_DECISIONS, accepted_reason="called the vendor"),
    state=QuoteState.UNCHECKED,
    currency="EUR",
    findings=FINDINGS,
    price_sheet=SHEET,
)


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    with create_study(tmp_path / "a.arraywise", name="Offers", currency="EUR") as opened:
        add_option(opened, "FC")
        add_option(opened, "NAS")
        read(opened, QUOTE)
        yield opened


def read(study: Study, quote: QuoteReading) -> None:
    with transaction(study, "prices") as cursor:
        if quote.state.gives_price:
            option = upsert_prices_in_transaction(cursor, study, "FC", quote.price_sheet)
            write_quote_record(cursor, study, option.id, quote, "ab" * 32)
        else:
            write_quote_record(cursor, study, "FC", quote)


def option(study: Study, name: str = "FC") -> OptionFacts:
    return next(each for each in read_facts(study).options if each.option.name == name)


def record(study: Study) -> QuoteRecord:
    found = option(study).open_quote
    assert found is not None
    return found


def test_a_record_is_read_as_it_was_written_with_figures_of_findings(study: Study) -> None:
    kept = record(study)
    assert (kept.file, kept.sha256, kept.state) == (QUOTE.name, "ab" * 32, QuoteState.UNCHECKED)
    assert kept.accepted_reason == "called the vendor"
    assert tuple(each.finding for each in kept.findings) == FINDINGS
    assert option(study).price_sheet == SHEET


def test_edits_keep_the_record_and_other_prices_settle_it(study: Study) -> None:
    lines = (replace(SHEET.lines[0], quantity=D(2)), SHEET.lines[1])
    upsert_prices(study, "FC", replace(SHEET, lines=lines))
    assert record(study).is_changed_since(option(study).price_sheet)
    upsert_prices(study, "FC", PriceSheet("EUR", (PriceLine("typed", D(5)),)))
    assert option(study).open_quote is None
    undo_step(study)
    undo_step(study)
    assert not record(study).is_changed_since(option(study).price_sheet)


def test_undo_takes_the_record_and_an_agreement_back(study: Study) -> None:
    agree_to_finding(study, "FC", QuoteFindingCode.UNCHECKED, "checked by hand")
    assert [each.agreement is None for each in record(study).findings] == [False, True]
    undone = undo_step(study)
    assert undone is not None
    assert "quote of FC" in str(undone.what)
    assert all(each.agreement is None for each in record(study).findings)
    undo_step(study)
    assert option(study).open_quote is None
    redo_step(study)
    assert record(study).findings[1].finding == FINDINGS[1]
    with pytest.raises(UserError, match="reason"):
        agree_to_finding(study, "FC", QuoteFindingCode.UNCHECKED, "  ")
    with pytest.raises(UserError, match="no such finding"):
        agree_to_finding(study, "NAS", QuoteFindingCode.UNCHECKED, "x")


def test_a_quote_that_does_not_add_up_leaves_the_prices_and_says_so(study: Study) -> None:
    read(study, replace(QUOTE, name="other.xlsx", state=QuoteState.OPEN, price_sheet=None))
    assert option(study).price_sheet == SHEET
    assert record(study).file == "other.xlsx"
    upsert_prices(study, "NAS", None)
    with transaction(study, "prices") as cursor:
        write_quote_record(cursor, study, "NAS", replace(QUOTE, state=QuoteState.OPEN))
    assert option(study, "NAS").open_quote is not None
    upsert_prices(study, "NAS", SHEET)
    assert option(study, "NAS").open_quote is None


def test_decisions_are_undoable_and_go_with_their_option(study: Study) -> None:
    set_item_not_needed(study, "NAS", "switches", "direct cables")
    set_item_left_out(study, "switches", "there already")
    facts = read_facts(study)
    assert facts.price_basis.left_out == {"switches"}
    assert [each.reason for each in facts.left_out] == ["there already"]
    before = compute_study_hash(study)
    set_item_left_out(study, "switches", None)
    assert compute_study_hash(study) != before
    undo_step(study)
    assert compute_study_hash(study) == before
    assert [each.reason for each in option(study, "NAS").not_needed] == ["direct cables"]
    remove_option(study, option(study, "NAS").option.id)
    with study.cursor() as cursor:
        rows = cursor.execute("SELECT option_id FROM scope_decision").fetchall()
    assert rows == [(None,)]
    for wrong in ("", "discount"):
        with pytest.raises(UserError):
            set_item_left_out(study, wrong, "x")


def test_copies_and_templates_hold_records_and_decisions(study: Study, tmp_path: Path) -> None:
    set_item_not_needed(study, "NAS", "switches", "direct cables")
    set_item_left_out(study, "support", "bought apart")
    with copy_study_without_history(study.path, tmp_path / "copy.arraywise") as copy:
        assert record(copy) == record(study)
    with create_study_from_template(tmp_path / "new.arraywise", study.path) as new:
        assert record(new).findings == record(study).findings
        assert not record(new).is_changed_since(option(new).price_sheet)
        assert [each.item for each in option(new, "NAS").not_needed] == ["switches"]
        assert read_facts(new).price_basis.left_out == {"support"}
        assert option(new).price_sheet == SHEET
    save_anonymous_template(study, tmp_path / "nameless.arraywise")
    text = (tmp_path / "nameless.arraywise").read_bytes()
    for name in (b"ACME", b"called the vendor", b"Angebot", b"direct cables"):
        assert name not in text


def test_scenarios_have_quotes_and_decisions_of_their_own(study: Study) -> None:
    alike = add_scenario(study, "alike")
    set_item_left_out(study, "switches", "there already")
    read(study, replace(QUOTE, name="second offer.xlsx"))
    differs = {str(each) for one in compare_scenarios(study) for each in one.differences}
    assert differs == {"what prices include", "prices of FC"}
    use_scenario(study, BASE)
    assert record(study).file == QUOTE.name
    assert read_facts(study).price_basis.left_out == frozenset()
    use_scenario(study, alike)
    assert record(study).file == "second offer.xlsx"
    assert read_facts(study).price_basis.left_out == {"switches"}


def test_an_archive_without_names_has_none_of_quotes(study: Study) -> None:
    agree_to_finding(study, "FC", QuoteFindingCode.UNCHECKED, "asked Ms Example")
    set_item_left_out(study, "racks of Example Bank", "there already")
    with unrecorded_transaction(study) as cursor:
        cursor.execute("UPDATE study_info SET client = 'Example Bank'")
        anonymise_study(cursor, NameReplacement("study-1", lambda text: f"{len(text):064x}"))
    kept = record(study)
    assert (kept.file, kept.sha256, kept.read_by) == ("quote", "", "")
    assert {each.agreement.agreed_by for each in kept.findings if each.agreement} == {""}
    (decided,) = read_scope_decisions(study)
    assert decided.item.startswith("racks of client-")


_OLD_OPTION = """
INSERT INTO option (id, name, architecture, position) VALUES (1, 'FC', 'FC SAN', 0)
"""
_OLD_LINE = """
INSERT INTO price_line (option_id, position, description, unit_price, quantity, part_number,
                        source, category, warranty_months, discount, one_off_service)
VALUES (1, 0, 'Array', '100', '1', '', '', '', 0, '0', false)
"""


def test_a_study_of_format_20_keeps_its_prices_and_gets_the_new_tables(tmp_path: Path) -> None:
    schema = tmp_path / "schema"
    schema.mkdir()
    shutil.copy(layout.SCHEMA / "0020_study.sql", schema)
    path = tmp_path / "old.arraywise"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "SCHEMA", schema)
        with create_study(path, name="old") as old, unrecorded_transaction(old) as cursor:
            for statement in (
                _OLD_OPTION,
                "INSERT INTO price_sheet VALUES (1, 'EUR', [], 0)",
                _OLD_LINE,
                "INSERT INTO discount VALUES (1, 0, '5 %', '0.05', 'both', NULL, NULL, NULL)",
            ):
                cursor.execute(statement)
    with open_study(path) as study:
        sheet = option(study).price_sheet
        assert sheet is not None
        assert sheet.discounts == (Discount("5 %", D("0.05")),)
        assert option(study).open_quote is None
        upsert_prices(study, "FC", SHEET)
        assert option(study).price_sheet == SHEET


def test_workbook_and_decision_hold_findings_amounts_and_digits_as_typed(
    study: Study, tmp_path: Path
) -> None:
    """A discount in money, a price of 0.005 and open findings read the same in all outputs."""
    gigabytes = PriceLine("Object storage, GB", D("0.005"), D(1000))
    upsert_prices(study, "NAS", PriceSheet("EUR", (PriceLine("Array", D(500000)), gigabytes)))
    export_workbook(study, tmp_path / "w.xlsx")
    book = openpyxl.load_workbook(tmp_path / "w.xlsx")
    cells = [cell for row in book["Prices"].iter_rows() for cell in row]
    assert [cell.value for cell in cells if cell.value == -12000] == [-12000]
    (small,) = (cell for cell in cells if cell.value == 0.005)
    assert small.number_format.endswith("#,##0.000")
    scope = [[cell.value for cell in row] for row in book["Who includes what"].iter_rows()]
    switches = next(row for row in scope if row[0] == "Switches")
    assert str(switches[1]).startswith("=")
    assert switches[2] == "no price"
    assert any("No total is printed." in row for row in scope)
    found = decision_document(*decide_with_robustness(study))
    (fc,) = (each for each in found["options"] if each["option"] == "FC")
    assert [each["code"] for each in fc["quote"]["findings"]] == [
        *("quote unchecked", "tax left out"),
    ]
    items = {each["item"]: each["options"] for each in found["price_scope"]}
    assert items["Switches"]["NAS"] == {"state": "no price", "amount": None}
    assert items["Discount"]["FC"]["amount"] == "-12000.00"
    assert {each["check"] for each in found["findings"]} >= {"quote", "price scope unequal"}

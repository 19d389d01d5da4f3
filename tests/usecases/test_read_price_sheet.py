"""Price sheets come into a study: its own workbook back, clients' columns, other currencies."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.pricing import quantity_with_spares, total_price
from arraywise.domain.messages import UserError
from arraywise.domain.pricing import ExchangeRate, PriceBasis, Spares
from arraywise.domain.quotes import RowRole
from arraywise.domain.study import LANGUAGES
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import create_study, open_study
from arraywise.usecases.edit_prices import set_price_basis, upsert_prices
from arraywise.usecases.export_documents import export_workbook
from arraywise.usecases.read_price_sheet import (
    LAYOUTS_FILE,
    GivenRate,
    QuoteNotCountedError,
    import_price_sheet,
    propose_quote_reading,
    save_quote_prices,
)
from tests.report.rich_example import PRICES, RATES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from arraywise.domain.pricing import PriceLine
    from arraywise.store.study import Study

OWN = "Was;Stk;Kosten\nArray;2;R$ 1.000,50\nKabel;3;R$ 10,00\n"
RATE = GivenRate(Decimal("5.25"), "2026-11-19", "central bank")


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    with create_study(tmp_path / "a.arraywise", name="a", currency="BRL") as built:
        yield built


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.csv"
    path.write_text(OWN, "utf-8")
    return path


@pytest.fixture
def dollars(tmp_path: Path) -> Path:
    path = tmp_path / "dollars.csv"
    path.write_text("Description,Unit Price USD,Qty\nArray,1000.10,3\n", "utf-8")
    return path


@pytest.fixture(scope="module")
def sample(
    copied_sample: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Study]:
    """The worked example."""
    with open_study(copied_sample(tmp_path_factory.mktemp("sample") / "w.arraywise")) as study:
        yield study


def as_bought(lines: tuple[PriceLine, ...]) -> list[PriceLine]:
    """What of lines decides their price, in any order; where they stood in a file does not."""
    plain = [replace(x, row=None, printed_extended=None, spares=Spares.NONE) for x in lines]
    return sorted(plain, key=lambda line: line.description)


def test_the_workbook_that_was_written_is_read_back(sample: Study, tmp_path: Path) -> None:
    """Every option's lines, discounts and total come back from the one workbook, silently."""
    workbook = tmp_path / "back.xlsx"
    export_workbook(sample, workbook)
    before = {o.option.name: o.price_sheet for o in read_facts(sample).options}
    with create_study(tmp_path / "b.arraywise", name="b", currency="BRL") as study:
        for name in before:
            outcome = import_price_sheet(study, name, workbook)
            assert [p.text for p in outcome.problems if p.severity.value != "info"] == []
        after = {o.option.name: o.price_sheet for o in read_facts(study).options}
    assert after.keys() == before.keys()
    for name, sheet in before.items():
        back = after[name]
        assert sheet is not None
        assert back is not None
        assert as_bought(back.lines) == as_bought(sheet.lines)
        assert [(d.share, d.base, d.source) for d in back.discounts] == [
            (d.share, d.base, d.source) for d in sheet.discounts
        ]
        assert total_price(back).unrounded == total_price(sheet).unrounded  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("language", "discount_rate"),
    [("en", Decimal("0.08")), *((language, None) for language in LANGUAGES)],
)
def test_everything_a_price_sheet_holds_is_read_back(
    tmp_path: Path, language: str, discount_rate: Decimal | None
) -> None:
    """Spares, licences, support, servers, currencies and grouped discounts come back too.

    Spares that come on top are read back inside the quantity, as the TPC prints it. Of a net
    present value what is paid comes back: nothing is discounted twice.
    """
    workbook = tmp_path / "rich.xlsx"
    basis = PriceBasis(rates=RATES, discount_rate=discount_rate)
    with create_study(tmp_path / "w.arraywise", name="w", currency="BRL") as written:
        for name, sheet in PRICES.items():
            upsert_prices(written, name, sheet)
        set_price_basis(written, basis)
        export_workbook(written, workbook, language)
    with create_study(tmp_path / "b.arraywise", name="b", currency="BRL") as study:
        set_price_basis(study, basis)
        for name, sheet in PRICES.items():
            outcome = import_price_sheet(study, name, workbook)
            assert [p.text for p in outcome.problems if p.severity.value != "info"] == []
            assert outcome.total.unrounded == total_price(sheet, basis, "BRL").unrounded  # type: ignore[union-attr]
            back = next(o.price_sheet for o in read_facts(study).options if o.option.name == name)
            assert back is not None
            bought = [replace(x, quantity=quantity_with_spares(x)) for x in sheet.lines]
            assert as_bought(back.lines) == as_bought(tuple(bought))
            spared = {x.description for x in sheet.lines if x.spares is not Spares.NONE}
            assert {x.description for x in back.lines if x.spares is not Spares.NONE} == spared
            assert [replace(d, row=None) for d in back.discounts] == list(sheet.discounts)


def test_decisions_are_remembered_for_the_same_layout(
    study: Study, own: Path, tmp_path: Path
) -> None:
    """By headings and order of columns; what was decided of a row is not."""
    memory = tmp_path / "state"
    with pytest.raises(QuoteNotCountedError, match="for one piece or for the whole line"):
        import_price_sheet(study, "NAS", own, memory_folder=memory)
    (question,) = propose_quote_reading("NAS", own, memory_folder=memory).questions
    decided = question.answers[0].decisions
    decided = replace(decided, row_roles={("", 3): RowRole.NOT_INCLUDED})
    reading = propose_quote_reading("NAS", own, decided)
    assert save_quote_prices(study, "NAS", reading, memory_folder=memory).total.total == 2001
    again = propose_quote_reading("SAN", own, memory_folder=memory)
    assert (again.state.gives_price, again.price) == (True, Decimal("2031.00"))
    own.write_text(OWN.replace("Was;Stk", "Stk;Was"), "utf-8")
    assert not propose_quote_reading("SAN", own, memory_folder=memory).state.gives_price


@pytest.mark.parametrize(
    "kept", ["", "[]", '{"was | stk | kosten": {"roles": [["", 2]]}}', "\ufffd{"]
)
def test_a_damaged_memory_counts_as_none(own: Path, tmp_path: Path, kept: str) -> None:
    (tmp_path / LAYOUTS_FILE).write_text(kept, "utf-8")
    assert not propose_quote_reading("NAS", own, memory_folder=tmp_path).state.gives_price


def test_a_quote_that_does_not_add_up_changes_nothing(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "open.csv"
    path.write_text(
        "Item,Qty,Unit price,Amount\nArray,2,100,200\nDisk,3,10,30\nTotal,,,250\n", "utf-8"
    )
    with pytest.raises(QuoteNotCountedError, match="do not add up") as caught:
        import_price_sheet(study, "NAS", path)
    assert caught.value.reading.sums[0].difference == -20
    assert read_facts(study).options == ()


def test_lines_in_two_currencies_count_when_the_rate_is_given(
    study: Study, tmp_path: Path
) -> None:
    path = tmp_path / "two.csv"
    text = "Item,Qty,Unit price,Amount,Currency\nArray,2,100,200,BRL\nSwitch,3,10,30,USD\n"
    path.write_text(text + "Total BRL,,,200,BRL\nTotal USD,,,30,USD\n", "utf-8")
    with pytest.raises(UserError, match="no exchange rate from USD to BRL"):
        import_price_sheet(study, "NAS", path)
    assert import_price_sheet(study, "NAS", path, rate=RATE).total.unrounded == Decimal("357.50")


def test_another_currency_needs_a_dated_rate(study: Study, dollars: Path) -> None:
    with pytest.raises(UserError, match="no exchange rate from USD to BRL is given"):
        import_price_sheet(study, "NAS", dollars)
    assert read_facts(study).options == ()
    outcome = import_price_sheet(study, "NAS", dollars, rate=RATE)
    used = ExchangeRate("USD", "BRL", RATE.rate, RATE.dated, RATE.source)
    assert outcome.total.unrounded == Decimal("15751.5750")
    assert (outcome.total.total, outcome.total.rates) == (15752, (used,))
    assert read_facts(study).price_basis.rates == (used,)
    again = import_price_sheet(study, "SAN", dollars)  # the study knows the rate now
    assert again.total == outcome.total


@pytest.mark.parametrize(
    "change",
    [
        {"rate": Decimal(0)},
        {"rate": Decimal("NaN")},
        {"dated": "19.11.2026"},
        {"dated": ""},
        {"source": " "},
    ],
)
def test_a_rate_without_date_or_source_is_refused(
    study: Study, dollars: Path, change: dict[str, object]
) -> None:
    given = replace(RATE, **change)  # type: ignore[arg-type]
    with pytest.raises(UserError, match=r"[Rr]ate from USD"):
        import_price_sheet(study, "NAS", dollars, rate=given)
    assert read_facts(study).options == ()


def test_servers_are_priced_by_a_switch(study: Study, tmp_path: Path) -> None:
    path = tmp_path / "servers.csv"
    path.write_text("Description,Unit Price BRL,Qty,Server\nBlade,100,1,x\nArray,7,1,\n", "utf-8")
    outcome = import_price_sheet(study, "NAS", path)
    assert (outcome.total.total, len(outcome.total.left_out)) == (7, 1)
    set_price_basis(study, PriceBasis(servers=True))
    assert read_facts(study).price_basis.servers
    assert import_price_sheet(study, "NAS", path).total.total == 107
